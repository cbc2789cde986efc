//! Direct encounter: an ordering of tied players, not a number (C.07, Article 6).

use std::collections::HashMap;

use super::model::TournamentSystem;
use super::scores::Scores;
use super::tie_break::ForfeitRule;

/// Subdivisions of a tenth of a point, chosen so that the mean of up to 16 games is exact.
const SCALE: i64 = 720_720;

/// A player's row in the table of the games among tied players.
#[derive(Clone, Copy, Debug)]
struct TableRow {
    player: usize,
    /// The points if the player loses all missing games; `most` is the points if the player wins
    /// all of them.
    least: i64,
    most: i64,
}

/// Orders tied players. Returns the groups of players who are still tied, best first. A single
/// group means that nothing was decided.
pub(super) fn order(scores: &Scores<'_>, tied: &[usize], forfeits: ForfeitRule) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    let mut rest = tied.to_vec();
    loop {
        let (mut rows, is_complete) = table(scores, &rest, forfeits);
        rows.sort_by_key(|row| std::cmp::Reverse((row.least, row.most)));
        if is_complete {
            // 6.2: all have met. Those who are still tied start again among themselves.
            let found: Vec<Vec<usize>> = rows
                .chunk_by(|a, b| a.least == b.least)
                .map(|chunk| chunk.iter().map(|row| row.player).collect())
                .collect();
            if found.len() == 1 {
                groups.extend(found);
            } else {
                groups.extend(found.iter().flat_map(|group| order(scores, group, forfeits)));
            }
            return groups;
        }
        // 6.3: first is the player who is alone on top whatever the missing games bring.
        let mut highest = i64::MIN;
        let mut behind = Vec::with_capacity(rows.len());
        for row in rows.iter().rev() {
            behind.push(highest);
            highest = highest.max(row.most);
        }
        let is_alone = |&(row, behind): &(&TableRow, &i64)| row.least > *behind;
        let alone = rows.iter().zip(behind.iter().rev()).take_while(is_alone).count();
        groups.extend(rows[..alone].iter().map(|row| vec![row.player]));
        rest = rows[alone..].iter().map(|row| row.player).collect();
        if alone == 0 || rest.len() < 2 {
            if !rest.is_empty() {
                groups.push(rest);
            }
            return groups;
        }
    }
}

/// Returns the table of the games among tied players, and `true` if all of them have met. If two
/// players met more than once, the mean result of their games counts (6.1.2).
fn table(scores: &Scores<'_>, tied: &[usize], forfeits: ForfeitRule) -> (Vec<TableRow>, bool) {
    let expected = match scores.tournament.system {
        TournamentSystem::Swiss => 1,
        TournamentSystem::RoundRobin { cycles } => i64::from(cycles),
    };
    let points = scores.tournament.points;
    let (win, loss) = (i64::from(points.win.tenths()), i64::from(points.loss.tenths()));
    let places: HashMap<usize, usize> =
        tied.iter().enumerate().map(|(place, &it)| (it, place)).collect();
    let others = i64::try_from(tied.len()).unwrap_or(i64::MAX) - 1;
    let mut is_complete = true;
    let mut met: HashMap<usize, (i64, i64)> = HashMap::new();
    let rows = tied.iter().map(|&player| {
        met.clear();
        for entry in &*scores.entries[player] {
            let opponent = scores.met(entry.kind, forfeits);
            if let Some(opponent) = opponent.filter(|it| *it != player && places.contains_key(it)) {
                let (sum, count) = met.entry(opponent).or_default();
                *sum += i64::from(points.of(entry.kind).tenths());
                *count += 1;
            }
        }
        let unmet = others - i64::try_from(met.len()).unwrap_or(others);
        let (mut least, mut most) = (unmet * loss * SCALE, unmet * win.max(loss) * SCALE);
        is_complete &= unmet == 0;
        #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
        for &(sum, count) in met.values() {
            let missing = (expected - count).max(0);
            is_complete &= missing == 0;
            least += (sum + missing * loss) * SCALE / (count + missing);
            most += (sum + missing * win) * SCALE / (count + missing);
        }
        TableRow { player, least, most }
    });
    (rows.collect(), is_complete)
}
