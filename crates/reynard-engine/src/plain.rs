//! Plain evaluations: material, and material with activity. They serve as test oracles and as
//! opponents for beginners.

use reynard::{Bitboard, Color, MateKind, PieceType, PieceValues, Position, attacks};

/// Returns the material of the side to move minus that of the opponent, in centipawns.
///
/// ```
/// use reynard::Position;
///
/// let pos: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
/// assert_eq!(reynard_engine::material(&pos), -100);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
pub fn material(pos: &Position) -> i32 {
    let white = pos.board().material_balance(&PieceValues::DEFAULT);
    if pos.turn() == Color::White { white } else { -white }
}

/// Percentage of a piece's value that is gained by protecting the piece.
const PROTECTING: i32 = 2;
const ATTACKING: i32 = 4;
/// Penalty for being in check, in centipawns.
const CHECK: i32 = 30;

/// Evaluates a position by its material and activity, in centipawns for the side to move. The
/// evaluation is the material, plus a share of the value of every protected own piece and every
/// attacked enemy piece, minus the opponent's corresponding shares and a penalty for being in
/// check. It is 0 if the material is insufficient to mate. Mates are scored by the search.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::activity;
///
/// assert_eq!(activity(&Position::startpos()), 0);
/// let fork: Position = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// assert!(activity(&fork) < 200);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
pub fn activity(pos: &Position) -> i32 {
    if pos.board().is_insufficient_material(MateKind::Possible) {
        return 0;
    }
    let us = pos.turn();
    let check = if pos.is_check() { CHECK } else { 0 };
    material(pos) + influence(pos, us) - influence(pos, !us) - check
}

/// Returns the shares of piece values that one side gains by protecting and attacking pieces.
fn influence(pos: &Position, us: Color) -> i32 {
    let mut reached = Bitboard::EMPTY;
    for kind in PieceType::ALL {
        for square in pos.pieces(us, kind) {
            reached |= attacks::of(kind, us, square, pos.occupied());
        }
    }
    let worth = |color: Color| -> i32 {
        PieceType::ALL
            .into_iter()
            .map(|kind| {
                (pos.pieces(color, kind) & reached).len() as i32 * PieceValues::DEFAULT.of(kind)
            })
            .sum()
    };
    (worth(us) * PROTECTING + worth(!us) * ATTACKING) / 100
}
