"""Games, and the visitor that builds them."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import copy as _copy
import logging
import threading
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from .._board import STARTING_FEN
from .._native import Board, Move
from ._exporter import StringExporterMixin
from ._headers import _RESULTS, Headers, _standard_start
from ._node import ChildNode, GameNode, _tell
from ._time_control import TimeControl, parse_time_control
from ._visitor import SKIP, BaseVisitor, ResultT

LOGGER = logging.getLogger(__name__)
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
            # The tree grows from another root: threads that ask at once see all of it or wait.
            root: Any = ChildNode.__new__(ChildNode)
            # In the order of `_replay`.
            root.parent = root.move = None
            root.variations = []
            root.comment, root.starting_comment, root.nags = game.comment, game.starting_comment, game.nags
            builder: GameBuilder[Game] = GameBuilder()
            builder.continue_game(root)
            _replay(builder, game._moves.steps())
            for child in root.variations:
                child.parent = game
            game.comment = root.comment
            game.variations = root.variations
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


def _tell_text(text: str, result: str, visitor: BaseVisitor[Any]) -> None:
    """Gives a visitor the moves that were kept as text. An exporter writes them; any other visitor gets only the result."""
    words = text.split()
    if words and words[-1] in _RESULTS:
        del words[-1]
    if isinstance(visitor, StringExporterMixin):
        for word in words:
            visitor.write_token(word + " ")
    visitor.visit_result(result)


def _new_game(cls: Any) -> Any:
    return cls.__new__(cls)
