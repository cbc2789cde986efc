//! Options of an engine, with their values.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::message::{OptionKind, OptionSpec};
use crate::note::shortened;
use crate::text::{EMPTY, same_name};

/// The options of an engine, with their values.
///
/// Options are looked up by name. Names are compared with [`same_name`]. Parsing a `setoption`
/// command and storing its value are separate steps, so that an engine can reject a value and keep
/// the old one.
///
/// ```
/// use reynard_uci::{OptionSpec, OptionValue, UciOptions};
///
/// let mut options = UciOptions::new([
///     OptionSpec::spin("Hash", 16, 1, 1024),
///     OptionSpec::check("Ponder", false),
///     OptionSpec::button("Clear Hash"),
/// ]);
/// options.accept_quietly([OptionSpec::check("UCI_AnalyseMode", false)]);
/// assert_eq!(options.announced().count(), 3);
///
/// let setting = options.read("hash", Some("64"))?;
/// assert_eq!((setting.name(), setting.value()), ("Hash", &OptionValue::Spin(64)));
/// options.store(setting);
/// assert_eq!(options.spin("Hash"), Some(64));
///
/// let error = options.read("Hash", Some("4096")).unwrap_err();
/// assert_eq!(error.to_string(), "option `Hash`: the number must be from 1 to 1024");
/// let error = options.read("Hahs", Some("64")).unwrap_err();
/// assert_eq!(error.to_string(), "option `Hahs`: there is no such option; did you mean Hash?");
/// # Ok::<(), reynard_uci::OptionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UciOptions {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    spec: OptionSpec<'static>,
    value: OptionValue,
    announced: Announced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announced {
    Yes,
    No,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A switch.
    Check(bool),
    /// A whole number.
    Spin(i64),
    /// A choice, spelled as in the option, or the text of a string option.
    Text(String),
    /// A button, which has no value.
    Button,
}

/// A checked value for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSetting {
    index: usize,
    name: Box<str>,
    value: OptionValue,
}

impl OptionSetting {
    /// Returns the option's name, spelled as in the option.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value.
    pub const fn value(&self) -> &OptionValue {
        &self.value
    }
}

impl UciOptions {
    /// Creates options with their default values. They are announced in the given order.
    pub fn new(specs: impl IntoIterator<Item = OptionSpec<'static>>) -> Self {
        let mut options = Self::default();
        options.add(specs, Announced::Yes);
        options
    }

    /// Adds options to be announced after the existing ones.
    ///
    /// ```
    /// use reynard_uci::{OptionSpec, UciOptions};
    ///
    /// let mut options = UciOptions::default();
    /// options.announce([OptionSpec::spin("null_margin", 120, 0, 250)]);
    /// assert_eq!(options.announced().count(), 1);
    /// ```
    pub fn announce(&mut self, specs: impl IntoIterator<Item = OptionSpec<'static>>) {
        self.add(specs, Announced::Yes);
    }

    /// Adds options that can be set but are not announced. They are intended for programs that set
    /// them without checking whether they exist.
    ///
    /// ```
    /// use reynard_uci::{OptionSpec, UciOptions};
    ///
    /// let mut options = UciOptions::default();
    /// options.accept_quietly([OptionSpec::check("UCI_AnalyseMode", false)]);
    /// assert!(options.set("UCI_AnalyseMode", Some("true")).is_ok());
    /// assert_eq!(options.announced().count(), 0);
    /// ```
    pub fn accept_quietly(&mut self, specs: impl IntoIterator<Item = OptionSpec<'static>>) {
        self.add(specs, Announced::No);
    }

    fn add(&mut self, specs: impl IntoIterator<Item = OptionSpec<'static>>, announced: Announced) {
        self.entries.extend(specs.into_iter().map(|spec| Entry {
            value: default_of(&spec.kind),
            spec,
            announced,
        }));
    }

    /// Returns the options to announce, in order. The `Display` output of each is its `option`
    /// line.
    pub fn announced(&self) -> impl Iterator<Item = &OptionSpec<'static>> {
        let announced = |entry: &&Entry| entry.announced == Announced::Yes;
        self.entries.iter().filter(announced).map(|entry| &entry.spec)
    }

    /// Returns the value of an option, or `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.entries
            .iter()
            .find(|entry| same_name(&entry.spec.name, name))
            .map(|entry| &entry.value)
    }

    /// Returns the value of a switch option, or `None` if there is no such switch.
    pub fn check(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            OptionValue::Check(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of a number option, or `None` if there is no such option.
    pub fn spin(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            OptionValue::Spin(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of a string or choice option, or `None` if there is no such option.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            OptionValue::Text(value) => Some(value),
            _ => None,
        }
    }

    /// Parses the arguments of a `setoption` command without storing the value.
    ///
    /// # Errors
    ///
    /// [`OptionError`] if the option does not exist or the value is invalid.
    pub fn read(&self, name: &str, value: Option<&str>) -> Result<OptionSetting, OptionError> {
        let fault = |kind| OptionError { name: shortened(name), kind, closest: Vec::new() };
        let mut entries = self.entries.iter().enumerate();
        let (index, entry) =
            entries.find(|(_, entry)| same_name(&entry.spec.name, name)).ok_or_else(|| {
                OptionError { closest: self.closest(name), ..fault(OptionErrorKind::Unknown) }
            })?;
        let value = read_value(&entry.spec.kind, value).map_err(fault)?;
        Ok(OptionSetting { index, name: entry.spec.name.as_ref().into(), value })
    }

    /// Returns the announced options closest to a mistyped name.
    fn closest(&self, name: &str) -> Vec<String> {
        let known = self.announced().map(|spec| String::from(spec.name.as_ref()));
        reynard::suggest::closest(&shortened(name), known)
    }

    /// Stores a value that was parsed for these options.
    pub fn store(&mut self, setting: OptionSetting) {
        let entry = self.entries.get_mut(setting.index);
        if let Some(entry) = entry.filter(|entry| *entry.spec.name == *setting.name) {
            entry.value = setting.value;
        }
    }

    /// Parses the arguments of a `setoption` command and stores the value.
    ///
    /// # Errors
    ///
    /// Same as for [`UciOptions::read`]. On an error, the old value is kept.
    ///
    /// ```
    /// use reynard_uci::{OptionSpec, UciOptions};
    ///
    /// let mut options = UciOptions::new([OptionSpec::spin("Threads", 1, 1, 64)]);
    /// options.set("threads", Some("4"))?;
    /// assert_eq!(options.spin("Threads"), Some(4));
    /// # Ok::<(), reynard_uci::OptionError>(())
    /// ```
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let setting = self.read(name, value)?;
        self.store(setting);
        Ok(())
    }
}

fn default_of(kind: &OptionKind<'_>) -> OptionValue {
    match kind {
        OptionKind::Check { default } => OptionValue::Check(*default),
        OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
        OptionKind::Combo { default, .. } | OptionKind::String { default } => {
            OptionValue::Text(default.as_ref().into())
        }
        OptionKind::Button => OptionValue::Button,
    }
}

fn read_value(kind: &OptionKind<'_>, value: Option<&str>) -> Result<OptionValue, OptionErrorKind> {
    if matches!(kind, OptionKind::Button) {
        return Ok(OptionValue::Button);
    }
    let value = value.ok_or(OptionErrorKind::NoValue)?;
    match kind {
        OptionKind::Button => Ok(OptionValue::Button),
        OptionKind::Check { .. } if value.eq_ignore_ascii_case("true") => {
            Ok(OptionValue::Check(true))
        }
        OptionKind::Check { .. } if value.eq_ignore_ascii_case("false") => {
            Ok(OptionValue::Check(false))
        }
        OptionKind::Check { .. } => Err(OptionErrorKind::NotASwitch),
        OptionKind::Spin { min, max, .. } => {
            let out_of_range = OptionErrorKind::OutOfRange { min: *min, max: *max };
            let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(OptionErrorKind::NotANumber);
            }
            let number: i64 = value.parse().map_err(|_| out_of_range)?;
            if number < *min || number > *max {
                return Err(out_of_range);
            }
            Ok(OptionValue::Spin(number))
        }
        OptionKind::Combo { choices, .. } => choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value))
            .map(|choice| OptionValue::Text(choice.as_ref().into()))
            .ok_or(OptionErrorKind::NotAChoice),
        OptionKind::String { .. } if value == EMPTY => Ok(OptionValue::Text(String::new())),
        OptionKind::String { .. } => Ok(OptionValue::Text(value.into())),
    }
}

/// The error returned if an option cannot be set. The option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// Name given in the command, truncated to 64 bytes.
    pub name: Box<str>,
    /// Kind of the error.
    pub kind: OptionErrorKind,
    /// Announced options with the most similar names if no option has the name given in the
    /// command. Empty if no name is similar.
    pub closest: Vec<String>,
}

/// The kind of an option error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionErrorKind {
    /// There is no option with that name.
    Unknown,
    /// The value is missing.
    NoValue,
    /// The value is neither `true` nor `false`.
    NotASwitch,
    /// The value is not a whole number.
    NotANumber,
    /// The number is out of range.
    OutOfRange {
        /// Minimum value.
        min: i64,
        /// Maximum value.
        max: i64,
    },
    /// The value is not one of the choices.
    NotAChoice,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option `{}`: ", self.name.escape_debug())?;
        match self.kind {
            OptionErrorKind::Unknown => {
                f.write_str("there is no such option")?;
                if self.closest.is_empty() {
                    return Ok(());
                }
                write!(f, "; did you mean {}?", self.closest.join(" or "))
            }
            OptionErrorKind::NoValue => f.write_str("a value is missing"),
            OptionErrorKind::NotASwitch => f.write_str("neither `true` nor `false`"),
            OptionErrorKind::NotANumber => f.write_str("not a whole number"),
            OptionErrorKind::OutOfRange { min, max } => {
                write!(f, "the number must be from {min} to {max}")
            }
            OptionErrorKind::NotAChoice => f.write_str("none of the values it can have"),
        }
    }
}

impl core::error::Error for OptionError {}
