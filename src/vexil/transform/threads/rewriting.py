"""One body over registers: what is known about pointers is put in, and memory becomes cells.

A forward pass finds the values of registers that are known at each location (Wegman and Zadeck 1991, without their
lattice of edges that are taken conditionally: an edge whose condition is false is not followed). Every pointer that is
looked behind has to be known then: an object at an offset. Cells that are always accessed alike become variables. Of
memory that is accessed at open places or by overlapping cells nothing is kept but that accesses are in bounds: a read
gives any value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Bits, CodeAddress, Const, Deref, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import Domain, GuardedDomain, Origin, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.program import Function
from vexil.ir.types import BOOL, I32, FloatType, PointerType, Type, is_aggregate
from vexil.ir.typing import negation
from vexil.transform.threads.facts import Facts
from vexil.transform.threads.ghosts import unused
from vexil.transform.threads.places import Cell, Object, Target, is_constant, is_identity, target_of, zero
from vexil.transform.threads.reading import ALIVE, HANDLE, Known, Reading, cell_name, is_handle
from vexil.transform.threads.sections import depths

READ_LOCK = 8
"""How many bytes of a read-write lock its model in C writes to."""
NOTIFIED = "\\notified "
"""How the names begin of variables that say whether anybody was woken."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a rewritten body: a chain of operations, each with the edge it stands for."""

    source: int
    target: int
    operations: tuple[ops.Operation, ...]
    edge: int


@dataclass(frozen=True, slots=True)
class Started:
    """A request to start a thread: where, of which function, with what arguments, and where its identity goes."""

    edge: int
    function: str
    arguments: tuple[Expr, ...]
    handle: str | Cell | None


class Body(Reading):
    """Rewrites the body of one thread."""

    def __init__(
        self,
        facts: Facts,
        function: Function,
        origins: tuple[str, ...],
        arguments: tuple[Expr | None, ...],
        checks: frozenset[str],
        library: Mapping[str, Callable[[Body, int, ops.Call, tuple[Expr, ...]], list[ops.Operation] | None]],
        *,
        is_first: bool,
    ) -> None:
        super().__init__(facts, function, origins, is_first=is_first)
        self.arguments = arguments
        self.checks = checks
        self.library = library
        self.known: dict[int, Known] = {}
        self.started: dict[int, Started] = {}
        self.joined: dict[int, int | str | Cell | None] = {}
        """By edges that wait for a thread the edge that started it, or the only variable that its number is in."""
        self.writers: dict[str | Cell, set[int]] = {}
        self._mortal = {
            edge.operation.variable.name
            for edge in function.edges
            if isinstance(edge.operation, ops.BeginLifetime | ops.EndLifetime)
        }
        """Variables in memory that do not live as long as the thread."""
        self._depths = depths(function)
        self.failing: dict[int, list[ops.Operation]] = {}
        """What edges may do instead: calls of the library that fail."""

    # --- the pass ----------------------------------------------------------------------------------------

    def propagate(self) -> None:
        """Find the values that are known at each location that can be reached."""
        function = self.function
        first: Known = {}
        for position, declared in enumerate(function.parameters):
            given = self.arguments[position] if position < len(self.arguments) else None
            if given is not None and not declared.addressable:
                first[declared.name] = given
        for declared in function.locals:
            if (
                not declared.addressable
                and not is_aggregate(declared.type)
                and not isinstance(declared.type, FloatType)
            ):
                first[declared.name] = zero(declared.type)
        for variable in self.program.globals:
            if variable.per_thread and not variable.addressable and not isinstance(variable.type, FloatType):
                value = variable.initial
                first["\\" + variable.name] = value if isinstance(value, Const) else zero(variable.type)
        for item in sorted(self._mortal):
            first[_alive(Object(item, False))] = Const(True, BOOL)
        self.known = {function.entry: first}
        pending = [function.entry]
        while pending:
            location = pending.pop()
            for number in function.outgoing[location]:
                step = self.step(number)
                if step is None:
                    continue
                _, after = step
                target = function.edges[number].target
                before = self.known.get(target)
                if before is None:
                    self.known[target] = after
                    pending.append(target)
                else:
                    joined = {key: value for key, value in before.items() if _alike(value, after.get(key))}
                    if len(joined) != len(before):
                        self.known[target] = joined
                        pending.append(target)

    def steps(self) -> list[Step]:
        """The edges that can be taken, rewritten."""
        found = []
        for number, edge in enumerate(self.function.edges):
            if edge.source in self.known:
                step = self.step(number)
                if step is None:
                    continue
                done: list[ops.Operation] = step[0]
                if number in self.failing:
                    found.append(Step(edge.source, edge.target, (ops.Skip(), *self.failing[number]), number))
                    done = [ops.Skip(), *done]
                found.append(Step(edge.source, edge.target, tuple(done), number))
        return found

    def step(self, number: int) -> tuple[list[ops.Operation], Known] | None:
        """What an edge does, and what is known behind it; nothing if it is not taken."""
        edge = self.function.edges[number]
        self.at(number, self.known[edge.source])
        self.failing.pop(number, None)
        done = self._operation(edge.operation)
        if done is None:
            return None
        steps = [*self._guards, *done]
        if any(map(_names_identity, steps)):
            raise self.fail("a pointer, or the number of a thread, among numbers")
        return steps, self._env

    # --- places ------------------------------------------------------------------------------------------

    def write(self, place: Expr, value: Expr | None) -> list[ops.Operation]:
        """Write a value, or any value, to a place that was named before anything was put in."""
        match place:
            case Variable():
                declared = self._declared(place)
                if declared.addressable:
                    if is_aggregate(place.type):
                        raise self.fail("a structure as a whole")
                    return self._write_cell(Target(self._object(place), 0), place.type, value)
                key = self.register(place)
                self.writers.setdefault(key, set()).add(self._edge)
                if place.is_global and not declared.per_thread:
                    self.facts.write(Cell(Object(place.name, True), -1, place.type))
                    return self._store(place, value)
                self._know(key, value)
                return self._store(Variable(key, place.type, False), value)
            case Deref((pointer,), kind):
                return self._write_cell(self._target(self.value(pointer)), kind, value)
            case Bits((pointer,), _, _, _, _):
                target = self._target(self.value(pointer))
                self.facts.hide(target.object)
                self.facts.write(target.object)
                return []
            case _:
                raise self.fail("objects")

    def forget(self, place: Expr) -> None:
        """Know nothing about a place."""
        key = self.place_key(place)
        if key is not None:
            self._env.pop(key, None)

    def _know(self, key: str | Cell, value: Expr | None) -> None:
        if value is not None and (is_constant(value) or is_handle(value)) and not isinstance(value.type, FloatType):
            self._env[key] = value
        else:
            self._env.pop(key, None)

    def _store(self, place: Variable, value: Expr | None) -> list[ops.Operation]:
        if is_identity(place.type):
            return []
        if value is None or is_handle(value):
            return [ops.Choose(place, TypeDomain(place.type), Origin.APPROXIMATION)]
        return [ops.Assign(place, value)]

    def _write_cell(self, target: Target, kind: Type, value: Expr | None) -> list[ops.Operation]:
        if is_aggregate(kind):
            raise self.fail("a structure as a whole")
        self._require_life(target.object)
        if self._read_locks(target, self.program.layout.size_of(kind, self.program.structs)):
            raise self.fail("a write to the memory of a read-write lock")
        cell = self.cell(target, kind)
        if cell is None:
            self._in_bounds(target, kind)
            self.facts.write(target.object)
            return []
        self.writers.setdefault(cell, set()).add(self._edge)
        if target.object.is_shared:
            self.facts.write(cell)
        else:
            self._know(cell, value)
        return self._store(Variable(cell_name(cell), kind, target.object.is_shared), value)

    def _read_locks(self, target: Target, size: int) -> list[tuple[int, int]]:
        """The read-write locks in some bytes of memory: where they are in the object, and their numbers."""
        return [
            (start, number)
            for (item, start), number in self.facts.read_locks.items()
            if item == target.object
            and (target.offset is None or (target.offset < start + READ_LOCK and start < target.offset + size))
        ]

    def place_key(self, place: Expr) -> str | Cell | None:
        """What a place is known by in ``writers``."""
        match place:
            case Variable() if not self._declared(place).addressable:
                return self.register(place)
            case Variable():
                return self.cell(Target(self._object(place), 0), place.type)
            case Deref((pointer,), kind):
                return self.cell(self._target(self.value(pointer)), kind)
            case _:
                return None

    # --- operations --------------------------------------------------------------------------------------

    def _operation(self, operation: ops.Operation) -> list[ops.Operation] | None:
        """What stands for an operation; nothing if the edge is never taken."""
        match operation:
            case ops.Skip():
                return []
            case ops.Assign(place, value):
                return self.write(place, self.value(value))
            case ops.Assume(condition):
                return self._assume(self.value(condition))
            case ops.Case(selector, values, otherwise):
                chosen = self.value(selector)
                if isinstance(chosen, Const):
                    return [] if (int(chosen.value) in values) is not otherwise else None
                return [ops.Case(chosen, values, otherwise)]
            case ops.Restrict(condition):
                return [ops.Restrict(self.value(condition))]
            case ops.Check(kind, condition, message):
                return self._check(kind, condition, message)
            case ops.Choose(place, domain, origin):
                return self._choose(place, domain, origin)
            case ops.Call():
                return self._call(operation)
            case ops.Return(value):
                if value is not None and not is_aggregate(value.type):
                    self.value(value)
                return self.end()
            case ops.Stop():
                return [ops.Stop(None)]
            case ops.EndThread():
                return self.end()
            case ops.BeginLifetime(variable) | ops.EndLifetime(variable):
                return self._life(variable, begins=isinstance(operation, ops.BeginLifetime))
            case ops.Fill():
                return self._fill(operation)
            case ops.Lock(lock, pair, reentrant):
                if reentrant:
                    raise self.fail("a lock that its owner may take again")
                return [ops.Lock(self.lock(self.value(lock)), pair, False)]
            case ops.Unlock(lock, pair):
                return [ops.Unlock(self.lock(self.value(lock)), pair)]
            case ops.Wait():
                return self._wait(operation)
            case ops.Notify(condition, _):
                return self._notify(condition)
            case ops.Start(StaticCallee(function), arguments, handle, None, _):
                passed = tuple(self.value(argument) for argument in arguments)
                started = self.start(function, passed, None if handle is None else self.place_key(handle))
                return started if handle is None else [*started, *self.write_handle(handle)]
            case ops.Join(thread, False, result):
                identity = self.value(thread)
                if not is_handle(identity):
                    raise self.fail("a thread that is not known")
                self.join(identity)
                return [] if result is None else self.write(result, zero(result.type))
            case ops.BeginAtomic() | ops.EndAtomic():
                return [operation]
            case _:
                raise self.fail(type(operation).__name__)

    def start(self, function: str, arguments: tuple[Expr, ...], handle: str | Cell | None) -> list[ops.Operation]:
        """Start a thread; its identity goes to a place that is known."""
        self.started[self._edge] = Started(self._edge, function, arguments, handle)
        passed = tuple(map(self._passed, arguments))
        return [ops.Start(StaticCallee(function), passed, None, None, True)]

    def _passed(self, argument: Expr) -> Expr:
        """An argument as it is written in the form, which leaves pointers out."""
        if is_identity(argument.type):
            return Const(0, argument.type)
        return self._any(argument.type) if is_handle(argument) else argument

    def end(self) -> list[ops.Operation]:
        """End the thread; the memory of the first one must not be others' then."""
        if self.is_first and self.facts.handed_over:
            raise self.fail("a thread that ends while others may access its memory")
        return [ops.Return(None)]

    def join(self, thread: Expr) -> None:
        """Wait for a thread whose identity is what a variable holds."""
        self.joined[self._edge] = None
        if is_handle(thread):
            self.joined[self._edge] = int(thread.name.removeprefix(HANDLE))
        elif isinstance(thread, Variable):
            self.joined[self._edge] = self._keys.get(thread.name)

    def write_handle(self, place: Expr) -> list[ops.Operation]:
        """Write the identity of the thread that this edge starts."""
        stored = self.write(place, None)
        key = self.place_key(place)
        is_shared = key.object.is_shared if isinstance(key, Cell) else key is None or key.startswith("global ")
        if key is not None and not is_shared:
            self._env[key] = Variable(f"{HANDLE}{self._edge}", place.type, False)
        return stored

    def _assume(self, condition: Expr) -> list[ops.Operation] | None:
        if isinstance(condition, Const):
            return [] if condition.value else None
        return [ops.Assume(condition)]

    def _check(self, kind: str, condition: Expr, message: str) -> list[ops.Operation]:
        value = self.value(condition)
        if isinstance(value, Const) and value.value:
            return []
        if kind in self.checks:
            return [ops.Check(kind, value, message)]
        if any(_is_partial(part) for part in preorder(value)):
            return [ops.Check(kind, value, message)]
        return []

    def _choose(self, place: Expr, domain: Domain, origin: Origin) -> list[ops.Operation]:
        match domain:
            case TypeDomain():
                chosen: Domain = domain
            case RangeDomain(low, high):
                chosen = RangeDomain(self.value(low), self.value(high))
            case GuardedDomain(cases):
                chosen = GuardedDomain(
                    tuple((None if guard is None else self.value(guard), self.value(value)) for guard, value in cases)
                )
            case _:
                raise self.fail("a relation of tokens")
        stored = self.write(place, None)
        return [ops.Choose(item.place, chosen, origin) if isinstance(item, ops.Choose) else item for item in stored]

    def _call(self, call: ops.Call) -> list[ops.Operation] | None:
        if not isinstance(call.callee, StaticCallee):
            raise self.fail("a call through a pointer")
        handler = self.library.get(call.callee.function)
        if handler is None:
            raise self.fail(f"a call of {call.callee.function}")
        return handler(self, self._edge, call, tuple(self.value(argument) for argument in call.arguments))

    def _life(self, variable: Variable, *, begins: bool) -> list[ops.Operation]:
        item = self._object(variable)
        if item.is_shared:
            raise self.fail("memory of a block that other threads access")
        self._env.pop(_alive(item), None)
        if begins:
            self._env[_alive(item)] = Const(True, BOOL)
        stored: list[ops.Operation] = []
        for offset, kind in sorted(self.facts.accessed.get(item, ()), key=lambda cell: (cell[0], str(cell[1]))):
            cell = Cell(item, offset, kind)
            self._env.pop(cell, None)
            if begins:
                self.writers.setdefault(cell, set()).add(self._edge)
                stored += self._store(Variable(cell_name(cell), kind, False), None)
        return stored

    def _fill(self, fill: ops.Fill) -> list[ops.Operation]:
        target = self._target(self.value(fill.target))
        byte, size = self.value(fill.value), self.value(fill.size)
        if target.offset is None or not isinstance(size, Const):
            raise self.fail("memory that is set at an open place")
        if not 0 <= target.offset <= self.bound(target.object) - int(size.value):
            raise self.fail("memory that is set out of bounds")
        is_zero = isinstance(byte, Const) and byte.value == 0
        stored: list[ops.Operation] = []
        for start, number in self._read_locks(target, int(size.value)):
            if not is_zero or target.offset > start or start + READ_LOCK > target.offset + int(size.value):
                raise self.fail("a write to the memory of a read-write lock")
            stored.append(unused(number))
        if target.object in self.facts.opaque:
            self.facts.write(target.object)
            return stored
        cells = self.facts.accessed.setdefault(target.object, set())
        for offset, kind in sorted(cells, key=lambda cell: (cell[0], str(cell[1]))):
            width = self.program.layout.size_of(kind, self.program.structs)
            if offset + width <= target.offset or offset >= target.offset + int(size.value):
                continue
            whole = target.offset <= offset and offset + width <= target.offset + int(size.value)
            value = zero(kind) if is_zero and whole else None
            stored += self._write_cell(Target(target.object, offset), kind, value)
        return stored

    def _notify(self, condition: Expr) -> list[ops.Operation]:
        """Nobody is told, but those who wait inside of atomic sections know that somebody was."""
        if not self.facts.section_waits:
            return []
        waited = self._waited(condition)
        return [ops.Assign(notified(waited), Const(True, BOOL))] if waited in self.facts.section_waits else []

    def _waited(self, condition: Expr) -> tuple[Object, int]:
        """The wait set of a condition."""
        value = self.value(condition)
        target = target_of(value)
        if target is None or target.offset is None:
            raise self.fail("a wait set that is not known")
        return self._target(value).object, target.offset

    def _wait(self, wait: ops.Wait) -> list[ops.Operation]:
        lock, result = wait.lock, wait.result
        after: list[ops.Operation] = []
        if result is not None:
            after = [
                ops.Choose(item.place, RangeDomain(Const(0, I32), Const(2, I32)), Origin.APPROXIMATION)
                if isinstance(item, ops.Choose) and item.place.type == I32
                else item
                for item in self.write(result, None)
            ]
        if lock is None:
            return after
        key = self.lock(self.value(lock))
        depth = self._depths[self.function.edges[self._edge].source]
        if not depth:
            return [ops.Unlock(key, "wait"), ops.Lock(key, "wait", False), *after]
        if wait.condition is None:
            raise self.fail("a thread that sleeps inside of an atomic section")
        waited = self._waited(wait.condition)
        self.facts.wait_in_section(waited, int(key.value))
        free = ops.Assume(negation(Apply(Operator.LOCKED, (key,), BOOL)))
        told = [] if wait.timed else [ops.Assume(notified(waited))]
        ends, begins = [ops.EndAtomic()] * depth, [ops.BeginAtomic()] * depth
        return [ops.Unlock(key, "wait"), *ends, *begins, *told, free, ops.Lock(key, "wait", False), *after]


def notified(waited: tuple[Object, int]) -> Variable:
    """Whether anybody was ever woken of those who wait for an object inside of atomic sections."""
    item, offset = waited
    return Variable(f"{NOTIFIED}{item.name}@{offset}", BOOL, True)


def _alike(left: Expr, right: Expr | None) -> bool:
    """Say whether two known values are the same."""
    if right is None or (left.type != right.type and not isinstance(left.type, PointerType)):
        return False
    if isinstance(left, Const) and isinstance(right, Const):
        return left.value == right.value
    if isinstance(left, CodeAddress) and isinstance(right, CodeAddress):
        return left.function == right.function
    if isinstance(left, Variable) and isinstance(right, Variable):
        return left.name == right.name
    one, two = target_of(left), target_of(right)
    return one is not None and two is not None and (one.object, one.offset) == (two.object, two.offset)


def _alive(item: Object) -> Cell:
    """What is known of an object that is alive."""
    return Cell(item, ALIVE, BOOL)


def _is_not_kept(part: Expr) -> bool:
    """Say whether a variable is none of the form: a pointer, or the number of a thread."""
    return isinstance(part, Variable) and (is_identity(part.type) or is_handle(part))


def _names_identity(operation: ops.Operation) -> bool:
    return any(_is_not_kept(part) for whole in ops.expressions_of(operation) for part in preorder(whole))


def _is_partial(node: Expr) -> bool:
    return isinstance(node, Apply) and (
        node.operator in (Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT)
        or (node.operator is Operator.CAST and isinstance(node.operands[0].type, FloatType))
    )
