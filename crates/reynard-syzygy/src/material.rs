//! The material of a table, after which the table is named.

use std::fmt;
use std::str::FromStr;

use reynard::{Color, PieceType, Position};

/// Maximum number of pieces in a table, kings included.
pub const MAX_PIECES: usize = 7;

/// Number of bits for the count of one piece type and color.
const COUNT_BITS: u32 = 4;
/// Number of bits for the pieces of one color, excluding the king.
const SIDE_BITS: u32 = 5 * COUNT_BITS;
const SIDE_MASK: u64 = (1 << SIDE_BITS) - 1;

/// The piece types in name order.
const NAMED: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The pieces of both sides, regardless of their squares. Tables are named after their material.
///
/// White's pieces come first in the name, then a `v`, then Black's.
///
/// ```
/// use reynard_syzygy::Material;
///
/// let material: Material = "KRvKP".parse()?;
/// assert_eq!(material.piece_count(), 4);
/// assert_eq!(material.flipped().to_string(), "KPvKR");
///
/// let pos: reynard::Position = "8/2p5/8/8/8/8/4k3/K6R w - - 0 1".parse()?;
/// assert_eq!(Material::of(&pos), material);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Four bits a kind, pawn to queen from the low end, White's five kinds below Black's. The two kings
// are always there and not counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u64);

impl Material {
    /// Returns the pieces of a position.
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::Material;
    ///
    /// assert_eq!(Material::of(&Position::startpos()).piece_count(), 32);
    /// ```
    #[inline]
    pub fn of(pos: &Position) -> Self {
        let mut bits = 0;
        let board = pos.board();
        for square in pos.occupied() & !pos.by_type(PieceType::King) {
            if let Some(piece) = board.piece_at(square) {
                bits += 1 << shift(piece.color, piece.kind);
            }
        }
        Self(bits)
    }

    /// Returns the number of pieces of a type, kings included.
    ///
    /// ```
    /// use reynard_syzygy::reynard::{Color, PieceType};
    /// use reynard_syzygy::Material;
    ///
    /// let material: Material = "KQvKP".parse()?;
    /// assert_eq!(material.count(Color::Black, PieceType::Pawn), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn count(self, color: Color, kind: PieceType) -> u32 {
        match kind {
            PieceType::King => 1,
            _ => (self.0 >> shift(color, kind)) as u32 & ((1 << COUNT_BITS) - 1),
        }
    }

    /// Returns the number of pieces, kings included.
    ///
    /// ```
    /// assert_eq!("KQvK".parse::<reynard_syzygy::Material>()?.piece_count(), 3);
    /// # Ok::<(), reynard_syzygy::ParseMaterialError>(())
    /// ```
    pub fn piece_count(self) -> u32 {
        2 + NAMED
            .iter()
            .map(|&kind| self.count(Color::White, kind) + self.count(Color::Black, kind))
            .sum::<u32>()
    }

    /// Returns the same pieces with the colors exchanged.
    ///
    /// ```
    /// use reynard_syzygy::Material;
    ///
    /// let material: Material = "KQvKP".parse()?;
    /// assert_eq!(material.flipped().to_string(), "KPvKQ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn flipped(self) -> Self {
        Self(self.0 >> SIDE_BITS | (self.0 & SIDE_MASK) << SIDE_BITS)
    }

    /// Returns `true` if both sides have the same pieces.
    ///
    /// ```
    /// use reynard_syzygy::Material;
    ///
    /// assert!("KRvKR".parse::<Material>()?.is_symmetric());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn is_symmetric(self) -> bool {
        self.0 == self.flipped().0
    }

    /// Returns `true` if there are pawns.
    ///
    /// ```
    /// use reynard_syzygy::Material;
    ///
    /// assert!(!"KRvKR".parse::<Material>()?.has_pawns());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn has_pawns(self) -> bool {
        self.count(Color::White, PieceType::Pawn) + self.count(Color::Black, PieceType::Pawn) > 0
    }

    /// Returns the material in the order used by the published table. The side with more pieces
    /// comes first. If both have the same number, the side with more queens comes first, then
    /// rooks, bishops or knights.
    ///
    /// ```
    /// use reynard_syzygy::Material;
    ///
    /// let material: Material = "KPvKQ".parse()?;
    /// assert_eq!(material.normalized().to_string(), "KQvKP");
    /// # Ok::<(), reynard_syzygy::ParseMaterialError>(())
    /// ```
    #[must_use]
    pub fn normalized(self) -> Self {
        let strength = |bits: u64| {
            let side = Self(bits & SIDE_MASK);
            (side.piece_count(), side.0)
        };
        if strength(self.0) >= strength(self.0 >> SIDE_BITS) { self } else { self.flipped() }
    }

    /// Returns `true` if there are only kings, which is a draw.
    pub(crate) const fn is_bare_kings(self) -> bool {
        self.0 == 0
    }

    /// Returns the material as bits, for hashing.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

const fn shift(color: Color, kind: PieceType) -> u32 {
    kind.index() as u32 * COUNT_BITS + color as u32 * SIDE_BITS
}

impl fmt::Display for Material {
    /// Writes the name, such as `KQvKR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for color in Color::ALL {
            name.push_str(if color == Color::White { "K" } else { "vK" });
            for kind in NAMED {
                let letter = kind.to_char().to_ascii_uppercase();
                name.extend((0..self.count(color, kind)).map(|_| letter));
            }
        }
        f.pad(&name)
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

/// The error returned for text that is not the name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseMaterialError;

impl fmt::Display for ParseMaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not the name of a table like KQvKR: two kings, at most 7 pieces, strongest first",
        )
    }
}

impl std::error::Error for ParseMaterialError {}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(name: &str) -> Result<Self, ParseMaterialError> {
        let (white, black) = name.split_once('v').ok_or(ParseMaterialError)?;
        if name.len() > MAX_PIECES + 1 {
            return Err(ParseMaterialError);
        }
        let mut bits = 0;
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            let letters = side.strip_prefix('K').ok_or(ParseMaterialError)?;
            let mut from = 0;
            for letter in letters.chars() {
                let place = NAMED
                    .iter()
                    .position(|kind| kind.to_char().to_ascii_uppercase() == letter)
                    .filter(|&place| place >= from)
                    .ok_or(ParseMaterialError)?;
                from = place;
                bits += 1 << shift(color, NAMED[place]);
            }
        }
        Ok(Self(bits))
    }
}
