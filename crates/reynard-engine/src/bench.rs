//! Benchmark over fixed positions. Its node count is the signature of the engine.

use std::fmt;
use std::iter::Sum;
use std::time::Duration;

use reynard::{Game, Position};

use crate::control::Control;
use crate::engine::Engine;
use crate::limits::SearchLimits;
use crate::settings::EngineSettings;
use crate::time::Clock;
use crate::tt::OutOfMemory;

/// Default depth of the benchmark, in plies.
pub const BENCH_DEPTH: u32 = 11;
/// Size of the transposition table, in MiB.
const TT_SIZE: usize = 16;

/// The result of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Total number of nodes: the signature of the engine. It changes only if the search or the
    /// evaluation changes.
    pub nodes: u64,
    /// Total search time.
    pub time: Duration,
}

impl BenchResult {
    /// Returns the speed in nodes per second.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::BenchResult;
    ///
    /// let result = BenchResult { nodes: 3_000_000, time: Duration::from_secs(2) };
    /// assert_eq!(result.speed(), 1_500_000);
    /// ```
    pub fn speed(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

impl fmt::Display for BenchResult {
    /// Writes two lines in the format that engine testing frameworks parse.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        write!(f, "{} nodes {} nps", self.nodes, self.speed())
    }
}

impl Sum for BenchResult {
    fn sum<I: Iterator<Item = Self>>(results: I) -> Self {
        results.fold(Self { nodes: 0, time: Duration::ZERO }, |sum, result| Self {
            nodes: sum.nodes + result.nodes,
            time: sum.time + result.time,
        })
    }
}

/// Searches the benchmark positions, each as a new game, and returns the total nodes and time. The
/// totals are meaningless if `control` stopped the benchmark.
///
/// # Errors
///
/// [`OutOfMemory`] if the transposition table of 16 MiB cannot be allocated.
///
/// ```
/// use reynard_engine::{Control, EngineSettings, bench};
///
/// let settings = EngineSettings::default();
/// let first = bench(3, &settings, &Control::new())?;
/// assert_eq!(bench(3, &settings, &Control::new())?.nodes, first.nodes);
/// # Ok::<(), reynard_engine::OutOfMemory>(())
/// ```
pub fn bench(
    depth: u32,
    settings: &EngineSettings,
    control: &Control,
) -> Result<BenchResult, OutOfMemory> {
    bench_with_clock(depth, settings, Clock::default(), control)
}

/// Runs the benchmark with the given clock.
pub(crate) fn bench_with_clock(
    depth: u32,
    settings: &EngineSettings,
    clock: Clock,
    control: &Control,
) -> Result<BenchResult, OutOfMemory> {
    Ok(search_positions(depth, settings, clock, control)?.map(|(_, result)| result).sum())
}

/// Returns an iterator that searches the benchmark positions one by one, each as a new game. The
/// results add up to the result of [`bench()`].
///
/// # Errors
///
/// [`OutOfMemory`] if the transposition table of 16 MiB cannot be allocated.
///
/// ```
/// use reynard_engine::{Control, EngineSettings, bench_positions};
///
/// let control = Control::new();
/// assert_eq!(bench_positions(2, &EngineSettings::default(), &control)?.count(), 40);
/// # Ok::<(), reynard_engine::OutOfMemory>(())
/// ```
pub fn bench_positions(
    depth: u32,
    settings: &EngineSettings,
    control: &Control,
) -> Result<impl Iterator<Item = (Position, BenchResult)>, OutOfMemory> {
    search_positions(depth, settings, Clock::default(), control)
}

fn search_positions(
    depth: u32,
    settings: &EngineSettings,
    clock: Clock,
    control: &Control,
) -> Result<impl Iterator<Item = (Position, BenchResult)>, OutOfMemory> {
    let mut engine = Engine::new(TT_SIZE)?.with_clock(clock);
    engine.settings = settings.clone();
    engine.prepare()?;
    let limits = SearchLimits::depth(depth);
    Ok(positions().map(move |pos| {
        engine.new_game();
        let report = engine.search(&Game::from(pos.clone()), &limits, control, &mut |_| {});
        (pos, BenchResult { nodes: report.nodes, time: report.time })
    }))
}

/// Returns the benchmark positions.
fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().filter_map(|fen| fen.parse().ok())
}

/// Time to depth with one thread and with several threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedUp {
    /// Time with one thread.
    pub one: Duration,
    /// Time with several threads.
    pub several: Duration,
}

impl SpeedUp {
    /// Returns the speed-up gained with several threads.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::SpeedUp;
    ///
    /// let times = SpeedUp { one: Duration::from_secs(3), several: Duration::from_secs(2) };
    /// assert_eq!(times.factor(), 1.5);
    /// ```
    pub fn factor(&self) -> f64 {
        self.one.as_secs_f64() / self.several.as_secs_f64().max(1e-9)
    }
}

impl Sum for SpeedUp {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        times.fold(Self { one: Duration::ZERO, several: Duration::ZERO }, |sum, times| Self {
            one: sum.one + times.one,
            several: sum.several + times.several,
        })
    }
}

/// Returns an iterator that searches the benchmark positions one by one to a depth, first with one
/// thread and then with several, each time as a new game.
///
/// The speed-up is computed from the total times over all positions. It is meaningful only on a
/// machine with enough idle cores, and varies from run to run.
///
/// # Errors
///
/// [`OutOfMemory`] if the two transposition tables of 64 MiB cannot be allocated.
///
/// ```
/// use reynard_engine::{Control, SpeedUp, time_to_depth};
///
/// let control = Control::new();
/// let sum: SpeedUp = time_to_depth(2, 2, &control)?.map(|(_, times)| times).sum();
/// assert!(sum.factor() > 0.0);
/// # Ok::<(), reynard_engine::OutOfMemory>(())
/// ```
pub fn time_to_depth(
    depth: u32,
    threads: usize,
    control: &Control,
) -> Result<impl Iterator<Item = (Position, SpeedUp)>, OutOfMemory> {
    /// Size of each transposition table in MiB: enough for searches that take a second.
    const TT_SIZE: usize = 64;
    let mut engines = [Engine::new(TT_SIZE)?, Engine::new(TT_SIZE)?];
    engines[1].settings.threads = threads;
    for engine in &mut engines {
        engine.prepare()?;
    }
    let limits = SearchLimits::depth(depth);
    Ok(positions().map(move |pos| {
        let game = Game::from(pos.clone());
        let [one, several] = engines.each_mut().map(|engine| {
            engine.new_game();
            engine.search(&game, &limits, control, &mut |_| {}).time
        });
        (pos, SpeedUp { one, several })
    }))
}

/// Every twenty-fifth position in the file `thousand-bench.epd` from Marcel van Kervinck's Floyd
/// (<https://github.com/kervinck/floyd>, BSD license): game positions from the opening to the
/// endgame.
const POSITIONS: [&str; 40] = [
    "4k3/q4p2/2n1p1p1/p1Np4/3P1QP1/PP3P2/6K1/8 b - - 0 1",
    "2rr3k/pp3Bpp/5n2/4R1Q1/3N2b1/1P3P2/PBP3Pq/3R1K2 w - - 0 1",
    "n1Q5/4p1bk/p2p3p/1p1P1rp1/1P2P3/5BPq/P6P/6NK w - - 0 1",
    "6k1/1p4bp/p7/6Pp/3prP2/1P3N2/P4K1P/5R2 w - - 0 1",
    "r1b1r3/pp1n1pbk/2p1Bqpp/4p3/1PP1P3/1NN1B3/P1Q2PPP/3R1RK1 b - - 0 1",
    "3bn3/4k3/2p3p1/ppN2P2/P5P1/1P1KB3/8/8 b - - 0 1",
    "r1bqk2r/pp3ppp/2n1pn2/3P4/1b6/1NN3P1/PP2PPBP/R1BQK2R b KQkq - 0 1",
    "r1b1k2r/pp2qppp/2n1pn2/2b5/4pB2/2PB1N2/PP1N1PPP/R2QK2R w KQkq - 0 1",
    "4k3/3b1pp1/3P3p/2p1P3/1pB1P3/r3n1PP/3NR1K1/8 w - - 0 1",
    "r2r2k1/p2p1pp1/2n1pn1p/2b5/P1N2B2/2N3P1/1P2PPKP/2R2R2 w - - 0 1",
    "r1bqkb1r/pp2pp1p/2np1np1/8/2PNP3/2N5/PP3PPP/R1BQKB1R w KQkq - 0 1",
    "8/3k1ppp/3p1n2/1p2r3/1N6/1P1K1PP1/P6P/2R5 w - - 0 1",
    "1rbq1r2/2p2pk1/pb1p3p/1p1BP1p1/8/5NP1/PPQ2PP1/3R1RK1 b - - 0 1",
    "r1bqk2r/2p2ppp/pbnp1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQ1RK1 w kq - 0 1",
    "rnbqkb1r/ppp1pp1p/5np1/3p4/3P4/5NP1/PPP1PPBP/RNBQK2R b KQkq - 0 1",
    "2rr2k1/p2q1pp1/1npb2p1/8/2P5/3Q1N2/P4PPP/2BRR2K b - - 0 1",
    "r3k2r/pbqp1pp1/1p1bpn2/8/1PP1P2p/P2B2P1/R4P1P/2BQRNK1 b kq - 0 1",
    "3r2k1/2q2pp1/1bppn2p/1b2PN2/1P2P1P1/2BP1Q1P/2K3B1/R7 b - - 0 1",
    "r1bq1rk1/pp3ppp/2n1pn2/b1p5/2BP4/P1N1PN2/1P3PPP/R1BQ1RK1 w - - 0 1",
    "R7/7k/5p2/P3p1p1/4P2p/5P1K/r5PP/8 b - - 0 1",
    "r2qk2r/pp1n1pp1/3bpn1p/8/4P3/1P3b1P/PB2BPP1/RN1Q1RK1 w kq - 0 1",
    "8/4R3/8/p7/P7/1Pn1kp2/3Nr3/2K5 b - - 0 1",
    "r1bqkbnr/pp1ppppp/2n5/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 1",
    "r2qk2r/3bbpp1/p2ppn1p/1p6/3BPP2/2NB4/PPPQ2PP/1K1R3R b kq - 0 1",
    "2r5/2r4R/4kb2/4p1Q1/p2NP3/8/PPp5/K1Rq4 b - - 0 1",
    "Rr4k1/4b2r/3p1pp1/1pnPp3/2p1P1Nq/2P2QN1/RP3PP1/6K1 b - - 0 1",
    "2rqrbk1/1p3ppp/p1bp1n2/P7/4PB2/2NQ4/1PP1B1PP/R2R3K w - - 0 1",
    "5k2/p4pp1/3N3p/n1pb4/5P2/P3P2P/4B1P1/6K1 w - - 0 1",
    "r7/ppq2pkp/2p2np1/5b2/1QPP4/5NP1/PP4BP/4R1K1 b - - 0 1",
    "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ2PPP/R1B1KB1R b KQkq - 0 1",
    "2kr2r1/pp1n1p1p/2pbp3/6pq/1PPP4/4QN1P/P2B1PP1/R3R1K1 w - - 0 1",
    "1r3rk1/1p3qb1/1P1p2pp/pRpn1p2/P3p3/1Q1PP1P1/3N1PBP/2R3K1 w - - 0 1",
    "4nk2/p2p1p2/1prP2p1/2p5/P1P3P1/4R3/5K1P/3R4 w - - 0 1",
    "8/8/1p3kp1/p1pPb2p/P1P4P/4P3/3N1K2/8 w - - 0 1",
    "8/5k1p/p2p1n1Q/bp1P4/P1P2PP1/1P5P/6K1/4r3 b - - 0 1",
    "rn1qk1nr/pp3pp1/2pb2b1/3p2Pp/3P1B1P/2N1P3/PP2NP2/R2QKB1R b KQkq - 0 1",
    "3rb1k1/p1r1q2p/1pnn1p2/3p1Pp1/P2Pp1P1/1P2P1N1/2RQ1NBP/5RK1 b - - 0 1",
    "r2r3k/1pn1q1pp/2p2p2/p1P1bP2/3pP3/PP1B1R1P/1BQ2P2/2R3K1 w - - 0 1",
    "6k1/5bp1/p6p/2N1p3/Pp5b/6q1/P2Q4/1K2R3 w - - 0 1",
    "8/6k1/8/4KR2/4P3/8/8/r7 b - - 0 1",
];

#[cfg(test)]
mod tests {
    use super::POSITIONS;
    use reynard::Position;

    #[test]
    fn all_positions_are_legal() {
        for fen in POSITIONS {
            assert!(fen.parse::<Position>().is_ok(), "{fen}");
        }
    }
}
