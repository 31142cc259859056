"""Whether critical and atomic sections are like brackets in a function, and a section is kept or removed as a whole."""

from __future__ import annotations

from collections.abc import Callable, Container

from vexil.analysis.facts import Analyses
from vexil.ir.expressions import AddressOf, Const, Expr, Variable
from vexil.ir.operations import BeginAtomic, EndAtomic, Lock, Operation, Unlock, Wait, written_places
from vexil.ir.program import Function

Section = tuple[str, bool]
"""What was entered, and whether the edge is kept."""
ATOMIC = "atomic section"


def section_problem(function: Function, kept: Container[int], waits: Callable[[int], bool]) -> str:
    """Why sections of a function are no brackets that are kept or removed as a whole; nothing if they are.

    In removed ones no kept edge may be one that *waits*: it gives back what the slice does not hold.
    """
    stacks: dict[int, tuple[Section, ...]] = {function.entry: ()}
    pending = [function.entry]
    while pending:
        place = pending.pop()
        for number in function.outgoing[place]:
            edge = function.edges[number]
            stack = stacks[place]
            entered = _entered(edge.operation)
            if entered == "?":
                return "a lock is not named by a variable"
            if number in kept and not all(is_kept for _, is_kept in stack) and waits(number):
                return f"{function.edge_id(number)} may wait inside"
            match edge.operation:
                case Lock() | BeginAtomic():
                    stack = (*stack, (entered, number in kept))
                case Unlock() | EndAtomic():
                    if not stack or stack[-1] != (entered, number in kept):
                        return f"what is left at {function.edge_id(number)} is not what was entered last"
                    stack = stack[:-1]
                case _:
                    written = written_places(edge.operation)
                    if written and any(name == _name(written[0]) for name, _ in stack):
                        return f"{function.edge_id(number)} changes the variable that names a lock"
            if not function.outgoing[edge.target]:
                if stack:
                    return f"a section is not left at {function.edge_id(number)}"
            elif edge.target not in stacks:
                stacks[edge.target] = stack
                pending.append(edge.target)
            elif stacks[edge.target] != stack:
                return f"sections differ at {function.locations[edge.target].name}"
    return ""


def may_wait(facts: Analyses, function: Function, number: int) -> bool:
    """Say whether an edge may wait, in the function or in one that it calls."""
    graph = facts.call_graph
    called = graph.reachable(graph.calls.get(function.edge_id(number), ()))
    edges = (edge for name in called for edge in facts.program.functions[name].edges)
    return any(isinstance(edge.operation, Wait) for edge in (function.edges[number], *edges))


def _entered(operation: Operation) -> str:
    match operation:
        case Lock(lock, _, _) | Unlock(lock, _):
            return _name(lock) or "?"
        case BeginAtomic() | EndAtomic():
            return ATOMIC
        case _:
            return ""


def _name(lock: Expr) -> str:
    """What a lock is called by, if that is the same wherever it stands in a function."""
    match lock:
        case Variable(name, _, False):
            return f"local {name}"
        case AddressOf(variable, _):
            return f"address {variable.name} {variable.is_global}"
        case Const(value, _):
            return f"number {value}"
        case _:
            return ""
