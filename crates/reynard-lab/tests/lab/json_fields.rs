//! Every field of the JSON output stands on the page that describes it.

use std::path::Path;

use crate::folder::Folder;
use crate::json_page;

#[test]
fn every_field_of_the_json_output_stands_in_the_reference() {
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let positions = folder.file("tune.epd", &format!("{start} [0.5]\n").repeat(10));
    let folder = Path::new(&positions).parent().expect("a folder");
    let commands = [
        "selfplay generate --json shards --games 4 --nodes 20",
        "selfplay check --json shards",
        "selfplay stats --json shards",
        "selfplay export --json shards",
        "selfplay dedup --json shards -o unique.rsp",
        "tune --json --epochs 1 tune.epd",
    ];
    json_page::check(folder, &commands);
}
