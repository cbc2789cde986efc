//! An option of an engine as it announces it.

use alloc::borrow::Cow;
use core::fmt;

use crate::command::owned;
use crate::text::{OneLine, OrEmpty};

/// An option of an engine.
///
/// Names must not have the token `type` in them, and names and values none of the other keywords of
/// the line, or they are read as such; the default of a text may have any.
///
/// ```
/// use reynard_uci::{Message, OptionSpec};
///
/// let hash = OptionSpec::spin("Hash", 16, 1, 1024);
/// let line = hash.to_string();
/// assert_eq!(line, "option name Hash type spin default 16 min 1 max 1024");
/// assert_eq!(Message::parse(&line).unwrap().value, Message::Option(hash));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec<'a> {
    /// The name, perhaps with blanks inside.
    pub name: Cow<'a, str>,
    /// What it can be set to.
    pub kind: OptionKind<'a>,
}

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind<'a> {
    /// Yes or no.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least it can be.
        min: i64,
        /// The most it can be.
        max: i64,
    },
    /// One of several tokens.
    Combo {
        /// Which it is at first.
        default: Cow<'a, str>,
        /// The tokens.
        choices: Cow<'a, [Cow<'a, str>]>,
    },
    /// Something to be done at once.
    Button,
    /// Any text.
    String {
        /// What it is at first; `<empty>` in the protocol stands for nothing.
        default: Cow<'a, str>,
    },
}

impl<'a> OptionSpec<'a> {
    /// Yes or no.
    pub const fn check(name: &'a str, default: bool) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Check { default } }
    }

    /// A whole number.
    pub const fn spin(name: &'a str, default: i64, min: i64, max: i64) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Spin { default, min, max } }
    }

    /// One of several tokens.
    ///
    /// ```
    /// use reynard_uci::OptionSpec;
    ///
    /// let choices = ["Solid".into(), "Normal".into()];
    /// let style = OptionSpec::combo("Style", "Normal", &choices);
    /// assert_eq!(
    ///     style.to_string(),
    ///     "option name Style type combo default Normal var Solid var Normal",
    /// );
    /// ```
    pub const fn combo(name: &'a str, default: &'a str, choices: &'a [Cow<'a, str>]) -> Self {
        let kind =
            OptionKind::Combo { default: Cow::Borrowed(default), choices: Cow::Borrowed(choices) };
        Self { name: Cow::Borrowed(name), kind }
    }

    /// Something to be done at once.
    pub const fn button(name: &'a str) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Button }
    }

    /// Any text.
    pub const fn string(name: &'a str, default: &'a str) -> Self {
        let kind = OptionKind::String { default: Cow::Borrowed(default) };
        Self { name: Cow::Borrowed(name), kind }
    }

    /// The option without any reference to the line it was read from.
    pub fn into_owned(self) -> OptionSpec<'static> {
        let kind = match self.kind {
            OptionKind::Check { default } => OptionKind::Check { default },
            OptionKind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
            OptionKind::Combo { default, choices } => OptionKind::Combo {
                default: owned(default),
                choices: choices.iter().cloned().map(owned).collect(),
            },
            OptionKind::Button => OptionKind::Button,
            OptionKind::String { default } => OptionKind::String { default: owned(default) },
        };
        OptionSpec { name: owned(self.name), kind }
    }
}

impl fmt::Display for OptionSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", OrEmpty(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", OrEmpty(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", OrEmpty(default)),
        }
    }
}
