//! The browser's screen.

mod board;
mod explorer;
mod frame;
mod game;
mod help;
mod lists;
mod text;

use crate::browse::browser::Mode;
use crate::browse::{Browser, Cells, Theme};

/// The smallest usable screen size.
const SMALLEST: (u16, u16) = (30, 8);

/// A [`Browser`] to be drawn on the whole screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen<'a> {
    /// The browser whose state is drawn.
    pub(crate) browser: &'a Browser<'a>,
    /// The colors and symbols to draw with.
    pub(crate) theme: Theme,
}

impl Screen<'_> {
    /// Draws the screen for a terminal of the given size.
    pub(crate) fn draw(self, width: u16, height: u16) -> Cells {
        let Self { browser, theme } = self;
        let mut cells = Cells::blank(width, height);
        let area = cells.area;
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            cells.put(area, "the terminal is too small", theme.error());
            return cells;
        }
        frame::header(browser, theme, area, &mut cells);
        let body = frame::footer(browser, theme, area, &mut cells);
        match browser.mode() {
            Mode::Explorer | Mode::Prompt(_) => explorer::draw(browser, theme, body, &mut cells),
            Mode::Game(game) => game::draw(game, browser.orientation(), theme, body, &mut cells),
            Mode::Help(_) => help::draw(theme, body, &mut cells),
        }
        cells
    }
}
