"""Board methods that are not performance-critical, added to the native classes."""

from __future__ import annotations

import dataclasses
import enum
import math
import re
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union

from ._native import BaseBoard, Board, IllegalMoveError, LegalMoveGenerator, Move, Piece, PseudoLegalMoveGenerator, attacks_of
from ._squares import (
    BB_ALL,
    BB_RANK_1,
    BB_RANK_8,
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    SQUARES,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    SquareSet,
    Status,
    between,
    flip_vertical,
    lsb,
    scan_forward,
    square_file,
    square_name,
    square_rank,
)

BoardT = TypeVar("BoardT", bound=Board)
BaseBoardT = TypeVar("BaseBoardT", bound=BaseBoard)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.partition(" ")[0]
SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")


class Termination(enum.Enum):
    """The reason why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()
    VARIANT_WIN = enum.auto()
    VARIANT_LOSS = enum.auto()
    VARIANT_DRAW = enum.auto()


@dataclasses.dataclass
class Outcome:
    """The outcome of a finished game: the reason, and the winner, if any.

    >>> import reynard
    >>> reynard.Outcome(reynard.Termination.STALEMATE, None).result()
    '1/2-1/2'
    """

    termination: Termination
    winner: Optional[Color]

    def result(self) -> str:
        """Returns the result in PGN notation."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def _add(*classes: type) -> Callable[[Any], Any]:
    """Returns a decorator that adds a function to classes as a method."""

    def add(function: Any) -> Any:
        target = function.__func__ if isinstance(function, (classmethod, staticmethod)) else function
        if isinstance(target, property):
            target = target.fget
        target.__qualname__ = f"{classes[0].__name__}.{target.__name__}"
        for receiver in ("self", "cls"):
            target.__annotations__.pop(receiver, None)
        for owner in classes:
            setattr(owner, target.__name__, function)
        return function

    return add


# Both boards


@_add(BaseBoard)
def set_piece_map(self: Any, pieces: Mapping[Square, Piece]) -> None:
    """Sets the pieces from a mapping of squares to pieces, and removes all others.

    >>> import reynard
    >>> board = reynard.BaseBoard.empty()
    >>> board.set_piece_map({reynard.A1: reynard.Piece.from_symbol("R")})
    >>> board.board_fen()
    '8/8/8/8/8/8/8/R7'
    """
    self._set_pieces(dict(pieces.items()), 0)


def _base_reset(self: Any) -> None:
    """Sets up the pieces of the start position."""
    self.set_board_fen(STARTING_BOARD_FEN)


def _base_clear(self: Any) -> None:
    """Removes all pieces."""
    self.set_board_fen("8/8/8/8/8/8/8/8")


BaseBoard.reset_board, _base_reset.__name__ = _base_reset, "reset_board"
BaseBoard.clear_board, _base_clear.__name__ = _base_clear, "clear_board"


def _base_copy(self: Any) -> Any:
    """Returns a copy."""
    board = type(self)(None)
    board._assign(self)
    return board


_base_copy.__name__ = "copy"
BaseBoard.copy = _base_copy


@_add(BaseBoard, Board)
def __copy__(self: Any) -> Any:
    return self.copy()


@_add(BaseBoard, Board)
def __deepcopy__(self: Any, memo: Dict[int, Any]) -> Any:
    board = self.copy()
    memo[id(self)] = board
    return board


@_add(BaseBoard)
def __eq__(self: Any, other: object) -> Any:
    if isinstance(other, BaseBoard):
        return self._same_pieces(other)
    return NotImplemented


BaseBoard.__hash__ = None  # type: ignore[assignment]


@_add(BaseBoard)
def __str__(self: Any) -> str:
    rows = self.board_fen().split("/")
    for digit in range(1, 9):
        rows = [row.replace(str(digit), "." * digit) for row in rows]
    return "\n".join(" ".join(row) for row in rows)


@_add(BaseBoard)
def __repr__(self: Any) -> str:
    return f"{type(self).__name__}({self.board_fen()!r})"


@_add(BaseBoard)
def unicode(
    self: Any,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: Color = WHITE,
) -> str:
    """Draws the board with Unicode figurines, and returns the text.

    >>> import reynard
    >>> print(reynard.BaseBoard("8/8/8/8/8/8/8/K1k5").unicode(empty_square="."))
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    ♔ . ♚ . . . . .
    """
    files = range(8) if orientation else range(7, -1, -1)
    ranks = range(7, -1, -1) if orientation else range(8)

    def drawn(at: Square) -> str:
        piece = self.piece_at(at)
        return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

    if not borders:
        return "\n".join(" ".join(drawn(rank * 8 + file) for file in files) for rank in ranks)
    rule = "  " + "-" * 17
    lines = []
    for rank in ranks:
        lines += [rule, f"{rank + 1} |" + "|".join(drawn(rank * 8 + file) for file in files) + "|"]
    return "\n".join(lines + [rule, "   " + " ".join("abcdefgh"[file] for file in files)])


@_add(BaseBoard)
def _repr_svg_(self: Any) -> str:
    from . import svg

    return svg.board(self, size=390)


@_add(BaseBoard)
def apply_transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> None:
    """Applies a function on sets of squares, such as `reynard.flip_vertical`, to all pieces."""
    kinds = [f(getattr(self, name)) for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")]
    self._set_squares(kinds, f(self.occupied_co[WHITE]), f(self.promoted))


@_add(BaseBoard)
def transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> Any:
    """Returns a copy of the board, with a function on sets of squares applied to all pieces.

    >>> import reynard
    >>> reynard.BaseBoard("8/8/8/8/8/8/8/R7").transform(reynard.flip_vertical).board_fen()
    'R7/8/8/8/8/8/8/8'
    """
    board = self.copy()
    board.apply_transform(f)
    return board


@_add(BaseBoard)
def mirror(self: Any) -> Any:
    """Returns the board mirrored vertically, with the colors swapped.

    >>> import reynard
    >>> reynard.Board().mirror().turn == reynard.BLACK
    True
    """
    board = self.copy()
    board.apply_mirror()
    return board


# The placements of two knights on five squares, in the order of Scharnagl's numbering scheme.
_KNIGHTS = [(a, b) for a in range(5) for b in range(a + 1, 5)]


def _arrangement(scharnagl: int) -> str:
    """Returns the pieces of a Chess960 start position, using Reinhard Scharnagl's numbering scheme."""
    if not 0 <= scharnagl <= 959:
        raise ValueError(f"chess960 position index not 0 <= {scharnagl!r} <= 959")
    rest, light = divmod(scharnagl, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row: List[str] = [""] * 8
    row[2 * light + 1] = row[2 * dark] = "b"
    free = [file for file in range(8) if not row[file]]
    row[free.pop(queen)] = "q"
    a, b = _KNIGHTS[knights]
    row[free[a]] = row[free[b]] = "n"
    for letter in "rkr":
        row[row.index("")] = letter
    return "".join(row)


_NUMBERS = {_arrangement(number): number for number in range(960)}


@_add(BaseBoard)
def set_chess960_pos(self: Any, scharnagl: int) -> None:
    """Sets the Chess960 start position with the given number, 0 to 959; 518 is standard chess."""
    row = _arrangement(scharnagl)
    self.set_board_fen(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}")


@_add(BaseBoard)
def chess960_pos(self: Any) -> Optional[int]:
    """Returns the number of the Chess960 start position, or None if the board is not in such a position.

    >>> import reynard
    >>> reynard.BaseBoard().chess960_pos()
    518
    """
    row, _, rest = self.board_fen().partition("/")
    if rest != f"pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}":
        return None
    return _NUMBERS.get(row)


@_add(BaseBoard)
@classmethod
def empty(cls: Any) -> Any:
    """Returns an empty board."""
    return cls(None)


@_add(BaseBoard)
@classmethod
def from_chess960_pos(cls: Any, scharnagl: int) -> Any:
    """Returns the Chess960 start position with the given number."""
    board = cls.empty()
    board.set_chess960_pos(scharnagl)
    return board


@_add(BaseBoard)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    return (_restore_base, (type(self), self.board_fen(promoted=True)), _pickled(self, getattr(self, "__dict__", None)))


def _restore_base(cls: Any, fen: str) -> Any:
    board = cls.__new__(cls)
    BaseBoard.__init__(board, fen)
    return board


def _pickled(self: Any, attributes: Optional[Dict[str, Any]]) -> Any:
    """Returns the attributes to pickle: those that `__getstate__` of a subclass returns, or the given ones."""
    if type(self).__getstate__ is not object.__getstate__:
        return self.__getstate__()
    return attributes or None


# Boards with moves

Board.aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
Board.uci_variant = "chess"
Board.xboard_variant = "normal"
Board.starting_fen = STARTING_FEN
Board.tbw_suffix = ".rtbw"
Board.tbz_suffix = ".rtbz"
Board.tbw_magic = b"\x71\xe8\x23\x5d"
Board.tbz_magic = b"\xd7\x66\x0c\xa5"
Board.pawnless_tbw_suffix = Board.pawnless_tbz_suffix = None
Board.pawnless_tbw_magic = Board.pawnless_tbz_magic = None
Board.connected_kings = False
Board.one_king = True
Board.captures_compulsory = False


@_add(Board)
@classmethod
def empty(cls: Any, *, chess960: bool = False) -> Any:
    """Returns an empty board with White to move.

    >>> import reynard
    >>> reynard.Board.empty().fen()
    '8/8/8/8/8/8/8/8 w - - 0 1'
    """
    return cls(None, chess960=chess960)


@_add(Board)
@classmethod
def from_epd(cls: Any, epd: str, *, chess960: bool = False) -> Tuple[Any, Dict[str, Any]]:
    """Returns the board described by an EPD record, and the record's operations.

    >>> import reynard
    >>> board, operations = reynard.Board.from_epd("4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; id \\"mate\\";")
    >>> operations["id"]
    'mate'
    """
    board = cls.empty(chess960=chess960)
    return board, board.set_epd(epd)


@_add(Board)
@classmethod
def from_chess960_pos(cls: Any, scharnagl: int) -> Any:
    """Returns the Chess960 start position with the given number.

    >>> import reynard
    >>> reynard.Board.from_chess960_pos(0).fen()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """
    board = cls.empty(chess960=True)
    board.set_chess960_pos(scharnagl)
    return board


@_add(Board)
def set_fen(self: Any, fen: str) -> None:
    """Sets the position from a FEN. Raises ValueError if the FEN is invalid."""
    self._set_fen(fen.strip())


@_add(Board)
def reset(self: Any) -> None:
    """Sets the start position."""
    self._set_fen(STARTING_FEN)


@_add(Board)
def clear(self: Any) -> None:
    """Removes all pieces, castling rights and moves. White is to move."""
    self._set_fen(None)


@_add(Board)
def set_castling_fen(self: Any, castling_fen: str) -> None:
    """Sets the castling rights from the castling field of a FEN."""
    self._set_castling_fen(castling_fen)


@_add(Board)
def set_chess960_pos(self: Any, scharnagl: int) -> None:
    """Sets the Chess960 start position with the given number, 0 to 959."""
    row = _arrangement(scharnagl)
    self.chess960 = True
    self._set_fen(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1")


@_add(Board)
def chess960_pos(
    self: Any, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
) -> Optional[int]:
    """Returns the number of the Chess960 start position, or None if the board is not in such a position."""
    if self.ep_square or not (ignore_turn or self.turn == WHITE):
        return None
    if not ignore_castling and self.clean_castling_rights() != self.rooks:
        return None
    if not ignore_counters and (self.fullmove_number != 1 or self.halfmove_clock != 0):
        return None
    return BaseBoard.chess960_pos(self)


@_add(Board)
def checkers(self: Any) -> SquareSet:
    """Returns the squares of the pieces giving check."""
    return SquareSet(self.checkers_mask())


@_add(Board)
def status(self: Any) -> Status:
    """Returns the faults of the position.

    >>> import reynard
    >>> reynard.Board().status() == reynard.STATUS_VALID
    True
    """
    return Status(self._status())


@_add(Board)
def is_valid(self: Any) -> bool:
    """Returns True if the position is valid."""
    return not self._status()


def _full_masks(from_mask: Bitboard, to_mask: Bitboard) -> Tuple[int, int]:
    return from_mask & BB_ALL, to_mask & BB_ALL


@_add(Board)
def generate_legal_moves(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    """Iterates over the legal moves from and to the given squares."""
    return iter(self._legal(from_mask, to_mask))


@_add(Board)
def generate_pseudo_legal_moves(
    self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Iterator[Move]:
    """Iterates over the pseudo-legal moves from and to the given squares."""
    return iter(self._pseudo_legal(from_mask, to_mask))


@_add(Board)
def generate_legal_captures(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    """Iterates over the legal captures from and to the given squares."""
    theirs = self.occupied_co[not self.turn]
    yield from self._legal(from_mask, to_mask & theirs)
    yield from self.generate_legal_ep(from_mask, to_mask)


@_add(Board)
def generate_pseudo_legal_captures(
    self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Iterator[Move]:
    """Iterates over the pseudo-legal captures from and to the given squares."""
    theirs = self.occupied_co[not self.turn]
    yield from self._pseudo_legal(from_mask, to_mask & theirs)
    yield from self.generate_pseudo_legal_ep(from_mask, to_mask)


@_add(Board)
def generate_pseudo_legal_ep(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    """Iterates over the pseudo-legal en-passant captures."""
    return iter(self._en_passant(from_mask, to_mask))


@_add(Board)
def generate_legal_ep(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    """Iterates over the legal en-passant captures."""
    moves = self._en_passant(from_mask, to_mask)
    return iter([move for move in moves if not self.is_into_check(move)] if moves else moves)


@_add(Board)
def generate_castling_moves(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    """Iterates over the castling moves."""
    return iter(self._castling(from_mask, to_mask))


@_add(Board)
def find_move(
    self: Any, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None
) -> Move:
    """Returns the legal move between two squares. Pawns promote to queens by default.

    Raises IllegalMoveError if there is no such move.

    >>> import reynard
    >>> reynard.Board().find_move(reynard.E2, reynard.E4)
    Move.from_uci('e2e4')
    """
    last = square_rank(to_square) in (0, 7)
    if promotion is None and last and self.piece_type_at(from_square) == PAWN:
        promotion = QUEEN
    move = Move(from_square, to_square, promotion)
    if from_square != to_square:
        # Castling is written as this board writes it.
        move = Move.from_uci(self.uci(move))
    if not self.is_legal(move):
        names = f"{square_name(from_square)} -> {square_name(to_square)}"
        raise IllegalMoveError(f"no matching legal move for {move.uci()} ({names}) in {self.fen()}")
    return move


@_add(Board)
def is_kingside_castling(self: Any, move: Move) -> bool:
    """Returns True if the pseudo-legal move castles toward the h-file."""
    return self.is_castling(move) and square_file(move.to_square) > square_file(move.from_square)


@_add(Board)
def is_queenside_castling(self: Any, move: Move) -> bool:
    """Returns True if the pseudo-legal move castles toward the a-file."""
    return self.is_castling(move) and square_file(move.to_square) < square_file(move.from_square)


@_add(Board)
def is_irreversible(self: Any, move: Move) -> bool:
    """Returns True if the pseudo-legal move is a capture or a pawn move, or gives up castling rights."""
    if self.is_zeroing(move) or self.has_legal_en_passant():
        return True
    rights = self.clean_castling_rights()
    touched = 1 << move.from_square ^ 1 << move.to_square
    if touched & rights:
        return True
    rank = BB_RANK_1 if self.turn else BB_RANK_8
    return bool(rights & rank and self.kings & touched & self.occupied_co[self.turn])


@_add(Board)
def has_chess960_castling_rights(self: Any) -> bool:
    """Returns True if there are castling rights that do not exist in standard chess."""
    twin = self.copy(stack=False)
    twin.chess960 = True
    rights = twin.clean_castling_rights()
    twin.chess960 = False
    return bool(rights & ~twin.clean_castling_rights())


@_add(Board)
def castling_xfen(self: Any) -> str:
    """Returns the castling rights in X-FEN notation."""
    return self._castling_text(False)


@_add(Board)
def castling_shredder_fen(self: Any) -> str:
    """Returns the castling rights in Shredder-FEN notation, that is, as the files of the rooks."""
    return self._castling_text(True)


@_add(Board)
def shredder_fen(self: Any, *, en_passant: Any = "legal", promoted: Optional[bool] = None) -> str:
    """Returns the Shredder-FEN, in which the castling rights are written as the files of the rooks.

    >>> import reynard
    >>> reynard.Board().shredder_fen()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
    """
    return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)


# The end of the game


@_add(Board)
def is_insufficient_material(self: Any) -> bool:
    """Returns True if neither side has enough material to mate."""
    return self.has_insufficient_material(WHITE) and self.has_insufficient_material(BLACK)


def _clock(self: Any, plies: int) -> bool:
    return self.halfmove_clock >= plies and bool(self.legal_moves)


@_add(Board)
def is_seventyfive_moves(self: Any) -> bool:
    """Returns True if both sides have made 75 moves without a capture or a pawn move."""
    return _clock(self, 150)


@_add(Board)
def is_fifty_moves(self: Any) -> bool:
    """Returns True if both sides have made 50 moves without a capture or a pawn move."""
    return _clock(self, 100)


@_add(Board)
def can_claim_fifty_moves(self: Any) -> bool:
    """Returns True if the player to move can claim a draw by the fifty-move rule, now or with the next move."""
    if self.is_fifty_moves():
        return True
    if self.halfmove_clock < 99:
        return False
    for move in self.legal_moves:
        if not self.is_zeroing(move):
            after = self.copy(stack=False)
            after.push(move)
            if after.is_fifty_moves():
                return True
    return False


@_add(Board)
def is_fivefold_repetition(self: Any) -> bool:
    """Returns True if the position has occurred five times."""
    return self.is_repetition(5)


@_add(Board)
def can_claim_draw(self: Any) -> bool:
    """Returns True if the player to move can claim a draw, now or with the next move."""
    return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()


def _never(name: str, text: str) -> None:
    def method(self: Any) -> bool:
        return False

    method.__name__, method.__qualname__, method.__doc__ = name, f"Board.{name}", text
    setattr(Board, name, method)


_never("is_variant_end", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_win", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_loss", "Returns False: only standard chess and Chess960 are played here.")
_never("is_variant_draw", "Returns False: only standard chess and Chess960 are played here.")


@_add(Board)
def outcome(self: Any, *, claim_draw: bool = False) -> Optional[Outcome]:
    """Returns the outcome of the game, or None if it is not over.

    >>> import reynard
    >>> reynard.Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").outcome().termination
    <Termination.STALEMATE: 2>
    """
    if self.is_variant_loss():
        return Outcome(Termination.VARIANT_LOSS, not self.turn)
    if self.is_variant_win():
        return Outcome(Termination.VARIANT_WIN, self.turn)
    if self.is_variant_draw():
        return Outcome(Termination.VARIANT_DRAW, None)
    if self.is_checkmate():
        return Outcome(Termination.CHECKMATE, not self.turn)
    if self.is_insufficient_material():
        return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
    if self.is_stalemate():
        return Outcome(Termination.STALEMATE, None)
    if self.is_seventyfive_moves():
        return Outcome(Termination.SEVENTYFIVE_MOVES, None)
    if self.is_fivefold_repetition():
        return Outcome(Termination.FIVEFOLD_REPETITION, None)
    if claim_draw:
        if self.can_claim_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES, None)
        if self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION, None)
    return None


@_add(Board)
def is_game_over(self: Any, *, claim_draw: bool = False) -> bool:
    """Returns True if the game is over."""
    return self.outcome(claim_draw=claim_draw) is not None


@_add(Board)
def result(self: Any, *, claim_draw: bool = False) -> str:
    """Returns the result in PGN notation, or `*` if the game is not over."""
    outcome = self.outcome(claim_draw=claim_draw)
    return outcome.result() if outcome else "*"


# Notation


@_add(Board)
def variation_san(self: Any, variation: Iterable[Move]) -> str:
    """Returns a line of legal moves in SAN, with move numbers.

    >>> import reynard
    >>> line = [reynard.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")]
    >>> reynard.Board().variation_san(line)
    '1. e4 e5 2. Nf3'
    """
    board = self.copy(stack=False)
    words: List[str] = []
    for move in variation:
        if not board.is_legal(move):
            raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")
        if board.turn == WHITE:
            words.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
        elif words:
            words.append(board.san_and_push(move))
        else:
            words.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
    return " ".join(words)


@_add(Board)
def xboard(self: Any, move: Move, chess960: Optional[bool] = None) -> str:
    """Returns the move in XBoard notation."""
    if chess960 is None:
        chess960 = self.chess960
    if not chess960 or not self.is_castling(move):
        return move.xboard()
    return "O-O" if self.is_kingside_castling(move) else "O-O-O"


@_add(Board)
def parse_xboard(self: Any, xboard: str) -> Move:
    """Parses a legal move in XBoard notation, or in SAN."""
    try:
        return self.parse_uci(xboard)
    except ValueError:
        return self.parse_san(xboard)


@_add(Board)
def push_xboard(self: Any, san: str) -> Move:
    """Parses a move in XBoard notation and makes it."""
    move = self.parse_xboard(san)
    self.push(move)
    return move


# EPD


def _epd_operand(board: Any, opcode: str, operand: Any) -> str:
    if isinstance(operand, Move):
        return board.san(operand)
    if isinstance(operand, (int, float)):
        assert math.isfinite(operand), f"expected numeric epd operand to be finite, got: {operand}"
        return str(operand)
    if opcode == "pv" and not isinstance(operand, str):
        line = board.copy(stack=False)
        return " ".join(line.san_and_push(move) for move in operand)
    if opcode in ("am", "bm") and not isinstance(operand, str):
        return " ".join(sorted(board.san(move) for move in operand))
    text = str(operand)
    for plain, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\r", "\\r"), ("\n", "\\n"), ('"', '\\"')):
        text = text.replace(plain, escaped)
    return f'"{text}"'


@_add(Board)
def _validate_epd_opcode(self: Any, opcode: str) -> None:
    """Raises ValueError for an invalid EPD opcode."""
    if not opcode[:1].isalpha():
        raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
    for blank in (" ", "\n", "\t", "\r"):
        if blank in opcode:
            raise ValueError(f"invalid character {blank!r} in epd opcode: {opcode!r}")


# The native function, whatever is assigned to the class later.
_fen = Board.fen


@_add(Board)
def epd(
    self: Any, *, shredder: bool = False, en_passant: Any = "legal", promoted: Optional[bool] = None, **operations: Any
) -> str:
    """Returns the EPD record of the position, with the given operations.

    >>> import reynard
    >>> reynard.Board().epd(id="start")
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start";'
    """
    fields = _fen(self, shredder=shredder, en_passant=en_passant, promoted=promoted).split(" ")[:4]
    for opcode, operand in operations.items():
        self._validate_epd_opcode(opcode)
        text = "" if operand is None else _epd_operand(self, opcode, operand)
        fields.append(f"{opcode} {text};" if text else f"{opcode};")
    return " ".join(fields)


_EPD_OPCODE = re.compile(r"[\s;]*([^\s;]*)[^\S;]*")
_EPD_STRING = re.compile(r'"((?:[^"\\]|\\.)*)(?:"|\Z)', re.DOTALL)
_EPD_ESCAPES = {"t": "\t", "r": "\r", "n": "\n"}


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _EPD_ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _epd_number(text: str) -> Union[int, float]:
    try:
        return int(text)
    except ValueError:
        number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"invalid numeric operand for epd: {text!r}")
    return number


def _epd_moves(board: Any, opcode: str, text: str) -> Any:
    if opcode == "pv":
        line, moves = board.copy(stack=False), []
        for word in text.split():
            moves.append(line.parse_xboard(word))
            line.push(moves[-1])
        return moves
    if opcode in ("am", "bm"):
        return [board.parse_xboard(word) for word in text.split()]
    return board.parse_xboard(text) if text else None


def _operations_in(board: Any, text: str) -> Dict[str, Any]:
    """Parses operations. Each is a name, followed by a quoted string, or by a number or moves that end at a semicolon."""
    operations: Dict[str, Any] = {}
    at = 0
    while at < len(text):
        found = _EPD_OPCODE.match(text, at)
        assert found is not None
        opcode, at = found[1], found.end()
        if opcode in ("", "-"):
            continue
        if not opcode[0].isalpha() and text[at : at + 1] not in ("", ";"):
            raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
        if string := _EPD_STRING.match(text, at):
            operations[opcode], at = _unescaped(string[1]), string.end()
        else:
            operand, _, _ = text[at:].partition(";")
            at += len(operand) + 1
            operand = operand.strip()
            is_number = operand.startswith(("-", "+", ".")) or operand[:1].isdecimal()
            operations[opcode] = _epd_number(operand) if is_number else _epd_moves(board, opcode, operand)
    return operations


@_add(Board)
def set_epd(self: Any, epd: str) -> Dict[str, Any]:
    """Sets the position from an EPD record and returns its operations. Raises ValueError if the record is invalid."""
    text = epd.strip().rstrip(";")
    parts = text.split(None, 4)
    if not parts:
        raise ValueError("empty fen")
    if len(parts) < 5 and text[-1].isspace():
        raise ValueError(f"expected an opcode in epd: {epd!r}")
    fields, rest = parts[:4], parts[4] if len(parts) > 4 else ""
    fresh = Board(None, chess960=self.chess960)
    fresh._set_fen(" ".join(fields))
    operations = _operations_in(fresh, rest)
    if "hmvc" in operations or "fmvn" in operations:
        fields += [str(operations.get("hmvc", 0)), str(operations.get("fmvn", 1))]
    self._set_fen(" ".join(fields))
    return operations


# Complete boards


@_add(Board)
def __repr__(self: Any) -> str:
    flag = ", chess960=True" if self.chess960 else ""
    return f"{type(self).__name__}({self.fen()!r}{flag})"


@_add(Board)
def __eq__(self: Any, other: object) -> Any:
    if isinstance(other, Board):
        return self._equals(other)
    if isinstance(other, BaseBoard):
        return self._same_pieces(other)
    return NotImplemented


Board.__hash__ = None  # type: ignore[assignment]


@_add(Board)
def _repr_svg_(self: Any) -> str:
    from . import svg

    last = self.peek() if self.move_stack else None
    return svg.board(self, size=390, lastmove=last, check=self.king(self.turn) if self.is_check() else None)


@_add(Board)
def apply_transform(self: Any, f: Callable[[Bitboard], Bitboard]) -> None:
    """Applies a function on sets of squares to all pieces and castling rights. The move stack is cleared."""
    rights, ep_square = self.castling_rights, self.ep_square
    BaseBoard.apply_transform(self, f)
    self.clear_stack()
    self.ep_square = None if ep_square is None else lsb(f(1 << ep_square))
    self.castling_rights = f(rights)


def _without_moves(name: str, doc: str) -> None:
    base = getattr(BaseBoard, name)

    if name == "mirror":
        def method(self: Any) -> Any:
            board = self.copy(stack=False)
            board.apply_mirror()
            return board
    else:
        def method(self: Any, f: Callable[[Bitboard], Bitboard]) -> Any:
            board = self.copy(stack=False)
            board.apply_transform(f)
            return board

    method.__name__, method.__qualname__, method.__doc__ = name, f"Board.{name}", base.__doc__
    del method.__annotations__["self"]
    setattr(Board, name, method)


_without_moves("mirror", "")
_without_moves("transform", "")


@_add(Board)
def reset_board(self: Any) -> None:
    """Sets up the pieces of the start position. The side to move and the castling rights are kept."""
    BaseBoard.reset_board(self)


@_add(Board)
def clear_board(self: Any) -> None:
    """Removes all pieces. The side to move and the castling rights are kept."""
    BaseBoard.clear_board(self)


@_add(Board)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    played = self._played()
    # The attributes may have been assigned after the moves.
    now = tuple(getattr(self, name) for name in _STATE) if played else ()
    state = (self._root_state(), played, self._changed_moves(), now)
    return (_restore, (type(self), *state), _pickled(self, self.__dict__))


_STATE = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "promoted")


def _restore(
    cls: Any, root: Tuple[Any, ...], moves: List[Tuple[int, ...]], changed: Optional[List[Move]], now: Tuple[Any, ...] = ()
) -> Any:
    # Subclasses have their own arguments, which are unknown here. Therefore, as in `copy`, their
    # `__init__` is not called.
    board = cls.__new__(cls)
    fen, castling_rights, chess960 = root
    Board.__init__(board, fen, chess960=chess960)
    if board.castling_rights != castling_rights:
        board.castling_rights = castling_rights
    board._replay(moves)
    if changed is not None:
        board.move_stack = changed
    for name, value in zip(_STATE, now):
        if getattr(board, name) != value:
            setattr(board, name, value)
    return board


# Private names of python-chess that engines use anyway


@_add(BaseBoard)
def _set_piece_at(self: Any, square: Square, piece_type: PieceType, color: Color, promoted: bool = False) -> None:
    self.set_piece_at(square, Piece(piece_type, color), promoted)


@_add(BaseBoard)
def _remove_piece_at(self: Any, square: Square) -> Optional[PieceType]:
    piece = self.remove_piece_at(square)
    return piece.piece_type if piece else None


@_add(BaseBoard)
def _reset_board(self: Any) -> None:
    self.reset_board()


@_add(BaseBoard)
def _clear_board(self: Any) -> None:
    self.clear_board()


@_add(BaseBoard)
def _set_board_fen(self: Any, fen: str) -> None:
    self.set_board_fen(fen)


@_add(BaseBoard)
def _set_piece_map(self: Any, pieces: Mapping[Square, Piece]) -> None:
    self.set_piece_map(pieces)


@_add(BaseBoard)
def _set_chess960_pos(self: Any, scharnagl: int) -> None:
    row = _arrangement(scharnagl)
    self.set_board_fen(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}")


@_add(Board)
def _set_castling_fen(self: Any, castling_fen: str) -> None:
    self._set_castling(castling_fen or "-")


@_add(Board)
def _is_halfmoves(self: Any, n: int) -> bool:
    return _clock(self, n)


@_add(Board)
def _valid_ep_square(self: Any) -> Optional[Square]:
    return None if self._status() & Status.INVALID_EP_SQUARE else self.ep_square


@_add(Board)
def _reduces_castling_rights(self: Any, move: Move) -> bool:
    rights = self.clean_castling_rights()
    touched = 1 << move.from_square ^ 1 << move.to_square
    rank = BB_RANK_1 if self.turn else BB_RANK_8
    own_king = self.kings & touched & self.occupied_co[self.turn] & ~self.promoted
    return bool(touched & rights or rights & rank and own_king)


@_add(Board)
def _attacked_for_king(self: Any, path: Bitboard, occupied: Bitboard) -> bool:
    return any(self.attackers_mask(not self.turn, at, occupied) for at in scan_forward(path))


@_add(Board)
def _slider_blockers(self: Any, king: Square) -> Bitboard:
    """Returns each piece that stands alone between a king and a slider of the side not to move."""
    diagonal, straight = self.bishops | self.queens, self.rooks | self.queens
    snipers = attacks_of(BISHOP, WHITE, king, 0) & diagonal | attacks_of(ROOK, WHITE, king, 0) & straight
    blockers = 0
    for sniper in scan_forward(snipers & self.occupied_co[not self.turn]):
        line = between(king, sniper) & self.occupied
        if line.bit_count() == 1:
            blockers |= line
    return blockers & self.occupied_co[self.turn]


@_add(Board)
def _is_safe(self: Any, king: Square, blockers: Bitboard, move: Move) -> bool:
    return not self.is_into_check(move)


@_add(Board)
def _ep_skewered(self: Any, king: Square, capturer: Square) -> bool:
    return self.ep_square is not None and self.is_into_check(Move(capturer, self.ep_square))


@_add(Board)
def _generate_evasions(
    self: Any, king: Square, checkers: Bitboard, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Iterator[Move]:
    return iter(self._legal(from_mask, to_mask))


@_add(Board)
def _from_chess960(
    self: Any, chess960: bool, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None, drop: Optional[PieceType] = None
) -> Move:
    move = Move(from_square, to_square, promotion, drop)
    return Move.from_uci(self.uci(move, chess960=chess960)) if move and drop is None else move


@_add(Board)
def _to_chess960(self: Any, move: Move) -> Move:
    return Move.from_uci(self.uci(move, chess960=True)) if move and move.drop is None else move


@_add(Board)
def _algebraic(self: Any, move: Move, *, long: bool = False) -> str:
    return self.lan(move) if long else self.san(move)


@_add(Board)
def _algebraic_and_push(self: Any, move: Move, *, long: bool = False) -> str:
    text = self._algebraic(move, long=long)
    self.push(move)
    return text


@_add(Board)
def _algebraic_without_suffix(self: Any, move: Move, *, long: bool = False) -> str:
    return self._algebraic(move, long=long).rstrip("+#")


@_add(Board)
def _epd_operations(self: Any, operations: Mapping[str, Any]) -> str:
    return self.epd(**operations).split(" ", 4)[4] if operations else ""


@_add(Board)
def _parse_epd_ops(self: Any, operation_part: str, make_board: Callable[[], Any]) -> Dict[str, Any]:
    return _operations_in(make_board(), operation_part)


# Moves and pieces


def _show_fields(cls: Any, fields: List[Any]) -> None:
    """Makes the fields of a native class visible to `dataclasses.replace`, `asdict` and patterns."""
    like = dataclasses.make_dataclass(cls.__name__, fields)
    cls.__dataclass_fields__ = like.__dataclass_fields__  # type: ignore[attr-defined]
    cls.__match_args__ = like.__match_args__  # type: ignore[attr-defined]


_show_fields(Move, ["from_square", "to_square", ("promotion", Any, None), ("drop", Any, None)])
_show_fields(Piece, ["piece_type", "color"])


@_add(Move)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    attributes = self._attributes()
    if type(self) is Move and not attributes:
        return (Move, self._numbers())
    return (_restore_move, (type(self), self._numbers()), _pickled(self, attributes))


def _restore_move(cls: Any, numbers: Tuple[Any, ...]) -> Any:
    move = cls.__new__(cls)
    Move.__init__(move, *numbers)
    return move


@_add(Piece)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    attributes = self._attributes()
    if type(self) is Piece and not attributes:
        return (Piece, (self.piece_type, self.color))
    return (_restore_piece, (type(self), self.piece_type, self.color), _pickled(self, attributes))


def _restore_piece(cls: Any, piece_type: PieceType, color: Color) -> Any:
    piece = cls.__new__(cls)
    Piece.__init__(piece, piece_type, color)
    return piece


@_add(SquareSet)
def __reduce__(self: Any) -> Tuple[Any, ...]:
    # The attributes of every set begin with its mask.
    attributes = vars(self)
    if type(self) is SquareSet and len(attributes) == 1:
        return (SquareSet, (self.mask,))
    return (_restore_squares, (type(self), self.mask), _pickled(self, attributes))


@_add(SquareSet)
def __copy__(self: Any) -> Any:
    attributes = vars(self)
    if type(self) is SquareSet and len(attributes) == 1:
        return self.copy()
    squares = _restore_squares(type(self), self.mask)
    squares.__dict__.update(attributes)
    return squares


def _restore_squares(cls: Any, mask: int) -> Any:
    squares = cls.__new__(cls)
    SquareSet.__init__(squares, mask)
    return squares


def _move_from_uci(cls: Any, uci: str) -> Any:
    """Parses a move in UCI notation. Raises InvalidMoveError if the text is invalid."""
    return cls(*Move.from_uci(uci)._numbers())


def _null_move(cls: Any) -> Any:
    """Returns the null move."""
    return cls(0, 0)


def _piece_from_symbol(cls: Any, symbol: str) -> Any:
    """Returns the piece that a letter represents. Raises ValueError if the letter is invalid."""
    piece = Piece.from_symbol(symbol)
    return cls(piece.piece_type, piece.color)


# The base classes parse text in native functions, which do not get a class.
_CLASS_METHODS = {
    Move: {"from_uci": _move_from_uci, "null": _null_move},
    Piece: {"from_symbol": _piece_from_symbol},
}


@_add(Move, Piece)
@classmethod
def __init_subclass__(cls: Any, **arguments: Any) -> None:
    object.__init_subclass__(**arguments)
    for base, methods in _CLASS_METHODS.items():
        for name, method in methods.items():
            if cls.__bases__ and base in cls.__bases__ and name not in vars(cls):
                setattr(cls, name, classmethod(method))


@_add(Piece)
def _repr_svg_(self: Any) -> str:
    from . import svg

    return svg.piece(self, size=45)
