//! Movement of the pieces.

use std::fmt;
use std::str::FromStr;

use crate::naive::{
    NOTHING, Naive, Square, Step, all_squares, forward, home_rank, is_on_board, parse_square,
    square_name,
};

impl Naive {
    /// Returns the legal moves.
    pub fn legal_moves(&self) -> Vec<Step> {
        let own = self.men(self.white_to_move);
        let pieces = own.flat_map(|from| self.targets(from)).flat_map(|step| self.promoted(step));
        // Article 3.9.2: no move may leave the mover's king in check.
        let safe = pieces.filter(|&step| !self.after(step).is_king_attacked(self.white_to_move));
        safe.chain(self.castlings()).collect()
    }

    /// Returns `true` if the move is legal.
    pub fn is_legal(&self, step: Step) -> bool {
        self.legal_moves().contains(&step)
    }

    /// Counts the possible continuations of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves().into_iter().map(|step| self.after(step).perft(depth - 1)).sum()
    }

    /// Returns the pseudo-legal moves of the piece on `from`, without castling.
    fn targets(&self, from: Square) -> Vec<Step> {
        let white = self.white_to_move;
        let reaches = |&to: &Square| match self.piece_of(white, from) {
            b'p' => self.pawn_reaches(from, to),
            // Article 3.1: not to a square with a piece of the same color. Article 1.4.1: the king
            // is never captured.
            _ => {
                self.piece_of(white, to) == NOTHING
                    && self.piece_of(!white, to) != b'k'
                    && self.attacks(from, to)
            }
        };
        all_squares().filter(reaches).map(|to| Step { from, to, promotion: None }).collect()
    }

    /// Returns `true` if a pawn can move from one square to another under article 3.7, ignoring
    /// promotion.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let white = self.white_to_move;
        let ahead = forward(white);
        let one = (from.0, from.1 + ahead);
        let two = (from.0, from.1 + 2 * ahead);
        if to == one {
            return self.at(one) == NOTHING;
        }
        if to == two {
            let is_at_home = from.1 == home_rank(white) + ahead;
            return is_at_home && self.at(one) == NOTHING && self.at(two) == NOTHING;
        }
        let victim = self.piece_of(!white, to);
        self.attacks(from, to) && (victim != NOTHING && victim != b'k' || self.passed == Some(to))
    }

    /// Expands a pawn move to the last rank into the four promotions (article 3.7.3.3).
    fn promoted(&self, step: Step) -> Vec<Step> {
        let white = self.white_to_move;
        if self.piece_of(white, step.from) == b'p' && step.to.1 == home_rank(!white) {
            b"nbrq".iter().map(|&letter| Step { promotion: Some(letter), ..step }).collect()
        } else {
            vec![step]
        }
    }

    /// Returns the castling moves under article 3.8.2 and under II.3 of the guidelines for
    /// Chess960.
    fn castlings(&self) -> Vec<Step> {
        let white = self.white_to_move;
        let Some(from) = self.king(white) else { return Vec::new() };
        let rooks = (0..8).filter(|&file| self.castling[usize::from(!white)][file]);
        let steps = rooks.map(|file| Step {
            from,
            to: (i8::try_from(file).expect("a file"), home_rank(white)),
            promotion: None,
        });
        steps.filter(|&step| self.can_castle(step)).collect()
    }

    fn can_castle(&self, step: Step) -> bool {
        let (king, rook) = (step.from, step.to);
        let (king_target, rook_target) = castling_targets(step);
        let king_way = span(king, king_target);
        let is_free =
            |&square: &Square| square == king || square == rook || self.at(square) == NOTHING;
        king_way.iter().chain(&span(rook, rook_target)).all(is_free)
            && king_way.iter().all(|&square| !self.is_attacked(square, !self.white_to_move))
            && !self.after(step).is_king_attacked(self.white_to_move)
    }

    /// Returns the position after a move.
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        let white = self.white_to_move;
        let Step { from, to, .. } = step;
        let mover = self.piece_of(white, from);
        let castles = self.piece_of(white, to) == b'r';
        let mut next = *self;
        next.white_to_move = !white;
        next.number += u32::from(!white);
        next.passed = None;
        next.clock =
            if mover == b'p' || self.piece_of(!white, to) != NOTHING { 0 } else { self.clock + 1 };
        next.put(from, NOTHING);
        if castles {
            let (king_target, rook_target) = castling_targets(step);
            next.put(to, NOTHING);
            next.put(king_target, self.at(from));
            next.put(rook_target, self.at(to));
        } else {
            next.put(to, self.at(from));
        }
        if mover == b'p' {
            next.finish_pawn_move(self, step);
        }
        next.lose_rights(mover, from, to);
        next
    }

    /// Handles promotion, en passant, and the passed square.
    fn finish_pawn_move(&mut self, before: &Self, Step { from, to, promotion }: Step) {
        if from.0 != to.0 && before.at(to) == NOTHING {
            self.put((to.0, from.1), NOTHING);
        }
        if (to.1 - from.1).abs() == 2 {
            self.passed = Some((from.0, i8::midpoint(from.1, to.1)));
        }
        if let Some(letter) = promotion {
            let white = before.white_to_move;
            self.put(to, if white { letter.to_ascii_uppercase() } else { letter });
        }
    }

    /// Removes castling rights under article 3.8.2.1: a king or rook that has moved cannot castle,
    /// nor can a captured rook.
    fn lose_rights(&mut self, mover: u8, from: Square, to: Square) {
        for white in [true, false] {
            let rights = &mut self.castling[usize::from(!white)];
            for square in [from, to].into_iter().filter(|square| square.1 == home_rank(white)) {
                rights[square.0.unsigned_abs() as usize] = false;
            }
            if mover == b'k' && white != self.white_to_move {
                *rights = [false; 8];
            }
        }
    }
}

/// Returns the target squares of king and rook: on the g-file and f-file, or on the c-file and
/// d-file.
fn castling_targets(Step { from: king, to: rook, .. }: Step) -> (Square, Square) {
    let (king_file, rook_file) = if rook.0 > king.0 { (6, 5) } else { (2, 3) };
    ((king_file, king.1), (rook_file, king.1))
}

/// Returns the squares from one square to another on the same rank, including both.
fn span(a: Square, b: Square) -> Vec<Square> {
    (a.0.min(b.0)..=a.0.max(b.0)).map(|file| (file, a.1)).collect()
}

impl fmt::Display for Step {
    /// Writes the move in UCI notation, with castling as the king capturing its own rook: `e1h1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from), square_name(self.to))?;
        self.promotion.map_or(Ok(()), |letter| write!(f, "{}", char::from(letter)))
    }
}

/// The error returned for text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAStep;

impl FromStr for Step {
    type Err = NotAStep;

    fn from_str(text: &str) -> Result<Self, NotAStep> {
        let square = |range| text.get(range).and_then(parse_square).ok_or(NotAStep);
        let promotion = match text.as_bytes().get(4..) {
            Some([]) => None,
            Some(&[letter @ (b'n' | b'b' | b'r' | b'q')]) => Some(letter),
            _ => return Err(NotAStep),
        };
        let (from, to) = (square(0..2)?, square(2..4)?);
        debug_assert!(is_on_board(from) && is_on_board(to));
        Ok(Self { from, to, promotion })
    }
}
