//! The game as PGN.

use std::time::{SystemTime, UNIX_EPOCH};

use reynard::{Color, Game};
use reynard_pgn::{GameTree, NodeId, Remark, Termination};

/// The game with its roster. `ending` says how it ended, if it has.
pub(super) fn record(
    game: &Game,
    white: &str,
    black: &str,
    result: Termination,
    ending: Option<&str>,
) -> GameTree {
    let mut tree = GameTree::from_position(game.root().clone());
    let mut cursor = tree.cursor(NodeId::ROOT);
    for m in game.moves() {
        if cursor.play(m).is_err() {
            break;
        }
    }
    let last = cursor.id();
    if let Some(ending) = ending {
        tree.add_comment(last, Remark::new(ending));
    }
    let (year, month, day) = date(SystemTime::now());
    let date = format!("{year:04}.{month:02}.{day:02}");
    let tags = [
        ("Event", "Casual game"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", "-"),
        ("White", white),
        ("Black", black),
    ];
    for (name, value) in tags {
        // These names are good ones, and none of them says where the moves start.
        let _ = tree.set_tag(name, value);
    }
    tree.set_result(result);
    tree
}

/// The name of a side in the words of the result: who has won against `loser`.
pub(super) const fn won_against(loser: Color) -> Termination {
    match loser {
        Color::White => Termination::BlackWins,
        Color::Black => Termination::WhiteWins,
    }
}

/// Year, month and day at Greenwich.
fn date(now: SystemTime) -> (u64, u64, u64) {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut days = seconds / 86_400;
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), (1970, 1, 1));
        assert_eq!(at(951_782_400), (2000, 2, 29));
        assert_eq!(at(951_868_799), (2000, 2, 29));
        assert_eq!(at(951_868_800), (2000, 3, 1));
        assert_eq!(at(4_107_542_399), (2100, 2, 28));
        assert_eq!(at(4_107_542_400), (2100, 3, 1));
    }
}
