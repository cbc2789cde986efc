//! A game as PGN.

use std::fmt::{self, Write};

use reynard::{Game, Position, Setup};

use super::record::{Cause, GameRecord, MoveRecord};

/// Writes a game as PGN, with scores, depths and times of the moves in comments:
/// `{+0.25/12 0.310s}`, from the point of view of the player who moved.
///
/// `players` are the names of White and Black, `date` is `YYYY.MM.DD`.
///
/// # Errors
///
/// Those of the writer. A record whose moves are not legal is written as far as they are.
pub fn write_pgn(
    out: &mut impl Write,
    record: &GameRecord,
    event: &str,
    date: &str,
    players: [&str; 2],
) -> fmt::Result {
    let start: Option<Position> = record.start.parse().ok();
    let standard = start.as_ref().is_none_or(|pos| pos.to_setup() == Setup::standard());
    for (name, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Date", date),
        ("Round", &format!("{}.{}", record.round + 1, record.number + 1)),
        ("White", players[0]),
        ("Black", players[1]),
        ("Result", &record.result.to_string()),
    ] {
        tag(out, name, value)?;
    }
    if !standard {
        tag(out, "SetUp", "1")?;
        tag(out, "FEN", &record.start)?;
    }
    if record.chess960 {
        tag(out, "Variant", "Chess960")?;
    }
    tag(out, "PlyCount", &record.moves.len().to_string())?;
    tag(out, "Termination", termination(record.cause))?;
    out.write_char('\n')?;
    let mut text = Words::default();
    movetext(&mut text, record, start.unwrap_or_else(Position::startpos));
    writeln!(out, "{}\n", text.lines)
}

fn tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            letter if letter.is_control() => out.write_char(' ')?,
            letter => out.write_char(letter)?,
        }
    }
    out.write_str("\"]\n")
}

/// The words of the PGN standard for the tag of that name.
const fn termination(cause: Cause) -> &'static str {
    match cause {
        Cause::Resignation | Cause::DrawAgreement | Cause::MoveLimit | Cause::Tablebases => {
            "adjudication"
        }
        Cause::TimeForfeit => "time forfeit",
        Cause::IllegalMove => "rules infraction",
        Cause::Disconnect | Cause::Stall => "abandoned",
        _ => "normal",
    }
}

fn movetext(text: &mut Words, record: &GameRecord, start: Position) {
    let mut game = Game::from_position(start);
    let mut number_needed = true;
    for entry in &record.moves {
        let pos = game.position();
        let Ok(m) = pos.parse_uci(&entry.text) else { break };
        let white = pos.turn() == reynard::Color::White;
        if white {
            text.add(&format!("{}.", pos.fullmove_number()));
        } else if number_needed {
            text.add(&format!("{}...", pos.fullmove_number()));
        }
        let san = pos.san(m).to_string();
        text.add(&san);
        number_needed = white && entry.time.is_some();
        if let Some(comment) = comment(entry) {
            text.add(&comment);
        }
        if game.play(m).is_err() {
            break;
        }
    }
    if let Some(detail) = &record.detail {
        text.add(&format!("{{{}: {}}}", record.cause, detail.replace(['{', '}'], "")));
    } else {
        text.add(&format!("{{{}}}", record.cause));
    }
    text.add(&record.result.to_string());
}

#[expect(clippy::cast_precision_loss, reason = "times are printed with three decimals")]
fn comment(entry: &MoveRecord) -> Option<String> {
    let time = entry.time?;
    let score = match (entry.cp, entry.mate) {
        (Some(cp), _) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, Some(moves)) if moves > 0 => format!("+M{moves}"),
        (None, Some(moves)) => format!("-M{}", moves.unsigned_abs()),
        (None, None) => String::new(),
    };
    let depth = entry.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let verdict = format!("{score}{depth}");
    let gap = if verdict.is_empty() { "" } else { " " };
    Some(format!("{{{verdict}{gap}{:.3}s}}", time as f64 / 1e6))
}

/// Words, put into lines of at most 79 characters. Comments may be broken at blanks.
#[derive(Default)]
struct Words {
    lines: String,
    column: usize,
}

impl Words {
    fn add(&mut self, words: &str) {
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            let len = word.chars().count();
            if self.column > 0 && self.column + 1 + len >= 80 {
                self.lines.push('\n');
                self.column = 0;
            } else if self.column > 0 {
                self.lines.push(' ');
                self.column += 1;
            }
            self.lines.push_str(word);
            self.column += len;
        }
    }
}
