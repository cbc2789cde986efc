//! The last moves of a mate search, searched depth-first with checks first.

use reynard::{Move, MoveList, Position};

use super::solver::Solver;

/// Returns a move that mates immediately, or `None` if there is none.
pub(super) fn mate_in_one(pos: &Position) -> Option<Move> {
    let mut child = pos.clone();
    let moves = pos.legal_moves();
    moves.iter().copied().filter(|&mv| pos.gives_check(mv)).find(|&mv| {
        pos.play_into(mv, &mut child);
        !child.has_legal_move()
    })
}

/// Sorts the mating side's moves, checks first.
pub(super) fn sort_checks(pos: &Position, moves: &mut MoveList) {
    moves.as_mut_slice().sort_by_cached_key(|&mv| !pos.gives_check(mv));
}

impl Solver<'_> {
    /// Returns the length of a mate in at most `moves` moves, or `None` if none is found.
    pub(super) fn attack(&mut self, pos: &Position, moves: u8) -> Option<u8> {
        let key = pos.key() ^ self.salt;
        let bounds = self.search.bounds.probe(key);
        if bounds.mate > 0 && bounds.mate <= moves {
            return Some(bounds.mate);
        }
        if bounds.no_mate >= moves || !self.count() {
            return None;
        }
        if bounds.no_mate == 0
            && let Some(mv) = mate_in_one(pos)
        {
            self.search.bounds.store_mate(key, 1, mv);
            return Some(1);
        }
        if moves > 1 {
            let mut list = pos.legal_moves();
            sort_checks(pos, &mut list);
            let mut child = pos.clone();
            for &mv in &list {
                pos.play_into(mv, &mut child);
                if let Some(length) = self.defend(&child, moves) {
                    self.search.bounds.store_mate(key, length + 1, mv);
                    return Some(length + 1);
                }
                if self.is_stopped {
                    return None;
                }
            }
        }
        self.search.bounds.store_no_mate(key, moves);
        None
    }

    /// Returns the number of moves within which the other side is mated after any reply: at most
    /// `moves - 1`, or 0 for checkmate. Returns `None` if no mate is found after some reply.
    fn defend(&mut self, pos: &Position, moves: u8) -> Option<u8> {
        let mut replies = pos.legal_moves();
        if replies.is_empty() {
            return pos.is_check().then_some(0);
        }
        self.search.refuters.sort(&mut replies);
        let (mut longest, mut child) = (0, pos.clone());
        for &reply in &replies {
            pos.play_into(reply, &mut child);
            let Some(length) = self.attack(&child, moves - 1) else {
                self.search.refuters.add(reply);
                return None;
            };
            longest = longest.max(length);
        }
        Some(longest)
    }
}
