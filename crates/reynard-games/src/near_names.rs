//! Suggestions for mistyped names.

use std::collections::BTreeSet;

use reynard::suggest::closest;

use crate::{FoldedText, NameCount};

/// Returns the names of at most three players to whom a mistyped name may refer, those with the
/// most games first. For each word of the mistyped name, each of these names contains the word
/// itself or, if no player's name contains it, one of the most similar words.
///
/// ```
/// use reynard_games::{NameCount, near_names};
///
/// let of = |name: &str, games| NameCount { name: name.to_owned(), games };
/// let players = [of("Carlsen, Magnus", 7), of("Larsen, Bent", 9), of("Carlsen, H", 8)];
/// assert_eq!(near_names("karlsen", &players), ["Carlsen, H", "Carlsen, Magnus"]);
/// assert!(near_names("Kasparov", &players).is_empty());
/// ```
pub fn near_names(name: &str, players: &[NameCount]) -> Vec<String> {
    let folded: Vec<(FoldedText, &NameCount)> =
        players.iter().map(|player| (FoldedText::new(&player.name), player)).collect();
    let words: BTreeSet<&str> =
        folded.iter().flat_map(|(name, _)| name.as_str().split(' ')).collect();
    let apart = FoldedText::new(&name.replace(['-', '_'], " "));
    let meant: Vec<Vec<String>> = apart
        .as_str()
        .split(' ')
        .map(|word| {
            if words.iter().any(|other| other.contains(word)) {
                return vec![word.to_owned()];
            }
            closest(word, words.iter().map(|&word| word.to_owned()))
        })
        .collect();
    let is_meant = |name: &FoldedText| {
        meant.iter().all(|near| near.iter().any(|word| name.as_str().contains(word)))
    };
    let mut near: Vec<&NameCount> =
        folded.iter().filter(|(name, _)| is_meant(name)).map(|(_, player)| *player).collect();
    near.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    near.into_iter().take(3).map(|player| player.name.clone()).collect()
}
