//! Accumulators of a stack against scores computed from nothing.

#[path = "../fuzz_corpus/stack.rs"]
mod walk;

use reynard::{Move, Position};
use reynard_nnue::{Kernel, KingBuckets, Network, Shape, Stack};
use reynard_testkit::{Rng, starts};

#[test]
fn random_walks_of_a_search_give_the_scores_from_nothing() {
    let mut rng = Rng::new(11);
    for _ in 0..60 {
        let bytes: Vec<u8> = (0..600).map(|_| rng.next_u64().to_le_bytes()[0]).collect();
        walk::check(&bytes);
    }
}

/// All scores of a small tree, each by the stack and from nothing.
fn compare(network: &Network, stack: &mut Stack, line: &mut Vec<Position>, depth: u32) -> u64 {
    let pos = &line[line.len() - 1];
    assert_eq!(stack.evaluate(network, line), network.evaluate(pos), "{pos}");
    if depth == 0 {
        return 1;
    }
    let moves: Vec<Move> = pos.legal_moves().to_vec();
    moves
        .into_iter()
        .map(|mv| {
            let mut next = line[line.len() - 1].clone();
            next.play_unchecked(mv);
            line.push(next);
            stack.play(line.len() - 1, mv);
            let count = compare(network, stack, line, depth - 1);
            stack.touch(line.len() - 1);
            let pos = &line[line.len() - 1];
            assert_eq!(stack.evaluate(network, line), network.evaluate(pos), "{pos}, by boards");
            line.pop();
            count
        })
        .sum()
}

#[test]
fn whole_trees_agree_on_every_kernel() {
    // Castling on both wings, en passant, promotions with and without capture.
    let starts = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for kernel in Kernel::available() {
        let shape = Shape::new(96, 8).unwrap().with_king_buckets(KingBuckets::Eight);
        let network = Network::random(shape, 2).with_kernel(kernel).unwrap();
        let mut stack = Stack::new(&network, 3);
        for start in starts {
            let mut line = vec![start.parse().unwrap()];
            stack.touch(0);
            assert!(compare(&network, &mut stack, &mut line, 2) > 190);
        }
    }
}

#[test]
fn castling_of_chess960_is_followed() {
    let mut rng = Rng::new(3);
    let shape = Shape::new(32, 1).unwrap().with_king_buckets(KingBuckets::Four);
    let network = Network::random(shape, 2);
    let mut castled = 0;
    for _ in 0..300 {
        let mut pos: Position = starts::double_chess960(&mut rng).parse().unwrap();
        let mut stack = Stack::new(&network, 81);
        let mut line = vec![pos.clone()];
        while line.len() <= 80 {
            let moves = pos.legal_moves();
            let castling = moves.iter().copied().find(|mv| mv.is_castling());
            let Some(mv) = castling.or_else(|| moves.first().map(|_| *rng.choose(&moves))) else {
                break;
            };
            castled += u32::from(mv.is_castling());
            pos.play_unchecked(mv);
            line.push(pos.clone());
            stack.play(line.len() - 1, mv);
            if mv.is_castling() || rng.one_in(5) {
                assert_eq!(stack.evaluate(&network, &line), network.evaluate(&pos), "{pos}");
            }
        }
    }
    assert!(castled > 100, "{castled}");
}

#[test]
#[should_panic(expected = "the stack is of another network")]
fn a_stack_of_another_network_is_refused() {
    let small = Network::zeroed(Shape::new(32, 1).unwrap());
    let large = Network::zeroed(Shape::new(64, 1).unwrap());
    Stack::new(&small, 2).evaluate(&large, &[Position::startpos()]);
}

#[test]
#[should_panic(expected = "the stack is of another network")]
fn a_stack_of_other_king_buckets_is_refused() {
    let one = Network::zeroed(Shape::new(32, 1).unwrap());
    let four = one.clone().divided(KingBuckets::Four).unwrap();
    Stack::new(&one, 2).evaluate(&four, &[Position::startpos()]);
}
