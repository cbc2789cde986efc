//! Jobs. A job is a folder that contains a manifest and the outputs of shards.

use std::fs::{self, File};
use std::io::{ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::digest::sha256;
use reynard_base::files::{folder_of, open_journal};

use crate::output::OutputFile;
use crate::storage::{LocalFiles, ReadSeek, Storage};
use crate::verify::remove_strays;
use crate::{JobError, Manifest, OutputName, Shard, ShardPart, ShardSummary, Tasks};

/// A job in a folder. The folder contains the manifest, and the outputs and summaries of the
/// completed shards.
///
/// ```
/// use reynard_cluster::{InputCheck, Job, LocalFiles, PerftTask, Plan, list, run, verify};
///
/// let folder = tempfile::tempdir()?;
/// let task = PerftTask { fen: "startpos".to_owned(), depth: 4, split: 2, hash_mib: 0 };
/// let manifest = list(&Plan::new(task), &LocalFiles)?;
/// let job = Job::create(&manifest, folder.path())?;
/// for shard in &manifest.shards {
///     run(&job, shard.number)?;
/// }
/// let report = verify(&job, InputCheck::Checksums)?;
/// assert!(report.is_whole());
/// assert_eq!(report.counts.leaves, 197_281);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Job {
    manifest: Manifest,
    id: String,
    folder: PathBuf,
    storage: Box<dyn Storage>,
}

impl Job {
    /// File name of the manifest in a job's folder.
    pub const MANIFEST: &str = "manifest.json";

    /// File name of the journal in a job's folder. The journal has a JSON line for each
    /// [`Attempt`](crate::Attempt). While a driver runs the job, it holds the journal's
    /// [lock](Self::lock).
    pub const ATTEMPTS: &str = "attempts.jsonl";

    /// Writes a manifest into a folder, which is created if it does not exist. If the folder
    /// already contains an identical manifest, that manifest is kept.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the folder contains another job or cannot be written.
    ///
    /// ```
    /// use reynard_cluster::{Job, LocalFiles, PerftTask, Plan, list};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let perft = |depth| PerftTask { fen: "startpos".to_owned(), depth, split: 1, hash_mib: 0 };
    /// let manifest = list(&Plan::new(perft(3)), &LocalFiles)?;
    /// Job::create(&manifest, folder.path())?;
    /// Job::create(&manifest, folder.path())?;
    /// let other = list(&Plan::new(perft(2)), &LocalFiles)?;
    /// assert!(Job::create(&other, folder.path()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(manifest: &Manifest, folder: &Path) -> Result<Self, JobError> {
        fs::create_dir_all(folder).map_err(|error| JobError::io(folder, error))?;
        let path = folder.join(Self::MANIFEST);
        let bytes = manifest.to_json()?;
        match fs::read(&path) {
            Ok(there) if there == bytes => {}
            Ok(_) => {
                let reason = "another job is in this folder; take a new one, or delete it";
                return Err(JobError::new(path.display(), reason));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                OutputFile::create(&path)?.finish_with(&bytes)?;
            }
            Err(error) => return Err(JobError::io(&path, error)),
        }
        Ok(Self::of_manifest(manifest.clone(), &bytes, &path))
    }

    /// Opens a job, given its folder or its manifest. Its task must be one of `tasks`.
    ///
    /// # Errors
    ///
    /// [`JobError`] if there is no manifest, if it is damaged, if its task is unknown, or if it was
    /// created by another version of Reynard.
    pub fn open(path: &Path, tasks: &Tasks) -> Result<Self, JobError> {
        let path = if path.is_dir() { path.join(Self::MANIFEST) } else { path.to_owned() };
        let bytes = fs::read(&path).map_err(|error| JobError::io(&path, error))?;
        let manifest = Manifest::from_json(&bytes, tasks)
            .map_err(|reason| JobError::new(path.display(), reason))?;
        Ok(Self::of_manifest(manifest, &bytes, &path))
    }

    /// Creates the job of a manifest. `bytes` holds the contents of the manifest's file.
    fn of_manifest(manifest: Manifest, bytes: &[u8], path: &Path) -> Self {
        let folder = folder_of(path).to_owned();
        Self { manifest, id: sha256(bytes), folder, storage: Box::new(LocalFiles) }
    }

    /// Opens the journal of attempts for appending, and locks out other drivers until the file is
    /// closed. Removes the unfinished files of dead workers.
    ///
    /// # Errors
    ///
    /// [`JobError`] if another driver is running the job, or the folder cannot be written.
    ///
    /// ```
    /// use reynard_cluster::{Job, LocalFiles, PerftTask, Plan, list};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let task = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 1, hash_mib: 0 };
    /// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
    /// let journal = job.lock()?;
    /// assert!(job.lock().unwrap_err().to_string().ends_with("in use by another run"));
    /// drop(journal);
    /// assert!(job.lock().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lock(&self) -> Result<File, JobError> {
        let path = self.folder.join(Self::ATTEMPTS);
        let failed = |error| JobError::io(&path, error);
        let mut journal = open_journal(&path).map_err(failed)?;
        journal.seek(SeekFrom::End(0)).map_err(failed)?;
        remove_strays(self)?;
        Ok(journal)
    }

    /// Sets the storage through which inputs are opened, for inputs that are not local files.
    #[must_use]
    pub fn with_storage(mut self, storage: impl Storage + 'static) -> Self {
        self.storage = Box::new(storage);
        self
    }

    /// Returns the manifest.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the id of the job: the SHA-256 digest of its manifest. Every summary repeats the id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the shard numbered `number`.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the shard does not exist.
    pub fn shard(&self, number: u32) -> Result<&Shard, JobError> {
        let shards = &self.manifest.shards;
        usize::try_from(number).ok().and_then(|index| shards.get(index)).ok_or_else(|| {
            let reason = format!("there is none; the job has {} of them", shards.len());
            JobError::new(format_args!("shard {number}"), reason)
        })
    }

    /// Returns the number of leading shards that must be done before shard `number` can be run,
    /// because it depends on their results. The result is 0 for all tasks except SPSA.
    ///
    /// ```
    /// use reynard_cluster::{Job, LocalFiles, PerftTask, Plan, list};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let task = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 2, hash_mib: 0 };
    /// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
    /// assert_eq!(job.shards_before(5), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shards_before(&self, number: u32) -> u32 {
        let Manifest { task, shards, .. } = &self.manifest;
        self.part(number).map_or(0, |part| task.shards_before(shards, part))
    }

    /// Returns the part that a shard covers; `None` if the shard does not exist.
    fn part(&self, number: u32) -> Option<&ShardPart> {
        let index = usize::try_from(number).ok()?;
        self.manifest.shards.get(index).map(|shard| &shard.part)
    }

    /// Returns the path of a shard's output.
    pub fn output_path(&self, number: u32) -> PathBuf {
        let OutputName { stem, extension } = self.manifest.task.output(self.part(number));
        self.folder.join(format!("{stem}-{number:05}.{extension}"))
    }

    /// Returns the path of a shard's summary.
    pub fn summary_path(&self, number: u32) -> PathBuf {
        self.output_path(number).with_extension("json")
    }

    /// Returns a shard's summary if the shard is complete, which means that the summary belongs to
    /// this job and the output has the size stated in the summary. Returns `None` if the shard must
    /// still be run.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the files cannot be read.
    pub fn summary(&self, number: u32) -> Result<Option<ShardSummary>, JobError> {
        let path = self.summary_path(number);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(JobError::io(path, error)),
        };
        let Ok(summary) = serde_json::from_slice::<ShardSummary>(&bytes) else { return Ok(None) };
        let output = self.output_path(number);
        let is_ours = summary.job == self.id
            && summary.shard == number
            && summary.version == Manifest::VERSION
            && output.file_name().is_some_and(|name| *name == *summary.file);
        match fs::metadata(&output) {
            Ok(there) => Ok((is_ours && there.len() == summary.bytes).then_some(summary)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JobError::io(output, error)),
        }
    }

    /// Opens an input of the manifest. Also returns its size in bytes.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the input is not in the manifest, cannot be opened, or does not have the
    /// planned size.
    pub fn open_input(&self, path: &str) -> Result<(Box<dyn ReadSeek>, u64), JobError> {
        let Some(input) = self.manifest.inputs.iter().find(|input| input.path == path) else {
            return Err(JobError::new(path, "the manifest has no such input"));
        };
        let failed = |error| JobError::io(path, error);
        let mut file = self.storage.open(path).map_err(failed)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        if bytes != input.bytes {
            let planned = input.bytes;
            let reason =
                format!("it has {bytes} bytes, and had {planned} when the job was planned");
            return Err(JobError::new(path, reason));
        }
        file.rewind().map_err(failed)?;
        Ok((file, bytes))
    }
}
