"""Programs with threads from start to verdict on the native machine, beside another engine.

Each one is checked by a process of its own, so that starting Vexil and reading the program
count, too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs" / "threads"


def measured(path: Path, engine: str, limit: int) -> tuple[str, int, float]:
    """The verdict of an engine, the states that it visited, and the CPU seconds of the process."""
    asked = "assert" if path.suffix == ".c" else "deadlock"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "vexil", "check", str(path), "-p", asked, "--engine", engine, "--format", "json"]
    done = subprocess.run(
        [*command, "--time-limit", str(limit)], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        result = json.loads(done.stdout)
        states = result["properties"][0]["statistics"].get("states", 0)
    except (ValueError, KeyError, IndexError):
        return "no verdict", 0, seconds
    return str(result["verdict"]), int(states), seconds


def main() -> None:
    """Print a row for each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="programs; default: all of them")
    parser.add_argument("--beside", default="explicit", help="the other engine")
    parser.add_argument("--time-limit", type=int, default=20, metavar="S")
    options = parser.parse_args()
    print(f"{'program':<12} {'engine':<10} {'verdict':<10} {'states':>10} {'CPU s':>7}")
    for path in sorted(PROGRAMS.iterdir()):
        if options.names and path.stem not in options.names:
            continue
        for engine in ("machine", options.beside):
            verdict, states, seconds = measured(path, engine, options.time_limit)
            print(f"{path.stem:<12} {engine:<10} {verdict:<10} {states:>10,} {seconds:>7.2f}", flush=True)


if __name__ == "__main__":
    main()
