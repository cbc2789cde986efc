//! Boards as SVG.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{PieceShape, Rgb, Theme, files, ranks};
use crate::{Bitboard, Board, Color, File, Move, Piece, PieceType, Position, Rank, Square};

/// A drawing of a board in SVG (Scalable Vector Graphics) format.
///
/// The SVG is self-contained, has no scripts, and is small: about 6 kB for a board full of pieces.
/// It can be stored in its own file or embedded in a web page, even many times. The pieces were
/// drawn for this crate and have the same license as the rest of it.
///
/// ```
/// use reynard::draw::{Coordinates, Mark, Rgb, SvgBoard, Theme};
/// use reynard::{Color, Position, Square};
///
/// let mut pos = Position::startpos();
/// let mv = pos.parse_uci("e2e4")?;
/// pos.play(mv)?;
/// let svg = SvgBoard::of_position(&pos)
///     .size(320)
///     .orientation(Color::Black)
///     .last_move(mv)
///     .mark(Square::D5, Mark::Circle, Rgb::BLUE)
///     .arrow(Square::C7, Square::C5, Rgb::GREEN)
///     .coordinates(Coordinates::Outside)
///     .theme(Theme::SEA);
/// assert!(svg.to_string().contains(r#"width="320""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SvgBoard {
    pub(super) board: Board,
    size: u32,
    title: Option<String>,
    pub(super) orientation: Color,
    pub(super) coordinates: Coordinates,
    pub(super) theme: Theme,
    pub(super) last_move: Bitboard,
    pub(super) check: Bitboard,
    pub(super) marks: Vec<(Bitboard, Mark, Rgb)>,
    pub(super) arrows: Vec<(Square, Square, Rgb)>,
}

/// Placement of the file letters and rank numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// In the corners of the leftmost and bottom squares.
    #[default]
    Inside,
    /// On a border around the board.
    Outside,
    /// Not shown.
    Hidden,
}

/// Kind of mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The square is tinted.
    Fill,
    /// A ring around the contents of the square.
    Circle,
    /// A small disk in the middle.
    Dot,
    /// A cross over the contents of the square.
    Cross,
}

impl SvgBoard {
    /// Creates a drawing of a board from White's point of view, 400 pixels wide, with coordinates
    /// and without marks.
    pub const fn new(board: &Board) -> Self {
        Self {
            board: *board,
            size: 400,
            title: None,
            orientation: Color::White,
            coordinates: Coordinates::Inside,
            theme: Theme::WOOD,
            last_move: Bitboard::EMPTY,
            check: Bitboard::EMPTY,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Creates a drawing of a position, with the king marked if it is in check.
    ///
    /// ```
    /// use reynard::draw::{SvgBoard, Theme};
    ///
    /// let pos = "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1".parse()?;
    /// let svg = SvgBoard::of_position(&pos).to_string();
    /// assert!(svg.contains(&Theme::WOOD.check.to_string()));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn of_position(position: &Position) -> Self {
        let king = position.king(position.turn()).bitboard();
        let check = if position.is_check() { king } else { Bitboard::EMPTY };
        Self { check, ..Self::new(position.board()) }
    }

    /// Sets the width and height in pixels at which the drawing is displayed by default.
    ///
    /// ```
    /// use reynard::{Board, draw::SvgBoard};
    ///
    /// let svg = SvgBoard::new(&Board::STANDARD).size(200).to_string();
    /// assert!(svg.contains("200"));
    /// ```
    #[must_use]
    pub fn size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    /// Sets the title for screen readers. The default is the placement of the pieces.
    ///
    /// ```
    /// use reynard::{Board, draw::SvgBoard};
    ///
    /// let svg = SvgBoard::new(&Board::STANDARD).title("White <to> move").to_string();
    /// assert!(svg.contains("<title>White &lt;to&gt; move</title>"));
    /// ```
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Sets the color shown at the bottom of the board.
    ///
    /// ```
    /// use reynard::{Board, Color, draw::SvgBoard};
    ///
    /// let svg = SvgBoard::new(&Board::STANDARD).orientation(Color::Black).to_string();
    /// assert_ne!(svg, SvgBoard::new(&Board::STANDARD).to_string());
    /// ```
    #[must_use]
    pub fn orientation(self, orientation: Color) -> Self {
        Self { orientation, ..self }
    }

    /// Sets the placement of the coordinates.
    ///
    /// ```
    /// use reynard::{Board, draw::{Coordinates, SvgBoard}};
    ///
    /// let svg = SvgBoard::new(&Board::STANDARD).coordinates(Coordinates::Hidden);
    /// println!("{svg}");
    /// ```
    #[must_use]
    pub fn coordinates(self, coordinates: Coordinates) -> Self {
        Self { coordinates, ..self }
    }

    /// Sets the colors.
    ///
    /// ```
    /// use reynard::{Board, draw::{SvgBoard, Theme}};
    ///
    /// println!("{}", SvgBoard::new(&Board::STANDARD).theme(Theme::SEA));
    /// ```
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Tints the origin and target squares of a move; for castling, the king's origin and
    /// destination.
    ///
    /// ```
    /// use reynard::{Board, Position, draw::SvgBoard};
    ///
    /// let mv = Position::startpos().parse_san("e4")?;
    /// println!("{}", SvgBoard::new(&Board::STANDARD).last_move(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn last_move(self, mv: Move) -> Self {
        Self { last_move: mv.from().bitboard().with(mv.king_target()), ..self }
    }

    /// Tints these squares like [`last_move`](Self::last_move), for use when only the squares of
    /// the move are known.
    ///
    /// ```
    /// use reynard::{Board, Square, draw::SvgBoard};
    ///
    /// let squares = Square::E2.bitboard().with(Square::E4);
    /// println!("{}", SvgBoard::new(&Board::STANDARD).last_move_squares(squares));
    /// ```
    #[must_use]
    pub fn last_move_squares(self, squares: Bitboard) -> Self {
        Self { last_move: squares, ..self }
    }

    /// Marks the square of a king in check.
    ///
    /// ```
    /// use reynard::{Board, Square, draw::SvgBoard};
    ///
    /// println!("{}", SvgBoard::new(&Board::STANDARD).check(Square::E1));
    /// ```
    #[must_use]
    pub fn check(self, king: Square) -> Self {
        Self { check: king.bitboard(), ..self }
    }

    /// Marks one or more squares.
    ///
    /// ```
    /// use reynard::{Board, Square, draw::{Mark, Rgb, SvgBoard}};
    ///
    /// let red = Rgb::from_hex(0xc00000);
    /// println!("{}", SvgBoard::new(&Board::STANDARD).mark(Square::E4, Mark::Circle, red));
    /// ```
    #[must_use]
    pub fn mark(mut self, squares: impl Into<Bitboard>, mark: Mark, color: Rgb) -> Self {
        self.marks.push((squares.into(), mark, color));
        self
    }

    /// Adds an arrow. An arrow from a square to itself is drawn as a ring around it.
    ///
    /// ```
    /// use reynard::{Board, Square, draw::{Rgb, SvgBoard}};
    ///
    /// let green = Rgb::from_hex(0x00a000);
    /// println!("{}", SvgBoard::new(&Board::STANDARD).arrow(Square::E2, Square::E4, green));
    /// ```
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, color: Rgb) -> Self {
        if from == to {
            return self.mark(from, Mark::Circle, color);
        }
        self.arrows.push((from, to, color));
        self
    }

    /// Returns the upper left corner of a square. A square is [`SIDE`] wide.
    pub(super) fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = square.coordinates();
        let (column, row) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (SIDE * i32::from(column), SIDE * i32::from(row))
    }

    pub(super) fn center(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// Writes the squares of a set as one path.
    fn squares(&self, f: &mut fmt::Formatter<'_>, set: Bitboard) -> fmt::Result {
        for square in set {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
        }
        Ok(())
    }

    fn tint(&self, f: &mut fmt::Formatter<'_>, set: Bitboard, color: Rgb) -> fmt::Result {
        write!(f, r#"<path fill="{color}" fill-opacity=".55" d=""#)?;
        self.squares(f, set)?;
        f.write_str(r#""/>"#)
    }

    fn draw_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Theme { light, dark, last_move, check, .. } = self.theme;
        write!(f, r#"<path fill="{light}" d="M0 0h{BOARD}v{BOARD}H0z"/><path fill="{dark}" d=""#)?;
        self.squares(f, Bitboard::DARK)?;
        f.write_str(r#""/>"#)?;
        if self.last_move.any() {
            self.tint(f, self.last_move, last_move)?;
        }
        for &(set, _, color) in self.marks.iter().filter(|(_, mark, _)| *mark == Mark::Fill) {
            self.tint(f, set, color)?;
        }
        for king in self.check {
            let (x, y) = self.center(king);
            write!(f, r#"<g fill="{check}" fill-opacity=".3">"#)?;
            for radius in [49, 43, 37] {
                write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)?;
            }
            f.write_str("</g>")?;
        }
        Ok(())
    }

    fn draw_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coordinates {
            Coordinates::Hidden => Ok(()),
            Coordinates::Inside => self.coordinates_inside(f),
            Coordinates::Outside => self.coordinates_outside(f),
        }
    }

    /// Draws labels on light squares in the dark color, and labels on dark squares in the light
    /// color.
    fn coordinates_inside(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = |square: Square| match square.shade() {
            Color::White => self.theme.dark,
            Color::Black => self.theme.light,
        };
        let bottom = self.orientation.back_rank();
        let left = if self.orientation == Color::White { File::A } else { File::H };
        write!(f, r#"<g font-family="{FONT}" font-size="20" font-weight="600">"#)?;
        for rank in Rank::ALL {
            let square = Square::new(left, rank);
            let (x, y) = self.corner(square);
            let (x, y, fill) = (x + 5, y + 21, color(square));
            write!(f, r#"<text x="{x}" y="{y}" fill="{fill}">{rank}</text>"#)?;
        }
        f.write_str(r#"<g text-anchor="end">"#)?;
        for file in File::ALL {
            let square = Square::new(file, bottom);
            let (x, y) = self.corner(square);
            let (x, y, fill) = (x + SIDE - 5, y + SIDE - 7, color(square));
            write!(f, r#"<text x="{x}" y="{y}" fill="{fill}">{file}</text>"#)?;
        }
        f.write_str("</g></g>")
    }

    fn coordinates_outside(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fill = self.theme.label;
        write!(f, r#"<g font-family="{FONT}" font-size="24" fill="{fill}" text-anchor="middle">"#)?;
        let middles = (SIDE / 2..).step_by(SIDE.unsigned_abs() as usize);
        // Text is placed by its baseline, so it is moved down by a third of its height.
        for (y, rank) in middles.clone().zip(ranks(self.orientation)) {
            let (left, right, y) = (-BORDER / 2, BOARD + BORDER / 2, y + 8);
            write!(f, r#"<text x="{left}" y="{y}">{rank}</text>"#)?;
            write!(f, r#"<text x="{right}" y="{y}">{rank}</text>"#)?;
        }
        for (x, file) in middles.zip(files(self.orientation)) {
            let (top, bottom) = (8 - BORDER / 2, BOARD + BORDER / 2 + 8);
            write!(f, r#"<text x="{x}" y="{top}">{file}</text>"#)?;
            write!(f, r#"<text x="{x}" y="{bottom}">{file}</text>"#)?;
        }
        f.write_str("</g>")
    }

    /// Defines each shape once, if it is needed, and then draws the pieces that use it. The shapes
    /// take their color from where they are used, so that several boards on one page can share
    /// them.
    fn draw_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>")?;
        for kind in PieceType::ALL.into_iter().filter(|&kind| self.board.by_type(kind).any()) {
            let PieceShape { body, lines } = PieceShape::of(kind);
            write!(
                f,
                r#"<g id="reynard-{kind}"><path d="{body}"/><path fill="none" stroke="currentColor" stroke-width="2.6" d="{lines}"/></g>"#
            )?;
        }
        f.write_str("</defs>")?;
        for color in Color::ALL {
            let (fill, lines) = match color {
                Color::White => (self.theme.white, self.theme.white_lines),
                Color::Black => (self.theme.black, self.theme.black_lines),
            };
            let outline = self.theme.outline;
            write!(
                f,
                r#"<g fill="{fill}" color="{lines}" stroke="{outline}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round">"#
            )?;
            for (square, Piece { kind, .. }) in self.board.iter().filter(|(_, p)| p.color == color)
            {
                let (x, y) = self.corner(square);
                write!(f, r##"<use href="#reynard-{kind}" x="{x}" y="{y}"/>"##)?;
            }
            f.write_str("</g>")?;
        }
        Ok(())
    }

    fn draw_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(set, mark, color) in &self.marks {
            for square in set {
                let (x, y) = self.center(square);
                match mark {
                    Mark::Fill => {}
                    Mark::Circle => write!(
                        f,
                        r#"<circle cx="{x}" cy="{y}" r="45" fill="none" stroke="{color}" stroke-width="7" stroke-opacity=".85"/>"#
                    )?,
                    Mark::Dot => write!(
                        f,
                        r#"<circle cx="{x}" cy="{y}" r="16" fill="{color}" fill-opacity=".75"/>"#
                    )?,
                    Mark::Cross => write!(
                        f,
                        r#"<path d="M{} {}l64 64m0-64l-64 64" stroke="{color}" stroke-width="11" stroke-linecap="round" stroke-opacity=".85"/>"#,
                        x - 32,
                        y - 32
                    )?,
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for SvgBoard {
    /// Writes the `svg` element, without an XML declaration.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = if self.coordinates == Coordinates::Outside { BORDER } else { 0 };
        let (corner, whole) = (-border, BOARD + 2 * border);
        let (size, board) = (self.size, &self.board);
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{corner} {corner} {whole} {whole}"><title>"#
        )?;
        match &self.title {
            Some(title) => escape(f, title)?,
            None => write!(f, "{board}")?,
        }
        f.write_str("</title>")?;
        if border > 0 {
            let fill = self.theme.border;
            write!(
                f,
                r#"<path fill="{fill}" d="M-{border}-{border}h{whole}v{whole}h-{whole}z"/>"#
            )?;
        }
        self.draw_board(f)?;
        self.draw_coordinates(f)?;
        self.draw_pieces(f)?;
        self.draw_marks(f)?;
        for &(from, to, color) in &self.arrows {
            arrow(f, self.center(from), self.center(to), color)?;
        }
        f.write_str("</svg>")
    }
}

/// Writes text, replacing the special characters of the markup with entities.
fn escape(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for letter in text.chars() {
        match letter {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            _ if letter.is_control() => f.write_str(" ")?,
            _ => write!(f, "{letter}")?,
        }
    }
    Ok(())
}

/// The width of a square.
pub(super) const SIDE: i32 = 100;
/// The width of the board.
pub(super) const BOARD: i32 = 8 * SIDE;
/// The width of the border for coordinates.
pub(super) const BORDER: i32 = 40;

const FONT: &str = "Helvetica,Arial,sans-serif";

/// Draws an arrow between two distinct points: along the horizontal axis, and then rotated into
/// place.
fn arrow(
    f: &mut fmt::Formatter<'_>,
    (x, y): (i32, i32),
    (to_x, to_y): (i32, i32),
    color: Rgb,
) -> fmt::Result {
    let (across, down) = (to_x - x, to_y - y);
    let length = distance(across, down);
    // A matrix rotates without an angle: its columns are the images of the axes.
    let part = |side: i32| Thousandths(side * 1000 / length);
    let (cosine, sine, minus) = (part(across), part(down), part(-down));
    let (tail, neck, tip) = (12, length - 40, length - 4);
    write!(
        f,
        r#"<path fill="{color}" fill-opacity=".8" transform="matrix({cosine} {sine} {minus} {cosine} {x} {y})" d="M{tail}-8H{neck}v-16L{tip} 0 {neck} 24V8H{tail}z"/>"#
    )
}

/// Returns the length of the hypotenuse, rounded down.
pub(super) const fn distance(across: i32, down: i32) -> i32 {
    (across * across + down * down).isqrt()
}

/// A number of thousandths, formatted as a decimal fraction. Without the standard library, no
/// floating-point functions are available.
struct Thousandths(i32);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let amount = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", amount / 1000, amount % 1000)
    }
}
