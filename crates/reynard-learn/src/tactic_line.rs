//! A line that wins something, and what it proves.

use reynard::attacks::between;
use reynard::{Color, Move, PieceType, PieceValues, Position, Square};
use reynard_analysis::{Assessment, PuzzleMotif, first_move_motifs};
use reynard_pgn::EvaluationScore;

use crate::material_search::{MaterialSearch, material};
use crate::{LearnFact, MaterialTrade, ProvedFact};

/// The minimum material gain that is worth mentioning, in centipawns.
const PAWN: i32 = 100;
/// The minimum material gain at which a motif is stated, in centipawns: more than a pawn, but less
/// than the exchange.
const MOTIF: i32 = 150;
/// The greatest difference between a gain and the trade that names it, in centipawns.
const SAME: i32 = 50;

/// The motifs that facts may name. All other motifs describe a move, but do not win anything on
/// their own.
const NAMED: [PuzzleMotif; 4] =
    [PuzzleMotif::Fork, PuzzleMotif::Pin, PuzzleMotif::Skewer, PuzzleMotif::DiscoveredAttack];

/// A line that may win something for the side that makes its first move.
pub(crate) struct TacticLine<'a> {
    /// The position before the move in question, which may have captured something.
    before: &'a Position,
    start: &'a Position,
    /// The legal moves, and after them the captures that are left at their end.
    line: Vec<Move>,
    /// Number of moves that were given.
    given: usize,
    /// The position after each number of moves.
    positions: Vec<Position>,
    /// The material that the side to move can gain in each of these positions.
    threats: Vec<i32>,
    /// Material that the other side captured just before the line, in centipawns.
    owed: i32,
    /// Evaluation of the position in which the line starts, if known.
    value: Option<Assessment>,
    /// Centipawns lost by the move in question, if known.
    loss: Option<i32>,
}

/// The material that a line wins, in centipawns, and the number of plies that it needs.
#[derive(Clone, Copy)]
struct Win {
    gain: i32,
    plies: usize,
}

/// The number of plies within which a line must win something, unless it mates. Later moves of an
/// engine's line are often not the best ones.
const PLIES: usize = 12;
/// The number of plies beyond which a gain counts as late.
const NEAR: usize = 6;

impl<'a> TacticLine<'a> {
    /// Creates a line from the legal part of a list of moves, from a position after `before` or
    /// equal to it. An engine's line may end in the middle of an exchange: the captures that
    /// follow are added.
    pub(crate) fn new(
        before: &'a Position,
        start: &'a Position,
        moves: &[Move],
        value: Option<Assessment>,
        loss: Option<i32>,
    ) -> Self {
        let mut end = start.clone();
        let mut line: Vec<Move> =
            moves.iter().copied().take_while(|&mv| end.play(mv).is_ok()).collect();
        let given = line.len();
        if given > 0 {
            line.extend(MaterialSearch::new(&end).line);
        }
        let mut positions = vec![start.clone()];
        for &mv in &line {
            let mut next = positions[positions.len() - 1].clone();
            next.play_unchecked(mv);
            positions.push(next);
        }
        let side = start.turn();
        let threats = positions.iter().map(|pos| MaterialSearch::new(pos).gain.max(0)).collect();
        let own = |pos: &Position| pos.board().material(side, &PieceValues::DEFAULT);
        let owed = own(before) - own(start);
        Self { before, start, line, given, positions, threats, owed, value, loss }
    }

    /// Attaches a proof to a fact: all moves of the line for a mate, or the moves up to the gain
    /// and the captures that answer it if the line wins material.
    pub(crate) fn proved(&self, fact: LearnFact) -> ProvedFact {
        let mut trade = None;
        let line = match (fact, self.win()) {
            (LearnFact::AllowsMate(_) | LearnFact::MissesMate(_), _) => {
                self.line[..self.given].to_vec()
            }
            (_, None) => self.line.iter().copied().take(self.given.min(PLIES)).collect(),
            (_, Some(win)) => {
                let line;
                (line, trade) = self.proof(win);
                line
            }
        };
        ProvedFact { fact, from: self.start.clone(), line, trade }
    }

    /// Returns the moves that prove a gain, and their trade if it equals the gain, or if the
    /// evaluation confirms more. The proof ends where the other side has nothing to capture, and if
    /// possible where the board shows the gain.
    fn proof(&self, win: Win) -> (Vec<Move>, Option<MaterialTrade>) {
        let side = self.side();
        let is_settled =
            |&plies: &usize| self.positions[plies].turn() == side || self.threats[plies] <= 0;
        let last = self.line.len().min(PLIES + 1).max(win.plies);
        let ends: Vec<(usize, Option<MaterialTrade>)> = (win.plies..=last)
            .filter(is_settled)
            .map(|plies| (plies, MaterialTrade::between(self.before, &self.positions[plies], side)))
            .collect();
        let shows = |trade: MaterialTrade| (trade.value() - win.gain).abs() < SAME;
        let is_sure = |trade: &MaterialTrade| {
            let value = trade.value();
            value > win.gain && self.loss.is_some_and(|loss| loss >= value)
        };
        let best = ends.iter().find(|(_, trade)| trade.is_some_and(shows));
        let (plies, trade) = match (best, ends.first()) {
            (Some(&best), _) => best,
            (None, Some(&(plies, trade))) => (plies, trade.filter(is_sure)),
            (None, None) => (win.plies, None),
        };
        (self.line[..plies].to_vec(), trade)
    }

    /// Returns, for each move within the limit by the side that begins the line, the number of
    /// plies up to and including that move.
    fn own_plies(&self) -> impl Iterator<Item = usize> {
        (1..=self.line.len().min(PLIES)).step_by(2)
    }

    /// Returns `true` if the line is known and wins nothing soon, not even temporarily.
    pub(crate) fn wins_nothing(&self) -> bool {
        let mut near = self.own_plies().take_while(|&plies| plies <= NEAR);
        !self.line.is_empty() && near.all(|plies| self.balance(plies) < PAWN)
    }

    /// Returns the fact about a move that allowed the line.
    pub(crate) fn allowed(&self) -> Option<ProvedFact> {
        let fact = if let Some(moves) = self.mate() {
            LearnFact::AllowsMate(moves)
        } else if let Some((piece, square)) = self.free_piece() {
            LearnFact::HangsPiece(piece, square)
        } else if let Some(motif) = self.motif() {
            LearnFact::Allows(motif)
        } else if let Some((square, gain)) = self.exchange() {
            LearnFact::LosesExchange(square, gain)
        } else {
            LearnFact::LosesMaterial(self.answered_gain()?)
        };
        Some(self.proved(fact))
    }

    /// Returns the fact about a move that missed the line. `against` is the line that was played
    /// against that move.
    pub(crate) fn missed(&self, against: &Self) -> Option<ProvedFact> {
        let fact = if let Some(moves) = self.mate() {
            LearnFact::MissesMate(moves)
        } else if let Some((piece, square)) = self.free_piece() {
            LearnFact::MissesCapture(piece, square)
        } else if let Some(motif) = self.motif() {
            LearnFact::Misses(motif)
        } else {
            // The move may have won the same material.
            let more = self.gain()? + against.gain()?;
            let least = if self.win()?.plies <= NEAR { PAWN } else { MOTIF };
            let gain = self.answered_gain()?.min(more);
            LearnFact::MissesMaterial((gain >= least).then_some(gain)?)
        };
        Some(self.proved(fact))
    }

    /// Returns the side that makes the first move of the line.
    fn side(&self) -> Color {
        self.start.turn()
    }

    /// Returns the number of moves to the mate at the end of the line, if that mate is forced: it
    /// must be a mate in one, or as long as the evaluation states. Without an evaluation, the line
    /// is assumed to come from an engine.
    fn mate(&self) -> Option<usize> {
        let (moves, end) = (self.given.div_ceil(2), &self.positions[self.given]);
        let is_mate = end.is_checkmate() && end.turn() != self.side();
        let is_forced = self.value.is_none_or(|value| match value.score {
            EvaluationScore::Mate { winner, moves: known } => {
                winner == self.side() && usize::try_from(known).is_ok_and(|known| moves <= known)
            }
            EvaluationScore::Centipawns(_) => false,
        });
        (is_mate && (moves == 1 || is_forced)).then_some(moves)
    }

    /// Returns the piece captured by the first move, if no recapture is possible.
    fn free_piece(&self) -> Option<(PieceType, Square)> {
        let first = *self.line.first()?;
        let piece = self.start.piece_at(first.to()).filter(|_| first.is_capture())?.kind;
        let answers = self.positions[1].legal_moves();
        let is_protected = answers.iter().any(|mv| mv.to() == first.to());
        let value = PieceValues::DEFAULT.of(piece);
        let net = value - self.owed;
        let is_sure = self.loss.is_some_and(|loss| loss >= net);
        let kept = is_sure || self.gain().is_none_or(|gain| gain >= MOTIF);
        (piece != PieceType::Pawn && !is_protected && net >= 2 * PAWN && kept)
            .then_some((piece, first.to()))
    }

    /// Returns the square and the gain of an exchange that the first move begins.
    fn exchange(&self) -> Option<(Square, i32)> {
        let first = *self.line.first().filter(|mv| mv.is_capture())?;
        let gain = self.start.see(first, &PieceValues::DEFAULT) - self.owed;
        let gain = gain.min(self.answered_gain()?);
        (gain >= PAWN).then_some((first.to(), gain))
    }

    /// Returns the motif of the first move, if the line wins material.
    fn motif(&self) -> Option<PuzzleMotif> {
        let found = first_move_motifs(self.start, &self.line);
        let motif = NAMED.into_iter().find(|motif| found.contains(motif))?;
        if motif == PuzzleMotif::Pin && !self.makes_pin() {
            return None;
        }
        let win = self.win().filter(|win| win.gain >= MOTIF && win.plies <= NEAR)?;
        // A motif does not win a piece that hangs anyway.
        let is_needed = best_capture(self.start) - self.owed < win.gain;
        let is_used = motif != PuzzleMotif::Fork || self.is_fork_used();
        (is_needed && is_used).then_some(motif)
    }

    /// Returns `true` if the piece that moves first captures a piece that it attacked, and that
    /// could not be captured profitably before.
    fn is_fork_used(&self) -> bool {
        let (side, fork) = (self.side(), self.line[0].to());
        let captures = self.line.iter().enumerate().skip(2).step_by(2);
        let mut own = captures.filter(|(_, mv)| mv.from() == fork).take(1);
        own.any(|(index, mv)| {
            let is_target = self.positions[1].attackers(mv.to(), side).contains(fork);
            let before = self.start.legal_moves();
            let hangs = before
                .iter()
                .filter(|own| own.to() == mv.to() && own.is_capture())
                .any(|&own| self.start.see(own, &PieceValues::DEFAULT) >= 2 * PAWN);
            index <= NEAR && mv.is_capture() && is_target && !hangs
        })
    }

    /// Returns `true` if the first move itself pins a piece.
    fn makes_pin(&self) -> bool {
        let Some(&first) = self.line.first() else { return false };
        let (after, them) = (&self.positions[1], !self.side());
        let new = after.pinned(them) & !self.start.pinned(them);
        (new & between(first.to(), after.king(them))).any()
    }

    /// Returns the material in centipawns that the line wins soon and keeps to its end, or `None`
    /// for an empty line.
    fn gain(&self) -> Option<i32> {
        let whole = self.line.len();
        (whole > 0).then(|| self.settled(whole.min(PLIES)).min(self.settled(whole)))
    }

    /// Returns the material that the first plies of the line win for good. If the other side makes
    /// the last of these moves, it may merely have delayed a capture that it threatens. The gain
    /// therefore counts only if the side that begins the line had already won as much with its
    /// previous move, or if the other side has no threat. A recapture that is due counts.
    fn settled(&self, plies: usize) -> i32 {
        let balance = self.balance(plies);
        if !plies.is_multiple_of(2) {
            return balance;
        }
        let mut end = self.positions[plies].clone();
        let threat = end.play_null().map_or(0, |()| MaterialSearch::new(&end).gain.max(0));
        (balance + self.threats[plies]).min(self.balance(plies - 1)).max(balance - threat)
    }

    /// Returns the gain of the line if it is at least a pawn soon or more than a pawn later.
    /// Returns `None` if the evaluation does not confirm the gain.
    fn win(&self) -> Option<Win> {
        let kept = self.gain().filter(|&gain| gain >= PAWN)?;
        let near = self.own_plies().take_while(|&plies| plies <= NEAR);
        let first = |least| self.own_plies().find(|&plies| self.balance(plies) >= least);
        let gain = near.map(|plies| self.balance(plies)).max()?.min(kept);
        let plies = first(if gain >= PAWN { gain } else { MOTIF })?;
        let gain = if gain >= PAWN { gain } else { self.balance(plies) };
        self.is_seen(gain).then_some(Win { gain, plies })
    }

    /// Returns the gain of a line in which the first move is answered, or which the evaluation
    /// confirms. Otherwise, the other side might capture as much in return.
    fn answered_gain(&self) -> Option<i32> {
        let is_answered =
            |gain: i32| self.line.len() > 1 || self.loss.is_some_and(|loss| loss >= gain);
        self.win().map(|win| win.gain).filter(|&gain| is_answered(gain))
    }

    /// Returns `true` if the evaluation falls by at least half the gain. Otherwise, the line is not
    /// the best one, or the material was already lost.
    fn is_seen(&self, gain: i32) -> bool {
        self.loss.is_none_or(|loss| 2 * loss >= gain)
    }

    /// Returns the material in centipawns that the first plies of the line win, minus the material
    /// that the other side can capture next.
    fn balance(&self, plies: usize) -> i32 {
        let (side, end) = (self.side(), &self.positions[plies]);
        let won = material(end, side) - material(self.start, side) - self.owed;
        if end.turn() == side { won } else { won - self.threats[plies] }
    }
}

/// Returns the maximum gain of a capture or promotion by the side to move according to static
/// exchange evaluation, in centipawns; 0 if there is none.
fn best_capture(pos: &Position) -> i32 {
    let moves = pos.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
    captures.map(|&mv| pos.see(mv, &PieceValues::DEFAULT)).max().unwrap_or(0).max(0)
}
