//! `reynard perft`: counts the leaves of the tree of legal moves.

mod args;
mod compare;
mod count;
mod suite;

pub(crate) use args::Args;

use anyhow::Context;
use reynard_console::output::{Output, Status};
use reynard_console::threads::threads_or_cores;
use reynard_perft::{Perft, PerftOptions};

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let threads = threads_or_cores(args.threads);
    let perft = Perft::new(&PerftOptions { method: args.method, threads, hash_mib: args.hash })?;
    match &args.suite {
        Some(path) => {
            let max_nodes = args.max_nodes.unwrap_or(u64::MAX);
            suite::verify(&perft, path, max_nodes, args.format, out)
                .with_context(|| format!("suite {}", path.display()))
        }
        None => match &args.compare {
            Some(engine) => compare::run(&perft, engine, args, out),
            None => count::run(&perft, threads, args, out),
        },
    }
}
