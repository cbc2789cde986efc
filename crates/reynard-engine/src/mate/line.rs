//! The moves of a proven mate.

use reynard::{Move, Position};

use super::solver::Solver;

impl Solver<'_> {
    /// Returns the moves of a proven mate against the longest known defense. Results that have been
    /// overwritten in the tables are proven again.
    pub(super) fn line(&mut self, pos: &Position, moves: u8) -> Vec<Move> {
        let (mut pos, mut left) = (pos.clone(), moves);
        let mut line = Vec::new();
        while let Some((mv, length)) = self.mate_move(&pos, left) {
            line.push(mv);
            pos.play_unchecked(mv);
            left = length - 1;
            let Some(reply) = self.longest_reply(&pos, left) else { break };
            line.push(reply);
            pos.play_unchecked(reply);
        }
        line
    }

    /// Returns the first move of a mate, and the length of the mate.
    fn mate_move(&mut self, pos: &Position, moves: u8) -> Option<(Move, u8)> {
        let key = pos.key() ^ self.salt;
        let known = |bounds: super::table::MateBounds| {
            bounds.mv.filter(|_| bounds.mate <= moves).map(|mv| (mv, bounds.mate))
        };
        if let Some(found) = known(self.search.bounds.probe(key)) {
            return Some(found);
        }
        for shorter in 1..=moves {
            if self.prove(pos, shorter) || self.is_stopped {
                break;
            }
        }
        known(self.search.bounds.probe(key))
    }

    /// Returns the reply that delays mate the longest, or `None` for checkmate.
    fn longest_reply(&mut self, pos: &Position, moves: u8) -> Option<Move> {
        let mut child = pos.clone();
        let mut longest: Option<(Move, u8)> = None;
        for &reply in &pos.legal_moves() {
            pos.play_into(reply, &mut child);
            let length = self.mate_move(&child, moves).map_or(0, |(_, length)| length);
            if longest.is_none_or(|(_, known)| length > known) {
                longest = Some((reply, length));
            }
        }
        longest.map(|(reply, _)| reply)
    }
}
