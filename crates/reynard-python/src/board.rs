//! `Board`: a position with its history. The methods that make and parse moves are in
//! `board_moves.rs`.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyAny, PyBytes, PyDict, PyList, PyString, PyTuple};
use reynard::fen::FenStyle;
use reynard::{PackedPosition, Setup};

use crate::args::{FenText, Given, Mask, Side, Square, Truth, color, is_white};
use crate::base_board::{BaseBoard, BoardChange, BoardData, invalid_fen};
use crate::board_cell::Reading;
use crate::core::Core;
use crate::fen::{EnPassantSpec, parse};
use crate::generator::{LegalMoveGenerator, PseudoLegalMoveGenerator};
use crate::member::{add_member, set_attribute};
use crate::moves::{Move, Parts};
use crate::replaced::{Called, in_python, note_attribute};
use crate::stack::Played;
use crate::state::State;

/// A position with its move history.
#[pyclass(module = "reynard", frozen, extends = BaseBoard, subclass)]
pub(crate) struct Board;

/// The FEN of the start position, which `Board()` does not have to parse.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Borrows a board for reading. Raises RuntimeError while it is being changed.
#[inline]
pub(crate) fn read<'a>(board: &'a Bound<'_, Board>) -> PyResult<Reading<'a, BoardData>> {
    board.as_super().get().read(board.py())
}

/// Borrows a board for writing. Raises RuntimeError while it is in use.
#[inline]
pub(crate) fn write<'a>(board: &'a Bound<'_, Board>) -> PyResult<BoardChange<'a>> {
    board.as_super().get().write(board.py())
}

/// Creates a board from a core.
pub(crate) fn board_of(core: Core) -> PyClassInitializer<Board> {
    PyClassInitializer::from(BaseBoard::new(core)).add_subclass(Board)
}

/// Returns the board before the first move.
fn root_of(core: &Core) -> Core {
    let (state, promoted) = match core.stack.first() {
        Some(first) => (first.before.clone(), first.promoted),
        None => (core.state.clone(), core.promoted),
    };
    Core::of(state, promoted, core.chess960)
}

/// Returns the castling rights of a color, as rook squares.
fn rights_of(core: &Core, color: reynard::Color) -> reynard::Bitboard {
    core.clean_castling_rights() & reynard::Bitboard::rank(color.back_rank())
}

/// The values of a board that `==` compares.
type TranspositionKey = ([u64; 6], u64, u64, bool, u64, Option<u8>);

fn transposition_key(core: &Core) -> TranspositionKey {
    let board = core.state.board();
    let kinds = reynard::PieceType::ALL.map(|kind| board.by_type(kind).bits());
    let of = |color: reynard::Color| board.by_color(color).bits();
    (
        kinds,
        of(reynard::Color::White),
        of(reynard::Color::Black),
        is_white(core.state.turn()),
        core.clean_castling_rights().bits(),
        core.legal_en_passant().map(|square| square as u8),
    )
}

fn core_of_fen(fen: Option<FenText<'_>>, chess960: bool) -> PyResult<Core> {
    let Some(FenText(fen)) = fen else {
        return Ok(Core::new(Setup::EMPTY, reynard::Bitboard::EMPTY, chess960));
    };
    if fen == START {
        return Ok(Core { chess960, ..Core::start() });
    }
    let (setup, promoted) = parse(fen).map_err(|fault| invalid_fen(fault, fen))?;
    Ok(Core::new(setup, promoted, chess960))
}

const fn style(shredder: bool) -> FenStyle {
    if shredder { FenStyle::Shredder } else { FenStyle::XFen }
}

impl Board {
    /// Adds to the class the attribute that does not need a getter.
    pub(crate) fn register(py: Python<'_>) -> PyResult<()> {
        let board = Bound::new(py, board_of(Core::empty()))?;
        let turn = board.as_super().get().turn();
        add_member(&board, turn, c"turn", c"The side to move; True is White.")
    }

    /// Returns a copy, with all moves, of a board whose class is exactly `Board`.
    pub(crate) fn copy_all<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let py = slf.py();
        // A board in use elsewhere can be read, but cannot share its moves.
        let (core, moves) = if let Ok(mut board) = write(slf) {
            (board.core.share(), board.changed_moves(py, usize::MAX))
        } else {
            let board = read(slf)?;
            (board.core.clone(), board.changed_moves(py, usize::MAX))
        };
        let fresh = BaseBoard::of(BoardData { core, moves });
        Bound::new(py, PyClassInitializer::from(fresh).add_subclass(Self))
    }
}

#[pymethods]
impl Board {
    /// Accepts any arguments, since subclasses may have their own. The board's arguments are
    /// handled by `__init__`.
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False)"
    )]
    fn py_new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Self> {
        board_of(Core::empty())
    }

    #[pyo3(signature = (fen = Some(FenText(START)), *, chess960 = Truth(false)))]
    fn __init__(slf: &Bound<'_, Self>, fen: Option<FenText<'_>>, chess960: Truth) -> PyResult<()> {
        let mut board = write(slf)?;
        board.core = core_of_fen(fen, chess960.0)?;
        Ok(())
    }

    fn __setattr__(
        slf: &Bound<'_, Self>,
        name: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let text = name.to_cow()?;
        if text != "turn" {
            note_attribute(slf.as_super(), &text);
            return set_attribute(slf, name, Some(value));
        }
        let white = value.is_truthy()?;
        write(slf)?.core.edit(|setup| setup.turn = color(white));
        Ok(())
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        set_attribute(slf, name, None)
    }

    /// The rooks with castling rights, as an integer.
    #[getter]
    fn castling_rights(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let board = read(slf)?;
        Ok(board.core.state.castling_rooks().bits())
    }

    #[setter]
    fn set_castling_rights(slf: &Bound<'_, Self>, rights: Mask) -> PyResult<()> {
        let mut board = write(slf)?;
        board.core.edit(|setup| setup.castling_rooks = rights.0);
        Ok(())
    }

    /// The square just skipped by a double pawn push, or None.
    #[getter]
    fn ep_square(slf: &Bound<'_, Self>) -> PyResult<Option<u8>> {
        let board = read(slf)?;
        Ok(board.core.state.en_passant().map(|square| square as u8))
    }

    #[setter]
    fn set_ep_square(slf: &Bound<'_, Self>, square: Option<Square>) -> PyResult<()> {
        let mut board = write(slf)?;
        board.core.edit(|setup| setup.en_passant = square.map(|square| square.0));
        Ok(())
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(slf: &Bound<'_, Self>) -> PyResult<u16> {
        let board = read(slf)?;
        Ok(board.core.state.halfmove_clock())
    }

    #[setter]
    fn set_halfmove_clock(slf: &Bound<'_, Self>, clock: u64) -> PyResult<()> {
        let mut board = write(slf)?;
        let clock = u16::try_from(clock)
            .map_err(|_| PyOverflowError::new_err("halfmove_clock is above 65535"))?;
        board.core.edit(|setup| setup.halfmove_clock = clock);
        Ok(())
    }

    /// The move number: 1 at the start, incremented after Black's move.
    #[getter]
    fn fullmove_number(slf: &Bound<'_, Self>) -> PyResult<u32> {
        let board = read(slf)?;
        Ok(board.core.state.fullmove_number())
    }

    #[setter]
    fn set_fullmove_number(slf: &Bound<'_, Self>, number: u64) -> PyResult<()> {
        let mut board = write(slf)?;
        let number = u32::try_from(number)
            .map_err(|_| PyOverflowError::new_err("fullmove_number is above 4294967295"))?;
        board.core.edit(|setup| setup.fullmove_number = number);
        Ok(())
    }

    /// True for Chess960: castling is written as the king capturing its rook.
    #[getter]
    fn chess960(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.chess960)
    }

    #[setter]
    fn set_chess960(slf: &Bound<'_, Self>, chess960: Truth) -> PyResult<()> {
        let mut board = write(slf)?;
        let core = &mut board.core;
        core.chess960 = chess960.0;
        core.edit(|_| {});
        Ok(())
    }

    /// The moves that led to the position, in order. The list changes with the board.
    #[getter]
    fn move_stack<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut board = write(slf)?;
        board.move_list(py)
    }

    #[setter]
    fn set_move_stack(slf: &Bound<'_, Self>, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut board = write(slf)?;
        let moves = match moves.cast::<PyList>() {
            Ok(list) => list.clone(),
            Err(_) => PyList::new(slf.py(), moves.try_iter()?.collect::<PyResult<Vec<_>>>()?)?,
        };
        board.moves = Some(moves.unbind());
        Ok(())
    }

    /// Returns the number of moves that can be taken back.
    fn _depth(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let board = read(slf)?;
        Ok(board.core.stack.len())
    }

    /// Returns the moves that can be taken back, as arguments for `Move`.
    fn _played(slf: &Bound<'_, Self>) -> PyResult<Vec<(u8, u8, u8, u8)>> {
        let board = read(slf)?;
        let numbers = |played: &Played| {
            let parts = played.parts();
            (parts.from as u8, parts.to as u8, parts.promotion, parts.drop)
        };
        Ok(board.core.stack.iter().map(numbers).collect())
    }

    /// Returns the FEN, castling rights and `chess960` of the position before the first move.
    fn _root_state(slf: &Bound<'_, Self>) -> PyResult<(String, u64, bool)> {
        let board = read(slf)?;
        let root = root_of(&board.core);
        let fen = root.fen(style(root.chess960), EnPassantSpec::Fen, true);
        Ok((fen, root.state.castling_rooks().bits(), root.chess960))
    }

    /// Makes moves in the form returned by [`Self::_played`].
    fn _replay(slf: &Bound<'_, Self>, moves: Vec<(u8, u8, u8, u8)>) -> PyResult<()> {
        let mut board = write(slf)?;
        let core = &mut board.core;
        let square = |index: u8| {
            let square = reynard::Square::from_index(index);
            square.ok_or_else(|| PyValueError::new_err(format!("{index} is not a square")))
        };
        for (from, to, promotion, drop) in moves {
            let squares = Parts::new(square(from)?, square(to)?);
            if !core.push(Parts { promotion, drop, ..squares }) {
                return Err(PyValueError::new_err("a move comes from an empty square"));
            }
        }
        Ok(())
    }

    /// Returns the list for `move_stack` if it was changed externally, or None.
    fn _changed_moves(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyList>>> {
        let board = read(slf)?;
        Ok(board.changed_moves(slf.py(), usize::MAX))
    }

    /// The legal moves. They can be iterated, counted, or tested for membership.
    ///
    /// >>> import reynard
    /// >>> reynard.Move.from_uci("e2e4") in reynard.Board().legal_moves
    /// True
    #[getter]
    fn legal_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(method) =
            in_python(slf.as_super(), "legal_moves", &[Called::GenerateLegalMoves])?
        {
            return method.call1((slf,));
        }
        let board = slf.clone().into_any().unbind();
        Bound::new(slf.py(), LegalMoveGenerator { board }).map(Bound::into_any)
    }

    /// The pseudo-legal moves, which may leave the king in check.
    #[getter]
    fn pseudo_legal_moves(slf: Py<Self>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { board: slf.into_any() }
    }

    /// The Zobrist key of the position. Polyglot books use the same key, except for rare en-passant
    /// squares.
    ///
    /// >>> import reynard
    /// >>> hex(reynard.Board().key)
    /// '0x463b96181691fc9c'
    #[getter]
    fn key(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let board = read(slf)?;
        match &board.core.state {
            State::Legal(pos) => Ok(pos.key()),
            State::Loose(_) => Err(PyValueError::new_err("an illegal position has no key")),
        }
    }

    fn _polyglot_key(slf: &Bound<'_, Self>) -> PyResult<Option<u64>> {
        let board = read(slf)?;
        Ok(match &board.core.state {
            State::Legal(pos) => Some(pos.polyglot_key()),
            State::Loose(_) => None,
        })
    }

    fn _set_fen(slf: &Bound<'_, Self>, py: Python<'_>, fen: Option<FenText<'_>>) -> PyResult<()> {
        let mut board = write(slf)?;
        let core = core_of_fen(fen, board.core.chess960)?;
        board.forget_moves(py);
        board.core = core;
        Ok(())
    }

    fn _set_castling(slf: &Bound<'_, Self>, py: Python<'_>, text: &str) -> PyResult<()> {
        let mut board = write(slf)?;
        let core = &board.core;
        let rooks = crate::fen::parse_castling(text, core.state.board())
            .map_err(|_| invalid_fen("invalid castling fen", text))?;
        board.forget_moves(py);
        board.core.edit(|setup| setup.castling_rooks = rooks);
        Ok(())
    }

    /// Returns the number of plies since the start of the game.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().ply()
    /// 0
    fn ply(slf: &Bound<'_, Self>) -> PyResult<i64> {
        let board = read(slf)?;
        let state = &board.core.state;
        let moves = i64::from(state.fullmove_number()) * 2;
        Ok(moves + i64::from(!is_white(state.turn())) - 2)
    }

    /// Returns True if the color has castling rights.
    fn has_castling_rights(slf: &Bound<'_, Self>, color: Truth) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(rights_of(&board.core, crate::args::color(color.0)).any())
    }

    /// Returns True if the color has the right to castle toward the h-file.
    fn has_kingside_castling_rights(slf: &Bound<'_, Self>, color: Side) -> PyResult<bool> {
        let board = read(slf)?;
        let core = &board.core;
        let king = core.king(color.0);
        Ok(king.is_some_and(|king| {
            rights_of(core, color.0).iter().any(|rook| rook.file() > king.file())
        }))
    }

    /// Returns True if the color has the right to castle toward the a-file.
    fn has_queenside_castling_rights(slf: &Bound<'_, Self>, color: Side) -> PyResult<bool> {
        let board = read(slf)?;
        let core = &board.core;
        let king = core.king(color.0);
        Ok(king.is_some_and(|king| {
            rights_of(core, color.0).iter().any(|rook| rook.file() < king.file())
        }))
    }

    fn _castling_text(slf: &Bound<'_, Self>, shredder: bool) -> PyResult<String> {
        let board = read(slf)?;
        Ok(board.core.castling_text(style(shredder)))
    }

    /// Returns the FEN.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    #[pyo3(
        signature = (*, shredder = Truth(false), en_passant = EnPassantSpec::Legal, promoted = Truth(false)),
        text_signature = "($self, *, shredder=False, en_passant='legal', promoted=None)"
    )]
    fn fen(
        slf: &Bound<'_, Self>,
        shredder: Truth,
        en_passant: EnPassantSpec,
        promoted: Truth,
    ) -> PyResult<String> {
        let board = read(slf)?;
        Ok(board.core.fen(style(shredder.0), en_passant, promoted.0))
    }

    fn _copy_to(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, Self>,
        stack: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let board = read(slf)?;
        let keep = crate::args::kept_moves(stack, board.core.stack.len())?;
        let own = &board.core;
        let copy = Core { stack: own.stack.last_moves(keep), ..own.without_moves() };
        let moves = if keep == 0 { None } else { board.changed_moves(slf.py(), keep) };
        let mut other = write(other)?;
        (other.core, other.moves) = (copy, moves);
        Ok(())
    }

    /// Returns a copy with all moves, with no moves, or with a number of the last moves.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.copy() == board
    /// True
    #[pyo3(signature = (*, stack = Given(None)), text_signature = "($self, *, stack=True)")]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let exact = slf.is_exact_instance_of::<Self>();
        if exact && stack.0.is_none() {
            return Ok(Self::copy_all(slf)?.into_any());
        }
        let fresh = if exact {
            Bound::new(py, board_of(Core::empty()))?.into_any()
        } else {
            slf.get_type().call1((py.None(),))?
        };
        let all = pyo3::types::PyBool::new(py, true).to_owned().into_any();
        let stack = stack.0.unwrap_or(all.as_borrowed());
        let other =
            fresh.cast::<Self>().map_err(|_| PyTypeError::new_err("the class makes no board"))?;
        Self::_copy_to(slf, other, &stack)?;
        Ok(fresh)
    }

    /// Returns the position before the first move.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.root() == reynard.Board()
    /// True
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        // Without moves it is a copy, which a subclass may make in its own way.
        let is_copy = !slf.is_exact_instance_of::<Self>() && read(slf)?.core.stack.is_empty();
        let fresh = if is_copy {
            slf.call_method("copy", (), Some(&[("stack", false)].into_py_dict(py)?))?
        } else {
            slf.get_type().call1((py.None(),))?
        };
        let other =
            fresh.cast::<Self>().map_err(|_| PyTypeError::new_err("the class makes no board"))?;
        let root = root_of(&read(slf)?.core);
        write(other)?.core = root;
        Ok(fresh)
    }

    /// Clears the move stack. The position is kept.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.clear_stack()
    /// >>> board.move_stack
    /// []
    fn clear_stack(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<()> {
        let mut board = write(slf)?;
        board.forget_moves(py);
        Ok(())
    }

    fn _equals(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let (board, other) = (read(slf)?, read(other)?);
        let (a, b) = (&board.core, &other.core);
        Ok(a.state.halfmove_clock() == b.state.halfmove_clock()
            && a.state.fullmove_number() == b.state.fullmove_number()
            && transposition_key(a) == transposition_key(b))
    }

    /// Returns the values that equal positions have in common. The clocks are not among them.
    fn _transposition_key<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let board = read(slf)?;
        let ([pawns, knights, bishops, rooks, queens, kings], white, black, turn, rights, target) =
            transposition_key(&board.core);
        (pawns, knights, bishops, rooks, queens, kings, white, black, turn, rights, target)
            .into_pyobject(slf.py())
    }

    fn _status(slf: &Bound<'_, Self>) -> PyResult<u32> {
        let board = read(slf)?;
        Ok(board.core.status())
    }

    /// Returns True if the color has too little material to mate by any series of legal moves.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("8/8/8/8/8/4k3/8/4K2N w - - 0 1").has_insufficient_material(reynard.WHITE)
    /// True
    fn has_insufficient_material(slf: &Bound<'_, Self>, color: Side) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(crate::status::has_insufficient_material(board.core.state.board(), color.0))
    }

    /// Returns the position in 32 bytes. Raises ValueError if there are more than 32 pieces, or
    /// castling rights without a rook.
    ///
    /// >>> import reynard
    /// >>> reynard.Board.from_packed(reynard.Board().packed()) == reynard.Board()
    /// True
    fn packed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let board = read(slf)?;
        let packed = PackedPosition::pack(&board.core.state.to_setup());
        let packed = packed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(slf.py(), &packed.to_bytes()))
    }

    /// Returns the board from 32 packed bytes. Raises ValueError if the bytes are invalid.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = Truth(false)), text_signature = "(data, *, chess960=False)")]
    fn from_packed(py: Python<'_>, data: &[u8], chess960: Truth) -> PyResult<Py<Self>> {
        let bytes: [u8; PackedPosition::LEN] =
            data.try_into().map_err(|_| PyValueError::new_err("a packed position has 32 bytes"))?;
        let packed = PackedPosition::from_bytes(bytes)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let core = Core::new(packed.to_setup(), reynard::Bitboard::EMPTY, chess960.0);
        Py::new(py, board_of(core))
    }

    /// Returns the faults of the position as pairs of a name and a description. The list is empty
    /// if the position is valid.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("4k3/8/8/8/8/8/8/8 w - - 0 1").diagnostics()[0][0]
    /// 'missing-white-king'
    fn diagnostics(slf: &Bound<'_, Self>) -> PyResult<Vec<(&'static str, String)>> {
        let board = read(slf)?;
        let setup = board.core.state.to_setup();
        let faults = setup.faults();
        Ok(faults.iter().map(|fault| (fault.name(), fault.explain(&setup).to_string())).collect())
    }

    /// Returns True if it is proven that no series of legal moves can mate either side.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("8/8/8/8/8/4k3/8/4K3 w - - 0 1").is_dead()
    /// True
    fn is_dead(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(matches!(&board.core.state, State::Legal(pos) if pos.is_dead()))
    }

    /// Returns the static exchange evaluation of a legal move, in centipawns.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1")
    /// >>> board.see(reynard.Move.from_uci("f3e5"))
    /// -200
    fn see(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<i32> {
        let board = read(slf)?;
        let found = board.core.fast_move(r#move.get().parts());
        let (pos, mv) = found.ok_or_else(|| {
            crate::IllegalMoveError::new_err(format!("illegal move {}", r#move.get().parts().uci()))
        })?;
        Ok(pos.see(mv, &reynard::PieceValues::DEFAULT))
    }
}
