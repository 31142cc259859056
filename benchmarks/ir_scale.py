"""Measure how text form and validator scale: CPU seconds for print, parse and validate, and peak memory.

    python benchmarks/ir_scale.py [STATEMENTS] [--no-source-map]

Prints one line of JSON per run, so that runs can be compared by a script.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from generate import large_program

from vexil.core.context import peak_memory_mb
from vexil.core.source import SourceFile
from vexil.ir.text import load, parse_program, print_program
from vexil.ir.validator import validate

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of the work and the CPU seconds it took."""
    before = time.process_time()
    result = work()
    return result, round(time.process_time() - before, 3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statements", nargs="?", type=int, default=40_000)
    parser.add_argument("--no-source-map", dest="source_map", action="store_false")
    options = parser.parse_args()
    program = large_program(options.statements, source_map=options.source_map)
    text, print_seconds = timed(lambda: print_program(program))
    file = SourceFile("generated.vir", text.encode())
    parsed, parse_seconds = timed(lambda: parse_program(file))
    problems, validate_seconds = timed(lambda: validate(parsed.program))
    _, load_seconds = timed(lambda: load(file))
    record = {
        "statements": options.statements,
        "edges": sum(len(function.edges) for function in program.functions.values()),
        "source_map": options.source_map,
        "megabytes": round(len(file.content) / 1e6, 1),
        "print_cpu_s": print_seconds,
        "parse_cpu_s": parse_seconds,
        "validate_cpu_s": validate_seconds,
        "load_cpu_s": load_seconds,
        "problems": len(problems),
        "peak_mb": round(peak_memory_mb()),
        "python": sys.version.split()[0],
    }
    print(json.dumps(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
