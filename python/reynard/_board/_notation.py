"""Notations of moves and positions: lines in SAN, XBoard, and records in EPD."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

import math
import re
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from .._native import Board, IllegalMoveError, Move
from .._squares import WHITE
from ._attach import _add

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")


@_add(Board)
def variation_san(self: Any, variation: Iterable[Move]) -> str:
    """Returns a line of legal moves in SAN, with move numbers.

    >>> import reynard
    >>> line = [reynard.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")]
    >>> reynard.Board().variation_san(line)
    '1. e4 e5 2. Nf3'
    """
    board = self.copy(stack=False)
    words: List[str] = []
    for move in variation:
        if not board.is_legal(move):
            raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")
        if board.turn == WHITE:
            words.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
        elif words:
            words.append(board.san_and_push(move))
        else:
            words.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
    return " ".join(words)


@_add(Board)
def xboard(self: Any, move: Move, chess960: Optional[bool] = None) -> str:
    """Returns the move in XBoard notation."""
    if chess960 is None:
        chess960 = self.chess960
    if not chess960 or not self.is_castling(move):
        return move.xboard()
    return "O-O" if self.is_kingside_castling(move) else "O-O-O"


@_add(Board)
def parse_xboard(self: Any, xboard: str) -> Move:
    """Parses a legal move in XBoard notation, or in SAN."""
    try:
        return self.parse_uci(xboard)
    except ValueError:
        return self.parse_san(xboard)


@_add(Board)
def push_xboard(self: Any, san: str) -> Move:
    """Parses a move in XBoard notation and makes it."""
    move = self.parse_xboard(san)
    self.push(move)
    return move


@_add(Board)
@classmethod
def from_epd(cls: Any, epd: str, *, chess960: bool = False) -> Tuple[Any, Dict[str, Any]]:
    """Returns the board described by an EPD record, and the record's operations.

    >>> import reynard
    >>> board, operations = reynard.Board.from_epd("4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; id \\"mate\\";")
    >>> operations["id"]
    'mate'
    """
    board = cls.empty(chess960=chess960)
    return board, board.set_epd(epd)


def _epd_operand(board: Any, opcode: str, operand: Any) -> str:
    if isinstance(operand, Move):
        return board.san(operand)
    if isinstance(operand, (int, float)):
        assert math.isfinite(operand), f"expected numeric epd operand to be finite, got: {operand}"
        return str(operand)
    if opcode == "pv" and not isinstance(operand, str):
        line = board.copy(stack=False)
        return " ".join(line.san_and_push(move) for move in operand)
    if opcode in ("am", "bm") and not isinstance(operand, str):
        return " ".join(sorted(board.san(move) for move in operand))
    text = str(operand)
    for plain, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\r", "\\r"), ("\n", "\\n"), ('"', '\\"')):
        text = text.replace(plain, escaped)
    return f'"{text}"'


@_add(Board)
def _validate_epd_opcode(self: Any, opcode: str) -> None:
    """Raises ValueError for an invalid EPD opcode."""
    if not opcode[:1].isalpha():
        raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
    for blank in (" ", "\n", "\t", "\r"):
        if blank in opcode:
            raise ValueError(f"invalid character {blank!r} in epd opcode: {opcode!r}")


# The native function, whatever is assigned to the class later.
_fen = Board.fen


@_add(Board)
def epd(
    self: Any, *, shredder: bool = False, en_passant: Any = "legal", promoted: Optional[bool] = None, **operations: Any
) -> str:
    """Returns the EPD record of the position, with the given operations.

    >>> import reynard
    >>> reynard.Board().epd(id="start")
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start";'
    """
    fields = _fen(self, shredder=shredder, en_passant=en_passant, promoted=promoted).split(" ")[:4]
    for opcode, operand in operations.items():
        self._validate_epd_opcode(opcode)
        text = "" if operand is None else _epd_operand(self, opcode, operand)
        fields.append(f"{opcode} {text};" if text else f"{opcode};")
    return " ".join(fields)


_EPD_OPCODE = re.compile(r"[\s;]*([^\s;]*)[^\S;]*")
_EPD_STRING = re.compile(r'"((?:[^"\\]|\\.)*)(?:"|\Z)', re.DOTALL)
_EPD_ESCAPES = {"t": "\t", "r": "\r", "n": "\n"}


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _EPD_ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _epd_number(text: str) -> Union[int, float]:
    try:
        return int(text)
    except ValueError:
        number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"invalid numeric operand for epd: {text!r}")
    return number


def _epd_moves(board: Any, opcode: str, text: str) -> Any:
    if opcode == "pv":
        line, moves = board.copy(stack=False), []
        for word in text.split():
            moves.append(line.parse_xboard(word))
            line.push(moves[-1])
        return moves
    if opcode in ("am", "bm"):
        return [board.parse_xboard(word) for word in text.split()]
    return board.parse_xboard(text) if text else None


def _operations_in(board: Any, text: str) -> Dict[str, Any]:
    """Parses operations. Each is a name, followed by a quoted string, or by a number or moves that end at a semicolon."""
    operations: Dict[str, Any] = {}
    at = 0
    while at < len(text):
        found = _EPD_OPCODE.match(text, at)
        assert found is not None
        opcode, at = found[1], found.end()
        if opcode in ("", "-"):
            continue
        if not opcode[0].isalpha() and text[at : at + 1] not in ("", ";"):
            raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
        if string := _EPD_STRING.match(text, at):
            operations[opcode], at = _unescaped(string[1]), string.end()
        else:
            operand, _, _ = text[at:].partition(";")
            at += len(operand) + 1
            operand = operand.strip()
            is_number = operand.startswith(("-", "+", ".")) or operand[:1].isdecimal()
            operations[opcode] = _epd_number(operand) if is_number else _epd_moves(board, opcode, operand)
    return operations


@_add(Board)
def set_epd(self: Any, epd: str) -> Dict[str, Any]:
    """Sets the position from an EPD record and returns its operations. Raises ValueError if the record is invalid."""
    text = epd.strip().rstrip(";")
    parts = text.split(None, 4)
    if not parts:
        raise ValueError("empty fen")
    if len(parts) < 5 and text[-1].isspace():
        raise ValueError(f"expected an opcode in epd: {epd!r}")
    fields, rest = parts[:4], parts[4] if len(parts) > 4 else ""
    fresh = Board(None, chess960=self.chess960)
    fresh._set_fen(" ".join(fields))
    operations = _operations_in(fresh, rest)
    if "hmvc" in operations or "fmvn" in operations:
        fields += [str(operations.get("hmvc", 0)), str(operations.get("fmvn", 1))]
    self._set_fen(" ".join(fields))
    return operations
