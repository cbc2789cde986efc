"""Time controls of games."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import dataclasses
import enum
from typing import List


class TimeControlType(enum.Enum):
    """Classes of time control, according to the time allowed for 60 moves in the first part."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """A part of a time control: moves, seconds, increment in seconds per move, delay."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """A time control, with its class.

    >>> import reynard.pgn
    >>> reynard.pgn.parse_time_control("300+3").type
    <TimeControlType.BLITZ: 4>
    """

    parts: List[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def parse_time_control(time_control: str) -> TimeControl:
    """Parses the value of the tag TimeControl. Raises ValueError if it is invalid."""
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl([], TimeControlType.UNLIMITED)
    parts: List[TimeControlPart] = []
    texts = time_control.split(":")
    for index, text in enumerate(texts):
        part = TimeControlPart()
        moves, *times = text.split("/")
        if times:
            part.moves = int(moves)
        elif index != len(texts) - 1:
            raise ValueError(f"a part without a number of moves is the last one: {time_control!r}")
        seconds, *bonuses = (times[0] if times else moves).split("+")
        part.time = int(seconds)
        if bonuses and bonuses[0].endswith("d"):
            part.delay = float(bonuses[0][:-1])
        elif bonuses:
            part.increment = float(bonuses[0])
        parts.append(part)
    # The first part determines the class.
    base = parts[0].time + 60 * parts[0].increment
    if base >= 3600:
        kind = TimeControlType.STANDARD
    elif base >= 900:
        kind = TimeControlType.RAPID
    elif base >= 180:
        kind = TimeControlType.BLITZ
    else:
        kind = TimeControlType.BULLET
    return TimeControl(parts, kind)
