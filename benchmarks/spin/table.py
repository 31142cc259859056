"""The comparison: every model searched by both, the ratios, and how they stand to the goals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import product

from runner.summary import aligned

from .checker import OPTIMISED, by_hand, printed
from .models import MODELS
from .native import MACHINE, SEARCHES, child, measured
from .rows import Row

HEADER = (
    "model",
    "search",
    "states",
    "transitions",
    "start s",
    "search s",
    "states/s",
    "search only",
    "bytes",
    "total",
    "ratio",
    "search only",
    "note",
)
GOALS = {"vexil breadth": ("spin", 5.0), "vexil depth": ("spin", 3.0), "vexil machine": ("spin reduced", 10.0)}
"""The row that each is compared with, and how many times faster it should be."""


def line(row: Row, against: Row) -> tuple[str, ...]:
    """The columns of `HEADER`; where states are left out CPU seconds are compared, else states per CPU second."""
    by_time = any(word in row.search for word in ("reduced", MACHINE, "hand"))
    whole = against.seconds / row.seconds if by_time else row.speed / against.speed
    alone = (
        against.search_seconds / max(row.search_seconds, 1e-9) if by_time else row.search_speed / against.search_speed
    )
    return (
        row.model,
        row.search,
        f"{row.states:,}",
        f"{row.transitions:,}",
        f"{row.start_seconds:.2f}",
        f"{row.search_seconds:.2f}",
        f"{row.speed:,.0f}",
        f"{row.search_speed:,.0f}",
        f"{row.bytes:.1f}",
        f"{row.total_bytes:.1f}",
        f"{whole:.1f}",
        f"{alone:.1f}",
        row.note,
    )


def rows_of(model: str, *, quick: bool, searches: Sequence[str], optimise: str) -> list[Row]:
    """All searches of a model; those of Spin get a table and a stack of the size they need."""
    rows = [measured(model, search, quick=quick) for search in searches if search != MACHINE or MODELS[model].has_locks]
    states = max(row.states for row in rows)
    depth = max(10_000, states)
    checkers = (printed, by_hand) if MODELS[model].by_hand else (printed,)
    for run, reduce in product(checkers, (False, True)):
        rows += [run(model, states, depth, quick=quick, reduce=reduce, optimise=optimise)]
    return rows


def judged(rows: Sequence[Row]) -> list[str]:
    """A sentence for each goal of a model: whether it is met."""
    found = {row.search: row for row in rows}
    sentences = []
    for search, (other, goal) in GOALS.items():
        if search not in found:
            continue
        ours, theirs = found[search], found[other]
        ratio = theirs.seconds / ours.seconds if search == f"vexil {MACHINE}" else ours.speed / theirs.speed
        word = "met" if ratio >= goal else "MISSED"
        sentences.append(f"{ours.model}: {search} {ratio:.1f} times as fast as {other}, goal {goal:g}: {word}")
    pairs = (("vexil breadth", "bytes"), ("vexil depth", "total_bytes"))
    for search, size in pairs:
        if search in found:
            ours, theirs = getattr(found[search], size), getattr(found["spin"], size)
            word = "met" if ours <= theirs else "MISSED"
            sentences.append(f"{rows[0].model}: {search} {ours:.1f} bytes per state, spin {theirs:.1f}: {word}")
    if "vexil breadth" in found:
        same = [(found[name].states, found[name].transitions) for name in ("vexil breadth", "spin")]
        sentences.append(f"{rows[0].model}: states and transitions {'equal' if same[0] == same[1] else 'DIFFER'}")
    return sentences


def main(arguments: Sequence[str], show: Callable[[str], None] = print) -> int:
    """Measure and print; whether every model has the same states and transitions in both decides the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"of {', '.join(MODELS)}; all unless given")
    parser.add_argument("--quick", action="store_true", help="small models, which measure nothing but start-up")
    parser.add_argument("--optimise", default=OPTIMISED, help="how gcc optimises the checkers of Spin (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one object a line instead of a table")
    parser.add_argument("--search", action="append", choices=SEARCHES, help="a native search; all unless given")
    parser.add_argument("--child", choices=SEARCHES, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    names = options.models or list(MODELS)
    if unknown := [name for name in names if name not in MODELS]:
        parser.error(f"no model {unknown[0]}; there are {', '.join(MODELS)}")
    if options.child:
        show(child(names[0], options.child, quick=options.quick))
        return 0
    table: list[tuple[str, ...]] = [HEADER]
    sentences: list[str] = []
    for name in names:
        rows = rows_of(name, quick=options.quick, searches=options.search or SEARCHES, optimise=options.optimise)
        full, reduced = (next(row for row in rows if row.search == search) for search in ("spin", "spin reduced"))
        for row in rows:
            if options.json:
                show(json.dumps(asdict(row)))
            table.append(line(row, reduced if "reduced" in row.search or MACHINE in row.search else full))
        sentences += judged(rows)
    if not options.json:
        for text in (*aligned(table), "", *sentences):
            show(text)
    return int(any("DIFFER" in sentence for sentence in sentences))
