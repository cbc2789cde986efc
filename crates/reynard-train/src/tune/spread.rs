//! Work on many positions, spread over threads.

use std::panic;
use std::thread;

/// Does the work on pieces of so many positions, and returns what it came to in the order of the
/// pieces: adding that up is the same whatever the number of threads.
pub(super) fn spread<T: Send>(
    positions: &[usize],
    piece: usize,
    threads: usize,
    work: impl Fn(&[usize]) -> T + Sync,
) -> Vec<T> {
    let pieces: Vec<&[usize]> = positions.chunks(piece.max(1)).collect();
    if threads <= 1 || pieces.len() <= 1 {
        return pieces.into_iter().map(work).collect();
    }
    let share = pieces.len().div_ceil(threads);
    let work = |pieces: &[&[usize]]| pieces.iter().map(|piece| work(piece)).collect::<Vec<T>>();
    let work = &work;
    thread::scope(|scope| {
        let workers: Vec<_> =
            pieces.chunks(share).map(|pieces| scope.spawn(move || work(pieces))).collect();
        let done = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|error| panic::resume_unwind(error)));
        done.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_kept() {
        let positions: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 3, 64] {
            let firsts = spread(&positions, 7, threads, |piece| piece[0]);
            assert!(firsts.into_iter().eq((0..1000).step_by(7)), "{threads}");
        }
        assert!(spread(&[], 7, 2, <[usize]>::len).is_empty());
    }
}
