"""Games in PGN: reading, navigating, editing and writing.

>>> import io, reynard.pgn
>>> game = reynard.pgn.read_game(io.StringIO("1. e4 e5 ( 1... c5 ) 2. Nf3 *"))
>>> print(game.accept(reynard.pgn.StringExporter(headers=False)))
1. e4 e5 ( 1... c5 ) 2. Nf3 *
"""

from __future__ import annotations

import abc
import copy as _copy
import dataclasses
import enum
import functools
import io
import logging
import math
import operator
import os
import re
import threading
from typing import (
    Any,
    BinaryIO,
    Callable,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    MutableMapping,
    Optional,
    Set,
    TextIO,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from . import _native
from . import engine as _engine
from . import svg as _svg
from ._errors import ReadError as ReadError
from ._board import STARTING_FEN
from ._native import Board, IllegalMoveError, Move
from ._squares import BLACK, WHITE, Color, Square

LOGGER = logging.getLogger(__name__)

NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

_MARKS = {
    "!": NAG_GOOD_MOVE,
    "?": NAG_MISTAKE,
    "!!": NAG_BRILLIANT_MOVE,
    "??": NAG_BLUNDER,
    "!?": NAG_SPECULATIVE_MOVE,
    "?!": NAG_DUBIOUS_MOVE,
}
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TAG_REGEX = re.compile(r'^\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"([^\r\n]*)"\s*\]\s*$')
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
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

# Annotations in comments, with the blank on either side. The names of the groups are those of
# python-chess, since programs search comments with these expressions.
_BEFORE, _AFTER = r"(?P<prefix>\s?)", r"(?P<suffix>\s?)"
_CLOCK = r"(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)"
_SCORE = r"(?:#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d+(?:\.\d{0,2})?|\.\d{1,2})))(?:,(?P<depth>\d+))?"
_ARROW = "[RGYB][a-h][1-8](?:[a-h][1-8])?"
CLOCK_REGEX = re.compile(rf"{_BEFORE}\[%clk\s{_CLOCK}\]{_AFTER}")
EMT_REGEX = re.compile(rf"{_BEFORE}\[%emt\s{_CLOCK}\]{_AFTER}")
EVAL_REGEX = re.compile(rf"{_BEFORE}\[%eval\s{_SCORE}\]{_AFTER}")
ARROWS_REGEX = re.compile(rf"{_BEFORE}\[%(?:csl|cal)\s(?P<arrows>{_ARROW}(?:,{_ARROW})*)\]{_AFTER}")

_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_STANDARD = {"", "chess", "standard", "classical", "normal", "illegal", "from position"}
_WILD = {f"wild/{name}" for name in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "8a")}


class SkipType(enum.Enum):
    """The type of SKIP."""

    SKIP = None


SKIP = SkipType.SKIP
ResultT = TypeVar("ResultT", covariant=True)


class TimeControlType(enum.Enum):
    """Classes of time control, according to the time allowed for 60 moves in the first part."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """A part of a time control: moves, seconds, increment in seconds per move, delay."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """A time control, with its class.

    >>> import reynard.pgn
    >>> reynard.pgn.parse_time_control("300+3").type
    <TimeControlType.BLITZ: 4>
    """

    parts: List[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def parse_time_control(time_control: str) -> TimeControl:
    """Parses the value of the tag TimeControl. Raises ValueError if it is invalid."""
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl([], TimeControlType.UNLIMITED)
    parts: List[TimeControlPart] = []
    texts = time_control.split(":")
    for index, text in enumerate(texts):
        part = TimeControlPart()
        moves, *times = text.split("/")
        if times:
            part.moves = int(moves)
        elif index != len(texts) - 1:
            raise ValueError(f"a part without a number of moves is the last one: {time_control!r}")
        seconds, *bonuses = (times[0] if times else moves).split("+")
        part.time = int(seconds)
        if bonuses and bonuses[0].endswith("d"):
            part.delay = float(bonuses[0][:-1])
        elif bonuses:
            part.increment = float(bonuses[0])
        parts.append(part)
    # The first part determines the class.
    base = parts[0].time + 60 * parts[0].increment
    if base >= 3600:
        kind = TimeControlType.STANDARD
    elif base >= 900:
        kind = TimeControlType.RAPID
    elif base >= 180:
        kind = TimeControlType.BLITZ
    else:
        kind = TimeControlType.BULLET
    return TimeControl(parts, kind)


def _clock_text(seconds: float) -> str:
    thousandths = round(float(f"{max(seconds, 0.0):.3f}") * 1000)
    minutes, thousandths = divmod(thousandths, 60_000)
    hours, minutes = divmod(minutes, 60)
    whole, part = divmod(thousandths, 1000)
    fraction = f".{part:03d}".rstrip("0").rstrip(".") if part else ""
    return f"{hours}:{minutes:02d}:{whole:02d}{fraction}"


_move_of: Callable[[ChildNode], Move] = operator.attrgetter("move")


def _node_itself(node: ChildNode) -> ChildNode:
    return node


class GameNode(abc.ABC):
    """A position in a game, with the moves played from it."""

    parent: Optional[GameNode]
    move: Optional[Move]
    variations: List[ChildNode]
    comment: str
    starting_comment: str
    nags: Set[int]

    def __init__(self, *, comment: str = "") -> None:
        self.parent = None
        self.move = None
        self.variations = []
        self.comment = comment
        self.starting_comment = ""
        self.nags = set()

    @abc.abstractmethod
    def board(self) -> Board:
        """Returns the position."""

    @abc.abstractmethod
    def ply(self) -> int:
        """Returns the number of plies since the start of the game."""

    def turn(self) -> Color:
        """Returns the side to move."""
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """Returns the first node."""
        node: GameNode = self
        while node.parent:
            node = node.parent
        return node

    def game(self) -> Game:
        """Returns the game."""
        root = self.root()
        assert isinstance(root, Game), "GameNode not rooted in Game"
        return root

    def end(self) -> GameNode:
        """Returns the last node of the main line from here."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Returns True if no move was played from here."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Returns True if this is the first move of a variation."""
        if not self.parent or not self.parent.variations:
            return False
        return self.parent.variations[0] != self

    def is_mainline(self) -> bool:
        """Returns True if this node is in the main line of the game."""
        node: GameNode = self
        while node.parent:
            if not node.parent.variations or node.parent.variations[0] != node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Returns True if this is the first of the moves played from its parent."""
        return not self.parent or not self.parent.variations or self.parent.variations[0] == self

    def _index(self, move: Union[int, Move, GameNode]) -> int:
        if isinstance(move, int):
            found = self.variations[move]
            return self.variations.index(found)
        return self._index_of(move)

    def _index_of(self, move: Union[Move, GameNode]) -> int:
        for index, variation in enumerate(self.variations):
            if variation is move or variation.move == move:
                return index
        raise KeyError(move)

    def __getitem__(self, move: Union[int, Move, GameNode]) -> ChildNode:
        try:
            return self.variations[move]  # type: ignore[index]
        except TypeError:
            return self.variations[self._index_of(move)]  # type: ignore[arg-type]

    def __contains__(self, move: Union[int, Move, GameNode]) -> bool:
        try:
            self._index(move)
        except KeyError:
            return False
        return True

    def variation(self, move: Union[int, Move, GameNode]) -> ChildNode:
        """Returns the node reached by a move from here, given the move or its index. Raises IndexError or KeyError if there is none."""
        return self[move]

    def has_variation(self, move: Union[int, Move, GameNode]) -> bool:
        """Returns True if the move was played from here."""
        return move in self

    def promote_to_main(self, move: Union[int, Move, GameNode]) -> None:
        """Makes a variation the main line from here."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation up by one."""
        index = self._index(move)
        if index > 0:
            self.variations.insert(index - 1, self.variations.pop(index))

    def demote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation down by one."""
        index = self._index(move)
        if index < len(self.variations) - 1:
            self.variations.insert(index + 1, self.variations.pop(index))

    def remove_variation(self, move: Union[int, Move, GameNode]) -> None:
        """Removes a variation."""
        del self.variations[self._index(move)]

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a move as the last variation, and returns its node."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a move as the main line from here, and returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def next(self) -> Optional[ChildNode]:
        """Returns the next node of the main line, or None at its end."""
        variations = self.variations
        return variations[0] if variations else None

    def add_line(
        self, moves: Iterable[Move], *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> GameNode:
        """Adds a line of moves, and returns its last node."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {comment}" if node.comment and comment else node.comment or comment
        node.nags.update(nags)
        return node

    def mainline(self) -> Mainline[ChildNode]:
        """Returns the nodes of the main line from here."""
        return Mainline(self, _node_itself)

    def mainline_moves(self) -> Mainline[Move]:
        """Returns the moves of the main line from here."""
        return Mainline(self, _move_of)

    # Annotations in the comment

    def _annotate(self, pattern: re.Pattern[str], text: str) -> None:
        """Replaces an annotation in the comment, appends it, or removes it."""
        found = pattern.search(self.comment)
        if found is None:
            if text:
                self.comment += text if not self.comment or self.comment[-1].isspace() else f" {text}"
            return
        before, after = found.group(1), found.group(found.re.groups)
        middle = before + text + after if text else before and after
        self.comment = self.comment[: found.start()] + middle + self.comment[found.end() :]

    def _seconds(self, pattern: re.Pattern[str]) -> Optional[float]:
        found = pattern.search(self.comment)
        if found is None:
            return None
        return int(found[2]) * 3600 + int(found[3]) * 60 + float(found[4])

    def clock(self) -> Optional[float]:
        """Returns the seconds in the annotation `[%clk ...]`, or None if there is none."""
        return self._seconds(CLOCK_REGEX)

    def set_clock(self, seconds: Optional[float]) -> None:
        """Sets or removes the annotation `[%clk ...]`."""
        self._annotate(CLOCK_REGEX, "" if seconds is None else f"[%clk {_clock_text(seconds)}]")

    def emt(self) -> Optional[float]:
        """Returns the seconds in the annotation `[%emt ...]`, or None if there is none."""
        return self._seconds(EMT_REGEX)

    def set_emt(self, seconds: Optional[float]) -> None:
        """Sets or removes the annotation `[%emt ...]`."""
        self._annotate(EMT_REGEX, "" if seconds is None else f"[%emt {_clock_text(seconds)}]")

    def eval(self) -> Optional[_engine.PovScore]:
        """Returns the evaluation in the annotation `[%eval ...]`, or None if there is none."""
        found = EVAL_REGEX.search(self.comment)
        if found is None:
            return None
        score: _engine.Score
        if found[2]:
            score = _engine.Mate(int(found[2]))
            if score.mate() == 0:
                # The side to move is mated.
                return _engine.PovScore(score, self.turn())
        else:
            score = _engine.Cp(round(float(found[3]) * 100))
        turn = self.turn()
        return _engine.PovScore(score if turn else -score, turn)

    def eval_depth(self) -> Optional[int]:
        """Returns the depth in the annotation `[%eval ...]`, or None if there is none."""
        found = EVAL_REGEX.search(self.comment)
        return int(found[4]) if found and found[4] else None

    def set_eval(self, score: Optional[_engine.PovScore], depth: Optional[int] = None) -> None:
        """Sets or removes the annotation `[%eval ...]`."""
        text = ""
        if score is not None:
            white = score.white()
            mate, centipawns = white.mate(), white.score()
            suffix = "" if depth is None else f",{max(depth, 0)}"
            if mate:
                text = f"[%eval #{mate}{suffix}]"
            elif centipawns is not None:
                text = f"[%eval {centipawns / 100:.2f}{suffix}]"
        self._annotate(EVAL_REGEX, text)

    def arrows(self) -> List[_svg.Arrow]:
        """Returns the arrows and circles in the annotations `[%csl ...]` and `[%cal ...]`."""
        return [
            _svg.Arrow.from_pgn(text)
            for found in ARROWS_REGEX.finditer(self.comment)
            for text in found[2].split(",")
        ]

    def set_arrows(self, arrows: Iterable[Union[_svg.Arrow, Tuple[Square, Square]]]) -> None:
        """Sets or removes the annotations `[%csl ...]` and `[%cal ...]`."""
        circles: List[str] = []
        lines: List[str] = []
        for arrow in arrows:
            if not isinstance(arrow, _svg.Arrow):
                arrow = _svg._arrow_of(arrow)
            (circles if arrow.tail == arrow.head else lines).append(arrow.pgn())
        rest = ARROWS_REGEX.sub(lambda found: " " if found[1] and found[3] else "", self.comment)
        marks = (f"[%csl {','.join(circles)}]" if circles else "") + (f"[%cal {','.join(lines)}]" if lines else "")
        self.comment = f"{marks} {rest}" if marks and rest and not rest[0].isspace() else marks + rest

    # Visitors

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Passes the moves from here to a visitor, and returns its result."""
        raise NotImplementedError

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Passes the moves from here to a visitor as a separate game, and returns its result."""
        if visitor.begin_game() is not SKIP:
            game = self.game()
            board = self.board()
            dummy = Game.without_tag_roster()
            dummy.setup(board)
            visitor.begin_headers()
            for name, value in game.headers.items():
                if name not in dummy.headers:
                    visitor.visit_header(name, value)
            for name, value in dummy.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                visitor.visit_board(board)
                if self.variations:
                    _tell(self.variations[0], board, visitor)
                visitor.visit_result(game.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


def _tell(first: ChildNode, board: Board, visitor: BaseVisitor[Any], siblings: bool = True) -> None:
    """Passes the line that begins with a node, and all its variations, to a visitor. The board is restored at the end."""
    waiting: List[Tuple[ChildNode, Iterator[ChildNode], int]] = []
    node, made = first, 0
    while True:
        _tell_move(node, board, visitor)
        made += 1
        parent = node.parent
        if siblings and parent is not None and len(parent.variations) > 1 and parent.variations[0] is node:
            board.pop()
            waiting.append((node, iter(parent.variations[1:]), made - 1))
        else:
            following = node.next()
            siblings = True
            if following is not None:
                node = following
                continue
            for _ in range(made):
                board.pop()
            if not waiting:
                return
            visitor.end_variation()
        while waiting:
            main, others, before = waiting[-1]
            sibling = next(others, None)
            if sibling is not None:
                if visitor.begin_variation() is SKIP:
                    visitor.end_variation()
                    continue
                node, made, siblings = sibling, 0, False
                break
            waiting.pop()
            board.push(main.move)
            made = before + 1
            following = main.next()
            if following is not None:
                node, siblings = following, True
                break
            for _ in range(made):
                board.pop()
            if not waiting:
                return
            visitor.end_variation()
        else:
            return


def _tell_move(node: ChildNode, board: Board, visitor: BaseVisitor[Any]) -> None:
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def _tell_text(text: str, result: str, visitor: BaseVisitor[Any]) -> None:
    """Gives a visitor the moves that were kept as text. An exporter writes them; any other visitor gets only the result."""
    words = text.split()
    if words and words[-1] in _RESULTS:
        del words[-1]
    if isinstance(visitor, StringExporterMixin):
        for word in words:
            visitor.write_token(word + " ")
    visitor.visit_result(result)


class ChildNode(GameNode):
    """A node after a move."""

    parent: GameNode
    move: Move

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        super().__init__(comment=comment)
        self.parent = parent
        self.move = move
        self.starting_comment = starting_comment
        self.nags.update(nags)
        self.parent.variations.append(self)

    def __reduce__(self) -> Tuple[Any, ...]:
        path: List[int] = []
        node: GameNode = self
        while node.parent is not None:
            path.append(next(number for number, other in enumerate(node.parent.variations) if other is node))
            node = node.parent
        return (_node_at, (node, path[::-1]))

    def board(self) -> Board:
        """Returns the position, with the moves that led to it."""
        moves: List[Move] = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            moves.append(node.move)
            node = node.parent
        board = node.board()
        while moves:
            board.push(moves.pop())
        return board

    def ply(self) -> int:
        """Returns the number of plies since the start of the game."""
        count = 0
        node: GameNode = self
        while node.parent:
            node = node.parent
            count += 1
        return node.ply() + count

    def san(self) -> str:
        """Returns the move in SAN."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        """Returns the move in UCI notation."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        """Returns the last node of the main line from here."""
        node = super().end()
        assert isinstance(node, ChildNode)
        return node

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Passes the moves from here, including this one, to a visitor, and returns its result."""
        _tell(self, self.parent.board(), visitor, False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
        except ValueError:
            return f"<{type(self).__name__} at {id(self):#x} (dangling: {self.move})>"
        dots = "." if board.turn == WHITE else "..."
        return f"<{type(self).__name__} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self.move)} ...)>"


class _LazyVariations:
    """The variations of a parsed game whose tree does not exist yet.

    They are built when they are first asked for. After that they are an attribute of the game, which hides this one of the class. (A method
    `__getattr__` would do the same, but CPython reads all attributes of a class that has one more slowly.)
    """

    def __get__(self, game: Optional[Game], cls: type) -> List[ChildNode]:
        if game is not None and game._moves is not None:
            _grow(game)
            return game.variations
        # Another thread may have built it meanwhile.
        if game is not None and "variations" in game.__dict__:
            return game.variations
        raise AttributeError(f"{cls.__name__!r} object has no attribute 'variations'", name="variations", obj=game)


GameT = TypeVar("GameT", bound="Game")


class Game(GameNode):
    """A game: its tags, the start position, and the moves."""

    headers: Headers
    errors: List[Exception]
    #: The moves as text, if the rules of the game's variant are not supported. The tree then has no
    #: moves.
    text: Optional[str] = None
    #: The native moves of a parsed game whose tree does not exist yet.
    _moves: Any = None

    def __init__(self, headers: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    def board(self) -> Board:
        """Returns the start position."""
        return self.headers.board()

    def ply(self) -> int:
        """Returns the number of plies before the start position."""
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union[Board, str]) -> None:
        """Sets the start position by means of the tags FEN, SetUp and Variant."""
        if isinstance(board, Board):
            chess960, fen = board.chess960, board.fen()
            if chess960 is False and board.has_chess960_castling_rights():
                chess960 = True
        else:
            position = Board(board)
            position.chess960 = chess960 = position.has_chess960_castling_rights()
            fen = position.fen()
        if fen == STARTING_FEN:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"] = fen
            self.headers["SetUp"] = "1"
        if chess960:
            self.headers["Variant"] = "Chess960"
        else:
            self.headers.pop("Variant", None)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Passes the game to a visitor, and returns its result."""
        if visitor.begin_game() is not SKIP:
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            skipped = visitor.end_headers() is SKIP
            if not skipped and self.text is not None and not self.variations:
                _tell_text(self.text, self.headers.get("Result", "*"), visitor)
            elif not skipped:
                # The tag Variant may have a text that is not the name of a variant.
                board = self.board() if self.headers.is_played() else _standard_start(self.headers)
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                if self.variations:
                    _tell(self.variations[0], board, visitor)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def time_control(self) -> TimeControl:
        """Returns the time control in the tag TimeControl."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: Type[GameT], board: Board) -> GameT:
        """Returns a game with the moves in a board's move stack."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls: Type[GameT]) -> GameT:
        """Returns a new game without tags."""
        return cls(headers={})

    @classmethod
    def builder(cls: Type[GameT]) -> GameBuilder[GameT]:
        """Returns a visitor that builds a game of this class."""
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        get = self.headers.get
        return (
            f"<{type(self).__name__} at {id(self):#x} ({get('White', '?')!r} vs. {get('Black', '?')!r}, "
            f"{get('Date', '????.??.??')!r} at {get('Site', '?')!r}{', errors' if self.errors else ''})>"
        )

    def __deepcopy__(self, memo: Dict[int, Any]) -> Game:
        _grow(self)
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        for name, value in self.__dict__.items():
            if name not in ("variations", "headers", "errors"):
                twin.__dict__[name] = _copy.deepcopy(value, memo)
        twin.headers = self.headers.copy()
        twin.errors = list(self.errors)
        twin.variations = []
        pending: List[Tuple[GameNode, GameNode]] = [(self, twin)]
        while pending:
            source, target = pending.pop()
            for child in source.variations:
                fresh = type(child).__new__(type(child))
                fresh.__dict__.update(child.__dict__, parent=target, variations=[], nags=set(child.nags))
                memo[id(child)] = fresh
                target.variations.append(fresh)
                pending.append((child, fresh))
        return twin

    def __copy__(self) -> Game:
        _grow(self)
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __getstate__(self) -> Tuple[Dict[str, Any], List[Tuple[int, Any, Dict[str, Any]]]]:
        # A flat list of the nodes with their parents' numbers, since pickling a tree would recurse
        # for every move.
        _grow(self)
        nodes: List[Tuple[int, Any, Dict[str, Any]]] = []
        pending: List[Tuple[int, GameNode]] = [(0, child) for child in reversed(self.variations)]
        while pending:
            parent, node = pending.pop()
            nodes.append((parent, type(node), {name: value for name, value in node.__dict__.items() if name not in ("parent", "variations")}))
            number = len(nodes)
            pending += [(number, child) for child in reversed(node.variations)]
        return {name: value for name, value in self.__dict__.items() if name != "variations"}, nodes

    def __setstate__(self, state: Tuple[Dict[str, Any], List[Tuple[int, Any, Dict[str, Any]]]]) -> None:
        own, nodes = state
        self.__dict__.update(own, variations=[])
        made: List[Any] = [self]
        for parent, kind, values in nodes:
            node = kind.__new__(kind)
            node.__dict__.update(values, parent=made[parent], variations=[])
            made[parent].variations.append(node)
            made.append(node)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_new_game, (type(self),), self.__getstate__())


# Type checkers know the list alone.
setattr(Game, "variations", _LazyVariations())

_GROWING = threading.Lock()


def _grow(game: Game) -> None:
    """Builds the tree of the parsed moves, if it does not exist yet."""
    with _GROWING:
        if game._moves is None:
            return
        # A program may have assigned others meanwhile.
        if "variations" not in game.__dict__:
            game.variations = []
            builder: GameBuilder[Game] = GameBuilder()
            builder.continue_game(game)
            _replay(builder, game._moves.steps())
        del game._moves


def _replay(builder: GameBuilder[Any], steps: List[Any]) -> None:
    """Passes the steps of a native reader to a builder, which does not need a board."""
    stack = builder.variation_stack
    new = ChildNode.__new__
    for step in steps:
        kind = type(step)
        if kind is Move and not builder.starting_comment:
            parent = stack[-1]
            node = new(ChildNode)
            # In the order of `__init__`: CPython reads attributes fast if all objects of a class have them in one order.
            node.parent = parent
            node.move = step
            node.variations = []
            node.comment = ""
            node.starting_comment = ""
            node.nags = set()
            parent.variations.append(node)
            stack[-1] = node
            builder.in_variation = True
        elif kind is Move:
            builder.visit_move(None, step)
        elif kind is str:
            builder.visit_comment(step)
        elif step is True:
            builder.begin_variation()
        elif step is False:
            builder.end_variation()
        else:
            builder.visit_nag(step)


def _new_game(cls: Any) -> Any:
    return cls.__new__(cls)


def _node_at(game: Game, path: List[int]) -> GameNode:
    """Returns the node at a path of variation indices."""
    node: GameNode = game
    for number in path:
        node = node.variations[number]
    return node


HeadersT = TypeVar("HeadersT", bound="Headers")


class Headers(MutableMapping[str, str]):
    """The tags of a game: first those of the Seven Tag Roster, then the others."""

    def __init__(
        self, data: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None, **kwargs: str
    ) -> None:
        self._roster: Dict[str, str] = {}
        self._others: Dict[str, str] = {}
        if data is None:
            data = dict(Event="?", Site="?", Date="????.??.??", Round="?", White="?", Black="?", Result="*")
        self.update(data, **kwargs)

    def is_chess960(self) -> bool:
        """Returns True if the tag Variant names Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Returns True if the tag Variant names one of the FICS wild start positions."""
        return self.get("Variant", "").lower() in _WILD

    def is_played(self) -> bool:
        """Returns True if the tag Variant names standard chess or Chess960, whose rules are supported."""
        return self.get("Variant", "").lower() in _STANDARD or self.is_chess960() or self.is_wild()

    def variant(self) -> Type[Board]:
        """Returns the board class for the tag Variant. Raises ValueError for variants whose rules are not supported."""
        if self.is_played():
            return Board
        raise ValueError(f"unsupported variant: {self['Variant']!r}")

    def board(self) -> Board:
        """Returns the start position given by the tags. Raises ValueError if the FEN is invalid."""
        cls = self.variant()
        chess960 = self.is_chess960()
        fen = self.get("FEN")
        if fen is None:
            return cls(chess960=chess960)
        board = cls(fen, chess960=chess960)
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if key in TAG_ROSTER:
            # Any value is allowed: a round may be a number.
            self._roster[key] = value
            return
        if not TAG_NAME_REGEX.match(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        self._others[key] = value

    def __getitem__(self, key: str) -> str:
        return self._roster[key] if key in TAG_ROSTER else self._others[key]

    def __delitem__(self, key: str) -> None:
        if key in TAG_ROSTER:
            del self._roster[key]
        else:
            del self._others[key]

    def __iter__(self) -> Iterator[str]:
        for key in TAG_ROSTER:
            if key in self._roster:
                yield key
        yield from self._others

    def __len__(self) -> int:
        return len(self._roster) + len(self._others)

    def copy(self: HeadersT) -> HeadersT:
        """Returns a copy."""
        return type(self)(dict(self))

    def __copy__(self: HeadersT) -> HeadersT:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls: Type[HeadersT]) -> HeadersBuilder[HeadersT]:
        """Returns a visitor that keeps only the tags."""
        return HeadersBuilder(Headers=cls)


def _along(start: GameNode) -> Iterator[Any]:
    """Iterates over the nodes of the main line after a node."""
    variations = start.variations
    while variations:
        node = variations[0]
        yield node
        variations = node.variations


MainlineMapT = TypeVar("MainlineMapT")


class Mainline(Generic[MainlineMapT]):
    """The nodes or moves of a main line, which can be iterated in both directions."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineMapT]:
        start, f = self.start, self.f
        if f is _move_of and isinstance(start, Game) and start._moves is not None and "variations" not in start.__dict__:
            # The game is parsed but has no tree yet. The moves alone do not need one.
            return iter(start._moves.mainline())
        return _along(start) if f is _node_itself else map(f, _along(start))

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node = self.start.end()
        while node is not self.start and isinstance(node, ChildNode):
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Passes the line without its variations to a visitor, and returns its result."""
        node = self.start.next()
        board = Board() if node is None else self.start.board()
        while node is not None:
            _tell_move(node, board, visitor)
            node = node.next()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self.accept(StringExporter(columns=None, comments=False))})>"


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


class GameBuilder(BaseVisitor[GameT]):
    """Builds a game. Errors are stored in the game and logged."""

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> None:
        self.game: Any
        self.variation_stack: List[GameNode]
        self.starting_comment: str
        self.in_variation: bool
        self.continue_game(self.Game())

    def continue_game(self, game: Any) -> None:
        """Continues building a game whose tags have been read."""
        self.game = game
        self.variation_stack = [game]
        self.starting_comment = ""
        self.in_variation = False

    def begin_headers(self) -> Headers:
        headers: Headers = self.game.headers
        return headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> Any:
        parent = self.variation_stack[-1].parent
        assert parent is not None, "begin_variation called, but root node on top of the stack"
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self) -> None:
        self.variation_stack.pop()
        self.in_variation = True

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        top = self.variation_stack[-1]
        if self.in_variation or (top.parent is None and top.is_end()):
            top.comment = f"{top.comment} {comment}".strip(" ") if top.comment else comment
        elif self.starting_comment:
            self.starting_comment = f"{self.starting_comment} {comment}"
        else:
            self.starting_comment = comment

    def visit_move(self, board: Optional[Board], move: Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comment = self.starting_comment
        self.variation_stack[-1] = node
        self.starting_comment = ""
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        game: GameT = self.game
        return game


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Keeps the tags, and skips the moves."""

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


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


class StringExporterMixin:
    """Writes the parts of a game, in lines of limited length."""

    def __init__(
        self, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: List[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        """Ends the line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a token, on a new line if it does not fit."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a line."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def end_game(self) -> None:
        self.write_line()

    def begin_headers(self) -> None:
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> Optional[SkipType]:
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if self.variations or not self.variation_depth:
            if board.turn == WHITE:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        self.write_token(f"{result} ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game to a string.

    >>> import reynard.pgn
    >>> reynard.pgn.Game().accept(reynard.pgn.StringExporter(headers=False))
    '*'
    """

    def result(self) -> str:
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games to a text file. The result is the number of characters written."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: Optional[int] = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle

    def begin_game(self) -> None:
        self.written = 0
        self.force_movenumber = True

    def flush_current_line(self) -> None:
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self) -> int:
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return self.__repr__()


# Reading


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
    headers._roster, headers._others, line = found
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
    builder: GameBuilder[Game] = GameBuilder()
    builder.continue_game(game)
    if error is not None:
        # Moves are meaningless without their start position.
        builder.handle_error(error)
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
    _Reader(builder, board or Board(), again).read(again.next())
    return game


def _take_moves(game: Game, moves: Any) -> None:
    """Takes over moves that were read natively and without an error."""
    roster = game.headers._roster
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


def _standard_start(headers: Headers) -> Board:
    """Returns the start position by the tag FEN alone."""
    return Board(headers.get("FEN", STARTING_FEN))


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


def _as_written() -> List[Any]:
    """Returns what a program may replace and the native reader does not ask."""
    build, headers = GameBuilder, Headers
    return [
        build.__init__, build.begin_game, build.begin_headers, build.visit_header, build.end_headers, build.begin_parse_san, build.visit_board,
        build.visit_result, build.end_game, build.result, Game.__init__, headers.__init__, headers.__setitem__, TAG_REGEX,
    ]


_WRITTEN = _as_written()
