//! A position in words, for comparing it with what another implementation says.

use reynard::{
    CastlingNotation, EnPassantMode, FenOptions, Move, Position, UciMove, fen::FenStyle,
};

/// Shredder-FEN with the square of every double push: the form that says most.
pub(crate) const FULL: FenOptions =
    FenOptions { style: FenStyle::Shredder, en_passant: EnPassantMode::Always };

/// A move as the other implementations write it, with castling as the king taking its rook.
pub(crate) fn uci(mv: Move) -> String {
    UciMove::new(mv, CastlingNotation::Chess960).to_string()
}

/// The legal moves in alphabetical order.
pub(crate) fn sorted_moves(pos: &Position) -> Vec<String> {
    sorted(pos.legal_moves().into_iter().map(uci))
}

pub(crate) fn sorted<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.sort();
    items
}
