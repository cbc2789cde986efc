//! Playing below one's strength: fewer positions looked at.

use crate::limits::SearchLimits;

/// The lowest rating that can be asked for.
pub const WEAKEST: i64 = 1000;
/// The highest rating that can be asked for.
pub const STRONGEST: i64 = 2800;
/// Nodes at the weakest.
const NODES: f64 = 40.0;
/// Points that take twice the nodes.
const DOUBLING: f64 = 130.0;

/// SearchLimits the nodes of a move by a rating.
///
/// The scale is a rule of thumb (twice the nodes, 130 points), not measured against people.
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

    #[test]
    fn stronger_looks_at_more() {
        let nodes = |elo| {
            let mut limits = SearchLimits::default();
            limit(&mut limits, elo);
            limits.nodes
        };
        assert_eq!(nodes(WEAKEST), Some(40));
        assert!(nodes(STRONGEST) > nodes(2000) && nodes(2000) > nodes(1500));
    }
}
