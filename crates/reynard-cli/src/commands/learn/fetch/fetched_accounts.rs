//! The file that records the progress of fetching. If it is deleted, all games are requested again.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use anyhow::Context;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_console::whole_file;
use reynard_fetch::{AccountProgress, GameAccount};
use reynard_learn::UtcMillis;
use serde::{Deserialize, Serialize};

use super::super::notebook::Notebook;

/// Name of the file that stores the progress.
const FILE: &str = ".fetch.json";

/// Progress of all accounts.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct FetchedAccounts {
    accounts: BTreeMap<String, FetchedAccount>,
    /// Number of the learner's games that were in the notebook after the last fetch.
    pub(super) games: u64,
}

/// Progress of an account.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct FetchedAccount {
    #[serde(flatten)]
    progress: AccountProgress,
    /// Time at which the last fetch finished; `None` if no fetch has finished.
    fetched: Option<i64>,
}

impl FetchedAccounts {
    /// Reads the file. A missing or damaged file is treated as empty.
    pub(super) fn read(notebook: &Notebook) -> Self {
        let text = fs::read(notebook.folder.join(FILE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Prints a note if games have disappeared since the last fetch, because the learner deleted
    /// them or a cloud folder kept another version of the file. These games are not requested
    /// again.
    pub(super) fn note_missing(&self, games: u64, out: &mut Output) -> io::Result<()> {
        if games >= self.games {
            return Ok(());
        }
        out.note(format_args!(
            "games.pgn has {}, fewer than the {} after the last fetch: once {FILE} is deleted, all come again",
            counted(games, "game"),
            self.games
        ))
    }

    /// Returns the accounts that have been fetched before, each with the time at which its last
    /// fetch finished.
    pub(super) fn all(&self) -> impl Iterator<Item = (GameAccount, Option<UtcMillis>)> {
        let accounts = self.accounts.iter();
        accounts.filter_map(|(key, kept)| Some((key.parse().ok()?, kept.fetched.map(UtcMillis))))
    }

    pub(super) fn of(&self, account: &GameAccount) -> AccountProgress {
        self.accounts.get(&account.key()).map(|kept| kept.progress.clone()).unwrap_or_default()
    }

    /// Sets the time at which a fetch finished.
    pub(super) fn finish(&mut self, account: &GameAccount, now: UtcMillis) {
        self.accounts.entry(account.key()).or_default().fetched = Some(now.0);
    }

    /// Sets the progress of an account, and writes the file. The games must already have been
    /// synced to disk.
    pub(super) fn keep(
        &mut self,
        account: &GameAccount,
        progress: &AccountProgress,
        notebook: &Notebook,
    ) -> anyhow::Result<()> {
        self.accounts.entry(account.key()).or_default().progress = progress.clone();
        let path = notebook.folder.join(FILE);
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        whole_file::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))
    }
}
