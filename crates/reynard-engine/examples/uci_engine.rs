//! A complete UCI engine: a session over standard input and output, which also reads networks
//! (`setoption name EvalFile value network.rnn`). It is the engine with threads in the browser,
//! too, for `wasm32-wasip1-threads`.
//!
//! `echo 'go depth 8' | cargo run --release -p reynard-engine --example uci_engine`

use std::fmt::Display;
use std::io::{self, Write};

use reynard_engine::{Host, HostError, Network, Session};

struct Program;

impl Host for Program {
    fn line(&mut self, line: &dyn Display) {
        // The reader of a closed pipe needs no answer.
        let _ = writeln!(io::stdout().lock(), "{line}");
    }

    fn open_network(&mut self, path: &str) -> Result<Network, HostError> {
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        Network::parse(&bytes).map_err(|error| format!("{path}: {error}").into())
    }
}

fn main() -> io::Result<()> {
    let mut session = Session::new(Program);
    for line in io::stdin().lines() {
        if session.line(&line?).is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
