//! Draws the board.

use crate::browse::cells::{Cells, Rect, Style};
use reynard::draw::Figures;
use reynard::{Color, File, Move, Piece, Position, Rank, Square};

use crate::browse::Theme;

/// The size of a square in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SquareSize {
    /// Three cells wide and one cell high.
    Small,
    /// Six cells wide and three cells high.
    Large,
}

impl SquareSize {
    /// Returns the large size if it leaves room beside and below the board, and otherwise the small
    /// size.
    pub(super) const fn for_body(body: Rect) -> Self {
        if body.width >= 130 && body.height >= 38 { Self::Large } else { Self::Small }
    }

    const fn cells(self) -> (u16, u16) {
        match self {
            Self::Small => (3, 1),
            Self::Large => (6, 3),
        }
    }

    /// Returns the width and height of a board, including its coordinates.
    pub(super) const fn board(self) -> (u16, u16) {
        let (width, height) = self.cells();
        (MARGIN + 8 * width, 8 * height + 1)
    }
}

/// Width of the rank numbers in cells.
const MARGIN: u16 = 2;

/// A position to draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawnBoard<'a> {
    pub(super) pos: &'a Position,
    /// The side shown at the bottom.
    pub(super) orientation: Color,
    /// The move that led to the position.
    pub(super) last: Option<Move>,
    /// The selected move.
    pub(super) selected: Option<Move>,
    pub(super) theme: Theme,
}

impl DrawnBoard<'_> {
    pub(super) fn draw(&self, size: SquareSize, area: Rect, cells: &mut Cells) {
        let (width, height) = size.cells();
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.orientation {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let quiet = self.theme.quiet();
        let mut top = area.y;
        for rank in ranks {
            let middle = Rect { y: top + height / 2, height: 1, ..area };
            cells.put(middle.intersection(area), &rank.to_string(), quiet);
            let mut left = area.x + MARGIN;
            for file in files {
                let square = Rect { x: left, y: top, width, height };
                self.square(Square::new(file, rank), square.intersection(area), cells);
                left += width;
            }
            top += height;
        }
        let mut left = area.x + MARGIN + (width - 1) / 2;
        for file in files {
            let cell = Rect { x: left, y: top, width: 1, height: 1 };
            cells.put(cell.intersection(area), &file.to_string(), quiet);
            left += width;
        }
    }

    fn square(&self, square: Square, area: Rect, cells: &mut Cells) {
        let piece = self.pos.board().piece_at(square);
        let style = self.style(square, piece);
        cells.set_style(area, style);
        let middle = Rect {
            x: area.x + area.width.saturating_sub(1) / 2,
            y: area.y + area.height / 2,
            width: 1,
            height: 1,
        };
        cells.put(middle.intersection(area), &self.sign(square, piece).to_string(), style);
    }

    fn sign(&self, square: Square, piece: Option<Piece>) -> char {
        match (piece, self.theme.figures) {
            // Unicode calls the filled figurines black. In color, they represent both sides.
            (Some(piece), Figures::Figurines) if self.theme.has_colors() => {
                piece.kind.of(Color::Black).to_figurine()
            }
            (Some(piece), Figures::Figurines) => piece.to_figurine(),
            (Some(piece), Figures::Letters) => piece.to_char(),
            (None, _) if self.theme.has_colors() || square.shade() == Color::White => ' ',
            (None, _) => '.',
        }
    }

    fn style(&self, square: Square, piece: Option<Piece>) -> Style {
        let touches =
            |mv: Option<Move>| mv.is_some_and(|mv| [mv.from(), mv.to()].contains(&square));
        if !self.theme.has_colors() {
            let plain = Style::new();
            return match (touches(self.selected), touches(self.last)) {
                (true, _) => plain.reversed(),
                (_, true) => plain.underlined(),
                _ => plain,
            };
        }
        // Both colors of pieces have a contrast of more than 3 to 1 on each of these squares.
        let background = match square.shade() {
            _ if touches(self.selected) => 31,
            _ if touches(self.last) => 65,
            Color::White => 137,
            Color::Black => 95,
        };
        let foreground = match piece {
            Some(Piece { color: Color::White, .. }) => 231,
            _ => 16,
        };
        Style::new().bg(background).fg(foreground)
    }
}
