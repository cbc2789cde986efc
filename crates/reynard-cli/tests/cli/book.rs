//! `reynard book`

use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::run::{Run, reynard, reynard_in, reynard_with_input};

/// A folder for one test, with the samples of the documents in it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
        for name in ["openings.pgn", "openings.bin"] {
            fs::copy(samples.join(name), folder.path().join(name)).expect("a sample");
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, args: &[&str]) -> Run {
        let args: Vec<&str> = ["book"].into_iter().chain(args.iter().copied()).collect();
        reynard_in(self.path(), &args)
    }

    fn write(&self, name: &str, content: &[u8]) {
        fs::write(self.path().join(name), content).expect("a writable folder");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).expect(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).expect("the folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// An entry for the start position.
fn start_entry(m: u16, weight: u16) -> Vec<u8> {
    let mut bytes = 0x463B_9618_1691_FC9C_u64.to_be_bytes().to_vec();
    bytes.extend(m.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

const E2E4: u16 = 0o1434;

/// Bytes that mean nothing.
fn noise(len: u64) -> Vec<u8> {
    (1..=len).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes()[2]).collect()
}

#[test]
fn a_book_is_made_of_the_other_files_if_one_is_cut_off() {
    let folder = Folder::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all("[Event \"x\"]\n\n1. d4 d5 1-0\n\n".repeat(50).as_bytes()).expect("memory");
    let packed = packed.finish().expect("memory");
    folder.write("cut.pgn.gz", &packed[..packed.len() - 9]);
    folder.write("last.pgn", b"[Event \"x\"]\n\n1. c4 e5 1-0\n");
    let make = |files: &[&str]| {
        folder.run(&[&["make", "--min-games", "1", "-o", "new.bin"], files].concat())
    };
    let run = make(&["openings.pgn", "cut.pgn.gz", "last.pgn"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("error: cut.pgn.gz: "), "{run:?}");
    let moves = folder.run(&["probe", "new.bin"]).stdout;
    assert!(moves.contains("c4") && moves.contains("e4"), "{moves}");
    // Alone it is an error, and a missing file always is.
    fs::remove_file(folder.path().join("new.bin")).expect("the book");
    for (files, reason) in [
        (&["cut.pgn.gz"][..], "error: cut.pgn.gz: "),
        (&["openings.pgn", "missing.pgn"], "missing.pgn"),
    ] {
        let run = make(files);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason), "{run:?}");
        assert!(!folder.path().join("new.bin").exists());
    }
}

#[test]
fn the_sample_is_made_of_the_sample_games() {
    let folder = Folder::new();
    let run = folder.run(&["make", "openings.pgn", "--min-games", "1", "-o", "again.bin"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
    assert_eq!(folder.read("again.bin"), folder.read("openings.bin"));
}

/// Enough games for several pieces, with more moves than fit into the smallest memory.
#[test]
fn memory_and_threads_change_nothing() {
    let folder = Folder::new();
    folder.write("many.pgn", &folder.read("openings.pgn").repeat(600));
    let book = |memory: &str, threads: &str| {
        let args = ["make", "many.pgn", "--memory", memory, "--threads", threads, "-o", "out.bin"];
        let run = folder.run(&args);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stderr.starts_with("10800 games, 0 left out, 0 with errors"), "{run:?}");
        folder.read("out.bin")
    };
    let expected = book("512", "1");
    assert_eq!(expected.len(), 99 * 16);
    for (memory, threads) in [("512", "3"), ("1", "1"), ("1", "2"), ("1", "7")] {
        assert!(book(memory, threads) == expected, "{memory} MiB, {threads} threads");
    }
}

/// Packed files are seen for what they are.
#[test]
fn packed_games_are_unpacked() {
    let folder = Folder::new();
    // One frame that holds the text as it is: RFC 8878.
    let text = folder.read("openings.pgn");
    let len = u32::try_from(text.len()).expect("a small file");
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    packed.extend(len.to_le_bytes());
    packed.extend(&(len << 3 | 1).to_le_bytes()[..3]);
    packed.extend(&text);
    folder.write("games.pgn", &packed);
    let run = folder.run(&["make", "games.pgn", "--min-games", "1", "-o", "out.bin"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.read("out.bin"), folder.read("openings.bin"));
    folder.write("cut.pgn", &packed[..packed.len() / 2]);
    let cut = folder.run(&["make", "cut.pgn", "-o", "out.bin"]);
    assert_eq!(cut.code, 2, "{cut:?}");
    assert!(cut.stderr.starts_with("error: cut.pgn: "), "{}", cut.stderr);
    assert_eq!(folder.read("out.bin"), folder.read("openings.bin"), "the old book is still there");
}

#[test]
fn games_come_from_several_files_and_standard_input() {
    let folder = Folder::new();
    let text = String::from_utf8(folder.read("openings.pgn")).expect("text");
    let cut = text.match_indices("[Event ").nth(7).expect("18 games").0;
    folder.write("a.pgn", &text.as_bytes()[..cut]);
    folder.write("b.pgn", &text.as_bytes()[cut..]);
    let run = folder.run(&["make", "a.pgn", "b.pgn", "--min-games", "1", "-o", "ab.bin"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.read("ab.bin"), folder.read("openings.bin"));
    let target = folder.path().join("piped.bin");
    let target = target.to_str().expect("a plain path");
    let args = ["book", "make", "-", "--min-games", "1", "-o", target, "--json"];
    let run = reynard_with_input(&args, text.as_bytes());
    let object = run.object();
    assert_eq!((&object["games"], &object["entries"]), (&json!(18), &json!(99)));
    assert_eq!(folder.read("piped.bin"), folder.read("openings.bin"));
}

#[test]
fn options_choose_games_and_moves() {
    let folder = Folder::new();
    folder.write(
        "games.pgn",
        b"[Event \"a\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
          [Event \"b\"]\n[WhiteElo \"2500\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 0-1\n\n\
          [Event \"c\"]\n\n1. d4 (1. c4) d5 *\n",
    );
    let entries = |options: &[&str]| {
        let one = if options.contains(&"--min-games") { &[][..] } else { &["--min-games", "1"] };
        let args = [&["make", "games.pgn", "-o", "out.bin"], one, options].concat();
        // An empty book does not replace another one.
        let _ = fs::remove_file(folder.path().join("out.bin"));
        let run = folder.run(&args);
        assert_eq!(run.code, 0, "{options:?}: {run:?}");
        let dump = folder.run(&["dump", "--flat", "out.bin"]).stdout;
        let mut moves: Vec<String> = dump
            .lines()
            .map(|line| line.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" "))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(entries(&[]), ["d2d4 1", "d7d5 3", "e2e4 2"]);
    assert_eq!(entries(&["--side", "black"]), ["d7d5 3"]);
    assert_eq!(entries(&["--max-ply", "1"]), ["d2d4 1", "e2e4 2"]);
    assert_eq!(entries(&["--max-ply", "0"]), [""; 0]);
    assert_eq!(entries(&["--min-elo", "2400"]), ["e2e4 2"]);
    assert_eq!(entries(&["--min-elo", "2401"]), [""; 0]);
    assert_eq!(entries(&["--min-score", "50"]), ["d7d5 3", "e2e4 2"]);
    assert_eq!(entries(&["--min-games", "2"]), ["d2d4 1", "d7d5 3"]);
    assert_eq!(entries(&["--uniform"]), ["d2d4 1", "d7d5 1", "e2e4 1"]);
}

#[test]
fn errors_in_games_are_told_and_the_moves_before_count() {
    let folder = Folder::new();
    folder.write("games.pgn", b"[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n");
    let run = folder.run(&["make", "games.pgn", "--min-games", "1", "-o", "out.bin"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("error: games.pgn:3:13: `Ke3`"), "{}", run.stderr);
    assert!(run.stderr.contains("1 game, 0 left out, 1 with errors"), "{}", run.stderr);
    assert_eq!(folder.run(&["probe", "out.bin", "--choose"]).stdout, "e2e4\n");
}

#[test]
fn what_is_no_collection_of_games_makes_an_empty_book() {
    let folder = Folder::new();
    let rubbish = noise(100_000);
    folder.write("rubbish.pgn", &rubbish);
    folder.write("empty.pgn", b"");
    for name in ["rubbish.pgn", "empty.pgn"] {
        let run = folder.run(&["make", name, "-o", "out.bin"]);
        assert!((0..2).contains(&run.code), "{name}: {run:?}");
        assert_eq!(folder.read("out.bin"), b"");
    }
}

#[test]
fn a_book_is_there_whole_or_not_at_all() {
    let folder = Folder::new();
    folder.write("old.bin", b"old");
    let before = folder.names();
    // The second file does not exist; nothing has been written by then.
    let run = folder.run(&["make", "openings.pgn", "missing.pgn", "-o", "old.bin"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: missing.pgn: "), "{}", run.stderr);
    // The second book is not sorted, which is seen while the first is being written.
    let unsorted = [&vec![0xff; 16][..], &start_entry(E2E4, 1)].concat();
    folder.write("unsorted.bin", &unsorted);
    let run = folder.run(&["merge", "openings.bin", "unsorted.bin", "-o", "old.bin"]);
    assert_eq!(run.code, 2);
    let error = "error: unsorted.bin: the book is not sorted";
    assert!(run.stderr.starts_with(error), "a fault of reading: {}", run.stderr);
    fs::remove_file(folder.path().join("unsorted.bin")).expect("the file can go");
    assert_eq!((folder.read("old.bin"), folder.names()), (b"old".to_vec(), before));
}

#[test]
fn positions_are_probed_line_by_line() {
    let folder = Folder::new();
    let book = folder.path().join("openings.bin");
    let input = format!("{START}\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - -\n");
    let args = ["book", "probe", "--json", book.to_str().expect("a plain path"), "-"];
    let run = reynard_with_input(&args, input.as_bytes());
    assert_eq!(run.code, 1);
    let [start, nonsense, unknown] = &run.objects()[..] else { panic!("{run:?}") };
    assert_eq!(start["moves"][0]["san"], "e4");
    assert_eq!(
        (&start["key"], &start["moves"][0]["weight"]),
        (&json!("463b96181691fc9c"), &json!(13))
    );
    assert_eq!(nonsense["ok"], false);
    assert_eq!(unknown["moves"], json!([]));
    let plain = folder.run(&["probe", "openings.bin", "4k3/8/8/8/8/8/8/4K3 w - -"]);
    assert_eq!((plain.code, plain.stdout.as_str()), (0, ""));
    assert_eq!(plain.stderr, "the book has no move for this position\n");
}

#[test]
fn moves_are_chosen_by_chance_or_by_a_seed() {
    let folder = Folder::new();
    let chosen =
        |args: &[&str]| folder.run(&[&["probe", "openings.bin", "--choose"], args].concat());
    let known = ["e2e4\n", "d2d4\n", "g1f3\n"];
    assert!(known.contains(&chosen(&[]).stdout.as_str()));
    assert_eq!(chosen(&["--seed", "7"]).stdout, chosen(&["--seed", "7"]).stdout);
    // Each line of a stream has a number of its own.
    let book = folder.path().join("openings.bin");
    let book = book.to_str().expect("a plain path");
    let args = ["book", "probe", book, "--choose", "--seed", "1", "-"];
    let stream = reynard_with_input(&args, format!("{START}\n").repeat(200).as_bytes()).stdout;
    assert_eq!(stream.lines().count(), 200);
    for text in known {
        assert!(stream.contains(text), "{text} is never chosen");
    }
    let none =
        folder.run(&["probe", "openings.bin", "--choose", "--json", "4k3/8/8/8/8/8/8/4K3 w"]);
    assert_eq!(none.object()["choice"], json!(null));
}

#[test]
fn broken_books_are_reported_and_used() {
    let folder = Folder::new();
    let bytes = [&vec![0xff; 16][..], &start_entry(E2E4, 2), &start_entry(0, 9), b"odd"].concat();
    folder.write("broken.bin", &bytes);
    let check = folder.run(&["check", "--json", "broken.bin"]);
    assert_eq!(check.code, 1);
    let kinds: Vec<String> = check
        .objects()
        .iter()
        .filter_map(|object| object["kind"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(kinds, ["unknown-promotion", "unsorted", "zero-move", "trailing-bytes"]);
    let probe = folder.run(&["probe", "broken.bin"]);
    assert_eq!(probe.code, 1);
    assert!(probe.stdout.contains("e4            2   100.00"), "{}", probe.stdout);
    for word in ["trailing-bytes: 3 bytes", "unsorted: ", "zero-move: "] {
        assert!(probe.stderr.contains(word), "{word} in {}", probe.stderr);
    }
    assert_eq!(folder.run(&["dump", "broken.bin"]).code, 2);
    let sorted = folder.run(&["merge", "--sort", "broken.bin", "-o", "sorted.bin"]);
    assert_eq!(sorted.code, 0);
    assert_eq!(folder.read("sorted.bin"), start_entry(E2E4, 2));
}

#[test]
fn files_that_are_not_books_are_called_what_they_are() {
    let folder = Folder::new();
    folder.write("notes.txt", "Openings that I have to look at\n".repeat(9).as_bytes());
    folder.write("a.pgn", b"[Event \"x\"]\n[White \"Morphy\"]\n\n1. e4 *\n");
    let book = zstd::encode_all(&folder.read("openings.bin")[..], 1).expect("memory");
    folder.write("a.bin.zst", &book);
    for (name, beginning) in [
        ("a.bin.xz", &b"\xfd7zXZ\0"[..]),
        ("a.bin.7z", b"7z\xbc\xaf\x27\x1c"),
        ("a.bin.rar", b"Rar!\x1a\x07\x01\0"),
    ] {
        folder.write(name, &[beginning, &book].concat());
    }
    for (name, text) in [
        ("a.pgn", "games in PGN, not a Polyglot book: `reynard book make -o BOOK.bin a.pgn`"),
        ("notes.txt", "a text, not a Polyglot book"),
        ("a.bin.zst", "packed as .zst, not a Polyglot book: unpack it first"),
        ("a.bin.xz", "packed as .xz, not a Polyglot book: unpack it first"),
        ("a.bin.7z", "packed as .7z, not a Polyglot book: unpack it first"),
        ("a.bin.rar", "packed as .rar, not a Polyglot book: unpack it first"),
    ] {
        for args in [
            &["check", name][..],
            &["probe", name],
            &["dump", name],
            &["merge", "--sort", name, "openings.bin", "-o", "out.bin"],
            &["compare", "openings.bin", name],
        ] {
            let run = folder.run(args);
            assert_eq!(run.code, 2, "{args:?}: {run:?}");
            assert!(run.stderr.starts_with(&format!("error: {name}: {text}")), "{}", run.stderr);
        }
    }
}

#[test]
fn rubbish_is_a_book_with_diagnostics() {
    let folder = Folder::new();
    let noise = noise(10_007);
    folder.write("noise.bin", &noise);
    for args in [
        &["check", "noise.bin"][..],
        &["probe", "noise.bin"],
        &["dump", "noise.bin"],
        &["dump", "--flat", "noise.bin"],
        &["merge", "--sort", "noise.bin", "openings.bin", "-o", "out.bin"],
        &["filter", "--sort", "--top", "1", "--side", "white", "noise.bin", "-o", "out.bin"],
        &["compare", "--sort", "noise.bin", "openings.bin"],
    ] {
        let run = folder.run(args);
        assert!((0..3).contains(&run.code), "{args:?}: {run:?}");
        assert!(!run.stderr.contains("panicked"), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn differences_are_counted_and_listed_as_moves_where_moves_lead_to_the_position() {
    let folder = Folder::new();
    folder.run(&["make", "openings.pgn", "--min-games", "1", "--max-ply", "2", "-o", "one.bin"]);
    let mut two = folder.read("one.bin");
    let key = 0x0001_u64.to_be_bytes();
    let stray = [&key[..], &E2E4.to_be_bytes(), &[0, 5, 0, 0, 0, 0]].concat();
    two.splice(0..0, stray);
    let last = two.len() - 5;
    two[last] += 1;
    folder.write("two.bin", &two);
    let run = folder.run(&["compare", "one.bin", "two.bin"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.ends_with("1 changed, 0 only in the first, 1 only in the second\n"),
        "{run:?}"
    );
    let run = folder.run(&["compare", "--list", "one.bin", "two.bin"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].contains(": ~ ") && !lines[0].contains("1691fc9c"), "{run:?}");
    assert_eq!(lines[1], "0000000000000001: + e2e4 5");
}

#[test]
fn an_empty_book_is_noted() {
    let folder = Folder::new();
    folder.write("empty.bin", b"");
    folder.write("empty.pgn", b"");
    let probe = folder.run(&["probe", "empty.bin"]);
    assert!(probe.stderr.contains("empty.bin: note: the book is empty"), "{probe:?}");
    let make = folder.run(&["make", "empty.pgn", "-o", "new.bin"]);
    assert!(make.code == 0 && make.stderr.contains("note: no games found"), "{make:?}");
    folder.write("one.pgn", b"1. e4 e5 *\n");
    let make = folder.run(&["make", "one.pgn", "-o", "new.bin"]);
    assert!(make.stderr.contains("no move occurs in 3 games (--min-games)"), "{make:?}");
    let cause = |options: &[&str]| {
        let make = folder.run(&[&["make", "one.pgn", "-o", "new.bin"], options].concat());
        let (_, cause) = make.stderr.split_once("the book is empty: ").expect("a note");
        cause.trim_end().to_owned()
    };
    for (options, expected) in [
        (&[][..], "no move occurs in 3 games (--min-games)"),
        (&["--min-elo", "2400"], "no game has two players rated 2400 or more (--min-elo)"),
        (&["--max-ply", "0"], "no move counts (--max-ply)"),
        (&["--max-ply", "1", "--side", "black"], "the games have no moves of this side (--side)"),
        (&["--min-games", "1", "--min-score", "60"], "no move scores 60 % (--min-score)"),
        (
            &["--min-score", "60"],
            "no move occurs in 3 games (--min-games) and scores 60 % (--min-score)",
        ),
    ] {
        assert_eq!(cause(options), expected, "{options:?}");
    }
    folder.write("one.pgn", b"1. e4 0-1\n");
    assert_eq!(cause(&["--min-games", "1"]), "no move scores a point");
    folder.write("one.pgn", b"1. e4 0-1\n\n[WhiteElo \"2500\"]\n[BlackElo \"2500\"]\n\n1. e4 *\n");
    assert_eq!(
        cause(&["--min-elo", "2400", "--min-games", "2"]),
        "no move occurs in 2 games (--min-games); 1 game left out (--min-elo)"
    );
}

#[test]
fn a_book_is_made_of_a_folder_and_one_bad_game_is_no_failure() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("games")).expect("a writable folder");
    folder.write("games/a.pgn", b"1. e4 e5 2. Ke3 *\n");
    folder.write("games/b.pgn", b"1. e4 c5 *\n");
    let args = ["make", "games", "--min-games", "1", "-o", "new.bin"];
    let run = folder.run(&args);
    assert!(run.code == 0 && run.stderr.contains("2 games, 0 left out, 1 with errors"), "{run:?}");
    let strict = folder.run(&[&args[..], &["--fail-on-error"]].concat());
    assert_eq!(strict.code, 1);
}

#[test]
fn differences_have_an_exit_code_and_fields() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["compare", "openings.bin", "openings.bin"]).code, 0);
    folder.write("one.bin", &start_entry(E2E4, 1));
    folder.write("two.bin", &[start_entry(E2E4, 2), start_entry(E2E4 - 1, 3)].concat());
    let run = folder.run(&["compare", "--json", "one.bin", "two.bin"]);
    assert_eq!(run.code, 1);
    let numbers = |weight: u16| json!({ "weight": weight, "learn": 0 });
    let key = "463b96181691fc9c";
    assert_eq!(
        run.objects(),
        [
            json!({ "key": key, "move": "e2d4", "first": null, "second": numbers(3) }),
            json!({ "key": key, "move": "e2e4", "first": numbers(1), "second": numbers(2) }),
            json!({ "equal": 0, "changed": 1, "first": 0, "second": 1 }),
        ]
    );
}

#[test]
fn illegal_moves_are_reported_where_positions_are_known() {
    let folder = Folder::new();
    folder.write("illegal.bin", &[start_entry(E2E4 - 1, 3), start_entry(E2E4, 1)].concat());
    let dump = folder.run(&["dump", "illegal.bin"]);
    assert_eq!((dump.code, dump.stdout.as_str()), (1, "start: e4 1\n"));
    assert!(dump.stderr.contains("illegal-move: e2d4"), "{}", dump.stderr);
    let probe = folder.run(&["probe", "--json", "illegal.bin"]);
    assert_eq!(probe.code, 1);
    assert_eq!(probe.object()["rejected"][0]["kind"], "illegal-move");
}

#[test]
fn mistyped_arguments_are_usage_errors() {
    for (args, hint) in [
        (&["book", "prob"][..], "'probe'"),
        (&["book", "make", "x.pgn"], "--output <BOOK>"),
        (&["book", "make", "x.pgn", "-o", "y", "--min-score", "101"], "0 to 100"),
        (&["book", "make", "x.pgn", "-o", "y", "--min-score", "nan"], "0 to 100"),
        (&["book", "merge", "x.bin", "-o", "y", "--policy", "frist"], "'first'"),
        (&["book", "probe", "no/such/book.bin"], "cannot read no/such/book.bin"),
        (&["book", "probe", "/"], "/ is a folder"),
        (&["book", "make", "x.pgn", "-o", "no/such/y"], "error: cannot write no/such/y: "),
        (&["book", "probe", "x", "--seed", "1"], "--choose"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(hint), "{args:?}: {}", run.stderr);
    }
}
