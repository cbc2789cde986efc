"""Boards and pieces as SVG.

>>> import reynard, reynard.svg
>>> reynard.svg.board(reynard.Board(), size=200).startswith("<svg")
True
"""

from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from ._native import BaseBoard, Move, Piece
from ._squares import (
    BB_DARK_SQUARES,
    COLOR_NAMES,
    SQUARES,
    WHITE,
    Color,
    IntoSquareSet,
    Square,
    SquareSet,
    parse_square,
    piece_name,
    square_file,
    square_name,
    square_rank,
)

SQUARE_SIZE = 45
MARGIN = 20
# The width of the margin with the coordinates.
_COORD_MARGIN = 15

# The shapes of the pieces in a 100-by-100 square, as in the crate `reynard`: the body, and
# lines on it.
_SHAPES = {
    "pawn": (
        "M50 27a13 13 0 0 1 8 23.3q-1.5 1.5-.5 3.7C61.5 63 68 69 70 80H30c2-11 8.5-17 12.5-26q1-2.2"
        "-.5-3.7A13 13 0 0 1 50 27zM26 90v-4q0-6 6-6h36q6 0 6 6v4z",
        "M43 51.5h14",
    ),
    "knight": (
        "M28 80c0-13 12-20 17-30-5 4-11 4-14 8-2 3-6 4-9 2-5-3-8-8-5-13 4-7 9-10 12-18 1-4 4-8 7-10"
        "l-1-9c5 1 9 4 12 8 20 3 31 24 29 62zM23 90v-4q0-6 6-6h44q6 0 6 6v4z",
        "M34.5 32.5l3-1.5M22 53l1-1M50 27c11 8 17 23 16 44",
    ),
    "bishop": (
        "M50 10a5 5 0 0 1 3.5 8.6C63 26 69 34 69 43c0 8-4 13-9 16l3 8c3 5 6 8 7 13H30c1-5 4-8 7-13l"
        "3-8c-5-3-9-8-9-16 0-9 6-17 15.5-24.4A5 5 0 0 1 50 10zM23 90v-4q0-6 6-6h42q6 0 6 6v4z",
        "M43 59h14M59 28l-9 14",
    ),
    "rook": (
        "M24 17h12v8h8v-8h12v8h8v-8h12v18l-8 9 3 36H29l3-36-8-9zM21 90v-4q0-6 6-6h46q6 0 6 6v4z",
        "M35 44h30M33 70h34",
    ),
    "queen": (
        "M50 9a5 5 0 0 1 4 8l9 14 6-15 4 1 5 4-1 3-8 25c-2 5-2 9-1 13 1 7 6 12 8 18H24c2-6 7-11 8-1"
        "8 1-4 1-8-1-13l-8-25-1-3 5-4 4-1 6 15 9-14a5 5 0 0 1 4-8zM21 90v-4q0-6 6-6h46q6 0 6 6v4z",
        "M34 50h32M35 60h30",
    ),
    "king": (
        "M46.5 6h7v6h6.5v7h-6.5v7c11 0 21 3 21 8l-7 16c-2 5-2 8-1 12 1 7 6 12 8 18h-49c2-6 7-11 8-1"
        "8 1-4 1-7-1-12l-7-16c0-5 10-8 21-8v-7H40v-7h6.5zM21 90v-4q0-6 6-6h46q6 0 6 6v4z",
        "M35.5 50h29M36 60h28",
    ),
}

DEFAULT_COLORS = {
    "square light": "#f0dbbb",
    "square dark": "#b68862",
    "square light lastmove": "#dfc95a",
    "square dark lastmove": "#c3a836",
    "margin": "#2b2522",
    "coord": "#e5e5e5",
    "inner border": "#111111",
    "outer border": "#111111",
    "arrow green": "#15781b80",
    "arrow blue": "#00308880",
    "arrow red": "#88202080",
    "arrow yellow": "#e68f00b3",
}

_LETTERS = {"green": "G", "blue": "B", "red": "R", "yellow": "Y"}
_COLOR_OF_LETTER = {letter: color for color, letter in _LETTERS.items()}


class Arrow:
    """An arrow between two squares, or a circle on a square if both are the same."""

    tail: Square
    head: Square
    color: str

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """Returns the arrow in the format of PGN comments.

        >>> import reynard, reynard.svg
        >>> reynard.svg.Arrow(reynard.A1, reynard.H8, color="red").pgn()
        'Ra1h8'
        """
        head = "" if self.tail == self.head else square_name(self.head)
        return _LETTERS.get(self.color, "G") + square_name(self.tail) + head

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        return f"Arrow({square_name(self.tail).upper()}, {square_name(self.head).upper()}, color={self.color!r})"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Parses an arrow from a PGN comment. Raises ValueError if the text is invalid.

        >>> import reynard.svg
        >>> reynard.svg.Arrow.from_pgn("Ye2e4")
        Arrow(E2, E4, color='yellow')
        """
        if pgn[:1] in _COLOR_OF_LETTER:
            color, squares = _COLOR_OF_LETTER[pgn[0]], pgn[1:]
        else:
            color, squares = "green", pgn
        tail = parse_square(squares[:2])
        return cls(tail, parse_square(squares[2:]) if len(squares) > 2 else tail, color=color)


class SvgWrapper(str):
    """SVG text that notebooks display as a picture."""

    def _repr_svg_(self) -> SvgWrapper:
        return self

    def _repr_html_(self) -> SvgWrapper:
        return self


def _escape(text: str) -> str:
    """Escapes text for an element. The module of the standard library for this loads much of the network with it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    """Escapes and quotes the value of an attribute."""
    return '"' + _escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;") + '"'


def _symbol(piece: Piece) -> str:
    name, color = piece_name(piece.piece_type), COLOR_NAMES[piece.color]
    body, lines = _SHAPES[name]
    fill, stroke = ("#ffffff", "#1e1b18") if piece.color == WHITE else ("#3c3835", "#ece8e2")
    return (
        f'<g id="{color}-{name}" class="{color} {name}" transform="scale(.45)" stroke="#1e1b18" stroke-width="3" '
        f'stroke-linejoin="round" stroke-linecap="round"><path d="{body}" fill="{fill}"/>'
        f'<path d="{lines}" fill="none" stroke="{stroke}"/></g>'
    )


#: The pieces as SVG, by their letters. A program may replace them.
PIECES = {letter: _symbol(Piece.from_symbol(letter)) for letter in "bknpqrBKNPQR"}
CHECK_GRADIENT = (
    '<radialGradient id="check_gradient"><stop offset="0%" stop-color="#ff0000"/>'
    '<stop offset="55%" stop-color="#e71010"/><stop offset="100%" stop-color="#a00000" stop-opacity="0"/></radialGradient>'
)
#: A cross in a 45-by-45 square.
XX = '<g id="xx"><path d="M12 12L33 33M33 12L12 33" stroke="#000000" stroke-width="3" stroke-linecap="round"/></g>'
#: The names of files and ranks as SVG.
COORDS = {name: f'<text x="10" y="14" font-size="11" font-family="sans-serif" text-anchor="middle">{name}</text>' for name in "12345678abcdefgh"}


def _color(text: str) -> Tuple[str, float]:
    """Returns the color and the opacity that a hexadecimal string represents."""
    if text.startswith("#") and len(text) in (5, 9):
        digits = (len(text) - 1) // 4
        alpha = int(text[-digits:], 16) / (16**digits - 1)
        return text[:-digits], alpha
    return text, 1.0


def _svg(size: Optional[int], box: float, content: Iterable[str], style: str = "") -> SvgWrapper:
    extent = "" if size is None else f' width="{size}" height="{size}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {box:g} {box:g}"{extent}>'
    rules = f"<style>{_escape(style)}</style>" if style else ""
    return SvgWrapper("".join([head, rules, *content, "</svg>"]))


def piece(piece: Piece, size: Optional[int] = None) -> str:
    """Draws a piece.

    >>> import reynard, reynard.svg
    >>> 'id="white-king"' in reynard.svg.piece(reynard.Piece.from_symbol("K"))
    True
    """
    return _svg(size, SQUARE_SIZE, [PIECES[piece.symbol()]])


def _filled(name: str, colors: Dict[str, str], **attributes: Any) -> str:
    color, alpha = _color(colors.get(name) or DEFAULT_COLORS[name])
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    opacity = f' opacity="{alpha:.2f}"' if alpha < 1 else ""
    return f'<rect{words} class="{name}" stroke="none" fill={_quoted(color)}{opacity}/>'


def _arrow_of(squares: Tuple[Square, Square]) -> Arrow:
    tail, head = squares
    return Arrow(tail, head)


def _arrow(arrow: Arrow, at: Any, colors: Dict[str, str]) -> str:
    color, alpha = _color(colors.get(f"arrow {arrow.color}") or DEFAULT_COLORS.get(f"arrow {arrow.color}") or arrow.color)
    (x, y), (to_x, to_y) = at(arrow.tail), at(arrow.head)
    paint, opacity = _quoted(color), f' opacity="{alpha:.2f}"' if alpha < 1 else ""
    if arrow.tail == arrow.head:
        radius = SQUARE_SIZE * 0.45
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke-width="{SQUARE_SIZE * 0.1:g}" stroke={paint}'
            f'{opacity} fill="none" class="circle"/>'
        )
    length = math.hypot(to_x - x, to_y - y)
    ux, uy = (to_x - x) / length, (to_y - y) / length
    tip, neck, half = SQUARE_SIZE * 0.1, SQUARE_SIZE * 0.75, SQUARE_SIZE * 0.28
    tip_x, tip_y = to_x - ux * tip, to_y - uy * tip
    neck_x, neck_y = to_x - ux * neck, to_y - uy * neck
    points = ((tip_x, tip_y), (neck_x - uy * half, neck_y + ux * half), (neck_x + uy * half, neck_y - ux * half))
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    return (
        f'<line x1="{x:g}" y1="{y:g}" x2="{neck_x:.1f}" y2="{neck_y:.1f}" stroke={paint}{opacity} '
        f'stroke-width="{SQUARE_SIZE * 0.2:g}" stroke-linecap="butt" class="arrow"/>'
        f'<polygon points="{corners}" fill={paint}{opacity} class="arrow"/>'
    )


def _coordinates(side: bool, edge: float, colors: Dict[str, str]) -> List[str]:
    color, alpha = _color(colors.get("coord") or DEFAULT_COLORS["coord"])
    opacity = f' opacity="{alpha:.2f}"' if alpha < 1 else ""
    whole, half = 8 * SQUARE_SIZE + 2 * edge, SQUARE_SIZE / 2
    found = [f'<g class="coord" fill={_quoted(color)}{opacity} font-size="11" font-family="sans-serif" text-anchor="middle">']
    for index in range(8):
        place = edge + index * SQUARE_SIZE + half
        file = "abcdefgh"[index if side else 7 - index]
        rank = str(8 - index if side else index + 1)
        for line in (_COORD_MARGIN / 2, whole - _COORD_MARGIN / 2):
            found.append(f'<text x="{place:g}" y="{line + 4:g}">{file}</text>')
            found.append(f'<text x="{line:g}" y="{place + 4:g}">{rank}</text>')
    return [*found, "</g>"]


def _edge(coordinates: bool, borders: bool) -> int:
    """Returns the distance between the edge of a drawing and the squares. A board with coordinates has two borders."""
    width = _COORD_MARGIN if coordinates else 0
    if borders:
        width += 2 if coordinates else 1
    return width


def board(
    board: Optional[BaseBoard] = None,
    *,
    orientation: Color = WHITE,
    lastmove: Optional[Move] = None,
    check: Optional[Square] = None,
    arrows: Iterable[Union[Arrow, Tuple[Square, Square]]] = (),
    fill: Dict[Square, str] = {},
    squares: Optional[IntoSquareSet] = None,
    size: Optional[int] = None,
    coordinates: bool = True,
    colors: Dict[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: Optional[str] = None,
) -> str:
    """Draws a board with pieces, arrows, and marked squares.

    >>> import reynard, reynard.svg
    >>> drawn = reynard.svg.board(reynard.Board(), arrows=[(reynard.E2, reynard.E4)], size=350)
    >>> "white king" in drawn
    True
    """
    side = orientation != flipped
    # Programs compute from these sizes which square a click hits.
    edge = _edge(coordinates, borders)
    content: List[str] = []
    marked = SquareSet(squares) if squares is not None else SquareSet()
    last = set() if lastmove is None or not lastmove else {lastmove.from_square, lastmove.to_square}

    def corner(at: Square) -> Tuple[float, float]:
        file, rank = square_file(at), square_rank(at)
        return (
            edge + (file if side else 7 - file) * SQUARE_SIZE,
            edge + (7 - rank if side else rank) * SQUARE_SIZE,
        )

    def middle(at: Square) -> Tuple[float, float]:
        x, y = corner(at)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    pieces = {at: found for at in SQUARES if board is not None and (found := board.piece_at(at))}
    kinds = {(found.color, found.piece_type): found for found in pieces.values()}
    symbols = [PIECES[kinds[key].symbol()] for key in sorted(kinds, key=lambda key: (not key[0], key[1]))]
    content.append("<defs>" + "".join(symbols))
    if marked:
        content.append(XX)
    if check is not None:
        content.append(CHECK_GRADIENT)
    content.append("</defs>")
    whole = 8 * SQUARE_SIZE + 2 * edge
    if coordinates:
        content.append(_filled("margin", colors, x=0, y=0, width=whole, height=whole))
        content += _coordinates(side, edge, colors)
    if borders:
        stroke, _ = _color(colors.get("inner border") or DEFAULT_COLORS["inner border"])
        content.append(
            f'<rect x="{edge - 0.5:g}" y="{edge - 0.5:g}" width="{8 * SQUARE_SIZE + 1}" height="{8 * SQUARE_SIZE + 1}" '
            f'class="inner border" fill="none" stroke={_quoted(stroke)} stroke-width="1"/>'
        )
    for at in SQUARES:
        x, y = corner(at)
        shade = "dark" if BB_DARK_SQUARES >> at & 1 else "light"
        name = f"square {shade}" + (" lastmove" if at in last else "")
        box = {"x": f"{x:g}", "y": f"{y:g}", "width": SQUARE_SIZE, "height": SQUARE_SIZE}
        drawn = _filled(name, colors, **box)
        content.append(drawn.replace(f'class="{name}"', f'class="{name} {square_name(at)}"'))
        if at in fill:
            color, alpha = _color(fill[at])
            opacity = f' opacity="{alpha:.2f}"' if alpha < 1 else ""
            content.append(
                f'<rect x="{x:g}" y="{y:g}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" class="fill" fill={_quoted(color)}{opacity}/>'
            )
    if check is not None:
        x, y = corner(check)
        content.append(
            f'<rect x="{x:g}" y="{y:g}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" class="check" fill="url(#check_gradient)"/>'
        )
    for at, found in sorted(pieces.items()):
        x, y = corner(at)
        name = f"{COLOR_NAMES[found.color]}-{piece_name(found.piece_type)}"
        content.append(f'<use href="#{name}" xlink:href="#{name}" transform="translate({x:g}, {y:g})"/>')
    for at in marked:
        x, y = corner(at)
        content.append(f'<use href="#xx" xlink:href="#xx" x="{x:g}" y="{y:g}"/>')
    for arrow in arrows:
        content.append(_arrow(arrow if isinstance(arrow, Arrow) else _arrow_of(arrow), middle, colors))
    return _svg(size, whole, content, style or "")
