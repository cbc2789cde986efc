//! Selects the games to analyze.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use reynard::Color;
use reynard_console::output::Output;
use reynard_games::{GameDate, Query, QueryTerm, TextPattern, player_side};
use reynard_pgn::{GameTree, Games, ParsedGame, PieceLetters, Reader, ReaderOptions};

use super::args::Args;
use super::input::AnalysisInput;
use super::unfinished::GameKey;
use crate::commands::pgn::input::Inputs;
use crate::commands::pgn::near::note_unmet;

/// The games to analyze: all games that match the conditions, or only the last few of them.
pub(super) struct Selection {
    query: Query,
    player: Option<TextPattern>,
    /// Numbers of the games counted across all files, if known.
    last: Option<BTreeSet<u64>>,
}

/// The numbers of games and positions to analyze, if they can be counted in advance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    /// Number of games to analyze.
    pub(super) games: u64,
    /// Number of positions to search.
    pub(super) positions: u64,
}

/// A game that matches the conditions.
struct Candidate {
    number: u64,
    /// Date and time of the game, if the date is complete.
    played: Option<(GameDate, String)>,
    positions: u64,
}

impl Selection {
    /// Creates the selection from the arguments. If only the last games are selected,
    /// [`Selection::survey`] must find them.
    pub(super) fn new(args: &Args) -> anyhow::Result<Self> {
        let mut terms = args.filter.clone();
        if let Some(name) = &args.player {
            terms.push(QueryTerm::new("player", name)?);
        }
        let player = args.player.as_deref().map(str::parse).transpose()?;
        Ok(Self { query: Query::all(terms)?, player, last: None })
    }

    /// Prints a note about the conditions that no game fulfills, if the inputs can be read again.
    pub(super) fn note_conditions(
        &self,
        files: Option<Vec<PathBuf>>,
        letters: PieceLetters,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let Some(files) = files else { return Ok(()) };
        note_unmet(&Inputs::of_files(files, letters), &self.query, out)
    }

    /// Returns `true` if a game is to be analyzed. `number` is its number counted across all files,
    /// from 0.
    pub(super) fn contains(&self, game: &ParsedGame, number: u64) -> bool {
        match &self.last {
            Some(numbers) => numbers.contains(&number),
            None => self.matches(game),
        }
    }

    fn matches(&self, game: &ParsedGame) -> bool {
        self.query.matches_tree(&game.tree, game.end.integrity.into())
    }

    /// Returns the side of the player on whom the report focuses.
    pub(super) fn side(&self, tree: &GameTree) -> Option<Color> {
        self.player.as_ref().and_then(|player| player_side(tree, player))
    }

    /// Finds the last `last` games, and counts the games and positions to analyze. The positions of
    /// games for which `is_done` returns `true` are not counted. Returns `None` if an input can be
    /// read only once.
    pub(super) fn survey(
        &mut self,
        files: &[AnalysisInput],
        last: Option<NonZeroUsize>,
        options: &ReaderOptions,
        positions: &dyn Fn(&GameTree) -> u64,
        is_done: &dyn Fn(GameKey) -> bool,
    ) -> anyhow::Result<Option<Survey>> {
        let (mut found, mut number) = (Vec::new(), 0);
        for file in files {
            let Some(input) = file.open_again() else { return Ok(None) };
            let reader = Reader::new(input?).with_options(options.clone());
            for game in Games::new(reader) {
                let game = match game {
                    Ok(game) => game,
                    Err(error) if last.is_some() => {
                        return Err(error).with_context(|| file.name());
                    }
                    // The analysis will report the error.
                    Err(_) => break,
                };
                if self.matches(&game) {
                    let is_done = is_done(GameKey::of(&game.tree));
                    let positions = if is_done { 0 } else { positions(&game.tree) };
                    found.push(Candidate { number, played: played(&game.tree), positions });
                }
                number += 1;
            }
        }
        if let Some(last) = last {
            // Some sites list the latest game first.
            if found.iter().all(|game| game.played.is_some()) {
                found.sort_by(|a, b| a.played.cmp(&b.played));
            }
            found.drain(..found.len().saturating_sub(last.get()));
            self.last = Some(found.iter().map(|game| game.number).collect());
        }
        let positions = found.iter().map(|game| game.positions).sum();
        Ok(Some(Survey { games: found.len() as u64, positions }))
    }
}

/// Returns the date and time of a game, if the date is complete.
fn played(tree: &GameTree) -> Option<(GameDate, String)> {
    let tag = |name| tree.tags().text(name);
    let date = tag("UTCDate").or_else(|| tag("Date"))?;
    let date = GameDate::of_tag(&date);
    let time = tag("UTCTime").or_else(|| tag("Time")).unwrap_or_default().into_owned();
    date.day.is_some().then_some((date, time))
}
