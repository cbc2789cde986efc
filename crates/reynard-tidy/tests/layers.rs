//! Who may depend on whom, and under which licenses.
//!
//! The table is the one in ARCHITECTURE.md; `cargo metadata` says what is.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use reynard_tidy::root;
use serde_json::Value;

/// A crate of the workspace and all that it may depend on.
struct Row {
    name: &'static str,
    layer: u8,
    ours: &'static [&'static str],
    others: Others,
}

enum Others {
    /// These and no others. Development dependencies are not meant.
    Only(&'static [&'static str]),
    /// Any, up to this number, our own crates included.
    AtMost(usize),
}

const TABLE: [Row; 31] = [
    // Ground.
    Row { name: TESTKIT, layer: 0, ours: &[], others: Others::Only(&["ruzstd"]) },
    Row { name: BASE, layer: 0, ours: &[], others: Others::Only(&["libc", "tempfile"]) },
    Row {
        name: "reynard-fetch",
        layer: 0,
        ours: &[],
        others: Others::Only(&["serde", "serde_json", "ureq"]),
    },
    // Rules.
    Row { name: "reynard", layer: 1, ours: &[], others: Others::Only(&["serde"]) },
    // Parts.
    Row { name: "reynard-perft", layer: 2, ours: &["reynard", BASE], others: Others::Only(&[]) },
    Row { name: "reynard-pgn", layer: 2, ours: &["reynard", BASE], others: Others::Only(PGN) },
    Row {
        name: "reynard-syzygy",
        layer: 2,
        ours: &["reynard"],
        others: Others::Only(&["memmap2", "serde"]),
    },
    Row {
        name: "reynard-book",
        layer: 2,
        ours: &["reynard", BASE],
        others: Others::Only(&["serde"]),
    },
    Row { name: "reynard-uci", layer: 2, ours: &["reynard"], others: Others::Only(&[]) },
    Row { name: "reynard-nnue", layer: 2, ours: &["reynard", BASE], others: Others::Only(&[]) },
    Row { name: "reynard-print", layer: 2, ours: &["reynard"], others: Others::Only(PRINT) },
    // Engine.
    Row { name: "reynard-engine", layer: 3, ours: ENGINE, others: Others::Only(&[]) },
    // Play.
    Row { name: "reynard-host", layer: 4, ours: HOST, others: Others::Only(&["serde", "rustix"]) },
    Row { name: "reynard-play", layer: 4, ours: PLAY, others: Others::Only(&["serde"]) },
    // Games.
    Row {
        name: "reynard-train",
        layer: 5,
        ours: TRAIN,
        others: Others::Only(&["crc32fast", "serde"]),
    },
    Row { name: "reynard-analysis", layer: 5, ours: ANALYSIS, others: Others::Only(&["serde"]) },
    Row {
        name: "reynard-learn",
        layer: 5,
        ours: LEARN,
        others: Others::Only(&["serde", "serde_json"]),
    },
    Row { name: "reynard-arena", layer: 5, ours: ARENA, others: Others::Only(&["serde", "toml"]) },
    Row {
        name: "reynard-games",
        layer: 5,
        ours: GAMES,
        others: Others::Only(&["serde", "serde_json", "unicode-normalization"]),
    },
    Row { name: "reynard-arrow", layer: 5, ours: ARROW, others: Others::Only(ARROW_OTHERS) },
    Row { name: "reynard-db", layer: 5, ours: DB, others: Others::Only(DB_OTHERS) },
    Row { name: "reynard-web", layer: 5, ours: WEB, others: Others::Only(WEB_OTHERS) },
    Row { name: "reynard-cluster", layer: 5, ours: CLUSTER, others: Others::Only(CLUSTER_OTHERS) },
    // Faces.
    Row { name: CONSOLE, layer: 6, ours: ANY, others: Others::AtMost(25) },
    Row { name: "reynard-cli", layer: 7, ours: FACE, others: Others::AtMost(35) },
    Row { name: "reynard-lab", layer: 7, ours: FACE, others: Others::AtMost(20) },
    Row { name: "reynard-python", layer: 7, ours: ANY, others: Others::AtMost(25) },
    Row { name: "reynard-wasm", layer: 7, ours: WASM, others: Others::AtMost(25) },
    // Not published.
    Row { name: "reynard-docs", layer: 7, ours: ANY, others: Others::Only(&[]) },
    Row { name: "reynard-bench", layer: 7, ours: ANY, others: Others::Only(BENCH) },
    Row { name: "reynard-tidy", layer: 7, ours: &[], others: Others::Only(&[]) },
];

/// The ground: threads, sorting, large tables, random numbers.
const BASE: &str = "reynard-base";

/// What the command lines have in common.
const CONSOLE: &str = "reynard-console";

/// What tests share: a development dependency of any crate, and of no other kind.
const TESTKIT: &str = "reynard-testkit";

/// Compression of PDF, pixels, outlines of letters.
const PRINT: &[&str] = &["flate2", "tiny-skia", "ttf-parser"];
const PGN: &[&str] = &["memchr", "flate2", "bzip2", "zstd"];
/// What Reynard is compared with.
const BENCH: &[&str] = &["cozy-chess", "pyrrhic-rs"];
const ENGINE: &[&str] =
    &["reynard", "reynard-uci", "reynard-syzygy", "reynard-book", "reynard-nnue", BASE];
const HOST: &[&str] = &["reynard", "reynard-uci", BASE];
const PLAY: &[&str] =
    &["reynard", "reynard-uci", "reynard-pgn", "reynard-book", "reynard-host", BASE];
const TRAIN: &[&str] = &[
    "reynard",
    "reynard-pgn",
    "reynard-book",
    "reynard-nnue",
    "reynard-engine",
    "reynard-play",
    "reynard-cluster",
    BASE,
];
const ANALYSIS: &[&str] =
    &["reynard", "reynard-uci", "reynard-pgn", "reynard-engine", "reynard-host", BASE];
/// The engine is for an example that measures verdicts, tablebases are for the tests.
const LEARN: &[&str] =
    &["reynard", "reynard-pgn", "reynard-syzygy", "reynard-analysis", "reynard-engine"];
const ARENA: &[&str] = &[
    "reynard",
    "reynard-uci",
    "reynard-pgn",
    "reynard-syzygy",
    "reynard-host",
    "reynard-play",
    BASE,
];
const GAMES: &[&str] = &["reynard", "reynard-pgn", "reynard-book", BASE];
const DB: &[&str] = &["reynard", "reynard-pgn", "reynard-games", BASE];
/// The container, checksums, compression.
const DB_OTHERS: &[&str] = &["redb", "crc32fast", "zstd", "serde"];
/// The server has engines, tables and databases behind it.
const WEB: &[&str] = &[
    "reynard",
    "reynard-db",
    "reynard-engine",
    "reynard-games",
    "reynard-host",
    "reynard-nnue",
    "reynard-pgn",
    "reynard-syzygy",
    "reynard-uci",
];
/// HTTP, JSON, and the maker of JavaScript for WebAssembly; most of them behind features.
const WEB_OTHERS: &[&str] = &[
    "axum",
    "base64",
    "flate2",
    "getrandom",
    "hyper",
    "hyper-util",
    "serde",
    "serde_json",
    "tempfile",
    "tokio",
    "wasm-bindgen-cli-support",
    "zstd",
];
const ARROW: &[&str] = &["reynard", "reynard-pgn"];
const ARROW_OTHERS: &[&str] =
    &["arrow-array", "arrow-buffer", "arrow-schema", "arrow-select", "parquet"];
const CLUSTER: &[&str] = &[
    "reynard",
    "reynard-analysis",
    "reynard-arena",
    "reynard-arrow",
    "reynard-db",
    "reynard-engine",
    "reynard-games",
    "reynard-host",
    "reynard-perft",
    "reynard-pgn",
    "reynard-play",
    "reynard-syzygy",
    BASE,
];
/// Manifests, checksums, unfinished files.
const CLUSTER_OTHERS: &[&str] = &["serde", "serde_json", "hmac-sha256", "tempfile"];
const ANY: &[&str] = &[
    "reynard",
    "reynard-perft",
    "reynard-pgn",
    "reynard-syzygy",
    "reynard-book",
    "reynard-uci",
    "reynard-nnue",
    "reynard-engine",
    "reynard-host",
    "reynard-play",
    "reynard-train",
    "reynard-analysis",
    "reynard-arena",
    "reynard-games",
    "reynard-learn",
    "reynard-db",
    "reynard-arrow",
    "reynard-web",
    "reynard-cluster",
    BASE,
];
/// Crates in the WebAssembly file of the page and the npm package.
const WASM: &[&str] = &[
    "reynard",
    "reynard-analysis",
    "reynard-engine",
    "reynard-learn",
    "reynard-nnue",
    "reynard-pgn",
    "reynard-print",
];
/// The two command lines.
const FACE: &[&str] = &[
    "reynard",
    "reynard-perft",
    "reynard-pgn",
    "reynard-syzygy",
    "reynard-book",
    "reynard-uci",
    "reynard-nnue",
    "reynard-engine",
    "reynard-host",
    "reynard-play",
    "reynard-train",
    "reynard-analysis",
    "reynard-arena",
    "reynard-games",
    "reynard-learn",
    "reynard-db",
    "reynard-arrow",
    "reynard-web",
    "reynard-cluster",
    "reynard-print",
    "reynard-fetch",
    BASE,
    CONSOLE,
];

/// The edges within a layer.
const WITHIN_A_LAYER: [(&str, &str); 11] = [
    // Mistakes are judged by win chances, and motifs have one rule.
    ("reynard-learn", "reynard-analysis"),
    // Clocks are set by the limits of engines.
    ("reynard-play", "reynard-host"),
    // One filter language for files and databases.
    ("reynard-db", "reynard-games"),
    // The page asks databases of this machine.
    ("reynard-web", "reynard-db"),
    ("reynard-web", "reynard-games"),
    // Their work as jobs.
    ("reynard-cluster", "reynard-analysis"),
    ("reynard-cluster", "reynard-arena"),
    ("reynard-cluster", "reynard-arrow"),
    ("reynard-cluster", "reynard-db"),
    ("reynard-cluster", "reynard-games"),
    // Self-play and training positions as jobs.
    ("reynard-train", "reynard-cluster"),
];

/// Licenses under which anything may be linked.
const LICENSES: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    // Of the list of root certificates, which is data.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    // Of the font of `reynard-print`.
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    // That of bzip2, in the manner of BSD.
    "bzip2-1.0.6",
];

#[test]
fn the_table_goes_downwards() {
    for row in &TABLE {
        for &name in row.ours {
            let below = row_of(name).unwrap_or_else(|| panic!("{name} has no row"));
            assert!(
                below.layer < row.layer || WITHIN_A_LAYER.contains(&(row.name, name)),
                "{} may not know {name}: same layer or above",
                row.name
            );
        }
    }
}

#[test]
fn crates_depend_on_what_the_table_allows() {
    let metadata = metadata();
    let members = members(&metadata);
    let names: BTreeSet<&str> = members.iter().map(|package| name(package)).collect();
    for package in &members {
        let row = row_of(name(package)).unwrap_or_else(|| {
            panic!("{} is not in the table: give it a row and a layer", name(package))
        });
        let direct = dependencies(package, |kind| kind != "dev");
        let others: BTreeSet<&str> = direct.difference(&names).copied().collect();
        for used in dependencies(package, |_| true).intersection(&names) {
            let for_tests = *used == TESTKIT && !direct.contains(used);
            assert!(row.ours.contains(used) || for_tests, "{} may not depend on {used}", row.name);
        }
        match row.others {
            Others::Only(allowed) => {
                for used in others {
                    assert!(allowed.contains(&used), "{} may not depend on {used}", row.name);
                }
            }
            Others::AtMost(limit) => {
                assert!(
                    direct.len() <= limit,
                    "{} has {} direct dependencies",
                    row.name,
                    direct.len()
                );
            }
        }
    }
}

#[test]
fn the_core_needs_nothing() {
    let metadata = metadata();
    let members = members(&metadata);
    let core = members.iter().find(|package| name(package) == "reynard").expect("the core crate");
    for dependency in array(&core["dependencies"]) {
        let optional = dependency["optional"] == true || dependency["kind"] == "dev";
        assert!(optional, "reynard needs {}", dependency["name"]);
    }
}

#[test]
fn nothing_is_under_a_license_that_spreads() {
    let metadata = metadata();
    for package in array(&metadata["packages"]) {
        let license = package["license"].as_str().unwrap_or("");
        assert!(is_permitted(license), "{} is under `{license}`", name(package));
    }
}

#[test]
fn license_expressions_are_understood() {
    for good in ["MIT", "MIT/Apache-2.0", "MIT OR GPL-3.0-only", "(MIT OR Apache-2.0) AND ISC"] {
        assert!(is_permitted(good), "{good}");
    }
    for bad in ["", "GPL-3.0-or-later", "MIT AND GPL-2.0", "(MIT OR ISC) AND AGPL-3.0", "Foo"] {
        assert!(!is_permitted(bad), "{bad}");
    }
}

/// Two versions of a crate cost build time and binary size; what the world is in the middle of
/// changing over is named here.
#[test]
fn no_crate_is_linked_in_two_versions() {
    /// Hash maps of Arrow take their random numbers from an older one than temporary files do.
    const TOLERATED: [&str; 1] = ["getrandom"];
    let metadata = metadata();
    let linked = linked(&metadata);
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in array(&metadata["packages"]) {
        if linked.contains(text(&package["id"])) {
            versions.entry(name(package)).or_default().insert(text(&package["version"]));
        }
    }
    for (name, versions) in versions {
        assert!(versions.len() == 1 || TOLERATED.contains(&name), "{name}: {versions:?}");
    }
}

#[test]
fn crates_share_the_version_of_rust_and_the_license() {
    let metadata = metadata();
    for package in members(&metadata) {
        assert_eq!(package["rust_version"], "1.90", "{}", name(package));
        // The font of one crate has a license of its own.
        let license = match name(package) {
            "reynard-print" => "(MIT OR Apache-2.0) AND OFL-1.1",
            _ => "MIT OR Apache-2.0",
        };
        assert_eq!(package["license"], license, "{}", name(package));
    }
}

#[test]
fn the_map_names_every_crate() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let metadata = metadata();
    for package in members(&metadata) {
        let heading = format!("### `crates/{}`", name(package));
        assert!(map.contains(&heading), "ARCHITECTURE.md has no section `{heading}`");
    }
}

fn row_of(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.name == name)
}

/// Whether one of the alternatives in an SPDX expression consists of permitted licenses only.
fn is_permitted(expression: &str) -> bool {
    // `AND` binds closer than `OR`, and brackets are only ever used around alternatives.
    let expression = expression.replace('/', " OR ");
    if let Some((before, rest)) = expression.split_once('(') {
        let Some((inner, after)) = rest.split_once(')') else { return false };
        return inner.split(" OR ").any(|inner| is_permitted(&format!("{before}{inner}{after}")));
    }
    expression.split(" OR ").any(|alternative| {
        alternative.split(" AND ").all(|license| LICENSES.contains(&license.trim()))
    })
}

/// The packages that end up in what we ship: reached from our crates without development
/// dependencies, and not by way of procedural macros, which only run in the compiler.
fn linked(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> =
        array(&metadata["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let is_macro = |package: &Value| {
        let mut kinds = array(&package["targets"]).flat_map(|target| array(&target["kind"]));
        kinds.any(|kind| kind == "proc-macro")
    };
    let macros: BTreeSet<&str> = array(&metadata["packages"])
        .filter(|package| is_macro(package))
        .map(|package| text(&package["id"]))
        .collect();
    let mut open: Vec<&str> = array(&metadata["workspace_members"]).map(text).collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = open.pop() {
        if linked.insert(id) && !macros.contains(id) {
            let ships = |dep: &&Value| array(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null());
            open.extend(array(&nodes[id]["deps"]).filter(ships).map(|dep| text(&dep["pkg"])));
        }
    }
    linked
}

/// The names of the packages on which one depends directly, for some kinds of dependency.
fn dependencies(package: &Value, kinds: impl Fn(&str) -> bool) -> BTreeSet<&str> {
    array(&package["dependencies"])
        .filter(|dependency| kinds(dependency["kind"].as_str().unwrap_or("normal")))
        .map(name)
        .collect()
}

fn members(metadata: &Value) -> Vec<&Value> {
    let ids: BTreeSet<&str> = array(&metadata["workspace_members"]).map(text).collect();
    array(&metadata["packages"]).filter(|package| ids.contains(text(&package["id"]))).collect()
}

/// All packages for the machine at hand; those of other systems need not have been fetched.
fn metadata() -> Value {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let version = String::from_utf8(version).expect("rustc writes UTF-8");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn name(package: &Value) -> &str {
    text(&package["name"])
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
