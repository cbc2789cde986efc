//! Rates the difficulty of puzzles with a linear model.

use std::fmt;

use reynard::{Game, Move, PieceValues, Position};
use reynard_engine::{Control, Engine, SearchLimits};

use crate::{PuzzleMotif, motifs};

/// The estimated difficulty of a puzzle on the scale of lichess's puzzle ratings: 400 to 3,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleRating(u16);

impl PuzzleRating {
    /// Returns the rating as a number.
    ///
    /// ```
    /// # use reynard_analysis::PuzzleRater;
    /// # use reynard_analysis::reynard::Position;
    /// # use reynard_engine::{Control, Engine};
    /// let mut rater = PuzzleRater::new(Engine::new(1)?);
    /// let mate: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// let rating = rater.rate(&mate, &[mate.parse_san("Ra8")?], &Control::new());
    /// assert!(rating.is_some_and(|rating| rating.value() < 900));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn value(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for PuzzleRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Number of features that describe a puzzle.
const FEATURES: usize = 16;

/// The features' names, and their weights in rating points per unit.
///
/// Fitted by `reynard-lab puzzles` to every other puzzle in a file of 5,108 from the lichess
/// database (CC0). `docs/src/puzzles.md` states the error on the remaining puzzles.
const WEIGHTS: [(&str, f64); FEATURES] = [
    ("constant", 547.17),
    ("moves to find", 148.65),
    ("logarithm of the nodes until the engine keeps the first move", 61.54),
    ("legal moves", 0.40),
    ("captures", 22.41),
    ("checks", 64.49),
    ("first move checks", -192.53),
    ("first move is quiet", 70.02),
    ("quiet moves", 83.56),
    ("static exchange evaluation of the first move in pawns", -15.04),
    ("first move goes back", 43.09),
    ("mate", -163.84),
    ("back-rank mate", -155.53),
    ("fork", -86.84),
    ("promotion", -193.57),
    ("double check", -205.87),
];

/// Properties that make a puzzle easy or difficult.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleFeatures([f64; FEATURES]);

impl PuzzleFeatures {
    /// Returns the names of the features.
    ///
    /// ```
    /// use reynard_analysis::PuzzleFeatures;
    ///
    /// assert!(PuzzleFeatures::names().any(|name| name == "legal moves"));
    /// ```
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        WEIGHTS.iter().map(|(name, _)| *name)
    }

    /// Returns the values in the order of the names. The first value is always 1.
    pub const fn values(&self) -> &[f64] {
        &self.0
    }

    /// Returns the rating that the model predicts.
    pub fn rating(&self) -> PuzzleRating {
        let sum: f64 = self.0.iter().zip(WEIGHTS).map(|(value, (_, weight))| value * weight).sum();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the clamped sum is a small positive number"
        )]
        PuzzleRating(sum.clamp(400.0, 3_000.0).round() as u16)
    }
}

/// Estimates the difficulty of puzzles.
///
/// A puzzle has the same rating on every machine: the search is limited by nodes and runs on one
/// thread.
#[derive(Debug)]
pub struct PuzzleRater {
    engine: Engine,
}

/// Node limit of the search for the first move.
const NODES: u64 = 20_000;

impl PuzzleRater {
    /// Creates a rater. Sets the engine to one thread and one line.
    pub fn new(mut engine: Engine) -> Self {
        engine.settings.lines = 1;
        Self { engine }
    }

    /// Returns the rating of a puzzle. Returns `None` if the puzzle has no solution, if one of its
    /// moves is illegal, or if `control` stopped the search.
    pub fn rate(
        &mut self,
        position: &Position,
        line: &[Move],
        control: &Control,
    ) -> Option<PuzzleRating> {
        self.features(position, line, control).map(|features| features.rating())
    }

    /// Returns the features of a puzzle, or `None` under the same conditions as
    /// [`rate`](Self::rate).
    ///
    /// ```
    /// # use reynard_analysis::PuzzleRater;
    /// # use reynard_analysis::reynard::Position;
    /// # use reynard_engine::{Control, Engine};
    /// let mut rater = PuzzleRater::new(Engine::new(1)?);
    /// let mate: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// let features = rater.features(&mate, &[mate.parse_san("Ra8")?], &Control::new());
    /// assert_eq!(features.map(|it| it.values()[1]), Some(1.0), "one move to find");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn features(
        &mut self,
        position: &Position,
        line: &[Move],
        control: &Control,
    ) -> Option<PuzzleFeatures> {
        let &first = line.first()?;
        let after = position.after(first).ok()?;
        let (mut end, mut quiet_moves) = (position.clone(), 0);
        for (ply, &mv) in line.iter().enumerate() {
            end.play(mv).ok()?;
            quiet_moves += usize::from(ply.is_multiple_of(2) && is_quiet(mv, &end));
        }
        let nodes = self.nodes_until_found(position, first, control)?;
        let found = motifs(position, line);
        let moves = position.legal_moves();
        let gives_check = |&&mv: &&Move| position.after(mv).is_ok_and(|after| after.is_check());
        let rank = |square: reynard::Square| square.rank().relative_to(position.turn());
        let has = |motif| yes(found.contains(&motif));
        Some(PuzzleFeatures([
            1.0,
            number(line.len().div_ceil(2)),
            nodes.ln(),
            number(moves.len()),
            number(moves.iter().filter(|mv| mv.is_capture()).count()),
            number(moves.iter().filter(gives_check).count()),
            yes(after.is_check()),
            yes(is_quiet(first, &after)),
            number(quiet_moves),
            f64::from(position.see(first, &PieceValues::DEFAULT)) / 100.0,
            yes(rank(first.to()) < rank(first.from())),
            yes(end.is_checkmate()),
            has(PuzzleMotif::BackRankMate),
            has(PuzzleMotif::Fork),
            has(PuzzleMotif::Promotion),
            has(PuzzleMotif::DoubleCheck),
        ]))
    }

    /// Returns the number of nodes after which a search settles on a move for good, or twice the
    /// node limit if it ends with another move. Returns `None` if the search was stopped.
    fn nodes_until_found(&mut self, pos: &Position, mv: Move, control: &Control) -> Option<f64> {
        self.engine.new_game();
        let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
        let game = Game::from_position(pos.clone());
        let mut found = None;
        self.engine.search(&game, &limits, control, &mut |event| {
            if let Some(line) = event.line() {
                let is_first = line.moves.first() == Some(&mv);
                found = if is_first { found.or(Some(line.nodes)) } else { None };
            }
        });
        #[expect(clippy::cast_precision_loss, reason = "it is small")]
        (!control.is_stopped()).then(|| found.unwrap_or(2 * NODES).max(1) as f64)
    }
}

/// Returns `true` if a move neither captures, promotes nor gives check.
fn is_quiet(mv: Move, after: &Position) -> bool {
    !mv.is_capture() && !mv.is_promotion() && !after.is_check()
}

fn yes(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

#[expect(clippy::cast_precision_loss, reason = "moves of a position are few")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(fen: &str, moves: &str) -> Option<u32> {
        let start: Position = fen.parse().expect("a position");
        let mut pos = start.clone();
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let Ok(mv) = pos.parse_san(text) else { return None };
            pos.play_unchecked(mv);
            line.push(mv);
        }
        let mut rater = PuzzleRater::new(Engine::new(1).expect("memory"));
        let rating = rater.rate(&start, &line, &Control::new());
        assert_eq!(rating, rater.rate(&start, &line, &Control::new()), "the same twice");
        rating.map(PuzzleRating::value)
    }

    #[test]
    fn a_long_combination_is_more_difficult_than_a_mate_in_one() {
        let mate = rate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#");
        let evergreen = "1r4r1/pbpknp1p/1b3P2/8/8/B1PB1q2/P4PPP/3R2K1 w - - 0 22";
        let long = rate(evergreen, "Bf5+ Ke8 Bd7+ Kd8 Bxe7#");
        assert!(mate < long && mate >= Some(400) && long <= Some(3_000), "{mate:?} {long:?}");
    }

    #[test]
    fn a_line_that_is_not_legal_and_a_stopped_search_have_no_rating() {
        let pos = Position::startpos();
        let mut rater = PuzzleRater::new(Engine::new(1).expect("memory"));
        let mv = pos.parse_san("e4").expect("a move");
        assert_eq!(rater.rate(&pos, &[mv, mv], &Control::new()), None);
        assert_eq!(rater.rate(&pos, &[], &Control::new()), None);
        let control = Control::new();
        control.stop();
        assert_eq!(rater.rate(&pos, &[mv], &control), None);
    }
}
