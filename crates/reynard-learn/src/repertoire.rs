//! The learner's repertoire: moves, conflicts, and departures in games.

use std::collections::BTreeMap;

use reynard::{Color, Move, Position};
use reynard_pgn::{GameTree, NodeId, Step};

use crate::CardId;

/// The moves that a learner intends to play and the opponents' moves that are covered, by position.
///
/// ```
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::{DepartureBy, LearnRepertoire};
///
/// let game = |pgn: &'static [u8]| Games::from_bytes(pgn).next().expect("a game").expect("memory").tree;
/// let mut repertoire = LearnRepertoire::default();
/// repertoire.add(&game(b"1. e4 e5 2. Nf3 *"), Color::White, "white.pgn");
/// let departure = repertoire.departure(&game(b"1. e4 c5 2. Nf3 *"), Color::White);
/// assert_eq!(departure.map(|it| it.by), Some(DepartureBy::Opponent));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LearnRepertoire {
    /// Known positions, indexed by side and key.
    positions: BTreeMap<(bool, CardId), Known>,
    /// Distinct start positions of the games, by side.
    starts: Vec<(Color, Position)>,
}

#[derive(Clone, Debug)]
struct Known {
    position: Position,
    /// Moves in the position, in the order of the files that contain them.
    moves: Vec<Move>,
    /// The first move in each file, with the name of the file.
    firsts: Vec<(Move, String)>,
}

/// A position of the repertoire in which two files have different moves for the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepertoireConflict {
    /// The position.
    pub position: Position,
    /// The first move in each of the files, with the name of the file.
    pub moves: Vec<(Move, String)>,
}

/// The player who left the repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DepartureBy {
    /// The learner, by playing a move that is not in the repertoire.
    Learner,
    /// The opponent, by playing a move to which the repertoire has no answer.
    Opponent,
}

/// The place where a game leaves the repertoire for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The player who left.
    pub by: DepartureBy,
    /// The position before the move that leaves the repertoire.
    pub position: Position,
    /// The move that leaves the repertoire.
    pub mv: Move,
    /// The moves that the repertoire has in the position.
    pub known: Vec<Move>,
}

impl LearnRepertoire {
    /// Adds the lines of a game to the repertoire of a side. Branches that begin with a null move
    /// are left out.
    pub fn add(&mut self, tree: &GameTree, side: Color, file: &str) {
        let start = tree.start();
        let is_known =
            |(own, known): &(Color, Position)| *own == side && known.key() == start.key();
        if !self.starts.iter().any(is_known) {
            self.starts.push((side, start.clone()));
        }
        let mut open: Vec<(NodeId, Position)> = vec![(NodeId::ROOT, start.clone())];
        while let Some((node, pos)) = open.pop() {
            let mut below = Vec::new();
            for child in tree.children(node) {
                let Some(Step::Move(mv)) = tree.step(child) else { continue };
                let key = (side == Color::White, CardId::of(&pos));
                let known = self.positions.entry(key).or_insert_with(|| Known {
                    position: pos.clone(),
                    moves: Vec::new(),
                    firsts: Vec::new(),
                });
                if !known.moves.contains(&mv) {
                    known.moves.push(mv);
                }
                if !known.firsts.iter().any(|(_, other)| other == file) {
                    known.firsts.push((mv, file.to_owned()));
                }
                let mut next = pos.clone();
                next.play_unchecked(mv);
                below.push((child, next));
            }
            open.extend(below.into_iter().rev());
        }
    }

    /// Returns the number of positions in which the learner is to move.
    ///
    /// ```
    /// use reynard_learn::LearnRepertoire;
    ///
    /// assert_eq!(LearnRepertoire::default().own_positions(), 0);
    /// ```
    pub fn own_positions(&self) -> usize {
        let own = |(key, known): &(&(bool, CardId), &Known)| {
            key.0 == (known.position.turn() == Color::White)
        };
        self.positions.iter().filter(own).count()
    }

    /// Returns the start positions of the games, each with the learner's side.
    pub(crate) fn starts(&self) -> &[(Color, Position)] {
        &self.starts
    }

    /// Returns the moves of a side's repertoire in a position, in the order of the files. Returns
    /// an empty slice if the repertoire does not contain the position.
    ///
    /// ```
    /// use reynard_learn::LearnRepertoire;
    /// use reynard_learn::reynard::{Color, Position};
    ///
    /// let repertoire = LearnRepertoire::default();
    /// assert!(repertoire.moves_in(Color::White, &Position::startpos()).is_empty());
    /// ```
    pub fn moves_in(&self, side: Color, pos: &Position) -> &[Move] {
        let known = self.positions.get(&(side == Color::White, CardId::of(pos)));
        known.map_or(&[], |known| &known.moves)
    }

    /// Returns the positions in which files have different moves for the learner. Several moves
    /// within one file are intended, so they are not a conflict.
    ///
    /// ```
    /// use reynard_learn::LearnRepertoire;
    ///
    /// assert!(LearnRepertoire::default().conflicts().is_empty());
    /// ```
    pub fn conflicts(&self) -> Vec<RepertoireConflict> {
        let mut found = Vec::new();
        for ((is_white, _), known) in &self.positions {
            if *is_white != (known.position.turn() == Color::White) {
                continue;
            }
            let firsts = &known.firsts;
            if firsts.iter().any(|(mv, _)| *mv != firsts[0].0) {
                let moves = firsts.clone();
                found.push(RepertoireConflict { position: known.position.clone(), moves });
            }
        }
        found
    }

    /// Returns the move with which a game leaves a side's repertoire for good. A game that returns
    /// by transposition has not left it. Returns `None` if the game was never in the repertoire, or
    /// was still in it at the end.
    pub fn departure(&self, tree: &GameTree, side: Color) -> Option<Departure> {
        let mut pos = tree.start().clone();
        let mut departure = None;
        for node in tree.main_line() {
            let Some(Step::Move(mv)) = tree.step(node) else { break };
            if let Some(known) = self.positions.get(&(side == Color::White, CardId::of(&pos))) {
                let is_known = known.moves.contains(&mv);
                departure = (!is_known).then(|| Departure {
                    by: if pos.turn() == side {
                        DepartureBy::Learner
                    } else {
                        DepartureBy::Opponent
                    },
                    position: pos.clone(),
                    mv,
                    known: known.moves.clone(),
                });
            }
            pos.play_unchecked(mv);
        }
        departure
    }
}

/// Returns the side for which a repertoire game is meant: the value of its tag `Orientation` or,
/// without that tag, the side named in the path of its file.
///
/// ```
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::repertoire_side;
///
/// let game = Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
/// assert_eq!(repertoire_side(&game, "spanish-white.pgn"), Some(Color::White));
/// assert_eq!(repertoire_side(&game, "spanish.pgn"), None);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn repertoire_side(tree: &GameTree, path: &str) -> Option<Color> {
    let tag = tree.tags().text("Orientation").and_then(|text| side_of_word(&text));
    tag.or_else(|| side_of_path(path))
}

/// Returns the side named in the folders or the file name of a path.
fn side_of_path(path: &str) -> Option<Color> {
    let words = path.split(|c: char| !c.is_alphabetic());
    let sides: Vec<Color> = words.filter_map(side_of_word).collect();
    let last = sides.last().copied()?;
    sides.iter().all(|&side| side == last).then_some(last)
}

fn side_of_word(word: &str) -> Option<Color> {
    match word.trim().to_lowercase().as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn game(pgn: &str) -> GameTree {
        Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
    }

    fn repertoire(files: &[(&str, &str)]) -> LearnRepertoire {
        let mut repertoire = LearnRepertoire::default();
        for (file, pgn) in files {
            repertoire.add(&game(pgn), Color::White, file);
        }
        repertoire
    }

    #[test]
    fn two_files_with_different_moves_conflict_and_two_moves_of_one_file_do_not() {
        let one = repertoire(&[("a", "1. e4 (1. d4) e5 2. Nf3 *")]);
        assert_eq!((one.conflicts().len(), one.own_positions()), (0, 2));
        let two = repertoire(&[("a", "1. e4 e5 2. Nf3 *"), ("b", "1. e4 e5 2. Bc4 *")]);
        let same = repertoire(&[("a", "1. e4 e5 2. Nf3 *"), ("b", "1. e4 e5 2. Nf3 (2. Bc4) *")]);
        assert_eq!(same.conflicts(), []);
        let conflicts = two.conflicts();
        assert_eq!(conflicts.len(), 1);
        let files: Vec<&str> = conflicts[0].moves.iter().map(|(_, file)| file.as_str()).collect();
        assert_eq!(files, ["a", "b"]);
    }

    #[test]
    fn a_game_that_comes_back_by_another_order_of_moves_has_not_left() {
        let repertoire = repertoire(&[("a", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 *")]);
        let departure = |moves: &str| repertoire.departure(&game(moves), Color::White);
        let back = departure("1. c4 Nf6 2. d4 e6 3. Nc3 Bb4 4. Qc2 *").expect("a departure");
        assert_eq!((back.by, back.position.fullmove_number()), (DepartureBy::Learner, 4));
        assert_eq!(departure("1. c4 Nf6 2. d4 e6 3. Nc3 Bb4 4. e3 O-O *"), None);
        let away = departure("1. d4 d5 2. c4 *").expect("a departure");
        assert_eq!(away.by, DepartureBy::Opponent);
        assert_eq!(departure("1. d4 *"), None);
    }

    #[test]
    fn the_side_of_a_repertoire_is_in_its_path() {
        assert_eq!(side_of_path("repertoire/white/spanish.pgn"), Some(Color::White));
        assert_eq!(side_of_path("repertoire\\caro-kann_Black.pgn"), Some(Color::Black));
        assert_eq!(side_of_path("repertoire/spanish.pgn"), None);
        assert_eq!(side_of_path("repertoire/black-and-white.pgn"), None);
        assert_eq!(side_of_path("repertoire/whiteness.pgn"), None);
    }
}
