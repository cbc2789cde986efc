//! `reynard perft`

use std::fs;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::run::{Run, reynard, reynard_with_input};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The last object, without what depends on the machine.
fn total(run: &Run) -> Value {
    let mut total = run.objects().pop().expect("a last line");
    let fields = total.as_object_mut().expect("an object");
    assert!(fields.remove("seconds").is_some_and(|seconds| seconds.as_f64() > Some(0.0)));
    if let Some(nps) = fields.remove("nps") {
        assert!(nps.as_u64() > Some(0));
    }
    total
}

#[test]
fn depths_are_counted_one_by_one() {
    let run = reynard(&["perft", "4"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let counts: Vec<Vec<&str>> =
        run.stdout.lines().take(4).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(counts, [["1", "20"], ["2", "400"], ["3", "8902"], ["4", "197281"]]);
    assert!(run.stdout.contains("\nNodes       197281\n"), "{}", run.stdout);
}

#[test]
fn json_ends_with_the_total() {
    let run =
        reynard(&["perft", "3", "--json", "--threads", "1", "--method", "list", "--fen", KIWIPETE]);
    let expected = json!({
        "fen": KIWIPETE, "depth": 3, "nodes": 97_862, "method": "list", "threads": 1,
    });
    assert_eq!((run.code, total(&run)), (0, expected));
    assert_eq!(run.objects().len(), 4);
}

#[test]
fn divide_lists_the_moves() {
    let run = reynard(&["perft", "3", "--divide", "--fen", KIWIPETE]);
    assert!(run.stdout.lines().any(|line| line == "e1g1: 2059"), "{}", run.stdout);
    let json = reynard(&["perft", "3", "--divide", "--json", "--chess960", "--fen", KIWIPETE]);
    let objects = json.objects();
    assert_eq!(objects.len(), 49);
    let moves = &objects[..48];
    assert_eq!(moves.iter().filter_map(|line| line["nodes"].as_u64()).sum::<u64>(), 97_862);
    assert!(moves.contains(&json!({ "move": "e1h1", "nodes": 2059 })));
}

#[test]
fn every_supported_method_gives_the_same_number() {
    for method in ["auto", "avx512", "avx2", "portable", "list", "full"] {
        for threads in ["1", "2"] {
            let args = [
                "perft",
                "3",
                "--json",
                "--method",
                method,
                "--threads",
                threads,
                "--fen",
                KIWIPETE,
            ];
            let run = reynard(&args);
            if run.code == 2 && method.starts_with("avx") {
                assert!(run.stderr.contains("does not support"), "{}", run.stderr);
                println!("skipped: this processor has no {method}");
                continue;
            }
            assert_eq!(total(&run)["nodes"], 97_862, "{method}, {threads} threads: {run:?}");
        }
    }
    let hashed = reynard(&["perft", "4", "--json", "--hash", "4", "--fen", KIWIPETE]);
    assert_eq!(total(&hashed)["nodes"], 4_085_603);
}

#[test]
fn the_fen_may_be_quoted_or_not_and_stand_on_either_side() {
    let words: Vec<&str> = KIWIPETE.split(' ').collect();
    let unquoted: Vec<&str> = ["perft", "2", "--fen"].into_iter().chain(words.clone()).collect();
    let unquoted_first: Vec<&str> =
        ["perft", "--fen"].into_iter().chain(words.clone()).chain(["2"]).collect();
    for args in [
        &["perft", "2", "--fen", KIWIPETE][..],
        &["perft", "--fen", KIWIPETE, "2"],
        &["perft", "--fen", KIWIPETE, "--json", "2"],
        &unquoted,
        &unquoted_first,
    ] {
        let run = reynard(args);
        assert!(run.code == 0 && run.stdout.contains("2039"), "{args:?}: {run:?}");
    }
    let run = reynard(&["perft", "--fen", words[0], words[1], words[2], words[3]]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the depth is missing"), "{}", run.stderr);
}

#[test]
fn a_stream_is_counted_line_by_line() {
    let input = format!("{KIWIPETE}\nnonsense\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
    let run = reynard_with_input(&["perft", "2", "--json", "--fen", "-"], input.as_bytes());
    assert_eq!(run.code, 1);
    let totals: Vec<_> =
        run.objects().into_iter().filter(|object| object["fen"] != json!(null)).collect();
    assert_eq!([&totals[0]["nodes"], &totals[1]["nodes"]], [2039, 3]);
}

#[test]
fn mistakes_are_told_apart() {
    for (args, code, message) in [
        (&["perft"][..], 2, "DEPTH"),
        (&["perft", "-1"], 2, "-1"),
        (&["perft", "101"], 2, "101"),
        (&["perft", "3", "--method", "prtable"], 2, "'portable'"),
        (&["perft", "3", "--threads", "0"], 2, "--threads"),
        (&["perft", "3", "--method", "list", "--hash", "1"], 2, "does not use a hash table"),
        (&["perft", "3", "--hash", "1000000000000"], 2, "hash table"),
        (&["perft", "3", "--suite", "x.epd"], 2, "cannot be used with"),
        (&["perft", "3", "--max-nodes", "5"], 2, "--max-nodes"),
        (&["perft", "--suite", "/no/such/file.epd"], 2, "suite /no/such/file.epd: "),
        (&["perft", "3", "--threads", "100000"], 2, "there can be 1024 threads at most"),
        (&["perft", "3", "--threads", "0"], 2, "it has to be 1 or more"),
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], 1, "missing-white-king"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

const SUITE: &str = "\
# Known counts, with loose spacing.
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; D1 48;D2  2039 ;D3 97862
4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66
";

#[test]
fn a_right_suite_is_fine_plain_compressed_and_piped() {
    let expected = json!({ "positions": 3, "checked": 9, "failed": 0, "nodes": 306_633 });
    let packed = zstd::encode_all(SUITE.as_bytes(), 1).expect("memory");
    let folder = Folder::new();
    let plain_file = folder.file("plain.epd", SUITE);
    let packed_file = folder.path("packed.epd.zst");
    fs::write(&packed_file, &packed).expect("a writable folder");
    for run in [
        reynard(&["perft", "--json", "--suite", &plain_file]),
        reynard(&["perft", "--json", "--suite", &packed_file]),
        reynard_with_input(&["perft", "--json", "--suite", "-"], &packed),
        reynard_with_input(&["perft", "--json", "--suite", "-"], SUITE.as_bytes()),
    ] {
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert_eq!((run.objects().len(), total(&run)), (1, expected.clone()));
    }
}

#[test]
fn large_counts_can_be_left_out() {
    let args = ["perft", "--json", "--suite", "-", "--max-nodes", "1000"];
    let run = reynard_with_input(&args, SUITE.as_bytes());
    let expected = json!({ "positions": 3, "checked": 5, "failed": 0, "nodes": 549 });
    assert_eq!((run.code, total(&run)), (0, expected));
}

#[test]
fn every_wrong_count_is_a_line() {
    let wrong = SUITE.replace("8902", "8903").replace(";D2 66", ";D2 67 ;D3 1197");
    let run = reynard_with_input(&["perft", "--suite", "-"], wrong.as_bytes());
    assert_eq!(run.code, 1);
    let mut lines = run.stdout.lines();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(lines.next(), Some(&*format!("line 2: D3 8902, expected 8903: {start}")));
    assert_eq!(lines.next(), Some("line 5: D2 66, expected 67: 4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(run.stdout.contains("\nFailed      2\n"), "{}", run.stdout);

    let run = reynard_with_input(&["perft", "--json", "--suite", "-"], wrong.as_bytes());
    assert_eq!((run.code, &total(&run)["failed"]), (1, &json!(2)));
    let first = json!({ "line": 2, "fen": start, "depth": 3, "expected": 8903, "nodes": 8902 });
    assert_eq!(run.objects()[0], first);
}

#[test]
fn lines_that_cannot_be_read_are_diagnostics() {
    let broken = format!("{SUITE}what is this? ;D1 20\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five\n");
    let run = reynard_with_input(&["perft", "--suite", "-"], broken.as_bytes());
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("line 6: "), "{}", run.stdout);
    assert!(run.stdout.contains("\nline 7: "), "{}", run.stdout);
    assert!(run.stdout.contains("\nUnreadable  2\n"), "{}", run.stdout);
    let run = reynard_with_input(&["perft", "--json", "--suite", "-"], broken.as_bytes());
    let field = "field 1 is not a depth and a count (D4 197281)";
    assert_eq!(run.objects()[1], json!({ "line": 7, "error": field }));
}

#[test]
fn suites_that_are_none_are_refused() {
    let packed = zstd::encode_all(SUITE.as_bytes(), 1).expect("memory");
    for (input, message) in [
        (&b""[..], "nothing to verify"),
        (b"# nothing\n\n", "nothing to verify"),
        (&packed[..packed.len() - 9], "broken zst data"),
        (&packed[..5], "broken zst data"),
    ] {
        let run = reynard_with_input(&["perft", "--suite", "-"], input);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{message}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn a_position_may_follow_the_depth() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let fields: Vec<&str> = kiwipete.split(' ').collect();
    for args in [&["perft", "2", kiwipete][..], &[&["perft", "2"], &fields[..]].concat()] {
        let run = reynard(&[args, &["--json"]].concat());
        let last = run.objects().pop().expect("the total");
        assert_eq!((run.code, last["nodes"].as_u64()), (0, Some(2039)), "{args:?}");
    }
    let played = reynard(&["perft", "--json", "1", "startpos", "e4", "d5"]);
    assert_eq!(played.objects().pop().expect("the total")["nodes"], 31);
}

#[test]
fn the_own_engine_counts_the_same() {
    let run = reynard(&["perft", "3", "--compare", "self"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert_eq!(run.stdout, "reynard counts the same: 8902 nodes at depth 3\n");
}

/// An engine that counts right but for 1. a3, after which it does not know 1... a6.
#[cfg(unix)]
#[test]
fn a_wrong_engine_is_followed_to_the_move_that_it_lacks() {
    let script = r#"
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        position*a2a3) after=a3 ;;
        position*) after=start ;;
        'go perft'*)
            if [ $after = start ]; then
                echo 'a2a3: 19'
                for move in b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4 \
                    b1a3 b1c3 g1f3 g1h3; do echo "$move: 20"; done
            else
                for move in b7b6 c7c6 d7d6 e7e6 f7f6 g7g6 h7h6 a7a5 b7b5 c7c5 d7d5 e7e5 f7f5 g7g5 h7h5 \
                    b8a6 b8c6 g8f6 g8h6; do echo "$move: 1"; done
            fi
            echo 'Nodes searched: 1' ;;
        quit) exit ;;
    esac
done
"#;
    let folder = Folder::new();
    let path = folder.file("wrong.sh", script);
    let engine = format!("/bin/sh,arg={path},name=wrong");
    let run = reynard(&["perft", "2", "--compare", &engine]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{run:?}");
    assert!(run.stdout.starts_with("Moves       a2a3\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("Difference  wrong does not have a7a6\n"), "{}", run.stdout);
}
