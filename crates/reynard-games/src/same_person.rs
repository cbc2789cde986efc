//! Spellings that may be names of the same person: `Tal, M` and `Mikhail Tal`.

use crate::query::{FoldedText, collapsed, name_words};

/// The agreement of two spellings that may be names of the same person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameAgreement {
    /// The names have the same words in any order, or the same letters.
    Equal,
    /// One name is an abbreviation of the other: it has initials, or no given name.
    Abbreviated,
}

impl NameAgreement {
    /// Compares two names. Returns `None` if they certainly belong to different people.
    ///
    /// The surname is the part before a comma, or, without a comma, the last word that is not an
    /// initial. Given names are compared in order, as many as both names have: one of each pair
    /// must be a prefix of the other.
    ///
    /// ```
    /// use reynard_games::NameAgreement;
    ///
    /// let compare = NameAgreement::of;
    /// assert_eq!(compare("Müller, Karsten", "KARSTEN MUELLER"), Some(NameAgreement::Equal));
    /// assert_eq!(compare("Tal, M", "Tal, Mikhail"), Some(NameAgreement::Abbreviated));
    /// assert_eq!(compare("Li, Wei", "Li, Chao"), None);
    /// ```
    pub fn of(one: &str, other: &str) -> Option<Self> {
        if one == other {
            return Some(Self::Equal);
        }
        let (one, other) = (PersonName::new(one), PersonName::new(other));
        if one.sorted == other.sorted {
            return Some(Self::Equal);
        }
        let is_one = one.surname == other.surname
            && !one.surname.is_empty()
            && one
                .given
                .iter()
                .zip(&other.given)
                .all(|(a, b)| a.starts_with(b) || b.starts_with(a));
        is_one.then_some(Self::Abbreviated)
    }
}

/// Returns two keys of a name. Names that agree have one of them in common.
pub(crate) fn agreement_keys(name: &str) -> [String; 2] {
    let PersonName { sorted, surname, .. } = PersonName::new(name);
    [sorted.join(" "), format!("{surname},")]
}

/// The parts of a name, normalized for comparison.
struct PersonName {
    sorted: Vec<String>,
    surname: String,
    given: Vec<String>,
}

impl PersonName {
    fn new(name: &str) -> Self {
        let mut sorted = name_words(name);
        sorted.sort_unstable();
        if let Some((surname, given)) = name.split_once(',') {
            return Self { sorted, surname: joined(surname), given: name_words(given) };
        }
        let mut given = name_words(name);
        let is_whole = |word: &String| word.chars().count() > 1;
        let last = given.iter().rposition(is_whole).or(given.len().checked_sub(1));
        let surname = last.map_or(String::new(), |last| given.remove(last));
        Self { sorted, surname, given }
    }
}

/// Folds a surname and joins its words.
fn joined(surname: &str) -> String {
    collapsed(FoldedText::new(surname).as_str()).replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_names_agree_as_far_as_both_are_known() {
        for (one, other) in [
            ("Tal, M", "Tal, Mikhail"),
            ("Tal", "Tal, Mikhail"),
            ("M. Tal", "Tal, Mikhail N."),
            ("Tal M", "Tal, Mikhail"),
            ("Capablanca, J.R.", "Capablanca, Jose Raul"),
            ("Capablanca, Jose", "Capablanca, J. R."),
            ("Kasparov, Gary", "Kasparov, G"),
        ] {
            assert_eq!(NameAgreement::of(one, other), Some(NameAgreement::Abbreviated), "{one}");
            assert_eq!(NameAgreement::of(other, one), Some(NameAgreement::Abbreviated), "{one}");
        }
        for (one, other) in
            [("Magnus Carlsen", "CARLSEN, MAGNUS"), ("?", "?"), ("", ""), ("Møller", "Moeller")]
        {
            assert_eq!(NameAgreement::of(one, other), Some(NameAgreement::Equal), "{one}");
        }
        for (one, other) in [
            ("Li, Wei", "Li, Chao"),
            ("Wang, A", "Wang, Hao"),
            ("Polgar, S", "Polgar, Judit"),
            ("Capablanca, J.R.", "Capablanca, Jose Maria"),
            ("Tal", "Tan"),
            ("?", "Tal"),
            ("", "Tal"),
        ] {
            assert_eq!(NameAgreement::of(one, other), None, "{one} {other}");
            assert_eq!(NameAgreement::of(other, one), None, "{one} {other}");
        }
    }
}
