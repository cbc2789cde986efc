//! `reynard learn`: lessons from the user's own games.
//!
//! * `notebook`: the learner's folder; `settings`, `present`, `lock`, `game_errors`, `drill_cache`,
//!   `engine_args`, `tables`: its parts;
//! * `served`: the notebook as used by the web page;
//! * `intake`, `prepare`: incoming games, with the lines that their cards need;
//! * all other modules: one subcommand each.

mod add;
mod analyze;
mod drill;
mod drill_cache;
mod engine_args;
mod export;
mod fetch;
mod full_report;
mod game_errors;
mod intake;
mod kind;
mod lock;
mod merge;
mod notebook;
mod prepare;
mod present;
mod repertoire;
mod report;
mod report_html;
#[cfg(feature = "web")]
mod served;
mod settings;
mod start;
mod status;
mod summary;
mod tables;
mod unfinished_games;

#[cfg(feature = "web")]
pub(crate) use self::served::serve_notebook;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(before_help = "\
Begin with
  reynard learn start chess --me YOUR-NAME     a folder for your games and answers
  reynard learn add games.pgn                  your games, with what they could have been
  reynard learn drill                          today's questions")]
#[command(after_help = "\
Examples:
  reynard learn add lichess.pgn
  reynard learn fetch lichess:YOUR-NAME
  reynard learn drill --limit 20
  reynard learn status

The notebook is a folder of plain files that belong to you. Nothing is sent anywhere: only `fetch` opens \
a connection, and asks for your games.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Learn,
}

#[derive(Subcommand)]
enum Learn {
    /// Make a notebook: a folder for your games, your repertoire and your answers
    Start(start::Args),
    /// Add your games, and find the better moves by an engine
    Add(add::Args),
    /// Fetch the games of your accounts at lichess and chess.com, and find the better moves
    Fetch(fetch::Args),
    /// Let the engine look at games that were added without it
    Analyze(analyze::Args),
    /// Ask what is due today
    Drill(drill::Args),
    /// Report where you lose points: phases, openings, clock, kinds of mistakes
    Report(report::Args),
    /// Check the repertoire
    Repertoire(repertoire::Args),
    /// Count games and cards, and what is due
    Status(status::Args),
    /// Take in the answers of another notebook
    Merge(merge::Args),
    /// Write cards as PGN, EPD or CSV
    Export(export::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Learn::Start(args) => start::run(args, out),
        Learn::Add(args) => add::run(args, out),
        Learn::Fetch(args) => fetch::run(args, out),
        Learn::Analyze(args) => analyze::run(args, out),
        Learn::Drill(args) => drill::run(args, out),
        Learn::Report(args) => report::run(args, out),
        Learn::Repertoire(args) => repertoire::run(args, out),
        Learn::Merge(args) => merge::run(args, out),
        Learn::Export(args) => export::run(args, out),
        Learn::Status(args) => status::run(args, out),
    }
}
