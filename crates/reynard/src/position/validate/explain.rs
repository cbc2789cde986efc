//! Explanations of the faults of a set-up.

use alloc::boxed::Box;
use core::fmt;

use super::{SetupFault, SetupFaults, checks, material, rights};
use crate::{Bitboard, Color, PieceType, Setup, Square};

/// The error returned for a set-up that is not a valid position.
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
    /// Writes the explanations of all faults, separated by semicolons.
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
    /// Explains the fault, with the squares and numbers of the set-up.
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

/// Explanation of a fault, with its squares and numbers as values; created by
/// [`SetupFault::explain`].
#[derive(Clone, Debug)]
pub struct Explanation<'a> {
    fault: SetupFault,
    setup: &'a Setup,
}

impl Explanation<'_> {
    /// Returns the squares involved in the fault, in the order in which the explanation mentions
    /// them. There are none for a fault that concerns only numbers.
    ///
    /// ```
    /// use reynard::{Setup, SetupFault, Square};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// let squares: Vec<Square> = SetupFault::OppositeCheck.explain(&setup).squares().collect();
    /// assert_eq!(squares, [Square::E8, Square::E2]);
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (lead, others) = self.named_squares();
        lead.into_iter().flatten().chain(others)
    }

    /// Returns the excessive number of kings, pieces, pawns or promoted pieces; `None` for other
    /// faults.
    ///
    /// ```
    /// use reynard::{Setup, SetupFault};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1".parse()?;
    /// assert_eq!(SetupFault::TooManyWhitePawns.explain(&setup).count(), Some(9));
    /// assert_eq!(SetupFault::OppositeCheck.explain(&setup).count(), None);
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn count(&self) -> Option<u32> {
        use SetupFault as Fault;
        let board = &self.setup.board;
        let (white, black) = (Color::White, Color::Black);
        Some(match self.fault {
            Fault::TooManyWhiteKings => board.pieces(white, PieceType::King).len(),
            Fault::TooManyBlackKings => board.pieces(black, PieceType::King).len(),
            Fault::TooManyWhitePieces => board.by_color(white).len(),
            Fault::TooManyBlackPieces => board.by_color(black).len(),
            Fault::TooManyWhitePawns => board.pieces(white, PieceType::Pawn).len(),
            Fault::TooManyBlackPawns => board.pieces(black, PieceType::Pawn).len(),
            Fault::TooManyWhitePromotions => material::promoted(board, white),
            Fault::TooManyBlackPromotions => material::promoted(board, black),
            _ => return None,
        })
    }

    /// Returns the squares that the explanation mentions individually, and those that it lists
    /// after them.
    fn named_squares(&self) -> ([Option<Square>; 2], Bitboard) {
        use SetupFault as Fault;
        let board = &self.setup.board;
        let listed = match self.fault {
            Fault::TooManyWhiteKings => board.pieces(Color::White, PieceType::King),
            Fault::TooManyBlackKings => board.pieces(Color::Black, PieceType::King),
            Fault::KingsTouching => board.by_type(PieceType::King),
            Fault::PawnOnBackRank => board.by_type(PieceType::Pawn) & Bitboard::BACK_RANKS,
            Fault::CastlingOffBackRank => self.setup.castling_rooks - Bitboard::BACK_RANKS,
            Fault::CastlingWithoutKing => self.rooks_without_king().fold(Bitboard::EMPTY, join),
            Fault::CastlingWithoutRook => self.absent_rooks().fold(Bitboard::EMPTY, join),
            Fault::CastlingTwiceOneSide => {
                self.setup.castling_rooks - rights::sound_castling_rooks(self.setup)
            }
            Fault::OppositeCheck => {
                let (king, checkers) = self.attacked_king(!self.setup.turn);
                return ([king, None], checkers);
            }
            Fault::TooManyCheckers | Fault::ImpossibleCheck => {
                let (king, checkers) = self.attacked_king(self.setup.turn);
                return ([king, None], checkers);
            }
            _ => return self.en_passant_squares(),
        };
        ([None, None], listed)
    }

    /// Returns the squares of an en-passant fault, and no squares for any other fault.
    fn en_passant_squares(&self) -> ([Option<Square>; 2], Bitboard) {
        use SetupFault as Fault;
        let target = self.setup.en_passant;
        let push = target.and_then(|target| rights::DoublePush::onto(target, self.setup.turn));
        match (self.fault, push) {
            (Fault::EnPassantWithoutPawn, Some(push)) => {
                ([target, Some(push.pawn)], Bitboard::EMPTY)
            }
            (Fault::EnPassantOrigin, Some(push)) => ([target, Some(push.origin)], Bitboard::EMPTY),
            (Fault::EnPassantCheck, Some(_)) => {
                let (king, checkers) = self.attacked_king(self.setup.turn);
                ([target, king], checkers)
            }
            (
                Fault::EnPassantRank
                | Fault::EnPassantOccupied
                | Fault::EnPassantWithoutPawn
                | Fault::EnPassantOrigin
                | Fault::EnPassantCheck,
                _,
            ) => ([target, None], Bitboard::EMPTY),
            _ => ([None, None], Bitboard::EMPTY),
        }
    }

    /// Returns the castling rooks of each side that lacks a king to castle with.
    fn rooks_without_king(&self) -> impl Iterator<Item = (Color, Bitboard)> {
        let rooks = |color| (color, rights::claimed_rooks(self.setup, color));
        Color::ALL.into_iter().map(rooks).filter(|(color, rooks)| {
            rooks.any() && rights::castling_king(&self.setup.board, *color).is_none()
        })
    }

    /// Returns the squares with castling rights on which a side has no rook.
    fn absent_rooks(&self) -> impl Iterator<Item = (Color, Bitboard)> {
        let absent = |color| {
            let rooks = self.setup.board.pieces(color, PieceType::Rook);
            (color, rights::claimed_rooks(self.setup, color) - rooks)
        };
        Color::ALL.into_iter().map(absent).filter(|(_, absent)| absent.any())
    }

    /// Returns the square of the only king of a side, and the squares from which it is attacked.
    fn attacked_king(&self, color: Color) -> (Option<Square>, Bitboard) {
        let king = self.setup.board.king(color);
        let checkers = king.map(|king| checks::checkers(&self.setup.board, king, color));
        (king, checkers.unwrap_or_default())
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SetupFault as Fault;
        let (white, black) = (Color::White, Color::Black);
        let listed = List(self.named_squares().1);
        match self.fault {
            Fault::MissingWhiteKing => f.write_str("White has no king"),
            Fault::MissingBlackKing => f.write_str("Black has no king"),
            Fault::TooManyWhiteKings => write!(f, "White has {} kings: {listed}", self.counted()),
            Fault::TooManyBlackKings => write!(f, "Black has {} kings: {listed}", self.counted()),
            Fault::TooManyWhitePieces => self.more(f, white, "pieces", material::PIECES),
            Fault::TooManyBlackPieces => self.more(f, black, "pieces", material::PIECES),
            Fault::TooManyWhitePawns => self.more(f, white, "pawns", material::PAWNS),
            Fault::TooManyBlackPawns => self.more(f, black, "pawns", material::PAWNS),
            Fault::TooManyWhitePromotions => self.promotions(f, white),
            Fault::TooManyBlackPromotions => self.promotions(f, black),
            Fault::PawnOnBackRank => write!(f, "no pawn can stand on {listed}"),
            Fault::KingsTouching => write!(f, "the kings touch: {listed}"),
            Fault::CastlingOffBackRank => write!(f, "no rook can castle from {listed}"),
            Fault::CastlingWithoutKing => self.castling_without_king(f),
            Fault::CastlingWithoutRook => self.castling_without_rook(f),
            Fault::CastlingTwiceOneSide => {
                write!(f, "two rooks cannot castle on one side of the king: {listed}")
            }
            Fault::EnPassantRank
            | Fault::EnPassantOccupied
            | Fault::EnPassantWithoutPawn
            | Fault::EnPassantOrigin
            | Fault::EnPassantCheck => self.en_passant(f),
            Fault::OppositeCheck => {
                f.write_str("the side not to move is in check: ")?;
                self.check(f, !self.setup.turn)
            }
            Fault::TooManyCheckers => {
                f.write_str("more than two pieces give check: ")?;
                self.check(f, self.setup.turn)
            }
            Fault::ImpossibleCheck => {
                f.write_str("no move can have given the check: ")?;
                self.check(f, self.setup.turn)
            }
            Fault::FullmoveNumberZero => f.write_str("the number of the first move is 1, not 0"),
        }
    }
}

impl Explanation<'_> {
    fn counted(&self) -> u32 {
        self.count().unwrap_or_default()
    }

    fn more(&self, f: &mut fmt::Formatter<'_>, color: Color, noun: &str, most: u32) -> fmt::Result {
        write!(f, "{} has {} {noun}, more than {most}", side(color), self.counted())
    }

    fn promotions(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let promoted = self.counted();
        let noun = if promoted == 1 { "piece" } else { "pieces" };
        write!(f, "{} has {promoted} promoted {noun}", side(color))?;
        match material::missing_pawns(&self.setup.board, color) {
            0 => f.write_str(" but misses no pawn"),
            1 => f.write_str(" but misses only 1 pawn"),
            missing => write!(f, " but misses only {missing} pawns"),
        }
    }

    fn castling_without_king(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (color, rooks)) in self.rooks_without_king().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let (side, rank) = (side(color), color.back_rank());
            write!(f, "{separator}{side} cannot castle with {}: ", List(rooks))?;
            write!(f, "no single king on rank {rank}")?;
        }
        Ok(())
    }

    fn castling_without_rook(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (color, absent)) in self.absent_rooks().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let (side, list) = (side(color), List(absent));
            write!(f, "{separator}{side} has no rook to castle with on {list}")?;
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
                self.check(f, turn)
            }
        }
    }

    fn check(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let (Some(king), checkers) = self.attacked_king(color) else {
            return write!(f, "{color} has no single king");
        };
        write!(f, "{color} king on {king}, attacked from {}", List(checkers))
    }
}

/// Adds the squares of a side to a set.
fn join(all: Bitboard, (_, squares): (Color, Bitboard)) -> Bitboard {
    all | squares
}

/// Returns the name of a side, for use in a sentence.
const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Squares in the form of a list in a sentence: "a1, b1 and c1".
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
