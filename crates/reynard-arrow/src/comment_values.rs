//! Clocks, evaluations and other commands in comments, as column values.

use std::fmt::Write;
use std::time::Duration;

use reynard::Color;
use reynard_pgn::{
    Annotation, CommentCommand, CommentEvaluation, ElapsedTimes, EvaluationScore, PgnTimeControl,
    Segment, Segments, Text,
};

/// The values in the comments after a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveValues {
    /// Milliseconds left on the clock.
    pub(crate) clock: Option<u32>,
    /// Centipawns from White's point of view, or a mate.
    pub(crate) eval: Option<i16>,
    /// Milliseconds spent, if stated in a comment.
    pub(crate) elapsed: Option<u32>,
    /// All other commands, as written; empty if there are none.
    pub(crate) commands: String,
}

/// The command that preserves unparsed text. It is not an annotation of a move.
const UNREAD: &[u8] = b"unread";

/// The evaluation of a position in which White has mated; for a mate in n moves, it is n less.
const MATE: i16 = 32_000;

/// The longest mate with a distinct value.
const LONGEST_MATE: u32 = 1_000;

/// The largest evaluation that is not a mate score.
const LARGEST: i32 = 30_999;

impl MoveValues {
    /// Adds the values of a comment. Only the first value of each kind is kept.
    pub(crate) fn add(&mut self, comment: Text<'_>) {
        let raw = comment.raw();
        if !raw.contains(&b'%') {
            return;
        }
        for segment in Segments::new(raw) {
            let Segment::CommentCommand(command) = segment else { continue };
            match Annotation::from(command) {
                Annotation::Clock(time) if self.clock.is_none() => {
                    self.clock = Some(milliseconds(time));
                }
                Annotation::ElapsedMoveTime(time) if self.elapsed.is_none() => {
                    self.elapsed = Some(milliseconds(time));
                }
                Annotation::Evaluation(it) if self.eval.is_none() => {
                    self.eval = Some(evaluation(it));
                }
                _ => self.add_command(command),
            }
        }
    }

    fn add_command(&mut self, command: CommentCommand<'_>) {
        if command.name == UNREAD {
            return;
        }
        if !self.commands.is_empty() {
            self.commands.push(' ');
        }
        let text = |bytes| Text::of_comment(bytes).decode();
        let (name, value) = (text(command.name), text(command.value));
        let blank = if value.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(self.commands, "[%{name}{blank}{value}]");
    }
}

/// Returns the milliseconds spent on each move, from the comments, or from the clocks and the time
/// control.
pub(crate) fn elapsed(values: &[MoveValues], control: Option<&str>) -> Vec<Option<u32>> {
    let control: Option<PgnTimeControl> = control.and_then(|control| control.parse().ok());
    let mut players = control.as_ref().map(|it| [ElapsedTimes::new(it), ElapsedTimes::new(it)]);
    let mut by_clock = |ply: usize, clock: Option<u32>| {
        let clock = clock.map(|clock| Duration::from_millis(clock.into()));
        players.as_mut()?[ply % 2].after_move(clock).map(milliseconds)
    };
    let each = values.iter().enumerate().map(|(ply, values)| {
        let by_clock = by_clock(ply, values.clock);
        values.elapsed.or(by_clock)
    });
    each.collect()
}

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

fn evaluation(evaluation: CommentEvaluation) -> i16 {
    match evaluation.score {
        EvaluationScore::Centipawns(score) => {
            i16::try_from(score.clamp(-LARGEST, LARGEST)).unwrap_or_default()
        }
        EvaluationScore::Mate { winner, moves } => {
            let score = MATE - i16::try_from(moves.min(LONGEST_MATE)).unwrap_or_default();
            if winner == Color::White { score } else { -score }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(comments: &[&str]) -> (Option<u32>, Option<i16>) {
        let mut values = MoveValues::default();
        for comment in comments {
            values.add(Text::of_comment(comment.as_bytes()));
        }
        (values.clock, values.eval)
    }

    #[test]
    fn clocks_and_evaluations_become_numbers() {
        assert_eq!(of(&["[%eval 0.17,20] [%clk 0:03:00.5]"]), (Some(180_500), Some(17)));
        assert_eq!(of(&["a mistake, 50 % lost"]), (None, None));
        assert_eq!(of(&["[%clk 0:00:09]", "[%eval -3]"]), (Some(9_000), Some(-300)));
        assert_eq!(of(&["[%clk 0:00:09] [%clk 0:00:08]"]), (Some(9_000), None));
        assert_eq!(of(&["[%clk 999999999:00:00]"]).0, Some(u32::MAX));
    }

    #[test]
    fn commands_without_a_column_of_their_own_are_kept_as_they_are_written() {
        let commands = |comments: &[&str]| {
            let mut values = MoveValues::default();
            for comment in comments {
                values.add(Text::of_comment(comment.as_bytes()));
            }
            values.commands
        };
        assert_eq!(commands(&["[%clk 0:03:00] [%eval 0.1] [%emt 0:00:01] good"]), "");
        assert_eq!(
            commands(&["[%csl Gd4,Re5][%cal Gc8g4] [%clk 0:03:00]", "and [%timestamp 5] [%mdl]"]),
            "[%csl Gd4,Re5] [%cal Gc8g4] [%timestamp 5] [%mdl]"
        );
        // Text that is not a number and a second value are both kept.
        assert_eq!(
            commands(&["[%eval ?] [%clk 0:03:00]", "[%clk 0:02:00]"]),
            "[%eval ?] [%clk 0:02:00]"
        );
        assert_eq!(commands(&["[%unread] 2. Ke3 [%csl Gd4]"]), "");
    }

    #[test]
    fn times_spent_follow_from_clocks_and_the_time_control() {
        let of = |comments: &[&str], control| {
            let values: Vec<MoveValues> = comments
                .iter()
                .map(|comment| {
                    let mut values = MoveValues::default();
                    values.add(Text::of_comment(comment.as_bytes()));
                    values
                })
                .collect();
            elapsed(&values, control)
        };
        let clocks = ["[%clk 0:03:00]", "[%clk 0:03:00]", "[%clk 0:02:58.5]", "[%emt 0:00:09]"];
        assert_eq!(of(&clocks, Some("180+2")), [Some(0), Some(0), Some(3_500), Some(9_000)]);
        assert_eq!(of(&clocks, None), [None, None, None, Some(9_000)]);
    }

    #[test]
    fn mates_are_beyond_all_evaluations() {
        for (text, eval) in [
            ("#3", 31_997),
            ("#-3", -31_997),
            ("#0", 32_000),
            ("#-0", -32_000),
            ("#5000", 31_000),
            ("400.00", 30_999),
            ("-9999.5", -30_999),
        ] {
            assert_eq!(of(&[&format!("[%eval {text}]")]).1, Some(eval), "{text}");
        }
    }
}
