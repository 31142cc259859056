"""Which objects in memory there may be, and where their scalars are: one array of the state for each kind of storage.

An object has a number; copies of one variable (of threads and activations) and the blocks of one allocation have
numbers in a row. Every scalar that is accessed is a cell, as the regions of memory show; tables that are no part of the
state lead from a number and a byte offset to the cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vexil.analysis import AbstractObject, AllocatedObject, Analyses, GlobalObject, LocalObject, components
from vexil.analysis.congruence import numbers_of
from vexil.analysis.region_accesses import Access, Accesses
from vexil.ir.expressions import Const, Expr, Place
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import Variable
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.objects import MOST_DERIVED
from vexil.transform.flattening.plan import Defaults, Plan

OFFSET_BITS = 20
MOST_OBJECTS = 1 << 11
MOST_BYTES = 1 << 16
"""Memory of more bytes than this is no state vector."""
POINTER = IntegerType(32, False)
"""An object's number above a byte offset; null is 0, and object 0 stands for absolute addresses."""
MOST_COMPUTED = 256
"""No more bytes than this are planned for memory whose size is computed."""
RECORDS = "__vexil_records"
"""The table of threads of the C library: no more of it is used than there are threads."""


@dataclass(frozen=True)
class MemoryObject:
    """A variable or allocation; ``first`` is the number of its first copy, ``firsts`` where its cells begin."""

    name: AbstractObject
    first: int
    copies: int
    size: int
    cells: dict[str, tuple[int, ...]]
    """By storage the byte offsets of its cells."""
    firsts: dict[str, int]
    constant: bool = False
    is_heap: bool = False
    root: str | None = None
    """The template whose threads have the copies."""

    @property
    def end(self) -> int:
        """The number after its last copy."""
        return self.first + self.copies


class MemoryPlan:
    """The memory of a program."""

    def __init__(
        self, program: Program, analyses: Analyses, plan: Plan, bounds: Bounds, defaults: Defaults, used: set[str]
    ) -> None:
        self.program = program
        self._analyses = analyses
        self._plan = plan
        self._pointer_size = program.layout.pointer_width // 8
        self.objects: list[MemoryObject] = []
        self.counts: dict[str, int] = {}
        """By storage how many cells there are."""
        self.globals: dict[str, MemoryObject] = {}
        self.own: dict[tuple[str, str], MemoryObject] = {}
        self.locals: dict[tuple[str, str, str], MemoryObject] = {}
        self.octets: set[AbstractObject] = set()
        """The objects that are kept as bytes."""
        self.blocks: dict[str, MemoryObject] = {}
        """By the edge that allocates."""
        self.stack_blocks: dict[tuple[str, str], MemoryObject] = {}
        """By template and the edge that allocates memory for the life of a function."""
        self.first_computed = 0
        """The least number of an object whose size is part of the state."""
        self._next = 1
        for variable in program.globals:
            if variable.addressable and not variable.per_thread and variable.name in used:
                self.globals[variable.name] = self._add(
                    GlobalObject(variable.name), variable, 1, constant=variable.constant
                )
        self.statics = self._next - 1
        """The greatest number of an object that always lives."""
        self.static_cells = dict(self.counts)
        for template in plan.templates:
            for variable in program.globals:
                if variable.addressable and variable.per_thread and variable.name in used:
                    name = GlobalObject(variable.name)
                    self.own[template.root, variable.name] = self._add(name, variable, template.count, template.root)
            for function in template.functions:
                for variable in program.functions[function].variables.values():
                    if variable.addressable:
                        copies = template.count * template.depths.get(function, 1)
                        self.locals[template.root, function, variable.name] = self._add(
                            LocalObject(function, variable.name), variable, copies, template.root
                        )
        self._allocations(bounds, defaults)
        self.last = self._next - 1
        self.dead, self.code, self.absolute = self._next, self._next + 1, self._next + 2
        self.addresses: list[int] = []
        """Absolute addresses that are no small numbers, in the order in which they are met."""
        self.functions = {name: number for number, name in enumerate(program.functions)}
        if self._next + 3 > MOST_OBJECTS:
            raise NotFlat("memory", f"there may be more than {MOST_OBJECTS} objects", option="--bound threads=N")

    def _allocations(self, bounds: Bounds, defaults: Defaults) -> None:
        """Blocks that are allocated, those whose size is computed last."""
        wanted = []
        for name in sorted({name for template in self._plan.templates for name in template.functions}):
            function = self.program.functions[name]
            for number, edge in enumerate(function.edges):
                match edge.operation:
                    case Allocate(_, NewMemory(size, on_stack, _), site):
                        identity = function.edge_id(number)
                        wanted.append((self._length(name, edge.source, size), identity, site, on_stack))
                    case _:
                        pass
        self.first_computed = self._next
        for is_computed in (False, True):
            self.first_computed = self._next
            for (exact, most), identity, site, on_stack in wanted:
                if (exact is None) is not is_computed:
                    continue
                target = AllocatedObject(identity, site)
                length = exact if exact is not None else defaults.memory if most is None else min(most, MOST_COMPUTED)
                if on_stack:
                    self._stack_block(target, identity, length, defaults)
                    continue
                limit = bounds.sites.get(site, bounds.instances)
                times = self._plan.executions.of_edge(identity)
                count = defaults.instances if limit is None else max(1, limit)
                if times is not None and times <= MOST_DERIVED:
                    count = max(1, times if limit is None else min(times, limit))
                self.blocks[identity] = self._object(target, length, count, is_heap=True)

    def _stack_block(self, target: AbstractObject, identity: str, length: int, defaults: Defaults) -> None:
        """Blocks that end with the function, for every thread that may run it."""
        name, _, number = identity.rpartition("#")
        source = self.program.functions[name].edges[int(number)].source
        flow = self._analyses.control_flow(name)
        in_loop = any(source in group and len(group) > 1 for group in components(flow.successors))
        for template in self._plan.templates:
            if name in template.functions:
                if name in template.depths:
                    raise NotFlat("memory on the stack", f"{name} is recursive", where=identity)
                copies = template.count * (defaults.instances if in_loop else 1)
                self.stack_blocks[template.root, identity] = self._object(target, length, copies, root=template.root)

    def _length(self, function: str, location: int, size: Expr) -> tuple[int | None, int | None]:
        """The size of what is allocated if it is known, and the most it can be."""
        length = size.value if isinstance(size, Const) else numbers_of(size).constant
        if length is not None:
            return int(length), int(length)
        values = self._analyses.intervals.value(function, location, size)
        if values is None:
            return None, None
        return values.constant, values.high

    def _add(
        self,
        name: AbstractObject,
        variable: VariableDeclaration,
        copies: int,
        root: str | None = None,
        *,
        constant: bool = False,
    ) -> MemoryObject:
        size = self.program.layout.size_of(variable.type, self.program.structs)
        return self._object(name, size, copies, root=root, constant=constant)

    def _object(
        self,
        name: AbstractObject,
        size: int,
        copies: int,
        *,
        root: str | None = None,
        constant: bool = False,
        is_heap: bool = False,
    ) -> MemoryObject:
        if size * copies > MOST_BYTES:
            raise NotFlat(f"the memory of {name}", f"it has {size * copies} bytes")
        cells = self._cells(name, size)
        firsts = {storage: self.counts.get(storage, 0) for storage in cells}
        for storage, offsets in cells.items():
            self.counts[storage] = self.counts.get(storage, 0) + copies * len(offsets)
        item = MemoryObject(name, self._next, copies, size, cells, firsts, constant, is_heap, root)
        self.objects.append(item)
        self._next += copies
        return item

    def _cells(self, name: AbstractObject, size: int) -> dict[str, tuple[int, ...]]:
        region = self._analyses.regions.of(name)
        if region is None:
            return {}
        if region.reason is not None:
            identity = next((item for item in region.objects if self._identities.get(item)), None)
            if identity is not None or not self.program.layout.little_endian:
                raise NotFlat(f"the memory of {name}", region.reason)
            self.octets.add(name)
            return {"b1": tuple(range(size))} if size else {}
        used = size
        if name == GlobalObject(RECORDS):
            used = min(size, (size // 64) * (self._plan.threads + 1))
        offsets_of: dict[str, set[int]] = {}
        for (offset, stride), kind in region.layout.items():
            storage = storage_of(kind, self._pointer_size)
            length = int(storage[1:])
            if storage[0] == "f" or (storage[0] == "u" and length not in (1, 2, 4, 8)):
                raise NotFlat(f"a value of type {kind} in {name}", "it is not modelled")
            places = range(offset % stride, used, stride) if stride else [offset]
            offsets_of.setdefault(storage, set()).update(at for at in places if at >= 0 and at + length <= used)
        return {storage: tuple(sorted(offsets)) for storage, offsets in sorted(offsets_of.items()) if offsets}

    @cached_property
    def _identities(self) -> dict[AbstractObject, bool]:
        """The objects that anything but numbers is read from or written to."""
        identities: dict[AbstractObject, bool] = {}
        for access in Accesses(self.program, self._analyses.points_to).all():
            if isinstance(access, Access) and access.storage[0] != "u":
                identities.update((place.object, True) for place in access.places)
        return identities

    def is_octets(self, function: str | None, place: Place) -> bool:
        """Say whether a place is in memory that is kept as bytes."""
        if not self.octets:
            return False
        return any(item.object in self.octets for item in self._analyses.points_to.places_of(function, place))

    # --- tables ------------------------------------------------------------------------------------------

    @cached_property
    def _bases(self) -> list[int]:
        """By number of an object where it begins in the tables."""
        bases = [0]
        position = 0
        for item in self.objects:
            for _ in range(item.copies):
                bases.append(position)
                position += item.size + 1
        if position > 8 * MOST_BYTES:
            raise NotFlat("memory", f"it has {position} bytes", option="--bound threads=N")
        return [*bases, position]

    @cached_property
    def bases(self) -> Variable:
        """The table of where objects begin."""
        return _table("bases of objects", self._bases)

    @cached_property
    def sizes(self) -> Variable:
        """The table of the sizes of objects."""
        return _table(
            "sizes of objects", [0, *(item.size for item in self.objects for _ in range(item.copies)), 0, 0, 0]
        )

    def cells_table(self, storage: str) -> Variable:
        """The table of cells of one kind: by byte the number of the cell that begins there, from 1."""
        if storage not in self._tables:
            values = [0] * (self._bases[-1] + 1)
            for item in self.objects:
                offsets = item.cells.get(storage, ())
                for copy in range(item.copies):
                    base = self._bases[item.first + copy]
                    for position, offset in enumerate(offsets):
                        values[base + offset] = item.firsts[storage] + copy * len(offsets) + position + 1
            self._tables[storage] = _table(f"cells {storage}", values)
        return self._tables[storage]

    @cached_property
    def _tables(self) -> dict[str, Variable]:
        return {}

    def keys_table(self, addresses: list[tuple[MemoryObject, int]], first: int) -> Variable:
        """The table of the keys of addresses that may be locked: by byte the key, or 0."""
        values = [0] * (self._bases[-1] + 1)
        key = first
        for item, offset in addresses:
            for copy in range(item.copies):
                values[self._bases[item.first + copy] + offset] = key
                key += 1
        return _table("keys of addresses", values)

    def named(self, name: AbstractObject) -> list[MemoryObject]:
        """The objects that an abstract one stands for."""
        return [item for item in self.objects if item.name == name]

    @property
    def tables(self) -> list[Variable]:
        """The tables that are in use."""
        used = [table for name in ("bases", "sizes") if (table := self.__dict__.get(name)) is not None]
        return [*used, *self._tables.values()]


def _table(name: str, values: list[int]) -> Variable:
    from vexil.transform.flattening.values import holding_count

    return Variable(name, holding_count(max(values, default=0)), max(1, len(values)), tuple(values), constant=True)
