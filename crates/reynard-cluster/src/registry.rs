//! The tasks that a program supports.

use std::fmt;

use reynard::suggest::closest;
use serde_json::Value;

use crate::{JobError, JobTask, Task};

/// The tasks that a program supports, indexed by name. They are the tasks of this crate and any
/// that are added.
///
/// ```
/// use reynard_cluster::{PerftTask, Tasks};
/// use serde_json::json;
///
/// let tasks = Tasks::standard();
/// let task = tasks.read(json!({"name": "perft", "depth": 3}))?;
/// assert_eq!(task.get::<PerftTask>().map(|task| task.split), Some(2));
///
/// let error = tasks.read(json!({"name": "pertf", "depth": 3})).unwrap_err();
/// assert!(error.to_string().contains("did you mean `perft`?"));
/// # Ok::<(), reynard_cluster::JobError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tasks(Vec<TaskKind>);

/// A type of task.
#[derive(Clone, Copy)]
struct TaskKind {
    name: &'static str,
    read: fn(Value) -> serde_json::Result<JobTask>,
}

impl fmt::Debug for TaskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Tasks {
    /// Returns an empty registry.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a task, replacing any task with the same name.
    #[must_use]
    pub fn with<T: Task>(mut self) -> Self {
        self.0.retain(|kind| kind.name != T::NAME);
        let read = |options| serde_json::from_value::<T>(options).map(JobTask::from);
        self.0.push(TaskKind { name: T::NAME, read });
        self
    }

    /// Returns the names of the tasks.
    ///
    /// ```
    /// use reynard_cluster::Tasks;
    ///
    /// assert!(Tasks::standard().names().any(|name| name == "annotate"));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(|kind| kind.name)
    }

    /// Creates a task from its description: an object with the name of the task and its options, as
    /// in manifests.
    ///
    /// # Errors
    ///
    /// [`JobError`] if there is no task of this name, or the options are invalid for the task.
    pub fn read(&self, description: Value) -> Result<JobTask, JobError> {
        let name = description.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let place = format!("task `{}`", name.escape_debug());
        let Some(kind) = self.0.iter().find(|kind| kind.name == name) else {
            return Err(JobError::new(place, self.unknown(&name)));
        };
        (kind.read)(description).map_err(|error| JobError::new(place, error))
    }

    /// Returns the error message for an unknown task name.
    fn unknown(&self, name: &str) -> String {
        let meant = closest(name, self.names().map(str::to_owned));
        let meant = match &meant[..] {
            [] => String::new(),
            meant => format!(": did you mean `{}`?", meant.join("` or `")),
        };
        let names: Vec<&str> = self.names().collect();
        format!("there is no such task{meant} (tasks: {})", names.join(", "))
    }
}
