//! Server errors, explained to the user.

use std::io::Read as _;

use reynard_fetch::{HttpAnswer, HttpError};
use serde::Deserialize;

/// A server's error response to a query.
#[derive(Deserialize)]
struct ErrorAnswer {
    error: String,
}

/// Maximum number of bytes read from an error response.
const LONGEST: u64 = 64 << 10;

/// Returns the reason why there is no answer, and a remedy. `root` is the base address of the
/// server.
pub(super) fn of_connection(error: &HttpError, root: &str) -> String {
    match error {
        HttpError::Connection(_) if root.starts_with("https:") => format!(
            "{error}; `reynard serve` has no HTTPS of its own: with http:// it is asked directly"
        ),
        HttpError::Connection(_) | HttpError::Host => {
            format!("{error}; is `reynard serve --db` running there?")
        }
        HttpError::InsecureToken => {
            "the token would go over the network as it is: use HTTPS, the number of an address in \
             your own network, or a tunnel to this machine"
                .to_owned()
        }
        error => error.to_string(),
    }
}

/// Returns the reason stated in an error response, and a remedy. `has_token` is `true` if a token
/// was sent.
pub(super) fn of_answer(answer: HttpAnswer, has_token: bool) -> String {
    let status = answer.status();
    let location = answer.header("location").map(without_query);
    let mut text = String::new();
    // If an answer is cut off, the status is enough.
    let _ = answer.into_body(LONGEST).read_to_string(&mut text);
    let said = serde_json::from_str(&text).ok().map(|ErrorAnswer { error }| error);
    match (status, said) {
        (300..=399, _) => match location {
            Some(location) => format!("the server redirects to {location}: give that address"),
            None => format!("the server redirects to another place (HTTP {status})"),
        },
        (_, None) => format!("no server of Reynard answers there (HTTP {status})"),
        (401, _) if has_token => "the token is not accepted".to_owned(),
        (401, _) => {
            "the server asks for its token: give the whole address that `reynard serve` has \
             printed, a --token-file, or the variable REYNARD_TOKEN"
                .to_owned()
        }
        (408, _) => {
            "the question takes longer than the server allows: narrow it, or start the server with \
             more --question-time"
                .to_owned()
        }
        (421, _) => {
            "the server has another name: call it by the number of its address or with its token; \
             a tunnel needs the same port at both ends"
                .to_owned()
        }
        (_, Some(said)) => said,
    }
}

/// Returns an address without its query string and fragment, which may be secret.
fn without_query(address: &str) -> String {
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
}
