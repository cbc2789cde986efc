//! Totals of an analysis over all games.

use std::fmt::{self, Write as _};

use reynard::Color;
use reynard_analysis::{GameReport, SideReport};
use reynard_base::printable;
use reynard_console::numbers::counted;
use serde::{Deserialize, Serialize};

/// Sums over the moves of one side in all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SideSum {
    moves: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    /// Sum of the accuracies of the moves, in percent.
    accuracy: f64,
    /// Sum of the centipawn loss of the moves.
    centipawn_loss: f64,
}

/// Sums over both sides of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct GameSums {
    pub(super) white: SideSum,
    pub(super) black: SideSum,
}

/// The totals of an analysis.
#[derive(Debug, Default)]
pub(super) struct Total {
    games: u64,
    sums: GameSums,
    player: SideSum,
}

impl SideSum {
    fn new(report: SideReport) -> Self {
        let SideReport { moves, inaccuracies, mistakes, blunders, .. } = report;
        let sum = |mean: Option<f64>| mean.unwrap_or_default() * f64::from(moves);
        let (accuracy, centipawn_loss) = (sum(report.accuracy), sum(report.centipawn_loss));
        Self { moves, inaccuracies, mistakes, blunders, accuracy, centipawn_loss }
    }

    fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.accuracy += other.accuracy;
        self.centipawn_loss += other.centipawn_loss;
    }
}

impl GameSums {
    /// Returns the sums of a game report.
    pub(super) fn new(report: &GameReport) -> Self {
        let side = |side| SideSum::new(report.side(side));
        Self { white: side(Color::White), black: side(Color::Black) }
    }
}

impl Total {
    /// Adds a game. `player` is the side of the player on whom the report focuses.
    pub(super) fn add(&mut self, sums: GameSums, player: Option<Color>) {
        self.games += 1;
        self.sums.white.add(sums.white);
        self.sums.black.add(sums.black);
        match player {
            Some(Color::White) => self.player.add(sums.white),
            Some(Color::Black) => self.player.add(sums.black),
            None => {}
        }
    }

    /// Returns the table, with a line for the player. Returns `None` if there was only a single
    /// game, since its summary has the same content.
    pub(super) fn to_text(&self, player: Option<&str>) -> Option<String> {
        if self.games < 2 && player.is_none() || self.games == 0 {
            return None;
        }
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = self.write(player, &mut text);
        Some(text)
    }

    fn write(&self, player: Option<&str>, text: &mut String) -> fmt::Result {
        let player = player.map(printable);
        let width = player.as_ref().map_or(0, |name| name.chars().count()).max(5);
        writeln!(text, "Total of {}", counted(self.games, "game"))?;
        let head = "Moves  Accuracy  Centipawn loss   ?!    ?   ??";
        writeln!(text, "{:width$}  {head}", "")?;
        let player = player.as_ref().map(|name| (name.as_ref(), self.player));
        let sides = [("White", self.sums.white), ("Black", self.sums.black)];
        for (name, sum) in sides.into_iter().chain(player) {
            let mean = |sum_of: f64, unit: &str| match sum.moves {
                0 => "-".to_owned(),
                moves => format!("{:.0}{unit}", sum_of / f64::from(moves)),
            };
            let (accuracy, loss) = (mean(sum.accuracy, " %"), mean(sum.centipawn_loss, ""));
            let SideSum { moves, inaccuracies, mistakes, blunders, .. } = sum;
            writeln!(
                text,
                "{name:width$}  {moves:>5}  {accuracy:>8}  {loss:>14}  {inaccuracies:>3}  \
                 {mistakes:>3}  {blunders:>3}"
            )?;
        }
        Ok(())
    }
}
