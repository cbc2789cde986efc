"""Compares this package with python-chess on pairs of boards and on damaged texts, which runs as another process.

    python pairs.py [ROUNDS [SEED]]

Both processes make the same boards in different ways: by moves, FENs, copies, mirrors, null moves, as Chess960. Each round changes
one, compares two with `==`, their keys and their stacks, and reads a damaged move, FEN or game: equal results, and exceptions of equal
classes. Needs `pip install chess`.
"""

from __future__ import annotations

import itertools
import subprocess
import sys

CHILD = r"""
import io, logging, random, re, sys
if sys.argv[1] == "ours":
    import reynard.compat
    reynard.compat.install()
import chess
import chess.pgn
logging.disable(logging.CRITICAL)
rounds, seed = int(sys.argv[2]), int(sys.argv[3])
FENS = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "1r2kr2/8/8/8/8/8/8/1R2KR2 w BFbf - 3 9", "8/P6k/8/8/8/8/p6K/8 w - - 12 40", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1"]
LETTERS = "abcdefgh12345678NBRQKPnbrqkpxX=+#-O0o@/ wKQkq.!?;{}()$*"
def said(call):
    try:
        return str(call())
    except Exception as error:
        return type(error).__name__
def damaged(picks, text):
    letters = list(text)
    for _ in range(picks.choice((0, 1, 1, 1, 2, 3))):
        at = picks.randrange(len(letters) + 1)
        deed = picks.randrange(4)
        if deed == 0:
            letters.insert(at, picks.choice(LETTERS))
        elif not letters or at == len(letters):
            continue
        elif deed == 1:
            del letters[at]
        elif deed == 2:
            letters[at] = picks.choice(LETTERS)
        else:
            other = picks.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
    return "".join(letters)
def fresh(picks):
    deed = picks.randrange(6)
    if deed == 0:
        return chess.Board()
    if deed == 1:
        return chess.Board.from_chess960_pos(picks.randrange(960))
    if deed == 2:
        return chess.Board(chess960=True)
    return chess.Board(picks.choice(FENS), chess960=picks.randrange(3) == 0)
def changed(picks, board):
    deed = picks.randrange(16)
    if deed < 7:
        moves = list(board.legal_moves)
        if not moves or board.ply() > 160:
            return fresh(picks)
        board.push(picks.choice(moves))
        return board
    if deed == 7:
        return chess.Board(board.fen(en_passant=picks.choice(("fen", "xfen", "legal"))), chess960=board.chess960)
    if deed == 8:
        return board.copy(stack=picks.choice((True, False, 2)))
    if deed == 9:
        return board.mirror()
    if deed == 10:
        if not board.is_check():
            board.push(chess.Move.null())
        return board
    if deed == 11:
        if board.move_stack:
            board.pop()
        return board
    if deed == 12:
        return chess.Board(board.fen(), chess960=not board.chess960)
    if deed == 13:
        return board.root()
    if deed == 14:
        board.halfmove_clock = picks.randrange(3)
        board.fullmove_number = picks.randrange(1, 4)
        return board
    return board.transform(chess.flip_horizontal) if not board.castling_rights else fresh(picks)
def game_text(picks, board):
    board, words = board.root(), []
    start = board.fen()
    for ply in range(picks.randrange(1, 12)):
        moves = list(board.legal_moves)
        if not moves:
            break
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        other = board.san(picks.choice(moves))
        words.append(board.san_and_push(picks.choice(moves)))
        words += picks.choice(([], [], [], ["{ a b }"], ["$3"], ["!?"], ["(", other, ")"]))
    words.append(picks.choice(("1-0", "0-1", "1/2-1/2", "*", "")))
    tags = "" if start == chess.STARTING_FEN else f'[FEN "{start}"]\n'
    if picks.randrange(8) == 0 or board.chess960:
        tags += '[Variant "Chess960"]\n'
    return tags + '[White "A"]\n\n' + " ".join(words) + "\n\n1. d4 *\n"
picks = random.Random(seed)
boards = [fresh(picks) for _ in range(12)]
for number in range(rounds):
    first, second = picks.randrange(12), picks.randrange(12)
    source = picks.choice((first, second, second))
    boards[first] = changed(picks, boards[source].copy() if source != first else boards[first])
    a, b = boards[first], boards[second]
    line = [number, a == b, a != b, a._transposition_key() == b._transposition_key(), chess.BaseBoard.__eq__(a, b), len(a.move_stack)]
    deed = picks.randrange(12)
    if deed < 7:
        moves = list(a.legal_moves)
        if moves:
            move = picks.choice(moves)
            text = damaged(picks, picks.choice((a.uci(move), move.uci(), a.san(move), a.lan(move), a.uci(move, chess960=True))))
        else:
            text = damaged(picks, "e2e4")
        line += [text, a.fen(), said(lambda: a.parse_san(text))]
        if deed == 0:
            line += [said(lambda: a.parse_uci(text)), said(lambda: chess.Move.from_uci(text)), said(lambda: a.parse_xboard(text))]
        elif deed == 1:
            after = a.copy()
            line += [said(lambda: after.push_san(text)), after.fen(), len(after.move_stack), after == a]
        elif deed == 2:
            after = a.copy()
            line += [said(lambda: after.push_uci(text)), after.fen()]
    elif deed < 11:
        text = damaged(picks, a.fen(shredder=picks.randrange(4) == 0, en_passant=picks.choice(("fen", "legal"))))
        if picks.randrange(6) == 0:
            text = text.rsplit(" ", picks.randrange(1, 5))[0]
        # Counters of more digits are another matter.
        text = re.sub(r"[0-9]{4,}(?=\s|$)", "9", text)
        line += [text, said(lambda: chess.Board(text).fen()), said(lambda: chess.Board(text) == a), said(lambda: chess.Board(text, chess960=True).status())]
    else:
        text = game_text(picks, a)
        # An illegal move in a variation: the game goes on here, which is a difference that is meant.
        if "(" not in text:
            text = damaged(picks, text).replace("(", ",").replace(")", ",")
        # Tags with more blanks than they need are read here.
        text = re.sub(r"(?m)^\s*\[\s*|\s*\]\s*$", lambda found: found[0].strip(" "), text)
        handle = io.StringIO(text)
        def read():
            game = chess.pgn.read_game(handle)
            if game is None:
                return None
            if game.headers.get("Variant", "Chess960") != "Chess960":
                # Kept as text here.
                return "a variant"
            if game.errors:
                # The result after an illegal move is read here.
                game.headers["Result"] = "*"
            return str(game), len(game.errors), game.end().ply()
        line += [repr(text), said(read), handle.tell(), said(read)]
    print(*line, sep=" | ")
"""


def lines(side: str, rounds: int, seed: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", CHILD, side, str(rounds), str(seed)], stdout=subprocess.PIPE, text=True)


def compare(rounds: int, seed: int, shown: int = 3) -> int:
    """Prints the first differences and returns their number."""
    ours, theirs = lines("ours", rounds, seed), lines("theirs", rounds, seed)
    assert ours.stdout is not None and theirs.stdout is not None
    differences = count = 0
    for mine, other in itertools.zip_longest(ours.stdout, theirs.stdout):
        count += 1
        if mine != other:
            differences += 1
            if differences <= shown:
                fields = zip((mine or "").split(" | "), (other or "").split(" | "))
                print((mine or other or "").split(" | ")[6:8], next((pair for pair in fields if pair[0] != pair[1]), (mine, other)))
    failed = ours.wait() or theirs.wait()
    # Lines of text in games are lines of output too.
    return differences + (failed != 0) + (count < rounds)


def main() -> int:
    rounds, seed = (int(given) for given in (sys.argv[1:] + ["100000", "1"][len(sys.argv) - 1 :])[:2])
    found = compare(rounds, seed, 20)
    print(f"{rounds} rounds of seed {seed}: {found} differences")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
