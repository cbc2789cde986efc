//! Small promises of the tutorial and the reference page: rows R09, R29, T13, X23 and X24 of the
//! feature list.

use reynard::{
    Bitboard, Color, EnPassantMode, File, Game, Move, MoveKind, PieceType, Position, Rank, Square,
    UciMove, attacks,
};

const POSITIONS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

/// R09: there is none at the root, a copy knows it, and taking back brings the one before.
#[test]
fn the_last_move_comes_back() {
    let mut game = Game::new();
    assert_eq!(game.last_move(), None);
    let mut played = vec![None];
    for text in ["e2e4", "e7e5", "g1f3"] {
        let mv = game.position().parse_uci(text).unwrap();
        game.play(mv).unwrap();
        assert_eq!(game.last_move(), Some(mv));
        assert_eq!(game.clone().last_move(), Some(mv));
        played.push(Some(mv));
    }
    while let Some(mv) = played.pop() {
        assert_eq!(game.last_move(), mv);
        game.undo();
    }
}

/// R29: moves are written by their squares, promotions with a small letter, lists with blanks.
#[test]
fn coordinates_of_moves() {
    let pos: Position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    let text = |mv: &Move| UciMove::from(*mv).to_string();
    let mut promotions: Vec<String> =
        pos.legal_moves().iter().filter(|mv| mv.is_promotion()).map(text).collect();
    promotions.sort();
    assert_eq!(promotions.join(" "), "a7a8b a7a8n a7a8q a7a8r");
    let castles = pos.parse_uci("e1g1").unwrap();
    assert_eq!(text(&castles), "e1g1");
}

/// T13: in standard chess the kind of a move can be told from its squares.
#[test]
fn idioms_agree_with_the_kind_of_a_move() {
    for fen in POSITIONS {
        let pos: Position = fen.parse().unwrap();
        visit(&pos, 2, &mut |pos, mv| {
            let piece = pos.board().type_at(mv.from());
            let (from, to) = (mv.from() as u8, mv.king_target() as u8);
            let is_pawn = piece == Some(PieceType::Pawn);
            let is_odd = from.abs_diff(to) % 2 == 1;
            if is_pawn {
                assert_eq!(is_odd, mv.is_capture(), "{mv:?} in {pos}");
            }
            let castles = piece == Some(PieceType::King) && from.abs_diff(to) == 2;
            assert_eq!(castles, mv.is_castling(), "{mv:?} in {pos}");
            let passed = pos.en_passant(EnPassantMode::Always);
            let takes_passing = is_pawn && is_odd && passed == Some(mv.to());
            assert_eq!(takes_passing, mv.kind() == MoveKind::EnPassant, "{mv:?} in {pos}");
        });
    }
}

/// Shows every legal move down to some depth.
fn visit(pos: &Position, depth: u32, show: &mut impl FnMut(&Position, Move)) {
    for &mv in &pos.legal_moves() {
        show(pos, mv);
        if depth > 1 {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            visit(&child, depth - 1, show);
        }
    }
}

/// X23: what the macros of the Perl source do besides the bit tricks of R67. For absolute values,
/// minimum, maximum and bounds there are the methods of the numbers.
#[test]
fn the_macros_have_their_methods() {
    // Clear all but the most significant bit.
    let set = Bitboard::from_iter([Square::A1, Square::C5, Square::H8]);
    assert_eq!(set.last().map(Square::bitboard), Some(Square::H8.bitboard()));
    assert_eq!(Bitboard::EMPTY.last(), None);
    // From an en-passant file to its square.
    for (turn, square) in [(Color::White, Square::E6), (Color::Black, Square::E3)] {
        assert_eq!(Square::new(File::E, Rank::Sixth.relative_to(turn)), square);
    }
}

/// X24: what others expand from macros is computed by the compiler.
#[test]
fn constants_are_computed_by_the_compiler() {
    const CENTER: Bitboard =
        Bitboard::EMPTY.with(Square::D4).with(Square::E4).with(Square::D5).with(Square::E5);
    const ATTACKED: Bitboard = attacks::pawns(Color::White, CENTER);
    const PUSH: Move = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    const _: () = assert!(CENTER.len() == 4 && ATTACKED.contains(Square::C5));
    assert_eq!(CENTER.to_string().matches('X').count(), 4);
    assert_eq!((PUSH.from(), PUSH.to()), (Square::E2, Square::E4));
}
