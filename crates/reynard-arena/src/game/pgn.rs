//! Exports game records as PGN.

use std::io::{self, Write};
use std::time::{Duration, UNIX_EPOCH};

use reynard::{Position, Setup};
use reynard_host::MatchLimits;
use reynard_pgn::{
    NamedOpening, OpeningNames, PgnDate, PgnWriter, Tags, Termination, WriterOptions,
};

use super::record::{Cause, GameRecord, MoveRecord};

/// A player in a PGN game.
#[derive(Clone, Copy, Debug)]
pub struct PgnPlayer<'a> {
    /// Name.
    pub name: &'a str,
    /// The player's limits, which determine the `TimeControl` tag.
    pub limits: MatchLimits,
}

/// Writes a game as PGN. The comment on each move contains the score from the moving side's point
/// of view, the depth and the time: `{+0.25/12 0.310s}`.
///
/// `players` are White and Black, in this order; `date` has the format `YYYY.MM.DD`. The time
/// control is written once if it is the same for both players; otherwise it is written for each
/// player. Without a clock, the time control is `-`; a fixed time per move is written as one move
/// in that time (`1/5`). The opening is identified by its moves.
///
/// # Errors
///
/// Any error from writing to `out`. If the record contains an illegal move, that move and all later
/// ones are omitted.
///
/// ```
/// use reynard_arena::{Cause, GameRecord, Overhead, PgnPlayer, write_pgn};
/// use reynard_arena::reynard::GameResult;
/// use reynard_host::MatchLimits;
///
/// let record = GameRecord {
///     number: 0,
///     round: 0,
///     white: 0,
///     black: 1,
///     started: Some(1_777_593_600),
///     start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
///     chess960: false,
///     moves: Vec::new(),
///     result: GameResult::WhiteWins,
///     cause: Cause::TimeForfeit,
///     detail: None,
///     overhead: Overhead::default(),
/// };
/// let mut pgn = Vec::new();
/// let limits = MatchLimits { clock: Some("40/60+0.5".parse()?), ..MatchLimits::default() };
/// let players = ["Anna", "Ben"].map(|name| PgnPlayer { name, limits });
/// write_pgn(&mut pgn, &record, "Test", "2026.05.01", players)?;
/// let pgn = String::from_utf8(pgn)?;
/// assert!(pgn.contains("[TimeControl \"40/60+0.5\"]") && pgn.contains("[UTCTime \"00:00:00\"]"));
/// assert!(pgn.contains("[Termination \"time forfeit\"]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_pgn(
    out: impl Write,
    record: &GameRecord,
    event: &str,
    date: &str,
    players: [PgnPlayer<'_>; 2],
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
        ("White", players[0].name),
        ("Black", players[1].name),
        ("Result", result.as_str()),
    ];
    let setup = [("SetUp", "1"), ("FEN", &record.start)];
    let variant = [("Variant", "Chess960")];
    let known = known_tags(record, start.as_ref(), players);
    let known = known.iter().map(|(name, value)| (*name, value.as_str()));
    let rest = [("PlyCount", plies.as_str()), ("Termination", termination(record))];
    let setup = setup.into_iter().filter(|_| !standard);
    let variant = variant.into_iter().filter(|_| record.chess960);
    let mut pairs = Tags::default();
    for (name, value) in tags.into_iter().chain(setup).chain(variant).chain(known).chain(rest) {
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

/// Returns the tags for the start time, the opening and the time controls.
fn known_tags(
    record: &GameRecord,
    start: Option<&Position>,
    players: [PgnPlayer<'_>; 2],
) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if let Some(seconds) = record.started {
        let time = UNIX_EPOCH + Duration::from_secs(seconds);
        tags.push(("UTCDate", PgnDate::from(time).to_string()));
        let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60);
        tags.push(("UTCTime", format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)));
    }
    if let Some(opening) = opening(record, start.cloned().unwrap_or_else(Position::startpos)) {
        tags.push(("ECO", opening.eco.to_owned()));
        tags.push(("Opening", opening.name.to_owned()));
    }
    let [white, black] = players.map(|player| time_control(player.limits));
    if white == black {
        tags.push(("TimeControl", white));
    } else {
        tags.push(("WhiteTimeControl", white));
        tags.push(("BlackTimeControl", black));
    }
    tags
}

/// Returns the opening of the last position that has an opening name.
fn opening(record: &GameRecord, mut pos: Position) -> Option<NamedOpening> {
    let names = OpeningNames::embedded();
    let mut found = names.find(&pos);
    for entry in &record.moves {
        let Ok(mv) = pos.parse_uci(&entry.text) else { break };
        pos.play_unchecked(mv);
        found = names.find(&pos).or(found);
    }
    found
}

/// Returns the value of the `TimeControl` tag.
fn time_control(limits: MatchLimits) -> String {
    match (limits.clock, limits.movetime) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(millis)) => format!("1/{}", Duration::from_millis(millis.into()).as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// Returns the value of the `Termination` tag, as defined by the PGN standard.
const fn termination(record: &GameRecord) -> &'static str {
    match record.cause {
        // An engine that resigns itself is named in the details.
        Cause::Resignation if record.detail.is_some() => "normal",
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
