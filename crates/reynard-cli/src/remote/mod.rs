//! Remote databases. `reynard serve --db` serves them, and commands accept an address in place of a
//! file name.

mod base_address;
#[cfg(not(feature = "fetch"))]
mod missing_base;
#[cfg(feature = "fetch")]
mod remote_base;
#[cfg(all(feature = "fetch", feature = "web"))]
mod served;
#[cfg(feature = "fetch")]
mod server_error;

use std::path::PathBuf;

pub(crate) use base_address::{BaseAddress, is_address, meant_address};
#[cfg(not(feature = "fetch"))]
pub(crate) use missing_base::RemoteBase;
#[cfg(feature = "fetch")]
pub(crate) use remote_base::RemoteBase;

/// Options of a database of another machine.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RemoteArgs {
    /// File with the token of the server whose address stands in place of the database [default: the
    /// token in the address, or that in `REYNARD_TOKEN`]
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
}
