//! `reynard db`: a database of games.
//!
//! * `base`: opens files, and evaluates queries with a position and a filter;
//! * all other modules: one subcommand each, or a few related subcommands.

mod add;
mod base;
mod browse;
mod chosen_games;
mod edit;
mod explore;
mod export;
mod game_list;
mod games;
mod info;
mod maintain;
mod notes;
mod player;
mod remote_list;
mod repertoire;
mod similar;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db create games.rdb games.pgn.zst
  reynard db explore games.rdb --moves 'e4 c5 Nf3 d6'
  reynard db browse games.rdb
  reynard db games games.rdb 'elo>=2700' white~carlsen result=1-0

A database is one file. Positions are found whatever the order of moves, and any filter applies when \
a question is asked: the language is that of `reynard pgn filter --where`.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Db,
}

#[derive(Subcommand)]
enum Db {
    /// Make a database of files of games
    Create(add::CreateArgs),
    /// Add files of games to a database
    Add(add::AddArgs),
    /// Print sizes, and verify every checksum, game and position
    Info(info::Args),
    /// Explore a position: the moves played there, with results, ratings and years
    Explore(explore::Args),
    /// Browse positions and games on the whole terminal
    Browse(browse::Args),
    /// List the games that reach a position or match a filter
    Games(games::Args),
    /// Find games by patterns of pieces and by material
    Search(Box<games::SearchArgs>),
    /// Find games with the pawn structures and pieces of another one
    Similar(similar::Args),
    /// Print the scores of a player by color, opening, opponent and year, or explore their games
    Player(player::Args),
    /// Write a repertoire as a tree in PGN, with games and scores in comments
    Report(repertoire::ReportArgs),
    /// Find the move with which games leave the positions of the database
    Novelty(repertoire::NoveltyArgs),
    /// Find duplicate games, and delete them
    Dups(maintain::DupsArgs),
    /// Write the games in PGN, as a Polyglot book or as a Parquet file
    Export(Box<export::Args>),
    /// Mark games with a name, or list the marks
    Mark(notes::MarkArgs),
    /// Save a filter under a name, or list the saved ones
    Save(notes::SaveArgs),
    /// Change tags of games, or list the changes
    Edit(edit::Args),
    /// Delete games by their numbers
    Delete(maintain::DeleteArgs),
    /// Bring back games that were deleted
    Undelete(maintain::UndeleteArgs),
    /// Remove deleted games and unused space, or copy the games into a fresh file
    Compact(maintain::CompactArgs),
    /// Merge databases into a new one
    Merge(maintain::MergeArgs),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    base::quiet_panics();
    match &args.command {
        Db::Create(args) => add::create(args, out),
        Db::Add(args) => add::add(args, out),
        Db::Info(args) => info::run(args, out),
        Db::Explore(args) => explore::run(args, out),
        Db::Browse(args) => browse::run(args, out),
        Db::Games(args) => games::run(args, out),
        Db::Search(args) => games::search(args, out),
        Db::Similar(args) => similar::run(args, out),
        Db::Player(args) => player::run(args, out),
        Db::Report(args) => repertoire::report(args, out),
        Db::Novelty(args) => repertoire::novelty(args, out),
        Db::Dups(args) => maintain::dups(args, out),
        Db::Export(args) => export::run(args, out),
        Db::Mark(args) => notes::mark(args, out),
        Db::Save(args) => notes::save(args, out),
        Db::Edit(args) => edit::run(args, out),
        Db::Delete(args) => maintain::delete(args, out),
        Db::Undelete(args) => maintain::undelete(args, out),
        Db::Compact(args) => maintain::compact(args, out),
        Db::Merge(args) => maintain::merge(args, out),
    }
}
