//! Parameters to tune.

use std::fmt;
use std::str::FromStr;

use reynard_base::signed;
use reynard_uci::{OptionKind, OptionSpec};
use serde::Serialize;

/// An engine option to tune, with its range and step.
///
/// ```
/// use reynard_arena::spsa::SpsaParameter;
///
/// let parameter: SpsaParameter = "null_margin,120,0,250,15".parse()?;
/// assert_eq!((parameter.value, parameter.step), (120.0, 15.0));
/// assert!("null_margin,120".parse::<SpsaParameter>().is_err());
/// # Ok::<(), reynard_arena::spsa::InvalidSpsaParameter>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaParameter {
    /// Name of the option.
    pub name: String,
    /// Value at the start of the run.
    pub value: f64,
    /// Minimum value.
    pub min: i64,
    /// Maximum value.
    pub max: i64,
    /// The amount by which the value is perturbed in the last pair; earlier pairs use larger
    /// amounts.
    pub step: f64,
}

/// A parameter with its value after a number of pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TunedParameter {
    /// Name of the option.
    pub name: String,
    /// Value at the start of the run.
    pub start: f64,
    /// Current value.
    pub value: f64,
    /// Minimum value.
    pub min: i64,
    /// Maximum value.
    pub max: i64,
    /// The amount by which the value is perturbed in the last pair.
    pub step: f64,
}

/// A list of tuned parameters, written as text with one parameter per line.
///
/// ```
/// use reynard_arena::spsa::{Spsa, SpsaSettings, TunedTable};
///
/// let spsa = Spsa::new(vec!["margin,10,0,90,5".parse()?], SpsaSettings::default());
/// let table = TunedTable(&spsa.tuned()).to_string();
/// assert_eq!(table, "margin        10 ->      10.00    +0.0 steps\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TunedTable<'a>(pub &'a [TunedParameter]);

impl fmt::Display for TunedTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
        for TunedParameter { name, start, value, step, .. } in self.0 {
            let steps = signed((value - start) / step, 1);
            writeln!(f, "{name:width$}  {start:>8} -> {value:>10.2}  {steps:>6} steps")?;
        }
        Ok(())
    }
}

/// The reason why a parameter is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidSpsaParameter {
    /// The text is not `NAME,VALUE,MIN,MAX,STEP`.
    Form,
    /// The value is outside the range, or the range is empty.
    Range {
        /// Name of the parameter.
        name: String,
    },
    /// The step is not a positive number.
    Step {
        /// Name of the parameter.
        name: String,
    },
}

impl fmt::Display for InvalidSpsaParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a parameter is NAME,VALUE,MIN,MAX,STEP"),
            Self::Range { name } => write!(f, "{name}: the value is not between MIN and MAX"),
            Self::Step { name } => write!(f, "{name}: the step is not a number above 0"),
        }
    }
}

impl std::error::Error for InvalidSpsaParameter {}

impl SpsaParameter {
    /// Number of steps into which the range of an option is divided if no step is given.
    const STEPS: f64 = 20.0;

    /// Creates a parameter from an option announced by an engine. Returns `None` unless the option
    /// is numeric and has a range. The step is a twentieth of the range.
    ///
    /// ```
    /// use reynard_arena::spsa::SpsaParameter;
    /// use reynard_uci::OptionSpec;
    ///
    /// let parameter = SpsaParameter::from_option(&OptionSpec::spin("Contempt", 20, 0, 100));
    /// assert_eq!(parameter.map(|parameter| parameter.step), Some(5.0));
    /// assert!(SpsaParameter::from_option(&OptionSpec::check("Ponder", false)).is_none());
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "parameters are far below 2^52")]
    pub fn from_option(option: &OptionSpec<'_>) -> Option<Self> {
        let OptionKind::Spin { default, min, max } = option.kind else { return None };
        let step = max.checked_sub(min).filter(|&range| range > 0)? as f64 / Self::STEPS;
        Some(Self { name: option.name.to_string(), value: default as f64, min, max, step })
    }

    /// Returns the parameter with its current value.
    pub(super) fn tuned(&self, value: f64) -> TunedParameter {
        let Self { name, value: start, min, max, step } = self.clone();
        TunedParameter { name, start, value, min, max, step }
    }

    /// Clamps a value to the range.
    #[expect(clippy::cast_precision_loss, reason = "parameters are far below 2^52")]
    pub(super) fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}

impl FromStr for SpsaParameter {
    type Err = InvalidSpsaParameter;

    #[expect(clippy::cast_precision_loss, reason = "parameters are far below 2^52")]
    fn from_str(text: &str) -> Result<Self, InvalidSpsaParameter> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [name, value, min, max, step] = parts[..] else {
            return Err(InvalidSpsaParameter::Form);
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let bound =
            |text: &str| text.parse::<i64>().ok().filter(|bound| bound.unsigned_abs() < 1 << 52);
        let owned = name.to_owned();
        let (Some(value), Some(min), Some(max)) = (number(value), bound(min), bound(max)) else {
            return Err(InvalidSpsaParameter::Form);
        };
        if name.is_empty() {
            return Err(InvalidSpsaParameter::Form);
        }
        if !(min as f64..=max as f64).contains(&value) || min == max {
            return Err(InvalidSpsaParameter::Range { name: owned });
        }
        match number(step).filter(|&step| step > 0.0) {
            Some(step) => Ok(Self { name: owned, value, min, max, step }),
            None => Err(InvalidSpsaParameter::Step { name: owned }),
        }
    }
}

impl fmt::Display for SpsaParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, min, max, step } = self;
        write!(f, "{name},{value},{min},{max},{step}")
    }
}

#[cfg(test)]
mod tests {
    use super::{InvalidSpsaParameter, SpsaParameter};

    #[test]
    fn text_and_parameter_are_the_same() {
        let text = "Skill,10.5,-3,20,0.25";
        assert_eq!(text.parse::<SpsaParameter>().map(|it| it.to_string()), Ok(text.to_owned()));
    }

    #[test]
    fn invalid_parameters_are_errors() {
        let error = |text: &str| text.parse::<SpsaParameter>().expect_err(text);
        for text in ["", "a", "a,1,0,2", ",1,0,2,1", "a,x,0,2,1", "a,1,0.5,2,1", "a,inf,0,2,1"] {
            assert_eq!(error(text), InvalidSpsaParameter::Form, "{text}");
        }
        let name = "a".to_owned();
        assert_eq!(error("a,3,0,2,1"), InvalidSpsaParameter::Range { name: name.clone() });
        assert_eq!(error("a,2,2,2,1"), InvalidSpsaParameter::Range { name: name.clone() });
        assert_eq!(error("a,1,0,2,0"), InvalidSpsaParameter::Step { name });
    }
}
