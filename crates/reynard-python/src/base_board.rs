//! `BaseBoard`: pieces on squares. The Python side adds the methods that need no speed.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reynard::{Bitboard, Color, PieceType, Setup, attacks};

use crate::args::{Kind, Mask, Side, Square, is_white, number_of};
use crate::core::Core;
use crate::fen::{board_text, parse_board};
use crate::loose::attackers;
use crate::piece::Piece;

/// A board with pieces: no side to move, no rights, no history.
#[pyclass(module = "reynard", subclass)]
pub(crate) struct BaseBoard {
    pub(crate) core: Core,
}

pub(crate) fn invalid_fen(fault: &str, fen: &str) -> PyErr {
    PyValueError::new_err(format!("{fault}: {fen:?}"))
}

impl BaseBoard {
    fn set_board(&mut self, board: reynard::Board, promoted: Bitboard) {
        self.core.stack = std::sync::Arc::default();
        self.core.promoted = promoted;
        self.core.edit(|setup| setup.board = board);
    }

    fn by_type(&self, kind: PieceType) -> u64 {
        self.core.state.board().by_type(kind).bits()
    }
}

#[pymethods]
impl BaseBoard {
    #[new]
    #[pyo3(signature = (board_fen = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")))]
    fn new(board_fen: Option<&str>) -> PyResult<Self> {
        let (board, promoted) = match board_fen {
            Some(fen) => parse_board(fen.trim()).map_err(|fault| invalid_fen(fault, fen))?,
            None => (reynard::Board::EMPTY, Bitboard::EMPTY),
        };
        Ok(Self { core: Core::new(Setup { board, ..Setup::EMPTY }, promoted, false) })
    }

    /// The squares of the pawns, as an integer.
    #[getter]
    fn pawns(&self) -> u64 {
        self.by_type(PieceType::Pawn)
    }

    /// The squares of the knights, as an integer.
    #[getter]
    fn knights(&self) -> u64 {
        self.by_type(PieceType::Knight)
    }

    /// The squares of the bishops, as an integer.
    #[getter]
    fn bishops(&self) -> u64 {
        self.by_type(PieceType::Bishop)
    }

    /// The squares of the rooks, as an integer.
    #[getter]
    fn rooks(&self) -> u64 {
        self.by_type(PieceType::Rook)
    }

    /// The squares of the queens, as an integer.
    #[getter]
    fn queens(&self) -> u64 {
        self.by_type(PieceType::Queen)
    }

    /// The squares of the kings, as an integer.
    #[getter]
    fn kings(&self) -> u64 {
        self.by_type(PieceType::King)
    }

    /// The occupied squares, as an integer.
    #[getter]
    fn occupied(&self) -> u64 {
        self.core.state.board().occupied().bits()
    }

    /// The squares of Black's and of White's pieces, as integers in this order, so that a color is
    /// the index.
    #[getter]
    fn occupied_co(&self) -> [u64; 2] {
        let of = |color: Color| self.core.state.board().by_color(color).bits();
        [of(Color::Black), of(Color::White)]
    }

    /// The squares of promoted pieces, as an integer.
    #[getter]
    fn promoted(&self) -> u64 {
        self.core.promoted.bits()
    }

    #[setter]
    fn set_promoted(&mut self, squares: Mask) {
        self.core.promoted = squares.0;
    }

    /// Returns the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().piece_at(reynard.E1)
    /// Piece.from_symbol('K')
    fn piece_at(&self, py: Python<'_>, square: Square) -> PyResult<Option<Py<Piece>>> {
        self.core.state.board().piece_at(square.0).map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the type of the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().piece_type_at(reynard.E1) == reynard.KING
    /// True
    fn piece_type_at(&self, square: Square) -> Option<u8> {
        self.core.state.board().type_at(square.0).map(number_of)
    }

    /// Returns the color of the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().color_at(reynard.E1) == reynard.WHITE
    /// True
    fn color_at(&self, square: Square) -> Option<bool> {
        self.core.state.board().color_at(square.0).map(is_white)
    }

    /// Returns the square of a king, or None; of several kings the highest square.
    ///
    /// >>> import reynard
    /// >>> reynard.square_name(reynard.Board().king(reynard.BLACK))
    /// 'e8'
    fn king(&self, color: Side) -> Option<u8> {
        self.core.king(color.0).map(|square| square as u8)
    }

    /// Returns the squares of one kind of piece of one color, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().pieces_mask(reynard.PAWN, reynard.WHITE) == reynard.BB_RANK_2
    /// True
    fn pieces_mask(&self, piece_type: Kind, color: Side) -> u64 {
        self.core.state.board().pieces(color.0, piece_type.0).bits()
    }

    /// Returns the squares that the piece on a square attacks, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().attacks_mask(reynard.B1) == reynard.BB_A3 | reynard.BB_C3 | reynard.BB_D2
    /// True
    fn attacks_mask(&self, square: Square) -> u64 {
        let board = self.core.state.board();
        board.piece_at(square.0).map_or(0, |piece| {
            attacks::of(piece.kind, piece.color, square.0, board.occupied()).bits()
        })
    }

    /// Returns the squares of the pieces that attack a square, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().attackers_mask(reynard.WHITE, reynard.F3).bit_count()
    /// 3
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(&self, color: Side, square: Square, occupied: Option<Mask>) -> u64 {
        let board = self.core.state.board();
        let occupied = occupied.map_or(board.occupied(), |mask| mask.0);
        attackers(board, color.0, square.0, occupied).bits()
    }

    /// Returns the line on which a piece is pinned to its king as an integer, all squares if it is
    /// not pinned.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().pin_mask(reynard.WHITE, reynard.E2) == reynard.BB_ALL
    /// True
    fn pin_mask(&self, color: Side, square: Square) -> u64 {
        let board = self.core.state.board();
        let Some(king) = self.core.king(color.0) else { return u64::MAX };
        let line = attacks::line(king, square.0);
        if king == square.0 || line.is_empty() {
            return u64::MAX;
        }
        let straight = king.file() == square.0.file() || king.rank() == square.0.rank();
        let sliders = if straight { board.orthogonal_sliders() } else { board.diagonal_sliders() };
        let pins = |slider: reynard::Square| {
            let between = attacks::between(slider, king);
            between.contains(square.0)
                && (between & (board.occupied() | square.0.bitboard())) == square.0.bitboard()
        };
        let pinned = (sliders & board.by_color(!color.0) & line).iter().any(pins);
        if pinned { line.bits() } else { u64::MAX }
    }

    /// Returns True if the piece on a square is pinned to its king.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_pinned(reynard.WHITE, reynard.E2)
    /// False
    fn is_pinned(&self, color: Side, square: Square) -> bool {
        self.pin_mask(color, square) != u64::MAX
    }

    /// Puts a piece on a square, or takes it away with None. The moves of the board are forgotten.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board(None)
    /// >>> board.set_piece_at(reynard.A1, reynard.Piece.from_symbol("R"))
    /// >>> board.board_fen()
    /// '8/8/8/8/8/8/8/R7'
    #[pyo3(signature = (square, piece, promoted = false))]
    fn set_piece_at(&mut self, square: Square, piece: Option<&Bound<'_, Piece>>, promoted: bool) {
        let piece = piece.map(|piece| piece.get().piece);
        self.core.stack = std::sync::Arc::default();
        self.core.promoted.remove(square.0);
        if promoted && piece.is_some() {
            self.core.promoted.insert(square.0);
        }
        self.core.edit(|setup| setup.board.set(square.0, piece));
    }

    /// Takes the piece from a square and returns it, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().remove_piece_at(reynard.D8)
    /// Piece.from_symbol('q')
    fn remove_piece_at(&mut self, py: Python<'_>, square: Square) -> PyResult<Option<Py<Piece>>> {
        let piece = self.piece_at(py, square)?;
        self.set_piece_at(square, None, false);
        Ok(piece)
    }

    /// Sets the pieces of a mapping of squares to pieces, and no others.
    fn _set_pieces(&mut self, pieces: &Bound<'_, PyDict>, promoted: Mask) -> PyResult<()> {
        let mut board = reynard::Board::EMPTY;
        for (square, piece) in pieces.iter() {
            let square: Square = square.extract()?;
            board.set(square.0, Some(piece.cast::<Piece>()?.get().piece));
        }
        self.set_board(board, promoted.0);
        Ok(())
    }

    /// Returns the pieces as the first field of a FEN has them.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().board_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    #[pyo3(signature = (*, promoted = Some(false)))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        let marks = if promoted == Some(true) { self.core.promoted } else { Bitboard::EMPTY };
        board_text(self.core.state.board(), marks)
    }

    /// Sets the pieces of the first field of a FEN. Raises ValueError if it cannot be read.
    ///
    /// >>> import reynard
    /// >>> board = reynard.BaseBoard.empty()
    /// >>> board.set_board_fen("8/8/8/8/8/8/8/K1k5")
    /// >>> board.king(reynard.BLACK) == reynard.C1
    /// True
    fn set_board_fen(&mut self, fen: &str) -> PyResult<()> {
        let (board, promoted) = parse_board(fen.trim()).map_err(|fault| invalid_fen(fault, fen))?;
        self.set_board(board, promoted);
        Ok(())
    }

    fn _same_pieces(&self, other: &Bound<'_, Self>) -> PyResult<bool> {
        let other = other.try_borrow()?;
        Ok(self.core.state.board() == other.core.state.board())
    }

    fn _assign(&mut self, other: &Bound<'_, Self>) -> PyResult<()> {
        self.core = other.try_borrow()?.core.clone();
        Ok(())
    }
}
