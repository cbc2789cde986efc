"""Private names of python-chess that programs use anyway: attack tables, and stored states of a board.

Only `reynard.compat` imports this module.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Tuple

from ._board import _restore
from ._native import Board
from ._squares import BB_ALL, BB_FILES, BB_RANKS, BB_RAYS, BB_SQUARES, BLACK, SQUARES, WHITE, Bitboard, Square, SquareSet, square_distance

_SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
_FIELDS = ("promoted", "turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")


def _sliding_attacks(square: Square, occupied: Bitboard, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a slider attacks with the given steps, including the first occupied square of each line."""
    attacks = 0
    for delta in deltas:
        before, at = square, square + delta
        # A step over the edge of the board leads to a square that is far away.
        while 0 <= at < 64 and square_distance(before, at) <= 2:
            attacks |= BB_SQUARES[at]
            if occupied & BB_SQUARES[at]:
                break
            before, at = at, at + delta
    return attacks


def _step_attacks(square: Square, deltas: Iterable[int]) -> Bitboard:
    """Returns the squares that a piece attacks with one of the given steps."""
    return _sliding_attacks(square, BB_ALL, deltas)


def _edges(square: Square) -> Bitboard:
    """Returns the edges of the board on which the square does not lie."""
    ranks = (BB_RANKS[0] | BB_RANKS[7]) & ~BB_RANKS[square >> 3]
    files = (BB_FILES[0] | BB_FILES[7]) & ~BB_FILES[square & 7]
    return ranks | files


def _carry_rippler(mask: Bitboard) -> Iterator[Bitboard]:
    """Iterates over the subsets of a set of squares."""
    return iter(SquareSet(mask).carry_rippler())


def _attack_table(deltas: List[int]) -> Tuple[List[Bitboard], List[Dict[Bitboard, Bitboard]]]:
    """Returns for each square the squares on which a slider can be blocked, and its attacks indexed by its blockers."""
    masks = [_sliding_attacks(square, 0, deltas) & ~_edges(square) for square in SQUARES]
    return masks, [{blockers: _sliding_attacks(square, blockers, deltas) for blockers in _carry_rippler(masks[square])} for square in SQUARES]


def _rays() -> List[List[Bitboard]]:
    """Returns the lines through each pair of squares."""
    return [list(row) for row in BB_RAYS]


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
        twin = _restore(Board, board._root_state(), board._played(), board._changed_moves(), None)
        states: List[_BoardState] = []
        while twin.move_stack:
            twin.pop()
            states.append(_BoardState(twin))
        return states[::-1]


NAMES: Dict[str, Any] = {
    function.__name__: function for function in (_sliding_attacks, _step_attacks, _edges, _carry_rippler, _attack_table, _rays, _BoardState)
}
