"""Opening books in the Polyglot format.

>>> import reynard
>>> import reynard.polyglot
>>> hex(reynard.polyglot.zobrist_hash(reynard.Board()))
'0x463b96181691fc9c'
"""

from __future__ import annotations

import mmap
import os
import random as _random
import struct
from typing import Any, Callable, Container, Iterator, List, NamedTuple, Optional, Union

from . import _native
from ._native import Board, Move
from ._squares import BB_FILES, BLACK, KING, PIECE_TYPES, WHITE, scan_forward, square_file

ENTRY_STRUCT = struct.Struct(">QHHI")
POLYGLOT_RANDOM_ARRAY: List[int] = _native.polyglot_constants()

StrOrBytesPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


_BESIDE = [(BB_FILES[file - 1] if file else 0) | (BB_FILES[file + 1] if file < 7 else 0) for file in range(8)]


class ZobristHasher:
    """Computes the keys of positions from any table of 781 numbers."""

    def __init__(self, array: List[int]) -> None:
        assert len(array) >= 781, f"a table of {len(array)} numbers is too short: 781 are needed"
        self.array = array

    def hash_board(self, board: Any) -> int:
        """Returns the part of the key for the pieces."""
        key = 0
        for piece_type in PIECE_TYPES:
            for color in (BLACK, WHITE):
                base = ((piece_type - 1) * 2 + color) * 64
                for at in scan_forward(board.pieces_mask(piece_type, color)):
                    key ^= self.array[base + at]
        return key

    def hash_castling(self, board: Any) -> int:
        """Returns the part of the key for the castling rights."""
        rights = (
            board.has_kingside_castling_rights(WHITE),
            board.has_queenside_castling_rights(WHITE),
            board.has_kingside_castling_rights(BLACK),
            board.has_queenside_castling_rights(BLACK),
        )
        key = 0
        for index, right in enumerate(rights):
            if right:
                key ^= self.array[768 + index]
        return key

    def hash_ep_square(self, board: Any) -> int:
        """Returns the part of the key for the en-passant file, if a pawn is in place to capture."""
        if board.ep_square is None:
            return 0
        pushed = board.ep_square + (-8 if board.turn == WHITE else 8)
        if not 0 <= pushed < 64:
            return 0
        beside = _BESIDE[square_file(pushed)] & 0xFF << pushed // 8 * 8
        if board.pieces_mask(1, board.turn) & beside:
            return self.array[772 + square_file(board.ep_square)]
        return 0

    def hash_turn(self, board: Any) -> int:
        """Returns the part of the key for the side to move."""
        return self.array[780] if board.turn == WHITE else 0

    def __call__(self, board: Any) -> int:
        if type(self) is ZobristHasher and self.array is POLYGLOT_RANDOM_ARRAY and isinstance(board, Board):
            key = board._polyglot_key()
            if key is not None:
                return key
        pieces, castling = self.hash_board(board), self.hash_castling(board)
        return pieces ^ castling ^ self.hash_ep_square(board) ^ self.hash_turn(board)


def zobrist_hash(board: Any, *, _hasher: Callable[[Any], int] = ZobristHasher(POLYGLOT_RANDOM_ARRAY)) -> int:
    """Returns the key that Polyglot books use for a position.

    >>> import reynard, reynard.polyglot
    >>> board = reynard.Board("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3")
    >>> hex(reynard.polyglot.zobrist_hash(board))
    '0x3c8123ea7b067637'
    """
    return _hasher(board)


class Entry(NamedTuple):
    """An entry in a book."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


class _Empty:
    """The content of an empty file, which cannot be mapped."""

    def __len__(self) -> int:
        return 0

    def close(self) -> None:
        pass


def _move_of(raw_move: int) -> Move:
    to_square, from_square = raw_move & 0x3F, raw_move >> 6 & 0x3F
    promotion = raw_move >> 12 & 0x7
    # A damaged entry is a move that is never legal.
    return Move(from_square, to_square, min(promotion + 1, KING) if promotion else None)


class MemoryMappedReader:
    """A book, from a file or from bytes: a sequence of entries, sorted by key."""

    def __init__(self, filename: Union[StrOrBytesPath, bytes, bytearray, mmap.mmap]) -> None:
        self.mmap: Any
        if isinstance(filename, (bytearray, mmap.mmap)):
            self.mmap = filename
        else:
            descriptor = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            try:
                self.mmap = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
            except (ValueError, OSError):
                if os.fstat(descriptor).st_size:
                    raise
                self.mmap = _Empty()
            finally:
                os.close(descriptor)
        if len(self.mmap) % ENTRY_STRUCT.size:
            size = len(self.mmap)
            self.close()
            raise OSError(f"invalid file size: {size} bytes are not a number of entries of {ENTRY_STRUCT.size}")

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.mmap) // ENTRY_STRUCT.size

    def __getitem__(self, index: int) -> Entry:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"entry {index} of {len(self)}")
        key, raw_move, weight, learn = ENTRY_STRUCT.unpack_from(self.mmap, index * ENTRY_STRUCT.size)
        return Entry(key, raw_move, weight, learn, _move_of(raw_move))

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def __reversed__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self) - 1, -1, -1))

    def __contains__(self, entry: Entry) -> bool:
        return any(found == entry for found in self.find_all(entry.key, minimum_weight=entry.weight))

    def __reduce__(self) -> Any:
        raise TypeError("a book cannot be pickled: open it where it is needed")

    def bisect_key_left(self, key: int) -> int:
        """Returns the index of the first entry whose key is not smaller than `key`."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self[middle].key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def find_all(
        self, board: Union[Board, int], *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """Iterates over the entries for a position or a key. For a position, illegal moves are skipped."""
        key, position = (board, None) if isinstance(board, int) else (zobrist_hash(board), board)
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            if entry.weight < minimum_weight:
                continue
            if position is not None:
                move = Move.from_uci(position.uci(entry.move)) if entry.move else entry.move
                entry = entry._replace(move=move)
                if not position.is_legal(move):
                    continue
            if entry.move not in exclude_moves:
                yield entry

    def get(
        self,
        board: Union[Board, int],
        default: Optional[Entry] = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Optional[Entry]:
        """Returns the entry with the largest weight for a position, or the default if there is none."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def find(
        self, board: Union[Board, int], *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Entry:
        """Returns the entry with the largest weight for a position. Raises IndexError if there is none."""
        try:
            entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        except ValueError:
            # As in python-chess, a closed book has no entries.
            entries = []
        if not entries:
            raise IndexError("the book has no entry for the position")
        return max(entries, key=lambda entry: entry.weight)

    def choice(
        self,
        board: Union[Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """Returns a random entry for a position, uniformly distributed. Raises IndexError if there is none."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book has no entry for the position")
        pick = random.randint if random else _random.randint
        # One number for each entry after the first, so that a program that seeds its random numbers
        # gets the moves that it gets from python-chess.
        replaced_by = [index for index in range(1, len(entries)) if pick(0, index) == index]
        return entries[replaced_by[-1] if replaced_by else 0]

    def weighted_choice(
        self,
        board: Union[Board, int],
        *,
        exclude_moves: Container[Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """Returns a random entry for a position, with probabilities proportional to the weights. Raises IndexError if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        total = sum(entry.weight for entry in entries)
        if not total:
            raise IndexError("the book has no entry for the position")
        at = (random.randint if random else _random.randint)(0, total - 1)
        for entry in entries:
            at -= entry.weight
            if at < 0:
                return entry
        return entries[-1]

    def close(self) -> None:
        """Closes the file."""
        if hasattr(self.mmap, "close"):
            self.mmap.close()


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Opens a book.

    >>> import os, reynard.polyglot
    >>> with reynard.polyglot.open_reader(os.devnull) as book:
    ...     len(book)
    0
    """
    return MemoryMappedReader(path)
