//! What stands where: T01-T04, R01-R09, R11-R14, R16, R17, R55, R67, X01, C01, C04, C09, H02, H03,
//! H05, H07, P01-P03, P05.

use reynard::{
    Bitboard, Board, CastlingSide, Color, EnPassantMode, File, Piece, PieceType, Position, Rank,
    Setup, Square, attacks,
};

use crate::{START, after, position};

/// T01, R02: two sets by color and six by kind say where everything is; queens are a set of their
/// own.
#[test]
fn sets_by_color_and_kind_partition_the_board() {
    let pos = position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    let board = pos.board();
    let mut by_kind = Bitboard::EMPTY;
    for kind in PieceType::ALL {
        let set = board.by_type(kind);
        assert!(set.is_disjoint(by_kind), "{kind} overlaps another kind");
        by_kind |= set;
        let by_color = board.pieces(Color::White, kind) | board.pieces(Color::Black, kind);
        assert_eq!(set, by_color);
        assert_eq!(board.pieces(Color::White, kind), set & board.by_color(Color::White));
    }
    assert!(board.by_color(Color::White).is_disjoint(board.by_color(Color::Black)));
    assert_eq!(by_kind, board.occupied());
    assert_eq!(board.by_color(Color::White) | board.by_color(Color::Black), board.occupied());
    assert_eq!(board.vacant(), !board.occupied());
    assert_eq!(board.by_type(PieceType::Queen).len(), 2);
    assert!(board.by_type(PieceType::Queen).is_disjoint(board.by_type(PieceType::Rook)));
    assert!(board.by_type(PieceType::Queen).is_disjoint(board.by_type(PieceType::Bishop)));
}

// T02 of the feature list.
#[test]
fn squares_are_numbered_from_a1_by_rank() {
    let named = [("a1", 0), ("b1", 1), ("h1", 7), ("a2", 8), ("e4", 28), ("h8", 63)];
    for (name, number) in named {
        let square: Square = name.parse().expect(name);
        assert_eq!(square as u8, number);
        assert_eq!(square.to_string(), name);
    }
}

/// T03: coordinates, name and number lead to each other for every square.
#[test]
fn all_conversions_of_squares_round_trip() {
    for (number, square) in (0..64).zip(Square::ALL) {
        let (file, rank) = (number % 8, number / 8);
        assert_eq!(Square::from_index(number), Some(square));
        assert_eq!(square as u8, number);
        assert_eq!(Square::from_coordinates(file, rank), Some(square));
        assert_eq!(square.coordinates(), (file, rank));
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.file(), square.rank()), square);
        assert_eq!((square.file() as u8, square.rank() as u8), (file, rank));
    }
    for index in 64..=u8::MAX {
        assert_eq!(Square::from_index(index), None);
    }
    for coordinate in 8..=u8::MAX {
        assert_eq!(Square::from_coordinates(coordinate, 0), None);
        assert_eq!(Square::from_coordinates(0, coordinate), None);
    }
    for name in ["", "e", "e9", "i4", "e0", "e44", " e4", "4e", "é4"] {
        assert!(name.parse::<Square>().is_err(), "{name:?}");
    }
}

// T04 of the feature list.
#[test]
fn a_square_is_a_set_of_one_bit() {
    assert_eq!(Square::E4.bitboard().bits(), 1 << 28);
    for square in Square::ALL {
        assert_eq!(square.bitboard().single(), Some(square));
        assert_eq!(Bitboard::from(square), square.bitboard());
    }
}

/// R01, C04: a square holds a piece with its color, or neither.
#[test]
fn what_stands_on_a_square() {
    let board = Board::STANDARD;
    let queen = Piece { color: Color::Black, kind: PieceType::Queen };
    assert_eq!(board.piece_at(Square::D8), Some(queen));
    assert_eq!(board.type_at(Square::D8), Some(PieceType::Queen));
    assert_eq!(board.color_at(Square::D8), Some(Color::Black));
    assert_eq!(board.piece_at(Square::E4), None);
    assert_eq!(board.type_at(Square::E4), None);
    assert_eq!(board.color_at(Square::E4), None);
    assert_eq!(board.iter().count(), 32);
}

// R03 of the feature list.
#[test]
fn colors_are_0_and_1_and_turn_about() {
    assert_eq!((Color::White as u8, Color::Black as u8), (0, 1));
    for color in Color::ALL {
        assert_eq!(!color as u8, 1 - color as u8);
    }
    let pos = after(START, &["e2e4"]);
    assert_eq!(pos.turn(), Color::Black);
    assert_eq!(after(START, &["e2e4", "e7e5"]).turn(), Color::White);
}

/// R04: half-moves since the start, derived from the move number and the side to move.
#[test]
fn half_moves_and_move_number() {
    assert_eq!(Position::startpos().ply(), 0);
    let pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 5");
    assert_eq!(pos.ply(), 2 * (5 - 1) + 1);
    for (moves, ply) in [(&["g1f3"][..], 1), (&["g1f3", "g8f6"], 2), (&["g1f3", "g8f6", "b1c3"], 3)]
    {
        let pos = after(START, moves);
        assert_eq!(pos.ply(), ply);
        assert_eq!(u64::from(pos.fullmove_number()), 1 + ply / 2);
    }
}

/// R05, E-21: only captures and pawn moves set the clock back; losing a right does not.
// R05, E21 of the feature list.
#[test]
fn the_half_move_clock() {
    let fen = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 7 20";
    let clocks = [
        (&["a1b1"][..], 8),
        (&["e1g1"], 8),
        (&["a1b1", "e8e7"], 9),
        (&["a2a3"], 0),
        (&["a2a3", "h8g8"], 1),
    ];
    for (moves, clock) in clocks {
        assert_eq!(after(fen, moves).halfmove_clock(), clock, "{moves:?}");
    }
    let pos = after("4k3/8/8/8/8/8/r7/R3K3 w Q - 99 90", &["a1a2"]);
    assert_eq!(pos.halfmove_clock(), 0);
    let pos = after("4k3/8/8/8/8/8/8/R3K3 w Q - 99 90", &["a1a2"]);
    assert_eq!(pos.halfmove_clock(), 100);
}

// R06 of the feature list.
#[test]
fn castling_rights_are_four_bits() {
    let start = Position::startpos().castling_rights();
    assert_eq!(start.bits(), 0b1111);
    let bits = [
        ("w K", 0x1, Color::White, CastlingSide::KingSide),
        ("w Q", 0x2, Color::White, CastlingSide::QueenSide),
        ("w k", 0x4, Color::Black, CastlingSide::KingSide),
        ("w q", 0x8, Color::Black, CastlingSide::QueenSide),
    ];
    for (fields, bit, color, side) in bits {
        let pos = position(&format!("r3k2r/8/8/8/8/8/8/R3K2R {fields} - 0 1"));
        let rights = pos.castling_rights();
        assert_eq!(rights.bits(), bit);
        for other_color in Color::ALL {
            for other_side in CastlingSide::ALL {
                let same = (other_color, other_side) == (color, side);
                assert_eq!(rights.has(other_color, other_side), same);
            }
        }
    }
}

/// R07: the square of every double push, apart from the one where a capture is legal.
#[test]
fn en_passant_after_every_double_push() {
    let pos = after(START, &["e2e4"]);
    assert_eq!(pos.en_passant(EnPassantMode::Always), Some(Square::E3));
    assert_eq!(pos.en_passant(EnPassantMode::PseudoLegal), None);
    assert_eq!(pos.en_passant(EnPassantMode::Legal), None);
    let pos = after(START, &["e2e3"]);
    assert_eq!(pos.en_passant(EnPassantMode::Always), None);
    let pos = after(START, &["e2e4", "a7a6", "e4e5", "d7d5"]);
    for mode in [EnPassantMode::Always, EnPassantMode::PseudoLegal, EnPassantMode::Legal] {
        assert_eq!(pos.en_passant(mode), Some(Square::D6));
    }
    let pinned = position("8/8/8/8/R2pP2k/8/8/K7 b - e3 0 1");
    assert_eq!(pinned.en_passant(EnPassantMode::PseudoLegal), Some(Square::E3));
    assert_eq!(pinned.en_passant(EnPassantMode::Legal), None);
    let later = after(START, &["e2e4", "a7a6"]);
    assert_eq!(later.en_passant(EnPassantMode::Always), None);
    assert_eq!(size_of::<Option<Square>>(), 1, "no square is needed to say none");
}

// R08 of the feature list.
#[test]
fn the_king_of_the_side_to_move() {
    let pos = after(START, &["e2e4", "e7e5", "e1e2"]);
    assert_eq!(pos.king(pos.turn()), Square::E8);
    assert_eq!(pos.king(!pos.turn()), Square::E2);
}

/// R11, R12: keys are the same in every run; repetition's en passant counts, not any double push.
/// (The documents hash every double push; that is overruled.)
#[test]
fn the_signature_is_the_same_everywhere() {
    assert_eq!(Position::startpos().key(), 0x463B_9618_1691_FC9C);
    let pushed = after(START, &["e2e4"]);
    let without = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(pushed.key(), without.key());
    let differing = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    ];
    for fen in differing {
        assert_ne!(position(fen).key(), without.key(), "{fen}");
    }
}

/// R13, E-23: positions are equal as the rule of repetition has it; set-ups are equal in all.
// R13, E23 of the feature list.
#[test]
fn two_kinds_of_equality() {
    let early = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let late = position("4k3/8/8/8/8/8/8/4K2R w K - 30 40");
    assert_eq!(early, late);
    assert_ne!(early.to_setup(), late.to_setup());
    assert_ne!(early, position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    assert_ne!(early, position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    let unusable = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(unusable, position("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    let usable = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_ne!(usable, position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
}

// R14 of the feature list.
#[test]
fn a_copy_is_equal_and_independent() {
    let original = Position::startpos();
    let mut copy = original.clone();
    assert_eq!(copy.to_setup(), original.to_setup());
    copy.play(copy.legal_moves()[0]).expect("a legal move");
    assert_ne!(copy, original);
    assert_eq!(original.to_setup(), Setup::standard());
    assert!(size_of::<Position>() <= 256, "a copy is cheap");
}

/// R16, R17: files, ranks, shades and letters.
#[test]
fn masks_and_letters() {
    let files = File::ALL.map(Bitboard::file);
    let ranks = Rank::ALL.map(Bitboard::rank);
    for masks in [files, ranks] {
        let union = masks.into_iter().fold(Bitboard::EMPTY, |union, mask| {
            assert_eq!(mask.len(), 8);
            assert!(union.is_disjoint(mask));
            union | mask
        });
        assert_eq!(union, Bitboard::FULL);
    }
    assert_eq!(files[0] & ranks[0], Square::A1.bitboard());
    assert!(Bitboard::LIGHT.contains(Square::B1) && !Bitboard::LIGHT.contains(Square::A1));
    assert_eq!((Bitboard::LIGHT.len(), Bitboard::DARK.len()), (32, 32));
    assert_eq!(Bitboard::LIGHT | Bitboard::DARK, Bitboard::FULL);
    let letters: String = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.into_iter().map(move |kind| kind.of(color).to_char()))
        .collect();
    assert_eq!(letters, "PNBRQKpnbrqk");
    assert_eq!(PieceType::ALL.map(|kind| kind as u8), [1, 2, 3, 4, 5, 6]);
}

/// R55, H07, E-06: sliders reach the first blocker of either color and nothing behind it.
// R55, H07, E06 of the feature list.
#[test]
fn sliders_stop_at_the_first_blocker() {
    let blockers = Bitboard::from_iter([Square::G6, Square::C2, Square::E7, Square::B4]);
    let bishop = attacks::bishop(Square::E4, blockers);
    assert_eq!(
        bishop.to_string(),
        "X . . . . . . .\n\
         . X . . . . . .\n\
         . . X . . . X .\n\
         . . . X . X . .\n\
         . . . . . . . .\n\
         . . . X . X . .\n\
         . . X . . . X .\n\
         . . . . . . . X"
    );
    let rook = attacks::rook(Square::E4, blockers);
    assert_eq!(
        rook.to_string(),
        ". . . . . . . .\n\
         . . . . X . . .\n\
         . . . . X . . .\n\
         . . . . X . . .\n\
         . X X X . X X X\n\
         . . . . X . . .\n\
         . . . . X . . .\n\
         . . . . X . . ."
    );
    assert_eq!(attacks::queen(Square::E4, blockers), bishop | rook);
}

/// R67, C09, H05, E-40, P01: sets of bits, at the corners and when empty.
#[test]
fn sets_of_bits() {
    assert_eq!(Bitboard::EMPTY.len(), 0);
    assert_eq!(Bitboard::FULL.len(), 64);
    assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
    assert_eq!(Bitboard::EMPTY.without_first(), Bitboard::EMPTY);
    assert_eq!(Bitboard::EMPTY.isolate_first(), Bitboard::EMPTY);
    assert!(!Bitboard::EMPTY.more_than_one() && !Square::H8.bitboard().more_than_one());
    let ends = Square::A1.bitboard() | Square::H8;
    assert!(ends.more_than_one());
    assert_eq!((ends.first(), ends.last()), (Some(Square::A1), Some(Square::H8)));
    assert_eq!(ends.without_first(), Square::H8.bitboard());
    assert_eq!(ends.isolate_first(), Square::A1.bitboard());
    // E-40: every square comes once, in order, and the length is exact all the way.
    let mut squares = ends.with(Square::E4).iter();
    for (left, expected) in [(3, Square::A1), (2, Square::E4), (1, Square::H8)] {
        assert_eq!(squares.len(), left);
        assert_eq!(squares.next(), Some(expected));
    }
    assert_eq!((squares.len(), squares.next()), (0, None));
    assert!(Bitboard::FULL.iter().eq(Square::ALL));
    assert!(Bitboard::FULL.iter().rev().eq(Square::ALL.into_iter().rev()));
}

/// H05, P01: the operators are those of sets, across the middle of the 64 bits.
#[test]
fn set_operators() {
    let (a, b) = (Bitboard::rank(Rank::Fourth), Bitboard::file(File::E));
    assert_eq!((a & b).single(), Some(Square::E4));
    assert_eq!((a | b).len(), 15);
    assert_eq!((a ^ b).len(), 14);
    assert_eq!((a - b).len(), 7);
    assert_eq!((!a).len(), 56);
    assert!((a & b).is_subset(a) && !a.is_subset(b));
    assert_eq!(a.north(), Bitboard::rank(Rank::Fifth));
    assert_eq!(a.north().south(), a);
    assert_eq!(b.east().west(), b);
    assert_eq!(Bitboard::rank(Rank::Eighth).north(), Bitboard::EMPTY);
    assert_eq!(Bitboard::file(File::A).west(), Bitboard::EMPTY);
    assert_eq!(a.flip_ranks(), Bitboard::rank(Rank::Fifth));
    assert_eq!(b.flip_files(), Bitboard::file(File::D));
    assert_eq!((a & b).subsets().count(), 2);
}

/// X01, P02: fifteen diagonals each way, and the tables of knight, king and pawn.
#[test]
fn diagonals_and_tables() {
    for diagonal in [Bitboard::diagonal, Bitboard::antidiagonal] {
        let mut union = Bitboard::EMPTY;
        for index in 0..15 {
            let line = diagonal(index).expect("fifteen of them");
            assert_eq!(line.len(), u32::from(8 - index.abs_diff(7)));
            assert!(union.is_disjoint(line));
            union |= line;
        }
        assert_eq!(union, Bitboard::FULL);
        assert_eq!(diagonal(15), None);
    }
    assert!(Bitboard::diagonal(7).is_some_and(|line| line.contains(Square::A1)));
    assert!(Bitboard::antidiagonal(7).is_some_and(|line| line.contains(Square::H1)));
    assert_eq!(attacks::knight(Square::A1), Square::B3.bitboard() | Square::C2);
    assert_eq!(attacks::knight(Square::D4).len(), 8);
    assert_eq!(attacks::king(Square::A1).len(), 3);
    assert_eq!(attacks::pawn(Color::White, Square::A2), Square::B3.bitboard());
    assert_eq!(attacks::pawn(Color::Black, Square::H7), Square::G6.bitboard());
}

/// C01, H02: everything that a state holds is said by a FEN and read from one.
#[test]
fn a_state_is_what_its_fen_says() {
    let setup: Setup = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq d6 3 17".parse().expect("a set-up");
    assert_eq!(setup.turn, Color::White);
    assert_eq!(setup.castling_rooks, Bitboard::from_iter([Square::A1, Square::H1, Square::A8]));
    assert_eq!(setup.en_passant, Some(Square::D6));
    assert_eq!((setup.halfmove_clock, setup.fullmove_number), (3, 17));
    assert_eq!(setup.board.piece_at(Square::D5).map(Piece::to_char), Some('p'));
    assert_eq!(Setup::standard().fullmove_number, 1);
}

/// H03: the sets and the squares of a board tell the same, also after changing it.
#[test]
fn both_views_of_the_board_agree() {
    let assert_agree = |board: &Board| {
        for square in Square::ALL {
            let by_sets = Color::ALL.into_iter().find_map(|color| {
                let stands = |kind: &PieceType| board.pieces(color, *kind).contains(square);
                PieceType::ALL.into_iter().find(stands).map(|kind| kind.of(color))
            });
            assert_eq!(board.piece_at(square), by_sets, "{square}");
        }
    };
    let mut pos = position("r3k2r/pPpp1ppp/8/3Pp3/8/8/1PP2PPP/R3K2R w KQkq e6 0 1");
    for text in ["d5e6", "e8g8", "b7a8q", "f8a8", "e1g1", "f7e6"] {
        pos.play(pos.parse_uci(text).expect(text)).expect(text);
        assert_agree(pos.board());
    }
    let mut board = Board::STANDARD;
    board.set(Square::E1, None);
    board.set(Square::E8, Some(PieceType::Queen.of(Color::White)));
    assert_agree(&board);
    assert_eq!(board.king(Color::White), None);
    assert_eq!(board.king(Color::Black), None);
}

/// P03: own, enemy, occupied, vacant and attacked squares.
#[test]
fn boards_of_each_side() {
    let pos = after(START, &["e2e4"]);
    let own = pos.by_color(pos.turn());
    let enemy = pos.by_color(!pos.turn());
    assert_eq!(own | enemy, pos.occupied());
    assert!(enemy.contains(Square::E4) && own.contains(Square::E7));
    let attacked: Bitboard =
        Square::ALL.into_iter().filter(|&square| pos.is_attacked(square, Color::White)).collect();
    assert_eq!(
        attacked.to_string(),
        ". . . . . . . .\n\
         . . . . . . . .\n\
         X . . . . . . .\n\
         . X . X . X . X\n\
         . . X . . . X .\n\
         X X X X X X X X\n\
         X X X X X X X X\n\
         . X X X X X X ."
    );
}
