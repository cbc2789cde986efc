//! Repertoires as trees of games, and novelties.

use reynard::{Color, Move, Position};
use reynard_games::Query;
use reynard_pgn::{CommentText, GameTree, NodeId, ResultCounts};

use crate::{Database, DatabaseError, ExploreLimits, Transpositions};

/// Limits of a repertoire tree.
///
/// ```
/// use reynard_db::RepertoireLimits;
///
/// assert_eq!(RepertoireLimits::default().min_percent, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepertoireLimits {
    /// Maximum number of plies after the first position.
    pub plies: u32,
    /// Minimum share of a position's games in which a move must have been played, in percent. Other
    /// moves are omitted.
    pub min_percent: u64,
    /// Minimum number of games in which a move must have been played. Other moves are omitted.
    pub min_games: u64,
    /// Maximum number of moves in the tree.
    pub nodes: usize,
}

impl Default for RepertoireLimits {
    fn default() -> Self {
        Self { plies: 12, min_percent: 1, min_games: 2, nodes: 5_000 }
    }
}

/// A game's first move that leads to a position unknown to the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Novelty {
    /// Number of plies before the move.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation with its number: `12... Nb6`.
    pub text: String,
    /// The position before the move.
    pub before: Position,
    /// Number of games in the database that reached that position.
    pub games: u64,
}

/// The result of a search for a novelty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoveltySearch {
    /// The game leaves the database: a move leads to a position that no game in the database
    /// reaches.
    Found(Box<Novelty>),
    /// Every position of the game is reached by a game in the database.
    AllKnown,
    /// Every position of the game is known up to the last indexed ply. Later positions cannot be
    /// checked.
    IndexEnds {
        /// Number of plies per game for which positions are indexed.
        plies: u16,
    },
}

impl Database {
    /// Returns a tree of the moves played from a position. Comments give the number of games and
    /// the score of the side `color`. The most frequent moves come first.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard::{Color, Position};
    /// use reynard_db::RepertoireLimits;
    ///
    /// base.add_pgn(b"1. e4 e5 1-0\n\n1. e4 e5 1-0\n\n1. e4 c5 0-1\n", &Default::default())?;
    /// let limits = RepertoireLimits::default();
    /// let tree =
    ///     base.repertoire(&Position::startpos(), Color::White, &Default::default(), &limits)?;
    /// assert!(
    ///     tree.to_string().contains("1. e4 {3 games, 66.7 %} 1... e5 {2 games, 100.0 %}")
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repertoire(
        &self,
        pos: &Position,
        color: Color,
        query: &Query,
        limits: &RepertoireLimits,
    ) -> Result<GameTree, DatabaseError> {
        let mut tree = GameTree::from_position(pos.clone());
        // The positions of the next ply, in the order in which they were added.
        let mut level = vec![(NodeId::ROOT, pos.clone())];
        let explore = ExploreLimits { top: 0, transpositions: Transpositions::Skipped };
        for _ in 0..limits.plies {
            let mut next = Vec::new();
            for (node, pos) in level {
                let explored = match self.explore(&pos, query, &explore) {
                    // The tree ends at the limit of the index.
                    Err(DatabaseError::NotIndexed { .. }) if node != NodeId::ROOT => continue,
                    explored => explored?,
                };
                for it in &explored.moves {
                    let share =
                        it.score.games() * 100 >= limits.min_percent * explored.score.games();
                    if !share || it.score.games() < limits.min_games || tree.len() >= limits.nodes {
                        continue;
                    }
                    let Ok(child) = tree.cursor(node).play(it.mv) else { continue };
                    tree.add_comment(child, CommentText::new(score_text(&it.score, color)));
                    let mut after = pos.clone();
                    after.play_unchecked(it.mv);
                    next.push((child, after));
                }
            }
            level = next;
        }
        Ok(tree)
    }

    /// Finds a game's first move that leads to a position that no game in the database reaches.
    ///
    /// # Errors
    ///
    /// Same as for [`repertoire`](Self::repertoire).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::NoveltySearch;
    /// use reynard_pgn::Games;
    ///
    /// base.add_pgn(b"1. e4 e5 2. Nf3 Nc6 *\n", &Default::default())?;
    /// let game = Games::from_bytes(b"1. e4 e5 2. Nf3 d6 *").next().unwrap()?.tree;
    /// let moves: Vec<_> = game.moves().collect();
    /// match base.novelty(game.start(), &moves, &Default::default())? {
    ///     NoveltySearch::Found(novelty) => assert_eq!(novelty.text, "2... d6"),
    ///     other => panic!("{other:?}"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn novelty(
        &self,
        start: &Position,
        moves: &[Move],
        query: &Query,
    ) -> Result<NoveltySearch, DatabaseError> {
        let mut pos = start.clone();
        let mut games = self.count_indexed(&pos, query)?;
        for (ply, &mv) in moves.iter().enumerate() {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let reached = self.count_indexed(&after, query)?;
            if reached == 0 {
                // Games in the database may continue as this one does.
                if let Some(plies) = self.indexed_plies().filter(|&plies| ply >= plies.into()) {
                    return Ok(NoveltySearch::IndexEnds { plies });
                }
                let text = pos.numbered_move(mv);
                let novelty = Novelty { ply, mv, text, before: pos, games };
                return Ok(NoveltySearch::Found(Box::new(novelty)));
            }
            (pos, games) = (after, reached);
        }
        Ok(NoveltySearch::AllKnown)
    }
}

/// Writes the number of games and the score of a side.
fn score_text(score: &ResultCounts, color: Color) -> String {
    let games = if score.games() == 1 { "game" } else { "games" };
    match score.points(color) {
        Some(points) => format!("{} {games}, {:.1} %", score.games(), points * 100.0),
        None => format!("{} {games}", score.games()),
    }
}
