//! Summary of an analyzed game as text.

use std::fmt::{self, Write};

use reynard::Color;
use reynard_pgn::{GameTree, NamedOpening};

use crate::game_analysis::set_missing_tag;
use crate::{ChancesGraph, GameReport, Judgment, SideReport, score_text};

/// Players, result, opening and report of an analyzed game.
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
    /// Name of White, `?` if unknown.
    pub white: String,
    /// Name of Black, `?` if unknown.
    pub black: String,
    /// Result as PGN writes it.
    pub result: &'static str,
    /// Name of the opening, if it is known.
    pub opening: Option<NamedOpening>,
    /// Assessed moves.
    pub report: GameReport,
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
        // Tags come from strangers, and terminals obey control characters.
        let title = title.replace(char::is_control, " ");
        let result = tree.result().as_str();
        Self { title, white, black, result, opening: tree.opening(), report }
    }

    /// Adds the tags `Annotator`, `ECO` and `NamedOpening` to a game where they are missing.
    pub fn add_tags(&self, tree: &mut GameTree, annotator: &str) {
        set_missing_tag(tree, "Annotator", annotator);
        if let Some(opening) = self.opening {
            set_missing_tag(tree, "ECO", opening.eco);
            set_missing_tag(tree, "Opening", opening.name);
        }
    }

    /// Returns the summary as text, with a graph of `width` characters (40 to 100): accuracy of both sides,
    /// graph, turning points.
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
        // Writing to memory does not fail.
        let _ = self.write(width.clamp(40, 100), &mut text);
        text
    }

    fn write(&self, width: usize, text: &mut String) -> fmt::Result {
        writeln!(text, "{}  {}", self.title, self.result)?;
        if let Some(opening) = self.opening {
            writeln!(text, "{opening}")?;
        }
        let Some(graph) = ChancesGraph::new(&self.report) else {
            return writeln!(text, "No move was analyzed.");
        };
        writeln!(text, "\n       Moves  Accuracy  Centipawn loss   ?!    ?   ??")?;
        for (name, side) in [("White", Color::White), ("Black", Color::Black)] {
            let side = self.report.side(side);
            let SideReport { moves, inaccuracies, mistakes, blunders, .. } = side;
            let accuracy = side.accuracy.map_or("-".to_owned(), |mean| format!("{mean:.0} %"));
            let loss = side.centipawn_loss.map_or("-".to_owned(), |mean| format!("{mean:.0}"));
            writeln!(
                text,
                "{name}  {moves:>5}  {accuracy:>8}  {loss:>14}  {inaccuracies:>3}  \
                 {mistakes:>3}  {blunders:>3}"
            )?;
        }
        write!(text, "\nWhite\u{2019}s chances\n{}", graph.to_text(width))?;
        let mut turns = self.report.turning_points().peekable();
        if turns.peek().is_some() {
            writeln!(text, "\nTurning points")?;
        }
        for assessed in turns {
            let symbol = assessed.judgment().map_or("", Judgment::symbol);
            let played = format!("{}{symbol}", assessed.position.numbered_move(assessed.mv));
            let (before, after) =
                (score_text(assessed.before.score), score_text(assessed.after.score));
            write!(text, "  {played:<14} {before:>7} \u{2192} {after:<7}")?;
            // A line with the better move has up to 60 characters.
            let indent = if width < 60 { "\n   " } else { "" };
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
