//! Endgame tables, as the search asks them.

use std::fmt;
use std::sync::Arc;

use reynard::{Game, Position};
use reynard_syzygy::{FiftyMoves, Lookup, RankedMove, Repetition, RootRules, Tablebase, Wdl};

/// Endgame tables and how they are to be used.
#[derive(Clone, Default)]
pub struct Tablebases {
    /// The tables, if there are any.
    pub tables: Option<Arc<Tablebase>>,
    /// Least remaining depth at which positions with the most pieces are probed (`SyzygyProbeDepth`).
    pub probe_depth: u32,
    /// Most pieces of a position that is probed (`SyzygyProbeLimit`).
    pub probe_limit: u32,
    /// Whether the fifty-move rule is in force.
    pub fifty_moves: FiftyMoves,
}

impl Tablebases {
    /// The most men of a position that can be asked for.
    pub(crate) fn men(&self) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.largest().min(self.probe_limit))
    }

    /// Who wins, if the tables know: positive for the side to move.
    pub(crate) fn wdl(&self, pos: &Position) -> Option<i32> {
        // What cannot be read is as good as not there.
        let Ok(Lookup::Known(wdl)) = self.tables.as_ref()?.probe_wdl(pos) else { return None };
        let counted = self.fifty_moves == FiftyMoves::Counted;
        Some(match wdl {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            Wdl::CursedWin if !counted => 1,
            Wdl::BlessedLoss if !counted => -1,
            Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => 0,
        })
    }

    /// All moves of the last position of a game with their ranks, if the tables know it.
    pub(crate) fn known(&self, game: &Game) -> Option<Vec<RankedMove>> {
        let pos = game.position();
        if pos.occupied().len() > self.men() || !pos.castling_rights().is_empty() {
            return None;
        }
        let repetition = if has_repeated(game) { Repetition::Seen } else { Repetition::None };
        let rules = RootRules { fifty_moves: self.fifty_moves, repetition };
        self.tables.as_ref()?.rank_moves(pos, rules).ok()?.known()
    }
}

/// Whether any position has occurred twice since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let mut keys: Vec<u64> = game.reversible_keys().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases(up to {} men)", self.men())
    }
}
