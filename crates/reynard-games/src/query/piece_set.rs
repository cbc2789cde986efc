//! Sets of pieces that may be on a square: `N`, `A`, `[QR]`, `[^P]`.

use reynard::{Bitboard, Board, Color, Piece, PieceType};

use super::PieceCounts;

/// A set of pieces, one of which must be on a square. The set may include the empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSet {
    /// A bit for each kind of each color.
    pieces: u16,
    /// Set if the square may be empty.
    empty: bool,
}

const ALL: u16 = (1 << 12) - 1;
const WHITE: u16 = (1 << 6) - 1;

/// Returns the bit of a piece.
const fn bit(piece: Piece) -> u16 {
    1 << (piece.kind as u16 - 1 + 6 * piece.color as u16)
}

impl PieceSet {
    /// Returns the set denoted by a character: a piece, `A`, `a`, `!`, or `?` for anything.
    pub(super) fn of_sign(sign: char) -> Option<Self> {
        let of = |pieces| Some(Self { pieces, empty: false });
        match sign {
            'A' => of(WHITE),
            'a' => of(ALL & !WHITE),
            '!' => of(ALL),
            '?' => Some(Self { pieces: ALL, empty: true }),
            _ => of(bit(Piece::from_char(sign)?)),
        }
    }

    /// Splits off the set at the start of the text: a single character, or several in brackets,
    /// where `^` means everything but these, and a blank or `1` means an empty square.
    pub(super) fn split(text: &str) -> Result<(Self, &str), String> {
        let mut signs = text.chars();
        let first = signs.next().ok_or("a piece is needed here, like Pd4")?;
        if first != '[' {
            let set = Self::of_sign(first).filter(|_| first != '?');
            let set = set.ok_or_else(|| format!("`{first}` stands for nothing here"))?;
            return Ok((set, signs.as_str()));
        }
        let (inside, rest) = signs
            .as_str()
            .split_once(']')
            .ok_or_else(|| format!("the `[` of `{text}` is never closed"))?;
        let (inside, is_negated) = match inside.strip_prefix('^') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let mut set = Self { pieces: 0, empty: false };
        for sign in inside.chars() {
            if matches!(sign, ' ' | '1') {
                set.empty = true;
                continue;
            }
            let one =
                Self::of_sign(sign).ok_or_else(|| format!("`{sign}` stands for nothing here"))?;
            set.pieces |= one.pieces;
            set.empty |= one.empty;
        }
        if is_negated {
            set = Self { pieces: ALL & !set.pieces, empty: !set.empty };
        }
        if set.pieces == 0 && !set.empty {
            return Err(format!("`[{inside}]` is no piece at all"));
        }
        Ok((set, rest))
    }

    pub(super) const fn has_empty(self) -> bool {
        self.empty
    }

    /// Returns `true` if every square matches the set.
    pub(super) const fn is_anything(self) -> bool {
        self.empty && self.pieces == ALL
    }

    /// Returns `true` if only an empty square matches the set.
    pub(super) const fn is_vacancy(self) -> bool {
        self.empty && self.pieces == 0
    }

    pub(super) fn members(self) -> impl Iterator<Item = Piece> {
        let all = Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|it| it.of(color)));
        all.filter(move |piece| self.pieces & bit(*piece) != 0)
    }

    /// Returns `true` if the set contains only pawns.
    pub(super) fn is_of_pawns(self) -> bool {
        !self.empty && self.members().all(|piece| piece.kind == PieceType::Pawn)
    }

    /// Returns the piece, if the set contains only one and not the empty square.
    pub(super) fn single(self) -> Option<Piece> {
        let mut members = self.members();
        members.next().filter(|_| members.next().is_none() && !self.empty)
    }

    /// Returns the squares that match the set.
    pub(super) fn squares(self, board: &Board) -> Bitboard {
        let mut squares = if self.empty { board.vacant() } else { Bitboard::EMPTY };
        match self.pieces {
            ALL => squares |= board.occupied(),
            WHITE => squares |= board.by_color(Color::White),
            pieces if pieces == ALL & !WHITE => squares |= board.by_color(Color::Black),
            _ => {
                for piece in self.members() {
                    squares |= board.pieces(piece.color, piece.kind);
                }
            }
        }
        squares
    }

    /// Returns `true` if any piece of the set is on the board.
    pub(super) fn may_be_there(self, counts: &PieceCounts) -> bool {
        self.empty || self.members().any(|piece| counts.get(piece.color, piece.kind) > 0)
    }

    /// Returns `true` if no square can match both sets.
    pub(super) const fn is_apart_from(self, other: Self) -> bool {
        self.pieces & other.pieces == 0 && !(self.empty && other.empty)
    }

    /// Returns the set with the colors swapped.
    pub(super) const fn flipped(self) -> Self {
        let pieces = (self.pieces & WHITE) << 6 | self.pieces >> 6;
        Self { pieces, empty: self.empty }
    }
}
