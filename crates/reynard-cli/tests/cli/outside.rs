//! Comparisons with programs of other projects, which run where `REYNARD_OUTSIDE` is 1.

mod pgn_extract;
mod polyglot;
