"""Jobs of `reynard.data.shards` on a Ray cluster.

>>> import reynard.data, reynard.ray  # doctest: +SKIP
>>> job = reynard.data.shards("annotate", "games.pgn", to="annotated", nodes=20_000)
>>> reynard.ray.run(job)["counts"]["games"]
95089

The command `python -m reynard.ray annotated` does the same. Ray only schedules the shards: `reynard.data.run_shard` does the work, and the
files are the same as those of a single process. Requires Ray: `pip install ray`. Workers open the job and its inputs by their paths on a
shared file system, or by their addresses for fsspec.
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import os
import socket
import sys
import time
from typing import Any, Callable, Dict, List, Optional, Set, Union

from . import _native, _shards

StrPath = Union[str, "os.PathLike[str]"]


class ShardError(Exception):
    """Raised if shards have failed too often. All other shards are done, except those that depend on failed ones."""

    def __init__(self, failed: Dict[int, str], report: Dict[str, Any]) -> None:
        super().__init__(f"{len(failed)} shards failed, the first is {min(failed)}: {failed[min(failed)]}")
        self.failed = failed
        """The reason for the failure of each shard, by its number."""
        self.report = report
        """The report of `reynard.data.verify`."""


def _ray() -> Any:
    """Imports and returns the package `ray`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        return importlib.import_module("ray")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise ImportError("Ray is not installed: pip install ray") from error


def _check_address(address: str) -> None:
    """Raises ConnectionError unless a server is listening at an address, since Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        # A word that Ray accepts, such as "auto", or that it rejects immediately.
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"there is no Ray cluster at {address}: {error}") from error


def start(**options: Any) -> None:
    """Connects to the cluster at RAY_ADDRESS, or starts one on this machine, unless a connection already exists.

    Ray's dashboard, its usage statistics, and its messages other than errors are turned off. Options are those of `ray.init`.
    Raises ConnectionError if no server is listening at the address.
    """
    ray = _ray()
    if ray.is_initialized():
        return
    address = options.get("address") or os.environ.get("RAY_ADDRESS")
    if address:
        _check_address(address)
        # An existing cluster has its own.
        options = {name: value for name, value in options.items() if name != "num_cpus"}
    else:
        # Objects are summaries of less than a kilobyte.
        options = {"include_dashboard": False, "object_store_memory": 200_000_000, **options}
    ray.init(**{"log_to_driver": False, "logging_level": logging.ERROR, **options})


def _run_shard(job: str, shard: int) -> float:
    """Runs a shard on a worker, and returns its time in seconds."""
    start = time.monotonic()
    _shards.run_shard(job, shard)
    return time.monotonic() - start


class _Driver:
    """Assigns shards to the workers of a cluster. Its only persistent state is in the outputs and summaries."""

    def __init__(self, job: str, workers: Optional[int], attempts: int, in_flight: Optional[int]) -> None:
        self.ray = _ray()
        self.job = job
        self.workers = workers
        self.attempts = attempts
        self.in_flight = in_flight
        # Ray itself does not retry: a worker that dies is treated in the same way as one that
        # fails.
        self.remote = self.ray.remote(num_cpus=1, max_retries=0)(_run_shard)
        self.before = _shards.shards_before(job)
        self.waiting = list(reversed(range(len(self.before))))
        self.total = len(self.waiting)
        self.running: Dict[Any, int] = {}
        self.tried: Dict[int, int] = {}
        self.failed: Dict[int, str] = {}
        self.times: List[float] = []
        self.doubled: Set[int] = set()
        self.all_run_since: Optional[float] = None

    def _start(self, shard: int) -> None:
        self.running[self.remote.remote(self.job, shard)] = shard

    def _take_ready(self) -> Optional[int]:
        """Removes and returns the first waiting shard that does not depend on unfinished shards."""
        if self.waiting and not self.before[self.waiting[-1]]:
            return self.waiting.pop()
        undone = min([*self.waiting, *self.running.values(), *self.failed], default=0)
        ready = [index for index, shard in enumerate(self.waiting) if self.before[shard] <= undone]
        return self.waiting.pop(ready[-1]) if ready else None

    def _cpus(self) -> int:
        """Returns the number of shards that can run at the same time."""
        cpus = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        return cpus if self.workers is None else min(cpus, self.workers)

    def _start_waiting(self) -> None:
        cpus = self._cpus()
        # Waiting tasks make a cluster grow.
        most = self.in_flight or self.workers or 2 * cpus
        while len(self.running) < most:
            shard = self._take_ready()
            if shard is None:
                break
            self._start(shard)
        # Shards that wait for running ones do not count, since the running ones should end soon.
        if len(self.running) > cpus or (self.waiting and len(self.running) >= most):
            self.all_run_since = None
        elif self.all_run_since is None:
            self.all_run_since = time.monotonic()

    def _double_late(self) -> None:
        """Starts a second task for each late shard, according to the rule of `reynard cluster run`."""
        late = _native.late_after(self.times)
        if late is None or self.all_run_since is None or time.monotonic() - self.all_run_since < late:
            return
        for shard in set(self.running.values()) - self.doubled:
            if self.workers is not None and len(self.running) >= self.workers:
                break
            self.doubled.add(shard)
            self._start(shard)

    def _ended(self, task: Any) -> None:
        shard = self.running.pop(task)
        try:
            self.times.append(self.ray.get(task))
        except self.ray.exceptions.RayError as error:
            self.tried[shard] = self.tried.get(shard, 0) + 1
            if shard in self.running.values():
                return
            if self.tried[shard] < self.attempts:
                self.waiting.insert(0, shard)
            else:
                self.failed[shard] = str(getattr(error, "cause", None) or error)
            return
        # The first task to end counts, since the other one would write the same bytes.
        for other in [other for other, number in self.running.items() if number == shard]:
            del self.running[other]
            self.ray.cancel(other, force=True)

    def run(self, progress: Optional[Callable[[int, int], None]]) -> None:
        while self.waiting or self.running:
            self._start_waiting()
            if not self.running:
                # The remaining shards depend on failed ones.
                break
            for task in self.ray.wait(list(self.running), num_returns=1, timeout=1.0)[0]:
                if task in self.running:
                    self._ended(task)
            self._double_late()
            if progress is not None:
                progress(self.total - len(self.waiting) - len(set(self.running.values())) - len(self.failed), self.total)


def run(
    job: StrPath,
    *,
    workers: Optional[int] = None,
    attempts: int = 3,
    in_flight: Optional[int] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Dict[str, Any]:
    """Runs the remaining shards of a job, and returns the report of `reynard.data.verify`.

    `workers` is the number of shards that run at the same time, and also the number of CPUs of the cluster if one is started for them. The
    default is all CPUs. A shard whose worker dies or fails is started again, up to `attempts` times in all. After that it is set aside, and
    ShardError is raised when the other shards are done. Late shards are started a second time. If the driver is killed, no completed shard
    is lost: call `run` again. If the job is in a folder, starting a second driver on it while one is running raises OSError. `in_flight` is
    the maximum number of submitted tasks. The default is `workers`, or two per CPU of the cluster. `progress` is called with the number of
    completed shards and the total number.

    The job is opened before anything is started. If the job does not exist, FileNotFoundError is raised.
    """
    text = os.fspath(job)
    text = text if _shards.is_address(text) else os.path.abspath(text)
    # Raises an error if the job is invalid.
    _shards.shards_before(text)
    # A job at an address cannot be locked. Two drivers do no harm there, but do the work twice.
    lock = None if _shards.is_address(text) else _native.JobLock(text)
    try:
        start(**({} if workers is None else {"num_cpus": workers}))
        driver = _Driver(text, workers, attempts, in_flight)
        driver.run(progress)
        report = _shards.verify(text)
    finally:
        if lock is not None:
            lock.release()
    if driver.failed:
        raise ShardError(driver.failed, report)
    return report


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("not a whole number from 1 up")
    return int(text)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a job. The exit code is 1 if shards have failed, 2 if the job could not be started, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m reynard.ray", description="Runs a job in shards on a Ray cluster.")
    parser.add_argument("job", help="folder or manifest of a job, made by `reynard cluster plan` or reynard.data.shards")
    parser.add_argument("--workers", type=_number, metavar="N", help="shards that run at a time [one for each CPU]")
    parser.add_argument(
        "--attempts", type=_number, metavar="N", default=3, help="times that a shard is started before it is set aside [3]"
    )
    options = parser.parse_args(arguments)

    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {total} shards", end="", file=sys.stderr, flush=True)

    try:
        report = run(options.job, workers=options.workers, attempts=options.attempts, progress=show)
    except _shards.FAILURES as error:
        return _shards.failed(error)
    except KeyboardInterrupt:
        print("interrupted: the same command resumes", file=sys.stderr)
        return 130
    except ShardError as error:
        for shard, reason in sorted(error.failed.items()):
            print(json.dumps({"shard": shard, "reason": reason}), file=sys.stderr)
        report = error.report
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(json.dumps(report))
    return 0 if report["done"] == report["shards"] else 1


if __name__ == "__main__":
    sys.exit(main())
