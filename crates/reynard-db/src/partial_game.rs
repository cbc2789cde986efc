//! Incomplete games whose complete version is also in the database.

use std::fmt;

use reynard_base::fnv1a_from;
use reynard_games::NameAgreement;

use crate::section::Section;
use crate::tag_layout::game_date;
use crate::twins::{LineHash, agreement};
use crate::{Database, DatabaseError, DateAgreement, DuplicateGames};

/// A game that is the beginning of a longer game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialGame {
    /// The number of the incomplete game.
    pub part: u64,
    /// The number of the longer game.
    pub whole: u64,
    /// The agreement between the two games' names for White, and between their names for Black.
    pub names: [NameAgreement; 2],
    /// The agreement of the dates.
    pub dates: DateAgreement,
}

/// The reason as a phrase: `part of game 57, same names, same date`.
impl fmt::Display for PartialGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part of game {}, {}", self.whole, agreement(self.names, self.dates))
    }
}

impl Database {
    /// Finds games whose moves are the beginning of a longer game, if the players may be the same
    /// and the dates and results do not contradict each other. Games with fewer than `min_plies`
    /// plies or with null moves are skipped. If several longer games begin with the same moves, the
    /// longest one is reported. Parts of the same game are adjacent.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Tal, M\"]\n\n1. e4 e5 *\n\n[White \"Tal, Mikhail\"]\n\n1. e4 e5 2. Nf3 1-0\n",
    ///     &Default::default(),
    /// )?;
    /// let parts = base.parts_of_games(2)?;
    /// assert_eq!((parts[0].part, parts[0].whole), (0, 1));
    /// assert_eq!(parts[0].to_string(), "part of game 1, names abbreviated, same date");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts_of_games(&self, min_plies: u16) -> Result<Vec<PartialGame>, DatabaseError> {
        self.parts_among(min_plies, &self.line_hashes(min_plies)?)
    }

    /// Finds the games returned by [`duplicates`](Self::duplicates) and
    /// [`parts_of_games`](Self::parts_of_games), in less time than calling both.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 e5 *\n\n1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n", &Default::default())?;
    /// let (duplicates, parts) = base.duplicates_and_parts(2)?;
    /// assert_eq!((duplicates.len(), parts.len()), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn duplicates_and_parts(
        &self,
        min_plies: u16,
    ) -> Result<(Vec<DuplicateGames>, Vec<PartialGame>), DatabaseError> {
        let lines = self.line_hashes(min_plies)?;
        Ok((self.duplicates_among(&lines)?, self.parts_among(min_plies, &lines)?))
    }

    fn parts_among(
        &self,
        min_plies: u16,
        lines: &[LineHash],
    ) -> Result<Vec<PartialGame>, DatabaseError> {
        // A part begins like the whole game, and few games have an opening that others share.
        let mut openings = SharedOpenings::new(lines.len());
        for line in lines {
            openings.add(line.opening);
            line.middle.into_iter().for_each(|middle| openings.add(middle));
        }
        let are_shared = |hash| openings.are_shared(hash);
        let shared = || lines.iter().filter(|line| are_shared(line.opening));
        let parts = shared().filter(|line| line.middle.is_none_or(are_shared));
        let ends = EndTable::new(parts.map(|line| (line.moves, line.id)).collect());
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        let mut shared = shared().peekable();
        self.each_long_game(
            min_plies,
            |id| {
                let line = shared.next_if(|line| line.id == id)?;
                // Beyond this, no other game has its moves.
                let is_alone = line.middle.is_some_and(|middle| !are_shared(middle));
                Some(if is_alone { 2 * usize::from(min_plies) } else { usize::MAX })
            },
            |most, segment, number, start, codes| {
                let flags = segment.flags_of(number)?;
                if flags.is_foreign() || flags.is_passed() || flags.is_wide() {
                    return Ok(());
                }
                let whole = segment.first + u64::from(number);
                // A move takes at least a byte.
                let first = usize::from(min_plies).min(codes.len());
                let mut hash = fnv1a_from(start, &codes[..first]);
                for byte in &codes[first..codes.len().min(most)] {
                    pairs.extend(ends.at(hash).map(|part| (part, whole)));
                    hash = fnv1a_from(hash, &[*byte]);
                }
                Ok(())
            },
        )?;
        pairs.sort_unstable();
        let mut parts = Vec::new();
        for of_part in pairs.chunk_by(|(one, _), (other, _)| one == other) {
            parts.extend(self.longest_whole(of_part)?);
        }
        parts.sort_by_key(|it| (it.whole, it.part));
        Ok(parts)
    }

    /// Returns the longest game that begins with a partial game's moves and may be the same game.
    fn longest_whole(&self, pairs: &[(u64, u64)]) -> Result<Option<PartialGame>, DatabaseError> {
        let [(part, _), ..] = *pairs else { return Ok(None) };
        let date = |id| {
            let game = self.game(id)?;
            game.segment.word(Section::Date, game.number).map(game_date)
        };
        let (date_of_part, mut candidate) = (date(part)?, None);
        let (mut longest, mut found) = (0, None);
        for &(_, whole) in pairs {
            // The date rules out most games of an opening without reading their heads.
            if !date_of_part.agrees_with(date(whole)?) {
                continue;
            }
            let game = self.game(whole)?;
            let plies = game.segment.half(Section::Plies, game.number)?;
            if plies <= longest {
                continue;
            }
            let of_part = match &mut candidate {
                Some(of_part) => of_part,
                none => none.insert(self.candidate(part)?),
            };
            if let Some(same) = of_part.is_same(&self.candidate(whole)?) {
                longest = plies;
                found = Some(PartialGame { part, whole, names: same.names, dates: same.dates });
            }
        }
        Ok(found)
    }
}

/// Bloom filter that passes every opening that several games share, and few other openings.
struct SharedOpenings {
    once: Vec<u64>,
    again: Vec<u64>,
}

impl SharedOpenings {
    fn new(games: usize) -> Self {
        let words = vec![0; (games / 2).next_power_of_two()];
        Self { once: words.clone(), again: words }
    }

    fn add(&mut self, opening: u64) {
        let (place, bit) = self.place(opening);
        self.again[place] |= self.once[place] & bit;
        self.once[place] |= bit;
    }

    fn are_shared(&self, opening: u64) -> bool {
        let (place, bit) = self.place(opening);
        self.again[place] & bit != 0
    }

    fn place(&self, opening: u64) -> (usize, u64) {
        (place(opening, self.once.len()), 1 << (opening >> 32 & 63))
    }
}

/// Returns the index of a hash in a table of `len` entries, where `len` is a power of two.
fn place(hash: u64, len: usize) -> usize {
    let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    crate::bytes::low_word(mixed) as usize & (len - 1)
}

/// Games and the hashes of all their moves, for finding games by hash.
struct EndTable {
    games: Vec<(u64, u64)>,
    /// Bloom filter. Each hash in the table sets two bits of a word. For few other hashes, both
    /// bits are set.
    filter: Vec<u64>,
}

impl EndTable {
    fn new(mut games: Vec<(u64, u64)>) -> Self {
        games.sort_unstable();
        let mut filter = vec![0; (games.len() / 4).next_power_of_two()];
        for &(hash, _) in &games {
            let place = place(hash, filter.len());
            filter[place] |= bits(hash);
        }
        Self { games, filter }
    }

    /// Returns the games whose moves have the given hash.
    #[inline]
    fn at(&self, hash: u64) -> impl Iterator<Item = u64> + '_ {
        let bits = bits(hash);
        let may_be = self.filter[place(hash, self.filter.len())] & bits == bits;
        let first = if may_be {
            self.games.partition_point(|&(it, _)| it < hash)
        } else {
            self.games.len()
        };
        self.games[first..].iter().take_while(move |(it, _)| *it == hash).map(|&(_, id)| id)
    }
}

/// Returns two bits of a word, selected by a hash.
const fn bits(hash: u64) -> u64 {
    1 << (hash >> 32 & 63) | 1 << (hash >> 40 & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_their_hashes_and_others_are_not() {
        let hash = |number: u64| fnv1a_from(7, &number.to_le_bytes());
        let games = (0..1_000).map(|number| (hash(number), number));
        let table = EndTable::new(games.chain([(hash(5), 5_000)]).collect());
        for number in 0..1_000 {
            let found: Vec<u64> = table.at(hash(number)).collect();
            assert_eq!(found, if number == 5 { vec![5, 5_000] } else { vec![number] });
        }
        assert!((1_000..9_000).all(|number| table.at(hash(number)).next().is_none()));
        let passed = (1_000..9_000).filter(|&number| {
            let bits = bits(hash(number));
            table.filter[place(hash(number), table.filter.len())] & bits == bits
        });
        assert!(passed.count() < 400, "the filter tells most apart");
        assert!(EndTable::new(Vec::new()).at(1).next().is_none());
    }

    #[test]
    fn openings_of_several_games_are_told_from_most_others() {
        let hash = |number: u64| fnv1a_from(7, &number.to_le_bytes());
        let mut openings = SharedOpenings::new(1_000);
        for number in (0..900).chain(0..100) {
            openings.add(hash(number));
        }
        assert!((0..100).all(|number| openings.are_shared(hash(number))));
        let wrong = (100..900).filter(|&number| openings.are_shared(hash(number))).count();
        assert!(wrong < 160, "{wrong}");
    }
}
