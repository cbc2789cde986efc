//! Counting the moves of positions, set by set.
//!
//! In one direction, a target square is reached by at most one slider. The size of the set of
//! squares that all sliders reach in that direction, masked with the allowed targets, is therefore
//! the exact number of their moves. The same is true of all pawns that capture toward the same
//! side. So sliders and pawns are not processed piece by piece, and their number does not matter.
//! Knights are processed one by one: they are on the same squares as in the parent, and there are
//! seldom more than two.
//!
//! Diagonal sliders are moved by Kogge-Stone fills, whose three steps are shared by all sliders of
//! that direction (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>). On ranks, o ^ (o -
//! 2s) takes a single step: byte by byte, the borrow of the subtraction runs from each slider to
//! the next piece (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>). If
//! boards can be transposed in one instruction, files are treated as ranks. The rays of the king, a
//! single piece, are computed by subtraction on all lines (hyperbola quintessence,
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>).

use super::{CastlingMasks, Lines, Positions};
use crate::lanes::Lanes;
use crate::tables::{INNER, NOT_A, NOT_AB, NOT_GH, NOT_H, RANK_3, RANK_7, RANK_8};

/// Squares that sliders can pass through in one direction: single passable squares, and the last
/// squares of two and of four consecutive passable squares.
#[derive(Clone, Copy)]
struct Steps<V> {
    one: V,
    two: V,
    four: V,
}

/// The steps in one direction.
macro_rules! steps {
    ($shift:ident, $one:literal, $two:literal, $passable:expr) => {{
        let one = $passable;
        let two = one & one.$shift::<$one>();
        Steps { one, two, four: two & two.$shift::<$two>() }
    }};
}

/// The steps in the opposite direction: the same runs of squares, named by their other ends.
macro_rules! back {
    ($shift:ident, $one:literal, $three:literal, $steps:expr) => {{
        let Steps { one, two, four } = $steps;
        Steps { one, two: two.$shift::<$one>(), four: four.$shift::<$three>() }
    }};
}

/// Squares attacked in one direction by each of several sets of sliders: Kogge-Stone.
///
/// Sliders on the edge toward which the direction points wrap around the board. The caller must
/// remove them, or the squares on which they reappear.
macro_rules! fill {
    ($shift:ident, $one:literal, $two:literal, $four:literal, $steps:expr, $from:expr) => {{
        let steps = $steps;
        let set = $from;
        let set = set | (steps.one & set.$shift::<$one>());
        let set = set | (steps.two & set.$shift::<$two>());
        let set = set | (steps.four & set.$shift::<$four>());
        set.$shift::<$one>()
    }};
}

/// The occupied squares, in all the forms that the fills need.
#[derive(Clone, Copy)]
struct Way<V> {
    occupied: V,
    /// Empty squares.
    empty: V,
    /// Empty squares that are not on the edges that a sideways step could cross.
    inner: V,
    /// `occupied` mirrored horizontally, if the lanes permute bits.
    mirrored: V,
    /// `occupied` with files turned into ranks, if the lanes permute bits.
    transposed: V,
    /// `occupied` with files turned into ranks and then mirrored horizontally, if the lanes permute
    /// bits.
    transposed_mirrored: V,
}

impl<V: Lanes> Way<V> {
    #[inline(always)]
    fn new(occupied: V) -> Self {
        let (mut mirrored, mut transposed, mut transposed_mirrored) =
            (occupied, occupied, occupied);
        if V::PERMUTES_BITS {
            mirrored = occupied.mirror();
            transposed = occupied.transpose();
            transposed_mirrored = occupied.transpose_mirror();
        }
        Self {
            occupied,
            empty: !occupied,
            inner: !occupied & V::splat(INNER),
            mirrored,
            transposed,
            transposed_mirrored,
        }
    }

    #[inline(always)]
    fn up_right(&self) -> Steps<V> {
        steps!(up, 9, 18, self.inner)
    }
    #[inline(always)]
    fn down_left(&self) -> Steps<V> {
        back!(down, 9, 27, self.up_right())
    }
    #[inline(always)]
    fn up_left(&self) -> Steps<V> {
        steps!(up, 7, 14, self.inner)
    }
    #[inline(always)]
    fn down_right(&self) -> Steps<V> {
        back!(down, 7, 21, self.up_left())
    }
    #[inline(always)]
    fn left(&self) -> Steps<V> {
        steps!(down, 1, 2, self.inner)
    }
    #[inline(always)]
    fn up(&self) -> Steps<V> {
        steps!(up, 8, 16, self.empty)
    }
    #[inline(always)]
    fn down(&self) -> Steps<V> {
        back!(down, 8, 24, self.up())
    }
}

/// Number of sets that are counted if there are knights or diagonal sliders.
const RICH_SETS: usize = 13;
const POOR_SETS: usize = 7;

/// Counts all legal moves except en-passant captures. If `RICH` is `false`, there must be neither
/// knights nor diagonal sliders.
#[inline(always)]
pub(crate) fn count<V: Lanes, const RICH: bool>(
    p: &Positions<V>,
    castling: &[CastlingMasks; 2],
) -> V {
    let way = Way::new(p.own | p.theirs);
    let king = king_rays::<V, RICH>(p, &way);
    let enemy = enemy_lines::<V, RICH>(p, &way);

    // Where a ray of the king and one of an enemy slider meet on a line, there are the squares
    // between a checking slider and the king, or there is a single piece of ours, pinned.
    let meet = Lines {
        diagonal: king.diagonal & enemy.diagonal,
        anti: king.anti & enemy.anti,
        file: king.file & enemy.file,
        rank: king.rank & enemy.rank,
    };
    let met = meet.diagonal | meet.anti | meet.file | meet.rank;
    let (checkers, beyond) = checks::<V, RICH>(p, &king);

    // The squares that answer a check: all if there is none, none if there are two.
    let more = checkers & checkers.minus(V::splat(1));
    let answers = checkers.if_empty(V::splat(u64::MAX)) | checkers | (met & way.empty);
    let targets = more.if_empty(answers & !p.own);

    let danger = danger(p, &enemy) | (beyond & !checkers);
    let mut steps = p.king.zone & !p.own & !danger;
    if p.castling.any() {
        let obstacles = (way.occupied, danger, !p.castling | meet.rank);
        steps = steps | castling_moves(castling, obstacles);
    }
    let mut counter = V::counter();
    steps.count::<0>(&mut counter);

    // A pinned piece stays in the sets of its line only.
    let free = p.own & !met;
    let movers = Lines {
        diagonal: free | (p.own & meet.diagonal),
        anti: free | (p.own & meet.anti),
        file: free | (p.own & meet.file),
        rank: free | (p.own & meet.rank),
    };
    count_orthogonal(&way, &movers, p.own_orthogonal, targets, &mut counter);
    let mut more = V::splat(0);
    if RICH {
        count_diagonal(&way, &movers, p.own_diagonal, targets, &mut counter);
        more = count_knights(p, free, targets, &mut counter);
    }
    let (one, other, promotions) = pawn_moves(p, &way, &movers, targets);
    let total = if RICH {
        one.count::<11>(&mut counter);
        other.count::<12>(&mut counter);
        V::total::<RICH_SETS>(counter).plus(more)
    } else {
        one.count::<5>(&mut counter);
        other.count::<6>(&mut counter);
        V::total::<POOR_SETS>(counter)
    };
    total.plus(promotions)
}

/// Returns the rays of the mover's king, up to the first piece.
#[inline(always)]
fn king_rays<V: Lanes, const RICH: bool>(p: &Positions<V>, way: &Way<V>) -> Lines<V> {
    /// Returns the attacks of a single slider on one line, in both directions at once.
    macro_rules! both {
        ($line:expr) => {{
            let blockers = way.occupied & $line;
            let up = blockers.minus(p.king.twice);
            let down = blockers.swap_bytes().minus(p.king.twice_swapped).swap_bytes();
            (up ^ down) & $line
        }};
    }
    let lines = &p.king.lines;
    let none = V::splat(0);
    Lines {
        diagonal: if RICH { both!(lines.diagonal) } else { none },
        anti: if RICH { both!(lines.anti) } else { none },
        file: both!(lines.file),
        rank: V::rank_rays(way.occupied, lines.rank, p.king.twice, p.king.rank),
    }
}

/// Returns the attacks of enemy sliders along each kind of line, with both directions combined.
#[inline(always)]
fn enemy_lines<V: Lanes, const RICH: bool>(p: &Positions<V>, way: &Way<V>) -> Lines<V> {
    let (not_a, not_h) = (V::splat(NOT_A), V::splat(NOT_H));
    let orthogonal = p.their_orthogonal;
    let occupied = way.occupied;
    let east = occupied ^ occupied.minus_bytes(orthogonal.double_bytes());
    let (file, rank);
    if V::PERMUTES_BITS {
        let west = way.mirrored.minus_bytes(orthogonal.mirror().double_bytes()).mirror();
        rank = east | (occupied ^ west);
        let north = way.transposed.minus_bytes(orthogonal.transpose().double_bytes());
        let sliders = orthogonal.transpose_mirror().double_bytes();
        let south = way.transposed_mirrored.minus_bytes(sliders).mirror();
        file = ((way.transposed ^ north) | (way.transposed ^ south)).transpose();
    } else {
        rank = east | fill!(down, 1, 2, 4, way.left(), orthogonal & not_a);
        file = fill!(up, 8, 16, 32, way.up(), orthogonal)
            | fill!(down, 8, 16, 32, way.down(), orthogonal);
    }
    let (mut diagonal, mut anti) = (V::splat(0), V::splat(0));
    if RICH {
        let (right, left) = (p.their_diagonal & not_h, p.their_diagonal & not_a);
        diagonal = fill!(up, 9, 18, 36, way.up_right(), right)
            | fill!(down, 9, 18, 36, way.down_left(), left);
        anti = fill!(up, 7, 14, 28, way.up_left(), left)
            | fill!(down, 7, 14, 28, way.down_right(), right);
    }
    Lines { diagonal, anti, file, rank }
}

/// Returns the checking pieces, and the squares behind the king on the lines of a check, which the
/// checking slider also attacks. (After a legal move, no two sliders give check on the same line.)
#[inline(always)]
fn checks<V: Lanes, const RICH: bool>(p: &Positions<V>, king: &Lines<V>) -> (V, V) {
    let lines = &p.king.lines;
    let file = king.file & p.their_orthogonal;
    let rank = king.rank & p.their_orthogonal;
    let mut checkers = file | rank | p.leaper;
    let mut beyond = file.if_any(lines.file) | rank.if_any(lines.rank);
    if RICH {
        let diagonal = king.diagonal & p.their_diagonal;
        let anti = king.anti & p.their_diagonal;
        checkers = checkers | diagonal | anti;
        beyond = beyond | diagonal.if_any(lines.diagonal) | anti.if_any(lines.anti);
    }
    (checkers, beyond)
}

/// Returns the squares that the king may not enter, except for the squares behind it on the lines
/// of a check.
#[inline(always)]
fn danger<V: Lanes>(p: &Positions<V>, enemy: &Lines<V>) -> V {
    enemy.diagonal
        | enemy.anti
        | enemy.file
        | enemy.rank
        | p.their_leaps
        | (p.their_pawns.down::<7>() & V::splat(NOT_A))
        | (p.their_pawns.down::<9>() & V::splat(NOT_H))
}

/// Adds the moves of sliders along files and ranks, as sets 1 to 4.
#[inline(always)]
fn count_orthogonal<V: Lanes>(
    way: &Way<V>,
    movers: &Lines<V>,
    sliders: V,
    targets: V,
    counter: &mut V::Counter,
) {
    /// Moves to the right, rank by rank.
    macro_rules! right {
        ($occupied:expr, $movers:expr) => {
            $occupied ^ $occupied.minus_bytes($movers.double_bytes())
        };
    }
    let (file, rank) = (movers.file & sliders, movers.rank & sliders);
    (right!(way.occupied, rank) & targets).count::<1>(counter);
    if V::PERMUTES_BITS {
        (right!(way.mirrored, rank.mirror()) & targets.mirror()).count::<2>(counter);
        (right!(way.transposed, file.transpose()) & targets.transpose()).count::<3>(counter);
        (right!(way.transposed_mirrored, file.transpose_mirror()) & targets.transpose_mirror())
            .count::<4>(counter);
    } else {
        let west = targets & V::splat(NOT_H);
        (fill!(down, 1, 2, 4, way.left(), rank) & west).count::<2>(counter);
        (fill!(up, 8, 16, 32, way.up(), file) & targets).count::<3>(counter);
        (fill!(down, 8, 16, 32, way.down(), file) & targets).count::<4>(counter);
    }
}

/// Adds the diagonal moves of sliders, which are sets 5 to 8.
#[inline(always)]
fn count_diagonal<V: Lanes>(
    way: &Way<V>,
    movers: &Lines<V>,
    sliders: V,
    targets: V,
    counter: &mut V::Counter,
) {
    let east = targets & V::splat(NOT_A);
    let west = targets & V::splat(NOT_H);
    let (diagonal, anti) = (movers.diagonal & sliders, movers.anti & sliders);
    (fill!(up, 9, 18, 36, way.up_right(), diagonal) & east).count::<5>(counter);
    (fill!(down, 9, 18, 36, way.down_left(), diagonal) & west).count::<6>(counter);
    (fill!(up, 7, 14, 28, way.up_left(), anti) & west).count::<7>(counter);
    (fill!(down, 7, 14, 28, way.down_right(), anti) & east).count::<8>(counter);
}

/// Adds the moves of two knights, as sets 9 and 10, and returns the number of moves of all further
/// knights. The mover's pieces have not moved since the parent, where their attacks were looked up.
#[inline(always)]
fn count_knights<V: Lanes>(p: &Positions<V>, free: V, targets: V, counter: &mut V::Counter) -> V {
    let [(first, first_attacks), (second, second_attacks)] = p.knights;
    (free & first).if_any(first_attacks & targets).count::<9>(counter);
    (free & second).if_any(second_attacks & targets).count::<10>(counter);
    if !p.more_knights.any() {
        return V::splat(0);
    }
    let knights = p.more_knights & free;
    let (not_a, not_h) = (knights & V::splat(NOT_A), knights & V::splat(NOT_H));
    let (not_ab, not_gh) = (knights & V::splat(NOT_AB), knights & V::splat(NOT_GH));
    (not_h.up::<17>() & targets)
        .sizes()
        .plus((not_h.down::<15>() & targets).sizes())
        .plus((not_a.up::<15>() & targets).sizes())
        .plus((not_a.down::<17>() & targets).sizes())
        .plus((not_gh.up::<10>() & targets).sizes())
        .plus((not_gh.down::<6>() & targets).sizes())
        .plus((not_ab.up::<6>() & targets).sizes())
        .plus((not_ab.down::<10>() & targets).sizes())
}

/// Returns the pawn moves as two sets, and the number of additional moves due to promotions.
#[inline(always)]
fn pawn_moves<V: Lanes>(
    p: &Positions<V>,
    way: &Way<V>,
    movers: &Lines<V>,
    targets: V,
) -> (V, V, V) {
    let pawns = p.own_pawns;
    let push = (movers.file & pawns).up::<8>() & way.empty;
    let double = (push & V::splat(RANK_3)).up::<8>() & way.empty & targets;
    let push = push & targets;
    let victims = targets & p.theirs;
    let right = (movers.diagonal & pawns).up::<9>() & victims & V::splat(NOT_A);
    let left = (movers.anti & pawns).up::<7>() & victims & V::splat(NOT_H);
    // Every promotion is counted once: three more pieces each.
    let mut promotions = V::splat(0);
    if (pawns & V::splat(RANK_7)).any() {
        let last = V::splat(RANK_8);
        let sizes =
            ((push & last) | (left & last).down::<8>() | (right & last).down::<16>()).sizes();
        promotions = sizes.plus(sizes).plus(sizes);
    }
    // Pushes go to empty squares, captures to occupied ones: two sets can share a word.
    (push | right, double | left, promotions)
}

/// Returns one square for each possible castling move, on the first rank and away from the king.
/// `obstacles` are the occupied squares, the attacked squares, and the rooks that have lost their
/// castling right or are pinned.
#[inline(always)]
fn castling_moves<V: Lanes>(castling: &[CastlingMasks; 2], obstacles: (V, V, V)) -> V {
    let mut set = V::splat(0);
    for (side, mark) in castling.iter().zip([1 << 56, 1 << 57]) {
        let found = (obstacles.0 & V::splat(side.empty))
            | (obstacles.1 & V::splat(side.safe))
            | (obstacles.2 & V::splat(side.rook));
        set = set | found.if_empty(V::splat(if side.rook == 0 { 0 } else { mark }));
    }
    set
}
