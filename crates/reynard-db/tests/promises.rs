//! Promises of a database beyond its answers: numbers that stay, damage that is found, limits
//! that are named.

mod shared;

use std::fs;
use std::panic;
use std::path::Path;

use reynard::Position;
use reynard_db::{
    Budget, Database, DatabaseError, DatabaseOptions, ExploreLimits, GameOrder, MovedGames,
    NoveltySearch,
};
use reynard_games::Query;
use reynard_pgn::{Games, Input};
use shared::{PGN, Random, folder, random_games};

fn filled(path: &Path, pgn: &str) -> Database {
    let mut base = Database::create(path, DatabaseOptions::default()).expect("a file");
    base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
    base
}

/// Writes games that differ by the tag `Round`, the number of the game.
fn numbered(games: std::ops::Range<u32>) -> String {
    let game = |number| format!("[Round \"{number}\"]\n\n1. e4 e5 *\n\n");
    games.map(game).collect()
}

fn rounds(base: &Database) -> Vec<(u64, String)> {
    base.iter().map(|game| (game.id(), game.head().expect("intact").round)).collect()
}

#[test]
fn a_compaction_is_refused_while_another_reads_and_changes_nothing() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = filled(&path, &numbered(0..12));
    base.delete(&[0, 1, 2, 7]).unwrap();
    let before = rounds(&base);
    let reader = Database::open(&path).unwrap();
    assert!(matches!(base.compact(&Budget::default()), Err(DatabaseError::InUse)));
    assert_eq!(rounds(&base), before);
    assert_eq!(base.undelete(&[7]).unwrap(), 1, "it can still be changed");
    drop(reader);
    let report = base.compact(&Budget::default()).unwrap();
    assert_eq!((report.games, report.removed, report.unreclaimed.is_none()), (9, 3, true));
    assert_eq!(report.moved, [MovedGames { before: 3..12, now: 0 }]);
    assert_eq!(rounds(&base)[0], (0, "3".to_owned()));
    assert_eq!(Database::open(&path).unwrap().games(), 9);
}

#[test]
fn the_report_of_a_compaction_names_every_game_that_has_another_number() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = filled(&path, &numbered(0..20));
    base.delete(&[3, 4, 9, 19]).unwrap();
    let before = rounds(&base);
    let copy = folder.path().join("copy.rdb");
    let copied = base.compact_to(&copy, &Budget::default()).unwrap();
    let report = base.compact(&Budget::default()).unwrap();
    assert_eq!(copied.moved, report.moved);
    let now = |id: u64| {
        let range = report.moved.iter().find(|it| it.before.contains(&id));
        range.map_or(id, |it| it.now + id - it.before.start)
    };
    let expected: Vec<_> = before.into_iter().map(|(id, round)| (now(id), round)).collect();
    assert_eq!(rounds(&base), expected);
    assert_eq!(rounds(&Database::open(&copy).unwrap()), expected);
}

#[test]
fn adding_games_never_changes_the_number_of_another_game() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = filled(&path, &numbered(0..5));
    base.delete(&[1, 4]).unwrap();
    for start in (5..105).step_by(5) {
        base.add_pgn(numbered(start..start + 5).as_bytes(), &Budget::default()).unwrap();
        if start == 50 {
            base.delete(&[17]).unwrap();
        }
    }
    assert!(base.info().unwrap().segments.len() < 12, "small segments become larger ones");
    assert_eq!((base.games(), base.deleted_games()), (105, vec![1, 4, 17]));
    for (id, round) in rounds(&base) {
        assert_eq!(id.to_string(), round);
    }
    assert_eq!(base.undelete(&base.deleted_games()).unwrap(), 3);
    assert_eq!(rounds(&base).len(), 105);
    assert!(matches!(base.undelete(&[105]), Err(DatabaseError::NoSuchGame(105))));
}

#[test]
fn a_merge_touches_no_other_file_and_leaves_none_when_it_fails() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let base = filled(&path("a.rdb"), &numbered(0..20));
    for name in ["b.rdb.part", "there.rdb"] {
        fs::write(path(name), "a file of the user").unwrap();
    }
    Database::merge(&[&base], path("b.rdb"), &Budget::default()).unwrap();
    let there = Database::merge(&[&base], path("there.rdb"), &Budget::default());
    assert!(matches!(there, Err(DatabaseError::Exists)));
    for name in ["b.rdb.part", "there.rdb"] {
        assert_eq!(fs::read_to_string(path(name)).unwrap(), "a file of the user");
    }
    assert!(Database::merge(&[&base], path("none/b.rdb"), &Budget::default()).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

/// Text that cannot be read to its end.
struct Broken(std::io::Cursor<String>);

impl std::io::Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::ErrorKind::TimedOut.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn an_input_that_breaks_off_gives_its_error_and_keeps_what_is_committed() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    let input = Broken(std::io::Cursor::new(numbered(0..60_000)));
    let budget = Budget { commit: 1_000, ..Budget::default() };
    let added = base.add_input(Input::new(input).unwrap(), &budget);
    let error = added.unwrap_err();
    assert!(
        matches!(&error, DatabaseError::Io(it) if it.kind() == std::io::ErrorKind::TimedOut),
        "{error:?}"
    );
    let kept = rounds(&base);
    assert!(kept.len() >= 1_000, "{} games", kept.len());
    assert!(kept.iter().enumerate().all(|(index, (_, round))| *round == index.to_string()));
}

#[test]
fn compressed_text_that_is_cut_off_gives_the_error_of_reading_it() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    let text = zstd::encode_all(numbered(0..2_000).as_bytes(), 1).unwrap();
    let error = base.add_pgn(&text[..text.len() / 2], &Budget::default()).unwrap_err();
    assert!(
        matches!(&error, DatabaseError::Io(it) if it.kind() == std::io::ErrorKind::UnexpectedEof),
        "{error:?}"
    );
}

#[test]
fn small_additions_leave_a_large_segment_as_it_is() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = filled(&path, &numbered(0..5_000));
    for start in 0..9 {
        base.add_pgn(numbered(start..start + 1).as_bytes(), &Budget::default()).unwrap();
    }
    let games: Vec<u64> = base.info().unwrap().segments.iter().map(|it| it.games).collect();
    assert_eq!(games, [5_000, 9]);
}

/// Writes a game of eleven moves with these tags.
fn played(white: &str, black: &str, date: &str, result: &str) -> String {
    let moves = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 \
                 9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5";
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

#[test]
fn games_are_duplicates_if_nothing_contradicts_it() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let pgn = [
        played("Li, Wei", "Wang, A", "2020.01.01", "1-0"),
        played("Li, Chao", "Wang, Hao", "2020.05.05", "1-0"),
        played("Li, Chao", "Wang, H", "2020.05.??", "1-0"),
        played("Chao Li", "Wang, Hao", "2020.05.06", "1-0"),
        played("Li, Chao", "Wang, Hao", "2020.05.05", "0-1"),
        played("Li, Chao", "Wang, Hao", "2020.05.05", "*"),
    ];
    let base = filled(&path, &pgn.concat());
    let groups = base.duplicates(20).unwrap();
    assert_eq!(groups.len(), 1, "{groups:?}");
    assert_eq!(groups[0].keep, 1);
    let others: Vec<(u64, String)> =
        groups[0].others.iter().map(|it| (it.id, it.to_string())).collect();
    let reasons =
        ["same moves, names abbreviated, date incomplete", "same moves, same names, same date"];
    assert_eq!(others, [(2, reasons[0].to_owned()), (5, reasons[1].to_owned())]);
}

#[test]
fn a_limited_index_says_what_it_does_not_know() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let options = DatabaseOptions { plies: 4, ..DatabaseOptions::default() };
    let mut base = Database::create(path, options).unwrap();
    base.add_pgn(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", &Budget::default()).unwrap();
    let game = |moves: &str| Games::from_bytes(moves.as_bytes()).next().unwrap().unwrap().tree;
    let search = |moves: &str| {
        let game = game(moves);
        let moves: Vec<_> = game.moves().collect();
        base.novelty(game.start(), &moves, &Query::default()).unwrap()
    };
    assert_eq!(search("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), NoveltySearch::IndexEnds { plies: 4 });
    assert_eq!(search("1. e4 e5 2. Nf3 Nc6 *"), NoveltySearch::AllKnown);
    assert!(matches!(search("1. e4 e5 2. Nf3 d6 *"), NoveltySearch::Found(it) if it.ply == 3));
    let (query, limits) = (Query::default(), ExploreLimits::default());
    let late = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *").main_line().count();
    let mut pos = Position::startpos();
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
        let explored = base.explore(&pos, &query, &limits).unwrap();
        assert_eq!((explored.score.games(), explored.indexed_plies), (1, Some(4)));
        pos.play(pos.parse_san(san).unwrap()).unwrap();
    }
    assert_eq!(pos.ply(), late as u64);
    assert!(matches!(
        base.explore(&pos, &query, &limits),
        Err(DatabaseError::NotIndexed { plies: 4 })
    ));
    assert!(base.count(&pos, &query).is_err());
    assert!(base.find(Some(&pos), &query, GameOrder::Id).is_err());
    let tree = base
        .repertoire(
            &Position::startpos(),
            reynard::Color::White,
            &query,
            &reynard_db::RepertoireLimits { min_games: 1, ..Default::default() },
        )
        .unwrap();
    assert_eq!(tree.main_line().count(), 5, "the moves of the last position that is indexed");
}

#[test]
fn a_game_without_a_date_has_that_of_another_tag() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let pgn = "[Date \"????.??.??\"]\n[UTCDate \"2019.01.02\"]\n\n1. e4 *\n\n\
               [EventDate \"2018.05.01\"]\n\n1. d4 *\n\n[Date \"2020.??.??\"]\n\n1. c4 *\n\n";
    let base = filled(&path, pgn);
    let found = |filter: &str, order| {
        let query = Query::parse(filter).unwrap();
        base.find(None, &query, order)
            .unwrap()
            .iter()
            .map(reynard_db::StoredGame::id)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("year>=2019", GameOrder::Id), [0, 2]);
    assert_eq!(found("date=2018", GameOrder::Id), [1]);
    assert!(found("date=2018.05", GameOrder::Id).is_empty(), "an event lasts for days");
    assert_eq!(found("", GameOrder::Date), [2, 0, 1]);
    assert_eq!(found("tag.UTCDate=2019..2020", GameOrder::Id), [0]);
    assert_eq!(base.info().unwrap().years, Some((2018, 2020)));
    let written: Vec<u8> = base.iter().flat_map(|game| game.pgn().unwrap()).collect();
    assert_eq!(String::from_utf8(written).unwrap(), pgn);
}

/// Answers every question that a command can ask.
fn everything(path: &Path) -> Result<Vec<String>, DatabaseError> {
    let base = Database::open(path)?;
    let mut answers =
        vec![format!("{:?}{:?}{:?}", base.info()?, base.sources()?, base.duplicates(1)?)];
    for filter in [
        "plies>=10",
        "elo>=1",
        "eco=A",
        "year>=1900",
        "site~x",
        "tag.Annotator~x",
        "tc=blitz",
        "material=KvK",
        "piece=Pd4",
    ] {
        let query = Query::parse(filter).expect(filter);
        answers.push(format!("{:?}", base.find(None, &query, GameOrder::Elo)?));
    }
    for game in base.iter() {
        answers.push(format!("{:?}{}", game.head()?, String::from_utf8_lossy(&game.pgn()?)));
        let mut last = game.start()?;
        game.moves()?.into_iter().take(9).for_each(|mv| last.play_unchecked(mv));
        let explored = base.explore(&last, &Query::default(), &ExploreLimits::default())?;
        answers.push(format!("{explored:?}"));
    }
    Ok(answers)
}

/// Returns the number of flipped bytes: `REYNARD_TEST_FLIPS`, or 60.
fn flips() -> usize {
    std::env::var("REYNARD_TEST_FLIPS").ok().and_then(|it| it.parse().ok()).unwrap_or(60)
}

#[test]
fn a_verified_database_answers_every_question_as_before() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    let mut adder = base.adder(Budget::default());
    adder.begin_source("games.pgn", 77, 0);
    adder.finish().unwrap();
    base.add_pgn(&random_games(12, 5), &Budget::default()).unwrap();
    base.add_pgn(PGN, &Budget::default()).unwrap();
    drop(base);
    let right = everything(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let used: Vec<usize> = (0..original.len()).filter(|&at| original[at] != 0).collect();
    let mut random = Random(4242);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let (mut found, mut missed) = (0, Vec::new());
    for _ in 0..flips() {
        let mut bytes = original.clone();
        let at = used[random.below(used.len())];
        bytes[at] ^= 1 << random.below(8);
        let damaged = folder.path().join("damaged.rdb");
        fs::write(&damaged, &bytes).unwrap();
        let verified = Database::open(&damaged).and_then(|mut base| base.verify());
        match verified {
            Ok(report) if report.damage.is_empty() => {
                if !everything(&damaged).is_ok_and(|text| text == right) {
                    missed.push(at);
                }
            }
            _ => found += 1,
        }
    }
    panic::set_hook(hook);
    assert!(missed.is_empty(), "{missed:?}");
    assert!(found > 0);
}

/// Damages the value of a record, which stands in the file as it is.
fn damage(path: &Path, text: &str) {
    let mut bytes = fs::read(path).expect("a file");
    let places: Vec<usize> = bytes
        .windows(text.len())
        .enumerate()
        .filter(|(_, window)| *window == text.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] ^= 1;
    }
    fs::write(path, bytes).expect("a file");
}

#[test]
fn a_damaged_record_of_inputs_is_reported_and_hinders_nothing_else() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    let mut adder = base.adder(Budget::default());
    adder.begin_source("unmistakable.pgn", 77, 0);
    adder.finish().unwrap();
    drop(base);
    damage(&path, "unmistakable");
    let report = Database::open(&path).unwrap().verify().unwrap();
    assert!(report.damage.iter().any(|it| it.to_string().contains("sources")), "{report:?}");
    let mut base = Database::open_writable(&path).unwrap();
    let mut adder = base.adder(Budget::default());
    adder.begin_source("more.pgn", 1, 0);
    let report = adder.finish().unwrap();
    assert!(report.lost_sources);
    assert_eq!(base.sources().unwrap().len(), 1);
}

#[test]
fn damage_of_one_part_is_found_beside_that_of_another_and_merging_names_the_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let good = filled(&path("good.rdb"), &numbered(0..3));
    let text = "[Event \"Zzyzx\"]\n[Qwxy \"1\"]\n\n1. e4 *\n\n";
    drop(filled(&path("bad.rdb"), text));
    // The layout of the tags is not compressed.
    damage(&path("bad.rdb"), "Qwxy");
    let mut bad = Database::open(path("bad.rdb")).unwrap();
    let report = bad.verify().unwrap();
    assert_eq!(report.damage.len(), 1, "{report:?}");
    assert_eq!(report.visits, 2, "the positions were checked as well");
    let error = Database::merge(&[&good, &bad], path("all.rdb"), &Budget::default()).unwrap_err();
    assert!(
        matches!(&error, DatabaseError::InFile { path, .. } if path.ends_with("bad.rdb")),
        "{error}"
    );
    assert!(!path("all.rdb").exists());
}

#[test]
fn a_few_games_more_do_not_double_the_length_of_a_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let mut base = Database::create(path("a.rdb"), DatabaseOptions::default()).unwrap();
    base.add_pgn(&random_games(6_000, 3), &Budget::default()).unwrap();
    base.compact_to(path("b.rdb"), &Budget::default()).unwrap();
    let before = fs::metadata(path("b.rdb")).unwrap().len();
    for round in 0..3 {
        let mut base = Database::open_writable(path("b.rdb")).unwrap();
        base.add_pgn(&random_games(20, 100 + round), &Budget::default()).unwrap();
        drop(base);
        let after = fs::metadata(path("b.rdb")).unwrap().len();
        assert!(after < before + before / 2, "{round}: {before} bytes, then {after}");
    }
    let mut base = Database::open(path("b.rdb")).unwrap();
    assert_eq!(base.games(), 6_060);
    assert!(base.verify().unwrap().damage.is_empty());
}
