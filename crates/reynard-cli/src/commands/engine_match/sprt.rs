//! The sequential test as it is typed.

use std::str::FromStr;

use anyhow::bail;
use clap::ValueEnum;
use reynard_arena::stats::{EloModel, Sprt};

#[derive(clap::Args)]
pub(super) struct Test {
    /// Stop as soon as it is decided whether the first engine is better by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0:ELO1", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    /// How often the test may take ELO1 to be true although ELO0 is
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often the test may take ELO0 to be true although ELO1 is
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// What ELO0 and ELO1 are measured in
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    elo_model: Model,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Model {
    /// The score beyond one half in standard deviations of a game
    Normalized,
    /// The score
    Logistic,
}

/// `ELO0:ELO1`.
#[derive(Clone, Copy, Debug)]
struct Bounds(f64, f64);

impl FromStr for Bounds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers = || {
            let (elo0, elo1) = text.split_once(':')?;
            Some(Self(elo0.parse().ok()?, elo1.parse().ok()?))
        };
        numbers().ok_or("two numbers are needed, like 0:10")
    }
}

impl Test {
    /// The test, if one is wanted and there are two players for it.
    pub(super) fn of_match(&self, names: &[String]) -> anyhow::Result<Option<Sprt>> {
        let Some(Bounds(elo0, elo1)) = self.sprt else { return Ok(None) };
        if names.len() != 2 {
            bail!("--sprt compares two engines, not {}", names.len());
        }
        let model = match self.elo_model {
            Model::Normalized => EloModel::Normalized,
            Model::Logistic => EloModel::Logistic,
        };
        let test = Sprt::new(elo0, elo1)?.with_errors(self.alpha, self.beta)?.with_model(model);
        Ok(Some(test))
    }
}
