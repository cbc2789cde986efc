"""Programs that hang attributes on pieces and sets, assign methods of their own to the classes, and combine the classes with others.

    python classes.py ours|theirs

prints an object of JSON with the result of each. `classes.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import abc
import copy
import dataclasses
import functools
import gc
import os
import pickle
import shelve
import sqlite3
import tempfile
import types
import typing
import weakref
from unittest import mock

import chess
import chess.engine
import chess.polyglot

KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Plain(chess.Board):
    pass


class Area(chess.SquareSet):
    pass


# Attributes


def pieces_and_sets_have_attributes():
    board = chess.Board()
    rook, squares = board.piece_at(chess.A1), chess.SquareSet([1, 2])
    rook.moved, squares.name = True, "pair"
    pieces = board.piece_map()
    pieces[chess.A1].square = chess.A1
    board.set_piece_at(chess.C4, rook)
    copies = [copied(one) for one in (rook, squares) for copied in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)))]
    alive = [weakref.ref(one)() is one for one in (rook, squares)]
    seen = [list(vars(one).items()) for one in copies], alive, [hasattr(board.piece_at(at), "moved") for at in (chess.A1, chess.C4)]
    del rook.moved
    return seen, hasattr(rook, "moved"), hasattr(copies[0], "moved"), rook == board.piece_at(chess.A1), hasattr(squares | 1, "name"), \
        hasattr(squares.copy(), "name"), pieces[chess.A1].square, hasattr(chess.Piece.from_symbol("R"), "square"), type(copy.copy(Area(3))).__name__


def what_hangs_on_a_piece_ends_with_it():
    class Node:
        pass

    seen = []
    for make in (lambda: chess.Board().piece_at(chess.E1), lambda: chess.Piece(2, True), lambda: chess.Piece.from_symbol("q"), chess.SquareSet):
        for circle in (False, True):
            piece, node = make(), Node()
            piece.node, alive = node, weakref.ref(node)
            if circle:
                node.piece = piece
            del node
            seen.append(alive() is piece.node)
            del piece
            gc.collect()
            seen.append(alive() is None)
    return seen


# Methods that are assigned


def methods_that_are_assigned_to_the_class_are_called():
    heard = []

    def push(board, move):
        heard.append(move.uci())
        return pushing(board, move)

    def parse_san(board, text):
        return parsing(board, text.strip().replace("S", "N"))

    board, pushing, parsing = chess.Board(), chess.Board.push, chess.Board.parse_san
    with mock.patch.object(chess.Board, "push", push), mock.patch.object(chess.Board, "parse_san", parse_san):
        seen = [str(board.push_san(" e4")), str(board.push_uci("e7e5")), str(Plain(board.fen()).push_san("Sf3"))]
        board.push(chess.Move.from_uci("g1f3"))
    with mock.patch.object(chess.Board, "parse_uci", lambda board, text: chess.Move.from_uci(text[:4])):
        seen.append(str(board.push_uci("b8c6 and so on")))
    board.push_san("Bb5")
    return seen, heard, board.fen(), said(lambda: board.push_san("Sf6")), said(lambda: board.push_uci("a7a6 and so on"))


def legal_moves_are_those_of_a_method_that_is_assigned():
    listed = chess.Board.generate_legal_moves
    with mock.patch.object(chess.Board, "generate_legal_moves", lambda board, *masks: (move for move in listed(board, *masks) if move.to_square > 23)):
        board = chess.Board()
        seen = [board.legal_moves.count(), sorted(move.uci() for move in board.legal_moves), bool(board.legal_moves)]
    return seen, board.legal_moves.count()


def methods_that_are_assigned_to_a_board_are_called():
    board, heard = chess.Board(), []
    board.push = heard.append
    seen = [str(board.push_san("e4")), str(board.push_uci("d2d4")), board.fen() == chess.STARTING_FEN, [str(move) for move in heard]]
    del board.push
    board.push_san("e4")
    board.generate_legal_moves = lambda *masks: iter([chess.Move.from_uci("a7a6")])
    seen += [board.fen(), [str(move) for move in board.legal_moves], board.legal_moves.count()]
    return seen, chess.Board().legal_moves.count()


def classes_become_keys_and_sort_by_methods_that_are_assigned():
    seen = []
    with mock.patch.object(chess.Board, "__hash__", lambda board: hash(board.fen())), mock.patch.object(chess.Board, "__str__", lambda board: "text"):
        seen += [{chess.Board(): 1}[chess.Board()], len({chess.Board(), chess.Board(KIWI), chess.Board()}), str(chess.Board()), f"{chess.Board(KIWI)}"]
    with mock.patch.object(chess.Move, "__lt__", lambda a, b: a.uci() < b.uci(), create=True):
        seen.append([str(move) for move in sorted(chess.Board().legal_moves)[:3]])
    with mock.patch.object(chess.Piece, "value", property(lambda piece: piece.piece_type), create=True):
        seen.append(sum(piece.value for piece in chess.Board().piece_map().values()))
    with mock.patch.object(chess.Board, "is_checkmate", return_value=True):
        seen += [str(chess.Board().outcome()), chess.Board().is_game_over(), chess.Board().result()]
    return seen, said(lambda: hash(chess.Board())), chess.Board().is_game_over(), said(lambda: sorted(chess.Board().legal_moves))


def functions_are_pickled():
    functions = [chess.Move.from_uci, chess.Piece.from_symbol, chess.Board.from_epd, chess.Board.is_variant_end, chess.Board.push_san, chess.Board.empty,
                 chess.SquareSet.from_square, chess.Move.null, chess.Board().san, chess.Move.uci, chess.square_name, chess.polyglot.zobrist_hash]
    moves = pickle.loads(pickle.dumps(chess.Board(KIWI).legal_moves))
    return moves.count(), moves.board.fen(), [pickle.loads(pickle.dumps(function)).__name__ for function in functions], str(pickle.loads(pickle.dumps(chess.Move.from_uci))("e2e4"))


class Shown(chess.Board):
    def board_fen(self, *, promoted=False):
        return super().board_fen(promoted=promoted).upper()


class Lenient(chess.Board):
    def status(self):
        return chess.STATUS_VALID


def texts_of_a_subclass_are_built_from_its_parts():
    board = Shown()
    board.push_san("e4")
    return board.fen(), board.epd(hmvc=3), repr(board), board.fen(shredder=True), chess.Board.empty().is_valid(), Lenient.empty().is_valid(), Lenient().is_valid()


# What Python does with classes


@dataclasses.dataclass
class State:
    board: chess.Board = dataclasses.field(default_factory=chess.Board)
    last: typing.Optional[chess.Move] = None
    score: typing.Optional[chess.engine.PovScore] = None


def states_are_dataclasses():
    state = State()
    state.board.push_san("e4")
    other = dataclasses.replace(state, last=chess.Move(12, 28), score=chess.engine.PovScore(chess.engine.Cp(3), True))
    deep = dataclasses.asdict(other)
    return deep["board"].fen(), deep["board"] is state.board, str(dataclasses.astuple(other)[1]), state == State(), other == copy.deepcopy(other), repr(other), \
        str(dataclasses.replace(chess.Move(12, 52), promotion=chess.QUEEN)), [said(lambda: dataclasses.make_dataclass("Bad", [("x", object, value)]).__name__)
                                                                              for value in (chess.Board(), chess.Move(1, 2), chess.SquareSet())]


def functions_dispatch_on_classes():
    @functools.singledispatch
    def name(value):
        return "?"

    @name.register
    def _(value: chess.Board):
        return "board"

    @name.register
    def _(value: chess.BaseBoard):
        return "base"

    @name.register
    def _(value: chess.engine.Score):
        return "score"

    @name.register(chess.Move)
    def _(value):
        return "move"

    return [name(value) for value in (chess.Board(), Plain(), chess.BaseBoard(), chess.Move.null(), chess.engine.Mate(1), chess.engine.MateGiven, chess.Piece(1, True))]


def patterns_match():
    def name(value):
        match value:
            case chess.Move(from_square=12, to_square=target):
                return "e2", target
            case chess.Move(start, target):
                return start, target
            case chess.Piece(chess.PAWN, color):
                return "pawn", color
            case chess.Outcome(termination=chess.Termination.CHECKMATE, winner=winner):
                return "mate", winner
            case chess.engine.Cp(cp=points):
                return points
            case chess.Board(turn=chess.BLACK):
                return "Black"
            case _:
                return "?"

    values = [chess.Move(12, 28), chess.Move(1, 2), chess.Piece(1, False), chess.Piece(2, False), chess.Outcome(chess.Termination.CHECKMATE, True),
              chess.engine.Cp(30), chess.Board(), chess.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 1")]
    return [name(value) for value in values]


def classes_combine_with_others():
    class Position(abc.ABC):
        @abc.abstractmethod
        def moves(self):
            ...

    class Mixed:
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.mixed = True

    class Registering(chess.Board):
        kinds = []

        def __init_subclass__(cls, kind=None, **options):
            super().__init_subclass__(**options)
            Registering.kinds.append(kind)

    class Slotted(chess.Board):
        __slots__ = ("extra",)

    class Meta(type):
        pass

    Position.register(chess.Board)
    whole = type("Whole", (chess.Board, Position), {"moves": lambda board: list(board.legal_moves)})
    part = type("Part", (Position, chess.Board), {})
    slotted, named = Slotted(), type("Named", (Registering,), {}, kind="a")
    slotted.extra = 1
    generic = types.new_class("Of", (chess.Board, typing.Generic[typing.TypeVar("T")]))
    return isinstance(chess.Board(), Position), len(whole().moves()), said(part), type("Both", (Mixed, chess.Board), {})(KIWI).mixed, Registering.kinds, \
        named().fen(), slotted.extra, Meta("Made", (chess.Board,), {})().fen(), generic[int]().fen(), said(lambda: chess.Board[int])


def rows_and_shelves_hold_boards():
    board = chess.Board(KIWI)
    board.push_san("O-O")
    base = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
    sqlite3.register_adapter(chess.Board, chess.Board.fen)
    sqlite3.register_adapter(chess.Move, chess.Move.uci)
    sqlite3.register_converter("MOVE", lambda text: chess.Move.from_uci(text.decode()))
    base.execute("create table moves (board text, move MOVE)")
    base.executemany("insert into moves values (?, ?)", [(board, move) for move in board.legal_moves])
    rows = base.execute("select * from moves order by move").fetchall()
    with tempfile.TemporaryDirectory() as folder:
        with shelve.open(os.path.join(folder, "shelf")) as shelf:
            shelf["all"] = [board, board.peek(), board.piece_map(), board.attackers(True, 28), chess.engine.PovScore(chess.engine.Mate(3), True)]
        with shelve.open(os.path.join(folder, "shelf")) as shelf:
            kept = shelf["all"]
    return [(text, str(move)) for text, move in rows[:3]], len(rows), kept[0] == board, kept[0].move_stack == board.move_stack, [repr(one) for one in kept[1:]]


def dataclasses_extend_moves_and_pieces():
    @dataclasses.dataclass(unsafe_hash=True)
    class Rated(chess.Move):
        score: int = 0

    @dataclasses.dataclass(order=True)
    class Sorted(chess.Move):
        key: float = 0.0
        names: list = dataclasses.field(default_factory=list)

        def __post_init__(self):
            self.key = self.to_square / 2

    @dataclasses.dataclass
    class Placed(chess.Piece):
        square: int = 0

    @dataclasses.dataclass
    class Explained(chess.Outcome):
        reason: str = ""

    @dataclasses.dataclass
    class Named(chess.engine.PlayResult):
        name: str = ""

    move, piece = Rated(12, 28, score=4), Placed(1, True, 8)
    board = chess.Board()
    board.push(Rated(from_square=12, to_square=28, score=9))
    return [
        str(move), repr(move), move.score, move == Rated(12, 28, score=5), hash(move) == hash(Rated(12, 28, score=4)), dataclasses.asdict(move),
        dataclasses.replace(move, score=7).score, copy.deepcopy(move).score, Rated.from_uci("e2e4").score, board.fen(),
        [one.uci() for one in sorted([Sorted(5, 6), Sorted(3, 4), Sorted(3, 2)])], Sorted(5, 6).key, Sorted(5, 6).names,
        str(piece), piece.symbol(), piece.square, Placed.from_symbol("n").square, piece == Placed(1, True, 9), said(lambda: hash(piece)),
        Explained(chess.Termination.STALEMATE, None, "no move").result(), Named(name="x").name,
    ]


def classes_tell_their_fields():
    def shown(kind):
        return {name: str(hint).replace("reynard.", "chess.") for name, hint in sorted(typing.get_type_hints(kind).items()) if not name.startswith("_")}

    kinds = [chess.Move, chess.Piece, chess.Board, chess.engine.PlayResult, chess.engine.BestMove, chess.engine.PovScore, chess.engine.PovWdl, chess.engine.Limit]
    fields = [[(field.name, str(field.type)) for field in dataclasses.fields(kind)] for kind in (chess.Move, chess.Piece)]
    return [{name: hint.replace("chess._score", "chess.engine").replace("chess._wdl", "chess.engine") for name, hint in shown(kind).items()} for kind in kinds], \
        [[name for name, _ in pairs] for pairs in fields]


def fields_are_filled_by_a_dictionary():
    move, piece, empty = chess.Move(1, 2), chess.Piece(1, True), chess.Move.__new__(chess.Move)
    move.note = "old"
    move.__dict__ = {"from_square": 5, "to_square": 6, "promotion": 5, "drop": None, "label": 4}
    piece.__dict__ = {"piece_type": 3, "color": False, "square": 1}
    empty.__dict__ = {"from_square": 12, "to_square": 28, "promotion": None, "drop": None}
    piece.__dict__ = piece.__dict__
    return [
        str(move), move.label, hasattr(move, "note"), vars(move), str(piece), piece.square, vars(piece), str(empty), empty in chess.Board().legal_moves,
        hash(empty) == hash(chess.Move(12, 28)), said(lambda: setattr(move, "__dict__", 3)), str(chess.Move(1, 2)), str(chess.Piece(1, True)),
    ]


def castling_and_en_passant_are_those_of_a_subclass():
    class Late(chess.Board):
        def generate_castling_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            return (move for move in super().generate_castling_moves(from_mask, to_mask) if self.is_kingside_castling(move))

    class Plain(chess.Board):
        def generate_pseudo_legal_ep(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            return iter(())

    seen = []
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ):
        for kind in (Late, Plain):
            for chess960 in (False, True):
                board = kind(fen, chess960=chess960)
                seen.append([" ".join(map(str, moves)) for moves in (board.legal_moves, board.pseudo_legal_moves, board.generate_legal_captures())])
                for text in ("O-O", "O-O-O", "dxe3", "Ng1f3"):
                    seen.append(said(lambda: board.parse_san(text)))
                for text in ("e1g1", "e1h1", "e1c1", "e1a1", "d4e3"):
                    move = chess.Move.from_uci(text)
                    seen.append([said(lambda: board.parse_uci(text)), board.is_legal(move), board.is_pseudo_legal(move), move in board.legal_moves])
    return seen


def the_outcome_asks_the_methods_of_a_subclass():
    positions = ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/8/8/8/8/8/8/KQ6 w - - 160 99", chess.STARTING_FEN]
    answers = {"yes": lambda self, *arguments: True, "no": lambda self, *arguments: False}
    seen = []
    for name in ("is_checkmate", "is_stalemate", "is_insufficient_material", "is_seventyfive_moves", "is_check"):
        for answer, method in answers.items():
            kind = type("Own", (chess.Board,), {name: method})
            boards = [kind(fen) for fen in positions]
            seen.append([name, answer, [[str(board.outcome()), board.result(), board.is_game_over(), board.is_stalemate()] for board in boards]])
            seen.append(boards[2].gives_check(chess.Move.from_uci("b1b2")))
    for name in ("generate_legal_moves", "generate_pseudo_legal_moves"):
        kind = type("Own", (chess.Board,), {name: lambda self, *masks: iter(())})
        seen.append([[str(kind(fen).outcome()), kind(fen).is_checkmate()] for fen in positions])
    return seen


def moves_that_a_subclass_adds_have_a_notation():
    class Knooks(chess.Board):
        def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            yield from super().generate_pseudo_legal_moves(from_mask, to_mask)
            for square in chess.scan_reversed(self.rooks & self.occupied_co[self.turn] & from_mask):
                for to in chess.scan_reversed(chess.BB_KNIGHT_ATTACKS[square] & ~self.occupied_co[self.turn] & to_mask):
                    yield chess.Move(square, to)

    seen = []
    for fen in (chess.STARTING_FEN, "7k/8/8/8/8/R7/8/R6K w - - 0 1", "8/4P2k/8/8/8/8/8/K7 w - - 0 1"):
        board = Knooks(fen)
        for text in ("Rb3", "Rab3", "R1b3", "Ra1b3", "a1b3", "Rxb3", "Rb4", "Rc2", "R1c2", "Rc4+", "Nf3", "e4", "e2e4", "rb3", "e8", "e8=Q", "e8r", "O-O", "--"):
            seen.append(said(lambda: board.parse_san(text)))
    return seen


def errors_name_the_class_alone():
    def text(call):
        try:
            return str(call())
        except Exception as error:
            return str(error)

    move, board = chess.Move(1, 2), chess.Board()
    return [
        text(call) for call in (
            lambda: board.nothing, lambda: chess.BaseBoard().turn, lambda: move < move, lambda: len(board.legal_moves), lambda: hash(board),
            lambda: next(board.pseudo_legal_moves), lambda: chess.Piece(1, True) + 1, lambda: chess.SquareSet()[0], lambda: f"{move:5}",
        )
    ] + [chess.Move.__name__, chess.Board.__qualname__]


if __name__ == "__main__":
    print_results(globals())
