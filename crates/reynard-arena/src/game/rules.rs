//! Games that the rules of chess end.

use reynard::{Game, Outcome};

/// How the rules have ended a game, with draws claimed as soon as that is possible; `None` if it goes
/// on.
pub(crate) fn end_by_rules(game: &Game) -> Option<Outcome> {
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
        for m in moves.split_whitespace() {
            assert_eq!(end_by_rules(&game), None, "before {m}");
            let m = game.position().parse_uci(m).unwrap();
            game.play(m).unwrap();
        }
        end_by_rules(&game)
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
