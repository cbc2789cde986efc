//! A database on a server.

use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use reynard::suggest::closest;
use reynard_console::output::{self, Output};
use reynard_console::progress::style;
use reynard_fetch::{
    AnswerMeaning, HttpAnswer, HttpClient, HttpClientOptions, HttpProxy, HttpRedirects,
    HttpRequest, HttpToken, PlainTokens,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::BaseAddress;
use super::server_error::{of_answer, of_connection};

/// A database on a server.
#[derive(Debug)]
pub(crate) struct RemoteBase {
    client: HttpClient,
    address: BaseAddress,
    label: String,
    token: Option<HttpToken>,
    /// Number by which the server identifies the database.
    db: usize,
    pub(super) name: String,
    pub(super) games: u64,
    /// `true` once the user has been notified that the server asks to wait.
    has_noted_wait: AtomicBool,
}

/// The server's description of itself.
#[derive(Deserialize)]
struct About {
    name: String,
    version: String,
    /// Version of the server's API. Servers older than 0.3 answer only requests from their own
    /// page.
    interface: Option<u32>,
    databases: Vec<ServedBase>,
}

#[derive(Deserialize)]
struct ServedBase {
    name: String,
    games: u64,
}

/// Version of the API.
const INTERFACE: u32 = 1;
/// Environment variable that contains the token.
const TOKEN: &str = "REYNARD_TOKEN";
/// Header that allows a server to distinguish programs from pages.
const MARK: (&str, &str) = ("reynard-client", concat!("reynard/", env!("CARGO_PKG_VERSION")));
/// Maximum size of an answer in bytes.
const LIMIT: u64 = 256 << 20;
/// Maximum number of consecutive requests that a server may answer with a request to wait.
const WAITS: u32 = 10;
/// Longest pause that is accepted when a server asks to wait.
const LONGEST: Duration = Duration::from_secs(30);
/// Time after which the user is shown that the program is waiting for an answer.
const SHOWN: Duration = Duration::from_secs(1);

impl RemoteBase {
    /// Asks a server for its databases, and finds the one named in the address.
    pub(crate) fn open(
        address: &BaseAddress,
        token_file: Option<&Path>,
        out: &mut Output,
    ) -> anyhow::Result<Self> {
        let token = token(address, token_file)?;
        let mut base = Self {
            client: client(address)?,
            label: address.to_string(),
            address: address.clone(),
            token,
            db: 0,
            name: String::new(),
            games: 0,
            has_noted_wait: AtomicBool::new(false),
        };
        let text = base.text("about", None, out)?;
        let about: Option<About> = serde_json::from_slice(&text).ok();
        let about = about.filter(|about| about.name == "reynard");
        let about = about.with_context(|| format!("{base}: no server of Reynard answers there"))?;
        match about.interface {
            Some(INTERFACE) => {}
            Some(_) => bail!(
                "{base}: Reynard {} asks in another way: a newer version is needed here",
                about.version
            ),
            None => bail!(
                "{base}: Reynard {} answers its own page alone: a newer version is needed there",
                about.version
            ),
        }
        base.db = base.choose(&about.databases)?;
        let ServedBase { name, games } = &about.databases[base.db];
        (base.name, base.games) = (name.clone(), *games);
        Ok(base)
    }

    /// Returns the number of the database named in the address.
    fn choose(&self, bases: &[ServedBase]) -> anyhow::Result<usize> {
        let names = || bases.iter().map(|base| base.name.clone());
        match (&self.address.base, bases) {
            (_, []) => bail!("{self}: the server has no database; `serve --db` gives it one"),
            (None, [_]) => Ok(0),
            (None, [first, ..]) => {
                let names = names().collect::<Vec<_>>().join(", ");
                let name = encoded(&first.name);
                bail!(
                    "{self}: which database? There are {names}: as in {}{name}",
                    self.address.root
                )
            }
            (Some(name), bases) => {
                let found = bases.iter().position(|base| base.name == *name);
                found.ok_or_else(|| {
                    let near = closest(name, names());
                    let hint = match near.first() {
                        Some(near) => format!("did you mean {near}?"),
                        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
                    };
                    anyhow!("{}: the server has no database `{name}`; {hint}", self.address.root)
                })
            }
        }
    }

    /// Returns the address in the form used in messages.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Sends a query whose answer is JSON.
    pub(crate) fn ask<Answer: DeserializeOwned>(
        &self,
        path: &str,
        fields: &Value,
        out: &mut Output,
    ) -> anyhow::Result<Answer> {
        let text = self.text(path, Some(&self.with_db(fields)), out)?;
        serde_json::from_slice(&text).with_context(|| format!("{self}: not an answer of Reynard"))
    }

    /// Requests games in PGN.
    pub(crate) fn pgn(&self, games: &[u64], out: &mut Output) -> anyhow::Result<Vec<u8>> {
        let fields = serde_json::json!({ "games": games });
        self.text("pgn", Some(&self.with_db(&fields)), out)
    }

    /// Returns the fields of a query, with the number of the database added.
    pub(super) fn with_db(&self, fields: &Value) -> String {
        let mut fields = fields.clone();
        fields["db"] = self.db.into();
        fields.to_string()
    }

    /// Returns the query string for a path whose query has no other fields.
    #[cfg(feature = "web")]
    pub(super) fn query(&self) -> String {
        format!("?db={}", self.db)
    }

    /// Sends a request, and returns the text of the answer. If the server asks to wait, pauses and
    /// sends the request again.
    fn text(&self, path: &str, fields: Option<&str>, out: &mut Output) -> anyhow::Result<Vec<u8>> {
        let mut waits = 0;
        loop {
            let answer = self.waited_for(path, fields, out)?;
            let answer = answer.map_err(|reason| anyhow!("{self}: {reason}"))?;
            match answer.meaning() {
                AnswerMeaning::Content => {
                    let mut text = Vec::new();
                    answer
                        .into_body(LIMIT)
                        .read_to_end(&mut text)
                        .with_context(|| format!("{self}: the answer was cut"))?;
                    return Ok(text);
                }
                AnswerMeaning::Wait(pause) if pause <= LONGEST && waits < WAITS => {
                    waits += 1;
                    if !self.has_noted_wait.swap(true, Ordering::Relaxed) {
                        out.note(format_args!("{self}: the server asks to wait"))?;
                    }
                    drop(answer);
                    thread::sleep(pause);
                }
                AnswerMeaning::Wait(_) => bail!("{self}: the server asks to wait, still"),
                _ => bail!("{self}: {}", of_answer(answer, self.token.is_some())),
            }
        }
    }

    /// Sends a request on a separate thread. If the answer takes long, shows the user that the
    /// program is waiting.
    fn waited_for(
        &self,
        path: &str,
        fields: Option<&str>,
        out: &mut Output,
    ) -> anyhow::Result<Result<HttpAnswer, String>> {
        out.flush()?;
        let (sender, receiver) = sync_channel(1);
        let answer = thread::scope(|scope| {
            scope.spawn(move || {
                // The receiver waits.
                let _ = sender.send(self.request(path, fields));
            });
            match receiver.recv_timeout(SHOWN) {
                Err(RecvTimeoutError::Timeout) => {}
                answer => return answer.ok(),
            }
            let bar = self.bar();
            let answer = receiver.recv().ok();
            bar.finish_and_clear();
            answer
        });
        answer.context("the request has ended without an answer")
    }

    /// Sends a request. If it fails, returns the reason as the error.
    pub(super) fn request(&self, path: &str, fields: Option<&str>) -> Result<HttpAnswer, String> {
        let request = HttpRequest {
            token: self.token.clone(),
            mark: Some(MARK),
            ..HttpRequest::new(format!("{}api/{path}", self.address.root))
        };
        let answer = match fields {
            Some(fields) => self.client.post_json(&request, fields),
            None => self.client.get(&request),
        };
        answer.map_err(|error| of_connection(&error, &self.address.root))
    }

    /// Returns a spinner. If the terminal cannot show it, it is hidden.
    fn bar(&self) -> ProgressBar {
        if output::is_dumb_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(style("{prefix}: waiting for the answer, {elapsed}"));
        bar.set_prefix(self.label.clone());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}

impl std::fmt::Display for RemoteBase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.label)
    }
}

/// Returns the token from the address, a file, or the environment.
fn token(address: &BaseAddress, file: Option<&Path>) -> anyhow::Result<Option<HttpToken>> {
    let (text, place) = match (&address.token, file) {
        (Some(token), _) => (token.clone(), "the token in the address".to_owned()),
        (None, Some(path)) => {
            let place = format!("--token-file {}", path.display());
            (fs::read_to_string(path).context(place.clone())?, place)
        }
        (None, None) => match env::var(TOKEN) {
            Ok(text) if !text.trim().is_empty() => (text, TOKEN.to_owned()),
            _ => return Ok(None),
        },
    };
    HttpToken::new(&text).map(Some).with_context(|| format!("{place}: not a token"))
}

fn client(address: &BaseAddress) -> anyhow::Result<HttpClient> {
    // Plain HTTP is used for this machine or the user's own network, where no proxy is needed.
    let is_plain = address.root.starts_with("http:");
    let proxy = if is_plain { HttpProxy::Direct } else { HttpProxy::Environment };
    let roots = env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty());
    let roots = roots
        .map(|path| fs::read(&path).with_context(|| format!("SSL_CERT_FILE: {}", path.display())));
    let options = HttpClientOptions {
        proxy,
        roots: roots.transpose()?,
        connect_timeout: Duration::from_secs(10),
        redirects: HttpRedirects::Returned,
        plain_tokens: PlainTokens::PrivateNetworks,
        ..HttpClientOptions::new(concat!("Reynard/", env!("CARGO_PKG_VERSION"), " (db)"))
    };
    HttpClient::new(&options).context("SSL_CERT_FILE")
}

/// Returns a name in percent-encoding, for use as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
