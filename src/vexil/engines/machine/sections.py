"""Whether threads may wait for locks inside atomic sections.

While one does, others move; when the lock is released, it goes on and nobody else does. So a release is noticed by all.
"""

from __future__ import annotations

from vexil.ir import operations as ops
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.program import Function, Program

DEEPEST = 8
"""Sections inside each other that are told apart."""


def may_lock_in_sections(program: Program) -> bool:
    """Say whether a thread may come to acquire a lock inside an atomic section, as far as the text shows."""
    lockers = _lockers(program)
    return bool(lockers) and any(_locks(function, lockers) for function in program.functions.values())


def _lockers(program: Program) -> frozenset[str]:
    """The functions in which, or in what they call, a lock may be acquired."""
    callers: dict[str, set[str]] = {name: set() for name in program.functions}
    found: set[str] = set()
    pending: list[str] = []
    for name, function in program.functions.items():
        for edge in function.edges:
            match edge.operation:
                case ops.Call(StaticCallee(callee)):
                    callers[callee].add(name)
                case ops.Lock() | ops.Wait() | ops.Call():
                    pending.append(name)
                case _:
                    pass
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += callers[name]
    return frozenset(found)


def _locks(function: Function, lockers: frozenset[str]) -> bool:
    """Say whether a section that begins in a function acquires a lock, or is left open when the function is left."""
    pending = [(edge.target, 1) for edge in function.edges if isinstance(edge.operation, ops.BeginAtomic)]
    seen = set(pending)
    while pending:
        location, depth = pending.pop()
        for number in function.outgoing[location]:
            edge = function.edges[number]
            inner = depth
            match edge.operation:
                case ops.Lock() | ops.Wait() | ops.Return() | ops.Throw():
                    return True
                case ops.Call(StaticCallee(name)):
                    if name in lockers:
                        return True
                case ops.Call():
                    return True
                case ops.BeginAtomic():
                    inner += 1
                case ops.EndAtomic():
                    inner -= 1
                case _:
                    pass
            if inner > DEEPEST:
                return True
            if inner and (edge.target, inner) not in seen:
                seen.add((edge.target, inner))
                pending.append((edge.target, inner))
    return False
