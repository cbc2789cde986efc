//! Origins of moves on an empty board: the squares from which each kind of mover can reach a given
//! square. A single table serves all kinds of movers. Where the kind is hard to predict, one
//! look-up is cheaper than a branch.

use crate::board::Code;
use crate::{Bitboard, Color, PieceType, Rank, Square};

/// A kind of mover: a kind of piece, with pawns distinguished by color and by whether they capture.
/// For every piece except a pawn, the value is the discriminant of the piece type.
#[derive(Clone, Copy)]
pub(crate) struct Mover(u8);

impl Mover {
    const PAWN_STEP: u8 = 8;
    const PAWN_CAPTURE: u8 = 10;
    const PAWN_ATTACK: u8 = 12;

    /// Returns the mover for a quiet move or a capture by a piece with this code. The mover for an
    /// empty square reaches nothing.
    #[inline(always)]
    pub(crate) fn of(code: Code, capture: bool) -> Self {
        MOVERS[usize::from(capture)][code.index()]
    }

    /// Returns the mover for a piece. The mover for a pawn reaches nothing.
    #[inline(always)]
    pub(crate) const fn piece(piece: PieceType) -> Self {
        Self(piece as u8)
    }

    /// Returns the mover for this piece code as an attacker. Pawns also attack squares on the last
    /// rank.
    #[inline(always)]
    pub(crate) fn attacker(code: Code) -> Self {
        ATTACKERS[code.index()]
    }

    /// Returns the squares from which this mover reaches `to` on an empty board. For pawns, attacks
    /// on the last rank are included, but moves to it are not.
    #[inline(always)]
    pub(crate) fn origins(self, to: Square) -> Bitboard {
        ORIGINS[usize::from(self.0 & 15)][to as usize]
    }

    /// Returns `true` if this mover can move from `from` to `to` on an empty board.
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

/// The movers for all piece codes: first for quiet moves, then for captures.
static MOVERS: [[Mover; Code::COUNT]; 2] = [movers(Mover::PAWN_STEP), movers(Mover::PAWN_CAPTURE)];

static ATTACKERS: [Mover; Code::COUNT] = movers(Mover::PAWN_ATTACK);

/// Returns the movers for all piece codes, given the mover value for white pawns.
const fn movers(pawn: u8) -> [Mover; Code::COUNT] {
    // The row of pawns is empty, because they have movers of their own.
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
