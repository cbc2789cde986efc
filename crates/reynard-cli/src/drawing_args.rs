//! Options for drawing a board.

use reynard::draw::{Coordinates, Mark, SvgBoard, Theme};
use reynard::{Bitboard, Board, Color, Move, Position};
use reynard_console::choice::{Choice, choice};
use reynard_pgn::{Annotation, Arrow, CommentText, HighlightedSquare, InvalidArrow};

/// Options for drawing a board.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DrawingArgs {
    /// Draw the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Tint the squares of the last move, or of a move that is given, like `--last-move=e2e4`
    #[arg(long, value_name = "MOVE", num_args = 0..=1, require_equals = true, default_missing_value = "",
          value_parser = squares)]
    last_move: Option<MoveSquares>,
    /// Arrows in pictures, separated by commas: `e2e4` is green, `Re2e4` red, `B` blue, `Y` yellow;
    /// a single square (`Re4`) gets a ring
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    arrows: Vec<Arrow>,
    /// Width of pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value = "400", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    size: u32,
    /// Place of the coordinates in pictures [default: inside, on sheets outside]
    #[arg(long, value_name = "PLACE", value_parser = choice(&COORDINATES))]
    coordinates: Option<Coordinates>,
    /// Colors of pictures [default: wood, on sheets paper]
    #[arg(long, value_name = "THEME", value_parser = choice(&THEMES))]
    theme: Option<Theme>,
}

/// The places where coordinates can be drawn.
const COORDINATES: [Choice<Coordinates>; 3] = [
    ("inside", Coordinates::Inside, "In the squares at the edge"),
    ("outside", Coordinates::Outside, "On a border around the board"),
    ("none", Coordinates::Hidden, "No coordinates"),
];

/// The themes of a board.
const THEMES: [Choice<Theme>; 4] = [
    ("wood", Theme::WOOD, "Brown"),
    ("sea", Theme::SEA, "Blue"),
    ("meadow", Theme::MEADOW, "Green"),
    ("paper", Theme::PAPER, "Black and white, for print"),
];

/// The squares of a move to tint; `None` for the position's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveSquares(Option<Bitboard>);

/// The purpose for which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Display on a screen.
    Screen,
    /// Print.
    Print,
}

/// Arrows and highlighted squares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings {
    arrows: Vec<Arrow>,
    squares: Vec<HighlightedSquare>,
}

impl Drawings {
    /// Collects an annotator's drawings from comments.
    pub(crate) fn of_comments(comments: &[CommentText]) -> Self {
        let mut drawings = Self::default();
        for annotation in comments.iter().flat_map(CommentText::annotations) {
            match annotation {
                Annotation::Arrows(arrows) => drawings.arrows.extend(arrows),
                Annotation::Squares(squares) => drawings.squares.extend(squares),
                _ => {}
            }
        }
        drawings
    }
}

impl DrawingArgs {
    /// Returns the side at the bottom.
    pub(crate) const fn orientation(&self) -> Color {
        if self.flip { Color::Black } else { Color::White }
    }

    /// Returns the squares of the last move that are to be tinted, or no squares if tinting is not
    /// requested.
    pub(crate) fn last_move(&self, last: Option<Move>) -> Bitboard {
        let of_move = |mv: Move| mv.from().bitboard().with(mv.king_target());
        match self.last_move {
            None => Bitboard::EMPTY,
            Some(MoveSquares(Some(given))) => given,
            Some(MoveSquares(None)) => last.map_or(Bitboard::EMPTY, of_move),
        }
    }

    /// Returns the width in pixels.
    pub(crate) const fn size(&self) -> u32 {
        self.size
    }

    /// Draws a position for display on a screen or for print, depending on `purpose`.
    pub(crate) fn board(
        &self,
        pos: &Position,
        last_move: Option<Move>,
        drawings: &Drawings,
        purpose: Purpose,
    ) -> SvgBoard {
        self.finished(SvgBoard::of_position(pos), last_move, drawings, purpose)
    }

    /// Draws pieces that do not form a valid position, for display on a screen or for print.
    pub(crate) fn placement(&self, board: &Board, purpose: Purpose) -> SvgBoard {
        self.finished(SvgBoard::new(board), None, &Drawings::default(), purpose)
    }

    /// Applies the options and the annotator's drawings to a board.
    fn finished(
        &self,
        svg: SvgBoard,
        last_move: Option<Move>,
        drawings: &Drawings,
        purpose: Purpose,
    ) -> SvgBoard {
        let (coordinates, theme) = match purpose {
            Purpose::Screen => (Coordinates::Inside, Theme::WOOD),
            Purpose::Print => (Coordinates::Outside, Theme::PAPER),
        };
        let mut svg = svg
            .size(self.size)
            .orientation(self.orientation())
            .coordinates(self.coordinates.unwrap_or(coordinates))
            .theme(self.theme.unwrap_or(theme))
            .last_move_squares(self.last_move(last_move));
        for &HighlightedSquare { color, square } in &drawings.squares {
            svg = svg.mark(square, Mark::Fill, color.into());
        }
        for &Arrow { color, from, to } in drawings.arrows.iter().chain(&self.arrows) {
            svg = svg.arrow(from, to, color.into());
        }
        svg
    }
}

/// Parses the squares of a move such as `e2e4`. An empty string stands for the last move.
fn squares(text: &str) -> Result<MoveSquares, InvalidArrow> {
    if text.is_empty() {
        return Ok(MoveSquares(None));
    }
    let Arrow { from, to, .. } =
        text.parse().ok().filter(|_| text.len() == 4).ok_or(InvalidArrow)?;
    Ok(MoveSquares(Some(from.bitboard().with(to))))
}
