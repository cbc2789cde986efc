//! Paints cells on a terminal.

use std::io::{self, Write};

use crossterm::QueueableCommand as _;
use crossterm::cursor::{Hide, MoveTo};
use crossterm::style::{
    Attribute, Color as TerminalColor, Print, ResetColor, SetAttribute, SetBackgroundColor,
    SetForegroundColor,
};
use crossterm::terminal::{Clear, ClearType};

use super::cells::{Cells, Style};

/// Draws screens on a terminal. After the first screen, only rows that have changed are written.
#[derive(Debug)]
pub(crate) struct Painter<W> {
    terminal: W,
    last: Option<Cells>,
}

impl<W: Write> Painter<W> {
    /// Creates a painter for a terminal whose content is unknown.
    pub(crate) const fn new(terminal: W) -> Self {
        Self { terminal, last: None }
    }

    /// Draws a screen.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to the terminal fails.
    pub(crate) fn draw(&mut self, cells: Cells) -> io::Result<()> {
        let last = self.last.take().filter(|last| last.area == cells.area);
        if last.is_none() {
            self.terminal.queue(Hide)?.queue(ResetColor)?.queue(Clear(ClearType::All))?;
        }
        for y in 0..cells.area.height {
            if last.as_ref().is_none_or(|last| last.row(y) != cells.row(y)) {
                self.draw_row(&cells, y)?;
            }
        }
        self.last = Some(cells);
        self.terminal.flush()
    }

    fn draw_row(&mut self, cells: &Cells, y: u16) -> io::Result<()> {
        self.terminal.queue(MoveTo(0, y))?;
        // A run of cells of one style is printed at once.
        for run in cells.row(y).chunk_by(|a, b| a.style == b.style) {
            self.set_style(run[0].style)?;
            let text: String = run.iter().map(|cell| cell.text.as_str()).collect();
            self.terminal.queue(Print(text))?;
        }
        Ok(())
    }

    fn set_style(&mut self, style: Style) -> io::Result<()> {
        let color = |color: Option<super::Color>| color.map(|it| TerminalColor::AnsiValue(it.0));
        self.terminal.queue(SetAttribute(Attribute::Reset))?;
        if let Some(color) = color(style.foreground) {
            self.terminal.queue(SetForegroundColor(color))?;
        }
        if let Some(color) = color(style.background) {
            self.terminal.queue(SetBackgroundColor(color))?;
        }
        let effects = style.effects;
        for (is_set, attribute) in [
            (effects.bold, Attribute::Bold),
            (effects.underlined, Attribute::Underlined),
            (effects.reversed, Attribute::Reverse),
        ] {
            if is_set {
                self.terminal.queue(SetAttribute(attribute))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(painter: &mut Painter<Vec<u8>>, cells: &Cells) -> String {
        painter.terminal.clear();
        painter.draw(cells.clone()).expect("memory");
        String::from_utf8(painter.terminal.clone()).expect("text")
    }

    #[test]
    fn rows_that_differ_are_drawn() {
        let mut painter = Painter::new(Vec::new());
        let mut cells = Cells::blank(4, 2);
        cells.put(cells.area, "ab", Style::new().fg(110).bold());
        let first = drawn(&mut painter, &cells);
        assert!(first.contains("\x1b[2J"), "the terminal is cleared: {first:?}");
        assert!(first.contains("\x1b[38;5;110m\x1b[1mab\x1b[0m  "), "{first:?}");
        assert_eq!(drawn(&mut painter, &cells), "");
        let second = cells.area.rows().nth(1).expect("two rows");
        cells.put(second, "x", Style::new());
        assert_eq!(drawn(&mut painter, &cells), "\x1b[2;1H\x1b[0mx   ");
        assert!(drawn(&mut painter, &Cells::blank(5, 2)).contains("\x1b[2J"), "another size");
    }
}
