//! The browser of `db browse`. It handles key presses and renders the screen as a grid of cells.

mod browser;
mod cells;
mod filter_text;
mod game_view;
mod key;
mod painter;
mod prompt;
mod screen;
#[cfg(test)]
mod tests;
mod theme;

pub(crate) use browser::{Browser, Focus};
pub(crate) use cells::{Cells, Color, Style};
pub(crate) use filter_text::FilterText;
pub(crate) use game_view::GameView;
pub(crate) use key::Key;
pub(crate) use painter::Painter;
pub(crate) use screen::Screen;
pub(crate) use theme::{Palette, Theme};
