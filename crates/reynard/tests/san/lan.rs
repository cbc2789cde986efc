//! Long algebraic notation: R30.

use reynard::{
    Position,
    lan::{LanOptions, LanPawn, LanSeparator},
    san::PieceLetters,
};

use crate::{position, uci};

fn lan(fen: &str, text: &str, options: LanOptions) -> String {
    let pos = position(fen);
    let mv = uci(&pos, text);
    let lan = pos.lan_with(mv, options);
    assert_eq!(pos.parse_san_lenient(&lan), Ok(mv), "{fen}: {lan}");
    lan.to_string()
}

const NO_HYPHEN: LanOptions =
    LanOptions { separator: LanSeparator::Nothing, ..LanOptions::STANDARD };
const PAWNS: LanOptions = LanOptions { pawn: LanPawn::Letter, ..LanOptions::STANDARD };

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
const PROMOTION: &str = "4n2k/3P4/8/8/8/8/8/K7 w - - 0 1";

/// R30 and E-19: the hyphen is there unless it is not wanted.
#[test]
fn default_has_a_hyphen_or_a_capture_mark() {
    let standard = LanOptions::default();
    assert_eq!(lan(START, "e2e4", standard), "e2-e4");
    assert_eq!(lan("kr6/qn6/8/1N6/8/8/4K3/8 w - - 0 1", "b5c7", standard), "Nb5-c7#");
    assert_eq!(lan(PROMOTION, "d7e8q", standard), "d7xe8=Q+");
    assert_eq!(lan("3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", "d5e6", standard), "d5xe6");
    assert_eq!(lan("kr1b4/qnN5/8/8/8/8/4K3/8 b - - 0 1", "d8c7", standard), "Bd8xc7");
}

// R30 of the feature list.
#[test]
fn no_hyphen() {
    assert_eq!(lan(START, "e2e4", NO_HYPHEN), "e2e4");
    assert_eq!(lan(ROOKS, "e8e7", NO_HYPHEN), "Ke8e7");
    assert_eq!(lan(PROMOTION, "d7e8q", NO_HYPHEN), "d7xe8=Q+");
}

// R30 of the feature list.
#[test]
fn pawns_with_their_letter() {
    assert_eq!(lan(START, "e2e4", PAWNS), "Pe2-e4");
    assert_eq!(lan(PROMOTION, "d7e8q", PAWNS), "Pd7xe8=Q+");
}

// R30 of the feature list.
#[test]
fn castling_is_as_in_san() {
    for options in [LanOptions::STANDARD, NO_HYPHEN, PAWNS] {
        assert_eq!(lan(ROOKS, "e8g8", options), "O-O");
        assert_eq!(lan(ROOKS, "e8c8", options), "O-O-O");
    }
    assert_eq!(lan("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", LanOptions::STANDARD), "O-O+");
}

/// V04 and E-29: stalemate has no mark.
#[test]
fn stalemate_has_no_mark() {
    let fen = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    assert_eq!(lan(fen, "c1c7", LanOptions::STANDARD), "Qc1-c7");
    assert_eq!(lan(fen, "c1c8", LanOptions::STANDARD), "Qc1-c8#");
}

#[test]
fn figurines() {
    let options = LanOptions { letters: PieceLetters::Figurine, ..PAWNS };
    assert_eq!(lan(PROMOTION, "d7e8r", options), "♙d7xe8=♖+");
    assert_eq!(lan(START, "g1f3", options), "♘g1-f3");
    assert_eq!(Position::startpos().lan(uci(&Position::startpos(), "g1f3")), "Ng1-f3");
}
