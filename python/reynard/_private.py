"""Private names of python-chess that programs use anyway: stored states of a board, and how its tables of attacks are made.

Only `reynard.compat` imports this module.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, List

from ._board import _restore
from ._native import Board
from ._squares import (
    BB_ALL,
    BB_EMPTY,
    BB_FILE_A,
    BB_FILE_H,
    BB_FILES,
    BB_RANK_1,
    BB_RANK_8,
    BB_RANKS,
    BB_SQUARES,
    BLACK,
    WHITE,
    Bitboard,
    Square,
    SquareSet,
    square_distance,
    square_file,
    square_rank,
)



def _sliding_attacks(square: Square, occupied: Bitboard, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a piece reaches by repeated steps, up to and with the first occupied one."""
    reached = BB_EMPTY
    for delta in deltas:
        at = square + delta
        # A step over the edge of the board leads to its other side.
        while 0 <= at < 64 and square_distance(at, at - delta) <= 2:
            reached |= BB_SQUARES[at]
            if occupied & BB_SQUARES[at]:
                break
            at += delta
    return reached


def _step_attacks(square: Square, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a piece reaches by one step."""
    return _sliding_attacks(square, BB_ALL, deltas)


def _edges(square: Square) -> Bitboard:
    """Returns the edges of the board on which a square does not lie."""
    rank, file = BB_RANKS[square_rank(square)], BB_FILES[square_file(square)]
    return ((BB_RANK_1 | BB_RANK_8) & ~rank) | ((BB_FILE_A | BB_FILE_H) & ~file)


def _carry_rippler(mask: Bitboard) -> Iterator[Bitboard]:
    """Yields the subsets of a set of squares."""
    return iter(SquareSet(mask).carry_rippler())


_SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
_FIELDS = ("promoted", "turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")


class _BoardState:
    """The position of a board without its moves."""

    def __init__(self, board: Board) -> None:
        state = vars(self)
        state.update((name, getattr(board, name)) for name in _SETS)
        state.update(occupied_w=board.occupied_co[WHITE], occupied_b=board.occupied_co[BLACK], occupied=board.occupied)
        state.update((name, getattr(board, name)) for name in _FIELDS)

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    def restore(self, board: Any) -> None:
        """Sets the position on a board. The moves of the board are kept."""
        moves, state = list(board.move_stack), vars(self)
        board._set_squares([state[name] for name in _SETS], state["occupied_w"], state["promoted"])
        for name in _FIELDS[1:]:
            setattr(board, name, state[name])
        if moves:
            board.move_stack = moves


class _States:
    """The states of a board before each of its moves. A board may have an attribute of the same name instead."""

    def __get__(self, board: Any, owner: Any = None) -> Any:
        if board is None:
            return self
        # A copy as a plain board: subclasses have arguments of their own.
        twin = _restore(Board, board._root_state(), board._played(), board._changed_moves())
        states: List[_BoardState] = []
        while twin.move_stack:
            twin.pop()
            states.append(_BoardState(twin))
        return states[::-1]
