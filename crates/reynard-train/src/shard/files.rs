//! Several shards, or folders of shards, read as one stream.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::iter;
use std::path::{Path, PathBuf};

use super::code::PackedGame;
use super::error::ShardError;
use super::filter::{PositionFilter, TrainingSample};
use super::game::TrainingGame;
use super::header::ShardHeader;
use super::read::ShardReader;

/// File extension of shards.
pub const SHARD_EXTENSION: &str = "rsp";

/// A reader of a shard stored in a file.
pub type ShardFileReader = ShardReader<BufReader<File>>;

/// Shards in the order in which they are read.
///
/// ```
/// use reynard_train::shard::{ShardFiles, ShardHeader, ShardWriter};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path();
/// let file = std::fs::File::create(folder.join("1-00000.rsp"))?;
/// ShardWriter::new(file, &ShardHeader::default())?.finish()?;
///
/// let shards = ShardFiles::find([folder])?;
/// assert_eq!((shards.paths().len(), shards.games().count()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ShardFiles {
    paths: Vec<PathBuf>,
}

impl ShardFiles {
    /// Finds the shards at the given paths. A folder stands for the shards in it, sorted by name;
    /// hidden files are ignored.
    ///
    /// # Errors
    ///
    /// [`ShardFileError`] if a folder cannot be read or does not contain any shards.
    pub fn find(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, ShardFileError> {
        let mut found = Vec::new();
        for path in paths {
            let path = path.as_ref();
            if path.is_dir() {
                found.extend(in_folder(path)?);
            } else {
                found.push(path.to_owned());
            }
        }
        Ok(Self { paths: found })
    }

    /// Returns the paths of the shards.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns each shard as a separate source, so that the caller can count the shards as they are
    /// read.
    ///
    /// ```
    /// use reynard_train::shard::ShardFiles;
    ///
    /// let shards = ShardFiles::find(["1-00000.rsp", "1-00001.rsp"])?;
    /// assert_eq!(shards.split().len(), 2);
    /// # Ok::<(), reynard_train::shard::ShardFileError>(())
    /// ```
    pub fn split(&self) -> Vec<Self> {
        self.paths.iter().map(|path| Self { paths: vec![path.clone()] }).collect()
    }

    /// Returns an iterator over the games of all shards, which ends after the first error.
    pub fn games(&self) -> impl Iterator<Item = Result<TrainingGame, ShardFileError>> + '_ {
        self.read(ShardReader::next_game)
    }

    /// Returns an iterator over the packed games of all shards, which ends after the first error.
    pub fn packed_games(&self) -> impl Iterator<Item = Result<PackedGame, ShardFileError>> + '_ {
        self.read(ShardReader::next_packed)
    }

    /// Returns an iterator over all positions that pass a filter. It ends after the first error.
    pub fn samples(
        &self,
        filter: PositionFilter,
    ) -> impl Iterator<Item = Result<TrainingSample, ShardFileError>> + '_ {
        self.games().flat_map(move |game| {
            let (samples, error) = match game {
                Ok(game) => (game.samples(filter).map(Ok).collect(), None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            samples.into_iter().chain(error)
        })
    }

    /// Returns the common header of all shards: see [`ShardHeader::common`].
    ///
    /// # Errors
    ///
    /// [`ShardFileError`] for the first shard that cannot be opened.
    pub fn header(&self) -> Result<ShardHeader, ShardFileError> {
        let mut common: Option<ShardHeader> = None;
        for path in &self.paths {
            let header = open_shard(path)?.header().clone();
            common = Some(match common {
                None => header,
                Some(common) => ShardHeader::common(&[common, header]),
            });
        }
        Ok(common.unwrap_or_default())
    }

    fn read<'a, T: 'a>(
        &'a self,
        next: fn(&mut ShardFileReader) -> Result<Option<T>, ShardError>,
    ) -> impl Iterator<Item = Result<T, ShardFileError>> + 'a {
        let mut paths = self.paths.iter();
        let mut open = None;
        iter::from_fn(move || {
            loop {
                let result = match &mut open {
                    None => {
                        let path = paths.next()?;
                        open_shard(path).map(|reader| open = Some((path, reader)))
                    }
                    Some((path, reader)) => match next(reader) {
                        Ok(Some(game)) => return Some(Ok(game)),
                        Ok(None) => {
                            open = None;
                            Ok(())
                        }
                        Err(error) => Err(ShardFileError::shard(path, error)),
                    },
                };
                if let Err(error) = result {
                    (open, paths) = (None, [].iter());
                    return Some(Err(error));
                }
            }
        })
    }
}

/// Returns `true` if the path is a folder or has the file extension of shards.
///
/// ```
/// use std::path::Path;
/// use reynard_train::shard::is_shard_path;
///
/// assert!(is_shard_path(Path::new("games/1-00000.rsp")));
/// assert!(!is_shard_path(Path::new("games.pgn")));
/// ```
pub fn is_shard_path(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == SHARD_EXTENSION)
}

/// Opens a shard.
///
/// # Errors
///
/// [`ShardFileError`] if the file cannot be opened or is not a shard.
///
/// ```
/// use reynard_train::shard::open_shard;
///
/// assert!(open_shard("/no/such/shard.rsp").is_err());
/// ```
pub fn open_shard(path: impl AsRef<Path>) -> Result<ShardFileReader, ShardFileError> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| ShardFileError::open(path, error))?;
    ShardReader::new(BufReader::with_capacity(1 << 16, file))
        .map_err(|error| ShardFileError::shard(path, error))
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, ShardFileError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| ShardFileError::open(folder, error))? {
        let path = entry.map_err(|error| ShardFileError::open(folder, error))?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if !is_hidden && path.extension().is_some_and(|extension| extension == SHARD_EXTENSION) {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(ShardFileError { path: folder.to_owned(), cause: FileFault::NoShards });
    }
    files.sort();
    Ok(files)
}

/// The error returned if shards at a path cannot be read.
#[derive(Debug)]
pub struct ShardFileError {
    path: PathBuf,
    cause: FileFault,
}

#[derive(Debug)]
enum FileFault {
    Open(io::Error),
    NoShards,
    Shard(ShardError),
}

impl ShardFileError {
    fn open(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), cause: FileFault::Open(error) }
    }

    fn shard(path: &Path, error: ShardError) -> Self {
        Self { path: path.to_owned(), cause: FileFault::Shard(error) }
    }

    /// Returns the path of the file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the message without the path.
    pub fn cause(&self) -> String {
        match &self.cause {
            FileFault::Open(error) => error.to_string(),
            FileFault::NoShards => "no shards in this folder".to_owned(),
            FileFault::Shard(error) => error.to_string(),
        }
    }
}

impl fmt::Display for ShardFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            FileFault::Open(error) => write!(f, "cannot read {path}: {error}"),
            FileFault::NoShards => write!(f, "no shards (`*.{SHARD_EXTENSION}`) in {path}"),
            FileFault::Shard(error) => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for ShardFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            FileFault::Open(error) => error.source(),
            FileFault::Shard(error) => error.source(),
            FileFault::NoShards => None,
        }
    }
}
