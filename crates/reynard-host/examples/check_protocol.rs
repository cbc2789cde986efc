//! Checks how an engine keeps its protocol: `check_protocol PROGRAM`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_host::{EngineSpec, Timeouts, check_compliance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = std::env::args_os().nth(1).ok_or("usage: check_protocol PROGRAM")?;
    check_compliance(&EngineSpec::new(program), Timeouts::default(), &mut |check| {
        println!("{}: {}", check.name, check.failure.as_deref().unwrap_or("passed"));
    });
    Ok(())
}
