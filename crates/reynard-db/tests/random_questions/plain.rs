//! Games as a plain program sees them: boards of characters, moves by squares.

use reynard::{CastlingSide, File, Position, Square};
use reynard_pgn::GameTree;

/// A board: characters of FEN by square from a1, `.` for none.
pub(crate) type Grid = [char; 64];

/// A move with the piece that makes it.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) piece: char,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) takes: bool,
    pub(crate) promotion: Option<char>,
    pub(crate) check: bool,
    pub(crate) mate: bool,
    pub(crate) castling: Option<&'static str>,
    /// The number of the piece, and for castling the rook's with its squares.
    pub(crate) number: usize,
    pub(crate) rook: Option<(usize, usize, usize)>,
}

/// A game as the plain program sees it.
pub(crate) struct Plain {
    pub(crate) tree: GameTree,
    pub(crate) boards: Vec<Seen>,
    pub(crate) made: Vec<Made>,
}

/// A position as the plain program sees it, counted once.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) grid: Grid,
    /// The board with colors reversed.
    pub(crate) mirror: Grid,
    pub(crate) pawns: Grid,
    pub(crate) pawn_mirror: Grid,
    /// White is to move.
    pub(crate) white: bool,
    /// The numbers of `KINDS` of White and of Black.
    pub(crate) counts: [[i32; 6]; 2],
}

pub(crate) const KINDS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

impl Seen {
    fn new(pos: &Position) -> Self {
        let grid = grid(pos);
        let mirror = flipped_grid(&grid);
        let pawns = |grid: &Grid| grid.map(|it| if matches!(it, 'P' | 'p') { it } else { '.' });
        let count = |kind: char| grid.iter().map(|&it| i32::from(it == kind)).sum::<i32>();
        Self {
            mirror,
            pawns: pawns(&grid),
            pawn_mirror: pawns(&mirror),
            white: pos.turn() == reynard::Color::White,
            counts: [KINDS.map(count), KINDS.map(|kind| count(flipped(kind)))],
            grid,
        }
    }

    pub(crate) fn reversed(&self) -> Self {
        Self {
            grid: self.mirror,
            mirror: self.grid,
            pawns: self.pawn_mirror,
            pawn_mirror: self.pawns,
            white: !self.white,
            counts: [self.counts[1], self.counts[0]],
        }
    }
}

pub(crate) fn grid(pos: &Position) -> Grid {
    let mut grid = ['.'; 64];
    for (square, piece) in pos.board().iter() {
        grid[square as usize] = piece.to_char();
    }
    grid
}

pub(crate) fn flipped(piece: char) -> char {
    if piece.is_uppercase() { piece.to_ascii_lowercase() } else { piece.to_ascii_uppercase() }
}

pub(crate) fn flipped_grid(grid: &Grid) -> Grid {
    std::array::from_fn(|square| flipped(grid[square ^ 0o70]))
}

pub(crate) fn plain(tree: GameTree) -> Plain {
    let mut pos = tree.start().clone();
    let mut boards = vec![Seen::new(&pos)];
    let mut numbers: [usize; 64] = std::array::from_fn(|square| square);
    let mut made = Vec::new();
    for mv in tree.moves() {
        let (from, target) = (mv.from() as usize, mv.king_target() as usize);
        let piece = boards[boards.len() - 1].grid[from];
        let castling = mv.castling_side();
        let number = numbers[from];
        let mut rook = None;
        if let Some(side) = castling {
            let file = if side == CastlingSide::KingSide { File::F } else { File::D };
            let rook_to = Square::new(file, mv.to().rank()) as usize;
            rook = Some((numbers[mv.to() as usize], mv.to() as usize, rook_to));
            numbers[rook_to] = numbers[mv.to() as usize];
        }
        numbers[target] = number;
        pos.play_unchecked(mv);
        made.push(Made {
            piece,
            from,
            to: target,
            takes: mv.is_capture(),
            promotion: mv.promotion().map(|kind| kind.to_char().to_ascii_uppercase()),
            check: pos.is_check(),
            mate: pos.is_check() && pos.legal_moves().is_empty(),
            castling: castling
                .map(|side| if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" }),
            number,
            rook,
        });
        boards.push(Seen::new(&pos));
    }
    Plain { tree, boards, made }
}
