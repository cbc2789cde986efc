"""The native reader of games against the one in Python, and files of games."""

import bz2
import copy
import gzip
import io
import pathlib
import pickle
import random
import threading

import pytest

import reynard
import reynard.pgn

SAMPLES = pathlib.Path(__file__).parents[2] / "docs" / "samples"
EXAMPLES = [path.read_text() for path in sorted(SAMPLES.glob("*.pgn"))] + [
    "1. e4 {a} {b\nc} (1. d4 $1 d5 {x} (1... Nf6 2. c4) 2. c4) e5 !? 2. Nf3 Nc6; rest {no\n3. Bb5!! a6?! 1-0 *\n",
    "{first} 1. e4 (1. d4) *", "(1. e4) 1. d4 *", "1. e4 ((1. d4)) e5", "1.e4 e5 2.Nf3 1/2-1/2", "% line\n1. e4\n% line\ne5 *",
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 Kd7 *', '[FEN "nonsense"]\n\n1. e4 *', '[Variant "Atomic"]\n\n1. e4 *',
    '[Variant "Chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n9. O-O *',
    "1. e4 -- 2. d4 Z0 *", "1. e4 e2e4 *", "1. e2e4 e7e5 *", "1. e4 e5 2. Ke3 Ke6 (2. d4) *", "1. e4 {open\n\nstill open", "e4 e5 Nf3",
    "12 e4", "1e4", "1. e4+- e5", "1. e4 1-0e5", "1. e4 e5\n[White \"x\"]\n", "\ufeff[White \"Bom\"]\n\n1. e4 *", "1. e4 $300 $9999999999 *",
    "1. e4 { a } e5 {  b  } *", "1. e4 e5\r\n2. Nf3 {x\r\ny} *\r\n\r\n1. d4 *\r\n", '[White "a"b"]\n[ Black  "c" ] \n[1 "x"]\n[Bad\n\n\n1. e4 *',
    "1. e4 é e5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. 0-0 *", "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q *", "*", "1-0",
    "1. e4 ) e5 ( *", "1. e4 (1. d4 1-0) e5 0-1", "1. e4!!! e5??? *", "1. e4 e.p. *", "1... e5 *", "", "\n\n", "[White \"only\"]",
]


class Plain(reynard.pgn.GameBuilder):
    """A visitor that is read in Python."""


def described(game, handle):
    if game is None:
        return None
    tree = [(node.move.uci(), node.comment, node.starting_comment, sorted(node.nags), len(node.variations)) for node in game.mainline()]
    errors = [(type(error), str(error)) for error in game.errors]
    try:
        text = str(game)
    except ValueError as error:
        text = str(error)
    return text, dict(game.headers), game.comment, tree, errors, handle.tell(), [move.uci() for move in game.mainline_moves()]


def all_games(text, visitor):
    handle = io.StringIO(text, newline="")
    found = []
    while True:
        game = reynard.pgn.read_game(handle, Visitor=visitor)
        found.append(described(game, handle))
        if game is None or len(found) > 100:
            return found


@pytest.fixture(autouse=True)
def silence():
    reynard.pgn.LOGGER.disabled = True
    yield
    reynard.pgn.LOGGER.disabled = False


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_native_reader_reads_what_the_one_in_python_reads(text):
    assert all_games(text, reynard.pgn.GameBuilder) == all_games(text, Plain)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_text_is_read_alike_by_both_readers(seed):
    picks = random.Random(seed)
    for _ in range(60):
        text = picks.choice(EXAMPLES)
        for _ in range(picks.randrange(1, 4)):
            at = picks.randrange(len(text) + 1)
            cut = at + picks.randrange(4)
            text = text[:at] + picks.choice(["", "{", "}", "(", ")", ";", "\n", "\n\n", "%", "e4", " ", "1-0", "$5", "!", "[", "\"", "x", "O-O", "0", "\x1c"]) + text[cut:]
        assert all_games(text, reynard.pgn.GameBuilder) == all_games(text, Plain), text


def test_the_moves_need_no_tree_and_the_tree_is_made_once():
    game = reynard.pgn.read_game(io.StringIO("1. e4 (1. d4 d5) e5 {good} 2. Nf3 *"))
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"] and "variations" not in vars(game)
    assert game.end().move.uci() == "g1f3" and len(game.variations) == 2 and game[0] is game.variations[0]
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    for twin in (copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))):
        fresh = reynard.pgn.read_game(io.StringIO("1. e4 (1. d4 d5) e5 {good} 2. Nf3 *"))
        assert str(twin(fresh)) == str(game)
    with pytest.raises(AttributeError):
        game.nothing


def test_threads_that_ask_for_the_tree_get_the_same_one():
    for _ in range(20):
        game, found = reynard.pgn.read_game(io.StringIO("1. e4 " * 1 + "e5 2. Nf3 Nc6 *")), []
        threads = [threading.Thread(target=lambda: found.append(game.variations)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({id(variations) for variations in found}) == 1


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
def test_a_file_is_opened_in_every_form(pack, tmp_path):
    data = (SAMPLES / "famous.pgn").read_bytes()
    path = tmp_path / "games.pgn"
    path.write_bytes(pack(data))
    expected = all_games(data.decode(), Plain)[:-1]
    for source in (path, str(path), pack(data), io.BytesIO(pack(data))):
        games = list(reynard.pgn.open(source))
        assert [str(game) for game in games] == [text for text, *_ in expected] and len(games) == 5


def test_a_file_of_latin_1_is_read_and_a_missing_one_raises(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Gr\u00fcnfeld"]\n\n1. d4 *\n'.encode("latin-1"))
    assert [game.headers["White"] for game in reynard.pgn.open(path)] == ["Gr\u00fcnfeld"]
    with pytest.raises(FileNotFoundError):
        reynard.pgn.open(tmp_path / "missing.pgn")
    with pytest.raises(TypeError, match="mode"):
        reynard.pgn.read_game(io.BytesIO(b"1. e4 *"))


def test_an_error_of_the_handle_is_raised():
    class Broken:
        def readline(self):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        reynard.pgn.read_game(Broken())
