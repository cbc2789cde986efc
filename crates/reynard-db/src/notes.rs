//! Game marks and saved searches, which are stored in the database.

use std::collections::BTreeMap;

use crate::bytes::{ByteCursor, put_bytes, put_varint};
use crate::number_after::number_after;
use crate::{Damage, Database, DatabaseError};

/// The record of marks and saved searches.
pub(crate) const NOTES: &str = "notes";

/// Marks and saved searches of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BaseNotes {
    /// Game numbers by mark name, ascending.
    marks: BTreeMap<String, Vec<u64>>,
    /// Filters by search name.
    searches: BTreeMap<String, String>,
}

impl BaseNotes {
    fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, self.marks.len() as u64);
        for (name, games) in &self.marks {
            put_bytes(&mut out, name.as_bytes());
            put_varint(&mut out, games.len() as u64);
            let mut before = 0;
            for &game in games {
                put_varint(&mut out, game - before);
                before = game;
            }
        }
        for (name, filter) in &self.searches {
            put_bytes(&mut out, name.as_bytes());
            put_bytes(&mut out, filter.as_bytes());
        }
        out
    }

    fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let text = |cursor: &mut ByteCursor<'_>| {
            String::from_utf8(cursor.bytes()?.to_vec()).map_err(|_| Damage::NUMBER)
        };
        let (mut notes, mut cursor) = (Self::default(), ByteCursor::new(bytes));
        for _ in 0..cursor.varint()? {
            let name = text(&mut cursor)?;
            let (mut games, mut game) = (Vec::new(), 0_u64);
            for _ in 0..cursor.varint()? {
                game = game.checked_add(cursor.varint()?).ok_or(Damage::NUMBER)?;
                games.push(game);
            }
            notes.marks.insert(name, games);
        }
        while !cursor.is_empty() {
            let name = text(&mut cursor)?;
            notes.searches.insert(name, text(&mut cursor)?);
        }
        Ok(notes)
    }

    /// Serializes the record for a database from which games have been removed. `removed` holds the
    /// numbers of these games in ascending order. Later games are renumbered to close the gaps.
    pub(crate) fn write_without(&self, removed: &[u64]) -> Vec<u8> {
        let mut notes = self.clone();
        for games in notes.marks.values_mut() {
            *games = games.iter().filter_map(|&game| number_after(game, removed)).collect();
        }
        notes.marks.retain(|_, games| !games.is_empty());
        notes.write()
    }
}

impl Database {
    /// Returns the game numbers of each mark, keyed by the name of the mark. Deleted games keep
    /// their marks until [`compact`](Self::compact), which also renumbers the games in the marks.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    pub fn marks(&self) -> Result<BTreeMap<String, Vec<u64>>, DatabaseError> {
        Ok(self.notes()?.marks)
    }

    /// Adds a named mark to games, and returns the number of games that did not have the mark
    /// before.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if a game does not exist or was deleted; no game is marked in
    /// that case. [`DatabaseError`] if the file cannot be read or written or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n", &Default::default())?;
    /// assert_eq!(base.mark("favorite", &[2, 1])?, 2);
    /// assert_eq!(base.marks()?["favorite"], [1, 2]);
    /// base.delete(&[0, 1])?;
    /// base.compact(&Default::default())?;
    /// assert_eq!(base.marks()?["favorite"], [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark(&mut self, name: &str, ids: &[u64]) -> Result<u64, DatabaseError> {
        for &id in ids {
            self.game(id)?;
        }
        let mut notes = self.notes()?;
        let games = notes.marks.entry(name.to_owned()).or_default();
        let before = games.len();
        games.extend_from_slice(ids);
        games.sort_unstable();
        games.dedup();
        let added = games.len() - before;
        notes.marks.retain(|_, games| !games.is_empty());
        self.put_notes(&notes)?;
        Ok(added as u64)
    }

    /// Removes a mark from games, and returns the number of games that had it.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or written or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// base.mark("favorite", &[0])?;
    /// assert_eq!((base.unmark("favorite", &[0, 7])?, base.marks()?.len()), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unmark(&mut self, name: &str, ids: &[u64]) -> Result<u64, DatabaseError> {
        let mut notes = self.notes()?;
        let Some(games) = notes.marks.get_mut(name) else { return Ok(0) };
        let before = games.len();
        games.retain(|game| !ids.contains(game));
        let removed = before - games.len();
        notes.marks.retain(|_, games| !games.is_empty());
        self.put_notes(&notes)?;
        Ok(removed as u64)
    }

    /// Returns the filters of the saved searches, keyed by the name of the search.
    ///
    /// # Errors
    ///
    /// Same as for [`marks`](Self::marks).
    pub fn searches(&self) -> Result<BTreeMap<String, String>, DatabaseError> {
        Ok(self.notes()?.searches)
    }

    /// Saves the text of a filter under a name, replacing any saved search with that name. The
    /// filter is not parsed.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or written or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.save_search("najdorf", "eco=B90 elo>=2600")?;
    /// assert_eq!(base.searches()?["najdorf"], "eco=B90 elo>=2600");
    /// assert!(base.forget_search("najdorf")? && !base.forget_search("najdorf")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_search(&mut self, name: &str, filter: &str) -> Result<(), DatabaseError> {
        let mut notes = self.notes()?;
        notes.searches.insert(name.to_owned(), filter.to_owned());
        self.put_notes(&notes)
    }

    /// Deletes a saved search. Returns `false` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or written or is damaged.
    pub fn forget_search(&mut self, name: &str) -> Result<bool, DatabaseError> {
        let mut notes = self.notes()?;
        let is_there = notes.searches.remove(name).is_some();
        self.put_notes(&notes)?;
        Ok(is_there)
    }

    /// Returns the marks and saved searches. A joined database has none.
    pub(crate) fn notes(&self) -> Result<BaseNotes, DatabaseError> {
        if self.check_single().is_err() {
            return Ok(BaseNotes::default());
        }
        let record = self.record(NOTES)?.unwrap_or_default();
        if record.is_empty() {
            return Ok(BaseNotes::default());
        }
        BaseNotes::read(&record).map_err(|damage| damage.of(NOTES, 0))
    }

    fn put_notes(&mut self, notes: &BaseNotes) -> Result<(), DatabaseError> {
        let mut transaction = self.begin()?;
        transaction.put_record(NOTES, &notes.write())?;
        transaction.commit()?;
        self.shorten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written_and_cut_ones_are_damage() {
        let mut notes = BaseNotes::default();
        notes.marks.insert("favorite".to_owned(), vec![0, 7, 300]);
        notes.marks.insert("später".to_owned(), vec![9]);
        notes.searches.insert("iqp".to_owned(), "at(piece=Pd4 not piece=Pc,e)".to_owned());
        let bytes = notes.write();
        assert_eq!(BaseNotes::read(&bytes), Ok(notes.clone()));
        for end in 0..bytes.len() {
            assert_ne!(BaseNotes::read(&bytes[..end]), Ok(notes.clone()), "{end}");
        }
        let left = BaseNotes::read(&notes.write_without(&[0, 8, 9, 400])).expect("intact");
        assert_eq!(left.marks, BTreeMap::from([("favorite".to_owned(), vec![6, 297])]));
        assert_eq!(left.searches, notes.searches);
    }
}
