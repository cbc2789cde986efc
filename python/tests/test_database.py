"""Databases of games: adding, exploring, searching, tables, and what goes wrong."""

import pathlib
import pickle
import threading

import pytest

import reynard
import reynard.data
import reynard.pgn

SAMPLES = pathlib.Path(__file__).parents[2] / "docs" / "samples"
FAMOUS = SAMPLES / "famous.pgn"
OPENINGS = SAMPLES / "openings.pgn"


@pytest.fixture
def base(tmp_path):
    with reynard.Database.create(tmp_path / "games.rdb") as base:
        assert base.add([FAMOUS, OPENINGS.read_bytes()], threads=2) == (23, 470, 0)
        yield base


def replayed(board):
    """The games of the samples that reach a position, and the moves that they play there first."""
    moves = []
    for path in (FAMOUS, OPENINGS):
        for game in reynard.pgn.open(path):
            replay = game.board()
            for move in game.mainline_moves():
                if replay.fen().split()[:4] == board.fen().split()[:4]:
                    moves.append(replay.san(move))
                    break
                replay.push(move)
    return moves


@pytest.mark.parametrize("line", [[], ["e4"], ["e4", "e5"], ["d4", "Nf6", "c4"], ["e4", "e5", "Nf3", "Nc6"], ["a4", "h5"]])
def test_a_position_is_explored_as_a_replay_of_all_games_says(base, line):
    board = reynard.Board()
    for san in line:
        board.push_san(san)
    expected = replayed(board)
    found = base.explore(board, top=2)
    assert {move["san"]: move["games"] for move in found["moves"]} == {san: expected.count(san) for san in expected}
    assert base.explore(board.fen(), top=2) == found and len(found["top"]) <= 2
    assert len(base.search(position=board)) == found["games"] >= len(expected)


def test_filters_choose_games(base):
    assert len(base) == 23
    morphy = base.search("white~morphy")
    assert len(morphy) == 1
    game = base.game(morphy[0])
    assert game.headers["White"].startswith("Morphy") and len(list(game.mainline_moves())) == 33
    table = base.games("white~morphy", moves="san", columns=["White", "offset", "moves"])
    assert table["offset"].to_list() == morphy and table["moves"][0][-1] == "Rd8#"
    assert base.pgn(morphy[0]).startswith("[Event ")
    assert base.search("result=1-0", order="date") != base.search("result=1-0") or len(base.search("result=1-0")) < 2
    assert len(base.games(limit=7)) == 7 and len(base.games(position=reynard.Board())) == 23
    assert base.explore(where="white~morphy")["games"] == 1


def test_the_table_of_a_database_is_that_of_its_games(base):
    ours = base.games().to_dicts()
    theirs = reynard.data.read_games([FAMOUS, OPENINGS]).to_dicts()
    for row in ours + theirs:
        row.pop("offset")
    assert ours == theirs


def test_a_database_is_read_beside_its_writer_and_made_once(base, tmp_path):
    path = tmp_path / "games.rdb"
    with reynard.Database.open(path) as reader:
        assert len(reader) == 23
    with pytest.raises(FileExistsError):
        reynard.Database.create(path)
    with pytest.raises(BlockingIOError):
        reynard.Database(path, writable=True)
    base.close()
    with reynard.Database(path, writable=True) as writer:
        assert writer.add(b"1. e4 e5 2. Ke3 *").damaged == 1
        assert len(writer) == 24


def test_what_goes_wrong_raises(base, tmp_path):
    with pytest.raises(FileNotFoundError):
        reynard.Database(tmp_path / "missing.rdb")
    (tmp_path / "text.rdb").write_text("no database")
    with pytest.raises(ValueError, match="text.rdb"):
        reynard.Database(tmp_path / "text.rdb")
    with pytest.raises(FileNotFoundError, match="missing.pgn"):
        base.add(tmp_path / "missing.pgn")
    for wrong in (lambda: base.search("nonsense="), lambda: base.explore("nonsense"), lambda: base.search(order="name"),
                  lambda: base.explore(reynard.Board(None)), lambda: base.games(columns=["elo"]), lambda: base.add(b"", threads=0)):
        with pytest.raises(ValueError):
            wrong()
    for number in (23, 10**9, -1):
        with pytest.raises(IndexError):
            base.pgn(number)
    with pytest.raises(TypeError):
        pickle.dumps(base)
    assert len(base) == 23
    base.close()
    with pytest.raises(ValueError, match="closed"):
        base.search()


def test_threads_share_a_database(base):
    expected, found = base.explore(), []
    threads = [threading.Thread(target=lambda: found.append(base.explore())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8
