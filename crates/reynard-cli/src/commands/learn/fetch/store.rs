//! Writes the games of accounts into the notebook as they arrive.

use std::env;
use std::fs;
use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_console::diagnostics::note_errors;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_engine::Control;
use reynard_fetch::{
    AccountFetch, FetchTask, GameAccount, GameSite, HttpClient, HttpClientOptions, HttpProxy,
    HttpToken, SiteAddresses, since_millis, utc_millis,
};
use reynard_learn::KnownGames;
use reynard_pgn::{GameTree, Games, ParsedGame, Reader, ReaderOptions};

use super::super::intake::Intake;
use super::super::lock::{Part, lock};
use super::super::notebook::{GrowingFile, Notebook};
use super::super::prepare::spinner;
use super::super::present::now;
use super::args::Args;
use super::download::{Download, DownloadError, download};
use super::fetched_accounts::FetchedAccounts;

/// Result of a fetch.
pub(super) struct Fetched {
    pub(super) new: u64,
    pub(super) known: u64,
    /// Accounts for which some games did not arrive.
    pub(super) incomplete: Vec<String>,
}

/// Environment variable that contains the lichess token.
const TOKEN: &str = "LICHESS_TOKEN";
/// Time between two writes of the progress file.
const PAUSE: Duration = Duration::from_secs(5);
/// Maximum size of a list of months in bytes.
const LIST: u64 = 1 << 20;

/// Fetches the games of accounts into the notebook.
pub(super) fn fetch(args: &Args, notebook: &Notebook, out: &mut Output) -> anyhow::Result<Fetched> {
    let kept = FetchedAccounts::read(notebook);
    let accounts = accounts(args, notebook, &kept)?;
    let since = args.since.as_deref().map(|text| {
        since_millis(text).with_context(|| format!("--since: `{text}` is not a date like 2026-05"))
    });
    let since = since.transpose()?;
    let client = Arc::new(client()?);
    let _lock = lock(&notebook.folder, Part::Games, out)?;
    let mut known = KnownGames::default();
    let mut games = 0;
    notebook.each_game(|tree, _| {
        known.insert(tree);
        games += 1;
    })?;
    kept.note_missing(games, out)?;
    let file = GrowingFile::open(&notebook.games(), b"\n\n")?;
    let interrupt = Interrupt::install()?;
    let mut store = Store {
        notebook,
        client,
        addresses: addresses(args),
        token: token()?,
        kept,
        known,
        file,
        kept_at: Instant::now(),
        intake: Intake::default(),
        games,
        came: 0,
    };
    let mut incomplete = Vec::new();
    for account in accounts {
        let name = account.to_string();
        let progress = store.kept.of(&account);
        let fetch = AccountFetch::new(account, progress, since);
        let result = interrupt.during(|control| store.account(fetch, control, out))?;
        match result {
            Ok(()) => {}
            Err(DownloadError::Failed(reason)) => {
                out.note(format_args!("{name}: {reason}"))?;
                incomplete.push(name);
            }
            Err(DownloadError::Interrupted) => {
                let new = counted(store.intake.new, "new game");
                bail!(Interrupted(format!(
                    "interrupted: {new} came, and stay; the same command goes on"
                )));
            }
        }
    }
    store.intake.note(notebook, out)?;
    Ok(Fetched { new: store.intake.new, known: store.intake.known, incomplete })
}

fn parsed(text: &str) -> anyhow::Result<GameAccount> {
    text.parse().with_context(|| format!("`{text}`"))
}

/// Returns the distinct accounts to fetch.
fn accounts(
    args: &Args,
    notebook: &Notebook,
    kept: &FetchedAccounts,
) -> anyhow::Result<Vec<GameAccount>> {
    let named = args.accounts.iter().map(|text| parsed(text));
    let mut accounts: Vec<GameAccount> = named.collect::<anyhow::Result<_>>()?;
    if accounts.is_empty() {
        accounts.extend(kept.all().map(|(account, _)| account));
    }
    if accounts.is_empty() {
        bail!("no account: name one, like `reynard learn fetch lichess:NAME chesscom:NAME`");
    }
    for account in &accounts {
        let name = account.name();
        if !notebook.settings.me.iter().any(|me| me.is_in(name)) {
            let path = notebook.folder.join("notebook.toml");
            bail!(
                "{account}: `{name}` is not one of your names: add it to `me` in {}",
                path.display()
            );
        }
    }
    Ok(accounts)
}

fn addresses(args: &Args) -> SiteAddresses {
    let plain = |url: &Option<String>| url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
    let usual = SiteAddresses::default();
    SiteAddresses {
        lichess: plain(&args.lichess_url).unwrap_or(usual.lichess),
        chesscom: plain(&args.chesscom_url).unwrap_or(usual.chesscom),
    }
}

fn client() -> anyhow::Result<HttpClient> {
    let roots = env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty());
    let roots = roots
        .map(|path| fs::read(&path).with_context(|| format!("SSL_CERT_FILE: {}", path.display())));
    let program = concat!("Reynard/", env!("CARGO_PKG_VERSION"), " (chess toolkit; learn fetch)");
    let options = HttpClientOptions {
        proxy: HttpProxy::Environment,
        roots: roots.transpose()?,
        ..HttpClientOptions::new(program)
    };
    HttpClient::new(&options).context("SSL_CERT_FILE")
}

fn token() -> anyhow::Result<Option<HttpToken>> {
    match env::var(TOKEN) {
        Ok(text) if !text.trim().is_empty() => {
            let token = HttpToken::new(&text);
            token.map(Some).with_context(|| format!("{TOKEN} is not a token"))
        }
        _ => Ok(None),
    }
}

/// The notebook while games are arriving.
struct Store<'a> {
    notebook: &'a Notebook,
    client: Arc<HttpClient>,
    addresses: SiteAddresses,
    token: Option<HttpToken>,
    kept: FetchedAccounts,
    known: KnownGames,
    file: GrowingFile,
    /// Time at which the progress was last saved.
    kept_at: Instant,
    intake: Intake,
    /// Number of the learner's games in the notebook.
    games: u64,
    /// Number of games received for the current account.
    came: u64,
}

type Outcome = Result<(), DownloadError>;

impl Store<'_> {
    /// Sends the requests for an account, one after another.
    fn account(
        &mut self,
        mut fetch: AccountFetch,
        control: &Control,
        out: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let bar = spinner(&fetch.account().to_string(), out);
        self.came = 0;
        let outcome = self.requests(&mut fetch, control, &bar, out);
        bar.finish_and_clear();
        if matches!(outcome, Ok(Ok(()))) {
            self.kept.finish(fetch.account(), now());
        }
        self.keep(&fetch)?;
        let came = counted(self.came, "game");
        out.note(format_args!("{}: {came} came", fetch.account()))?;
        outcome
    }

    fn requests(
        &mut self,
        fetch: &mut AccountFetch,
        control: &Control,
        bar: &ProgressBar,
        out: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let host = fetch.account().site.host();
        while let Some(task) = fetch.next_task().cloned() {
            let mut request = fetch.request(&task, &self.addresses);
            if fetch.account().site == GameSite::Lichess {
                request.token.clone_from(&self.token);
            }
            let mut download = match download(&self.client, &request, host, control, out)? {
                Ok(download) => download,
                Err(error) => return Ok(Err(error)),
            };
            let etag = download.etag.take().or(request.etag);
            if download.is_unmodified {
                fetch.finish(etag, now().0);
                continue;
            }
            let outcome = match task {
                FetchTask::ChessComArchives => months(&mut download, fetch),
                FetchTask::LichessGames { .. } | FetchTask::ChessComMonth(_) => {
                    let came = self.games(&mut download, fetch, bar, out)?;
                    if came.is_ok() {
                        fetch.finish(etag, now().0);
                        self.keep(fetch)?;
                    }
                    came
                }
            };
            if outcome.is_err() {
                return Ok(outcome);
            }
        }
        Ok(Ok(()))
    }

    /// Writes the games in a response, and saves the progress at intervals. If the last game has no
    /// result at its end, it is truncated and is skipped.
    fn games(
        &mut self,
        download: &mut Download,
        fetch: &mut AccountFetch,
        bar: &ProgressBar,
        out: &mut Output,
    ) -> anyhow::Result<Outcome> {
        if let Some(error) = other_than_games(download) {
            return Ok(Err(error));
        }
        let (mut last, mut failed) = (None, None);
        let since_game = download.since_game();
        let source = Some(Arc::from(fetch.account().to_string()));
        let options = ReaderOptions { source, ..ReaderOptions::default() };
        for game in Games::new(Reader::new(&mut *download).with_options(options)) {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    failed = Some(DownloadError::Failed(error.to_string()));
                    break;
                }
            };
            since_game.store(0, Ordering::Relaxed);
            if let Some(before) = last.replace(game) {
                self.game(&before, fetch, bar, out)?;
            }
        }
        let result = failed.map_or_else(|| download.result(), Err);
        match last {
            Some(game) if game.end.result.is_some() => self.game(&game, fetch, bar, out)?,
            Some(_) if result.is_ok() => {
                return Ok(Err(DownloadError::Failed("the last game was cut".to_owned())));
            }
            Some(_) | None => {}
        }
        Ok(result)
    }

    /// Writes a game if it is new.
    fn game(
        &mut self,
        game: &ParsedGame,
        fetch: &mut AccountFetch,
        bar: &ProgressBar,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        self.came += 1;
        bar.inc(1);
        bar.suspend(|| note_errors(&game.diagnostics, out))?;
        if let Some(new) = self.intake.take(game, self.notebook, &mut self.known) {
            self.file.add(&new.text)?;
            self.games += 1;
        }
        fetch.add_game(beginning(&game.tree));
        if self.kept_at.elapsed() >= PAUSE {
            self.keep(fetch)?;
        }
        Ok(())
    }

    /// Syncs the games to disk, and then saves the progress.
    fn keep(&mut self, fetch: &AccountFetch) -> anyhow::Result<()> {
        self.file.sync()?;
        self.kept_at = Instant::now();
        self.kept.games = self.games;
        self.kept.keep(fetch.account(), fetch.progress(), self.notebook)
    }
}

/// Reads a list of months.
fn months(download: &mut Download, fetch: &mut AccountFetch) -> Outcome {
    let mut text = Vec::new();
    // Errors are part of the result.
    let _ = (&mut *download).take(LIST).read_to_end(&mut text);
    download.result()?;
    let failed = |error: reynard_fetch::InvalidArchives| DownloadError::Failed(error.to_string());
    fetch.take_archives(&text).map_err(failed)
}

/// Returns an error if the response does not contain games. Login and error pages may also have a
/// success status.
fn other_than_games(download: &mut Download) -> Option<DownloadError> {
    if download.is_utf16() {
        let reason = "the answer is in UTF-16, which is not read".to_owned();
        return Some(DownloadError::Failed(reason));
    }
    let media = download.media_type.clone().unwrap_or_default();
    let is_other = media.contains("html") || media.contains("json");
    let first = download.first_byte()?;
    let is_game = matches!(first, b'[' | b'%') || first.is_ascii_digit() || !first.is_ascii();
    (is_other || !is_game).then(|| {
        let what = if media.is_empty() { "something else" } else { &media };
        DownloadError::Failed(format!(
            "the answer is not games but {what}: does this network ask for a login?"
        ))
    })
}

/// Returns the start time of a game in milliseconds since the beginning of 1970.
fn beginning(tree: &GameTree) -> Option<i64> {
    let tag = |name: &str| tree.tags().text(name);
    utc_millis(&tag("UTCDate")?, &tag("UTCTime")?)
}
