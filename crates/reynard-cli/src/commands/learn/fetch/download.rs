//! A server response that is read on a separate thread, so that Ctrl-C can interrupt the wait for
//! it.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use reynard_console::output::Output;
use reynard_engine::Control;
use reynard_fetch::{AnswerMeaning, HttpAnswer, HttpClient, HttpRequest};

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DownloadError {
    /// Ctrl-C was pressed.
    Interrupted,
    /// The request failed, for the given reason.
    Failed(String),
}

/// A response that is being read.
pub(super) struct Download {
    pub(super) media_type: Option<String>,
    pub(super) etag: Option<String>,
    /// `true` if the server reported that nothing has changed.
    pub(super) is_unmodified: bool,
    receiver: Receiver<Part>,
    control: Control,
    rest: Vec<u8>,
    /// Number of bytes already read from `rest`.
    read: usize,
    /// Number of bytes read since the last game.
    since_game: Arc<AtomicU64>,
    /// The outcome of the download, set when the end of the response is reached.
    end: Option<Result<(), DownloadError>>,
}

/// A part of a response.
enum Part {
    Head { meaning: AnswerMeaning, status: u16, media_type: Option<String>, etag: Option<String> },
    Bytes(Vec<u8>),
    End(Result<(), String>),
}

/// Maximum number of consecutive requests that a server may answer with an error.
const TRIES: u32 = 4;
/// Maximum number of consecutive requests that a server may answer with a request to wait.
const WAITS: u32 = 5;
/// Longest pause that is accepted when a server asks to wait.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// Time between two checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(50);
/// Number of bytes without the end of a game after which a response is considered endless.
const LONGEST_GAME: u64 = 16 << 20;
/// Maximum size of a response in bytes.
const LIMIT: u64 = 1 << 31;

/// Sends a request. If the server reports an error or asks to wait, pauses and sends the request
/// again.
pub(super) fn download(
    client: &Arc<HttpClient>,
    request: &HttpRequest,
    host: &str,
    control: &Control,
    out: &mut Output,
) -> anyhow::Result<Result<Download, DownloadError>> {
    let (mut tries, mut waits) = (0, 0);
    let failed = |reason: &str| Ok(Err(DownloadError::Failed(reason.to_owned())));
    loop {
        let (meaning, status, download) = match start(client, request, control) {
            Ok(started) => started,
            Err(error) => return Ok(Err(error)),
        };
        let pause = match meaning {
            AnswerMeaning::Content | AnswerMeaning::NotModified => return Ok(Ok(download)),
            AnswerMeaning::Wait(pause) if pause > LONGEST || waits == WAITS => {
                let minutes = pause.as_secs().div_ceil(60);
                return failed(&format!("{host} asks to wait, now for {minutes} min"));
            }
            AnswerMeaning::Wait(pause) => {
                waits += 1;
                out.note(format_args!(
                    "{host} asks to wait: the fetch goes on in {} s",
                    pause.as_secs()
                ))?;
                pause
            }
            AnswerMeaning::TryAgain if tries + 1 < TRIES => {
                tries += 1;
                Duration::from_secs(1 << (tries - 1))
            }
            AnswerMeaning::TryAgain => {
                return failed(&format!("{host} has an error (HTTP {status}), {TRIES} times"));
            }
            AnswerMeaning::Missing => return failed("there is no such player (HTTP 404)"),
            AnswerMeaning::Unauthorized => return failed("the token is not accepted (HTTP 401)"),
            AnswerMeaning::Refused => {
                return failed(&format!("{host} refuses the request (HTTP {status})"));
            }
        };
        drop(download);
        if !sleep(pause, control) {
            return Ok(Err(DownloadError::Interrupted));
        }
    }
}

/// Waits for the given time. Returns `false` if Ctrl-C was pressed.
fn sleep(pause: Duration, control: &Control) -> bool {
    let start = Instant::now();
    while start.elapsed() < pause {
        if control.is_stopped() {
            return false;
        }
        thread::sleep(TICK.min(pause.saturating_sub(start.elapsed())));
    }
    !control.is_stopped()
}

/// Sends a request on a separate thread, and waits for the response header.
fn start(
    client: &Arc<HttpClient>,
    request: &HttpRequest,
    control: &Control,
) -> Result<(AnswerMeaning, u16, Download), DownloadError> {
    let (sender, receiver) = sync_channel(16);
    let (client, request) = (Arc::clone(client), request.clone());
    thread::spawn(move || match client.get(&request) {
        Ok(answer) => send(answer, &sender),
        Err(error) => {
            // The reader may have been dropped.
            let _ = sender.send(Part::End(Err(error.to_string())));
        }
    });
    let download = Download {
        media_type: None,
        etag: None,
        is_unmodified: false,
        receiver,
        control: control.clone(),
        rest: Vec::new(),
        read: 0,
        since_game: Arc::default(),
        end: None,
    };
    match download.next_part() {
        Ok(Part::Head { meaning, status, media_type, etag }) => {
            let is_unmodified = meaning == AnswerMeaning::NotModified;
            Ok((meaning, status, Download { media_type, etag, is_unmodified, ..download }))
        }
        Ok(Part::End(Err(error))) => Err(DownloadError::Failed(error)),
        Ok(Part::Bytes(_) | Part::End(Ok(()))) => {
            Err(DownloadError::Failed("the answer has no head".to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// Sends the response to the reader in parts.
fn send(answer: HttpAnswer, sender: &SyncSender<Part>) {
    let head = Part::Head {
        meaning: answer.meaning(),
        status: answer.status(),
        media_type: answer.media_type(),
        etag: answer.header("etag").map(str::to_owned),
    };
    if sender.send(head).is_err() {
        return;
    }
    let mut body = answer.into_body(LIMIT);
    loop {
        let mut bytes = vec![0; 16 << 10];
        let part = match body.read(&mut bytes) {
            Ok(0) => Part::End(Ok(())),
            Ok(count) => {
                bytes.truncate(count);
                Part::Bytes(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Part::End(Err(format!("the connection broke: {error}"))),
        };
        let is_end = matches!(part, Part::End(_));
        if sender.send(part).is_err() || is_end {
            return;
        }
    }
}

impl Download {
    /// Waits for the next part of the response, or for Ctrl-C.
    fn next_part(&self) -> Result<Part, DownloadError> {
        loop {
            if self.control.is_stopped() {
                return Err(DownloadError::Interrupted);
            }
            match self.receiver.recv_timeout(TICK) {
                Ok(part) => return Ok(part),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DownloadError::Failed("the connection broke".to_owned()));
                }
            }
        }
    }

    /// Waits for bytes to read, or for the end of the response.
    fn fill(&mut self) {
        while self.read == self.rest.len() && self.end.is_none() {
            match self.next_part() {
                Ok(Part::Bytes(bytes)) => (self.rest, self.read) = (bytes, 0),
                Ok(Part::End(end)) => self.end = Some(end.map_err(DownloadError::Failed)),
                Ok(Part::Head { .. }) => {}
                Err(error) => self.end = Some(Err(error)),
            }
        }
    }

    /// Returns the first byte that is not white space, without reading it.
    pub(super) fn first_byte(&mut self) -> Option<u8> {
        self.fill();
        let rest = &self.rest[self.read..];
        let rest = rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest);
        rest.iter().copied().find(|byte| !byte.is_ascii_whitespace())
    }

    /// Returns `true` if the response begins with a UTF-16 byte order mark.
    pub(super) fn is_utf16(&mut self) -> bool {
        self.fill();
        let rest = &self.rest[self.read..];
        rest.starts_with(b"\xff\xfe") || rest.starts_with(b"\xfe\xff")
    }

    /// Returns the counter of bytes read since the last game. The game reader resets the counter to
    /// zero.
    pub(super) fn since_game(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.since_game)
    }

    /// Returns the outcome of the download: `Ok` if the response is complete. Must be called at the
    /// end of the response.
    pub(super) fn result(&mut self) -> Result<(), DownloadError> {
        self.end.clone().unwrap_or(Ok(()))
    }
}

/// Reads the response. An error is treated as the end of the input; [`Download::result`] returns
/// the error.
impl Read for &mut Download {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill();
        let rest = &self.rest[self.read..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.read += count;
        if self.since_game.fetch_add(count as u64, Ordering::Relaxed) > LONGEST_GAME {
            let mib = LONGEST_GAME >> 20;
            let reason = format!("{mib} MiB came without the end of a game");
            self.end = Some(Err(DownloadError::Failed(reason)));
            return Ok(0);
        }
        Ok(count)
    }
}
