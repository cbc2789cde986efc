"""Chess with the names everyone knows, on a native core.

>>> import reynard
>>> board = reynard.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
"""

from __future__ import annotations

from . import _native
from ._board import (
    FEN_CASTLING_REGEX,
    SAN_REGEX,
    STARTING_BOARD_FEN,
    STARTING_FEN,
    Outcome,
    Termination,
)
from ._native import (
    AmbiguousMoveError,
    BaseBoard,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoveGenerator,
    Move,
    Piece,
    PseudoLegalMoveGenerator,
)
from ._squares import *  # noqa: F403

__version__ = _native.VERSION.replace("-alpha.", "a").replace("-beta.", "b").replace("-rc.", "rc")
from ._native import divide, perft  # noqa: E402
from .engine import Engine  # noqa: E402
