//! Measures whether right answers are called right: of the moves that a search of ten times the
//! nodes finds within a twentieth of a point of the best, the share that a drill accepts.
//! `cargo run --release --example accepted_moves -- games.pgn NAME [CARDS]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_engine::{Control, Engine, SearchLimits};
use reynard_learn::reynard::{Color, Game, Move, Position};
use reynard_learn::reynard_analysis::Assessment;
use reynard_learn::reynard_pgn::{EvaluationScore, GameTree, Games};
use reynard_learn::{
    DrillVerdict, JudgeSearch, LearnCard, LearnDeck, judge_answer, judge_searched,
};

/// Nodes of a search of the drill.
const NODES: u64 = 20_000;
/// Factor of the longer searches.
const TEN: u64 = 10;
/// Lines of a position that are compared.
const LINES: usize = 4;
/// Loss of expected score up to which a move is right, in thousandths.
const TOLERANCE: u32 = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: accepted_moves FILE.pgn NAME [CARDS]";
    let mut args = std::env::args().skip(1);
    let (path, name) = (args.next().ok_or(usage)?, args.next().ok_or(usage)?);
    let most: usize = args.next().map_or(Ok(usize::MAX), |text| text.parse())?;
    let bytes = std::fs::read(path)?;
    let mut deck = LearnDeck::default();
    for game in Games::from_bytes(&bytes) {
        let game = game.map_err(|error| error.to_string())?.tree;
        if let Some(side) = side_of(&game, &name) {
            deck.add_game(&game, side);
        }
    }
    let mut engine = Engine::new(16)?;
    let (mut right, mut accepted, mut mates, mut mates_accepted) = (0, 0, 0, 0);
    for (index, card) in deck.cards().take(most).enumerate() {
        for (mv, is_mate) in right_moves(&mut engine, card) {
            let verdict = verdict(&mut engine, card, mv)?;
            let is_accepted = matches!(verdict, DrillVerdict::Best | DrillVerdict::AlsoRight);
            right += 1;
            accepted += u32::from(is_accepted);
            mates += u32::from(is_mate);
            mates_accepted += u32::from(is_mate && is_accepted);
            if !is_accepted {
                println!("{verdict:?} {} {}", card.position.san(mv), card.position);
            }
        }
        if (index + 1).is_multiple_of(50) {
            println!(
                "{} cards: {accepted} of {right}, mates {mates_accepted} of {mates}",
                index + 1
            );
        }
    }
    println!("accepted {accepted} of {right} right moves, {mates_accepted} of {mates} mates");
    Ok(())
}

/// Returns the moves within the tolerance of the best by a long search, and whether they mate.
fn right_moves(engine: &mut Engine, card: &LearnCard) -> Vec<(Move, bool)> {
    engine.settings.lines = LINES;
    let nodes = NODES * TEN * LINES as u64;
    let found = search(engine, &card.position, nodes);
    let side = card.side();
    let best = found.first().map_or(0, |(_, value)| value.expected_score(side));
    let is_right = |value: &Assessment| value.expected_score(side) + TOLERANCE >= best;
    let is_mate = |value: &Assessment| matches!(value.score, EvaluationScore::Mate { winner, .. } if winner == side);
    // Where the best move mates, the others are not yet right.
    let only_mates = found.first().is_some_and(|(_, value)| is_mate(value));
    let right =
        found.into_iter().filter(|(_, value)| is_right(value) && (!only_mates || is_mate(value)));
    right.map(|(mv, value)| (mv, is_mate(&value))).collect()
}

/// Judges an answer as a drill does: by what is stored, else by two searches, longer ones in doubt.
fn verdict(
    engine: &mut Engine,
    card: &LearnCard,
    mv: Move,
) -> Result<DrillVerdict, Box<dyn Error>> {
    let mut verdict = judge_answer(card, mv);
    let Some(best) = card.best().filter(|_| verdict == DrillVerdict::Unknown) else {
        return Ok(verdict);
    };
    engine.settings.lines = 1;
    for (nodes, length) in [(NODES, JudgeSearch::Usual), (NODES * TEN, JudgeSearch::Longer)] {
        let mut values = Vec::new();
        for mv in [best, mv] {
            let after = card.position.after(mv)?;
            let ended = after.outcome().map(Assessment::from_outcome);
            let found = || search(engine, &after, nodes).first().map(|(_, value)| *value);
            values.push(ended.or_else(found).ok_or("no evaluation")?);
        }
        let judged = judge_searched(values[0], values[1], card.side(), length);
        verdict = judged.verdict;
        if !judged.is_doubtful {
            break;
        }
    }
    Ok(verdict)
}

/// Searches a position. Returns the first moves of its lines with their evaluations.
fn search(engine: &mut Engine, pos: &Position, nodes: u64) -> Vec<(Move, Assessment)> {
    engine.new_game();
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let game = Game::from_position(pos.clone());
    let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
    let lines = report.lines.iter();
    lines
        .filter_map(|line| Some((*line.moves.first()?, Assessment::from_line(line, pos.turn()))))
        .collect()
}

/// Returns the side whose player has the name.
fn side_of(game: &GameTree, name: &str) -> Option<Color> {
    let is_named = |tag| game.tags().text(tag).is_some_and(|text| text.contains(name));
    match (is_named("White"), is_named("Black")) {
        (true, _) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (false, false) => None,
    }
}
