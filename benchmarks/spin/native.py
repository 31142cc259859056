"""Native search of a model in a process of its own, so that starting Python counts as well."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from .models import MODELS
from .rows import Row, timed

MACHINE = "machine"
SEARCHES = ("breadth", MACHINE, "depth", "tree", "parallel")
"""The strategies of native search, and the native machine for models that are programs."""
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
    numbers = _on_machine(model, quick=quick) if search == MACHINE else _in_flat_form(model, search, quick=quick)
    return json.dumps(numbers)


def _in_flat_form(model: str, search: str, *, quick: bool) -> dict[str, object]:
    from vexil.core.context import Context
    from vexil.engines.explicit import Compiled, Goals, SearchOptions, Strategy
    from vexil.engines.printed import violations

    system = MODELS[model].system(quick=quick)
    goals = Goals(violations(system).asserted, deadlock=bool(not system.endings))
    compiled = Compiled(system)
    begun = time.process_time()
    found = compiled.search(goals, SearchOptions(Strategy[search.upper()]), Context())
    numbers = found.statistics
    return {
        "states": numbers.states,
        "transitions": numbers.transitions,
        "memory": numbers.memory,
        "search_seconds": time.process_time() - begun,
        "note": found.why_stopped,
    }


def _on_machine(model: str, *, quick: bool) -> dict[str, object]:
    from vexil.core.context import Context
    from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
    from vexil.ir.interpreter import CompiledProgram
    from vexil.ir.program import Program

    program = MODELS[model].made(quick=quick)
    if not isinstance(program, Program):
        raise SystemExit(f"{model} is no program")
    search = NativeSearch(CompiledProgram(program), StateQuery(frozenset({"assert"})), Reduction.GUARDED, Context())
    begun = time.process_time()
    reason = search.run()
    return {
        "states": search.count,
        "transitions": search.transitions,
        "memory": search.numbers.memory,
        "search_seconds": time.process_time() - begun,
        "note": "" if reason is Reason.EXHAUSTED else search.why_stopped(reason),
    }
