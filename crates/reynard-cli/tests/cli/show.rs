//! `reynard show`

use std::fs;

use crate::folder::Folder;
use crate::run::{command, reynard, reynard_with_input};

const SCHOLARS_MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

#[test]
fn the_start_position_is_the_default() {
    let run = reynard(&["show"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │\n"), "{}", run.stdout);
    assert!(run.stdout.contains("463b96181691fc9c"), "the Polyglot key of the start position");
    assert!(!run.stdout.contains('\u{1b}'), "no colors into a pipe");
}

#[test]
fn letters_are_drawn_where_asked_for() {
    let run = reynard(&["show", "--ascii", SCHOLARS_MATE]);
    assert!(run.stdout.is_ascii());
    assert!(run.stdout.contains("7 | p p p p . Q p p |\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Outcome     White wins by checkmate\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Checkers    f7\n"), "{}", run.stdout);
}

#[test]
fn json_has_all_that_is_drawn() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    let object = reynard(&["show", "--json", fen]).object();
    assert_eq!(object["fen"], fen);
    assert_eq!(object["turn"], "black");
    assert_eq!(object["castling"], "KQkq");
    assert_eq!(object["en_passant"], "e3");
    assert_eq!(object["key"].as_str().map(str::len), Some(16));
    let start = reynard(&["show", "--json"]).object();
    assert_eq!(start.get("en_passant"), None);
}

#[test]
fn colors_are_used_when_asked_for_and_not_refused() {
    let colored = reynard(&["show", "--color", "always", SCHOLARS_MATE]);
    assert!(colored.stdout.contains("\u{1b}[48;5;167m ♚ "), "the mated king stands out");
    let plain = reynard(&["show", "--color", "never"]);
    assert!(!plain.stdout.contains('\u{1b}'));
    let no_color = command().env("NO_COLOR", "1").arg("show").output().expect("it runs").stdout;
    assert!(!no_color.contains(&0x1b));
}

#[test]
fn a_stream_of_positions_is_drawn_one_by_one() {
    let input = format!("{SCHOLARS_MATE}\nnonsense\n{SCHOLARS_MATE}\n");
    let run = reynard_with_input(&["show", "--ascii", "-"], input.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(run.stdout.matches("a b c d e f g h").count(), 2);
    assert!(run.stderr.starts_with("line 2: syntax: "), "{}", run.stderr);
}

#[test]
fn a_picture_is_written_to_a_file() {
    let folder = Folder::new();
    let path = folder.path("board.svg");
    let run = reynard(&["show", "--svg", &path, SCHOLARS_MATE]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let svg = fs::read_to_string(&path).expect("the picture");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
}

#[test]
fn a_stream_is_drawn_into_numbered_pictures() {
    let folder = Folder::new();
    let svg = folder.path("board.svg");
    let input = format!("startpos\n{SCHOLARS_MATE}\n");
    let run = reynard_with_input(&["show", "--svg", &svg, "-"], input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let first = fs::read_to_string(&svg).expect("the first picture");
    let second = fs::read_to_string(folder.path("board-2.svg")).expect("the second picture");
    assert!(first.starts_with("<svg ") && second.starts_with("<svg ") && first != second);
}

#[test]
fn moves_behind_a_position_are_played() {
    for words in [
        &["startpos", "e4", "e5"][..],
        &["startpos", "moves", "e2e4", "e7e5"],
        &["startpos 1. e4 e5"],
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1", "1.e4", "e5"],
    ] {
        let run = reynard(&[&["show", "--json"], words].concat());
        let object = run.object();
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!((run.code, object["fen"].as_str()), (0, Some(fen)), "{words:?}");
    }
    let run = reynard(&["show", "startpos", "e4", "e6", "Nf4"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    assert!(run.stderr.contains("Nf4") && run.stderr.contains("did you mean"), "{}", run.stderr);
}

#[test]
fn the_options_of_a_diagram_change_it() {
    let folder = Folder::new();
    let svg = folder.path("board.svg");
    let mut seen = Vec::new();
    for options in [
        &["--size", "400"][..],
        &["--flip"],
        &["--last-move"],
        &["--last-move=d2d4"],
        &["--arrows", "e2e4,Rg8f6,Yd5"],
        &["--size", "128"],
        &["--coordinates", "none"],
        &["--theme", "sea"],
    ] {
        let run = reynard(&[&["show", "--svg", &svg], options, &["startpos", "e4"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{options:?}");
        seen.push(fs::read_to_string(&svg).expect("the picture"));
    }
    for (index, svg) in seen.iter().enumerate() {
        assert!(!seen[..index].contains(svg), "picture {index} is like an earlier one");
    }
    let run = reynard(&["show", "--arrows", "e2e9", "startpos"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_ply_of_a_game_in_a_file_is_shown() {
    let folder = Folder::new();
    let file = folder.path("games.pgn");
    let svg = folder.path("ply.svg");
    fs::write(&file, "1. d4 d5 *\n\n[White \"B\"]\n\n1. e4 {[%cal Re7e5]} c5 2. Nf3 *\n")
        .expect("a writable folder");
    let shown = |args: &[&str]| reynard(&[&["show", "--json", &file], args].concat());
    let fen = |args: &[&str]| shown(args).object()["fen"].as_str().map(str::to_owned);
    let last = fen(&["--game", "2"]).expect("a position");
    assert!(last.ends_with("RNBQKB1R b KQkq - 1 2"), "{last}");
    assert!(fen(&[]).expect("a position").contains(" w KQkq - 0 2"));
    assert!(fen(&["--ply", "0"]).expect("a position").ends_with("w KQkq - 0 1"));
    let run = shown(&["--game", "2", "--ply", "1", "--svg", &svg]);
    assert_eq!(run.code, 0, "{run:?}");
    let picture = fs::read_to_string(&svg).expect("the picture");
    assert!(picture.to_lowercase().contains("c2322a"), "the annotator's arrow is red");
    assert_eq!(shown(&["--game", "3"]).code, 2);
    assert_eq!(shown(&["--ply", "9"]).code, 2);
}

#[test]
fn a_file_that_is_not_there_is_no_position() {
    let folder = Folder::new();
    let (none, of_none) = (folder.path("none"), folder.path("nodir/none.pgn"));
    let nothing = "no such file, and not a FEN";
    for (word, error) in [
        ("nothere.pgn", format!("nothere.pgn: {nothing}")),
        (none.as_str(), format!("{none}: {nothing}")),
        (of_none.as_str(), format!("{of_none}: {nothing}")),
        ("startpso", format!("startpso: {nothing}; did you mean startpos?")),
        (&*folder.path(""), format!("{}: it is a folder: name the files in it", folder.path(""))),
    ] {
        for options in [&[][..], &["--json"], &["--ply", "3"]] {
            let run = reynard(&[&["show", word], options].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
            assert_eq!(run.stderr, format!("error: {error}\n"));
        }
    }
    // A board with a mistake is one.
    let run = reynard(&["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX"]);
    assert!(run.code == 1 && run.stderr.starts_with("syntax: "), "{run:?}");
}

const REPEATED: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 {[%csl Rg1] [#]} 3. Nf3 Nf6 4. Ng1 Ng8 *\n";

#[test]
fn a_record_of_epd_is_shown_with_its_id() {
    let record = "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"a mate\";";
    let shown = reynard(&["show", "--ascii", record]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.stdout.contains("Id          a mate\n"), "{}", shown.stdout);
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.epd"), format!("{record}\n{record}\n")).expect("a file");
    let svg = folder.path().join("d.svg");
    let run = reynard(&[
        "show",
        "--svg",
        &svg.to_string_lossy(),
        &folder.path().join("a.epd").to_string_lossy(),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = fs::read_to_string(folder.path().join("d-2.svg")).expect("a second diagram");
    assert!(text.contains("<title>a mate: White to move, "), "{text}");
    // What judges FENs still refuses it, and other commands read it.
    assert_eq!(reynard(&["fen", record]).code, 1);
    assert_eq!(reynard(&["moves", record]).code, 0);
}

#[test]
fn a_move_is_counted_as_people_count() {
    let fen = |args: &[&str]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("g.pgn");
        fs::write(&path, REPEATED).expect("a file");
        let path = path.to_string_lossy();
        reynard(&[&["show", "--json"], args, &[&path]].concat())
    };
    for (value, clock) in [("1", 1), ("1w", 1), ("1b", 2), ("3", 5), ("4b", 8)] {
        assert_eq!(fen(&["--move", value]).object()["halfmove_clock"], clock, "{value}");
    }
    for value in ["0", "x", "5", "1c"] {
        assert_eq!(fen(&["--move", value]).code, 2, "{value}");
    }
    let third = fen(&["--move", "4b"]).object();
    assert_eq!(
        (&third["repetitions"], &third["claim"]),
        (&3.into(), &"threefold-repetition".into())
    );
    let marked = fen(&["--marked"]).object();
    assert_eq!((&marked["repetitions"], &marked["id"]), (&2.into(), &"A \u{2013} B".into()));
}

#[test]
fn fifty_moves_are_a_claim() {
    let object = reynard(&["show", "--json", "4k3/8/8/8/8/8/8/4K2R w K - 100 80"]).object();
    assert_eq!(object["claim"], "fifty-moves");
    let text = reynard(&["show", "4k3/8/8/8/8/8/8/4K2R w K - 100 80"]).stdout;
    assert!(text.contains("Claim       draw by the fifty-move rule\n"), "{text}");
}

#[test]
fn names_of_other_formats_and_absurd_sizes_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["x.png", "x.JPG", "x.pdf"] {
        let path = folder.path().join(name);
        let run = reynard(&["show", "--svg", &path.to_string_lossy()]);
        assert!(run.code == 2 && run.stderr.contains("--svg does not write"), "{run:?}");
        assert!(!path.exists());
    }
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/immortal.pgn");
    let path = folder.path().join("x.png");
    let png = &*path.to_string_lossy();
    for args in [
        &["analyze", samples, "--nodes", "1", "--graph", png][..],
        &["spsa", "self,nodes=1", "--all", "--pairs", "1", "--plot", png],
    ] {
        let run = reynard(args);
        assert!(run.code == 2 && run.stderr.contains(" writes svg, not png"), "{run:?}");
        assert!(!path.exists());
    }
    assert_eq!(reynard(&["show", "--size", "100000"]).code, 2);
    assert_eq!(reynard(&["show", "--sheet", "9x9x9"]).code, 2);
}

#[cfg(not(feature = "pictures"))]
#[test]
fn a_build_without_pictures_says_how_to_get_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (option, name) in [("--png", "x.png"), ("--gif", "x.gif"), ("--pdf", "x.pdf")] {
        let path = folder.path().join(name);
        let run = reynard(&["show", option, &path.to_string_lossy()]);
        assert!(run.code == 2 && run.stderr.contains("--features pictures"), "{run:?}");
        assert!(!path.exists());
    }
}

#[cfg(feature = "pictures")]
#[test]
fn pictures_have_their_format_and_size() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(folder.path().join("g.pgn"), REPEATED).expect("a file");
    for coordinates in ["inside", "outside", "none"] {
        for flip in [&[][..], &["--flip"]] {
            let png = path("a.png");
            let args = [
                "show",
                "--png",
                &png,
                "--size",
                "200",
                "--coordinates",
                coordinates,
                "--arrows",
                "e2e4,Ra1",
            ];
            assert_eq!(reynard(&[&args[..], flip].concat()).code, 0);
            let bytes = fs::read(&png).expect("a picture");
            assert!(bytes.starts_with(b"\x89PNG") && bytes[16..24] == [0, 0, 0, 200, 0, 0, 0, 200]);
        }
    }
    let run = reynard(&[
        "show",
        "--gif",
        &path("g.gif"),
        "--size",
        "64",
        "--pace",
        "0.5",
        &path("g.pgn"),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let gif = fs::read(path("g.gif")).expect("an animation");
    let frames = gif.windows(4).filter(|it| *it == [0x21, 0xF9, 4, 4]).count();
    assert_eq!((&gif[..6], frames), (&b"GIF89a"[..], 9));
    let epd = "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"M\u{fc}ller \u{6f22}\";\n".repeat(7);
    fs::write(folder.path().join("p.epd"), epd).expect("a file");
    let run = reynard(&[
        "show",
        "--pdf",
        &path("p.pdf"),
        "--sheet",
        "2x3",
        "--paper",
        "letter",
        &path("p.epd"),
    ]);
    assert!(run.code == 0 && run.stderr.contains("lacks \u{6f22}"), "{run:?}");
    let pdf = String::from_utf8_lossy(&fs::read(path("p.pdf")).expect("sheets")).into_owned();
    // Two pages of diagrams and one of solutions.
    assert!(
        pdf.contains("/ToUnicode")
            && pdf.contains("/Count 3")
            && pdf.contains("[0 0 612.00 792.00]")
    );
    assert_eq!(reynard(&["show", "--png", &path("b.png"), "--size", "16000"]).code, 2);
}

#[test]
fn pieces_that_are_not_a_position_are_drawn_all_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("knight.svg").to_string_lossy().into_owned();
    // A lesson on the knight needs no kings.
    let lesson = "8/8/8/4N3/8/8/8/8 w - - 0 1";
    let run = reynard(&["show", "--ascii", "--svg", &path, lesson]);
    assert!(run.code == 1 && run.stdout.contains("5 | . . . . N . . . |"), "{run:?}");
    assert!(run.stderr.contains("missing-white-king: White has no king"), "{run:?}");
    assert!(fs::read_to_string(&path).expect("a picture").contains("<svg"));
    // The pieces may stand alone.
    let alone = reynard(&["show", "--ascii", "8/8/8/4N3/8/8/8/8"]);
    assert_eq!((alone.code, &alone.stdout), (1, &run.stdout));
    // With --strict they are refused, and a move that is not legal draws nothing.
    for args in [&["--strict", lesson][..], &["startpos", "e5"], &["8/8/8/8/8/8/8/8 w", "e4"]] {
        let run = reynard(&[&["show"], args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    }
}
