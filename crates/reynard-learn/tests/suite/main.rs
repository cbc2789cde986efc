//! The crate as its users meet it.

mod fsrs;
mod themes;
