//! One table: opened, checked, and probed for a position.

use reynard::{Color, Piece, Position};

use crate::dtz::Dtz;
use crate::dtz_map::DtzMap;
use crate::error::TableFault;
use crate::header::Header;
use crate::layout::{Layout, NO_ORDER};
use crate::pairs::{INDEX_ENTRY, Pairs};
use crate::reads::Reads;
use crate::source::RandomAccess;
use crate::table_kind::TableKind;
use crate::{MAX_PIECES, Material, Wdl};

/// The sides of a table have different pieces.
const SPLIT: u8 = 1;
/// There are pawns.
const PAWNS: u8 = 2;
/// Size of the checksum at the end of a table, in bytes.
pub(crate) const CHECKSUM: u64 = 16;
/// Alignment of tables and block offsets, in bytes.
const ALIGNMENT: u64 = 64;

/// A table whose header has been read and checked.
#[derive(Debug)]
pub(crate) struct Table {
    material: Material,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The parts, by the file of the leading pawn if there are pawns, and by the side to move if
    /// both are stored.
    pub(crate) parts: Vec<Part>,
    sides: usize,
    /// Start of the block indices and block lengths, which end at `index_end`. They are kept in
    /// memory if they are small.
    pub(crate) index_at: u64,
    pub(crate) index_end: u64,
}

/// The positions with one side to move and one file of the leading pawn.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) layout: Layout,
    pub(crate) pairs: Pairs,
    flags: u8,
    map: Option<DtzMap>,
}

/// Location of a position in a table.
pub(crate) struct Place<'a> {
    part: &'a Part,
    index: u64,
}

impl Table {
    /// Reads the header of a table and checks everything that probing relies on.
    pub(crate) fn open(
        kind: TableKind,
        material: Material,
        source: &dyn RandomAccess,
    ) -> Result<Self, TableFault> {
        let mut header = Header::new(source)?;
        let size = header.size();
        if size % ALIGNMENT != CHECKSUM {
            return Err(TableFault::OddSize(size));
        }
        if header.array()? != kind.magic() {
            return Err(TableFault::Magic);
        }
        let flags = header.u8()?;
        if (flags & SPLIT != 0) == material.is_symmetric()
            || (flags & PAWNS != 0) != material.has_pawns()
        {
            return Err(TableFault::Flags);
        }
        let sides = if kind == TableKind::Wdl && !material.is_symmetric() { 2 } else { 1 };
        let layouts = read_layouts(&mut header, material, sides)?;
        let parts = read_parts(&mut header, kind, layouts)?;
        let mut table = Self { material, size, parts, sides, index_at: 0, index_end: 0 };
        table.place_blocks(&mut header)?;
        Ok(table)
    }

    /// Computes where the index, the lengths and the blocks of each part begin. Together they must
    /// fill the file.
    fn place_blocks(&mut self, header: &mut Header<'_>) -> Result<(), TableFault> {
        self.index_at = header.at();
        let mut packed: Vec<_> =
            self.parts.iter_mut().filter_map(|part| part.pairs.packed_mut()).collect();
        for packed in &mut packed {
            packed.index_at = header.at();
            header.skip(packed.entries.checked_mul(INDEX_ENTRY).ok_or(TableFault::Truncated)?)?;
        }
        for packed in &mut packed {
            packed.lengths_at = header.at();
            header.skip(packed.lengths * 2)?;
        }
        self.index_end = header.at();
        for packed in packed {
            header.align(ALIGNMENT);
            packed.blocks_at = header.at();
            header.skip(u64::from(packed.blocks) << packed.block_bits)?;
        }
        header.align(ALIGNMENT);
        match header.at() + CHECKSUM {
            wanted if wanted == self.size => Ok(()),
            wanted => Err(TableFault::Size(wanted, self.size)),
        }
    }

    /// Locates a position that has the pieces of this table; if `flipped`, with the colors
    /// exchanged. Returns `None` if the table contains only positions with the other side to move.
    #[inline]
    pub(crate) fn locate(&self, pos: &Position, flipped: bool) -> Option<Place<'_>> {
        // Of symmetric material there are positions with White to move only.
        let symmetric = self.material.is_symmetric();
        let flip = if symmetric { pos.turn() == Color::Black } else { flipped };
        let black_to_move = !symmetric && (pos.turn() == Color::Black) != flip;
        let mut squares = [0; MAX_PIECES];
        let mut part = 0;
        if self.material.has_pawns() {
            let mirror = if flip { 56 } else { 0 };
            let first = &self.parts.first()?.layout;
            let lead = usize::from(first.lead_len);
            fill(pos, first.pieces[0], flip, mirror, &mut squares[..lead]);
            let file = Layout::lead_file(&mut squares, lead);
            part = file * self.sides;
            if self.sides == 2 && black_to_move {
                part += 1;
            }
            let part = self.parts.get(part)?;
            if part.is_other_side(symmetric, black_to_move) {
                return None;
            }
            part.fill_rest(pos, flip, mirror, lead, &mut squares);
            return Some(Place { part, index: part.layout.index(&mut squares) });
        }
        if self.sides == 2 && black_to_move {
            part = 1;
        }
        let part = self.parts.get(part)?;
        if part.is_other_side(symmetric, black_to_move) {
            return None;
        }
        part.fill_rest(pos, flip, 0, 0, &mut squares);
        Some(Place { part, index: part.layout.index(&mut squares) })
    }
}

impl Part {
    fn is_other_side(&self, symmetric: bool, black_to_move: bool) -> bool {
        match &self.map {
            Some(map) => !symmetric && map.black_to_move() != black_to_move,
            None => false,
        }
    }

    /// Stores the squares of the pieces, starting at an index in their list.
    #[inline]
    fn fill_rest(
        &self,
        pos: &Position,
        flip: bool,
        mirror: u8,
        from: usize,
        squares: &mut [u8; MAX_PIECES],
    ) {
        let len = usize::from(self.layout.len);
        let mut at = from;
        while at < len {
            at += fill(pos, self.layout.pieces[at], flip, mirror, &mut squares[at..len]).max(1);
        }
    }
}

/// Stores the squares of identical pieces, and returns their number.
#[inline]
fn fill(pos: &Position, piece: Piece, flip: bool, mirror: u8, squares: &mut [u8]) -> usize {
    let color = if flip { !piece.color } else { piece.color };
    let mut count = 0;
    for (place, square) in squares.iter_mut().zip(pos.pieces(color, piece.kind)) {
        *place = square as u8 ^ mirror;
        count += 1;
    }
    count
}

impl Place<'_> {
    /// Returns the number stored for this position.
    #[inline]
    fn number(&self, reads: &mut impl Reads) -> Result<u16, TableFault> {
        match &self.part.pairs {
            Pairs::Single(value) => Ok(*value),
            Pairs::Packed(packed) => packed.value(self.index, reads),
        }
    }

    /// Returns the value in a WDL table.
    #[inline]
    pub(crate) fn wdl(&self, reads: &mut impl Reads) -> Result<Wdl, TableFault> {
        wdl_from(self.number(reads)?).ok_or(TableFault::Value)
    }

    /// Returns the distance in a DTZ table for a position with a known value.
    pub(crate) fn dtz(&self, wdl: Wdl, reads: &mut impl Reads) -> Result<Dtz, TableFault> {
        let map = self.part.map.as_ref().ok_or(TableFault::Value)?;
        map.distance(self.number(reads)?, wdl)
    }
}

#[inline]
fn wdl_from(number: u16) -> Option<Wdl> {
    Wdl::ALL.get(usize::from(number)).copied()
}

fn read_layouts(
    header: &mut Header<'_>,
    material: Material,
    sides: usize,
) -> Result<Vec<Layout>, TableFault> {
    let pawns = material.has_pawns();
    let both = Color::ALL.iter().all(|&color| material.count(color, reynard::PieceType::Pawn) > 0);
    let pieces = material.piece_count() as usize;
    let mut layouts = Vec::new();
    for file in 0..if pawns { 4 } else { 1 } {
        let order = header.u8()?;
        let second = if both { header.u8()? } else { NO_ORDER | NO_ORDER << 4 };
        let mut codes = [0; MAX_PIECES];
        let codes = &mut codes[..pieces];
        for code in codes.iter_mut() {
            *code = header.u8()?;
        }
        // The low halves of the bytes are for White to move.
        for side in 0..sides {
            let half = |byte: u8| byte >> (4 * side) & 15;
            let mut of_side = [0; MAX_PIECES];
            for (to, from) in of_side.iter_mut().zip(codes.iter()) {
                *to = half(*from);
            }
            layouts.push(Layout::new(
                material,
                &of_side[..pieces],
                (half(order), half(second)),
                pawns.then_some(file),
            )?);
        }
    }
    header.align(2);
    Ok(layouts)
}

fn read_parts(
    header: &mut Header<'_>,
    kind: TableKind,
    layouts: Vec<Layout>,
) -> Result<Vec<Part>, TableFault> {
    let mut parts = Vec::with_capacity(layouts.len());
    for layout in layouts {
        let (flags, pairs) = Pairs::read(header, layout.size)?;
        let pairs = match (kind, pairs) {
            // Where all distances are the same, they are the shortest.
            (TableKind::Dtz, Pairs::Single(_)) => Pairs::Single(0),
            (_, pairs) => pairs,
        };
        parts.push(Part { layout, pairs, flags, map: None });
    }
    match kind {
        TableKind::Dtz => {
            for part in &mut parts {
                part.map = Some(DtzMap::read(header, part.flags)?);
            }
            header.align(2);
        }
        TableKind::Wdl => {
            for part in &parts {
                let known = match &part.pairs {
                    Pairs::Single(value) => wdl_from(*value).is_some(),
                    Pairs::Packed(packed) => {
                        packed.symbols.leaves().all(|value| wdl_from(value).is_some())
                    }
                };
                if !known {
                    return Err(TableFault::Value);
                }
            }
        }
    }
    Ok(parts)
}
