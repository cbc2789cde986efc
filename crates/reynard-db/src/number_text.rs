//! Formats numbers as text.

use crate::bytes::low_byte;

/// Returns the number of decimal digits of a number.
pub(crate) fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |power| power as usize + 1)
}

/// Appends a number, padded with zeros to `width` digits (at most 20). This is faster than the
/// standard library's formatter, which would account for most of the time spent writing a list of
/// games.
pub(crate) fn put_number(out: &mut String, number: u64, width: usize) {
    let mut text = [b'0'; 20];
    let mut left = number;
    for digit in text.iter_mut().rev() {
        *digit += low_byte(left % 10);
        left /= 10;
        if left == 0 {
            break;
        }
    }
    let start = text.len() - digits(number).max(width).min(text.len());
    out.extend(text[start..].iter().map(|&digit| char::from(digit)));
}
