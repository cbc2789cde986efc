//! Error messages without the numbers of the operating system.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// Removes operating system error numbers, such as `(os error 2)`, from a message.
///
/// ```
/// use reynard_base::without_error_numbers;
///
/// let message = "a.pgn: No such file or directory (os error 2)";
/// assert_eq!(without_error_numbers(message), "a.pgn: No such file or directory");
/// ```
pub fn without_error_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                plain += rest;
            }
            _ => {
                plain += " (os error ";
                plain += part;
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::without_error_numbers;

    #[test]
    fn messages_have_no_numbers_of_the_operating_system() {
        for (text, plain) in [
            ("x (os error 13): y (os error 2)", "x: y"),
            ("a file (os error x)", "a file (os error x)"),
        ] {
            assert_eq!(without_error_numbers(text), plain);
        }
    }
}
