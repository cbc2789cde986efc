"""Uses the installed Python package: smoke.py GAMES.pgn VERSION"""

import sys

import reynard
import reynard.pgn
from reynard.engine import Limit

games, version = sys.argv[1:]
assert reynard.__version__ == version, reynard.__version__
board = reynard.Board()
board.push_san("e4")
assert reynard.perft(reynard.Board(), 5) == 4_865_609
with reynard.Engine() as engine:
    move = engine.play(board, Limit(nodes=5_000)).move
    assert move in board.legal_moves
with open(games, encoding="utf-8") as file:
    count = 0
    while game := reynard.pgn.read_game(file):
        assert not game.errors
        count += 1
assert count > 0
print(f"   import reynard {reynard.__version__}: perft 5, {board.san(move)} by the engine, {count} games")
