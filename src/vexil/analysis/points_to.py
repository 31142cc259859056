"""Points-to facts (*may*): which objects, at which byte offsets, pointers, references and threads may be about.

Inclusion-based (Andersen 1994), field-sensitive by byte offset, insensitive to flow and context. Every pointer of
every run is covered by a location of its set, or is null, or is what pointer arithmetic makes of null. Calls are
resolved on the way, and functions that nothing calls have empty sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.analysis.locations import ABSOLUTE, UNKNOWN, AbstractLocation, AbstractObject
from vexil.analysis.points_to_constraints import Constraints
from vexil.analysis.points_to_graph import UNKNOWN_BIT, bits
from vexil.analysis.points_to_memory import overlaps
from vexil.analysis.points_to_queries import Lookup
from vexil.analysis.points_to_values import ELEMENTS
from vexil.core.collector import collector_paused
from vexil.core.graphs import reachable
from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Call, Start
from vexil.ir.program import Function, Program


class PointsTo:
    """What may be pointed to in a program; everything it says is a *may* fact."""

    def __init__(self, program: Program) -> None:
        self.program = program
        with collector_paused():
            self._constraints = Constraints(program)
            self._constraints.solve()
        self._memory = self._constraints.values.memory
        self._lookup = Lookup(self._constraints.values)
        self.reached: frozenset[str] = frozenset(self._constraints.reached)
        """The functions that may run: the entry function and what may be called or started from there."""

    def _function(self, name: str | None) -> Function | None:
        return None if name is None else self.program.functions[name]

    def _locations(self, locations: int) -> frozenset[AbstractLocation]:
        return frozenset(self._memory.locations[location] for location in bits(locations))

    def targets_of(self, function: str | None, expression: Expr) -> frozenset[AbstractLocation]:
        """What an expression in a function (``None``: over globals only) may point or refer to.

        `UNKNOWN` is among the targets when the expression may be an address made from a number; the objects such an
        address may point to are then listed as well. A *may* fact; costs a walk over the expression.
        """
        if function is not None and function not in self.reached:
            return frozenset()
        return self._locations(self._lookup.value(self._function(function), expression))

    def target_set(self, function: str, expression: Expr) -> int:
        """The targets of an expression as a number that stands for the set: cheap to compare, see `locations_in`."""
        return self._lookup.value(self._function(function), expression) if function in self.reached else 0

    def locations_in(self, targets: int) -> frozenset[AbstractLocation]:
        """The locations of a set that `target_set` has given."""
        return self._locations(targets)

    def callees(self, edge: str) -> tuple[str, ...]:
        """The functions a call or start may run, sorted; a *may* fact. See `is_resolved`."""
        return tuple(sorted(self._constraints.callees.get(edge, ())))

    def is_resolved(self, edge: str) -> bool:
        """Say whether `callees` has every function the edge may run: its pointer is not made from a number."""
        function, _, _ = edge.rpartition("#")
        operation = self.program.edge(edge).operation
        if not isinstance(operation, Call | Start) or not isinstance(operation.callee, PointerCallee):
            return True
        targets = self._lookup.value(self.program.functions[function], operation.callee.pointer)
        return function not in self.reached or not targets >> UNKNOWN_BIT & 1

    def places_of(self, function: str | None, place: Place) -> frozenset[AbstractLocation]:
        """Where in memory a place may lie, a *may* fact; nowhere for a register."""
        if function is not None and function not in self.reached:
            return frozenset()
        owner = self._function(function)
        match place:
            case Variable():
                if not self._lookup.is_addressable(owner, place):
                    return frozenset()
                return frozenset({AbstractLocation(self._lookup.object_of(owner, place).name)})
            case Deref((operand,), _) | Bits((operand,), _, _, _, _) | Field((operand,), _, _, _):
                return self._locations(self._lookup.value(owner, operand))
            case _:
                return self._locations(self._lookup.value(owner, place.operands[0]))

    def may_alias(self, function: str, left: Place, right: Place, other: str | None = None) -> bool:
        """Say whether writing one place may change the other, a *may* fact.

        Both places are of *function*, or the right one of the function *other*; they may be evaluated at different
        times, in different activations and threads.
        """
        second = function if other is None else other
        if self._is_register(function, left) or self._is_register(second, right):
            return (
                isinstance(left, Variable)
                and isinstance(right, Variable)
                and (left.name, left.is_global) == (right.name, right.is_global)
                and (left.is_global or function == second)
            )
        if _part(left) != _part(right):
            return False
        ours, theirs = self.places_of(function, left), self.places_of(second, right)
        sizes = self._size(left), self._size(right)
        by_object: dict[AbstractObject, list[AbstractLocation]] = {}
        for location in ours - {UNKNOWN, ABSOLUTE}:
            by_object.setdefault(location.object, []).append(location)
        return any(
            overlaps((one.offset, one.stride), sizes[0], (two.offset, two.stride), sizes[1])
            for two in theirs
            for one in by_object.get(two.object, ())
        )

    def _is_register(self, function: str, place: Place) -> bool:
        return isinstance(place, Variable) and not self._lookup.is_addressable(self._function(function), place)

    def _size(self, place: Place) -> int:
        if isinstance(place, Field | Element):
            return 1
        return self._constraints.values.size_of(place.unit if isinstance(place, Bits) else place.type)

    def contents_of(self, location: AbstractLocation) -> frozenset[AbstractLocation]:
        """The pointers that may be in memory at a location, a *may* fact."""
        item = self._memory.objects.get(location.object)
        if item is None:
            return frozenset()
        return self._locations(self._lookup.contents(item, location.offset, location.stride))

    def held_by(self, owner: AbstractObject) -> dict[tuple[int, int], frozenset[AbstractLocation]]:
        """The pointers that may be in an object, by offset and stride of where they are: a *may* fact."""
        item = self._memory.objects.get(owner)
        if item is None:
            return {}
        graph = self._memory.graph
        contents = {place: self._lookup.expanded(graph.set_of(cell.load)) for place, cell in item.cells.items()}
        return {place: self._locations(held) for place, held in sorted(contents.items()) if held}

    def part_of(self, owner: AbstractObject, key: tuple[str, str] | None) -> frozenset[AbstractLocation]:
        """What may be in a field (class and name), or without a key in the elements, of an object: a *may* fact."""
        item = self._memory.objects.get(owner)
        node = None if item is None else item.fields.get(ELEMENTS if key is None else key)
        return frozenset() if node is None else self._locations(self._lookup.expanded(self._memory.graph.set_of(node)))

    def reachable_objects(self, pointers: Iterable[AbstractLocation]) -> frozenset[AbstractObject]:
        """The objects that may be reached from pointers by following them any number of times, a *may* fact.

        Pointer arithmetic never leaves an object, so where in an object a pointer points to does not matter.
        """
        pending = [location.object for location in pointers]
        if UNKNOWN in (AbstractLocation(name) for name in pending):
            pending += [location.object for location in self.exposed]
        return frozenset(reachable(pending, self._objects_in))

    def _objects_in(self, name: AbstractObject) -> Iterator[AbstractObject]:
        item = self._memory.objects.get(name)
        held = 0 if item is None else self._lookup.everything(item)
        return (self._memory.locations[location].object for location in bits(held))

    @property
    def exposed(self) -> frozenset[AbstractLocation]:
        """What an address made from a number may point to: everything whose address was looked at as a number."""
        graph = self._memory.graph
        return self._locations(graph.set_of(graph.exposed))

    @property
    def objects(self) -> frozenset[AbstractObject]:
        """Every abstract object the analysis knows."""
        return frozenset(self._memory.objects)


def _part(place: Place) -> tuple[str, ...]:
    """What kind of storage a place is in; places in different ones are apart."""
    match place:
        case Field(_, class_name, name, _):
            return ("field", class_name, name)
        case Element():
            return ("element",)
        case _:
            return ("memory",)
