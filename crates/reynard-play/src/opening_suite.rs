//! Openings for matches and for self-play.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;

use reynard::{
    Game, IllegalMove, Move, Position, StartArray,
    epd::{EpdDiagnostic, EpdOptions, EpdReader},
};
use reynard_book::{Book, BookProbeError, BookSource};
use reynard_pgn::{GameEnd, GameStart, Played, ReadError, Reader, Skip, Visitor};

use reynard_base::SplitMix64;

use crate::claimed_outcome;

/// Openings from which games start: positions, or lines of moves.
///
/// ```
/// use reynard_play::{OpeningOrder, OpeningSuite};
///
/// let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n";
/// let openings = OpeningSuite::from_epd(epd)?.in_order(OpeningOrder::Shuffled { seed: 7 });
/// assert_eq!(openings.len(), 2);
/// // The first opening follows the last one.
/// assert_eq!(openings.game(0).position(), openings.game(2).position());
/// # Ok::<(), reynard_play::OpeningSuiteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningSuite {
    openings: Vec<OpeningLine>,
}

/// One opening: a position and the moves after it.
///
/// ```
/// use reynard_play::OpeningLine;
/// use reynard_play::reynard::Position;
///
/// let start = Position::startpos();
/// let opening = OpeningLine::new(&start, [start.parse_uci("e2e4")?])?;
/// assert_eq!(opening.game().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// Position in X-FEN.
    start: Box<str>,
    moves: Box<[Move]>,
}

/// Order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningOrder {
    /// The same order as in the source.
    #[default]
    Sequential,
    /// Shuffled, reproducibly.
    Shuffled {
        /// Seed of the order.
        seed: u64,
    },
}

/// File format of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningFormat {
    /// EPD records or FENs, one per line.
    Epd,
    /// Games in PGN.
    Pgn,
    /// A Polyglot book.
    Polyglot,
}

impl OpeningFormat {
    /// Detects the format of a file from its name (`.bin`, `.pgn`) and its first byte (`[`). The
    /// default is EPD.
    ///
    /// ```
    /// use std::path::Path;
    /// use reynard_play::OpeningFormat;
    ///
    /// assert_eq!(OpeningFormat::detect(Path::new("book.bin"), b""), OpeningFormat::Polyglot);
    /// assert_eq!(OpeningFormat::detect(Path::new("games"), b"[Event"), OpeningFormat::Pgn);
    /// ```
    pub fn detect(name: &Path, bytes: &[u8]) -> Self {
        let has = |extension: &str| {
            name.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
        };
        if has("bin") {
            Self::Polyglot
        } else if has("pgn") || bytes.trim_ascii_start().starts_with(b"[") {
            Self::Pgn
        } else {
            Self::Epd
        }
    }
}

/// Maximum number of lines that [`OpeningSuite::from_bytes`] draws from a book.
const BOOK_LINES: usize = 10_000;
/// The lines of [`OpeningSuite::balanced`].
const BALANCED: &str = include_str!("openings.txt");
/// Number of attempts per requested line of a book. A small book has few distinct lines, so
/// attempts often repeat a line.
const DRAWS_PER_LINE: usize = 8;

impl OpeningLine {
    /// Creates an opening from a position and the moves after it.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] for the first illegal move.
    pub fn new(
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut game = Game::from_position(start.clone());
        for mv in moves {
            game.play(mv)?;
        }
        Ok(Self { start: start.fen().into(), moves: game.moves().collect() })
    }

    /// Returns a game with the opening moves.
    pub fn game(&self) -> Game {
        // Position and moves were legal when they were stored.
        let start = self.start.parse().unwrap_or_else(|_| Position::startpos());
        let mut game = Game::from_position(start);
        for &mv in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}

impl OpeningSuite {
    /// Creates a suite that contains only the standard start position.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// assert_eq!(OpeningSuite::standard().len(), 1);
    /// ```
    pub fn standard() -> Self {
        let start = Position::startpos().fen().into();
        Self { openings: vec![OpeningLine { start, moves: Box::default() }] }
    }

    /// Creates a suite.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError::Empty`] if there are no openings.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// assert!(OpeningSuite::new(Vec::new()).is_err());
    /// ```
    pub fn new(openings: Vec<OpeningLine>) -> Result<Self, OpeningSuiteError> {
        if openings.is_empty() { Err(OpeningSuiteError::Empty) } else { Ok(Self { openings }) }
    }

    /// Removes the openings in which the game is already over or a draw can be claimed. Returns the
    /// remaining suite, or `None` if no opening remains, together with the numbers of the removed
    /// openings, counted from 1.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// let epd = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    /// let (suite, over) = OpeningSuite::from_epd(epd)?.without_finished();
    /// assert_eq!((suite.map(|suite| suite.len()), over), (Some(1), vec![1]));
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn without_finished(self) -> (Option<Self>, Vec<usize>) {
        let mut over = Vec::new();
        let mut openings = Vec::new();
        for (index, opening) in self.openings.into_iter().enumerate() {
            if claimed_outcome(&opening.game()).is_some() {
                over.push(index + 1);
            } else {
                openings.push(opening);
            }
        }
        (Self::new(openings).ok(), over)
    }

    /// Returns an iterator over the openings as games.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        self.openings.iter().map(OpeningLine::game)
    }

    /// Returns the built-in suite: balanced lines of 8 and 9 plies from the standard start
    /// position, all with different final positions. The engine generated these lines with
    /// `examples/make_openings.rs`, which contains all settings.
    ///
    /// # Panics
    ///
    /// Never panics: the lines are part of this crate, and a test reads them.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// assert_eq!(OpeningSuite::balanced().len(), 500);
    /// ```
    pub fn balanced() -> Self {
        Self::from_lines(BALANCED).unwrap_or_else(|error| unreachable!("the openings: {error}"))
    }

    /// Returns the 960 start positions of Chess960, ordered by number.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    /// use reynard_play::reynard::Position;
    ///
    /// assert_eq!(OpeningSuite::chess960().game(518).position(), &Position::startpos());
    /// ```
    pub fn chess960() -> Self {
        let start = |number| {
            let start = Position::chess960(StartArray::new(number)?).fen().into();
            Some(OpeningLine { start, moves: Box::default() })
        };
        Self { openings: (0..StartArray::COUNT).filter_map(start).collect() }
    }

    /// Reads lines of SAN moves from the standard start position, without move numbers. Empty lines
    /// and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError`] if there are no lines, or for the first token that is not a legal
    /// move.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// let suite = OpeningSuite::from_lines("# two lines\ne4 e5 Nf3\nd4\n")?;
    /// assert_eq!((suite.len(), suite.game(0).len()), (2, 3));
    /// let error = OpeningSuite::from_lines("e4\ne4 e4\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: `e4` is not a legal move after 1 ply");
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn from_lines(text: &str) -> Result<Self, OpeningSuiteError> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut game = Game::new();
            for word in line.split_whitespace() {
                let mv = game.position().parse_san(word).ok();
                if mv.is_none_or(|mv| game.play(mv).is_err()) {
                    let (line, plies) = (index + 1, game.len());
                    return Err(OpeningSuiteError::Move { line, plies, text: word.into() });
                }
            }
            let start = game.root().fen().into();
            openings.push(OpeningLine { start, moves: game.moves().collect() });
        }
        Self::new(openings)
    }

    /// Reads the openings from a file. Moves after the first `plies` are ignored. Lines are drawn
    /// from a book at random, using `seed`.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError`] if the file is empty or not in the given format.
    ///
    /// ```
    /// use reynard_play::{OpeningFormat, OpeningSuite};
    ///
    /// let openings = OpeningSuite::from_bytes(b"1. e4 e5 *".to_vec(), OpeningFormat::Pgn, 1, 0)?;
    /// assert_eq!(openings.game(0).len(), 1);
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn from_bytes(
        bytes: Vec<u8>,
        format: OpeningFormat,
        plies: usize,
        seed: u64,
    ) -> Result<Self, OpeningSuiteError> {
        match format {
            OpeningFormat::Epd => Self::from_epd(&bytes),
            OpeningFormat::Pgn => Self::from_pgn(&bytes, plies),
            OpeningFormat::Polyglot => {
                let book = Book::new(bytes).map_err(OpeningSuiteError::Open)?;
                Self::from_book(&book, plies, BOOK_LINES, seed)
            }
        }
    }

    /// Reads the positions of EPD records, or of FENs, one per line.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError`] if there are no positions, or for the first line that is not a
    /// position.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// assert_eq!(OpeningSuite::from_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?.len(), 1);
    /// assert!(OpeningSuite::from_epd("1. e4 e5").is_err());
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn from_epd(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<Self, OpeningSuiteError> {
        let mut openings = Vec::new();
        for record in EpdReader::new(text, EpdOptions::TOLERANT) {
            let record = record.map_err(|error| OpeningSuiteError::Epd(Box::new(error)))?;
            let start = record.epd.position.fen().into();
            openings.push(OpeningLine { start, moves: Box::default() });
        }
        Self::new(openings)
    }

    /// Reads the first `plies` moves of PGN games, up to the first illegal move.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError`] if there are no games.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// let openings = OpeningSuite::from_pgn(b"1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n", 3)?;
    /// assert_eq!((openings.len(), openings.game(0).len(), openings.game(1).len()), (2, 3, 2));
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn from_pgn(text: &[u8], plies: usize) -> Result<Self, OpeningSuiteError> {
        let mut beginnings =
            Beginnings { plies, start: None, moves: Vec::new(), found: Vec::new() };
        Reader::from_bytes(text).read_all(&mut beginnings).map_err(OpeningSuiteError::Pgn)?;
        Self::new(beginnings.found)
    }

    /// Draws up to `count` different lines from a Polyglot book, all from the standard start
    /// position. Moves are drawn with probabilities proportional to their weights. Each line has
    /// `plies` moves, or fewer if the book ends earlier.
    ///
    /// # Errors
    ///
    /// [`OpeningSuiteError`] if the book cannot be read or does not contain the start position.
    ///
    /// ```
    /// use reynard_book::Book;
    /// use reynard_play::OpeningSuite;
    ///
    /// // An empty book does not have the start position.
    /// let book = Book::new(Vec::new())?;
    /// assert!(OpeningSuite::from_book(&book, 8, 100, 1).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_book<S: BookSource>(
        book: &Book<S>,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<Self, OpeningSuiteError> {
        let mut random = SplitMix64::new(seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        for _ in 0..count.saturating_mul(DRAWS_PER_LINE) {
            let mut game = Game::new();
            while game.len() < plies {
                let answer = book.probe(game.position()).map_err(OpeningSuiteError::Book)?;
                let Some(mv) = answer.choose(random.next_u64()).map(|candidate| candidate.mv)
                else {
                    break;
                };
                if game.play(mv).is_err() {
                    break;
                }
            }
            let moves: Box<[Move]> = game.moves().collect();
            if !moves.is_empty() && seen.insert(moves.clone()) {
                openings.push(OpeningLine { start: game.root().fen().into(), moves });
            }
            if openings.len() == count {
                break;
            }
        }
        Self::new(openings)
    }

    /// Reorders the openings.
    ///
    /// ```
    /// use reynard_play::{OpeningOrder, OpeningSuite};
    ///
    /// let suite = OpeningSuite::from_pgn(b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n", 1)?;
    /// let shuffled = suite.in_order(OpeningOrder::Shuffled { seed: 3 });
    /// assert_eq!(shuffled.len(), 3);
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    #[must_use]
    pub fn in_order(mut self, order: OpeningOrder) -> Self {
        if let OpeningOrder::Shuffled { seed } = order {
            SplitMix64::new(seed).shuffle(&mut self.openings);
        }
        self
    }

    /// Returns the number of openings, which is at least one.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Returns `false`: a suite is never empty.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// Returns an opening as a game. Indices beyond the last opening wrap around to the first one.
    ///
    /// ```
    /// use reynard_play::OpeningSuite;
    ///
    /// let suite = OpeningSuite::from_pgn(b"1. e4 e5 *", 2)?;
    /// assert_eq!((suite.game(0).len(), suite.game(7).len()), (2, 2));
    /// # Ok::<(), reynard_play::OpeningSuiteError>(())
    /// ```
    pub fn game(&self, index: usize) -> Game {
        self.openings[index % self.openings.len()].game()
    }
}

/// Visitor that collects the first moves of games.
struct Beginnings {
    plies: usize,
    start: Option<Position>,
    moves: Vec<Move>,
    found: Vec<OpeningLine>,
}

impl Visitor for Beginnings {
    fn begin_game(&mut self, _: GameStart) {
        self.start = None;
        self.moves.clear();
    }

    fn start_position(&mut self, position: &Position) {
        self.start = Some(position.clone());
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        if self.moves.len() >= self.plies {
            return Skip::Yes;
        }
        self.moves.push(played.mv);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, _: &GameEnd) {
        let Some(start) = self.start.take() else { return };
        let moves = self.moves.drain(..).collect();
        self.found.push(OpeningLine { start: start.fen().into(), moves });
    }
}

/// The error returned if openings cannot be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpeningSuiteError {
    /// There are no openings.
    Empty,
    /// A line is not EPD.
    Epd(Box<EpdDiagnostic>),
    /// A token of a line is not a legal move.
    Move {
        /// Number of the line, from 1.
        line: usize,
        /// Number of plies before the token.
        plies: usize,
        /// The token.
        text: Box<str>,
    },
    /// The games cannot be read.
    Pgn(ReadError),
    /// The book cannot be opened.
    Open(io::Error),
    /// The book cannot be probed.
    Book(BookProbeError),
}

impl fmt::Display for OpeningSuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no openings"),
            Self::Epd(error) => error.fmt(f),
            Self::Move { line, plies, text } => {
                let unit = if *plies == 1 { "ply" } else { "plies" };
                let text = text.escape_debug();
                write!(f, "line {line}: `{text}` is not a legal move after {plies} {unit}")
            }
            Self::Pgn(error) => error.fmt(f),
            Self::Open(error) => error.fmt(f),
            Self::Book(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpeningSuiteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Epd(error) => error.source(),
            Self::Pgn(error) => error.source(),
            Self::Open(error) => error.source(),
            Self::Book(error) => error.source(),
            Self::Empty | Self::Move { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_pgn_are_cut_off() {
        let pgn = b"1. e4 (1. d4 d5) e5 2. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
        let openings = OpeningSuite::from_pgn(pgn, 2).unwrap();
        let moves = |index: usize| -> Vec<String> {
            openings.game(index).moves().map(|mv| reynard::UciMove::from(mv).to_string()).collect()
        };
        assert_eq!((moves(0), moves(1)), (vec!["e2e4".into(), "e7e5".into()], vec!["e2e4".into()]));
        assert_eq!(openings.game(1).root().occupied().len(), 3);
        assert!(matches!(OpeningSuite::from_pgn(b"", 2), Err(OpeningSuiteError::Empty)));
    }

    #[test]
    fn lines_of_a_book_differ() {
        let start = Position::startpos();
        let entry = |pos: &Position, text: &str, weight| {
            reynard_book::Entry::new(pos, pos.parse_uci(text).unwrap(), weight)
        };
        let mut after = start.clone();
        after.play(start.parse_uci("e2e4").unwrap()).unwrap();
        let mut entries = [
            entry(&start, "e2e4", 3),
            entry(&start, "d2d4", 1),
            entry(&start, "a2a4", 0),
            entry(&after, "e7e5", 1),
            entry(&after, "c7c5", 1),
        ];
        entries.sort_by_key(|entry| entry.key);
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        let book = Book::new(bytes).unwrap();
        let openings = OpeningSuite::from_book(&book, 8, 50, 1).unwrap();
        assert_eq!(openings.len(), 3, "e4 e5, e4 c5, d4");
        assert!(matches!(OpeningSuite::from_book(&book, 0, 50, 1), Err(OpeningSuiteError::Empty)));
    }

    #[test]
    fn invalid_lines_are_errors_with_their_number() {
        assert!(matches!(OpeningSuite::from_epd(""), Err(OpeningSuiteError::Empty)));
        let error = OpeningSuite::from_epd("4k3/8/8/8/8/8/8/4K3 w - -\nrubbish\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2"), "{error}");
        let start = Position::startpos();
        let e4 = start.parse_uci("e2e4").unwrap();
        let opening = OpeningLine::new(&start, [e4]).unwrap();
        assert!(opening.game().moves().eq([e4]));
        assert!(OpeningLine::new(&start, [e4, e4]).is_err());
    }
}
