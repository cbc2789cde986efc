//! The packed form: every set-up that fits comes back as it was, and no bytes do harm.

use std::collections::HashSet;

use reynard::{
    Bitboard, Board, Color, PackedPosition, Piece, PieceType, Position, Setup, SetupFaults, Square,
    StartArray,
    fen::FenStyle,
    packed::{PackError, UnpackError},
};
use reynard_testkit::{Rng, starts};

use crate::games;

fn setup(fen: &str) -> Setup {
    Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn packed(fen: &str) -> PackedPosition {
    PackedPosition::pack(&setup(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The layout of version 1 never changes.
#[test]
fn the_layout_is_frozen() {
    for (fen, text) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "0100000001000000ffff00000000ffff275336721111111199999999afdbbefa",
        ),
        (
            "4k3/8/8/8/4Pp2/8/8/4K2R b K e3 258 16909060",
            "0195020104030201900000300000001076910e00000000000000000000000000",
        ),
    ] {
        assert_eq!(packed(fen).to_string(), text, "{fen}");
        assert_eq!(text.parse::<PackedPosition>().unwrap().to_setup(), setup(fen));
    }
}

fn assert_round_trip(pos: &Position) {
    let setup = pos.to_setup();
    let packed = PackedPosition::from(pos);
    assert_eq!(PackedPosition::pack(&setup), Ok(packed));
    assert_eq!(PackedPosition::from_bytes(packed.to_bytes()), Ok(packed));
    assert_eq!(packed.to_setup(), setup);
    assert_eq!(packed.to_string().parse(), Ok(packed));
    let again = Position::from_setup_waiving(&packed.to_setup(), SetupFaults::WAIVABLE)
        .expect("it was accepted before");
    assert_eq!(again.to_setup(), setup);
    assert_eq!((again.key(), again.ply()), (pos.key(), pos.ply()));
    assert_eq!(again.legal_moves(), pos.legal_moves());
}

#[test]
fn every_position_of_random_games_comes_back() {
    games::walk(7, 400, assert_round_trip);
}

/// Also what no game leads to, with impossible numbers of men and checks.
#[test]
fn every_accepted_position_comes_back() {
    let mut rng = Rng::new(8);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect(&fen);
        if let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) {
            assert_round_trip(&pos);
            accepted += 1;
        }
    }
    assert!(accepted > 10_000, "only {accepted} were accepted");
}

#[test]
fn every_start_position_of_chess960_comes_back() {
    let all = || StartArray::all();
    for array in all() {
        assert_round_trip(&Position::double_chess960(array, StartArray::STANDARD));
        assert_round_trip(&Position::chess960(array));
    }
    let forms: HashSet<_> =
        all().map(|array| PackedPosition::from(&Position::chess960(array))).collect();
    assert_eq!(forms.len(), 960);
}

/// A set-up of nonsense, which need not be a position.
fn any_setup(rng: &mut Rng) -> Setup {
    let mut board = Board::EMPTY;
    for _ in 0..rng.below(40) {
        let piece = Piece::from_char(char::from(*rng.choose(b"pnbrqkRRRPNBQK")));
        board.set(*rng.choose(&Square::ALL), piece);
    }
    let rooks = board.by_type(PieceType::Rook);
    let [a, b, c, d, e, f, ..] = rng.next_u64().to_le_bytes();
    Setup {
        board,
        turn: *rng.choose(&Color::ALL),
        castling_rooks: rooks & Bitboard::from_bits(rng.next_u64()),
        en_passant: rng.one_in(2).then(|| *rng.choose(&Square::ALL)),
        halfmove_clock: u16::from_le_bytes([a, b]),
        fullmove_number: u32::from_le_bytes([c, d, e, f]),
    }
}

/// Whatever fits comes back: an en-passant square anywhere, rights in the middle of the board,
/// move number 0, no kings.
#[test]
fn every_setup_that_fits_comes_back() {
    let mut rng = Rng::new(9);
    for _ in 0..20_000 {
        let setup = any_setup(&mut rng);
        let men = setup.board.occupied().len();
        match PackedPosition::pack(&setup) {
            Ok(packed) => assert_eq!(packed.to_setup(), setup),
            Err(error) => assert_eq!(error, PackError::TooManyPieces(men)),
        }
        assert!(men <= PackedPosition::MAX_PIECES || PackedPosition::pack(&setup).is_err());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let full = setup("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/Q7/8/8/8 w - - 0 1");
    assert_eq!(PackedPosition::pack(&full), Err(PackError::TooManyPieces(33)));
    let claim = setup("4k3/8/8/8/8/8/8/4K3 w Q - 0 1");
    assert_eq!(PackedPosition::pack(&claim), Err(PackError::CastlingWithoutRook(Square::A1)));
    assert_eq!(
        PackedPosition::pack(&claim).unwrap_err().to_string(),
        "a right to castle names a1, on which no rook stands"
    );
}

#[test]
fn broken_bytes_are_refused_with_the_reason() {
    let good = packed("4k3/8/8/8/8/8/8/4K3 w - - 0 1").to_bytes();
    let with = |index: usize, byte: u8| {
        let mut bytes = good;
        bytes[index] = byte;
        PackedPosition::from_bytes(bytes)
    };
    assert_eq!(with(0, 2), Err(UnpackError::Version(2)));
    assert_eq!(with(1, 65), Err(UnpackError::EnPassant(65)));
    assert_eq!(with(1, 0xFF), Err(UnpackError::EnPassant(127)));
    assert!(with(1, 64).is_ok());
    assert_eq!(with(16, 0x08), Err(UnpackError::InvalidPiece(Square::E1)));
    assert_eq!(with(9, 1), Err(UnpackError::InvalidPiece(Square::E8)));
    assert_eq!(with(31, 0x10), Err(UnpackError::Leftover));
    let mut crowded = [0x11; 32];
    crowded[..8].copy_from_slice(&good[..8]);
    crowded[8..16].copy_from_slice(&[0xFF; 8]);
    assert_eq!(PackedPosition::from_bytes(crowded), Err(UnpackError::TooManyPieces(64)));
    assert_eq!(PackedPosition::try_from(&good[1..]), Err(UnpackError::Length(31)));
    for text in ["", "01", &"0".repeat(65), &"é".repeat(32), &"+0".repeat(32)] {
        assert_eq!(text.parse::<PackedPosition>(), Err(UnpackError::Digits), "{text}");
    }
}

/// Any bytes are refused or are the only packed form of what they say.
#[test]
fn any_bytes_are_refused_or_mean_one_setup() {
    let mut rng = Rng::new(10);
    let mut read = 0;
    let start = packed(starts::STANDARD).to_bytes();
    for _ in 0..200_000 {
        let mut bytes = start;
        for _ in 0..=rng.below(4) {
            bytes[rng.below(32)] = rng.next_u64().to_le_bytes()[0];
        }
        if let Ok(packed) = PackedPosition::from_bytes(bytes) {
            assert_eq!(PackedPosition::pack(&packed.to_setup()), Ok(packed));
            assert!(packed.to_setup().fen_text(FenStyle::Shredder).len() < 110);
            read += 1;
        }
    }
    assert!(read > 1000, "only {read} were read");
}
