//! Threads that run the same function.

use std::thread;

/// Runs `body` on up to `threads` new threads while `main` runs on the calling thread. `main`
/// receives the number of threads that could be started. If none could be started, `main` is not
/// called. Returns once all threads have ended.
///
/// This function is not generic, so it is compiled only once: the standard library functions that
/// start threads are large.
///
/// # Panics
///
/// Propagates a panic of `main`.
pub(super) fn on_threads(
    threads: usize,
    stack_size: Option<usize>,
    body: &(dyn Fn() + Sync),
    main: &mut dyn FnMut(usize),
) {
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let mut thread = thread::Builder::new();
            if let Some(bytes) = stack_size {
                thread = thread.stack_size(bytes);
            }
            // Fewer threads come to the same results.
            started += usize::from(thread.spawn_scoped(scope, body).is_ok());
        }
        if started > 0 {
            main(started);
        }
    });
}
