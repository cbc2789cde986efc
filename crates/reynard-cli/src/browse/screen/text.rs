//! Writes text into cells.

use crate::browse::cells::{Cells, Rect, Style};

/// Writes text into an area, wrapped between words at the width of the area, and returns the number
/// of lines.
pub(super) fn put_wrapped(cells: &mut Cells, area: Rect, text: &str, style: Style) -> u16 {
    let lines = wrapped(text, area.width);
    for (line, row) in lines.iter().zip(area.rows()) {
        cells.put(row, line, style);
    }
    u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height)
}

/// Wraps text between words at the given width.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns an area without its first `lines` lines.
pub(super) fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

/// Returns the index of the first list entry to show, chosen so that the selected entry is visible.
pub(super) const fn first_shown(selected: usize, height: u16) -> usize {
    let height = height as usize;
    if height == 0 || selected < height { 0 } else { selected + 1 - height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_at_the_width() {
        assert_eq!(wrapped("1.e4 e5  2.Nf3 Nc6", 9), ["1.e4 e5", "2.Nf3 Nc6"]);
        assert_eq!(wrapped("a_long_word b", 4), ["a_long_word", "b"]);
        assert!(wrapped("  ", 4).is_empty());
    }

    #[test]
    fn the_selected_line_is_shown() {
        assert_eq!([first_shown(0, 5), first_shown(4, 5), first_shown(5, 5)], [0, 0, 1]);
        assert_eq!(first_shown(9, 0), 0);
    }
}
