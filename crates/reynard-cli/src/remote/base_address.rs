//! The address of a database on a server.

use std::fmt;
use std::path::Path;

use anyhow::bail;

/// The address of a database on a server: `http://host:8765/games.rdb`. The name of the database
/// may be omitted if the server has only one. The token is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BaseAddress {
    /// The base address of the server, with a trailing slash.
    pub(crate) root: String,
    /// Name of the database.
    pub(crate) base: Option<String>,
    /// Token in the address, in the form printed by the server.
    pub(crate) token: Option<String>,
}

/// Returns `true` if a path is the address of a database on a server.
pub(crate) fn is_address(path: &Path) -> bool {
    let begins = |scheme: &str| {
        let text = path.as_os_str().as_encoded_bytes();
        text.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme.as_bytes()))
    };
    begins("http://") || begins("https://")
}

/// Returns the address that the user probably meant, if a path is neither a valid address nor a
/// file because the scheme is missing or mistyped. A token is omitted from the result.
pub(crate) fn meant_address(path: &Path) -> Option<String> {
    if is_address(path) || path.exists() {
        return None;
    }
    let text = path.to_string_lossy();
    let place = text.split(['?', '#']).next().unwrap_or_default();
    let (scheme, rest) = match place.split_once(':') {
        Some((scheme, rest)) if rest.starts_with('/') && scheme.len() > 1 => (scheme, rest),
        _ => ("http", place),
    };
    let scheme = if scheme.ends_with(['s', 'S']) { "https" } else { "http" };
    let rest = rest.trim_start_matches('/');
    let host = rest.split('/').next().unwrap_or_default();
    let has_port = host.rsplit_once(':').is_some_and(|(name, port)| {
        !name.is_empty() && !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    let is_meant = place.contains("://") || has_port || text.contains("?token=");
    (is_meant && host.contains(char::is_alphanumeric)).then(|| format!("{scheme}://{rest}"))
}

impl BaseAddress {
    /// Parses an address.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let (text, _) = text.split_once('#').unwrap_or((text, ""));
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let Some((scheme, rest)) = place.split_once("://") else {
            bail!("`{place}` has no scheme")
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        if host.is_empty() || host.contains(char::is_whitespace) || host.contains('\\') {
            bail!("`{place}` names no server");
        }
        if host.contains('@') {
            bail!(
                "an address has no user: the token of a server stands at the end, as in http://host/?token=.."
            );
        }
        let port = host.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.ends_with(']'));
        if port.is_some_and(|port| port.parse::<u16>().is_err()) {
            bail!("`{place}`: a port is a number up to 65535");
        }
        let mut token = None;
        for part in query.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("token", value)) => token = Some(value.to_owned()),
                // It could be a mistyped token.
                _ => bail!("`{place}`: only `token=..` may come after the question mark"),
            }
        }
        let (prefix, name) = path.rsplit_once('/').unwrap_or(("", path));
        let slash = if prefix.is_empty() { "" } else { "/" };
        let root = format!("{}://{host}/{prefix}{slash}", scheme.to_ascii_lowercase());
        let Some(name) = decoded(name) else { bail!("`{place}`: `{name}` is not a name") };
        Ok(Self { root, base: Some(name).filter(|name| !name.is_empty()), token })
    }
}

/// Decodes the percent-encoding in a part of an address. Returns `None` if the result is not valid
/// UTF-8.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok().filter(|it| !it.starts_with('+'))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for BaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.root, self.base.as_deref().unwrap_or_default())
    }
}

impl fmt::Debug for BaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BaseAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Option<String>, Option<String>)> {
        let BaseAddress { root, base, token } = BaseAddress::parse(text).ok()?;
        Some((root, base, token))
    }

    #[test]
    fn an_address_has_a_server_a_database_and_a_token() {
        let some = |root: &str, base: Option<&str>, token: Option<&str>| {
            Some((root.to_owned(), base.map(str::to_owned), token.map(str::to_owned)))
        };
        for (text, read_as) in [
            ("http://localhost:8765", some("http://localhost:8765/", None, None)),
            ("HTTPS://host/#x", some("https://host/", None, None)),
            ("http://h:1/?token=0a", some("http://h:1/", None, Some("0a"))),
            ("http://h/games.rdb?token=0a", some("http://h/", Some("games.rdb"), Some("0a"))),
            ("https://h/a/b/my%20games.pgn", some("https://h/a/b/", Some("my games.pgn"), None)),
            ("http://[::1]:8765/chess/", some("http://[::1]:8765/chess/", None, None)),
            ("http://", None),
            ("http://me:secret@host/", None),
            ("http://host:99999/", None),
            ("http://host:/", None),
            ("http://[::1]/", some("http://[::1]/", None, None)),
            ("http://host/?tokn=0a", None),
            ("http://host/%zz", None),
            ("http://host/%+1", None),
            ("http://host/%ff", None),
            ("http://host\\@other/", None),
        ] {
            assert_eq!(read(text), read_as, "{text}");
        }
    }

    #[test]
    fn a_token_is_not_printed() {
        let address = BaseAddress::parse("http://host/games.rdb?token=secret").expect("an address");
        assert_eq!(address.to_string(), "http://host/games.rdb");
        assert!(!format!("{address:?}").contains("secret"));
        let error = BaseAddress::parse("http://host/?tokn=secret").expect_err("a typing error");
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn a_mistyped_address_is_not_taken_for_a_file() {
        for (text, meant) in [
            ("htp://host:1/?token=secret", Some("http://host:1/")),
            ("http:/host:1/a.rdb?token=secret", Some("http://host:1/a.rdb")),
            ("htps://host/a.rdb", Some("https://host/a.rdb")),
            ("httphttp://host/a.rdb", Some("http://host/a.rdb")),
            ("host:8765", Some("http://host:8765")),
            ("127.0.0.1:8765/a.rdb#x", Some("http://127.0.0.1:8765/a.rdb")),
            ("[::1]:8765/", Some("http://[::1]:8765/")),
            ("chess.lan/games.rdb?token=secret", Some("http://chess.lan/games.rdb")),
            ("games.rdb", None),
            ("folder/games.rdb", None),
            ("C:\\games.rdb", None),
            ("C:/games.rdb", None),
            ("a: b.rdb", None),
            ("://", None),
            ("http://host/", None),
        ] {
            assert_eq!(meant_address(Path::new(text)).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn files_are_no_addresses() {
        for (text, expected) in [
            ("http://a", true),
            ("HTTPS://a", true),
            ("http:", false),
            ("a.rdb", false),
            ("ftp://a", false),
        ] {
            assert_eq!(is_address(Path::new(text)), expected, "{text}");
        }
    }
}
