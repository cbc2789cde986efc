//! Formats many games as lines, reading the games in order.

use std::borrow::Cow;

use crate::batch::Flags;
use crate::column_blocks::ColumnBlocks;
use crate::game::decoded;
use crate::head_line::HeadLine;
use crate::section::Section;
use crate::tag_layout::{put_date, put_eco};
use crate::{Damage, DatabaseError, StoredGame};

/// A reader that formats games as lines of a list. If games are requested in order, each block of a
/// column is read only once. Readers share no data.
#[derive(Default)]
pub struct HeadReader<'a> {
    columns: Option<ColumnBlocks<'a>>,
    /// The names in the last line and their numbers, for White, Black and the event. The next line
    /// often repeats one of these names.
    texts: [Option<NumberedText<'a>>; 3],
    date: String,
    eco: String,
}

/// A name, and its number among the names of the segment.
type NumberedText<'a> = (u32, Cow<'a, str>);

fn text_of<'a>(text: Option<&'a NumberedText<'_>>) -> &'a str {
    text.map_or("", |(_, text)| text)
}

impl std::fmt::Debug for HeadReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeadReader").finish_non_exhaustive()
    }
}

impl<'a> HeadReader<'a> {
    /// Creates a reader with an empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a game's line, as returned by [`Head::line`](crate::Head::line), and a line break.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"[White \"Tal\"]\n\n1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// let (mut reader, mut lines) = (reynard_db::HeadReader::new(), String::new());
    /// for game in base.iter() {
    ///     reader.put_line(&game, 100, &mut lines)?;
    /// }
    /// assert_eq!(lines.lines().next(), Some(&*base.game(0)?.head()?.line(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn put_line(
        &mut self,
        game: &StoredGame<'a>,
        width: usize,
        lines: &mut String,
    ) -> Result<(), DatabaseError> {
        let (segment, number) = (game.segment, game.number);
        let columns = match self.columns.take() {
            Some(columns) if std::ptr::eq(columns.segment(), segment) => columns,
            _ => {
                self.texts = Default::default();
                ColumnBlocks::new(segment)
            }
        };
        let columns = self.columns.insert(columns);
        let names = segment.names()?;
        let sections = [Section::White, Section::Black, Section::Event];
        for (section, known) in sections.into_iter().zip(&mut self.texts) {
            let name = columns.number(section, number).map(u32::from_le_bytes)?;
            if known.as_ref().is_none_or(|(known, _)| *known != name) {
                let missing = || segment.damaged(section, 0, Damage::NUMBER);
                *known = Some((name, names.get(name).map(decoded).ok_or_else(missing)?));
            }
        }
        let [white, black, event] = &self.texts;
        let mut half = |section| columns.number(section, number).map(u16::from_le_bytes);
        let [white_elo, black_elo] = [half(Section::WhiteElo)?, half(Section::BlackElo)?];
        let eco = half(Section::Eco)?;
        let date = u32::from_le_bytes(columns.number(Section::Date, number)?);
        let [flags] = columns.number(Section::Flags, number)?;
        self.date.clear();
        put_date(date, &mut self.date);
        self.eco.clear();
        put_eco(eco, &mut self.eco);
        let origin = segment.file.as_ref().map(|file| file.origin(game.id()));
        let line = HeadLine {
            number: origin.as_ref().map_or(game.id(), |origin| origin.id),
            white_elo: (white_elo > 0).then_some(white_elo),
            black_elo: (black_elo > 0).then_some(black_elo),
            white: text_of(white.as_ref()),
            black: text_of(black.as_ref()),
            result: Flags(flags).result(),
            date: &self.date,
            eco: &self.eco,
            file: origin.as_ref().map(|origin| origin.file.as_str()),
            event: text_of(event.as_ref()),
        };
        line.write(width, lines);
        lines.push('\n');
        Ok(())
    }
}
