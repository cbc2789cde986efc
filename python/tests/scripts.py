"""More small programs as users of python-chess write them: editors, trees, matches, drawings, streams, rows of tables.

    python scripts.py ours|theirs

prints an object of JSON with the result of each. `scripts.json` has those of python-chess 1.11.2.
"""

from side import games_in, print_results, said  # first: it chooses the library

import collections
import datetime
import io
import logging
import re
import sys

import chess
import chess.engine
import chess.pgn
import chess.svg
import chess.syzygy

# The games keep their errors: the log would repeat them.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PGN = """[Event "Club"]
[Site "Here"]
[Date "2024.02.30"]
[Round "1"]
[White "Anna"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1810"]
[BlackElo "?"]
[UTCTime "10:11:12"]

{ Before. } 1. e4 $1 { [%clk 0:10:00] [%cal Ge2e4,Rd7d5] } e5 { [%csl Ye5] Solid } (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 3. Bb5 a6 $6 { [%eval 0.3,20] } 4. Ba4 1-0

[Event "Club"]
[White "Carla"]
[Black "Anna"]
[Result "1/2-1/2"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 3 40"]
[SetUp "1"]

40... Kd4 41. Kd2 1/2-1/2

[Event "Broken"]
[Result "*"]

1. e4 e5 2. Ke3 Nc6

[Event "Odd"]
[Black "Dan"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def a_board_editor():
    """Puts, drags, wipes and turns, and says what is wrong in between."""
    board, seen = chess.Board(None), []
    for square, symbol in (("e1", "K"), ("e8", "k"), ("a1", "R"), ("h8", "r"), ("e4", "P"), ("d7", "p")):
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(symbol))
        seen.append([board.board_fen(), int(board.status()), board.is_valid()])
    board.set_castling_fen("Qk")
    board.turn = chess.BLACK
    seen += [board.fen(), str(board.status()), board.castling_xfen(), board.castling_shredder_fen()]
    dragged = board.remove_piece_at(chess.E4)
    board.set_piece_at(chess.E5, dragged)
    board.push_san("d5")
    seen += [board.fen(), board.has_legal_en_passant(), board.ep_square, [move.uci() for move in board.legal_moves if board.is_en_passant(move)]]
    board.set_piece_map({chess.A1: chess.Piece(chess.KING, chess.WHITE), chess.C3: chess.Piece(chess.KING, chess.BLACK)})
    seen += [board.fen(), board.is_insufficient_material(), board.piece_map(mask=chess.BB_RANK_3)[chess.C3].unicode_symbol()]
    board.set_chess960_pos(0)
    seen += [board.fen(), board.chess960_pos(), board.chess960]
    board.clear_board()
    seen += [board.fen(), int(board.status()), said(lambda: board.set_piece_at(64, chess.Piece(1, True))), said(lambda: board.set_board_fen("8/8"))]
    board.reset_board()
    seen += [board.fen(), len(board.move_stack)]
    return seen


def boards_are_turned_and_printed():
    board, seen = chess.Board(KIWI), []
    for flip in (chess.flip_vertical, chess.flip_horizontal, chess.flip_diagonal, chess.flip_anti_diagonal):
        turned = board.transform(flip)
        seen.append([turned.fen(), turned.is_valid(), said(lambda turned=turned: len(list(turned.legal_moves)))])
    board.apply_transform(chess.flip_horizontal)
    seen += [board.fen(), board.mirror().fen(), str(board), board.unicode(), board.unicode(borders=True, invert_color=True, empty_square=".", orientation=chess.BLACK)]
    return seen


def repertoires_are_merged():
    """Merges the games into one tree, and walks it with an explicit stack."""
    tree = chess.pgn.Game()
    tree.headers.clear()
    for game in games_in(PGN):
        if game.board().fen() != chess.STARTING_FEN:
            continue
        todo = [(tree, game)]
        while todo:
            into, node = todo.pop()
            for child in node.variations:
                if into.has_variation(child.move):
                    found = into.variation(child.move)
                else:
                    found = into.add_variation(child.move, comment=child.comment, nags=child.nags)
                todo.append((found, child))
    lines, todo = [], [tree]
    while todo:
        node = todo.pop()
        todo.extend(reversed(node.variations))
        if node.is_end():
            lines.append(chess.Board().variation_san(node.board().move_stack))
    deepest = tree.end()
    return [lines, str(tree), deepest.ply(), deepest.turn(), deepest.parent.san(), deepest.uci(), deepest.root() is tree, deepest.is_mainline(),
            [node.starts_variation() for node in tree.variations], tree.next().starting_comment, len(list(tree.mainline()))]


def variations_are_moved():
    game = next(games_in(PGN))
    node = game.next().next()
    node.parent.promote_to_main(1)
    seen = [str(game), node.is_main_variation(), node.is_mainline()]
    node.parent.demote(0)
    node.parent.remove_variation(1)
    seen += [str(game), said(lambda: node.parent.variation(3)), said(lambda: node.parent.promote(chess.Move.null()))]
    line = game.end().add_line([chess.Move.from_uci("b7b5"), chess.Move.from_uci("a4b3")], comment="all", starting_comment="from here", nags=[1, 22])
    seen += [str(game), line.ply(), game.end().comment, game.end().parent.starting_comment, str(game.mainline_moves()), repr(game.mainline())[:9]]
    return seen


def arrows_clocks_and_evaluations():
    game, seen = next(games_in(PGN)), []
    for node in game.mainline():
        seen.append([node.san(), node.comment, sorted(node.nags), node.clock(), node.emt(), str(node.eval()), node.eval_depth(),
                     [(arrow.tail, arrow.head, arrow.color, arrow.pgn()) for arrow in node.arrows()]])
    node = game.next()
    node.set_clock(59.5)
    node.set_emt(3661)
    node.set_eval(chess.engine.PovScore(chess.engine.Mate(-3), chess.BLACK), 12)
    node.set_arrows([chess.svg.Arrow(chess.E2, chess.E4, color="blue"), (chess.D4, chess.D4)])
    seen += [node.comment, node.clock(), node.emt(), str(node.eval()), node.eval_depth(), len(node.arrows())]
    node.set_clock(None)
    node.set_arrows([])
    return seen + [node.comment, str(game)]


def an_evaluation_has_a_whole_depth():
    node = chess.pgn.Game().add_variation(chess.Move(12, 28))
    score = chess.engine.PovScore(chess.engine.Cp(5), True)
    return [[said(lambda: node.set_eval(score, depth)), node.comment] for depth in (3, 2.5, -1)]


def a_stream_is_indexed():
    """Finds the games of one player by the headers alone, and goes back to them."""
    handle, seen, offsets = io.StringIO(PGN), [], []
    while True:
        offset = handle.tell()
        headers = chess.pgn.read_headers(handle)
        if headers is None:
            break
        if "Anna" in (headers.get("White"), headers.get("Black")):
            offsets.append(offset)
        seen.append([dict(headers), headers.get("Black", "?"), "Black" in headers, len(headers), list(headers)[:2], repr(headers)])
    for offset in reversed(offsets):
        handle.seek(offset)
        seen.append([str(chess.pgn.read_game(handle).headers["White"]), chess.pgn.skip_game(handle)])
    handle.seek(0)
    seen.append([chess.pgn.read_game(handle, Visitor=chess.pgn.BoardBuilder).fen(), chess.pgn.skip_game(handle), chess.pgn.skip_game(handle)])
    rest = chess.pgn.read_game(handle)
    return seen + [str(rest), chess.pgn.read_game(handle), [str(error) for game in games_in(PGN) for error in game.errors]]


def rows_of_a_table():
    """What is made into a data frame: a row for each move, with the features of its position."""
    rows = []
    for number, game in enumerate(games_in(PGN)):
        board = game.board()
        date = said(lambda game=game: datetime.datetime.strptime(game.headers.get("Date", ""), "%Y.%m.%d"))
        for node in game.mainline():
            move = node.move
            row = {"game": number, "date": date, "ply": board.ply(), "san": board.san(move), "lan": board.lan(move), "piece": board.piece_type_at(move.from_square),
                   "taken": board.is_capture(move), "check": board.gives_check(move), "legal": board.legal_moves.count(), "zeroing": board.is_zeroing(move),
                   "irreversible": board.is_irreversible(move)}
            board.push(move)
            counts = collections.Counter(piece.symbol() for piece in board.piece_map().values())
            row |= {"counts": sorted(counts.items()), "epd": board.epd(), "result": board.result(), "halfmove": board.halfmove_clock,
                    "attacked": chess.popcount(board.attackers_mask(not board.turn, board.king(board.turn))), "castling": board.castling_xfen(),
                    "names": sorted(map(chess.square_name, board.checkers()))}
            rows.append(row)
    return rows


class Counting(chess.pgn.BaseVisitor):
    """Counts what it is shown; leaves variations out."""

    def __init__(self):
        self.seen = collections.Counter()
        self.text = []

    def begin_game(self):
        self.seen["begin"] += 1

    def visit_header(self, name, value):
        self.text.append(name)

    def end_headers(self):
        self.seen["headers"] += 1
        if "SetUp" in self.text:
            return chess.pgn.SKIP

    def visit_board(self, board):
        self.seen["board"] += 1

    def parse_san(self, board, san):
        self.text.append(re.sub("[+#]", "", san))
        return super().parse_san(board, san)

    def visit_move(self, board, move):
        self.seen[chess.piece_name(board.piece_type_at(move.from_square))] += 1

    def visit_comment(self, comment):
        self.text.append(comment)

    def visit_nag(self, nag):
        self.seen[f"${nag}"] += 1

    def begin_variation(self):
        self.seen["variation"] += 1
        return chess.pgn.SKIP

    def handle_error(self, error):
        self.text.append(type(error).__name__)

    def visit_result(self, result):
        self.text.append(result)

    def result(self):
        return [sorted(self.seen.items()), self.text]


def visitors_of_ones_own():
    handle, seen = io.StringIO(PGN), []
    while (found := chess.pgn.read_game(handle, Visitor=Counting)) is not None:
        seen.append(found)
    for game in games_in(PGN):
        seen.append(game.accept(Counting()))
        seen.append(game.accept(chess.pgn.StringExporter(columns=40, headers=False, comments=False, variations=False)))
    return seen


def drawings():
    board = chess.Board(KIWI)
    board.push_san("Qxf6")
    pictures = [
        chess.svg.board(board, size=200, lastmove=board.peek(), check=board.king(chess.BLACK), coordinates=False),
        chess.svg.board(board, orientation=chess.BLACK, squares=board.attacks(chess.F6), fill={chess.A1: "#ff0000"}, colors={"square light": "#eeeeee"}),
        chess.svg.board(None, arrows=[(chess.E2, chess.E4), chess.svg.Arrow(chess.D7, chess.D5, color="#00ff00")], borders=True, style="* {}"),
        chess.svg.piece(chess.Piece.from_symbol("q"), size=45),
    ]
    found = []
    for picture in pictures:
        text = str(picture)
        found.append([type(picture).__name__, text[:4], "</svg>" in text, 'width="200"' in text, text.count("<line"), text.count("<polygon"),
                      'class="arrow"' in text, "#ff0000" in text, "#eeeeee" in text, "* {}" in text])
    return found + [said(lambda: type(chess.svg.board(board, squares=5)).__name__), chess.svg.Arrow.from_pgn("Ge2e4").color, chess.svg.Arrow(8, 8, color="red").pgn()]


MATCH = r"""
import sys
import random
picks, moves = random.Random(1), []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Random\nid author nobody\noption name Skill Level type spin default 3 min 0 max 20\noption name Clear type button\nuciok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
    elif words[:1] == ["go"]:
        line = "f2f3 e7e5 g2g4 d8h4".split()
        print(f"info depth 1 score cp {len(moves)} string x\nbestmove {line[len(moves)] if len(moves) < 4 else '(none)'}")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
"""


def a_match_of_two_engines():
    engines = [chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", MATCH]) for _ in range(2)]
    try:
        engines[0].configure({"Skill Level": 5})
        board, game = chess.Board(), chess.pgn.Game()
        node, seen = game, [engines[0].id["name"], engines[0].options["Skill Level"].max, said(lambda: engines[0].configure({"Skill Level": 99}))]
        while not board.is_game_over(claim_draw=True):
            result = engines[not board.turn].play(board, chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1), info=chess.engine.INFO_SCORE, game=game)
            seen.append([str(result.move), str(result.ponder), result.draw_offered, result.resigned, str(result.info.get("score"))])
            board.push(result.move)
            node = node.add_main_variation(result.move, comment=f"ply {board.ply()}")
        game.headers["Result"] = board.result()
        outcome = board.outcome()
        seen += [str(outcome.termination), outcome.winner, outcome.result(), str(game), str(chess.pgn.Game.from_board(board))]
        return seen + [said(lambda: engines[0].play(board, chess.engine.Limit(nodes=1)).move)]
    finally:
        for engine in engines:
            engine.quit()


def loggers_are_set():
    """Errors of games are caught by the name of the logger, as nearly every script silences them."""
    caught = []

    class Catching(logging.Handler):
        def emit(self, record):
            caught.append([record.name, record.levelname, record.getMessage().split(" while ")[0].split(" in ")[0]])

    handler, logger = Catching(), logging.getLogger("chess")
    logger.addHandler(handler)
    logging.getLogger("chess.pgn").setLevel(logging.ERROR)
    chess.pgn.read_game(io.StringIO("1. e4 Ke4 *"))
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    chess.pgn.read_game(io.StringIO("1. e4 Ke4 *"))
    logger.removeHandler(handler)
    return [caught, chess.pgn.LOGGER.name, chess.engine.LOGGER.name]


def tables_and_suites():
    """Operations of EPD, and probing without tables."""
    board, seen = chess.Board(), []
    for line in ('r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "mate \\"1\\""; acd 12; pv Qxf7#;',
                 "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 30; am e4 Kd2; ce -15; c0 \"two; parts\";", "4k3/8/8/8/8/8/8/4K3 w - -"):
        ops = board.set_epd(line)
        seen.append([board.fen(), {name: str(value) for name, value in ops.items()}])
    board.set_fen(KIWI)
    seen.append(board.epd(bm=[board.parse_san("Bxa6"), board.parse_san("O-O")], id="kiwi", acd=3, draw=None, pv=[board.parse_san("d6")]))
    seen += [said(lambda: board.set_epd("8/8 w")), said(lambda: board.epd(bm=chess.Move.from_uci("a1a8")))]
    with chess.syzygy.Tablebase() as tables:
        pawn = chess.Board("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
        seen += [said(lambda: tables.probe_wdl(pawn)), tables.get_wdl(pawn), tables.get_dtz(pawn, 9), said(lambda: tables.probe_wdl(chess.Board()))]
    return seen


if __name__ == "__main__":
    print_results(globals())
