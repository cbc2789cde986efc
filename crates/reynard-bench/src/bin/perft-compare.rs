//! Compares builds and methods of perft in one run.
//!
//! ```text
//! perft-compare [--json] [--cpu] [--rounds N] [--shallow PLIES] RUN=PROGRAM..
//! ```
//!
//! Each `RUN=PROGRAM` is a counting method and the path of a build of `perft-run`. All of them are
//! run in turn, position by position and round by round, so that changes in the machine's speed
//! affect them all equally. All other runs are compared with the first one. Medians are printed.
//!
//! `--cpu` uses processor time (in steps of 10 ms, on Linux) instead of wall-clock time. It is
//! intended for one thread on a machine that is also used by others.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "speeds have three valid digits")]

use std::env;
use std::error::Error;
use std::process::Command;

use reynard_bench::{Case, PERFT};

/// The programs to run, and the settings of the comparison.
struct Plan {
    json: bool,
    cpu: bool,
    rounds: usize,
    /// Number of plies by which the depth of each case is reduced.
    shallow: u32,
    runs: Vec<(String, String)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let plan = plan()?;
    let mut logs = vec![0.0; plan.runs.len()];
    for case in &PERFT {
        let medians = measure(&plan, case)?;
        for (log, speed) in logs.iter_mut().zip(&medians) {
            *log += (speed / medians[0]).ln() / PERFT.len() as f64;
        }
        for ((path, program), speed) in plan.runs.iter().zip(&medians) {
            let (name, ratio) = (case.name, speed / medians[0]);
            if plan.json {
                println!(
                    r#"{{"position":"{name}","depth":{},"run":"{path}","program":"{program}","nps":{speed:.0},"ratio":{ratio:.3}}}"#,
                    case.depth - plan.shallow
                );
            } else {
                println!("{name:12} {program:10} {:9.1} M/s {ratio:7.3}", speed / 1e6);
            }
        }
    }
    for ((path, program), log) in plan.runs.iter().zip(logs) {
        let mean = log.exp();
        if plan.json {
            println!(
                r#"{{"run":"{path}","program":"{program}","geometric_mean_ratio":{mean:.3}}}"#
            );
        } else {
            println!("{:12} {program:10} {:13} {mean:7.3}  {path}", "all", "");
        }
    }
    Ok(())
}

fn plan() -> Result<Plan, Box<dyn Error>> {
    let mut plan = Plan { json: false, cpu: false, rounds: 3, shallow: 0, runs: Vec::new() };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u32, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match argument.as_str() {
            "--json" => plan.json = true,
            "--cpu" => plan.cpu = true,
            "--rounds" => plan.rounds = number()? as usize,
            "--shallow" => plan.shallow = number()?,
            run => {
                let (path, program) = run.rsplit_once('=').ok_or("RUN=PROGRAM is expected")?;
                plan.runs.push((path.to_owned(), program.to_owned()));
            }
        }
    }
    if plan.runs.is_empty() || plan.rounds == 0 || plan.shallow > 3 {
        return Err(
            "perft-compare [--json] [--cpu] [--rounds N] [--shallow PLIES] RUN=PROGRAM..".into()
        );
    }
    Ok(plan)
}

/// Measures the median speed of each run, in leaves per second.
fn measure(plan: &Plan, case: &Case) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut speeds = vec![Vec::new(); plan.runs.len()];
    let depth = case.depth - plan.shallow;
    let mut expected = (plan.shallow == 0).then_some(case.nodes);
    for _ in 0..plan.rounds {
        for ((path, program), speeds) in plan.runs.iter().zip(&mut speeds) {
            let before = if plan.cpu { children_seconds()? } else { 0.0 };
            let output =
                Command::new(path).args([program, &depth.to_string(), case.fen]).output()?;
            let text = String::from_utf8(output.stdout)?;
            let (nodes, seconds) = text.trim().split_once(' ').ok_or("perft-run failed")?;
            let (nodes, mut seconds): (u64, f64) = (nodes.parse()?, seconds.parse()?);
            if plan.cpu {
                seconds = children_seconds()? - before;
            }
            if *expected.get_or_insert(nodes) != nodes {
                return Err(format!("{program}, {}: {nodes} is wrong", case.name).into());
            }
            speeds.push(nodes as f64 / seconds);
        }
    }
    for speeds in &mut speeds {
        speeds.sort_by(f64::total_cmp);
    }
    Ok(speeds.into_iter().map(|speeds| speeds[speeds.len() / 2]).collect())
}

/// Returns the processor time of all terminated child processes.
fn children_seconds() -> Result<f64, Box<dyn Error>> {
    /// The unit in which Linux reports processor time, as ticks per second, whatever the hardware
    /// clock is (`USER_HZ`).
    const TICKS_PER_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat")?;
    // The name in parentheses may hold blanks; the times are the 14th and 15th field after it.
    let (_, fields) = text.rsplit_once(')').ok_or("no process times")?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS_PER_SECOND)
}
