//! Piece shapes, drawn for this crate in a 100×100 square.

use crate::PieceType;

/// A piece as two SVG paths in a 100×100 square.
///
/// [`SvgBoard`](super::SvgBoard) uses these shapes. A program that draws the squares itself can use
/// them as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceShape {
    /// The body, to be filled and outlined.
    pub body: &'static str,
    /// Lines on the body.
    pub lines: &'static str,
}

impl PieceShape {
    /// Returns the shape of a kind of piece.
    ///
    /// ```
    /// use reynard::PieceType;
    /// use reynard::draw::PieceShape;
    ///
    /// let shape = PieceShape::of(PieceType::Rook);
    /// assert!(shape.body.starts_with('M') && shape.body.ends_with('z'));
    /// ```
    pub const fn of(kind: PieceType) -> Self {
        shape(kind)
    }
}

const fn shape(kind: PieceType) -> PieceShape {
    match kind {
        PieceType::Pawn => PieceShape {
            body: "M50 27a13 13 0 0 1 8 23.3q-1.5 1.5-.5 3.7C61.5 63 68 69 70 80H30\
                   c2-11 8.5-17 12.5-26q1-2.2-.5-3.7A13 13 0 0 1 50 27z\
                   M26 90v-4q0-6 6-6h36q6 0 6 6v4z",
            lines: "M43 51.5h14",
        },
        PieceType::Knight => PieceShape {
            body: "M28 80c0-13 12-20 17-30-5 4-11 4-14 8-2 3-6 4-9 2-5-3-8-8-5-13 4-7 9-10 12-18 \
                   1-4 4-8 7-10l-1-9c5 1 9 4 12 8 20 3 31 24 29 62z\
                   M23 90v-4q0-6 6-6h44q6 0 6 6v4z",
            lines: "M34.5 32.5l3-1.5M22 53l1-1M50 27c11 8 17 23 16 44",
        },
        PieceType::Bishop => PieceShape {
            body: "M50 10a5 5 0 0 1 3.5 8.6C63 26 69 34 69 43c0 8-4 13-9 16l3 8c3 5 6 8 7 13H30\
                   c1-5 4-8 7-13l3-8c-5-3-9-8-9-16 0-9 6-17 15.5-24.4A5 5 0 0 1 50 10z\
                   M23 90v-4q0-6 6-6h42q6 0 6 6v4z",
            lines: "M43 59h14M59 28l-9 14",
        },
        PieceType::Rook => PieceShape {
            body: "M24 17h12v8h8v-8h12v8h8v-8h12v18l-8 9 3 36H29l3-36-8-9z\
                   M21 90v-4q0-6 6-6h46q6 0 6 6v4z",
            lines: "M35 44h30M33 70h34",
        },
        PieceType::Queen => PieceShape {
            body: "M50 9a5 5 0 0 1 4 8l9 14 6-15 4 1 5 4-1 3-8 25c-2 5-2 9-1 13 1 7 6 12 8 18H24\
                   c2-6 7-11 8-18 1-4 1-8-1-13l-8-25-1-3 5-4 4-1 6 15 9-14a5 5 0 0 1 4-8z\
                   M21 90v-4q0-6 6-6h46q6 0 6 6v4z",
            lines: "M34 50h32M35 60h30",
        },
        PieceType::King => PieceShape {
            body: "M46.5 6h7v6h6.5v7h-6.5v7c11 0 21 3 21 8l-7 16c-2 5-2 8-1 12 1 7 6 12 8 18h-49\
                   c2-6 7-11 8-18 1-4 1-7-1-12l-7-16c0-5 10-8 21-8v-7H40v-7h6.5z\
                   M21 90v-4q0-6 6-6h46q6 0 6 6v4z",
            lines: "M35.5 50h29M36 60h28",
        },
    }
}
