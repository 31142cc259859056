"""What removed operations on threads, locks and conditions may not do to those that a slice keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vexil.analysis.facts import Analyses
from vexil.analysis.locations import UNKNOWN
from vexil.ir.expressions import Const, Expr
from vexil.ir.operations import ChooseInstance, Interrupt, Join, Lock, Notify, Operation, Start, Unlock, Wait
from vexil.ir.program import Program
from vexil.ir.types import LockType

Tokens = frozenset[object] | None
"""What a lock may be; none if nothing is known."""


@dataclass(slots=True)
class Synchronisation:
    """The operations of a slice on threads, locks and conditions."""

    locks: list[Tokens] = field(default_factory=list)
    conditions: list[Tokens] = field(default_factory=list)
    waits: bool = False
    joins: bool = False
    interrupts: bool = False
    daemons: bool = False
    instances: bool = False


def tokens(facts: Analyses, function: str, lock: Expr) -> Tokens:
    """What a lock or condition of a function may be."""
    if isinstance(lock.type, LockType):
        return frozenset({lock.value}) if isinstance(lock, Const) else None
    targets = facts.points_to.targets_of(function, lock)
    return None if UNKNOWN in targets else frozenset(location.object for location in targets)


def may_be_same(one: Tokens, other: Tokens) -> bool:
    """Say whether two locks may be one."""
    return one is None or other is None or not one.isdisjoint(other)


def synchronisation(facts: Analyses, small: Program) -> Synchronisation:
    """The operations of a slice."""
    found = Synchronisation()
    for name, function in small.functions.items():
        for edge in function.edges:
            operation = edge.operation
            found.locks += [tokens(facts, name, lock) for lock in _locks(operation)]
            match operation:
                case Wait(_, condition, _, _):
                    found.waits = True
                    if condition is not None:
                        found.conditions.append(tokens(facts, name, condition))
                case Join():
                    found.joins = True
                case Interrupt():
                    found.interrupts = True
                case Start(_, _, _, daemon, _):
                    found.daemons |= daemon is not None and not (isinstance(daemon, Const) and not daemon.value)
                case ChooseInstance():
                    found.instances = True
                case _:
                    pass
    return found


def _locks(operation: Operation) -> Iterator[Expr]:
    match operation:
        case Lock(lock, _, _) | Unlock(lock, _):
            yield lock
        case Wait(lock, _, _, _) if lock is not None:
            yield lock
        case Notify() | _:
            return
