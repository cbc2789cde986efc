//! Stand-in for remote databases in builds without network support.

use std::path::Path;

use anyhow::bail;
use reynard_console::output::Output;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::BaseAddress;

/// A remote database, which is not available in this build.
#[derive(Debug)]
pub(crate) enum RemoteBase {}

impl RemoteBase {
    /// Returns an error that explains how to get a build with network support.
    pub(crate) fn open(
        address: &BaseAddress,
        _: Option<&Path>,
        _: &mut Output,
    ) -> anyhow::Result<Self> {
        bail!(
            "{address}: this build opens no connection; `cargo install --path crates/reynard-cli \
             --features fetch` makes one that does"
        )
    }

    pub(crate) const fn label(&self) -> &str {
        match *self {}
    }

    pub(crate) fn ask<Answer: DeserializeOwned>(
        &self,
        _: &str,
        _: &Value,
        _: &mut Output,
    ) -> anyhow::Result<Answer> {
        match *self {}
    }

    pub(crate) fn pgn(&self, _: &[u64], _: &mut Output) -> anyhow::Result<Vec<u8>> {
        match *self {}
    }

    #[cfg(feature = "web")]
    pub(crate) fn served(self) -> reynard_web::ServedRemote {
        match self {}
    }
}
