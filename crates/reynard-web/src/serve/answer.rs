//! Answers to queries about the files on this machine.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::data::{Data, Failure};
use super::question::{
    ExploreQuestion, GamesQuestion, PgnQuestion, Question, SearchesQuestion, TableQuestion,
    TrendQuestion,
};

/// A query that can be answered from the files on this machine.
pub(super) trait AnsweredQuestion: Question {
    /// Answers the query. Fails if `stop` is set before the query is answered.
    fn answer(&self, data: &Data, stop: &AtomicBool) -> Result<AnswerContent, Failure>;
}

/// The content of an answer.
#[derive(Debug)]
pub(super) enum AnswerContent {
    Json(String),
    Pgn(Vec<u8>),
}

impl AnswerContent {
    /// Returns the content of an answer that consists of JSON fields.
    fn fields(answer: &impl Serialize) -> Result<Self, Failure> {
        let text = serde_json::to_string(answer);
        text.map(Self::Json).map_err(|reason| Failure::File(reason.to_string()))
    }
}

impl AnsweredQuestion for ExploreQuestion {
    fn answer(&self, data: &Data, stop: &AtomicBool) -> Result<AnswerContent, Failure> {
        AnswerContent::fields(&data.explore(self, stop)?)
    }
}

impl AnsweredQuestion for TrendQuestion {
    fn answer(&self, data: &Data, stop: &AtomicBool) -> Result<AnswerContent, Failure> {
        AnswerContent::fields(&data.trend(self, stop)?)
    }
}

impl AnsweredQuestion for GamesQuestion {
    fn answer(&self, data: &Data, stop: &AtomicBool) -> Result<AnswerContent, Failure> {
        AnswerContent::fields(&data.games(self, stop)?)
    }
}

impl AnsweredQuestion for PgnQuestion {
    fn answer(&self, data: &Data, stop: &AtomicBool) -> Result<AnswerContent, Failure> {
        data.pgn(self, stop).map(AnswerContent::Pgn)
    }
}

impl AnsweredQuestion for SearchesQuestion {
    fn answer(&self, data: &Data, _: &AtomicBool) -> Result<AnswerContent, Failure> {
        AnswerContent::fields(&data.searches(self)?)
    }
}

impl AnsweredQuestion for TableQuestion {
    fn answer(&self, data: &Data, _: &AtomicBool) -> Result<AnswerContent, Failure> {
        AnswerContent::fields(&data.probe(self)?)
    }
}
