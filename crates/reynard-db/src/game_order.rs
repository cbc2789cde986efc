//! The order of a list of games.

use std::sync::atomic::AtomicBool;

use reynard_games::{FoldedText, RoundNumber};

use crate::batch::Flags;
use crate::column_blocks::ColumnBlocks;
use crate::filter::check_stop;
use crate::game::decoded;
use crate::section::Section;
use crate::{DatabaseError, StoredGame};

/// The order of a list of games. Unknown values come last, and first if the list is read from its
/// end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameOrder {
    /// By number.
    #[default]
    Id,
    /// By sum of ratings, highest first, then by date, latest first.
    Elo,
    /// By date, latest first, then by sum of ratings, highest first.
    Date,
    /// By White's name.
    White,
    /// By Black's name.
    Black,
    /// By event.
    Event,
    /// By site.
    Site,
    /// By round.
    Round,
    /// By the ECO code in the `ECO` tag.
    Eco,
    /// By result: White wins, draw, Black wins.
    Result,
    /// By number of moves, shortest first.
    Plies,
}

impl GameOrder {
    /// Sorts games. The sort is stable.
    pub(crate) fn sort<'a>(
        self,
        games: Vec<StoredGame<'a>>,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        match self.names() {
            _ if self == Self::Id => Ok(games),
            Some(section) => sorted_by_names(&games, section, self, stop),
            None => sorted_by_numbers(&games, self, stop),
        }
    }

    /// Returns the name column that decides the order.
    pub(crate) const fn names(self) -> Option<Section> {
        match self {
            Self::White => Some(Section::White),
            Self::Black => Some(Section::Black),
            Self::Event => Some(Section::Event),
            Self::Site => Some(Section::Site),
            Self::Round => Some(Section::Round),
            _ => None,
        }
    }

    /// Returns the sort key of a game for an order that is not by name.
    pub(crate) fn key(
        self,
        columns: &mut ColumnBlocks<'_>,
        game: u32,
    ) -> Result<u64, DatabaseError> {
        let mut half = |section| {
            let number = columns.number(section, game).map(u16::from_le_bytes)?;
            Ok::<_, DatabaseError>(u64::from(number))
        };
        let (elo, date) = match self {
            Self::Elo | Self::Date => {
                let elo = half(Section::WhiteElo)? + half(Section::BlackElo)?;
                (elo, u64::from(u32::from_le_bytes(columns.number(Section::Date, game)?)))
            }
            // The codes are numbered from 1, so that the unknown 0 wraps to the largest key.
            Self::Eco => return half(Section::Eco).map(|code| code.wrapping_sub(1)),
            Self::Plies => return half(Section::Plies),
            Self::Result => {
                let [flags] = columns.number(Section::Flags, game)?;
                return Ok(Flags(flags).result_rank());
            }
            _ => return Ok(0),
        };
        Ok(u64::MAX - if self == Self::Elo { elo << 32 | date } else { date << 32 | elo })
    }
}

/// Number of games between two checks of `stop`.
const CHECKED: usize = 4096;

/// Sorts games by a numeric key. The sort is stable.
fn sorted_by_numbers<'a>(
    games: &[StoredGame<'a>],
    order: GameOrder,
    stop: Option<&AtomicBool>,
) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
    let mut keyed = Vec::with_capacity(games.len());
    for part in games.chunk_by(|a, b| std::ptr::eq(a.segment, b.segment)) {
        let mut columns = ColumnBlocks::new(part[0].segment);
        for game in part {
            if keyed.len().is_multiple_of(CHECKED) {
                check_stop(stop)?;
            }
            keyed.push((order.key(&mut columns, game.number)?, keyed.len()));
        }
    }
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(_, index)| games[index]).collect())
}

/// Sorts games by the names in a column. The sort is stable. Each name of a segment is compared
/// once, regardless of how many games contain it.
fn sorted_by_names<'a>(
    games: &[StoredGame<'a>],
    section: Section,
    order: GameOrder,
    stop: Option<&AtomicBool>,
) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
    let parts: Vec<&[StoredGame<'a>]> =
        games.chunk_by(|a, b| std::ptr::eq(a.segment, b.segment)).collect();
    let mut keys: Vec<(NameKey, usize, u32)> = Vec::new();
    let mut ranks: Vec<Vec<u64>> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let names = part[0].segment.names()?.len() as usize;
        let mut is_known = vec![false; names];
        for (place, game) in part.iter().enumerate() {
            if place.is_multiple_of(CHECKED) {
                check_stop(stop)?;
            }
            let number = game.segment.word(section, game.number)?;
            if is_known.get(number as usize) != Some(&true) {
                let text = game.segment.text(section, game.number)?;
                keys.push((name_key(text, order), index, number));
                is_known[number as usize] = true;
            }
        }
        ranks.push(vec![0; names]);
    }
    check_stop(stop)?;
    keys.sort_unstable();
    check_stop(stop)?;
    for (rank, names) in (0..).zip(keys.chunk_by(|(a, ..), (b, ..)| a == b)) {
        for &(_, index, number) in names {
            ranks[index][number as usize] = rank;
        }
    }
    let mut ranked = Vec::with_capacity(games.len());
    for (part, ranks) in parts.iter().zip(&ranks) {
        for game in *part {
            let number = game.segment.word(section, game.number)?;
            ranked.push((ranks[number as usize], ranked.len()));
        }
    }
    ranked.sort_unstable();
    Ok(ranked.into_iter().map(|(_, index)| games[index]).collect())
}

/// The sort key of a name: its rank, its number in the order of rounds, and its text.
type NameKey = (NameRank, Option<RoundNumber>, String);

/// The kinds of names in sort order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameRank {
    Numbered,
    Text,
    Unknown,
}

/// Returns the sort key of a name. Rounds with numbers come first, in the order of their numbers:
/// the second round comes before the tenth. Unknown names come last.
fn name_key(text: &[u8], order: GameOrder) -> NameKey {
    let text = decoded(text);
    let round = (order == GameOrder::Round).then(|| RoundNumber::of_tag(&text)).flatten();
    let is_unknown = text.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b' '));
    let rank = match round {
        Some(_) => NameRank::Numbered,
        None if is_unknown => NameRank::Unknown,
        None => NameRank::Text,
    };
    (rank, round, FoldedText::new(&text).as_str().to_owned())
}
