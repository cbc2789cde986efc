//! A screen made of styled characters.

use unicode_width::UnicodeWidthChar;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Rect {
    pub(crate) const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self { x, y, width, height }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Returns the column to the right of the last one.
    const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// Returns the row below the last one.
    pub(crate) const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    /// Returns the intersection of two rectangles, which may be empty.
    pub(crate) fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).saturating_sub(x);
        Self { x, y, width, height: self.bottom().min(other.bottom()).saturating_sub(y) }
    }

    /// Returns the rows from top to bottom, each as a rectangle of its own.
    pub(crate) fn rows(self) -> impl Iterator<Item = Self> {
        (self.y..self.bottom()).map(move |y| Self { y, height: 1, ..self })
    }
}

/// An entry of the 256-color palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8);

/// The look of a cell. A style leaves the attributes that it does not set unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) foreground: Option<Color>,
    pub(crate) background: Option<Color>,
    pub(crate) effects: Effects,
}

/// Character attributes, which accumulate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) bold: bool,
    pub(crate) underlined: bool,
    pub(crate) reversed: bool,
}

impl Style {
    pub(crate) const fn new() -> Self {
        Self {
            foreground: None,
            background: None,
            effects: Effects { bold: false, underlined: false, reversed: false },
        }
    }

    pub(crate) const fn fg(mut self, index: u8) -> Self {
        self.foreground = Some(Color(index));
        self
    }

    pub(crate) const fn bg(mut self, index: u8) -> Self {
        self.background = Some(Color(index));
        self
    }

    pub(crate) const fn bold(mut self) -> Self {
        self.effects.bold = true;
        self
    }

    pub(crate) const fn underlined(mut self) -> Self {
        self.effects.underlined = true;
        self
    }

    pub(crate) const fn reversed(mut self) -> Self {
        self.effects.reversed = true;
        self
    }

    /// Returns this style, overridden by the settings of another style.
    fn with(self, other: Self) -> Self {
        Self {
            foreground: other.foreground.or(self.foreground),
            background: other.background.or(self.background),
            effects: Effects {
                bold: self.effects.bold || other.effects.bold,
                underlined: self.effects.underlined || other.effects.underlined,
                reversed: self.effects.reversed || other.effects.reversed,
            },
        }
    }
}

/// One cell of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// A character with its combining characters; empty in the second cell of a wide character.
    pub(crate) text: String,
    pub(crate) style: Style,
}

/// The cells of a screen, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) area: Rect,
    cells: Vec<Cell>,
}

impl Cells {
    /// Creates a blank screen.
    pub(crate) fn blank(width: u16, height: u16) -> Self {
        let blank = Cell { text: " ".to_owned(), style: Style::new() };
        let count = usize::from(width) * usize::from(height);
        Self { area: Rect::new(0, 0, width, height), cells: vec![blank; count] }
    }

    pub(crate) fn row(&self, y: u16) -> &[Cell] {
        let width = usize::from(self.area.width);
        &self.cells[usize::from(y) * width..][..width]
    }

    fn row_mut(&mut self, y: u16) -> &mut [Cell] {
        let width = usize::from(self.area.width);
        &mut self.cells[usize::from(y) * width..][..width]
    }

    /// Adds a style to all cells in an area.
    pub(crate) fn set_style(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.area);
        for y in area.y..area.bottom() {
            for cell in &mut self.row_mut(y)[usize::from(area.x)..usize::from(area.right())] {
                cell.style = cell.style.with(style);
            }
        }
    }

    /// Writes text into the first row of an area, and returns the number of cells that the text
    /// takes up. Control characters are skipped, and the text is clipped to the area.
    pub(crate) fn put(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.area);
        if area.is_empty() {
            return 0;
        }
        let row = &mut self.row_mut(area.y)[usize::from(area.x)..usize::from(area.right())];
        let mut used = 0;
        for char in text.chars() {
            // Control characters have no width.
            let Some(width) = char.width() else { continue };
            if width == 0 {
                if let Some(cell) = row[..used].iter_mut().rfind(|cell| !cell.text.is_empty()) {
                    cell.text.push(char);
                }
                continue;
            }
            if used + width > row.len() {
                break;
            }
            for (index, cell) in row[used..used + width].iter_mut().enumerate() {
                cell.text.clear();
                if index == 0 {
                    cell.text.push(char);
                }
                cell.style = cell.style.with(style);
            }
            used += width;
        }
        u16::try_from(used).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cells: &Cells) -> String {
        cells.row(0).iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn text_ends_with_its_area() {
        let mut cells = Cells::blank(8, 1);
        assert_eq!(cells.put(Rect::new(2, 0, 3, 1), "abcdef", Style::new()), 3);
        assert_eq!(text(&cells), "  abc   ");
        assert_eq!(cells.put(Rect::new(7, 0, 9, 9), "xyz", Style::new()), 1, "the screen ends");
        assert_eq!(cells.put(Rect::new(8, 0, 9, 9), "xyz", Style::new()), 0);
        assert_eq!(cells.put(Rect::new(0, 1, 8, 1), "below", Style::new()), 0);
    }

    #[test]
    fn wide_characters_take_two_cells_and_combining_ones_none() {
        let mut cells = Cells::blank(6, 1);
        assert_eq!(cells.put(cells.area, "e\u{301}丁\u{1b}x", Style::new()), 4);
        assert_eq!(text(&cells), "e\u{301}丁x  ");
        assert_eq!(cells.row(0)[2].text, "", "the second half of the wide one");
        assert_eq!(cells.put(Rect::new(0, 0, 1, 1), "丁", Style::new()), 0, "half of it is none");
    }

    #[test]
    fn styles_add_up() {
        let mut cells = Cells::blank(3, 1);
        cells.set_style(Rect::new(0, 0, 9, 9), Style::new().bg(24));
        cells.put(cells.area, "a", Style::new().fg(16).bold());
        assert_eq!(cells.row(0)[0].style, Style::new().bg(24).fg(16).bold());
        assert_eq!(cells.row(0)[1].style, Style::new().bg(24));
    }
}
