"""Jobs in shards: from Python, from the command line, on Ray and with an object store the files are the same."""

import json
import os
import pathlib
import subprocess
import sys
import time

import outside
import pytest

import reynard.data

GAME = '[Event "{}"]\n[White "Tal"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke2 Ke7 3. Ke3 {{a comment}} 1-0\n\n'


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("".join(GAME.format(number) for number in range(200)))
    return path


def run_all(job):
    for shard in reversed(range(reynard.data.shard_count(job))):
        reynard.data.run_shard(job, shard)
    report = reynard.data.verify(job, inputs=True)
    assert report["done"] == report["shards"] > 2
    return report


TASKS = [
    ("perft", {"depth": 4, "split": 3, "shard_subtrees": 1000}),
    ("check", {"report": "lints", "shard_bytes": 4000}),
    ("parquet", {"shard_bytes": 4000}),
    ("annotate", {"nodes": 20, "hash_mib": 1, "shard_bytes": 4000}),
    ("database", {"shard_bytes": 4000}),
    ("selfplay", {"seed": 1, "shards": 3, "games": 2, "nodes": 20}),
]


def plan(task, options, games, to):
    return reynard.data.shards(task, [] if task in ("perft", "selfplay") else games, to=to, **options)


@pytest.mark.parametrize("task,options", TASKS)
def test_any_order_gives_the_same_bytes(task, options, games, tmp_path):
    job = plan(task, options, games, tmp_path / "job")
    report = run_all(job)
    other = plan(task, options, games, tmp_path / "other")
    first = reynard.data.run_shard(other, 0)
    assert reynard.data.run_shard(other, 0) == first
    assert run_all(other)["digest"] == report["digest"]
    if task == "perft":
        assert report["counts"]["leaves"] == "197281"
    else:
        assert report["counts"]["games"] == (6 if task == "selfplay" else 200)


@pytest.mark.parametrize("task,options", TASKS)
def test_the_command_line_runs_jobs_of_python(task, options, games, tmp_path):
    binary = os.environ.get("REYNARD_BINARY")
    if not binary:
        pytest.skip("REYNARD_BINARY names no reynard with the feature parquet")
    # The jobs of training are those of the other program.
    if task in ("selfplay", "samples"):
        binary = os.path.join(os.path.dirname(binary), "reynard-lab")
    report = run_all(plan(task, options, games, tmp_path / "job"))
    other = plan(task, options, games, tmp_path / "other")
    run = subprocess.run([binary, "cluster", "run", "--workers", "2", "--json", other], capture_output=True, check=True)
    assert json.loads(run.stdout)["digest"] == report["digest"]


ENGINE = """\
import sys
import reynard

option, board = 0, reynard.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name test\\noption name Style type spin default 50 min 0 max 100\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:3] == ["setoption", "name", "Style"]:
        option = int(words[4])
    elif words[:1] == ["position"]:
        moves = words.index("moves") if "moves" in words else len(words)
        board = reynard.Board() if words[1] == "startpos" else reynard.Board(" ".join(words[2:moves]))
        for move in words[moves + 1 :]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        # The greater the option, the sooner it takes something.
        moves = sorted(board.legal_moves, key=str)
        takes = [move for move in moves if board.is_capture(move)]
        choice = takes if takes and option + board.fullmove_number > 60 else moves
        print("info depth 1 score cp 0\\nbestmove", choice[len(board.fen()) % len(choice)], flush=True)
    elif words[:1] == ["quit"]:
        break
"""


@pytest.fixture
def spsa(tmp_path):
    """Plans a job that tunes an engine, and returns its manifest."""
    (tmp_path / "engine.py").write_text(ENGINE)
    engine = f"{sys.executable},arg={tmp_path / 'engine.py'},nodes=1"
    adjudication = {"max_moves": 20}

    def planned(to, engine=engine):
        return reynard.data.shards(
            "spsa",
            to=to,
            engine=engine,
            parameters=["Style,50,0,100,10"],
            pairs=5,
            gain=0.3,
            concurrency=2,
            shard_pairs=1,
            adjudication=adjudication,
        )

    return planned


def run_in_order(job):
    for shard in range(reynard.data.shard_count(job)):
        reynard.data.run_shard(job, shard)
    report = reynard.data.verify(job)
    assert (report["done"], report["spsa"]["pairs"]) == (5, 5)
    return report


def test_shards_of_spsa_go_on_from_each_other(spsa, tmp_path):
    job = spsa(tmp_path / "job")
    assert reynard.data.shards_before(job) == [0, 0, 1, 2, 3]
    with pytest.raises(ValueError, match="it goes on from the results of shard 0"):
        reynard.data.run_shard(job, 2)
    report = run_in_order(job)
    [style] = report["spsa"]["parameters"]
    assert (style["name"], style["start"]) == ("Style", 50) and style["value"] != 50
    other = spsa(tmp_path / "other")
    for shard in [1, 0, 2, 3, 4]:
        reynard.data.run_shard(other, shard)
    assert reynard.data.verify(other)["digest"] == report["digest"]


def test_shards_of_spsa_are_fetched_from_addresses(spsa, tmp_path):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    expected = run_in_order(spsa(tmp_path / "job"))
    job = spsa("memory://out/spsa")
    assert reynard.data.shards_before(job) == [0, 0, 1, 2, 3]
    assert run_in_order(job)["digest"] == expected["digest"]


def test_processes_run_shards(games, tmp_path):
    report = run_all(plan("check", {"shard_bytes": 4000}, games, tmp_path / "job"))
    other = plan("check", {"shard_bytes": 4000}, games, tmp_path / "other")
    python = [sys.executable, "-m", "reynard.data"]
    summary = subprocess.run([*python, "run", other, "--shard", "1"], capture_output=True, check=True).stdout
    assert json.loads(summary)["shard"] == 1
    missing = subprocess.run([*python, "verify", other], capture_output=True)
    assert (missing.returncode, json.loads(missing.stdout)["done"]) == (1, 1)
    subprocess.run([*python, "run", other], capture_output=True, check=True)
    whole = subprocess.run([*python, "verify", other, "--inputs"], capture_output=True, check=True)
    assert json.loads(whole.stdout)["digest"] == report["digest"]
    wrong = subprocess.run([*python, "run", other, "--shard", "99"], capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: shard 99")


def test_folders_are_the_files_in_them(games, tmp_path):
    folder = tmp_path / "folder"
    (folder / "more").mkdir(parents=True)
    for name in ["b.pgn", "more/a.pgn", "notes.txt"]:
        (folder / name).write_bytes(games.read_bytes())
    job = reynard.data.shards("check", folder, to=tmp_path / "job")
    manifest = json.loads(pathlib.Path(job).read_text())
    assert [entry["path"] for entry in manifest["inputs"]] == [str(folder / "b.pgn"), str(folder / "more/a.pgn")]
    with pytest.raises(ValueError, match="no file for this task"):
        reynard.data.shards("samples", folder, to=tmp_path / "other")


def test_shards_follow_the_input_and_the_workers(games, tmp_path):
    games.write_text("".join(GAME.format(number) for number in range(1500)))
    counts = [
        reynard.data.shard_count(
            reynard.data.shards("annotate", games, to=tmp_path / str(workers), workers=workers, nodes=20)
        )
        for workers in (1, 2)
    ]
    assert 4 >= counts[0] > 2 and 8 >= counts[1] > 4
    with pytest.warns(UserWarning, match="1 shards for 3 workers"):
        reynard.data.shards("check", games, to=tmp_path / "idle", workers=3)


def test_the_folder_of_a_job_at_an_address_is_made(games, tmp_path):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    expected = run_all(plan("check", {"shard_bytes": 4000}, games, tmp_path / "job"))
    job = plan("check", {"shard_bytes": 4000}, games, f"file://{tmp_path}/new/folder")
    assert run_all(job)["digest"] == expected["digest"]


def ray_command(*arguments, **variables):
    """Runs the command for Ray, and returns its exit code and the lines of its errors."""
    command = [sys.executable, "-m", "reynard.ray", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables}, timeout=60)
    assert run.stdout == ""
    return run.returncode, run.stderr.splitlines()


def test_the_command_for_ray_says_in_a_line_that_there_is_no_job(tmp_path):
    code, [line] = ray_command(tmp_path / "missing")
    assert code == 2 and line.startswith(f"error: {tmp_path / 'missing'}")
    for address in ("nothing://bucket/job", "memory://no/such/job"):
        code, [line] = ray_command(address)
        assert code == 2 and line.startswith("error: ") and address.rpartition("/")[0] in line


def test_the_command_for_ray_says_in_a_line_that_ray_is_missing(games, tmp_path):
    job = plan("check", {}, games, tmp_path / "job")
    without = "import runpy, sys; sys.modules['ray'] = None; runpy.run_module('reynard.ray', run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", without, job], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (2, "error: Ray is not installed: pip install ray\n")
    assert reynard.data.verify(job)["done"] == 0


def test_the_command_for_ray_takes_numbers_from_1_up(tmp_path):
    for option in ("--workers", "--attempts"):
        code, lines = ray_command(tmp_path, option, "0")
        assert code == 2 and option in lines[-1]


def test_a_second_driver_is_refused_and_parts_of_dead_workers_go(games, tmp_path):
    from reynard._native import JobLock

    job = plan("check", {}, games, tmp_path / "job")
    part = tmp_path / "job" / ".check-00000.jsonl.1.abc.part"
    part.write_text("half a line")
    lock = JobLock(job)
    assert not part.exists()
    code, [line] = ray_command(job)
    assert code == 2 and line.endswith("attempts.jsonl: in use by another run")
    part.write_text("half a line")
    lock.release()
    assert not part.exists()
    JobLock(job).release()


def test_an_address_without_a_cluster_is_refused_at_once(games, tmp_path):
    outside.package("ray")
    job = plan("check", {}, games, tmp_path / "job")
    code, [line] = ray_command(job, RAY_ADDRESS="127.0.0.1:1")
    assert code == 2 and line.startswith("error: there is no Ray cluster at 127.0.0.1:1: ")


def test_errors_are_exceptions(games, tmp_path):
    with pytest.raises(FileNotFoundError, match="no-such-file"):
        reynard.data.shards("check", tmp_path / "no-such-file.pgn", to=tmp_path / "job")
    with pytest.raises(ValueError, match="depth"):
        reynard.data.shards("perft", to=tmp_path / "job", split=1)
    job = reynard.data.shards("check", games, to=tmp_path / "job")
    with pytest.raises(ValueError, match="shard 9"):
        reynard.data.run_shard(job, 9)
    games.write_text("1. e4 *")
    with pytest.raises(ValueError, match="when the job was planned"):
        reynard.data.run_shard(job, 0)


def test_addresses_are_opened_by_fsspec(games, tmp_path):
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/in/games.pgn", games.read_bytes())
    expected = run_all(reynard.data.shards("check", games, to=tmp_path / "job", report="lints", shard_bytes=4000))
    job = reynard.data.shards(
        "check", "memory://in/games.pgn", to="memory://out/job", report="lints", shard_bytes=4000
    )
    assert run_all(job)["digest"] == expected["digest"]
    folder = reynard.data.shards("check", "memory://in", to="memory://out/folder", report="lints", shard_bytes=4000)
    assert run_all(folder)["digest"] == expected["digest"]
    # What is stored is used again: nothing is left to do.
    memory.rm_file("/in/games.pgn")
    reynard.data.run_shard(job, 1)


def test_an_object_store(games, tmp_path):
    server = pytest.importorskip("moto.server", reason="moto is not installed")
    s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed")
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    running.start()
    try:
        host, port = running.get_host_and_port()
        os.environ.update(
            AWS_ACCESS_KEY_ID="none",
            AWS_SECRET_ACCESS_KEY="none",
            AWS_DEFAULT_REGION="us-east-1",
            AWS_ENDPOINT_URL=f"http://{host}:{port}",
        )
        s3fs.S3FileSystem.clear_instance_cache()
        store = s3fs.S3FileSystem()
        store.mkdir("games")
        store.pipe_file("games/games.pgn", games.read_bytes())
        expected = run_all(plan("parquet", {"shard_bytes": 4000}, games, tmp_path / "job"))
        job = reynard.data.shards("parquet", "s3://games/games.pgn", to="s3://games/job", shard_bytes=4000)
        assert run_all(job)["digest"] == expected["digest"]
        assert len(store.ls("games/job")) == 2 * expected["shards"] + 1
    finally:
        running.stop()


@pytest.fixture(scope="module")
def ray():
    ray = outside.package("ray")
    import reynard.ray

    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    reynard.ray.start(num_cpus=2, _node_ip_address="127.0.0.1")
    yield reynard.ray
    ray.shutdown()


def test_ray_gives_the_same_bytes(ray, games, tmp_path):
    for task, options in TASKS:
        report = run_all(plan(task, options, games, tmp_path / task / "job"))
        other = plan(task, options, games, tmp_path / task / "ray")
        seen = []
        assert ray.run(other, progress=lambda *state: seen.append(state))["digest"] == report["digest"]
        assert seen[-1] == (report["shards"], report["shards"])
        # Nothing is left to do.
        assert ray.run(other, workers=1)["digest"] == report["digest"]


def test_shards_of_spsa_wait_for_each_other_on_ray(ray, spsa, tmp_path):
    expected = run_in_order(spsa(tmp_path / "job"))
    assert ray.run(spsa(tmp_path / "ray"))["digest"] == expected["digest"]
    # Those that go on from a shard that fails are not started.
    with pytest.raises(ray.ShardError) as raised:
        ray.run(spsa(tmp_path / "broken", engine="no-such-engine,nodes=1"), attempts=1)
    assert set(raised.value.failed) == {0, 1} and raised.value.report["missing"] == [0, 1, 2, 3, 4]


def workers_of_ray():
    """The processes of this machine that run tasks of our own Ray."""
    ours = {os.getpid()}
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                parents[int(entry.name)] = (int(stat.rpartition(")")[2].split()[1]), (entry / "cmdline").read_text())
            except OSError:
                pass
    # Children of our raylet, which is a child of ours.
    while True:
        more = {process for process, (parent, _) in parents.items() if parent in ours} - ours
        if not more:
            break
        ours |= more
    return [process for process in ours if process in parents and parents[process][1].startswith("ray::")]


def slow_annotation():
    """Options with which this build annotates the games in about five seconds: time to kill something."""
    start = time.monotonic()
    reynard.data.analyze(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] * 20, nodes=500, threads=1)
    nodes = 20 * 500 / (time.monotonic() - start)
    return {"nodes": max(20, int(nodes * 5 / 1000)), "hash_mib": 1, "shard_bytes": 1000}


@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
def test_a_killed_worker_of_ray_is_replaced(ray, games, tmp_path):
    import threading

    options = slow_annotation()
    expected = run_all(plan("annotate", options, games, tmp_path / "job"))
    killed = []

    def kill():
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            for process in workers_of_ray():
                if b"_run_shard" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                    os.kill(process, 9)
                    killed.append(process)
                    break
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    report = ray.run(plan("annotate", options, games, tmp_path / "other"))
    killer.join()
    assert killed
    assert report["digest"] == expected["digest"]
    assert reynard.data.verify(tmp_path / "other")["missing"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="drivers are killed by a signal")
def test_a_killed_driver_of_ray_loses_nothing(ray, games, tmp_path):
    import ray as cluster

    options = slow_annotation()
    expected = run_all(plan("annotate", options, games, tmp_path / "job"))
    other = plan("annotate", options, games, tmp_path / "other")
    address = cluster.get_runtime_context().gcs_address
    environment = {**os.environ, "RAY_ADDRESS": address}
    driver = subprocess.Popen([sys.executable, "-m", "reynard.ray", other], env=environment, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not list((tmp_path / "other").glob("annotated-*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert driver.poll() is None, "the driver was to be killed in its work"
    driver.kill()
    driver.wait()
    done = reynard.data.verify(other)["done"]
    assert 0 < done < expected["shards"]
    assert ray.run(other)["digest"] == expected["digest"]


def test_a_shard_that_fails_on_ray_is_reported_last(ray, games, tmp_path):
    games.write_text(games.read_text())
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. e4 *")
    job = reynard.data.shards("check", [games, bad], to=tmp_path / "job", shard_bytes=4000)
    bad.write_text("1. d4 d5 *")
    with pytest.raises(ray.ShardError, match="when the job was planned") as raised:
        ray.run(job, attempts=2)
    assert list(raised.value.failed) == [raised.value.report["shards"] - 1]
    assert raised.value.report["done"] == raised.value.report["shards"] - 1
