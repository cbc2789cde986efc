//! Features of the evaluation: named blocks of weights.
//!
//! Every weight has an index. A block is the index range of one term, such as knight mobility by
//! number of squares. Weights, trace and tuner share these indices.

/// The weights of one term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Name.
    pub name: &'static str,
    /// Index of the first weight.
    pub start: usize,
    /// Number of weights.
    pub len: usize,
}

impl Block {
    /// Returns the index of the block's weight at `place`, or of its last weight if `place` is
    /// beyond the end.
    #[inline(always)]
    pub(crate) const fn at(self, place: usize) -> usize {
        self.start + if place < self.len { place } else { self.len - 1 }
    }
}

macro_rules! blocks {
    ($($(#[$doc:meta])* $id:ident $name:literal $len:literal)*) => {
        blocks!(@place 0usize; $($(#[$doc])* $id $name $len;)*);

        /// All blocks, in the order of their indices.
        pub const BLOCKS: &[Block] = &[$($id),*];
    };
    (@place $at:expr; $(#[$doc:meta])* $id:ident $name:literal $len:literal; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $id: Block = Block { name: $name, start: $at, len: $len };
        blocks!(@place $id.start + $id.len; $($rest)*);
    };
    (@place $at:expr;) => {
        /// The number of weights.
        pub const WEIGHT_COUNT: usize = $at;
    };
}

blocks! {
    /// By piece type, excluding the king.
    MATERIAL "material" 5
    /// By relative square.
    PAWN_SQUARE "pawn on square" 64
    /// By square, with left and right mirrored: four squares per rank.
    KNIGHT_SQUARE "knight on square" 32
    BISHOP_SQUARE "bishop on square" 32
    ROOK_SQUARE "rook on square" 32
    QUEEN_SQUARE "queen on square" 32
    KING_SQUARE "king on square" 64
    /// By the number of squares that count for mobility.
    KNIGHT_MOBILITY "knight mobility" 9
    BISHOP_MOBILITY "bishop mobility" 14
    ROOK_MOBILITY "rook mobility" 15
    QUEEN_MOBILITY "queen mobility" 28
    BISHOP_PAIR "bishop pair" 1
    /// With and without an enemy pawn ahead on the file.
    PAWN_ISOLATED "isolated pawn" 2
    PAWN_DOUBLED "doubled pawn" 1
    PAWN_BACKWARD "backward pawn" 2
    /// By rank.
    PAWN_PHALANX "pawns side by side" 8
    PAWN_SUPPORTED "pawn guarded by a pawn" 8
    PASSED "passed pawn" 8
    PASSED_BLOCKED "passed pawn blocked" 8
    PASSED_SAFE_STOP "passed pawn may advance safely" 8
    PASSED_SAFE_PATH "passed pawn's path is safe" 8
    /// By distance, for pawns past the middle of the board.
    PASSED_OWN_KING "passed pawn's distance from its king" 8
    PASSED_ENEMY_KING "passed pawn's distance from the enemy king" 8
    PASSED_ROOK "rook behind a passed pawn" 1
    PASSED_UNSTOPPABLE "passed pawn out of reach" 1
    /// By rank of the nearest own pawn, or 0 if there is none: first on the king's file, then on
    /// the adjacent files.
    KING_SHELTER "king's shelter" 16
    KING_STORM "pawns storming the king" 16
    /// By number of attacking pieces, first without an enemy queen, then with one.
    KING_ATTACKERS "attackers near the king" 12
    /// By units of danger.
    KING_DANGER "danger to the king" 32
    KING_WEAK "weak squares near the king" 1
    /// By type of the checking piece.
    KING_CHECKS "safe checks" 4
    /// By type of the threatened piece.
    THREAT_BY_PAWN "threat by a pawn" 6
    THREAT_BY_MINOR "threat by a minor piece" 6
    THREAT_BY_ROOK "threat by a rook" 6
    THREAT_BY_KING "threat by the king" 1
    THREAT_HANGING "unprotected piece attacked" 6
    THREAT_PUSH "threat to attack with a pawn" 1
    /// Knight, knight guarded by a pawn, bishop, bishop guarded by a pawn.
    OUTPOST "outpost" 4
    MINOR_SHIELDED "minor piece behind a pawn" 1
    BISHOP_PAWNS "pawns on the bishop's color" 1
    BISHOP_DIAGONAL "bishop on a long diagonal" 1
    /// Half open, open.
    ROOK_FILE "rook on an open file" 2
    ROOK_SEVENTH "rook on the seventh rank" 1
    SPACE "room behind the pawns" 1
    TEMPO "right to move" 1
    /// By king region, piece type and square: see `placement`.
    PIECE_OWN_KING "piece by its king's place" 1280
    PIECE_OTHER_KING "piece by the enemy king's place" 1280
}
