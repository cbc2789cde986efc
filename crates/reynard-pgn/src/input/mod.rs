//! Compressed files and files in UTF-16, recognized by their contents.

#[cfg(feature = "parallel")]
mod ahead;
#[cfg(all(feature = "parallel", feature = "zstd"))]
mod compressed_frame;
#[cfg(feature = "parallel")]
mod decompression;
mod foreign;
#[cfg(all(feature = "parallel", feature = "zstd"))]
mod frame_contents;
#[cfg(all(feature = "parallel", feature = "zstd"))]
mod frames;
#[cfg(feature = "gz")]
mod gzip;
#[cfg(all(feature = "parallel", feature = "zstd"))]
mod split_frame;
mod utf16;
#[cfg(feature = "gz")]
mod zip;
#[cfg(feature = "zstd")]
mod zst;
mod zstd_window;

#[cfg(feature = "parallel")]
pub(crate) use ahead::fill;
#[cfg(feature = "parallel")]
pub use ahead::{Canceller, ReadAhead};
#[cfg(feature = "parallel")]
pub(crate) use decompression::DecompressionPool;

pub use foreign::ForeignFile;
pub use utf16::is_utf16;
pub use zstd_window::{MAX_ZSTD_WINDOW, WindowTooLarge};

use std::fmt;
#[cfg(feature = "zstd")]
use std::io::BufReader;
use std::io::{self, Cursor, Read};
#[cfg(all(feature = "parallel", feature = "zstd"))]
use std::mem;
#[cfg(feature = "parallel")]
use std::num::NonZero;
use std::path::Path;

/// Compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not compressed.
    Plain,
    /// Gzip.
    Gzip,
    /// Bzip2.
    Bzip2,
    /// Zstandard.
    Zstd,
    /// A ZIP archive, whose `*.pgn` members are read one after another.
    Zip,
}

impl Compression {
    /// Number of bytes that identify the compression.
    const SIGHT: usize = 4;

    /// Recognizes the compression of a file by its first bytes, of which four are enough.
    ///
    /// ```
    /// use reynard_pgn::Compression;
    ///
    /// assert_eq!(Compression::of(b"\x28\xb5\x2f\xfd.."), Compression::Zstd);
    /// assert_eq!(Compression::of(b"[Event \"?\"]"), Compression::Plain);
    /// ```
    pub const fn of(beginning: &[u8]) -> Self {
        match beginning {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            // A frame, or one that is to be skipped.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            _ => Self::Plain,
        }
    }

    /// Returns the compression indicated by a file name's extension.
    ///
    /// ```
    /// use reynard_pgn::Compression;
    ///
    /// assert_eq!(Compression::of_name("games.pgn.ZST"), Compression::Zstd);
    /// assert_eq!(Compression::of_name("games.pgn"), Compression::Plain);
    /// ```
    pub fn of_name(path: impl AsRef<Path>) -> Self {
        let ending = path.as_ref().extension().unwrap_or_default();
        let all = [Self::Gzip, Self::Bzip2, Self::Zstd, Self::Zip];
        let named = all.into_iter().find(|one| ending.eq_ignore_ascii_case(one.extension()));
        named.unwrap_or(Self::Plain)
    }

    /// Returns the usual file name extension without a dot, or an empty string for plain files.
    ///
    /// ```
    /// assert_eq!(reynard_pgn::Compression::Gzip.extension(), "gz");
    /// ```
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Gzip => "gz",
            Self::Bzip2 => "bz2",
            Self::Zstd => "zst",
            Self::Zip => "zip",
        }
    }
}

/// A possibly compressed file that is decompressed while it is read. The compression is recognized
/// by the first bytes, not by the file name. A file in UTF-16 that begins with a byte order mark is
/// converted to UTF-8.
///
/// Reading a truncated or damaged file yields everything that could be decompressed, followed by an
/// error of kind [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) or
/// [`InvalidData`](io::ErrorKind::InvalidData).
///
/// ```
/// use std::io::Read;
///
/// use reynard_pgn::{Compression, Input};
///
/// let mut input = Input::new(&b"1. e4 *"[..])?;
/// assert_eq!(input.compression(), Compression::Plain);
/// let mut text = String::new();
/// input.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Input<'a> {
    compression: Compression,
    is_utf16: bool,
    source: Source<'a>,
}

/// Number of bytes per read from a compressed file.
#[cfg(feature = "zstd")]
const COMPRESSED: usize = 1 << 17;

/// The source of the contents of an input.
enum Source<'a> {
    Stream(Box<dyn Read + Send + 'a>),
    /// Not started: whether frames are decompressed in parallel depends on the reader.
    #[cfg(all(feature = "parallel", feature = "zstd"))]
    Frames(frames::File),
}

impl<'a> Input<'a> {
    /// Opens an input that is decompressed on the calling thread.
    ///
    /// # Errors
    ///
    /// Returns any error from reading the first bytes; [`UnsupportedCompression`] if the Cargo
    /// feature for the compression is off; [`ForeignFile`] if the file is neither text nor in a
    /// supported compressed format.
    ///
    /// ```
    /// use std::io::Read;
    ///
    /// use reynard_pgn::Input;
    ///
    /// let mut text = String::new();
    /// Input::new(&b"1. e4 *"[..])?.read_to_string(&mut text)?;
    /// assert_eq!(text, "1. e4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(read: impl Read + Send + 'a) -> io::Result<Self> {
        let Recognized { compression, is_utf16, read } = recognize(Box::new(read))?;
        Ok(Self { compression, is_utf16, source: Source::Stream(decompress(compression, read)?) })
    }

    /// Returns the compression of the file.
    ///
    /// ```
    /// use reynard_pgn::{Compression, Input};
    ///
    /// assert_eq!(Input::new(&b"1. e4 *"[..])?.compression(), Compression::Plain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn compression(&self) -> Compression {
        self.compression
    }

    /// Returns `true` if the bytes read are those of the file: it is neither compressed nor in
    /// UTF-16. Offsets of games are offsets in the file then.
    ///
    /// ```
    /// use reynard_pgn::Input;
    ///
    /// assert!(Input::new(&b"1. e4 *"[..])?.is_verbatim());
    /// assert!(!Input::new(&b"\xff\xfe1\0.\0"[..])?.is_verbatim());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn is_verbatim(&self) -> bool {
        matches!(self.compression, Compression::Plain) && !self.is_utf16
    }
}

#[cfg(feature = "parallel")]
impl Input<'static> {
    /// Opens an input that is decompressed on another thread, ahead of the reader. A plain file is
    /// read on the calling thread. If the input is passed to
    /// [`read_parallel`](crate::read_parallel), its threads decompress the frames of a Zstandard
    /// file in parallel, except frames of more than 4 MiB.
    ///
    /// # Errors
    ///
    /// Same as for [`Input::new`].
    ///
    /// ```
    /// use reynard_pgn::{Input, Reader, Visitor};
    ///
    /// struct Nothing;
    /// impl Visitor for Nothing {}
    ///
    /// let input = Input::ahead(std::io::Cursor::new("1. e4 *"))?;
    /// assert_eq!(Reader::new(input).read_all(&mut Nothing)?.games, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ahead(read: impl Read + Send + 'static) -> io::Result<Self> {
        let Recognized { compression, is_utf16, read } = recognize(Box::new(read))?;
        let source = match compression {
            Compression::Plain => Source::Stream(read),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Source::Frames(BufReader::with_capacity(COMPRESSED, read)),
            _ => Source::Stream(Box::new(ReadAhead::new(decompress(compression, read)?))),
        };
        Ok(Self { compression, is_utf16, source })
    }
}

#[cfg(feature = "parallel")]
impl<'a> Input<'a> {
    /// Returns the decompressed bytes, to be read by one thread at a time. For a Zstandard file
    /// opened by [`Input::ahead`], also returns the frames that the other threads can decompress
    /// meanwhile.
    #[cfg_attr(not(feature = "zstd"), expect(unused_variables, reason = "nothing to decompress"))]
    pub(crate) fn shared(
        self,
        threads: NonZero<usize>,
    ) -> (Box<dyn Read + Send + 'a>, DecompressionPool) {
        match self.source {
            Source::Stream(read) => (read, DecompressionPool::new(|| false)),
            #[cfg(feature = "zstd")]
            Source::Frames(file) => {
                // One thread reads.
                let contents = frames::Contents::new(file, threads.get() - 1);
                let spare_work = contents.spare_work();
                (Box::new(contents), DecompressionPool::new(spare_work))
            }
        }
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.source {
            Source::Stream(read) => read.read(buffer),
            #[cfg(all(feature = "parallel", feature = "zstd"))]
            Source::Frames(file) => {
                let file = mem::replace(file, BufReader::new(Box::new(io::empty())));
                let mut read = ReadAhead::new(zst::Decompressed::new(file)?);
                let count = read.read(buffer);
                self.source = Source::Stream(Box::new(read));
                count
            }
        }
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("compression", &self.compression).finish_non_exhaustive()
    }
}

/// The error returned for a file compressed in a format whose Cargo feature is off in this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedCompression(pub Compression);

impl fmt::Display for UnsupportedCompression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "files of the kind .{} are not supported by this build", self.0.extension())
    }
}

impl std::error::Error for UnsupportedCompression {}

/// A stream whose first bytes have already been examined.
struct Recognized<'a> {
    compression: Compression,
    /// The file is in UTF-16, and `read` yields UTF-8.
    is_utf16: bool,
    read: Box<dyn Read + Send + 'a>,
}

/// Examines the first bytes: at least four, unless the input is shorter, and any more that arrive
/// with them.
///
/// The source is boxed, so that each decompressor is compiled once.
fn recognize<'a>(mut read: Box<dyn Read + Send + 'a>) -> io::Result<Recognized<'a>> {
    let mut beginning = vec![0; SIGHT];
    let mut seen = 0;
    while seen < Compression::SIGHT {
        match read.read(&mut beginning[seen..]) {
            Ok(0) => break,
            Ok(count) => seen += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    beginning.truncate(seen);
    let compression = Compression::of(&beginning);
    if compression == Compression::Plain
        && let Some(foreign) = ForeignFile::of(&beginning)
    {
        return Err(io::Error::new(io::ErrorKind::InvalidData, foreign));
    }
    let is_utf16 = is_utf16(&beginning);
    let read = Cursor::new(beginning).chain(read);
    let read: Box<dyn Read + Send> =
        if is_utf16 { Box::new(utf16::Utf16Text::new(read)?) } else { Box::new(read) };
    Ok(Recognized { compression, is_utf16, read })
}

/// The maximum number of bytes examined to recognize files that are not text.
const SIGHT: usize = 512;

fn decompress<'a>(
    compression: Compression,
    read: Box<dyn Read + Send + 'a>,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    Ok(match compression {
        Compression::Plain => read,
        #[cfg(feature = "gz")]
        Compression::Gzip => Box::new(gzip::GzipMembers::new(read)),
        #[cfg(feature = "gz")]
        Compression::Zip => Box::new(zip::ZipMembers::new(read)),
        #[cfg(feature = "bz2")]
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(read)),
        #[cfg(feature = "zstd")]
        Compression::Zstd => {
            Box::new(zst::Decompressed::new(BufReader::with_capacity(COMPRESSED, read))?)
        }
        #[cfg(not(all(feature = "gz", feature = "bz2", feature = "zstd")))]
        _ => {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                UnsupportedCompression(compression),
            ));
        }
    })
}
