//! Limited playing strength (`UCI_LimitStrength`, `UCI_Elo`): fewer nodes per move.

use crate::limits::SearchLimits;

/// Lowest rating.
pub const WEAKEST: i64 = 1000;
/// Highest rating.
pub const STRONGEST: i64 = 2800;
/// Nodes per move at the lowest rating.
const NODES: f64 = 40.0;
/// Rating points that double the nodes.
const DOUBLING: f64 = 130.0;

/// Limits the nodes of a search by a rating.
///
/// The scale is a rule of thumb, twice the nodes for 130 points, and not measured against people.
///
/// ```
/// use reynard_engine::{SearchLimits, strength};
///
/// let mut limits = SearchLimits::default();
/// strength::limit(&mut limits, 1260);
/// assert_eq!(limits.nodes, Some(160));
/// ```
pub fn limit(limits: &mut SearchLimits, elo: i64) {
    let doublings = (elo.clamp(WEAKEST, STRONGEST) - WEAKEST) as f64 / DOUBLING;
    let nodes = (NODES * doublings.exp2()) as u64;
    limits.nodes = Some(limits.nodes.map_or(nodes, |given| given.min(nodes)));
}

#[cfg(test)]
mod tests {
    use super::{STRONGEST, WEAKEST, limit};
    use crate::SearchLimits;

    fn nodes(limits: SearchLimits, elo: i64) -> Option<u64> {
        let mut limits = limits;
        limit(&mut limits, elo);
        limits.nodes
    }

    #[test]
    fn a_rating_of_130_points_more_doubles_the_nodes() {
        let nodes = |elo| nodes(SearchLimits::default(), elo);
        assert_eq!((nodes(WEAKEST), nodes(WEAKEST + 130)), (Some(40), Some(80)));
        assert!(nodes(STRONGEST).is_some_and(|nodes| (580_000..600_000).contains(&nodes)));
        assert_eq!((nodes(0), nodes(9_999)), (nodes(WEAKEST), nodes(STRONGEST)));
    }

    #[test]
    fn a_lower_limit_of_nodes_stays() {
        assert_eq!(nodes(SearchLimits::nodes(7), STRONGEST), Some(7));
        assert_eq!(nodes(SearchLimits::nodes(1_000), WEAKEST), Some(40));
    }
}
