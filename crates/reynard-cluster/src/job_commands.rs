//! Generates shell commands that run the shards of a job on other systems.

use std::path::absolute;

use crate::Job;

impl Job {
    /// Returns the commands that run the shards, one per line, in shell syntax. `program` is the
    /// binary that supports the task: `reynard`, or `reynard-lab` for training.
    ///
    /// ```
    /// use reynard_cluster::{Job, LocalFiles, PerftTask, Plan, list};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let task = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 1, hash_mib: 0 };
    /// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
    /// assert!(job.commands("reynard")[0].starts_with("reynard cluster run-shard "));
    /// assert!(job.commands("reynard")[0].ends_with(" 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commands(&self, program: &str) -> Vec<String> {
        let folder = quoted(&self.folder().to_string_lossy());
        let shards = self.manifest().shards.iter();
        shards
            .map(|shard| format!("{program} cluster run-shard {folder} {}", shard.number))
            .collect()
    }

    /// Returns a script for Slurm's `sbatch`: a job array with one element per shard. `program` is
    /// the binary that runs the shards.
    ///
    /// ```
    /// use reynard_cluster::{Job, LocalFiles, PerftTask, Plan, list};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let task = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 1, hash_mib: 0 };
    /// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
    /// assert!(job.slurm_script("reynard").contains("\n#SBATCH --array=0-"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slurm_script(&self, program: &str) -> String {
        let folder = absolute(self.folder()).unwrap_or_else(|_| self.folder().to_owned());
        let folder = quoted(&folder.to_string_lossy());
        let shards = &self.manifest().shards;
        let last = shards.last().map_or(0, |shard| shard.number);
        let wait = if self.shards_before(last) > 0 { " --wait 86400" } else { "" };
        format!(
            "#!/bin/sh\n#SBATCH --array=0-{}\n#SBATCH --cpus-per-task=1\n\
             exec {program} cluster run-shard{wait} {folder} \"$SLURM_ARRAY_TASK_ID\"\n",
            shards.len().saturating_sub(1)
        )
    }
}

/// Quotes a word for the shell if necessary.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["/data/job-1", "my job", "it's", ""].map(quoted);
        assert_eq!(words, ["/data/job-1", "'my job'", "'it'\\''s'", "''"]);
    }
}
