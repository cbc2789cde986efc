"""Engine scores, from the point of view of the side to move or of a color."""

from __future__ import annotations

import abc
from typing import Optional, Tuple

from ._squares import BLACK, WHITE, Color
from ._wdl import PovWdl, Wdl, lichess_mate, wdl_of


class Score(abc.ABC):
    """A score: centipawns, or moves to mate.

    >>> from reynard.engine import Cp, Mate, MateGiven
    >>> Mate(-0) < Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
    True
    """

    @abc.abstractmethod
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Returns the score in centipawns. For a mate score, returns None or, if `mate_score` is given, a number of at most that
        magnitude."""

    @abc.abstractmethod
    def mate(self) -> Optional[int]:
        """Returns the number of moves to mate, negative if the side to move is mated, or None if this is not a mate score."""

    @abc.abstractmethod
    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        """Returns the expected wins, draws and losses at a ply of the game, as estimated by a model that was fitted to games.

        The models are those of Stockfish, "sf12", "sf14", "sf15", "sf15.1", "sf16" and "sf16.1" (also called "sf"), and that of lichess,
        "lichess", which ignores draws and the ply. Raises ValueError for any other name.

        >>> from reynard.engine import Cp
        >>> Cp(100).wdl(model="sf16.1", ply=62)
        Wdl(wins=501, draws=499, losses=0)
        """

    @abc.abstractmethod
    def __neg__(self) -> Score: ...

    @abc.abstractmethod
    def __pos__(self) -> Score: ...

    @abc.abstractmethod
    def __abs__(self) -> Score: ...

    def is_mate(self) -> bool:
        """Returns True if this is a mate score."""
        return self.mate() is not None

    def _key(self) -> Tuple[bool, bool, bool, int, Optional[int]]:
        mate = self.mate()
        return (isinstance(self, MateGivenType), mate is not None and mate > 0, mate is None, -(mate or 0), self.score())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    # All four, since those that `functools.total_ordering` adds take twice as long.
    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._key() <= other._key() if isinstance(other, Score) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._key() > other._key() if isinstance(other, Score) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._key() >= other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Cp(Score):
    """A score in centipawns."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def mate(self) -> None:
        return None

    def score(self, *, mate_score: Optional[int] = None) -> int:
        return self.cp

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        return wdl_of(self.cp, model, ply)

    def __str__(self) -> str:
        return f"+{self.cp}" if self.cp > 0 else str(self.cp)

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return Cp(self.cp)

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))


class Mate(Score):
    """Mate in a number of moves; negative or zero if the side to move is mated."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def mate(self) -> int:
        return self.moves

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        if model == "lichess":
            return lichess_mate(self.moves)
        return Wdl(1000, 0, 0) if self.moves > 0 else Wdl(0, 0, 1000)

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self).lstrip('#')})"

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return Mate(self.moves)

    def __abs__(self) -> Score:
        return Mate(abs(self.moves)) if self.moves else MateGiven


class MateGivenType(Score):
    """The type of MateGiven: the side to move has given mate."""

    def mate(self) -> int:
        return 0

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        return mate_score

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        return Wdl(1000, 0, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self

    def __repr__(self) -> str:
        return "MateGiven"

    def __str__(self) -> str:
        return "#+0"


MateGiven = MateGivenType()


class PovScore:
    """A score from the point of view of a color."""

    relative: Score
    turn: Color

    def __init__(self, relative: Score, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Score:
        """Returns the score from White's point of view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """Returns the score from Black's point of view."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Score:
        """Returns the score from the point of view of a color."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Returns True if this is a mate score."""
        return self.relative.is_mate()

    def wdl(self, *, model: str = "sf", ply: int = 30) -> PovWdl:
        """Returns the expected wins, draws and losses at a ply of the game, as estimated by one of the models of `Score.wdl`."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"
