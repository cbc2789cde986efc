//! The report on a notebook, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use reynard_analysis::score_text;
use reynard_base::printable;
use reynard_console::numbers::counted;
use reynard_games::TimeClass;
use reynard_learn::{DepartureBy, LearnCard, LearnRepertoire, LearnReport, ReportRow, ReportTopic};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::notebook::Notebook;

/// The report, with the numbers of games in which a side left the repertoire.
pub(super) struct FullReport {
    pub(super) report: LearnReport,
    /// Number of games in which the learner left the repertoire; the next field counts the games in
    /// which the opponent did.
    pub(super) left_by_learner: u64,
    pub(super) left_by_opponent: u64,
    pub(super) has_repertoire: bool,
}

/// Number of costliest mistakes listed.
const COSTLIEST: usize = 10;
/// Number of openings and months listed.
const ROWS: usize = 12;

impl FullReport {
    /// Reads the games and the repertoire of a notebook.
    pub(super) fn of(notebook: &Notebook) -> anyhow::Result<Self> {
        let repertoire = repertoire_of(notebook)?;
        let mut report = LearnReport::new(COSTLIEST);
        let (mut by_learner, mut by_opponent) = (0, 0);
        notebook.each_game(|tree, side| {
            let class = tree.tags().text("TimeControl").and_then(|text| TimeClass::of_tag(&text));
            let name = TimeClass::NAMES.iter().find(|(_, it)| Some(*it) == class);
            report.add(tree, side, name.map(|(name, _)| *name));
            match repertoire.departure(tree, side).map(|departure| departure.by) {
                Some(DepartureBy::Learner) => by_learner += 1,
                Some(DepartureBy::Opponent) => by_opponent += 1,
                None => {}
            }
        })?;
        Ok(Self {
            report,
            left_by_learner: by_learner,
            left_by_opponent: by_opponent,
            has_repertoire: repertoire.own_positions() > 0,
        })
    }
}

/// Reads the repertoire of a notebook. Files without a side are skipped.
pub(super) fn repertoire_of(notebook: &Notebook) -> anyhow::Result<LearnRepertoire> {
    let mut repertoire = LearnRepertoire::default();
    for path in notebook.files_of("repertoire")? {
        let name = path.strip_prefix(notebook.folder.join("repertoire")).unwrap_or(&path);
        let name = name.display().to_string();
        notebook.each_repertoire(&path, |tree, side| {
            if let Some(side) = side {
                repertoire.add(tree, side, &name);
            }
        })?;
    }
    Ok(repertoire)
}

/// Returns the rows of a table that are listed.
pub(super) fn listed(report: &LearnReport, topic: ReportTopic) -> Vec<(&str, ReportRow)> {
    let mut rows = report.table(topic);
    match topic {
        ReportTopic::Opening => rows.truncate(ROWS),
        // The last months.
        ReportTopic::Month => {
            rows.drain(..rows.len().saturating_sub(ROWS));
        }
        _ => {}
    }
    rows
}

/// Returns the points lost per game, with the error in parentheses.
pub(super) fn points(row: &ReportRow) -> String {
    let error = row.error().map_or_else(String::new, |error| format!(" ({error:.2})"));
    format!("{:.2}{error}", row.points_a_game())
}

/// Returns a mistake as table cells: the move, the loss it caused, and the better move.
pub(super) fn mistake_line(card: &LearnCard) -> Option<[String; 3]> {
    let mistake = card.mistakes.first()?;
    let played = card.position.numbered_move(mistake.played);
    let [before, after] = [mistake.before, mistake.after].map(|it| score_text(it.score));
    let better = card.best().map_or_else(String::new, |mv| card.position.san(mv).to_string());
    let loss = format!("{}.{} %", mistake.loss / 10, mistake.loss % 10);
    Some([format!("{played:<12}"), format!("{before:>7} -> {after:<7} {loss:>7}"), better])
}

/// Returns the date, opponent and address of the game in which a mistake was made.
pub(super) fn game_line(card: &LearnCard) -> String {
    let Some(mistake) = card.mistakes.first() else { return String::new() };
    let mut text = format!("{} {}", mistake.game.date, mistake.game.opponent);
    if let Some(clock) = mistake.clock {
        let seconds = clock.as_secs();
        // Writing to memory does not fail.
        let _ = write!(text, ", {}:{:02} left", seconds / 60, seconds % 60);
    }
    if let Some(link) = &mistake.game.link {
        let _ = write!(text, "  {link}");
    }
    text.trim_start().to_owned()
}

/// Returns the sentences about a mistake.
pub(super) fn sentences(card: &LearnCard) -> Vec<String> {
    let facts = card.mistakes.first().map(|mistake| card.facts(mistake)).unwrap_or_default();
    facts.iter().map(ToString::to_string).collect()
}

impl fmt::Display for FullReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        let LearnReport { games, won, drawn, lost, .. } = report;
        writeln!(f, "Games     {games}: {won} won, {drawn} drawn, {lost} lost")?;
        writeln!(f, "Analyzed  {}", report.evaluated)?;
        if report.evaluated == 0 {
            return Ok(());
        }
        writeln!(f, "Lost      {} expected points a game", points(&report.all))?;
        if let Some((accuracy, games)) = report.lichess_accuracy() {
            let games = counted(games.into(), "game");
            writeln!(f, "Accuracy  {accuracy:.0} % by lichess's formula, mean of {games}")?;
        }
        if report.won_not_won + report.lost_saved > 0 {
            writeln!(
                f,
                "Won positions not won {}, lost ones saved {}",
                report.won_not_won, report.lost_saved
            )?;
        }
        if self.has_repertoire {
            let (own, others) = (self.left_by_learner, self.left_by_opponent);
            writeln!(f, "Repertoire left by you {own}, by opponents {others}")?;
        }
        for topic in ReportTopic::ALL {
            let rows = listed(report, topic);
            if rows.is_empty() {
                continue;
            }
            writeln!(f, "\n{:<34}games   moves  mistakes  lost/game", topic.title())?;
            for (name, row) in rows {
                let ReportRow { games, moves, mistakes, .. } = row;
                writeln!(f, "  {name:<30.30}{games:>7}{moves:>8}{mistakes:>10}  {}", points(&row))?;
            }
        }
        let kinds = mistake_kinds(report);
        if !kinds.is_empty() || !report.without_card.is_empty() {
            writeln!(f, "\nMistakes by kind")?;
            for (kind, count) in kinds {
                writeln!(f, "  {kind:<35}{count:>4}")?;
            }
        }
        for (reason, count) in &report.without_card {
            writeln!(f, "  {:<35}{count:>4}  no card", reason.text())?;
        }
        if !report.costliest().is_empty() {
            writeln!(f, "\nCostliest mistakes")?;
        }
        for card in report.costliest() {
            let Some([played, scores, better]) = mistake_line(card) else { continue };
            writeln!(f, "  {played}{scores}  better {better}")?;
            writeln!(f, "    {}", printable(&game_line(card)))?;
        }
        Ok(())
    }
}

/// Returns the number of mistakes with a card by kind, the most frequent first.
pub(super) fn mistake_kinds(report: &LearnReport) -> Vec<(String, u64)> {
    let kinds = report.facts.iter().map(|(kind, count)| (kind.to_string(), *count));
    let others = (report.without_fact > 0)
        .then(|| ("without a short reason".to_owned(), report.without_fact));
    let mut kinds: Vec<(String, u64)> = kinds.chain(others).collect();
    kinds.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    kinds
}

/// Serializes the report with the fields printed by `--json`.
impl Serialize for FullReport {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = &self.report;
        let tables: Map<String, Value> = ReportTopic::ALL
            .into_iter()
            .map(|topic| {
                let rows = report.table(topic).into_iter().map(|(name, row)| json_row(name, &row));
                let name = topic.title().to_lowercase().replace([' ', '\''], "_");
                (name, rows.collect())
            })
            .collect();
        let costliest: Vec<Value> = report.costliest().iter().map(json_mistake).collect();
        let without: Map<String, Value> = report
            .without_card
            .iter()
            .map(|(reason, count)| (reason.text().to_owned(), (*count).into()))
            .collect();
        let mistakes: BTreeMap<String, u64> = mistake_kinds(report).into_iter().collect();
        json!({
            "games": report.games, "evaluated": report.evaluated,
            "won": report.won, "drawn": report.drawn, "lost": report.lost,
            "all": json_row("all", &report.all),
            "lichess_accuracy": report.lichess_accuracy().map(|(accuracy, _)| accuracy),
            "lichess_accuracy_games": report.lichess_accuracy().map(|(_, games)| games),
            "won_not_won": report.won_not_won, "lost_saved": report.lost_saved,
            "repertoire_left_by_learner": self.left_by_learner,
            "repertoire_left_by_opponent": self.left_by_opponent,
            "tables": tables, "mistakes": mistakes, "without_card": without,
            "costliest": costliest,
        })
        .serialize(serializer)
    }
}

fn json_row(name: &str, row: &ReportRow) -> Value {
    json!({
        "name": name, "games": row.games, "moves": row.moves, "mistakes": row.mistakes,
        "lost_a_game": row.points_a_game(), "error": row.error(),
    })
}

fn json_mistake(card: &LearnCard) -> Value {
    let mistake = card.mistakes.first();
    let uci = |mv| card.position.uci(mv).to_string();
    json!({
        "fen": card.position.fen(), "card": card.id.to_string(),
        "played": mistake.map(|it| uci(it.played)), "best": card.best().map(uci),
        "loss": mistake.map(|it| it.loss), "date": mistake.map(|it| it.game.date.clone()),
        "opponent": mistake.map(|it| it.game.opponent.clone()),
        "link": mistake.and_then(|it| it.game.link.clone()),
        "clock": mistake.and_then(|it| it.clock).map(|time| time.as_secs_f64()),
        "facts": sentences(card),
    })
}
