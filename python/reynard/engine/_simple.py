"""SimpleEngine: UCI engines without asyncio."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import threading
import time as _time
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Set,
    Tuple,
    Union,
)

from .._native import Board, Move
from .._squares import Color
from ._analysis import SimpleAnalysisResult
from ._errors import LOGGER, EngineError, EngineTerminatedError
from ._info import INFO_ALL, INFO_NONE, BestMove, Info, PlayResult, _first_word
from ._limit import Limit, Opponent, _go, _limit_after, _opponent_text, _time_of
from ._option import MANAGED_OPTIONS, ConfigMapping, ConfigValue, Option, UciOptionMap, _parse_option
from ._process import _Transport
from ._protocol import _CALLED_BY_PROGRAMS, _NO_TRANSPORT, UciProtocol, _initialize_as_overridden, _refuse

if TYPE_CHECKING:
    import concurrent.futures


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
        if limit is not None and type(self)._timeout_for is not SimpleEngine._timeout_for:
            timeout = self._timeout_for(limit)
            return None if timeout is None else _time.monotonic() + timeout
        return None if allowed is None else self._deadline() + allowed

    def _timeout_for(self, limit: Limit) -> Optional[float]:
        """Returns the time in seconds that a search may take, or None for any time. A subclass may override this method."""
        return None if self.timeout is None or limit.time is None else self.timeout + limit.time

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
        self._process.wait_for_readers()

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
