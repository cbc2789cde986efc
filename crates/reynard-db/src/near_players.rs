//! Suggestions for mistyped player names.

use std::collections::BTreeMap;

use reynard_games::{NameCount, TextPattern, near_names};

use crate::game::decoded;
use crate::section::Section;
use crate::{Database, DatabaseError};

impl Database {
    /// Returns at most three suggestions for a mistyped player name, as [`near_names`] does.
    /// Returns none if a player with this name has games.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Morphy, Paul\"]\n[Black \"Duke Karl\"]\n\n1. e4 1-0\n",
    ///     &Default::default(),
    /// )?;
    /// assert_eq!(base.near_players(&"morfy".parse()?)?, ["Morphy, Paul"]);
    /// assert!(base.near_players(&"morphy".parse()?)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn near_players(&self, name: &TextPattern) -> Result<Vec<String>, DatabaseError> {
        let mut players: BTreeMap<String, u64> = BTreeMap::new();
        for segment in &self.segments {
            let names = segment.names()?;
            let mut games = vec![0_u64; names.len() as usize];
            for section in [Section::White, Section::Black] {
                for &number in segment.words(section)? {
                    if let Some(games) = games.get_mut(number as usize) {
                        *games += 1;
                    }
                }
            }
            for (number, games) in (0..).zip(games).filter(|&(_, games)| games > 0) {
                let text = decoded(names.get(number).unwrap_or_default());
                if name.is_in(&text) {
                    return Ok(Vec::new());
                }
                *players.entry(text.into_owned()).or_default() += games;
            }
        }
        let players: Vec<NameCount> =
            players.into_iter().map(|(name, games)| NameCount { name, games }).collect();
        Ok(near_names(name.as_str(), &players))
    }
}
