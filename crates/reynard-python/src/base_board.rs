//! `BaseBoard`: pieces on squares. The Python side adds the methods that are not
//! performance-critical.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::{PyDict, PyList, PyTuple};
use reynard::{Bitboard, Color, PieceType, Setup, attacks};

use crate::args::{FenText, Mask, Side, SoughtKind, Square, Truth, is_white, number_of};
use crate::board_cell::{BoardCell, Reading, Writing};
use crate::core::Core;
use crate::fen::{EMPTY, board_text, parse_board};
use crate::loose::attackers;
use crate::member::Member;
use crate::moves::{Move, Parts};
use crate::piece::{GivenPiece, Piece};
use crate::squares::SquareSet;

/// A board with pieces, but without a side to move, castling rights or history.
#[pyclass(module = "reynard", frozen, subclass, dict, weakref)]
pub(crate) struct BaseBoard {
    cell: BoardCell<BoardData>,
    /// The side to move, as a Python member. Classes whose boards do not have a side to move do not
    /// expose it.
    turn: Member,
    /// Set once a program assigns to this object a method that other methods call.
    pub(crate) has_methods: AtomicBool,
}

/// A board borrowed for writing.
pub(crate) struct BoardChange<'a> {
    board: &'a BaseBoard,
    data: Writing<'a, BoardData>,
}

impl Deref for BoardChange<'_> {
    type Target = BoardData;

    #[inline]
    fn deref(&self) -> &BoardData {
        &self.data
    }
}

impl DerefMut for BoardChange<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut BoardData {
        &mut self.data
    }
}

impl Drop for BoardChange<'_> {
    #[inline]
    fn drop(&mut self) {
        self.board.turn.set_truth(is_white(self.data.core.state.turn()));
    }
}

/// The state of a board.
pub(crate) struct BoardData {
    pub(crate) core: Core,
    /// The list returned as `move_stack`, once it has been requested. Python may change it.
    pub(crate) moves: Option<Py<PyList>>,
}

pub(crate) fn invalid_fen(fault: &str, fen: &str) -> PyErr {
    if fault == EMPTY {
        return PyValueError::new_err(EMPTY);
    }
    let in_first = fault.ends_with("position part of fen");
    let shown = if in_first { fen.split_whitespace().next().unwrap_or_default() } else { fen };
    PyValueError::new_err(format!("{fault}: {}", crate::args::quoted(shown)))
}

/// Parses only the first field of a FEN.
fn parse_position(fen: &str) -> PyResult<(reynard::Board, Bitboard)> {
    let fen = fen.trim();
    if fen.contains(' ') {
        return Err(invalid_fen("expected position part of fen, got multiple parts", fen));
    }
    parse_board(fen).map_err(|fault| invalid_fen(fault, fen))
}

/// Returns the parts of the move at an index in a move list.
fn parts_in(list: &Bound<'_, PyList>, index: usize) -> PyResult<Parts> {
    Ok(list.get_item(index)?.cast::<Move>()?.get().parts())
}

impl BaseBoard {
    pub(crate) fn new(core: Core) -> Self {
        Self::of(BoardData { core, moves: None })
    }

    pub(crate) fn of(data: BoardData) -> Self {
        let turn = Member::of_truth(is_white(data.core.state.turn()));
        Self { cell: BoardCell::new(data), turn, has_methods: AtomicBool::new(false) }
    }

    /// Returns the member with the side to move.
    pub(crate) const fn turn(&self) -> &Member {
        &self.turn
    }

    /// Borrows the board for reading. Raises RuntimeError while it is being changed.
    #[inline]
    pub(crate) fn read<'a>(&'a self, py: Python<'a>) -> PyResult<Reading<'a, BoardData>> {
        self.cell.read(py)
    }

    /// Borrows the board for writing. Raises RuntimeError while it is in use.
    #[inline]
    pub(crate) fn write<'a>(&'a self, py: Python<'a>) -> PyResult<BoardChange<'a>> {
        Ok(BoardChange { board: self, data: self.cell.write(py)? })
    }
}

impl BoardData {
    fn set_board(&mut self, py: Python<'_>, board: reynard::Board, promoted: Bitboard) {
        self.forget_moves(py);
        self.core.promoted = promoted;
        self.core.edit(|setup| setup.board = board);
    }

    /// Clears the moves and drops the list for `move_stack`.
    pub(crate) fn forget_moves(&mut self, py: Python<'_>) {
        self.core.stack = crate::stack::Stack::default();
        if let Some(moves) = &self.moves {
            let moves = moves.bind(py);
            // The slice is within the list.
            let _ = moves.del_slice(0, moves.len());
        }
    }

    /// Returns the list for `move_stack`.
    pub(crate) fn move_list<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Some(moves) = &self.moves {
            return Ok(moves.bind(py).clone());
        }
        let parts = self.core.stack.iter().map(crate::stack::Played::parts).collect::<Vec<_>>();
        let moves = Move::objects(py, &parts)?;
        self.moves = Some(moves.clone().unbind());
        Ok(moves)
    }

    /// Returns a copy of the list that contains its last `count` moves, if Python has changed the
    /// list.
    pub(crate) fn changed_moves(&self, py: Python<'_>, count: usize) -> Option<Py<PyList>> {
        let moves = self.moves.as_ref()?.bind(py);
        let stack = &self.core.stack;
        let same = moves.len() == stack.len()
            && (0..stack.len()).all(|index| {
                parts_in(moves, index).is_ok_and(|parts| parts == stack[index].parts())
            });
        if same {
            return None;
        }
        let first = moves.len().saturating_sub(count);
        Some(moves.get_slice(first, moves.len()).unbind())
    }

    fn squares_of(&self, kind: PieceType, color: Color) -> Bitboard {
        self.core.state.board().pieces(color, kind)
    }

    fn by_type(&self, kind: PieceType) -> u64 {
        self.core.state.board().by_type(kind).bits()
    }
}

#[pymethods]
impl BaseBoard {
    /// Accepts any arguments, since subclasses may have their own. The board's arguments are
    /// handled by `__init__`.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')")]
    fn py_new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self::new(Core::empty())
    }

    #[pyo3(signature = (board_fen = Some(FenText("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"))))]
    fn __init__(&self, py: Python<'_>, board_fen: Option<FenText<'_>>) -> PyResult<()> {
        let mut data = self.write(py)?;
        let (board, promoted) = match board_fen {
            Some(fen) => parse_position(fen.0)?,
            None => (reynard::Board::EMPTY, Bitboard::EMPTY),
        };
        data.core = Core::new(Setup { board, ..Setup::EMPTY }, promoted, false);
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let visited = self
            .cell
            .traverse(|board| board.moves.as_ref().map_or(Ok(()), |moves| visit.call(moves)));
        visited.unwrap_or(Ok(()))
    }

    fn __clear__(&self, py: Python<'_>) {
        let moves = self.write(py).ok().and_then(|mut board| board.moves.take());
        drop(moves);
    }

    /// The squares of the pawns, as an integer.
    #[getter]
    fn pawns(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::Pawn))
    }

    /// The squares of the knights, as an integer.
    #[getter]
    fn knights(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::Knight))
    }

    /// The squares of the bishops, as an integer.
    #[getter]
    fn bishops(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::Bishop))
    }

    /// The squares of the rooks, as an integer.
    #[getter]
    fn rooks(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::Rook))
    }

    /// The squares of the queens, as an integer.
    #[getter]
    fn queens(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::Queen))
    }

    /// The squares of the kings, as an integer.
    #[getter]
    fn kings(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.by_type(PieceType::King))
    }

    /// The occupied squares, as an integer.
    #[getter]
    fn occupied(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.core.state.board().occupied().bits())
    }

    /// The squares of Black's and of White's pieces, as integers in this order, so a color can be
    /// used as the index. Read-only.
    #[getter]
    fn occupied_co(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        let data = self.read(py)?;
        let of = |color: Color| data.core.state.board().by_color(color).bits();
        Ok((of(Color::Black), of(Color::White)))
    }

    /// The squares of promoted pieces, as an integer.
    #[getter]
    fn promoted(&self, py: Python<'_>) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.core.promoted.bits())
    }

    #[setter]
    fn set_promoted(&self, py: Python<'_>, squares: Mask) -> PyResult<()> {
        let mut data = self.write(py)?;
        data.core.promoted = squares.0;
        Ok(())
    }

    /// Returns the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().piece_at(reynard.E1)
    /// Piece.from_symbol('K')
    fn piece_at(&self, py: Python<'_>, square: Square) -> PyResult<Option<Py<Piece>>> {
        let data = self.read(py)?;
        data.core.state.board().piece_at(square.0).map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the type of the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().piece_type_at(reynard.E1) == reynard.KING
    /// True
    fn piece_type_at(&self, py: Python<'_>, square: Square) -> PyResult<Option<u8>> {
        let data = self.read(py)?;
        Ok(data.core.state.board().type_at(square.0).map(number_of))
    }

    /// Returns the color of the piece on a square, or None.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().color_at(reynard.E1) == reynard.WHITE
    /// True
    fn color_at(&self, py: Python<'_>, square: Square) -> PyResult<Option<bool>> {
        let data = self.read(py)?;
        Ok(data.core.state.board().color_at(square.0).map(is_white))
    }

    /// Returns the square of a king, or None. If there are several kings, the highest square is
    /// returned.
    ///
    /// >>> import reynard
    /// >>> reynard.square_name(reynard.Board().king(reynard.BLACK))
    /// 'e8'
    fn king(&self, py: Python<'_>, color: Side) -> PyResult<Option<u8>> {
        let data = self.read(py)?;
        Ok(data.core.king(color.0).map(|square| square as u8))
    }

    /// Returns the squares of the pieces of one type and color.
    ///
    /// >>> import reynard
    /// >>> len(reynard.Board().pieces(reynard.PAWN, reynard.WHITE))
    /// 8
    fn pieces(&self, py: Python<'_>, piece_type: SoughtKind, color: Side) -> PyResult<SquareSet> {
        let data = self.read(py)?;
        Ok(SquareSet::new(data.squares_of(piece_type.0, color.0)))
    }

    /// Returns a dictionary of squares to pieces.
    ///
    /// >>> import reynard
    /// >>> len(reynard.Board().piece_map())
    /// 32
    #[pyo3(signature = (*, mask = Mask(Bitboard::FULL)), text_signature = "($self, *, mask=0xffffffffffffffff)")]
    fn piece_map<'py>(&self, py: Python<'py>, mask: Mask) -> PyResult<Bound<'py, PyDict>> {
        let data = self.read(py)?;
        let board = data.core.state.board();
        let map = PyDict::new(py);
        for square in (board.occupied() & mask.0).iter().rev() {
            if let Some(piece) = board.piece_at(square) {
                map.set_item(square as u8, Piece::object(py, piece)?)?;
            }
        }
        Ok(map)
    }

    /// Returns the squares attacked by the piece on a square.
    ///
    /// >>> import reynard
    /// >>> len(reynard.Board().attacks(reynard.B1))
    /// 3
    fn attacks(&self, py: Python<'_>, square: Square) -> PyResult<SquareSet> {
        Ok(SquareSet::new(Bitboard::from_bits(self.attacks_mask(py, square)?)))
    }

    /// Returns the squares of the pieces of a color that attack a square.
    ///
    /// >>> import reynard
    /// >>> len(reynard.Board().attackers(reynard.WHITE, reynard.F3))
    /// 3
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers(
        &self,
        py: Python<'_>,
        color: Side,
        square: Square,
        occupied: Option<SquareSet>,
    ) -> PyResult<SquareSet> {
        let occupied = occupied.map(|squares| Mask(squares.squares()));
        Ok(SquareSet::new(Bitboard::from_bits(self.attackers_mask(py, color, square, occupied)?)))
    }

    /// Returns True if a piece of a color attacks a square.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_attacked_by(reynard.BLACK, reynard.E3)
    /// False
    #[pyo3(signature = (color, square, occupied = None))]
    fn is_attacked_by(
        &self,
        py: Python<'_>,
        color: Side,
        square: Square,
        occupied: Option<SquareSet>,
    ) -> PyResult<bool> {
        let occupied = occupied.map(|squares| Mask(squares.squares()));
        Ok(self.attackers_mask(py, color, square, occupied)? != 0)
    }

    /// Returns the line on which a piece is pinned to its king, or all squares if it is not pinned.
    ///
    /// >>> import reynard
    /// >>> len(reynard.Board().pin(reynard.WHITE, reynard.E2))
    /// 64
    fn pin(&self, py: Python<'_>, color: Side, square: Square) -> PyResult<SquareSet> {
        Ok(SquareSet::new(Bitboard::from_bits(self.pin_mask(py, color, square)?)))
    }

    /// Sets the squares of each piece type, of White, and of promoted pieces.
    fn _set_squares(
        &self,
        py: Python<'_>,
        kinds: [Mask; 6],
        white: Mask,
        promoted: Mask,
    ) -> PyResult<()> {
        let mut data = self.write(py)?;
        let mut board = reynard::Board::EMPTY;
        for (kind, squares) in PieceType::ALL.into_iter().zip(kinds) {
            for square in squares.0 {
                let color = if white.0.contains(square) { Color::White } else { Color::Black };
                board.set(square, Some(kind.of(color)));
            }
        }
        data.set_board(py, board, promoted.0);
        Ok(())
    }

    /// Mirrors the board vertically and swaps the colors. The move stack is cleared.
    fn apply_mirror(&self, py: Python<'_>) -> PyResult<()> {
        let mut data = self.write(py)?;
        data.forget_moves(py);
        data.core.mirror();
        Ok(())
    }

    /// Returns the squares of the pieces of one type and color, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().pieces_mask(reynard.PAWN, reynard.WHITE) == reynard.BB_RANK_2
    /// True
    fn pieces_mask(&self, py: Python<'_>, piece_type: SoughtKind, color: Side) -> PyResult<u64> {
        let data = self.read(py)?;
        Ok(data.squares_of(piece_type.0, color.0).bits())
    }

    /// Returns the squares attacked by the piece on a square, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().attacks_mask(reynard.B1) == reynard.BB_A3 | reynard.BB_C3 | reynard.BB_D2
    /// True
    fn attacks_mask(&self, py: Python<'_>, square: Square) -> PyResult<u64> {
        let data = self.read(py)?;
        let board = data.core.state.board();
        Ok(board.piece_at(square.0).map_or(0, |piece| {
            attacks::of(piece.kind, piece.color, square.0, board.occupied()).bits()
        }))
    }

    /// Returns the squares of the pieces that attack a square, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().attackers_mask(reynard.WHITE, reynard.F3).bit_count()
    /// 3
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(
        &self,
        py: Python<'_>,
        color: Side,
        square: Square,
        occupied: Option<Mask>,
    ) -> PyResult<u64> {
        let data = self.read(py)?;
        let board = data.core.state.board();
        let occupied = occupied.map_or(board.occupied(), |mask| mask.0);
        Ok(attackers(board, color.0, square.0, occupied).bits())
    }

    /// Returns the line on which a piece is pinned to its king, or all squares if it is not pinned,
    /// as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().pin_mask(reynard.WHITE, reynard.E2) == reynard.BB_ALL
    /// True
    fn pin_mask(&self, py: Python<'_>, color: Side, square: Square) -> PyResult<u64> {
        let data = self.read(py)?;
        let board = data.core.state.board();
        let Some(king) = data.core.king(color.0) else { return Ok(u64::MAX) };
        let line = attacks::line(king, square.0);
        if king == square.0 || line.is_empty() {
            return Ok(u64::MAX);
        }
        let straight = king.file() == square.0.file() || king.rank() == square.0.rank();
        let sliders = if straight { board.orthogonal_sliders() } else { board.diagonal_sliders() };
        let pins = |slider: reynard::Square| {
            let between = attacks::between(slider, king);
            between.contains(square.0)
                && (between & (board.occupied() | square.0.bitboard())) == square.0.bitboard()
        };
        let pinned = (sliders & board.by_color(!color.0) & line).iter().any(pins);
        Ok(if pinned { line.bits() } else { u64::MAX })
    }

    /// Returns True if the piece on a square is pinned to its king.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_pinned(reynard.WHITE, reynard.E2)
    /// False
    fn is_pinned(&self, py: Python<'_>, color: Side, square: Square) -> PyResult<bool> {
        Ok(self.pin_mask(py, color, square)? != u64::MAX)
    }

    /// Puts a piece on a square, or removes the piece there if `piece` is None. The move stack is
    /// cleared.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board(None)
    /// >>> board.set_piece_at(reynard.A1, reynard.Piece.from_symbol("R"))
    /// >>> board.board_fen()
    /// '8/8/8/8/8/8/8/R7'
    #[pyo3(
        signature = (square, piece, promoted = Truth(false)),
        text_signature = "($self, square, piece, promoted=False)"
    )]
    fn set_piece_at(
        &self,
        py: Python<'_>,
        square: Square,
        piece: Option<GivenPiece<'_, '_>>,
        promoted: Truth,
    ) -> PyResult<()> {
        let mut data = self.write(py)?;
        let piece = piece.map(|piece| piece.get().piece());
        data.forget_moves(py);
        data.core.promoted.remove(square.0);
        if promoted.0 && piece.is_some() {
            data.core.promoted.insert(square.0);
        }
        data.core.edit(|setup| setup.board.set(square.0, piece));
        Ok(())
    }

    /// Removes the piece from a square and returns it. Returns None if the square was empty.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().remove_piece_at(reynard.D8)
    /// Piece.from_symbol('q')
    fn remove_piece_at(&self, py: Python<'_>, square: Square) -> PyResult<Option<Py<Piece>>> {
        let piece = self.piece_at(py, square)?;
        self.set_piece_at(py, square, None, Truth(false))?;
        Ok(piece)
    }

    /// Sets the pieces from a mapping of squares to pieces, and removes all others.
    fn _set_pieces(
        &self,
        py: Python<'_>,
        pieces: &Bound<'_, PyDict>,
        promoted: Mask,
    ) -> PyResult<()> {
        let mut board = reynard::Board::EMPTY;
        for (square, piece) in pieces.iter() {
            let square: Square = square.extract()?;
            board.set(square.0, Some(piece.extract::<GivenPiece<'_, '_>>()?.get().piece()));
        }
        self.write(py)?.set_board(py, board, promoted.0);
        Ok(())
    }

    /// Returns the pieces as the first field of a FEN.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().board_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    #[pyo3(signature = (*, promoted = Truth(false)), text_signature = "($self, *, promoted=False)")]
    fn board_fen(&self, py: Python<'_>, promoted: Truth) -> PyResult<String> {
        let data = self.read(py)?;
        let marks = if promoted.0 { data.core.promoted } else { Bitboard::EMPTY };
        Ok(board_text(data.core.state.board(), marks))
    }

    /// Sets the pieces from the first field of a FEN. Raises ValueError if the field is invalid.
    ///
    /// >>> import reynard
    /// >>> board = reynard.BaseBoard.empty()
    /// >>> board.set_board_fen("8/8/8/8/8/8/8/K1k5")
    /// >>> board.king(reynard.BLACK) == reynard.C1
    /// True
    fn set_board_fen(&self, py: Python<'_>, fen: FenText<'_>) -> PyResult<()> {
        let mut data = self.write(py)?;
        let (board, promoted) = parse_position(fen.0)?;
        data.set_board(py, board, promoted);
        Ok(())
    }

    fn _same_pieces(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let (data, other) = (self.read(py)?, other.get().read(py)?);
        Ok(data.core.state.board() == other.core.state.board())
    }

    fn _assign(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let core = other.get().read(py)?.core.clone();
        let mut data = self.write(py)?;
        data.forget_moves(py);
        data.core = core;
        Ok(())
    }
}
