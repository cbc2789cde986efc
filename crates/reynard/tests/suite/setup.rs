//! What is wrong with a set-up: every fault by name, what can be waived and what can be mended.

use std::collections::BTreeSet;

use reynard::{
    Color, ParsePositionError, Piece, PieceType, Position, Rank, Setup, SetupFault, SetupFaults,
    Square, StartArray,
};
use reynard_testkit::{Rng, starts};

use SetupFault as Fault;

fn setup(fen: &str) -> Setup {
    Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A FEN, its faults, and what is said about the first of them.
type Row = (&'static str, &'static [SetupFault], &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", &[Fault::MissingWhiteKing], "White has no king"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", &[Fault::MissingBlackKing], "Black has no king"),
    ("4k3/8/8/8/8/8/8/K3K2K w - - 0 1", &[Fault::TooManyWhiteKings], "White has 3 kings: a1, e1 and h1"),
    ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", &[Fault::TooManyBlackKings], "Black has 2 kings: a8 and e8"),
    ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[], ""),
    ("4k3/8/8/8/8/7N/PPPPPPP1/RNBQKBNR w - - 0 1", &[], ""),
    ("4k3/8/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1", &[Fault::TooManyWhitePieces, Fault::TooManyWhitePromotions], "White has 17 pieces, more than 16"),
    ("rnbqkbnr/pppppppp/r7/8/8/8/8/4K3 b - - 0 1", &[Fault::TooManyBlackPieces, Fault::TooManyBlackPromotions], "Black has 17 pieces, more than 16"),
    ("4k2p/8/8/8/8/8/8/P3K3 w - - 0 1", &[Fault::PawnOnBackRank], "no pawn can stand on a1 and h8"),
    ("4k2P/8/8/8/8/8/8/4K3 b - - 0 1", &[Fault::PawnOnBackRank], "no pawn can stand on h8"),
    ("8/8/8/3k4/4K3/8/8/8 w - - 0 1", &[Fault::KingsTouching], "the kings touch: e4 and d5"),
    ("8/8/8/4k3/8/4K3/8/8 w - - 0 1", &[], ""),
    // Rights.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &[], ""),
    ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", &[Fault::CastlingWithoutKing], "White cannot castle with a1 and h1: no single king on rank 1"),
    ("r2k2r1/8/8/8/8/8/8/R4K1R w KQkq - 0 1", &[], ""),
    ("r3k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", &[Fault::CastlingWithoutRook], "White has no rook to castle with on h1, Black has no rook to castle with on h8"),
    ("4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1", &[Fault::CastlingWithoutRook], "White has no rook to castle with on h1"),
    ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", &[Fault::CastlingTwiceOneSide], "two rooks cannot castle on one side of the king: g1 and h1"),
    ("rr2k3/8/8/8/8/8/8/4K2R w Kab - 0 1", &[Fault::CastlingTwiceOneSide], "two rooks cannot castle on one side of the king: a8 and b8"),
    ("7k/8/8/8/8/8/8/R6K w KQ - 0 1", &[Fault::CastlingWithoutRook], "White has no rook to castle with on h1"),
    // En passant.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &[], ""),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", &[], ""),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", &[Fault::EnPassantRank], "the en-passant square d3 is not on rank 6 although White is to move"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", &[Fault::EnPassantOccupied], "the en-passant square d6 is occupied"),
    ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", &[Fault::EnPassantWithoutPawn], "the en-passant square d6 has no black pawn on d5"),
    ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", &[Fault::EnPassantWithoutPawn], "the en-passant square d6 has no black pawn on d5"),
    ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", &[Fault::EnPassantOrigin], "the en-passant square d6 needs d7 to be vacant, where the pawn came from"),
    ("4k3/3p4/3n4/4P3/8/8/8/4K3 w - d6 0 1", &[Fault::EnPassantOccupied, Fault::EnPassantWithoutPawn, Fault::EnPassantOrigin], "the en-passant square d6 is occupied"),
    // The pushed pawn gives check; so does what stood behind its first square.
    ("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", &[], ""),
    ("b3k3/8/8/1p6/8/8/6K1/8 w - b6 0 1", &[], ""),
    ("4k3/8/8/1p6/8/8/6K1/6r1 w - b6 0 1", &[Fault::EnPassantCheck], "the en-passant square b6 contradicts a check that the pawn did not give: white king on g2, attacked from g1"),
    ("2b1k3/8/8/3p4/6K1/8/8/8 w - d6 0 1", &[], ""),
    // Plausibility.
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", &[Fault::TooManyWhitePawns], "White has 9 pawns, more than 8"),
    ("4k3/pppppppp/pp6/8/8/8/8/4K3 w - - 0 1", &[Fault::TooManyBlackPawns], "Black has 10 pawns, more than 8"),
    ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", &[Fault::TooManyWhitePromotions], "White has 1 promoted piece but misses no pawn"),
    ("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1", &[], ""),
    ("4k3/pppppp2/6nn/6rr/6nr/8/8/4K3 w - - 0 1", &[], ""),
    ("4k3/ppppppp1/6nn/6rr/6nr/8/8/4K3 w - - 0 1", &[Fault::TooManyBlackPromotions], "Black has 2 promoted pieces but misses only 1 pawn"),
    // E-34: a missing queen is no credit for a third rook.
    ("4k3/8/8/8/8/R7/PPPPPPPP/RNB1KBNR w - - 0 1", &[Fault::TooManyWhitePromotions], "White has 1 promoted piece but misses no pawn"),
    // E-34: the shade of a bishop counts.
    ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKNBR w - - 0 1", &[Fault::TooManyWhitePromotions], "White has 1 promoted piece but misses no pawn"),
    ("4k3/8/8/8/8/8/PPPPPPP1/RNBQKNBR w - - 0 1", &[], ""),
    // V15.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[Fault::TooManyWhitePieces, Fault::TooManyWhitePawns], "White has 17 pieces, more than 16"),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", &[Fault::OppositeCheck], "the side not to move is in check: black king on e8, attacked from e1"),
    ("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", &[], ""),
    ("4k3/8/5N2/8/B7/8/8/4R1K1 b - - 0 1", &[Fault::TooManyCheckers], "more than two pieces give check: black king on e8, attacked from e1, a4 and f6"),
    ("4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1", &[Fault::ImpossibleCheck], "no move can have given the check: black king on e8, attacked from d7 and f7"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", &[Fault::FullmoveNumberZero], "the number of the first move is 1, not 0"),
    // All at once.
    ("4k3/8/8/8/8/8/4R3/8 w KQ e6 0 0", &[Fault::MissingWhiteKing, Fault::CastlingWithoutKing, Fault::CastlingWithoutRook, Fault::EnPassantWithoutPawn, Fault::OppositeCheck, Fault::FullmoveNumberZero], "White has no king"),
];

/// Faults that no FEN can express.
fn off_back_rank() -> Setup {
    let mut setup = setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    setup.castling_rooks.insert(Square::E4);
    setup
}

#[test]
fn every_fault_is_found_and_explained() {
    let mut found = SetupFaults::EMPTY;
    for &(fen, expected, message) in ROWS {
        let setup = setup(fen);
        let faults = setup.faults();
        assert_eq!(faults, SetupFaults::of(expected), "{fen}");
        if let Some(first) = faults.iter().next() {
            assert_eq!(first.explain(&setup).to_string(), message, "{fen}");
        }
        found |= faults;
    }
    let off_rank = off_back_rank();
    assert_eq!(off_rank.faults(), Fault::CastlingOffBackRank.into());
    assert_eq!(
        Fault::CastlingOffBackRank.explain(&off_rank).to_string(),
        "no rook can castle from e4",
    );
    found |= off_rank.faults();
    assert_eq!(found, SetupFaults::ALL, "a fault without an example");
}

#[test]
fn strict_refuses_what_relaxed_waives_and_nothing_else_is_waived() {
    for &(fen, faults, _) in ROWS {
        let setup = setup(fen);
        let faults = SetupFaults::of(faults);
        assert_eq!(Position::from_setup(&setup).is_ok(), faults.is_empty(), "{fen}");
        let unwaivable = faults - SetupFaults::WAIVABLE;
        for waived in [SetupFaults::WAIVABLE, SetupFaults::ALL] {
            match Position::from_setup_waiving(&setup, waived) {
                Ok(_) => assert!(unwaivable.is_empty(), "{fen}"),
                Err(error) => assert_eq!(error.faults(), unwaivable, "{fen}"),
            }
        }
        for fault in faults.iter() {
            match Position::from_setup_waiving(&setup, fault.into()) {
                Ok(_) => assert_eq!(faults, fault.into(), "{fen}"),
                Err(error) => {
                    let waived = SetupFaults::from(fault) & SetupFaults::WAIVABLE;
                    assert_eq!(error.faults(), faults - waived, "{fen}");
                    assert_eq!(error.setup(), &setup);
                }
            }
        }
    }
}

#[test]
fn sanitize_drops_what_it_names_and_keeps_the_rest() {
    let rows = ROWS.iter().map(|&(fen, _, _)| setup(fen)).chain([off_back_rank()]);
    for before in rows {
        let sanitized = before.sanitize();
        assert_eq!(sanitized.dropped, before.faults() & SetupFaults::SANITIZABLE, "{before}");
        assert!((sanitized.setup.faults() & SetupFaults::SANITIZABLE).is_empty(), "{before}");
        assert_eq!(sanitized.setup.board, before.board);
        assert_eq!(sanitized.setup.turn, before.turn);
        assert!(sanitized.setup.castling_rooks.is_subset(before.castling_rooks));
        if sanitized.dropped.is_empty() {
            assert_eq!(sanitized.setup, before);
        }
        let again = sanitized.setup.sanitize();
        assert_eq!((again.setup, again.dropped), (sanitized.setup, SetupFaults::EMPTY));
    }
}

#[test]
fn sanitize_touches_only_what_is_wrong() {
    let mended = |fen| setup(fen).sanitize().setup.to_string();
    assert_eq!(mended("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 5 9"), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 5 9",);
    // Of two rooks on one side neither is taken for the one that never moved.
    assert_eq!(mended("4k3/8/8/8/8/8/8/R3K1RR w GHA - 0 1"), "4k3/8/8/8/8/8/8/R3K1RR w Q - 0 1",);
    assert_eq!(
        mended("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq e3 0 0"),
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    );
    assert_eq!(
        mended("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3"),
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
    );
}

#[test]
fn a_waived_move_number_becomes_one() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 7 0";
    let Err(ParsePositionError::Setup(error)) = Position::from_fen(fen) else { panic!() };
    assert_eq!(error.to_string(), "the number of the first move is 1, not 0");
    let pos = Position::from_setup_waiving(&setup(fen), Fault::FullmoveNumberZero.into()).unwrap();
    assert_eq!(pos.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
}

#[test]
fn names_are_unique_and_have_hyphens_only() {
    let names: BTreeSet<&str> = SetupFault::ALL.into_iter().map(SetupFault::name).collect();
    assert_eq!(names.len(), SetupFault::ALL.len());
    assert!(SetupFault::ALL.into_iter().all(|fault| fault.name().parse() == Ok(fault)));
    for name in names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
    }
    for (index, fault) in SetupFault::ALL.into_iter().enumerate() {
        assert_eq!(fault as usize, index);
        assert_eq!(fault.to_string(), fault.name());
    }
}

#[test]
fn sets_of_faults_behave_as_sets() {
    let checks = SetupFaults::of(&[Fault::ImpossibleCheck, Fault::OppositeCheck]);
    assert_eq!(checks.len(), 2);
    assert_eq!(checks.iter().collect::<SetupFaults>(), checks);
    assert_eq!(checks.iter().collect::<Vec<_>>(), [Fault::OppositeCheck, Fault::ImpossibleCheck]);
    assert!(checks.contains(Fault::OppositeCheck) && !checks.contains(Fault::KingsTouching));
    assert_eq!(checks - SetupFaults::WAIVABLE, SetupFaults::EMPTY);
    assert_eq!(checks & SetupFaults::ALL, checks);
    assert_eq!(checks | Fault::KingsTouching.into(), checks.with(Fault::KingsTouching));
    assert_eq!(checks.to_string(), "opposite-check, impossible-check");
    assert_eq!(SetupFaults::ALL.len(), SetupFault::ALL.len());
    assert_eq!(format!("{checks:?}"), "SetupFaults {OppositeCheck, ImpossibleCheck}");
}

#[test]
fn single_checks_are_not_looked_into() {
    // Number 4 of <https://www.chessprogramming.org/Perft_Results>: no move explains the check.
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    assert_eq!(setup(fen).faults(), SetupFaults::EMPTY);
}

#[test]
fn double_checks_that_a_move_can_give_are_accepted() {
    for fen in [
        // Knight, bishop and rook uncover a queen or rook and check themselves.
        "4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1",
        "4k3/8/8/7B/8/8/8/4R1K1 b - - 0 1",
        "3k2R1/8/8/8/7B/8/8/6K1 b - - 0 1",
        // A pawn captures off the file of a rook.
        "4k3/3P4/8/8/8/8/8/4R1K1 b - - 0 1",
        // A pawn promotes with a capture, to a queen and to a knight.
        "3Qk3/8/8/8/8/8/8/4R1K1 b - - 0 1",
        "5N2/R6k/8/8/8/8/8/6K1 b - - 0 1",
        // En passant opens a file where the capturing pawn stood and a diagonal where the other.
        "8/8/8/4K3/8/3p4/1b6/4r2k w - - 0 1",
    ] {
        assert!(!setup(fen).faults().contains(Fault::ImpossibleCheck), "{fen}");
    }
}

#[test]
fn double_checks_that_no_move_can_give_are_refused() {
    for fen in [
        "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/3P2N1/8/8/8/8/8/4K3 b - - 0 1",
        // Two bishops on one diagonal with the king between them: number 127 of the usual suite.
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
        "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
        "8/8/N7/2k1K3/N7/8/8/8 b - - 0 1",
        "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - - 0 1",
        // As above, but the pawn that was taken cannot have come from d2, or there is none
        // missing.
        "8/8/8/4K3/8/3p4/1b1P4/4r2k w - - 0 1",
        "4k3/3P4/2nn1nnr/rppp2pr/pppp4/8/8/4R1K1 b - - 0 1",
    ] {
        assert!(setup(fen).faults().contains(Fault::ImpossibleCheck), "{fen}");
    }
}

/// The search for a last move, which takes moves back, against playing moves from every position
/// that could have come before.
#[test]
fn possible_double_checks_are_those_that_some_move_gives() {
    let mut rng = Rng::new(2024);
    let (mut possible, mut impossible) = (0, 0);
    while possible + impossible < 400 {
        let thrown = few_men(&mut rng);
        if !(thrown.faults() - Fault::ImpossibleCheck.into()).is_empty() {
            continue;
        }
        let pos = Position::from_setup_waiving(&thrown, SetupFaults::WAIVABLE).unwrap();
        if pos.checkers().len() != 2 {
            continue;
        }
        let can_be = has_predecessor(&thrown);
        assert_eq!(thrown.faults().is_empty(), can_be, "{thrown}");
        if can_be {
            possible += 1;
        } else {
            impossible += 1;
        }
    }
    assert!(possible > 50 && impossible > 50, "{possible} possible, {impossible} not");
}

/// Two kings, and a few men of the side that is not to move around the other's king.
fn few_men(rng: &mut Rng) -> Setup {
    let mut setup = Setup { turn: Color::ALL[rng.below(2)], ..Setup::EMPTY };
    let mut put = |piece: Piece, rng: &mut Rng| {
        let square = Square::ALL[rng.below(64)];
        if setup.board.piece_at(square).is_none() {
            setup.board.set(square, Some(piece));
        }
    };
    let (us, them) = (setup.turn, !setup.turn);
    put(PieceType::King.of(us), rng);
    put(PieceType::King.of(them), rng);
    for _ in 0..2 + rng.below(4) {
        let kind = *rng.choose(&PieceType::ALL[..5]);
        put(kind.of(them), rng);
    }
    for _ in 0..rng.below(4) {
        put(PieceType::Pawn.of(us), rng);
    }
    setup
}

/// Whether some legal move of the side not to move leads to this board.
fn has_predecessor(after: &Setup) -> bool {
    let mover = !after.turn;
    after.board.by_color(mover).iter().any(|to| {
        let piece = after.board.piece_at(to).expect("a man stands here");
        let was_pawn = to.rank() == Rank::Eighth.relative_to(mover);
        let kinds = [Some(piece.kind), was_pawn.then_some(PieceType::Pawn)];
        kinds.into_iter().flatten().any(|kind| {
            after.board.vacant().iter().any(|from| {
                predecessors(after, from, to, kind.of(mover))
                    .iter()
                    .any(|before| leads_to(before, from, to, after))
            })
        })
    })
}

/// The set-ups before a man went from `from` to `to`: nothing taken, a knight taken, and a pawn
/// taken en passant.
fn predecessors(after: &Setup, from: Square, to: Square, mover: Piece) -> [Setup; 3] {
    let mut quiet = Setup { turn: mover.color, ..after.clone() };
    quiet.board.set(to, None);
    quiet.board.set(from, Some(mover));
    let mut capture = quiet.clone();
    capture.board.set(to, Some(PieceType::Knight.of(after.turn)));
    let mut en_passant = quiet.clone();
    let passed = Square::new(to.file(), from.rank());
    if mover.kind == PieceType::Pawn && en_passant.board.piece_at(passed).is_none() {
        en_passant.board.set(passed, Some(PieceType::Pawn.of(after.turn)));
        en_passant.en_passant = Some(to);
    }
    [quiet, capture, en_passant]
}

fn leads_to(before: &Setup, from: Square, to: Square, after: &Setup) -> bool {
    let waived = SetupFaults::WAIVABLE - Fault::OppositeCheck.into();
    let Ok(pos) = Position::from_setup_waiving(before, waived) else { return false };
    pos.legal_moves().iter().any(|&mv| {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        mv.from() == from && mv.to() == to && next.board() == &after.board
    })
}

#[test]
fn games_never_lead_to_a_fault() {
    let mut rng = Rng::new(1);
    let mut checks = 0;
    for number in 0..400 {
        let mut pos = match number % 2 {
            0 => Position::startpos(),
            _ => starts::double_chess960(&mut rng).parse().unwrap(),
        };
        for _ in 0..300 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Checks are what can go wrong, so they are preferred.
            let checking: Vec<_> =
                moves.iter().copied().filter(|&mv| pos.gives_check(mv)).collect();
            let mv = if checking.is_empty() { *rng.choose(&moves) } else { *rng.choose(&checking) };
            pos.play(mv).unwrap();
            let setup = pos.to_setup();
            assert_eq!(setup.faults(), SetupFaults::EMPTY, "{setup}");
            assert_eq!(Setup::from_fen(&setup.to_string()).as_ref(), Ok(&setup));
            assert_eq!(Position::from_fen(&pos.fen()).as_ref(), Ok(&pos));
            checks += usize::from(pos.is_check());
        }
    }
    assert!(checks > 5_000, "{checks}");
}

#[test]
fn start_positions_have_no_fault() {
    for array in StartArray::all() {
        assert!(Setup::chess960(array, array).faults().is_empty());
    }
}
