"""Corners of the library that programs reach sooner or later: records of EPD, comments with annotations, tags, tables and books.

    python corners.py ours|theirs

prints an object of JSON with the result of each. `corners.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import copy
import inspect
import io
import logging
import operator
import os
import pathlib
import pickle
import random
import re
import struct
import tempfile
import typing

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy

KINGS = "8/8/8/8/8/8/8/K1k5 b - -"
MOVES = {text: chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")}


# FEN


def a_fen_that_cannot_be_read_is_quoted():
    def text(call, fen):
        try:
            return str(call(fen))
        except ValueError as error:
            return str(error)

    fens = ["", " \n", "x", "9/8/8/8/8/8/8/8 w", "7/8/8/8/8/8/8/8 w - - 0 1", "44/8/8/8/8/8/8/8 b", "~7/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w X",
            "8/8/8/8/8/8/8/8 w - z9", "8/8/8/8/8/8/8/8 w - - x", "8/8/8/8/8/8/8/8 w - - -1", "8/8/8/8/8/8/8/8 w - - 0 x", "8/8/8/8/8/8/8/8 w - - 0 1 2", "8/8/8/8/8/8/8 w", " 8/8/8/8/8/8/8/8 "]
    board = chess.Board()
    return [[fen, [text(call, fen) for call in (chess.Board, board.set_fen, board.set_board_fen, chess.BaseBoard, board.set_castling_fen)]] for fen in fens]


# EPD


def operations_are_read_by_their_first_letter():
    texts = ["a inf;", "a +5; b -.5; c 007; d 5.; e 1_000; f 1e3", "a -;", "a 5 6;", "pm --;", "bm --;", "pv -- Kb8;", "a Kc2;", "a Ra1;", "bm Kc2 Kd1; am;",
             ";", ";;", "a;;b;", "; a 5;", "3;", "- a 3;", "1x 3;", "_x 3;", 'a"b 3;', 'a "x" b 3;', 'a "x"y;', 'a "x" "y";', 'a x"y";', 'id "x\\"y\\\\z', "a 1/2;",
             "hmvc 4; fmvn 9;", 'hmvc "4"; fmvn "9"', "hmvc 4.5;", "hmvc;", "hmvc -1;", "fmvn 0;", "fmvn -3;", "fmvn x;", 'c0 "a;b";', "c0 'x';", "noop 1 2 3;"]
    seen = []
    for text in texts:
        board = chess.Board()
        seen.append([text, said(lambda: board.set_epd(f"{KINGS} {text}")), board.fen()])
    return seen


def operations_have_names_that_begin_with_a_letter():
    names = ["", "1", "_x", "-", "-a", "a-", "A", "a b", "a\tb", "a;", "é", "²", "x" * 30]
    return [said(lambda: chess.Board().epd(**{name: 1})) for name in names]


def operands_are_written_by_their_kind():
    board = chess.Board()
    first, second, third = MOVES.values()
    operands = [{"bm": []}, {"am": ()}, {"pv": []}, {"pv": [first, second]}, {"bm": {first, third}}, {"sm": third}, {"pm": None}, {"x": True}, {"pv": 5}, {"bm": 1.5},
                {"x": float("inf")}, {"bm": float("nan")}, {"x": 10**30}, {"id": 'a"b\\\n\t'}, {"bm": "e4"}, {"pv": [first, first]}, {"x": [1, 2]}]
    return [said(lambda: board.epd(**operations)) for operations in operands]


# Comments


def annotations_are_written_as_they_are_read():
    comments = ["a [%clk 0:00:01] b", "[%clk 0:00:01 ]", "[%clk  0:00:01]", "[%clk 0:000:001.5]", "a\n[%clk 0:00:01] b", "a [%clk 0:00:01]\nb", " [%clk 0:00:01] c ",
                "[%eval 0.3]", "[%eval 0.312]", "[%eval .31,4]", "[%eval 3.]", "[%eval  1]", "[%eval #-3]", "[%csl Ga1,Rb2] x [%cal Yc3d4]", "[%csl ga1]", "[%csl Ga1 ]",
                "  x  ", " [%csl Ga1] ", "\n[%emt 0:00:02]\n", "hello\n"]
    seen = []
    for comment in comments:
        node = chess.pgn.Game().add_variation(MOVES["e2e4"], comment=comment)
        seen.append(" ".join(said(call) for call in (node.clock, node.emt, node.eval, node.eval_depth, node.arrows)))
        for name, value in (("set_clock", 1.5), ("set_clock", None), ("set_emt", None), ("set_eval", None), ("set_arrows", []), ("set_arrows", [(0, 0), (1, 2)])):
            node.comment = comment
            getattr(node, name)(value)
            seen.append(node.comment)
    return seen


def arrows_are_pairs_of_squares():
    node = chess.pgn.Game()
    return [said(lambda: node.set_arrows([arrow])) for arrow in ((1, 2), [1, 2], (1,), (1, 2, 3))] + [
        said(lambda: len(chess.svg.board(arrows=[arrow])) > 0) for arrow in ((1, 2), (1,), (1, 2, 3))]


def short_times_are_rounded_to_thousandths():
    node, seen = chess.pgn.Game(), []
    for seconds in (0, 0.0004, 0.0005, 0.0015, 1 / 3, 59.999, 3600, -5):
        node.set_clock(seconds)
        seen.append(node.comment)
    return seen


# Tags


def time_controls_have_the_class_of_their_first_part():
    texts = ["40/60:30", "40/60", "40/900:30", "40/3599:1", "40/3600:1", "60:60", "20/100+30:50", "40/100:3600", "60+60", "300+3d", "300+5d3", "300d3+5", "300d3", "300+3+4",
             "40/60/70", "40/", "/60", "0+1", "-", "?", "", "1e3", "300+1e1", " 300 + 3"]
    return [[text, said(lambda: chess.pgn.parse_time_control(text))] for text in texts]


def tags_are_kept_as_they_are_given():
    return [said(lambda: chess.pgn.Headers({name: value})) for name in ("White", "Annotator") for value in ("a\nb", "", 5)]


def a_game_tells_its_tags_without_a_beginning():
    class Teller(chess.pgn.BaseVisitor):
        def __init__(self):
            self.told = []

        def begin_headers(self):
            self.told.append("begin")

        def visit_header(self, name, value):
            self.told.append(name)

        def result(self):
            return self.told

    text = '[White "A"]\n\n1. e4 *\n'
    game = chess.pgn.read_game(io.StringIO(text))
    return [game.accept(Teller()), game.next().accept_subgame(Teller()), chess.pgn.read_game(io.StringIO(text), Visitor=Teller)]


# Tables and books


def tables_are_listed_by_both_orders_of_their_sides():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("KQvKR.rtbw", "KQvKR.rtbz", "KRvK.rtbw", "other.rtbw", "KvKQ.rtbw"):
            pathlib.Path(folder, name).write_bytes(b"")
        with chess.syzygy.open_tablebase(folder) as tables:
            seen = [sorted(tables.wdl), sorted(tables.dtz), tables.wdl["KvKR"] is tables.wdl["KRvK"], os.path.basename(tables.wdl["KvKR"].path), type(tables.dtz["KQvKR"]).__name__]
        fresh = chess.syzygy.Tablebase()
        seen += [len(tables.wdl), fresh.add_directory(folder), fresh.add_directory(folder, load_dtz=False), fresh.add_file(os.path.join(folder, "KRvK.rtbw")),
                 fresh.add_file(os.path.join(folder, "KRvK.rtbw"), load_wdl=False), fresh.add_file(os.path.join(folder, "KNvK.rtbw"))]
        return seen


def kings_alone_need_no_table():
    tables = chess.syzygy.Tablebase()
    fens = ["8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/Kk6 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/KQk5 b - - 0 1"]
    calls = [tables.probe_wdl, tables.probe_dtz, tables.get_wdl, tables.get_dtz]
    return [said(lambda: call(chess.Board(fen))) for fen in fens for call in calls]


def names_of_tables_come_in_their_order():
    names = [chess.syzygy.tablenames(piece_count=count) for count in (2, 3, 4, 5)]
    names += [chess.syzygy.tablenames(piece_count=4, one_king=False), chess.syzygy.dependencies("KRPvKBP")]
    return [" ".join(line) for line in names]


def books_are_whole_numbers_of_entries():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book.bin")
        pathlib.Path(path).write_bytes(struct.pack(">QHHI", 1, 2, 3, 4) + b"x")
        return [said(lambda: chess.polyglot.open_reader(path)), said(lambda: chess.polyglot.ZobristHasher([1]))]


def a_hasher_of_ones_own_is_asked():
    class Hasher(chess.polyglot.ZobristHasher):
        def hash_turn(self, board):
            return 0

    return Hasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY)(chess.Board()), chess.polyglot.zobrist_hash(chess.Board())


# Subclasses


def methods_that_are_overridden_are_asked():
    class Logged(chess.Board):
        def __init__(self, *arguments, **options):
            self.seen = []
            super().__init__(*arguments, **options)

        def push(self, move):
            self.seen.append(f"push {move}")
            super().push(move)

        def pop(self):
            self.seen.append("pop")
            return super().pop()

        def parse_san(self, san):
            self.seen.append(f"parse {san}")
            return super().parse_san(san)

    board = Logged()
    board.push_san("e4")
    board.push_uci("e7e5")
    board.push_xboard("Nf3")
    text = board.san_and_push(chess.Move.from_uci("b8c6"))
    board.pop()
    return [line for line in board.seen if not line.startswith("pop")], text, board.fen(), said(lambda: board.push_san("Ke3")), board.copy().fen()


def rules_of_ones_own_decide_what_is_legal():
    class NoCastling(chess.Board):
        def is_legal(self, move):
            return super().is_legal(move) and not self.is_castling(move)

        def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            return (move for move in super().generate_legal_moves(from_mask, to_mask) if not self.is_castling(move))

    class Frozen(chess.Board):
        def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            return iter(())

    class PawnsOnly(chess.Board):
        def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            return super().generate_pseudo_legal_moves(from_mask & self.pawns, to_mask)

        def is_pseudo_legal(self, move):
            return super().is_pseudo_legal(move) and self.piece_type_at(move.from_square) == chess.PAWN

    class Short(chess.Board):
        def is_variant_end(self):
            return self.fullmove_number > 1

    seen = []
    for kind in (NoCastling, Frozen, PawnsOnly, Short):
        for fen in (chess.STARTING_FEN, "r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1", "7k/8/8/8/8/8/5QK1/8 w - - 0 2"):
            board = kind(fen)
            moves = [chess.Move.from_uci(text) for text in ("e2e4", "e1g1", "g1f3", "a2a3", "f2f8")]
            seen.append([kind.__name__, fen, board.legal_moves.count(), bool(board.legal_moves), sorted(map(str, board.legal_moves)), [move in board.legal_moves for move in moves],
                         [board.is_legal(move) for move in moves], board.pseudo_legal_moves.count(), board.is_stalemate(), board.is_checkmate(), board.is_game_over(),
                         [said(lambda: board.parse_uci(str(move))) for move in moves], [said(lambda: board.parse_san(san)) for san in ("e4", "O-O", "Nf3", "a3", "Qf8+")],
                         said(lambda: board.push_uci("a2a3")), said(lambda: board.push_san("a6")), len(list(board.generate_legal_captures()))])
    return seen


def what_clears_the_moves_calls_clear_stack():
    class Counted(chess.Board):
        cleared = 0

        def clear_stack(self):
            self.cleared += 1
            super().clear_stack()

    board, seen = Counted(), []
    for call in (board.reset, board.clear, lambda: board.set_fen(chess.STARTING_FEN), lambda: board.set_piece_at(0, None), lambda: board.remove_piece_at(1), board.clear_stack):
        board.cleared = 0
        call()
        seen.append(board.cleared > 0)
    return seen


def a_class_with_a_start_of_its_own_begins_with_it():
    class Loaded(chess.Board):
        def reset(self):
            self.set_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")

        def set_fen(self, fen):
            self.given = fen
            super().set_fen(fen)

    boards = [Loaded(), Loaded("8/8/8/8/8/8/8/K1k5 w - - 0 1"), Loaded(None)]
    return [[board.fen(), getattr(board, "given", None), type(board.copy()).__name__] for board in boards]


# Moves that are none, and what tools ask


def an_object_that_is_not_a_move_has_no_squares():
    names = ["push", "san", "lan", "uci", "xboard", "is_legal", "is_pseudo_legal", "is_capture", "is_castling", "is_zeroing", "gives_check", "is_into_check", "san_and_push"]
    seen = [[name, [said(lambda: getattr(chess.Board(), name)(move)) for move in (None, "e2e4", 99)]] for name in names]
    return seen, said(lambda: "e2e4" in chess.Board().legal_moves), said(lambda: chess.Board().variation_san("e4"))


def an_object_that_is_not_a_piece_has_no_type():
    board = chess.Board()
    seen = [said(lambda: board.set_piece_at(0, piece)) for piece in (None, "K", 5)] + [said(lambda: board.set_piece_map(pieces)) for pieces in (None, [], {0: None}, {0: "K"})]
    seen += [[said(lambda: board.pieces(kind, True)), said(lambda: board.pieces_mask(kind, True))] for kind in (0, 7, -1, None)]
    return [*seen, [str(chess.piece_symbol(kind)) + str(chess.piece_name(kind)) for kind in (0, 1, 6)], said(lambda: chess.piece_symbol(7))]


def numbers_below_none_are_taken():
    board = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        board.push_san(san)
    copies = [[len(board.copy(stack=count).move_stack), board.copy(stack=count).fen()] for count in (-4, -1, 0, 1, 2, 9, True, False)]
    return copies, [board.is_repetition(count) for count in (-1, 0, 1, 2)]


def methods_know_their_names_and_arguments():
    names = ["copy", "epd", "from_epd", "mirror", "outcome", "push", "push_san", "transform", "unicode", "variation_san"]
    seen = [[name, getattr(chess.Board, name).__name__, [parameter for parameter in inspect.signature(getattr(chess.Board, name)).parameters]] for name in names]
    hints = sorted(typing.get_type_hints(chess.Board.outcome))
    return seen, chess.Board.outcome.__qualname__, chess.Board.epd.__qualname__, hints, list(inspect.signature(chess.Board).parameters)


def moves_that_stay_on_their_square_are_not_null():
    seen = []
    for square in (chess.A1, chess.B1, chess.E2):
        move, board = chess.Move(square, square), chess.Board()
        seen.append([bool(move), str(move), move.xboard(), board.is_legal(move), board.is_pseudo_legal(move), said(lambda: board.san(move)), said(lambda: board.push(move)), board.fen()])
    return seen, [str(chess.Move(square, square, promotion)) for square in (0, 9) for promotion in (None, chess.QUEEN)]


def moves_that_do_not_answer_a_check_are_into_check():
    seen = []
    for fen in ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/4r3/8/3P4/R3K2R w KQ - 0 1", chess.STARTING_FEN):
        board = chess.Board(fen)
        moves = [chess.Move.from_uci(uci) for uci in ("e1d2", "e1d1", "e1g1", "e8c8", "d2d4", "d2d3", "h8g7", "h8h7", "a1b1", "b5c6", "0000", "e1h1")]
        seen.append([fen, [board.is_into_check(move) for move in moves]])
    return seen


def castling_of_chess960_is_legal_onto_the_rook_alone():
    seen = []
    for fen in ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1r2kr2/8/8/8/8/8/8/1R2KR2 w BFbf - 3 9", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
                "4k3/8/8/8/8/8/8/R2K3R w AH - 0 1", "4k3/8/8/8/8/8/8/1R3K1R w BH - 0 1"):
        for chess960 in (False, True):
            for uci in ("e1g1", "e1h1", "e1c1", "e1a1", "e1b1", "e1f1", "f1g1", "f1h1", "f1c1", "f1b1", "d1g1", "d1h1", "d1c1", "d1a1"):
                board, move = chess.Board(fen, chess960=chess960), chess.Move.from_uci(uci)
                seen.append([fen, chess960, uci, board.is_legal(move), board.is_pseudo_legal(move), move in board.legal_moves, said(lambda: board.parse_uci(uci)),
                             said(lambda: board.push_uci(uci)), board.fen()])
    return seen


def names_of_tables_have_white_first():
    boards = [chess.Board(fen) for fen in ("8/P6k/8/q7/8/8/7K/8 w - - 2 42", "8/P6k/8/8/8/8/7K/8 b - - 0 1", "8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1", "8/p6k/8/8/8/8/7K/8 w - - 0 1")]
    rights = [chess.Board().has_castling_rights(color) for color in (True, False, 1, 0, 7, "x", "", None, [])]
    return [[chess.syzygy.calc_key(board), chess.syzygy.calc_key(board, mirror=True)] for board in boards], rights



def a_damaged_table_is_not_a_missing_one():
    board = chess.Board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    rook = chess.Board("8/8/8/8/8/2k5/8/KR6 w - - 0 1")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "KQvK.rtbw").write_bytes(b"no table" * 10)
        with chess.syzygy.open_tablebase(folder) as tables:
            return [said(lambda: call(one)) for one in (board, rook) for call in (tables.probe_wdl, tables.get_wdl)]


# Drawings


def squares_lie_where_a_click_is_expected():
    seen = []
    for coordinates in (True, False):
        for borders in (True, False):
            for orientation in chess.COLORS:
                text = chess.svg.board(chess.Board(), coordinates=coordinates, borders=borders, orientation=orientation)
                place = re.search(r'x="(\d+)" y="(\d+)" width="(\d+)" height="\d+" class="square light b1"', text)
                seen.append([re.search('viewBox="([^"]*)"', text)[1], place and place.groups()])
    return seen


def castling_of_xboard_is_written_in_chess960_alone():
    fen, seen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []
    for chess960 in (False, True):
        board = chess.Board(fen, chess960=chess960)
        moves = [chess.Move.from_uci(uci) for uci in ("e1g1", "e1h1", "e1c1", "e1a1", "e1e2", "0000")]
        seen.append([[board.xboard(move), board.xboard(move, chess960=not chess960)] for move in moves])
    return seen


def line_ends_in_comments_are_kept():
    seen = []
    for text in ("1. e4 {a\r\nb\r\n\r\nc}\r\n1... e5\r\n", "{\r\na} 1. e4 {b\rc} e5", "1. e4 {a ", "1. e4 { a ", "1. e4 {a \n", "1. e4 { } e5 {  }", "1. e4 N {a\r\n b }"):
        game = chess.pgn.read_game(io.StringIO(text))
        copied = chess.pgn.read_game(io.StringIO(text), Visitor=type("Own", (chess.pgn.GameBuilder,), {}))
        seen.append([[node.comment for node in (one, *one.mainline())] for one in (game, copied)])
    return seen


def comments_are_searched_with_the_expressions_of_the_module():
    comments = ["a [%clk 0:01:02.5] b", "[%emt 1:2:3]", "[%eval #-3,12]", " [%eval .5]x", "[%cal Ga1a2,Rb1b2][%csl Ya1]", "[%clk]", "none"]
    names = ["CLOCK_REGEX", "EMT_REGEX", "EVAL_REGEX", "ARROWS_REGEX"]
    found = [[comment, name, match.groupdict(), match.span()] for comment in comments for name in names if (match := getattr(chess.pgn, name).search(comment))]
    tags = [match and match.groups() for match in map(chess.pgn.TAG_REGEX.match, ('[A "b"]', '[A "b" c"]\n', "[A b]", "1. e4"))]
    return [found, tags, [bool(chess.pgn.TAG_NAME_REGEX.match(name)) for name in ("A", "_", "A b", "a-b", "")], chess.pgn.CLOCK_REGEX.sub("", comments[0])]


def a_seeded_choice_of_a_book_is_the_same():
    board, entries = chess.Board(), []
    for uci, weight in (("e2e4", 10), ("d2d4", 5), ("c2c4", 0), ("g1f3", 1), ("b2b3", 1)):
        move = chess.Move.from_uci(uci)
        entries.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), move.to_square | move.from_square << 6, weight, 0))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book.bin")
        pathlib.Path(path).write_bytes(b"".join(entries))
        with chess.polyglot.open_reader(path) as book:
            seen = []
            for seed in range(8):
                random.seed(seed)
                numbers = random.Random(seed)
                seen.append([str(book.choice(board).move), str(book.choice(board, random=numbers, minimum_weight=5).move), str(book.weighted_choice(board, random=numbers).move)])
            return seen, said(lambda: book.choice(chess.Board(None))), said(lambda: book.choice(board, minimum_weight=11))


def marked_squares_are_uses_of_a_symbol():
    seen = []
    for squares in (None, [], [0, 9], chess.SquareSet(5)):
        text = chess.svg.board(chess.Board(None), squares=squares)
        seen.append([text.count('id="xx"'), text.count('xlink:href="#xx"'), re.findall('href="#xx" xlink:href="#xx" x="([0-9.]+)" y="([0-9.]+)"', text)])
    return seen, chess.svg.MARGIN, chess.svg.SQUARE_SIZE


def tags_are_read_alone_and_games_skipped():
    text = '\ufeff% line\n\n[White "a\\"b"]\n\n[FEN "x"]\n\n1. e4 {one\n\n} ; rest {\n2. d4 *\n\n\n; words\n[Variant "Crazyhouse"]\n1. P@e4 {x} {y} *\n\n1. e4 *'
    handle, found = io.StringIO(text), []
    while (headers := chess.pgn.read_headers(handle)) is not None:
        found.append([dict(headers), handle.tell()])
    handle.seek(0)
    skipped = 0
    while chess.pgn.skip_game(handle):
        skipped += 1
    return found, skipped, handle.tell(), type(chess.pgn.read_headers(io.StringIO("1. e4 *"))).__name__


def a_record_does_not_ask_a_fen_that_was_replaced():
    original = chess.Board.fen
    chess.Board.fen = lambda self: "replaced"
    try:
        return chess.Board().epd(), chess.Board().fen()
    finally:
        chess.Board.fen = original


def modules_bring_the_library_along():
    names = {}
    exec("from chess.pgn import *", names)
    return names["chess"].Board().fen(), [hasattr(module, "chess") for module in (chess.pgn, chess.engine, chess.polyglot, chess.svg)]


# Programs with pickles and classes of their own


class Reopening(chess.Board):
    def __init__(self):
        super().__init__()
        self.file = open(os.devnull)

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("file").close()
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.file = "reopened"


class Rated(chess.Move):
    def __getstate__(self):
        return dict(from_square=self.from_square, to_square=self.to_square, promotion=self.promotion, drop=self.drop)

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.rating = 9


def pickles_keep_what_was_assigned_after_moves():
    board = chess.Board()
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    seen = []
    for name, value in [("turn", True), ("halfmove_clock", 40), ("fullmove_number", 7), ("castling_rights", chess.BB_H1), ("ep_square", 20)]:
        changed = board.copy()
        setattr(changed, name, value)
        again = pickle.loads(pickle.dumps(changed))
        seen.append((again == changed, getattr(again, name) == value, len(again.move_stack)))
    return seen


def classes_choose_what_they_pickle():
    board = Reopening()
    board.push_san("e4")
    board.note = 3
    again = pickle.loads(pickle.dumps(board))
    moves = [twin(Rated(1, 2)) for twin in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it)))]
    return again.file, again.note, again.fen(), [(move.rating, move.uci()) for move in moves]


def variations_of_a_game_just_read_can_be_replaced():
    game = chess.pgn.read_game(io.StringIO("1. e4 e5 *"))
    game.variations = []
    twins = [game, copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    return [[str(twin.mainline_moves()), len(twin.variations)] for twin in twins]


def variants_without_a_meaning_are_played():
    def read(visitor, name, moves):
        game = chess.pgn.read_game(io.StringIO(f'[Variant "{name}"]\n\n{moves}'), Visitor=visitor)
        return len(game.errors), [move.uci() for move in game.mainline_moves()], game.headers["Result"]

    logging.disable()
    try:
        return [
            read(visitor, name, "1. e4 {a} e5 (1... c5) 2. Nf3 1-0")
            for visitor in (chess.pgn.GameBuilder, type("Own", (chess.pgn.GameBuilder,), {}))
            for name in ("Najdorf", "960", "Sicilian")
        ]
    finally:
        logging.disable(logging.NOTSET)


def methods_of_the_builder_can_be_replaced():
    seen = []
    for name, method in [
        ("end_headers", lambda self: chess.pgn.SKIP),
        ("visit_result", lambda self, result: None),
        ("begin_parse_san", lambda self, board, san: chess.pgn.SKIP if san == "e5" else None),
    ]:
        original = getattr(chess.pgn.GameBuilder, name)
        setattr(chess.pgn.GameBuilder, name, method)
        try:
            game = chess.pgn.read_game(io.StringIO("1. e4 e5 1-0"))
            seen.append((game.headers["Result"], [move.uci() for move in game.mainline_moves()]))
        finally:
            setattr(chess.pgn.GameBuilder, name, original)
    return seen


def pieces_of_drawings_can_be_replaced():
    king = chess.svg.PIECES["K"]
    chess.svg.PIECES["K"] = '<g id="white-king"><path d="M1 1"/></g>'
    try:
        return ["M1 1" in text for text in (chess.svg.board(chess.Board()), chess.svg.piece(chess.Piece(chess.KING, chess.WHITE)))]
    finally:
        chess.svg.PIECES["K"] = king


def scores_are_ordered_by_all_signs():
    scores = [chess.engine.Mate(-0), chess.engine.Mate(-2), chess.engine.Cp(-5), chess.engine.Cp(5), chess.engine.Mate(3), chess.engine.MateGiven]
    signs = [operator.lt, operator.le, operator.gt, operator.ge]
    seen = [[[sign(one, other) for other in scores] for one in scores] for sign in signs]
    return seen, str(max(scores)), [said(lambda: sign(scores[0], 3)) for sign in signs]


def bytes_that_could_not_be_decoded_are_kept():
    seen = []
    for text in (
        "1. e4 {\udce9} e5 *",
        "1. e4 \udce9 e5 *",
        '[White "M\udcfcller"]\n\n1. e4 *',
        "1. e4 (1. d4 {\udce9}) e5 ; \udce9\n2. Nf3",
        '[W\udcfc "x"]\n\n1. e4 *\n',
    ):
        for visitor in (chess.pgn.GameBuilder, type("Own", (chess.pgn.GameBuilder,), {})):
            logging.disable()
            try:
                seen.append(said(lambda: ascii(str(chess.pgn.read_game(io.StringIO(text), Visitor=visitor)))))
            finally:
                logging.disable(logging.NOTSET)
        seen.append(said(lambda: chess.pgn.skip_game(io.StringIO(text))))
    board = chess.Board()
    for call in (board.parse_san, board.push_san, board.parse_uci, board.push_uci, chess.Move.from_uci, chess.Board, board.set_fen):
        seen.append(said(lambda: call("\udce9")))
    return seen


def a_copy_of_a_node_is_another_node():
    game = chess.pgn.Game()
    node = game.add_variation(chess.Move(12, 28), comment="a")
    twin = copy.copy(node)
    twin.comment = "b"
    return [twin is node, node.comment, twin.parent is game, twin.variations is node.variations, len(game.variations)]


def a_board_may_have_a_key_and_a_copy_of_its_own():
    class Own(chess.Board):
        def __init__(self, fen=chess.STARTING_FEN, **options):
            super().__init__(fen, **options)
            self.key = 0

        def copy(self):
            return Own(self.fen())

    board = Own()
    board.key += 5
    board.push_san("e4")
    plain = chess.Board()
    plain.key = 3
    return [board.key, plain.key, board.mirror().fen(), str(chess.pgn.Game.from_board(board).mainline_moves())]


if __name__ == "__main__":
    print_results(globals())
