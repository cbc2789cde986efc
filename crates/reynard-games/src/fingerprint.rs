//! Hashes that identify games.

use reynard::Position;
use reynard_pgn::{
    GameEnd, GameStart, GameText, Integrity, NullMove, Played, Skip, Tags, Text, Visitor,
};

use crate::GameProcessor;

/// Two 64-bit hashes of a game, wide enough to rule out accidental collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u64; 2]);

/// The rule by which two games are considered the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SameGame {
    /// Two games are the same if they have the same start position and the same moves.
    #[default]
    Moves,
    /// Two games are the same if they end in the same position after the same number of plies.
    FinalPosition,
}

impl Fingerprint {
    /// Odd numbers with well-distributed bits: the golden ratio and a constant of `SplitMix64`.
    const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];

    pub(crate) const fn new(first: u64) -> Self {
        let mut new = Self(Self::FACTORS);
        new.add(first);
        new
    }

    pub(crate) const fn add(&mut self, number: u64) {
        let [one, other] = &mut self.0;
        *one = (*one ^ number).wrapping_mul(Self::FACTORS[0]);
        *one ^= *one >> 32;
        *other = (*other ^ number).wrapping_mul(Self::FACTORS[1]);
        *other ^= *other >> 29;
    }

    /// Computes the fingerprint of a game from its text.
    pub(crate) fn of_text(text: &[u8]) -> Self {
        let mut new = Self::new(text.len() as u64);
        for bytes in text.chunks(8) {
            let mut eight = [0; 8];
            eight[..bytes.len()].copy_from_slice(bytes);
            new.add(u64::from_le_bytes(eight));
        }
        new
    }

    /// Returns the fingerprint as bytes that sort in the same order as fingerprints.
    pub fn bytes(self) -> [u8; 16] {
        (u128::from(self.0[0]) << 64 | u128::from(self.0[1])).to_be_bytes()
    }
}

/// A visitor that computes a fingerprint for each game. Tags, comments and variations do not count,
/// with two exceptions. A game without moves is identified by its players, date, event, round and
/// result. A game with an error is identified by its text, which is available only with
/// [`read_parallel`](reynard_pgn::read_parallel).
///
/// ```
/// use reynard_games::{Fingerprinter, SameGame};
/// use reynard_pgn::Reader;
///
/// let mut fingerprinter = Fingerprinter::new(SameGame::Moves);
/// let pgn = b"[White \"A\"]\n\n1. e4 e5 *\n\n1.e2e4 {a comment} e5 1-0\n\n1. d4 *\n";
/// Reader::from_bytes(pgn).read_all(&mut fingerprinter)?;
/// let fingerprints = fingerprinter.fingerprints();
/// assert!(fingerprints[0] == fingerprints[1] && fingerprints[1] != fingerprints[2]);
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Fingerprinter {
    same: SameGame,
    fingerprints: Vec<Option<Fingerprint>>,
    moves: Fingerprint,
    last: Option<Position>,
    /// The tags that distinguish games without moves.
    tags: Tags,
}

impl Fingerprinter {
    /// Creates an empty fingerprinter.
    ///
    /// ```
    /// use reynard_games::{Fingerprinter, SameGame};
    ///
    /// assert!(Fingerprinter::new(SameGame::Moves).fingerprints().is_empty());
    /// ```
    pub fn new(same: SameGame) -> Self {
        Self {
            same,
            fingerprints: Vec::new(),
            moves: Fingerprint::new(0),
            last: None,
            tags: Tags::default(),
        }
    }

    fn see(&mut self, step: u64, after: &Position) {
        self.moves.add(step);
        if self.same == SameGame::FinalPosition {
            match &mut self.last {
                Some(last) => last.clone_from(after),
                last => *last = Some(after.clone()),
            }
        }
    }

    /// Returns the fingerprints of the games in order, with `None` for each rejected game.
    ///
    /// ```
    /// use reynard_games::{Fingerprinter, SameGame};
    /// use reynard_pgn::Reader;
    ///
    /// let mut fingerprinter = Fingerprinter::new(SameGame::FinalPosition);
    /// Reader::from_bytes(b"1. e4 *").read_all(&mut fingerprinter)?;
    /// assert_eq!(fingerprinter.fingerprints().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fingerprints(&self) -> &[Option<Fingerprint>] {
        &self.fingerprints
    }

    fn fingerprint(&self, end: &GameEnd) -> Fingerprint {
        if end.plies == 0 {
            return self.forfeit(end);
        }
        let Some(last) = &self.last else { return self.moves };
        let mut hash = Fingerprint::new(end.plies);
        hash.add(last.key());
        for (square, piece) in last.board().iter() {
            hash.add((square as u64) << 8 | (piece.kind as u64) << 1 | piece.color as u64);
        }
        hash
    }
}

impl Fingerprinter {
    /// Computes the fingerprint of a game without moves, such as a forfeit.
    fn forfeit(&self, end: &GameEnd) -> Fingerprint {
        let mut hash = self.moves;
        for name in IDENTITY {
            let value = Fingerprint::of_text(self.tags.get(name).unwrap_or_default().trim_ascii());
            hash.add(value.0[0]);
            hash.add(value.0[1]);
        }
        hash.add(self.tags.result(end.result) as u64);
        hash
    }
}

/// The tags that distinguish games without moves, in addition to the result.
const IDENTITY: [&str; 5] = ["White", "Black", "Date", "Event", "Round"];

impl Visitor for Fingerprinter {
    fn begin_game(&mut self, _: GameStart) {
        self.last = None;
        self.tags.clear();
        self.moves = Fingerprint::new(0);
    }

    fn start_position(&mut self, position: &Position) {
        self.moves = Fingerprint::new(position.key());
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        // Under the name in the standard spelling, by which the value is looked up.
        let mut known = IDENTITY.iter().chain(&["Result"]).map(|tag| tag.as_bytes());
        if let Some(known) = known.find(|known| known.eq_ignore_ascii_case(name)) {
            self.tags.add(known, value);
        }
    }

    /// Adds a move of a game whose variant is unknown.
    fn san(&mut self, token: &[u8]) -> Skip {
        for &byte in token {
            self.moves.add(u64::from(byte));
        }
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.see(u64::from(played.mv.bits()), played.after);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.see(0, passed.after);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        let rejected = end.integrity == Integrity::Rejected;
        self.fingerprints.push((!rejected).then(|| self.fingerprint(end)));
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Damaged
            && let Some(last) = self.fingerprints.last_mut()
        {
            *last = text.bytes().map(Fingerprint::of_text);
        }
    }
}

impl GameProcessor for Fingerprinter {}

#[cfg(test)]
mod tests {
    use reynard_pgn::Reader;

    use super::*;

    #[test]
    fn names_of_tags_have_no_case() {
        let pgn = [
            "[white \"P\"]\n[black \"R\"]\n\n0-1\n\n",
            "[white \"S\"]\n[black \"R\"]\n\n0-1\n\n",
            "[White \"P\"]\n[BLACK \"R\"]\n[result \"0-1\"]\n\n*\n\n",
        ];
        let mut fingerprinter = Fingerprinter::new(SameGame::Moves);
        Reader::from_bytes(pgn.concat().as_bytes()).read_all(&mut fingerprinter).expect("memory");
        let [one, other, again] = fingerprinter.fingerprints() else { panic!("three games") };
        assert_ne!(one, other);
        assert_eq!(one, again);
    }
}
