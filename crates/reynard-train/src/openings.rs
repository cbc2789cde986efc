//! Where games begin.

use std::fmt;

use std::collections::HashSet;

use reynard::{
    Game, IllegalMove, Move, Position,
    epd::{EpdDiagnostic, EpdOptions, EpdReader},
};
use reynard_book::{Book, ProbeError, Source};
use reynard_pgn::{GameEnd, GameStart, Played, ReadError, Reader, Skip, Visitor};

use crate::random::SplitMix64;

/// Positions, or short games, from which games begin.
///
/// ```
/// use reynard_train::{OpeningOrder, Openings};
///
/// let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n";
/// let openings = Openings::from_epd(epd)?.in_order(OpeningOrder::Shuffled { seed: 7 });
/// assert_eq!(openings.len(), 2);
/// // After the last one, the first follows again.
/// assert_eq!(openings.game(0).position(), openings.game(2).position());
/// # Ok::<(), reynard_train::OpeningsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings {
    openings: Vec<Opening>,
}

/// A position from which a game begins, and the moves that are played by the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, as X-FEN.
    start: Box<str>,
    moves: Box<[Move]>,
}

/// In which order openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningOrder {
    /// As they come.
    #[default]
    Sequential,
    /// Mixed, always in the same way for the same seed.
    Shuffled {
        /// Any number.
        seed: u64,
    },
}

impl Opening {
    /// An opening from a position and legal moves.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] for the first move that is not legal.
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

    /// The game so far.
    pub fn game(&self) -> Game {
        // Both have been checked by whoever made this.
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

impl Openings {
    /// The start position of standard chess and nothing else.
    pub fn standard() -> Self {
        let start = Position::startpos().fen().into();
        Self { openings: vec![Opening { start, moves: Box::default() }] }
    }

    /// Openings of one's own.
    ///
    /// # Errors
    ///
    /// [`OpeningsError::Empty`] if there are none.
    pub fn new(openings: Vec<Opening>) -> Result<Self, OpeningsError> {
        if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(Self { openings }) }
    }

    /// The positions of EPD records, or of FENs one a line.
    ///
    /// # Errors
    ///
    /// [`OpeningsError`] if there are none, or for the first line that is no position.
    pub fn from_epd(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<Self, OpeningsError> {
        let mut openings = Vec::new();
        for record in EpdReader::new(text, EpdOptions::TOLERANT) {
            let record = record.map_err(|finding| OpeningsError::Epd(Box::new(finding)))?;
            let start = record.epd.position.fen().into();
            openings.push(Opening { start, moves: Box::default() });
        }
        Self::new(openings)
    }

    /// The beginnings of games in PGN, each of so many plies or as long as the game is legal.
    ///
    /// # Errors
    ///
    /// [`OpeningsError`] if there is no game.
    ///
    /// ```
    /// use reynard_train::Openings;
    ///
    /// let openings = Openings::from_pgn(b"1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n", 3)?;
    /// assert_eq!((openings.len(), openings.game(0).len(), openings.game(1).len()), (2, 3, 2));
    /// # Ok::<(), reynard_train::OpeningsError>(())
    /// ```
    pub fn from_pgn(text: &[u8], plies: usize) -> Result<Self, OpeningsError> {
        let mut beginnings =
            Beginnings { plies, start: None, moves: Vec::new(), found: Vec::new() };
        Reader::from_bytes(text).read_all(&mut beginnings).map_err(OpeningsError::Pgn)?;
        Self::new(beginnings.found)
    }

    /// Lines of a Polyglot book from the start position of standard chess, drawn by the weights of the
    /// moves: at most so many different ones, each of so many plies or as long as the book goes.
    ///
    /// # Errors
    ///
    /// [`OpeningsError`] if the book cannot be read or does not know the start position.
    pub fn from_book<S: Source>(
        book: &Book<S>,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        let mut random = SplitMix64::new(seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        // A small book has few lines, and the same ones come again and again.
        for _ in 0..count.saturating_mul(DRAWS_A_LINE) {
            let mut game = Game::new();
            while game.len() < plies {
                let answer = book.probe(game.position()).map_err(OpeningsError::Book)?;
                let Some(mv) = answer.choose(random.next_u64()).map(|candidate| candidate.m) else {
                    break;
                };
                if game.play(mv).is_err() {
                    break;
                }
            }
            let moves: Box<[Move]> = game.moves().collect();
            if !moves.is_empty() && seen.insert(moves.clone()) {
                openings.push(Opening { start: game.root().fen().into(), moves });
            }
            if openings.len() == count {
                break;
            }
        }
        Self::new(openings)
    }

    /// The same openings in another order.
    #[must_use]
    pub fn in_order(mut self, order: OpeningOrder) -> Self {
        if let OpeningOrder::Shuffled { seed } = order {
            SplitMix64::new(seed).shuffle(&mut self.openings);
        }
        self
    }

    /// The number of openings, at least one.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there are none, which cannot be.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The game so far of an opening. After the last one the first follows again.
    pub fn game(&self, index: usize) -> Game {
        self.openings[index % self.openings.len()].game()
    }
}

/// How often a line of a book is drawn before it is given up to find another one.
const DRAWS_A_LINE: usize = 8;

/// Collects the beginnings of games.
struct Beginnings {
    plies: usize,
    start: Option<Position>,
    moves: Vec<Move>,
    found: Vec<Opening>,
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
        self.found.push(Opening { start: start.fen().into(), moves });
    }
}

/// There is nothing to begin games from.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpeningsError {
    /// There is no opening at all.
    Empty,
    /// A line is not EPD.
    Epd(Box<EpdDiagnostic>),
    /// Games cannot be read.
    Pgn(ReadError),
    /// A book cannot be read.
    Book(ProbeError),
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no openings"),
            Self::Epd(finding) => finding.fmt(f),
            Self::Pgn(error) => error.fmt(f),
            Self::Book(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpeningsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_with_their_moves() {
        let pgn = b"1. e4 (1. d4 d5) e5 2. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
        let openings = Openings::from_pgn(pgn, 2).unwrap();
        let moves = |index: usize| -> Vec<String> {
            openings.game(index).moves().map(|mv| reynard::UciMove::from(mv).to_string()).collect()
        };
        assert_eq!((moves(0), moves(1)), (vec!["e2e4".into(), "e7e5".into()], vec!["e2e4".into()]));
        assert_eq!(openings.game(1).root().occupied().len(), 3);
        assert!(matches!(Openings::from_pgn(b"", 2), Err(OpeningsError::Empty)));
    }

    #[test]
    fn books_give_different_lines() {
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
        let openings = Openings::from_book(&book, 8, 50, 1).unwrap();
        assert_eq!(openings.len(), 3, "e4 e5, e4 c5, d4");
        assert!(matches!(Openings::from_book(&book, 0, 50, 1), Err(OpeningsError::Empty)));
    }

    #[test]
    fn bad_lines_are_errors_and_moves_are_kept() {
        assert!(matches!(Openings::from_epd(""), Err(OpeningsError::Empty)));
        let error = Openings::from_epd("4k3/8/8/8/8/8/8/4K3 w - -\nrubbish\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2"), "{error}");
        let start = Position::startpos();
        let e4 = start.parse_uci("e2e4").unwrap();
        let opening = Opening::new(&start, [e4]).unwrap();
        assert!(opening.game().moves().eq([e4]));
        assert!(Opening::new(&start, [e4, e4]).is_err());
    }
}
