//! Files of games, by their names.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_arena::selfplay::{Header, PackedGame, ShardError, ShardReader, TrainingGame};

/// How the names of files of games end.
pub(super) const EXTENSION: &str = "rsp";

/// The files that are read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Files {
    /// Files of games, or folders of such files
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
}

impl Files {
    /// All files, those of a folder in the order of their names.
    pub(super) fn all(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            files.extend(files_at(path)?);
        }
        Ok(files)
    }

    /// Tells all games of all files; the first error ends it.
    pub(super) fn each_game(
        &self,
        mut tell: impl FnMut(TrainingGame) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.paths.iter().try_for_each(|path| each_game(path, &mut tell))
    }

    /// Tells all games as their bytes.
    pub(super) fn each_packed(
        &self,
        mut tell: impl FnMut(PackedGame) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for path in self.all()? {
            let mut reader = open(&path)?;
            while let Some(game) = reader.next_packed().with_context(|| name(&path))? {
                tell(game)?;
            }
        }
        Ok(())
    }

    /// What all files say together of themselves.
    pub(super) fn header(&self) -> anyhow::Result<Header> {
        let mut common: Option<Header> = None;
        for path in self.all()? {
            let header = open(&path)?.header().clone();
            common = Some(match common {
                None => header,
                Some(common) => Header::common(&[common, header]),
            });
        }
        Ok(common.unwrap_or_default())
    }
}

/// Whether something of this name is taken for games of self-play.
pub(crate) fn holds_games(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// Tells all games of a file, or of the files in a folder; the first error ends it.
pub(crate) fn each_game(
    path: &Path,
    mut tell: impl FnMut(TrainingGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files_at(path)? {
        let mut reader = open(&path)?;
        while let Some(game) = reader.next_game().with_context(|| name(&path))? {
            tell(game)?;
        }
    }
    Ok(())
}

/// The file of this name, or the files in the folder.
fn files_at(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = in_folder(path)?;
    if files.is_empty() {
        bail!("there are no files of games in {}", path.display());
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| name(folder))? {
        let path = entry.with_context(|| name(folder))?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if !is_hidden && path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Begins to read a file.
pub(super) fn open(path: &Path) -> anyhow::Result<ShardReader<BufReader<File>>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    ShardReader::new(BufReader::with_capacity(1 << 16, file)).with_context(|| name(path))
}

/// Reads a file to its end: the games in it, or what is wrong.
pub(super) fn count(
    reader: &mut ShardReader<BufReader<File>>,
    mut tell: impl FnMut(&TrainingGame),
) -> Result<u64, ShardError> {
    let mut games = 0;
    while let Some(game) = reader.next_game()? {
        tell(&game);
        games += 1;
    }
    Ok(games)
}

pub(super) fn name(path: &Path) -> String {
    path.display().to_string()
}
