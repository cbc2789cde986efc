//! A table as columns of text.

use std::fmt::Write;

use unicode_normalization::char::is_combining_mark;

use super::{ColumnKind, ResultTable};

/// Number of blanks between two columns.
const GAP: usize = 2;

/// The minimum width of a column of names.
const SHORTEST_NAME: usize = 12;

/// The width of the column of names in a table that is split into blocks.
const BLOCK_NAME: usize = 20;

impl ResultTable {
    /// Writes the table without its title, at most `width` characters wide if possible.
    ///
    /// Names are truncated, numbers never. A table that is still too wide is split into blocks of
    /// columns, each of which repeats the names; a line in the output announces the split.
    pub fn to_text(&self, width: usize) -> String {
        let widths = self.widths(width);
        let blocks = self.blocks(&widths, width);
        let mut text = String::new();
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            let titles: Vec<&str> =
                self.columns.iter().map(|column| column.title.as_str()).collect();
            self.line(&titles, block, &widths, &mut text);
            for row in &self.rows {
                let cells: Vec<&str> = row.iter().map(String::as_str).collect();
                self.line(&cells, block, &widths, &mut text);
            }
        }
        if blocks.len() > 1 {
            let _ = writeln!(
                text,
                "The table is wider than {width} characters: {} blocks of columns",
                blocks.len()
            );
        }
        for note in &self.notes {
            text.push_str(&wrapped(note, width));
        }
        text
    }

    /// Returns the width of each column. The column of names gets the space that the other columns
    /// leave, but keeps a minimum width.
    fn widths(&self, width: usize) -> Vec<usize> {
        let cell_width = |index: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(index)).map(|cell| length(cell));
            cells.chain([length(&self.columns[index].title)]).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..self.columns.len()).map(cell_width).collect();
        let total: usize = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let name = self.columns.iter().position(|column| column.kind == ColumnKind::Name);
        if let Some(name) = name
            && total > width
        {
            let full = widths[name];
            // In blocks of columns there is more room for names.
            let fits = total - width + SHORTEST_NAME <= full;
            let room = if fits { full - (total - width) } else { BLOCK_NAME };
            widths[name] = full.min(room);
        }
        widths
    }

    /// Returns the columns of each block.
    fn blocks(&self, widths: &[usize], width: usize) -> Vec<Vec<usize>> {
        let is_lead = |index: &usize| {
            matches!(self.columns[*index].kind, ColumnKind::Lead | ColumnKind::Name)
        };
        let leads: Vec<usize> = (0..self.columns.len()).filter(is_lead).collect();
        let mut blocks = vec![leads.clone()];
        let room = |block: &[usize]| block.iter().map(|&index| widths[index] + GAP).sum::<usize>();
        for index in (0..self.columns.len()).filter(|index| !is_lead(index)) {
            let Some(block) = blocks.last_mut() else { break };
            if room(block) + widths[index] > width && block.len() > leads.len() {
                blocks.push(leads.clone());
            }
            if let Some(block) = blocks.last_mut() {
                block.push(index);
            }
        }
        for block in &mut blocks {
            block.sort_unstable();
        }
        blocks
    }

    fn line(&self, cells: &[&str], block: &[usize], widths: &[usize], text: &mut String) {
        let mut line = String::new();
        for (place, &index) in block.iter().enumerate() {
            if place > 0 {
                line.push_str("  ");
            }
            let kind = self.columns[index].kind;
            let cell = cut(cells.get(index).copied().unwrap_or_default(), widths[index]);
            let padding = " ".repeat(widths[index].saturating_sub(length(&cell)));
            let is_left = matches!(kind, ColumnKind::Name | ColumnKind::Text);
            let (before, after) = if is_left { ("", &*padding) } else { (&*padding, "") };
            line.push_str(before);
            line.push_str(&cell);
            line.push_str(after);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Returns the number of characters, not counting combining accents.
fn length(text: &str) -> usize {
    text.chars().filter(|&letter| !is_combining_mark(letter)).count()
}

/// Truncates text to a width, and marks the truncation with a dot at the end.
fn cut(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut count = 0;
    for letter in text.chars() {
        count += usize::from(!is_combining_mark(letter));
        if count >= width.max(1) {
            break;
        }
        short.push(letter);
    }
    short.push('.');
    short
}

/// Breaks a line between words.
fn wrapped(line: &str, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in line.split(' ') {
        let length = length(word);
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
