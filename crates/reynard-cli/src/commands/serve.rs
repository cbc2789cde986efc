//! `reynard serve`: serves the web page, with the engine, tables and databases of this machine.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use reynard_console::output::{Output, Status};
use reynard_console::start_timeout::StartTimeout;
use reynard_console::threads::threads;

use crate::remote::RemoteArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard serve --open
  reynard serve --db games.rdb --syzygy ~/syzygy --threads 4 --hash 1024
  reynard serve --pgn my-games.pgn --open
  reynard serve --notebook chess --open
  reynard serve --engine stockfish --engine '/opt/lc0/lc0 --backend=blas'
  reynard serve --listen 0.0.0.0:8765 --db games.rdb
  reynard serve --db http://chess.lan:8765/games.rdb --open

The server answers the page of this machine only, until Ctrl-C. With --listen and an address that others can \
reach, it asks for the token in the address that it prints. `db explore`, `db games` and `db search` take that \
address in place of a file. Databases and tables are read, and never changed; a notebook is only added to. \
Engines get no command that names a file.")]
#[command(mut_arg("start_timeout", |arg| arg.help("Time for an engine to start, in seconds: to its first line, \
to `uciok`, and to each `readyok` [default: 10]")))]
pub(crate) struct Args {
    /// Address and port to listen at; port 0 for any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8765")]
    listen: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Maximum number of threads of an engine [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Maximum transposition table size of an engine in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Folder with Syzygy tables, those below it included; can be repeated
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
    /// Additional UCI engine: a program and its arguments; can be repeated
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    #[command(flatten)]
    start: StartTimeout,
    /// Database of games, or the address of one at another server; can be repeated
    #[arg(long, value_name = "DATABASE")]
    db: Vec<PathBuf>,
    #[command(flatten)]
    remote: RemoteArgs,
    /// Longest time for the answer to a question, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    question_time: u32,
    /// PGN file of games, which is indexed until the server ends; can be repeated
    #[arg(long, value_name = "FILE")]
    pgn: Vec<PathBuf>,
    /// Notebook of `learn`, to which the page adds games and answers
    #[arg(long, value_name = "FOLDER")]
    notebook: Option<PathBuf>,
}

#[cfg(not(feature = "web"))]
pub(crate) fn run(_: &Args, _: &mut Output) -> anyhow::Result<Status> {
    super::web::missing()
}

#[cfg(feature = "web")]
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    use std::io::Write;
    use std::time::Duration;

    use anyhow::{Context, bail};
    use reynard_web::{EngineProgram, Limits, Server, ServerSettings};

    use reynard_console::interrupt::Interrupt;
    use reynard_console::threads::threads_or_cores;
    use reynard_syzygy::TablebaseOptions;

    use super::learn::serve_notebook;
    use crate::remote::{is_address, meant_address};
    use crate::table_folders;

    let engines = args
        .engine
        .iter()
        .map(|text| text.parse::<EngineProgram>().with_context(|| format!("--engine {text:?}")));
    if !args.syzygy.is_empty() {
        let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
        table_folders::open(&args.syzygy, options, out)?;
    }
    let settings = ServerSettings::default();
    let (addresses, files): (Vec<_>, Vec<_>) =
        args.db.iter().cloned().partition(|path| is_address(path));
    if let Some(meant) = files.iter().find_map(|path| meant_address(path)) {
        bail!("--db: no such file: the address of a server is written {meant}");
    }
    let server = Server::bind(ServerSettings {
        listen: args.listen,
        threads: threads_or_cores(args.threads).get(),
        hash: usize::try_from(args.hash).unwrap_or(usize::MAX),
        engines: engines.collect::<Result<_, _>>()?,
        start_timeout: args.start.start_timeout.unwrap_or(settings.start_timeout),
        tables: args.syzygy.clone(),
        databases: files,
        remotes: remotes(&addresses, &args.remote, out)?,
        games: args.pgn.clone(),
        notebook: args.notebook.as_deref().map(serve_notebook).transpose()?,
        limits: Limits {
            request: Duration::from_secs(args.question_time.into()),
            ..settings.limits
        },
        ..settings
    })?;
    let url = server.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    if server.is_reachable_by_others() {
        let warning = out.paint_warning("warning");
        out.note(format_args!(
            "{warning}: other machines can reach this server; the token in the address is the key to it"
        ))?;
    }
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        out.note(format_args!("no browser can be opened ({error}): open {url}"))?;
    }
    Interrupt::install()?.during(|control| server.run(|| control.is_stopped()))?;
    Ok(Status::Fine)
}

/// Connects to databases on other servers.
#[cfg(feature = "web")]
fn remotes(
    addresses: &[PathBuf],
    args: &RemoteArgs,
    out: &mut Output,
) -> anyhow::Result<Vec<reynard_web::ServedRemote>> {
    use crate::remote::{BaseAddress, RemoteBase};

    let mut remotes = Vec::new();
    for address in addresses {
        let address = BaseAddress::parse(&address.to_string_lossy())?;
        let base = RemoteBase::open(&address, args.token_file.as_deref(), out)?;
        remotes.push(base.served());
    }
    Ok(remotes)
}
