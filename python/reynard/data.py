"""Columns: millions of games and positions as Arrow tables, Parquet files and NumPy arrays.

A table is read from PGN, plain or compressed with gzip, bzip2 or zstd. Every library that supports Arrow accepts it without copying:
`polars.DataFrame(table)`, `pyarrow.table(table)`, `duckdb.sql("from games")` for a variable named `games`. None of these libraries is
required.

>>> import reynard.data
>>> pgn = b'[White "Morphy"]\\n\\n1. e4 e5 2. Nf3 1-0\\n\\n[White "Tal"]\\n\\n1. d4 Ke7 *'
>>> table = reynard.data.read_games(pgn, columns=["White", "Result", "plies", "complete"])
>>> table.to_dicts()[1]
{'White': 'Tal', 'Result': '*', 'plies': 1, 'complete': False}

Functions that take many positions accept them in any form: boards, FENs, games as lists of moves, packed positions of 32 bytes each
(`bytes` or a NumPy array), or a column of any library that supports Arrow, which contains packed positions, text or lists of moves. If a
table is given, its column `position` or `moves` is used.

>>> reynard.data.fens(["e4 e5", ["d2d4", "Nf6"]])[0]
'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
"""

from __future__ import annotations

import errno
import functools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Iterator, List, Literal, NamedTuple, Optional, Sequence, Tuple, Union

from . import _native, _table as _table
from ._errors import ReadError as ReadError
from ._native import Column as Column, Move, Stream as Stream, Table as Table
from ._shards import (
    run_shard as run_shard,
    shard_count as shard_count,
    shards as shards,
    shards_before as shards_before,
    verify as verify,
)

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from .syzygy import Tablebase

StrPath = Union[str, "os.PathLike[str]"]
Source = Union[StrPath, bytes, bytearray, memoryview, BinaryIO, Sequence[Union[StrPath, bytes, BinaryIO]]]
"""Games: a path, a pattern such as `games/*.pgn`, an address for fsspec, bytes, a binary file, or a sequence of these."""

Policy = Literal["keep", "skip", "stop"]
Moves = Literal["bits", "uci", "san"]

ByteRange = Tuple[int, Optional[int]]
"""The offset of the first byte, and that of the byte after the last one; None instead of the latter means the end of the file."""

POLICY_SIZE = 1968
"""The number of policy indices, which is the width of `legal_mask`."""


class Summary(NamedTuple):
    """Summary of a file written by `write_parquet`."""

    games: int
    """Games read."""
    plies: int
    """Number of plies in the rows."""
    errors: int
    """Games with an error."""
    rows: int
    """Rows in the file."""
    bytes: int
    """Size of the file in bytes."""
    sha256: str
    """Digest of the file, which depends only on games, columns, level and version."""


def _sources(src: Any) -> List[Any]:
    """Returns a flat list of sources, with patterns expanded and addresses opened as files."""
    if isinstance(src, (bytearray, memoryview)):
        return [bytes(src)]
    if isinstance(src, (str, os.PathLike)):
        return _named(os.fspath(src))
    if isinstance(src, bytes) or hasattr(src, "read"):
        return [src]
    if not hasattr(src, "__iter__"):
        raise TypeError(f"games are a path, bytes, a binary file or several of them, not {type(src).__name__}")
    return [source for one in src for source in _sources(one)]


def _named(name: Any) -> List[Any]:
    """Returns the files that are named by a path, by a pattern with `*`, `?` or `[`, or by an address for fsspec."""
    if not isinstance(name, str):
        return [name]
    if "://" in name:
        return [file.open() for file in _fsspec().open_files(name, "rb")]
    if not any(sign in name for sign in "*?[") or os.path.exists(name):
        return [name]
    import glob

    found = sorted(glob.glob(name, recursive=True))
    if not found:
        raise FileNotFoundError(errno.ENOENT, "no file has a name of this pattern", name)
    return list(found)


def _fsspec() -> Any:
    try:
        import fsspec
    except ImportError:
        raise ImportError("addresses such as s3:// and https:// need the package fsspec: pip install fsspec") from None
    return fsspec


def _names(columns: Optional[Sequence[str]]) -> Optional[List[str]]:
    if isinstance(columns, str):
        raise TypeError("columns is a list of names")
    if columns is None:
        return None
    known = _known_columns()
    for name in columns:
        # Any name with a capital letter may be a tag, but one that is similar to a column is more
        # likely a typo.
        if isinstance(name, str) and name.lower() not in known and name[:1].isupper():
            import difflib

            near = difflib.get_close_matches(name, known.values(), 1, 0.85)
            if near:
                raise ValueError(f"no column `{name}`: did you mean `{near[0]}`?")
    return list(columns)


@functools.cache
def _known_columns() -> "dict[str, str]":
    """Returns the names of the game columns, keyed by their lower-case forms."""
    return {name.lower(): name for name in _native.TableRequest("games").scan([b""]).column_names}


def _ordered(table: Table, columns: Optional[Sequence[str]]) -> Table:
    """Returns the columns in the requested order, each once."""
    if columns is None:
        return table
    known = {name.lower(): name for name in reversed(table.column_names)}
    names = [name if name in table else known[name.lower()] for name in columns]
    return table.select(list(dict.fromkeys(names)))


def read_games(
    src: Source,
    *,
    columns: Optional[Sequence[str]] = None,
    moves: Moves = "bits",
    threads: Optional[int] = None,
    policy: Policy = "keep",
    range: Optional[ByteRange] = None,
    where: Optional[str] = None,
) -> Table:
    """Reads games into a table with one row per game.

    `columns` are column names in any order; the default is all columns of the schema. Any other tag can also be a column (`WhiteFideId`),
    and so can `comments` and `glyphs`, lists with an item for each move, and `base` and `increment`, the time control in milliseconds.
    `where` keeps the games that match a filter in the language of `reynard pgn filter`; only these games are numbered. `moves` selects
    16-bit numbers or text for the moves. A game with an error becomes a row with its legal moves, in which `complete` is false. With the
    policy "skip", the game is omitted; with "stop", ReadError is raised. The default number of threads is the number of processors; the
    table does not depend on it.

    `range` is for programs that share a file among workers: it selects the games that start in these bytes of the file, which is given as a
    path or bytes. If ranges are consecutive, every game belongs to exactly one of them, wherever the boundaries lie. Plain PGN is split
    where an `Event` tag follows an empty line, and Zstandard between frames (pzstd writes many). Files in gzip, bzip2 or ZIP format can
    only be read as a whole, so passing a range for them raises ValueError. Game numbers, and line numbers in errors, are relative to the
    range; offsets are relative to the file.

    >>> import reynard.data
    >>> table = reynard.data.read_games(b"1. e4 e5 *", moves="uci")
    >>> table["moves"][0]
    ['e2e4', 'e7e5']
    >>> reynard.data.read_games(b'[WhiteFideId "7"]\\n\\n1. e4! *', columns=["WhiteFideId", "glyphs"]).to_dicts()
    [{'WhiteFideId': '7', 'glyphs': ['$1']}]
    >>> len(reynard.data.read_games(b"1. e4 1-0\\n\\n1. d4 0-1", where="result=0-1"))
    1
    >>> pgn = b'[Event "1"]\\n\\n1. e4 *\\n\\n[Event "2"]\\n\\n1. d4 *\\n'
    >>> [reynard.data.read_games(pgn, range=part)["offset"].to_list() for part in [(0, 20), (20, 30), (30, None)]]
    [[0], [22], []]
    """
    request = _native.TableRequest(
        "games", columns=_names(columns), moves=moves, threads=threads, policy=policy, range=range, where=where
    )
    return _ordered(request.read(_sources(src)), columns)


def read_positions(
    src: Source,
    *,
    columns: Optional[Sequence[str]] = None,
    every: int = 1,
    threads: Optional[int] = None,
    policy: Policy = "keep",
    range: Optional[ByteRange] = None,
    where: Optional[str] = None,
) -> Table:
    """Reads games into a table with one row for each main-line position in which a move was played.

    `every` keeps every nth position of a game, starting with the first. `range` is as in `read_games`.

    >>> import reynard.data
    >>> reynard.data.read_positions(b"1. e4 e5 2. Nf3 *", columns=["ply", "san"]).to_dicts()[2]
    {'ply': 2, 'san': 'Nf3'}
    """
    request = _native.TableRequest(
        "positions", columns=_names(columns), every=every, threads=threads, policy=policy, range=range, where=where
    )
    return _ordered(request.read(_sources(src)), columns)


def scan(
    src: Source,
    *,
    kind: Literal["games", "positions"] = "games",
    columns: Optional[Sequence[str]] = None,
    moves: Moves = "bits",
    every: int = 1,
    threads: Optional[int] = None,
    policy: Policy = "keep",
    batch_rows: int = 65536,
    range: Optional[ByteRange] = None,
    where: Optional[str] = None,
) -> Stream:
    """Reads games batch by batch in bounded memory. The stream can be iterated, which yields tables, or passed to another library, but only
    once.

    `range` is as in `read_games`.

    >>> import reynard.data
    >>> stream = reynard.data.scan(b"1. e4 *\\n\\n1. d4 *\\n\\n1. c4 *", columns=["plies"], batch_rows=2)
    >>> [len(table) for table in stream]
    [2, 1]
    """
    request = _native.TableRequest(
        kind,
        columns=_names(columns),
        moves=moves,
        every=every,
        threads=threads,
        policy=policy,
        batch_rows=batch_rows,
        range=range,
        where=where,
    )
    return request.scan(_sources(src))


def write_parquet(
    src: Source,
    out: StrPath,
    *,
    kind: Literal["games", "positions"] = "games",
    columns: Optional[Sequence[str]] = None,
    moves: Moves = "bits",
    every: int = 1,
    level: int = 3,
    threads: Optional[int] = None,
    policy: Policy = "keep",
    range: Optional[ByteRange] = None,
    where: Optional[str] = None,
) -> Summary:
    """Writes games to a Parquet file, compressed with zstd, and returns a summary.

    The file is identical to the output of `reynard pgn convert --to parquet`. Until the file is complete, it has a name of its own that ends in
    `.part`. If there is an error, the incomplete file is removed. `range` is as in `read_games`.

    >>> import os, tempfile, reynard.data
    >>> path = os.path.join(tempfile.mkdtemp(), "games.parquet")
    >>> summary = reynard.data.write_parquet(b"1. e4 e5 *", path)
    >>> summary.games, summary.plies, summary.bytes == os.path.getsize(path)
    (1, 2, True)
    """
    import hashlib
    import secrets

    request = _native.TableRequest(
        kind, columns=_names(columns), moves=moves, every=every, threads=threads, policy=policy, range=range, where=where
    )
    whole = Path(out)
    if whole.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder is there already: name a file", str(whole))
    # A name of its own: another process may be writing the same file.
    part = whole.with_name(f".{whole.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        totals = request.write(_sources(src), part, level)
        with open(part, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.replace(part, whole)
    except BaseException as error:
        try:
            part.unlink(missing_ok=True)
        except OSError:
            pass
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(whole)
        raise
    return Summary(*totals, digest)


def scan_pgn(
    src: Source,
    *,
    kind: Literal["games", "positions"] = "games",
    columns: Optional[Sequence[str]] = None,
    moves: Moves = "bits",
    every: int = 1,
    threads: Optional[int] = None,
    policy: Policy = "keep",
    where: Optional[str] = None,
) -> Any:
    """Returns games as a Polars LazyFrame, which reads only the columns that a query needs, batch by batch.

    Rows rejected by a filter in the query are dropped as their batch is read, and reading ends as soon as a limit in the query is reached.
    `columns` can include tags and other columns that are not in the schema, as in `read_games`. Requires Polars.

    >>> import polars, reynard.data
    >>> games = reynard.data.scan_pgn(b'[WhiteElo "2400"]\\n\\n1. e4 1-0\\n\\n[WhiteElo "1800"]\\n\\n1. d4 *')
    >>> games.filter(polars.col("WhiteElo") > 2000).select("Result", "plies").collect().rows()
    [('1-0', 1)]
    """
    import polars
    from polars.io.plugins import register_io_source

    options: Any = {"kind": kind, "moves": moves, "every": every, "threads": threads, "policy": policy}

    def batches(names: Optional[Sequence[str]], rows: int) -> Any:
        return scan(src, columns=names, batch_rows=rows, where=where, **options)

    empty = scan(b"", columns=columns, where=where, **options)
    schema = polars.DataFrame(empty).schema

    def read(
        with_columns: Optional[List[str]], predicate: Any, n_rows: Optional[int], batch_size: Optional[int]
    ) -> Iterator[Any]:
        names = columns if with_columns is None else [name for name in schema if name in with_columns]
        if not names and with_columns is not None:
            names = [next(iter(schema))]
        left = n_rows
        for table in batches(names, batch_size or 65_536):
            frame = polars.DataFrame(table)
            if left is not None:
                frame = frame.head(left)
                left -= len(frame)
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return

    return register_io_source(io_source=read, schema=schema)


def pack(x: Any) -> bytearray:
    """Returns positions packed into 32 bytes each, as in the column `position`.

    >>> import reynard, reynard.data
    >>> reynard.data.pack([reynard.Board()]) == reynard.Board().packed()
    True
    """
    return _native.pack_positions(x)


def fens(x: Any) -> List[str]:
    """Returns the FEN of each position. For a game, returns the FEN of the position after its last move.

    >>> import reynard.data
    >>> table = reynard.data.read_games(b"1. e4 e5 *")
    >>> reynard.data.fens(table["moves"])
    ['rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2']
    """
    return _native.fens_of(x)


def keys(x: Any) -> bytearray:
    """Returns the Zobrist keys of positions, eight bytes each. `numpy.frombuffer(keys, "<u8")` reads them.

    >>> import reynard, reynard.data
    >>> int.from_bytes(reynard.data.keys([reynard.Board()]), "little") == reynard.Board().key
    True
    """
    return _native.keys_of(x)


def legal_counts(x: Any) -> List[int]:
    """Returns the number of legal moves in each position.

    >>> import reynard.data
    >>> reynard.data.legal_counts(["", "f3 e5 g4 Qh4#"])
    [20, 0]
    """
    return _native.legal_counts_of(x)


def planes(
    x: Any, *, layout: Literal["nhwc", "nchw"] = "nhwc", dtype: Literal["u1", "f4"] = "u1", flip: bool = False
) -> "numpy.typing.NDArray[Any]":
    """Returns positions as planes of zeros and ones, in a NumPy array of shape [n, 8, 8, 12], or [n, 12, 8, 8] for "nchw".

    The first axis of the board is the rank, starting with rank 1. The planes are White's pawns, knights, bishops, rooks, queens and king,
    then Black's. With `flip`, the board is seen from the point of view of the side to move, whose planes come first.

    >>> import reynard, reynard.data
    >>> board = reynard.data.planes([reynard.Board()])[0]
    >>> board[0, 4, 5]  # the white king on e1
    np.uint8(1)
    """
    import numpy

    count, values = _native.planes_of(x, layout, dtype, flip)
    shape = (count, 8, 8, 12) if layout == "nhwc" else (count, 12, 8, 8)
    return numpy.frombuffer(values, dtype).reshape(shape)


def piece_counts(x: Any, *, flip: bool = False) -> "numpy.typing.NDArray[numpy.uint8]":
    """Counts the pieces of positions. Returns a NumPy array of shape [n, 12], in the order of `planes`.

    >>> import numpy, reynard.data
    >>> counts = reynard.data.piece_counts(["e4 d5 exd5"])
    >>> (counts.astype(int) @ [1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0]).tolist()  # White is a pawn ahead
    [1]
    """
    import numpy

    count, values = _native.piece_counts_of(x, flip)
    return numpy.frombuffer(values, numpy.uint8).reshape(count, 12)


def legal_mask(x: Any, *, flip: bool = False) -> "numpy.typing.NDArray[numpy.uint8]":
    """Returns masks of the legal moves over the 1,968 policy indices, in a NumPy array of zeros and ones of shape [n, 1968].

    With `flip`, Black's moves are mirrored, as `planes` mirrors the board.

    >>> import reynard, reynard.data
    >>> int(reynard.data.legal_mask([reynard.Board()]).sum())
    20
    """
    import numpy

    count, values = _native.legal_mask_of(x, flip)
    return numpy.frombuffer(values, numpy.uint8).reshape(count, POLICY_SIZE)


_INDICES: "dict[bool, Any]" = {}


def move_index(moves: Any, *, flip: Any = False) -> "numpy.typing.NDArray[numpy.uint16]":
    """Returns the policy index of each move, which is its index in `legal_mask`; 65535 if the move has none.

    `moves` are numbers, such as the column `move` of positions. `flip` is True or False, or an array that is true for Black's moves.

    >>> import reynard, reynard.data
    >>> reynard.data.move_index([5900]).tolist()  # e2e4
    [322]
    """
    import numpy

    if not _INDICES:
        for side in (False, True):
            _INDICES[side] = numpy.frombuffer(_native.policy_indices(side), numpy.uint16)
    bits = numpy.asarray(moves.to_list() if isinstance(moves, Column) else moves, numpy.uint16)
    found: "numpy.typing.NDArray[numpy.uint16]" = numpy.where(flip, _INDICES[True][bits], _INDICES[False][bits])
    return found


def see(x: Any, moves: Sequence[int]) -> List[int]:
    """Returns the static exchange evaluation of a move in each position, in centipawns. Moves are numbers as stored in tables.

    >>> import reynard.data
    >>> table = reynard.data.read_positions(b"1. e4 d5 2. exd5 *")
    >>> reynard.data.see(table, table["move"].to_list())
    [0, 0, 0]
    """
    return _native.see_of(x, [int(bits) for bits in moves])


def move(text: str) -> int:
    """Returns the lower twelve bits of a move as stored in tables, that is, from + 64 * to, for comparison with `moves & 4095`.

    The upper four bits are the kind of the move. Castling is the king capturing its own rook: e1h1.

    >>> import reynard.data
    >>> reynard.data.move("e2e4")
    1804
    >>> reynard.data.read_games(b"1. e4 *")["moves"][0][0] & 4095
    1804
    """
    parsed = Move.from_uci(text)
    return parsed.from_square + 64 * parsed.to_square


def analyze(x: Any, *, nodes: int = 20_000, hash_mib: int = 16, threads: Optional[int] = None) -> Table:
    """Searches each position with a fixed number of nodes, and returns a table.

    Its columns are `best` (the move as in tables, null if there is none), `cp` and `mate` from White's point of view (one of them is
    null), `depth` and `nodes`. The engine is cleared before each position, so a row depends only on its position, `nodes` and `hash_mib`.

    >>> import reynard.data
    >>> found = reynard.data.analyze(["7k/8/6K1/8/8/8/8/R7 w - - 0 1"], nodes=2000)
    >>> found["mate"][0], found["best"][0] & 4095 == reynard.data.move("a1a8")
    (1, True)
    """
    return _native.analyze_positions(x, nodes, hash_mib, threads)


def tables(x: Any, tablebase: "Tablebase") -> Table:
    """Probes Syzygy tables, and returns a table with `wdl` (-2 to 2) and `dtz` for the side to move, null if a table is missing.

    >>> import reynard.data, reynard.syzygy
    >>> with reynard.syzygy.Tablebase() as tablebase:
    ...     reynard.data.tables(["8/8/8/8/8/3k4/8/K6R w - - 0 1"], tablebase).to_dicts()
    [{'wdl': None, 'dtz': None}]
    """
    return _native.probe_positions(x, tablebase._tables)


if __name__ == "__main__":
    from ._shards import main

    sys.exit(main())
