//! `reynard learn fetch`: the games of accounts at lichess and chess.com.

#[cfg(feature = "fetch")]
mod download;
#[cfg(feature = "fetch")]
mod fetched_accounts;
#[cfg(feature = "fetch")]
mod store;

use reynard_console::output::{Output, Status};

use super::engine_args::EngineArgs;
use super::notebook::NotebookArg;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn fetch lichess:rider85 chesscom:kr_blitz
  reynard learn fetch --since 2026-01 lichess:rider85
  reynard learn fetch

Only games that are not there yet come, one request at a time. Games that came whole stay, whatever happens: \
after Ctrl-C or a broken connection the same command goes on. A server that asks to wait gets its pause. \
LICHESS_TOKEN may hold a token of lichess, which is sent to lichess only and kept nowhere; SSL_CERT_FILE \
names other root certificates, HTTPS_PROXY and NO_PROXY set a proxy.")]
pub(super) struct Args {
    /// Accounts, like lichess:NAME or chesscom:NAME [default: those that were fetched before]
    #[arg(value_name = "ACCOUNT")]
    accounts: Vec<String>,
    #[command(flatten)]
    notebook: NotebookArg,
    /// Leave out earlier games: a year, month or day, like 2026, 2026-05 or 2026-05-31; at
    /// chess.com whole months
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Take the games as they are: `learn analyze` looks at them another day
    #[arg(long, conflicts_with = "engine")]
    no_engine: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Address of another server with the interface of lichess
    #[arg(long, value_name = "URL")]
    lichess_url: Option<String>,
    /// Address of another server with the interface of chess.com
    #[arg(long, value_name = "URL")]
    chesscom_url: Option<String>,
}

#[cfg(not(feature = "fetch"))]
pub(super) fn run(args: &Args, _: &mut Output) -> anyhow::Result<Status> {
    let Args {
        accounts: _,
        notebook: _,
        since: _,
        no_engine: _,
        engine: _,
        lichess_url: _,
        chesscom_url: _,
    } = args;
    anyhow::bail!(
        "this build opens no connection; `cargo install --path crates/reynard-cli --features fetch` makes one \
         that does. `reynard learn add FILE` takes games that you have saved"
    )
}

#[cfg(feature = "fetch")]
pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    use std::io::Write as _;

    use anyhow::bail;

    use super::analyze::analyze_waiting;
    use super::summary::{Before, Work, print_summary};

    let notebook = args.notebook.open()?;
    let before = Before::of(&notebook.contents()?);
    let fetched = store::fetch(args, &notebook, out)?;
    if fetched.new > 0 && !args.no_engine {
        analyze_waiting(&notebook, &args.engine, out)?;
    }
    print_summary(&before, &notebook.contents()?, Work::Added(fetched.new), fetched.known, out)?;
    if !fetched.incomplete.is_empty() {
        out.flush()?;
        let accounts = fetched.incomplete.join(", ");
        bail!("not all games of {accounts} came; the same command goes on");
    }
    Ok(Status::Fine)
}
