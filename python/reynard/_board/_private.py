"""Private names of python-chess that engines use anyway."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

from typing import Any, Callable, Dict, Iterator, Mapping, Optional

from .._native import BaseBoard, Board, Move, Piece, attacks_of
from .._squares import (
    BB_ALL,
    BB_RANK_1,
    BB_RANK_8,
    BISHOP,
    ROOK,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    Status,
    between,
    scan_forward,
)
from ._attach import _add
from ._chess960 import _arrangement
from ._notation import _operations_in
from ._outcome import _clock


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
