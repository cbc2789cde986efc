//! Summary of a fit.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::fit::{TuneResult, TuneSettings};
use super::samples::TuneSamples;

/// A summary of a fit: its data and its losses.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::Duration;
/// use reynard_train::tune::{EvalWeights, TuneSamples, TuneSettings, TuneSummary, fit};
///
/// let samples = TuneSamples::default();
/// let settings = TuneSettings { epochs: 0, ..TuneSettings::default() };
/// let (result, _) = fit(&samples, &EvalWeights::neutral(), &settings, |_| ControlFlow::<()>::Continue(()));
/// let summary = TuneSummary::new(&samples, &result, Duration::ZERO);
/// assert!(summary.to_string().starts_with("Scale "));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuneSummary {
    /// Number of positions, including held-out ones.
    pub positions: usize,
    /// Number of games.
    pub games: usize,
    /// Number of positions with a score.
    pub scored: usize,
    /// Number of held-out positions.
    pub held_out: usize,
    /// Number of lines that were not valid samples.
    pub refused: u64,
    /// Number of completed epochs.
    pub epochs: u32,
    /// Scale of the logistic curve, per centipawn.
    pub scale: f32,
    /// Loss before the fit.
    pub loss_before: f64,
    /// Loss after the fit.
    pub loss: f64,
    /// Loss on the held-out positions before the fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out_loss_before: Option<f64>,
    /// Loss on the held-out positions after the fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out_loss: Option<f64>,
    /// Duration of the fit in seconds.
    pub seconds: f64,
}

impl TuneSummary {
    /// Creates the summary of a fit that took `time`.
    pub fn new(samples: &TuneSamples, result: &TuneResult, time: Duration) -> Self {
        let [before, after] = result.progress;
        Self {
            positions: samples.len(),
            games: samples.games(),
            scored: samples.scored(),
            held_out: result.positions[1],
            refused: samples.refused(),
            epochs: after.epoch,
            scale: result.scale,
            loss_before: before.loss,
            loss: after.loss,
            held_out_loss_before: before.held_out_loss,
            held_out_loss: after.held_out_loss,
            seconds: time.as_secs_f64(),
        }
    }

    /// Returns the comment placed above the written weights
    /// ([`write_source`](super::write_source)). It states the origin of the weights; `start`
    /// describes the initial weights. Repeating the fit yields the same comment.
    pub fn origin(&self, settings: &TuneSettings, start: &str) -> String {
        let Self { positions, scored, epochs, held_out, .. } = self;
        let scores = match scored {
            0 => String::new(),
            scored => format!(" and the scores of {scored} (share {})", settings.score_share),
        };
        format!(
            "Fitted to the results of {positions} position{}{scores}, from {start},\n\
             in {epochs} epoch{} with seed {}; {held_out} position{} of whole games {} held out.\n{self}",
            if *positions == 1 { "" } else { "s" },
            if *epochs == 1 { "" } else { "s" },
            settings.seed,
            if *held_out == 1 { "" } else { "s" },
            if *held_out == 1 { "was" } else { "were" },
        )
    }
}

impl fmt::Display for TuneSummary {
    /// Writes the scale and the losses before and after the fit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scale, loss_before, loss, .. } = self;
        let centipawns = 1.0 / scale;
        writeln!(f, "Scale {scale:.5}: an expected score of 73 % at {centipawns:.0} centipawns.")?;
        write!(f, "Mean logistic loss {loss_before:.5} before, {loss:.5} after")?;
        if let (Some(before), Some(after)) = (self.held_out_loss_before, self.held_out_loss) {
            write!(f, "; held out {before:.5} before, {after:.5} after")?;
        }
        f.write_str(".")
    }
}
