//! Classification of movetext tokens by their looks.

use crate::{Nag, Termination};

/// The result that a word means, and whether it is written as the standard wants it.
pub(super) fn result_of(word: &[u8]) -> Option<(Termination, bool)> {
    if let Some(result) = Termination::from_bytes(word) {
        return Some((result, true));
    }
    let result = match word {
        b"1/2" | b"1/2-" | b"\xbd" | b"\xbd-\xbd" => Termination::Draw,
        b"1:0" | b"+-/-+" | b"1-0#" => Termination::WhiteWins,
        b"0:1" => Termination::BlackWins,
        _ if word == "½".as_bytes() || word == "½-½".as_bytes() => Termination::Draw,
        _ => return None,
    };
    Some((result, false))
}

/// The judgment that a word means.
pub(super) fn glyph_of(word: &[u8]) -> Option<Nag> {
    Some(Nag(match word {
        b"=" => 10,
        b"+=" | b"+/=" => 14,
        b"=+" | b"=/+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        b"N" => 146,
        b"D" => 220,
        _ => {
            return match std::str::from_utf8(word) {
                Ok("□") => Some(Nag(7)),
                Ok("∞") => Some(Nag(13)),
                Ok("⩲" | "±=") => Some(Nag(14)),
                Ok("⩱") => Some(Nag(15)),
                Ok("±") => Some(Nag(16)),
                Ok("∓") => Some(Nag(17)),
                Ok("‼") => Some(Nag(3)),
                Ok("⁇") => Some(Nag(4)),
                Ok("⁉") => Some(Nag(5)),
                Ok("⁈") => Some(Nag(6)),
                _ => None,
            };
        }
    }))
}

/// Returns `true` for a token that only repeats a property of the move before it.
pub(super) fn is_remark(word: &[u8]) -> bool {
    const REMARKS: [&[u8]; 11] =
        [b"ep", b"e.p", b"e.p.", b"ch", b"dbl", b"dblch", b"mate", b"+", b"++", b"#", b"dis"];
    REMARKS.iter().any(|remark| word.eq_ignore_ascii_case(remark))
}

/// Returns `true` for a null move.
pub(super) fn is_null_move(word: &[u8]) -> bool {
    const NULL: [&[u8]; 8] = [b"--", b"Z0", b"0000", b"@@@@", b"null", b"pass", b"<>", b"<null>"];
    NULL.iter().any(|null| word.eq_ignore_ascii_case(null))
}

/// Returns `true` for castling written with zeros.
pub(super) fn is_castling_with_zeros(word: &[u8]) -> bool {
    word.starts_with(b"0-0")
}

/// Returns `true` if a token looks like a move in any notation: it castles, is a null move, or has
/// a square in it and nothing that no move has.
pub(super) fn looks_like_move(word: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8');
    let castles = word.starts_with(b"O-O") || is_castling_with_zeros(word);
    let fits = |byte: &u8| {
        matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b':' | b'+' | b'#' | b'=' | 0x80..)
            || b"NBRQKPnrqkp".contains(byte)
    };
    castles
        || is_null_move(word)
        || word.len() <= 12 && word.windows(2).any(is_square) && word.iter().all(fits)
}
