"""Private names of python-chess that programs use anyway: stored states of a board, and how its tables of attacks are made.

Only `reynard.compat` imports this module.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, Iterable, Iterator, List

from ._board import _restore
from ._native import Board
from ._squares import BB_ALL, BB_FILE_A, BB_FILE_H, BB_RANK_1, BB_RANK_8, BLACK, WHITE, Bitboard, Square, SquareSet


def _sliding_attacks(square: Square, occupied: Bitboard, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a piece reaches by repeated steps, up to and with the first occupied one."""
    reached = 0
    for delta in deltas:
        ranks = round(delta / 8)
        files = delta - 8 * ranks
        rank, file = divmod(square, 8)
        while 0 <= rank + ranks < 8 and 0 <= file + files < 8:
            rank, file = rank + ranks, file + files
            reached |= 1 << (8 * rank + file)
            if occupied >> (8 * rank + file) & 1:
                break
    return reached


def _step_attacks(square: Square, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a piece reaches by one step."""
    return _sliding_attacks(square, BB_ALL, deltas)


def _edges(square: Square) -> Bitboard:
    """Returns the edges of the board on which a square does not lie."""
    edges = (BB_RANK_1, BB_RANK_8, BB_FILE_A, BB_FILE_H)
    return functools.reduce(operator.or_, (edge for edge in edges if not edge >> square & 1))


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
