//! Analysis of positions.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::bail;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use reynard::{Color, EnPassantMode, Game, Outcome, Position};
use reynard_analysis::{Assessment, PositionAnswer, chances_bar, score_text};
use reynard_console::fen_input::Item;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::{in_units, in_words, per_second};
use reynard_console::output::{Output, Status, is_dumb_terminal};
use reynard_engine::{Line, SearchReport};

use super::args::Args;
use super::engine::AnalysisEngine;

/// Default time per position.
const TIME: Duration = Duration::from_secs(5);
/// Width of a bar in characters.
const BAR: u32 = 10;

/// Analyzes positions one after another.
pub(super) struct Analyst<'a> {
    args: &'a Args,
    engine: AnalysisEngine,
    interrupt: Interrupt,
    answered: bool,
}

impl<'a> Analyst<'a> {
    pub(super) fn new(
        args: &'a Args,
        interrupt: Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Self> {
        let engine = AnalysisEngine::new(args.setup(), TIME, out)?;
        Ok(Self { args, engine, interrupt, answered: false })
    }

    pub(super) fn answer(&mut self, item: &Item<'_>, out: &mut Output) -> anyhow::Result<Status> {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, self.args.format, out)?,
            Ok(accepted) => {
                if self.interrupt.is_stopped() {
                    let text = "interrupted: this and the following positions were not analyzed";
                    bail!(Interrupted(text.to_owned()));
                }
                item.note(&accepted.diagnostics, out)?;
                let game = accepted.to_game();
                let report = self.search(&game)?;
                self.write(&game, &report, out)?;
                out.flush()?;
                if report.best.is_none() && game.outcome().is_none() {
                    return Ok(Status::Diagnostics);
                }
            }
        }
        Ok(Status::Fine)
    }

    /// Prints a note about the positions without an evaluation. If the last search was interrupted,
    /// returns an error without a message, since the result has already been printed.
    pub(super) fn finish(&self, out: &mut Output) -> anyhow::Result<()> {
        self.engine.note_failures(out)?;
        if self.interrupt.is_stopped() {
            bail!(Interrupted(String::new()));
        }
        Ok(())
    }

    /// Searches the last position of a game, unless the game is over. On a terminal, the lines found
    /// so far are shown during the search.
    fn search(&mut self, game: &Game) -> anyhow::Result<SearchReport> {
        if game.outcome().is_some() {
            return Ok(SearchReport::default());
        }
        self.engine.new_game()?;
        let pos = game.position();
        let lines = self.args.multipv.get().min(pos.legal_moves().len());
        let live = Live::new(lines, self.args.format.json);
        let engine = &mut self.engine;
        let report = self
            .interrupt
            .during(|control| engine.analyze(game, control, &mut |line| live.show(pos, line)));
        live.clear();
        report
    }

    fn write(&mut self, game: &Game, report: &SearchReport, out: &mut Output) -> io::Result<()> {
        let (pos, outcome) = (game.position(), game.outcome());
        let castling = self.args.reading.writing.castling(pos);
        let fen = self.args.reading.writing.fen(pos, EnPassantMode::default());
        if self.args.format.json {
            let outcome = outcome.map(Outcome::name);
            let answer = PositionAnswer::new(pos, report, castling);
            return out.json(&PositionAnswer { fen, outcome, ..answer });
        }
        if std::mem::replace(&mut self.answered, true) {
            writeln!(out)?;
        }
        writeln!(out, "FEN         {fen}")?;
        if let Some(outcome) = outcome {
            writeln!(out, "Outcome     {outcome}")?;
        }
        let Some(first) = report.lines.first() else {
            if let Some(best) = report.best {
                writeln!(out, "Best        {}", pos.numbered_move(best))?;
            }
            return Ok(());
        };
        writeln!(out, "Depth       {}", first.depth)?;
        writeln!(out, "Nodes       {}", report.nodes)?;
        writeln!(out, "Time        {}", in_words(report.time))?;
        let speed = in_units(per_second(report.nodes, report.time));
        writeln!(out, "Speed       {speed} nodes/s")?;
        writeln!(out, "\n  White  Chances")?;
        for line in &report.lines {
            write_line(pos, line, out)?;
        }
        Ok(())
    }
}

/// Writes a principal variation, wrapped at the terminal width.
fn write_line(pos: &Position, line: &Line, out: &mut Output) -> io::Result<()> {
    let lead = lead(pos, line);
    write!(out, "{lead}")?;
    let indent = lead.chars().count();
    let width = out.width().unwrap_or(usize::MAX).max(indent + 20);
    let mut column = indent;
    for (index, word) in pos.numbered_line(&line.moves).split(' ').enumerate() {
        if index > 0 && column + 1 + word.len() > width {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        } else if index > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += word.len();
    }
    writeln!(out)
}

/// Returns the score of a principal variation, with a bar.
fn lead(pos: &Position, line: &Line) -> String {
    let assessment = Assessment::in_position(line, pos);
    let expected = assessment.expected_score(Color::White);
    format!("{:>7}  {}  ", score_text(assessment.score), chances_bar(expected, BAR))
}

/// Lines that are updated in place on standard error, if it is a terminal.
struct Live {
    screen: MultiProgress,
    head: ProgressBar,
    lines: Vec<ProgressBar>,
}

impl Live {
    fn new(lines: usize, json: bool) -> Self {
        let screen = MultiProgress::new();
        if json || is_dumb_terminal() {
            screen.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = || screen.add(ProgressBar::new_spinner().with_style(style.clone()));
        let head = bar();
        let lines = (0..lines).map(|_| bar()).collect();
        Self { screen, head, lines }
    }

    fn show(&self, pos: &Position, line: &Line) {
        if self.screen.is_hidden() {
            return;
        }
        self.head.set_message(format!(
            "Depth {}/{}, {} nodes, {}",
            line.depth,
            line.seldepth,
            line.nodes,
            in_words(line.time)
        ));
        if let Some(bar) = self.lines.get((line.number as usize).saturating_sub(1)) {
            bar.set_message(format!("{}{}", lead(pos, line), pos.numbered_line(&line.moves)));
        }
    }

    fn clear(&self) {
        // A closed terminal does not need to be cleared.
        let _ = self.screen.clear();
    }
}
