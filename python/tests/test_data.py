"""Columns: tables, streams, Parquet files and arrays of positions, also as other libraries see them."""

import array
import bz2
import concurrent.futures
import gzip
import hashlib
import io
import os
import pathlib
import pickle
import random
import subprocess
import threading

import pytest

import reynard
import reynard.data
import reynard.pgn
import reynard.syzygy

SAMPLES = pathlib.Path(__file__).parents[2] / "docs" / "samples"
FAMOUS = SAMPLES / "famous.pgn"
DAMAGED = SAMPLES / "damaged.pgn"


def games(count, seed=1):
    """Random games as PGN, with clocks and evaluations, and their boards behind the last move."""
    picks, texts, boards = random.Random(seed), [], []
    for number in range(count):
        board, game = reynard.Board(), reynard.pgn.Game()
        game.headers["White"], game.headers["WhiteElo"] = f"Player {number}", str(1000 + number)
        node = game
        for _ in range(picks.randrange(1, 80)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = picks.choice(moves)
            board.push(move)
            node = node.add_variation(move)
            node.set_clock(picks.randrange(3600))
        texts.append(str(game))
        boards.append(board)
    return "\n\n".join(texts).encode(), boards


def test_a_table_has_the_values_of_the_games():
    pgn, boards = games(30)
    table = reynard.data.read_games(pgn, moves="uci")
    assert len(table) == table.num_rows == 30 and table.nbytes > 0 and "White" in table and "Elo" not in table
    for row, board in zip(table.to_dicts(), boards):
        assert row["moves"] == [move.uci() if not board.is_castling(move) else row["moves"][ply] for ply, move in enumerate(board.move_stack)]
        assert row["plies"] == len(board.move_stack) and row["complete"]
    assert table["White"].to_list() == [f"Player {number}" for number in range(30)]
    assert table["WhiteElo"][-1] == 1029 and table["BlackElo"][0] is None
    with pytest.raises(IndexError):
        table["White"][30]
    with pytest.raises(KeyError, match="no column `Elo`"):
        table["Elo"]


def test_positions_are_those_before_each_move():
    pgn, boards = games(5)
    rows = iter(reynard.data.read_positions(pgn).to_dicts())
    for number, board in enumerate(boards, 1):
        replay = reynard.Board()
        for ply, move in enumerate(board.move_stack):
            row = next(rows)
            assert (row["game"], row["ply"], row["key"]) == (number, ply, replay.key)
            assert row["position"] == replay.packed() and row["san"] == replay.san_and_push(move)
            assert row["clock"] is not None and row["eval"] is None
    assert next(rows, None) is None
    assert set(reynard.data.read_positions(pgn, columns=["ply"], every=4)["ply"].to_list()) <= set(range(0, 80, 4))


def test_times_spent_and_other_commands_are_columns():
    pgn = (
        b'[TimeControl "180+2"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} '
        b"2. Nf3 {[%clk 0:02:55] [%csl Gd4] a plan} *\n"
    )
    row = reynard.data.read_games(pgn).to_dicts()[0]
    assert row["elapsed"] == [0, 0, 7000] and row["commands"] == [None, None, "[%csl Gd4]"]
    assert reynard.data.read_positions(pgn)["elapsed"].to_list() == [0, 0, 7000]
    assert reynard.data.read_games(b"1. e4 *\n")["commands"].to_list() == [None]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, None])
def test_every_form_of_a_source_gives_the_same_table(pack, tmp_path):
    pgn, _ = games(40)
    expected = reynard.data.read_games(pgn, threads=1).to_dicts()
    if pack is None:
        pyarrow = pytest.importorskip("pyarrow")
        packed = pyarrow.Codec("zstd").compress(pgn, asbytes=True)
    else:
        packed = pack(pgn)
    path = tmp_path / "games"
    path.write_bytes(packed)
    for source in (path, str(path), [path], packed, bytearray(packed), memoryview(packed), io.BytesIO(packed), open(path, "rb")):
        for threads in (1, 3):
            if hasattr(source, "seek"):
                source.seek(0)
            assert reynard.data.read_games(source, threads=threads).to_dicts() == expected
    twice = reynard.data.read_games([path, packed])["game"].to_list()
    assert twice == list(range(1, 81))


def numbered(count, seed=1):
    """Games that say their number in every tag that a table has, with what resembles the beginning of one in comments."""
    picks, texts = random.Random(seed), []
    for number in range(count):
        event = "" if picks.random() < 0.1 and number else f'[Event "{"x" * picks.randrange(40)}"]\n'
        comment = picks.choice(["", ' {[Event "no"]}', " {of\nlines}", ' ; [Event "no"]\n'])
        texts.append(f'{event}[White "{number}"]\n[Round "{"y" * picks.randrange(90)}"]\n\n1. e4{comment} e5 *\n')
    return picks.choice(["\n", "\n\n"]).join(texts).replace("\n", picks.choice(["\n", "\r\n"])).encode()


def in_frames(pgn, picks):
    """The text in frames of Zstandard, which end anywhere."""
    codec, frames, at = pytest.importorskip("pyarrow").Codec("zstd"), [], 0
    while at < len(pgn):
        size = picks.randrange(1, 500)
        frames.append(codec.compress(pgn[at : at + size], asbytes=True))
        at += size
    return b"".join(frames)


@pytest.mark.parametrize("pack", [lambda pgn, picks: pgn, in_frames])
def test_ranges_of_any_partition_have_every_game_once_and_in_order(pack, tmp_path):
    picks, path = random.Random(7), tmp_path / "games"
    for seed in range(6):
        pgn = numbered(30, seed)
        whole = reynard.data.read_games(pgn, columns=["offset", "White", "plies"]).to_dicts()
        assert [row["White"] for row in whole] == [str(number) for number in range(30)]
        stored = pack(pgn, picks)
        path.write_bytes(stored)
        for _ in range(25):
            borders = sorted(picks.randrange(len(stored) + 20) for _ in range(picks.randrange(12)))
            parts = list(zip([0, *borders], [*borders, None]))
            source, threads = picks.choice([path, stored]), picks.choice([1, 2])
            rows = []
            for part in parts:
                rows += reynard.data.read_games(source, columns=["offset", "White", "plies"], range=part, threads=threads).to_dicts()
            assert rows == whole, (seed, parts)
    half = len(stored) // 2
    pieces = [(0, half), (half, len(stored))]
    scanned = [row for part in pieces for table in reynard.data.scan(path, columns=["White"], range=part) for row in table["White"].to_list()]
    assert scanned == [row["White"] for row in whole]
    assert sum(len(reynard.data.read_positions(path, range=part)) for part in pieces) == sum(row["plies"] for row in whole)
    written = [reynard.data.write_parquet(path, tmp_path / "out.parquet", range=part).games for part in pieces]
    assert sum(written) == 30 and all(written)


def test_ranges_that_are_none_are_refused(tmp_path):
    pgn = numbered(3)
    for empty in ((0, 0), (5, 5), (len(pgn), None), (10**9, 10**9 + 1), (10**9, None)):
        table = reynard.data.read_games(pgn, range=empty)
        assert len(table) == 0 and table.column_names[0] == "game"
    for wrong, message in (((5, 3), r"range \(5, 3\): it ends before it begins"), ((5, -1), "before it begins"), ((-1, 3), "before byte 0")):
        with pytest.raises(ValueError, match=message):
            reynard.data.read_games(pgn, range=wrong)
    for wrong in (5, (1,), (1, 2, 3), ("a", "b"), (None, 5), (1.5, 2)):
        with pytest.raises((TypeError, ValueError)):
            reynard.data.read_games(pgn, range=wrong)
    with pytest.raises(ValueError, match="one file, not of 2"):
        reynard.data.read_games([pgn, pgn], range=(0, 5))
    with pytest.raises(TypeError, match="open file"):
        reynard.data.read_games(io.BytesIO(pgn), range=(0, 5))
    with pytest.raises(FileNotFoundError):
        reynard.data.scan(tmp_path / "missing.pgn", range=(0, 5))
    for name, pack in (("gz", gzip.compress), ("bz2", bz2.compress)):
        (tmp_path / name).write_bytes(pack(pgn))
        with pytest.raises(ValueError, match=f"{name}: a .{name} file is read from its beginning only"):
            reynard.data.read_games(tmp_path / name, range=(0, 5))


def test_a_damaged_game_is_a_row_and_the_policies_leave_it_out_or_stop():
    table = reynard.data.read_games(DAMAGED)
    assert False in table["complete"].to_list()
    whole = reynard.data.read_games(DAMAGED, policy="skip")
    assert len(whole) < len(table) and all(whole["complete"].to_list())
    for read in (reynard.data.read_games, reynard.data.read_positions, lambda *args, **named: list(reynard.data.scan(*args, **named))):
        with pytest.raises(reynard.pgn.ReadError) as caught:
            read(DAMAGED, policy="stop")
        error = caught.value
        assert error.path == str(DAMAGED) and (error.line, error.column, error.game, error.token) == (6, 24, 1, "Ke4")
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_stream_has_batches_of_one_size_and_is_taken_once():
    pgn, _ = games(10)
    assert [len(batch) for batch in reynard.data.scan(pgn, batch_rows=4)] == [4, 4, 2]
    stream = reynard.data.scan(io.BytesIO(pgn), kind="positions", columns=["ply"], batch_rows=50)
    assert stream.column_names == ["ply"]
    stream.__arrow_c_stream__()
    with pytest.raises(RuntimeError, match="once"):
        stream.__arrow_c_stream__()
    assert list(stream) == []


def test_a_file_of_python_that_raises_or_reads_text_ends_the_reading():
    class Broken(io.RawIOBase):
        def read(self, size=-1):
            raise ZeroDivisionError("broken")

    with pytest.raises(ZeroDivisionError):
        reynard.data.read_games(Broken())
    with pytest.raises(OSError, match="mode"):
        reynard.data.read_games(io.StringIO("1. e4 *"))


@pytest.mark.parametrize("arguments, error", [
    (dict(src="missing.pgn"), FileNotFoundError), (dict(src=5), TypeError), (dict(src=[5]), TypeError), (dict(src=None), TypeError),
    (dict(src=b"", columns=["elo"]), ValueError), (dict(src=b"", columns=["Whte"]), ValueError), (dict(src=b"", columns="White"), TypeError), (dict(src=b"", moves="lan"), ValueError),
    (dict(src=b"", threads=0), ValueError), (dict(src=b"", threads=-1), OverflowError), (dict(src=b"", policy="ask"), ValueError),
])
def test_wrong_arguments_of_tables_raise(arguments, error):
    with pytest.raises(error):
        reynard.data.read_games(**arguments)


def test_a_parquet_file_appears_whole_or_not_at_all(tmp_path):
    out = tmp_path / "games.parquet"
    summary = reynard.data.write_parquet(FAMOUS, out)
    assert summary.games == summary.rows == 5 and summary.plies == 294 and summary.errors == 0
    assert summary.bytes == out.stat().st_size and summary.sha256 == hashlib.sha256(out.read_bytes()).hexdigest()
    assert reynard.data.write_parquet(FAMOUS, out, threads=3) == summary
    # Of two writers, each has a file of its own.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        both = [pool.submit(reynard.data.write_parquet, FAMOUS, out) for _ in range(4)]
    assert [one.result() for one in both] == [summary] * 4
    with pytest.raises(reynard.data.ReadError):
        reynard.data.write_parquet(DAMAGED, out, policy="stop")
    with pytest.raises(ValueError, match="level"):
        reynard.data.write_parquet(FAMOUS, out, level=23)
    with pytest.raises(FileNotFoundError):
        reynard.data.write_parquet(FAMOUS, tmp_path / "none" / "games.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet"]
    assert out.stat().st_size == summary.bytes


@pytest.mark.parametrize("kind", ["games", "positions"])
def test_the_parquet_file_is_that_of_the_command_line(kind, tmp_path):
    binary = os.environ.get("REYNARD_BINARY")
    if not binary:
        pytest.skip("REYNARD_BINARY names no reynard with the feature parquet")
    pgn, _ = games(200)
    source = tmp_path / "games.pgn"
    source.write_bytes(pgn + b"\n\n" + DAMAGED.read_bytes())
    ours, theirs = tmp_path / "ours.parquet", tmp_path / "theirs.parquet"
    reynard.data.write_parquet(source, ours, kind=kind)
    command = [binary, "pgn", "convert", "--to", "parquet", "--what", kind, "-o", str(theirs), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert theirs.exists(), done.stderr
    assert ours.read_bytes() == theirs.read_bytes()


def forms(table, boards):
    """The same positions in every form that needs no other library."""
    yield table
    yield table["position"]
    yield bytes(reynard.data.pack(boards))
    yield reynard.data.pack(boards)
    yield boards
    yield [board.packed() for board in boards]
    yield [board.fen(en_passant="fen") for board in boards]
    yield iter([board.move_stack for board in boards])
    yield [[move.uci() for move in board.move_stack] for board in boards]
    yield [" ".join(move.uci() for move in board.move_stack) for board in boards]
    yield [reynard.Board().variation_san(board.move_stack) for board in boards]


def positions(count):
    """A table of positions, and the same as boards."""
    pgn, ends = games(count, seed=5)
    table, boards = reynard.data.read_positions(pgn), []
    for end in ends:
        board = reynard.Board()
        for move in end.move_stack:
            boards.append(board.copy())
            board.push(move)
    return table, boards


def test_positions_are_taken_in_every_form():
    table, boards = positions(3)
    fens = [board.fen() for board in boards]
    for form in forms(table, boards):
        assert reynard.data.fens(form) == fens
    assert reynard.data.fens(boards[7]) == [fens[7]] and reynard.data.fens(fens[7]) == [fens[7]] and reynard.data.fens([]) == []
    assert bytes(reynard.data.keys(table)) == b"".join(board.key.to_bytes(8, "little") for board in boards)
    assert reynard.data.legal_counts(table) == [board.legal_moves.count() for board in boards]
    moves = table["move"].to_list()
    found = reynard.data.see(table, moves)
    assert found[:20] == [board.see(board.parse_san(san)) for board, san in list(zip(boards, table["san"].to_list()))[:20]]


@pytest.mark.parametrize("wrong, error", [
    (5, TypeError), (None, TypeError), ([5], TypeError), ([None], TypeError), (["e5"], ValueError), (b"123", ValueError),
    ([b"1" * 32], ValueError), (["8/8/8/8/8/8/8/9 w - - 0 1"], ValueError), ([[0, 0, 70000]], TypeError), ([["e4", 5.5]], TypeError),
    (object(), TypeError), ([["e4", "e4"]], ValueError), (reynard.data.read_games(b"1. e4 *", columns=["plies"]), TypeError),
    (reynard.data.read_games(b"1. e4 *")["plies"], ValueError),
])
def test_what_is_no_position_raises(wrong, error):
    for function in (reynard.data.fens, reynard.data.keys, reynard.data.pack):
        with pytest.raises(error):
            function(wrong)


def test_illegal_positions_have_fen_and_planes_but_no_moves():
    board = reynard.Board("8/8/8/8/8/8/8/K7 w - - 0 1")
    assert reynard.data.fens([board]) == [board.fen()]
    for function in (reynard.data.keys, reynard.data.legal_counts, reynard.data.analyze, lambda x: reynard.data.see(x, [5900])):
        with pytest.raises(ValueError, match="row 0|king"):
            function([board])


def test_planes_and_masks_are_those_of_the_boards():
    numpy = pytest.importorskip("numpy")
    table, boards = positions(3)
    for flip in (False, True):
        planes = reynard.data.planes(table, flip=flip)
        assert planes.shape == (len(boards), 8, 8, 12) and planes.dtype == numpy.uint8 and planes.flags.writeable
        mask = reynard.data.legal_mask(table, flip=flip)
        black = numpy.array([not board.turn for board in boards]) & flip
        index = reynard.data.move_index(table["move"], flip=black)
        assert (mask[numpy.arange(len(boards)), index] == 1).all()
        for board, plane, legal in zip(boards, planes, mask):
            expected = numpy.zeros((8, 8, 12), "u1")
            turned = flip and not board.turn
            for square, piece in board.piece_map().items():
                rank = 7 - square // 8 if turned else square // 8
                expected[rank, square % 8, piece.piece_type - 1 + (6 if piece.color == turned else 0)] = 1
            assert (plane == expected).all()
            assert legal.sum() == board.legal_moves.count()
        floats = reynard.data.planes(table, layout="nchw", dtype="f4", flip=flip)
        assert floats.dtype == numpy.float32 and (floats == planes.transpose(0, 3, 1, 2)).all()
    packed = numpy.frombuffer(reynard.data.pack(table), "u1").reshape(-1, 32)
    assert (reynard.data.planes(packed[::2]) == reynard.data.planes(table)[::2]).all()
    assert reynard.data.planes([]).shape == (0, 8, 8, 12)
    for wrong in (dict(layout="hwc"), dict(dtype="f8")):
        with pytest.raises(ValueError):
            reynard.data.planes(table, **wrong)
    assert reynard.data.move_index([5900, 0]).tolist() == [322, 65535]


def test_an_analysis_depends_on_positions_and_nodes_alone():
    fens = ["e4 e5", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7K/8/6k1/8/8/8/8/r7 b - - 0 1", "f3 e5 g4 Qh4#"]
    first = reynard.data.analyze(fens, nodes=2000, threads=1).to_dicts()
    assert reynard.data.analyze(fens[::-1], nodes=2000, threads=3).to_dicts() == first[::-1]
    assert [row["mate"] for row in first[1:3]] == [1, -1] and first[0]["cp"] is not None and first[0]["nodes"] >= 1000
    assert first[3]["best"] is None
    with pytest.raises(ValueError):
        reynard.data.analyze(fens, nodes=0)


def test_missing_tables_are_null():
    with reynard.syzygy.Tablebase() as tablebase:
        assert reynard.data.tables(["8/8/8/8/8/3k4/8/K6R w - - 0 1", ""], tablebase).to_dicts() == [{"wdl": None, "dtz": None}] * 2
        kings = reynard.data.tables(["8/8/8/8/8/3k4/8/K7 w - - 0 1"], tablebase)["wdl"][0]
        assert kings in (0, None)


def test_tables_refuse_to_be_pickled():
    table = reynard.data.read_games(b"1. e4 *")
    for value in (table, table["moves"], reynard.data.scan(b"1. e4 *")):
        with pytest.raises(TypeError):
            pickle.dumps(value)


def test_other_threads_run_while_games_are_read():
    pgn, _ = games(300)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(10):
        reynard.data.read_positions(pgn)
    done.set()
    thread.join()
    assert counted[0] > 1000


def test_pyarrow_takes_tables_streams_and_columns():
    pyarrow = pytest.importorskip("pyarrow")
    pgn, _ = games(20)
    table = reynard.data.read_games(pgn)
    taken = pyarrow.table(table)
    assert taken.to_pylist() == table.to_dicts() and taken.schema.metadata[b"reynard.schema"] == b"1"
    assert pyarrow.table(reynard.data.scan(pgn, batch_rows=7)).to_pylist() == table.to_dicts()
    assert pyarrow.array(table["White"]).to_pylist() == table["White"].to_list()
    reader = pyarrow.RecordBatchReader.from_stream(reynard.data.scan(io.BytesIO(pgn), batch_rows=3))
    assert sum(batch.num_rows for batch in reader) == 20
    for form in (taken, taken["moves"], taken["moves"].chunk(0), taken.slice(3)):
        assert reynard.data.fens(form) == reynard.data.fens(table)[-len(form):]
    damaged = pyarrow.RecordBatchReader.from_stream(reynard.data.scan(DAMAGED, policy="stop"))
    with pytest.raises(pyarrow.ArrowInvalid, match="Ke4"):
        damaged.read_all()


def test_pyarrow_reads_the_file_as_the_table(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for kind, read in (("games", reynard.data.read_games), ("positions", reynard.data.read_positions)):
        path = tmp_path / f"{kind}.parquet"
        reynard.data.write_parquet(FAMOUS, path, kind=kind)
        assert parquet.read_table(path).to_pylist() == read(FAMOUS).to_dicts()


def test_polars_takes_tables_streams_and_columns():
    polars = pytest.importorskip("polars")
    pgn, _ = games(20)
    table = reynard.data.read_positions(pgn)
    frame = polars.DataFrame(table)
    assert frame.to_dicts() == table.to_dicts()
    assert polars.DataFrame(reynard.data.scan(io.BytesIO(pgn), kind="positions", batch_rows=64)).equals(frame)
    assert polars.Series(table["san"]).to_list() == table["san"].to_list()
    for form in (frame, frame["position"]):
        assert reynard.data.fens(form) == reynard.data.fens(table)
    moves = polars.DataFrame(reynard.data.read_games(pgn))
    assert reynard.data.fens(moves["moves"]) == reynard.data.fens(reynard.data.read_games(pgn))
    with pytest.raises(ValueError, match="row 0"):
        reynard.data.fens(polars.Series(["nonsense"]))


def test_duckdb_asks_tables_and_streams():
    duckdb = pytest.importorskip("duckdb")
    pgn, boards = games(20)
    rows, stream = reynard.data.read_games(pgn), reynard.data.scan(pgn)
    first = boards[0].move_stack[0]
    count = sum(board.move_stack[0] == first for board in boards)
    query = f"select count(*) from {{}} where moves[1] & 4095 = {reynard.data.move(first.uci())}"
    assert duckdb.sql(query.format("rows")).fetchall() == duckdb.sql(query.format("stream")).fetchall() == [(count,)]
    assert len(rows) == 20 and stream is not None


def test_random_bytes_are_games_or_errors_and_never_more():
    picks = random.Random(3)
    alphabet = b'[]"{}()%;$*.0123456789abcdefghNBRQKxO-+#= \n\t\\\xff'
    for _ in range(300):
        text = bytes(picks.choice(alphabet) for _ in range(picks.randrange(200)))
        table = reynard.data.read_games(text)
        assert len(table.to_dicts()) == len(table)
        data = bytes(picks.randrange(256) for _ in range(32 * picks.randrange(4)))
        try:
            reynard.data.fens(b"\x01" + data[1:])
        except ValueError:
            pass


def hostile(picks):
    """A value of any type."""
    return picks.choice([
        None, True, False, 0, 1, -1, 2**16, 2**63, 2**64, -(2**70), 1.5, float("nan"), "", "e2e4", "\0", "\ud800", "é" * 9, b"", b"x" * 32,
        b"\x01" * 31, [], [1], [[]], [None], [b""], {}, {1: 2}, object(), reynard.Move.null(), reynard.Board(), reynard.Board(None),
        [reynard.Board(None)], reynard.SquareSet(5), lambda value: value, memoryview(b"\x01" + bytes(63)), bytearray(64), io.BytesIO(b"1. e4 *"),
        io.StringIO("1. e4 *"), range(5), reynard.data.read_games(b"1. e4 *"), reynard.data.read_positions(b"1. e4 *")["san"],
        reynard.data.scan(b"1. e4 *"), iter([]), "games", "keep", ["White"], 10**30, array.array("d", [1.0]), array.array("H", [5900]),
    ])


@pytest.mark.parametrize("seed", range(4))
def test_hostile_arguments_of_columns_raise_and_never_abort(seed, tmp_path, monkeypatch):
    picks, data = random.Random(seed), reynard.data
    monkeypatch.chdir(tmp_path)
    base = reynard.Database.create(tmp_path / "base.rdb")
    base.add(b"1. e4 *")
    functions = [
        data.fens, data.keys, data.pack, data.legal_counts, data.see, data.move, data.read_games, data.read_positions, data.scan,
        lambda x, *rest: data.write_parquet(x, tmp_path / "out.parquet"), lambda x, *rest: data.analyze(x, nodes=10, threads=1),
        lambda x, y=1, *rest: data.read_games(b"1. e4 *", columns=x, threads=y), lambda x, *rest: data.read_positions(b"1. e4 *", every=x),
        lambda x, *rest: data.read_games(b"1. e4 *", moves=x), lambda x, *rest: list(data.scan(b"1. e4 *", batch_rows=x)),
        lambda x, *rest: data.read_games(b"1. e4 *")[x], lambda x, *rest: data.read_games(b"1. e4 *")["moves"][x],
        reynard.pgn.open, reynard.Database, base.explore, base.search, base.games, base.game, base.pgn, base.add,
    ]
    try:
        import numpy  # noqa: F401

        functions += [data.planes, data.legal_mask, data.move_index]
    except ImportError:
        pass
    raised = 0
    for _ in range(1500):
        function = picks.choice(functions)
        try:
            function(*[hostile(picks) for _ in range(picks.randrange(1, 3))])
        except Exception:  # noqa: BLE001
            raised += 1
    assert raised > 100 and len(base) >= 1


def test_tables_and_streams_do_not_grow_the_memory():
    resource = pytest.importorskip("resource")
    pgn, _ = games(20)
    peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # noqa: E731

    def work():
        table = reynard.data.read_positions(pgn, threads=1)
        table.__arrow_c_stream__(), table["position"].__arrow_c_array__(), table["san"].to_list()
        reynard.data.scan(pgn, batch_rows=1, threads=1).__arrow_c_stream__()
        reynard.data.keys(table)

    for _ in range(50):
        work()
    before = peak()
    for _ in range(300):
        work()
    assert peak() - before < 8192


TWO = (
    b'[White "Tal"]\n[WhiteFideId "7"]\n[WhiteElo "2400"]\n\n1. e4! {best} e5 1-0\n\n'
    b'[White "Bird"]\n[WhiteElo "1800"]\n\n1. f4 *\n'
)


def test_any_tag_comments_and_glyphs_are_columns_in_the_order_asked_for():
    table = reynard.data.read_games(TWO, columns=["glyphs", "plies", "WhiteFideId", "white", "comments", "plies"])
    assert table.column_names == ["glyphs", "plies", "WhiteFideId", "White", "comments"]
    assert table.to_dicts()[0] == {"glyphs": ["$1", None], "plies": 2, "WhiteFideId": "7", "White": "Tal", "comments": ["best", None]}
    assert table.to_dicts()[1]["WhiteFideId"] is None
    assert reynard.data.read_positions(TWO, columns=["san", "ply"]).column_names == ["san", "ply"]
    for wrong in (["plie"], [], ["white fide id"]):
        with pytest.raises(ValueError, match="column"):
            reynard.data.read_games(TWO, columns=wrong)


def test_time_controls_are_numbers_and_pieces_are_counted():
    numpy = pytest.importorskip("numpy")
    games = b'[TimeControl "180+2"]\n\n1. e4 *\n\n[TimeControl "-"]\n\n1. e4 d5 2. exd5 *\n'
    table = reynard.data.read_games(games, columns=["base", "increment", "moves"])
    assert table["base"].to_list() == [180_000, None] and table["increment"].to_list() == [2_000, None]
    counts = reynard.data.piece_counts(table["moves"], flip=True)
    assert counts.shape == (2, 12) and counts.dtype == numpy.uint8
    # Black is to move in both, a pawn behind in the second.
    assert (counts.astype(int) @ [1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0]).tolist() == [0, -1]
    assert (counts.sum(axis=1) == reynard.data.planes(table["moves"]).reshape(2, -1).sum(axis=1)).all()


def test_a_stream_fills_a_partitioned_data_set(tmp_path):
    dataset = pytest.importorskip("pyarrow.dataset")
    pyarrow = pytest.importorskip("pyarrow")
    reader = pyarrow.RecordBatchReader.from_stream(reynard.data.scan(TWO, columns=["White", "Result", "base"]))
    parts = dataset.partitioning(pyarrow.schema([reader.schema.field("Result")]), flavor="hive")
    dataset.write_dataset(reader, tmp_path, format="parquet", partitioning=parts)
    found = dataset.dataset(tmp_path, partitioning=parts).to_table(filter=dataset.field("Result") == "1-0")
    assert found.to_pylist() == [{"White": "Tal", "base": None, "Result": "1-0"}]


def test_extra_columns_survive_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "games.parquet"
    reynard.data.write_parquet(TWO, path, columns=["White", "WhiteFideId", "comments", "glyphs"])
    assert parquet.read_table(path).to_pylist() == reynard.data.read_games(
        TWO, columns=["White", "WhiteFideId", "comments", "glyphs"]).to_dicts()


def test_where_keeps_the_games_of_a_filter(tmp_path):
    assert reynard.data.read_games(TWO, where="white~tal")["White"].to_list() == ["Tal"]
    assert len(reynard.data.read_games(TWO * 500, where="white~tal", threads=2)) == 500
    assert len(reynard.data.read_positions(TWO, where="result=1-0")) == 2
    assert [len(table) for table in reynard.data.scan(TWO, where="plies=1")] == [1]
    assert reynard.data.write_parquet(TWO, tmp_path / "one.parquet", where="white=Bird").games == 1
    with pytest.raises(ValueError, match="column"):
        reynard.data.read_games(TWO, where="white~~~x=")
    with pytest.raises(FileNotFoundError):
        reynard.data.read_games("no-such-file.pgn", where="white~tal")


def test_patterns_name_files_and_addresses_are_opened_by_fsspec(tmp_path):
    for name in ("b.pgn", "a.pgn", "c.txt"):
        (tmp_path / name).write_bytes(TWO)
    assert len(reynard.data.read_games(str(tmp_path / "*.pgn"))) == 4
    assert len(reynard.data.read_games([str(tmp_path / "[ab].pgn"), tmp_path / "c.txt"])) == 6
    (tmp_path / "x[1].pgn").write_bytes(TWO)
    assert len(reynard.data.read_games(str(tmp_path / "x[1].pgn"))) == 2
    with pytest.raises(FileNotFoundError, match="pattern"):
        reynard.data.read_games(str(tmp_path / "*.zip"))
    with pytest.raises(TypeError, match="NoneType"):
        reynard.data.read_games(None)
    with pytest.raises(IsADirectoryError):
        reynard.data.write_parquet(TWO, tmp_path)
    pytest.importorskip("fsspec")
    assert len(reynard.data.read_games(f"file://{tmp_path}/a.pgn")) == 2


def test_tables_are_looked_at_and_handed_over():
    table = reynard.data.read_games(TWO, columns=["White", "plies"])
    assert table.schema == {"White": "Utf8", "plies": "UInt32"} and len(table.head(1)) == 1
    assert table.slice(1).to_dicts() == [{"White": "Bird", "plies": 1}] and len(table.slice(5, 2)) == 0
    assert table.select(["plies"]).column_names == ["plies"]
    with pytest.raises(KeyError):
        table.select(["nothing"])
    html = reynard.data.read_games(b'[White "<b>"]\n\n1. e4 *', columns=["White"])._repr_html_()
    assert "&lt;b&gt;" in html and "1 of 1 rows" in html
    assert table["plies"][0:1].to_list() == [2] and table["plies"][-1] == 1 and list(table["plies"][::1]) == [2, 1]
    with pytest.raises(TypeError):
        table["plies"][::2]
    numpy = pytest.importorskip("numpy")
    assert table["plies"].to_numpy().dtype == numpy.uint32 and numpy.asarray(table["White"]).tolist() == ["Tal", "Bird"]
    if pytest.importorskip("pyarrow"):
        assert table.to_arrow().num_rows == 2 and len(table["plies"].to_arrow()) == 2


def test_tables_become_frames():
    table = reynard.data.read_games(TWO, columns=["White", "plies"])
    polars = pytest.importorskip("polars")
    assert table.to_polars().equals(polars.DataFrame(table))
    pandas = pytest.importorskip("pandas")
    assert isinstance(table.to_pandas(), pandas.DataFrame) and len(table.to_pandas()) == 2


def test_a_lazy_frame_reads_only_what_a_query_needs(monkeypatch):
    polars = pytest.importorskip("polars")
    asked = []
    plain = reynard.data.scan

    def scan(src, **options):
        asked.append(options["columns"])
        return plain(src, **options)

    monkeypatch.setattr(reynard.data, "scan", scan)
    games = reynard.data.scan_pgn(TWO * 100, columns=["White", "WhiteElo", "plies", "WhiteFideId"])
    found = games.filter(polars.col("WhiteElo") > 2000).select("White").head(3).collect()
    assert found["White"].to_list() == ["Tal"] * 3 and sorted(asked[-1]) == ["White", "WhiteElo"]
    assert games.select(polars.len()).collect().item() == 200
    assert reynard.data.scan_pgn(TWO, kind="positions").select("san").collect()["san"].to_list() == ["e4", "e5", "f4"]


def test_an_error_in_writing_names_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as raised:
        reynard.data.write_parquet(TWO, tmp_path / "missing" / "games.parquet")
    assert raised.value.filename == str(tmp_path / "missing" / "games.parquet")
