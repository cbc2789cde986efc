//! A stored game: its head, tags, moves and tree.

use std::borrow::Cow;

use reynard::{Move, Position};
use reynard_pgn::{
    Bytes, GameTree, Games, PgnLimits, PgnWriter, Reader, ReaderOptions, Step, TagSelection, Tags,
    Termination, Text, TreeWalkStep, Visitor, WriterOptions,
};

use crate::bytes::ByteCursor;
use crate::extra_record::ExtraRecord;
use crate::joined_file::GameOrigin;
use crate::section::Section;
use crate::segment::Segment;
use crate::tag_layout::{
    ColumnTag, FREE_LAYOUT, TagLayout, ValueSource, date_text, eco_text, read_layout, year_of,
};
use crate::{Damage, DatabaseError};

/// A game of a [`Database`](crate::Database).
///
/// ```
/// # use reynard_db::{Budget, Database, DatabaseOptions};
/// # let folder = tempfile::tempdir()?;
/// let mut base =
///     Database::create(folder.path().join("games.rdb"), DatabaseOptions::default())?;
/// base.add_pgn(
///     b"[White \"Morphy\"]\n\n1. e4 e5 {best} 2. Nf3 1-0\n",
///     &Budget::default(),
/// )?;
/// let game = base.game(0)?;
/// assert_eq!(game.head()?.white, "Morphy");
/// assert_eq!(game.moves()?.len(), 3);
/// assert!(game.tree()?.to_string().contains("{best}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct StoredGame<'a> {
    pub(crate) segment: &'a Segment,
    pub(crate) number: u32,
}

/// The head of a game: players, event, site, date and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of the game in the database, from 0.
    pub id: u64,
    /// White's name, decoded for display.
    pub white: String,
    /// Black's name, decoded for display.
    pub black: String,
    /// Event.
    pub event: String,
    /// Site.
    pub site: String,
    /// Round.
    pub round: String,
    /// Date, with `?` for unknown parts: the `Date` tag; if that has no year, `UTCDate`; otherwise
    /// the year of `EventDate`.
    pub date: String,
    /// White's rating.
    pub white_elo: Option<u16>,
    /// Black's rating.
    pub black_elo: Option<u16>,
    /// Result.
    pub result: Termination,
    /// ECO code of the opening, from the `ECO` tag.
    pub eco: Option<String>,
    /// Number of plies.
    pub plies: u16,
    /// The file that contains the game, if several databases are [joined](crate::Database::join).
    pub origin: Option<GameOrigin>,
}

impl Head {
    /// Returns the year; `None` if it is unknown.
    pub fn year(&self) -> Option<u16> {
        self.date.get(..4).and_then(|year| year.parse().ok())
    }
}

impl StoredGame<'_> {
    /// Returns the number of the game in the database, from 0.
    pub const fn id(&self) -> u64 {
        self.segment.first + self.number as u64
    }

    /// Returns the head.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged. The same is true for all methods
    /// of a game.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Tal\"]\n[Date \"1960.05.07\"]\n\n1. e4 c6 1-0\n",
    ///     &Default::default(),
    /// )?;
    /// assert_eq!(base.game(0)?.head()?.year(), Some(1960));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn head(&self) -> Result<Head, DatabaseError> {
        let text = |section| {
            Ok::<String, DatabaseError>(
                decoded(&self.segment.one_text(section, self.number)?).into_owned(),
            )
        };
        let elo = |section| {
            let elo = self.segment.half(section, self.number)?;
            Ok::<Option<u16>, DatabaseError>((elo > 0).then_some(elo))
        };
        Ok(Head {
            id: self.id(),
            white: text(Section::White)?,
            black: text(Section::Black)?,
            event: text(Section::Event)?,
            site: text(Section::Site)?,
            round: text(Section::Round)?,
            date: date_text(self.segment.word(Section::Date, self.number)?),
            white_elo: elo(Section::WhiteElo)?,
            black_elo: elo(Section::BlackElo)?,
            result: self.segment.flags_of(self.number)?.result(),
            eco: eco_text(self.segment.half(Section::Eco, self.number)?),
            plies: self.segment.half(Section::Plies, self.number)?,
            origin: self.segment.file.as_ref().map(|file| file.origin(self.id())),
        })
    }

    /// Returns the year; `None` if it is unknown.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    pub fn year(&self) -> Result<Option<u16>, DatabaseError> {
        Ok(year_of(self.segment.word(Section::Date, self.number)?))
    }

    /// Returns all tags with their exact values, in source order.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    pub fn tags(&self) -> Result<Tags, DatabaseError> {
        let mut tags = Tags::default();
        let extra = self.extra()?;
        each_tag(self.segment, self.number, &extra, |name, value| {
            tags.add(name, Text::of_comment(value));
        })?;
        Ok(tags)
    }

    /// Returns the position from which the game starts.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    pub fn start(&self) -> Result<Position, DatabaseError> {
        self.segment.start(self.number)
    }

    /// Returns the moves of the main line, up to the first null or illegal move.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    pub fn moves(&self) -> Result<Vec<Move>, DatabaseError> {
        let mut moves = Vec::new();
        self.segment.replay(self.number, |_, mv| {
            moves.extend(mv);
            true
        })?;
        Ok(moves)
    }

    /// Returns the game with its comments, variations and NAGs.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    pub fn tree(&self) -> Result<GameTree, DatabaseError> {
        tree_of(self.segment, self.number)
    }

    /// Passes the game to a visitor, in the same way as a reader of its PGN text would.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    ///
    /// ```
    /// use reynard_games::{ExportFormat, Exporter};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"[White \"Tal\"]\n\n1. e4 c6 1-0\n", &Default::default())?;
    /// let mut exporter = Exporter::new(ExportFormat::Uci);
    /// base.game(0)?.visit(&mut exporter)?;
    /// assert_eq!(exporter.text(), b"e2e4 c7c6\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(&self, visitor: &mut impl Visitor) -> Result<(), DatabaseError> {
        let pgn = self.pgn()?;
        let read = reader_of(&pgn).read_game(visitor);
        let damaged = || self.segment.damaged(Section::Extra, u64::from(self.number), Damage::MOVE);
        read.map(drop).map_err(|_| damaged())
    }

    /// Returns the game in PGN, followed by a blank line. The tags are in source order.
    ///
    /// # Errors
    ///
    /// Same as for [`head`](Self::head).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"[White \"Tal\"]\n\n1. e4 (1. d4) c6 1-0\n", &Default::default())?;
    /// assert_eq!(base.game(0)?.pgn()?, b"[White \"Tal\"]\n\n1. e4 (1. d4) 1... c6 1-0\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pgn(&self) -> Result<Vec<u8>, DatabaseError> {
        pgn_of(self.segment, self.number)
    }

    fn extra(&self) -> Result<ExtraRecord, DatabaseError> {
        extra_of(self.segment, self.number)
    }
}

impl std::fmt::Debug for StoredGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredGame").field("id", &self.id()).finish_non_exhaustive()
    }
}

/// Decodes text for display.
pub(crate) fn decoded(text: &[u8]) -> Cow<'_, str> {
    Text::of_comment(text).decode()
}

pub(crate) fn extra_of(segment: &Segment, game: u32) -> Result<ExtraRecord, DatabaseError> {
    if segment.flags_of(game)?.has_extra() {
        segment.extra(game)
    } else {
        Ok(ExtraRecord::default())
    }
}

/// Returns the tag layout of a game; `None` if the layout is stored in the extra record of the
/// game.
pub(crate) fn layout_of(segment: &Segment, game: u32) -> Result<Option<&TagLayout>, DatabaseError> {
    let number = segment.half(Section::Template, game)?;
    if number == FREE_LAYOUT {
        return Ok(None);
    }
    let layout = segment.layouts()?.get(usize::from(number));
    let damaged = || segment.damaged(Section::Template, u64::from(game), Damage::NUMBER);
    layout.ok_or_else(damaged).map(Some)
}

/// Calls a function for each tag of a game.
pub(crate) fn each_tag(
    segment: &Segment,
    game: u32,
    extra: &ExtraRecord,
    mut each: impl FnMut(&[u8], &[u8]),
) -> Result<(), DatabaseError> {
    let damaged = |damage| segment.damaged(Section::Extra, u64::from(game), damage);
    let free: TagLayout;
    let layout = if let Some(layout) = layout_of(segment, game)? {
        layout
    } else {
        free = read_layout(extra.layout.as_deref().unwrap_or_default()).map_err(damaged)?;
        &free
    };
    let mut values = ByteCursor::new(&extra.values);
    for (name, source) in layout {
        match source {
            ValueSource::Empty => each(name, b""),
            ValueSource::Extra => each(name, values.bytes().map_err(damaged)?),
            ValueSource::Column => each(name, &column_value(segment, game, name)?),
        }
    }
    Ok(())
}

/// Returns the value of a tag that is stored in a column.
fn column_value<'a>(
    segment: &'a Segment,
    game: u32,
    name: &[u8],
) -> Result<Cow<'a, [u8]>, DatabaseError> {
    let text = |section| segment.one_text(section, game);
    let owned = |text: String| Ok(Cow::Owned(text.into_bytes()));
    let half = |section| segment.half(section, game);
    match ColumnTag::of(name) {
        Some(ColumnTag::White) => text(Section::White),
        Some(ColumnTag::Black) => text(Section::Black),
        Some(ColumnTag::Event) => text(Section::Event),
        Some(ColumnTag::Site) => text(Section::Site),
        Some(ColumnTag::Round) => text(Section::Round),
        Some(ColumnTag::Date) => owned(date_text(segment.word(Section::Date, game)?)),
        Some(ColumnTag::WhiteElo) => owned(half(Section::WhiteElo)?.to_string()),
        Some(ColumnTag::BlackElo) => owned(half(Section::BlackElo)?.to_string()),
        Some(ColumnTag::Eco) => owned(eco_text(half(Section::Eco)?).unwrap_or_default()),
        Some(ColumnTag::PlyCount) => owned(half(Section::Plies)?.to_string()),
        Some(ColumnTag::Result) => owned(segment.flags_of(game)?.result().as_str().to_owned()),
        None => Err(segment.damaged(Section::Templates, u64::from(game), Damage::NUMBER)),
    }
}

fn pgn_of(segment: &Segment, game: u32) -> Result<Vec<u8>, DatabaseError> {
    let extra = extra_of(segment, game)?;
    let flags = segment.flags_of(game)?;
    let mut tags = Tags::default();
    each_tag(segment, game, &extra, |name, value| tags.add(name, Text::of_comment(value)))?;
    if let Some(text) = &extra.text
        && flags.is_foreign()
    {
        return Ok([text, &b"\n\n"[..]].concat());
    }
    // Without tags and moves, the text would be read as part of the game before.
    let is_bare = tags.is_empty() && segment.code_range(game)?.1 == 0;
    let selection = if is_bare { TagSelection::CompleteRoster } else { TagSelection::AsIs };
    let options = WriterOptions { tags: selection, ..WriterOptions::AS_IS };
    let mut writer = PgnWriter::with_options(Vec::new(), options);
    // Writing to memory does not fail, here and below.
    writer.tags(&tags, flags.result())?;
    writer.flush()?;
    if let Some(text) = extra.text {
        let mut pgn = writer.into_inner();
        pgn.extend_from_slice(&text);
        pgn.extend_from_slice(b"\n\n");
        return Ok(pgn);
    }
    let start = segment.start_of(game, extra.fen.as_deref())?;
    let mut written = Ok(());
    segment.replay_from(game, start, |pos, mv| {
        if let Some(mv) = mv {
            written = writer.mv(pos, mv);
        }
        written.is_ok()
    })?;
    written?;
    writer.end_game(flags.result())?;
    Ok(writer.into_inner())
}

/// Returns a reader for a stored game, without limits on its tags and comments.
fn reader_of(pgn: &[u8]) -> Reader<Bytes<'_>> {
    let limit = |default: usize| default.max(pgn.len());
    let PgnLimits { tag, tags, comment, .. } = PgnLimits::DEFAULT;
    let limits = PgnLimits {
        tag: limit(tag),
        tags: limit(tags),
        comment: limit(comment),
        ..PgnLimits::DEFAULT
    };
    Reader::from_bytes(pgn).with_options(ReaderOptions { limits, ..ReaderOptions::default() })
}

pub(crate) fn tree_of(segment: &Segment, game: u32) -> Result<GameTree, DatabaseError> {
    let pgn = pgn_of(segment, game)?;
    let damaged = || segment.damaged(Section::Extra, u64::from(game), Damage::MOVE);
    match Games::new(reader_of(&pgn)).next() {
        Some(Ok(game)) => Ok(game.tree),
        Some(Err(_)) | None => Err(damaged()),
    }
}

/// A move of a tree.
pub(crate) struct TreeMove<'a> {
    pub(crate) before: &'a Position,
    pub(crate) mv: Move,
    pub(crate) after: &'a Position,
    /// Number of variations that are open at the move.
    pub(crate) depth: usize,
    /// Number of plies in the main line before this move, if it belongs to the main line and
    /// follows a null move.
    pub(crate) ply_after_null: Option<u64>,
}

/// Calls a function for the positions before and after each move of a tree. The position after a
/// null move is included only if a move follows.
pub(crate) fn each_tree_position(tree: &GameTree, mut each: impl FnMut(&Position)) {
    each_tree_move(tree, |it| {
        each(it.before);
        each(it.after);
    });
}

/// Calls a function for each move of a tree, including moves in variations but not null moves.
pub(crate) fn each_tree_move(tree: &GameTree, mut each: impl FnMut(&TreeMove<'_>)) {
    let (mut pos, mut before) = (tree.start().clone(), tree.start().clone());
    let (mut open, mut is_passed) = (Vec::new(), false);
    for step in tree.walk() {
        match step {
            TreeWalkStep::BeginVariation => {
                open.push((pos.clone(), before.clone()));
                pos.clone_from(&before);
            }
            TreeWalkStep::EndVariation => {
                if let Some(positions) = open.pop() {
                    (pos, before) = positions;
                }
            }
            TreeWalkStep::Node(id) => {
                before.clone_from(&pos);
                match tree.step(id) {
                    Some(Step::Move(mv)) => {
                        pos.play_unchecked(mv);
                        let depth = open.len();
                        let is_after_null = is_passed && depth == 0;
                        let ply = before.ply() - tree.start().ply();
                        each(&TreeMove {
                            before: &before,
                            mv,
                            after: &pos,
                            depth,
                            ply_after_null: is_after_null.then_some(ply),
                        });
                    }
                    // It was possible when the tree was made.
                    Some(Step::Null) => is_passed |= pos.play_null().is_ok() && open.is_empty(),
                    None => {}
                }
            }
        }
    }
}
