//! `reynard pgn crosstable`: standings of a tournament from games or from a report file.
//!
//! * `source`: games or a report, as a tournament; `notes`: the assumptions;
//! * `json`: the standings as an object.

mod json;
mod notes;
mod source;

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Context, bail};
use clap::ValueEnum;
use reynard_base::printable;
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_games::{
    KnownBye, MissingRound, NameIndex, NameJoining, PlayOffs, PointSystem, Query, ResultColumns,
    ResultTable, RoundRobinBuchholz, Standings, StandingsSettings, TieBreak, TieBreakRules,
    Tournament, TournamentReport, TournamentSettings, TournamentSystem, player_card,
    standings_table, team_table, without_title,
};

use self::source::Source;
use super::input::{Inputs, OnErrors};
use super::near::Joining;
use super::target::To;
pub(super) use notes::note as note_games;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn crosstable tournament.pgn
  reynard pgn crosstable --where 'event~candidates year=2024' games.pgn.zst
  reynard pgn crosstable --tie-breaks BH/C1,BH,SB,DE --rounds 9 --missing half open.pgn
  reynard pgn crosstable --player carlsen open.trf
  reynard pgn crosstable --to html -o open.html open.trf
  reynard pgn crosstable --json tournament.pgn

Tie-breaks follow FIDE's regulations C.07 and have the codes of its report files: BH Buchholz, SB \
Sonneborn-Berger, DE direct encounter, WIN rounds with the points of a win, WON games won over the board, \
KS Koya, PS progressive, BPG and BWG games and wins with Black, REP, STD, TPN, AOB, FB, ARO, TPR, PTP, APRO, \
APPO, RTNG. /C1 and /M1 cut, /P counts forfeits as games, /R turns the order around. Without --tie-breaks \
the order is Reynard's own: BH/C1,BH,SB,DE for a Swiss tournament and DE,WIN,SB,KS for a round robin.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Games that count, in the filter language: `event~candidates year=2024`
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    filter: Option<Query>,
    #[command(flatten)]
    joining: Joining,
    /// Count each spelling of a name as a player
    #[arg(long, conflicts_with = "join_initials")]
    no_join: bool,
    #[command(flatten)]
    tournament: TournamentArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "json"
    )]
    to: TableFormat,
    #[command(flatten)]
    target: To,
    #[command(flatten)]
    format: Format,
}

/// Facts of the tournament that games do not have.
#[derive(clap::Args)]
struct TournamentArgs {
    /// Form of the tournament [default: by the games]
    #[arg(long, value_name = "FORM", value_parser = choice(&SYSTEMS))]
    system: Option<TournamentSystem>,
    /// Number of rounds of the tournament [default: the last one with a game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Tournament::MAX_ROUNDS)))]
    rounds: Option<u32>,
    /// Meaning of a round without a game, in a Swiss tournament
    #[arg(long, value_name = "KIND", default_value = "zero", value_parser = choice(&MISSING))]
    missing: MissingRound,
    /// Bye that is known, such as `3 half Müller, Anna`; may be repeated
    #[arg(long = "bye", value_name = "'ROUND KIND NAME'", value_parser = known_bye)]
    byes: Vec<KnownBye>,
    /// Points of a win, a draw and a loss
    #[arg(long, value_name = "WIN,DRAW,LOSS", value_parser = points)]
    points: Option<PointSystem>,
    /// Count the games of play-offs, which their round or event names
    #[arg(long)]
    play_offs: bool,
}

/// The order and the form of the table.
#[derive(clap::Args)]
struct TableArgs {
    /// Tie-breaks in their order, separated by commas
    #[arg(long, visible_alias = "tiebreaks", value_name = "LIST", value_parser = tie_breaks)]
    tie_breaks: Option<Codes>,
    /// Edition of FIDE's regulations [default: by the first day; 2026 from March 2026 on]
    #[arg(long, value_name = "YEAR", value_parser = choice(&RULES))]
    rules: Option<TieBreakRules>,
    /// Rating of players without one, in tie-breaks by ratings
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(1..=4_999))]
    unrated: Option<u32>,
    /// Compute Buchholz in a round robin
    #[arg(long)]
    force_buchholz: bool,
    /// Standings after this round [default: the last one with a result]
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// Standings after each round, one table after the other
    #[arg(long, conflicts_with_all = ["after", "player", "teams"])]
    by_round: bool,
    /// Columns of results [default: matrix for a round robin, rounds otherwise]
    #[arg(long, value_name = "COLUMNS", value_parser = choice(&COLUMNS))]
    results: Option<ResultColumns>,
    /// Card of a player: opponents, results, contributions to the tie-breaks
    #[arg(long, value_name = "NAME", conflicts_with = "teams")]
    player: Option<String>,
    /// Table of teams, by the tags `WhiteTeam` and `BlackTeam` or the teams of a report
    #[arg(long)]
    teams: bool,
    /// Width of the table in characters [default: that of the terminal, or 80]
    #[arg(long, value_name = "CHARACTERS", value_parser = clap::value_parser!(u16).range(40..))]
    width: Option<u16>,
}

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// Columns of characters
    Text,
    /// A table of Markdown
    Markdown,
    /// Comma-separated values, without notes
    Csv,
    /// One page, which prints on A4
    Html,
    /// One object
    Json,
    /// FIDE's tournament report file (TRF26)
    Trf,
}

/// Form of a tournament.
const SYSTEMS: [Choice<TournamentSystem>; 3] = [
    ("swiss", TournamentSystem::Swiss, "Pairings by score"),
    ("round-robin", TournamentSystem::RoundRobin { cycles: 1 }, "All play all"),
    ("double-round-robin", TournamentSystem::RoundRobin { cycles: 2 }, "All play all, twice"),
];

/// Meaning of a round without a game.
const MISSING: [Choice<MissingRound>; 4] = [
    ("zero", MissingRound::ZeroPointBye, "A zero-point bye"),
    ("half", MissingRound::HalfPointBye, "A half-point bye"),
    ("pairing-bye", MissingRound::PairingBye, "A pairing-allocated bye"),
    ("forfeit", MissingRound::Forfeit, "A loss by forfeit"),
];

/// Edition of the regulations.
const RULES: [Choice<TieBreakRules>; 2] = [
    ("2024", TieBreakRules::Of2024, "August 2024"),
    ("2026", TieBreakRules::Of2026, "March 2026: dummies have a cap"),
];

/// Columns of results.
const COLUMNS: [Choice<ResultColumns>; 3] = [
    ("matrix", ResultColumns::Matrix, "One for each opponent"),
    ("rounds", ResultColumns::Rounds, "One for each round, such as 12w1"),
    ("none", ResultColumns::None, "None"),
];

/// A list of tie-breaks.
#[derive(Clone, Debug)]
struct Codes(Vec<TieBreak>);

fn tie_breaks(text: &str) -> Result<Codes, reynard_games::InvalidCondition> {
    TieBreak::list(text).map(Codes)
}

fn known_bye(text: &str) -> Result<KnownBye, String> {
    let mut words = text.trim().splitn(3, char::is_whitespace);
    let mut next = || words.next().filter(|word| !word.is_empty());
    let form = || format!("`{text}` is not a round, a kind and a name, like '3 half Müller, Anna'");
    let (round, kind, name) = (next(), next(), next());
    let round = round.and_then(|it| it.parse().ok()).ok_or_else(form)?;
    let kind = MISSING.iter().find(|(name, ..)| Some(*name) == kind).ok_or_else(form)?.1;
    Ok(KnownBye { name: name.ok_or_else(form)?.trim().to_owned(), round, kind })
}

fn points(text: &str) -> Result<PointSystem, String> {
    let parts: Vec<&str> = text.split([',', '-', ' ']).collect();
    let [win, draw, loss] = parts[..] else {
        return Err(format!("`{text}` is not three numbers, like 3,1,0"));
    };
    let read = |part: &str| {
        part.parse().map_err(|error: reynard_games::InvalidCondition| error.to_string())
    };
    let (win, draw, loss) = (read(win)?, read(draw)?, read(loss)?);
    Ok(PointSystem { win, draw, loss, pairing_bye: win, ..PointSystem::default() })
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut source = Source::read(args, out)?;
    if let Source::Report(report) = &mut source {
        args.tournament.change(&mut report.tournament)?;
    }
    let tournament = source.tournament();
    let settings = args.settings(&source);
    let standings = Standings::new(tournament, &settings).map_err(|error| {
        let hint = match error {
            reynard_games::StandingsError::BuchholzInRoundRobin(_) => {
                "; --force-buchholz computes it"
            }
            reynard_games::StandingsError::Unrated(..) => "; --unrated gives a rating",
            reynard_games::StandingsError::TooManyPlayers(_) => {
                ": choose an event, --where 'event~NAME'"
            }
        };
        anyhow::anyhow!("{error}{hint}")
    })?;
    let text = args.text(&source, &standings, &settings, out.width())?;
    let mut target = args.target.open(out)?;
    target.write_all(text.as_bytes())?;
    target.finish()?;
    source.note(args, out)?;
    source.status(args, out)
}

impl TournamentArgs {
    /// Changes the tournament of a report.
    fn change(&self, tournament: &mut Tournament) -> anyhow::Result<()> {
        tournament.system = self.system.unwrap_or(tournament.system);
        tournament.rounds = self.rounds.unwrap_or(0).max(tournament.rounds);
        tournament.points = self.points.unwrap_or(tournament.points);
        if !self.byes.is_empty() {
            bail!("--bye is for games: a report has the byes of its players");
        }
        Ok(())
    }
}

impl Args {
    fn of_games(&self) -> TournamentSettings {
        let args = &self.tournament;
        TournamentSettings {
            missing: args.missing,
            byes: args.byes.clone(),
            joining: if self.no_join { NameJoining::Never } else { NameJoining::ByNameAndId },
            system: args.system,
            rounds: args.rounds,
            points: args.points.unwrap_or_default(),
            play_offs: if args.play_offs { PlayOffs::Counted } else { PlayOffs::LeftOut },
        }
    }

    fn settings(&self, source: &Source) -> StandingsSettings {
        let own = match source {
            Source::Report(report) => report.tie_breaks.clone(),
            Source::Games { .. } => None,
        };
        let table = &self.table;
        StandingsSettings {
            after: table.after,
            rules: table.rules,
            tie_breaks: table.tie_breaks.as_ref().map(|codes| codes.0.clone()).or(own),
            unrated: table.unrated,
            buchholz: if table.force_buchholz {
                RoundRobinBuchholz::Forced
            } else {
                RoundRobinBuchholz::Refused
            },
        }
    }

    /// Writes the answer in its format.
    fn text(
        &self,
        source: &Source,
        standings: &Standings,
        settings: &StandingsSettings,
        terminal: Option<usize>,
    ) -> anyhow::Result<String> {
        let tournament = source.tournament();
        if self.format.json || self.to == TableFormat::Json {
            let object = json::Answer::new(source, standings, settings.tie_breaks.is_none());
            return Ok(serde_json::to_string(&object)? + "\n");
        }
        if self.to == TableFormat::Trf {
            return Ok(TournamentReport::write(tournament, standings, source.kept_lines())?);
        }
        let mut tables = self.tables(tournament, standings, settings)?;
        if let Some(table) = tables.last_mut() {
            if settings.tie_breaks.is_none() && self.table.player.is_none() && !self.table.teams {
                table.notes.push(
                    "The order of the tie-breaks is Reynard's own choice: --tie-breaks".to_owned(),
                );
            }
            table.notes.extend(source.assumptions(self));
        }
        let width = self.table.width.map(usize::from).or(terminal).unwrap_or(80);
        Ok(match self.to {
            TableFormat::Markdown => {
                tables.iter().map(ResultTable::to_markdown).collect::<Vec<_>>().join("\n")
            }
            TableFormat::Csv => {
                tables.iter().map(ResultTable::to_csv).collect::<Vec<_>>().join("\n")
            }
            TableFormat::Html => ResultTable::to_html(&tournament.name, &tables),
            _ => {
                let has_titles = tables.len() > 1 || self.table.player.is_some();
                let text = |table: &ResultTable| {
                    let title =
                        if has_titles { format!("{}\n", table.title) } else { String::new() };
                    title + &table.to_text(width)
                };
                let text = tables.iter().map(text).collect::<Vec<_>>().join("\n");
                printable(&text).into_owned()
            }
        })
    }

    fn tables(
        &self,
        tournament: &Tournament,
        standings: &Standings,
        settings: &StandingsSettings,
    ) -> anyhow::Result<Vec<ResultTable>> {
        let columns = self.table.results.unwrap_or(ResultColumns::of(tournament.system));
        if let Some(name) = &self.table.player {
            let player = find_player(tournament, name)?;
            return Ok(vec![player_card(tournament, standings, player)]);
        }
        if self.table.teams {
            let table = team_table(tournament, standings.after);
            return Ok(vec![
                table.context("the players have no teams: no WhiteTeam and BlackTeam")?,
            ]);
        }
        if !self.table.by_round {
            return Ok(vec![standings_table(tournament, standings, columns)]);
        }
        let mut tables = Vec::new();
        for round in 1..=tournament.last_round() {
            let settings = StandingsSettings { after: Some(round), ..settings.clone() };
            let standings = Standings::new(tournament, &settings)?;
            let mut table = standings_table(tournament, &standings, columns);
            table.title = match tournament.name.as_str() {
                "" => format!("After round {round}"),
                name => format!("{name} after round {round}"),
            };
            tables.push(table);
        }
        Ok(tables)
    }
}

/// Finds the player of a name: that name, or the only one with all its words.
fn find_player(tournament: &Tournament, name: &str) -> anyhow::Result<usize> {
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
