//! `reynard match --check`: checks the protocol conformance of an engine.

use std::io::Write;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::player_args::engine;
use reynard_host::{Timeouts, check_compliance};

/// Prints each check with its result. A failed check counts as a diagnostic.
pub(super) fn run(
    text: &str,
    timeouts: Timeouts,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let spec = engine(text)?;
    let mut printed = Ok(());
    let checks = check_compliance(&spec, timeouts, &mut |check| {
        let line = if format.json {
            out.json(check)
        } else {
            match &check.failure {
                None => writeln!(out, "passed  {}", check.name),
                Some(failure) => {
                    writeln!(out, "failed  {}: {}", check.name, failure.escape_debug())
                }
            }
        };
        let line = line.and_then(|()| out.flush());
        if printed.is_ok() {
            printed = line;
        }
    });
    printed?;
    let failed = checks.iter().filter(|check| check.failure.is_some()).count();
    if !format.json {
        writeln!(out, "{} of {} checks passed", checks.len() - failed, checks.len())?;
    }
    Ok(Status::fine_if(failed == 0))
}
