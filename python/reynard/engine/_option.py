"""The options of an engine: their types and values, and the lines that announce them."""

from __future__ import annotations

__name__ = "reynard.engine"  # See `reynard._package`.

import dataclasses
import re
from typing import Dict, Iterable, Iterator, List, Mapping, MutableMapping, Optional, Tuple, TypeVar, Union

from ._errors import LOGGER, EngineError

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
T = TypeVar("T")
_WORD = re.compile(r"\S+")
ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    type: str
    default: ConfigValue
    min: Optional[int]
    max: Optional[int]
    var: Optional[List[str]]

    def parse(self, value: ConfigValue) -> ConfigValue:
        """Converts a value to the type of the option. Raises EngineError if the value is out of range."""
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            try:
                number = int(value)  # type: ignore[arg-type]
            except ValueError:
                raise EngineError(f"expected integer for spin option {self.name!r}, got: {value!r}") from None
            if self.min is not None and number < self.min:
                raise EngineError(f"expected value for option {self.name!r} to be at least {self.min}, got: {number}")
            if self.max is not None and number > self.max:
                raise EngineError(f"expected value for option {self.name!r} to be at most {self.max}, got: {number}")
            return number
        if self.type == "combo":
            text = str(value)
            if text not in (self.var or []):
                raise EngineError(f"invalid value for combo option {self.name!r}, got: {text} (available: {', '.join(self.var or [])})")
            return text
        if self.type in ("button", "reset", "save"):
            return None
        if self.type not in ("string", "file", "path"):
            raise EngineError(f"unknown option type: {self.type!r}")
        text = str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"invalid line-break in string option {self.name!r}: {text!r}")
        return text

    def is_managed(self) -> bool:
        """Returns True if play() and analyse() set the option automatically."""
        return self.name.lower() in MANAGED_OPTIONS


class UciOptionMap(MutableMapping[str, T]):
    """A dictionary with case-insensitive keys."""

    def __init__(self, data: Optional[Iterable[Tuple[str, T]]] = None, **kwargs: T) -> None:
        self._store: Dict[str, Tuple[str, T]] = {}
        self.update({} if data is None else data, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._store[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._store[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._store[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._store.values())

    def __len__(self) -> int:
        return len(self._store)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        # Only a map of this class looks up keys regardless of their case.
        return all(key in other and other[key] == value for key, value in self.items()) and all(
            key in self and self[key] == value for key, value in other.items()
        )

    def copy(self) -> UciOptionMap[T]:
        """Returns a copy."""
        return type(self)(self.items())

    def __copy__(self) -> UciOptionMap[T]:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"


def _parse_option(text: str) -> Optional[Option]:
    """Parses the text that follows `option`. Blanks within a name or a value are kept, since `setoption` repeats them."""
    fields: Dict[str, slice] = {}
    variants: List[slice] = []
    # The field that the next words belong to, or None within a variant.
    field: Optional[str] = ""
    for found in _WORD.finditer(text):
        word, start, end = found[0], found.start(), found.end()
        starts = word in ("name", "type", "default", "min", "max") and word not in fields
        if starts and (word == "name" or "name" in fields):
            field = word
            fields[field] = slice(end, end)
        elif word == "var" and "type" in fields:
            field = None
            variants.append(slice(end, end))
        elif field is None:
            variants[-1] = _extended(variants[-1], start, end)
        elif field:
            fields[field] = _extended(fields[field], start, end)
    if "name" not in fields or "type" not in fields:
        LOGGER.error("option without name or type: %r", text)
        return None

    def number(name: str) -> Optional[int]:
        try:
            return int(text[fields[name]])
        except (KeyError, ValueError):
            return None

    kind = text[fields["type"]]
    given = text[fields["default"]] if "default" in fields else None
    default: ConfigValue = given
    if kind == "check":
        default = given != "false" if given else ""
    elif kind == "spin":
        default = number("default")
    elif kind == "string" and given is None:
        default = ""
    elif kind == "button":
        default = None
    return Option(text[fields["name"]], kind, default, number("min"), number("max"), [text[span] for span in variants])


def _extended(span: slice, start: int, end: int) -> slice:
    """Returns a span with one more word, or the word alone if the span is empty."""
    return slice(start if span.start == span.stop else span.start, end)
