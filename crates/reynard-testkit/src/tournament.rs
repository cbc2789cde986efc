//! A second implementation of standings: FIDE's tie-breaks (Handbook C.07) in floating point,
//! implemented slowly and following the letter of each article, for tournaments with one-letter
//! results. The module also creates random tournaments for comparison.

use std::cmp::Ordering;
use std::fmt::Write;

use crate::Rng;

/// A tournament. Players are identified by number, counted from 1.
#[derive(Clone, Debug)]
pub struct PlainTournament {
    /// `true` if every player plays every other player.
    pub is_round_robin: bool,
    /// `true` if the regulations of 2026 apply; otherwise those of 2024 apply.
    pub is_2026: bool,
    /// The players, all with the same number of rounds.
    pub players: Vec<PlainPlayer>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct PlainPlayer {
    /// The rating.
    pub rating: f64,
    /// The rounds.
    pub rounds: Vec<PlainRound>,
}

/// A player's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainRound {
    /// The number of the opponent, or zero for none.
    pub opponent: usize,
    /// The color, `w` or `b`, or `-` for none.
    pub color: char,
    /// The result, in the notation of record 001 of a report.
    pub result: char,
}

impl PlainRound {
    fn points(self) -> f64 {
        match self.result {
            '1' | 'W' | '+' | 'F' | 'U' => 1.0,
            '=' | 'D' | 'H' => 0.5,
            _ => 0.0,
        }
    }

    fn is_board(self) -> bool {
        matches!(self.result, '1' | '=' | '0' | 'W' | 'D' | 'L')
    }

    fn is_requested(self) -> bool {
        matches!(self.result, 'H' | 'Z')
    }

    fn is_voluntary(self) -> bool {
        self.is_requested() || self.result == '-'
    }
}

/// A contribution to a Buchholz or Sonneborn-Berger sum.
#[derive(Clone, Copy, Debug)]
struct Part {
    opponent_score: f64,
    value: f64,
    is_voluntary: bool,
}

impl PlainTournament {
    /// Returns the number of rounds.
    pub fn rounds(&self) -> usize {
        self.players.first().map_or(0, |player| player.rounds.len())
    }

    fn of(&self, number: usize) -> &PlainPlayer {
        &self.players[number - 1]
    }

    /// Returns the points of a player.
    pub fn score(&self, number: usize) -> f64 {
        self.of(number).rounds.iter().map(|round| round.points()).sum()
    }

    /// Returns the adjusted score of a player, as used in the tie-breaks of the player's opponents
    /// (article 16.3).
    fn adjusted(&self, number: usize) -> f64 {
        let rounds = &self.of(number).rounds;
        let mut sum = 0.0;
        for (index, round) in rounds.iter().enumerate() {
            let only_absences = rounds[index + 1..].iter().all(|later| later.is_voluntary());
            let is_draw = !self.is_round_robin && round.is_requested() && only_absences;
            sum += if is_draw { 0.5 } else { round.points() };
        }
        sum
    }

    /// Returns `true` if a round counts as a game against the opponent.
    fn is_met(&self, round: PlainRound, with_forfeits: bool) -> bool {
        let forfeit = matches!(round.result, '+' | '-') && round.opponent > 0;
        round.is_board() || forfeit && (self.is_round_robin || with_forfeits)
    }

    /// Returns the contributions to a Buchholz or Sonneborn-Berger sum (articles 8.1, 9.1 and
    /// 16.4).
    fn parts(&self, number: usize, is_berger: bool, with_forfeits: bool) -> Vec<Part> {
        let own = self.score(number);
        let mut parts = Vec::new();
        for &round in &self.of(number).rounds {
            let (opponent_score, is_voluntary) = if self.is_met(round, with_forfeits) {
                (self.adjusted(round.opponent), false)
            } else if self.is_round_robin {
                continue;
            } else if !self.is_2026 {
                (own, round.is_voluntary())
            } else if round.opponent > 0 {
                (own.min(self.adjusted(round.opponent)), round.is_voluntary())
            } else {
                let draws = u32::try_from(self.rounds()).map_or(0.0, f64::from) * 0.5;
                (own.min(draws), round.is_voluntary())
            };
            let value = if is_berger { opponent_score * round.points() } else { opponent_score };
            parts.push(Part { opponent_score, value, is_voluntary });
        }
        parts
    }

    /// Returns the sum after cutting the lowest and highest contributions (articles 14 and 16.5).
    fn cut_sum(mut parts: Vec<Part>, low: usize, high: usize) -> f64 {
        let by_score = |a: &Part, b: &Part| {
            (a.opponent_score, a.value)
                .partial_cmp(&(b.opponent_score, b.value))
                .unwrap_or(Ordering::Equal)
        };
        for _ in 0..low {
            parts.sort_by(by_score);
            if parts.is_empty() {
                break;
            }
            let voluntary = parts.iter().position(|part| part.is_voluntary);
            let chosen = voluntary.filter(|&index| parts[index].value >= parts[0].value);
            parts.remove(chosen.unwrap_or(0));
        }
        for _ in 0..high {
            parts.sort_by(by_score);
            parts.pop();
        }
        parts.iter().map(|part| part.value).sum()
    }

    /// Returns the value of a tie-break, given its code. `DE` is not supported, since it has no
    /// value.
    ///
    /// # Panics
    ///
    /// Panics if the code is not supported here.
    pub fn value(&self, number: usize, code: &str) -> f64 {
        let rounds = &self.of(number).rounds;
        let count = |holds: &dyn Fn(PlainRound) -> bool| {
            u32::try_from(rounds.iter().filter(|round| holds(**round)).count())
                .map_or(0.0, f64::from)
        };
        let forfeit_win = |round: PlainRound| self.is_round_robin && round.result == '+';
        let forfeit_loss =
            |round: PlainRound| self.is_round_robin && !self.is_2026 && round.result == '-';
        let won = |round: PlainRound| matches!(round.result, '1' | 'W') || forfeit_win(round);
        match code {
            "WIN" => count(&|round| round.points() > 0.9),
            "WON" => count(&won),
            "BPG" => count(&|round| {
                round.color == 'b'
                    && (round.is_board() || forfeit_win(round) || forfeit_loss(round))
            }),
            "BWG" => count(&|round| round.color == 'b' && won(round)),
            "REP" => {
                let all = u32::try_from(self.rounds()).map_or(0.0, f64::from);
                all - count(&|round| {
                    round.is_requested() || round.result == '-' && !forfeit_loss(round)
                })
            }
            "PS" => self.progressive(number, 0),
            "PS/C1" => self.progressive(number, 1),
            "STD" => rounds
                .iter()
                .map(|round| match round.points() {
                    points if points > 0.9 => 1.0,
                    points if points > 0.1 => 0.5,
                    _ => 0.0,
                })
                .sum(),
            "BH" => Self::cut_sum(self.parts(number, false, false), 0, 0),
            "BH/C1" => Self::cut_sum(self.parts(number, false, false), 1, 0),
            "BH/C2" => Self::cut_sum(self.parts(number, false, false), 2, 0),
            "BH/M1" => Self::cut_sum(self.parts(number, false, false), 1, 1),
            "BH/C1/P" => Self::cut_sum(self.parts(number, false, true), 1, 0),
            "SB" => Self::cut_sum(self.parts(number, true, false), 0, 0),
            "SB/C1" => Self::cut_sum(self.parts(number, true, false), 1, 0),
            "FB" => self.with_last_round_drawn().value(number, "BH"),
            "KS" => self.koya(number),
            "ARO" => self.mean_rating(number),
            _ => panic!("no code: {code}"),
        }
    }

    /// Returns the progressive score (article 7.5).
    fn progressive(&self, number: usize, dropped: usize) -> f64 {
        let rounds = &self.of(number).rounds;
        let after = |end: usize| rounds[..end].iter().map(|round| round.points()).sum::<f64>();
        (dropped + 1..=rounds.len()).map(after).sum()
    }

    /// Returns the tournament as if each game of the last round had been drawn (article 8.3).
    fn with_last_round_drawn(&self) -> Self {
        let mut drawn = self.clone();
        for round in drawn.players.iter_mut().filter_map(|player| player.rounds.last_mut()) {
            if round.opponent > 0 {
                round.result = '=';
            }
        }
        drawn
    }

    /// Returns the Koya score (article 9.2).
    fn koya(&self, number: usize) -> f64 {
        let most = u32::try_from(self.rounds()).map_or(0.0, f64::from);
        let games = self.of(number).rounds.iter().filter(|round| self.is_met(**round, false));
        let strong = games.filter(|round| self.score(round.opponent) * 2.0 >= most);
        strong.map(|round| round.points()).sum()
    }

    /// Returns the mean rating of the opponents (article 10.1).
    fn mean_rating(&self, number: usize) -> f64 {
        let games = self.of(number).rounds.iter().filter(|round| round.is_board());
        let ratings: Vec<f64> = games.map(|round| self.of(round.opponent).rating).collect();
        let count = u32::try_from(ratings.len()).map_or(1.0, f64::from);
        if ratings.is_empty() { -1e9 } else { (ratings.iter().sum::<f64>() / count + 0.5).floor() }
    }

    /// Returns the players by rank, with ties grouped together.
    pub fn ranking(&self, codes: &[&str]) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (1..=self.players.len()).collect();
        let by_points = groups_by(&all, |number| self.score(number));
        by_points.into_iter().flat_map(|group| self.break_tie(group, codes)).collect()
    }

    /// Breaks a tie by the given codes in turn: each subgroup that is still tied moves on to the
    /// next code (article 4.2).
    fn break_tie(&self, tied: Vec<usize>, codes: &[&str]) -> Vec<Vec<usize>> {
        let Some((code, rest)) = codes.split_first().filter(|_| tied.len() > 1) else {
            return vec![tied];
        };
        let groups = if *code == "DE" {
            self.direct(tied)
        } else {
            groups_by(&tied, |number| self.value(number, code))
        };
        groups.into_iter().flat_map(|group| self.break_tie(group, rest)).collect()
    }

    /// Breaks a tie by direct encounter (article 6), for players who meet at most once.
    fn direct(&self, tied: Vec<usize>) -> Vec<Vec<usize>> {
        if tied.len() < 2 {
            return vec![tied];
        }
        let games = |number: usize| -> Vec<PlainRound> {
            let rounds = self.of(number).rounds.iter().copied();
            rounds.filter(|it| tied.contains(&it.opponent) && self.is_met(*it, false)).collect()
        };
        let least = |number: usize| games(number).iter().map(|round| round.points()).sum::<f64>();
        let missing = |number: usize| tied.len() - 1 - games(number).len();
        let most =
            |number: usize| least(number) + u32::try_from(missing(number)).map_or(0.0, f64::from);
        if tied.iter().all(|&number| missing(number) == 0) {
            let groups = groups_by(&tied, least);
            if groups.len() == 1 {
                return groups;
            }
            return groups.into_iter().flat_map(|group| self.direct(group)).collect();
        }
        let mut found = Vec::new();
        let mut rest = tied.clone();
        loop {
            let beats = |one: usize, rest: &[usize]| {
                rest.iter().all(|&other| other == one || least(one) > most(other))
            };
            let Some(place) = rest.iter().position(|&one| beats(one, &rest)) else { break };
            found.push(vec![rest.remove(place)]);
        }
        if found.is_empty() {
            return vec![rest];
        }
        if !rest.is_empty() {
            found.extend(self.direct(rest));
        }
        found
    }

    /// Writes a report of the tournament in FIDE's format.
    pub fn report(&self) -> String {
        let start = if self.is_2026 { "2026/05/01" } else { "2025/05/01" };
        let kind = if self.is_round_robin { "FIDE_ROUNDROBIN" } else { "FIDE_DUTCH" };
        let mut text =
            format!("012 Random\r\n042 {start}\r\n142 {}\r\n192 {kind}\r\n", self.rounds());
        for (index, player) in self.players.iter().enumerate() {
            let number = index + 1;
            let name = format!("Player {number:04}");
            let _ = write!(text, "001 {number:>4}      {name:<33} {:>4}", player.rating);
            let _ = write!(text, "{:28}{:>4.1}     ", "", self.score(number));
            for PlainRound { opponent, color, result } in &player.rounds {
                let opponent =
                    if *opponent == 0 { "0000".to_owned() } else { opponent.to_string() };
                let _ = write!(text, "  {opponent:>4} {color} {result}");
            }
            text.push_str("\r\n");
        }
        text
    }

    /// Creates a Swiss tournament in which players miss rounds, withdraw and forfeit.
    pub fn random_swiss(rng: &mut Rng) -> Self {
        let (count, rounds) = (4 + rng.below(30), 1 + rng.below(9));
        let mut players: Vec<PlainPlayer> = Vec::new();
        for _ in 0..count {
            let rating = 1400.0 + u32::try_from(rng.below(1000)).map_or(0.0, f64::from);
            players.push(PlainPlayer { rating, rounds: Vec::new() });
        }
        let mut is_gone = vec![false; count];
        let mut met = vec![vec![false; count]; count];
        for _ in 0..rounds {
            let mut free = Vec::new();
            let mut round = vec![absent('Z'); count];
            for number in 0..count {
                is_gone[number] |= rng.one_in(25);
                match rng.below(30) {
                    _ if is_gone[number] => {}
                    0 => round[number] = absent('H'),
                    1 => {}
                    2 if rng.one_in(4) => round[number] = absent('F'),
                    _ => free.push(number),
                }
            }
            while let Some(white) = free.pop() {
                let partner = free.iter().rposition(|&other| !met[white][other]);
                let Some(black) = partner.map(|place| free.remove(place)) else {
                    round[white] = absent(if rng.one_in(3) { 'H' } else { 'U' });
                    continue;
                };
                (met[white][black], met[black][white]) = (true, true);
                let results = *rng.choose(&[
                    ('1', '0'),
                    ('1', '0'),
                    ('0', '1'),
                    ('0', '1'),
                    ('=', '='),
                    ('=', '='),
                    ('+', '-'),
                    ('-', '+'),
                    ('-', '-'),
                    ('W', 'L'),
                    ('D', 'D'),
                ]);
                round[white] = PlainRound { opponent: black + 1, color: 'w', result: results.0 };
                round[black] = PlainRound { opponent: white + 1, color: 'b', result: results.1 };
            }
            players.iter_mut().zip(round).for_each(|(player, round)| player.rounds.push(round));
        }
        Self { is_round_robin: false, is_2026: rng.one_in(2), players }
    }

    /// Creates a round-robin tournament with forfeits, in which every pairing occurs in one round.
    pub fn random_round_robin(rng: &mut Rng) -> Self {
        let count = 2 * (2 + rng.below(5));
        let mut players: Vec<PlainPlayer> = Vec::new();
        for _ in 0..count {
            let rating = 2000.0 + u32::try_from(rng.below(600)).map_or(0.0, f64::from);
            players.push(PlainPlayer { rating, rounds: vec![absent('Z'); count - 1] });
        }
        // The circle method: the last player stays, the others turn.
        for round in 0..count - 1 {
            for table in 0..count / 2 {
                let white = (round + table) % (count - 1);
                let black =
                    if table == 0 { count - 1 } else { (round + count - 1 - table) % (count - 1) };
                let results = *rng.choose(&[
                    ('1', '0'),
                    ('0', '1'),
                    ('=', '='),
                    ('=', '='),
                    ('1', '0'),
                    ('+', '-'),
                    ('-', '-'),
                ]);
                players[white].rounds[round] =
                    PlainRound { opponent: black + 1, color: 'w', result: results.0 };
                players[black].rounds[round] =
                    PlainRound { opponent: white + 1, color: 'b', result: results.1 };
            }
        }
        Self { is_round_robin: true, is_2026: rng.one_in(2), players }
    }
}

const fn absent(result: char) -> PlainRound {
    PlainRound { opponent: 0, color: '-', result }
}

/// Groups numbers that have the same value, the highest value first.
fn groups_by(numbers: &[usize], value: impl Fn(usize) -> f64) -> Vec<Vec<usize>> {
    let mut sorted: Vec<(f64, usize)> = numbers.iter().map(|&it| (value(it), it)).collect();
    sorted.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal));
    sorted
        .chunk_by(|a, b| (a.0 - b.0).abs() < 1e-9)
        .map(|chunk| chunk.iter().map(|(_, number)| *number).collect())
        .collect()
}

/// Rates players using only the maximum-likelihood equations, in which the expected points of each
/// player and of White equal the actual points. Each equation is solved in turn by bisection until
/// nothing changes. Each game is given as White's number, Black's number and White's points. The
/// ratings have a mean of zero.
pub fn plain_ratings(count: usize, games: &[(usize, usize, f64)]) -> (Vec<f64>, f64) {
    let expected = |difference: f64| 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
    let (mut ratings, mut advantage) = (vec![0.0; count], 0.0);
    for _ in 0..2_000 {
        let before = ratings.clone();
        for player in 0..count {
            let surplus = |rating: f64| -> f64 {
                let of_game = |&(white, black, points): &(usize, usize, f64)| {
                    if white == player {
                        points - expected(rating - ratings[black] + advantage)
                    } else if black == player {
                        expected(ratings[white] - rating + advantage) - points
                    } else {
                        0.0
                    }
                };
                games.iter().map(of_game).sum()
            };
            let rating = bisect(surplus);
            ratings[player] = rating;
        }
        advantage = bisect(|advantage| {
            let of_game = |&(white, black, points): &(usize, usize, f64)| {
                points - expected(ratings[white] - ratings[black] + advantage)
            };
            games.iter().map(of_game).sum()
        });
        let mean = ratings.iter().sum::<f64>() / u32::try_from(count).map_or(1.0, f64::from);
        for rating in &mut ratings {
            *rating -= mean;
        }
        let moved = before.iter().zip(&ratings).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if moved < 1e-7 {
            break;
        }
    }
    (ratings, advantage)
}

/// Returns the root of a decreasing function.
fn bisect(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-4_000.0, 4_000.0);
    for _ in 0..70 {
        let middle = f64::midpoint(low, high);
        if function(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
