"""Whether the locks of a function are used in blocks, so that nobody has to count how often they are held.

In a program with one thread a re-entrant lock keeps nobody waiting. All that is left is that an unlock, or a wait,
needs the lock held. Where every unlock is of what was locked last, by a variable that was not written since, it is.
"""

from __future__ import annotations

from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operations import Lock, Operation, Unlock, Wait, written_places
from vexil.ir.program import Function
from vexil.ir.types import LockType

Held = tuple[str, ...]
"""The variables whose locks are held, the last one last."""


def is_structured(function: Function) -> bool:
    """Say whether each unlock and wait of a function is in a block that locked the same variable."""
    if not any(isinstance(edge.operation, Lock | Unlock | Wait) for edge in function.edges):
        return True
    held: dict[int, Held] = {function.entry: ()}
    pending = [function.entry]
    while pending:
        here = pending.pop()
        for number in function.outgoing[here]:
            edge = function.edges[number]
            after = _after(held[here], edge.operation)
            if after is None:
                return False
            if edge.target not in held:
                held[edge.target] = after
                pending.append(edge.target)
            elif held[edge.target] != after and function.outgoing[edge.target]:
                return False
    return True


def _after(held: Held, operation: Operation) -> Held | None:
    """What is held after an operation; nothing when that is not known."""
    match operation:
        case Lock(lock, _, _):
            name = _name(lock)
            return None if name is None else (*held, name)
        case Unlock(lock, _):
            return held[:-1] if held and held[-1] == _name(lock) else None
        case Wait(lock, _, _, _) if lock is not None and _name(lock) not in held:
            return None
        case _:
            written = {place.name for place in written_places(operation) if isinstance(place, Variable)}
            return None if written.intersection(held) else held


def _name(lock: Expr) -> str | None:
    """The register that a lock is in, which no other function writes, or the number of a lock that is no object."""
    if isinstance(lock, Const):
        return f"{lock.value} {lock.type}"
    return lock.name if isinstance(lock, Variable) and not lock.is_global else None


def is_lock_number(lock: Expr) -> bool:
    """Say whether a lock is no object: nobody asks whether it is held."""
    return isinstance(lock.type, LockType)
