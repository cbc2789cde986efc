//! `reynard tb probe`: who wins, how soon, and by which moves.

use std::io::Write;

use reynard::{EnPassantMode, Outcome, Position, UciMove};
use reynard_analysis::numbered_line;
use reynard_syzygy::{
    ClockedWdl, Dtz, FiftyMoves, ProbeError, ProbeReport, Prober, RankedMove, RootRules, Wdl,
};
use serde::Serialize;

use super::tables::Folders;
use crate::fen_input::{Fen, Format, Item};
use crate::output::{Output, Status};
use crate::rules::{Accepted, Finding, Reading, Writing};

/// Cache size for the tables, in bytes.
const CACHE: usize = 8 << 20;
/// The longest line that is played out, in plies; no win with seven men takes longer.
const LONGEST_LINE: usize = 1200;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb probe --path ~/syzygy 8/8/8/8/8/3k4/8/K6R w - - 0 1
  reynard tb probe --path ~/syzygy --line --json - < positions.txt

Distances are in plies to the next capture, pawn move or mate. Moves are sorted as engines play them: wins \
that are in time for the fifty-move rule first. The exit code is 1 if a position cannot be probed or \
a table is missing.")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: Fen,
    #[command(flatten)]
    folders: Folders,
    /// Ignore the fifty-move rule: cursed wins are wins
    #[arg(long)]
    ignore_fifty_moves: bool,
    /// Print the line of best moves of both sides until mate or a draw
    #[arg(long)]
    line: bool,
    /// List all moves; the default without --json
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

/// The JSON object of a position.
#[derive(Serialize)]
struct Object {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

/// A move, for programs.
#[derive(Serialize)]
struct MoveObject {
    uci: String,
    san: String,
    wdl: i8,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let tables = args.folders.tables()?;
    let mut prober = tables.prober(CACHE);
    args.fen.input().answer(args.reading, out, |item, out| match &item.read {
        Err(findings) => {
            item.refuse(findings, args.format, out)?;
            Ok(Status::Findings)
        }
        Ok(accepted) => args.answer(item, accepted, &mut prober, out),
    })
}

impl Args {
    fn answer(
        &self,
        item: &Item<'_>,
        accepted: &Accepted,
        prober: &mut Prober<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let found = match self.find(&accepted.position, prober) {
            Ok(found) => found,
            Err(error) => {
                let finding = Finding { kind: error.name(), message: error.to_string() };
                item.refuse(&[finding], self.format, out)?;
                return Ok(Status::Findings);
            }
        };
        if self.format.json {
            out.json(&self.object(&accepted.position, &found))?;
        } else {
            self.write(&accepted.position, &found, out)?;
            item.remark(&accepted.findings, out)?;
        }
        Ok(if found.missing.is_none() { Status::Fine } else { Status::Findings })
    }

    fn find(&self, pos: &Position, prober: &mut Prober<'_>) -> Result<ProbeReport, ProbeError> {
        let fifty_moves =
            if self.ignore_fifty_moves { FiftyMoves::Ignored } else { FiftyMoves::Counted };
        let rules = RootRules { fifty_moves, ..RootRules::default() };
        prober.report(pos, rules, if self.line { LONGEST_LINE } else { 0 })
    }

    fn object(&self, pos: &Position, found: &ProbeReport) -> Object {
        let text = |pos: &Position, mv| UciMove::new(mv, self.writing.castling(pos)).to_string();
        let mut after = pos.clone();
        let line = found.line.iter().map(|&mv| {
            let text = text(&after, mv);
            after.play_unchecked(mv);
            text
        });
        Object {
            fen: self.writing.fen(pos, EnPassantMode::default()),
            wdl: found.wdl.map(|wdl| wdl as i8),
            dtz: found.dtz.map(Dtz::plies),
            exact: found.dtz.map(Dtz::is_exact),
            best: found.moves.first().map(|best| text(pos, best.mv)),
            outcome: found
                .outcome
                .filter(|_| pos.halfmove_clock() > 0 || self.ignore_fifty_moves)
                .map(ClockedWdl::name),
            line: self.line.then(|| line.collect()),
            moves: self.moves.then(|| {
                let object = |m: &RankedMove| MoveObject {
                    uci: text(pos, m.mv),
                    san: pos.san(m.mv).to_string(),
                    wdl: m.wdl as i8,
                    outcome: m.outcome.name(),
                    dtz: m.dtz.map(Dtz::plies),
                    exact: m.dtz.map(Dtz::is_exact),
                };
                found.moves.iter().map(object).collect()
            }),
            missing: found.missing.map(|name| name.to_string()),
        }
    }

    /// Prints the value, the moves from best to worst, and the line.
    fn write(&self, pos: &Position, found: &ProbeReport, out: &mut Output) -> anyhow::Result<()> {
        if let Some(end @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) = pos.outcome() {
            writeln!(out, "{end}")?;
        } else if let (Some(wdl), outcome) = (found.wdl, found.outcome) {
            match outcome.filter(|&outcome| outcome != wdl.into()) {
                Some(outcome) => write!(out, "{outcome}, {wdl} with the clock at zero")?,
                None => write!(out, "{wdl}")?,
            }
            match found.dtz.filter(|_| wdl != Wdl::Draw) {
                Some(dtz) => writeln!(out, ", {}", plies(dtz))?,
                None => writeln!(out)?,
            }
        }
        for m in &found.moves {
            let san = pos.san(m.mv).to_string();
            let dtz = m.dtz.filter(|_| m.wdl != Wdl::Draw).map(|dtz| dtz.to_string());
            let line = format!("{san:8} {:14} {}", m.outcome.to_string(), dtz.unwrap_or_default());
            writeln!(out, "{}", line.trim_end())?;
        }
        if self.line {
            writeln!(out, "{}", numbered_line(pos, &found.line))?;
        }
        if let Some(name) = found.missing {
            out.remark(format_args!("{name} is missing"))?;
        }
        Ok(())
    }
}

/// A distance in words.
fn plies(dtz: Dtz) -> String {
    let (shortest, longest) = (dtz.plies().abs(), dtz.longest().abs());
    let unit = if longest == 1 { "ply" } else { "plies" };
    if dtz.is_exact() {
        format!("{shortest} {unit}")
    } else {
        format!("{shortest} or {longest} {unit}")
    }
}
