//! Any text: reading it does not panic, errors point into it, and what is read can be written, read
//! again and played on.

use reynard::{Position, Setup, SetupFaults, fen::FenStyle};

/// Fails if something does not hold for these bytes.
pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Setup::from_fen(&text) {
        Ok(setup) => check_setup(&setup),
        Err(error) => {
            assert!(error.offset() <= text.len(), "{error} in a text of {} bytes", text.len());
            assert!(!error.to_string().is_empty());
        }
    }
}

fn check_setup(setup: &Setup) {
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let fen = setup.fen_text(style);
        assert_eq!(Setup::from_fen(&fen).as_ref(), Ok(setup), "{fen}");
    }
    let faults = setup.faults();
    for fault in faults.iter() {
        assert!(!fault.explain(setup).to_string().is_empty());
    }
    let sanitized = setup.sanitize();
    assert_eq!(sanitized.dropped, faults & SetupFaults::SANITIZABLE);
    assert!((sanitized.setup.faults() & SetupFaults::SANITIZABLE).is_empty(), "{setup}");

    let strict = Position::from_setup(setup);
    assert_eq!(strict.is_ok(), faults.is_empty(), "{setup}");
    let relaxed = Position::from_setup_waiving(setup, SetupFaults::WAIVABLE);
    assert_eq!(relaxed.is_ok(), (faults - SetupFaults::WAIVABLE).is_empty(), "{setup}");
    if let Ok(pos) = relaxed {
        check_position(&pos);
    }
    if let Ok(pos) = strict {
        check_children(&pos);
    }
}

/// The views of a position agree with each other.
fn check_position(pos: &Position) {
    let fen = pos.fen();
    let setup = Setup::from_fen(&fen).expect("our own FEN");
    let again = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).expect("our own FEN");
    assert_eq!((&again, again.fen()), (pos, fen.clone()));
    assert_eq!(pos.key(), pos.key_from_scratch(), "{fen}");
    let moves = pos.legal_moves();
    assert_eq!(moves.len(), pos.count_legal_moves() as usize, "{fen}");
    assert_eq!(!moves.is_empty(), pos.has_legal_move(), "{fen}");
    let mut played = pos.clone();
    for &mv in &moves {
        let undo = played.make(mv);
        assert_eq!(played.key(), played.key_from_scratch(), "{mv:?} in {fen}");
        played.unmake(mv, undo);
        assert_eq!(played.to_setup(), pos.to_setup(), "{mv:?} in {fen}");
    }
}

/// A legal move leads from a faultless position to a faultless one.
fn check_children(pos: &Position) {
    for mv in pos.legal_moves() {
        let mut child = pos.clone();
        child.play_unchecked(mv);
        let faults = child.to_setup().faults();
        assert!(faults.is_empty(), "{mv:?} in {pos}: {faults}");
    }
}
