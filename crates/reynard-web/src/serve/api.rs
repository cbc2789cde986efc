//! The page's queries, and the answers in JSON.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::{Request, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answer::{AnswerContent, AnsweredQuestion};
use super::app::App;
use super::data::{BaseAnswer, Data, Failure};
use super::notebook::{self, NotebookStore};
use super::question::{PgnQuestion, Question, Work};
use super::question_rate::Peer;
use super::remote_database::{RemoteAnswer, RemoteQuestion, ServedRemote};
use super::socket;

/// Name of Reynard's own engine.
const OWN_ENGINE: &str = "Reynard";
/// Version of the API for programs. It is incremented whenever the meaning of a field changes.
const INTERFACE: u32 = 1;

/// The fields of `GET /api/about`.
#[derive(Serialize)]
struct About<'a> {
    name: &'static str,
    version: &'static str,
    interface: u32,
    threads: usize,
    hash: usize,
    engines: Vec<&'a str>,
    tables: u32,
    databases: Vec<BaseAnswer>,
    notebook: bool,
}

pub(super) async fn about(State(app): State<Arc<App>>) -> Response {
    let places = Arc::clone(&app.questions);
    // A database whose file was replaced is opened again.
    let work = move || {
        let names = app.programs.iter().map(|(_, name)| &**name);
        json(About {
            name: "reynard",
            version: env!("CARGO_PKG_VERSION"),
            interface: INTERFACE,
            threads: app.engine.threads,
            hash: app.engine.hash,
            engines: [OWN_ENGINE].into_iter().chain(names).collect(),
            tables: app.data.table_pieces(),
            databases: app.data.databases(),
            notebook: app.notebook.is_some(),
        })
    };
    in_turn(places, work).await
}

/// Answers `/api/engine` with a socket to Reynard's own engine, and `/api/engine?engine=1` with a
/// socket to the first external engine.
pub(super) async fn engine(
    State(app): State<Arc<App>>,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(number) = number_in_query(&uri, "engine") else {
        return error(StatusCode::BAD_REQUEST, "the query is `engine=NUMBER`");
    };
    if number > app.programs.len() {
        return error(StatusCode::NOT_FOUND, "there is no such engine");
    }
    let Ok(permit) = Arc::clone(&app.sockets).try_acquire_owned() else {
        return error(StatusCode::SERVICE_UNAVAILABLE, "too many engines are running");
    };
    let line = app.limits.line;
    let upgrade = upgrade.max_message_size(line).max_frame_size(line);
    upgrade.on_upgrade(move |socket| socket::drive(socket, app, number, permit))
}

/// Parses the number given by a parameter in the query string of a URL. Returns 0 if the URL has no
/// query string.
fn number_in_query(uri: &Uri, name: &str) -> Option<usize> {
    let Some(query) = uri.query() else { return Some(0) };
    query.strip_prefix(name)?.strip_prefix('=')?.parse().ok()
}

/// Answers `GET /api/game/{id}`, or `/api/game/{id}?db=1` for a game of the second database.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Extension(Peer(address)): Extension<Peer>,
    Path(id): Path<u64>,
    uri: Uri,
) -> Response {
    let Some(db) = number_in_query(&uri, "db") else {
        return error(StatusCode::BAD_REQUEST, "the query is `db=NUMBER`");
    };
    if let Some(refusal) = too_many(&app, address) {
        return refusal;
    }
    match app.data.remote(db).cloned() {
        Some(remote) => ask_remote(app, remote, format!("game/{id}"), None).await,
        None => ask_once(app, move |data| data.game(db, id)).await,
    }
}

/// Answers `GET /api/notebook` with the entire text of the notebook except the reviews.
pub(super) async fn notebook(State(app): State<Arc<App>>) -> Response {
    of_notebook(app, notebook::texts).await
}

pub(super) async fn notebook_reviews(State(app): State<Arc<App>>) -> Response {
    of_notebook(app, notebook::reviews).await
}

/// Answers a request to add a game or reviews to the notebook.
pub(super) async fn notebook_add(State(app): State<Arc<App>>, request: Request<Body>) -> Response {
    match body_of(&app, request).await {
        Ok(addition) => of_notebook(app, move |store| notebook::add(store, &addition)).await,
        Err(refusal) => *refusal,
    }
}

/// Answers with the result of an operation on the notebook, or with an error if there is no
/// notebook.
async fn of_notebook<Answer: Serialize + 'static>(
    app: Arc<App>,
    answer: impl FnOnce(&dyn NotebookStore) -> io::Result<Answer> + Send + 'static,
) -> Response {
    let Some(served) = app.notebook.clone() else {
        return error(StatusCode::NOT_FOUND, "there is no notebook here");
    };
    let failure = |reason: io::Error| match reason.kind() {
        io::ErrorKind::InvalidInput => Failure::Question(reason.to_string()),
        _ => Failure::File(reason.to_string()),
    };
    ask_once(app, move |_| answer(served.store()).map_err(failure)).await
}

/// Parses the query in the body of a request. If that fails, returns the error to answer with.
async fn body_of<Fields: DeserializeOwned>(
    app: &App,
    request: Request<Body>,
) -> Result<Fields, Box<Response>> {
    let Ok(body) = to_bytes(request.into_body(), app.limits.body).await else {
        let text = format!("the body has more than {} bytes, or ends too early", app.limits.body);
        return Err(Box::new(error(StatusCode::PAYLOAD_TOO_LARGE, &text)));
    };
    let refused =
        |reason: serde_json::Error| Box::new(error(StatusCode::BAD_REQUEST, &reason.to_string()));
    serde_json::from_slice(&body).map_err(refused)
}

/// Adds the route for a kind of query: `POST` to its path.
pub(super) fn question_route<Asked: AnsweredQuestion>(
    router: Router<Arc<App>>,
) -> Router<Arc<App>> {
    router.route(&format!("/api/{}", Asked::PATH), post(answer_to::<Asked>))
}

/// Answers the query in the body of a request.
async fn answer_to<Asked: AnsweredQuestion>(
    State(app): State<Arc<App>>,
    Extension(Peer(address)): Extension<Peer>,
    request: Request<Body>,
) -> Response {
    if let Some(refusal) = too_many(&app, address) {
        return refusal;
    }
    let question = match body_of::<Asked>(&app, request).await {
        Ok(question) => question,
        Err(refusal) => return *refusal,
    };
    if let Some(remote) = question.db().and_then(|db| app.data.remote(db)).cloned() {
        return match fields_of(&question) {
            Ok(fields) => ask_remote(app, remote, Asked::PATH.to_owned(), Some(fields)).await,
            Err(reason) => error(StatusCode::INTERNAL_SERVER_ERROR, &reason.to_string()),
        };
    }
    let work = question.work();
    ask(app, address, work, move |data, stop| {
        question.answer(data, stop).map(AnswerContent::into_response)
    })
    .await
}

/// Returns the fields of a query without the index of the database, because the other server
/// numbers its databases differently.
fn fields_of(question: &impl Serialize) -> serde_json::Result<String> {
    let mut fields = serde_json::to_value(question)?;
    if let Some(fields) = fields.as_object_mut() {
        fields.remove("db");
    }
    serde_json::to_string(&fields)
}

/// Returns a response that refuses the query if too many queries come from `address`, or `None` if
/// the query may be answered.
fn too_many(app: &App, address: IpAddr) -> Option<Response> {
    let wait = app.rate.take(address, Instant::now()).err()?;
    Some(busy("too many questions from one address", wait))
}

/// Returns a refusal that states the waiting time in whole seconds.
fn busy(reason: &str, wait: Duration) -> Response {
    let mut response = error(StatusCode::TOO_MANY_REQUESTS, reason);
    let seconds = wait.as_millis().div_ceil(1000).max(1);
    if let Ok(value) = seconds.to_string().parse() {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    response
}

/// Stops the work on an answer when its request ends, because it was answered, it timed out, or the
/// client disconnected.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers a query on a thread for blocking work. Only a few queries are answered at once, and slow
/// queries do not use the slots of fast ones: a light query that is not answered soon is stopped
/// and restarted in a slot for long queries. Long queries do not wait for heavy ones.
async fn ask(
    app: Arc<App>,
    address: IpAddr,
    work: Work,
    answer: impl Fn(&Data, &AtomicBool) -> Result<Response, Failure> + Send + Sync + 'static,
) -> Response {
    let answer = Arc::new(answer);
    if work == Work::Light {
        let limit = app.limits.light_time;
        let answered = answer_within(&app, &app.questions, &answer, Some(limit)).await;
        if !matches!(answered, Err(Failure::Stopped)) {
            return response_of(answered);
        }
    }
    if work != Work::Heavy {
        return response_of(answer_within(&app, &app.long_questions, &answer, None).await);
    }
    let most = app.limits.heavy_per_address;
    let Some(_place) = app.heavy_addresses.enter(address, most) else {
        let reason = "too many questions from one address that take long";
        return busy(reason, Duration::from_secs(1));
    };
    response_of(answer_within(&app, &app.heavy_questions, &answer, None).await)
}

/// Waits for a slot and computes an answer. The work is stopped when a time limit expires.
async fn answer_within(
    app: &Arc<App>,
    places: &Arc<Semaphore>,
    answer: &Arc<impl Fn(&Data, &AtomicBool) -> Result<Response, Failure> + Send + Sync + 'static>,
    limit: Option<Duration>,
) -> Result<Response, Failure> {
    let Ok(permit) = Arc::clone(places).acquire_owned().await else {
        return Ok(error(StatusCode::SERVICE_UNAVAILABLE, "the server ends"));
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _at_end = StopAtEnd(Arc::clone(&stop));
    let (app, answer, is_stopped) = (Arc::clone(app), Arc::clone(answer), Arc::clone(&stop));
    let mut work = tokio::task::spawn_blocking(move || {
        let response = answer(&app.data, &is_stopped);
        drop(permit);
        response
    });
    if let Some(limit) = limit {
        match timeout(limit, &mut work).await {
            Ok(answered) => return answered.unwrap_or_else(|_| Ok(failed())),
            Err(_) => stop.store(true, Ordering::Relaxed),
        }
    }
    work.await.unwrap_or_else(|_| Ok(failed()))
}

/// Answers a query that is never restarted in another slot.
async fn ask_once<Answer: Serialize + 'static>(
    app: Arc<App>,
    answer: impl FnOnce(&Data) -> Result<Answer, Failure> + Send + 'static,
) -> Response {
    let places = Arc::clone(&app.questions);
    in_turn(places, move || response_of(answer(&app.data).map(json))).await
}

/// Runs work that blocks when a place is free. The place is taken until the work ends, even if the
/// client goes away before.
async fn in_turn(
    places: Arc<Semaphore>,
    work: impl FnOnce() -> Response + Send + 'static,
) -> Response {
    let Ok(permit) = places.acquire_owned().await else {
        return error(StatusCode::SERVICE_UNAVAILABLE, "the server ends");
    };
    let work = move || {
        let response = work();
        drop(permit);
        response
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| failed())
}

/// Sends a query to another server, and forwards its answer.
async fn ask_remote(
    app: Arc<App>,
    remote: ServedRemote,
    path: String,
    fields: Option<String>,
) -> Response {
    let places = Arc::clone(&app.remote_questions);
    let work = move || {
        let question = RemoteQuestion { path: &path, fields: fields.as_deref() };
        match remote.database().ask(&question) {
            // The client has a token for this server alone.
            Ok(RemoteAnswer { status: 401, .. }) => {
                let name = remote.database().name();
                let reason = format!("the server of {name} does not accept the token any more");
                error(StatusCode::BAD_GATEWAY, &reason)
            }
            Ok(answer) => passed_on(&path, answer),
            Err(reason) => error(StatusCode::BAD_GATEWAY, &reason.to_string()),
        }
    };
    in_turn(places, work).await
}

/// Returns the response that forwards another server's answer.
fn passed_on(path: &str, answer: RemoteAnswer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::BAD_GATEWAY);
    match String::from_utf8(answer.body) {
        Ok(text) if path != PgnQuestion::PATH || !status.is_success() => json_text(status, text),
        Ok(text) => pgn_text(text.into_bytes()),
        Err(bytes) => pgn_text(bytes.into_bytes()),
    }
}

fn failed() -> Response {
    error(StatusCode::INTERNAL_SERVER_ERROR, "the question could not be answered")
}

/// Returns the response, or the error converted to one.
fn response_of(answered: Result<Response, Failure>) -> Response {
    match answered {
        Ok(response) => response,
        Err(Failure::Question(reason)) => error(StatusCode::BAD_REQUEST, &reason),
        Err(Failure::Filter(reason)) => {
            let (text, column) = (reason.to_string(), reason.column);
            let body = serde_json::json!({ "error": text, "field": "filter", "column": column });
            json_text(StatusCode::BAD_REQUEST, body.to_string())
        }
        Err(Failure::NotFound(reason)) => error(StatusCode::NOT_FOUND, &reason),
        Err(Failure::TooLarge(reason)) => error(StatusCode::PAYLOAD_TOO_LARGE, &reason),
        Err(Failure::Stopped) => error(StatusCode::REQUEST_TIMEOUT, "the question was stopped"),
        Err(Failure::File(reason)) => error(StatusCode::INTERNAL_SERVER_ERROR, &reason),
    }
}

impl AnswerContent {
    fn into_response(self) -> Response {
        match self {
            Self::Json(text) => json_text(StatusCode::OK, text),
            Self::Pgn(text) => pgn_text(text),
        }
    }
}

fn pgn_text(text: Vec<u8>) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/x-chess-pgn"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::OK, headers, text).into_response()
}

fn json<Answer: Serialize>(answer: Answer) -> Response {
    match serde_json::to_string(&answer) {
        Ok(text) => json_text(StatusCode::OK, text),
        Err(reason) => error(StatusCode::INTERNAL_SERVER_ERROR, &reason.to_string()),
    }
}

/// Returns an error response in JSON.
pub(super) fn error(status: StatusCode, reason: &str) -> Response {
    json_text(status, serde_json::json!({ "error": reason }).to_string())
}

fn json_text(status: StatusCode, text: String) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}
