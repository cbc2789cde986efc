//! Small constant tables: leaper attacks, lines through a square, squares between two squares.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "numbers of files, ranks and squares, and steps between them"
)]

/// All squares except the a-file.
pub(crate) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares except the h-file.
pub(crate) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// All squares except the a-file and the b-file.
pub(crate) const NOT_AB: u64 = NOT_A & NOT_A << 1;
/// All squares except the g-file and the h-file.
pub(crate) const NOT_GH: u64 = NOT_H & NOT_H >> 1;
/// All squares except the a-file and the h-file.
pub(crate) const INNER: u64 = NOT_A & NOT_H;
/// The third rank, which the mover's double pushes cross.
pub(crate) const RANK_3: u64 = 0x0000_0000_00ff_0000;
/// The seventh rank, from which the mover's pawns promote.
pub(crate) const RANK_7: u64 = 0x00ff_0000_0000_0000;
/// The eighth rank.
pub(crate) const RANK_8: u64 = 0xff00_0000_0000_0000;
/// The value that, when XORed with a square index, mirrors the square vertically, as swapping bytes
/// mirrors a board.
pub(crate) const FLIP: u32 = 56;

/// For each square, the diagonal through it that rises to the right, without the square itself.
pub(crate) const DIAGONAL: [u64; 64] = lines(1, 1);
/// For each square, the diagonal through it that falls to the right, without the square itself.
pub(crate) const ANTIDIAGONAL: [u64; 64] = lines(1, -1);
/// For each square, its file without the square itself.
pub(crate) const FILE: [u64; 64] = lines(0, 1);
/// For each square, its rank without the square itself.
pub(crate) const RANK: [u64; 64] = lines(1, 0);
/// Squares to which a king can step from each square.
pub(crate) const KING: [u64; 64] =
    steps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
/// Squares to which a knight can jump from each square.
pub(crate) const KNIGHT: [u64; 64] =
    steps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// Capture targets of a pawn that moves up the board.
pub(crate) const PAWN_UP: [u64; 64] = steps(&[(1, 1), (-1, 1)]);
/// Capture targets of a pawn that moves down the board.
pub(crate) const PAWN_DOWN: [u64; 64] = steps(&[(1, -1), (-1, -1)]);
/// The squares strictly between two squares on a common line; empty for all other pairs.
pub(crate) static BETWEEN: [[u64; 64]; 64] = between();

/// Rank attacks by file and by the occupancy of the six inner files.
static RANK_ATTACKS: [[u8; 64]; 8] = rank_table();

const fn rank_table() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[file][inner] = rays(file as u32, (inner as u8) << 1);
            inner += 1;
        }
        file += 1;
    }
    table
}

/// Returns the squares of a rank that a slider on the given file attacks.
pub(crate) const fn rays(file: u32, occupied: u8) -> u8 {
    let mut set = 0;
    let mut to = file + 1;
    while to < 8 {
        set |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
        to += 1;
    }
    let mut to = file;
    while to > 0 {
        to -= 1;
        set |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
    }
    set
}

/// Returns the squares attacked by a slider on its rank.
#[inline(always)]
pub(crate) fn rank_attacks(square: u32, occupied: u64) -> u64 {
    let shift = square & FLIP;
    let inner = (occupied >> (shift + 1)) as usize & 63;
    u64::from(RANK_ATTACKS[square as usize & 7][inner]) << shift
}

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 8 && rank >= 0 && rank < 8
}

const fn steps<const N: usize>(deltas: &[(i32, i32); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let file = square as i32 % 8 + deltas[i].0;
            let rank = square as i32 / 8 + deltas[i].1;
            if on_board(file, rank) {
                table[square] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Returns the squares from `square` (exclusive) to the edge of the board in one direction.
const fn ray(square: usize, df: i32, dr: i32) -> u64 {
    let mut set = 0;
    let mut file = square as i32 % 8 + df;
    let mut rank = square as i32 / 8 + dr;
    while on_board(file, rank) {
        set |= 1 << (rank * 8 + file);
        file += df;
        rank += dr;
    }
    set
}

const fn lines(df: i32, dr: i32) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = ray(square, df, dr) | ray(square, -df, -dr);
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "evaluated when the crate is compiled")]
const fn between() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 9 {
            let df = direction % 3 - 1;
            let dr = direction / 3 - 1;
            if df != 0 || dr != 0 {
                let mut set = 0;
                let mut file = square as i32 % 8 + df;
                let mut rank = square as i32 / 8 + dr;
                while on_board(file, rank) {
                    table[square][(rank * 8 + file) as usize] = set;
                    set |= 1 << (rank * 8 + file);
                    file += df;
                    rank += dr;
                }
            }
            direction += 1;
        }
        square += 1;
    }
    table
}
