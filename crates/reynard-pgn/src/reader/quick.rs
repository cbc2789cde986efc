//! Fast path for plain movetext.
//!
//! Nearly all bytes of nearly all files are move numbers, moves in standard notation and blanks.
//! The fast path reads them eight bytes at a time, with as few unpredictable branches as possible,
//! since most of the time is spent here. Anything unusual is left to the slow path.

use reynard::Color;

use super::game::Line;
use super::machine::{Machine, Receiver};
use super::swar::{byte_at, eight_bytes, letters_of_moves, word_length};
use super::window::Window;
use super::word::promotion_behind;
use crate::{Played, Skip, Visitor};

/// Number of bytes that must be visible at each step: enough for a move number of up to three
/// digits with a dot and a blank, and for two reads of eight bytes.
const SIGHT: usize = 24;

/// A move number as written, with its dot.
#[derive(Clone, Copy)]
struct Number {
    bytes: u64,
    /// The mask that selects the significant bytes.
    mask: u64,
    len: usize,
}

impl Number {
    /// Returns the entry for a number. For a number beyond the table, returns an entry that does
    /// not match any text.
    #[inline(always)]
    fn of(number: usize) -> &'static Self {
        &NUMBERS[if number < NUMBERS.len() { number } else { 0 }]
    }

    /// Creates the entry for a number, with or without a blank after it.
    #[inline(always)]
    fn followed_by_blank(number: usize, is_followed: bool) -> Self {
        let Self { bytes, mask, len } = *Self::of(number);
        if is_followed {
            let blank = u64::from(b' ') << (8 * len);
            Self { bytes: bytes | blank, mask: mask << 8 | 0xff, len: len + 1 }
        } else {
            Self { bytes, mask, len }
        }
    }
}

/// The entries for the numbers up to 511; games are rarely longer. The entry for 0 does not match
/// any text, because it has a bit outside of its mask.
static NUMBERS: [Number; 512] = {
    let mut numbers = [Number { bytes: u64::MAX, mask: u64::MAX - 1, len: 0 }; 512];
    let mut number = 1;
    while number < numbers.len() {
        numbers[number] = written(number as u64);
        number += 1;
    }
    numbers
};

const fn written(number: u64) -> Number {
    let mut bytes = b'.' as u64;
    let mut len = 1;
    let mut rest = number;
    while rest > 0 {
        bytes = bytes << 8 | (b'0' as u64 + rest % 10);
        len += 1;
        rest /= 10;
    }
    Number { bytes, mask: !(u64::MAX << (8 * len)), len }
}

impl Machine {
    /// Plays moves in standard notation with correct numbers, until it encounters anything else.
    #[inline(never)]
    pub(super) fn quick_moves<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) {
        let text = window.text;
        let Some(last) = text.len().checked_sub(SIGHT) else { return };
        let Line { positions, current, ply, is_numbered, .. } = &mut self.game.line;
        let most = (self.options.limits.plies as u64).saturating_sub(*ply);
        let [first, second] = positions;
        let (mut before, mut after) =
            if *current & 1 == 0 { (first, second) } else { (second, first) };
        let mut number = usize::try_from(before.fullmove_number()).unwrap_or(usize::MAX);
        let mut expected = Number::of(number);
        let mut is_white = before.turn() == Color::White;
        let mut pos = self.pos;
        let mut played = 0;
        let mut flow = Skip::No;
        // Whether a blank follows a move number is the same throughout most files: it is foreseen,
        // so that looking at the next word need not wait for it.
        let mut gap = 0;
        while pos <= last && played < most {
            let mut word = eight_bytes(text, pos);
            let mut at = pos;
            let is_number = word & expected.mask == expected.bytes;
            if is_number {
                at += expected.len;
                if !is_white {
                    // The number before a move of Black has three dots.
                    if text[at..at + 2] != *b".." {
                        break;
                    }
                    at += 2;
                }
                if (text[at] == b' ') != (gap == 1) {
                    gap ^= 1;
                }
                at += gap;
                word = eight_bytes(text, at);
            } else if is_blank(byte_at(word, 0)) {
                pos += 1;
                continue;
            } else if is_white && !*is_numbered {
                break;
            }
            let length = word_length(word);
            if length == 0 || length == 8 || !is_blank(byte_at(word, length)) {
                break;
            }
            let token = &text[at..at + length];
            let Ok(mv) = before.parse_san(token) else { break };
            before.play_into(mv, after);
            flow = visitor.legal_move(&Played { before, after, mv, token });
            if !is_white {
                number = number.saturating_add(1);
                expected = Number::of(number);
            }
            is_white = !is_white;
            std::mem::swap(&mut before, &mut after);
            *is_numbered = false;
            played += 1;
            pos = at + length + 1;
            if flow == Skip::Yes {
                break;
            }
        }
        self.pos = pos;
        let game = &mut self.game;
        game.line.current ^= usize::from(played & 1 == 1);
        game.line.ply += played;
        game.line.has_moved |= played > 0;
        if game.depth == 0 {
            game.has_moves |= played > 0;
            game.plies += played;
        }
        if flow == Skip::Yes {
            self.skip_rest(visitor);
        }
    }

    /// Reads moves as tokens, and move numbers, until it encounters anything else. Hands the tokens
    /// to the visitor only if `REPORTED` is `true`.
    #[inline(never)]
    pub(super) fn quick_tokens<V: Visitor, const REPORTED: bool>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
    ) {
        let text = window.text;
        let Some(last) = text.len().checked_sub(SIGHT) else { return };
        let limits = &self.options.limits;
        let most = if REPORTED {
            (limits.plies as u64).saturating_sub(self.game.line.ply)
        } else {
            u64::MAX
        };
        let mut has_moves = self.game.has_moves || self.game.depth > 0;
        let mut pos = self.pos;
        let mut played = 0;
        let mut flow = Skip::No;
        // Move numbers are expected as the last one was written, one after another, but never the
        // first one, with which a game may begin.
        let mut has_gaps = false;
        let mut number = 0;
        let mut expected = *Number::of(number);
        while pos <= last && played < most && flow == Skip::No {
            let mut word = eight_bytes(text, pos);
            if word & expected.mask == expected.bytes {
                // A result in decimals may begin with the dot: `1.5 - .5`.
                if text[pos + expected.len].is_ascii_digit() {
                    break;
                }
                pos += expected.len;
                number += 1;
                expected = Number::followed_by_blank(number, has_gaps);
                word = eight_bytes(text, pos);
            }
            let mut length = letters_of_moves(word);
            let next = byte_at(word, length);
            let begins = SAN[usize::from(byte_at(word, 0))] == BEGINS;
            // A word that ends with a letter may be a comment, such as `ch`.
            let ends = SAN[usize::from(byte_at(word, length.wrapping_sub(1)))] == ENDS;
            if !(begins & ends & is_blank(next)) || length == 8 {
                if length == 0 && is_blank(next) {
                    pos += 1;
                    continue;
                }
                if next == b'.' {
                    let Some(other) = other_number(&text[pos..pos + length], has_moves) else {
                        break;
                    };
                    if text[pos + length + 1].is_ascii_digit() {
                        break;
                    }
                    pos += length + 1;
                    has_gaps = text[pos] == b' ';
                    number = other + 1;
                    expected = Number::followed_by_blank(number, has_gaps);
                    continue;
                }
                // A promotion or castling.
                length = length_of_move(&text[pos..pos + 8]);
                let is_move = begins && length > 1 && !is_blank(next);
                let is_move = is_move && !has_glyph(&text[pos..pos + length]);
                if !is_move || !is_blank(text[pos + length]) {
                    break;
                }
            }
            let word = &text[pos..pos + length];
            if is_promotion_apart(word, &text[pos + length..]) {
                break;
            }
            if REPORTED {
                flow = visitor.san(word);
            }
            played += 1;
            has_moves = true;
            pos += length + 1;
        }
        self.pos = pos;
        let game = &mut self.game;
        game.has_moves |= played > 0 && game.depth == 0;
        if REPORTED {
            game.line.ply += played;
            game.line.has_moved |= played > 0;
            game.plies += if game.depth == 0 { played } else { 0 };
        } else {
            game.pass_moves(played, limits.nesting);
        }
        if flow == Skip::Yes {
            self.skip_rest(visitor);
        }
    }
}

impl<V: Visitor> Receiver for V {
    fn quick_moves(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_moves(window, self);
    }

    fn quick_tokens(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_tokens::<V, true>(window, self);
    }

    fn skip_tokens(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_tokens::<V, false>(window, self);
    }
}

/// Parses a move number other than the expected one. Returns `None` for anything else, and for a
/// number that may begin another game.
fn other_number(word: &[u8], has_moves: bool) -> Option<usize> {
    // Zeros are castling or a null move.
    if !matches!(word.first(), Some(b'1'..=b'9')) || word == b"1" && has_moves {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The byte may begin a move in standard notation.
const BEGINS: u8 = 3;
/// The byte may end a move that is neither a promotion nor castling.
const ENDS: u8 = 2;
/// The byte may only occur within a move, or end a promotion or castling.
const CONTINUES: u8 = 1;

static SAN: [u8; 256] = {
    let mut san = [0; 256];
    let bytes = b"abcdefghNBRQKO12345678+#x=-";
    let mut at = 0;
    while at < bytes.len() {
        san[bytes[at] as usize] = match at {
            0..14 => BEGINS,
            14..24 => ENDS,
            _ => CONTINUES,
        };
        at += 1;
    }
    san
};

/// Returns the length of the leading run of bytes that occur in moves in standard notation.
fn length_of_move(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| SAN[usize::from(byte)] != 0).count().min(8)
}

/// Returns `true` if a token is a pawn push whose promotion piece is written separately: `e8 =Q`.
/// Only moves to the first and last rank, which are rare, are examined closely.
#[inline(always)]
fn is_promotion_apart(word: &[u8], rest: &[u8]) -> bool {
    matches!(word.last(), Some(b'1' | b'8')) && promotion_behind(word, rest).is_some()
}

/// Returns `true` if a glyph may be attached to a move: `Nf3=`, `Nf3=+`. In a move without a glyph,
/// only a piece letter follows these symbols.
fn has_glyph(word: &[u8]) -> bool {
    let classes = word.iter().map(|&byte| SAN[usize::from(byte)]);
    let after = classes.clone().skip(1).chain([ENDS]);
    classes.zip(after).any(|(class, after)| class == CONTINUES && after != BEGINS)
}

#[inline(always)]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r')
}
