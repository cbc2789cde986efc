//! The file format of networks.
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `REYNNNUE` |
//! | 4 | version of the format, 2 |
//! | 4 | length of the header, at most 65,536 |
//! | | header: lines of a name, a space, a value and a line feed |
//! | | weights of the hidden layer, king bucket by king bucket and feature by feature, [packed](crate::packed); in version 1 two bytes each |
//! | 2 each | biases of the hidden units; output weights, bucket by bucket |
//! | 4 each | output biases |
//! | 4 | CRC-32 (IEEE 802.3) of everything before it |
//!
//! The header begins with `hidden`, `buckets`, `features`, `activation`, `qa`, `qb` and `scale`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bytes::{array, take};
use crate::error::NetworkError;
use crate::header::NetworkHeader;
use crate::king_buckets::KingBuckets;
use crate::network::{Network, Weights};
use crate::packed;
use crate::shape::{QA, Shape};

const MAGIC: &[u8; 8] = b"REYNNNUE";
/// Version of the files that are written.
const VERSION: u32 = 2;
/// Version of files in which the weights of the hidden layer are not packed.
const UNPACKED: u32 = 1;
/// Value of the field `features` for one king bucket. If there are several king buckets, an `x` and
/// their number are appended.
const MIRRORED: &str = "mirrored-768";
/// Value of the field `activation`.
const SCRELU: &str = "screlu";

/// Fields that describe the shape and the quantization.
const RESERVED: [&str; 7] = ["hidden", "buckets", "features", "activation", "qa", "qb", "scale"];

impl Network {
    /// Parses a network file.
    ///
    /// No input causes a panic, or an allocation of more than the largest network takes.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if the file is not a network of a supported kind, is corrupt, or contains a
    /// network that could overflow.
    ///
    /// ```
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let network = Network::zeroed(Shape::new(32, 1)?);
    /// assert_eq!(Network::parse(&network.to_bytes())?.shape(), network.shape());
    /// assert!(Network::parse(b"no network").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut rest = bytes;
        if take(&mut rest, 8)? != MAGIC {
            return Err(NetworkError::Magic);
        }
        let version = u32::from_le_bytes(array(take(&mut rest, 4)?));
        if !(UNPACKED..=VERSION).contains(&version) {
            return Err(NetworkError::Version(version));
        }
        let len = u32::from_le_bytes(array(take(&mut rest, 4)?)) as usize;
        if len > NetworkHeader::MAX_LEN {
            return Err(crate::header::InvalidNetworkHeader::Length.into());
        }
        let all = NetworkHeader::parse(take(&mut rest, len)?)?;
        let number = |name: &'static str| {
            let value = all.get(name).and_then(|value| value.parse::<u16>().ok());
            value.ok_or(NetworkError::Field(name))
        };
        let kings = all.get("features").and_then(king_buckets);
        let kings = kings.ok_or(NetworkError::Field("features"))?;
        for (name, value) in [("activation", SCRELU), ("qa", &QA.to_string())] {
            if all.get(name) != Some(value) {
                return Err(NetworkError::Field(name));
            }
        }
        let shape = Shape::new(number("hidden")?.into(), number("buckets")?.into())?;
        let shape = shape.with_king_buckets(kings);
        let (body, checksum) = bytes.split_at(bytes.len() - rest.len().min(4));
        if crc32(body) != u32::from_le_bytes(array(checksum)) {
            return Err(NetworkError::Checksum);
        }
        let hidden = match version {
            UNPACKED => words(take(&mut rest, 2 * shape.rows() * shape.hidden())?),
            _ => packed::unpack(shape, &mut rest)?,
        };
        check_length(bytes, rest, shape)?;
        let weights = Weights {
            hidden,
            hidden_bias: words(take(&mut rest, 2 * shape.hidden())?),
            output: words(take(&mut rest, 4 * shape.buckets() * shape.hidden())?),
            output_bias: take(&mut rest, 4 * shape.buckets())?
                .chunks_exact(4)
                .map(|bytes| i32::from_le_bytes(array(bytes)))
                .collect(),
            qb: number("qb")?.into(),
            scale: number("scale")?.into(),
        };
        let mut header = NetworkHeader::default();
        for (name, value) in all.fields().filter(|(name, _)| !RESERVED.contains(name)) {
            header.set(name, value)?;
        }
        Self::new(shape, &weights, header)
    }

    /// Returns the contents of a network file.
    ///
    /// ```
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let network = Network::zeroed(Shape::new(32, 1)?);
    /// assert!(Network::parse(&network.to_bytes()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a header is shorter than 4 GiB")]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (shape, weights) = (self.shape(), self.weights());
        let header = format!(
            "hidden {}\nbuckets {}\nfeatures {}\nactivation {SCRELU}\nqa {QA}\nqb {}\nscale {}\n{}",
            shape.hidden(),
            shape.buckets(),
            features(shape.king_buckets()),
            weights.qb,
            weights.scale,
            self.header(),
        );
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(u32::try_from(header.len()).expect("a short header").to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(packed::pack(shape, &weights.hidden));
        for values in [&weights.hidden_bias, &weights.output] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(weights.output_bias.iter().flat_map(|value| value.to_le_bytes()));
        let checksum = crc32(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Returns the value of the field `features`.
fn features(kings: KingBuckets) -> String {
    match kings {
        KingBuckets::One => MIRRORED.to_string(),
        KingBuckets::Four | KingBuckets::Eight => format!("{MIRRORED}x{}", kings.count()),
    }
}

/// Parses the number of king buckets in a value of the field `features`.
fn king_buckets(value: &str) -> Option<KingBuckets> {
    KingBuckets::ALL.into_iter().find(|&kings| features(kings) == value)
}

/// Returns an error unless the weights of the hidden layer are followed by exactly the other arrays
/// for the shape and the checksum.
fn check_length(bytes: &[u8], rest: &[u8], shape: Shape) -> Result<(), NetworkError> {
    let words = (1 + 2 * shape.buckets()) * shape.hidden();
    let expected = bytes.len() - rest.len() + 2 * words + 4 * shape.buckets() + 4;
    if bytes.len() == expected {
        return Ok(());
    }
    Err(NetworkError::Length { expected: expected as u64, found: bytes.len() as u64 })
}

fn words(bytes: &[u8]) -> Vec<i16> {
    bytes.as_chunks::<2>().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
}

/// Computes the CRC-32 checksum of IEEE 802.3, which gzip and PNG also use.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = crc_table();
    !bytes
        .iter()
        .fold(u32::MAX, |crc, &byte| TABLE[((crc ^ u32::from(byte)) & 0xFF) as usize] ^ (crc >> 8))
}

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut crc = index as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_gzip() {
        // The check value of the catalogue of CRC algorithms.
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
