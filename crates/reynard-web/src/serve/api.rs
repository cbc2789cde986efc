//! The questions of the page, and their answers in JSON.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, to_bytes};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::{Request, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::app::App;
use super::data::{BaseAnswer, Data, Failure, Weighed, Work};
use super::notebook::{self, NotebookStore};
use super::socket;

/// Name of the engine of this crate.
const OWN_ENGINE: &str = "Reynard";

/// The fields of `GET /api/about`.
#[derive(Serialize)]
struct About<'a> {
    name: &'static str,
    version: &'static str,
    threads: usize,
    hash: usize,
    engines: Vec<&'a str>,
    tables: u32,
    databases: Vec<BaseAnswer>,
    notebook: bool,
}

pub(super) async fn about(State(app): State<Arc<App>>) -> Response {
    let names = app.programs.iter().map(|(_, name)| &**name);
    json(&About {
        name: "reynard",
        version: env!("CARGO_PKG_VERSION"),
        threads: app.engine.threads,
        hash: app.engine.hash,
        engines: [OWN_ENGINE].into_iter().chain(names).collect(),
        tables: app.data.table_pieces(),
        databases: app.data.databases(),
        notebook: app.notebook.is_some(),
    })
}

/// Answers `/api/engine`, or `?engine=1` for the first of the other engines.
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

/// Reads the number of a name in the query of an address; 0 without a query.
fn number_in_query(uri: &Uri, name: &str) -> Option<usize> {
    let Some(query) = uri.query() else { return Some(0) };
    query.strip_prefix(name)?.strip_prefix('=')?.parse().ok()
}

pub(super) async fn explore(state: State<Arc<App>>, request: Request<Body>) -> Response {
    post(state, request, Data::explore).await
}

pub(super) async fn games(state: State<Arc<App>>, request: Request<Body>) -> Response {
    post(state, request, Data::games).await
}

pub(super) async fn tables(state: State<Arc<App>>, request: Request<Body>) -> Response {
    post(state, request, Data::probe).await
}

/// Answers `GET /api/game/{id}`, or `?db=1` for a game of the second database.
pub(super) async fn game(State(app): State<Arc<App>>, Path(id): Path<u64>, uri: Uri) -> Response {
    match number_in_query(&uri, "db") {
        Some(db) => ask(app, Work::Light, move |data, _| data.game(db, id)).await,
        None => error(StatusCode::BAD_REQUEST, "the query is `db=NUMBER`"),
    }
}

/// Answers `GET /api/notebook` with all texts but the reviews.
pub(super) async fn notebook(State(app): State<Arc<App>>) -> Response {
    of_notebook(app, notebook::texts).await
}

pub(super) async fn notebook_reviews(State(app): State<Arc<App>>) -> Response {
    of_notebook(app, notebook::reviews).await
}

/// Adds a game or reviews to the notebook.
pub(super) async fn notebook_add(State(app): State<Arc<App>>, request: Request<Body>) -> Response {
    match body_of(&app, request).await {
        Ok(addition) => of_notebook(app, move |store| notebook::add(store, &addition)).await,
        Err(refusal) => *refusal,
    }
}

/// Answers from the notebook, if there is one.
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
    ask(app, Work::Light, move |_, _| answer(served.store()).map_err(failure)).await
}

/// Reads a question in the body of a request; otherwise returns the answer that refuses it.
async fn body_of<Question: DeserializeOwned>(
    app: &App,
    request: Request<Body>,
) -> Result<Question, Box<Response>> {
    let Ok(body) = to_bytes(request.into_body(), app.limits.body).await else {
        let text = format!("the body has more than {} bytes, or ends too early", app.limits.body);
        return Err(Box::new(error(StatusCode::PAYLOAD_TOO_LARGE, &text)));
    };
    let refused =
        |reason: serde_json::Error| Box::new(error(StatusCode::BAD_REQUEST, &reason.to_string()));
    serde_json::from_slice(&body).map_err(refused)
}

/// Answers a question in the body of a request.
async fn post<
    Question: DeserializeOwned + Weighed + Send + 'static,
    Answer: Serialize + 'static,
>(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    answer: fn(&Data, &Question, &AtomicBool) -> Result<Answer, Failure>,
) -> Response {
    match body_of::<Question>(&app, request).await {
        Ok(question) => {
            let work = question.work();
            ask(app, work, move |data, stop| answer(data, &question, stop)).await
        }
        Err(refusal) => *refusal,
    }
}

/// Stops the work for an answer when its request ends: answered, after its time, or because the
/// client has gone.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers a question on a thread for work that takes time. Few questions are answered at once, and
/// heavy ones take no places of others.
async fn ask<Answer: Serialize + 'static>(
    app: Arc<App>,
    weight: Work,
    answer: impl FnOnce(&Data, &AtomicBool) -> Result<Answer, Failure> + Send + 'static,
) -> Response {
    let places = match weight {
        Work::Light => &app.questions,
        Work::Heavy => &app.heavy_questions,
    };
    let Ok(permit) = Arc::clone(places).acquire_owned().await else {
        return error(StatusCode::SERVICE_UNAVAILABLE, "the server ends");
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _at_end = StopAtEnd(Arc::clone(&stop));
    let work = move || {
        let response = match answer(&app.data, &stop) {
            Ok(answer) => json(&answer),
            Err(Failure::Question(reason)) => error(StatusCode::BAD_REQUEST, &reason),
            Err(Failure::Filter(reason)) => {
                let (text, column) = (reason.to_string(), reason.column);
                let body =
                    serde_json::json!({ "error": text, "field": "filter", "column": column });
                json_text(StatusCode::BAD_REQUEST, body.to_string())
            }
            Err(Failure::NotFound(reason)) => error(StatusCode::NOT_FOUND, &reason),
            Err(Failure::File(reason)) => error(StatusCode::INTERNAL_SERVER_ERROR, &reason),
        };
        drop(permit);
        response
    };
    let failed = |_| error(StatusCode::INTERNAL_SERVER_ERROR, "the question could not be answered");
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}

fn json(answer: &impl Serialize) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => json_text(StatusCode::OK, text),
        Err(reason) => error(StatusCode::INTERNAL_SERVER_ERROR, &reason.to_string()),
    }
}

/// Returns an error as JSON.
pub(super) fn error(status: StatusCode, reason: &str) -> Response {
    json_text(status, serde_json::json!({ "error": reason }).to_string())
}

fn json_text(status: StatusCode, text: String) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}
