//! Options of the sequential probability ratio test.

use std::str::FromStr;

use anyhow::bail;
use reynard_arena::MatchPlayer;
use reynard_arena::stats::{EloModel, Sprt};
use reynard_play::OpeningSuite;

use crate::choice::{Choice, choice};

#[derive(clap::Args)]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct SprtArgs {
    /// Stop when the SPRT of ELO0 against ELO1, for the first engine, is decided
    #[arg(long, value_name = "ELO0:ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Probability of accepting ELO1 although ELO0 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Probability of accepting ELO0 although ELO1 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Unit of ELO0 and ELO1
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    #[arg(value_parser = choice(&MODELS))]
    elo_model: EloModel,
}

/// Unit of the hypotheses.
const MODELS: [Choice<EloModel>; 2] = [
    ("normalized", EloModel::Normalized, "Score beyond one half in standard deviations of a game"),
    ("logistic", EloModel::Logistic, "Logistic Elo"),
];

/// The test of two hypotheses, written `ELO0:ELO1`.
#[derive(Clone, Copy, Debug)]
struct Hypotheses(Sprt);

impl FromStr for Hypotheses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers = || {
            let (elo0, elo1) = text.split_once(':')?;
            Some((elo0.parse().ok()?, elo1.parse().ok()?))
        };
        let (elo0, elo1) = numbers().ok_or("two numbers are needed, like 0:10")?;
        let test = Sprt::new(elo0, elo1);
        test.map(Self).map_err(|_| "ELO1 must be above ELO0, both from -1000 to 1000")
    }
}

impl SprtArgs {
    /// Checks that the test can end. With a single start position, engines that repeat their games
    /// would play the same pair of games forever.
    pub fn check(&self, openings: &OpeningSuite, players: &[MatchPlayer]) -> anyhow::Result<()> {
        let repeats = players.iter().all(|player| player.limits.is_deterministic());
        if self.sprt.is_some() && openings.len() == 1 && repeats {
            bail!(
                "--sprt needs openings: limited by nodes or depth, the engines play the same two games in every \
                 round; leave out --openings, give a book, or use a time control"
            );
        }
        Ok(())
    }

    /// Rejects these options for a task that is not a match.
    pub fn refuse(&self, task: &str) -> anyhow::Result<()> {
        if self.sprt.is_some() {
            bail!("--sprt is for matches, and this is a job of `{task}`");
        }
        Ok(())
    }

    /// Returns the test, if one is requested and there are two players.
    pub fn of_match(&self, names: &[String]) -> anyhow::Result<Option<Sprt>> {
        let Some(Hypotheses(test)) = self.sprt else { return Ok(None) };
        if names.len() != 2 {
            bail!("--sprt compares two engines, not {}", names.len());
        }
        Ok(Some(test.with_errors(self.alpha, self.beta)?.with_model(self.elo_model)))
    }
}
