//! Any bytes, read as what a search does: moves, null moves, take-backs, new roots, evaluations. A
//! score from the stack equals the score computed from nothing.

use reynard::{Position, StartArray};
use reynard_nnue::{KingBuckets, Network, Shape, Stack};

/// Plies of the stack: lines of the search are shorter.
const PLIES: usize = 48;

/// Fails if a score of the stack differs from the score computed from nothing.
pub(crate) fn check(data: &[u8]) {
    let shape = Shape::new(32, 8).expect("a shape");
    for kings in KingBuckets::ALL {
        walk(shape.with_king_buckets(kings), data);
    }
}

fn walk(shape: Shape, data: &[u8]) {
    let network = Network::random(shape, 1);
    let mut stack = Stack::new(&network, PLIES);
    let mut line = vec![Position::startpos()];
    for pair in data.chunks_exact(2) {
        let (action, choice) = (pair[0], pair[1]);
        match action % 16 {
            0 => {
                let number = u16::from_le_bytes([choice, action >> 4]) % 960;
                let start = StartArray::new(number).map(Position::chess960);
                line = vec![start.unwrap_or_else(Position::startpos)];
                stack.touch(0);
            }
            1 | 2 => {
                let plies = 1 + usize::from(choice) % line.len();
                line.truncate(plies);
            }
            3 => {
                let mut next = line[line.len() - 1].clone();
                if line.len() < PLIES && next.play_null().is_ok() {
                    line.push(next);
                    stack.touch(line.len() - 1);
                }
            }
            4..=6 => {
                let score = stack.evaluate(&network, &line);
                assert_eq!(score, network.evaluate(&line[line.len() - 1]), "{}", line.len());
            }
            _ => {
                let pos = &line[line.len() - 1];
                let moves = pos.legal_moves();
                if moves.is_empty() || line.len() == PLIES {
                    continue;
                }
                let mut next = pos.clone();
                let mv = moves[usize::from(choice) % moves.len()];
                next.play_unchecked(mv);
                line.push(next);
                if action % 16 == 7 {
                    stack.touch(line.len() - 1);
                } else {
                    stack.play(line.len() - 1, mv);
                }
            }
        }
    }
    let score = stack.evaluate(&network, &line);
    assert_eq!(score, network.evaluate(&line[line.len() - 1]));
}
