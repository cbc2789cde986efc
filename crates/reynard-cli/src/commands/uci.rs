//! `reynard` without a subcommand: the UCI engine on standard input and output.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, LineWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use reynard_base::without_error_numbers;
use reynard_book::Book;
use reynard_console::lines::Lines;
use reynard_console::source;
use reynard_engine::{Evaluation, Host, HostError, OpeningBook, PerftCounter, SearchKind, Session};
use reynard_nnue::Network;
use reynard_perft::{Perft, PerftOptions};
use reynard_syzygy::{TableFolders, TablebaseOptions};

use crate::{compressed_file, memory};

/// Maximum length of a line in bytes. It is one byte more than the protocol parser accepts, so that
/// the parser reports longer lines.
const MAX_LINE: usize = (1 << 20) + 1;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Static evaluation of the engine when no subcommand is given [default: network]
    #[arg(long, value_name = "NAME", value_parser = parse_evaluation)]
    eval: Option<Evaluation>,
    /// Search of the engine: alpha-beta, minimax or random [default: alpha-beta]
    #[arg(long, value_name = "NAME", value_parser = parse_search)]
    search: Option<SearchKind>,
    /// Line for the engine before those of standard input; may be repeated
    #[arg(short, long, value_name = "LINE")]
    init: Vec<String>,
    /// File of lines for the engine before those of `--init`; may be repeated
    #[arg(long, value_name = "FILE")]
    init_from_file: Vec<PathBuf>,
    /// File to write the last position to, as FEN; `-` is standard output
    #[arg(long, value_name = "FILE")]
    fen_out: Option<PathBuf>,
    /// File to write the game to, as PGN; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pgn_out: Option<PathBuf>,
    /// Announce the parameters of the search as options, for a tuner
    #[arg(long)]
    parameters: bool,
}

impl Args {
    /// Names of the engine arguments, which cannot be combined with a subcommand.
    pub(crate) const NAMES: [&str; 7] =
        ["eval", "search", "init", "init_from_file", "fen_out", "pgn_out", "parameters"];
}

/// Parses the value of `--eval`.
pub(super) fn parse_evaluation(name: &str) -> Result<Evaluation, String> {
    Evaluation::from_name(name).ok_or_else(|| {
        format!("the evaluations are {}", Evaluation::ALL.map(Evaluation::name).join(", "))
    })
}

/// Parses the value of `--search`.
fn parse_search(name: &str) -> Result<SearchKind, String> {
    SearchKind::from_name(name).ok_or_else(|| {
        let names: Vec<_> = SearchKind::ALL.iter().map(|search| search.name()).collect();
        format!("the searches are {}", names.join(", "))
    })
}

/// Runs a session on standard input until the end of the input or `quit`.
pub(crate) fn run(args: &Args) -> ExitCode {
    if io::stdin().is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "This is the engine: it speaks UCI. Type `help`, `quit`, or see `reynard --help`."
        );
    }
    match serve(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ =
                writeln!(io::stderr(), "error: {}", without_error_numbers(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

fn serve(args: &Args) -> anyhow::Result<()> {
    for path in args.fen_out.iter().chain(&args.pgn_out) {
        compressed_file::compression_of(path)?;
    }
    let unprinted = Unprinted::default();
    let mut session = Session::new(Terminal { log: None, unprinted: Arc::clone(&unprinted) });
    session.set_seed(seed());
    if args.parameters {
        session.announce_parameters();
    }
    if let Some(evaluation) = args.eval {
        session.set_evaluation(evaluation);
    }
    if let Some(search) = args.search {
        session.set_search(search);
    }
    if begin(&mut session, args, &unprinted)? == ControlFlow::Continue(()) {
        // The end of input ends the session, like `quit`.
        let _ = feed(&mut session, source::stdin(), &unprinted)?;
    }
    // At the end of input, nothing could stop a running search, but a count finishes by itself.
    session.end();
    if let Some(path) = &args.fen_out {
        save(path, session.game().position())?;
    }
    if let Some(path) = &args.pgn_out {
        save(path, session.pgn())?;
    }
    if let Some(error) = unprinted.get() {
        bail!("cannot write to standard output: {error}");
    }
    Ok(())
}

/// Writes text and a line break to a file, or to standard output for `-`.
fn save(path: &Path, text: impl Display) -> anyhow::Result<()> {
    let text = format!("{text}\n");
    if path.as_os_str() == "-" {
        io::stdout().write_all(text.as_bytes()).context("cannot write to standard output")
    } else {
        compressed_file::write(path, text.as_bytes())
    }
}

/// Executes the lines that come before those of standard input.
fn begin(
    session: &mut Session,
    args: &Args,
    unprinted: &Unprinted,
) -> anyhow::Result<ControlFlow<()>> {
    for path in &args.init_from_file {
        let cannot_read = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot_read)?;
        let flow = feed(session, file, unprinted).with_context(cannot_read)?;
        if flow == ControlFlow::Break(()) {
            return Ok(ControlFlow::Break(()));
        }
    }
    let quits = args.init.iter().any(|line| session.line(line) == ControlFlow::Break(()));
    Ok(if quits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// Executes lines until the end of the input, until `quit`, or until an output error.
fn feed(
    session: &mut Session,
    input: impl Read,
    unprinted: &Unprinted,
) -> io::Result<ControlFlow<()>> {
    let mut lines = Lines::with_limit(input, MAX_LINE);
    while unprinted.get().is_none()
        && let Some(line) = lines.next(|| Ok(()))?
    {
        if session.line(line.text.trim_start_matches('\u{feff}')) == ControlFlow::Break(()) {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns a seed that differs with each run.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() << 32 ^ u64::from(since.subsec_nanos())
}

/// The first output error. A closed pipe is not recorded, since the end of the input will follow.
type Unprinted = Arc<OnceLock<io::Error>>;

/// The first line of a log.
const LOG_HEAD: &[u8] = b"# log of a Reynard session\n";

/// Opens a log for appending. A file with other content is rejected, since its name may be a
/// mistake.
fn open_log(path: &str) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(LOG_HEAD.len() as u64).read_to_end(&mut head)?;
    if head.is_empty() {
        file.write_all(LOG_HEAD)?;
    } else if head != LOG_HEAD {
        return Err(io::Error::other("the file is not empty and is not a log of this program"));
    }
    Ok(file)
}

/// The host of a session, which provides standard output and access to the machine.
struct Terminal {
    log: Option<LineWriter<File>>,
    unprinted: Unprinted,
}

impl Host for Terminal {
    fn line(&mut self, line: &dyn Display) {
        let mut out = io::stdout().lock();
        match writeln!(out, "{line}").and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                // Only the first error is reported.
                let _ = self.unprinted.set(error);
            }
            _ => {}
        }
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "{line}");
        }
    }

    fn received(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "> {line}");
        }
    }

    fn available_memory(&self) -> Option<u64> {
        memory::available()
    }

    fn perft_counter(&mut self) -> Option<PerftCounter> {
        let perft = Perft::new(&PerftOptions::default()).ok()?;
        Some(Box::new(move |pos, depth, control| {
            perft.count_unless(pos, depth, &mut || control.is_stopped()).ok().flatten()
        }))
    }

    fn open_tables(&mut self, folders: &str) -> Result<TableFolders, HostError> {
        let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
        Ok(TableFolders::open([folders], options))
    }

    fn open_network(&mut self, path: &str) -> Result<Network, HostError> {
        let bytes = fs::read(path).map_err(|error| at(path, &error))?;
        Network::parse(&bytes).map_err(|error| at(path, &error))
    }

    fn open_book(&mut self, path: &str) -> Result<OpeningBook, HostError> {
        let file = File::open(path).map_err(|error| at(path, &error))?;
        if file.metadata().is_ok_and(|facts| facts.is_dir()) {
            return Err(format!("{path}: it is a folder").into());
        }
        let book = Book::new(Box::new(file) as Box<_>).map_err(|error| at(path, &error))?;
        if book.trailing_bytes() > 0 {
            return Err(format!(
                "{path}: not a Polyglot book: it does not consist of entries of 16 bytes"
            )
            .into());
        }
        Ok(book)
    }

    fn log(&mut self, path: &str) -> Result<(), HostError> {
        self.log = if path.is_empty() {
            None
        } else {
            let log = open_log(path).map_err(|error| at(path, &error))?;
            Some(LineWriter::new(log))
        };
        Ok(())
    }
}

/// Returns the message of an error in a file.
fn at(path: &str, error: &dyn Display) -> HostError {
    format!("{path}: {}", without_error_numbers(&error.to_string())).into()
}
