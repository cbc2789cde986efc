"""Games in PGN: reading, navigating, editing and writing.

>>> import io, reynard.pgn
>>> game = reynard.pgn.read_game(io.StringIO("1. e4 e5 ( 1... c5 ) 2. Nf3 *"))
>>> print(game.accept(reynard.pgn.StringExporter(headers=False)))
1. e4 e5 ( 1... c5 ) 2. Nf3 *
"""

from __future__ import annotations

from .. import _package
from .._errors import ReadError as ReadError

# From the lowest file to the highest.
from ._nags import *  # noqa: F403
from ._time_control import (
    TimeControl as TimeControl,
    TimeControlPart as TimeControlPart,
    TimeControlType as TimeControlType,
    parse_time_control as parse_time_control,
)
from ._visitor import (
    SKIP as SKIP,
    BaseVisitor as BaseVisitor,
    BoardBuilder as BoardBuilder,
    ResultT as ResultT,
    SkipType as SkipType,
    SkipVisitor as SkipVisitor,
)
from ._exporter import (
    FileExporter as FileExporter,
    StringExporter as StringExporter,
    StringExporterMixin as StringExporterMixin,
)
from ._headers import (
    TAG_NAME_REGEX as TAG_NAME_REGEX,
    TAG_REGEX as TAG_REGEX,
    TAG_ROSTER as TAG_ROSTER,
    Headers as Headers,
    HeadersBuilder as HeadersBuilder,
    HeadersT as HeadersT,
)
from ._node import (
    ARROWS_REGEX as ARROWS_REGEX,
    CLOCK_REGEX as CLOCK_REGEX,
    EMT_REGEX as EMT_REGEX,
    EVAL_REGEX as EVAL_REGEX,
    ChildNode as ChildNode,
    GameNode as GameNode,
    Mainline as Mainline,
    MainlineMapT as MainlineMapT,
)
from ._game import LOGGER as LOGGER, Game as Game, GameBuilder as GameBuilder, GameT as GameT
from ._reader import open as open, read_game as read_game, read_headers as read_headers, skip_game as skip_game

_package.join(__name__, unstarred=["open"])
