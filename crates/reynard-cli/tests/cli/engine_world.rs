//! Engines of the world in matches and in SPSA: what they need to start, what they say, and what
//! they do wrong.

use std::fs;
use std::time::{Duration, Instant};

use crate::engines::{GOOD, engine, engine_with, received};
use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

/// Answer of an engine that plays until it has no pawn of the a-file left to move.
const FEW: [&str; 4] = ["--openings", "none", "--rounds", "1"];

#[test]
fn an_unreadable_best_move_loses_at_once_and_is_quoted() {
    for (line, shown) in [("bestmove resign", "bestmove resign"), ("bestmove", "`bestmove`")] {
        let folder = Folder::new();
        let engine = engine(&folder, "mumbler", &format!("echo '{line}'"));
        let pgn = folder.path("games.pgn");
        let begun = Instant::now();
        let first = format!("{engine},depth=1");
        let args = [&["match", &first, "self,nodes=1", "--pgn", &pgn][..], &FEW].concat();
        let run = reynard(&args);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(begun.elapsed() < Duration::from_secs(60));
        let text = fs::read_to_string(&pgn).expect("the games");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("[Termination \"rules infraction\"]") && words.contains(shown),
            "{text}"
        );
    }
}

#[test]
fn a_match_has_time_controls_openings_and_start_times() {
    let folder = Folder::new();
    let pgn = folder.path("games.pgn");
    let play = |first: &str, second: &str| {
        let _ = fs::remove_file(&pgn);
        let run =
            reynard(&["match", first, second, "--rounds", "1", "--max-moves", "2", "--pgn", &pgn]);
        assert_eq!(run.code, 0, "{run:?}");
        fs::read_to_string(&pgn).expect("the games")
    };
    let odds = play("self,name=a,tc=2+0.1", "self,name=b,nodes=1");
    for tag in [
        "[White \"a\"]",
        "[WhiteTimeControl \"2+0.1\"]\n[BlackTimeControl \"-\"]",
        "[WhiteTimeControl \"-\"]\n[BlackTimeControl \"2+0.1\"]",
        "[UTCDate \"20",
        "[UTCTime \"",
        "[ECO \"",
        "[Opening \"",
    ] {
        assert!(odds.contains(tag), "{tag}: {odds}");
    }
    assert!(!odds.contains("[TimeControl "), "{odds}");
    let equal = play("self,name=a,tc=40/4", "self,name=b,tc=40/4");
    assert!(
        equal.contains("[TimeControl \"40/4\"]") && !equal.contains("WhiteTimeControl"),
        "{equal}"
    );
    let moves = play("self,name=a,movetime=50", "self,name=b,movetime=50");
    assert!(moves.contains("[TimeControl \"1/0.05\"]"), "{moves}");
    let checked = reynard(&["pgn", "check", &pgn]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn options_are_sent_as_typed_and_values_may_have_commas() {
    let folder = Folder::new();
    let engine = engine(&folder, "picky", "echo 'bestmove 0000'");
    let first = format!(
        "\"{engine}\",depth=1,option.Threads=2,option.Backend Options=\"gpu=0,max=64\",option.Hash=8"
    );
    let run = reynard(&[&["match", &first, "self,nodes=1"][..], &FEW].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let set: Vec<String> = received(&folder, "picky")
        .into_iter()
        .filter(|line| line.starts_with("setoption"))
        .take(3)
        .collect();
    assert_eq!(
        set,
        [
            "setoption name Threads value 2",
            "setoption name Backend Options value gpu=0,max=64",
            "setoption name Hash value 8"
        ]
    );
}

#[test]
fn a_file_of_engines_plays_and_analyzes() {
    let folder = Folder::new();
    let file = folder.file(
        "engines.toml",
        "[[rung]]\nname = 'one, two'\ncommand = 'self'\nnodes = 5\noptions = { Threads = '1', Hash = '2' }\n\
         [[rung]]\nname = 'other'\ncommand = 'self'\n",
    );
    let run =
        reynard(&[&["match", &file, "--each", "nodes=3", "--max-moves", "1"][..], &FEW].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("one, two") && run.stdout.contains("other"), "{run:?}");
    let chosen = format!("{file},name=other");
    let run = reynard(&["analyze", "--engine", &chosen, "--nodes", "9", "startpos"]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = reynard(&["spsa", &file, "--param", "Hash,2,1,4,1", "--pairs", "1"]);
    assert!(run.code == 2 && run.stderr.contains("choose one by"), "{run:?}");
    let alone = reynard(&["match", &chosen, "--each", "nodes=3"]);
    assert!(alone.code == 2 && alone.stderr.contains("two engines"), "{alone:?}");
}

#[test]
fn engines_that_start_slowly_play_with_a_longer_time() {
    let folder = Folder::new();
    let engine =
        engine_with(&folder, "late", "sleep 0.5; echo loading >&2", "echo 'bestmove 0000'");
    let first = format!("{engine},depth=1");
    let play = |timeout| {
        let args = ["match", &first, "self,nodes=1", "--start-timeout", timeout];
        reynard(&[&args[..], &FEW].concat())
    };
    let run = play("0.1");
    assert!(run.code == 2 && run.stderr.contains("has not sent `uciok` within 0.1 s"), "{run:?}");
    assert_eq!(play("60").code, 0);
}

#[test]
fn standard_error_is_in_messages_and_logs() {
    let folder = Folder::new();
    let engine = engine(&folder, "crash", "echo 'assertion failed: king' >&2; exit 3");
    let (first, logs, pgn) =
        (format!("{engine},depth=1"), folder.path("logs"), folder.path("g.pgn"));
    let args = ["match", &first, "self,nodes=1", "--log", &logs, "--pgn", &pgn];
    let run = reynard(&[&args[..], &FEW].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let text = fs::read_to_string(&pgn).expect("the games").replace('\n', " ");
    assert!(text.contains("its standard error: assertion failed: king"), "{text}");
    let logs = fs::read_dir(&logs).expect("the logs").map(|entry| entry.expect("a log").path());
    let logs: String = logs.map(|path| fs::read_to_string(path).expect("text")).collect();
    assert!(logs.contains(" ! assertion failed: king\n"), "{logs}");
}

#[test]
fn spsa_counts_forfeits_and_ends_after_many() {
    let folder = Folder::new();
    let engine = engine(&folder, "crash", "exit 3");
    let (engine, journal) = (format!("{engine},nodes=5"), folder.path("run.spsa"));
    let spsa = |pairs, more: &[&str]| {
        let args =
            ["spsa", &engine, "--param", "Hash,8,1,64,4", "--journal", &journal, "--pairs", pairs];
        reynard(&[&args[..], more].concat())
    };
    let run = spsa("4", &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("8 forfeits of 8 games\n"), "{run:?}");
    assert!(run.stderr.contains("the last one by disconnect: "), "{run:?}");
    let text = fs::read_to_string(&journal).expect("the journal");
    assert_eq!(text.matches(" forfeits 2\n").count(), 4, "{text}");
    let again = spsa("4", &["--json"]);
    let last = again.objects().pop().expect("objects");
    assert_eq!((&last["games"], &last["forfeits"]), (&8.into(), &8.into()), "{again:?}");
    fs::remove_file(&journal).expect("the journal");
    let run = spsa("100", &[]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("10 pairs in a row have a forfeit, the last one by "), "{run:?}");
}

/// Asks for a move that the engine of these tests knows.
#[test]
fn a_sound_engine_of_these_tests_is_sound() {
    let folder = Folder::new();
    let engine = engine(&folder, "sound", GOOD);
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "startpos"]);
    assert!(run.code == 0 && run.stdout.contains("1. a3"), "{run:?}");
}

#[test]
fn an_illegal_move_in_an_opening_is_noted() {
    let folder = Folder::new();
    let openings = folder.file(
        "il.pgn",
        "[White \"a\"]\n\n1. e4 e5 (1... Ke7) 2. Ke3 *\n\n[White \"b\"]\n\n1. d4 d5 2. Ke3 *\n",
    );
    let played = |plies: &str| {
        let args = ["match", "self,name=a,nodes=1", "self,name=b,nodes=1", "--rounds", "2"];
        let more = ["--max-moves", "1", "--plies", plies, "--openings", &openings];
        let run = reynard(&[&args[..], &more].concat());
        assert_eq!(run.code, 0, "{run:?}");
        run.stderr
    };
    let notes = played("16");
    for place in ["3:24: `Ke3` is not a legal move here (game 1, ply 3)", "7:13: `Ke3` is not"] {
        assert!(notes.contains(&format!("note: {openings}:{place}")), "{notes}");
    }
    assert!(notes.contains("(game 2, ply 3); the opening ends before it\n"), "{notes}");
    assert!(!played("2").contains("not a legal move"));
}

#[test]
fn openings_that_are_over_are_left_out_and_chess960_is_noted() {
    let folder = Folder::new();
    let openings = folder.file(
        "openings.epd",
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1\n8/8/4k3/8/8/4K3/8/8 w - - 0 1\n\
         bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n",
    );
    let pgn = folder.path("games.pgn");
    let args = ["match", "self,name=a,nodes=1", "self,name=b,nodes=1", "--rounds", "1"];
    let more = ["--max-moves", "1", "--openings", &openings, "--pgn", &pgn];
    let run = reynard(&[&args[..], &more].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("2 openings left out, the game is over: 1, 2\n"), "{run:?}");
    assert!(
        run.stderr.contains("1 opening of Chess960") && run.stderr.contains("--chess960"),
        "{run:?}"
    );
    let text = fs::read_to_string(&pgn).expect("the games");
    assert_eq!(text.matches("[FEN \"bqnb1rkr/").count(), 2, "{text}");
    let over = folder.file("over.epd", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1\n");
    let run = reynard(&[&args[..], &["--openings", &over]].concat());
    assert!(run.code == 2 && run.stderr.contains("all openings are over"), "{run:?}");
}

/// `timeout -s INT` sends one signal to the process and one to its group.
#[test]
fn two_signals_at_once_end_a_match_with_its_summary() {
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    let args = [
        "match",
        "self,name=a,nodes=200",
        "self,name=b,nodes=200",
        "--rounds",
        "5000",
        "--journal",
        &journal,
    ];
    let mut child = crate::run::command();
    child.args(args).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = child.spawn().expect("the binary starts");
    let begun = Instant::now();
    while fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..2 {
        crate::run::send(rustix::process::Signal::INT, &child);
        std::thread::sleep(Duration::from_millis(30));
    }
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("a - b: ") || stdout.contains("Elo"), "{stdout}{stderr}");
    assert!(stderr.contains("of 10000 games are played"), "{stderr}");
}

#[test]
fn an_empty_book_replaces_none() {
    let folder = Folder::new();
    let games = folder.file("games.pgn", "1. e4 e5 1-0\n\n1. e4 c5 1-0\n");
    let (empty, book) = (folder.file("empty.pgn", ""), folder.path("book.bin"));
    let made = reynard(&["book", "make", &games, "--min-games", "1", "-o", &book]);
    assert_eq!(made.code, 0, "{made:?}");
    let old = fs::read(&book).expect("the book");
    let none = ["book", "make", &empty, "-o", &book];
    let rare = ["book", "make", &games, "--min-games", "9", "-o", &book];
    let filtered = ["book", "filter", &book, "--min-weight", "60000", "-o", &book];
    for args in [&none[..], &rare, &filtered] {
        let run = reynard(args);
        assert!(run.code == 1 && run.stderr.contains("is as it was"), "{run:?}");
        assert_eq!(fs::read(&book).expect("the book"), old);
    }
}

#[test]
fn a_score_without_a_line_counts_for_the_move_that_is_played() {
    let folder = Folder::new();
    let go = "echo 'info depth 3 score cp 30 nodes 9'; echo \"bestmove $move\"";
    let engine = engine(&folder, "laconic", go);
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "startpos"]);
    assert!(run.code == 0 && run.stdout.contains("1. a3"), "{run:?}");
    assert!(run.stdout.contains("+0.30"), "{run:?}");
}

#[test]
fn an_engine_gets_no_more_memory_than_it_takes() {
    let folder = Folder::new();
    let engine = engine(&folder, "small", GOOD);
    let args = ["--hash", "4096", "--threads", "100", "--nodes", "9", "startpos"];
    let run = reynard(&[&["analyze", "--engine", &engine][..], &args].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let lines = received(&folder, "small");
    for line in ["setoption name Hash value 64", "setoption name Threads value 64"] {
        assert!(lines.iter().any(|it| it == line), "{lines:?}");
    }
}

#[test]
fn an_engine_without_scores_fails_a_check() {
    let folder = Folder::new();
    let engine = engine(&folder, "dumb", "echo \"bestmove $move\"");
    let run = reynard(&["match", "--check", &engine]);
    assert!(run.code == 1 && run.stdout.contains("failed  scores: `go depth 2`: no `info`"));
    let slow = engine_with(&folder, "late", "sleep 0.5", GOOD);
    let run = reynard(&["match", "--check", &slow, "--start-timeout", "0.1"]);
    assert!(run.code == 1 && run.stdout.contains("failed  greeting: no `uciok`"), "{run:?}");
}

#[test]
fn an_engine_without_a_legal_move_loses_a_game_with_a_person() {
    for go in ["exit 3", "echo 'bestmove a1a8'", "echo 'bestmove 0000'"] {
        let folder = Folder::new();
        let engine = engine(&folder, "die", go);
        let run = reynard_with_input(&["play", "--engine", &engine], b"e4\ne5\npgn\n");
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.contains("Black has given no legal move  1-0\n"), "{run:?}");
        assert!(run.stdout.contains("1. e4 {Black has given no legal move} 1-0"), "{run:?}");
        let run = reynard(&["analyze", "--engine", &engine, "--depth", "1", "startpos"]);
        assert_eq!(run.code, 1, "{run:?}");
    }
}
