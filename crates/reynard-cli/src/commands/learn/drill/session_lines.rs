//! Repertoire lines in a session, with randomly drawn moves for the opponent.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use anyhow::Context;
use reynard::{Move, Position};
use reynard_base::SplitMix64;
use reynard_db::{Database, ExploreLimits};
use reynard_games::Query;
use reynard_learn::{CardHistories, CardId, FsrsScheduler, LineDrill, LineQuestion};

use super::super::full_report::repertoire_of;
use super::super::notebook::Notebook;
use super::super::present::now;

/// Options of a drill in lines.
#[derive(clap::Args)]
pub(super) struct LineArgs {
    /// Ask the repertoire in whole lines from their start
    #[arg(long, conflicts_with_all = ["kind", "new"])]
    lines: bool,
    /// Database of games: the opponent plays what they play, as often as they do
    #[arg(long, value_name = "DATABASE", requires = "lines")]
    db: Option<PathBuf>,
}

/// The lines drilled in a session.
pub(super) struct SessionLines {
    pub(super) drill: LineDrill,
    random: SplitMix64,
    base: Option<Database>,
    /// For each position, the number of games with each move.
    games: BTreeMap<u64, BTreeMap<u16, u64>>,
}

impl LineArgs {
    /// Starts drilling lines, if requested.
    pub(super) fn begin(&self, notebook: &Notebook) -> anyhow::Result<Option<SessionLines>> {
        if !self.lines {
            return Ok(None);
        }
        let open =
            |path: &PathBuf| Database::open(path).with_context(|| path.display().to_string());
        Ok(Some(SessionLines {
            drill: LineDrill::new(repertoire_of(notebook)?),
            random: SplitMix64::new(u64::from_ne_bytes(now().0.to_ne_bytes())),
            base: self.db.as_ref().map(open).transpose()?,
            games: BTreeMap::new(),
        }))
    }
}

impl SessionLines {
    /// Returns the next position. An opponent's move is more likely to be chosen the more often it
    /// is played, and the less well the learner knows the position after it.
    pub(super) fn next(
        &mut self,
        histories: &CardHistories,
        scheduler: FsrsScheduler,
    ) -> anyhow::Result<Option<LineQuestion>> {
        let Self { drill, random, base, games } = self;
        let mut failure = None;
        let step = drill.next(
            |pos, moves| {
                let counts = match games_of(pos, base.as_ref(), games) {
                    Ok(counts) => counts,
                    Err(error) => {
                        failure = Some(error);
                        return Vec::new();
                    }
                };
                let count = |mv: &Move| counts.get(&mv.bits()).copied().unwrap_or(0);
                let is_known = moves.iter().any(|mv| count(mv) > 0);
                let frequency = |mv: &Move| if is_known { count(mv) } else { 1 };
                let weights =
                    moves.iter().map(|mv| frequency(mv) * need(pos, *mv, histories, scheduler));
                weights.collect()
            },
            |below| random.next_u64() % below.max(1),
        );
        failure.map_or(Ok(step), Err)
    }
}

/// Returns the number of games for each move in a position. The moves are packed as bits.
fn games_of<'a>(
    pos: &Position,
    base: Option<&Database>,
    games: &'a mut BTreeMap<u64, BTreeMap<u16, u64>>,
) -> anyhow::Result<&'a BTreeMap<u16, u64>> {
    match games.entry(pos.key()) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(place) => {
            let limits = ExploreLimits::default();
            let explored = base.map(|base| base.explore(pos, &Query::default(), &limits));
            let explored = explored.transpose()?;
            let moves = explored.iter().flat_map(|explored| &explored.moves);
            Ok(place.insert(moves.map(|it| (it.mv.bits(), it.score.games())).collect()))
        }
    }
}

/// Returns the weight of an opponent's move: from 1, if the learner knows the answer to it well, to
/// 4, if the learner has never been asked for the answer.
fn need(pos: &Position, mv: Move, histories: &CardHistories, scheduler: FsrsScheduler) -> u64 {
    let next = pos.after(mv).ok();
    let history = next.and_then(|next| histories.of(CardId::of(&next)));
    let known = history.and_then(|history| {
        let days = now().days_since(history.last_time()?);
        Some(scheduler.retrievability(history.memory?, days))
    });
    match known {
        Some(known) if known >= 0.95 => 1,
        Some(known) if known >= 0.85 => 2,
        Some(_) => 3,
        None => 4,
    }
}
