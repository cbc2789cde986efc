"""How methods are added to the native classes, and what their pickles keep."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

from typing import Any, Callable, Dict, Optional

from .._native import BaseBoard, Board, LegalMoveGenerator, Move, Piece, PseudoLegalMoveGenerator, SquareSet

for _class in (BaseBoard, Board, LegalMoveGenerator, Move, Piece, PseudoLegalMoveGenerator, SquareSet):
    # The errors of CPython then name the class without its module, as they do for a class in Python.
    setattr(_class, "__name__", _class.__name__)


def _add(*classes: type) -> Callable[[Any], Any]:
    """Returns a decorator that adds a function to classes as a method."""

    def add(function: Any) -> Any:
        target = function.__func__ if isinstance(function, (classmethod, staticmethod)) else function
        if isinstance(target, property):
            target = target.fget
        target.__qualname__ = f"{classes[0].__name__}.{target.__name__}"
        for receiver in ("self", "cls"):
            target.__annotations__.pop(receiver, None)
        for owner in classes:
            setattr(owner, target.__name__, function)
        return function

    return add


class _Computed:
    """An attribute that is computed unless a program assigns it. python-chess does not have it, so a subclass may use its name."""

    def __init__(self, native: Any) -> None:
        self.native = native
        self.__doc__ = native.__doc__

    def __get__(self, board: Any, kind: Any = None) -> Any:
        return self if board is None else self.native.__get__(board, kind)


def _pickled(self: Any, attributes: Optional[Dict[str, Any]]) -> Any:
    """Returns the attributes to pickle: those that `__getstate__` of a subclass returns, or the given ones."""
    if type(self).__getstate__ is not object.__getstate__:
        return self.__getstate__()
    return attributes or None
