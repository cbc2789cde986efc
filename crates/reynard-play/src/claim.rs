//! Outcomes under the rules, with all draws claimed.

use reynard::{Game, Outcome};

/// Returns the outcome of a game whose players claim every draw as soon as possible, or `None` if
/// the game continues.
///
/// The outcome is that of [`Game::outcome`], or a draw by threefold repetition or by the fifty-move
/// rule.
///
/// ```
/// use reynard::Game;
/// use reynard_play::claimed_outcome;
///
/// assert_eq!(claimed_outcome(&Game::new()), None);
/// ```
pub fn claimed_outcome(game: &Game) -> Option<Outcome> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome);
    }
    if game.is_threefold_repetition() {
        return Some(Outcome::ThreefoldRepetition);
    }
    game.is_fifty_moves().then_some(Outcome::FiftyMoves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(fen: &str, moves: &str) -> Option<Outcome> {
        let mut game = Game::from_position(fen.parse().unwrap());
        for mv in moves.split_whitespace() {
            assert_eq!(claimed_outcome(&game), None, "before {mv}");
            let mv = game.position().parse_uci(mv).unwrap();
            game.play(mv).unwrap();
        }
        claimed_outcome(&game)
    }

    #[test]
    fn draws_are_claimed_at_once() {
        let rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80";
        assert_eq!(end(rooks, "a1a2 e8e7"), Some(Outcome::FiftyMoves));
        // A mate with the last of the fifty moves comes before the draw.
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80";
        let winner = reynard::Color::White;
        assert_eq!(end(mate, "a1a8"), Some(Outcome::Checkmate { winner }));
        let back_and_forth = "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8";
        let rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(end(rooks, back_and_forth), Some(Outcome::ThreefoldRepetition));
    }
}
