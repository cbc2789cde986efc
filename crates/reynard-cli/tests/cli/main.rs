//! The binary as people and programs meet it: arguments in, streams and exit codes out.

mod analyze;
mod asks;
mod book;
mod cluster;
mod db;
mod docs;
mod epd;
mod evidence;
mod fen;
mod findings;
mod gui_settings;
mod help;
mod json_fields;
mod matches;
mod moves;
mod parquet;
mod perft;
mod pgn;
mod play;
mod rights;
mod run;
mod see;
mod selfplay;
mod show;
mod solve;
mod spsa;
mod streams;
mod tb;
#[cfg(target_os = "linux")]
mod terminal;
mod tournaments;
mod train;
mod tune;
mod uci;
mod uci_files;
mod web;
