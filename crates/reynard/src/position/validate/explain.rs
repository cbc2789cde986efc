//! The faults of a set-up in words.

use alloc::boxed::Box;
use core::fmt;

use super::{SetupFault, SetupFaults, checks, material, rights};
use crate::{Bitboard, Color, PieceType, Setup};

/// A set-up is not a position.
///
/// ```
/// use reynard::{Position, Setup};
///
/// let setup: Setup = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1".parse()?;
/// assert_eq!(
///     Position::from_setup(&setup).unwrap_err().to_string(),
///     "White has 17 pieces, more than 16; \
///      the en-passant square e3 is not on rank 6 although White is to move; \
///      White has 9 pawns, more than 8",
/// );
/// # Ok::<(), reynard::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    setup: Box<Setup>,
    faults: SetupFaults,
}

impl SetupError {
    pub(super) fn new(setup: &Setup, faults: SetupFaults) -> Self {
        Self { setup: Box::new(setup.clone()), faults }
    }

    /// Returns all faults that were not waived.
    pub const fn faults(&self) -> SetupFaults {
        self.faults
    }

    /// Returns the refused set-up.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl fmt::Display for SetupError {
    /// Explains every fault, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{}", fault.explain(&self.setup))?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}

impl SetupFault {
    /// Explains the fault in words, with the squares and numbers of the set-up.
    ///
    /// ```
    /// use reynard::{Setup, SetupFault};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     SetupFault::OppositeCheck.explain(&setup).to_string(),
    ///     "the side not to move is in check: black king on e8, attacked from e2",
    /// );
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub const fn explain(self, setup: &Setup) -> Explanation<'_> {
        Explanation { fault: self, setup }
    }
}

/// A fault in words; made by [`SetupFault::explain`].
#[derive(Clone, Debug)]
pub struct Explanation<'a> {
    fault: SetupFault,
    setup: &'a Setup,
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SetupFault as Fault;
        let (white, black) = (Color::White, Color::Black);
        match self.fault {
            Fault::MissingWhiteKing => f.write_str("White has no king"),
            Fault::MissingBlackKing => f.write_str("Black has no king"),
            Fault::TooManyWhiteKings => self.kings(f, white),
            Fault::TooManyBlackKings => self.kings(f, black),
            Fault::TooManyWhitePieces => self.pieces(f, white),
            Fault::TooManyBlackPieces => self.pieces(f, black),
            Fault::PawnOnBackRank => {
                let pawns = self.setup.board.by_type(PieceType::Pawn) & Bitboard::BACK_RANKS;
                write!(f, "no pawn can stand on {}", List(pawns))
            }
            Fault::KingsTouching => {
                let kings = self.setup.board.by_type(PieceType::King);
                write!(f, "the kings touch: {}", List(kings))
            }
            Fault::CastlingOffBackRank => {
                let rooks = self.setup.castling_rooks - Bitboard::BACK_RANKS;
                write!(f, "no rook can castle from {}", List(rooks))
            }
            Fault::CastlingWithoutKing => self.castling_without_king(f),
            Fault::CastlingWithoutRook => self.castling_without_rook(f),
            Fault::CastlingTwiceOneSide => {
                let doubtful = self.setup.castling_rooks - rights::sound_castling_rooks(self.setup);
                write!(f, "two rooks cannot castle on one side of the king: {}", List(doubtful))
            }
            Fault::EnPassantRank
            | Fault::EnPassantOccupied
            | Fault::EnPassantWithoutPawn
            | Fault::EnPassantOrigin
            | Fault::EnPassantCheck => self.en_passant(f),
            Fault::TooManyWhitePawns => self.pawns(f, white),
            Fault::TooManyBlackPawns => self.pawns(f, black),
            Fault::TooManyWhitePromotions => self.promotions(f, white),
            Fault::TooManyBlackPromotions => self.promotions(f, black),
            Fault::OppositeCheck => {
                f.write_str("the side not to move is in check: ")?;
                self.attacked_king(f, !self.setup.turn)
            }
            Fault::TooManyCheckers => {
                f.write_str("more than two pieces give check: ")?;
                self.attacked_king(f, self.setup.turn)
            }
            Fault::ImpossibleCheck => {
                f.write_str("no move can have given the check: ")?;
                self.attacked_king(f, self.setup.turn)
            }
            Fault::FullmoveNumberZero => f.write_str("the number of the first move is 1, not 0"),
        }
    }
}

impl Explanation<'_> {
    fn kings(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let kings = self.setup.board.pieces(color, PieceType::King);
        write!(f, "{} has {} kings: {}", side(color), kings.len(), List(kings))
    }

    fn pieces(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let pieces = self.setup.board.by_color(color).len();
        write!(f, "{} has {pieces} pieces, more than {}", side(color), material::PIECES)
    }

    fn pawns(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let pawns = self.setup.board.pieces(color, PieceType::Pawn).len();
        write!(f, "{} has {pawns} pawns, more than {}", side(color), material::PAWNS)
    }

    fn promotions(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let board = &self.setup.board;
        let (promoted, missing) =
            (material::promoted(board, color), material::missing_pawns(board, color));
        let noun = if promoted == 1 { "piece" } else { "pieces" };
        write!(f, "{} has {promoted} promoted {noun}", side(color))?;
        match missing {
            0 => f.write_str(" but misses no pawn"),
            1 => f.write_str(" but misses only 1 pawn"),
            _ => write!(f, " but misses only {missing} pawns"),
        }
    }

    fn castling_without_king(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for color in Color::ALL {
            let rooks = rights::claimed_rooks(self.setup, color);
            if rooks.any() && rights::castling_king(&self.setup.board, color).is_none() {
                let (side, rank) = (side(color), color.back_rank());
                write!(f, "{separator}{side} cannot castle with {}: ", List(rooks))?;
                write!(f, "no single king on rank {rank}")?;
                separator = ", ";
            }
        }
        Ok(())
    }

    fn castling_without_rook(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for color in Color::ALL {
            let rooks = self.setup.board.pieces(color, PieceType::Rook);
            let absent = rights::claimed_rooks(self.setup, color) - rooks;
            if absent.any() {
                let list = List(absent);
                write!(f, "{separator}{} has no rook to castle with on {list}", side(color))?;
                separator = ", ";
            }
        }
        Ok(())
    }

    fn en_passant(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.setup.turn;
        let Some(target) = self.setup.en_passant else {
            return f.write_str("there is no en-passant square");
        };
        write!(f, "the en-passant square {target} ")?;
        let Some(push) = rights::DoublePush::onto(target, turn) else {
            let rank = crate::Rank::Sixth.relative_to(turn);
            return write!(f, "is not on rank {rank} although {} is to move", side(turn));
        };
        match self.fault {
            SetupFault::EnPassantOccupied => f.write_str("is occupied"),
            SetupFault::EnPassantWithoutPawn => {
                write!(f, "has no {} pawn on {}", !turn, push.pawn)
            }
            SetupFault::EnPassantOrigin => {
                write!(f, "needs {} to be vacant, where the pawn came from", push.origin)
            }
            _ => {
                f.write_str("contradicts a check that the pawn did not give: ")?;
                self.attacked_king(f, turn)
            }
        }
    }

    fn attacked_king(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let Some(king) = self.setup.board.king(color) else {
            return write!(f, "{color} has no single king");
        };
        let checkers = checks::checkers(&self.setup.board, king, color);
        write!(f, "{color} king on {king}, attacked from {}", List(checkers))
    }
}

/// Returns the name of a side, for a sentence.
const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Squares as a sentence lists them: "a1, b1 and c1".
struct List(Bitboard);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len() as usize;
        for (index, square) in self.0.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == last => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{square}")?;
        }
        Ok(())
    }
}
