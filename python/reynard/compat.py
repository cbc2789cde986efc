"""Runs scripts that were written for python-chess: `python -m reynard.compat script.py ARGUMENTS`.

`install()` puts this package into `sys.modules` under the names of python-chess. Nothing else does, and no import does it by the way.
"""

from __future__ import annotations

import importlib
import runpy
import sys
import types
from typing import Any, List, Optional

#: The version of python-chess whose names are served.
VERSION = "1.11.2+reynard"

_MODULES = ("pgn", "engine", "svg", "polyglot", "syzygy")
_MISSING = {
    "variant": "variants other than Chess960",
    "gaviota": "Gaviota tablebases",
}


class _Missing(types.ModuleType):
    """A module that can be imported, and of which every name says what is missing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotImplementedError(f"{self.__name__}.{name}: reynard does not have {self.__doc__}")


def _find_variant(name: str) -> Any:
    """Returns the class of the boards of a variant. Raises NotImplementedError for variants with other rules."""
    from reynard.pgn import Headers

    try:
        return Headers({"Variant": name}).variant()
    except ValueError:
        raise NotImplementedError(f"reynard does not have {_MISSING['variant']}: {name!r}") from None


class _Alias(types.ModuleType):
    """The module `chess`: the names of `reynard`, with the version of python-chess."""

    def __getattr__(self, name: str) -> Any:
        import reynard

        return getattr(reynard, name)


def install() -> None:
    """Puts `chess` and its modules into `sys.modules`. Raises RuntimeError if python-chess is already imported.

    >>> import reynard.compat
    >>> reynard.compat.install()
    >>> import chess
    >>> chess.Board().is_check()
    False
    """
    import reynard

    present = sys.modules.get("chess")
    if present is not None:
        if getattr(present, "__version__", None) == VERSION:
            return
        raise RuntimeError("python-chess is already imported: call reynard.compat.install() before")
    chess = _Alias("chess", reynard.__doc__)
    names = {name: value for name, value in vars(reynard).items() if not name.startswith("__")}
    chess.__dict__.update(names, __version__=VERSION, __path__=[], __file__=reynard.__file__)
    sys.modules["chess"] = chess
    for name in _MODULES:
        module = importlib.import_module(f"reynard.{name}")
        sys.modules[f"chess.{name}"] = module
        setattr(chess, name, module)
    for name, text in _MISSING.items():
        missing = _Missing(f"chess.{name}", text)
        # Scripts name this one in their handlers.
        missing.__dict__["MissingTableError"] = type("MissingTableError", (KeyError,), {"__doc__": "No such table."})
        if name == "variant":
            missing.__dict__["find_variant"] = _find_variant
        sys.modules[f"chess.{name}"] = missing
        setattr(chess, name, missing)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a script, or a module with `-m`, under the names of python-chess."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m reynard.compat [-m MODULE | SCRIPT] ARGUMENTS...", file=sys.stderr)
        return 0 if arguments else 2
    install()
    if arguments[0] == "-m":
        if len(arguments) < 2:
            print("reynard.compat: -m needs the name of a module", file=sys.stderr)
            return 2
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    import os.path

    if not os.path.exists(arguments[0]):
        print(f"reynard.compat: no file {arguments[0]}", file=sys.stderr)
        return 2
    sys.argv = arguments
    sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
    runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
