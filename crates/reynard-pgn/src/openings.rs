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
    /// The English name: the family, a colon, and any variations.
    pub name: &'static str,
}

impl fmt::Display for NamedOpening {
    /// Writes the code and the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// A table that finds the names of openings by position, so transpositions are recognized.
///
/// The names are those of [lichess-org/chess-openings][] (CC0). With the `openings` feature, they
/// are part of the crate and add about 360 KB. The table is built from them on first use, in a
/// fraction of a millisecond. A position is identified by its Zobrist key.
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
    /// Hash table of the entries by key, with linear probing.
    slots: Box<[Option<Slot>]>,
}

#[derive(Debug)]
struct Entry {
    /// The key of the position.
    key: u64,
    opening: NamedOpening,
}

/// An entry of the hash table, with enough key bits that other entries rarely need to be examined.
#[derive(Clone, Copy, Debug)]
struct Slot {
    index: u16,
    /// The highest bits of the key.
    tag: u16,
}

/// The smallest number of pieces on the board in any position of the table.
const FEWEST_MEN: u32 = 22;

/// Number of slots: four times the number of openings, so most lookups end at the first slot.
const SLOTS: usize = 1 << 14;

impl OpeningNames {
    /// Returns the table built into this crate.
    ///
    /// ```
    /// use reynard_pgn::OpeningNames;
    ///
    /// assert!(OpeningNames::embedded().iter().count() > 3_000);
    /// ```
    pub fn embedded() -> &'static Self {
        static TABLE: OnceLock<OpeningNames> = OnceLock::new();
        TABLE.get_or_init(|| {
            let (keys, _) = include_bytes!("../data/openings.keys").as_chunks();
            Self::read(include_str!("../data/openings.tsv"), keys)
        })
    }

    /// Returns the opening whose line leads to the position, or `None` if no named line does.
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
        if pos.occupied().len() < FEWEST_MEN {
            return None;
        }
        let key = pos.key();
        let mut place = first_place(key);
        while let Some(slot) = self.slots[place] {
            if slot.tag == tag(key)
                && let Some(entry) = self.entries.get(usize::from(slot.index))
                && entry.key == key
            {
                return Some(entry.opening);
            }
            place = (place + 1) % SLOTS;
        }
        None
    }

    /// Returns all openings, ordered by code.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = NamedOpening> + '_ {
        self.entries.iter().map(|entry| entry.opening)
    }

    /// Builds the table from lines that each hold a code, a name and moves, and from the keys of
    /// the positions to which they lead.
    fn read(text: &'static str, keys: &[[u8; 8]]) -> Self {
        let entries = Vec::with_capacity(keys.len());
        let mut table = Self { entries, slots: vec![None; SLOTS].into() };
        for (line, &key) in text.lines().zip(keys) {
            let mut fields = line.split('\t');
            if let (Some(eco), Some(name)) = (fields.next(), fields.next()) {
                table.add(u64::from_le_bytes(key), NamedOpening { eco, name });
            }
        }
        table
    }

    fn add(&mut self, key: u64, opening: NamedOpening) {
        let Ok(index) = u16::try_from(self.entries.len()) else { return };
        let mut place = first_place(key);
        while self.slots[place].is_some() {
            place = (place + 1) % SLOTS;
        }
        self.slots[place] = Some(Slot { index, tag: tag(key) });
        self.entries.push(Entry { key, opening });
    }
}

impl GameTree {
    /// Returns the opening of the game: that of the last named position in its main line.
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
const fn first_place(key: u64) -> usize {
    key as usize % SLOTS
}

const fn tag(key: u64) -> u16 {
    (key >> 48) as u16
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the code and name in every line of the data, with the position after its moves.
    fn lines() -> impl Iterator<Item = (&'static str, &'static str, Position)> {
        include_str!("../data/openings.tsv").lines().map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [eco, name, moves] = fields[..] else { panic!("{line}") };
            let mut pos = Position::startpos();
            for san in moves.split(' ') {
                let mv = pos.parse_san(san).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(pos.san(mv).as_str(), san, "{line}");
                pos.play_unchecked(mv);
            }
            (eco, name, pos)
        })
    }

    /// Checks the stored keys, or rewrites their file if `REYNARD_UPDATE_DATA=1`.
    #[test]
    fn keys_are_those_of_the_positions_after_the_lines() {
        let keys: Vec<u8> = lines().flat_map(|(.., pos)| pos.key().to_le_bytes()).collect();
        if std::env::var_os("REYNARD_UPDATE_DATA").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/openings.keys");
            std::fs::write(file, &keys).expect("written");
        }
        assert!(keys == include_bytes!("../data/openings.keys"), "REYNARD_UPDATE_DATA=1 mends it");
    }

    /// Checks that every line of the data leads to a position, and that no two lead to the same
    /// one.
    #[test]
    fn every_opening_is_found_by_its_position() {
        let openings = OpeningNames::embedded();
        let mut count = 0;
        let (mut seen, mut fewest_men) = (HashSet::new(), u32::MAX);
        for (eco, name, pos) in lines() {
            let found = openings.find(&pos).unwrap_or_else(|| panic!("{name}"));
            assert!(seen.insert(pos.key()), "{name}: {found}");
            assert_eq!((found.eco, found.name), (eco, name));
            assert!(matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{name}");
            fewest_men = fewest_men.min(pos.occupied().len());
            count += 1;
        }
        assert_eq!((count, openings.iter().len()), (3807, 3807));
        assert_eq!(fewest_men, FEWEST_MEN);
    }

    #[test]
    fn positions_outside_the_books_have_no_name() {
        let openings = OpeningNames::embedded();
        assert_eq!(openings.find(&Position::startpos()), None);
        let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        assert_eq!(openings.find(&bare), None);
    }
}
