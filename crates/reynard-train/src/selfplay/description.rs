//! The self-play settings stored in a shard's header.

use super::play::SelfPlaySettings;
use crate::shard::{InvalidShardHeader, ShardHeader};
use reynard_play::{DrawRule, ResignRule};

impl SelfPlaySettings {
    /// Returns the header that describes how games with these settings are played. If the headers
    /// of two runs are equal, shards with the same number contain the same games.
    ///
    /// `start` describes the start positions. `signature` is the node count of
    /// [`reynard_engine::bench`] with the network in these settings; it reflects any change to the
    /// search or the evaluation.
    ///
    /// # Errors
    ///
    /// [`InvalidShardHeader`] if `start` contains control characters or is too long.
    ///
    /// ```
    /// use reynard_train::selfplay::SelfPlaySettings;
    ///
    /// let header = SelfPlaySettings::default().header("standard", 12_345)?;
    /// assert_eq!((header.get("nodes"), header.get("win")), (Some("1000"), Some("3:1000")));
    /// # Ok::<(), reynard_train::shard::InvalidShardHeader>(())
    /// ```
    pub fn header(&self, start: &str, signature: u64) -> Result<ShardHeader, InvalidShardHeader> {
        let Self { opening, adjudication, .. } = self;
        let win = adjudication.resign.map(|ResignRule { moves, score }| format!("{moves}:{score}"));
        let draw = adjudication
            .draw
            .map(|DrawRule { from, moves, score }| format!("{from}:{moves}:{score}"));
        let none = || "none".to_owned();
        let mut header = ShardHeader::default();
        header.set("engine", format_args!("Reynard {}", env!("CARGO_PKG_VERSION")))?;
        header.set("signature", signature)?;
        header.set("seed", self.seed)?;
        header.set("nodes", self.nodes)?;
        header.set("hard-nodes", self.hard_nodes)?;
        header.set("hash", self.hash)?;
        header.set("start", start)?;
        header.set("random-plies", opening.random_plies)?;
        header.set("level", opening.max_score)?;
        header.set("win", win.unwrap_or_else(none))?;
        header.set("draw", draw.unwrap_or_else(none))?;
        header.set("max-moves", adjudication.max_moves.unwrap_or_default())?;
        header.set("play-out", self.played_out)?;
        Ok(header)
    }
}
