"""Whether a state of a flat form and the interpreter, which was driven to it, agree."""

from __future__ import annotations

from vexil.ir.interpreter import Cut, Machine, Stopped, Undefined, Violated
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.system import Ending, EndKind
from vexil.transform.flattening.flatten import Flattened
from vexil.transform.flattening.runs import Driver


def disagreement(flattened: Flattened, evaluator: Evaluator, driver: Driver) -> str:
    """What the two say differently: how the run ended, who can move, whether it is stuck; empty when nothing."""
    machine, state = driver.machine, driver.state
    ending = flattened.system.endings[state[0] - 1] if state[0] else None
    if not _is_same_end(machine, ending):
        return f"the flat form says {ending}, and the program {machine.ending}"
    plan = flattened.encoding.plan
    moving = {driver.thread(plan.of(name).base + thread + 1) for name, thread in evaluator.movers(state)}
    enabled = set(machine.enabled())
    if moving != enabled:
        return f"threads {sorted(moving)} can move in the flat form, and {sorted(enabled)} in the program"
    if evaluator.is_deadlock(state) != machine.deadlocked():
        return "one of the flat form and the program is stuck, and the other is not"
    return ""


def _is_same_end(machine: Machine, ending: Ending | None) -> bool:
    match machine.ending:
        case None:
            return ending is None
        case Violated(kind, message):
            reached = None if ending is None else (ending.kind, ending.property, ending.text)
            return reached == (EndKind.VIOLATED, kind, message)
        case Stopped():
            return ending is not None and ending.kind is EndKind.STOPPED
        case Undefined(kind):
            found_end = None if ending is None else (ending.kind, ending.text)
            return found_end == (EndKind.UNDEFINED, f"{kind} at {machine.edge_id()}")
        case Cut():
            return False
