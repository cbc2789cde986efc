//! Limited playing strength (`UCI_LimitStrength`, `UCI_Elo`): fewer nodes per move and, below what even a search of a few
//! nodes plays, errors in the evaluation.

use crate::evaluation_noise::EvaluationNoise;
use crate::limits::SearchLimits;

/// Lowest rating.
pub const WEAKEST: i64 = SCALE[0].rating;
/// Highest rating.
pub const STRONGEST: i64 = SCALE[SCALE.len() - 1].rating;

/// Rating of `UCI_Elo` until it is set.
pub const DEFAULT: i64 = 1800;

/// Limits the nodes of a search by a rating, and lets its evaluation err.
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

/// What a rating stands for.
#[derive(Clone, Copy)]
struct Rung {
    rating: i64,
    nodes: u64,
    /// Largest error of the evaluation, in centipawns.
    noise: u16,
}

/// Measured by `rating-scale` of `reynard-bench`: differences are those of games between neighbors. A search of ten nodes, which is one of
/// depth 1, is 1800, where the ratings of Stockfish 15.1 (`UCI_Elo`, at fixed depth) have it between 1700 and 1900.
const SCALE: [Rung; 14] = [
    Rung { rating: 600, nodes: 10, noise: 800 },
    Rung { rating: 760, nodes: 10, noise: 600 },
    Rung { rating: 960, nodes: 10, noise: 420 },
    Rung { rating: 1130, nodes: 10, noise: 300 },
    Rung { rating: 1320, nodes: 10, noise: 200 },
    Rung { rating: 1520, nodes: 10, noise: 120 },
    Rung { rating: 1680, nodes: 10, noise: 60 },
    Rung { rating: 1800, nodes: 10, noise: 0 },
    Rung { rating: 1970, nodes: 160, noise: 0 },
    Rung { rating: 2110, nodes: 320, noise: 0 },
    Rung { rating: 2290, nodes: 640, noise: 0 },
    Rung { rating: 2500, nodes: 1280, noise: 0 },
    Rung { rating: 2770, nodes: 2560, noise: 0 },
    Rung { rating: 3000, nodes: 4800, noise: 0 },
];

/// Returns nodes and errors of a rating: between two rungs nodes grow geometrically, errors shrink linearly.
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
    use super::{SCALE, STRONGEST, WEAKEST, limit, rung};
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
}
