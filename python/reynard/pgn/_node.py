"""The nodes of the tree of a game, with the annotations in their comments, and the tour of a visitor through them."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import abc
import operator
import re
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterable,
    Iterator,
    List,
    Optional,
    Set,
    Tuple,
    TypeVar,
    Union,
)

from .. import engine as _engine
from .. import svg as _svg
from .._native import Board, Move
from .._squares import WHITE, Color, Square
from ._exporter import StringExporter
from ._visitor import SKIP, BaseVisitor, ResultT

if TYPE_CHECKING:
    # A node returns its game: `join` of `reynard._package` provides the class.
    from ._game import Game

MainlineMapT = TypeVar("MainlineMapT")

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
            suffix = "" if depth is None else f",{max(depth, 0):d}"
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

    def __copy__(self) -> ChildNode:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

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


def _along(start: GameNode) -> Iterator[Any]:
    """Iterates over the nodes of the main line after a node."""
    variations = start.variations
    while variations:
        node = variations[0]
        yield node
        variations = node.variations


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


def _node_at(game: Game, path: List[int]) -> GameNode:
    """Returns the node at a path of variation indices."""
    node: GameNode = game
    for number in path:
        node = node.variations[number]
    return node
