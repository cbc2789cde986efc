//! Games come back as they were.

mod limits;
mod public_reports;
#[path = "../shared/mod.rs"]
mod shared;
mod text;

use std::num::NonZero;

use reynard_db::{Budget, Database, DatabaseOptions, ExtraContent};
use reynard_games::Query;
use reynard_pgn::{GameTree, Games};
use shared::{PGN, folder, random_games};

fn trees(pgn: &[u8]) -> Vec<GameTree> {
    Games::from_bytes(pgn).map(|game| game.expect("readable").tree).collect()
}

fn exported(base: &Database) -> Vec<u8> {
    base.iter().flat_map(|game| game.pgn().expect("intact")).collect()
}

fn filled(pgn: &[u8], budget: &Budget) -> (tempfile::TempDir, Database) {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).expect("intact");
    base.add_pgn(pgn, budget).expect("intact");
    (folder, base)
}

/// Of a damaged game the legal beginning is kept.
fn assert_same(pgn: &[u8], base: &Database) {
    let (source, back) = (trees(pgn), trees(&exported(base)));
    assert_eq!(source.len(), back.len());
    for (source, back) in source.iter().zip(&back) {
        assert_eq!(source.to_string(), back.to_string());
        assert!(source.tags().iter().eq(back.tags().iter()), "{:?}", source.tags());
    }
    for (number, source) in (0..).zip(&source) {
        let game = base.game(number).expect("intact");
        assert_eq!(game.tree().expect("intact").to_string(), source.to_string());
        assert_eq!(*source.start(), game.start().expect("intact"));
        assert!(source.moves().eq(game.moves().expect("intact")), "{source}");
    }
}

#[test]
fn every_kind_of_game_comes_back_unchanged() {
    let pgn = [PGN, &random_games(100, 7)].concat();
    let (_folder, mut base) = filled(&pgn, &Budget::default());
    assert_same(&pgn, &base);
    base.verify().unwrap();
}

#[test]
fn compaction_loses_nothing() {
    let pgn = [&random_games(60, 8), PGN, &random_games(60, 9)].concat();
    let budget = Budget { commit: 30, ..Budget::default() };
    let (folder, mut base) = filled(&pgn, &budget);
    let copy = folder.path().join("copy.rdb");
    base.compact_to(&copy, &budget).unwrap();
    assert_same(&pgn, &Database::open(&copy).unwrap());
    base.compact(&budget).unwrap();
    assert_same(&pgn, &base);
}

#[test]
fn without_extra_content_the_moves_and_tags_stay() {
    let folder = folder();
    let options = DatabaseOptions { extra: ExtraContent::Dropped, ..DatabaseOptions::default() };
    let mut base = Database::create(folder.path().join("a.rdb"), options).unwrap();
    base.add_pgn(PGN, &Budget::default()).unwrap();
    let game = String::from_utf8(base.game(0).unwrap().pgn().unwrap()).unwrap();
    assert!(game.contains("[Annotator \"Me\"]"), "{game}");
    assert!(game.ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n"), "{game}");
}

#[test]
fn equal_games_make_equal_bytes_on_any_threads_and_shards() {
    let pgn = random_games(400, 10);
    let (one, two) = (NonZero::<usize>::MIN, NonZero::new(2).unwrap());
    let games = trees(&pgn);
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let mut files = Vec::new();
    for threads in [one, two] {
        let budget = Budget { threads, ..Budget::default() };
        let (_folder, base) = filled(&pgn, &budget);
        let out = path(&format!("{threads}.rdb"));
        base.compact_to(&out, &budget).unwrap();
        files.push(std::fs::read(out).unwrap());
    }
    let mut shards = Vec::new();
    for (number, part) in games.chunks(100).enumerate() {
        let text: String = part
            .iter()
            .map(|game| {
                let mut writer = reynard_pgn::PgnWriter::with_options(
                    Vec::new(),
                    reynard_pgn::WriterOptions::AS_IS,
                );
                writer.write(game).unwrap();
                String::from_utf8(writer.into_inner()).unwrap()
            })
            .collect();
        let mut base =
            Database::create(path(&format!("shard{number}.rdb")), DatabaseOptions::default())
                .unwrap();
        base.add_pgn(text.as_bytes(), &Budget { threads: two, ..Budget::default() }).unwrap();
        shards.push(base);
    }
    let bases: Vec<&Database> = shards.iter().collect();
    Database::merge(&bases, path("merged.rdb"), &Budget::default()).unwrap();
    files.push(std::fs::read(path("merged.rdb")).unwrap());
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn deleted_games_are_gone_everywhere() {
    let (_folder, mut base) = filled(&random_games(20, 11), &Budget::default());
    let start = reynard::Position::startpos();
    assert_eq!(base.delete(&[3, 5, 3]).unwrap(), 2);
    assert!(base.delete(&[20]).is_err());
    let ids: Vec<u64> = base.iter().map(|game| game.id()).collect();
    assert_eq!(ids.len(), 18);
    assert!(!ids.contains(&3));
    assert_eq!(base.count(&start, &Query::default()).unwrap(), 18);
    base.compact(&Budget::default()).unwrap();
    assert_eq!((base.games(), base.deleted()), (18, 0));
    assert_eq!(base.count(&start, &Query::default()).unwrap(), 18);
}

#[test]
fn a_game_without_tags_and_moves_stays_a_game() {
    let pgn = b"[White \"a\"]\n[PlyCount \"2\"]\n\n1. e4 e5 2. ex\"16\"]\n\n1. d5 Na5 1/2-1/2\n";
    let (_folder, base) = filled(pgn, &Budget::default());
    let text = String::from_utf8(exported(&base)).expect("text");
    let (_other, again) = filled(text.as_bytes(), &Budget::default());
    assert_eq!((base.games(), again.games()), (2, 2), "{text}");
    assert_eq!(String::from_utf8(exported(&again)).expect("text"), text);
    assert_eq!(text.matches("[Event \"?\"]").count(), 1, "only where it is needed: {text}");
}

#[test]
fn what_cannot_be_understood_comes_back_as_text_whether_comments_are_kept_or_not() {
    let pgn = b"[White \"a\"]\n\n1. e4 e5 2. Ke3 Ke6 {why} 3. Nf3 1-0\n\n\
        [White \"b\"]\n[Result \"0-0\"]\n\n0-0\n\n\
        [White \"c\"]\n[Result \"1-0 ff\"]\n\n1. d4 1-0\n\n\
        [White \"d\"]\n[Result \"1-0\"]\n\n1. d4 d5 0-1\n\n\
        [White \"e\"]\n\n1. c4 {never ends\n\n\
        [White \"f\"]\n[Variant \"Atomic\"]\n\n1. e4 xyz {kept} *\n\n";
    for extra in [ExtraContent::Kept, ExtraContent::Dropped] {
        let folder = folder();
        let options = DatabaseOptions { extra, ..DatabaseOptions::default() };
        let mut base = Database::create(folder.path().join("a.rdb"), options).expect("intact");
        base.add_pgn(pgn, &Budget::default()).expect("intact");
        let text = String::from_utf8(exported(&base)).expect("text");
        for kept in [
            "[%unread] 2. Ke3 Ke6 {why} 3. Nf3",
            "[Result \"0-0\"]\n\n*",
            "[Result \"1-0 ff\"]\n\n1. d4 1-0",
            "[Result \"1-0\"]\n\n1. d4 d5 0-1",
            "{[%unread] {never ends}",
            "1. e4 xyz {kept} *",
        ] {
            assert!(text.contains(kept), "{extra:?}: {kept} is not in\n{text}");
        }
        let mut again = Database::create(folder.path().join("b.rdb"), options).expect("intact");
        again.add_pgn(text.as_bytes(), &Budget::default()).expect("intact");
        assert_eq!(String::from_utf8(exported(&again)).expect("text"), text, "{extra:?}");
    }
}
