//! The notebook: a folder that belongs to the learner.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use reynard::Color;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_console::{source, whole_file};
use reynard_games::player_side;
use reynard_learn::{
    CardHistories, FsrsScheduler, LearnDeck, ReviewJournal, ReviewLine, repertoire_side,
};
use reynard_pgn::{GameTree, Games, ParsedGame, Reader};

use super::game_errors::GameErrors;
use super::lock::{Part, lock};
use super::present::now;
use super::settings::{self, Settings};
use super::unfinished_games::UnfinishedGames;

/// Options that all commands on a notebook have.
#[derive(clap::Args)]
pub(super) struct NotebookArg {
    /// Folder of the notebook [default: the current folder if it has a notebook.toml, else the
    /// one that was used last]
    #[arg(long, value_name = "FOLDER")]
    notebook: Option<PathBuf>,
}

/// A notebook with its settings.
pub(super) struct Notebook {
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
}

/// The cards of a notebook, with the notes that arose while reading it.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) deck: LearnDeck,
    /// Number of the learner's games.
    pub(super) games: u64,
    /// Number of games in which none of the learner's names occurs.
    pub(super) foreign: u64,
    /// Notes for the learner.
    pub(super) notes: Vec<String>,
    /// Locations of the games from which the cards were made.
    pub(super) sources: Vec<GamePlace>,
}

/// The games that are not passed on as games of the learner.
#[derive(Default)]
pub(super) struct OtherGames {
    /// Number of games in which none of the learner's names occurs.
    pub(super) foreign: u64,
    pub(super) unfinished: UnfinishedGames,
}

/// The location of a game within a file of the notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GamePlace {
    pub(super) path: Arc<Path>,
    pub(super) bytes: Range<u64>,
}

impl Contents {
    /// Records the location of the next game to be added.
    fn set_source(&mut self, path: &Arc<Path>, game: &ParsedGame) {
        self.deck.set_source(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        self.sources.push(GamePlace { path: path.clone(), bytes: game.end.start..game.end.end });
    }

    /// Adds one of the learner's games.
    pub(super) fn add_game(&mut self, tree: &GameTree, side: Color) {
        self.deck.add_game(tree, side);
        self.games += 1;
    }
}

impl NotebookArg {
    /// Opens the notebook, and remembers it as the last one used.
    pub(super) fn open(&self) -> anyhow::Result<Notebook> {
        let folder = match &self.notebook {
            Some(folder) => folder.clone(),
            None if Path::new(settings::FILE).is_file() => PathBuf::from("."),
            None => last_used().context(
                "no notebook here: `reynard learn start FOLDER --me NAME` makes one, \
                 `--notebook FOLDER` names one",
            )?,
        };
        let notebook = open_folder(&folder)?;
        remember(&folder);
        Ok(notebook)
    }
}

/// Opens the notebook in a folder.
pub(super) fn open_folder(folder: &Path) -> anyhow::Result<Notebook> {
    if !folder.join(settings::FILE).is_file() {
        bail!(
            "{} is not a notebook: it has no {}; `reynard learn start` makes one",
            folder.display(),
            settings::FILE
        );
    }
    Ok(Notebook { folder: folder.to_owned(), settings: Settings::read(folder)? })
}

impl Notebook {
    /// Returns the path of the file with the learner's games.
    pub(super) fn games(&self) -> PathBuf {
        self.folder.join("games.pgn")
    }

    /// Returns the files that belong to the learner, some of which may be missing.
    pub(super) fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = vec![self.folder.join(settings::FILE), self.games(), self.reviews()];
        for folder in ["repertoire", "puzzles"] {
            files.append(&mut self.files_of(folder)?);
        }
        Ok(files)
    }

    /// Returns the path of the journal.
    pub(super) fn reviews(&self) -> PathBuf {
        self.folder.join("reviews.jsonl")
    }

    /// Returns the learner's side in a game.
    pub(super) fn side_in(&self, tree: &GameTree) -> Option<Color> {
        self.settings.me.iter().find_map(|name| player_side(tree, name))
    }

    /// Passes each of the learner's games to `take`, together with the learner's side. Games without
    /// a result at their end are left out: see [`UnfinishedGames`].
    pub(super) fn each_game(
        &self,
        mut take: impl FnMut(&ParsedGame, Color),
    ) -> anyhow::Result<OtherGames> {
        let mut others = OtherGames::default();
        for game in read_games(&self.games())? {
            let game = game?;
            if !others.unfinished.is_finished(&game) {
                continue;
            }
            match self.side_in(&game.tree) {
                Some(side) => take(&game, side),
                None => others.foreign += 1,
            }
        }
        Ok(others)
    }

    /// Reads games, repertoires and puzzles, and creates the cards.
    pub(super) fn contents(&self) -> anyhow::Result<Contents> {
        self.contents_with(|_| {})
    }

    /// Reads games, repertoires and puzzles, creates the cards, and passes each game to `take`.
    pub(super) fn contents_with(
        &self,
        mut take: impl FnMut(&GameTree),
    ) -> anyhow::Result<Contents> {
        let mut contents = Contents::default();
        let path: Arc<Path> = self.games().into();
        let others = self.each_game(|game, side| {
            contents.set_source(&path, game);
            contents.add_game(game, side);
            take(game);
        })?;
        contents.foreign = others.foreign;
        contents.notes.extend(others.unfinished.note(&self.games()));
        for path in self.files_of("repertoire")? {
            self.add_repertoire(&path, &mut contents)?;
        }
        for path in self.files_of("puzzles")? {
            let (mut broken, mut errors) = (0, GameErrors::default());
            let shared: Arc<Path> = path.clone().into();
            for game in read_games(&path)? {
                let game = game?;
                contents.set_source(&shared, &game);
                if contents.deck.add_puzzle(&game) {
                    errors.take(&game);
                } else {
                    broken += 1;
                }
            }
            contents.notes.extend(errors.note(&path));
            if broken > 0 {
                let puzzles = counted(broken, "puzzle");
                contents.notes.push(format!("{}: {puzzles} without a solution", path.display()));
            }
        }
        match contents.deck.null_branches() {
            0 => {}
            1 => contents.notes.push(
                "1 line of the repertoire begins with a null move and gives no cards".to_owned(),
            ),
            lines => contents.notes.push(format!(
                "{lines} lines of the repertoire begin with a null move and give no cards"
            )),
        }
        Ok(contents)
    }

    /// Returns the PGN files in a folder of the notebook, or an empty list if the folder does not
    /// exist.
    pub(super) fn files_of(&self, folder: &str) -> anyhow::Result<Vec<PathBuf>> {
        let folder = self.folder.join(folder);
        let has_files = fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
        if has_files {
            source::expand([folder.as_path()]).or_else(|_| Ok(Vec::new()))
        } else {
            Ok(Vec::new())
        }
    }

    fn add_repertoire(&self, path: &Path, contents: &mut Contents) -> anyhow::Result<()> {
        let shared: Arc<Path> = path.into();
        let mut errors = GameErrors::default();
        self.each_repertoire(path, |game, side| {
            errors.take(game);
            if let Some(side) = side {
                contents.set_source(&shared, game);
                contents.deck.add_repertoire(game, side);
            } else {
                let path = path.display();
                let note =
                    format!("{path}: for which side? Name it NAME-white.pgn or NAME-black.pgn");
                if !contents.notes.contains(&note) {
                    contents.notes.push(note);
                }
            }
        })?;
        contents.notes.extend(errors.note(path));
        Ok(())
    }

    /// Passes the games in a repertoire file to `take`, each with its side. The side is determined
    /// by the tag `Orientation`, by the name of the folder or file, or by one of the learner's
    /// names.
    pub(super) fn each_repertoire(
        &self,
        path: &Path,
        mut take: impl FnMut(&ParsedGame, Option<Color>),
    ) -> anyhow::Result<()> {
        let name = path.strip_prefix(&self.folder).unwrap_or(path).to_string_lossy();
        for game in read_games(path)? {
            let game = game?;
            take(&game, repertoire_side(&game, &name).or_else(|| self.side_in(&game)));
        }
        Ok(())
    }

    /// Reads the journal, including the copies that sync tools leave next to it.
    pub(super) fn journal(&self) -> anyhow::Result<ReviewJournal> {
        let mut journal = ReviewJournal::default();
        for path in journals_in(&self.folder)? {
            match fs::read(&path) {
                Ok(text) => journal.add(&text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
                Err(error) => return Err(error).with_context(|| path.display().to_string()),
            };
        }
        Ok(journal)
    }

    /// Reads games and journal in parallel.
    pub(super) fn contents_and_journal(&self) -> anyhow::Result<(Contents, ReviewJournal)> {
        self.contents_and_journal_with(|_| {})
    }

    /// Reads games and journal in parallel, and passes each of the learner's games to `take`.
    pub(super) fn contents_and_journal_with(
        &self,
        take: impl FnMut(&GameTree),
    ) -> anyhow::Result<(Contents, ReviewJournal)> {
        thread::scope(|scope| {
            let journal = scope.spawn(|| self.journal());
            let contents = self.contents_with(take)?;
            let journal = journal.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            Ok((contents, journal))
        })
    }

    /// Returns the card histories as of now.
    pub(super) fn histories(&self, journal: &ReviewJournal) -> CardHistories {
        CardHistories::new(journal, FsrsScheduler::new(self.settings.retention), now())
    }

    /// Adds a complete line to the journal, after the end of the last line. The line is synced to
    /// disk before this function returns.
    pub(super) fn append(&self, line: &ReviewLine, out: &mut Output) -> anyhow::Result<()> {
        let _lock = lock(&self.folder, Part::Reviews, out)?;
        append(&self.reviews(), format!("{line}\n").as_bytes(), b"\n")
    }
}

/// Reads the games in a file. If the file does not exist, there are no games.
fn read_games(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<ParsedGame>>> {
    let name = path.display().to_string();
    let input = match File::open(path) {
        Ok(_) => Some(source::open(path).with_context(|| name.clone())?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).context(name),
    };
    let games = input.into_iter().flat_map(|input| Games::new(Reader::new(input)));
    Ok(games.map(move |game| game.with_context(|| name.clone())))
}

/// An append-only file.
pub(super) struct GrowingFile {
    file: File,
    path: PathBuf,
    /// Time of the last sync to disk.
    synced: Instant,
}

/// Time after which appended text is synced to disk. If only the program is killed before that,
/// nothing is lost, since the operating system already has the text.
const SYNC: Duration = Duration::from_secs(1);

impl GrowingFile {
    /// Opens or creates a file, and makes sure that it ends with `end`, since a killed program may
    /// have left incomplete text.
    pub(super) fn open(path: &Path, end: &[u8]) -> anyhow::Result<Self> {
        let open = || -> io::Result<File> {
            let mut file = File::options().create(true).read(true).append(true).open(path)?;
            let length = file.metadata()?.len();
            let mut last = Vec::new();
            file.seek(SeekFrom::Start(length.saturating_sub(end.len() as u64)))?;
            file.read_to_end(&mut last)?;
            if length > 0 && last != end {
                file.write_all(end)?;
            }
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file, path: path.to_owned(), synced: Instant::now() })
    }

    /// Appends text in a single write.
    pub(super) fn add(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.file
            .write_all(text)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Syncs the file to disk.
    pub(super) fn sync(&mut self) -> anyhow::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Appends text to a file, after `end`, and syncs it to disk.
pub(super) fn append(path: &Path, text: &[u8], end: &[u8]) -> anyhow::Result<()> {
    let mut file = GrowingFile::open(path, end)?;
    file.add(text)?;
    file.sync()
}

/// Returns the journals in a folder: `reviews.jsonl` and its copies, such as `reviews (conflicted
/// copy).jsonl` and `reviews.sync-conflict-20260101.jsonl`.
pub(super) fn journals_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if name.starts_with("reviews")
            && path.extension().is_some_and(|it| it.eq_ignore_ascii_case("jsonl"))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path of the file that stores the folder of the notebook used last.
fn memory() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))
    };
    folder.map(|folder| folder.join("reynard").join("notebook"))
}

fn last_used() -> Option<PathBuf> {
    let text = fs::read_to_string(memory()?).ok()?;
    Some(PathBuf::from(text.trim_end_matches(['\r', '\n']))).filter(|path| path.is_dir())
}

/// Remembers a notebook as the last one used. If its path cannot be stored, the next command must
/// name the folder explicitly.
pub(super) fn remember(folder: &Path) {
    let (Some(memory), Ok(folder)) = (memory(), std::path::absolute(folder)) else { return };
    let Some(text) = folder.to_str() else { return };
    if fs::read_to_string(&memory).is_ok_and(|old| old.trim_end() == text) {
        return;
    }
    if let Some(parent) = memory.parent() {
        let _ = fs::create_dir_all(parent);
    }
    let _ = whole_file::write(&memory, format!("{text}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use reynard_learn::KnownGames;

    use super::*;

    #[test]
    fn a_line_is_appended_behind_the_end_of_one_that_was_cut() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("reviews.jsonl");
        let add = |text: &str| append(&path, text.as_bytes(), b"\n").expect("a writable folder");
        add("one\n");
        fs::write(&path, "one\ntw").expect("a writable folder");
        add("three\n");
        add("four\n");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "one\ntw\nthree\nfour\n");
    }

    #[test]
    fn copies_of_sync_tools_are_journals_too() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in [
            "reviews.jsonl",
            "reviews (conflicted copy).jsonl",
            "reviews.sync-conflict-20260101-1.jsonl",
            "other.jsonl",
            "reviews.txt",
        ] {
            fs::write(folder.path().join(name), "").expect("a writable folder");
        }
        assert_eq!(journals_in(folder.path()).expect("a folder").len(), 3);
    }

    // A program that is killed while adding a game may leave any part of it.
    #[test]
    fn a_game_that_was_cut_anywhere_spoils_no_other_and_is_added_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let toml = "me = [\"me\"]\n";
        fs::write(folder.path().join("notebook.toml"), toml).expect("a writable folder");
        let settings = Settings::read(folder.path()).expect("settings");
        let notebook = Notebook { folder: folder.path().to_owned(), settings };
        let game = |number: u32| {
            format!(
                "[Event \"Game {number}\"]\n[Site \"https://example.org/{number}\"]\n[White \"me\"]\n\
                 [Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {{[%clk 0:01:00] a note}} (1. d4 {{[%eval 0.10]}} \
                 1... d5) 1... e5 $2 2. Nf3 1/2-1/2\n\n"
            )
        };
        let tree = |number| {
            let games = game(number);
            Games::from_bytes(games.as_bytes()).next().expect("a game").expect("memory").tree
        };
        for cut in 0..game(2).len() - 2 {
            let text = format!("{}{}", game(1), &game(2)[..cut]);
            fs::write(notebook.games(), text).expect("a writable folder");
            let mut known = KnownGames::default();
            let read = notebook.each_game(|tree, _| {
                known.insert(tree);
            });
            read.expect("readable games");
            assert!(!known.insert(&tree(1)), "{cut}");
            if known.insert(&tree(2)) {
                append(&notebook.games(), game(2).as_bytes(), b"\n\n").expect("a writable folder");
            }
            append(&notebook.games(), game(3).as_bytes(), b"\n\n").expect("a writable folder");
            let mut events = Vec::new();
            notebook
                .each_game(|tree, _| {
                    events.push(tree.tags().text("Event").unwrap_or_default().into_owned());
                })
                .expect("readable games");
            assert_eq!(events, ["Game 1", "Game 2", "Game 3"], "{cut}: {:?}", &game(2)[..cut]);
        }
    }
}
