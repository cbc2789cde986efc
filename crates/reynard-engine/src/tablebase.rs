//! Probing of endgame tablebases by the search.

use reynard::Move;

#[cfg(feature = "syzygy")]
pub use with_syzygy::Tablebases;
#[cfg(not(feature = "syzygy"))]
pub(crate) use without_syzygy::Tablebases;

/// A root move with its tablebase rank and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootProbe {
    pub(crate) mv: Move,
    /// Rank of the move: the higher, the better.
    pub(crate) rank: i32,
    /// Result for the side to move; `None` if the tables do not determine it under the fifty-move
    /// rule.
    pub(crate) result: Option<TableResult>,
}

/// Tablebase result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "syzygy"), expect(dead_code, reason = "there are no tables"))]
pub(crate) enum TableResult {
    Win,
    Draw,
    Loss,
}

#[cfg(feature = "syzygy")]
mod with_syzygy {
    use std::fmt;
    use std::sync::Arc;

    use reynard::{Game, Position};
    use reynard_syzygy::{
        ClockedWdl, FiftyMoves, Lookup, RankedMove, Repetition, RootRules, Tablebase, Wdl,
    };

    use super::{RootProbe, TableResult};

    /// Syzygy tablebases with their settings.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use reynard_engine::{Engine, Tablebases};
    /// use reynard_syzygy::Tablebase;
    ///
    /// let tables = Some(Arc::new(Tablebase::new()));
    /// let mut engine = Engine::default();
    /// engine.settings.tablebases = Tablebases { tables, ..Tablebases::default() };
    /// ```
    #[derive(Clone)]
    pub struct Tablebases {
        /// The tables; `None` disables probing.
        pub tables: Option<Arc<Tablebase>>,
        /// Minimum remaining depth at which positions with the maximum number of pieces are probed
        /// (`SyzygyProbeDepth`).
        pub probe_depth: u32,
        /// Maximum number of pieces in probed positions (`SyzygyProbeLimit`).
        pub probe_limit: u32,
        /// Treatment of the fifty-move rule (`Syzygy50MoveRule`).
        pub fifty_moves: FiftyMoves,
    }

    impl Tablebases {
        /// Returns the maximum number of pieces in probed positions.
        pub(crate) fn pieces(&self) -> u32 {
            self.tables.as_ref().map_or(0, |tables| tables.largest().min(self.probe_limit))
        }

        /// Probes a position. Returns 1 for a win of the side to move, -1 for a loss, 0 for a draw,
        /// or `None` if the position is not in the tables or they cannot be read.
        pub(crate) fn probe(&self, pos: &Position) -> Option<i32> {
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

        /// Returns the rank and result of each move in the last position of a game. Returns `None`
        /// if the position is not in the tables.
        pub(crate) fn root_probes(&self, game: &Game) -> Option<Vec<RootProbe>> {
            let pos = game.position();
            if pos.occupied().len() > self.pieces() || !pos.castling_rights().is_empty() {
                return None;
            }
            let repetition = if has_repetition(game) { Repetition::Seen } else { Repetition::None };
            let rules = RootRules { fifty_moves: self.fifty_moves, repetition };
            let ranked = self.tables.as_ref()?.rank_moves(pos, rules).ok()?.known()?;
            Some(ranked.into_iter().map(|ranked| self.root_probe(ranked)).collect())
        }

        fn root_probe(&self, ranked: RankedMove) -> RootProbe {
            let counted = self.fifty_moves == FiftyMoves::Counted;
            let result = match ranked.outcome {
                ClockedWdl::Win => Some(TableResult::Win),
                ClockedWdl::Loss => Some(TableResult::Loss),
                ClockedWdl::CursedWin if !counted => Some(TableResult::Win),
                ClockedWdl::BlessedLoss if !counted => Some(TableResult::Loss),
                ClockedWdl::CursedWin | ClockedWdl::BlessedLoss | ClockedWdl::Draw => {
                    Some(TableResult::Draw)
                }
                ClockedWdl::MaybeWin | ClockedWdl::MaybeLoss => None,
            };
            RootProbe { mv: ranked.mv, rank: ranked.rank, result }
        }
    }

    /// Returns `true` if a position has occurred twice since the last capture or pawn move. From
    /// then on, the opponent may claim a draw at the next repetition, so the winning side must make
    /// progress.
    fn has_repetition(game: &Game) -> bool {
        let mut keys: Vec<u64> = game.reversible_keys().collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    impl Default for Tablebases {
        fn default() -> Self {
            Self { tables: None, probe_depth: 1, probe_limit: 7, fifty_moves: FiftyMoves::Counted }
        }
    }

    impl fmt::Debug for Tablebases {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "Tablebases(up to {} pieces)", self.pieces())
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::Arc;

        use super::{Tablebases, has_repetition};
        use reynard::{Game, Position};
        use reynard_syzygy::Tablebase;

        fn tablebases() -> Tablebases {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");
            let mut tables = Tablebase::new();
            tables.add_directory(folder).expect("the tables of this repository");
            Tablebases { tables: Some(Arc::new(tables)), ..Tablebases::default() }
        }

        fn game(fen: &str, moves: &[&str]) -> Game {
            let mut game = Game::from(fen.parse::<Position>().unwrap());
            for text in moves {
                game.play(game.position().parse_uci(text).unwrap()).unwrap();
            }
            game
        }

        #[test]
        fn probes_give_the_result_for_the_side_to_move() {
            let tablebases = tablebases();
            for (fen, expected) in [
                ("8/8/8/4k3/8/8/8/K2Q4 w - - 0 1", Some(1)),
                ("8/8/8/4k3/8/8/8/K2Q4 b - - 0 1", Some(-1)),
                ("8/8/8/3k4/8/3P4/8/3K4 b - - 0 1", Some(0)),
                ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
            ] {
                assert_eq!(tablebases.probe(&fen.parse().unwrap()), expected, "{fen}");
            }
        }

        #[test]
        fn a_probe_limit_of_two_pieces_probes_nothing() {
            let limited = Tablebases { probe_limit: 2, ..tablebases() };
            assert_eq!(limited.pieces(), 2);
            assert!(limited.root_probes(&game("8/8/8/4k3/8/8/8/K2Q4 w - - 0 1", &[])).is_none());
        }

        #[test]
        fn two_occurrences_of_a_position_are_a_repetition() {
            let fen = "8/8/8/4k3/8/8/8/K2Q4 w - - 0 1";
            let cycle = ["d1d2", "e5e4", "d2d1", "e4e5"];
            assert!(!has_repetition(&game(fen, &cycle[..3])));
            assert!(has_repetition(&game(fen, &cycle)));
        }

        /// Shows that moves have different ranks only after a repetition. Before the repetition,
        /// all winning moves have equal rank, since each wins in time; afterwards, the fastest one
        /// ranks highest.
        #[test]
        fn a_repetition_makes_a_won_position_hurry() {
            let fen = "8/8/8/4k3/8/8/8/K2Q4 w - - 0 1";
            let cycle = ["d1d2", "e5e4", "d2d1", "e4e5"];
            let tablebases = tablebases();
            let ranks = |moves: &[&str]| {
                let ranks = tablebases.root_probes(&game(fen, moves)).expect("a probed position");
                let mut ranks: Vec<i32> = ranks.into_iter().map(|probe| probe.rank).collect();
                ranks.sort_unstable();
                ranks.dedup();
                ranks.into_iter().filter(|&rank| rank > 0).count()
            };
            assert_eq!(ranks(&cycle[..2]), 1);
            assert!(ranks(&cycle) > 1);
        }
    }
}

#[cfg(not(feature = "syzygy"))]
mod without_syzygy {
    use reynard::{Game, Position};

    use super::RootProbe;

    /// A stand-in for the tablebases, used in builds without the `syzygy` feature.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Tablebases {
        pub(crate) probe_depth: u32,
    }

    #[expect(clippy::unused_self, reason = "the same interface as with tablebases")]
    impl Tablebases {
        pub(crate) const fn pieces(&self) -> u32 {
            0
        }

        pub(crate) const fn probe(&self, _: &Position) -> Option<i32> {
            None
        }

        pub(crate) const fn root_probes(&self, _: &Game) -> Option<Vec<RootProbe>> {
            None
        }
    }
}
