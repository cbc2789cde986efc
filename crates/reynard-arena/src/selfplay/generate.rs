//! Many games, on many threads.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use reynard_engine::{Control, OutOfMemory};

use super::code::PackedGame;
use super::error::GameFault;
use super::game::TrainingGame;
use super::play::{SelfPlay, Settings, Unplayed};

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Generation {
    /// How they are played.
    pub settings: Settings,
    /// The numbers of the shards.
    pub shards: Vec<u32>,
    /// How many games each of them has.
    pub games: u32,
    /// On how many threads.
    pub threads: usize,
}

/// What has been done.
#[derive(Debug)]
#[non_exhaustive]
pub enum Stage<'a> {
    /// A game was played.
    Game(&'a TrainingGame),
    /// All games of a shard have been played; here they are in their order.
    Shard {
        /// Its number.
        number: u32,
        /// Its games.
        games: Vec<PackedGame>,
    },
}

/// Bytes of stack for a thread that searches.
const STACK: usize = 8 << 20;
/// How many games may wait to be taken note of.
const WAITING: usize = 64;

/// Plays games and reports them, until all are played, `report` breaks it off, or `control` stops it.
/// Games of shards that are not whole by then are lost.
///
/// ```
/// use std::ops::ControlFlow;
/// use reynard_arena::selfplay::{Generation, Settings, Stage, generate};
/// use reynard_engine::Control;
///
/// let mut settings = Settings { nodes: 10, ..Settings::default() };
/// settings.opening.nodes = 10;
/// let generation = Generation { settings, shards: vec![4], games: 3, threads: 2 };
/// let mut kept = Vec::new();
/// generate(&generation, &Control::new(), &mut |stage| {
///     if let Stage::Shard { number: 4, games } = stage {
///         kept = games;
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(kept.len(), 3);
/// # Ok::<(), reynard_arena::selfplay::GenerateError>(())
/// ```
///
/// # Errors
///
/// [`GenerateError`] if a thread has no memory or cannot be started, or no opening is level enough.
pub fn generate(
    generation: &Generation,
    control: &Control,
    report: &mut dyn FnMut(Stage<'_>) -> ControlFlow<()>,
) -> Result<(), GenerateError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(WAITING);
    thread::scope(|scope| {
        let mut failed = None;
        for _ in 0..generation.threads.max(1) {
            let player = SelfPlay::new(generation.settings.clone());
            let player = match player {
                Ok(player) => player,
                Err(error) => {
                    failed = Some(GenerateError::Memory(error));
                    break;
                }
            };
            let (next, sender) = (&next, sender.clone());
            let work = move || play_all(generation, player, next, control, &sender);
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
        // Even then what the threads have sent is taken, so that none of them waits.
        let result = collect(generation, &receiver, control, report);
        failed.map_or(result, Err)
    })
}

/// A game by its place among all that are to be played.
type Played = (usize, Result<TrainingGame, Unplayed>);

/// What a thread does: the next game that nobody plays yet, until there is none.
fn play_all(
    generation: &Generation,
    mut player: SelfPlay,
    next: &AtomicUsize,
    control: &Control,
    sender: &SyncSender<Played>,
) {
    let games = generation.games as usize;
    loop {
        let place = next.fetch_add(1, Relaxed);
        let Some(&shard) = place.checked_div(games).and_then(|index| generation.shards.get(index))
        else {
            return;
        };
        let number = u32::try_from(place % games).unwrap_or(0);
        let played = player.play(shard, number, control);
        let is_over = played.is_err();
        if sender.send((place, played)).is_err() || is_over {
            return;
        }
    }
}

/// Puts games in their order and reports them.
fn collect(
    generation: &Generation,
    receiver: &Receiver<Played>,
    control: &Control,
    report: &mut dyn FnMut(Stage<'_>) -> ControlFlow<()>,
) -> Result<(), GenerateError> {
    let games = generation.games as usize;
    let mut open: BTreeMap<usize, (usize, Vec<Option<PackedGame>>)> = BTreeMap::new();
    let mut result = Ok(());
    for (place, played) in receiver {
        let game = match played {
            Ok(game) => game,
            Err(Unplayed::Stopped) => continue,
            Err(Unplayed::NoOpening) => {
                result = Err(GenerateError::NoOpening);
                control.stop();
                continue;
            }
        };
        if result.is_err() || control.is_stopped() {
            continue;
        }
        let packed = match game.pack() {
            Ok(packed) => packed,
            Err(fault) => {
                result = Err(GenerateError::Game(fault));
                control.stop();
                continue;
            }
        };
        let mut flow = report(Stage::Game(&game));
        let index = place / games;
        let (count, slots) = open.entry(index).or_insert_with(|| (0, vec![None; games]));
        slots[place % games] = Some(packed);
        *count += 1;
        if *count == games
            && let Some((_, slots)) = open.remove(&index)
        {
            let games = slots.into_iter().flatten().collect();
            flow = report(Stage::Shard { number: generation.shards[index], games });
        }
        if flow.is_break() {
            control.stop();
        }
    }
    result
}

/// Why games cannot be played.
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is no memory for a hash table.
    Memory(OutOfMemory),
    /// A thread cannot be started.
    Thread(io::Error),
    /// Of very many openings none is level enough.
    NoOpening,
    /// A game cannot be kept.
    Game(GameFault),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::NoOpening => Unplayed::NoOpening.fmt(f),
            Self::Game(fault) => write!(f, "a game cannot be kept: {fault}"),
        }
    }
}

impl std::error::Error for GenerateError {}
