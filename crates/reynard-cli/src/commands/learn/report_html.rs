//! The report as a self-contained HTML file: tables, bars and diagrams.

use std::fmt::Write as _;

use reynard::draw::{Coordinates, Rgb, SvgBoard, Theme};
use reynard_base::escape_html;
use reynard_console::numbers::counted;
use reynard_learn::{LearnCard, LearnReport, ReportTopic};

use super::full_report::{
    FullReport, game_line, listed, mistake_kinds, mistake_line, points, sentences,
};

/// Colors of the arrows that show the move played and the better move.
const PLAYED: Rgb = Rgb::from_hex(0x00b0_3a2e);
const BETTER: Rgb = Rgb::from_hex(0x002e_7d32);

/// Styles for screen and paper.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}h1,h2{line-height:1.2}table{border-collapse:collapse;width:100%;margin:1rem 0}\
th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}\
.bar{background:#c9d8e8;height:.8rem;display:inline-block;vertical-align:middle}\
.mistakes{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}\
figure{margin:0;break-inside:avoid}figure svg{width:100%;height:auto}figcaption{font-size:.9rem}\
a{color:#14508c;word-break:break-all}@media print{body{margin:0;max-width:none;font-size:11pt}}";

/// Returns the report as an HTML page.
pub(super) fn to_html(full: &FullReport) -> String {
    let mut page =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n<title>Report on my games</title>\n");
    page.push_str("<style>");
    page.push_str(STYLE);
    page.push_str("</style>\n</head>\n<body>\n<h1>Report on my games</h1>\n");
    // Writing to memory does not fail.
    let _ = overview(full, &mut page);
    let _ = tables(&full.report, &mut page);
    let _ = mistakes(&full.report, &mut page);
    page.push_str("</body>\n</html>\n");
    page
}

fn overview(full: &FullReport, page: &mut String) -> std::fmt::Result {
    let LearnReport { games, won, drawn, lost, evaluated, .. } = &full.report;
    writeln!(
        page,
        "<p>{}: {won} won, {drawn} drawn, {lost} lost. {evaluated} of them are analyzed; all that \
         follows is about these.</p>",
        counted(*games, "game")
    )?;
    writeln!(page, "<p>Expected points lost in a game: <b>{}</b>.", points(&full.report.all))?;
    if let Some((accuracy, games)) = full.report.lichess_accuracy() {
        let games = counted(games.into(), "game");
        writeln!(page, "Accuracy by lichess’s formula: {accuracy:.0} %, mean of {games}.")?;
    }
    let (won, saved) = (full.report.won_not_won, full.report.lost_saved);
    writeln!(page, "Won positions not won: {won}. Lost positions saved: {saved}.")?;
    if full.has_repertoire {
        let (own, others) = (full.left_by_learner, full.left_by_opponent);
        writeln!(
            page,
            "Games that you led out of your repertoire: {own}; your opponents: {others}."
        )?;
    }
    writeln!(page, "A figure in brackets is its standard error.</p>")
}

fn tables(report: &LearnReport, page: &mut String) -> std::fmt::Result {
    for topic in ReportTopic::ALL {
        let rows = listed(report, topic);
        let most = rows.iter().map(|(_, row)| row.points_a_game()).fold(0.0, f64::max);
        if rows.is_empty() {
            continue;
        }
        writeln!(page, "<h2>{}</h2>\n<table>", topic.title())?;
        writeln!(
            page,
            "<tr><th></th><th>Games</th><th>Moves</th><th>Mistakes</th><th>Lost a game</th><th></th></tr>"
        )?;
        for (name, row) in rows {
            let width = if most > 0.0 { 100.0 * row.points_a_game() / most } else { 0.0 };
            writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td style=\"width:30%;\
                 text-align:left\"><span class=\"bar\" style=\"width:{width:.0}%\"></span></td></tr>",
                escape_html(name),
                row.games,
                row.moves,
                row.mistakes,
                points(&row)
            )?;
        }
        writeln!(page, "</table>")?;
    }
    let kinds = mistake_kinds(report);
    if !kinds.is_empty() {
        writeln!(page, "<h2>Mistakes by kind</h2>\n<table>")?;
        for (kind, count) in kinds {
            writeln!(page, "<tr><td>{}</td><td>{count}</td></tr>", escape_html(&kind))?;
        }
        writeln!(page, "</table>")?;
    }
    Ok(())
}

fn mistakes(report: &LearnReport, page: &mut String) -> std::fmt::Result {
    if report.costliest().is_empty() {
        return Ok(());
    }
    writeln!(page, "<h2>Costliest mistakes</h2>\n<div class=\"mistakes\">")?;
    for card in report.costliest() {
        figure(card, page)?;
    }
    writeln!(page, "</div>")
}

fn figure(card: &LearnCard, page: &mut String) -> std::fmt::Result {
    let (Some(mistake), Some([played, scores, better])) =
        (card.mistakes.first(), mistake_line(card))
    else {
        return Ok(());
    };
    let mut board = SvgBoard::of_position(&card.position)
        .orientation(card.side())
        .coordinates(Coordinates::Inside)
        .theme(Theme::WOOD)
        .arrow(mistake.played.from(), mistake.played.king_target(), PLAYED);
    if let Some(best) = card.best() {
        board = board.arrow(best.from(), best.king_target(), BETTER);
    }
    writeln!(page, "<figure>\n{board}\n<figcaption><b>{}</b> {}", played.trim(), scores.trim())?;
    writeln!(page, "<br>Better: <b>{better}</b>.")?;
    for sentence in sentences(card) {
        writeln!(page, "{}", escape_html(&sentence))?;
    }
    let line = game_line(card);
    let link = mistake.game.link.as_deref();
    let text = link.map_or(line.as_str(), |link| line.trim_end_matches(link).trim_end());
    writeln!(page, "<br>{}", escape_html(text))?;
    if let Some(link) = link {
        let link = escape_html(link);
        writeln!(page, "<br><a href=\"{link}\">{link}</a>")?;
    }
    writeln!(page, "</figcaption>\n</figure>")
}

#[cfg(test)]
mod tests {
    use reynard::Color;
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn names_of_strangers_are_text_and_the_page_needs_nothing_else() {
        let pgn = b"[White \"Me\"]\n[Black \"<script>alert('x')</script>\"]\n[Site \"https://e.org/\\\"><b>\"]\n\n\
                    1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -2.5]} (2. Nf3 {[%eval 0.3]}) 0-1";
        let game = Games::from_bytes(pgn).next().expect("a game").expect("memory").tree;
        let mut report = LearnReport::new(10);
        report.add(&game, Color::White, None);
        let full =
            FullReport { report, left_by_learner: 0, left_by_opponent: 0, has_repertoire: false };
        let page = to_html(&full);
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
        assert!(page.contains("href=\"https://e.org/&quot;&gt;&lt;b&gt;\""), "{page}");
        assert!(page.contains("Better: <b>Nf3</b>") && page.matches("<svg").count() == 1);
        for part in ["src=", "@import", "url(http", "<link"] {
            assert!(!page.contains(part), "{part}");
        }
    }
}
