//! Limited playing strength (`UCI_LimitStrength`, `UCI_Elo`): fewer nodes per move and, at ratings
//! that even a search of only a few nodes would exceed, errors in the evaluation.

use crate::evaluation::Evaluation;
use crate::evaluation_noise::EvaluationNoise;
use crate::limits::SearchLimits;
use crate::search_kind::SearchKind;

/// Lowest rating.
pub const WEAKEST: i64 = SCALE[0].rating;
/// Highest rating.
pub const STRONGEST: i64 = SCALE[SCALE.len() - 1].rating;

/// Default rating of `UCI_Elo`.
pub const DEFAULT: i64 = 1800;

/// Weakens a search to a rating: limits its nodes and adds errors to the evaluation.
///
/// ```
/// use reynard_engine::{SearchLimits, strength};
///
/// let mut limits = SearchLimits::nodes(1_000_000);
/// strength::limit(&mut limits, 1500);
/// assert!(limits.nodes < Some(1_000) && limits.noise.is_some());
/// ```
pub fn limit(limits: &mut SearchLimits, elo: i64) {
    let rung = rung(elo);
    limits.nodes = Some(limits.nodes.map_or(rung.nodes, |given| given.min(rung.nodes)));
    limits.noise = EvaluationNoise::new(rung.noise);
}

/// Returns the evaluation and the kind of search for a level from 1 to 10, and sets the node limit.
/// The levels range from random moves through material evaluations to searches whose nodes at least
/// quadruple from level to level, and end with an unlimited search.
///
/// ```
/// use reynard_engine::{Evaluation, SearchKind, SearchLimits, strength};
///
/// let mut limits = SearchLimits::default();
/// assert_eq!(strength::at_level(3, &mut limits), (Evaluation::Material, SearchKind::AlphaBeta));
/// assert_eq!(limits.nodes, Some(200));
/// ```
pub fn at_level(level: u8, limits: &mut SearchLimits) -> (Evaluation, SearchKind) {
    let full = Evaluation::default();
    let (evaluation, search, nodes) = match level {
        0 | 1 => (full, SearchKind::Random, None),
        2 => (Evaluation::Activity, SearchKind::Minimax, Some(400)),
        3 => (Evaluation::Material, SearchKind::AlphaBeta, Some(200)),
        4 => (full, SearchKind::AlphaBeta, Some(50)),
        5 => (full, SearchKind::AlphaBeta, Some(250)),
        6 => (full, SearchKind::AlphaBeta, Some(1_000)),
        7 => (full, SearchKind::AlphaBeta, Some(5_000)),
        8 => (full, SearchKind::AlphaBeta, Some(25_000)),
        9 => (full, SearchKind::AlphaBeta, Some(100_000)),
        10.. => (full, SearchKind::AlphaBeta, None),
    };
    limits.nodes = match (limits.nodes, nodes) {
        (Some(given), Some(nodes)) => Some(nodes.min(given)),
        (given, nodes) => given.or(nodes),
    };
    (evaluation, search)
}

/// The node limit and evaluation noise for a rating.
#[derive(Clone, Copy)]
struct Rung {
    rating: i64,
    nodes: u64,
    /// Largest evaluation error, in centipawns.
    noise: u16,
}

/// Strength by rating, on the scale of Stockfish 15.1's own `UCI_Elo`: from 1400 to 2000 both
/// engines are about equal at each rating (`uci-elo-*` in `lab/experiments.csv`). The scale is
/// compressed: above 1700, a hundred points correspond to about 300 Elo in games of the engine
/// against itself. Stockfish's scale starts at 1350; below that, a hundred points correspond to
/// about 70 Elo in self-play. Above 2200 the scale is extended.
const SCALE: [Rung; 15] = [
    Rung { rating: 600, nodes: 10, noise: 1200 },
    Rung { rating: 834, nodes: 10, noise: 800 },
    Rung { rating: 994, nodes: 10, noise: 600 },
    Rung { rating: 1194, nodes: 10, noise: 420 },
    Rung { rating: 1400, nodes: 10, noise: 281 },
    Rung { rating: 1500, nodes: 10, noise: 224 },
    Rung { rating: 1600, nodes: 10, noise: 159 },
    Rung { rating: 1700, nodes: 10, noise: 114 },
    Rung { rating: 1739, nodes: 10, noise: 60 },
    Rung { rating: 1771, nodes: 10, noise: 0 },
    Rung { rating: 1800, nodes: 60, noise: 0 },
    Rung { rating: 1900, nodes: 496, noise: 0 },
    Rung { rating: 2000, nodes: 1733, noise: 0 },
    Rung { rating: 2200, nodes: 22_000, noise: 0 },
    Rung { rating: 3000, nodes: 1_000_000, noise: 0 },
];

/// Returns the node limit and evaluation noise for a rating. Between two rungs, nodes are
/// interpolated geometrically and errors linearly.
fn rung(elo: i64) -> Rung {
    let rating = elo.clamp(WEAKEST, STRONGEST);
    let above = SCALE.iter().position(|rung| rung.rating > rating).unwrap_or(SCALE.len() - 1);
    let [low, high] = [SCALE[above - 1], SCALE[above]];
    let share = (rating - low.rating) as f64 / (high.rating - low.rating) as f64;
    let nodes = low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(share);
    let noise = f64::from(low.noise) + share * (f64::from(high.noise) - f64::from(low.noise));
    Rung { rating, nodes: nodes.round() as u64, noise: noise.round() as u16 }
}

#[cfg(test)]
mod tests {
    use super::{SCALE, STRONGEST, WEAKEST, at_level, limit, rung};
    use crate::SearchLimits;

    fn limited(mut limits: SearchLimits, elo: i64) -> SearchLimits {
        limit(&mut limits, elo);
        limits
    }

    #[test]
    fn ratings_above_each_other_have_more_nodes_or_smaller_errors() {
        for rating in WEAKEST..STRONGEST {
            let [low, high] = [rung(rating), rung(rating + 1)];
            assert!(low.nodes <= high.nodes && low.noise >= high.noise, "{rating}");
            assert!((low.nodes, low.noise) != (rung(rating + 30).nodes, rung(rating + 30).noise));
        }
        for known in SCALE {
            let found = rung(known.rating);
            assert_eq!((found.nodes, found.noise), (known.nodes, known.noise));
        }
        assert_eq!(limited(SearchLimits::default(), 0), limited(SearchLimits::default(), WEAKEST));
        assert_eq!(
            limited(SearchLimits::default(), 9_999),
            limited(SearchLimits::default(), STRONGEST)
        );
    }

    #[test]
    fn a_lower_limit_of_nodes_stays() {
        assert_eq!(limited(SearchLimits::nodes(7), STRONGEST).nodes, Some(7));
        assert_eq!(limited(SearchLimits::nodes(1_000), WEAKEST).nodes, Some(10));
    }

    #[test]
    fn levels_rise_and_limits_hold() {
        let nodes = |level, given| {
            let mut limits = SearchLimits { nodes: given, ..SearchLimits::default() };
            at_level(level, &mut limits);
            limits.nodes
        };
        let searched: Vec<_> = (4..10).map(|level| nodes(level, None)).collect();
        assert!(searched.is_sorted(), "{searched:?}");
        assert_eq!(
            (nodes(10, None), nodes(10, Some(7)), nodes(9, Some(7))),
            (None, Some(7), Some(7))
        );
    }
}
