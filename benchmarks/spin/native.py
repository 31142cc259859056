"""Native search of a model in a process of its own, so that starting Python counts as well."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from .models import MODELS
from .rows import Row, timed

SEARCHES = ("breadth", "reduced", "depth", "tree", "parallel")
"""The strategies, and breadth-first search with all reductions."""
HERE = Path(__file__).resolve().parent.parent


def measured(model: str, search: str, *, quick: bool) -> Row:
    """Search a model in a new process."""
    size = ["--quick"] if quick else []
    ended = timed([sys.executable, str(HERE / "spin_search.py"), "--child", search, *size, model], HERE)
    if ended.status:
        raise SystemExit(f"{model}, {search}: {ended.output}")
    found = json.loads(ended.output.splitlines()[-1])
    states = max(found["states"], 1)
    searching = found["search_seconds"]
    return Row(
        model,
        f"vexil {search}",
        found["states"],
        found["transitions"],
        max(ended.seconds - searching, 0.0),
        searching,
        found["memory"] / states,
        found["memory"] / states,
        found["note"],
    )


def child(model: str, search: str, *, quick: bool) -> str:
    """Search a model; the numbers as a line."""
    from vexil.core.context import Context
    from vexil.engines.explicit import Compiled, Goals, SearchOptions, Strategy
    from vexil.engines.printed import violations

    system, world = MODELS[model].made(quick=quick)
    goals = Goals(violations(system).asserted, deadlock=bool(not system.endings))
    note = ""
    if search == "reduced":
        from .reduced import reduced

        system, note = reduced(system, world)
    compiled = Compiled(system)
    strategy = Strategy.BREADTH if search == "reduced" else Strategy[search.upper()]
    begun = time.process_time()
    found = compiled.search(goals, SearchOptions(strategy), Context())
    seconds = time.process_time() - begun
    numbers = found.statistics
    ended = found.why_stopped or note
    row = {
        "states": numbers.states,
        "transitions": numbers.transitions,
        "memory": numbers.memory,
        "search_seconds": seconds,
        "note": ended,
    }
    return json.dumps(row)
