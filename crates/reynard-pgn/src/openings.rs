//! The names of openings.

use core::fmt;
use std::sync::OnceLock;

use reynard::Position;

use crate::{GameTree, Step};

/// An opening: its code in the *Encyclopaedia of Chess Openings* and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedOpening {
    /// The code, `A00` to `E99`.
    pub eco: &'static str,
    /// The name in English: family, colon, variations.
    pub name: &'static str,
}

impl fmt::Display for NamedOpening {
    /// Writes code and name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// Finds the names of openings by their positions, so that transpositions are found too.
///
/// The names are those of [lichess-org/chess-openings][] (CC0). They are part of the crate, about
/// 300 KB, if it has the feature `openings`; the table is made of them in some milliseconds when it
/// is first asked for.
///
/// [lichess-org/chess-openings]: https://github.com/lichess-org/chess-openings
///
/// ```
/// use reynard::Position;
/// use reynard_pgn::OpeningNames;
///
/// let openings = OpeningNames::embedded();
/// let mut pos = Position::startpos();
/// for san in ["Nf3", "d5", "c4"] {
///     pos.play(pos.parse_san(san)?)?;
/// }
/// assert_eq!(openings.find(&pos).unwrap().to_string(), "A09 Réti Opening");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OpeningNames {
    entries: Vec<Entry>,
    /// Hash table of the entries by the key of their position, with linear probing.
    slots: Box<[Option<Slot>]>,
    /// The fewest men in a position of the table.
    fewest_men: u32,
}

#[derive(Debug)]
struct Entry {
    position: Position,
    opening: NamedOpening,
}

/// An entry of the table, with enough of its key that others need not be looked at.
#[derive(Clone, Copy, Debug)]
struct Slot {
    index: u16,
    /// The highest bits of the key.
    tag: u16,
}

/// Four times as many as there are openings, so that most searches end at the first place.
const SLOTS: usize = 1 << 14;

impl OpeningNames {
    /// Returns the table of the names in this crate.
    ///
    /// ```
    /// use reynard_pgn::OpeningNames;
    ///
    /// assert!(OpeningNames::embedded().iter().count() > 3_000);
    /// ```
    pub fn embedded() -> &'static Self {
        static TABLE: OnceLock<OpeningNames> = OnceLock::new();
        TABLE.get_or_init(|| Self::read(include_str!("../data/openings.tsv")))
    }

    /// Returns the name of the opening to which a position belongs.
    ///
    /// ```
    /// use reynard_pgn::OpeningNames;
    /// use reynard_pgn::reynard::Position;
    ///
    /// let start = Position::startpos();
    /// let pos = start.after(start.parse_san("e4")?)?;
    /// assert!(OpeningNames::embedded().find(&pos).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn find(&self, pos: &Position) -> Option<NamedOpening> {
        if pos.occupied().len() < self.fewest_men {
            return None;
        }
        let mut place = first_place(pos);
        while let Some(slot) = self.slots[place] {
            if slot.tag == tag(pos)
                && let Some(entry) = self.entries.get(usize::from(slot.index))
                && entry.position == *pos
            {
                return Some(entry.opening);
            }
            place = (place + 1) % SLOTS;
        }
        None
    }

    /// Returns all openings, in the order of their codes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = NamedOpening> + '_ {
        self.entries.iter().map(|entry| entry.opening)
    }

    /// Makes the table of lines with code, name and moves. All of them are good, a test makes sure.
    fn read(text: &'static str) -> Self {
        let mut table =
            Self { entries: Vec::new(), slots: vec![None; SLOTS].into(), fewest_men: u32::MAX };
        for line in text.lines() {
            let mut fields = line.split('\t');
            let (Some(eco), Some(name), Some(moves)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let mut pos = Position::startpos();
            for san in moves.split(' ') {
                let Ok(mv) = pos.parse_san(san) else { break };
                pos.play_unchecked(mv);
            }
            table.add(pos, NamedOpening { eco, name });
        }
        table
    }

    fn add(&mut self, position: Position, opening: NamedOpening) {
        let Ok(index) = u16::try_from(self.entries.len()) else { return };
        let mut place = first_place(&position);
        while self.slots[place].is_some() {
            place = (place + 1) % SLOTS;
        }
        self.slots[place] = Some(Slot { index, tag: tag(&position) });
        self.fewest_men = self.fewest_men.min(position.occupied().len());
        self.entries.push(Entry { position, opening });
    }
}

impl GameTree {
    /// Returns the opening of the game: that of the last position of its main line that has a name.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, NodeId};
    ///
    /// let mut game = GameTree::new();
    /// let mut cursor = game.cursor(NodeId::ROOT);
    /// for san in ["c4", "Nf6", "d4", "h6", "a3"] {
    ///     cursor.play_san(san)?;
    /// }
    /// assert_eq!(game.opening().unwrap().to_string(), "A50 Indian Defense: Normal Variation");
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    pub fn opening(&self) -> Option<NamedOpening> {
        let openings = OpeningNames::embedded();
        let mut pos = self.start().clone();
        let mut found = openings.find(&pos);
        for id in self.main_line() {
            self.step(id).unwrap_or(Step::Null).play(&mut pos);
            found = openings.find(&pos).or(found);
        }
        found
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only the last bits are wanted")]
const fn first_place(pos: &Position) -> usize {
    pos.key() as usize % SLOTS
}

const fn tag(pos: &Position) -> u16 {
    (pos.key() >> 48) as u16
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Checks that every line of the data leads to a position, and no two lead to the same.
    #[test]
    fn every_opening_is_found_by_its_position() {
        let openings = OpeningNames::embedded();
        let mut lines = 0;
        let mut seen = HashSet::new();
        for line in include_str!("../data/openings.tsv").lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [eco, name, moves] = fields[..] else { panic!("{line}") };
            let mut pos = Position::startpos();
            for san in moves.split(' ') {
                let mv = pos.parse_san(san).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(pos.san(mv).as_str(), san, "{line}");
                pos.play_unchecked(mv);
            }
            let found = openings.find(&pos).unwrap_or_else(|| panic!("{line}"));
            assert!(seen.insert(pos.key()), "{line}: {found}");
            assert_eq!((found.eco, found.name), (eco, name));
            assert!(matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{line}");
            lines += 1;
        }
        assert_eq!((lines, openings.iter().len()), (3807, 3807));
    }

    #[test]
    fn positions_outside_the_books_have_no_name() {
        let openings = OpeningNames::embedded();
        assert_eq!(openings.find(&Position::startpos()), None);
        let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        assert_eq!(openings.find(&bare), None);
    }
}
