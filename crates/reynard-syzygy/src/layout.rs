//! Layout of the index: the order of the pieces, in groups of identical ones, and the factor of
//! each group.

use reynard::{Color, Piece, PieceType};

use crate::error::TableFault;
use crate::squares::{KING_PAIRS, PAWN_PLACEMENTS, TRIPLES, binomial};
use crate::{MAX_PIECES, Material};

/// The stored order if there is no second group of pawns.
pub(crate) const NO_ORDER: u8 = 15;

/// The kind of leading pieces, which determines how these pieces are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The two kings, if they are the only unique pieces.
    Kings,
    /// Three unique pieces.
    Triple,
    /// The pawns of one color.
    Pawns,
}

/// A group of identical pieces that follow the leading pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Index in the list of pieces at which this group starts.
    pub(crate) start: u8,
    /// Number of pieces.
    pub(crate) len: u8,
    /// `true` for pawns, which have only 48 squares.
    pub(crate) pawns: bool,
    /// Factor of the group's index.
    pub(crate) factor: u64,
}

/// A numbering of the positions with the given material, for one side to move and one file of the
/// leading pawn.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The pieces in order, with identical ones adjacent.
    pub(crate) pieces: [Piece; MAX_PIECES],
    /// Number of pieces.
    pub(crate) len: u8,
    pub(crate) lead: Lead,
    pub(crate) lead_len: u8,
    /// Factor of the index of the leading pieces.
    pub(crate) lead_factor: u64,
    /// The remaining groups, in order.
    pub(crate) groups: [Group; MAX_PIECES],
    pub(crate) groups_len: u8,
    /// One more than the largest index.
    pub(crate) size: u64,
}

impl Layout {
    /// Creates a layout from the data in the file: the codes of the pieces in order, the places of
    /// the leading group and of the other color's pawns among the factors, and the file of the
    /// leading pawn.
    pub(crate) fn new(
        material: Material,
        codes: &[u8],
        (order, second_order): (u8, u8),
        pawn_file: Option<usize>,
    ) -> Result<Self, TableFault> {
        let pieces = read_pieces(material, codes)?;
        let len = codes.len();
        let (lead, lead_len) = find_lead(material, &pieces[..len])?;
        let mut layout = Self {
            pieces,
            len: len as u8,
            lead,
            lead_len: lead_len as u8,
            lead_factor: 0,
            groups: [Group { start: 0, len: 0, pawns: false, factor: 0 }; MAX_PIECES],
            groups_len: 0,
            size: 1,
        };
        layout.find_groups(material, lead_len)?;
        let lead_size = match (lead, pawn_file) {
            (Lead::Kings, _) => KING_PAIRS,
            (Lead::Triple, _) => TRIPLES,
            (Lead::Pawns, Some(file)) => u64::from(PAWN_PLACEMENTS[lead_len - 1][file]),
            (Lead::Pawns, None) => return Err(TableFault::Flags),
        };
        layout.multiply(lead_size, order, second_order)?;
        Ok(layout)
    }

    fn find_groups(&mut self, material: Material, lead_len: usize) -> Result<(), TableFault> {
        let pieces = self.pieces;
        let mut start = lead_len;
        while start < self.len as usize {
            let piece = pieces[start];
            let len = material.count(piece.color, piece.kind) as usize;
            if pieces
                .get(start..start + len)
                .is_none_or(|group| group.iter().any(|&other| other != piece))
            {
                return Err(TableFault::Pieces);
            }
            let group = Group {
                start: start as u8,
                len: len as u8,
                pawns: piece.kind == PieceType::Pawn,
                factor: 0,
            };
            self.groups[self.groups_len as usize] = group;
            self.groups_len += 1;
            start += len;
        }
        // Pawns of the other color come right after the leading ones.
        let groups = &self.groups[..self.groups_len as usize];
        if groups.iter().skip(1).any(|group| group.pawns) {
            return Err(TableFault::Pieces);
        }
        Ok(())
    }

    /// Assigns a factor to every group. The groups are in the same order as in the list of pieces,
    /// except for the leading group and the other color's pawns, whose places are stored
    /// separately.
    fn multiply(&mut self, lead_size: u64, order: u8, second: u8) -> Result<(), TableFault> {
        let lead_len = self.lead_len as usize;
        let groups_len = self.groups_len as usize;
        let has_second_pawns = groups_len > 0 && self.groups[0].pawns;
        if has_second_pawns == (second == NO_ORDER) || order == second {
            return Err(TableFault::Order);
        }
        let mut taken = lead_len;
        let mut next = 0;
        if has_second_pawns {
            taken += self.groups[0].len as usize;
            next = 1;
        }
        let mut size: u64 = 1;
        for place in 0..=groups_len as u8 {
            let group_size = if place == order {
                self.lead_factor = size;
                lead_size
            } else if place == second {
                let group = &mut self.groups[0];
                group.factor = size;
                binomial(group.len as usize, 48 - lead_len)
            } else {
                // A place too many: the leading group or the second pawns have theirs elsewhere.
                let group = self.groups[..groups_len].get_mut(next).ok_or(TableFault::Order)?;
                group.factor = size;
                let group_size = binomial(group.len as usize, 64 - taken);
                taken += group.len as usize;
                next += 1;
                group_size
            };
            size = size.checked_mul(group_size).ok_or(TableFault::Order)?;
        }
        self.size = size;
        Ok(())
    }
}

fn read_pieces(material: Material, codes: &[u8]) -> Result<[Piece; MAX_PIECES], TableFault> {
    let mut pieces = [PieceType::King.of(Color::White); MAX_PIECES];
    if codes.len() > MAX_PIECES || codes.len() as u32 != material.piece_count() {
        return Err(TableFault::Pieces);
    }
    for (piece, &code) in pieces.iter_mut().zip(codes) {
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        let kind =
            PieceType::ALL.get((code as usize & 7).wrapping_sub(1)).ok_or(TableFault::Pieces)?;
        *piece = kind.of(color);
    }
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let count =
                pieces[..codes.len()].iter().filter(|&&piece| piece == kind.of(color)).count();
            if count as u32 != material.count(color, kind) {
                return Err(TableFault::Pieces);
            }
        }
    }
    Ok(pieces)
}

/// Returns the leading group and its length. The number of pieces has already been checked.
fn find_lead(material: Material, pieces: &[Piece]) -> Result<(Lead, usize), TableFault> {
    let is_single = |piece: &Piece| material.count(piece.color, piece.kind) == 1;
    let (lead, len) = if material.has_pawns() {
        let pawns = Color::ALL.map(|color| material.count(color, PieceType::Pawn) as usize);
        // The fewer pawns lead, since fewer means more symmetry is used up; White's if equal.
        let color = match pawns {
            [0, _] => Color::Black,
            [_, 0] => Color::White,
            [white, black] if white > black => Color::Black,
            _ => Color::White,
        };
        let len = pawns[color as usize];
        if pieces[..len].iter().any(|&piece| piece != PieceType::Pawn.of(color)) {
            return Err(TableFault::Pieces);
        }
        let others = pawns[1 - color as usize];
        if pieces[len..len + others].iter().any(|piece| piece.kind != PieceType::Pawn) {
            return Err(TableFault::Pieces);
        }
        (Lead::Pawns, len)
    } else if pieces.iter().filter(|piece| is_single(piece)).count() > 2 {
        (Lead::Triple, 3)
    } else {
        (Lead::Kings, 2)
    };
    let fits = match lead {
        Lead::Kings => pieces[..2].iter().all(|piece| piece.kind == PieceType::King),
        Lead::Triple => pieces[..3].iter().all(is_single),
        Lead::Pawns => true,
    };
    if fits { Ok((lead, len)) } else { Err(TableFault::Pieces) }
}
