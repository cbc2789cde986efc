//! The state of fetched accounts, shown by `learn status`.

use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use reynard_console::numbers::counted;
use reynard_fetch::GameAccount;
use reynard_learn::{UtcMillis, UtcOffset};
use reynard_pgn::{GameTree, PgnDate};
use serde::Serialize;

use super::super::notebook::Notebook;
use super::fetched_accounts::FetchedAccounts;

/// A fetched account, with the number of its games in the notebook.
#[derive(Serialize)]
pub(in super::super) struct AccountState {
    #[serde(rename = "account")]
    key: String,
    games: u64,
    /// Time at which the last fetch finished, in milliseconds since the beginning of 1970.
    fetched: Option<i64>,
    #[serde(skip)]
    account: GameAccount,
    #[serde(skip)]
    offset: UtcOffset,
}

impl AccountState {
    /// Returns the accounts of a notebook, each with its number of games set to zero.
    pub(in super::super) fn all(notebook: &Notebook, offset: UtcOffset) -> Vec<Self> {
        let kept = FetchedAccounts::read(notebook);
        let state = |(account, fetched): (GameAccount, Option<UtcMillis>)| Self {
            key: account.key(),
            games: 0,
            fetched: fetched.map(|time| time.0),
            account,
            offset,
        };
        kept.all().map(state).collect()
    }

    /// Counts a game if the account played it, according to the player names and the game's
    /// address.
    pub(in super::super) fn count(&mut self, tree: &GameTree) {
        let tag = |name: &str| tree.tags().text(name).unwrap_or_default().to_ascii_lowercase();
        let has_player = ["White", "Black"].iter().any(|name| {
            tree.tags()
                .text(name)
                .is_some_and(|text| text.trim().eq_ignore_ascii_case(self.account.name()))
        });
        let host = self.account.site.host();
        let is_there = || ["Site", "Link", "GameUrl"].iter().any(|name| tag(name).contains(host));
        self.games += u64::from(has_player && is_there());
    }
}

impl fmt::Display for AccountState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, ", self.key, counted(self.games, "game"))?;
        let Some(fetched) = self.fetched else { return f.write_str("never fetched to the end") };
        let local = fetched.saturating_add(i64::from(self.offset.minutes()) * 60_000);
        let since = Duration::from_millis(u64::try_from(local).unwrap_or(0));
        // A damaged file may contain a time beyond the range of the clock.
        let date = PgnDate::from(UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH));
        let minutes = since.as_secs() / 60 % (24 * 60);
        write!(f, "last fetched {date} {:02}:{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn state(fetched: Option<i64>, minutes: i16) -> AccountState {
        let account: GameAccount = "lichess:Rider85".parse().expect("an account");
        let offset = UtcOffset::from_minutes(minutes);
        AccountState { key: account.key(), games: 0, fetched, account, offset }
    }

    #[test]
    fn times_are_local_and_a_damaged_one_is_printed() {
        // The last minute of 2026-02-28 in UTC.
        let minute = 1_772_323_140_000;
        for (fetched, offset, end) in [
            (Some(minute), 0, "last fetched 2026.02.28 23:59"),
            (Some(minute), 60, "last fetched 2026.03.01 00:59"),
            (Some(minute), -660, "last fetched 2026.02.28 12:59"),
            (None, 0, "never fetched to the end"),
        ] {
            assert_eq!(
                state(fetched, offset).to_string(),
                format!("lichess:rider85, 0 games, {end}")
            );
        }
        for damaged in [i64::MAX, i64::MIN] {
            assert!(state(Some(damaged), 840).to_string().contains("last fetched"));
        }
    }

    #[test]
    fn games_count_by_player_and_site() {
        let game = |site: &str, white: &str| {
            format!("[Site \"{site}\"]\n[White \"{white}\"]\n[Black \"b\"]\n\n1. e4 1-0\n\n")
        };
        let pgn = game("https://lichess.org/a", "rider85")
            + &game("https://lichess.org/b", "rider8")
            + &game("Chess.com", "rider85")
            + &game("https://lichess.org/c", "RIDER85");
        let mut state = state(None, 0);
        for game in Games::from_bytes(pgn.as_bytes()) {
            state.count(&game.expect("memory").tree);
        }
        assert_eq!(state.games, 2);
    }
}
