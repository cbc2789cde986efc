//! Self-play on several threads.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use reynard_base::parallel::Workers;
use reynard_engine::{Control, OutOfMemory};

use super::play::{SelfPlay, SelfPlayError, SelfPlaySettings};
use crate::shard::{GameFault, PackedGame, TrainingGame};

/// A run that generates self-play games.
#[derive(Clone, Debug)]
pub struct SelfPlayRun {
    /// Settings for all games.
    pub settings: SelfPlaySettings,
    /// Numbers of the shards to generate.
    pub shards: Vec<u32>,
    /// Games per shard.
    pub games: u32,
    /// Number of threads, each with its own transposition table; 0 counts as 1.
    pub threads: usize,
}

/// Progress of a [`SelfPlayRun`].
#[derive(Debug)]
#[non_exhaustive]
pub enum SelfPlayEvent<'a> {
    /// A game has been played.
    Game(&'a TrainingGame),
    /// All games of a shard have been played.
    Shard {
        /// Number of the shard.
        number: u32,
        /// The games, in order.
        games: Vec<PackedGame>,
    },
}

/// Stack size of a search thread, in bytes.
const STACK: usize = 8 << 20;
/// Maximum number of games that are being played or waiting to be reported: a number for each
/// thread, and a fixed number added to the total. Because of this reserve, a long game does not
/// block the other threads.
const IN_FLIGHT: [usize; 2] = [4, 64];

/// Plays the games of a run and reports them in order, until all have been played, `report` breaks,
/// or `control` stops the run. Games in unfinished shards are lost.
///
/// Returns the break value of `report`, if any.
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
/// [`GenerateError`] if the transposition tables cannot be allocated, or no opening is balanced
/// enough.
pub fn generate<B>(
    run: &SelfPlayRun,
    control: &Control,
    mut report: impl FnMut(SelfPlayEvent<'_>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, GenerateError> {
    let threads = NonZeroUsize::new(run.threads).unwrap_or(NonZeroUsize::MIN);
    let workers = Workers::try_new(threads, || SelfPlay::new(run.settings.clone()))
        .map_err(GenerateError::Memory)?
        .in_flight(IN_FLIGHT[0] * threads.get() + IN_FLIGHT[1])
        .stack_size(STACK);
    let numbers = |&shard| (0..run.games).map(move |number| (shard, number));
    let mut games = run.shards.iter().flat_map(numbers);
    let mut finished = Vec::new();
    let end = workers.ordered(
        |_| games.next().filter(|_| !control.is_stopped()),
        |player, (shard, number)| (shard, play(player, shard, number, control)),
        |(shard, played)| {
            let (game, packed) = match played {
                // Results that come after the stop are not reported.
                _ if control.is_stopped() => return ControlFlow::Continue(()),
                Err(Unplayed::Stopped) => return ControlFlow::Continue(()),
                Err(Unplayed::Error(error)) => {
                    control.stop();
                    return ControlFlow::Break(Err(error));
                }
                Ok(game) => game,
            };
            finished.push(packed);
            let mut end = report(SelfPlayEvent::Game(&game));
            if end.is_continue() && finished.len() == run.games as usize {
                let games = std::mem::take(&mut finished);
                end = report(SelfPlayEvent::Shard { number: shard, games });
            }
            if end.is_break() {
                control.stop();
            }
            end.map_break(Ok)
        },
    );
    match end {
        ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(end) => end.map(ControlFlow::Break),
    }
}

/// The reason why a game was not played.
enum Unplayed {
    Stopped,
    Error(GenerateError),
}

fn play(
    player: &mut SelfPlay,
    shard: u32,
    number: u32,
    control: &Control,
) -> Result<(TrainingGame, PackedGame), Unplayed> {
    let game = player.play(shard, number, control).map_err(|error| match error {
        SelfPlayError::Stopped => Unplayed::Stopped,
        SelfPlayError::NoOpening => Unplayed::Error(GenerateError::NoOpening),
    })?;
    let packed = game.pack().map_err(|fault| Unplayed::Error(GenerateError::Game(fault)))?;
    Ok((game, packed))
}

/// The error returned by [`generate`].
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// A transposition table cannot be allocated.
    Memory(OutOfMemory),
    /// None of the openings tried is balanced enough.
    NoOpening,
    /// A game cannot be packed.
    Game(GameFault),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(error) => error.fmt(f),
            Self::NoOpening => SelfPlayError::NoOpening.fmt(f),
            Self::Game(fault) => write!(f, "a game cannot be kept: {fault}"),
        }
    }
}

impl std::error::Error for GenerateError {}
