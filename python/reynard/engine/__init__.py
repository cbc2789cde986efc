"""Chess engines: any UCI engine as a process, and Reynard's own engine in this process.

No call blocks forever: each step of the protocol has a timeout, and so does each search. When the timeout of a search expires, the engine
is stopped.
"""

from __future__ import annotations

# Programs that import everything from python-chess's module get this name too.
from typing import Any, Generic as Generic

from .. import _package
from .._score import (
    Cp as Cp,
    Mate as Mate,
    MateGiven as MateGiven,
    MateGivenType as MateGivenType,
    PovScore as PovScore,
    Score as Score,
)
from .._wdl import PovWdl as PovWdl, Wdl as Wdl, WdlModel as WdlModel

# From the lowest file to the highest. Importing the modules for processes and event loops takes
# longer than importing the rest of the package, so only the functions that need them import them.
from ._errors import (
    LOGGER as LOGGER,
    AnalysisComplete as AnalysisComplete,
    EngineError as EngineError,
    EngineTerminatedError as EngineTerminatedError,
)
from ._option import (
    MANAGED_OPTIONS as MANAGED_OPTIONS,
    ConfigMapping as ConfigMapping,
    ConfigValue as ConfigValue,
    Option as Option,
    T as T,
    UciOptionMap as UciOptionMap,
)
from ._limit import Limit as Limit, Opponent as Opponent
from ._info import (
    INFO_ALL as INFO_ALL,
    INFO_BASIC as INFO_BASIC,
    INFO_CURRLINE as INFO_CURRLINE,
    INFO_NONE as INFO_NONE,
    INFO_PV as INFO_PV,
    INFO_REFUTATION as INFO_REFUTATION,
    INFO_SCORE as INFO_SCORE,
    BestMove as BestMove,
    Info as Info,
    InfoDict as InfoDict,
    PlayResult as PlayResult,
)
from ._analysis import AnalysisResult as AnalysisResult, SimpleAnalysisResult as SimpleAnalysisResult
from ._protocol import (
    Protocol as Protocol,
    UciProtocol as UciProtocol,
    XBoardProtocol as XBoardProtocol,
    popen_uci as popen_uci,
    popen_xboard as popen_xboard,
    run_in_background as run_in_background,
)
from ._simple import SimpleEngine as SimpleEngine
from ._reynard import Engine as Engine, EngineAnalysis as EngineAnalysis


#: Modules that programs use by this one, as `chess.engine.asyncio`. They are imported when they are asked for.
_LAZY = ("asyncio", "concurrent", "shlex", "subprocess")


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        importlib.import_module("concurrent.futures" if name == "concurrent" else name)
        return importlib.import_module(name)
    if name != "EventLoopPolicy":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import asyncio

    class EventLoopPolicy(asyncio.DefaultEventLoopPolicy):
        """The default policy of asyncio, which suffices since every loop can start processes. This class exists because programs set such a
        policy before they start engines.
        """

    globals()[name] = EventLoopPolicy
    return EventLoopPolicy


_package.join(__name__)
