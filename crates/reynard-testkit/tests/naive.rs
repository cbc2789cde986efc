//! The naive twin is held against published counts before anything is held against it.

use reynard_testkit::{Naive, Passed, Rng, starts, suite};

const SUITES: [&str; 3] = [
    include_str!("../../../testdata/perft/standard.epd"),
    include_str!("../../../testdata/perft/tricky.epd"),
    include_str!("../../../testdata/perft/chess960.epd"),
];

/// Counts up to this one are checked: the twin is slow.
const NODES: u64 = 20_000;

#[test]
fn published_counts() {
    let mut checked = 0;
    for case in SUITES.into_iter().flat_map(suite::parse) {
        let pos = Naive::from_fen(&case.fen).expect(&case.fen);
        for &(depth, nodes) in case.counts.iter().filter(|count| count.1 <= NODES) {
            assert_eq!(pos.perft(depth), nodes, "{} depth {depth}", case.fen);
            checked += 1;
        }
    }
    assert!(checked > 300, "only {checked} counts were checked");
}

#[test]
fn fens_round_trip() {
    let mut rng = Rng::new(1);
    for _ in 0..1_000 {
        let fen = starts::thrown(&mut rng);
        let pos = Naive::from_fen(&fen).expect(&fen);
        assert_eq!(pos.fen(Passed::Always), fen);
        let shredder = pos.shredder_fen(Passed::Always);
        assert_eq!(Naive::from_fen(&shredder).expect(&shredder), pos);
    }
}

#[test]
fn start_arrays_are_those_of_chess960() {
    let mut rng = Rng::new(2);
    for _ in 0..1_000 {
        let fen = starts::double_chess960(&mut rng);
        let ranks: Vec<&str> = fen.split(' ').next().unwrap_or_default().split('/').collect();
        for array in [ranks[0].to_uppercase(), ranks[7].to_owned()] {
            let at = |piece: char| -> Vec<usize> {
                array.match_indices(piece).map(|(file, _)| file).collect()
            };
            let (bishops, rooks, king) = (at('B'), at('R'), at('K'));
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{array}");
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{array}");
            assert_eq!((at('N').len(), at('Q').len()), (2, 1), "{array}");
        }
    }
}
