"""Memory of the points-to analysis: objects, the offsets at which they hold pointers, and what happens to raw bytes.

An object's offsets fall into classes (residue, stride); a class with stride 0 is one offset. In an array all classes
have strides that divide the element's size, so elements are not told apart. A class whose stride is the object's own
is an *atom* and has one node; other classes have one node for what is stored through them and one for what is loaded.

Bytes that are written as something else than pointers (*raw*) make what they overlap an unknown address, and pointers
whose bytes are looked at are *exposed*: an address made from a number may point to every exposed object. This is the
provenance model of Memarian et al. 2019 (PNVI with exposed addresses), which the reference interpreter implements.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from math import gcd

from vexil.analysis.locations import ABSOLUTE, UNKNOWN, AbstractLocation, AbstractObject
from vexil.analysis.points_to_graph import ABSOLUTE_BIT, UNKNOWN_BIT, ConstraintGraph, bits

UNBOUNDED = 1 << 70
"""The length of a range whose end is not known."""
MOST_OFFSETS = 64
"""Further offsets of one object are only told apart by their residue modulo `COARSE`."""
COARSE = 8

Class = tuple[int, int]
"""Residue and stride of offsets; stride 0 is a single offset."""


@dataclass(frozen=True, slots=True)
class Range:
    """Bytes from an offset of a class on; the length is ``length`` plus, unless ``step`` is 0, multiples of it."""

    start: int
    stride: int
    length: int
    step: int = 0

    @property
    def most(self) -> int:
        """A length that is not exceeded."""
        return UNBOUNDED if self.step else self.length


@dataclass(frozen=True, slots=True)
class Link:
    """Everything in a range of one object is copied to a class of offsets of another one."""

    source: Range
    target: MemoryObject
    to: Class


@dataclass(slots=True)
class Cell:
    """The nodes of a class of offsets at which pointers are loaded or stored."""

    load: int
    store: int
    is_mixed: bool = False


def overlaps(first: Class, size: int, second: Class, other: int) -> bool:
    """Say whether *size* bytes at an offset of the first class may share one with *other* bytes at the second."""
    step = gcd(first[1], second[1])
    distance = second[0] - first[0]
    if step == 0:
        return -other < distance < size
    distance %= step
    return distance < size or step - distance < other


def cuts(point: Class, cell: Class, size: int) -> bool:
    """Say whether an offset of the class *point* may lie strictly inside *size* bytes at one of the class *cell*."""
    step = gcd(point[1], cell[1])
    distance = point[0] - cell[0]
    if step == 0:
        return 0 < distance < size
    return (distance % step or step) < size


class MemoryObject:
    """One abstract object; ``modulus`` is the size of an array's elements, 0 for everything else."""

    __slots__ = ("_memory", "cells", "class_name", "cut_points", "exact", "fields", "links", "modulus", "name",
                 "raw_reads", "raw_writes", "size")  # fmt: skip

    def __init__(self, memory: PointsToMemory, name: AbstractObject, size: int | None, modulus: int) -> None:
        self._memory = memory
        self.name = name
        self.size = size
        self.modulus = modulus
        self.class_name: str | None = None
        self.exact = 0
        self.cells: dict[Class, Cell] = {}
        self.fields: dict[Hashable, int] = {}
        self.raw_reads: set[tuple[int, int, int]] = set()
        self.raw_writes: set[tuple[int, int, int]] = set()
        self.cut_points: set[Class] = set()
        self.links: dict[Link, None] = {}

    def normal(self, offset: int, stride: int) -> Class:
        """The class of offsets that stands for another one in this object."""
        stride = gcd(stride, self.modulus)
        if stride:
            return offset % stride, stride
        return offset, 0

    def field(self, key: Hashable) -> int:
        """The node of a field or of the elements of an array object."""
        node = self.fields.get(key)
        if node is None:
            node = self.fields[key] = self._memory.graph.node()
        return node

    def cell(self, offset: int, stride: int) -> Cell:
        """The nodes of a class of offsets, connected with the rest of the object when they are made."""
        place = self.normal(offset, stride)
        existing = self.cells.get(place)
        if existing is not None:
            return existing
        graph, extent = self._memory.graph, self._memory.extent
        if place[1] == self.modulus:
            node = graph.node()
            cell = Cell(node, node)
        else:
            cell = Cell(graph.node(), graph.node())
            graph.add_copy(cell.store, cell.load)
        if 0 < place[1] < extent or any(cuts(point, place, extent) for point in self.cut_points):
            self._mix(cell)
        for other, existing_cell in self.cells.items():
            step = gcd(place[1], other[1])
            if step and (place[0] - other[0]) % step == 0:
                graph.add_copy(existing_cell.store, cell.load)
                graph.add_copy(cell.store, existing_cell.load)
            if cuts(other, place, extent) or cuts(place, other, extent):
                self._mix(cell)
                self._mix(existing_cell)
        self.cells[place] = cell
        if any(overlaps((start, by), size, place, extent) for start, by, size in self.raw_writes):
            self._mix(cell)
        if any(overlaps((start, by), size, place, extent) for start, by, size in self.raw_reads):
            graph.add_copy(cell.load, graph.exposed_in)
        self._memory.work(partial(self._carry, link, place, cell) for link in tuple(self.links))
        return cell

    def _mix(self, cell: Cell) -> None:
        """What is loaded may be made from bytes of several values, or of numbers."""
        if not cell.is_mixed:
            cell.is_mixed = True
            graph = self._memory.graph
            graph.add(cell.load, 1 << UNKNOWN_BIT)
            graph.add_copy(cell.load, graph.exposed_in)

    # --- raw bytes ---------------------------------------------------------------------------------------

    def read_raw(self, offset: int, stride: int, size: int) -> None:
        """Look at bytes as something else than a pointer."""
        place = self.normal(offset, stride)
        if (*place, size) in self.raw_reads:
            return
        self.raw_reads.add((*place, size))
        graph, extent = self._memory.graph, self._memory.extent
        for other, cell in self.cells.items():
            if overlaps(place, size, other, extent):
                graph.add_copy(cell.load, graph.exposed_in)

    def write_raw(self, offset: int, stride: int, size: int) -> None:
        """Write bytes that are no pointer."""
        place = self.normal(offset, stride)
        if (*place, size) in self.raw_writes:
            return
        self.raw_writes.add((*place, size))
        extent = self._memory.extent
        for other, cell in self.cells.items():
            if overlaps(place, size, other, extent):
                self._mix(cell)
        self._memory.work(partial(self._carry_raw, link, *place, size) for link in tuple(self.links))

    def cut(self, offset: int, stride: int) -> None:
        """Let bytes on one side of an offset be overwritten without those on the other side."""
        point = self.normal(offset, stride)
        if point not in self.cut_points:
            self.cut_points.add(point)
            for other, cell in self.cells.items():
                if cuts(point, other, self._memory.extent):
                    self._mix(cell)

    def overwrite(self, span: Range) -> None:
        """Let a range be overwritten as a whole."""
        self.cut(span.start, span.stride)
        self.cut(span.start + span.length, gcd(span.stride, span.step))

    # --- copies ------------------------------------------------------------------------------------------

    def copy_to(self, link: Link) -> None:
        """Copy everything in a range, now and later, to another object."""
        if link in self.links:
            return
        self.links[link] = None
        self._memory.work(partial(self._carry, link, place, cell) for place, cell in tuple(self.cells.items()))
        self._memory.work(partial(self._carry_raw, link, *written) for written in tuple(self.raw_writes))

    def _carry(self, link: Link, place: Class, cell: Cell) -> None:
        source, target, extent = link.source, link.target, self._memory.extent
        if not overlaps((source.start, source.stride), source.most, place, extent):
            return
        stride = gcd(source.stride, place[1], link.to[1])
        offset = link.to[0] + place[0] - source.start
        offset, stride = self._memory.limited(target, offset, stride)
        if stride or target.size is None or -extent < offset < target.size:
            self._memory.graph.add_copy(cell.load, target.cell(offset, stride).store)

    @staticmethod
    def _carry_raw(link: Link, start: int, stride: int, size: int) -> None:
        source, target = link.source, link.target
        if not overlaps((source.start, source.stride), source.most, (start, stride), size):
            return
        if gcd(source.stride, stride) == 0:
            end = min(start + size, source.start + source.most)
            start = max(start, source.start)
            size = end - start
        if len(target.raw_writes) > MOST_OFFSETS:
            target.write_raw(0, 1, UNBOUNDED)
        else:
            target.write_raw(link.to[0] + start - source.start, gcd(source.stride, stride, link.to[1]), size)


class PointsToMemory:
    """All objects and locations; ``extent`` is how many bytes a pointer takes."""

    def __init__(self, extent: int) -> None:
        self.extent = extent
        self.graph = ConstraintGraph(self.shift)
        self.objects: dict[AbstractObject, MemoryObject] = {}
        self.places: list[tuple[MemoryObject, int, int] | None] = [None, None]
        self.locations: list[AbstractLocation] = [UNKNOWN, ABSOLUTE]
        self._numbers: dict[tuple[MemoryObject, int, int], int] = {}
        self._shifted: dict[tuple[int, int, int], int] = {}
        self._cells: dict[int, Cell] = {}
        self._load_hubs: dict[int, int] = {}
        self._store_hubs: dict[int, int] = {}
        self._passing: dict[tuple[int, Range, str], MemoryObject] = {}
        self._raw: dict[tuple[int, bool], int] = {}
        self._pending: list[Callable[[], None]] = []
        self._is_working = False

    def work(self, tasks: Iterable[Callable[[], None]]) -> None:
        """Do what copies lead to, one after the other: they go on along further copies, however many there are."""
        self._pending += tasks
        if self._is_working:
            return
        self._is_working = True
        try:
            while self._pending:
                self._pending.pop()()
        finally:
            self._is_working = False

    def object(self, name: AbstractObject, size: int | None = None, modulus: int = 0) -> MemoryObject:
        """An object by its name, made when it is first mentioned."""
        existing = self.objects.get(name)
        if existing is None:
            existing = self.objects[name] = MemoryObject(self, name, size, modulus)
        return existing

    def limited(self, item: MemoryObject, offset: int, stride: int) -> Class:
        """A class of offsets, coarser when the object has too many already."""
        offset, stride = item.normal(offset, stride)
        if stride == 0 and len(item.cells) >= MOST_OFFSETS and (offset, 0) not in item.cells:
            return offset % COARSE, COARSE
        return offset, stride

    def location(self, item: MemoryObject, offset: int = 0, stride: int = 0) -> int:
        """The number of a location."""
        offset, stride = item.normal(offset, stride)
        key = (item, offset, stride)
        number = self._numbers.get(key)
        if number is None:
            if stride == 0 and item.modulus == 0:
                if item.exact >= MOST_OFFSETS:
                    return self.location(item, offset % COARSE, COARSE)
                item.exact += 1
            number = self._numbers[key] = len(self.places)
            self.places.append((item, offset, stride))
            self.locations.append(AbstractLocation(item.name, offset, stride))
        return number

    def shift(self, location: int, distance: int, stride: int) -> int:
        """The location some bytes behind another one."""
        if location <= ABSOLUTE_BIT:
            return location
        key = (location, distance, stride)
        shifted = self._shifted.get(key)
        if shifted is None:
            place = self.places[location]
            assert place is not None
            item, offset, by = place
            shifted = self._shifted[key] = self.location(item, offset + distance, gcd(stride, by))
        return shifted

    def start(self, location: int) -> int:
        """The start of the object that a location is in."""
        return location if location <= ABSOLUTE_BIT else self.location(self.at(location)[0])

    def at(self, location: int) -> tuple[MemoryObject, int, int]:
        """The object and class of offsets of a location."""
        place = self.places[location]
        assert place is not None
        return place

    # --- access through sets of locations ----------------------------------------------------------------

    def load_hub(self, locations: int) -> int:
        """A node that holds what may be at locations; made once for every set."""
        node = self._load_hubs.get(locations)
        if node is None:
            nodes = [self._cell_of(location).load for location in bits(locations)]
            node = self._load_hubs[locations] = nodes[0] if len(nodes) == 1 else self.graph.gather(nodes)
        return node

    def store_hub(self, locations: int) -> int:
        """A node whose contents go to locations; made once for every set."""
        node = self._store_hubs.get(locations)
        if node is None:
            nodes = [self._cell_of(location).store for location in bits(locations)]
            node = self._store_hubs[locations] = nodes[0] if len(nodes) == 1 else self.graph.spread(nodes)
        return node

    def _cell_of(self, location: int) -> Cell:
        cell = self._cells.get(location)
        if cell is None:
            item, offset, stride = self.at(location)
            cell = self._cells[location] = item.cell(offset, stride)
        return cell

    def gathered(self, locations: int, span: Range) -> MemoryObject:
        """An object that holds what may be in a range at locations; made once for every set."""
        key = (locations, span, "gathered")
        item = self._passing.get(key)
        if item is None:
            item = self._passing[key] = MemoryObject(self, UNKNOWN.object, None if span.step else span.length, 0)
            for location in bits(locations):
                source, offset, stride = self.at(location)
                source.copy_to(Link(Range(offset, stride, span.length, span.step), item, (0, 0)))
        return item

    def scattered(self, locations: int, span: Range) -> MemoryObject:
        """An object whose contents go to a range at locations; made once for every set."""
        key = (locations, span, "scattered")
        item = self._passing.get(key)
        if item is None:
            item = self._passing[key] = MemoryObject(self, UNKNOWN.object, None if span.step else span.length, 0)
            for location in bits(locations):
                target, offset, stride = self.at(location)
                target.overwrite(Range(offset, stride, span.length, span.step))
                item.copy_to(Link(span, target, (offset, stride)))
        return item

    def raw(self, locations: int, size: int, *, written: bool) -> None:
        """Look at or write bytes at locations as something else than pointers."""
        done = self._raw.get((size, written), 0)
        new = locations & ~done
        if new:
            self._raw[size, written] = done | new
            for location in bits(new):
                item, offset, stride = self.at(location)
                if written:
                    item.write_raw(offset, stride, size)
                else:
                    item.read_raw(offset, stride, size)
