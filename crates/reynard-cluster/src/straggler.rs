//! Stragglers: shards that take so much longer than the others that they are started on a second
//! worker.

/// A shard is late once its running time exceeds the median time multiplied by this number.
const FACTOR: f64 = 2.0;

/// Minimum time, in seconds, after which a shard can be late.
const LEAST: f64 = 1.0;

/// Returns the time in seconds after which a shard is late, computed from the running times of the
/// completed shards. Returns `None` if no shard has been completed.
///
/// A driver starts a second worker for a late shard once no other shard is waiting. The output does
/// not depend on the worker, so the first worker to finish counts.
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
