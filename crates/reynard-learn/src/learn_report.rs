//! A report on a learner's games: where points are lost.

use std::collections::BTreeMap;

use reynard::{Color, Position};
use reynard_analysis::{GamePhase, lichess_game_accuracy, stored_assessment};
use reynard_pgn::{EvaluationScore, GameTree, Step};
use serde::Serialize;

use crate::own_moves::OwnMove;
use crate::{CardKind, GameInfo, LearnCard, LearnFactKind, NoCardReason, OwnJudgment, own_moves};

/// The category by which a table of the report groups moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportTopic {
    /// Phase of the game.
    Phase,
    /// Opening family, and the color of the learner.
    Opening,
    /// Time left on the clock before the move.
    Clock,
    /// Time control.
    TimeControl,
    /// Rating of the opponent minus that of the learner.
    RatingDifference,
    /// Month in which the game was played.
    Month,
}

impl ReportTopic {
    /// All topics, in the order of the report.
    pub const ALL: [Self; 6] = [
        Self::Phase,
        Self::Clock,
        Self::Opening,
        Self::TimeControl,
        Self::RatingDifference,
        Self::Month,
    ];

    /// Returns the heading of the table for this topic.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Phase => "Phase",
            Self::Opening => "Opening",
            Self::Clock => "Clock",
            Self::TimeControl => "Time control",
            Self::RatingDifference => "Opponent's rating",
            Self::Month => "Month",
        }
    }
}

/// A row of a table: the moves of one category, and the expected points that they lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReportRow {
    /// Number of games that contain moves of the category.
    pub games: u64,
    /// Number of moves with evaluations before and after them.
    pub moves: u64,
    /// Expected score that the moves lost, in thousandths of a point.
    pub loss: u64,
    /// Number of mistakes, with and without a card.
    pub mistakes: u64,
    /// Sum of the squares of the losses per game.
    squares: u64,
}

impl ReportRow {
    /// Returns the expected points lost per game, or 0 if there are no games.
    ///
    /// ```
    /// use reynard_learn::ReportRow;
    ///
    /// let mut row = ReportRow::default();
    /// (row.games, row.loss) = (2, 500);
    /// assert_eq!(row.points_a_game(), 0.25);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "sums of a learner's games")]
    pub fn points_a_game(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.loss as f64 / 1000.0 / self.games as f64 }
    }

    /// Returns the standard error of [`points_a_game`](Self::points_a_game), or `None` for fewer
    /// than two games.
    ///
    /// ```
    /// use reynard_learn::ReportRow;
    ///
    /// assert_eq!(ReportRow::default().error(), None);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "sums of a learner's games")]
    pub fn error(&self) -> Option<f64> {
        if self.games < 2 {
            return None;
        }
        let games = self.games as f64;
        let mean = self.points_a_game();
        let squares = self.squares as f64 / 1e6;
        let variance = ((squares - games * mean * mean) / (games - 1.0)).max(0.0);
        Some((variance / games).sqrt())
    }

    /// Adds the moves of one game to the row.
    fn add_game(&mut self, moves: u64, loss: u64, mistakes: u64) {
        self.games += 1;
        self.moves += moves;
        self.loss += loss;
        self.mistakes += mistakes;
        self.squares += loss * loss;
    }
}

/// A report on a learner's games.
///
/// ```
/// use reynard_learn::LearnReport;
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -2.5]} (2. Nf3 {[%eval 0.3]}) 0-1";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let mut report = LearnReport::new(10);
/// report.add(&game, Color::White, Some("blitz"));
/// assert_eq!((report.games, report.lost, report.all.mistakes), (1, 1, 1));
/// assert_eq!(report.costliest()[0].mistakes.len(), 1);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LearnReport {
    /// Number of games.
    pub games: u64,
    /// Number of games with evaluations of the learner's moves. All other figures except the
    /// results refer to these games.
    pub evaluated: u64,
    /// Number of games won.
    pub won: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
    /// The row for all moves.
    pub all: ReportRow,
    /// Number of games that were not won, although the learner had an expected score of at least
    /// 0.9 at some point.
    pub won_not_won: u64,
    /// Number of games that were not lost, although the learner had an expected score of at most
    /// 0.1 at some point.
    pub lost_saved: u64,
    /// Number of mistakes with a card, by the kind of the first fact about the mistake.
    pub facts: BTreeMap<LearnFactKind, u64>,
    /// Number of mistakes with a card about which no fact is proved.
    pub without_fact: u64,
    /// Number of mistakes without a card, by reason.
    pub without_card: BTreeMap<NoCardReason, u64>,
    tables: BTreeMap<ReportTopic, BTreeMap<String, ReportRow>>,
    /// Sum of games' lichess accuracies, and the number of these games.
    accuracy: (f64, u32),
    costliest: Vec<LearnCard>,
    kept: usize,
}

/// Number of moves, their total loss, and number of mistakes, for one game and category.
type Sums = (u64, u64, u64);

impl LearnReport {
    /// Creates an empty report that keeps at most `kept` of the costliest mistakes.
    ///
    /// ```
    /// use reynard_learn::LearnReport;
    ///
    /// assert_eq!(LearnReport::new(10).lichess_accuracy(), None);
    /// ```
    pub fn new(kept: usize) -> Self {
        Self { kept, ..Self::default() }
    }

    /// Adds a learner's game. `time_class` is the name of its time control class, such as `blitz`.
    pub fn add(&mut self, tree: &GameTree, side: Color, time_class: Option<&str>) {
        let info = GameInfo::of(tree, side);
        self.games += 1;
        match info.half_points() {
            Some(2) => self.won += 1,
            Some(1) => self.drawn += 1,
            Some(_) => self.lost += 1,
            None => {}
        }
        let moves = own_moves(tree, side);
        if moves.is_empty() {
            return;
        }
        self.evaluated += 1;
        self.add_swings(&moves, &info);
        self.add_accuracy(tree, side);
        let mut rows: BTreeMap<(ReportTopic, String), Sums> = BTreeMap::new();
        let of_game = of_game(tree, &info, time_class);
        let mut all: Sums = (0, 0, 0);
        for own in moves {
            let judgment = own.judgment();
            let is_mistake = judgment != OwnJudgment::Fine;
            let loss = own.loss();
            let phase = (ReportTopic::Phase, GamePhase::of(&own.position).name().to_owned());
            let clock = own.clock.map(|time| (ReportTopic::Clock, clock_name(time.as_secs())));
            for key in of_game.iter().cloned().chain([phase]).chain(clock) {
                add(rows.entry(key).or_default(), loss, is_mistake);
            }
            add(&mut all, loss, is_mistake);
            match judgment {
                OwnJudgment::Fine => {}
                OwnJudgment::WithoutCard(reason) => {
                    *self.without_card.entry(reason).or_default() += 1;
                }
                OwnJudgment::Mistake => self.add_mistake(own, &info),
            }
        }
        self.all.add_game(all.0, all.1, all.2);
        for ((topic, name), (moves, loss, mistakes)) in rows {
            let row = self.tables.entry(topic).or_default().entry(name).or_default();
            row.add_game(moves, loss, mistakes);
        }
    }

    fn add_swings(&mut self, moves: &[OwnMove], info: &GameInfo) {
        let expected = |own: &OwnMove| own.before.expected_score(own.side());
        let was_won = moves.iter().any(|own| expected(own) >= 900);
        let was_lost = moves.iter().any(|own| expected(own) <= 100);
        self.won_not_won += u64::from(was_won && info.half_points().is_some_and(|half| half < 2));
        self.lost_saved += u64::from(was_lost && info.half_points().is_some_and(|half| half > 0));
    }

    /// Adds the accuracy of a game, if it has evaluations of all moves from the start position.
    fn add_accuracy(&mut self, tree: &GameTree, side: Color) {
        if tree.start() != &Position::startpos() {
            return;
        }
        let mut pos = tree.start().clone();
        let mut scores: Vec<EvaluationScore> = Vec::new();
        for node in tree.main_line() {
            let Some(Step::Move(mv)) = tree.step(node) else { return };
            pos.play_unchecked(mv);
            let Some(assessment) = stored_assessment(tree, node, &pos) else { return };
            scores.push(assessment.score);
        }
        if let Some(accuracy) = lichess_game_accuracy(&scores, side) {
            self.accuracy.0 += accuracy;
            self.accuracy.1 += 1;
        }
    }

    fn add_mistake(&mut self, own: OwnMove, info: &GameInfo) {
        let kind = CardKind::of_mistake(&own);
        let mut card = LearnCard::new(own.position.clone(), own.lead_in.clone(), kind);
        card.add_mistake(own, info.clone());
        let fact = card.mistakes.first().and_then(|mistake| card.facts(mistake).into_iter().next());
        let count = match fact {
            Some(fact) => self.facts.entry(fact.fact.kind()).or_default(),
            None => &mut self.without_fact,
        };
        *count += 1;
        let loss = card.weight();
        let place = self.costliest.partition_point(|card| card.weight() >= loss);
        if place < self.kept {
            self.costliest.insert(place, card);
            self.costliest.truncate(self.kept);
        }
    }

    /// Returns the rows of the table for a topic. They are sorted by cost, or in the topic's
    /// natural order if it has one.
    ///
    /// ```
    /// use reynard_learn::{LearnReport, ReportTopic};
    ///
    /// assert!(LearnReport::new(1).table(ReportTopic::Phase).is_empty());
    /// ```
    pub fn table(&self, topic: ReportTopic) -> Vec<(&str, ReportRow)> {
        let rows = self.tables.get(&topic).into_iter().flatten();
        let mut rows: Vec<(&str, ReportRow)> =
            rows.map(|(name, row)| (name.as_str(), *row)).collect();
        match topic {
            ReportTopic::Opening => rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.loss)),
            ReportTopic::Phase => rows.sort_by_key(|(name, _)| place(&PHASES, name)),
            ReportTopic::Clock => rows.sort_by_key(|(name, _)| place(&CLOCKS, name)),
            ReportTopic::TimeControl => rows.sort_by_key(|(name, _)| place(&CONTROLS, name)),
            ReportTopic::RatingDifference => rows.sort_by_key(|(name, _)| place(&RATINGS, name)),
            ReportTopic::Month => {}
        }
        rows
    }

    /// Returns the mean lichess accuracy in percent over the games in which all moves have
    /// evaluations, and the number of these games. Returns `None` if there are none.
    pub fn lichess_accuracy(&self) -> Option<(f64, u32)> {
        let (sum, games) = self.accuracy;
        (games > 0).then(|| (sum / f64::from(games), games))
    }

    /// Returns the costliest mistakes as cards with one mistake each, the costliest first.
    pub fn costliest(&self) -> &[LearnCard] {
        &self.costliest
    }
}

fn add(sums: &mut Sums, loss: u32, is_mistake: bool) {
    sums.0 += 1;
    sums.1 += u64::from(loss);
    sums.2 += u64::from(is_mistake);
}

const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];
const CLOCKS: [&str; 5] =
    ["under 10 s", "10 to 30 s", "30 s to 1 min", "1 to 5 min", "5 min or more"];
const CONTROLS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", "correspondence"];
const RATINGS: [&str; 4] =
    ["200 or more below", "up to 200 below", "up to 200 above", "200 or more above"];

fn place(names: &[&str], name: &str) -> usize {
    names.iter().position(|other| *other == name).unwrap_or(names.len())
}

/// Returns the categories of a game that apply to all of its moves.
fn of_game(
    tree: &GameTree,
    info: &GameInfo,
    time_class: Option<&str>,
) -> Vec<(ReportTopic, String)> {
    let mut found = Vec::new();
    let color = if info.side == Color::White { "White" } else { "Black" };
    let family = tree
        .opening()
        .map_or("unknown", |opening| opening.name.split([':', ',']).next().unwrap_or(opening.name));
    found.push((ReportTopic::Opening, format!("{family} ({color})")));
    if let Some(control) = time_class {
        found.push((ReportTopic::TimeControl, control.to_owned()));
    }
    if let [Some(own), Some(other)] = info.ratings {
        let index = match i64::from(other) - i64::from(own) {
            ..=-200 => 0,
            -199..0 => 1,
            0..200 => 2,
            200.. => 3,
        };
        found.push((ReportTopic::RatingDifference, RATINGS[index].to_owned()));
    }
    let month = info
        .date
        .get(..7)
        .filter(|month| month.bytes().all(|it| it.is_ascii_digit() || it == b'.'));
    if let Some(month) = month {
        found.push((ReportTopic::Month, month.replace('.', "-")));
    }
    found
}

fn clock_name(seconds: u64) -> String {
    let index = match seconds {
        0..10 => 0,
        10..30 => 1,
        30..60 => 2,
        60..300 => 3,
        300.. => 4,
    };
    CLOCKS[index].to_owned()
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn report(pgn: &str) -> LearnReport {
        let mut report = LearnReport::new(3);
        for game in Games::from_bytes(pgn.as_bytes()) {
            report.add(&game.expect("memory").tree, Color::White, Some("blitz"));
        }
        report
    }

    const GAME: &str = "[Date \"2026.03.01\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1800\"]\n\
        [TimeControl \"180+0\"]\n\n1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%eval 0.3]} 2. Ke2 \
        {[%eval -2.5] [%clk 0:00:09]} (2. Nf3 {[%eval 0.3]}) Nf6 {[%eval -2.5]} 3. Ke1 \
        {[%eval -2.6] [%clk 0:00:05]} 0-1\n\n";

    #[test]
    fn tables_split_the_same_moves_by_every_heading() {
        let report = report(&format!("{GAME}{GAME}1. d4 1-0\n\n"));
        assert_eq!((report.games, report.evaluated, report.won, report.lost), (3, 2, 1, 2));
        for topic in [
            ReportTopic::Phase,
            ReportTopic::Opening,
            ReportTopic::TimeControl,
            ReportTopic::RatingDifference,
            ReportTopic::Month,
        ] {
            let rows = report.table(topic);
            let moves: u64 = rows.iter().map(|(_, row)| row.moves).sum();
            let loss: u64 = rows.iter().map(|(_, row)| row.loss).sum();
            assert_eq!((moves, loss), (report.all.moves, report.all.loss), "{topic:?} {rows:?}");
        }
        assert_eq!(report.table(ReportTopic::RatingDifference)[0].0, "200 or more above");
        assert_eq!(report.table(ReportTopic::Month)[0].0, "2026-03");
        assert_eq!(report.table(ReportTopic::TimeControl)[0].0, "blitz");
        let clocks: Vec<&str> =
            report.table(ReportTopic::Clock).into_iter().map(|row| row.0).collect();
        assert_eq!(clocks, ["under 10 s", "1 to 5 min"]);
        assert_eq!(report.costliest().len(), 2);
        // Equal games have no spread.
        assert_eq!(report.all.error(), Some(0.0));
    }

    #[test]
    fn every_mistake_with_a_card_has_a_kind_or_is_counted_as_one_without_a_fact() {
        let mistakes = "1. e4 {[%eval 0.3]} d5 {[%eval 0.3]} 2. Qg4 {[%eval -7.0]} \
            (2. exd5 {[%eval 0.3]}) Bxg4 {[%eval -7.0]} *\n\n\
            1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. a3 {[%eval -4.0]} (2. Nf3 {[%eval 0.3]}) \
            d6 {[%eval -4.0]} *\n\n";
        let report = report(mistakes);
        let kinds: Vec<_> = report.facts.iter().map(|(kind, count)| (*kind, *count)).collect();
        assert_eq!(kinds, [(LearnFactKind::HungPiece(reynard::PieceType::Queen), 1)]);
        assert_eq!(report.without_fact, 1);
    }

    #[test]
    fn the_accuracy_counts_games_with_all_evaluations_only() {
        let report = report(&format!("{GAME}1. e4 {{[%eval 0.3]}} e5 2. Nf3 {{[%eval 0.3]}} *"));
        let (accuracy, games) = report.lichess_accuracy().expect("a game");
        assert!(games == 1 && (30.0..90.0).contains(&accuracy), "{accuracy}");
    }
}
