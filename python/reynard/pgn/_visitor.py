"""Visitors, which receive the parts of a game, and those that do not keep it."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import abc
import enum
from typing import TYPE_CHECKING, Generic, Literal, Optional, TypeVar

from .._native import Board, Move

if TYPE_CHECKING:
    from ._headers import Headers


class SkipType(enum.Enum):
    """The type of SKIP."""

    SKIP = None


SKIP = SkipType.SKIP
ResultT = TypeVar("ResultT", covariant=True)


class BaseVisitor(abc.ABC, Generic[ResultT]):
    """Receives the parts of a game from a reader or a tree."""

    def begin_game(self) -> Optional[SkipType]:
        """Called at the start of a game. Return SKIP to skip the game."""

    def begin_headers(self) -> Optional[Headers]:
        """Called before the tags. If the visitor returns headers here, its `visit_header` must fill them, and they determine the start
        position.
        """

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for each tag."""

    def end_headers(self) -> Optional[SkipType]:
        """Called after the tags. Return SKIP to skip the moves."""

    def begin_parse_san(self, board: Board, san: str) -> Optional[SkipType]:
        """Called before a move is parsed. Return SKIP to skip the move."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Parses a move in SAN or UCI notation. Raises ValueError if the text is invalid."""
        try:
            return board.parse_san(san)
        except ValueError:
            if len(san) in (4, 5) and san[0].islower() and san[2].islower():
                try:
                    return board.parse_uci(san.lower())
                except ValueError:
                    pass
            raise

    def visit_move(self, board: Board, move: Move) -> None:
        """Called for each move, with the position before the move."""

    def visit_board(self, board: Board) -> None:
        """Called for the start position, and for the position after each move."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment."""

    def visit_nag(self, nag: int) -> None:
        """Called for each numeric annotation glyph."""

    def begin_variation(self) -> Optional[SkipType]:
        """Called at the start of a variation. Return SKIP to skip the variation."""

    def end_variation(self) -> None:
        """Called at the end of a variation."""

    def visit_result(self, result: str) -> None:
        """Called for the result after the moves."""

    def end_game(self) -> None:
        """Called at the end of a game."""

    @abc.abstractmethod
    def result(self) -> ResultT:
        """Returns the result of the visitor."""

    def handle_error(self, error: Exception) -> None:
        """Called for a move that cannot be parsed. Raises the error unless overridden."""
        raise error


class BoardBuilder(BaseVisitor[Board]):
    """Keeps the last position of the main line."""

    def begin_game(self) -> None:
        self.skip_variation_depth = 0

    def begin_variation(self) -> SkipType:
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Skips a game."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> Literal[True]:
        return True
