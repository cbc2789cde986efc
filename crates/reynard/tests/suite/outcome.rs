//! How games end: rows R10 and R60 to R62 of the feature list, E-18, E-20, E-22, V14, and dead
//! positions.

use std::collections::{HashSet, VecDeque};

use reynard::{
    Bitboard, Board, Color, Game, GameResult, MateKind, Outcome, Piece, PieceType, PieceValues,
    Position, Setup, Square, attacks,
};
use reynard_testkit::{Naive, Rng, data};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position without legality: the material questions are about boards.
fn board(pieces: &str) -> Board {
    let setup: Setup = format!("{pieces} w").parse().expect(pieces);
    setup.board
}

/// Who cannot mate: White, Black, for one kind of mate.
fn insufficient(board: &Board, mates: MateKind) -> [bool; 2] {
    Color::ALL.map(|color| board.has_insufficient_material(color, mates))
}

/// Each row of the table of R60 and R61: the pieces, then for each kind of mate whether White
/// cannot mate, Black cannot, and so neither can.
// R60, R61, E18 of the feature list.
#[test]
fn material_table() {
    const NEITHER: [bool; 2] = [true, true];
    const NO: [bool; 2] = [false, false];
    const WHITE_CAN: [bool; 2] = [false, true];
    const WHITE_CANNOT: [bool; 2] = [true, false];
    let table = [
        // K v K, KN v K, KB v K.
        ("4k3/8/8/8/8/8/8/4K3", NEITHER, NEITHER),
        ("4k3/8/8/8/8/8/8/3NK3", NEITHER, NEITHER),
        ("3nk3/8/8/8/8/8/8/4K3", NEITHER, NEITHER),
        ("4k3/8/8/8/8/8/8/3BK3", NEITHER, NEITHER),
        ("3bk3/8/8/8/8/8/8/4K3", NEITHER, NEITHER),
        // KN v KN.
        ("3nk3/8/8/8/8/8/8/3NK3", NO, NEITHER),
        // KN v KB, KB v KN.
        ("3bk3/8/8/8/8/8/8/3NK3", NO, NEITHER),
        ("3nk3/8/8/8/8/8/8/3BK3", NO, NEITHER),
        // KNN v K, K v KNN.
        ("4k3/8/8/8/8/8/8/2NNK3", WHITE_CAN, NEITHER),
        ("2nnk3/8/8/8/8/8/8/4K3", WHITE_CANNOT, NEITHER),
        // KB v KB, opposite shades: d1 is light, d8 dark.
        ("3bk3/8/8/8/8/8/8/3BK3", NO, NEITHER),
        // KB v KB on one shade, and any number of such bishops.
        ("4kb2/8/8/8/8/8/8/2B1K3", NEITHER, NEITHER),
        ("1b1bk3/8/8/8/8/8/1B1B4/B1B1K3", NEITHER, NEITHER),
        // KBB v K on both shades, KBN v K.
        ("4k3/8/8/8/8/8/8/2BBK3", WHITE_CAN, WHITE_CAN),
        ("4k3/8/8/8/8/8/8/2BNK3", WHITE_CAN, WHITE_CAN),
        // KP v K.
        ("4k3/8/8/8/8/8/4P3/4K3", WHITE_CAN, WHITE_CAN),
        ("4k3/4p3/8/8/8/8/8/4K3", WHITE_CANNOT, WHITE_CANNOT),
        // KNN v KN, four knights: undecided by force, so possible.
        ("3nk3/8/8/8/8/8/8/2NNK3", NO, NO),
        ("2nnk3/8/8/8/8/8/8/2NNK3", NO, NO),
        // Heavy pieces.
        ("4k3/8/8/8/8/8/8/3RK3", WHITE_CAN, WHITE_CAN),
        ("4k3/8/8/8/8/8/8/3QK3", WHITE_CAN, WHITE_CAN),
        // What the other side can put in its own king's way: all but a queen helps a knight; only
        // knights, pawns and bishops of the other shade help a bishop.
        ("3qk3/8/8/8/8/8/8/3NK3", WHITE_CANNOT, WHITE_CANNOT),
        ("3rk3/8/8/8/8/8/8/3NK3", NO, NO),
        ("4k3/3p4/8/8/8/8/8/3NK3", NO, NO),
        ("3qk3/8/8/8/8/8/8/3BK3", WHITE_CANNOT, WHITE_CANNOT),
        ("3rk3/8/8/8/8/8/8/3BK3", WHITE_CANNOT, WHITE_CANNOT),
        ("4k3/3p4/8/8/8/8/8/3BK3", NO, NO),
    ];
    for (pieces, possible, forcible) in table {
        let board = board(pieces);
        for (mates, expected) in [(MateKind::Possible, possible), (MateKind::Forcible, forcible)] {
            assert_eq!(insufficient(&board, mates), expected, "{pieces} {mates:?}");
            let both = expected == NEITHER;
            assert_eq!(board.is_insufficient_material(mates), both, "{pieces} {mates:?}");
        }
    }
}

/// V14: positions in which each of these materials has mated, so that none of them can be called
/// insufficient by the rules.
#[test]
fn helpmates() {
    let mates = [
        "7k/5K1n/6N1/8/8/8/8/8 b - - 0 1",
        "6nk/6B1/6K1/8/8/8/8/8 b - - 0 1",
        "6bk/8/6NK/8/8/8/8/8 b - - 0 1",
        "7k/5K2/5NN1/8/8/8/8/8 b - - 0 1",
        "6bk/8/5B1K/8/8/8/8/8 b - - 0 1",
        "7k/5B2/5B1K/8/8/8/8/8 b - - 0 1",
    ];
    for fen in mates {
        let pos = position(fen);
        assert_eq!(pos.outcome(), Some(Outcome::Checkmate { winner: Color::White }), "{fen}");
        assert!(!pos.board().has_insufficient_material(Color::White, MateKind::Possible), "{fen}");
        assert!(!pos.cannot_win(Color::White), "{fen}");
    }
    let check = position("5K1k/8/5B1B/8/8/8/8/8 b - - 0 1");
    assert!(check.is_check() && check.legal_moves().len() == 1);
    assert_eq!(check.outcome(), Some(Outcome::InsufficientMaterial));
}

/// A knight alone cannot mate a king that has only queens, however many. The squares next to the
/// king that neither White's king nor the knight takes would all have to hold queens, and a queen
/// on a line to the knight takes it, or the one that stands in its way does.
// R60 of the feature list.
#[test]
fn a_lone_knight_never_mates_among_queens() {
    let mut cases = 0;
    for king in Square::ALL {
        for knight in attacks::knight(king) {
            for white in Square::ALL {
                if white == knight || white.distance(king) < 2 {
                    continue;
                }
                cases += 1;
                let queens = attacks::king(king) - attacks::king(white) - attacks::knight(knight);
                let kings = king.bitboard() | white;
                let takers = attacks::queen(knight, kings) & queens;
                assert!(queens.any() && takers.any(), "{king} {knight} {white}");
            }
        }
    }
    assert!(cases > 15_000, "{cases}");
}

/// Bishops of one shade cannot mate a king that has only rooks, queens and bishops of that shade.
/// A check passes or comes from a square diagonally next to the king; of the two squares beside
/// both, which are of the other shade, one must hold a rook or queen, since White's king cannot
/// take both, and that piece goes where the check passes.
// R60 of the feature list.
#[test]
fn bishops_of_one_shade_never_mate_among_heavy_pieces() {
    for king in Square::ALL {
        for white in Square::ALL {
            if white.distance(king) < 2 {
                continue;
            }
            for passed in attacks::bishop(king, Bitboard::FULL) {
                let beside =
                    attacks::rook(king, Bitboard::FULL) & attacks::rook(passed, Bitboard::FULL);
                assert_eq!(beside.len(), 2, "{king} {passed}");
                assert!(!beside.is_subset(attacks::king(white)), "{king} {passed} {white}");
            }
        }
    }
}

// R10, E20 of the feature list.
#[test]
fn material_balance() {
    let table = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 0, 0),
        ("4k3/8/8/8/8/8/8/3NK3", 300, 320),
        ("4k3/8/8/8/8/8/8/3BK3", 300, 330),
        ("3bk3/8/8/8/8/8/8/3NK3", 0, -10),
        ("r2qk3/8/8/8/8/8/PP6/4K3", -1200, -1200),
    ];
    for (pieces, documents, program) in table {
        let board = board(pieces);
        assert_eq!(board.material_balance(&PieceValues::DEFAULT), documents, "{pieces}");
        assert_eq!(board.material_balance(&PieceValues::PLISCO), program, "{pieces}");
    }
    assert_eq!(PieceValues::default(), PieceValues::DEFAULT);
    assert_eq!(
        PieceType::ALL.map(|kind| PieceValues::PLISCO.of(kind)),
        [100, 320, 330, 500, 900, 0]
    );
}

/// The flags of the documents: who has won or why it is a draw, each with its own name, with mate
/// and stalemate before the clock. E-22: they have none for repetition that works; that is
/// `Game`'s.
// R62, E22, C06 of the feature list.
#[test]
fn outcomes() {
    let white = Outcome::Checkmate { winner: Color::White };
    let black = Outcome::Checkmate { winner: Color::Black };
    let table = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some(white)),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", Some(black)),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
        // Mate and stalemate come before the clock, and stalemate before material.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90", Some(white)),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 150 90", Some(Outcome::Stalemate)),
        ("k7/2B5/K7/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 149 90", None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 90", Some(Outcome::SeventyFiveMoves)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", None),
    ];
    for (fen, expected) in table {
        assert_eq!(position(fen).outcome(), expected, "{fen}");
        assert_eq!(Game::from_position(position(fen)).outcome(), expected, "{fen}");
    }
}

// R62 of the feature list.
#[test]
fn outcomes_have_results_and_names() {
    let win = Outcome::Timeout { winner: Color::Black };
    assert_eq!((win.winner(), win.result()), (Some(Color::Black), GameResult::BlackWins));
    assert_eq!(Outcome::FiftyMoves.result(), GameResult::Draw);
    let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
    assert_eq!(results.map(|result| result.to_string()), ["1-0", "0-1", "1/2-1/2"]);
    let outcomes = [
        Outcome::Checkmate { winner: Color::White },
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::SeventyFiveMoves,
        Outcome::FivefoldRepetition,
        Outcome::FiftyMoves,
        Outcome::ThreefoldRepetition,
        Outcome::DeadPosition,
        Outcome::Timeout { winner: Color::White },
        Outcome::TimeoutDraw,
    ];
    let mut names = outcomes.map(Outcome::name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), outcomes.len());
    assert_eq!(outcomes[0].to_string(), "White wins by checkmate");
}

#[test]
fn timeouts_are_lost_only_to_a_side_that_can_mate() {
    let table = [
        // FIDE, article 6.9: any mate at all counts.
        ("4k3/8/8/8/8/8/4P3/4K1n1 w - - 0 1", Color::White, false),
        ("4k3/8/8/8/8/8/R7/3nK3 w - - 0 1", Color::White, false),
        ("3qk3/8/8/8/8/8/8/3NK3 w - - 0 1", Color::Black, true),
        ("3rk3/8/8/8/8/8/8/3NK3 w - - 0 1", Color::Black, false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::White, true),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::Black, false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White, false),
        // The wall: nobody can win, whatever pieces are behind it.
        ("4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 w - - 0 1", Color::White, true),
    ];
    for (fen, loser, draw) in table {
        let expected =
            if draw { Outcome::TimeoutDraw } else { Outcome::Timeout { winner: !loser } };
        assert_eq!(position(fen).timeout(loser), expected, "{fen}");
        assert_eq!(Game::from_position(position(fen)).timeout(loser), expected, "{fen}");
    }
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let mate = Outcome::Checkmate { winner: Color::White };
    assert_eq!(mated.timeout(Color::White), mate, "the game was over before the flag fell");
}

#[test]
fn dead_positions_that_are_found() {
    for fen in [
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1",
        // A bishop each that the wall shuts in.
        "4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 b - - 0 1",
        // The last piece must be taken.
        "k7/1R6/8/8/8/8/8/6K1 b - - 0 1",
        "7k/8/8/8/8/8/1q6/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        // Stalemate.
        "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
    ] {
        assert!(position(fen).is_dead(), "{fen}");
    }
}

#[test]
fn live_positions_that_look_dead() {
    for fen in [
        // A knight jumps over the wall; a dark bishop could be given up to a pawn.
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3NK3 w - - 0 1",
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2B1K3 w - - 0 1",
        // A gap on the h-file lets the kings through to pawns that nothing protects.
        "4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w - - 0 1",
        // The same with the gap on the other side.
        "4k3/8/8/2p1p1p1/2PpPpPp/3P1P1P/8/4K3 w - - 0 1",
        // A rook could be given up to a pawn.
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K2R w - - 0 1",
        // Mate on the board.
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        // The king must take a rook, but the other one is left.
        "k7/1R6/8/8/8/8/8/K6R b - - 0 1",
    ] {
        assert!(!position(fen).is_dead(), "{fen}");
    }
}

/// A wall of locked pawns across the board, at random places, and some pieces on either side of it.
fn walled(rng: &mut Rng) -> Option<Position> {
    let mut board = Board::EMPTY;
    let mut row = 1 + rng.below(5);
    for file in 0..8 {
        row = (row + rng.below(3)).saturating_sub(1).clamp(1, 5);
        if rng.one_in(12) {
            continue;
        }
        for (color, row) in [(Color::White, row), (Color::Black, row + 1)] {
            board.set(Square::ALL[8 * row + file], Some(PieceType::Pawn.of(color)));
        }
    }
    let kinds = [PieceType::Bishop, PieceType::Bishop, PieceType::Knight, PieceType::Rook];
    for color in Color::ALL {
        let extra = rng.below(3);
        for index in 0..=extra {
            let kind = if index == 0 { PieceType::King } else { *rng.choose(&kinds) };
            let square = Square::ALL[rng.below(64)];
            if board.piece_at(square).is_none() {
                board.set(square, Some(kind.of(color)));
            }
        }
    }
    let turn = *rng.choose(&Color::ALL);
    Position::from_setup(&Setup { board, turn, ..Setup::EMPTY }).ok()
}

/// Whether `winner` mates in one of the positions that can be reached, of which as many are looked
/// at as `limit` says, the nearest first.
fn finds_mate(start: &Position, winner: Color, limit: usize) -> bool {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(pos) = queue.pop_front() {
        let moves = pos.legal_moves();
        if moves.is_empty() && pos.is_check() && pos.turn() != winner {
            return true;
        }
        for &mv in &moves {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            if seen.len() < limit && seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    false
}

/// A position is never called lost for a side that can mate: all that can be reached is searched.
#[test]
fn no_live_position_is_called_dead() {
    let mut rng = Rng::new(20);
    let mut claims = 0;
    for _ in 0..data::number("REYNARD_WALLS", 30_000) {
        let Some(pos) = walled(&mut rng) else { continue };
        for color in Color::ALL {
            let bare = pos.board().has_insufficient_material(color, MateKind::Possible);
            if pos.cannot_win(color) && !bare {
                claims += 1;
                assert!(!finds_mate(&pos, color, 3000), "{pos} {color}");
            }
        }
    }
    println!("{claims} positions of which a side cannot win");
    assert!(claims > 20, "{claims}");
}

/// The same for few pieces, where forced captures and stalemates are near.
#[test]
fn no_live_endgame_is_called_dead() {
    let mut rng = Rng::new(21);
    let mut claims = 0;
    let kinds = ["Q", "R", "B", "N", "P", "q", "r", "b", "n", "p"];
    for _ in 0..data::number("REYNARD_ENDGAMES", 60_000) {
        let mut board = Board::EMPTY;
        let count = 1 + rng.below(3);
        let letters: Vec<&str> = (0..count).map(|_| *rng.choose(&kinds)).collect();
        for letter in ["K", "k"].iter().chain(&letters).flat_map(|letter| letter.chars()) {
            board.set(Square::ALL[rng.below(64)], Piece::from_char(letter));
        }
        let turn = *rng.choose(&Color::ALL);
        let Ok(pos) = Position::from_setup(&Setup { board, turn, ..Setup::EMPTY }) else {
            continue;
        };
        for color in Color::ALL {
            if pos.cannot_win(color) {
                claims += 1;
                assert!(!finds_mate(&pos, color, 40), "{pos} {color}");
            }
        }
    }
    println!("{claims} positions of which a side cannot win");
    assert!(claims > 1000, "{claims}");
}

/// Positions from the tests of other projects, labeled by another program.
// R60 of the feature list.
#[test]
fn positions_that_others_test() {
    let Some(path) = data::path("fen/corner-cases.tsv") else { return };
    let text = data::read(&path).expect("a file that is there can be read");
    let (mut boards, mut ended) = (0, 0);
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (Ok(setup), Some(status), Some(letters), Some(state)) =
            (columns[0].parse::<Setup>(), columns.get(4), columns.get(9), columns.get(10))
        else {
            continue;
        };
        // Labels for boards with several kings or none mean nothing here.
        if status.contains("KING") {
            continue;
        }
        let expected = ['W', 'B'].map(|letter| letters.contains(letter));
        assert_eq!(insufficient(&setup.board, MateKind::Possible), expected, "{line}");
        boards += 1;
        if let (Ok(pos), "VALID") = (Position::from_setup(&setup), *status) {
            let outcome = pos.outcome().map_or("-", Outcome::name);
            if matches!(*state, "checkmate" | "stalemate")
                || matches!(outcome, "checkmate" | "stalemate")
            {
                assert_eq!(outcome, *state, "{line}");
                ended += 1;
            }
        }
    }
    assert!(boards > 1000 && ended > 10, "{boards} {ended}");
}

/// Random games in few pieces, where games end often, against the testkit's own rules.
// R62 of the feature list.
#[test]
fn random_games_end_as_the_plain_rules_have_it() {
    let mut rng = Rng::new(62);
    let mut ended = 0;
    for _ in 0..data::number("REYNARD_OUTCOME_GAMES", 600) {
        let mut board = Board::EMPTY;
        for letter in ['K', 'k', 'Q', 'R', 'q', 'r', 'P', 'p'] {
            board.set(Square::ALL[8 + rng.below(48)], Piece::from_char(letter));
        }
        let Ok(mut pos) = Position::from_setup(&Setup { board, ..Setup::EMPTY }) else { continue };
        for _ in 0..100 {
            let naive = Naive::from_fen(&pos.fen()).expect("a FEN just written");
            let expected = match (naive.legal_moves().is_empty(), naive.is_check()) {
                (true, true) => Some(Outcome::Checkmate { winner: !pos.turn() }),
                (true, false) => Some(Outcome::Stalemate),
                (false, _) => None,
            };
            let found = pos
                .outcome()
                .filter(|found| matches!(found, Outcome::Checkmate { .. } | Outcome::Stalemate));
            assert_eq!(found, expected, "{pos}");
            let moves = pos.legal_moves();
            if moves.is_empty() {
                ended += 1;
                break;
            }
            pos.play_unchecked(*rng.choose(&moves));
        }
    }
    assert!(ended > 20, "{ended}");
}
