//! A text summary of an analyzed game.

use std::fmt::{self, Write};
use std::time::Duration;

use reynard::Color;
use reynard_pgn::{GameTree, NamedOpening};

use crate::game_analysis::set_missing_tag;
use crate::move_time::clock_text;
use crate::{Assessment, ChancesGraph, GameReport, Judgment, MoveTime, SideReport, score_text};

/// The players, result, opening and report of an analyzed game.
///
/// ```
/// use reynard_analysis::{GameReport, GameSummary};
/// use reynard_pgn::{Games, Reader};
///
/// let pgn = b"[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2026.05.01\"]\n\n1. e4 e5 *";
/// let mut tree = Games::new(Reader::from_bytes(pgn)).next().unwrap()?.tree;
/// let summary = GameSummary::new(&tree, GameReport::default());
/// assert_eq!(summary.title, "Anna \u{2013} Ben, 2026");
/// summary.add_tags(&mut tree, "Reynard");
/// assert_eq!(tree.tags().text("Annotator").as_deref(), Some("Reynard"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// Players, site and year, without control characters.
    pub title: String,
    /// White's name; `?` if unknown.
    pub white: String,
    /// Black's name; `?` if unknown.
    pub black: String,
    /// Result as in PGN.
    pub result: &'static str,
    /// Name of the opening, if it is known.
    pub opening: Option<NamedOpening>,
    /// The assessed moves.
    pub report: GameReport,
    /// Times of the report's moves, in the same order.
    pub times: Vec<MoveTime>,
}

impl GameSummary {
    /// Creates the summary of a game and its report.
    pub fn new(tree: &GameTree, report: GameReport) -> Self {
        let tag = |name: &str| {
            let text = tree.tags().text(name).unwrap_or_default().into_owned();
            if text.is_empty() { "?".to_owned() } else { text }
        };
        let (white, black) = (tag("White"), tag("Black"));
        let known = |text: &String| !text.starts_with('?');
        let mut title = format!("{white} \u{2013} {black}");
        let year = tag("Date").split('.').next().unwrap_or_default().to_owned();
        for part in [tag("Site"), year].into_iter().filter(known) {
            title.push_str(", ");
            title.push_str(&part);
        }
        // Tags are untrusted, and terminals interpret control characters.
        let title = title.replace(char::is_control, " ");
        let result = tree.result().as_str();
        let times = times(tree, &report);
        Self { title, white, black, result, opening: tree.opening(), report, times }
    }

    /// Adds the tags `Annotator`, `ECO` and `Opening` to a game unless they already have a value.
    pub fn add_tags(&self, tree: &mut GameTree, annotator: &str) {
        set_missing_tag(tree, "Annotator", annotator);
        if let Some(opening) = self.opening {
            set_missing_tag(tree, "ECO", opening.eco);
            set_missing_tag(tree, "Opening", opening.name);
        }
    }

    /// Returns the summary as text: accuracy of both sides, graph (`width` characters wide, from 40
    /// to 100), and turning points.
    ///
    /// ```
    /// use reynard_analysis::{GameReport, GameSummary};
    /// use reynard_pgn::{Games, Reader};
    ///
    /// let tree = Games::new(Reader::from_bytes(b"1. e4 e5 2. Nf3 *")).next().unwrap()?.tree;
    /// let summary = GameSummary::new(&tree, GameReport::default());
    /// assert!(summary.to_text(80).ends_with("No move was analyzed.\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, width: usize) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(width.clamp(40, 100), &mut text);
        text
    }

    /// Returns a side's mean time per move, as a column of the table.
    fn mean_time(&self, side: Color) -> String {
        let moves = self.report.moves.iter().zip(&self.times);
        let own = moves.filter(|(assessed, _)| assessed.position.turn() == side);
        let times: Vec<Duration> = own.filter_map(|(_, time)| time.spent).collect();
        let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
        let mean = times.iter().sum::<Duration>().checked_div(count);
        let mean =
            mean.map_or_else(|| "-".to_owned(), |mean| format!("{:.1} s", mean.as_secs_f64()));
        format!("  {mean:>9}")
    }

    fn write(&self, width: usize, text: &mut String) -> fmt::Result {
        writeln!(text, "{}  {}", self.title, self.result)?;
        if let Some(opening) = self.opening {
            writeln!(text, "{opening}")?;
        }
        let Some(graph) = ChancesGraph::new(&self.report) else {
            let text_of = match self.report.unevaluated {
                0 => "No move was analyzed.",
                _ => "The engine has evaluated no position.",
            };
            return writeln!(text, "{text_of}");
        };
        let has_times = self.times.iter().any(|time| *time != MoveTime::default());
        let head = if has_times { "  Time/move" } else { "" };
        writeln!(text, "\n       Moves  Accuracy  Lichess  Centipawn loss   ?!    ?   ??{head}")?;
        for (name, side) in [("White", Color::White), ("Black", Color::Black)] {
            let time = if has_times { self.mean_time(side) } else { String::new() };
            let side = self.report.side(side);
            let SideReport { moves, inaccuracies, mistakes, blunders, .. } = side;
            let percent =
                |mean: Option<f64>| mean.map_or("-".to_owned(), |it| format!("{it:.0} %"));
            let (accuracy, lichess) = (percent(side.accuracy), percent(side.lichess_accuracy));
            let loss = side.centipawn_loss.map_or("-".to_owned(), |mean| format!("{mean:.0}"));
            writeln!(
                text,
                "{name}  {moves:>5}  {accuracy:>8}  {lichess:>7}  {loss:>14}  {inaccuracies:>3}  \
                 {mistakes:>3}  {blunders:>3}{time}"
            )?;
        }
        write!(text, "\nWhite\u{2019}s chances\n{}", graph.to_text(width))?;
        let moves = self.report.moves.iter().zip(&self.times);
        let mut turns = moves.filter(|(assessed, _)| assessed.is_turning_point()).peekable();
        if turns.peek().is_some() {
            let head = if has_times { "      Time    Left" } else { "" };
            writeln!(text, "\nTurning points{head}")?;
        }
        for (assessed, time) in turns {
            let symbol = assessed.judgment().map_or("", Judgment::symbol);
            let played = format!("{}{symbol}", assessed.position.numbered_move(assessed.mv));
            let score =
                |it: Option<Assessment>| it.map_or_else(String::new, |it| score_text(it.score));
            let (before, after) = (score(assessed.before), score(assessed.after));
            write!(text, "  {played:<14}")?;
            if has_times {
                let [spent, left] =
                    [time.spent, time.left].map(|time| time.map_or_else(String::new, clock_text));
                write!(text, " {spent:>7} {left:>7}")?;
            }
            write!(text, " {before:>7} \u{2192} {after:<7}")?;
            // A line with the better move has up to 60 characters, and 16 more with times.
            let least = if has_times { 76 } else { 60 };
            let indent = if width < least { "\n   " } else { "" };
            match assessed.best_line.first() {
                Some(&best) => {
                    let best = assessed.position.numbered_move(best);
                    writeln!(text, "{indent} better {best}")?;
                }
                None => writeln!(text)?,
            }
        }
        Ok(())
    }
}

/// Returns the times of the moves in a report.
fn times(tree: &GameTree, report: &GameReport) -> Vec<MoveTime> {
    let (all, first) = (MoveTime::of_main_line(tree), tree.start().ply());
    let index = |ply: u64| usize::try_from(ply.checked_sub(first)?).ok();
    let time = |ply| index(ply).and_then(|index| all.get(index).copied()).unwrap_or_default();
    report.moves.iter().map(|assessed| time(assessed.position.ply())).collect()
}
