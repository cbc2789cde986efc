//! The main lines of games in formats that are not PGN.

use std::io::Write;

use reynard::{CastlingNotation, Move, Position, UciMove};
use reynard_pgn::{
    GameEnd, GameStart, Integrity, NullMove, OpeningNames, Played, Skip, Tags, Text, Visitor,
};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::GameProcessor;

/// A format into which an [`Exporter`] converts games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// A line of moves for each game as engines write them: `e2e4 e7e5`.
    Uci,
    /// A line of moves for each game in long notation: `e2-e4 e7-e5`.
    Lan,
    /// A line of moves for each game in standard notation: `e4 e5`.
    San,
    /// A line for each position in FEN.
    Fen,
    /// A line for each position in EPD, with the move that was played.
    Epd,
    /// A JSON object for each game.
    Jsonl,
    /// A row of comma-separated values for each game, after the [header](Self::header).
    Csv,
}

impl ExportFormat {
    /// Returns the text that stands before the first game; empty for all formats but CSV.
    ///
    /// ```
    /// use reynard_games::ExportFormat;
    ///
    /// assert!(ExportFormat::Csv.header().starts_with(b"Event,"));
    /// ```
    pub const fn header(self) -> &'static [u8] {
        match self {
            Self::Csv => CSV_HEADER,
            _ => b"",
        }
    }
}

/// The first row.
const CSV_HEADER: &[u8] =
    b"Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening,PlyCount,Moves\n";

/// The columns that are tags.
const CSV_TAGS: [&str; 9] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo"];

/// Writes the main lines of games in another format, for
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
    /// The first position, of the games that can be played.
    start: Option<Position>,
    steps: Vec<Option<Move>>,
}

impl Exporter {
    /// An exporter without any game.
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
        Self { format, text: Vec::new(), tags: Tags::default(), start: None, steps: Vec::new() }
    }

    /// Returns the games that have been written.
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
            ExportFormat::Csv => self.write_row(start, end),
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
        // By the position, since many files of Chess960 do not say so in a tag.
        let castling = CastlingNotation::for_position(start);
        let mut pos = start.clone();
        let words = self.steps.iter().map(|step| {
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

    /// Writes something of each position, given its number of plies and the move that follows.
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

    /// Four fields of FEN and the operations of the PGN standard (16.2.5) for the clocks, the move that
    /// was played, and a comment that says in which game.
    fn write_epd(&mut self, start: &Position) -> std::io::Result<()> {
        let name = |tag| self.tags.text(tag).unwrap_or_default().replace(['"', '\\'], "'");
        let players: String = format!("{} - {}", name("White"), name("Black"));
        let players: String = players.chars().take(100).collect();
        self.write_positions(start, |text, pos, ply, next| {
            let (clock, number) = (pos.halfmove_clock(), pos.fullmove_number());
            let fen = pos.fen();
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            write!(text, "{} c0 \"{players}, ply {ply}\"; ", fields.join(" "))?;
            write!(text, "fmvn {number}; hmvc {clock};")?;
            match next {
                Some(mv) => writeln!(text, " sm {};", pos.san(mv)),
                None => writeln!(text),
            }
        })
    }

    fn write_json(&mut self, start: &Position, end: &GameEnd) -> std::io::Result<()> {
        let fen = (*start != Position::startpos()).then(|| start.fen());
        let (san, uci) =
            (self.words(start, ExportFormat::San), self.words(start, ExportFormat::Uci));
        let opening = self.opening(start);
        let game = Game {
            tags: TagMap(&self.tags),
            fen,
            result: self.tags.result(end.result).as_str(),
            eco: opening.map(|opening| opening.eco),
            opening: opening.map(|opening| opening.name),
            san,
            uci,
        };
        serde_json::to_writer(&mut self.text, &game)?;
        self.text.write_all(b"\n")
    }

    fn write_row(&mut self, start: &Position, end: &GameEnd) -> std::io::Result<()> {
        let opening = self.opening(start);
        let mut row: Vec<String> =
            CSV_TAGS.map(|name| self.tags.text(name).unwrap_or_default().into_owned()).into();
        self.tags.result(end.result).as_str().clone_into(&mut row[6]);
        row.push(opening.map(|opening| opening.eco.to_owned()).unwrap_or_default());
        row.push(opening.map(|opening| opening.name.to_owned()).unwrap_or_default());
        row.push(self.steps.len().to_string());
        row.push(self.words(start, ExportFormat::San).join(" "));
        let row: Vec<String> = row.iter().map(|field| quoted(field)).collect();
        writeln!(self.text, "{}", row.join(","))
    }

    fn opening(&self, start: &Position) -> Option<reynard_pgn::NamedOpening> {
        let openings = OpeningNames::embedded();
        let mut pos = start.clone();
        let mut found = None;
        for step in &self.steps {
            play(&mut pos, *step);
            found = openings.find(&pos).or(found);
        }
        found
    }
}

/// Plays a step that is known to be possible.
fn play(pos: &mut Position, step: Option<Move>) {
    match step {
        Some(mv) => pos.play_unchecked(mv),
        // It was possible when the game was read.
        None => drop(pos.play_null()),
    }
}

/// A field as RFC 4180 has it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A game as an object.
#[derive(serde::Serialize)]
struct Game<'a> {
    tags: TagMap<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    san: Vec<String>,
    uci: Vec<String>,
}

/// The tags as an object, each name once.
struct TagMap<'a>(&'a Tags);

impl Serialize for TagMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, tag) in self.0.iter().enumerate() {
            if self.0.iter().take(index).all(|before| before.name() != tag.name()) {
                map.serialize_entry(&String::from_utf8_lossy(tag.name()), &tag.text())?;
            }
        }
        map.end()
    }
}

impl Visitor for Exporter {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.start = None;
        self.steps.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn start_position(&mut self, position: &Position) {
        self.start = Some(position.clone());
    }

    fn san(&mut self, _: &[u8]) -> Skip {
        Skip::Yes
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.steps.push(Some(played.mv));
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        self.steps.push(None);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        if let Some(start) = self.start.take()
            && end.integrity != Integrity::Rejected
        {
            // Writing to memory does not fail.
            let _ = self.write(&start, end);
        }
    }
}

impl GameProcessor for Exporter {}
