"""Chess with the familiar python-chess names, on a native core.

>>> import reynard
>>> board = reynard.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
"""

from __future__ import annotations

from . import _native, _table as _table
from ._board import (
    BaseBoardT as BaseBoardT,
    BoardT as BoardT,
    FEN_CASTLING_REGEX as FEN_CASTLING_REGEX,
    SAN_REGEX as SAN_REGEX,
    STARTING_BOARD_FEN as STARTING_BOARD_FEN,
    STARTING_FEN as STARTING_FEN,
    Outcome as Outcome,
    Termination as Termination,
)
from ._native import (
    AmbiguousMoveError as AmbiguousMoveError,
    BaseBoard as BaseBoard,
    Board as Board,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
)
from ._squares import *  # noqa: F403
from . import _subclass as _subclass

__version__ = _native.VERSION.replace("-alpha.", "a").replace("-beta.", "b").replace("-rc.", "rc")
from ._native import divide as divide
from ._native import perft as perft
from .database import Database as Database
from .engine import Engine as Engine
