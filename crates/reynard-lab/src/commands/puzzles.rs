//! `reynard-lab puzzles`: fits the difficulty of puzzles to the ratings of rated puzzles.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard::{Move, Position};
use reynard_analysis::{PuzzleFeatures, PuzzleRater};
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::lines::Lines;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::source;
use reynard_engine::Engine;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab puzzles lichess_db_puzzle.csv.zst
  reynard-lab puzzles --ridge 100 puzzles.csv

The file is that of the lichess database: a row for each puzzle with the position before the opponent's \
move, the moves, the rating and its deviation. Ratings with a deviation of 110 or more are left out. The \
model is a linear one; the first of each two puzzles are fitted, the second ones tell its error.")]
pub(crate) struct Args {
    /// Puzzles with ratings as CSV, perhaps compressed (`-` is standard input)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Penalty on the squares of the weights
    #[arg(long, value_name = "LAMBDA", default_value_t = 1.0)]
    ridge: f64,
}

/// A puzzle from the file.
struct RatedPuzzle {
    position: Position,
    line: Vec<Move>,
    rating: f64,
    deviation: f64,
}

/// A function that estimates a rating.
type Model<'a> = dyn Fn(&PuzzleFeatures) -> f64 + 'a;

/// Rating deviation from which a rating is considered too uncertain.
const UNCERTAIN: f64 = 110.0;

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let name = || args.file.display().to_string();
    let mut lines = Lines::new(source::open(&args.file).with_context(name)?);
    let interrupt = Interrupt::install()?;
    let mut rater = PuzzleRater::new(Engine::new(1)?);
    let mut samples: [Vec<(PuzzleFeatures, f64)>; 2] = [Vec::new(), Vec::new()];
    interrupt.during(|control| -> anyhow::Result<()> {
        while let Some(line) = lines.next(|| Ok(())).with_context(name)? {
            if line.number == 1 || line.text.trim().is_empty() {
                continue;
            }
            let place = || format!("{}:{}", args.file.display(), line.number);
            let puzzle = RatedPuzzle::parse(&line.text).with_context(place)?;
            if puzzle.deviation >= UNCERTAIN {
                continue;
            }
            let Some(features) = rater.features(&puzzle.position, &puzzle.line, control) else {
                bail!(Interrupted("interrupted: nothing is fitted".to_owned()));
            };
            let half = usize::from(line.number.is_multiple_of(2));
            samples[1 - half].push((features, puzzle.rating));
        }
        Ok(())
    })?;
    let [fitted, held_out] = &samples;
    if fitted.len().min(held_out.len()) <= PuzzleFeatures::names().len() {
        bail!("{}: too few puzzles to fit and to test a model", args.file.display());
    }
    let weights = fit(fitted, args.ridge)?;
    for (name, weight) in PuzzleFeatures::names().zip(&weights) {
        writeln!(out, "    (\"{name}\", {weight:.2}),")?;
    }
    let middle = fitted.iter().map(|(_, rating)| rating).sum::<f64>() / count(fitted);
    writeln!(out, "held out  {}", counted(held_out.len() as u64, "puzzle"))?;
    let model = |features: &PuzzleFeatures| dot(features.values(), &weights);
    let errors: [(&str, &Model<'_>); 3] = [
        ("fitted", &model),
        ("built in", &|features| f64::from(features.rating().value())),
        ("constant", &|_| middle),
    ];
    for (name, rate) in errors {
        let [mean, root] = error(held_out, rate);
        writeln!(out, "{name:<8}  mean error {mean:.0}, root mean square {root:.0}")?;
    }
    Ok(Status::Fine)
}

impl RatedPuzzle {
    /// Parses a row of the Lichess puzzle database.
    fn parse(row: &str) -> anyhow::Result<Self> {
        let fields: Vec<&str> = row.split(',').collect();
        let [_, fen, moves, rating, deviation, ..] = fields[..] else {
            bail!("not a row with PuzzleId, FEN, Moves, Rating and RatingDeviation");
        };
        let mut pos: Position = fen.parse()?;
        let mut start = None;
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let mv = pos.parse_uci(text)?;
            pos.play_unchecked(mv);
            // The first move is the opponent's.
            match start {
                None => start = Some(pos.clone()),
                Some(_) => line.push(mv),
            }
        }
        let position = start.filter(|_| !line.is_empty()).context("the row has no solution")?;
        Ok(Self { position, line, rating: rating.parse()?, deviation: deviation.parse()? })
    }
}

/// Returns the least-squares weights, with a penalty on all weights except the first.
fn fit(samples: &[(PuzzleFeatures, f64)], ridge: f64) -> anyhow::Result<Vec<f64>> {
    let size = PuzzleFeatures::names().len();
    // Normal equations, with the right-hand side as the last column.
    let mut rows = vec![vec![0.0; size + 1]; size];
    for (features, rating) in samples {
        let values = features.values();
        for (row, value) in rows.iter_mut().zip(values) {
            for (cell, other) in row.iter_mut().zip(values.iter().chain([rating])) {
                *cell += value * other;
            }
        }
    }
    for (index, row) in rows.iter_mut().enumerate().skip(1) {
        row[index] += ridge;
    }
    solve(rows).context("the features of the puzzles depend on each other: use a greater --ridge")
}

/// Solves linear equations by elimination. Returns `None` if there is no unique solution.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    const TINY: f64 = 1e-9;
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        let top = rows[column].clone();
        if top[column].abs() < TINY {
            return None;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = if index == column { 0.0 } else { row[column] / top[column] };
            for (cell, value) in row.iter_mut().zip(&top) {
                *cell -= factor * value;
            }
        }
    }
    Some(rows.iter().enumerate().map(|(index, row)| row[size] / row[index]).collect())
}

/// Returns the mean absolute error and the root mean square error of a model.
fn error(samples: &[(PuzzleFeatures, f64)], rate: &Model<'_>) -> [f64; 2] {
    let errors = samples.iter().map(|(features, rating)| (rate(features) - rating).abs());
    let [sum, squares] =
        errors.fold([0.0, 0.0], |[sum, squares], error| [sum + error, squares + error * error]);
    [sum / count(samples), (squares / count(samples)).sqrt()]
}

fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

#[expect(clippy::cast_precision_loss, reason = "puzzles are fewer than 2^53")]
fn count<T>(items: &[T]) -> f64 {
    items.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_those_without_a_single_solution_are_not() {
        let rows = vec![vec![0.0, 2.0, 4.0], vec![3.0, 1.0, 5.0]];
        assert_eq!(solve(rows), Some(vec![1.0, 2.0]));
        assert_eq!(solve(vec![vec![1.0, 1.0, 2.0], vec![2.0, 2.0, 4.0]]), None);
    }

    #[test]
    fn a_row_begins_with_the_move_of_the_opponent() {
        let row = "x,6k1/5ppp/8/8/8/8/8/R3K2r b - - 0 1,h1e1 e1e1,900,75";
        assert!(RatedPuzzle::parse(row).is_err(), "an illegal move is refused");
        let row = "x,6k1/5ppp/8/8/8/8/7r/R3K3 b - - 0 1,h2h6 a1a8 h6h8,900,75";
        assert!(RatedPuzzle::parse(row).is_err(), "the game is over after the mate");
        let row = "x,6k1/5ppp/8/8/8/8/7r/R3K3 b - - 0 1,h2h5 a1a8,900,75";
        let puzzle = RatedPuzzle::parse(row).expect("a puzzle");
        assert_eq!(puzzle.position.numbered_line(&puzzle.line), "2. Ra8#");
        assert_eq!((puzzle.rating, puzzle.deviation), (900.0, 75.0));
    }
}
