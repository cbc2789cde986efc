//! The public entry points: options, threads, and the division of a count among them.

use core::num::NonZeroUsize;
use core::ops::ControlFlow;

use reynard::{Move, Position};
use reynard_base::parallel::{self, Workers};

use crate::adapt::{board_of, geometry_of};
use crate::arch::{self, Isa};
use crate::board::Board;
use crate::castling::Geometry;
use crate::table::Table;
use crate::walk::{Walker, children};
use crate::{Method, PerftError, reference};

/// Options for a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// The method. The default is the fastest one that this processor supports.
    pub method: Method,
    /// The number of threads. The default is 1.
    pub threads: NonZeroUsize,
    /// The size of the hash table in MiB. The default is 0, which means no table.
    ///
    /// With a table, no position is counted twice at the same depth while its entry is stored. The
    /// counts are exact: an entry contains the whole position, not a key that two positions could
    /// share. [`Method::List`] and [`Method::Full`] do not support a table.
    pub hash_mib: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { method: Method::default(), threads: NonZeroUsize::MIN, hash_mib: 0 }
    }
}

/// Counts the leaves `depth` plies below a position. The count is 1 at depth 0, and the number of
/// legal moves at depth 1.
///
/// # Errors
///
/// See [`Perft::new`] and [`Perft::count`].
///
/// ```
/// use reynard::Position;
/// use reynard_perft::{Method, PerftOptions, perft};
///
/// let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
/// let options = PerftOptions { method: Method::Portable, ..PerftOptions::default() };
/// assert_eq!(perft(&Position::from_fen(kiwipete)?, 3, &options)?, 97_862);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32, options: &PerftOptions) -> Result<u64, PerftError> {
    Perft::new(options)?.count(position, depth)
}

/// Counts the leaves below each legal move of a position, in the order of
/// [`Position::legal_moves`]. At depth 0 the list is empty.
///
/// # Errors
///
/// See [`Perft::new`] and [`Perft::count`].
///
/// ```
/// use reynard::Position;
/// use reynard_perft::{PerftOptions, divide};
///
/// let moves = divide(&Position::startpos(), 3, &PerftOptions::default())?;
/// assert_eq!(moves.len(), 20);
/// assert_eq!(moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
/// # Ok::<(), reynard_perft::PerftError>(())
/// ```
pub fn divide(
    position: &Position,
    depth: u32,
    options: &PerftOptions,
) -> Result<Vec<(Move, u64)>, PerftError> {
    Perft::new(options)?.divide(position, depth)
}

/// A counter that keeps its hash table between counts.
///
/// ```
/// use reynard::Position;
/// use reynard_perft::{PerftOptions, Perft};
///
/// let perft = Perft::new(&PerftOptions { hash_mib: 16, ..PerftOptions::default() })?;
/// let counts = (0..=4).map(|depth| perft.count(&Position::startpos(), depth));
/// assert_eq!(counts.collect::<Result<Vec<_>, _>>()?, [1, 20, 400, 8_902, 197_281]);
/// # Ok::<(), reynard_perft::PerftError>(())
/// ```
#[derive(Debug)]
pub struct Perft {
    method: Method,
    threads: NonZeroUsize,
    table: Option<Table>,
}

/// A subtree to count.
#[derive(Clone, Copy, Debug)]
struct Task {
    board: Board,
    player: usize,
    depth: u32,
    /// Index of the root move to which the subtree belongs.
    group: usize,
}

/// Number of subtrees per thread: enough to even out their sizes.
const TASKS_PER_THREAD: usize = 64;
/// Minimum depth of a subtree that is divided further.
const LEAST_DIVIDED: u32 = 4;

impl Perft {
    /// Allocates the hash table.
    ///
    /// # Errors
    ///
    /// [`PerftError::Unsupported`] if the processor does not support the method,
    /// [`PerftError::NoHash`] if a table is requested but the method does not support one,
    /// [`PerftError::OutOfMemory`] if the table cannot be allocated.
    ///
    /// ```
    /// use reynard_perft::reynard::Position;
    /// use reynard_perft::{Perft, PerftOptions};
    ///
    /// let perft = Perft::new(&PerftOptions { hash_mib: 1, ..PerftOptions::default() })?;
    /// assert_eq!(perft.count(&Position::startpos(), 3)?, 8_902);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(options: &PerftOptions) -> Result<Self, PerftError> {
        let PerftOptions { method, threads, hash_mib } = *options;
        if !method.is_supported() {
            return Err(PerftError::Unsupported(method));
        }
        if hash_mib > 0 && !method.is_private() {
            return Err(PerftError::NoHash(method));
        }
        let table = match hash_mib {
            0 => None,
            mib => Some(Table::new(mib).ok_or(PerftError::OutOfMemory { mib })?),
        };
        Ok(Self { method, threads, table })
    }

    /// Returns the method.
    ///
    /// ```
    /// use reynard_perft::{Method, PerftOptions, Perft};
    ///
    /// assert_eq!(Perft::new(&PerftOptions::default())?.method(), Method::detect());
    /// # Ok::<(), reynard_perft::PerftError>(())
    /// ```
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Counts the leaves `depth` plies below a position. The count is 1 at depth 0, and the number
    /// of legal moves at depth 1.
    ///
    /// # Errors
    ///
    /// [`PerftError::Overflow`] if the count does not fit into 64 bits (reaching that would take
    /// decades without a hash table).
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_perft::{PerftOptions, Perft};
    ///
    /// let perft = Perft::new(&PerftOptions::default())?;
    /// assert_eq!(perft.count(&Position::startpos(), 4)?, 197_281);
    /// # Ok::<(), reynard_perft::PerftError>(())
    /// ```
    pub fn count(&self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        let mut counts = vec![0];
        if self.method.is_private() {
            let task = Task { board: board_of(position), player: 0, depth, group: 0 };
            self.count_tasks(position, vec![task], &mut counts);
        } else if self.threads == NonZeroUsize::MIN || depth == 0 {
            counts[0] = self.count_public(position, depth);
        } else {
            let moves = self.divide(position, depth)?;
            counts[0] = moves.iter().fold(0, |sum, &(_, n)| n.saturating_add(sum));
        }
        checked(counts[0])
    }

    /// Counts like [`Perft::count`], but returns `None` once `stopped` has returned `true`.
    /// `stopped` is called between the parts of a deep count.
    ///
    /// # Errors
    ///
    /// Same as for [`Perft::count`].
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_perft::{PerftOptions, Perft};
    ///
    /// let perft = Perft::new(&PerftOptions::default())?;
    /// let pos = Position::startpos();
    /// assert_eq!(perft.count_unless(&pos, 4, &mut || false)?, Some(197_281));
    /// assert_eq!(perft.count_unless(&pos, 9, &mut || true)?, None);
    /// # Ok::<(), reynard_perft::PerftError>(())
    /// ```
    pub fn count_unless(
        &self,
        position: &Position,
        depth: u32,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<u64>, PerftError> {
        /// Maximum depth of a part that is counted without interruption. Counting such a part takes
        /// a fraction of a second.
        const UNINTERRUPTED: u32 = 5;
        // A count of depth 1 takes no time.
        if depth > 1 && stopped() {
            return Ok(None);
        }
        if depth <= UNINTERRUPTED {
            return self.count(position, depth).map(Some);
        }
        let mut total = 0_u64;
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let Some(count) = self.count_unless(&child, depth - 1, stopped)? else {
                return Ok(None);
            };
            total = total.saturating_add(count);
        }
        checked(total).map(Some)
    }

    /// Counts the leaves below each legal move of a position, in the order of
    /// [`Position::legal_moves`]. At depth 0 the list is empty.
    ///
    /// # Errors
    ///
    /// [`PerftError::Overflow`] if a count does not fit into 64 bits.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_perft::{PerftOptions, Perft};
    ///
    /// let moves = Perft::new(&PerftOptions::default())?.divide(&Position::startpos(), 2)?;
    /// assert!(moves.iter().all(|&(_, nodes)| nodes == 20));
    /// # Ok::<(), reynard_perft::PerftError>(())
    /// ```
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let moves = position.legal_moves();
        let positions: Vec<_> = moves
            .iter()
            .map(|&mv| {
                let mut child = position.clone();
                child.play_unchecked(mv);
                child
            })
            .collect();
        let mut counts = vec![0; positions.len()];
        if self.method.is_private() {
            let task = |(group, child)| Task { board: board_of(child), player: 1, depth, group };
            let tasks = positions.iter().enumerate().map(task).collect();
            self.count_tasks(position, tasks, &mut counts);
        } else {
            let count = |child| self.count_public(child, depth);
            counts = parallel::map(self.threads, &positions, count);
        }
        moves.iter().zip(counts).map(|(&mv, n)| Ok((mv, checked(n)?))).collect()
    }

    /// Counts with the public generator.
    fn count_public(&self, position: &Position, depth: u32) -> u64 {
        match self.method {
            Method::Full => reference::full(position, depth),
            _ => reference::list(position, depth),
        }
    }

    /// Counts subtrees of `root` on the private board and adds them to the counts of their groups.
    fn count_tasks(&self, root: &Position, mut tasks: Vec<Task>, counts: &mut [u64]) {
        let geometry = geometry_of(root);
        // The kernel relies on what is true after a legal move. If the side that is not to move
        // is in check, which some set-ups are allowed to be, that holds from the third ply on.
        let irregular = root.is_attacked(root.king(!root.turn()), root.turn());
        let regular_depth =
            tasks.first().map_or(0, |task| (task.depth + task.player as u32).saturating_sub(2));
        let threads = self.threads.get();
        let wanted = if threads == 1 { 0 } else { threads * TASKS_PER_THREAD };
        while let Some(first) = tasks.first()
            && first.depth > 1
            && (irregular && first.depth > regular_depth
                || tasks.len() < wanted && first.depth >= LEAST_DIVIDED)
        {
            tasks = tasks.iter().flat_map(|task| divided(task, &geometry)).collect();
        }
        let found = self.dispatch(&geometry, &tasks);
        for (task, nodes) in tasks.iter().zip(found) {
            counts[task.group] = nodes.saturating_add(counts[task.group]);
        }
    }

    /// Dispatches to the method's instruction set.
    fn dispatch(&self, geometry: &Geometry, tasks: &[Task]) -> Vec<u64> {
        #[cfg(target_arch = "x86_64")]
        {
            if self.method == Method::Avx512
                && let Some(isa) = arch::avx512::Avx512::detect()
            {
                return self.run(isa, geometry, tasks);
            }
            if self.method == Method::Avx2
                && let Some(isa) = arch::avx2::Avx2::detect()
            {
                return self.run(isa, geometry, tasks);
            }
        }
        self.run(arch::portable::Portable, geometry, tasks)
    }

    /// Counts the subtrees on all threads.
    fn run<I: Isa>(&self, isa: I, geometry: &Geometry, tasks: &[Task]) -> Vec<u64> {
        let walker = || Walker::new(isa, *geometry, self.table.as_ref());
        let count = |walker: &mut Walker<'_, I>, task: &Task| {
            walker.run(&task.board, task.player, task.depth)
        };
        let threads = self.threads.min(NonZeroUsize::new(tasks.len()).unwrap_or(NonZeroUsize::MIN));
        let mut waiting = tasks.iter();
        let mut counts = Vec::with_capacity(tasks.len());
        let flow: ControlFlow<()> = Workers::new(threads, walker).in_flight(tasks.len()).ordered(
            |_| waiting.next(),
            count,
            |nodes| {
                counts.push(nodes);
                ControlFlow::Continue(())
            },
        );
        debug_assert!(flow.is_continue(), "nothing breaks");
        counts
    }
}

/// Divides a task into the subtrees one ply below.
fn divided<'a>(task: &'a Task, geometry: &Geometry) -> impl Iterator<Item = Task> + use<'a> {
    let boards = children(arch::portable::Hyperbola, &task.board, &geometry.players[task.player]);
    let (player, depth) = (1 - task.player, task.depth - 1);
    boards.into_iter().map(move |board| Task { board, player, depth, group: task.group })
}

/// Checks a sum for overflow. Sums are saturating, so the largest number means overflow.
fn checked(count: u64) -> Result<u64, PerftError> {
    if count == u64::MAX { Err(PerftError::Overflow) } else { Ok(count) }
}
