//! Every field of the JSON output stands on the page that describes it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::reynard_in;

/// Objects whose keys are data: tags, results, causes.
const FREE: [&str; 3] = ["tags", "ends", "header"];

/// A folder with some games, positions and training data, which goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("reynard-fields-{}", std::process::id()));
        fs::create_dir_all(path.join("shards")).expect("a temporary folder");
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
        for name in ["famous.pgn", "tournament.pgn", "damaged.pgn", "openings.pgn", "openings.bin"]
        {
            fs::copy(samples.join(name), path.join(name)).expect("a sample");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        fs::write(path.join("tune.epd"), format!("{start} [0.5]\n").repeat(10)).expect("a file");
        fs::write(path.join("a.epd"), "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"x\";\n")
            .expect("a file");
        fs::write(path.join("suite.epd"), format!("{start} ;D1 20 ;D2 400\n")).expect("a file");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The commands, each of which prints objects.
const COMMANDS: [&str; 44] = [
    "pgn convert --to jsonl --with all famous.pgn",
    "pgn check --json --lints damaged.pgn",
    "pgn filter --count --json famous.pgn",
    "pgn stats --json famous.pgn",
    "pgn crosstable --json tournament.pgn",
    "pgn players --json tournament.pgn",
    "pgn players --name ben --mistakes --json tournament.pgn",
    "pgn puzzles --to jsonl --nodes 5000 tournament.pgn",
    "fen --json startpos",
    "fen --json nonsense",
    "moves --json startpos",
    "see --json 4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1 exd5",
    "perft --json 2",
    "perft --json --suite suite.epd",
    "epd --json a.epd",
    "epd --json --solve --nodes 1000 a.epd",
    "analyze --json --nodes 100 startpos",
    "analyze --json --nodes 10 tournament.pgn",
    "bench --json 1",
    "book probe --json openings.bin",
    "book dump --json --max-ply 2 openings.bin",
    "book dump --json --flat openings.bin",
    "book make --json openings.pgn -o b.bin",
    "book merge --json openings.bin b.bin -o c.bin",
    "book filter --json openings.bin --top 1 -o d.bin",
    "book compare --json openings.bin b.bin",
    "book check --json openings.bin",
    "match --json self,depth=1 self,depth=2,name=b --games 2 --max-moves 2 --sprt 0:30",
    "match --json self,depth=1 self,depth=1 self,depth=1 --swiss 1 --max-moves 2",
    "selfplay generate --json shards --games 4 --nodes 20",
    "selfplay check --json shards",
    "selfplay stats --json shards",
    "selfplay export --json shards",
    "selfplay dedup --json shards -o unique.rsp",
    "tune --json --epochs 1 tune.epd",
    "db create --json games.rdb famous.pgn",
    "db info --json games.rdb",
    "db explore --json games.rdb",
    "db games --json games.rdb",
    "cluster plan check --json checked damaged.pgn",
    "cluster run --json checked",
    "cluster run-shard --json checked 0",
    "cluster verify --json checked",
];

#[test]
fn every_field_of_the_json_output_stands_in_the_reference() {
    let folder = Folder::new();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/json.md");
    let pages: String = ["json.md", "fen.md"]
        .map(|name| fs::read_to_string(page.with_file_name(name)).expect("a page"))
        .concat();
    let mut missing = BTreeSet::new();
    for command in COMMANDS {
        let args: Vec<&str> = command.split(' ').collect();
        let run = reynard_in(&folder.0, &args);
        assert!(run.code < 2, "{command}: {run:?}");
        let mut objects = 0;
        for line in run.stdout.lines() {
            let value: Value = serde_json::from_str(line).expect(command);
            let mut fields = BTreeSet::new();
            collect(&value, &mut fields);
            objects += 1;
            missing.extend(
                fields
                    .into_iter()
                    .filter(|field| !pages.contains(&format!("`{field}`")))
                    .map(|field| format!("{field} of {command}")),
            );
        }
        assert!(objects > 0, "{command} printed nothing: {run:?}");
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn collect(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                if !FREE.contains(&name.as_str()) {
                    collect(value, fields);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, fields)),
        _ => {}
    }
}
