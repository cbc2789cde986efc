//! Boards drawn with characters.

use core::fmt;

use super::{files, ranks};
use crate::{Bitboard, Board, Color, EnPassantMode, Position, Rank, Square};

/// A board drawn with characters in a frame with coordinates.
///
/// ```
/// use reynard::draw::{Figures, TextBoard};
/// use reynard::Board;
///
/// let text = TextBoard::new(&Board::STANDARD).to_string();
/// assert_eq!(
///     text.lines().collect::<Vec<_>>(),
///     [
///         "  +-----------------+",
///         "8 | r n b q k b n r |",
///         "7 | p p p p p p p p |",
///         "6 | . . . . . . . . |",
///         "5 | . . . . . . . . |",
///         "4 | . . . . . . . . |",
///         "3 | . . . . . . . . |",
///         "2 | P P P P P P P P |",
///         "1 | R N B Q K B N R |",
///         "  +-----------------+",
///         "    a b c d e f g h",
///     ]
/// );
/// let figurines = TextBoard::new(&Board::STANDARD).figures(Figures::Figurines);
/// assert!(figurines.to_string().contains("│ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │"));
/// ```
#[derive(Clone, Debug)]
pub struct TextBoard {
    board: Board,
    figures: Figures,
    orientation: Color,
    castling_rooks: Bitboard,
    en_passant: Option<Square>,
}

/// Characters that represent the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Figures {
    /// FEN letters, and a frame of ASCII characters.
    #[default]
    Letters,
    /// Unicode chess figures, outlined for White and filled for Black, and a frame of box-drawing
    /// characters.
    Figurines,
}

impl TextBoard {
    /// Creates a drawing of a board from White's point of view, with letters.
    ///
    /// ```
    /// use reynard::{Board, draw::TextBoard};
    ///
    /// assert!(TextBoard::new(&Board::EMPTY).to_string().contains('8'));
    /// ```
    pub const fn new(board: &Board) -> Self {
        Self {
            board: *board,
            figures: Figures::Letters,
            orientation: Color::White,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
        }
    }

    /// Creates a drawing of a position. Arrows in the frame point to the rooks that may still
    /// castle. An arrow on the en-passant square points to the pawn that has just passed it.
    ///
    /// ```
    /// use reynard::draw::TextBoard;
    ///
    /// let pos = "r3k2r/8/8/4pP2/8/8/8/R3K3 w Qkq e6 0 1".parse()?;
    /// let text = TextBoard::of_position(&pos).to_string();
    /// assert_eq!(
    ///     text.lines().collect::<Vec<_>>(),
    ///     [
    ///         "  +-v-------------v-+",
    ///         "8 | r . . . k . . r |",
    ///         "7 | . . . . . . . . |",
    ///         "6 | . . . . v . . . |",
    ///         "5 | . . . . p P . . |",
    ///         "4 | . . . . . . . . |",
    ///         "3 | . . . . . . . . |",
    ///         "2 | . . . . . . . . |",
    ///         "1 | R . . . K . . . |",
    ///         "  +-^---------------+",
    ///         "    a b c d e f g h",
    ///     ]
    /// );
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn of_position(position: &Position) -> Self {
        Self {
            castling_rooks: position.castling_rights().rooks(),
            en_passant: position.en_passant(EnPassantMode::Always),
            ..Self::new(position.board())
        }
    }

    /// Sets the characters that represent the pieces.
    ///
    /// ```
    /// use reynard::{Board, draw::{Figures, TextBoard}};
    ///
    /// let board = TextBoard::new(&Board::STANDARD).figures(Figures::Figurines);
    /// assert!(board.to_string().contains('♔'));
    /// ```
    #[must_use]
    pub const fn figures(self, figures: Figures) -> Self {
        Self { figures, ..self }
    }

    /// Sets the color shown at the bottom of the board.
    ///
    /// ```
    /// use reynard::{Board, Color, draw::TextBoard};
    ///
    /// println!("{}", TextBoard::new(&Board::STANDARD).orientation(Color::Black));
    /// ```
    #[must_use]
    pub const fn orientation(self, orientation: Color) -> Self {
        Self { orientation, ..self }
    }

    /// Draws the frame above or below the back rank of `side`.
    fn edge(
        &self,
        f: &mut fmt::Formatter<'_>,
        [left, line, right]: [char; 3],
        side: Color,
        arrow: char,
    ) -> fmt::Result {
        write!(f, "  {left}{line}")?;
        for file in files(self.orientation) {
            let rook = Square::new(file, side.back_rank());
            let mark = if self.castling_rooks.contains(rook) { arrow } else { line };
            write!(f, "{mark}{line}")?;
        }
        writeln!(f, "{right}")
    }

    fn square(&self, square: Square, characters: &Characters) -> char {
        match self.board.piece_at(square) {
            Some(piece) => match self.figures {
                Figures::Letters => piece.to_char(),
                Figures::Figurines => piece.to_figurine(),
            },
            None if self.en_passant == Some(square) => {
                // A white pawn that has passed the third rank stands higher on White's board.
                let up = (square.rank() == Rank::Third) == (self.orientation == Color::White);
                if up { characters.up } else { characters.down }
            }
            None => characters.vacant,
        }
    }
}

impl fmt::Display for TextBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let characters = match self.figures {
            Figures::Letters => &LETTERS,
            Figures::Figurines => &FIGURINES,
        };
        let Characters { top, bottom, side, up, down, .. } = *characters;
        self.edge(f, top, !self.orientation, down)?;
        for rank in ranks(self.orientation) {
            write!(f, "{rank} {side}")?;
            for file in files(self.orientation) {
                write!(f, " {}", self.square(Square::new(file, rank), characters))?;
            }
            writeln!(f, " {side}")?;
        }
        self.edge(f, bottom, self.orientation, up)?;
        f.write_str("   ")?;
        for file in files(self.orientation) {
            write!(f, " {file}")?;
        }
        writeln!(f)
    }
}

/// Characters with which a board is drawn, besides the pieces.
struct Characters {
    /// The left end, the line and the right end of the upper frame.
    top: [char; 3],
    /// The left end, the line and the right end of the lower frame.
    bottom: [char; 3],
    side: char,
    vacant: char,
    up: char,
    down: char,
}

const LETTERS: Characters = Characters {
    top: ['+', '-', '+'],
    bottom: ['+', '-', '+'],
    side: '|',
    vacant: '.',
    up: '^',
    down: 'v',
};

const FIGURINES: Characters = Characters {
    top: ['┌', '─', '┐'],
    bottom: ['└', '─', '┘'],
    side: '│',
    vacant: '·',
    up: '↑',
    down: '↓',
};
