//! Tasks that a build does not have.

/// Returns the error for a task that this build does not have.
pub(super) fn missing_feature(task: &str, feature: &str) -> crate::JobError {
    let reason = format_args!("this build has no such task: it is without the feature `{feature}`");
    crate::JobError::new(task, reason)
}
