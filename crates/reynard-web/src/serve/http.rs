//! The routes of the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::time::timeout;

use super::app::App;
use super::guard::{Guard, Refusal};
use super::question::{
    ExploreQuestion, GamesQuestion, PgnQuestion, SearchesQuestion, TableQuestion, TrendQuestion,
};
use super::{api, headers};

/// Returns the service for all routes.
pub(super) fn router(app: Arc<App>) -> Router {
    let questions = api::question_route::<ExploreQuestion>(Router::new());
    let questions = api::question_route::<TrendQuestion>(questions);
    let questions = api::question_route::<GamesQuestion>(questions);
    let questions = api::question_route::<PgnQuestion>(questions);
    let questions = api::question_route::<SearchesQuestion>(questions);
    api::question_route::<TableQuestion>(questions)
        .route("/api/about", get(api::about))
        .route("/api/engine", get(api::engine))
        .route("/api/game/{id}", get(api::game))
        .route("/api/notebook", get(api::notebook))
        .route("/api/notebook/reviews", get(api::notebook_reviews))
        .route("/api/notebook/add", post(api::notebook_add))
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&app), checked))
        .with_state(app)
}

/// Refuses requests that do not come from the page, cancels those that take too long, and adds the
/// headers that every answer contains.
async fn checked(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let refused = app.guard.check(request.method(), request.uri(), request.headers());
    let mut response = match refused.and_then(|()| app.guard.check_token(request.headers())) {
        Ok(()) => match timeout(app.limits.request, next.run(request)).await {
            Ok(response) => in_json(response),
            Err(_) => api::error(StatusCode::REQUEST_TIMEOUT, "the request takes too long"),
        },
        Err(Refusal::Token) if app.guard.is_token_in(request.uri()) => welcome(&app.guard),
        Err(refusal) => refuse(refusal),
    };
    headers::add(response.headers_mut());
    response
}

/// Converts an error response of the HTTP library to JSON, like all other errors.
fn in_json(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    if is_error && kind != Some(b"application/json") {
        api::error(status, status.canonical_reason().unwrap_or("the request cannot be answered"))
    } else {
        response
    }
}

fn refuse(refusal: Refusal) -> Response {
    let (status, reason) = match refusal {
        Refusal::Host => (StatusCode::MISDIRECTED_REQUEST, "this server has another name"),
        Refusal::Origin => (StatusCode::FORBIDDEN, "only the page itself may ask"),
        Refusal::Token => (
            StatusCode::UNAUTHORIZED,
            "open the address that `reynard serve` has printed, with its token",
        ),
    };
    api::error(status, reason)
}

/// Stores the URL's token in a cookie, and redirects to the URL without the token.
fn welcome(guard: &Guard) -> Response {
    let token = guard.token().unwrap_or_default();
    let name = guard.cookie();
    let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict");
    let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Answers with a file of the page. Paths are looked up in a table. They are not decoded, and are
/// never used to access folders.
async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return api::error(StatusCode::METHOD_NOT_ALLOWED, "files are only read");
    }
    let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
    let Some(served) = app.files.get(path) else {
        let reason =
            if app.files.is_empty() { "this build has no page" } else { "there is no such file" };
        return api::error(StatusCode::NOT_FOUND, reason);
    };
    let fields = [
        (header::CONTENT_TYPE, served.file.media_type()),
        (header::ETAG, &*served.hash),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == served.hash.as_bytes());
    if known {
        return (StatusCode::NOT_MODIFIED, fields).into_response();
    }
    match served.packed().filter(|_| accepts_gzip(&headers)) {
        Some(packed) => {
            (fields, [(header::CONTENT_ENCODING, "gzip")], packed.to_vec()).into_response()
        }
        None => (fields, served.file.bytes()).into_response(),
    }
}

/// Returns `true` if the client accepts gzip.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip")
            && quality.trim().trim_end_matches(['.', '0']) != "q="
    })
}
