"""Errors raised by several modules."""

from __future__ import annotations

from typing import Optional


class ReadError(ValueError):
    """Raised if a game cannot be read. Holds the location of the error.

    >>> import reynard.data
    >>> try:
    ...     reynard.data.read_games(b"1. e4 Ke6 *", policy="stop")
    ... except reynard.data.ReadError as error:
    ...     print(error.line, error.column, error.game, error.token)
    1 7 1 Ke6
    """

    path: Optional[str]
    line: int
    column: int
    game: Optional[int]
    token: str

    def __init__(self, message: str, path: Optional[str], line: int, column: int, game: Optional[int], token: str) -> None:
        super().__init__(message)
        self.path = path
        self.line = line
        self.column = column
        self.game = game
        self.token = token

    def __reduce__(self) -> "tuple[type[ReadError], tuple[object, ...]]":
        return type(self), (self.args[0], self.path, self.line, self.column, self.game, self.token)
