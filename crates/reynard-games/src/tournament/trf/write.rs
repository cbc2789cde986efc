//! Writing a report: TRF26.

use std::fmt;

use reynard::Color;

use super::{ReportLine, TournamentReport};
use crate::tournament::model::{
    GameScore, Participant, PointSystem, Rated, RoundEntry, RoundKind, Sex, TournamentRecord,
    TournamentSystem,
};
use crate::tournament::standings::TournamentStandings;
use crate::tournament::tie_break::TieBreak;

/// The reason why a tournament cannot be written as a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnwritableReport {
    /// A player has two games in a round, which the format does not support.
    TwoGamesInRound {
        /// The name of the player.
        player: String,
        /// The round.
        round: u32,
    },
    /// There are more than 9,999 players.
    TooManyPlayers,
}

impl fmt::Display for UnwritableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoGamesInRound { player, round } => {
                write!(f, "{player} has two games in round {round}: a report has room for one")
            }
            Self::TooManyPlayers => f.write_str("a report has room for 9,999 players"),
        }
    }
}

impl std::error::Error for UnwritableReport {}

/// Records that are generated from the tournament. All other records are kept unchanged.
const WRITTEN: [&str; 17] = [
    "012", "042", "062", "072", "142", "162", "192", "202", "212", "XXR", "XXS", "BBW", "BBD",
    "BBL", "BBZ", "BBF", "BBU",
];

impl TournamentReport {
    /// The maximum number of letters in a name; longer names are truncated.
    pub const NAME_LETTERS: usize = 33;

    /// The largest FIDE id that fits; larger ones are left out.
    pub const MAX_FIDE_ID: u64 = 99_999_999_999;

    /// Writes a tournament as TRF26, with the places from its standings. `kept` contains the lines
    /// of the report from which the tournament was read; those that are derived from the tournament
    /// are rewritten.
    ///
    /// # Errors
    ///
    /// Returns [`UnwritableReport`] if the tournament does not fit the format.
    ///
    /// ```
    /// use reynard_games::{TournamentStandings, StandingsSettings, TournamentReport};
    ///
    /// let text = "012 Club night\n\
    ///     001    1      Anna                                                               1.0    1     2 w 1\n\
    ///     001    2      Ben                                                                0.0    2     1 b 0\n";
    /// let report = TournamentReport::read(text.as_bytes())?;
    /// let settings = StandingsSettings::default();
    /// let standings = TournamentStandings::new(&report.tournament, &settings)?;
    /// let written = TournamentReport::write(&report.tournament, &standings, &report.lines)?;
    /// let again = TournamentReport::read(written.as_bytes())?;
    /// assert_eq!(again.tournament.players, report.tournament.players);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        tournament: &TournamentRecord,
        standings: &TournamentStandings,
        kept: &[ReportLine],
    ) -> Result<String, UnwritableReport> {
        check(tournament)?;
        let mut text = String::new();
        let mut line = |line: &str| {
            text.push_str(line.trim_end());
            text.push_str("\r\n");
        };
        for it in head(tournament, standings, kept) {
            line(&it);
        }
        let is_kept = |it: &&ReportLine| !WRITTEN.iter().any(|code| it.text.starts_with(code));
        for (index, player) in tournament.players.iter().enumerate() {
            kept.iter()
                .filter(is_kept)
                .filter(|it| it.after_players == index)
                .for_each(|it| line(&it.text));
            line(&player_record(tournament, standings, index, player));
        }
        let count = tournament.players.len();
        kept.iter()
            .filter(is_kept)
            .filter(|it| it.after_players >= count)
            .for_each(|it| line(&it.text));
        if !kept.iter().any(|it| it.text.starts_with("013") || it.text.starts_with("310")) {
            for it in team_records(tournament) {
                line(&it);
            }
        }
        Ok(text)
    }
}

/// Returns the records before the players that are derived from the tournament.
fn head(
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
    kept: &[ReportLine],
) -> Vec<String> {
    let old = |code: &str| kept.iter().map(|it| &it.text).find(|it| it.starts_with(code));
    let mut lines = vec![format!("012 {}", tournament.name)];
    match (old("042"), tournament.start.year) {
        (Some(old), _) => lines.push(old.clone()),
        (None, Some(year)) => {
            let (month, day) = (tournament.start.month, tournament.start.day);
            lines.push(format!("042 {year:04}/{:02}/{:02}", month.unwrap_or(0), day.unwrap_or(0)));
        }
        (None, None) => {}
    }
    let rated = tournament.players.iter().filter(|player| player.rating.is_some()).count();
    lines.extend([format!("062 {}", tournament.players.len()), format!("072 {rated}")]);
    if tournament.rounds > 0 {
        lines.push(format!("142 {}", tournament.rounds));
    }
    if tournament.points != PointSystem::default() {
        lines.push(points_record(&tournament.points));
    }
    lines.extend(match (old("192"), tournament.system) {
        (Some(old), _) => Some(old.clone()),
        (None, TournamentSystem::RoundRobin { cycles: 2 }) => {
            Some("192 FIDE_DOUBLEROUNDROBIN".to_owned())
        }
        (None, TournamentSystem::RoundRobin { .. }) => Some("192 FIDE_ROUNDROBIN".to_owned()),
        // The type stands in words.
        (None, TournamentSystem::Swiss) if old("092").is_some() => None,
        (None, TournamentSystem::Swiss) => Some("192 CUSTOM_SWISS".to_owned()),
    });
    let lists: Vec<String> = ["202", "212"].iter().filter_map(|code| old(code)).cloned().collect();
    let is_read = lists.iter().any(|it| TieBreak::list(it.get(3..).unwrap_or("")).is_ok());
    if lists.is_empty() || is_read || standings.tie_breaks != TieBreak::defaults(tournament.system)
    {
        let codes: Vec<String> = standings.tie_breaks.iter().map(ToString::to_string).collect();
        lines.extend((!codes.is_empty()).then(|| format!("202 {}", codes.join(","))));
    } else {
        // Reynard's defaults do not replace a list that it cannot compute.
        lines.extend(lists);
    }
    lines
}

fn check(tournament: &TournamentRecord) -> Result<(), UnwritableReport> {
    if tournament.players.iter().any(|player| player.number > 9_999) {
        return Err(UnwritableReport::TooManyPlayers);
    }
    for player in &tournament.players {
        let double = player.entries.windows(2).find(|pair| pair[0].round == pair[1].round);
        if let Some(pair) = double {
            let (player, round) = (player.name.clone(), pair[0].round);
            return Err(UnwritableReport::TwoGamesInRound { player, round });
        }
    }
    Ok(())
}

fn points_record(points: &PointSystem) -> String {
    let codes = [
        ('W', points.win),
        ('D', points.draw),
        ('L', points.loss),
        ('A', points.absence),
        ('P', points.pairing_bye),
    ];
    let parts = codes.map(|(code, points)| format!("{code}{points:>4}    "));
    format!("162  {}", parts.concat())
}

/// A line of a report that is being filled column by column.
struct Row(Vec<char>);

impl Row {
    /// Writes text into a range of columns, counted from 1, and aligns it to the left.
    fn left(&mut self, from: usize, to: usize, text: &str) {
        let text = text.chars().filter(|letter| !letter.is_control()).take(to + 1 - from);
        self.put(from, text);
    }

    /// Writes text into a range of columns, counted from 1, and aligns it to the right.
    fn right(&mut self, from: usize, to: usize, text: &str) {
        let width = to + 1 - from;
        let length = text.chars().count().min(width);
        self.put(to + 1 - length, text.chars().take(width));
    }

    fn put(&mut self, from: usize, text: impl Iterator<Item = char>) {
        for (column, letter) in (from - 1..).zip(text) {
            if self.0.len() <= column {
                self.0.resize(column + 1, ' ');
            }
            self.0[column] = letter;
        }
    }
}

/// Returns the records 013: the teams with their players.
fn team_records(tournament: &TournamentRecord) -> Vec<String> {
    let mut teams: Vec<(&str, Vec<u32>)> = Vec::new();
    for player in &tournament.players {
        let Some(name) = player.team.as_deref() else { continue };
        match teams.iter_mut().find(|(team, _)| *team == name) {
            Some((_, players)) => players.push(player.number),
            None => teams.push((name, vec![player.number])),
        }
    }
    let record = |(name, players): &(&str, Vec<u32>)| {
        let mut row = Row(Vec::new());
        row.left(1, 3, "013");
        row.left(5, 36, name);
        for (column, number) in (37..).step_by(5).zip(players) {
            row.right(column, column + 3, &number.to_string());
        }
        row.0.into_iter().collect()
    };
    teams.iter().map(record).collect()
}

fn player_record(
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
    index: usize,
    player: &Participant,
) -> String {
    let mut row = Row(Vec::new());
    row.left(1, 3, "001");
    row.right(5, 8, &player.number.to_string());
    let sex = match player.sex {
        Some(Sex::Male) => "m",
        Some(Sex::Female) => "w",
        None => "",
    };
    row.left(10, 10, sex);
    row.right(11, 13, &player.title);
    row.left(15, 47, &player.name);
    row.right(49, 52, &player.rating.map_or(String::new(), |it| it.to_string()));
    row.left(54, 56, &player.federation);
    let fide_id = player.fide_id.filter(|&id| id <= TournamentReport::MAX_FIDE_ID);
    row.right(58, 68, &fide_id.map_or(String::new(), |it| it.to_string()));
    row.left(70, 79, &player.birth);
    let score = tournament.score(index, tournament.rounds);
    row.right(81, 84, &score.to_string());
    let place = standings.rows.iter().find(|row| row.player == index).map(|row| row.place);
    row.right(86, 89, &place.map_or(String::new(), |it| it.to_string()));
    for &RoundEntry { round, kind } in &player.entries {
        let column = 82 + 10 * usize::try_from(round).unwrap_or(1);
        let opponent = kind.opponent().map(|it| tournament.players[it].number);
        let number = opponent.map_or("0000".to_owned(), |it| it.to_string());
        row.right(column, column + 3, &number);
        let color = match kind.color() {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "-",
        };
        row.left(column + 5, column + 5, color);
        row.left(column + 7, column + 7, code(kind));
    }
    row.0.into_iter().collect()
}

/// Returns the character for a result. Unrated games are denoted by letters, and an unfinished game
/// by a blank.
const fn code(kind: RoundKind) -> &'static str {
    match kind {
        RoundKind::Game { result, rated: Rated::No, .. } => match result {
            GameScore::Win => "W",
            GameScore::Draw => "D",
            GameScore::Loss => "L",
        },
        RoundKind::Unfinished { .. } => " ",
        other => other.symbol(),
    }
}
