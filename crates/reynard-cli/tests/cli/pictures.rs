//! Pictures of the terminal in the manual, as SVG.
//!
//! Each scene is played on a terminal, and the text of its screen is compared with the text of the
//! picture in `docs/src/images/terminal`. Lines about time and speed depend on the machine and are
//! passed over. With `REYNARD_UPDATE_DOCS` set, pictures whose text has changed are drawn anew.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustix::termios::{Winsize, tcsetwinsize};
use tempfile::TempDir;

use crate::docs::copy_of_samples;
use crate::pty::{Screen, emulator, has_ended, terminal};
use crate::run::{command, reynard_in};
use crate::screen_svg::{svg_of_screen, text_of_screen, text_of_svg};

/// A picture, and how it comes about.
struct Scene {
    name: &'static str,
    /// The command as it stands in the picture, without `reynard`.
    line: &'static str,
    rows: u16,
    /// Commands before it, in the same folder.
    before: &'static [&'static str],
    /// Texts to wait for, each with the keys to type then.
    typed: &'static [(&'static str, &'static str)],
    until: Until,
}

/// When a picture is taken.
enum Until {
    /// The program has ended.
    End,
    /// The program has printed a text; later output is cut off.
    Text(&'static str),
    /// Nothing comes any more.
    Still,
}

const COLUMNS: u16 = 100;

const SCENES: [Scene; 7] = [
    Scene {
        name: "play",
        line: "play --nodes 1000 --threads 1",
        rows: 30,
        before: &[],
        typed: &[("1. > ", "e4\r")],
        until: Until::Text("2. > "),
    },
    Scene {
        name: "analyze",
        line: "analyze --nodes 20000 immortal.pgn -o annotated.pgn",
        rows: 34,
        before: &[],
        typed: &[],
        until: Until::End,
    },
    Scene {
        name: "explore",
        line: "db explore games.rdb",
        rows: 24,
        before: &["db create games.rdb club.pgn famous.pgn openings.pgn"],
        typed: &[],
        until: Until::End,
    },
    Scene {
        name: "browse",
        line: "db browse games.rdb",
        rows: 20,
        before: &["db create games.rdb club.pgn famous.pgn openings.pgn"],
        typed: &[("flip", "\r"), ("1...e5", "\r")],
        until: Until::Still,
    },
    Scene {
        name: "match",
        line: "match self,depth=5,name=new self,depth=2,name=old --rounds 10 --concurrency 1",
        rows: 24,
        before: &[],
        typed: &[],
        until: Until::Text("16 of 20 games"),
    },
    Scene {
        name: "mistakes",
        line: "pgn players rider85 club.pgn --mistakes",
        rows: 40,
        before: &[],
        typed: &[],
        until: Until::End,
    },
    Scene {
        name: "drill",
        line: "learn drill --notebook chess",
        rows: 40,
        before: &[
            "learn start chess --me rider85 --me kr_blitz",
            "learn add --notebook chess --no-engine club.pgn",
        ],
        // The cursor goes behind the prompt.
        typed: &[("\x1b[4C", "hint\r"), ("\x1b[4C", "Nd2\r")],
        until: Until::Text("a bishop for a pawn."),
    },
];

#[test]
fn pictures_of_the_terminal_show_what_comes_to_the_screen() {
    let updates = std::env::var_os("REYNARD_UPDATE_DOCS").is_some();
    for scene in SCENES {
        let screen = play(&scene);
        let seen = comparable(&text_of_screen(&screen));
        let picture = pictures().join(format!("{}.svg", scene.name));
        let drawn = fs::read_to_string(&picture).map(|svg| text_of_svg(&svg)).unwrap_or_default();
        if comparable(&drawn) == seen {
            continue;
        }
        assert!(updates, "{}\nseen:\n{seen}\ndrawn:\n{drawn}", picture.display());
        fs::create_dir_all(pictures()).expect("a folder");
        let line = format!("reynard {}", scene.line);
        fs::write(picture, svg_of_screen(&line, &screen)).expect("a picture");
    }
}

fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/terminal")
}

/// Plays a scene, and returns the screen at its end.
fn play(scene: &Scene) -> vt100::Screen {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = copy_of_samples(&root);
    for line in scene.before {
        let args: Vec<&str> = line.split(' ').collect();
        let run = reynard_in(folder.path(), &args);
        assert_eq!(run.code, 0, "{line}: {run:?}");
    }
    let bytes = output(scene, &folder);
    let mut emulator = emulator(scene.rows, COLUMNS);
    emulator.process(bytes.as_bytes());
    emulator.screen().clone()
}

/// All that a program writes to its terminal.
fn output(scene: &Scene, folder: &TempDir) -> String {
    let (mut ours, theirs) = terminal();
    let size = Winsize { ws_row: scene.rows, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).expect("a terminal");
    let copy = || theirs.try_clone().expect("a copy");
    let mut command = command();
    command.args(scene.line.split(' ')).current_dir(folder.path());
    command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8").env("HOME", folder.path());
    command.stdin(copy()).stdout(copy()).stderr(copy());
    let mut child = command.spawn().expect("the binary starts");
    drop(command);
    drop(theirs);
    let mut screen = Screen::of(&ours);
    let mut seen = String::new();
    for (text, keys) in scene.typed {
        screen.wait_for(text);
        seen += &screen.text();
        screen.seen.clear();
        ours.write_all(keys.as_bytes()).expect("a terminal");
    }
    match scene.until {
        Until::End => {
            assert!(has_ended(&mut child), "{}: {}", scene.line, screen.text());
            return seen + &screen.rest();
        }
        Until::Text(text) => screen.wait_for(text),
        Until::Still => screen.wait_until_still(),
    }
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    let mut last = screen.text();
    if let Until::Text(text) = scene.until {
        last.truncate(last.find(text).expect("it was there") + text.len());
    }
    seen + &last
}

/// Returns the lines that are the same on every machine.
fn comparable(text: &str) -> String {
    let depends = |line: &&str| {
        ["Time  ", "Speed  ", "overhead"].iter().any(|name| line.starts_with(name))
            || line.contains(" gone")
    };
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.filter(|line| !depends(line)).collect::<Vec<_>>().join("\n")
}
