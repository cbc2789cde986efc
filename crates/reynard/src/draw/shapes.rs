//! Boards as plain shapes, for formats other than SVG.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::svg::{BOARD, BORDER, SIDE, distance};
use super::{Coordinates, Mark, PieceShape, Rgb, SvgBoard, files, ranks};
use crate::{Bitboard, Color, File, Piece, Rank, Square};

/// A shape of a drawn board: a path with its colors.
///
/// The board is 800 units wide, and its upper left corner is the origin. A border, if any, lies
/// around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// The path in SVG syntax, limited to the commands M, L, H, V, C, Q, A and Z, in upper or lower
    /// case.
    pub path: Cow<'static, str>,
    /// The point at which the origin of the path lies.
    pub origin: (i32, i32),
    /// The fill color; `None` for lines only.
    pub fill: Option<ShapePaint>,
    /// The color of the lines, and their width in tenths of a unit. Line ends and corners are
    /// round.
    pub stroke: Option<(ShapePaint, u32)>,
}

/// A color with an opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapePaint {
    /// The color.
    pub color: Rgb,
    /// The opacity in percent: 100 hides the background.
    pub opacity: u8,
}

impl From<Rgb> for ShapePaint {
    fn from(color: Rgb) -> Self {
        Self { color, opacity: 100 }
    }
}

impl BoardShape {
    fn filled(path: impl Into<Cow<'static, str>>, color: Rgb, opacity: u8) -> Self {
        let fill = Some(ShapePaint { color, opacity });
        Self { path: path.into(), origin: (0, 0), fill, stroke: None }
    }

    fn lines(path: impl Into<Cow<'static, str>>, color: Rgb, width: u32) -> Self {
        Self { path: path.into(), origin: (0, 0), fill: None, stroke: Some((color.into(), width)) }
    }

    fn at(self, origin: (i32, i32)) -> Self {
        Self { origin, ..self }
    }
}

impl SvgBoard {
    /// Returns the width of the whole drawing in units, and the offset of the board's corner within
    /// it.
    ///
    /// ```
    /// use reynard::{Board, draw::{Coordinates, SvgBoard}};
    ///
    /// let board = SvgBoard::new(&Board::STANDARD);
    /// assert_eq!(board.extent(), (800, 0));
    /// assert_eq!(board.coordinates(Coordinates::Outside).extent(), (880, 40));
    /// ```
    pub fn extent(&self) -> (u32, u32) {
        let border = if self.coordinates == Coordinates::Outside { BORDER } else { 0 };
        ((BOARD + 2 * border).unsigned_abs(), border.unsigned_abs())
    }

    /// Returns the drawing as shapes, from bottom to top. No shape is text: the coordinates are
    /// drawn as lines.
    ///
    /// ```
    /// use reynard::{Board, draw::SvgBoard};
    ///
    /// let shapes = SvgBoard::new(&Board::STANDARD).shapes();
    /// // A body and lines for each piece, squares and coordinates.
    /// assert!(shapes.len() > 64);
    /// ```
    pub fn shapes(&self) -> Vec<BoardShape> {
        let mut shapes = Vec::new();
        self.add_board(&mut shapes);
        self.add_coordinates(&mut shapes);
        self.add_pieces(&mut shapes);
        self.add_marks(&mut shapes);
        for &(from, to, color) in &self.arrows {
            shapes.push(BoardShape::filled(arrow(self.center(from), self.center(to)), color, 80));
        }
        shapes
    }

    fn squares_path(&self, set: Bitboard) -> String {
        let mut path = String::new();
        for square in set {
            let (x, y) = self.corner(square);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        path
    }

    fn add_board(&self, shapes: &mut Vec<BoardShape>) {
        let theme = self.theme;
        if self.coordinates == Coordinates::Outside {
            let whole = BOARD + 2 * BORDER;
            let border = format!("M-{BORDER}-{BORDER}h{whole}v{whole}h-{whole}z");
            shapes.push(BoardShape::filled(border, theme.border, 100));
        }
        shapes.push(BoardShape::filled(
            format!("M0 0h{BOARD}v{BOARD}h-{BOARD}z"),
            theme.light,
            100,
        ));
        shapes.push(BoardShape::filled(self.squares_path(Bitboard::DARK), theme.dark, 100));
        if self.last_move.any() {
            let squares = self.squares_path(self.last_move);
            shapes.push(BoardShape::filled(squares, theme.last_move, 55));
        }
        for &(set, _, color) in self.marks.iter().filter(|(_, mark, _)| *mark == Mark::Fill) {
            shapes.push(BoardShape::filled(self.squares_path(set), color, 55));
        }
        for king in self.check {
            for radius in [49, 43, 37] {
                shapes.push(
                    BoardShape::filled(circle(radius), theme.check, 30).at(self.center(king)),
                );
            }
        }
    }

    fn add_coordinates(&self, shapes: &mut Vec<BoardShape>) {
        match self.coordinates {
            Coordinates::Hidden => {}
            Coordinates::Inside => {
                let left = if self.orientation == Color::White { File::A } else { File::H };
                let color = |square: Square| match square.shade() {
                    Color::White => self.theme.dark,
                    Color::Black => self.theme.light,
                };
                for rank in Rank::ALL {
                    let square = Square::new(left, rank);
                    let (x, y) = self.corner(square);
                    let glyph = DIGITS[rank as usize];
                    shapes.push(BoardShape::lines(glyph, color(square), 25).at((x + 6, y + 6)));
                }
                for file in File::ALL {
                    let square = Square::new(file, self.orientation.back_rank());
                    let (x, y) = self.corner(square);
                    let place = (x + SIDE - 17, y + SIDE - 24);
                    shapes.push(
                        BoardShape::lines(LETTERS[file as usize], color(square), 25).at(place),
                    );
                }
            }
            Coordinates::Outside => {
                let middles = (SIDE / 2..BOARD).step_by(SIDE.unsigned_abs() as usize);
                let label = self.theme.label;
                for (y, rank) in middles.clone().zip(ranks(self.orientation)) {
                    for x in [-BORDER / 2 - 5, BOARD + BORDER / 2 - 5] {
                        shapes.push(
                            BoardShape::lines(DIGITS[rank as usize], label, 25).at((x, y - 8)),
                        );
                    }
                }
                for (x, file) in middles.zip(files(self.orientation)) {
                    for y in [-BORDER / 2 - 8, BOARD + BORDER / 2 - 10] {
                        shapes.push(
                            BoardShape::lines(LETTERS[file as usize], label, 25).at((x - 5, y)),
                        );
                    }
                }
            }
        }
    }

    fn add_pieces(&self, shapes: &mut Vec<BoardShape>) {
        let theme = self.theme;
        for (square, Piece { color, kind }) in self.board.iter() {
            let (fill, lines) = match color {
                Color::White => (theme.white, theme.white_lines),
                Color::Black => (theme.black, theme.black_lines),
            };
            let shape = PieceShape::of(kind);
            let mut body = BoardShape::filled(shape.body, fill, 100).at(self.corner(square));
            body.stroke = Some((theme.outline.into(), 32));
            shapes.push(body);
            shapes.push(BoardShape::lines(shape.lines, lines, 26).at(self.corner(square)));
        }
    }

    fn add_marks(&self, shapes: &mut Vec<BoardShape>) {
        for &(set, mark, color) in &self.marks {
            for square in set {
                let center = self.center(square);
                let lines = |path, width| {
                    let stroke = Some((ShapePaint { color, opacity: 85 }, width));
                    BoardShape { path, origin: center, fill: None, stroke }
                };
                match mark {
                    Mark::Fill => {}
                    Mark::Circle => shapes.push(lines(circle(45).into(), 70)),
                    Mark::Dot => shapes.push(BoardShape::filled(circle(16), color, 75).at(center)),
                    Mark::Cross => shapes.push(lines("M-32-32L32 32M32-32L-32 32".into(), 110)),
                }
            }
        }
    }
}

/// Returns a circle around the origin.
fn circle(radius: i32) -> String {
    let across = 2 * radius;
    format!("M-{radius} 0a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0-{across} 0z")
}

/// Returns an arrow between two distinct points.
fn arrow((x, y): (i32, i32), (to_x, to_y): (i32, i32)) -> String {
    let (across, down) = (to_x - x, to_y - y);
    let length = distance(across, down);
    let (tail, neck, tip) = (12, length - 40, length - 4);
    let outline = [(tail, -8), (neck, -8), (neck, -24), (tip, 0), (neck, 24), (neck, 8), (tail, 8)];
    let mut path = String::new();
    for (index, (along, aside)) in outline.into_iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        // In tenths, rotated to the direction of the arrow.
        let px = 10 * x + 10 * (along * across - aside * down) / length;
        let py = 10 * y + 10 * (along * down + aside * across) / length;
        let _ = write!(path, "{command}{} {}", Tenths(px), Tenths(py));
    }
    path.push('z');
    path
}

/// A number of tenths, formatted as a decimal fraction.
struct Tenths(i32);

impl core::fmt::Display for Tenths {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let amount = self.0.unsigned_abs();
        write!(f, "{sign}{}.{}", amount / 10, amount % 10)
    }
}

/// The digits 1 to 8 as lines, 11 wide and 16 high.
const DIGITS: [&str; 8] = [
    "M2 4.5L6.5 1V16",
    "M1 5.2A4.6 4.4 0 0 1 10.2 5C10.2 8 6.5 10.5 1 16H10.5",
    "M1.5 3.6A4.2 3.6 0 1 1 5.2 7.8A4.6 4.2 0 1 1 1 13",
    "M8 16V1L.5 11.5H11",
    "M9.5 1H2.8L2 7.6A4.7 4.5 0 1 1 1.2 14",
    "M8.8 1.2C4.5 2.8 1.2 7 1.2 11.2A4.6 4.8 0 1 0 10.4 11.2A4.6 4.8 0 0 0 1.4 10",
    "M.8 1H10L4 16",
    "M5.5 1A3.8 3.5 0 1 0 5.5 8A3.8 3.5 0 1 0 5.5 1M5.5 8A4.6 4 0 1 0 5.5 16A4.6 4 0 1 0 5.5 8",
];

/// The letters a to h as lines, 10 wide and 16 high above the baseline.
const LETTERS: [&str; 8] = [
    "M9 6V16M9 11A4 5 0 1 0 1 11A4 5 0 1 0 9 11",
    "M1 0V16M1 11A4 5 0 1 1 9 11A4 5 0 1 1 1 11",
    "M8.6 7.6A4.2 5 0 1 0 8.6 14.4",
    "M9 0V16M9 11A4 5 0 1 0 1 11A4 5 0 1 0 9 11",
    "M1 11H9A4 5 0 1 0 8 14.6",
    "M8.5 .8C5.5-.4 4 1 4 4V16M1 6.5H7.8",
    "M9 6V16.5C9 20.5 3.5 21 1.6 18.6M9 11A4 5 0 1 0 1 11A4 5 0 1 0 9 11",
    "M1 0V16M1 10.5C1.5 4.5 9 4.5 9 10.5V16",
];
