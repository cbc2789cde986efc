//! A game on one line: ratings, players, result, date, opening, event, number.

use std::path::Path;

use reynard_pgn::Termination;

use crate::Head;
use crate::number_text::{digits, put_number};

/// The parts of a line.
pub(crate) struct HeadLine<'a> {
    pub(crate) number: u64,
    pub(crate) white_elo: Option<u16>,
    pub(crate) black_elo: Option<u16>,
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    pub(crate) result: Termination,
    pub(crate) date: &'a str,
    pub(crate) eco: &'a str,
    /// The path of the file that contains the game, if several databases are joined.
    pub(crate) file: Option<&'a str>,
    pub(crate) event: &'a str,
}

/// The width of a name in characters.
const NAME: usize = 22;

/// The width of the narrowest line in characters.
const NARROWEST: usize = 60;

impl<'a> From<&'a Head> for HeadLine<'a> {
    fn from(head: &'a Head) -> Self {
        Self {
            number: head.origin.as_ref().map_or(head.id, |origin| origin.id),
            white_elo: head.white_elo,
            black_elo: head.black_elo,
            white: &head.white,
            black: &head.black,
            result: head.result,
            date: &head.date,
            eco: head.eco.as_deref().unwrap_or(""),
            file: head.origin.as_ref().map(|origin| origin.file.as_str()),
            event: &head.event,
        }
    }
}

impl HeadLine<'_> {
    /// Appends the line, of at most `width` characters.
    pub(crate) fn write(&self, width: usize, out: &mut String) {
        let start = out.len();
        put_blanks(out, 7_usize.saturating_sub(digits(self.number)));
        out.push('#');
        put_number(out, self.number, 1);
        out.push_str("  ");
        put_elo(out, self.white_elo);
        out.push(' ');
        put_elo(out, self.black_elo);
        out.push_str("  ");
        for name in [self.white, self.black] {
            let from = out.len();
            out.push_str(name);
            shorten(out, from, NAME);
            pad(out, from, NAME);
            out.push(' ');
        }
        let result = match self.result {
            Termination::Draw => "½-½",
            other => other.as_str(),
        };
        for (text, width) in [(result, 3), (self.date, 10), (self.eco, 3)] {
            let from = out.len();
            out.push_str(text);
            pad(out, from, width);
            out.push_str("  ");
        }
        if let Some(file) = self.file {
            out.push_str(&Path::new(file).file_name().unwrap_or_default().to_string_lossy());
            out.push_str("  ");
        }
        out.push_str(self.event);
        shorten(out, start, width.max(NARROWEST));
        let trimmed = out[start..].trim_end().len();
        out.truncate(start + trimmed);
    }
}

fn put_elo(out: &mut String, elo: Option<u16>) {
    let len = elo.map_or(0, |elo| digits(elo.into()));
    put_blanks(out, 4_usize.saturating_sub(len));
    if let Some(elo) = elo {
        put_number(out, elo.into(), 1);
    }
}

/// Appends `count` spaces.
fn put_blanks(out: &mut String, count: usize) {
    const BLANKS: &str = "                        ";

    for start in (0..count).step_by(BLANKS.len()) {
        out.push_str(&BLANKS[..BLANKS.len().min(count - start)]);
    }
}

/// Appends spaces until the text from `start` has `width` characters.
fn pad(out: &mut String, start: usize, width: usize) {
    let text = &out[start..];
    let len = if text.is_ascii() { text.len() } else { text.chars().count() };
    put_blanks(out, width.saturating_sub(len));
}

/// Truncates the text from `start` to `width` characters, ending in an ellipsis.
fn shorten(out: &mut String, start: usize, width: usize) {
    let text = &out[start..];
    if text.len() <= width || text.chars().count() <= width {
        return;
    }
    let kept = text.char_indices().nth(width.saturating_sub(1)).map_or(0, |(place, _)| place);
    out.truncate(start + kept);
    out.push('…');
}
