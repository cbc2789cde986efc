//! Keeps track of the games in a notebook, so that each game is stored only once.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use reynard::Color;
use reynard_pgn::{CommentText, GameTree, NodeId, Step};

use crate::GameInfo;
use crate::game_address::GameAddress;

/// The known games, indexed by their moves, with the marks that distinguish games with equal moves.
///
/// ```
/// use reynard_learn::KnownGames;
/// use reynard_learn::reynard_pgn::Games;
///
/// let game = Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
/// let mut known = KnownGames::default();
/// assert!(known.insert(&game) && !known.insert(&game));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KnownGames {
    games: BTreeMap<u64, Vec<GameMark>>,
}

/// The features of a game, other than its moves, that distinguish it from other games.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameMark {
    /// URL in the form that is equal for all addresses of a game.
    address: Option<GameAddress>,
    /// Hash of the players and the date.
    people: u64,
    /// Hash of the text that could not be parsed, without its blanks, because writing a game wraps
    /// that text.
    unread: u64,
}

impl GameMark {
    fn of(tree: &GameTree) -> Self {
        let info = GameInfo::of(tree, Color::White);
        // An unknown value is as good as none.
        let known = |text: &str| {
            let is_known = text.chars().any(|c| !matches!(c, '?' | '.'));
            if is_known { text.trim().to_lowercase() } else { String::new() }
        };
        let tag = |name: &str| known(&tree.tags().text(name).unwrap_or_default());
        let date = known(&info.date.replace('-', "."));
        let address = info.link.as_deref().map(GameAddress::of);
        let people = key_of(&[tag("White"), tag("Black"), date]);
        Self { address, people, unread: unread_key(tree) }
    }

    /// Returns `true` if the marks belong to the same game: the same URL of a game; the same other
    /// URL, which may be that of an event, players and date; or, if at least one of them has no URL,
    /// the same players, date and text after an error.
    fn is_same(&self, other: &Self) -> bool {
        let are_same_people = self.people == other.people;
        match (&self.address, &other.address) {
            (Some(one), Some(two)) => one == two && (one.is_of_one_game() || are_same_people),
            _ => are_same_people && self.unread == other.unread,
        }
    }
}

impl KnownGames {
    /// Adds a game. Returns `false` if the game is already known. A known game has the same moves
    /// and the same URL or, if at least one of the two games has no URL, the same players, date and
    /// text after an error. With a URL that may be that of an event, the players and the date must
    /// be the same, too.
    pub fn insert(&mut self, tree: &GameTree) -> bool {
        let mark = GameMark::of(tree);
        let others = self.games.entry(moves_key(tree)).or_default();
        if others.iter().any(|other| other.is_same(&mark)) {
            return false;
        }
        others.push(mark);
        true
    }
}

/// Returns a hash of the start position and the moves of the main line.
fn moves_key(tree: &GameTree) -> u64 {
    let moves = tree.main_line().map(|node| match tree.step(node) {
        Some(Step::Move(mv)) => Some(mv),
        _ => None,
    });
    key_of(&(tree.start().key(), moves.collect::<Vec<_>>()))
}

/// Returns a hash of the text that could not be parsed.
fn unread_key(tree: &GameTree) -> u64 {
    let nodes = std::iter::once(NodeId::ROOT).chain(tree.main_line());
    let unread = nodes.flat_map(|node| tree.comments(node)).filter_map(CommentText::unread_text);
    let unread = unread.flat_map(|text| text.iter().filter(|byte| !byte.is_ascii_whitespace()));
    key_of(&unread.collect::<Vec<_>>())
}

/// Returns a hash of a value. The hash is stable for the lifetime of the program.
fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Counts of the player names in games, used to suggest the learner's own name.
///
/// ```
/// use reynard_learn::PlayerNames;
/// use reynard_learn::reynard_pgn::Games;
///
/// let pgn = b"[White \"A\"]\n[Black \"B\"]\n\n*\n\n[White \"C\"]\n[Black \"B\"]\n\n*";
/// let mut names = PlayerNames::default();
/// for game in Games::from_bytes(pgn) {
///     names.add(&game?.tree);
/// }
/// assert_eq!(names.commonest()[0], "B");
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayerNames(BTreeMap<String, u64>);

impl PlayerNames {
    /// Counts the players of a game.
    pub fn add(&mut self, tree: &GameTree) {
        let names =
            ["White", "Black"].map(|tag| tree.tags().text(tag).unwrap_or_default().into_owned());
        for name in BTreeSet::from(names).into_iter().filter(|name| !name.is_empty() && name != "?")
        {
            *self.0.entry(name).or_default() += 1;
        }
    }

    /// Returns the three most common names, or fewer if there are fewer.
    pub fn commonest(&self) -> Vec<String> {
        let mut names: Vec<(&String, &u64)> = self.0.iter().collect();
        names.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
        names.into_iter().take(3).map(|(name, _)| name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn a_game_is_known_by_its_address_or_by_players_and_date() {
        let game = |tags: &str, moves: &str| {
            let pgn = format!("[White \"A\"]\n[Black \"B\"]\n{tags}\n{moves} *");
            Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
        };
        let link =
            |number| format!("[Site \"https://example.org/{number}\"]\n[Date \"2026.01.01\"]\n");
        let mut known = KnownGames::default();
        assert!(known.insert(&game(&link(1), "1. e4 e5")));
        assert!(!known.insert(&game(&link(1), "1. e4 e5")));
        assert!(!known.insert(&game("[Date \"2026.01.01\"]\n", "1. e4 e5")), "without its address");
        assert!(known.insert(&game(&link(2), "1. e4 e5")), "the same moves once more");
        assert!(known.insert(&game(&link(1), "1. e4 e6")), "the address of an event");
        assert!(known.insert(&game("[Date \"2026.01.02\"]\n", "1. e4 e5")));
        assert!(known.insert(&game("", "1. d4 d5")));
        assert!(!known.insert(&game("[Date \"????.??.??\"]\n", "1. d4 d5")), "an unknown date");
    }

    #[test]
    fn games_with_an_error_differ_by_the_text_after_it() {
        let game = |pgn: &str| {
            Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
        };
        let tags = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.01.01\"]\n\n";
        let knight = game(&format!("{tags}1. e4 e5 2. Sf3 Sc6 {} 0-1", "Sf6 Sg8 ".repeat(40)));
        let mut known = KnownGames::default();
        assert!(known.insert(&knight));
        assert!(!known.insert(&knight));
        assert!(!known.insert(&game(&knight.to_string())), "as it was written: {knight}");
        assert!(known.insert(&game(&format!("{tags}1. e4 e5 2. Dh5 Sc6 1-0"))));
        assert!(known.insert(&game(&format!("{tags}1. e4 e5 1-0"))), "without an error");
        assert!(known.insert(&game(&format!("{tags}Sf3 1-0"))), "an error at the first move");
        assert!(known.insert(&game(&format!("{tags}Sc3 1-0"))));
    }

    #[test]
    fn a_game_is_known_by_any_spelling_of_its_address() {
        let game = |site: &str| {
            let pgn = format!("[Site \"{site}\"]\n\n1. e4 e5 *");
            Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
        };
        let mut known = KnownGames::default();
        assert!(known.insert(&game("https://lichess.org/abcdefgh")));
        assert!(!known.insert(&game("https://lichess.org/abcdefgh/black#12")));
        assert!(known.insert(&game("https://lichess.org/abcdefgi")));
        // The address of an event does not tell its games apart.
        let event = "https://lichess.org/tournament/abcdefgh";
        assert!(known.insert(&game(&format!("{event}\"]\n[White \"Anna"))));
        assert!(known.insert(&game(&format!("{event}\"]\n[White \"Bert"))));
        assert!(!known.insert(&game(&format!("{event}\"]\n[White \"Anna"))));
    }
}
