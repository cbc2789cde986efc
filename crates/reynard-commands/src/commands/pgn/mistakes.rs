//! The report of `reynard pgn players --mistakes`.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use reynard::Color;
use reynard_analysis::{LossyMove, MistakeReport, MoveLosses, score_text};
use reynard_games::{Query, TagFacts, TextPattern};
use reynard_parallel::Workers;
use reynard_pgn::{GameTree, Termination};
use serde_json::{Value, json};

use super::input::{Inputs, OnErrors};
use super::near::note_near_players;
use super::trees::each_tree;
use crate::fen_input::Format;
use crate::output::{Output, Status, printable};
use crate::threads::threads_or_cores;

/// Whose mistakes are reported, and how many of the worst.
pub(super) struct Subject<'a> {
    pub(super) name: &'a str,
    pub(super) top: NonZeroUsize,
}

pub(super) fn run(
    inputs: &Inputs,
    errors: OnErrors,
    query: &Query,
    Subject { name, top }: Subject<'_>,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let pattern: TextPattern = name.parse()?;
    let mut report = MistakeReport::new(top.get());
    let workers = Workers::new(threads_or_cores(inputs.threads), || ());
    let side = |(): &mut (), tree: &GameTree| side_of(tree, &pattern);
    let sums = each_tree(inputs, query, workers, out, side, |side, tree, number, _| {
        if let Some(side) = side {
            report.add(tree, side, number);
        }
        Ok(true)
    })?;
    if format.json {
        out.json(&object(&report))?;
    } else {
        print(&report, out)?;
    }
    if report.games > 0 && report.games == report.without_evaluations {
        let note = out.paint_warning("note");
        let hint = "the games have no evaluations: `reynard analyze` writes them";
        out.remark(format_args!("{note}: {hint}"))?;
    } else if report.games == 0 && sums.games > 0 {
        let (note, name) = (out.paint_warning("note"), printable(name));
        out.remark(format_args!("{note}: no game has a player `{name}`"))?;
        note_near_players(inputs, &name, out)?;
    }
    Ok(errors.status(&sums, out)?)
}

/// The side that a player has in a game.
fn side_of(tree: &GameTree, pattern: &TextPattern) -> Option<Color> {
    let result = Some(tree.result()).filter(|it| *it != Termination::Unknown);
    let facts = TagFacts { tags: tree.tags(), result, plies: None };
    let is_named = |tag| reynard_games::GameFacts::contains(&facts, tag, pattern);
    if is_named("White") { Some(Color::White) } else { is_named("Black").then_some(Color::Black) }
}

fn losses(name: &str, games: Option<u64>, losses: &MoveLosses) -> Value {
    let MoveLosses { moves, inaccuracies, mistakes, blunders, .. } = *losses;
    let mut object = json!({
        "name": name, "moves": moves, "mean_loss": losses.mean(), "inaccuracies": inaccuracies,
        "mistakes": mistakes, "blunders": blunders,
    });
    if let Some(games) = games {
        object["games"] = games.into();
    }
    object
}

fn object(report: &MistakeReport) -> Value {
    let worst = |it: &LossyMove| {
        json!({
            "game": it.game, "move": it.text, "fen": it.position.fen(), "loss": it.loss,
            "before": score_text(it.scores[0]), "after": score_text(it.scores[1]),
            "phase": it.phase.name(), "opponent": it.opponent,
        })
    };
    let phases = report.phases.iter().map(|(phase, it)| losses(phase.name(), None, it));
    let openings = report.openings.iter().map(|(name, (games, it))| losses(name, Some(*games), it));
    json!({
        "games": report.games, "without_evaluations": report.without_evaluations,
        "all": losses("all", None, &report.all), "phases": phases.collect::<Value>(),
        "openings": openings.collect::<Value>(),
        "worst": report.worst().iter().map(worst).collect::<Value>(),
    })
}

fn print(report: &MistakeReport, out: &mut Output) -> io::Result<()> {
    writeln!(out, "Games    {}", report.games)?;
    if report.without_evaluations > 0 {
        writeln!(out, "         {} without evaluations", report.without_evaluations)?;
    }
    let title = |out: &mut Output, name: &str| {
        let columns = "games   moves  lost/move     ?!      ?     ??";
        writeln!(out, "\n{name:<34}{columns}")
    };
    let row = |out: &mut Output, name: &str, games: String, it: &MoveLosses| {
        let mean = format!("{}.{} %", it.mean() / 10, it.mean() % 10);
        let name: String = name.chars().take(30).collect();
        write!(out, "  {name:<30}{games:>7}{:>8}{mean:>11}", it.moves)?;
        writeln!(out, "{:>7}{:>7}{:>7}", it.inaccuracies, it.mistakes, it.blunders)
    };
    title(out, "Phases")?;
    for (phase, it) in &report.phases {
        row(out, phase.name(), String::new(), it)?;
    }
    row(out, "all", String::new(), &report.all)?;
    let mut openings: Vec<_> = report.openings.iter().collect();
    openings.sort_by_key(|(_, (_, it))| Reverse(it.loss));
    title(out, "Openings that cost most")?;
    for (name, (games, it)) in openings.into_iter().take(10) {
        row(out, name, games.to_string(), it)?;
    }
    if !report.worst().is_empty() {
        writeln!(out, "\nWorst moves")?;
    }
    for it in report.worst() {
        let (before, after) = (score_text(it.scores[0]), score_text(it.scores[1]));
        let opponent = printable(&it.opponent);
        let loss = format!("{}.{} %", it.loss / 10, it.loss % 10);
        writeln!(
            out,
            "  {:<14}{before:>7} -> {after:<7}{loss:>8}  game {}, {opponent}",
            it.text, it.game
        )?;
    }
    Ok(())
}
