//! En-passant state in one byte.

use crate::{Color, File, Rank, Square, zobrist};

/// Condition under which there is an en-passant square.
///
/// ```
/// use reynard::{EnPassantMode, Position, Square};
///
/// let mut pos = Position::startpos();
/// pos.play(pos.parse_uci("e2e4")?)?;
/// assert_eq!(pos.en_passant(EnPassantMode::Always), Some(Square::E3));
/// assert_eq!(pos.en_passant(EnPassantMode::Legal), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnPassantMode {
    /// After every double push.
    Always,
    /// If an enemy pawn stands beside the pushed pawn, even if it cannot legally capture.
    PseudoLegal,
    /// If an en-passant capture is legal. Hashing, equality and repetition use this mode.
    #[default]
    Legal,
}

/// The en-passant state: nothing, or the file of the double push with a flag for a legal capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct EnPassant(u8);

impl EnPassant {
    /// No pawn has just advanced two squares.
    pub(crate) const NONE: Self = Self(0);

    const PUSHED: u8 = 8;
    const LEGAL: u8 = 16;

    /// Creates the state after a double push on `file` if the pushed pawn cannot be captured en
    /// passant.
    #[inline]
    pub(crate) const fn pushed(file: File) -> Self {
        Self(Self::PUSHED | file as u8)
    }

    /// Creates the state after a double push on `file` if the pushed pawn can legally be captured
    /// en passant.
    #[inline]
    pub(crate) const fn legal(file: File) -> Self {
        Self(Self::LEGAL | Self::PUSHED | file as u8)
    }

    /// Returns the contribution to the Zobrist key: 0, unless a legal capture exists.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        KEYS[usize::from(self.0 & 31)]
    }

    /// Returns `true` if a legal capture exists.
    #[inline]
    pub(crate) const fn is_legal(self) -> bool {
        self.0 & Self::LEGAL != 0
    }

    /// Returns the file of the push.
    #[inline]
    pub(crate) const fn file(self) -> Option<File> {
        if self.0 == 0 { None } else { Some(File::from_low_bits(self.0)) }
    }

    /// Returns the square behind the pushed pawn, on which `turn` would capture.
    #[inline]
    pub(crate) const fn target(self, turn: Color) -> Option<Square> {
        match self.file() {
            Some(file) => Some(Square::new(file, Rank::Sixth.relative_to(turn))),
            None => None,
        }
    }

    /// Returns the target square if a legal capture exists.
    #[inline]
    pub(crate) const fn legal_target(self, turn: Color) -> Option<Square> {
        if self.is_legal() { self.target(turn) } else { None }
    }
}

/// The keys of all 32 values.
static KEYS: [u64; 32] = keys();

const fn keys() -> [u64; 32] {
    let mut table = [0; 32];
    let mut index = 0;
    while index < 8 {
        let file = File::ALL[index];
        table[EnPassant::legal(file).0 as usize] = zobrist::en_passant(file);
        index += 1;
    }
    table
}
