//! Games by position and filter.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use reynard::Position;
use reynard_base::parallel::Workers;
use reynard_games::{FoldedText, Query};

use crate::filter::{QueryFilters, check_stop};
use crate::game::decoded;
use crate::section::Section;
use crate::segment::Segment;
use crate::{Database, DatabaseError, StoredGame};

/// The order of games that were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameOrder {
    /// By their numbers.
    #[default]
    Id,
    /// The highest sum of ratings first, then the latest.
    Elo,
    /// The latest first, then the highest sum of ratings.
    Date,
    /// By White's name.
    White,
    /// By Black's name.
    Black,
    /// By the event.
    Event,
    /// By the site.
    Site,
    /// By the round.
    Round,
    /// By the code of the opening in the tag `ECO`.
    Eco,
    /// By the result: unknown ones, won by White, drawn, won by Black.
    Result,
    /// By the number of moves, the shortest first.
    Plies,
}

impl GameOrder {
    /// Returns the column of names that decides.
    const fn names(self) -> Option<Section> {
        match self {
            Self::White => Some(Section::White),
            Self::Black => Some(Section::Black),
            Self::Event => Some(Section::Event),
            Self::Site => Some(Section::Site),
            Self::Round => Some(Section::Round),
            _ => None,
        }
    }
}

impl Database {
    /// Returns the games that reach a position, if one is given, and match a query.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::GameOrder;
    /// use reynard_games::{FoldedText, Query};
    ///
    /// base.add_pgn(
    ///     b"[White \"Tal\"]\n\n1. e4 1-0\n\n[White \"Kan\"]\n\n1. d4 0-1\n",
    ///     &Default::default(),
    /// )?;
    /// let games = base.find(None, &Query::parse("white~tal")?, GameOrder::Id)?;
    /// assert_eq!(games.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        self.find_stopped_by(pos, query, order, None)
    }

    /// Returns games as [`find`](Self::find) does, unless the caller sets `stop` before.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set, and as [`find`](Self::find).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use reynard_db::{DatabaseError, GameOrder};
    ///
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let query = "piece=Pe4".parse()?;
    /// let stop = AtomicBool::new(true);
    /// let found = base.find_until(None, &query, GameOrder::Id, &stop);
    /// assert!(matches!(found, Err(DatabaseError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_until<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
        stop: &AtomicBool,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        self.find_stopped_by(pos, query, order, Some(stop))
    }

    fn find_stopped_by<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        let games = match pos {
            Some(pos) => self.games_at_stopped_by(pos, query, stop)?,
            None => self.matching(query, stop)?,
        };
        if order == GameOrder::Id {
            return Ok(games);
        }
        match order.names() {
            Some(section) => sorted_by_names(&games, section, order, stop),
            None => sorted(&games, stop, |game| number_key(game, order)),
        }
    }

    fn matching<'a>(
        &'a self,
        query: &Query,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        /// Games that a thread takes at a time.
        const CHUNK: u32 = 4096;

        let chunks = self.segments.iter().enumerate().flat_map(|(index, segment)| {
            let starts = (0..segment.games()).step_by(CHUNK as usize);
            starts.map(move |start| (index, segment, start))
        });
        let chunks: Vec<(usize, &Segment, u32)> = chunks.collect();
        // Columns are read as fast by one thread.
        let threads = if query.needs_moves() { self.threads() } else { NonZero::<usize>::MIN };
        let (mut next, mut games) = (chunks.into_iter(), Vec::new());
        let flow = Workers::new(threads, || QueryFilters::new(query).stopped_by(stop)).ordered(
            |_| next.next(),
            |filters, (index, segment, start)| {
                check_stop(stop)?;
                let filter = filters.of(index, segment)?;
                let mut found = Vec::new();
                for number in start..segment.games().min(start + CHUNK) {
                    if filter.accepts(number)? {
                        found.push(StoredGame { segment, number });
                    }
                }
                Ok(found)
            },
            |found: Result<Vec<_>, DatabaseError>| match found {
                Ok(found) => {
                    games.extend(found);
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        match flow {
            ControlFlow::Continue(()) => Ok(games),
            ControlFlow::Break(error) => Err(error),
        }
    }
}

/// Games between two looks at `stop`.
const CHECKED: usize = 4096;

/// Sorts games by a key of each, equal ones as they are.
fn sorted<'a, K: Ord>(
    games: &[StoredGame<'a>],
    stop: Option<&AtomicBool>,
    key: impl Fn(&StoredGame<'a>) -> Result<K, DatabaseError>,
) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
    let mut keyed = Vec::with_capacity(games.len());
    for (index, game) in games.iter().enumerate() {
        if index.is_multiple_of(CHECKED) {
            check_stop(stop)?;
        }
        keyed.push((key(game)?, index));
    }
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(_, index)| games[index]).collect())
}

/// Sorts games by the names in a column, equal ones as they are. Each name of a segment is compared
/// once, whatever games have it.
fn sorted_by_names<'a>(
    games: &[StoredGame<'a>],
    section: Section,
    order: GameOrder,
    stop: Option<&AtomicBool>,
) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
    let parts: Vec<&[StoredGame<'a>]> =
        games.chunk_by(|a, b| std::ptr::eq(a.segment, b.segment)).collect();
    let mut keys: Vec<((u64, String), usize, u32)> = Vec::new();
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

/// Returns what decides about the place of a name: of rounds a number that it begins with, then the
/// text.
fn name_key(text: &[u8], order: GameOrder) -> (u64, String) {
    let text = FoldedText::new(&decoded(text)).as_str().to_owned();
    // The second round comes before the tenth.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let first = text[..digits].parse().ok().filter(|_| order == GameOrder::Round);
    (first.unwrap_or(0), text)
}

/// Returns the number that decides about the place of a game.
fn number_key(game: &StoredGame<'_>, order: GameOrder) -> Result<u64, DatabaseError> {
    let (segment, number) = (game.segment, game.number);
    let half = |section| segment.half(section, number).map(u64::from);
    let elo_and_date = || {
        let elo = half(Section::WhiteElo)? + half(Section::BlackElo)?;
        Ok::<_, DatabaseError>((elo, u64::from(segment.word(Section::Date, number)?)))
    };
    Ok(match order {
        GameOrder::Elo => {
            let (elo, date) = elo_and_date()?;
            u64::MAX - (elo << 32 | date)
        }
        GameOrder::Date => {
            let (elo, date) = elo_and_date()?;
            u64::MAX - (date << 32 | elo)
        }
        GameOrder::Eco => half(Section::Eco)?,
        GameOrder::Result => segment.flags_of(number)?.result_rank(),
        GameOrder::Plies => half(Section::Plies)?,
        _ => 0,
    })
}
