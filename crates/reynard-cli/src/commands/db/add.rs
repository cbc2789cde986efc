//! `reynard db create` and `reynard db add`: add games to a database.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use reynard_base::files::{is_same_file, place_of};
use reynard_console::fen_input::Format;
use reynard_console::numbers::{counted, in_words};
use reynard_console::output::{Output, Status};
use reynard_console::{source, whole_file};
use reynard_db::{
    AddReport, Database, DatabaseError, DatabaseOptions, DuplicateGames, ExtraContent,
    GameCollector, SourceProgress, VariationIndex,
};
use reynard_pgn::{Compression, SureStart, TextEnd, sure_game_start};
use serde::Serialize;

use super::base::{Work, explained, open_writable, trim};
use crate::commands::pgn::input::{Batch, CONTINUE, Inputs, Lints};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db create games.rdb games.pgn.zst
  reynard db create openings.rdb --plies 40 --no-extra folder-of-games/
  reynard db create repertoire.rdb --variations repertoire.pgn

Of a folder all files of games are read, those in folders within it as well. Of games with errors the \
moves up to the error are played and the rest is kept as text. An interrupted import keeps what was committed, each half a million games: \
`reynard db add --resume` goes on from there.")]
pub(super) struct CreateArgs {
    /// The database to make; it must not exist
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    #[command(flatten)]
    inputs: Inputs,
    /// Maximum number of plies of a game whose positions are indexed [default: all]
    #[arg(long, value_name = "N")]
    plies: Option<u16>,
    /// Drop comments, variations and NAGs
    #[arg(long)]
    no_extra: bool,
    /// Index the positions of variations too
    #[arg(long)]
    variations: bool,
    #[command(flatten)]
    settings: Settings,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db add games.rdb new.pgn
  reynard db add games.rdb --resume big.pgn.zst")]
pub(super) struct AddArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    #[command(flatten)]
    inputs: Inputs,
    /// Leave out what an earlier, interrupted run has added of the same files, which may have grown
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Settings for an import.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Settings {
    /// Memory in MiB, about; what does not fit is sorted in temporary files
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    memory: u32,
    /// Games after which they are committed
    #[arg(long, value_name = "N", default_value_t = 1 << 19, value_parser = clap::value_parser!(u32).range(1..=1 << 21))]
    commit: u32,
    #[command(flatten)]
    format: Format,
}

/// The JSON object printed for an import.
#[derive(Serialize)]
struct Answer {
    games: u64,
    plies: u64,
    damaged: u64,
    bytes: u64,
    seconds: f64,
    changes: BTreeMap<&'static str, u64>,
}

pub(super) fn create(args: &CreateArgs, out: &mut Output) -> anyhow::Result<Status> {
    let extra = if args.no_extra { ExtraContent::Dropped } else { ExtraContent::Kept };
    let variations =
        if args.variations { VariationIndex::Indexed } else { VariationIndex::Omitted };
    let options = DatabaseOptions { plies: args.plies.unwrap_or(u16::MAX), extra, variations };
    let inputs = database_inputs(&args.inputs)?;
    let mut base = create_base(&args.file, options, out)?;
    let result = import(&mut base, &inputs, args.settings, out);
    if matches!(result, Ok(Status::Fine)) {
        return result;
    }
    let games = base.games();
    // Windows does not remove open files.
    drop(base);
    let (path, note) = (args.file.display(), out.paint_warning("note"));
    if games == 0 {
        // The corrected command must not find a file of this name.
        fs::remove_file(place_of(&args.file)).with_context(|| format!("cannot remove {path}"))?;
        if result.is_ok() {
            out.note(format_args!("{note}: no game was found, so {path} is not kept"))?;
        }
    } else if result.is_err() {
        let games = counted(games, "game");
        let hint = "`reynard db add --resume` goes on from there";
        out.note(format_args!("{note}: {path} keeps {games}: {hint}"))?;
    }
    result
}

/// Creates the database. If a killed `create` left a file without games, that file is replaced.
/// Its permissions are kept, and a link is followed.
fn create_base(
    path: &Path,
    options: DatabaseOptions,
    out: &mut Output,
) -> anyhow::Result<Database> {
    whole_file::refuse_dash(path)?;
    let place = place_of(path);
    let replaced = fs::metadata(&place).ok();
    if replaced.as_ref().is_some_and(|there| !there.is_file()) {
        bail!("{}: not a regular file: a database needs one", path.display());
    }
    let made = Database::create(&place, options);
    if !matches!(made, Err(DatabaseError::Exists)) {
        return explained(path, made);
    }
    let is_unfinished = match Database::open_writable(&place) {
        Ok(base) if has_content(&base) => {
            let sources = base.sources().unwrap_or_default();
            let command = if sources.iter().all(|source| source.complete) {
                "`reynard db add` adds games to it"
            } else {
                "`reynard db add --resume` goes on with its import"
            };
            bail!("{}: the file already exists, and {command}", path.display());
        }
        Ok(_) => true,
        Err(error) => matches!(error, DatabaseError::Unfinished),
    };
    if !is_unfinished {
        return explained(path, made);
    }
    fs::remove_file(&place).with_context(|| format!("cannot remove {}", path.display()))?;
    let (note, shown) = (out.paint_warning("note"), path.display());
    out.note(format_args!("{note}: {shown} has no games and is made anew"))?;
    let base = explained(path, Database::create(&place, options))?;
    if let Some(replaced) = replaced {
        fs::set_permissions(&place, replaced.permissions()).with_context(|| shown.to_string())?;
    }
    Ok(base)
}

/// Returns `true` if a database has games, marked games or saved searches.
fn has_content(base: &Database) -> bool {
    let has_searches = base.searches().is_ok_and(|searches| !searches.is_empty());
    base.games() > 0 || has_searches || base.marks().is_ok_and(|marks| !marks.is_empty())
}

pub(super) fn add(args: &AddArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut inputs = database_inputs(&args.inputs)?;
    if inputs.files.iter().any(|input| is_same_file(input, &args.file)) {
        bail!("{}: a database is not added to itself", args.file.display());
    }
    let mut base = open_writable(&args.file)?;
    if args.resume {
        leave_out(&mut inputs, &base)?;
    }
    let before = base.games();
    let status = import(&mut base, &inputs, args.settings, out)?;
    note_known_games(&base, before, out)?;
    Ok(status)
}

/// Prints a note about the number of added games that seem to have been in the database before.
fn note_known_games(base: &Database, before: u64, out: &mut Output) -> anyhow::Result<()> {
    /// Maximum number of games in a database for which duplicates are searched. `LEAST_PLIES` is
    /// the minimum length of the games that are compared: shorter games are often equal by chance.
    const MOST_GAMES: u64 = 200_000;
    const LEAST_PLIES: u16 = 20;
    if before == 0 || base.games() == before || base.games() > MOST_GAMES {
        return Ok(());
    }
    let groups = explained(base.path(), base.duplicates(LEAST_PLIES))?;
    let new_of = |group: &DuplicateGames| {
        let ids = || std::iter::once(group.keep).chain(group.others.iter().map(|it| it.id));
        let new = ids().filter(|&id| id >= before).count() as u64;
        if ids().any(|id| id < before) { new } else { 0 }
    };
    let known: u64 = groups.iter().map(new_of).sum();
    if known > 0 {
        let (note, known, path) =
            (out.paint_warning("note"), counted(known, "game"), base.path().display());
        out.note(format_args!(
            "{note}: {known} look like games that were there before: `reynard db dups --delete {path}` removes doubles"
        ))?;
    }
    Ok(())
}

fn import(
    base: &mut Database,
    inputs: &Inputs,
    settings: Settings,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let began = Instant::now();
    let path = base.path().to_owned();
    let options = base.options();
    let budget = Work::budget_of(settings.memory, inputs.threads);
    let mut adder = base.adder(reynard_db::Budget { commit: settings.commit, ..budget });
    let mut source = None;
    let make = || GameCollector::new(options).with_letters(inputs.letters);
    let sums = inputs.past_unreadable().without_long_text().read(
        out.paint_notes(),
        Lints::Dropped,
        make,
        |batch: Batch<_>| {
            batch.note(out)?;
            if source != Some(batch.index) {
                if source.is_some_and(|it| !batch.failed.contains(&it)) {
                    adder.end_source();
                }
                let file = &inputs.files[batch.index];
                let skipped = inputs.skipped.get(batch.index).copied().unwrap_or(0);
                adder.begin_source(&file.to_string_lossy(), size(file), skipped);
                source = Some(batch.index);
            }
            let bytes = batch.chunk.totals.bytes;
            explained(&path, adder.add_chunk(batch.visitor, bytes))?;
            CONTINUE
        },
    )?;
    // `add --resume` continues where a damaged file became unreadable.
    if source.is_some_and(|it| !sums.failed().contains(&it)) {
        adder.end_source();
    }
    sums.note_failures(out)?;
    let report = explained(&path, adder.finish())?;
    if report.lost_sources {
        let (note, path) = (out.paint_warning("note"), path.display());
        out.note(format_args!(
            "{note}: {path}: the record of earlier inputs was damaged: `add --resume` does not know them any more"
        ))?;
    }
    let info = explained(&path, base.info())?;
    trim(base)?;
    let time = began.elapsed();
    let AddReport { games, plies, damaged, changes, .. } = report;
    if settings.format.json {
        let seconds = time.as_secs_f64();
        let changes = changes.iter().map(|(change, count)| (change.name(), count)).collect();
        out.json(&Answer { games, plies, damaged, bytes: info.bytes(), seconds, changes })?;
    } else {
        for (change, count) in changes.iter() {
            let note = out.paint_warning("note");
            out.note(format_args!("{note}: {}: {count}", change.description()))?;
        }
        let damaged =
            if damaged > 0 { format!(", {damaged} of them damaged") } else { String::new() };
        out.note(format_args!(
            "{}{damaged}; {} and {} bytes in the database",
            counted(games, "game"),
            counted(info.games, "game"),
            info.bytes(),
        ))?;
        out.note(format_args!("Time    {}", in_words(time)))?;
    }
    Ok(sums.status())
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

/// Returns the inputs as required by a database: with its limits, and with folders replaced by the
/// files in them. Returns an error if a file is missing, before any file is read.
fn database_inputs(inputs: &Inputs) -> anyhow::Result<Inputs> {
    let mut inputs = inputs.clone();
    inputs.limits = GameCollector::LIMITS;
    inputs.files = source::expand(inputs.files.iter().map(PathBuf::as_path))?;
    for path in inputs.files.iter().filter(|path| path.as_os_str() != "-") {
        fs::File::open(path).with_context(|| path.display().to_string())?;
    }
    Ok(inputs)
}

/// Skips the files that have already been read, and the part of the next file that has already been
/// read. Of a plain file that has grown, the new part is read.
fn leave_out(inputs: &mut Inputs, base: &Database) -> anyhow::Result<()> {
    let sources = explained(base.path(), base.sources())?;
    let mut files = Vec::new();
    for path in std::mem::take(&mut inputs.files) {
        let name = path.to_string_lossy();
        let size = size(&path);
        let known = sources.iter().find(|source| name == source.name && source.size == size);
        let skipped = match known {
            Some(source) if source.complete => continue,
            Some(source) => source.bytes,
            None => {
                let earlier = sources.iter().filter(|source| name == source.name);
                match earlier.max_by_key(|source| source.bytes) {
                    Some(source) => bytes_before_growth(&path, size, source)?,
                    None => 0,
                }
            }
        };
        inputs.skipped.push(skipped);
        files.push(path);
    }
    inputs.files = files;
    Ok(())
}

/// Returns the number of bytes that were read of a plain file before it has grown. Returns an error
/// for any other file that has changed, because its games would be added twice.
fn bytes_before_growth(path: &Path, size: u64, source: &SourceProgress) -> anyhow::Result<u64> {
    if size > source.size && source.size > 0 {
        let mut file = fs::File::open(path).with_context(|| path.display().to_string())?;
        let begins = begins_game_at(&mut file, source.bytes);
        if begins.with_context(|| path.display().to_string())? {
            return Ok(source.bytes);
        }
    }
    bail!(
        "{}: it has {size} bytes and had {} when it was added, and is not continued by whole games: `reynard db add` without --resume adds all of it",
        path.display(),
        source.size
    );
}

/// Returns `true` if the file is plain text and the next game after the byte `at` certainly begins
/// there, apart from blanks.
fn begins_game_at(file: &mut fs::File, at: u64) -> io::Result<bool> {
    /// Number of bytes to read. A comment around the tag ends within 16 KiB.
    const WINDOW: u64 = 1 << 16;
    /// Maximum number of bytes taken up by the empty line before a game.
    const BEFORE: u64 = 3;
    let mut beginning = Vec::new();
    file.by_ref().take(4).read_to_end(&mut beginning)?;
    if Compression::of(&beginning) != Compression::Plain {
        return Ok(false);
    }
    let from = at.saturating_sub(BEFORE);
    file.seek(SeekFrom::Start(from))?;
    let mut text = Vec::new();
    file.take(WINDOW).read_to_end(&mut text)?;
    let end = if (text.len() as u64) < WINDOW { TextEnd::Last } else { TextEnd::More };
    let SureStart::At(start) = sure_game_start(&text, end) else { return Ok(false) };
    let new = usize::try_from(at - from).unwrap_or(usize::MAX);
    Ok(text.get(new..start).is_some_and(|between| between.trim_ascii().is_empty()))
}
