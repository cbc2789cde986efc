"""Unusual arguments of programs: squares off the board, `None` for a move, engines that are asked twice.

    python guards.py ours|theirs

prints an object of JSON with the result of each. `guards.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import asyncio
import copy
import io
import os
import pickle
import sys
import tempfile

import chess
import chess.engine
import chess.pgn
import chess.svg

KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# Writes down what it reads. A search ends at `stop` if it has no limit.
ENGINE = r"""
import os, sys
log, searching = open(os.environ["HEARD"], "a"), False
for line in sys.stdin:
    line = line.strip()
    print(line, file=log, flush=True)
    if line == "uci":
        print("id name Listener\noption name Hash type spin default 16 min 1 max 1024\noption name Style type string default calm\nuciok")
    elif line == "isready":
        print("readyok")
    elif line.startswith("go"):
        print("info depth 1 score cp 20 pv e7e5")
        searching = "infinite" in line
        if not searching:
            print("bestmove e7e5")
    elif line == "stop" and searching:
        print("bestmove e7e5")
        searching = False
    elif line == "quit":
        break
    sys.stdout.flush()
"""


class listening:
    """An engine, and the lines with one of some words that it hears."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.heard = os.path.join(self.folder.name, "heard")
        with open(os.path.join(self.folder.name, "engine.py"), "w") as file:
            file.write(ENGINE)
        self.command = [sys.executable, os.path.join(self.folder.name, "engine.py")]
        self.env = {**os.environ, "HEARD": self.heard}
        return self

    def lines(self, *words):
        with open(self.heard) as file:
            return [line.strip() for line in file if line.split()[0] in words]

    def __exit__(self, *error):
        self.folder.cleanup()


# Engines


def a_game_with_null_moves_is_sent_as_its_position():
    board = chess.Board()
    board.push_san("e4")
    with listening() as ear, chess.engine.SimpleEngine.popen_uci(ear.command, env=ear.env) as engine:
        engine.play(board, chess.engine.Limit(depth=1))
        board.push_san("a6")
        board.push(chess.Move.null())
        seen = engine.analyse(board, chess.engine.Limit(depth=1))["score"].white().score()
        return seen, ear.lines("position")


def options_of_one_call_go_back_with_the_next():
    board, limit = chess.Board(), chess.engine.Limit(depth=1)
    board.push_san("e4")
    with listening() as ear, chess.engine.SimpleEngine.popen_uci(ear.command, env=ear.env) as engine:
        engine.play(board, limit, options={"Hash": 64})
        engine.play(board, limit)
        engine.configure({"Hash": 32})
        engine.play(board, limit, options={"Hash": 128, "Style": "wild"})
        engine.play(board, limit, options={"Hash": 256})
        engine.play(board, limit)
        return ear.lines("setoption")


def an_empty_limit_is_a_plain_go():
    board = chess.Board()
    board.push_san("e4")
    with listening() as ear, chess.engine.SimpleEngine.popen_uci(ear.command, env=ear.env) as engine:
        best = engine.play(board, chess.engine.Limit()).move.uci()
        engine.analysis(board).stop()
        engine.play(board, chess.engine.Limit(), game="another")
        return best, ear.lines("go", "ucinewgame")


def a_wait_that_is_given_up_leaves_the_engine_usable():
    board = chess.Board()
    board.push_san("e4")

    async def main(ear):
        _, engine = await chess.engine.popen_uci(ear.command, env=ear.env)
        seen = []
        for method in ("wait", "get"):
            analysis = await engine.analysis(board)
            if method == "get":
                await analysis.get()
            try:
                await asyncio.wait_for(getattr(analysis, method)(), 0.2)
            except asyncio.TimeoutError:
                seen.append("given up")
            seen.append((await engine.play(board, chess.engine.Limit(depth=1))).move.uci())
        await engine.quit()
        return seen

    with listening() as ear:
        return asyncio.run(main(ear))


# Boards


def squares_count_back_from_the_last_one():
    board = chess.Board(KIWI)
    behind = [str(board.piece_at(square - 9)) for square in board.pieces(chess.PAWN, chess.WHITE)]
    calls = [lambda: board.piece_type_at(-1), lambda: board.color_at(-64), lambda: int(board.attacks(-1)), lambda: board.is_attacked_by(True, -8),
             lambda: int(board.attackers(False, -1)), lambda: int(board.pin(True, -1)), lambda: board.piece_at(-65), lambda: board.piece_at(64)]
    return behind, [said(call) for call in calls]


def a_move_that_is_not_there_is_not_legal():
    board = chess.Board()
    return [[move in board.legal_moves, move in board.pseudo_legal_moves, board.is_legal(move), board.is_pseudo_legal(move)]
            for move in (None, "", 0, chess.Move.null(), chess.Move.from_uci("e2e4"))]


def an_empty_text_takes_all_rights():
    boards = [chess.Board() for _ in range(3)]
    for board, text in zip(boards, ("", None, "-")):
        board.set_castling_fen(text)
    return [board.fen() for board in boards]


def a_king_that_goes_onto_its_rook_castles_from_e_to_a_corner_only():
    seen = []
    for fen, chess960, moves in (("4k3/8/8/8/8/8/8/5K1R w - - 0 1", False, "f1h1"), ("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", False, "e1g1"),
                                 ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", False, "b1a1 b1e1"), (KIWI, False, "e1h1 e1a1 e1g1"),
                                 ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", True, "e1b1 e1h1")):
        board = chess.Board(fen, chess960=chess960)
        for move in map(chess.Move.from_uci, moves.split()):
            seen.append([board.uci(move), board.uci(move, chess960=False), board.uci(move, chess960=True), move in board.legal_moves,
                         said(lambda: board.parse_uci(move.uci()))])
    return seen


def a_knight_needs_as_many_moves_as_it_needs():
    return ["".join(str(chess.square_knight_distance(a, b)) for b in range(64)) for a in range(64)]


def what_is_not_a_text_has_the_same_errors():
    board = chess.Board()
    calls = [chess.Board, chess.BaseBoard, board.set_fen, board.set_board_fen, board.parse_san, board.push_san, board.parse_uci, board.push_uci, chess.Move.from_uci,
             chess.Piece.from_symbol, chess.parse_square, board.set_epd]
    values = [5, 1.5, True, ["e2e4"], ["e", "2", "e", "4"], board, chess.Move.null()]
    found = [[said(lambda: call(value)) for value in values] for call in calls]
    found += [[said(lambda: call(text)) for call in (chess.Board, board.set_fen, board.push_san)] for text in (b"x", chess.STARTING_FEN.encode())]
    found.append([said(lambda: call(text)) for call in (board.push_uci, chess.Move.from_uci) for text in (b"e2e4", b"e7e8q", b"", b"e4")])
    return found, board.fen()


def numbers_that_are_too_large_are_squares_off_the_board():
    board, large = chess.Board(), 2**70
    return [said(call) for call in (lambda: board.attackers(True, large), lambda: board.piece_at(large), lambda: board.is_pinned(True, -large),
                                    lambda: chess.between(0, large), lambda: chess.SquareSet.ray(large, 3), lambda: board.attacks(large),
                                    lambda: list(board.generate_legal_moves("e2")), lambda: board.piece_map(mask="e2"), lambda: list(chess.scan_forward(1.5)))]


def types_that_are_too_large_are_not_in_the_lists():
    calls = [lambda: chess.Piece(7, True).symbol(), lambda: chess.Move(0, 1, 7).uci(), lambda: chess.Move(0, 1, drop=9).uci(), lambda: chess.piece_symbol(7),
             lambda: chess.Board().pieces(7, True), lambda: chess.svg.board(check="e1"), lambda: "check" in chess.svg.board(check=chess.E1)]
    return [said(call) for call in calls]


def colors_count_back_from_white():
    board = chess.Board()
    calls = [lambda color: board.is_attacked_by(color, chess.A3), board.king, lambda color: int(board.pieces(chess.PAWN, color)), board.has_castling_rights,
             board.has_insufficient_material, lambda color: board.occupied_co[color]]
    return [[said(lambda: call(color)) for call in calls] for color in (-1, -2, 2, -3, 2**70)]


def a_mode_that_is_unknown_is_the_legal_one():
    board = chess.Board("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    board.push_san("e4")
    return [said(lambda: call(en_passant=mode)) for call in (board.fen, board.epd, board.shredder_fen) for mode in ("fen", "xfen", "x", None, 3, [])]


def no_move_leads_from_a_square_to_itself():
    board = chess.Board()
    return [said(lambda: board.find_move(*squares)) for squares in ((17, 17), (17, 17, 5), (4, 4), (0, 0), (12, 28), (12, 28, 5), (-1, 3))]


def errors_say_what_they_say_there():
    def text(call):
        try:
            return str(call())
        except ValueError as error:
            return type(error).__name__, str(error)

    board = chess.Board()
    return [text(lambda: chess.Piece.from_symbol(letter)) for letter in ("", "x", "Queen", "?")], \
        [text(lambda: board.parse_san(move)) for move in ("e2e5", "e7e8q", "a1a1", "e1g1", "g8f6", "b1-c2", "e7e8k")]


# Games


def the_side_to_move_is_mated_by_a_mate_in_zero():
    game = chess.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# { [%eval #0] } *"))
    score = game.end().eval()
    seen = [str(score.relative), score.turn, score.white().score(mate_score=1000), score.black().mate()]
    for value in (chess.engine.MateGiven, chess.engine.Mate(0), chess.engine.Mate(-2), chess.engine.Cp(-31)):
        game.end().set_eval(chess.engine.PovScore(value, chess.BLACK), 7)
        seen.append(game.end().comment)
    return seen


def games_of_ten_minutes_are_blitz():
    return {text: said(lambda: chess.pgn.parse_time_control(text).type.name)
            for text in ("179", "180", "300+5", "600", "600+3", "840+1", "899", "900", "900+10", "3599", "3600", "40/5400:1800", "1/259200", "?", "-")}


def a_copy_of_a_game_has_what_its_owner_gave_it():
    game = chess.pgn.read_game(io.StringIO('[White "A"]\n\n{ to begin } 1. e4 $1 ( { or } 1. d4 { a } d5 ) 1... e5 *'))
    game.owner, game.end().seen = "me", 3
    game.variations[1].comment = " braces } in it "
    game.variations[0].add_variation(chess.Move.from_uci("a1h8"))
    pickled, deep, flat = pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)
    seen = [[twin.owner, twin.end().seen, twin.variations[1].comment, [len(node.variations) for node in twin.mainline()], twin.headers["White"],
             twin.comment, sorted(twin.variations[0].nags)] for twin in (pickled, deep, flat)]
    flat.headers["White"] = "B"
    node = pickle.loads(pickle.dumps(game.variations[1].end()))
    return seen, game.headers["White"], flat.variations[0] is game.variations[0], [node.move.uci(), node.parent.comment, len(node.game().variations)]


def without_their_start_position_moves_mean_nothing():
    class Teller(chess.pgn.BaseVisitor):
        def __init__(self):
            self.told = []

        def visit_board(self, board):
            self.told.append("board")

        def visit_move(self, board, move):
            self.told.append(move.uci())

        def handle_error(self, error):
            self.told.append("error")

        def end_game(self):
            self.told.append("end")

        def result(self):
            return self.told

    text = '[FEN "bad"]\n[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *\n'
    handle = io.StringIO(text)
    first, second = chess.pgn.read_game(handle), chess.pgn.read_game(handle)
    return [len(first.errors), len(list(first.mainline_moves())), first.headers["FEN"], said(first.board), str(second.end().move),
            chess.pgn.read_game(io.StringIO(text), Visitor=Teller)]


def keys_without_a_hash_are_no_tags():
    headers, keys = chess.pgn.Game().headers, ([], {}, None, 5, ("White",), b"White")
    return [[said(call) for call in (lambda: headers.get(key), lambda: key in headers, lambda: headers[key], lambda: headers.pop(key, 3))] for key in keys]



def star_imports_bring_what_they_always_brought():
    names = {"perft": 1, "Engine": 2, "Database": 3}
    exec("from chess import *", names)
    return [names["perft"], names["Engine"], names["Database"], names["math"].inf, names["copy"].copy([1]), names["Counter"].__name__, names["re"].__name__]


def pictures_show_the_pieces_that_a_subclass_shows():
    class Fog(chess.Board):
        def piece_at(self, square):
            piece = super().piece_at(square)
            return piece if piece and piece.color else None

    class Renamed(chess.Board):
        def piece_map(self, **options):
            return {}

        def board_fen(self, **options):
            return "x"

    return [(chess.svg.board(board).count("<use"), str(board), board.unicode()) for board in (Fog(), Renamed())]


def star_imports_of_modules_leave_the_names_of_programs_alone():
    names = {"Board": 1, "NativeEngine": 2, "ReadError": 3}
    for module in ("engine", "pgn", "svg", "polyglot", "syzygy"):
        exec(f"from chess.{module} import *", names)
    taken = [names[name] for name in ("Board", "NativeEngine", "ReadError")]
    brought = [names[name].__name__ for name in ("asyncio", "subprocess", "dataclasses", "itertools", "math", "random", "struct", "time")]
    kept = [name for name in ("BaseVisitor", "SimpleEngine", "Arrow", "Entry", "Tablebase", "Color", "chess", "EventLoopPolicy") if name in names]
    return [taken, "open" in names, brought, kept, chess.engine.subprocess.PIPE, chess.engine.concurrent.futures.Future.__name__]


def variants_are_found_by_their_names_alone():
    import chess.variant

    names = ("chess", "Standard", "from position", "fromPosition", "chess960", "atomic", "3check", "nope", "")
    return [said(lambda: chess.variant.find_variant(name).__name__) for name in names]


def a_limit_is_shown_without_the_clock_that_it_belongs_to():
    return [repr(chess.engine.Limit(clock_id="x")), str(chess.engine.Limit(white_clock=3.5, depth=2, clock_id=7)), chess.engine.Limit(clock_id=1).clock_id]


def results_are_posted_to_an_analysis_without_an_engine():
    seen = []

    async def follow():
        analysis = chess.engine.AnalysisResult(lambda: seen.append("stopped"))
        seen.append([analysis.empty(), analysis.would_block(), analysis.info, analysis.multipv])
        analysis.post({"depth": 1})
        analysis.post({"depth": 2, "multipv": 2})
        seen.append([analysis.empty(), analysis.would_block(), analysis.info, analysis.multipv, await analysis.get()])
        analysis.stop()
        analysis.set_finished(chess.engine.BestMove(chess.Move(12, 28), None))
        analysis.stop()
        seen.append([str((await analysis.wait()).move), await analysis.next(), await analysis.next()])
        try:
            await analysis.get()
        except chess.engine.AnalysisComplete as error:
            seen.append(type(error).__name__)
        failed, waited = chess.engine.AnalysisResult(), chess.engine.AnalysisResult()
        failed.set_exception(chess.engine.EngineError("failed"))
        try:
            await failed.wait()
        except chess.engine.EngineError as error:
            seen.append(str(error))
        try:
            await asyncio.wait_for(waited.get(), 0.05)
        except asyncio.TimeoutError:
            seen.append("still waiting")

        async def post():
            waited.post({"depth": 5})
            waited.set_finished(chess.engine.BestMove(None, None))

        task = asyncio.create_task(post())
        seen.append([info async for info in waited])
        await task

    asyncio.run(follow())
    return seen


def methods_that_build_the_tree_can_be_replaced():
    seen = []
    for owner, name in [
        (chess.pgn.GameBuilder, "visit_move"), (chess.pgn.GameBuilder, "visit_comment"), (chess.pgn.GameBuilder, "visit_nag"),
        (chess.pgn.GameBuilder, "begin_variation"), (chess.pgn.GameBuilder, "handle_error"), (chess.pgn.GameNode, "add_variation"),
    ]:
        original, calls = getattr(owner, name), []

        def method(self, *arguments, original=original, calls=calls):
            calls.append(1)
            return original(self, *arguments)

        setattr(owner, name, method)
        try:
            game = chess.pgn.read_game(io.StringIO("1. e4 $1 {x} (1. d4) e5 2. Ke3 *"))
            seen.append((name, len(calls), [move.uci() for move in game.mainline_moves()]))
        finally:
            setattr(owner, name, original)
    return seen


def null_moves_may_be_written_as_zeros():
    texts = ("1. e4 e5 2. 0000 *", "0000", "1. 0000 0000 1-0", "1. e4 (1. 0000) *", "1. e4 e5\n0000 d5 *", "00000", "1. e4 000 e5 *", "0000.", "1. e4 { 0000 } e5")
    return [str(chess.pgn.read_game(io.StringIO(text))).splitlines()[-1] for text in texts]


def the_moves_that_a_copy_keeps_are_a_truth_or_a_number():
    class Own(chess.Board):
        pass

    seen = []
    for kind in (chess.Board, Own):
        board = kind()
        board.push_san("e4")
        board.push_san("e5")
        seen.append([len(board.copy(stack=stack).move_stack) for stack in (True, False, None, 0, 1, 2, -1)])
    return seen


def figurines_are_those_of_a_table():
    table = chess.UNICODE_PIECE_SYMBOLS
    king = table["k"]
    table["k"] = "#"
    try:
        return [chess.Board().unicode(), chess.Piece(6, False).unicode_symbol(), chess.Piece(6, True).unicode_symbol(invert_color=True), str(chess.Piece(6, True))]
    finally:
        table["k"] = king


def types_of_pieces_may_be_numbers_of_any_kind():
    board = chess.Board()
    return [said(lambda: len(board.pieces(kind, True))) for kind in (1.0, 6.0, 1.5, 7.0, float("nan"), "1", None)]


def a_tree_that_two_threads_ask_for_is_whole():
    import threading

    text = " ".join(f"{number}. Nf3 Nf6 {number + 1}. Ng1 Ng8" for number in range(1, 200, 2)) + " *"
    whole = True
    for _ in range(10):
        game, counts = chess.pgn.read_game(io.StringIO(text)), []
        threads = [threading.Thread(target=lambda: counts.append(sum(1 for _ in game.mainline()))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        whole = whole and counts == [400] * 4 and game.next().parent is game
    return whole


def the_root_of_a_board_without_moves_is_a_copy():
    class Named(chess.Board):
        name = "first"

        def copy(self, *, stack=True):
            board = super().copy(stack=stack)
            board.name = self.name + "'"
            return board

    board = Named()
    alone = board.root().name
    board.push_san("e4")
    return [alone, board.root().name, board.root().fen(), type(board.root()).__name__, len(board.root().move_stack), board.fen(), chess.Board().root().fen()]


def plies_are_counted_from_the_number_of_the_move():
    board = chess.Board()
    seen = []
    for number in (1, 0, 7):
        board.fullmove_number = number
        for turn in chess.COLORS:
            board.turn = turn
            seen.append(board.ply())
    return seen


if __name__ == "__main__":
    print_results(globals())
