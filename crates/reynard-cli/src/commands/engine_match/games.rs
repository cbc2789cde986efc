//! The PGN file of a match, to which games are appended.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use reynard_arena::{GameRecord, MatchPlayer, PgnPlayer, write_pgn};
use reynard_base::{fnv1a, fnv1a_from};
use reynard_console::whole_file;
use reynard_db::Database;
use reynard_pgn::{Compression, PgnDate, Played, Reader, Skip, Text, Visitor};

use crate::compressed_file::compressed_ending;

/// The beginning of every game written by this program.
const GAME: &[u8] = b"[Event ";

/// The PGN file for the games, if a file is given.
pub(super) struct Games<'a> {
    file: Option<File>,
    players: &'a [MatchPlayer],
    /// Line breaks that must be added to the file before the next game.
    breaks: &'static [u8],
}

/// Checks that games can be appended to a file: the file does not exist, or it is empty, text, or a
/// device.
pub(super) fn check(path: &Path) -> anyhow::Result<()> {
    if compressed_ending(path).is_some() {
        bail!(
            "{}: games are appended as plain text, not compressed: end the name in .pgn",
            path.display()
        );
    }
    whole_file::check_place(path)?;
    if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return Ok(());
    }
    let mut beginning = Vec::new();
    File::open(path)
        .and_then(|file| file.take(1 << 16).read_to_end(&mut beginning))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let is_text = Compression::of(&beginning) == Compression::Plain
        && !Database::recognizes(&beginning)
        && !beginning.contains(&0);
    if !is_text {
        bail!("{}: not a text file: name a PGN file or a new one", path.display());
    }
    File::options()
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

impl<'a> Games<'a> {
    /// Opens or creates a file that has been [checked](check), and appends the games that are in
    /// the journal but not yet in the file.
    pub(super) fn open(
        path: Option<&Path>,
        players: &'a [MatchPlayer],
        done: &[GameRecord],
    ) -> anyhow::Result<Self> {
        let mut games = Self { file: None, players, breaks: b"" };
        let Some(path) = path else { return Ok(games) };
        let context = || format!("cannot write {}", path.display());
        // A device has no readable games.
        let is_readable = fs::metadata(path).ok().is_none_or(|there| there.is_file());
        let mut options = File::options();
        let mut file =
            options.create(true).append(true).read(is_readable).open(path).with_context(context)?;
        let mut written = Written::default();
        if is_readable {
            if !done.is_empty() {
                written = Written::read(&file).with_context(context)?;
            }
            games.breaks = missing_breaks(&mut file).with_context(context)?;
        }
        games.file = Some(file);
        for record in done {
            let text = games.text(record)?;
            games.append(&written.missing(&text))?;
        }
        Ok(games)
    }

    /// Appends a game.
    pub(super) fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if self.file.is_none() {
            return Ok(());
        }
        let text = self.text(record)?;
        self.append(&Missing::Whole(&text))
    }

    /// Returns the text of a game. It is the same every time, except for the date if the start time
    /// of the game is unknown.
    fn text(&self, record: &GameRecord) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let names = [record.white, record.black].map(|player| self.players[player].engine.name());
        let limits = [record.white, record.black].map(|player| self.players[player].limits);
        let players = [0, 1].map(|side| PgnPlayer { name: &names[side], limits: limits[side] });
        let started = record.started.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
        let date = PgnDate::from(started.unwrap_or_else(SystemTime::now)).to_string();
        write_pgn(&mut text, record, "reynard match", &date, players)?;
        Ok(text)
    }

    /// Writes the missing part of a game in a single call.
    fn append(&mut self, missing: &Missing<'_>) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let text = match missing {
            Missing::Nothing => return Ok(()),
            Missing::End(text) => text.to_vec(),
            Missing::Whole(text) => [self.breaks, text].concat(),
        };
        self.breaks = b"";
        file.write_all(&text).context("cannot write the games")
    }
}

/// The part of a game that is missing from a file.
enum Missing<'a> {
    Nothing,
    /// The end of the last game in the file.
    End(&'a [u8]),
    Whole(&'a [u8]),
}

/// The games already in a file.
#[derive(Default)]
struct Written {
    /// Keys of the games.
    games: HashSet<u64>,
    /// Text of the last game, which may be incomplete.
    last: Vec<u8>,
    /// Key of the last game.
    last_key: u64,
}

impl Written {
    fn read(file: &File) -> io::Result<Self> {
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut written = Self::default();
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            if line.starts_with(GAME) || GAME.starts_with(&line) {
                written.end_game();
                written.last.clear();
            }
            written.last.append(&mut line);
        }
        written.end_game();
        Ok(written)
    }

    fn end_game(&mut self) {
        self.last_key = key_of(&self.last);
        self.games.insert(self.last_key);
    }

    /// Returns the part of a game that is missing from the file.
    fn missing<'a>(&mut self, text: &'a [u8]) -> Missing<'a> {
        let key = key_of(text);
        let is_there = self.games.contains(&key);
        if is_there && key != self.last_key {
            return Missing::Nothing;
        }
        // Only the first appended text can continue the last game.
        let last = std::mem::take(&mut self.last);
        match text.strip_prefix(&last[..]) {
            // All moves may be present, but not the result.
            Some(end) if !last.is_empty() && !end.trim_ascii().is_empty() => Missing::End(end),
            _ if is_there => Missing::Nothing,
            _ => Missing::Whole(text),
        }
    }
}

/// A hash that identifies a game by its players, round, start position and main line. Nothing else
/// is hashed: comments, variations and other tags may have been edited, and if a game's start time
/// is unknown, its date is the date of writing.
struct Identity(u64);

impl Visitor for Identity {
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        if matches!(name, b"White" | b"Black" | b"Round" | b"FEN") {
            let value = value.unescaped();
            let parts = [name, b" ", value.trim_ascii(), b"\n"];
            self.0 = parts.into_iter().fold(self.0, fnv1a_from);
        }
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.0 = fnv1a_from(self.0, &played.mv.bits().to_le_bytes());
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }
}

/// Returns the key of the game with this text.
fn key_of(text: &[u8]) -> u64 {
    let mut identity = Identity(fnv1a(b""));
    // Reading bytes in memory does not fail, and an error in a game ends its moves.
    let _ = Reader::from_bytes(text).read_all(&mut identity);
    identity.0
}

/// Returns the line breaks that must be added to a file before another game.
fn missing_breaks(file: &mut File) -> io::Result<&'static [u8]> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::End(-i64::try_from(length.min(4)).unwrap_or(0)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let text: Vec<u8> = end.into_iter().filter(|&byte| byte != b'\r').collect();
    Ok(match &text[..] {
        [] | [.., b'\n', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    })
}
