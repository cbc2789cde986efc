"""Trains a small policy network on the moves of games, from shards of positions.

    python dataset.py shards GAMES.pgn.zst FOLDER       writes shards of 250,000 positions each
    python dataset.py train FOLDER [STEPS]              trains, and prints positions a second
    python dataset.py measure FOLDER                    the rate of the batches alone, and that of a loop with python-chess

Needs numpy and pyarrow; training needs torch. A batch is three arrays: the board as the side to move sees it ([n, 12, 8, 8] floats), a
mask of its legal moves ([n, 1968]) and the index of the move that was played. They are made as they are needed, from 34 bytes a position.
"""

from __future__ import annotations

import pathlib
import sys
import time
from typing import Any, Iterator, List, Sequence, Tuple

import numpy
import pyarrow.parquet

import reynard.data

SHARD_ROWS = 250_000
COLUMNS = ["ply", "position", "move"]

Batch = Tuple[Any, Any, Any]


def write_shards(games: str, folder: pathlib.Path, rows: int = SHARD_ROWS) -> List[pathlib.Path]:
    """Writes the positions of games to files of so many rows, in bounded memory."""
    folder.mkdir(parents=True, exist_ok=True)
    shards = []
    for number, table in enumerate(reynard.data.scan(games, kind="positions", columns=COLUMNS, batch_rows=rows)):
        path = folder / f"positions-{number:05}.parquet"
        pyarrow.parquet.write_table(pyarrow.table(table), path, compression="zstd")
        shards.append(path)
    return shards


def batches(shards: Sequence[pathlib.Path], size: int, seed: int) -> Iterator[Batch]:
    """Goes through shards in random order, and through the rows of each in random order."""
    picks = numpy.random.default_rng(seed)
    for index in picks.permutation(len(shards)):
        table = pyarrow.parquet.read_table(shards[index], columns=COLUMNS)
        packed = numpy.frombuffer(reynard.data.pack(table["position"]), numpy.uint8).reshape(-1, 32)
        black = packed[:, 1] >= 128
        target = reynard.data.move_index(table["move"].to_numpy(), flip=black)
        order = picks.permutation(numpy.flatnonzero(target != 65535))  # without null moves
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            chosen = packed[rows]
            planes = reynard.data.planes(chosen, layout="nchw", dtype="f4", flip=True)
            yield planes, reynard.data.legal_mask(chosen, flip=True), target[rows].astype(numpy.int64)


def dataset(shards: Sequence[pathlib.Path], size: int = 4096, seed: int = 0) -> Any:
    """Returns a dataset of PyTorch; of several workers each has shards of its own."""
    import torch

    class Positions(torch.utils.data.IterableDataset):  # type: ignore[misc]
        def __iter__(self) -> Iterator[Any]:
            worker = torch.utils.data.get_worker_info()
            own = shards if worker is None else shards[worker.id :: worker.num_workers]
            for batch in batches(own, size, seed):
                yield tuple(torch.from_numpy(array) for array in batch)

    return Positions()


def train(shards: Sequence[pathlib.Path], steps: int, size: int = 4096, workers: int = 0) -> List[float]:
    """Trains a network of two convolutions, and returns the loss of each step."""
    import torch

    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = torch.nn.Sequential(
        torch.nn.Conv2d(12, 32, 3, padding=1), torch.nn.ReLU(), torch.nn.Conv2d(32, 32, 3, padding=1), torch.nn.ReLU(),
        torch.nn.Flatten(), torch.nn.Linear(32 * 64, reynard.data.POLICY_SIZE),
    ).to(device)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    losses: List[float] = []
    began, seen = time.perf_counter(), 0
    while len(losses) < steps:
        loader = torch.utils.data.DataLoader(dataset(shards, size, len(losses)), batch_size=None, num_workers=workers)
        for planes, legal, target in loader:
            logits = net(planes.to(device)).masked_fill(legal.to(device) == 0, -1e9)
            loss = torch.nn.functional.cross_entropy(logits, target.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(float(loss.detach()))
            seen += len(target)
            if len(losses) == steps:
                break
    print(f"loss {losses[0]:.3f} to {losses[-1]:.3f}, {seen / (time.perf_counter() - began):,.0f} positions/s on {device}")
    return losses


def measure(shards: Sequence[pathlib.Path]) -> None:
    """Prints the rate of the batches, and that of the same arrays made with python-chess."""
    start, seen = time.process_time(), 0
    for _, _, target in batches(shards[:1], 4096, 0):
        seen += len(target)
    ours = seen / (time.process_time() - start)
    print(f"reynard: {ours:,.0f} positions/s")
    try:
        import chess
    except ImportError:
        return
    fens = reynard.data.fens(pyarrow.parquet.read_table(shards[0], columns=["position"]))[:2000]
    start = time.process_time()
    for fen in fens:
        board = chess.Board(fen)
        board = board if board.turn else board.mirror()
        planes, mask = numpy.zeros((12, 8, 8), numpy.float32), numpy.zeros(4096, numpy.uint8)
        for square, piece in board.piece_map().items():
            planes[piece.piece_type - 1 + (0 if piece.color else 6), square // 8, square % 8] = 1
        for move in board.legal_moves:
            mask[move.from_square * 64 + move.to_square] = 1
    theirs = len(fens) / (time.process_time() - start)
    print(f"python-chess: {theirs:,.0f} positions/s, ratio {ours / theirs:.0f}")


def main(arguments: List[str]) -> int:
    if len(arguments) >= 3 and arguments[0] == "shards":
        shards = write_shards(arguments[1], pathlib.Path(arguments[2]))
        print(f"{len(shards)} shards in {arguments[2]}")
        return 0
    if len(arguments) >= 2 and arguments[0] in ("train", "measure"):
        shards = sorted(pathlib.Path(arguments[1]).glob("positions-*.parquet"))
        if not shards:
            print(f"{arguments[1]}: no shards; make some with `shards`", file=sys.stderr)
            return 2
        if arguments[0] == "measure":
            measure(shards)
        else:
            train(shards, int(arguments[2]) if len(arguments) > 2 else 100)
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
