//! The search parameters in one table: name, value, range, step and description.
//!
//! Margins are in search units, depths in plies, reductions in 1024ths of a ply. Search units are
//! centipawns unless the evaluation is a network (`network_scale`).

/// A tunable parameter of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Name.
    pub name: &'static str,
    /// Default value.
    pub value: i32,
    /// Minimum value.
    pub min: i32,
    /// Maximum value.
    pub max: i32,
    /// Step size for a tuner.
    pub step: i32,
    /// Description.
    pub description: &'static str,
}

macro_rules! tunables {
    ($($name:ident = $value:literal in $min:literal..=$max:literal step $step:literal, $description:literal;)*) => {
        /// The parameters of the search.
        ///
        /// ```
        /// use reynard_engine::Params;
        ///
        /// let mut params = Params::default();
        /// assert!(params.set("razor_margin", 300).is_ok());
        /// assert!(params.set("razor_margin", -1).is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $description] pub $name: i32,)*
        }

        impl Params {
            /// Descriptions of all parameters.
            pub const TUNABLES: &[Tunable] = &[$(Tunable {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                step: $step,
                description: $description,
            }),*];

            /// Sets the parameter called `name`.
            ///
            /// # Errors
            ///
            /// [`InvalidParam`] if there is no parameter of that name, or if the value is out of
            /// range.
            ///
            /// ```
            /// use reynard_engine::{InvalidParam, Params};
            ///
            /// let mut params = Params::default();
            /// params.set("null_depth", 4)?;
            /// assert_eq!(params.null_depth, 4);
            /// assert_eq!(params.set("depth", 4), Err(InvalidParam::Name));
            /// # Ok::<(), InvalidParam>(())
            /// ```
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), InvalidParam> {
                let known = Self::TUNABLES
                    .iter()
                    .find(|tunable| tunable.name == name)
                    .ok_or(InvalidParam::Name)?;
                if !(known.min..=known.max).contains(&value) {
                    return Err(InvalidParam::Range);
                }
                $(if name == stringify!($name) { self.$name = value; })*
                Ok(())
            }
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $value),* }
            }
        }
    };
}

/// The error returned for an invalid parameter name or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidParam {
    /// There is no parameter of that name.
    Name,
    /// The value is out of range.
    Range,
}

impl std::fmt::Display for InvalidParam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Name => "there is no parameter of that name",
            Self::Range => "the value is out of range",
        })
    }
}

impl std::error::Error for InvalidParam {}

tunables! {
    aspiration_window = 14 in 4..=60 step 3, "Half width of the first aspiration window.";
    aspiration_growth = 60 in 10..=200 step 10, "Growth of an aspiration window that failed, in percent.";
    aspiration_limit = 700 in 200..=2000 step 100, "Half width beyond which the window becomes a full one.";
    tt_cutoff_clock = 90 in 40..=100 step 5, "Half-move clock from which scores of the transposition table cause no cutoff.";
    reverse_futility_depth = 8 in 4..=12 step 1, "Greatest depth of reverse futility pruning.";
    reverse_futility_margin = 75 in 30..=140 step 6, "Margin above beta, for each ply of depth.";
    reverse_futility_worsened = 25 in 0..=80 step 5, "Reduction of that margin if the opponent's last move has worsened its evaluation.";
    razor_margin = 260 in 100..=500 step 20, "Razoring margin below alpha, for each ply of depth.";
    null_depth = 3 in 1..=5 step 1, "Least depth of null move pruning.";
    null_base = 4 in 2..=6 step 1, "Base reduction of the null move search.";
    null_divisor = 4 in 2..=8 step 1, "Plies of depth for one more ply of reduction.";
    null_eval_divisor = 190 in 80..=400 step 15, "Evaluation above beta for one more ply of reduction.";
    null_eval_limit = 3 in 1..=6 step 1, "Greatest reduction by the evaluation above beta.";
    null_margin = 120 in 0..=250 step 15, "Least evaluation above beta at depth 0.";
    null_depth_margin = 20 in 0..=40 step 3, "Decrease of that margin, for each ply of depth.";
    null_verify_depth = 14 in 8..=24 step 1, "Least depth at which a null move cutoff is verified.";
    null_verify_percent = 75 in 25..=100 step 10, "Part of the verification search without null moves, in percent of its depth.";
    probcut_depth = 5 in 3..=8 step 1, "Least depth of ProbCut.";
    probcut_margin = 170 in 80..=320 step 15, "ProbCut margin above beta.";
    probcut_table_margin = 220 in 100..=400 step 20, "Score of the transposition table above beta that cuts without a search.";
    futility_depth = 8 in 4..=12 step 1, "Greatest reduced depth of futility pruning.";
    futility_base = 90 in 20..=250 step 12, "Futility margin below alpha at depth 0.";
    futility_margin = 80 in 30..=160 step 7, "Futility margin below alpha, for each ply of reduced depth.";
    late_move_base = 3 in 1..=8 step 1, "Quiet moves before late move pruning at depth 0.";
    see_quiet_margin = 14 in 5..=80 step 4, "Greatest loss of a quiet move by SEE, for each ply of depth squared.";
    see_capture_margin = 95 in 30..=180 step 8, "Greatest loss of a capture by SEE, for each ply of depth.";
    see_check_margin = 400 in 0..=900 step 50, "Additional loss allowed for a check.";
    history_depth = 5 in 2..=8 step 1, "Greatest reduced depth of history pruning.";
    history_margin = 4000 in 1000..=9000 step 300, "History pruning threshold, for each ply of depth.";
    singular_depth = 7 in 4..=10 step 1, "Least depth of singular extensions.";
    singular_margin = 16 in 6..=48 step 2, "Singular margin, in sixteenths for each ply of depth.";
    singular_shallow = 14 in 0..=60 step 4, "Least distance of the evaluation below alpha for an extension below that depth.";
    singular_double = 22 in 5..=60 step 3, "Additional margin for a double extension.";
    reduction_base = 700 in 0..=1600 step 60, "Base reduction of late moves.";
    reduction_factor = 420 in 200..=700 step 20, "Factor of the logarithms of depth and move number.";
    reduction_history = 9 in 4..=20 step 1, "Divisor of the history score.";
    reduction_cut = 1500 in 0..=3000 step 100, "Increase at cut nodes.";
    reduction_no_tt_move = 1024 in 0..=2500 step 100, "Increase at cut nodes without a move of the transposition table.";
    reduction_root = 1000 in 0..=2000 step 100, "Decrease at the root.";
    reduction_pv = 500 in 0..=2000 step 100, "Decrease on or near the principal variation.";
    reduction_pv_score = 500 in 0..=2000 step 100, "Additional decrease if the score of the transposition table is above alpha.";
    reduction_pv_depth = 500 in 0..=2000 step 100, "Additional decrease if its depth is at least that of the node.";
    reduction_window = 750 in 0..=2000 step 100, "Decrease at nodes with the whole window of the root, less a third at all nodes of the principal variation.";
    reduction_check = 900 in 0..=2000 step 100, "Decrease for moves that give check.";
    reduction_not_improving = 900 in 0..=2000 step 100, "Increase if the evaluation is not improving.";
    reduction_cutoffs_from = 4 in 1..=10 step 1, "Beta cutoffs in sibling nodes before the next increase.";
    reduction_cutoffs = 1024 in 0..=2500 step 100, "Increase after that number of cutoffs.";
    reduction_tt_capture = 800 in 0..=2000 step 100, "Increase if the move of the transposition table is a capture.";
    reduction_correction = 16 in 0..=48 step 3, "Decrease for each search unit of the correction of the evaluation.";
    reduction_killer = 1000 in 0..=2500 step 100, "Decrease for killer moves and countermoves.";
    hindsight_reduced = 3 in 1..=6 step 1, "Least reduction of a node that is searched deeper, in plies.";
    hindsight_gain = 93 in 20..=250 step 10, "Sum of both sides' evaluations above which a reduced node is searched less deep.";
    reduction_helper = 200 in 0..=600 step 25, "Increase in every second thread, to make threads differ.";
    qsearch_margin = 130 in 40..=300 step 12, "Delta pruning margin of the quiescence search.";
    order_capture_loss = 62 in 20..=400 step 10, "Divisor of a capture's ordering score for the loss by SEE that it may have among the good ones.";
    order_threat = 6000 in 0..=20000 step 800, "Ordering score of a rook that leaves the attack of a lesser piece; half as much again for a queen.";
    order_check_loss = 75 in 0..=300 step 15, "Greatest loss by SEE of a check that is ordered early.";
    order_check = 8000 in 0..=20000 step 1000, "Ordering score of a check.";
    history_bonus = 150 in 40..=300 step 10, "History bonus, for each ply of depth.";
    history_limit = 1500 in 500..=3500 step 100, "Greatest history bonus.";
    gain_factor = 6 in 0..=20 step 1, "History bonus for each centipawn of gained static evaluation.";
    gain_limit = 600 in 100..=2000 step 60, "Greatest history bonus by static evaluation.";
    network_scale = 80 in 40..=150 step 5, "Search units for 100 centipawns of the network.";
    time_early = 240 in 80..=500 step 15, "Planned part of the clock at the first move, in 10,000ths.";
    time_growth = 72 in 0..=180 step 10, "Growth of that part with every ten moves.";
    time_late = 650 in 200..=1200 step 40, "Greatest planned part of the clock, in 10,000ths.";
    time_increment = 56 in 20..=110 step 6, "Planned part of the increment, in percent.";
    time_hard = 500 in 200..=900 step 40, "Hard bound in percent of the soft bound.";
    time_share = 1500 in 500..=2500 step 120, "Effect of the share of the nodes on the best move.";
    time_stability = 540 in 0..=1500 step 80, "Effect of the share of the iterations after the last change of the best move, in permille.";
    time_fall = 12 in 0..=30 step 2, "Effect of every centipawn by which the score falls, in permille.";
}

#[cfg(test)]
mod tests {
    use super::Params;

    #[test]
    fn every_value_is_in_its_range() {
        for tunable in Params::TUNABLES {
            assert!((tunable.min..=tunable.max).contains(&tunable.value), "{}", tunable.name);
            assert!(tunable.step > 0 && !tunable.description.is_empty(), "{}", tunable.name);
        }
    }
}
