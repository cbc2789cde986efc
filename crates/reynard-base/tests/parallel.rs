//! Order, bound, breaks and panics of ordered results.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use reynard_base::parallel::{Workers, map};

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("more than none")
}

/// Takes longer for some items than for others, so that results come out of order.
fn slow(item: usize) -> usize {
    thread::sleep(Duration::from_micros((item * 7919 % 13) as u64 * 30));
    item
}

#[test]
fn results_are_merged_in_the_order_of_the_items() {
    for count in [1, 2, 3, 16] {
        let (mut items, mut merged) = (0..200, Vec::new());
        let flow = Workers::new(threads(count), || ()).ordered(
            |()| items.next(),
            |(), item| slow(item),
            |item| {
                merged.push(item);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert!(merged.into_iter().eq(0..200), "{count} threads");
    }
}

#[test]
fn no_more_items_are_on_their_way_than_allowed() {
    for (in_flight, most) in [(None, 7), (Some(4), 4), (Some(0), 1)] {
        let (taken, merged) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut workers = Workers::new(threads(3), || ());
        if let Some(items) = in_flight {
            workers = workers.in_flight(items);
        }
        let flow = workers.ordered(
            |()| {
                let number = taken.fetch_add(1, SeqCst);
                assert!(number < merged.load(SeqCst) + most, "{number} of {in_flight:?}");
                (number < 100).then_some(number)
            },
            |(), item| slow(item),
            |_| {
                thread::sleep(Duration::from_micros(50));
                merged.fetch_add(1, SeqCst);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(flow.is_continue());
    }
}

#[test]
fn the_source_is_not_asked_again_after_its_end() {
    for count in [1, 4] {
        let mut is_over = false;
        let flow = Workers::new(threads(count), || ()).ordered(
            |()| {
                assert!(!is_over, "asked after the end");
                is_over = true;
                None::<()>
            },
            |(), ()| (),
            ControlFlow::<(), ()>::Continue,
        );
        assert!(flow.is_continue());
    }
}

#[test]
fn a_break_ends_an_endless_source_with_its_value() {
    for count in [1, 4] {
        let (mut items, mut merged) = (0.., Vec::new());
        let flow = Workers::new(threads(count), || ()).ordered(
            |()| items.next(),
            |(), item| slow(item),
            |item| {
                merged.push(item);
                if item == 10 { ControlFlow::Break("ten") } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(flow, ControlFlow::Break("ten"));
        assert!(merged.into_iter().eq(0..=10), "{count} threads");
    }
}

/// Runs 50 items and panics in one of the three functions at item 7.
fn panic_in(place: &str, count: usize) -> (Vec<usize>, String) {
    let (mut items, mut merged) = (0..50, Vec::new());
    let run = || {
        Workers::new(threads(count), || ()).ordered(
            |()| {
                let item = items.next()?;
                assert!(place != "next" || item != 7, "panic in next");
                Some(item)
            },
            |(), item| {
                assert!(place != "work" || item != 7, "panic in work");
                slow(item)
            },
            |item| {
                assert!(place != "merge" || item != 7, "panic in merge");
                merged.push(item);
                ControlFlow::<()>::Continue(())
            },
        )
    };
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    (merged, panic.downcast_ref::<&str>().expect("a text").to_string())
}

#[test]
fn a_panic_anywhere_is_passed_on_and_nothing_hangs() {
    for place in ["next", "work", "merge"] {
        for count in [1, 2, 8] {
            let (merged, message) = panic_in(place, count);
            assert_eq!(message, format!("panic in {place}"));
            let expected: Vec<usize> = (0..7).take(merged.len()).collect();
            assert_eq!(merged, expected, "{count} threads: only what comes before is merged");
        }
    }
}

#[test]
fn one_worker_runs_on_the_calling_thread() {
    let caller = thread::current().id();
    let mut items = 0..3;
    let flow = Workers::new(threads(1), || ()).ordered(
        |()| items.next(),
        |(), _| thread::current().id(),
        |thread| {
            assert_eq!(thread, caller);
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(flow.is_continue());
}

#[test]
fn workers_keep_their_state_and_work_side_by_side() {
    let numbers = Cell::new(0);
    let make = || {
        numbers.set(numbers.get() + 1);
        (numbers.get(), 0)
    };
    // Nobody goes on before all three are there.
    let meeting = Barrier::new(3);
    let (mut items, mut seen) = (0..3, Vec::new());
    let flow = Workers::new(threads(3), make).ordered(
        |_| items.next(),
        |(number, worked): &mut (i32, i32), _| {
            meeting.wait();
            *worked += 1;
            (*number, *worked)
        },
        |result| {
            seen.push(result);
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(flow.is_continue());
    seen.sort_unstable();
    assert_eq!(seen, [(1, 1), (2, 1), (3, 1)]);
}

#[test]
fn idle_threads_do_other_work_while_one_takes_an_item() {
    let steps = AtomicUsize::new(0);
    let idle = || steps.fetch_add(1, SeqCst) < 1000;
    let mut asked = false;
    let flow = Workers::new(threads(2), || ()).idle(&idle).ordered(
        |()| {
            // The source waits for the other thread, which is idle meanwhile.
            while steps.load(SeqCst) <= 1000 {
                thread::yield_now();
            }
            (!std::mem::replace(&mut asked, true)).then_some(())
        },
        |(), ()| (),
        ControlFlow::<(), ()>::Continue,
    );
    assert!(flow.is_continue());
}

#[test]
fn a_worker_that_cannot_be_made_is_an_error() {
    let mut left = 2;
    let workers = Workers::try_new(threads(3), || {
        left -= 1;
        if left >= 0 { Ok(()) } else { Err("no third one") }
    });
    assert_eq!(workers.err(), Some("no third one"));
}

#[test]
fn a_stack_that_cannot_be_had_leaves_the_calling_thread() {
    let caller = thread::current().id();
    let mut items = 0..3;
    let mut ran = 0;
    let flow = Workers::new(threads(2), || ()).stack_size(usize::MAX / 2).ordered(
        |()| items.next(),
        |(), _| thread::current().id(),
        |thread| {
            assert_eq!(thread, caller);
            ran += 1;
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(flow.is_continue() && ran == 3);
}

#[test]
fn map_keeps_the_order_and_takes_empty_lists() {
    for count in [1, 2, 9] {
        assert!(map(threads(count), 0..100, slow).into_iter().eq(0..100));
        assert!(map(threads(count), Vec::new(), slow).is_empty());
    }
}
