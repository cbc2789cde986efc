//! Players whose names occur in several spellings.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use crate::NameIndex;

/// Titles that may precede or follow a name.
const TITLES: [&str; 16] = [
    "GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "WNM", "GMF", "IMF", "MI", "MF",
    "GMI", "LM",
];

/// The treatment of names that the filter condition `player=` considers equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NameJoining {
    /// Equal names belong to one player, unless their FIDE ids differ. Names with the same FIDE id
    /// also belong to one player.
    #[default]
    ByNameAndId,
    /// Each spelling is a separate player.
    Never,
}

/// The spellings of one player's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JoinedNames {
    /// The name in the table: the longest spelling or, among equally long ones, the first.
    pub name: String,
    /// The other spellings.
    pub others: Vec<String>,
}

/// Returns the name without a title before or after it, and the title, if any.
///
/// ```
/// assert_eq!(reynard_games::without_title("GM Carlsen, Magnus"), ("Carlsen, Magnus", Some("GM")));
/// assert_eq!(reynard_games::without_title("Im, Kyung"), ("Im, Kyung", None));
/// ```
pub fn without_title(name: &str) -> (&str, Option<&str>) {
    let name = name.trim();
    let is_title = |word: &str| TITLES.contains(&word);
    if let Some((first, rest)) = name.split_once(' ')
        && is_title(first)
        && !rest.trim().is_empty()
    {
        return (rest.trim(), Some(first));
    }
    if let Some((rest, last)) = name.rsplit_once(' ') {
        let word = last.trim_matches(['(', ')']);
        if is_title(word) && !rest.trim().is_empty() {
            return (rest.trim_end_matches([' ', ',']), Some(word));
        }
    }
    (name, None)
}

/// Identifies the players in a list of games, by name and FIDE id.
#[derive(Debug, Default)]
pub(super) struct Identities {
    joining: NameJoining,
    names: NameIndex,
    exact: HashMap<Arc<str>, usize>,
    /// The ids that occur with each name.
    ids: HashMap<usize, Vec<u64>>,
    /// The id of each name that occurs with only one id.
    only_ids: Option<HashMap<usize, Option<u64>>>,
}

impl Identities {
    pub(super) fn new(joining: NameJoining) -> Self {
        Self { joining, ..Self::default() }
    }

    /// Records a name. All names must be recorded before any player is looked up, because a later
    /// spelling can show that two players are the same.
    pub(super) fn see(&mut self, name: &Arc<str>, id: Option<u64>) {
        let number = self.name(name);
        if let Some(id) = id {
            let ids = self.ids.entry(number).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }

    /// Returns the same key for all names of a player: the id, or the name if the player has no id.
    pub(super) fn key(&mut self, name: &Arc<str>, id: Option<u64>) -> PlayerKey {
        let number = self.name(name);
        if self.joining == NameJoining::Never {
            return PlayerKey::Name(number);
        }
        if let Some(id) = id {
            return PlayerKey::Id(id);
        }
        match self.only_ids().get(&number) {
            Some(Some(id)) => PlayerKey::Id(*id),
            _ => PlayerKey::Name(number),
        }
    }

    /// Returns the id of each name that occurs with only one id. All names must have been recorded.
    /// The ids of names that were found to be the same are combined.
    fn only_ids(&mut self) -> &HashMap<usize, Option<u64>> {
        let (ids, names) = (&self.ids, &self.names);
        self.only_ids.get_or_insert_with(|| {
            let mut only: HashMap<usize, Option<u64>> = HashMap::new();
            #[expect(clippy::iter_over_hash_type, reason = "one id or none, in any order")]
            for (&number, of_name) in ids {
                let single = of_name.first().copied().filter(|_| of_name.len() == 1);
                only.entry(names.player(number))
                    .and_modify(|known| *known = known.filter(|id| single == Some(*id)))
                    .or_insert(single);
            }
            only
        })
    }

    fn name(&mut self, name: &Arc<str>) -> usize {
        match self.joining {
            NameJoining::ByNameAndId => self.names.add(without_title(name).0).number(),
            NameJoining::Never => {
                let next = self.exact.len();
                *self.exact.entry(Arc::clone(name)).or_insert(next)
            }
        }
    }
}

/// The key that identifies a player while the games are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PlayerKey {
    Id(u64),
    Name(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(joining: NameJoining, players: &[(&str, Option<u64>)]) -> Vec<PlayerKey> {
        let mut identities = Identities::new(joining);
        let players: Vec<(Arc<str>, Option<u64>)> =
            players.iter().map(|&(name, id)| (Arc::from(name), id)).collect();
        for (name, id) in &players {
            identities.see(name, *id);
        }
        players.iter().map(|(name, id)| identities.key(name, *id)).collect()
    }

    #[test]
    fn spellings_titles_and_ids_make_one_player() {
        let found = keys(
            NameJoining::ByNameAndId,
            &[
                ("Müller, Anna", None),
                ("GM MUELLER, ANNA", None),
                ("Anna Muller", Some(7)),
                ("A. Mueller", Some(7)),
                ("Tal, M", None),
            ],
        );
        assert_eq!(found[..4], [PlayerKey::Id(7); 4]);
        assert!(matches!(found[4], PlayerKey::Name(_)));
    }

    #[test]
    fn different_ids_are_never_one_player() {
        let found = keys(
            NameJoining::ByNameAndId,
            &[("Wang, Li", Some(1)), ("Wang, Li", Some(2)), ("Wang Li", None)],
        );
        assert_eq!(found[..2], [PlayerKey::Id(1), PlayerKey::Id(2)]);
        assert!(matches!(found[2], PlayerKey::Name(_)));
    }

    #[test]
    fn nothing_is_joined_on_request() {
        let found = keys(
            NameJoining::Never,
            &[("Müller", Some(1)), ("Mueller", Some(1)), ("Müller", None)],
        );
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
    }
}
