//! A request.

use std::fmt;

/// Request of HTTP.
///
/// ```
/// use reynard_fetch::HttpRequest;
///
/// let request = HttpRequest::new("https://example.org/games.pgn");
/// assert_eq!((request.accept, request.etag), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// Address, with `http:` or `https:`.
    pub url: String,
    /// Requested media type of the answer.
    pub accept: Option<&'static str>,
    /// Tag of the version that was already fetched, as the server gave it. The answer is empty if
    /// nothing has changed.
    pub etag: Option<String>,
    /// Secret that names an account.
    pub token: Option<HttpToken>,
    /// A header that says which program asks: its name and its value.
    pub mark: Option<(&'static str, &'static str)>,
}

impl HttpRequest {
    /// Creates the request of an address, with nothing else.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), accept: None, etag: None, token: None, mark: None }
    }
}

/// Secret that names an account (a bearer token). It is sent over HTTPS or to this machine only, by
/// [`PlainTokens`](crate::PlainTokens) in a private network too, never after a redirect. `Debug`
/// does not print it.
///
/// ```
/// use reynard_fetch::HttpToken;
///
/// let token = HttpToken::new(" lip_abc\n").expect("a token");
/// assert_eq!(format!("{token:?}"), "HttpToken(..)");
/// assert!(HttpToken::new("two\nlines").is_none());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct HttpToken(String);

impl HttpToken {
    /// Creates a token of visible ASCII characters; spaces around them are dropped. `None` of other
    /// text.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_plain.then(|| Self(text.to_owned()))
    }

    pub(crate) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for HttpToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HttpToken(..)")
    }
}
