"""Notebooks: the cards, the schedule and the report are those of the command line."""

import csv
import datetime
import io
import json
import os
import pathlib
import re
import subprocess

import pytest

import reynard.learn

CLUB = pathlib.Path(__file__).parents[2] / "docs" / "samples" / "club.pgn"
SETTINGS = 'me = ["rider85", "kr_blitz"]\nutc-offset = "+05:30"\n'
# Of one card: wrong, right the next day, the grade changed; of another one: suspended.
REVIEWS = """\
{{"time":1746172800000,"offset":330,"run":"a","count":1,"card":"{0}","event":"answer","move":"a2a3","grade":1,"millis":9000}}
{{"time":1746259200000,"offset":330,"run":"a","count":2,"card":"{0}","event":"answer","move":"b1d2","grade":3,"millis":4000}}
{{"time":1746259201000,"offset":330,"run":"a","count":3,"card":"{0}","event":"regrade","grade":4,"of":{{"time":1746259200000,"run":"a","count":2}}}}
{{"time":1746259300000,"offset":330,"run":"a","count":4,"card":"{1}","event":"suspend"}}
"""


@pytest.fixture
def folder(tmp_path):
    """A notebook with games, a repertoire, a puzzle and answers."""
    (tmp_path / "notebook.toml").write_text(SETTINGS)
    (tmp_path / "games.pgn").write_bytes(CLUB.read_bytes())
    (tmp_path / "repertoire").mkdir()
    (tmp_path / "repertoire" / "london-white.pgn").write_text("1. d4 d5 2. Bf4 (2. c4) *\n")
    (tmp_path / "repertoire" / "unknown.pgn").write_text("1. e4 *\n")
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "mate.pgn").write_text('[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8# 1-0\n')
    ids = reynard.learn.Notebook(tmp_path).cards()["card"].to_list()
    (tmp_path / "reviews.jsonl").write_text(REVIEWS.format(*ids))
    # A copy of a sync tool has lines of both.
    (tmp_path / "reviews (conflicted copy).jsonl").write_text(REVIEWS.format(*ids).splitlines()[0] + "\n")
    return tmp_path


def test_cards_and_reviews_are_columns(folder):
    notebook = reynard.learn.Notebook(folder)
    cards = notebook.cards().to_dicts()
    assert {row["kind"] for row in cards} == {"mistake", "punishment", "repertoire", "puzzle"}
    (asked,) = [row for row in cards if row["answers"]]
    assert (asked["answers"], asked["lapses"], asked["suspended"]) == (2, 1, False)
    assert asked["due"] > 1746259200000 and 1 <= asked["difficulty"] <= 10 and asked["stability"] > 0
    assert sum(row["suspended"] for row in cards) == 1
    for row in cards:
        board = reynard.Board(row["fen"])
        assert reynard.Move.from_uci(row["best"]) in board.legal_moves
        assert row["line"].startswith(row["best"])
        assert (row["played"] is None) == (row["kind"] in ("repertoire", "puzzle"))
    reviews = notebook.reviews()
    assert reviews["event"].to_list() == ["answer", "answer", "regrade", "suspend"]
    assert reviews["grade"].to_list() == [1, 3, 4, None] and reviews["offset"].to_list() == [330] * 4
    assert [note.split(":")[0] for note in notebook.notes] == [str(pathlib.Path("repertoire", "unknown.pgn"))]


def test_a_card_is_due_from_the_beginning_of_its_day_on(folder):
    notebook = reynard.learn.Notebook(folder)
    (asked,) = [row for row in notebook.cards().to_dicts() if row["answers"]]
    zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
    day = datetime.datetime.fromtimestamp(asked["due"] / 1000, zone)
    day = (day - datetime.timedelta(hours=4)).replace(hour=4, minute=0, second=0, microsecond=0)
    before = day - datetime.timedelta(seconds=1)
    assert len(notebook.due(before)) == 0 and notebook.due(day)["card"].to_list() == [asked["card"]]


def test_the_command_line_has_the_same_cards_schedule_and_report(folder):
    binary = os.environ.get("REYNARD_BINARY")
    if not binary:
        pytest.skip("REYNARD_BINARY names no reynard")
    notebook = reynard.learn.Notebook(folder)

    def said(*args):
        return subprocess.run([binary, "learn", *args, "--notebook", str(folder)], capture_output=True, text=True, check=True).stdout

    def same(table, exported):
        names = ["card", "kind", "fen", "best", "played", "date", "opponent", "link", "answers", "lapses", "due"]
        rows = [{name: row[name] for name in names} for row in csv.DictReader(io.StringIO(exported))]
        own = [{name: "" if row[name] is None else str(row[name]) for name in names} for row in table.to_dicts()]
        assert sorted(rows, key=lambda row: row["card"]) == sorted(own, key=lambda row: row["card"])
        return len(rows)

    assert same(notebook.cards(), said("export", "--to", "csv")) > 7
    assert same(notebook.due(), said("export", "--to", "csv", "--due")) == 1
    text = said("report")
    rows = notebook.report().to_dicts()
    assert {row["topic"] for row in rows} == {"Phase", "Clock", "Opening", "Time control", "Opponent's rating", "Month"}
    for row in rows:
        (line,) = [line for line in text.splitlines() if line.strip().startswith(row["name"] + " ")]
        figures = line.strip()[len(row["name"]):].split()
        assert figures[:4] == [str(row["games"]), str(row["moves"]), str(row["mistakes"]), f"{row['points_a_game']:.2f}"]


def test_every_setting_of_the_page_on_notebooks_is_known(folder):
    page = (pathlib.Path(__file__).parents[2] / "docs" / "src" / "notebook.md").read_text(encoding="utf-8")
    keys = re.findall(r"^\| `([a-z-]+)` \|", page.split("## Settings")[1].split("## ")[0], re.MULTILINE)
    values = {
        "me": ["rider85"], "engine": "", "syzygy": ["tables"], "nodes": 1000, "new-cards-a-day": 5, "retention": 0.8,
        "rollover-hour": 3, "utc-offset": "+01:00", "letters": "de",
    }
    assert sorted(keys) == sorted(values)
    # Such values of JSON are those of TOML.
    (folder / "notebook.toml").write_text("\n".join(f"{key} = {json.dumps(values[key])}" for key in keys))
    assert list(reynard.learn.Notebook(folder).settings) == keys


def test_wrong_folders_and_settings_are_named(folder):
    with pytest.raises(FileNotFoundError):
        reynard.learn.Notebook(folder / "repertoire")
    for text, word in [
        ("retention = 1.0", "retention"), ("rollover-hour = 24", "rollover-hour"), ('utc-offset = "1"', "utc-offset"), ("nodse = 1", "nodse"),
        ("me = [", "notebook.toml"),
    ]:
        (folder / "notebook.toml").write_text(text)
        with pytest.raises(ValueError, match=word):
            reynard.learn.Notebook(folder)
