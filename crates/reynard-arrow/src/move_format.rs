//! Notations for moves in columns.

use arrow_schema::DataType;

/// The notation of the moves in the games table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveFormat {
    /// 16-bit numbers: [`Move::bits`](reynard::Move::bits).
    #[default]
    Bits,
    /// UCI notation: `e2e4`.
    Uci,
    /// Standard notation: `Nf3`.
    San,
}

impl MoveFormat {
    pub(crate) const fn data_type(self) -> DataType {
        match self {
            Self::Bits => DataType::UInt16,
            Self::Uci | Self::San => DataType::Utf8,
        }
    }
}
