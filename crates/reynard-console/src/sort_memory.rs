//! The option for the memory available for sorting.

use reynard_base::sort::KeyedSorter;

/// Memory available for sorting before records are spilled to temporary files.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SortMemory {
    /// The memory for sorting in MiB; what does not fit goes to temporary files
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

impl SortMemory {
    /// Returns the memory in bytes.
    pub fn bytes(self) -> usize {
        usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX)
    }

    /// Creates a sorter that may use this memory.
    pub fn sorter(self) -> KeyedSorter {
        KeyedSorter::new(self.bytes())
    }
}
