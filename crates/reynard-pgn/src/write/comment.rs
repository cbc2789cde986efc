//! Splitting comments into words that can be broken into lines and read back.

use super::CommentParts;
use super::lines::Lines;
use crate::comment::needs_line;
use crate::unread_mark::{is_unread, mark_length};
use crate::{CommentText, Segment, Segments};

/// Writes the bytes of a comment, which are those of a [`CommentText`], to the current word.
pub(super) fn write(text: &[u8], lines: &mut Lines) {
    if needs_line(text) {
        lines.extend(b";");
        lines.extend(text);
        lines.end_line();
        return;
    }
    lines.extend(b"{");
    if is_unread(text) {
        // The mark is not broken, the text is.
        let (mark, rest) = text.split_at(mark_length(text));
        lines.extend(mark);
        write_text(rest, lines);
        lines.extend(b"}");
        return;
    }
    for segment in Segments::new(text) {
        match segment {
            Segment::CommentCommand(command) => lines.extend(command.raw),
            Segment::Text(text) => write_text(text, lines),
        }
    }
    lines.extend(b"}");
}

/// Writes text. A line may end at a single blank, but not before a word that would have another
/// meaning at the beginning of a line.
fn write_text(text: &[u8], lines: &mut Lines) {
    let mut from = 0;
    let is_blank = |byte: u8| byte.is_ascii_whitespace() || byte == 0x0b;
    for at in 0..text.len() {
        match text[at] {
            b' ' => {
                let (before, after) = (at.checked_sub(1).map(|at| text[at]), text.get(at + 1));
                let inside = before.is_some_and(|byte| !is_blank(byte))
                    && after.is_some_and(|&byte| !is_blank(byte) && !matches!(byte, b'%' | b'['));
                if inside {
                    lines.extend(&text[from..at]);
                    lines.end_word();
                    from = at + 1;
                }
            }
            b'\n' => {
                lines.extend(&text[from..at]);
                lines.break_line();
                from = at + 1;
            }
            _ => {}
        }
    }
    lines.extend(&text[from..]);
}

/// Selects parts of a comment. Returns `None` if the selection is empty. Unparsed text is always
/// kept.
pub(super) fn select(text: &[u8], parts: CommentParts) -> Option<CommentText> {
    let mut remark = CommentText::new(text);
    if is_unread(text) {
        return Some(remark);
    }
    let is_clock = |name: &[u8]| matches!(name, b"clk" | b"emt" | b"egt" | b"mct");
    let changed = match parts {
        CommentParts::All => return Some(remark),
        CommentParts::None => return None,
        CommentParts::WithoutClocks => remark.retain_commands(|command| !is_clock(command.name)),
        CommentParts::Text => remark.retain_commands(|_| false),
        CommentParts::Commands => {
            let commands: Vec<Vec<u8>> =
                remark.commands().map(|command| command.raw.to_vec()).collect();
            remark = CommentText::new(commands.join(&b' '));
            true
        }
    };
    (!changed || !remark.as_bytes().trim_ascii().is_empty()).then_some(remark)
}
