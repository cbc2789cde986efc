//! Facts about a move, each with a line that proves it.

use std::fmt;

use reynard::attacks::between;
use reynard::{Color, Move, Outcome, PieceType, PieceValues, Position, Square};
use reynard_analysis::{Assessment, PuzzleMotif, motifs};
use reynard_pgn::EvaluationScore;

/// Fact about a move that was played instead of a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LearnFact {
    /// The move ends the game as a draw.
    Draws(Outcome),
    /// The reply mates in this number of moves.
    AllowsMate(usize),
    /// The reply takes a piece that nothing protects.
    HangsPiece(PieceType, Square),
    /// The reply wins an exchange on a square: centipawns, by static exchange evaluation.
    LosesExchange(Square, i32),
    /// The reply has a motif, and its line wins material.
    Allows(PuzzleMotif),
    /// The line of the reply wins material: centipawns.
    LosesMaterial(i32),
    /// The better move mates in this number of moves.
    MissesMate(usize),
    /// The better move takes a piece that nothing protects.
    MissesCapture(PieceType, Square),
    /// The better move has a motif, and its line wins material.
    Misses(PuzzleMotif),
    /// The evaluation falls a little, and no line wins material.
    PositionalOnly,
}

/// Fact with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedFact {
    /// The fact.
    pub fact: LearnFact,
    /// Position in which the line begins.
    pub from: Position,
    /// Line that proves the fact; empty for a draw by the move itself.
    pub line: Vec<Move>,
}

/// Least gain of material that is worth a word, in centipawns.
const PAWN: i32 = 100;
/// Least gain of a motif: more than a pawn, less than the exchange.
const MOTIF: i32 = 150;

/// Motifs that are words of their own. The others describe a move and win nothing by themselves.
const NAMED: [PuzzleMotif; 4] =
    [PuzzleMotif::Fork, PuzzleMotif::Pin, PuzzleMotif::Skewer, PuzzleMotif::DiscoveredAttack];

/// A move with all that is known about it.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// Position before the move.
    pub position: &'a Position,
    /// The move, which is legal.
    pub mv: Move,
    /// Line of the opponent after it; empty if it is not known.
    pub reply: &'a [Move],
    /// Line of a better move; empty if it is not known.
    pub best: &'a [Move],
    /// Evaluations before and after the move, if they are known.
    pub values: Option<[Assessment; 2]>,
}

/// Loss in centipawns up to which a mistake may be one of position only.
const POSITIONAL: u32 = 150;

/// Returns the facts about a move. A fact is stated only where a line proves it. The most important
/// come first, and those about the move before those about the better one.
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
    let taken = material(&after, side) - material(pos, side);
    let [value_before, value_after] = values.map_or([None; 2], |values| values.map(Some));
    let better = if best.first() == Some(&mv) { &[] } else { best };
    let against = TacticLine::new(&after, reply, taken.max(0), value_after);
    let missed = TacticLine::new(pos, better, 0, value_before);
    let mut facts: Vec<ProvedFact> = against.allowed().into_iter().chain(missed.missed()).collect();
    // Without a line of the opponent nothing is known about what is lost.
    if facts.is_empty() && !against.line.is_empty() && values.is_some_and(is_positional) {
        facts.push(missed.proved(LearnFact::PositionalOnly));
    }
    facts
}

/// Returns `true` if a change of the evaluation is small enough for one without loss of material.
fn is_positional(values: [Assessment; 2]) -> bool {
    let [EvaluationScore::Centipawns(before), EvaluationScore::Centipawns(after)] =
        values.map(|value| value.score)
    else {
        return false;
    };
    before.abs_diff(after) <= POSITIONAL
}

/// Line of a side that may win something.
struct TacticLine<'a> {
    start: &'a Position,
    line: Vec<Move>,
    /// Position at the end.
    end: Position,
    /// Material that the other side took just before, in centipawns.
    owed: i32,
    /// Evaluation of the start, if it is known.
    value: Option<Assessment>,
}

/// Plies of a line that count, unless it mates: later ones are often despair.
const PLIES: usize = 12;

impl<'a> TacticLine<'a> {
    /// Takes the legal part of a line.
    fn new(start: &'a Position, moves: &[Move], owed: i32, value: Option<Assessment>) -> Self {
        let mut whole = Self { start, line: Vec::new(), end: start.clone(), owed, value };
        for &mv in moves {
            if whole.end.play(mv).is_err() {
                break;
            }
            whole.line.push(mv);
        }
        if whole.line.len() <= PLIES || whole.mate().is_some() {
            return whole;
        }
        Self::new(start, &moves[..PLIES], owed, value)
    }

    fn proved(&self, fact: LearnFact) -> ProvedFact {
        ProvedFact { fact, from: self.start.clone(), line: self.line.clone() }
    }

    /// Returns the fact about the move that allowed the line.
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
            LearnFact::LosesMaterial(self.gain().filter(|&gain| gain >= PAWN)?)
        };
        Some(self.proved(fact))
    }

    /// Returns the fact about the move that missed the line.
    fn missed(&self) -> Option<ProvedFact> {
        let fact = if let Some(moves) = self.mate() {
            LearnFact::MissesMate(moves)
        } else if let Some((piece, square)) = self.free_piece() {
            LearnFact::MissesCapture(piece, square)
        } else {
            LearnFact::Misses(self.motif()?)
        };
        Some(self.proved(fact))
    }

    /// Returns the side that begins the line.
    fn side(&self) -> Color {
        self.start.turn()
    }

    /// Returns the number of moves to the mate at the end, if it is forced: a mate in one, or one
    /// that is as long as the evaluation says. Without an evaluation the line is that of an engine.
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

    /// Returns the piece that the first move takes, where nothing takes back.
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
        (gain >= PAWN && self.gain()? >= PAWN).then_some((first.to(), gain))
    }

    /// Returns the motif of the first move, if the line wins material.
    fn motif(&self) -> Option<PuzzleMotif> {
        let found = motifs(self.start, &self.line[..self.line.len().min(3)]);
        let motif = NAMED.into_iter().find(|motif| found.contains(motif))?;
        // The motif is that of the first move.
        let first = motifs(self.start, &self.line[..1]);
        if motif == PuzzleMotif::Pin && !self.makes_pin() {
            return None;
        }
        let is_first =
            first.contains(&motif) || motif == PuzzleMotif::Skewer || self.line.len() <= 3;
        (is_first && self.gain()? >= MOTIF).then_some(motif)
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

    /// Returns the material that the line wins in centipawns, without that of an exchange in
    /// progress at its end; `None` of an empty line.
    fn gain(&self) -> Option<i32> {
        if self.line.is_empty() {
            return None;
        }
        let side = self.side();
        let won = material(&self.end, side) - material(self.start, side) - self.owed;
        if self.end.turn() == side {
            return Some(won);
        }
        let captures = self.end.legal_moves();
        let captures = captures.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
        let threat = captures.map(|&mv| self.end.see(mv, &PieceValues::DEFAULT)).max();
        Some(won - threat.unwrap_or(0).max(0))
    }
}

/// Returns the material of a side beyond that of the other one, in centipawns.
fn material(pos: &Position, side: Color) -> i32 {
    let board = pos.board();
    board.material(side, &PieceValues::DEFAULT) - board.material(!side, &PieceValues::DEFAULT)
}

impl LearnFact {
    /// Returns the kind of the fact in a few words, for lists.
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
            Self::HangsPiece(piece, _) => format!("left a {} unprotected", name(piece)),
            Self::LosesExchange(..) => "lost an exchange of pieces".to_owned(),
            Self::Allows(motif) => format!("allowed a {motif}"),
            Self::LosesMaterial(_) => "lost material by a longer line".to_owned(),
            Self::MissesMate(_) => "missed a mate".to_owned(),
            Self::MissesCapture(piece, _) => format!("missed a free {}", name(piece)),
            Self::Misses(motif) => format!("missed a {motif}"),
            Self::PositionalOnly => "lost nothing at once".to_owned(),
        }
    }
}

impl ProvedFact {
    /// Returns the first move of the line with its number, as text.
    fn first(&self) -> String {
        self.line.first().map_or_else(String::new, |&mv| self.from.numbered_move(mv))
    }
}

/// The fact as an English sentence.
impl fmt::Display for ProvedFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first();
        match self.fact {
            LearnFact::Draws(outcome) => write!(f, "{first} ends the game: {outcome}."),
            LearnFact::AllowsMate(1) => write!(f, "{first} is mate."),
            LearnFact::AllowsMate(moves) => write!(f, "{first} mates in {moves}."),
            LearnFact::HangsPiece(piece, square) => {
                write!(f, "{first} takes the {} on {square}, which nothing protects.", name(piece))
            }
            LearnFact::LosesExchange(square, gain) => {
                write!(f, "{first} wins {} on {square}.", pawns(gain))
            }
            LearnFact::Allows(motif) => write!(f, "{first} is a {motif} that wins material."),
            LearnFact::LosesMaterial(gain) => write!(f, "{first} wins {}.", pawns(gain)),
            LearnFact::MissesMate(1) => write!(f, "{first} was mate."),
            LearnFact::MissesMate(moves) => write!(f, "{first} mated in {moves}."),
            LearnFact::MissesCapture(piece, square) => {
                write!(f, "{first} took the {} on {square}, which nothing protected.", name(piece))
            }
            LearnFact::Misses(motif) => write!(f, "{first} was a {motif} that wins material."),
            LearnFact::PositionalOnly if first.is_empty() => {
                f.write_str("Nothing is lost at once.")
            }
            LearnFact::PositionalOnly => {
                write!(f, "Nothing is lost at once; the engine prefers {first}.")
            }
        }
    }
}

const fn name(piece: PieceType) -> &'static str {
    match piece {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// Returns material in pawns, as text.
fn pawns(centipawns: i32) -> String {
    match (centipawns + PAWN / 2) / PAWN {
        ..=1 => "a pawn".to_owned(),
        pawns => format!("material worth {pawns} pawns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the facts of a move in SAN, given the reply to it and the better line.
    fn facts(fen: &str, mv: &str, reply: &str, best: &str) -> Vec<ProvedFact> {
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
        let even = Assessment::from_score(EvaluationScore::Centipawns(0), &pos);
        let (reply, best) = (line(&after, reply), line(&pos, best));
        let values = Some([even, even]);
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
        assert_eq!(of(fen, "h5", "Nc7 Kd7 Nxa8", ""), [LearnFact::Allows(PuzzleMotif::Fork)]);
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
