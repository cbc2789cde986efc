//! Plain minimax: searches all moves to a fixed depth. Slow and obviously correct, it serves as a
//! test oracle.
//!
//! Source: <https://www.chessprogramming.org/Minimax>.

use reynard::{MateKind, Move, Position};

use crate::score::{DRAW, INFINITE, mated_in};

/// Searches a position to a depth in plies. Returns its minimax value for the side to move, and the
/// first of the best moves. Alpha-beta without any other technique returns the same value.
///
/// A repetition within the line, the fifty-move rule and insufficient material are draws. Leaves
/// are scored by `evaluate`, and a mate is worth 32,000 minus its distance in plies. Every visited
/// position increments `nodes`, and `stop` is called with the new count. Returns `None` as soon as
/// `stop` returns `true`.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::{material, minimax};
///
/// let pos: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let (value, best) = minimax(&pos, 2, &mut material, &mut 0, &mut |_| false).unwrap();
/// assert_eq!(value, 31_999);
/// assert_eq!(best, Some(pos.parse_uci("a1a8")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn minimax(
    pos: &Position,
    depth: u32,
    evaluate: &mut dyn FnMut(&Position) -> i32,
    nodes: &mut u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Option<(i32, Option<Move>)> {
    Minimax::new(evaluate, nodes, stop).value(pos, depth, 0)
}

/// A minimax search.
pub(crate) struct Minimax<'a> {
    evaluate: &'a mut dyn FnMut(&Position) -> i32,
    nodes: &'a mut u64,
    stop: &'a mut dyn FnMut(u64) -> bool,
    /// Keys of the positions of the current line.
    line: Vec<u64>,
}

impl<'a> Minimax<'a> {
    pub(crate) fn new(
        evaluate: &'a mut dyn FnMut(&Position) -> i32,
        nodes: &'a mut u64,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Self { evaluate, nodes, stop, line: Vec::new() }
    }

    fn value(&mut self, pos: &Position, depth: u32, ply: usize) -> Option<(i32, Option<Move>)> {
        *self.nodes += 1;
        if (self.stop)(*self.nodes) {
            return None;
        }
        if ply > 0 && self.is_draw(pos) {
            return Some((DRAW, None));
        }
        if !pos.has_legal_move() {
            return Some((if pos.is_check() { mated_in(ply) } else { DRAW }, None));
        }
        if depth == 0 {
            return Some(((self.evaluate)(pos), None));
        }
        self.best(pos, &pos.legal_moves(), depth, ply)
    }

    /// Searches the given moves to a depth of at least 1. Returns the best move and its value.
    pub(crate) fn best(
        &mut self,
        pos: &Position,
        moves: &[Move],
        depth: u32,
        ply: usize,
    ) -> Option<(i32, Option<Move>)> {
        let mut best = (-INFINITE, None);
        self.line.push(pos.key());
        for &mv in moves {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            let value = -self.value(&child, depth - 1, ply + 1)?.0;
            if value > best.0 {
                best = (value, Some(mv));
            }
        }
        self.line.pop();
        Some(best)
    }

    fn is_draw(&self, pos: &Position) -> bool {
        let over = pos.halfmove_clock() >= 100 && (!pos.is_check() || pos.has_legal_move());
        let clock = usize::from(pos.halfmove_clock());
        over || pos.board().is_insufficient_material(MateKind::Possible)
            || self.line.iter().rev().take(clock).any(|&key| key == pos.key())
    }
}
