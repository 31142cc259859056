"""What slicing costs: one JSON line per program, of slices for all checks of the kinds assert and unreach.

    python benchmarks/slicing_cost.py [FILE | FOLDER ...] [--generated STATEMENTS] [--repeat TIMES]

A line has the edges of the program, the CPU seconds for loading it and for its dependences with the slice, and how many
of its nodes are kept. Without files the examples are sliced. Generated programs are .vir: functions that call each
other, one long function, and threads whose locks are not safe, or not even nested. Each program is measured in a
process of its own, so that imports count; the cheapest of several runs is what counts.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

KINDS = frozenset({"assert", "unreach"})
SUFFIXES = (".c", ".i", ".java", ".vir", ".fcl", ".bp")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
THREADS = 40


def cpu_seconds() -> float:
    """The CPU seconds of this process and of the preprocessors that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(path: str) -> dict[str, object]:
    """Load and slice one program."""
    from vexil.core.context import Context
    from vexil.pipeline.load import load_program
    from vexil.pipeline.options import LoadOptions

    before = cpu_seconds()
    program = load_program(LoadOptions((path,)), Context())
    loaded = cpu_seconds()
    from vexil.analysis.dependence import DependenceGraph, Ends
    from vexil.ir.operations import Check

    graph = DependenceGraph(program, Ends(checks=KINDS))
    nodes = graph.nodes
    criterion = [
        nodes.node(function.name, edge.source)
        for function in nodes.functions
        for edge in function.edges
        if isinstance(edge.operation, Check) and edge.operation.property in KINDS
    ]
    kept = graph.slice(criterion).nodes
    sliced = cpu_seconds()
    return {
        "program": path,
        "edges": sum(len(function.edges) for function in program.functions.values()),
        "load_cpu_s": round(loaded - before, 3),
        "slice_cpu_s": round(sliced - loaded, 3),
        "nodes": nodes.count,
        "criterion": len(criterion),
        "kept": len(kept),
    }


# --- generated programs ----------------------------------------------------------------------------------


def calls(statements: int) -> str:
    """Functions of fifty statements with loops, branches and calls of the functions before them."""
    random = Random(statements)
    lines = ["vir 1", *(f"global g{n}: i32" for n in range(20))]
    count = max(1, statements // 50)
    for number in range(count):
        lines += [f"function f{number}(p: i32) -> i32 entry s0 exit end", "  local a: i32", "  local b: i32"]
        lines += _body(random, 49, number, "a + p")
    lines += [
        "function main() entry begin exit end",
        "  local r: i32",
        f"  begin -> last: r := call f{count - 1}(1i32)",
    ]
    return "\n".join([*lines, '  last -> done: check assert (r == 0i32) "r"', "  done -> end: return", ""])


def long(statements: int) -> str:
    """One function."""
    lines = ["vir 1", *(f"global g{n}: i32" for n in range(20)), "function main() entry s0 exit end"]
    return "\n".join([*lines, "  local a: i32", "  local b: i32", *_body(Random(1), statements, 0, ""), ""])


def _body(random: Random, statements: int, calls_below: int, result: str) -> list[str]:
    lines: list[str] = []
    at = 0
    while at < statements - 4:
        here, variable, cell = f"s{at}", random.choice("ab"), random.randrange(20)
        match random.randrange(8):
            case 0:
                lines += [
                    f"  {here} -> s{at + 1}: assume a < b",
                    f"  {here} -> s{at + 2}: assume !(a < b)",
                    f"  s{at + 1} -> s{at + 2}: a := a + 1i32",
                ]
                at += 2
            case 1:
                lines += [
                    f"  {here} -> s{at + 1}: assume g{cell} < 9i32",
                    f"  {here} -> s{at + 3}: assume !(g{cell} < 9i32)",
                    f"  s{at + 1} -> s{at + 2}: g{random.randrange(20)} := a",
                    f"  s{at + 2} -> {here}: b := b + a",
                ]
                at += 3
            case 2 if calls_below:
                callee = random.randrange(max(0, calls_below - 5), calls_below)
                lines.append(f"  {here} -> s{at + 1}: {variable} := call f{callee}(a)")
                at += 1
            case 3:
                lines.append(f"  {here} -> s{at + 1}: g{cell} := {variable}")
                at += 1
            case 4:
                lines.append(f"  {here} -> s{at + 1}: {variable} := g{cell}")
                at += 1
            case _:
                lines.append(f"  {here} -> s{at + 1}: {variable} := a + b")
                at += 1
    lines.append(f'  s{at} -> last: check assert (a < b) "a"')
    return [*lines, f"  last -> end: return {result}".rstrip()]


def threads(statements: int) -> str:
    """Threads that take two of forty locks in any order, and are joined."""
    return _threads(statements, ("other", "one"))


def unpaired(statements: int) -> str:
    """Threads whose locks are not released in the opposite order."""
    return _threads(statements, ("one", "other"))


def _threads(statements: int, released: tuple[str, str]) -> str:
    random = Random(2)
    lines = ["vir 1", *(f"global k{n}: lock = literal({n + 1}, lock)" for n in range(THREADS))]
    lines += [f"global g{n}: i32" for n in range(THREADS)]
    for number in range(THREADS):
        lines += [f"function t{number}() entry s0 exit end", "  local a: i32"]
        at, size = 0, statements // THREADS
        while at < size - 10:
            one, other = random.sample(range(THREADS), 2)
            locks = {"one": one, "other": other}
            cell = random.randrange(THREADS)
            lines += [
                f"  s{at} -> s{at + 1}: lock k{one}",
                f"  s{at + 1} -> s{at + 2}: lock k{other}",
                f"  s{at + 2} -> s{at + 3}: a := g{cell}",
                f"  s{at + 3} -> s{at + 4}: assume a < 5i32",
                f"  s{at + 3} -> s{at + 5}: assume !(a < 5i32)",
                f"  s{at + 4} -> s{at + 5}: g{random.randrange(THREADS)} := a + 1i32",
                f"  s{at + 5} -> s{at + 6}: unlock k{locks[released[0]]}",
                f"  s{at + 6} -> s{at + 7}: unlock k{locks[released[1]]}",
            ]
            at += 7
        lines += [f'  s{at} -> last: check assert (g{number} < 9i32) "g"', "  last -> end: return"]
    lines += ["function main() entry m0 exit end", *(f"  local h{n}: thread" for n in range(THREADS))]
    lines += [f"  m{n} -> m{n + 1}: h{n} := start t{n}()" for n in range(THREADS)]
    lines += [f"  m{THREADS + n} -> m{THREADS + n + 1}: join h{n}" for n in range(THREADS)]
    return "\n".join([*lines, f"  m{2 * THREADS} -> end: return", ""])


GENERATORS: tuple[Callable[[int], str], ...] = (calls, long, threads, unpaired)


# --- running ---------------------------------------------------------------------------------------------


def programs(names: Iterable[str]) -> list[str]:
    """The programs that files and folders are or have."""
    found: list[str] = []
    for name in names:
        path = Path(name)
        below = sorted(item for item in path.rglob("*") if item.suffix in SUFFIXES) if path.is_dir() else [path]
        found += map(str, below)
    return found


def in_own_process(path: str, repeat: int) -> None:
    """Print the line of a program, of the cheapest of some runs; one that cannot be loaded has none."""
    best: dict[str, float] | None = None
    for _ in range(repeat):
        command = [sys.executable, __file__, "--one", path]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        if done.returncode:
            print(f"{path}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            return
        line = json.loads(done.stdout)
        if best is None or line["slice_cpu_s"] < best["slice_cpu_s"]:
            best = line
    print(json.dumps(best), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="*")
    parser.add_argument("--generated", type=int, metavar="STATEMENTS")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--one", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one)))
        return 0
    if options.inputs or not options.generated:
        for path in programs(options.inputs or [str(EXAMPLES)]):
            in_own_process(path, options.repeat)
    if options.generated:
        with tempfile.TemporaryDirectory() as folder:
            for generator in GENERATORS:
                path = Path(folder) / f"{generator.__name__}.vir"
                path.write_text(generator(options.generated), encoding="utf-8")
                in_own_process(str(path), options.repeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
