//! The arguments of `reynard pgn crosstable`.

use anyhow::bail;
use clap::ValueEnum;
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_games::{
    KnownBye, KnownPlayer, MissingRound, NameJoining, PlayOffs, PointSystem, Query, ReportLine,
    ResultColumns, RoundRobinBuchholz, StandingsSettings, TieBreak, TieBreakRules,
    TournamentRecord, TournamentReport, TournamentSettings, TournamentSystem,
};

use crate::commands::pgn::input::{Inputs, OnErrors};
use crate::commands::pgn::near::Joining;
use crate::commands::pgn::target::To;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn crosstable tournament.pgn
  reynard pgn crosstable --where 'event~candidates year=2024' games.pgn.zst
  reynard pgn crosstable --tie-breaks BH/C1,BH,SB,DE --rounds 9 --missing half open.pgn
  reynard pgn crosstable open.pgn open.trf
  reynard pgn crosstable --player carlsen open.trf
  reynard pgn crosstable --to html -o open.html open.trf
  reynard pgn crosstable --json tournament.pgn

Of a report file beside games, the byes and forfeits count in rounds without a game.

Tie-breaks follow FIDE's regulations C.07 and have the codes of its report files: BH Buchholz, SB \
Sonneborn-Berger, DE direct encounter, WIN rounds with the points of a win, WON games won over the board, \
KS Koya, PS progressive, BPG and BWG games and wins with Black, REP, STD, TPN, AOB, FB, ARO, TPR, PTP, APRO, \
APPO, RTNG. /C1 and /M1 cut, /P counts forfeits as games, /R turns the order around. Without --tie-breaks \
the order is Reynard's own: BH/C1,BH,SB,DE for a Swiss tournament and DE,WIN,SB,KS for a round robin.")]
pub(in crate::commands::pgn) struct Args {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    #[command(flatten)]
    pub(super) errors: OnErrors,
    /// Games that count, in the filter language: `event~candidates year=2024`
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    pub(super) filter: Option<Query>,
    #[command(flatten)]
    pub(super) joining: Joining,
    /// Count each spelling of a name as a player
    #[arg(long, conflicts_with = "join_initials")]
    pub(super) no_join: bool,
    #[command(flatten)]
    pub(super) tournament: TournamentArgs,
    #[command(flatten)]
    pub(super) table: TableArgs,
    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "json"
    )]
    pub(super) to: TableFormat,
    #[command(flatten)]
    pub(super) target: To,
    #[command(flatten)]
    pub(super) format: Format,
}

/// Facts of the tournament that games do not have.
#[derive(clap::Args)]
pub(super) struct TournamentArgs {
    /// Form of the tournament [default: by the games]
    #[arg(long, value_name = "FORM", value_parser = choice(&SYSTEMS))]
    pub(super) system: Option<TournamentSystem>,
    /// Number of rounds of the tournament [default: the last one with a game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(TournamentRecord::MAX_ROUNDS)))]
    pub(super) rounds: Option<u32>,
    /// Meaning of a round without a game, in a Swiss tournament
    #[arg(long, value_name = "KIND", default_value = "zero", value_parser = choice(&MISSING))]
    pub(super) missing: MissingRound,
    /// Bye that is known, such as `3 half Müller, Anna`; may be repeated
    #[arg(long = "bye", value_name = "'ROUND KIND NAME'", value_parser = known_bye)]
    pub(super) byes: Vec<KnownBye>,
    /// Points of a win, a draw and a loss
    #[arg(long, value_name = "WIN,DRAW,LOSS", value_parser = points)]
    pub(super) points: Option<PointSystem>,
    /// Count the games of play-offs, which their round or event names
    #[arg(long)]
    pub(super) play_offs: bool,
}

/// The order and the form of the table.
#[derive(clap::Args)]
pub(super) struct TableArgs {
    /// Tie-breaks in their order, separated by commas
    #[arg(long, visible_alias = "tiebreaks", value_name = "LIST", value_parser = tie_breaks)]
    pub(super) tie_breaks: Option<Codes>,
    /// Edition of FIDE's regulations [default: by the first day; 2026 from March 2026 on]
    #[arg(long, value_name = "YEAR", value_parser = choice(&RULES))]
    pub(super) rules: Option<TieBreakRules>,
    /// Rating of players without one, in tie-breaks by ratings
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(1..=4_999))]
    pub(super) unrated: Option<u32>,
    /// Compute Buchholz in a round robin
    #[arg(long)]
    pub(super) force_buchholz: bool,
    /// Standings after this round [default: the last one with a result]
    #[arg(long, value_name = "ROUND")]
    pub(super) after: Option<u32>,
    /// Standings after each round, one table after the other
    #[arg(long, conflicts_with_all = ["after", "player", "teams"])]
    pub(super) by_round: bool,
    /// Columns of results [default: matrix for a round robin, rounds otherwise]
    #[arg(long, value_name = "COLUMNS", value_parser = choice(&COLUMNS))]
    pub(super) results: Option<ResultColumns>,
    /// Card of a player: opponents, results, contributions to the tie-breaks
    #[arg(long, value_name = "NAME", conflicts_with = "teams")]
    pub(super) player: Option<String>,
    /// Table of teams, by the tags `WhiteTeam` and `BlackTeam` or the teams of a report
    #[arg(long)]
    pub(super) teams: bool,
    /// Width of the table in characters [default: that of the terminal, or 80]
    #[arg(long, value_name = "CHARACTERS", value_parser = clap::value_parser!(u16).range(40..))]
    pub(super) width: Option<u16>,
}

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
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

/// The forms of a tournament.
const SYSTEMS: [Choice<TournamentSystem>; 3] = [
    ("swiss", TournamentSystem::Swiss, "Pairings by score"),
    ("round-robin", TournamentSystem::RoundRobin { cycles: 1 }, "All play all"),
    ("double-round-robin", TournamentSystem::RoundRobin { cycles: 2 }, "All play all, twice"),
];

/// The meanings that a round without a game can have.
const MISSING: [Choice<MissingRound>; 4] = [
    ("zero", MissingRound::ZeroPointBye, "A zero-point bye"),
    ("half", MissingRound::HalfPointBye, "A half-point bye"),
    ("pairing-bye", MissingRound::PairingBye, "A pairing-allocated bye"),
    ("forfeit", MissingRound::Forfeit, "A loss by forfeit"),
];

/// The editions of the regulations.
const RULES: [Choice<TieBreakRules>; 2] = [
    ("2024", TieBreakRules::Of2024, "August 2024"),
    ("2026", TieBreakRules::Of2026, "March 2026: dummies have a cap"),
];

/// The kinds of result columns.
const COLUMNS: [Choice<ResultColumns>; 3] = [
    ("matrix", ResultColumns::Matrix, "One for each opponent"),
    ("rounds", ResultColumns::Rounds, "One for each round, such as 12w1"),
    ("none", ResultColumns::None, "None"),
];

/// A list of tie-breaks.
#[derive(Clone, Debug)]
pub(super) struct Codes(pub(super) Vec<TieBreak>);

fn tie_breaks(text: &str) -> Result<Codes, reynard_games::InvalidCondition> {
    TieBreak::list(text).map(Codes)
}

fn known_bye(text: &str) -> Result<KnownBye, String> {
    let mut words = text.trim().splitn(3, char::is_whitespace);
    let mut next = || words.next().filter(|word| !word.is_empty());
    let form = || "write a round, a kind and a name, like '3 half Müller, Anna'".to_owned();
    let kinds = || {
        let names = MISSING.map(|(name, ..)| name).join(", ");
        format!("the kind is one of {names}, as in '3 half Müller, Anna'")
    };
    let (round, kind, name) = (next(), next(), next());
    let round = round.and_then(|it| it.parse().ok()).ok_or_else(form)?;
    let kind = kind.ok_or_else(form)?;
    let kind = MISSING.iter().find(|(name, ..)| *name == kind).ok_or_else(kinds)?.1;
    let name = name.ok_or_else(form)?.trim().to_owned();
    let player = KnownPlayer { name, fide_id: None };
    Ok(KnownBye { player, round, kind, opponent: None, color: None })
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

impl TournamentArgs {
    /// Applies the options to the tournament read from a report.
    fn apply_to(&self, tournament: &mut TournamentRecord) {
        tournament.system = self.system.unwrap_or(tournament.system);
        tournament.points = self.points.unwrap_or(tournament.points);
        tournament.rounds = self.rounds.unwrap_or(tournament.rounds);
    }
}

impl Args {
    /// Rejects a number of rounds below that of the last round with a result.
    pub(super) fn refuse_rounds_before(&self, last: u32) -> anyhow::Result<()> {
        if self.tournament.rounds.is_some_and(|rounds| rounds < last) {
            bail!("--rounds: there are results of round {last}; --after N shows the table after N");
        }
        Ok(())
    }

    /// Rejects options of tables where the whole tournament is written.
    pub(super) fn refuse_options_of_tables(&self) -> anyhow::Result<()> {
        let format = match self.to {
            TableFormat::Trf => "--to trf",
            TableFormat::Json => "--to json",
            _ if self.format.json => "--json",
            _ => return Ok(()),
        };
        let given =
            [("--by-round", self.table.by_round), ("--player", self.table.player.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            bail!("{option} is for tables, and {format} has the whole tournament");
        }
        Ok(())
    }

    /// Applies the options to a report. Rejects those that only games can answer, and other points
    /// than those with which the report was read, if a record 299 depends on them.
    pub(super) fn change(&self, report: &mut TournamentReport) -> anyhow::Result<()> {
        let given = &self.tournament;
        for (is_given, option, reason) in [
            (self.filter.is_some(), "--where", "the results of a report belong together"),
            (!given.byes.is_empty(), "--bye", "a report has the byes of its players"),
            (given.missing != MissingRound::ZeroPointBye, "--missing", "a report has each round"),
            (self.joining.join_initials, "--join-initials", "a report has each player once"),
            (self.no_join, "--no-join", "a report has each player once"),
            (given.play_offs, "--play-offs", "a report does not name them"),
        ] {
            if is_given {
                bail!("{option} is for games: {reason}");
            }
        }
        let depends = |line: &ReportLine| {
            line.text.starts_with("299") && line.text.chars().nth(4).is_some_and(|kind| kind != ' ')
        };
        if given.points.is_some() && report.lines.iter().any(depends) {
            bail!("--points: a record 299 of the report gives points of its own for some results");
        }
        given.apply_to(&mut report.tournament);
        Ok(())
    }

    pub(super) fn of_games(&self) -> TournamentSettings {
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

    /// Returns the settings. `own` contains the tie-breaks given in a report.
    pub(super) fn settings(&self, own: Option<Vec<TieBreak>>) -> StandingsSettings {
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
}
