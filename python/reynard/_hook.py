"""Makes `import chess` this package when a program first asks for it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from typing import Optional, Sequence


class _Loader(importlib.abc.Loader):
    """Hands out the modules that `reynard.compat.install` has made."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return sys.modules[spec.name]

    def exec_module(self, module: types.ModuleType) -> None:
        pass


class _Finder(importlib.abc.MetaPathFinder):
    """Finds `chess`, and nothing else: its modules are there with it."""

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]] = None, target: Optional[types.ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname != "chess":
            return None
        from . import compat

        compat.install()
        return importlib.machinery.ModuleSpec(fullname, _Loader(), is_package=True)


def install_on_import() -> None:
    """Makes `import chess` this package, which is loaded then. Does nothing if it is there or was asked for."""
    if "chess" not in sys.modules and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
