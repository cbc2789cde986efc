//! Values of a library by their names on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The name of a value, the value, and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Returns the parser of the names.
pub fn choice<T: Copy + Send + Sync>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let named = choices.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).try_map(move |text| {
        let found = choices.iter().find(|(name, ..)| *name == text);
        found.map(|&(_, value, _)| value).ok_or("no such value")
    })
}
