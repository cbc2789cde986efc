//! The assumptions made about a tournament, printed below its table or on standard error.

use std::io;

use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_games::{
    ListedGame, MissingRound, Participant, ReportFlavor, TournamentNotes, TournamentReport,
    TournamentSystem,
};

use super::args::{Args, TableFormat};
use super::source::Source;
use crate::commands::pgn::near::note_abbreviated;

/// Returns the lines to print below the table.
pub(super) fn assumptions(source: &Source, args: &Args) -> Vec<String> {
    match source {
        Source::Report(report) => match report.flavor {
            ReportFlavor::Trf06 => vec!["Read from a report: TRF06 or TRF16".to_owned()],
            flavor => vec![format!("Read from a report: {flavor}")],
        },
        Source::Games { notes, .. } => {
            let mut lines = Vec::new();
            if notes.missing_rounds > 0 {
                let kind = match args.tournament.missing {
                    MissingRound::ZeroPointBye => "zero-point byes",
                    MissingRound::HalfPointBye => "half-point byes",
                    MissingRound::PairingBye => "pairing-allocated byes",
                    MissingRound::Forfeit => "losses by forfeit",
                    MissingRound::ForfeitWin => "wins by forfeit",
                    MissingRound::FullPointBye => "full-point byes",
                };
                let rounds = counted(u64::from(notes.missing_rounds), "round");
                lines.push(format!(
                    "{rounds} of players without a game counted as {kind}: --missing"
                ));
            }
            let is_by_round =
                source.tournament().system == TournamentSystem::Swiss || args.table.by_round;
            if notes.without_round > 0 && is_by_round {
                let games = counted(u64::from(notes.without_round), "game");
                lines.push(format!(
                    "{games} without a number of the round: in the order of their dates"
                ));
            }
            if notes.results_only {
                lines.push("No game has moves: all results count as played".to_owned());
            }
            lines
        }
    }
}

/// Prints notes on standard error about facts that the reader of the table should know.
pub(super) fn note_source(source: &Source, args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let word = out.paint_warning("note");
    if args.to == TableFormat::Trf {
        note_unfit(&source.tournament().players, out)?;
    }
    match source {
        Source::Report(report) => {
            for note in &report.notes {
                out.note(format_args!("{word}: {note}"))?;
            }
        }
        Source::Games { notes, read, abbreviated, .. } => {
            let query = args.filter.clone().unwrap_or_default();
            read.note_unmatched(&args.inputs, &query, out)?;
            if !args.joining.join_initials {
                note_abbreviated(abbreviated, out)?;
            }
            let open = "counted without points";
            note(notes, &Uncounted { nameless: read.nameless, open }, out)?;
        }
    }
    Ok(())
}

/// Prints notes about names and FIDE ids that do not fit into a report.
fn note_unfit(players: &[Participant], out: &mut Output) -> io::Result<()> {
    let word = out.paint_warning("note");
    let is_long = |it: &&Participant| it.name.chars().count() > TournamentReport::NAME_LETTERS;
    let long = players.iter().filter(is_long).count();
    if long > 0 {
        let (names, most) = (counted(long as u64, "name"), TournamentReport::NAME_LETTERS);
        let are = if long == 1 { "is" } else { "are" };
        out.note(format_args!(
            "{word}: {names} {are} longer than the {most} letters of a report, and cut"
        ))?;
    }
    let has_long_id =
        |it: &&Participant| it.fide_id.is_some_and(|id| id > TournamentReport::MAX_FIDE_ID);
    let ids = players.iter().filter(has_long_id).count();
    if ids > 0 {
        let (ids, most) = (counted(ids as u64, "FIDE id"), TournamentReport::MAX_FIDE_ID);
        let digits = most.to_string().len();
        out.note(format_args!(
            "{word}: {ids} with more than the {digits} digits of a report left out"
        ))?;
    }
    Ok(())
}

/// Games that do not count.
pub(in crate::commands::pgn) struct Uncounted<'a> {
    /// Number of games in which a player has no name.
    pub(in crate::commands::pgn) nameless: u64,
    /// The treatment of a game without a result, for the note.
    pub(in crate::commands::pgn) open: &'a str,
}

/// Prints notes about games that are treated specially, and about players whose names are spelled
/// in several ways.
pub(in crate::commands::pgn) fn note(
    notes: &TournamentNotes,
    uncounted: &Uncounted<'_>,
    out: &mut Output,
) -> io::Result<()> {
    list("without a move counted as a forfeit", &notes.forfeits, out)?;
    list("counted as a bye", &notes.byes, out)?;
    list("of a play-off left out (--play-offs)", &notes.play_offs, out)?;
    list("of a player against himself left out", &notes.self_play, out)?;
    list("there more than once, all of which count (`pgn dedup`)", &notes.repeated, out)?;
    let word = out.paint_warning("note");
    if uncounted.nameless > 0 {
        let games = counted(uncounted.nameless, "game");
        out.note(format_args!("{word}: {games} without a name left out"))?;
    }
    if !notes.unfinished.is_empty() {
        let games = counted(notes.unfinished.len() as u64, "game");
        out.note(format_args!("{word}: {games} without a result {}", uncounted.open))?;
    }
    if notes.impossible_ratings > 0 {
        let ratings = counted(notes.impossible_ratings.into(), "rating");
        out.note(format_args!("{word}: {ratings} of 5,000 and more left out"))?;
    }
    if notes.events.len() > 1 {
        let count = notes.events.len();
        out.note(format_args!("{word}: games of {count} events counted as one tournament; --where 'event~NAME' takes one"))?;
    }
    for joined in notes.joined.iter().take(SHOWN) {
        let others =
            joined.others.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        out.note(format_args!("{word}: `{}` is also spelled {others}", joined.name))?;
    }
    if notes.joined.len() > SHOWN {
        let more = notes.joined.len() - SHOWN;
        let players = if more == 1 { "player has" } else { "players have" };
        out.note(format_args!(
            "{word}: {more} more {players} several spellings (--json lists them)"
        ))?;
    }
    for bye in &notes.unknown_byes {
        out.note(format_args!(
            "{word}: --bye '{bye}': there is no such player, or the player has a game in the round"
        ))?;
    }
    Ok(())
}

/// Maximum number of games or players listed.
const SHOWN: usize = 10;

fn list(kind: &str, games: &[ListedGame], out: &mut Output) -> io::Result<()> {
    let word = out.paint_warning("note");
    for ListedGame { round, white, black, result } in games.iter().take(SHOWN) {
        let round = if round.is_empty() { String::new() } else { format!("round {round}, ") };
        out.note(format_args!("{word}: game {kind}: {round}{white} - {black} {result}"))?;
    }
    if games.len() > SHOWN {
        let more = games.len() - SHOWN;
        out.note(format_args!("{word}: {more} more games {kind}"))?;
    }
    Ok(())
}
