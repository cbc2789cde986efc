//! Every field of the JSON output stands on the page that describes it.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::json_page;
use crate::run::reynard_in;

/// A folder with some games, positions and training data, which goes when the test ends.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path();
        fs::create_dir(path.join("shards")).expect("a writable folder");
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
        for name in [
            "famous.pgn",
            "league.pgn",
            "open.trf",
            "tournament.pgn",
            "damaged.pgn",
            "openings.pgn",
            "openings.bin",
        ] {
            fs::copy(samples.join(name), path.join(name)).expect("a sample");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        fs::write(path.join("tune.epd"), format!("{start} [0.5]\n").repeat(10)).expect("a file");
        fs::write(path.join("a.epd"), "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"x\";\n")
            .expect("a file");
        fs::write(path.join("suite.epd"), format!("{start} ;D1 20 ;D2 400\n")).expect("a file");
        for args in [
            &["create", "marked.rdb", "famous.pgn", "famous.pgn"][..],
            &["mark", "marked.rdb", "favorite", "1"],
            &["save", "marked.rdb", "short", "plies<40"],
        ] {
            let run = reynard_in(path, &[&["db"], args].concat());
            assert_eq!(run.code, 0, "{run:?}");
        }
        Self(folder)
    }
}

/// The commands, each of which prints objects.
const COMMANDS: [&str; 44] = [
    "pgn convert --to jsonl --with all famous.pgn",
    "pgn check --json --lints damaged.pgn",
    "pgn filter --count --json famous.pgn",
    "pgn stats --json famous.pgn",
    "pgn crosstable --json tournament.pgn",
    "pgn crosstable --json open.trf",
    "pgn ratings --json openings.pgn",
    "pgn ratings --json --anchor ben=1900 tournament.pgn",
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
    "bench --json --threads 2 1",
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
    "db create --json games.rdb famous.pgn",
    "db info --json games.rdb",
    "db explore --json games.rdb",
    "db games --json games.rdb",
    "db mark --json marked.rdb",
    "db save --json marked.rdb",
    "db similar --json marked.rdb 0",
    "cluster plan check --json checked damaged.pgn",
    "cluster run --json checked",
    "cluster run-shard --json checked 0",
    "cluster verify --json checked",
];

#[test]
fn every_field_of_the_json_output_stands_in_the_reference() {
    json_page::check(Folder::new().0.path(), &COMMANDS);
}
