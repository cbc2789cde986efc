//! The methods of `Board` that make, parse and test moves.

use pyo3::exceptions::{PyAssertionError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyList, PyString};
use reynard::{Bitboard, PieceType};

use crate::args::{Mask, SanText, Truth, UciText, quoted};
use crate::base_board::BoardData;
use crate::board::{Board, read, write};
use crate::core::Core;
use crate::generator::{list, listed};
use crate::moves::{AnyMove, GivenMove, Move, Parts};
use crate::replaced::{Called, in_python};
use crate::san::{Form, SanFault};
use crate::stack::Played;
use crate::state::{State, castling_side, parts_of};
use crate::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};

fn shown_fen(core: &Core) -> String {
    core.fen(reynard::fen::FenStyle::XFen, crate::fen::EnPassantSpec::Legal, false)
}

fn illegal(kind: &str, text: &str, core: &Core) -> PyErr {
    IllegalMoveError::new_err(format!("illegal {kind}: {} in {}", quoted(text), shown_fen(core)))
}

#[cold]
fn san_error(fault: &SanFault, text: &str, core: &Core) -> PyErr {
    match fault {
        SanFault::Invalid => InvalidMoveError::new_err(format!("invalid san: {}", quoted(text))),
        SanFault::Illegal => illegal("san", text, core),
        SanFault::NoMove(parts) => IllegalMoveError::new_err(format!(
            "no matching legal move for {} ({} -> {}) in {}",
            parts.uci(),
            parts.from,
            parts.to,
            shown_fen(core)
        )),
        SanFault::Ambiguous => AmbiguousMoveError::new_err(format!(
            "ambiguous san: {} in {}",
            quoted(text),
            shown_fen(core)
        )),
    }
}

fn parse_uci(core: &Core, text: &str) -> PyResult<Parts> {
    let parts = Parts::parse(text)?;
    if parts.is_null() {
        return Ok(parts);
    }
    let parts = core.normalized(parts);
    if core.is_legal(parts) { Ok(parts) } else { Err(illegal("uci", text, core)) }
}

/// Adds the last move to the list for `move_stack`, if the list has been requested. The list
/// receives a separate move object, since programs may assign to the attributes of the object that
/// was passed in.
#[inline]
fn record(py: Python<'_>, board: &BoardData) -> PyResult<()> {
    let Some(moves) = &board.moves else { return Ok(()) };
    let Some(parts) = board.core.stack.last().map(Played::parts) else { return Ok(()) };
    moves.bind(py).append(Move::object(py, parts)?)
}

#[cold]
fn nothing_to_pop() -> PyErr {
    PyIndexError::new_err("pop from a board without moves")
}

/// Takes back the last move, and removes it from the list for `move_stack`.
#[cold]
fn pop_from_list<'py>(py: Python<'py>, board: &mut BoardData) -> PyResult<Bound<'py, PyAny>> {
    let Some(moves) = &board.moves else { return Err(nothing_to_pop()) };
    let moves = moves.bind(py);
    let last = moves.len().checked_sub(1).ok_or_else(nothing_to_pop)?;
    let listed = moves.get_item(last)?;
    moves.del_item(last)?;
    board.core.pop().map(|_| listed).ok_or_else(nothing_to_pop)
}

#[cold]
fn no_piece(core: &Core, parts: Parts) -> PyErr {
    let message = format!(
        "push() expects a piece on {}, but got {} in {}",
        parts.from,
        parts.uci(),
        shown_fen(core)
    );
    PyAssertionError::new_err(message)
}

#[inline]
fn push(core: &mut Core, parts: Parts) -> PyResult<()> {
    if core.push(parts) { Ok(()) } else { Err(no_piece(core, parts)) }
}

fn written(core: &Core, parts: Parts, form: Form) -> PyResult<String> {
    core.san(parts, form).ok_or_else(|| {
        let message = format!(
            "san() and lan() expect move to be legal or null, but got {} in {}",
            parts.uci(),
            shown_fen(core)
        );
        PyAssertionError::new_err(message)
    })
}

impl Board {
    #[inline(always)]
    pub(crate) fn push_move(slf: &Bound<'_, Self>, mv: &Bound<'_, Move>) -> PyResult<()> {
        let mut board = write(slf)?;
        let (core, given) = (&mut board.core, mv.get());
        match given.listed(core.stamp) {
            Some(mv) => core.push_legal(mv),
            None => push(core, given.parts())?,
        }
        if board.moves.is_none() {
            return Ok(());
        }
        record(slf.py(), &board)
    }

    #[inline(always)]
    pub(crate) fn pop_move<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let taken = {
            let mut board = write(slf)?;
            if board.moves.is_some() {
                return pop_from_list(py, &mut board);
            }
            board.core.pop()
        };
        match taken {
            Some(bits) => Ok(crate::interned::take(py, bits)?.into_any()),
            None => Err(nothing_to_pop()),
        }
    }

    #[inline]
    pub(crate) fn push_text<'py>(slf: &Bound<'py, Self>, san: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(method) =
            in_python(slf.as_super(), "push_san", &[Called::Push, Called::ParseSan])?
        {
            return method.call1((slf, san));
        }
        let (py, mut board) = (slf.py(), write(slf)?);
        let core = &mut board.core;
        let parts = if let State::Legal(pos) = &core.state
            && let Ok(mv) = pos.parse_san(san)
        {
            core.push_legal(mv);
            parts_of(mv, core.chess960)
        } else {
            let parts = core.parse_san(san).map_err(|fault| san_error(&fault, san, core))?;
            push(core, parts)?;
            parts
        };
        let found = Move::object(py, parts)?;
        record(py, &board)?;
        Ok(found.into_bound(py).into_any())
    }

    #[inline]
    pub(crate) fn san_of<'py>(
        slf: &Bound<'py, Self>,
        mv: &Bound<'py, Move>,
    ) -> PyResult<Bound<'py, PyString>> {
        let board = read(slf)?;
        let (core, parts) = (&board.core, mv.get().parts());
        let listed = core.listed_move(mv.get()).map(|(pos, mv)| pos.san(mv));
        match listed.or_else(|| core.legal_san(parts)) {
            Some(text) => PyString::from_bytes(slf.py(), text.as_bytes()),
            None => Ok(PyString::new(slf.py(), &written(core, parts, Form::Short)?)),
        }
    }
}

#[pymethods]
impl Board {
    /// Makes a move without checking that it is legal. Raises AssertionError if its origin square
    /// is empty.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.push(reynard.Move.from_uci("g1f3"))
    /// >>> board.pop()
    /// Move.from_uci('g1f3')
    fn push(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<()> {
        Self::push_move(slf, &r#move)
    }

    /// Takes back the last move and returns it. Raises IndexError if there is none.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.push_san("d4")
    /// Move.from_uci('d2d4')
    /// >>> board.pop()
    /// Move.from_uci('d2d4')
    fn pop<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::pop_move(slf)
    }

    /// Returns the last move. Raises IndexError if there is none.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board()
    /// >>> board.push_uci("e2e4") == board.peek()
    /// True
    fn peek<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let board = read(slf)?;
        let py = slf.py();
        if let Some(moves) = &board.moves {
            let moves = moves.bind(py);
            return moves.get_item(moves.len().wrapping_sub(1));
        }
        let last = board.core.stack.last().map(Played::parts);
        let last = last.ok_or_else(|| PyIndexError::new_err("a board without moves"))?;
        Ok(Move::object(py, last)?.into_bound(py).into_any())
    }

    /// Returns True if the move is legal.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_legal(reynard.Move.from_uci("e2e5"))
    /// False
    fn is_legal<'py>(slf: &Bound<'py, Self>, r#move: AnyMove<'_, 'py>) -> PyResult<bool> {
        let Some(r#move) = r#move.0 else { return Ok(false) };
        let board = read(slf)?;
        let (core, given) = (&board.core, r#move.get());
        Ok(core.listed_move(given).is_some() || core.is_legal(given.parts()))
    }

    /// Returns True if the move is pseudo-legal, that is, legal except that it may leave the king
    /// in check.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_pseudo_legal(reynard.Move.from_uci("e2e4"))
    /// True
    fn is_pseudo_legal<'py>(slf: &Bound<'py, Self>, r#move: AnyMove<'_, 'py>) -> PyResult<bool> {
        let Some(r#move) = r#move.0 else { return Ok(false) };
        let board = read(slf)?;
        Ok(board.core.is_pseudo_legal(r#move.get().parts()))
    }

    /// Returns the move in SAN. Raises AssertionError if its origin square is empty.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().san(reynard.Move.from_uci("g1f3"))
    /// 'Nf3'
    fn san<'py>(
        slf: &Bound<'py, Self>,
        r#move: GivenMove<'_, 'py>,
    ) -> PyResult<Bound<'py, PyString>> {
        Self::san_of(slf, &r#move)
    }

    /// Returns the move in long algebraic notation.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().lan(reynard.Move.from_uci("g1f3"))
    /// 'Ng1-f3'
    fn lan(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<String> {
        let board = read(slf)?;
        written(&board.core, r#move.get().parts(), Form::Long)
    }

    /// Returns the move in SAN and makes it.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().san_and_push(reynard.Move.from_uci("g1f3"))
    /// 'Nf3'
    fn san_and_push(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<String> {
        if let Some(method) = in_python(slf.as_super(), "san_and_push", &[Called::Push])? {
            return method.call1((slf, &*r#move))?.extract();
        }
        let mut board = write(slf)?;
        let core = &mut board.core;
        let text = written(core, r#move.get().parts(), Form::Short)?;
        push(core, r#move.get().parts())?;
        record(slf.py(), &board)?;
        Ok(text)
    }

    /// Parses a move in SAN. Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().parse_san("Nf3")
    /// Move.from_uci('g1f3')
    fn parse_san(slf: &Bound<'_, Self>, san: SanText<'_>) -> PyResult<Py<Move>> {
        let board = read(slf)?;
        let core = &board.core;
        let parts = core.parse_san(san.0).map_err(|fault| san_error(&fault, san.0, core))?;
        Move::object(slf.py(), parts)
    }

    /// Parses a move in SAN and makes it.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().push_san("e4")
    /// Move.from_uci('e2e4')
    fn push_san<'py>(slf: &Bound<'py, Self>, san: SanText<'_>) -> PyResult<Bound<'py, PyAny>> {
        Self::push_text(slf, san.0)
    }

    /// Parses a legal move in UCI notation. The null move is `0000`.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().parse_uci("g1f3")
    /// Move.from_uci('g1f3')
    fn parse_uci(slf: &Bound<'_, Self>, uci: UciText<'_>) -> PyResult<Py<Move>> {
        let board = read(slf)?;
        Move::object(slf.py(), parse_uci(&board.core, uci.0)?)
    }

    /// Parses a legal move in UCI notation and makes it.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().push_uci("g1f3")
    /// Move.from_uci('g1f3')
    fn push_uci(slf: &Bound<'_, Self>, py: Python<'_>, uci: UciText<'_>) -> PyResult<Py<PyAny>> {
        if let Some(method) =
            in_python(slf.as_super(), "push_uci", &[Called::Push, Called::ParseUci])?
        {
            return method.call1((slf, uci.0)).map(Bound::unbind);
        }
        let mut board = write(slf)?;
        let core = &mut board.core;
        let parts = parse_uci(core, uci.0)?;
        push(core, parts)?;
        let found = Move::object(py, parts)?;
        record(slf.py(), &board)?;
        Ok(found.into_any())
    }

    /// Returns the move in UCI notation. `chess960` overrides how this board writes castling.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().uci(reynard.Move.from_uci("g1f3"))
    /// 'g1f3'
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(
        slf: &Bound<'_, Self>,
        r#move: GivenMove<'_, '_>,
        chess960: Option<Truth>,
    ) -> PyResult<String> {
        let board = read(slf)?;
        let own = &board.core;
        let chess960 = chess960.map_or(own.chess960, |flag| flag.0);
        let parts = r#move.get().parts();
        if chess960 == own.chess960
            && let Some((_, mv)) = own.fast_move(parts)
        {
            return Ok(parts_of(mv, chess960).uci());
        }
        let mut other = own.without_moves();
        other.chess960 = chess960;
        Ok(other.normalized(parts).uci())
    }

    #[pyo3(signature = (from_mask = None, to_mask = None))]
    fn _legal<'py>(
        slf: &Bound<'py, Self>,
        from_mask: Option<Mask>,
        to_mask: Option<Mask>,
    ) -> PyResult<Bound<'py, PyList>> {
        let squares = |mask: Option<Mask>| mask.map_or(Bitboard::FULL, |mask| mask.0);
        let (from, to) = (squares(from_mask), squares(to_mask));
        if let Some(moves) = listed(slf, from, to)? {
            return Ok(moves);
        }
        list(slf.py(), read(slf)?.core.legal_moves(from, to))
    }

    #[pyo3(signature = (from_mask = None, to_mask = None))]
    fn _pseudo_legal<'py>(
        slf: &Bound<'py, Self>,
        from_mask: Option<Mask>,
        to_mask: Option<Mask>,
    ) -> PyResult<Bound<'py, PyList>> {
        let board = read(slf)?;
        let all = Mask(Bitboard::FULL);
        list(
            slf.py(),
            board.core.pseudo_legal_moves(from_mask.unwrap_or(all).0, to_mask.unwrap_or(all).0),
        )
    }

    fn _castling<'py>(
        slf: &Bound<'py, Self>,
        from_mask: Mask,
        to_mask: Mask,
    ) -> PyResult<Bound<'py, PyList>> {
        let board = read(slf)?;
        let mut moves = Vec::new();
        board.core.loose().add_castling(from_mask.0, to_mask.0, &mut moves);
        list(slf.py(), moves)
    }

    fn _en_passant<'py>(
        slf: &Bound<'py, Self>,
        from_mask: Mask,
        to_mask: Mask,
    ) -> PyResult<Bound<'py, PyList>> {
        let board = read(slf)?;
        let mut moves = Vec::new();
        board.core.loose().add_en_passant(from_mask.0, to_mask.0, &mut moves);
        list(slf.py(), moves)
    }

    /// Returns the squares of the pieces that give check, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().checkers_mask()
    /// 0
    fn checkers_mask(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let board = read(slf)?;
        Ok(board.core.checkers().bits())
    }

    /// Returns True if the side to move is in check.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").is_check()
    /// True
    fn is_check(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.checkers().any())
    }

    /// Returns True if the move gives check.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("4k3/8/8/8/8/8/8/3RK3 w - - 0 1").gives_check(reynard.Move.from_uci("d1d8"))
    /// True
    fn gives_check(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let board = read(slf)?;
        let (core, parts) = (&board.core, r#move.get().parts());
        let listed = core.listed_move(r#move.get()).map(|(pos, mv)| pos.gives_check(mv));
        listed.or_else(|| core.gives_check(parts)).ok_or_else(|| no_piece(core, parts))
    }

    /// Returns True if the move leaves the moving side's own king in check.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("4k3/8/8/8/8/8/8/r2RK3 w - - 0 1").is_into_check(reynard.Move.from_uci("d1d2"))
    /// True
    fn is_into_check(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let (board, parts) = (read(slf)?, r#move.get().parts());
        let core = &board.core;
        Ok(if core.checkers().any() { !core.is_legal(parts) } else { !core.loose().is_safe(parts) })
    }

    /// Returns True if the side not to move is in check.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").was_into_check()
    /// True
    fn was_into_check(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.was_into_check())
    }

    /// Returns True if the pseudo-legal move is a capture.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_capture(reynard.Move.from_uci("e2e4"))
    /// False
    fn is_capture(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.is_capture(r#move.get().parts()))
    }

    /// Returns True if the pseudo-legal move is an en-passant capture.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_en_passant(reynard.Move.from_uci("e2e4"))
    /// False
    fn is_en_passant(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.is_en_passant(r#move.get().parts()))
    }

    /// Returns True if the pseudo-legal move is a capture or a pawn move.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_zeroing(reynard.Move.from_uci("e2e4"))
    /// True
    fn is_zeroing(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let board = read(slf)?;
        let (core, parts) = (&board.core, r#move.get().parts());
        let board = core.state.board();
        let touched = parts.from.bitboard() ^ parts.to.bitboard();
        Ok((touched & board.by_type(PieceType::Pawn)).any()
            || (touched & board.by_color(!core.state.turn())).any()
            || parts.drop == 1)
    }

    /// Returns True if the pseudo-legal move is castling.
    ///
    /// >>> import reynard
    /// >>> board = reynard.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.is_castling(reynard.Move.from_uci("e1g1"))
    /// True
    fn is_castling(slf: &Bound<'_, Self>, r#move: GivenMove<'_, '_>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(castling_side(board.core.state.board(), r#move.get().parts()).is_some())
    }

    /// Returns the castling rights that are consistent with the board, as an integer.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().clean_castling_rights() == reynard.BB_CORNERS
    /// True
    fn clean_castling_rights(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let board = read(slf)?;
        Ok(board.core.clean_castling_rights().bits())
    }

    /// Returns True if there is a legal en-passant capture.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().has_legal_en_passant()
    /// False
    fn has_legal_en_passant(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.legal_en_passant().is_some())
    }

    /// Returns True if there is a pseudo-legal en-passant capture.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().has_pseudo_legal_en_passant()
    /// False
    fn has_pseudo_legal_en_passant(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.pseudo_legal_en_passant().is_some())
    }
}
