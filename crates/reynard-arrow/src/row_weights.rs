//! The row sizes that limit the size of a batch.

/// Approximate sizes of rows in bytes.
#[derive(Debug)]
pub(crate) enum RowWeights {
    /// Each row has a separate size.
    Each(Vec<u32>),
    /// All rows have the same bounded size.
    Equal,
}

impl RowWeights {
    pub(crate) fn get(&self, row: usize) -> u64 {
        match self {
            Self::Each(weights) => weights.get(row).copied().unwrap_or_default().into(),
            // The size of all columns of a position with the longest move.
            Self::Equal => 84,
        }
    }
}
