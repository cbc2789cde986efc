//! Options of the writer.

use crate::{Tag, Tags, Termination};

/// Options of the writer. The default is the export format of the standard.
///
/// ```
/// use reynard_pgn::{CommentParts, GameTree, NodeId, PgnWriter, CommentText, WriterOptions};
///
/// let mut game = GameTree::new();
/// let e4 = game.cursor(NodeId::ROOT).play_san("e4")?;
/// game.add_comment(e4, CommentText::new("[%clk 0:01:00] best by test"));
///
/// let options = WriterOptions { comments: CommentParts::WithoutClocks, ..WriterOptions::FULL };
/// let mut writer = PgnWriter::with_options(Vec::new(), options);
/// writer.write(&game)?;
/// assert!(writer.into_inner().ends_with(b"1. e4 {best by test} *\n\n"));
///
/// let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::REDUCED);
/// writer.write(&game)?;
/// assert!(writer.into_inner().ends_with(b"1. e4 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriterOptions {
    /// The maximum number of characters in a line of movetext. A longer word is written on a line
    /// of its own.
    pub width: usize,
    /// Selection of tags.
    pub tags: TagSelection,
    /// The order of the tags.
    pub tag_order: TagOrder,
    /// Notation of moves.
    pub notation: MoveNotation,
    /// Parts of comments to write.
    pub comments: CommentParts,
    /// Style of NAGs.
    pub nags: NagStyle,
    /// Treatment of variations.
    pub variations: Variations,
}

impl WriterOptions {
    /// Everything is written, in export format.
    pub const FULL: Self = Self {
        width: 79,
        tags: TagSelection::CompleteRoster,
        tag_order: TagOrder::Standard,
        notation: MoveNotation::San,
        comments: CommentParts::All,
        nags: NagStyle::Numbers,
        variations: Variations::Written,
    };

    /// Reduced export format (section 3.2.4 of the standard): the roster and the moves.
    pub const REDUCED: Self = Self {
        tags: TagSelection::RosterOnly,
        comments: CommentParts::None,
        nags: NagStyle::Omitted,
        variations: Variations::Omitted,
        ..Self::FULL
    };

    /// Everything, with the tags unchanged, so that the same game is read back, tag by tag.
    pub const AS_IS: Self =
        Self { tags: TagSelection::AsIs, tag_order: TagOrder::Kept, ..Self::FULL };

    /// Selects the tags to write, in order.
    pub(super) fn select(&self, tags: &Tags, result: Termination) -> Tags {
        let mut selected = tags.clone();
        match self.tags {
            TagSelection::AsIs => {}
            TagSelection::CompleteRoster => selected.complete_roster(),
            TagSelection::RosterOnly => {
                // Without the start position the moves would be nonsense.
                let is_start = |tag: &Tag| matches!(tag.name(), b"FEN" | b"SetUp" | b"Variant");
                selected.retain(|tag| tag.is_in_roster() || is_start(tag));
                selected.complete_roster();
            }
        }
        match self.tags {
            TagSelection::AsIs => selected.fill_result(result),
            TagSelection::CompleteRoster | TagSelection::RosterOnly => {
                selected.settle_result(result);
            }
        }
        if self.tag_order == TagOrder::Standard {
            selected.sort();
        }
        selected
    }
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self::FULL
    }
}

/// Selection of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TagSelection {
    /// The tags of the game.
    AsIs,
    /// The tags of the game, and any missing tags of the Seven Tag Roster.
    CompleteRoster,
    /// The Seven Tag Roster and the tags needed to interpret the moves: `SetUp`, `FEN` and
    /// `Variant`.
    RosterOnly,
}

/// The order of the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TagOrder {
    /// The Seven Tag Roster in its order, then the other tags by name.
    Standard,
    /// The order of the tags in the game.
    Kept,
}

/// Notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// Standard algebraic notation, the only one allowed in export format: `Nf3`.
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Lan,
    /// UCI notation: `g1f3`.
    Uci,
}

/// Parts of comments to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentParts {
    /// Everything, byte for byte.
    All,
    /// All but clocks and move times.
    WithoutClocks,
    /// The text without commands.
    Text,
    /// The commands without text.
    Commands,
    /// Nothing.
    None,
}

/// Style of NAGs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NagStyle {
    /// `$1`, as in export format.
    Numbers,
    /// `!`, `?`, `!!`, `??`, `!?` and `?!` after the move, others as numbers.
    Suffixes,
    /// No NAGs.
    Omitted,
}

/// Treatment of variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variations {
    /// Variations are written.
    Written,
    /// Variations are left out.
    Omitted,
}
