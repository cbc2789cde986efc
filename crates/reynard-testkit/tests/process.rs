//! The counters of the system count what a process does.

#![cfg(target_os = "linux")]

use std::fs;
use std::hint::black_box;
use std::process::{Command, id};
use std::thread;
use std::time::Duration;

use reynard_testkit::process::{self, Stopwatch};

#[test]
fn a_thread_that_sleeps_uses_no_processor_and_one_that_works_does() {
    let watch = Stopwatch::start();
    thread::sleep(Duration::from_millis(300));
    assert!(watch.elapsed() < Duration::from_millis(100), "{:?}", watch.elapsed());
    let before = process::time(id()).expect("Linux counts it");
    while watch.elapsed() < Duration::from_millis(100) {
        black_box(fs::metadata("/").expect("a folder"));
    }
    assert!(process::time(id()).expect("Linux counts it") > before);
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
