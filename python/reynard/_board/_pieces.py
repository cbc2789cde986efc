"""Moves, pieces and sets of squares: their fields, pickles and copies, and the class methods of subclasses."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

import dataclasses
from typing import Any, List, Optional, Tuple

from .._native import Move, Piece
from .._squares import Color, PieceType, Square, SquareSet
from ._attach import _add, _pickled


def _show_fields(cls: Any, fields: List[Any]) -> None:
    """Makes the fields of a native class visible to `dataclasses.replace`, `asdict` and patterns."""
    # Without methods and with a text, since making these takes long.
    like = dataclasses.make_dataclass(
        cls.__name__, fields, namespace={"__doc__": cls.__doc__}, init=False, repr=False, eq=False
    )
    cls.__dataclass_fields__ = like.__dataclass_fields__  # type: ignore[attr-defined]
    # A subclass that is a dataclass asks whether this one is frozen.
    cls.__dataclass_params__ = like.__dataclass_params__  # type: ignore[attr-defined]
    cls.__match_args__ = like.__match_args__  # type: ignore[attr-defined]
    cls.__annotations__ = like.__annotations__


_show_fields(
    Move,
    [("from_square", Square), ("to_square", Square), ("promotion", Optional[PieceType], None), ("drop", Optional[PieceType], None)],
)
_show_fields(Piece, [("piece_type", PieceType), ("color", Color)])


@_add(Move)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    attributes = self._attributes()
    if type(self) is Move and not attributes:
        return (Move, self._numbers())
    return (_restore_move, (type(self), self._numbers()), _pickled(self, attributes))


def _restore_move(cls: Any, numbers: Tuple[Any, ...]) -> Any:
    move = cls.__new__(cls)
    Move.__init__(move, *numbers)
    return move


@_add(Piece)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    attributes = self._attributes()
    if type(self) is Piece and not attributes:
        return (Piece, (self.piece_type, self.color))
    return (_restore_piece, (type(self), self.piece_type, self.color), _pickled(self, attributes))


def _restore_piece(cls: Any, piece_type: PieceType, color: Color) -> Any:
    piece = cls.__new__(cls)
    Piece.__init__(piece, piece_type, color)
    return piece


@_add(SquareSet)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    # The attributes of every set begin with its mask.
    attributes = vars(self)
    if type(self) is SquareSet and len(attributes) == 1:
        return (SquareSet, (self.mask,))
    return (_restore_squares, (type(self), self.mask), _pickled(self, attributes))


@_add(SquareSet)
def __copy__(self: Any) -> Any:
    attributes = vars(self)
    if type(self) is SquareSet and len(attributes) == 1:
        return self.copy()
    squares = _restore_squares(type(self), self.mask)
    squares.__dict__.update(attributes)
    return squares


def _restore_squares(cls: Any, mask: int) -> Any:
    squares = cls.__new__(cls)
    SquareSet.__init__(squares, mask)
    return squares


def _move_from_uci(cls: Any, uci: str) -> Any:
    """Parses a move in UCI notation. Raises InvalidMoveError if the text is invalid."""
    return cls(*Move.from_uci(uci)._numbers())


def _null_move(cls: Any) -> Any:
    """Returns the null move."""
    return cls(0, 0)


def _piece_from_symbol(cls: Any, symbol: str) -> Any:
    """Returns the piece that a letter represents. Raises ValueError if the letter is invalid."""
    piece = Piece.from_symbol(symbol)
    return cls(piece.piece_type, piece.color)


# The base classes parse text in native functions, which do not get a class.
_CLASS_METHODS = {
    Move: {"from_uci": _move_from_uci, "null": _null_move},
    Piece: {"from_symbol": _piece_from_symbol},
}


@_add(Move, Piece)
@classmethod
def __init_subclass__(cls: Any, **arguments: Any) -> None:
    object.__init_subclass__(**arguments)
    for base, methods in _CLASS_METHODS.items():
        for name, method in methods.items():
            if cls.__bases__ and base in cls.__bases__ and name not in vars(cls):
                setattr(cls, name, classmethod(method))


@_add(Piece)
def _repr_svg_(self: Any) -> str:
    from .. import svg

    return svg.piece(self, size=45)
