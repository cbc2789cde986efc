//! Files of a UCI session, and the end of its input.

use crate::run::reynard_with_input;

/// Perft ends before the end of the input, and a log is never begun in a file that has something
/// else in it.
#[test]
fn a_count_is_printed_and_a_file_is_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let (kept, log) = (folder.join("kept.txt"), folder.join("new.log"));
    std::fs::write(&kept, "IMPORTANT").expect("a writable folder");
    for count in [1, 2] {
        let input = format!(
            "setoption name Debug Log File value {}\nsetoption name Debug Log File value {}\nposition startpos\n\
             go perft 4\n",
            kept.display(),
            log.display()
        );
        let run = reynard_with_input(&[], input.as_bytes());
        assert!(
            run.stdout.contains("is not empty and is not a log of this program"),
            "{}",
            run.stdout
        );
        assert!(run.stdout.ends_with("\nNodes searched: 197281\n\n"), "{}", run.stdout);
        let text = std::fs::read_to_string(&log).expect("the log");
        assert_eq!(text.matches("> go perft 4").count(), count, "{text}");
    }
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), "IMPORTANT");
}

#[test]
fn a_file_that_is_no_book_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let text = folder.join("games.pgn");
    std::fs::write(&text, "1. e4 *").expect("a writable folder");
    for (path, reason) in [
        (folder, "it is a folder"),
        (&text, "not a Polyglot book"),
        (&folder.join("nothere"), "No such file"),
    ] {
        let input = format!("setoption name BookFile value {}\nquit\n", path.display());
        let run = reynard_with_input(&[], input.as_bytes());
        let expected = format!("info string error {}: ", path.display());
        let is_told =
            run.stdout.lines().any(|line| line.starts_with(&expected) && line.contains(reason));
        assert!(is_told, "{run:?}");
    }
}
