//! Text and serialized forms of the statistics.

use std::fmt;

use serde::{Serialize, Serializer};

use super::game::SelfPlayEnding;
use super::statistics::ShardStatistics;

impl fmt::Display for ShardStatistics {
    /// Writes counts and percentages, one subject per line, without a final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, plies, kept, .. } = *self;
        let [black, draws, white] = self.results;
        writeln!(f, "games:     {games}")?;
        writeln!(f, "positions: {plies}, kept {kept} ({})", percent(kept, plies))?;
        writeln!(
            f,
            "results:   White {white} ({}), draws {draws} ({}), Black {black} ({})",
            percent(white, games),
            percent(draws, games),
            percent(black, games)
        )?;
        let endings = SelfPlayEnding::ALL.iter().zip(self.endings);
        let endings: Vec<String> = endings
            .map(|(ending, count)| format!("{ending} {count} ({})", percent(count, games)))
            .collect();
        writeln!(f, "ended:     {}", endings.join(", "))?;
        for (kind, [played_out, right]) in
            [("wins", self.wins_played_out), ("draws", self.draws_played_out)]
        {
            if played_out > 0 {
                let noun = if played_out == 1 { "game" } else { "games" };
                writeln!(
                    f,
                    "played out: {played_out} {noun} adjudicated as {kind}, {right} of them confirmed ({})",
                    percent(right, played_out)
                )?;
            }
        }
        writeln!(f, "scores of kept positions, in centipawns")?;
        write_classes(f, &Self::SCORE_ENDS, &self.scores, "to")?;
        writeln!(f, "lengths of games, in moves of both sides")?;
        write_classes(f, &Self::LENGTH_ENDS, &self.lengths, "below")?;
        write!(f, "phases of kept positions, pieces of 24")?;
        for (index, chunk) in self.phases.chunks(4).enumerate() {
            let sum = chunk.iter().sum();
            let (from, to) = (4 * index, 4 * index + chunk.len() - 1);
            let name = if from == to { from.to_string() } else { format!("{from}-{to}") };
            write!(f, "\n  {name:>12}  {sum:>10}  {:>6}", percent(sum, kept))?;
        }
        Ok(())
    }
}

fn write_classes<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    ends: &[T],
    counts: &[u64],
    word: &str,
) -> fmt::Result {
    let all = counts.iter().sum();
    for (index, &count) in counts.iter().enumerate() {
        let name =
            ends.get(index).map_or_else(|| "above".to_owned(), |end| format!("{word} {end}"));
        writeln!(f, "  {name:>12}  {count:>10}  {:>6}", percent(count, all))?;
    }
    Ok(())
}

/// Returns a percentage, rounded to one decimal.
fn percent(part: u64, whole: u64) -> String {
    let whole = u128::from(whole.max(1));
    let tenths = (u128::from(part) * 1000 + whole / 2) / whole;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The fields of the serialized form.
#[derive(Serialize)]
struct Fields<'a> {
    games: u64,
    positions: u64,
    kept: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    by_rules: u64,
    adjudicated: u64,
    too_long: u64,
    wins_played_out: u64,
    wins_confirmed: u64,
    draws_played_out: u64,
    draws_confirmed: u64,
    scores: Vec<Class<u16>>,
    lengths: Vec<Class<usize>>,
    phases: &'a [u64],
}

/// The count of a class and its upper bound. The last class has no upper bound.
#[derive(Serialize)]
struct Class<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<T>,
    count: u64,
}

fn classes<T: Copy>(ends: &[T], counts: &[u64]) -> Vec<Class<T>> {
    let ends = ends.iter().copied().map(Some).chain([None]);
    ends.zip(counts).map(|(to, &count)| Class { to, count }).collect()
}

impl Serialize for ShardStatistics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [black_wins, draws, white_wins] = self.results;
        let [by_rules, adjudicated, too_long] = self.endings;
        let [wins_played_out, wins_confirmed] = self.wins_played_out;
        let [draws_played_out, draws_confirmed] = self.draws_played_out;
        let fields = Fields {
            games: self.games,
            positions: self.plies,
            kept: self.kept,
            white_wins,
            draws,
            black_wins,
            by_rules,
            adjudicated,
            too_long,
            wins_played_out,
            wins_confirmed,
            draws_played_out,
            draws_confirmed,
            scores: classes(&Self::SCORE_ENDS, &self.scores),
            lengths: classes(&Self::LENGTH_ENDS, &self.lengths),
            phases: &self.phases,
        };
        fields.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::filter::PositionFilter;
    use super::*;

    #[test]
    fn percentages_are_rounded() {
        assert_eq!(percent(14_775, 140_020), "10.6 %");
        assert_eq!(percent(2, 3), "66.7 %");
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(1, 2000), "0.1 %");
        assert_eq!(percent(u64::MAX, u64::MAX), "100.0 %");
    }

    #[test]
    fn statistics_of_nothing_have_a_line_for_every_class() {
        let text = ShardStatistics::new(PositionFilter::default()).to_string();
        assert!(text.starts_with("games:     0\npositions: 0, kept 0 (0.0 %)\n"));
        assert!(text.contains("\n         above           0   0.0 %\n"));
        assert!(text.ends_with("\n            24           0   0.0 %"));
    }
}
