"""Python runs this file at its start in the children of `python -m reynard.compat`, which puts its folder into PYTHONPATH.

It makes `import chess` this package, and then runs the `sitecustomize` that would have been found without it.
"""

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))

if os.environ.get("REYNARD_COMPAT") == "1":
    try:
        from reynard._hook import install_on_import
    except ImportError:
        # This child runs another interpreter, which does not have the package.
        pass
    else:
        install_on_import()

_others = [folder for folder in sys.path if os.path.abspath(folder or ".") != _HERE]
_spec = importlib.machinery.PathFinder.find_spec("sitecustomize", _others)
if _spec is not None and _spec.loader is not None:
    _module = importlib.util.module_from_spec(_spec)
    sys.modules["sitecustomize"] = _module
    _spec.loader.exec_module(_module)
