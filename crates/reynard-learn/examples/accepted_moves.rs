//! Measures whether right answers are called right: of the moves that a search of ten times the
//! nodes finds within a twentieth of a point of the best, the share that a drill accepts. The long
//! searches are kept in a text file, so that another rule is measured in a part of the time.
//! `cargo run --release --example accepted_moves -- games.pgn NAME searches.txt [FIRST COUNT]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::Write;

use reynard_engine::{Control, Engine, SearchLimits};
use reynard_learn::reynard::{Color, Game, Move, Position};
use reynard_learn::reynard_analysis::Assessment;
use reynard_learn::reynard_pgn::{EvaluationScore, GameTree, Games};
use reynard_learn::{DrillVerdict, LearnCard, LearnDeck, judge_answer, judge_searched};

/// Nodes of a search of the drill.
const NODES: u64 = 20_000;
/// Factor of the long searches.
const TEN: u64 = 10;
/// Lines of a position that are compared.
const LINES: usize = 4;
/// Loss of expected score up to which a move is right, in thousandths.
const TOLERANCE: u32 = 50;

/// Worth of a move by the long search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worth {
    Right,
    Mates,
    /// Loses a tenth of a point or more.
    Bad,
}

/// Accepted answers of all.
#[derive(Default)]
struct Share {
    accepted: u32,
    all: u32,
}

impl Share {
    fn add(&mut self, is_accepted: bool) {
        self.accepted += u32::from(is_accepted);
        self.all += 1;
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * f64::from(self.accepted) / f64::from(self.all.max(1));
        write!(f, "{} of {} ({share:.1} %)", self.accepted, self.all)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: accepted_moves FILE.pgn NAME SEARCHES.txt [FIRST COUNT]";
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or(usage);
    let (path, name, kept) = (next()?, next()?, next()?);
    let first: usize = args.next().map_or(Ok(0), |text| text.parse())?;
    let most: usize = args.next().map_or(Ok(usize::MAX), |text| text.parse())?;
    let deck = deck_of(&fs::read(path)?, &name)?;
    let mut engine = Engine::new(16)?;
    let known = fs::read_to_string(&kept).unwrap_or_default();
    let known: HashMap<&str, &str> = known.lines().filter_map(|it| it.split_once('|')).collect();
    let mut file = File::options().create(true).append(true).open(&kept)?;
    let (mut right, mut mates, mut bad) = (Share::default(), Share::default(), Share::default());
    for (index, card) in deck.cards().skip(first).take(most).enumerate() {
        let fen = card.position.to_string();
        let text = if let Some(text) = known.get(&*fen) {
            (*text).to_owned()
        } else {
            let text = long_search(&mut engine, card);
            writeln!(file, "{fen}|{text}")?;
            text
        };
        for (mv, worth) in read_search(&text, &card.position)? {
            // Bad moves take the longest: those of a part of the cards.
            if worth == Worth::Bad && !index.is_multiple_of(25) {
                continue;
            }
            let verdict = verdict(&mut engine, card, mv)?;
            let is_accepted = matches!(verdict, DrillVerdict::Best | DrillVerdict::AlsoRight);
            match worth {
                Worth::Bad => bad.add(is_accepted),
                Worth::Right => right.add(is_accepted),
                Worth::Mates => {
                    right.add(is_accepted);
                    mates.add(is_accepted);
                }
            }
            if worth != Worth::Bad && !is_accepted {
                println!("{verdict:?} {} {fen}", card.position.san(mv));
            }
        }
        if (index + 1).is_multiple_of(50) {
            println!("{} cards: {right} right, {mates} mates, {bad} bad", index + 1);
        }
    }
    println!("accepted: right moves {right}, mates {mates}, moves that lose a tenth {bad}");
    Ok(())
}

/// Makes the cards of a player's games.
fn deck_of(bytes: &[u8], name: &str) -> Result<LearnDeck, Box<dyn Error>> {
    let mut deck = LearnDeck::default();
    for game in Games::from_bytes(bytes) {
        let game = game.map_err(|error| error.to_string())?.tree;
        if let Some(side) = side_of(&game, name) {
            deck.add_game(&game, side);
        }
    }
    Ok(deck)
}

/// Searches the best moves of a card for long. Returns them as text: the move, its expected score
/// in thousandths, and its score, like `e2e4:513:5`.
fn long_search(engine: &mut Engine, card: &LearnCard) -> String {
    engine.settings.lines = LINES;
    let side = card.side();
    let found = search(engine, &card.position, NODES * TEN * LINES as u64);
    let text = found.iter().map(|(mv, value)| {
        let score = match value.score {
            EvaluationScore::Centipawns(score) if side == Color::White => score.to_string(),
            EvaluationScore::Centipawns(score) => (-score).to_string(),
            EvaluationScore::Mate { winner, moves } if winner == side => format!("#+{moves}"),
            EvaluationScore::Mate { moves, .. } => format!("#-{moves}"),
        };
        format!("{mv}:{}:{score}", value.expected_score(side))
    });
    text.collect::<Vec<_>>().join(" ")
}

/// Reads the text of a long search: the moves that are right, and those that are bad. Where the
/// best move mates, the others are not yet right.
fn read_search(text: &str, pos: &Position) -> Result<Vec<(Move, Worth)>, Box<dyn Error>> {
    let mut moves = Vec::new();
    for part in text.split_whitespace() {
        let fields: Vec<&str> = part.split(':').collect();
        let [mv, value, score] = fields[..] else { return Err("not a search".into()) };
        moves.push((pos.parse_uci(mv)?, value.parse::<u32>()?, score.starts_with("#+")));
    }
    // The nodes may end within an iteration, when the first line is not the best one.
    let best = moves.iter().map(|&(_, value, _)| value).max().unwrap_or(0);
    let only_mates = moves.iter().any(|&(.., is_mate)| is_mate);
    let worth = moves.into_iter().filter_map(|(mv, value, is_mate)| {
        let worth = match best.saturating_sub(value) {
            0..=TOLERANCE if is_mate => Worth::Mates,
            0..=TOLERANCE if !only_mates => Worth::Right,
            100.. => Worth::Bad,
            _ => return None,
        };
        Some((mv, worth))
    });
    Ok(worth.collect())
}

/// Judges an answer as a drill does: by what is stored, else by two searches, longer ones in doubt.
fn verdict(
    engine: &mut Engine,
    card: &LearnCard,
    mv: Move,
) -> Result<DrillVerdict, Box<dyn Error>> {
    let mut verdict = judge_answer(card, mv);
    engine.settings.lines = 1;
    let mut again = match verdict {
        DrillVerdict::Unknown(search) => Some(search),
        _ => None,
    };
    while let (Some(length), Some(best)) = (again, card.best()) {
        let mut values = Vec::new();
        for mv in [best, mv] {
            let after = card.position.after(mv)?;
            let ended = after.outcome().map(Assessment::from_outcome);
            let nodes = NODES * u64::from(length.factor());
            let found = || search(engine, &after, nodes).first().map(|(_, value)| *value);
            values.push(ended.or_else(found).ok_or("no evaluation")?);
        }
        let judged = judge_searched(values[0], values[1], card.side(), length);
        (verdict, again) = (judged.verdict, judged.again);
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
