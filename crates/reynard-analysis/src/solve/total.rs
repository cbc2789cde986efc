//! Totals over test positions.

use std::fmt;

use super::{EpdGoal, SolveAttempt};

/// Totals over the attempts at the positions of a test suite.
///
/// ```
/// use reynard_analysis::{EpdGoal, SolveAttempt, SolveTotal};
/// use reynard_engine::SearchReport;
///
/// let epd = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; c0 \"Qd7+=10\";".parse()?;
/// let goal = EpdGoal::of(&epd).expect("there is a best move");
/// let mut total = SolveTotal::new([&goal]);
/// total.add(&goal, &SolveAttempt { report: SearchReport::default(), solved: None, points: 0 });
/// assert_eq!((total.positions, total.solved, total.most_points), (1, 0, Some(10)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SolveTotal {
    /// Number of positions.
    pub positions: usize,
    /// Number of solved positions.
    pub solved: usize,
    /// Points for the chosen moves, if the suite assigns points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<u32>,
    /// Points for the best moves, if the suite assigns points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub most_points: Option<u32>,
    /// Total number of nodes searched.
    pub nodes: u64,
    /// Duration of the run in seconds, set by the caller.
    pub seconds: f64,
}

impl SolveTotal {
    /// Creates the totals for positions with the given goals, before the first attempt.
    pub fn new<'a>(goals: impl IntoIterator<Item = &'a EpdGoal>) -> Self {
        let has_points = goals.into_iter().any(|goal| goal.most_points().is_some());
        let points = has_points.then_some(0);
        Self { points, most_points: points, ..Self::default() }
    }

    /// Adds an attempt.
    pub fn add(&mut self, goal: &EpdGoal, attempt: &SolveAttempt) {
        self.positions += 1;
        self.solved += usize::from(attempt.solved.is_some());
        self.nodes += attempt.report.nodes;
        if let (Some(points), Some(most)) = (&mut self.points, &mut self.most_points) {
            *points += attempt.points;
            *most += goal.most_points().unwrap_or(0);
        }
    }
}

/// Formats the totals, except for the time.
impl fmt::Display for SolveTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Positions   {}", self.positions)?;
        writeln!(f, "Solved      {}", self.solved)?;
        if let (Some(points), Some(most)) = (self.points, self.most_points) {
            writeln!(f, "Points      {points} of {most}")?;
        }
        writeln!(f, "Nodes       {}", self.nodes)
    }
}
