//! The learner's notebook: cards, reviews, and drill sessions.

mod answer_json;
mod drill;
mod fact_json;
mod notebook;
mod preparation;
mod session;

pub use notebook::LearnNotebook;
pub use preparation::LearnPreparation;
