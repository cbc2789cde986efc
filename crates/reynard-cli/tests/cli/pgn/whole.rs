//! Files that are written are the old ones or the new ones, whole; memory is bounded.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

#[cfg(target_os = "linux")]
use reynard_testkit::process;
#[cfg(unix)]
use rustix::process::Signal;

use super::FAMOUS;
use crate::folder::Folder;
#[cfg(unix)]
use crate::run::{Victim, send, shell, wait_until};
use crate::run::{command, reynard, reynard_in, start};

#[test]
fn a_file_may_replace_itself() {
    let folder = Folder::new();
    let path = folder.file("games.pgn", &FAMOUS.replace("1. e4 ", "1.e4 "));
    let run = reynard(&["pgn", "fmt", "-o", &path, &path]);
    let note = format!("5 games written to {path}\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", &*note));
    assert_eq!(fs::read_to_string(&path).expect("the file"), FAMOUS);
    assert_eq!(folder.names(), ["games.pgn"]);
}

#[test]
fn without_a_game_a_file_stays_as_it_was() {
    for input in ["", "no games here\n", "{never closed"] {
        let folder = Folder::new();
        let (path, old) = (folder.file("in.pgn", input), folder.file("out.pgn", FAMOUS));
        for command in ["fmt", "sort", "merge", "dedup", "filter --white x", "convert --to jsonl"] {
            let mut args = vec!["pgn"];
            args.extend(command.split(' '));
            let run = reynard(&[&args[..], &["-o", &old, &path]].concat());
            assert!(
                run.code == 1 && run.stderr.contains("out.pgn is as it was"),
                "{args:?}: {run:?}"
            );
            assert_eq!(fs::read_to_string(&old).expect("the file"), FAMOUS, "{args:?}");
        }
        let run = reynard(&["pgn", "fmt", "-o", &path, &path]);
        assert_eq!(run.code, i32::from(!input.is_empty()), "{run:?}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), input);
        let new = folder.path("new.pgn");
        assert_eq!(reynard(&["pgn", "fmt", "-o", &new, &path]).code, 0);
    }
}

/// R6: twenty kills, at twenty places of the output.
#[test]
#[cfg(unix)]
fn r6_a_killed_command_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    let new = FAMOUS.repeat(400);
    let input = folder.file("games.pgn", &new);
    let output = folder.file("out.pgn", "old");
    let args = ["pgn", "fmt", "-o", &output, &input];
    let path = folder.path("");
    let victim = Victim { args: &args, folder: Path::new(&path) };
    let bytes = victim.whole();
    assert!(fs::read_to_string(&output).expect("the new file") == new);
    let mut struck = 0;
    for kill in 1..=20 {
        folder.file("out.pgn", "old");
        struck += u32::from(victim.kill_after(bytes * kill / 21));
        let found = fs::read_to_string(&output).expect("there is a file");
        assert!(found == "old" || found == new, "{} bytes", found.len());
    }
    assert!(struck > 0, "it was always over before it could be killed");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_leaves_the_old_file() {
    let run = reynard(&["pgn", "fmt", "-o", "/dev/full", "../../docs/samples/famous.pgn"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("/dev/full"), "{}", run.stderr);
    let folder = Folder::new();
    let path = folder.path("no/such/file");
    let run = reynard(&["pgn", "fmt", "-o", &path, "../../docs/samples/famous.pgn"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with(&format!("error: cannot write {path}: ")), "{}", run.stderr);
}

/// The input never ends: the output is refused before it is read.
#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    let path = folder.path("no/such/file");
    for args in [&["puzzles"][..], &["sort"], &["fmt"]] {
        let args = [&["pgn"], args, &["-o", &path, "-"]].concat();
        let mut child = start(command(), &args);
        let stdin = child.stdin.take();
        let status = child.wait().expect("it ends");
        drop(stdin);
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}

/// No file may grow beyond 1 or 2 KiB (shells differ), as if the disk were full.
#[test]
#[cfg(unix)]
fn what_does_not_fit_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new();
    let input = folder.file("games.pgn", &FAMOUS.repeat(100));
    let output = folder.file("out.pgn", "old");
    for args in
        ["fmt", "merge", "filter --result 1-0", "sort --by White", "convert --to san", "dedup"]
    {
        let args: Vec<&str> =
            ["pgn"].into_iter().chain(args.split(' ')).chain(["-o", &output, &input]).collect();
        let limited = "ulimit -f 2; exec \"$@\"";
        let run = shell(limited, &args).output().expect("a shell");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{args:?}: {stderr}");
        let text = format!("error: cannot write {output}: File too large\n");
        assert!(stderr.ends_with(&text), "{args:?}: {stderr}");
        assert_eq!(fs::read_to_string(&output).expect("the old file"), "old", "{args:?}");
        assert_eq!(folder.names(), ["games.pgn", "out.pgn"], "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_silent() {
    let folder = Folder::new();
    let input = folder.file("games.pgn", &FAMOUS.repeat(2000));
    let mut child = command()
        .args(["pgn", "fmt", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut start = [0; 100];
    child.stdout.take().expect("a pipe").read_exact(&mut start).expect("some output");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Many games, and a single one of 150 MB, the first 64 MiB of which are kept: for the last two
/// fifths the memory does not grow, at any speed of the readers.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_whatever_comes() {
    const GROWTH: u64 = 6 << 20;
    let piece = FAMOUS.repeat(100);
    let endless = "{a comment} ".repeat(20_000);
    for args in ["check -", "filter --player Fischer --count -", "convert --to uci -", "fmt -"] {
        for (begin, piece, times) in
            [("", &piece, 16_000_000 / piece.len()), ("[Event \"x\"]\n\n1. e4 ", &endless, 640)]
        {
            let mut command = command();
            command.args(["pgn"]).args(args.split(' ')).args(["--threads", "2"]);
            let mut child = command
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(begin.as_bytes()).expect("it reads");
            let memory = || process::peak_memory(child.id()).expect("Linux tells it");
            let mut early = 0;
            for number in 0..times {
                if number == times * 3 / 5 {
                    early = memory();
                }
                stdin.write_all(piece.as_bytes()).expect("it reads on");
            }
            let late = memory();
            drop(stdin);
            let output = child.wait_with_output().expect("it ends");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0..=2)), "{args}: {stderr}");
            assert!(late < early + GROWTH, "{args}: {early} bytes, then {late}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let path = folder.file("games.pgn", FAMOUS);
    for mode in [0o600, 0o640, 0o664] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our file");
        assert_eq!(reynard(&["pgn", "fmt", "-o", &path, &path]).code, 0);
        let found = fs::metadata(&path).expect("the file").permissions().mode() & 0o777;
        assert_eq!(found, mode, "{found:o}, not {mode:o}");
    }
}

/// The work waits for its input, which never ends, when the signal comes.
#[test]
#[cfg(unix)]
fn a_signal_leaves_no_part_of_a_file() {
    use std::os::unix::process::ExitStatusExt;

    for (signal, code, by) in [
        (Signal::INT, Some(130), None),
        (Signal::TERM, None, Some(15)),
        (Signal::HUP, None, Some(1)),
    ] {
        // `nohup` turns the signal off, and only Linux says so.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let is_heard =
            ignored.is_some_and(|mask| !mask.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']));
        if signal == Signal::HUP && !is_heard {
            continue;
        }
        let folder = Folder::new();
        let output = folder.file("out.pgn", "old");
        let mut child = start(command(), &["pgn", "fmt", "-o", &output, "-"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(FAMOUS.as_bytes()).expect("it reads");
        wait_until(|| folder.names().len() == 2, "no output has begun");
        send(signal, &child);
        let status = child.wait().expect("it ends");
        assert_eq!((status.code(), status.signal()), (code, by), "{signal:?}");
        assert_eq!(folder.names(), ["out.pgn"], "{signal:?}");
        assert_eq!(fs::read_to_string(&output).expect("the old file"), "old");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new();
    let input = folder.file("games.pgn", FAMOUS);
    let run = reynard_in(Path::new(&folder.path("")), &["pgn", "fmt", "-o", "-", &input]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, FAMOUS, ""));
    assert_eq!(folder.names(), ["games.pgn"]);
}
