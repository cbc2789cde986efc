//! Numbers as they come in a line.

use core::time::Duration;

use crate::remark::{RemarkKind, Remarks};
use crate::words::Word;

/// A whole number within a range. One outside counts as the nearest end, with a remark; `None` for
/// what is no number.
pub(crate) fn clamped(word: Word<'_>, min: i64, max: i64, remarks: &mut Remarks) -> Option<i64> {
    let digits = word.text.strip_prefix(['-', '+']).unwrap_or(word.text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let far = if word.text.starts_with('-') { i64::MIN } else { i64::MAX };
    let number: i64 = word.text.parse().unwrap_or(far);
    if number < min || number > max {
        remarks.add(word, RemarkKind::Clamped);
    }
    Some(number.clamp(min, max))
}

/// A number that counts something.
pub(crate) fn count(word: Word<'_>, remarks: &mut Remarks) -> Option<u64> {
    clamped(word, 0, i64::MAX, remarks).map(i64::unsigned_abs)
}

/// A number that counts something of which there are few.
pub(crate) fn small(word: Word<'_>, remarks: &mut Remarks) -> Option<u32> {
    clamped(word, 0, u32::MAX.into(), remarks).and_then(|number| u32::try_from(number).ok())
}

/// A number with its sign.
pub(crate) fn signed(word: Word<'_>, remarks: &mut Remarks) -> Option<i32> {
    clamped(word, i32::MIN.into(), i32::MAX.into(), remarks)
        .and_then(|number| i32::try_from(number).ok())
}

/// Parts of a thousand.
pub(crate) fn permille(word: Word<'_>, remarks: &mut Remarks) -> Option<u16> {
    clamped(word, 0, u16::MAX.into(), remarks).and_then(|number| u16::try_from(number).ok())
}

/// Milliseconds. A clock that has run out may be below zero, which counts as zero.
pub(crate) fn milliseconds(word: Word<'_>, remarks: &mut Remarks) -> Option<Duration> {
    count(word, remarks).map(Duration::from_millis)
}
