//! Sums over the games that reach a position, move by move.

use crate::Damage;
use crate::batch::Flags;
use crate::bytes::{ByteCursor, put_varint};
use crate::game_row::{GameRow, SummedGames};
use crate::posting_list::PostingList;
use crate::posting_move::PostingMove;
use crate::score::RatedResults;
use crate::top_games::{TopGame, TopGames};

/// Sums over the games in which a move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveSums {
    pub(crate) score: RatedResults,
    /// The year before the first year.
    pub(crate) first: u16,
    pub(crate) last: u16,
    /// `true` if the move was played in a game whose main line is stored entirely as moves.
    pub(crate) is_played: bool,
}

impl Default for MoveSums {
    fn default() -> Self {
        Self { score: RatedResults::default(), first: u16::MAX, last: 0, is_played: false }
    }
}

impl MoveSums {
    /// Adds a game to the sums.
    #[inline]
    pub(crate) fn count(&mut self, row: GameRow) {
        let flags = Flags(row.flags);
        self.score.count(flags.result(), row.elos);
        // Without a year neither changes.
        self.first = self.first.min(row.year.wrapping_sub(1));
        self.last = self.last.max(row.year);
        self.is_played |= flags.is_whole();
    }

    /// Adds the sums over other games.
    pub(crate) fn add(&mut self, other: &Self) {
        self.score.add(&other.score);
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
        self.is_played |= other.is_played;
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.score.write(out);
        for number in [u64::from(self.first), u64::from(self.last), u64::from(self.is_played)] {
            put_varint(out, number);
        }
    }

    /// Reads sums over at most `games` games.
    fn read(cursor: &mut ByteCursor<'_>, games: u64) -> Result<Self, Damage> {
        let score = RatedResults::read(cursor, games)?;
        let mut half = || u16::try_from(cursor.varint()?).map_err(|_| Damage::NUMBER);
        let (first, last, is_played) = (half()?, half()?, half()? != 0);
        if last > 0 && first >= last {
            return Err(Damage::NUMBER);
        }
        Ok(Self { score, first, last, is_played })
    }
}

/// Maximum number of highest-rated games stored for a position.
pub(crate) const TOP: usize = 10;

/// Sums over a segment's games that reach a position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PositionSums {
    /// The first game that reaches the position.
    pub(crate) first: u32,
    /// The moves, in the order of the first game that plays each.
    pub(crate) moves: Vec<(PostingMove, MoveSums)>,
    /// The highest-rated games, ordered by number in the segment.
    pub(crate) top: Vec<TopGame>,
}

impl PositionSums {
    /// Computes the sums over the games of a list.
    pub(crate) fn of_list(list: &PostingList<'_>, games: SummedGames<'_>) -> Result<Self, Damage> {
        let first = list.first()?.game;
        let mut moves: Vec<(PostingMove, MoveSums)> = Vec::new();
        let mut top = TopGames::new(TOP);
        list.try_each(|posting| {
            let game = posting.game as usize;
            let row = *games.rows.get(game).ok_or(Damage::NUMBER)?;
            let place = moves.iter().position(|(mv, _)| *mv == posting.mv);
            let place = place.unwrap_or_else(|| {
                moves.push((posting.mv, MoveSums::default()));
                moves.len() - 1
            });
            moves[place].1.count(row);
            top.push(row.elos, || {
                let date = *games.dates.get(game).ok_or(Damage::NUMBER)?;
                Ok((date, posting.game.into()))
            })
        })?;
        let mut top: Vec<TopGame> = top.into_sorted().collect();
        top.sort_unstable_by_key(|game| game.number());
        Ok(Self { first, moves, top })
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> u64 {
        self.moves.iter().map(|(_, sums)| sums.score.score().games()).sum()
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.first.into());
        put_varint(out, self.moves.len() as u64);
        for (mv, sums) in &self.moves {
            mv.put(out);
            sums.write(out);
        }
        put_varint(out, self.top.len() as u64);
        for game in &self.top {
            for number in [game.number(), game.rating.into(), game.date.into()] {
                put_varint(out, number);
            }
        }
    }

    /// Reads the sums of a position in a segment of `games` games.
    pub(crate) fn read(cursor: &mut ByteCursor<'_>, games: u32) -> Result<Self, Damage> {
        let is_here = |number: u64| number < u64::from(games);
        let first = cursor.varint32()?;
        let (mut moves, mut top) = (Vec::new(), Vec::new());
        let mut left = u64::from(games);
        for _ in 0..cursor.varint()? {
            let (mv, sums) = (PostingMove::read(cursor)?, MoveSums::read(cursor, left)?);
            left -= sums.score.score().games();
            moves.push((mv, sums));
        }
        for _ in 0..cursor.varint()? {
            let number = cursor.varint()?;
            if !is_here(number) || top.len() == TOP {
                return Err(Damage::NUMBER);
            }
            top.push(TopGame::new(cursor.varint32()?, cursor.varint32()?, number));
        }
        if !is_here(first.into()) || !cursor.is_empty() {
            return Err(Damage::NUMBER);
        }
        Ok(Self { first, moves, top })
    }
}
