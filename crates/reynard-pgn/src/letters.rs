//! Piece letters in languages other than English.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use reynard::PieceType;

/// The letters that name pieces in moves: the English ones of the PGN standard, or those of another
/// language.
///
/// Letters mean different pieces in different languages (`R` is the king in French, `K` the rook in
/// Turkish), so nothing is guessed: a file is read with the letters chosen by the caller. An
/// English letter keeps its meaning if the language does not use that letter.
///
/// ```
/// use reynard_pgn::{Games, PieceLetters, Reader, ReaderOptions};
///
/// let options = ReaderOptions { letters: "de".parse()?, ..ReaderOptions::default() };
/// let reader = Reader::from_bytes(b"1. e4 e5 2. Sf3 Sc6 3. Lb5 *").with_options(options);
/// let game = Games::new(reader).next().unwrap()?.tree;
/// assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceLetters {
    /// Index in the table.
    index: u8,
}

/// A language, with its piece letters.
struct Language {
    code: &'static str,
    name: &'static str,
    /// King, queen, rook, bishop, knight.
    letters: [&'static str; 5],
}

/// The letters of the PGN standard in the same order.
const STANDARD: [u8; 5] = *b"KQRBN";

const fn language(code: &'static str, name: &'static str, letters: [&'static str; 5]) -> Language {
    Language { code, name, letters }
}

/// The languages. Where several have the same letters, diagnostics name the first one. Source: the
/// names of the pieces at <https://en.wikipedia.org/wiki/Algebraic_notation_(chess)>.
const LANGUAGES: [Language; 30] = [
    language("en", "English", ["K", "Q", "R", "B", "N"]),
    language("de", "German", ["K", "D", "T", "L", "S"]),
    language("fr", "French", ["R", "D", "T", "F", "C"]),
    language("es", "Spanish", ["R", "D", "T", "A", "C"]),
    language("it", "Italian", ["R", "D", "T", "A", "C"]),
    language("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    language("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    language("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    language("pl", "Polish", ["K", "H", "W", "G", "S"]),
    language("cs", "Czech", ["K", "D", "V", "S", "J"]),
    language("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    language("sv", "Swedish", ["K", "D", "T", "L", "S"]),
    language("da", "Danish", ["K", "D", "T", "L", "S"]),
    language("no", "Norwegian", ["K", "D", "T", "L", "S"]),
    language("fi", "Finnish", ["K", "D", "T", "L", "R"]),
    language("is", "Icelandic", ["K", "D", "H", "B", "R"]),
    language("et", "Estonian", ["K", "L", "V", "O", "R"]),
    language("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    language("hr", "Croatian", ["K", "D", "T", "L", "S"]),
    language("sr", "Serbian", ["K", "D", "T", "L", "S"]),
    language("sl", "Slovene", ["K", "D", "T", "L", "S"]),
    language("sk", "Slovak", ["K", "D", "V", "S", "J"]),
    language("ca", "Catalan", ["R", "D", "T", "A", "C"]),
    language("lt", "Lithuanian", ["K", "V", "B", "R", "Ž"]),
    language("lv", "Latvian", ["K", "D", "T", "L", "Z"]),
    language("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
    language("uk", "Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    language("bg", "Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    language("el", "Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
    language("id", "Indonesian", ["R", "M", "B", "G", "K"]),
];

impl PieceLetters {
    /// The letters of the PGN standard.
    pub const ENGLISH: Self = Self { index: 0 };

    /// Returns all languages, English first.
    ///
    /// ```
    /// use reynard_pgn::PieceLetters;
    ///
    /// assert!(PieceLetters::all().any(|letters| letters.name() == "Czech"));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).zip(&LANGUAGES).map(|(index, _)| Self { index })
    }

    fn language(self) -> &'static Language {
        &LANGUAGES[usize::from(self.index)]
    }

    /// Returns the ISO 639-1 code of the language, such as `de`.
    pub fn code(self) -> &'static str {
        self.language().code
    }

    /// Returns the name of the language in English.
    pub fn name(self) -> &'static str {
        self.language().name
    }

    /// Returns the letter of a piece, or `None` for a pawn, which has no letter.
    ///
    /// ```
    /// use reynard_pgn::PieceLetters;
    /// use reynard_pgn::reynard::PieceType;
    ///
    /// let german: PieceLetters = "de".parse()?;
    /// assert_eq!(german.letter(PieceType::Knight), Some("S"));
    /// assert_eq!(german.letter(PieceType::Pawn), None);
    /// # Ok::<(), reynard_pgn::InvalidPieceLetters>(())
    /// ```
    pub fn letter(self, piece: PieceType) -> Option<&'static str> {
        let letter = piece.to_char().to_ascii_uppercase();
        let index = STANDARD.iter().position(|&standard| char::from(standard) == letter)?;
        Some(self.language().letters[index])
    }

    /// Rewrites a move with the standard piece letters. Characters that do not name a piece stay as
    /// they are.
    ///
    /// ```
    /// use reynard_pgn::PieceLetters;
    ///
    /// let french: PieceLetters = "fr".parse()?;
    /// assert_eq!(french.to_standard("Rxf1".as_bytes()), &b"Kxf1"[..]);
    /// assert_eq!(french.to_standard("e8=C+".as_bytes()), &b"e8=N+"[..]);
    /// assert_eq!(french.to_standard("O-O".as_bytes()), &b"O-O"[..]);
    /// # Ok::<(), reynard_pgn::InvalidPieceLetters>(())
    /// ```
    pub fn to_standard(self, word: &[u8]) -> Cow<'_, [u8]> {
        let castles = [&b"O-O"[..], b"OO", b"0-0"].iter().any(|side| word.starts_with(side));
        if self == Self::ENGLISH || castles {
            return Cow::Borrowed(word);
        }
        let latin = if self.is_cyrillic() { in_latin(word) } else { Cow::Borrowed(word) };
        if latin.starts_with(b"O-O") {
            return Cow::Owned(latin.into_owned());
        }
        let mut standard = Vec::with_capacity(word.len());
        let mut rest = &*latin;
        if let Some((letter, length)) = self.piece_at(rest) {
            // A letter alone is none.
            if length < rest.len() {
                standard.push(letter);
                rest = &rest[length..];
            }
        }
        while let Some((&byte, tail)) = rest.split_first() {
            // The piece of a promotion follows the square, a sign, or a bracket.
            let promotes = matches!(standard.last(), Some(b'1'..=b'8' | b'=' | b'/' | b'('));
            if promotes && let Some((letter, length)) = self.piece_at(rest) {
                standard.push(letter);
                rest = &rest[length..];
            } else {
                standard.push(byte);
                rest = tail;
            }
        }
        if standard == word { Cow::Borrowed(word) } else { Cow::Owned(standard) }
    }

    /// Returns `true` if the language is written in the Cyrillic alphabet.
    fn is_cyrillic(self) -> bool {
        matches!(self.code(), "ru" | "uk" | "bg")
    }

    /// Returns the standard letter of the piece named at the start of the text, and the length of
    /// its name in the language.
    fn piece_at(self, text: &[u8]) -> Option<(u8, usize)> {
        let letters = self.language().letters.iter().zip(STANDARD);
        let named = letters.filter(|(letter, _)| text.starts_with(letter.as_bytes()));
        // The king of Russian begins like the knight.
        let longest = named.max_by_key(|(letter, _)| letter.len());
        longest.map(|(letter, standard)| (standard, letter.len()))
    }

    /// Returns the languages other than English whose piece letters turn a token into a move,
    /// according to `is_move`. Of languages with the same letters, only the first is returned.
    pub(crate) fn candidates(word: &[u8], is_move: impl Fn(&[u8]) -> bool) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        // Prose names no square.
        if !word.iter().any(|byte| matches!(byte, b'1'..=b'8')) {
            return found;
        }
        for letters in Self::all().skip(1) {
            let same = |other: &Self| other.language().letters == letters.language().letters;
            if found.iter().any(same) {
                continue;
            }
            let standard = letters.to_standard(word);
            if matches!(standard, Cow::Owned(_)) && is_move(&standard) {
                found.push(letters);
            }
        }
        found
    }
}

/// Replaces Cyrillic letters that look like the Latin letters used for files, `x` and castling.
/// Uppercase letters that name pieces stay.
fn in_latin(word: &[u8]) -> Cow<'_, [u8]> {
    let Some(text) = std::str::from_utf8(word).ok().filter(|text| !text.is_ascii()) else {
        return Cow::Borrowed(word);
    };
    let castles = text.starts_with("О-О") || text.starts_with("о-о");
    let latin = |character: char| match character {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'х' => 'x',
        'О' | 'о' if castles => 'O',
        other => other,
    };
    Cow::Owned(text.chars().map(latin).collect::<String>().into_bytes())
}

/// The error returned for text that is neither the code nor the name of a language whose piece
/// letters are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPieceLetters;

impl fmt::Display for InvalidPieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the letters of these languages are known: ")?;
        for (index, language) in LANGUAGES.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{} ({})", language.code, language.name)?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidPieceLetters {}

impl FromStr for PieceLetters {
    type Err = InvalidPieceLetters;

    /// Parses the code or the name of a language, ignoring case.
    fn from_str(text: &str) -> Result<Self, InvalidPieceLetters> {
        let is_it = |letters: &Self| {
            letters.code().eq_ignore_ascii_case(text) || letters.name().eq_ignore_ascii_case(text)
        };
        Self::all().find(is_it).ok_or(InvalidPieceLetters)
    }
}

impl fmt::Display for PieceLetters {
    /// Writes the code of the language.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_language_name_different_pieces() {
        for letters in PieceLetters::all() {
            let names = letters.language().letters;
            for (index, name) in names.iter().enumerate() {
                assert!(!names[..index].contains(name), "{letters}: {name}");
                let standard = letters.to_standard(format!("{name}f3").as_bytes()).into_owned();
                assert_eq!(standard, [&STANDARD[index..=index], b"f3"].concat(), "{letters}");
            }
            assert_eq!(letters.code().parse(), Ok(letters));
            assert_eq!(letters.name().parse(), Ok(letters));
        }
        assert_eq!("xx".parse::<PieceLetters>(), Err(InvalidPieceLetters));
    }

    #[test]
    fn letters_that_are_used_otherwise_in_english_have_the_meaning_of_the_language() {
        for (code, word, standard) in [
            ("fr", "Rf1", "Kf1"),
            ("es", "Ae7", "Be7"),
            ("nl", "Pf3", "Nf3"),
            ("hu", "Bd1", "Rd1"),
            ("fi", "Rf3", "Nf3"),
            ("ro", "Nb5", "Bb5"),
            ("tr", "Kxe8+", "Rxe8+"),
            ("ru", "Крf1", "Kf1"),
            ("ru", "Кf3", "Nf3"),
            ("ru", "О-О-О+", "O-O-O+"),
            ("ru", "Сс4", "Bc4"),
            ("ru", "е4", "e4"),
            ("ru", "ехd5", "exd5"),
            ("bg", "Оf3", "Bf3"),
            ("de", "Nf3", "Nf3"),
            ("de", "e8D+", "e8Q+"),
            ("de", "e8=S#", "e8=N#"),
            ("de", "exd8(T)", "exd8(R)"),
            ("de", "O-O-O", "O-O-O"),
            ("et", "O-O", "O-O"),
            ("et", "Oe7", "Be7"),
            ("de", "D", "D"),
        ] {
            let letters: PieceLetters = code.parse().expect("a language");
            let found = letters.to_standard(word.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), standard, "{code}: {word}");
        }
    }
}
