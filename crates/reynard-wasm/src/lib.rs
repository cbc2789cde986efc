//! Reynard for browsers and Node, through [wasm-bindgen](https://wasm-bindgen.github.io/wasm-bindgen/).
//!
//! Positions are passed to and from JavaScript as FEN, moves in UCI notation, and trees as JSON.
//! This crate does not implement any chess rules. Every function also works in a native build,
//! where it is tested; only [`EngineSession`] requires JavaScript, which receives its output lines.
//!
//! * [`position_info`], [`inspect_fen`], [`parse_move`], [`line_to_san`] and [`pass`] work on
//!   single positions;
//! * [`StudyGame`] is an editable game with variations and annotations;
//! * [`GameList`] is a PGN file with many games, and [`MoveExplorer`] an index of the moves played
//!   in them;
//! * [`GifAnimation`] creates an animated GIF from drawn boards;
//! * [`EngineSession`] is the engine, running on one thread and controlled by UCI.

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

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
