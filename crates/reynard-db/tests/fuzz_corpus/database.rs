//! A damaged file gives an error, or the answers of a state that was committed; it never panics.

use std::fmt::Write as _;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use reynard_db::{Budget, Database, DatabaseError, DatabaseOptions, ExploreLimits, GameOrder};
use reynard_games::Query;
use reynard_pgn::reynard::Position;

/// The games of the first commits.
const COMMITS: [&str; 3] = [
    "[White \"Morphy, Paul\"]\n[Date \"1858.12.20\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {best} (2. f4) 2... Nc6 1-0\n\n",
    "[White \"Löwenthal\"]\n[WhiteElo \"2500\"]\n[ECO \"B20\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 1/2-1/2\n\n1. d4 $1 *\n\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 -- 2. Kd2 *\n\n",
];

/// The file, and its answers after each commit.
struct Whole {
    folder: PathBuf,
    file: Vec<u8>,
    answers: Vec<String>,
}

/// An edit of the file: offset, and the bits to change.
const EDIT: usize = 4;

/// Changes the file as the input says, or takes the input for a file if it begins like one.
pub(crate) fn check(data: &[u8]) {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    let whole = WHOLE.get_or_init(make);
    let mut bytes;
    let file = if data.starts_with(b"redb") {
        data
    } else {
        bytes = whole.file.clone();
        for edit in data.chunks_exact(EDIT) {
            let offset = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize;
            let len = bytes.len();
            bytes[offset % len] ^= edit[3];
        }
        // What is left of the input cuts the file.
        match data.len() % EDIT {
            0 => {}
            rest => bytes.truncate(bytes.len() * rest / EDIT),
        }
        &bytes
    };
    let path = whole.folder.join("damaged.rdb");
    fs::write(&path, file).expect("room on the disk");
    match answers(&path) {
        Ok(text) => assert!(data.starts_with(b"redb") || whole.answers.contains(&text), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn make() -> Whole {
    // Panics of redb become errors, which a fuzzer's hook would not wait for.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|place| place.file().contains("redb")) {
            usual(info);
        }
    }));
    let folder = tempfile::tempdir().expect("a temporary folder").keep();
    let path = folder.join("whole.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).expect("a new file");
    let mut states = vec![answers(&path).expect("intact")];
    // The last one has enough games for sums.
    let crowd = "1. e4 c5 2. Nf3 1-0\n\n".repeat(70);
    for pgn in COMMITS.into_iter().chain([&*crowd]) {
        base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("intact");
        states.push(answers(&path).expect("intact"));
    }
    drop(base);
    let file = fs::read(&path).expect("a file");
    Whole { folder, file, answers: states }
}

/// Everything that a reader can ask.
fn answers(path: &Path) -> Result<String, DatabaseError> {
    let base = Database::open(path)?;
    let mut text = String::new();
    let mut positions = vec![Position::startpos()];
    for game in base.iter() {
        let _ = write!(text, "{:?}", game.head()?);
        text.push_str(&String::from_utf8_lossy(&game.pgn()?));
        let mut pos = game.start()?;
        for mv in game.moves()?.into_iter().take(4) {
            pos.play_unchecked(mv);
        }
        if !positions.contains(&pos) {
            positions.push(pos);
        }
    }
    for query in ["", "elo>=2400", "white~morphy or eco=B20"] {
        let query = Query::parse(query).expect("a query");
        for pos in &positions {
            let explored = base.explore(pos, &query, &ExploreLimits::default())?;
            let _ = write!(text, "{explored:?}");
        }
        let _ = write!(text, "{:?}", base.find(None, &query, GameOrder::Elo)?);
    }
    let _ = write!(text, "{:?}", base.info()?);
    Ok(text)
}
