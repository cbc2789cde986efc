"""The end of a game: its reasons, and the rules that decide it."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

import dataclasses
import enum
from typing import Any, Optional

from .._native import Board
from .._squares import BLACK, WHITE, Color
from ._attach import _add


class Termination(enum.Enum):
    """The reason why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()
    VARIANT_WIN = enum.auto()
    VARIANT_LOSS = enum.auto()
    VARIANT_DRAW = enum.auto()


@dataclasses.dataclass
class Outcome:
    """The outcome of a finished game: the reason, and the winner, if any.

    >>> import reynard
    >>> reynard.Outcome(reynard.Termination.STALEMATE, None).result()
    '1/2-1/2'
    """

    termination: Termination
    winner: Optional[Color]

    def result(self) -> str:
        """Returns the result in PGN notation."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


@_add(Board)
def is_insufficient_material(self: Any) -> bool:
    """Returns True if neither side has enough material to mate."""
    return self.has_insufficient_material(WHITE) and self.has_insufficient_material(BLACK)


def _clock(self: Any, plies: int) -> bool:
    return self.halfmove_clock >= plies and bool(self.legal_moves)


@_add(Board)
def is_seventyfive_moves(self: Any) -> bool:
    """Returns True if both sides have made 75 moves without a capture or a pawn move."""
    return _clock(self, 150)


@_add(Board)
def is_fifty_moves(self: Any) -> bool:
    """Returns True if both sides have made 50 moves without a capture or a pawn move."""
    return _clock(self, 100)


@_add(Board)
def can_claim_fifty_moves(self: Any) -> bool:
    """Returns True if the player to move can claim a draw by the fifty-move rule, now or with the next move."""
    if self.is_fifty_moves():
        return True
    if self.halfmove_clock < 99:
        return False
    for move in self.legal_moves:
        if not self.is_zeroing(move):
            after = self.copy(stack=False)
            after.push(move)
            if after.is_fifty_moves():
                return True
    return False


@_add(Board)
def is_fivefold_repetition(self: Any) -> bool:
    """Returns True if the position has occurred five times."""
    return self.is_repetition(5)


@_add(Board)
def can_claim_draw(self: Any) -> bool:
    """Returns True if the player to move can claim a draw, now or with the next move."""
    return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()


def _never(name: str, text: str) -> None:
    def method(self: Any) -> bool:
        return False

    method.__name__, method.__doc__ = name, text
    _add(Board)(method)


_never("is_variant_end", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_win", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_loss", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_draw", "Returns False: only standard chess and Chess960 are played here.")


@_add(Board)
def outcome(self: Any, *, claim_draw: bool = False) -> Optional[Outcome]:
    """Returns the outcome of the game, or None if it is not over.

    >>> import reynard
    >>> reynard.Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").outcome().termination
    <Termination.STALEMATE: 2>
    """
    if self.is_variant_loss():
        return Outcome(Termination.VARIANT_LOSS, not self.turn)
    if self.is_variant_win():
        return Outcome(Termination.VARIANT_WIN, self.turn)
    if self.is_variant_draw():
        return Outcome(Termination.VARIANT_DRAW, None)
    if self.is_checkmate():
        return Outcome(Termination.CHECKMATE, not self.turn)
    if self.is_insufficient_material():
        return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
    # As in python-chess, `is_stalemate` of a subclass is not asked.
    if not self._has_legal_move():
        return Outcome(Termination.STALEMATE, None)
    if self.is_seventyfive_moves():
        return Outcome(Termination.SEVENTYFIVE_MOVES, None)
    if self.is_fivefold_repetition():
        return Outcome(Termination.FIVEFOLD_REPETITION, None)
    if claim_draw:
        if self.can_claim_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES, None)
        if self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION, None)
    return None


@_add(Board)
def is_game_over(self: Any, *, claim_draw: bool = False) -> bool:
    """Returns True if the game is over."""
    return self.outcome(claim_draw=claim_draw) is not None


@_add(Board)
def result(self: Any, *, claim_draw: bool = False) -> str:
    """Returns the result in PGN notation, or `*` if the game is not over."""
    outcome = self.outcome(claim_draw=claim_draw)
    return outcome.result() if outcome else "*"
