//! `reynard db export`: writes the games of a database in other formats.

use std::io::Write;
use std::path::PathBuf;
use std::slice;

use anyhow::{Context, bail};
use clap::ValueEnum;
use reynard_book::{BuildSummary, Collector};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{GameOrder, StoredGame};
use reynard_games::{BookGames, CsvColumn};

use super::base::{Missed, Question, explained, note_limit};
use crate::commands::book::make::BookChoice;
use crate::commands::pgn::target::To;
use crate::parquet::{self, TableArgs};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db export games.rdb -o all.pgn
  reynard db export games.rdb player~morphy > morphy.pgn
  reynard db export games.rdb --to book 'elo>=2500' --max-ply 30 -o masters.bin
  reynard db export games.rdb --to parquet 'year>=2020' -o games.parquet

In PGN a game has its tags in their order, its comments, variations and NAGs. The book has the \
moves of the games that the filter accepts, weighed by their results. The columns of parquet are on the page \
*Columns* of the documentation; `offset` is the number of the game in the database.")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "pgn")]
    to: Format,
    #[command(flatten)]
    target: To,
    #[command(flatten)]
    table: TableArgs,
    /// Columns of parquet [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<CsvColumn>,
    #[command(flatten, next_help_heading = "Options of --to book")]
    book: BookChoice,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Games in PGN
    Pgn,
    /// A Polyglot book
    Book,
    /// Columns: a row for each game or position, in a build with the feature parquet
    Parquet,
}

/// Number of games converted to rows or to book moves per step.
const CHUNK: usize = 1_000;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.refuse_options_of_others()?;
    let pos = args.question.position(out)?;
    let base = args.question.open()?;
    let query = args.question.query(&base)?;
    let games = explained(base.path(), base.find(pos.as_ref(), &query, GameOrder::Id))?;
    if pos.is_some() {
        note_limit(&base, out)?;
    }
    if games.is_empty() {
        Missed::of(pos.as_ref(), &query).note(&base, out)?;
    }
    match args.to {
        Format::Pgn => args.write_pgn(&games, out),
        Format::Book => args.write_book(&games, out),
        Format::Parquet => args.write_table(&games, out),
    }
}

impl Args {
    /// Rejects options that the format does not support.
    fn refuse_options_of_others(&self) -> anyhow::Result<()> {
        let columns = (!self.columns.is_empty()).then_some("--columns");
        if let Some(option) = self.table.given().or(columns)
            && self.to != Format::Parquet
        {
            bail!("{option} is for --to parquet");
        }
        if self.to != Format::Book && self.book != BookChoice::default() {
            bail!("the options of books are for --to book");
        }
        Ok(())
    }

    /// Returns the files that the output must not replace.
    fn inputs(&self) -> &[PathBuf] {
        slice::from_ref(&self.question.file)
    }

    fn write_pgn(&self, games: &[StoredGame<'_>], out: &mut Output) -> anyhow::Result<Status> {
        let mut target = self.target.open(self.inputs(), out)?;
        for game in games {
            let pgn = explained(&self.question.file, game.pgn())?;
            target.write_all(&pgn)?;
        }
        target.finish()?;
        self.target.note_written(games.len() as u64, out)?;
        Ok(Status::Fine)
    }

    fn write_book(&self, games: &[StoredGame<'_>], out: &mut Output) -> anyhow::Result<Status> {
        let mut target = self.target.open_binary(self.inputs(), out, "a book")?;
        let memory = self.book.memory();
        let mut collector = Collector::new(memory);
        for (chunk, before) in games.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            let mut moves = BookGames::new(self.book.selection(0));
            for game in chunk {
                explained(&self.question.file, game.visit(&mut moves))?;
            }
            collector.append(moves.into_collector()?, before).context("temporary files")?;
        }
        let moves = collector.finish().context("temporary files")?;
        let rule = self.book.rule();
        let BuildSummary { samples, positions, entries, .. } =
            reynard_book::build(vec![moves], &rule, memory, &mut target)?;
        let games = counted(games.len() as u64, "game");
        let (moves, positions) = (counted(samples, "move"), counted(positions, "position"));
        let entries = counted(entries, "entry");
        target.out().note(format_args!("{games}, {moves}, {positions}, {entries}"))?;
        target.finish()?;
        Ok(Status::Fine)
    }

    #[cfg(not(feature = "parquet"))]
    #[expect(clippy::unused_self, reason = "builds with Parquet need it")]
    fn write_table(&self, _: &[StoredGame<'_>], _: &mut Output) -> anyhow::Result<Status> {
        match parquet::refuse()? {}
    }

    #[cfg(feature = "parquet")]
    fn write_table(&self, games: &[StoredGame<'_>], out: &mut Output) -> anyhow::Result<Status> {
        let spec = self.table.spec(&self.columns)?;
        let target = self.target.open_binary(self.inputs(), out, "a Parquet file")?;
        let mut table = parquet::TableOutput::new(target, &spec)?;
        for chunk in games.chunks(CHUNK) {
            let mut rows = reynard_arrow::RowCollector::new(&spec);
            for game in chunk {
                rows.set_offset(game.id());
                explained(&self.question.file, game.visit(&mut rows))?;
            }
            table.push(rows)?;
        }
        table.finish()?.finish()?;
        Ok(Status::Fine)
    }
}
