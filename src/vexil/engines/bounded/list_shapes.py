"""Guesses of lists at heads of loops, from heaps of runs: which variables lie on the way from which.

A guess has to be right for every heap that was seen, and need not be true of others: what is wrong with it is found
when induction demands it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce

from vexil.engines.bounded.list_samples import NULL, Heap, HeapSamples, Node, Place, base_of, fields_of
from vexil.ir.auxiliaries import before_loop
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.names import ghost
from vexil.ir.types import BOOL, IntegerType, PointerType
from vexil.model.linked_lists import Length, ListSegment, NodeField, Start

MOST_ROOTS = 8
MOST_FACTS = 40
MOST_RANGE = 6
_COMPARED = (Operator.EQUAL, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER_EQUAL)
NODE = Variable(ghost("node"), PointerType(None), False)
Head = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Guess:
    """Segments, candidate facts about the nodes of each, and names for what variables were at entry."""

    segments: tuple[ListSegment, ...]
    facts: tuple[tuple[Expr, ...], ...]
    kept: dict[str, Variable]


@dataclass(frozen=True, slots=True)
class _Layout:
    size: int
    link: int


class ListShapes:
    """Makes guesses for heads."""

    def __init__(self, samples: HeapSamples, pointer_size: int) -> None:
        self._samples = samples
        self._pointer = f"p{pointer_size}"

    def guess(
        self, head: Head, live: Collection[str], numbers: list[Variable], constants: list[int], *, exact: bool
    ) -> Guess | None:
        """Lists at a head; facts may compare with variables and constants. One that is exact has single nodes."""
        heaps = self._samples.heaps(head)
        if not heaps:
            return None
        best: tuple[int, Guess] | None = None
        for layout in self._layouts(heaps):
            chains = _Chains(self._samples, self._pointer, layout, heaps, head, live, exact=exact)
            found = chains.guess(numbers, constants)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return None if best is None else best[1]

    def _layouts(self, heaps: list[Heap]) -> list[_Layout]:
        """The sizes of nodes and the offsets of links that heaps have."""
        layouts: dict[_Layout, None] = {}
        for heap in heaps:
            for node in heap.nodes.values():
                for at in sorted(node.written):
                    storage, value = node.cells[at]
                    if storage == self._pointer:
                        number, offset = self._samples.place_of(value)
                        target = heap.nodes.get(number)
                        if value == 0 or (target is not None and offset == 0 and target.size == node.size):
                            layouts[_Layout(node.size, at)] = None
        return list(layouts)


class _Chains:
    """Looks for segments of one layout."""

    def __init__(
        self,
        samples: HeapSamples,
        pointer: str,
        layout: _Layout,
        heaps: list[Heap],
        head: Head,
        live: Collection[str],
        *,
        exact: bool,
    ) -> None:
        self._samples = samples
        self._exact = exact
        self._pointer = pointer
        self._layout = layout
        self._head = head
        self._heaps = heaps
        self._kept: dict[str, Variable] = {}
        self._places: list[dict[str, Place]] = [dict(heap.roots) for heap in heaps]
        self._keep_entries()
        self._loose: set[str] = set()
        names = [name for name in self._places[0] if self._is_root(name, live)]
        self._names = names[:MOST_ROOTS]
        self._paths: dict[tuple[int, str], list[int]] = {}

    def _keep_entries(self) -> None:
        """Add what a variable was at entry, where a function that waits still points there and nobody else does."""
        count = min(len(heap.below) for heap in self._heaps)
        for index in range(count):
            values = [heap.below[index] for heap in self._heaps]
            known = any(
                all(places.get(name) == value for places, value in zip(self._places, values, strict=True))
                for name in self._places[0]
            )
            variable = None if known or all(value == NULL for value in values) else self._at_entry(values)
            if variable is not None:
                name = f"{before_loop(variable).variable.name[:-1]} {self._head[1]})"
                self._kept[name] = variable
                for places, value in zip(self._places, values, strict=True):
                    places[name] = value

    def _at_entry(self, values: list[Place]) -> Variable | None:
        """A variable of the function that is where other pointers are whenever the loop is entered."""
        first = [(heap, value) for heap, value in zip(self._heaps, values, strict=True) if not heap.times]
        if all(value == NULL for _, value in first):
            return None
        for name in self._heaps[0].roots:
            if not name.startswith("global ") and all(heap.roots.get(name) == value for heap, value in first):
                found = self._samples.variable(self._head[0], name)
                if isinstance(found, Variable):
                    return found
        return None

    def _node(self, index: int, place: Place) -> Node | None:
        node = self._heaps[index].nodes.get(place[0])
        return node if node is not None and place[1] == 0 and node.size == self._layout.size else None

    def _link(self, index: int, number: int) -> Place | None:
        """Where a node leads to; nothing when that is no place in a list."""
        node = self._heaps[index].nodes[number]
        if self._layout.link not in node.written or node.cells[self._layout.link][0] != self._pointer:
            return None
        place = self._samples.place_of(node.cells[self._layout.link][1])
        return place if place == NULL or self._node(index, place) is not None else None

    def _is_root(self, name: str, live: Collection[str]) -> bool:
        """Whether a variable points to a node or is null in every heap, and not always null."""
        if base_of(name) not in live and not name.startswith(("global ", "\\")):
            return False
        places = [places.get(name) for places in self._places]
        if any(place is None or (place != NULL and not self._node(i, place)) for i, place in enumerate(places)):
            return False
        return any(place != NULL for place in places) and self._samples.may_link(
            self._variable(name).type, self._layout.link
        )

    def _path(self, index: int, name: str) -> list[int]:
        """The nodes from a variable on; it ends with -1 where it does not end with null, and comes back nowhere."""
        key = (index, name)
        if key not in self._paths:
            path: list[int] = []
            place: Place | None = self._places[index][name]
            while place is not None and place != NULL and place[0] not in path:
                path.append(place[0])
                place = self._link(index, place[0])
            if place != NULL:
                path.append(-1)
            self._paths[key] = path
        return self._paths[key]

    def guess(self, numbers: list[Variable], constants: list[int]) -> tuple[int, Guess] | None:
        """Segments with how many nodes they account for, if there are any."""
        self._find_loose()
        names = self._compatible()
        if not names:
            return None
        alone = names if self._exact else []
        optional: dict[str, str | None] = {
            name: end for name in alone if (end := self._optional(name, names)) is not None
        }
        optional.update((name, None) for name in alone if name not in optional and self._is_last(name, names))
        order: list[tuple[str, str | None, Length]] = []
        pending = list(names)
        ends: dict[str, str | None] = {}
        for name in names:
            ends[name] = optional[name] if name in optional else self._end(name, names, optional)
        while pending:
            ready = [name for name in pending if ends[name] not in pending]
            if not ready:
                return None
            for name in ready:
                order.append((name, ends[name], self._length(name, ends[name], optional)))
                pending.remove(name)
        segments: list[ListSegment] = []
        facts: list[tuple[Expr, ...]] = []
        total = 0
        for name, last, length in order:
            found = self._nodes(name, last, optional, length)
            nodes = [self._heaps[index].nodes[number] for index, number in found]
            total += len(set(found))
            fields = fields_of(nodes, None if length is Length.LOOSE else self._layout.link)
            segments.append(
                ListSegment(
                    self._variable(name), None if last is None else self._variable(last), length, self._layout.size,
                    self._layout.link, fields, NODE,
                )
            )  # fmt: skip
            facts.append(tuple(_facts(fields, nodes, numbers, constants)))
        kept = {name: variable for name, variable in self._kept.items() if name in names}
        return total, Guess(tuple(segments), tuple(facts), kept)

    def _variable(self, name: str) -> Start:
        if name in self._kept:
            return Variable(name, self._kept[name].type, False)
        return self._samples.variable(self._head[0], name)

    def _find_loose(self) -> None:
        """Find variables that always point to a node whose link leads nowhere."""
        for name in self._names:
            places = [places[name] for places in self._places]
            if NULL not in places and all(self._link(i, place[0]) is None for i, place in enumerate(places)):
                self._loose.add(name)

    def _reaches(self, index: int, one: str, place: Place) -> bool:
        """Whether a place is on the way from a variable in a heap."""
        path = self._path(index, one)
        return place[0] in path if place != NULL else not path or path[-1] != -1 or one in self._loose

    def _compatible(self) -> list[str]:
        """Variables of which no two share nodes unless one is always on the way from the other."""
        names = list(self._names)
        while True:
            clash = self._clash(names)
            if clash is None:
                return names
            names.remove(clash)

    def _clash(self, names: list[str]) -> str | None:
        """A variable to be left out, if there is a reason."""
        loose = {
            i: {self._places[i][name][0] for name in names if name in self._loose} for i in range(len(self._heaps))
        }
        for name in names:
            for index in range(len(self._heaps)):
                path = self._path(index, name)
                if path and path[-1] == -1 and name not in self._loose:
                    last = path[-2] if len(path) > 1 else -1
                    if last not in loose[index] and not any(node in loose[index] for node in path):
                        return name
        for position, one in enumerate(names):
            for two in names[position + 1 :]:
                if not self._agree(one, two):
                    return self._worse(one, two)
        return None

    def _agree(self, one: str, two: str) -> bool:
        """Whether two variables share no nodes in any heap, or one is on the way from the other in all of them."""
        rows = range(len(self._heaps))
        meet = [set(self._path(i, one)) & set(self._path(i, two)) - {-1} for i in rows]
        if not any(meet):
            return True
        for first, second in ((one, two), (two, one)):
            absent = self._exact and self._optional(first, [second]) is not None
            if all(
                self._reaches(i, first, self._places[i][second])
                or self._places[i][second] == NULL
                or (absent and self._places[i][first] == NULL)
                for i in rows
            ):
                return True
        return False

    def _worse(self, one: str, two: str) -> str:
        """Which of two variables to leave out: one that stays where it is, or else the later one."""
        changes = {name: len({places[name] for places in self._places}) for name in (one, two)}
        return one if changes[one] < changes[two] else two

    def _optional(self, name: str, names: list[str]) -> str | None:
        """The variable whose predecessor another one points to, unless that is null."""
        if all(places[name] != NULL for places in self._places) or name in self._loose:
            return None
        for other in names:
            if other == name:
                continue
            is_before, is_alone = True, False
            for index, places in enumerate(self._places):
                if places[name] == NULL:
                    is_alone = is_alone or places[other] != NULL
                elif self._link(index, places[name][0]) != places[other]:
                    is_before = False
            if is_before and is_alone:
                return other
        return None

    def _is_last(self, name: str, names: list[str]) -> bool:
        """Whether a variable is null or points to the last node of the list that another one starts."""
        places = [places[name] for places in self._places]
        return (
            name not in self._loose
            and NULL in places
            and all(place == NULL or self._link(index, place[0]) == NULL for index, place in enumerate(places))
            and any(place[0] in self._path(i, other)[1:] for other in names for i, place in enumerate(places))
        )

    def _end(self, name: str, names: list[str], optional: dict[str, str | None]) -> str | None:
        """The nearest variable that is always on the way from another one."""
        if name in self._loose:
            return None
        rows = range(len(self._heaps))
        far: dict[str, int] = {}
        for other in names:
            if other == name or optional.get(other) == name:
                continue
            if not any(set(self._path(i, name)) & set(self._path(i, other)) - {-1} for i in rows):
                continue
            places = [self._start(i, other, optional) for i in rows]
            if not all(self._reaches(i, name, place) for i, place in enumerate(places)):
                continue
            same = all(self._places[i][name] == self._places[i][other] for i in rows)
            if not same or names.index(name) < names.index(other):
                far[other] = sum(self._distance(i, name, place) for i, place in enumerate(places))
        return min(far, key=lambda other: (far[other], names.index(other)), default=None)

    def _start(self, index: int, name: str | None, optional: dict[str, str | None]) -> Place:
        """Where the segment of a variable starts: where it ends, if it may have no node and has none."""
        while name is not None and name in optional and self._places[index][name] == NULL:
            name = optional[name]
        return NULL if name is None else self._places[index][name]

    def _distance(self, index: int, name: str, place: Place) -> int:
        path = self._path(index, name)
        return path.index(place[0]) if place[0] in path else len(path)

    def _nodes(
        self, name: str, end: str | None, optional: dict[str, str | None], length: Length
    ) -> list[tuple[int, int]]:
        """The nodes of a segment in all heaps."""
        found: list[tuple[int, int]] = []
        for index in range(len(self._heaps)):
            path = [number for number in self._path(index, name) if number != -1]
            if length is not Length.MANY:
                found += [(index, number) for number in path[:1]]
                continue
            stop = self._start(index, end, optional)
            count = path.index(stop[0]) if stop[0] in path else len(path)
            found += [(index, number) for number in path[:count]]
        return found

    def _length(self, name: str, end: str | None, optional: dict[str, str | None]) -> Length:
        if name in self._loose:
            return Length.LOOSE
        if name in optional:
            return Length.OPTIONAL
        if self._exact and len({places[name] for places in self._places}) > 1:
            stops = [self._start(index, end, optional) for index in range(len(self._heaps))]
            starts = [places[name] for places in self._places]
            if all(
                start not in (NULL, stop) and self._link(index, start[0]) == stop
                for index, (start, stop) in enumerate(zip(starts, stops, strict=True))
            ):
                return Length.ONE
        return Length.MANY


def _facts(
    fields: tuple[NodeField, ...], nodes: list[Node], numbers: list[Variable], constants: list[int]
) -> list[Expr]:
    """Candidates about the numbers in nodes: what they were, and how they compare with variables."""
    facts: list[Expr] = []
    for one in fields:
        width = 8 * int(one.storage[1:])
        if one.storage[0] != "u" or not one.written or width > 64:
            continue
        kind = IntegerType(width, True)
        moved = Apply(Operator.POINTER_ADD, (NODE, Const(one.offset, IntegerType(64, True))), PointerType(kind))
        place = Deref((moved,), kind)
        values = {_signed(node.cells[one.offset][1], width) for node in nodes}
        if len(values) == 1:
            facts.append(_compared(Operator.EQUAL, place, Const(min(values), kind)))
        elif len(values) <= MOST_RANGE:
            facts.append(reduce(_either, (_compared(Operator.EQUAL, place, Const(v, kind)) for v in sorted(values))))
        facts += [
            _compared(operator, place, variable)
            for variable in numbers
            if variable.type == kind
            for operator in _COMPARED
        ]
        limits = sorted({0, *constants, *values} if len(values) <= MOST_RANGE else {0, *constants})
        facts += [
            _compared(operator, place, Const(value, kind))
            for operator in (Operator.LESS_EQUAL, Operator.GREATER_EQUAL)
            for value in limits
            if kind.low <= value <= kind.high
        ]
    return facts[:MOST_FACTS]


def _either(left: Expr, right: Expr) -> Expr:
    return Apply(Operator.OR, (left, right), BOOL)


def _compared(operator: Operator, left: Expr, right: Expr) -> Expr:
    return Apply(operator, (left, right), BOOL)


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value
