//! Outputs that would take the place of a file that the command reads, or of a database.

use std::fs;

use crate::folder::Folder;
use crate::run::{assert_refused, reynard, reynard_with_input};

const GAMES: &str = "[Event \"x\"]\n[Date \"2020.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
                     1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";

/// Makes a file of games and a database of them.
fn files(folder: &Folder) -> (String, String) {
    let (pgn, base) = (folder.file("games.pgn", GAMES), folder.path("games.rdb"));
    assert_eq!(reynard(&["db", "create", &base, &pgn]).code, 0);
    (pgn, base)
}

#[test]
fn a_database_is_not_replaced_by_other_files() {
    let folder = Folder::new();
    let (pgn, base) = files(&folder);
    for args in [
        &["db", "export", &base, "-o", &base][..],
        &["db", "export", &base, "--to", "book", "-o", &base],
        &["db", "report", &base, "--output", &base],
        &["pgn", "fmt", &base, "-o", &base],
        &["pgn", "fmt", &pgn, "-o", &base],
        &["pgn", "filter", &base, "-o", &base],
        &["pgn", "sort", &base, "-o", &base],
        &["pgn", "dedup", &base, "-o", &base],
        &["pgn", "convert", &base, "-o", &base],
        &["pgn", "convert", &base, "--to", "csv", "-o", &base],
        &["book", "make", &pgn, "-o", &base],
        &["analyze", &pgn, "--depth", "1", "-o", &base],
        &["analyze", &pgn, "--depth", "1", "--graph", &base],
    ] {
        assert_refused(args, "games.rdb: the output ", &base);
    }
}

#[test]
fn an_input_is_not_replaced_by_another_format() {
    let folder = Folder::new();
    let (pgn, _) = files(&folder);
    let dotted = folder.path("./games.pgn");
    for args in [
        &["book", "make", &pgn, "-o", &pgn][..],
        &["pgn", "convert", &pgn, "--to", "csv", "-o", &pgn],
        &["pgn", "convert", &pgn, "--to", "jsonl", "-o", &dotted],
        &["pgn", "convert", &pgn, "--to", "fen", "-o", &pgn],
        &["pgn", "crosstable", &pgn, "--to", "html", "-o", &pgn],
        &["pgn", "ratings", &pgn, "-o", &pgn],
        &["pgn", "filter", "--count", &pgn, "-o", &pgn],
        &["pgn", "puzzles", &pgn, "-o", &pgn],
        &["analyze", &pgn, "--depth", "1", "--graph", &pgn],
        &["analyze", &pgn, "--depth", "1", "--graph", &dotted],
    ] {
        assert_refused(args, "games.pgn: the output is one of the inputs", &pgn);
    }
    let board = folder.file("board.svg", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
    let text = "board.svg: the output is one of the inputs";
    assert_refused(&["show", "--svg", &board, &board], text, &board);
    assert_refused(&["show", "--svg", &pgn, &board], "--svg does not write pgn", &pgn);
    #[cfg(unix)]
    {
        let link = folder.path("link.csv");
        std::os::unix::fs::symlink(&pgn, &link).expect("a folder with links");
        let args = ["pgn", "convert", &pgn, "--to", "csv", "-o", &link];
        assert_refused(&args, "link.csv: the output is one of the inputs", &pgn);
    }
    // A folder stands for its files.
    let inner = folder.path("./");
    let args = ["pgn", "convert", &inner, "--to", "uci", "-o", &pgn];
    assert_refused(&args, "the output is one of the inputs", &pgn);
}

#[test]
fn two_outputs_are_two_files() {
    let folder = Folder::new();
    let (pgn, _) = files(&folder);
    let output = folder.file("output.pgn", GAMES);
    let args = ["analyze", &pgn, "--depth", "1", "-o", &output, "--graph", &output];
    assert_refused(&args, "output.pgn: the graph would replace the games", &output);
}

#[test]
fn parts_do_not_replace_the_file_that_is_split() {
    let folder = Folder::new();
    let input = folder.file("games-0001.pgn", &GAMES.repeat(2));
    let inner = folder.path(".");
    let args = ["pgn", "split", &input, "--games", "1", "--into", &inner];
    assert_refused(&args, "games-0001.pgn: the output is one of the inputs", &input);
}

#[test]
fn names_of_compressed_files_that_are_not_written_are_refused() {
    let folder = Folder::new();
    let (pgn, base) = files(&folder);
    let names = folder.names();
    for ending in ["xz", "7z", "RAR", "lz4", "tgz"] {
        let out = folder.path(&format!("out.{ending}"));
        for args in [
            &["pgn", "fmt", &pgn, "-o", &out][..],
            &["pgn", "filter", &pgn, "-o", &out],
            &["pgn", "convert", &pgn, "--to", "csv", "-o", &out],
            &["pgn", "crosstable", &pgn, "-o", &out],
            &["db", "export", &base, "-o", &out],
            &["analyze", &pgn, "--depth", "1", "-o", &out],
            &["--pgn-out", &out],
        ] {
            let run = reynard(args);
            let text = "is not written: end the name in .gz, .bz2 or .zst\n";
            assert!(run.code == 2 && run.stderr.ends_with(text), "{args:?}: {run:?}");
        }
        let book = reynard(&["book", "make", &pgn, "-o", &out]);
        assert!(book.code == 2 && book.stderr.contains("a book is not compressed: "), "{book:?}");
    }
    let packed = folder.path("out.bin.gz");
    let run = reynard(&["db", "export", &base, "--to", "book", "-o", &packed]);
    assert!(run.stderr.contains("a book is not compressed: leave out the ending .gz"), "{run:?}");
    for ending in ["rdb", "bin", "PDF"] {
        let out = folder.path(&format!("out.{ending}"));
        let run = reynard(&["pgn", "fmt", &pgn, "-o", &out]);
        assert!(run.code == 2 && run.stderr.contains("is not the ending of a text"), "{run:?}");
    }
    assert_eq!(folder.names(), names);
    // The engine and `play` compress by the name as all commands do.
    let packed = folder.path("game.pgn.gz");
    let moves = "position startpos moves e2e4\nquit\n";
    assert_eq!(reynard_with_input(&["--pgn-out", &packed], moves.as_bytes()).code, 0);
    assert!(fs::read(&packed).expect("the game").starts_with(&[0x1f, 0x8b]));
}

/// Games may take the place of the games of which they are made.
#[test]
fn games_are_rewritten_in_place() {
    let folder = Folder::new();
    for command in ["fmt", "sort", "dedup", "filter", "convert"] {
        let pgn = folder.file("games.pgn", GAMES);
        let run = reynard(&["pgn", command, &pgn, "-o", &pgn]);
        assert_eq!(run.code, 0, "{command}: {run:?}");
        let text = fs::read_to_string(&pgn).expect("the games");
        assert!(text.contains("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"), "{command}: {text}");
    }
    let pgn = folder.file("games.pgn", GAMES);
    assert_eq!(reynard(&["analyze", &pgn, "--depth", "1", "-o", &pgn]).code, 0);
    assert!(fs::read_to_string(&pgn).expect("the games").contains("1. e4"));
}

#[test]
fn cards_do_not_replace_the_files_of_a_notebook() {
    let folder = Folder::new();
    let notebook = folder.path("chess");
    fs::create_dir_all(format!("{notebook}/repertoire")).expect("a writable folder");
    let settings = folder.file("chess/notebook.toml", "me = [\"A\"]\n");
    let games = folder.file("chess/games.pgn", GAMES);
    let lines = folder.file("chess/repertoire/white.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n");
    for path in [&settings, &games, &lines] {
        let args = ["learn", "export", "--notebook", &notebook, "--to", "pgn", "-o", path];
        assert_refused(&args, "the output is one of the inputs", path);
        let args = ["learn", "report", "--notebook", &notebook, "--html", path];
        assert_refused(&args, "the output is one of the inputs", path);
    }
    let cards = folder.path("chess/cards.epd");
    for _ in 0..2 {
        let args = ["learn", "export", "--notebook", &notebook, "--to", "epd", "-o", &cards];
        let run = reynard(&args);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

/// The error names the file as given, and not the one under which it is written.
#[test]
fn errors_of_outputs_have_the_name_once() {
    let folder = Folder::new();
    let pgn = folder.file("games.pgn", GAMES);
    let missing = folder.path("nosuch/x.pgn");
    let run = reynard(&["pgn", "fmt", &pgn, "-o", &missing]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains(&format!("cannot write {missing}: ")), "{run:?}");
    assert!(!run.stderr.contains(".part"), "{run:?}");
}

/// A game of that many bytes, which consists of variations.
fn long_game(bytes: usize) -> String {
    let variation = "(1. d4 d5 2. c4 e6 3. Nc3 Nf6)\n";
    format!("[Event \"Long\"]\n\n1. e4 {}e5 *\n\n", variation.repeat(bytes / variation.len()))
}

/// A game of ten megabytes was left out, alone or before another game: a file of openings can be
/// one game.
#[test]
fn long_games_are_passed_on() {
    const BEHIND: &str = "[Event \"Behind\"]\n\n1. c4 *\n\n";
    let folder = Folder::new();
    let long = long_game(9 << 20);
    let all: [&[&str]; 5] =
        [&["merge"], &["sort", "--by", "Event"], &["dedup"], &["fmt"], &["convert"]];
    for (text, commands) in [(format!("{long}{BEHIND}"), &all[..]), (long, &all[2..4])] {
        for args in commands {
            let (pgn, output) = (folder.file("in.pgn", &text), folder.path("out.pgn"));
            let run = reynard(&[&["pgn"], *args, &[&pgn, "-o", &output]].concat());
            assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
            let written = fs::read_to_string(&output).expect("the games");
            let variations = written.matches('(').count();
            assert_eq!(variations, text.matches('(').count(), "{args:?}");
            assert_eq!(written.contains("Behind"), text.contains("Behind"), "{args:?}");
        }
        let base = folder.path("base.rdb");
        assert_eq!(reynard(&["db", "create", &base, &folder.path("in.pgn")]).code, 0);
        let export = reynard(&["db", "export", &base]);
        assert_eq!(export.stdout.matches('(').count(), text.matches('(').count());
        fs::remove_file(&base).expect("the database");
    }
}

#[test]
fn a_game_that_cannot_be_passed_on_ends_the_command_before_its_file_is_replaced() {
    let folder = Folder::new();
    let text = format!("{}{}", GAMES, long_game(70 << 20));
    let pgn = folder.file("in.pgn", &text);
    for command in ["fmt", "dedup"] {
        let run = reynard(&["pgn", command, &pgn, "-o", &pgn]);
        assert_eq!(run.code, 2, "{command}: {}", run.stderr);
        assert!(run.stderr.contains("in.pgn: game 2 is longer than 64 MiB"), "{}", run.stderr);
        assert!(fs::read(&pgn).expect("the games") == text.as_bytes(), "{command}");
    }
}
