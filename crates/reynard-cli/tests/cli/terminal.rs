//! Input and output on a terminal, through a pseudo-terminal.

use std::io::{Read, Write};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::folder::Folder;
use crate::pty::{Screen, emulator, has_ended, terminal};
use crate::run::{command, reynard_in};

#[test]
fn one_ctrl_d_ends_the_input() {
    let folder = Folder::new();
    let book = folder.path("book.bin");
    for (args, typed) in [
        (&["fen", "-"][..], "startpos\n"),
        (&["moves", "-"], "startpos\n"),
        (&["epd", "-"], "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"),
        (&["perft", "--suite", "-"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15\n"),
        (&["analyze", "--depth", "1", "-"], "1. e4 e5 *\n\n"),
        (&["pgn", "check", "-"], "1. e4 e5 *\n\n"),
        (&["pgn", "stats", "-"], "1. e4 e5 *\n\n"),
        (&["book", "make", "-", "-o", &book], "1. e4 e5 *\n\n"),
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
}

#[test]
fn an_analysis_on_a_terminal_says_how_to_save_it() {
    let folder = Folder::new();
    let file = folder.file("g.pgn", "1. e4 e5 *\n");
    let saved = folder.path("saved.pgn");
    let args = ["analyze", "--depth", "1", &*file];
    let seen = printed(&args, "TERM", "xterm");
    assert!(seen.contains("save with -o FILE"), "{seen}");
    let seen = printed(&[&args[..], &["-o", &saved]].concat(), "TERM", "xterm");
    assert!(!seen.contains("save with -o FILE"), "{seen}");
}

#[test]
fn a_game_on_a_terminal_is_edited_and_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut ours, theirs) = terminal();
    let error = theirs.try_clone().expect("a copy");
    let output = theirs.try_clone().expect("a copy");
    let mut child = command()
        .args(["play", "--nodes", "100", "--ascii"])
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .stdin(theirs)
        .stdout(output)
        .stderr(error)
        .spawn()
        .expect("the binary starts");
    let mut screen = Screen::of(&ours);
    // A mistyped move, mended with the arrow keys; then Ctrl-C, and the name of a file.
    for (prompt, typed) in [
        ("1. > ", "e5\x1b[D\x1b[C\x7f4\r"),
        ("2. > ", "\x03"),
        ("Save the game as (Enter: do not save)", "n\r"),
        ("is needed, like game.pgn, or Enter.", "kept.pgn\r"),
    ] {
        screen.wait_for(prompt);
        ours.write_all(typed.as_bytes()).expect("a terminal");
    }
    let ended = has_ended(&mut child);
    let seen = screen.rest();
    assert!(ended, "{seen}");
    let kept = std::fs::read_to_string(folder.path().join("kept.pgn"));
    assert!(seen.contains("Reynard plays 1... "), "{seen}");
    assert!(kept.expect("the game").contains("1. e4 "), "{seen}");
}

/// Output of a command on a terminal, with a variable set.
fn printed(args: &[&str], name: &str, value: &str) -> String {
    let (ours, theirs) = terminal();
    let error = theirs.try_clone().expect("a copy");
    let mut command = command();
    command.args(args).env(name, value).stdin(Stdio::null()).stdout(theirs).stderr(error);
    let mut child = command.spawn().expect("the binary starts");
    // It keeps the other end of the terminal open.
    drop(command);
    let screen = Screen::of(&ours);
    assert!(has_ended(&mut child), "{args:?}");
    screen.rest()
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
    assert!(message.contains("not text for a terminal: name a file with `-o FILE`"), "{message}");
}

/// A database in a folder.
fn database() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("games.pgn"),
        "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Bird\"]\n\n1. f4 d5 0-1\n",
    )
    .expect("a file");
    let made = reynard_in(folder.path(), &["db", "create", "games.rdb", "games.pgn"]);
    assert_eq!(made.code, 0, "{made:?}");
    folder
}

/// Runs `db browse` on a terminal, and returns its exit code and all that came to the screen. Each
/// step waits for a text, and types or kills then.
fn browse(steps: &[(&str, Step)]) -> (Option<i32>, String) {
    let folder = database();
    let (mut ours, theirs) = terminal();
    let size = Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).expect("a terminal");
    let before = tcgetattr(&theirs).expect("a terminal");
    let copy = || theirs.try_clone().expect("a copy");
    let mut command = command();
    command.args(["db", "browse", "games.rdb"]).current_dir(folder.path()).env("TERM", "xterm");
    command.env_remove("LC_ALL").stdin(copy()).stdout(copy()).stderr(copy());
    let mut child = command.spawn().expect("the binary starts");
    drop(command);
    let mut screen = Screen::of(&ours);
    for (text, step) in steps {
        screen.wait_for(text);
        match step {
            Step::Type(keys) => {
                screen.seen.clear();
                ours.write_all(keys.as_bytes()).expect("a terminal");
            }
            Step::Kill(signal) => {
                let child = Pid::from_child(&child);
                kill_process(child, *signal).expect("it runs");
            }
        }
    }
    assert!(has_ended(&mut child), "{}", screen.text());
    let after = tcgetattr(&theirs).expect("a terminal");
    assert_eq!(before.local_modes, after.local_modes, "the terminal is as it was");
    assert!(after.local_modes.contains(LocalModes::ICANON));
    drop(theirs);
    let code = child.wait().expect("it has ended").code();
    (code, screen.rest())
}

enum Step {
    Type(&'static str),
    Kill(Signal),
}

#[test]
fn a_database_is_browsed_and_the_terminal_given_back() {
    let filter = "/white~morphy\r";
    let (code, seen) = browse(&[
        ("2 games", Step::Type("\x1b[B\r")),
        ("d5", Step::Type("\x7f")),
        ("e4", Step::Type(filter)),
        ("filter:", Step::Type("q")),
    ]);
    assert_eq!(code, Some(0), "{seen:?}");
    assert!(seen.contains("\x1b[?1049l") && seen.ends_with("\x1b[?25h"), "{seen:?}");
    let (code, seen) = browse(&[("2 games", Step::Type("\x03"))]);
    assert_eq!(code, Some(0), "Ctrl-C is a key: {seen:?}");
    assert!(seen.contains("\x1b[?1049l"), "{seen:?}");
}

#[test]
fn a_killed_browser_gives_the_terminal_back() {
    for signal in [Signal::TERM, Signal::INT] {
        let (code, seen) = browse(&[("2 games", Step::Kill(signal))]);
        assert_ne!(code, Some(0), "{seen:?}");
        assert!(seen.contains("\x1b[?1049l"), "{seen:?}");
    }
}

#[test]
fn without_a_terminal_the_browser_says_what_to_do() {
    let folder = database();
    let run = reynard_in(folder.path(), &["db", "browse", "games.rdb"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("needs a terminal; `reynard db explore`"), "{run:?}");
}

#[test]
fn ctrl_c_leaves_nothing_of_a_table_of_progress() {
    let (mut ours, theirs) = terminal();
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).expect("a terminal");
    let mut command = command();
    command
        .args(["match", "self,name=a", "self,name=b", "--each", "nodes=1000"])
        .args(["--games", "500", "--concurrency", "1"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(theirs);
    let mut child = command.spawn().expect("the binary starts");
    drop(command);
    let mut screen = Screen::of(&ours);
    screen.wait_for(" 2 of 500 games");
    // The terminal is not that of a session, so the signal has to be sent.
    ours.write_all(b"\x03").expect("a terminal");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert!(has_ended(&mut child), "{}", screen.text());
    let modes = tcgetattr(&ours).expect("a terminal").local_modes;
    assert!(modes.contains(LocalModes::ECHOCTL), "the echo is back");
    let mut summary = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut summary).expect("text");
    assert!(summary.contains("a - b: +"), "{summary}");
    assert!(summary.lines().all(|line| line.chars().count() <= 80), "{summary}");
    let seen = screen.rest();
    let mut emulator = emulator(24, 80);
    emulator.process(seen.as_bytes());
    let lines = emulator.screen().contents();
    let left: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
    assert!(matches!(&left[..], [line] if line.contains("interrupted: ")), "{left:#?} of {seen:?}");
}
