//! Tags that are edited in the base.

mod shared;

use std::fs;

use reynard_db::{Budget, Database, DatabaseError, DatabaseOptions, GameOrder, TagChange, TagEdit};
use reynard_games::Query;
use shared::{PGN, Random, folder, random_games};

fn exported(base: &Database) -> String {
    let pgn = base.iter().flat_map(|game| game.pgn().expect("intact")).collect();
    String::from_utf8(pgn).expect("text")
}

fn filled(path: std::path::PathBuf, pgn: &[u8], budget: &Budget) -> Database {
    let mut base = Database::create(path, DatabaseOptions::default()).expect("a file");
    base.add_pgn(pgn, budget).expect("room");
    base
}

fn set(name: &str, value: &str) -> TagChange {
    TagChange::set(name, value).expect("a tag")
}

#[test]
fn an_edited_base_is_the_base_of_edited_games_byte_by_byte() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let pgn = String::from_utf8(random_games(150, 5)).expect("text");
    let mut games: Vec<String> =
        pgn.split("[Event").skip(1).map(|game| format!("[Event{game}")).collect();
    assert_eq!(games.len(), 150);
    // Several segments.
    let budget = Budget { commit: 40, ..Budget::default() };
    let mut base = filled(path("a.rdb"), pgn.as_bytes(), &budget);
    let mut random = Random(11);
    for round in 0..8 {
        let mut ids: Vec<u64> = (0..12).map(|_| random.below(150) as u64).collect();
        ids.sort_unstable();
        ids.dedup();
        let (name, value) = [
            ("Site", "A new \"town\""),
            ("ECO", "B90"),
            ("WhiteElo", "2882"),
            ("Date", "2013.11.22"),
            ("Event", "Renamed#"),
        ][round % 5];
        let value = value.replace('#', &round.to_string());
        let mut changed = 0;
        for &id in &ids {
            let game = &mut games[usize::try_from(id).expect("few")];
            let start = game.find(&format!("[{name} ")).expect("the tag");
            let end = start + game[start..].find("]\n").expect("its end") + 2;
            let tag = format!("[{name} \"{}\"]\n", value.replace('"', "\\\""));
            changed += u64::from(game[start..end] != tag);
            game.replace_range(start..end, &tag);
        }
        assert_eq!(base.edit_tags(&ids, &[set(name, &value)]).expect("room"), changed, "{name}");
        assert_eq!(base.edit_tags(&ids, &[set(name, &value)]).expect("room"), 0, "{name}");
    }
    assert!(base.verify().expect("readable").damage.is_empty());
    base.compact_to(path("edited.rdb"), &Budget::default()).expect("room");
    let fresh = filled(path("b.rdb"), games.concat().as_bytes(), &Budget::default());
    fresh.compact_to(path("fresh.rdb"), &Budget::default()).expect("room");
    assert_eq!(exported(&base), exported(&fresh));
    let bytes = |name: &str| fs::read(path(name)).expect("a file");
    assert!(bytes("edited.rdb") == bytes("fresh.rdb"));
    for filter in ["event=Renamed4", "elo>=2600", "eco=B90", "year=2013", "site~new"] {
        let query = Query::parse(filter).expect("a filter");
        let found = |base: &Database| -> Vec<u64> {
            let games = base.find(None, &query, GameOrder::Id).expect("intact");
            games.iter().map(reynard_db::StoredGame::id).collect()
        };
        assert_eq!(found(&base), found(&fresh), "{filter}");
        assert!(!found(&base).is_empty(), "{filter}");
    }
}

#[test]
fn changes_are_recorded_and_follow_their_games() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let pgn = "[White \"Calrsen\"]\n\n1. e4 *\n\n[White \"Tal\"]\n[Annotator \"x\"]\n\n1. d4 *\n\n\
               [White \"Kan\"]\n\n1. c4 {why} *\n";
    let mut base = filled(path.clone(), pgn.as_bytes(), &Budget::default());
    let changes = [set("white", "Carlsen, Magnus"), TagChange::remove("annotator").expect("a tag")];
    assert_eq!(base.edit_tags(&[0, 1], &changes).unwrap(), 2);
    assert_eq!(base.edit_tags(&[2], &[set("Result", "1-0"), set("Round", "3")]).unwrap(), 1);
    drop(base);
    let mut base = Database::open_writable(path).unwrap();
    let edit = |game, name: &str, before: Option<&str>, now: Option<&str>| TagEdit {
        game,
        name: name.to_owned(),
        before: before.map(str::to_owned),
        now: now.map(str::to_owned),
    };
    let carlsen = Some("Carlsen, Magnus");
    let edits = [
        edit(0, "white", Some("Calrsen"), carlsen),
        edit(1, "white", Some("Tal"), carlsen),
        edit(1, "annotator", Some("x"), None),
        edit(2, "Result", None, Some("1-0")),
        edit(2, "Round", None, Some("3")),
    ];
    assert_eq!(base.tag_edits().unwrap(), edits);
    let game = String::from_utf8(base.game(2).unwrap().pgn().unwrap()).unwrap();
    assert_eq!(game, "[White \"Kan\"]\n[Result \"1-0\"]\n[Round \"3\"]\n\n1. c4 {why} 1-0\n\n");
    assert_eq!(
        base.find(None, &Query::parse("result=1-0").unwrap(), GameOrder::Id).unwrap().len(),
        1
    );
    base.mark("best", &[2]).unwrap();
    base.delete(&[0]).unwrap();
    base.compact(&Budget::default()).unwrap();
    let left: Vec<u64> = base.tag_edits().unwrap().iter().map(|edit| edit.game).collect();
    assert_eq!((left, base.marks().unwrap()["best"].clone()), (vec![0, 0, 1, 1], vec![1]));
}

#[test]
fn an_edit_that_is_refused_has_changed_nothing() {
    let folder = folder();
    let mut base = filled(folder.path().join("a.rdb"), PGN, &Budget::default());
    let before = exported(&base);
    let foreign =
        base.iter().find(|game| game.pgn().unwrap().windows(7).any(|it| it == b"Variant"));
    let foreign = foreign.map(|game| game.id());
    let change = [set("White", "Carlsen, Magnus")];
    assert!(matches!(base.edit_tags(&[0, 9999], &change), Err(DatabaseError::NoSuchGame(9999))));
    base.delete(&[1]).unwrap();
    assert!(matches!(base.edit_tags(&[0, 1], &change), Err(DatabaseError::NoSuchGame(1))));
    base.undelete(&[1]).unwrap();
    let games = base.games();
    let refused: Vec<u64> = (0..games)
        .filter(|&id| matches!(base.edit_tags(&[id], &[]), Err(DatabaseError::ForeignGame(_))))
        .collect();
    assert!(!refused.is_empty(), "{foreign:?}");
    assert!(base.edit_tags(&[0, refused[0]], &change).is_err());
    assert_eq!(exported(&base), before);
    assert!(base.tag_edits().unwrap().is_empty());
    let kept: Vec<u64> = (0..games).filter(|id| !refused.contains(id)).collect();
    assert_eq!(base.edit_tags(&kept, &change).unwrap(), kept.len() as u64);
    assert!(base.verify().unwrap().damage.is_empty());
    for &id in &kept {
        assert_eq!(base.game(id).unwrap().head().unwrap().white, "Carlsen, Magnus");
    }
    for (name, value) in [
        ("FEN", "x"),
        ("setup", "1"),
        ("Variant", "Atomic"),
        ("a b", "x"),
        ("", "x"),
        ("White", "a\nb"),
        ("Result", "won"),
    ] {
        assert!(TagChange::set(name, value).is_err(), "{name} {value:?}");
    }
}

#[test]
fn damage_of_marks_and_of_recorded_edits_is_found() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let mut base = filled(path("a.rdb"), b"1. e4 *\n", &Budget::default());
    base.mark("Qmark", &[0]).unwrap();
    base.edit_tags(&[0], &[set("Qtagx", "1")]).unwrap();
    drop(base);
    for (text, record) in [(b"Qmark", "notes"), (b"Qtagx", "edits")] {
        let mut bytes = fs::read(path("a.rdb")).unwrap();
        let places: Vec<usize> =
            (0..bytes.len() - 5).filter(|&start| bytes[start..].starts_with(text)).collect();
        assert!(!places.is_empty(), "{record}");
        for place in places {
            bytes[place + 1] ^= 1;
        }
        fs::write(path("bad.rdb"), bytes).unwrap();
        let damage = Database::open(path("bad.rdb")).unwrap().verify().unwrap().damage;
        let is_named = |it: &DatabaseError| matches!(it, DatabaseError::Damaged { section, .. } if *section == record);
        assert!(damage.iter().any(is_named), "{record}: {damage:?}");
    }
}

#[test]
fn a_name_that_can_be_set_is_read_back_and_others_are_refused() {
    let folder = folder();
    let mut base = filled(folder.path().join("a.rdb"), b"1. e4 *\n", &Budget::default());
    let longest = "x".repeat(255);
    let names = ["a", "9", "my_tag-1", "a+", "a#=:-", &longest];
    for (number, name) in names.into_iter().enumerate() {
        base.edit_tags(&[0], &[set(name, "1")]).expect("room");
        let path = folder.path().join(format!("{number}.rdb"));
        let again = filled(path, exported(&base).as_bytes(), &Budget::default());
        assert_eq!(exported(&again), exported(&base), "{name}");
        assert!(exported(&again).contains(&format!("[{name} \"1\"]")), "{name}");
    }
    for name in ["", "two words", "x]", "\u{dc}bung", "_a", "#a", &"x".repeat(256)] {
        assert!(matches!(TagChange::set(name, "1"), Err(DatabaseError::FixedTag { .. })), "{name}");
        assert!(matches!(TagChange::remove(name), Err(DatabaseError::FixedTag { .. })), "{name}");
    }
    for (name, values, wrong) in [
        ("Date", &["2001.05.23", "2001.??.??"][..], &["foo", "2001", "2001.02.30"][..]),
        ("whiteelo", &["2500", "-", "?", ""], &["abc", "2500?", "-1"]),
        ("Result", &["1-0", "*"], &["win"]),
    ] {
        for value in values {
            assert!(TagChange::set(name, value).is_ok(), "{name} {value}");
        }
        for value in wrong {
            assert!(TagChange::set(name, value).is_err(), "{name} {value}");
        }
    }
}
