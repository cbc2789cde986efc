//! The file that contains the finished games of an analysis in progress, stored next to the output.
//! Repeating the same command resumes the analysis from this file.
//!
//! The file is PGN. Lines that begin with `%`, which PGN readers skip, record the settings of the
//! analysis and the input game from which each finished game was made. A file without these lines
//! or with other settings is left alone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_base::fnv1a;
use reynard_console::whole_file::open_journal;
use reynard_pgn::{GameTree, PgnWriter, WriterOptions};
use serde::{Deserialize, Serialize};

use super::total::GameSums;

/// The first line of a file, up to the key of the settings.
const HEAD: &str = "% reynard analyze: finished games of an unfinished run, settings ";
/// The beginning of the line before a game.
const GAME: &str = "% game ";
/// Maximum number of file names to try. A name is unavailable if it belongs to a file of another
/// run, which must not be changed.
const NAMES: u32 = 100;

/// A key computed from text. Two input games with the same key are considered the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct GameKey(u64);

impl GameKey {
    /// Returns the key of an unannotated game.
    pub(super) fn of(tree: &GameTree) -> Self {
        Self::of_text(&text_of(tree))
    }

    /// Returns the key of text.
    pub(super) fn of_text(text: &[u8]) -> Self {
        Self(fnv1a(text))
    }
}

/// Returns a game as text.
pub(super) fn text_of(tree: &GameTree) -> Vec<u8> {
    let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
    // Writing to memory does not fail.
    let _ = writer.write(tree);
    writer.into_inner()
}

/// The line before a finished game, which contains data about the game.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Key of the input game.
    key: GameKey,
    /// Length of the text in bytes.
    bytes: usize,
    /// Key of the finished game's text.
    check: GameKey,
    sums: GameSums,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

/// A finished game.
pub(super) struct FinishedGame {
    pub(super) text: Vec<u8>,
    pub(super) sums: GameSums,
    /// The JSON line for the game, if requested.
    pub(super) answer: Option<String>,
    is_used: bool,
}

/// The file of finished games.
pub(super) struct UnfinishedFile {
    path: PathBuf,
    settings: GameKey,
    /// `None` until the first game is finished.
    file: Option<File>,
    /// Games of earlier runs.
    finished: BTreeMap<GameKey, FinishedGame>,
    /// Number of complete games in the file.
    games: u64,
    /// Files of other runs or other programs that have one of the possible names of this file.
    foreign: Vec<PathBuf>,
}

/// The content of a file that has one of the possible names.
enum Found {
    Nothing,
    /// A file of this run. Holds the games finished with the same settings, and the total length of
    /// the complete games in bytes.
    Own(BTreeMap<GameKey, FinishedGame>, u64),
    Foreign,
}

impl UnfinishedFile {
    /// Finds the file that belongs to an output and to these settings.
    pub(super) fn find(output: &Path, settings: &str) -> anyhow::Result<Self> {
        let settings = GameKey::of_text(settings.as_bytes());
        let mut foreign = Vec::new();
        for number in 1..=NAMES {
            let path = unfinished(output, number);
            match look(&path, settings)? {
                Found::Nothing => {
                    let finished = BTreeMap::new();
                    return Ok(Self { path, settings, file: None, finished, games: 0, foreign });
                }
                Found::Own(finished, length) => {
                    let file = open_journal(&path)?;
                    // The last game may have been truncated.
                    file.set_len(length).with_context(|| path.display().to_string())?;
                    let (file, games) = (Some(file), finished.len() as u64);
                    return Ok(Self { path, settings, file, finished, games, foreign });
                }
                Found::Foreign => foreign.push(path),
            }
        }
        bail!("{}: there are too many files of unfinished runs", unfinished(output, 1).display())
    }

    /// Returns the path of the file, which may not exist yet.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of complete games in the file.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Returns the files with conflicting names, which are ignored.
    pub(super) fn foreign(&self) -> &[PathBuf] {
        &self.foreign
    }

    /// Returns `true` if the game with this key is finished.
    pub(super) fn contains(&self, key: GameKey) -> bool {
        self.finished.contains_key(&key)
    }

    /// Returns the finished game with this key.
    pub(super) fn take(&mut self, key: GameKey) -> Option<&FinishedGame> {
        let game = self.finished.get_mut(&key)?;
        game.is_used = true;
        Some(game)
    }

    /// Adds a finished game, and syncs the file to disk. If that fails and the file has no other
    /// game, removes the file.
    pub(super) fn add(
        &mut self,
        key: GameKey,
        text: &[u8],
        sums: GameSums,
        answer: Option<String>,
    ) -> anyhow::Result<()> {
        let added = self.append(key, text, sums, answer);
        match added {
            Ok(()) => self.games += 1,
            Err(_) if self.games == 0 && self.file.take().is_some() => {
                // The error of `append` is the one to report.
                let _ = fs::remove_file(&self.path);
            }
            Err(_) => {}
        }
        added
    }

    fn append(
        &mut self,
        key: GameKey,
        text: &[u8],
        sums: GameSums,
        answer: Option<String>,
    ) -> anyhow::Result<()> {
        let context = || self.path.display().to_string();
        if self.file.is_none() {
            let file = self.file.insert(open_journal(&self.path)?);
            writeln!(file, "{HEAD}{:016x}\n", self.settings.0).with_context(context)?;
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let check = GameKey::of_text(text);
        let entry = Entry { key, bytes: text.len(), check, sums, answer };
        let mut line = format!("{GAME}{}\n", serde_json::to_string(&entry)?).into_bytes();
        line.extend_from_slice(text);
        let written = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(&line));
        written.and_then(|()| file.sync_data()).with_context(context)
    }

    /// Removes the file once the output has been written. If the file contains games that are not
    /// in the input, it is kept, and its path is returned.
    pub(super) fn remove(self) -> anyhow::Result<Option<PathBuf>> {
        let Some(file) = self.file else { return Ok(None) };
        drop(file);
        if self.finished.values().any(|game| !game.is_used) {
            return Ok(Some(self.path));
        }
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())?;
        Ok(None)
    }
}

/// Reads a file that has one of the possible names.
fn look(path: &Path, settings: GameKey) -> anyhow::Result<Found> {
    let Ok(facts) = fs::metadata(path) else { return Ok(Found::Nothing) };
    if !facts.is_file() {
        return Ok(Found::Foreign);
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.with_context(|| path.display().to_string())?;
    let head = format!("{HEAD}{:016x}\n\n", settings.0);
    Ok(match bytes.strip_prefix(head.as_bytes()).and_then(games_of) {
        Some((games, length)) => Found::Own(games, (head.len() + length) as u64),
        None => Found::Foreign,
    })
}

/// Returns the complete games in a file, and their total length. Returns `None` if another program
/// has changed the file.
fn games_of(bytes: &[u8]) -> Option<(BTreeMap<GameKey, FinishedGame>, usize)> {
    let mut games = BTreeMap::new();
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let entry = rest[..end].strip_prefix(GAME.as_bytes())?;
        let entry: Entry = serde_json::from_slice(entry).ok()?;
        // The run ended while writing the last game.
        let Some(text) = rest.get(end + 1..end + 1 + entry.bytes) else { break };
        if GameKey::of_text(text) != entry.check {
            return None;
        }
        let Entry { key, sums, answer, .. } = entry;
        games.insert(key, FinishedGame { text: text.to_vec(), sums, answer, is_used: false });
        rest = &rest[end + 1 + entry.bytes..];
    }
    Some((games, bytes.len() - rest.len()))
}

/// Returns the nth possible name for the file of finished games: `games.unfinished.pgn`,
/// `games.unfinished-2.pgn`. The file is not compressed.
fn unfinished(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = [".gz", ".bz2", ".zst"].iter().find_map(|end| name.strip_suffix(end));
    let name = plain.unwrap_or(&name);
    // A leading dot hides a file and does not begin an extension.
    let dot = name.char_indices().skip(1).find(|&(_, letter)| letter == '.');
    let (stem, extensions) = name.split_at(dot.map_or(name.len(), |(at, _)| at));
    let number = if number == 1 { String::new() } else { format!("-{number}") };
    path.with_file_name(format!("{stem}.unfinished{number}{extensions}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_games_have_a_file_beside_the_output() {
        let name = |path: &str, number| unfinished(Path::new(path), number);
        assert_eq!(name("a/games.pgn", 1), Path::new("a/games.unfinished.pgn"));
        assert_eq!(name("games.pgn.gz", 2), Path::new("games.unfinished-2.pgn"));
        assert_eq!(name(".games", 1), Path::new(".games.unfinished"));
    }

    #[test]
    fn a_game_that_was_cut_off_is_forgotten_and_a_changed_file_is_not_believed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().join("games.pgn");
        let find = || UnfinishedFile::find(&output, "depth 1").expect("a readable folder");
        let mut file = find();
        for game in ["1. e4 *\n\n", "1. d4 *\n\n"] {
            let key = GameKey::of_text(game.as_bytes());
            file.add(key, game.as_bytes(), GameSums::default(), None).expect("a writable folder");
        }
        let path = file.path().to_owned();
        drop(file);
        let (first, second) = (GameKey::of_text(b"1. e4 *\n\n"), GameKey::of_text(b"1. d4 *\n\n"));
        assert!(find().contains(first) && find().contains(second));
        let whole = fs::read(&path).expect("the file");
        fs::write(&path, &whole[..whole.len() - 3]).expect("a writable folder");
        assert!(find().contains(first) && !find().contains(second));
        let changed = String::from_utf8_lossy(&whole).replace("1. e4", "1. c4");
        fs::write(&path, &changed).expect("a writable folder");
        let other = find();
        assert_eq!((other.foreign(), other.contains(first)), (&[path.clone()][..], false));
        assert_eq!(fs::read_to_string(&path).expect("the file"), changed);
        let other = UnfinishedFile::find(&output, "depth 2").expect("a readable folder");
        assert_eq!(other.path(), folder.path().join("games.unfinished-2.pgn"));
    }
}
