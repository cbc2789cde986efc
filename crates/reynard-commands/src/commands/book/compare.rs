//! `reynard book compare`: the differences of two books.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use reynard::Position;
use reynard_analysis::numbered_line;
use reynard_book::{BookError, BookVisit, Comparison, Difference, Entry};
use serde::Serialize;

use super::opened::{AnyBook, Opening, explain};
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book compare old.bin new.bin
  reynard book compare --list old.bin new.bin
  reynard book compare --json old.bin new.bin

With --list or --json every move is listed that only one of the books has (- for the first, + for the \
second) or that has other numbers there (~): position by position as moves from the start, the nearest \
first, and by its key where no moves of the books lead there. The order of the moves of a position does \
not count. The exit code is 1 if there is a difference.")]
pub(super) struct Args {
    /// The first book
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// The second book
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// List the differences as well as their numbers
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

/// A move on which the books do not agree, with what each has.
#[derive(Serialize)]
struct Line {
    key: String,
    r#move: String,
    first: Option<Numbers>,
    second: Option<Numbers>,
}

#[derive(Clone, Copy, Serialize)]
struct Numbers {
    weight: u16,
    learn: u32,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let first = args.opening.open(&args.first, out)?;
    let second = args.opening.open(&args.second, out)?;
    let explain = |error| explain(error, &[&args.first, &args.second]);
    let mut differences = reynard_book::compare(&first, &second).map_err(explain)?;
    let mut listed = Vec::new();
    for difference in differences.by_ref() {
        let difference = difference.map_err(explain)?;
        if args.format.json {
            write(difference, out)?;
        } else if args.list {
            listed.push(difference);
        }
    }
    let comparison = differences.comparison();
    if !listed.is_empty() {
        list(&listed, &Places::of(&first, &second).map_err(explain)?, out)?;
    }
    if args.format.json {
        out.json(&comparison)?;
    } else {
        let Comparison { equal, changed, first: only_first, second: only_second } = comparison;
        let sums = format!(
            "{equal} equal, {changed} changed, {only_first} only in the first, {only_second} only in the second"
        );
        // Without a list the sums are the answer.
        if args.list { out.remark(sums)? } else { writeln!(out, "{sums}")? }
    }
    Ok(if comparison.is_equal() { Status::Fine } else { Status::Findings })
}

/// The positions that moves of the books lead to, by their keys, with the moves; the nearest first.
struct Places(HashMap<u64, (usize, Position, String)>);

impl Places {
    fn of(first: &AnyBook, second: &AnyBook) -> Result<Self, BookError> {
        let start = Position::startpos();
        let mut visits: Vec<BookVisit> = Vec::new();
        for (book, walked) in [first, second].into_iter().enumerate() {
            let error = |error| BookError::Read { book, error };
            // What cannot be walked through is listed by its key.
            visits.extend(walked.walk(&start, usize::MAX).map_err(error)?.map_while(Result::ok));
        }
        visits.sort_by_key(|visit| visit.line.len());
        let mut places = HashMap::new();
        for BookVisit { position, line, .. } in visits {
            let number = places.len();
            let line = numbered_line(&start, &line);
            places.entry(position.polyglot_key()).or_insert((number, position, line));
        }
        Ok(Self(places))
    }
}

/// Prints the differences, a line for each position.
fn list(differences: &[Difference], places: &Places, out: &mut Output) -> io::Result<()> {
    let mut positions: Vec<(u64, Vec<&Difference>)> = Vec::new();
    for difference in differences {
        let key = parts(difference).1.key;
        match positions.last_mut() {
            Some((last, group)) if *last == key => group.push(difference),
            _ => positions.push((key, vec![difference])),
        }
    }
    positions.sort_by_key(|(key, _)| (places.0.get(key).map_or(usize::MAX, |it| it.0), *key));
    for (key, group) in positions {
        let place = places.0.get(&key);
        let moves = group.into_iter().map(|difference| {
            let (sign, entry, first, second) = parts(difference);
            let san = place.and_then(|(_, pos, _)| {
                let mv = entry.mv.to_move(pos).ok()?;
                Some(pos.san(mv).to_string())
            });
            let mv = san.unwrap_or_else(|| entry.mv.to_string());
            let values: Vec<String> = [first, second].into_iter().flatten().map(values).collect();
            format!("{sign} {mv} {}", values.join(" -> "))
        });
        let moves = moves.collect::<Vec<_>>().join(", ");
        match place {
            Some((_, _, line)) if line.is_empty() => writeln!(out, "start: {moves}")?,
            Some((_, _, line)) => writeln!(out, "{line}: {moves}")?,
            None => writeln!(out, "{key:016x}: {moves}")?,
        }
    }
    Ok(())
}

/// The sign of a difference, its entry, and the numbers in both books.
fn parts(difference: &Difference) -> (char, Entry, Option<Numbers>, Option<Numbers>) {
    let numbers = |entry: Entry| Numbers { weight: entry.weight, learn: entry.learn };
    match *difference {
        Difference::First(entry) => ('-', entry, Some(numbers(entry)), None),
        Difference::Second(entry) => ('+', entry, None, Some(numbers(entry))),
        Difference::Changed { first, second } => {
            ('~', first, Some(numbers(first)), Some(numbers(second)))
        }
    }
}

fn values(Numbers { weight, learn }: Numbers) -> String {
    match learn {
        0 => weight.to_string(),
        learn => format!("{weight} (learn {learn})"),
    }
}

/// Writes a difference as an object.
fn write(difference: Difference, out: &mut Output) -> io::Result<()> {
    let (_, entry, first, second) = parts(&difference);
    let (key, mv) = (format!("{:016x}", entry.key), entry.mv.to_string());
    out.json(&Line { key, r#move: mv, first, second })
}
