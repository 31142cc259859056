"""Spin on a model: translated, compiled as the runtime is, and searched depth-first, which is its fastest mode."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vexil.engines.printed import Deadlock, print_promela, violations

from .models import MODELS
from .rows import Row, timed

EXACT = ("-o1", "-o2", "-o3")
"""Spin neither removes dead variables nor merges statements: its states are those of the system."""
OPTIMISED = "-O3"
"""How the checker is compiled unless somebody wants it otherwise: as the runtime is."""
MEGABYTE = 1 << 20
HERE = Path(__file__).resolve().parent


def printed(model: str, states: int, depth: int, *, quick: bool, reduce: bool, optimise: str = OPTIMISED) -> Row:
    """Search the model that is printed for Spin, without reduction state by state the same."""
    system = MODELS[model].system(quick=quick)
    question = violations(system) if system.endings else Deadlock()
    found = print_promela(system, question)
    flags = (f"-DVECTORSZ={max(1024, found.vector)}",)
    search = "spin reduced" if reduce else "spin"
    with tempfile.TemporaryDirectory(prefix="vexil-bench-") as folder:
        (Path(folder) / "model.pml").write_text(found.text, encoding="utf-8")
        return _searched(
            model, search, Path(folder), () if reduce else EXACT, flags, states, depth, optimise, reduce=reduce
        )


def by_hand(model: str, states: int, depth: int, *, quick: bool, reduce: bool, optimise: str = OPTIMISED) -> Row:
    """Search the model that is written by hand, with everything that Spin does by itself."""
    entry = MODELS[model]
    count, rounds = entry.quick if quick else entry.full
    search = "spin by hand, reduced" if reduce else "spin by hand"
    sizes = (f"-DN={count}", f"-DROUNDS={rounds}")
    with tempfile.TemporaryDirectory(prefix="vexil-bench-") as folder:
        text = (HERE / "promela" / entry.by_hand).read_text(encoding="utf-8")
        (Path(folder) / "model.pml").write_text(text, encoding="utf-8")
        return _searched(model, search, Path(folder), sizes, (), states, depth, optimise, reduce=reduce)


def _searched(
    model: str,
    search: str,
    folder: Path,
    translating: Sequence[str],
    flags: Sequence[str],
    states: int,
    depth: int,
    optimise: str,
    *,
    reduce: bool,
) -> Row:
    made = timed(["spin", "-Pgcc -E -x c", *translating, "-a", "model.pml"], folder)
    kind = () if reduce else ("-DNOREDUCE",)
    built = timed(["gcc", optimise, "-w", "-fwrapv", "-DSAFETY", *kind, *flags, "-o", "pan", "pan.c"], folder)
    if built.status:
        raise SystemExit(f"{model}: {made.output}{built.output}")
    slots = max(10, (states - 1).bit_length())
    while True:
        ended = timed([str(folder / "pan"), f"-m{depth}", f"-w{slots}", "-E"], folder)
        if "max search depth too small" not in ended.output:
            break
        depth *= 4
    numbers = {name: _number(pattern, ended.output) for name, pattern in _PATTERNS.items()}
    if numbers["errors"] or not numbers["states"]:
        raise SystemExit(f"{model}, {search}: {ended.output}")
    many = numbers["states"]
    kept = numbers["kept"] or numbers["total"]
    return Row(
        model,
        search,
        int(many),
        int(numbers["transitions"]) - 1,  # one of them is the beginning
        made.seconds + built.seconds,
        ended.seconds,
        (kept + numbers["table"]) * MEGABYTE / many,
        numbers["total"] * MEGABYTE / many,
        f"vector {numbers['vector']:.0f}",
    )


_PATTERNS = {
    "states": r"([\d.e+]+) states, stored",
    "transitions": r"([\d.e+]+) transitions \(=",
    "errors": r"errors: (\d+)",
    "vector": r"State-vector (\d+) byte",
    "kept": r"([\d.]+)\s+actual memory usage for states",
    "table": r"([\d.]+)\s+memory used for hash table",
    "total": r"([\d.]+)\s+total actual memory usage",
}


def _number(pattern: str, output: str) -> float:
    found = re.search(pattern, output)
    return float(found[1]) if found else 0.0
