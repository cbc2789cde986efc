//! Pipes: answers come when input pauses, a closed pipe is silent, endless lines cost nothing.

use std::io::{BufRead, BufReader, Read, Write};
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;

use crate::run::{TIMEOUT, command, reynard_with_input, start};

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

#[test]
fn answers_are_flushed_when_input_pauses() {
    let mut child = start(command(), &["moves", "-"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in stdout.lines() {
            let line = line.expect("text");
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    // Two lines at once, then one in two pieces: each time we wait for the answer before going on.
    for (chunks, count) in [(&[FEN, FEN][..], 2), (&[&FEN[..20], &FEN[20..]], 1), (&[FEN], 1)] {
        for chunk in chunks {
            stdin.write_all(chunk.as_bytes()).expect("the command reads on");
        }
        for _ in 0..count {
            let answer = answers.recv_timeout(TIMEOUT).expect("an answer without more input");
            assert_eq!(answer.split(' ').count(), 20);
        }
    }
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    reader.join().expect("the reader ends");
}

#[test]
fn what_was_found_before_a_pipe_is_closed_counts() {
    let bad = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n".repeat(100);
    let mixed = format!("{FEN}nonsense\n").repeat(100);
    for (args, input) in [(["pgn", "check", "-"], bad), (["fen", "--json", "-"], mixed)] {
        let mut child = start(command(), &args);
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = thread::spawn(move || while stdin.write_all(input.as_bytes()).is_ok() {});
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut first = [0; 1000];
        stdout.read_exact(&mut first).expect("an answer");
        drop(stdout);
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{args:?}");
        let _ = writer.join();
    }
}

#[test]
fn a_closed_pipe_is_silent() {
    for args in [&["moves", "--json", "-"][..], &["fen", "-"], &["show", "-"]] {
        let mut child = start(command(), args);
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = thread::spawn(move || {
            // The command stops reading at some time, which ends this with an error.
            while stdin.write_all(FEN.repeat(100).as_bytes()).is_ok() {}
        });
        let mut first = [0; 10];
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut first).expect("an answer");
        drop(stdout);
        let mut remarks = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut remarks).expect("text");
        assert_eq!((child.wait().expect("it ends").code(), remarks.as_str()), (Some(0), ""));
        writer.join().expect("the writer ends");
    }
}

#[test]
fn an_endless_line_is_refused_and_the_next_one_answered() {
    let mut input = vec![b'8'; 20 << 20];
    input.extend_from_slice(b"\n");
    input.extend_from_slice(FEN.as_bytes());
    let run = reynard_with_input(&["fen", "--json", "-"], &input);
    assert_eq!(run.code, 1);
    let objects = run.objects();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["diagnostics"][0]["kind"], "line-too-long");
    assert_eq!(objects[1]["ok"], true);
}

#[test]
#[cfg(unix)]
fn standard_input_is_named_where_it_cannot_be_read() {
    for args in [&["fen", "-"][..], &["moves", "-"], &["show", "-"], &["see", "-"], &[]] {
        let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
        let output = command().args(args).stdin(folder).output().expect("the binary runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains("cannot read standard input: "), "{args:?}: {told}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_error_of_printing_is_reported() {
    for args in [&[][..], &["--help"], &["--version"], &["perft", "--help"], &["perft", "2"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
        let mut child = command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut input = child.stdin.take().expect("a pipe");
        // It may have ended before.
        let _ = input.write_all(b"uci\nisready\nquit\n");
        let output = child.wait_with_output().expect("it ends");
        let report = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {report}");
        let told = "cannot write to standard output: No space left";
        assert!(report.contains(told), "{args:?}: {report}");
    }
}
