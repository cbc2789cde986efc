//! Forms of moves in columns.

use arrow_schema::DataType;

/// The form of the moves in the table of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveFormat {
    /// Numbers of 16 bits: [`Move::bits`](reynard::Move::bits).
    #[default]
    Bits,
    /// Text as engines write moves: `e2e4`.
    Uci,
    /// Text in standard notation: `Nf3`.
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
