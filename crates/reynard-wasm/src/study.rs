//! An editable game with variations.

use std::collections::HashMap;

use reynard::Position;
use reynard_analysis::MoveTime;
use reynard_pgn::{
    CommentText, Diagnostic, GameTree, Games, Nag, NodeId, ParsedGame, PgnWriter, PieceLetters,
    Reader, ReaderOptions, Step, Termination, TreeWalkStep, WriterOptions,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, to_json};
use crate::pgn_note::PgnNote;
use crate::position::{read_fen, read_move};
use crate::study_json::{NodeJson, Path, StudyJson};

/// A game with variations and annotations that can be edited node by node. Nodes have numbers that
/// do not change while the game is edited; 0 is the node before the first move.
#[wasm_bindgen(js_name = Game)]
#[derive(Clone, Debug)]
pub struct StudyGame {
    tree: GameTree,
    /// The nodes by number.
    nodes: Vec<NodeId>,
    numbers: HashMap<NodeId, usize>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the first game from PGN text whose moves use the given piece letters.
pub(crate) fn read_first(pgn: &[u8], letters: PieceLetters) -> Result<ParsedGame, Failure> {
    let options = ReaderOptions { letters, ..ReaderOptions::default() };
    let game = Games::new(Reader::from_bytes(pgn).with_options(options)).next();
    let game = game.ok_or_else(|| Failure::new("there is no game in this text"))?;
    game.map_err(Failure::new)
}

impl From<ParsedGame> for StudyGame {
    fn from(game: ParsedGame) -> Self {
        Self::from_tree(game.tree, game.diagnostics)
    }
}

impl StudyGame {
    pub(crate) fn from_tree(tree: GameTree, diagnostics: Vec<Diagnostic>) -> Self {
        let mut game = Self { tree, nodes: Vec::new(), numbers: HashMap::new(), diagnostics };
        game.number(NodeId::ROOT);
        game.number_all();
        game
    }

    pub(crate) const fn tree(&self) -> &GameTree {
        &self.tree
    }

    fn number(&mut self, node: NodeId) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() - 1
        })
    }

    fn number_all(&mut self) {
        let walk: Vec<TreeWalkStep> = self.tree.walk().collect();
        for step in walk {
            if let TreeWalkStep::Node(node) = step {
                self.number(node);
            }
        }
    }

    fn node(&self, number: usize) -> Result<NodeId, Failure> {
        let node = self.nodes.get(number).copied().filter(|&node| self.tree.contains(node));
        node.ok_or_else(|| Failure::new(format_args!("the game has no node {number}")))
    }

    /// Adds a step after a node, unless it already exists.
    fn add(&mut self, parent: NodeId, step: Step) -> Result<usize, Failure> {
        let node = match self.tree.find(parent, step) {
            Some(node) => node,
            None => self.tree.add(parent, step).map_err(Failure::new)?,
        };
        Ok(self.number(node))
    }
}

#[wasm_bindgen(js_class = Game)]
impl StudyGame {
    /// Creates a game that starts from the given position, or from the standard start position.
    ///
    /// # Errors
    ///
    /// If `fen` is not a valid FEN, or the position cannot be played.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::new(None)?;
    /// let e4 = game.play(0, "e4")?;
    /// game.play(e4, "c7c5")?;
    /// assert!(game.pgn()?.ends_with("1. e4 c5 *\n\n"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new(fen: Option<String>) -> Result<Self, Failure> {
        let start = fen.map_or_else(|| Ok(Position::startpos()), |fen| read_fen(&fen))?;
        Ok(Self::from_tree(GameTree::from_position(start), Vec::new()))
    }

    /// Reads the first game from PGN text.
    ///
    /// # Errors
    ///
    /// If the text does not contain a game.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1. e4 e5 (1... c5) 2. Nf3 *")?;
    /// assert!(game.json()?.contains(r#""san":"c5""#));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = fromPgn)]
    pub fn from_pgn(pgn: &str) -> Result<Self, Failure> {
        read_first(pgn.as_bytes(), PieceLetters::ENGLISH).map(Self::from)
    }

    /// Returns an independent copy, for undo.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::new(None)?;
    /// let before = game.copy();
    /// game.play(0, "e4")?;
    /// assert_ne!(before.pgn()?, game.pgn()?);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[must_use]
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// Returns the diagnostics for the parsed text, one per line.
    pub fn diagnostics(&self) -> Vec<String> {
        self.diagnostics.iter().map(ToString::to_string).collect()
    }

    /// Returns the diagnostics for the parsed text as JSON: `[{code, severity, line, column, ply,
    /// token, message, letters}]`. `letters` lists the languages whose piece letters make the token
    /// a move.
    ///
    /// # Errors
    ///
    /// Only if the JSON cannot be written.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1. e4 e5 2. Sf3 *")?;
    /// assert!(game.notes()?.contains(r#""code":"piece-letters","severity":"error""#));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn notes(&self) -> Result<String, Failure> {
        to_json(&self.diagnostics.iter().map(PgnNote::new).collect::<Vec<_>>())
    }

    /// Returns the game as JSON: `{tags, result, nodes}`.
    ///
    /// # Errors
    ///
    /// Only if the JSON cannot be written.
    ///
    /// ```
    /// let pgn = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58]} *";
    /// let json = reynard_wasm::StudyGame::from_pgn(pgn)?.json()?;
    /// assert!(json.contains(r#""id":0,"parent":null"#));
    /// assert!(json.contains(r#""clock":178.0,"spent":4.0"#));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn json(&self) -> Result<String, Failure> {
        let tree = &self.tree;
        let tag = |tag: &reynard_pgn::Tag| {
            (String::from_utf8_lossy(tag.name()).into_owned(), tag.text().into_owned())
        };
        let start = tree.start().clone();
        let root = Path { step: None, before: &start, after: &start };
        let mut nodes = vec![NodeJson::new(tree, NodeId::ROOT, (0, None), &root)];
        let spent: HashMap<NodeId, f64> = tree
            .main_line()
            .zip(MoveTime::of_main_line(tree))
            .filter_map(|(node, time)| Some((node, time.spent?.as_secs_f64())))
            .collect();
        // The positions of the line that is being walked: one after each node of it.
        let mut positions: HashMap<NodeId, Position> = HashMap::from([(NodeId::ROOT, start)]);
        for walked in tree.walk() {
            let TreeWalkStep::Node(node) = walked else { continue };
            let (Some(parent), Some(step)) = (tree.parent(node), tree.step(node)) else { continue };
            let before = positions.get(&parent).cloned().unwrap_or_else(|| tree.position(parent));
            let mut after = before.clone();
            match step {
                Step::Move(mv) => after.play_unchecked(mv),
                // It was possible when it was added.
                Step::Null => after.play_null().map_err(Failure::new)?,
            }
            let path = Path { step: Some(step), before: &before, after: &after };
            let ids = (self.numbers[&node], self.numbers.get(&parent).copied());
            let mut json = NodeJson::new(tree, node, ids, &path);
            json.spent = spent.get(&node).copied();
            nodes.push(json);
            positions.insert(node, after);
        }
        let tags = tree.tags().iter().map(tag).collect();
        to_json(&StudyJson { tags, result: tree.result().as_str(), nodes })
    }

    /// Plays a move after a node, in UCI notation or SAN, and returns the number of its node. A
    /// move that already exists is not added again; a new one becomes the last variation. `--` is a
    /// null move.
    ///
    /// # Errors
    ///
    /// If there is no such node, or the move is not legal.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::new(None)?;
    /// assert_eq!(game.play(0, "e2e4")?, game.play(0, "e4")?);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn play(&mut self, node: usize, mv: &str) -> Result<usize, Failure> {
        let parent = self.node(node)?;
        if mv.trim() == "--" {
            return self.add(parent, Step::Null);
        }
        let mv = read_move(&self.tree.position(parent), mv)?;
        self.add(parent, Step::Move(mv))
    }

    /// Deletes a node and everything after it.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 e5 *")?;
    /// game.delete(1)?;
    /// assert!(game.delete(2).is_err());
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = delete)]
    pub fn delete(&mut self, node: usize) -> Result<(), Failure> {
        self.tree.delete(self.node(node)?);
        Ok(())
    }

    /// Moves a variation up by one. Returns `false` if it is already the first.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 (1. d4) *")?;
    /// assert!(game.promote(2)? && !game.promote(2)?);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn promote(&mut self, node: usize) -> Result<bool, Failure> {
        Ok(self.tree.promote(self.node(node)?))
    }

    /// Makes the line that leads to a node the main line.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 (1. d4) *")?;
    /// game.make_main_line(2)?;
    /// assert!(game.pgn()?.ends_with("1. d4 (1. e4) *\n\n"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = makeMainLine)]
    pub fn make_main_line(&mut self, node: usize) -> Result<(), Failure> {
        self.tree.make_main_line(self.node(node)?);
        Ok(())
    }

    /// Sets the text of the comment after a move. Commands in the comment (clock, arrows,
    /// evaluation) are kept. An empty text removes the comment's text.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 {[%clk 0:01:00] old} *")?;
    /// game.set_comment(1, "new")?;
    /// assert!(game.pgn()?.contains("{[%clk 0:01:00] new}"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = setComment)]
    pub fn set_comment(&mut self, node: usize, text: &str) -> Result<(), Failure> {
        let node = self.node(node)?;
        let mut parts: Vec<Vec<u8>> = self
            .tree
            .comments(node)
            .iter()
            .flat_map(CommentText::commands)
            .map(|command| command.raw.to_vec())
            .collect();
        if !text.trim().is_empty() {
            parts.push(text.trim().as_bytes().to_vec());
        }
        let comment = CommentText::new(parts.join(&b' '));
        let comments = if comment.is_empty() { Vec::new() } else { vec![comment] };
        self.tree.set_comments(node, comments);
        Ok(())
    }

    /// Sets a command in the comment of a move, such as `[%cal Ge2e4]` or `[%eval 0.31]`. The new
    /// command replaces any command of the same name.
    ///
    /// # Errors
    ///
    /// If there is no such node, or the text is not a command.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 *")?;
    /// game.set_command(1, "[%csl Ge4]")?;
    /// game.set_command(1, "[%csl Re4]")?;
    /// assert!(game.pgn()?.contains("1. e4 {[%csl Re4]}"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = setCommand)]
    pub fn set_command(&mut self, node: usize, command: &str) -> Result<(), Failure> {
        let node = self.node(node)?;
        let parsed = CommentText::new(command);
        let annotation = parsed.annotations().next();
        let annotation = annotation
            .ok_or_else(|| Failure::new(format_args!("{command}: not a command of a comment")))?;
        let mut comments = self.tree.comments(node).to_vec();
        if comments.is_empty() {
            comments.push(CommentText::new(""));
        }
        let has =
            |comment: &CommentText| comment.commands().any(|own| own.name == annotation.name());
        let place = comments.iter().position(has).unwrap_or_default();
        comments[place].set(&annotation);
        self.tree.set_comments(node, comments);
        Ok(())
    }

    /// Removes all commands with the given name from the comments on a move. Returns `false` if
    /// there were none.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. e4 {[%csl Ge4]} *")?;
    /// assert!(game.remove_command(1, "csl")? && !game.remove_command(1, "csl")?);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = removeCommand)]
    pub fn remove_command(&mut self, node: usize, name: &str) -> Result<bool, Failure> {
        let node = self.node(node)?;
        let mut comments = self.tree.comments(node).to_vec();
        let mut removed = false;
        for comment in &mut comments {
            removed |= comment.remove(name.as_bytes());
        }
        comments.retain(|comment| !comment.is_empty());
        self.tree.set_comments(node, comments);
        Ok(removed)
    }

    /// Sets the numeric annotation glyphs of a move.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("1. f3 *")?;
    /// game.set_nags(1, vec![2])?;
    /// assert!(game.pgn()?.contains("1. f3 $2"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = setNags)]
    pub fn set_nags(&mut self, node: usize, nags: Vec<u8>) -> Result<(), Failure> {
        let node = self.node(node)?;
        self.tree.set_nags(node, nags.into_iter().map(Nag).collect());
        Ok(())
    }

    /// Sets a tag.
    ///
    /// # Errors
    ///
    /// If the name is not a valid tag name, or the tag is derived from the game, such as `FEN`.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::new(None)?;
    /// game.set_tag("White", "Anderssen")?;
    /// assert!(game.pgn()?.contains("[White \"Anderssen\"]"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.tree.set_tag(name, value).map_err(Failure::new)
    }

    /// Removes a tag. Returns `false` if the tag does not exist, or is required by the start
    /// position.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::from_pgn("[ECO \"C00\"]\n\n1. e4 e6 *")?;
    /// assert!(game.remove_tag("ECO") && !game.remove_tag("ECO"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = removeTag)]
    pub fn remove_tag(&mut self, name: &str) -> bool {
        self.tree.remove_tag(name)
    }

    /// Sets the result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    ///
    /// # Errors
    ///
    /// If the text is not one of these results.
    ///
    /// ```
    /// let mut game = reynard_wasm::StudyGame::new(None)?;
    /// assert!(game.set_result("1-0").is_ok() && game.set_result("2-0").is_err());
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = setResult)]
    pub fn set_result(&mut self, result: &str) -> Result<(), Failure> {
        let read = Termination::from_bytes(result.as_bytes());
        let read = read.ok_or_else(|| Failure::new(format_args!("{result}: not a result")))?;
        self.tree.set_result(read);
        Ok(())
    }

    /// Returns the game as PGN in export format, as written by `reynard pgn fmt`.
    ///
    /// # Errors
    ///
    /// Never fails in practice, since the text is written to memory.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1.e4 *")?;
    /// assert!(game.pgn()?.starts_with("[Event \"?\"]\n[Site \"?\"]\n"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn pgn(&self) -> Result<String, Failure> {
        let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::FULL);
        writer.write(&self.tree).map_err(Failure::new)?;
        Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
    }

    /// Returns the code and name of the main line's opening, if it has one.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1. e4 c5 *")?;
    /// assert_eq!(game.opening().as_deref(), Some("B20 Sicilian Defense"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn opening(&self) -> Option<String> {
        self.tree.opening().map(|opening| opening.to_string())
    }
}
