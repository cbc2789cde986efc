"""BaseBoard: pieces on squares, as text and pictures, transformed and copied."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

from typing import Any, Callable, Dict, Mapping, Tuple, TypeVar

from .._native import BaseBoard, Board, Piece
from .._squares import WHITE, Bitboard, Color, Square
from ._attach import _add, _pickled

BaseBoardT = TypeVar("BaseBoardT", bound=BaseBoard)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.partition(" ")[0]


@_add(BaseBoard)
def set_piece_map(self: Any, pieces: Mapping[Square, Piece]) -> None:
    """Sets the pieces from a mapping of squares to pieces, and removes all others.

    >>> import reynard
    >>> board = reynard.BaseBoard.empty()
    >>> board.set_piece_map({reynard.A1: reynard.Piece.from_symbol("R")})
    >>> board.board_fen()
    '8/8/8/8/8/8/8/R7'
    """
    self._set_pieces(dict(pieces.items()), 0)


def _base_reset(self: Any) -> None:
    """Sets up the pieces of the start position."""
    self.set_board_fen(STARTING_BOARD_FEN)


def _base_clear(self: Any) -> None:
    """Removes all pieces."""
    self.set_board_fen("8/8/8/8/8/8/8/8")


BaseBoard.reset_board, _base_reset.__name__ = _base_reset, "reset_board"
BaseBoard.clear_board, _base_clear.__name__ = _base_clear, "clear_board"


def _base_copy(self: Any) -> Any:
    """Returns a copy."""
    board = type(self)(None)
    board._assign(self)
    return board


_base_copy.__name__ = "copy"
BaseBoard.copy = _base_copy


@_add(BaseBoard, Board)
def __copy__(self: Any) -> Any:
    return self.copy()


@_add(BaseBoard, Board)
def __deepcopy__(self: Any, memo: Dict[int, Any]) -> Any:
    board = self.copy()
    memo[id(self)] = board
    return board


@_add(BaseBoard)
def __eq__(self: Any, other: object) -> Any:
    if isinstance(other, BaseBoard):
        return self._same_pieces(other)
    return NotImplemented


BaseBoard.__hash__ = None  # type: ignore[assignment]


@_add(BaseBoard)
def __str__(self: Any) -> str:
    if type(self).piece_at is not BaseBoard.piece_at:
        # A subclass hides pieces, or shows others.
        return _text_by_pieces(self)
    rows = BaseBoard.board_fen(self).split("/")
    for digit in range(1, 9):
        rows = [row.replace(str(digit), "." * digit) for row in rows]
    return "\n".join(" ".join(row) for row in rows)


def _text_by_pieces(board: Any) -> str:
    pieces = [board.piece_at(rank * 8 + file) for rank in range(7, -1, -1) for file in range(8)]
    symbols = [piece.symbol() if piece else "." for piece in pieces]
    return "\n".join(" ".join(symbols[at : at + 8]) for at in range(0, 64, 8))


@_add(BaseBoard)
def __repr__(self: Any) -> str:
    return f"{type(self).__name__}({self.board_fen()!r})"


@_add(BaseBoard)
def unicode(
    self: Any,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: Color = WHITE,
) -> str:
    """Draws the board with Unicode figurines, and returns the text.

    >>> import reynard
    >>> print(reynard.BaseBoard("8/8/8/8/8/8/8/K1k5").unicode(empty_square="."))
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    ♔ . ♚ . . . . .
    """
    files = range(8) if orientation else range(7, -1, -1)
    ranks = range(7, -1, -1) if orientation else range(8)

    def drawn(at: Square) -> str:
        piece = self.piece_at(at)
        return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

    if not borders:
        return "\n".join(" ".join(drawn(rank * 8 + file) for file in files) for rank in ranks)
    rule = "  " + "-" * 17
    lines = []
    for rank in ranks:
        lines += [rule, f"{rank + 1} |" + "|".join(drawn(rank * 8 + file) for file in files) + "|"]
    return "\n".join(lines + [rule, "   " + " ".join("abcdefgh"[file] for file in files)])


@_add(BaseBoard)
def _repr_svg_(self: Any) -> str:
    from .. import svg

    return svg.board(self, size=390)


@_add(BaseBoard)
def apply_transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> None:
    """Applies a function on sets of squares, such as `reynard.flip_vertical`, to all pieces."""
    kinds = [f(getattr(self, name)) for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")]
    self._set_squares(kinds, f(self.occupied_co[WHITE]), f(self.promoted))


@_add(BaseBoard)
def transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> Any:
    """Returns a copy of the board, with a function on sets of squares applied to all pieces.

    >>> import reynard
    >>> reynard.BaseBoard("8/8/8/8/8/8/8/R7").transform(reynard.flip_vertical).board_fen()
    'R7/8/8/8/8/8/8/8'
    """
    board = self.copy()
    board.apply_transform(f)
    return board


@_add(BaseBoard)
def mirror(self: Any) -> Any:
    """Returns the board mirrored vertically, with the colors swapped.

    >>> import reynard
    >>> reynard.Board().mirror().turn == reynard.BLACK
    True
    """
    board = self.copy()
    board.apply_mirror()
    return board


@_add(BaseBoard)
@classmethod
def empty(cls: Any) -> Any:
    """Returns an empty board."""
    return cls(None)


@_add(BaseBoard)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    return (_restore_base, (type(self), self.board_fen(promoted=True)), _pickled(self, getattr(self, "__dict__", None)))


def _restore_base(cls: Any, fen: str) -> Any:
    board = cls.__new__(cls)
    BaseBoard.__init__(board, fen)
    return board
