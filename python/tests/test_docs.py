"""The programs of the pages run, and print what the pages say they print."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import outside
import pytest

PAGES = pathlib.Path(__file__).parents[2] / "docs"
NEEDS = {"duckdb", "polars", "numpy", "pyarrow", "torch"}


def blocks(page):
    """Programs with the output that follows them, or None."""
    text = (PAGES / "src" / page).read_text()
    return re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.DOTALL | re.MULTILINE)


def run(program, folder):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def words(text):
    """The words without the lines of tables, which libraries draw as they like."""
    return re.findall(r"[^\s│┆─┌┐└┘├┤┬┴┼╞╪╡═]+", text)


def test_the_programs_of_the_page_on_columns_print_their_output(tmp_path):
    found = blocks("data.md")
    program = "\nprint('---')\n".join(code for code, _ in found)
    for name in NEEDS & set(re.findall(r"^import (\w+)", program, re.MULTILINE)) | {"numpy"}:
        pytest.importorskip(name)
    for sample in (PAGES / "samples").glob("*.pgn"):
        shutil.copy(sample, tmp_path)
    printed = run(program, tmp_path).split("---\n")
    assert len(printed) == len(found) > 4
    for (code, expected), output in zip(found, printed):
        for line in expected.splitlines():
            assert f" {' '.join(words(line))} " in f" {' '.join(words(output))} ", f"{code}\nprinted:\n{output}"


def test_the_program_of_the_page_on_jobs_prints_its_output(tmp_path):
    shutil.copy(PAGES / "samples" / "famous.pgn", tmp_path)
    ((code, expected),) = blocks("cluster.md")
    assert run(code, tmp_path) == expected


def run_blocks_on_python(folder, with_engine):
    found = [block for block in blocks("python.md") if ("popen_uci" in block[0]) == with_engine]
    assert found
    (folder / "chess").mkdir()
    (folder / "chess" / "notebook.toml").write_text('me = ["rider85", "kr_blitz"]')
    shutil.copy(PAGES / "samples" / "club.pgn", folder / "chess" / "games.pgn")
    for code, expected in found:
        assert words(expected) == words(run(code, folder)) or not expected


def test_the_programs_of_the_page_on_python_run(tmp_path):
    run_blocks_on_python(tmp_path, with_engine=False)


def test_the_programs_of_the_page_on_python_that_start_stockfish_run(tmp_path, monkeypatch):
    folder = pathlib.Path(outside.program("stockfish")).parent
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    run_blocks_on_python(tmp_path, with_engine=True)
