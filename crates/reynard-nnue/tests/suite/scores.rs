//! Scores of all kernels against plain loops, and the symmetries of the network.

use reynard::{Board, Color, Position, Setup, Square};
use reynard_nnue::{
    FEATURES, Kernel, KingBuckets, Network, NetworkHeader, Shape, Weights, reference_score,
};
use reynard_testkit::{Rng, data, starts};

/// Positions of random games from standard and Chess960 starts.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let start = if rng.one_in(2) {
            starts::STANDARD.to_owned()
        } else {
            starts::double_chess960(&mut rng)
        };
        let mut pos: Position = start.parse().expect("a legal start position");
        for _ in 0..120 {
            let moves = pos.legal_moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            pos.play_unchecked(*rng.choose(&moves));
            found.push(pos.clone());
        }
    }
    found
}

/// A network whose weights go up to what the proof against overflow allows.
fn extreme(shape: Shape, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut weights = Weights::zeroed(shape);
    let mut sign = |most: i16| if rng.one_in(2) { most } else { -most };
    weights.hidden.fill_with(|| sign(1_000));
    weights.hidden_bias.fill_with(|| sign(767));
    let most = i16::try_from(16_500 / shape.hidden()).expect("a small number").min(128);
    weights.output.fill_with(|| sign(most));
    weights.output_bias.fill(1_000);
    weights.qb = 1;
    weights.scale = 100;
    Network::new(shape, &weights, NetworkHeader::default()).expect("at the limit")
}

#[test]
fn every_kernel_gives_the_scores_of_plain_loops() {
    let count = data::number("REYNARD_TEST_NETWORK_POSITIONS", 2_000);
    let count = usize::try_from(count).unwrap();
    let positions = positions(count, 1);
    for (hidden, buckets, kings) in [
        (32, 1, KingBuckets::One),
        (64, 8, KingBuckets::Eight),
        (160, 4, KingBuckets::One),
        (256, 8, KingBuckets::Four),
    ] {
        let shape = Shape::new(hidden, buckets).unwrap().with_king_buckets(kings);
        let take = count * 32 / hidden;
        for network in [Network::random(shape, 7), extreme(shape, 8)] {
            for kernel in Kernel::available() {
                let network = network.clone().with_kernel(kernel).unwrap();
                assert_eq!(network.kernel(), kernel);
                for pos in &positions[..take] {
                    let expected = reference_score(&network, pos);
                    assert_eq!(
                        i64::from(network.evaluate(pos)),
                        expected,
                        "{kernel} {hidden} {pos}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_kernel_that_is_missing_is_not_used() {
    let network = Network::zeroed(Shape::new(32, 1).unwrap());
    for kernel in Kernel::ALL {
        let is_available = Kernel::available().any(|known| known == kernel);
        assert_eq!(network.clone().with_kernel(kernel).is_some(), is_available, "{kernel}");
    }
}

/// The board with colors exchanged and ranks flipped.
fn flip_colors(board: &Board) -> Board {
    let mut flipped = Board::EMPTY;
    for (square, piece) in board.iter() {
        flipped.set(square.flip_rank(), Some(piece.kind.of(!piece.color)));
    }
    flipped
}

/// The board with files exchanged.
fn flip_files(board: &Board) -> Board {
    let mut flipped = Board::EMPTY;
    for (square, piece) in board.iter() {
        flipped.set(square.flip_file(), Some(piece));
    }
    flipped
}

fn position(board: Board, turn: Color) -> Option<Position> {
    let setup = Setup { board, turn, ..Setup::EMPTY };
    Position::from_setup(&setup).ok()
}

#[test]
fn exchanged_colors_and_mirrored_boards_have_the_same_score() {
    let network = Network::random(Shape::new(64, 8).unwrap(), 3);
    let mut compared = 0;
    for pos in positions(400, 2) {
        let score = network.evaluate(&pos);
        if let Some(flipped) = position(flip_colors(pos.board()), !pos.turn()) {
            assert_eq!(network.evaluate(&flipped), score, "{pos}");
            compared += 1;
        }
        if let Some(mirrored) = position(flip_files(pos.board()), pos.turn()) {
            assert_eq!(network.evaluate(&mirrored), score, "{pos}");
            compared += 1;
        }
    }
    assert!(compared > 700, "{compared}");
}

#[test]
fn nine_queens_of_each_side_stay_in_range() {
    let shape = Shape::new(64, 8).unwrap();
    let text = "qqqqkqqq/qqp5/8/8/8/8/QQP5/QQQQKQQQ w - - 0 1";
    let setup: Setup = text.parse().unwrap();
    let waived = reynard::SetupFaults::WAIVABLE;
    let pos = Position::from_setup_waiving(&setup, waived).unwrap();
    for network in [Network::random(shape, 4), extreme(shape, 5)] {
        assert_eq!(i64::from(network.evaluate(&pos)), reference_score(&network, &pos));
    }
}

#[test]
fn the_share_of_a_piece_is_the_difference_that_its_removal_makes() {
    let shape = Shape::new(32, 1).unwrap();
    let mut weights = Weights::zeroed(shape);
    // One unit that sees White's knight on g1 from White's side.
    let pos = Position::startpos();
    let knight = pos.piece_at(Square::G1).unwrap();
    let row = reynard_nnue::feature(Color::White, pos.king(Color::White), knight, Square::G1);
    assert!(row < FEATURES);
    weights.hidden[row * 32] = 255;
    weights.output[0] = 64;
    let network = Network::new(shape, &weights, NetworkHeader::default()).unwrap();
    let explanation = network.explain(&pos);
    assert_eq!(explanation.score, 211);
    for piece in explanation.pieces {
        let expected = if piece.square == Square::G1 { 211 } else { 0 };
        assert_eq!(piece.value, expected, "{}", piece.square);
    }
}
