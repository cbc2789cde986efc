"""Programs that hang attributes on pieces and sets, and assign methods of their own to the classes.

    python classes.py ours|theirs

prints an object of JSON with the result of each. `classes.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import copy
import gc
import pickle
import weakref
from unittest import mock

import chess
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


if __name__ == "__main__":
    print_results(globals())
