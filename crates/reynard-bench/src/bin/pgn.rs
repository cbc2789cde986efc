//! Times the PGN reader, and pgn-extract if it is installed.
//!
//! ```text
//! pgn [--rounds N] [--cpu] [--extract PROGRAM] FILE.pgn [FILE.pgn.zst]
//! ```
//!
//! All programs take turns, and medians are printed. `--cpu` uses the processor time of
//! single-threaded runs, which is less affected by a busy machine. Runs on two threads are always
//! timed by the wall clock, and are compared with wall-clock times on one thread. The script
//! `pgn.sh` creates the compressed file.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "rates have three valid digits")]

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::Instant;

use reynard_pgn::{
    Input, MovetextMode, Played, Reader, ReaderOptions, Skip, Totals, Visitor, read_parallel,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments = Arguments::read()?;
    let mut rows = rows(&arguments);
    for _ in 0..arguments.rounds {
        for row in &mut rows {
            let began = (Instant::now(), processor_seconds());
            let (totals, own) = (row.run)()?;
            let here = Times {
                wall: began.0.elapsed().as_secs_f64(),
                processor: processor_seconds().zip(began.1).map(|(end, begin)| end - begin),
            };
            let times = own.unwrap_or(here);
            row.totals = totals;
            row.wall.push(times.wall);
            row.processor.push(times.processor.unwrap_or(times.wall));
        }
    }
    println!("{:36} {:>8} {:>10} {:>10}", "", "MB/s", "Mmoves/s", "kgames/s");
    for row in &mut rows {
        let by_processor = arguments.cpu && row.threads == 1;
        let seconds = median(if by_processor { &mut row.processor } else { &mut row.wall });
        let Totals { games, plies, bytes } = row.totals;
        let rate = |count: u64, unit: f64| count as f64 / seconds / unit;
        println!(
            "{:36} {:>8.0} {:>10.1} {:>10.0}",
            row.name,
            rate(bytes, 1e6),
            rate(plies, 1e6),
            rate(games, 1e3)
        );
    }
    for pair in [(LEGAL, LEGAL_2), (PACKED, PACKED_2)] {
        let mut wall =
            |name| rows.iter_mut().find(|row| row.name == name).map(|row| median(&mut row.wall));
        if let (Some(one), Some(two)) = (wall(pair.0), wall(pair.1)) {
            println!("{}: {:.2} times as fast as on one, by the clock", pair.1, one / two);
        }
    }
    Ok(())
}

const TAGS: &str = "tags alone, moves passed over";
const TOKENS: &str = "all events, moves as words";
const LEGAL: &str = "all events, moves played";
const LEGAL_2: &str = "the same on two threads";
const PACKED: &str = "moves played, zst";
const PACKED_2: &str = "the same, zst, on two threads";

struct Arguments {
    rounds: usize,
    cpu: bool,
    extract: String,
    plain: String,
    packed: Option<String>,
}

impl Arguments {
    fn read() -> Outcome<Self> {
        let usage = "pgn [--rounds N] [--cpu] [--extract PROGRAM] FILE.pgn [FILE.pgn.zst]";
        let (mut rounds, mut cpu, mut extract) = (5, false, String::from("pgn-extract"));
        let mut files = Vec::new();
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--rounds" => rounds = arguments.next().ok_or(usage)?.parse()?,
                "--extract" => extract = arguments.next().ok_or(usage)?,
                "--cpu" => cpu = true,
                _ => files.push(argument),
            }
        }
        let mut files = files.into_iter();
        let plain = files.next().ok_or(usage)?;
        Ok(Self { rounds, cpu, extract, plain, packed: files.next() })
    }
}

/// Duration of a run, in seconds.
struct Times {
    wall: f64,
    processor: Option<f64>,
}

/// Totals of a run, and its duration if it was measured elsewhere.
type Run<'a> = Box<dyn Fn() -> Outcome<(Totals, Option<Times>)> + 'a>;

/// One way to read the file.
struct Row<'a> {
    name: &'static str,
    threads: usize,
    run: Run<'a>,
    totals: Totals,
    wall: Vec<f64>,
    processor: Vec<f64>,
}

impl<'a> Row<'a> {
    fn new(name: &'static str, threads: usize, run: Run<'a>) -> Self {
        let (wall, processor) = (Vec::new(), Vec::new());
        Self { name, threads, run, totals: Totals::default(), wall, processor }
    }
}

fn rows(arguments: &Arguments) -> Vec<Row<'_>> {
    let plain = &arguments.plain;
    let in_order = move |wanted| -> Run<'_> {
        Box::new(move || {
            let mut visitor = Events::new(wanted);
            let totals = Reader::new(File::open(plain)?).read_all(&mut visitor)?;
            black_box(visitor.keys);
            Ok((totals, None))
        })
    };
    let mut rows = vec![
        Row::new(TAGS, 1, in_order(MovetextMode::Nothing)),
        Row::new(TOKENS, 1, in_order(MovetextMode::Tokens)),
        Row::new(LEGAL, 1, in_order(MovetextMode::Moves)),
        Row::new(
            LEGAL_2,
            2,
            Box::new(move || Ok((side_by_side(Input::new(File::open(plain)?)?)?, None))),
        ),
    ];
    if let Some(packed) = &arguments.packed {
        rows.push(Row::new(
            PACKED,
            1,
            Box::new(move || {
                let mut visitor = Events::new(MovetextMode::Moves);
                let totals =
                    Reader::new(Input::new(File::open(packed)?)?).read_all(&mut visitor)?;
                black_box(visitor.keys);
                Ok((totals, None))
            }),
        ));
        rows.push(Row::new(
            PACKED_2,
            2,
            Box::new(move || Ok((side_by_side(Input::ahead(File::open(packed)?)?)?, None))),
        ));
    }
    if Command::new(&arguments.extract).arg("--version").output().is_ok() {
        let extract = &arguments.extract;
        rows.push(Row::new(
            "pgn-extract -r",
            1,
            Box::new(move || {
                let times = run_extract(extract, plain)?;
                // It does not report the number of bytes that it has read.
                let mut visitor = Events::new(MovetextMode::Tokens);
                Ok((Reader::new(File::open(plain)?).read_all(&mut visitor)?, Some(times)))
            }),
        ));
    }
    rows
}

/// A visitor that uses all events, so that the compiler cannot remove any.
struct Events {
    wanted: MovetextMode,
    keys: u64,
}

impl Events {
    const fn new(wanted: MovetextMode) -> Self {
        Self { wanted, keys: 0 }
    }
}

impl Visitor for Events {
    fn tag(&mut self, name: &[u8], value: reynard_pgn::Text<'_>) {
        self.keys ^= (name.len() ^ value.raw().len()) as u64;
    }

    fn end_tags(&mut self) -> MovetextMode {
        self.wanted
    }

    fn san(&mut self, token: &[u8]) -> Skip {
        self.keys ^= token.len() as u64;
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.keys ^= played.after.key();
        Skip::No
    }

    fn comment(&mut self, comment: reynard_pgn::Comment<'_>) {
        self.keys ^= comment.text.raw().len() as u64;
    }

    fn nag(&mut self, nag: reynard_pgn::Nag) {
        self.keys ^= u64::from(nag.0);
    }
}

const TWO: NonZero<usize> = NonZero::<usize>::MIN.saturating_add(1);

fn side_by_side(input: Input<'_>) -> Outcome<Totals> {
    let make = || Events::new(MovetextMode::Moves);
    let mut keys = 0;
    let flow = read_parallel(input, &ReaderOptions::default(), TWO, make, |events, _| {
        keys ^= events.keys;
        ControlFlow::<Totals>::Continue(())
    })?;
    black_box(keys);
    let (ControlFlow::Continue(totals) | ControlFlow::Break(totals)) = flow;
    Ok(totals)
}

/// Runs pgn-extract to check all moves in a file without producing output.
fn run_extract(program: &str, file: &str) -> Outcome<Times> {
    let began = Instant::now();
    let script = "\"$0\" -r -s \"$1\" >/dev/null 2>&1; times";
    let output =
        Command::new("sh").args(["-c", script, program, file]).stdin(Stdio::null()).output()?;
    let wall = began.elapsed().as_secs_f64();
    // The last line has the times of child processes, `0m4.010s 0m0.020s`.
    let text = String::from_utf8(output.stdout)?;
    let times = text.lines().last().unwrap_or_default().split_whitespace();
    Ok(Times { wall, processor: times.map(seconds_of).sum() })
}

/// Parses a duration such as `1m2.5s`.
fn seconds_of(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

/// Returns the processor time of this thread, if the system reports it.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
