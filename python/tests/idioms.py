"""Idioms of programs that use python-chess, one function each, which returns what it saw.

    python idioms.py ours|theirs

prints an object of JSON with the result of each. `idioms.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import asyncio
import copy
import dataclasses
import gc
import io
import pickle
import weakref

import chess
import chess.engine
import chess.gaviota
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy
import chess.variant

KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


# Boards are equal


def a_board_equals_that_of_its_fen():
    board = chess.Board()
    board.push_san("e4")
    return board == chess.Board(board.fen()), board == chess.Board(board.fen(en_passant="fen"))


def an_en_passant_square_that_can_be_used_counts():
    fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq {} 0 3"
    return chess.Board(fen.format("e3")) == chess.Board(fen.format("-"))


def the_flag_of_chess960_does_not_count():
    return [chess.Board() == chess.Board(chess960=True), chess.Board.from_chess960_pos(518) == chess.Board(),
            chess.Board(chess.STARTING_FEN) != chess.Board(chess.STARTING_FEN, chess960=True)]


def the_clocks_count():
    a, b = chess.Board(), chess.Board()
    b.halfmove_clock = 3
    c = chess.Board()
    c.fullmove_number = 2
    return a == b, a == c, a == "x", a != None, chess.BaseBoard() == a, chess.Move(1, 2) == "x", chess.Piece(1, True) == 1  # noqa: E711


def transposition_keys_are_equal_for_transpositions():
    one, two = chess.Board(), chess.Board()
    for san in ("Nf3", "Nf6", "Nc3", "Nc6"):
        one.push_san(san)
    for san in ("Nc3", "Nc6", "Nf3", "Nf6"):
        two.push_san(san)
    table = {one._transposition_key(): 1}
    return table.get(two._transposition_key()), table.get(chess.Board()._transposition_key()), one == two


# SAN


def moves_may_name_both_squares():
    board = chess.Board()
    texts = ["g1f3", "g1-f3", "e2e4", "e2-e4", "Ng1f3", "Ng1-f3", "g1f3+", "b1xc3", "e2e5", "e1e2", "g8f6", "h1h3"]
    return [said(lambda: board.parse_san(text)) for text in texts]


def castling_may_name_both_squares():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    return [said(lambda: board.parse_san(text)) for text in ("e1g1", "e1-c1", "e1h1", "Ke1g1", "Kg1", "O-O", "0-0", "o-o")]


def promotions_that_name_both_squares():
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    return [said(lambda: board.parse_san(text)) for text in ("a7a8", "a7a8q", "a7a8=N", "a8", "a8=Q", "a7-a8=R+", "a8Q", "a1a2", "a7a8k")]


def push_san_takes_the_notation_of_uci():
    board = chess.Board()
    for text in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5xc6", "d7xc6", "e1g1"):
        board.push_san(text)
    return board.fen()


def a_game_in_long_notation_is_read():
    game = chess.pgn.read_game(io.StringIO("1. g1-f3 g8-f6 2. e2e4 (2. b1c3 b8c6) 2... f6xe4 *"))
    return str(game.mainline_moves()), [len(node.variations) for node in game.mainline()], len(game.errors), str(game)


# Lists that are alive


def the_stack_of_moves_is_one_list():
    board = chess.Board()
    moves = board.move_stack
    board.push_san("e4")
    board.push_san("e5")
    seen = [len(moves), moves is board.move_stack, str(moves[-1]), board.peek() is moves[-1]]
    board.pop()
    seen += [len(moves), str(moves)]
    board.reset()
    return seen + [len(moves), isinstance(moves, list)]


def the_stack_of_moves_can_be_changed():
    board = chess.Board()
    board.push_san("e4")
    board.move_stack.append(chess.Move.from_uci("e7e5"))
    seen = [str(board.move_stack), str(board.peek()), board.ply()]
    board.move_stack.pop()
    seen.append(str(board.pop()))
    board.push_san("d4")
    board.move_stack.clear()
    seen += [said(board.pop), board.fen()]
    board.move_stack = [chess.Move.from_uci("a2a3")]
    return seen + [str(board.move_stack), str(board.copy().move_stack)]


def tables_of_attacks_are_full():
    masks = chess.BB_DIAG_MASKS[0]
    return [chess.BB_DIAG_ATTACKS[0].get(0), len(chess.BB_FILE_ATTACKS[27]), len(chess.BB_RANK_ATTACKS[0]), 0 in chess.BB_RANK_ATTACKS[5],
            sum(chess.BB_DIAG_ATTACKS[27].values()), sorted(chess.BB_RANK_ATTACKS[0])[:4], chess.BB_DIAG_ATTACKS[0][masks],
            chess.BB_DIAG_ATTACKS[0].get(1 << 40, "none"), len(dict(chess.BB_DIAG_ATTACKS[0])), list(chess.BB_RANK_ATTACKS[0].items())[0]]


# Scores


def lichess_knows_chances_of_mates():
    return [list(chess.engine.Mate(n).wdl(model="lichess")) for n in (-30, -12, -3, -1, 0, 1, 2, 5, 9, 10, 30)]


# Classes


class Searcher(chess.Board):
    def __init__(self, *, depth=3, evaluate=None):
        super().__init__()
        self.depth = depth
        self.evaluate = evaluate


class Named(chess.Board):
    def __init__(self, name, fen=chess.STARTING_FEN):
        super().__init__(fen)
        self.name = name


class Plain(chess.Board):
    pass


class Late(chess.Board):
    def __init__(self, white, black):
        self.players = (white, black)
        super().__init__(None, chess960=True)
        self.set_fen(KIWI)


class Counting(chess.Board):
    pushed = 0

    def push(self, move):
        type(self).pushed += 1
        super().push(move)

    def copy(self, *, stack=True):
        board = super().copy(stack=stack)
        board.tag = "copied"
        return board


class Tagged(chess.Move):
    def __init__(self, from_square, to_square, promotion=None, drop=None, tag="x"):
        super().__init__(from_square, to_square, promotion, drop)
        self.tag = tag


class Man(chess.Piece):
    def __init__(self, piece_type, color, name="nobody"):
        super().__init__(piece_type, color)
        self.name = name


class Area(chess.SquareSet):
    def corners(self):
        return len(self & chess.BB_CORNERS)


def subclasses_have_arguments_of_their_own():
    board = Searcher(depth=7)
    late = Late("a", "b")
    named = Named("me")
    return [board.depth, board.fen(), late.players, late.fen(), late.chess960, named.name, Named("x", KIWI).fen(), said(lambda: Searcher(3)),
            Plain(KIWI).fen(), type(Plain().copy()).__name__, type(Plain().mirror()).__name__, type(Plain.empty()).__name__]


def objects_of_subclasses_are_pickled_and_copied():
    board = Named("me")
    board.push_san("e4")
    again = pickle.loads(pickle.dumps(board))
    tagged = pickle.loads(pickle.dumps(Tagged(12, 28, tag="y")))
    man = copy.deepcopy(Man(1, True, "Bob"))
    return [again.name, again.fen(), str(again.move_stack), type(again).__name__, tagged.tag, str(tagged), copy.copy(tagged).tag, man.name, str(man)]


def methods_of_subclasses_are_called():
    board = Counting()
    board.push(chess.Move.from_uci("e2e4"))
    twin = board.copy()
    return Counting.pushed, twin.tag, twin.fen(), Area([0, 7, 8]).corners(), str(Tagged.from_uci("e2e4")), Man(2, False).symbol()


def moves_are_ordered_by_an_attribute():
    board = chess.Board(KIWI)
    found = set()
    for _ in range(12):
        moves = list(board.legal_moves)
        for index, move in enumerate(moves):
            move.score = (index * 7) % 13
        moves.sort(key=lambda move: (-move.score, move.uci()))
        found.add((moves[0].uci(), moves[0].score, moves[-1].score))
        del moves, move
    return list(found), any(hasattr(move, "score") for move in board.legal_moves), hasattr(chess.Move.from_uci("e5g6"), "score")


def attributes_of_a_move_are_shown_copied_and_deleted():
    move = chess.Move.from_uci("e2e4")
    move.note = "king's pawn"
    vars(move)["seen"] = 3
    move.to_square = chess.E3
    copies = [copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))]
    shown = [[other == move, other.note, other.seen, list(vars(other).items())] for other in copies]
    del move.note
    return shown, hasattr(move, "note"), hasattr(copies[0], "note"), said(lambda: move.note), move == chess.Move.from_uci("e2e3"), dataclasses.asdict(move)


def what_hangs_on_a_move_ends_with_it():
    class Node:
        pass

    board, seen = chess.Board(), []
    for make in (lambda: next(iter(board.legal_moves)), lambda: chess.Move(12, 28), lambda: chess.Move.from_uci("e7e8q"), chess.Move.null):
        for circle in (False, True):
            move, node = make(), Node()
            move.node, alive = node, weakref.ref(node)
            if circle:
                node.move = move
            del node
            seen.append(alive() is move.node)
            del move
            gc.collect()
            seen.append(alive() is None)
    for move in board.legal_moves:
        move.promotion = chess.QUEEN
    return seen, [move.uci() for move in board.legal_moves][:4]


def boards_have_attributes_and_weak_references():
    board = chess.Board()
    board.rook_square = chess.A1
    board.history = [board]
    seen = weakref.ref(board)
    alive = seen() is board
    base = chess.BaseBoard()
    base.note = "x"
    return [board.rook_square, alive, base.note, sorted(set(vars(board)) & {"rook_square", "history"}), hasattr(board.copy(), "rook_square")]


def cycles_of_boards_are_collected():
    gone = []
    for cls in (chess.Board, Plain):
        board = cls()
        board.itself = board
        weakref.finalize(board, gone.append, cls.__name__)
        del board
    gc.collect()
    return sorted(gone)


# Moves change


def moves_can_be_changed():
    move = chess.Move.from_uci("e1g1")
    other = chess.Move.from_uci("e1g1")
    legal = list(chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").legal_moves)
    move.to_square = chess.H1
    pawn = chess.Move(chess.A7, chess.A8)
    pawn.promotion = chess.QUEEN
    piece = chess.Piece.from_symbol("Q")
    piece.color = chess.BLACK
    return [str(move), str(other), [str(one) for one in legal].count("e1g1"), str(chess.Move.from_uci("e1g1")), str(pawn), bool(pawn),
            str(piece), str(chess.Piece.from_symbol("Q")), chess.Board().piece_at(chess.D1).symbol(), hash(pawn) == hash(chess.Move.from_uci("a7a8q"))]


def each_move_of_a_list_can_be_changed():
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    first, second = list(board.legal_moves), list(board.legal_moves)
    for move in first:
        move.promotion = None
    return [str(move) for move in first], [str(move) for move in second], [str(move) for move in board.legal_moves]


# Arguments


def any_truth_is_a_flag():
    board = chess.Board()
    return [bool(chess.Board(chess960=1).chess960), bool(chess.Board(chess960=None).chess960), board.unicode(invert_color=1)[:1],
            board.fen(shredder=1), board.board_fen(promoted=0), str(board.copy(stack=0).move_stack), bool(chess.Board.empty(chess960="yes").chess960)]


def numbers_of_numpy_are_squares():
    try:
        import numpy
    except ImportError:
        return None
    board = chess.Board()
    at = numpy.int64(12)
    squares = chess.SquareSet([numpy.int64(1), 2])
    squares.add(numpy.int8(63))
    return [int(squares), str(board.piece_at(at)), str(chess.Move(at, numpy.int32(28))), board.is_attacked_by(True, at), numpy.int64(2) in squares,
            int(board.attackers_mask(chess.WHITE, at)), chess.square_name(at), int(chess.SquareSet(numpy.uint64(5))), str(board.color_at(numpy.uint8(60)))]


def wrong_arguments_have_the_same_errors():
    board = chess.Board()
    return [said(lambda: board.set_fen(None)), said(lambda: board.is_attacked_by(2, 0)), said(lambda: board.king(2)), said(lambda: board.piece_at(64)),
            said(lambda: board.pieces(1, 2)), said(lambda: board.is_attacked_by(None, 0)), said(lambda: board.parse_san("")), board.fen()]


# Sets of squares


def sets_of_squares_work_with_numbers_and_lists():
    a = chess.SquareSet(0b1011)
    results = [a | 4, a & [0, 1], a - 1, a ^ a, ~a, a << 3, a >> 1, a.union([5]), a.intersection(3), a.difference({0}), a.symmetric_difference(8), a.mirror(), a.copy(),
               chess.SquareSet.ray(0, 9), chess.SquareSet.between(0, 27), chess.SquareSet.from_square(4), chess.SquareSet(-1), chess.SquareSet(range(8)), chess.SquareSet(a)]
    a |= 64
    a -= 1
    a &= 0xFF
    a ^= 2
    a <<= 1
    results.append(a)
    return [int(one) for one in results], [repr(results[0]), str(results[1]), list(reversed(results[0])), results[0].tolist()[:5], 0 in results[0]]


def sets_of_squares_compare_and_change():
    a = chess.SquareSet([0, 2])
    seen = [a == 5, a == [0, 2], a == "a", a != None, bool(chess.SquareSet()), len(a), a.isdisjoint(2), a.issubset(7), a.issuperset([0]), list(a.carry_rippler())]  # noqa: E711
    a.add(5), a.discard(2), a.update([7, 8], 1), a.intersection_update(0xFF)
    seen += [int(a), a.pop(), said(lambda: a.remove(2)), said(lambda: a.add(64)), said(lambda: 64 in a), said(lambda: chess.SquareSet([64])), said(lambda: hash(a)),
             said(lambda: chess.SquareSet().pop()), said(lambda: chess.SquareSet(None)), said(lambda: a << -1), said(lambda: a.union(1, 2)), a.mask]
    a.mask = 3
    return seen + [list(a), list(copy.copy(a)), list(pickle.loads(pickle.dumps(a))), list(chess.scan_reversed(7)), list(chess.scan_forward(5))]


# Names that begin with an underscore


def private_names_of_boards():
    board = chess.Board(KIWI)
    move = chess.Move.from_uci("e1g1")
    pinned = chess.Board("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1")
    seen = [board._algebraic(move), board._algebraic(move, long=True), board._is_halfmoves(0), board._reduces_castling_rights(move), board._valid_ep_square(),
            pinned._slider_blockers(chess.E1), board._attacked_for_king(chess.BB_F1 | chess.BB_G1, board.occupied), board._algebraic_without_suffix(move)]
    board._set_piece_at(chess.A3, chess.QUEEN, chess.BLACK)
    seen.append(board._remove_piece_at(chess.H1))
    board._clear_board()
    return seen + [board.fen()]


def tables_of_attacks_can_be_made():
    rook, knight = (-8, 8, -1, 1), (17, 15, 10, 6, -17, -15, -10, -6)
    return [
        [hex(chess._sliding_attacks(square, occupied, rook)), hex(chess._step_attacks(square, knight)), hex(chess._step_attacks(square, [9, 0])), hex(chess._edges(square))]
        for square, occupied in ((chess.A1, 0), (chess.E4, 0x8120), (chess.H8, chess.BB_ALL), (chess.D1, chess.BB_RANK_2))
    ], list(chess._carry_rippler(0b1011)), list(chess._carry_rippler(0))


def parts_that_are_missing_are_named():
    names = ["EventLoopPolicy", "XBoardProtocol", "UciProtocol", "popen_xboard", "Protocol"]
    return [hasattr(chess.engine, name) for name in names], hasattr(chess.variant, "CrazyhouseBoard"), hasattr(chess.gaviota, "open_tablebase"), \
        isinstance(chess.Board(), chess.variant.AtomicBoard), issubclass(chess.variant.HordeBoard, chess.Board), len(chess.variant.VARIANTS) > 8, \
        [hasattr(chess.engine.UciProtocol, name) for name in ("debug", "initialize", "send_game_result", "send_opponent_information", "communicate", "play", "analysis")], \
        asyncio.iscoroutinefunction(chess.engine.UciProtocol.send_game_result)


def a_game_of_a_variant_keeps_its_moves():
    text = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Variant "Atomic"]\n\n1. e3 e6 2. Qg4 Qe7 1-0\n\n'
    handle = io.StringIO(text + text.replace("Atomic", "Standard"))
    first, second = chess.pgn.read_game(handle), chess.pgn.read_game(handle)
    return str(first), first.headers["Variant"], str(second), len(second.errors)


# What public reports of bugs describe, in words of our own


def moves_without_ceremony():
    castling = chess.Board("rn1qk1nr/ppp2ppp/3bp3/3p1b2/3P4/3BPN2/PPP2PPP/RNBQK2R w KQkq - 2 5")
    rook = chess.Move.from_uci("e1h1")
    capture = chess.Board("r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - 0 1")
    stolen = chess.Board("2k5/pp2n2Q/8/P2p4/8/P1p2q2/2P2P1P/5RK1 b - - 4 23")
    seen = [castling.is_legal(rook), castling.san(rook), str(castling.parse_uci("e1h1")), said(lambda: castling.parse_san("Kg1")),
            said(lambda: castling.parse_san("Kh1")), str(capture.parse_san("Rf4")), str(capture.parse_san("Rxf4")), said(lambda: stolen.parse_san("Kh1"))]
    castling.push(rook)
    stolen.push(chess.Move.from_uci("g1h1"))
    wrong = chess.Board("3kb3/1p2bpQ1/5p2/4pP2/3pP2K/P2P4/qN2B2P/2q5 w - - 4 35")
    return seen + [castling.fen(), stolen.fen(), said(lambda: wrong.parse_san("Qaxb2")), said(lambda: wrong.push_uci("a2b2"))]


def headers_that_are_not_as_they_should_be():
    texts = ['[Event "a"]\n\n[White "b"]\n[Black "c"]\n\n1. e4 *\n', '[Event "a"]\n[White "b"]\n\n\n1. e4 *\n',
             '[Event "a"]\n[White "b"]\n1. d4 { [%eval +0.16] } 1... d5 *\n[Event "c"]\n\n1. c4 *\n',
             '[White "White vs 1...c5"]\n[Result "*"]\n\n *\n\n[White "White vs 1...c5"]\n\n *\n', '[White "b"]\n\n{ They came late }\n\n0-1\n\n[White "c"]\n\n1. e4 *\n']
    found = []
    for text in texts:
        handle = io.StringIO(text)
        games = []
        while len(games) < 5 and (game := chess.pgn.read_game(handle)) is not None:
            games.append((str(game), len(game.errors)))
        handle.seek(0)
        names = []
        while len(names) < 5 and (headers := chess.pgn.read_headers(handle)) is not None:
            names.append(headers.get("White"))
        found.append((games, names))
    return found


def a_variation_may_begin_with_a_comment():
    text = '[FEN "8/8/7p/5k1P/3KN3/8/8/8 b - - 0 1"]\n\n1. ... Kg4 2. Nf6+ Kf5 3. Nd5 ({White can repeat:} 3. Ne4 Kg4 4. Nf6+) Kg5 4. Ke5 *'
    game = chess.pgn.read_game(io.StringIO(text))
    third = game.next().next().next()
    return str(game), third.variations[0].starting_comment, third.variations[1].starting_comment, [node.san() for node in game.mainline()]


def null_moves_stand_in_games():
    game = chess.pgn.read_game(io.StringIO("1. e4 -- 2. d4 (2. Nf3 Z0 3. Nc3) 2... d5 *"))
    return str(game), len(game.errors), [bool(move) for move in game.mainline_moves()], game.end().board().fen()


def errors_quote_text_as_python_does():
    def text(call):
        try:
            return call()
        except ValueError as error:
            return str(error)

    board = chess.Board()
    return [text(lambda: board.parse_san("Qaxb2")), text(lambda: board.parse_san("Nf3!")), text(lambda: board.push_uci("a2b2")),
            text(lambda: chess.Move.from_uci("it's")), text(lambda: chess.Move.from_uci("\te2\u00e9")),
            text(lambda: chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").parse_san("R1b1"))]


def a_notebook_shows_the_last_move_and_the_check():
    board = chess.Board()
    seen = []
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
        picture = board._repr_svg_()
        seen.append(("lastmove" in picture, "check" in picture))
    return seen, "lastmove" in chess.BaseBoard()._repr_svg_(), "lastmove" in chess.Board(KIWI)._repr_svg_()


def a_copy_changes_apart_from_its_original():
    board = chess.Board()
    boards = [board]
    for san in "e4 e5 Nf3 Nc6 Bb5 a6".split():
        board.push_san(san)
        boards.append(board.copy())
        boards.append(boards[-1].copy(stack=1))
        boards[-2].push(chess.Move.null())
        boards.append(board.copy())
        board.pop()
        board.push_san(san)
    for twin in boards[1::2]:
        twin.pop()
    return [(twin.fen(), [str(move) for move in twin.move_stack], twin.root().fen()) for twin in boards]


def checks_are_seen_before_the_move():
    seen = []
    for fen in (KIWI, "4k3/P6P/8/2pP4/8/8/8/R3K2R w KQ c6 0 1", "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
                "3k4/8/8/K1pP3r/8/8/8/3R4 w - c6 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"):
        board = chess.Board(fen)
        seen.append([board.gives_check(move) for move in board.legal_moves])
        seen.append(said(lambda: board.gives_check(chess.Move.from_uci("a8h1"))))
        seen.append(said(lambda: board.gives_check(chess.Move.null())))
    return seen


def states_of_boards_are_stored_and_restored():
    class Walled(chess.Board):
        def __init__(self):
            super().__init__()
            self._stack_of_mine = []

    board = Walled()
    seen = [len(board._stack), bool(board._stack)]
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    seen += [[state.occupied_w for state in board._stack], vars(board._stack[-1])]
    before = chess.Board()
    board._stack[-1].restore(before)
    state = chess._BoardState(board)
    board.pop()
    state.restore(board)
    return [*seen, before.fen(), len(before.move_stack), board.fen(), len(board.move_stack)]


def copies_of_sets_keep_class_and_attributes():
    plain, area = chess.SquareSet(5), Area(3)
    plain.note, area.note = [1], [2]
    copies = [copy.copy(plain), copy.copy(area), copy.deepcopy(area), copy.copy(chess.SquareSet(7))]
    copies[0].add(63)
    return [type(one).__name__ for one in copies], list(map(int, copies)), int(plain), copies[0].note is plain.note, copies[1].note is area.note, copies[2].note is area.note


if __name__ == "__main__":
    print_results(globals())
