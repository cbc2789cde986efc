"""Board: its position, set up, examined, transformed and pickled."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

import re
from typing import Any, Callable, ClassVar, List, Optional, Tuple, TypeVar

from .._native import BaseBoard, Board, Move
from .._squares import Bitboard, Square, SquareSet, Status, lsb
from ._attach import _add, _Computed, _pickled
from ._base import STARTING_FEN

BoardT = TypeVar("BoardT", bound=Board)

FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")

Board.aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
Board.uci_variant = "chess"
Board.xboard_variant = "normal"
Board.starting_fen = STARTING_FEN
Board.tbw_suffix = ".rtbw"
Board.tbz_suffix = ".rtbz"
Board.tbw_magic = b"\x71\xe8\x23\x5d"
Board.tbz_magic = b"\xd7\x66\x0c\xa5"
Board.pawnless_tbw_suffix = Board.pawnless_tbz_suffix = None
Board.pawnless_tbw_magic = Board.pawnless_tbz_magic = None
Board.connected_kings = False
Board.one_king = True
Board.captures_compulsory = False
Board.__annotations__ = {
    **dict.fromkeys(("uci_variant", "xboard_variant", "tbw_suffix", "tbz_suffix"), ClassVar[Optional[str]]),
    **dict.fromkeys(("pawnless_tbw_suffix", "pawnless_tbz_suffix"), ClassVar[Optional[str]]),
    **dict.fromkeys(("tbw_magic", "tbz_magic", "pawnless_tbw_magic", "pawnless_tbz_magic"), ClassVar[Optional[bytes]]),
    **dict.fromkeys(("connected_kings", "one_king", "captures_compulsory"), ClassVar[bool]),
    **dict.fromkeys(("castling_rights", "promoted"), Bitboard),
    **dict.fromkeys(("turn", "chess960"), bool),
    **dict.fromkeys(("halfmove_clock", "fullmove_number"), int),
    "aliases": ClassVar[List[str]], "starting_fen": ClassVar[str], "ep_square": Optional[Square], "move_stack": List[Move],
}
setattr(Board, "key", _Computed(Board.__dict__["key"]))


@_add(Board)
@classmethod
def empty(cls: Any, *, chess960: bool = False) -> Any:
    """Returns an empty board with White to move.

    >>> import reynard
    >>> reynard.Board.empty().fen()
    '8/8/8/8/8/8/8/8 w - - 0 1'
    """
    return cls(None, chess960=chess960)


@_add(Board)
def set_fen(self: Any, fen: str) -> None:
    """Sets the position from a FEN. Raises ValueError if the FEN is invalid."""
    self._set_fen(fen.strip())


@_add(Board)
def reset(self: Any) -> None:
    """Sets the start position."""
    self._set_fen(STARTING_FEN)


@_add(Board)
def clear(self: Any) -> None:
    """Removes all pieces, castling rights and moves. White is to move."""
    self._set_fen(None)


@_add(Board)
def set_castling_fen(self: Any, castling_fen: str) -> None:
    """Sets the castling rights from the castling field of a FEN."""
    self._set_castling_fen(castling_fen)


@_add(Board)
def checkers(self: Any) -> SquareSet:
    """Returns the squares of the pieces giving check."""
    return SquareSet(self.checkers_mask())


@_add(Board)
def status(self: Any) -> Status:
    """Returns the faults of the position.

    >>> import reynard
    >>> reynard.Board().status() == reynard.STATUS_VALID
    True
    """
    return Status(self._status())


@_add(Board)
def is_valid(self: Any) -> bool:
    """Returns True if the position is valid."""
    return not self._status()


@_add(Board)
def castling_xfen(self: Any) -> str:
    """Returns the castling rights in X-FEN notation."""
    return self._castling_text(False)


@_add(Board)
def castling_shredder_fen(self: Any) -> str:
    """Returns the castling rights in Shredder-FEN notation, that is, as the files of the rooks."""
    return self._castling_text(True)


@_add(Board)
def shredder_fen(self: Any, *, en_passant: Any = "legal", promoted: Optional[bool] = None) -> str:
    """Returns the Shredder-FEN, in which the castling rights are written as the files of the rooks.

    >>> import reynard
    >>> reynard.Board().shredder_fen()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
    """
    return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)


@_add(Board)
def __repr__(self: Any) -> str:
    flag = ", chess960=True" if self.chess960 else ""
    return f"{type(self).__name__}({self.fen()!r}{flag})"


@_add(Board)
def __eq__(self: Any, other: object) -> Any:
    if isinstance(other, Board):
        return self._equals(other)
    if isinstance(other, BaseBoard):
        return self._same_pieces(other)
    return NotImplemented


Board.__hash__ = None  # type: ignore[assignment]


@_add(Board)
def _repr_svg_(self: Any) -> str:
    from .. import svg

    last = self.peek() if self.move_stack else None
    return svg.board(self, size=390, lastmove=last, check=self.king(self.turn) if self.is_check() else None)


@_add(Board)
def apply_transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> None:
    """Applies a function on sets of squares to all pieces and castling rights. The move stack is cleared."""
    rights, ep_square = self.castling_rights, self.ep_square
    BaseBoard.apply_transform(self, f)
    self.clear_stack()
    self.ep_square = None if ep_square is None else lsb(f(1 << ep_square))
    self.castling_rights = f(rights)


def _without_moves(name: str) -> None:
    if name == "mirror":
        def method(self: Any) -> Any:
            # A subclass may have a `copy` without arguments.
            board = self.copy(stack=False) if type(self).copy is Board.copy else self.copy()
            board.apply_mirror()
            return board
    else:
        def method(self: Any, f: Callable[[Bitboard], Bitboard]) -> Any:
            board = self.copy(stack=False)
            board.apply_transform(f)
            return board

    method.__name__, method.__doc__ = name, getattr(BaseBoard, name).__doc__
    _add(Board)(method)


_without_moves("mirror")
_without_moves("transform")


@_add(Board)
def reset_board(self: Any) -> None:
    """Sets up the pieces of the start position. The side to move and the castling rights are kept."""
    BaseBoard.reset_board(self)


@_add(Board)
def clear_board(self: Any) -> None:
    """Removes all pieces. The side to move and the castling rights are kept."""
    BaseBoard.clear_board(self)


@_add(Board)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    played = self._played()
    # The attributes may have been assigned after the moves.
    now = tuple(getattr(self, name) for name in _STATE) if played else ()
    state = (self._root_state(), played, self._changed_moves(), now)
    return (_restore, (type(self), *state), _pickled(self, self.__dict__))


_STATE = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "promoted")


def _restore(
    cls: Any, root: Tuple[Any, ...], moves: List[Tuple[int, ...]], changed: Optional[List[Move]], now: Tuple[Any, ...] = ()
) -> Any:
    # Subclasses have their own arguments, which are unknown here. Therefore, as in `copy`, their
    # `__init__` is not called.
    board = cls.__new__(cls)
    fen, castling_rights, chess960 = root
    Board.__init__(board, fen, chess960=chess960)
    if board.castling_rights != castling_rights:
        board.castling_rights = castling_rights
    board._replay(moves)
    if changed is not None:
        board.move_stack = changed
    for name, value in zip(_STATE, now):
        if getattr(board, name) != value:
            setattr(board, name, value)
    return board
