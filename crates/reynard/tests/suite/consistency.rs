//! Do the redundant parts of a position agree? Rows R65 and E-24 of the feature list.
//!
//! Boards and positions made by safe functions always agree, with one exception: playing a move
//! that is not legal by a function that trusts its caller.

use reynard::{Bitboard, Board, Color, EnPassantMode, Move, MoveKind, PieceType, Position, Square};

use crate::analysis::random_positions;

/// A board as eight sets of squares, as other programs keep it: nothing promises that they agree.
#[derive(Clone, Copy, Debug, Default)]
struct BoardSets {
    /// The squares of White's and of Black's pieces.
    colors: [Bitboard; 2],
    /// The squares of each kind of piece, from pawn to king.
    kinds: [Bitboard; 6],
}

/// Something that does not agree with something else; squares are the first such ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inconsistency {
    TwoColors(Square),
    TwoKinds(Square, [PieceType; 2]),
    NoColor(Square),
    NoKind(Square),
    /// Two representations disagree about the piece on a square.
    Mismatch(Square),
    /// A side does not have one king.
    Kings(Color, u32),
    /// A right to castle without its king on the same rank or without its rook.
    Castling(Square),
    /// An en-passant square without a pawn that can have passed it.
    EnPassant(Square),
    /// The stored flag for a legal en-passant capture is wrong.
    EnPassantLegality(Square),
    /// The kept key is not that of the position.
    Key(u64, u64),
}

impl BoardSets {
    fn of(board: &Board) -> Self {
        Self {
            colors: Color::ALL.map(|color| board.by_color(color)),
            kinds: PieceType::ALL.map(|kind| board.by_type(kind)),
        }
    }

    /// Returns the contradictions between the sets, all fifteen pairs of kinds compared.
    fn inconsistencies(&self) -> Vec<Inconsistency> {
        let [white, black] = self.colors;
        let kinds = self.kinds.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        let mut found = Vec::new();
        found.extend((white & black).first().map(Inconsistency::TwoColors));
        for one in PieceType::ALL {
            for other in PieceType::ALL.into_iter().skip(one.index() + 1) {
                let both = self.kinds[one.index()] & self.kinds[other.index()];
                found.extend(
                    both.first().map(|square| Inconsistency::TwoKinds(square, [one, other])),
                );
            }
        }
        found.extend((kinds - (white | black)).first().map(Inconsistency::NoColor));
        found.extend(((white | black) - kinds).first().map(Inconsistency::NoKind));
        found
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in self.colors[color as usize] & self.kinds[kind.index()] {
                    board.set(square, Some(kind.of(color)));
                }
            }
        }
        board
    }
}

/// Returns everything in which a position contradicts itself.
fn inconsistencies(pos: &Position) -> Vec<Inconsistency> {
    let board = pos.board();
    let sets = BoardSets::of(board);
    let mut found = sets.inconsistencies();
    let in_sets = |square: Square| {
        let color = Color::ALL.into_iter().find(|&color| board.by_color(color).contains(square));
        let kind = PieceType::ALL.into_iter().find(|&kind| board.by_type(kind).contains(square));
        kind.zip(color).map(|(kind, color)| kind.of(color))
    };
    let mismatch =
        Square::ALL.into_iter().find(|&square| board.piece_at(square) != in_sets(square));
    found.extend(mismatch.map(Inconsistency::Mismatch));
    for color in Color::ALL {
        let count = pos.pieces(color, PieceType::King).len();
        found.extend((count != 1).then_some(Inconsistency::Kings(color, count)));
    }
    let lost = pos.castling_rights().rooks().iter().find(|&rook| !backs_right(pos, rook));
    found.extend(lost.map(Inconsistency::Castling));
    found.extend(en_passant_fault(pos));
    let (kept, computed) = (pos.key(), pos.key_from_scratch());
    found.extend((kept != computed).then_some(Inconsistency::Key(kept, computed)));
    found
}

/// Returns `true` if a rook stands on `square`, on its back rank together with its king.
fn backs_right(pos: &Position, square: Square) -> bool {
    Color::ALL.into_iter().any(|color| {
        square.rank() == color.back_rank()
            && pos.pieces(color, PieceType::Rook).contains(square)
            && pos.board().king(color).is_some_and(|king| king.rank() == square.rank())
    })
}

fn en_passant_fault(pos: &Position) -> Option<Inconsistency> {
    let square = pos.en_passant(EnPassantMode::Always)?;
    let them = !pos.turn();
    let passed = square.bitboard();
    let pawns = pos.pieces(them, PieceType::Pawn);
    let way = passed | passed.forward(pos.turn());
    if !passed.forward(them).is_subset(pawns) || !way.is_disjoint(pos.occupied()) {
        return Some(Inconsistency::EnPassant(square));
    }
    let is_legal = pos.legal_moves().into_iter().any(|mv| mv.kind() == MoveKind::EnPassant);
    let is_kept = pos.en_passant(EnPassantMode::Legal).is_some();
    (is_legal != is_kept).then_some(Inconsistency::EnPassantLegality(square))
}

// R65, E24 of the feature list: every one of the fifteen pairs of kinds, the colors, and squares
// that are in sets of one sort only.
#[test]
fn sets_that_contradict_one_another() {
    for one in PieceType::ALL {
        for other in PieceType::ALL.into_iter().filter(|other| *other > one) {
            let mut sets = BoardSets::default();
            sets.colors[0].insert(Square::D4);
            sets.kinds[one.index()].insert(Square::D4);
            sets.kinds[other.index()].insert(Square::D4);
            let expected = Inconsistency::TwoKinds(Square::D4, [one, other]);
            assert_eq!(sets.inconsistencies(), [expected]);
        }
    }
    let mut sets = BoardSets::of(&Board::STANDARD);
    assert!(sets.inconsistencies().is_empty());
    sets.colors = [sets.colors[0].with(Square::E8), sets.colors[1]];
    assert_eq!(sets.inconsistencies(), [Inconsistency::TwoColors(Square::E8)]);
    let mut sets = BoardSets::of(&Board::STANDARD);
    sets.colors[0].remove(Square::A1);
    sets.colors[1].insert(Square::D5);
    let expected = [Inconsistency::NoColor(Square::A1), Inconsistency::NoKind(Square::D5)];
    assert_eq!(sets.inconsistencies(), expected);
}

// R65 of the feature list.
#[test]
fn positions_are_consistent_and_sets_make_the_same_board() {
    random_positions(65, 60, |pos| {
        assert_eq!(inconsistencies(pos), [], "{pos}");
        assert_eq!(BoardSets::of(pos.board()).board(), *pos.board());
    });
}

/// What an illegal move that is played unchecked leaves behind is found.
// R65 of the feature list.
#[test]
fn inconsistent_positions_are_found() {
    let played = |fen: &str, mv: Move| {
        let mut pos: Position = fen.parse().expect("a position");
        pos.play_unchecked(mv);
        inconsistencies(&pos)
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let takes_king = Move::new(Square::D1, Square::E8, MoveKind::Capture);
    assert!(played(start, takes_king).contains(&Inconsistency::Kings(Color::Black, 0)));
    let pushes_nothing = Move::new(Square::E4, Square::E5, MoveKind::DoublePush);
    assert!(!played(start, pushes_nothing).is_empty());
    let pushes_a_piece = Move::new(Square::E1, Square::E5, MoveKind::DoublePush);
    let passed = Inconsistency::EnPassant(Square::E3);
    assert!(played("8/k7/8/8/8/8/8/4K3 w - - 0 1", pushes_a_piece).contains(&passed));
}
