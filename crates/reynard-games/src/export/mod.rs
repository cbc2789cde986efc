//! The main lines of games in formats other than PGN.

mod columns;
mod json;
mod play;

pub use columns::CsvColumn;
pub use json::GamePart;

use std::io::Write;

use reynard::epd::EpdOperation;
use reynard::{CastlingNotation, Epd, Move, Position, UciMove};
use reynard_pgn::{
    Comment, GameEnd, GameStart, Integrity, MAX_GAME_TEXT, Nag, NamedOpening, NullMove,
    OpeningNames, Played, Skip, Tags, Text, TreeBuilder, Visitor,
};

use crate::GameProcessor;
use crate::key::tag_text;
use json::{JsonGame, MoveColumns};
use play::play;

/// A format into which an [`Exporter`] converts games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// One line per game, with the moves in UCI notation: `e2e4 e7e5`.
    Uci,
    /// One line per game, with the moves in long algebraic notation: `e2-e4 e7-e5`.
    Lan,
    /// One line per game, with the moves in standard notation: `e4 e5`.
    San,
    /// One line per position, with its FEN.
    Fen,
    /// One line per position, with an EPD record that contains the move played.
    Epd,
    /// One line per game, with a JSON object.
    Jsonl,
    /// One line per game, with comma-separated values, after the [header](Exporter::header).
    Csv,
}

/// A visitor that writes the main lines of games in another format, for use with
/// [`read_parallel`](reynard_pgn::read_parallel) or a [`Reader`](reynard_pgn::Reader).
///
/// ```
/// use reynard_games::{ExportFormat, Exporter};
/// use reynard_pgn::Reader;
///
/// let mut exporter = Exporter::new(ExportFormat::Uci);
/// Reader::from_bytes(b"1. e4 e5 *\n\n1. d4 *\n").read_all(&mut exporter)?;
/// assert_eq!(exporter.text(), b"e2e4 e7e5\nd2d4\n");
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Exporter {
    format: ExportFormat,
    text: Vec<u8>,
    tags: Tags,
    /// The start position of the game, if its moves can be played.
    start: Option<Position>,
    /// The main line, in all formats except [`ExportFormat::Jsonl`].
    steps: Vec<Option<Move>>,
    /// The main line, in [`ExportFormat::Jsonl`].
    moves: MoveColumns,
    castling: CastlingNotation,
    /// The opening, in the formats that contain it.
    opening: Option<NamedOpening>,
    columns: Vec<CsvColumn>,
    /// Set for each column that is not a tag, and for each tag that some game has.
    seen: Vec<bool>,
    parts: Vec<GamePart>,
    /// The tree of the game, if any requested part requires it.
    tree: Option<TreeBuilder>,
    /// Depth of open variations.
    depth: usize,
    /// Unparsed text of the game.
    unread: Vec<u8>,
}

impl Exporter {
    /// Creates an empty exporter.
    ///
    /// ```
    /// use reynard_games::{ExportFormat, Exporter};
    /// use reynard_pgn::Reader;
    ///
    /// let mut exporter = Exporter::new(ExportFormat::San);
    /// Reader::from_bytes(b"1. e2e4 *").read_all(&mut exporter)?;
    /// assert_eq!(exporter.text(), b"e4\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(format: ExportFormat) -> Self {
        Self {
            format,
            text: Vec::new(),
            tags: Tags::default(),
            start: None,
            steps: Vec::new(),
            moves: MoveColumns::default(),
            castling: CastlingNotation::Standard,
            opening: None,
            columns: Vec::new(),
            seen: Vec::new(),
            parts: Vec::new(),
            tree: None,
            depth: 0,
            unread: Vec::new(),
        }
        .with_columns(CsvColumn::usual())
    }

    /// Sets the columns of [`ExportFormat::Csv`].
    ///
    /// ```
    /// use reynard_games::{ExportFormat, Exporter};
    /// use reynard_pgn::Reader;
    ///
    /// let columns = vec!["White".parse()?, "Moves".parse()?];
    /// let mut exporter = Exporter::new(ExportFormat::Csv).with_columns(columns);
    /// Reader::from_bytes(b"[White \"Morphy\"]\n\n1. e4 e5 *").read_all(&mut exporter)?;
    /// assert_eq!(exporter.header(), "White,Moves\n");
    /// assert_eq!(exporter.text(), b"Morphy,e4 e5\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_columns(mut self, columns: Vec<CsvColumn>) -> Self {
        self.seen = columns.iter().map(|it| !matches!(it, CsvColumn::Tag(_))).collect();
        self.columns = columns;
        self
    }

    /// Sets the optional parts of the objects of [`ExportFormat::Jsonl`], in addition to tags and
    /// moves.
    ///
    /// ```
    /// use reynard_games::{ExportFormat, Exporter, GamePart};
    /// use reynard_pgn::Reader;
    ///
    /// let parts = vec![GamePart::Clocks, GamePart::Evaluations];
    /// let mut exporter = Exporter::new(ExportFormat::Jsonl).with_parts(parts);
    /// let pgn = b"1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 *";
    /// Reader::from_bytes(pgn).read_all(&mut exporter)?;
    /// let text = String::from_utf8_lossy(exporter.text());
    /// assert!(text.contains(r#""clk":[180.0,null],"eval":[0.17,null]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_parts(mut self, parts: Vec<GamePart>) -> Self {
        self.tree = (!parts.is_empty()).then(TreeBuilder::new);
        self.parts = parts;
        self
    }

    /// Returns the text before the first game; it is empty for all formats except CSV.
    ///
    /// ```
    /// use reynard_games::{ExportFormat, Exporter};
    ///
    /// assert!(Exporter::new(ExportFormat::Csv).header().starts_with("Event,"));
    /// ```
    pub fn header(&self) -> String {
        if self.format != ExportFormat::Csv {
            return String::new();
        }
        let names: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        names.join(",") + "\n"
    }

    /// Returns, for each column, whether it can have a value. The column of a tag can have one only
    /// if some game has the tag.
    pub fn seen_columns(&self) -> &[bool] {
        &self.seen
    }

    /// Returns the games written so far.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    fn write(&mut self, start: &Position, end: &GameEnd) -> std::io::Result<()> {
        match self.format {
            ExportFormat::Uci | ExportFormat::Lan | ExportFormat::San => self.write_moves(start),
            ExportFormat::Fen => {
                self.write_positions(start, |text, pos, _, _| writeln!(text, "{}", pos.fen()))
            }
            ExportFormat::Epd => self.write_epd(start),
            ExportFormat::Jsonl => self.write_json(start, end),
            ExportFormat::Csv => self.write_row(Some(start), end),
        }
    }

    /// Writes a game whose moves cannot be played: its tags and text, or an empty line of moves. It
    /// has no positions.
    fn write_unplayed(&mut self, end: &GameEnd) -> std::io::Result<()> {
        match self.format {
            ExportFormat::Uci | ExportFormat::Lan | ExportFormat::San => writeln!(self.text),
            ExportFormat::Fen | ExportFormat::Epd => Ok(()),
            ExportFormat::Jsonl => self.write_json(&Position::startpos(), end),
            ExportFormat::Csv => self.write_row(None, end),
        }
    }

    /// Stores the opening name of this main-line position, if it has one.
    fn name_opening(&mut self, pos: &Position) {
        if matches!(self.format, ExportFormat::Jsonl | ExportFormat::Csv) {
            self.opening = OpeningNames::embedded().find(pos).or(self.opening);
        }
    }

    fn write_moves(&mut self, start: &Position) -> std::io::Result<()> {
        let words = self.words(start, self.format);
        if *start != Position::startpos() {
            write!(self.text, "fen {} moves ", start.fen())?;
        }
        writeln!(self.text, "{}", words.join(" "))
    }

    fn words(&self, start: &Position, format: ExportFormat) -> Vec<String> {
        words(&self.steps, start, format)
    }

    /// Writes a line for each position by calling `write` with the position, the number of plies
    /// before it and the next move.
    fn write_positions(
        &mut self,
        start: &Position,
        write: impl Fn(&mut Vec<u8>, &Position, usize, Option<Move>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut pos = start.clone();
        for (ply, step) in self.steps.iter().enumerate() {
            write(&mut self.text, &pos, ply, *step)?;
            play(&mut pos, *step);
        }
        write(&mut self.text, &pos, self.steps.len(), None)
    }

    /// Writes an EPD record for each position: four FEN fields, and the operations of the PGN
    /// standard (16.2.5) for the clocks, for the move played, and for a comment that identifies the
    /// game.
    fn write_epd(&mut self, start: &Position) -> std::io::Result<()> {
        let name = |tag| self.tags.text(tag).unwrap_or_default().replace('\\', "'");
        let players: String = format!("{} - {}", name("White"), name("Black"));
        let players: String = players.chars().take(100).collect();
        self.write_positions(start, |text, pos, ply, next| {
            let comment = Some(format!("{players}, ply {ply}"));
            let mut operations = vec![
                EpdOperation::Comment { rank: 0, text: comment },
                EpdOperation::FullmoveNumber(pos.fullmove_number()),
                EpdOperation::HalfmoveClock(pos.halfmove_clock()),
            ];
            operations.extend(next.map(EpdOperation::SuppliedMove));
            writeln!(text, "{}", Epd { position: pos.clone(), operations })
        })
    }

    fn write_json(&mut self, start: &Position, end: &GameEnd) -> std::io::Result<()> {
        let tree = self.tree.as_mut().and_then(TreeBuilder::take);
        let game = JsonGame {
            tags: &self.tags,
            start,
            result: self.tags.result(end.result),
            opening: self.opening,
            moves: &self.moves,
            tree: tree.as_ref().map(|game| &game.tree),
            parts: &self.parts,
            unread: self.unread.trim_ascii(),
        };
        game.write(&mut self.text)?;
        self.text.write_all(b"\n")
    }

    /// Writes a line of the table. The last position is empty without a start position.
    fn write_row(&mut self, start: Option<&Position>, end: &GameEnd) -> std::io::Result<()> {
        let opening = self.opening;
        let moves = |format| match start {
            Some(start) => words(&self.steps, start, format).join(" "),
            None => String::new(),
        };
        let mut row = Vec::with_capacity(self.columns.len());
        for (column, seen) in self.columns.iter().zip(&mut self.seen) {
            let field = match column {
                CsvColumn::Tag(name) => {
                    let value = tag_text(&self.tags, name);
                    *seen = *seen || value.is_some();
                    value.unwrap_or_default().into_owned()
                }
                CsvColumn::Result => self.tags.result(end.result).as_str().to_owned(),
                CsvColumn::Eco => opening.map_or("", |opening| opening.eco).to_owned(),
                CsvColumn::Opening => opening.map_or("", |opening| opening.name).to_owned(),
                CsvColumn::PlyCount => self.steps.len().to_string(),
                CsvColumn::Moves => moves(ExportFormat::San),
                CsvColumn::UciMoves => moves(ExportFormat::Uci),
                CsvColumn::FinalFen => start.cloned().map_or_else(String::new, |mut pos| {
                    self.steps.iter().for_each(|step| play(&mut pos, *step));
                    pos.fen()
                }),
            };
            row.push(quoted(&field));
        }
        writeln!(self.text, "{}", row.join(","))
    }
}

/// Returns the moves in the notation of the format.
fn words(steps: &[Option<Move>], start: &Position, format: ExportFormat) -> Vec<String> {
    // By the position, since many files of Chess960 do not say so in a tag.
    let castling = CastlingNotation::for_position(start);
    let mut pos = start.clone();
    let words = steps.iter().map(|step| {
        let word = match (step, format) {
            (Some(mv), ExportFormat::Uci) => UciMove::new(*mv, castling).to_string(),
            (Some(mv), ExportFormat::Lan) => pos.lan(*mv).to_string(),
            (Some(mv), _) => pos.san(*mv).to_string(),
            (None, ExportFormat::Uci) => "0000".to_owned(),
            (None, _) => "--".to_owned(),
        };
        play(&mut pos, *step);
        word
    });
    words.collect()
}

/// Quotes a field according to RFC 4180.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

impl Visitor for Exporter {
    fn begin_game(&mut self, game: GameStart) {
        self.tags.clear();
        self.start = None;
        self.steps.clear();
        self.moves.clear();
        self.opening = None;
        self.unread.clear();
        self.depth = 0;
        if let Some(tree) = &mut self.tree {
            tree.begin_game(game);
        }
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn start_position(&mut self, position: &Position) {
        self.start = Some(position.clone());
        // By the position, since many files of Chess960 do not say so in a tag.
        self.castling = CastlingNotation::for_position(position);
        if let Some(tree) = &mut self.tree {
            tree.start_position(position);
        }
    }

    /// Keeps a move of a game whose rules or start position are unknown.
    fn san(&mut self, token: &[u8]) -> Skip {
        self.unread(b" ");
        self.unread(token);
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        if self.depth == 0 {
            if self.format == ExportFormat::Jsonl {
                self.moves.push(played.before, played.mv, self.castling);
            } else {
                self.steps.push(Some(played.mv));
            }
            self.name_opening(played.after);
        }
        self.tree.as_mut().map_or(Skip::No, |tree| tree.legal_move(played))
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        if self.depth == 0 {
            if self.format == ExportFormat::Jsonl {
                self.moves.push_null();
            } else {
                self.steps.push(None);
            }
            self.name_opening(passed.after);
        }
        self.tree.as_mut().map_or(Skip::No, |tree| tree.null_move(passed))
    }

    fn nag(&mut self, nag: Nag) {
        if let Some(tree) = &mut self.tree {
            tree.nag(nag);
        }
    }

    fn unread(&mut self, text: &[u8]) {
        if self.unread.len() < MAX_GAME_TEXT {
            self.unread.extend_from_slice(text);
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if let Some(text) = comment.unread_text() {
            self.unread(b" ");
            self.unread(text);
        }
        if let Some(tree) = &mut self.tree {
            tree.comment(comment);
        }
    }

    fn begin_variation(&mut self) -> Skip {
        let Some(tree) = &mut self.tree else { return Skip::Yes };
        if !self.parts.contains(&GamePart::Variations) {
            return Skip::Yes;
        }
        let flow = tree.begin_variation();
        if flow == Skip::No {
            self.depth += 1;
        }
        flow
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(tree) = &mut self.tree {
            tree.end_variation();
        }
    }

    fn end_game(&mut self, end: &GameEnd) {
        if let Some(tree) = &mut self.tree {
            tree.end_game(end);
        }
        if end.integrity == Integrity::Rejected {
            return;
        }
        // Writing to memory does not fail.
        let _ = match self.start.take() {
            Some(start) => self.write(&start, end),
            None => self.write_unplayed(end),
        };
    }
}

impl GameProcessor for Exporter {}
