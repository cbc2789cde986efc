"""Reading games from files, line by line or natively."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import functools
import io
import os
import re
from typing import Any, BinaryIO, Callable, Iterator, List, Optional, TextIO, Tuple, Union, overload

from .. import _native
from .._native import Board
from ._game import Game, GameBuilder, _grow
from ._headers import _RESULTS, TAG_REGEX, Headers, _standard_start
from ._nags import _MARKS
from ._node import ChildNode, GameNode
from ._visitor import SKIP, BaseVisitor, ResultT

_TOKEN = re.compile(
    r"""
      [NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?   # most moves
    | [PNBRQK]?@[a-h][1-8]
    | O-O-O | O-O | 0-0-0 | 0-0
    | -- | Z0 | 0000 | @@@@
    | 1-0 | 0-1 | 1/2-1/2 | \*
    | \$[0-9]+ | [!?]{1,2}
    | [(){;]
    """,
    re.VERBOSE,
)


def open(path: Union[str, "os.PathLike[str]", bytes, BinaryIO]) -> Iterator[Game]:
    """Iterates over the games in a file, which may be compressed with gzip, bzip2 or zstd.

    Bytes or a binary file object can be given instead of a path. Lines that are not valid UTF-8 are decoded as Latin-1.

    >>> import reynard.pgn
    >>> [game.headers["White"] for game in reynard.pgn.open(b'[White "Morphy"]\\n\\n1. e4 *')]
    ['Morphy']
    """
    readline = _native.PgnFile([path]).readline

    def games() -> Iterator[Game]:
        while (game := _read_common(readline)) is not None:
            yield game

    return games()


@overload
def read_game(handle: TextIO) -> Optional[Game]: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> Optional[ResultT]: ...
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game, and returns it, or None at the end of the file.

    If a move is illegal, that move and the rest of its line are dropped, and the error is added to `game.errors` and logged. The handle is
    left after the game, so `handle.tell()` and `handle.seek()` work between games.

    >>> import io, reynard.pgn
    >>> reynard.pgn.read_game(io.StringIO("1. d4 d5 1/2-1/2")).headers["Result"]
    '1/2-1/2'
    """
    if Visitor is GameBuilder and _as_written() == _WRITTEN:
        return _read_common(handle.readline)
    lines = _Lines(handle.readline)
    line = _first_line(lines)
    if not line:
        return None
    visitor = Visitor()
    skipping = visitor.begin_game() is SKIP
    headers, own = None, Headers({})
    if not skipping:
        # If the visitor returned headers, it fills them itself.
        headers = visitor.begin_headers()
        if not isinstance(headers, Headers):
            headers = own

    def visit(name: str, value: str) -> None:
        if not skipping:
            visitor.visit_header(name, value)
            own[name] = value

    line = _read_section(line, lines, visit)
    if not skipping:
        skipping = visitor.end_headers() is SKIP
    if skipping:
        _skip_moves(line, lines)
    elif headers is not None and not headers.is_played():
        try:
            headers.variant()
        except ValueError as error:
            visitor.handle_error(error)
        text = _text_of_moves(line, lines)
        if _standard_moves(headers, text) is not None:
            board = _standard_start(headers)
            visitor.visit_board(board)
            again = _Lines(io.StringIO(text).readline)
            _Reader(visitor, board, again).read(again.next())
        elif isinstance(visitor, GameBuilder):
            _keep_text(visitor.game, text)
        elif text.split()[-1:] and text.split()[-1] in _RESULTS:
            visitor.visit_result(text.split()[-1])
    else:
        try:
            board = (headers or Headers({})).board()
        except ValueError as error:
            visitor.handle_error(error)
            text = _text_of_moves(line, lines)
            if isinstance(visitor, GameBuilder):
                _keep_text(visitor.game, text)
        else:
            visitor.visit_board(board)
            _Reader(visitor, board, lines).read(line)
    visitor.end_game()
    return visitor.result()


def read_headers(handle: TextIO) -> Optional[Headers]:
    """Reads the tags of the next game, and skips its moves. Returns None at the end of the file.

    >>> import io, reynard.pgn
    >>> reynard.pgn.read_headers(io.StringIO('[White "A"]'))["White"]
    'A'
    """
    lines = _Lines(handle.readline)
    line = _first_line(lines)
    if not line:
        return None
    headers = Headers({})
    _skip_moves(_read_section(line, lines, headers.__setitem__), lines)
    return headers


def skip_game(handle: TextIO) -> bool:
    """Skips a game. Returns False at the end of the file.

    >>> import io, reynard.pgn
    >>> reynard.pgn.skip_game(io.StringIO("1. e4 *"))
    True
    """
    found = _native.read_tags(handle.readline)
    if found is None:
        return False
    _skip_moves(found[2], _Lines(handle.readline))
    return True


class _Lines:
    """The lines of a handle, read on demand."""

    def __init__(self, readline: Callable[[], str]) -> None:
        self.readline = readline

    def next(self) -> str:
        """Returns the next line, or an empty string at the end of the file."""
        return self.readline()


def _first_line(lines: _Lines) -> str:
    """Returns the first line that is not empty."""
    line = lines.next().lstrip("\ufeff")
    while line.isspace() or line.startswith(("%", ";")):
        line = lines.next()
    return line


def _read_section(line: str, lines: _Lines, visit: Callable[[str, str], None]) -> str:
    """Visits the tags of a game, and returns the first line behind them. One empty line is allowed among the tags, and after them."""
    after_empty = False
    match = TAG_REGEX.match
    while line:
        if line.isspace() and not after_empty:
            after_empty = True
        elif not line.startswith(("%", ";")):
            if not line.lstrip().startswith("["):
                break
            after_empty = False
            found = match(line)
            if found:
                visit(found[1], found[2])
        line = lines.next()
    return line


def _skip_comment(line: str, at: int, lines: _Lines) -> Tuple[str, str, int]:
    """Returns the text of a comment, and its end: a line and an index in that line."""
    end = line.find("}", at)
    if end >= 0:
        return line[at:end], line, end + 1
    parts = [line[at:]]
    while True:
        line = lines.next()
        if not line:
            return "".join(parts), "", 0
        end = line.find("}")
        if end >= 0:
            parts.append(line[:end])
            return "".join(parts), line, end + 1
        parts.append(line)


def _skip_moves(line: str, lines: _Lines) -> None:
    """Reads to the end of the moves, which is marked by an empty line outside a comment."""
    readline = lines.readline
    while line and not line.isspace():
        at = 0
        while "{" in line and not line.startswith("%"):
            opens, rest = line.find("{", at), line.find(";", at)
            if opens < 0 or 0 <= rest < opens:
                break
            _, line, at = _skip_comment(line, opens + 1, lines)
            if not line:
                return
        line = readline()


class _Reader:
    """Reads the moves of a game."""

    def __init__(self, visitor: BaseVisitor[Any], board: Board, lines: _Lines) -> None:
        self.visitor = visitor
        self.boards = [board]
        self.lines = lines
        # Number of open variations that are skipped.
        self.skipped = 0

    def read(self, line: str) -> None:
        """Reads to the end of the moves, which is marked by an empty line outside a comment."""
        find = _TOKEN.search
        while line and not line.isspace():
            if line.startswith("%"):
                line = self.lines.next()
                continue
            at = 0
            while found := find(line, at):
                token, at = found[0], found.end()
                if token == "{":
                    text, line, at = _skip_comment(line, at, self.lines)
                    if not self.skipped:
                        self.comment(text, bool(line))
                    if not line:
                        return
                elif token == ";":
                    break
                else:
                    self.token(token)
            line = self.lines.next()

    def comment(self, text: str, is_closed: bool) -> None:
        if is_closed and text.endswith(" "):
            text = text[:-1]
        self.visitor.visit_comment(text[1:] if text.startswith(" ") else text)

    def token(self, token: str) -> None:
        if token == "(":
            self.open()
        elif token == ")":
            self.close()
        elif token in _RESULTS:
            if len(self.boards) == 1 and self.skipped <= 1:
                self.visitor.visit_result(token)
        elif self.skipped:
            return
        elif token[0] == "$":
            self.visitor.visit_nag(int(token[1:]))
        elif token[0] in "!?":
            self.visitor.visit_nag(_MARKS[token])
        else:
            self.move(token)

    def open(self) -> None:
        if self.skipped:
            self.skipped += 1
        elif self.boards[-1]._depth():
            board = self.boards[-1].copy()
            board.pop()
            self.boards.append(board)
            if self.visitor.begin_variation() is SKIP:
                self.skipped = 1

    def close(self) -> None:
        if self.skipped > 1:
            self.skipped -= 1
            return
        if len(self.boards) > 1:
            self.skipped = 0
            self.visitor.end_variation()
            self.boards.pop()

    def move(self, token: str) -> None:
        board = self.boards[-1]
        visitor = self.visitor
        if visitor.begin_parse_san(board, token) is not SKIP:
            try:
                move = visitor.parse_san(board, token)
            except ValueError as error:
                visitor.handle_error(error)
                self.skipped = 1
            else:
                visitor.visit_move(board, move)
                board.push(move)
        # The board is shown after each token, even if the move was not made.
        visitor.visit_board(board)


def _text_of_moves(line: str, lines: _Lines) -> str:
    """Reads the moves of a game as text."""
    read = [line]

    def following() -> str:
        read.append(lines.next())
        return read[-1]

    _skip_moves(line, _Lines(following))
    return "".join(read).strip()


def _keep_text(game: Game, text: str) -> None:
    """Keeps the moves of an unsupported variant as text."""
    game.text = text
    words = text.split()
    if words and words[-1] in _RESULTS and game.headers.get("Result", "*") == "*":
        game.headers["Result"] = words[-1]


def _read_common(readline: Callable[[], str]) -> Optional[Game]:
    """Reads a game natively. Text that the native reader cannot parse is read again by `_Reader`."""
    found = _native.read_tags(readline)
    if found is None:
        return None
    headers = Headers.__new__(Headers)
    headers._tag_roster, headers._others, line = found
    game = Game.__new__(Game)
    game.parent = None
    game.move = None
    game.comment = ""
    game.starting_comment = ""
    game.nags = set()
    game.headers = headers
    game.errors = []
    board, error = None, None
    if "FEN" in headers._others or "Variant" in headers._others:
        try:
            board = headers.board()
        except ValueError as raised:
            error = raised
    if error is not None:
        # Moves are meaningless without their start position.
        _builder_of(game).handle_error(error)
        text = _text_of_moves(line, _Lines(readline))
        moves = _standard_moves(headers, text)
        if moves is None:
            game.variations = []
            _keep_text(game, text)
        else:
            _take_moves(game, moves)
        return game
    moves = _native.read_moves(readline, line, board)
    lines = moves.lines
    if lines is None:
        _take_moves(game, moves)
        return game
    game.variations = []
    again = _Lines(functools.partial(next, iter(lines), ""))
    _Reader(_builder_of(game), board or Board(), again).read(again.next())
    return game


def _builder_of(game: Game) -> GameBuilder[Game]:
    """Returns a visitor that adds to a game."""
    builder: GameBuilder[Game] = GameBuilder()
    builder.continue_game(game)
    return builder


def _take_moves(game: Game, moves: Any) -> None:
    """Takes over moves that were read natively and without an error."""
    roster = game.headers._tag_roster
    for result in moves.results:
        if roster["Result"] == "*":
            roster["Result"] = result
    game._moves = moves
    if moves.is_introduced:
        _grow(game)


def _standard_moves(headers: Headers, text: str) -> Any:
    """Returns the native moves of a game whose tag Variant does not denote a variant, or None if they are not those of standard chess."""
    if headers.is_played() or _native.is_unsupported_variant(str(headers["Variant"])):
        return None
    readline = io.StringIO(text).readline
    try:
        moves = _native.read_moves(readline, readline(), _standard_start(headers))
    except ValueError:
        return None
    return moves if moves.lines is None else None


def _as_written() -> List[Any]:
    """Returns what a program may replace and the native reader does not ask."""
    build, headers = GameBuilder, Headers
    return [
        build.end_headers, build.begin_parse_san, build.parse_san, build.visit_board, build.end_game, Game.__init__, ChildNode.__init__,
        GameNode.add_variation, headers.__init__, headers.__setitem__, TAG_REGEX, *_OF_BUILDER,
    ]


#: A view: it has what the class has now.
_OF_BUILDER = vars(GameBuilder).values()


_WRITTEN = _as_written()
