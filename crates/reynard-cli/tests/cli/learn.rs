//! `reynard learn`: notebooks, answers, and what survives.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::thread;

use reynard_testkit::data;

use crate::folder::Folder;
use crate::json_page;
use crate::run::{Run, Victim, command, reynard, reynard_in, reynard_with_input, start};

/// Returns the sample of four games with evaluations.
fn club() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples/club.pgn");
    fs::read_to_string(path).expect("the sample")
}

/// A notebook with the sample.
struct Notebook(Folder);

impl Notebook {
    fn empty() -> Self {
        let folder = Folder::new();
        let path = folder.path("nb");
        let run = reynard(&[
            "learn", "start", &path, "--me", "rider85", "--me", "KR_Blitz", "--nodes", "300",
        ]);
        assert_eq!(run.code, 0, "{run:?}");
        Self(folder)
    }

    fn new() -> Self {
        let notebook = Self::empty();
        let games = notebook.0.file("club.pgn", &club());
        let run = notebook.learn(&["add", "--no-engine", &games], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, "4 games new\n"), "{run:?}");
        notebook
    }

    fn path(&self, name: &str) -> String {
        self.0.path(&format!("nb/{name}"))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Runs a command of the notebook.
    fn learn(&self, args: &[&str], input: &str) -> Run {
        let folder = self.0.path("nb");
        let (name, rest) = args.split_first().expect("a command");
        let args = match *name {
            "repertoire" => [&["learn", name, "check", "--notebook", &folder], &rest[1..]].concat(),
            _ => [&["learn", name, "--notebook", &folder], rest].concat(),
        };
        reynard_with_input(&args, input.as_bytes())
    }

    fn status(&self, field: &str) -> u64 {
        let run = self.learn(&["status", "--json"], "");
        run.object()[field].as_u64().expect("a number")
    }
}

#[test]
fn a_club_player_comes_from_a_file_of_games_to_the_end_of_a_session() {
    let notebook = Notebook::new();
    assert_eq!(
        (notebook.status("games"), notebook.status("cards"), notebook.status("new")),
        (4, 7, 7)
    );
    // The first card: a wrong move that the game has, a hint, the right one.
    let run = notebook.learn(&["drill"], "Qf3\nhint\nNd2\nshow\nskip\nquit\n");
    assert_eq!(run.code, 0, "{run:?}");
    for text in ["You played 17. Qf3.", "No. 17... Ng4 18. Bc3 ", "A knight moves.", "Right.\n"] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    assert!(
        run.stdout.contains("0 of 2 right at the first try. Due tomorrow: 2."),
        "{}",
        run.stdout
    );
    let lines = notebook.read("reviews.jsonl");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.contains("\"grade\":1")), "{lines}");
    assert_eq!((notebook.status("answers"), notebook.status("never_asked")), (2, 5));
    assert_eq!(notebook.status("new"), 7 - 2, "new cards of today count");
}

#[test]
fn an_answer_at_once_is_good_and_comes_back_after_two_days() {
    let notebook = Notebook::new();
    let run = notebook.learn(&["drill", "--limit", "1"], "Nd2\n");
    assert!(run.stdout.contains("Right. Again in 2 days."), "{}", run.stdout);
    assert!(
        run.stdout.ends_with("1 of 1 right at the first try. Due tomorrow: 0.\n"),
        "{}",
        run.stdout
    );
    // The grade can be changed, and the answer taken back.
    let run = notebook.learn(&["drill", "--kind", "punishment"], "show\neasy\nundo\nundo\nquit\n");
    assert!(run.stdout.contains("Counted as easy: again in 8 days."), "{}", run.stdout);
    assert!(run.stdout.contains("Taken back") && run.stdout.contains("There is no answer before."));
    assert_eq!(notebook.status("answers"), 1);
}

#[test]
fn the_score_of_a_session_counts_each_graded_answer_once_with_its_last_grade() {
    for (answers, score) in [
        ("Nd2\nquit\n", "1 of 1"),
        ("Nd2\nundo\nquit\n", "0 of 0"),
        ("Nd2\nagain\nquit\n", "0 of 1"),
        ("Qf3\nskip\nquit\n", "0 of 1"),
        ("Qf3\nundo\nNd2\nquit\n", "1 of 1"),
        ("Qf3\nundo\nskip\nquit\n", "0 of 0"),
        ("skip\nquit\n", "0 of 0"),
        ("suspend\nquit\n", "0 of 0"),
    ] {
        let run = Notebook::new().learn(&["drill"], answers);
        assert!(run.stdout.contains(&format!("\n{score} right at")), "{answers}: {run:?}");
    }
    // A skipped card does not count for the limit, and an answered one does.
    let run = Notebook::new().learn(&["drill", "--limit", "1"], "skip\nshow\n");
    assert!(run.stdout.contains("\n0 of 1 right at"), "{run:?}");
    let run = Notebook::new().learn(&["drill", "--limit", "1"], "Qf3\nskip\nshow\n");
    assert_eq!(run.stdout.matches("\nCard ").count(), 1, "{run:?}");
}

#[test]
fn a_suspended_card_is_not_asked_and_nothing_names_the_answer_before_it() {
    let notebook = Notebook::new();
    let run = notebook.learn(&["drill"], "suspend\nquit\n");
    let (question, _) = run.stdout.split_once("This card is not asked").expect("the answer");
    assert!(!question.contains("Nd2"), "{question}");
    assert_eq!((notebook.status("suspended"), notebook.status("new")), (1, 6));
}

#[test]
fn the_same_games_are_kept_once_whatever_the_file_is_called() {
    let notebook = Notebook::new();
    let before = notebook.read("games.pgn");
    let other = notebook.0.file("other.pgn", &club().replace("{ [%clk", "{[%clk"));
    let run = notebook.learn(&["add", "--no-engine", &other, &other], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, "8 games there already\n"), "{run:?}");
    assert_eq!(notebook.read("games.pgn"), before);
}

#[test]
fn games_without_an_own_name_are_counted_and_the_commonest_names_are_proposed() {
    let notebook = Notebook::empty();
    let pgn = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 *\n\n[White \"Anna\"]\n[Black \"Cid\"]\n\n1. d4 *\n\n";
    let games = notebook.0.file("a.pgn", pgn);
    let run = notebook.learn(&["add", &games], "");
    assert!(run.stderr.contains("2 games without `rider85`, `KR_Blitz` left out"), "{run:?}");
    assert!(run.stderr.contains("the commonest names are `Anna`, "), "{run:?}");
}

#[test]
fn games_without_evaluations_are_analyzed_and_their_mistakes_become_cards() {
    let notebook = Notebook::empty();
    // Black loses a queen in each.
    let game = |white| {
        format!(
            "[White \"{white}\"]\n[Black \"rider85\"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nxg5 a6 4. d4 exd4 5. Qxd4 1-0\n\n"
        )
    };
    let games = notebook.0.file("a.pgn", &(game("a") + &game("b")));
    let run = notebook.learn(&["add", "--nodes", "2000", &games], "");
    assert_eq!(run.code, 0, "{run:?}");
    let text = notebook.read("games.pgn");
    assert!(text.matches("[%eval").count() > 8, "{text}");
    assert!(notebook.status("cards") >= 1, "{text}");
    let report = notebook.learn(&["report"], "").stdout;
    assert!(report.contains("lost a queen for nothing"), "{report}");
    // The moves of the games are those that were played.
    let moves = notebook.learn(&["add", "--no-engine", &games], "");
    assert_eq!(moves.stderr, "2 games there already\n");
}

#[test]
fn a_mistake_in_the_repertoire_keeps_its_history_and_contradictions_are_found() {
    let notebook = Notebook::new();
    notebook.learn(&["drill", "--limit", "1"], "Nd2\n");
    fs::write(notebook.path("repertoire/e4-white.pgn"), "1. e4 e5 (1... d5 2. exd5) 2. Nf3 *\n")
        .expect("a file");
    fs::write(notebook.path("repertoire/other.pgn"), "[Orientation \"white\"]\n\n1. d4 *\n")
        .expect("a file");
    fs::write(notebook.path("repertoire/unknown.pgn"), "1. c4 *\n").expect("a file");
    let run = notebook.learn(&["repertoire", "check"], "");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.stdout.contains("Different moves: e4 in e4-white.pgn, d4 in other.pgn"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("unknown.pgn: for which side?"), "{}", run.stderr);
    assert_eq!(notebook.status("answers"), 1);
    let run = notebook.learn(&["drill", "--kind", "repertoire"], "a3\ne4\nquit\n");
    assert!(run.stdout.contains("Your repertoire has another move."), "{}", run.stdout);
}

#[test]
fn puzzles_are_played_out_and_any_mate_is_right() {
    let notebook = Notebook::empty();
    fs::create_dir_all(notebook.path("puzzles")).expect("a folder");
    let puzzle = "[SetUp \"1\"]\n[FEN \"6rk/6pp/8/6N1/2Q5/8/8/4K3 w - - 0 1\"]\n\n1. Qxg8+ Kxg8 2. Kd2 *\n\n\
                  [SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/1QR5 w - - 0 1\"]\n\n1. Qb8# *\n";
    fs::write(notebook.path("puzzles/a.pgn"), puzzle).expect("a file");
    let run = notebook.learn(&["drill"], "Qxg8\nKd2\nRc8\n");
    assert!(run.stdout.contains("Right. 1... Kxg8: go on."), "{}", run.stdout);
    assert!(
        run.stdout.ends_with("2 of 2 right at the first try. Due tomorrow: 0.\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_slow_mate_is_right_where_there_is_a_fast_one_and_a_broken_puzzle_is_named() {
    let notebook = Notebook::empty();
    fs::create_dir_all(notebook.path("puzzles")).expect("a folder");
    // In the second one the side that is not to move is in check.
    let puzzle = |queen| {
        format!("[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/P7/{queen} w - - 0 1\"]\n\n1. Qb8# *\n\n")
    };
    let text = puzzle("1QR5") + &puzzle("Q1R5");
    fs::write(notebook.path("puzzles/a.pgn"), text).expect("a file");
    let run = notebook.learn(&["drill"], "Qb7\n");
    assert!(run.stdout.ends_with("1 of 1 right at the first try. Due tomorrow: 0.\n"), "{run:?}");
    assert!(run.stderr.contains("a.pgn: 1 puzzle without a solution"), "{run:?}");
}

#[test]
fn copies_merge_to_the_union_and_a_second_merge_adds_nothing() {
    let (one, two) = (Notebook::new(), Notebook::new());
    one.learn(&["drill", "--limit", "2"], "Nd2\nshow\n");
    two.learn(&["drill", "--limit", "3"], "show\nshow\nshow\n");
    let merged = one.learn(&["merge", &two.path("")], "");
    assert_eq!(merged.stdout, "2 lines here, 3 there, 0 of them common: 3 added.\n");
    assert_eq!(one.status("answers"), 5);
    let again = one.learn(&["merge", &two.path("reviews.jsonl")], "");
    assert_eq!(again.stdout, "5 lines here, 3 there, 3 of them common: 0 added.\n");
    // A copy that a cloud folder leaves counts without any command.
    fs::copy(one.path("reviews.jsonl"), two.path("reviews (conflicted copy).jsonl"))
        .expect("a copy");
    assert_eq!(two.status("answers"), 5);
}

#[test]
fn merging_carries_lines_of_later_versions_and_refuses_other_files() {
    let (one, two) = (Notebook::new(), Notebook::new());
    two.learn(&["drill", "--limit", "1"], "Nd2\n");
    let later = "{\"time\":1795994911623,\"offset\":0,\"run\":\"c\",\"count\":1,\
                 \"card\":\"830eb9b20758d1de\",\"event\":\"bury\"}\n";
    let theirs = format!("{}<<<<<<< ours\n{later}", two.read("reviews.jsonl"));
    fs::write(two.path("reviews.jsonl"), &theirs).expect("the journal");
    let merged = one.learn(&["merge", &two.path("")], "");
    assert_eq!(merged.stdout, "0 lines here, 2 there, 0 of them common: 2 added.\n", "{merged:?}");
    assert_eq!(one.read("reviews.jsonl"), theirs.replace("<<<<<<< ours\n", ""));
    let again = one.learn(&["merge", &two.path("")], "");
    assert_eq!(again.stdout, "2 lines here, 2 there, 2 of them common: 0 added.\n");
    for name in ["games.pgn", "notebook.toml"] {
        let run = one.learn(&["merge", &two.path(name)], "");
        let reason = "is neither a notebook nor a file of reviews like reviews.jsonl";
        assert!(run.code == 2 && run.stdout.is_empty(), "{run:?}");
        assert!(run.stderr.contains(&format!("{name} {reason}")), "{run:?}");
    }
}

#[test]
fn a_cut_or_foreign_line_is_named_and_costs_no_other() {
    let notebook = Notebook::new();
    notebook.learn(&["drill", "--limit", "1"], "Nd2\n");
    let whole = notebook.read("reviews.jsonl");
    fs::write(notebook.path("reviews.jsonl"), format!("hello\r\n{whole}{}", &whole[..40]))
        .expect("a file");
    let run = notebook.learn(&["status"], "");
    assert!(run.stderr.contains("the last line of reviews.jsonl was not finished"), "{run:?}");
    assert!(run.stderr.contains("1 line of reviews.jsonl not understood"), "{run:?}");
    notebook.learn(&["drill", "--limit", "1"], "show\n");
    assert_eq!(notebook.status("answers"), 2);
}

#[test]
fn exports_are_files_that_the_other_commands_read() {
    let notebook = Notebook::new();
    let out = |name: &str| notebook.0.path(name);
    for (to, name) in [("pgn", "cards.pgn"), ("epd", "cards.epd"), ("csv", "cards.csv")] {
        let run = notebook.learn(&["export", "--to", to, "-o", &out(name)], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, "7 cards\n"), "{run:?}");
    }
    let check = reynard(&["pgn", "check", &out("cards.pgn")]);
    assert!(check.code == 0 && check.stdout.contains('7'), "{check:?}");
    assert_eq!(reynard(&["epd", &out("cards.epd")]).code, 0);
    assert_eq!(fs::read_to_string(out("cards.csv")).expect("a file").lines().count(), 8);
    assert_eq!(notebook.learn(&["export", "--due"], "").stdout, "");
    let html = out("report.html");
    assert_eq!(notebook.learn(&["report", "--html", &html], "").code, 0);
    let page = fs::read_to_string(&html).expect("the page");
    assert!(page.starts_with("<!doctype html>") && page.matches("<svg").count() == 7, "{page}");
}

#[test]
fn every_field_of_the_answers_is_on_the_page_of_json() {
    let notebook = Notebook::new();
    let folder = notebook.0.path("nb");
    let commands = ["learn status --json --notebook .", "learn report --json --notebook ."];
    json_page::check(Path::new(&folder), &commands);
}

#[test]
fn a_second_program_says_what_it_waits_for_and_no_line_is_lost() {
    let notebook = Notebook::new();
    let lock = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(notebook.path(".reviews.lock"));
    let lock = lock.expect("a writable folder");
    lock.lock().expect("locks");
    let folder = notebook.0.path("nb");
    let mut child = start(command(), &["learn", "drill", "--notebook", &folder, "--limit", "1"]);
    child.stdin.take().expect("a pipe").write_all(b"Nd2\n").expect("a pipe");
    let mut notes = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut note = String::new();
    notes.read_line(&mut note).expect("a line");
    assert!(note.starts_with("waiting for another program that writes reviews into"), "{note}");
    assert_eq!(notebook.read("reviews.jsonl"), "");
    drop(lock);
    assert!(child.wait().expect("it ends").success());
    assert_eq!(notebook.status("answers"), 1);
    // Many at once.
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                notebook.learn(&["drill", "--limit", "5"], "show\nshow\nshow\nshow\nshow\n")
            });
        }
    });
    let lines = notebook.read("reviews.jsonl");
    assert!(
        lines.lines().all(|line| line.starts_with("{\"time\"") && line.ends_with('}')),
        "{lines}"
    );
    assert_eq!(lines.lines().count() as u64, notebook.status("answers"));
    assert!(lines.lines().count() > 10, "{lines}");
}

#[test]
fn a_killed_session_loses_no_answer_that_was_acknowledged() {
    for kill in 0..data::number("REYNARD_TEST_KILLS", 6) {
        let notebook = Notebook::new();
        let folder = notebook.0.path("nb");
        let mut child = start(command(), &["learn", "drill", "--notebook", &folder]);
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut acknowledged = 0;
        for _ in 0..=(kill % 5) {
            input.write_all(b"show\n").expect("a pipe");
            input.flush().expect("a pipe");
            // The next question comes after the line is on the disk.
            let is_next = |line: &String| line.starts_with(&format!("Card {} ", acknowledged + 2));
            acknowledged +=
                usize::from(output.by_ref().map_while(Result::ok).any(|line| is_next(&line)));
        }
        child.kill().expect("a child of ours");
        child.wait().expect("it ends");
        assert!(notebook.status("answers") >= acknowledged as u64, "{acknowledged}");
        assert_eq!(notebook.learn(&["status"], "").stderr, "");
    }
}

#[test]
fn a_killed_add_goes_on_and_has_each_game_once() {
    let add =
        |notebook: &Notebook, games: &str| notebook.learn(&["add", "--threads", "2", games], "");
    let whole = Notebook::empty();
    let games = whole.0.file("club.pgn", &club());
    assert_eq!(add(&whole, &games).code, 0);
    let expected = whole.read("games.pgn");
    for kill in 0..data::number("REYNARD_TEST_KILLS", 6) {
        let notebook = Notebook::empty();
        let games = notebook.0.file("club.pgn", &club());
        let args = ["learn", "add", "--notebook", "nb", "--threads", "2", &games];
        let home = notebook.0.path("nb");
        let victim = Victim { args: &args, folder: Path::new(&home).parent().expect("a folder") };
        victim.kill_after(kill * expected.len() as u64 / 6);
        let run = add(&notebook, &games);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(notebook.status("games"), 4);
        assert_eq!(notebook.status("cards"), whole.status("cards"));
    }
}

#[test]
fn a_game_without_a_result_at_its_end_is_named_unless_it_is_there_as_a_whole() {
    let notebook = Notebook::new();
    let whole = notebook.read("games.pgn");
    let first = whole.split("\n\n[").next().expect("a game");
    let game = "[White \"rider85\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3\n\n";
    for (text, left_out) in [
        // As a killed run leaves it behind.
        (format!("{}\n\n{whole}", &first[..first.len() - 20]), None),
        (format!("{whole}{}", &first[..60]), None),
        (format!("{game}{whole}"), Some("1 game left out without a result such as * at the end")),
        (format!("{whole}{game}{game}"), Some("2 games left out without a result")),
    ] {
        fs::write(notebook.path("games.pgn"), &text).expect("a file");
        assert_eq!(notebook.status("games"), 4, "{text}");
        let run = notebook.learn(&["status"], "");
        match left_out {
            Some(note) => assert!(run.stderr.contains(note), "{run:?}"),
            None => assert_eq!(run.stderr, "", "{text}"),
        }
    }
}

#[test]
fn a_notebook_that_is_missing_or_wrong_is_named() {
    let folder = Folder::new();
    let path = Path::new(&folder.path("x")).parent().expect("a folder").to_owned();
    let run = reynard_in(&path, &["learn", "drill"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`reynard learn start FOLDER --me NAME` makes one"), "{run:?}");
    let notebook = Notebook::empty();
    let again = reynard(&["learn", "start", &notebook.0.path("nb"), "--me", "x"]);
    assert!(again.code == 2 && again.stderr.contains("is a notebook already"), "{again:?}");
    fs::write(notebook.path("notebook.toml"), "me = [\"x\"]\nretention = 2\n").expect("a file");
    let run = notebook.learn(&["status"], "");
    assert!(run.code == 2 && run.stderr.contains("notebook.toml: retention"), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_notebook_that_was_used_last_is_the_default() {
    let notebook = Notebook::new();
    let run = |args: &[&str]| {
        let mut command = command();
        command.env("XDG_CONFIG_HOME", notebook.0.path("config"));
        start(command, args).wait_with_output().expect("it ends")
    };
    assert!(!run(&["learn", "status"]).status.success());
    assert!(run(&["learn", "status", "--notebook", &notebook.0.path("nb")]).status.success());
    let output = run(&["learn", "status"]);
    assert!(
        output.status.success()
            && String::from_utf8_lossy(&output.stdout).contains("Games        4")
    );
}

#[test]
fn the_kept_schedule_asks_the_same_cards_and_is_never_believed_against_the_files() {
    let notebook = Notebook::new();
    let ask = |notebook: &Notebook| {
        let run = notebook.learn(&["drill"], "quit\n");
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout
    };
    let cache = notebook.path(".drill.cache");
    let first = ask(&notebook);
    assert!(Path::new(&cache).is_file());
    assert_eq!(ask(&notebook), first, "from the cache");
    fs::remove_file(&cache).expect("the cache");
    assert_eq!(ask(&notebook), first, "without it");
    // An answer of another program, of the same length as one before: dates and sizes say nothing.
    let answered = notebook.learn(&["drill"], "show\nquit\n");
    assert!(answered.stdout.contains("Card 2"), "{answered:?}");
    let after = ask(&notebook);
    assert!(after.contains("6 new") && after != first, "{after}");
    let journal = notebook.read("reviews.jsonl");
    let kept = fs::metadata(notebook.path("reviews.jsonl")).expect("the journal");
    let other = journal.replace("\"grade\":1", "\"grade\":4");
    fs::write(notebook.path("reviews.jsonl"), &other).expect("the journal");
    let file = File::options().append(true).open(notebook.path("reviews.jsonl")).expect("it");
    file.set_modified(kept.modified().expect("a time")).expect("a time that can be set");
    let due = |notebook: &Notebook| {
        let run = notebook.learn(&["drill"], "quit\n");
        run.stdout.lines().last().map(str::to_owned).expect("the end")
    };
    assert!(due(&notebook).ends_with("Due tomorrow: 0."), "{}", due(&notebook));
    fs::write(notebook.path("reviews.jsonl"), &journal).expect("the journal");
    assert!(due(&notebook).ends_with("Due tomorrow: 1."), "{}", due(&notebook));
    // A damaged cache, one of another program, and other games.
    for bytes in [&b""[..], b"{}\n", b"\xff\xff", &fs::read(&cache).expect("the cache")[..300]] {
        fs::write(&cache, bytes).expect("the cache");
        assert_eq!(ask(&notebook), after, "{bytes:?}");
    }
    let games = notebook.read("games.pgn").replace("castle_fan", "castle_fun");
    fs::write(notebook.path("games.pgn"), games).expect("the games");
    fs::remove_file(notebook.path("reviews.jsonl")).expect("the journal");
    assert!(ask(&notebook).contains("against castle_fun"));
}

#[test]
fn games_that_were_taken_without_an_engine_are_analyzed_later_and_the_rest_stays() {
    let notebook = Notebook::new();
    let bare = "[Event \"Bare\"]\n[Site \"?\"]\n[White \"rider85\"]\n[Black \"B\"]\n\
                [Result \"0-1\"]\n\n1. e4 {[%clk 0:01:00] hm} e5 (1... c5) 2. Qh5 Nc6 3. Qxf7+ Kxf7 0-1\n";
    let file = notebook.0.file("bare.pgn", bare);
    let added = notebook.learn(&["add", "--no-engine", &file], "");
    assert!(added.stdout.starts_with("1 game added; the notebook has 5 games."), "{added:?}");
    let before = notebook.read("games.pgn");
    let run = notebook.learn(&["analyze", "--threads", "1"], "");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.stdout.starts_with("1 game analyzed; the notebook has 5 games.\n1 new card"),
        "{run:?}"
    );
    let after = notebook.read("games.pgn");
    let start = before.find("[Event \"Bare\"]").expect("the game");
    assert_eq!(after[..start], before[..start], "the other games stay as they are");
    for part in ["[%clk 0:01:00]", "hm", "(1... c5", "%eval"] {
        assert!(after[start..].contains(part), "{part}: {after}");
    }
    assert_eq!((notebook.status("games"), notebook.status("cards")), (5, 8));
    // A game that comes in while the engine works is kept.
    fs::write(notebook.path("games.pgn"), format!("{before}{}", bare.replace("Bare", "Other")))
        .expect("the games");
    let again = notebook.learn(&["analyze", "--threads", "1"], "");
    assert!(again.stdout.starts_with("2 games analyzed; the notebook has 6 games."), "{again:?}");
    let done = notebook.read("games.pgn");
    assert_eq!(notebook.learn(&["analyze"], "").code, 0);
    assert_eq!(notebook.read("games.pgn"), done, "nothing is written twice");
    let empty = Notebook::empty().learn(&["analyze"], "");
    assert_eq!(
        (empty.code, empty.stderr.as_str()),
        (0, "no game waits for the engine\n"),
        "{empty:?}"
    );
}

#[test]
fn a_game_is_analyzed_once_whatever_its_opening_its_comments_and_its_errors() {
    let game = |colors: [&str; 2], moves: &str| {
        format!("[White \"{}\"]\n[Black \"{}\"]\n\n{moves} 1-0\n\n", colors[0], colors[1])
    };
    let (white, black) = (["rider85", "A"], ["A", "rider85"]);
    for game in [
        game(white, "1. e4 {[%eval M5]} e5 {[%eval -M3]} 2. Qh5 {[%eval M4]} Nc6 {[%eval -M2]}"),
        // All moves, or all but one, belong to the opening.
        game(white, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"),
        game(black, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. a4"),
        game(black, "1. e4"),
        // The text after an error stands in the place of the evaluation.
        game(black, "1. e4 e5 2. Sf3 Sc6"),
    ] {
        let notebook = Notebook::empty();
        let file = notebook.0.file("a.pgn", &game);
        notebook.learn(&["add", "--no-engine", &file], "");
        notebook.learn(&["analyze", "--threads", "1"], "");
        let again = notebook.learn(&["analyze", "--threads", "1"], "");
        assert_eq!(
            (again.code, again.stderr.as_str()),
            (0, "no game waits for the engine\n"),
            "{game}{again:?}"
        );
        assert!(
            !game.contains("Sf3") || notebook.read("games.pgn").contains("[%unread] 2. Sf3 Sc6")
        );
    }
}

#[test]
fn a_card_of_any_kind_is_the_same_from_the_kept_schedule() {
    let notebook = Notebook::new();
    for folder in ["repertoire", "puzzles"] {
        fs::create_dir_all(notebook.path(folder)).expect("a folder");
    }
    let puzzle = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8# 1-0\n";
    for (name, text) in [
        ("repertoire/white.pgn", "1. d4 d5 2. c4 *\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n"),
        ("repertoire/more-white.pgn", "\n\n1. e4 c5 2. c3 *\n"),
        ("puzzles/mate.pgn", &format!("% a comment\n{puzzle}\n{puzzle}")),
    ] {
        fs::write(notebook.path(name), text).expect("a file");
    }
    for kind in ["mistake", "punishment", "repertoire", "puzzle"] {
        let ask = || notebook.learn(&["drill", "--kind", kind], "show\nquit\n");
        let _ = fs::remove_file(notebook.path("reviews.jsonl"));
        let _ = fs::remove_file(notebook.path(".drill.cache"));
        let without = ask();
        fs::remove_file(notebook.path("reviews.jsonl")).expect("the journal");
        assert_eq!(notebook.learn(&["drill"], "").code, 0);
        let with = ask();
        assert!(with.stdout.contains("Card 1"), "{kind}: {with:?}");
        assert_eq!(with.stdout, without.stdout, "{kind}");
    }
}
