//! Table faults and probe errors.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::MAX_PIECES;

/// A table that could not be used, and the reason.
///
/// ```
/// use reynard_syzygy::{TableFault, TableKind, Tablebase};
///
/// let mut tables = Tablebase::new();
/// tables.insert("KQvK".parse()?, TableKind::Wdl, vec![0; 80]);
/// let pos = "8/8/8/8/8/2K5/1Q6/k7 b - - 0 1".parse()?;
/// let error = tables.probe_wdl(&pos).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "KQvK.rtbw: the file does not begin as a table of this kind does"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableError(Arc<(Arc<str>, TableFault)>);

impl TableError {
    pub(crate) fn new(table: &Arc<str>, fault: TableFault) -> Self {
        Self(Arc::new((Arc::clone(table), fault)))
    }

    /// Returns the table: the path of its file, or its name if it did not come from a file.
    pub fn table(&self) -> &str {
        &self.0.0
    }

    /// Returns the fault.
    pub fn fault(&self) -> &TableFault {
        &self.0.1
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.table(), self.fault())
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.fault() {
            TableFault::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Kind of fault in a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFault {
    /// The file name is not a valid table name.
    Name,
    /// The table could not be read.
    Io(io::Error),
    /// The table does not begin with the magic bytes of its kind.
    Magic,
    /// No table has this size. Valid sizes are a multiple of 64, plus 16 bytes for the checksum.
    OddSize(u64),
    /// The table ends before all data described by its header.
    Truncated,
    /// The file is too short: expected length, actual length.
    Size(u64, u64),
    /// The flags contradict the table's name: they differ in the symmetry of the sides or in the
    /// presence of pawns.
    Flags,
    /// The list of pieces does not match the name, or is in an unsupported order.
    Pieces,
    /// The groups of pieces have an impossible order.
    Order,
    /// The block size or the step of the index is out of range.
    BlockSize,
    /// The code is invalid: lengths are out of range, or symbols are missing.
    Code,
    /// Symbols contain themselves, refer to missing symbols, or represent too many values.
    Symbols,
    /// A value is undefined.
    Value,
    /// The index of a position is beyond the end of the table.
    Index,
    /// The block index points to a block that does not exist.
    BlockIndex,
    /// A block ends before the requested value.
    Block,
    /// The block lengths do not add up to the size, or the index does not match them.
    BlockLengths,
    /// The checksum at the end does not match the bytes.
    Checksum,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Io(error) => return write!(f, "{error}"),
            Self::OddSize(size) => {
                return write!(f, "{size} bytes is not the size of a table, it may be incomplete");
            }
            Self::Size(wanted, found) => {
                return write!(f, "the file has {found} bytes and its header asks for {wanted}");
            }
            Self::Name => "the name is not that of a table",
            Self::Magic => "the file does not begin as a table of this kind does",
            Self::Truncated => "the file ends too early",
            Self::Flags => "the flags contradict the name",
            Self::Pieces => "the pieces are not those of the name",
            Self::Order => "the order of the groups of pieces is impossible",
            Self::BlockSize => "the size of the blocks is out of range",
            Self::Code => "the code of the symbols is broken",
            Self::Symbols => "the list of symbols is broken",
            Self::Value => "a value means nothing",
            Self::Index => "a position is beyond the end",
            Self::BlockIndex => "the index of the blocks leads nowhere",
            Self::Block => "a block ends too early",
            Self::BlockLengths => "the lengths of the blocks contradict the size or the index",
            Self::Checksum => "the checksum is wrong",
        })
    }
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Io(error),
        }
    }
}

/// The error returned by a probe: the position cannot be in any table, or a table is broken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle; no table has positions with castling rights.
    CastlingRights,
    /// There are more pieces on the board than in any table.
    TooManyPieces(u32),
    /// The side not to move is in check. Such a position is illegal, but readers can waive this
    /// fault.
    OppositeCheck,
    /// A required table is broken or cannot be read.
    Table(TableError),
}

impl ProbeError {
    /// Returns the reason as a machine-readable name: `castling-rights`, `too-many-men`,
    /// `opposite-check` or `table`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CastlingRights => "castling-rights",
            Self::TooManyPieces(_) => "too-many-men",
            Self::OppositeCheck => "opposite-check",
            Self::Table(_) => "table",
        }
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CastlingRights => f.write_str("tables have no positions with rights to castle"),
            Self::TooManyPieces(pieces) => {
                write!(
                    f,
                    "there are {pieces} pieces on the board, and at most {MAX_PIECES} in a table"
                )
            }
            Self::OppositeCheck => f.write_str("the side that is not to move is in check"),
            Self::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProbeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Table(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}
