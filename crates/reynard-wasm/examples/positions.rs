//! The answers that a board gets for a position, as JSON.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

fn main() -> Result<(), reynard_wasm::Failure> {
    let fen = reynard_wasm::chess960_fen(42)?;
    println!("{}", reynard_wasm::position_info(&fen)?);
    println!("{}", reynard_wasm::inspect_fen("8/8/8/8/8/8/8/P3K3 w KQ - 0 1")?);
    Ok(())
}
