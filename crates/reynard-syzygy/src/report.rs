//! Everything that the tables say about a position.

use std::fmt::Write;

use reynard::{Move, Outcome, Position};

use crate::{
    ClockedWdl, Dtz, FiftyMoves, Lookup, ProbeError, Prober, RankedMove, RootRules, TableName, Wdl,
};

/// Everything that the tables contain about a position: see [`Prober::report`].
#[derive(Clone, Debug, Default)]
pub struct ProbeReport {
    /// Value with the fifty-move clock at zero.
    pub wdl: Option<Wdl>,
    /// Distance to the next capture or pawn move that keeps the value.
    pub dtz: Option<Dtz>,
    /// Value under the position's fifty-move clock.
    pub outcome: Option<ClockedWdl>,
    /// Legal moves, best first; empty if a table is missing.
    pub moves: Vec<RankedMove>,
    /// Best moves of both sides, up to the requested number.
    pub line: Vec<Move>,
    /// The first table that is missing.
    pub missing: Option<TableName>,
}

impl Prober<'_> {
    /// Probes the value, distance and moves of a position, and a line of at most `plies` best moves
    /// of both sides. Results that depend on a missing table are omitted.
    ///
    /// # Errors
    ///
    /// [`ProbeError`] if the position cannot be in any table, or a table is damaged.
    ///
    /// ```
    /// use reynard_syzygy::{RootRules, Tablebase, Wdl};
    ///
    /// let tables = Tablebase::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables"))?;
    /// let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// let report = tables.prober(1 << 16).report(&pos, RootRules::default(), 4)?;
    /// assert_eq!((report.wdl, report.line.len(), report.missing), (Some(Wdl::Win), 4, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report(
        &mut self,
        pos: &Position,
        rules: RootRules,
        plies: usize,
    ) -> Result<ProbeReport, ProbeError> {
        let mut report = ProbeReport::default();
        report.wdl = keep(self.probe_wdl(pos)?, &mut report.missing);
        if report.wdl.is_none() {
            return Ok(report);
        }
        report.dtz = keep(self.probe_dtz(pos)?, &mut report.missing);
        report.outcome = match rules.fifty_moves {
            FiftyMoves::Counted => keep(self.probe_clocked(pos)?, &mut report.missing),
            FiftyMoves::Ignored => report.wdl.map(|wdl| wdl.without_fifty_moves().into()),
        };
        let moves = keep(self.rank_moves(pos, rules)?, &mut report.missing);
        report.moves = moves.unwrap_or_default();
        if plies > 0 {
            let line = keep(self.best_line(pos, rules, plies)?, &mut report.missing);
            report.line = line.unwrap_or_default();
        }
        Ok(report)
    }
}

impl ProbeReport {
    /// Returns the value and the moves of the probed position as text: one line for the value with
    /// its distance, and one for each move.
    ///
    /// ```
    /// use reynard_syzygy::{RootRules, Tablebase};
    ///
    /// let tables = Tablebase::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables"))?;
    /// let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// let report = tables.prober(1 << 16).report(&pos, RootRules::default(), 0)?;
    /// assert!(report.to_text(&pos).starts_with("win, 25 or 26 plies\nRh4 "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, pos: &Position) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        if let Some(end @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) = pos.outcome() {
            let _ = writeln!(text, "{end}");
        } else if let Some(wdl) = self.wdl {
            let _ = match self.outcome.filter(|&outcome| outcome != wdl.into()) {
                Some(outcome) => write!(text, "{outcome}, {wdl} with the clock at zero"),
                None => write!(text, "{wdl}"),
            };
            if let Some(dtz) = self.dtz.filter(|_| wdl != Wdl::Draw) {
                let _ = write!(text, ", {}", in_plies(dtz));
            }
            text.push('\n');
        }
        for mv in &self.moves {
            let san = pos.san(mv.mv).to_string();
            let dtz = mv.dtz.filter(|_| mv.wdl != Wdl::Draw).map(|dtz| dtz.to_string());
            let line = format!("{san:8} {:14} {}", mv.outcome.to_string(), dtz.unwrap_or_default());
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Formats a distance as a number of plies.
fn in_plies(dtz: Dtz) -> String {
    let (shortest, longest) = (dtz.plies().abs(), dtz.longest().abs());
    let unit = if longest == 1 { "ply" } else { "plies" };
    if dtz.is_exact() {
        format!("{shortest} {unit}")
    } else {
        format!("{shortest} or {longest} {unit}")
    }
}

/// Returns the value of a lookup, or records the missing table if it is the first.
fn keep<T>(lookup: Lookup<T>, missing: &mut Option<TableName>) -> Option<T> {
    *missing = missing.or(lookup.missing());
    lookup.known()
}
