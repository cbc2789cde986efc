"""What programs do with engines, and what the engines hear.

    python engines.py ours|theirs

prints an object of JSON with the result of each. `engines.json` has those of python-chess 1.11.2.
"""

from side import print_results, said  # first: it chooses the library

import asyncio
import concurrent.futures
import logging
import os
import pathlib
import re
import sys
import tempfile
import time

import chess
import chess.engine
from chess.engine import Limit, Opponent

# Writes down what it reads, expects 1... e5 and 2... Nc6, and ponders until it hears the end of it.
ENGINE = r"""
import os, sys
log, searching, best = open(os.environ["HEARD"], "a"), False, ""
OPTIONS = ["Hash type spin default 16 min 1 max 1024", "MultiPV type spin default 1 min 1 max 5", "Clear Hash type button",
           "UCI_Chess960 type check default false", "Ponder type check default false", "UCI_AnalyseMode type check default false",
           "File type string default <empty>", "UCI_Opponent type string default"]
for line in sys.stdin:
    line = line.strip()
    print(line, file=log, flush=True)
    if line == "uci":
        print("id name Listener", *(f"option name {option}" for option in OPTIONS), "uciok", sep="\n")
    elif line == "isready":
        print("readyok")
    elif line.startswith("position"):
        best = "bestmove g1f3 ponder b8c6" if " e2e4" in line else "bestmove e2e4 ponder e7e5"
    elif line.startswith("go"):
        if "nodes 13" in line:
            sys.exit(3)
        print("info depth 2 multipv 1 score cp 20 upperbound nodes 5 wdl 300 600 100\ninfo string thinking")
        searching = "infinite" in line or "ponder" in line
        if not searching:
            print(best)
    elif line in ("stop", "ponderhit") and searching:
        print(best)
        searching = False
    elif line == "quit":
        break
    sys.stdout.flush()
"""


class listening:
    """A running engine, and the lines that it has heard since they were asked for."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.heard = os.path.join(self.folder.name, "heard")
        with open(os.path.join(self.folder.name, "engine.py"), "w") as file:
            file.write(ENGINE)
        self.command = [sys.executable, os.path.join(self.folder.name, "engine.py")]
        self.env = {**os.environ, "HEARD": self.heard}
        self.told = 0
        return self

    def start(self):
        return chess.engine.SimpleEngine.popen_uci(self.command, env=self.env)

    def lines(self):
        with open(self.heard) as file:
            heard = file.read().splitlines()
        found, self.told = heard[self.told :], len(heard)
        return found

    def last(self, line):
        """Waits for a line that no answer follows, and returns the new ones."""
        found = []
        for _ in range(100):
            found += self.lines()
            if any(heard.startswith(line) for heard in found):
                break
            time.sleep(0.02)
        return found

    @staticmethod
    def played(*moves):
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        return board

    def __exit__(self, *error):
        self.folder.cleanup()


def an_engine_hears_what_a_search_needs():
    with listening() as ear, ear.start() as engine:
        seen = [ear.lines()]
        for call in (lambda: engine.play(chess.Board(), Limit(time=1.5)), lambda: engine.play(chess.Board(), Limit(time=1.5)),
                     lambda: engine.analyse(chess.Board(), Limit(nodes=5)), lambda: engine.analyse(chess.Board(), Limit(nodes=5), multipv=3),
                     lambda: engine.play(chess.Board(), Limit(depth=1), game=[1]), lambda: engine.play(chess.Board(), Limit(depth=1), game=[1]),
                     lambda: engine.play(chess.Board(chess960=True), Limit(mate=3, remaining_moves=2)), lambda: engine.configure({"File": ""}),
                     lambda: engine.configure({"UCI_AnalyseMode": True}), lambda: engine.play(chess.Board(), Limit(depth=1), game=[1])):
            call()
            engine.ping()
            seen.append(ear.lines())
        return seen


def an_engine_ponders_on_the_reply_that_it_expects():
    def clocks(seconds):
        # Whole minutes: the seconds of the search are few.
        return Limit(white_clock=seconds, black_clock=seconds, remaining_moves=5)

    def rounded(lines):
        return [" ".join(str(round(int(word), -5)) if word.isdigit() and len(word) > 5 else word for word in line.split()) for line in lines]

    with listening() as ear, ear.start() as engine:
        seen = []
        for board, limit, options in ((ear.played(), clocks(1200), {}), (ear.played("e2e4", "e7e5"), clocks(1100), {}), (ear.played("e2e4", "c7c5"), clocks(1000), {}),
                                      (ear.played(), Limit(depth=3), {}), (ear.played("e2e4", "e7e5"), Limit(depth=4), {"options": {"Hash": 99}}),
                                      (ear.played(), Limit(time=1), {"game": "next"})):
            seen.append(str(engine.play(board, limit, ponder=True, **options).move))
            seen.append(rounded(ear.last("go ponder")))
        for call in (lambda: engine.play(chess.Board(), Limit(depth=1), game="next"), lambda: engine.play(chess.Board(), Limit(depth=1), game="next", ponder=True),
                     lambda: engine.analyse(chess.Board(), Limit(depth=1), game="next")):
            call()
            engine.ping()
            seen.append(ear.lines())
        return seen


def an_engine_learns_of_its_opponent_when_a_game_begins():
    with listening() as ear, ear.start() as engine:
        seen = []
        for opponent in (Opponent("Bob", "GM", 2800, False), Opponent("Bob", "GM", 2800, False), Opponent("Engine", None, None, True),
                         Opponent(None, None, None, True), None):
            engine.play(chess.Board(), Limit(depth=1), opponent=opponent)
            seen.append(ear.lines())
        engine.send_opponent_information(opponent=Opponent("Eve", None, 1, None), engine_rating=1500)
        for game in (None, 1, 2):
            engine.play(chess.Board(), Limit(depth=1), game=game)
            seen.append(ear.lines())
        engine.configure({"UCI_Opponent": "none none human Dan"})
        engine.play(chess.Board(), Limit(depth=1), game=3)
        return [*seen, ear.lines()]


def an_engine_that_has_ended_says_so():
    with listening() as ear, ear.start() as engine:
        seen = [isinstance(engine.returncode, concurrent.futures.Future), engine.returncode.done(), engine.returncode is engine.returncode]
        engine.quit()
        seen.append(engine.returncode.result(timeout=10))
        calls = [engine.quit, engine.ping, lambda: engine.configure({"Hash": 16}), lambda: engine.play(chess.Board(), Limit(depth=1)), engine.close,
                 engine.close, engine.quit, lambda: engine.id, lambda: engine.options]
        seen += [said(call) for call in calls]
    with listening() as ear, ear.start() as engine:
        seen += [said(lambda: engine.analyse(chess.Board(), Limit(nodes=13))), engine.returncode.result(timeout=10), said(engine.quit)]
    return seen


def an_engine_for_asyncio_may_be_ended_twice():
    async def main(ear):
        transport, engine = await chess.engine.popen_uci(ear.command, env=ear.env)
        seen = [isinstance(engine.returncode, asyncio.Future), engine.returncode.done(), engine.returncode is engine.returncode]
        async for info in await engine.analysis(chess.Board(), Limit(depth=1)):
            seen.append({key: str(value) for key, value in info.items()})
        await engine.quit()
        seen.append(await engine.returncode)
        await engine.quit()
        try:
            await engine.ping()
        except chess.engine.EngineTerminatedError:
            seen.append("ended")
        return [*seen, transport.get_returncode()]

    with listening() as ear:
        return asyncio.run(main(ear))


def the_lines_of_an_engine_are_logged():
    records = []

    class Keeper(logging.Handler):
        def emit(self, record):
            records.append(re.sub("pid=[0-9]+", "pid", record.getMessage()))

    logger, keeper = logging.getLogger("chess.engine"), Keeper()
    level = logger.level
    logger.addHandler(keeper)
    logger.setLevel(logging.DEBUG)
    try:
        with listening() as ear, ear.start() as engine:
            engine.ping()
            records.append(type(engine.protocol).__name__ + re.sub("[0-9]+", "", repr(engine.protocol)))
    finally:
        logger.removeHandler(keeper)
        logger.setLevel(level)
    return [record for record in records if " << " in record or " >> " in record or "Protocol<" in record]


def what_an_engine_says_is_kept_as_it_is_asked_for():
    with listening() as ear, ear.start() as engine:
        kinds = (chess.engine.INFO_NONE, chess.engine.INFO_BASIC, chess.engine.INFO_SCORE, chess.engine.INFO_ALL)
        seen = [str(engine.analyse(chess.Board(), Limit(depth=1), info=kind)) for kind in kinds]
        seen.append([engine.options[name].default for name in ("File", "Hash", "UCI_Opponent", "Clear Hash")])
        return [*seen, said(lambda: engine.configure({"Hash": "x"})), said(lambda: engine.configure({"Hash": None}))]


def an_analysis_is_an_iterator():
    with listening() as ear, ear.start() as engine:
        analysis = engine.analysis(chess.Board(), Limit(depth=1))
        seen = [iter(analysis) is analysis, sorted(next(analysis)), sorted(next(analysis)), said(lambda: next(analysis)), list(analysis)]
        # Information that is not asked for leaves nothing to read.
        with engine.analysis(chess.Board(), Limit(depth=1), info=chess.engine.INFO_NONE) as analysis:
            return [*seen, list(analysis), str(analysis.wait().move)]


def a_search_needs_a_board_and_a_limit():
    seen = []
    for board, limit in ((None, Limit(depth=1)), ("e2e4", Limit(depth=1)), (chess.Board(), 0.1), (chess.Board(), None)):
        for name in ("play", "analyse") if limit else ("play",):
            with listening() as ear, ear.start() as engine:
                # The first search of a game waits for the engine before it looks at its arguments.
                engine.play(chess.Board(), Limit(depth=1))
                seen.append([name, said(lambda: getattr(engine, name)(board, limit))])
    return seen


def a_command_is_not_empty():
    async def start(command):
        await chess.engine.popen_uci(command)

    return [[said(lambda: chess.engine.SimpleEngine.popen_uci(command)), said(lambda: asyncio.run(start(command)))] for command in ([], None, 3, [None])]


def an_engine_is_ended_by_signals():
    async def main(ear):
        codes = []
        for end in ("kill", "terminate", "close"):
            transport, engine = await chess.engine.popen_uci(ear.command, env=ear.env)
            closing = transport.is_closing()
            getattr(transport, end)()
            codes.append([await engine.returncode, closing, engine.transport is transport])
            try:
                await engine.ping()
            except chess.engine.EngineTerminatedError:
                codes.append("ended")
        return codes

    with listening() as ear:
        return asyncio.run(main(ear))


def the_configuration_is_shown():
    with listening() as ear, ear.start() as engine:
        engine.configure({"hash": 32})
        engine.play(chess.Board(), Limit(depth=1))
        protocol = engine.protocol
        return [[sorted(map(list, values.items())), type(values).__name__] for values in (protocol.config, protocol.target_config)]


def maps_of_options_know_any_case():
    one = chess.engine.UciOptionMap({"Hash": 1}, threads=2)
    others = [{"Hash": 1, "threads": 2}, {"HASH": 1, "threads": 2}, chess.engine.UciOptionMap(HASH=1, Threads=2), chess.engine.UciOptionMap(hash=1), {}]
    return [[one == other, one != other] for other in others], "hAsh" in one, one["THREADS"], list(one)


NOISY = r"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("hello\noption name A type check\noption name B type string\nuciok")
    elif word == "isready":
        print("noise\nreadyok")
    elif word == "go":
        print("\ninfox\nreadyok\ninfo score\ninfo score foo 3\ninfo string x\nbestmove e2e4")
    elif word == "quit":
        break
    sys.stdout.flush()
"""


def what_an_engine_must_not_say_is_logged():
    records = []

    class Keeper(logging.Handler):
        def emit(self, record):
            text = record.getMessage().lower()
            records.append([record.levelname, text.rpartition(": ")[2] if "unexpected" in text else "score" in text])

    logger, keeper = logging.getLogger("chess.engine"), Keeper()
    level = logger.level
    logger.addHandler(keeper)
    logger.setLevel(logging.WARNING)
    try:
        with chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", NOISY]) as engine:
            defaults = [engine.options[name].default for name in "AB"]
            engine.ping()
            engine.play(chess.Board(), Limit(depth=1), info=chess.engine.INFO_ALL)
    finally:
        logger.removeHandler(keeper)
        logger.setLevel(level)
    return records, defaults


def a_subclass_of_the_protocol_hears_every_line():
    heard = []

    class Raw(chess.engine.UciProtocol):
        def __init__(self):
            super().__init__()
            self.sent = 0

        def send_line(self, line):
            self.sent += 1
            heard.append("<< " + line)
            super().send_line(line)

        def line_received(self, line):
            heard.append(">> " + line)
            super().line_received(line)

        async def initialize(self):
            heard.append("begin")
            await super().initialize()
            await self.configure({"Hash": 32})
            heard.append("end")

    class Mine(chess.engine.SimpleEngine):
        def __init__(self, transport, protocol, *, timeout=10.0):
            super().__init__(transport, protocol, timeout=timeout)
            self.seconds = timeout

    with listening() as ear, Mine.popen(Raw, ear.command, env=ear.env, timeout=20, debug=True) as engine:
        move = engine.play(chess.Board(), Limit(depth=1)).move
        engine.ping()
        told = engine.transport.get_protocol() is engine.protocol
        engine.quit()
        return [*heard, told, type(engine.protocol).__name__, engine.protocol.sent,
                repr(engine.protocol)[:9], type(engine).__name__, engine.seconds, str(move), ear.lines() == [line[3:] for line in heard if line.startswith("<<")]]


FAILING = "import sys; sys.stderr.write('no net\\nat all\\n'); sys.stderr.flush(); sys.stdin.readline(); sys.exit(3)"


def a_subclass_of_the_protocol_is_told_on_the_loop():
    heard = []

    class Raw(chess.engine.UciProtocol):
        def __init__(self):
            super().__init__()
            self.lines = asyncio.Queue()

        def connection_made(self, transport):
            heard.append(["made", transport.get_pid() > 0, asyncio.get_running_loop() is not None])
            super().connection_made(transport)

        def line_received(self, line):
            heard.append([line, asyncio.get_running_loop() is not None])
            self.lines.put_nowait(line)

        def error_line_received(self, line):
            heard.append(["error", line, asyncio.get_running_loop() is not None])

        def process_exited(self):
            heard.append(["exited", asyncio.get_running_loop() is not None])
            super().process_exited()

        def connection_lost(self, exc):
            heard.append(["lost", str(exc)])
            super().connection_lost(exc)

        async def play(self, *arguments, **options):
            heard.append("play")
            return await super().play(*arguments, **options)

        async def analysis(self, *arguments, **options):
            heard.append("analysis")
            return await super().analysis(*arguments, **options)

    async def main(ear):
        _, engine = await Raw.popen(ear.command, env=ear.env)
        heard.append(engine.initialized)
        for call in (engine.ping, lambda: engine.play(chess.Board(), Limit(depth=1)), lambda: engine.configure({})):
            try:
                await call()
            except chess.engine.EngineError as error:
                heard.append(type(error).__name__)
        await engine.initialize()
        heard.append(engine.initialized)
        await engine.play(chess.Board(), Limit(depth=1))
        heard.append(sorted(await engine.analyse(chess.Board(), Limit(depth=1))))
        heard.append(len(await engine.analyse(chess.Board(), Limit(depth=1), multipv=2)))
        while not engine.lines.empty():
            engine.lines.get_nowait()
        engine.send_line("isready")
        heard.append(await asyncio.wait_for(engine.lines.get(), 20))
        await engine.quit()
        heard.append(await engine.returncode)
        _, engine = await Raw.popen([sys.executable, "-c", FAILING])
        # The engine must have written before it hears anything.
        while heard[-1] != ["error", "at all", True]:
            await asyncio.sleep(0.01)
        try:
            await engine.initialize()
        except chess.engine.EngineTerminatedError:
            heard.append(await engine.returncode)

    with listening() as ear:
        asyncio.run(main(ear))
    return heard


def a_simple_engine_is_made_of_one_for_asyncio():
    def started(ear, open_engine):
        async def background(future):
            transport, protocol = await open_engine(ear.command, env=ear.env)
            if not protocol.initialized:
                await protocol.initialize()
            future.set_result(chess.engine.SimpleEngine(transport, protocol, timeout=20))
            await protocol.returncode

        return chess.engine.run_in_background(background)

    seen = []
    for open_engine in (chess.engine.popen_uci, chess.engine.UciProtocol.popen):
        with listening() as ear, started(ear, open_engine) as engine:
            engine.configure({"Hash": 32})
            seen.append([engine.id["name"], str(engine.play(chess.Board(), Limit(depth=1)).move), engine.timeout, engine.options["Hash"].max])
            seen.append(ear.lines())
    return seen


SILENT = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); sys.stdin.read()"


def an_engine_whose_start_is_given_up_is_killed():
    async def main(start):
        begun = time.monotonic()
        try:
            await asyncio.wait_for(start(), 2)
        except asyncio.TimeoutError:
            return "given up", time.monotonic() - begun < 6

    def gone(number):
        for _ in range(250):
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.02)
        return False

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "pid")
        begun = time.monotonic()
        seen = [asyncio.run(main(lambda: chess.engine.popen_uci([sys.executable, "-c", SILENT, file])))]
        seen += [time.monotonic() - begun < 6, gone(int(open(file).read()))]
        return [*seen, said(lambda: chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", SILENT, file], timeout=2)), gone(int(open(file).read()))]


def a_command_is_a_text_or_bytes_or_a_path():
    async def name(command, env):
        _, engine = await chess.engine.popen_uci(command, env=env)
        await engine.quit()
        return engine.id["name"]

    seen = []
    with listening() as ear:
        path = ear.command[1]
        os.chmod(path, 0o700)
        with open(path, "w") as file:
            file.write(f"#!{sys.executable}\n{ENGINE}")
        for command in (path, os.fsencode(path), pathlib.Path(path), [os.fsencode(path)], [pathlib.Path(path)], bytearray(os.fsencode(path))):
            seen.append([said(lambda: asyncio.run(name(command, ear.env))), type(command).__name__])
        with chess.engine.SimpleEngine.popen_uci(os.fsencode(path), env=ear.env) as engine:
            return [*seen, engine.id["name"]]


BLANKS = r"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name  A  B  \n id author C \nuciok ")
    elif word == "isready":
        print(" readyok ")
    elif word == "go":
        print("info string a  b  \n info  string   c\ninfo depth 1 string d \t\ninfo string \ninfo string\ninfo string e string f \n  bestmove e2e4  ")
    elif word == "quit":
        break
    sys.stdout.flush()
"""


def blanks_at_the_end_of_what_an_engine_says_are_kept():
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", BLANKS]) as engine:
        with engine.analysis(chess.Board(), Limit(depth=1)) as analysis:
            return [dict(engine.id), *analysis, str(analysis.wait().move)]


def the_pipes_of_an_engine_that_has_ended_are_closed():
    def open_files():
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    before, engines = open_files(), []
    for end in (chess.engine.SimpleEngine.quit, chess.engine.SimpleEngine.close):
        for _ in range(3):
            engines.append(chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", ENGINE], env={**os.environ, "HEARD": os.devnull}))
            end(engines[-1])
    deadline = time.monotonic() + 5
    while open_files() >= before + 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    return open_files() < before + 6


def the_protocol_of_a_simple_engine_has_a_loop():
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", ENGINE], env={**os.environ, "HEARD": os.devnull}) as engine:
        protocol = engine.protocol
        seen = [protocol.returncode.done()]
        played = asyncio.run_coroutine_threadsafe(protocol.play(chess.Board(), Limit(nodes=1)), protocol.loop)
        seen.append(str(played.result(10).move))
        protocol.loop.call_soon_threadsafe(protocol.send_line, "quit")
        deadline = time.monotonic() + 5
        while not protocol.returncode.done() and time.monotonic() < deadline:
            time.sleep(0.01)
        return [*seen, protocol.returncode.done(), protocol.returncode.result()]


def an_engine_that_has_ended_gets_no_signal():
    async def main():
        transport, protocol = await chess.engine.popen_uci([sys.executable, "-c", ENGINE], env={**os.environ, "HEARD": os.devnull})
        same = protocol.loop is asyncio.get_running_loop()
        await protocol.quit()
        seen = [await protocol.returncode]
        for send in (transport.kill, transport.terminate, lambda: transport.send_signal(15)):
            seen.append(said(send))
        return [same, *seen]

    return [asyncio.run(main()), said(lambda: chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", ENGINE], text=True))]


# Has options with several blanks and unusual defaults, and counts its lines from zero.
WIDE = r"""
import sys
OPTIONS = ["A  B type string default  x  y ", "C type check default FALSE", "D type check default xyz", "E type check default",
           "F type combo default a  b var a  b var c  d", "G type button default x", "H default x type string", "I type check default false"]
for line in sys.stdin:
    line = line.strip()
    if line == "uci":
        print("id name Wide", *(f"option name {option}" for option in OPTIONS), "uciok", sep="\n")
    elif line == "isready":
        print("readyok")
    elif line.startswith("go"):
        print("info multipv 0 depth 3 score cp 5\nbestmove e2e4")
    elif line == "quit":
        break
    sys.stdout.flush()
"""


def blanks_in_the_names_and_values_of_options_are_kept():
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-c", WIDE]) as engine:
        options = [(name, option.type, option.default, option.var) for name, option in engine.options.items()]
        return options, {name: str(value) for name, value in sorted(engine.analyse(chess.Board(), Limit(depth=1)).items())}


def an_option_of_an_unknown_type_has_no_value():
    return said(lambda: chess.engine.Option("A", "date", None, None, None, None).parse("x")), str(chess.engine.WdlModel)


if __name__ == "__main__":
    print_results(globals())
