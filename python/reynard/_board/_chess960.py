"""The start positions of Chess960 and their numbers."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

import functools
from typing import Any, Dict, List, Optional

from .._native import BaseBoard, Board
from .._squares import WHITE
from ._attach import _add

# The placements of two knights on five squares, in the order of Scharnagl's numbering scheme.
_KNIGHTS = [(a, b) for a in range(5) for b in range(a + 1, 5)]


def _arrangement(scharnagl: int) -> str:
    """Returns the pieces of a Chess960 start position, using Reinhard Scharnagl's numbering scheme."""
    if not 0 <= scharnagl <= 959:
        raise ValueError(f"chess960 position index not 0 <= {scharnagl!r} <= 959")
    rest, light = divmod(scharnagl, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row: List[str] = [""] * 8
    row[2 * light + 1] = row[2 * dark] = "b"
    free = [file for file in range(8) if not row[file]]
    row[free.pop(queen)] = "q"
    a, b = _KNIGHTS[knights]
    row[free[a]] = row[free[b]] = "n"
    for letter in "rkr":
        row[row.index("")] = letter
    return "".join(row)


@functools.cache
def _numbers() -> Dict[str, int]:
    """Returns the number of each arrangement."""
    # Made on first use: it takes as long as importing several files of the package.
    return {_arrangement(number): number for number in range(960)}


@_add(BaseBoard)
def set_chess960_pos(self: Any, scharnagl: int) -> None:
    """Sets the Chess960 start position with the given number, 0 to 959; 518 is standard chess."""
    row = _arrangement(scharnagl)
    self.set_board_fen(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}")


@_add(BaseBoard)
def chess960_pos(self: Any) -> Optional[int]:
    """Returns the number of the Chess960 start position, or None if the board is not in such a position.

    >>> import reynard
    >>> reynard.BaseBoard().chess960_pos()
    518
    """
    row, _, rest = self.board_fen().partition("/")
    if rest != f"pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}":
        return None
    return _numbers().get(row)


@_add(BaseBoard)
@classmethod
def from_chess960_pos(cls: Any, scharnagl: int) -> Any:
    """Returns the Chess960 start position with the given number."""
    board = cls.empty()
    board.set_chess960_pos(scharnagl)
    return board


@_add(Board)
@classmethod
def from_chess960_pos(cls: Any, scharnagl: int) -> Any:
    """Returns the Chess960 start position with the given number.

    >>> import reynard
    >>> reynard.Board.from_chess960_pos(0).fen()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """
    board = cls.empty(chess960=True)
    board.set_chess960_pos(scharnagl)
    return board


@_add(Board)
def set_chess960_pos(self: Any, scharnagl: int) -> None:
    """Sets the Chess960 start position with the given number, 0 to 959."""
    row = _arrangement(scharnagl)
    self.chess960 = True
    self._set_fen(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1")


@_add(Board)
def chess960_pos(
    self: Any, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
) -> Optional[int]:
    """Returns the number of the Chess960 start position, or None if the board is not in such a position."""
    if self.ep_square or not (ignore_turn or self.turn == WHITE):
        return None
    if not ignore_castling and self.clean_castling_rights() != self.rooks:
        return None
    if not ignore_counters and (self.fullmove_number != 1 or self.halfmove_clock != 0):
        return None
    return BaseBoard.chess960_pos(self)


@_add(Board)
def has_chess960_castling_rights(self: Any) -> bool:
    """Returns True if there are castling rights that do not exist in standard chess."""
    twin = Board.copy(self, stack=False)
    twin.chess960 = True
    rights = twin.clean_castling_rights()
    twin.chess960 = False
    return bool(rights & ~twin.clean_castling_rights())
