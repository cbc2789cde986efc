//! Errors passed to JavaScript.

use std::fmt;

use wasm_bindgen::{JsError, JsValue};

/// The reason why a request cannot be answered, as a sentence for the user of the page.
///
/// JavaScript receives the failure as an `Error`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// Creates a failure with a message.
    ///
    /// ```
    /// assert_eq!(reynard_wasm::Failure::new("no such game").to_string(), "no such game");
    /// ```
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        JsError::new(&failure.0).into()
    }
}

/// Serializes a value as JSON.
pub(crate) fn to_json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::new)
}
