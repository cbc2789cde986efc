//! A move that was played, and its points.

use std::io::{self, Read, Write};

use reynard::{Color, GameResult};
use reynard_base::sort::SortRecord;

use crate::BookMove;

/// The points of one side in a game, counted in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// No points.
    Loss = 0,
    /// Half a point. In Polyglot books, an unknown result counts as a draw.
    Draw = 1,
    /// One point.
    Win = 2,
}

impl Points {
    /// Returns the points of a side for a result.
    ///
    /// ```
    /// use reynard::{Color, GameResult};
    /// use reynard_book::Points;
    ///
    /// assert_eq!(Points::of(GameResult::BlackWins, Color::Black), Points::Win);
    /// ```
    pub const fn of(result: GameResult, side: Color) -> Self {
        match (result, side) {
            (GameResult::Draw, _) => Self::Draw,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                Self::Win
            }
            _ => Self::Loss,
        }
    }
}

/// The place of a move in a collection of games. Books depend on it in two ways: moves with equal
/// weights are ordered by their first occurrence, and the weights in very frequent positions depend
/// on the order of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SampleOrder(u64);

impl SampleOrder {
    const PLY_BITS: u32 = 14;
    const MAX_PLY: u16 = (1 << Self::PLY_BITS) - 1;
    const BITS: u32 = 32 + Self::PLY_BITS;

    /// Creates the place of a move from the number of the game and the number of preceding plies in
    /// it. All plies beyond 16,383 share a place.
    ///
    /// ```
    /// use reynard_book::SampleOrder;
    ///
    /// assert!(SampleOrder::new(0, 9) < SampleOrder::new(1, 0));
    /// ```
    pub const fn new(game: u32, ply: u16) -> Self {
        let ply = if ply > Self::MAX_PLY { Self::MAX_PLY } else { ply };
        Self((game as u64) << Self::PLY_BITS | ply as u64)
    }

    /// Returns the place of the move after `games` games have been inserted before its own. The
    /// number of the game is limited to 32 bits.
    ///
    /// ```
    /// use reynard_book::SampleOrder;
    ///
    /// assert_eq!(SampleOrder::new(2, 7).after(3), SampleOrder::new(5, 7));
    /// ```
    #[must_use]
    pub const fn after(self, games: u32) -> Self {
        let game = (self.0 >> Self::PLY_BITS) + games as u64;
        let game = if game > u32::MAX as u64 { u32::MAX as u64 } else { game };
        Self(game << Self::PLY_BITS | self.0 & Self::MAX_PLY as u64)
    }
}

/// A move that was played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookSample {
    /// The key of the position: [`Position::polyglot_key`](reynard::Position::polyglot_key).
    pub key: u64,
    /// The place of the move in the collection of games.
    pub order: SampleOrder,
    /// The move.
    pub mv: BookMove,
    /// The points of the side that made the move.
    pub points: Points,
}

/// A sample packed into sixteen bytes that sort in the order needed to build books: by position,
/// then by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record(u128);

impl SortRecord for Record {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.0.to_ne_bytes())
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; size_of::<Self>()];
        input.read_exact(&mut bytes)?;
        Ok(Self(u128::from_ne_bytes(bytes)))
    }
}

const POINT_BITS: u32 = 2;
const MOVE_BITS: u32 = 16;

const _: () = assert!(64 + SampleOrder::BITS + MOVE_BITS + POINT_BITS == u128::BITS);

impl From<BookSample> for Record {
    fn from(BookSample { key, order, mv, points }: BookSample) -> Self {
        let lower = order.0 << (MOVE_BITS + POINT_BITS)
            | u64::from(mv.bits()) << POINT_BITS
            | points as u64;
        Self(u128::from(key) << 64 | u128::from(lower))
    }
}

impl From<Record> for BookSample {
    #[expect(clippy::cast_possible_truncation, reason = "the fields are cut out of a number")]
    fn from(Record(bits): Record) -> Self {
        let lower = bits as u64;
        Self {
            key: (bits >> 64) as u64,
            order: SampleOrder(lower >> (MOVE_BITS + POINT_BITS)),
            mv: BookMove::from_bits((lower >> POINT_BITS) as u16),
            points: match lower & 3 {
                0 => Points::Loss,
                1 => Points::Draw,
                _ => Points::Win,
            },
        }
    }
}
