//! `reynard pgn convert`: games in another format.

use std::io::Write;

use anyhow::bail;
use clap::ValueEnum;
use reynard_pgn::{CommentParts, NagStyle, TagSelection, Variations, WriterOptions};

use super::input::{CONTINUE, Inputs, Lints};
use super::target::To;
use crate::output::{Output, Status};
use reynard_games::{AddedTags, ExportFormat, Exporter, Rewriter, TagChanges};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn convert --to uci games.pgn
  reynard pgn convert --strip comments,variations --add opening,plycount games.pgn
  reynard pgn convert --to jsonl -o games.jsonl games.pgn.zst

`uci`, `lan` and `san` are a line of moves for each game; a game that does not start as usual has \
`fen`, its position and `moves` in front. `fen` and `epd` are a line for each position of each game. \
All but `pgn` follow the main line only.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
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
}

impl Format {
    /// The format of an exporter; `None` for PGN.
    const fn export(self) -> Option<ExportFormat> {
        Some(match self {
            Self::Pgn => return None,
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
    args.refuse_options_of_pgn()?;
    let paint = out.paint_remarks();
    let mut target = args.target.open(out)?;
    target.write_all(args.to.export().map_or(b"", ExportFormat::header))?;
    let (options, change) = (args.options(), args.change());
    let sums = match args.to.export() {
        None => {
            let rewriter = || Rewriter::new(options, change);
            args.inputs.read(paint, Lints::Dropped, rewriter, |batch| {
                target.write_all(batch.visitor.text())?;
                batch.remark(target.out())?;
                CONTINUE
            })
        }
        Some(to) => args.inputs.read(
            paint,
            Lints::Dropped,
            || Exporter::new(to),
            |batch| {
                target.write_all(batch.visitor.text())?;
                batch.remark(target.out())?;
                CONTINUE
            },
        ),
    }?;
    target.finish()?;
    Ok(sums.status())
}

impl Args {
    /// Refuses options that other formats than PGN cannot follow.
    fn refuse_options_of_pgn(&self) -> anyhow::Result<()> {
        let given = [
            ("--strip", !self.strip.is_empty()),
            ("--add", !self.add.is_empty()),
            ("--tidy", self.tidy),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) if self.to != Format::Pgn => {
                bail!("{option} is for games in PGN, and --to asks for another format")
            }
            _ => Ok(()),
        }
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
