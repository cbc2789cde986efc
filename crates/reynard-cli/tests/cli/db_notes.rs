//! Several databases as one, marks of games, saved searches, games beside each move.

use std::fs;
use std::path::Path;

use crate::run::reynard_in;

/// Games of two files; the second begins with one that is equal to one of the first.
fn write_games(path: &Path) {
    let game = |white: &str, elo: u32, date: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"X\"]\n[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n\
             [BlackElo \"2500\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let first = [
        game("Tal", 2700, "1960.01.01", "1. e4 e5 2. Nf3"),
        game("Ivanchuk", 2600, "2005.05.05", "1. e4 c5"),
        game("Kan", 2400, "2022.02.02", "1. d4 d5"),
    ];
    let second =
        [game("Anand", 2650, "2010.10.10", "1. e4 e5 2. Bc4"), game("Kan", 0, "1930", "1. c4")];
    fs::write(path.join("first.pgn"), first.concat()).expect("a file");
    fs::write(path.join("second.pgn"), second.concat()).expect("a file");
    for (base, games) in [("a.rdb", "first.pgn"), ("b.rdb", "second.pgn")] {
        assert_eq!(reynard_in(path, &["db", "create", base, games]).code, 0);
    }
}

/// Runs `reynard db`, and returns its exit code and what it printed.
fn db(path: &Path, args: &[&str]) -> (i32, String, String) {
    let run = reynard_in(path, &[&["db"], args].concat());
    (run.code, run.stdout, run.stderr)
}

#[test]
fn several_databases_answer_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    assert_eq!(reynard_in(path, &["db", "merge", "all.rdb", "a.rdb", "b.rdb"]).code, 0);
    let explore = |bases: &[&str], rest: &[&str]| {
        let run = reynard_in(path, &[&["db", "explore"][..], bases, rest].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    for rest in [
        &["--games", "0"][..],
        &["elo>=2500", "--games", "0"],
        &["--moves", "e4 e5", "--json", "--games", "0"],
    ] {
        assert_eq!(explore(&["a.rdb", "b.rdb"], rest), explore(&["all.rdb"], rest), "{rest:?}");
    }
    let games = reynard_in(path, &["db", "games", "a.rdb", "b.rdb", "white~kan", "--json"]);
    let found: Vec<(u64, String)> = games
        .objects()
        .iter()
        .map(|it| {
            let file = it["database"].as_str().expect("a name").to_owned();
            (it["id"].as_u64().expect("a number"), file)
        })
        .collect();
    assert_eq!(found, [(2, "a.rdb".to_owned()), (1, "b.rdb".to_owned())]);
    let text = reynard_in(path, &["db", "games", "a.rdb", "b.rdb", "white~kan"]).stdout;
    assert!(text.contains("#1") && text.contains("b.rdb"), "{text}");
    let one = reynard_in(path, &["db", "games", "a.rdb", "white~kan"]).stdout;
    assert!(!one.contains("a.rdb"), "{one}");
    let missing = reynard_in(path, &["db", "games", "a.rdb", "c.rdb", "white~kan"]);
    assert!(missing.code == 2 && missing.stderr.contains("c.rdb"), "{}", missing.stderr);
}

#[test]
fn each_move_has_its_best_and_its_latest_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    let args = ["db", "explore", "a.rdb", "b.rdb", "--each", "--json", "--games", "0"];
    let objects = reynard_in(path, &args).objects();
    let e4 = &objects[0]["moves"][0];
    assert_eq!(e4["uci"], "e2e4");
    assert_eq!((&e4["best"]["white"], &e4["latest"]["white"]), (&"Tal".into(), &"Anand".into()));
    assert_eq!(e4["latest"]["database"], "b.rdb");
    let text = reynard_in(path, &["db", "explore", "a.rdb", "--each", "--games", "0"]).stdout;
    let (_, list) = text.split_once("Best and latest games\n").expect("a list");
    let names: Vec<&str> =
        list.split_whitespace().filter(|it| ["Tal", "Ivanchuk", "Kan"].contains(it)).collect();
    assert_eq!(names, ["Tal", "Ivanchuk", "Kan"], "the best game of d4 is the latest as well");
}

#[test]
fn names_of_marks_and_searches_can_be_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    write_games(folder.path());
    for name in ["", " ", "x\ny"] {
        for command in
            [&["db", "mark", "a.rdb", name, "1"], &["db", "save", "a.rdb", name, "elo>1"]]
        {
            assert_eq!(reynard_in(folder.path(), command).code, 2, "{command:?}");
        }
    }
}

#[test]
fn marks_follow_their_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    let run = |args: &[&str]| db(path, args);
    assert_eq!(run(&["mark", "a.rdb", "favorite", "2", "1"]).0, 0);
    assert_eq!(run(&["mark", "a.rdb", "kings pawn", "--where", "moves=e4"]).0, 0);
    assert_eq!(
        run(&["mark", "a.rdb"]).1,
        "favorite             2 games\nkings pawn           2 games\n"
    );
    let listed = |args: &[&str]| run(&[&["games", "a.rdb"], args].concat()).1;
    assert!(!listed(&["--mark", "favorite"]).contains("Tal"));
    assert_eq!(listed(&["--mark", "favorite", "elo>=2500"]).lines().count(), 1);
    let (code, _, stderr) = run(&["games", "a.rdb", "--mark", "favourite"]);
    assert!(code == 2 && stderr.contains("did you mean favorite?"), "{stderr}");
    let (code, _, stderr) = run(&["mark", "a.rdb", "favorite", "9"]);
    assert!(code == 2 && stderr.contains('9'), "{stderr}");
    // Numbers change, and the marks with them.
    assert_eq!(run(&["delete", "a.rdb", "0"]).0, 0);
    assert_eq!(run(&["compact", "a.rdb"]).0, 0);
    let names = listed(&["--mark", "favorite"]);
    assert!(names.contains("Ivanchuk") && names.contains("Kan"), "{names}");
    assert_eq!(run(&["mark", "a.rdb", "favorite", "--remove", "0"]).0, 0);
    assert!(!listed(&["--mark", "favorite"]).contains("Ivanchuk"));
    assert_eq!(run(&["mark", "a.rdb", "favorite", "--remove"]).0, 0);
    assert_eq!(run(&["mark", "a.rdb"]).1, "kings pawn           1 game\n");
}

#[test]
fn saved_searches_are_conditions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    let run = |args: &[&str]| db(path, args);
    let listed = |args: &[&str]| run(&[&["games", "a.rdb"], args].concat()).1;
    assert_eq!(run(&["save", "a.rdb", "strong", "elo>=2500 or white~tal"]).0, 0);
    assert_eq!(listed(&["@strong"]).lines().count(), 2);
    assert_eq!(listed(&["@strong", "moves=Nf3"]), "");
    assert!(run(&["explore", "a.rdb", "@strong"]).1.starts_with("2 games"));
    assert_eq!(run(&["save", "a.rdb"]).1, "@strong               elo>=2500 or white~tal\n");
    let (code, _, stderr) = run(&["games", "a.rdb", "@stong"]);
    assert!(code == 2 && stderr.contains("did you mean @strong?"), "{stderr}");
    let (code, _, stderr) = run(&["save", "a.rdb", "wrong", "elo>=x"]);
    assert!(code == 2 && stderr.contains("column 6"), "{stderr}");
    assert_eq!(run(&["save", "a.rdb", "short", "@strong", "plies<40"]).0, 0);
    let list = run(&["save", "a.rdb"]).1;
    assert!(
        list.starts_with("@short                (elo>=2500 or white~tal) plies<40\n"),
        "{list}"
    );
    assert_eq!(run(&["save", "a.rdb", "short", "--remove"]).0, 0);
    assert_eq!(run(&["save", "a.rdb", "strong", "--remove"]).0, 0);
    assert_eq!(run(&["save", "a.rdb"]).1, "");
}

#[test]
fn similar_games_share_pawn_structures_with_the_same_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let opening = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 7. Bd3 O-O";
    let ends = [
        "8. Nf3 Nbd7 9. Qc2 Re8 10. h3 a5",
        "8. h3 Re8 9. Nf3 a5",
        "8. Qc2 b5",
        "8. Nf3 Nbd7 9. h3 h6",
    ];
    let games = ends.map(|end| format!("[White \"{end}\"]\n\n{opening} {end} *\n\n"));
    fs::write(path.join("games.pgn"), games.concat()).expect("a file");
    assert_eq!(reynard_in(path, &["db", "create", "a.rdb", "games.pgn"]).code, 0);
    let similar = |args: &[&str]| {
        reynard_in(path, &[&["db", "similar", "a.rdb", "0", "--json"], args].concat()).objects()
    };
    let found = similar(&[]);
    let shared: Vec<(u64, u64)> = found
        .iter()
        .map(|it| (it["id"].as_u64().expect("a number"), it["shared"].as_u64().expect("a number")))
        .collect();
    // The game has three structures: after 8... Nbd7, 10. h3 and 10... a5.
    assert_eq!(shared, [(1, 3), (3, 2), (2, 1)]);
    assert_eq!((&found[0]["structures"], &found[0]["until"]), (&3.into(), &10.into()));
    assert_eq!(similar(&["plies>=18"]).len(), 2);
    assert_eq!(similar(&["--limit", "2"]).len(), 2);
    let run = reynard_in(path, &["db", "similar", "a.rdb", "9"]);
    assert!(run.code == 2 && run.stderr.contains('9'), "{}", run.stderr);
}

#[test]
fn a_question_without_an_answer_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    let none = "note: a.rdb: ";
    let no_game = "no game fulfills the filter\n";
    for (args, reason) in [
        (&["games", "a.rdb", "white=nobody"][..], no_game),
        (&["search", "a.rdb", "--material", "KRPvKR"], no_game),
        (&["games", "a.rdb", "--offset", "100"], "--offset 100 is beyond the end: 3 games\n"),
        (
            &["search", "a.rdb", "--offset", "9", "white~tal"],
            "--offset 9 is beyond the end: 1 game\n",
        ),
        (&["games", "a.rdb", "--moves", "h4"], "no game reaches the position\n"),
        (
            &["games", "a.rdb", "--moves", "e4", "white=nobody"],
            "no game that reaches the position fulfills the filter\n",
        ),
        (
            &["similar", "a.rdb", "0"],
            "the game has no pawn structure after its first eight moves\n",
        ),
        (&["mark", "a.rdb"], "no game has a mark\n"),
        (&["mark", "a.rdb", "best", "--where", "white=nobody"], no_game),
        (&["save", "a.rdb"], "no search is saved\n"),
        (&["edit", "a.rdb"], "no tag was edited\n"),
        (&["edit", "a.rdb", "--where", "white=nobody", "--tag", "White=Tal"], no_game),
        (&["delete", "a.rdb", "--where", "white=nobody"], no_game),
    ] {
        let run = reynard_in(path, &[&["db"], args].concat());
        assert_eq!(
            (run.code, &*run.stdout, run.stderr),
            (1, "", format!("{none}{reason}")),
            "{args:?}"
        );
    }
    let export = reynard_in(path, &["db", "export", "a.rdb", "white=nobody"]);
    assert_eq!((export.code, &*export.stdout), (0, ""));
    assert!(export.stderr.starts_with(&format!("{none}{no_game}")), "{}", export.stderr);
}

#[test]
fn tags_are_edited_after_a_preview_and_each_change_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write_games(path);
    let run = |args: &[&str]| db(path, args);
    let edit = ["edit", "a.rdb", "--where", "white=Kan", "--tag", "White=Kan, Ilya"];
    let (code, stdout, stderr) = run(&edit);
    assert_eq!((code, stdout.lines().count(), &*stderr), (1, 1, "1 game: --yes edits them\n"));
    assert_eq!(run(&[&edit[..], &["--yes"]].concat()).2, "1 game edited\n");
    assert_eq!(run(&["edit", "a.rdb", "0", "--remove", "Date", "--tag", "Site=Riga"]).0, 0);
    assert_eq!(
        run(&["edit", "a.rdb"]).1,
        "      #2 White: \"Kan\" is now \"Kan, Ilya\"\n      #0 Site: none is now \"Riga\"\n      #0 Date: \"1960.01.01\" is now none\n"
    );
    let first = &reynard_in(path, &["db", "edit", "a.rdb", "--json"]).objects()[0];
    assert_eq!((&first["game"], &first["now"]), (&2.into(), &"Kan, Ilya".into()));
    assert!(run(&["games", "a.rdb", "white~ilya"]).1.contains("Kan, Ilya"));
    assert!(run(&["export", "a.rdb", "white=Tal"]).1.contains("[Site \"Riga\"]\n\n1. e4"));
    for (args, reason) in [
        (&["edit", "a.rdb", "0", "--tag", "FEN=x"][..], "the moves of the game depend on it"),
        (&["edit", "a.rdb", "0", "--tag", "White"], "expected NAME=VALUE"),
        (&["edit", "a.rdb", "9", "--tag", "White=x"], "there is no game 9"),
        (&["edit", "a.rdb", "--tag", "White=x"], "which games?"),
    ] {
        let (code, _, stderr) = run(args);
        assert!(code == 2 && stderr.contains(reason), "{args:?}: {stderr}");
    }
}

#[test]
fn an_import_lists_text_that_is_kept_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let pgn =
        "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5 1-0) e5 e.p.\n% kept\n2. Nf3 0-1\n";
    fs::write(path.join("odd.pgn"), pgn).expect("a file");
    let run = reynard_in(path, &["db", "create", "a.rdb", "odd.pgn"]);
    let notes: Vec<&str> = run.stderr.lines().filter(|it| it.starts_with("note: ")).collect();
    assert_eq!(
        notes,
        [
            "note: lines that begin with `%`, kept as comments: 1",
            "note: results in variations, kept as comments: 1",
            "note: remarks such as `e.p.`, left out: 1",
            "note: results that contradict the tag, both kept, where searches go by the tag: 1",
        ]
    );
    let json = reynard_in(path, &["db", "create", "b.rdb", "odd.pgn", "--json"]).object();
    assert_eq!(json["changes"]["escaped-line"], 1);
    assert!(json["changes"].get("stray-result").is_none());
}

#[test]
fn no_name_reaches_the_terminal_as_a_control_character() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                 9. h3 Nb8 10. d4 Nbd7";
    let game = |date: &str| {
        format!(
            "[White \"\u{1b}[31mEvil\u{1b}]0;x\u{7}\"]\n[Black \"B\u{1b}[2J\"]\n[Event \"\u{9b}1m\"]\n\
             [Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    fs::write(path.join("evil.pgn"), game("2020.01.01") + &game("2020.01.??")).expect("a file");
    let run = |args: &[&str]| {
        let run = reynard_in(path, args);
        assert!(run.code < 2, "{args:?}: {run:?}");
        let is_safe = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_safe(&run.stdout) && is_safe(&run.stderr), "{args:?}: {run:?}");
        run.stdout
    };
    run(&["db", "create", "evil.rdb", "evil.pgn"]);
    for (args, shows_names) in [
        (&["db", "games", "evil.rdb"][..], true),
        (&["db", "search", "evil.rdb", "--material", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"], true),
        (&["db", "explore", "evil.rdb", "--each"], true),
        (&["db", "explore", "evil.rdb", "--by", "year"], false),
        (&["db", "player", "evil.rdb", "evil"], true),
        (&["db", "player", "evil.rdb", "evil", "--explore"], true),
        (&["db", "similar", "evil.rdb", "0"], true),
        (&["db", "dups", "evil.rdb"], true),
        (&["db", "novelty", "evil.rdb", "evil.pgn"], true),
        (&["db", "delete", "evil.rdb", "--where", "white~evil"], true),
        (&["db", "edit", "evil.rdb", "--where", "white~evil", "--remove", "Event"], true),
        (&["db", "edit", "evil.rdb", "0", "--tag", "Black=B"], false),
        (&["db", "edit", "evil.rdb"], true),
        (&["db", "save", "evil.rdb", "evil", "white~\u{1b}[31mEvil"], false),
        (&["db", "save", "evil.rdb"], true),
        (&["pgn", "players", "evil.rdb"], true),
    ] {
        let shown = run(args);
        assert!(!shows_names || shown.contains("\\u{1b}"), "{args:?}: {shown}");
    }
}
