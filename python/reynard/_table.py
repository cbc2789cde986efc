"""Methods that convert tables and columns to the types of other libraries. None of these libraries is otherwise required."""

from __future__ import annotations

from typing import Any

from ._native import Column, Table


def _to_arrow(self: Any) -> Any:
    """Converts the table or the column to a PyArrow object without copying."""
    import pyarrow

    return pyarrow.table(self) if isinstance(self, Table) else pyarrow.array(self)


def _to_polars(self: Table) -> Any:
    """Returns the table as a Polars DataFrame."""
    import polars

    return polars.DataFrame(self)


def _to_pandas(self: Table) -> Any:
    """Returns the table as a pandas DataFrame, by way of PyArrow if pandas itself does not support Arrow."""
    import pandas

    if hasattr(pandas.DataFrame, "from_arrow"):
        return pandas.DataFrame.from_arrow(self)
    return _to_arrow(self).to_pandas()


def _to_numpy(self: Column) -> Any:
    """Returns the column as a NumPy array. Its items are numbers if the values are numbers without nulls, and objects otherwise.

    >>> import reynard.data
    >>> reynard.data.read_games(b"1. e4 e5 *")["plies"].to_numpy()
    array([2], dtype=uint32)
    """
    import numpy

    values = self.to_list()
    kind = _KINDS.get(repr(self).rsplit(" ", 1)[-1].rstrip(">"))
    if kind is not None and None not in values:
        return numpy.array(values, kind)
    found = numpy.empty(len(values), object)
    found[:] = values
    return found


_KINDS = {
    "Boolean": "?", "Int8": "i1", "Int16": "i2", "Int32": "i4", "UInt8": "u1", "UInt16": "u2", "UInt32": "u4", "UInt64": "u8",
    "Float64": "f8",
}


def _array_of_column(self: Column, dtype: Any = None, copy: Any = None) -> Any:
    found = _to_numpy(self)
    return found if dtype is None else found.astype(dtype)


def _html_of_table(self: Table) -> str:
    """Returns the first rows as HTML, for notebooks."""
    from html import escape

    def cell(value: Any) -> str:
        text = "" if value is None else value.hex() if isinstance(value, bytes) else str(value)
        return escape(text if len(text) <= 60 else text[:57] + "...")

    shown = self.head(10)
    head = "".join(f"<th>{escape(name)}<br><small>{escape(kind)}</small></th>" for name, kind in self.schema.items())
    rows = "".join("<tr>" + "".join(f"<td>{cell(value)}</td>" for value in row.values()) + "</tr>" for row in shown.to_dicts())
    rest = f"<p>{len(shown):,} of {len(self):,} rows</p>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{rest}"


for _owner, _name, _method in (
    (Table, "to_arrow", _to_arrow),
    (Table, "to_polars", _to_polars),
    (Table, "to_pandas", _to_pandas),
    (Table, "_repr_html_", _html_of_table),
    (Column, "to_arrow", _to_arrow),
    (Column, "to_numpy", _to_numpy),
    (Column, "__array__", _array_of_column),
):
    setattr(_owner, _name, _method)
del _owner, _name, _method
