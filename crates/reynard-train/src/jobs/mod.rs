//! Self-play and training positions as `reynard-cluster` jobs: any number of workers produce the
//! same bytes.

mod samples;
mod selfplay;

use reynard_cluster::Tasks;

pub use samples::SamplesTask;
pub use selfplay::{SelfPlayTask, StartArrays, engine_signature};

/// Adds the tasks of this module to `tasks`.
///
/// ```
/// use reynard_cluster::Tasks;
/// use reynard_train::jobs;
///
/// let tasks = jobs::register(Tasks::standard());
/// assert!(tasks.names().any(|name| name == "selfplay"));
/// ```
#[must_use]
pub fn register(tasks: Tasks) -> Tasks {
    tasks.with::<SelfPlayTask>().with::<SamplesTask>()
}
