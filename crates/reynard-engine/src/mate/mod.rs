//! Full-width mate search: proves or refutes a mate in a given number of moves.
//!
//! Every move of both sides is considered, so the verdict is a proof. The search is a depth-first
//! proof-number search (df-pn, Ayumu Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002) over a tree with a bounded number of moves. It combines proof numbers as in
//! Toru Ueda and others, "Weak proof-number search", 2008. The last two moves of each line are
//! searched depth-first, checks first.
//!
//! The fifty-move rule and repetitions are ignored, as in composed problems. Along the shortest
//! mate the distance falls with each move, so no position occurs twice within the line. A defender
//! could claim a draw only if the halfmove clock is near its limit, or by repeating an earlier
//! position of the game.

mod exact;
mod line;
mod proof;
mod refuters;
mod solver;
mod table;

use reynard::{Move, Position};

use crate::tt::OutOfMemory;
use refuters::Refuters;
use solver::{Solver, Tables, salt};
use table::{BoundTable, NumberTable};

/// Full-width mate search, with its tables.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::{MateSearch, MateVerdict};
///
/// let mut search = MateSearch::new(8)?;
/// let pos: Position = "1B6/2R2PN1/8/7P/2p1pk2/2Q1pN1P/8/1B5K w - - 0 1".parse()?;
/// let MateVerdict::Mate(mate) = search.solve(&pos, 2, &mut |_| false) else { panic!("there is one") };
/// assert_eq!((mate.moves, pos.san(mate.line[0]).to_string()), (2, "Nf5".to_owned()));
/// assert_eq!(search.solve(&pos, 1, &mut |_| false), MateVerdict::NoMate);
/// assert_eq!(search.solve(&Position::startpos(), 2, &mut |_| false), MateVerdict::NoMate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MateSearch(Tables);

/// Result of [`MateSearch::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// The side to move mates, whatever the other side plays.
    Mate(ForcedMate),
    /// The other side can always avoid being mated within the requested number of moves.
    NoMate,
    /// The search was stopped before it reached a verdict.
    Stopped,
}

/// A proven mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedMate {
    /// Number of moves of the mating side. It may be smaller than requested. If it exceeds
    /// [`MAX_SHORTEST_MATE`], an even shorter mate may exist.
    pub moves: u32,
    /// A line to the mate, with the longest defense in the proof. The line contains at least one
    /// move.
    pub line: Vec<Move>,
}

/// Maximum length, in moves, of a mate that is guaranteed to be the shortest.
pub const MAX_SHORTEST_MATE: u32 = 3;

/// Maximum length of a mate, in moves; larger requests are clamped.
pub const MAX_MATE: u32 = 60;

impl MateSearch {
    /// Creates a search with tables of the given size in MiB. The tables keep proven results from
    /// call to call.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the tables cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let half = (mebibytes.max(1) << 20) / 2;
        let tables = || Some((NumberTable::new(half)?, BoundTable::new(half)?));
        let (numbers, bounds) = tables().ok_or(OutOfMemory { mebibytes })?;
        Ok(Self(Tables { numbers, bounds, refuters: Refuters::default(), nodes: 0 }))
    }

    /// Proves or refutes that the side to move can mate in at most `moves` moves.
    ///
    /// `stopped` is called regularly with the number of nodes so far, and ends the search by
    /// returning `true`.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_engine::{MateSearch, MateVerdict};
    ///
    /// let mut search = MateSearch::new(8)?;
    /// let start = Position::startpos();
    /// assert_eq!(search.solve(&start, 9, &mut |nodes| nodes > 10_000), MateVerdict::Stopped);
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn solve(
        &mut self,
        pos: &Position,
        moves: u32,
        stopped: &mut dyn FnMut(u64) -> bool,
    ) -> MateVerdict {
        let moves = moves.min(MAX_MATE);
        self.0.nodes = 0;
        let mut solver =
            Solver { search: &mut self.0, salt: salt(pos), stopped, is_stopped: false };
        let shortest = 1..=moves.min(MAX_SHORTEST_MATE);
        for depth in shortest.chain((moves > MAX_SHORTEST_MATE).then_some(moves)) {
            let proven = solver.prove(pos, depth as u8);
            if solver.is_stopped {
                return MateVerdict::Stopped;
            }
            if proven {
                let line = solver.line(pos, depth as u8);
                if solver.is_stopped {
                    return MateVerdict::Stopped;
                }
                return MateVerdict::Mate(ForcedMate {
                    moves: line.len().div_ceil(2) as u32,
                    line,
                });
            }
        }
        MateVerdict::NoMate
    }

    /// Returns the number of positions searched by the last call of [`MateSearch::solve`].
    pub const fn nodes(&self) -> u64 {
        self.0.nodes
    }
}
