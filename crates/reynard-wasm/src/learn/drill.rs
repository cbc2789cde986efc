//! A drill session of a notebook: questions, verdicts, and journal lines.

use std::collections::{BTreeMap, BTreeSet};

use reynard::Move;
use reynard_analysis::Assessment;
use reynard_learn::{
    CardId, CardKind, DrillQueue, DrillStep, DrillVerdict, JudgeSearch, LearnCard, LearnFact,
    MoveContext, ProvedFact, ReviewAction, ReviewGrade, ReviewJournal, ReviewKey, ReviewLine,
    SearchedAnswer, UtcOffset, due_times, judge_answer, judge_searched, judge_solution_move,
    learn_facts, right_grade,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer_json::{AnswerJson, QuestionJson, best_line, explanation, other_moves};
use super::fact_json::FactJson;
use super::notebook::{LearnNotebook, time};
use super::preparation::ScoreJson;
use super::session::{Question, Session};
use crate::failure::{Failure, to_json};
use crate::position::{read_fen, read_line, uci};

#[derive(Serialize)]
struct BeginJson {
    due: usize,
    new: usize,
}

/// The end of a session.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EndJson {
    end: &'static str,
    asked: usize,
    right: usize,
    due_tomorrow: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VerdictJson {
    verdict: &'static str,
    /// Number of moves to the missed mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// The best move, with which an unknown answer must be compared by a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The loss caused by the answer, in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<i32>,
    /// The factor by which to multiply the nodes of the searches needed for a verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    factor: Option<u32>,
}

impl VerdictJson {
    fn new(verdict: DrillVerdict) -> Self {
        let (name, moves) = match verdict {
            DrillVerdict::Best => ("best", None),
            DrillVerdict::AlsoRight => ("alsoRight", None),
            DrillVerdict::NotYet(moves) => ("notYet", Some(moves)),
            DrillVerdict::Wrong => ("wrong", None),
            DrillVerdict::Unknown(_) => ("unknown", None),
        };
        Self { verdict: name, moves, best: None, loss: None, factor: None }
    }
}

#[derive(Serialize)]
struct HintJson {
    piece: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
}

fn no_question() -> Failure {
    Failure::new("nothing is asked")
}

#[wasm_bindgen(js_class = Notebook)]
impl LearnNotebook {
    /// Begins a session. Returns JSON: `{due, new}`. If `kind` is empty, the session shows cards of
    /// all kinds, otherwise only cards of that kind, such as `repertoire`.
    ///
    /// # Errors
    ///
    /// If `kind` is not the name of a kind of card.
    pub fn begin(&mut self, now: f64, offset: i16, kind: &str) -> Result<String, Failure> {
        let chosen = CardKind::ALL.into_iter().find(|own| own.name() == kind);
        if chosen.is_none() && !kind.is_empty() {
            return Err(Failure::new(format_args!("{kind}: not a kind of cards")));
        }
        let (day, histories) = (self.day(now, offset), self.histories(now));
        let of_kind = || self.deck.cards().filter(|card| chosen.is_none_or(|own| own == card.kind));
        let mut queue = DrillQueue::new(of_kind(), &histories, day, self.new_a_day);
        queue.retain(&of_kind().map(|card| card.id).collect::<BTreeSet<CardId>>());
        let begun = BeginJson { due: queue.due(), new: queue.new_cards() };
        self.session = Some(Session {
            queue,
            day,
            offset: UtcOffset::from_minutes(offset),
            median_millis: histories.median_millis(),
            question: None,
            last: None,
            asked: 0,
            grades: BTreeMap::new(),
        });
        to_json(&begun)
    }

    /// Shows the next card. Returns the question as JSON, or `{end, asked, right, dueTomorrow}`,
    /// where `end` is `done`, or `wrong` if the only card left is the one that was shown last.
    ///
    /// # Errors
    ///
    /// If no session has begun.
    pub fn ask(&mut self, now: f64) -> Result<String, Failure> {
        let session = self.session.as_mut().ok_or_else(no_question)?;
        session.question = None;
        let end = match session.queue.next(time(now)) {
            DrillStep::Ask(id) => {
                let left = session.queue.left();
                let card = self.deck.card_of(id).ok_or_else(no_question)?;
                session.asked += 1;
                session.question = Some(Question {
                    card: id,
                    pos: card.position.clone(),
                    step: 0,
                    since: time(now),
                    hints: 0,
                    is_graded: false,
                    searched: None,
                });
                return to_json(&QuestionJson::new(card, left, self.is_leech(id, now)));
            }
            DrillStep::Done => "done",
            DrillStep::OnlyTheLast(_) => "wrong",
        };
        let (asked, right, tomorrow) =
            (session.asked, session.right(), session.day.end().plus_days(1));
        let histories = self.histories(now);
        let due_tomorrow =
            due_times(self.deck.places(&histories)).filter(|due| *due < tomorrow).count();
        to_json(&EndJson { end, asked, right, due_tomorrow })
    }

    /// Skips the question. Its card is shown again in a later session.
    pub fn skip(&mut self) {
        if let Some(session) = &mut self.session
            && let Some(question) = session.question.take()
        {
            // An answer counts.
            session.asked = session.asked.saturating_sub(usize::from(!question.is_graded));
            session.queue.remove(question.card);
        }
    }

    /// Judges a move by the data stored on the card. Returns JSON: `{verdict, moves, best,
    /// factor}`. The verdict is `best`, `alsoRight`, `notYet`, `wrong`, or `unknown`. If the
    /// verdict is `unknown`, the positions after the move and after `best` must be searched with
    /// `factor` times the usual number of nodes.
    ///
    /// # Errors
    ///
    /// If no question is open, or the move is not legal.
    pub fn judge(&self, mv: &str) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let mv = question.pos.parse_uci(mv).map_err(Failure::new)?;
        let verdict = if question.step == 0 {
            judge_answer(card, mv)
        } else {
            judge_solution_move(&question.pos, question.best(card), mv)
        };
        let mut json = VerdictJson::new(verdict);
        if let DrillVerdict::Unknown(search) = verdict {
            json.factor = Some(search.factor());
            json.best = question.best(card).map(|best| uci(&question.pos, best));
        }
        to_json(&json)
    }

    /// Judges a move by two scores: `best` is the score after the best move, `answer` the score
    /// after the move itself. Both are JSON, from the point of view of the side to move in the
    /// position searched. The score is ignored if the game is over in that position. `factor` is
    /// the node factor of these searches. If the returned JSON contains a factor, longer searches
    /// are needed.
    ///
    /// # Errors
    ///
    /// If no question is open, the move is not legal, or a score or the factor is invalid.
    #[wasm_bindgen(js_name = judgeBy)]
    pub fn judge_by(
        &mut self,
        mv: &str,
        best: &str,
        answer: &str,
        factor: u32,
    ) -> Result<String, Failure> {
        let search = JudgeSearch::ALL.into_iter().find(|search| search.factor() == factor);
        let search = search.ok_or_else(|| Failure::new("not a factor of a search"))?;
        self.judge_after(mv, [best, answer], search)
    }

    /// Records a correct answer. The returned JSON contains the line for `reviews.jsonl` (on the
    /// first try), the best line and the facts, or the reply if a puzzle continues.
    ///
    /// # Errors
    ///
    /// If no question is open.
    pub fn right(&mut self, mv: &str, now: f64) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let (id, is_graded, card) = (card.id, question.is_graded, card.clone());
        let is_best = question.best(&card).is_some_and(|best| uci(&question.pos, best) == mv);
        let median = self.session.as_ref().and_then(|session| session.median_millis);
        let median = median.filter(|_| question.step == 0);
        let millis = question.millis(time(now));
        let grade = right_grade(question.hints, millis, median);
        let mut answer = AnswerJson {
            best: Some(best_line(&card, &question.pos, question.step)),
            others: other_moves(&card, mv),
            ..AnswerJson::default()
        };
        if is_best && let Some(question) = self.question_mut() {
            let before = question.pos.clone();
            let first = question.best(&card);
            if let Some(reply) = question.go_on(&card) {
                let mut pos = before;
                if let Some(first) = first {
                    pos.play_unchecked(first);
                }
                answer.reply = Some(pos.numbered_move(reply));
                answer.fen = Some(question.pos.fen());
                answer.best = None;
                return to_json(&answer);
            }
        }
        answer.facts = explanation(&card);
        if !is_graded {
            let given = ReviewAction::Answer { mv: mv.to_owned(), grade, millis };
            self.grade(id, given, now, &mut answer)?;
        }
        to_json(&answer)
    }

    /// Records an incorrect answer. `reply` is the opponent's line after it; if `reply` is empty,
    /// the line stored on the card is used. The returned JSON contains the line for `reviews.jsonl`
    /// (on the first try) and the fact that refutes the answer.
    ///
    /// # Errors
    ///
    /// If no question is open, or the move is not legal.
    pub fn wrong(&mut self, mv: &str, reply: &str, now: f64) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let (id, is_graded, pos) = (card.id, question.is_graded, question.pos.clone());
        let millis = question.millis(time(now));
        let played = pos.parse_uci(mv).map_err(Failure::new)?;
        let mut answer = AnswerJson::default();
        if !is_graded {
            let given =
                ReviewAction::Answer { mv: mv.to_owned(), grade: ReviewGrade::Again, millis };
            self.grade(id, given, now, &mut answer)?;
        }
        // Facts about the better move would name it.
        let facts = self.refutation(played, reply)?;
        answer.facts = facts.iter().take(1).map(|fact| FactJson::new(fact, &pos)).collect();
        to_json(&answer)
    }

    /// Returns `true` if a line of the opponent refutes an incorrect answer: the given line, or the
    /// stored one if it is empty. Otherwise, the line should be searched on from its end.
    ///
    /// # Errors
    ///
    /// If no question is open, or the move is not legal.
    pub fn refutes(&self, mv: &str, reply: &str) -> Result<bool, Failure> {
        let (question, _) = self.asked()?;
        let played = question.pos.parse_uci(mv).map_err(Failure::new)?;
        Ok(!self.refutation(played, reply)?.is_empty())
    }

    /// Returns `true` if the card belongs to a repertoire or already contains the opponent's reply
    /// to the move. In that case, no search is needed to refute the move.
    ///
    /// # Errors
    ///
    /// If no question is open.
    #[wasm_bindgen(js_name = knowsReply)]
    pub fn knows_reply(&self, mv: &str) -> Result<bool, Failure> {
        let (question, card) = self.asked()?;
        let is_played = |played: Move| uci(&card.position, played) == mv;
        let known = card.mistakes.iter().any(|it| is_played(it.played) && !it.reply.is_empty());
        Ok(card.kind == CardKind::Repertoire || question.step == 0 && known)
    }

    /// Reveals the answer, which counts as answering incorrectly.
    ///
    /// # Errors
    ///
    /// If no question is open.
    pub fn show(&mut self, now: f64) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let (id, is_graded) = (card.id, question.is_graded);
        let main = card.best().map(|best| uci(&card.position, best)).unwrap_or_default();
        let mut answer = AnswerJson {
            best: Some(best_line(card, &question.pos, question.step)),
            others: other_moves(card, &main),
            facts: explanation(card),
            ..AnswerJson::default()
        };
        if !is_graded {
            let given =
                ReviewAction::Answer { mv: String::new(), grade: ReviewGrade::Again, millis: 0 };
            self.grade(id, given, now, &mut answer)?;
        }
        to_json(&answer)
    }

    /// Returns a hint as JSON: `{piece}`, or `{piece, square}` on the second call.
    ///
    /// # Errors
    ///
    /// If no question is open.
    pub fn hint(&mut self) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let best = question.best(card).ok_or_else(no_question)?;
        let piece = question.pos.piece_at(best.from()).map(|piece| piece.kind.to_char());
        let square = (question.hints > 0).then(|| best.from().to_string());
        if let Some(question) = self.question_mut() {
            question.hints += 1;
        }
        to_json(&HintJson { piece, square })
    }

    /// Changes the grade of the last answer to a grade from 1 to 4. Returns JSON with the journal
    /// line and the number of days until the card is due.
    ///
    /// # Errors
    ///
    /// If there is no answer, or the grade is out of range.
    pub fn regrade(&mut self, grade: u8, now: f64) -> Result<String, Failure> {
        let last = self.session.as_ref().and_then(|session| session.last.clone());
        let (card, of) = last.ok_or_else(|| Failure::new("there is no answer before"))?;
        let answer = of.clone();
        let grade = ReviewGrade::from_number(grade)
            .ok_or_else(|| Failure::new(format_args!("{grade}: not a grade from 1 to 4")))?;
        let (line, _) = self.write(card, ReviewAction::Regrade { of, grade }, now)?;
        if let Some(session) = &mut self.session {
            session.queue.regrade(card, grade);
            session.grades.insert(answer, grade);
        }
        let days = Some(self.days_of(card, now));
        to_json(&AnswerJson {
            line: Some(line),
            grade: Some(grade.number()),
            days,
            ..AnswerJson::default()
        })
    }

    /// Undoes the last answer. Returns JSON with the journal line.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn undo(&mut self, now: f64) -> Result<String, Failure> {
        let last = self.session.as_mut().and_then(|session| session.last.take());
        let (card, of) = last.ok_or_else(|| Failure::new("there is no answer before"))?;
        if let Some(session) = &mut self.session {
            session.queue.remove(card);
            session.grades.remove(&of);
        }
        let (line, _) = self.write(card, ReviewAction::Undo { of }, now)?;
        if let Some(question) = self.question_mut().filter(|question| question.card == card) {
            question.is_graded = false;
        }
        to_json(&AnswerJson { line: Some(line), ..AnswerJson::default() })
    }

    /// Suspends the card of the current question permanently. Returns JSON with the journal line.
    ///
    /// # Errors
    ///
    /// If no question is open.
    pub fn suspend(&mut self, now: f64) -> Result<String, Failure> {
        let card = self.asked()?.1.id;
        let (line, _) = self.write(card, ReviewAction::Suspend, now)?;
        if let Some(session) = &mut self.session {
            session.queue.remove(card);
        }
        to_json(&AnswerJson { line: Some(line), ..AnswerJson::default() })
    }

    /// Returns, as JSON, the facts about a move that was a mistake in one of the notebook's games.
    /// The list is empty if no card contains the move.
    ///
    /// # Errors
    ///
    /// If `fen` is not a valid FEN, or the position cannot be played.
    pub fn explain(&self, fen: &str, mv: &str) -> Result<String, Failure> {
        let pos = read_fen(fen)?;
        let card = self.deck.card_of(CardId::of(&pos));
        let facts = card.and_then(|card| {
            let mistake = card.mistakes.iter().find(|it| uci(&card.position, it.played) == mv)?;
            Some(card.facts(mistake))
        });
        let facts = facts.unwrap_or_default();
        to_json(&facts.iter().map(|fact| FactJson::new(fact, &pos)).collect::<Vec<_>>())
    }
}

impl LearnNotebook {
    /// Returns the facts that refute a move, by the opponent's line after it or by the stored line.
    fn refutation(&self, played: Move, reply: &str) -> Result<Vec<ProvedFact>, Failure> {
        let (question, card) = self.asked()?;
        let pos = &question.pos;
        let after = pos.after(played).map_err(Failure::new)?;
        let stored = card.mistakes.iter().find(|it| it.played == played && question.step == 0);
        let searched = read_line(&after, reply);
        let values = question.searched.filter(|(mv, _)| *mv == played).map(|(_, values)| values);
        let (reply, values) = match stored {
            Some(mistake) if searched.is_empty() => {
                (mistake.reply.clone(), Some([mistake.before, mistake.after]))
            }
            _ => (searched, values),
        };
        let context = MoveContext { position: pos, mv: played, reply: &reply, best: &[], values };
        let is_tactical = |fact: &ProvedFact| fact.fact != LearnFact::PositionalOnly;
        Ok(learn_facts(context).into_iter().filter(is_tactical).collect())
    }

    /// Judges a move by the scores after the best move and after the move itself.
    fn judge_after(
        &mut self,
        mv: &str,
        scores: [&str; 2],
        search: JudgeSearch,
    ) -> Result<String, Failure> {
        let (question, card) = self.asked()?;
        let mv = question.pos.parse_uci(mv).map_err(Failure::new)?;
        let value = |mv: Move, score: &str| -> Result<Assessment, Failure> {
            let after = question.pos.after(mv).map_err(Failure::new)?;
            match after.outcome() {
                Some(outcome) => Ok(Assessment::from_outcome(outcome)),
                None => Ok(ScoreJson::read(score)?.in_position(&after)),
            }
        };
        let side = question.pos.turn();
        let best_move = question.best(card).ok_or_else(no_question)?;
        let (best, answer) = (value(best_move, scores[0])?, value(mv, scores[1])?);
        let SearchedAnswer { verdict, loss, again } = judge_searched(best, answer, side, search);
        if let Some(question) = self.question_mut() {
            question.searched = Some((mv, [best, answer]));
        }
        let factor = again.map(JudgeSearch::factor);
        to_json(&VerdictJson { loss, factor, ..VerdictJson::new(verdict) })
    }

    fn asked(&self) -> Result<(&Question, &LearnCard), Failure> {
        let question = self.session.as_ref().and_then(|session| session.question.as_ref());
        let question = question.ok_or_else(no_question)?;
        Ok((question, self.deck.card_of(question.card).ok_or_else(no_question)?))
    }

    fn question_mut(&mut self) -> Option<&mut Question> {
        self.session.as_mut()?.question.as_mut()
    }

    /// Records the answer to the current question in the journal.
    fn grade(
        &mut self,
        card: CardId,
        given: ReviewAction,
        now: f64,
        answer: &mut AnswerJson,
    ) -> Result<(), Failure> {
        let ReviewAction::Answer { grade, .. } = given else { return Err(no_question()) };
        let (line, key) = self.write(card, given, now)?;
        answer.line = Some(line);
        answer.grade = Some(grade.number());
        answer.days = Some(self.days_of(card, now));
        if let Some(session) = &mut self.session {
            session.queue.answer(card, grade);
            session.grades.insert(key.clone(), grade);
            session.last = Some((card, key));
            if let Some(question) = &mut session.question {
                question.is_graded = true;
            }
        }
        Ok(())
    }

    /// Adds a line to the journal. Returns the text and the key of the line.
    fn write(
        &mut self,
        card: CardId,
        action: ReviewAction,
        now: f64,
    ) -> Result<(String, ReviewKey), Failure> {
        let offset = self.session.as_ref().ok_or_else(no_question)?.offset;
        self.written += 1;
        let key = ReviewKey { time: time(now), run: self.run.clone(), count: self.written };
        let line = ReviewLine { key: key.clone(), offset, card, action };
        let text = line.to_string();
        self.journal.insert(line);
        Ok((text, key))
    }

    /// Returns the number of days from today until a card is due.
    fn days_of(&self, card: CardId, now: f64) -> u64 {
        let mut own = ReviewJournal::default();
        let lines = self.journal.lines().filter(|line| line.card == card);
        lines.for_each(|line| own.insert(line.clone()));
        let histories = reynard_learn::CardHistories::new(&own, self.scheduler, time(now));
        let due = histories.of(card).and_then(|history| history.due);
        let day = self.session.as_ref().map(|session| session.day);
        let days = due.zip(day).map_or(0, |(due, day)| due.days_since(day.start()));
        u64::try_from(days).unwrap_or(0)
    }
}
