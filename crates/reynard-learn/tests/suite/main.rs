//! The crate as its users meet it.

mod endgames;
mod fsrs;
mod themes;
