//! Statistics of match results.
//!
//! * [`Tally`] counts games, and [`Pairs`] counts pairs of games from the same opening.
//! * [`Elo`] is the estimated difference in strength, with its error.
//! * [`Sprt`] is the sequential probability ratio test.
//! * [`ratings`] fits a rating list to the games of many players.

mod elo;
mod normal;
mod rating;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_score, elo_text, score_of_elo};
pub use rating::{HeadToHead, Rating, ratings};
pub use sprt::{EloModel, InvalidSprt, Sprt, SprtState, SprtVerdict};
pub use tally::{Pairs, Tally};
