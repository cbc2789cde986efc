//! A board drawn with characters.

use std::fmt;

use anstyle::{Ansi256Color, Style};
use reynard::{Bitboard, Board, Color, File, Piece, Rank, Square};

/// How squares and pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    /// Letters, as in a FEN.
    Letters,
    /// Figurines, outlined for White and filled for Black.
    Figurines,
    /// Filled figurines on colored squares.
    Colors,
}

/// A board to be written, White at the bottom.
pub(crate) struct Picture<'a> {
    pub(crate) board: &'a Board,
    /// Squares to paint in red, where there are colors.
    pub(crate) marked: Bitboard,
    pub(crate) drawing: Drawing,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (margin, gap) = match self.drawing {
            Drawing::Letters | Drawing::Figurines => ("", " "),
            Drawing::Colors => (" ", "  "),
        };
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, " {rank}{margin}")?;
            for file in File::ALL {
                self.square(f, Square::new(file, rank))?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        for file in File::ALL {
            write!(f, "{gap}{file}")?;
        }
        writeln!(f)
    }
}

impl Picture<'_> {
    fn square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let piece = self.board.piece_at(square);
        match self.drawing {
            Drawing::Letters => write!(f, " {}", piece.map_or('.', Piece::to_char)),
            Drawing::Figurines => write!(f, " {}", piece.map_or('·', Piece::to_figurine)),
            Drawing::Colors => {
                let style = self.style(square, piece);
                // Unicode calls the filled ones black; filled with color they serve both sides.
                let figurine = piece.map_or(' ', |piece| piece.kind.of(Color::Black).to_figurine());
                write!(f, "{style} {figurine} {style:#}")
            }
        }
    }

    fn style(&self, square: Square, piece: Option<Piece>) -> Style {
        /// Numbers of the 256-color palette, chosen so that both armies stand out on all squares.
        const LIGHT: Ansi256Color = Ansi256Color(137);
        const DARK: Ansi256Color = Ansi256Color(95);
        const MARKED: Ansi256Color = Ansi256Color(167);
        const WHITE_PIECE: Ansi256Color = Ansi256Color(231);
        const BLACK_PIECE: Ansi256Color = Ansi256Color(16);

        let background = match square.shade() {
            _ if self.marked.contains(square) => MARKED,
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
