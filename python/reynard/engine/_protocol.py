"""Engines for asyncio, as objects of a protocol and as functions that start them."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import functools
import threading
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Coroutine,
    Dict,
    Iterable,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Self,
    Tuple,
    Union,
    cast,
)

from .._native import Board
from .._squares import Color
from ._analysis import AnalysisResult
from ._errors import LOGGER, EngineError
from ._info import PlayResult
from ._limit import Limit, Opponent
from ._option import MANAGED_OPTIONS, ConfigMapping, ConfigValue, Option, T, UciOptionMap
from ._process import _Process, _Transport

if TYPE_CHECKING:
    import asyncio
    import concurrent.futures

    # `_launch` makes one: `join` of `reynard._package` provides the class.
    from ._simple import SimpleEngine


class Protocol:
    """An engine for asyncio."""


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
    #: The event loop that started the engine.
    _loop: Optional[asyncio.AbstractEventLoop]
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
        protocol._loop = loop
        protocol._returncode = None
        cls.__init__(protocol)
        process = _Process(protocol, command, setpgrp, popen_args, is_overridden=cls is not UciProtocol)
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
        """A future for the exit code of the process. Outside an event loop, it is one of `concurrent.futures`."""
        import asyncio

        ended = self._engine._process.ended()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return cast("asyncio.Future[int]", ended)
        if self._returncode is None:
            if ended.done():
                self._returncode = asyncio.get_running_loop().create_future()
                self._returncode.set_result(ended.result())
            else:
                self._returncode = asyncio.wrap_future(ended)
        return self._returncode

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop on which other threads run the coroutines of this engine: the one that started the engine, or one on a separate
        thread that all engines of SimpleEngine share.
        """
        return self._loop or _shared_loop()

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
        return AnalysisResult._of(await self._call(self._engine.analysis, board.copy(), limit, **arguments))

    async def quit(self) -> None:
        """Ends the engine, if it is running."""
        import asyncio

        if self._engine._process.popen.poll() is None:
            await asyncio.to_thread(self._engine.quit)


@functools.cache
def _shared_loop() -> asyncio.AbstractEventLoop:
    """Starts an event loop on a separate thread."""
    import asyncio

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="event loop of engines", daemon=True).start()
    return loop


async def popen_uci(command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any) -> Tuple[Any, UciProtocol]:
    """Starts a UCI engine for asyncio."""
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    await protocol.initialize()
    return transport, protocol


class XBoardProtocol(Protocol):
    """An XBoard engine. The protocol is not supported, and creating one raises NotImplementedError."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError("reynard speaks UCI, not XBoard")


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
