//! Quiescence search by material alone: captures, promotions, and replies to checks.

use reynard::{Color, Move, PieceType, PieceValues, Position};

/// A value above that of all material, in centipawns.
const MATE: i32 = 100_000;
/// The maximum number of plies of a line.
const DEPTH: usize = 12;
/// The maximum number of positions. After that, positions count as they stand.
const NODES: u32 = 4_000;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MaterialSearch {
    /// Material in centipawns that the side to move gains; at least 0 without a check.
    pub(crate) gain: i32,
    /// The line of captures.
    pub(crate) line: Vec<Move>,
}

impl MaterialSearch {
    /// Searches a position. Either side may stop capturing, unless it is in check.
    pub(crate) fn new(pos: &Position) -> Self {
        Self::from_ply(pos, 0)
    }

    /// Searches a position at a ply, from which the depth is counted.
    fn from_ply(pos: &Position, ply: usize) -> Self {
        let (mut nodes, mut line) = (0, Vec::new());
        let value = search(pos, [-MATE, MATE], ply, &mut nodes, &mut line);
        Self { gain: value - material(pos, pos.turn()), line }
    }
}

/// Returns the value for the side to move, within the window, and writes its line.
fn search(
    pos: &Position,
    [mut alpha, beta]: [i32; 2],
    ply: usize,
    nodes: &mut u32,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    *nodes += 1;
    let is_check = pos.is_check();
    let standing = material(pos, pos.turn());
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return if is_check { ply_of_mate(ply) - MATE } else { standing };
    }
    if ply >= DEPTH || *nodes >= NODES {
        return standing;
    }
    let mut best = if is_check { -MATE } else { standing };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let is_quiet = |mv: Move| !mv.is_capture() && mv.promotion() != Some(PieceType::Queen);
    let mut ordered: Vec<(i32, Move)> = moves
        .iter()
        .filter(|&&mv| is_check || !is_quiet(mv))
        .map(|&mv| (pos.see(mv, &PieceValues::DEFAULT), mv))
        .filter(|&(gain, _)| is_check || gain >= 0)
        .collect();
    ordered.sort_by_key(|&(gain, _)| -gain);
    let mut below = Vec::new();
    for (_, mv) in ordered {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let value = -search(&next, [-beta, -alpha], ply + 1, nodes, &mut below);
        if value > best {
            best = value;
            line.clear();
            line.push(mv);
            line.append(&mut below);
        }
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Returns the amount by which a mate at this ply is worth less than one at once.
fn ply_of_mate(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(0)
}

/// Returns the material of a side minus that of the other side, in centipawns.
pub(crate) fn material(pos: &Position, side: Color) -> i32 {
    let board = pos.board();
    board.material(side, &PieceValues::DEFAULT) - board.material(!side, &PieceValues::DEFAULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply at which the searches begin: few plies are left for the naive twin.
    const SHALLOW: usize = DEPTH - 4;

    /// Returns the value of a position by the same rules, without a window, an order or a limit.
    fn naive(pos: &Position, ply: usize) -> i32 {
        let moves = pos.legal_moves();
        let standing = material(pos, pos.turn());
        if moves.is_empty() {
            return if pos.is_check() { ply_of_mate(ply) - MATE } else { standing };
        }
        if ply >= DEPTH {
            return standing;
        }
        let own = moves.iter().filter(|&&mv| {
            let is_loud = mv.is_capture() || mv.promotion() == Some(PieceType::Queen);
            pos.is_check() || is_loud && pos.see(mv, &PieceValues::DEFAULT) >= 0
        });
        let values = own.map(|&mv| {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            -naive(&next, ply + 1)
        });
        let stop = if pos.is_check() { -MATE } else { standing };
        values.fold(stop, i32::max)
    }

    #[test]
    fn a_search_agrees_with_its_naive_twin_and_its_line_has_its_value() {
        let mut seed = 5_u64;
        let mut checked = 0;
        for _ in 0..40 {
            let mut pos = Position::startpos();
            for _ in 0..50 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let found = MaterialSearch::from_ply(&pos, SHALLOW);
                let start = material(&pos, pos.turn());
                assert_eq!(found.gain + start, naive(&pos, SHALLOW), "{pos}");
                let mut end = pos.clone();
                for &mv in &found.line {
                    end.play(mv).expect("a legal move");
                }
                if !end.is_checkmate() {
                    assert_eq!(material(&end, pos.turn()) - start, found.gain, "{pos}");
                }
                checked += usize::from(!found.line.is_empty());
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                pos.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
        assert!(checked > 500, "{checked}");
    }
}
