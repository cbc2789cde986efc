//! Tasks that are not available in this build.

/// Returns the error for a task that is not available in this build.
pub(super) fn missing_feature(task: &str, feature: &str) -> crate::JobError {
    let reason = format_args!("this build has no such task: it is without the feature `{feature}`");
    crate::JobError::new(task, reason)
}
