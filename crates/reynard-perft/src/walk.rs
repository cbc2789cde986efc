//! The walk down to the leaf-parents, and the sinks that receive the moves along the way.

use crate::arch::Isa;
use crate::batch::{Batch, FROM_SHIFT, KIND_SHIFT, PARENT_SHIFT, leaps};
use crate::board::{Board, kind};
use crate::castling::{Geometry, Side};
use crate::generate::{Sink, Sliders, generate, knight_attacks, replies_en_passant, squares};
use crate::kernel::CastlingMasks;
use crate::table::Table;
use crate::tables::{self, FLIP, NOT_A, NOT_H};

/// The state that one thread needs to count.
pub(crate) struct Walker<'a, I: Isa> {
    pub(crate) isa: I,
    pub(crate) geometry: Geometry,
    pub(crate) table: Option<&'a Table>,
    pub(crate) batch: Box<Batch>,
    /// Number of leaves counted so far. Sums are saturating.
    nodes: u64,
    /// Castling masks of the player who moves last.
    pub(crate) castling: [CastlingMasks; 2],
}

impl<'a, I: Isa> Walker<'a, I> {
    pub(crate) fn new(isa: I, geometry: Geometry, table: Option<&'a Table>) -> Self {
        let castling = [CastlingMasks::default(); 2];
        Self { isa, geometry, table, batch: Batch::new(), nodes: 0, castling }
    }

    /// Counts the leaves of `board`, with player `player` to move.
    pub(crate) fn run(&mut self, board: &Board, player: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            let mut count = Count(0);
            generate(self.isa.sliders(), board, &self.geometry.players[player], &mut count);
            return count.0;
        }
        let last = (player + depth as usize - 1) % 2;
        self.castling = self.geometry.players[last].map(|side| CastlingMasks {
            rook: side.rook,
            empty: side.empty,
            safe: side.safe,
        });
        if self.table.is_some() && depth > 2 {
            return I::hashed(self, board, player, depth);
        }
        self.nodes = 0;
        I::walk(self, board, player, depth);
        self.flush();
        self.nodes
    }

    /// Counts the buffered positions.
    fn flush(&mut self) {
        if self.batch.len > 0 {
            let nodes = self.isa.flush(&mut self.batch, &self.castling);
            self.nodes = self.nodes.saturating_add(nodes);
            self.batch.clear();
        }
    }
}

/// Implements [`Isa::walk`]; compiled once per instruction set.
#[inline(always)]
pub(crate) fn walk<I: Isa>(walker: &mut Walker<'_, I>, board: &Board, player: usize, depth: u32) {
    if depth > 2 {
        let sides = walker.geometry.players[player];
        let sliders = walker.isa.sliders();
        let taker = Descend { walker, player: 1 - player, depth: depth - 1 };
        generate(sliders, board, &sides, &mut Make { board, taker });
        return;
    }
    if !walker.batch.has_room() {
        walker.flush();
    }
    let replies = buffer(walker, board, player);
    walker.nodes = walker.nodes.saturating_add(replies);
}

/// Buffers the children of `board`, which are leaf-parents. Returns the total number of en-passant
/// captures in them, which the kernel does not count.
#[inline(always)]
pub(crate) fn buffer<I: Isa>(walker: &mut Walker<'_, I>, board: &Board, player: usize) -> u64 {
    walker.batch.write(board);
    let tag = (walker.batch.parents as u32) << PARENT_SHIFT;
    let isa = walker.isa;
    let mut sink = Emit { isa, batch: &mut walker.batch, board, tag, open: true, replies: 0 };
    generate(isa.sliders(), board, &walker.geometry.players[player], &mut sink);
    sink.close();
    sink.replies
}

/// Initial capacity for moves; few positions have more than this.
const USUAL_MOVES: usize = 64;

/// Returns the boards after each legal move.
#[inline(always)]
pub(crate) fn children<S: Sliders>(sliders: S, board: &Board, sides: &[Side; 2]) -> Vec<Board> {
    let mut sink = Make { board, taker: Vec::with_capacity(USUAL_MOVES) };
    generate(sliders, board, sides, &mut sink);
    sink.taker
}

/// A sink that counts moves.
struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn piece<const KIND: u32>(&mut self, _: u32, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawns<const STEP: u32>(&mut self, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn promotions<const STEP: u32>(&mut self, targets: u64) {
        self.0 += 4 * u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn en_passant(&mut self, _: u64, _: u64) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castling(&mut self, _: &Side) {
        self.0 += 1;
    }
}

/// The kinds to which a pawn can promote.
const PROMOTIONS: [u32; 4] = [kind::QUEEN, kind::ORTHOGONAL, kind::DIAGONAL, kind::KNIGHT];

/// A sink that continues the walk below every child.
struct Descend<'w, 'a, I: Isa> {
    walker: &'w mut Walker<'a, I>,
    player: usize,
    depth: u32,
}

impl<I: Isa> Take for Descend<'_, '_, I> {
    #[inline(always)]
    fn take(&mut self, child: &Board) {
        I::walk(self.walker, child, self.player, self.depth);
    }
}

impl Take for Vec<Board> {
    #[inline(always)]
    fn take(&mut self, child: &Board) {
        self.push(*child);
    }
}

/// A receiver of the board after each move.
trait Take {
    fn take(&mut self, child: &Board);
}

/// A sink that makes every move.
struct Make<'a, T> {
    board: &'a Board,
    taker: T,
}

impl<T: Take> Sink for Make<'_, T> {
    #[inline(always)]
    fn piece<const KIND: u32>(&mut self, from: u32, targets: u64) {
        for to in squares(targets) {
            self.taker.take(&self.board.play(KIND, 1 << from, 1 << to));
        }
    }
    #[inline(always)]
    fn pawns<const STEP: u32>(&mut self, targets: u64) {
        for to in squares(targets) {
            self.taker.take(&self.board.play(kind::PAWN, 1 << (to - STEP), 1 << to));
        }
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        for to in squares(targets) {
            let pushed = 1u64 << to;
            let mut child = self.board.play(kind::PAWN, pushed >> 16, pushed);
            let beside = (pushed << 1 & NOT_A) | (pushed >> 1 & NOT_H);
            if beside & self.board.pawns & self.board.theirs != 0 {
                child.en_passant = (pushed >> 8).swap_bytes();
            }
            self.taker.take(&child);
        }
    }
    #[inline(always)]
    fn promotions<const STEP: u32>(&mut self, targets: u64) {
        for to in squares(targets) {
            for kind in PROMOTIONS {
                self.taker.take(&self.board.play(kind, 1 << (to - STEP), 1 << to));
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.taker.take(&self.board.play_en_passant(from, to));
    }
    #[inline(always)]
    fn castling(&mut self, side: &Side) {
        self.taker.take(&self.board.play_castling(side));
    }
}

/// A sink that buffers the moves of a board whose children are leaf-parents.
struct Emit<'a, I: Isa> {
    isa: I,
    batch: &'a mut Batch,
    board: &'a Board,
    tag: u32,
    /// `true` while the parent's slot still accepts children.
    open: bool,
    /// Number of en-passant captures in the children.
    replies: u64,
}

impl<I: Isa> Emit<'_, I> {
    /// Ends the parent. Its slot is used only if it has children.
    #[inline(always)]
    fn close(&mut self) {
        if self.open {
            self.open = false;
            self.batch.close();
        }
    }

    /// Emits pawn moves. `back` is added to a mirrored target square to obtain the origin.
    #[inline(always)]
    fn pawn_set(&mut self, kind: u32, targets: u64, back: u32) {
        let base = (back << FROM_SHIFT) + (kind << KIND_SHIFT) + self.tag;
        self.isa.emit_pawns(self.batch, targets, base);
    }
}

impl<I: Isa> Sink for Emit<'_, I> {
    #[inline(always)]
    fn piece<const KIND: u32>(&mut self, from: u32, targets: u64) {
        let base = ((from ^ FLIP) << FROM_SHIFT) | (KIND << KIND_SHIFT) | self.tag;
        let Board { knights, kings, own, .. } = *self.board;
        if KIND == kind::KNIGHT {
            let others = leaps(knights & own & !(1 << from), kings & own);
            self.batch.push_leaper(targets, base, &tables::KNIGHT, others);
            return;
        }
        if KIND == kind::KING {
            self.batch.push_leaper(targets, base, &tables::KING, knight_attacks(knights & own));
            return;
        }
        self.isa.emit_piece::<KIND>(self.batch, targets, base);
    }
    #[inline(always)]
    fn pawns<const STEP: u32>(&mut self, targets: u64) {
        // Mirrored, a step of 8 + x becomes -8 + x.
        self.pawn_set(kind::PAWN, targets, 16 - STEP);
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        self.pawn_set(kind::PAWN, targets, 16);
        let enemies = self.board.pawns & self.board.theirs;
        let beside = (enemies << 1 & NOT_A) | (enemies >> 1 & NOT_H);
        for to in squares(targets & beside) {
            self.replies += replies_en_passant(self.isa.sliders(), self.board, to);
        }
    }
    #[inline(always)]
    fn promotions<const STEP: u32>(&mut self, targets: u64) {
        for kind in [kind::QUEEN, kind::ORTHOGONAL, kind::DIAGONAL] {
            self.pawn_set(kind, targets, 16 - STEP);
        }
        let Board { knights, kings, own, .. } = *self.board;
        let others = leaps(knights & own, kings & own);
        for to in squares(targets) {
            let from = (to - STEP) ^ FLIP;
            let base = (from << FROM_SHIFT) | (kind::KNIGHT << KIND_SHIFT) | self.tag;
            self.batch.push_leaper(1 << to, base, &tables::KNIGHT, others);
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.close();
        // An ordinary move of the pawn, after the captured one has been taken off the board.
        let captured = to >> 8;
        let Board { pawns, theirs, .. } = *self.board;
        self.batch.write(&Board {
            pawns: pawns ^ captured,
            theirs: theirs ^ captured,
            ..*self.board
        });
        let (from, to) = (from.trailing_zeros() ^ FLIP, to.trailing_zeros() ^ FLIP);
        let tag = (self.batch.parents as u32) << PARENT_SHIFT;
        self.batch.push(to | from << FROM_SHIFT | kind::PAWN << KIND_SHIFT | tag);
        self.batch.close();
    }
    #[inline(always)]
    fn castling(&mut self, side: &Side) {
        self.close();
        self.batch.push_position(&self.board.play_castling(side));
    }
}
