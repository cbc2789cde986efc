//! The options that the engine has.

use std::borrow::Cow;

use reynard_uci::{OptionSpec, Options};

use super::{TABLE, strength};

/// The evaluations, as `Player` names them.
const EVALUATIONS: &[Cow<'static, str>] = &[
    Cow::Borrowed("full"),
    Cow::Borrowed("material"),
    Cow::Borrowed("minimax"),
    Cow::Borrowed("random"),
];

/// The largest hash table, in mebibytes: more than any machine has, so that memory is what limits it.
const LARGEST_TABLE: i64 = 1 << 25;

/// All options, and those that programs send for nothing.
pub(super) fn all() -> Options {
    let mut options = Options::new([
        OptionSpec::string("Debug Log File", ""),
        OptionSpec::spin("Threads", 1, 1, 1024),
        OptionSpec::spin("Hash", TABLE as i64, 1, LARGEST_TABLE),
        OptionSpec::button("Clear Hash"),
        OptionSpec::check("Ponder", false),
        OptionSpec::spin("MultiPV", 1, 1, 256),
        OptionSpec::spin("Move Overhead", 10, 0, 5000),
        OptionSpec::spin("nodestime", 0, 0, 10_000),
        OptionSpec::string("SyzygyPath", ""),
        OptionSpec::spin("SyzygyProbeDepth", 1, 1, 100),
        OptionSpec::check("Syzygy50MoveRule", true),
        OptionSpec::spin("SyzygyProbeLimit", 7, 0, 7),
        OptionSpec::check("OwnBook", false),
        OptionSpec::string("BookFile", ""),
        OptionSpec::spin("BookDepth", 20, 1, 500),
        OptionSpec::check("UCI_Chess960", false),
        OptionSpec::check("UCI_ShowWDL", false),
        OptionSpec::check("UCI_LimitStrength", false),
        OptionSpec::spin("UCI_Elo", strength::WEAKEST, strength::WEAKEST, strength::STRONGEST),
        OptionSpec::combo("Evaluation", "full", EVALUATIONS),
    ]);
    options.accept_quietly([
        OptionSpec::check("UCI_AnalyseMode", false),
        OptionSpec::string("UCI_Opponent", ""),
        OptionSpec::string("UCI_EngineAbout", ""),
        OptionSpec::check("UCI_ShowCurrLine", false),
        OptionSpec::check("UCI_ShowRefutations", false),
        OptionSpec::string("NalimovPath", ""),
        OptionSpec::spin("NalimovCache", 1, 1, 1 << 20),
        // Of Chess::Plisco: its search has to be kept from looking for input, and from tables that
        // take longer to read than there is time.
        OptionSpec::check("Batch", false),
        OptionSpec::spin("Syzygy7TimeCushion", 0, 0, 1 << 30),
        OptionSpec::spin("Syzygy3TimeCushion", 0, 0, 1 << 30),
    ]);
    options
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::Player;

    #[test]
    fn every_player_can_be_chosen() {
        let mut options = all();
        for player in Player::ALL {
            assert!(options.set("evaluation", Some(player.name())).is_ok(), "{player}");
        }
    }
}
