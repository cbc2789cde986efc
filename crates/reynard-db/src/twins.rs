//! Games that are in a database more than once.

use std::collections::HashMap;

use reynard_base::fnv1a_from;
use reynard_games::FoldedText;

use crate::game::extra_of;
use crate::{Database, DatabaseError, Head, StoredGame};

/// The same game, several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateGames {
    /// The one to keep: that with the most annotations and tags, the first of equal ones.
    pub keep: u64,
    /// The others.
    pub others: Vec<u64>,
}

impl Database {
    /// Finds games with the same start position and the same moves, whose players have the same
    /// surnames and whose years do not contradict each other. Games of fewer than `min_plies`
    /// moves are left out: many short ones are equal by chance.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Tal, M\"]\n\n1. e4 e5 *\n\n[White \"Tal, Mikhail\"]\n\n1. e4 {!} e5 *\n",
    ///     &Default::default(),
    /// )?;
    /// let groups = base.duplicates(2)?;
    /// assert_eq!((groups[0].keep, &groups[0].others[..]), (1, &[0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn duplicates(&self, min_plies: u16) -> Result<Vec<DuplicateGames>, DatabaseError> {
        let mut by_moves: HashMap<u64, Vec<u64>> = HashMap::new();
        for game in self.iter() {
            if game.segment.half(crate::section::Section::Plies, game.number)? >= min_plies {
                by_moves.entry(fingerprint(&game)?).or_default().push(game.id());
            }
        }
        let mut groups = Vec::new();
        let mut candidates: Vec<Vec<u64>> =
            by_moves.into_values().filter(|ids| ids.len() > 1).collect();
        candidates.sort_unstable();
        for ids in candidates {
            groups.extend(self.split(&ids)?);
        }
        groups.sort_by_key(|group| group.keep);
        Ok(groups)
    }

    /// Splits games with equal moves by players and years.
    fn split(&self, ids: &[u64]) -> Result<Vec<DuplicateGames>, DatabaseError> {
        let mut groups: Vec<Vec<(Head, u64, usize)>> = Vec::new();
        for &id in ids {
            let game = self.game(id)?;
            let (head, weight) = (game.head()?, weight(&game)?);
            match groups.iter_mut().find(|group| group.iter().all(|(it, ..)| is_same(it, &head))) {
                Some(group) => group.push((head, id, weight)),
                None => groups.push(vec![(head, id, weight)]),
            }
        }
        let several = groups.into_iter().filter(|group| group.len() > 1);
        Ok(several
            .filter_map(|group| {
                let best =
                    group.iter().max_by_key(|(_, id, weight)| (*weight, std::cmp::Reverse(*id)))?;
                let keep = best.1;
                let others = group.iter().map(|(_, id, _)| *id).filter(|&id| id != keep).collect();
                Some(DuplicateGames { keep, others })
            })
            .collect())
    }
}

/// Hashes the start position and the moves.
fn fingerprint(game: &StoredGame<'_>) -> Result<u64, DatabaseError> {
    Ok(fnv1a_from(game.start()?.key(), &game.segment.codes(game.number)?))
}

/// Weighs a game by the bytes of its annotations, then by its number of tags.
fn weight(game: &StoredGame<'_>) -> Result<usize, DatabaseError> {
    let extra = extra_of(game.segment, game.number)?;
    let text = extra.text.map_or(0, |text| text.len());
    Ok(text * 64 + game.tags()?.iter().filter(|tag| !tag.value().is_empty()).count())
}

fn is_same(a: &Head, b: &Head) -> bool {
    let years_agree = a.year().zip(b.year()).is_none_or(|(a, b)| a == b);
    years_agree && surname(&a.white) == surname(&b.white) && surname(&a.black) == surname(&b.black)
}

/// Returns the name up to a comma, or its last word, folded.
fn surname(name: &str) -> FoldedText {
    let part = match name.split_once(',') {
        Some((surname, _)) => surname,
        None => name.split_whitespace().next_back().unwrap_or_default(),
    };
    FoldedText::new(part)
}
