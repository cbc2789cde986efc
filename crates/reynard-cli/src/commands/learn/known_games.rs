//! Games that a notebook has already: each is kept once.

use std::collections::{BTreeMap, BTreeSet};

use reynard::Color;
use reynard_base::{fnv1a, fnv1a_from};
use reynard_learn::GameInfo;
use reynard_pgn::{GameTree, Step};

/// Games by their moves, with what tells equal ones apart.
#[derive(Default)]
pub(super) struct KnownGames {
    games: BTreeMap<u64, Vec<GameMark>>,
}

/// Marks of a game other than its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameMark {
    link: Option<String>,
    /// Key of players and date.
    people: u64,
}

impl GameMark {
    fn of(tree: &GameTree) -> Self {
        let info = GameInfo::of(tree, Color::White);
        let tag = |name: &str| tree.tags().text(name).unwrap_or_default().trim().to_lowercase();
        let date = info.date.replace('-', ".");
        let people = [tag("White"), tag("Black"), date];
        let people = people
            .iter()
            .fold(fnv1a(b""), |key, text| fnv1a_from(fnv1a_from(key, text.as_bytes()), b"\n"));
        Self { link: info.link, people }
    }

    /// Returns `true` for marks of one game: the same address, or the same players and date where
    /// one has no address.
    fn is_same(&self, other: &Self) -> bool {
        match (&self.link, &other.link) {
            (Some(one), Some(two)) => one == two,
            _ => self.people == other.people,
        }
    }
}

impl KnownGames {
    /// Adds a game; `false` if it is there already.
    pub(super) fn insert(&mut self, tree: &GameTree) -> bool {
        let mark = GameMark::of(tree);
        let others = self.games.entry(moves_key(tree)).or_default();
        if others.iter().any(|other| other.is_same(&mark)) {
            return false;
        }
        others.push(mark);
        true
    }
}

/// Returns a key of the start position and the moves of the main line.
fn moves_key(tree: &GameTree) -> u64 {
    let start = fnv1a(&tree.start().key().to_le_bytes());
    tree.main_line().fold(start, |key, node| match tree.step(node) {
        Some(Step::Move(mv)) => fnv1a_from(key, &mv.bits().to_le_bytes()),
        _ => fnv1a_from(key, b"-"),
    })
}

/// The commonest names of games, to propose some.
#[derive(Default)]
pub(super) struct NameCounts(BTreeMap<String, u64>);

impl NameCounts {
    pub(super) fn add(&mut self, tree: &GameTree) {
        let names =
            ["White", "Black"].map(|tag| tree.tags().text(tag).unwrap_or_default().into_owned());
        for name in BTreeSet::from(names).into_iter().filter(|name| !name.is_empty() && name != "?")
        {
            *self.0.entry(name).or_default() += 1;
        }
    }

    /// Returns the three commonest names.
    pub(super) fn commonest(&self) -> Vec<String> {
        let mut names: Vec<(&String, &u64)> = self.0.iter().collect();
        names.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
        names.into_iter().take(3).map(|(name, _)| name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use reynard_pgn::Games;

    use super::super::notebook::{Notebook, append};
    use super::super::settings::Settings;
    use super::*;

    // A program that is killed while it adds a game leaves any part of it.
    #[test]
    fn a_game_that_was_cut_anywhere_spoils_no_other_and_is_added_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let toml = "me = [\"me\"]\n";
        fs::write(folder.path().join("notebook.toml"), toml).expect("a writable folder");
        let settings = Settings::read(folder.path()).expect("settings");
        let notebook = Notebook { folder: folder.path().to_owned(), settings };
        let game = |number: u32| {
            format!(
                "[Event \"Game {number}\"]\n[Site \"https://example.org/{number}\"]\n[White \"me\"]\n\
                 [Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {{[%clk 0:01:00] a note}} (1. d4 {{[%eval 0.10]}} \
                 1... d5) 1... e5 $2 2. Nf3 1/2-1/2\n\n"
            )
        };
        let tree = |number| {
            let games = game(number);
            Games::from_bytes(games.as_bytes()).next().expect("a game").expect("memory").tree
        };
        for cut in 0..game(2).len() - 2 {
            let text = format!("{}{}", game(1), &game(2)[..cut]);
            fs::write(notebook.games(), text).expect("a writable folder");
            let mut known = KnownGames::default();
            let read = notebook.each_game(|tree, _| {
                known.insert(tree);
            });
            read.expect("readable games");
            assert!(!known.insert(&tree(1)), "{cut}");
            if known.insert(&tree(2)) {
                append(&notebook.games(), game(2).as_bytes(), b"\n\n").expect("a writable folder");
            }
            append(&notebook.games(), game(3).as_bytes(), b"\n\n").expect("a writable folder");
            let mut events = Vec::new();
            notebook
                .each_game(|tree, _| {
                    events.push(tree.tags().text("Event").unwrap_or_default().into_owned());
                })
                .expect("readable games");
            assert_eq!(events, ["Game 1", "Game 2", "Game 3"], "{cut}: {:?}", &game(2)[..cut]);
        }
    }

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
    }
}
