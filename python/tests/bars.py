"""Times this package against python-chess and bulletchess, which run as processes where they are installed, and prints ratios.

    python bars.py [SECONDS]

Each operation runs for about as many seconds in each process (0.5 unless given), and its best run counts. The bars are those of the design, as ratios to
python-chess and to bulletchess. The last line times two native calls that only store a number: no `push` and `pop` can be faster than those.
"""

from __future__ import annotations

import json
import subprocess
import sys

CHILD = r"""
import json, pickle, sys, time, random
side, seconds = sys.argv[1], float(sys.argv[2])
if side == "reynard":
    import reynard as chess
elif side == "chess":
    import chess
picks = random.Random(1)
FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]
results = {}
def measure(name, function, amount):
    start = time.process_time()
    function()
    # Processor time, so that other programs on the machine do not count; 5 ms or more at a time, since the clock is coarse.
    repeats = max(1, int(0.005 / (time.process_time() - start + 1e-6)))
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time()
        for _ in range(repeats):
            function()
        best = max(best, repeats * amount / (time.process_time() - start))
    results[name] = best
if side in ("reynard", "chess"):
    games = []
    for _ in range(30):
        board, sans = chess.Board(), []
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            sans.append(board.san_and_push(picks.choice(moves)) if hasattr(board, "san_and_push") else "")
        games.append(sans)
    boards = [chess.Board(fen) for fen in FENS]
    legal = [list(board.legal_moves) for board in boards]
    ucis = [move.uci() for moves in legal for move in moves]
    long_board = chess.Board()
    for san in games[0][:40]:
        long_board.push_san(san)
    def replay():
        for sans in games:
            board = chess.Board()
            for san in sans:
                board.push_san(san)
    def read():
        for _ in range(20):
            for fen in FENS: chess.Board(fen)
    def write():
        for _ in range(20):
            for board in boards: board.fen()
    def loop():
        for _ in range(10):
            for board in boards:
                for move in board.legal_moves: pass
    def count():
        for _ in range(20):
            for board in boards: board.legal_moves.count()
    def contains():
        for board, moves in zip(boards, legal):
            found = board.legal_moves
            for move in moves: move in found
    def push_pop():
        for board, moves in zip(boards, legal):
            for move in moves:
                board.push(move); board.pop()
    def san():
        for board, moves in zip(boards, legal):
            for move in moves: board.san(move)
    def copy():
        for _ in range(20):
            for board in boards: board.copy()
    def uci():
        for text in ucis: chess.Move.from_uci(text)
    def dumps():
        for _ in range(5): pickle.loads(pickle.dumps(long_board))
    total = len(ucis)
    measure("replay by push_san (plies)", replay, sum(map(len, games)))
    measure("Board(fen)", read, 20 * len(FENS))
    measure("board.fen()", write, 20 * len(FENS))
    measure("for move in legal_moves (boards)", loop, 10 * len(FENS))
    measure("legal_moves.count()", count, 20 * len(FENS))
    measure("move in legal_moves", contains, total)
    measure("push and pop", push_pop, total)
    if side == "reynard":
        squares = chess.SquareSet()
        def calls():
            for moves in legal:
                for move in moves:
                    squares.add(0); squares.clear()
        measure("calls", calls, total)
    measure("board.san(move)", san, total)
    measure("board.copy()", copy, 20 * len(FENS))
    measure("Move.from_uci", uci, total)
    measure("pickle and back (40 plies)", dumps, 5)
    import io
    module = __import__(chess.__name__ + ".pgn", fromlist=["pgn"])
    text = "\n\n".join('[White "A"]\n\n' + " ".join(f"{i // 2 + 1}. {san}" if i % 2 == 0 else san for i, san in enumerate(sans)) + " *" for sans in games)
    def pgn():
        handle = io.StringIO(text)
        while module.read_game(handle) is not None: pass
    measure("read_game (games)", pgn, len(games))
    try:
        import numpy
    except ImportError:
        numpy = None
    if side == "reynard":
        import reynard.data
        packed, many = b"".join(board.packed() for board in boards) * 500, (text + "\n\n").encode() * 20
        measure("PGN to table (games)", lambda: reynard.data.read_games(many, threads=1), 20 * len(games))
        if numpy:
            measure("planes of positions", lambda: reynard.data.planes(packed), 500 * len(boards))
    else:
        def tabulate():
            handle, rows = io.StringIO(text), []
            while (game := module.read_game(handle)) is not None:
                rows.append({**game.headers, "moves": [move.uci() for move in game.mainline_moves()]})
        measure("PGN to table (games)", tabulate, len(games))
        def planes():
            for board in boards:
                values = numpy.zeros((8, 8, 12), "u1")
                for square, piece in board.piece_map().items():
                    values[square // 8, square % 8, piece.piece_type - 1 + 6 * (not piece.color)] = 1
        if numpy:
            measure("planes of positions", planes, len(boards))
else:
    import bulletchess
    boards = [bulletchess.Board.from_fen(fen) for fen in FENS]
    legal = [board.legal_moves() for board in boards]
    ucis = [move.uci() for moves in legal for move in moves]
    def read():
        for _ in range(20):
            for fen in FENS: bulletchess.Board.from_fen(fen)
    def write():
        for _ in range(20):
            for board in boards: board.fen()
    def loop():
        for _ in range(10):
            for board in boards:
                for move in board.legal_moves(): pass
    def push_pop():
        for board, moves in zip(boards, legal):
            for move in moves:
                board.apply(move); board.undo()
    def copy():
        for _ in range(20):
            for board in boards: board.copy()
    def uci():
        for text in ucis: bulletchess.Move.from_uci(text)
    measure("Board(fen)", read, 20 * len(FENS))
    measure("board.fen()", write, 20 * len(FENS))
    measure("for move in legal_moves (boards)", loop, 10 * len(FENS))
    measure("push and pop", push_pop, len(ucis))
    measure("board.copy()", copy, 20 * len(FENS))
    measure("Move.from_uci", uci, len(ucis))
print(json.dumps(results))
"""

# Ratios to python-chess and to bulletchess.
BARS = {
    "replay by push_san (plies)": (120, 3.0),
    "Board(fen)": (80, 1.4),
    "board.fen()": (150, 3.0),
    "for move in legal_moves (boards)": (45, 2.5),
    "legal_moves.count()": (200, None),
    "move in legal_moves": (40, None),
    "push and pop": (60, 1.0),
    "board.san(move)": (120, 2.5),
    "board.copy()": (15, 1.0),
    "Move.from_uci": (15, 1.0),
    "pickle and back (40 plies)": (4, None),
    "read_game (games)": (60, None),
    "PGN to table (games)": (250, None),
    "planes of positions": (90, None),
}


def measured(side: str, seconds: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", CHILD, side, seconds], capture_output=True, text=True)
    if done.returncode:
        print(f"{side}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}", file=sys.stderr)
        return {}
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> int:
    seconds = sys.argv[1] if len(sys.argv) > 1 else "0.5"
    ours, theirs, bullet = (measured(side, seconds) for side in ("reynard", "chess", "bulletchess"))
    calls = ours.pop("calls", 0.0)
    print("| operation | reynard, per second | to python-chess | bar | to bulletchess | bar |\n|---|---|---|---|---|---|")
    for name, rate in ours.items():
        bar, bullet_bar = BARS[name]
        ratio = f"{rate / theirs[name]:.1f}" if name in theirs else "-"
        other = f"{rate / bullet[name]:.2f}" if name in bullet else "-"
        print(f"| {name} | {rate:,.0f} | {ratio} | {bar} | {other} | {bullet_bar or '-'} |")
    if calls and theirs:
        # What `push and pop` would be if they did nothing.
        print(f"\nTwo native calls that only store a number: {1e9 / calls:.0f} ns, {calls / theirs['push and pop']:.0f} x `push and pop` of python-chess.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
