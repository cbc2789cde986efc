//! The message `option`.

use alloc::borrow::Cow;
use core::fmt;

use crate::command::owned;
use crate::text::{OneLine, OrEmpty};

/// An option of an engine, as announced by the engine.
///
/// A name must not contain the token `type`. Names and values must not contain any other keyword of
/// the line, because it would be parsed as a keyword. The default of a string option may contain
/// any text.
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
    /// Name, possibly with blanks.
    pub name: Cow<'a, str>,
    /// Kind of the option.
    pub kind: OptionKind<'a>,
}

/// The kind of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind<'a> {
    /// A switch.
    Check {
        /// Default value.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// Default value.
        default: i64,
        /// Minimum value.
        min: i64,
        /// Maximum value.
        max: i64,
    },
    /// One of several choices.
    Combo {
        /// Default choice.
        default: Cow<'a, str>,
        /// Choices.
        choices: Cow<'a, [Cow<'a, str>]>,
    },
    /// A button: an action.
    Button,
    /// Any text.
    String {
        /// Default text. Empty text is written as `<empty>` in the protocol.
        default: Cow<'a, str>,
    },
}

impl<'a> OptionSpec<'a> {
    /// Creates a switch option.
    ///
    /// ```
    /// use reynard_uci::OptionSpec;
    ///
    /// let line = OptionSpec::check("Ponder", false).to_string();
    /// assert_eq!(line, "option name Ponder type check default false");
    /// ```
    pub const fn check(name: &'a str, default: bool) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Check { default } }
    }

    /// Creates an option whose value is a whole number in a range.
    pub const fn spin(name: &'a str, default: i64, min: i64, max: i64) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Spin { default, min, max } }
    }

    /// Creates an option whose value is one of several choices.
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

    /// Creates a button option.
    ///
    /// ```
    /// use reynard_uci::OptionSpec;
    ///
    /// assert_eq!(
    ///     OptionSpec::button("Clear Hash").to_string(),
    ///     "option name Clear Hash type button"
    /// );
    /// ```
    pub const fn button(name: &'a str) -> Self {
        Self { name: Cow::Borrowed(name), kind: OptionKind::Button }
    }

    /// Creates a string option.
    ///
    /// ```
    /// use reynard_uci::OptionSpec;
    ///
    /// let line = OptionSpec::string("SyzygyPath", "").to_string();
    /// assert_eq!(line, "option name SyzygyPath type string default <empty>");
    /// ```
    pub const fn string(name: &'a str, default: &'a str) -> Self {
        let kind = OptionKind::String { default: Cow::Borrowed(default) };
        Self { name: Cow::Borrowed(name), kind }
    }

    /// Converts the option to one that does not borrow from its line.
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
