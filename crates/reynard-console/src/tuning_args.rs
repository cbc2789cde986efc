//! Options of SPSA: parameters, gain and adjudication.

use anyhow::{Context, bail};
use reynard::suggest::closest;
use reynard_arena::MatchPlayer;
use reynard_arena::spsa::{SpsaError, SpsaParameter};
use reynard_engine::{Params, Tunable};
use reynard_host::{EngineProcess, Timeouts};
use reynard_play::Adjudication;

use crate::adjudication_args::{Draw, Resign};
use crate::numbers::positive;

#[derive(clap::Args)]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct TuningArgs {
    /// Parameter to tune: NAME, or NAME,VALUE,MIN,MAX,STEP; may be repeated
    #[arg(long = "param", value_name = "PARAMETER")]
    parameters: Vec<String>,
    /// Tune all parameters of this engine's search
    #[arg(long, conflicts_with = "parameters")]
    all: bool,
    /// Fraction of a step by which a won pair changes a value at the end of the run
    #[arg(long, value_name = "GAIN", default_value_t = 0.002, value_parser = positive)]
    pub gain: f64,
    /// Resign when both sides have scored one side as lost by SCORE centipawns for MOVES moves
    #[arg(long, value_name = "MOVES:SCORE", default_value = "3:600")]
    resign: Resign,
    /// Agree on a draw when, FROM moves after the opening, both sides have scored within SCORE
    /// centipawns for MOVES moves
    #[arg(long, value_name = "FROM:MOVES:SCORE", default_value = "34:8:10")]
    draw: Draw,
}

/// Option with which this program, as an engine, announces the parameters of its search.
pub const SHOW_PARAMETERS: &str = "--parameters";

/// Returns `true` if the description of an engine refers to this program.
pub fn is_self(text: &str) -> bool {
    text.split(',').next() == Some("self")
}

impl TuningArgs {
    /// Returns the adjudication rules.
    pub const fn adjudication(&self) -> Adjudication {
        Adjudication { resign: Some(self.resign.0), draw: Some(self.draw.0), max_moves: None }
    }

    /// Returns the parameters to tune. If only the name of a parameter is given, its other values
    /// come from the engine. `typed` is the engine's description as given on the command line.
    pub fn parameters(
        &self,
        typed: &str,
        player: &MatchPlayer,
        timeouts: Timeouts,
    ) -> anyhow::Result<Vec<SpsaParameter>> {
        if self.all {
            return Ok(Params::TUNABLES.iter().map(own).collect());
        }
        if self.parameters.is_empty() {
            bail!("no parameter is to be tuned: --param NAME, or --all");
        }
        let mut found: Vec<SpsaParameter> = Vec::new();
        let mut engine = None;
        for text in &self.parameters {
            let tunable = Params::TUNABLES.iter().find(|tunable| tunable.name == text);
            let parameter = match tunable.filter(|_| is_self(typed)) {
                _ if text.contains(',') => text.parse().with_context(|| format!("`{text}`"))?,
                Some(tunable) => own(tunable),
                None => {
                    let engine = match &mut engine {
                        Some(engine) => engine,
                        none => none.insert(start(player, timeouts)?),
                    };
                    announced(engine, text)?
                }
            };
            if found.iter().any(|other| other.name == parameter.name) {
                bail!("{} is given twice", parameter.name);
            }
            found.push(parameter);
        }
        Ok(found)
    }
}

/// Returns a parameter of this engine's own search.
fn own(tunable: &Tunable) -> SpsaParameter {
    let [value, step] = [tunable.value, tunable.step].map(f64::from);
    let [min, max] = [tunable.min, tunable.max].map(i64::from);
    SpsaParameter { name: tunable.name.to_owned(), value, min, max, step }
}

/// Starts the engine, whose options can then be queried.
fn start(player: &MatchPlayer, timeouts: Timeouts) -> anyhow::Result<EngineProcess> {
    let engine = EngineProcess::start(&player.engine, timeouts);
    Ok(engine.map_err(SpsaError::Engine)?)
}

/// Returns the parameter that corresponds to an option announced by the engine.
fn announced(engine: &EngineProcess, name: &str) -> anyhow::Result<SpsaParameter> {
    let option = engine.option(name).with_context(|| {
        let names = engine.options().iter().map(|option| option.name.to_string());
        let meant = closest(name, names).into_iter().next();
        let meant = meant.map(|meant| format!(": did you mean `{meant}`?")).unwrap_or_default();
        format!("the engine has no option {name}{meant}")
    })?;
    SpsaParameter::from_option(option)
        .with_context(|| format!("the option {name} is not a number in a range"))
}
