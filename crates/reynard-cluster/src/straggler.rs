//! Stragglers: shards that take so much longer than others that a second worker starts them.

/// A shard is late after this many times the median.
const FACTOR: f64 = 2.0;

/// Minimum time for a shard to be late, in seconds.
const LEAST: f64 = 1.0;

/// Returns the time in seconds after which a shard is late, from the times of the completed shards.
/// Returns `None` if there are none.
///
/// A driver starts a second worker for a late shard once no other shard is waiting. Outputs do not
/// depend on the worker, so the first one to finish counts.
///
/// ```
/// use reynard_cluster::late_after;
///
/// assert_eq!(late_after(&[]), None);
/// assert_eq!(late_after(&[3.0, 70.0, 4.0]), Some(8.0));
/// assert_eq!(late_after(&[0.1]), Some(1.0));
/// ```
pub fn late_after(times: &[f64]) -> Option<f64> {
    let mut times = times.to_vec();
    let middle = times.len() / 2;
    if times.is_empty() {
        return None;
    }
    let (_, &mut median, _) = times.select_nth_unstable_by(middle, f64::total_cmp);
    Some((FACTOR * median).max(LEAST))
}
