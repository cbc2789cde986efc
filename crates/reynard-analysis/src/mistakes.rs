//! Reports a player's mistakes in annotated games: where the player loses winning chances, by phase
//! and opening.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use reynard::{Color, PieceType, Position};
use reynard_pgn::{Annotation, CommentText, EvaluationScore, GameTree, NodeId, Step};

use crate::{Assessment, Judgment, score_text};

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GamePhase {
    /// The first 12 moves, unless the endgame begins earlier.
    Opening,
    /// The phase between the opening and the endgame.
    Middlegame,
    /// At most 6 pieces remain, not counting kings and pawns.
    Endgame,
}

impl GamePhase {
    /// All phases, in the order in which they occur.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Returns the phase of a position.
    ///
    /// ```
    /// use reynard_analysis::GamePhase;
    /// use reynard_analysis::reynard::Position;
    ///
    /// assert_eq!(GamePhase::of(&Position::startpos()), GamePhase::Opening);
    /// ```
    pub fn of(pos: &Position) -> Self {
        let pieces = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
        let count: u32 = pieces.iter().map(|&kind| pos.by_type(kind).len()).sum();
        if count <= 6 {
            Self::Endgame
        } else if pos.fullmove_number() <= 12 {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }
}

impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A group of judged moves, and the winning chances that they lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLosses {
    /// Number of moves with an evaluation before and after them.
    pub moves: u64,
    /// Total loss of expected score, in thousandths of a point.
    pub loss: u64,
    /// Number of inaccuracies.
    pub inaccuracies: u64,
    /// Number of mistakes.
    pub mistakes: u64,
    /// Number of blunders.
    pub blunders: u64,
}

impl MoveLosses {
    /// Returns the mean loss per move, in thousandths of a point; 0 if there are no moves.
    ///
    /// ```
    /// use reynard_analysis::MoveLosses;
    ///
    /// assert_eq!(MoveLosses { moves: 4, loss: 100, ..MoveLosses::default() }.mean(), 25);
    /// ```
    pub fn mean(&self) -> u64 {
        (self.loss + self.moves / 2).checked_div(self.moves).unwrap_or(0)
    }

    fn add(&mut self, loss: u32) {
        self.moves += 1;
        self.loss += u64::from(loss);
        match Judgment::from_loss(loss) {
            Some(Judgment::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgment::Mistake) => self.mistakes += 1,
            Some(Judgment::Blunder) => self.blunders += 1,
            None => {}
        }
    }
}

/// A move that lost winning chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossyMove {
    /// Number of the game, as given by the caller.
    pub game: u64,
    /// The move with its move number: `12... Qxb2`.
    pub text: String,
    /// The position before the move.
    pub position: Position,
    /// Loss of expected score in thousandths of a point.
    pub loss: u32,
    /// Evaluations before and after the move, from White's point of view.
    pub scores: [EvaluationScore; 2],
    /// Phase of the game in which the move was played.
    pub phase: GamePhase,
    /// Name of the opponent.
    pub opponent: String,
}

/// A player's losses of winning chances by phase and opening, computed from the evaluations in the
/// comments of games.
///
/// ```
/// use reynard_analysis::{GamePhase, MistakeReport};
/// use reynard_analysis::reynard::Color;
/// use reynard_pgn::Games;
///
/// let pgn = b"1. e4 {[%eval 0.3]} f6 {[%eval 1.0]} 2. d4 {[%eval 0.9]} g5 {[%eval #1]} *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let mut report = MistakeReport::new(10);
/// report.add(&game, Color::Black, 1);
/// assert_eq!(report.phases[&GamePhase::Opening].moves, 2);
/// assert_eq!(report.worst()[0].text, "2... g5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MistakeReport {
    /// Number of games added.
    pub games: u64,
    /// Number of games without evaluations of the player's moves.
    pub without_evaluations: u64,
    /// Number of games for each spelling of the player's name.
    pub names: BTreeMap<String, u64>,
    /// All moves.
    pub all: MoveLosses,
    /// Moves by phase.
    pub phases: BTreeMap<GamePhase, MoveLosses>,
    /// Number of games, and losses of the moves, by opening family. The family is determined from
    /// the moves of the game.
    pub openings: BTreeMap<&'static str, (u64, MoveLosses)>,
    worst: Vec<LossyMove>,
    kept: usize,
}

impl MistakeReport {
    /// Creates an empty report that keeps at most `kept` of the worst moves.
    ///
    /// ```
    /// use reynard_analysis::MistakeReport;
    ///
    /// assert!(MistakeReport::new(5).worst().is_empty());
    /// ```
    pub fn new(kept: usize) -> Self {
        Self { kept, ..Self::default() }
    }

    /// Returns the moves that lost the most, worst first.
    pub fn worst(&self) -> &[LossyMove] {
        &self.worst
    }

    /// Adds one side's moves in a game. A move counts if the positions before and after it have
    /// evaluations. The standard start position is taken to be even.
    ///
    /// ```
    /// use reynard_analysis::MistakeReport;
    /// use reynard_analysis::reynard::Color;
    /// use reynard_pgn::GameTree;
    ///
    /// let mut report = MistakeReport::new(5);
    /// report.add(&GameTree::new(), Color::White, 1);
    /// assert_eq!((report.games, report.without_evaluations), (1, 1));
    /// ```
    pub fn add(&mut self, tree: &GameTree, side: Color, game: u64) {
        self.games += 1;
        *self.names.entry(name(tree, side)).or_default() += 1;
        let mut pos = tree.start().clone();
        let is_usual = pos == Position::startpos();
        let mut before =
            is_usual.then(|| Assessment::from_score(EvaluationScore::Centipawns(0), &pos));
        let mut in_opening = MoveLosses::default();
        for node in tree.main_line() {
            let Some(Step::Move(mv)) = tree.step(node) else { break };
            let mut after_pos = pos.clone();
            after_pos.play_unchecked(mv);
            let after = stored_assessment(tree, node, &after_pos);
            if let (Some(before), Some(after), true) = (before, after, pos.turn() == side) {
                let loss = before.expected_score(side).saturating_sub(after.expected_score(side));
                let phase = GamePhase::of(&pos);
                in_opening.add(loss);
                self.all.add(loss);
                self.phases.entry(phase).or_default().add(loss);
                self.keep(loss, || LossyMove {
                    game,
                    text: pos.numbered_move(mv),
                    position: pos.clone(),
                    loss,
                    scores: [before.score, after.score],
                    phase,
                    opponent: name(tree, !side),
                });
            }
            before = after;
            pos = after_pos;
        }
        if in_opening.moves == 0 {
            self.without_evaluations += 1;
            return;
        }
        let family = tree.opening().map_or("unknown", |opening| {
            opening.name.split([':', ',']).next().unwrap_or(opening.name)
        });
        let (games, losses) = self.openings.entry(family).or_default();
        *games += 1;
        losses.moves += in_opening.moves;
        losses.loss += in_opening.loss;
        losses.inaccuracies += in_opening.inaccuracies;
        losses.mistakes += in_opening.mistakes;
        losses.blunders += in_opening.blunders;
    }

    /// Keeps a move if it is among the worst. Among moves with equal losses, earlier ones come
    /// first.
    fn keep(&mut self, loss: u32, make: impl FnOnce() -> LossyMove) {
        if Judgment::from_loss(loss).is_none() {
            return;
        }
        let place = self.worst.partition_point(|other| other.loss >= loss);
        if place < self.kept {
            self.worst.insert(place, make());
            self.worst.truncate(self.kept);
        }
    }
}

/// Formats the report as text tables: losses by phase, losses in the ten costliest openings, and
/// the worst moves.
impl fmt::Display for MistakeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Games    {}", self.games)?;
        if self.without_evaluations > 0 {
            writeln!(f, "         {} without evaluations", self.without_evaluations)?;
        }
        if self.names.len() > 1 {
            writeln!(f, "\nNames, which are counted as one player")?;
        }
        let mut names: Vec<_> = self.names.iter().filter(|_| self.names.len() > 1).collect();
        names.sort_by_key(|(_, games)| Reverse(**games));
        for (name, games) in names.iter().take(MOST_NAMES) {
            writeln!(f, "  {name:<30.30}{games:>7}")?;
        }
        if names.len() > MOST_NAMES {
            writeln!(f, "  {} more", names.len() - MOST_NAMES)?;
        }
        title(f, "Phases")?;
        for (phase, losses) in &self.phases {
            row(f, phase.name(), None, losses)?;
        }
        row(f, "all", None, &self.all)?;
        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by_key(|(_, (_, losses))| Reverse(losses.loss));
        title(f, "Openings that cost most")?;
        for (name, (games, losses)) in openings.into_iter().take(10) {
            row(f, name, Some(*games), losses)?;
        }
        if !self.worst.is_empty() {
            writeln!(f, "\nWorst moves")?;
        }
        for worst in &self.worst {
            let [before, after] = worst.scores.map(score_text);
            let loss = format!("{}.{} %", worst.loss / 10, worst.loss % 10);
            write!(f, "  {:<14}{before:>7} -> {after:<7}{loss:>8}", worst.text)?;
            writeln!(f, "  game {}, {}", worst.game, worst.opponent)?;
        }
        Ok(())
    }
}

/// Maximum number of spellings of the player's name that are listed.
const MOST_NAMES: usize = 10;

fn title(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let columns = "games   moves  lost/move     ?!      ?     ??";
    writeln!(f, "\n{name:<34}{columns}")
}

fn row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    games: Option<u64>,
    losses: &MoveLosses,
) -> fmt::Result {
    let games = games.map(|games| games.to_string()).unwrap_or_default();
    let mean = format!("{}.{} %", losses.mean() / 10, losses.mean() % 10);
    write!(f, "  {name:<30.30}{games:>7}{:>8}{mean:>11}", losses.moves)?;
    let MoveLosses { inaccuracies, mistakes, blunders, .. } = losses;
    writeln!(f, "{inaccuracies:>7}{mistakes:>7}{blunders:>7}")
}

fn name(tree: &GameTree, side: Color) -> String {
    let tag = match side {
        Color::White => "White",
        Color::Black => "Black",
    };
    tree.tags().text(tag).unwrap_or_default().into_owned()
}

/// Returns the evaluation of the position after a move. If the game is over, the evaluation is that
/// of the outcome; otherwise, it is taken from the comments.
///
/// ```
/// use reynard_analysis::stored_assessment;
/// use reynard_pgn::Games;
///
/// let pgn = b"1. f3 e5 2. g4 Qh4#";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let last = game.main_line().last().unwrap();
/// assert!(stored_assessment(&game, last, &game.position(last)).is_some());
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
pub fn stored_assessment(tree: &GameTree, node: NodeId, after: &Position) -> Option<Assessment> {
    if let Some(outcome) = after.outcome() {
        return Some(Assessment::from_outcome(outcome));
    }
    tree.comments(node).iter().flat_map(CommentText::annotations).find_map(|annotation| {
        match annotation {
            Annotation::Evaluation(evaluation) => {
                Some(Assessment::from_score(evaluation.score, after))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn losses_are_counted_by_phase_and_opening_for_one_side_only() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%eval 0.3]} c5 {[%eval 0.3]} 2. Ke2 \
                   {[%eval -1.5]} Nc6 {[%eval -1.5]} 3. Ke1 Nf6 {[%eval -2.0]} *";
        let game = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree;
        let mut report = MistakeReport::new(3);
        report.add(&game, Color::White, 7);
        assert_eq!((report.games, report.without_evaluations, report.all.moves), (1, 0, 2));
        assert_eq!(report.all.blunders, 1);
        let worst = &report.worst()[0];
        assert_eq!((worst.game, worst.text.as_str(), worst.opponent.as_str()), (7, "2. Ke2", "B"));
        assert_eq!(report.openings["Sicilian Defense"].0, 1);
        let mut black = MistakeReport::new(3);
        black.add(&game, Color::Black, 7);
        assert_eq!((black.all.moves, black.all.loss, black.worst().len()), (2, 0, 0));
    }

    #[test]
    fn phases_follow_moves_and_pieces() {
        let phase = |fen: &str| GamePhase::of(&fen.parse().expect("a position"));
        assert_eq!(phase("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 5"), GamePhase::Endgame);
        let full = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 ";
        assert_eq!(phase(&format!("{full}12")), GamePhase::Opening);
        assert_eq!(phase(&format!("{full}13")), GamePhase::Middlegame);
    }
}
