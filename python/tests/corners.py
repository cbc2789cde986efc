"""Corners of the library that programs reach sooner or later: records of EPD, comments with annotations, tags, tables and books.

    python corners.py ours|theirs

prints an object of JSON with the result of each. `corners.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import inspect
import io
import os
import pathlib
import struct
import tempfile
import typing

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy

KINGS = "8/8/8/8/8/8/8/K1k5 b - -"
MOVES = {text: chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")}


# EPD


def operations_are_read_by_their_first_letter():
    texts = ["a inf;", "a +5; b -.5; c 007; d 5.; e 1_000; f 1e3", "a -;", "a 5 6;", "pm --;", "bm --;", "pv -- Kb8;", "a Kc2;", "a Ra1;", "bm Kc2 Kd1; am;",
             ";", ";;", "a;;b;", "; a 5;", "3;", "- a 3;", "1x 3;", "_x 3;", 'a"b 3;', 'a "x" b 3;', 'a "x"y;', 'a "x" "y";', 'a x"y";', 'id "x\\"y\\\\z', "a 1/2;",
             "hmvc 4; fmvn 9;", 'hmvc "4"; fmvn "9"', "hmvc 4.5;", "hmvc;", "hmvc -1;", "fmvn 0;", "fmvn -3;", "fmvn x;", 'c0 "a;b";', "c0 'x';", "noop 1 2 3;"]
    seen = []
    for text in texts:
        board = chess.Board()
        seen.append([text, said(lambda: board.set_epd(f"{KINGS} {text}")), board.fen()])
    return seen


def operations_have_names_that_begin_with_a_letter():
    names = ["", "1", "_x", "-", "-a", "a-", "A", "a b", "a\tb", "a;", "é", "²", "x" * 30]
    return [said(lambda: chess.Board().epd(**{name: 1})) for name in names]


def operands_are_written_by_their_kind():
    board = chess.Board()
    first, second, third = MOVES.values()
    operands = [{"bm": []}, {"am": ()}, {"pv": []}, {"pv": [first, second]}, {"bm": {first, third}}, {"sm": third}, {"pm": None}, {"x": True}, {"pv": 5}, {"bm": 1.5},
                {"x": float("inf")}, {"bm": float("nan")}, {"x": 10**30}, {"id": 'a"b\\\n\t'}, {"bm": "e4"}, {"pv": [first, first]}, {"x": [1, 2]}]
    return [said(lambda: board.epd(**operations)) for operations in operands]


if __name__ == "__main__":
    print_results(globals())
