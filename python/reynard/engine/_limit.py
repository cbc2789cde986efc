"""The limits of a search, and the opponent."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import dataclasses
from typing import Iterable, Optional

from .._native import Board, Move
from .._squares import Color


@dataclasses.dataclass
class Limit:
    """Limits of a search; times are in seconds."""

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None
    clock_id: object = None

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self) if field.name != "clock_id")
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values if value is not None)})"


@dataclasses.dataclass
class Opponent:
    """The opponent of an engine."""

    name: Optional[str]
    title: Optional[str]
    rating: Optional[int]
    is_engine: Optional[bool]


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def _time_of(limit: Limit, board: Board) -> Optional[float]:
    """Returns the time in seconds that a search with a limit may take, or None if the limit does not restrict the time."""
    if limit.time is not None:
        return limit.time
    clock = limit.white_clock if board.turn else limit.black_clock
    if clock is not None:
        return clock + ((limit.white_inc if board.turn else limit.black_inc) or 0)
    return None


def _opponent_text(opponent: Opponent) -> str:
    """Formats an opponent for the option UCI_Opponent. Returns an empty string if the opponent has no name."""
    if not opponent.name:
        return ""
    return f"{opponent.title or 'none'} {opponent.rating or 'none'} {'computer' if opponent.is_engine else 'human'} {opponent.name}"


def _limit_after(limit: Limit, turn: Color, seconds: float) -> Limit:
    """Returns the limit that remains after a move that took `seconds` and an immediate reply."""
    white, black = limit.white_clock, limit.black_clock
    if white is not None:
        white = max(white - (seconds if turn else 0.0), 0.0) + (limit.white_inc or 0.0)
    if black is not None:
        black = max(black - (0.0 if turn else seconds), 0.0) + (limit.black_inc or 0.0)
    moves = limit.remaining_moves
    return dataclasses.replace(limit, white_clock=white, black_clock=black, remaining_moves=moves - 1 if moves and moves > 1 else None)


def _go(board: Board, limit: Optional[Limit], root_moves: Optional[Iterable[Move]], *, ponder: bool = False) -> str:
    words = ["go", "ponder"] if ponder else ["go"]
    if limit is None:
        words.append("infinite")
    else:
        clocks = (
            ("wtime", limit.white_clock),
            ("btime", limit.black_clock),
            ("winc", limit.white_inc),
            ("binc", limit.black_inc),
        )
        for word, seconds in clocks:
            if seconds is not None:
                words += [word, str(_milliseconds(seconds) if word.endswith("time") else round(seconds * 1000))]
        for word, number in (
            ("movestogo", limit.remaining_moves),
            ("depth", limit.depth),
            ("nodes", limit.nodes),
            ("mate", limit.mate),
        ):
            if number is not None:
                words += [word, str(number)]
        if limit.time is not None:
            words += ["movetime", str(_milliseconds(limit.time))]
    if root_moves is not None:
        moves = [board.uci(move) for move in root_moves]
        words += ["searchmoves", *moves] if moves else ["searchmoves", "0000"]
    return " ".join(words)
