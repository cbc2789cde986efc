//! From where a piece can come to a square when nothing else is on the board, for all kinds of
//! movers in one table: where the kind is hard to foresee, one look-up is cheaper than a branch.

use crate::board::Code;
use crate::{Bitboard, Color, PieceType, Rank, Square};

/// A kind of piece as far as it decides how it moves: the color counts for pawns, and whether they
/// capture. The kinds of the other pieces are their own discriminants.
#[derive(Clone, Copy)]
pub(crate) struct Mover(u8);

impl Mover {
    const PAWN_STEP: u8 = 8;
    const PAWN_CAPTURE: u8 = 10;
    const PAWN_ATTACK: u8 = 12;

    /// Returns the mover on a square, moving or capturing. An empty square has a mover that goes
    /// nowhere.
    #[inline(always)]
    pub(crate) fn of(code: Code, capture: bool) -> Self {
        MOVERS[usize::from(capture)][code.index()]
    }

    /// Returns the mover of a piece. For a pawn it goes nowhere.
    #[inline(always)]
    pub(crate) const fn piece(piece: PieceType) -> Self {
        Self(piece as u8)
    }

    /// Returns the mover on a square, as an attacker of pieces on the last rank too.
    #[inline(always)]
    pub(crate) fn attacker(code: Code) -> Self {
        ATTACKERS[code.index()]
    }

    /// Returns the squares from which this mover reaches `to` on an empty board. Moves to the last
    /// rank are left out for pawns, but not their attacks.
    #[inline(always)]
    pub(crate) fn origins(self, to: Square) -> Bitboard {
        ORIGINS[usize::from(self.0 & 15)][to as usize]
    }

    /// Returns `true` if this mover goes from `from` to `to` on an empty board.
    const fn reaches(self, from: Square, to: Square) -> bool {
        let (from_file, from_rank) = from.coordinates();
        let (to_file, to_rank) = to.coordinates();
        let (files, ranks) = (from_file.abs_diff(to_file), from_rank.abs_diff(to_rank));
        let diagonal = files == ranks && files != 0;
        let straight = (files == 0) != (ranks == 0);
        if self.0 >= Self::PAWN_STEP {
            let color = if self.0 & 1 == 0 { Color::White } else { Color::Black };
            let start = from.rank().relative_to(color) as u8;
            let end = to.rank().relative_to(color) as u8;
            let promotes = end == Rank::Eighth as u8;
            let steps = end.wrapping_sub(start);
            return start > 0
                && match self.0 & !1 {
                    Self::PAWN_STEP => {
                        let double = steps == 2 && start == Rank::Second as u8;
                        files == 0 && !promotes && (steps == 1 || double)
                    }
                    Self::PAWN_CAPTURE => files == 1 && steps == 1 && !promotes,
                    Self::PAWN_ATTACK => files == 1 && steps == 1,
                    _ => false,
                };
        }
        match self.0 {
            2 => files * ranks == 2,
            3 => diagonal,
            4 => straight,
            5 => diagonal || straight,
            6 => files <= 1 && ranks <= 1 && (files != 0 || ranks != 0),
            _ => false,
        }
    }
}

static ORIGINS: [[Bitboard; 64]; 16] = origins();

const fn origins() -> [[Bitboard; 64]; 16] {
    let mut table = [[Bitboard::EMPTY; 64]; 16];
    let mut mover = 0;
    while mover < 16 {
        let mut pair = 0;
        while pair < 64 * 64 {
            let (from, to) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
            if Mover(mover).reaches(from, to) {
                table[mover as usize][to as usize].insert(from);
            }
            pair += 1;
        }
        mover += 1;
    }
    table
}

/// The movers of all codes: those that do not capture, then those that do.
static MOVERS: [[Mover; Code::COUNT]; 2] = [movers(Mover::PAWN_STEP), movers(Mover::PAWN_CAPTURE)];

static ATTACKERS: [Mover; Code::COUNT] = movers(Mover::PAWN_ATTACK);

/// Returns the movers of all codes, with the given code for moves of White's pawns.
const fn movers(pawn: u8) -> [Mover; Code::COUNT] {
    // The row of pawns is empty, since they move as something else.
    let mut movers = [Mover::piece(PieceType::Pawn); Code::COUNT];
    let mut index = 0;
    while index < 2 * PieceType::ALL.len() {
        let (color, piece) = (Color::ALL[index % 2], PieceType::ALL[index / 2]);
        movers[Code::new(piece, color).index()] = match piece {
            PieceType::Pawn => Mover(pawn + color as u8),
            _ => Mover::piece(piece),
        };
        index += 1;
    }
    movers
}
