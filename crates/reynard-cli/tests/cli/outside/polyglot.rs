//! The program Polyglot makes the same books, byte for byte.

use std::fs;
use std::process::Command;

use reynard_testkit::outside;

use crate::run::reynard_in;

#[test]
fn books_are_those_of_polyglot() {
    let Some(program) = outside::version("polyglot", &["-help"], "2.0.4") else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/openings.pgn");
    fs::copy(sample, folder.join("openings.pgn")).expect("a sample");
    for (theirs, ours) in [
        (&["-min-game", "1"][..], &["--min-games", "1"][..]),
        (&["-min-game", "2", "-max-ply", "9"], &["--min-games", "2", "--max-ply", "9"]),
        (&["-only-white", "-min-game", "1"], &["--side", "white", "--min-games", "1"]),
        (&["-only-black", "-min-score", "40"], &["--side", "black", "--min-score", "40"]),
        (&["-uniform"], &["--uniform"]),
    ] {
        let files = ["make-book", "-pgn", "openings.pgn", "-bin", "theirs.bin"];
        let run = Command::new(&program).args(files).args(theirs).current_dir(folder).output();
        assert!(run.expect("the program runs").status.success(), "{theirs:?}");
        let args = [&["book", "make", "openings.pgn", "-o", "ours.bin"], ours].concat();
        let run = reynard_in(folder, &args);
        assert_eq!(run.code, 0, "{run:?}");
        let read = |name: &str| fs::read(folder.join(name)).expect("a book");
        assert!(read("ours.bin") == read("theirs.bin"), "{ours:?}");
    }
}
