//! Reads and builds the lists of games that reach a position, each game with its move.

use std::ops::Range;

use crate::Damage;
use crate::bytes::{ByteCursor, FIXED, from_fixed_varint, low_word, put_bytes, put_varint};
use crate::posting_move::PostingMove;

/// The game and move of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub(crate) game: u32,
    pub(crate) mv: PostingMove,
}

impl Posting {
    /// Reads the only game of a position.
    #[inline(always)]
    pub(crate) fn read(cursor: &mut ByteCursor<'_>) -> Result<Self, Damage> {
        let game = from_fixed_varint(low_word(cursor.word(FIXED)?)).ok_or(Damage::NUMBER)?;
        Ok(Self { game, mv: PostingMove::read(cursor)? })
    }
}

/// Games in order, encoded as the differences of their numbers, each with a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PostingList<'a> {
    /// Number of games.
    pub(crate) len: u64,
    pub(crate) bytes: &'a [u8],
}

impl<'a> PostingList<'a> {
    /// Reads a list: its number of games, its length in bytes, and the bytes.
    pub(crate) fn read(cursor: &mut ByteCursor<'a>) -> Result<Self, Damage> {
        let len = cursor.varint()?;
        let bytes = cursor.bytes()?;
        // A game takes at least two bytes.
        if len == 0 || len > bytes.len() as u64 / 2 {
            return Err(Damage::NUMBER);
        }
        Ok(PostingList { len, bytes })
    }

    /// Reads a list of one game. Returns the list and the game.
    #[inline]
    pub(crate) fn read_single(cursor: &mut ByteCursor<'a>) -> Result<(Self, Posting), Damage> {
        let before = *cursor;
        let posting = Posting::read(cursor)?;
        Ok((Self { len: 1, bytes: before.until(cursor) }, posting))
    }

    /// Calls a function for each game. `damaged` converts damage to an error.
    #[inline]
    pub(crate) fn for_each<E>(
        &self,
        mut each: impl FnMut(Posting) -> Result<(), E>,
        damaged: impl Fn(Damage) -> E,
    ) -> Result<(), E> {
        let (mut rest, mut game) = (self.bytes, 0);
        for _ in 0..self.len {
            let (posting, behind) = short_next(rest, game)
                .map_or_else(|| long_next(rest, game), Ok)
                .map_err(&damaged)?;
            (rest, game) = (behind, posting.game);
            each(posting)?;
        }
        Ok(())
    }

    /// Calls a function for each game.
    pub(crate) fn try_each(
        &self,
        each: impl FnMut(Posting) -> Result<(), Damage>,
    ) -> Result<(), Damage> {
        self.for_each(each, |damage| damage)
    }

    /// Returns the games in a range; `None` if there are none. If the list ends with the range, the
    /// games after it are not read.
    pub(crate) fn cut(
        &self,
        games: &Range<u32>,
        end: ListEnd,
    ) -> Result<Option<CutList<'a>>, Damage> {
        let mut cursor = ByteCursor::new(self.bytes);
        let (mut before, mut left) = (0, self.len);
        let mut step = |cursor: &mut ByteCursor<'a>| -> Result<u32, Damage> {
            before = u32::checked_add(before, cursor.varint32()?).ok_or(Damage::NUMBER)?;
            Ok(before)
        };
        let first = loop {
            if left == 0 {
                return Ok(None);
            }
            let game = step(&mut cursor)?;
            if game >= games.start {
                break game;
            }
            PostingMove::read(&mut cursor)?;
            left -= 1;
        };
        if first >= games.end {
            return Ok(None);
        }
        let rest = cursor;
        if end == ListEnd::OfRange {
            return Ok(Some(CutList { len: left, first, rest: rest.rest() }));
        }
        let mut len = 0;
        loop {
            PostingMove::read(&mut cursor)?;
            len += 1;
            let behind = cursor;
            if len == left || step(&mut cursor)? >= games.end {
                return Ok(Some(CutList { len, first, rest: rest.until(&behind) }));
            }
        }
    }

    /// Returns the number of the first game, and the remaining bytes.
    #[inline]
    pub(crate) fn split_first(&self) -> Result<(u32, &'a [u8]), Damage> {
        let mut cursor = ByteCursor::new(self.bytes);
        Ok((cursor.varint32()?, cursor.rest()))
    }

    /// Returns the first game.
    pub(crate) fn first(&self) -> Result<Posting, Damage> {
        next(&mut ByteCursor::new(self.bytes), 0)
    }
}

/// The place where a list ends, relative to a range that is taken from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListEnd {
    /// The list ends where the range ends.
    OfRange,
    /// The list may continue after the range.
    Behind,
}

/// The games of a list within a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CutList<'a> {
    pub(crate) len: u64,
    /// The number of the first game.
    pub(crate) first: u32,
    /// The remaining bytes.
    pub(crate) rest: &'a [u8],
}

/// Reads the next game.
#[inline]
fn next(cursor: &mut ByteCursor<'_>, before: u32) -> Result<Posting, Damage> {
    let game = before.checked_add(cursor.varint32()?).ok_or(Damage::NUMBER)?;
    Ok(Posting { game, mv: PostingMove::read(cursor)? })
}

/// Reads the next game if it takes two bytes, as nearly all games of a long list do. Returns the
/// game and the remaining bytes; `None` if the game takes more than two bytes.
#[inline(always)]
fn short_next(bytes: &[u8], before: u32) -> Option<(Posting, &[u8])> {
    let [delta @ ..0x80, mv, rest @ ..] = bytes else { return None };
    let mv = PostingMove::from_byte(*mv)?;
    Some((Posting { game: before.checked_add(u32::from(*delta))?, mv }, rest))
}

#[cold]
fn long_next(bytes: &[u8], before: u32) -> Result<(Posting, &[u8]), Damage> {
    let mut cursor = ByteCursor::new(bytes);
    Ok((next(&mut cursor, before)?, cursor.rest()))
}

/// A list under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListBuilder {
    pub(crate) len: u64,
    bytes: Vec<u8>,
    /// The number of the game whose bytes end at index `known`.
    last: u32,
    known: usize,
}

impl ListBuilder {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        (self.len, self.last, self.known) = (0, 0, 0);
    }

    /// Appends a game.
    #[inline]
    pub(crate) fn push(&mut self, posting: Posting) -> Result<(), Damage> {
        let delta = posting.game.checked_sub(self.last_game()?).ok_or(Damage::ORDER)?;
        put_varint(&mut self.bytes, u64::from(delta));
        posting.mv.put(&mut self.bytes);
        (self.len, self.last, self.known) = (self.len + 1, posting.game, self.bytes.len());
        Ok(())
    }

    /// Appends the games of a list, and increases their numbers by `offset`. The games are not
    /// decoded.
    #[inline]
    pub(crate) fn append(&mut self, list: &PostingList<'_>, offset: u32) -> Result<(), Damage> {
        let (first, rest) = list.split_first()?;
        let first = first.checked_add(offset).ok_or(Damage::NUMBER)?;
        let before = if self.bytes.is_empty() { 0 } else { self.last_game()? };
        put_varint(&mut self.bytes, u64::from(first.checked_sub(before).ok_or(Damage::ORDER)?));
        // All but the first are differences.
        (self.last, self.known) = (first, self.bytes.len());
        self.bytes.extend_from_slice(rest);
        self.len += list.len;
        Ok(())
    }

    /// Returns the number of the last game, or 0 if there is none.
    #[inline]
    fn last_game(&mut self) -> Result<u32, Damage> {
        if self.known == self.bytes.len() { Ok(self.last) } else { self.find_last_game() }
    }

    /// Finds the number of the last game by decoding the bytes after the last known number.
    fn find_last_game(&mut self) -> Result<u32, Damage> {
        let mut cursor = ByteCursor::new(&self.bytes[self.known..]);
        self.known = self.bytes.len();
        if !cursor.is_empty() {
            // The bytes begin after the number of a game.
            PostingMove::read(&mut cursor)?;
        }
        while !cursor.is_empty() {
            self.last = next(&mut cursor, self.last)?.game;
        }
        Ok(self.last)
    }

    /// Returns the only game; `None` if there are several.
    #[inline]
    pub(crate) fn only(&self) -> Option<Posting> {
        if self.len == 1 { self.list().first().ok() } else { None }
    }

    /// Returns the list.
    pub(crate) fn list(&self) -> PostingList<'_> {
        PostingList { len: self.len, bytes: &self.bytes }
    }

    /// Appends the number of games, the length in bytes, and the bytes.
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        put_varint(out, self.len);
        put_bytes(out, &self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(games: &[u32]) -> ListBuilder {
        let mut list = ListBuilder::default();
        for &game in games {
            let mv = PostingMove::from_bits(crate::bytes::low_half(u64::from(game % 300)));
            list.push(Posting { game, mv }).expect("in order");
        }
        list
    }

    #[test]
    fn a_cut_list_has_the_games_of_its_range() {
        let games = [0, 7, 253, 255, 299, 300, 307, 553, 555, 599, 1_200];
        let all = built(&games);
        for start in [0, 1, 7, 254, 600, 1_200, 1_201] {
            for behind in [start, 8, 255, 600, 1_201] {
                let range = start..behind;
                let kept: Vec<u32> =
                    games.iter().copied().filter(|it| range.contains(it)).collect();
                let end = if behind > 1_200 { ListEnd::OfRange } else { ListEnd::Behind };
                let cut = all.list().cut(&range, end).expect("intact");
                assert_eq!(cut.map_or(0, |cut| cut.len), kept.len() as u64, "{range:?}");
                let Some(cut) = cut else { continue };
                let mut bytes = Vec::new();
                put_varint(&mut bytes, cut.first.into());
                bytes.extend_from_slice(cut.rest);
                assert_eq!(bytes, built(&kept).bytes, "{range:?}");
            }
        }
    }

    #[test]
    fn lists_that_are_appended_are_those_of_all_games() {
        let all = built(&[0, 7, 253, 255, 299, 300, 307, 553, 555, 599, 1_200]);
        let (first, second) = (built(&[0, 7, 253, 255, 299]), built(&[0, 7, 253, 255, 299]));
        let mut list = ListBuilder::default();
        list.append(&first.list(), 0).expect("in order");
        list.append(&second.list(), 300).expect("in order");
        list.append(&built(&[900]).list(), 300).expect("in order");
        assert_eq!((list.len, &list.bytes), (all.len, &all.bytes));
        assert_eq!(list.append(&first.list(), 0), Err(Damage::ORDER));
    }
}
