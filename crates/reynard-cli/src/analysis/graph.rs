//! White's chances over a game.

use super::{GameReport, Judgment, numbered};

/// White's chances over a game, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// What White could expect in each position, in thousandths of a point; at least one.
    pub(crate) expectations: Vec<u32>,
    /// The number of the first position: twice the moves that were made before it, and one more if
    /// Black is to move.
    pub(crate) first_ply: u64,
    /// The moves to point at.
    pub(crate) marks: Vec<GraphMark>,
}

/// A move to point at.
#[derive(Clone, Debug)]
pub(crate) struct GraphMark {
    /// The index of the position after it.
    pub(crate) index: usize,
    /// The move as people write it.
    pub(crate) text: String,
    /// How bad it is.
    pub(crate) judgment: Judgment,
}

impl Graph {
    /// The graph of a game; none if no move was looked at.
    pub(crate) fn new(report: &GameReport) -> Option<Self> {
        let first = report.moves.first()?;
        let white = reynard::Color::White;
        let after = report.moves.iter().map(|m| m.after.expectation(white));
        let mut marks = Vec::new();
        for (index, m) in report.moves.iter().enumerate().filter(|(_, m)| m.is_turning_point()) {
            if let Some(judgment) = m.judgment() {
                let text = format!("{}{}", numbered(&m.position, m.played), judgment.glyph());
                marks.push(GraphMark { index: index + 1, text, judgment });
            }
        }
        Some(Self {
            expectations: std::iter::once(first.before.expectation(white)).chain(after).collect(),
            first_ply: first.position.ply(),
            marks,
        })
    }

    /// Where move numbers are written: the index of the position before a move of White and its
    /// number, with steps that leave no more than `most` of them.
    pub(crate) fn ticks(&self, most: usize) -> Vec<(usize, u64)> {
        let moves = self.expectations.len() / 2 + 1;
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
            .into_iter()
            .find(|step| moves / step <= most)
            .unwrap_or(10_000);
        let mut ticks = Vec::new();
        for index in 0..self.expectations.len() {
            let ply = self.first_ply + index as u64;
            let number = ply / 2 + 1;
            if ply.is_multiple_of(2) && (number == 1 || number.is_multiple_of(step as u64)) {
                ticks.push((index, number));
            }
        }
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_before_moves_of_white() {
        let graph = Graph { expectations: vec![500; 41], first_ply: 1, marks: Vec::new() };
        assert_eq!(graph.ticks(5), [(7, 5), (17, 10), (27, 15), (37, 20)]);
        let graph = Graph { expectations: vec![500; 3], first_ply: 0, marks: Vec::new() };
        assert_eq!(graph.ticks(5), [(0, 1), (2, 2)]);
    }
}
