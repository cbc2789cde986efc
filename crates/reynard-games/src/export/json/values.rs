//! The values in the comments of a move.

use reynard::Color;
use reynard_pgn::{Annotation, CommentText, EvaluationScore, Text};
use serde::{Serialize, Serializer};

/// The values in the comments after a move, or before the first one.
#[derive(Debug, Default, Serialize)]
pub(super) struct Values {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clk: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) emt: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) eval: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mate: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) commands: Option<Commands>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nags: Vec<u8>,
}

impl Values {
    /// Returns the values in all of the comments. The last value of each kind counts.
    pub(super) fn of(comments: &[CommentText]) -> Self {
        let mut values = Self::default();
        for annotation in comments.iter().flat_map(CommentText::annotations) {
            match annotation {
                Annotation::Clock(time) => values.clk = Some(time.as_secs_f64()),
                Annotation::ElapsedMoveTime(time) => values.emt = Some(time.as_secs_f64()),
                Annotation::Evaluation(found) => match found.score {
                    EvaluationScore::Centipawns(score) => {
                        values.eval = Some(f64::from(score) / 100.0);
                    }
                    EvaluationScore::Mate { winner, moves } => {
                        let sign = if winner == Color::White { 1 } else { -1 };
                        values.mate = Some(sign * i64::from(moves));
                    }
                },
                _ => {}
            }
        }
        values
    }

    pub(super) fn is_empty(&self) -> bool {
        let Self { clk, emt, eval, mate, commands, nags } = self;
        (clk.is_none() && emt.is_none() && eval.is_none() && mate.is_none())
            && commands.is_none()
            && nags.is_empty()
    }
}

/// Commands by name. The values of a repeated command are separated by commas.
#[derive(Debug, Default)]
pub(super) struct Commands(Vec<(String, String)>);

impl Serialize for Commands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Commands {
    /// Returns the commands in comments, or `None` if there are none.
    pub(super) fn of(comments: &[CommentText]) -> Option<Self> {
        let mut commands: Vec<(String, String)> = Vec::new();
        for command in comments.iter().flat_map(CommentText::commands) {
            if command.name == UNREAD {
                continue;
            }
            let text = |bytes| Text::of_comment(bytes).decode().into_owned();
            let (name, value) = (text(command.name), text(command.value));
            match commands.iter_mut().find(|(other, _)| *other == name) {
                Some((_, values)) => {
                    values.push(',');
                    values.push_str(&value);
                }
                None => commands.push((name, value)),
            }
        }
        (!commands.is_empty()).then_some(Self(commands))
    }
}

/// The command that keeps unparsed text. It is not an annotation of a move.
const UNREAD: &[u8] = b"unread";

/// Returns the text of comments without their commands, or `None` if there is no text.
pub(super) fn text(comments: &[CommentText]) -> Option<String> {
    let texts = comments.iter().map(|comment| comment.text().trim().to_owned());
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}
