//! `reynard db report`: writes a repertoire as a tree in PGN; `reynard db novelty`: finds where
//! games leave the database.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;

use anyhow::Context;
use reynard::{Color, Move, Position};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{NoveltySearch, RepertoireLimits};
use reynard_games::Condition;
use reynard_pgn::{GameTree, Games, Input, NodeId, PgnWriter, Reader, Tags};
use serde::Serialize;

use super::base::{Question, explained, note_limit, open, query_in};
use crate::commands::pgn::target::To;
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db report games.rdb --side white --moves 'e4 e5 Nf3 Nc6 Bb5' -o spanish.pgn
  reynard db report games.rdb --side black 'elo>=2500' --plies 8

Behind each move stand the games in which it was played and the score of the chosen side.")]
pub(super) struct ReportArgs {
    #[command(flatten)]
    question: Question,
    /// The side whose scores are given [default: the side to move]
    #[arg(long, value_enum, value_name = "COLOR")]
    side: Option<Side>,
    /// Length of the tree in plies
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: u32,
    /// Leave out moves with a smaller share of the games of a position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=100))]
    min_share: u64,
    /// Leave out moves in fewer games
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u64,
    #[command(flatten)]
    to: To,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db novelty games.rdb my-game.pgn
  reynard db novelty games.rdb my-games.pgn 'elo>=2500' --json")]
pub(super) struct NoveltyArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// File of games in PGN, plain or compressed, or `-` for standard input
    #[arg(value_name = "PGN")]
    pgn: PathBuf,
    /// Conditions of the filter language on the games of the database
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// The answer about a game.
#[derive(Serialize)]
struct Answer {
    white: String,
    black: String,
    /// Ply of the novelty, counted from 1; `None` if no position of the game is known to be new.
    ply: Option<usize>,
    novelty: Option<String>,
    fen: Option<String>,
    games: Option<u64>,
    /// Number of plies that the database indexes, if all indexed positions of the game are known
    /// and the game is longer.
    known_plies: Option<u16>,
}

pub(super) fn report(args: &ReportArgs, out: &mut Output) -> anyhow::Result<Status> {
    let (start, moves) = args.question.line(out)?;
    let mut pos = start.clone();
    for &mv in &moves {
        pos.play_unchecked(mv);
    }
    let base = args.question.open()?;
    let query = args.question.query(&base)?;
    let color = args.side.map_or(pos.turn(), Color::from);
    let limits = RepertoireLimits {
        plies: args.plies,
        min_percent: args.min_share,
        min_games: args.min_games,
        ..RepertoireLimits::default()
    };
    let tree = explained(base.path(), base.repertoire(&pos, color, &query, &limits))?;
    note_limit(&base, out)?;
    if tree.len() >= limits.nodes {
        let warning = out.paint_warning("warning");
        out.note(format_args!("{warning}: the tree was cut off at {} moves", limits.nodes))?;
    }
    let status = Status::fine_if(!tree.is_empty());
    let mut tree = behind_moves(&start, &moves, &tree);
    let player = query.conditions().find_map(|condition| match condition {
        Condition::Player(player) => Some(player.name.pattern.as_str()),
        _ => None,
    });
    let player = player.map_or(String::new(), |name| format!(" of {name}"));
    let side = if color == Color::White { "White" } else { "Black" };
    tree.set_tag("Event", format!("Repertoire{player} with {side}"))?;
    let mut target = args.to.open(slice::from_ref(&args.question.file), out)?;
    let mut writer = PgnWriter::new(Vec::new());
    writer.write(&tree)?;
    target.write_all(&writer.into_inner())?;
    target.finish()?;
    Ok(status)
}

/// Appends the tree of a repertoire to the moves that lead to its start position.
fn behind_moves(start: &Position, moves: &[Move], repertoire: &GameTree) -> GameTree {
    let mut tree = GameTree::from_position(start.clone());
    let mut node = NodeId::ROOT;
    for &mv in moves {
        // The moves were played to reach this position.
        let Ok(next) = tree.cursor(node).play(mv) else { return repertoire.clone() };
        node = next;
    }
    let mut open = vec![(NodeId::ROOT, node)];
    while let Some((from, to)) = open.pop() {
        for child in repertoire.children(from) {
            let Some(step) = repertoire.step(child) else { continue };
            let Ok(added) = tree.add(to, step) else { continue };
            tree.set_comments(added, repertoire.comments(child).to_vec());
            open.push((child, added));
        }
    }
    tree
}

pub(super) fn novelty(args: &NoveltyArgs, out: &mut Output) -> anyhow::Result<Status> {
    let base = open(&args.file)?;
    let query = query_in(&args.filter, &base)?;
    note_limit(&base, out)?;
    let name = args.pgn.display().to_string();
    let input = if args.pgn.as_os_str() == "-" {
        Input::new(io::stdin())
    } else {
        File::open(&args.pgn).and_then(Input::new)
    };
    let mut status = Status::Diagnostics;
    for game in Games::new(Reader::new(input.with_context(|| name.clone())?)) {
        let game = game.with_context(|| name.clone())?.tree;
        let moves: Vec<_> = game.moves().collect();
        let novelty = explained(base.path(), base.novelty(game.start(), &moves, &query))?;
        print(game.tags(), &novelty, args.format, out)?;
        status = Status::Fine;
    }
    Ok(status)
}

fn print(
    tags: &Tags,
    search: &NoveltySearch,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<()> {
    let player = |name: &str| tags.text(name).unwrap_or_else(|| "?".into()).into_owned();
    let (white, black) = (player("White"), player("Black"));
    let novelty = match search {
        NoveltySearch::Found(novelty) => Some(novelty),
        NoveltySearch::AllKnown | NoveltySearch::IndexEnds { .. } => None,
    };
    if format.json {
        return Ok(out.json(&Answer {
            white,
            black,
            ply: novelty.map(|it| it.ply + 1),
            novelty: novelty.map(|it| it.text.clone()),
            fen: novelty.map(|it| it.before.fen()),
            games: novelty.map(|it| it.games),
            known_plies: match search {
                NoveltySearch::IndexEnds { plies } => Some(*plies),
                NoveltySearch::Found(_) | NoveltySearch::AllKnown => None,
            },
        })?);
    }
    out.text(format_args!("{white} - {black}: "))?;
    match search {
        NoveltySearch::AllKnown => writeln!(out, "every position is known")?,
        NoveltySearch::IndexEnds { plies } => {
            writeln!(
                out,
                "every position of the first {plies} plies is known, and no later one is indexed"
            )?;
        }
        NoveltySearch::Found(it) => {
            writeln!(out, "{} is new; {} before it", it.text, counted(it.games, "game"))?;
        }
    }
    Ok(())
}
