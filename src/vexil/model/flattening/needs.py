"""What a program uses of threads, locks and waiting, so that nothing else gets a place in the state."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis import Analyses
from vexil.ir import expressions as ir
from vexil.ir.expressions import Const, Operator
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operations import (
    BeginAtomic,
    Interrupt,
    Lock,
    Notify,
    Operation,
    Start,
    Stop,
    Unlock,
    Wait,
    expressions_of,
)
from vexil.ir.program import Program
from vexil.ir.types import LockType, PointerType, is_reference
from vexil.model.flattening.errors import NotFlat
from vexil.model.flattening.memory_plan import MemoryObject, MemoryPlan
from vexil.model.flattening.objects import Objects
from vexil.model.flattening.plan import Plan
from vexil.model.flattening.used import Used
from vexil.model.flattening.values import Values
from vexil.model.guarded.expressions import Expr, apply, is_const, number

MOST_PLACES = 1024


class Needs:
    """What the functions that may run make use of."""

    def __init__(
        self,
        program: Program,
        plan: Plan,
        values: Values,
        objects: Objects,
        memory: MemoryPlan,
        analyses: Analyses,
        bounds: Bounds,
        used: Used,
        *,
        returns: bool,
    ) -> None:
        self.used = used
        self.bounds = bounds
        self.returns = returns
        """Whether it is observed which function a thread has just returned from."""
        running = sorted({name for template in plan.templates for name in template.functions})
        edges = [
            (program.functions[name].edge_id(number), edge.operation)
            for name in running
            for number, edge in enumerate(program.functions[name].edges)
        ]
        operations = [operation for _, operation in edges]
        self.interrupts = any(isinstance(item, Interrupt) and item.value for item in operations)
        self.atomic = any(isinstance(item, BeginAtomic) for item in operations)
        self.reentrant = any(isinstance(item, Lock) and item.reentrant for item in operations)
        self.status = any(
            isinstance(item, Stop) and item.status is not None and not isinstance(item.status, Const)
            for item in operations
        )
        starts = {
            target
            for edge, operation in edges
            if isinstance(operation, Start)
            and operation.daemon is not None
            and not (isinstance(operation.daemon, Const) and not operation.daemon.value)
            for target in plan.targets(edge)
        }
        self.daemons = frozenset(starts)
        """The first functions of threads that may be daemons."""
        locks = [(edge, lock) for edge, operation in edges for lock in _locks(operation)]
        kinds = [lock.type for _, lock in locks]
        self.lock_numbers = len(values.locks) if any(isinstance(kind, LockType) for kind in kinds) else 0
        self.lock_objects = objects.count + 1 if any(map(is_reference, kinds)) else 0
        self.nobody = self.lock_numbers + self.lock_objects
        """The key of what is no lock: nobody holds it."""
        self.addresses = _addresses(memory, analyses, locks)
        """The objects and offsets that may be locked."""
        self.keys = self.nobody
        if any(isinstance(kind, PointerType) for kind in kinds):
            self.keys += 1 + sum(item.copies for item, _ in self.addresses)
        self.address_table = memory.keys_table(self.addresses, self.nobody + 1) if self.addresses else None

    def address_keys(self, item: MemoryObject, copy: Expr) -> Iterator[Expr]:
        """The keys of the addresses in a copy of an object."""
        key = self.nobody + 1
        for other, _ in self.addresses:
            if other is item:
                yield number(key) if is_const(copy, 0) else apply(Operator.ADD, copy, number(key))
            key += other.copies


def _addresses(
    memory: MemoryPlan, analyses: Analyses, locks: list[tuple[str, ir.Expr]]
) -> list[tuple[MemoryObject, int]]:
    """What may be locked through pointers."""
    found: dict[tuple[int, int], MemoryObject] = {}
    for edge, lock in locks:
        if not isinstance(lock.type, PointerType):
            continue
        function = edge.rpartition("#")[0]
        for location in analyses.points_to.targets_of(function, lock):
            for item in memory.named(location.object):
                stride = location.stride
                places = range(location.offset % stride, item.size, stride) if stride else [location.offset]
                if len(places) > MOST_PLACES:
                    raise NotFlat(f"locks in {item.name}", f"there may be {len(places)} of them", where=edge)
                for offset in places:
                    if 0 <= offset <= item.size:
                        found[item.first, offset] = item
    return [(found[key], key[1]) for key in sorted(found)]


def _locks(operation: Operation) -> list[ir.Expr]:
    """The locks and wait sets that an operation uses."""
    match operation:
        case Lock(lock, _, _) | Unlock(lock, _) | Notify(lock, _):
            found = [lock]
        case Wait(lock, condition, _, _):
            found = [key for key in (lock, condition) if key is not None]
        case _:
            found = []
    return found + [
        part.operands[0]
        for expression in expressions_of(operation)
        for part in ir.preorder(expression)
        if isinstance(part, ir.Apply) and part.operator in (Operator.HOLDS_LOCK, Operator.LOCKED)
    ]
