"""Board methods that are not performance-critical, added to the native classes."""

from __future__ import annotations

from .. import _package

# From the lowest file to the highest. Some are imported only for the methods that they add.
from ._base import STARTING_BOARD_FEN as STARTING_BOARD_FEN, STARTING_FEN as STARTING_FEN, BaseBoardT as BaseBoardT
from . import _chess960 as _chess960
from ._position import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX, BoardT as BoardT, _restore as _restore
from . import _moves as _moves
from ._outcome import Outcome as Outcome, Termination as Termination
from ._notation import SAN_REGEX as SAN_REGEX
from . import _private as _private, _pieces as _pieces

_package.join(__name__)
