//! A notebook as served to the web page of `reynard serve`.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use reynard_console::source;
use reynard_learn::ReviewLine;
use reynard_pgn::Games;
use reynard_web::{NotebookPart, NotebookStore, NotebookTexts, ServedNotebook};

use super::lock::{Part, lock_in_silence};
use super::notebook::{Notebook, append, open_folder};
use super::settings;

/// Opens a notebook for the web page.
pub(crate) fn serve_notebook(folder: &Path) -> anyhow::Result<ServedNotebook> {
    open_folder(folder).map(|notebook| ServedNotebook::new(PageNotebook(notebook)))
}

/// A notebook that a web page reads and adds to.
struct PageNotebook(Notebook);

fn failed(error: &anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

impl NotebookStore for PageNotebook {
    fn texts(&self) -> io::Result<NotebookTexts> {
        let Notebook { folder, .. } = &self.0;
        let mut texts = NotebookTexts {
            settings: fs::read_to_string(folder.join(settings::FILE))?,
            ..NotebookTexts::default()
        };
        texts.games = text_of(&self.0.games())?;
        for part in ["repertoire", "puzzles"] {
            for path in self.0.files_of(part).map_err(|error| failed(&error))? {
                let name = path.strip_prefix(folder).unwrap_or(&path);
                let name = name.to_string_lossy().replace('\\', "/");
                texts.others.insert(name, text_of(&path)?);
            }
        }
        Ok(texts)
    }

    fn reviews(&self) -> io::Result<String> {
        let journal = self.0.journal().map_err(|error| failed(&error))?;
        Ok(journal.to_string())
    }

    fn add(&self, part: NotebookPart, text: &str) -> io::Result<()> {
        let folder = &self.0.folder;
        match part {
            NotebookPart::Reviews => {
                let text = reviews_of(text)?;
                let _lock =
                    lock_in_silence(folder, Part::Reviews).map_err(|error| failed(&error))?;
                append(&self.0.reviews(), text.as_bytes(), b"\n").map_err(|error| failed(&error))
            }
            NotebookPart::Games => {
                let text = games_of(text)?;
                let _lock = lock_in_silence(folder, Part::Games).map_err(|error| failed(&error))?;
                append(&self.0.games(), text.as_bytes(), b"\n\n").map_err(|error| failed(&error))
            }
        }
    }
}

/// Reads a file, plain or compressed. A missing file is treated as empty.
fn text_of(path: &Path) -> io::Result<String> {
    if !path.exists() {
        return Ok(String::new());
    }
    let mut bytes = Vec::new();
    let mut input = source::open(path).map_err(|error| failed(&error))?;
    input.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

/// Checks review lines, and returns them, each followed by a line break.
fn reviews_of(text: &str) -> io::Result<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The page may have lines that a later version wrote.
    let is_good = |line: &&str| {
        let line = line.as_bytes();
        ReviewLine::parse(line).is_ok() || ReviewLine::later_text(line).is_some()
    };
    if lines.is_empty() || !lines.iter().all(is_good) {
        return Err(invalid("not a line of reviews"));
    }
    Ok(lines.join("\n") + "\n")
}

/// Checks that each game ends with a result, and returns the games followed by an empty line.
fn games_of(text: &str) -> io::Result<String> {
    let mut games = 0;
    for game in Games::from_bytes(text.as_bytes()) {
        let game = game.map_err(|error| invalid(&error.to_string()))?;
        if game.end.result.is_none() || game.tree.is_empty() {
            return Err(invalid("not a game with moves and a result"));
        }
        games += 1;
    }
    if games == 0 {
        return Err(invalid("there is no game in it"));
    }
    Ok(format!("{}\n\n", text.trim()))
}
