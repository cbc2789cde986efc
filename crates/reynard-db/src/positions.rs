//! Reads sorted visits to positions from compressed blocks.
//!
//! Positions are stored in small groups, which are selected by the first bits of their keys. In a
//! group, each position has a word, `bits << 2 | kind`, in as few bytes as can hold the remaining
//! key bits and the kind. Its games follow: see `docs/src/db-format.md`.

use crate::Damage;
use crate::bytes::{ByteCursor, len32, low_word};
use crate::entry::KEY_BITS;
use crate::posting_list::{Posting, PostingList};

/// The key has one game.
pub(crate) const SINGLE: u64 = 0;
/// The key has several games.
pub(crate) const LIST: u64 = 1;
/// The key represents several positions that agree in the stored bits.
pub(crate) const SPLIT: u64 = 2;

/// Number of bits in a key's word that store its kind.
const KIND_BITS: u32 = 2;

/// Possible numbers of key bits that select the group. With these numbers, the words of keys fill
/// three, four and five bytes.
const GROUP_BITS: [u32; 3] = [18, 10, 2];

/// Minimum average number of visits in a group, if there are enough visits.
const GROUP: u64 = 8;

/// Returns the number of key bits that select the group, for `entries` visits.
pub(crate) const fn group_bits(entries: u64) -> u32 {
    let [most, some, least] = GROUP_BITS;
    match entries / GROUP {
        groups if groups >= 1 << most => most,
        groups if groups >= 1 << some => some,
        _ => least,
    }
}

/// Returns `true` if `bits` is a possible number of key bits that select the group.
pub(crate) const fn are_group_bits(bits: u32) -> bool {
    let [most, some, least] = GROUP_BITS;
    bits == most || bits == some || bits == least
}

/// Returns the length of the word of a key in bytes.
pub(crate) const fn word_len(bits: u32) -> usize {
    (KEY_BITS - bits + KIND_BITS) as usize / 8
}

/// Returns the word of a key, given the stored bits of the key and the kind of its games.
#[inline(always)]
pub(crate) const fn key_word(key: u64, bits: u32, kind: u64) -> u64 {
    (key & ((1 << (KEY_BITS - bits)) - 1)) << KIND_BITS | kind
}

/// Returns the stored bits of a key.
pub(crate) const fn short(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
}

/// Returns the group of a key.
pub(crate) fn group_of(key: u64, bits: u32) -> u32 {
    low_word(short(key) >> (KEY_BITS - bits))
}

/// The games of a position in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FoundList<'a> {
    /// The position does not occur.
    Nothing,
    /// The position is certain: all bits of the key agree, or no other position shares the stored
    /// bits.
    Exact(PostingList<'a>),
    /// The stored bits of the key match, but the position may be a different one. Replaying the
    /// first game shows whether it is.
    Probable(PostingList<'a>),
}

/// Finds the games of a position in a block that begins with group `first`.
pub(crate) fn find(block: &[u8], first: u32, bits: u32, key: u64) -> Result<FoundList<'_>, Damage> {
    let group = group_of(key, bits);
    let bytes = group_bytes(block, first, group)?;
    let wanted = short(key);
    let mut found = FoundList::Nothing;
    each_key(bytes, group, bits, |short_key, kind| {
        if short_key < wanted {
            return Ok(true);
        }
        if short_key == wanted {
            found = match kind {
                KeyKind::Single(list, _) | KeyKind::List(list) => FoundList::Probable(list),
                KeyKind::Split { number, parts } => find_part(number, parts, key)?,
            };
        }
        Ok(false)
    })?;
    Ok(found)
}

fn find_part(number: u64, parts: &[u8], key: u64) -> Result<FoundList<'_>, Damage> {
    let mut cursor = ByteCursor::new(parts);
    for _ in 0..number {
        let rest: [u8; 3] = cursor.array()?;
        let list = PostingList::read(&mut cursor)?;
        if rest == key.to_le_bytes()[..3] {
            return Ok(FoundList::Exact(list));
        }
    }
    Ok(FoundList::Nothing)
}

/// The games of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyKind<'a> {
    Single(PostingList<'a>, Posting),
    List(PostingList<'a>),
    Split { number: u64, parts: &'a [u8] },
}

/// Calls a function for every key of a group until the function returns `false`.
pub(crate) fn each_key<'a>(
    bytes: &'a [u8],
    group: u32,
    bits: u32,
    mut each: impl FnMut(u64, KeyKind<'a>) -> Result<bool, Damage>,
) -> Result<(), Damage> {
    let (mut cursor, len) = (ByteCursor::new(bytes), word_len(bits));
    let base = first_key(group, bits);
    let mut least = base;
    while !cursor.is_empty() {
        let (rest, kind) = read_head(&mut cursor, len)?;
        let key = base | rest;
        if key < least {
            return Err(Damage::ORDER);
        }
        least = key + 1;
        if !each(key, read_games(&mut cursor, kind)?)? {
            break;
        }
    }
    Ok(())
}

/// Returns the stored bits of the first key that a group can contain.
pub(crate) const fn first_key(group: u32, bits: u32) -> u64 {
    (group as u64) << (KEY_BITS - bits)
}

/// Reads the word of a key. Returns the key bits after those that select the group, and the kind of
/// the games.
#[inline(always)]
pub(crate) fn read_head(cursor: &mut ByteCursor<'_>, len: usize) -> Result<(u64, u64), Damage> {
    let word = cursor.word(len)?;
    Ok((word >> KIND_BITS, word & ((1 << KIND_BITS) - 1)))
}

/// Reads the games of a key, which are encoded according to their kind.
#[inline(always)]
pub(crate) fn read_games<'a>(
    cursor: &mut ByteCursor<'a>,
    kind: u64,
) -> Result<KeyKind<'a>, Damage> {
    match kind {
        SINGLE => {
            let (list, posting) = PostingList::read_single(cursor)?;
            Ok(KeyKind::Single(list, posting))
        }
        LIST => Ok(KeyKind::List(PostingList::read(cursor)?)),
        SPLIT => {
            let number = cursor.varint()?;
            Ok(KeyKind::Split { number, parts: cursor.bytes()? })
        }
        _ => Err(Damage::NUMBER),
    }
}

/// Returns the bytes of a group in a block.
fn group_bytes(block: &[u8], first: u32, group: u32) -> Result<&[u8], Damage> {
    let mut cursor = ByteCursor::new(block);
    let count = cursor.varint32()?;
    let index = group.checked_sub(first).filter(|&index| index < count).ok_or(Damage::MISSING)?;
    let (mut start, mut len) = (0_usize, 0_usize);
    for number in 0..count {
        let next = usize::try_from(cursor.varint32()?).map_err(|_| Damage::NUMBER)?;
        if number <= index {
            start += len;
            len = next;
        }
    }
    cursor.take(start)?;
    cursor.take(len)
}

/// Calls a function with the number and the bytes of every group in a block. Returns the number of
/// groups.
pub(crate) fn each_group<'a>(
    block: &'a [u8],
    first: u32,
    mut each: impl FnMut(u32, &'a [u8]) -> Result<(), Damage>,
) -> Result<u32, Damage> {
    let mut cursor = ByteCursor::new(block);
    let lengths = read_lengths(&mut cursor)?;
    let count = len32(lengths.len());
    for (group, len) in (first..).zip(lengths) {
        each(group, cursor.take(len)?)?;
    }
    Ok(count)
}

/// Reads the lengths of the groups at the beginning of a block.
pub(crate) fn read_lengths(cursor: &mut ByteCursor<'_>) -> Result<Vec<usize>, Damage> {
    let count = cursor.varint32()?;
    let mut lengths = Vec::new();
    for _ in 0..count {
        lengths.push(usize::try_from(cursor.varint32()?).map_err(|_| Damage::NUMBER)?);
    }
    Ok(lengths)
}

/// Calls a function with the games of every position that a key represents. If the file stores the
/// remaining bits of the full key, the function receives those bits as well.
pub(crate) fn each_list<'a>(
    kind: KeyKind<'a>,
    mut each: impl FnMut(Option<u32>, PostingList<'a>) -> Result<(), Damage>,
) -> Result<(), Damage> {
    match kind {
        KeyKind::Single(list, _) | KeyKind::List(list) => each(None, list),
        KeyKind::Split { number, parts } => {
            let mut cursor = ByteCursor::new(parts);
            for _ in 0..number {
                let [a, b, c] = cursor.array()?;
                each(Some(u32::from_le_bytes([a, b, c, 0])), PostingList::read(&mut cursor)?)?;
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::position_writer::PositionWriter;
    use crate::posting_move::PostingMove;

    fn written(bits: u32, entries: &[Entry]) -> Vec<(u32, Vec<u8>)> {
        let mut blocks = Vec::new();
        let mut writer = PositionWriter::new(bits, |first, block: [&[u8]; 2], _: &[u32]| {
            blocks.push((first, block.concat()));
            Ok(())
        });
        let visits: Vec<_> = entries.iter().map(|it| it.with_game(it.game())).collect();
        writer.add(&visits).expect("no error");
        writer.finish().expect("no error");
        blocks
    }

    fn games(blocks: &[(u32, Vec<u8>)], bits: u32, key: u64) -> Option<(bool, Vec<(u32, u16)>)> {
        let group = group_of(key, bits);
        let (first, block) = blocks.iter().rev().find(|(first, _)| *first <= group)?;
        let (exact, list) = match find(block, *first, bits, key).expect("intact") {
            FoundList::Nothing => return None,
            FoundList::Exact(list) => (true, list),
            FoundList::Probable(list) => (false, list),
        };
        let mut games = Vec::new();
        let each = |posting: Posting| {
            games.push((posting.game, posting.mv.bits()));
            Ok(())
        };
        list.for_each(each, |damage| damage.of("test", 0)).expect("intact");
        Some((exact, games))
    }

    #[test]
    fn every_position_has_its_games_in_order() {
        let mut entries = Vec::new();
        for number in 0..5_000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for game in 0..=(number % 7) {
                entries.push(Entry::new(key, low_word(game * 100), 3, PostingMove::from_bits(9)));
            }
        }
        entries.sort_unstable();
        for bits in GROUP_BITS {
            let blocks = written(bits, &entries);
            for number in 0..5_000_u64 {
                let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let wanted = (0..=(number % 7)).map(|game| (low_word(game * 100), 9)).collect();
                assert_eq!(games(&blocks, bits, key), Some((false, wanted)), "{number}");
            }
            assert_eq!(games(&blocks, bits, 0xFFFF_FFFF_0000_0000), None);
        }
    }

    #[test]
    fn positions_that_agree_in_40_bits_keep_their_games_apart() {
        let base = 0xABCD_EF01_2300_0000;
        let entries = [
            Entry::new(base + 1, 7, 0, PostingMove::from_bits(1)),
            Entry::new(base + 2, 3, 0, PostingMove::from_bits(2)),
            Entry::new(base + 2, 9, 0, PostingMove::from_bits(3)),
        ];
        let blocks = written(2, &entries);
        assert_eq!(games(&blocks, 2, base + 1), Some((true, vec![(7, 1)])));
        assert_eq!(games(&blocks, 2, base + 2), Some((true, vec![(3, 2), (9, 3)])));
        assert_eq!(games(&blocks, 2, base + 3), None);
    }
}
