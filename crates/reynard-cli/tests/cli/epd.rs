//! `reynard epd`

use std::fs;

use serde_json::json;

use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

const STRICT: &str = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; id \"x\";\n";
const LOOSE: &str = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 ; id x; bm d1d7\n";

#[test]
fn records_are_written_as_the_standard_has_them() {
    let run = reynard_with_input(&["epd", "-"], STRICT.as_bytes());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, STRICT, ""));
    let input = format!("# loose\n\n{LOOSE}");
    let run = reynard_with_input(&["epd", "--sort", "-"], input.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (0, STRICT));
    let remarks: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(remarks.len(), 5, "{}", run.stderr);
    assert!(remarks[0].starts_with("line 3:28: clocks: "), "{}", run.stderr);
}

#[test]
fn strict_refuses_what_is_loose() {
    let input = format!("{LOOSE}{STRICT}");
    let run = reynard_with_input(&["epd", "--strict", "-"], input.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (1, STRICT));
    assert!(run.stderr.starts_with("line 1:28: clocks: "), "{}", run.stderr);
}

/// X10: what is said about a file names it with the line.
#[test]
fn files_are_named() {
    let folder = Folder::new();
    let text = format!("{STRICT}4k3/8/8/8/8/8/8/4K3 w - - dm x;\nnonsense\n");
    let name = folder.file("positions.epd", &text);
    let run = reynard(&["epd", &name]);
    fs::remove_file(&name).expect("the file");
    let loose = "4k3/8/8/8/8/8/8/4K3 w - - noop dm x;\n";
    assert_eq!((run.code, run.stdout), (1, format!("{STRICT}{loose}")));
    let remarks: Vec<&str> = run.stderr.lines().collect();
    assert!(remarks[0].starts_with(&format!("{name}:2:30: bad-number: ")), "{}", run.stderr);
    assert!(remarks[1].starts_with(&format!("{name}:3:9: fen: ")), "{}", run.stderr);
    let missing = reynard(&["epd", &name]);
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    assert!(missing.stderr.contains(&name), "{}", missing.stderr);
}

#[test]
fn json_has_an_object_for_every_record() {
    let input = format!("{LOOSE}\n8/8/8/8/8/8/8/8 w - - id \"none\";\n");
    let run = reynard_with_input(&["epd", "--json", "-"], input.as_bytes());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (1, 2));
    assert_eq!(objects[0]["line"], 1);
    assert_eq!(objects[0]["ok"], true);
    assert_eq!(objects[0]["fen"], "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    assert_eq!(objects[0]["epd"], "4k3/8/8/8/8/8/8/3QK3 w - - id \"x\"; bm Qd7+;");
    assert_eq!(objects[0]["diagnostics"][0]["kind"], "clocks");
    assert_eq!((&objects[1]["ok"], &objects[1]["line"]), (&json!(false), &json!(3)));
    assert_eq!(objects[1]["diagnostics"][0]["kind"], "position");
    assert_eq!(objects[1]["input"], "8/8/8/8/8/8/8/8 w - - id \"none\";");
}

#[test]
fn positions_that_no_game_leads_to_can_be_accepted() {
    let queens = b"QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - - id \"nine\";\n";
    assert_eq!(reynard_with_input(&["epd", "--strict", "-"], queens).code, 1);
    let relaxed = reynard_with_input(&["epd", "--strict", "--relaxed", "-"], queens);
    assert_eq!((relaxed.code, relaxed.stdout.as_bytes()), (0, queens.as_slice()));
}

#[test]
fn hostile_lines_are_refused_one_by_one() {
    let mut input = vec![b'x'; 1 << 20];
    input.extend_from_slice(b"\n\xff\xfe\n");
    input.extend_from_slice(STRICT.as_bytes());
    let run = reynard_with_input(&["epd", "-"], &input);
    assert_eq!((run.code, run.stdout.as_str()), (1, STRICT));
    assert!(run.stderr.starts_with("line 1:4097: line-too-long: "), "{}", run.stderr);
    assert!(run.stderr.contains("line 2:3: fen: "), "{}", run.stderr);
    let text = b"4k3/8/8/8/8/8/8/4K3 w - - id \"\xff\";\n";
    assert_eq!(reynard_with_input(&["epd", "-"], text).code, 0);
    assert_eq!(reynard_with_input(&["epd", "--strict", "-"], text).code, 1);
}

#[test]
fn compressed_files_are_read() {
    // `4k3/8/8/8/8/8/8/4K3 w - -` and a line end, as one raw block.
    let text = b"4k3/8/8/8/8/8/8/4K3 w - -\n";
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, 26, 26 << 3 | 1, 0, 0];
    frame.extend_from_slice(text);
    let run = reynard_with_input(&["epd", "-"], &frame);
    assert_eq!((run.code, run.stdout.as_bytes()), (0, text.as_slice()), "{}", run.stderr);
    let broken = reynard_with_input(&["epd", "-"], &frame[..20]);
    assert_eq!(broken.code, 2, "{broken:?}");
}

#[test]
fn what_is_written_is_read_strictly_and_stays_the_same() {
    let records = "\
4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; bm Qh5+; c0 \"a\"; c0 \"b\"; c0 \"a\"; id \"x\";
4k3/8/8/8/8/8/8/3QK3 w - - bm Qz9; acd many; id \"y\"; noop 1; noop 2;
4k3/8/8/8/8/8/8/3QK3 w - - pv Qd7+ Kxd7 Qd1; dm 3; dm 4; 9lives yes; ce +M3;
4k3/8/8/8/8/8/8/3QK3 w - - am Qd7+; am Qd7+; draw_offer; draw_offer; id a b c;
";
    let first = reynard_with_input(&["epd", "-"], records.as_bytes());
    assert_eq!((first.code, first.stdout.lines().count()), (0, 4), "{first:?}");
    assert!(first.stdout.starts_with("4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+ Qh5+; c0 \"a\";"));
    let strict = reynard_with_input(&["epd", "--strict", "-"], first.stdout.as_bytes());
    assert_eq!((strict.code, strict.stderr.as_str()), (0, ""));
    assert_eq!(strict.stdout, first.stdout);
}

#[test]
fn a_record_that_would_become_too_long_is_refused() {
    let record = "4k3/8/8/8/8/8/8/3QK3 w - - 9x ";
    let record = format!("{record}{};\n", "y".repeat(4096 - record.len() - 1));
    let run = reynard_with_input(&["epd", "-"], record.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("line-too-long"), "{}", run.stderr);
}

#[test]
fn playable_positions_are_accepted_unless_strict() {
    let records = "5Q2/8/8/2k5/8/8/2K5/6B1 b - - id \"double check\";\n\
4k3/8/8/8/8/8/8/4K3 w KQ - id \"no rooks\";\n";
    let run = reynard_with_input(&["epd", "-"], records.as_bytes());
    assert_eq!((run.code, run.stdout.lines().count()), (0, 2), "{run:?}");
    assert_eq!(run.stderr.matches(": position: ").count(), 2, "{}", run.stderr);
    let strict = reynard_with_input(&["epd", "--strict", "-"], records.as_bytes());
    assert_eq!((strict.code, strict.stdout.as_str()), (1, ""));
}
