//! The notebook of the page: the same cards and verdicts as in the terminal.

use reynard_wasm::{Failure, GameList, LearnNotebook, LearnPreparation, StudyGame};
use serde_json::Value;

const SETTINGS: &str = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
const NOW: f64 = 1_795_780_800_000.0;

fn json(text: Result<String, Failure>) -> Value {
    serde_json::from_str(&text.expect("an answer")).expect("JSON")
}

/// Returns the games of the sample, and the side of the learner in each.
fn club() -> (GameList, Vec<u8>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/club.pgn");
    let games = GameList::new(std::fs::read(path).expect("the sample")).expect("games");
    let rows = json(games.page("", 0, 10));
    let side = |row: &Value| match row["white"].as_str() {
        Some("rider85" | "KR_blitz") => 1,
        _ => 2,
    };
    let sides = rows["rows"].as_array().expect("rows").iter().map(side).collect();
    (games, sides)
}

fn notebook() -> LearnNotebook {
    let (games, sides) = club();
    let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
    assert_eq!(notebook.add_games(&games, &sides, 0, games.length()), Ok(7));
    notebook
}

#[test]
fn the_sample_has_the_cards_that_the_terminal_has() {
    let mut notebook = notebook();
    let status = json(notebook.status(NOW, 60));
    assert_eq!((&status["games"], &status["new"]), (&4.into(), &7.into()));
    assert_eq!(
        (&status["kinds"]["mistake"], &status["kinds"]["punishment"]),
        (&5.into(), &2.into())
    );
    let (games, sides) = club();
    assert_eq!(json(notebook.look_at(&games, &sides))["known"], 4);
    assert_eq!(notebook.add_games(&games, &sides, 0, 4), Ok(7), "nothing twice");
}

#[test]
fn the_first_answer_decides_and_its_line_is_that_of_the_journal() {
    let mut notebook = notebook();
    assert_eq!(json(notebook.begin(NOW, 60, "")), serde_json::json!({"due": 0, "new": 7}));
    let question = json(notebook.ask(NOW));
    assert_eq!(question["played"]["san"], "Qf3", "{question}");
    assert_eq!(question["played"]["opponent"], "castle_fan");
    assert!(!question.to_string().contains("Nd2"), "it names no answer");
    assert!(question.get("best").is_none());
    let wrong = question["played"]["uci"].as_str().expect("a move").to_owned();
    assert_eq!(json(notebook.judge(&wrong))["verdict"], "wrong");
    assert_eq!(notebook.knows_reply(&wrong), Ok(true));
    let refuted = json(notebook.wrong(&wrong, "", NOW + 5_000.0));
    assert_eq!((&refuted["grade"], &refuted["days"]), (&1.into(), &1.into()));
    assert_eq!(refuted["facts"][0]["kind"], "losesMaterial", "{refuted}");
    let line = refuted["line"].as_str().expect("a line").to_owned();
    assert!(line.contains("\"offset\":60,\"run\":\"run\",\"count\":1,"), "{line}");
    assert!(line.contains("\"grade\":1,\"millis\":5000"), "{line}");
    // The second try is right, and writes nothing.
    assert_eq!(json(notebook.hint())["piece"], "n");
    assert_eq!(json(notebook.judge("b1d2"))["verdict"], "best");
    let right = json(notebook.right("b1d2", NOW + 9_000.0));
    assert!(right.get("line").is_none(), "{right}");
    assert_eq!(right["best"]["line"][0], "b1d2", "{right}");
    // Another program reads the line as it was written.
    let mut other = self::notebook();
    assert_eq!(other.add_reviews(format!("{line}\n").as_bytes()), 1);
    assert_eq!(json(other.status(NOW + 86_400_000.0, 60))["due"], 1);
    assert_eq!(other.reviews(), format!("{line}\n"));
    // A slip is taken back.
    let undone = json(notebook.undo(NOW + 10_000.0));
    let both = format!("{line}\n{}\n", undone["line"].as_str().expect("a line"));
    let mut other = self::notebook();
    other.add_reviews(both.as_bytes());
    assert_eq!(json(other.status(NOW + 86_400_000.0, 60))["due"], 0);
}

#[test]
fn an_answer_without_a_stored_value_is_judged_by_two_searches() {
    let mut notebook = notebook();
    json(notebook.begin(NOW, 60, ""));
    json(notebook.ask(NOW));
    let unknown = json(notebook.judge("h2h3"));
    assert_eq!((&unknown["verdict"], &unknown["best"]), (&"unknown".into(), &"b1d2".into()));
    let mut judged = |best: &str, answer: &str| json(notebook.judge_by("h2h3", best, answer, 1));
    // The opponent is to move in both.
    assert_eq!(judged(r#"{"cp":10}"#, r#"{"cp":20}"#)["verdict"], "alsoRight");
    let bad = judged(r#"{"cp":-300}"#, r#"{"cp":600}"#);
    assert_eq!((&bad["verdict"], &bad["factor"]), (&"wrong".into(), &Value::Null));
    assert_eq!(bad["loss"], 900);
    assert_eq!(judged(r#"{"mate":-2}"#, r#"{"cp":-900}"#)["verdict"], "notYet");
    assert_eq!(judged(r#"{"mate":-2}"#, r#"{"mate":-9}"#)["verdict"], "alsoRight");
    // A small loss is searched again for longer, and is right after the longest searches.
    assert_eq!(unknown["factor"], 1);
    for (factor, verdict, next) in
        [(1, "wrong", 10.into()), (10, "wrong", 50.into()), (50, "alsoRight", Value::Null)]
    {
        let scores = [r#"{"cp":10}"#, r#"{"cp":45}"#];
        let judged = json(notebook.judge_by("h2h3", scores[0], scores[1], factor));
        assert_eq!((&judged["verdict"], &judged["factor"]), (&verdict.into(), &next));
    }
    assert!(
        notebook.judge_by("h2h3", r#"{"cp":10}"#, r#"{"cp":45}"#, 7).is_err(),
        "no such search"
    );
    assert!(notebook.judge_by("h2h3", "", "", 1).is_err(), "the games are not over");
}

#[test]
fn a_session_ends_with_its_count_and_shown_answers_are_wrong() {
    let mut notebook = notebook();
    json(notebook.begin(NOW, 0, "punishment"));
    let first = json(notebook.ask(NOW));
    assert_eq!(first["kind"], "punishment");
    assert!(first.get("played").is_none(), "it does not say what was missed");
    let shown = json(notebook.show(NOW + 1.0));
    assert_eq!(shown["grade"], 1);
    let second = json(notebook.ask(NOW + 2.0));
    assert_ne!(first["card"], second["card"]);
    assert!(
        json(notebook.suspend(NOW + 3.0))["line"].as_str().expect("a line").contains("suspend")
    );
    assert_eq!(json(notebook.ask(NOW + 4.0))["card"], first["card"], "a wrong one comes back");
    let best = json(notebook.show(NOW + 5.0))["best"]["line"][0].clone();
    assert!(best.is_string());
    let end = json(notebook.ask(NOW + 6.0));
    assert_eq!((&end["end"], &end["right"]), (&"wrong".into(), &0.into()), "{end}");
}

#[test]
fn a_line_that_ends_early_refutes_an_answer_and_its_pieces_are_named() {
    let fen = "r4rk1/pp4pp/2p5/q2pNb2/P2P1B2/1B1Q2P1/5K1P/R7 w - - 3 26";
    let puzzle = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n26. Qe3 *");
    let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
    let puzzles = GameList::new(puzzle.into_bytes()).expect("a puzzle");
    assert_eq!(notebook.add_puzzles(&puzzles), Ok(0));
    json(notebook.begin(NOW, 0, ""));
    json(notebook.ask(NOW));
    let judged = json(notebook.judge_by("a1h1", r#"{"cp":-40}"#, r#"{"cp":1376}"#, 1));
    assert_eq!(judged["verdict"], "wrong");
    assert_eq!(notebook.refutes("a1h1", "f5g6"), Ok(false));
    assert_eq!(notebook.refutes("a1h1", "f5d3"), Ok(true));
    let fact = json(notebook.wrong("a1h1", "f5d3", NOW))["facts"][0].clone();
    assert_eq!(
        (&fact["kind"], &fact["won"], &fact["given"]),
        (&"losesExchange".into(), &"q".into(), &"b".into())
    );
    assert_eq!(fact["line"], serde_json::json!(["f5d3", "e5d3"]));
}

#[test]
fn another_move_of_the_repertoire_is_right_and_the_main_one_is_named() {
    let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
    for pgn in ["1. e4 *\n", "1. Nf3 *\n"] {
        let moves = GameList::new(pgn.as_bytes().to_vec()).expect("a repertoire");
        assert_eq!(notebook.add_repertoire(&moves, "mine-white.pgn", &[0]), Ok(0));
    }
    json(notebook.begin(NOW, 0, ""));
    json(notebook.ask(NOW));
    assert_eq!(json(notebook.right("g1f3", NOW))["others"], serde_json::json!(["e4"]));
}

#[test]
fn a_changed_grade_decides_whether_a_card_comes_back_and_counts_for_the_score() {
    for (grades, comes_back) in
        [(&[4][..], false), (&[2], false), (&[1], true), (&[4, 1], true), (&[], true)]
    {
        let mut notebook = notebook();
        json(notebook.begin(NOW, 0, ""));
        let first = json(notebook.ask(NOW));
        json(notebook.show(NOW));
        for &grade in grades {
            json(notebook.regrade(grade, NOW));
        }
        let (mut asked, mut end) = (Vec::new(), json(notebook.ask(NOW)));
        while end.get("end").is_none() {
            asked.push(end["card"].clone());
            json(notebook.show(NOW));
            json(notebook.regrade(3, NOW));
            end = json(notebook.ask(NOW));
        }
        assert_eq!(asked.contains(&first["card"]), comes_back, "{grades:?}");
        assert_eq!(end["right"], 7, "{grades:?}: {end}");
    }
}

#[test]
fn a_card_that_is_taken_back_skipped_or_suspended_comes_another_day() {
    for how in ["undo", "skip", "suspend"] {
        let mut notebook = notebook();
        json(notebook.begin(NOW, 0, ""));
        let first = json(notebook.ask(NOW));
        json(notebook.show(NOW));
        match how {
            "undo" => drop(json(notebook.undo(NOW))),
            "skip" => notebook.skip(),
            _ => drop(json(notebook.suspend(NOW))),
        }
        let mut next = json(notebook.ask(NOW));
        while next.get("end").is_none() {
            assert_ne!(next["card"], first["card"], "{how}");
            json(notebook.show(NOW));
            json(notebook.regrade(3, NOW));
            next = json(notebook.ask(NOW));
        }
    }
}

/// Skips all cards that are left, and returns the end of the session.
fn skip_to_the_end(notebook: &mut LearnNotebook) -> Value {
    loop {
        let next = json(notebook.ask(NOW));
        if next.get("end").is_some() {
            return next;
        }
        notebook.skip();
    }
}

#[test]
fn a_suspended_card_is_not_due_tomorrow_and_not_the_next_one() {
    for (is_suspended, due) in [(false, 1), (true, 0)] {
        let mut notebook = notebook();
        json(notebook.begin(NOW, 0, ""));
        json(notebook.ask(NOW));
        json(notebook.show(NOW));
        if is_suspended {
            json(notebook.suspend(NOW));
        }
        assert_eq!(skip_to_the_end(&mut notebook)["dueTomorrow"], due);
        let next = if is_suspended { Value::Null } else { 1.into() };
        assert_eq!(json(notebook.status(NOW, 0))["nextDueDays"], next);
    }
}

#[test]
fn a_wrong_answer_counts_even_if_its_question_is_skipped() {
    let mut notebook = notebook();
    json(notebook.begin(NOW, 0, ""));
    let wrong = json(notebook.ask(NOW))["played"]["uci"].as_str().expect("a move").to_owned();
    json(notebook.wrong(&wrong, "", NOW));
    notebook.skip();
    let end = skip_to_the_end(&mut notebook);
    assert_eq!((&end["asked"], &end["right"]), (&1.into(), &0.into()), "{end}");
}

#[test]
fn a_puzzle_does_not_go_on_after_the_move_of_a_repertoire() {
    let list = |pgn: &str| GameList::new(pgn.as_bytes().to_vec()).expect("games");
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
    for (repertoire, reply) in [("1. d4 *", Value::Null), ("1. e4 *", "1... e5".into())] {
        let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
        notebook.add_repertoire(&list(repertoire), "white.pgn", &[0]).expect("lines");
        notebook.add_puzzles(&list(&format!("{start}1. e4 e5 2. Nf3 *"))).expect("puzzles");
        json(notebook.begin(NOW, 0, ""));
        let card = json(notebook.ask(NOW));
        let main = if reply.is_null() { "d2d4" } else { "e2e4" };
        assert_eq!(json(notebook.judge(main))["verdict"], "best", "{card}");
        assert_eq!(json(notebook.right(main, NOW))["reply"], reply, "{card}");
    }
}

#[test]
fn a_game_without_a_result_at_its_end_was_cut_and_makes_no_card() {
    let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
    let cut =
        "[White \"A\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -2.5]} (2. Nf3)";
    let add = |notebook: &mut LearnNotebook, text: &str| {
        notebook.add_games(&GameList::new(text.into()).expect("a game"), &[1], 0, 1)
    };
    let nag = cut.replace("2. Ke2", "2. Ke2 $4");
    assert_eq!(add(&mut notebook, &nag), Ok(0));
    assert_eq!(add(&mut notebook, &format!("{nag} *")), Ok(1));
}

#[test]
fn a_game_is_prepared_by_the_searches_of_the_page() {
    let game = StudyGame::from_pgn("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *").expect("a game");
    let mut preparation = LearnPreparation::new(&game, 1);
    let mut searches = 0;
    while let Some(search) = preparation.next_search().expect("JSON") {
        let search: Value = serde_json::from_str(&search).expect("JSON");
        let moves = search["moves"].as_array().expect("moves").len();
        let (score, line) = match moves {
            4 => (r#"{"cp":40}"#, "f1c4 g7g6"),
            5 => (r#"{"cp":900}"#, "e8f7 g1f3"),
            6 => (r#"{"cp":-900}"#, "g1f3"),
            _ => (r#"{"cp":0}"#, ""),
        };
        preparation.take(score, line).expect("an open search");
        searches += 1;
    }
    assert!(searches >= 3);
    assert!(preparation.take(r#"{"cp":0}"#, "").is_err());
    let text = preparation.finish().pgn().expect("PGN");
    let mut notebook = LearnNotebook::new(SETTINGS, "run").expect("settings");
    let list = GameList::new(text.clone().into_bytes()).expect("a game");
    assert_eq!(notebook.add_games(&list, &[1], 0, 1), Ok(1), "{text}");
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let facts = json(notebook.explain(fen, "h5f7"));
    assert_eq!(facts[0]["kind"], "hangsPiece", "{facts}");
    assert_eq!(json(notebook.explain(fen, "f1c4")), serde_json::json!([]));
}

#[test]
fn nothing_can_be_answered_before_a_question() {
    let mut notebook = notebook();
    assert!(notebook.judge("e2e4").is_err() && notebook.ask(NOW).is_err());
    json(notebook.begin(NOW, 0, ""));
    assert!(notebook.right("e2e4", NOW).is_err() && notebook.show(NOW).is_err());
    assert!(notebook.undo(NOW).is_err() && notebook.regrade(3, NOW).is_err());
    assert!(notebook.begin(NOW, 0, "other").is_err());
    json(notebook.ask(NOW));
    assert!(notebook.judge("e2e5").is_err() && notebook.regrade(9, NOW).is_err());
    assert!(
        LearnNotebook::new(r#"{"newCardsADay":1,"retention":2.0,"rolloverHour":4}"#, "").is_err()
    );
}
