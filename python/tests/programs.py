"""Small programs as users of python-chess write them, one function each, which returns what it saw.

    python programs.py ours|theirs

prints an object of JSON with the result of each. `programs.json` has those of python-chess 1.11.2.
"""

from side import games_in, print_results, said  # first: it chooses the library

import asyncio
import collections
import copy
import dataclasses
import io
import os
import pickle
import random
import struct
import sys
import tempfile

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy

KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PAWN_END = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
PGN = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.05.01"]
[White "anna"]
[Black "bob"]
[Result "1-0"]
[WhiteElo "1810"]
[TimeControl "180+2"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.2] } 2. Nf3 $1 { good } (2. f4 exf4 (2... d5 3. exd5 e4)
3. Nf3) 2... Nc6 3. Bc4 Nd4?! { [%csl Rd4,Ge5] [%cal Gf3e5] bad } 4. Nxd4 exd4 5. O-O { [%emt 0:00:04.5] } 1-0

[Event "Casual"]
[White "bob"]
[Black "anna"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]

1. e3 Kd5 2. Kd2 1/2-1/2

[Event "Third"]
[White "?"]
[Black "carl"]
[Result "0-1"]

1. d4 d5 2. c4 e6 { QGD } 3. Nc3 Nf6 0-1
"""


# Data


def planes_for_a_network():
    board, move = chess.Board(KIWI), chess.Move.from_uci("e2a6")
    mirrored = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
    corners = (chess.BB_A1, chess.BB_H1, chess.BB_A8, chess.BB_H8)
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return {
        "bits": "{:064b}".format(board.kings),
        "plane": board.pieces(chess.ROOK, chess.WHITE).tolist(),
        "rights": [bool(board.castling_rights & corner) for corner in corners],
        "mirrored": [mirrored.uci(), mirrored in board.mirror().legal_moves, board.mirror().fen()],
        "turned": board.transform(chess.flip_vertical).board_fen(),
        "material": [sum(len(board.pieces(kind, color)) * value for kind, value in values.items()) for color in chess.COLORS],
        "policy": [move.from_square * 64 + move.to_square for move in board.legal_moves],
    }


def an_opening_tree():
    tree, lines = collections.defaultdict(collections.Counter), []
    for game in games_in(PGN):
        board = game.board()
        for move in game.mainline_moves():
            tree[board.epd()][board.san(move)] += 1
            board.push(move)
        lines.append(game.board().variation_san(board.move_stack))
    return {position: found.most_common() for position, found in tree.items()}, lines


def statistics_of_headers():
    handle, seen = io.StringIO(PGN), []
    while True:
        offset = handle.tell()
        headers = chess.pgn.read_headers(handle)
        if headers is None:
            break
        seen.append([offset, headers.get("WhiteElo", "?"), dict(headers), "FEN" in headers, headers.board().fen(), repr(headers)])
    handle.seek(seen[1][0])
    game = chess.pgn.read_game(handle)
    return seen, game.headers["White"], chess.pgn.read_headers(handle)["Black"], chess.pgn.skip_game(handle)


def a_round_may_be_a_number():
    game = chess.pgn.Game()
    game.headers["Round"] = 3
    return str(game), list(game.headers.items()), said(lambda: game.headers.__setitem__("Board", 4))


class Log(chess.pgn.BaseVisitor):
    """Hands out tags and does not fill them."""

    def __init__(self):
        self.log = []

    def begin_headers(self):
        return chess.pgn.Headers()

    def visit_header(self, name, value):
        self.log.append([name, value])

    def visit_board(self, board):
        self.log.append(board.fen())

    def visit_move(self, board, move):
        self.log.append(board.san(move))

    def begin_variation(self):
        return chess.pgn.SKIP

    def result(self):
        return self.log


def a_visitor_fills_the_tags_that_it_returns():
    handle = io.StringIO(PGN.replace('[SetUp "1"]\n', "").replace("1. e3 Kd5 2. Kd2 ", ""))
    return [chess.pgn.read_game(handle, Visitor=Log) for _ in range(4)]


# Annotated games


def annotations():
    seen = []
    for node in next(games_in(PGN)).mainline():
        seen.append([node.ply(), node.turn(), node.san(), node.uci(), sorted(node.nags), node.comment, node.clock(), node.emt(),
                     str(node.eval()), [arrow.pgn() for arrow in node.arrows()], len(node.variations), node.is_mainline(), node.is_end()])
    return seen


def a_variation_is_added_and_promoted():
    game = next(games_in(PGN))
    node = game.next().next()
    node.set_clock(61.25)
    node.set_eval(chess.engine.PovScore(chess.engine.Mate(3), chess.BLACK), 12)
    node.set_arrows([(chess.E2, chess.E4), chess.svg.Arrow(chess.A1, chess.A1, color="red")])
    comments = [node.comment]
    node.set_clock(None)
    node.set_eval(None)
    node.set_arrows([])
    comments.append(node.comment)
    fresh = node.add_variation(chess.Move.from_uci("f2f3"), comment="odd", nags=[chess.pgn.NAG_SPECULATIVE_MOVE], starting_comment="or")
    fresh.add_line([chess.Move.from_uci("d7d5"), chess.Move.from_uci("e4d5")], comment="x", nags=[4])
    orders = []
    for change in (node.promote_to_main, node.demote, node.promote):
        change(fresh)
        orders.append([child.san() for child in node.variations])
    return comments, orders, str(game), str(chess.pgn.Game.from_board(game.end().board()))


def lines_are_broken_where_python_chess_breaks_them():
    picks, texts = random.Random(4), []
    for _ in range(20):
        game = chess.pgn.Game.without_tag_roster()
        node = game
        for _ in range(picks.randrange(4, 25)):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            if picks.randrange(5) == 0:
                node.add_variation(picks.choice(moves))
            nags = picks.sample(range(1, 20), picks.choice([0, 0, 1, 2]))
            node = node.add_main_variation(picks.choice(moves), comment=picks.choice(["", "", "x", "long comment here"]), nags=nags)
        texts += [game.accept(chess.pgn.StringExporter(columns=columns)) for columns in (20, 41, 80)]
    return texts


# Players


def a_puzzle_is_checked():
    board, seen = chess.Board("r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19"), []
    for uci in "e8f7 e2e6 f7f8 e6f7".split():
        move = board.parse_uci(uci)
        seen.append([board.san(move), board.lan(move), board.is_capture(move), board.gives_check(move), board.is_zeroing(move)])
        board.push(move)
        hanging = [at for at, piece in board.piece_map().items()
                   if piece.color == board.turn and board.attackers(not piece.color, at) and not board.attackers(piece.color, at)]
        seen.append([chess.SquareSet(hanging).mask, board.is_checkmate(), [chess.square_name(at) for at in board.checkers()]])
    pins = [[chess.square_name(at), board.pin(chess.WHITE, at).mask] for at in chess.SquareSet(board.occupied) if board.is_pinned(True, at)]
    return seen, pins, str(board.outcome())


def a_bot_replays_games():
    seen = []
    for line in ("f2f3 e7e5 g2g4 d8h4", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "e2e4 e2e5", "a2a9", "e2e4 0000"):
        board, fault = chess.Board(), None
        try:
            for uci in line.split():
                board.push_uci(uci)
        except ValueError as error:
            fault = [type(error).__name__, str(error)]
        end = board.outcome(claim_draw=True)
        seen.append([fault, board.result(claim_draw=True), end and [end.termination.name, end.winner], board.can_claim_draw(),
                     board.is_variant_end(), board.turn, board.ply(), said(board.peek)])
    return seen


VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def an_engine_with_a_hash_table():
    board, table = chess.Board(KIWI), {}

    def order(move):
        if board.is_capture(move):
            return VALUES[board.piece_at(move.from_square).piece_type] - 10 * VALUES[board.piece_type_at(move.to_square) or chess.PAWN]
        return -(move.promotion or 0)

    def evaluate():
        return sum(VALUES[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values())

    def search(depth, alpha, beta):
        key = chess.polyglot.zobrist_hash(board), depth
        if key in table:
            return table[key]
        if board.is_checkmate():
            return depth - 1000000
        if board.is_stalemate() or board.is_insufficient_material() or board.can_claim_threefold_repetition():
            return 0
        if depth == 0:
            return evaluate()
        if depth > 1 and not board.is_check():
            board.push(chess.Move.null())
            score = -search(depth - 2, -beta, -beta + 1)
            board.pop()
            if score >= beta:
                return beta
        for move in sorted(board.legal_moves, key=order):
            board.push(move)
            score = -search(depth - 1, -beta, -alpha)
            assert board.pop() == move
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        table[key] = alpha
        return alpha

    return search(2, -10**6, 10**6), len(table), board.fen(), len(list(board.generate_legal_captures()))


def scores_are_compared():
    Cp, Mate = chess.engine.Cp, chess.engine.Mate
    line = [Mate(0), Mate(-1), Mate(-5), Cp(-300), Cp(0), Cp(20), Mate(7), Mate(1), chess.engine.MateGiven]
    score = chess.engine.PovScore(Cp(55), chess.BLACK)
    chances = chess.engine.Wdl(500, 300, 200)
    return {
        "sorted": line == sorted(random.Random(3).sample(line, len(line))),
        "texts": [[str(one), repr(one), one.score(), one.score(mate_score=10000), one.mate(), repr(-one), one.is_mate()] for one in line],
        "pov": [str(score), str(score.white()), str(score.relative), score == chess.engine.PovScore(Cp(-55), chess.WHITE)],
        "models": [repr(Cp(-40).wdl(model=model, ply=60)) for model in ("sf", "sf12", "sf14", "sf15", "sf15.1", "sf16", "lichess")],
        "chances": [chances.expectation(), list(chances), repr(-chances), repr(chess.engine.PovWdl(chances, True).black())],
        "other kinds": [said(lambda: Cp(1) < 5), Cp(1) == 1, dataclasses.is_dataclass(chances)],
    }


# Files


def a_suite_of_positions():
    lines = ['1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";',
             '3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; am Kf3; acd 12; ce +34; c0 "a; b"; pv d5;',
             "8/8/8/8/8/8/8/K1k5 w - - hmvc 3; fmvn 40; noop;"]
    seen = []
    for line in lines:
        board, operations = chess.Board.from_epd(line)
        moves = list(board.legal_moves)
        seen.append([board.fen(), {name: str(value) for name, value in operations.items()}])
        seen.append([board.epd(bm=moves[:2], id="x", c0="a", acd=3, dm=None, pv=moves[:1]), board.epd(en_passant="fen", f=1.5)])
    return seen, said(lambda: chess.Board().set_epd("")), said(lambda: chess.Board.from_epd(lines[0] + " am Zz9;"))


def a_book_is_written_and_read():
    entries = []
    for fen, uci, weight in ((chess.STARTING_FEN, "e2e4", 5), (chess.STARTING_FEN, "d2d4", 3), (chess.STARTING_FEN, "g1f3", 0), (KIWI, "e1h1", 1)):
        move = chess.Move.from_uci(uci)
        entries.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(chess.Board(fen)), move.to_square | move.from_square << 6, weight, 7))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book.bin")
        with open(path, "wb") as book:
            book.write(b"".join(sorted(entries, key=lambda entry: entry[:8])))
        with chess.polyglot.open_reader(path) as reader:
            board, e4 = chess.Board(), chess.Move.from_uci("e2e4")
            return [
                len(reader), [[entry.move.uci(), entry.weight, entry.learn] for entry in reader.find_all(board)],
                [entry.move.uci() for entry in reader.find_all(board, minimum_weight=1, exclude_moves=[e4])],
                [reader.weighted_choice(board, random=random.Random(seed)).move.uci() for seed in range(5)],
                reader.get(chess.Board(KIWI)).move.uci(), said(lambda: reader.find(chess.Board(PAWN_END))), reader[-1].weight,
                said(lambda: reader[9]), said(lambda: chess.polyglot.open_reader(path + ".none")),
            ]


def a_closed_book_has_no_entries():
    board = chess.Board()
    handle, path = tempfile.mkstemp()
    os.write(handle, struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), 12 << 6 | 28, 5, 0))
    os.close(handle)
    with chess.polyglot.open_reader(path) as book:
        seen = [str(book.get(board))]
    os.remove(path)
    return [*seen, book.get(board), said(lambda: book.find(board)), said(lambda: book.choice(board)), said(lambda: len(book))]


def tables_are_missing():
    board = chess.Board(PAWN_END)
    with tempfile.TemporaryDirectory() as folder, chess.syzygy.open_tablebase(folder) as tables:
        found = [said(lambda: tables.probe_wdl(board)), tables.get_wdl(board), tables.get_dtz(board, 7), said(lambda: tables.probe_wdl(chess.Board()))]
        return found, said(lambda: chess.syzygy.open_tablebase(os.path.join(folder, "none"))), chess.syzygy.normalize_tablename("KvKRB")


# Objects


@dataclasses.dataclass
class Situation:
    board: chess.Board
    last: chess.Move


def moves_and_boards_in_containers():
    board = chess.Board()
    moves = list(board.legal_moves)
    counted = collections.Counter(move for _ in range(2) for move in board.legal_moves)
    one = Situation(board, moves[0])
    two = copy.deepcopy(one)
    two.board.push(moves[3])
    return [
        len(counted), counted[chess.Move.from_uci("e2e4")], [move.uci() for move in sorted(moves, key=lambda move: (move.from_square, move.to_square))],
        random.Random(7).choice(moves).uci(), one == two, one.last == two.last, pickle.loads(pickle.dumps(two)).board.move_stack == two.board.move_stack,
        said(lambda: {board: 1}), said(lambda: sorted(moves)), [move for move in moves if move == "e2e4"], f"{moves[0]}",
        said(lambda: len(board.legal_moves)), said(lambda: board.legal_moves[0]),
    ]


def moves_are_dataclasses():
    move, piece, seen = chess.Move.from_uci("e7e8q"), chess.Piece.from_symbol("n"), []
    match move:
        case chess.Move(start, end, chess.QUEEN):
            seen.append([start, end])
    match piece:
        case chess.Piece(piece_type=chess.KNIGHT, color=color):
            seen.append(color)
    return seen + [
        dataclasses.asdict(move), dataclasses.astuple(move), str(dataclasses.replace(move, promotion=chess.ROOK)),
        str(dataclasses.replace(piece, color=chess.WHITE)), [field.name for field in dataclasses.fields(piece)],
        str(dataclasses.asdict(chess.Outcome(chess.Termination.STALEMATE, None))), str(chess.Outcome(chess.Termination.STALEMATE, None)),
    ]


def attributes_are_written():
    board, move, piece = chess.Board(KIWI), chess.Move.from_uci("e2a6"), chess.Piece.from_symbol("P")
    seen = [board.turn, board.copy().turn, board.mirror().turn]
    board.turn = chess.BLACK
    seen += [board.turn, board.fen(), board.copy(stack=False).turn]
    board.push(chess.Move.from_uci("e8g8"))
    seen += [board.turn, board.pop().uci(), board.turn]
    board.set_fen(KIWI)
    board.note = "x"
    seen += [board.turn, board.note, said(lambda: chess.Board().note)]
    move.to_square, move.promotion, piece.color = chess.A7, chess.QUEEN, chess.BLACK
    seen += [move.uci(), move.from_square, move.to_square, move.promotion, piece.symbol(), piece.piece_type]
    move.promotion = None
    return seen + [move.promotion, move.drop, move == chess.Move.from_uci("e2a7")]


# Engines

TOY = r"""
import sys
for line in sys.stdin:
    command = line.split()[:1]
    if command == ["uci"]:
        print("id name Toy\noption name Hash type spin default 16 min 1 max 64\noption name Style type combo default a var a var b")
        print("option name MultiPV type spin default 1 min 1 max 5\nuciok")
    elif command == ["isready"]:
        print("readyok")
    elif command == ["go"]:
        print("info depth 1 score cp 13 nodes 20 time 5 pv e2e4 e7e5\ninfo depth 2 multipv 1 score mate 3 wdl 900 90 10 pv d2d4 d7d5")
        print("info depth 2 multipv 2 score cp -7 lowerbound pv g1f3\ninfo string hello\nbestmove d2d4 ponder d7d5")
    elif command == ["quit"]:
        break
    sys.stdout.flush()
"""


def an_engine_is_asked():
    async def ask():
        transport, engine = await chess.engine.popen_uci([sys.executable, "-c", TOY])
        board, limit = chess.Board(), chess.engine.Limit(depth=2)
        played = await engine.play(board, limit, info=chess.engine.INFO_ALL)
        seen = [engine.id, sorted(engine.options), str(played.move), str(played.ponder), sorted(played.info), str(played.info["score"])]
        for found in await engine.analyse(board, limit, multipv=2):
            seen.append([found["multipv"], str(found["score"]), [move.uci() for move in found["pv"]], found.get("lowerbound"), str(found.get("wdl"))])
        with await engine.analysis(board, limit) as analysis:
            seen += [sorted(found) async for found in analysis]
            seen += [str((await analysis.wait()).move), str(analysis.info["score"]), len(analysis.multipv)]
        for options in ({"Hash": 32}, {"Hash": 999}, {"None": 1}, {"Style": "z"}, {"MultiPV": 2}):
            try:
                await engine.configure(options)
                seen.append("set")
            except chess.engine.EngineError as error:
                seen.append(type(error).__name__)
        await engine.quit()
        return seen

    return asyncio.run(ask())


if __name__ == "__main__":
    print_results(globals())
