"""Sharded jobs, for any program that drives workers. The public names are in `reynard.data`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Sequence, Union, cast

from . import _native

StrPath = Union[str, "os.PathLike[str]"]


def is_address(path: str) -> bool:
    """Returns True if the path is an address, such as `s3://bucket/games.pgn`, rather than a local file."""
    return "://" in path


def _filesystem(address: str) -> Any:
    try:
        import fsspec
    except ImportError as error:
        raise ImportError(f"{address}: addresses need fsspec, and a package for their kind: pip install s3fs") from error
    return fsspec.core.url_to_fs(address)


def _make_folder(filesystem: Any, path: str) -> None:
    """Creates the folder of a job, if the file system has folders. In an object store, the first part of the address is a bucket, which is
    not created.
    """
    top = "/" if path.startswith("/") else path.split("/")[0]
    if filesystem.exists(top):
        filesystem.makedirs(path, exist_ok=True)


@contextlib.contextmanager
def _named_errors(address: str) -> Iterator[None]:
    """Converts errors from a file system to errors whose messages contain the address."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileNotFoundError(f"{address}: there is no such file") from error
    except Exception as error:
        if isinstance(error, (ImportError, OSError, ValueError)) and address in str(error):
            raise
        # Object store libraries raise their own errors, for example for missing credentials or an
        # unknown host.
        kind = next((kind for kind in (ImportError, ValueError) if isinstance(error, kind)), OSError)
        raise kind(f"{address}: {error}") from error


def open_address(address: str) -> BinaryIO:
    """Opens an address for reading, with fsspec."""
    filesystem, path = _filesystem(address)
    return cast(BinaryIO, filesystem.open(path, "rb"))


def _files_below(folder: str) -> Iterator[str]:
    """Iterates over the files in a folder and its subfolders, in the same order as the program `reynard`."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            # Links to folders could form a cycle.
            if not os.path.islink(path):
                yield from _files_below(path)
        else:
            yield path


def _expand(path: str, task: str) -> List[str]:
    """Replaces a folder with the files that a task reads, including those in subfolders."""
    if is_address(path):
        filesystem, inner = _filesystem(path)
        if not filesystem.isdir(inner):
            return [path]
        names = [filesystem.unstrip_protocol(name) for name in sorted(filesystem.find(inner))]
    elif os.path.isdir(path):
        names = list(_files_below(os.path.abspath(path)))
    else:
        return [os.path.abspath(path)]
    found = _native.names_for_task(task, names)
    if not found:
        raise ValueError(f"{path}: there is no file for this task in this folder")
    return found


def shards(
    task: str,
    inputs: Union[StrPath, Sequence[StrPath]] = (),
    *,
    to: StrPath,
    shard_bytes: Optional[int] = None,
    shard_subtrees: Optional[int] = None,
    shard_pairs: Optional[int] = None,
    workers: Optional[int] = None,
    checksums: bool = True,
    **options: Any,
) -> str:
    """Lists the shards of a job, writes the manifest to the folder `to`, and returns the path of the manifest.

    Tasks, with their options and defaults: `perft` (fen="startpos", depth, split=2, hash_mib=0), `parquet` (rows="games"
    or "positions", every=1, columns), `check` (report="errors" or "lints"), `annotate` (nodes, hash_mib=16), `syzygy` (folders),
    `database` (plies, extra="kept" or "dropped"), `selfplay` (seed, shards, first=0, games, nodes, start="standard" or "chess960",
    hash_mib=2), `samples` (max_score=2000, kind="quiet" or "any"), `match` (players, pairs, openings="balanced" or "chess960",
    max_moves=200), `spsa` (engine, parameters=["NAME,VALUE,MIN,MAX,STEP", ..], pairs=10000, gain=0.002, concurrency=32, openings,
    adjudication). Inputs are files, folders, and addresses for fsspec. `to` may also be an address. Repeating a call with the same job
    and folder changes nothing.

    `workers` is the number of workers for which games are split into shards. The default is the number of CPUs of this machine. There are
    four shards per worker, with at most 256 MB of text (256 kB for annotating), unless `shard_bytes` sets their minimum size. If `workers`
    is given and there are fewer shards, a warning is issued.

    >>> import reynard.data, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> job = reynard.data.shards("perft", to=folder.name, depth=4)
    >>> for shard in range(reynard.data.shard_count(job)):
    ...     summary = reynard.data.run_shard(job, shard)
    >>> reynard.data.verify(job)["counts"]["leaves"]
    '197281'
    """
    if "folders" in options:
        options["folders"] = [os.path.abspath(folder) for folder in options["folders"]]
    described = json.dumps({"name": task, **options})
    paths = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    files = [file for path in paths for file in _expand(os.fspath(path), described)]
    sizes = (shard_bytes, shard_subtrees, shard_pairs)
    folder = os.fspath(to)
    made_for = workers or os.cpu_count() or 1
    manifest = _manifest(folder)
    if not is_address(folder):
        manifest = os.fspath(_native.plan_job(described, files, folder, open_address, sizes, made_for, checksums))
    else:
        with tempfile.TemporaryDirectory() as local:
            planned = Path(_native.plan_job(described, files, local, open_address, sizes, made_for, checksums)).read_bytes()
        with _named_errors(manifest):
            filesystem, path = _filesystem(manifest)
            if not filesystem.exists(path):
                _make_folder(filesystem, path.rsplit("/", 1)[0])
                filesystem.pipe_file(path, planned)
            elif filesystem.cat_file(path) != planned:
                raise ValueError(f"{manifest}: another job is in this folder; take a new one, or delete it")
    count = shard_count(manifest)
    if workers is not None and count < workers:
        warnings.warn(f"{folder}: {count} shards for {workers} workers, of which some stay idle", stacklevel=2)
    return manifest


def _manifest(job: StrPath) -> str:
    text = os.fspath(job)
    return text if text.endswith(".json") else f"{text.rstrip('/')}/manifest.json"


def shard_count(job: StrPath) -> int:
    """Returns the number of shards of a job, given its folder or its manifest."""
    text = _manifest(job)
    if is_address(text):
        with _named_errors(text):
            filesystem, path = _filesystem(text)
            manifest = json.loads(filesystem.cat_file(path))
    else:
        manifest = json.loads(Path(text).read_bytes())
    return len(manifest["shards"])


def shards_before(job: StrPath) -> List[int]:
    """Returns, for each shard of a job, the number of leading shards that must be done before it can be run.

    The number is 0 for all tasks except `spsa`, whose shards depend on the results of other shards.
    """
    text = os.fspath(job)
    if not is_address(text):
        return _native.shards_before(text)
    with _copy(_manifest(text).rsplit("/", 1)[0]) as local:
        return _native.shards_before(local)


@contextlib.contextmanager
def _copy(folder: str) -> Iterator[str]:
    """Provides a local folder that contains the manifest of the job at an address."""
    with tempfile.TemporaryDirectory() as local:
        manifest = _manifest(folder)
        with _named_errors(manifest):
            filesystem, path = _filesystem(manifest)
            filesystem.get_file(path, os.path.join(local, "manifest.json"))
        yield local


def _fetch(folder: str, local: str, shard: int) -> None:
    """Copies a shard's files from the address of its job, the summary first: without it, the output cannot be trusted."""
    output, summary, _ = _native.shard_files(local, shard)
    for name in (summary, output):
        filesystem, path = _filesystem(f"{folder}/{name}")
        if not filesystem.exists(path):
            return
        filesystem.get_file(path, os.path.join(local, name))


def run_shard(job: StrPath, shard: int) -> Dict[str, Any]:
    """Runs a shard of a job, given its folder or manifest, and returns its summary. A completed shard is left unchanged. The shards of
    `spsa` depend on earlier ones (see `shards_before`), so they must be run in order.

    The interpreter lock is released while the shard runs. For a job at an address, the output is created locally and then uploaded, the
    summary last. See `shards` for an example.
    """
    text = os.fspath(job)
    if not is_address(text):
        found: Dict[str, Any] = json.loads(_native.run_job_shard(text, shard, open_address))
        return found
    folder = _manifest(text).rsplit("/", 1)[0]
    with _copy(folder) as local:
        _fetch(folder, local, shard)
        output, summary, is_done = _native.shard_files(local, shard)
        if not is_done:
            for before in range(_native.shards_before(local)[shard]):
                _fetch(folder, local, before)
        found = json.loads(_native.run_job_shard(local, shard, open_address))
        if not is_done:
            for name in (output, summary):
                filesystem, path = _filesystem(f"{folder}/{name}")
                filesystem.put_file(os.path.join(local, name), path)
        return found


def verify(job: StrPath, *, inputs: bool = False) -> Dict[str, Any]:
    """Verifies the outputs of a job, sums their counts, and returns the report: `done`, `missing`, `damaged`, `counts`, `digest`, ..

    With `inputs`, the inputs are also read and their checksums compared. Two jobs with equal digests have equal outputs. The outputs of a
    job at an address are all downloaded first. See `shards` for an example.
    """
    text = os.fspath(job)
    if not is_address(text):
        report: Dict[str, Any] = json.loads(_native.verify_job(text, inputs, open_address))
        return report
    folder = _manifest(text).rsplit("/", 1)[0]
    with _copy(folder) as local:
        for shard in range(shard_count(local)):
            _fetch(folder, local, shard)
        report = json.loads(_native.verify_job(local, inputs, open_address))
        return report


FAILURES = (ImportError, OSError, RuntimeError, ValueError)
"""Errors that a command reports on one line: a missing package, file, cluster or shard."""


def failed(error: BaseException) -> int:
    """Reports an error on one line, and returns the exit code of a command that could not be carried out."""
    reason = " ".join(str(error).split()) or type(error).__name__
    print(f"error: {reason}", file=sys.stderr)
    return 2


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs `python -m reynard.data run JOB --shard N` and `verify JOB`, for drivers that start processes."""
    parser = argparse.ArgumentParser(prog="python -m reynard.data", description="Runs and verifies shards of jobs.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run shards, and print their summaries")
    run.add_argument("job", help="folder, manifest or address of a job")
    run.add_argument("--shard", type=int, action="append", metavar="N", help="number of a shard, repeatable [all]")
    check = commands.add_parser("verify", help="read all outputs back, and print the report")
    check.add_argument("job", help="folder, manifest or address of a job")
    check.add_argument("--inputs", action="store_true", help="compare the checksums of the inputs, too")
    options = parser.parse_args(arguments)
    try:
        if options.command == "run":
            for shard in range(shard_count(options.job)) if options.shard is None else options.shard:
                print(json.dumps(run_shard(options.job, shard)))
            return 0
        report = verify(options.job, inputs=options.inputs)
    except FAILURES as error:
        return failed(error)
    print(json.dumps(report))
    return 0 if report["done"] == report["shards"] and not report["inputs"] else 1
