//! The positions of a book, found by playing moves from a start position.
//!
//! A book contains keys, but no positions. The position that belongs to a key is found by playing
//! moves, and probing the book for the positions after them.

use std::collections::{HashSet, VecDeque};
use std::io;

use reynard::{Move, Position};

use crate::{Book, BookAnswer, BookProbeError, BookSource};

/// A position of a book, and a line that leads to it.
#[derive(Clone, Debug)]
pub struct BookVisit {
    /// The position.
    pub position: Position,
    /// A shortest line to the position from the start of the walk.
    pub line: Vec<Move>,
    /// The book moves of the position, at least one.
    pub answer: BookAnswer,
}

/// An iterator over the reachable positions of a book: see [`Book::walk`].
#[derive(Debug)]
pub struct BookWalk<'a, S> {
    book: &'a Book<S>,
    /// The sorted keys of the book; each is marked once its position has been reached.
    keys: Vec<u64>,
    met: Vec<bool>,
    /// The examined positions outside the book.
    between: HashSet<u64>,
    max_ply: usize,
    queue: VecDeque<Node>,
    /// The line to each position reached, as links to the previous step.
    steps: Vec<Step>,
}

/// A move on the line to a position, and the index of the previous step, if any.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: Option<usize>,
    mv: Move,
}

/// A position in the queue.
#[derive(Debug)]
struct Node {
    position: Position,
    ply: usize,
    /// The last step of the line to the position; `None` for the start of the walk.
    step: Option<usize>,
}

impl<S: BookSource> Book<S> {
    /// Walks through the positions of a sorted book that can be reached from `start` in at most
    /// `max_ply` plies. Each position is returned once, the nearest first.
    ///
    /// In a position of the book, the book moves are tried first, in order, and then all other
    /// moves that lead to another position of the book. If a book move leads out of the book, all
    /// replies that return to the book are tried, so that books with the moves of only one color
    /// are also covered. The keys of the whole book are kept in memory, eight bytes each.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read. An item of the iterator is an error if
    /// [`probe`](Self::probe) fails, for instance because the book is not sorted; in that case, the
    /// iterator ends.
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
    /// Queues a position if it is in the book and has not been reached before. Returns `true` if it
    /// is in the book.
    fn enqueue(&mut self, position: &Position, ply: usize, step: Option<Step>) -> bool {
        let Ok(index) = self.keys.binary_search(&position.polyglot_key()) else { return false };
        if !self.met[index] {
            self.met[index] = true;
            let step = step.map(|step| self.step(step));
            self.queue.push_back(Node { position: position.clone(), ply, step });
        }
        true
    }

    /// Adds a step and returns its index.
    fn step(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Follows the moves of a position that has been reached.
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

    /// Finds the moves that lead back into the book from a position outside it.
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

    /// Returns the moves up to and including a step.
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

    /// Returns the number of distinct positions in the book, reached or not.
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
