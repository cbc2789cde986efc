//! Library values that are selected by name on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Name of a value, the value itself, and its help text.
pub type Choice<T> = (&'static str, T, &'static str);

/// Returns a parser that converts the name of a choice to its value.
pub fn choice<T: Copy + Send + Sync>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let named = choices.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).try_map(move |text| {
        let found = choices.iter().find(|(name, ..)| *name == text);
        found.map(|&(_, value, _)| value).ok_or("no such value")
    })
}
