//! The numbers of the search, in one table: name, value, range, step and reason.
//!
//! Margins are in centipawns, depths in plies, reductions in 1024ths of a ply.

/// A number of the search that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value that the engine plays with.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// By how much a tuner should change it at once.
    pub step: i32,
    /// What it is for.
    pub reason: &'static str,
}

macro_rules! tunables {
    ($($name:ident = $value:literal in $min:literal..=$max:literal step $step:literal, $reason:literal;)*) => {
        /// The numbers of the search.
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
            $(#[doc = $reason] pub $name: i32,)*
        }

        impl Params {
            /// All numbers, in the order of their use.
            pub const TUNABLES: &[Tunable] = &[$(Tunable {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                step: $step,
                reason: $reason,
            }),*];

            /// Changes a number.
            ///
            /// # Errors
            ///
            /// [`InvalidParam`] if there is none of that name, or the value is out of its range.
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

/// Why a number cannot be changed like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidParam {
    /// There is none of that name.
    Name,
    /// It is out of its range.
    Range,
}

impl std::fmt::Display for InvalidParam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Name => "there is no number of that name",
            Self::Range => "the value is out of range",
        })
    }
}

impl std::error::Error for InvalidParam {}

tunables! {
    aspiration_window = 14 in 4..=60 step 3, "How far the first window reaches to either side.";
    aspiration_growth = 60 in 10..=200 step 10, "By how many percent a window grows that failed.";
    reverse_futility_depth = 8 in 4..=12 step 1, "Down to here a node may fail high on its evaluation.";
    reverse_futility_margin = 75 in 30..=140 step 6, "How far above beta it must be, for each ply of depth.";
    reverse_futility_worsened = 25 in 0..=80 step 5, "How much less, if the other side's last move has worsened its evaluation.";
    razor_margin = 260 in 100..=500 step 20, "How far below alpha, for each ply, only captures can help.";
    null_depth = 3 in 1..=5 step 1, "From here on a side may pass to see whether it is still better.";
    null_base = 4 in 2..=6 step 1, "By how much the search after passing is shallower.";
    null_divisor = 4 in 2..=8 step 1, "One ply less for so many plies of depth.";
    null_eval_divisor = 190 in 80..=400 step 15, "One ply less for so many centipawns above beta.";
    null_verify_depth = 14 in 8..=24 step 1, "From here on a null move's cut is verified.";
    probcut_depth = 5 in 3..=8 step 1, "From here on a capture well above beta may cut.";
    probcut_margin = 170 in 80..=320 step 15, "How far above beta the capture must come.";
    futility_depth = 8 in 4..=12 step 1, "Down to here quiet moves are left out that cannot reach alpha.";
    futility_base = 90 in 20..=250 step 12, "How far below alpha, whatever the depth.";
    futility_margin = 80 in 30..=160 step 7, "How far below alpha, for each ply of reduced depth.";
    late_move_base = 3 in 1..=8 step 1, "So many quiet moves are looked at whatever the depth.";
    see_quiet_margin = 24 in 5..=80 step 4, "What a quiet move may lose, for each ply of depth squared.";
    see_capture_margin = 95 in 30..=180 step 8, "What a capture may lose, for each ply of depth.";
    see_check_margin = 400 in 0..=900 step 50, "What a check may lose beyond that.";
    history_depth = 5 in 2..=8 step 1, "Down to here quiet moves of bad history are left out.";
    history_margin = 4000 in 1000..=9000 step 300, "How bad the history must be, for each ply of depth.";
    singular_depth = 7 in 4..=10 step 1, "From here on the table's move may turn out the only one.";
    singular_margin = 16 in 6..=48 step 2, "How much worse all others must be, in sixteenths for each ply.";
    singular_double = 22 in 5..=60 step 3, "How much more than that extends twice.";
    reduction_base = 700 in 0..=1600 step 60, "Reduction of every late move.";
    reduction_factor = 420 in 200..=700 step 20, "Reduction by the logarithms of depth and move number.";
    reduction_history = 9 in 4..=20 step 1, "Divides the history before it reduces.";
    reduction_cut = 1500 in 0..=3000 step 100, "More for a node that is expected to fail high.";
    reduction_root = 1000 in 0..=2000 step 100, "Less at the root.";
    reduction_pv = 1000 in 0..=2000 step 100, "Less on or near the principal variation.";
    reduction_check = 900 in 0..=2000 step 100, "Less for a move that gives check.";
    reduction_not_improving = 900 in 0..=2000 step 100, "More if the evaluation is falling.";
    reduction_cutoffs_from = 4 in 1..=10 step 1, "How many sister moves must have been refuted for a larger reduction.";
    reduction_cutoffs = 1024 in 0..=2500 step 100, "More after so many of them.";
    reduction_killer = 1000 in 0..=2500 step 100, "Less for killers and countermove moves.";
    reduction_helper = 200 in 0..=600 step 25, "More in every second thread, so that threads differ.";
    qsearch_margin = 130 in 40..=300 step 12, "What a capture must promise beside its victim.";
    order_threat = 6000 in 0..=20000 step 800, "What saving a rook from lesser pieces is worth in the order of moves; a queen half as much more.";
    order_check_loss = 75 in 0..=300 step 15, "What a check may lose in exchanges and still come early.";
    order_check = 8000 in 0..=20000 step 1000, "What giving check is worth in the order of moves.";
    history_bonus = 150 in 40..=300 step 10, "What a good move learns, for each ply of depth.";
    history_limit = 1500 in 500..=3500 step 100, "What it learns at most.";
    gain_factor = 6 in 0..=20 step 1, "What a quiet move learns, for each centipawn of evaluation that it gained.";
    gain_limit = 600 in 100..=2000 step 60, "What it learns from that at most.";
}

#[cfg(test)]
mod tests {
    use super::Params;

    #[test]
    fn every_value_is_in_its_range() {
        for tunable in Params::TUNABLES {
            assert!((tunable.min..=tunable.max).contains(&tunable.value), "{}", tunable.name);
            assert!(tunable.step > 0 && !tunable.reason.is_empty(), "{}", tunable.name);
        }
    }
}
