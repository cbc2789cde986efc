//! Names with initials: `Carlsen, M` and `Carlsen, Magnus`.

use std::collections::HashMap;

use serde::Serialize;

use crate::NameIndex;
use crate::query::name_words;

/// A name with initials, and the names in a collection that it may abbreviate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbbreviatedName {
    /// The name, in the spelling that occurs first: `Carlsen, M`.
    pub name: String,
    /// The names of different players that it may abbreviate, in alphabetical order.
    pub full: Vec<String>,
}

impl AbbreviatedName {
    /// The maximum number of names compared.
    pub const MAX_NAMES: usize = 20_000;

    /// Finds the names with initials in `names`, preserving their order.
    ///
    /// A name with initials may abbreviate a full name that contains its full words and whose
    /// remaining words begin with its initials, in the same order. Only the first
    /// [`MAX_NAMES`](Self::MAX_NAMES) names are compared.
    ///
    /// ```
    /// use reynard_games::AbbreviatedName;
    ///
    /// let names = ["Carlsen, M", "Magnus Carlsen", "Carlsen, Henrik", "M. Tal"];
    /// let found = AbbreviatedName::find(names);
    /// assert_eq!((found.len(), &*found[0].name), (1, "Carlsen, M"));
    /// assert_eq!(found[0].full, ["Magnus Carlsen"]);
    /// ```
    pub fn find<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let mut index = NameIndex::default();
        let mut players: Vec<(&str, Vec<String>)> = Vec::new();
        for name in names.into_iter().take(Self::MAX_NAMES) {
            let words = name_words(name);
            let number = index.add(name).number();
            if number == players.len() {
                players.push((name, words));
            }
        }
        // By their whole words.
        let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, (_, words)) in players.iter().enumerate() {
            for word in words.iter().filter(|word| !is_initial(word)) {
                by_word.entry(word).or_default().push(number);
            }
        }
        let mut found = Vec::new();
        for (number, (name, words)) in players.iter().enumerate() {
            if !words.iter().any(|word| is_initial(word)) {
                continue;
            }
            let whole = words.iter().find(|word| !is_initial(word));
            let others = whole.and_then(|word| by_word.get(word.as_str())).into_iter().flatten();
            let mut full: Vec<String> = others
                .filter(|&&other| other != number && abbreviates(words, &players[other].1))
                .map(|&other| players[other].0.to_owned())
                .collect();
            full.sort_unstable();
            full.dedup();
            if !full.is_empty() {
                found.push(Self { name: (*name).to_owned(), full });
            }
        }
        found
    }
}

/// Returns `true` for a single letter.
fn is_initial(word: &str) -> bool {
    word.chars().count() == 1
}

/// Returns `true` if `full` contains the full words of `short`, and the remaining words of `full`
/// begin with the initials in `short`.
fn abbreviates(short: &[String], full: &[String]) -> bool {
    let mut rest: Vec<&String> = full.iter().collect();
    for word in short.iter().filter(|word| !is_initial(word)) {
        match rest.iter().position(|other| *other == word) {
            Some(place) => drop(rest.remove(place)),
            None => return false,
        }
    }
    let initials: Vec<&String> = short.iter().filter(|word| is_initial(word)).collect();
    let begins = initials.len() <= rest.len()
        && initials.iter().zip(&rest).all(|(initial, word)| word.starts_with(initial.as_str()));
    begins && rest.iter().take(initials.len()).any(|word| !is_initial(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(names: &[&str], short: &str) -> Vec<String> {
        let found = AbbreviatedName::find(names.iter().copied());
        found.into_iter().find(|it| it.name == short).map_or_else(Vec::new, |it| it.full)
    }

    #[test]
    fn initials_stand_for_given_names_in_their_order() {
        let names = [
            "Carlsen, M",
            "Carlsen, Magnus",
            "Carlsen, Sven M.",
            "Capablanca, J.R.",
            "Capablanca, Jose Raul",
            "R. Capablanca",
            "Müller, K",
            "MUELLER, Karsten",
            "Tal, M",
            "Polgar, Z",
            "Polgar, Judit",
        ];
        assert_eq!(full(&names, "Carlsen, M"), ["Carlsen, Magnus"]);
        assert_eq!(full(&names, "Capablanca, J.R."), ["Capablanca, Jose Raul"]);
        assert_eq!(full(&names, "Müller, K"), ["MUELLER, Karsten"]);
        for none in ["R. Capablanca", "Tal, M", "Polgar, Z", "Carlsen, Sven M."] {
            assert!(full(&names, none).is_empty(), "{none}");
        }
    }

    #[test]
    fn initials_of_two_players_name_both() {
        let names = ["Polgar, S", "Polgar, Susan", "Polgar, Sofia", "POLGAR, SUSAN"];
        assert_eq!(full(&names, "Polgar, S"), ["Polgar, Sofia", "Polgar, Susan"]);
    }
}
