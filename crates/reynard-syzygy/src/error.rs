//! Faults of tables, and errors of probes.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::MAX_PIECES;

/// A table could not be used: which one, and why.
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
    /// The name of the file is not that of a table.
    Name,
    /// It could not be read.
    Io(io::Error),
    /// It begins with other bytes than tables of its kind.
    Magic,
    /// Its size cannot be that of any table: that is a multiple of 64, and the checksum of 16
    /// bytes.
    OddSize(u64),
    /// It ends before all the data that its header describes.
    Truncated,
    /// The file is too short: expected length, actual length.
    Size(u64, u64),
    /// Its flags say other things about the sides or the pawns than its name.
    Flags,
    /// Its list of pieces is not that of its name, or not in an order that can be worked with.
    Pieces,
    /// Its groups of pieces have an impossible order.
    Order,
    /// The sizes of its blocks or of the steps of its index are out of range.
    BlockSize,
    /// Its code is invalid: lengths are out of range, or symbols are missing.
    Code,
    /// Its symbols contain themselves, do not exist, or stand for too many values.
    Symbols,
    /// It has a value that means nothing.
    Value,
    /// The index of a position is beyond its end.
    Index,
    /// Its index of blocks leads nowhere.
    BlockIndex,
    /// A block ends before the value that was looked for.
    Block,
    /// Its lengths of blocks do not sum up to its size, or its index does not match them.
    BlockLengths,
    /// The checksum at its end is not that of its bytes.
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

/// Error of a probe: a position that no table can have, or a broken table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle; no table has such positions.
    CastlingRights,
    /// There are more pieces on the board than in any table.
    TooManyPieces(u32),
    /// The side that is not to move is in check, which the rules forbid and readers can waive.
    OppositeCheck,
    /// A table that was needed is broken or cannot be read.
    Table(TableError),
}

impl ProbeError {
    /// Returns the name of the reason, for programs: `castling-rights`, `too-many-men`,
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
