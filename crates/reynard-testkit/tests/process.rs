//! The counters of the system count what a process does.

#![cfg(target_os = "linux")]

use std::fs;
use std::hint::black_box;
use std::process::{Command, id};
use std::thread;
use std::time::{Duration, Instant};

use reynard_testkit::process::{self, Stopwatch};

#[test]
fn a_thread_that_sleeps_uses_no_processor_and_one_that_works_does() {
    let watch = Stopwatch::start();
    thread::sleep(Duration::from_millis(300));
    assert!(watch.elapsed() < Duration::from_millis(100), "{:?}", watch.elapsed());
    // Ends only if the work is counted.
    while watch.elapsed() < Duration::from_millis(100) {
        black_box(fs::metadata("/").expect("a folder"));
    }
}

/// The threads of this process end with their tests, and their time is no longer counted.
#[test]
fn the_time_of_another_process_is_counted() {
    let script = "while :; do :; done";
    let mut child = Command::new("/bin/sh").args(["-c", script]).spawn().expect("a shell");
    let before = process::time(child.id()).expect("it runs");
    let began = Instant::now();
    while process::time(child.id()).expect("it runs") <= before {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is counted");
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn memory_is_counted_at_its_peak() {
    let before = process::peak_memory(id()).expect("Linux counts it");
    drop(black_box(vec![1_u8; 64 << 20]));
    let after = process::peak_memory(id()).expect("Linux counts it");
    assert!(after >= before + (32 << 20), "{before}, then {after}");
}

#[test]
fn output_is_counted_for_other_processes() {
    let mut child = Command::new("/bin/sh")
        .args(["-c", "printf '%1000d' 1 >/dev/null; read -r line"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("a shell");
    while process::written(child.id()).expect("it runs") < 1000 {
        thread::sleep(Duration::from_millis(1));
    }
    drop(child.stdin.take());
    child.wait().expect("it ends");
}
