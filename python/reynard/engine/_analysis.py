"""Running analyses of engines that are processes, and what all analyses have in common."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import collections
import threading
import time as _time
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Self, Union

from .._native import Board
from ._errors import AnalysisComplete, EngineError
from ._option import T
from ._info import BestMove, Info, InfoDict, _best_move, _first_word, _parse_uci_info

if TYPE_CHECKING:
    from ._simple import SimpleEngine


class _Analysis:
    """A running analysis, whose results are queued until they are read."""

    def __init__(self) -> None:
        self._found: collections.deque[InfoDict] = collections.deque()
        self._multipv: List[InfoDict] = [{}]
        self._all: InfoDict = {}

    def _record(self, info: InfoDict) -> None:
        """Stores a result as the latest one about its line, and queues it for the reader."""
        self._all.update(info)
        number = info.get("multipv", 1) - 1
        if -1 <= number < 500:
            # An engine that counts from zero has one line.
            number = max(number, 0)
            while len(self._multipv) <= number:
                self._multipv.append({})
            self._multipv[number].update(info)
        if info:
            self._found.append(info)

    def _drain(self) -> None:
        """Processes the available results without waiting."""
        raise NotImplementedError

    def next(self) -> Optional[InfoDict]:
        """Returns the next result, or None at the end."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ends the search."""
        raise NotImplementedError

    @property
    def last_info(self) -> InfoDict:
        """The latest information, about any line."""
        self._drain()
        return self._all

    @property
    def info(self) -> InfoDict:
        """The latest information about the best line."""
        return self.multipv[0]

    @property
    def multipv(self) -> List[InfoDict]:
        """The latest information about each line."""
        self._drain()
        return self._multipv

    def empty(self) -> bool:
        """Returns True if no result is waiting to be read."""
        self._drain()
        return not self._found

    def get(self) -> InfoDict:
        """Returns the next result. Raises AnalysisComplete at the end."""
        info = self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self.stop()


class SimpleAnalysisResult(_Analysis):
    """A running analysis. Iterating over it yields the engine's messages, and it can be stopped at any time."""

    def __init__(self, simple_engine: SimpleEngine, board: Board, selector: Info, deadline: Optional[float]) -> None:
        super().__init__()
        self._engine = simple_engine
        self._board = board
        self._selector = selector
        self._deadline = deadline
        self._stopped = False
        #: `True` if the results are not needed, since the opponent did not play the expected reply.
        self._dropped = False
        self._best: Optional[BestMove] = None
        self._error: Optional[Exception] = None
        # Only one thread may read at a time: when asyncio abandons a wait, its thread keeps
        # running.
        self._reading = threading.RLock()
        self._received = _time.monotonic()

    def _take(self, line: str) -> None:
        word, rest = _first_word(line)
        if word == "bestmove":
            best = BestMove(None, None) if self._dropped else _best_move(rest, self._board)
            self._engine._search = None
            # This must come last: a thread that sees it may start another search.
            self._best = best
        elif word != "info":
            self._engine._process.warn_of(line)
        elif not self._dropped:
            self._record(_parse_uci_info(rest, self._board, self._selector))

    def _receive(self, deadline: Optional[float]) -> None:
        try:
            self._take(self._engine._process.receive(deadline))
            self._received = _time.monotonic()
        except EngineError as error:
            self._error, self._engine._search = error, None
            raise

    def _drain(self) -> None:
        # Another thread that is waiting for a line processes the results.
        if not self._reading.acquire(blocking=False):
            return
        now = _time.monotonic()
        try:
            while self._best is None and self._error is None:
                self._receive(now)
        except TimeoutError:
            return
        finally:
            self._reading.release()

    def _next_line(self) -> None:
        """Waits for a line. At the deadline of the search, the engine is stopped."""
        while not self._reading.acquire(timeout=0.05):
            if self._best is not None or self._found:
                return
        try:
            self._wait_for_line()
        finally:
            self._reading.release()

    def _wait_for_line(self) -> None:
        if self._error is not None:
            raise self._error
        if self._best is not None:
            return
        limit = self._deadline
        if limit is None:
            limit = self._received + self._engine.idle_timeout
        try:
            # Waits are short, since another thread may stop the search, which sets the deadline.
            self._receive(min(limit, _time.monotonic() + 0.25))
        except TimeoutError:
            if _time.monotonic() < limit:
                return
            if self._stopped:
                self._engine.close()
                raise
            self.stop()

    def would_block(self) -> bool:
        """Returns True if `get()` would wait."""
        return self.empty() and self._best is None

    def next(self) -> Optional[InfoDict]:
        """Returns the next message of the engine, or None at the end."""
        while not self._found:
            if self._best is not None:
                return None
            self._next_line()
        return self._found.popleft()

    def stop(self) -> None:
        """Tells the engine to stop."""
        if self._best is None and not self._stopped:
            self._stopped = True
            self._deadline = self._engine._deadline()
            self._engine._send("stop")

    def wait(self) -> BestMove:
        """Waits for the end of the search, and returns the best move."""
        while self._best is None:
            self._next_line()
        return self._best


class _PostedAnalysis(_Analysis):
    """An analysis without an engine, as tests make them: a program posts its results. No method waits."""

    def __init__(self, stop: Optional[Callable[[], None]]) -> None:
        super().__init__()
        self._stop = stop
        self._best: Optional[BestMove] = None
        self._error: Optional[Exception] = None

    def _drain(self) -> None:
        pass

    def is_over(self) -> bool:
        """Returns True if the best move or an error was posted."""
        return self._best is not None or self._error is not None

    def would_block(self) -> bool:
        """Returns True if `get()` would wait."""
        return not self._found and not self.is_over()

    def next(self) -> Optional[InfoDict]:
        """Returns the next result, or None at the end."""
        if self._found:
            return self._found.popleft()
        if self._error is not None:
            raise self._error
        return None

    def stop(self) -> None:
        """Calls what was given for this purpose, once at most."""
        if self._stop is not None and not self.is_over():
            stop, self._stop = self._stop, None
            stop()

    def wait(self) -> BestMove:
        """Returns the best move."""
        if self._error is not None:
            raise self._error
        assert self._best is not None
        return self._best


class AnalysisResult:
    """A running analysis of an asynchronous engine."""

    def __init__(self, stop: Optional[Callable[[], None]] = None) -> None:
        self._inner: Union[SimpleAnalysisResult, _PostedAnalysis] = _PostedAnalysis(stop)

    @classmethod
    def _of(cls, inner: SimpleAnalysisResult) -> AnalysisResult:
        """Returns the analysis of an engine."""
        result = cls()
        result._inner = inner
        return result

    @property
    def info(self) -> InfoDict:
        """The latest information about the best line."""
        return self._inner.info

    @property
    def multipv(self) -> List[InfoDict]:
        """The latest information about each line."""
        return self._inner.multipv

    def stop(self) -> None:
        """Tells the engine to stop."""
        self._inner.stop()

    async def _ask(self, call: Callable[[], T], is_ready: Optional[Callable[[], bool]]) -> T:
        """Calls a method of the analysis, which may wait if it is one of an engine."""
        import asyncio

        if is_ready is None:
            return await asyncio.to_thread(call)
        while not is_ready():
            await asyncio.sleep(0.002)
        return call()

    def _has_next(self) -> Optional[Callable[[], bool]]:
        inner = self._inner
        return (lambda: not inner.would_block()) if isinstance(inner, _PostedAnalysis) else None

    async def wait(self) -> BestMove:
        """Waits for the end of the search, and returns the best move."""
        inner = self._inner
        return await self._ask(inner.wait, inner.is_over if isinstance(inner, _PostedAnalysis) else None)

    async def get(self) -> InfoDict:
        """Returns the next message of the engine. Raises AnalysisComplete at the end."""
        return await self._ask(self._inner.get, self._has_next())

    async def next(self) -> Optional[InfoDict]:
        """Returns the next message of the engine, or None at the end."""
        return await self._ask(self._inner.next, self._has_next())

    def _posted(self) -> _PostedAnalysis:
        if not isinstance(self._inner, _PostedAnalysis):
            raise NotImplementedError("reynard.engine: the results of an engine cannot be posted")
        return self._inner

    def post(self, info: InfoDict) -> None:
        """Adds a result to an analysis without an engine."""
        self._posted()._record(info)

    def set_finished(self, best: BestMove) -> None:
        """Ends an analysis without an engine."""
        self._posted()._best = best

    def set_exception(self, exc: Exception) -> None:
        """Ends an analysis without an engine by an error."""
        self._posted()._error = exc

    def empty(self) -> bool:
        """Returns True if no result is waiting to be read."""
        return self._inner.empty()

    def would_block(self) -> bool:
        """Returns True if `get()` would wait."""
        return self._inner.would_block()

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        info = await self.next()
        if info is None:
            raise StopAsyncIteration
        return info

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(self, *error: Any) -> None:
        self.stop()
