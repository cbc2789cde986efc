//! `reynard pgn convert`: converts games to another format.

use std::io::Write;

use anyhow::bail;
use clap::ValueEnum;
use reynard_pgn::{CommentParts, NagStyle, TagSelection, Variations, WriterOptions};

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use super::target::{Target, To, pass_on};
use crate::parquet::{self, TableArgs};
use reynard_console::choice::{Choice, choice};
use reynard_console::output::{Output, Status};
use reynard_games::{AddedTags, CsvColumn, ExportFormat, Exporter, GamePart, Rewriter, TagChanges};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn convert --to uci games.pgn
  reynard pgn convert --strip comments,variations --add opening,plycount games.pgn
  reynard pgn convert --to jsonl --with clocks,evals -o games.jsonl games.pgn.zst
  reynard pgn convert --to csv --columns White,Black,TimeControl,Moves games.pgn
  reynard pgn convert --to parquet -o games.parquet games.pgn.zst
  reynard pgn convert --to parquet --what positions --every 4 -o positions.parquet games.pgn

`uci`, `lan` and `san` are a line of moves for each game; a game that does not start as usual has \
`fen`, its position and `moves` in front. `fen` and `epd` are a line for each position of each game. \
All but `pgn` and `jsonl --with variations` follow the main line only. The page *JSON reference* of the \
documentation describes the objects of `jsonl`, the page *Columns* the tables of `parquet`.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "pgn")]
    to: Format,
    #[command(flatten)]
    target: To,
    /// Parts of the games to strip (PGN only)
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    strip: Vec<Strip>,
    /// Tags to add or correct (PGN only)
    #[arg(long, value_enum, value_name = "TAGS", value_delimiter = ',')]
    add: Vec<Add>,
    /// Parts of the games in the objects of jsonl, besides tags and moves
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = choice(&PARTS))]
    with: Vec<&'static [GamePart]>,
    /// Columns of csv: names of tags, and `Result`, `ECO`, `Opening`, `PlyCount`, `Moves`, `UCI`,
    /// `FinalFEN`; columns of parquet [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<CsvColumn>,
    #[command(flatten)]
    table: TableArgs,
    /// Correct tags whose meaning is clear: blanks, dates, empty values (PGN only)
    #[arg(long)]
    tidy: bool,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Games in PGN, in export format
    Pgn,
    /// A line of moves for each game as engines write them: e2e4 e7e5
    Uci,
    /// A line of moves for each game in long notation: e2-e4 e7-e5
    Lan,
    /// A line of moves for each game in standard notation: e4 e5
    San,
    /// A line for each position in FEN
    Fen,
    /// A line for each position in EPD, with the move that was played
    Epd,
    /// A JSON object for each game
    Jsonl,
    /// A row for each game
    Csv,
    /// Columns: a row for each game or position, in a build with the feature parquet
    Parquet,
}

impl Format {
    /// Returns the export format, or `None` for PGN and Parquet, which are not written by an
    /// exporter.
    const fn export(self) -> Option<ExportFormat> {
        Some(match self {
            Self::Pgn | Self::Parquet => return None,
            Self::Uci => ExportFormat::Uci,
            Self::Lan => ExportFormat::Lan,
            Self::San => ExportFormat::San,
            Self::Fen => ExportFormat::Fen,
            Self::Epd => ExportFormat::Epd,
            Self::Jsonl => ExportFormat::Jsonl,
            Self::Csv => ExportFormat::Csv,
        })
    }
}

/// The parts of a game that an object in JSONL output can contain.
const PARTS: [Choice<&[GamePart]>; 8] = [
    ("clocks", &[GamePart::Clocks], "`clk`: seconds on the clock after each move"),
    ("elapsed", &[GamePart::Elapsed], "`emt`: seconds spent on each move"),
    ("evals", &[GamePart::Evaluations], "`eval` in pawns and `mate` in moves, from White's side"),
    ("comments", &[GamePart::Comments], "`comments`: texts behind the moves"),
    ("nags", &[GamePart::Nags], "`nags`: numeric annotations"),
    ("commands", &[GamePart::Commands], "`commands`: commands such as `csl`, by their names"),
    ("variations", &[GamePart::Variations], "`variations`: the other lines"),
    ("all", &GamePart::ALL, "All of these"),
];

/// Parts that can be stripped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strip {
    /// All comments
    Comments,
    /// The commands in comments, such as clocks and evaluations
    Commands,
    /// The clocks in comments
    Clocks,
    /// The text in comments, but not the commands
    Text,
    /// All variations
    Variations,
    /// Annotations in numbers, such as $1
    Nags,
    /// The tags that are not in the roster of seven
    Tags,
}

/// Tags that can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Add {
    /// ECO and Opening, by the last position that has a name
    Opening,
    /// `PlyCount`
    #[value(name = "plycount")]
    PlyCount,
    /// `FinalFEN`, the last position
    Fen,
    /// `HashCode`, the Zobrist key of the last position
    Hash,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.refuse_options_of_others()?;
    if args.to == Format::Parquet {
        return args.write_table(out);
    }
    let Some(to) = args.to.export() else {
        let (options, change) = (args.options(), args.change());
        let rewriter = || Rewriter::new(options, change);
        let write =
            |it: &Rewriter, to: &mut Target<'_>| to.write_all(it.text()).map(|()| it.games());
        return pass_on(&args.inputs, args.errors, &args.target, out, rewriter, write);
    };
    let paint = out.paint_notes();
    let mut target = args.target.open(&args.inputs.files, out)?;
    let exporter = args.exporter(to);
    target.write_all(exporter.header().as_bytes())?;
    let mut seen = exporter.seen_columns().to_vec();
    let make = || args.exporter(to);
    let sums = args.target.inputs(&args.inputs)?.read(paint, Lints::Dropped, make, |batch| {
        for (sum, &one) in seen.iter_mut().zip(batch.visitor.seen_columns()) {
            *sum |= one;
        }
        target.write_all(batch.visitor.text())?;
        batch.note(target.out())?;
        CONTINUE
    })?;
    if args.to == Format::Csv && sums.games > 0 {
        for (column, _) in args.columns.iter().zip(&seen).filter(|(_, is_seen)| !**is_seen) {
            let out = target.out();
            let word = out.paint_warning("note");
            out.note(format_args!("{word}: no game has the tag {column}: its column is empty"))?;
        }
    }
    let status = args.errors.status(&sums, target.out())?;
    args.target.finish(target, &sums, status, |_, _| Ok(()))
}

impl Args {
    /// Rejects options that the format does not support.
    fn refuse_options_of_others(&self) -> anyhow::Result<()> {
        let given = [
            ("--strip", !self.strip.is_empty(), Format::Pgn),
            ("--add", !self.add.is_empty(), Format::Pgn),
            ("--tidy", self.tidy, Format::Pgn),
            ("--with", !self.with.is_empty(), Format::Jsonl),
            ("--columns", !self.columns.is_empty() && self.to != Format::Parquet, Format::Csv),
        ];
        let wrong = given.into_iter().find(|&(_, is_given, format)| is_given && format != self.to);
        if let Some(option) = self.table.given().filter(|_| self.to != Format::Parquet) {
            bail!("{option} is for --to parquet");
        }
        match wrong {
            Some((option, _, Format::Pgn)) => {
                bail!("{option} is for games in PGN, and --to asks for another format")
            }
            Some((option, _, Format::Jsonl)) => bail!("{option} is for --to jsonl"),
            Some((option, ..)) => bail!("{option} is for --to csv and --to parquet"),
            None => Ok(()),
        }
    }

    #[cfg(not(feature = "parquet"))]
    #[expect(clippy::unused_self, reason = "builds with Parquet need it")]
    fn write_table(&self, _: &mut Output) -> anyhow::Result<Status> {
        match parquet::refuse()? {}
    }

    /// Writes a Parquet file.
    #[cfg(feature = "parquet")]
    fn write_table(&self, out: &mut Output) -> anyhow::Result<Status> {
        let spec = self.table.spec(&self.columns)?;
        let paint = out.paint_notes();
        let mut table = parquet::TableOutput::new(
            self.target.open_binary(&self.inputs.files, out, "a Parquet file")?,
            &spec,
        )?;
        let rows = || reynard_arrow::RowCollector::new(&spec);
        let sums = self.target.inputs(&self.inputs)?.read_all(paint, rows, |batch| {
            batch.note(table.target().out())?;
            table.push(batch.visitor)?;
            CONTINUE
        })?;
        let mut target = table.finish()?;
        let status = self.errors.status(&sums, target.out())?;
        self.target.finish(target, &sums, status, |_, _| Ok(()))
    }

    fn exporter(&self, format: ExportFormat) -> Exporter {
        let mut parts = self.with.concat();
        parts.dedup();
        let exporter = Exporter::new(format).with_parts(parts);
        if self.columns.is_empty() { exporter } else { exporter.with_columns(self.columns.clone()) }
    }

    fn options(&self) -> WriterOptions {
        let strips = |part| self.strip.contains(&part);
        let comments = if strips(Strip::Comments) || strips(Strip::Commands) && strips(Strip::Text)
        {
            CommentParts::None
        } else if strips(Strip::Text) {
            CommentParts::Commands
        } else if strips(Strip::Commands) {
            CommentParts::Text
        } else if strips(Strip::Clocks) {
            CommentParts::WithoutClocks
        } else {
            CommentParts::All
        };
        let (written, omitted) = (Variations::Written, Variations::Omitted);
        WriterOptions {
            comments,
            variations: if strips(Strip::Variations) { omitted } else { written },
            nags: if strips(Strip::Nags) { NagStyle::Omitted } else { NagStyle::Numbers },
            tags: if strips(Strip::Tags) {
                TagSelection::RosterOnly
            } else {
                TagSelection::CompleteRoster
            },
            ..WriterOptions::FULL
        }
    }

    fn change(&self) -> TagChanges {
        let adds = |tag| self.add.contains(&tag);
        let add = AddedTags {
            opening: adds(Add::Opening),
            plies: adds(Add::PlyCount),
            fen: adds(Add::Fen),
            hash: adds(Add::Hash),
        };
        TagChanges { add, tidy: self.tidy }
    }
}
