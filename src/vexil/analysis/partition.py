"""How formulas may divide a program's memory, from the regions of the analysis (*may*).

Objects that no access confuses are in different regions. In a typed region, cells that no access confuses and that do
not overlap are in different classes: members of a structure, and the same member of different objects where no pointer
may be to either. A scalar in memory that only its name reaches is a register.

Formulas may also read what the program does not, for predicates. What the analyses observe is divided as if the program
read it; another read is possible where everything it may reach is in one class of cells or one region of bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations

from vexil.analysis.facts import Analyses
from vexil.analysis.locations import AbstractLocation, AbstractObject, GlobalObject, LocalObject, in_memory
from vexil.analysis.points_to_memory import Class, cuts, overlaps
from vexil.analysis.regions import Region as Layout
from vexil.core.dag import postorder
from vexil.core.graphs import UnionFind
from vexil.ir.expressions import Bits, Deref, Expr, Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operations import BeginLifetime, Copy, EndLifetime, Fill, Release, expressions_of
from vexil.ir.program import Edge
from vexil.ir.types import Type, is_aggregate
from vexil.logic.partition import Access, MemoryPlace, Region, stores_pointers
from vexil.logic.space import NeverAccessed, Untranslatable

Cell = tuple[AbstractObject, Class]
"""Places of an object that one access may be to."""


class AnalysedPartition:
    """The division of one program's memory; the same questions get the same answers."""

    def __init__(self, analyses: Analyses) -> None:
        self._program = analyses.program
        self._points_to = analyses.points_to
        self._pointer_size = self._program.layout.pointer_width // 8
        self._cells: dict[AbstractObject, dict[Class, str]] = {}
        self._classes = UnionFind[Cell]()
        self._pointed: set[AbstractObject] = set()
        self._renewed: set[AbstractObject] = set()
        self._answers: dict[tuple[str, MemoryPlace], Access] = {}
        pointers = stores_pointers(self._program)
        self._nowhere = Region("nowhere", "no access reaches an object", pointers)
        self._regions: dict[AbstractObject, Region] = {}
        for analysed in analyses.regions.all:
            region = Region(f"region{analysed.number}", analysed.reason, pointers)
            self._regions.update(dict.fromkeys(analysed.objects, region))
            self._add_cells(analysed)
        for name in sorted(self._points_to.reached):
            visited: set[Hashable] = set()
            for edge in self._program.functions[name].edges:
                self._visit(name, edge, visited)
        for name, expression in analyses.observed:
            self._expression(name, expression, set())
        self._names = self._named()

    # --- the protocol ------------------------------------------------------------------------------------

    def access(self, function: str, place: MemoryPlace) -> Access:
        """Where an access by a function goes; raises `Untranslatable` where it goes to no single class."""
        key = (function, place)
        cached = self._answers.get(key)
        if cached is None:
            cached = self._answers[key] = self._access(function, place)
        return cached

    def is_private(self, function: str, variable: Variable) -> bool:
        """Say whether no pointer is ever used to access a scalar variable.

        Each activation of a function then has its own, also in recursion. The address may be taken and compared. A
        variable whose life an operation begins or ends is not private: its contents and its address are new each time.
        """
        if is_aggregate(variable.type):
            return False
        name = _object_of(function, variable)
        return name not in self._pointed and name not in self._renewed

    def regions(self) -> tuple[Region, ...]:
        """Every region, in a fixed order."""
        return (*dict.fromkeys(self._regions.values()), self._nowhere)

    def _access(self, function: str, place: MemoryPlace) -> Access:
        places = in_memory(self._points_to.places_of(function, place))
        regions = {self._regions.get(location.object) for location in places}
        if regions <= {None}:
            return Access(self._nowhere)
        if len(regions) > 1:
            raise Untranslatable(f"a read of {place.type} that may be in several regions")
        (region,) = regions
        assert region is not None
        if not region.is_typed or is_aggregate(place.type):
            return Access(region)
        roots = {self._classes.find(cell) for location in places for cell in self._touched(location, place, region)}
        if len(roots) > 1:
            raise Untranslatable(f"a read of {place.type} that may be in several classes of cells of {region.name}")
        return Access(region, self._names[roots.pop()])

    def _touched(self, location: AbstractLocation, place: MemoryPlace, region: Region) -> list[Cell]:
        """The cells that an access may be to; it must be to all of each."""
        where = (location.offset, location.stride)
        stored = self._stored(place.unit if isinstance(place, Bits) else place.type)
        size = int(stored[1:])
        cells: list[Cell] = []
        for other, storage in self._cells[location.object].items():
            if overlaps(where, size, other, int(storage[1:])):
                if storage != stored or cuts(where, other, size) or cuts(other, where, size):
                    raise Untranslatable(f"{place.type} of {region.name}, which is kept as cells of other types")
                cells.append((location.object, other))
        if not cells:
            raise NeverAccessed(f"{place.type} at an offset of {region.name} that has no cell")
        return cells

    # --- collecting --------------------------------------------------------------------------------------

    def _stored(self, kind: Type) -> str:
        return storage_of(kind, self._pointer_size)

    def _join(self, cells: Iterable[Cell]) -> None:
        first: Cell | None = None
        for cell in cells:
            first = first or cell
            self._classes.join(first, cell)

    def _add_cells(self, region: Layout) -> None:
        """Give every object of a typed region the cells of the region; those that overlap are one."""
        layout = {where: self._stored(kind) for where, kind in region.layout.items()}
        sizes = [(where, int(storage[1:])) for where, storage in layout.items()]
        shared = [(one, two) for (one, size), (two, other) in combinations(sizes, 2) if overlaps(one, size, two, other)]
        for name in region.objects:
            self._cells[name] = layout
            for one, two in shared:
                self._join(((name, one), (name, two)))

    def _visit(self, function: str, edge: Edge, visited: set[Hashable]) -> None:
        match edge.operation:
            case Copy(target, source, _):
                self._point(function, target)
                self._point(function, source)
            case Fill(pointer, _, _) | Release(pointer, _):
                self._point(function, pointer)
            case BeginLifetime(variable) | EndLifetime(variable):
                self._renewed.add(_object_of(function, variable))
            case _:
                pass
        for expression in expressions_of(edge.operation):
            self._expression(function, expression, visited)

    def _expression(self, function: str, expression: Expr, visited: set[Hashable]) -> None:
        for node in postorder(expression, done=visited):
            if isinstance(node, Deref | Bits):
                self._dereference(function, node)

    def _dereference(self, function: str, place: Deref | Bits) -> None:
        places = in_memory(self._points_to.places_of(function, place))
        self._pointed.update(location.object for location in places)
        if not is_aggregate(place.type):
            self._join(
                (location.object, (location.offset, location.stride))
                for location in places
                if self._cells.get(location.object)
            )

    def _point(self, function: str, pointer: Expr) -> None:
        targets = self._points_to.targets_of(function, pointer)
        self._pointed.update(location.object for location in in_memory(targets))

    def _named(self) -> dict[Cell, str]:
        """A name for every class of cells, by its first offset; none where a region has just one."""
        classes: dict[str, dict[Cell, None]] = {}
        for name in self._regions:
            for where in self._cells[name]:
                classes.setdefault(self._regions[name].name, {})[self._classes.find((name, where))] = None
        names: dict[Cell, str] = {}
        for roots in classes.values():
            used: Counter[int] = Counter()
            for root in roots:
                offset = root[1][0]
                used[offset] += 1
                word = f"at{offset}" if used[offset] == 1 else f"at{offset}_{used[offset]}"
                names[root] = word if len(roots) > 1 else ""
        return names


def _object_of(function: str, variable: Variable) -> AbstractObject:
    return GlobalObject(variable.name) if variable.is_global else LocalObject(function, variable.name)
