//! Tournament formats whose pairings depend on results: Swiss and knockout.

use std::collections::{BTreeMap, BTreeSet};

use super::assignment::Assignment;

/// White's half points by game number.
pub type Results = BTreeMap<usize, u8>;

/// A player in a Swiss or knockout tournament, with the values that determine its placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Index of the player, which is its seed.
    pub player: usize,
    /// Half points from all games and byes. A bye counts as a meeting in which all games were won.
    pub half_points: u64,
    /// Total half points of all opponents (Buchholz), the tie-break in a Swiss tournament.
    pub buchholz: u64,
    /// Number of knockout stages won, or of Swiss rounds played.
    pub stages: usize,
}

/// The rules for the stages of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageRules {
    /// Swiss system with this number of stages. In each stage, players with equal points who have
    /// not met yet are paired.
    Swiss(usize),
    /// The winner of a meeting advances.
    Knockout,
}

/// Maximum number of game pairs after a drawn knockout meeting, played one at a time. If the
/// meeting is still drawn, the better seed advances.
const TIE_BREAKS: usize = 4;

/// The state of a tournament after some stages.
struct Stages {
    players: Vec<Placing>,
    /// The pairs that have met, with the last stage in which they did.
    met: BTreeMap<(usize, usize), usize>,
    opponents: Vec<Vec<usize>>,
    /// The number of byes, by player.
    byes: Vec<usize>,
    /// Players remaining in a knockout, in bracket order; `None` is a bye.
    bracket: Vec<Option<usize>>,
    tie_breaks: usize,
    /// Half points in the current knockout meetings, by player.
    meeting: BTreeMap<usize, u64>,
}

/// Returns the games in the current stage that have no result yet (empty at the end), and the
/// placings, the winner first.
pub(super) fn plan(
    players: usize,
    rules: StageRules,
    pairs: usize,
    results: &Results,
) -> (Vec<Assignment>, Vec<Placing>) {
    let mut stages = Stages::new(players);
    let (mut number, mut round) = (0, 0);
    for stage in 0.. {
        let pairs = if stages.tie_breaks > 0 { 1 } else { pairs };
        let meetings = match rules {
            StageRules::Swiss(rounds) if stage < rounds => stages.swiss(),
            StageRules::Swiss(_) => Vec::new(),
            StageRules::Knockout => stages.knockout(),
        };
        if meetings.is_empty() || pairs == 0 {
            break;
        }
        let games = games(&meetings, pairs, number, round);
        stages.count(&games, results);
        let open: Vec<Assignment> =
            games.iter().copied().filter(|game| !results.contains_key(&game.number)).collect();
        if !open.is_empty() {
            return (open, stages.placings(rules));
        }
        number += games.len();
        round += pairs;
        match rules {
            StageRules::Swiss(_) => stages.end_swiss(&meetings, pairs),
            StageRules::Knockout => stages.end_knockout(),
        }
    }
    (Vec::new(), stages.placings(rules))
}

/// Returns the games in a stage: pairs with reversed colors, with the same openings in all
/// meetings.
fn games(
    meetings: &[(usize, usize)],
    pairs: usize,
    number: usize,
    round: usize,
) -> Vec<Assignment> {
    let mut games = Vec::new();
    for pair in 0..pairs {
        for (pairing, &(a, b)) in meetings.iter().enumerate() {
            for (white, black) in [(a, b), (b, a)] {
                let (number, round) = (number + games.len(), round + pair);
                games.push(Assignment { number, round, pairing, white, black });
            }
        }
    }
    games
}

impl Stages {
    fn new(players: usize) -> Self {
        let placing = |player| Placing { player, half_points: 0, buchholz: 0, stages: 0 };
        Self {
            players: (0..players).map(placing).collect(),
            met: BTreeMap::new(),
            opponents: vec![Vec::new(); players],
            byes: vec![0; players],
            bracket: bracket(players),
            tie_breaks: 0,
            meeting: BTreeMap::new(),
        }
    }

    /// Counts the games that have a result.
    fn count(&mut self, games: &[Assignment], results: &Results) {
        for game in games {
            let Some(&white) = results.get(&game.number) else { continue };
            let white = u64::from(white.min(2));
            for (player, other, half_points) in
                [(game.white, game.black, white), (game.black, game.white, 2 - white)]
            {
                self.players[player].half_points += half_points;
                *self.meeting.entry(player).or_default() += half_points;
                if !self.opponents[player].contains(&other) {
                    self.opponents[player].push(other);
                }
            }
        }
    }

    /// Sorts the players by points, then by Buchholz, then by seed.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| {
            let half_points = self.players[player].half_points;
            (u64::MAX - half_points, u64::MAX - self.buchholz(player), player)
        });
        order
    }

    fn buchholz(&self, player: usize) -> u64 {
        self.opponents[player].iter().map(|&other| self.players[other].half_points).sum()
    }

    /// Pairs a Swiss round. With an odd number of players, a bye goes to the lowest-ranked of the
    /// players with the fewest byes, unless a bye of another one of them saves a repeated meeting.
    fn swiss(&self) -> Vec<(usize, usize)> {
        let order = self.order();
        if order.len().is_multiple_of(2) {
            return self.fewest_repeats(&order);
        }
        let fewest = self.byes.iter().min().copied().unwrap_or(0);
        let free = || order.iter().copied().rev().filter(|&player| self.byes[player] == fewest);
        let field = |free: usize| -> Vec<usize> {
            order.iter().copied().filter(|&player| player != free).collect()
        };
        let steps = SWISS_STEPS / u32::try_from(free().count()).unwrap_or(SWISS_STEPS);
        let new = free().find_map(|free| self.pair(&field(free), 0, 0, steps));
        new.or_else(|| free().next().map(|free| self.fewest_repeats(&field(free))))
            .unwrap_or_default()
    }

    /// Pairs the players with at most this number of repeated meetings, all from stages up to
    /// `newest`. Returns `None` if the search finds no such pairing.
    fn pair(
        &self,
        order: &[usize],
        repeats: usize,
        newest: usize,
        steps: u32,
    ) -> Option<Vec<(usize, usize)>> {
        let mut meetings = Vec::new();
        let mut search = Search { met: &self.met, newest, steps };
        search.pair_up(&mut order.to_vec(), repeats, &mut meetings).then_some(meetings)
    }

    /// Pairs the players with as few repeated meetings as possible, and among these repeats with old
    /// ones: with more rounds than opponents, some meet again.
    fn fewest_repeats(&self, order: &[usize]) -> Vec<(usize, usize)> {
        /// Maximum number of steps of each search after the first one, of which there may be many.
        const STEPS: u32 = SWISS_STEPS / 10;
        if let Some(meetings) = self.pair(order, 0, 0, SWISS_STEPS) {
            return meetings;
        }
        let stages: BTreeSet<usize> = self.met.values().copied().collect();
        // If every meeting may be a repeat, the first attempt succeeds.
        (1..=order.len() / 2)
            .find(|&repeats| self.pair(order, repeats, usize::MAX, STEPS).is_some())
            .and_then(|repeats| {
                stages.iter().find_map(|&newest| self.pair(order, repeats, newest, STEPS))
            })
            .unwrap_or_default()
    }

    /// Ends a Swiss round. The bye counts with the games of the others, not before them.
    fn end_swiss(&mut self, meetings: &[(usize, usize)], pairs: usize) {
        let plays = |player: usize| meetings.iter().any(|&(a, b)| player == a || player == b);
        for free in (0..self.players.len()).filter(|&player| !plays(player)) {
            self.byes[free] += 1;
            self.players[free].half_points += 4 * pairs as u64;
        }
        let stage = self.players.first().map_or(0, |player| player.stages);
        self.met.extend(meetings.iter().map(|&(a, b)| ((a.min(b), a.max(b)), stage)));
        self.players.iter_mut().for_each(|player| player.stages += 1);
    }

    /// Returns the meetings of a knockout stage, or only the drawn ones in a tie-break.
    fn knockout(&mut self) -> Vec<(usize, usize)> {
        let meetings = self.bracket.chunks(2).filter_map(|meeting| match *meeting {
            [Some(a), Some(b)] => Some((a.min(b), a.max(b))),
            _ => None,
        });
        let is_drawn = |&(a, b): &(usize, usize)| self.meeting.get(&a) == self.meeting.get(&b);
        meetings.filter(|meeting| self.tie_breaks == 0 || is_drawn(meeting)).collect()
    }

    fn end_knockout(&mut self) {
        let points = |player: usize| self.meeting.get(&player).copied().unwrap_or_default();
        let drawn = self
            .bracket
            .chunks(2)
            .any(|meeting| matches!(*meeting, [Some(a), Some(b)] if points(a) == points(b)));
        if drawn && self.tie_breaks < TIE_BREAKS {
            self.tie_breaks += 1;
            return;
        }
        let winners: Vec<Option<usize>> = self
            .bracket
            .chunks(2)
            .map(|meeting| match *meeting {
                [Some(a), Some(b)] => {
                    // The better seed wins a draw.
                    let (first, second) = (a.min(b), a.max(b));
                    Some(if points(second) > points(first) { second } else { first })
                }
                [a, b] => a.or(b),
                [a] => a,
                _ => None,
            })
            .collect();
        for &winner in winners.iter().flatten() {
            self.players[winner].stages += 1;
        }
        (self.bracket, self.tie_breaks) = (winners, 0);
        self.meeting.clear();
    }

    fn placings(mut self, rules: StageRules) -> Vec<Placing> {
        for player in 0..self.players.len() {
            self.players[player].buchholz = self.buchholz(player);
        }
        let mut order = self.order();
        if rules == StageRules::Knockout {
            order.sort_by_key(|&player| usize::MAX - self.players[player].stages);
        }
        order.into_iter().map(|player| self.players[player]).collect()
    }
}

/// Maximum number of steps in the search for a Swiss pairing.
const SWISS_STEPS: u32 = 100_000;

/// A search for a Swiss pairing.
struct Search<'a> {
    met: &'a BTreeMap<(usize, usize), usize>,
    /// The last stage whose meetings may be repeated.
    newest: usize,
    /// Remaining number of steps.
    steps: u32,
}

impl Search<'_> {
    /// Pairs each player, in order, with the next possible opponent, and backtracks if other
    /// players remain without one. `repeats` is the maximum number of repeated meetings.
    fn pair_up(
        &mut self,
        order: &mut Vec<usize>,
        repeats: usize,
        meetings: &mut Vec<(usize, usize)>,
    ) -> bool {
        if order.is_empty() {
            return true;
        }
        let first = order.remove(0);
        for place in 0..order.len() {
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
            let meeting = (first.min(order[place]), first.max(order[place]));
            let repeats = match self.met.get(&meeting) {
                None => repeats,
                Some(&stage) if repeats > 0 && stage <= self.newest => repeats - 1,
                Some(_) => continue,
            };
            let second = order.remove(place);
            meetings.push(meeting);
            if self.pair_up(order, repeats, meetings) {
                return true;
            }
            meetings.pop();
            order.insert(place, second);
        }
        order.insert(0, first);
        false
    }
}

/// Returns the seeds in bracket order: the top two can meet only in the final, and the top seeds
/// get the byes.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let size = players.max(1).next_power_of_two();
    let mut order = vec![0];
    while order.len() < size {
        let width = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, width - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays all stages; a function returns White's half points in each game.
    fn play(
        players: usize,
        rules: StageRules,
        half_points: impl Fn(&Assignment) -> u8,
    ) -> (Vec<Vec<Assignment>>, Vec<Placing>) {
        let (mut results, mut stages) = (Results::new(), Vec::new());
        loop {
            let (games, placings) = plan(players, rules, 1, &results);
            if games.is_empty() {
                return (stages, placings);
            }
            results.extend(games.iter().map(|game| (game.number, half_points(game))));
            stages.push(games);
        }
    }

    fn better_seed(game: &Assignment) -> u8 {
        if game.white < game.black { 2 } else { 0 }
    }

    #[test]
    fn in_a_swiss_tournament_nobody_meets_twice_and_the_strongest_wins() {
        let (stages, placings) = play(9, StageRules::Swiss(4), better_seed);
        assert_eq!(stages.len(), 4);
        let mut met = BTreeSet::new();
        for stage in &stages {
            assert_eq!(stage.len(), 8, "four meetings of two games");
            for game in stage.iter().filter(|game| game.white < game.black) {
                assert!(met.insert((game.white, game.black)), "{game:?}");
            }
        }
        assert_eq!(placings[0].player, 0);
        assert_eq!(placings[0].half_points, 16);
        assert!(placings.iter().all(|placing| placing.stages == 4));
        // A bye each, for those who stand last.
        let all: u64 = placings.iter().map(|placing| placing.half_points).sum();
        assert_eq!(all, 4 * 16 + 4 * 4);
    }

    #[test]
    fn placings_in_an_open_stage_have_its_finished_games_and_no_bye() {
        let points = |results: &Results| {
            let (_, mut placings) = plan(3, StageRules::Swiss(2), 1, results);
            placings.sort_by_key(|placing| placing.player);
            placings.iter().map(|placing| placing.half_points).collect::<Vec<u64>>()
        };
        assert_eq!(points(&Results::new()), [0, 0, 0]);
        assert_eq!(points(&Results::from([(1, 0)])), [2, 0, 0]);
        assert_eq!(points(&Results::from([(0, 2), (1, 0)])), [4, 0, 4], "a bye is worth two wins");
    }

    #[test]
    fn a_bye_of_another_player_saves_a_repeated_meeting() {
        let mut stages = Stages::new(5);
        // Only the last player is new to the first one.
        stages.met = [((0, 1), 0), ((0, 2), 1), ((0, 3), 2)].into();
        assert_eq!(stages.swiss(), [(0, 4), (1, 2)]);
    }

    #[test]
    fn all_have_had_as_many_byes_before_one_has_another() {
        // The last seed loses all games.
        let (stages, _) = play(3, StageRules::Swiss(9), better_seed);
        let free = |player: usize| {
            stages.iter().filter(|stage| stage.iter().all(|game| game.white != player)).count()
        };
        assert_eq!([0, 1, 2].map(free), [3, 3, 3]);
    }

    #[test]
    fn more_swiss_rounds_than_opponents_repeat_meetings() {
        let (stages, _) = play(4, StageRules::Swiss(5), better_seed);
        assert_eq!(stages.len(), 5);
        assert!(stages.iter().all(|stage| stage.len() == 4));
    }

    #[test]
    fn as_few_meetings_as_possible_are_repeated_and_the_oldest_first() {
        let (played, _) = play(4, StageRules::Swiss(9), better_seed);
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (number, stage) in played.iter().enumerate() {
            for game in stage.iter().filter(|game| game.white < game.black) {
                *counts.entry((game.white, game.black)).or_default() += 1;
            }
            assert!(counts.values().max() <= Some(&(number / 3 + 1)), "{number}: {counts:?}");
        }
        let mut stages = Stages::new(4);
        stages.met = [((0, 1), 0), ((2, 3), 0), ((0, 2), 1), ((1, 3), 1), ((0, 3), 2)].into();
        assert_eq!(stages.fewest_repeats(&[0, 1, 2, 3]), [(0, 3), (1, 2)], "one repeat, not two");
        stages.met.insert((1, 2), 2);
        assert_eq!(stages.fewest_repeats(&[3, 0, 1, 2]), [(2, 3), (0, 1)], "the oldest");
    }

    #[test]
    fn in_a_knockout_the_winners_go_on_and_the_first_seeds_have_byes() {
        let (stages, placings) = play(6, StageRules::Knockout, better_seed);
        let meetings: Vec<Vec<(usize, usize)>> = stages
            .iter()
            .map(|stage| stage.iter().step_by(2).map(|game| (game.white, game.black)).collect())
            .collect();
        assert_eq!(meetings, [vec![(3, 4), (2, 5)], vec![(0, 3), (1, 2)], vec![(0, 1)]]);
        let order: Vec<usize> = placings.iter().map(|placing| placing.player).collect();
        assert_eq!(order[..2], [0, 1]);
        let numbers: Vec<usize> = stages.iter().flatten().map(|game| game.number).collect();
        assert!(numbers.iter().copied().eq(0..10), "{numbers:?}");
    }

    #[test]
    fn drawn_meetings_are_played_on_and_the_better_seed_goes_on_in_the_end() {
        let (stages, placings) = play(2, StageRules::Knockout, |_| 1);
        assert_eq!(stages.len(), 1 + TIE_BREAKS);
        assert_eq!(placings[0].player, 0);
        let (stages, placings) =
            play(
                2,
                StageRules::Knockout,
                |game| if game.number < 2 { 1 } else { 2 - better_seed(game) },
            );
        assert_eq!((stages.len(), placings[0].player), (2, 1));
    }

    #[test]
    fn a_stage_that_was_interrupted_goes_on_with_its_open_games() {
        let (games, _) = plan(4, StageRules::Knockout, 1, &Results::new());
        let results: Results = games[1..].iter().map(|game| (game.number, 2)).collect();
        let (open, _) = plan(4, StageRules::Knockout, 1, &results);
        assert_eq!(open, games[..1]);
    }
}
