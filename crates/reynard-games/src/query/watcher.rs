//! Conditions that need the moves, decided position by position.

use reynard::{MateKind, Move, Position};
use reynard_pgn::{Integrity, NamedOpening, OpeningNames};

use super::{BoardCondition, BoardEnding, Condition};

/// The half-move clock at which fifty moves are over.
const FIFTY_MOVES: u16 = 100;

/// Follows a game to decide the conditions of a query that need its moves.
///
/// ```
/// use reynard::Position;
/// use reynard_games::{BoardWatcher, GameSoundness, Query, TagFacts};
///
/// let query = Query::parse("opening~sicilian moves=\"e4 c5\"")?;
/// let mut watcher = BoardWatcher::new(&query);
/// let mut pos = Position::startpos();
/// watcher.begin(&pos);
/// for san in ["e4", "c5", "Nf3"] {
///     let mv = pos.parse_san(san)?;
///     pos.play(mv)?;
///     watcher.play(Some(mv), &pos);
/// }
/// watcher.finish(GameSoundness::Sound);
/// let tags = reynard_pgn::Tags::default();
/// let facts = TagFacts { tags: &tags, result: None, plies: Some(3) };
/// assert!(query.matches(&facts, &watcher));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BoardWatcher<'a> {
    conditions: Vec<&'a Condition>,
    needs: Needs,
    plies: usize,
    /// Set once a pattern, a material or a sequence of moves has been found, by the index of the condition.
    found: Vec<bool>,
    /// Number of positions in a row up to the current one that have the material, by index.
    runs: Vec<u64>,
    opening: Option<NamedOpening>,
    start_is_usual: bool,
    moves: Vec<Option<Move>>,
    last: Option<Position>,
    /// The keys of all positions.
    keys: Vec<u64>,
    soundness: GameSoundness,
}

/// The soundness of a game's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameSoundness {
    /// No error was found.
    #[default]
    Sound,
    /// It has an error.
    Broken,
}

impl From<Integrity> for GameSoundness {
    fn from(integrity: Integrity) -> Self {
        match integrity {
            Integrity::Complete => Self::Sound,
            _ => Self::Broken,
        }
    }
}

/// The parts of games that some condition needs.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    opening: bool,
    moves: usize,
    ending: bool,
}

impl<'a> BoardWatcher<'a> {
    /// A watcher for the conditions of a query.
    pub(super) fn watching(conditions: Vec<&'a Condition>) -> Self {
        let mut needs = Needs::default();
        for condition in &conditions {
            match condition {
                Condition::Board(BoardCondition::Opening(_)) => needs.opening = true,
                Condition::Board(BoardCondition::Moves(moves)) => {
                    needs.moves = needs.moves.max(moves.len());
                }
                Condition::Board(BoardCondition::Ending(_)) => needs.ending = true,
                _ => {}
            }
        }
        let count = conditions.len();
        Self {
            conditions,
            needs,
            plies: 0,
            found: vec![false; count],
            runs: vec![0; count],
            opening: None,
            start_is_usual: true,
            moves: Vec::new(),
            last: None,
            keys: Vec::new(),
            soundness: GameSoundness::Sound,
        }
    }

    /// Begins a game at its first position.
    pub fn begin(&mut self, start: &Position) {
        self.reset();
        self.start_is_usual = *start == Position::startpos();
        self.see(start);
    }

    /// Forgets the game so far.
    pub(super) fn reset(&mut self) {
        self.plies = 0;
        self.found.fill(false);
        self.runs.fill(0);
        self.opening = None;
        self.start_is_usual = true;
        self.moves.clear();
        self.last = None;
        self.keys.clear();
        self.soundness = GameSoundness::Sound;
    }

    /// Follows a move, `None` for a null move, to the position after it.
    pub fn play(&mut self, mv: Option<Move>, after: &Position) {
        if self.moves.len() < self.needs.moves {
            self.moves.push(mv);
        }
        self.plies += 1;
        self.see(after);
    }

    /// Ends the game.
    pub const fn finish(&mut self, soundness: GameSoundness) {
        self.soundness = soundness;
    }

    fn see(&mut self, pos: &Position) {
        for (index, condition) in self.conditions.iter().enumerate() {
            match condition {
                Condition::Board(BoardCondition::Position(pattern)) if !self.found[index] => {
                    self.found[index] = pattern.matches(pos);
                }
                Condition::Board(BoardCondition::Material(material, plies))
                    if !self.found[index] =>
                {
                    let run = &mut self.runs[index];
                    *run = if material.matches(pos) { *run + 1 } else { 0 };
                    self.found[index] = *run >= *plies;
                }
                _ => {}
            }
        }
        if self.needs.opening {
            self.opening = OpeningNames::embedded().find(pos).or(self.opening);
        }
        if self.needs.ending {
            self.keys.push(pos.key());
            match &mut self.last {
                Some(last) => last.clone_from(pos),
                last => *last = Some(pos.clone()),
            }
        }
    }

    /// Returns the truth of a condition, by its index in the query.
    pub(super) fn holds(&self, index: usize, condition: &BoardCondition) -> bool {
        match condition {
            BoardCondition::Opening(pattern) => {
                self.opening.is_some_and(|opening| pattern.is_in(opening.name))
            }
            BoardCondition::Position(_) | BoardCondition::Material(..) => self.found[index],
            BoardCondition::Moves(moves) => self.start_is_usual && moves.begins(&self.moves),
            BoardCondition::Ending(ending) => self.ending() == Some(*ending),
            BoardCondition::Broken => self.soundness == GameSoundness::Broken,
        }
    }

    fn ending(&self) -> Option<BoardEnding> {
        let last = self.last.as_ref()?;
        Some(if !last.has_legal_move() {
            if last.is_check() { BoardEnding::Checkmate } else { BoardEnding::Stalemate }
        } else if last.board().is_insufficient_material(MateKind::Possible) {
            BoardEnding::InsufficientMaterial
        } else if self.keys.iter().filter(|&&key| key == last.key()).count() >= 3 {
            BoardEnding::Repetition
        } else if last.halfmove_clock() >= FIFTY_MOVES {
            BoardEnding::FiftyMoves
        } else {
            BoardEnding::Open
        })
    }
}
