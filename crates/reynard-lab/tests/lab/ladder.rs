//! `reynard-lab ladder`, with the engine `reynard` on both sides.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::path::Path;

use crate::BINARY;
use crate::folder::Folder;
use crate::run::reynard;

/// An engine that is quick to start.
const ENGINE: &str = "self,nodes=200,option.Hash=1";

/// Returns the path of `reynard`, for a file of rungs. Without a build of the whole workspace there
/// is none, and the test is skipped.
fn engine() -> Option<String> {
    let path = Path::new(BINARY).with_file_name(format!("reynard{}", std::env::consts::EXE_SUFFIX));
    if !path.is_file() {
        eprintln!("skipped: there is no {}: `cargo build` makes it", path.display());
        return None;
    }
    Some(path.to_str().expect("UTF-8").replace('\\', "/"))
}

/// Without its files an engine plays, but not as it was meant to. The only rung is the engine
/// itself, as a machine may have none of the standard rungs.
#[test]
fn an_engine_without_its_files_does_not_play() {
    let Some(own) = engine() else { return };
    let folder = Folder::new();
    let rungs = format!("[[rung]]\nname = \"own\"\ncommand = \"{own}\"\nnodes = 50\n");
    let rungs = folder.file("rungs.toml", &rungs);
    let lacking = "self,name=lacking,nodes=50,option.EvalFile=nothere";
    let run = reynard(&["ladder", lacking, "--rungs", &rungs, "--rounds", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    let part = "lacking has rejected an option: `info string error nothere: ";
    assert!(run.stderr.contains(part), "{run:?}");
}

#[test]
fn invalid_ladders_are_errors() {
    if engine().is_none() {
        return;
    }
    for (args, part) in [
        (&["ladder", "self"][..], "engine `self`: no limit is set: add tc, "),
        (&["ladder", ENGINE, "--rounds", "0"], "'--rounds <N>': it has to be 1 or more"),
        (&["ladder", ENGINE, "--until", "nan"], "it has to be above 0 and at most 100"),
        (&["ladder", ENGINE, "--until", "200"], "it has to be above 0 and at most 100"),
        (&["ladder", ENGINE, "--until", "0"], "it has to be above 0 and at most 100"),
        (&["ladder", ENGINE, "--until=-5"], "it has to be above 0 and at most 100"),
        (&["ladder", "--show-rungs", "--json"], "'--show-rungs' cannot be used with '--json'"),
        (&["ladder", "--show-rungs", "self"], "'--show-rungs' cannot be used with '[ENGINE]'"),
        (&["ladder", "--show-rungs", "--plies", "8"], "'--show-rungs' cannot be used with '--pl"),
        (&["ladder", "self", "--until", "half"], "'half' for '--until <PERCENT>': not a number\n"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn missing_rungs_are_skipped() {
    let Some(own) = engine() else { return };
    let folder = Folder::new();
    let text = format!(
        "[[rung]]\nname = \"absent\"\ncommand = \"no-such-engine\"\npackage = \"absent-package\"\n\
         [[rung]]\nname = \"first\"\ncommand = \"{own}\"\ndepth = 1\n\
         [[rung]]\nname = \"old\"\ncommand = \"{own}\"\nprotocol = \"xboard\"\n\
         [[rung]]\nname = \"second\"\ncommand = \"{own}\"\n"
    );
    let file = folder.file("rungs.toml", &text);
    let run = reynard(&[
        "ladder",
        "self",
        "--limits",
        "nodes=100",
        "--rungs",
        &file,
        "--rounds",
        "1",
        "--all",
        "--json",
    ]);
    assert_eq!(
        run.stderr,
        "absent: skipped, no-such-engine is not installed (Debian package absent-package)\n\
         old: skipped, does not support a node limit\n",
    );
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 3), "{run:?}");
    assert_eq!((&objects[0]["rung"], &objects[1]["rung"]), (&"first".into(), &"second".into()));
    assert_eq!(objects[2]["engine"], "reynard");
    let shown = reynard(&["ladder", "--show-rungs"]);
    assert!(
        shown.code == 0 && shown.stdout.contains("name = \"stockfish at 60 nodes\""),
        "{shown:?}"
    );
}

#[test]
fn a_ladder_does_not_count_repeated_games() {
    let Some(own) = engine() else { return };
    let folder = Folder::new();
    let rung = format!("[[rung]]\nname = \"a\\u001b[2Jb\"\ncommand = \"{own}\"\nnodes = 50\n");
    let file = folder.file("rungs.toml", &rung);
    let args = ["ladder", "self", "--limits", "nodes=100", "--rungs", &file, "--rounds", "2"];
    let run = reynard(&[&args[..], &["--openings", "none", "--json"]].concat());
    let objects = run.objects();
    assert_eq!((run.code, &objects[0]["repeated_pairs"]), (0, &1.into()), "{run:?}");
    let counted =
        ["wins", "draws", "losses"].map(|key| objects[0][key].as_u64().expect("a number"));
    assert_eq!(counted.iter().sum::<u64>(), 2, "{run:?}");
    assert!(
        run.stderr.contains("note: 2 rounds, and all games begin from one position"),
        "{run:?}"
    );
    assert!(!run.stderr.contains('\u{1b}') && !run.stdout.contains('\u{1b}'), "{run:?}");
}
