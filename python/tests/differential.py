"""Compares this package with python-chess, which runs as another process: every method without arguments, on positions and in games, and models of wins and draws.

    python differential.py [POSITIONS [GAMES]]

Both processes play the same random games (the order of the legal moves is the same, so the same seeds give the same games), and
set the same positions, legal and illegal (but with at most one king of a color); they print what every method says, or the class of its exception. Needs `pip install chess`.
"""

from __future__ import annotations

import itertools
import pathlib
import subprocess
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]

CHILD = r"""
import enum, random, sys
if sys.argv[1] == "ours":
    import reynard.compat
    reynard.compat.install()
import chess
import chess.engine
import chess.polyglot
ATTRIBUTES = ["turn", "castling_rights", "ep_square", "fullmove_number", "halfmove_clock", "promoted", "chess960", "occupied",
    "occupied_co", "pawns", "knights", "bishops", "rooks", "queens", "kings", "move_stack"]
METHODS = ["board_fen", "can_claim_draw", "can_claim_fifty_moves", "can_claim_threefold_repetition", "castling_shredder_fen", "castling_xfen",
    "checkers", "checkers_mask", "chess960_pos", "clean_castling_rights", "epd", "fen", "has_chess960_castling_rights", "has_legal_en_passant",
    "has_pseudo_legal_en_passant", "is_check", "is_checkmate", "is_fifty_moves", "is_fivefold_repetition", "is_game_over",
    "is_insufficient_material", "is_repetition", "is_seventyfive_moves", "is_stalemate", "is_valid", "is_variant_draw", "is_variant_end",
    "is_variant_loss", "is_variant_win", "mirror", "outcome", "peek", "piece_map", "ply", "result", "root", "shredder_fen", "status",
    "unicode", "was_into_check", "copy", "generate_castling_moves", "generate_legal_captures", "generate_legal_ep", "generate_legal_moves",
    "generate_pseudo_legal_captures", "generate_pseudo_legal_ep", "generate_pseudo_legal_moves", "__str__", "__repr__"]
def plain(value):
    if isinstance(value, chess.BaseBoard):
        return repr(value) + str(len(value.move_stack))
    if isinstance(value, dict):
        return {key: str(value[key]) for key in sorted(value)}
    if isinstance(value, (str, int, bool, type(None), enum.Enum)):
        return repr(value)
    if isinstance(value, chess.SquareSet):
        return int(value)
    try:
        return [str(item) for item in value]
    except TypeError:
        return repr(value)
def said(call):
    try:
        return plain(call())
    except Exception as error:
        return "raises " + type(error).__name__
def tell(board, more=True):
    for name in ATTRIBUTES:
        print(name, said(lambda: getattr(board, name)))
    for name in METHODS:
        print(name, said(lambda: getattr(board, name)()))
    for color in (True, False):
        for name in ("king", "has_castling_rights", "has_kingside_castling_rights", "has_queenside_castling_rights", "has_insufficient_material"):
            print(name, color, said(lambda: getattr(board, name)(color)))
    print("fen", said(lambda: board.fen(en_passant="fen", shredder=True)), said(lambda: board.fen(en_passant="xfen", promoted=True)))
    print("counts", said(lambda: board.legal_moves.count()), said(lambda: board.pseudo_legal_moves.count()), said(lambda: bool(board.legal_moves)))
    print("key", said(lambda: chess.polyglot.zobrist_hash(board)))
    if not more:
        return
    for color in (True, False):
        print("attackers", [board.attackers_mask(color, square) for square in chess.SQUARES])
        print("pins", [board.pin_mask(color, square) for square in chess.SQUARES])
    for move in list(board.pseudo_legal_moves)[:60]:
        for name in ("san", "lan", "uci", "xboard", "is_legal", "gives_check", "is_into_check", "is_capture", "is_zeroing", "is_en_passant",
                     "is_castling", "is_kingside_castling", "is_queenside_castling", "is_irreversible", "is_pseudo_legal"):
            if name in ("san", "lan") and not board.is_legal(move):
                continue
            print(move, name, said(lambda: getattr(board, name)(move)))
        after = board.copy()
        print(move, "push", said(lambda: after.push(move)), said(after.fen), said(lambda: after.castling_rights), said(lambda: after.pop()), after == board)
mode, count, seed = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
picks = random.Random(seed)
if mode == "games":
    for number in range(count):
        picks = random.Random(seed * 1_000_003 + number)
        print("# game", number)
        if number % 4 == 3:
            board = chess.Board.from_chess960_pos(picks.randrange(960))
        else:
            board = chess.Board()
        for ply in range(300):
            moves = list(board.legal_moves)
            print(board.fen(), len(moves))
            if board.is_game_over(claim_draw=picks.randrange(2) == 0):
                break
            board.push(picks.choice(moves))
        tell(board, False)
        while board.move_stack:
            board.pop()
        print(board.fen())
elif mode == "scores":
    for number in range(count):
        print("#", number)
        picks = random.Random(seed * 1_000_003 + number)
        ply = picks.randrange(-2, 400)
        for model in ("sf", "sf12", "sf14", "sf15", "sf15.1", "sf16", "sf16.1", "lichess"):
            for cp in (0, 1, -1, 1200, -1200, 30000, -30000, *(picks.randrange(-500, 500) for _ in range(20))):
                score = chess.engine.Cp(cp)
                print(score, model, ply, said(lambda: tuple(score.wdl(model=model, ply=ply))))
elif mode == "positions":
    lines = [line.split(";")[0].strip() for path in sys.argv[5:] for line in open(path)]
    lines = [line for line in lines if line and line[0] != "#"]
    for number in range(count):
        line = lines[number % len(lines)]
        picks = random.Random(seed * 1_000_003 + number)
        print("#", number)
        try:
            board = chess.Board(line, chess960=picks.randrange(4) == 0)
        except ValueError as error:
            print(line, "raises", type(error).__name__)
            continue
        for _ in range(picks.randrange(12)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(picks.choice(moves))
        if number % 3 == 0:
            for _ in range(picks.randrange(1, 4)):
                deed = picks.randrange(6)
                if deed == 0:
                    board.set_piece_at(picks.randrange(64), chess.Piece(picks.randrange(1, 6), picks.randrange(2) == 0))
                elif deed == 1:
                    board.remove_piece_at(picks.randrange(64))
                elif deed == 2:
                    # Theirs takes moves back to count repetitions, and loses the change.
                    board.clear_stack()
                    board.turn = not board.turn
                elif deed == 3:
                    board.push(chess.Move.null())
                elif deed == 4 and not board.move_stack:
                    board.castling_rights = picks.getrandbits(64)
                else:
                    moves = list(board.pseudo_legal_moves)
                    if moves:
                        board.push(picks.choice(moves))
        print(board.fen(en_passant="fen"), board.chess960)
        tell(board)
"""


def lines_of(side: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", CHILD, side, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def blocks_of(process: subprocess.Popen[str]) -> Iterator[list[str]]:
    """The lines of each position or game."""
    block: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("# ") and block:
            yield block
            block = []
        block.append(line.rstrip("\n"))
    yield block


def compare(*arguments: str) -> int:
    """Returns the number of positions or games with a difference, and prints the first line of each."""
    ours, theirs = lines_of("ours", *arguments), lines_of("theirs", *arguments)
    different = 0
    for mine, others in itertools.zip_longest(blocks_of(ours), blocks_of(theirs), fillvalue=[]):
        if mine == others:
            continue
        different += 1
        line, other = next(pair for pair in itertools.zip_longest(mine, others, fillvalue="") if pair[0] != pair[1])
        if different <= 40:
            print(f"{' '.join((others or mine)[:2])}\n  ours   {line[:300]}\n  theirs {other[:300]}")
    for name, process in (("ours", ours), ("theirs", theirs)):
        errors = process.communicate()[1]
        if process.returncode:
            print(f"{name} ended with {process.returncode}: {errors[-600:]}")
            different += 1
    return different


def suites() -> list[str]:
    """The files of positions."""
    return sorted(str(path) for path in (ROOT / "testdata" / "perft").glob("*.epd"))


def main() -> int:
    positions = sys.argv[1] if len(sys.argv) > 1 else "10000"
    games = sys.argv[2] if len(sys.argv) > 2 else "1000"
    found = compare("positions", positions, "1", *suites())
    print(f"{found} of {positions} positions differ")
    more = compare("games", games, "2")
    print(f"{more} of {games} games differ")
    scores = compare("scores", "1000", "3")
    print(f"{scores} of 1000 plies differ in wins, draws and losses")
    return 1 if found or more or scores else 0


if __name__ == "__main__":
    sys.exit(main())
