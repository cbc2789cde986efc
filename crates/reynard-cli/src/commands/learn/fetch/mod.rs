//! `reynard learn fetch`: fetches the games of accounts at lichess and chess.com.

#[cfg(feature = "fetch")]
mod account_state;
mod args;
#[cfg(feature = "fetch")]
mod download;
#[cfg(feature = "fetch")]
mod fetched_accounts;
#[cfg(feature = "fetch")]
mod store;

use reynard_console::output::{Output, Status};

#[cfg(feature = "fetch")]
pub(super) use self::account_state::AccountState;
pub(super) use self::args::Args;

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
    // Games of an earlier, interrupted fetch may be waiting as well.
    if !args.no_engine {
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
