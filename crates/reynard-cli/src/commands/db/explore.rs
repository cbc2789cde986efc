//! `reynard db explore`: the opening explorer.

use std::io::Write;

use anyhow::{Context, bail};
use reynard::draw::Figures;
use reynard::{Bitboard, Position};
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Paint, Status};
use reynard_db::{
    ExploreAnswer, ExploreLimits, ExploreTable, ExploreTrend, Explored, GameGroup, GameGrouping,
    GroupAnswer, MoveGames, Transpositions, TrendAnswer,
};
use reynard_pgn::ResultCounts;
use serde_json::json;

use super::base::{Question, explained};
use super::remote_list::remote_filter;
use crate::picture::print_board;
use crate::remote::{RemoteArgs, RemoteBase};

#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db explore games.rdb
  reynard db explore games.rdb --moves 'e4 c5 Nf3 d6' --board
  reynard db explore games.rdb --moves 'd4 Nf6' 'elo>=2600' 'year>=2010'
  reynard db explore games.rdb --moves 'e4 e5 Nf3 Nc6 Bb5' --by decade
  reynard db explore 'http://chess.lan:8765/games.rdb' --moves 'e4 c5'
  reynard db explore games.rdb 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'

A game counts once for a position, by whatever order of moves it got there. The bars show White's wins, \
draws and Black's wins; score and performance are those of the side to move. The language of filters is \
that of `reynard pgn filter --where`. The address of a server, `reynard serve --db`, stands in place of a \
file; the token of the server is never printed.")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Draw the board above the table
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    board: bool,
    /// Number of moves to show [default: 30, with --json all]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
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
    #[arg(long, value_name = "GROUP", value_parser = choice(&GROUPS), conflicts_with_all = ["limit", "games", "each", "no_transpositions"])]
    by: Option<GameGrouping>,
    /// Print the groups as CSV
    #[arg(long, requires = "by", conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    remote: RemoteArgs,
    #[command(flatten)]
    format: Format,
}

/// The ways to group games.
const GROUPS: [Choice<GameGrouping>; 4] = [
    ("year", GameGrouping::Year, "The games of each year"),
    ("decade", GameGrouping::Decade, "The games of ten years"),
    ("rating", GameGrouping::Rating, "By the average rating, in bands of a hundred"),
    ("tc", GameGrouping::TimeClass, "By the class of the time control"),
];

/// Table width if there is no terminal.
pub(super) const WIDTH: usize = 110;

/// The result of the query: groups of games, or moves with their games.
enum Found {
    Groups(ExploreTrend),
    Moves(Box<Explored>, Vec<MoveGames>),
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let pos = args.question.position(out)?.unwrap_or_else(Position::startpos);
    let found = match args.question.remote()? {
        None => args.look_up(&pos)?,
        Some(address) => {
            let base = RemoteBase::open(&address, args.remote.token_file.as_deref(), out)?;
            args.ask(&base, &pos, out)?
        }
    };
    match found {
        Found::Groups(trend) => args.print_groups(&trend, out),
        Found::Moves(explored, each) => args.print_moves(&explored, &each, out),
    }
}

impl Args {
    /// Looks up the position in local databases.
    fn look_up(&self, pos: &Position) -> anyhow::Result<Found> {
        let base = self.question.open()?;
        let query = self.question.query(&base)?;
        if let Some(grouping) = self.by {
            let trend = explained(base.path(), base.explore_by(pos, &query, grouping))?;
            return Ok(Found::Groups(trend));
        }
        let transpositions =
            if self.no_transpositions { Transpositions::Skipped } else { Transpositions::Counted };
        let limits = ExploreLimits { top: self.games, transpositions };
        let explored = explained(base.path(), base.explore(pos, &query, &limits))?;
        let each =
            if self.each { explained(base.path(), base.move_games(pos, &query))? } else { vec![] };
        Ok(Found::Moves(Box::new(explored), each))
    }

    /// Queries a server about the position.
    fn ask(&self, base: &RemoteBase, pos: &Position, out: &mut Output) -> anyhow::Result<Found> {
        let (filter, _) = remote_filter(base, self.question.filter_words()?, out)?;
        let mut fields = json!({ "fen": pos.fen(), "filter": filter });
        let by = self.by.and_then(|by| GROUPS.iter().find(|(_, group, _)| *group == by));
        if let Some((name, ..)) = by {
            fields["by"] = (*name).into();
            let answer: TrendAnswer = base.ask("trend", &fields, out)?;
            let trend = answer.into_trend(pos.clone()).context(base.label().to_owned())?;
            return Ok(Found::Groups(trend));
        }
        fields["top"] = self.games.into();
        fields["transpositions"] = (!self.no_transpositions).into();
        fields["each"] = self.each.into();
        let answer: ExploreAnswer = base.ask("explore", &fields, out)?;
        let (explored, each) = answer.into_explored().context(base.label().to_owned())?;
        if explored.position.key() != pos.key() {
            bail!("{}: the answer is one to another position", base.label());
        }
        // A FEN has an en-passant square only if a pawn can capture there.
        let explored = Explored { position: pos.clone(), ..explored };
        Ok(Found::Moves(Box::new(explored), each))
    }

    fn print_moves(
        &self,
        explored: &Explored,
        each: &[MoveGames],
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let found = explored.score.games() > 0;
        let status = Status::fine_if(found);
        if self.format.json {
            let most = self.limit.unwrap_or(usize::MAX);
            out.json(&ExploreAnswer::with_games(explored, each).with_most_moves(most))?;
            return Ok(status);
        }
        let limit = self.limit.unwrap_or(30);
        self.print_board(&explored.position, out)?;
        let width = out.width().unwrap_or(WIDTH);
        out.text(ExploreTable { explored, width, most_moves: limit })?;
        if self.each {
            writeln!(out, "\nBest and latest games")?;
        }
        for it in explored.moves.iter().take(limit) {
            let Some(games) = each.iter().find(|games| games.mv == it.mv) else { continue };
            writeln!(out, "{}", it.san)?;
            out.text(format_args!("{}\n", games.best.line(width)))?;
            if games.latest.id != games.best.id {
                out.text(format_args!("{}\n", games.latest.line(width)))?;
            }
        }
        Ok(status)
    }

    fn print_groups(&self, trend: &ExploreTrend, out: &mut Output) -> anyhow::Result<Status> {
        if self.csv {
            writeln!(out, "name,games,white,draws,black,move,move_games")?;
        }
        for group in &trend.groups {
            let GameGroup { name, score, moves } = group;
            if self.format.json {
                out.json(&GroupAnswer::from(group))?;
            } else if self.csv {
                let (san, games) = moves.first().map_or(("", 0), |(san, games)| (san, *games));
                let ResultCounts { white, draws, black, .. } = score;
                let all = score.games();
                out.text(format_args!("{name},{all},{white},{draws},{black},{san},{games}\n"))?;
            }
        }
        if !self.format.json && !self.csv {
            self.print_board(&trend.position, out)?;
            out.text(trend)?;
        }
        Ok(Status::fine_if(!trend.groups.is_empty()))
    }

    /// Draws the board, if requested.
    fn print_board(&self, pos: &Position, out: &mut Output) -> anyhow::Result<()> {
        if self.board {
            let has_colors = out.paint() == Paint::Colors;
            let figures = if has_colors { Figures::Figurines } else { Figures::Letters };
            print_board(pos, pos.turn(), Bitboard::EMPTY, figures, out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}
