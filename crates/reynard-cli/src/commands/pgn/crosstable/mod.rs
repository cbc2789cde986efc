//! `reynard pgn crosstable`: prints the standings of a tournament, from games or from a report
//! file.
//!
//! * `args`: the arguments; `source`: the tournament, read from games or a report; `notes`: the
//!   assumptions made;
//! * `json`: the standings as a JSON object.

mod args;
mod json;
mod notes;
mod source;

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Context, bail};
use reynard_base::printable;
use reynard_console::output::{Output, Status};
use reynard_games::{
    NameIndex, ResultColumns, ResultTable, StandingsError, StandingsSettings, TournamentRecord,
    TournamentReport, TournamentStandings, player_card, standings_table, team_table, without_title,
};

pub(super) use self::args::Args;
use self::args::TableFormat;
pub(super) use self::notes::{Uncounted, note as note_games};
use self::source::Source;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut source = Source::read(args, out)?;
    if let Source::Report(report) = &mut source {
        args.change(report)?;
    }
    let tournament = source.tournament();
    let rounds = tournament.last_round().max(tournament.rounds);
    args.refuse_rounds_before(tournament.last_round())?;
    args.refuse_options_of_tables()?;
    if args.table.after.is_some_and(|after| after > rounds) {
        bail!("--after: the tournament has {rounds} rounds");
    }
    let own = match &source {
        Source::Report(report) => report.tie_breaks.clone(),
        Source::Games { .. } => None,
    };
    let settings = args.settings(own);
    let standings = TournamentStandings::new(tournament, &settings).map_err(|error| {
        let hint = match error {
            StandingsError::BuchholzInRoundRobin(_) => "; --force-buchholz computes it",
            StandingsError::Unrated(..) => "; --unrated gives a rating",
            StandingsError::TooManyPlayers(_) => ": choose an event, --where 'event~NAME'",
        };
        anyhow::anyhow!("{error}{hint}")
    })?;
    let text = text(args, &source, &standings, &settings, out.width())?;
    let mut target = args.target.open(&args.inputs.files, out)?;
    target.write_all(text.as_bytes())?;
    target.finish()?;
    notes::note_source(&source, args, out)?;
    source.status(args, out)
}

/// Writes the standings in the requested format.
fn text(
    args: &Args,
    source: &Source,
    standings: &TournamentStandings,
    settings: &StandingsSettings,
    terminal: Option<usize>,
) -> anyhow::Result<String> {
    let tournament = source.tournament();
    if args.format.json || args.to == TableFormat::Json {
        let object = json::Answer::new(source, standings, settings.tie_breaks.is_none());
        return Ok(serde_json::to_string(&object)? + "\n");
    }
    if args.to == TableFormat::Trf {
        return Ok(TournamentReport::write(tournament, standings, source.kept_lines())?);
    }
    let mut tables = tables(args, tournament, standings, settings)?;
    if let Some(table) = tables.last_mut() {
        if settings.tie_breaks.is_none() && args.table.player.is_none() && !args.table.teams {
            table.notes.push(
                "The order of the tie-breaks is Reynard's own choice: --tie-breaks".to_owned(),
            );
        }
        table.notes.extend(notes::assumptions(source, args));
    }
    let width = args.table.width.map(usize::from).or(terminal).unwrap_or(80);
    Ok(match args.to {
        TableFormat::Markdown => {
            tables.iter().map(ResultTable::to_markdown).collect::<Vec<_>>().join("\n")
        }
        TableFormat::Csv => tables.iter().map(ResultTable::to_csv).collect::<Vec<_>>().join("\n"),
        TableFormat::Html => ResultTable::to_html(&tournament.name, &tables),
        _ => {
            let has_titles = tables.len() > 1 || args.table.player.is_some();
            let text = |table: &ResultTable| {
                let title = if has_titles { format!("{}\n", table.title) } else { String::new() };
                title + &table.to_text(width)
            };
            let text = tables.iter().map(text).collect::<Vec<_>>().join("\n");
            printable(&text).into_owned()
        }
    })
}

fn tables(
    args: &Args,
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
    settings: &StandingsSettings,
) -> anyhow::Result<Vec<ResultTable>> {
    let columns = args.table.results.unwrap_or(ResultColumns::of(tournament.system));
    if let Some(name) = &args.table.player {
        let player = find_player(tournament, name)?;
        return Ok(vec![player_card(tournament, standings, player)]);
    }
    if args.table.teams {
        let table = team_table(tournament, standings.after);
        return Ok(vec![table.context("the players have no teams: no WhiteTeam and BlackTeam")?]);
    }
    if !args.table.by_round {
        return Ok(vec![standings_table(tournament, standings, columns)]);
    }
    let mut tables = Vec::new();
    for round in 1..=tournament.last_round() {
        let settings = StandingsSettings { after: Some(round), ..settings.clone() };
        let standings = TournamentStandings::new(tournament, &settings)?;
        let mut table = standings_table(tournament, &standings, columns);
        table.title = match tournament.name.as_str() {
            "" => format!("After round {round}"),
            name => format!("{name} after round {round}"),
        };
        tables.push(table);
    }
    Ok(tables)
}

/// Finds a player by exact name. Otherwise, finds the only player whose name contains all words of
/// `name`.
fn find_player(tournament: &TournamentRecord, name: &str) -> anyhow::Result<usize> {
    let mut index = NameIndex::default();
    let name = without_title(name).0;
    let numbers: Vec<usize> =
        tournament.players.iter().map(|player| index.add(&player.name).number()).collect();
    if let Some(found) =
        index.get(name).and_then(|it| numbers.iter().position(|&number| number == it))
    {
        return Ok(found);
    }
    let pattern: reynard_games::TextPattern = name.parse()?;
    let found: Vec<usize> = (0..tournament.players.len())
        .filter(|&player| pattern.is_in(&tournament.players[player].name))
        .collect();
    match found[..] {
        [player] => Ok(player),
        [] => bail!("no player is called {}", printable(name)),
        _ => {
            let names: BTreeSet<&str> =
                found.iter().map(|&player| tournament.players[player].name.as_str()).collect();
            let names = names.into_iter().take(5).collect::<Vec<_>>().join("; ");
            bail!("{} may be {}", printable(name), printable(&names))
        }
    }
}
