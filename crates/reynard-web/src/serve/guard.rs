//! Checks the host, the origin and the token of a request.
//!
//! Any page that is open in the same browser can send requests to this machine. Three headers
//! distinguish such requests, and a page cannot forge them:
//!
//! * `Host` is the host name in the address bar. If a name is redirected to this machine after its
//!   page was loaded (DNS rebinding), `Host` still contains that name.
//! * `Origin` is the origin of the page that sends a POST or opens a WebSocket. Browsers do not
//!   block either of these.
//! * `Sec-Fetch-Site` gives the same information for a GET, in browsers that support it.
//!
//! A program that is not a browser sends no origin. It sends [`CLIENT`] instead. A page from
//! another origin cannot do the same: the browser would first ask the server for permission, which
//! would be refused. A program that knows the token may address the server by any name, such as the
//! name of a proxy, because no foreign page knows the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};

/// The header sent by programs that use a database of the server.
pub(super) const CLIENT: HeaderName = HeaderName::from_static("reynard-client");

/// The checks that a server applies to requests.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    bound: SocketAddr,
    token: Option<String>,
}

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The header `Host` names a different host.
    Host,
    /// The request comes from another page.
    Origin,
    /// The token is missing or incorrect.
    Token,
}

impl Guard {
    /// Creates the checks for a server that listens on `bound`. If there is a token, requests must
    /// contain it.
    pub(super) const fn new(bound: SocketAddr, token: Option<String>) -> Self {
        Self { bound, token }
    }

    /// Returns the token that requests must contain, if any.
    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns the name of the cookie that holds the token. The name contains the port, because
    /// cookies do not distinguish ports.
    pub(super) fn cookie(&self) -> String {
        format!("reynard-{}", self.bound.port())
    }

    /// Checks a request, except for its token.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        if self.token.is_some() && bearer(headers).is_some() && !is_of_page(headers) {
            return self.check_token(headers);
        }
        let host = one(headers, &header::HOST).ok_or(Refusal::Host)?;
        let named = uri.authority().map(Authority::as_str);
        if !self.is_this_server(host) || named.is_some_and(|named| !self.is_this_server(named)) {
            return Err(Refusal::Host);
        }
        let is_api = uri.path().starts_with("/api/");
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if is_api && site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Err(Refusal::Origin);
        }
        let is_read = *method == Method::GET || *method == Method::HEAD;
        if is_read && !headers.contains_key(header::UPGRADE) {
            return Ok(());
        }
        if *method == Method::POST && headers.contains_key(CLIENT) && !is_of_page(headers) {
            return Ok(());
        }
        let origin =
            one(headers, &header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
            Ok(())
        } else {
            Err(Refusal::Origin)
        }
    }

    /// Checks the token in the cookies, or in `Authorization`.
    pub(super) fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        if let Some(given) = bearer(headers) {
            return if is_equal(given, token) { Ok(()) } else { Err(Refusal::Token) };
        }
        let own = self.cookie();
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut values = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter(|(name, _)| *name == own);
        if values.any(|(_, value)| is_equal(value, token)) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// Returns `true` if the query of a URL contains the token.
    pub(super) fn is_token_in(&self, uri: &Uri) -> bool {
        let given = uri.query().and_then(|query| query.strip_prefix("token="));
        self.token.as_deref().zip(given).is_some_and(|(token, given)| is_equal(given, token))
    }

    /// Returns `true` if the value of `Host` names this server: it must be `localhost` or an
    /// address of this machine. Unlike a name, an address cannot be redirected to this machine.
    fn is_this_server(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        if host.contains('@') || authority.port_u16().unwrap_or(80) != self.bound.port() {
            return false;
        }
        let bound = self.bound.ip();
        let plain = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match plain.parse::<IpAddr>() {
            Ok(address) => {
                bound.is_unspecified()
                    || address == bound
                    || bound.is_loopback() && address.is_loopback()
            }
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Returns the token that a program sends in `Authorization`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    one(headers, &header::AUTHORIZATION)?.strip_prefix("Bearer ").map(str::trim)
}

/// Returns `true` if a request comes from a page in a browser.
fn is_of_page(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site")
}

/// Returns the value of a header, or `None` unless the header occurs exactly once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    if values.next().is_some() { None } else { value }
}

/// Compares two strings in a time that depends only on their lengths, not on their contents.
fn is_equal(left: &str, right: &str) -> bool {
    let differences =
        left.bytes().zip(right.bytes()).fold(0, |sum, (left, right)| sum | (left ^ right));
    left.len() == right.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(bound: &str) -> Guard {
        Guard::new(bound.parse().unwrap(), Some("0123".to_owned()))
    }

    fn check(
        bound: &str,
        method: &Method,
        uri: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<(), Refusal> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        guard(bound).check(method, &uri.parse().unwrap(), &map)
    }

    #[test]
    fn names_of_other_machines_are_refused() {
        let local = "127.0.0.1:8765";
        for host in ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"] {
            assert_eq!(check(local, &Method::GET, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in [
            "evil.example:8765",
            "evil.example",
            "127.0.0.1",
            "localhost:80",
            "localhost:8766",
            "192.168.0.5:8765",
            "localhost.evil.example:8765",
            "evil@localhost:8765",
            "localhost:8765@evil",
            "127.0.0.1.evil.example:8765",
            "",
        ] {
            assert_eq!(
                check(local, &Method::GET, "/", &[("host", host)]),
                Err(Refusal::Host),
                "{host}"
            );
        }
        let twice = [("host", "localhost:8765"), ("host", "evil.example")];
        assert_eq!(check(local, &Method::GET, "/", &twice), Err(Refusal::Host));
        assert_eq!(check(local, &Method::GET, "/", &[]), Err(Refusal::Host));
        let other =
            check(local, &Method::GET, "http://evil.example/", &[("host", "localhost:8765")]);
        assert_eq!(other, Err(Refusal::Host));
    }

    #[test]
    fn a_server_for_others_is_named_by_an_address() {
        for host in ["192.168.0.5:8765", "localhost:8765", "[fe80::1]:8765"] {
            assert_eq!(
                check("0.0.0.0:8765", &Method::GET, "/", &[("host", host)]),
                Ok(()),
                "{host}"
            );
        }
        let rebound = check("0.0.0.0:8765", &Method::GET, "/", &[("host", "evil.example:8765")]);
        assert_eq!(rebound, Err(Refusal::Host));
        let other = check("192.168.0.5:80", &Method::GET, "/", &[("host", "192.168.0.6")]);
        assert_eq!(other, Err(Refusal::Host));
        assert_eq!(check("192.168.0.5:80", &Method::GET, "/", &[("host", "192.168.0.5")]), Ok(()));
    }

    #[test]
    fn only_the_page_itself_posts_and_opens_sockets() {
        let host = ("host", "localhost:8765");
        let own = ("origin", "http://localhost:8765");
        let check = |method: &Method, headers: &[(&'static str, &str)]| {
            check("127.0.0.1:8765", method, "/api/tb", headers)
        };
        assert_eq!(check(&Method::POST, &[host, own]), Ok(()));
        assert_eq!(check(&Method::GET, &[host, own, ("upgrade", "websocket")]), Ok(()));
        for origin in [
            "http://evil.example",
            "null",
            "https://localhost:8765",
            "http://localhost:8766",
            "http://127.0.0.1:8765",
        ] {
            let other = ("origin", origin);
            assert_eq!(check(&Method::POST, &[host, other]), Err(Refusal::Origin), "{origin}");
            let socket = [host, other, ("upgrade", "websocket")];
            assert_eq!(check(&Method::GET, &socket), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(check(&Method::POST, &[host]), Err(Refusal::Origin));
        assert_eq!(check(&Method::POST, &[host, own, own]), Err(Refusal::Origin));
        for (site, result) in [
            ("same-origin", Ok(())),
            ("none", Ok(())),
            ("cross-site", Err(Refusal::Origin)),
            ("same-site", Err(Refusal::Origin)),
        ] {
            assert_eq!(check(&Method::GET, &[host, ("sec-fetch-site", site)]), result, "{site}");
        }
    }

    #[test]
    fn a_program_asks_without_an_origin_and_a_page_cannot_pass_for_one() {
        let host = ("host", "localhost:8765");
        let client = ("reynard-client", "1");
        let check = |headers: &[(&'static str, &str)]| {
            check("127.0.0.1:8765", &Method::POST, "/api/explore", headers)
        };
        assert_eq!(check(&[host, client]), Ok(()));
        let rebound = [("host", "evil.example:8765"), client];
        assert_eq!(check(&rebound), Err(Refusal::Host));
        for page in
            [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "same-site")]
        {
            assert_eq!(check(&[host, client, page]), Err(Refusal::Origin), "{page:?}");
        }
        let socket = [host, client, ("upgrade", "websocket")];
        let mut headers = HeaderMap::new();
        for (name, value) in socket {
            headers.append(name, value.parse().unwrap());
        }
        let uri = "/api/engine".parse().unwrap();
        let engine = guard("127.0.0.1:8765").check(&Method::GET, &uri, &headers);
        assert_eq!(engine, Err(Refusal::Origin), "programs ask for databases only");
    }

    #[test]
    fn a_program_with_the_token_calls_the_server_by_any_name() {
        let named = ("host", "chess.example");
        let token = ("authorization", "Bearer 0123");
        let check = |headers: &[(&'static str, &str)]| {
            check("0.0.0.0:8765", &Method::POST, "/api/explore", headers)
        };
        assert_eq!(check(&[named, token]), Ok(()));
        assert_eq!(check(&[named]), Err(Refusal::Host));
        for wrong in ["Bearer 0124", "Bearer ", "Bearer 01230"] {
            assert_eq!(check(&[named, ("authorization", wrong)]), Err(Refusal::Token), "{wrong}");
        }
        assert_eq!(check(&[named, ("authorization", "Basic 0123")]), Err(Refusal::Host));
        assert_eq!(check(&[named, token, ("origin", "http://evil.example")]), Err(Refusal::Host));
    }

    #[test]
    fn the_token_is_compared_whole() {
        let guard = guard("0.0.0.0:8765");
        let check = |cookie: &str| {
            let mut map = HeaderMap::new();
            map.append("cookie", cookie.parse().unwrap());
            guard.check_token(&map)
        };
        assert_eq!(check("a=b; reynard-8765=0123"), Ok(()));
        for wrong in [
            "reynard-8765=012",
            "reynard-8765=01234",
            "reynard-8765=",
            "reynard-8765=1123",
            "reynard-8766=0123",
            "reynard=0123",
            "other=0123",
            "reynard-8765",
        ] {
            assert_eq!(check(wrong), Err(Refusal::Token), "{wrong}");
        }
        assert_eq!(guard.check_token(&HeaderMap::new()), Err(Refusal::Token));
        assert!(guard.is_token_in(&"/?token=0123".parse().unwrap()));
        assert!(!guard.is_token_in(&"/?token=012".parse().unwrap()));
    }
}
