//! Ratings of players from their games alone, by maximum likelihood.
//!
//! The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", 1952) on
//! the Elo scale: the expected score of White is `1 / (1 + 10^-((white - black + advantage) /
//! 400))`. A draw is half a win and half a loss. The error bars take into account that draws reduce
//! the variance of the results.
//!
//! * `pairs`: games by pair; `groups`: players with comparable results; `fit`: the ratings;
//!   `covariance`: their error bars; `settings`: the input.

mod covariance;
mod fit;
mod groups;
mod pairs;
mod settings;

use std::collections::HashMap;

use serde::Serialize;

use self::covariance::Covariance;
use self::fit::{Fit, bound, expected};
use self::groups::groups;
use self::pairs::Pairs;
pub use self::settings::{AdvantageSource, RatingAnchor, RatingSettings};
use crate::{NameIndex, ScorePoints, TournamentRecord, without_title};

/// Ratings of players from their games.
///
/// ```
/// use reynard_games::{
///     Query, RatingList, RatingSettings, TournamentGameCollector, TournamentRecord,
///     TournamentSettings,
/// };
/// use reynard_pgn::Reader;
///
/// let game = |white, black, result| {
///     format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 {result}\n\n")
/// };
/// let pgn = [("A", "B", "1-0"), ("B", "A", "0-1"), ("A", "B", "0-1"), ("B", "A", "0-1")]
///     .map(|(white, black, result)| game(white, black, result));
/// let query = Query::default();
/// let mut collector = TournamentGameCollector::new(&query);
/// Reader::from_bytes(pgn.concat().as_bytes()).read_all(&mut collector)?;
/// let (games, _) = TournamentRecord::of_games(collector.games(), &TournamentSettings::default());
/// let settings =
///     RatingSettings { mean: 0.0, white_advantage: Some(0.0), ..Default::default() };
/// let list = RatingList::new(&games, &settings);
/// // Three of four points.
/// assert_eq!((list.players[0].rating - list.players[1].rating).round(), 191.0);
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RatingList {
    /// The players with a rating, by group, best first.
    pub players: Vec<RatedPlayer>,
    /// The players without a finite rating.
    pub aside: Vec<UnboundedPlayer>,
    /// The number of groups. Ratings of different groups cannot be compared.
    pub groups: usize,
    /// White's advantage in Elo.
    pub white_advantage: f64,
    /// The source of the value used for White's advantage.
    pub advantage_source: AdvantageSource,
    /// Half the width of the 95 % interval of White's advantage; `None` if the advantage is fixed
    /// or its interval was not computed.
    pub white_error: Option<f64>,
    /// The draw rate between equal players, from 0 to 1.
    pub draw_rate: f64,
    /// The number of games used for the ratings.
    pub games: u64,
    /// The number of games that are not used: those between different groups or with unbounded
    /// players.
    pub games_aside: u64,
    /// Names of anchors that do not match any player.
    pub unknown_anchors: Vec<String>,
    /// Names of anchors without effect: players without a finite rating, or without games.
    pub unrated_anchors: Vec<String>,
    covariance: Option<Covariance>,
}

/// A player of a rating list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatedPlayer {
    /// The name.
    pub name: String,
    /// The group, counted from 0; the largest group comes first.
    pub group: usize,
    /// The rating. For an anchor, it is exactly the given rating.
    pub rating: f64,
    /// Half the width of the 95 % interval; `None` for an anchor or if it was not computed.
    pub error: Option<f64>,
    /// For an anchor, the rating that would result from its games alone.
    pub unanchored: Option<f64>,
    /// The number of games used.
    pub games: u64,
    /// Points in the games used.
    pub points: ScorePoints,
    /// Draws in the games used.
    pub draws: u64,
    /// Index of the player in the tournament record.
    #[serde(skip)]
    player: usize,
}

/// A player whose results do not determine a finite rating, such as a player who scored all or none
/// of the points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnboundedPlayer {
    /// The name.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Points.
    pub points: ScorePoints,
    /// The 95 % bound on the rating: a lower bound for a player who scored all of the points, an
    /// upper bound for one who scored none. `None` for any other score, or if no opponent is rated.
    pub bound: Option<f64>,
}

impl RatingList {
    /// The maximum number of players for which error bars are computed.
    pub const MAX_ERRORS: usize = covariance::MAX_PLAYERS;

    /// Rates the players from the games that were played over the board and count for ratings.
    pub fn new(games: &TournamentRecord, settings: &RatingSettings) -> Self {
        let count = games.players.len();
        let pairs = Pairs::of(games);
        let (anchors, unknown_anchors) = anchors(games, &settings.anchors);
        let groups = groups(count, &pairs, &anchors);
        let counted = pairs.within(&groups);
        let fit = Fit::new(count, &counted, &groups, &anchors, settings);
        let covariance = Covariance::new(&fit, &counted, &groups, &anchors);
        let numbers = groups.iter().flatten().copied().max();
        let mut list = Self {
            players: Vec::new(),
            aside: Vec::new(),
            groups: numbers.map_or(0, |last| last + 1),
            white_advantage: fit.advantage,
            advantage_source: fit.source,
            white_error: covariance.as_ref().and_then(Covariance::advantage_error),
            draw_rate: fit.draw_rate,
            games: counted.games(),
            games_aside: pairs.games() - counted.games(),
            unknown_anchors,
            unrated_anchors: Vec::new(),
            covariance,
        };
        for (index, player) in games.players.iter().enumerate() {
            let name = player.name.clone();
            let group = groups[index];
            if group.is_none() && anchors.contains_key(&index) {
                list.unrated_anchors.push(name.clone());
            }
            match group {
                Some(group) => {
                    let anchor = anchors.get(&index).copied();
                    let error = list.covariance.as_ref().and_then(|it| it.error(index));
                    let (games, half_points, draws) = counted.total(index);
                    list.players.push(RatedPlayer {
                        name,
                        group,
                        rating: anchor.unwrap_or(fit.ratings[index]),
                        error: error.filter(|_| anchor.is_none()),
                        unanchored: anchor.and_then(|_| fit.alone(index, &counted)),
                        games,
                        points: points(half_points),
                        draws,
                        player: index,
                    });
                }
                None if pairs.total(index).0 > 0 => {
                    let (games, half_points, _) = pairs.total(index);
                    let bound = bound(index, &pairs, &groups, &fit);
                    list.aside.push(UnboundedPlayer {
                        name,
                        games,
                        points: points(half_points),
                        bound,
                    });
                }
                None => {}
            }
        }
        list.players.sort_by(|a, b| {
            (a.group.cmp(&b.group))
                .then(b.rating.total_cmp(&a.rating))
                .then_with(|| a.name.cmp(&b.name))
        });
        list
    }

    /// Returns the probability that a player of the list is stronger than another player in the
    /// same group, according to the covariance of their ratings. Returns `None` if the covariance
    /// was not computed.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let (one, two) = (self.players.get(player)?, self.players.get(other)?);
        if one.group != two.group {
            return None;
        }
        let spread = self.covariance.as_ref()?.spread(one.player, two.player)?;
        let distance = one.rating - two.rating;
        if spread <= 0.0 {
            return None;
        }
        Some(covariance::normal(distance / spread))
    }

    /// Returns White's expected score, given two ratings from the list.
    pub fn expected_score(&self, white: f64, black: f64) -> f64 {
        expected(white - black + self.white_advantage)
    }
}

fn points(half_points: u64) -> ScorePoints {
    ScorePoints::from_tenths(i32::try_from(half_points.saturating_mul(5)).unwrap_or(i32::MAX))
}

/// Finds the players denoted by the anchors. Names that do not match any player are returned
/// separately.
fn anchors(
    games: &TournamentRecord,
    wanted: &[RatingAnchor],
) -> (HashMap<usize, f64>, Vec<String>) {
    let mut names = NameIndex::default();
    let numbers: Vec<usize> = games
        .players
        .iter()
        .map(|player| names.add(without_title(&player.name).0).number())
        .collect();
    let (mut found, mut unknown) = (HashMap::new(), Vec::new());
    for RatingAnchor { name, rating } in wanted {
        let number = names.get(without_title(name).0);
        let index = number.and_then(|number| numbers.iter().position(|&it| it == number));
        match index {
            Some(index) => drop(found.insert(index, *rating)),
            None => unknown.push(name.clone()),
        }
    }
    (found, unknown)
}
