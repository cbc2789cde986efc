//! Comparison with another move generator, down to the first position and move where the two
//! generators differ.

use core::fmt;

use reynard::{CastlingNotation, Game, Move, UciMove};

use crate::{Perft, PerftError};

/// The first difference between this crate and another move generator.
#[derive(Clone, Debug)]
pub struct PerftDifference {
    /// The moves that lead to the position where the generators differ, and the position itself.
    pub game: Game,
    /// Number of moves at the end of `game` that were played while descending to the difference.
    pub plies: usize,
    /// Depth in plies at which the last position of `game` was counted.
    pub depth: u32,
    /// The difference.
    pub kind: PerftDifferenceKind,
}

impl PerftDifference {
    /// Returns the difference as readable text, in four lines: the moves played while descending,
    /// the position, the depth, and the error of the generator called `name`. See
    /// [`Perft::compare`] for an example.
    pub fn to_text(&self, name: &str) -> String {
        let Self { game, plies, depth, kind } = self;
        let before = game.moves().len() - plies;
        let root = game.positions().nth(before);
        let castling = CastlingNotation::for_position(root.as_ref().unwrap_or(game.position()));
        let text = |mv| UciMove::new(mv, castling).to_string();
        let moves: Vec<String> = game.moves().skip(before).map(text).collect();
        let moves = if moves.is_empty() { "-".to_owned() } else { moves.join(" ") };
        let wrong = match kind {
            PerftDifferenceKind::Missing(mv) => format!("does not have {}", text(*mv)),
            PerftDifferenceKind::Illegal(mv) => format!("has {mv}, which is not legal"),
            PerftDifferenceKind::Twice(mv) => format!("has {} twice", text(*mv)),
            PerftDifferenceKind::Inconsistent { count, before } => {
                format!(
                    "counts {count} here, which is right, but {before} from the position before"
                )
            }
        };
        let fen = game.position();
        format!(
            "Moves       {moves}\nFEN         {fen}\nDepth       {depth}\nDifference  {name} {wrong}\n"
        )
    }
}

/// Kind of a [`PerftDifference`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftDifferenceKind {
    /// The other generator misses this legal move.
    Missing(Move),
    /// The other generator lists an illegal move, given in that generator's notation.
    Illegal(String),
    /// The other generator lists this move twice.
    Twice(Move),
    /// The other generator's count for the last position was different when it was counted from the
    /// previous position, but agrees when the position is counted directly: the count depends on
    /// how the position is reached.
    Inconsistent {
        /// The count below this position, on which both generators now agree.
        count: u64,
        /// The count for this position that the other generator gave when it counted from the
        /// previous position.
        before: u64,
    },
}

/// The error returned by [`Perft::compare`]: either the count itself failed, or the other generator
/// did.
#[derive(Debug)]
pub enum CompareError<E> {
    /// The position cannot be counted.
    Perft(PerftError),
    /// The other generator returned an error instead of counts.
    Other(E),
}

impl<E: fmt::Display> fmt::Display for CompareError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perft(error) => error.fmt(f),
            Self::Other(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for CompareError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Perft(error) => error.source(),
            Self::Other(error) => error.source(),
        }
    }
}

impl<E> From<PerftError> for CompareError<E> {
    fn from(error: PerftError) -> Self {
        Self::Perft(error)
    }
}

/// The moves in UCI notation, each with the count below it.
pub type Divided = Vec<(String, u64)>;

impl Perft {
    /// Compares the counts with those of another move generator, and descends to the first position
    /// and move where the two generators differ. Returns `None` if there is no difference.
    ///
    /// `other` is called with a game and a depth of at least 1. It returns the count below each
    /// legal move in the game's last position, with the moves in UCI notation.
    ///
    /// # Errors
    ///
    /// [`CompareError`] if a count overflows or the other generator returns an error.
    ///
    /// ```
    /// use reynard_perft::reynard::{Game, MoveKind, UciMove, CastlingNotation};
    /// use reynard_perft::{Perft, PerftDifferenceKind, PerftOptions};
    ///
    /// /// A generator that forgets en passant.
    /// fn wrong(game: &Game, depth: u32) -> Result<Vec<(String, u64)>, std::convert::Infallible> {
    ///     fn count(game: &Game, depth: u32) -> u64 {
    ///         if depth == 0 {
    ///             return 1;
    ///         }
    ///         wrong(game, depth).into_iter().flatten().map(|(_, count)| count).sum()
    ///     }
    ///     let moves = game.position().legal_moves();
    ///     let known = moves.into_iter().filter(|mv| mv.kind() != MoveKind::EnPassant);
    ///     Ok(known
    ///         .map(|mv| {
    ///             let mut after = game.clone();
    ///             after.play(mv).expect("a legal move");
    ///             let text = UciMove::new(mv, CastlingNotation::Standard).to_string();
    ///             (text, count(&after, depth - 1))
    ///         })
    ///         .collect())
    /// }
    ///
    /// let perft = Perft::new(&PerftOptions::default())?;
    /// let mut game = Game::new();
    /// game.play_line("e4 a6 e5")?;
    /// let difference = perft.compare(&game, 2, &mut wrong)?.expect("en passant is forgotten");
    /// assert!(difference.to_text("wrong").ends_with("Difference  wrong does not have e5d6\n"));
    /// let PerftDifferenceKind::Missing(mv) = difference.kind else { panic!("a missing move") };
    /// assert_eq!(mv.kind(), MoveKind::EnPassant);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare<E>(
        &self,
        game: &Game,
        depth: u32,
        other: &mut dyn FnMut(&Game, u32) -> Result<Divided, E>,
    ) -> Result<Option<PerftDifference>, CompareError<E>> {
        let known = game.moves().len();
        let difference = |game: Game, depth, kind| {
            let plies = game.moves().len() - known;
            Some(PerftDifference { game, plies, depth, kind })
        };
        let mut game = game.clone();
        let mut expected = None;
        for depth in (1..=depth).rev() {
            let ours = self.divide(game.position(), depth)?;
            let theirs = other(&game, depth).map_err(CompareError::Other)?;
            let theirs = match by_move(&game, theirs) {
                Ok(theirs) => theirs,
                Err(kind) => return Ok(difference(game, depth, kind)),
            };
            let count_of = |mv: Move| theirs.iter().find(|(known, _)| *known == mv);
            let mut different = None;
            for &(mv, count) in &ours {
                match count_of(mv) {
                    None => {
                        let kind = PerftDifferenceKind::Missing(mv);
                        return Ok(difference(game, depth, kind));
                    }
                    Some(&(_, theirs)) if theirs != count => {
                        different.get_or_insert((mv, count, theirs));
                    }
                    Some(_) => {}
                }
            }
            let Some((mv, count, before)) = different else {
                return Ok(expected.and_then(|kind| difference(game, depth, kind)));
            };
            // The move is legal: it is one of our own.
            let _ = game.play(mv);
            expected = Some(PerftDifferenceKind::Inconsistent { count, before });
        }
        // Below a last ply that differs there is nothing to count.
        Ok(expected.and_then(|kind| difference(game, 0, kind)))
    }
}

/// Parses the other generator's moves, rejecting duplicates.
fn by_move(game: &Game, counts: Divided) -> Result<Vec<(Move, u64)>, PerftDifferenceKind> {
    let mut known: Vec<(Move, u64)> = Vec::with_capacity(counts.len());
    for (text, count) in counts {
        let Ok(mv) = game.position().parse_uci(&text) else {
            return Err(PerftDifferenceKind::Illegal(text));
        };
        if known.iter().any(|(other, _)| *other == mv) {
            return Err(PerftDifferenceKind::Twice(mv));
        }
        known.push((mv, count));
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use super::*;
    use crate::PerftOptions;

    /// Computes the divided counts with this crate, in the format in which another generator
    /// returns them.
    fn right(game: &Game, depth: u32) -> Vec<(String, u64)> {
        let perft = Perft::new(&PerftOptions::default()).unwrap();
        let counts = perft.divide(game.position(), depth).unwrap();
        let text = |mv| UciMove::new(mv, CastlingNotation::Standard).to_string();
        counts.into_iter().map(|(mv, count)| (text(mv), count)).collect()
    }

    fn compare(other: impl Fn(&Game, u32) -> Vec<(String, u64)>) -> Option<PerftDifference> {
        let perft = Perft::new(&PerftOptions::default()).unwrap();
        let mut other = |game: &Game, depth| Ok::<_, Infallible>(other(game, depth));
        perft.compare(&Game::new(), 3, &mut other).unwrap()
    }

    #[test]
    fn the_same_counts_are_no_difference() {
        assert!(compare(right).is_none());
    }

    #[test]
    fn a_missing_move_is_found_below_the_counts_that_lack_it() {
        // Knows no answer to 1. d4 but the first nineteen.
        let difference = compare(|game, depth| {
            let mut counts = right(game, depth);
            let is_after_d4 = game.last_move() == game.root().parse_uci("d2d4").ok();
            if depth == 3 {
                counts.iter_mut().find(|(mv, _)| mv == "d2d4").unwrap().1 -= 1;
            } else if is_after_d4 {
                counts.retain(|(mv, _)| mv != "g8f6");
            }
            counts
        });
        let difference = difference.unwrap();
        assert_eq!((difference.game.moves().len(), difference.plies, difference.depth), (1, 1, 2));
        assert!(difference.to_text("it").starts_with("Moves       d2d4\nFEN         rnbqkbnr/"));
        let PerftDifferenceKind::Missing(mv) = difference.kind else { panic!("{difference:?}") };
        assert_eq!(mv, difference.game.position().parse_uci("g8f6").unwrap());
    }

    #[test]
    fn moves_that_are_illegal_or_listed_twice_are_found() {
        for (text, expected) in [
            ("e2e5", PerftDifferenceKind::Illegal("e2e5".to_owned())),
            ("e2e4", PerftDifferenceKind::Twice(Game::new().position().parse_uci("e2e4").unwrap())),
        ] {
            let difference = compare(|game, depth| {
                let mut counts = right(game, depth);
                counts.push((text.to_owned(), 1));
                counts
            });
            assert_eq!(difference.map(|it| it.kind), Some(expected));
        }
    }

    #[test]
    fn counts_that_contradict_each_other_are_told_apart() {
        let difference = compare(|game, depth| {
            let mut counts = right(game, depth);
            if depth == 3 {
                counts[0].1 += 7;
            }
            counts
        });
        let kind = difference.unwrap().kind;
        assert_eq!(kind, PerftDifferenceKind::Inconsistent { count: 380, before: 387 });
    }
}
