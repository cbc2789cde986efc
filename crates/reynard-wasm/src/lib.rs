//! Reynard for browsers and Node, through [wasm-bindgen](https://wasm-bindgen.github.io/wasm-bindgen/).
//!
//! Positions cross the border as FEN, moves as UCI text, and trees as JSON; nothing here knows a
//! rule of chess. Every function also works in a native build, where the tests run it; only
//! [`EngineSession`] needs JavaScript, which takes its lines.
//!
//! * [`position_info`], [`inspect_fen`], [`parse_move`], [`line_to_san`] and [`pass`] answer for a
//!   single position;
//! * [`StudyGame`] is a game with variations and annotations that is edited;
//! * [`GameList`] is a PGN file with many games, and [`MoveExplorer`] the moves that were played in
//!   them;
//! * [`GifAnimation`] makes an animated GIF of drawn boards;
//! * [`EngineSession`] is the engine on one thread, which speaks UCI.

#![forbid(unsafe_code)]

mod diagnostic;
mod engine;
mod explorer;
mod failure;
mod game_list;
mod gif_animation;
mod learn;
mod pgn_note;
mod position;
mod status;
mod study;
mod study_json;

pub use engine::{EngineSession, LineListener, version};
pub use explorer::MoveExplorer;
pub use failure::Failure;
pub use game_list::GameList;
pub use gif_animation::GifAnimation;
pub use learn::{LearnNotebook, LearnPreparation};
pub use position::{
    chess960_fen, inspect_fen, line_to_san, parse_move, pass, position_info, standard_move,
    suggest_moves,
};
pub use status::game_status;
pub use study::StudyGame;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
