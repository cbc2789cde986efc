//! Promises of `reynard db` beyond its answers.

use std::fs;
use std::path::Path;

use reynard_db::{Database, DatabaseOptions};

use crate::run::reynard_in;

/// Makes a folder with `games.pgn`: numbered games of nine plies.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |round: u32| {
        format!(
            "[White \"Tal, M\"]\n[Round \"{round}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0\n\n"
        )
    };
    let games: String = (0..6).map(game).collect();
    fs::write(folder.path().join("games.pgn"), games).expect("a file");
    folder
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let run = reynard_in(folder, args);
    (run.code, run.stdout, run.stderr)
}

#[test]
fn compact_refuses_beside_a_reader_and_says_which_numbers_moved() {
    let folder = folder();
    let path = folder.path();
    assert_eq!(run(path, &["db", "create", "a.rdb", "games.pgn"]).0, 0);
    assert_eq!(run(path, &["db", "delete", "a.rdb", "0", "1", "4"]).0, 0);
    let before = run(path, &["db", "games", "a.rdb"]).1;
    let reader = Database::open(path.join("a.rdb")).expect("a base");
    let (code, _, stderr) = run(path, &["db", "compact", "a.rdb"]);
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: a.rdb: another process reads the database"), "{stderr}");
    drop(reader);
    assert_eq!(run(path, &["db", "games", "a.rdb"]).1, before);
    let (code, _, stderr) = run(path, &["db", "compact", "a.rdb"]);
    let expected = "3 games; 3 deleted games removed\n#2 to #3 are now #0 to #1\n#5 is now #2\n";
    assert_eq!((code, &*stderr), (0, expected));
}

#[test]
fn deleted_games_come_back_until_the_database_is_compacted() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    let all = run(path, &["db", "games", "a.rdb"]).1;
    run(path, &["db", "delete", "a.rdb", "0", "3"]);
    assert_eq!(run(path, &["db", "undelete", "a.rdb", "3"]).2, "1 game brought back\n");
    assert_eq!(run(path, &["db", "undelete", "a.rdb", "--all"]).2, "1 game brought back\n");
    assert_eq!(run(path, &["db", "games", "a.rdb"]).1, all);
    assert_eq!(run(path, &["db", "undelete", "a.rdb"]).0, 2);
}

#[test]
fn games_of_a_filter_are_listed_before_they_are_deleted() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    let delete = ["db", "delete", "a.rdb", "--where", "round=2..3"];
    let (code, stdout, stderr) = run(path, &delete);
    assert_eq!((code, stdout.lines().count(), &*stderr), (1, 2, "2 games: --yes deletes them\n"));
    assert_eq!(run(path, &["db", "games", "a.rdb"]).1.lines().count(), 6);
    assert_eq!(run(path, &[&delete[..], &["--yes"]].concat()).2, "2 games deleted\n");
    assert_eq!(run(path, &["db", "games", "a.rdb"]).1.lines().count(), 4);
    assert_eq!(run(path, &["db", "delete", "a.rdb"]).0, 2);
}

#[test]
fn duplicates_are_listed_with_the_reason_before_they_are_deleted() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    let (code, stdout, stderr) =
        run(path, &["db", "dups", "a.rdb", "--min-plies", "5", "--delete"]);
    assert_eq!(code, 0);
    assert_eq!(stdout.matches("same moves, same names, same date").count(), 5, "{stdout}");
    assert!(stderr.contains("5 games deleted; `reynard db undelete`"), "{stderr}");
    run(path, &["db", "undelete", "a.rdb", "--all"]);
    let found = reynard_in(path, &["db", "dups", "a.rdb", "--min-plies", "5", "--json"]).object();
    assert_eq!(found["others"].as_array().map(Vec::len), Some(5));
    assert_eq!(found["reasons"].as_array().map(Vec::len), Some(5));
}

#[test]
fn games_that_break_off_are_listed_and_stay() {
    const PARTS: &str = "\
[White \"Tal, M\"]\n[Black \"Kan\"]\n[Date \"1955.??.??\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 1-0\n
[White \"Tal, Mikhail\"]\n[Black \"Kan\"]\n[Date \"1955.02.11\"]\n[Result \"1-0\"]\n
1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 1-0\n
[White \"Tal, Mikhail\"]\n[Black \"Kan\"]\n[Date \"1955.02.11\"]\n[Result \"1-0\"]\n
1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 1-0\n
[White \"Tal, Mikhail\"]\n[Black \"Kan\"]\n[Date \"1956.??.??\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n
[White \"Tal, Mikhail\"]\n[Black \"Kan\"]\n[Date \"1955.02.11\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 0-1\n
[White \"Li, Wei\"]\n[Black \"Kan\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n
[White \"Tal, M\"]\n[Black \"Kan\"]\n\n1. e4 c5 2. Nf3 *\n
";
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("parts.pgn"), PARTS).expect("a file");
    run(path, &["db", "create", "p.rdb", "parts.pgn"]);
    let dups = ["db", "dups", "p.rdb", "--min-plies", "5"];
    let (code, stdout, stderr) = run(path, &dups);
    assert_eq!((code, &*stderr), (1, "0 duplicates; 2 parts of longer ones\n"));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].trim_start().starts_with("#1 "), "{stdout}");
    assert_eq!(lines[2], "          part of game 1, names abbreviated, date incomplete");
    assert_eq!(lines[4], "          part of game 1, same names, same date");
    assert_eq!(lines.len(), 5, "{stdout}");
    let found = reynard_in(path, &[&dups[..], &["--json"]].concat()).object();
    assert_eq!((&found["keep"], &found["others"]), (&1.into(), &serde_json::json!([])));
    assert_eq!(found["parts"], serde_json::json!([0, 2]));
    let (code, stdout, stderr) = run(path, &[&dups[..], &["--delete"]].concat());
    assert_eq!((code, stdout.lines().count(), &*stderr), (0, 5, "0 games deleted\n"));
    assert_eq!(run(path, &["db", "games", "p.rdb"]).1.lines().count(), 7);
}

#[test]
fn a_limit_of_plies_is_named_and_never_answered_with_zero() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "--plies", "4", "games.pgn"]);
    let novelty = run(path, &["db", "novelty", "a.rdb", "games.pgn"]);
    let line = "every position of the first 4 plies is known, and no later one is indexed";
    assert!(novelty.1.lines().all(|it| it.ends_with(line)), "{novelty:?}");
    let note = "note: a.rdb indexes the first 4 plies of each game\n";
    assert_eq!(novelty.2, note);
    let moves = ["--moves", "e4 e5 Nf3 Nc6 Bb5"];
    for command in ["explore", "games", "export"] {
        let (code, stdout, stderr) = run(path, &[&["db", command, "a.rdb"][..], &moves].concat());
        assert_eq!((code, &*stdout), (2, ""), "{command}");
        assert!(stderr.contains("indexes the first 4 plies"), "{stderr}");
    }
    let early = run(path, &["db", "games", "a.rdb", "--moves", "e4 e5"]);
    assert_eq!((early.0, early.1.lines().count(), &*early.2), (0, 6, note));
    let explored = run(path, &["db", "explore", "a.rdb"]).1;
    assert!(explored.contains("Only the first 4 plies of each game are indexed"), "{explored}");
    let object = reynard_in(path, &["db", "explore", "a.rdb", "--json"]).object();
    assert_eq!(object["indexed_plies"], 4);
}

#[test]
fn values_in_quotes_are_read_as_the_manual_of_filters_has_them() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    for filter in [
        "moves='e4 e5 Nf3'",
        "moves=\"e4 e5 Nf3\"",
        "moves=e4 e5 Nf3",
        "position='*/*/*/*/????P*/*/*/* b'",
        "white~'tal m'",
        "(white~'tal m' moves='e4 e5')",
    ] {
        let (code, stdout, stderr) = run(path, &["db", "games", "a.rdb", filter]);
        assert_eq!((code, stdout.lines().count()), (0, 6), "{filter}: {stderr}");
    }
}

#[test]
fn moves_in_place_of_conditions_are_named() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    for words in [&["startpos", "e4", "c5"][..], &["e4"], &["year>=1900", "e4"]] {
        for command in ["explore", "games"] {
            let (code, _, stderr) = run(path, &[&["db", command, "a.rdb"], words].concat());
            let reason = "`e4` is a move and not a condition: moves follow `--moves`";
            assert!(code == 2 && stderr.contains(reason), "{command} {words:?}: {stderr}");
        }
    }
}

#[test]
fn an_unfinished_filter_is_an_error_and_not_a_name() {
    let folder = folder();
    let path = folder.path();
    run(path, &["db", "create", "a.rdb", "games.pgn"]);
    for (filter, reason) in [
        ("white~tal or", "column 13: a condition is needed here"),
        ("white~tal OR", "column 13: a condition is needed here"),
        ("white~tal or m", "column 14: `m` is followed by no comparison"),
        ("white~tal not", "a name does, like elo>=2500"),
        ("white~tal and", "a condition is needed here"),
        ("white='tal m", "column 7: this ' is never closed"),
    ] {
        let (code, stdout, stderr) = run(path, &["db", "games", "a.rdb", filter]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{filter}: {stderr}");
        assert!(stderr.contains(reason), "{filter}: {stderr}");
        let files = run(path, &["pgn", "filter", "--where", filter, "games.pgn"]);
        assert_eq!(files.0, 2, "{filter}: {}", files.2);
        let words: Vec<&str> = filter.splitn(2, ' ').collect();
        let split = run(path, &[&["db", "games", "a.rdb"], &*words].concat());
        assert_eq!(split, (code, stdout, stderr), "{filter}");
    }
    for filter in ["white~tal broken", "white~m and tal", "event='x y' or white~tal"] {
        let (code, _, stderr) = run(path, &["db", "games", "a.rdb", filter]);
        assert_ne!(code, 2, "{filter}: {stderr}");
    }
}

#[test]
fn results_and_names_of_tags_come_out_as_they_went_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let pgn = "[Result \"1-0\"]\n[my_tag-1 \"x\"]\n[Result:2 \"\"]\n\n1. e4 e5 0-1\n\n\
               [White \"c\"]\n[Result \"1-0 ff\"]\n\n1. d4 1-0\n\n[White \"d\"]\n[Result \"0-0\"]\n\n1. d4 1/2-1/2\n\n";
    fs::write(path.join("odd.pgn"), pgn).expect("a file");
    assert_eq!(run(path, &["db", "create", "a.rdb", "odd.pgn"]).0, 0);
    assert_eq!(run(path, &["db", "export", "a.rdb"]).1, pgn);
}

#[test]
fn an_error_names_the_file_that_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("games.pgn"), "[Qwxy \"1\"]\n\n1. e4 *\n\n").expect("a file");
    assert_eq!(run(path, &["db", "create", "a.rdb", "games.pgn"]).0, 0);
    let mut bytes = fs::read(path.join("a.rdb")).expect("a file");
    let place = bytes.windows(4).position(|it| it == b"Qwxy").expect("it is not compressed");
    bytes[place] ^= 1;
    fs::write(path.join("a.rdb"), bytes).expect("a file");
    for args in [&["compact", "a.rdb", "--out", "b.rdb"][..], &["merge", "b.rdb", "a.rdb"]] {
        let (code, _, stderr) = run(path, &[&["db"], args].concat());
        assert_eq!(code, 2);
        assert!(stderr.starts_with("error: a.rdb: damaged: "), "{stderr}");
    }
    let (code, _, stderr) = run(path, &["db", "info", "--verify", "a.rdb"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("section `templates`"), "{stderr}");
}

#[test]
fn a_file_that_a_killed_create_has_left_is_made_anew() {
    let folder = folder();
    let path = folder.path();
    let create = ["db", "create", "a.rdb", "games.pgn"];
    drop(Database::create(path.join("a.rdb"), DatabaseOptions::default()).expect("a base"));
    let (code, _, stderr) = run(path, &create);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.starts_with("note: a.rdb has no games and is made anew\n"), "{stderr}");
    let (code, _, stderr) = run(path, &create);
    assert_eq!(code, 2);
    assert!(stderr.contains("already exists, and `reynard db add` adds games to it"), "{stderr}");
    fs::write(path.join("empty.rdb"), "").expect("a file");
    assert_eq!(run(path, &["db", "create", "empty.rdb", "games.pgn"]).0, 0);
    fs::write(path.join("other.rdb"), "something else").expect("a file");
    assert_eq!(run(path, &["db", "create", "other.rdb", "games.pgn"]).0, 2);
    assert_eq!(fs::read(path.join("other.rdb")).expect("a file"), b"something else");
}

#[cfg(unix)]
#[test]
fn only_a_regular_file_without_content_is_made_anew() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    let path = folder.path();
    let create = |name: &str| run(path, &["db", "create", name, "games.pgn"]);
    // Links are followed, whether their target exists or not, and permissions stay.
    for (target, link) in [("there.rdb", "link.rdb"), ("new.rdb", "dangling.rdb")] {
        std::os::unix::fs::symlink(target, path.join(link)).expect("a link");
    }
    fs::write(path.join("there.rdb"), "").expect("a file");
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(path.join("there.rdb"), private).expect("it is ours");
    for (target, link) in [("there.rdb", "link.rdb"), ("new.rdb", "dangling.rdb")] {
        let (code, _, stderr) = create(link);
        assert_eq!(code, 0, "{stderr}");
        assert!(path.join(link).is_symlink());
        assert_eq!(run(path, &["db", "info", target]).0, 0);
    }
    let mode = fs::metadata(path.join("there.rdb")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // A socket is neither replaced nor read, and so is a pipe or a device.
    let _socket = std::os::unix::net::UnixListener::bind(path.join("socket")).expect("a socket");
    let (code, _, stderr) = create("socket");
    assert_eq!((code, stderr.contains("socket: not a regular file")), (2, true), "{stderr}");
    let (code, _, stderr) = run(path, &["db", "info", "socket"]);
    assert_eq!((code, stderr.contains("it is not a regular file")), (2, true), "{stderr}");
    // Saved searches are content.
    let mut base = Database::create(path.join("saved.rdb"), DatabaseOptions::default());
    base.as_mut().expect("a base").save_search("mine", "elo>=2000").expect("a search");
    drop(base);
    let (code, _, stderr) = create("saved.rdb");
    assert_eq!((code, stderr.contains("`reynard db add`")), (2, true), "{stderr}");
}

#[test]
fn every_question_on_the_page_of_filters_is_one_that_files_and_databases_answer_alike() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/filter.md");
    let page = fs::read_to_string(page).expect("a page");
    let (_, table) = page.split_once("| question | condition |").expect("the table of questions");
    let questions: Vec<&str> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('`').nth(1).expect("a condition"))
        .collect();
    assert!(questions.len() >= 30, "{}", questions.len());
    let folder = folder();
    let path = folder.path();
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples");
    assert_eq!(run(path, &["db", "create", "a.rdb", samples, "games.pgn"]).0, 1, "one is damaged");
    run(path, &["db", "export", "a.rdb", "-o", "all.pgn"]);
    for question in questions {
        let (code, stdout, stderr) = run(path, &["db", "games", "a.rdb", question]);
        assert!(code <= 1, "{question}: {stderr}");
        let filter = ["pgn", "filter", "--where", question, "--count", "all.pgn"];
        let counted = run(path, &filter);
        assert_eq!(stdout.lines().count().to_string(), counted.1.trim(), "{question}: {counted:?}");
    }
}

#[test]
fn commands_on_files_of_games_read_a_database_as_they_read_a_file() {
    let folder = folder();
    let path = folder.path();
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/tournament.pgn");
    fs::copy(samples, path.join("tournament.pgn")).expect("a copy");
    assert_eq!(run(path, &["db", "create", "a.rdb", "tournament.pgn"]).0, 0);
    for command in ["stats", "crosstable", "players"] {
        let of_file = run(path, &["pgn", command, "tournament.pgn"]);
        let of_base = run(path, &["pgn", command, "a.rdb"]);
        assert_eq!((of_base.0, of_base.1), (of_file.0, of_file.1), "{command}");
    }
    assert_eq!(run(path, &["db", "create", "b.rdb", "a.rdb"]).0, 0);
    assert_eq!(run(path, &["db", "export", "b.rdb"]).1, run(path, &["db", "export", "a.rdb"]).1);
}

#[test]
fn games_are_listed_in_the_order_of_any_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let game = |white: &str, round: &str, eco: &str, result: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Round \"{round}\"]\n[ECO \"{eco}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let games = [
        game("Tal", "10", "B90", "1-0", "1. e4 c5 2. Nf3"),
        game("anand", "2.1", "A10", "0-1", "1. c4"),
        game("Müller", "2.3", "C00", "1/2-1/2", "1. e4 e6"),
    ];
    fs::write(path.join("games.pgn"), games.concat()).expect("a file");
    assert_eq!(run(path, &["db", "create", "a.rdb", "games.pgn"]).0, 0);
    let order = |args: &[&str]| {
        let args = [&["db", "games", "a.rdb", "--json", "--order"][..], args].concat();
        let objects = reynard_in(path, &args).objects();
        objects.iter().map(|it| it["id"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    for (column, expected) in [
        ("white", [1, 2, 0]),
        ("round", [1, 2, 0]),
        ("eco", [1, 0, 2]),
        ("result", [0, 2, 1]),
        ("plies", [1, 2, 0]),
    ] {
        assert_eq!(order(&[column]), expected, "{column}");
        let mut reversed = expected;
        reversed.reverse();
        assert_eq!(order(&[column, "--reverse"]), reversed, "{column}");
    }
    assert_eq!(order(&["white", "--reverse", "--limit", "1", "--offset", "1"]), [2]);
}

#[test]
fn an_empty_filter_changes_no_games_and_a_base_is_not_added_to_itself() {
    let folder = folder();
    let path = folder.path();
    assert_eq!(run(path, &["db", "create", "a.rdb", "games.pgn"]).0, 0);
    for args in [
        &["delete", "a.rdb", "--where", "", "--yes"][..],
        &["edit", "a.rdb", "--where", " ", "--tag", "Site=x", "--yes"],
        &["mark", "a.rdb", "all", "--where", ""],
    ] {
        let (code, _, stderr) = run(path, &[&["db"], args].concat());
        assert!(code == 2 && stderr.contains("the filter is empty"), "{args:?}: {stderr}");
    }
    let (code, _, stderr) = run(path, &["db", "add", "a.rdb", "./a.rdb"]);
    assert!(code == 2 && stderr.contains("not added to itself"), "{stderr}");
    assert_eq!(run(path, &["db", "games", "a.rdb"]).1.lines().count(), 6);
}

#[test]
fn explored_moves_in_json_obey_the_limit_and_no_games_are_code_1() {
    let folder = folder();
    let path = folder.path();
    assert_eq!(run(path, &["db", "create", "a.rdb", "games.pgn"]).0, 0);
    let (code, stdout, _) = run(path, &["db", "explore", "a.rdb", "--json", "--limit", "0"]);
    assert!(code == 0 && stdout.contains("\"moves\":[]"), "{stdout}");
    assert_eq!(run(path, &["db", "explore", "a.rdb", "--json", "--moves", "a4"]).0, 1);
}
