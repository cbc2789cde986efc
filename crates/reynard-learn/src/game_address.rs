//! Compares the addresses of games.

/// The URL that a game names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameAddress {
    /// An address of a game at lichess or chess.com, in a form that is equal for all of them: the
    /// side, the move, the language and the other parts that do not identify the game are left out.
    Game(String),
    /// Any other address, which may be that of an event. The scheme and a trailing slash are left
    /// out.
    Other(String),
}

impl GameAddress {
    /// Parses a URL.
    pub(crate) fn of(url: &str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.to_ascii_lowercase();
        let host = host.strip_prefix("www.").unwrap_or(&host);
        let is_of = |site: &str| host == site || host.ends_with(&format!(".{site}"));
        let segments: Vec<&str> =
            path.split(['?', '#']).next().unwrap_or_default().split('/').collect();
        if is_of("lichess.org")
            && let Some(id) = lichess_id(&segments)
        {
            return Self::Game(format!("lichess.org/{id}"));
        }
        if is_of("chess.com")
            && let Some((kind, id)) = chess_com_id(&segments)
        {
            return Self::Game(format!("chess.com/{kind}/{id}"));
        }
        Self::Other(format!("{host}/{path}"))
    }

    /// Returns `true` if no two games have the address.
    pub(crate) const fn is_of_one_game(&self) -> bool {
        matches!(self, Self::Game(_))
    }
}

/// Returns the eight characters that identify a game of lichess. A player's own address of the game
/// has four more.
fn lichess_id<'a>(segments: &[&'a str]) -> Option<&'a str> {
    let (id, side) = segments.split_first()?;
    let is_id = matches!(id.len(), 8 | 12) && id.bytes().all(|it| it.is_ascii_alphanumeric());
    let is_side = matches!(side, [] | ["" | "white" | "black"]);
    (is_id && is_side).then(|| &id[..8])
}

/// Returns the kind of a game of chess.com, such as `live` or `daily`, and its number.
fn chess_com_id<'a>(segments: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let segments = segments.strip_prefix(&["analysis"]).unwrap_or(segments);
    let (["game", kind, id, ..] | [kind, "game", id, ..]) = *segments else { return None };
    let is_number = !id.is_empty() && id.bytes().all(|it| it.is_ascii_digit());
    is_number.then_some((kind, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl GameAddress {
        fn text(&self) -> &str {
            match self {
                Self::Game(text) | Self::Other(text) => text,
            }
        }
    }

    #[test]
    fn all_spellings_of_an_address_are_one() {
        for (expected, spellings) in [
            (
                "lichess.org/abcdefgh",
                &[
                    "https://lichess.org/abcdefgh",
                    "https://lichess.org/abcdefgh/",
                    "https://lichess.org/abcdefgh/black",
                    "https://lichess.org/abcdefgh/white#31",
                    "https://lichess.org/abcdefgh#12",
                    "https://lichess.org/abcdefgh?theme=blue",
                    "http://lichess.org/abcdefgh",
                    "https://lichess.org/abcdefghIjK1",
                    "https://en.lichess.org/abcdefgh",
                ][..],
            ),
            (
                "chess.com/live/124",
                &[
                    "https://www.chess.com/game/live/124",
                    "https://www.chess.com/live/game/124",
                    "https://chess.com/live/game/124?move=3",
                    "https://www.chess.com/analysis/game/live/124?tab=review",
                ],
            ),
            (
                "example.org/Game?id=7",
                &["https://example.org/Game?id=7", "http://EXAMPLE.org/Game?id=7/"],
            ),
        ] {
            for spelling in spellings {
                let address = GameAddress::of(spelling);
                assert_eq!(address.text(), expected, "{spelling}");
                assert_eq!(
                    address.is_of_one_game(),
                    !expected.starts_with("example"),
                    "{spelling}"
                );
            }
        }
    }

    #[test]
    fn other_games_have_other_addresses() {
        let addresses = [
            "https://lichess.org/abcdefgh",
            "https://lichess.org/ABCDEFGH",
            "https://lichess.org/training/12345",
            "https://lichess.org/training/12346",
            "https://lichess.org/study/abcdefgh/ijklmnop",
            "https://lichess.org/study/abcdefgh/ijklmnoq",
            "https://notlichess.org/abcdefgh/black",
            "https://notlichess.org/abcdefgh",
            "https://www.chess.com/game/live/124",
            "https://www.chess.com/game/daily/124",
            "https://www.chess.com/game/live/125",
            "https://example.org/game?id=7",
            "https://example.org/game?id=8",
            "https://example.org/#/game/1",
            "https://example.org/#/game/2",
        ];
        let forms: std::collections::BTreeSet<String> =
            addresses.iter().map(|url| GameAddress::of(url).text().to_owned()).collect();
        assert_eq!(forms.len(), addresses.len(), "{forms:?}");
    }
}
