//! Serializable results of an analysis, for JSON and similar formats. Scores and chances are from
//! White's point of view.

use reynard::{CastlingNotation, Color, Epd, Outcome, Position, UciMove};
use reynard_engine::{Line, SearchReport};
use reynard_pgn::EvaluationScore;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{
    AssessedMove, Assessment, EpdGoal, GameSummary, Judgment, LossyMove, MistakeReport, MoveLosses,
    MoveTime, SideReport, SolveAttempt, score_text,
};

/// An analyzed position: the fields of `reynard analyze --json`.
///
/// ```
/// use reynard_analysis::PositionAnswer;
/// use reynard_analysis::reynard::{CastlingNotation, Game};
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// let game = Game::new();
/// let limits = SearchLimits::depth(3);
/// let report = Engine::new(1)?.search(&game, &limits, &Control::new(), &mut |_| {});
/// let answer = PositionAnswer::new(game.position(), &report, CastlingNotation::Standard);
/// assert_eq!(answer.best.as_ref(), answer.lines[0].moves.first());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionAnswer {
    /// FEN of the position.
    pub fen: String,
    /// Name of the outcome if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Principal variations, the best first.
    pub lines: Vec<LineAnswer>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Duration of the search in seconds.
    pub seconds: f64,
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineAnswer {
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub selective_depth: u32,
    /// Score.
    #[serde(flatten)]
    pub score: AnalysisScore,
    /// Chances of a white win, a draw and a black win, in thousandths.
    pub chances: [u32; 3],
    /// Moves in UCI notation.
    pub moves: Vec<String>,
    /// Moves in SAN, with move numbers.
    pub san: String,
}

/// A score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AnalysisScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if Black mates.
    Mate(i64),
}

impl From<EvaluationScore> for AnalysisScore {
    fn from(score: EvaluationScore) -> Self {
        match score {
            EvaluationScore::Centipawns(score) => Self::Cp(score),
            EvaluationScore::Mate { winner: Color::White, moves } => Self::Mate(moves.into()),
            EvaluationScore::Mate { winner: Color::Black, moves } => Self::Mate(-i64::from(moves)),
        }
    }
}

impl PositionAnswer {
    /// Creates the answer for a position and the report of its search.
    pub fn new(pos: &Position, report: &SearchReport, castling: CastlingNotation) -> Self {
        let lines = report.lines.iter().map(|line| LineAnswer::new(pos, line, castling));
        let lines: Vec<LineAnswer> = lines.collect();
        Self {
            fen: pos.to_string(),
            outcome: pos.outcome().map(Outcome::name),
            best: report.best.map(|mv| UciMove::new(mv, castling).to_string()),
            lines,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
        }
    }
}

impl LineAnswer {
    fn new(pos: &Position, line: &Line, castling: CastlingNotation) -> Self {
        let Assessment { score, chances } = Assessment::in_position(line, pos);
        Self {
            depth: line.depth,
            selective_depth: line.seldepth,
            score: score.into(),
            chances: chances.to_array(),
            moves: line.moves.iter().map(|&mv| UciMove::new(mv, castling).to_string()).collect(),
            san: pos.numbered_line(&line.moves),
        }
    }
}

/// An analyzed game: the fields of `reynard analyze --json`.
///
/// ```
/// use reynard_analysis::reynard::CastlingNotation;
/// use reynard_analysis::{GameAnswer, GameReport, GameSummary};
/// use reynard_pgn::Games;
///
/// let tree = Games::from_bytes(b"1. e4 c5 *").next().unwrap()?.tree;
/// let summary = GameSummary::new(&tree, GameReport::default());
/// let answer = GameAnswer::new(1, &summary, CastlingNotation::for_position);
/// assert_eq!(answer.opening, Some("Sicilian Defense"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameAnswer<'a> {
    /// Number of the game.
    pub game: u64,
    /// White's name.
    pub white: &'a str,
    /// Black's name.
    pub black: &'a str,
    /// Result as in PGN.
    pub result: &'a str,
    /// ECO code of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eco: Option<&'static str>,
    /// Name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// Accuracy and mistakes of each side.
    pub sides: GameSides,
    /// The moves.
    pub moves: Vec<GameMoveAnswer>,
}

/// Both sides of an analyzed game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameSides {
    /// White.
    pub white: SideAnswer,
    /// Black.
    pub black: SideAnswer,
}

/// A [`SideReport`] with its means rounded to one decimal place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideAnswer {
    /// Number of assessed moves.
    pub moves: u32,
    /// Number of inaccuracies.
    pub inaccuracies: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Number of blunders.
    pub blunders: u32,
    /// Accuracy in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Accuracy in percent, by the lichess formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lichess_accuracy: Option<f64>,
    /// Mean loss per move in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centipawn_loss: Option<f64>,
}

/// A move of an analyzed game, with the score and the chances after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameMoveAnswer {
    /// Ply, from 1.
    pub ply: u64,
    /// The move in UCI notation.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// Score, if the engine gave one.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub score: Option<AnalysisScore>,
    /// Chances of a white win, a draw and a black win in thousandths, if the engine gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<[u32; 3]>,
    /// Seconds spent on the move, if recorded in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed: Option<f64>,
    /// Seconds left on the clock after the move, if recorded in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Loss of expected score in thousandths of a point, if the positions before and after the move
    /// have scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
    /// Name of the judgment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgment: Option<&'static str>,
    /// `true` if the move is a turning point of the game.
    pub turning_point: bool,
    /// The best move in UCI notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

impl<'a> GameAnswer<'a> {
    /// Creates the answer for the game numbered `number`. Moves use the castling notation of their
    /// position.
    pub fn new(
        number: u64,
        summary: &'a GameSummary,
        castling: impl Fn(&Position) -> CastlingNotation,
    ) -> Self {
        let GameSummary { white, black, result, opening, report, times, .. } = summary;
        let moves = report.moves.iter().zip(times);
        Self {
            game: number,
            white,
            black,
            result,
            eco: opening.map(|opening| opening.eco),
            opening: opening.map(|opening| opening.name),
            sides: GameSides {
                white: SideAnswer::new(report.side(Color::White)),
                black: SideAnswer::new(report.side(Color::Black)),
            },
            moves: moves
                .map(|(it, time)| GameMoveAnswer::new(it, *time, castling(&it.position)))
                .collect(),
        }
    }
}

impl SideAnswer {
    fn new(report: SideReport) -> Self {
        let SideReport { moves, inaccuracies, mistakes, blunders, .. } = report;
        let rounded = |mean: f64| (mean * 10.0).round() / 10.0;
        Self {
            moves,
            inaccuracies,
            mistakes,
            blunders,
            accuracy: report.accuracy.map(rounded),
            lichess_accuracy: report.lichess_accuracy.map(rounded),
            centipawn_loss: report.centipawn_loss.map(rounded),
        }
    }
}

impl GameMoveAnswer {
    fn new(assessed: &AssessedMove, time: MoveTime, castling: CastlingNotation) -> Self {
        let AssessedMove { position, mv, after, .. } = assessed;
        let uci = |mv| UciMove::new(mv, castling).to_string();
        Self {
            ply: position.ply() + 1,
            uci: uci(*mv),
            san: position.san(*mv).to_string(),
            score: after.map(|after| after.score.into()),
            chances: after.map(|after| after.chances.to_array()),
            elapsed: time.spent.map(|time| time.as_secs_f64()),
            clock: time.left.map(|time| time.as_secs_f64()),
            loss: assessed.loss(),
            judgment: assessed.judgment().map(Judgment::name),
            turning_point: assessed.is_turning_point(),
            best: assessed.best_line.first().map(|&best| uci(best)),
        }
    }
}

/// The losses of a group of moves, with the name of the group.
#[derive(Serialize)]
struct NamedLosses {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    moves: u64,
    mean_loss: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
}

impl NamedLosses {
    fn new(name: &'static str, games: Option<u64>, losses: &MoveLosses) -> Self {
        let MoveLosses { moves, inaccuracies, mistakes, blunders, .. } = *losses;
        Self { name, games, moves, mean_loss: losses.mean(), inaccuracies, mistakes, blunders }
    }
}

impl Serialize for LossyMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("LossyMove", 8)?;
        fields.serialize_field("game", &self.game)?;
        fields.serialize_field("move", &self.text)?;
        fields.serialize_field("fen", &self.position.fen())?;
        fields.serialize_field("loss", &self.loss)?;
        fields.serialize_field("before", &score_text(self.scores[0]))?;
        fields.serialize_field("after", &score_text(self.scores[1]))?;
        fields.serialize_field("phase", self.phase.name())?;
        fields.serialize_field("opponent", &self.opponent)?;
        fields.end()
    }
}

/// A spelling of a name, and the number of games with it.
#[derive(Serialize)]
struct NamedGames<'a> {
    name: &'a str,
    games: u64,
}

impl Serialize for MistakeReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let phases = self.phases.iter();
        let phases: Vec<_> =
            phases.map(|(phase, it)| NamedLosses::new(phase.name(), None, it)).collect();
        let openings = self.openings.iter();
        let openings: Vec<_> =
            openings.map(|(name, (games, it))| NamedLosses::new(name, Some(*games), it)).collect();
        let mut fields = serializer.serialize_struct("MistakeReport", 7)?;
        fields.serialize_field("games", &self.games)?;
        fields.serialize_field("without_evaluations", &self.without_evaluations)?;
        let names: Vec<_> =
            self.names.iter().map(|(name, &games)| NamedGames { name, games }).collect();
        fields.serialize_field("names", &names)?;
        fields.serialize_field("all", &NamedLosses::new("all", None, &self.all))?;
        fields.serialize_field("phases", &phases)?;
        fields.serialize_field("openings", &openings)?;
        fields.serialize_field("worst", self.worst())?;
        fields.end()
    }
}

/// An attempt at a test position: the fields of `reynard epd --solve --json`.
///
/// ```
/// use reynard_analysis::reynard::{CastlingNotation, Epd};
/// use reynard_analysis::{EpdGoal, EpdSolver, SolveAnswer};
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";".parse()?;
/// let goal = EpdGoal::of(&epd).expect("there is a best move");
/// let mut solver = EpdSolver::new(Engine::new(1)?, None);
/// let attempt = solver.solve(&epd.position, &goal, &SearchLimits::depth(2), &Control::new());
/// let answer = SolveAnswer::new(&epd, &goal, &attempt, CastlingNotation::Standard);
/// assert_eq!((answer.id, answer.best.as_deref()), (Some("back rank"), Some("a1a8")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveAnswer<'a> {
    /// FEN of the position.
    pub fen: String,
    /// The id of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    /// `true` if the position was solved.
    pub solved: bool,
    /// The goal in words.
    pub wanted: String,
    /// The best move in UCI notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The best move in SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// Points awarded for the engine's move, if the record assigns points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Points for the best move according to the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// Number of nodes searched when the solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_nodes: Option<u64>,
    /// Seconds from the start of the search until the solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_seconds: Option<f64>,
    /// Depth in plies at which the solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_depth: Option<u32>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Duration of the search in seconds.
    pub seconds: f64,
}

impl<'a> SolveAnswer<'a> {
    /// Creates the answer for a record and an attempt at it.
    pub fn new(
        epd: &'a Epd,
        goal: &EpdGoal,
        attempt: &SolveAttempt,
        castling: CastlingNotation,
    ) -> Self {
        let pos = &epd.position;
        let best = attempt.report.best;
        let most_points = goal.most_points();
        Self {
            fen: pos.to_string(),
            id: epd.id(),
            solved: attempt.solved.is_some(),
            wanted: goal.text(pos),
            best: best.map(|mv| UciMove::new(mv, castling).to_string()),
            san: best.map(|mv| pos.san(mv).to_string()),
            points: most_points.map(|_| attempt.points),
            most_points,
            solved_nodes: attempt.solved.map(|found| found.nodes),
            solved_seconds: attempt.solved.map(|found| found.time.as_secs_f64()),
            solved_depth: attempt.solved.map(|found| found.depth),
            nodes: attempt.report.nodes,
            seconds: attempt.report.time.as_secs_f64(),
        }
    }
}
