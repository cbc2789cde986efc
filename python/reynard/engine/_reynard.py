"""Reynard's own engine, in this process."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import functools
import os
import queue
import threading
from typing import Any, Callable, Dict, Iterable, List, Mapping, MutableMapping, Optional, Tuple, Union

from .._native import Board, Move, NativeEngine
from .._score import Cp, Mate, PovScore
from .._squares import Color
from .._wdl import PovWdl, Wdl
from ._analysis import _Analysis
from ._errors import EngineError, EngineTerminatedError
from ._info import INFO_ALL, INFO_NONE, BestMove, Info, InfoDict, PlayResult
from ._limit import Limit, Opponent
from ._option import ConfigMapping, Option, UciOptionMap


class Engine:
    """Reynard's engine in this process, with the methods of SimpleEngine. Other Python threads run while it searches.

    `syzygy` is one or more folders with tables. After `close()`, every call raises EngineTerminatedError.

    >>> import reynard
    >>> from reynard.engine import Limit
    >>> with reynard.Engine() as engine:
    ...     result = engine.play(reynard.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Limit(depth=3))
    >>> result.move
    Move.from_uci('a1a8')
    """

    def __init__(
        self, hash_mib: int = 16, threads: int = 1, *, syzygy: Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]] = ()
    ) -> None:
        self._native = NativeEngine(hash_mib, threads)
        self._game: object = None
        self._closed = False
        folders = [syzygy] if isinstance(syzygy, (str, os.PathLike)) else list(syzygy)
        if folders:
            self._native.configure(syzygy=[os.fspath(folder) for folder in folders])

    def __reduce__(self) -> Any:
        raise TypeError("an engine cannot be pickled: make one where it is needed")

    @property
    def id(self) -> Mapping[str, str]:
        """The name and author of the engine."""
        from .._native import VERSION

        return {"name": f"Reynard {VERSION}", "author": "the Reynard developers"}

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options that `configure` accepts."""
        return UciOptionMap((option.name, option) for option in _OPTIONS)

    def _check(self) -> None:
        if self._closed:
            raise EngineTerminatedError("the engine is closed")

    def configure(self, options: ConfigMapping) -> None:
        """Sets options: `Hash` in MiB, `Threads`, `SyzygyPath` (folders separated as in PATH)."""
        self._check()
        known, arguments = self.options, {}
        for name, value in options.items():
            option = known.get(name)
            if option is None:
                raise EngineError(f"engine does not support option {name} (available options: {', '.join(known)})")
            parsed: Any = option.parse(value)
            if option.name == "SyzygyPath":
                parsed = [folder for folder in parsed.split(os.pathsep) if folder and folder != "<empty>"]
            arguments[{"Hash": "hash_mib", "Threads": "threads", "SyzygyPath": "syzygy"}[option.name]] = parsed
        self._native.configure(**arguments)

    def ping(self) -> None:
        """Does nothing: the engine is in this process. Raises EngineTerminatedError after `close()`."""
        self._check()

    def _search(
        self,
        board: Board,
        limit: Optional[Limit],
        multipv: int,
        game: object,
        root_moves: Optional[Iterable[Move]],
    ) -> Callable[..., Any]:
        """Returns a function that searches."""
        self._check()
        given = {} if limit is None else vars(limit)
        limits = {name: value for name, value in given.items() if value is not None and name != "clock_id"}
        if root_moves is not None:
            limits["root_moves"] = list(root_moves)
        if game is not self._game:
            self._native.new_game()
            self._game = game
        return functools.partial(self._native.search, board, limits, multipv)

    def _lines(
        self, board: Board, limit: Limit, multipv: int, game: object, root_moves: Optional[Iterable[Move]]
    ) -> Tuple[Optional[Move], Optional[Move], List[InfoDict]]:
        if limit == Limit(clock_id=limit.clock_id):
            raise ValueError("a search needs a limit")
        best, ponder, lines, _, _ = self._search(board, limit, multipv, game, root_moves)()
        return best, ponder, [_info_of(line, board.turn) for line in lines]

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
        opponent: Optional[Opponent] = None,
    ) -> PlayResult:
        """Returns the engine's move. Raises ValueError if the position is illegal or there is no limit."""
        if options:
            self.configure(options)
        best, expected, lines = self._lines(board, limit, 1, game, root_moves)
        return PlayResult(best, expected, lines[0] if info and lines else {})

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> Any:
        """Returns the engine's information about the position. If `multipv` is given, returns a list with an item for each line."""
        if options:
            self.configure(options)
        _, _, lines = self._lines(board, limit, multipv or 1, game, root_moves)
        if multipv is None:
            return lines[0] if lines else {}
        return lines

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> EngineAnalysis:
        """Starts an analysis, and returns it immediately. If there is no limit, the analysis continues until it is stopped.

        >>> import reynard
        >>> from reynard.engine import Limit
        >>> with reynard.Engine() as engine, engine.analysis(reynard.Board(), Limit(depth=4)) as analysis:
        ...     [info["depth"] for info in analysis]
        [1, 2, 3, 4]
        """
        if options:
            self.configure(options)
        board = board.copy()
        return EngineAnalysis(self, board, functools.partial(_told, self._search(board, limit, multipv or 1, game, root_moves)))

    def send_opponent_information(self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None) -> None:
        """Does nothing: the engine plays the same against all opponents."""

    def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: the engine does not learn from results."""

    def stop(self) -> None:
        """Stops any search that is running on another thread."""
        self._native.stop()

    def close(self) -> None:
        """Stops any search that is running on another thread, and releases the engine's memory."""
        self._closed = True
        self._native.close()

    quit = close

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


class EngineAnalysis(_Analysis):
    """A running analysis of the in-process engine. Iterating over it yields the results, and it can be stopped at any time."""

    def __init__(self, engine: Engine, board: Board, search: Callable[[Callable[[Dict[str, Any]], None]], Any]) -> None:
        super().__init__()
        self._engine = engine
        self._waiting: queue.SimpleQueue[Optional[InfoDict]] = queue.SimpleQueue()
        self._over = threading.Event()
        self._best: Optional[BestMove] = None
        self._error: Optional[BaseException] = None
        turn = board.turn

        def run() -> None:
            try:
                best, ponder, *_ = search(lambda line: self._waiting.put(_info_of(line, turn)))
                self._best = BestMove(best, ponder)
            except BaseException as error:
                self._error = error
            self._over.set()
            self._waiting.put(None)

        self._thread = threading.Thread(target=run, name="analysis", daemon=True)
        self._thread.start()

    def _take(self, info: Optional[InfoDict]) -> None:
        if info is None:
            # The end marker stays in the queue for all waiting threads.
            self._waiting.put(None)
        else:
            self._record(info)

    def _drain(self) -> None:
        while not self._waiting.empty():
            info = self._waiting.get()
            self._take(info)
            if info is None:
                return

    def would_block(self) -> bool:
        """Returns True if `get()` would wait."""
        return self.empty() and not self._over.is_set()

    def next(self) -> Optional[InfoDict]:
        """Returns the next result, or None at the end."""
        while not self._found:
            info = self._waiting.get()
            self._take(info)
            if info is None:
                if self._error is not None:
                    raise self._error
                return None
        return self._found.popleft()

    def stop(self) -> None:
        """Ends the search."""
        # The thread may not have started the search yet.
        while not self._over.wait(0.001):
            self._engine._native.stop()

    def wait(self) -> BestMove:
        """Waits for the end of the search, and returns the best move."""
        self._over.wait()
        if self._error is not None:
            raise self._error
        assert self._best is not None
        return self._best


#: The options of the engine in this process.
_OPTIONS = (
    Option("Hash", "spin", 16, 1, 1 << 25, None),
    Option("Threads", "spin", 1, 1, 1024, None),
    Option("SyzygyPath", "string", "", None, None, None),
)


def _told(search: Callable[..., Any], told: Callable[[Dict[str, Any]], None]) -> Any:
    return search(told=told)


def _info_of(line: Dict[str, Any], turn: Color) -> InfoDict:
    info = dict(line)
    score = Mate(info.pop("mate")) if "mate" in info else Cp(info.pop("cp"))
    info["score"] = PovScore(score, turn)
    info["wdl"] = PovWdl(Wdl(*info["wdl"]), turn)
    info["nps"] = round(info["nodes"] / info["time"]) if info["time"] else 0
    return info  # type: ignore[return-value]
