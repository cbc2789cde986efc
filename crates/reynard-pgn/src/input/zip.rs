//! The games in a ZIP archive, read sequentially, so the archive can come from a pipe.
//!
//! Each member has a local header (APPNOTE.TXT 6.3.10, section 4.3.7) before its contents; the
//! directory at the end is not needed. Members named `*.pgn` are read one after another, separated
//! by an empty line; other members are skipped.

use std::io::{self, BufReader, Error, ErrorKind, Read, Take};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

/// Signature of the local header of a member.
const LOCAL_HEADER: u32 = 0x0403_4b50;
/// Signature of the checksum and sizes after a member that was written as a stream.
const DESCRIPTOR: u32 = 0x0807_4b50;
/// Signatures of the records that may follow the last member: those of the directory, its end, and
/// the data before it.
const AFTER_MEMBERS: [u32; 4] = [0x0201_4b50, 0x0605_4b50, 0x0606_4b50, 0x0806_4b50];

/// A reader of the contents of an archive's PGN members.
pub(super) struct ZipMembers<R> {
    state: State<BufReader<R>>,
    member: Member,
    crc: Crc,
    /// Number of PGN members found so far.
    games: u64,
    /// Number of line ends still to be returned before the next member.
    gap: usize,
}

enum State<R> {
    /// The reader is before a header, whose signature may have been read.
    Between(R, Option<u32>),
    Stored(Take<R>),
    Deflated(Box<DeflateDecoder<R>>),
    Over,
}

/// The member being read.
#[derive(Clone, Debug, Default)]
struct Member {
    name: String,
    is_pgn: bool,
    crc: u32,
    /// Set if the checksum and the sizes follow the contents.
    has_descriptor: bool,
}

impl<R: Read> ZipMembers<R> {
    pub(super) fn new(read: R) -> Self {
        let state = State::Between(BufReader::with_capacity(1 << 16, read), None);
        Self { state, member: Member::default(), crc: Crc::new(), games: 0, gap: 0 }
    }

    /// Starts the member whose header has the given signature, or ends the contents if it is that of
    /// the directory.
    fn next_member(&mut self, mut read: BufReader<R>, signature: u32) -> io::Result<()> {
        if AFTER_MEMBERS.contains(&signature) {
            if self.games == 0 {
                let reason = "the ZIP archive has no member that is called *.pgn";
                return Err(Error::new(ErrorKind::InvalidData, reason));
            }
            return Ok(());
        }
        if signature != LOCAL_HEADER {
            let reason = match &*self.member.name {
                "" => "the ZIP archive is damaged".to_owned(),
                name => format!("the ZIP archive is damaged after member {name:?}"),
            };
            return Err(Error::new(ErrorKind::InvalidData, reason));
        }
        let _version = number(&mut read, 2)?;
        let flags = number(&mut read, 2)?;
        let method = number(&mut read, 2)?;
        let _time_and_date = number(&mut read, 4)?;
        let crc = number(&mut read, 4)?;
        let mut size = u64::from(number(&mut read, 4)?);
        let _size_of_contents = number(&mut read, 4)?;
        let (name_length, extra_length) = (number(&mut read, 2)?, number(&mut read, 2)?);
        let name = bytes(&mut read, name_length)?;
        let extra = bytes(&mut read, extra_length)?;
        if size == u64::from(u32::MAX) {
            size = large_size(&extra).unwrap_or(size);
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        let is_pgn = name.to_ascii_lowercase().ends_with(".pgn");
        let has_descriptor = flags & 8 != 0;
        self.games += u64::from(is_pgn);
        let refuse = |reason: &str| {
            let text = format!("member {name:?} of the ZIP archive {reason}");
            Err(Error::new(ErrorKind::Unsupported, text))
        };
        let state = match method {
            _ if flags & 1 != 0 => return refuse("is encrypted"),
            0 if has_descriptor => return refuse("is stored without its size"),
            0 => State::Stored(read.take(size)),
            8 => State::Deflated(Box::new(DeflateDecoder::new(read))),
            _ => return refuse("is packed by a method other than deflate"),
        };
        self.state = state;
        self.crc = Crc::new();
        self.member = Member { name, is_pgn, crc, has_descriptor };
        if is_pgn && self.games > 1 {
            self.gap = 2;
        }
        Ok(())
    }

    /// Verifies the checksum of a finished member.
    fn end_member(&mut self, mut read: BufReader<R>) -> io::Result<()> {
        let mut crc = self.member.crc;
        let mut signature = None;
        if self.member.has_descriptor {
            let first = number(&mut read, 4)?;
            crc = if first == DESCRIPTOR { number(&mut read, 4)? } else { first };
            let _sizes = bytes(&mut read, 8)?;
            let next = number(&mut read, 4)?;
            if next == LOCAL_HEADER || AFTER_MEMBERS.contains(&next) {
                signature = Some(next);
            } else {
                // Sizes of large members have eight bytes each.
                let _rest = number(&mut read, 4)?;
            }
        }
        if crc != self.crc.sum() {
            let text = format!("member {:?} of the ZIP archive is damaged", self.member.name);
            return Err(Error::new(ErrorKind::InvalidData, text));
        }
        self.state = State::Between(read, signature);
        Ok(())
    }
}

impl<R: Read> Read for ZipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.gap > 0 {
                let count = self.gap.min(buffer.len());
                buffer[..count].fill(b'\n');
                self.gap -= count;
                return Ok(count);
            }
            let count = match &mut self.state {
                State::Stored(contents) => contents.read(buffer)?,
                State::Deflated(contents) => contents.read(buffer)?,
                State::Between(..) | State::Over => 0,
            };
            if count > 0 {
                self.crc.update(&buffer[..count]);
                if self.member.is_pgn {
                    return Ok(count);
                }
                continue;
            }
            match std::mem::replace(&mut self.state, State::Over) {
                State::Between(mut read, signature) => {
                    let signature = signature.map_or_else(|| number(&mut read, 4), Ok)?;
                    self.next_member(read, signature)?;
                }
                State::Stored(contents) if contents.limit() > 0 => {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                State::Stored(contents) => self.end_member(contents.into_inner())?,
                State::Deflated(contents) => self.end_member(contents.into_inner())?,
                State::Over => return Ok(0),
            }
        }
    }
}

/// Reads a little-endian number of up to four bytes.
fn number(read: &mut impl Read, count: u32) -> io::Result<u32> {
    let bytes = bytes(read, count)?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

fn bytes(read: &mut impl Read, count: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read.take(u64::from(count)).read_to_end(&mut bytes)?;
    let is_whole = bytes.len() as u64 == u64::from(count);
    if is_whole { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

/// Finds the compressed size in the extra field of a large member: it is the second number of the
/// field with id 1.
fn large_size(extra: &[u8]) -> Option<u64> {
    let mut rest = extra;
    while let [id0, id1, len0, len1, tail @ ..] = rest {
        let length = usize::from(u16::from_le_bytes([*len0, *len1]));
        let field = tail.get(..length)?;
        if [*id0, *id1] == [1, 0] {
            return Some(u64::from_le_bytes(field.get(8..16)?.try_into().ok()?));
        }
        rest = &tail[length..];
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// Compression of a member.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Packing {
        Stored,
        Deflated,
        /// Written as a stream, with the checksum after the contents.
        Streamed,
    }

    fn archive(members: &[(&str, &[u8], Packing)]) -> Vec<u8> {
        let mut zip = Vec::new();
        for &(name, contents, packing) in members {
            let mut crc = Crc::new();
            crc.update(contents);
            let packed = if packing == Packing::Stored {
                contents.to_vec()
            } else {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(contents).expect("memory");
                encoder.finish().expect("memory")
            };
            let [len, size] = [contents, &packed].map(|it| u32::try_from(it.len()).expect("small"));
            let streamed = packing == Packing::Streamed;
            zip.extend(LOCAL_HEADER.to_le_bytes());
            zip.extend([20, 0, if streamed { 8 } else { 0 }, 0]);
            zip.extend([if packing == Packing::Stored { 0 } else { 8 }, 0, 0, 0, 0, 0]);
            let sums = [crc.sum(), size, len].map(u32::to_le_bytes).concat();
            zip.extend(if streamed { vec![0; 12] } else { sums.clone() });
            zip.extend(u16::try_from(name.len()).expect("short").to_le_bytes());
            zip.extend([0, 0]);
            zip.extend(name.as_bytes());
            zip.extend(packed);
            if streamed {
                zip.extend(DESCRIPTOR.to_le_bytes());
                zip.extend(sums);
            }
        }
        zip.extend(0x0201_4b50_u32.to_le_bytes());
        zip.extend([0; 40]);
        zip
    }

    fn read(zip: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        ZipMembers::new(zip).read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn the_pgn_members_of_an_archive_follow_one_another() {
        let zip = archive(&[
            ("readme.txt", b"no games", Packing::Deflated),
            ("a.pgn", b"1. e4 *", Packing::Stored),
            ("folder/B.PGN", b"1. d4 *", Packing::Deflated),
            ("c.pgn", b"1. c4 *", Packing::Streamed),
        ]);
        assert_eq!(read(&zip).expect("an archive"), "1. e4 *\n\n1. d4 *\n\n1. c4 *");
    }

    #[test]
    fn a_damaged_archive_is_an_error_wherever_it_is_damaged() {
        let zip = archive(&[
            ("a.pgn", b"1. e4 e5 2. Nf3 *", Packing::Stored),
            ("b.pgn", b"1. d4 d5 2. c4 *", Packing::Streamed),
        ]);
        for length in 4..zip.len() - 44 {
            assert!(read(&zip[..length]).is_err(), "{length}");
        }
        let second = zip.windows(4).rposition(|it| it == LOCAL_HEADER.to_le_bytes()).unwrap();
        let mut wrong = zip.clone();
        wrong[second + 2] ^= 1;
        let error = read(&wrong).unwrap_err().to_string();
        assert_eq!(error, "the ZIP archive is damaged after member \"a.pgn\"");
        let mut wrong = zip.clone();
        wrong[40] ^= 1;
        let error = read(&wrong).unwrap_err().to_string();
        assert_eq!(error, "member \"a.pgn\" of the ZIP archive is damaged");
        for at in 0..zip.len() {
            let mut wrong = zip.clone();
            wrong[at] ^= 0xff;
            drop(read(&wrong));
        }
        let none = archive(&[("readme.txt", b"no games", Packing::Deflated)]);
        let error = read(&none).unwrap_err().to_string();
        assert_eq!(error, "the ZIP archive has no member that is called *.pgn");
    }
}
