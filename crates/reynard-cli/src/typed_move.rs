//! Moves that a player or a learner types.

use reynard::san::SanError;
use reynard::{InvalidSan, Move, PieceType, Position};

/// Parses a move in any notation. A square alone is a pawn move: if no pawn can go there, the move
/// is illegal, even if a piece can. The player does not see the move before it is made.
pub(crate) fn parse(pos: &Position, text: &str) -> Result<Move, InvalidSan> {
    let mv = pos.parse_san_lenient(text)?;
    let is_pawn = pos.board().type_at(mv.from()) == Some(PieceType::Pawn);
    let word = text.trim().trim_end_matches(['+', '#', '!', '?']);
    if !is_pawn && word.parse::<reynard::Square>().is_ok() {
        return Err(InvalidSan::Rules(SanError::Illegal));
    }
    Ok(mv)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_square_alone_is_a_pawn_move() {
        let fen = "rnbqkb1r/ppp1pppp/5n2/3p4/3P1B2/2N5/PPP1PPPP/R2QKBNR b KQkq - 3 3";
        let pos = fen.parse().expect("a position");
        let read = |text: &str| parse(&pos, text).ok().map(|mv| pos.san(mv).to_string());
        assert_eq!([read("e4"), read("e4+")], [None, None]);
        assert_eq!(read("Ne4").as_deref(), Some("Ne4"));
        assert_eq!(read("ne4").as_deref(), Some("Ne4"));
        assert_eq!(read("e6").as_deref(), Some("e6"));
    }
}
