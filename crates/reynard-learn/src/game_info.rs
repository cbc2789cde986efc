//! Facts about a learner's game, taken from its tags.

use reynard::Color;
use reynard_pgn::{GameTree, Termination};

/// A learner's game, as described by its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Side of the learner.
    pub side: Color,
    /// Name of the opponent; `?` if unknown.
    pub opponent: String,
    /// Date as in PGN, with question marks for unknown parts; empty if the game has no date.
    pub date: String,
    /// URL of the game, if a tag contains one.
    pub link: Option<String>,
    /// Result.
    pub result: Termination,
    /// Time control as in PGN, if known.
    pub time_control: Option<String>,
    /// Ratings of the learner and of the opponent, if known.
    pub ratings: [Option<u32>; 2],
}

impl GameInfo {
    /// Reads the tags of a game.
    ///
    /// ```
    /// use reynard_learn::GameInfo;
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// let pgn = b"[Site \"https://example.org/abc\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 1-0";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// let info = GameInfo::of(&game, Color::Black);
    /// assert_eq!((info.opponent.as_str(), info.half_points()), ("Anna", Some(0)));
    /// assert_eq!(info.link.as_deref(), Some("https://example.org/abc"));
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn of(tree: &GameTree, side: Color) -> Self {
        let tag = |name: &str| {
            let text = tree.tags().text(name)?;
            let text = text.trim();
            (!text.is_empty() && text != "?").then(|| text.to_owned())
        };
        let names = match side {
            Color::White => ["White", "Black"],
            Color::Black => ["Black", "White"],
        };
        let rating = |name: &str| {
            let text = tag(&format!("{name}Elo"))?;
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok().filter(|&rating| rating > 0)
        };
        let is_link = |text: &String| text.starts_with("https://") || text.starts_with("http://");
        Self {
            side,
            opponent: tag(names[1]).unwrap_or_else(|| "?".to_owned()),
            date: tag("UTCDate").or_else(|| tag("Date")).unwrap_or_default(),
            link: ["Link", "GameUrl", "Site"]
                .into_iter()
                .find_map(|name| tag(name).filter(is_link)),
            result: tree.result(),
            time_control: tag("TimeControl"),
            ratings: names.map(rating),
        }
    }

    /// Returns the half points that the learner scored, or `None` if the result is unknown.
    pub const fn half_points(&self) -> Option<u32> {
        match (self.result, self.side) {
            (Termination::Draw, _) => Some(1),
            (Termination::WhiteWins, Color::White) | (Termination::BlackWins, Color::Black) => {
                Some(2)
            }
            (Termination::WhiteWins | Termination::BlackWins, _) => Some(0),
            (Termination::Unknown, _) => None,
        }
    }
}
