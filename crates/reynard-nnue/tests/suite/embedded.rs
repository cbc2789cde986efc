//! Scores of the embedded network, from a committed table: another network, format or kernel does
//! not go unnoticed.

use std::collections::BTreeSet;

use reynard::Position;
use reynard_nnue::{Kernel, Network, reference_score};

/// Lines of FEN, tab, score in centipawns for the side to move.
const TABLE: &str = include_str!("embedded_scores.tsv");

#[test]
fn every_kernel_gives_the_scores_of_the_table() {
    let embedded = Network::embedded();
    let mut buckets = BTreeSet::new();
    let mut current = Vec::new();
    for line in TABLE.lines() {
        let (fen, _) = line.split_once('\t').expect("FEN, tab, score");
        let pos: Position = fen.parse().expect("a legal position");
        let score = reference_score(&embedded, &pos);
        for kernel in Kernel::available() {
            let network =
                Network::clone(&embedded).with_kernel(kernel).expect("an available kernel");
            assert_eq!(i64::from(network.evaluate(&pos)), score, "{kernel} {fen}");
        }
        buckets.insert((pos.board().occupied().len() - 2) / 4);
        current.push(format!("{fen}\t{score}"));
    }
    assert_eq!(TABLE.lines().count(), 50);
    assert_eq!(buckets.len(), 8, "outputs that the table covers: {buckets:?}");
    assert!(
        TABLE.lines().eq(&current),
        "after a change of the network, embedded_scores.tsv has to be\n{}",
        current.join("\n")
    );
}
