//! `reynard pgn split`: splits a file into several files.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;
use reynard_console::source;
use reynard_console::whole_file::{self, WholeFile};
use reynard_games::{GameKey, KeyedGame, Keyer};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn split --games 1000 --into parts games.pgn
  reynard pgn split --tag ECO --into by-opening games.pgn.zst
  reynard pgn split --by-round --into rounds tournament.pgn
  reynard pgn split --size 100 games.pgn

The files are called games-0001.pgn and so on, with --tag by the values of the tag (`-2` and so on after values that differ only in case), and with --by-round \
round-01.pgn and so on. Games are \
written as they stand in the file. A file is replaced only when the new one is complete.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    #[command(flatten)]
    parts: Parts,
    /// Folder for the files, created if it does not exist
    #[arg(long, value_name = "DIR", default_value = ".")]
    into: PathBuf,
    #[command(flatten)]
    budget: SortMemory,
}

/// The size of the files, or the tag that names them.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Parts {
    /// Number of games in a file
    #[arg(long, value_name = "N")]
    games: Option<NonZeroU64>,
    /// Write games with the same value of this tag into one file
    #[arg(long, value_name = "NAME")]
    tag: Option<String>,
    /// Write the games of a round into one file, by the number before the dot: `3` of `3.12`
    #[arg(long)]
    by_round: bool,
    /// Size of a file in MiB; a longer game gets a file of its own
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    size: Option<u64>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let is_new = !args.into.exists();
    fs::create_dir_all(&args.into)
        .with_context(|| format!("cannot create {}", args.into.display()))?;
    out.go_on_unread();
    let paint = out.paint_notes();
    let inputs = source::expand(args.inputs.files.iter().map(PathBuf::as_path))?;
    let mut files = Files {
        folder: args.into.clone(),
        inputs,
        open: None,
        count: 0,
        written: HashSet::new(),
        lowercase: HashSet::new(),
        replaced: Vec::new(),
    };
    let key_of = match &args.parts.tag {
        Some(name) => GameKey::FileName(name.clone()),
        None if args.parts.by_round => GameKey::RoundFileName,
        None => GameKey::None,
    };
    let mut sorter = args.budget.sorter();
    let mut has_tag = false;
    let sums = args.inputs.past_unreadable().read(
        paint,
        Lints::Dropped,
        || Keyer::new(&key_of),
        |batch| {
            batch.note(out)?;
            has_tag |= batch.visitor.seen_tags().contains(&true);
            for KeyedGame { key, text } in batch.visitor.into_games() {
                if args.parts.tag.is_some() || args.parts.by_round {
                    sorter.push(key, text)?;
                } else {
                    files.write_counted(&text, &args.parts)?;
                }
            }
            CONTINUE
        },
    )?;
    if sums.games > 0
        && let Err(error) = key_of.check_seen(&[has_tag])
    {
        if is_new {
            // A folder that cannot be removed does no harm.
            let _ = fs::remove_dir(&args.into);
        }
        return Err(error.into());
    }
    for record in sorter.finish()? {
        let record = record?;
        files.write_named(&record.key, &record.content)?;
    }
    files.close()?;
    out.note(format_args!("{} in {}", counted(files.count, "file"), args.into.display()))?;
    if args.parts.tag.is_some() {
        files.note_replaced(out)?;
    }
    files.note_others(out)?;
    Ok(args.errors.status(&sums, out)?)
}

/// Returns a list of file names for a note, shortened if there are many.
fn listed(names: &[OsString]) -> String {
    /// Maximum number of file names in the list.
    const MOST: usize = 3;
    let mut list: Vec<_> = names.iter().take(MOST).map(|name| name.to_string_lossy()).collect();
    if names.len() > MOST {
        list.push("..".into());
    }
    list.join(", ")
}

/// The output files, which are written one after another.
struct Files {
    folder: PathBuf,
    /// The input files.
    inputs: Vec<PathBuf>,
    open: Option<Part>,
    count: u64,
    /// The names of the files written, including the extension.
    written: HashSet<OsString>,
    /// The same names without the extension, in lowercase.
    lowercase: HashSet<String>,
    /// The names of those that replace a file from before.
    replaced: Vec<OsString>,
}

/// The output file that is currently being written.
struct Part {
    name: Vec<u8>,
    file: WholeFile,
    games: u64,
    bytes: u64,
}

impl Files {
    fn write_counted(&mut self, text: &[u8], parts: &Parts) -> anyhow::Result<()> {
        let is_full = self.open.as_ref().is_some_and(|part| {
            let by_games = parts.games.is_some_and(|most| part.games >= most.get());
            let size = part.bytes + text.len() as u64;
            by_games || parts.size.is_some_and(|mib| size > mib << 20)
        });
        if is_full || self.open.is_none() {
            let name = format!("games-{:04}", self.count + 1);
            self.begin(name.as_bytes())?;
        }
        self.write(text)
    }

    fn write_named(&mut self, name: &[u8], text: &[u8]) -> anyhow::Result<()> {
        if self.open.as_ref().is_none_or(|part| part.name != name) {
            self.begin(name)?;
        }
        self.write(text)
    }

    fn begin(&mut self, name: &[u8]) -> anyhow::Result<()> {
        self.close()?;
        let file_name = OsString::from(format!("{}.pgn", self.free_name(name)));
        let path = self.folder.join(&file_name);
        whole_file::refuse_inputs(&path, &self.inputs)?;
        if path.exists() {
            self.replaced.push(file_name.clone());
        }
        let file = WholeFile::create(&path)?;
        self.open = Some(Part { name: name.to_vec(), file, games: 0, bytes: 0 });
        self.count += 1;
        self.written.insert(file_name);
        Ok(())
    }

    /// Returns the name of a file, with a number if an earlier name differs only in case: on some
    /// systems, both are the same file.
    fn free_name(&mut self, name: &[u8]) -> String {
        let name = String::from_utf8_lossy(name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        names.find(|it| self.lowercase.insert(it.to_lowercase())).unwrap_or_default()
    }

    fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        if let Some(part) = &mut self.open {
            part.file.write_all(text)?;
            part.games += 1;
            part.bytes += text.len() as u64;
        }
        Ok(())
    }

    /// Prints a note about the files that were replaced. Their names are values of a tag, which the
    /// user did not choose.
    fn note_replaced(&self, out: &mut Output) -> io::Result<()> {
        if self.replaced.is_empty() {
            return Ok(());
        }
        let count = counted(self.replaced.len() as u64, "file");
        let note = out.paint_warning("note");
        out.note(format_args!("{note}: {count} from before replaced: {}", listed(&self.replaced)))
    }

    /// Prints a note about the other files of games in the folder, such as those of an earlier split,
    /// because a program that reads the folder would also read their games.
    fn note_others(&self, out: &mut Output) -> io::Result<()> {
        let inputs: Vec<&OsStr> = self.inputs.iter().filter_map(|path| path.file_name()).collect();
        let is_other = |name: &OsString| {
            source::is_pgn(Path::new(name))
                && !name.to_string_lossy().starts_with('.')
                && !self.written.contains(name)
                && !inputs.contains(&&**name)
        };
        let names = fs::read_dir(&self.folder)?.filter_map(|entry| Some(entry.ok()?.file_name()));
        let mut names: Vec<OsString> = names.filter(is_other).collect();
        if names.is_empty() {
            return Ok(());
        }
        names.sort();
        let (note, count) = (out.paint_warning("note"), counted(names.len() as u64, "other file"));
        let (list, folder) = (listed(&names), self.folder.display());
        out.note(format_args!(
            "{note}: {count} of games in {folder} from before: {list}; a new folder with --into keeps them apart"
        ))
    }

    fn close(&mut self) -> anyhow::Result<()> {
        self.open.take().map_or(Ok(()), |part| part.file.finish())
    }
}
