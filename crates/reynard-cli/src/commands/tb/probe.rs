//! `reynard tb probe`: prints the result, distance and best moves of a position.

use std::io::Write;

use reynard::{EnPassantMode, Position, UciMove};
use reynard_console::fen_input::{Fen, Format, Item};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Diagnostic, Reading};
use reynard_syzygy::{FiftyMoves, ProbeAnswer, ProbeError, ProbeReport, Prober, RootRules};

use super::tables::Folders;

/// Cache size for the tables, in bytes.
const CACHE: usize = 8 << 20;
/// Maximum length, in plies, of a line of best moves. No win with seven pieces takes longer.
const LONGEST_LINE: usize = 1200;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb probe --path ~/syzygy 8/8/8/8/8/3k4/8/K6R w - - 0 1
  reynard tb probe --path ~/syzygy --line --json - < positions.txt

Distances are in plies to the next capture, pawn move or mate. Moves are sorted as engines play them: wins \
that are in time for the fifty-move rule first. The exit code is 1 if a position cannot be probed or \
a table is missing.")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: Fen,
    #[command(flatten)]
    folders: Folders,
    /// Ignore the fifty-move rule: cursed wins are wins
    #[arg(long)]
    ignore_fifty_moves: bool,
    /// Print the line of best moves of both sides until mate or a draw
    #[arg(long)]
    line: bool,
    /// List all moves; the default without --json
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let tables = args.folders.tables(out)?;
    let mut prober = tables.prober(CACHE);
    args.fen.input().answer(args.reading, out, |item, out| match &item.read {
        Err(diagnostics) => {
            item.refuse(diagnostics, args.format, out)?;
            Ok(Status::Diagnostics)
        }
        Ok(accepted) => args.answer(item, accepted, &mut prober, out),
    })
}

impl Args {
    fn answer(
        &self,
        item: &Item<'_>,
        accepted: &Accepted,
        prober: &mut Prober<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let found = match self.find(&accepted.position, prober) {
            Ok(found) => found,
            Err(error) => {
                let diagnostic = Diagnostic { kind: error.name(), message: error.to_string() };
                item.refuse(&[diagnostic], self.format, out)?;
                return Ok(Status::Diagnostics);
            }
        };
        if self.format.json {
            out.json(&self.object(&accepted.position, &found))?;
        } else {
            self.write(&accepted.position, &found, out)?;
            item.note(&accepted.diagnostics, out)?;
        }
        Ok(Status::fine_if(found.missing.is_none()))
    }

    fn find(&self, pos: &Position, prober: &mut Prober<'_>) -> Result<ProbeReport, ProbeError> {
        let rules = RootRules { fifty_moves: self.fifty_moves(), ..RootRules::default() };
        prober.report(pos, rules, if self.line { LONGEST_LINE } else { 0 })
    }

    fn fifty_moves(&self) -> FiftyMoves {
        if self.ignore_fifty_moves { FiftyMoves::Ignored } else { FiftyMoves::Counted }
    }

    fn object(&self, pos: &Position, found: &ProbeReport) -> ProbeAnswer {
        let mut after = pos.clone();
        let line = found.line.iter().map(|&mv| {
            let text = UciMove::new(mv, self.reading.writing.castling(&after)).to_string();
            after.play_unchecked(mv);
            text
        });
        let line = self.line.then(|| line.collect());
        let answer =
            ProbeAnswer::new(pos, found, self.reading.writing.castling(pos), self.fifty_moves());
        ProbeAnswer {
            fen: self.reading.writing.fen(pos, EnPassantMode::default()),
            moves: answer.moves.filter(|_| self.moves),
            line,
            ..answer
        }
    }

    /// Prints the value, the moves from best to worst, and the line.
    fn write(&self, pos: &Position, found: &ProbeReport, out: &mut Output) -> anyhow::Result<()> {
        write!(out, "{}", found.to_text(pos))?;
        if self.line {
            writeln!(out, "{}", pos.numbered_line(&found.line))?;
        }
        if let Some(name) = found.missing {
            out.note(format_args!("{name} is missing"))?;
        }
        Ok(())
    }
}
