//! A filter with its text.

use reynard_games::{InvalidQuery, Query};

/// A [`Query`] with the text that it was read from.
///
/// ```
/// use reynard_browse::FilterText;
///
/// let filter = FilterText::parse("elo>=2500 white~carlsen")?;
/// assert_eq!(filter.text(), "elo>=2500 white~carlsen");
/// assert!(FilterText::parse("whit~carlsen").is_err());
/// # Ok::<(), reynard_games::InvalidQuery>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FilterText {
    text: String,
    query: Query,
}

impl FilterText {
    /// Reads a filter in the filter language.
    ///
    /// # Errors
    ///
    /// [`InvalidQuery`] with the column of the mistake.
    ///
    /// ```
    /// let error = reynard_browse::FilterText::parse("year>=2000 whit~carlsen").unwrap_err();
    /// assert_eq!(error.column, 12);
    /// ```
    pub fn parse(text: &str) -> Result<Self, InvalidQuery> {
        let text = text.trim();
        Ok(Self { text: text.to_owned(), query: Query::parse(text)? })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the conditions.
    pub const fn query(&self) -> &Query {
        &self.query
    }
}
