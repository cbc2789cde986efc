//! The static evaluations, and the evaluator of a search thread.

use std::fmt;
use std::sync::Arc;

use reynard::{Move, Position};
use reynard_nnue::{Network, Stack};

use crate::eval::{Evaluator, bare_king_bonus, faded, with_drawn_material};
use crate::params::Params;
use crate::plain::{activity, material};
use crate::score::{MAX_PLY, ScoreScale};

/// A static evaluation.
///
/// ```
/// use reynard_engine::Evaluation;
///
/// assert_eq!(Evaluation::from_name("Material"), Some(Evaluation::Material));
/// assert_eq!(Evaluation::Classic.to_string(), "classic");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// A neural network: the one in [`EngineSettings::network`](crate::EngineSettings::network), or
    /// else the embedded network. If neither is available, the classic evaluation is used.
    #[cfg_attr(feature = "embedded-net", default)]
    Network,
    /// The hand-written evaluation with tuned weights, [`eval`](crate::eval).
    #[cfg_attr(not(feature = "embedded-net"), default)]
    Classic,
    /// [`material`]: piece values only.
    Material,
    /// [`activity`]: material, and bonuses for protected and attacked pieces and for check.
    Activity,
}

impl Evaluation {
    /// All evaluations.
    pub const ALL: [Self; 4] = [Self::Network, Self::Classic, Self::Material, Self::Activity];

    /// Returns the name used in the UCI option `Evaluation`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Classic => "classic",
            Self::Material => "material",
            Self::Activity => "activity",
        }
    }

    /// Returns the evaluation with the given name, ignoring case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|evaluation| evaluation.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the network used by an engine with these settings.
pub(crate) fn network_in_use(
    evaluation: Evaluation,
    loaded: Option<&Arc<Network>>,
) -> Option<Arc<Network>> {
    if evaluation != Evaluation::Network {
        return None;
    }
    #[cfg(feature = "embedded-net")]
    return Some(loaded.cloned().unwrap_or_else(Network::embedded));
    #[cfg(not(feature = "embedded-net"))]
    loaded.cloned()
}

/// The evaluator of a search thread. It may store state for each ply of the current line. The
/// search calls [`PlyEvaluator::play`] after a move, and [`PlyEvaluator::touch`] whenever the
/// position at a ply is replaced in another way.
#[derive(Clone, Debug)]
pub(crate) enum PlyEvaluator {
    Network(NetworkEvaluator),
    Classic(Evaluator),
    Material,
    Activity,
}

/// A network with the accumulators of the current line.
#[derive(Clone, Debug)]
pub(crate) struct NetworkEvaluator {
    network: Arc<Network>,
    stack: Stack,
}

/// Largest magnitude of a static evaluation, below any tablebase win.
const MAX_EVALUATION: i32 = 20_000;

impl NetworkEvaluator {
    fn new(network: Arc<Network>) -> Self {
        Self { stack: Stack::new(&network, MAX_PLY + 2), network }
    }

    /// Evaluates the last position of the line. The fifty-move rule, drawn material and the bonus
    /// against a bare king are handled outside the network.
    #[inline]
    fn evaluate(&mut self, line: &[Position], pos: &Position) -> i32 {
        let score = self.stack.evaluate(&self.network, line) + bare_king_bonus(pos);
        with_drawn_material(faded(score.clamp(-MAX_EVALUATION, MAX_EVALUATION), pos), pos)
    }
}

impl PlyEvaluator {
    /// Creates the evaluator for `evaluation`. A network evaluation uses the `loaded` network, if
    /// any.
    pub(crate) fn new(evaluation: Evaluation, loaded: Option<&Arc<Network>>) -> Self {
        match (network_in_use(evaluation, loaded), evaluation) {
            (Some(network), _) => Self::Network(NetworkEvaluator::new(network)),
            (None, Evaluation::Network | Evaluation::Classic) => Self::Classic(Evaluator::new()),
            (None, Evaluation::Material) => Self::Material,
            (None, Evaluation::Activity) => Self::Activity,
        }
    }

    /// Switches to an evaluation before a search. If the evaluation does not change, its caches are
    /// kept.
    pub(crate) fn set(&mut self, evaluation: Evaluation, loaded: Option<&Arc<Network>>) {
        let network = network_in_use(evaluation, loaded);
        let kept = match self {
            Self::Network(own) => {
                network.is_some_and(|network| Arc::ptr_eq(&own.network, &network))
            }
            Self::Classic(_) => {
                network.is_none() && matches!(evaluation, Evaluation::Network | Evaluation::Classic)
            }
            Self::Material => evaluation == Evaluation::Material,
            Self::Activity => evaluation == Evaluation::Activity,
        };
        if !kept {
            *self = Self::new(evaluation, loaded);
        }
    }

    /// Returns the scale of search scores for this evaluator.
    pub(crate) const fn scale(&self, params: &Params) -> ScoreScale {
        match self {
            Self::Network(_) => ScoreScale::new(params.network_scale),
            Self::Classic(_) | Self::Material | Self::Activity => self.centipawns(),
        }
    }

    /// Returns the scale for scores in this evaluator's centipawns.
    pub(crate) const fn centipawns(&self) -> ScoreScale {
        match self {
            Self::Network(_) | Self::Classic(_) => ScoreScale::CENTIPAWNS,
            Self::Material | Self::Activity => ScoreScale::MATERIAL,
        }
    }

    /// Returns `true` if the evaluation recognizes material that is insufficient to win.
    pub(crate) const fn knows_endings(&self) -> bool {
        matches!(self, Self::Network(_) | Self::Classic(_))
    }

    /// Marks the position at a ply as replaced, which makes the state stored for it stale.
    #[inline(always)]
    pub(crate) fn touch(&mut self, ply: usize) {
        if let Self::Network(evaluator) = self {
            evaluator.stack.touch(ply);
        }
    }

    /// Marks the position at a ply as the result of a move at the previous ply.
    #[inline(always)]
    pub(crate) fn play(&mut self, ply: usize, mv: Move) {
        if let Self::Network(evaluator) = self {
            evaluator.stack.play(ply, mv);
        }
    }

    /// Prefetches the pawn hash entry of a position. Only the classic evaluation has a pawn hash
    /// table.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &Position, pawn_key: u64) {
        if let Self::Classic(evaluator) = self {
            evaluator.prefetch(pos, pawn_key);
        }
    }

    /// Returns the static evaluation of the position at `ply` for the side to move, in centipawns.
    /// `line` holds the positions of the current line from the root up to that ply.
    #[inline]
    pub(crate) fn evaluate(&mut self, ply: usize, line: &[Position]) -> i32 {
        let pos = &line[ply];
        match self {
            Self::Network(evaluator) => evaluator.evaluate(line, pos),
            Self::Classic(evaluator) => evaluator.evaluate(pos),
            Self::Material => material(pos),
            Self::Activity => activity(pos),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, PlyEvaluator};
    use crate::plain::{activity, material};
    use reynard::Position;

    #[test]
    fn every_evaluation_is_found_by_its_name() {
        for evaluation in Evaluation::ALL {
            assert_eq!(Evaluation::from_name(evaluation.name()), Some(evaluation));
        }
        assert_eq!(Evaluation::from_name("perfect"), None);
    }

    #[test]
    fn the_evaluator_follows_the_setting() {
        let pos: Position = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        let line = [Position::startpos(), pos.clone()];
        let mut evaluator = PlyEvaluator::new(Evaluation::Classic, None);
        let classic = evaluator.evaluate(1, &line);
        for (evaluation, expected) in [
            (Evaluation::Material, material(&pos)),
            (Evaluation::Activity, activity(&pos)),
            (Evaluation::Classic, classic),
        ] {
            evaluator.set(evaluation, None);
            evaluator.touch(1);
            assert_eq!(evaluator.evaluate(1, &line), expected, "{evaluation}");
        }
        assert_ne!(classic, material(&pos));
    }
}
