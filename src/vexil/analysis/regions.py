"""Regions of memory (*may*): groups of objects that no access tells apart, and how each can be kept.

Objects that one access may reach are in one region, so every access is to one region. A region is *typed* when all
accesses agree where its scalars are and how they are stored; then it can be kept as one cell per offset. Otherwise it
is *bytes*, with the reason. Linear in the accesses times the objects they may reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from vexil.analysis.locations import AbstractLocation, AbstractObject
from vexil.analysis.points_to import PointsTo
from vexil.analysis.points_to_memory import UNBOUNDED, Class, cuts, overlaps
from vexil.analysis.region_accesses import Access, Accesses, RangeAccess
from vexil.core.graphs import UnionFind
from vexil.ir.expressions import Expr
from vexil.ir.program import Program
from vexil.ir.types import Type

MOST_CELLS = 1000
"""A layout with more cells is no layout."""

Cells = dict[tuple[Class, str], Type]
"""By place and storage the type of the first access."""


@dataclass(frozen=True, slots=True)
class Region:
    """A group of objects; ``layout`` has the types by offset and stride when it is typed, else ``reason`` says why."""

    number: int
    objects: tuple[AbstractObject, ...]
    layout: Mapping[Class, Type]
    reason: str | None

    @property
    def is_typed(self) -> bool:
        """Say whether the region can be kept as typed cells: a *must* fact about all accesses."""
        return self.reason is None


class Regions:
    """The partition of a program's memory."""

    def __init__(self, program: Program, points_to: PointsTo, observed: Iterable[tuple[str, Expr]] = ()) -> None:
        self.program = program
        self._classes = UnionFind[AbstractObject]()
        self._cells: dict[AbstractObject, Cells] = {}
        self._ranges: dict[AbstractObject, dict[tuple[Class, int | None, bool], str]] = {}
        self._copies: dict[tuple[AbstractLocation, AbstractLocation, int | None], None] = {}
        self._reasons: dict[AbstractObject, str] = {}
        self._known: set[Access | RangeAccess] = set()
        for access in Accesses(program, points_to).all(observed):
            if access not in self._known:
                self._known.add(access)
                self._add(access)

    # --- facts -------------------------------------------------------------------------------------------

    @cached_property
    def all(self) -> tuple[Region, ...]:
        """Every region, in a fixed order."""
        groups: dict[AbstractObject, list[AbstractObject]] = {}
        for name in sorted(self._classes, key=lambda item: AbstractLocation(item).sort_key):
            groups.setdefault(self._classes.find(name), []).append(name)
        cells: dict[AbstractObject, Cells] = {}
        reasons: dict[AbstractObject, str | None] = {}
        for root, members in groups.items():
            cells[root] = {}
            for name in members:
                for place, kind in self._cells.get(name, {}).items():
                    cells[root].setdefault(place, kind)
            reasons[root] = self._reason(members, cells[root])
        self._compare_copies(groups, cells, reasons)
        regions = []
        for number, (root, members) in enumerate(groups.items()):
            reason = reasons[root]
            layout = {place: kind for (place, _), kind in sorted(cells[root].items(), key=lambda item: item[0])}
            regions.append(Region(number, tuple(members), layout if reason is None else {}, reason))
        return tuple(regions)

    @cached_property
    def _by_object(self) -> dict[AbstractObject, Region]:
        return {name: region for region in self.all for name in region.objects}

    def of(self, name: AbstractObject) -> Region | None:
        """The region of an object; ``None`` when nothing accesses it."""
        return self._by_object.get(name)

    # --- collecting --------------------------------------------------------------------------------------

    def _add(self, access: Access | RangeAccess) -> None:
        for place in access.places:
            self._classes.join(access.places[0].object, place.object)
            where = (place.offset, place.stride)
            if isinstance(access, RangeAccess):
                ranges = self._ranges.setdefault(place.object, {})
                ranges.setdefault((where, access.size, access.is_filled), access.what)
                for source in access.sources:
                    self._copies[source, place, access.size] = None
            else:
                self._cells.setdefault(place.object, {}).setdefault((where, access.storage), access.type)
                if access.reason is not None:
                    self._reasons.setdefault(place.object, access.reason)

    # --- deciding ----------------------------------------------------------------------------------------

    def _reason(self, members: list[AbstractObject], cells: Cells) -> str | None:
        for name in members:
            if name in self._reasons:
                return self._reasons[name]
        ordered = sorted(cells.items(), key=lambda item: item[0])
        for index, ((place, storage), kind) in enumerate(ordered):
            size = int(storage[1:])
            if 0 < place[1] < size:
                return f"{kind} is accessed at every multiple of {place[1]} bytes"
            for (other, stored), second in ordered[index + 1 :]:
                if not overlaps(place, size, other, int(stored[1:])):
                    continue
                if storage != stored or cuts(place, other, size) or cuts(other, place, size):
                    return f"accessed as {kind} and {second} at overlapping offsets {place[0]} and {other[0]}"
        for name in members:
            for (place, length, is_filled), what in self._ranges.get(name, {}).items():
                reason = _range_reason(place, length, is_filled, what, cells)
                if reason is not None:
                    return reason
        return None

    def _compare_copies(
        self,
        groups: Mapping[AbstractObject, list[AbstractObject]],
        cells: dict[AbstractObject, Cells],
        reasons: dict[AbstractObject, str | None],
    ) -> None:
        """Give targets of copies the cells of their sources; what then disagrees makes both bytes."""
        changed = True
        while changed:
            changed = False
            for source, target, size in self._copies:
                one, two = self._classes.find(source.object), self._classes.find(target.object)
                if reasons[one] is not None and reasons[two] is not None:
                    continue
                agreed = reasons[one] is None and reasons[two] is None
                if agreed:
                    new = {
                        key: kind for key, kind in _carried(source, cells[one], target, size) if key not in cells[two]
                    }
                    together = {**cells[two], **new}
                    agreed = len(together) <= MOST_CELLS and self._reason(groups[two], together) is None
                    if agreed:
                        changed = changed or bool(new)
                        cells[two] = together
                if not agreed:
                    for root, other in ((one, two), (two, one)):
                        if reasons[root] is None:
                            reasons[root] = f"copied from or to a different layout: that of {other}"
                            changed = True


def _range_reason(place: Class, length: int | None, is_filled: bool, what: str, cells: Cells) -> str | None:
    """Why a range that is copied or filled as a whole does not respect the cells."""
    for (other, storage), kind in cells.items():
        size = int(storage[1:])
        if not overlaps(place, UNBOUNDED if length is None else length, other, size):
            continue
        if is_filled and size > 1:
            return f"{kind} at offset {other[0]} is filled with bytes"
        end = (place[0], 1) if length is None else (place[0] + length, place[1])
        if cuts(place, other, size) or cuts(end, other, size):
            return f"{what} may end inside of {kind} at offset {other[0]}"
    return None


def _carried(
    source: AbstractLocation, cells: Cells, target: AbstractLocation, size: int | None
) -> list[tuple[tuple[Class, str], Type]]:
    """The cells that a copied range has where it goes to."""
    carried = []
    for (place, storage), kind in cells.items():
        if not overlaps((source.offset, source.stride), UNBOUNDED if size is None else size, place, int(storage[1:])):
            continue
        step = gcd(place[1], source.stride)
        distance = place[0] - source.offset
        if step and size is not None and size <= step:
            distance, step = distance % step, 0  # the range has the cell at most once
        stride = gcd(step, target.stride)
        offset = target.offset + distance
        carried.append((((offset % stride if stride else offset, stride), storage), kind))
    return carried
