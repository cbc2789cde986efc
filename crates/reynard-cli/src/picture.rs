//! A board in terminal colors.

use std::fmt;
use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use reynard::draw::{Figures, TextBoard};
use reynard::{Bitboard, Board, Color, File, Piece, Position, Rank, Square};
use reynard_console::output::{Output, Paint};

/// Prints a board. On a terminal with colors, figurines are drawn on colored squares; a king in
/// check and the squares of a move are highlighted. Otherwise, the board is printed as text with
/// the given figures.
pub(crate) fn print_board(
    pos: &Position,
    orientation: Color,
    moved: Bitboard,
    figures: Figures,
    out: &mut Output,
) -> io::Result<()> {
    let king = pos.king(pos.turn()).bitboard();
    let marked = if pos.is_check() { king } else { Bitboard::EMPTY };
    let colored = ColoredBoard { board: pos.board(), marked, moved, orientation };
    print(TextBoard::of_position(pos), &colored, figures, out)
}

/// Prints pieces that do not form a valid position, in colors if the terminal supports them.
pub(crate) fn print_placement(
    board: &Board,
    orientation: Color,
    figures: Figures,
    out: &mut Output,
) -> io::Result<()> {
    let (marked, moved) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let colored = ColoredBoard { board, marked, moved, orientation };
    print(TextBoard::new(board), &colored, figures, out)
}

/// Prints a board in colors if the terminal supports them, otherwise as text.
fn print(
    text: TextBoard,
    colored: &ColoredBoard<'_>,
    figures: Figures,
    out: &mut Output,
) -> io::Result<()> {
    let figures = if out.is_ascii_terminal() { Figures::Letters } else { figures };
    if figures == Figures::Letters || out.paint() == Paint::Plain {
        return write!(out, "{}", text.figures(figures).orientation(colored.orientation));
    }
    write!(out, "{colored}")
}

/// A board on colored squares.
struct ColoredBoard<'a> {
    board: &'a Board,
    /// Squares that are painted red.
    marked: Bitboard,
    /// Squares that are painted green.
    moved: Bitboard,
    /// The side shown at the bottom.
    orientation: Color,
}

impl fmt::Display for ColoredBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.orientation {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for rank in ranks {
            write!(f, " {rank} ")?;
            for file in files {
                self.square(f, Square::new(file, rank))?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        for file in files {
            write!(f, "  {file}")?;
        }
        writeln!(f)
    }
}

impl ColoredBoard<'_> {
    fn square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let piece = self.board.piece_at(square);
        let style = self.style(square, piece);
        // Unicode calls the filled figurines black. In color, they represent both sides.
        let figurine = piece.map_or(' ', |piece| piece.kind.of(Color::Black).to_figurine());
        write!(f, "{style} {figurine} {style:#}")
    }

    fn style(&self, square: Square, piece: Option<Piece>) -> Style {
        // From the 256-color palette. Both colors of pieces have a contrast of more than 3 to 1 on
        // each of the squares.
        const LIGHT: Ansi256Color = Ansi256Color(137);
        const DARK: Ansi256Color = Ansi256Color(95);
        const MARKED: Ansi256Color = Ansi256Color(167);
        const MOVED: Ansi256Color = Ansi256Color(65);
        const WHITE_PIECE: Ansi256Color = Ansi256Color(231);
        const BLACK_PIECE: Ansi256Color = Ansi256Color(16);

        let background = match square.shade() {
            _ if self.marked.contains(square) => MARKED,
            _ if self.moved.contains(square) => MOVED,
            Color::White => LIGHT,
            Color::Black => DARK,
        };
        let foreground = match piece {
            Some(Piece { color: Color::White, .. }) => WHITE_PIECE,
            _ => BLACK_PIECE,
        };
        Style::new().bg_color(Some(background.into())).fg_color(Some(foreground.into()))
    }
}
