//! Checks mate problems for a unique solution.

use reynard::{Move, Position};

/// The result of checking a mate problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateProblem {
    /// The keys: first moves that force mate in the stipulated number of moves, but not in fewer.
    pub keys: Vec<Move>,
    /// First moves that force mate in fewer moves, each with that number of moves.
    pub shorter: Vec<(Move, u32)>,
    /// Variations of full length in which the solver has more than one continuation.
    pub duals: Vec<MateDual>,
    /// Number of positions examined.
    pub nodes: u64,
}

/// A dual: a point in a mate problem at which the solver has a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateDual {
    /// The moves from the position of the problem up to the choice.
    pub line: Vec<Move>,
    /// The moves that still force mate within the stipulated number of moves.
    pub moves: Vec<Move>,
}

/// The reason why a mate problem was not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncheckedProblem {
    /// The number of moves is zero or above [`MateProblem::MAX_MOVES`].
    Length(u32),
    /// The node limit was reached.
    Nodes,
}

impl std::fmt::Display for UncheckedProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Length(moves) => {
                write!(
                    f,
                    "mates in 1 to {} moves are checked, not in {moves}",
                    MateProblem::MAX_MOVES
                )
            }
            Self::Nodes => f.write_str("the limit of nodes is too small"),
        }
    }
}

impl std::error::Error for UncheckedProblem {}

impl MateProblem {
    /// Maximum number of moves of a problem.
    pub const MAX_MOVES: u32 = 8;

    /// Finds all first moves that force mate in at most `moves` moves, and the duals after the
    /// first key. Every line is searched to its end, so the result is exact.
    ///
    /// # Errors
    ///
    /// [`UncheckedProblem`] if `moves` is out of range, or if more than `most_nodes` positions
    /// would have to be examined.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_analysis::MateProblem;
    ///
    /// let pos: Position = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse()?;
    /// let problem = MateProblem::check(&pos, 2, 1_000_000)?;
    /// assert_eq!(problem.keys, [pos.parse_san("Ra6")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(pos: &Position, moves: u32, most_nodes: u64) -> Result<Self, UncheckedProblem> {
        if !(1..=Self::MAX_MOVES).contains(&moves) {
            return Err(UncheckedProblem::Length(moves));
        }
        let mut search = Search { nodes: 0, most: most_nodes };
        let mut problem = Self::default();
        for mv in pos.legal_moves() {
            let after = play(pos, mv);
            for length in 1..=moves {
                if search.is_lost(&after, length)? {
                    if length == moves {
                        problem.keys.push(mv);
                    } else {
                        problem.shorter.push((mv, length));
                    }
                    break;
                }
            }
        }
        if let Some(&key) = problem.keys.first() {
            let mut line = vec![key];
            search.find_duals(&play(pos, key), moves, &mut line, &mut problem.duals)?;
        }
        problem.nodes = search.nodes;
        Ok(problem)
    }

    /// Returns `true` if there is exactly one key, no shorter mate, and no dual.
    pub fn is_sound(&self) -> bool {
        self.keys.len() == 1 && self.shorter.is_empty() && self.duals.is_empty()
    }
}

fn play(pos: &Position, mv: Move) -> Position {
    let mut after = pos.clone();
    after.play_unchecked(mv);
    after
}

struct Search {
    nodes: u64,
    most: u64,
}

impl Search {
    fn count(&mut self) -> Result<(), UncheckedProblem> {
        self.nodes += 1;
        if self.nodes > self.most { Err(UncheckedProblem::Nodes) } else { Ok(()) }
    }

    /// Returns `true` if the side to move is mated within `moves` moves by the opponent, including
    /// the move just made.
    fn is_lost(&mut self, pos: &Position, moves: u32) -> Result<bool, UncheckedProblem> {
        self.count()?;
        if moves == 1 {
            return Ok(pos.is_checkmate());
        }
        let replies = pos.legal_moves();
        if replies.is_empty() {
            return Ok(pos.is_check());
        }
        for reply in replies {
            if !self.is_won(&play(pos, reply), moves - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if the side to move mates in at most `moves` moves.
    fn is_won(&mut self, pos: &Position, moves: u32) -> Result<bool, UncheckedProblem> {
        for mv in pos.legal_moves() {
            let after = play(pos, mv);
            // Only a check can be mate.
            if moves == 1 && !after.is_check() {
                continue;
            }
            if self.is_lost(&after, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Collects the duals after a move of the solver, in variations of full length.
    fn find_duals(
        &mut self,
        pos: &Position,
        moves: u32,
        line: &mut Vec<Move>,
        duals: &mut Vec<MateDual>,
    ) -> Result<(), UncheckedProblem> {
        if moves == 1 {
            return Ok(());
        }
        for reply in pos.legal_moves() {
            let next = play(pos, reply);
            if moves > 2 && self.is_won(&next, moves - 2)? {
                // A shorter variation.
                continue;
            }
            let mut found = Vec::new();
            for mv in next.legal_moves() {
                if self.is_lost(&play(&next, mv), moves - 1)? {
                    found.push(mv);
                }
            }
            line.push(reply);
            match found[..] {
                [mv] => {
                    line.push(mv);
                    self.find_duals(&play(&next, mv), moves - 1, line, duals)?;
                    line.pop();
                }
                [] => {}
                _ => duals.push(MateDual { line: line.clone(), moves: found }),
            }
            line.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, moves: u32) -> (Position, MateProblem) {
        let pos: Position = fen.parse().expect(fen);
        let problem = MateProblem::check(&pos, moves, 50_000_000).expect(fen);
        (pos, problem)
    }

    #[test]
    fn a_sound_problem_has_one_key_and_no_duals() {
        // Morphy's problem.
        let (pos, problem) = check("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2);
        assert_eq!(problem.keys, [pos.parse_san("Ra6").expect("legal")]);
        assert!(problem.is_sound(), "{problem:?}");
    }

    #[test]
    fn cooks_shorter_mates_and_duals_are_found() {
        let (_, problem) = check("7k/8/5K2/8/8/8/8/RR6 w - - 0 1", 2);
        assert!(problem.keys.len() > 1 && !problem.is_sound());
        let (pos, problem) = check("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 2);
        assert_eq!(problem.shorter, [(pos.parse_san("Ra8").expect("legal"), 1)]);
        assert!(!problem.is_sound());
        // After 1. Kf7 Kh7 both rooks mate on the h file.
        let (_, problem) = check("7k/8/5K2/8/8/8/R7/R7 w - - 0 1", 2);
        assert!(!problem.is_sound());
    }

    #[test]
    fn a_problem_without_solution_has_no_key_and_limits_are_kept() {
        let (_, problem) = check("7k/8/8/8/8/8/8/R3K3 w - - 0 1", 2);
        assert_eq!((problem.keys.len(), problem.shorter.len()), (0, 0));
        let pos = Position::startpos();
        assert_eq!(MateProblem::check(&pos, 3, 100), Err(UncheckedProblem::Nodes));
        assert_eq!(MateProblem::check(&pos, 9, 1_000), Err(UncheckedProblem::Length(9)));
    }
}
