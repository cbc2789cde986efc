//! Counting the moves of positions, set by set.
//!
//! In one direction a target square is reached by at most one slider: the size of the set of
//! squares that all sliders reach in that direction, cut down to the allowed targets, is the exact
//! number of their moves. The same is true of all knights that jump the same way and of all pawns
//! that capture to the same side. So nothing is done piece by piece, and nothing depends on how
//! many pieces there are.
//!
//! Sliders on diagonals are moved by Kogge-Stone fills, whose three steps are shared by all who
//! move that way (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>). On ranks, o ^ (o - 2s)
//! does it at once: byte by byte, the borrow of the subtraction runs from each slider to the next
//! piece (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>). Where
//! boards can be transposed in an instruction, files are ranks. The rays of the king, a single
//! piece, are had by subtraction on all lines (hyperbola quintessence,
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>).

use super::{CastlingMasks, Lines, Positions};
use crate::lanes::Lanes;
use crate::tables::{NOT_A, NOT_AB, NOT_GH, NOT_H, RANK_3, RANK_7, RANK_8};

/// Squares that each of several sets of sliders attacks in one direction: Kogge-Stone.
///
/// `way` are the squares that can be passed; edges that a step may not cross are not part of it.
/// The last step may cross an edge: the caller masks it.
macro_rules! fill {
    ($shift:ident, $one:literal, $two:literal, $four:literal, $way:expr, $from:expr) => {{
        let one = $way;
        let two = one & one.$shift::<$one>();
        let four = two & two.$shift::<$two>();
        let set = $from;
        let set = set | (one & set.$shift::<$one>());
        let set = set | (two & set.$shift::<$two>());
        let set = set | (four & set.$shift::<$four>());
        set.$shift::<$one>()
    }};
}

/// The occupied squares, in all the forms that the fills need.
#[derive(Clone, Copy)]
struct Way<V> {
    occupied: V,
    /// Empty squares that can be entered from the left.
    east: V,
    /// Empty squares that can be entered from the right.
    west: V,
    /// `occupied` mirrored horizontally, if the lanes permute bits.
    mirrored: V,
    /// `occupied` with files as ranks, if the lanes permute bits.
    transposed: V,
    /// The same, mirrored horizontally.
    transposed_mirrored: V,
}

impl<V: Lanes> Way<V> {
    #[inline(always)]
    fn new(occupied: V) -> Self {
        let empty = !occupied;
        let (mut mirrored, mut transposed, mut transposed_mirrored) =
            (occupied, occupied, occupied);
        if V::PERMUTES_BITS {
            mirrored = occupied.mirror();
            transposed = occupied.transpose();
            transposed_mirrored = occupied.transpose_mirror();
        }
        Self {
            occupied,
            east: empty & V::splat(NOT_A),
            west: empty & V::splat(NOT_H),
            mirrored,
            transposed,
            transposed_mirrored,
        }
    }
}

/// Counts all legal moves but en-passant captures.
#[inline(always)]
pub(crate) fn count<V: Lanes>(p: &Positions<V>, castling: &[CastlingMasks; 2]) -> V {
    let way = Way::new(p.own | p.theirs);
    let king = king_rays(p, &way);
    let enemy = enemy_lines(p, &way);

    // Where a ray of the king and one of an enemy slider meet on a line, there are the squares
    // between a checking slider and the king, or there is a single piece of ours, pinned.
    let meet = Lines {
        diagonal: king.diagonal & enemy.diagonal,
        anti: king.anti & enemy.anti,
        file: king.file & enemy.file,
        rank: king.rank & enemy.rank,
    };
    let met = meet.diagonal | meet.anti | meet.file | meet.rank;
    let (checkers, beyond) = checks(p, &king);

    // The squares that answer a check: all if there is none, none if there are two.
    let more = checkers & checkers.minus(V::splat(1));
    let answers = checkers.if_empty(V::splat(u64::MAX)) | checkers | (met & !way.occupied);
    let targets = more.if_empty(answers & !p.own);

    let danger = danger(p, &enemy, beyond & !checkers);
    let mut counter = V::counter();
    (p.king.zone & !p.own & !danger).count::<0>(&mut counter);

    // A pinned piece stays in the sets of its line only.
    let free = !met;
    let diagonal = p.diagonal & !p.theirs;
    let orthogonal = p.orthogonal & !p.theirs;
    let movers = Lines {
        diagonal: diagonal & (free | meet.diagonal),
        anti: diagonal & (free | meet.anti),
        file: orthogonal & (free | meet.file),
        rank: orthogonal & (free | meet.rank),
    };
    count_sliders(&way, &movers, targets, &mut counter);
    count_knights(p.knights & p.own & free, targets, &mut counter);

    let pawns = p.pawns & p.own;
    let movers = Lines {
        diagonal: pawns & (free | meet.diagonal),
        anti: pawns & (free | meet.anti),
        file: pawns & (free | meet.file),
        rank: pawns,
    };
    let promotions = count_pawns(p, &way, &movers, targets, &mut counter);
    let total = V::total::<19>(counter).plus(promotions);
    if p.castling.any() {
        let obstacles = (way.occupied, danger, !p.castling | meet.rank);
        return total.plus(count_castling(castling, obstacles));
    }
    total
}

/// Returns the rays of the mover's king, up to the first piece.
#[inline(always)]
fn king_rays<V: Lanes>(p: &Positions<V>, way: &Way<V>) -> Lines<V> {
    /// The attacks of a single slider on one line: both directions at once.
    macro_rules! both {
        ($line:expr) => {{
            let blockers = way.occupied & $line;
            let up = blockers.minus(p.king.twice);
            let down = blockers.swap_bytes().minus(p.king.twice_swapped).swap_bytes();
            (up ^ down) & $line
        }};
    }
    let line = p.king.lines.rank;
    let blockers = way.occupied & line;
    let up = blockers.minus(p.king.twice);
    let rank = if V::PERMUTES_BITS {
        // Mirrored horizontally, blockers and king are in the same byte.
        let down = blockers.mirror().minus_bytes(p.king.twice_mirrored).mirror();
        (up ^ down) & line
    } else {
        ((up ^ blockers) | fill!(down, 1, 2, 4, way.west, p.king.bit)) & line
    };
    let lines = &p.king.lines;
    Lines {
        diagonal: both!(lines.diagonal),
        anti: both!(lines.anti),
        file: both!(lines.file),
        rank,
    }
}

/// Attacks of enemy sliders on each kind of line, both directions together.
#[inline(always)]
fn enemy_lines<V: Lanes>(p: &Positions<V>, way: &Way<V>) -> Lines<V> {
    let (not_a, not_h) = (V::splat(NOT_A), V::splat(NOT_H));
    let diagonal = p.diagonal & p.theirs;
    let orthogonal = p.orthogonal & p.theirs;
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
        rank = east | (fill!(down, 1, 2, 4, way.west, orthogonal) & not_h);
        file = fill!(up, 8, 16, 32, !occupied, orthogonal)
            | fill!(down, 8, 16, 32, !occupied, orthogonal);
    }
    Lines {
        diagonal: (fill!(up, 9, 18, 36, way.east, diagonal) & not_a)
            | (fill!(down, 9, 18, 36, way.west, diagonal) & not_h),
        anti: (fill!(up, 7, 14, 28, way.west, diagonal) & not_h)
            | (fill!(down, 7, 14, 28, way.east, diagonal) & not_a),
        file,
        rank,
    }
}

/// Returns the checking pieces, and the squares next to the king on the lines of a check: a slider
/// attacks the square behind the king too. (After a legal move no two sliders check on one line.)
#[inline(always)]
fn checks<V: Lanes>(p: &Positions<V>, king: &Lines<V>) -> (V, V) {
    let diagonals = p.diagonal & p.theirs;
    let orthogonals = p.orthogonal & p.theirs;
    let leapers = ((p.king.knight & p.knights) | (p.king.pawn & p.pawns)) & p.theirs;
    let sliders =
        ((king.diagonal | king.anti) & diagonals) | ((king.file | king.rank) & orthogonals);
    let lines = &p.king.lines;
    let beyond = (king.diagonal & diagonals).if_any(lines.diagonal)
        | (king.anti & diagonals).if_any(lines.anti)
        | (king.file & orthogonals).if_any(lines.file)
        | (king.rank & orthogonals).if_any(lines.rank);
    (sliders | leapers, beyond & p.king.zone)
}

/// Returns the squares that the king may not enter.
#[inline(always)]
fn danger<V: Lanes>(p: &Positions<V>, enemy: &Lines<V>, beyond: V) -> V {
    let (not_a, not_h) = (V::splat(NOT_A), V::splat(NOT_H));
    let pawns = p.pawns & p.theirs;
    let king = p.their_king;
    let row = king | (king.up::<1>() & not_a) | (king.down::<1>() & not_h);
    let knights = p.knights & p.theirs;
    let one = (knights.up::<1>() & not_a) | (knights.down::<1>() & not_h);
    let two = (knights.up::<2>() & V::splat(NOT_AB)) | (knights.down::<2>() & V::splat(NOT_GH));
    enemy.diagonal
        | enemy.anti
        | enemy.file
        | enemy.rank
        | beyond
        | (one.up::<16>() | one.down::<16>() | two.up::<8>() | two.down::<8>())
        | (pawns.down::<7>() & not_a)
        | (pawns.down::<9>() & not_h)
        | (row | row.up::<8>() | row.down::<8>())
}

/// Adds the moves of sliders, the sets number 1 to 8.
#[inline(always)]
fn count_sliders<V: Lanes>(way: &Way<V>, movers: &Lines<V>, targets: V, counter: &mut V::Counter) {
    let east = targets & V::splat(NOT_A);
    let west = targets & V::splat(NOT_H);
    (fill!(up, 9, 18, 36, way.east, movers.diagonal) & east).count::<1>(counter);
    (fill!(down, 9, 18, 36, way.west, movers.diagonal) & west).count::<2>(counter);
    (fill!(up, 7, 14, 28, way.west, movers.anti) & west).count::<3>(counter);
    (fill!(down, 7, 14, 28, way.east, movers.anti) & east).count::<4>(counter);
    /// Moves to the right, rank by rank.
    macro_rules! right {
        ($occupied:expr, $movers:expr) => {
            $occupied ^ $occupied.minus_bytes($movers.double_bytes())
        };
    }
    let (file, rank) = (movers.file, movers.rank);
    (right!(way.occupied, rank) & targets).count::<5>(counter);
    if V::PERMUTES_BITS {
        (right!(way.mirrored, rank.mirror()) & targets.mirror()).count::<6>(counter);
        (right!(way.transposed, file.transpose()) & targets.transpose()).count::<7>(counter);
        (right!(way.transposed_mirrored, file.transpose_mirror()) & targets.transpose_mirror())
            .count::<8>(counter);
    } else {
        let empty = !way.occupied;
        (fill!(down, 1, 2, 4, way.west, rank) & west).count::<6>(counter);
        (fill!(up, 8, 16, 32, empty, file) & targets).count::<7>(counter);
        (fill!(down, 8, 16, 32, empty, file) & targets).count::<8>(counter);
    }
}

/// Adds the moves of knights, the sets number 9 to 16.
#[inline(always)]
fn count_knights<V: Lanes>(knights: V, targets: V, counter: &mut V::Counter) {
    let (not_a, not_h) = (knights & V::splat(NOT_A), knights & V::splat(NOT_H));
    let (not_ab, not_gh) = (knights & V::splat(NOT_AB), knights & V::splat(NOT_GH));
    (not_h.up::<17>() & targets).count::<9>(counter);
    (not_h.down::<15>() & targets).count::<10>(counter);
    (not_a.up::<15>() & targets).count::<11>(counter);
    (not_a.down::<17>() & targets).count::<12>(counter);
    (not_gh.up::<10>() & targets).count::<13>(counter);
    (not_gh.down::<6>() & targets).count::<14>(counter);
    (not_ab.up::<6>() & targets).count::<15>(counter);
    (not_ab.down::<10>() & targets).count::<16>(counter);
}

/// Adds the moves of pawns, the sets number 17 and 18, and gives the moves that promotions add.
#[inline(always)]
fn count_pawns<V: Lanes>(
    p: &Positions<V>,
    way: &Way<V>,
    movers: &Lines<V>,
    targets: V,
    counter: &mut V::Counter,
) -> V {
    let push = movers.file.up::<8>() & !way.occupied;
    let double = (push & V::splat(RANK_3)).up::<8>() & !way.occupied & targets;
    let push = push & targets;
    let victims = targets & p.theirs;
    let right = movers.diagonal.up::<9>() & victims & V::splat(NOT_A);
    let left = movers.anti.up::<7>() & victims & V::splat(NOT_H);
    // Pushes go to empty squares, captures to occupied ones: two sets can share a word.
    (push | right).count::<17>(counter);
    (double | left).count::<18>(counter);
    // All pawns of the mover are in `movers.rank`.
    if !(movers.rank & V::splat(RANK_7)).any() {
        return V::splat(0);
    }
    // Every promotion has been counted once: three more pieces each.
    let last = V::splat(RANK_8);
    let promotions = (push & last) | (left & last).down::<8>() | (right & last).down::<16>();
    let sizes = promotions.sizes();
    sizes.plus(sizes).plus(sizes)
}

/// Counts the castling moves. `obstacles` are the occupied squares, those in danger and the
/// rooks that have no right or are pinned.
#[inline(always)]
fn count_castling<V: Lanes>(castling: &[CastlingMasks; 2], obstacles: (V, V, V)) -> V {
    let mut sum = V::splat(0);
    for side in castling {
        let found = (obstacles.0 & V::splat(side.empty))
            | (obstacles.1 & V::splat(side.safe))
            | (obstacles.2 & V::splat(side.rook));
        sum = sum.plus(found.if_empty(V::splat(u64::from(side.rook != 0))));
    }
    sum
}
