//! Threads that do the same.

use std::thread;

/// Runs `body` on a number of threads of its own and, meanwhile, `main` on the calling one, which
/// gets the number of threads that could be started and is called if there is one. Returns after
/// all of them have ended.
///
/// It is compiled once: functions of the standard library that start threads are large.
///
/// # Panics
///
/// With the panic of `main`.
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
