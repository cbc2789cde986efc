"""Times the names that scripts use most against those of python-chess, and prints the ratios.

    python names.py [RUNS]

Runs (15 unless given) of the two packages alternate, each in a process of its own, in processor time. A ratio is that of the medians:
above 1 this package is faster. `control` is the same code on both sides: how far it is from 1 is the noise. The bar is 0.85.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

CHILD = r"""
import json, sys, time
if sys.argv[1] == "ours":
    import reynard as chess
    import reynard.svg as svg
else:
    import chess
    import chess.svg as svg
from timeit import Timer
KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
b, board, other = chess.Board(KIWI), chess.Board(KIWI), chess.Board(KIWI)
line = chess.Board()
for san in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split():
    line.push_san(san)
m, n, quiet = chess.Move.from_uci("e2a6"), chess.Move.from_uci("e2a6"), chess.Move.from_uci("d2d3")
s, t = chess.SquareSet(0x00FF00FF00FF00FF), chess.SquareSet(0xFFFF)
piece = chess.Piece(chess.KNIGHT, chess.WHITE)
pawns = b.pieces(chess.PAWN, chess.WHITE)
c = True
def control(x):
    return x & 7
NAMES = '''control(12)
b.turn
b.pawns
b.occupied
b.occupied_co[c]
b.castling_rights
b.ep_square
b.fullmove_number
b.halfmove_clock
len(line.move_stack)
line.move_stack[-1]
line.peek()
m.from_square
m.to_square
m.promotion
piece.piece_type
piece.color
m == n
m != n
hash(m)
str(m)
m.uci()
bool(m)
chess.Move(12, 28)
chess.Piece(2, c)
piece.symbol()
chess.square_name(12)
chess.square_file(12)
chess.square_rank(12)
chess.square(4, 3)
chess.parse_square("e4")
chess.square_distance(0, 63)
chess.square_mirror(12)
chess.lsb(0xFF00)
chess.msb(0xFF00)
chess.popcount(0xFF00)
list(chess.scan_forward(0xFF00FF))
list(chess.scan_reversed(0xFF00FF))
chess.flip_vertical(0xFF00)
chess.SquareSet(0xFF00)
chess.SquareSet([1, 2, 3])
12 in s
s & t
s | t
s - t
s ^ 255
~s
len(s)
bool(s)
int(s)
list(s)
s == t
s.pop() if s.add(0) is None else 0
b.pieces(chess.PAWN, c)
len(b.pieces(chess.PAWN, c))
list(b.pieces(chess.PAWN, c))
b.pieces_mask(chess.PAWN, c)
b.piece_at(12)
b.piece_type_at(12)
b.color_at(12)
b.king(c)
b.piece_map()
b.attacks(12)
b.attacks_mask(12)
b.attackers(c, 28)
b.is_attacked_by(c, 28)
b.is_pinned(c, 12)
b.pin(c, 12)
board.set_piece_at(27, piece)
b.is_check()
b.is_checkmate()
b.is_capture(m)
b.is_castling(m)
b.is_en_passant(m)
b.gives_check(m)
b.is_game_over()
b.outcome()
b.is_legal(m)
b.legal_moves
b.has_kingside_castling_rights(c)
b.is_insufficient_material()
b.is_repetition()
line.can_claim_draw()
b.copy()
b.copy(stack=False)
line.copy()
b.mirror()
b.transform(chess.flip_horizontal)
b == other
b._transposition_key()
b.board_fen()
b.fen()
b.epd()
str(b)
b.status()
b.is_valid()
b.ply()
chess.Board()
chess.Board(None)
chess.Board(KIWI)
b.push(m), b.pop()
line.push(quiet), line.pop()
b.san(m)
b.parse_san("a3")
chess.Move.from_uci("e2e4")
list(b.legal_moves)
list(b.generate_legal_captures())
list(b.pseudo_legal_moves)
any(b.legal_moves)
next(b.generate_legal_moves())
svg.board(b)
'''.splitlines()
names = {"chess": chess, "b": b, "board": board, "other": other, "line": line, "m": m, "n": n, "quiet": quiet, "s": s, "t": t, "piece": piece, "c": c, "KIWI": KIWI,
         "svg": svg, "control": control}
times = {}
for name in NAMES:
    timer = Timer(name, timer=time.process_time, globals=names)
    number = 1
    while (took := timer.timeit(number)) < 0.0005:
        number *= 4
    number = max(1, int(number * 0.002 / took))
    times[name] = min(timer.repeat(3, number)) / number
print(json.dumps(times))
"""

BAR = 0.85


def one(side: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", CHILD, side], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{side}: cannot be timed")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def ratios(runs: int) -> dict[str, tuple[float, float]]:
    """The ratio of each name, and the time of this package in nanoseconds."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(one("ours"))
        theirs.append(one("theirs"))
    median = {name: (statistics.median(run[name] for run in theirs), statistics.median(run[name] for run in ours)) for name in ours[0]}
    return {name: (other / mine, mine * 1e9) for name, (other, mine) in median.items()}


def main() -> int:
    found = ratios(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
    print("| name | to python-chess | ns |\n|---|---|---|")
    for name, (ratio, nanoseconds) in sorted(found.items(), key=lambda item: item[1]):
        print(f"| `{name.replace('|', chr(92) + '|')}` | {ratio:.2f}{'' if ratio >= BAR else ' (below the bar)'} | {nanoseconds:,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
