#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analyzer;
#[cfg(feature = "serde")]
mod answer;
mod assessment;
mod bar;
mod game_analysis;
mod game_report;
mod graph;
mod judgment;
mod lichess_accuracy;
mod mate_problem;
mod mistakes;
mod motif;
mod move_range;
mod move_time;
#[cfg(feature = "process")]
mod process_analyzer;
mod puzzle;
mod puzzle_rating;
mod solve;
mod summary;
mod svg_graph;
mod text_graph;

pub use analyzer::{Analyzer, EngineAnalyzer};
#[cfg(feature = "serde")]
pub use answer::{
    AnalysisScore, GameAnswer, GameMoveAnswer, GameSides, LineAnswer, PositionAnswer, SideAnswer,
    SolveAnswer,
};
pub use assessment::{Assessment, WinChances, score_text, score_to_white};
pub use bar::chances_bar;
pub use game_analysis::{GameAnalysis, annotate_game, store_assessment};
pub use game_report::{AnalyzedLine, AssessedMove, GameReport, SideReport};
pub use graph::{ChancesGraph, GraphMark};
pub use judgment::Judgment;
pub use lichess_accuracy::{lichess_game_accuracy, lichess_win_percent};
pub use mate_problem::{MateDual, MateProblem, UncheckedProblem};
pub use mistakes::{GamePhase, LossyMove, MistakeReport, MoveLosses, stored_assessment};
pub use motif::{PuzzleMotif, first_move_motifs, motifs};
pub use move_range::{MoveRange, ParseMoveRangeError};
pub use move_time::MoveTime;
#[cfg(feature = "process")]
pub use process_analyzer::{AnalysisResources, AnalyzerError, ProcessAnalyzer};
pub use puzzle::{Puzzle, PuzzleFinder, PuzzleTheme};
pub use puzzle_rating::{PuzzleFeatures, PuzzleRater, PuzzleRating};
pub use reynard;
pub use solve::{EpdGoal, EpdSolver, Solution, SolveAttempt, SolveTotal};
pub use summary::GameSummary;
