//! `reynard db`.

use std::fs;
use std::io::Write;

use reynard_testkit::Rng;

#[cfg(unix)]
use crate::run::shell;
use crate::run::{Victim, reynard_in, reynard_with_input};

const PGN: &str = "\
[Event \"Match\"]\n[White \"Morphy, Paul\"]\n[Black \"Löwenthal\"]\n[Date \"1858.07.19\"]\n[Result \"1-0\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2400\"]\n\n1. e4 e5 2. Nf3 {best} 2... Nc6 1-0\n\n\
[Event \"Open\"]\n[White \"Anderssen\"]\n[Black \"Morphy, Paul\"]\n[Date \"1859.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 Nc6 2. e4 e5 (2... d5) 3. Bb5 1/2-1/2\n\n\
[Event \"Open\"]\n[White \"Bird\"]\n[Black \"Paulsen\"]\n[Result \"0-1\"]\n\n1. f4 d5 0-1\n\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), PGN).expect("a file");
    let made = reynard_in(folder.path(), &["db", "create", "games.rdb", "games.pgn"]);
    assert_eq!(made.code, 0, "{made:?}");
    folder
}

#[test]
fn explore_counts_transpositions_once() {
    let folder = folder();
    let args = ["db", "explore", "games.rdb", "--moves", "1.e4 e5 2.Nf3 Nc6", "--json"];
    let object = reynard_in(folder.path(), &args).object();
    assert_eq!((&object["games"], &object["ended"]), (&2.into(), &1.into()));
    assert_eq!(object["moves"][0]["uci"], "f1b5");
    assert_eq!(object["opening"]["eco"], "C44");
    assert_eq!(object["top"][0]["white"], "Morphy, Paul");
    let table = reynard_in(folder.path(), &["db", "explore", "games.rdb", "--board"]);
    assert!(table.stdout.contains("1. e4") && table.stdout.contains("█"), "{table:?}");
    let trend =
        reynard_in(folder.path(), &["db", "explore", "games.rdb", "--by", "year", "--board"]);
    assert!(trend.stdout.contains("1 | R N B Q K B N R |"), "{trend:?}");
    for format in ["--json", "--csv"] {
        let args = ["db", "explore", "games.rdb", "--by", "year", "--board", format];
        assert_eq!(reynard_in(folder.path(), &args).code, 2, "{format}");
    }
}

#[test]
fn filters_are_those_of_pgn_filter() {
    let folder = folder();
    let games = |args: &[&str]| {
        let args: Vec<&str> = [&["db", "games", "games.rdb", "--json"][..], args].concat();
        let run = reynard_in(folder.path(), &args);
        let ids =
            run.objects().iter().map(|it| it["id"].as_u64().expect("a number")).collect::<Vec<_>>();
        (run.code, ids)
    };
    assert_eq!(games(&["player~morphy"]), (0, vec![0, 1]));
    assert_eq!(games(&["white~paul morphy"]), (0, vec![0]));
    assert_eq!(games(&["black~lowenthal", "result=1-0", "elo>=2300"]), (0, vec![0]));
    assert_eq!(games(&["not", "player~morphy"]), (0, vec![2]));
    assert_eq!(games(&["year>=1859", "--order", "date"]), (0, vec![1]));
    assert_eq!(games(&["opening~\"bird opening\""]), (0, vec![2]));
    assert_eq!(games(&["player~nobody"]), (1, vec![]));
    let wrong = reynard_in(folder.path(), &["db", "games", "games.rdb", "whit~morphy"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("did you mean white?"), "{wrong:?}");
}

#[test]
fn everything_comes_out_as_it_went_in() {
    let folder = folder();
    let export = reynard_in(folder.path(), &["db", "export", "games.rdb"]);
    assert_eq!(export.stdout, PGN);
}

#[test]
fn an_exported_book_is_the_one_made_of_the_same_games() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let options = ["--min-games", "1", "--max-ply", "3"];
    for (filter, word) in [(None, None), (Some("morphy"), Some("player~morphy"))] {
        let games = filter.map_or("games.pgn", |player| {
            let filter = ["pgn", "filter", "--player", player, "-o", "some.pgn", "games.pgn"];
            assert_eq!(reynard_in(folder.path(), &filter).code, 0);
            "some.pgn"
        });
        let make = [&["book", "make", games, "-o", "made.bin"][..], &options].concat();
        assert_eq!(reynard_in(folder.path(), &make).code, 0);
        let export = ["db", "export", "games.rdb", "--to", "book", "-o", "exported.bin"];
        let words: Vec<&str> = word.into_iter().collect();
        let run = reynard_in(folder.path(), &[&export[..], &options, &words].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let book = fs::read(path("exported.bin")).expect("a book");
        assert!(!book.is_empty());
        assert_eq!(book, fs::read(path("made.bin")).expect("a book"), "{filter:?}");
    }
    let wrong = reynard_in(folder.path(), &["db", "export", "games.rdb", "--max-ply", "9"]);
    assert_eq!((wrong.code, &*wrong.stdout), (2, ""));
    assert!(wrong.stderr.contains("for --to book"), "{wrong:?}");
}

#[test]
fn search_finds_material_and_patterns() {
    let folder = folder();
    let run = reynard_in(
        folder.path(),
        &["db", "search", "games.rdb", "--position", "*/*/*/?B*/*/*/*/*"],
    );
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    assert!(run.stdout.contains("Anderssen"), "{run:?}");
    let run = reynard_in(folder.path(), &["db", "search", "games.rdb", "--material", "KvK"]);
    assert_eq!((run.code, &*run.stdout), (1, ""));
}

#[test]
fn an_import_reads_folders_and_standard_input_and_goes_on_where_it_stopped() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("more")).expect("a folder");
    fs::write(path.join("more/a.pgn"), PGN).expect("a file");
    fs::write(path.join("more/b.txt"), "no games").expect("a file");
    let added = reynard_in(path, &["db", "add", "games.rdb", "more"]);
    assert!(added.stderr.starts_with("3 games; 6 games"), "{added:?}");
    let again = reynard_in(path, &["db", "add", "games.rdb", "--resume", "more"]);
    assert!(again.stderr.starts_with("0 games; 6 games"), "{again:?}");
    let base = path.join("games.rdb");
    let added =
        reynard_with_input(&["db", "add", base.to_str().expect("text"), "-"], PGN.as_bytes());
    assert!(added.stderr.starts_with("3 games; 9 games"), "{added:?}");
}

#[test]
fn of_a_file_that_has_grown_the_new_games_are_added() {
    let folder = folder();
    let path = folder.path();
    let game = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 {{a}} *\n");
    let write = |text: &str| fs::write(path.join("log.pgn"), text).expect("a file");
    let add = || reynard_in(path, &["db", "add", "new.rdb", "--resume", "log.pgn"]);
    let mut text = game("a");
    write(&text);
    assert_eq!(reynard_in(path, &["db", "create", "new.rdb", "log.pgn"]).code, 0);
    for (name, expected) in [("b", "1 game; 2 games"), ("c", "1 game; 3 games")] {
        text = text + "\n" + &game(name);
        write(&text);
        let run = add();
        assert!(run.stderr.starts_with(expected), "{run:?}");
        assert!(add().stderr.starts_with("0 games; "));
    }
    for changed in [text.clone() + "e5 2. d4\n", text.replace("{a}", ""), "x".repeat(1000)] {
        write(&changed);
        let run = add();
        assert_eq!((run.code, run.stderr.contains("without --resume")), (2, true), "{run:?}");
    }
}

#[test]
fn delete_compact_and_merge_keep_the_rest() {
    let folder = folder();
    let path = folder.path();
    let run = |args: &[&str]| {
        let run = reynard_in(path, args);
        assert_eq!(run.code, 0, "{run:?}");
        run
    };
    run(&["db", "delete", "games.rdb", "1"]);
    assert!(run(&["db", "info", "games.rdb"]).stdout.contains("(1 deleted)"));
    run(&["db", "compact", "games.rdb"]);
    run(&["db", "compact", "games.rdb", "--out", "copy.rdb"]);
    run(&["db", "merge", "both.rdb", "games.rdb", "copy.rdb"]);
    let info = run(&["db", "info", "--verify", "--json", "both.rdb"]).object();
    assert_eq!(info["games"], 4);
    assert_eq!(reynard_in(path, &["db", "delete", "games.rdb", "2"]).code, 2);
}

#[test]
fn errors_name_the_file_and_the_reason() {
    let folder = folder();
    let path = folder.path();
    for (args, text) in [
        (&["db", "create", "games.rdb", "games.pgn"][..], "games.rdb: the file already exists"),
        (&["db", "explore", "games.pgn"], "reynard db create"),
        (&["db", "info", "none.rdb"], "none.rdb: "),
        (&["db", "create", "new.rdb", "none.pgn"], "none.pgn: "),
        (&["db", "explore", "games.rdb", "--moves", "e4 Ke4"], "`Ke4` is not a legal move"),
        (&["db", "explore", "games.rdb", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
    ] {
        let run = reynard_in(path, args);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(text), "{text}: {run:?}");
    }
    assert!(!path.join("new.rdb").exists(), "nothing is left of a base without games");
}

#[test]
fn a_failed_create_leaves_a_file_only_if_games_were_committed() {
    let folder = folder();
    let path = folder.path();
    let packed = zstd::encode_all(PGN.repeat(50).as_bytes(), 1).expect("memory");
    fs::write(path.join("cut.pgn.zst"), &packed[..packed.len() - 9]).expect("a file");
    let create = ["db", "create", "new.rdb"];
    let run = reynard_in(path, &[&create[..], &["cut.pgn.zst"]].concat());
    assert_eq!((run.code, &*run.stdout), (2, ""));
    assert!(run.stderr.starts_with("error: cut.pgn.zst: "), "{run:?}");
    assert!(!path.join("new.rdb").exists(), "no game was committed");
    fs::write(path.join("rubbish"), "}{").expect("a file");
    let run = reynard_in(path, &[&create[..], &["rubbish"]].concat());
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.ends_with("note: no game was found, so new.rdb is not kept\n"), "{run:?}");
    assert!(!path.join("new.rdb").exists());
}

#[test]
fn an_import_goes_on_after_a_file_that_is_cut_off() {
    let folder = folder();
    let path = folder.path();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(PGN.repeat(50).as_bytes()).expect("memory");
    let packed = packed.finish().expect("memory");
    // The mended file has the same size, so that its rest can be added.
    let damaged = [&packed[..packed.len() - 9], &[0; 9]].concat();
    fs::write(path.join("cut.pgn.gz"), damaged).expect("a file");
    fs::write(path.join("last.pgn"), "[Event \"Last\"]\n\n1. e4 *\n").expect("a file");
    let files = ["games.pgn", "cut.pgn.gz", "last.pgn"];
    for (create, name) in
        [(&["db", "create", "new.rdb"][..], "new.rdb"), (&["db", "add", "games.rdb"], "games.rdb")]
    {
        let run = reynard_in(path, &[create, &files].concat());
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stderr.contains("error: cut.pgn.gz: "), "{run:?}");
        assert!(run.stderr.contains(" games before that are read, the last one "), "{run:?}");
        let last = reynard_in(path, &["db", "games", name, "event~Last", "--json"]).objects();
        assert_eq!(last.len(), 1, "{name}");
        assert_eq!(reynard_in(path, &["db", "info", "--verify", name]).code, 0, "{name}");
    }
    fs::write(path.join("cut.pgn.gz"), packed).expect("a file");
    let run = reynard_in(path, &[&["db", "add", "--resume", "new.rdb"][..], &files].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let last = reynard_in(path, &["db", "games", "new.rdb", "event~Last", "--json"]).objects();
    assert_eq!(last.len(), 1, "whole files are left out");
}

#[test]
fn a_database_that_is_cut_off_is_called_so() {
    let folder = folder();
    let path = folder.path();
    let whole = fs::read(path.join("games.rdb")).expect("a file");
    for length in [3, 5, 100, 5000, whole.len() / 2] {
        fs::write(path.join("cut.rdb"), &whole[..length]).expect("a file");
        let run = reynard_in(path, &["db", "info", "cut.rdb"]);
        let expected = "error: cut.rdb: the file is cut off\n";
        assert_eq!((run.code, &*run.stderr), (2, expected), "{length} bytes");
    }
}

#[test]
fn players_repertoires_novelties_and_duplicates() {
    let folder = folder();
    let path = folder.path();
    let run = |args: &[&str]| reynard_in(path, args);
    let player = run(&["db", "player", "games.rdb", "morphy", "--json"]).object();
    assert_eq!((&player["white"]["wins"], &player["black"]["draws"]), (&1.into(), &1.into()));
    let text = run(&["db", "player", "games.rdb", "paul morphy", "year=1858"]).stdout;
    assert!(text.contains("Löwenthal") && !text.contains("Anderssen"), "{text}");
    let nobody = run(&["db", "player", "games.rdb", "xyz"]);
    assert!(nobody.code == 1 && nobody.stderr.contains("no game matches"), "{nobody:?}");
    let explored =
        run(&["db", "player", "games.rdb", "morphy", "--side", "black", "--explore", "--json"]);
    assert_eq!(explored.object()["games"], 1);
    let report = run(&["db", "report", "games.rdb", "--side", "white", "--min-games", "1"]).stdout;
    assert!(report.contains("1. e4 {1 game, 100.0 %}"), "{report}");
    fs::write(path.join("mine.pgn"), "1. e4 e5 2. Nf3 Nc6 3. d4 *\n").expect("a file");
    let novelty = run(&["db", "novelty", "games.rdb", "mine.pgn"]).stdout;
    assert_eq!(novelty, "? - ?: 3. d4 is new; 2 games before it\n");
    let novelty = reynard_in(path, &["db", "novelty", "games.rdb", "mine.pgn", "--json"]).object();
    assert_eq!((&novelty["ply"], &novelty["novelty"]), (&5.into(), &"3. d4".into()));
    let args = ["db", "dups", "games.rdb", "--min-plies", "2"];
    assert_eq!(run(&args).code, 0);
    run(&["db", "add", "games.rdb", "games.pgn"]);
    assert_eq!(run(&args).code, 1);
    let deleted = run(&["db", "dups", "games.rdb", "--min-plies", "2", "--delete"]);
    assert!(deleted.stderr.contains("3 games deleted"), "{deleted:?}");
    assert_eq!(run(&args).code, 0);
}

/// Reads the number of kills that have to come in time: `REYNARD_TEST_KILLS`, or 6.
fn kills() -> usize {
    std::env::var("REYNARD_TEST_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(6)
}

#[test]
fn a_killed_process_leaves_whole_commits() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("many")).expect("a folder");
    for number in 0..30 {
        fs::write(path.join(format!("many/{number:02}.pgn")), PGN.repeat(20)).expect("a file");
    }
    let all = 3 + 30 * 60;
    let restart = || {
        fs::copy(path.join("first.rdb"), path.join("games.rdb")).expect("a copy");
    };
    fs::copy(path.join("games.rdb"), path.join("first.rdb")).expect("a copy");
    let add = ["db", "add", "games.rdb", "--resume", "--commit", "1", "many"];
    let compact = ["db", "compact", "games.rdb"];
    let merge = ["db", "merge", "both.rdb", "games.rdb", "games.rdb"];
    let info = |name| {
        let args = ["db", "info", "--verify", "--json", name];
        reynard_in(path, &args).object()["games"].as_u64().expect("a number")
    };
    let victims = [&add[..], &merge, &compact].map(|args| Victim { args, folder: path });
    let bytes = victims.each_ref().map(Victim::whole);
    assert_eq!(info("both.rdb"), 2 * all);
    fs::remove_file(path.join("both.rdb")).expect("a file");
    restart();
    let (mut rng, mut before, mut struck, mut merged) = (Rng::new(7), 3, 0, 0);
    for round in 0.. {
        if struck == kills() {
            break;
        }
        assert!(round < 20 * kills(), "only {struck} of {round} kills came in time");
        // Of those that add, the rest of the work is less every time.
        let kind = [0, 0, 2, 1][round % 4];
        let place = 1 + rng.below(usize::try_from(bytes[kind]).expect("a small file"));
        struck += usize::from(victims[kind].kill_after(place as u64));
        let games = info("games.rdb");
        assert!(games >= before && (games - 3).is_multiple_of(60), "{before} games, then {games}");
        before = games;
        // A merge is there as a whole or not at all.
        if path.join("both.rdb").exists() {
            assert_eq!(info("both.rdb"), 2 * games);
            fs::remove_file(path.join("both.rdb")).expect("a file");
            merged += 1;
        }
        if games == all {
            restart();
            before = 3;
        }
    }
    println!("{struck} kills, {merged} merges ended before theirs");
    assert_eq!(reynard_in(path, &add).code, 0);
    assert_eq!(info("games.rdb"), all);
    assert_eq!(reynard_in(path, &merge).code, 0, "what a killed merge has left does not hinder");
    assert_eq!(info("both.rdb"), 2 * all);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder();
    let path = folder.path();
    let size = fs::metadata(path.join("games.rdb")).expect("a file").len();
    fs::write(path.join("many.pgn"), PGN.repeat(8_000)).expect("a file");
    // Files may grow by half a mebibyte.
    let script = format!("ulimit -f {}; exec \"$@\"", size / 512 + 1024);
    let limited = |args: &[&str]| {
        let output = shell(&script, args).current_dir(path).output().expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let merge = ["db", "merge", "both.rdb", "games.rdb"];
    let create = ["db", "create", "tiny.rdb", "games.pgn"];
    let tiny = shell("ulimit -f 1; exec \"$@\"", &create).current_dir(path).output();
    let output = tiny.expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!path.join("tiny.rdb").exists());
    let add = ["db", "add", "games.rdb", "--commit", "500", "many.pgn"];
    let (code, error) = limited(&add);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("games.rdb: ") && error.contains("large"), "{error}");
    let info = reynard_in(path, &["db", "info", "--verify", "--json", "games.rdb"]).object();
    let games = info["games"].as_u64().expect("a number");
    assert!(games >= 3, "{info}");
    assert_eq!(reynard_in(path, &add).code, 0, "with room it goes on");
    let games = games + 3 * 8_000;
    let pgn = ["db", "export", "games.rdb", "--to", "pgn", "-o", "out.pgn"];
    let copy = ["db", "compact", "games.rdb", "--out", "copy.rdb"];
    let whole = fs::read(path.join("games.rdb")).expect("a file");
    for (args, out) in [(&merge[..], "both.rdb"), (&copy[..], "copy.rdb"), (&pgn[..], "out.pgn")] {
        let (code, error) = limited(args);
        assert_eq!(code, Some(2), "{args:?}: {error}");
        assert!(error.contains(out) && error.contains("large"), "{args:?}: {error}");
        assert!(!path.join(out).exists(), "{args:?}");
        assert!(whole == fs::read(path.join("games.rdb")).expect("a file"), "{args:?}");
    }
    let (code, error) = limited(&["db", "compact", "games.rdb"]);
    let info = reynard_in(path, &["db", "info", "--verify", "--json", "games.rdb"]).object();
    assert_eq!(info["games"].as_u64(), Some(games), "{code:?} {error}");
    assert_eq!(reynard_in(path, &merge).code, 0);
}
