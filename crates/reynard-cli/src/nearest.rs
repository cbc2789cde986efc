//! Which of some words somebody may have meant who wrote another.

/// The most that are offered.
const MOST: usize = 4;

/// Those of the words that are nearest to a text, if they are near: none, one, or some that are equally
/// near.
pub(crate) fn nearest(text: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut near: Vec<(usize, String)> =
        words.into_iter().map(|word| (distance(text, &word), word)).collect();
    near.retain(|(distance, word)| *distance <= 1 + usize::from(word.len() > 3));
    near.sort();
    let closest = near.first().map_or(0, |(distance, _)| *distance);
    let meant = near.into_iter().filter(|(distance, _)| *distance == closest);
    meant.map(|(_, word)| word).take(MOST).collect()
}

/// How many letters have to be put in, taken out or changed to make one word of the other, without
/// regard to upper and lower case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        assert_eq!(
            (distance("", "abc"), distance("kitten", "sitting"), distance("A", "a")),
            (3, 3, 0)
        );
    }
}
