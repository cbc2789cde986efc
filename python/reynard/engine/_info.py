"""What an engine tells about a search: its information, and the best move."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import enum
import itertools
import re
from typing import Any, Dict, List, Optional, Tuple, TypedDict

from .._native import Board, Move
from .._score import Cp, Mate, PovScore
from .._wdl import PovWdl, Wdl
from ._errors import LOGGER, EngineError


class InfoDict(TypedDict, total=False):
    """The information that an engine sends about a line."""

    score: PovScore
    pv: List[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: Dict[Move, List[Move]]
    currline: Dict[int, List[Move]]
    ebf: float
    wdl: PovWdl
    string: str


class Info(enum.IntFlag):
    """The kinds of information to collect from an engine."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE, INFO_BASIC, INFO_SCORE, INFO_PV = Info.NONE, Info.BASIC, Info.SCORE, Info.PV
INFO_REFUTATION, INFO_CURRLINE, INFO_ALL = Info.REFUTATION, Info.CURRLINE, Info.ALL


class PlayResult:
    """The result of `play`: the move, the expected reply, information, and any draw offer or resignation."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: InfoDict
    draw_offered: bool
    resigned: bool

    def __init__(
        self,
        move: Optional[Move],
        ponder: Optional[Move],
        info: Optional[InfoDict] = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class BestMove:
    """The result at the end of an analysis: the best move and the expected reply."""

    move: Optional[Move]
    ponder: Optional[Move]

    def __init__(self, move: Optional[Move], ponder: Optional[Move]) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


# Output of an engine

_NUMBERS = ("depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload")
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][a-z]?|[PNBRQK]@[a-h][1-8]|0000")
_WORDS = {*_NUMBERS, "time", "score", "wdl", "pv", "currmove", "refutation", "currline", "ebf", "string"}


def _first_word(line: str) -> Tuple[str, str]:
    """Splits a line into its first word and the text that follows it. Blanks at the end are kept."""
    word, *rest = line.split(None, 1) or [""]
    return word, "".join(rest)


def _line_of(words: List[str], board: Board) -> List[Move]:
    """Parses a line of moves, up to the first word that does not look like a move. Raises ValueError if a move is illegal."""
    line = board.copy(stack=False)
    return [line.push_uci(word) for word in itertools.takewhile(_MOVE.fullmatch, words)]


def _score_of(words: List[str], board: Board) -> Optional[PovScore]:
    kind, value = (words + ["", ""])[:2]
    try:
        if kind == "cp":
            return PovScore(Cp(int(value)), board.turn)
        if kind == "mate":
            return PovScore(Mate(int(value)), board.turn)
    except ValueError:
        LOGGER.error("score is not a number: %r", " ".join(words))
        return None
    LOGGER.error("unknown kind of score (expected cp or mate): %r", " ".join(words))
    return None


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:
    """Parses the text that follows `info`. Unknown words are skipped."""
    info: Dict[str, Any] = {}
    if not selector:
        return info  # type: ignore[return-value]
    words = arg.split()
    at = 0
    while at < len(words):
        word = words[at]
        end = at + 1
        while end < len(words) and words[end] not in _WORDS:
            end += 1
        values = words[at + 1 : end]
        if word == "string":
            info["string"] = arg.split("string", 1)[1].lstrip()
            break
        try:
            _read_info(info, word, values, root_board, selector)
        except (ValueError, IndexError):
            LOGGER.error("exception parsing %s from info: %r", word, arg)
        at = end
    return info  # type: ignore[return-value]


def _read_info(info: Dict[str, Any], word: str, values: List[str], board: Board, selector: Info) -> None:
    if word in _NUMBERS:
        info[word] = int(values[0])
    elif word == "time":
        info[word] = int(values[0]) / 1000
    elif word == "ebf":
        info[word] = float(values[0])
    elif word == "score" and selector & INFO_SCORE:
        bound = next((value for value in values if value in ("lowerbound", "upperbound")), None)
        if bound is not None:
            info[bound] = True
        score = _score_of(values, board)
        if score is not None:
            info["score"] = score
    elif word == "wdl":
        wins, draws, losses = (int(value) for value in values[:3])
        info["wdl"] = PovWdl(Wdl(wins, draws, losses), board.turn)
    elif word == "currmove":
        info["currmove"] = Move.from_uci(values[0])
    elif word == "pv" and selector & INFO_PV:
        info["pv"] = _line_of(values, board)
    elif word == "refutation" and selector & INFO_REFUTATION:
        refutations, moves = info.setdefault("refutation", {}), _line_of(values, board)
        if moves:
            refutations[moves[0]] = moves[1:]
    elif word == "currline" and selector & INFO_CURRLINE:
        lines = info.setdefault("currline", {})
        lines[int(values[0])] = _line_of(values[1:], board)


def _best_move(text: str, board: Board) -> BestMove:
    words = text.split()
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove(None, None)
    after = board.copy(stack=False)
    try:
        move = after.push_uci(words[0].lower())
    except ValueError as error:
        raise EngineError(str(error)) from error
    ponder = None
    if len(words) >= 3 and words[1] == "ponder" and words[2] != "(none)":
        try:
            ponder = after.parse_uci(words[2].lower())
        except ValueError:
            LOGGER.error("engine sent an illegal ponder move: %r", text)
    return BestMove(move, ponder)
