//! Where games begin.

use std::fmt;

use reynard::{EpdFinding, EpdOptions, EpdReader, Game, IllegalMove, Move, Position};

/// Positions, or short games, from which games begin.
///
/// ```
/// use reynard_arena::{OpeningOrder, Openings};
///
/// let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n";
/// let openings = Openings::from_epd(epd)?.in_order(OpeningOrder::Shuffled { seed: 7 });
/// assert_eq!(openings.len(), 2);
/// // After the last one, the first follows again.
/// assert_eq!(openings.game(0).position(), openings.game(2).position());
/// # Ok::<(), reynard_arena::OpeningsError>(())
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
        for m in moves {
            game.play(m)?;
        }
        Ok(Self { start: start.to_fen().into(), moves: game.moves().collect() })
    }

    /// The game so far.
    pub fn game(&self) -> Game {
        // Both have been checked by whoever made this.
        let start = self.start.parse().unwrap_or_else(|_| Position::startpos());
        let mut game = Game::from_position(start);
        for &m in &self.moves {
            if game.play(m).is_err() {
                break;
            }
        }
        game
    }
}

impl Openings {
    /// The start position of standard chess and nothing else.
    pub fn standard() -> Self {
        let start = Position::startpos().to_fen().into();
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
            let start = record.epd.position.to_fen().into();
            openings.push(Opening { start, moves: Box::default() });
        }
        Self::new(openings)
    }

    /// The same openings in another order.
    #[must_use]
    pub fn in_order(mut self, order: OpeningOrder) -> Self {
        if let OpeningOrder::Shuffled { seed } = order {
            shuffle(&mut self.openings, seed);
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

/// Mixes a list: the shuffle of Fisher and Yates with the generator `splitmix64` of Sebastiano Vigna,
/// <https://prng.di.unimi.it/splitmix64.c> (public domain). The bias of the remainder is far below what
/// a match could show.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for end in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let chosen = (mixed ^ mixed >> 31) % (end as u64 + 1);
        items.swap(end, usize::try_from(chosen).unwrap_or(0));
    }
}

/// There is nothing to begin games from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// There is no opening at all.
    Empty,
    /// A line is not EPD.
    Epd(Box<EpdFinding>),
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no openings"),
            Self::Epd(finding) => finding.fmt(f),
        }
    }
}

impl std::error::Error for OpeningsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_loses_nothing() {
        let mut items: Vec<u32> = (0..1000).collect();
        shuffle(&mut items, 42);
        assert_ne!(items[..5], [0, 1, 2, 3, 4]);
        let mut again: Vec<u32> = (0..1000).collect();
        shuffle(&mut again, 42);
        assert_eq!(items, again);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..1000));
    }

    #[test]
    fn bad_lines_are_errors_and_moves_are_kept() {
        assert_eq!(Openings::from_epd("").unwrap_err(), OpeningsError::Empty);
        let error = Openings::from_epd("4k3/8/8/8/8/8/8/4K3 w - -\nrubbish\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2"), "{error}");
        let start = Position::startpos();
        let e4 = start.parse_uci("e2e4").unwrap();
        let opening = Opening::new(&start, [e4]).unwrap();
        assert!(opening.game().moves().eq([e4]));
        assert!(Opening::new(&start, [e4, e4]).is_err());
    }
}
