"""The process of an engine: its pipes, the threads that read them, and its end."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import os
import queue
import threading
import time as _time
from typing import IO, TYPE_CHECKING, Any, Dict, List, Optional, Union

from ._errors import LOGGER, EngineError, EngineTerminatedError

if TYPE_CHECKING:
    import concurrent.futures
    import subprocess

    from ._protocol import UciProtocol


class _Process:
    """A process whose output lines are read by a separate thread."""

    def __init__(
        self,
        protocol: UciProtocol,
        command: Union[str, List[str]],
        setpgrp: bool,
        popen_args: Dict[str, Any],
        *,
        is_overridden: bool,
    ) -> None:
        import subprocess

        self.protocol = protocol
        # A subclass may override what is called at the end.
        self._is_overridden = is_overridden
        arguments = [command] if isinstance(command, (str, bytes, os.PathLike)) else list(command)
        if not arguments:
            raise TypeError("the command of an engine is empty")
        extra: Dict[str, Any] = dict(popen_args)
        for name in ("text", "universal_newlines", "encoding", "errors"):
            if extra.get(name):
                raise ValueError(f"{name} cannot be set: the lines of an engine are bytes")
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
        if self._is_overridden:
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
            if code is not None and not self._is_overridden:
                ended.set_result(code)
            else:
                threading.Thread(target=self._wait_for_end, args=(ended,), name="end of an engine", daemon=True).start()
        return self._ended

    def _wait_for_end(self, ended: concurrent.futures.Future[int]) -> None:
        code = self.popen.wait()
        if self._is_overridden:
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
        _close(stream)

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
        # An engine that cannot answer is not asked.
        _close(stream)
        _close(self.popen.stdin)

    def wait_for_readers(self) -> None:
        """Waits until the pipes of an engine that has ended are closed, unless a child of the engine keeps them open."""
        for thread in (self._output, self._errors):
            if thread.ident is not None and thread is not threading.current_thread():
                thread.join(0.5)

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
            raise self._dead("engine process dead") from None

    def _dead(self, what: str = "engine process died unexpectedly") -> EngineTerminatedError:
        code = self.popen.poll()
        if code is not None:
            self._errors.join(0.5)
        said = f": {self.complaint}" if self.complaint else ""
        return EngineTerminatedError(f"{what} (exit code: {code}){said}")

    def receive(self, deadline: Optional[float]) -> str:
        """Returns the next line. Raises TimeoutError at the deadline, and EngineTerminatedError if the process has ended.

        Lines that have arrived are still returned for a second after the deadline. An engine that floods its output
        therefore does not delay the end any longer.
        """
        import subprocess

        try:
            wait = None if deadline is None else deadline - _time.monotonic()
            if wait is not None and wait < -1:
                raise TimeoutError("the engine does not answer")
            line = self.lines.get(True, wait) if wait is None or wait > 0 else self.lines.get_nowait()
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
        _close(self.popen.stdin)
        self.wait_for_readers()


def _close(stream: Optional[IO[bytes]]) -> None:
    if stream is not None:
        try:
            stream.close()
        except OSError:
            pass


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
        """Sends a signal to the process. Raises ProcessLookupError if the process has ended."""
        self._running().send_signal(signal)

    def terminate(self) -> None:
        """Asks the process to end. Raises ProcessLookupError if it has ended."""
        self._running().terminate()

    def kill(self) -> None:
        """Kills the process. Raises ProcessLookupError if it has ended."""
        self._running().kill()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process.popen.poll() is not None:
            raise ProcessLookupError()
        return self._process.popen

    def close(self) -> None:
        """Kills the engine."""
        self._protocol._engine.close()
