"""The errors that engines raise, and the logger of the package."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import logging

LOGGER = logging.getLogger(__name__)


class EngineError(RuntimeError):
    """Raised if an engine violates the protocol or does not support a command."""


class EngineTerminatedError(EngineError):
    """Raised if the process of an engine has ended."""


class AnalysisComplete(Exception):
    """Raised when more results are requested after the end of an analysis."""
