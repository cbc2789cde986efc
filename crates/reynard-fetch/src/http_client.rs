//! The client.

use std::net::IpAddr;
use std::time::Duration;

use ureq::config::RedirectAuthHeaders;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, RequestBuilder};

use crate::{HttpAnswer, HttpError, HttpRequest};

/// Client of HTTP and HTTPS. It makes one request at a time and follows up to five redirects of a
/// GET, from HTTPS to HTTPS only.
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
    plain_tokens: PlainTokens,
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
    /// Redirects that are followed.
    pub redirects: HttpRedirects,
    /// Places to which a token goes without encryption.
    pub plain_tokens: PlainTokens,
}

/// Redirects that a client follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpRedirects {
    /// Up to five, without the token.
    Followed,
    /// None: the redirect is the answer.
    Returned,
}

/// Places to which a token goes over plain HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainTokens {
    /// This machine.
    ThisMachine,
    /// This machine, and addresses of private networks that are given as numbers.
    PrivateNetworks,
}

/// Proxy of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpProxy {
    /// None.
    Direct,
    /// The proxy that the variables `ALL_PROXY`, `HTTPS_PROXY` and `HTTP_PROXY` name, except for
    /// the hosts of `NO_PROXY`.
    Environment,
}

impl HttpClientOptions {
    /// Creates the settings for a program: no proxy, the roots of Mozilla, 30 seconds for a
    /// connection, a minute without a byte, redirects followed, tokens encrypted.
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
            redirects: HttpRedirects::Followed,
            plain_tokens: PlainTokens::ThisMachine,
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
        let redirects = match options.redirects {
            HttpRedirects::Followed => REDIRECTS,
            HttpRedirects::Returned => 0,
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(redirects)
            .max_redirects_will_error(options.redirects == HttpRedirects::Followed)
            .redirect_auth_headers(RedirectAuthHeaders::Never)
            .user_agent(options.program.as_str())
            .proxy(proxy)
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .timeout_resolve(Some(options.connect_timeout))
            .timeout_connect(Some(options.connect_timeout))
            .timeout_recv_response(Some(options.read_timeout))
            .timeout_per_read(Some(options.read_timeout))
            .build();
        Ok(Self { agent: config.into(), plain_tokens: options.plain_tokens })
    }

    /// Makes a request, and returns the answer as soon as its head is there. The status may be
    /// that of an error.
    ///
    /// # Errors
    ///
    /// There is no answer.
    pub fn get(&self, request: &HttpRequest) -> Result<HttpAnswer, HttpError> {
        let is_secure = self.check(request)?;
        let call = with_headers(self.agent.get(&request.url), request);
        Ok(HttpAnswer::new(call.config().https_only(is_secure).build().call()?))
    }

    /// Sends a question in JSON, and returns the answer as soon as its head is there.
    ///
    /// # Errors
    ///
    /// There is no answer.
    ///
    /// ```
    /// use reynard_fetch::{HttpClient, HttpClientOptions, HttpError, HttpRequest};
    ///
    /// let client = HttpClient::new(&HttpClientOptions::new("example/1.0"))?;
    /// let answer = client.post_json(&HttpRequest::new("example.org"), "{}");
    /// assert!(matches!(answer, Err(HttpError::Address(_))));
    /// # Ok::<(), HttpError>(())
    /// ```
    pub fn post_json(&self, request: &HttpRequest, json: &str) -> Result<HttpAnswer, HttpError> {
        let is_secure = self.check(request)?;
        let call = with_headers(self.agent.post(&request.url), request);
        let call = call.header(CONTENT_TYPE, "application/json");
        Ok(HttpAnswer::new(call.config().https_only(is_secure).build().send(json)?))
    }

    /// Checks the scheme of a request and whether its token may be sent. Returns `true` for HTTPS.
    fn check(&self, request: &HttpRequest) -> Result<bool, HttpError> {
        let is_secure = has_scheme(&request.url, "https");
        if !is_secure && !has_scheme(&request.url, "http") {
            return Err(HttpError::Address(request.url.clone()));
        }
        if request.token.is_some() && !is_secure && !self.is_near(&request.url) {
            return Err(HttpError::InsecureToken);
        }
        Ok(is_secure)
    }

    /// Returns `true` for an address to which a token may go without encryption.
    fn is_near(&self, url: &str) -> bool {
        let private = self.plain_tokens == PlainTokens::PrivateNetworks;
        is_local(url) || private && host(url).is_some_and(is_private)
    }
}

/// Adds the headers of a request.
fn with_headers<Body>(
    mut call: RequestBuilder<Body>,
    request: &HttpRequest,
) -> RequestBuilder<Body> {
    if let Some(accept) = request.accept {
        call = call.header(ACCEPT, accept);
    }
    if let Some(etag) = &request.etag {
        call = call.header(IF_NONE_MATCH, etag);
    }
    if let Some(token) = &request.token {
        call = call.header(AUTHORIZATION, token.header());
    }
    if let Some((name, value)) = request.mark {
        call = call.header(name, value);
    }
    call
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
    host(url).is_some_and(|host| ["localhost", "127.0.0.1", "::1"].contains(&host))
}

/// Returns `true` for the number of an address in a network without a way to it from outside.
fn is_private(host: &str) -> bool {
    match host.parse() {
        Ok(IpAddr::V4(address)) => address.is_private() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => address.is_unique_local() || address.is_unicast_link_local(),
        // A name can be moved to another machine.
        Err(_) => false,
    }
}

/// Returns the host of an address without its port; `None` if there is a user before it.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    // Some clients take a backslash for a slash.
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    if authority.contains('@') {
        return None;
    }
    match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => authority.split(':').next(),
    }
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
    fn a_token_goes_plainly_to_numbers_of_private_networks_alone() {
        let sent = |plain_tokens, url: &str| {
            let options = HttpClientOptions { plain_tokens, ..HttpClientOptions::new("test") };
            let request =
                HttpRequest { token: crate::HttpToken::new("secret"), ..HttpRequest::new(url) };
            HttpClient::new(&options).expect("a client").check(&request) == Ok(false)
        };
        for url in ["http://192.168.0.5:8765/", "http://10.1.2.3", "http://[fd00::5]:1/"] {
            assert!(sent(PlainTokens::PrivateNetworks, url), "{url}");
            assert!(!sent(PlainTokens::ThisMachine, url), "{url}");
        }
        for url in [
            "http://8.8.8.8/",
            "http://192.168.0.5@8.8.8.8/",
            "http://192.168.0.5.example.org/",
            "http://chess.lan/",
            "http://[2001:db8::1]/",
            "http://evil.example\\@192.168.0.5/",
        ] {
            assert!(!sent(PlainTokens::PrivateNetworks, url), "{url}");
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
