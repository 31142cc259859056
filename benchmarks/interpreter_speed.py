"""Measure the reference interpreter: edges per CPU second, alone, with a snapshot after every edge, and restored.

    python benchmarks/interpreter_speed.py [SECONDS]

Runs every program of benchmarks/programs again and again for SECONDS (1 by default) in each way; the threads that can
move take turns. Prints one line of JSON per program.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine
from vexil.ir.text import load

PROGRAMS = Path(__file__).parent / "programs"


def snapshot(machine: Machine) -> None:
    """Record the state, as a search does that remembers states."""
    machine.snapshot()


def restore(machine: Machine) -> None:
    """Record the state and go back to it, as a search does for every successor."""
    machine.restore(machine.snapshot())


def speed(machine: Machine, after_edge: Callable[[Machine], None] | None, seconds: float) -> int:
    """Run a program from the start as often as there is time; return the edges taken in a CPU second."""
    edges = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        machine.reset()
        turn = 0
        while able := machine.enabled():
            machine.step(able[turn % len(able)])
            if after_edge is not None:
                after_edge(machine)
            turn += 1
        if not machine.finished():
            raise SystemExit(f"{machine.program.name} should run to its end, not to {machine.ending}")
        edges += turn
    return round(edges / (time.process_time() - begin))


def main() -> int:
    """Print a record for every program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    for path in sorted(PROGRAMS.glob("*.vir")):
        machine = Machine(load(SourceFile(path.name, path.read_bytes())))
        record: dict[str, object] = {"program": path.stem}
        for name, action in (("edges_per_s", None), ("with_snapshots", snapshot), ("with_restore", restore)):
            record[name] = speed(machine, action, seconds)
        print(json.dumps(record | {"python": sys.version.split()[0]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
