//! `reynard db explore`: the opening explorer.

use std::io::Write;

use reynard::draw::Figures;
use reynard::{Bitboard, Position};
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Paint, Status};
use reynard_db::{
    ExploreAnswer, ExploreLimits, ExploreTable, ExploreTrend, GameGroup, GameGrouping, ScoreAnswer,
    Transpositions,
};
use reynard_pgn::ResultCounts;
use serde::Serialize;

use super::base::{Question, explained};
use crate::picture::print_board;

#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db explore games.rdb
  reynard db explore games.rdb --moves 'e4 c5 Nf3 d6' --board
  reynard db explore games.rdb --moves 'd4 Nf6' 'elo>=2600' 'year>=2010'
  reynard db explore games.rdb --moves 'e4 e5 Nf3 Nc6 Bb5' --by decade
  reynard db explore games.rdb 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -' --json

A game counts once for a position, by whatever order of moves it got there. The bars show White's wins, \
draws and Black's wins; score and performance are those of the side to move. The language of filters is \
that of `reynard pgn filter --where`.")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Draw the board above the table
    #[arg(long)]
    board: bool,
    /// Number of moves to show
    #[arg(long, value_name = "N", default_value_t = 30)]
    limit: usize,
    /// Number of top games
    #[arg(long, value_name = "N", default_value_t = 8)]
    games: usize,
    /// Show the best and the latest game of each move
    #[arg(long)]
    each: bool,
    /// Leave out the games that reach the next positions by transposition
    #[arg(long)]
    no_transpositions: bool,
    /// Show groups of games instead of moves
    #[arg(long, value_name = "GROUP", value_parser = choice(&GROUPS), conflicts_with_all = ["games", "each", "no_transpositions"])]
    by: Option<GameGrouping>,
    /// Print the groups as CSV
    #[arg(long, requires = "by", conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    format: Format,
}

/// The groups of games.
const GROUPS: [Choice<GameGrouping>; 4] = [
    ("year", GameGrouping::Year, "The games of each year"),
    ("decade", GameGrouping::Decade, "The games of ten years"),
    ("rating", GameGrouping::Rating, "By the average rating, in bands of a hundred"),
    ("tc", GameGrouping::TimeClass, "By the class of the time control"),
];

/// The JSON object of a group of games.
#[derive(Serialize)]
struct Group<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreAnswer,
    moves: Vec<GroupMove<'a>>,
}

#[derive(Serialize)]
struct GroupMove<'a> {
    san: &'a str,
    games: u64,
}

/// The width of a table that goes to no terminal.
pub(super) const WIDTH: usize = 110;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let pos = args.question.position()?.unwrap_or_else(Position::startpos);
    let base = args.question.open()?;
    let query = args.question.query(&base)?;
    if let Some(grouping) = args.by {
        let trend = explained(base.path(), base.explore_by(&pos, &query, grouping))?;
        return args.print_groups(&trend, out);
    }
    let transpositions =
        if args.no_transpositions { Transpositions::Skipped } else { Transpositions::Counted };
    let limits = ExploreLimits { top: args.games, transpositions };
    let explored = explained(base.path(), base.explore(&pos, &query, &limits))?;
    let each =
        if args.each { explained(base.path(), base.move_games(&pos, &query))? } else { vec![] };
    if args.format.json {
        out.json(&ExploreAnswer::with_games(&explored, &each))?;
        return Ok(Status::Fine);
    }
    if args.board {
        let has_colors = out.paint() == Paint::Colors;
        let figures = if has_colors { Figures::Figurines } else { Figures::Letters };
        print_board(&pos, pos.turn(), Bitboard::EMPTY, figures, out)?;
        writeln!(out)?;
    }
    let width = out.width().unwrap_or(WIDTH);
    let table = ExploreTable { explored: &explored, width, most_moves: args.limit };
    write!(out, "{table}")?;
    if args.each {
        writeln!(out, "\nBest and latest games")?;
    }
    for it in explored.moves.iter().take(args.limit) {
        let Some(games) = each.iter().find(|games| games.mv == it.mv) else { continue };
        writeln!(out, "{}", it.san)?;
        writeln!(out, "{}", games.best.line(width))?;
        if games.latest.id != games.best.id {
            writeln!(out, "{}", games.latest.line(width))?;
        }
    }
    Ok(if explored.score.games() > 0 { Status::Fine } else { Status::Diagnostics })
}

impl Args {
    fn print_groups(&self, trend: &ExploreTrend, out: &mut Output) -> anyhow::Result<Status> {
        if self.csv {
            writeln!(out, "name,games,white,draws,black,move,move_games")?;
        }
        for GameGroup { name, score, moves } in &trend.groups {
            if self.format.json {
                let moves = moves.iter().map(|(san, games)| GroupMove { san, games: *games });
                out.json(&Group { name, score: (*score).into(), moves: moves.collect() })?;
            } else if self.csv {
                let (san, games) = moves.first().map_or(("", 0), |(san, games)| (san, *games));
                let ResultCounts { white, draws, black, .. } = score;
                let all = score.games();
                writeln!(out, "{name},{all},{white},{draws},{black},{san},{games}")?;
            }
        }
        if !self.format.json && !self.csv {
            write!(out, "{trend}")?;
        }
        Ok(if trend.groups.is_empty() { Status::Diagnostics } else { Status::Fine })
    }
}
