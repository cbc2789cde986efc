//! The constants and fields of the file format that the reader and the writer share.

use reynard::PackedPosition;

use super::code::{ADJUDICATION_FLAG, PackedGame, read_varint};

/// First bytes of a shard.
pub(super) const MAGIC: [u8; 8] = *b"REYNSELF";
/// Version of the format.
pub(super) const VERSION: u32 = 1;
/// Size at which a block is written, in bytes.
pub(super) const FULL_BLOCK: usize = 1 << 16;
/// Maximum size of a block in bytes.
#[expect(clippy::cast_possible_truncation, reason = "it is a small number")]
pub(super) const MAX_BLOCK: u32 = (FULL_BLOCK + PackedGame::MAX_LEN + 8) as u32;

/// Returns the number of moves in a packed game, reading only its head.
pub(super) fn plies_of(game: &[u8]) -> Option<u32> {
    let (&flags, mut rest) = game.split_first()?;
    if flags & ADJUDICATION_FLAG != 0 {
        let (_, len) = read_varint(rest)?;
        rest = &rest[len..];
    }
    Some(read_varint(rest.get(PackedPosition::LEN..)?)?.0)
}
