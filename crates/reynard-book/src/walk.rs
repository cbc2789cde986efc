//! The positions of a book, found by playing from a start position.
//!
//! A book has keys and no positions. The position of a key is found by playing moves and probing
//! the book for the positions after them.

use std::collections::{HashSet, VecDeque};
use std::io;

use reynard::{Move, Position};

use crate::{Book, BookAnswer, BookProbeError, BookSource};

/// A position of a book and the way there.
#[derive(Clone, Debug)]
pub struct BookVisit {
    /// The position.
    pub position: Position,
    /// A shortest way there from where the walk started.
    pub line: Vec<Move>,
    /// The book moves, at least one.
    pub answer: BookAnswer,
}

/// The positions of a book that can be reached: see [`Book::walk`].
#[derive(Debug)]
pub struct BookWalk<'a, S> {
    book: &'a Book<S>,
    /// The keys of the book, sorted, and for each whether it has been met.
    keys: Vec<u64>,
    met: Vec<bool>,
    /// Positions between two of the book that have been examined.
    between: HashSet<u64>,
    max_ply: usize,
    queue: VecDeque<Node>,
    /// The way to each position met: the position before, and the move.
    steps: Vec<Step>,
}

/// A move on the way to a position, and the number of the step before it, if there is one.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: Option<usize>,
    mv: Move,
}

/// A position that is to be visited.
#[derive(Debug)]
struct Node {
    position: Position,
    ply: usize,
    /// The last step of the way there, if it is not where the walk started.
    step: Option<usize>,
}

impl<S: BookSource> Book<S> {
    /// Walks through the positions of a sorted book that can be reached from a position in at most
    /// `max_ply` moves of both sides, the nearest first, each once.
    ///
    /// Of a position of the book, the moves that the book has are tried first, in their order, and
    /// then all others, whether they lead to another position of the book. Where a move of the
    /// book leads out, all replies are tried that lead back, so that books with the moves of
    /// one color only are found too. The keys of the whole book are kept in memory, eight bytes
    /// each.
    ///
    /// # Errors
    ///
    /// The error of the source. The items are errors where [`probe`](Self::probe) gives one, for
    /// instance when the book is not sorted; nothing follows an error.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_book::{Book, Entry};
    ///
    /// let start = Position::startpos();
    /// let mut next = start.clone();
    /// next.play(start.parse_uci("e2e4")?)?;
    /// let mut entries = [
    ///     Entry::new(&start, start.parse_uci("e2e4")?, 1),
    ///     Entry::new(&next, next.parse_uci("e7e5")?, 1),
    /// ];
    /// entries.sort_by_key(|entry| entry.key);
    /// let book = Book::new(entries.map(|entry| entry.to_bytes()).concat())?;
    /// let plies: Vec<usize> =
    ///     book.walk(&start, 10)?.map(|visit| visit.unwrap().line.len()).collect();
    /// assert_eq!(plies, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&self, start: &Position, max_ply: usize) -> io::Result<BookWalk<'_, S>> {
        let mut keys = Vec::new();
        for entry in self.entries() {
            let key = entry?.key;
            if keys.last() != Some(&key) {
                keys.push(key);
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let mut walk = BookWalk {
            book: self,
            met: vec![false; keys.len()],
            keys,
            between: HashSet::new(),
            max_ply,
            queue: VecDeque::new(),
            steps: Vec::new(),
        };
        if !walk.enqueue(start, 0, None) {
            walk.replies(start, 0, None);
        }
        Ok(walk)
    }
}

impl<S: BookSource> BookWalk<'_, S> {
    /// Puts a position on the queue if the book has it and it is new; tells whether the book has
    /// it.
    fn enqueue(&mut self, position: &Position, ply: usize, step: Option<Step>) -> bool {
        let Ok(index) = self.keys.binary_search(&position.polyglot_key()) else { return false };
        if !self.met[index] {
            self.met[index] = true;
            let step = step.map(|step| self.step(step));
            self.queue.push_back(Node { position: position.clone(), ply, step });
        }
        true
    }

    /// Adds a step and returns its number.
    fn step(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Looks where the moves of a position that is met lead.
    fn expand(&mut self, Node { position, ply, step }: &Node, answer: &BookAnswer) {
        if *ply >= self.max_ply {
            return;
        }
        let before = *step;
        let mut child = position.clone();
        let known = answer.candidates.iter().map(|candidate| candidate.mv);
        for mv in known.clone() {
            position.play_into(mv, &mut child);
            let step = Some(Step { before, mv });
            if !self.enqueue(&child, ply + 1, step) && self.between.insert(child.polyglot_key()) {
                self.replies(&child, ply + 1, step);
            }
        }
        for &mv in &position.legal_moves() {
            if known.clone().all(|of_book| of_book != mv) {
                position.play_into(mv, &mut child);
                self.enqueue(&child, ply + 1, Some(Step { before, mv }));
            }
        }
    }

    /// Looks which moves lead back from a position that is not in the book.
    fn replies(&mut self, position: &Position, ply: usize, step: Option<Step>) {
        if ply >= self.max_ply {
            return;
        }
        let before = step.map(|step| self.step(step));
        let mut child = position.clone();
        for &mv in &position.legal_moves() {
            position.play_into(mv, &mut child);
            self.enqueue(&child, ply + 1, Some(Step { before, mv }));
        }
    }

    /// Returns the moves that lead to a step, that of the step included.
    fn line(&self, step: Option<usize>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = step;
        while let Some(&Step { before, mv }) = next.and_then(|index| self.steps.get(index)) {
            line.push(mv);
            next = before;
        }
        line.reverse();
        line
    }

    /// Returns the number of different positions in the book, reached or not.
    pub const fn positions(&self) -> usize {
        self.keys.len()
    }
}

impl<S: BookSource> Iterator for BookWalk<'_, S> {
    type Item = Result<BookVisit, BookProbeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.queue.pop_front()?;
        let answer = match self.book.probe(&node.position) {
            Ok(answer) => answer,
            Err(error) => {
                self.queue.clear();
                return Some(Err(error));
            }
        };
        self.expand(&node, &answer);
        let line = self.line(node.step);
        Some(Ok(BookVisit { position: node.position, line, answer }))
    }
}
