//! Splitting a tag pair into its name and its value.

use memchr::{memchr, memchr2};

use super::character::{gap_at, gap_before};
use super::class::is_line_end;
use super::swar::{alphanumerics, before_quote, eight_bytes};

/// Result of reading a tag pair.
pub(super) enum TagPair<'a> {
    /// A tag pair. `end` is the index of the first byte after it.
    Read { name: &'a [u8], value: &'a [u8], end: usize, form: TagForm },
    /// Text that is not a tag pair. It extends to `end`, which is the end of the line or the tag of
    /// the next game.
    Malformed { end: usize },
    /// The window is too short to decide.
    Unfinished,
}

/// The form in which a tag pair is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagForm {
    /// As required by the standard.
    Usual,
    /// The name is not a symbol of the standard.
    OddName,
    /// The quotes are misplaced.
    OddQuotes,
    /// The value spans more than one line.
    Wrapped,
}

/// Reads the tag pair that begins with the bracket at `start`. A value that spans several lines
/// must end within `limit` bytes. A pair in an unusual form is returned only if enough text after
/// it is visible to recognize the tag of another game.
#[inline]
pub(super) fn read_tag_pair(
    text: &[u8],
    start: usize,
    is_complete: bool,
    limit: usize,
) -> TagPair<'_> {
    read_usual(text, start).unwrap_or_else(|| match read_any(text, start, is_complete, limit) {
        // The tag of another game may follow at once.
        TagPair::Read { end, .. } | TagPair::Malformed { end }
            if !is_complete && text.len() - end < EVENT.len() =>
        {
            TagPair::Unfinished
        }
        pair => pair,
    })
}

/// Reads a tag pair in its usual form: a short name, one blank, a short value without escapes.
#[inline(always)]
fn read_usual(text: &[u8], start: usize) -> Option<TagPair<'_>> {
    const LONGEST: usize = 48;
    let mut name_end = start + 1;
    for _ in 0..2 {
        let count = alphanumerics(eight_bytes(text, name_end));
        name_end += count;
        if count < 8 {
            break;
        }
    }
    if text.get(name_end..name_end + 2)? != b" \"" || name_end == start + 1 {
        return None;
    }
    let value_start = name_end + 2;
    let mut at = value_start;
    while at < value_start + LONGEST {
        let word = text.get(at..at + 8)?;
        let count = before_quote(eight_bytes(word, 0));
        at += count;
        if count < 8 {
            let name = &text[start + 1..name_end];
            let value = &text[value_start..at];
            let is_usual = text.get(at..at + 2)? == b"\"]";
            let form = TagForm::Usual;
            return is_usual.then_some(TagPair::Read { name, value, end: at + 2, form });
        }
    }
    None
}

#[inline(never)]
fn read_any(text: &[u8], start: usize, is_complete: bool, limit: usize) -> TagPair<'_> {
    let line_end = memchr2(b'\n', b'\r', &text[start..]).map(|length| start + length);
    let line = &text[..line_end.unwrap_or(text.len())];
    let is_whole = line_end.is_some() || is_complete;
    let Some(quote) = memchr(b'"', &line[start..]).map(|length| start + length) else {
        return read_dirty(text, start, is_complete);
    };
    if let Some(end) = cut_off(line, start, quote) {
        return TagPair::Malformed { end };
    }
    let name = trimmed(&line[start + 1..quote]);
    let Some(mut form) = name_form(name) else {
        return read_dirty(text, start, is_complete);
    };
    let value_start = quote + 1;
    let mut at = value_start;
    while let Some(found) = line.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if line[at] == b'\\' {
            at += 2;
            continue;
        }
        let next = skip_blanks(line, at + 1);
        match line.get(next) {
            Some(b']') => {
                let value = &line[value_start..at];
                return TagPair::Read { name, value, end: next + 1, form };
            }
            // Only the bracket was cut off.
            Some(b'[') if line[next..].starts_with(EVENT) => {
                let value = &line[value_start..at];
                return TagPair::Read { name, value, end: next, form: TagForm::OddQuotes };
            }
            None if !is_whole => return TagPair::Unfinished,
            Some(b'[') if !is_whole && line.len() - next < EVENT.len() => {
                return TagPair::Unfinished;
            }
            _ => form = TagForm::OddQuotes,
        }
        if let Some(end) = cut_off(line, start, at) {
            return TagPair::Malformed { end };
        }
        at += 1;
    }
    if form != TagForm::OddQuotes && is_whole {
        let seen = &text[..text.len().min(start.saturating_add(limit))];
        match wrapped_end(seen, line.len(), is_complete || seen.len() < text.len()) {
            WrappedEnd::At(quote) => {
                let (value, form) = (&text[value_start..quote], TagForm::Wrapped);
                return TagPair::Read { name, value, end: quote + 2, form };
            }
            WrappedEnd::Unseen => return TagPair::Unfinished,
            WrappedEnd::Absent => {}
        }
    }
    read_dirty(text, start, is_complete)
}

/// The end of a value that continues after its first line.
enum WrappedEnd {
    /// The closing quote is at this index, and the bracket follows.
    At(usize),
    Absent,
    Unseen,
}

/// Finds the end of a value that is not closed on its first line. One of the next lines must end
/// with `"]`, and no line up to that one may be empty or begin like a tag, a comment or a move.
#[cold]
fn wrapped_end(text: &[u8], line_end: usize, is_complete: bool) -> WrappedEnd {
    const MOST_LINES: usize = 4;
    let mut at = line_end;
    for _ in 0..MOST_LINES {
        at += usize::from(text.get(at) == Some(&b'\r'));
        at += usize::from(text.get(at) == Some(&b'\n'));
        let Some(rest) = text.get(at..) else { return WrappedEnd::Absent };
        let end = memchr2(b'\n', b'\r', rest).map(|length| at + length);
        if end.is_none() && !is_complete {
            return WrappedEnd::Unseen;
        }
        let end = end.unwrap_or(text.len());
        let line = text[at..end].trim_ascii_end();
        let value = line.strip_suffix(b"\"]");
        let first = line.trim_ascii_start().first();
        if matches!(first, None | Some(b'[' | b'{' | b'%')) || line.starts_with(b"1.") {
            return WrappedEnd::Absent;
        }
        match value {
            Some(value) if memchr(b'"', value).is_none() => {
                return WrappedEnd::At(at + value.len());
            }
            None if memchr(b'"', line).is_none() && end < text.len() => at = end,
            _ => return WrappedEnd::Absent,
        }
    }
    WrappedEnd::Absent
}

/// Reads a tag pair that lacks a quote or its bracket, and that occupies a whole line.
#[cold]
fn read_dirty(text: &[u8], start: usize, is_complete: bool) -> TagPair<'_> {
    let end = match memchr2(b'\n', b'\r', &text[start..]) {
        Some(length) => start + length,
        None if is_complete => text.len(),
        None => return TagPair::Unfinished,
    };
    let after = start + 1;
    let malformed = TagPair::Malformed { end };
    let line = trimmed(&text[after..end]);
    let (name, rest) = line.split_at(name_length(line));
    let rest = trimmed(rest);
    // A bracket or a closing quote shows that the value is whole.
    let value = match (rest.strip_suffix(b"]"), rest.strip_prefix(b"\"")) {
        (Some(value), _) => value.trim_ascii_end(),
        (None, Some(value)) if value.ends_with(b"\"") => rest,
        _ => return malformed,
    };
    if name.is_empty() || !name[0].is_ascii_alphabetic() {
        return malformed;
    }
    let value = without_quotes(value);
    TagPair::Read { name, value, end, form: TagForm::OddQuotes }
}

/// Strips the quotes, straight or typographic, from a value.
fn without_quotes(value: &[u8]) -> &[u8] {
    let inside = |open: &str, close: &str| {
        value.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes())
    };
    let pairs = [("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"), ("'", "'")];
    if let Some(value) = pairs.into_iter().find_map(|(open, close)| inside(open, close)) {
        return value;
    }
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    value.strip_suffix(b"\"").unwrap_or(value)
}

/// Returns the end of a tag pair if it is truncated, in which case its apparent closing quote
/// belongs to the tag of another game.
fn cut_off(line: &[u8], start: usize, quote: usize) -> Option<usize> {
    let end = (quote + 1).checked_sub(EVENT.len()).filter(|&end| end > start)?;
    line[..=quote].ends_with(EVENT).then_some(end)
}

/// Returns `true` if the standard allows a byte in a symbol, or if programs use it in tag names.
const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'.' | b'/' | 0x80..)
}

/// Returns the length in bytes of the tag name at the start of the text.
fn name_length(text: &[u8]) -> usize {
    let ends = |&(at, &byte): &(usize, &u8)| {
        !is_name_byte(byte) || byte >= 0x80 && gap_at(text, at).is_some()
    };
    text.iter().enumerate().find(ends).map_or(text.len(), |(at, _)| at)
}

/// Returns the form of a name, or `None` if it is not a tag name.
fn name_form(name: &[u8]) -> Option<TagForm> {
    const LONGEST: usize = 255;
    let is_symbol = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
    };
    let first = *name.first()?;
    let may_begin = first.is_ascii_alphanumeric() || first >= 0x80;
    // All text before the quote belongs to the name: `[White,Elo "2500"]` is not `White`.
    let is_name = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b'[' | b']');
    if !may_begin || name.len() > LONGEST || !name.iter().all(is_name) || opens_quote(name) {
        return None;
    }
    Some(if name.iter().all(is_symbol) { TagForm::Usual } else { TagForm::OddName })
}

/// Returns `true` if the name is followed by a quote other than `"`.
fn opens_quote(name: &[u8]) -> bool {
    let rest = trimmed(&name[name_length(name)..]);
    ["“", "„", "”", "«", "‘", "'", "`"].iter().any(|quote| rest.starts_with(quote.as_bytes()))
}

fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | 0x0b | 0x0c) => at += 1,
            Some(0x80..) => match gap_at(text, at) {
                Some(length) => at += length,
                None => return at,
            },
            _ => return at,
        }
    }
}

/// Trims the blanks around part of a line.
fn trimmed(text: &[u8]) -> &[u8] {
    let mut text = text[skip_blanks(text, 0)..].trim_ascii_end();
    while let Some(length) = gap_before(text, text.len()) {
        text = text[..text.len() - length].trim_ascii_end();
    }
    text
}

/// Returns `true` if a line that begins with a bracket at `at` can be a tag pair: the name begins
/// with a letter, or it begins with a digit and is followed by blanks and a quote.
pub(super) fn looks_like_tag(text: &[u8], at: usize) -> bool {
    let seen = &text[at + 1..text.len().min(at + TAG_SIGHT)];
    let mut seen = seen[skip_blanks(seen, 0)..].iter();
    match seen.next() {
        Some(b'0'..=b'9') => {
            let mut rest = seen.skip_while(|byte| byte.is_ascii_alphanumeric()).peekable();
            let is_apart = matches!(rest.peek(), Some(b' ' | b'\t'));
            is_apart && rest.find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'"')
        }
        first => first.is_some_and(u8::is_ascii_alphabetic),
    }
}

/// Returns the visible part of the name of the tag pair that begins with the bracket at `at`. Only
/// a small number of blanks before the name is skipped.
pub(super) fn name_of_tag(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at + 1..];
    let blanks = skip_blanks(&rest[..rest.len().min(8)], 0);
    let rest = &rest[blanks..];
    &rest[..name_length(rest)]
}

/// Number of bytes needed to decide whether a bracket may begin a tag pair.
pub(super) const TAG_SIGHT: usize = 16;

/// The maximum number of bytes needed to decide whether a tag section begins.
pub(super) const SECTION_SIGHT: usize = 40;

/// Returns `true` if the text begins with a tag pair as programs write it, up to the quote of its
/// value. Returns `None` if the text is too short to decide.
pub(super) fn begins_tag_section(text: &[u8]) -> Option<bool> {
    let (&first, rest) = text.split_first()?;
    if first != b'[' {
        return Some(false);
    }
    let rest = &rest[..rest.len().min(SECTION_SIGHT - 1)];
    let name = name_length(rest);
    let blanks = rest[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_name = rest.first().is_none_or(u8::is_ascii_alphabetic);
    match rest.get(name + blanks) {
        None if rest.len() < SECTION_SIGHT - 1 && is_name => None,
        byte => Some(is_name && name > 0 && blanks > 0 && byte == Some(&b'"')),
    }
}

/// The usual beginning of the first tag pair in a game.
pub(crate) const EVENT: &[u8] = b"[Event \"";

/// Returns `true` if an empty line ends just before `at`.
pub(crate) fn follows_empty_line(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    // Few lines are empty.
    if !before.len().checked_sub(2).is_some_and(|last_but_one| is_line_end(before[last_but_one])) {
        return false;
    }
    before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n") || before.ends_with(b"\r\r")
}

/// The maximum number of leading blanks ignored in a line. That many bytes stay in the window so
/// that they can be examined.
pub(super) const MOST_INDENT: usize = 60;

/// The byte order mark of UTF-8. In concatenated files, it may also occur at the beginning of later
/// lines.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the start of the blanks just before `at`, up to the maximum number, or the start of the
/// byte order mark before them.
#[inline(always)]
pub(super) fn outdented(text: &[u8], at: usize) -> usize {
    // Few lines are indented.
    if begins_line(text, at) { at } else { before_blanks(text, at) }
}

#[cold]
fn before_blanks(text: &[u8], at: usize) -> usize {
    let mut margin = at;
    loop {
        let length = match text[..margin].last() {
            Some(b' ' | b'\t' | 0x0b | 0x0c) => Some(1),
            Some(0x80..) => gap_before(text, margin),
            _ => None,
        };
        match length {
            Some(length) if at - margin + length <= MOST_INDENT => margin -= length,
            _ => break,
        }
    }
    text[..margin].strip_suffix(BYTE_ORDER_MARK).map_or(margin, <[u8]>::len)
}

/// Returns `true` if a byte is the first in a line, judging by the text in the window.
pub(super) fn begins_line(text: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| is_line_end(text[before]))
}
