//! A graph of White's expected score over the course of a game.

use reynard::Color;

use crate::{GameReport, Judgment};

/// A graph of White's expected score over the course of a game.
///
/// ```
/// use reynard_analysis::ChancesGraph;
///
/// let graph = ChancesGraph { expected_scores: vec![500, 620], first_ply: 0, marks: vec![] };
/// assert_eq!(graph.to_text(40).lines().count(), 9);
/// assert!(graph.to_svg("A game").contains("<title>A game</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct ChancesGraph {
    /// White's expected score in each position, in thousandths of a point. There is at least one
    /// position.
    pub expected_scores: Vec<u32>,
    /// Ply of the first position: twice the number of preceding full moves, plus one if Black is to
    /// move.
    pub first_ply: u64,
    /// Marked moves.
    pub marks: Vec<GraphMark>,
}

/// A marked move of a [`ChancesGraph`].
#[derive(Clone, Debug)]
pub struct GraphMark {
    /// Index of the position after the move.
    pub index: usize,
    /// The move as text.
    pub text: String,
    /// Judgment of the move.
    pub judgment: Judgment,
}

impl ChancesGraph {
    /// Creates the graph of a game with its turning points marked. Returns `None` if the report
    /// contains no moves or no evaluations. A position without an evaluation is shown with the
    /// score of the previous position.
    ///
    /// ```
    /// use reynard_analysis::{ChancesGraph, GameReport};
    ///
    /// assert!(ChancesGraph::new(&GameReport::default()).is_none());
    /// ```
    pub fn new(report: &GameReport) -> Option<Self> {
        let first = report.moves.first()?;
        let after = report.moves.iter().map(|assessed| assessed.after);
        let assessments = std::iter::once(first.before).chain(after);
        let scores = assessments.map(|it| it.map(|it| it.expected_score(Color::White)));
        let expected_scores = without_gaps(&scores.collect::<Vec<_>>())?;
        let mut marks = Vec::new();
        for (index, assessed) in report.moves.iter().enumerate() {
            if let Some(judgment) = assessed.judgment().filter(|_| assessed.is_turning_point()) {
                let name = assessed.position.numbered_move(assessed.mv);
                let text = format!("{name}{}", judgment.symbol());
                marks.push(GraphMark { index: index + 1, text, judgment });
            }
        }
        Some(Self { expected_scores, first_ply: first.position.ply(), marks })
    }

    /// Returns at most `most` ticks for the axis of moves. Each consists of the index of a position
    /// in which White is to move, and the number of the move.
    pub(crate) fn ticks(&self, most: usize) -> Vec<(usize, u64)> {
        let moves = self.expected_scores.len() / 2 + 1;
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
            .into_iter()
            .find(|step| moves / step <= most)
            .unwrap_or(10_000);
        let mut ticks = Vec::new();
        for index in 0..self.expected_scores.len() {
            let ply = self.first_ply + index as u64;
            let number = ply / 2 + 1;
            if ply.is_multiple_of(2) && (number == 1 || number.is_multiple_of(step as u64)) {
                ticks.push((index, number));
            }
        }
        ticks
    }
}

/// Fills each gap with the score before it, and a gap at the beginning with the first score.
/// Returns `None` if there are no scores.
fn without_gaps(scores: &[Option<u32>]) -> Option<Vec<u32>> {
    let mut last = scores.iter().find_map(|score| *score)?;
    let filled = scores.iter().map(|score| {
        last = score.unwrap_or(last);
        last
    });
    Some(filled.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_have_the_score_before_them() {
        let scores = [None, Some(500), None, None, Some(700)];
        assert_eq!(without_gaps(&scores), Some(vec![500, 500, 500, 500, 700]));
        assert_eq!((without_gaps(&[None]), without_gaps(&[])), (None, None));
    }

    #[test]
    fn ticks_stand_before_moves_of_white() {
        let graph =
            ChancesGraph { expected_scores: vec![500; 41], first_ply: 1, marks: Vec::new() };
        assert_eq!(graph.ticks(5), [(7, 5), (17, 10), (27, 15), (37, 20)]);
        let graph = ChancesGraph { expected_scores: vec![500; 3], first_ply: 0, marks: Vec::new() };
        assert_eq!(graph.ticks(5), [(0, 1), (2, 2)]);
    }
}
