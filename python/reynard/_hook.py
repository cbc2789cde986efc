"""Redirects `import chess` to this package on first use."""

from __future__ import annotations

import importlib.machinery
import sys
import types
from typing import TYPE_CHECKING, Optional, Sequence

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    # Loading `importlib.abc` takes longer than the rest of this module.
    Loader = MetaPathFinder = object


class _Loader(Loader):
    """Returns the modules created by `reynard.compat.install`."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return sys.modules[spec.name]

    def exec_module(self, module: types.ModuleType) -> None:
        pass


class _Finder(MetaPathFinder):
    """Finds only `chess`, whose submodules are installed along with it."""

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]] = None, target: Optional[types.ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname != "chess":
            return None
        from . import compat

        compat.install()
        return importlib.machinery.ModuleSpec(fullname, _Loader(), is_package=True)


def install_on_import() -> None:
    """Redirects `import chess` to this package, which is loaded on first use. Does nothing if `chess` is already loaded or the hook is
    already installed."""
    if "chess" not in sys.modules and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
