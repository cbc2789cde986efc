"""Replacements for methods that depend on methods overridden by subclasses of Board.

The methods of Board are native, and do not look up methods in Python, since the look-up would take longer than most of the methods
themselves. When a class overrides a method, the methods that depend on it are replaced, in that class, with those of this module. All other
methods remain native.
"""

from __future__ import annotations

import gc
from typing import Any, Callable, Dict, Iterator, List, Optional, Set, Tuple

from ._board import SAN_REGEX, STARTING_FEN
from ._native import (
    AmbiguousMoveError,
    BaseBoard,
    Board,
    IllegalMoveError,
    LegalMoveGenerator,
    Move,
    PseudoLegalMoveGenerator,
    watch_methods,
)
from ._squares import (
    BB_ALL,
    BB_FILES,
    BB_RANKS,
    BB_SQUARES,
    FILE_NAMES,
    PAWN,
    PIECE_SYMBOLS,
    Bitboard,
    EnPassantSpec,
    Status,
    parse_square,
)


class _Asked:
    """A board's methods, bundled so that a move generator can use them instead of the board."""

    def __init__(self, board: Any) -> None:
        self.generate_legal_moves = board.generate_legal_moves
        self.generate_pseudo_legal_moves = board.generate_pseudo_legal_moves
        self.is_legal = board.is_legal
        self.is_pseudo_legal = board.is_pseudo_legal


def _legal_moves(self: Any) -> LegalMoveGenerator:
    """The legal moves."""
    return LegalMoveGenerator(_Asked(self))


def _pseudo_legal_moves(self: Any) -> PseudoLegalMoveGenerator:
    """The pseudo-legal moves."""
    return PseudoLegalMoveGenerator(_Asked(self))


def _generate_pseudo_legal_moves(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    pawns = self.pawns
    yield from (
        move for move in Board.generate_pseudo_legal_moves(self, from_mask & ~pawns, to_mask) if not Board.is_castling(self, move)
    )
    yield from self.generate_castling_moves(from_mask, to_mask)
    yield from (
        move for move in Board.generate_pseudo_legal_moves(self, from_mask & pawns, to_mask) if not Board.is_en_passant(self, move)
    )
    yield from self.generate_pseudo_legal_ep(from_mask, to_mask)


def _as_written(self: Any, move: Move) -> Move:
    """Returns a move with castling as the board writes it: as in standard chess or in Chess960."""
    written: Move = self._from_chess960(self.chess960, move.from_square, move.to_square, move.promotion, move.drop)
    return written


def _is_pseudo_legal(self: Any, move: Any) -> bool:
    if move and Board.is_castling(self, move):
        # In standard chess, a king that goes onto its rook castles, too.
        return (move if self.chess960 else _as_written(self, move)) in list(self.generate_castling_moves())
    if move and self.piece_type_at(move.from_square) == PAWN:
        return move in list(self.generate_pseudo_legal_moves(BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]))
    return Board.is_pseudo_legal(self, move)


def _is_legal(self: Any, move: Move) -> bool:
    return not self.is_variant_end() and bool(self.is_pseudo_legal(move)) and not self.is_into_check(move)


def _generate_legal_moves(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    if self.is_variant_end():
        return
    if _is_overridden(type(self), "generate_pseudo_legal_moves"):
        for move in self.generate_pseudo_legal_moves(from_mask, to_mask):
            if not Board.is_into_check(self, move):
                yield move
    else:
        yield from Board.generate_legal_moves(self, from_mask, to_mask)


def _gives_check(self: Any, move: Move) -> bool:
    self.push(move)
    try:
        return bool(self.is_check())
    finally:
        self.pop()


def _generate_legal_captures(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    yield from self.generate_legal_moves(from_mask, to_mask & self.occupied_co[not self.turn])
    yield from self.generate_legal_ep(from_mask, to_mask)


def _generate_pseudo_legal_captures(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    yield from self.generate_pseudo_legal_moves(from_mask, to_mask & self.occupied_co[not self.turn])
    yield from self.generate_pseudo_legal_ep(from_mask, to_mask)


def _generate_legal_ep(self: Any, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
    if not self.is_variant_end():
        yield from (move for move in self.generate_pseudo_legal_ep(from_mask, to_mask) if not self.is_into_check(move))


def _is_checkmate(self: Any) -> bool:
    return bool(self.is_check()) and not any(self.generate_legal_moves())


def _is_stalemate(self: Any) -> bool:
    return not self.is_check() and not self.is_variant_end() and not any(self.generate_legal_moves())


def _has_legal_move(self: Any) -> bool:
    return any(self.generate_legal_moves())


def _parse_san(self: Any, san: str) -> Move:
    found = SAN_REGEX.match(san)
    if found is None or (found[2] and found[3] and not found[1]):
        # Castling, a null move, or both squares of a move.
        move = Board.parse_san(self, san)
        # As in python-chess, castling moves are not looked up among the legal moves.
        if move and move not in list(self.generate_castling_moves() if self.is_castling(move) else self.generate_legal_moves()):
            raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}")
        return move
    letter, file, rank, target, promotion = found.groups()
    from_mask = self.pieces_mask(PIECE_SYMBOLS.index(letter.lower()) if letter else PAWN, self.turn)
    if file or not letter:
        from_mask &= BB_FILES[FILE_NAMES.index(file or target[0])]
    if rank:
        from_mask &= BB_RANKS[int(rank) - 1]
    piece_type = PIECE_SYMBOLS.index(promotion[-1].lower()) if promotion else None
    moves: List[Move] = [
        move for move in self.generate_legal_moves(from_mask, BB_SQUARES[parse_square(target)]) if move.promotion == piece_type
    ]
    if not moves:
        raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}")
    if len(moves) > 1:
        raise AmbiguousMoveError(f"ambiguous san: {san!r} in {self.fen()}")
    return moves[0]


def _parse_uci(self: Any, uci: str) -> Move:
    move = _as_written(self, Move.from_uci(uci))
    if move and not self.is_legal(move):
        raise IllegalMoveError(f"illegal uci: {uci!r} in {self.fen()}")
    return move


def _push_san(self: Any, san: str) -> Move:
    move: Move = self.parse_san(san)
    self.push(move)
    return move


def _push_uci(self: Any, uci: str) -> Move:
    move: Move = self.parse_uci(uci)
    self.push(move)
    return move


def _san_and_push(self: Any, move: Move) -> str:
    text = Board.san(self, move)
    self.push(move)
    return text


def _init(self: Any, fen: Optional[str] = STARTING_FEN, *, chess960: bool = False) -> None:
    Board.__init__(self, None, chess960=chess960)
    if fen is None:
        self.clear()
    elif fen == type(self).starting_fen:
        self.reset()
    else:
        self.set_fen(fen)


def _is_valid(self: Any) -> bool:
    return bool(self.status() == Status.VALID)


def _epd(self: Any, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None, **operations: Any) -> str:
    text = Board.epd(self, shredder=shredder, en_passant=en_passant, promoted=promoted, **operations)
    return f"{self.board_fen(promoted=promoted)} {text.partition(' ')[2]}"


def _fen(self: Any, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None) -> str:
    text = self.epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
    return f"{text} {self.halfmove_clock} {self.fullmove_number}"


def _clearing(name: str) -> Callable[..., Any]:
    """Returns a method that clears the moves with `clear_stack`."""

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        result = getattr(Board, name)(self, *arguments, **options)
        self.clear_stack()
        return result

    return method


#: Methods, the methods on which they depend, and their replacements. A method comes after those on
#: which it depends.
_RULES: List[Tuple[str, Tuple[str, ...], Any]] = [
    ("generate_pseudo_legal_moves", ("generate_castling_moves", "generate_pseudo_legal_ep"), _generate_pseudo_legal_moves),
    ("generate_legal_moves", ("generate_pseudo_legal_moves", "is_variant_end"), _generate_legal_moves),
    ("is_pseudo_legal", ("generate_pseudo_legal_moves",), _is_pseudo_legal),
    ("is_legal", ("is_pseudo_legal", "is_into_check", "is_variant_end"), _is_legal),
    ("legal_moves", ("generate_legal_moves", "is_legal"), property(_legal_moves)),
    ("pseudo_legal_moves", ("generate_pseudo_legal_moves", "is_pseudo_legal"), property(_pseudo_legal_moves)),
    ("generate_legal_ep", ("generate_pseudo_legal_ep",), _generate_legal_ep),
    ("generate_pseudo_legal_captures", ("generate_pseudo_legal_moves",), _generate_pseudo_legal_captures),
    ("generate_legal_captures", ("generate_legal_moves",), _generate_legal_captures),
    ("is_valid", ("status",), _is_valid),
    ("epd", ("board_fen",), _epd),
    ("fen", ("epd",), _fen),
    ("gives_check", ("is_check",), _gives_check),
    ("is_checkmate", ("is_check", "generate_legal_moves"), _is_checkmate),
    ("is_stalemate", ("is_check", "generate_legal_moves"), _is_stalemate),
    ("_has_legal_move", ("generate_legal_moves",), _has_legal_move),
    ("parse_san", ("generate_legal_moves",), _parse_san),
    ("parse_uci", ("is_legal",), _parse_uci),
    ("push_san", ("push", "parse_san"), _push_san),
    ("push_uci", ("push", "parse_uci"), _push_uci),
    ("san_and_push", ("push",), _san_and_push),
    *((name, ("clear_stack",), _clearing(name)) for name in (
        "clear", "reset", "set_fen", "set_piece_at", "remove_piece_at", "set_board_fen", "set_piece_map", "set_castling_fen", "set_chess960_pos",
        "apply_transform",
    )),
    ("__init__", ("clear", "reset", "set_fen"), _init),
]


def _is_overridden(cls: type, name: str) -> bool:
    """Returns True if a class before Board in the method resolution order has a method with this name."""
    owner = next((owner for owner in cls.__mro__ if name in vars(owner)), object)
    return owner not in (Board, BaseBoard, object)


def _init_subclass(cls: Any, **arguments: Any) -> None:
    """Replaces the methods that depend on a method overridden by a new class."""
    super(Board, cls).__init_subclass__(**arguments)
    asked: Dict[str, bool] = {}
    replaced: Set[str] = set()
    for name, others, method in _RULES:
        for other in others:
            if other not in asked:
                asked[other] = _is_overridden(cls, other)
        if not any(asked[other] or other in replaced for other in others) or _is_overridden(cls, name):
            continue
        setattr(cls, name, method)
        replaced.add(name)


for _name, _, _method in _RULES:
    _function: Any = _method.fget if isinstance(_method, property) else _method
    _function.__name__, _function.__qualname__, _function.__doc__ = _name, f"Board.{_name}", getattr(Board, _name).__doc__
Board.__init_subclass__ = classmethod(_init_subclass)  # type: ignore[assignment, arg-type]

# The native methods call these if a program has assigned a method on which they depend to the class
# itself or to a board. Only the garbage collector gives access to the dictionary of a class; the
# attribute `__dict__` is a view of it, through which a look-up takes longer.
watch_methods(
    gc.get_referents(vars(Board))[0],
    {"legal_moves": _legal_moves, "push_san": _push_san, "push_uci": _push_uci, "san_and_push": _san_and_push},
)
