//! Probes a position: `cargo run --example probe_tablebase -- DIR "8/8/8/8/8/3k4/8/K6R w - - 0 1"`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_syzygy::Tablebase;
use reynard_syzygy::reynard::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| "crates/reynard-syzygy/tests/tables".to_owned());
    let fen = args.next().unwrap_or_else(|| "8/8/8/8/8/3k4/8/K6R w - - 0 1".to_owned());
    let tables = Tablebase::open(folder)?;
    let pos: Position = fen.parse()?;
    println!("WDL   {}", tables.probe_wdl(&pos)?);
    println!("DTZ   {}", tables.probe_dtz(&pos)?);
    match tables.best_move(&pos)? {
        Some(mv) => println!("best  {}", pos.san(mv)),
        None => println!("no move is known"),
    }
    Ok(())
}
