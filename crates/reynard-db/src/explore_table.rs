//! An explored position as a printable table.

use std::fmt::{self, Write};

use reynard::Color;
use reynard_pgn::ResultCounts;

use crate::head_line::HeadLine;
use crate::score::percent;
use crate::{Explored, ExploredMove, Head};

/// Width of a result bar in characters.
const BAR: usize = 24;

/// Table width below which the columns to the right of the bar are omitted.
const NARROW: usize = 78;

/// An [`Explored`] formatted as a table: one line per move with a result bar, followed by the top
/// games.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("a.rdb");
/// # let mut base = reynard_db::Database::create(path, Default::default())?;
/// use reynard_db::{ExploreLimits, ExploreTable};
///
/// base.add_pgn(b"1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n", &Default::default())?;
/// let start = reynard_pgn::reynard::Position::startpos();
/// let explored = base.explore(&start, &Default::default(), &ExploreLimits::default())?;
/// let table =
///     ExploreTable { explored: &explored, width: 100, most_moves: 20 }.to_string();
/// assert!(table.contains("1. e4") && table.contains("75.0"), "{table}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExploreTable<'a> {
    /// The position and its moves.
    pub explored: &'a Explored,
    /// Width of the terminal in characters.
    pub width: usize,
    /// Maximum number of moves to show. The remaining moves are combined into one line.
    pub most_moves: usize,
}

impl fmt::Display for ExploreTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explored { score, elo, opening, moves, ended, top, .. } = self.explored;
        if let Some(opening) = opening {
            writeln!(f, "{} {}", opening.eco, opening.name)?;
        }
        write!(f, "{}", games(score.games()))?;
        if let Some([white, draws, black]) = score.percents() {
            write!(f, ", White {white} %, draws {draws} %, Black {black} %")?;
        }
        if let Some(elo) = elo {
            write!(f, ", average Elo {elo}")?;
        }
        writeln!(f)?;
        if let Some(plies) = self.explored.indexed_plies {
            writeln!(f, "Only the first {plies} plies of each game are indexed")?;
        }
        if score.games() == 0 {
            return Ok(());
        }
        writeln!(f)?;
        self.heading(f)?;
        for it in moves.iter().take(self.most_moves) {
            self.line(f, it)?;
        }
        if let Some(rest) = moves.get(self.most_moves..).filter(|rest| !rest.is_empty()) {
            let count: u64 = rest.iter().map(|it| it.score.games()).sum();
            let moves = if rest.len() == 1 { "move" } else { "moves" };
            writeln!(f, "{} more {moves} in {}", rest.len(), games(count))?;
        }
        if *ended > 0 {
            writeln!(f, "{} {} here", games(*ended), if *ended == 1 { "ends" } else { "end" })?;
        }
        if !top.is_empty() {
            writeln!(f, "\nTop games")?;
            top.iter().try_for_each(|head| writeln!(f, "{}", head.line(self.width)))?;
        }
        Ok(())
    }
}

impl ExploreTable<'_> {
    const fn is_narrow(&self) -> bool {
        self.width < NARROW
    }

    fn heading(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bar = "White, draw, Black";
        let mut line = format!("{:<11} {:>9} {:>5}  {bar:<BAR$}", "Move", "Games", "");
        if !self.is_narrow() {
            write!(line, " {:>5} {:>5} {:>5}  Years", "Score", "Elo", "Perf")?;
        }
        writeln!(f, "{}", line.trim_end())
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, it: &ExploredMove) -> fmt::Result {
        let pos = &self.explored.position;
        let dots = if pos.turn() == Color::White { ". " } else { "... " };
        let mv = format!("{}{dots}{}", pos.fullmove_number(), it.san);
        let share = percent(it.score.games(), self.explored.score.games());
        let mut line =
            format!("{mv:<11} {:>9} {share:>3} %  {}", grouped(it.score.games()), bar(&it.score));
        if !self.is_narrow() {
            let score = it.score.points(pos.turn()).map(|score| format!("{:.1}", score * 100.0));
            let number = |number: Option<i32>| number.map_or(String::new(), |it| it.to_string());
            let years = match it.years {
                None => String::new(),
                Some((first, last)) if first == last => first.to_string(),
                Some((first, last)) => format!("{first}-{last}"),
            };
            write!(
                line,
                " {:>5} {:>5} {:>5}  {years}",
                score.unwrap_or_default(),
                number(it.elo.map(i32::from)),
                number(it.performance),
            )?;
        }
        if let Some(reached) = it.reached.filter(|&reached| reached > it.score.games()) {
            let others = reached - it.score.games();
            let text = format!("  +{} by transposition", grouped(others));
            if line.chars().count() + text.len() <= self.width {
                line.push_str(&text);
            }
        }
        writeln!(f, "{}", line.trim_end())
    }
}

impl Head {
    /// Returns the head as a line of at most `width` characters. Widths below 60 are treated as 60.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Tal\"]\n[Black \"Botvinnik\"]\n\n1. e4 c6 1-0\n",
    ///     &Default::default(),
    /// )?;
    /// assert!(base.game(0)?.head()?.line(100).contains("Tal"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, width: usize) -> String {
        let mut line = String::new();
        HeadLine::from(self).write(width, &mut line);
        line
    }
}

fn games(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "game" } else { "games" })
}

/// Formats a number with its digits in groups of three.
///
/// ```
/// assert_eq!(reynard_db::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Draws the results as a bar: full blocks for White's wins, medium shade for draws, light shade
/// for Black's wins.
pub(crate) fn bar(score: &ResultCounts) -> String {
    let Some([white, draws, _]) = score.percents() else { return " ".repeat(BAR) };
    let cells = |percent: u64| usize::try_from((percent * BAR as u64 + 50) / 100).unwrap_or(0);
    let (to_white, to_draws) = (cells(white), cells(white + draws));
    let cell = |index| match index {
        _ if index < to_white => '█',
        _ if index < to_draws => '▒',
        _ => '░',
    };
    (0..BAR).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_percents_add_up() {
        for score in [
            ResultCounts { white: 1, draws: 1, black: 1, unknown: 0 },
            ResultCounts { white: 1, draws: 0, black: 199, unknown: 0 },
            ResultCounts { white: 0, draws: 1, black: 0, unknown: 0 },
        ] {
            assert_eq!(score.percents().expect("results").iter().sum::<u64>(), 100);
            assert_eq!(bar(&score).chars().count(), BAR);
        }
        assert_eq!(ResultCounts::default().percents(), None);
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!((grouped(999), grouped(1000)), ("999".to_owned(), "1,000".to_owned()));
    }
}
