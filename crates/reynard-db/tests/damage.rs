//! Damaged files: an error with a place, or the right answer.

mod shared;

use std::fmt::Write as _;
use std::fs;
use std::panic;

use reynard::Position;
use reynard_db::{
    Budget, Database, DatabaseError, DatabaseOptions, ExploreLimits, GameOrder, GamePage,
    HeadReader,
};
use reynard_games::Query;
use shared::{PGN, Random, folder, random_games};

/// Everything that a reader can ask.
fn answers(path: &std::path::Path) -> Result<String, DatabaseError> {
    let base = Database::open(path)?;
    let mut text = String::new();
    let mut positions = vec![Position::startpos()];
    for game in base.iter().step_by(3) {
        text.push_str(&String::from_utf8_lossy(&game.pgn()?));
        let _ = write!(text, "{:?}", game.head()?);
        let mut pos = game.start()?;
        for mv in game.moves()?.into_iter().take(12) {
            pos.play_unchecked(mv);
        }
        if !positions.contains(&pos) {
            positions.push(pos);
        }
    }
    for pos in &positions {
        let explored = base.explore(pos, &Query::default(), &ExploreLimits::default())?;
        let _ = write!(text, "{explored:?} {}", base.count(pos, &Query::default())?);
    }
    let page = GamePage { order: GameOrder::Date, limit: Some(5), ..GamePage::default() };
    let mut reader = HeadReader::new();
    for game in base.find_page(None, &Query::default(), &page)?.unwrap_or_default() {
        reader.put_line(&game, 100, &mut text)?;
    }
    Ok(text)
}

/// Number of flipped bytes: `REYNARD_TEST_FLIPS`, or 150.
fn flips() -> usize {
    std::env::var("REYNARD_TEST_FLIPS").ok().and_then(|it| it.parse().ok()).unwrap_or(150)
}

#[test]
fn a_damaged_file_is_not_opened_for_writing_by_a_reader() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    base.add_pgn(PGN, &Budget::default()).unwrap();
    let original = fs::read(&path).unwrap();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let mut errors = Vec::new();
    // The header.
    for at in (16..320).filter(|&at| original[at] != 0) {
        let mut bytes = original.clone();
        bytes[at] ^= 0x55;
        fs::write(&path, &bytes).unwrap();
        errors.extend(Database::open(&path).err());
        assert!(fs::read(&path).unwrap() == bytes, "byte {at}");
    }
    panic::set_hook(hook);
    fs::write(&path, &original).unwrap();
    // It has the file open for writing, so that another writer would be refused.
    drop(base);
    assert!(errors.iter().any(|it| matches!(it, DatabaseError::Damaged { .. })), "{errors:?}");
    assert!(!errors.iter().any(|it| matches!(it, DatabaseError::Locked)), "{errors:?}");
}

#[test]
fn a_flipped_byte_gives_an_error_or_the_right_answer() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    base.add_pgn(&random_games(40, 31), &Budget::default()).unwrap();
    base.add_pgn(PGN, &Budget::default()).unwrap();
    // Enough of them for sums.
    base.add_pgn(&b"1. e4 c5 2. Nf3 1-0\n\n".repeat(70), &Budget::default()).unwrap();
    drop(base);
    let right = answers(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let used: Vec<usize> = (0..original.len()).filter(|&at| original[at] != 0).collect();
    let mut random = Random(77);
    let (mut errors, mut same) = (0, 0);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let mut wrong = Vec::new();
    for _ in 0..flips() {
        let mut bytes = original.clone();
        let at = if random.below(5) == 0 {
            random.below(bytes.len())
        } else {
            used[random.below(used.len())]
        };
        bytes[at] ^= 1 << random.below(8);
        let damaged = folder.path().join("damaged.rdb");
        fs::write(&damaged, &bytes).unwrap();
        match panic::catch_unwind(|| answers(&damaged)) {
            Ok(Ok(text)) if text == right => same += 1,
            Ok(Ok(_)) => wrong.push(format!("byte {at}: another answer")),
            Ok(Err(error)) if error.to_string().is_empty() => {
                wrong.push(format!("byte {at}: no text"));
            }
            Ok(Err(_)) => errors += 1,
            Err(_) => wrong.push(format!("byte {at}: a panic")),
        }
    }
    panic::set_hook(hook);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(errors > 0 && same > 0, "{errors} errors, {same} right answers");
}

/// Lengths in the headers of pages: redb panicked at them when a value was read, not when it was
/// found.
#[test]
fn damaged_pages_of_the_store_are_errors() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    base.add_pgn(&random_games(20, 33), &Budget::default()).unwrap();
    drop(base);
    let right = answers(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let mut faults = Vec::new();
    for page in (0..original.len()).step_by(4096).filter(|&page| original[page] != 0) {
        for at in page..page + 16 {
            let mut bytes = original.clone();
            bytes[at] ^= 0x40;
            let damaged = folder.path().join("damaged.rdb");
            fs::write(&damaged, &bytes).unwrap();
            match panic::catch_unwind(|| answers(&damaged)) {
                Ok(Ok(text)) if text != right => faults.push(format!("byte {at}: another answer")),
                Ok(_) => {}
                Err(_) => faults.push(format!("byte {at}: a panic")),
            }
        }
    }
    panic::set_hook(hook);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn truncated_and_foreign_files_are_refused() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    base.add_pgn(&random_games(20, 32), &Budget::default()).unwrap();
    drop(base);
    let bytes = fs::read(&path).unwrap();
    for len in [0, 3, 100, 4096, bytes.len() / 2] {
        fs::write(&path, &bytes[..len]).unwrap();
        assert!(answers(&path).is_err(), "{len} bytes");
    }
    fs::write(&path, PGN).unwrap();
    assert!(matches!(Database::open(&path), Err(DatabaseError::NotADatabase(_))));
    assert_eq!(fs::read(&path).unwrap(), PGN, "the file stays as it is");
}

#[test]
fn a_reader_reads_beside_a_writer_and_a_second_writer_is_refused() {
    let folder = folder();
    let path = folder.path().join("a.rdb");
    let mut writer = Database::create(&path, DatabaseOptions::default()).unwrap();
    writer.add_pgn(b"1. e4 *\n", &Budget::default()).unwrap();
    let reader = Database::open(&path).unwrap();
    assert!(matches!(Database::open_writable(&path), Err(DatabaseError::Locked)));
    writer.add_pgn(b"1. d4 *\n", &Budget::default()).unwrap();
    assert_eq!(reader.games(), 1, "a reader keeps the state that it has opened");
    assert_eq!(reader.count(&Position::startpos(), &Query::default()).unwrap(), 1);
    assert_eq!(Database::open(&path).unwrap().games(), 2);
}
