//! "Did you mean": the known words closest to a mistyped one.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::Position;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 4;

/// Returns up to four candidates with the smallest edit distance from `text`, in alphabetical
/// order. Returns an empty list if even the closest candidate differs too much to be a typing
/// mistake.
///
/// ```
/// use reynard::suggest::closest;
///
/// let commands = ["show", "moves", "undo"].map(String::from);
/// assert_eq!(closest("move", commands.clone()), ["moves"]);
/// assert!(closest("analyze", commands).is_empty());
/// ```
pub fn closest(text: &str, candidates: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut near: Vec<(usize, String)> =
        candidates.into_iter().map(|word| (edit_distance(text, &word), word)).collect();
    near.retain(|(distance, word)| *distance <= 1 + usize::from(word.len() > 3));
    near.sort();
    let smallest = near.first().map_or(0, |(distance, _)| *distance);
    let closest = near.into_iter().filter(|(distance, _)| *distance == smallest);
    closest.map(|(_, word)| word).take(MAX_SUGGESTIONS).collect()
}

impl Position {
    /// Returns the SAN of the legal moves that are most similar to a mistyped move.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().suggest_moves("Nf4"), ["Nf3", "f4"]);
    /// ```
    pub fn suggest_moves(&self, text: &str) -> Vec<String> {
        closest(text, self.legal_moves().iter().map(|&mv| self.san(mv).to_string()))
    }
}

/// Computes the Levenshtein distance between two words: the number of inserted, deleted and
/// replaced letters. Case is ignored.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances_are_those_of_levenshtein() {
        let pairs = [("", "abc"), ("kitten", "sitting"), ("A", "a")];
        assert_eq!(pairs.map(|(a, b)| edit_distance(a, b)), [3, 3, 0]);
    }
}
