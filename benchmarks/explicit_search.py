"""How fast guarded systems are searched: one JSON object a line, CPU seconds and bytes for each state.

python benchmarks/explicit_search.py [--large] [STRATEGY ...]
"""

from __future__ import annotations

import json
import sys
import time

from explicit_models import buffer, peterson, philosophers

from vexil.core.context import Context
from vexil.engines.explicit import Compiled, Goals, SearchOptions, Strategy
from vexil.model.guarded import GuardedSystem

SMALL = [(philosophers, (7, 2)), (peterson, (4, 4)), (buffer, (2, 2, 2, 4))]
LARGE = [(philosophers, (8, 2)), (peterson, (4, 6)), (buffer, (2, 2, 3, 5))]


def measured(system: GuardedSystem, strategies: list[Strategy]) -> None:
    begun = time.process_time()
    compiled = Compiled(system)
    compiling = time.process_time() - begun
    for strategy in strategies:
        begun, wall = time.process_time(), time.monotonic()
        found = compiled.search(Goals(), SearchOptions(strategy, bits=32), Context())
        seconds, wall = time.process_time() - begun, time.monotonic() - wall
        numbers = found.statistics
        row = {
            "model": system.name,
            "strategy": strategy.name.lower(),
            "ended": found.reason.name.lower(),
            "states": numbers.states,
            "transitions": numbers.transitions,
            "depth": numbers.depth,
            "width": numbers.width,
            "bytes_per_state": round(numbers.memory / max(numbers.states, 1), 1),
            "compile_seconds": round(compiling, 3),
            "cpu_seconds": round(seconds, 3),
            "wall_seconds": round(wall, 3),
            "states_per_cpu_second": round(numbers.states / max(seconds, 1e-9)),
        }
        print(json.dumps(row), flush=True)


def main(arguments: list[str]) -> None:
    names = [argument for argument in arguments if not argument.startswith("--")]
    strategies = [Strategy[name.upper()] for name in names] or list(Strategy)
    for make, parameters in LARGE if "--large" in arguments else SMALL:
        measured(make(*parameters), strategies)


if __name__ == "__main__":
    main(sys.argv[1:])
