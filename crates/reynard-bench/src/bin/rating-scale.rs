//! Measures the distances between `UCI_Elo` ratings by letting neighbors on a ladder play each
//! other.
//!
//! ```text
//! rating-scale PAIRS STRENGTH..
//! ```
//!
//! A strength is either a rating, such as 1500, or a number of nodes and the largest evaluation
//! error in centipawns, such as 100:250. Each pair of games begins with the same eight random
//! moves. For two ratings, the last column is the difference between their labels.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "counts of games are small")]

use std::error::Error;

use reynard::{Color, Game, Outcome};
use reynard_base::SplitMix64;
use reynard_engine::{Control, Engine, EvaluationNoise, Score, SearchLimits, strength};

/// Largest score, in centipawns, of an opening that is used.
const LEVEL: i32 = 150;
/// Maximum length of a game, in plies.
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let pairs: u64 = args.next().ok_or("how many pairs of games?")?.parse()?;
    let strengths: Vec<String> = args.collect();
    for neighbors in strengths.windows(2) {
        let [low, high] = [limits(&neighbors[0])?, limits(&neighbors[1])?];
        let points = (0..pairs).map(|seed| pair(seed, &low, &high)).sum::<Result<f64, _>>()?;
        let games = 2.0 * pairs as f64;
        let score = points / games;
        let elo = -400.0 * (1.0 / score - 1.0).log10();
        let labels: Vec<i64> = neighbors.iter().filter_map(|text| text.parse().ok()).collect();
        let label = if let [low, high] = labels[..] {
            format!("label {:+}", high - low)
        } else {
            String::new()
        };
        println!(
            "{} {}: {points} of {games}, {:.1} %, {elo:+.0} Elo {label}",
            neighbors[1],
            neighbors[0],
            100.0 * score
        );
    }
    Ok(())
}

/// Returns the search limits for a rating, or for a number of nodes and an evaluation error.
fn limits(text: &str) -> Result<SearchLimits, Box<dyn Error>> {
    let Some((nodes, noise)) = text.split_once(':') else {
        let mut limits = SearchLimits::default();
        strength::limit(&mut limits, text.parse()?);
        return Ok(limits);
    };
    let noise = EvaluationNoise::new(noise.parse()?);
    Ok(SearchLimits { noise, ..SearchLimits::nodes(nodes.parse()?) })
}

/// Returns the points that the stronger side scores in two games with reversed colors.
fn pair(seed: u64, low: &SearchLimits, high: &SearchLimits) -> Result<f64, Box<dyn Error>> {
    let opening = opening(&mut SplitMix64::from_seeds(&[seed]));
    let mut points = 0.0;
    for color in [Color::White, Color::Black] {
        points += play(opening.clone(), low, high, color)?;
    }
    Ok(points)
}

/// Plays eight random moves that lead to a roughly balanced position.
fn opening(random: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::new();
        while game.len() < 8 && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            let _ = game.play(moves[random.below(moves.len())]);
        }
        let report = Engine::default().search(
            &game,
            &SearchLimits::nodes(500),
            &Control::new(),
            &mut |_| {},
        );
        let score = report.internal_score();
        let is_level = matches!(score, Some(Score::Centipawns(score)) if score.abs() <= LEVEL);
        if is_level {
            return game;
        }
    }
}

/// Returns the points that the stronger side scores in one game with the given color.
fn play(
    mut game: Game,
    low: &SearchLimits,
    high: &SearchLimits,
    color: Color,
) -> Result<f64, Box<dyn Error>> {
    let mut engines = [Engine::default(), Engine::default()];
    while game.outcome().is_none() && game.len() < LONGEST {
        let is_high = game.position().turn() == color;
        let limits = if is_high { high } else { low };
        let report =
            engines[usize::from(is_high)].search(&game, limits, &Control::new(), &mut |_| {});
        game.play(report.best.ok_or("no move")?)?;
    }
    Ok(match game.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == color => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    })
}
