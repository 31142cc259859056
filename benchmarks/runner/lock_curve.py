"""Whether an iteration costs what its edges touch, or what all predicates together make: programs with more and more
locks, whose edges stay as small as they were."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from .lock_probe import Cost, cost_of
from .lock_programs import Discipline, lock_program
from .options import positive
from .summary import aligned

HEADER = (
    "locks",
    "edges",
    "iterations",
    "predicates",
    "an edge touches",
    "at most",
    "CPU s",
    "per iteration",
    "the last",
    "us per edge",
    "questions per iteration",
    "verdict",
)
LAST = 5
"""How many of the last iterations are averaged: they have nearly all predicates."""


def line(locks: int, cost: Cost) -> tuple[str, ...]:
    """The columns of `HEADER`."""
    iterations = max(cost.iterations, 1)
    late = mean(cost.seconds[-LAST:])
    return (
        str(locks),
        str(cost.edges),
        str(cost.iterations),
        str(cost.predicates),
        f"{cost.touched:.2f}",
        str(cost.most_touched),
        f"{sum(cost.seconds):.2f}",
        f"{sum(cost.seconds) / iterations:.3f}",
        f"{late:.3f}",
        f"{1e6 * late / max(cost.edges, 1):.0f}",
        f"{cost.questions / iterations:.1f}",
        cost.verdict,
    )


def phases(locks: int, cost: Cost) -> tuple[str, ...]:
    """Milliseconds of an iteration by phase."""
    iterations = max(cost.iterations, 1)
    return (str(locks), *(f"{name} {1000 * spent / iterations:.1f}" for name, spent in sorted(cost.phases.items())))


def profiled(work: Callable[[], Any]) -> Any:
    """Run under a profiler and print where the time goes."""
    profile = cProfile.Profile()
    try:
        return profile.runcall(work)
    finally:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(25)
        pstats.Stats(profile, stream=sys.stdout).sort_stats("cumulative").print_stats(35)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lock_curve.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("locks", nargs="*", type=int, metavar="LOCKS", help="how many; 5, 10, 15, ... 100 by default")
    parser.add_argument("--limit", type=positive, default=60.0, metavar="CPU_S", help="CPU seconds per program; 60")
    parser.add_argument("--broken", action="store_true", help="one lock is released that is not held")
    parser.add_argument("--profile", action="store_true", help="print for each program where the time goes")
    parser.add_argument("--show", action="store_true", help="print the programs and measure nothing")
    return parser


def main(words: Sequence[str]) -> int:
    """Print the table; the exit status is 1 when a verdict is wrong."""
    given = _parser().parse_args(words)
    discipline = Discipline.BROKEN if given.broken else Discipline.KEPT
    expected = "refuted" if given.broken else "proved"
    rows: list[tuple[str, ...]] = []
    spent: list[tuple[str, ...]] = []
    is_wrong = False
    with tempfile.TemporaryDirectory(prefix="vexil-locks-") as folder:
        for locks in given.locks or range(5, 101, 5):
            text = lock_program(locks, discipline)
            if given.show:
                print(text)
                continue
            path = Path(folder, f"locks{locks}.c")
            path.write_text(text, encoding="utf-8")
            cost = cost_of(path, given.limit, profiled if given.profile else lambda work: work())
            rows.append(line(locks, cost))
            spent.append(phases(locks, cost))
            is_wrong = is_wrong or cost.verdict in {"proved", "refuted"} - {expected}
            print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    if rows:
        print("\n".join(aligned([HEADER, *rows])))
        print("\nms per iteration by phase")
        print("\n".join("  ".join(one) for one in spent))
    return 1 if is_wrong else 0
