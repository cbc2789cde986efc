//! `reynard pgn ratings`: rates players on the basis of their games alone.

use std::collections::HashSet;
use std::io::{self, Write};

use anyhow::bail;
use clap::ValueEnum;
use reynard_base::{printable, signed};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_games::{
    AdvantageSource, NameJoining, PlayOffs, Query, RatedPlayer, RatingAnchor, RatingList,
    RatingSettings, ResultTable, TableColumn, TournamentNotes, TournamentRecord,
    TournamentSettings, TournamentSystem, UnboundedPlayer,
};
use serde::Serialize;

use super::crosstable::{Uncounted, note_games};
use super::input::{Inputs, OnErrors};
use super::target::To;
use super::tournament_games::TournamentGames;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn ratings games.pgn
  reynard pgn ratings --anchor 'Stockfish 16=3500' --min-games 50 engines.pgn.zst
  reynard pgn ratings --mean 1800 --white-advantage 35 --json club.pgn

Ratings of the highest likelihood on the scale of Elo, with White's advantage; a draw is half a win and \
half a loss. The error is half the width of an interval of 95 %, and `above` is the probability to be \
stronger than the player in the next line. Forfeits, byes and games without a result do not count.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Games that count, in the filter language
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    filter: Option<Query>,
    /// Count each spelling of a name as a player
    #[arg(long)]
    no_join: bool,
    /// Mean rating of a group of players without an anchor [default: 2300]
    #[arg(long, value_name = "ELO", value_parser = elo)]
    mean: Option<f64>,
    /// Player with a fixed rating; may be repeated
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<RatingAnchor>,
    /// White's advantage [default: from the games]
    #[arg(long, value_name = "ELO", value_parser = elo)]
    white_advantage: Option<f64>,
    /// List players with at least this number of games; all of them count
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Number of players in the list [default: all]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "json"
    )]
    to: ListFormat,
    #[command(flatten)]
    target: To,
    #[command(flatten)]
    format: Format,
}

/// The format of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
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
}

/// The rating list as a JSON object.
#[derive(Serialize)]
struct Answer<'a> {
    games: u64,
    games_aside: u64,
    groups: usize,
    white_advantage: f64,
    white_error: Option<f64>,
    advantage_source: AdvantageSource,
    draw_rate: f64,
    players: Vec<Player<'a>>,
    aside: &'a [UnboundedPlayer],
    assumptions: &'a TournamentNotes,
}

/// A player in the list.
#[derive(Serialize)]
struct Player<'a> {
    #[serde(flatten)]
    player: &'a RatedPlayer,
    /// The probability that the player is stronger than the next player in the list.
    superiority: Option<f64>,
}

fn elo(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|elo: &f64| elo.is_finite() && elo.abs() <= 10_000.0);
    number.ok_or_else(|| format!("`{text}` is not a number of Elo up to 10000"))
}

fn anchor(text: &str) -> Result<RatingAnchor, String> {
    let (name, rating) = text
        .rsplit_once('=')
        .ok_or_else(|| format!("`{text}` is not a name and a rating, like Anna=2300"))?;
    Ok(RatingAnchor { name: name.trim().to_owned(), rating: elo(rating.trim())? })
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.check_anchors()?;
    let query = args.filter.clone().unwrap_or_default();
    let read = TournamentGames::read(&args.inputs, &query, out)?;
    let settings = TournamentSettings {
        // There are no rounds to fill.
        system: Some(TournamentSystem::RoundRobin { cycles: 1 }),
        joining: if args.no_join { NameJoining::Never } else { NameJoining::ByNameAndId },
        play_offs: PlayOffs::Counted,
        ..TournamentSettings::default()
    };
    let (tournament, mut notes) = TournamentRecord::of_games(&read.games, &settings);
    notes.events.clear();
    let settings = RatingSettings {
        mean: args.mean_rating(),
        anchors: args.anchors.clone(),
        white_advantage: args.white_advantage,
    };
    let list = RatingList::new(&tournament, &settings);
    let text = args.text(&list, &notes, out.width())?;
    let mut target = args.target.open(&args.inputs.files, out)?;
    target.write_all(text.as_bytes())?;
    target.finish()?;
    read.note_unmatched(&args.inputs, &query, out)?;
    note_games(&notes, &Uncounted { nameless: read.nameless, open: "left out" }, out)?;
    args.note_unused(&list, out)?;
    Ok(args.errors.status(&read.sums, out)?)
}

impl Args {
    /// Rejects two anchors for one name.
    fn check_anchors(&self) -> anyhow::Result<()> {
        let mut names = HashSet::new();
        for RatingAnchor { name, .. } in &self.anchors {
            if !names.insert(name.to_lowercase()) {
                bail!("--anchor: {} has two ratings", printable(name));
            }
        }
        Ok(())
    }

    /// Reports anchors and a mean that had no effect.
    fn note_unused(&self, list: &RatingList, out: &mut Output) -> io::Result<()> {
        let word = out.paint_warning("note");
        for name in &list.unknown_anchors {
            let free = if self.has_anchor(list) { "" } else { "; the list is not anchored" };
            out.note(format_args!("{word}: --anchor {name}: no player has this name{free}"))?;
        }
        for name in &list.unrated_anchors {
            out.note(format_args!(
                "{word}: the anchor {name} has no effect: its games give it no rating"
            ))?;
        }
        // All anchors are in one group.
        if self.mean.is_some() && self.has_anchor(list) && list.groups == 1 {
            out.note(format_args!(
                "{word}: --mean has no effect: the only group of players has an anchor"
            ))?;
        }
        Ok(())
    }

    fn mean_rating(&self) -> f64 {
        self.mean.unwrap_or(RatingSettings::default().mean)
    }

    /// Returns `true` if a rated player is an anchor.
    fn has_anchor(&self, list: &RatingList) -> bool {
        self.anchors.len() > list.unknown_anchors.len() + list.unrated_anchors.len()
    }

    /// Returns the indices of the players that are listed.
    fn listed(&self, list: &RatingList) -> Vec<usize> {
        let indexes =
            (0..list.players.len()).filter(|&it| list.players[it].games >= self.min_games);
        indexes.take(self.limit.unwrap_or(usize::MAX)).collect()
    }

    fn text(
        &self,
        list: &RatingList,
        notes: &TournamentNotes,
        terminal: Option<usize>,
    ) -> anyhow::Result<String> {
        if self.format.json || self.to == ListFormat::Json {
            let listed = self.listed(list);
            let next = |place: usize| listed.get(place + 1).copied();
            let players = listed.iter().enumerate().map(|(place, &index)| Player {
                player: &list.players[index],
                superiority: next(place).and_then(|next| list.superiority(index, next)),
            });
            let answer = Answer {
                games: list.games,
                games_aside: list.games_aside,
                groups: list.groups,
                white_advantage: list.white_advantage,
                white_error: list.white_error,
                advantage_source: list.advantage_source,
                draw_rate: list.draw_rate,
                players: players.collect(),
                aside: &list.aside,
                assumptions: notes,
            };
            return Ok(serde_json::to_string(&answer)? + "\n");
        }
        let table = self.table(list);
        Ok(match self.to {
            ListFormat::Markdown => table.to_markdown(),
            ListFormat::Csv => table.to_csv(),
            ListFormat::Html => ResultTable::to_html("Ratings", &[table]),
            _ => printable(&table.to_text(terminal.unwrap_or(80))).into_owned(),
        })
    }

    fn table(&self, list: &RatingList) -> ResultTable {
        let mut table = ResultTable::new("Ratings");
        let has_groups = list.groups > 1;
        table.columns = vec![TableColumn::number("No")];
        if has_groups {
            table.columns.push(TableColumn::number("Group"));
        }
        table.columns.push(TableColumn::name("Player"));
        table.columns.extend(
            ["Elo", "+/-", "Games", "Points", "Score", "Draws", "Above"].map(TableColumn::number),
        );
        let listed = self.listed(list);
        for (place, &index) in listed.iter().enumerate() {
            let player = &list.players[index];
            let above = listed.get(place + 1).and_then(|&next| list.superiority(index, next));
            let mut cells = vec![(place + 1).to_string()];
            if has_groups {
                cells.push((player.group + 1).to_string());
            }
            cells.extend([player.name.clone(), rating(player), error(player)]);
            cells.extend([player.games.to_string(), player.points.to_string()]);
            cells.push(share(i64::from(player.points.tenths()) * 100, player.games));
            cells.push(share(i64::try_from(player.draws).unwrap_or(0) * 1_000, player.games));
            cells.push(above.map_or("-".to_owned(), percent));
            table.rows.push(cells);
        }
        table.notes = self.notes(list);
        table
    }

    fn notes(&self, list: &RatingList) -> Vec<String> {
        let (games, players) =
            (counted(list.games, "game"), counted(list.players.len() as u64, "player"));
        let advantage = match list.white_error {
            Some(error) => format!("{:.1} +/- {error:.1}", list.white_advantage),
            None if list.advantage_source == AdvantageSource::Undetermined => {
                "0, since the games say nothing finite".to_owned()
            }
            None => format!("{:.1}", list.white_advantage),
        };
        let draws = percent(list.draw_rate);
        let mut notes = vec![format!(
            "{games} of {players}; White's advantage {advantage}, draws between equals {draws}"
        )];
        if !self.has_anchor(list) && list.groups > 0 {
            notes.push(format!("The mean rating is {}: --mean, --anchor", self.mean_rating()));
        }
        let misfits = list.players.iter().filter_map(|player| Some((player, player.unanchored?)));
        for (player, alone) in misfits {
            let (name, difference) = (&player.name, alone - player.rating);
            notes.push(format!(
                "Anchor {name}: the results alone give {alone:.0} ({})",
                signed(difference, 0)
            ));
        }
        if list.groups > 1 {
            notes.push(format!(
                "{} groups without points in both directions between them are rated apart",
                list.groups
            ));
        }
        if list.players.len() > RatingList::MAX_ERRORS {
            notes.push(format!("Errors are computed for up to {} players", RatingList::MAX_ERRORS));
        }
        for player in &list.aside {
            let share = if player.points.tenths() == 0 { "no point" } else { "all points" };
            let bound = match player.bound {
                Some(bound) if share == "no point" => format!("below {bound:.0} with 95 %"),
                Some(bound) => format!("above {bound:.0} with 95 %"),
                None => "no rated opponent".to_owned(),
            };
            let games = counted(player.games, "game");
            notes.push(match player.bound {
                Some(_) => format!("Set aside: {}, {share}, {games}, {bound}", player.name),
                None => format!("Set aside: {}, {games}, {bound}", player.name),
            });
        }
        if list.games_aside > 0 {
            let games = counted(list.games_aside, "game");
            notes.push(format!("{games} of players set aside or between groups did not count"));
        }
        notes
    }
}

/// Formats a rating. An anchor's rating is written as it was given.
fn rating(player: &RatedPlayer) -> String {
    if player.error.is_none() && player.unanchored.is_some() {
        return player.rating.to_string();
    }
    format!("{:.1}", player.rating)
}

fn error(player: &RatedPlayer) -> String {
    match (player.error, player.unanchored) {
        (Some(error), _) => format!("{error:.1}"),
        (None, Some(_)) => "anchor".to_owned(),
        (None, None) => "-".to_owned(),
    }
}

/// Formats points as a percentage of the number of games. The points are given in thousandths; the
/// percentage is rounded half up.
fn share(thousandths: i64, games: u64) -> String {
    let games = i64::try_from(games.max(1)).unwrap_or(i64::MAX);
    let rounded = (2 * thousandths + games) / (2 * games);
    format!("{}.{} %", rounded / 10, rounded % 10)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
