//! Compressed output.

use std::fmt;
use std::io::{self, Write};

use crate::{Compression, UnsupportedCompression};

/// A writer that compresses everything written to it, in a format that [`Input`](crate::Input) can
/// read.
///
/// A Zstandard file is written with one frame for every 8 MiB of contents, so several threads can
/// read it and it can be divided among several machines.
///
/// ```
/// use std::io::{Read, Write};
///
/// use reynard_pgn::{CompressedWriter, Compression, Input};
///
/// let mut writer = CompressedWriter::new(Compression::of_name("games.pgn.gz"), Vec::new())?;
/// writer.write_all(b"1. e4 *")?;
/// let file = writer.finish()?;
///
/// let mut text = String::new();
/// Input::new(&*file)?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompressedWriter<W: Write>(Encoder<W>);

enum Encoder<W: Write> {
    Plain(W),
    #[cfg(feature = "gz")]
    Gzip(flate2::write::GzEncoder<W>),
    #[cfg(feature = "bz2")]
    Bzip2(bzip2::write::BzEncoder<W>),
    #[cfg(feature = "zstd")]
    Zstd(ZstdFrames<W>),
}

impl<W: Write> CompressedWriter<W> {
    /// Begins a compressed file.
    ///
    /// # Errors
    ///
    /// [`UnsupportedCompression`] if `compression` is ZIP, or if the Cargo feature for the
    /// compression is off.
    pub fn new(compression: Compression, write: W) -> Result<Self, UnsupportedCompression> {
        Ok(Self(match compression {
            Compression::Plain => Encoder::Plain(write),
            #[cfg(feature = "gz")]
            Compression::Gzip => {
                Encoder::Gzip(flate2::write::GzEncoder::new(write, flate2::Compression::default()))
            }
            #[cfg(feature = "bz2")]
            Compression::Bzip2 => {
                Encoder::Bzip2(bzip2::write::BzEncoder::new(write, bzip2::Compression::best()))
            }
            #[cfg(feature = "zstd")]
            Compression::Zstd => Encoder::Zstd(ZstdFrames { write, open: Vec::new() }),
            _ => return Err(UnsupportedCompression(compression)),
        }))
    }

    /// Writes the end of the compressed file and returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Returns the error of the underlying writer.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Encoder::Plain(mut write) => {
                write.flush()?;
                Ok(write)
            }
            #[cfg(feature = "gz")]
            Encoder::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "bz2")]
            Encoder::Bzip2(encoder) => encoder.finish(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(frames) => frames.finish(),
        }
    }
}

impl<W: Write> Write for CompressedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Encoder::Plain(write) => write.write(bytes),
            #[cfg(feature = "gz")]
            Encoder::Gzip(encoder) => encoder.write(bytes),
            #[cfg(feature = "bz2")]
            Encoder::Bzip2(encoder) => encoder.write(bytes),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(frames) => frames.write(bytes),
        }
    }

    /// Flushes the output. Bytes that are not yet compressed stay in memory, since a flush would
    /// end a block and make the file larger.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Encoder::Plain(write) => write.flush(),
            #[cfg(feature = "gz")]
            Encoder::Gzip(encoder) => encoder.get_mut().flush(),
            #[cfg(feature = "bz2")]
            Encoder::Bzip2(encoder) => encoder.get_mut().flush(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(frames) => frames.write.flush(),
        }
    }
}

impl<W: Write> fmt::Debug for CompressedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompressedWriter").finish_non_exhaustive()
    }
}

/// A writer that splits its contents into a sequence of Zstandard frames.
#[cfg(feature = "zstd")]
struct ZstdFrames<W> {
    write: W,
    /// Contents of the current frame.
    open: Vec<u8>,
}

#[cfg(feature = "zstd")]
impl<W: Write> ZstdFrames<W> {
    /// Size of a frame's contents in bytes.
    const FRAME: usize = 8 << 20;
    /// Compression level, the default of the `zstd` program.
    const LEVEL: i32 = 3;

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.open.len() == Self::FRAME {
            self.end_frame()?;
        }
        let count = bytes.len().min(Self::FRAME - self.open.len());
        self.open.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    /// Writes the current contents as a frame. The frame's header states their size.
    fn end_frame(&mut self) -> io::Result<()> {
        self.write.write_all(&zstd::bulk::compress(&self.open, Self::LEVEL)?)?;
        self.open.clear();
        Ok(())
    }

    /// Ends the last frame. An empty file also has one frame, so that it is recognized as
    /// compressed.
    fn finish(mut self) -> io::Result<W> {
        self.end_frame()?;
        self.write.flush()?;
        Ok(self.write)
    }
}

#[cfg(all(test, feature = "gz", feature = "bz2", feature = "zstd"))]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::Input;

    const ALL: [Compression; 4] =
        [Compression::Plain, Compression::Gzip, Compression::Bzip2, Compression::Zstd];

    fn compressed(compression: Compression, parts: &[&[u8]]) -> Vec<u8> {
        let mut writer = CompressedWriter::new(compression, Vec::new()).expect("supported");
        for part in parts {
            writer.write_all(part).expect("memory");
            writer.flush().expect("memory");
        }
        writer.finish().expect("memory")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let long = b"[Event \"?\"]\n\n1. e4 *\n\n".repeat(800_000);
        assert!(long.len() > 2 * (8 << 20));
        for compression in ALL {
            for parts in [vec![], vec![&b"1. e4 *"[..]], vec![&long[..], b"", b"1. d4 *"]] {
                let file = compressed(compression, &parts);
                let mut input = Input::new(&*file).expect("a file of PGN");
                if compression != Compression::Plain {
                    assert_eq!(input.compression(), compression, "{} bytes", file.len());
                    assert!(parts.len() < 3 || file.len() < long.len() / 10);
                }
                let mut read = Vec::new();
                input.read_to_end(&mut read).expect("a whole file");
                assert_eq!(read, parts.concat(), "{compression:?}");
            }
        }
    }

    #[test]
    fn long_files_of_zstandard_have_frames_of_known_length() {
        let file = compressed(Compression::Zstd, &[&vec![b'x'; (16 << 20) + 1]]);
        let mut lengths = Vec::new();
        let mut rest = &*file;
        while !rest.is_empty() {
            let len = zstd::zstd_safe::find_frame_compressed_size(rest).expect("a frame");
            let contents = zstd::zstd_safe::get_frame_content_size(rest).expect("a frame");
            lengths.push(contents.expect("the length"));
            rest = &rest[len..];
        }
        assert_eq!(lengths, [8 << 20, 8 << 20, 1]);
    }

    #[test]
    fn archives_are_not_written() {
        let error = CompressedWriter::new(Compression::Zip, Vec::new()).map(|_| ());
        assert_eq!(error, Err(UnsupportedCompression(Compression::Zip)));
    }
}
