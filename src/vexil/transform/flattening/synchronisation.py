"""What a program uses of threads, locks and waiting, so that nothing else gets a place in the state."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis import AllocatedObject, Analyses
from vexil.ir import expressions as ir
from vexil.ir import operations as ops
from vexil.ir.expressions import Const, Operator
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.program import Program
from vexil.ir.types import IntegerType, LockType, PointerType, ReferenceType, is_reference
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import WORD, Expr, Variable, apply, cast, is_const, number, read
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import MemoryObject, MemoryPlan
from vexil.transform.flattening.objects import Objects, Pool
from vexil.transform.flattening.plan import Plan, TemplatePlan
from vexil.transform.flattening.sections import waits_inside
from vexil.transform.flattening.usage import UsedNames
from vexil.transform.flattening.values import Values, holding_count

MOST_PLACES = 1024


class SynchronisationPlan:
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
        used: UsedNames,
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
        self.interrupts = any(isinstance(item, ops.Interrupt) and item.value for item in operations)
        self.atomic = any(isinstance(item, ops.BeginAtomic) for item in operations)
        self.suspended = frozenset(
            template.root for template in plan.templates if self.atomic and self._suspends(program, template, analyses)
        )
        """The first functions of threads that may end a wait inside a section by themselves: it stops nobody then."""
        self.reentrant = any(isinstance(item, ops.Lock) and item.reentrant for item in operations)
        self.status = any(
            isinstance(item, ops.Stop) and item.status is not None and not isinstance(item.status, Const)
            for item in operations
        )
        starts = {
            target
            for edge, operation in edges
            if isinstance(operation, ops.Start)
            and operation.daemon is not None
            and _may_hold(analyses, program, edge, operation.daemon)
            for target in plan.targets(edge)
        }
        self.daemons = frozenset(starts)
        """The first functions of threads that may be daemons."""
        locks = [(edge, lock) for edge, operation in edges for lock in _locks(operation)]
        kinds = [lock.type for _, lock in locks]
        self.lock_numbers = len(values.locks) if any(isinstance(kind, LockType) for kind in kinds) else 0
        self.lock_rows = tuple(_lock_rows(_lockable(objects, analyses, locks), self.lock_numbers))
        """Objects that may be locked, from the first to before the second number, and the key of the first."""
        self.nobody = self.lock_numbers + sum(end - first for first, end, _ in self.lock_rows)
        """The key of what is no lock: nobody holds it."""
        self.addresses = _addresses(memory, analyses, locks)
        """The objects and offsets that may be locked."""
        self.keys = self.nobody
        if any(isinstance(kind, PointerType) or is_reference(kind) for kind in kinds):
            self.keys += 1 + sum(item.copies for item, _ in self.addresses)
        self.address_table = memory.keys_table(self.addresses, self.nobody + 1) if self.addresses else None
        kinds_of_numbers = (holding_count(self.keys), values.reference)
        self._key_table, self._object_table = _tables(
            self.lock_rows, objects.count, self.nobody, self.keys, *kinds_of_numbers
        )

    def _suspends(self, program: Program, template: TemplatePlan, analyses: Analyses) -> bool:
        """Say whether a wait of some thread may be inside a section and end by itself."""
        ending = {
            (name, number)
            for name, number in template.waits
            if isinstance(wait := program.functions[name].edges[number].operation, ops.Wait)
            and (wait.timed or self.interrupts)
        }
        return bool(ending) and bool(ending & waits_inside(program, template.root, analyses.call_graph.calls))

    @property
    def tables(self) -> tuple[Variable, ...]:
        """The tables that lead from addresses and objects to keys, and back."""
        rows = (self._key_table, self._object_table) if self.lock_rows else ()
        return (*([] if self.address_table is None else [self.address_table]), *rows)

    def key_of_object(self, reference: Expr) -> Expr:
        """The key of an object, by its number; of null, and of what is never locked, one that nobody holds."""
        if not self.lock_rows:
            return number(self.nobody)
        if isinstance(reference, flat.Const):
            return number(self._key_table.initial[reference.value])
        return cast(read(self._key_table, cast(reference, WORD)), WORD)

    def object_of_mark(self, remembered: Expr) -> Expr:
        """The object whose lock a thread remembers as one more than its key; 0 where it is none of an object."""
        return cast(read(self._object_table, cast(remembered, WORD)), WORD)

    def address_keys(self, item: MemoryObject, copy: Expr) -> Iterator[Expr]:
        """The keys of the addresses in a copy of an object."""
        key = self.nobody + 1
        for other, _ in self.addresses:
            if other is item:
                yield number(key) if is_const(copy, 0) else apply(Operator.ADD, copy, number(key))
            key += other.copies


def _may_hold(analyses: Analyses, program: Program, edge: str, condition: ir.Expr) -> bool:
    function, _, number_text = edge.rpartition("#")
    source = program.functions[function].edges[int(number_text)].source
    interval = analyses.intervals.value(function, source, condition)
    return interval is not None and interval.constant != 0


def _lockable(objects: Objects, analyses: Analyses, locks: list[tuple[str, ir.Expr]]) -> list[Pool]:
    """The pools of objects that may be locked or waited on."""
    references = [(edge.rpartition("#")[0], lock) for edge, lock in locks if is_reference(lock.type)]
    if not references:
        return []
    sites: set[tuple[str, str]] = set()
    for function, lock in references:
        for location in analyses.points_to.targets_of(function, lock):
            match location.object:
                case AllocatedObject(_, site, class_name, None) if class_name is not None:
                    sites.add((site, str(ReferenceType(class_name))))
                case AllocatedObject(_, site, None, element) if element is not None:
                    sites.add((site, f"array[{element}]"))
                case _:
                    return list(objects.pools)
    return [pool for pool in objects.pools if (pool.site, str(pool.kind)) in sites]


def _lock_rows(pools: list[Pool], key: int) -> Iterator[tuple[int, int, int]]:
    first = end = 0
    for pool in pools:
        if pool.first != end:
            if end > first:
                yield first, end, key
                key += end - first
            first = pool.first
        end = pool.end
    if end > first:
        yield first, end, key


def _tables(
    rows: tuple[tuple[int, int, int], ...],
    count: int,
    nobody: int,
    most: int,
    kind: IntegerType,
    reference: IntegerType,
) -> tuple[Variable, Variable]:
    keys, objects = [nobody] * (count + 1), [0] * (most + 1)
    for first, end, key in rows:
        for item in range(first, end):
            keys[item] = key + item - first
            objects[key + item - first + 1] = item
    return (
        Variable("keys of objects", kind, count + 1, tuple(keys), constant=True),
        Variable("objects of keys", reference, most + 1, tuple(objects), constant=True),
    )


def _addresses(
    memory: MemoryPlan, analyses: Analyses, locks: list[tuple[str, ir.Expr]]
) -> list[tuple[MemoryObject, int]]:
    """What may be locked through pointers."""
    addresses: dict[tuple[int, int], MemoryObject] = {}
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
                        addresses[item.first, offset] = item
    return [(addresses[key], key[1]) for key in sorted(addresses)]


def _locks(operation: ops.Operation) -> list[ir.Expr]:
    """The locks and wait sets that an operation uses."""
    match operation:
        case ops.Lock(lock, _, _) | ops.Unlock(lock, _) | ops.Notify(lock, _):
            locks = [lock]
        case ops.Wait(lock, condition, _, _):
            locks = [key for key in (lock, condition) if key is not None]
        case _:
            locks = []
    return locks + [
        part.operands[0]
        for expression in ops.expressions_of(operation)
        for part in ir.preorder(expression)
        if isinstance(part, ir.Apply) and part.operator in (Operator.HOLDS_LOCK, Operator.LOCKED)
    ]
