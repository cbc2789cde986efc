//! The games of a database as a PGN stream.

use std::io::{self, Read};

use crate::Database;

/// A reader that returns the games of a [`Database`] in order, as a PGN stream.
///
/// ```
/// use std::io::Read;
///
/// use reynard_db::DatabaseReader;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("a.rdb");
/// # let mut base = reynard_db::Database::create(path, Default::default())?;
/// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
/// let mut pgn = String::new();
/// DatabaseReader::new(base).read_to_string(&mut pgn)?;
/// assert_eq!(pgn, "1. e4 *\n\n1. d4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DatabaseReader {
    base: Database,
    /// The number of the next game.
    next: u64,
    /// The text of the current game, and the number of bytes already read.
    text: Vec<u8>,
    read: usize,
}

impl DatabaseReader {
    /// Creates a reader that begins with the first game.
    pub const fn new(base: Database) -> Self {
        Self { base, next: 0, text: Vec::new(), read: 0 }
    }
}

impl Read for DatabaseReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            if self.next == self.base.games() {
                return Ok(0);
            }
            let game = self.base.place(self.next).filter(|(it, game)| !it.is_deleted(*game));
            self.next += 1;
            let Some((segment, number)) = game else { continue };
            let pgn = crate::StoredGame { segment, number }.pgn();
            self.text = pgn.map_err(io::Error::other)?;
            self.read = 0;
        }
        let mut rest = &self.text[self.read..];
        let len = rest.read(out)?;
        self.read += len;
        Ok(len)
    }
}
