"""Game databases: one file with every position of every game indexed, searchable with any filter.

>>> import os, tempfile, reynard
>>> path = os.path.join(tempfile.mkdtemp(), "games.rdb")
>>> with reynard.Database.create(path) as base:
...     base.add(b'[White "Tal"]\\n\\n1. e4 e5 1-0\\n\\n1. e4 c5 0-1\\n\\n1. d4 1/2-1/2')
...     [(move["san"], move["games"]) for move in base.explore()["moves"]]
AddReport(games=3, plies=5, damaged=0)
[('e4', 2), ('d4', 1)]
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Literal, NamedTuple, Optional, Sequence, Union

from . import _native
from ._native import Board

if TYPE_CHECKING:
    from . import data, pgn as _pgn

StrPath = Union[str, "os.PathLike[str]"]
Order = Literal["id", "elo", "date"]


class AddReport(NamedTuple):
    """Summary of a call to `Database.add`."""

    games: int
    """Number of games."""
    plies: int
    """Number of plies in their main lines."""
    damaged: int
    """Games with an error. Their moves before the error were kept."""


def _board(position: Union[Board, str, None]) -> Optional[Board]:
    return Board(position) if isinstance(position, str) else position


class Database:
    """A database of games, as created by `reynard db`. The file is opened for reading only, unless `writable` is True.

    Filters are those of `reynard db` and `reynard pgn filter`: `white~tal year>=1960 result=1-0`. Positions are boards or FENs. A game is
    found under every position that it reached, whatever the move order. Games are numbered from 0.
    """

    def __init__(self, path: StrPath, *, writable: bool = False) -> None:
        self._native = _native.NativeDatabase.open(path, writable)

    @classmethod
    def open(cls, path: StrPath, *, writable: bool = False) -> Database:
        """Opens a database; the same as the constructor."""
        return cls(path, writable=writable)

    @classmethod
    def create(cls, path: StrPath, *, plies: int = 65535, annotations: bool = True, variations: bool = False) -> Database:
        """Creates a database in a new file, opened for writing. Raises FileExistsError if the file already exists.

        Only the positions of the first `plies` plies are indexed. `annotations` keeps comments, variations and NAGs. With `variations`, the
        positions of variations are indexed as well.
        """
        base = cls.__new__(cls)
        base._native = _native.NativeDatabase.create(path, plies, annotations, variations)
        return base

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a database cannot be pickled: open it where it is needed")

    def close(self) -> None:
        """Closes the file."""
        self._native.close()

    def __len__(self) -> int:
        games, deleted = self._native.counts()
        return games - deleted

    def add(self, src: data.Source, *, memory_mib: int = 512, threads: Optional[int] = None) -> AddReport:
        """Adds games from a path, a list of paths, bytes or a binary file object. The data may be compressed."""
        from . import data

        return AddReport(*self._native.add(data._sources(src), memory_mib, threads))

    def explore(
        self, position: Union[Board, str, None] = None, where: str = "", *, top: int = 10, transpositions: bool = True
    ) -> Dict[str, Any]:
        """Returns the moves that were played in a position (by default the start position), with their results.

        The dictionary is the object printed by `reynard db explore --json`: `games`, `white`, `draws`, `black`, `moves`, `top` and others.
        Each item of `moves` has `san`, `uci`, results, ratings, years, and, in `to`, the number of games that reached the next position by
        any move order. Without `transpositions`, `to` is omitted.
        """
        board = _board(position) or Board()
        found: Dict[str, Any] = json.loads(self._native.explore(board, where, top, transpositions))
        return found

    def search(self, where: str = "", position: Union[Board, str, None] = None, *, order: Order = "id") -> List[int]:
        """Returns the numbers of the games that match a filter and reach a position."""
        return self._native.find(where, _board(position), order)

    def games(
        self,
        where: str = "",
        position: Union[Board, str, None] = None,
        *,
        columns: Optional[Sequence[str]] = None,
        moves: data.Moves = "bits",
        limit: Optional[int] = None,
    ) -> data.Table:
        """Returns games as a table of `reynard.data`. The column `offset` contains the numbers of the games."""
        from . import data

        request = _native.TableRequest("games", columns=data._names(columns), moves=moves)
        return self._native.table(where, _board(position), request, limit)

    def pgn(self, number: int) -> str:
        """Returns the game with the given number as PGN. Raises IndexError if there is none."""
        if number < 0:
            raise IndexError(f"there is no game {number}: games are numbered from 0")
        return self._native.pgn(number)

    def game(self, number: int) -> _pgn.Game:
        """Returns the game with the given number. Raises IndexError if there is none."""
        from . import pgn

        return next(pgn.open(self.pgn(number).encode()))
