"""Uses the types of the package; checked by `mypy --strict`, never run."""

import io
from typing import Dict, List, Optional, Tuple

import reynard
import reynard.data
import reynard.engine
import reynard.pgn
import reynard.polyglot
import reynard.ray
import reynard.svg
import reynard.syzygy


def boards() -> None:
    board: reynard.Board = reynard.Board(chess960=False)
    move: reynard.Move = board.push_san("e4")
    line: List[reynard.Move] = list(board.legal_moves)
    copied: reynard.Board = board.copy(stack=False).mirror()
    piece: Optional[reynard.Piece] = board.piece_at(reynard.E4)
    pieces: Dict[int, reynard.Piece] = board.piece_map()
    outcome: Optional[reynard.Outcome] = copied.outcome(claim_draw=True)
    squares: reynard.SquareSet = board.attackers(reynard.WHITE, reynard.E4) | reynard.BB_A1
    record: Tuple[reynard.Board, Dict[str, object]] = reynard.Board.from_epd("8/8/8/8/8/8/8/K1k5 w - -")
    counts: Dict[reynard.Move, int] = reynard.divide(board, 2)
    print(move.uci(), line, piece, pieces, outcome, squares, record, counts, board.status() == reynard.STATUS_VALID)


class Counter(reynard.pgn.BaseVisitor[int]):
    moves = 0

    def visit_move(self, board: reynard.Board, move: reynard.Move) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves


def games() -> None:
    game: Optional[reynard.pgn.Game] = reynard.pgn.read_game(io.StringIO("1. e4 *"))
    assert game is not None
    count: int = game.accept(Counter())
    node: Optional[reynard.pgn.ChildNode] = game.next()
    score: Optional[reynard.engine.PovScore] = game.eval()
    print(count, node, score, reynard.svg.board(game.board(), arrows=[(0, 1)]), game.headers["White"])


def engines() -> None:
    with reynard.Engine(threads=2) as engine:
        result: reynard.engine.PlayResult = engine.play(reynard.Board(), reynard.engine.Limit(nodes=100))
        print(result.move)
    with reynard.polyglot.open_reader("book.bin") as book:
        entry: reynard.polyglot.Entry = book.find(reynard.Board())
        print(entry.weight)
    with reynard.syzygy.open_tablebase("tables") as tables:
        wdl: Optional[int] = tables.get_wdl(reynard.Board())
        print(wdl)


def columns() -> None:
    table: reynard.data.Table = reynard.data.read_games(["a.pgn", "b.pgn.zst"], columns=["White"], moves="san", policy="stop")
    names: List[str] = table.column_names
    for batch in reynard.data.scan(b"1. e4 *", kind="positions", every=4, range=(0, None)):
        print(len(batch), names, batch["san"].to_list())
    summary: reynard.data.Summary = reynard.data.write_parquet(b"1. e4 *", "games.parquet", level=5)
    counts: List[int] = reynard.data.legal_counts([reynard.Board(), "e4 e5"])
    try:
        reynard.data.planes(table["moves"], layout="nchw", dtype="f4", flip=True)
    except reynard.data.ReadError as error:
        print(error.path, error.line, error.token)
    print(summary.sha256, counts, reynard.data.fens(table), reynard.data.move("e2e4"), reynard.data.analyze(table, nodes=10))


def databases() -> None:
    with reynard.Database.create("games.rdb", plies=40) as base:
        report = base.add(["a.pgn"], threads=2)
        print(report.games, len(base))
    base = reynard.Database("games.rdb")
    numbers: List[int] = base.search("white~tal", reynard.Board(), order="elo")
    table: reynard.data.Table = base.games("year>=2020", columns=["White"], limit=10)
    print(base.explore("4k3/8/8/8/8/8/8/4K2R w K - 0 1", top=3)["moves"], numbers, table, base.game(0).headers, base.pgn(0))


def jobs(folder: str) -> Optional[str]:
    job: str = reynard.data.shards("annotate", ["games.pgn"], to=folder, nodes=100)
    summaries = [reynard.data.run_shard(job, shard) for shard in range(reynard.data.shard_count(job))]
    report = reynard.data.verify(job) if summaries else reynard.ray.run(job, attempts=2)
    digest: Optional[str] = report["digest"]
    return digest
