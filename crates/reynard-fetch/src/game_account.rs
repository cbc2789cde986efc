//! Accounts on chess sites.

use std::fmt;
use std::str::FromStr;

/// A site on which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameSite {
    /// lichess.org.
    Lichess,
    /// chess.com.
    ChessCom,
}

impl GameSite {
    /// All sites.
    pub const ALL: [Self; 2] = [Self::Lichess, Self::ChessCom];

    /// Returns the site's name as used in an account.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lichess => "lichess",
            Self::ChessCom => "chesscom",
        }
    }

    /// Returns the site's host name.
    pub const fn host(self) -> &'static str {
        match self {
            Self::Lichess => "lichess.org",
            Self::ChessCom => "chess.com",
        }
    }
}

impl fmt::Display for GameSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A player's account on a site.
///
/// ```
/// use reynard_fetch::{GameAccount, GameSite};
///
/// let account: GameAccount = "chess.com:kr_blitz".parse()?;
/// assert_eq!((account.site, account.name()), (GameSite::ChessCom, "kr_blitz"));
/// assert_eq!(account.to_string(), "chesscom:kr_blitz");
/// // The address of a profile, too.
/// let account: GameAccount = "https://lichess.org/@/rider85".parse()?;
/// assert_eq!(account.to_string(), "lichess:rider85");
/// assert!("kr_blitz".parse::<GameAccount>().is_err());
/// # Ok::<(), reynard_fetch::InvalidAccount>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameAccount {
    /// The site.
    pub site: GameSite,
    name: String,
}

impl GameAccount {
    /// Returns the player's name, which consists of letters, digits, `-` and `_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a key that is the same for all spellings of the account.
    ///
    /// ```
    /// use reynard_fetch::GameAccount;
    ///
    /// let account: GameAccount = "lichess:Rider85".parse()?;
    /// assert_eq!(account.key(), "lichess:rider85");
    /// # Ok::<(), reynard_fetch::InvalidAccount>(())
    /// ```
    pub fn key(&self) -> String {
        format!("{}:{}", self.site, self.name.to_ascii_lowercase())
    }
}

impl fmt::Display for GameAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.site, self.name)
    }
}

/// The error returned for text that is not a valid account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAccount;

impl fmt::Display for InvalidAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an account like lichess:NAME or chesscom:NAME")
    }
}

impl std::error::Error for InvalidAccount {}

/// Maximum length of a player's name.
const LONGEST: usize = 64;

/// Prefixes that denote the site of an account.
const PREFIXES: [(&str, GameSite); 8] = [
    ("lichess:", GameSite::Lichess),
    ("lichess.org:", GameSite::Lichess),
    ("https://lichess.org/@/", GameSite::Lichess),
    ("chesscom:", GameSite::ChessCom),
    ("chess.com:", GameSite::ChessCom),
    ("https://www.chess.com/member/", GameSite::ChessCom),
    ("https://chess.com/member/", GameSite::ChessCom),
    ("https://api.chess.com/pub/player/", GameSite::ChessCom),
];

impl FromStr for GameAccount {
    type Err = InvalidAccount;

    fn from_str(text: &str) -> Result<Self, InvalidAccount> {
        let text = text.trim();
        let found = PREFIXES.iter().find_map(|&(prefix, site)| {
            let (start, name) = text.split_at_checked(prefix.len())?;
            start.eq_ignore_ascii_case(prefix).then_some((site, name))
        });
        let (site, name) = found.ok_or(InvalidAccount)?;
        let name = name.trim_start_matches('@').trim_end_matches('/');
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if name.is_empty() || name.len() > LONGEST || !name.chars().all(is_plain) {
            return Err(InvalidAccount);
        }
        Ok(Self { site, name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_to_another_place_of_the_server() {
        for text in [
            "lichess:",
            "lichess:../tv",
            "lichess:a?since=0",
            "lichess:a b",
            "lichess:a/b",
            "lichess:ä",
            "chesscom:a%2fb",
            "fics:me",
            "https://lichess.org/me",
            "é",
        ] {
            assert_eq!(text.parse::<GameAccount>(), Err(InvalidAccount), "{text}");
        }
        assert!(format!("lichess:{}", "a".repeat(65)).parse::<GameAccount>().is_err());
    }
}
