//! Self-play on several threads.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use reynard_engine::{Control, OutOfMemory};

use super::play::{SelfPlay, SelfPlayError, SelfPlaySettings};
use crate::shard::{GameFault, PackedGame, TrainingGame};

/// Self-play games to generate.
#[derive(Clone, Debug)]
pub struct SelfPlayRun {
    /// Settings of all games.
    pub settings: SelfPlaySettings,
    /// Numbers of the shards.
    pub shards: Vec<u32>,
    /// Games per shard.
    pub games: u32,
    /// Number of threads, each with its own transposition table.
    pub threads: usize,
}

/// Progress of a [`SelfPlayRun`].
#[derive(Debug)]
#[non_exhaustive]
pub enum SelfPlayEvent<'a> {
    /// A game was played.
    Game(&'a TrainingGame),
    /// All games of a shard were played.
    Shard {
        /// Number of the shard.
        number: u32,
        /// Games in order.
        games: Vec<PackedGame>,
    },
}

/// Stack size of a thread that searches, in bytes.
const STACK: usize = 8 << 20;
/// Maximum number of games that wait to be reported.
const WAITING: usize = 64;

/// Plays the games of a run and reports them, until all are played, `report` breaks, or `control` stops
/// it. Games of unfinished shards are lost.
///
/// Returns the break value of `report`, if there is one.
///
/// ```
/// use std::ops::ControlFlow;
/// use reynard_engine::Control;
/// use reynard_train::selfplay::{SelfPlayEvent, SelfPlayRun, SelfPlaySettings, generate};
///
/// let mut settings = SelfPlaySettings { nodes: 10, ..SelfPlaySettings::default() };
/// settings.opening.nodes = 10;
/// let run = SelfPlayRun { settings, shards: vec![4], games: 3, threads: 2 };
/// let mut kept = Vec::new();
/// let end = generate(&run, &Control::new(), |event| {
///     if let SelfPlayEvent::Shard { number: 4, games } = event {
///         kept = games;
///     }
///     ControlFlow::<()>::Continue(())
/// })?;
/// assert!(end.is_continue() && kept.len() == 3);
/// # Ok::<(), reynard_train::selfplay::GenerateError>(())
/// ```
///
/// # Errors
///
/// [`GenerateError`] if a thread has no memory or cannot be started, or no opening is level enough.
pub fn generate<B>(
    run: &SelfPlayRun,
    control: &Control,
    mut report: impl FnMut(SelfPlayEvent<'_>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, GenerateError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(WAITING);
    thread::scope(|scope| {
        let mut failed = None;
        for _ in 0..run.threads.max(1) {
            let player = SelfPlay::new(run.settings.clone());
            let player = match player {
                Ok(player) => player,
                Err(error) => {
                    failed = Some(GenerateError::Memory(error));
                    break;
                }
            };
            let (next, sender) = (&next, sender.clone());
            let work = move || play_all(run, player, next, control, &sender);
            let builder = thread::Builder::new().name("self-play".into()).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                failed = Some(GenerateError::Thread(error));
                break;
            }
        }
        drop(sender);
        if failed.is_some() {
            control.stop();
        }
        // The channel is drained even then, so that no thread blocks on it.
        let result = collect(run, receiver, control, &mut report);
        failed.map_or(result, Err)
    })
}

/// A game with its index among all games of the run.
type Played = (usize, Result<TrainingGame, SelfPlayError>);

/// Plays the next game that no other thread has taken, until there is none.
fn play_all(
    run: &SelfPlayRun,
    mut player: SelfPlay,
    next: &AtomicUsize,
    control: &Control,
    sender: &SyncSender<Played>,
) {
    let games = run.games as usize;
    loop {
        let index = next.fetch_add(1, Relaxed);
        let Some(&shard) = index.checked_div(games).and_then(|index| run.shards.get(index)) else {
            return;
        };
        let number = u32::try_from(index % games).unwrap_or(0);
        let played = player.play(shard, number, control);
        let is_over = played.is_err();
        if sender.send((index, played)).is_err() || is_over {
            return;
        }
    }
}

/// Reports games as they come, and shards once they are whole.
fn collect<B>(
    run: &SelfPlayRun,
    receiver: Receiver<Played>,
    control: &Control,
    report: &mut dyn FnMut(SelfPlayEvent<'_>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, GenerateError> {
    let mut shards = OpenShards { run, open: BTreeMap::new() };
    let mut end = Ok(ControlFlow::Continue(()));
    for (index, played) in receiver {
        if control.is_stopped() {
            continue;
        }
        end = match played {
            Ok(game) => shards.add(index, &game, report),
            Err(SelfPlayError::Stopped) => continue,
            Err(SelfPlayError::NoOpening) => Err(GenerateError::NoOpening),
        };
        if !matches!(end, Ok(ControlFlow::Continue(()))) {
            control.stop();
        }
    }
    end
}

/// Shards of which some games have been played.
struct OpenShards<'a> {
    run: &'a SelfPlayRun,
    open: BTreeMap<usize, (usize, Vec<Option<PackedGame>>)>,
}

impl OpenShards<'_> {
    fn add<B>(
        &mut self,
        index: usize,
        game: &TrainingGame,
        report: &mut dyn FnMut(SelfPlayEvent<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, GenerateError> {
        let games = self.run.games as usize;
        let packed = game.pack().map_err(GenerateError::Game)?;
        if let ControlFlow::Break(value) = report(SelfPlayEvent::Game(game)) {
            return Ok(ControlFlow::Break(value));
        }
        let shard = index / games;
        let (count, slots) = self.open.entry(shard).or_insert_with(|| (0, vec![None; games]));
        slots[index % games] = Some(packed);
        *count += 1;
        if *count < games {
            return Ok(ControlFlow::Continue(()));
        }
        let slots = self.open.remove(&shard).map(|(_, slots)| slots);
        let games = slots.into_iter().flatten().flatten().collect();
        Ok(report(SelfPlayEvent::Shard { number: self.run.shards[shard], games }))
    }
}

/// Error of [`generate`].
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is no memory for a transposition table.
    Memory(OutOfMemory),
    /// A thread cannot be started.
    Thread(io::Error),
    /// None of many openings is level enough.
    NoOpening,
    /// A game cannot be packed.
    Game(GameFault),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::NoOpening => SelfPlayError::NoOpening.fmt(f),
            Self::Game(fault) => write!(f, "a game cannot be kept: {fault}"),
        }
    }
}

impl std::error::Error for GenerateError {}
