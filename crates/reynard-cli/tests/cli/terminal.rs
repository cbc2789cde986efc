//! Input and output on a terminal, through a pseudo-terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::run::command;

/// Our end of a terminal, and the end of the program.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).expect("it is ours");
    unlockpt(&ours).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("a name");
    let name = name.to_str().expect("a plain name").to_owned();
    let theirs = File::options().read(true).write(true).open(name).expect("the other end");
    (File::from(ours), theirs)
}

/// Waits for the end of a program, and kills it if that does not come.
fn has_ended(child: &mut Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if child.try_wait().expect("a process").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    false
}

#[test]
fn one_ctrl_d_ends_the_input() {
    let book = std::env::temp_dir().join(format!("reynard-pty-{}.bin", std::process::id()));
    let book_name = book.to_str().expect("a plain name");
    for (args, typed) in [
        (&["fen", "-"][..], "startpos\n"),
        (&["moves", "-"], "startpos\n"),
        (&["epd", "-"], "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"),
        (&["perft", "--suite", "-"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15\n"),
        (&["analyze", "--depth", "1", "-"], "1. e4 e5 *\n\n"),
        (&["pgn", "check", "-"], "1. e4 e5 *\n\n"),
        (&["pgn", "stats", "-"], "1. e4 e5 *\n\n"),
        (&["book", "make", "-", "-o", book_name], "1. e4 e5 *\n\n"),
    ] {
        let (mut ours, theirs) = terminal();
        let mut child = command()
            .args(args)
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        ours.write_all(typed.as_bytes()).expect("a terminal");
        ours.write_all(b"\x04").expect("a terminal");
        assert!(has_ended(&mut child), "{args:?} reads on after Ctrl-D");
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
        assert!(told.contains("reading from the terminal, end with Ctrl-D"), "{args:?}: {told}");
    }
    let _ = std::fs::remove_file(book);
}

#[test]
fn a_game_on_a_terminal_is_edited_and_kept() {
    let folder = std::env::temp_dir().join(format!("reynard-play-pty-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (mut ours, theirs) = terminal();
    let error = theirs.try_clone().expect("a copy");
    let output = theirs.try_clone().expect("a copy");
    let mut child = command()
        .args(["play", "--nodes", "100", "--ascii"])
        .current_dir(&folder)
        .env("TERM", "xterm")
        .stdin(theirs)
        .stdout(output)
        .stderr(error)
        .spawn()
        .expect("the binary starts");
    let mut screen = ours.try_clone().expect("a copy");
    // Somebody has to look at the screen, or it fills up.
    let reader = std::thread::spawn(move || {
        let mut seen = Vec::new();
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            seen.extend_from_slice(&bytes[..count]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    });
    // A mistyped move, mended with the arrow keys; then Ctrl-C, and the name of a file.
    for typed in ["e5\x1b[D\x1b[C\x7f4\r", "\x03", "kept.pgn\r"] {
        std::thread::sleep(Duration::from_millis(1_500));
        ours.write_all(typed.as_bytes()).expect("a terminal");
    }
    let ended = has_ended(&mut child);
    drop(ours);
    let seen = reader.join().expect("no panic");
    assert!(ended, "{seen}");
    let kept = std::fs::read_to_string(folder.join("kept.pgn"));
    std::fs::remove_dir_all(&folder).expect("the folder can go");
    assert!(seen.contains("Reynard plays 1... "), "{seen}");
    assert!(kept.expect("the game").contains("1. e4 "), "{seen}");
}

/// Output of a command on a terminal, with a variable set.
fn printed(args: &[&str], name: &str, value: &str) -> String {
    let (mut ours, theirs) = terminal();
    let error = theirs.try_clone().expect("a copy");
    let mut command = command();
    command.args(args).env(name, value).stdin(Stdio::null()).stdout(theirs).stderr(error);
    let mut child = command.spawn().expect("the binary starts");
    // It keeps the other end of the terminal open.
    drop(command);
    let reader = std::thread::spawn(move || {
        let mut seen = Vec::new();
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = ours.read(&mut bytes) {
            seen.extend_from_slice(&bytes[..count]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    });
    assert!(has_ended(&mut child), "{args:?}");
    reader.join().expect("no panic")
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequences() {
    let seen = printed(&["analyze", "--depth", "6"], "TERM", "dumb");
    assert!(seen.contains("White  Chances") && !seen.contains('\u{1b}'), "{seen:?}");
}

#[test]
fn a_terminal_of_the_locale_c_gets_letters() {
    let seen = printed(&["show"], "LC_ALL", "C");
    assert!(seen.contains("8 | r n b q k b n r |") && seen.is_ascii(), "{seen:?}");
}

#[test]
fn a_book_is_not_written_to_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.pgn"), "1. e4 e5 *\n").expect("a file");
    let run = |args: &[&str], stdout: Stdio| {
        let mut command = command();
        command.current_dir(folder.path()).args(args).stdout(stdout).stderr(Stdio::piped());
        command.output().expect("it runs")
    };
    let made = run(&["db", "create", "games.rdb", "games.pgn"], Stdio::null());
    assert_eq!(made.status.code(), Some(0));
    let (_ours, theirs) = terminal();
    let refused = run(&["db", "export", "games.rdb", "--to", "book"], theirs.into());
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("no text for a terminal: name a file with `-o FILE`"), "{message}");
}
