//! Sharded jobs, run without the interpreter lock. Inputs that are not local files are opened by
//! Python.

use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use reynard_cluster::{
    InputCheck, InputChecksums, Job, JobError, JobTask, Plan, ReadSeek, Storage, Tasks, list,
    remove_strays, run, verify,
};
use reynard_syzygy::Tablebase;
use reynard_train::jobs;
use serde_json::Value;

use crate::py_file::PyFile;

/// Opens addresses through a Python function, and all other inputs as files.
#[derive(Debug)]
struct PyStorage(Py<PyAny>);

impl Storage for PyStorage {
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadSeek>> {
        if !path.contains("://") {
            return Ok(Box::new(File::open(path)?));
        }
        let file = Python::attach(|py| self.0.call1(py, (path,))).map_err(io::Error::other)?;
        Ok(Box::new(PyFile(file)))
    }
}

/// Returns the exception for an error in a job or a shard.
#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
pub(crate) fn job_failed(error: JobError) -> PyErr {
    match error.io_kind() {
        Some(io::ErrorKind::NotFound) => PyFileNotFoundError::new_err(error.to_string()),
        Some(_) => PyOSError::new_err(error.to_string()),
        None => PyValueError::new_err(error.to_string()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
fn no_json(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the tasks that this module supports.
fn tasks() -> Tasks {
    jobs::register(Tasks::standard())
}

/// Creates a task from its description in JSON. Values that are determined by planning may be
/// missing: the number of endgame tables, and the engine's signature.
fn described_task(text: &str) -> PyResult<JobTask> {
    let mut value: Value = serde_json::from_str(text).map_err(no_json)?;
    if value["name"] == "selfplay" && value.get("signature").is_none() {
        value["signature"] = jobs::engine_signature().map_err(job_failed)?.into();
    }
    if value["name"] == "syzygy" && value.get("tables").is_none() {
        let mut tables = Tablebase::new();
        for folder in value["folders"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            tables
                .add_directory(folder)
                .map_err(|error| PyOSError::new_err(format!("{folder}: {error}")))?;
        }
        value["tables"] = tables.tables().count().into();
    }
    tasks().read(value).map_err(job_failed)
}

/// Returns the names of those files in a folder that a task reads.
#[pyfunction]
fn names_for_task(task: &str, names: Vec<String>) -> PyResult<Vec<String>> {
    let task = described_task(task)?;
    Ok(names.into_iter().filter(|name| task.reads(name)).collect())
}

/// Lists the shards of a job and writes the manifest. Returns the path of the manifest.
#[pyfunction]
#[pyo3(signature = (task, inputs, folder, open, sizes, workers, checksums = true))]
#[expect(clippy::too_many_arguments, reason = "they are those of Python")]
fn plan_job(
    py: Python<'_>,
    task: &str,
    inputs: Vec<String>,
    folder: PathBuf,
    open: Py<PyAny>,
    sizes: (Option<u64>, Option<usize>, Option<u32>),
    workers: NonZeroUsize,
    checksums: bool,
) -> PyResult<PathBuf> {
    let mut plan = Plan::new(described_task(task)?);
    plan.inputs = inputs;
    let (bytes, subtrees, pairs) = sizes;
    plan.shard_bytes = bytes;
    plan.workers = workers;
    plan.shard_subtrees = subtrees.unwrap_or(plan.shard_subtrees);
    plan.shard_pairs = pairs.unwrap_or(plan.shard_pairs);
    if !checksums {
        plan.checksums = InputChecksums::Omitted;
    }
    py.detach(|| {
        let manifest = list(&plan, &PyStorage(open)).map_err(job_failed)?;
        Job::create(&manifest, &folder).map_err(job_failed)?;
        Ok(folder.join(Job::MANIFEST))
    })
}

/// Runs a shard. Returns its summary as JSON.
#[pyfunction]
fn run_job_shard(py: Python<'_>, job: PathBuf, shard: u32, open: Py<PyAny>) -> PyResult<String> {
    let summary = py.detach(|| {
        let job = Job::open(&job, &tasks()).map_err(job_failed)?.with_storage(PyStorage(open));
        run(&job, shard).map_err(job_failed)
    })?;
    serde_json::to_string(&summary).map_err(no_json)
}

/// Verifies the outputs of a job. Returns the report as JSON.
#[pyfunction]
fn verify_job(py: Python<'_>, job: PathBuf, inputs: bool, open: Py<PyAny>) -> PyResult<String> {
    let check = if inputs { InputCheck::Checksums } else { InputCheck::Sizes };
    let report = py.detach(|| {
        let job = Job::open(&job, &tasks()).map_err(job_failed)?.with_storage(PyStorage(open));
        verify(&job, check).map_err(job_failed)
    })?;
    serde_json::to_string(&report).map_err(no_json)
}

/// A lock on a job. No other driver can run the job until the lock is released.
#[pyclass(module = "reynard._native", frozen)]
struct JobLock {
    job: Job,
    journal: Mutex<Option<File>>,
}

#[pymethods]
impl JobLock {
    /// Locks a job, and removes unfinished files left by dead workers.
    #[new]
    fn new(job: PathBuf) -> PyResult<Self> {
        let job = Job::open(&job, &tasks()).map_err(job_failed)?;
        let journal = job.lock().map_err(job_failed)?;
        Ok(Self { job, journal: Mutex::new(Some(journal)) })
    }

    /// Removes unfinished files of workers that have died since the job was locked, and releases
    /// the job.
    fn release(&self) -> PyResult<()> {
        let journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner).take();
        match journal {
            Some(_) => remove_strays(&self.job).map_err(job_failed),
            None => Ok(()),
        }
    }
}

/// Returns the file names of a shard's output and summary, and `true` if the shard is done.
#[pyfunction]
fn shard_files(job: PathBuf, shard: u32) -> PyResult<(String, String, bool)> {
    let job = Job::open(&job, &tasks()).map_err(job_failed)?;
    job.shard(shard).map_err(job_failed)?;
    let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_done = job.summary(shard).map_err(job_failed)?.is_some();
    Ok((name(job.output_path(shard)), name(job.summary_path(shard)), is_done))
}

/// Returns, for each shard of a job, the number of leading shards that must be done before it can
/// run.
#[pyfunction]
fn shards_before(job: PathBuf) -> PyResult<Vec<u32>> {
    let job = Job::open(&job, &tasks()).map_err(job_failed)?;
    Ok(job.manifest().shards.iter().map(|shard| job.shards_before(shard.number)).collect())
}

/// Returns the time in seconds after which a shard is considered late, based on the times of the
/// completed shards. Returns None if no shard is completed.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "the form that Python needs")]
fn late_after(times: Vec<f64>) -> Option<f64> {
    reynard_cluster::late_after(&times)
}

/// Adds the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<JobLock>()?;
    module.add_function(wrap_pyfunction!(plan_job, module)?)?;
    module.add_function(wrap_pyfunction!(run_job_shard, module)?)?;
    module.add_function(wrap_pyfunction!(verify_job, module)?)?;
    module.add_function(wrap_pyfunction!(names_for_task, module)?)?;
    module.add_function(wrap_pyfunction!(late_after, module)?)?;
    module.add_function(wrap_pyfunction!(shards_before, module)?)?;
    module.add_function(wrap_pyfunction!(shard_files, module)?)
}
