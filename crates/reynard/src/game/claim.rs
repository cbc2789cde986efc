//! Draws that a player may claim.

use super::{Game, THREEFOLD};
use crate::outcome::FIFTY_MOVES;
use crate::{Move, Outcome, Position};

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawClaim {
    /// The grounds for the claim.
    pub reason: ClaimReason,
    /// The move that the player must announce, without playing it, because only this move creates
    /// the grounds; `None` if they already exist.
    pub announcing: Option<Move>,
}

/// Grounds for claiming a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimReason {
    /// The same position has occurred three times: FIDE, article 9.2.
    ThreefoldRepetition,
    /// Both sides have made fifty moves without a capture or a pawn move: FIDE, article 9.3.
    FiftyMoves,
}

impl DrawClaim {
    /// Returns the outcome of the game if the claim is made.
    ///
    /// ```
    /// use reynard::{Outcome, game::{ClaimReason, DrawClaim}};
    ///
    /// let claim = DrawClaim { reason: ClaimReason::FiftyMoves, announcing: None };
    /// assert_eq!(claim.outcome(), Outcome::FiftyMoves);
    /// ```
    pub const fn outcome(self) -> Outcome {
        match self.reason {
            ClaimReason::ThreefoldRepetition => Outcome::ThreefoldRepetition,
            ClaimReason::FiftyMoves => Outcome::FiftyMoves,
        }
    }
}

impl Game {
    /// Returns a draw that the side to move may claim. Returns `None` if there is none or if the
    /// game has ended.
    ///
    /// Claims based on the current position take precedence over claims that announce a move, and
    /// repetition takes precedence over the fifty-move rule.
    ///
    /// ```
    /// use reynard::{Game, game::ClaimReason};
    ///
    /// let game = Game::from_position("4k3/8/8/8/8/8/8/4K2R w K - 99 80".parse()?);
    /// let claim = game.claim().unwrap();
    /// assert_eq!(claim.reason, ClaimReason::FiftyMoves);
    /// assert!(claim.announcing.is_some());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn claim(&self) -> Option<DrawClaim> {
        if self.outcome().is_some() {
            return None;
        }
        let claim = |reason, announcing| Some(DrawClaim { reason, announcing });
        if self.is_threefold_repetition() {
            return claim(ClaimReason::ThreefoldRepetition, None);
        }
        if self.is_fifty_moves() {
            return claim(ClaimReason::FiftyMoves, None);
        }
        let is_third = |game: &Self, after: &Position| game.repetitions_of(after) >= THREEFOLD;
        if let Some(mv) = self.announceable(is_third) {
            return claim(ClaimReason::ThreefoldRepetition, Some(mv));
        }
        let mv = self.announceable(|_, after| after.halfmove_clock() >= FIFTY_MOVES)?;
        claim(ClaimReason::FiftyMoves, Some(mv))
    }

    /// Returns the first legal move after which the game continues and `holds` returns `true`.
    fn announceable(&self, holds: impl Fn(&Self, &Position) -> bool) -> Option<Move> {
        // Neither ground can arise by a capture or a pawn move, or before enough reversible moves.
        if self.position.halfmove_clock() < FEWEST {
            return None;
        }
        let mut after = self.position.clone();
        self.position.legal_moves().iter().copied().find(|&mv| {
            self.position.play_into(mv, &mut after);
            holds(self, &after) && after.has_legal_move()
        })
    }
}

/// The lowest half-move clock at which a move can produce the third occurrence of a position.
const FEWEST: u16 = 7;
