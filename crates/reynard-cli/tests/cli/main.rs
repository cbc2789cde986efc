//! The binary as people and programs meet it: arguments in, streams and exit codes out.

mod analyze;
#[cfg(unix)]
mod analyze_runs;
mod asks;
mod book;
mod cluster;
mod commands;
mod db;
mod db_notes;
mod db_promises;
mod db_remote;
mod diagnostics;
mod docs;
#[cfg(unix)]
mod engine_world;
#[cfg(unix)]
mod engines;
mod epd;
mod evidence;
mod fen;
mod folder;
#[cfg(unix)]
mod gui_habits;
mod gui_settings;
mod help;
mod jobs;
mod json_fields;
mod json_page;
mod learn;
mod learn_endgames;
mod learn_fetch;
mod learn_lines;
mod learn_output;
mod learn_reasons;
mod learn_regrade;
mod learn_world;
mod match_files;
mod matches;
mod moves;
mod outputs;
mod outside;
mod parquet;
mod perft;
mod pgn;
#[cfg(target_os = "linux")]
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod pty;
mod rights;
mod run;
#[cfg(target_os = "linux")]
mod screen_svg;
mod see;
mod show;
mod solve;
mod spsa;
mod standings;
mod streams;
mod tb;
#[cfg(target_os = "linux")]
mod terminal;
mod tournaments;
mod uci;
mod uci_files;
mod web;

/// The program, and its path.
const PROGRAM: &str = "reynard";
const BINARY: &str = env!("CARGO_BIN_EXE_reynard");

/// All commands, in the order of the help.
const COMMANDS: [&str; 21] = [
    "play",
    "analyze",
    "learn",
    "serve",
    "web",
    "show",
    "moves",
    "fen",
    "epd",
    "see",
    "perft",
    "pgn",
    "db",
    "book",
    "tb",
    "match",
    "spsa",
    "bench",
    "cluster",
    "completions",
    "man",
];

/// The commands of `db`.
const DB_COMMANDS: &[&str] = &[
    "create", "add", "info", "explore", "browse", "games", "search", "similar", "player", "report",
    "novelty", "dups", "export", "mark", "save", "edit", "delete", "undelete", "compact", "merge",
];

/// The commands of `learn`.
const LEARN_COMMANDS: &[&str] = &[
    "start",
    "add",
    "fetch",
    "analyze",
    "drill",
    "report",
    "repertoire",
    "status",
    "merge",
    "export",
];

/// The commands that have commands of their own.
const GROUPS: [(&str, &[&str]); 7] = [
    ("learn", LEARN_COMMANDS),
    ("web", &["export", "files"]),
    ("db", DB_COMMANDS),
    (
        "pgn",
        &[
            "check",
            "stats",
            "crosstable",
            "ratings",
            "players",
            "puzzles",
            "filter",
            "convert",
            "dedup",
            "sort",
            "split",
            "merge",
            "fmt",
        ],
    ),
    ("book", &["probe", "make", "dump", "merge", "filter", "compare", "check"]),
    ("tb", &["probe", "verify", "list"]),
    ("cluster", &["plan", "run", "run-shard", "verify"]),
];
