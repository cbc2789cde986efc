//! Lines of a game with what annotators wrote, as columns.

use reynard::{CastlingNotation, Color, Position, UciMove};
use reynard_pgn::{
    Annotation, CommentText, ElapsedTimes, EvaluationScore, GameTree, NodeId, PgnTimeControl, Step,
    Tags, Text, TreeWalkStep,
};
use serde::{Serialize, Serializer};

/// An optional part of a game in its JSON object, in addition to tags and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// `clk`: seconds on the player's clock after each move.
    Clocks,
    /// `emt`: seconds spent on each move, by `[%emt]`, or by the clocks and the tag `TimeControl`.
    Elapsed,
    /// `eval` in pawns and `mate` in moves, from White's side.
    Evaluations,
    /// `comments`: the text of the comments after each move, without commands.
    Comments,
    /// `nags`: numeric annotations of each move.
    Nags,
    /// `commands`: the commands in the comments after each move by their names, as they are
    /// written.
    Commands,
    /// `variations`: the other lines.
    Variations,
}

impl GamePart {
    /// All parts.
    pub const ALL: [Self; 7] = [
        Self::Clocks,
        Self::Elapsed,
        Self::Evaluations,
        Self::Comments,
        Self::Nags,
        Self::Commands,
        Self::Variations,
    ];
}

/// A line of moves; every column has an entry for each move.
#[derive(Debug, Default, Serialize)]
pub(super) struct Line {
    /// The line that a variation leaves: 0 for the main line, n for the nth variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// The ply that a variation replaces, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    san: Vec<String>,
    uci: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clk: Option<Vec<Option<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emt: Option<Vec<Option<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<Vec<Option<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<Vec<Option<i64>>>,
    /// The comment before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<Option<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nags: Option<Vec<Vec<u8>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Vec<Option<Commands>>>,
    /// The values in the comment before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Values>,
}

/// The values in the comments after a move, or before the first one.
#[derive(Debug, Default, Serialize)]
struct Values {
    #[serde(skip_serializing_if = "Option::is_none")]
    clk: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emt: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Commands>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
}

/// Commands by their names. A repeated command has its values separated by commas.
#[derive(Debug, Default)]
struct Commands(Vec<(String, String)>);

impl Serialize for Commands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Commands {
    /// Collects the commands of comments; `None` if there are none.
    fn of(comments: &[CommentText]) -> Option<Self> {
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

/// The command that keeps text which was not understood; it says nothing about a move.
const UNREAD: &[u8] = b"unread";

impl Values {
    /// Collects the values of all comments; the last one of a kind counts.
    fn of(comments: &[CommentText]) -> Self {
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

    fn is_empty(&self) -> bool {
        let Self { clk, emt, eval, mate, commands, nags } = self;
        (clk.is_none() && emt.is_none() && eval.is_none() && mate.is_none())
            && commands.is_none()
            && nags.is_empty()
    }
}

impl Line {
    /// Creates a main line with moves only.
    pub(super) fn of_moves(san: Vec<String>, uci: Vec<String>) -> Self {
        Self { san, uci, ..Self::default() }
    }
}

/// The lines of a game, and where the walk through its tree is.
pub(super) struct Lines<'a> {
    tree: &'a GameTree,
    parts: &'a [GamePart],
    castling: CastlingNotation,
    found: Vec<Line>,
}

/// Returns the main line of a game and its variations, with the parts that are asked for.
pub(super) fn lines(tree: &GameTree, tags: &Tags, parts: &[GamePart]) -> (Line, Option<Vec<Line>>) {
    let castling = CastlingNotation::for_position(tree.start());
    let mut lines = Lines { tree, parts, castling, found: Vec::new() };
    lines.begin(None, None, tree.comments(NodeId::ROOT));
    lines.found[0].start = lines.start();
    lines.walk();
    let mut lines = lines.found.into_iter();
    let mut main = lines.next().unwrap_or_default();
    if let Some(emt) = &mut main.emt {
        add_elapsed(tree, tags, emt);
    }
    (main, parts.contains(&GamePart::Variations).then(|| lines.collect()))
}

/// Fills in the times spent on moves of the main line that follow from the clocks.
fn add_elapsed(tree: &GameTree, tags: &Tags, emt: &mut [Option<f64>]) {
    let control = tags.text("TimeControl").and_then(|value| value.parse().ok());
    let Some(control): Option<PgnTimeControl> = control else { return };
    let times = ElapsedTimes::of_main_line(tree, &control);
    for (emt, elapsed) in emt.iter_mut().zip(times) {
        *emt = emt.or_else(|| elapsed.map(|time| time.as_secs_f64()));
    }
}

impl Lines<'_> {
    fn wants(&self, part: GamePart) -> bool {
        self.parts.contains(&part)
    }

    fn begin(&mut self, of: Option<usize>, ply: Option<usize>, comments: &[CommentText]) {
        let column = |part| self.wants(part);
        let line = Line {
            of,
            ply,
            san: Vec::new(),
            uci: Vec::new(),
            clk: column(GamePart::Clocks).then(Vec::new),
            emt: column(GamePart::Elapsed).then(Vec::new),
            eval: column(GamePart::Evaluations).then(Vec::new),
            mate: column(GamePart::Evaluations).then(Vec::new),
            comment: column(GamePart::Comments).then(|| text(comments)).flatten(),
            comments: column(GamePart::Comments).then(Vec::new),
            nags: column(GamePart::Nags).then(Vec::new),
            commands: column(GamePart::Commands).then(Vec::new),
            start: None,
        };
        self.found.push(line);
    }

    /// Returns the requested values before the first move.
    fn start(&self) -> Option<Values> {
        let comments = self.tree.comments(NodeId::ROOT);
        let mut values = Values::of(comments);
        if !self.wants(GamePart::Clocks) {
            values.clk = None;
        }
        if !self.wants(GamePart::Elapsed) {
            values.emt = None;
        }
        if !self.wants(GamePart::Evaluations) {
            (values.eval, values.mate) = (None, None);
        }
        if self.wants(GamePart::Commands) {
            values.commands = Commands::of(comments);
        }
        if self.wants(GamePart::Nags) {
            values.nags = self.tree.nags(NodeId::ROOT).iter().map(|nag| nag.0).collect();
        }
        (!values.is_empty()).then_some(values)
    }

    fn walk(&mut self) {
        let mut pos = self.tree.start().clone();
        let mut before = pos.clone();
        let mut ply = 0;
        let mut current = 0;
        let mut open: Vec<(Position, Position, usize, usize)> = Vec::new();
        let mut begins = false;
        for step in self.tree.walk() {
            match step {
                TreeWalkStep::BeginVariation => {
                    open.push((pos.clone(), before.clone(), ply, current));
                    pos.clone_from(&before);
                    ply -= 1;
                    begins = true;
                }
                TreeWalkStep::EndVariation => {
                    if let Some(back) = open.pop() {
                        (pos, before, ply, current) = back;
                    }
                }
                TreeWalkStep::Node(id) => {
                    if begins && self.wants(GamePart::Variations) {
                        self.begin(Some(current), Some(ply + 1), self.tree.comments_before(id));
                        current = self.found.len() - 1;
                    }
                    begins = false;
                    before.clone_from(&pos);
                    if open.is_empty() || self.wants(GamePart::Variations) {
                        self.add(current, id, &pos);
                    }
                    match self.tree.step(id) {
                        Some(Step::Move(mv)) => pos.play_unchecked(mv),
                        // It was possible when the game was read.
                        _ => {
                            let _ = pos.play_null();
                        }
                    }
                    ply += 1;
                }
            }
        }
    }

    /// Adds a move to a line.
    fn add(&mut self, line: usize, id: NodeId, before: &Position) {
        let (san, uci) = match self.tree.step(id) {
            Some(Step::Move(mv)) => {
                (before.san(mv).to_string(), UciMove::new(mv, self.castling).to_string())
            }
            _ => ("--".to_owned(), "0000".to_owned()),
        };
        let comments = self.tree.comments(id);
        let Values { clk, emt, eval, mate, .. } = Values::of(comments);
        let nags = self.tree.nags(id).iter().map(|nag| nag.0).collect();
        let line = &mut self.found[line];
        line.san.push(san);
        line.uci.push(uci);
        push(&mut line.clk, clk);
        push(&mut line.emt, emt);
        push(&mut line.eval, eval);
        push(&mut line.mate, mate);
        push(&mut line.comments, text(comments));
        push(&mut line.nags, nags);
        if let Some(column) = &mut line.commands {
            column.push(Commands::of(comments));
        }
    }
}

fn push<T>(column: &mut Option<Vec<T>>, value: T) {
    if let Some(column) = column {
        column.push(value);
    }
}

/// Joins the text of comments without commands; `None` if there is none.
fn text(comments: &[CommentText]) -> Option<String> {
    let texts = comments.iter().map(|comment| comment.text().trim().to_owned());
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}
