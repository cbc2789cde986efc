//! The sequence of requests that fetch the games of an account.

use std::collections::VecDeque;
use std::fmt;

use serde::Deserialize;

use crate::{AccountProgress, GameAccount, GameMonth, GameSite, HttpRequest, MonthProgress};

/// The sequence of requests that fetch the games of an account, with the progress so far.
///
/// lichess returns all games in one answer, the oldest first, so a truncated answer loses only the
/// remaining games. An answer may be subject to an undocumented limit, so an answer of a thousand
/// games or more is followed by a request for the remaining games. A correspondence game can end
/// long after it began, so correspondence games of the last year are requested again. chess.com has
/// a file for each month. The file of a finished month is requested once; that of the current month
/// is requested again, with its version tag.
///
/// ```
/// use reynard_fetch::{AccountFetch, AccountProgress, FetchTask};
///
/// let account = "chesscom:rider85".parse()?;
/// let mut fetch = AccountFetch::new(account, AccountProgress::default(), None);
/// assert_eq!(fetch.next_task(), Some(&FetchTask::ChessComArchives));
/// let list = br#"{"archives": ["https://api.chess.com/pub/player/rider85/games/2026/05"]}"#;
/// fetch.take_archives(list)?;
/// assert!(matches!(fetch.next_task(), Some(FetchTask::ChessComMonth(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AccountFetch {
    account: GameAccount,
    since: Option<i64>,
    progress: AccountProgress,
    open: VecDeque<FetchTask>,
    /// Number of games received so far in the answer being read.
    came: u32,
}

/// One of the requests that make up a fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchTask {
    /// Games on lichess that began at or after a given time.
    LichessGames {
        /// The time in milliseconds since the Unix epoch; `None` for all games.
        since: Option<i64>,
        /// The kind of games requested.
        games: LichessGames,
    },
    /// The list of monthly archives.
    ChessComArchives,
    /// The games of a month.
    ChessComMonth(GameMonth),
}

/// Selection of games on lichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LichessGames {
    /// All games.
    All,
    /// Correspondence games.
    Correspondence,
}

/// Addresses of the servers, without a trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddresses {
    /// Address of lichess.
    pub lichess: String,
    /// Address of the chess.com API.
    pub chesscom: String,
}

impl Default for SiteAddresses {
    fn default() -> Self {
        Self {
            lichess: "https://lichess.org".to_owned(),
            chesscom: "https://api.chess.com".to_owned(),
        }
    }
}

/// The error returned for text that is not a list of monthly archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidArchives;

impl fmt::Display for InvalidArchives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer is not a list of months")
    }
}

impl std::error::Error for InvalidArchives {}

/// Milliseconds in a day.
const DAY: i64 = 86_400_000;
/// Maximum duration of a correspondence game.
const CORRESPONDENCE: i64 = 366 * DAY;
/// Minimum number of games in an answer that is followed by a request for the remaining games.
const MANY: u32 = 1_000;
/// Media type of games.
const PGN: &str = "application/x-chess-pgn";

impl FetchTask {
    /// Returns `true` if the answer to the request consists of games.
    pub const fn is_games(&self) -> bool {
        match self {
            Self::LichessGames { .. } | Self::ChessComMonth(_) => true,
            Self::ChessComArchives => false,
        }
    }
}

impl AccountFetch {
    /// Starts fetching the games of an account. The games that are missing according to `progress`
    /// are requested, but none earlier than `since`, in milliseconds since the Unix epoch. On
    /// chess.com, the whole month that contains this time is fetched.
    pub fn new(account: GameAccount, mut progress: AccountProgress, since: Option<i64>) -> Self {
        let mut open = VecDeque::new();
        match account.site {
            GameSite::Lichess => {
                // For earlier games than before, start over. After a gap, start at its end.
                let is_earlier = progress.from.is_some_and(|from| since.is_none_or(|it| it < from));
                let is_gap = since.zip(progress.until).is_some_and(|(since, until)| since > until);
                if progress.until.is_none() || is_earlier || is_gap {
                    progress = AccountProgress { from: since, ..AccountProgress::default() };
                }
                let known = progress.until;
                let since = known.or(since);
                open.push_back(FetchTask::LichessGames { since, games: LichessGames::All });
                if let Some(known) = known {
                    let since = (known - CORRESPONDENCE).max(progress.from.unwrap_or(0));
                    let games = LichessGames::Correspondence;
                    open.push_back(FetchTask::LichessGames { since: Some(since), games });
                }
            }
            GameSite::ChessCom => open.push_back(FetchTask::ChessComArchives),
        }
        Self { account, since, progress, open, came: 0 }
    }

    /// Returns the account.
    pub const fn account(&self) -> &GameAccount {
        &self.account
    }

    /// Returns the next request, or `None` if there are no more.
    ///
    /// ```
    /// use reynard_fetch::{AccountFetch, AccountProgress};
    ///
    /// let mut fetch = AccountFetch::new("lichess:a".parse()?, AccountProgress::default(), None);
    /// fetch.finish(None, 0);
    /// assert_eq!(fetch.next_task(), None);
    /// # Ok::<(), reynard_fetch::InvalidAccount>(())
    /// ```
    pub fn next_task(&self) -> Option<&FetchTask> {
        self.open.front()
    }

    /// Returns the number of remaining requests, as far as they are known.
    pub fn left(&self) -> usize {
        self.open.len()
    }

    /// Returns the HTTP request for a task.
    pub fn request(&self, task: &FetchTask, addresses: &SiteAddresses) -> HttpRequest {
        let name = &self.account.name();
        let player =
            || format!("{}/pub/player/{}/games", addresses.chesscom, name.to_ascii_lowercase());
        match task {
            FetchTask::LichessGames { since, games } => {
                let mut url = format!(
                    "{}/api/games/user/{name}?sort=dateAsc&clocks=true&evals=true&opening=true",
                    addresses.lichess
                );
                if *games == LichessGames::Correspondence {
                    url += "&perfType=correspondence";
                }
                if let Some(since) = since {
                    url.push_str("&since=");
                    url.push_str(&since.to_string());
                }
                HttpRequest { accept: Some(PGN), ..HttpRequest::new(url) }
            }
            FetchTask::ChessComArchives => {
                let accept = Some("application/json");
                HttpRequest { accept, ..HttpRequest::new(format!("{}/archives", player())) }
            }
            FetchTask::ChessComMonth(month) => {
                let known = self.progress.months.get(&month.to_string());
                let etag = known.and_then(|month| month.etag.clone());
                HttpRequest { etag, ..HttpRequest::new(format!("{}/{month}/pgn", player())) }
            }
        }
    }

    /// Reads the list of monthly archives, and queues a request for each incomplete month, the
    /// oldest first.
    ///
    /// # Errors
    ///
    /// [`InvalidArchives`] if the text is not a list of monthly archives.
    pub fn take_archives(&mut self, json: &[u8]) -> Result<(), InvalidArchives> {
        #[derive(Deserialize)]
        struct Archives {
            archives: Vec<String>,
        }
        let Archives { archives } = serde_json::from_slice(json).map_err(|_| InvalidArchives)?;
        let mut months = Vec::new();
        for address in &archives {
            // The address may contain another host, so only its end is used.
            let (rest, month) = address.rsplit_once('/').ok_or(InvalidArchives)?;
            let (_, year) = rest.rsplit_once('/').ok_or(InvalidArchives)?;
            months.push(GameMonth::parse(&format!("{year}/{month}")).ok_or(InvalidArchives)?);
        }
        months.sort_unstable();
        months.dedup();
        let is_complete = |month: &GameMonth| {
            self.progress.months.get(&month.to_string()).is_some_and(|it| it.is_complete)
        };
        let is_earlier = |month: &GameMonth| self.since.is_some_and(|since| month.end() <= since);
        months.retain(|month| !is_complete(month) && !is_earlier(month));
        self.open = months.into_iter().map(FetchTask::ChessComMonth).collect();
        Ok(())
    }

    /// Records that a game has been received completely and written to disk. `began` is its start
    /// time in milliseconds since the Unix epoch, if known.
    ///
    /// ```
    /// use reynard_fetch::{AccountFetch, AccountProgress};
    ///
    /// let mut fetch = AccountFetch::new("lichess:a".parse()?, AccountProgress::default(), None);
    /// fetch.add_game(Some(7));
    /// assert_eq!(fetch.progress().until, Some(7));
    /// # Ok::<(), reynard_fetch::InvalidAccount>(())
    /// ```
    pub fn add_game(&mut self, began: Option<i64>) {
        self.came += 1;
        // Correspondence games are requested out of order.
        let is_ordered = matches!(
            self.open.front(),
            Some(FetchTask::LichessGames { games: LichessGames::All, .. })
        );
        if is_ordered {
            self.progress.until = self.progress.until.max(began);
        }
    }

    /// Records that the answer to the current request has been received completely. `etag` is its
    /// version tag, and `now` is the time in milliseconds since the Unix epoch.
    pub fn finish(&mut self, etag: Option<String>, now: i64) {
        let came = std::mem::take(&mut self.came);
        match self.open.pop_front() {
            Some(FetchTask::ChessComMonth(month)) => {
                // One day after the month, no more of its games can arrive. The clock of this
                // machine may be wrong, so there must be a later month as well.
                let is_last = self.open.is_empty();
                let is_complete = !is_last && now >= month.end() + DAY;
                self.progress.months.insert(month.to_string(), MonthProgress { etag, is_complete });
            }
            Some(FetchTask::LichessGames { since, games: LichessGames::All })
                if came >= MANY && self.progress.until > since =>
            {
                let since = self.progress.until;
                let games = LichessGames::All;
                self.open.push_front(FetchTask::LichessGames { since, games });
            }
            _ => {}
        }
    }

    /// Returns the progress, to be stored until the next fetch.
    pub const fn progress(&self) -> &AccountProgress {
        &self.progress
    }
}
