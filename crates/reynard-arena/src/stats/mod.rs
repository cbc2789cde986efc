//! What can be said about results.
//!
//! * [`Tally`] counts games, [`Pairs`] counts pairs of games from the same opening.
//! * [`Elo`] is the difference in strength that they tell of, with its error.
//! * [`Sprt`] tells when enough has been played to decide.
//! * [`ratings`] fits one list to the games of many.
//!
//! All of it is arithmetic without any state.

mod elo;
mod normal;
mod rating;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use rating::{HeadToHead, Rating, ratings};
pub use sprt::{EloModel, InvalidSprt, Sprt, SprtState, SprtVerdict};
pub use tally::{Pairs, Tally};
