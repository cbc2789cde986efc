//! A filter and its source text.

use reynard_games::{InvalidQuery, Query};

/// A [`Query`] together with its source text.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterText {
    text: String,
    query: Query,
}

impl FilterText {
    /// Parses a filter in the filter language.
    ///
    /// # Errors
    ///
    /// [`InvalidQuery`] with the column of the error.
    pub(crate) fn parse(text: &str) -> Result<Self, InvalidQuery> {
        let text = text.trim();
        Ok(Self { text: text.to_owned(), query: Query::parse(text)? })
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the conditions.
    pub(crate) const fn query(&self) -> &Query {
        &self.query
    }
}
