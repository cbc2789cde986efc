//! Game records as PGN.

use std::io::{self, Write};

use reynard::{Position, Setup};
use reynard_pgn::{PgnWriter, Tags, Termination, WriterOptions};

use super::record::{Cause, GameRecord, MoveRecord};

/// Writes a game as PGN. Comments have the score, from the mover's point of view, the depth and the time of
/// each move: `{+0.25/12 0.310s}`.
///
/// `players` are the names of White and Black, `date` is `YYYY.MM.DD`.
///
/// # Errors
///
/// Errors of `out`. Moves from the first illegal one on are left out.
///
/// ```
/// use reynard_arena::{Cause, GameRecord, Overhead, write_pgn};
/// use reynard_arena::reynard::GameResult;
///
/// let record = GameRecord {
///     number: 0,
///     round: 0,
///     white: 0,
///     black: 1,
///     start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
///     chess960: false,
///     moves: Vec::new(),
///     result: GameResult::WhiteWins,
///     cause: Cause::TimeForfeit,
///     detail: None,
///     overhead: Overhead::default(),
/// };
/// let mut pgn = Vec::new();
/// write_pgn(&mut pgn, &record, "Test", "2026.05.01", ["Anna", "Ben"])?;
/// assert!(String::from_utf8_lossy(&pgn).contains("[Termination \"time forfeit\"]"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_pgn(
    out: impl Write,
    record: &GameRecord,
    event: &str,
    date: &str,
    players: [&str; 2],
) -> io::Result<()> {
    let start: Option<Position> = record.start.parse().ok();
    let standard = start.as_ref().is_none_or(|pos| pos.to_setup() == Setup::standard());
    let result = Termination::from(record.result);
    let (round, plies) =
        (format!("{}.{}", record.round + 1, record.number + 1), record.moves.len().to_string());
    let tags = [
        ("Event", event),
        ("Site", "?"),
        ("Date", date),
        ("Round", &round),
        ("White", players[0]),
        ("Black", players[1]),
        ("Result", result.as_str()),
    ];
    let setup = [("SetUp", "1"), ("FEN", &record.start)];
    let variant = [("Variant", "Chess960")];
    let rest = [("PlyCount", plies.as_str()), ("Termination", termination(record.cause))];
    let setup = setup.into_iter().filter(|_| !standard);
    let variant = variant.into_iter().filter(|_| record.chess960);
    let mut pairs = Tags::default();
    for (name, value) in tags.into_iter().chain(setup).chain(variant).chain(rest) {
        pairs.set(name, value).map_err(io::Error::other)?;
    }
    let mut writer = PgnWriter::with_options(out, WriterOptions::AS_IS);
    writer.tags(&pairs, result)?;
    write_moves(&mut writer, record, start.unwrap_or_else(Position::startpos))?;
    let reason = match &record.detail {
        Some(detail) => format!("{}: {detail}", record.cause),
        None => record.cause.to_string(),
    };
    writer.comment(reason.as_bytes())?;
    writer.end_game(result)
}

/// Returns the value of the tag `Termination` in the PGN standard.
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

fn write_moves(
    writer: &mut PgnWriter<impl Write>,
    record: &GameRecord,
    mut pos: Position,
) -> io::Result<()> {
    for entry in &record.moves {
        let Ok(mv) = pos.parse_uci(&entry.text) else { break };
        writer.mv(&pos, mv)?;
        if let Some(comment) = comment(entry) {
            writer.comment(comment.as_bytes())?;
        }
        pos.play_unchecked(mv);
    }
    Ok(())
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
    let info = format!("{score}{depth}");
    let gap = if info.is_empty() { "" } else { " " };
    Some(format!("{info}{gap}{:.3}s", time as f64 / 1e6))
}
