//! Record 001: a player and the player's rounds.

use super::ReportFault;
use super::columns::{Columns, Counting};
use crate::tournament::model::{Participant, Sex};
use crate::tournament::points::ScorePoints;

/// A player as described by a line.
#[derive(Debug)]
pub(super) struct PlayerLine {
    pub(super) line: usize,
    pub(super) player: Participant,
    pub(super) points: Option<ScorePoints>,
    pub(super) rounds: Vec<RoundCell>,
    pub(super) counting: Counting,
}

/// A round as described by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoundCell {
    /// The number of the opponent; zero if there is none.
    pub(super) opponent: u32,
    /// `w`, `b` or `-`.
    pub(super) color: char,
    /// The result in uppercase; a blank if there is none.
    pub(super) result: char,
}

/// The column of the first round, and the number of columns of each round.
const FIRST_ROUND: usize = 92;
const ROUND_WIDTH: usize = 10;

/// The maximum number of rounds in a line.
const MAX_ROUNDS: usize = 500;

impl PlayerLine {
    /// Parses a line. Columns are counted in characters. Another way of counting is used only if it
    /// is the only one by which the line can be parsed.
    pub(super) fn read(line: usize, text: &str) -> Result<Self, Vec<ReportFault>> {
        let mut first = None;
        for counting in Columns::ways(text) {
            match Self::of_columns(line, &Columns::new(line, text, counting), counting) {
                Ok(read) => return Ok(read),
                Err(faults) => {
                    first.get_or_insert(faults);
                }
            }
        }
        Err(first.unwrap_or_default())
    }

    fn of_columns(
        line: usize,
        columns: &Columns,
        counting: Counting,
    ) -> Result<Self, Vec<ReportFault>> {
        let mut faults = Vec::new();
        let mut note = |fault: ReportFault| faults.push(fault);
        let player = read_player(columns, &mut note);
        let points = columns.text(81, 84);
        let points = match points.as_str() {
            "" => None,
            text => {
                let read = text.parse::<ScorePoints>().ok();
                if read.is_none() {
                    note(columns.fault(81, 84, "a number of points like 11.5"));
                }
                read
            }
        };
        if let Err(fault) = columns.number::<u32>(86, 89, "a rank") {
            note(fault);
        }
        let mut rounds = Vec::new();
        let mut column = FIRST_ROUND;
        while column <= columns.len() && rounds.len() < MAX_ROUNDS {
            match read_round(columns, column) {
                Ok(round) => rounds.push(round),
                Err(fault) => {
                    note(fault);
                    break;
                }
            }
            column += ROUND_WIDTH;
        }
        if faults.is_empty() {
            Ok(Self { line, player, points, rounds, counting })
        } else {
            Err(faults)
        }
    }
}

/// The text expected in columns 5 to 8.
const NUMBER: &str = "a starting number from 1 to 9999";

fn read_player(columns: &Columns, note: &mut impl FnMut(ReportFault)) -> Participant {
    let mut keep = |read: Result<Option<u64>, ReportFault>| match read {
        Ok(number) => number,
        Err(fault) => {
            note(fault);
            None
        }
    };
    let rating = keep(columns.number(49, 52, "a rating"));
    let fide_id = keep(columns.number(58, 68, "a FIDE id"));
    let number = match columns.number::<u32>(5, 8, NUMBER) {
        Ok(Some(number)) if number > 0 => number,
        _ => {
            note(columns.fault(5, 8, NUMBER));
            0
        }
    };
    for (from, to) in
        [(4, 4), (9, 9), (14, 14), (48, 48), (53, 53), (57, 57), (69, 69), (80, 80), (85, 85)]
    {
        if let Err(fault) = columns.blank(from, to) {
            note(fault);
        }
    }
    let sex = match columns.at(10).to_ascii_lowercase() {
        'm' => Some(Sex::Male),
        'w' | 'f' => Some(Sex::Female),
        _ => None,
    };
    Participant {
        name: columns.text(15, 47),
        title: columns.text(11, 13),
        rating: rating.and_then(|it| u32::try_from(it).ok()).filter(|&it| it > 0),
        federation: columns.text(54, 56),
        fide_id: fide_id.filter(|&id| id > 0),
        number,
        sex,
        birth: columns.text(70, 79),
        ..Participant::default()
    }
}

fn read_round(columns: &Columns, column: usize) -> Result<RoundCell, ReportFault> {
    columns.blank(column - 2, column - 1)?;
    let opponent = columns.number(column, column + 3, "the number of an opponent")?;
    columns.blank(column + 4, column + 4)?;
    let color = match columns.at(column + 5).to_ascii_lowercase() {
        color @ ('w' | 'b' | '-') => color,
        ' ' => '-',
        _ => return Err(columns.fault(column + 5, column + 5, "a color (w, b or -)")),
    };
    columns.blank(column + 6, column + 6)?;
    let result = columns.at(column + 7).to_ascii_uppercase();
    if !" 1=0+-WDLHFUZ".contains(result) {
        let expected = "a result (1 = 0 + - W D L H F U Z or a blank)";
        return Err(columns.fault(column + 7, column + 7, expected));
    }
    let opponent = opponent.unwrap_or(0);
    if opponent > 0 && "HFUZ".contains(result) {
        let expected = "a result against an opponent (1 = 0 + - W D L or a blank)";
        return Err(columns.fault(column + 7, column + 7, expected));
    }
    Ok(RoundCell { opponent, color, result })
}
