//! An HTTP client.

use std::net::IpAddr;
use std::time::Duration;

use ureq::config::RedirectAuthHeaders;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, RequestBuilder};

use crate::{HttpAnswer, HttpError, HttpRequest};

/// An HTTP and HTTPS client. It makes one request at a time. It follows up to five redirects of a
/// GET request, but never from HTTPS to HTTP.
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

/// The settings of an [`HttpClient`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpClientOptions {
    /// Name and version of the program. They are sent with each request.
    pub program: String,
    /// Proxy.
    pub proxy: HttpProxy,
    /// Trusted certificates in PEM format; `None` for the Mozilla root certificates.
    pub roots: Option<Vec<u8>>,
    /// Maximum time for establishing a connection.
    pub connect_timeout: Duration,
    /// Maximum time without receiving a byte, both before and during the answer.
    pub read_timeout: Duration,
    /// Handling of redirects.
    pub redirects: HttpRedirects,
    /// Destinations to which a token may be sent without encryption.
    pub plain_tokens: PlainTokens,
}

/// Handling of redirects by a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpRedirects {
    /// Up to five redirects are followed, without sending the token.
    Followed,
    /// No redirects are followed: the redirect itself is returned as the answer.
    Returned,
}

/// Destinations to which a token may be sent over plain HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainTokens {
    /// Only this machine.
    ThisMachine,
    /// This machine, and numeric addresses in private networks.
    PrivateNetworks,
}

/// The proxy used by a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpProxy {
    /// No proxy.
    Direct,
    /// The proxy set by the environment variables `ALL_PROXY`, `HTTPS_PROXY` and `HTTP_PROXY`,
    /// except for the hosts in `NO_PROXY`.
    Environment,
}

impl HttpClientOptions {
    /// Creates the default settings for a program: no proxy, the Mozilla root certificates, at most
    /// 30 seconds to establish a connection, at most one minute without receiving a byte, redirects
    /// followed, and tokens sent unencrypted only to this machine.
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

/// Maximum number of redirects that are followed.
const REDIRECTS: u32 = 5;

impl HttpClient {
    /// Creates a client without opening a connection.
    ///
    /// # Errors
    ///
    /// [`HttpError`] if the certificates are not valid PEM, or if the PEM contains no certificate.
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

    /// Makes a GET request, and returns the answer as soon as its head has arrived. The status may
    /// indicate an error.
    ///
    /// # Errors
    ///
    /// [`HttpError`] if there is no answer.
    pub fn get(&self, request: &HttpRequest) -> Result<HttpAnswer, HttpError> {
        let is_secure = self.check(request)?;
        let call = with_headers(self.agent.get(&request.url), request);
        Ok(HttpAnswer::new(call.config().https_only(is_secure).build().call()?))
    }

    /// Posts JSON, and returns the answer as soon as its head has arrived.
    ///
    /// # Errors
    ///
    /// [`HttpError`] if there is no answer.
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

    /// Checks that the scheme of a request is supported and that its token may be sent. Returns
    /// `true` if the scheme is HTTPS.
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

    /// Returns `true` if a token may be sent to the address without encryption.
    fn is_near(&self, url: &str) -> bool {
        let private = self.plain_tokens == PlainTokens::PrivateNetworks;
        is_local(url) || private && host(url).is_some_and(is_private)
    }
}

/// Adds the headers for a request.
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

/// Parses PEM certificates.
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

/// Returns `true` if the address is on this machine.
fn is_local(url: &str) -> bool {
    host(url).is_some_and(|host| ["localhost", "127.0.0.1", "::1"].contains(&host))
}

/// Returns `true` if the host is a numeric address in a network that cannot be reached from
/// outside.
fn is_private(host: &str) -> bool {
    match host.parse() {
        Ok(IpAddr::V4(address)) => address.is_private() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => address.is_unique_local() || address.is_unicast_link_local(),
        // A host name can be redirected to another machine.
        Err(_) => false,
    }
}

/// Returns the host of an address without its port, or `None` if the address contains user
/// information.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    // Some clients treat a backslash as a slash.
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
