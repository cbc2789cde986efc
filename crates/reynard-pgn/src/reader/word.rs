//! Classification of movetext tokens by their appearance.

use crate::written_result::WrittenResult;
use crate::{Nag, Termination};

/// Reads a token as a termination mark. Tokens that consist only of symbols are read as glyphs, and
/// scores that are not chess results are not accepted here.
pub(super) fn result_of(word: &[u8]) -> Option<WrittenResult> {
    if let Some(mark) = Termination::from_bytes(word) {
        return Some(WrittenResult::Plain(mark));
    }
    let may_be = match word {
        // Not a number.
        [b'0' | b'1' | b'.', rest @ ..] => rest.iter().any(|byte| !byte.is_ascii_digit()),
        [0xc2, 0xbd, ..] | [0xbd, ..] | b"+-/-+" => true,
        _ => false,
    };
    let is_long = word.len() > 16;
    let read = || WrittenResult::read(word).filter(|it| *it != WrittenResult::Other);
    if may_be && !is_long { read() } else { None }
}

/// Reads a result at the start of the text, and returns its length. The result must be written in
/// decimals (`0.5-0.5`) or with blanks (`1/2 - 1/2`).
pub(super) fn long_result(text: &[u8]) -> Option<(WrittenResult, usize)> {
    let line = text.iter().take(24).take_while(|byte| !matches!(byte, b'\n' | b'\r' | b'{' | b'('));
    let line = &text[..line.count()];
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".,/-: ".contains(byte) || *byte >= 0x80;
    let length = line.iter().take_while(|byte| is_part(byte)).count();
    let ends = (5..=length).rev().filter(|&end| line.get(end).is_none_or(|byte| *byte == b' '));
    // `1.0-0` is the first move of a game, and castles.
    let decimals = |end: usize| line[..end].iter().filter(|&byte| b".,".contains(byte)).count();
    let ends = ends.filter(|&end| decimals(end) != 1);
    let mut ends = ends;
    ends.find_map(|end| match WrittenResult::read(&line[..end]) {
        Some(result @ WrittenResult::Plain(_)) => {
            Some((result, line[..end].trim_ascii_end().len()))
        }
        _ => None,
    })
}

/// Reads a result in brackets at the start of the text, and returns its length: `(1-0)`.
pub(super) fn result_in_brackets(text: &[u8]) -> Option<(WrittenResult, usize)> {
    let seen = &text[1..text.len().min(14)];
    let may_be = matches!(seen.trim_ascii_start(), [b'0' | b'1' | 0xc2 | 0xbd, ..]);
    let length = seen.iter().position(|&byte| byte == b')').filter(|_| may_be)?;
    match WrittenResult::read(&seen[..length]) {
        Some(result @ WrittenResult::Plain(_)) => Some((result, length + 2)),
        _ => None,
    }
}

/// Returns `true` if a token merely repeats a property of the previous move.
pub(super) fn is_remark(word: &[u8]) -> bool {
    const REMARKS: [&[u8]; 15] = [
        b"ep", b"e.p", b"e.p.", b"ch", b"dbl", b"dblch", b"mate", b"+", b"++", b"#", b"dis", b"=Q",
        b"=R", b"=B", b"=N",
    ];
    REMARKS.iter().any(|remark| word.eq_ignore_ascii_case(remark))
}

/// Returns `true` if a token is a null move.
pub(super) fn is_null_move(word: &[u8]) -> bool {
    const NULL: [&[u8]; 8] = [b"--", b"Z0", b"0000", b"@@@@", b"null", b"pass", b"<>", b"<null>"];
    NULL.iter().any(|null| word.eq_ignore_ascii_case(null))
}

/// Returns `true` if a token is a castling move written with zeros.
pub(super) fn is_castling_with_zeros(word: &[u8]) -> bool {
    word.starts_with(b"0-0")
}

/// Returns `true` if a token consists of symbols and is not a move.
pub(super) fn is_sign(word: &[u8]) -> bool {
    let has_letter = |text: &str| text.chars().any(char::is_alphanumeric);
    !std::str::from_utf8(word)
        .map_or_else(|_| word.iter().any(u8::is_ascii_alphanumeric), has_letter)
        && !is_null_move(word)
}

/// Splits a token into its move and the symbols after it, including any check marks.
pub(super) fn without_signs(word: &[u8]) -> (&[u8], &[u8]) {
    let last = word.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |at| at + 1);
    word.split_at(last)
}

/// Returns the glyphs after a move, if the symbols are more than a check mark. An ambiguous `+`
/// belongs to the move if the move gives check.
pub(super) fn glyphs_of(signs: &[u8], gives_check: bool) -> Option<Vec<Nag>> {
    let marks: [&[u8]; 4] = [b"", b"+", b"++", b"#"];
    let behind = |mark: &&[u8]| signs.strip_prefix(*mark).filter(|rest| !rest.is_empty());
    let split = |mark: &&[u8]| Nag::split(behind(mark)?);
    if gives_check { marks.iter().rev().find_map(split) } else { marks.iter().find_map(split) }
}

/// Strips a letter glyph attached to a move: `Nf3N`.
pub(super) fn without_letters(word: &[u8]) -> Option<(&[u8], Nag)> {
    [&b"TN"[..], b"RR", b"N", b"D"]
        .into_iter()
        .find_map(|glyph| Some((word.strip_suffix(glyph)?, Nag::from_glyph(glyph)?)))
}

/// Finds a promotion piece that is written separately from its move, and the number of bytes up to
/// its end: `(Q)`, `=(Q)`, ` =Q`.
pub(super) fn promotion_behind<'t>(word: &[u8], text: &'t [u8]) -> Option<(&'t [u8], usize)> {
    let mv = word.strip_suffix(b"=").unwrap_or(word);
    let is_push = matches!(mv, [.., b'a'..=b'h', b'1' | b'8'] if mv[0].is_ascii_lowercase());
    if !is_push {
        return None;
    }
    let has_sign = mv.len() < word.len();
    let skipped = text.iter().take(2).take_while(|byte| **byte == b' ').count();
    let rest = &text[skipped..];
    let (rest, has_sign) = match rest.strip_prefix(b"=") {
        Some(rest) => (rest, true),
        None => (rest, has_sign),
    };
    let (inside, is_bracketed) = match rest.strip_prefix(b"(") {
        Some(inside) => (inside, true),
        None => (rest, false),
    };
    let length = first_character(inside).filter(|letter| letter.is_uppercase())?.len_utf8();
    let (letter, after) = inside.split_at(length);
    let end = text.len() - after.len();
    if is_bracketed {
        return (after.first() == Some(&b')')).then_some((letter, end + 1));
    }
    let ends = first_character(after).is_none_or(|next| !next.is_alphanumeric());
    (has_sign && ends).then_some((letter, end))
}

/// Returns the first character of the text, or `None` if it does not begin with valid UTF-8.
fn first_character(text: &[u8]) -> Option<char> {
    text.get(..text.len().min(4))?.utf8_chunks().next()?.valid().chars().next()
}

/// Returns `true` if a token looks like a move in any notation: it is castling or a null move, or
/// it contains a square and only characters that occur in moves.
pub(super) fn looks_like_move(word: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8');
    let castles = word.starts_with(b"O-O") || is_castling_with_zeros(word);
    let fits = |byte: &u8| {
        matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b':' | b'+' | b'#' | b'=' | 0x80..)
            || b"NBRQKPnrqkp".contains(byte)
    };
    // A piece in the letters of another language.
    let body = match word {
        [b'A'..=b'Z', body @ ..] => body,
        _ => word,
    };
    castles
        || is_null_move(word)
        || word.len() <= 16 && word.windows(2).any(is_square) && body.iter().all(fits)
}

/// Reads a glyph in brackets at the start of the text, and returns its length. Returns `None` for
/// anything else.
pub(super) fn glyph_in_brackets(text: &[u8]) -> Option<(Nag, usize)> {
    let seen = &text[1..text.len().min(14)];
    let length = seen.iter().position(|&byte| byte == b')')?;
    // An offered draw is more than an even position.
    let nag = Nag::from_glyph(&seen[..length]).filter(|_| &seen[..length] != b"=")?;
    Some((nag, length + 2))
}

/// Returns `true` if the text after a digit may be the rest of a result in decimals or with blanks.
pub(super) fn begins_long_result(text: &[u8]) -> bool {
    matches!(
        text,
        [b'.' | b',', b'0' | b'5', ..]
            | [b' ', b'-' | b':', b' ', b'0' | b'1', ..]
            | [b' ', 0xe2, ..]
    )
}
