//! EPD records whose moves use the piece letters of another language.

use std::borrow::Cow;

use reynard_pgn::PieceLetters;

/// The operations whose operands are moves.
const OPERATIONS: [&str; 4] = ["am", "bm", "pv", "sm"];

/// Rewrites the moves in a record with the standard piece letters.
pub(super) fn with_standard_letters(record: &str, letters: PieceLetters) -> Cow<'_, str> {
    if letters == PieceLetters::ENGLISH {
        return Cow::Borrowed(record);
    }
    let mut standard = String::with_capacity(record.len());
    let mut is_quoted = false;
    // The position has four fields, and operations begin with their names.
    let (mut field, mut has_moves) = (0, false);
    for word in record.split_inclusive([' ', '\t', ';']) {
        let end = word.trim_end_matches([' ', '\t', ';']);
        let begins = !is_quoted && field >= 4 && !end.is_empty();
        is_quoted ^= word.matches('"').count() % 2 == 1;
        if !begins || !has_moves {
            standard.push_str(word);
            if begins {
                has_moves = OPERATIONS.contains(&end);
            }
        } else {
            let translated = letters.to_standard(end.as_bytes());
            standard.push_str(&String::from_utf8_lossy(&translated));
            standard.push_str(&word[end.len()..]);
        }
        field += usize::from(!end.is_empty() && field < 4);
        has_moves &= !word.ends_with(';');
    }
    Cow::Owned(standard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_translated_and_nothing_else() {
        let german = "de".parse().expect("a language");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (record, standard) in [
            ("bm Sf3;", "bm Nf3;"),
            (
                "bm Sf3 Sc3; id \"Sf3 is; best\"; pv Sf3 Sf6 Sc3;",
                "bm Nf3 Nc3; id \"Sf3 is; best\"; pv Nf3 Nf6 Nc3;",
            ),
            ("id \"a; bm Sf3\"; am Sa3;", "id \"a; bm Sf3\"; am Na3;"),
            ("c0 Sf3;", "c0 Sf3;"),
        ] {
            let record = format!("{start} {record}");
            let standard = format!("{start} {standard}");
            assert_eq!(with_standard_letters(&record, german), standard);
            assert_eq!(with_standard_letters(&record, PieceLetters::ENGLISH), record);
        }
    }
}
