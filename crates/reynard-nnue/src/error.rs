//! Errors in network files.

use core::fmt;

use crate::header::InvalidNetworkHeader;

/// The error returned if bytes are not a valid network, or if the network could overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file does not begin with `REYNNNUE`.
    Magic,
    /// The format version is not supported.
    Version(u32),
    /// The file length does not match the header.
    Length {
        /// Length required by the header, in bytes.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
    },
    /// The header is malformed.
    Header(InvalidNetworkHeader),
    /// A field of the header is missing, malformed or not supported.
    Field(&'static str),
    /// The number of hidden units or buckets is not supported, or the arrays do not match these
    /// numbers.
    Shape,
    /// The networks to be averaged have different shapes.
    ShapesDiffer,
    /// The packed weights of the hidden layer are malformed.
    Packed,
    /// The checksum does not match the contents.
    Checksum,
    /// The accumulated value of a hidden unit could exceed 16 bits.
    HiddenOverflow {
        /// Number of the unit.
        unit: usize,
    },
    /// An output weight has a magnitude above 128.
    OutputWeight {
        /// Number of the output bucket.
        bucket: usize,
    },
    /// The output of a bucket could exceed 32 bits.
    OutputOverflow {
        /// Number of the output bucket.
        bucket: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("not a network file: it does not begin with REYNNNUE"),
            Self::Version(found) => write!(f, "network format version {found} is not supported"),
            Self::Length { expected, found } => {
                write!(f, "the network file has {found} bytes, its header asks for {expected}")
            }
            Self::Header(error) => error.fmt(f),
            Self::Field(name) => {
                write!(f, "header field `{name}` is missing, malformed or not supported")
            }
            Self::Shape => f.write_str("the numbers of hidden units and buckets are not supported"),
            Self::ShapesDiffer => {
                f.write_str("the networks have different numbers of hidden units or buckets")
            }
            Self::Packed => f.write_str("the packed weights of the network file are malformed"),
            Self::Checksum => {
                f.write_str("the checksum of the network file is wrong: it is damaged or cut off")
            }
            Self::HiddenOverflow { unit } => {
                write!(f, "hidden unit {unit} could exceed 16 bits")
            }
            Self::OutputWeight { bucket } => {
                write!(f, "an output weight of bucket {bucket} is beyond 128")
            }
            Self::OutputOverflow { bucket } => {
                write!(f, "the output of bucket {bucket} could exceed 32 bits")
            }
        }
    }
}

impl core::error::Error for NetworkError {}

impl From<InvalidNetworkHeader> for NetworkError {
    fn from(error: InvalidNetworkHeader) -> Self {
        Self::Header(error)
    }
}
