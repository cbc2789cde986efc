//! The options of the engine.

use std::borrow::Cow;

use reynard_uci::{OptionSpec, UciOptions};

use crate::engine::DEFAULT_TT_SIZE;
use crate::evaluation::Evaluation;
use crate::limits::MAX_CONTEMPT;
use crate::params::Params;
use crate::strength;

/// The names of all `Evaluation`s.
const EVALUATIONS: &[Cow<'static, str>] = &[
    Cow::Borrowed("network"),
    Cow::Borrowed("classic"),
    Cow::Borrowed("material"),
    Cow::Borrowed("activity"),
];

/// The names of all `SearchKind`s.
const SEARCHES: &[Cow<'static, str>] =
    &[Cow::Borrowed("alpha-beta"), Cow::Borrowed("minimax"), Cow::Borrowed("random")];

/// Maximum size of the transposition table in MiB. This is more than any machine has, so only
/// memory limits the size.
const LARGEST_TT: i64 = 1 << 25;

/// Returns all options, including those that GUIs set unconditionally and that have no effect.
pub(super) fn all() -> UciOptions {
    let mut options = UciOptions::new(vec![
        OptionSpec::string("Debug Log File", ""),
        OptionSpec::spin("Threads", 1, 1, 1024),
        OptionSpec::spin("Hash", DEFAULT_TT_SIZE as i64, 1, LARGEST_TT),
        OptionSpec::button("Clear Hash"),
        OptionSpec::check("Ponder", false),
        OptionSpec::spin("MultiPV", 1, 1, 256),
        OptionSpec::spin("Move Overhead", 10, 0, 5000),
        OptionSpec::spin("nodestime", 0, 0, 10_000),
        OptionSpec::spin("Contempt", 0, -i64::from(MAX_CONTEMPT), i64::from(MAX_CONTEMPT)),
        #[cfg(feature = "syzygy")]
        OptionSpec::string("SyzygyPath", ""),
        #[cfg(feature = "syzygy")]
        OptionSpec::spin("SyzygyProbeDepth", 1, 1, 100),
        #[cfg(feature = "syzygy")]
        OptionSpec::check("Syzygy50MoveRule", true),
        #[cfg(feature = "syzygy")]
        OptionSpec::spin("SyzygyProbeLimit", 7, 0, 7),
        #[cfg(feature = "book")]
        OptionSpec::check("OwnBook", false),
        #[cfg(feature = "book")]
        OptionSpec::string("BookFile", ""),
        #[cfg(feature = "book")]
        OptionSpec::spin("BookDepth", 20, 1, 500),
        OptionSpec::check("UCI_AnalyseMode", false),
        OptionSpec::check("UCI_Chess960", false),
        OptionSpec::check("UCI_ShowWDL", false),
        OptionSpec::check("UCI_LimitStrength", false),
        OptionSpec::spin("UCI_Elo", strength::DEFAULT, strength::WEAKEST, strength::STRONGEST),
        OptionSpec::combo("Evaluation", Evaluation::default().name(), EVALUATIONS),
        OptionSpec::string("EvalFile", ""),
        OptionSpec::combo("Search", "alpha-beta", SEARCHES),
    ]);
    options.accept_quietly([
        OptionSpec::string("UCI_Opponent", ""),
        OptionSpec::string("UCI_EngineAbout", ""),
        OptionSpec::check("UCI_ShowCurrLine", false),
        OptionSpec::check("UCI_ShowRefutations", false),
        OptionSpec::string("NalimovPath", ""),
        OptionSpec::spin("NalimovCache", 1, 1, 1 << 20),
        // Options of Chess::Plisco.
        OptionSpec::check("Batch", false),
        OptionSpec::spin("Syzygy7TimeCushion", 0, 0, 1 << 30),
        OptionSpec::spin("Syzygy3TimeCushion", 0, 0, 1 << 30),
    ]);
    options
}

/// Returns the search parameters as options.
pub(super) fn parameters() -> impl Iterator<Item = OptionSpec<'static>> {
    Params::TUNABLES.iter().map(|tunable| {
        let [value, min, max] = [tunable.value, tunable.min, tunable.max].map(i64::from);
        OptionSpec::spin(tunable.name, value, min, max)
    })
}

/// Returns `true` if a search parameter is called `name`.
pub(super) fn is_parameter(name: &str) -> bool {
    Params::TUNABLES.iter().any(|tunable| tunable.name == name)
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::{Evaluation, SearchKind};

    #[test]
    fn every_evaluation_and_search_can_be_set() {
        let mut options = all();
        for evaluation in Evaluation::ALL {
            assert!(options.set("evaluation", Some(evaluation.name())).is_ok(), "{evaluation}");
        }
        for search in SearchKind::ALL {
            assert!(options.set("search", Some(search.name())).is_ok(), "{search}");
        }
    }

    #[test]
    fn the_defaults_are_those_of_the_engine() {
        let options = all();
        assert_eq!(options.text("Evaluation"), Some(Evaluation::default().name()));
        assert_eq!(options.text("Search"), Some(SearchKind::default().name()));
    }
}
