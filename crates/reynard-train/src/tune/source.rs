//! Weights as Rust source code for the engine.

use std::fmt::Write;

use reynard_engine::eval::BLOCKS;

use super::weights::EvalWeights;

/// Blocks of which exactly one weight applies to each piece or side. A constant can therefore be
/// moved from such a block to another block.
const TO_MATERIAL: [(&str, usize); 12] = [
    ("pawn on square", 0),
    ("knight on square", 1),
    ("bishop on square", 2),
    ("rook on square", 3),
    ("queen on square", 4),
    ("knight mobility", 1),
    ("bishop mobility", 2),
    ("rook mobility", 3),
    ("queen mobility", 4),
    // Each side has one king, so these cancel out.
    ("king on square", usize::MAX),
    ("attackers near the king", usize::MAX),
    ("danger to the king", usize::MAX),
];

/// Moves the mean of each block into the piece values, without changing the evaluation.
pub(super) fn center(weights: &mut EvalWeights) {
    for (name, material) in TO_MATERIAL {
        let Some(block) = BLOCKS.iter().find(|block| block.name == name) else { continue };
        let range = block.start..block.start + block.len;
        let mut used: Vec<[f32; 2]> = weights.0[range.clone()].to_vec();
        used.retain(|weight| !is_unused(*weight));
        for part in 0..2 {
            let mean =
                used.iter().map(|weight| weight[part]).sum::<f32>() / used.len().max(1) as f32;
            for weight in &mut weights.0[range.clone()] {
                // An unused weight stays at the start, which is now the mean.
                weight[part] -= if is_unused(*weight) { 0.0 } else { mean };
            }
            if let Some(value) = weights.0.get_mut(material) {
                value[part] += mean;
            }
        }
    }
}

/// Returns `true` if a weight was never used and therefore still has exactly its initial value.
fn is_unused(weight: [f32; 2]) -> bool {
    weight.iter().all(|part| part.abs() < f32::MIN_POSITIVE)
}

/// Returns the source code of `weights.rs` in the engine's evaluation. `comment` states the origin
/// of the weights.
///
/// ```
/// use reynard_train::tune::{EvalWeights, write_source};
///
/// assert!(write_source(&EvalWeights::neutral(), "Bare values.").contains("s(100, 100)"));
/// ```
pub fn write_source(weights: &EvalWeights, comment: &str) -> String {
    let mut text =
        String::from("//! The weights of the evaluation, written by `reynard-lab tune`.\n//!\n");
    for line in comment.lines() {
        let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
    }
    text.push_str(
        "\nuse super::{Packed, WEIGHT_COUNT};\n\n\
         const fn s(middlegame: i16, endgame: i16) -> Packed {\n    \
         Packed::new(middlegame, endgame)\n}\n\n\
         /// All weights, in the order of their indices.\n\
         #[rustfmt::skip]\n\
         pub static WEIGHTS: [Packed; WEIGHT_COUNT] = [\n",
    );
    for block in BLOCKS {
        let _ = writeln!(text, "    // {}", block.name);
        let width = if block.len.is_multiple_of(8) && block.len != 32 { 8 } else { 4 };
        for row in weights.0[block.start..block.start + block.len].chunks(width) {
            text.push_str("   ");
            for [middlegame, endgame] in row {
                let _ = write!(text, " s({}, {}),", round(*middlegame), round(*endgame));
            }
            text.push('\n');
        }
    }
    text.push_str("];\n");
    text
}

/// Rounds a weight to the nearest integer.
fn round(weight: f32) -> i16 {
    weight.round() as i16
}
