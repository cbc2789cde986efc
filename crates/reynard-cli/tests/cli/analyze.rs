//! `reynard analyze`

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use crate::folder::Folder;
use crate::run::{command, reynard, reynard_with_input, start};

#[cfg(unix)]
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1";

/// Black hangs the queen, and White mates by the fool's mate's cousin.
const GAME: &str = "\
[Event \"Test\"]
[White \"A\"]
[Black \"B & C\"]
[Result \"1-0\"]

1. e4 {my comment} e5 2. Bc4 Nc6 3. Qh5 Nf6 $1 {ouch [%clk 0:00:10]} 4. Qxf7# 1-0
";

#[test]
fn mates_are_from_whites_side() {
    for (turn, expected) in [("w", "     #1  "), ("b", "    #-1  ")] {
        let fen = if turn == "w" {
            format!("{BACK_RANK} w - -")
        } else {
            "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - -".to_owned()
        };
        let run = reynard(&["analyze", "--depth", "3", &fen]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        let line = run.stdout.lines().last().expect("a line");
        assert!(line.starts_with(expected), "{line}");
        assert!(line.ends_with("1. Ra8#") || line.ends_with("1... Ra1#"), "{line}");
    }
}

/// A claim and a dead position do not end a game.
#[test]
fn a_game_that_is_over_has_no_lines() {
    let back = ["startpos"].into_iter().chain(["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4));
    let repeated = back.collect::<Vec<_>>().join(" ");
    for (position, outcome) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("stalemate")),
        ("k7/8/8/8/8/8/8/7K w - - 0 1", Some("insufficient-material")),
        ("k7/8/8/8/8/8/7R/7K w - - 150 200", Some("seventy-five-moves")),
        (&repeated, Some("fivefold-repetition")),
        ("k7/8/8/8/8/8/7R/7K w - - 100 200", None),
        ("8/8/8/1k1p1p1p/1p1P1P1P/1P1K4/8/8 w - - 0 1", None),
    ] {
        let run = reynard(&["analyze", "--nodes", "100", "--json", position]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        let object = run.object();
        assert_eq!(object.get("outcome").and_then(|it| it.as_str()), outcome, "{object}");
        let is_open = outcome.is_none();
        assert_eq!(object.get("best").is_some(), is_open, "{object}");
        assert_eq!(object["lines"] != serde_json::json!([]), is_open, "{object}");
        let text = reynard(&["analyze", "--nodes", "100", position]);
        assert_eq!(text.code, 0, "{text:?}");
        assert_eq!(text.stdout.contains("\nOutcome "), !is_open, "{text:?}");
        assert_eq!(text.stdout.lines().count() == 2, !is_open, "{text:?}");
    }
}

#[test]
fn a_file_without_games_is_an_error() {
    let folder = Folder::new();
    let book = folder.file("book.bin", "\u{1}\u{2}neither a game nor a position\n");
    let run = reynard(&["analyze", "--depth", "1", &book]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    let (first, last) = run.stderr.split_once('\n').expect("two lines");
    assert!(
        first.contains("book.bin:1:1: ") && first.ends_with("is not part of a game"),
        "{run:?}"
    );
    assert_eq!(last, format!("{book}: there is no game in it\n"));
}

#[test]
fn several_lines_are_sorted_and_reproducible() {
    let args = ["analyze", "--nodes", "5000", "--multipv", "3", "--json"];
    let first = reynard(&args).object();
    assert_eq!(first["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let lines = first["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(first["best"], lines[0]["moves"][0]);
    // The search may end before the last lines have reached the depth of the first.
    let rank = |line: &serde_json::Value| (line["depth"].as_i64(), line["cp"].as_i64());
    assert!(lines.is_sorted_by(|one, next| rank(one) >= rank(next)), "{first}");
    let again = reynard(&args).object();
    assert_eq!(again["lines"], first["lines"]);
    assert_eq!(again["nodes"], first["nodes"]);
    // More lines than moves.
    let few = reynard(&[
        "analyze",
        "--depth",
        "2",
        "--multipv",
        "9",
        "--json",
        "7k/8/8/8/8/8/6q1/7K w - -",
    ]);
    assert_eq!(few.object()["lines"].as_array().map(Vec::len), Some(1));
}

#[test]
fn positions_without_moves_have_an_outcome() {
    for (fen, outcome) in [
        ("6kR/5ppp/8/8/8/8/5PPP/6K1 b - -", None),
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - -", Some("checkmate")),
        ("7k/5Q2/8/8/8/8/8/K7 b - -", Some("stalemate")),
        ("7k/8/8/8/8/8/8/K7 w - -", Some("insufficient-material")),
    ] {
        let run = reynard(&["analyze", "--depth", "1", "--json", fen]);
        let object = run.object();
        assert_eq!((run.code, object["outcome"].as_str()), (0, outcome), "{fen}");
        assert_eq!(object.get("best").is_some(), outcome.is_none(), "{object}");
    }
}

#[test]
fn chess960_castling_is_written_as_asked() {
    let fen = "4k3/8/8/8/8/8/5PPP/q2R2KR w H - 0 1";
    let run = reynard(&["analyze", "--depth", "1", "--json", "--multipv", "50", fen]);
    let object = run.object();
    assert_eq!(run.code, 0, "{run:?}");
    let moves = object["lines"].as_array().expect("lines");
    assert!(moves.iter().all(|line| line["moves"][0] != "g1g1"), "{object}");
}

#[test]
fn streams_are_answered_line_by_line() {
    let input = format!("{BACK_RANK} w - -\nrubbish\n8/8/8/8/8/8/8/K1k5 w - -\n");
    let run = reynard_with_input(&["analyze", "--depth", "2", "--json", "-"], input.as_bytes());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (1, 3), "{run:?}");
    assert_eq!(objects[0]["lines"][0]["mate"], 1);
    assert_eq!(objects[1]["ok"], false);
    assert_eq!(objects[2]["outcome"], "insufficient-material");
}

#[test]
fn invalid_input_is_refused() {
    for fen in ["8/8/8/8 w - -", "x y z w", "4k3/8/8/8/8/8/8/8 w - -"] {
        let run = reynard(&["analyze", fen]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{fen}");
    }
    for args in [
        &["analyze", "/no/such/file.pgn"][..],
        &["analyze", "--time", "-1", "x.pgn"],
        &["analyze", "--moves", "9-3", "x.pgn"],
        &["analyze", "--graph", "x.svg", "8/8/8/8/8/8/8/K1k5 w - -"],
        &["analyze", "--hash", "99999999999", "8/8/8/8/8/8/8/K1k5 w - -"],
        &["analyze", "a.pgn", "b.pgn"],
        &["analyze", "--engine", "/no/such/engine", "--depth", "1"],
        &["analyze", "--engine", "self,nodes=5", "--depth", "1"],
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn games_are_annotated_and_their_comments_kept() {
    let folder = Folder::new();
    let game = folder.file("game", GAME);
    let (annotated, graph) = (folder.path("out.pgn"), folder.path("graph.svg"));
    let args =
        ["analyze", "--nodes", "3000", &game, "-o", &annotated, "--graph", &graph, "--color=never"];
    let run = reynard(&args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(
        run.stdout.starts_with("A \u{2013} B & C  1-0\nC23 Bishop's Opening"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("\n  3... Nf6??"), "{}", run.stdout);
    let text = fs::read_to_string(&annotated).expect("the annotated game");
    for part in ["my comment", "ouch", "[%clk 0:00:10]", "[%eval #1]", "[Annotator \"Reynard"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // A person called the move good: that stays, and the better line is added.
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("3... Nf6 $1 {[%eval #1]") && words.contains("(3... "), "{text}");
    let svg = fs::read_to_string(&graph).expect("the graph");
    assert!(
        svg.starts_with("<svg ") && svg.contains("B &amp; C") && svg.contains("Nf6??"),
        "{svg}"
    );
    // What was written is read again as one good game with the same moves.
    let again = reynard(&["analyze", "--depth", "1", "--json", &annotated]);
    let object = again.object();
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(object["moves"][6]["san"], "Qxf7#");
    assert_eq!(object["moves"][6]["mate"], 0);
    let left = folder.names().len();
    assert_eq!(left, 3, "no part of a file is left");
}

#[test]
fn ranges_apply_to_every_game() {
    let input = format!("{GAME}\n[White \"C\"]\n\n*\n\n1. d4 d5 2. e5 *\n");
    let args = ["analyze", "--depth", "2", "--moves", "2-3", "--json", "-"];
    let run = reynard_with_input(&args, input.as_bytes());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (1, 3), "{run:?}");
    let moves = |game: usize| objects[game]["moves"].as_array().map_or(0, Vec::len);
    assert_eq!((moves(0), moves(1), moves(2)), (4, 0, 0), "the third game ends at an illegal move");
    assert_eq!(objects[0]["moves"][0]["san"], "Bc4");
    assert!(run.stderr.contains("e5"), "{}", run.stderr);
}

#[test]
fn compressed_games_are_read() {
    let folder = Folder::new();
    let packed = zstd::encode_all(GAME.as_bytes(), 1).expect("memory");
    let path = folder.path("games");
    fs::write(&path, &packed).expect("a writable folder");
    let run = reynard(&["analyze", "--depth", "1", "--json", &path]);
    assert_eq!((run.code, run.objects().len()), (0, 1), "{run:?}");
    fs::write(&path, &packed[..packed.len() - 9]).expect("a writable folder");
    let run = reynard(&["analyze", "--depth", "1", "--json", &path]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("games"), "{run:?}");
}

#[test]
fn empty_input_has_no_games() {
    let run = reynard_with_input(&["analyze", "-"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
}

#[test]
fn a_closed_pipe_is_silent() {
    let mut child = start(command(), &["analyze", "--depth", "1", "--multipv", "200"]);
    drop(child.stdout.take());
    let mut remarks = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut remarks).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), remarks.as_str()), (Some(0), ""));
}

#[test]
fn unwritable_outputs_are_errors() {
    let folder = Folder::new();
    let game = folder.file("game.pgn", GAME);
    let target = folder.path("no/such/folder.pgn");
    let run = reynard(&["analyze", "--depth", "1", &game, "-o", &target]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("no such folder") && !Path::new(&target).exists(),
        "{}",
        run.stderr
    );
}

#[test]
fn an_existing_output_is_replaced_only_by_all_games() {
    let folder = Folder::new();
    let none = folder.file("none.pgn", "no games\n");
    let precious = folder.file("precious.pgn", GAME);
    let run = reynard(&["analyze", &none, "--nodes", "50", "-o", &precious]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(fs::read_to_string(&precious).expect("the file"), GAME, "nothing to replace it by");
}

/// Ctrl-C ends a search with the lines found so far. A run over games ends with nothing written, a
/// list of positions with the current one.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_cleanly() {
    let folder = Folder::new();
    let game = folder.file("game.pgn", GAME);
    let target = folder.path("out.pgn");
    let list = folder.file("list.epd", &format!("{START}\n{START}\n"));
    let runs = [
        (&["analyze", "--time", "600"][..], "White  Chances"),
        (&["analyze", "--time", "600", "--engine", "self"], "White  Chances"),
        (&["analyze", "--time", "600", &list], "interrupted: this and the following positions"),
        (&["analyze", "--time", "600", &game, "-o", &target], "nothing is written"),
    ];
    for (args, told) in runs {
        // Until it searches, Ctrl-C ends a process at once; the last of these times is far longer
        // than that takes.
        let ends_cleanly = [300, 1_000, 3_000, 10_000].into_iter().any(|millis| {
            let (code, text) = interrupted(args, std::time::Duration::from_millis(millis));
            assert!(code.is_none_or(|code| code == 130), "{code:?}: {text}");
            code.is_some() && text.contains(told)
        });
        assert!(ends_cleanly, "{args:?} does not tell `{told}`");
    }
    assert!(!Path::new(&target).exists());
}

/// Runs the binary, sends it Ctrl-C after a time, and returns its exit code and all that it has
/// told.
#[cfg(unix)]
fn interrupted(args: &[&str], after: std::time::Duration) -> (Option<i32>, String) {
    let child = command().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the binary starts");
    std::thread::sleep(after);
    crate::run::send(rustix::process::Signal::INT, &child);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.into_owned())
}

/// What the work is for is written although nobody reads the summary.
#[test]
fn annotation_survives_a_closed_pipe() {
    let folder = Folder::new();
    let game = folder.file("games.pgn", &format!("{GAME}\n{GAME}\n{GAME}"));
    let target = folder.path("out.pgn");
    let mut child = command()
        .args(["analyze", "--depth", "1", &game, "-o", &target])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let text = fs::read_to_string(&target).expect("the annotated games");
    assert_eq!(text.matches("[Event ").count(), 3);
}

#[test]
fn a_mate_by_black_needs_no_number() {
    let folder = Folder::new();
    let game = folder.file("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let run = reynard(&["analyze", "--depth", "2", &game]);
    assert_eq!(run.code, 0, "{run:?}");
    let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Qh4# 0-1") && !words.contains("#-0"), "{words}");
    assert!(!run.stderr.contains("#-0"), "{}", run.stderr);
}

#[test]
fn truncation_is_reported_once() {
    let folder = Folder::new();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(GAME.repeat(50).as_bytes()).expect("memory");
    let packed = packer.finish().expect("memory");
    let path = folder.path("games.pgn.gz");
    fs::write(&path, &packed[..packed.len() / 2]).expect("a writable folder");
    let run = reynard(&["analyze", "--depth", "1", "--json", &path]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.stderr.matches("deflate").count(), 1, "{}", run.stderr);
}

#[test]
fn another_engine_analyzes_like_the_own_one() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let limits = ["analyze", "--json", "--depth", "7", "--multipv", "2", fen];
    let own = reynard(&limits).object();
    let args = [&limits[..], &["--engine", "self,option.UCI_ShowWDL=false"]].concat();
    let other = reynard(&args);
    assert_eq!((other.code, other.stderr.as_str()), (0, ""), "{other:?}");
    let other = other.object();
    assert_eq!(other["best"], own["best"]);
    let scores = |answer: &serde_json::Value| -> Vec<_> {
        let lines = answer["lines"].as_array().expect("lines");
        lines.iter().map(|line| (line["cp"].clone(), line["moves"][0].clone())).collect()
    };
    assert_eq!(scores(&other), scores(&own));
}

#[test]
fn another_engine_annotates_games_and_signs_them() {
    let run =
        reynard_with_input(&["analyze", "--depth", "3", "--engine", "self", "-"], GAME.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("[Annotator \"Reynard"), "{}", run.stdout);
    let text = run.stdout.replace('\n', " ");
    assert!(text.contains("Nf6 $1 {[%eval #1]"), "{text}");
}

#[test]
fn a_mistyped_option_of_an_engine_is_an_error_with_a_suggestion() {
    let run = reynard(&["analyze", "--engine", "self,option.Treads=2", "--depth", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("did you mean `Threads`?"), "{}", run.stderr);
}

#[test]
fn a_stream_without_games_or_positions_is_no_silent_success() {
    let run = reynard_with_input(&["analyze", "--nodes", "100", "-"], b"foo\nstartpos\n");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("there is no game in it"), "{run:?}");
    assert_eq!(reynard_with_input(&["analyze", "-"], b"\n \n").code, 0);
    let commented = b"\n# my positions\n8/8/8/8/8/8/8/K1k5 w - -\n\n \n";
    let run = reynard_with_input(&["analyze", "--depth", "1", "--json", "-"], commented);
    assert_eq!((run.code, run.objects().len()), (0, 1), "{run:?}");
}

#[test]
fn files_and_folders_are_annotated_together() {
    let folder = Folder::new();
    let first = folder.file("one.pgn", GAME);
    fs::create_dir_all(folder.path("more/deeper")).expect("a folder");
    folder.file("more/two.PGN", GAME);
    folder.file("more/deeper/three.pgn", GAME);
    folder.file("more/notes.txt", "no games");
    let more = folder.path("more");
    let run = reynard(&["analyze", "--depth", "1", "--json", &first, &more]);
    let games: Vec<_> = run.objects().iter().map(|game| game["game"].clone()).collect();
    assert_eq!((run.code, games), (0, vec![1.into(), 2.into(), 3.into()]), "{run:?}");
    let list = folder.file("list.epd", "8/8/8/8/8/8/8/K1k5 w - -\n");
    let mixed = reynard(&["analyze", "--depth", "1", &first, &list]);
    assert_eq!((mixed.code, mixed.stdout.as_str()), (2, ""), "{mixed:?}");
    assert!(mixed.stderr.contains("cannot be analyzed together"), "{}", mixed.stderr);
}

#[test]
fn several_lines_become_several_variations() {
    let annotated = |lines: &str| {
        let args = ["analyze", "--depth", "4", "--multipv", lines, "-"];
        let run = reynard_with_input(&args, GAME.as_bytes());
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout
    };
    let (one, three) = (annotated("1"), annotated("3"));
    // A line may end within the brackets.
    let variations = |text: &str| text.replace('\n', " ").matches("(3... ").count();
    assert_eq!((variations(&one), variations(&three)), (1, 3), "{three}");
}
