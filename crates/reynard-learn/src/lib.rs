#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod card_history;
mod card_id;
mod drill_queue;
mod drill_verdict;
mod endgame_play;
mod endgame_value;
mod fact_sentence;
mod fsrs;
mod game_address;
mod game_info;
mod game_preparation;
mod known_games;
mod lead_in;
mod learn_card;
mod learn_deck;
mod learn_fact;
mod learn_report;
mod learner_day;
mod line_drill;
mod mark_endgames;
mod material_search;
mod material_trade;
mod move_facts;
mod own_moves;
mod repertoire;
mod review;
mod review_journal;
mod store_line;
mod streak;
mod table_assessment;
mod tactic_line;

pub use card_history::{CardAnswer, CardHistories, CardHistory};
pub use card_id::{CardId, InvalidCardId};
pub use drill_queue::{DrillQueue, DrillStep, QueueCard, due_times};
pub use drill_verdict::{
    DrillVerdict, JudgeSearch, SearchedAnswer, judge_answer, judge_searched, judge_solution_move,
    judge_values, right_grade,
};
pub use endgame_play::{EndgameEnd, EndgamePlay, EndgameStep};
pub use endgame_value::{EndgameLoss, EndgameTables, EndgameValue, ParseEndgameValueError};
pub use fsrs::{FsrsScheduler, MemoryState, Retention, ReviewGrade};
pub use game_info::GameInfo;
pub use game_preparation::{
    GamePreparation, PreparationSearch, first_evaluated_move, is_evaluated, mistakes_without_line,
};
pub use known_games::{KnownGames, PlayerNames};
pub use lead_in::LeadIn;
pub use learn_card::{CardKind, CardMistake, LearnCard};
pub use learn_deck::LearnDeck;
pub use learn_fact::{LearnFact, LearnFactKind, ProvedFact};
pub use learn_report::{LearnReport, ReportRow, ReportTopic};
pub use learner_day::{LearnerDay, RolloverHour, UtcMillis, UtcOffset};
pub use line_drill::{LineDrill, LineQuestion};
pub use mark_endgames::mark_endgames;
pub use material_trade::MaterialTrade;
pub use move_facts::{MoveContext, learn_facts};
pub use own_moves::{NoCardReason, OwnJudgment, OwnMove, StoredLine, centipawn_loss, own_moves};
pub use repertoire::{
    Departure, DepartureBy, LearnRepertoire, RepertoireConflict, repertoire_side,
};
pub use review::{ReviewAction, ReviewKey, ReviewLine, UnknownReviewLine};
pub use review_journal::{JournalNotes, ReviewJournal};
pub use store_line::store_line;
pub use streak::days_in_a_row;
pub use table_assessment::table_assessment;

pub use reynard;
pub use reynard_analysis;
pub use reynard_pgn;
