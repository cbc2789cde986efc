"""The tags of a game, and what they say about its rules and its start position."""

from __future__ import annotations

__name__ = "reynard.pgn"  # See `reynard._package`.

import re
from typing import Any, Dict, Iterable, Iterator, Mapping, MutableMapping, Optional, Tuple, Type, TypeVar, Union

from .._board import STARTING_FEN
from .._native import Board
from ._visitor import SKIP, BaseVisitor, SkipType

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_REGEX = re.compile(r'^\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"([^\r\n]*)"\s*\]\s*$')
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_STANDARD = {"", "chess", "standard", "classical", "normal", "illegal", "from position"}
_WILD = {f"wild/{name}" for name in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "8a")}

HeadersT = TypeVar("HeadersT", bound="Headers")


class Headers(MutableMapping[str, str]):
    """The tags of a game: first those of the Seven Tag Roster, then the others."""

    def __init__(
        self, data: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None, **kwargs: str
    ) -> None:
        self._tag_roster: Dict[str, str] = {}
        self._others: Dict[str, str] = {}
        if data is None:
            data = dict(Event="?", Site="?", Date="????.??.??", Round="?", White="?", Black="?", Result="*")
        self.update(data, **kwargs)

    def is_chess960(self) -> bool:
        """Returns True if the tag Variant names Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Returns True if the tag Variant names one of the FICS wild start positions."""
        return self.get("Variant", "").lower() in _WILD

    def is_played(self) -> bool:
        """Returns True if the tag Variant names standard chess or Chess960, whose rules are supported."""
        return self.get("Variant", "").lower() in _STANDARD or self.is_chess960() or self.is_wild()

    def variant(self) -> Type[Board]:
        """Returns the board class for the tag Variant. Raises ValueError for variants whose rules are not supported."""
        if self.is_played():
            return Board
        raise ValueError(f"unsupported variant: {self['Variant']}")

    def board(self) -> Board:
        """Returns the start position given by the tags. Raises ValueError if the FEN is invalid."""
        cls = self.variant()
        chess960 = self.is_chess960()
        fen = self.get("FEN")
        if fen is None:
            return cls(chess960=chess960)
        board = cls(fen, chess960=chess960)
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if key in TAG_ROSTER:
            # Any value is allowed: a round may be a number.
            self._tag_roster[key] = value
            return
        if not TAG_NAME_REGEX.match(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        self._others[key] = value

    def __getitem__(self, key: str) -> str:
        return self._tag_roster[key] if key in TAG_ROSTER else self._others[key]

    def __delitem__(self, key: str) -> None:
        if key in TAG_ROSTER:
            del self._tag_roster[key]
        else:
            del self._others[key]

    def __iter__(self) -> Iterator[str]:
        for key in TAG_ROSTER:
            if key in self._tag_roster:
                yield key
        yield from self._others

    def __len__(self) -> int:
        return len(self._tag_roster) + len(self._others)

    def copy(self: HeadersT) -> HeadersT:
        """Returns a copy."""
        return type(self)(dict(self))

    def __copy__(self: HeadersT) -> HeadersT:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls: Type[HeadersT]) -> HeadersBuilder[HeadersT]:
        """Returns a visitor that keeps only the tags."""
        return HeadersBuilder(Headers=cls)


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Keeps the tags, and skips the moves."""

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


def _standard_start(headers: Headers) -> Board:
    """Returns the start position by the tag FEN alone."""
    return Board(headers.get("FEN", STARTING_FEN))
