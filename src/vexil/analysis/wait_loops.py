"""Which waits are in a loop that tests again (*must*): what woke the thread does not matter to what it does then.

A wait is tested again if every way from it comes, before the lock is released, an assertion is checked or something is
called that does more than look and write, to a branch that can lead to the wait again while the lock is held, and no
branch of this loop depends on what the loop itself has written. So ``while (!ready) wait();`` is, ``if (!ready)
wait();`` is not, also inside of a loop that serves one request after another, and neither is a loop that waits a
number of times. A function that only waits is looked at where it is called.

A loop may also decide by what it did itself how it goes on (*may*): ``while (!ready) wait();`` depends on others alone,
but ``for (k = 0; k < 1; k++) wait();`` counts its rounds, and ``while (!asked) { asked = 1; wait(); }`` sets what it
tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from vexil.analysis.definitions import DefinitionsAndUses, expressions_read, operation_reads
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.liveness import Liveness
from vexil.core.graphs import reachable
from vexil.ir import operations as ops
from vexil.ir.expressions import Bits, Const, Deref, Element, Expr, Field, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Assign, Assume, Copy, Fill, Operation, written_places
from vexil.ir.program import Edge, Function, LocationKind, Program
from vexil.ir.rewriting import rewrite

Constants = frozenset[tuple[str, Const]]
"""Registers whose value is known, each once."""


def depends_on_itself(
    function: Function, start: int, locations: set[int], edges: list[Edge], called: Iterable[Operation]
) -> bool:
    """Say whether a branch at one of some locations may depend on what edges of the loop or functions it calls write.

    A register that is always written between ``start`` and the branch carries nothing from one round to the next.
    """
    read = set[tuple[str, bool]]()
    places = list[Expr]()
    pending = [
        function.edges[number].operation
        for location in locations
        if function.locations[location].kind is LocationKind.BRANCH and len(function.outgoing[location]) > 1
        for number in function.outgoing[location]
    ]
    while pending:
        operation = pending.pop()
        places += [node for part in expressions_read(operation) for node in preorder(part) if _is_memory(node)]
        fresh = operation_reads(operation) - read
        read |= fresh
        pending += [edge.operation for edge in edges for name in _written(edge.operation) if name in fresh]
    live = Liveness(ControlFlow(function), DefinitionsAndUses(function)).live(start)
    addressable = {name for name, variable in function.variables.items() if variable.addressable}
    carried = {(name, is_global) for name, is_global in read if is_global or name in live or name in addressable}
    for operation in (*(edge.operation for edge in edges), *called):
        if isinstance(operation, Copy | Fill) and places:
            return True
        for place in written_places(operation):
            if isinstance(place, Variable):
                if (place.name, place.is_global) in carried:
                    return True
            elif any(_may_be_one(place, other) for other in places):
                return True
    return False


def after(operation: Operation, constants: Constants) -> Constants:
    """The constants after an operation."""
    for place in written_places(operation):
        if isinstance(place, Variable) and not place.is_global:
            constants = frozenset(item for item in constants if item[0] != place.name)
            if isinstance(operation, Assign) and isinstance(operation.value, Const):
                constants |= {(place.name, operation.value)}
    return constants


def taken(edges: list[Edge], constants: Constants) -> list[Edge]:
    """The edges of a branch that constants do not exclude."""
    values = dict(constants)
    return [edge for edge in edges if not (isinstance(edge.operation, Assume) and _is_false(edge.operation, values))]


def _is_false(assumption: Assume, values: Mapping[str, Const]) -> bool:
    def constant(node: Expr) -> Expr:
        is_known = isinstance(node, Variable) and not node.is_global and node.name in values
        return values[node.name] if is_known and isinstance(node, Variable) else node

    value = fold(rewrite(assumption.condition, constant))
    return isinstance(value, Const) and not value.value


def _written(operation: Operation) -> Iterator[tuple[str, bool]]:
    return ((place.name, place.is_global) for place in written_places(operation) if isinstance(place, Variable))


def _is_memory(node: Expr) -> bool:
    return isinstance(node, Deref | Bits | Field | Element)


def _may_be_one(place: Expr, other: Expr) -> bool:
    """Say whether two places in memory may be the same: fields by their names, others by their types."""
    if isinstance(place, Field) or isinstance(other, Field):
        return isinstance(place, Field) and isinstance(other, Field) and place.field == other.field
    return place.type == other.type or isinstance(place, Bits) or isinstance(other, Bits)


Place = tuple[str, int]
"""A function and the number of an edge."""


class WaitLoops:
    """Looks at the calls of functions that wait."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._callers: dict[str, list[Place]] = defaultdict(list)
        self._methods: dict[str, set[str]] = defaultdict(set)
        self._implementing: dict[tuple[str, str], set[str]] = {}
        for declaration in program.classes.values():
            for signature, implementing in declaration.methods:
                self._methods[signature].add(implementing)
        for function in program.functions.values():
            for number, edge in enumerate(function.edges):
                if isinstance(edge.operation, ops.Call):
                    for target in self._targets(edge.operation.callee):
                        self._callers[target].append((function.name, number))

    def careless(self, waiting: str) -> list[Place]:
        """The calls of a function that waits, or of one that does nothing else, that nothing tests again."""
        return sorted(set(self._careless(waiting, {waiting})))

    def _careless(self, waiting: str, visited: set[str]) -> Iterator[Place]:
        for name, number in self._callers[waiting]:
            function = self._program.functions[name]
            if self._is_tested(function, number):
                continue
            if self._only_waits(function, number):
                if name not in visited:
                    yield from self._careless(name, {*visited, name})
            else:
                yield name, number

    def _targets(self, callee: Callee) -> list[str]:
        match callee:
            case StaticCallee(function):
                return [function] if function in self._program.functions else []
            case VirtualCallee(class_name, signature):
                return sorted(self._methods[signature] & self._implementations(class_name, signature))
            case PointerCallee(_, targets):
                return [target for target in targets or () if target in self._program.functions]

    def _implementations(self, class_name: str, signature: str) -> set[str]:
        """The functions that a method is on instances of a class."""
        if (class_name, signature) not in self._implementing:
            below = [name for name in self._program.classes if class_name in self._program.superclasses(name)]
            methods = {self._program.lookup_method(name, signature) for name in below}
            self._implementing[class_name, signature] = {name for name in methods if name is not None}
        return self._implementing[class_name, signature]

    # --- ways from a wait --------------------------------------------------------------------------------

    def _is_tested(self, function: Function, number: int) -> bool:
        """Say whether every way from a call comes to a branch that can lead to it again while the lock is held."""
        again = self._leading_to(function, function.edges[number].source)
        start = function.edges[number].target
        pending, visited = [(start, Constants())], set[tuple[int, Constants]]()
        while pending:
            item = pending.pop()
            if item in visited:
                continue
            visited.add(item)
            location, constants = item
            edges = taken([function.edges[edge] for edge in function.outgoing[location]], constants)
            if function.locations[location].kind is LocationKind.BRANCH and len(edges) > 1 and location in again:
                continue
            if not edges:
                return False
            for edge in edges:
                if isinstance(edge.operation, ops.Catch):
                    continue
                if isinstance(edge.operation, ops.Return | ops.Throw) or self._acts(edge.operation):
                    return False
                pending.append((edge.target, after(edge.operation, constants)))
        return not self._counts(function, number, again)

    def _counts(self, function: Function, number: int, again: set[int]) -> bool:
        """Say whether the loop around a call may be left because of what it wrote itself."""
        start = function.edges[number].target
        edges = []

        def following(location: int) -> Iterator[int]:
            for outgoing in function.outgoing[location]:
                edge = function.edges[outgoing]
                if outgoing != number and edge.target in again and not self._releases(edge.operation):
                    edges.append(edge)
                    yield edge.target

        inside = set(reachable([start], following))
        calls = [edge.operation for edge in edges if isinstance(edge.operation, ops.Call)]
        reached = {name for call in calls for name in self._reached(call)}
        called = (inner for name in sorted(reached) for inner in _operations(self._program.functions[name]))
        shared = (inner for inner in called if _is_written_or_left(inner))
        return depends_on_itself(function, start, inside, edges, shared)

    def _leading_to(self, function: Function, goal: int) -> set[int]:
        """The locations from which another one is reached while no lock is released."""
        incoming: dict[int, list[int]] = defaultdict(list)
        for edge in function.edges:
            if not self._releases(edge.operation):
                incoming[edge.target].append(edge.source)
        return set(reachable([goal], incoming.__getitem__))

    def _only_waits(self, function: Function, number: int) -> bool:
        """Say whether nothing happens between a call and the end of its function."""
        pending, visited = [function.edges[number].target], set[int]()
        while pending:
            location = pending.pop()
            if location in visited:
                continue
            visited.add(location)
            for edge in (function.edges[edge] for edge in function.outgoing[location]):
                if isinstance(edge.operation, ops.Catch | ops.Return | ops.Throw):
                    continue
                if isinstance(edge.operation, ops.Lock) or self._acts(edge.operation):
                    return False
                pending.append(edge.target)
        return True

    # --- what operations do ------------------------------------------------------------------------------

    def _releases(self, operation: ops.Operation) -> bool:
        """Say whether an operation gives up a lock that it has not taken."""
        if isinstance(operation, ops.Unlock):
            return True
        if not isinstance(operation, ops.Call):
            return False
        inside = [inner for name in self._reached(operation) for inner in _operations(self._program.functions[name])]
        is_releasing = any(isinstance(inner, ops.Unlock) for inner in inside)
        return is_releasing and not any(isinstance(inner, ops.Lock) for inner in inside)

    def _acts(self, operation: ops.Operation) -> bool:
        """Say whether an operation does more than look and write: asserts, wakes, ends, or calls what does."""
        if isinstance(operation, ops.Unlock | ops.Notify | ops.Start | ops.Wait | ops.Stop | ops.EndThread):
            return True
        if isinstance(operation, ops.Check):
            return operation.property == "assert"
        if not isinstance(operation, ops.Call):
            return False
        reached = [self._program.functions[name] for name in self._reached(operation)]
        return any(_is_written_or_left(inner) for function in reached for inner in _operations(function))

    def _reached(self, call: ops.Call) -> set[str]:
        def called(name: str) -> Iterator[str]:
            for operation in _operations(self._program.functions[name]):
                if isinstance(operation, ops.Call):
                    yield from self._targets(operation.callee)

        return set(reachable(self._targets(call.callee), called))


def _operations(function: Function) -> Iterator[ops.Operation]:
    return (edge.operation for edge in function.edges)


def _is_written_or_left(operation: ops.Operation) -> bool:
    """Say whether an operation is seen by others."""
    if isinstance(operation, ops.Notify | ops.Start | ops.Wait | ops.Stop):
        return True
    return any(not isinstance(place, Variable) or place.is_global for place in ops.written_places(operation))
