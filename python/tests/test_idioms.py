"""Idioms of programs of python-chess: the same here as there."""

import asyncio
import json
import logging
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import reynard
import reynard.compat
import reynard.engine
import reynard.pgn
from reynard.engine import EngineTerminatedError, Limit

HERE = pathlib.Path(__file__).parent
KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def results(file, side):
    done = subprocess.run([sys.executable, str(HERE / file), side], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


FILES = {"idioms.py": "idioms.json", "programs.py": "programs.json", "scripts.py": "scripts.json", "guards.py": "guards.json", "engines.py": "engines.json", "corners.py": "corners.json", "classes.py": "classes.json"}
OURS = {name: result for file in FILES for name, result in results(file, "ours").items()}
EXPECTED = {name: result for file in FILES.values() for name, result in json.loads((HERE / file).read_text()).items()}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_an_idiom_sees_what_it_sees_with_python_chess(name):
    if OURS[name] is None:
        pytest.skip("NumPy is not installed")
    assert OURS[name] == EXPECTED[name]


@pytest.mark.parametrize("file", FILES)
def test_the_recorded_results_are_those_of_python_chess(file):
    pytest.importorskip("chess")
    found = results(file, "theirs")
    assert found and {name: value for name, value in found.items() if value is not None} == {
        name: value for name, value in EXPECTED.items() if found.get(name) is not None
    }


# The command


def command(*arguments, given=None, **surroundings):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, input=given, env={**os.environ, **surroundings}
    )


def test_code_and_input_run_under_the_names_of_python_chess():
    code = "import chess, sys; print(chess.__version__, sys.argv)"
    assert command("-m", "reynard.compat", "-c", code, "a").stdout == f"{reynard.compat.VERSION} ['-c', 'a']\n"
    assert command("-m", "reynard.compat", given=code).stdout.startswith(reynard.compat.VERSION)
    assert command("-m", "reynard.compat", "-", "b", given=code).stdout == f"{reynard.compat.VERSION} ['-', 'b']\n"


def test_the_exit_code_and_the_traceback_are_those_of_the_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import chess\n\ndef fall():\n    chess.Board('x')\n\nfall()\n")
    done = command("-m", "reynard.compat", str(script))
    frames = [line for line in done.stderr.splitlines() if line.startswith("  File")]
    assert done.returncode == 1 and len(frames) == 2 and all(str(script) in line for line in frames), done.stderr
    assert command("-m", "reynard.compat", "-c", "raise SystemExit(7)").returncode == 7


def test_children_of_a_script_find_the_package_too(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent("""
        import multiprocessing, subprocess, sys
        import chess

        def version(_):
            return chess.__version__

        if __name__ == "__main__":
            print(subprocess.check_output([sys.executable, "-c", "import chess.pgn; print(chess.__version__)"], text=True).strip())
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(version, [1])[0])
    """))
    done = command("-m", "reynard.compat", str(script))
    assert done.stdout.split() == [reynard.compat.VERSION] * 2, done.stderr


def test_another_sitecustomize_still_runs(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("print('mine')\n")
    code = "import subprocess, sys; print(subprocess.check_output([sys.executable, '-c', 'pass'], text=True).strip())"
    done = command("-m", "reynard.compat", "-c", code, PYTHONPATH=os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    assert done.stdout.split() == ["mine", "mine"], done.stderr


def test_the_hook_is_installed_on_request_and_works_only_where_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(reynard.compat, "_hook_path", lambda: str(tmp_path / "hook.pth"))
    line = pathlib.Path(reynard.compat.install_hook()).read_text()
    look = "import sys; print(sys.modules.get('chess'), any('reynard' in type(f).__module__ for f in sys.meta_path))"
    assert command("-c", line + look).stdout == "None False\n"
    assert command("-c", line + look, REYNARD_COMPAT="1").stdout == "None True\n"
    assert command("-c", line + "import chess; print(chess.__version__)", REYNARD_COMPAT="1").stdout.strip() == reynard.compat.VERSION
    reynard.compat.remove_hook()
    assert not (tmp_path / "hook.pth").exists()


def test_programs_can_look_whether_the_module_is_there():
    code = "import importlib.util; print([importlib.util.find_spec(name) is not None for name in ('chess', 'chess.pgn', 'chess.variant', 'chess.nothing')])"
    for before in ("", "import chess\n"):
        assert command("-m", "reynard.compat", "-c", before + code).stdout == "[True, True, True, False]\n"


def test_wrong_options_of_the_command_are_named():
    assert command("-m", "reynard.compat", "-x").returncode == 2
    assert "needs a program" in command("-m", "reynard.compat", "-c").stderr


def test_what_needs_the_rules_of_a_variant_raises_one_clear_error():
    code = """
    import chess, chess.variant, chess.gaviota
    for make in (chess.variant.CrazyhouseBoard, chess.variant.find_variant("Horde"), lambda: chess.gaviota.open_tablebase("x")):
        try:
            make()
        except NotImplementedError as error:
            print(error)
    """
    said = command("-m", "reynard.compat", "-c", textwrap.dedent(code)).stdout.splitlines()
    assert len(said) == 3 and all("reynard does not have" in line for line in said), said


# Ctrl-C

CALLS = {
    "analyse": "reynard.Engine().analyse(board, Limit(time=60))",
    "play": "reynard.Engine().play(board, Limit(time=60))",
    "perft": "reynard.perft(board, 9)",
    "divide": "reynard.divide(board, 9)",
    "analyze": "reynard.data.analyze([board] * 1000, nodes=10_000_000)",
    "write_parquet": "reynard.data.write_parquet(games, folder + '/out.parquet')",
    "read_games": "reynard.data.read_games(games)",
    "read_positions": "reynard.data.read_positions(games)",
    "scan": "[None for _ in reynard.data.scan(games)]",
    "add": "reynard.Database.create(folder + '/base.rdb').add(games)",
    "fens": "[reynard.data.fens(packed) for _ in range(100)]",
    "keys": "[reynard.data.keys(packed) for _ in range(1000)]",
}

INTERRUPTED = """
import os, signal, sys, threading, time
import reynard, reynard.data
from reynard.engine import Limit
# What a shell starts in the background ignores Ctrl-C, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
board, folder = reynard.Board({kiwi!r}), sys.argv[1]
games = [b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\\n\\n" * 20000] * 500
packed = board.packed() * 200_000
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.4, send).start()
try:
    {call}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0], sorted(os.listdir(folder)))
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is sent as POSIX has it")
@pytest.mark.parametrize("name", sorted(CALLS))
def test_ctrl_c_ends_a_call_that_takes_long(name, tmp_path):
    code = INTERRUPTED.format(kiwi=KIWI, call=CALLS[name])
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60)
    seconds, _, files = done.stdout.partition(" ")
    # 0.3 s on a machine of its own.
    assert seconds and float(seconds) < 1.5, done.stderr
    assert files.strip() in ("[]", "['base.rdb']")
    if name == "add":
        with reynard.Database.open(tmp_path / "base.rdb") as base:
            assert len(base) == 0


# Engines


def fake(tmp_path, body):
    path = tmp_path / "engine.py"
    path.write_text("import sys, time\n" + textwrap.dedent(body))
    return [sys.executable, "-u", str(path)]


ANSWERS = """
stopped = False
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Fake\\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "go":
        print("info depth 1 score cp 10 pv e2e4")
        if "depth" in line:
            print("bestmove e2e4")
    elif word == "stop":
        print("bestmove e2e4")
    elif word == "quit":
        break
"""


def test_a_cancelled_search_is_stopped(tmp_path):
    async def run():
        transport, engine = await reynard.engine.popen_uci(fake(tmp_path, ANSWERS))
        began = time.monotonic()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(engine.analyse(reynard.Board(), Limit(time=30)), 0.3)
        played = await engine.play(reynard.Board(), Limit(depth=1))
        assert played.move == reynard.Move.from_uci("e2e4") and time.monotonic() - began < 10
        engine.debug(True)
        await engine.initialize()
        await engine.send_opponent_information(opponent=reynard.engine.Opponent("A", None, None, False))
        await engine.send_game_result(reynard.Board(), True)
        assert transport.get_returncode() is None and transport.get_pid() > 0
        await engine.quit()
        assert await engine.returncode == 0

    asyncio.run(run())


def test_what_an_engine_writes_to_stderr_is_logged(tmp_path, caplog):
    with caplog.at_level(logging.WARNING, "reynard.engine"):
        with pytest.raises(EngineTerminatedError, match="no such network"):
            reynard.engine.SimpleEngine.popen_uci(fake(tmp_path, "sys.stderr.write('no such network\\n'); sys.exit(3)"))
    assert any("stderr >> no such network" in record.getMessage() for record in caplog.records)


def test_a_simple_engine_has_the_members_of_python_chess(tmp_path):
    with reynard.engine.SimpleEngine.popen_uci(fake(tmp_path, ANSWERS), debug=True) as engine:
        assert not engine.returncode.done() and engine.transport.get_pid() == engine._process.popen.pid
        assert engine.protocol.id["name"] == "Fake"
        engine.quit()
        assert engine.returncode.result(timeout=10) == 0


def test_what_would_not_be_called_of_a_protocol_is_refused_by_name(tmp_path):
    class Deep(reynard.engine.UciProtocol):
        def pipe_data_received(self, fd, data):
            pass

    class Playing(reynard.engine.UciProtocol):
        async def play(self, *arguments, **options):
            pass

    for kind, name in ((Deep, "pipe_data_received"), (Playing, "play")):
        with pytest.raises(NotImplementedError, match=name):
            reynard.engine.SimpleEngine.popen(kind, fake(tmp_path, ANSWERS))

    async def run():
        with pytest.raises(NotImplementedError, match="popen_uci"):
            await asyncio.get_running_loop().subprocess_exec(reynard.engine.UciProtocol, sys.executable)

    asyncio.run(run())


def test_the_engine_in_the_process_streams_its_analysis():
    with reynard.Engine() as engine:
        with engine.analysis(reynard.Board(KIWI)) as analysis:
            for info in analysis:
                if info["depth"] >= 5:
                    break
            assert analysis.info["depth"] >= 5 and analysis.multipv[0]["score"] is not None
        assert analysis.wait().move in reynard.Board(KIWI).legal_moves
        with engine.analysis(reynard.Board(), Limit(depth=3), multipv=2) as two:
            lines = list(two)
        assert {line["multipv"] for line in lines} == {1, 2} and two.empty() and not two.would_block()
        with pytest.raises(reynard.engine.AnalysisComplete):
            two.get()
        # Stopped before it has begun.
        engine.analysis(reynard.Board()).stop()
        assert engine.play(reynard.Board(), Limit(depth=2)).move


def test_the_engine_in_the_process_is_configured_and_closed():
    engine = reynard.Engine()
    engine.configure({"Hash": 32, "threads": 2})
    assert engine.id["name"].startswith("Reynard") and set(engine.options) == {"Hash", "Threads", "SyzygyPath"}
    engine.ping()
    for wrong in ({"Nothing": 1}, {"Hash": 0}, {"Threads": 5000}):
        with pytest.raises(reynard.engine.EngineError):
            engine.configure(wrong)
    with pytest.raises(OSError):
        engine.configure({"SyzygyPath": "/no/such/folder"})
    with pytest.raises(ValueError, match="hash_mib"):
        reynard.Engine(hash_mib=10**9)
    found = []
    thread = threading.Thread(target=lambda: found.append(engine.play(reynard.Board(), Limit(time=60)).move))
    thread.start()
    time.sleep(0.3)
    engine.close()
    thread.join(10)
    assert found and found[0] is not None
    for call in (engine.ping, lambda: engine.analyse(reynard.Board(), Limit(depth=1)), lambda: engine.analysis(reynard.Board())):
        with pytest.raises(EngineTerminatedError):
            call()


def test_a_game_of_another_variant_is_text():
    import io

    text = '[Variant "Crazyhouse"]\n\n1. e4 {a comment} d5 2. exd5 Qxd5 3. P@e4 (3. Nc3) 1-0\n\n[White "Next"]\n\n1. d4 *\n'
    reynard.pgn.LOGGER.disabled = True
    handle = io.StringIO(text)
    game = reynard.pgn.read_game(handle)
    following = reynard.pgn.read_game(handle)
    reynard.pgn.LOGGER.disabled = False
    assert game.text.startswith("1. e4 {a comment}") and game.headers["Result"] == "1-0" and len(game.errors) == 1
    assert "3. P@e4 (3. Nc3) 1-0" in str(game) and list(game.mainline_moves()) == [] and str(game.mainline_moves()) == ""
    assert following.headers["White"] == "Next" and [str(move) for move in following.mainline_moves()] == ["d2d4"]
    import pickle

    assert pickle.loads(pickle.dumps(game)).text == game.text
    with pytest.raises(ValueError, match="unsupported variant"):
        game.board()
