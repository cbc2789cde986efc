//! Positions with few pieces, all or at random.

use reynard::{Bitboard, Board, Color, Piece, Position, Setup, SetupFault, SetupFaults, Square};
use reynard_syzygy::Material;
use reynard_testkit::Rng;

/// The pieces of a material, kings first.
pub(crate) fn men_of(material: Material) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for kind in reynard::PieceType::ALL.into_iter().rev() {
        for color in Color::ALL {
            pieces.extend((0..material.count(color, kind)).map(|_| kind.of(color)));
        }
    }
    pieces
}

/// The position with pieces on squares, if the rules know how to go on from it.
pub(crate) fn place(pieces: &[Piece], squares: &[Square], turn: Color) -> Option<Position> {
    place_with(pieces, squares, turn, None)
}

/// The same, after a double push over a square.
pub(crate) fn place_with(
    pieces: &[Piece],
    squares: &[Square],
    turn: Color,
    en_passant: Option<Square>,
) -> Option<Position> {
    let mut board = Board::EMPTY;
    let mut taken = Bitboard::EMPTY;
    for (&piece, &square) in pieces.iter().zip(squares) {
        if taken.contains(square) {
            return None;
        }
        taken.insert(square);
        board.set(square, Some(piece));
    }
    let setup = Setup { board, turn, en_passant, ..Setup::EMPTY };
    let waived = SetupFaults::WAIVABLE - SetupFault::OppositeCheck.into();
    Position::from_setup_waiving(&setup, waived).ok()
}

/// A position with these pieces anywhere; now and then with a pawn that can be taken en passant, if
/// there are pawns.
pub(crate) fn random(pieces: &[Piece], rng: &mut Rng) -> Position {
    loop {
        let squares: Vec<Square> = pieces.iter().map(|_| *rng.choose(&Square::ALL)).collect();
        let turn = *rng.choose(&Color::ALL);
        let pawn = reynard::PieceType::Pawn.of(!turn);
        let passant = pieces.iter().zip(&squares).find(|&(&piece, square)| {
            piece == pawn && square.rank() == (!turn).relative_rank(reynard::Rank::Fourth)
        });
        let target = passant
            .and_then(|(_, square)| square.offset(0, if turn == Color::White { 1 } else { -1 }));
        let target = target.filter(|_| !rng.one_in(4));
        if let Some(pos) = place_with(pieces, &squares, turn, target) {
            return pos;
        }
    }
}

/// The same position with the colors exchanged.
pub(crate) fn flip_colors(pos: &Position) -> Position {
    let setup = pos.to_setup();
    let mut board = Board::EMPTY;
    for (square, piece) in setup.board.iter() {
        board.set(square.flip_rank(), Some(piece.kind.of(!piece.color)));
    }
    let flipped = Setup {
        board,
        turn: !setup.turn,
        en_passant: setup.en_passant.map(Square::flip_rank),
        ..setup
    };
    Position::from_setup_waiving(&flipped, SetupFaults::WAIVABLE).expect("it was a position")
}
