"""Wins, draws and losses, and the models that estimate them from a score."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Iterator, Literal, Tuple

from ._squares import BLACK, WHITE, Color


@dataclasses.dataclass
class Wdl:
    """Wins, draws and losses per thousand games."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Returns the number of games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """Returns the share of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Returns the share of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Returns the share of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """Returns the expected score, from 0 to 1."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


class PovWdl:
    """Wins, draws and losses from the point of view of a color."""

    relative: Wdl
    turn: Color

    def __init__(self, relative: Wdl, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Wdl:
        """Returns the wins, draws and losses from White's point of view."""
        return self.pov(WHITE)

    def black(self) -> Wdl:
        """Returns the wins, draws and losses from Black's point of view."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Wdl:
        """Returns the wins, draws and losses from the point of view of a color."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, idx: int) -> int:
        return tuple(self.relative)[idx]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PovWdl):
            return self.white() == other.white()
        if isinstance(other, tuple):
            return tuple(self.relative) == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.white()))

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


@dataclasses.dataclass(frozen=True)
class _WinRate:
    """A logistic function of the score. Its midpoint `a` and its width `b` are cubic polynomials in the ply."""

    # Engine units per 100 centipawns, and the limit to which scores are clamped.
    pawn: int
    limit: int
    # `first_ply` is added to the ply; the sum is at least `least_ply`.
    first_ply: int
    least_ply: int
    middle: Tuple[float, float, float, float]
    width: Tuple[float, float, float, float]

    def curve(self, ply: int) -> Tuple[float, float]:
        """Returns the midpoint and the width at a ply."""
        m = min(max(ply + self.first_ply, self.least_ply), 240) / 64
        a, b = (functools.reduce(lambda value, term: value * m + term, terms) for terms in (self.middle, self.width))
        return a, b


#: The models by name.
WdlModel = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]

# Fitted to its games by the Stockfish project: `win_rate_model` in uci.cpp of each release.
_WIN_RATES = {
    "sf12": _WinRate(
        100, 1000, 0, 0, (-8.24404295, 64.23892342, -95.73056462, 153.86478679), (-3.37154371, 28.44489198, -56.67657741, 72.05858751)
    ),
    "sf14": _WinRate(
        100, 2000, 0, 0, (-3.68389304, 30.07065921, -60.52878723, 149.53378557), (-2.01818570, 15.85685038, -29.83452023, 47.59078827)
    ),
    "sf15": _WinRate(
        100, 2000, 0, 0, (-0.117202460, 0.594729104, 11.2065546, 122.606222), (-1.79066759, 11.30759193, -17.43677612, 36.47147479)
    ),
    "sf15.1": _WinRate(
        361, 4000, 0, 0, (-0.58270499, 2.68512549, 15.24638015, 344.49745382), (-2.65734562, 15.96509799, -20.69040836, 73.61029937)
    ),
    "sf16": _WinRate(
        328, 4000, 0, 0, (0.38036525, -2.82015070, 23.17882135, 307.36768407), (-2.29434733, 13.27689788, -14.26828904, 63.45318330)
    ),
    "sf16.1": _WinRate(
        356, 4000, 2, 16, (-1.06249702, 7.42016937, 0.89425629, 348.60356174), (-5.33122190, 39.57831533, -90.84473771, 123.40620748)
    ),
}
_WIN_RATES["sf"] = _WIN_RATES["sf16.1"]


@functools.lru_cache(maxsize=4096)
def _curve(model: str, ply: int) -> Tuple[float, float]:
    """Returns the midpoint and the width of a model at a ply. Cached, since many positions share a ply."""
    return _WIN_RATES[model].curve(ply)


def _lichess(centipawns: int) -> Wdl:
    """Returns wins and losses according to the curve at lichess.org/page/accuracy, which was fitted to lichess games."""
    wins = int(0.5 + 1000 / (1 + math.exp(-0.00368208 * centipawns)))
    return Wdl(wins, 0, 1000 - wins)


def lichess_mate(moves: int) -> Wdl:
    """Returns wins and losses for a mate according to the lichess model: mate in one counts as 2,000 centipawns, mate in ten or more as
    1,100."""
    worth = 100 * (21 - min(abs(moves), 10))
    return _lichess(worth if moves > 0 else -worth)


def wdl_of(centipawns: int, model: str, ply: int) -> Wdl:
    """Returns the wins, draws and losses that a model estimates for a score. Raises ValueError if there is no model with that name."""
    if model == "lichess":
        return _lichess(min(max(centipawns, -1000), 1000))
    if model not in _WIN_RATES:
        raise ValueError(f"unknown model {model!r}: expected one of {', '.join(_WIN_RATES)}, lichess")
    rate, (a, b) = _WIN_RATES[model], _curve(model, ply)
    x = min(max(centipawns * rate.pawn / 100, -rate.limit), rate.limit)
    wins = int(0.5 + 1000 / (1 + math.exp((a - x) / b)))
    losses = int(0.5 + 1000 / (1 + math.exp((a + x) / b)))
    return Wdl(wins, 1000 - wins - losses, losses)
