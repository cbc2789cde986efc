//! HTTP request errors.

use std::fmt;

/// The error returned if a request received no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HttpError {
    /// The address is not an HTTP address.
    Address(String),
    /// The host name cannot be resolved, often because there is no network connection.
    Host,
    /// The connection failed or was interrupted.
    Connection(String),
    /// The server's certificate is not trusted.
    Certificate(String),
    /// The proxy refused the request.
    Proxy(String),
    /// No data arrived in time.
    Timeout,
    /// There were too many redirects, or a redirect led from HTTPS to HTTP.
    Redirect,
    /// The answer is not valid HTTP.
    Protocol(String),
    /// The token would be sent without encryption to a destination for which that is not allowed.
    InsecureToken,
}

impl From<ureq::Error> for HttpError {
    fn from(error: ureq::Error) -> Self {
        let text = error.to_string();
        match error {
            ureq::Error::BadUri(_) | ureq::Error::Http(_) => Self::Address(text),
            ureq::Error::HostNotFound => Self::Host,
            ureq::Error::Timeout(_) => Self::Timeout,
            ureq::Error::TooManyRedirects
            | ureq::Error::RedirectFailed
            | ureq::Error::RequireHttpsOnly(_) => Self::Redirect,
            ureq::Error::InvalidProxyUrl | ureq::Error::ConnectProxyFailed(_) => Self::Proxy(text),
            ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) => {
                Self::Certificate(text)
            }
            ureq::Error::Io(error) if error.to_string().contains("certificate") => {
                Self::Certificate(error.to_string())
            }
            ureq::Error::Io(error) => Self::Connection(error.to_string()),
            ureq::Error::ConnectionFailed => Self::Connection(text),
            _ => Self::Protocol(text),
        }
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(text) => write!(f, "not an address of HTTP: {text}"),
            Self::Host => f.write_str("the host is not known: is there a connection?"),
            Self::Connection(text) => write!(f, "no connection: {text}"),
            Self::Certificate(text) => write!(f, "the certificate is not trusted: {text}"),
            Self::Proxy(text) => write!(f, "the proxy refuses: {text}"),
            Self::Timeout => f.write_str("no answer in time"),
            Self::Redirect => f.write_str("redirects lead nowhere, or to a place without HTTPS"),
            Self::Protocol(text) => write!(f, "not an answer of HTTP: {text}"),
            Self::InsecureToken => f.write_str("a token is sent over HTTPS only"),
        }
    }
}

impl std::error::Error for HttpError {}
