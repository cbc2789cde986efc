//! Errors that occur when parsing SAN.

use core::fmt;
use core::ops::Deref;

use crate::notation::MoveText;
use crate::{Move, MoveKind, Square, UciMove};

/// The error returned for text that is not a move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSanError;

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a single move in algebraic notation, like e4, Nbxd7 or O-O")
    }
}

impl core::error::Error for ParseSanError {}

/// The error returned for a move in SAN that matches no legal move of the position, matches more
/// than one, or is not written in standard form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The null move is not a move of chess.
    Null,
    /// No legal move matches.
    Illegal,
    /// More than one legal move matches.
    Ambiguous(SanCandidates),
    /// One legal move matches, but its standard SAN differs in the capture mark or specifies less
    /// of the origin. The lenient reader accepts such moves.
    NotStandard {
        /// The matching move.
        meant: Move,
        /// The standard notation of the move.
        standard: MoveText,
    },
    /// The text is a pawn push, but only a pawn capture leads to that square. No reader accepts
    /// this, because the origin file is a mandatory part of a pawn capture (PGN standard 8.2.3.3,
    /// FIDE Laws C.10).
    CaptureWrittenAsPush {
        /// The only pawn capture that leads to the square.
        capture: Move,
        /// The standard notation of the capture.
        standard: MoveText,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("the null move is not legal"),
            Self::Illegal => f.write_str("not a legal move here"),
            Self::Ambiguous(candidates) => write!(f, "ambiguous: {candidates}"),
            Self::NotStandard { standard, .. } => {
                write!(f, "in standard notation this move is {standard}")
            }
            Self::CaptureWrittenAsPush { standard, .. } => {
                write!(f, "not a legal move here; the capture is written {standard}")
            }
        }
    }
}

impl core::error::Error for SanError {}

/// The error returned for text that is not a legal move: it is either not SAN at all, or not legal
/// in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidSan {
    /// The text is not SAN. For the lenient reader, it contains nothing that could be a single
    /// move.
    Syntax(ParseSanError),
    /// The text does not match a single legal move, or is not the standard form of that move.
    Rules(SanError),
}

impl fmt::Display for InvalidSan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for InvalidSan {}

/// The two or more legal moves that match ambiguous text. The value dereferences to a slice.
///
/// ```
/// use reynard::{InvalidSan, Position, san::SanError};
///
/// let pos: Position = "3k4/8/8/8/8/8/K7/R6R w - - 0 1".parse()?;
/// let Err(InvalidSan::Rules(SanError::Ambiguous(rooks))) = pos.parse_san("Re1") else {
///     panic!("both rooks can go to e1")
/// };
/// assert_eq!(rooks.to_string(), "a1e1 or h1e1");
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Copy)]
pub struct SanCandidates {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl SanCandidates {
    /// At most eight sliders and eight knights can reach a square, and three pawns can promote
    /// there.
    const CAPACITY: usize = 24;

    /// The value of unused slots, which is never visible.
    const FILLER: Move = Move::from_parts(Square::A1, Square::B1, MoveKind::Quiet);

    pub(in crate::notation) const EMPTY: Self =
        Self { moves: [Self::FILLER; Self::CAPACITY], len: 0 };

    /// Adds a move if there is room.
    pub(in crate::notation) const fn push(&mut self, mv: Move) {
        if self.len < Self::CAPACITY {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }
}

impl Deref for SanCandidates {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl fmt::Debug for SanCandidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Display for SanCandidates {
    /// Lists the moves in UCI notation, such as `e4e1 or h1e1 or h4e1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &mv) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " or " };
            write!(f, "{separator}{}", UciMove::from(mv))?;
        }
        Ok(())
    }
}

impl PartialEq for SanCandidates {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SanCandidates {}
