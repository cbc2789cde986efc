//! `reynard selfplay wdl`: fit of the model of results.

use std::io::Write;

use anyhow::Context;
use reynard_engine::{MaterialPoints, WinDrawLossModel};
use reynard_train::ScoreOutcomes;
use serde::Serialize;

use super::files::Files;
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard selfplay wdl games
  reynard selfplay wdl games --json

The table compares the results of positions with the probabilities of the fitted model. Material is counted in points \
of both sides: pawn 1, knight and bishop 3, rook 5, queen 9.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Fit {
    positions: u64,
    slope: [f64; 4],
    cut: [f64; 4],
    loss: f64,
    current_loss: f64,
    rows: Vec<Row>,
}

/// Positions of similar material and score: results in the games, and by the model.
#[derive(Serialize)]
struct Row {
    points: [u8; 2],
    score: [i32; 2],
    positions: u64,
    games: [f64; 3],
    model: [f64; 3],
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut outcomes = ScoreOutcomes::new();
    for game in args.files.find()?.games() {
        outcomes.add(&game?);
    }
    let model = outcomes.fit().context("too few positions for a fit")?;
    let fit = Fit {
        positions: outcomes.positions(),
        slope: model.slope,
        cut: model.cut,
        loss: outcomes.loss(&model),
        current_loss: outcomes.loss(&WinDrawLossModel::SELF_PLAY),
        rows: rows(&outcomes, &model),
    };
    if args.format.json {
        out.json(&fit)?;
    } else {
        print(&fit, &model, out)?;
    }
    Ok(Status::Fine)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of positions are far below 2^52")]
fn rows(outcomes: &ScoreOutcomes, model: &WinDrawLossModel) -> Vec<Row> {
    const POINTS: [[u8; 2]; 4] = [[6, 18], [19, 38], [39, 58], [59, 78]];
    const SCORES: [i32; 7] = [-300, -100, 0, 50, 100, 200, 400];
    let cells = POINTS.into_iter().flat_map(|points| SCORES.map(|score| (points, score)));
    cells
        .filter_map(|(points, score)| {
            let [least, most] = points;
            let span = [score - 10, score + 10];
            let results = outcomes.results(least..=most, span[0]..=span[1]);
            let positions: u64 = results.iter().sum();
            let middle = MaterialPoints::new(u32::midpoint(least.into(), most.into()));
            (positions > 0).then(|| Row {
                points,
                score: span,
                positions,
                games: results.map(|n| n as f64 / positions as f64),
                model: model.probabilities(score, middle),
            })
        })
        .collect()
}

fn print(fit: &Fit, model: &WinDrawLossModel, out: &mut Output) -> anyhow::Result<()> {
    writeln!(out, "positions      {}", fit.positions)?;
    writeln!(out, "slope          {:.4?}", fit.slope)?;
    writeln!(out, "cut            {:.4?}", fit.cut)?;
    writeln!(
        out,
        "loss           {:.5} (of the engine's model {:.5})",
        fit.loss, fit.current_loss
    )?;
    let even = [78, 58, 38, 18].map(|points| {
        format!("{:.0} at {points} points", model.even_win(MaterialPoints::new(points)))
    });
    writeln!(out, "even win       {}", even.join(", "))?;
    writeln!(
        out,
        "\nmaterial  centipawns   positions  win, draw, loss of the games, of the model (%)"
    )?;
    for row in &fit.rows {
        let [games, model] = [row.games, row.model].map(percents);
        let [least, most] = row.points;
        let score = row.score[0].midpoint(row.score[1]);
        writeln!(
            out,
            "{least:>3}..{most:<3}  {score:>10}  {:>10}  {games}  {model}",
            row.positions
        )?;
    }
    Ok(())
}

fn percents(parts: [f64; 3]) -> String {
    parts.map(|part| format!("{:>5.1}", 100.0 * part)).join(" ")
}
