//! A cache, stored next to the journal, that contains the schedule of all cards, so that the first
//! question appears immediately.
//!
//! The files of the notebook always take precedence. The cache contains a hash of all bytes in
//! these files, and is invalid if the hash differs. The cache may be deleted at any time.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use reynard_console::whole_file;
use reynard_learn::{
    CardHistory, CardId, CardKind, LearnCard, LearnDeck, LearnerDay, QueueCard, ReviewJournal,
    UtcMillis, due_times, repertoire_side,
};
use reynard_pgn::Games;
use serde::{Deserialize, Serialize};

use super::notebook::{Contents, GamePlace, Notebook, journals_in};
use super::settings;

/// File name of the cache.
const FILE: &str = ".drill.cache";
/// Version of the file format. A program that uses another version ignores the file.
const FORMAT: &str = concat!(env!("CARGO_PKG_VERSION"), "-2");

/// The schedule of a notebook.
pub(super) struct DrillCache {
    head: Head,
    cards: Vec<CachedCard>,
}

/// The JSON part of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    materials: u64,
    journals: u64,
    notes: Vec<String>,
    median_millis: Option<u32>,
    /// Times of the first answers to all cards, including cards that no longer exist.
    begun: Vec<i64>,
    files: Vec<PathBuf>,
}

/// A card, with the games that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CachedCard {
    place: QueueCard,
    is_leech: bool,
    /// For each game, the number of its file and its byte range.
    games: Vec<(u32, u64, u32)>,
}

impl DrillCache {
    /// Creates the cache for the cards of a notebook. `materials` is the hash of the game files
    /// before they were read. The journal is read again, since other programs may have added to it.
    /// Returns `None` if the files have changed since they were read, if part of them cannot be
    /// read, or if a clock was wrong.
    pub(super) fn of(notebook: &Notebook, contents: &Contents, materials: u64) -> Option<Self> {
        if materials_hash(notebook).ok()? != materials {
            return None;
        }
        let (journal, journals) = read_journals(notebook).ok()?;
        let (notes, histories) = (journal.notes(), &notebook.histories(&journal));
        if histories.from_the_future() > 0 || notes.unfinished + notes.unknown > 0 {
            return None;
        }
        let mut files: BTreeMap<Arc<Path>, u32> = BTreeMap::new();
        let mut names = Vec::new();
        let mut cards = Vec::new();
        for card in contents.deck.cards() {
            let mut games = Vec::new();
            for &source in &card.sources {
                let GamePlace { path, bytes } = contents.sources.get(source as usize)?;
                let next = u32::try_from(files.len()).ok()?;
                let file = *files.entry(path.clone()).or_insert_with(|| {
                    names.push(path.to_path_buf());
                    next
                });
                games.push((file, bytes.start, u32::try_from(bytes.end - bytes.start).ok()?));
            }
            let is_leech = histories.of(card.id).is_some_and(CardHistory::is_leech);
            cards.push(CachedCard { place: QueueCard::new(card, histories), is_leech, games });
        }
        if names.iter().any(|path| !is_verbatim(path)) {
            return None;
        }
        let files = names.iter().map(|path| path.strip_prefix(&notebook.folder));
        let begun = histories.iter().filter_map(|(_, history)| history.first_time());
        let head = Head {
            format: FORMAT.to_owned(),
            materials,
            journals,
            notes: contents.notes.clone(),
            median_millis: histories.median_millis(),
            begun: begun.map(|time| time.0).collect(),
            files: files.map(|path| path.map(Path::to_owned)).collect::<Result<_, _>>().ok()?,
        };
        Some(Self { head, cards })
    }

    /// Writes the cache. If the folder is read-only, no cache is written.
    pub(super) fn write(&self, notebook: &Notebook) {
        let Ok(head) = serde_json::to_vec(&self.head) else { return };
        let mut bytes = head;
        bytes.push(b'\n');
        for card in &self.cards {
            card.put(&mut bytes);
        }
        let _ = whole_file::write(&notebook.folder.join(FILE), &bytes);
    }

    /// Reads the cache. Returns `None` if it does not exist, or if a file has changed since it was
    /// written.
    pub(super) fn read(notebook: &Notebook) -> Option<Self> {
        let bytes = fs::read(notebook.folder.join(FILE)).ok()?;
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        if head.format != FORMAT {
            return None;
        }
        let (materials, journals) = thread::scope(|scope| {
            let journals = scope.spawn(|| hash_of_files(notebook, &journals_in(&notebook.folder)?));
            (materials_hash(notebook), journals.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        if (head.materials, head.journals) != (materials.ok()?, journals.ok()?) {
            return None;
        }
        let mut rest = &bytes[end + 1..];
        let mut cards = Vec::new();
        while !rest.is_empty() {
            cards.push(CachedCard::take(&mut rest)?);
        }
        Some(Self { head, cards })
    }

    pub(super) fn notes(&self) -> &[String] {
        &self.head.notes
    }

    pub(super) const fn median_millis(&self) -> Option<u32> {
        self.head.median_millis
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Returns the queue entries for the cards of a kind, or for all cards.
    pub(super) fn places(&self, kind: Option<CardKind>) -> impl Iterator<Item = QueueCard> {
        let places = self.cards.iter().map(|card| card.place);
        places.filter(move |place| kind.is_none_or(|kind| kind == place.kind))
    }

    /// Returns the number of cards first shown on a day.
    pub(super) fn begun_on(&self, day: LearnerDay) -> usize {
        self.head.begun.iter().filter(|&&time| day.contains(UtcMillis(time))).count()
    }

    /// Returns the time at which the next card is due.
    pub(super) fn next_due(&self) -> Option<UtcMillis> {
        due_times(self.places(None)).min()
    }

    /// Creates a card from its games. Returns the card, and `true` if the card is a leech.
    pub(super) fn card(
        &self,
        notebook: &Notebook,
        id: CardId,
    ) -> anyhow::Result<Option<(LearnCard, bool)>> {
        let Some(cached) = self.cards.iter().find(|card| card.place.card == id) else {
            return Ok(None);
        };
        let mut deck = LearnDeck::default();
        for &(file, start, length) in &cached.games {
            let Some(name) = self.head.files.get(file as usize) else { return Ok(None) };
            let bytes = read_part(&notebook.folder.join(name), start, length)
                .with_context(|| name.display().to_string())?;
            let Some(Ok(game)) = Games::from_bytes(&bytes).next() else { return Ok(None) };
            if name.starts_with("puzzles") {
                deck.add_puzzle(&game);
            } else if name.starts_with("repertoire") {
                let side = repertoire_side(&game, &name.to_string_lossy());
                if let Some(side) = side.or_else(|| notebook.side_in(&game)) {
                    deck.add_repertoire(&game, side);
                }
            } else if let Some(side) = notebook.side_in(&game) {
                deck.add_game(&game, side);
            }
        }
        Ok(deck.card_of(id).map(|card| (card.clone(), cached.is_leech)))
    }
}

/// The number that represents a missing time.
const NO_TIME: i64 = i64::MIN;

impl CachedCard {
    fn put(&self, bytes: &mut Vec<u8>) {
        let QueueCard { card, kind, weight, due, answered, is_suspended } = self.place;
        bytes.extend(card.key().to_le_bytes());
        let kind = CardKind::ALL.iter().position(|&own| own == kind).unwrap_or(0);
        // There are few kinds.
        bytes.push(kind.to_le_bytes()[0]);
        bytes.push(u8::from(is_suspended) | u8::from(self.is_leech) << 1);
        bytes.extend(weight.to_le_bytes());
        for time in [due, answered] {
            bytes.extend(time.map_or(NO_TIME, |time| time.0).to_le_bytes());
        }
        bytes.extend(u32::try_from(self.games.len()).unwrap_or(0).to_le_bytes());
        for (file, start, length) in &self.games {
            bytes.extend(file.to_le_bytes());
            bytes.extend(start.to_le_bytes());
            bytes.extend(length.to_le_bytes());
        }
    }

    /// Reads a card from the front of `bytes`. Returns `None` if there are not enough bytes.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let card = CardId::from_key(u64::from_le_bytes(part(bytes)?));
        let [kind, flags] = part(bytes)?;
        let kind = *CardKind::ALL.get(usize::from(kind))?;
        let weight = u32::from_le_bytes(part(bytes)?);
        let mut time = || {
            let time = i64::from_le_bytes(part(bytes)?);
            Some((time != NO_TIME).then_some(UtcMillis(time)))
        };
        let (due, answered) = (time()?, time()?);
        let count = u32::from_le_bytes(part(bytes)?);
        let mut games = Vec::new();
        for _ in 0..count {
            let file = u32::from_le_bytes(part(bytes)?);
            let start = u64::from_le_bytes(part(bytes)?);
            games.push((file, start, u32::from_le_bytes(part(bytes)?)));
        }
        let is_suspended = flags & 1 != 0;
        let place = QueueCard { card, kind, weight, due, answered, is_suspended };
        Some(Self { place, is_leech: flags & 2 != 0, games })
    }
}

/// Removes `N` bytes from the front, and returns them. Returns `None` if there are not enough
/// bytes.
fn part<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// Returns `true` if games can be read from a file at their offsets.
fn is_verbatim(path: &Path) -> bool {
    let opened = File::open(path).and_then(reynard_pgn::Input::new);
    opened.is_ok_and(|input| input.is_verbatim())
}

fn read_part(path: &Path, start: u64, length: u32) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Returns a hash of the names and contents of all files from which cards are made.
pub(super) fn materials_hash(notebook: &Notebook) -> anyhow::Result<u64> {
    let mut paths = vec![notebook.folder.join(settings::FILE), notebook.games()];
    for part in ["repertoire", "puzzles"] {
        paths.extend(notebook.files_of(part)?);
    }
    hash_of_files(notebook, &paths)
}

/// Reads the journals of a notebook, and returns them with their hash.
fn read_journals(notebook: &Notebook) -> anyhow::Result<(ReviewJournal, u64)> {
    let mut journal = ReviewJournal::default();
    let mut hashes = FileHashes::default();
    for path in journals_in(&notebook.folder)? {
        let text = fs::read(&path)?;
        journal.add(&text);
        hashes.add(notebook, &path, hash_bytes(&text));
    }
    Ok((journal, hashes.hash()))
}

fn hash_of_files(notebook: &Notebook, paths: &[PathBuf]) -> anyhow::Result<u64> {
    let mut hashes = FileHashes::default();
    for path in paths {
        hashes.add(notebook, path, hash_of_file(path)?);
    }
    Ok(hashes.hash())
}

/// Names and hashes of files.
#[derive(Default)]
struct FileHashes(Vec<u8>);

impl FileHashes {
    fn add(&mut self, notebook: &Notebook, path: &Path, hash: u64) {
        let name = path.strip_prefix(&notebook.folder).unwrap_or(path).to_string_lossy();
        self.0.extend(name.bytes());
        self.0.push(0);
        self.0.extend(hash.to_le_bytes());
    }

    fn hash(&self) -> u64 {
        hash_bytes(&self.0)
    }
}

fn hash_of_file(path: &Path) -> io::Result<u64> {
    match fs::read(path) {
        Ok(bytes) => Ok(hash_bytes(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// Hashes bytes, eight at a time in four lanes. A journal of a hundred megabytes takes a hundredth
/// of a second.
fn hash_bytes(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |state: u64, word: u64| (state ^ word).wrapping_mul(ODD).rotate_left(29);
    let mut lanes = [1_u64, 2, 3, 4];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let mut hash = lanes.into_iter().fold(bytes.len() as u64, mix);
    for &byte in rest {
        hash = mix(hash, u64::from(byte));
    }
    // The last bytes reach all bits.
    hash = mix(hash, hash >> 32);
    mix(hash, hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_read_as_it_is_written_and_a_cut_one_is_none() {
        let place = QueueCard {
            card: "463b96181691fc9c".parse().expect("a card"),
            kind: CardKind::Puzzle,
            weight: 7,
            due: Some(UtcMillis(-5)),
            answered: None,
            is_suspended: true,
        };
        let card = CachedCard { place, is_leech: true, games: vec![(1, 2, 3), (4, 5, 6)] };
        let mut bytes = Vec::new();
        card.put(&mut bytes);
        let read = CachedCard::take(&mut bytes.as_slice());
        assert_eq!(read, Some(card));
        for cut in 0..bytes.len() {
            assert_eq!(CachedCard::take(&mut &bytes[..cut]), None, "{cut}");
        }
    }

    #[test]
    fn each_byte_and_the_length_change_the_hash() {
        let bytes: Vec<u8> = (0..200).collect();
        let whole = hash_bytes(&bytes);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[place] ^= 1 << bit;
                assert_ne!(hash_bytes(&other), whole, "{place}");
            }
            assert_ne!(hash_bytes(&bytes[..place]), whole, "{place}");
        }
        assert_ne!(hash_bytes(&[0; 32]), hash_bytes(&[0; 64]));
    }
}
