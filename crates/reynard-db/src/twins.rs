//! Finds games that occur more than once in a database.

use std::fmt;

use reynard_base::fnv1a_from;
use reynard_games::{GameDate, NameAgreement};
use reynard_pgn::Termination;

use crate::game::{each_tree_move, extra_of, tree_of};
use crate::section::Section;
use crate::section_reader::SectionReader;
use crate::segment::Segment;
use crate::{Database, DatabaseError, Head, StoredGame};

/// A game that occurs several times in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateGames {
    /// The number of the game to keep: the game with the longest annotations. If these are equally
    /// long, it is the game with the most tags; if the tags are equal in number as well, it is the
    /// first game.
    pub keep: u64,
    /// The duplicates of the game to keep.
    pub others: Vec<DuplicateGame>,
}

/// A duplicate of another game, and the reason why it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicateGame {
    /// The number of the game in the database.
    pub id: u64,
    /// The agreement between the two games' names for White, and between their names for Black.
    pub names: [NameAgreement; 2],
    /// The agreement of the dates.
    pub dates: DateAgreement,
}

/// The agreement of two dates that may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateAgreement {
    /// Both dates are equal.
    Equal,
    /// One date lacks a part that the other date has.
    Incomplete,
}

/// The reason as a phrase: `names abbreviated, date incomplete`.
impl fmt::Display for DuplicateGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "same moves, {}", agreement(self.names, self.dates))
    }
}

/// Describes in a phrase how far the names and dates of two games agree.
pub(crate) fn agreement(names: [NameAgreement; 2], dates: DateAgreement) -> String {
    let names = match names {
        [NameAgreement::Equal, NameAgreement::Equal] => "same names",
        _ => "names abbreviated",
    };
    let dates = match dates {
        DateAgreement::Equal => "same date",
        DateAgreement::Incomplete => "date incomplete",
    };
    format!("{names}, {dates}")
}

/// Hashes of a game's start position and its moves.
pub(crate) struct LineHash {
    /// The number of the game in the database.
    pub(crate) id: u64,
    /// The hash of the first moves of the game.
    pub(crate) opening: u64,
    /// The hash of twice as many moves; `None` if the game is shorter.
    pub(crate) middle: Option<u64>,
    /// The hash of all moves of the game.
    pub(crate) moves: u64,
}

impl Database {
    /// Finds games with the same start position and the same moves, if the players may be the same
    /// and the dates and results do not contradict each other. Games with fewer than `min_plies`
    /// plies are skipped, because many short games have the same moves by chance.
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
    ///     b"[White \"Tal, M\"]\n\n1. e4 e5 *\n\n[White \"Tal, Mikhail\"]\n\n1. e4 {!} e5 *\n",
    ///     &Default::default(),
    /// )?;
    /// let groups = base.duplicates(2)?;
    /// assert_eq!((groups[0].keep, groups[0].others[0].id), (1, 0));
    /// assert_eq!(groups[0].others[0].to_string(), "same moves, names abbreviated, same date");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn duplicates(&self, min_plies: u16) -> Result<Vec<DuplicateGames>, DatabaseError> {
        self.duplicates_among(&self.line_hashes(min_plies)?)
    }

    /// Hashes the games with at least `min_plies` plies, ordered by number.
    pub(crate) fn line_hashes(&self, min_plies: u16) -> Result<Vec<LineHash>, DatabaseError> {
        let mut lines = Vec::new();
        let opening_len = usize::from(min_plies);
        self.each_long_game(
            min_plies,
            |_| Some(()),
            |(), segment, number, start, codes| {
                let (opening, rest) = codes.split_at(opening_len.min(codes.len()));
                let opening = fnv1a_from(start, opening);
                let (middle, rest) = rest.split_at(opening_len.min(rest.len()));
                let after = fnv1a_from(opening, middle);
                let middle = (middle.len() == opening_len).then_some(after);
                let moves = with_text(segment, number, fnv1a_from(after, rest))?;
                let id = segment.first + u64::from(number);
                lines.push(LineHash { id, opening, middle, moves });
                Ok(())
            },
        )?;
        Ok(lines)
    }

    /// Groups the games that have equal hashes and are the same game.
    pub(crate) fn duplicates_among(
        &self,
        lines: &[LineHash],
    ) -> Result<Vec<DuplicateGames>, DatabaseError> {
        let mut games: Vec<(u64, u64)> = lines.iter().map(|line| (line.moves, line.id)).collect();
        games.sort_unstable();
        let mut groups = Vec::new();
        for equal in games.chunk_by(|(one, _), (other, _)| one == other) {
            if equal.len() > 1 {
                let ids: Vec<u64> = equal.iter().map(|&(_, id)| id).collect();
                groups.extend(self.split(&ids)?);
            }
        }
        groups.sort_by_key(|group| group.keep);
        Ok(groups)
    }

    /// Calls a function for each game that has at least `min_plies` plies and is not deleted, if
    /// `asked` returns a value for its number. The function receives that value, the segment of the
    /// game, the game's number in the segment, the key of its start position, and its move codes.
    pub(crate) fn each_long_game<Asked>(
        &self,
        min_plies: u16,
        mut asked: impl FnMut(u64) -> Option<Asked>,
        mut each: impl FnMut(Asked, &Segment, u32, u64, &[u8]) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        for segment in &self.segments {
            let plies = segment.halves(Section::Plies)?;
            let long = (0..segment.games()).zip(plies).filter(|(_, plies)| **plies >= min_plies);
            let mut moves = SectionReader::new(segment, Section::Moves);
            for (number, _) in long.filter(|(number, _)| !segment.is_deleted(*number)) {
                let Some(asked) = asked(segment.first + u64::from(number)) else { continue };
                let start = segment.start(number)?.key();
                let (first, len) = segment.code_range(number)?;
                each(asked, segment, number, start, moves.read(first, len)?)?;
            }
        }
        Ok(())
    }

    /// Reads the data needed to compare a game with others.
    pub(crate) fn candidate(&self, id: u64) -> Result<Candidate, DatabaseError> {
        Ok(Candidate { id, head: self.game(id)?.head()? })
    }

    /// Splits games with equal moves into groups. According to players, dates and results, all
    /// games of a group are the same game.
    fn split(&self, ids: &[u64]) -> Result<Vec<DuplicateGames>, DatabaseError> {
        let mut groups: Vec<Vec<Candidate>> = Vec::new();
        for &id in ids {
            let candidate = self.candidate(id)?;
            let is_same =
                |group: &Vec<Candidate>| group.iter().all(|it| it.is_same(&candidate).is_some());
            match groups.iter_mut().find(|group| is_same(group)) {
                Some(group) => group.push(candidate),
                None => groups.push(vec![candidate]),
            }
        }
        let mut duplicates = Vec::new();
        for mut group in groups.into_iter().filter(|group| group.len() > 1) {
            let mut best = (0, 0);
            for (index, candidate) in group.iter().enumerate() {
                let weight = weight(&self.game(candidate.id)?)?;
                if index == 0 || weight > best.1 {
                    best = (index, weight);
                }
            }
            let keep = group.remove(best.0);
            let others = group.iter().filter_map(|it| keep.is_same(it)).collect();
            duplicates.push(DuplicateGames { keep: keep.id, others });
        }
        Ok(duplicates)
    }
}

/// Adds to a hash of a game's moves those moves that occur only in the game's text. If the variant
/// of the game is unknown, the whole text is added.
fn with_text(segment: &Segment, game: u32, mut hash: u64) -> Result<u64, DatabaseError> {
    let flags = segment.flags_of(game)?;
    if flags.is_foreign() {
        hash = fnv1a_from(hash, &extra_of(segment, game)?.text.unwrap_or_default());
    } else if flags.is_passed() && flags.has_extra() {
        each_tree_move(&tree_of(segment, game)?, |it| {
            if it.ply_after_null.is_some() {
                hash = fnv1a_from(hash, &it.before.key().to_le_bytes());
                hash = fnv1a_from(hash, &it.after.key().to_le_bytes());
            }
        });
    }
    Ok(hash)
}

/// The data by which a game is compared with other games that have the same moves.
pub(crate) struct Candidate {
    id: u64,
    head: Head,
}

impl Candidate {
    /// Compares two games that have the same moves. Returns `None` if they are certainly different
    /// games.
    pub(crate) fn is_same(&self, other: &Self) -> Option<DuplicateGame> {
        let (one, two) = (&self.head, &other.head);
        let [date, other_date] = [one, two].map(|head| GameDate::of_tag(&head.date));
        let known = |result| result != Termination::Unknown;
        let results_differ = known(one.result) && known(two.result) && one.result != two.result;
        if results_differ || !date.agrees_with(other_date) {
            return None;
        }
        let names = [
            NameAgreement::of(&one.white, &two.white)?,
            NameAgreement::of(&one.black, &two.black)?,
        ];
        let dates =
            if date == other_date { DateAgreement::Equal } else { DateAgreement::Incomplete };
        Some(DuplicateGame { id: other.id, names, dates })
    }
}

/// Returns the weight of a game for choosing the one to keep: mainly the length of its annotations,
/// then the number of its tags.
fn weight(game: &StoredGame<'_>) -> Result<usize, DatabaseError> {
    let extra = extra_of(game.segment, game.number)?;
    let text = extra.text.map_or(0, |text| text.len());
    Ok(text * 64 + game.tags()?.iter().filter(|tag| !tag.value().is_empty()).count())
}
