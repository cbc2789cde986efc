//! `reynard analyze`: analyzes positions and annotates games.

mod args;
pub(in crate::commands) mod engine;
mod games;
mod input;
mod kept_text;
mod position;
mod selection;
mod total;
mod unfinished;

use anyhow::bail;
use reynard_console::fen_input::{FenInput, answer_lines};
use reynard_console::interrupt::Interrupt;
use reynard_console::output::{Output, Status};

pub(crate) use self::args::Args;
use self::input::AnalysisInput;
use crate::content::Content;

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if input::are_position(&args.what) {
        return analyze_position(args, &FenInput::from_words(&args.what), out);
    }
    let (content, inputs) = AnalysisInput::all(&args.what)?;
    let interrupt = Interrupt::install()?;
    if content == Content::Games {
        return games::run(args, inputs, &interrupt, out);
    }
    refuse_game_options(args)?;
    let mut analyst = position::Analyst::new(args, interrupt, out)?;
    let mut status = Status::Fine;
    for input in inputs {
        let read = |text: &str| args.reading.read(text);
        let file = input.path().map(|path| path.display().to_string());
        let answered = answer_lines(input.open()?, file.as_deref(), read, out, |item, out| {
            analyst.answer(item, out)
        })?;
        status = status.and(answered);
    }
    analyst.finish(out)?;
    Ok(status)
}

fn analyze_position(args: &Args, input: &FenInput, out: &mut Output) -> anyhow::Result<Status> {
    refuse_game_options(args)?;
    let mut analyst = position::Analyst::new(args, Interrupt::install()?, out)?;
    let status = input.answer(args.reading, out, |item, out| analyst.answer(item, out))?;
    analyst.finish(out)?;
    Ok(status)
}

fn refuse_game_options(args: &Args) -> anyhow::Result<()> {
    let given = [
        ("--output", args.output.is_some()),
        ("--graph", args.graph.is_some()),
        ("--moves", args.moves.is_some()),
        ("--where", !args.filter.is_empty()),
        ("--player", args.player.is_some()),
        ("--last", args.last.is_some()),
    ];
    for (option, is_given) in given {
        if is_given {
            bail!("{option} is for games, and this is a position");
        }
    }
    Ok(())
}
