#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod browser;
mod filter_text;
mod game_view;
mod key;
mod prompt;
mod screen;
mod theme;

pub use browser::{Browser, Focus};
pub use filter_text::FilterText;
pub use game_view::{GamePly, GameView};
pub use key::Key;
pub use screen::Screen;
pub use theme::{Palette, Theme};
