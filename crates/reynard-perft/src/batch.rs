//! The buffer between the scalar generator and the vector kernel.
//!
//! A leaf-parent is stored not as a board but as one 32-bit word, which contains the index of its
//! buffered parent and the move. The kernel makes the moves, eight at a time.

use crate::board::{Board, kind};
use crate::generate::{knight_attacks, squares};
use crate::tables::{self, FLIP};

/// Indices of the words that describe a parent. A parent is stored from the child's side: *own* is
/// the player to move in the child.
pub(crate) mod word {
    pub(crate) const OWN: usize = 0;
    pub(crate) const OWN_PAWNS: usize = 1;
    pub(crate) const OWN_DIAGONAL: usize = 2;
    pub(crate) const OWN_ORTHOGONAL: usize = 3;
    pub(crate) const KNIGHT: usize = 4;
    pub(crate) const KNIGHT_ATTACKS: usize = 5;
    pub(crate) const SECOND_KNIGHT: usize = 6;
    pub(crate) const SECOND_KNIGHT_ATTACKS: usize = 7;
    pub(crate) const MORE_KNIGHTS: usize = 8;
    pub(crate) const THEIRS: usize = 9;
    pub(crate) const THEIR_PAWNS: usize = 10;
    pub(crate) const THEIR_DIAGONAL: usize = 11;
    pub(crate) const THEIR_ORTHOGONAL: usize = 12;
    pub(crate) const THEIR_LEAPS: usize = 13;
    pub(crate) const CASTLING: usize = 14;
    pub(crate) const TWICE: usize = 15;
    pub(crate) const TWICE_SWAPPED: usize = 16;
    pub(crate) const TWICE_MIRRORED: usize = 17;
    pub(crate) const LINE_DIAGONAL: usize = 18;
    pub(crate) const LINE_ANTI: usize = 19;
    pub(crate) const LINE_FILE: usize = 20;
    pub(crate) const LINE_RANK: usize = 21;
    pub(crate) const ZONE: usize = 22;
    pub(crate) const KING_KNIGHT: usize = 23;
    pub(crate) const KING_PAWN: usize = 24;
    pub(crate) const COUNT: usize = 25;
}

/// Maximum number of buffered parents.
pub(crate) const PARENTS: usize = 64;
/// Maximum number of buffered children. No position has as many as 512 moves.
pub(crate) const CHILDREN: usize = 2048;
const MOST_MOVES: usize = 512;
/// Number of words that may be written at once after the last child.
pub(crate) const ROOM: usize = 32;
/// A move that changes nothing: both squares are off the board.
const NULL: u32 = 64 | 64 << 8;

/// Parents and their children.
#[repr(align(64))]
pub(crate) struct Batch {
    pub(crate) words: [[u64; PARENTS + 8]; word::COUNT],
    pub(crate) children: [u32; 2 * CHILDREN + ROOM],
    /// For each child whose moved piece is a knight or the king, and for a null move: the squares
    /// that the moving side's knights and king attack after the move. Not set for other children.
    pub(crate) leaps: [u64; 2 * CHILDREN + ROOM],
    /// The number of moves in each child, if requested.
    pub(crate) counts: [u16; 2 * CHILDREN],
    /// Index of the first child of each parent, followed by the end of the last parent's children.
    pub(crate) starts: [u16; PARENTS + 1],
    /// The squares of the kings that may be in check.
    pub(crate) kings: [u8; PARENTS],
    /// `true` for parents whose children may have knights or diagonal sliders.
    pub(crate) rich: [bool; PARENTS],
    pub(crate) parents: usize,
    pub(crate) len: usize,
}

impl Batch {
    #[expect(clippy::large_stack_arrays, reason = "66 KiB, once for each thread and count")]
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self {
            words: [[0; PARENTS + 8]; word::COUNT],
            children: [0; 2 * CHILDREN + ROOM],
            leaps: [0; 2 * CHILDREN + ROOM],
            counts: [0; 2 * CHILDREN],
            starts: [0; PARENTS + 1],
            kings: [0; PARENTS],
            rich: [false; PARENTS],
            parents: 0,
            len: 0,
        })
    }

    /// Returns `true` if there is room for another parent and all its children.
    #[inline(always)]
    pub(crate) fn has_room(&self) -> bool {
        self.parents + 8 <= PARENTS && self.len + MOST_MOVES <= CHILDREN
    }

    /// Writes a parent into the next free slot.
    #[inline(always)]
    pub(crate) fn write(&mut self, b: &Board) {
        let king = (b.kings & b.theirs).swap_bytes();
        let square = king.trailing_zeros() as usize & 63;
        let (first, knights) = first_knight((b.knights & b.theirs).swap_bytes());
        let (second, more_knights) = first_knight(knights);
        let own = |set: u64| (set & b.theirs).swap_bytes();
        let theirs = |set: u64| (set & b.own).swap_bytes();
        let slot = self.parents & (PARENTS - 1);
        let mut set = |word: usize, value: u64| self.words[word][slot] = value;
        set(word::OWN, b.theirs.swap_bytes());
        set(word::OWN_PAWNS, own(b.pawns));
        set(word::OWN_DIAGONAL, own(b.diagonal));
        set(word::OWN_ORTHOGONAL, own(b.orthogonal));
        set(word::KNIGHT, first.0);
        set(word::KNIGHT_ATTACKS, first.1);
        set(word::SECOND_KNIGHT, second.0);
        set(word::SECOND_KNIGHT_ATTACKS, second.1);
        set(word::MORE_KNIGHTS, more_knights);
        set(word::THEIRS, b.own.swap_bytes());
        set(word::THEIR_PAWNS, theirs(b.pawns));
        set(word::THEIR_DIAGONAL, theirs(b.diagonal));
        set(word::THEIR_ORTHOGONAL, theirs(b.orthogonal));
        set(word::THEIR_LEAPS, leaps(b.knights & b.own, b.kings & b.own).swap_bytes());
        set(word::CASTLING, own(b.castling));
        set(word::TWICE, king << 1);
        set(word::TWICE_SWAPPED, king.swap_bytes() << 1);
        set(word::TWICE_MIRRORED, twice_mirrored(square));
        set(word::LINE_DIAGONAL, tables::DIAGONAL[square]);
        set(word::LINE_ANTI, tables::ANTIDIAGONAL[square]);
        set(word::LINE_FILE, tables::FILE[square]);
        set(word::LINE_RANK, tables::RANK[square]);
        set(word::ZONE, tables::KING[square]);
        set(word::KING_KNIGHT, tables::KNIGHT[square]);
        set(word::KING_PAWN, tables::PAWN_UP[square]);
        self.kings[slot] = square as u8;
        self.rich[slot] = b.knights | b.diagonal | (b.pawns & b.own & tables::RANK_7) != 0;
    }

    /// Adds a position as the child of its null-move parent, which is the same position seen from
    /// the other side.
    #[inline(always)]
    pub(crate) fn push_position(&mut self, b: &Board) {
        let parent = Board {
            pawns: b.pawns.swap_bytes(),
            knights: b.knights.swap_bytes(),
            diagonal: b.diagonal.swap_bytes(),
            orthogonal: b.orthogonal.swap_bytes(),
            kings: b.kings.swap_bytes(),
            own: b.theirs.swap_bytes(),
            theirs: b.own.swap_bytes(),
            castling: b.castling.swap_bytes(),
            en_passant: 0,
        };
        self.write(&parent);
        self.set_leaps(self.words[word::THEIR_LEAPS][self.parents & (PARENTS - 1)]);
        self.push(NULL | (self.parents as u32) << PARENT_SHIFT);
        self.close();
    }

    /// Sets [`Batch::leaps`] for the next child.
    #[inline(always)]
    fn set_leaps(&mut self, leaps: u64) {
        self.leaps[self.len & (2 * CHILDREN - 1)] = leaps;
    }

    /// Ends the list of a parent's children. If the list is empty, the slot is reused for the next
    /// parent.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        let slot = self.parents & (PARENTS - 1);
        self.parents = slot + usize::from(self.len > usize::from(self.starts[slot]));
        self.starts[self.parents] = self.len as u16;
    }

    /// Clears the buffer.
    pub(crate) fn clear(&mut self) {
        self.parents = 0;
        self.len = 0;
    }

    /// Appends one child per target, without vector instructions.
    #[inline(always)]
    pub(crate) fn push_piece(&mut self, mut targets: u64, base: u32) {
        let base = base ^ FLIP;
        let number = targets.count_ones() as usize;
        let room = self.room();
        // By fours, since the number of rounds is easier to foresee than that of targets. Words
        // beyond the last target are written over later.
        let mut round = 0;
        while targets != 0 {
            for slot in &mut room[round..][..4] {
                *slot = targets.trailing_zeros() ^ base;
                targets &= targets.wrapping_sub(1);
            }
            round = (round + 4) % ROOM;
        }
        self.len += number;
    }

    /// Appends one child per target of a knight or king. `table` contains the piece's attacks by
    /// square, and `others` are the squares attacked by the other leapers of its side, from that
    /// side's point of view.
    #[inline(always)]
    pub(crate) fn push_leaper(&mut self, targets: u64, base: u32, table: &[u64; 64], others: u64) {
        let base = base ^ FLIP;
        for to in squares(targets) {
            self.set_leaps((others | table[to as usize & 63]).swap_bytes());
            self.push(to ^ base);
        }
    }

    /// Appends one child per target, without vector instructions.
    #[inline(always)]
    pub(crate) fn push_pawns(&mut self, targets: u64, base: u32) {
        for to in squares(targets) {
            self.push((to ^ FLIP) * (1 | 1 << FROM_SHIFT) + base);
        }
    }

    /// Returns the space after the last child.
    #[inline(always)]
    pub(crate) fn room(&mut self) -> &mut [u32; ROOM] {
        // The mask lets the compiler see that this is always inside.
        let at = self.len & (2 * CHILDREN - 1);
        let Some(room) = self.children[at..].first_chunk_mut() else { unreachable!() };
        room
    }

    /// Appends one child.
    #[inline(always)]
    pub(crate) fn push(&mut self, child: u32) {
        self.children[self.len & (2 * CHILDREN - 1)] = child;
        self.len += 1;
    }
}

/// Returns twice the bit of a square mirrored horizontally within its rank.
#[inline(always)]
pub(crate) const fn twice_mirrored(square: usize) -> u64 {
    (0x80 >> (square & 7) << 1 & 0xff) << (square & 0b11_1000)
}

/// Returns the squares attacked by a set of knights and a king.
#[inline(always)]
pub(crate) fn leaps(knights: u64, king: u64) -> u64 {
    knight_attacks(knights) | tables::KING[king.trailing_zeros() as usize & 63]
}

/// Returns one knight of a set with the squares that it attacks, and the remaining knights.
#[inline(always)]
fn first_knight(knights: u64) -> ((u64, u64), u64) {
    if knights == 0 {
        return ((0, 0), 0);
    }
    let attacks = tables::KNIGHT[knights.trailing_zeros() as usize & 63];
    ((knights & knights.wrapping_neg(), attacks), knights & (knights - 1))
}

/// Shift of the origin square in a child word. From the lowest bit up, the word contains the target
/// square, the origin square, the kind and the parent.
pub(crate) const FROM_SHIFT: u32 = 8;
/// See [`FROM_SHIFT`].
pub(crate) const KIND_SHIFT: u32 = 16;
/// See [`FROM_SHIFT`].
pub(crate) const PARENT_SHIFT: u32 = 24;
const _: () = assert!(kind::KING << KIND_SHIFT < 1 << PARENT_SHIFT);
