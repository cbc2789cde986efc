"""Chess engines: any UCI engine as a process, and Reynard's own engine in this process.

No call blocks forever: each step of the protocol has a timeout, and so does each search. When the timeout of a search expires, the engine
is stopped.
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import itertools
import logging
import os
import queue
import re
import threading
import time as _time
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Coroutine,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
    NamedTuple,
    Optional,
    Self,
    Set,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
)

from ._native import Board, Move, NativeEngine
from ._score import Cp as Cp, Mate as Mate, MateGiven as MateGiven, MateGivenType as MateGivenType, PovScore as PovScore, Score as Score
from ._squares import Color
from ._wdl import PovWdl as PovWdl, Wdl as Wdl

if TYPE_CHECKING:
    import asyncio
    import concurrent.futures

# Importing the modules for processes and event loops takes longer than importing the rest of the
# package, so only the functions that need them import them.

LOGGER = logging.getLogger(__name__)
MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
T = TypeVar("T")
ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]


class EngineError(RuntimeError):
    """Raised if an engine violates the protocol or does not support a command."""


class EngineTerminatedError(EngineError):
    """Raised if the process of an engine has ended."""


class AnalysisComplete(Exception):
    """Raised when more results are requested after the end of an analysis."""


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    type: str
    default: ConfigValue
    min: Optional[int]
    max: Optional[int]
    var: Optional[List[str]]

    def parse(self, value: ConfigValue) -> ConfigValue:
        """Converts a value to the type of the option. Raises EngineError if the value is out of range."""
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            try:
                number = int(value)  # type: ignore[arg-type]
            except ValueError:
                raise EngineError(f"expected integer for spin option {self.name!r}, got: {value!r}") from None
            if self.min is not None and number < self.min:
                raise EngineError(f"expected value for option {self.name!r} to be at least {self.min}, got: {number}")
            if self.max is not None and number > self.max:
                raise EngineError(f"expected value for option {self.name!r} to be at most {self.max}, got: {number}")
            return number
        if self.type == "combo":
            text = str(value)
            if text not in (self.var or []):
                raise EngineError(f"invalid value for combo option {self.name!r}, got: {text} (available: {', '.join(self.var or [])})")
            return text
        if self.type in ("button", "reset", "save"):
            return None
        text = str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"invalid line-break in string option {self.name!r}: {text!r}")
        return text

    def is_managed(self) -> bool:
        """Returns True if play() and analyse() set the option automatically."""
        return self.name.lower() in MANAGED_OPTIONS


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
        given = (f"{field.name}={value!r}" for field in dataclasses.fields(self) if (value := getattr(self, field.name)) is not None)
        return f"{type(self).__name__}({', '.join(given)})"


class InfoDict(TypedDict, total=False):
    """The information that an engine sends about a line."""

    score: PovScore
    pv: List[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: Dict[Move, List[Move]]
    currline: Dict[int, List[Move]]
    ebf: float
    wdl: PovWdl
    string: str


class PlayResult:
    """The result of `play`: the move, the expected reply, information, and any draw offer or resignation."""

    def __init__(
        self,
        move: Optional[Move],
        ponder: Optional[Move],
        info: Optional[InfoDict] = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class Info(enum.IntFlag):
    """The kinds of information to collect from an engine."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE, INFO_BASIC, INFO_SCORE, INFO_PV = Info.NONE, Info.BASIC, Info.SCORE, Info.PV
INFO_REFUTATION, INFO_CURRLINE, INFO_ALL = Info.REFUTATION, Info.CURRLINE, Info.ALL


@dataclasses.dataclass
class Opponent:
    """The opponent of an engine."""

    name: Optional[str]
    title: Optional[str]
    rating: Optional[int]
    is_engine: Optional[bool]


class UciOptionMap(MutableMapping[str, T]):
    """A dictionary with case-insensitive keys."""

    def __init__(self, data: Optional[Iterable[Tuple[str, T]]] = None, **kwargs: T) -> None:
        self._store: Dict[str, Tuple[str, T]] = {}
        self.update({} if data is None else data, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._store[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._store[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._store[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._store.values())

    def __len__(self) -> int:
        return len(self._store)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        # Only a map of this class looks up keys regardless of their case.
        return all(key in other and other[key] == value for key, value in self.items()) and all(
            key in self and self[key] == value for key, value in other.items()
        )

    def copy(self) -> UciOptionMap[T]:
        """Returns a copy."""
        return type(self)(self.items())

    def __copy__(self) -> UciOptionMap[T]:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"


# Output of an engine

_NUMBERS = ("depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload")
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][a-z]?|[PNBRQK]@[a-h][1-8]|0000")
_WORDS = {*_NUMBERS, "time", "score", "wdl", "pv", "currmove", "refutation", "currline", "ebf", "string"}


def _first_word(line: str) -> Tuple[str, str]:
    """Splits a line into its first word and the text that follows it. Blanks at the end are kept."""
    word, *rest = line.split(None, 1) or [""]
    return word, "".join(rest)


def _line_of(words: List[str], board: Board) -> List[Move]:
    """Parses a line of moves, up to the first word that does not look like a move. Raises ValueError if a move is illegal."""
    line = board.copy(stack=False)
    return [line.push_uci(word) for word in itertools.takewhile(_MOVE.fullmatch, words)]


def _score_of(words: List[str], board: Board) -> Optional[PovScore]:
    kind, value = (words + ["", ""])[:2]
    try:
        if kind == "cp":
            return PovScore(Cp(int(value)), board.turn)
        if kind == "mate":
            return PovScore(Mate(int(value)), board.turn)
    except ValueError:
        LOGGER.error("score is not a number: %r", " ".join(words))
        return None
    LOGGER.error("unknown kind of score (expected cp or mate): %r", " ".join(words))
    return None


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:
    """Parses the text that follows `info`. Unknown words are skipped."""
    info: Dict[str, Any] = {}
    if not selector:
        return info  # type: ignore[return-value]
    words = arg.split()
    at = 0
    while at < len(words):
        word = words[at]
        end = at + 1
        while end < len(words) and words[end] not in _WORDS:
            end += 1
        values = words[at + 1 : end]
        if word == "string":
            info["string"] = arg.split("string", 1)[1].lstrip()
            break
        try:
            _read_info(info, word, values, root_board, selector)
        except (ValueError, IndexError):
            LOGGER.error("exception parsing %s from info: %r", word, arg)
        at = end
    return info  # type: ignore[return-value]


def _read_info(info: Dict[str, Any], word: str, values: List[str], board: Board, selector: Info) -> None:
    if word in _NUMBERS:
        info[word] = int(values[0])
    elif word == "time":
        info[word] = int(values[0]) / 1000
    elif word == "ebf":
        info[word] = float(values[0])
    elif word == "score" and selector & INFO_SCORE:
        bound = next((value for value in values if value in ("lowerbound", "upperbound")), None)
        if bound is not None:
            info[bound] = True
        score = _score_of(values, board)
        if score is not None:
            info["score"] = score
    elif word == "wdl":
        wins, draws, losses = (int(value) for value in values[:3])
        info["wdl"] = PovWdl(Wdl(wins, draws, losses), board.turn)
    elif word == "currmove":
        info["currmove"] = Move.from_uci(values[0])
    elif word == "pv" and selector & INFO_PV:
        info["pv"] = _line_of(values, board)
    elif word == "refutation" and selector & INFO_REFUTATION:
        refutations, moves = info.setdefault("refutation", {}), _line_of(values, board)
        if moves:
            refutations[moves[0]] = moves[1:]
    elif word == "currline" and selector & INFO_CURRLINE:
        lines = info.setdefault("currline", {})
        lines[int(values[0])] = _line_of(values[1:], board)


def _parse_option(text: str) -> Optional[Option]:
    """Parses the text that follows `option`."""
    fields: Dict[str, List[str]] = {}
    variants: List[List[str]] = []
    current: Optional[List[str]] = None
    for word in text.split():
        starts = word in ("name", "type", "default", "min", "max") and word not in fields
        if starts and (word == "name" or "name" in fields):
            current = fields.setdefault(word, [])
        elif word == "var" and "type" in fields:
            current = []
            variants.append(current)
        elif current is not None:
            current.append(word)
    if "name" not in fields or "type" not in fields:
        LOGGER.error("option without name or type: %r", text)
        return None

    def number(name: str) -> Optional[int]:
        try:
            return int(" ".join(fields[name]))
        except (KeyError, ValueError):
            return None

    kind = " ".join(fields["type"])
    given = " ".join(fields["default"]) if "default" in fields else None
    default: ConfigValue = given
    if kind == "check":
        default = given == "true" if given else ""
    elif kind == "spin":
        default = number("default")
    elif kind == "string" and given is None:
        default = ""
    return Option(" ".join(fields["name"]), kind, default, number("min"), number("max"), [" ".join(words) for words in variants])


class _Process:
    """A process whose output lines are read by a separate thread."""

    def __init__(self, protocol: UciProtocol, command: Union[str, List[str]], setpgrp: bool, popen_args: Dict[str, Any]) -> None:
        import subprocess

        self.protocol = protocol
        arguments = [command] if isinstance(command, (str, bytes, os.PathLike)) else list(command)
        if not arguments:
            raise TypeError("the command of an engine is empty")
        extra: Dict[str, Any] = dict(popen_args)
        if setpgrp and os.name != "nt":
            extra.setdefault("process_group", 0)
        extra.setdefault("stderr", subprocess.PIPE)
        self.popen = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **extra)
        self.lines: queue.SimpleQueue[Optional[str]] = queue.SimpleQueue()
        self.complaint: Optional[str] = None
        self._ended: Optional[concurrent.futures.Future[int]] = None
        program = os.fsdecode(arguments[0])
        self._output = threading.Thread(target=self._read, name=f"lines of {program}", daemon=True)
        self._errors = threading.Thread(target=self._read_errors, name=f"errors of {program}", daemon=True)

    def start_reading(self) -> None:
        """Starts the threads that read the lines and tell the protocol of them."""
        self._output.start()
        self._errors.start()
        if type(self.protocol) is not UciProtocol:
            # A subclass may override what is called at the end.
            self.ended()

    def ended(self) -> concurrent.futures.Future[int]:
        """Returns the future for the exit code. Every call returns the same future."""
        import concurrent.futures

        if self._ended is None:
            ended: concurrent.futures.Future[int] = concurrent.futures.Future()
            self._ended = ended
            # A running future cannot be cancelled.
            ended.set_running_or_notify_cancel()
            code = self.popen.poll()
            if code is not None and type(self.protocol) is UciProtocol:
                ended.set_result(code)
            else:
                threading.Thread(target=self._wait_for_end, args=(ended,), name="end of an engine", daemon=True).start()
        return self._ended

    def _wait_for_end(self, ended: concurrent.futures.Future[int]) -> None:
        code = self.popen.wait()
        if type(self.protocol) is not UciProtocol:
            # A child of the engine may keep the pipes open.
            self._output.join(1)
            self._errors.join(1)
        self.protocol._tell("process_exited")
        self.protocol._tell("connection_lost", None)
        ended.set_result(code)

    def _read_errors(self) -> None:
        """Tells the protocol what the engine writes to standard error, and keeps the first line."""
        stream = self.popen.stderr
        if stream is None:
            return
        try:
            for raw in stream:
                line = raw.decode("utf-8", "replace").rstrip("\r\n")
                if line and self.complaint is None:
                    self.complaint = line
                self.protocol._tell("error_line_received", line)
        except (OSError, ValueError):
            pass

    def _read(self) -> None:
        stream = self.popen.stdout
        assert stream is not None
        try:
            for raw in stream:
                line = raw.decode("utf-8", "replace").rstrip("\r\n")
                self.protocol._tell("line_received", line)
                self.lines.put(line)
        except (OSError, ValueError):
            pass
        self.lines.put(None)

    def send(self, line: str) -> None:
        LOGGER.debug("%s: << %s", self.protocol, line)
        stream = self.popen.stdin
        assert stream is not None
        if "\n" in line or "\r" in line:
            raise EngineError(f"unexpected line break in uci command: {line!r}")
        try:
            stream.write(line.encode() + b"\n")
            stream.flush()
        except (OSError, ValueError):
            raise self._dead() from None

    def _dead(self) -> EngineTerminatedError:
        code = self.popen.poll()
        if code is not None:
            self._errors.join(0.5)
        said = f": {self.complaint}" if self.complaint else ""
        return EngineTerminatedError(f"engine process died unexpectedly (exit code: {code}){said}")

    def receive(self, deadline: Optional[float]) -> str:
        """Returns the next line. Raises TimeoutError at the deadline, and EngineTerminatedError if the process has ended."""
        import subprocess

        try:
            wait = None if deadline is None else max(deadline - _time.monotonic(), 0)
            line = self.lines.get(True, wait) if wait != 0 else self.lines.get_nowait()
        except queue.Empty:
            raise TimeoutError("the engine does not answer") from None
        if line is None:
            self.lines.put(None)
            try:
                self.popen.wait(1)
            except subprocess.TimeoutExpired:
                pass
            raise self._dead()
        LOGGER.debug("%s: >> %s", self.protocol, line)
        return line

    def warn_of(self, line: str) -> None:
        """Logs a line that the protocol does not allow here."""
        LOGGER.warning("%s: unexpected output of the engine: %r", self.protocol, line)

    def close(self) -> None:
        import subprocess

        if self.popen.poll() is None:
            self.popen.kill()
        try:
            self.popen.wait(5)
        except subprocess.TimeoutExpired:
            pass
        # Ends a wait for a line also if a child of the engine keeps the pipe open.
        self.lines.put(None)
        for stream in (self.popen.stdin, self.popen.stdout):
            if stream is not None and stream is self.popen.stdin:
                try:
                    stream.close()
                except OSError:
                    pass


class BestMove:
    """The result at the end of an analysis: the best move and the expected reply."""

    def __init__(self, move: Optional[Move], ponder: Optional[Move]) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


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
        if 0 <= number < 500:
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
        try:
            while self._best is None and self._error is None:
                self._receive(0.0)
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


def _best_move(text: str, board: Board) -> BestMove:
    words = text.split()
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove(None, None)
    after = board.copy(stack=False)
    try:
        move = after.push_uci(words[0].lower())
    except ValueError as error:
        raise EngineError(str(error)) from error
    ponder = None
    if len(words) >= 3 and words[1] == "ponder" and words[2] != "(none)":
        try:
            ponder = after.parse_uci(words[2].lower())
        except ValueError:
            LOGGER.error("engine sent an illegal ponder move: %r", text)
    return BestMove(move, ponder)


class SimpleEngine:
    """A UCI engine as a process. No call blocks forever: if its timeout expires, it raises TimeoutError.

    `timeout` is the time in seconds that the engine has for a step of the protocol, and that a search may take beyond its time limit.
    `idle_timeout` is the time in seconds that a search without a time limit may be silent before it is stopped.

    Given the results of `popen_uci()` or of `UciProtocol.popen()`, the constructor takes over their engine.
    """

    def __init__(self, transport: Any, protocol: Any, *, timeout: Optional[float] = 10.0) -> None:
        if not isinstance(transport, _Transport) or not isinstance(protocol, UciProtocol):
            raise NotImplementedError(_NO_TRANSPORT)
        before: Optional[SimpleEngine] = getattr(protocol, "_engine", None)
        if before is not None:
            _refuse(type(protocol), "SimpleEngine", _CALLED_BY_PROGRAMS)
            vars(self).update(vars(before))
        else:
            self._set_up(transport, protocol)
        self.timeout = timeout
        protocol._engine = self

    def _set_up(self, transport: _Transport, protocol: UciProtocol) -> None:
        self._process = transport._process
        self.transport = transport
        self.protocol = protocol
        self._lock = threading.RLock()
        self._search: Optional[SimpleAnalysisResult] = None
        self._config: UciOptionMap[ConfigValue] = UciOptionMap()
        #: The values that options had before the last call changed them. The next call restores
        #: these values.
        self._overridden: UciOptionMap[ConfigValue] = UciOptionMap()
        #: The options that `configure` has set, in lower case.
        self._configured: Set[str] = set()
        self._game: object = None
        self._searched = False
        #: The opponent of the next games, and that of the current game, in the format of
        #: UCI_Opponent.
        self._against = ""
        self._played_against = ""
        self._pondering: Optional[Tuple[SimpleAnalysisResult, Board]] = None
        self._closed = False
        self._initialized = False
        self.idle_timeout = 600.0
        self._id: Dict[str, str] = {}
        self._options: UciOptionMap[Option] = UciOptionMap()

    def __reduce__(self) -> Any:
        raise TypeError("an engine cannot be pickled: start it where it is needed")

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options of the engine."""
        self._check_open()
        return self._options.copy()

    @property
    def id(self) -> Mapping[str, str]:
        """The name and author of the engine."""
        self._check_open()
        return dict(self._id)

    @property
    def returncode(self) -> concurrent.futures.Future[int]:
        """A future for the exit code of the process."""
        return self._process.ended()

    def _stop_search(self) -> None:
        """Tells the engine to stop a search on another thread, if there is one."""
        search = self._search
        if search is not None:
            try:
                search.stop()
            except EngineError:
                pass

    @classmethod
    def popen(
        cls,
        Protocol: Any,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts an engine that uses UciProtocol or a subclass. Other protocols are not supported.

        `debug` has no effect: in python-chess, it is the debug mode of the event loop.
        """
        if not issubclass(Protocol, UciProtocol):
            raise NotImplementedError(f"{command!r}: reynard speaks UCI, not {Protocol.__name__}")
        protocol = Protocol._launch(command, setpgrp, popen_args, None)
        try:
            engine = cls(protocol.transport, protocol, timeout=timeout)
            if Protocol.initialize is UciProtocol.initialize:
                engine._initialize()
            else:
                _initialize_as_overridden(protocol, timeout)
        except BaseException:
            protocol.transport.close()
            raise
        return engine

    @classmethod
    def popen_uci(
        cls,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts a UCI engine. Raises TimeoutError if the engine does not answer, and OSError if the program cannot be started."""
        return cls.popen(UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    @classmethod
    def popen_xboard(cls, command: Union[str, List[str]], **popen_args: Any) -> SimpleEngine:
        """Raises NotImplementedError: only UCI engines are supported."""
        raise NotImplementedError(f"{command}: reynard speaks UCI, not XBoard")

    def _deadline(self) -> float:
        return _time.monotonic() + (self.timeout if self.timeout is not None else 3600.0)

    def _check_open(self) -> None:
        if self._closed:
            raise EngineTerminatedError("engine event loop dead: the engine is closed")

    def _check_alive(self) -> None:
        self._check_open()
        if self._process.popen.poll() is not None:
            raise self._process._dead()

    def _send(self, line: str) -> None:
        self.protocol.send_line(line)

    def _initialize(self) -> None:
        deadline = self._deadline()
        self._send("uci")
        while True:
            word, rest = _first_word(self._process.receive(deadline))
            if word == "uciok":
                self._initialized = True
                return
            if word == "id":
                key, value = _first_word(rest)
                self._id[key] = value.rstrip()
            elif word == "option" and (option := _parse_option(rest)):
                self._options[option.name] = option
                if option.default is not None:
                    self._config[option.name] = option.default

    def _finish_search(self) -> None:
        """Ends a running analysis or ponder search, before a call begins. Raises EngineError if the engine is not initialized."""
        if not self._initialized:
            raise EngineError("the engine is not initialized: await initialize() first")
        # Another thread may read the last line and reset the search.
        search = self._search
        if search is not None:
            if self._pondering is not None:
                search._dropped = True
            search.stop()
            search.wait()
        self._pondering = None

    def _ready(self) -> None:
        deadline = self._deadline()
        self._send("isready")
        while (line := self._process.receive(deadline)).strip() != "readyok":
            self._process.warn_of(line)

    def _set(self, name: str, value: ConfigValue) -> None:
        option = self._options.get(name)
        if option is None:
            raise EngineError(f"engine does not support option {name} (available options: {', '.join(self._options)})")
        parsed = option.parse(value)
        if option.type in ("button", "reset", "save"):
            self._send(f"setoption name {option.name}")
            return
        if parsed == self._config.get(name) and name in self._config:
            return
        shown = ("true" if parsed else "false") if isinstance(parsed, bool) else parsed
        self._send(f"setoption name {option.name} value {shown}")
        self._config[name] = parsed

    def configure(self, options: ConfigMapping) -> None:
        """Sets options."""
        with self._lock:
            self._check_alive()
            self._finish_search()
            for name, value in options.items():
                option = self._options.get(name)
                if option is not None and option.is_managed():
                    raise EngineError(f"cannot set {name} which is automatically managed")
                if name.lower() == "uci_opponent":
                    # The opponent is sent to the engine when a game starts.
                    self._against = str(value)
                    continue
                self._overridden.pop(name, None)
                self._set(name, value)
                self._configured.add(name.lower())

    def ping(self) -> None:
        """Waits until the engine answers."""
        with self._lock:
            self._finish_search()
            self._ready()

    def _override(self, options: ConfigMapping) -> None:
        """Sets the options given for a call, and restores those changed by the previous call."""
        overridden, self._overridden = self._overridden, UciOptionMap()
        for name, value in options.items():
            before = overridden.get(name, self._config.get(name))
            if before is not None:
                self._overridden[name] = before
            self._set(name, value)
        for name, value in overridden.items():
            if name not in self._overridden:
                self._set(name, value)

    def _set_managed(self, options: ConfigMapping, ponder: bool, analysing: bool) -> None:
        """Sets the options Ponder and UCI_AnalyseMode, if the engine has them and the program has not set them."""
        given = {name.lower() for name in options}
        managed = [("UCI_AnalyseMode", analysing), ("Ponder", ponder)]
        for name, value in sorted(managed, key=lambda item: item[1]):
            if name in self._options and name.lower() not in given | self._configured:
                self._set(name, value)

    def _new_game(self, game: object, against: str) -> None:
        self._send("ucinewgame")
        self._game, self._searched, self._played_against = game, True, against
        if against and "UCI_Opponent" in self._options:
            self._send(f"setoption name UCI_Opponent value {against}")
        self._ready()

    def _begin(
        self,
        board: Board,
        limit: Optional[Limit],
        game: object,
        multipv: Optional[int],
        info: Info,
        root_moves: Optional[Iterable[Move]],
        options: ConfigMapping,
        *,
        ponder: bool = False,
        analysing: bool = False,
        opponent: Optional[Opponent] = None,
    ) -> SimpleAnalysisResult:
        self._finish_search()
        for name in options:
            if name.lower() in MANAGED_OPTIONS:
                raise EngineError(f"cannot set {name} which is automatically managed")
        named = None if opponent is None else _opponent_text(opponent)
        named = next((str(value) for name, value in options.items() if name.lower() == "uci_opponent"), named)
        self._override({name: value for name, value in options.items() if name.lower() != "uci_opponent"})
        self._set_managed(options, ponder, analysing)
        if "multipv" in self._options:
            self._set("MultiPV", 1 if multipv is None else multipv)
        elif multipv is not None and multipv > 1:
            raise EngineError("engine does not support multipv")
        if board.chess960 and "UCI_Chess960" not in self._options:
            raise EngineError("engine does not support Chess960")
        if game != self._game or named not in (None, self._played_against) or not self._searched:
            self._new_game(game, self._against if named is None else named)
        if "UCI_Chess960" in self._options:
            self._set("UCI_Chess960", board.chess960)
        self._position(board)
        self._send(_go(board, limit, root_moves))
        self._search = SimpleAnalysisResult(self, board.copy(stack=False), info, self._end_of(limit, board))
        return self._search

    def _end_of(self, limit: Optional[Limit], board: Board) -> Optional[float]:
        """Returns the time by which a search must have ended, or None if it has no time limit."""
        allowed = None if limit is None else _time_of(limit, board)
        return None if allowed is None else self._deadline() + allowed

    def _ponder(self, board: Board, limit: Limit, best: BestMove, seconds: float) -> None:
        """Lets the engine ponder on the expected reply."""
        after = board.copy()
        for move in (best.move, best.ponder):
            assert move is not None
            after.push(move)
        self._position(after)
        self._send(_go(after, _limit_after(limit, board.turn, seconds), None, ponder=True))
        self._search = SimpleAnalysisResult(self, after.copy(stack=False), INFO_ALL, None)
        self._pondering = self._search, after

    def _ponder_hit(
        self, board: Board, limit: Limit, game: object, info: Info, options: ConfigMapping, opponent: Optional[Opponent]
    ) -> Optional[SimpleAnalysisResult]:
        """Turns the ponder search into a normal search, if the position is the expected one and nothing else has changed."""
        if self._pondering is None or options or self._overridden or game != self._game:
            return None
        search, expected = self._pondering
        if opponent is not None and _opponent_text(opponent) != self._played_against:
            return None
        if board.move_stack != expected.move_stack or board.root() != expected.root() or board.chess960 != expected.chess960:
            return None
        self._pondering = None
        search._selector, search._deadline, search._received = info, self._end_of(limit, board), _time.monotonic()
        self._send("ponderhit")
        return search

    def _position(self, board: Board) -> None:
        chess960 = board.chess960
        moves = [move.uci() for move in board.move_stack]
        root = board.root()
        if not all(board.move_stack):
            # UCI has no null move. The engine gets only the position, so it cannot detect
            # repetitions.
            LOGGER.warning("not sending a game with null moves to the engine: only the position")
            root, moves = board, []
        fen = root.fen(shredder=chess960, en_passant="fen")
        standard = fen == root.starting_fen and not chess960
        text = "position startpos" if standard else f"position fen {fen}"
        self._send(text + (" moves " + " ".join(moves) if moves else ""))

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
        """Returns the engine's move."""
        with self._lock:
            # Raises AttributeError for an object that is not a limit: a search without a limit does
            # not end.
            _time_of(limit, board)
            began, search = _time.monotonic(), None
            if ponder and root_moves is None:
                search = self._ponder_hit(board, limit, game, info, options, opponent)
            if search is None:
                search = self._begin(board, limit, game, None, info, root_moves, options, ponder=ponder, opponent=opponent)
            best = search.wait()
            if ponder and best.move and best.ponder:
                self._ponder(board, limit, best, _time.monotonic() - began)
            return PlayResult(best.move, best.ponder, search.last_info if info else {})

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
        with self._lock:
            _time_of(limit, board)
            search = self._begin(board, limit, game, multipv, info, root_moves, options, analysing=True)
            search.wait()
            return search.info if multipv is None else search.multipv

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
    ) -> SimpleAnalysisResult:
        """Starts an analysis, and returns it immediately."""
        with self._lock:
            return self._begin(board, limit, game, multipv, info, root_moves, options, analysing=True)

    def send_opponent_information(self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None) -> None:
        """Sets the opponent of the next games, by means of the option UCI_Opponent if the engine has it."""
        if opponent is not None:
            self._against = _opponent_text(opponent)

    def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing, since UCI has no command for results."""

    def quit(self) -> None:
        """Asks the engine to quit. If it does not, raises TimeoutError; the engine can then be killed with `close()`."""
        self._check_alive()
        self._send("quit")
        try:
            self._process.ended().result(self.timeout)
        except TimeoutError:
            raise TimeoutError("the engine does not quit") from None

    def close(self) -> None:
        """Kills the engine."""
        self._closed = True
        self._process.close()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self._process.popen.pid})>"


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


class AnalysisResult:
    """A running analysis of an asynchronous engine."""

    def __init__(self, inner: SimpleAnalysisResult) -> None:
        self._inner = inner

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

    async def wait(self) -> BestMove:
        """Waits for the end of the search, and returns the best move."""
        import asyncio

        return await asyncio.to_thread(self._inner.wait)

    async def get(self) -> InfoDict:
        """Returns the next message of the engine. Raises AnalysisComplete at the end."""
        import asyncio

        return await asyncio.to_thread(self._inner.get)

    async def next(self) -> Optional[InfoDict]:
        """Returns the next message of the engine, or None at the end."""
        import asyncio

        return await asyncio.to_thread(self._inner.next)

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


class Protocol:
    """An engine for asyncio."""


#: Methods that python-chess calls on a protocol but this package does not: its engines do not run on an event loop.
_NEVER_CALLED = (
    *("pipe_data_received", "pipe_connection_lost", "pause_writing", "resume_writing", "_line_received", "communicate", "_isready"),
    *("_ucinewgame", "_position", "_go", "_setoption", "_configure", "_changed_options", "_opponent_configuration", "_opponent_info"),
)
#: Methods that programs call on an asyncio engine. SimpleEngine does not use them for its own calls.
_CALLED_BY_PROGRAMS = ("play", "analyse", "analysis", "configure", "ping", "quit", "send_game_result", "send_opponent_information")
_NO_TRANSPORT = (
    "reynard.engine: engines do not run on transports of asyncio, so subprocess_exec cannot start them; "
    "use popen_uci, SimpleEngine.popen_uci or the popen of a subclass of UciProtocol"
)


def _refuse(kind: type, caller: str, names: Iterable[str]) -> None:
    """Raises NotImplementedError if a subclass of UciProtocol overrides a method that would not be called."""
    lost = [name for name in names if getattr(kind, name, None) is not getattr(UciProtocol, name, None)]
    if lost:
        raise NotImplementedError(f"{caller} does not call these methods of {kind.__name__}, which overrides them: {', '.join(lost)}")


def _initialize_as_overridden(protocol: UciProtocol, timeout: Optional[float]) -> None:
    """Runs the `initialize()` of a subclass, on a thread of its own since this one may have an event loop."""
    import asyncio

    async def initialize(future: concurrent.futures.Future[None]) -> None:
        await asyncio.wait_for(protocol.initialize(), timeout)
        future.set_result(None)

    run_in_background(initialize)


class UciProtocol(Protocol):
    """A UCI engine for asyncio: the calls of SimpleEngine as coroutines.

    When a call is cancelled, its search is stopped.

    A subclass may override `send_line`, `line_received`, `error_line_received`, `initialize`, `connection_made`, `process_exited` and
    `connection_lost`. Those that tell of the engine run on the event loop that started it, or on a separate thread if SimpleEngine did;
    `send_line` runs on the thread of the call.
    """

    _engine: SimpleEngine
    #: The event loop on which the methods of a subclass run. If None, they run on the threads that read.
    _tell_on: Optional[asyncio.AbstractEventLoop]
    _returncode: Optional[asyncio.Future[int]]

    def __init__(self) -> None:
        if "_tell_on" not in vars(self):
            raise NotImplementedError(_NO_TRANSPORT)

    @classmethod
    def _launch(
        cls, command: Union[str, List[str]], setpgrp: bool, popen_args: Dict[str, Any], loop: Optional[asyncio.AbstractEventLoop]
    ) -> Self:
        """Starts an engine without sending a line to it."""
        _refuse(cls, "reynard.engine", _NEVER_CALLED)
        protocol = cls.__new__(cls)
        protocol._tell_on = None if cls is UciProtocol else loop
        protocol._returncode = None
        cls.__init__(protocol)
        process = _Process(protocol, command, setpgrp, popen_args)
        try:
            engine = SimpleEngine(_Transport(process, protocol), protocol)
            protocol.connection_made(engine.transport)
            process.start_reading()
        except BaseException:
            process.close()
            raise
        return protocol

    def __repr__(self) -> str:
        engine: Optional[SimpleEngine] = getattr(self, "_engine", None)
        return f"<{type(self).__name__} (pid={engine and engine._process.popen.pid})>"

    def _tell(self, name: str, *arguments: Any) -> None:
        """Calls a method that a subclass may override, and waits for its end. If the method fails, logs the error."""
        loop, over = self._tell_on, threading.Event()

        def call() -> None:
            try:
                getattr(self, name)(*arguments)
            except Exception:
                LOGGER.exception("%s: exception in %s", self, name)
            finally:
                over.set()

        if loop is None:
            return call()
        try:
            loop.call_soon_threadsafe(call)
        except RuntimeError:
            # The loop is closed, and with it the program's use of the engine.
            return
        while not over.wait(1) and not loop.is_closed():
            pass

    def connection_made(self, transport: Any) -> None:
        """Does nothing. Called when the process has been started."""

    def line_received(self, line: str) -> None:
        """Does nothing. Called for each line of the engine, before the line is processed."""

    def error_line_received(self, line: str) -> None:
        """Logs a line that the engine has written to standard error."""
        LOGGER.warning("%s: stderr >> %s", self, line)

    def process_exited(self) -> None:
        """Does nothing. Called when the process has ended."""

    def connection_lost(self, exc: Optional[Exception]) -> None:
        """Does nothing. Called last, when the process has ended and its lines have been read."""

    async def _call(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Calls a function in a thread, and stops its search if the call is cancelled."""
        import asyncio

        cancelled, began, ended = threading.Event(), threading.Event(), threading.Event()

        def work() -> T:
            try:
                with self._engine._lock:
                    began.set()
                    if cancelled.is_set():
                        raise EngineError("the call was cancelled")
                    return function(*arguments, **options)
            finally:
                ended.set()

        def abandon() -> None:
            # The search may not have started yet. It is stopped as soon as it has started.
            while not ended.wait(0.01):
                if began.is_set():
                    self._engine._stop_search()

        call = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            return await asyncio.shield(call)
        except asyncio.CancelledError:
            cancelled.set()
            threading.Thread(target=abandon, name="abandoned search", daemon=True).start()
            call.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    @property
    def returncode(self) -> asyncio.Future[int]:
        """A future for the exit code of the process."""
        import asyncio

        ended = self._engine._process.ended()
        if self._returncode is None:
            if ended.done():
                self._returncode = asyncio.get_running_loop().create_future()
                self._returncode.set_result(ended.result())
            else:
                self._returncode = asyncio.wrap_future(ended)
        return self._returncode

    @property
    def initialized(self) -> bool:
        """True once the engine has answered."""
        return self._engine._initialized

    async def initialize(self) -> None:
        """Asks the engine for its name and options, unless it has answered already. If that fails, kills the engine."""
        if not self.initialized:
            try:
                await self._call(self._engine._initialize)
            except BaseException:
                self.transport.close()
                raise

    def debug(self, on: bool = True) -> None:
        """Switches the debugging output of the engine on or off."""
        self.send_line("debug on" if on else "debug off")

    def send_line(self, line: str) -> None:
        """Sends a line to the engine."""
        self._engine._check_open()
        self._engine._process.send(line)

    async def communicate(self, command_factory: Any) -> Any:
        """Raises NotImplementedError: custom protocol commands are not supported."""
        raise NotImplementedError("reynard.engine: commands of the protocol cannot be made from outside; use send_line")

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Sets the opponent of the next games, by means of the option UCI_Opponent if the engine has it."""
        await self._call(self._engine.send_opponent_information, opponent=opponent, engine_rating=engine_rating)

    async def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing, since UCI has no command for results."""

    @classmethod
    async def popen(cls, command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any) -> Tuple[Any, Self]:
        """Starts a UCI engine for asyncio. The program must then await `initialize()`."""
        import asyncio

        protocol = cls._launch(command, setpgrp, popen_args, asyncio.get_running_loop())
        return protocol.transport, protocol

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options of the engine."""
        return self._engine.options

    @property
    def id(self) -> Mapping[str, str]:
        """The name and author of the engine."""
        return self._engine.id

    @property
    def transport(self) -> Any:
        """The process of the engine."""
        return self._engine.transport

    @property
    def config(self) -> MutableMapping[str, ConfigValue]:
        """The current values of the options."""
        return self._engine._config.copy()

    @property
    def target_config(self) -> MutableMapping[str, ConfigValue]:
        """The current values of the options that are not set automatically."""
        automatic = {*MANAGED_OPTIONS, "uci_analysemode"} - self._engine._configured
        return UciOptionMap((name, value) for name, value in self.config.items() if name.lower() not in automatic)

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options."""
        await self._call(self._engine.configure, options)

    async def ping(self) -> None:
        """Waits until the engine answers."""
        await self._call(self._engine.ping)

    async def play(self, board: Board, limit: Limit, **arguments: Any) -> PlayResult:
        """Returns the engine's move."""
        return await self._call(self._engine.play, board.copy(), limit, **arguments)

    async def analyse(self, board: Board, limit: Limit, **arguments: Any) -> Any:
        """Returns the engine's information about the position."""
        if type(self).analysis is UciProtocol.analysis:
            return await self._call(self._engine.analyse, board.copy(), limit, **arguments)
        with await self.analysis(board, limit, **arguments) as analysis:
            await analysis.wait()
        return analysis.info if arguments.get("multipv") is None else analysis.multipv

    async def analysis(self, board: Board, limit: Optional[Limit] = None, **arguments: Any) -> AnalysisResult:
        """Starts an analysis."""
        return AnalysisResult(await self._call(self._engine.analysis, board.copy(), limit, **arguments))

    async def quit(self) -> None:
        """Ends the engine, if it is running."""
        import asyncio

        if self._engine._process.popen.poll() is None:
            await asyncio.to_thread(self._engine.quit)


class _Transport:
    """The process of an asynchronous engine."""

    def __init__(self, process: _Process, protocol: UciProtocol) -> None:
        self._process = process
        self._protocol = protocol

    def get_pid(self) -> int:
        """Returns the process ID."""
        return self._process.popen.pid

    def get_returncode(self) -> Optional[int]:
        """Returns the exit code, or None while the process is running."""
        return self._process.popen.poll()

    def get_protocol(self) -> UciProtocol:
        """Returns the engine for asyncio."""
        return self._protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Returns the process object for `subprocess`, and the default for any other name."""
        return self._process.popen if name == "subprocess" else default

    def is_closing(self) -> bool:
        """Returns True after `close`."""
        return self._protocol._engine._closed

    def send_signal(self, signal: int) -> None:
        """Sends a signal to the process."""
        self._process.popen.send_signal(signal)

    def terminate(self) -> None:
        """Asks the process to end."""
        self._process.popen.terminate()

    def kill(self) -> None:
        """Kills the process."""
        self._process.popen.kill()

    def close(self) -> None:
        """Kills the engine."""
        self._protocol._engine.close()


async def popen_uci(command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any) -> Tuple[Any, UciProtocol]:
    """Starts a UCI engine for asyncio."""
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    await protocol.initialize()
    return transport, protocol


class XBoardProtocol(Protocol):
    """An XBoard engine. The protocol is not supported, and creating one raises NotImplementedError."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError("reynard speaks UCI, not XBoard")


def __getattr__(name: str) -> Any:
    if name != "EventLoopPolicy":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import asyncio

    class EventLoopPolicy(asyncio.DefaultEventLoopPolicy):
        """The default policy of asyncio, which suffices since every loop can start processes. This class exists because programs set such a
        policy before they start engines.
        """

    globals()[name] = EventLoopPolicy
    return EventLoopPolicy


async def popen_xboard(command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any) -> Tuple[Any, Protocol]:
    """Raises NotImplementedError: only UCI engines are supported."""
    raise NotImplementedError(f"{command}: reynard speaks UCI, not XBoard")


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: Optional[str] = None,
    debug: Optional[bool] = None,
) -> T:
    """Runs a coroutine in an event loop on a separate thread. Returns the result as soon as the coroutine has set it on the future. If the
    coroutine fails before that, raises its error."""
    import asyncio
    import concurrent.futures

    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        try:
            asyncio.run(coroutine(future), debug=debug)
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_exception(EngineError("the coroutine ended without a result"))

    threading.Thread(target=run, name=name, daemon=True).start()
    return future.result()


# The engine in this process


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
        from ._native import VERSION

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


def _told(search: Callable[..., Any], told: Callable[[Dict[str, Any]], None]) -> Any:
    return search(told=told)


def _info_of(line: Dict[str, Any], turn: Color) -> InfoDict:
    info = dict(line)
    score = Mate(info.pop("mate")) if "mate" in info else Cp(info.pop("cp"))
    info["score"] = PovScore(score, turn)
    info["wdl"] = PovWdl(Wdl(*info["wdl"]), turn)
    info["nps"] = round(info["nodes"] / info["time"]) if info["time"] else 0
    return info  # type: ignore[return-value]
