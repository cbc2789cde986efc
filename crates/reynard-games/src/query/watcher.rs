//! Conditions that need the moves, decided position by position.

use reynard::{Bitboard, Board, Color, MateKind, Move, Position};
use reynard_pgn::{
    Annotation, CommentText, GameTree, Integrity, NamedOpening, NodeId, OpeningNames, Step,
};

use super::maneuver::ManeuverProgress;
use super::pawn_needs::PawnNeeds;
use super::position_sequence::SequenceProgress;
use super::{BoardCondition, BoardEnding, ClockTime, Condition, GameContent, Sacrifice};

/// The value of the halfmove clock after fifty moves by each side.
const FIFTY_MOVES: u16 = 100;

/// Follows a game to evaluate the conditions of a query that need its moves.
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
    /// The squares on which the conditions on positions depend; all squares if they also depend on
    /// anything else.
    squares: Bitboard,
    /// Set if some condition on positions has not held yet.
    is_open: bool,
    plies: usize,
    /// For each condition, set once its position, move or comment has been found.
    found: Vec<bool>,
    /// The progress of each condition on positions, indexed by condition.
    progress: Vec<SequenceProgress>,
    /// The pawns that each condition on positions requires, indexed by condition.
    pawn_needs: Vec<PawnNeeds>,
    /// The progress of each maneuver, indexed by condition.
    maneuvers: Vec<ManeuverProgress>,
    /// The material balance in each position, if a condition needs it.
    balances: Option<Vec<i32>>,
    /// The side to move in the first position.
    first_turn: Color,
    /// For each condition, set for White or Black once a matching time on that player's clock has
    /// been found.
    clocks: Vec<[bool; 2]>,
    contents: Contents,
    /// The side that made the last move.
    mover: Option<Color>,
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
    /// The text contains an error.
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

/// The kinds of content found so far in addition to the moves, one bit for each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Contents(u8);

impl Contents {
    const fn add(&mut self, content: GameContent) {
        self.0 |= 1 << content as u8;
    }

    fn has(self, content: GameContent) -> bool {
        match content {
            GameContent::Annotations => {
                [GameContent::Comments, GameContent::Variations, GameContent::Glyphs]
                    .into_iter()
                    .any(|part| self.has(part))
            }
            content => self.0 >> content as u8 & 1 == 1,
        }
    }
}

/// The parts of games that at least one condition needs.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    opening: bool,
    moves: usize,
    ending: bool,
    comments: bool,
}

impl<'a> BoardWatcher<'a> {
    /// Creates a watcher for the conditions of a query.
    pub(super) fn watching(conditions: Vec<&'a Condition>) -> Self {
        let mut needs = Needs::default();
        for condition in &conditions {
            match condition {
                Condition::Board(BoardCondition::Opening(_)) => needs.opening = true,
                Condition::Board(BoardCondition::Moves(moves)) => {
                    needs.moves = needs.moves.max(moves.len());
                }
                Condition::Board(BoardCondition::Ending(_)) => needs.ending = true,
                Condition::Board(
                    BoardCondition::Clock(_) | BoardCondition::Has(_) | BoardCondition::Comment(_),
                ) => needs.comments = true,
                _ => {}
            }
        }
        let count = conditions.len();
        let is_on_balance =
            |it: &&Condition| matches!(it, Condition::Board(BoardCondition::Sacrifice(_)));
        let balances = conditions.iter().any(is_on_balance).then(Vec::new);
        let pawn_needs = conditions.iter().map(|condition| match condition {
            Condition::Board(BoardCondition::Positions(positions)) => positions.pawn_needs(),
            _ => PawnNeeds::none(),
        });
        let pawn_needs = pawn_needs.collect();
        Self {
            squares: relevant_squares(&conditions),
            conditions,
            needs,
            is_open: true,
            plies: 0,
            found: vec![false; count],
            progress: vec![SequenceProgress::default(); count],
            pawn_needs,
            maneuvers: vec![ManeuverProgress::default(); count],
            balances,
            first_turn: Color::White,
            clocks: vec![[false; 2]; count],
            contents: Contents::default(),
            mover: None,
            opening: None,
            start_is_usual: true,
            moves: Vec::new(),
            last: None,
            keys: Vec::new(),
            soundness: GameSoundness::Sound,
        }
    }

    /// Returns `true` if some condition needs the comments: see [`comment`](Self::comment).
    ///
    /// ```
    /// use reynard_games::{BoardWatcher, Query};
    ///
    /// assert!(BoardWatcher::new(&Query::parse("has=eval")?).needs_comments());
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub const fn needs_comments(&self) -> bool {
        self.needs.comments
    }

    /// Begins a game at its first position. Content already found in earlier comments is kept.
    pub fn begin(&mut self, start: &Position) {
        self.forget_moves();
        self.start_is_usual = *start == Position::startpos();
        self.see(start);
    }

    /// Resets the state for a new game, including the content found in comments.
    pub fn reset(&mut self) {
        self.contents = Contents::default();
        self.found.fill(false);
        self.forget_moves();
    }

    fn forget_moves(&mut self) {
        self.is_open = !self.squares.is_empty();
        self.plies = 0;
        for (condition, found) in self.conditions.iter().zip(&mut self.found) {
            // A comment may stand before the first position.
            *found &= matches!(condition, Condition::Board(BoardCondition::Comment(_)));
        }
        self.progress.fill(SequenceProgress::default());
        self.maneuvers.iter_mut().for_each(ManeuverProgress::clear);
        self.balances.iter_mut().for_each(Vec::clear);
        self.clocks.fill([false; 2]);
        self.mover = None;
        self.opening = None;
        self.start_is_usual = true;
        self.moves.clear();
        self.last = None;
        self.keys.clear();
        self.soundness = GameSoundness::Sound;
    }

    /// Examines a comment that follows the latest move of the main line, or precedes the first
    /// move.
    pub fn comment(&mut self, comment: &CommentText) {
        if !self.needs.comments {
            return;
        }
        let text = comment.text();
        if !text.is_empty() {
            self.contents.add(GameContent::Comments);
        }
        for (condition, found) in self.conditions.iter().zip(&mut self.found) {
            if let Condition::Board(BoardCondition::Comment(pattern)) = condition {
                *found |= pattern.is_in(&text);
            }
        }
        for annotation in comment.annotations() {
            match annotation {
                Annotation::Evaluation(_) => self.contents.add(GameContent::Evaluations),
                Annotation::Clock(time) => {
                    self.contents.add(GameContent::Clocks);
                    let Some(mover) = self.mover else { continue };
                    for (condition, found) in self.conditions.iter().zip(&mut self.clocks) {
                        if let Condition::Board(BoardCondition::Clock(clock)) = condition {
                            found[mover as usize] |= clock.range.contains(&ClockTime(time));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Records that a move of the main line has a variation.
    pub const fn variation(&mut self) {
        self.contents.add(GameContent::Variations);
    }

    /// Records that a move of the main line has a glyph.
    pub const fn glyph(&mut self) {
        self.contents.add(GameContent::Glyphs);
    }

    /// Follows the main line of a game, including its comments, and returns the number of plies.
    ///
    /// ```
    /// use reynard_games::{BoardWatcher, Query, TagFacts};
    /// use reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. e4 { [%clk 0:00:09] } *").next().unwrap()?.tree;
    /// let query = Query::parse("clock<10s")?;
    /// let mut watcher = BoardWatcher::new(&query);
    /// assert_eq!(watcher.watch(&game), 1);
    /// let facts = TagFacts { tags: game.tags(), result: None, plies: None };
    /// assert!(query.matches(&facts, &watcher));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watch(&mut self, tree: &GameTree) -> u64 {
        self.reset();
        let mut pos = tree.start().clone();
        self.begin(&pos);
        tree.comments(NodeId::ROOT).iter().for_each(|comment| self.comment(comment));
        let mut plies = 0;
        let mut before = NodeId::ROOT;
        for node in tree.main_line() {
            if tree.children(before).nth(1).is_some() {
                self.variation();
            }
            if !tree.nags(node).is_empty() {
                self.glyph();
            }
            before = node;
            let mv = if let Some(Step::Move(mv)) = tree.step(node) {
                pos.play_unchecked(mv);
                Some(mv)
            } else {
                // It was possible when the game was read.
                let _ = pos.play_null();
                None
            };
            self.play(mv, &pos);
            tree.comments(node).iter().for_each(|comment| self.comment(comment));
            plies += 1;
        }
        plies
    }

    /// Follows a move, or a null move if `mv` is `None`, to the position after it.
    pub fn play(&mut self, mv: Option<Move>, after: &Position) {
        if self.moves.len() < self.needs.moves {
            self.moves.push(mv);
        }
        self.plies += 1;
        self.mover = Some(!after.turn());
        if let Some(mv) = mv {
            for (condition, found) in self.conditions.iter().zip(&mut self.found) {
                match condition {
                    Condition::Board(_) if *found => {}
                    Condition::Board(BoardCondition::Move(pattern)) => {
                        *found = pattern.matches(mv, after);
                    }
                    _ => {}
                }
            }
        }
        self.see(after);
    }

    /// Ends the game.
    pub const fn finish(&mut self, soundness: GameSoundness) {
        self.soundness = soundness;
    }

    /// Returns `true` if no condition needs more than the pieces on the board. In that case,
    /// [`place`](Self::place) can be used.
    ///
    /// ```
    /// use reynard_games::{BoardWatcher, Query};
    ///
    /// assert!(BoardWatcher::new(&Query::parse("material=KvK")?).needs_only_pieces());
    /// assert!(!BoardWatcher::new(&Query::parse("end=checkmate")?).needs_only_pieces());
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn needs_only_pieces(&self) -> bool {
        self.conditions.iter().all(|condition| match condition {
            Condition::Board(condition) => {
                matches!(
                    condition,
                    BoardCondition::Positions(_)
                        | BoardCondition::Maneuver(_)
                        | BoardCondition::Sacrifice(_)
                        | BoardCondition::Broken
                )
            }
            _ => true,
        })
    }

    /// Examines the pieces of the next position. If [`needs_only_pieces`](Self::needs_only_pieces)
    /// returns `true`, this replaces [`begin`](Self::begin) and [`play`](Self::play). Returns
    /// `false` if later positions of the game cannot change the result, since pawns never move
    /// back.
    ///
    /// ```
    /// use reynard::{Board, Color};
    /// use reynard_games::{BoardWatcher, Query};
    ///
    /// let query = Query::parse("piece=Pe2")?;
    /// assert!(!BoardWatcher::new(&query).place(&Board::STANDARD, Color::White));
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn place(&mut self, board: &Board, turn: Color) -> bool {
        let mut is_open = self.balances.is_some();
        if let Some(balances) = &mut self.balances {
            if balances.is_empty() {
                self.first_turn = turn;
            }
            balances.push(Sacrifice::balance_of(board));
        }
        for (index, condition) in self.conditions.iter().enumerate() {
            let Condition::Board(condition) = condition else { continue };
            if self.found[index] {
                continue;
            }
            self.found[index] = match condition {
                BoardCondition::Positions(_) if self.pawn_needs[index].are_lost(board) => continue,
                BoardCondition::Positions(positions) => {
                    let progress = &mut self.progress[index];
                    positions.see(progress, board, turn);
                    positions.is_done(*progress)
                }
                BoardCondition::Maneuver(maneuver) => {
                    maneuver.see(&mut self.maneuvers[index], board, turn)
                }
                _ => continue,
            };
            is_open |= !self.found[index];
        }
        is_open
    }

    /// Examines the pieces of the next position as [`place`](Self::place) does, given the squares
    /// that the last move changed. For the first position, pass all squares.
    ///
    /// ```
    /// use reynard::{Bitboard, Board, Color, Square};
    /// use reynard_games::{BoardWatcher, Query};
    ///
    /// let query = Query::parse("piece=Pe4")?;
    /// let (mut watcher, mut board) = (BoardWatcher::new(&query), Board::STANDARD);
    /// assert!(watcher.place_changed(&board, Color::White, !Bitboard::EMPTY));
    /// board.relocate(Square::E2, Square::E4);
    /// let changed = Bitboard::from(Square::E2) | Bitboard::from(Square::E4);
    /// assert!(!watcher.place_changed(&board, Color::Black, changed));
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    #[inline]
    pub fn place_changed(&mut self, board: &Board, turn: Color, changed: Bitboard) -> bool {
        if !changed.is_disjoint(self.squares) {
            self.is_open = self.place(board, turn);
        }
        self.is_open
    }

    fn see(&mut self, pos: &Position) {
        self.place(pos.board(), pos.turn());
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

    /// Returns `true` if the condition with this index in the query holds.
    pub(super) fn holds(&self, index: usize, condition: &BoardCondition) -> bool {
        match condition {
            BoardCondition::Opening(pattern) => {
                self.opening.is_some_and(|opening| pattern.is_in(opening.name))
            }
            BoardCondition::Positions(_)
            | BoardCondition::Move(_)
            | BoardCondition::Maneuver(_)
            | BoardCondition::Comment(_) => self.found[index],
            BoardCondition::Sacrifice(condition) => {
                let (balances, first) = self.balances();
                condition.sacrifice.sides(balances, first) != [false; 2]
            }
            BoardCondition::Moves(moves) => self.start_is_usual && moves.begins(&self.moves),
            BoardCondition::Ending(ending) => self.ending() == Some(*ending),
            BoardCondition::Clock(_) => self.clocks[index] != [false; 2],
            BoardCondition::Has(content) => self.contents.has(*content),
            BoardCondition::Broken => self.soundness == GameSoundness::Broken,
        }
    }

    /// Returns `true` if a time on this player's clock has matched the condition with this index.
    pub(super) fn has_clock(&self, index: usize, color: Color) -> bool {
        self.clocks.get(index).is_some_and(|found| found[color as usize])
    }

    /// Returns the material balance in each position, and the side to move in the first position.
    pub(super) fn balances(&self) -> (&[i32], Color) {
        (self.balances.as_deref().unwrap_or_default(), self.first_turn)
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

/// Returns the squares on which the conditions on positions depend; all squares if they also depend
/// on anything else.
fn relevant_squares(conditions: &[&Condition]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for condition in conditions {
        squares |= match condition {
            Condition::Board(BoardCondition::Positions(positions)) => positions.squares(),
            Condition::Board(_) => !Bitboard::EMPTY,
            _ => Bitboard::EMPTY,
        };
    }
    squares
}
