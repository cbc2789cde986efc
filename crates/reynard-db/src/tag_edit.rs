//! Edits tags of games in the database, and records each change.
//!
//! The columns, names and extra records of a segment are rewritten. Its positions are kept.

use std::collections::HashSet;

use reynard_pgn::{PgnDate, Tag, Termination};

use crate::batch::{Batch, Flags};
use crate::bytes::{ByteCursor, put_bytes, put_varint};
use crate::database::BASE;
use crate::game::{decoded, each_tag, extra_of};
use crate::material_path::{MaterialRecorder, UNRECORDED};
use crate::number_after::number_after;
use crate::options::Budget;
use crate::section::Section;
use crate::section_reader::SectionReader;
use crate::segment::Segment;
use crate::segment_builder::SegmentBuilder;
use crate::{Damage, Database, DatabaseError};

/// The record that stores the tag changes.
pub(crate) const EDITS: &str = "edits";

/// Number of games put into a batch per step.
const CHUNK: u32 = 512;

/// A change to a tag.
///
/// ```
/// use reynard_db::TagChange;
///
/// assert!(TagChange::set("White", "Carlsen, Magnus").is_ok());
/// assert!(TagChange::set("FEN", "8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// assert!(TagChange::remove("Annotator").is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagChange {
    name: String,
    /// The new value; `None` removes the tag.
    value: Option<String>,
}

/// A change to a tag of a game, as recorded in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagEdit {
    /// The number of the game.
    pub game: u64,
    /// The name of the tag.
    pub name: String,
    /// The value before the change; `None` if the game did not have the tag.
    pub before: Option<String>,
    /// The value after the change; `None` if the tag was removed.
    pub now: Option<String>,
}

impl TagChange {
    /// Returns a change that sets a tag to a value. If a game does not have the tag, it is added
    /// after the game's other tags.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::FixedTag`] if the tag decides how moves are read, if PGN does not allow the
    /// name, or if the value contains a line break. Also if the tag is `Result`, `Date`, `WhiteElo`
    /// or `BlackElo` and the value is not a PGN result, a date or a rating: searches would not find
    /// the game.
    pub fn set(name: &str, value: &str) -> Result<Self, DatabaseError> {
        let change = Self { value: Some(value.to_owned()), ..Self::remove(name)? };
        let fixed = |reason| Err(DatabaseError::FixedTag { name: name.to_owned(), reason });
        if value.chars().any(char::is_control) {
            return fixed("its value would have a line break or another control character");
        }
        let is_called = |other: &str| name.eq_ignore_ascii_case(other);
        if is_called("Result") && Termination::from_bytes(value.as_bytes()).is_none() {
            return fixed("its value must be 1-0, 0-1, 1/2-1/2 or *");
        }
        if is_called("Date") && !PgnDate::is_tag_value(value.as_bytes()) {
            return fixed("its value must be a date, such as 2001.05.23 or 2001.??.??");
        }
        let is_rating = value.parse::<u16>().is_ok() || ["", "?", "-"].contains(&value);
        if (is_called("WhiteElo") || is_called("BlackElo")) && !is_rating {
            return fixed("its value must be a rating, such as 2500, or -");
        }
        Ok(change)
    }

    /// Returns a change that removes a tag.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::FixedTag`] if the tag decides how moves are read, or if PGN does not allow
    /// the name.
    pub fn remove(name: &str) -> Result<Self, DatabaseError> {
        const FIXED: [&str; 3] = ["FEN", "SetUp", "Variant"];
        let fixed = |reason| Err(DatabaseError::FixedTag { name: name.to_owned(), reason });
        if FIXED.iter().any(|fixed| name.eq_ignore_ascii_case(fixed)) {
            return fixed("the moves of the game depend on it");
        }
        if !Tag::is_name(name) {
            return fixed("it is not the name of a tag");
        }
        Ok(Self { name: name.to_owned(), value: None })
    }

    fn is_of(&self, tag: &[u8]) -> bool {
        tag.eq_ignore_ascii_case(self.name.as_bytes())
    }
}

impl Database {
    /// Changes tags of games, and records each change. The numbers of the games do not change.
    /// Returns the number of changed games.
    ///
    /// The columns of each affected segment are rewritten, all in one transaction.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if a game does not exist or was deleted, and
    /// [`DatabaseError::ForeignGame`] if a game is stored only as text; nothing is changed in
    /// either case. [`DatabaseError`] if the file cannot be read or written or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::TagChange;
    ///
    /// base.add_pgn(b"[White \"Calrsen\"]\n\n1. e4 *\n", &Default::default())?;
    /// let changes = [TagChange::set("White", "Carlsen, Magnus")?];
    /// assert_eq!(base.edit_tags(&[0], &changes)?, 1);
    /// assert_eq!(base.game(0)?.head()?.white, "Carlsen, Magnus");
    /// assert_eq!(base.tag_edits()?[0].before.as_deref(), Some("Calrsen"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit_tags(&mut self, ids: &[u64], changes: &[TagChange]) -> Result<u64, DatabaseError> {
        self.check_single()?;
        let mut chosen = HashSet::new();
        for &id in ids {
            let game = self.game(id)?;
            if game.segment.flags_of(game.number)?.is_foreign() {
                return Err(DatabaseError::ForeignGame(id));
            }
            chosen.insert(id);
        }
        let mut edits = self.tag_edits()?;
        let known = edits.len();
        let mut record = self.base.clone();
        let mut transaction = self.begin()?;
        for (segment, descriptor) in self.segments.iter().zip(&mut record.segments) {
            let games = segment.first..segment.first + u64::from(segment.games());
            if !chosen.iter().any(|id| games.contains(id)) {
                continue;
            }
            let mut editor = SegmentEditor::new(segment, changes, &chosen);
            let builder = editor.build()?;
            edits.append(&mut editor.edits);
            transaction.delete_columns(segment.number())?;
            *descriptor = builder.finish_columns(segment, &mut transaction)?;
        }
        let mut changed: Vec<u64> = edits[known..].iter().map(|edit| edit.game).collect();
        changed.dedup();
        if changed.is_empty() {
            return Ok(0);
        }
        transaction.put_record(BASE, &record.write())?;
        transaction.put_record(EDITS, &write_edits(&edits))?;
        transaction.commit()?;
        self.reload()?;
        self.shorten()?;
        Ok(changed.len() as u64)
    }

    /// Returns the tag changes made in this database, oldest first. Changes to games that
    /// [`compact`](Self::compact) has removed are not included.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    pub fn tag_edits(&self) -> Result<Vec<TagEdit>, DatabaseError> {
        if self.check_single().is_err() {
            return Ok(Vec::new());
        }
        let record = self.record(EDITS)?.unwrap_or_default();
        read_edits(&record).map_err(|damage| damage.of(EDITS, 0))
    }
}

/// Copies the columns of a segment, and applies tag changes to some of its games.
struct SegmentEditor<'a> {
    segment: &'a Segment,
    changes: &'a [TagChange],
    /// The numbers, within the database, of the games to change.
    chosen: &'a HashSet<u64>,
    moves: SectionReader<'a>,
    material: SectionReader<'a>,
    edits: Vec<TagEdit>,
}

impl<'a> SegmentEditor<'a> {
    const fn new(segment: &'a Segment, changes: &'a [TagChange], chosen: &'a HashSet<u64>) -> Self {
        let moves = SectionReader::new(segment, Section::Moves);
        let material = SectionReader::new(segment, Section::Material);
        Self { segment, changes, chosen, moves, material, edits: Vec::new() }
    }

    fn build(&mut self) -> Result<SegmentBuilder, DatabaseError> {
        let mut builder = SegmentBuilder::new(&Budget::default());
        for start in (0..self.segment.games()).step_by(CHUNK as usize) {
            let mut batch = Batch::default();
            for game in start..self.segment.games().min(start + CHUNK) {
                self.copy(game, &mut batch)?;
            }
            builder.add(&batch)?;
        }
        Ok(builder)
    }

    fn copy(&mut self, game: u32, batch: &mut Batch) -> Result<(), DatabaseError> {
        let segment = self.segment;
        let mut record = batch.begin_game();
        let extra = extra_of(segment, game)?;
        let mut flags = segment.flags_of(game)?;
        let mut text = extra.text.clone();
        let id = segment.first + u64::from(game);
        if self.chosen.contains(&id) {
            let mut tags: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
            each_tag(segment, game, &extra, |name, value| {
                tags.push((name.to_vec(), value.to_vec()));
            })?;
            let known = self.edits.len();
            for change in self.changes {
                self.edits.extend(change.apply(id, &mut tags));
            }
            if let Some(result) = result_of(&self.edits[known..]) {
                text = text.map(|text| with_mark(text, result));
                flags = flags.with_result(result);
            }
            for (name, value) in &tags {
                batch.tag(name, value);
            }
        } else {
            each_tag(segment, game, &extra, |name, value| batch.tag(name, value))?;
        }
        let (start, len) = segment.code_range(game)?;
        batch.coded_moves(self.moves.read(start, len)?);
        if segment.is_old() {
            batch.material(&recorded(segment, game, flags, extra.fen.as_deref())?);
        } else {
            let (start, len) = segment.range_of(Section::MaterialEnd, game)?;
            batch.material(self.material.read(start, len)?);
        }
        record.plies = segment.half(Section::Plies, game)?;
        record.flags = flags.without_extra();
        record.fen = extra.fen.map(String::into_boxed_str);
        record.text = text.map(Vec::into_boxed_slice);
        batch.end_game(record);
        Ok(())
    }
}

impl TagChange {
    /// Changes the tags of a game. Returns `None` if all of them already have the new values.
    fn apply(&self, game: u64, tags: &mut Vec<(Vec<u8>, Vec<u8>)>) -> Option<TagEdit> {
        let place = tags.iter().position(|(name, _)| self.is_of(name));
        let before = place.map(|place| decoded(&tags[place].1).into_owned());
        if before == self.value {
            return None;
        }
        match (&self.value, place) {
            (Some(value), Some(place)) => tags[place].1 = value.clone().into_bytes(),
            (Some(value), None) => {
                tags.push((self.name.clone().into_bytes(), value.clone().into_bytes()));
            }
            (None, _) => tags.retain(|(name, _)| !self.is_of(name)),
        }
        Some(TagEdit { game, name: self.name.clone(), before, now: self.value.clone() })
    }
}

/// Returns the new result of a game after tag changes; `None` if they do not set a result.
fn result_of(edits: &[TagEdit]) -> Option<Termination> {
    let edit = edits.iter().rfind(|edit| edit.name.eq_ignore_ascii_case("Result"))?;
    Termination::from_bytes(edit.now.as_ref()?.as_bytes())
}

/// Replaces the result marker at the end of the moves.
fn with_mark(mut text: Vec<u8>, result: Termination) -> Vec<u8> {
    let start = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |place| place + 1);
    if Termination::from_bytes(&text[start..]).is_some() {
        text.truncate(start);
        text.extend_from_slice(result.as_str().as_bytes());
    }
    text
}

/// Computes the material of a game in a segment that does not record material.
fn recorded(
    segment: &Segment,
    game: u32,
    flags: Flags,
    fen: Option<&str>,
) -> Result<Vec<u8>, DatabaseError> {
    if flags.is_passed() || flags.is_foreign() {
        return Ok(UNRECORDED.to_vec());
    }
    let start = segment.start_of(game, fen)?;
    let mut recorder = MaterialRecorder::default();
    recorder.begin(&start);
    segment.replay_from(game, start, |pos, mv| {
        if let Some(mv) = mv {
            recorder.play(pos, mv);
        }
        true
    })?;
    Ok(recorder.bytes().to_vec())
}

/// Serializes the record of edits for a database from which games have been removed. `removed`
/// holds the numbers of these games in ascending order. Later games are renumbered to close the
/// gaps.
pub(crate) fn edits_without(edits: &[TagEdit], removed: &[u64]) -> Vec<u8> {
    let left = edits.iter().filter_map(|edit| {
        Some(TagEdit { game: number_after(edit.game, removed)?, ..edit.clone() })
    });
    write_edits(&left.collect::<Vec<_>>())
}

fn write_edits(edits: &[TagEdit]) -> Vec<u8> {
    let mut out = Vec::new();
    for TagEdit { game, name, before, now } in edits {
        put_varint(&mut out, *game);
        put_bytes(&mut out, name.as_bytes());
        out.push(u8::from(before.is_some()) | u8::from(now.is_some()) << 1);
        for value in [before, now].into_iter().flatten() {
            put_bytes(&mut out, value.as_bytes());
        }
    }
    out
}

fn read_edits(bytes: &[u8]) -> Result<Vec<TagEdit>, Damage> {
    let text = |cursor: &mut ByteCursor<'_>| {
        String::from_utf8(cursor.bytes()?.to_vec()).map_err(|_| Damage::NUMBER)
    };
    let (mut edits, mut cursor) = (Vec::new(), ByteCursor::new(bytes));
    while !cursor.is_empty() {
        let (game, name) = (cursor.varint()?, text(&mut cursor)?);
        let bits = cursor.byte()?;
        let mut value = |bit: u8| {
            if bits >> bit & 1 == 1 { text(&mut cursor).map(Some) } else { Ok(None) }
        };
        edits.push(TagEdit { game, name, before: value(0)?, now: value(1)? });
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read_as_they_were_written_and_cut_ones_are_damage() {
        let edit = |game, before: Option<&str>, now: Option<&str>| TagEdit {
            game,
            name: "White".to_owned(),
            before: before.map(str::to_owned),
            now: now.map(str::to_owned),
        };
        let edits =
            [edit(300, Some("a"), Some("ä")), edit(2, None, Some("b")), edit(7, Some("c"), None)];
        let bytes = write_edits(&edits);
        assert_eq!(read_edits(&bytes).as_deref(), Ok(&edits[..]));
        for end in 1..bytes.len() {
            assert_ne!(read_edits(&bytes[..end]).as_deref(), Ok(&edits[..]), "{end}");
        }
        let left = read_edits(&edits_without(&edits, &[0, 7])).expect("intact");
        assert_eq!(left.iter().map(|edit| edit.game).collect::<Vec<_>>(), [298, 1]);
    }

    #[test]
    fn a_mark_is_replaced_at_the_end_of_the_moves_alone() {
        let marked = |text: &str| {
            String::from_utf8(with_mark(text.into(), Termination::Draw)).expect("text")
        };
        assert_eq!(marked("1. e4 {1-0} *"), "1. e4 {1-0} 1/2-1/2");
        assert_eq!(marked("0-1"), "1/2-1/2");
        assert_eq!(marked("1. e4 {1-0}"), "1. e4 {1-0}");
    }
}
