//! HTTP requests.

use std::fmt;

/// An HTTP request.
///
/// ```
/// use reynard_fetch::HttpRequest;
///
/// let request = HttpRequest::new("https://example.org/games.pgn");
/// assert_eq!((request.accept, request.etag), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// Address, including `http:` or `https:`.
    pub url: String,
    /// Requested media type of the answer.
    pub accept: Option<&'static str>,
    /// Tag of the version already fetched, as sent by the server. If nothing has changed, the
    /// answer is empty.
    pub etag: Option<String>,
    /// Token that identifies an account.
    pub token: Option<HttpToken>,
    /// A header that identifies the requesting program: its name and value.
    pub mark: Option<(&'static str, &'static str)>,
}

impl HttpRequest {
    /// Creates a request for an address, with no other settings.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), accept: None, etag: None, token: None, mark: None }
    }
}

/// A bearer token that identifies an account. It is sent only over HTTPS or to this machine, or, if
/// [`PlainTokens`](crate::PlainTokens) allows it, within a private network. It is never sent after
/// a redirect. `Debug` does not print it.
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
    /// Creates a token from visible ASCII characters, after trimming surrounding spaces. Returns
    /// `None` for other text.
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
