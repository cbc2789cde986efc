//! The lines of a game with their annotations.

use std::io;

use reynard::{CastlingNotation, Position};
use reynard_pgn::{ElapsedTimes, GameTree, NodeId, Step, Tags, TreeWalkStep};

use super::moves::MoveColumns;
use super::notes::NoteColumns;
use super::object::JsonObject;
use super::part::GamePart;
use super::values::{Commands, Values};
use crate::export::play::play;

/// The parts of a JSON game that require the game tree.
pub(super) struct Lines<'a> {
    tree: &'a GameTree,
    parts: &'a [GamePart],
    castling: CastlingNotation,
    main: NoteColumns,
    variations: Vec<Variation>,
}

/// A line that branches off another line.
struct Variation {
    /// The line from which it branches off: 0 for the main line, n for the nth variation.
    of: usize,
    /// The ply that it replaces, counted from 1.
    ply: usize,
    moves: MoveColumns,
    notes: NoteColumns,
}

impl<'a> Lines<'a> {
    /// Collects the requested parts.
    pub(super) fn new(tree: &'a GameTree, tags: &Tags, parts: &'a [GamePart]) -> io::Result<Self> {
        let castling = CastlingNotation::for_position(tree.start());
        let main = NoteColumns::new(parts, tree.comments(NodeId::ROOT));
        let mut lines = Self { tree, parts, castling, main, variations: Vec::new() };
        if lines.wants(GamePart::Variations) {
            lines.walk()?;
        } else {
            for id in tree.main_line() {
                lines.main.push(tree.comments(id), tree.nags(id))?;
            }
        }
        if let Some(emt) = &mut lines.main.emt {
            // Times without a command follow from the clocks.
            for (emt, elapsed) in emt.iter_mut().zip(ElapsedTimes::of_main_line(tree, tags)) {
                *emt = emt.or_else(|| elapsed.map(|time| time.as_secs_f64()));
            }
        }
        Ok(lines)
    }

    /// Writes the columns of the main line, the values before its first move, and the variations.
    pub(super) fn write(&self, object: &mut JsonObject<'_>) -> io::Result<()> {
        self.main.write(object)?;
        object.optional("start", self.start().as_ref())?;
        if self.wants(GamePart::Variations) {
            let mut variations = object.objects("variations")?;
            for variation in &self.variations {
                let mut object = variations.next();
                object.field("of", &variation.of)?;
                object.field("ply", &variation.ply)?;
                variation.moves.write(&mut object)?;
                variation.notes.write(&mut object)?;
                object.end();
            }
            variations.end();
        }
        Ok(())
    }

    fn wants(&self, part: GamePart) -> bool {
        self.parts.contains(&part)
    }

    /// Returns the requested values before the first move.
    fn start(&self) -> Option<Values> {
        let comments = self.tree.comments(NodeId::ROOT);
        let mut values = Values::of(comments);
        if !self.wants(GamePart::Clocks) {
            values.clk = None;
        }
        if !self.wants(GamePart::Elapsed) {
            values.emt = None;
        }
        if !self.wants(GamePart::Evaluations) {
            (values.eval, values.mate) = (None, None);
        }
        if self.wants(GamePart::Commands) {
            values.commands = Commands::of(comments);
        }
        if self.wants(GamePart::Nags) {
            values.nags = self.tree.nags(NodeId::ROOT).iter().map(|nag| nag.0).collect();
        }
        (!values.is_empty()).then_some(values)
    }

    fn walk(&mut self) -> io::Result<()> {
        let mut pos = self.tree.start().clone();
        let mut before = pos.clone();
        let mut ply = 0;
        // 0 for the main line, n for the nth variation.
        let mut current = 0;
        let mut open: Vec<(Position, Position, usize, usize)> = Vec::new();
        let mut begins = false;
        for step in self.tree.walk() {
            match step {
                TreeWalkStep::BeginVariation => {
                    open.push((pos.clone(), before.clone(), ply, current));
                    pos.clone_from(&before);
                    ply -= 1;
                    begins = true;
                }
                TreeWalkStep::EndVariation => {
                    if let Some(back) = open.pop() {
                        (pos, before, ply, current) = back;
                    }
                }
                TreeWalkStep::Node(id) => {
                    if begins {
                        self.begin(current, ply + 1, id);
                        current = self.variations.len();
                    }
                    begins = false;
                    before.clone_from(&pos);
                    self.add(current, id, &mut pos)?;
                    ply += 1;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, of: usize, ply: usize, first: NodeId) {
        let notes = NoteColumns::new(self.parts, self.tree.comments_before(first));
        self.variations.push(Variation { of, ply, moves: MoveColumns::default(), notes });
    }

    /// Adds a move to a line and plays it.
    fn add(&mut self, line: usize, id: NodeId, pos: &mut Position) -> io::Result<()> {
        let (comments, nags) = (self.tree.comments(id), self.tree.nags(id));
        let step = match self.tree.step(id) {
            Some(Step::Move(mv)) => Some(mv),
            Some(Step::Null) | None => None,
        };
        match line.checked_sub(1).and_then(|index| self.variations.get_mut(index)) {
            None => self.main.push(comments, nags)?,
            Some(Variation { moves, notes, .. }) => {
                match step {
                    Some(mv) => moves.push(pos, mv, self.castling),
                    None => moves.push_null(),
                }
                notes.push(comments, nags)?;
            }
        }
        play(pos, step);
        Ok(())
    }
}
