"""Programs and packages of other projects that some tests run, where REYNARD_OUTSIDE is 1.

Elsewhere these tests are skipped, also where something is not installed; with CI=true that is a failure.
"""

import importlib
import os
import shutil

import pytest

VARIABLE = "REYNARD_OUTSIDE"


def _lacking(name):
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name}: not installed, and CI is true")
    pytest.skip(f"{name}: not installed")


def _switched_on(name):
    if os.environ.get(VARIABLE) != "1":
        pytest.skip(f"{name}: {VARIABLE} is not 1")


def program(name):
    """Returns the path of a program; Debian installs games outside PATH."""
    _switched_on(name)
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])) or _lacking(name)


def package(name):
    """Imports a package."""
    _switched_on(name)
    try:
        return importlib.import_module(name)
    except ImportError:
        _lacking(name)
