//! An index of the moves played in the positions of a PGN file.

use std::collections::BTreeMap;

use reynard::Move;
use reynard_pgn::{Played, Reader, ResultCounts, Skip, Termination, Visitor};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, to_json};
use crate::game_list::GameList;
use crate::position::{read_fen, uci};

/// Maximum number of games in an index. The memory of a page is limited.
const MOST_GAMES: usize = 200_000;
/// Maximum total number of moves in all games; each move takes 16 bytes.
const MOST_PLIES: usize = 12_000_000;
/// Maximum number of games listed for a position.
const LISTED_GAMES: usize = 50;

/// An index, by position, of the moves of many games, for a page without a server.
#[wasm_bindgen(js_name = Explorer)]
#[derive(Debug, Default)]
pub struct MoveExplorer {
    /// One visit for each move of each main line, sorted by position.
    visits: Vec<Visit>,
    results: Vec<Termination>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Visit {
    key: u64,
    mv: u16,
    game: u32,
}

/// A collector of the visits of one game.
#[derive(Default)]
struct Collector {
    visits: Vec<(u64, u16)>,
}

impl Visitor for Collector {
    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.visits.push((played.before.key(), played.mv.bits()));
        Skip::No
    }
}

/// Numbers of games by result, as fields of an answer.
#[derive(Serialize)]
struct ScoreJson {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
}

impl From<ResultCounts> for ScoreJson {
    fn from(score: ResultCounts) -> Self {
        let ResultCounts { white, draws, black, .. } = score;
        Self { games: score.games(), white, draws, black }
    }
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
    #[serde(flatten)]
    score: ScoreJson,
}

#[derive(Serialize)]
struct ExploredJson {
    #[serde(flatten)]
    score: ScoreJson,
    /// The moves, most frequently played first.
    moves: Vec<MoveJson>,
    /// Indices, in the game list, of the first games that reach the position.
    list: Vec<u32>,
}

impl MoveExplorer {
    fn add_visits(&mut self, index: usize, pgn: &[u8]) -> Result<(), Failure> {
        let mut collector = Collector::default();
        Reader::from_bytes(pgn).read_all(&mut collector).map_err(Failure::new)?;
        if self.visits.len() + collector.visits.len() > MOST_PLIES {
            return Err(Failure::new(format_args!(
                "the games have more than the {MOST_PLIES} moves that the page can index; `reynard db` has no such limit"
            )));
        }
        let game = u32::try_from(index).map_err(Failure::new)?;
        let visits = collector.visits.into_iter();
        self.visits.extend(visits.map(|(key, mv)| Visit { key, mv, game }));
        Ok(())
    }
}

#[wasm_bindgen(js_class = Explorer)]
impl MoveExplorer {
    /// Creates an empty index.
    ///
    /// ```
    /// assert_eq!(reynard_wasm::MoveExplorer::new().games(), 0);
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of games in the index.
    pub fn games(&self) -> usize {
        self.results.len()
    }

    /// Adds at most `count` of the list's games that are not yet in the index. Returns `false` when
    /// all games have been added.
    ///
    /// # Errors
    ///
    /// If the list has too many games or moves for an index in memory, or a game exceeds the limits
    /// of the PGN reader.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n".to_vec())?;
    /// let mut explorer = reynard_wasm::MoveExplorer::new();
    /// while explorer.add(&games, 1)? {}
    /// assert_eq!(explorer.games(), 2);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn add(&mut self, list: &GameList, count: usize) -> Result<bool, Failure> {
        if list.length() > MOST_GAMES {
            return Err(Failure::new(format_args!(
                "{} games are more than the {MOST_GAMES} that the page can index; `reynard db` has no such limit",
                list.length()
            )));
        }
        let end = list.length().min(self.games() + count);
        for index in self.games()..end {
            self.add_visits(index, list.bytes(index)?)?;
            self.results.push(list.result(index));
        }
        if end < list.length() {
            return Ok(true);
        }
        self.visits.sort_unstable();
        Ok(false)
    }

    /// Replaces the game at an index. An index one past the last game appends the game. May be
    /// called only once all games have been added with [`MoveExplorer::add`].
    ///
    /// # Errors
    ///
    /// If the text is not a game, the index is out of range, or the index in memory would become
    /// too large.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n".to_vec())?;
    /// let mut explorer = reynard_wasm::MoveExplorer::new();
    /// while explorer.add(&games, 1)? {}
    /// explorer.replace(1, b"1. d4 d5 0-1\n".to_vec())?;
    /// let found = explorer.explore(&reynard::Position::startpos().fen())?;
    /// assert!(
    ///     found.contains(r#""san":"d4","games":1,"#)
    ///         && found.contains(r#""san":"e4","games":1,"#)
    /// );
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn replace(&mut self, index: usize, pgn: Vec<u8>) -> Result<(), Failure> {
        let game = GameList::new(pgn)?;
        let bytes = game.bytes(0)?;
        if index > self.games() || index >= MOST_GAMES {
            return Err(Failure::new(format_args!("there is no game {index} in the index")));
        }
        self.visits.retain(|visit| visit.game as usize != index);
        self.add_visits(index, bytes)?;
        let result = game.result(0);
        match self.results.get_mut(index) {
            Some(own) => *own = result,
            None => self.results.push(result),
        }
        // Stable sorting takes the sorted part as it is.
        self.visits.sort();
        Ok(())
    }

    /// Returns the moves played in a position as JSON: `{games, white, draws, black, moves, list}`.
    /// A game that reaches the position more than once counts only once for each move.
    ///
    /// # Errors
    ///
    /// If `fen` is not a valid FEN, or the position cannot be played.
    ///
    /// ```
    /// let games =
    ///     reynard_wasm::GameList::new(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *\n".to_vec())?;
    /// let mut explorer = reynard_wasm::MoveExplorer::new();
    /// while explorer.add(&games, 100)? {}
    /// let found = explorer.explore(&reynard::Position::startpos().fen())?;
    /// assert!(
    ///     found.contains(
    ///         r#"{"uci":"e2e4","san":"e4","games":2,"white":1,"draws":0,"black":1}"#
    ///     )
    /// );
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn explore(&self, fen: &str) -> Result<String, Failure> {
        let pos = read_fen(fen)?;
        let key = pos.key();
        let first = self.visits.partition_point(|visit| visit.key < key);
        let mut visits: Vec<Visit> =
            self.visits[first..].iter().copied().take_while(|visit| visit.key == key).collect();
        visits.dedup();
        let mut all = ResultCounts::default();
        let mut moves: BTreeMap<u16, ResultCounts> = BTreeMap::new();
        for visit in &visits {
            let result = self.results[visit.game as usize];
            all.count(result);
            moves.entry(visit.mv).or_default().count(result);
        }
        let legal = |(bits, score): (u16, ResultCounts)| {
            let mv = Move::from_bits(bits).filter(|&mv| pos.is_legal(mv))?;
            Some(MoveJson { uci: uci(&pos, mv), san: pos.san(mv).to_string(), score: score.into() })
        };
        let mut moves: Vec<MoveJson> = moves.into_iter().filter_map(legal).collect();
        moves.sort_by(|a, b| b.score.games.cmp(&a.score.games).then_with(|| a.san.cmp(&b.san)));
        let mut list: Vec<u32> = visits.iter().map(|visit| visit.game).collect();
        list.sort_unstable();
        list.dedup();
        list.truncate(LISTED_GAMES);
        to_json(&ExploredJson { score: all.into(), moves, list })
    }
}
