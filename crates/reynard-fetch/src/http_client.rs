//! The client.

use std::time::Duration;

use ureq::Agent;
use ureq::config::RedirectAuthHeaders;
use ureq::http::header::{ACCEPT, AUTHORIZATION, IF_NONE_MATCH};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use crate::{HttpAnswer, HttpError, HttpRequest};

/// Client of HTTP and HTTPS. It makes one request at a time and follows up to five redirects, from
/// HTTPS to HTTPS only.
///
/// ```
/// use reynard_fetch::{HttpClient, HttpClientOptions, HttpError, HttpRequest};
///
/// let client = HttpClient::new(&HttpClientOptions::new("example/1.0"))?;
/// let answer = client.get(&HttpRequest::new("ftp://example.org/"));
/// assert!(matches!(answer, Err(HttpError::Address(_))));
/// # Ok::<(), HttpError>(())
/// ```
#[derive(Debug)]
pub struct HttpClient {
    agent: Agent,
}

/// Settings of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpClientOptions {
    /// Name and version of the program, which each request carries.
    pub program: String,
    /// Proxy.
    pub proxy: HttpProxy,
    /// Certificates that are trusted, in PEM; the roots of Mozilla if it is `None`.
    pub roots: Option<Vec<u8>>,
    /// Longest time for a connection.
    pub connect_timeout: Duration,
    /// Longest time without a byte, before the answer and within it.
    pub read_timeout: Duration,
}

/// Proxy of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpProxy {
    /// None.
    Direct,
    /// The proxy that the variables `ALL_PROXY`, `HTTPS_PROXY` and `HTTP_PROXY` name, but for the
    /// hosts of `NO_PROXY`.
    Environment,
}

impl HttpClientOptions {
    /// Creates the settings for a program: no proxy, the roots of Mozilla, 30 seconds for a
    /// connection, a minute without a byte.
    ///
    /// ```
    /// use reynard_fetch::HttpClientOptions;
    ///
    /// assert_eq!(HttpClientOptions::new("example/1.0").read_timeout.as_secs(), 60);
    /// ```
    pub fn new(program: &str) -> Self {
        Self {
            program: program.to_owned(),
            proxy: HttpProxy::Direct,
            roots: None,
            connect_timeout: Duration::from_secs(30),
            read_timeout: Duration::from_secs(60),
        }
    }
}

/// Most redirects that are followed.
const REDIRECTS: u32 = 5;

impl HttpClient {
    /// Creates a client. No connection is made.
    ///
    /// # Errors
    ///
    /// The certificates are not PEM, or there is none.
    pub fn new(options: &HttpClientOptions) -> Result<Self, HttpError> {
        let roots = match &options.roots {
            None => RootCerts::WebPki,
            Some(pem) => RootCerts::new_with_certs(&certificates(pem)?),
        };
        let proxy = match options.proxy {
            HttpProxy::Direct => None,
            HttpProxy::Environment => ureq::Proxy::try_from_env(),
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(REDIRECTS)
            .redirect_auth_headers(RedirectAuthHeaders::Never)
            .user_agent(options.program.as_str())
            .proxy(proxy)
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .timeout_resolve(Some(options.connect_timeout))
            .timeout_connect(Some(options.connect_timeout))
            .timeout_recv_response(Some(options.read_timeout))
            .timeout_per_read(Some(options.read_timeout))
            .build();
        Ok(Self { agent: config.into() })
    }

    /// Makes a request, and returns the answer as soon as its head is there. The status may be
    /// that of an error.
    ///
    /// # Errors
    ///
    /// There is no answer.
    pub fn get(&self, request: &HttpRequest) -> Result<HttpAnswer, HttpError> {
        let is_secure = has_scheme(&request.url, "https");
        if !is_secure && !has_scheme(&request.url, "http") {
            return Err(HttpError::Address(request.url.clone()));
        }
        if request.token.is_some() && !is_secure && !is_local(&request.url) {
            return Err(HttpError::InsecureToken);
        }
        let mut call = self.agent.get(&request.url);
        if let Some(accept) = request.accept {
            call = call.header(ACCEPT, accept);
        }
        if let Some(etag) = &request.etag {
            call = call.header(IF_NONE_MATCH, etag);
        }
        if let Some(token) = &request.token {
            call = call.header(AUTHORIZATION, token.header());
        }
        let answer = call.config().https_only(is_secure).build().call()?;
        Ok(HttpAnswer::new(answer))
    }
}

/// Reads certificates in PEM.
fn certificates(pem: &[u8]) -> Result<Vec<Certificate<'static>>, HttpError> {
    let mut found = Vec::new();
    for item in parse_pem(pem) {
        if let PemItem::Certificate(certificate) = item? {
            found.push(certificate);
        }
    }
    if found.is_empty() {
        return Err(HttpError::Certificate("the file has none".to_owned()));
    }
    Ok(found)
}

fn has_scheme(url: &str, scheme: &str) -> bool {
    let found = url.split_once("://").map(|(found, _)| found);
    found.is_some_and(|found| found.eq_ignore_ascii_case(scheme))
}

/// Returns `true` for an address of this machine.
fn is_local(url: &str) -> bool {
    let host = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    if host.contains('@') {
        return false;
    }
    let host = host.strip_prefix('[').and_then(|it| it.split(']').next()).unwrap_or_else(|| {
        // Without the port.
        host.split(':').next().unwrap_or_default()
    });
    ["localhost", "127.0.0.1", "::1"].contains(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for url in ["http://localhost/", "http://127.0.0.1:80/x", "http://[::1]:8080/"] {
            assert!(is_local(url), "{url}");
        }
        for url in
            ["http://localhost.example.org/", "http://localhost@example.org/", "http://[::2]/"]
        {
            assert!(!is_local(url), "{url}");
        }
    }

    #[test]
    fn a_token_is_never_sent_without_encryption() {
        let client = HttpClient::new(&HttpClientOptions::new("test")).expect("a client");
        let mut request = HttpRequest::new("http://example.org/");
        request.token = crate::HttpToken::new("secret");
        assert_eq!(client.get(&request).err(), Some(HttpError::InsecureToken));
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        let mut options = HttpClientOptions::new("test");
        for pem in [&b""[..], b"hello", b"-----BEGIN CERTIFICATE-----\n"] {
            options.roots = Some(pem.to_vec());
            assert!(matches!(HttpClient::new(&options), Err(HttpError::Certificate(_))));
        }
    }
}
