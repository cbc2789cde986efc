//! `reynard learn drill`: quizzes the learner on the cards that are due.

mod args;
mod endgame;
mod engine_judge;
mod input;
mod knowledge;
mod lines;
mod question;
mod score;
mod session;
mod session_lines;
mod session_tables;
mod text;
mod wrong_answer;
mod wrong_move;

use std::io::{self, IsTerminal as _, Write};

use reynard_console::interrupt::Interrupt;
use reynard_console::lines::Lines;
use reynard_console::output::{Output, Status};

pub(super) use self::args::Args;
use self::session::{Next, Session};
use crate::line_editor::LineEditor;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let interactive = io::stdin().is_terminal() && out.is_terminal();
    let mut session = Session::new(args, notebook, Interrupt::install()?, interactive, out)?;
    if session.begin(out)? == Next::Ask {
        if interactive {
            ask_on_terminal(&mut session, out)?;
        } else {
            let mut lines = Lines::new(io::stdin().lock());
            while let Some(line) = lines.next(|| out.flush())? {
                if session.answer(&line.text, out)? == Next::End {
                    break;
                }
            }
        }
        session.leave(out)?;
    }
    session.keep_schedule(out)?;
    Ok(Status::Fine)
}

fn ask_on_terminal(session: &mut Session<'_>, out: &mut Output) -> anyhow::Result<()> {
    let mut editor = LineEditor::new()?;
    loop {
        out.flush()?;
        let line = editor.read(&format!("{} ", session.prompt()), Vec::new())?;
        let Some(line) = line else { return Ok(()) };
        if session.answer(&line, out)? == Next::End {
            return Ok(());
        }
    }
}
