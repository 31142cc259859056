"""What memory holds at the beginning of a run: what globals start with, zero between that, and elsewhere anything.

Memory of single addresses is read from the declarations, however large they are. An array of memory as a whole is its
symbol with the elements of small globals stored in it, so that reads at addresses which are not known are right too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, VariableDeclaration
from vexil.ir.types import Type
from vexil.logic.partition import Access, Region
from vexil.logic.sorts import ArraySort, BitsSort
from vexil.logic.space import DEAD, Space, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translator

MOST_ELEMENTS = 256
"""An array of memory as a whole has at most so many elements that are known."""
MOST_FACTS = 16
"""Facts about single elements are given for arrays with at most so many."""
LARGEST_SCALAR = 8
"""No scalar takes more bytes."""


class Contents:
    """The memory of one program at the beginning; *chosen* has the values of globals that the environment decides."""

    def __init__(self, space: Space, translator: Translator, chosen: Mapping[str, Term | None]) -> None:
        self._space = space
        self._terms = space.terms
        self._translator = translator
        self._chosen = chosen
        self._cells: dict[int, Mapping[int, tuple[Type, Expr]]] = {}
        self._wholes: dict[str, Term] = {}

    @cached_property
    def _globals(self) -> Mapping[int, VariableDeclaration]:
        """The globals in memory by number."""
        return {
            number: declared
            for number, (name, declared) in self._space.objects.items()
            if self._space.global_called(name) is not None
        }

    @cached_property
    def _regions(self) -> Mapping[str, Region]:
        """The regions of bytes by their names."""
        return {region.name: region for region in self._space.partition.regions() if not region.is_typed}

    # --- single elements ---------------------------------------------------------------------------------

    def element(self, name: str, place: int) -> Term | None:
        """What an array of memory holds at an index; nothing where that is not known."""
        space = self._space
        if name == space.origins.name:
            known = self._origin(place)
            return None if known is None else self._terms.bv(known, 8)
        if name == space.sizes.name:
            size = space.static_size(place)
            return None if size is None else self._terms.bv(size, space.pointers.width)
        number, offset = space.pointers.split(place)
        if number not in self._globals or name not in space.variables:
            return None
        if offset >= space.size(self._globals[number].type):
            return None
        region = self._regions.get(name)
        try:
            return self._typed(name, number, offset) if region is None else self._byte(region, number, offset)
        except Untranslatable:
            return None

    def _origin(self, number: int) -> int | None:
        """The origin of an object: the entry's variables live, and those of other functions do not yet."""
        space = self._space
        known = space.static_origin(number, space.program.entry)
        if known is not None or number not in space.objects:
            return known
        is_later = not space.objects[number][0].startswith(f"{space.program.entry}::")
        return DEAD if is_later else None

    def _typed(self, name: str, number: int, offset: int) -> Term | None:
        storage = name.rpartition(".")[2]
        if not storage[1:].isdigit():
            return None
        near = list(self._near(number, offset, int(storage[1:])))
        if not near:
            return self._zero(name)
        start, kind, expression = near[0]
        if len(near) > 1 or start != offset or self._translator.memory.storage(kind) != storage:
            return None
        value = self._value(number, expression)
        return None if value is None else self._translator.memory.encoded(value, kind)

    def _byte(self, region: Region, number: int, offset: int) -> Term | None:
        near = list(self._near(number, offset, 1))
        if not near:
            return self._zero(region.name)
        start, kind, expression = near[0]
        value = self._value(number, expression)
        if len(near) > 1 or value is None:
            return None
        content, fresh, _ = self._translator.memory.split(Access(region), value, kind, "?")
        return None if fresh else content[offset - start]

    def _zero(self, name: str) -> Term:
        sort = self._space.variables[name].sort
        assert isinstance(sort, ArraySort)
        return self._terms.constant(0, sort.element)

    def _value(self, number: int, expression: Expr | None) -> Term | None:
        if expression is None:
            return self._chosen[self._globals[number].name]
        return self._translator.translate(self._space.initial, expression).value

    # --- cells -------------------------------------------------------------------------------------------

    def _near(self, number: int, offset: int, size: int) -> Iterator[tuple[int, Type, Expr | None]]:
        """The cells that bytes of an object are in, each with its offset, type and value; no value for a chosen one."""
        declared = self._globals[number]
        initial = declared.initial
        if initial is None:
            return
        if declared.name in self._chosen:
            yield 0, declared.type, None
            return
        if isinstance(initial, Memory) and isinstance(initial.cells, PackedCells):
            packed = initial.cells
            for index in range(offset // packed.step, (offset + size - 1) // packed.step + 1):
                if index < len(packed):
                    yield index * packed.step, packed.element, Const(packed.values[index], packed.element)
            return
        if number not in self._cells:
            listed = initial.cells if isinstance(initial, Memory) else ((0, initial),)
            self._cells[number] = {place: (value.type, value) for place, value in listed if isinstance(value, Expr)}
        cells = self._cells[number]
        for start in range(max(0, offset - LARGEST_SCALAR + 1), offset + size):
            if start in cells and start + self._space.size(cells[start][0]) > offset:
                yield start, *cells[start]

    # --- whole arrays ------------------------------------------------------------------------------------

    def whole(self, symbol: Term) -> Term:
        """An array of memory with the elements that are known, if they are not too many."""
        name = str(symbol.payload)
        if name not in self._wholes:
            array = symbol
            for place in self._places(symbol):
                value = self.element(name, place.value)
                if value is not None:
                    array = self._terms.store(array, place, value)
            self._wholes[name] = array
        return self._wholes[name]

    def is_memory(self, symbol: Term) -> bool:
        """Say whether a symbol is an array of memory or of what is known about objects."""
        if symbol.op != "symbol" or not isinstance(symbol.sort, ArraySort):
            return False
        name = str(symbol.payload)
        if name in (self._space.origins.name, self._space.sizes.name):
            return True
        return name in self._space.variables and symbol.sort.index == self._space.pointers.sort

    def _places(self, symbol: Term) -> list[Term]:
        """The indices of an array that have known elements: none when they are too many."""
        space, terms = self._space, self._terms
        name = str(symbol.payload)
        assert isinstance(symbol.sort, ArraySort)
        if name in (space.origins.name, space.sizes.name):
            assert isinstance(symbol.sort.index, BitsSort)
            indices = [terms.bv(number, symbol.sort.index.width) for number in space.objects]
            return indices if len(indices) <= MOST_ELEMENTS else []
        storage = "u1" if name in self._regions else name.rpartition(".")[2]
        if not storage[1:].isdigit():
            return []
        step = int(storage[1:])
        places: list[Term] = []
        for number, declared in self._globals.items():
            if not self._is_in(name, declared):
                continue
            size = space.size(declared.type)
            if len(places) + size // step > MOST_ELEMENTS:
                return []
            places.extend(space.pointers.constant(number, offset) for offset in range(0, size - step + 1, step))
        return places

    def _is_in(self, name: str, declared: VariableDeclaration) -> bool:
        """Say whether accesses to an array of memory may be to a global."""
        variable = Variable(declared.name, declared.type, True)
        try:
            region = self._space.partition.access(self._space.program.entry, variable).region.name
        except Untranslatable:
            return True
        return name == region or name.startswith(f"{region}.")

    def facts(self, symbol: Term) -> Iterator[Term]:
        """What holds of the elements of an array of memory at the beginning, if they are few."""
        places = self._places(symbol)
        for place in places if len(places) <= MOST_FACTS else ():
            value = self.element(str(symbol.payload), place.value)
            if value is not None:
                yield self._terms.eq(self._terms.select(symbol, place), value)
