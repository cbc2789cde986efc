//! The arguments of `reynard learn fetch`.

use super::super::engine_args::EngineArgs;
use super::super::notebook::NotebookArg;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn fetch lichess:rider85 chesscom:kr_blitz
  reynard learn fetch --since 2026-01 lichess:rider85
  reynard learn fetch

Only games that are not there yet come, one request at a time. Games that came whole stay, whatever happens: \
after Ctrl-C or a broken connection the same command goes on, with the engine as well. A server that asks to wait gets its pause. \
LICHESS_TOKEN may hold a token of lichess, which is sent to lichess only and kept nowhere; SSL_CERT_FILE \
names other root certificates, HTTPS_PROXY and NO_PROXY set a proxy.")]
pub(in crate::commands::learn) struct Args {
    /// Accounts, like lichess:NAME or chesscom:NAME [default: those that were fetched before]
    #[arg(value_name = "ACCOUNT")]
    pub(super) accounts: Vec<String>,
    #[command(flatten)]
    pub(super) notebook: NotebookArg,
    /// Leave out earlier games: a year, month or day, like 2026, 2026-05 or 2026-05-31; at
    /// chess.com whole months
    #[arg(long, value_name = "DATE")]
    pub(super) since: Option<String>,
    /// Take the games as they are: `learn analyze` looks at them another day
    #[arg(long, conflicts_with = "engine")]
    pub(super) no_engine: bool,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
    /// Address of another server with the interface of lichess
    #[arg(long, value_name = "URL")]
    pub(super) lichess_url: Option<String>,
    /// Address of another server with the interface of chess.com
    #[arg(long, value_name = "URL")]
    pub(super) chesscom_url: Option<String>,
}
