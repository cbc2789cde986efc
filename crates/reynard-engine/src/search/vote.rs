//! Voting between search threads that have reached different depths.
//!
//! A thread votes for its best move, with a weight that grows with its depth and score. If any
//! thread has found a mate, its result is used regardless of the votes.
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>, on the choice of the best thread.

use std::cmp::Reverse;

use super::{Shared, Worker};
use crate::score::MATE_BOUND;

/// Maximum number of threads that share each iteration. With more threads, their depths differ and
/// they vote.
pub(super) const THREADS_IN_STEP: usize = 2;

/// Amount added to each thread's lead over the lowest score, in search units, so that the thread
/// with the lowest score also has a weight.
const LOWEST_WEIGHT: i32 = 15;

/// Returns the index of the thread whose result becomes the search result.
///
/// In a search to a fixed depth or with several lines, the main thread is elected.
pub(crate) fn elect(shared: &Shared<'_>, workers: &[Worker]) -> usize {
    let votes = workers.len() > THREADS_IN_STEP
        && shared.limits.depth.is_none()
        && shared.lines == 1
        && workers[0].completed > 0;
    if votes { winner(workers) } else { 0 }
}

/// Returns the index of the thread with a mate, or else of the thread with the greatest weight
/// among those whose move has the most votes. Ties go to the thread with the lowest number.
fn winner(workers: &[Worker]) -> usize {
    let voters: Vec<&Worker> = workers.iter().filter(|worker| worker.completed > 0).collect();
    let score = |worker: &Worker| worker.root_moves[0].latest_score();
    let lowest = voters.iter().map(|worker| score(worker)).min().unwrap_or(0);
    let weight = |worker: &Worker| {
        i64::from(score(worker) - lowest + LOWEST_WEIGHT) * i64::from(worker.completed)
    };
    let votes = |worker: &Worker| -> i64 {
        let mv = worker.root_moves[0].mv;
        voters.iter().filter(|voter| voter.root_moves[0].mv == mv).map(|voter| weight(voter)).sum()
    };
    let merit = |worker: &&&Worker| {
        let mate = Some(score(worker)).filter(|&score| score >= MATE_BOUND);
        (mate, votes(worker), weight(worker), Reverse(worker.id))
    };
    voters.iter().max_by_key(merit).map_or(0, |worker| worker.id)
}

#[cfg(test)]
mod tests {
    use reynard::Game;

    use super::winner;
    use crate::score::MATE;
    use crate::search::{RootMove, Worker};

    /// Creates threads, each from its best move, score, and depth of the last iteration.
    fn threads(results: &[(&str, i32, i32)]) -> Vec<Worker> {
        let game = Game::new();
        let thread = |(id, &(mv, score, completed)): (usize, &(&str, i32, i32))| {
            let mut worker = Worker::new(id);
            let mv = game.position().parse_uci(mv).expect("a legal move");
            worker.prepare(&game, &[RootMove { score, ..RootMove::new(mv) }]);
            worker.completed = completed;
            worker
        };
        results.iter().enumerate().map(thread).collect()
    }

    #[test]
    fn the_move_of_most_threads_wins() {
        let same = threads(&[("e2e4", 20, 9), ("d2d4", 20, 9), ("d2d4", 20, 9)]);
        assert_eq!(winner(&same), 1);
        // Of the threads that agree, the deepest has the longest line.
        let deeper = threads(&[("e2e4", 20, 9), ("d2d4", 20, 9), ("d2d4", 20, 11)]);
        assert_eq!(winner(&deeper), 2);
    }

    #[test]
    fn depth_and_score_weigh() {
        let higher = threads(&[("e2e4", 90, 9), ("d2d4", 20, 9), ("d2d4", 20, 9)]);
        assert_eq!(winner(&higher), 0);
        let deeper = threads(&[("e2e4", 20, 20), ("d2d4", 20, 9), ("d2d4", 20, 9)]);
        assert_eq!(winner(&deeper), 0);
    }

    #[test]
    fn a_mate_is_believed_and_the_shortest_taken() {
        let (long, short) = (MATE - 9, MATE - 5);
        let results = [("e2e4", 20, 9), ("d2d4", long, 7), ("e2e4", 20, 9), ("c2c4", short, 6)];
        assert_eq!(winner(&threads(&results)), 3);
        // Being mated is not a reason to trust a thread.
        assert_eq!(winner(&threads(&[("e2e4", 20, 9), ("d2d4", -short, 30)])), 0);
    }

    #[test]
    fn threads_without_an_iteration_have_no_vote() {
        let results = [("e2e4", 20, 3), ("d2d4", 500, 0), ("d2d4", 500, 0)];
        assert_eq!(winner(&threads(&results)), 0);
        assert_eq!(winner(&threads(&[("e2e4", 20, 3), ("d2d4", 20, 3), ("c2c4", 20, 3)])), 0);
    }
}
