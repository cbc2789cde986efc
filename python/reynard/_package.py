"""Modules of several files, which programs see as one file.

A file of such a package imports only from those below it. Where a method needs a class from above when it runs, as a
node needs the class of its game, its file names that class for type checkers alone, and gets it from `join`. Each file
takes the name of the package, which thus is the module of all classes and functions: pickles and loggers name it.
"""

from __future__ import annotations

import sys
import types
from typing import Any, Dict, Iterable, List


def join(package: str, unstarred: Iterable[str] = ()) -> None:
    """Makes the files of a package share their names, as the lines of one file do.

    The package gets the names of all files, and each file the classes of all others. What a program assigns to the
    package later, the files get too. `import *` leaves out modules and the `unstarred` names, such as that of a built-in function.
    """
    whole = sys.modules[package]
    parts = _parts(package)
    shared: Dict[str, Any] = {}
    for names in [*parts, vars(whole)]:
        shared.update(names)
    shared = {name: value for name, value in shared.items() if not name.startswith("__")}
    vars(whole).update(shared)
    classes = {name: value for name, value in shared.items() if isinstance(value, type)}
    for names in parts:
        names.update(classes)
    left_out = {*unstarred, "TYPE_CHECKING"}
    public = (name for name in vars(whole) if not name.startswith("_") and name not in left_out)
    # Not a name of the package, since type checkers read one as a list that they can evaluate.
    vars(whole)["__all__"] = [name for name in public if not isinstance(vars(whole)[name], types.ModuleType)]
    whole.__class__ = _Package


class _Package(types.ModuleType):
    """A package that passes on what is assigned to its names."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if not name.startswith("__"):
            for part in _parts(self.__name__):
                part[name] = value

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        for part in _parts(self.__name__):
            part.pop(name, None)


def _parts(package: str) -> List[Dict[str, Any]]:
    """Returns the names of each file of a package."""
    prefix = f"{package}."
    return [vars(module) for name, module in list(sys.modules.items()) if name.startswith(prefix)]
