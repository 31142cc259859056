"""Programs with threads from start to verdict on the native machine, beside another engine and Java PathFinder.

Each one is checked by a process of its own, so that starting Vexil and reading the program count, too. A second
process searches once more without checking anything, for the states a second and the bytes a state. Java PathFinder is
asked about Java programs where a command `jpf` and a compiler are there.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ENOUGH = 20_000_000
"""The work after which a search without hunts is measured, whether it has come to an end or not."""
PROGRAMS = Path(__file__).parent / "programs" / "threads"


@dataclass(frozen=True)
class Row:
    """What is known of one search: the CPU seconds of the process, and of the search alone where it was measured."""

    engine: str
    verdict: str
    states: int
    seconds: float
    rate: float | None = None
    bytes: float | None = None

    def __str__(self) -> str:
        """A line of the table."""
        rate = "" if self.rate is None else f"{self.rate:,.0f}"
        size = "" if self.bytes is None else f"{self.bytes:.0f}"
        return f"{self.engine:<10} {self.verdict:<10} {self.states:>10,} {self.seconds:>7.2f} {rate:>10} {size:>12}"


def timed(command: list[str], limit: int) -> tuple[str, float]:
    """What a command prints, and the CPU seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=dict(os.environ), timeout=20 * limit
        )
        printed = done.stdout
    except subprocess.TimeoutExpired:
        printed = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def asked_of(path: Path) -> str:
    """What is asked about a program."""
    return "assert" if path.suffix == ".c" else "deadlock"


def checked(path: Path, engine: str, limit: int) -> Row:
    """The verdict of an engine."""
    command = [sys.executable, "-m", "vexil", "check", str(path), "-p", asked_of(path), "--engine", engine]
    printed, seconds = timed([*command, "--format", "json", "--time-limit", str(limit)], limit)
    try:
        result = json.loads(printed)
        states = int(result["properties"][0]["statistics"].get("states", 0))
    except (ValueError, KeyError, IndexError):
        return Row(engine, "no verdict", 0, seconds)
    if engine != "machine":
        return Row(engine, str(result["verdict"]), states, seconds)
    printed, _ = timed([sys.executable, __file__, "--search", str(path)], limit)
    found = json.loads(printed) if printed else {"rate": None, "bytes": None}
    return Row(engine, str(result["verdict"]), states, seconds, found["rate"], found["bytes"])


def search(path: Path) -> dict[str, float]:
    """Search the states of a program in this process, and nothing else."""
    import time

    from vexil.core.context import Context
    from vexil.engines.machine.search import NativeSearch, Reduction, StateQuery
    from vexil.ir.interpreter import CompiledProgram
    from vexil.pipeline.load import load_program
    from vexil.pipeline.options import LoadOptions

    program = CompiledProgram(load_program(LoadOptions(inputs=(str(path),)), Context()))
    is_check = asked_of(path) == "assert"
    query = StateQuery(checks=frozenset({"assert"})) if is_check else StateQuery(deadlock=True)
    native = NativeSearch(program, query, Reduction.GUARDED, Context())
    begin = time.process_time()
    native.run(ENOUGH)
    seconds = time.process_time() - begin
    return {"rate": native.count / max(seconds, 1e-6), "bytes": native.numbers.memory / max(native.count, 1)}


def by_path_finder(path: Path, limit: int) -> Row | None:
    """What Java PathFinder says of a program; nothing where it is not installed."""
    finder, compiler = shutil.which("jpf"), shutil.which("javac")
    if path.suffix != ".java" or finder is None or compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([compiler, "-g", "-d", folder, str(path)], check=True, capture_output=True)
        printed, seconds = timed([finder, f"+classpath={folder}", path.stem], limit)
    states = re.search(r"states:\s+new=(\d+)", printed)
    verdict = "proved" if "no errors detected" in printed else "refuted" if "error" in printed else "no verdict"
    return Row("jpf", verdict, int(states[1]) if states else 0, seconds)


def main() -> None:
    """Print a row for each program and engine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="programs; default: all of them")
    parser.add_argument("--beside", help="another engine")
    parser.add_argument("--time-limit", type=int, default=20, metavar="S")
    parser.add_argument("--search", type=Path, metavar="FILE", help="search one program in this process only")
    options = parser.parse_args()
    if options.search is not None:
        print(json.dumps(search(options.search)))
        return
    header = f"{'engine':<10} {'verdict':<10} {'states':>10} {'CPU s':>7} {'states / s':>10} {'bytes/state':>12}"
    print(f"{'program':<12} {header}")
    for path in sorted(PROGRAMS.iterdir()):
        if options.names and path.stem not in options.names:
            continue
        engines = ["machine", *([options.beside] if options.beside else [])]
        rows = [*(checked(path, engine, options.time_limit) for engine in engines), by_path_finder(path, 20)]
        for row in rows:
            if row is not None:
                print(f"{path.stem:<12} {row}", flush=True)


if __name__ == "__main__":
    main()
