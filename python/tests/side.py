"""The two sides of the programs here, and what they have in common.

A program that imports this first runs on the library that its argument names: `ours` or `theirs`.
"""

import io
import json
import sys

if sys.argv[1] == "ours":
    import reynard.compat

    reynard.compat.install()

import chess.pgn


def said(call):
    """Returns what a call returns as a text, or the name of its exception."""
    try:
        return str(call())
    except Exception as error:
        return type(error).__name__


def games_in(text):
    """Yields the games of a text."""
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        yield game


def print_results(names):
    """Prints the result of each function of the program, by its name."""
    found = {name: function() for name, function in list(names.items())
             if callable(function) and getattr(function, "__module__", "") == "__main__" and not isinstance(function, type)}
    print(json.dumps(found, indent=1, default=str))
