//! A displayed game, and the current position in it.

use std::time::Duration;

use reynard::{Color, Move, Position};
use reynard_analysis::MoveTime;
use reynard_db::{DatabaseError, Head, StoredGame};
use reynard_pgn::{GameTree, NodeId, Step, Text};

use crate::browse::Key;

/// A displayed game.
#[derive(Clone, Debug)]
pub(crate) struct GameView {
    head: Head,
    start: Position,
    comment: String,
    plies: Vec<GamePly>,
    at: usize,
}

/// A move in a [`GameView`].
#[derive(Clone, Debug)]
pub(crate) struct GamePly {
    /// The move; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The move with its glyphs, preceded by the move number where one is usual.
    pub(crate) text: String,
    /// The position after the move.
    pub(crate) after: Position,
    /// The comments on the move, without embedded commands.
    pub(crate) comment: String,
    /// Time spent on the move, and the player's clock after it.
    pub(crate) time: MoveTime,
}

impl GameView {
    /// Reads a game, and goes to the given position if it occurs in the game.
    pub(crate) fn new(game: &StoredGame<'_>, at: &Position) -> Result<Self, DatabaseError> {
        let (head, tree) = (game.head()?, game.tree()?);
        let start = tree.start().clone();
        let plies = plies(&tree);
        let found = plies.iter().position(|ply| ply.after.key() == at.key());
        let at = if start.key() == at.key() { 0 } else { found.map_or(0, |index| index + 1) };
        Ok(Self { head, comment: comment_of(&tree, NodeId::ROOT), start, plies, at })
    }

    /// Returns the head of the game, which contains its tags.
    pub(crate) const fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the moves of the main line.
    pub(crate) fn plies(&self) -> &[GamePly] {
        &self.plies
    }

    /// Returns the number of plies before the displayed position.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Returns the displayed position.
    pub(crate) fn position(&self) -> &Position {
        self.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the start position of the game.
    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the move that led to the displayed position.
    pub(crate) fn last(&self) -> Option<&GamePly> {
        self.at.checked_sub(1).and_then(|index| self.plies.get(index))
    }

    /// Returns the comments on the displayed position. They belong to the move that led to it, or
    /// to the start of the game.
    pub(crate) fn comment(&self) -> &str {
        self.last().map_or(&self.comment, |ply| &ply.comment)
    }

    /// Returns `true` if the time of any move is known.
    pub(crate) fn has_times(&self) -> bool {
        self.plies.iter().any(|ply| ply.time != MoveTime::default())
    }

    /// Returns a player's clock in the displayed position.
    pub(crate) fn clock(&self, color: Color) -> Option<Duration> {
        let mut played = self.plies[..self.at].iter().rev();
        played.find(|ply| ply.after.turn() != color).and_then(|ply| ply.time.left)
    }

    /// Steps through the moves as the key requests.
    pub(crate) fn walk(&mut self, key: Key) {
        const PAGE: usize = 10;
        self.at = match key {
            Key::Left | Key::Up | Key::Backspace | Key::Char('h' | 'k') => {
                self.at.saturating_sub(1)
            }
            Key::Right | Key::Down | Key::Char('l' | 'j' | ' ') => self.at + 1,
            Key::PageUp => self.at.saturating_sub(PAGE),
            Key::PageDown => self.at + PAGE,
            Key::Home => 0,
            Key::End => self.plies.len(),
            _ => self.at,
        }
        .min(self.plies.len());
    }
}

/// Collects the moves of the main line. If the game is damaged, they end with the last readable
/// move.
fn plies(tree: &GameTree) -> Vec<GamePly> {
    let mut pos = tree.start().clone();
    let mut plies: Vec<GamePly> = Vec::new();
    for (id, time) in tree.main_line().zip(MoveTime::of_main_line(tree)) {
        let number = numbered(&pos, plies.is_empty());
        let (mv, mut text) = match tree.step(id) {
            Some(Step::Move(mv)) => {
                let san = pos.san(mv).to_string();
                pos.play_unchecked(mv);
                (Some(mv), san)
            }
            Some(Step::Null) if pos.play_null().is_ok() => (None, "--".to_owned()),
            Some(Step::Null) | None => break,
        };
        text.insert_str(0, &number);
        tree.nags(id).iter().filter_map(|nag| nag.glyph()).for_each(|glyph| text.push_str(glyph));
        let (after, comment) = (pos.clone(), comment_of(tree, id));
        plies.push(GamePly { mv, text, after, comment, time });
    }
    plies
}

/// Returns the move number to print before a move: for every move by White, and for the first move.
/// Otherwise, returns an empty string.
fn numbered(pos: &Position, is_first: bool) -> String {
    match pos.turn() {
        Color::White => format!("{}.", pos.fullmove_number()),
        Color::Black if is_first => format!("{}...", pos.fullmove_number()),
        Color::Black => String::new(),
    }
}

/// Returns the text of a node's comments, including text that was not parsed.
fn comment_of(tree: &GameTree, id: NodeId) -> String {
    let texts = tree.comments(id).iter().map(|comment| match comment.unread_text() {
        Some(unread) => format!("not understood: {}", Text::of_comment(unread).decode().trim()),
        None => comment.text().trim().to_owned(),
    });
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
