"""Runs python-chess's own test suite under the names of this package, and compares with the expected failures.

The source archive is fetched by pip into a scratch folder, or taken from the folder that REYNARD_UPSTREAM names; nothing of it
is kept. `python upstream.py` prints the failures that are not expected, and the expected ones that pass now; both make it fail.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

VERSION = "1.11.2"
SKIPPED = 77
EXPECTED = pathlib.Path(__file__).with_name("upstream_expected.txt")
# Classes of tests of rules and tables that this package does not have.
OUT_OF_SCOPE = {
    "NativeGaviotaTestCase", "GaviotaTestCase", "SuicideTestCase", "AtomicTestCase", "RacingKingsTestCase",
    "HordeTestCase", "ThreeCheckTestCase", "CrazyhouseTestCase", "GiveawayTestCase",
}


def fetch(folder: pathlib.Path) -> pathlib.Path | None:
    """Returns the folder of the suite, or None where there is no registry."""
    given = os.environ.get("REYNARD_UPSTREAM")
    if given:
        return pathlib.Path(given)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
    done = subprocess.run([*command, f"chess=={VERSION}", "-d", folder], capture_output=True, timeout=300)
    archives = list(folder.glob("chess-*.tar.gz"))
    if done.returncode != 0 or not archives:
        return None
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"chess-{VERSION}"


RUNNER = """
import sys, time, unittest
sys.path[:] = [path for path in sys.path if path != sys.argv[1]]
import reynard.compat
reynard.compat.install()
import importlib.util
spec = importlib.util.spec_from_file_location("upstream_suite", sys.argv[1] + "/test.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
class Result(unittest.TestResult):
    def say(self, word, test):
        print("=>", word, type(test).__name__, test._testMethodName, flush=True)
    def addSuccess(self, test): super().addSuccess(test); self.say("pass", test)
    def addSkip(self, test, reason): super().addSkip(test, reason); self.say("skip", test)
    def addFailure(self, test, error): super().addFailure(test, error); self.say("fail", test); self.tell(error)
    def addError(self, test, error): super().addError(test, error); self.say("fail", test); self.tell(error)
    def tell(self, error):
        print("   ", error[0].__name__, str(error[1])[:300].replace(chr(10), " / "))
names = sys.argv[2:]
suite = unittest.TestSuite()
for test in [test for case in unittest.defaultTestLoader.loadTestsFromModule(module) for test in case]:
    if not names or type(test).__name__ in names or test._testMethodName in names:
        suite.addTest(test)
suite.run(Result())
"""


def run(folder: pathlib.Path, names: list[str]) -> tuple[dict[str, str], str]:
    """Runs the suite in its folder; returns what became of each test, and the text."""
    command = [sys.executable, "-c", RUNNER, str(folder), *names]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800)
    words = [line.split() for line in done.stdout.splitlines() if line.startswith("=> ")]
    return {f"{owner}.{test}": word for _, word, owner, test in words}, done.stdout


EXAMPLES = [
    ["examples/chess960_pos_list.py"],
    ["examples/push_san.py"],
    ["examples/xray_attacks.py"],
    ["examples/polyglot_tree.py", "data/polyglot/performance.bin", "--depth", "2"],
    ["examples/perft/perft.py", "examples/perft/tricky.perft", "--max-nodes", "500", "-t", "1"],
]
TIMES = re.compile(r"^[0-9.]+$| nps [0-9]+|[0-9.]+ ?s$", re.MULTILINE)


def examples(folder: pathlib.Path) -> list[str]:
    """Returns the example scripts that do not print the same under this package; times do not count."""
    different = []
    for command in EXAMPLES:
        said = []
        for start in ([], ["-m", "reynard.compat"]):
            environment = {**os.environ, "PYTHONPATH": str(folder)} if not start else os.environ
            done = subprocess.run([sys.executable, *start, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
            said.append((done.returncode, TIMES.sub("", done.stdout)))
        if said[0] != said[1]:
            different.append(command[0])
    return different


def expected() -> dict[str, str]:
    """Returns the expected failures with their reasons."""
    lines = (line.split(None, 1) for line in EXPECTED.read_text().splitlines() if line and not line.startswith("#"))
    return {test: reason for test, reason in lines}


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = fetch(pathlib.Path(scratch))
        if folder is None:
            print("skipped: the source archive of python-chess cannot be fetched")
            return SKIPPED
        results, text = run(folder, names)
        scripts = [] if names else examples(folder)
    if not results:
        print(text)
        return 1
    if names:
        print(text)
    known = expected()
    outside = {test for test, reason in known.items() if reason.endswith("out of scope")}
    inside = {
        test: word
        for test, word in results.items()
        if test.split(".")[0] not in OUT_OF_SCOPE and test not in outside
    }
    failed = {test for test, word in inside.items() if word == "fail"}
    new = sorted(failed - known.keys())
    mended = sorted(test for test in known if results.get(test) == "pass")
    for test in new:
        print(f"fails: {test}")
    for test in mended:
        print(f"passes now, remove it from {EXPECTED.name}: {test}")
    count = {word: sum(1 for found in inside.values() if found == word) for word in ("pass", "skip", "fail")}
    print(f"{count['pass']} passed, {count['skip']} skipped, {count['fail']} failed of {len(inside)} in scope")
    for script in scripts:
        print(f"prints something else: {script}")
    return 1 if new or mended or scripts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
