//! Any texts: they are moves of a position in SAN or are refused, and both readers agree on it.

use reynard::{InvalidSan, Move, Position, San, Setup, SetupFaults, san::ParseSanError};

/// Fails if something does not hold for these bytes: the FEN of a position on the first line, a
/// move on each of the others. Without a position the texts are read at the start of a game.
pub(crate) fn check(data: &[u8]) {
    let mut lines = data.split(|&byte| byte == b'\n');
    let fen = std::str::from_utf8(lines.next().unwrap_or_default()).unwrap_or_default();
    let setup = Setup::from_fen(fen).unwrap_or_else(|_| Position::startpos().to_setup());
    let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).unwrap_or_default();
    check_moves(&pos);
    let mut first = None;
    for text in lines.take(16) {
        let strict = check_strict(&pos, text);
        let Ok(text) = std::str::from_utf8(text) else { continue };
        let lenient = pos.parse_san_lenient(text);
        assert!(lenient.is_ok_and(|mv| pos.is_legal(mv)) || lenient.is_err(), "{pos}: {text:?}");
        if strict.is_ok() {
            assert_eq!(lenient, strict, "{pos}: {text:?}");
            check_pair(&pos, first.get_or_insert(text), text);
        }
    }
}

/// What is read strictly is legal and written like that, marks of check aside.
fn check_strict(pos: &Position, text: &[u8]) -> Result<Move, InvalidSan> {
    let strict = pos.parse_san(text);
    let in_steps = San::from_bytes(text)
        .map_err(InvalidSan::Syntax)
        .and_then(|san| san.to_move(pos).map_err(InvalidSan::Rules));
    assert_eq!(strict, in_steps, "{pos}: {text:?}");
    if let Ok(san) = San::from_bytes(text) {
        assert_eq!(San::from_bytes(san.to_string().as_bytes()), Ok(san));
    }
    if let Ok(mv) = strict {
        let written = pos.san(mv);
        let bare = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
        assert_eq!(bare, written.trim_end_matches(['+', '#']).as_bytes(), "{pos}");
        assert!(pos.is_legal(mv), "{pos}: {text:?}");
    }
    strict
}

/// Two moves with a blank between are never one.
fn check_pair(pos: &Position, first: &str, second: &str) {
    for pair in [format!("{first} {second}"), format!("1. {first} {second}")] {
        let expected = Err(InvalidSan::Syntax(ParseSanError));
        assert_eq!(pos.parse_san_lenient(&pair), expected, "{pos}: {pair:?}");
    }
}

/// Every legal move is read back from what is written.
fn check_moves(pos: &Position) {
    for mv in pos.legal_moves() {
        let (san, lan) = (pos.san(mv), pos.lan(mv));
        assert_eq!(pos.parse_san(san), Ok(mv), "{pos}: {san}");
        assert_eq!(pos.parse_san_lenient(&san), Ok(mv), "{pos}: {san}");
        assert_eq!(pos.parse_san_lenient(&lan), Ok(mv), "{pos}: {lan}");
    }
}
