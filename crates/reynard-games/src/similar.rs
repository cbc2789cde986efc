//! Games that are nearly the same: one copy lacks the last moves or spells the players' names
//! differently.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

use reynard::Position;
use reynard_base::sort::KeyedSorter;
use reynard_pgn::{
    GameEnd, GameStart, GameText, Integrity, MovetextMode, NullMove, Played, Skip, Tags,
    Termination, Text, Visitor,
};

use crate::fingerprint::Fingerprint;
use crate::query::collapsed;
use crate::same_person::agreement_keys;
use crate::{FoldedText, GameDate, GameFacts, GameProcessor, NameAgreement, TagFacts};

/// The minimum number of initial plies that similar games have in common.
const COMMON_PLIES: usize = 20;
/// The number of plies that may differ at the end of the shorter game.
const LAST_PLIES: usize = 2;

/// The data by which a game is compared with others to find similar games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarityKey {
    /// A key that is the same for all games that may be similar.
    key: Vec<u8>,
    /// Date, result, players and moves.
    content: Vec<u8>,
}

/// A visitor that computes a [`SimilarityKey`] for each game, for use with [`SimilarGames`].
///
/// ```
/// use reynard_games::SimilarityKeyer;
/// use reynard_pgn::Reader;
///
/// let mut keyer = SimilarityKeyer::default();
/// Reader::from_bytes(b"1. e4 *\n\n1. e4 c5 *\n").read_all(&mut keyer)?;
/// assert_eq!(keyer.keys().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SimilarityKeyer {
    tags: Tags,
    moves: Vec<u8>,
    plies: usize,
    /// The rules of the game. Moves of an unknown variant are known only as text.
    rules: Rules,
    /// Fingerprint of the start position and the first plies.
    beginning: Fingerprint,
    /// Fingerprint of the start position and all plies.
    whole: Fingerprint,
    keys: Vec<Option<SimilarityKey>>,
}

/// The rules by which the moves of a game are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Known,
    Unknown,
}

impl Default for SimilarityKeyer {
    fn default() -> Self {
        let none = Fingerprint::new(0);
        Self {
            tags: Tags::default(),
            moves: Vec::new(),
            plies: 0,
            rules: Rules::Known,
            beginning: none,
            whole: none,
            keys: Vec::new(),
        }
    }
}

impl SimilarityKeyer {
    /// Returns the keys of the games in order, with `None` for each rejected game.
    pub fn keys(&self) -> &[Option<SimilarityKey>] {
        &self.keys
    }

    fn see(&mut self, step: u16) {
        self.whole.add(step.into());
        if self.plies < COMMON_PLIES {
            self.beginning.add(step.into());
        }
        self.plies += 1;
        self.moves.extend(step.to_le_bytes());
    }

    fn key(&self, end: &GameEnd) -> SimilarityKey {
        let facts = TagFacts { tags: &self.tags, result: None, plies: None };
        let names = ["White", "Black"].map(|tag| facts.tag(tag).filter(|name| is_known(name)));
        let names = match &names {
            [Some(white), Some(black)] => [&**white, &**black],
            _ => ["", ""],
        };
        let GameDate { year, month, day } = facts.date();
        let [low, high] = year.unwrap_or(0).to_le_bytes();
        let result = self.tags.result(end.result);
        let details = [low, high, month.unwrap_or(0), day.unwrap_or(0), result_byte(result)];
        let is_long = self.plies >= COMMON_PLIES + LAST_PLIES && self.rules == Rules::Known;
        if is_long && names != ["", ""] {
            let content = content(details, names, &self.moves);
            return SimilarityKey { key: self.beginning.bytes().to_vec(), content };
        }
        // Similar only to games with the same moves and players.
        let kind = if names == ["", ""] { b"\n" } else { b"," };
        let mut key = [&kind[..], &self.whole.bytes()].concat();
        if end.plies == 0 && self.rules == Rules::Known {
            // Without moves, only these tell two games of the same players on one day apart.
            for tag in ["Event", "Round"] {
                let value = facts.tag(tag).unwrap_or_default();
                key.extend(Fingerprint::of_text(value.trim().as_bytes()).bytes());
            }
            key.push(result_byte(result));
        }
        SimilarityKey { key, content: content(details, names, &[]) }
    }
}

/// Returns the result as a byte; 0 if it is unknown.
const fn result_byte(result: Termination) -> u8 {
    match result {
        Termination::Unknown => 0,
        Termination::WhiteWins => 1,
        Termination::BlackWins => 2,
        Termination::Draw => 3,
    }
}

/// Returns `true` if a name has letters.
fn is_known(name: &str) -> bool {
    !collapsed(FoldedText::new(name).as_str()).is_empty()
}

/// Returns the content of a key: the date and the result, the names, each after its length, and the
/// moves.
fn content(details: [u8; 5], names: [&str; 2], moves: &[u8]) -> Vec<u8> {
    let mut content = details.to_vec();
    for name in names {
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        content.extend(length.to_le_bytes());
        content.extend(&name.as_bytes()[..length as usize]);
    }
    content.extend(moves);
    content
}

impl Visitor for SimilarityKeyer {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.moves.clear();
        self.plies = 0;
        self.rules = Rules::Known;
        self.beginning = Fingerprint::new(0);
        self.whole = Fingerprint::new(0);
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Moves
    }

    fn start_position(&mut self, position: &Position) {
        self.beginning = Fingerprint::new(position.key());
        self.whole = Fingerprint::new(position.key());
    }

    /// Adds a move of a game whose variant is unknown.
    fn san(&mut self, token: &[u8]) -> Skip {
        self.rules = Rules::Unknown;
        self.whole.add(token.len() as u64);
        for &byte in token {
            self.whole.add(byte.into());
        }
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.see(played.mv.bits());
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        self.see(0);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        let rejected = end.integrity == Integrity::Rejected;
        self.keys.push((!rejected).then(|| self.key(end)));
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Damaged
            && let Some(last) = self.keys.last_mut()
        {
            // The moves that were read may be the beginning of any game.
            *last = text.bytes().map(|text| {
                let key = [&b"\n\n"[..], &Fingerprint::of_text(text).bytes()].concat();
                SimilarityKey { key, content: content([0; 5], ["", ""], &[]) }
            });
        }
    }
}

impl GameProcessor for SimilarityKeyer {}

/// Finds groups of similar games, and the games in each group that can be left out because a longer
/// one is kept.
///
/// Two games are similar if all of the following hold. The names of both players agree by
/// [`NameAgreement`](crate::NameAgreement); no part of their dates that is known in both differs, and
/// neither do their results; they begin in the same position; and the moves of the shorter game,
/// except for its last two plies, are the first moves of the longer one. A game of fewer than 22
/// plies, without players or of an unknown variant is similar only to games with the same moves and
/// names. A game without moves is similar only to games with the same event, round and result, too.
///
/// Keys are sorted within a memory budget, but games with the same key are compared in memory.
///
/// ```
/// use reynard_games::{SimilarGames, SimilarityKeyer};
/// use reynard_pgn::Reader;
///
/// let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6";
/// let tags = |white: &str| format!("[White \"{white}\"]\n[Black \"Spassky\"]\n\n");
/// let long = format!("{}{moves} 12. cxb5 axb5 1-0\n\n", tags("Fischer, Robert James"));
/// let short = format!("{}{moves} *\n\n", tags("R. FISCHER"));
/// let mut keyer = SimilarityKeyer::default();
/// Reader::from_bytes(format!("{short}{long}").as_bytes()).read_all(&mut keyer)?;
/// let mut games = SimilarGames::new(1 << 20);
/// keyer.keys().iter().try_for_each(|key| games.push(key.clone()))?;
/// assert_eq!(games.finish()?, [0], "the short one is left out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SimilarGames {
    sorter: KeyedSorter,
}

impl SimilarGames {
    /// Creates a finder with a memory budget in bytes.
    ///
    /// ```
    /// use reynard_games::SimilarGames;
    ///
    /// assert!(SimilarGames::new(1 << 20).finish()?.is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(memory: usize) -> Self {
        Self { sorter: KeyedSorter::new(memory) }
    }

    /// Adds the next game. A rejected game is not similar to any other.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub fn push(&mut self, key: Option<SimilarityKey>) -> io::Result<()> {
        let SimilarityKey { key, content } =
            key.unwrap_or_else(|| SimilarityKey { key: Vec::new(), content: Vec::new() });
        self.sorter.push(key, content)
    }

    /// Returns the numbers of the games to leave out, counted from 0 and in ascending order.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read or written.
    pub fn finish(self) -> io::Result<Vec<u64>> {
        let mut left_out = Vec::new();
        let mut group: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut last: Vec<u8> = Vec::new();
        for record in self.sorter.finish()? {
            let record = record?;
            if record.key != last {
                compare(&mut group, &mut left_out);
                last = record.key;
            }
            if !last.is_empty() {
                group.push((record.number, record.content));
            }
        }
        compare(&mut group, &mut left_out);
        left_out.sort_unstable();
        Ok(left_out)
    }
}

/// Empties a group of games with the same key, and adds the games to be left out to `left_out`. The
/// longest games stay, and every game similar to one of them is left out.
fn compare(group: &mut Vec<(u64, Vec<u8>)>, left_out: &mut Vec<u64>) {
    let records = std::mem::take(group);
    if records.len() < 2 {
        return;
    }
    let games = records.iter().filter_map(|(number, it)| Some((*number, ComparedGame::read(it)?)));
    let mut games: Vec<(u64, ComparedGame<'_>)> = games.collect();
    games.sort_by_key(|(number, game)| (Reverse(game.moves.len()), *number));
    // The games that stay, by the keys of their players.
    let mut kept: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, (number, game)) in games.iter().enumerate() {
        let keys = game.keys();
        let mut longer = keys.iter().filter_map(|key| kept.get(key)).flatten();
        if longer.any(|&at| game.is_similar_to(&games[at].1)) {
            left_out.push(*number);
            continue;
        }
        for key in keys {
            kept.entry(key).or_default().push(index);
        }
    }
}

/// The parts of the content of a key.
struct ComparedGame<'a> {
    /// Year, month, day and result; 0 if unknown.
    details: [u16; 4],
    names: [Cow<'a, str>; 2],
    moves: &'a [u8],
}

impl<'a> ComparedGame<'a> {
    fn read(content: &'a [u8]) -> Option<Self> {
        let name = |bytes: &'a [u8]| {
            let (length, rest) = bytes.split_first_chunk()?;
            let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            Some((String::from_utf8_lossy(name), rest))
        };
        let (&[low, high, month, day, result], rest) = content.split_first_chunk()?;
        let (white, rest) = name(rest)?;
        let (black, moves) = name(rest)?;
        let year = u16::from_le_bytes([low, high]);
        let details = [year, month.into(), day.into(), result.into()];
        Some(Self { details, names: [white, black], moves })
    }

    /// Returns the keys of both players. Games whose players agree have one of them in common.
    fn keys(&self) -> Vec<String> {
        let [white, black] = self.names.each_ref().map(|name| agreement_keys(name));
        let pairs = white.iter().flat_map(|white| black.iter().map(move |black| (white, black)));
        pairs.map(|(white, black)| format!("{white}\n{black}")).collect()
    }

    fn is_similar_to(&self, longer: &Self) -> bool {
        let mut details = self.details.into_iter().zip(longer.details);
        let common = self.moves.len().saturating_sub(2 * LAST_PLIES);
        let mut names = self.names.iter().zip(&longer.names);
        details.all(|(a, b)| a == 0 || b == 0 || a == b)
            && self.moves.get(..common) == longer.moves.get(..common)
            && names.all(|(one, other)| NameAgreement::of(one, other).is_some())
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Reader;

    use super::*;

    const MOVES: &str = "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 e6 5. e3 Nbd7 6. Bd3 dxc4 7. Bxc4 b5 8. Bd3 a6 \
                         9. e4 c5 10. d5 c4 11. dxe6 cxd3";

    /// Returns the indices of the games left out. Each game is given as White, Black, date and the
    /// moves after the common ones.
    fn left_out(games: &[(&str, &str, &str, &str)]) -> Vec<u64> {
        let pgn = games.iter().map(|(white, black, date, more)| {
            format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n{MOVES} {more} *\n\n"
            )
        });
        let pgn: String = pgn.collect();
        let mut keyer = SimilarityKeyer::default();
        Reader::from_bytes(pgn.as_bytes()).read_all(&mut keyer).unwrap();
        let mut games = SimilarGames::new(1 << 20);
        keyer.keys().iter().for_each(|key| games.push(key.clone()).unwrap());
        games.finish().unwrap()
    }

    #[test]
    fn spelling_dates_in_part_and_lost_last_moves_make_no_other_game() {
        let long = "12. exd7+ Qxd7 13. O-O";
        assert_eq!(
            left_out(&[
                ("Müller, Karsten", "Réti, Richard", "2001.05.??", long),
                ("K. Mueller", "Reti,R", "2001.??.??", "12. exd7+"),
                ("MULLER", "Richard Reti", "????.??.??", "12. exf7+"),
                ("Karsten Müller", "Reti R.", "2001.05.07", long),
            ]),
            [1, 2, 3]
        );
    }

    #[test]
    fn names_are_compared_as_persons() {
        let long = "12. exd7+ Qxd7 13. O-O";
        let games = [
            ("Li, Wei", "van der Berg, A", "2001.05.06", long),
            ("Li Wei", "Berg, A van der", "2001.05.06", long),
            ("Li, W.", "A. van der Berg", "2001.05.06", "12. exd7+"),
            ("Li, Chao", "van der Berg, A", "2001.05.06", long),
            ("Li, Wei", "van der Berg, B", "2001.05.06", long),
        ];
        assert_eq!(left_out(&games[..2]), [1]);
        assert_eq!(left_out(&games), [1, 2]);
    }

    #[test]
    fn short_games_need_the_same_moves_and_players() {
        let short = |white: &str, moves: &str| {
            format!("[White \"{white}\"]\n[Black \"Wang, Yue\"]\n\n{moves} *\n\n")
        };
        let pgn = [
            short("Li, Wei", "1. e4 e5"),
            short("Li Wei", "1. e4 e5"),
            short("Li, Chao", "1. e4 e5"),
            short("Li, Wei", "1. e4 e5 2. Nf3"),
            short("?", "1. e4 e5"),
        ];
        let mut keyer = SimilarityKeyer::default();
        Reader::from_bytes(pgn.concat().as_bytes()).read_all(&mut keyer).unwrap();
        let mut games = SimilarGames::new(1 << 20);
        keyer.keys().iter().for_each(|key| games.push(key.clone()).unwrap());
        assert_eq!(games.finish().unwrap(), [1]);
    }

    /// Returns the indices of the games left out, given their texts.
    fn left_out_of(pgn: &[String]) -> Vec<u64> {
        let mut keyer = SimilarityKeyer::default();
        Reader::from_bytes(pgn.concat().as_bytes()).read_all(&mut keyer).unwrap();
        let mut games = SimilarGames::new(1 << 20);
        keyer.keys().iter().for_each(|key| games.push(key.clone()).unwrap());
        games.finish().unwrap()
    }

    #[test]
    fn short_games_of_other_dates_are_other_games() {
        let players = "[White \"Tal, Mikhail\"]\n[Black \"Keres, Paul\"]\n";
        let draw = |date: &str| {
            format!("{players}[Date \"{date}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n")
        };
        assert_eq!(left_out_of(&["1962.05.01", "1973.??.??", "1962.??.??"].map(draw)), [2]);
    }

    #[test]
    fn games_without_moves_are_the_same_in_the_same_round_of_the_same_event() {
        let forfeit = |(event, round, date, result): (&str, &str, &str, &str)| {
            format!(
                "[Event \"{event}\"]\n[Round \"{round}\"]\n[Date \"{date}\"]\n[White \"A, B\"]\n\
                 [Black \"C, D\"]\n[Result \"{result}\"]\n\n{result}\n\n"
            )
        };
        let games = [
            ("Cup", "1", "1990.01.01", "1-0"),
            ("Cup", "1", "1991.01.01", "1-0"),
            ("Cup", "2", "1990.01.01", "1-0"),
            ("Open", "1", "1990.01.01", "1-0"),
            ("Cup", "1", "1990.01.01", "0-1"),
            ("Cup", "1", "1990.??.??", "1-0"),
        ];
        assert_eq!(left_out_of(&games.map(forfeit)), [5]);
    }

    #[test]
    fn games_of_unknown_variants_need_the_same_text_of_moves() {
        let tags = "[Variant \"Atomic\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n\n";
        let games = ["1. Xa1 Xb1 *", "1. Xa1 Xb2 *", "1. Xa1 Xb1 *"];
        assert_eq!(left_out_of(&games.map(|moves| format!("{tags}{moves}\n\n"))), [2]);
    }

    #[test]
    fn known_results_that_differ_make_other_games() {
        let game = |result: &str| {
            format!("[White \"A, B\"]\n[Black \"C, D\"]\n\n{MOVES} 12. exd7+ {result}\n\n")
        };
        assert_eq!(left_out_of(&["1-0", "0-1", "*"].map(game)), [2]);
    }

    #[test]
    fn other_players_dates_and_moves_are_other_games() {
        let long = "12. exd7+ Qxd7 13. O-O";
        assert_eq!(
            left_out(&[
                ("Muller", "Reti", "2001.05.06", long),
                ("Miller", "Reti", "2001.05.06", long),
                ("Muller", "Reti", "2001.05.07", long),
                ("Reti", "Muller", "2001.05.06", long),
                ("Muller", "Reti", "2001.05.06", "12. exf7+ Kxf7 13. O-O Qb6"),
            ]),
            [0_u64; 0]
        );
    }

    #[test]
    fn games_without_players_need_the_same_moves() {
        let games = ["", "12. exd7+", "12. exd7+"].map(|more| ("?", "?", "????.??.??", more));
        assert_eq!(left_out(&games), [2]);
    }
}
