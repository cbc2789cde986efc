//! The screen of a browser.

mod board;
mod explorer;
mod frame;
mod game;
mod help;
mod lists;
mod text;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::widgets::Widget;

use crate::browser::Mode;
use crate::{Browser, Theme};
use text::put;

/// The smallest screen that has something to show.
const SMALLEST: (u16, u16) = (30, 8);

/// A [`Browser`] as a widget of ratatui that fills the terminal.
///
/// ```
/// use ratatui_core::{buffer::Buffer, layout::Rect, widgets::Widget};
/// use reynard::Position;
/// use reynard_browse::{Browser, FilterText, Screen, Theme};
/// # use reynard_db::{Budget, Database, DatabaseOptions};
///
/// # let folder = tempfile::tempdir()?;
/// let mut base = Database::create(folder.path().join("a.rdb"), DatabaseOptions::default())?;
/// base.add_pgn(b"1. e4 e5 1-0\n\n1. d4 *\n", &Budget::default())?;
/// let browser = Browser::new(&base, Position::startpos(), FilterText::default())?;
/// let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
/// Screen { browser: &browser, theme: Theme::default() }.render(buffer.area, &mut buffer);
/// let text: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
/// assert!(text.contains("1. e4") && text.contains("♜"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Screen<'a> {
    /// The state.
    pub browser: &'a Browser<'a>,
    /// Colors and signs.
    pub theme: Theme,
}

impl Widget for Screen<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Self { browser, theme } = self;
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            put(buf, area, "the terminal is too small", theme.error());
            return;
        }
        frame::header(browser, theme, area, buf);
        let body = frame::footer(browser, theme, area, buf);
        match browser.mode() {
            Mode::Explorer | Mode::Prompt(_) => explorer::draw(browser, theme, body, buf),
            Mode::Game(game) => game::draw(game, browser.orientation(), theme, body, buf),
            Mode::Help(_) => help::draw(theme, body, buf),
        }
    }
}
