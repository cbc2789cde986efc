//! Reading a report.

use std::collections::{HashMap, HashSet};

use encoding::decode;
use head::{start_date, system_of};
use reynard::Color;

use super::columns::{Columns, Counting};
use super::player_line::{PlayerLine, RoundCell};
use super::point_records::{read_162, read_bb, read_xxs};
use super::{ReportFault, ReportFaults, ReportFlavor, ReportLine, ReportNote, TournamentReport};
use crate::GameDate;
use crate::tournament::model::{
    GameScore, PointSystem, Rated, RoundEntry, RoundKind, TournamentRecord, TournamentSystem,
};
use crate::tournament::points::ScorePoints;
use crate::tournament::tie_break::TieBreak;

mod encoding;
mod head;

/// The maximum number of lines in a report.
const MAX_LINES: usize = 200_000;

impl TournamentReport {
    /// Reads a report in the format TRF06, TRF16 or TRF26, encoded in UTF-8 or Windows-1252.
    ///
    /// # Errors
    ///
    /// Returns [`ReportFaults`] with every place that does not follow the format.
    ///
    /// ```
    /// use reynard_games::TournamentReport;
    ///
    /// let error = TournamentReport::read(b"001    x      Anna\r\n").expect_err("no number");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 5: `x` stands where a starting number from 1 to 9999 belongs"
    /// );
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, ReportFaults> {
        let (text, note) = decode(bytes);
        let mut reading = Reading::default();
        reading.notes.extend(note.map(|text| ReportNote { line: 0, text }));
        for (index, (number, line)) in lines(&text).enumerate() {
            if index == MAX_LINES {
                reading.fault(number, 1, line, "the end of a report of 200,000 lines");
                break;
            }
            reading.line(number, line);
        }
        reading.finish()
    }
}

/// The records that earlier formats do not have.
const CODES_OF_26: [&str; 20] = [
    "142", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300",
    "310", "320", "330", "352", "362", "801", "802",
];

/// Returns the nonempty lines with their numbers. A line ends with CR, LF or both.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut number = 0;
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
            let (line, after) = rest.split_at(end);
            rest = after.strip_prefix("\r\n").unwrap_or_else(|| after.get(1..).unwrap_or(""));
            number += 1;
            if !line.trim().is_empty() {
                return Some((number, line));
            }
        }
        None
    })
}

/// A record 299, or a future bye from a record 240.
struct Special {
    line: usize,
    kind: char,
    points: ScorePoints,
    round: u32,
    players: Vec<u32>,
}

/// A report that is being read.
#[derive(Default)]
struct Reading {
    name: String,
    start: GameDate,
    kind: String,
    rounds: u32,
    points: PointSystem,
    players: Vec<PlayerLine>,
    teams: Vec<(String, Vec<u32>)>,
    specials: Vec<Special>,
    byes: Vec<Special>,
    tie_breaks: Option<Vec<TieBreak>>,
    lines: Vec<ReportLine>,
    notes: Vec<ReportNote>,
    faults: Vec<ReportFault>,
    /// The numbers of players whose lines have faults. A reference to them is no further fault.
    faulty: HashSet<u32>,
    is_extended: bool,
    is_26: bool,
    unknown: u32,
}

impl Reading {
    fn note(&mut self, line: usize, text: impl Into<String>) {
        self.notes.push(ReportNote { line, text: text.into() });
    }

    fn fault(&mut self, line: usize, column: usize, found: &str, expected: &str) {
        let found: String = found.chars().take(40).collect();
        let found = if found.is_empty() { " ".to_owned() } else { found };
        self.faults.push(ReportFault { line, column, found, expected: expected.to_owned() });
    }

    fn line(&mut self, number: usize, line: &str) {
        let code: String = line.chars().take(3).collect();
        if code == "001" {
            match PlayerLine::read(number, line) {
                Ok(read) => self.players.push(read),
                Err(faults) => {
                    self.faults.extend(faults);
                    let columns = Columns::new(number, line, Counting::Characters);
                    self.faulty.extend(columns.number::<u32>(5, 8, "").ok().flatten());
                }
            }
            return;
        }
        self.lines.push(ReportLine { after_players: self.players.len(), text: line.to_owned() });
        let text = line.chars().skip(3).collect::<String>();
        let text = text.trim();
        self.is_26 |= CODES_OF_26.contains(&code.as_str());
        self.is_extended |= code.starts_with("XX") || code.starts_with("BB");
        match code.as_str() {
            "012" => text.clone_into(&mut self.name),
            "042" => self.read_start(number, text),
            "092" | "192" => self.kind = format!("{} {}", self.kind, text.to_lowercase()),
            "142" | "XXR" => self.read_rounds(number, text),
            "162" | "XXS" | "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => {
                self.read_points(number, &code, text);
            }
            "202" | "212" => self.read_tie_breaks(number, &code, text),
            "013" | "310" => self.read_team(number, line, &code),
            "240" | "299" => self.read_special(number, line, &code),
            "###" | "022" | "032" | "052" | "062" | "072" | "082" | "102" | "112" | "122"
            | "132" | "152" | "172" | "182" | "222" | "250" | "260" | "300" | "320" | "330"
            | "352" | "362" | "801" | "802" | "XXC" | "XXZ" | "XXA" | "XXP" => {}
            _ => self.unknown += 1,
        }
    }

    fn read_start(&mut self, number: usize, text: &str) {
        self.start = start_date(text);
        if self.start.year.is_none() && !text.is_empty() {
            self.note(number, format!("`{text}` is not a date; --rules gives the edition"));
        }
    }

    fn read_rounds(&mut self, number: usize, text: &str) {
        match text.parse::<u32>() {
            Ok(rounds) if (1..=TournamentRecord::MAX_ROUNDS).contains(&rounds) => {
                self.rounds = rounds;
            }
            _ => self.fault(number, 5, text, "a number of rounds"),
        }
    }

    fn read_points(&mut self, number: usize, code: &str, text: &str) {
        let read = match code {
            "162" => read_162(text, &mut self.points),
            "XXS" => read_xxs(text, &mut self.points).map(|()| None),
            _ => read_bb(code, text, &mut self.points).map(|()| None),
        };
        match read {
            Ok(note) => {
                if let Some(note) = note {
                    self.note(number, note);
                }
            }
            Err(found) => self.fault(number, 5, &found, "a code with points, such as `W 1.0`"),
        }
    }

    fn read_tie_breaks(&mut self, number: usize, code: &str, text: &str) {
        match TieBreak::list(text) {
            Ok(list) if list.is_empty() => {}
            Ok(list) => {
                if code == "212" || self.tie_breaks.is_none() {
                    self.tie_breaks = Some(list);
                }
            }
            Err(error) => {
                let text = format!("tie-breaks of record {code} do not count: {error}");
                self.note(number, text);
            }
        }
    }

    fn read_team(&mut self, number: usize, line: &str, code: &str) {
        let columns = Columns::new(number, line, Counting::Characters);
        let (name, first) = if code == "013" { ((5, 36), 37) } else { ((9, 40), 74) };
        let name = columns.text(name.0, name.1);
        let players = self.read_numbers(&columns, first);
        self.teams.push((name, players));
    }

    fn read_special(&mut self, number: usize, line: &str, code: &str) {
        let columns = Columns::new(number, line, Counting::Characters);
        let kind = columns.at(5).to_ascii_uppercase();
        let (round, first) = if code == "240" { ((7, 9), 11) } else { ((20, 22), 24) };
        let round = match columns.number::<u32>(round.0, round.1, "the number of a round") {
            Ok(round) => round.unwrap_or(0),
            Err(fault) => {
                self.faults.push(fault);
                return;
            }
        };
        let apart: &[(usize, usize)] =
            if code == "240" { &[(6, 6), (10, 10)] } else { &[(18, 19), (23, 23)] };
        if let Some(fault) = apart.iter().find_map(|&(from, to)| columns.blank(from, to).err()) {
            self.faults.push(fault);
            return;
        }
        let mut points = ScorePoints::ZERO;
        if code == "299" {
            let Ok(given) = columns.text(13, 17).parse() else {
                self.faults.push(columns.fault(14, 17, "a number of points like -1.0"));
                return;
            };
            points = given;
        }
        let players = self.read_numbers(&columns, first);
        let special = Special { line: number, kind, points, round, players };
        let list = if code == "240" { &mut self.byes } else { &mut self.specials };
        list.push(special);
    }

    fn read_numbers(&mut self, columns: &Columns, first: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut column = first;
        while column <= columns.len() {
            match columns.number::<u32>(column, column + 3, "the number of a player") {
                Ok(number) => numbers.extend(number.filter(|&it| it > 0)),
                Err(fault) => self.faults.push(fault),
            }
            column += 5;
        }
        numbers
    }

    fn finish(mut self) -> Result<TournamentReport, ReportFaults> {
        let mut tournament = TournamentRecord::new(std::mem::take(&mut self.name));
        tournament.start = self.start;
        tournament.points = self.points;
        let indexes = self.indexes();
        let played = last_round(&self.players, |cell| cell.opponent > 0);
        tournament.rounds = self.rounds.max(last_round(&self.players, |_| true));
        let players = std::mem::take(&mut self.players);
        for line in &players {
            let entries = self.entries(line, &players, &indexes, played);
            let mut player = line.player.clone();
            player.entries = entries;
            tournament.players.push(player);
            if line.counting != Counting::Characters {
                let way = if line.counting == Counting::Bytes {
                    "bytes"
                } else {
                    "letters with their accents"
                };
                self.note(line.line, format!("columns are counted in {way}, not in characters"));
            }
        }
        self.give_teams(&mut tournament, &indexes);
        self.give_special_points(&mut tournament, &indexes);
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| (fault.line, fault.column));
            return Err(ReportFaults(self.faults));
        }
        self.check_points(&players, &tournament, played);
        tournament.system = system_of(&self.kind, &tournament);
        if matches!(tournament.system, TournamentSystem::RoundRobin { .. }) {
            leave_out_free_rounds(&players, &mut tournament);
        }
        if self.unknown > 0 {
            self.note(
                0,
                format!("lines that are not of the format: {}; they are kept", self.unknown),
            );
        }
        let has_codes =
            players.iter().flat_map(|it| &it.rounds).any(|it| "WDLHFUZ".contains(it.result));
        let flavor = match () {
            () if self.is_26 => ReportFlavor::Trf26,
            () if self.is_extended => ReportFlavor::Trf16Extended,
            () if has_codes => ReportFlavor::Trf16,
            () => ReportFlavor::Trf06,
        };
        self.notes.sort_by_key(|note| note.line);
        let Self { tie_breaks, lines, notes, .. } = self;
        Ok(TournamentReport { tournament, flavor, tie_breaks, lines, notes })
    }

    /// Returns the indices of the players by starting number.
    fn indexes(&mut self) -> HashMap<u32, usize> {
        let mut indexes = HashMap::new();
        let mut doubled = Vec::new();
        for (index, line) in self.players.iter().enumerate() {
            if indexes.insert(line.player.number, index).is_some() {
                doubled.push((line.line, line.player.number));
            }
        }
        for (line, number) in doubled {
            self.fault(line, 5, &number.to_string(), "a number that no other player has");
        }
        indexes
    }

    /// Creates the rounds of a player. Rounds without a result do not count if they come after the
    /// last round with a game.
    fn entries(
        &mut self,
        line: &PlayerLine,
        all: &[PlayerLine],
        indexes: &HashMap<u32, usize>,
        played: u32,
    ) -> Vec<RoundEntry> {
        let mut entries = Vec::new();
        for (round, cell) in (1..).zip(&line.rounds) {
            let opponent = match cell.opponent {
                0 => None,
                number => match indexes.get(&number) {
                    Some(&index) if all[index].line != line.line => Some(index),
                    None if self.faulty.contains(&number) => continue,
                    _ => {
                        let column = 82 + 10 * round as usize;
                        self.fault(
                            line.line,
                            column,
                            &number.to_string(),
                            "the number of another player",
                        );
                        continue;
                    }
                },
            };
            if let Some(index) = opponent {
                self.check_opponent(line, &all[index], round, *cell);
            }
            let is_over = round <= played;
            if let Some(kind) = kind_of(*cell, opponent, is_over) {
                if opponent.is_none() && "1=0".contains(cell.result) {
                    let text = format!(
                        "round {round}: `{}` without an opponent is read as a bye",
                        cell.result
                    );
                    self.note(line.line, text);
                }
                entries.push(RoundEntry { round, kind });
            }
        }
        entries
    }

    /// Checks that the opponent's line contains the same game, and adds a note if the two results
    /// contradict each other.
    fn check_opponent(
        &mut self,
        line: &PlayerLine,
        other: &PlayerLine,
        round: u32,
        cell: RoundCell,
    ) {
        let column = 82 + 10 * round as usize;
        let place = usize::try_from(round).unwrap_or(1) - 1;
        let theirs = other.rounds.get(place).copied();
        let is_mutual = theirs.is_some_and(|it| it.opponent == line.player.number);
        if !is_mutual {
            let expected = format!("a player with {} in the same round", line.player.number);
            self.fault(line.line, column, &cell.opponent.to_string(), &expected);
            return;
        }
        let Some(theirs) = theirs.filter(|_| line.player.number < other.player.number) else {
            return;
        };
        let is_pair = matches!(
            (cell.result, theirs.result),
            ('1' | '=' | '0', '0')
                | ('0', '1' | '=')
                | ('=', '=')
                | ('+' | '-', '-')
                | ('-', '+')
                | ('W', 'L')
                | ('L', 'W')
                | ('D', 'D')
                | (' ', ' ')
        );
        let numbers = (line.player.number, other.player.number);
        if !is_pair {
            let results = format!("{} and {}", cell.result, theirs.result);
            self.note(
                line.line,
                format!(
                    "round {round}: players {} and {} have the results {results}",
                    numbers.0, numbers.1
                ),
            );
        }
        if cell.color == theirs.color && cell.color != '-' {
            self.note(
                line.line,
                format!(
                    "round {round}: players {} and {} have the same color",
                    numbers.0, numbers.1
                ),
            );
        }
    }

    fn give_teams(&mut self, tournament: &mut TournamentRecord, indexes: &HashMap<u32, usize>) {
        for (name, players) in &self.teams {
            for index in players.iter().filter_map(|number| indexes.get(number)) {
                tournament.players[*index].team = Some(name.clone());
            }
        }
    }

    /// Applies the points of records 299: penalties and bonuses, or different points for a kind of
    /// result.
    fn give_special_points(
        &mut self,
        tournament: &mut TournamentRecord,
        indexes: &HashMap<u32, usize>,
    ) {
        for special in std::mem::take(&mut self.specials) {
            for number in &special.players {
                let Some(&index) = indexes.get(number) else {
                    self.fault(special.line, 24, &number.to_string(), "the number of a player");
                    continue;
                };
                let points = tournament.points;
                let player = &mut tournament.players[index];
                if special.kind == ' ' {
                    player.adjustment += special.points;
                    continue;
                }
                let in_round = |it: &&RoundEntry| special.round == 0 || it.round == special.round;
                let of_kind = |it: &&RoundEntry| is_kind(it.kind, special.kind);
                let entries: Vec<RoundEntry> =
                    player.entries.iter().filter(in_round).filter(of_kind).copied().collect();
                for entry in entries {
                    player.adjustment += special.points - points.of(entry.kind);
                }
            }
        }
    }

    /// Compares the points of each player with those computed from the results. Byes after the last
    /// round with a game may count or not.
    fn check_points(&mut self, players: &[PlayerLine], tournament: &TournamentRecord, played: u32) {
        for (index, line) in players.iter().enumerate() {
            let Some(points) = line.points else { continue };
            let sum = tournament.score(index, tournament.rounds);
            if sum == points || tournament.score(index, played) == points {
                continue;
            }
            let coming: ScorePoints = self
                .byes
                .iter()
                .filter(|bye| bye.round > played && bye.players.contains(&line.player.number))
                .map(|bye| match bye.kind {
                    'F' => tournament.points.win,
                    'H' => tournament.points.draw,
                    _ => ScorePoints::ZERO,
                })
                .sum();
            let reason = if coming != ScorePoints::ZERO && sum + coming == points {
                "; a bye to come explains it"
            } else {
                ""
            };
            let text = format!(
                "{}: {points} points, but the results bring {sum}{reason}",
                line.player.name
            );
            self.note(line.line, text);
        }
    }
}

/// Returns the last round in which any player has a result in a cell that `counts`.
fn last_round(players: &[PlayerLine], counts: impl Fn(&RoundCell) -> bool) -> u32 {
    let has_result = |cell: &RoundCell| cell.result != ' ' && counts(cell);
    let last = |line: &PlayerLine| line.rounds.iter().rposition(&has_result);
    let last = players.iter().filter_map(last).max();
    last.and_then(|round| u32::try_from(round + 1).ok()).unwrap_or(0)
}

/// Removes the byes that stand for blank cells. In a round robin with an odd number of players, each
/// of them has a round without a game, which is no bye. An absence that brings points stays.
fn leave_out_free_rounds(lines: &[PlayerLine], tournament: &mut TournamentRecord) {
    if tournament.points.absence != ScorePoints::ZERO {
        return;
    }
    for (line, player) in lines.iter().zip(&mut tournament.players) {
        player.entries.retain(|entry| {
            let cell = usize::try_from(entry.round - 1).ok().and_then(|at| line.rounds.get(at));
            let is_blank = cell.is_some_and(|it| it.opponent == 0 && it.result == ' ');
            !(is_blank && entry.kind == RoundKind::ZeroPointBye)
        });
    }
}

fn kind_of(cell: RoundCell, opponent: Option<usize>, is_over: bool) -> Option<RoundKind> {
    let color = match cell.color {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        _ => None,
    };
    let game = |result, rated| {
        let color = color.unwrap_or(Color::White);
        opponent.map(|opponent| RoundKind::Game { opponent, color, result, rated })
    };
    let kind = match cell.result {
        '1' => game(GameScore::Win, Rated::Yes).unwrap_or(RoundKind::PairingBye),
        '=' => game(GameScore::Draw, Rated::Yes).unwrap_or(RoundKind::HalfPointBye),
        '0' => game(GameScore::Loss, Rated::Yes).unwrap_or(RoundKind::ZeroPointBye),
        'W' => game(GameScore::Win, Rated::No).unwrap_or(RoundKind::FullPointBye),
        'D' => game(GameScore::Draw, Rated::No).unwrap_or(RoundKind::HalfPointBye),
        'L' => game(GameScore::Loss, Rated::No).unwrap_or(RoundKind::ZeroPointBye),
        '+' => RoundKind::ForfeitWin { opponent, color },
        '-' => RoundKind::ForfeitLoss { opponent, color },
        'U' => RoundKind::PairingBye,
        'F' => RoundKind::FullPointBye,
        'H' => RoundKind::HalfPointBye,
        'Z' => RoundKind::ZeroPointBye,
        _ => match opponent {
            Some(opponent) => {
                RoundKind::Unfinished { opponent, color: color.unwrap_or(Color::White) }
            }
            None if is_over => RoundKind::ZeroPointBye,
            None => return None,
        },
    };
    Some(kind)
}

/// Returns `true` if a round is of the kind denoted by the letter of a record 299.
const fn is_kind(kind: RoundKind, letter: char) -> bool {
    match letter {
        'W' => matches!(kind, RoundKind::Game { result: GameScore::Win, .. }),
        'D' => matches!(kind, RoundKind::Game { result: GameScore::Draw, .. }),
        'L' => matches!(kind, RoundKind::Game { result: GameScore::Loss, .. }),
        'F' => matches!(kind, RoundKind::FullPointBye | RoundKind::PairingBye),
        'H' => matches!(kind, RoundKind::HalfPointBye),
        'Z' => matches!(kind, RoundKind::ZeroPointBye),
        '+' => matches!(kind, RoundKind::ForfeitWin { .. }),
        '-' => matches!(kind, RoundKind::ForfeitLoss { .. }),
        _ => false,
    }
}
