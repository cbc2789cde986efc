//! The first day and the system of a tournament, according to the head of a report.

use crate::GameDate;
use crate::tournament::model::{TournamentRecord, TournamentSystem};

/// The first letters of the months in English.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Parses `2026/03/01`, `01.03.2026`, or a date with the name of the month: `Mar 1, 2026`.
pub(super) fn start_date(text: &str) -> GameDate {
    let date = GameDate::of_tag(text);
    if date.year.is_some() {
        return date;
    }
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: Vec<&str> = words().filter(is_number).collect();
    let month = words().find_map(|word| {
        let start = word.get(..3)?.to_ascii_lowercase();
        MONTHS.iter().position(|&month| month == start).map(|month| month + 1)
    });
    match (month, &numbers[..]) {
        (Some(month), [day, year]) => GameDate::of_tag(&format!("{year}.{month:02}.{day:0>2}")),
        (None, [day, month, year]) => GameDate::of_tag(&format!("{year}.{month}.{day}")),
        _ => date,
    }
}

/// Returns the system: the one denoted by the type of the tournament, or else the one determined
/// from the games.
pub(super) fn system_of(kind: &str, tournament: &TournamentRecord) -> TournamentSystem {
    let guessed = tournament.guess_system();
    let is_named = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if is_named(&["roundrobin", "round robin", "round-robin", "berger", "scheveningen"]) {
        let TournamentSystem::RoundRobin { cycles } = guessed else {
            return TournamentSystem::RoundRobin {
                cycles: if is_named(&["double"]) { 2 } else { 1 },
            };
        };
        return TournamentSystem::RoundRobin { cycles };
    }
    let is_swiss = is_named(&["swiss", "dutch", "dubov", "burstein", "baku"]);
    if is_swiss { TournamentSystem::Swiss } else { guessed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_the_forms_that_reports_have() {
        let date = |text: &str| {
            let GameDate { year, month, day, .. } = start_date(text);
            (year, month, day)
        };
        for text in ["2020/12/10", "2020-12-10", "2020.12.10", "10.12.2020", "10/12/2020"] {
            assert_eq!(date(text), (Some(2020), Some(12), Some(10)), "{text}");
        }
        for text in ["Dec 10, 2020", "10 December 2020", "10-DEC-2020"] {
            assert_eq!(date(text), (Some(2020), Some(12), Some(10)), "{text}");
        }
        for text in ["", "soon", "10 2020", "Dec 2020", "äöü 1 2020"] {
            assert_eq!(date(text).0, None, "{text}");
        }
    }
}
