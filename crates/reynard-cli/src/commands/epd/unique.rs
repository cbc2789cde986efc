//! `reynard epd --solve --unique`: checks mate problems for a unique solution.

use std::io::Write;
use std::num::NonZeroU64;

use reynard::{Move, Position};
use reynard_analysis::{MateDual, MateProblem};
use reynard_base::printable;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::place::Place;
use serde::Serialize;

use super::args::Args;
use super::solve::Problem;

/// Maximum number of positions searched per problem, unless `--nodes` sets another limit.
const NODES: u64 = 100_000_000;

/// The JSON line for a problem.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    moves: u32,
    sound: bool,
    keys: Vec<String>,
    shorter: Vec<String>,
    duals: Vec<Dual>,
    nodes: u64,
}

/// A choice between moves at a point in a variation where the solution should have only one move.
#[derive(Serialize)]
struct Dual {
    line: Vec<String>,
    moves: Vec<String>,
}

/// Checks all problems.
pub(super) fn run(args: &Args, problems: &[Problem], out: &mut Output) -> anyhow::Result<Status> {
    let nodes = args.solving.search.nodes.map_or(NODES, NonZeroU64::get);
    let mut status = Status::Fine;
    let (mut sound, mut checked) = (0, 0);
    for problem in problems {
        let place = Place { file: problem.file.as_deref(), line: problem.line };
        let moves = problem.goal.mate().and_then(|moves| u32::try_from(moves).ok());
        let pos = &problem.epd.position;
        let result = match moves {
            Some(moves) => MateProblem::check(pos, moves, nodes).map_err(|error| error.to_string()),
            None => Err("no number of moves (`dm`) to check".to_owned()),
        };
        let (found, moves) = match (result, moves) {
            (Ok(found), Some(moves)) => (found, moves),
            (result, _) => {
                let word = out.paint_error("unchecked");
                let reason = result.err().unwrap_or_default();
                out.note(format_args!("{place}: {word}: {reason}"))?;
                status = Status::Diagnostics;
                continue;
            }
        };
        checked += 1;
        sound += u64::from(found.is_sound());
        if !found.is_sound() {
            status = Status::Diagnostics;
        }
        let answer = Answer {
            place,
            id: problem.epd.id(),
            moves,
            sound: found.is_sound(),
            keys: found.keys.iter().map(|&mv| pos.san(mv).to_string()).collect(),
            shorter: found.shorter.iter().map(|&(mv, _)| pos.san(mv).to_string()).collect(),
            duals: found.duals.iter().map(|dual| names(pos, dual)).collect(),
            nodes: found.nodes,
        };
        if args.format.json {
            out.json(&answer)?;
        } else {
            write(&answer, out)?;
        }
    }
    if !args.format.json {
        writeln!(out, "\n{sound} of {} sound", counted(checked, "problem"))?;
    }
    Ok(status)
}

/// Converts the moves of a dual to SAN.
fn names(pos: &Position, dual: &MateDual) -> Dual {
    let mut at = pos.clone();
    let san = |mv: Move, at: &Position| at.san(mv).to_string();
    let mut line = Vec::new();
    for &mv in &dual.line {
        line.push(san(mv, &at));
        at.play_unchecked(mv);
    }
    Dual { line, moves: dual.moves.iter().map(|&mv| san(mv, &at)).collect() }
}

fn write(answer: &Answer<'_>, out: &mut Output) -> anyhow::Result<()> {
    let id = answer.id.map(|id| format!(" {}", printable(id))).unwrap_or_default();
    let place = &answer.place;
    let moves = answer.moves;
    if answer.sound {
        writeln!(out, "{place}:{id} sound: mate in {moves} by {}", answer.keys.join(", "))?;
        return Ok(());
    }
    writeln!(out, "{place}:{id} not sound")?;
    match (answer.keys.len(), answer.shorter.len()) {
        (0, 0) => writeln!(out, "  no mate in {moves}")?,
        (0 | 1, _) => {}
        _ => writeln!(out, "  cooked: mate in {moves} by {}", answer.keys.join(", "))?,
    }
    if !answer.shorter.is_empty() {
        writeln!(out, "  shorter: {}", answer.shorter.join(", "))?;
    }
    for dual in &answer.duals {
        writeln!(out, "  dual: {} and now {}", dual.line.join(" "), dual.moves.join(" or "))?;
    }
    Ok(())
}
