//! `reynard pgn fmt`: writes games in export format.

use std::io::Write;

use clap::ValueEnum;
use reynard_pgn::{TagOrder, TagSelection, WriterOptions};

use super::input::{Inputs, OnErrors};
use super::target::{To, pass_on};
use reynard_console::output::{Output, Status};
use reynard_games::{Rewriter, TagChanges};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn fmt games.pgn > clean.pgn
  reynard pgn fmt -o games.pgn games.pgn
  reynard pgn fmt --tags as-is --width 100 - < games.pgn

Moves are written in standard algebraic notation; the seven tag roster is complete and comes first; \
lines have less than 80 characters. Games in this form stay as they are.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    #[command(flatten)]
    to: To,
    /// Order of the tags
    #[arg(long, value_enum, value_name = "TAGS", default_value = "roster-first")]
    tags: Tags,
    /// Longest line of moves, in characters
    #[arg(long, value_name = "N", default_value_t = WriterOptions::FULL.width)]
    width: usize,
}

/// The order of the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tags {
    /// The roster comes first and is completed, then the others by name
    RosterFirst,
    /// They stay as they are
    AsIs,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let options = args.options();
    let rewriter = || Rewriter::new(options, TagChanges::default());
    pass_on(&args.inputs, args.errors, &args.to, out, rewriter, |it, to| {
        to.write_all(it.text()).map(|()| it.games())
    })
}

impl Args {
    fn options(&self) -> WriterOptions {
        let (tags, tag_order) = match self.tags {
            Tags::RosterFirst => (TagSelection::CompleteRoster, TagOrder::Standard),
            Tags::AsIs => (TagSelection::AsIs, TagOrder::Kept),
        };
        WriterOptions { width: self.width, tags, tag_order, ..WriterOptions::FULL }
    }
}
