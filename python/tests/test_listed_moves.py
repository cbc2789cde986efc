"""Moves that a board has listed are made without a check: they must do what fresh moves do, whatever happens in between."""

import random

import pytest

import reynard

FENS = [
    reynard.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R w KQkq d6 0 2",
    "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
]


def state(board):
    """All that a board shows, with its legal moves and the moves before."""
    legal = [move.uci() for move in board.generate_legal_moves()]
    stack = [move.uci() for move in board.move_stack]
    return board.fen(shredder=True, en_passant="fen", promoted=True), board.chess960, board.status(), stack, legal


def change(board, picks):
    """Changes a board behind the back of its moves."""
    kind = picks.randrange(8)
    if kind == 0:
        board.turn = not board.turn
    elif kind == 1:
        board.castling_rights ^= picks.choice([reynard.BB_A1, reynard.BB_H1, reynard.BB_A8, reynard.BB_H8])
    elif kind == 2:
        board.ep_square = picks.choice([None, reynard.D6, reynard.E3])
    elif kind == 3:
        board.chess960 = not board.chess960
    elif kind == 4:
        board.remove_piece_at(picks.randrange(64))
    elif kind == 5:
        board.set_piece_at(picks.randrange(64), reynard.Piece(picks.randint(1, 6), bool(picks.randrange(2))))
    elif kind == 6:
        board.halfmove_clock += 1
    else:
        board.apply_mirror()


def attempt(call):
    try:
        return call()
    except (AssertionError, IndexError) as error:
        return type(error)


def judged(board, move):
    """What the board says of a move, legal or not."""
    asked = [lambda: board.is_legal(move), lambda: move in board.legal_moves, lambda: board.gives_check(move), lambda: board.san(move)]
    return [attempt(call) for call in asked]


def fresh(move):
    return reynard.Move(move.from_square, move.to_square, move.promotion, move.drop)


@pytest.mark.parametrize("seed", range(40))
def test_listed_moves_do_what_fresh_moves_do(seed):
    picks = random.Random(seed)
    fen = picks.choice(FENS)
    chess960 = bool(seed % 2)
    # Each change is made twice, by choices of the same seed.
    listed, plain, kept = reynard.Board(fen, chess960=chess960), reynard.Board(fen, chess960=chess960), []
    for _ in range(150):
        kind = picks.randrange(10)
        if kind < 3:
            kept.append(list(picks.choice([listed.legal_moves, listed.generate_legal_moves(), listed.generate_legal_captures()])))
        elif kind < 6 and kept:
            # Of this position or of another one.
            moves = kept[-1] if picks.randrange(3) else picks.choice(kept)
            if moves:
                move = picks.choice(moves)
                given = fresh(move)
                assert judged(listed, move) == judged(plain, given)
                assert attempt(lambda: listed.push(move)) == attempt(lambda: plain.push(given))
        elif kind < 8:
            assert attempt(listed.pop) == attempt(plain.pop)
        elif kind == 8:
            number = picks.randrange(1 << 30)
            change(listed, random.Random(number))
            change(plain, random.Random(number))
        elif picks.randrange(2) and kept and kept[-1]:
            move = picks.choice(kept[-1])
            move.to_square = picks.randrange(64)
            move.promotion = picks.choice([None, reynard.QUEEN])
        else:
            listed = listed.copy()
        assert state(listed) == state(plain)


def test_a_listed_move_that_was_changed_is_another_move():
    board = reynard.Board()
    (move,) = [move for move in board.legal_moves if move.uci() == "e2e4"]
    move.to_square = reynard.E3
    board.push(move)
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_a_castling_move_follows_its_board():
    board = reynard.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    (castling,) = [move for move in board.legal_moves if board.is_castling(move)]
    board.push(reynard.Move.from_uci("e1e2"))
    board.chess960 = True
    board.pop()
    board.push(castling)
    assert board.peek().uci() == "e1h1" and board.board_fen() == "4k3/8/8/8/8/8/8/5RK1"


def test_moves_of_lists_in_lists_are_apart():
    board = reynard.Board()
    lists = [list(board.legal_moves) for _ in range(20)]
    objects = [move for moves in lists for move in moves]
    assert len({id(move) for move in objects}) == len(objects)
    lists[0][0].promotion = reynard.QUEEN
    assert all(moves[0].promotion is None for moves in lists[1:])


def test_a_stack_grows_and_shrinks_and_is_shared():
    board, first = reynard.Board(), reynard.Move.from_uci("g1f3")
    back = [reynard.Move.from_uci(text) for text in ("g8f6", "f3g1", "f6g8")]
    for _ in range(50):
        for move in (first, *back):
            board.push(move)
    for _ in range(150):
        board.pop()
    copy = board.copy()
    copy.push(back[1])
    board.push(reynard.Move.from_uci("e2e4"))
    assert len(copy.move_stack) == len(board.move_stack) == 51
    assert copy.peek() == copy.pop() == back[1] and board.peek().uci() == "e2e4"
    assert [move.uci() for move in copy.move_stack[-4:]] == ["f3g1", "f6g8", "g1f3", "g8f6"]
    assert board.root() == copy.root() == reynard.Board()
    assert copy.is_repetition(13) and not copy.is_repetition(14)
