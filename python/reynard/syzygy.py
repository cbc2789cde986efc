"""Syzygy tablebases: the results of endgames, and their distance to zeroing."""

from __future__ import annotations

import os
import re
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, TypeVar, Union

from ._native import Board, NativeTablebase
from ._squares import BLACK, WHITE

T = TypeVar("T")
TableT = TypeVar("TableT", bound="Table")
TBPIECES = 7
TABLENAME_REGEX = re.compile(r"^[KQRBNP]+v[KQRBNP]+\Z")
PCHR = ["K", "Q", "R", "B", "N", "P"]
_KINGS = Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")


class MissingTableError(KeyError):
    """Raised if a required table is not in any folder."""


def _strength(side: str) -> Tuple[int, List[int]]:
    """Returns the sort key for one side of a table: more pieces first, then stronger ones."""
    return len(side), [-PCHR.index(letter) for letter in side]


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """Returns the name of a table with the stronger side first, and the pieces in order.

    >>> import reynard.syzygy
    >>> reynard.syzygy.normalize_tablename("KNvKBN")
    'KBNvKN'
    """
    white, black = ("".join(sorted(side, key=PCHR.index)) for side in name.split("v", 1))
    swap = _strength(white) < _strength(black)
    return f"{black}v{white}" if swap != mirror else f"{white}v{black}"


def is_tablename(
    name: str, *, one_king: bool = True, piece_count: Optional[int] = TBPIECES, normalized: bool = True
) -> bool:
    """Returns True if a string is the name of a table.

    >>> import reynard.syzygy
    >>> reynard.syzygy.is_tablename("KBvK"), reynard.syzygy.is_tablename("KvKB")
    (True, False)
    """
    if not TABLENAME_REGEX.match(name) or (piece_count is not None and len(name) > piece_count + 1):
        return False
    if normalized and normalize_tablename(name) != name:
        return False
    white, black = name.split("v")
    return not one_king or (name != "KvK" and white.count("K") == 1 and black.count("K") == 1)


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """Iterates over the names of all tables with at most `piece_count` pieces.

    >>> import reynard.syzygy
    >>> sorted(reynard.syzygy.tablenames(piece_count=3))
    ['KBvK', 'KNvK', 'KPvK', 'KQvK', 'KRvK']
    """
    king = "K" if one_king else ""
    pawns = piece_count - 2 * len(king)
    targets = [f"{king}{'P' * (pawns - black)}v{king}{'P' * black}" for black in range(0 if one_king else 1, pawns // 2 + 1)] if pawns > 0 else []
    # All other tables can be reached from those with only pawns.
    yield from all_dependencies(targets, one_king=one_king)


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """Iterates over the tables that are reached by a capture or a promotion.

    >>> import reynard.syzygy
    >>> sorted(reynard.syzygy.dependencies("KBNvK"))
    ['KBvK', 'KNvK']
    """
    closed: Set[str] = {target}
    white, black = target.split("v", 1)
    for letter in PCHR:
        if one_king and letter == "K":
            continue
        changed: List[str] = []
        for side, other in ((white, black), (black, white)):
            if letter != "P" and "P" in side:
                changed.append(f"{side.replace('P', letter, 1)}v{other}")
        for side, other in ((white, black), (black, white)):
            if letter in side and len(side) > 1:
                changed.append(f"{side.replace(letter, '', 1)}v{other}")
        for name in map(normalize_tablename, changed):
            if name not in closed and is_tablename(name, one_king=one_king, piece_count=None):
                yield name
                closed.add(name)


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """Iterates over the given tables, and over all tables that are reached from them."""
    closed: Set[str] = set()
    open_list = list(targets)
    while open_list:
        name = open_list.pop()
        if name in closed:
            continue
        yield name
        closed.add(name)
        open_list.extend(dependencies(name, one_king=one_king))


def calc_key(board: Any, *, mirror: bool = False) -> str:
    """Returns the material of a position in the form of a table name, with White first, or with Black first if `mirror` is true.

    >>> import reynard, reynard.syzygy
    >>> reynard.syzygy.calc_key(reynard.Board("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1"))
    'KBNvK'
    """
    sides = []
    for color in (BLACK, WHITE) if mirror else (WHITE, BLACK):
        counts = (board.pieces_mask(6 - index, color).bit_count() for index in range(6))
        sides.append("".join(letter * count for letter, count in zip(PCHR, counts)))
    return "v".join(sides)


def dtz_before_zeroing(wdl: int) -> int:
    """Returns the distance to zeroing of a position whose best move is a capture or a pawn move.

    >>> import reynard.syzygy
    >>> reynard.syzygy.dtz_before_zeroing(2)
    1
    """
    return ((wdl > 0) - (wdl < 0)) * (1 if abs(wdl) == 2 else 101)


class Tablebase:
    """The tables in several folders. Each table is opened when it is first needed."""

    def __init__(self, *, max_fds: Optional[int] = 128, VariantBoard: Any = Board) -> None:
        self.max_fds = max_fds
        self.variant = VariantBoard
        self._native: Optional[NativeTablebase] = NativeTablebase()
        #: The WDL tables, by their names with either side first.
        self.wdl: Dict[str, WdlTable] = {}
        #: The DTZ tables, by their names with either side first.
        self.dtz: Dict[str, DtzTable] = {}

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a tablebase cannot be pickled: open it where it is needed")

    def close(self) -> None:
        """Closes all tables."""
        self._native = NativeTablebase()
        self.wdl.clear()
        self.dtz.clear()

    @property
    def _tables(self) -> NativeTablebase:
        assert self._native is not None
        return self._native

    def add_directory(self, directory: Union[str, os.PathLike[str]], *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds the tables in a folder and returns the number of tables added."""
        directory = os.path.abspath(directory)
        names = sorted(os.listdir(directory))
        if load_wdl and load_dtz:
            self._tables.add_directory(directory)
            return sum(self._list(os.path.join(directory, name), True, True) for name in names)
        return sum(self.add_file(os.path.join(directory, name), load_wdl=load_wdl, load_dtz=load_dtz) for name in names)

    def add_file(self, path: Union[str, os.PathLike[str]], *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds a table and returns 1. Returns 0 if the file does not exist or is not a table of a requested kind."""
        if not self._list(path, load_wdl, load_dtz):
            return 0
        try:
            self._tables.add_file(path)
        except ValueError:
            # A damaged table is reported when it is probed.
            pass
        return 1

    def _list(self, path: Union[str, os.PathLike[str]], load_wdl: bool, load_dtz: bool) -> int:
        """Registers a table file and returns 1. Returns 0 if it is not a table of a requested kind."""
        stem, ending = os.path.splitext(os.path.abspath(path))
        name = os.path.basename(stem)
        if not (load_wdl and ending == ".rtbw" or load_dtz and ending == ".rtbz") or not is_tablename(name) or not os.path.isfile(path):
            return 0
        white, black = name.split("v")
        names = (name, f"{black}v{white}")
        if ending == ".rtbw":
            self.wdl.update(dict.fromkeys(names, WdlTable(stem + ending, variant=self.variant)))
        else:
            self.dtz.update(dict.fromkeys(names, DtzTable(stem + ending, variant=self.variant)))
        return 1

    def _probe(self, probe: Callable[..., T], board: Board, *arguments: int) -> T:
        if board.clean_castling_rights():
            raise KeyError(f"tables have no positions with castling rights: {board.fen()}")
        if board.occupied.bit_count() > TBPIECES:
            raise KeyError(f"syzygy tables support up to {TBPIECES} pieces, not {board.occupied.bit_count()}: {board.fen()}")
        if not board.occupied & ~board.kings and probe in (self._tables.probe_wdl, self._tables.probe_dtz):
            # Bare kings draw, and there is no table for them.
            return probe(_KINGS)
        try:
            return probe(board, *arguments)
        except KeyError as error:
            raise MissingTableError(f"{error.args[0]}: {board.fen()}") from None

    def probe_wdl(self, board: Board) -> int:
        """Returns the result for the side to move: 2 win, 1 cursed win (drawn by the fifty-move rule), 0 draw, -1 blessed loss, -2 loss.

        Raises MissingTableError (a KeyError) if a table is missing.
        """
        return self._probe(self._tables.probe_wdl, board)

    def probe_ab(self, board: Board, alpha: int, beta: int, threats: bool = False) -> Tuple[int, int]:
        """Returns the result for the side to move as `probe_wdl` does, regardless of the bounds, and 1."""
        return self.probe_wdl(board), 1

    def get_wdl(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """Returns the result, or the default if a table is missing."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_wdl_table(self, board: Board) -> int:
        """Returns the value stored in the WDL table. A capture, en passant included, may be better than this value.

        Raises MissingTableError (a KeyError) if the table is missing.
        """
        return self._probe(self._tables.stored_wdl, board)

    def probe_dtz_table(self, board: Board, wdl: int) -> Tuple[int, int]:
        """Returns the number stored in the DTZ table for a position whose result is known, and 1; or 0 and -1 if the table has only
        positions with the other side to move.
        """
        plies = self._probe(self._tables.stored_dtz, board, wdl)
        return (0, -1) if plies is None else (max(abs(plies) - 1, 0), 1)

    def probe_dtz_no_ep(self, board: Board) -> int:
        """Returns the distance to zeroing as if en passant were not possible."""
        twin = board.copy(stack=False)
        twin.ep_square = None
        return self.probe_dtz(twin)

    def probe_dtz(self, board: Board) -> int:
        """Returns the number of plies to the next capture or pawn move with best play, negative for the losing side.

        Raises MissingTableError (a KeyError) if a table is missing.
        """
        return self._probe(self._tables.probe_dtz, board)

    def get_dtz(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """Returns the distance to zeroing, or the default if a table is missing."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default


class Table:
    """A single table file."""

    def __init__(self, path: Union[str, os.PathLike[str]], *, variant: Any = Board) -> None:
        self.path = os.fspath(path)
        self.variant = variant
        self._opened: Optional[Tablebase] = None

    def __enter__(self: TableT) -> TableT:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    @property
    def _tables(self) -> Tablebase:
        if self._opened is None:
            self._opened = Tablebase()
            self._opened.add_file(self.path)
        return self._opened

    def close(self) -> None:
        """Closes the table."""
        self._opened = None


class WdlTable(Table):
    """A WDL table: the results of positions."""

    def init_table_wdl(self) -> None:
        """Does nothing: the table is opened on demand."""

    def probe_wdl_table(self, board: Board) -> int:
        """Returns the value in the table."""
        return self._tables.probe_wdl_table(board)


class DtzTable(Table):
    """A DTZ table: the distances to zeroing."""

    def init_table_dtz(self) -> None:
        """Does nothing: the table is opened on demand."""

    def probe_dtz_table(self, board: Board, wdl: int) -> Tuple[int, int]:
        """Returns the number stored in the table and 1, or 0 and -1 if the table has only positions with the other side to move."""
        return self._tables.probe_dtz_table(board, wdl)


def open_tablebase(
    directory: Union[str, os.PathLike[str]],
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: Optional[int] = 128,
    VariantBoard: Any = Board,
) -> Tablebase:
    """Opens the tables in a folder."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables
