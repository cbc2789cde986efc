"""What `from chess.pgn import *` brings: the public names of the module, and what python-chess imports there.

Programs use the modules and types that come along, and have names of their own that nothing else may replace: above all
the built-in `open`. Only `reynard.compat` imports this module.
"""

from __future__ import annotations

import importlib
import types
import typing
from typing import Any, Dict, List, Tuple

#: What the modules have and python-chess does not.
_OWN = {"EngineAnalysis", "NativeEngine", "NativeTablebase", "ReadError", "TableT", "open"}
#: The modules and the types that python-chess imports.
_BROUGHT: Dict[str, Tuple[str, str]] = {
    "pgn": (
        "abc dataclasses enum itertools logging re typing",
        "Any Callable Color Dict Generic Iterable Iterator List Literal Mapping MutableMapping Optional Set Square TextIO Tuple Type TypeVar Union",
    ),
    "engine": (
        "abc asyncio collections concurrent contextlib copy dataclasses enum logging math re shlex subprocess sys threading time typing",
        "Any Callable Color Coroutine Deque Dict EventLoopPolicy Generator Generic Iterable Iterator List Literal Mapping MutableMapping Optional "
        "Protocol T Tuple Type TypeVar TypedDict Union",
    ),
    "svg": ("math", "Color Dict IntoSquareSet Iterable Optional Square Tuple Union"),
    "polyglot": ("mmap os random struct typing", "Callable Container Iterator List NamedTuple Optional Type Union"),
    "syzygy": (
        "collections math mmap os re struct threading typing",
        "Deque Dict Iterable Iterator List Optional Set Tuple Type TypeVar Union",
    ),
}


def set_names(name: str, module: types.ModuleType) -> None:
    """Sets the names that a star imports from a module, and adds those that it lacks."""
    import reynard

    types_of_python = vars(typing)
    left_out = {*vars(reynard), *_OWN}
    modules, imported = (text.split() for text in _BROUGHT[name])
    lazy = getattr(module, "_LAZY", ())
    found: List[str] = [
        other for other, value in vars(module).items()
        if not other.startswith("_") and not isinstance(value, types.ModuleType) and other not in types_of_python and other not in left_out
    ]
    names: Dict[str, Any] = vars(module)
    for other in modules:
        if other not in lazy:
            names.setdefault(other, importlib.import_module(other))
    for other in imported:
        if other in types_of_python:
            names.setdefault(other, types_of_python[other])
    names["__all__"] = [*dict.fromkeys([*found, *modules, *imported, "chess"])]
