//! Any bytes: they are a packed position in just one way or are refused, and any number is a move
//! of it or is refused.

use reynard::{PackedPosition, PolicyIndex, Position, Setup, SetupFaults, full_move::FullMove};

/// Fails if something does not hold for these bytes: a packed position, and after it numbers of
/// four bytes each. A short text is looked at as digits.
pub(crate) fn check(data: &[u8]) {
    if let Some(packed) = std::str::from_utf8(data).ok().and_then(|text| text.parse().ok()) {
        check_packed(packed);
    }
    let (head, numbers) = data.split_at(data.len().min(PackedPosition::LEN));
    let Ok(packed) = PackedPosition::try_from(head) else { return };
    assert_eq!(packed.to_bytes(), head);
    let setup = check_packed(packed);
    if let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) {
        check_position(&pos, packed, numbers);
    }
}

fn check_packed(packed: PackedPosition) -> Setup {
    let setup = packed.to_setup();
    assert_eq!(PackedPosition::pack(&setup), Ok(packed), "{setup}");
    assert_eq!(packed.to_string().parse(), Ok(packed), "{setup}");
    setup
}

fn check_position(pos: &Position, packed: PackedPosition, numbers: &[u8]) {
    if pos.to_setup() == packed.to_setup() {
        assert_eq!(PackedPosition::from(pos), packed, "{pos}");
    } else {
        // Accepting a position turns move number 0 into 1.
        assert_eq!((packed.to_setup().fullmove_number, pos.fullmove_number()), (0, 1), "{pos}");
    }
    let (numbers, _) = numbers.as_chunks::<4>();
    for &number in numbers {
        let bits = u32::from_le_bytes(number);
        if let Some(full) = FullMove::from_bits(bits)
            && let Ok(completed) = full.completed(pos)
        {
            assert_eq!(completed.completed(pos), Ok(completed), "{full:?} in {pos}");
        }
    }
    for &mv in &pos.legal_moves() {
        let full = FullMove::new(pos, mv);
        assert_eq!(full.to_move(pos), Ok(mv), "{pos}");
        assert_eq!(PolicyIndex::of(mv).and_then(|class| class.to_move(pos)), Some(mv), "{pos}");
    }
}
