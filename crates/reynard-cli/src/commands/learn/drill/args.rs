//! The arguments of `reynard learn drill`.

use super::super::kind::Kind;
use super::super::notebook::NotebookArg;
use super::super::tables::TableArgs;
use super::session_lines::LineArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn drill
  reynard learn drill --new 0 --limit 20
  reynard learn drill --kind repertoire
  reynard learn drill --lines --db masters.rdb

Moves are typed as e4, Nf3, nf3 or e2e4; help lists the other words. The first answer decides: a wrong or \
shown one counts as forgotten, one with a hint as hard. Each answer is on the disk before the next question.")]
pub(in crate::commands::learn) struct Args {
    #[command(flatten)]
    pub(super) notebook: NotebookArg,
    /// Ask cards of one kind only
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) kind: Option<Kind>,
    /// Maximum number of new cards today [default: that of the notebook]
    #[arg(long, value_name = "N")]
    pub(super) new: Option<usize>,
    /// Stop after this number of cards
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    #[command(flatten)]
    pub(super) lines: LineArgs,
    #[command(flatten)]
    pub(super) tables: TableArgs,
    /// Draw with letters instead of figurines
    #[arg(long)]
    pub(super) ascii: bool,
}
