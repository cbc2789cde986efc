"""Notebooks of `reynard learn`: cards, answers, the schedule and the report as columns.

>>> import pathlib, tempfile, reynard.learn
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "notebook.toml").write_text('me = ["Anna"]')
>>> (folder / "repertoire").mkdir()
>>> _ = (folder / "repertoire" / "spanish-white.pgn").write_text("1. e4 e5 2. Nf3 *")
>>> notebook = reynard.learn.Notebook(folder)
>>> [(row["kind"], row["best"]) for row in notebook.cards().to_dicts()]
[('repertoire', 'e2e4'), ('repertoire', 'g1f3')]
>>> len(notebook.due()), len(notebook.reviews())
(0, 0)
"""

from __future__ import annotations

import datetime
import os
import pathlib
import re
import tomllib
from typing import Any, Dict, List, Optional, Union

from ._native import NativeNotebook, Table

StrPath = Union[str, "os.PathLike[str]"]

_PGN = re.compile(r"\.pgn(\.gz|\.bz2|\.zst)?$", re.IGNORECASE)
_KNOWN = {"me", "engine", "nodes", "new-cards-a-day", "retention", "rollover-hour", "utc-offset", "letters", "syzygy"}


class Notebook:
    """A notebook: a folder created by `reynard learn start`. The constructor reads the notebook; nothing is ever written to it.

    Raises FileNotFoundError if the folder has no `notebook.toml`, and ValueError if a setting in this file is invalid.
    """

    def __init__(self, folder: StrPath) -> None:
        self.folder = pathlib.Path(folder)
        self.settings: Dict[str, Any] = _settings(self.folder / "notebook.toml")
        self._offset = _offset(self.settings.get("utc-offset"))
        self._rollover: int = self.settings.get("rollover-hour", 4)
        if not isinstance(self._rollover, int) or not 0 <= self._rollover <= 23:
            raise ValueError("rollover-hour: not an hour from 0 to 23")
        names = [str(name) for name in self.settings.get("me", [])]
        files = {"repertoire": _games(self.folder / "repertoire"), "puzzles": _games(self.folder / "puzzles"), "reviews": _journals(self.folder)}
        self._native = NativeNotebook(self.folder, files, names, float(self.settings.get("retention", 0.9)))

    @property
    def notes(self) -> List[str]:
        """Notes about skipped content, such as a repertoire file that does not state its side."""
        return self._native.notes

    def cards(self, now: Optional[datetime.datetime] = None) -> Table:
        """Returns the cards, one per row, with their schedule at a given time (by default now).

        Columns: `card` (its ID), `kind`, `fen`, `best` and `line` (UCI); from the last mistake `played`, `opponent`, `date`, `link` and
        `why`; `mistakes`, `points` (expected points lost by these mistakes), `answers`, `lapses`, `difficulty`, `stability` (days), `due`
        (milliseconds since 1970, UTC; null before the first answer), `suspended`.
        """
        return self._native.cards(_millis(now))

    def due(self, now: Optional[datetime.datetime] = None) -> Table:
        """Returns the rows of `cards` that are due on the day of `now`, as `reynard learn drill` would show them. The day ends at the hour
        set in the notebook. Cards that are suspended or have never been asked are omitted. The longest overdue cards come first.
        """
        millis = _millis(now)
        return self._native.due(millis, self._offset_at(millis), self._rollover)

    def reviews(self) -> Table:
        """Returns the events of the journal and of its copies in order, without duplicates.

        Columns: `time` (milliseconds since 1970, UTC), `offset` (minutes from UTC), `run`, `card`, `event` (`answer`, `regrade`, `undo`,
        `suspend`, `resume`), `move` (UCI; null if the answer was shown), `grade` (1 again, 2 hard, 3 good, 4 easy), `millis`.
        """
        return self._native.reviews()

    def report(self) -> Table:
        """Returns the tables of `reynard learn report` as one table, in the same order.

        Columns: `topic`, `name`, `games`, `moves`, `mistakes`, `points_a_game` (expected points lost), `error` (the standard error of
        `points_a_game`; null for fewer than two games).
        """
        return self._native.report()

    def _offset_at(self, millis: int) -> int:
        """Returns the offset from UTC in minutes: the one in the settings or, if there is none, this machine's offset at a given time."""
        offset = self._offset
        if offset is None:
            offset = datetime.datetime.fromtimestamp(millis / 1000).astimezone().utcoffset() or datetime.timedelta()
        return int(offset.total_seconds() // 60)

    def __repr__(self) -> str:
        return f"<Notebook: {self.folder}>"


def _settings(path: pathlib.Path) -> Dict[str, Any]:
    try:
        settings = tomllib.loads(path.read_text("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    unknown = sorted(set(settings) - _KNOWN)
    if unknown:
        raise ValueError(f"{path}: unknown setting `{unknown[0]}`")
    return settings


def _offset(text: Optional[str]) -> Optional[datetime.timedelta]:
    if text is None:
        return None
    found = re.fullmatch(r"([+-])(\d\d):?(\d\d)?", str(text).strip())
    if not found:
        raise ValueError(f"utc-offset: `{text}` is not an offset like +01:00")
    minutes = 60 * int(found[2]) + int(found[3] or 0)
    return datetime.timedelta(minutes=minutes if found[1] == "+" else -minutes)


def _millis(now: Optional[datetime.datetime]) -> int:
    when = datetime.datetime.now(datetime.timezone.utc) if now is None else now
    return int(when.timestamp() * 1000)


def _games(folder: pathlib.Path) -> List[pathlib.Path]:
    """Returns the PGN files in a folder and its subfolders, ordered by path."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and _PGN.search(path.name)) if folder.is_dir() else []


def _journals(folder: pathlib.Path) -> List[pathlib.Path]:
    """Returns the journal and the copies that sync tools leave next to it."""
    return sorted(path for path in folder.iterdir() if path.name.lower().startswith("reviews") and path.suffix.lower() == ".jsonl")
