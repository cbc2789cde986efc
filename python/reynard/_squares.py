"""Squares, colors, piece types, and sets of squares."""

from __future__ import annotations

import enum
from typing import Any, Dict, Iterable, List, Literal, Optional, SupportsInt, Tuple, TypeAlias, Union

from ._native import SquareSet as SquareSet
from ._native import attacks_of as _attacks_of
from ._native import between as between
from ._native import ray
from ._native import rays as _rays
from ._native import scan_forward as scan_forward, scan_reversed as scan_reversed

Color: TypeAlias = bool
WHITE, BLACK = True, False
COLORS: List[Color] = [WHITE, BLACK]
ColorName = Literal["white", "black"]
COLOR_NAMES: List[ColorName] = ["black", "white"]

EnPassantSpec = Literal["legal", "fen", "xfen"]

PieceType: TypeAlias = int
PIECE_TYPES: List[PieceType] = [1, 2, 3, 4, 5, 6]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS: List[Optional[str]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: List[Optional[str]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = {
    "R": "♖", "r": "♜",
    "N": "♘", "n": "♞",
    "B": "♗", "b": "♝",
    "Q": "♕", "q": "♛",
    "K": "♔", "k": "♚",
    "P": "♙", "p": "♟",
}

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")

Square: TypeAlias = int
Bitboard: TypeAlias = int
SQUARES: List[Square] = list(range(64))
SQUARE_NAMES: List[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)


def piece_symbol(piece_type: PieceType) -> str:
    """Returns the lower-case letter of a piece type.

    >>> import reynard
    >>> reynard.piece_symbol(reynard.KNIGHT)
    'n'
    """
    # As in python-chess, type 0 has no letter.
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]


def piece_name(piece_type: PieceType) -> str:
    """Returns the English name of a piece type.

    >>> import reynard
    >>> reynard.piece_name(reynard.KNIGHT)
    'knight'
    """
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]


def parse_square(name: str) -> Square:
    """Returns the square with the given name. Raises ValueError if the name is invalid.

    >>> import reynard
    >>> reynard.parse_square("a2")
    8
    """
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """Returns the name of a square.

    >>> import reynard
    >>> reynard.square_name(63)
    'h8'
    """
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """Returns the square on a file and a rank, both 0 to 7.

    >>> import reynard
    >>> reynard.square(4, 3) == reynard.E4
    True
    """
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """Returns the file of a square, 0 for the a-file.

    >>> import reynard
    >>> reynard.square_file(reynard.B7)
    1
    """
    return square & 7


def square_rank(square: Square) -> int:
    """Returns the rank of a square, 0 for the first rank.

    >>> import reynard
    >>> reynard.square_rank(reynard.B7)
    6
    """
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """Returns the number of king moves between two squares.

    >>> import reynard
    >>> reynard.square_distance(reynard.A1, reynard.B3)
    2
    """
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Returns the Manhattan distance between two squares: the sum of the distances along files and ranks.

    >>> import reynard
    >>> reynard.square_manhattan_distance(reynard.A1, reynard.B3)
    3
    """
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: Square, b: Square) -> int:
    """Returns the number of knight moves between two squares.

    >>> import reynard
    >>> reynard.square_knight_distance(reynard.A1, reynard.H8)
    6
    """
    across, up = abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))
    if across == up == 1 and (a in _CORNERS or b in _CORNERS):
        # The path in two moves would go over a square off the board.
        return 4
    return _KNIGHT_MOVES[across << 3 | up]


def _knight_moves(across: int, up: int) -> int:
    """Returns the number of knight moves over this distance on an unbounded board."""
    across, up = min(across, up), max(across, up)
    if (across, up) in ((0, 1), (2, 2)):
        return 3 + across // 2
    least = max((up + 1) // 2, (across + up + 2) // 3)
    return least + (least + across + up) % 2


_KNIGHT_MOVES = bytes(_knight_moves(index >> 3, index & 7) for index in range(64))
_CORNERS = {0, 7, 56, 63}


def square_mirror(square: Square) -> Square:
    """Returns the square mirrored vertically.

    >>> import reynard
    >>> reynard.square_name(reynard.square_mirror(reynard.E2))
    'e7'
    """
    return square ^ 56


SQUARES_180: List[Square] = [square_mirror(at) for at in SQUARES]

BB_EMPTY = 0
BB_ALL = (1 << 64) - 1
BB_SQUARES: List[Bitboard] = [1 << at for at in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
BB_CORNERS = 1 | 1 << 7 | 1 << 56 | 1 << 63
BB_CENTER = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36
BB_DARK_SQUARES = sum(1 << at for at in SQUARES if (square_file(at) + square_rank(at)) % 2 == 0)
BB_LIGHT_SQUARES = BB_ALL ^ BB_DARK_SQUARES
BB_FILES: List[Bitboard] = [sum(1 << rank * 8 + file for rank in range(8)) for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: List[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8


def lsb(bb: Bitboard) -> int:
    """Returns the lowest square in a set.

    >>> import reynard
    >>> reynard.lsb(reynard.BB_RANK_2)
    8
    """
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """Returns the highest square in a set.

    >>> import reynard
    >>> reynard.msb(reynard.BB_RANK_2)
    15
    """
    return bb.bit_length() - 1


popcount = int.bit_count


def flip_vertical(bb: Bitboard) -> Bitboard:
    """Returns the set mirrored vertically.

    >>> import reynard
    >>> reynard.flip_vertical(reynard.BB_A1) == reynard.BB_A8
    True
    """
    bb = (bb >> 8) & 0x00FF_00FF_00FF_00FF | (bb & 0x00FF_00FF_00FF_00FF) << 8
    bb = (bb >> 16) & 0x0000_FFFF_0000_FFFF | (bb & 0x0000_FFFF_0000_FFFF) << 16
    return bb >> 32 | (bb & 0x0000_0000_FFFF_FFFF) << 32


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """Returns the set mirrored horizontally.

    >>> import reynard
    >>> reynard.flip_horizontal(reynard.BB_A1) == reynard.BB_H1
    True
    """
    bb = (bb >> 1) & 0x5555_5555_5555_5555 | (bb & 0x5555_5555_5555_5555) << 1
    bb = (bb >> 2) & 0x3333_3333_3333_3333 | (bb & 0x3333_3333_3333_3333) << 2
    return (bb >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bb & 0x0F0F_0F0F_0F0F_0F0F) << 4


def _swap(bb: Bitboard, mask: int, distance: int) -> Bitboard:
    """Swaps the squares of a mask with those that lie a given distance above them."""
    change = (bb ^ bb >> distance) & mask
    return bb ^ change ^ change << distance


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """Returns the set mirrored along the diagonal from a1 to h8.

    >>> import reynard
    >>> reynard.flip_diagonal(reynard.BB_H1) == reynard.BB_A8
    True
    """
    bb = _swap(bb, 0x00AA_00AA_00AA_00AA, 7)
    bb = _swap(bb, 0x0000_CCCC_0000_CCCC, 14)
    return _swap(bb, 0x0000_0000_F0F0_F0F0, 28)


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """Returns the set mirrored along the diagonal from h1 to a8.

    >>> import reynard
    >>> reynard.flip_anti_diagonal(reynard.BB_A1) == reynard.BB_H8
    True
    """
    bb = _swap(bb, 0x0055_0055_0055_0055, 9)
    bb = _swap(bb, 0x0000_3333_0000_3333, 18)
    return _swap(bb, 0x0000_0000_0F0F_0F0F, 36)


_NOT_A = BB_ALL ^ BB_FILE_A
_NOT_H = BB_ALL ^ BB_FILE_H
_NOT_AB = _NOT_A ^ BB_FILE_B
_NOT_GH = _NOT_H ^ BB_FILE_G


def shift_down(b: Bitboard) -> Bitboard:
    """Returns the set shifted one rank toward White."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """Returns the set shifted two ranks toward White."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """Returns the set shifted one rank toward Black."""
    return b << 8 & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """Returns the set shifted two ranks toward Black."""
    return b << 16 & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """Returns the set shifted one file toward the h-file."""
    return b << 1 & _NOT_A


def shift_2_right(b: Bitboard) -> Bitboard:
    """Returns the set shifted two files toward the h-file."""
    return b << 2 & _NOT_AB


def shift_left(b: Bitboard) -> Bitboard:
    """Returns the set shifted one file toward the a-file."""
    return b >> 1 & _NOT_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """Returns the set shifted two files toward the a-file."""
    return b >> 2 & _NOT_GH


def shift_up_left(b: Bitboard) -> Bitboard:
    """Returns the set shifted one square toward a8."""
    return b << 7 & _NOT_H


def shift_up_right(b: Bitboard) -> Bitboard:
    """Returns the set shifted one square toward h8."""
    return b << 9 & _NOT_A


def shift_down_left(b: Bitboard) -> Bitboard:
    """Returns the set shifted one square toward a1."""
    return b >> 9 & _NOT_H


def shift_down_right(b: Bitboard) -> Bitboard:
    """Returns the set shifted one square toward h1."""
    return b >> 7 & _NOT_A


BB_KNIGHT_ATTACKS = [_attacks_of(KNIGHT, WHITE, at, 0) for at in SQUARES]
BB_KING_ATTACKS = [_attacks_of(KING, WHITE, at, 0) for at in SQUARES]
BB_PAWN_ATTACKS = [[_attacks_of(PAWN, color, at, 0) for at in SQUARES] for color in (BLACK, WHITE)]
_EDGE_FILES = BB_FILE_A | BB_FILE_H


def _inner_lines(at: Square) -> Tuple[int, int, int]:
    """Returns three sets of squares on which pieces can block a slider: on its diagonals, on its file, and on its rank."""
    file, rank, here = BB_FILES[at & 7], BB_RANKS[at >> 3], 1 << at
    diagonals = _attacks_of(BISHOP, WHITE, at, 0) & ~(BB_BACKRANKS | _EDGE_FILES)
    return diagonals, file & ~BB_BACKRANKS & ~here, rank & ~_EDGE_FILES & ~here


BB_DIAG_MASKS, BB_FILE_MASKS, BB_RANK_MASKS = (list(masks) for masks in zip(*map(_inner_lines, SQUARES)))


class _Attacks(Dict[Bitboard, Bitboard]):
    """The attacks of a slider, indexed by its blockers. An entry is computed when it is first accessed; all entries are computed when the
    whole table is used.
    """

    __slots__ = ("kind", "at", "mask", "line", "is_full")

    def __init__(self, kind: PieceType, at: Square, mask: Bitboard, line: Bitboard) -> None:
        super().__init__()
        self.kind, self.at, self.mask, self.line = kind, at, mask, line
        self.is_full = False

    def __missing__(self, blockers: Bitboard) -> Bitboard:
        if not isinstance(blockers, int) or blockers & ~self.mask:
            raise KeyError(blockers)
        found = _attacks_of(self.kind, WHITE, self.at, blockers) & self.line
        self[blockers] = found
        return found

    def _fill(self) -> None:
        if not self.is_full:
            for blockers in SquareSet(self.mask).carry_rippler():
                self[blockers]
            self.is_full = True

    def __reduce__(self) -> Any:
        return (dict, (list(self.items()),))

    def copy(self) -> Dict[Bitboard, Bitboard]:
        """Returns a plain dictionary."""
        return dict(self.items())


def _whole(name: str) -> Any:
    """Returns a dictionary method that first fills the table."""
    plain = getattr(dict, name)

    def method(self: _Attacks, *arguments: Any) -> Any:
        self._fill()
        return plain(self, *arguments)

    method.__name__, method.__doc__ = name, plain.__doc__
    return method


for _name in ("__contains__", "__eq__", "__ne__", "__iter__", "__len__", "__repr__", "__reversed__", "__or__", "__ror__", "get", "items", "keys", "values"):
    setattr(_Attacks, _name, _whole(_name))
del _name


BB_DIAG_ATTACKS = [_Attacks(BISHOP, at, BB_DIAG_MASKS[at], BB_ALL) for at in SQUARES]
BB_FILE_ATTACKS = [_Attacks(ROOK, at, BB_FILE_MASKS[at], BB_FILES[at & 7]) for at in SQUARES]
BB_RANK_ATTACKS = [_Attacks(ROOK, at, BB_RANK_MASKS[at], BB_RANKS[at >> 3]) for at in SQUARES]
BB_RAYS = _rays()

IntoSquareSet: TypeAlias = Union[SupportsInt, Iterable[Square]]


def _svg_of_squares(self: SquareSet) -> str:
    from . import svg

    return svg.board(squares=self, size=390)


_svg_of_squares.__name__ = "_repr_svg_"
SquareSet._repr_svg_ = _svg_of_squares  # type: ignore[method-assign]
SquareSet.__hash__ = None  # type: ignore[assignment, method-assign]


class Status(enum.IntFlag):
    """The faults of a board."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_RACE_CHECK = Status.RACE_CHECK
STATUS_RACE_OVER = Status.RACE_OVER
STATUS_RACE_MATERIAL = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK
