//! Parsing the numbers in a line.

use core::time::Duration;

use crate::note::{NoteKind, Notes};
use crate::tokens::Token;

/// Parses a whole number. A number out of range is clamped, with a note. Returns `None` if the
/// token is not a number.
pub(crate) fn clamped(token: Token<'_>, min: i64, max: i64, notes: &mut Notes) -> Option<i64> {
    let digits = token.text.strip_prefix(['-', '+']).unwrap_or(token.text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let far = if token.text.starts_with('-') { i64::MIN } else { i64::MAX };
    let number: i64 = token.text.parse().unwrap_or(far);
    if number < min || number > max {
        notes.add(token, NoteKind::Clamped);
    }
    Some(number.clamp(min, max))
}

/// Parses a count. Negative numbers are clamped to zero.
pub(crate) fn count(token: Token<'_>, notes: &mut Notes) -> Option<u64> {
    clamped(token, 0, i64::MAX, notes).map(i64::unsigned_abs)
}

/// Parses a count that fits into 32 bits.
pub(crate) fn small(token: Token<'_>, notes: &mut Notes) -> Option<u32> {
    clamped(token, 0, u32::MAX.into(), notes).and_then(|number| u32::try_from(number).ok())
}

/// Parses a signed number whose negative is a number, too.
pub(crate) fn signed(token: Token<'_>, notes: &mut Notes) -> Option<i32> {
    clamped(token, (-i32::MAX).into(), i32::MAX.into(), notes)
        .and_then(|number| i32::try_from(number).ok())
}

/// Parses a number in permille.
pub(crate) fn permille(token: Token<'_>, notes: &mut Notes) -> Option<u16> {
    clamped(token, 0, 1000, notes).and_then(|number| u16::try_from(number).ok())
}

/// Parses a number of milliseconds. The negative time of an expired clock becomes zero.
pub(crate) fn milliseconds(token: Token<'_>, notes: &mut Notes) -> Option<Duration> {
    count(token, notes).map(Duration::from_millis)
}
