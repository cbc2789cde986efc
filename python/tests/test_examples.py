"""The examples run: the batches of the dataset hold what the games say, a network learns of them, and the notebook draws."""

import importlib.util
import pathlib

import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
FAMOUS = EXAMPLES.parents[1] / "docs" / "samples" / "famous.pgn"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shards(tmp_path, rows=100):
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pyarrow")
    dataset = load("dataset")
    return numpy, dataset, dataset.write_shards(str(FAMOUS), tmp_path, rows)


def test_batches_hold_every_position_once_with_a_legal_target(tmp_path):
    numpy, dataset, files = shards(tmp_path)
    assert len(files) == 3
    found = list(dataset.batches(files, 64, seed=1))
    assert sum(len(target) for _, _, target in found) == 294
    boards = set()
    for planes, legal, target in found:
        assert planes.shape[1:] == (12, 8, 8) and planes.dtype == numpy.float32 and legal.shape[1:] == (1968,)
        assert (legal[numpy.arange(len(target)), target] == 1).all()
        # The side to move has one king, and so has the other.
        assert (planes[:, 5].sum(axis=(1, 2)) == 1).all() and (planes[:, 11].sum(axis=(1, 2)) == 1).all()
        boards.update(board.tobytes() for board in planes)
    assert len(boards) > 200
    again = list(dataset.batches(files, 64, seed=1))
    assert all((a[2] == b[2]).all() for a, b in zip(found, again))
    assert any((a[2] != b[2]).any() for a, b in zip(found, dataset.batches(files, 64, seed=2)) if len(a[2]) == len(b[2]))


def test_a_network_learns_of_the_batches(tmp_path):
    pytest.importorskip("torch")
    _, dataset, files = shards(tmp_path)
    losses = dataset.train(files, 60, size=98)
    assert losses[-1] < losses[0] - 0.5


def test_the_example_says_how_it_is_used(tmp_path, capsys):
    _, dataset, _ = shards(tmp_path)
    assert dataset.main([]) == 2 and "python dataset.py shards" in capsys.readouterr().err
    assert dataset.main(["train", str(tmp_path / "none")]) == 2
    assert dataset.main(["measure", str(tmp_path)]) == 0 and "positions/s" in capsys.readouterr().out


def test_the_notebook_runs_and_draws_a_board_and_plots(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for name in ("ipykernel", "matplotlib", "polars"):
        pytest.importorskip(name)
    notebook = nbformat.read(EXAMPLES / "famous_games.ipynb", as_version=4)
    saved = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    page = (EXAMPLES.parents[1] / "docs" / "src" / "images" / "famous-games.svg").read_text()
    assert page in [output["data"].get("image/svg+xml") for output in saved if "data" in output]
    nbclient.NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    for outputs in (saved, [output for cell in notebook.cells for output in cell.get("outputs", [])]):
        assert not [output for output in outputs if output.output_type == "error"]
        drawings = [output["data"]["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]
        assert len(drawings) == 3 and all("<svg" in drawing for drawing in drawings)
        assert any("Anderssen" in output.get("text", "") for output in outputs)
