//! The JSON representation of a game tree.

use reynard::{EnPassantMode, FenOptions, Move, Position};
use reynard_pgn::{Annotation, CommentText, EvaluationScore, GameTree, NodeId, Step};
use serde::Serialize;

use crate::position::uci;

/// A game: tags, result, start position, and the nodes in writing order.
#[derive(Serialize)]
pub(crate) struct StudyJson {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) result: &'static str,
    pub(crate) nodes: Vec<NodeJson>,
}

/// A node. The first node is the root, which has no move. The children of a node are in order.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeJson {
    id: usize,
    parent: Option<usize>,
    /// The move in UCI notation; empty for the root and for a null move.
    uci: String,
    san: String,
    from: Option<String>,
    to: Option<String>,
    /// The position after the move.
    fen: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The text of the comments after the move, without commands.
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The text of the comments before the first move of a variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    /// Arrows, as in `[%cal]`: color, from, to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<String>,
    /// Highlighted squares, as in `[%csl]`: color, square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// The player's clock after the move, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    /// The time spent on a main-line move, in seconds: from `[%emt]`, or from the clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spent: Option<f64>,
    /// The evaluation in the comment, from White's point of view.
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<EvalJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EvalJson {
    Cp(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i64),
}

impl NodeJson {
    pub(crate) fn new(
        tree: &GameTree,
        node: NodeId,
        ids: (usize, Option<usize>),
        path: &Path<'_>,
    ) -> Self {
        let (id, parent) = ids;
        let mv = match path.step {
            Some(Step::Move(mv)) => Some(mv),
            _ => None,
        };
        let san = match path.step {
            Some(Step::Move(mv)) => path.before.san(mv).to_string(),
            Some(Step::Null) => "--".to_owned(),
            None => String::new(),
        };
        let mut json = Self {
            id,
            parent,
            uci: mv.map(|mv| uci(path.before, mv)).unwrap_or_default(),
            san,
            from: mv.map(|mv| mv.from().to_string()),
            to: mv.map(|mv: Move| mv.king_target().to_string()),
            fen: path
                .after
                .fen_with(FenOptions { en_passant: EnPassantMode::Legal, ..FenOptions::default() }),
            nags: tree.nags(node).iter().map(|nag| nag.0).collect(),
            comment: text(tree.comments(node)),
            before: text(tree.comments_before(node)),
            arrows: Vec::new(),
            squares: Vec::new(),
            clock: None,
            spent: None,
            eval: None,
        };
        for comment in tree.comments(node) {
            comment.annotations().for_each(|annotation| json.annotate(&annotation));
        }
        json
    }

    fn annotate(&mut self, annotation: &Annotation<'_>) {
        match annotation {
            Annotation::Arrows(arrows) => self.arrows.extend(
                arrows
                    .iter()
                    .map(|arrow| format!("{}{}{}", arrow.color.letter(), arrow.from, arrow.to)),
            ),
            Annotation::Squares(squares) => self.squares.extend(
                squares.iter().map(|mark| format!("{}{}", mark.color.letter(), mark.square)),
            ),
            Annotation::Clock(clock) => self.clock = Some(clock.as_secs_f64()),
            Annotation::Evaluation(evaluation) => {
                self.eval = Some(match evaluation.score {
                    EvaluationScore::Centipawns(cp) => EvalJson::Cp(cp),
                    EvaluationScore::Mate { winner, moves } => {
                        let moves = i64::from(moves);
                        EvalJson::Mate(if winner == reynard::Color::White { moves } else { -moves })
                    }
                });
            }
            _ => {}
        }
    }
}

/// The step that leads to a node, with the positions before and after it.
pub(crate) struct Path<'a> {
    pub(crate) step: Option<Step>,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
}

/// Joins the texts of comments, without their commands.
fn text(comments: &[CommentText]) -> String {
    let texts = comments.iter().map(|comment| comment.text().trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
