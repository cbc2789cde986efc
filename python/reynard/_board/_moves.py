"""Moves of a board: their generation, and what kind a move is."""

from __future__ import annotations

__name__ = "reynard._board"  # See `reynard._package`.

from typing import Any, Iterator, Optional

from .._native import Board, IllegalMoveError, Move
from .._squares import (
    BB_ALL,
    BB_RANK_1,
    BB_RANK_8,
    PAWN,
    QUEEN,
    Bitboard,
    PieceType,
    Square,
    square_file,
    square_name,
    square_rank,
)
from ._attach import _add


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
