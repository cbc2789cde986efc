//! Any position and all 65,536 move patterns: exactly the generated moves are legal.
//!
//! The bytes describe a set-up rather than a FEN, so that nearly every input is a position.

use reynard::{
    Bitboard, CastlingNotation, Color, Move, PieceType, Position, Setup, SetupFaults, Square,
    UciMove,
};

/// Fails if something does not hold for the position that these bytes stand for.
pub(crate) fn check(data: &[u8]) {
    let setup = setup_of(data).sanitize().setup;
    if let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) {
        check_patterns(&pos);
        check_moves(&pos);
    }
}

/// Six bytes of state (side to move, rooks that may castle on each back rank, en-passant square,
/// both kings), then pairs of a square and a piece. Missing bytes are 0.
fn setup_of(data: &[u8]) -> Setup {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let square = |index: usize| Square::from_index(byte(index) & 63).expect("six bits");
    let mut setup = Setup {
        turn: if byte(0) & 1 == 0 { Color::White } else { Color::Black },
        castling_rooks: Bitboard::from_bits(u64::from(byte(1)) | u64::from(byte(2)) << 56),
        en_passant: (byte(3) < 64).then(|| square(3)),
        ..Setup::EMPTY
    };
    for index in (6..data.len().saturating_sub(1)).step_by(2) {
        let color = if byte(index + 1) & 8 == 0 { Color::White } else { Color::Black };
        let kind = PieceType::ALL[usize::from(byte(index + 1) % 5)];
        setup.board.set(square(index), Some(kind.of(color)));
    }
    setup.board.set(square(4), Some(PieceType::King.of(Color::White)));
    setup.board.set(square(5), Some(PieceType::King.of(Color::Black)));
    setup
}

fn check_patterns(pos: &Position) {
    let (legal, pseudo_legal) = (pos.legal_moves(), pos.pseudo_legal_moves());
    let set = |moves: &[Move]| {
        let mut set = vec![false; 1 << 16];
        for mv in moves {
            set[usize::from(mv.bits())] = true;
        }
        assert_eq!(set.iter().filter(|&&is_in| is_in).count(), moves.len(), "twice: {pos}");
        set
    };
    let (is_legal, is_pseudo_legal) = (set(&legal), set(&pseudo_legal));
    for bits in 0..=u16::MAX {
        let index = usize::from(bits);
        let Some(mv) = Move::from_bits(bits) else {
            assert!(!is_legal[index] && !is_pseudo_legal[index], "{bits:#06x} in {pos}");
            continue;
        };
        assert_eq!(pos.is_legal(mv), is_legal[index], "legal: {mv:?} in {pos}");
        assert_eq!(
            pos.is_pseudo_legal(mv),
            is_pseudo_legal[index],
            "pseudo-legal: {mv:?} in {pos}"
        );
        if is_pseudo_legal[index] {
            assert_eq!(pos.is_safe(mv), is_legal[index], "safe: {mv:?} in {pos}");
        }
    }
}

fn check_moves(pos: &Position) {
    // A waived fault: a move that leaves this check as it is does not give it.
    let in_check_already = pos.is_attacked(pos.king(!pos.turn()), pos.turn());
    for mv in pos.legal_moves() {
        let mut child = pos.clone();
        child.play(mv).expect("a generated move");
        if !in_check_already {
            assert_eq!(pos.gives_check(mv), child.is_check(), "{mv:?} in {pos}");
        }
        assert_eq!(child.key(), child.key_from_scratch(), "{mv:?} in {pos}");
        let text = UciMove::new(mv, CastlingNotation::Chess960).to_string();
        assert_eq!(pos.parse_uci(&text), Ok(mv), "{text} in {pos}");
    }
}
