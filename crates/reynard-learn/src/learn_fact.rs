//! Facts about a move, each with a line that proves it.

use reynard::attacks::between;
use reynard::{Color, Move, Outcome, PieceType, PieceValues, Position, Square};
use reynard_analysis::{Assessment, PuzzleMotif, first_move_motifs};
use reynard_pgn::EvaluationScore;

/// A fact about a move that was played instead of a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LearnFact {
    /// The move ends the game in a draw.
    Draws(Outcome),
    /// The reply leads to a mate in this many moves.
    AllowsMate(usize),
    /// The reply captures a piece, and no recapture is possible.
    HangsPiece(PieceType, Square),
    /// The reply begins an exchange on this square that wins material. The second field is the gain
    /// in centipawns, by static exchange evaluation.
    LosesExchange(Square, i32),
    /// The reply shows this motif, and its line wins material.
    Allows(PuzzleMotif),
    /// The line that begins with the reply wins material, in centipawns.
    LosesMaterial(i32),
    /// The better move leads to a mate in this many moves.
    MissesMate(usize),
    /// The better move captures a piece, and no recapture is possible.
    MissesCapture(PieceType, Square),
    /// The better move shows this motif, and its line wins material.
    Misses(PuzzleMotif),
    /// The line that begins with the better move wins material, in centipawns.
    MissesMaterial(i32),
    /// The evaluation falls slightly, and no line wins material.
    PositionalOnly,
}

/// A fact and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedFact {
    /// The fact.
    pub fact: LearnFact,
    /// The position in which the line begins.
    pub from: Position,
    /// The line that proves the fact; empty if the move itself draws.
    pub line: Vec<Move>,
}

/// The minimum material gain that is worth mentioning, in centipawns.
const PAWN: i32 = 100;
/// The minimum material gain at which a motif is stated, in centipawns: more than a pawn, but less
/// than the exchange.
const MOTIF: i32 = 150;

/// The motifs that facts may name. All other motifs describe a move, but do not win anything on
/// their own.
const NAMED: [PuzzleMotif; 4] =
    [PuzzleMotif::Fork, PuzzleMotif::Pin, PuzzleMotif::Skewer, PuzzleMotif::DiscoveredAttack];

/// A move, and all data from which facts about it are derived.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// Position before the move.
    pub position: &'a Position,
    /// The move, which is legal.
    pub mv: Move,
    /// The opponent's line after the move; empty if unknown.
    pub reply: &'a [Move],
    /// The line of a better move; empty if unknown.
    pub best: &'a [Move],
    /// Evaluations before and after the move, if known.
    pub values: Option<[Assessment; 2]>,
}

/// The greatest loss at which a mistake may be purely positional, in centipawns.
const POSITIONAL: u32 = 150;

/// Returns the facts about a move. A fact is stated only if a line proves it. The most important
/// facts come first, and facts about the move played come before those about the better move.
///
/// ```
/// use reynard_learn::reynard::{PieceType, Position, Square};
/// use reynard_learn::{LearnFact, MoveContext, learn_facts};
///
/// // The rook leaves the bishop alone.
/// let position: Position = "4k3/8/8/8/1r6/8/1B6/1R2K3 w - - 0 1".parse()?;
/// let mv = position.parse_san("Rd1")?;
/// let reply = [position.after(mv)?.parse_san("Rxb2")?];
/// let context = MoveContext { position: &position, mv, reply: &reply, best: &[], values: None };
/// let facts = learn_facts(context);
/// assert_eq!(facts[0].fact, LearnFact::HangsPiece(PieceType::Bishop, Square::B2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn learn_facts(context: MoveContext<'_>) -> Vec<ProvedFact> {
    let MoveContext { position: pos, mv, reply, best, values } = context;
    let side = pos.turn();
    let Ok(after) = pos.after(mv) else { return Vec::new() };
    if let Some(outcome) = after.outcome().filter(|outcome| outcome.winner().is_none()) {
        let fact = LearnFact::Draws(outcome);
        return vec![ProvedFact { fact, from: pos.clone(), line: vec![mv] }];
    }
    // An exchange that the move began is counted from its beginning.
    let taken = opposing(pos, side) - opposing(&after, side);
    let [value_before, value_after] = values.map_or([None; 2], |values| values.map(Some));
    let better = if best.first() == Some(&mv) { &[] } else { best };
    let loss = values.and_then(|values| loss(values, side));
    let against = TacticLine { loss, ..TacticLine::new(&after, reply, taken, value_after) };
    let missed = TacticLine { loss, ..TacticLine::new(pos, better, 0, value_before) };
    let allowed = against.allowed();
    let mut facts: Vec<ProvedFact> = allowed.into_iter().chain(missed.missed(&against)).collect();
    // Without a line of the opponent nothing is known about what is lost.
    if facts.is_empty() && against.wins_nothing() && values.is_some_and(is_positional) {
        facts.push(missed.proved(LearnFact::PositionalOnly));
    }
    facts
}

/// Returns `true` if a change in the evaluation is small enough to be explained without the loss of
/// material.
fn is_positional(values: [Assessment; 2]) -> bool {
    loss(values, Color::White).is_some_and(|change| change.unsigned_abs() <= POSITIONAL)
}

/// Returns the number of centipawns that a side loses between two evaluations, or `None` if either
/// is a mate.
fn loss(values: [Assessment; 2], side: Color) -> Option<i32> {
    let [EvaluationScore::Centipawns(before), EvaluationScore::Centipawns(after)] =
        values.map(|value| value.score)
    else {
        return None;
    };
    Some(if side == Color::White { before - after } else { after - before })
}

/// A line that may win something for the side that makes its first move.
struct TacticLine<'a> {
    start: &'a Position,
    /// The legal moves.
    line: Vec<Move>,
    /// The position at the end of the line.
    end: Position,
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
    /// Creates a line from the legal part of a list of moves.
    fn new(start: &'a Position, moves: &[Move], owed: i32, value: Option<Assessment>) -> Self {
        let mut end = start.clone();
        let line = moves.iter().copied().take_while(|&mv| end.play(mv).is_ok()).collect();
        Self { start, line, end, owed, value, loss: None }
    }

    /// Attaches a proof to a fact: all moves of the line for a mate, or the moves up to the gain if
    /// the line wins material.
    fn proved(&self, fact: LearnFact) -> ProvedFact {
        let plies = match fact {
            LearnFact::AllowsMate(_) | LearnFact::MissesMate(_) => self.line.len(),
            _ => self.win().map_or(PLIES, |win| win.plies),
        };
        let line = self.line.iter().copied().take(plies).collect();
        ProvedFact { fact, from: self.start.clone(), line }
    }

    /// Returns, for each move within the limit by the side that begins the line, the number of
    /// plies up to and including that move.
    fn own_plies(&self) -> impl Iterator<Item = usize> {
        (1..=self.line.len().min(PLIES)).step_by(2)
    }

    /// Returns `true` if the line is known and wins nothing soon, not even temporarily.
    fn wins_nothing(&self) -> bool {
        let mut near = self.own_plies().take_while(|&plies| plies <= NEAR);
        !self.line.is_empty() && near.all(|plies| self.balance(plies) < PAWN)
    }

    /// Returns the fact about a move that allowed the line.
    fn allowed(&self) -> Option<ProvedFact> {
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
    fn missed(&self, against: &Self) -> Option<ProvedFact> {
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
        let moves = self.line.len().div_ceil(2);
        let is_mate = self.end.is_checkmate() && self.end.turn() != self.side();
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
        let mut after = self.start.clone();
        after.play_unchecked(first);
        let is_protected = after.legal_moves().iter().any(|mv| mv.to() == first.to());
        let value = PieceValues::DEFAULT.of(piece);
        let net = value - self.owed;
        let kept = self.gain().is_none_or(|gain| gain >= MOTIF);
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
        self.win().filter(|win| win.gain >= MOTIF && win.plies <= NEAR).map(|_| motif)
    }

    /// Returns `true` if the first move itself pins a piece.
    fn makes_pin(&self) -> bool {
        let Some(&first) = self.line.first() else { return false };
        let mut after = self.start.clone();
        after.play_unchecked(first);
        let them = !self.side();
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
    /// previous move, or if the other side has no threat.
    fn settled(&self, plies: usize) -> i32 {
        if !plies.is_multiple_of(2) {
            return self.balance(plies);
        }
        let mut end = self.after(plies);
        let threat = end.play_null().map_or(0, |()| best_capture(&end));
        self.balance(plies).min(self.balance(plies - 1)).max(self.balance(plies) - threat)
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

    /// Returns the gain of a line in which the first move is answered. If there is no answer, the
    /// other side might capture as much in return.
    fn answered_gain(&self) -> Option<i32> {
        self.win().filter(|_| self.line.len() > 1).map(|win| win.gain)
    }

    /// Returns `true` if the evaluation falls by at least half the gain. Otherwise, the line is not
    /// the best one, or the material was already lost.
    fn is_seen(&self, gain: i32) -> bool {
        self.loss.is_none_or(|loss| 2 * loss >= gain)
    }

    /// Returns the material in centipawns that the first plies of the line win, minus the material
    /// that the other side can capture next.
    fn balance(&self, plies: usize) -> i32 {
        let (side, end) = (self.side(), self.after(plies));
        let won = material(&end, side) - material(self.start, side) - self.owed;
        if end.turn() == side { won } else { won - best_capture(&end) }
    }

    /// Returns the position after the first plies of the line.
    fn after(&self, plies: usize) -> Position {
        let mut pos = self.start.clone();
        self.line[..plies].iter().for_each(|&mv| pos.play_unchecked(mv));
        pos
    }
}

/// Returns the maximum gain of a capture or promotion by the side to move according to static
/// exchange evaluation, in centipawns; 0 if there is none.
fn best_capture(pos: &Position) -> i32 {
    let moves = pos.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
    captures.map(|&mv| pos.see(mv, &PieceValues::DEFAULT)).max().unwrap_or(0).max(0)
}

/// Returns the material of the side's opponent, in centipawns.
fn opposing(pos: &Position, side: Color) -> i32 {
    pos.board().material(!side, &PieceValues::DEFAULT)
}

/// Returns the material of a side minus that of the other side, in centipawns.
fn material(pos: &Position, side: Color) -> i32 {
    let board = pos.board();
    board.material(side, &PieceValues::DEFAULT) - board.material(!side, &PieceValues::DEFAULT)
}

impl LearnFact {
    /// Returns a short description of the kind of fact, for lists.
    ///
    /// ```
    /// use reynard_learn::LearnFact;
    ///
    /// assert_eq!(LearnFact::AllowsMate(3).kind(), "allowed a mate");
    /// ```
    pub fn kind(self) -> String {
        match self {
            Self::Draws(_) => "ended the game as a draw".to_owned(),
            Self::AllowsMate(_) => "allowed a mate".to_owned(),
            Self::HangsPiece(piece, _) => format!("lost a {piece} for nothing"),
            Self::LosesExchange(..) => "lost an exchange of pieces".to_owned(),
            Self::Allows(motif) => format!("allowed a {motif}"),
            Self::LosesMaterial(_) => "lost material by a longer line".to_owned(),
            Self::MissesMate(_) => "missed a mate".to_owned(),
            Self::MissesCapture(piece, _) => format!("missed a free {piece}"),
            Self::Misses(motif) => format!("missed a {motif}"),
            Self::MissesMaterial(_) => "missed material".to_owned(),
            Self::PositionalOnly => "lost nothing at once".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the facts about a move. The move, the reply and the better line are given in SAN.
    fn facts(fen: &str, mv: &str, reply: &str, best: &str) -> Vec<ProvedFact> {
        valued(fen, mv, reply, best, POSITIONAL.cast_signed())
    }

    /// Returns the facts about a move that loses `loss` centipawns.
    fn valued(fen: &str, mv: &str, reply: &str, best: &str, loss: i32) -> Vec<ProvedFact> {
        let pos: Position = fen.parse().expect("a position");
        let line = |start: &Position, text: &str| {
            let mut pos = start.clone();
            let mut line = Vec::new();
            for san in text.split_whitespace() {
                line.push(pos.parse_san(san).expect("a move"));
                pos.play_unchecked(line[line.len() - 1]);
            }
            line
        };
        let mv = pos.parse_san(mv).expect("a move");
        let after = pos.after(mv).expect("a legal move");
        let (reply, best) = (line(&after, reply), line(&pos, best));
        let score = if pos.turn() == Color::White { -loss } else { loss };
        let value = |score| Assessment::from_score(EvaluationScore::Centipawns(score), &pos);
        let values = Some([value(0), value(score)]);
        let context = MoveContext { position: &pos, mv, reply: &reply, best: &best, values };
        let facts = learn_facts(context);
        for fact in &facts {
            let mut pos = fact.from.clone();
            for &mv in &fact.line {
                pos.play(mv).expect("a proof is a legal line");
            }
        }
        facts
    }

    fn of(fen: &str, mv: &str, reply: &str, best: &str) -> Vec<LearnFact> {
        facts(fen, mv, reply, best).into_iter().map(|fact| fact.fact).collect()
    }

    #[test]
    fn mates_are_named_with_their_length() {
        let fen = "6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 0 1";
        assert_eq!(
            of(fen, "Rd1", "Ra1 Rxa1", "Re8"),
            [LearnFact::MissesMate(1)],
            "the reply loses its rook"
        );
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(of(fools, "g4", "Qh4#", "e4"), [LearnFact::AllowsMate(1)]);
        let text = facts(fools, "g4", "Qh4#", "e4")[0].to_string();
        assert_eq!(text, "2... Qh4# is mate.");
    }

    #[test]
    fn an_exchange_that_the_move_began_hangs_nothing() {
        // Knight takes knight, pawn takes knight: even.
        let fen = "4k3/3p4/2n5/8/3N4/8/8/4K3 w - - 0 1";
        assert_eq!(of(fen, "Nxc6", "dxc6", ""), [LearnFact::PositionalOnly]);
        // A knight for a pawn is not.
        let pawn = "4k3/3p4/2p5/8/3N4/8/8/4K3 w - - 0 1";
        assert_eq!(
            of(pawn, "Nxc6", "dxc6", ""),
            [LearnFact::HangsPiece(PieceType::Knight, Square::C6)]
        );
    }

    #[test]
    fn a_fork_counts_if_it_wins_something() {
        let fen = "q3k3/8/7p/3N4/8/8/8/4K3 b - - 0 1";
        let found = valued(fen, "h5", "Nc7 Kd7 Nxa8", "", 900);
        assert_eq!(found[0].fact, LearnFact::Allows(PuzzleMotif::Fork));
        // It is a fork, and the queen goes away.
        assert_eq!(of(fen, "h5", "Nb6", ""), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn a_mate_that_the_evaluation_does_not_know_is_not_called_forced() {
        let fools: Position = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
            .parse()
            .expect("a position");
        let black = |moves| {
            let score = EvaluationScore::Mate { winner: Color::Black, moves };
            Assessment::from_score(score, &fools)
        };
        let mv = fools.parse_san("a3").expect("a move");
        let mut after = fools.after(mv).expect("a legal move");
        let mut reply = Vec::new();
        for san in ["d6", "g4", "Qh4#"] {
            reply.push(after.parse_san(san).expect("a move"));
            after.play_unchecked(reply[reply.len() - 1]);
        }
        let facts = |values| {
            let context = MoveContext { position: &fools, mv, reply: &reply, best: &[], values };
            learn_facts(context).first().map(|fact| fact.fact)
        };
        let even = Assessment::from_score(EvaluationScore::Centipawns(0), &fools);
        assert_eq!(facts(Some([even, black(2)])), Some(LearnFact::AllowsMate(2)));
        // White walks into it: the evaluation knows of a longer way, or of none.
        assert_eq!(facts(Some([even, black(1)])), None);
        let lost = Assessment::from_score(EvaluationScore::Centipawns(-900), &fools);
        assert_eq!(facts(Some([even, lost])), None);
    }

    #[test]
    fn nothing_is_called_positional_without_a_line_or_after_a_great_loss() {
        let pos = Position::startpos();
        let value =
            |pawns: i32| Assessment::from_score(EvaluationScore::Centipawns(100 * pawns), &pos);
        let mv = pos.parse_san("a3").expect("a move");
        let reply = [pos.after(mv).expect("legal").parse_san("e5").expect("a move")];
        let facts = |reply, values| {
            learn_facts(MoveContext { position: &pos, mv, reply, best: &[], values }).len()
        };
        assert_eq!(facts(&reply, Some([value(0), value(-1)])), 1);
        assert_eq!(facts(&reply, Some([value(0), value(-4)])), 0);
        assert_eq!(facts(&[], Some([value(0), value(-1)])), 0);
        assert_eq!(facts(&reply, None), 0);
    }

    #[test]
    fn a_fork_is_named_however_far_its_line_goes_on() {
        let fen = "r3k1nr/ppp4p/6p1/q3pp1Q/3n4/3P3P/PPPN1PP1/R3KB1R w KQkq - 0 13";
        let found = valued(fen, "Qg5", "Nxc2+ Ke2 Nxa1 Nc4 Qxa2 f4 Nb3", "", 500);
        assert_eq!(found[0].fact, LearnFact::Allows(PuzzleMotif::Fork));
        assert_eq!(found[0].line.len(), 3, "the proof ends with the rook");
    }

    #[test]
    fn a_piece_that_the_king_must_not_take_back_is_not_called_unprotected() {
        let fen = "r5k1/p1p1r1b1/1pb1Nn2/4pP2/7P/2NP2R1/PPP1B1P1/6K1 b - - 0 26";
        let found = facts(fen, "Kf7", "Rxg7+ Ke8 Nxc7+ Kf8 Rxe7 Kxe7", "");
        let text = "27. Rxg7+ takes the bishop on g7, and nothing can take back.";
        assert_eq!(found[0].to_string(), text);
    }

    #[test]
    fn a_gain_far_off_or_put_off_by_a_threat_is_not_stated() {
        // A pawn at the ninth ply of a line of the engine.
        let far = "r2qkbnr/pppb2p1/2np4/1B2p2p/4Pp2/2NP1N1P/PPP2PP1/R1BQ1RK1 w kq - 0 8";
        let line = "bxc6 d4 Qf6 h4 Bg4 Na4 Bxf3 Qxf3 Qxh4 dxe5 dxe5";
        assert_eq!(of(far, "Bxc6", line, ""), [LearnFact::PositionalOnly]);
        // White takes back a move later.
        let off = "4k3/8/8/8/1p6/P7/7P/R3K2R w - - 0 1";
        assert_eq!(of(off, "h3", "bxa3 Rg1", ""), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn a_piece_that_falls_in_five_moves_is_stated_with_the_line() {
        let fen = "r2qr1k1/3b1ppp/5n2/p3B3/1p6/1P6/2P2PPP/RN1QR1K1 w - - 0 17";
        let line = "Ng4 Bc3 Qc7 Rxe8+ Rxe8 Qg3 Qxg3 hxg3 bxc3 Nxc3 Rc8 Nd1";
        let found = valued(fen, "Qf3", line, "", 400);
        let text = "17... Ng4 18. Bc3 Qc7 19. Rxe8+ Rxe8 20. Qg3 Qxg3 21. hxg3 bxc3 wins material \
                    worth 2 pawns.";
        assert_eq!(found[0].to_string(), text);
    }

    #[test]
    fn a_move_without_an_answer_proves_no_gain_and_nothing_positional() {
        // Black takes a pawn back.
        let fen = "r2qk2r/pp1n1p2/2p1p1p1/3pPn1p/2PP4/1PNQ1N1P/P4PP1/R4RK1 b kq - 0 13";
        assert_eq!(of(fen, "c5", "cxd5", ""), []);
    }

    #[test]
    fn a_gain_that_the_evaluation_does_not_see_is_not_stated() {
        // Black need not give the knight, and the engine thinks little of the move before.
        let fen = "2rqk2r/1b1nnpb1/p3p1pp/1p1pP3/3P2P1/3BBN2/PPN2P1P/RQ3K1R b k - 1 15";
        let kinds = |loss| valued(fen, "Nb6", "b3 Nc4 bxc4 dxc4", "", loss).len();
        assert_eq!([kinds(60), kinds(150)], [0, 1]);
    }

    #[test]
    fn a_new_queen_that_is_taken_is_a_queen() {
        let fen = "1R6/8/4p1K1/3b4/8/8/1p6/3k4 b - - 4 59";
        assert_eq!(
            of(fen, "b1=Q+", "Rxb1+ Kc2", ""),
            [LearnFact::HangsPiece(PieceType::Queen, Square::B1)]
        );
    }

    #[test]
    fn a_gain_of_several_moves_is_stated_with_all_of_them() {
        let fen = "2rqkb1r/1b3ppp/p2p1n2/1pp1p1B1/4P2N/1PNP4/1PPQ1PPP/R4RK1 b k - 6 12";
        let found = facts(fen, "Be7", "Nf5 h6 Nxg7+ Kd7 Bh4 Ng8", "");
        assert_eq!(found[0].to_string(), "13. Nf5 h6 14. Nxg7+ wins a pawn.");
    }

    #[test]
    fn material_is_missed_only_if_the_move_did_not_win_as_much() {
        let fen = "rnb2rk1/p4p1p/2pp1bp1/1p2p3/2B1P3/2NP1N1P/PPP2PP1/2KR3R w - - 0 12";
        let found = facts(fen, "Bb3", "Na6 h4", "Nxb5 cxb5 Bd5 Nc6 Bxc6 Rb8");
        let text = "12. Nxb5 cxb5 13. Bd5 Nc6 14. Bxc6 would have won a pawn.";
        assert_eq!(found[0].to_string(), text);
        let both = "4k3/8/8/3p4/8/2N1P2P/8/3RK3 w - - 0 1";
        assert_eq!(of(both, "Nxd5", "Kf7 Ke2", "Rxd5 Ke7"), [LearnFact::PositionalOnly]);
    }

    #[test]
    fn stalemate_is_a_draw_by_the_move_itself() {
        let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        assert_eq!(of(fen, "Kf7", "", "Qg7#"), [LearnFact::Draws(Outcome::Stalemate)]);
    }

    #[test]
    fn a_line_that_is_cut_in_the_middle_of_an_exchange_wins_nothing() {
        // The rook takes a protected pawn: one ply of the line looks like a gain.
        let fen = "4k3/8/2p5/3p4/8/8/3r4/3RK3 w - - 0 1";
        assert_eq!(
            of(fen, "Kf1", "Rxd1", "Rxd2"),
            [
                LearnFact::HangsPiece(PieceType::Rook, Square::D1),
                LearnFact::MissesCapture(PieceType::Rook, Square::D2)
            ]
        );
        let queen = "3qk3/8/2p5/3p4/8/8/8/3RK3 b - - 0 1";
        assert_eq!(of(queen, "Qd7", "Rxd5", ""), [LearnFact::PositionalOnly]);
    }
}
