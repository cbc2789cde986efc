"""Runs programs that were written for python-chess: `python -m reynard.compat script.py ARGUMENTS`. Also supports `-m`, `-c` and a prompt.

`install()` puts this package into `sys.modules` under the python-chess names. Nothing else does so; in particular, no import has this side
effect.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.machinery
import logging
import os
import runpy
import sys
import types
import typing
from typing import Any, Dict, List, Optional, Union

#: The version of python-chess whose names this package provides.
VERSION = "1.11.2+reynard"

#: Names of this package that python-chess does not have. `from chess import *` leaves them out, since a program may have its own.
_OWN = {"Any", "Database", "Engine", "TypeAlias", "data", "database", "divide", "learn", "perft"}
#: Modules and types that `from chess import *` brings along, because python-chess imports them.
_IMPORTED = ("collections", "copy", "dataclasses", "enum", "itertools", "math", "re", "typing")
_TYPES = (
    *("Callable", "ClassVar", "Counter", "Dict", "Generic", "Hashable", "Iterable", "Iterator", "List", "Literal", "Mapping"),
    *("Optional", "SupportsInt", "Tuple", "Type", "TypeVar", "Union"),
)

_MODULES = ("pgn", "engine", "svg", "polyglot", "syzygy")
_MISSING = {
    "variant": "variants other than Chess960",
    "gaviota": "Gaviota tablebases",
}


class _NotHere(NotImplementedError, AttributeError):
    """Raised if a name is unavailable; `hasattr` then returns False."""


class _Missing(types.ModuleType):
    """A module that can be imported. Accessing a name that it does not have raises an error with an explanation."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise _NotHere(f"{self.__name__}.{name}: reynard does not have {self.__doc__}")


def _placeholder(module: str, name: str, text: str, base: type = object, **attributes: Any) -> type:
    """Returns a class that can be used in annotations and with `isinstance`, but cannot be instantiated."""

    def refuse(cls: type, *arguments: Any, **options: Any) -> Any:
        raise NotImplementedError(f"chess.{module}.{name}: reynard does not have {text}")

    return type(name, (base,), {"__new__": refuse, "__module__": f"chess.{module}", "__doc__": f"Missing: {text}.", **attributes})


#: The variants' classes, with the names that the variants have in python-chess.
_VARIANT_BOARDS = {
    "SuicideBoard": ("suicide", ["Suicide", "Suicide chess"]),
    "GiveawayBoard": ("giveaway", ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]),
    "AntichessBoard": ("antichess", ["Antichess", "Anti chess", "Anti"]),
    "AtomicBoard": ("atomic", ["Atomic", "Atom", "Atomic chess"]),
    "KingOfTheHillBoard": ("kingofthehill", ["King of the Hill", "KOTH", "kingOfTheHill"]),
    "RacingKingsBoard": ("racingkings", ["Racing Kings", "Racing", "Race", "racingkings"]),
    "HordeBoard": ("horde", ["Horde", "Horde chess"]),
    "ThreeCheckBoard": ("3check", ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]),
    "CrazyhouseBoard": ("crazyhouse", ["Crazyhouse", "Crazy House", "House", "ZH"]),
}


def _variant_names() -> Dict[str, Any]:
    import reynard

    text = _MISSING["variant"]
    boards = {
        name: _placeholder("variant", name, text, reynard.Board, uci_variant=uci, aliases=aliases)
        for name, (uci, aliases) in _VARIANT_BOARDS.items()
    }
    return {
        **boards,
        "CrazyhousePocket": _placeholder("variant", "CrazyhousePocket", text),
        "VARIANTS": [reynard.Board, *boards.values()],
        "find_variant": _find_variant,
    }


def _gaviota_names() -> Dict[str, Any]:
    text = _MISSING["gaviota"]

    def open_tablebase(*arguments: Any, **options: Any) -> Any:
        """Raises NotImplementedError, since Gaviota tables are not supported."""
        raise NotImplementedError(f"chess.gaviota.open_tablebase: reynard does not have {text}")

    return {
        "MissingTableError": type("MissingTableError", (KeyError,), {"__doc__": "No such table."}),
        "PythonTablebase": _placeholder("gaviota", "PythonTablebase", text),
        "NativeTablebase": _placeholder("gaviota", "NativeTablebase", text),
        "open_tablebase": open_tablebase,
        "open_tablebase_native": open_tablebase,
    }


def _find_variant(name: str) -> Any:
    """Returns the board class with a name of a variant. Raises ValueError if there is none."""
    wanted = name.lower()
    for board in sys.modules["chess.variant"].VARIANTS:
        if any(alias.lower() == wanted for alias in board.aliases):
            return board
    raise ValueError(f"unsupported variant: {name}")


def install() -> None:
    """Puts `chess` and its modules into `sys.modules`. Raises RuntimeError if python-chess is already imported.

    >>> import reynard.compat
    >>> reynard.compat.install()
    >>> import chess
    >>> chess.Board().is_check()
    False
    """
    import reynard
    from . import _hook, _private, _stars

    present = sys.modules.get("chess")
    if present is not None:
        if getattr(present, "__version__", None) == VERSION:
            return
        raise RuntimeError("python-chess is already imported: call reynard.compat.install() before")
    # A plain module without `__getattr__`, since Python finds its names faster.
    chess = types.ModuleType("chess", reynard.__doc__)
    names = {name: value for name, value in vars(reynard).items() if not name.startswith("__")}
    for private in ("_BoardState", "_carry_rippler", "_edges", "_sliding_attacks", "_step_attacks"):
        chess.__dict__[private] = getattr(_private, private)
    setattr(reynard.Board, "_stack", _private._States())
    chess.__dict__.update(names, __version__=VERSION, __author__="the Reynard developers", __email__="", __path__=[], __file__=reynard.__file__)
    # Programs look up the module to check whether it is available.
    chess.__spec__ = importlib.machinery.ModuleSpec("chess", _hook._Loader(), origin=reynard.__file__, is_package=True)
    sys.modules["chess"] = chess
    for name in _MODULES:
        module = importlib.import_module(f"reynard.{name}")
        sys.modules[f"chess.{name}"] = module
        setattr(chess, name, module)
        # `from chess.pgn import *` brings it along.
        setattr(module, "chess", chess)
        if hasattr(module, "LOGGER"):
            # Programs look up loggers by these names to silence them.
            setattr(module, "LOGGER", logging.getLogger(f"chess.{name}"))
        _stars.set_names(name, module)
    for name, served in (("variant", _variant_names), ("gaviota", _gaviota_names)):
        missing = _Missing(f"chess.{name}", _MISSING[name])
        missing.__dict__.update(served(), __spec__=importlib.machinery.ModuleSpec(f"chess.{name}", _hook._Loader()))
        sys.modules[f"chess.{name}"] = missing
        setattr(chess, name, missing)
    for name in _IMPORTED:
        chess.__dict__.setdefault(name, importlib.import_module(name))
    for name in _TYPES:
        chess.__dict__.setdefault(name, getattr(typing, name))
    chess.__dict__["__all__"] = [name for name in chess.__dict__ if not name.startswith("_") and name not in _OWN]


# The command

_USAGE = """usage: python -m reynard.compat [-c CODE | -m MODULE | SCRIPT | -] [ARGUMENTS...]
       python -m reynard.compat --install-hook | --remove-hook

Runs a program of python-chess with this package, and the programs that it starts. Without arguments it is a prompt, as `python` is.
--install-hook makes every program of this environment that has REYNARD_COMPAT=1 in its surroundings do the same."""

# These files are read in name order: the last one can import from paths added by the others.
_HOOK = "zz-reynard-compat.pth"
_HOOK_LINE = """import os; os.environ.get("REYNARD_COMPAT") == "1" and __import__("reynard._hook", fromlist=["_"]).install_on_import()\n"""


def _hook_path() -> str:
    import sysconfig

    return os.path.join(sysconfig.get_path("purelib"), _HOOK)


def install_hook() -> str:
    """Installs the start-up hook in this environment, and returns its path. Programs that are started with REYNARD_COMPAT=1 then use this
    package.
    """
    path = _hook_path()
    with open(path, "w", encoding="utf-8") as file:
        file.write(_HOOK_LINE)
    return path


def remove_hook() -> str:
    """Removes the start-up hook from this environment, and returns its path."""
    path = _hook_path()
    if os.path.exists(path):
        os.remove(path)
    return path


def _reach_children() -> None:
    """Makes this package available to programs that this process starts."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_startup")
    os.environ["REYNARD_COMPAT"] = "1"
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != folder]
    os.environ["PYTHONPATH"] = os.pathsep.join([folder, *paths])


def _new_main(file: Optional[str]) -> Dict[str, Any]:
    """Creates the module `__main__`, and returns its namespace."""
    module = types.ModuleType("__main__")
    names = module.__dict__
    names["__builtins__"] = builtins
    if file is not None:
        names["__file__"] = file
        names["__cached__"] = None
        names["__loader__"] = importlib.machinery.SourceFileLoader("__main__", file)
    sys.modules["__main__"] = module
    return names


def _run(source: Union[str, bytes], name: str, file: Optional[str] = None) -> None:
    names = _new_main(file)
    exec(compile(source, name, "exec", dont_inherit=True), names)


def _is_archive(path: str) -> bool:
    """Returns True for a ZIP archive of a program, which may begin with a line for the shell."""
    if path.endswith((".py", ".pyw")):
        return False
    import zipfile

    return zipfile.is_zipfile(path)


def _run_file(path: str) -> None:
    full = os.path.abspath(path)
    is_folder = os.path.isdir(full)
    if not is_folder and _is_archive(full):
        runpy.run_path(path, run_name="__main__")
        return
    entry = os.path.join(full, "__main__.py") if is_folder else full
    sys.path[0] = os.path.dirname(entry)
    with open(entry, "rb") as program:
        source = program.read()
    _run(source, entry, entry)


def _prompt() -> None:
    """Starts an interactive prompt, or runs the code on standard input."""
    sys.path[0] = ""
    if not sys.stdin.isatty():
        _run(sys.stdin.read(), "<stdin>")
        return
    import code

    try:
        import readline  # noqa: F401
    except ImportError:
        pass
    code.interact(f"Python {sys.version.split()[0]}; `import chess` is reynard", local=_new_main(None), exitmsg="")


def _program(arguments: List[str]) -> None:
    """Runs a program, given its arguments. Passes on its exceptions."""
    first = arguments[0] if arguments else "-"
    if first == "-c":
        sys.argv, sys.path[0] = ["-c", *arguments[2:]], ""
        _run(arguments[1], "<string>")
    elif first == "-m":
        sys.argv, sys.path[0] = arguments[1:], os.getcwd()
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif first == "-":
        sys.argv = arguments or [""]
        _prompt()
    else:
        sys.argv = arguments
        _run_file(first)


def _shown(error: BaseException) -> None:
    """Prints an exception without the frames of this module and of runpy."""
    own = (__file__, runpy.__file__, "<frozen runpy>")
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename in own:
        trace = trace.tb_next
    if trace is not None and trace.tb_frame.f_code.co_filename in own:
        trace = None
    sys.excepthook(type(error), error.with_traceback(trace), trace)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a script, a module with `-m`, or code with `-c`, under the python-chess names."""
    arguments = sys.argv[1:] if arguments is None else arguments
    first = arguments[0] if arguments else ""
    if first in ("-h", "--help"):
        print(_USAGE)
        return 0
    if first in ("--install-hook", "--remove-hook"):
        print(install_hook() if first == "--install-hook" else remove_hook())
        return 0
    if first in ("-m", "-c") and len(arguments) < 2:
        print(f"reynard.compat: {first} needs {'the name of a module' if first == '-m' else 'a program'}", file=sys.stderr)
        return 2
    if first.startswith("-") and first not in ("-m", "-c", "-"):
        print(f"reynard.compat: unknown option {first}\n{_USAGE}", file=sys.stderr)
        return 2
    if first and not first.startswith("-") and not os.path.exists(first):
        print(f"reynard.compat: no file {first}", file=sys.stderr)
        return 2
    install()
    _reach_children()
    try:
        _program(arguments)
    except SystemExit:
        raise
    except BaseException as error:
        _shown(error)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
