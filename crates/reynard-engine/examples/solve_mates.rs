//! Solves mate problems in EPD from standard input, each within a number of seconds, and prints
//! those that it does not.
//!
//! `cargo run --release -p reynard-engine --example solve_mates -- 5 < mate-in-3.epd`
//!
//! The number of moves is that of the operation `dm`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use reynard_engine::reynard::Position;
use reynard_engine::{MateSearch, MateVerdict};

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).unwrap_or_else(|| "5".to_owned()).parse()?;
    let limit = Duration::from_secs(seconds);
    let (mut tried, mut solved, mut others) = (0_u32, 0_u32, 0_u32);
    let mut longest = Duration::ZERO;
    let mut search = MateSearch::new(64)?;
    let (mut nodes, start) = (0_u64, Instant::now());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some((fen, operations)) = fields(&line) else { continue };
        let dm = operations.split(';').find_map(|operation| operation.trim().strip_prefix("dm "));
        let Some(moves) = dm.and_then(|number| number.trim().parse().ok()) else { continue };
        let pos = match Position::from_fen_playable(&fen) {
            Ok(read) => read.position,
            Err(error) => {
                println!("no position: {error}: {line}");
                continue;
            }
        };
        let begin = Instant::now();
        let verdict = search.solve(&pos, moves, &mut |_| begin.elapsed() > limit);
        tried += 1;
        nodes += search.nodes();
        longest = longest.max(begin.elapsed());
        match verdict {
            MateVerdict::Mate(mate) if mate.moves <= moves => {
                solved += 1;
                let first = pos.san(mate.line[0]).to_string();
                let plain = first.trim_end_matches(['+', '#']);
                let is_known = operations.contains(&format!("bm {first}"))
                    || operations.contains(&format!("bm {plain}"));
                others += u32::from(!is_known);
            }
            other => println!("{other:?} after {} nodes: {line}", search.nodes()),
        }
    }
    let time = start.elapsed();
    println!("{solved} of {tried} solved, {others} by another move than `bm`");
    println!("{nodes} nodes in {time:.1?}, at most {longest:.2?} for one position");
    Ok(())
}

/// The first four fields and the rest.
fn fields(line: &str) -> Option<(String, &str)> {
    let mut rest = line.trim();
    let mut fen = Vec::new();
    for _ in 0..4 {
        let (field, after) = rest.split_once(char::is_whitespace)?;
        fen.push(field);
        rest = after.trim_start();
    }
    Some((fen.join(" "), rest))
}
