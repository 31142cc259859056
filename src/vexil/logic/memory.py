"""Loads and stores as array terms, with the conditions under which they are defined.

An address indexes the arrays of its region as it is: object above offset. Scalars of a typed region are single
elements; in a region of bytes they are several, in the byte order of the program. What was never written has any value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.ir.interpreter.storage import storage_of
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, TokenType, Type
from vexil.logic.float_bits import known_bits
from vexil.logic.operators import Condition, PartialTerm
from vexil.logic.partition import Access, MemoryPlace
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.sorts import FloatSort, Sort, array, bits
from vexil.logic.space import CONSTANT, DEAD, Space, State, StateVariable, Untranslatable
from vexil.logic.store_chains import read
from vexil.logic.terms import Term

LARGEST_RANGE = 256
"""Copies and fills of at most this many bytes are written out."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a store changes; ``fresh`` are symbols that ``defining`` determines: the bits of floats."""

    updates: Mapping[str, Term]
    fresh: tuple[Term, ...] = ()
    defining: tuple[Term, ...] = ()


class Memory:
    """Accesses of one function to memory."""

    def __init__(self, space: Space, function: str) -> None:
        self._space = space
        self._terms = space.terms
        self._pointers = space.pointers
        self._function = function
        self._little = space.program.layout.little_endian

    # --- objects -----------------------------------------------------------------------------------------

    def origin(self, state: State, pointer: Term) -> Term:
        """The origin of the object a pointer points into."""
        number = self._pointers.object_of(pointer)
        if number.is_const:
            fixed = self._space.static_origin(number.value, self._function)
            if fixed is not None:
                return self._terms.bv(fixed, 8)
        recorded = read(self._terms, state.read(self._space.origins), number)
        real = self._terms.slt(self._terms.bv(0, OBJECT_WIDTH), number)
        return self._terms.ite(real, recorded, self._terms.bv(DEAD, 8))

    def is_alive(self, state: State, pointer: Term) -> Term:
        """Whether a pointer points into an object that lives."""
        return self._terms.distinct(self.origin(state, pointer), self._terms.bv(DEAD, 8))

    def object_size(self, state: State, pointer: Term) -> Term:
        """The size of the object a pointer points into, if it lives."""
        number = self._pointers.object_of(pointer)
        if number.is_const:
            fixed = self._space.static_size(number.value)
            if fixed is not None:
                return self._terms.bv(fixed, self._pointers.width)
        return read(self._terms, state.read(self._space.sizes), number)

    def is_inside(self, state: State, pointer: Term, size: int) -> Term:
        """Whether so many bytes from a pointer on lie in its object, if that lives."""
        terms, width = self._terms, self._pointers.width
        total, length = self.object_size(state, pointer), terms.bv(size, width)
        fits = terms.ule(length, total)
        return terms.and_(fits, terms.ule(self._pointers.offset_of(pointer), terms.sub(total, length)))

    def readable(self, state: State, pointer: Term, size: int) -> tuple[Condition, ...]:
        """When so many bytes can be read."""
        terms = self._terms
        absent = terms.eq(pointer, self._pointers.null)
        alive = self.is_alive(state, pointer)
        inside = self.is_inside(state, pointer, size)
        return (
            ("null-dereference", terms.not_(absent)),
            ("invalid-dereference", terms.or_(absent, alive)),
            ("out-of-bounds", terms.implies(alive, inside)),
        )

    def writable(self, state: State, pointer: Term, size: int) -> tuple[Condition, ...]:
        """When so many bytes can be written."""
        terms = self._terms
        conditions = self.readable(state, pointer, size)
        changeable = terms.distinct(self.origin(state, pointer), terms.bv(CONSTANT, 8))
        valid = terms.conjunction(condition for _, condition in conditions)
        return (*conditions, ("constant-write", terms.implies(valid, changeable)))

    # --- scalars -----------------------------------------------------------------------------------------

    def load(self, state: State, place: MemoryPlace, pointer: Term, kind: Type) -> PartialTerm:
        """The scalar at an address, read as a type."""
        access = self._access(place)
        size = self._space.size(kind)
        conditions = self.readable(state, pointer, size)
        if access.region.is_typed:
            cells = state.read(self._cells(access, kind))
            return self._decoded(read(self._terms, cells, pointer), kind), conditions
        content = self._bytes(state, access, pointer, size)
        value, more = self._joined(access, content, kind)
        return value, (*conditions, *more)

    def store(self, state: State, place: MemoryPlace, pointer: Term, kind: Type, value: Term, name: str) -> Written:
        """Write a scalar at an address that can be written; a symbol for the bits of a float gets the name."""
        access = self._access(place)
        if access.region.is_typed:
            variable = self._cells(access, kind)
            stored = self._terms.store(state.read(variable), pointer, self.encoded(value, kind))
            return Written({variable.name: stored})
        content, fresh, defining = self.split(access, value, kind, name)
        return Written(self._put(state, access, pointer, content), fresh, defining)

    def _access(self, place: MemoryPlace) -> Access:
        return self._space.partition.access(self._function, place)

    def storage(self, kind: Type) -> str:
        """How a scalar is stored, in the interpreter's words."""
        return storage_of(kind, self._pointers.width // 8)

    def _cells(self, access: Access, kind: Type) -> StateVariable:
        """The array of a class of cells in a typed region."""
        storage = self.storage(kind)
        name = ".".join(filter(None, (access.region.name, access.cells, storage)))
        element: Sort
        match storage[0]:
            case "u":
                element = bits(8 * int(storage[1:]))
            case "f":
                element = FloatSort(8 * int(storage[1:]))
            case "p":
                element = self._pointers.sort
            case _:
                element = self._space.sort(kind)
        return self._space.variable(name, array(self._pointers.sort, element))

    def _decoded(self, stored: Term, kind: Type) -> Term:
        """A value from how it is stored."""
        match kind:
            case BoolType():
                return self._terms.distinct(stored, self._terms.bv(0, stored.width))
            case IntegerType(width, _):
                return self._terms.extract(stored, width - 1, 0)
            case TokenType():
                return self._terms.zero_extend(stored, 24)
            case _:
                return stored

    def encoded(self, value: Term, kind: Type) -> Term:
        """How a value is stored."""
        match kind:
            case BoolType():
                return self._terms.of_boolean(value, 8)
            case IntegerType(width, is_signed):
                return self._terms.extend(value, 8 * self._space.size(kind) - width, is_signed)
            case TokenType():
                return self._terms.extract(value, 7, 0)
            case _:
                return value

    # --- bytes -------------------------------------------------------------------------------------------

    def _array(self, access: Access) -> StateVariable:
        region = access.region
        element = bits(8 + OBJECT_WIDTH if region.holds_pointers else 8)
        return self._space.variable(region.name, array(self._pointers.sort, element))

    def _moved(self, pointer: Term, count: int) -> Term:
        return self._pointers.add(pointer, self._terms.bv(count, self._pointers.width)) if count else pointer

    def _bytes(self, state: State, access: Access, pointer: Term, size: int) -> list[Term]:
        """So many bytes from an address on, in the order of addresses."""
        array = state.read(self._array(access))
        return [read(self._terms, array, self._moved(pointer, index)) for index in range(size)]

    def _put(self, state: State, access: Access, pointer: Term, content: list[Term]) -> dict[str, Term]:
        variable = self._array(access)
        result = state.read(variable)
        for index, byte in enumerate(content):
            result = self._terms.store(result, self._moved(pointer, index), byte)
        return {variable.name: result}

    def _number(self, content: list[Term]) -> Term:
        """The number that bytes stand for."""
        ordered = content if self._little else content[::-1]
        result = self._terms.extract(ordered[0], 7, 0)
        for byte in ordered[1:]:
            result = self._terms.concat(self._terms.extract(byte, 7, 0), result)
        return result

    def _joined(self, access: Access, content: list[Term], kind: Type) -> PartialTerm:
        """The scalar that bytes stand for."""
        terms = self._terms
        number = self._number(content)
        owners = [terms.extract(byte, 39, 8) for byte in content] if access.region.holds_pointers else []
        plain = terms.conjunction(terms.eq(owner, terms.bv(0, OBJECT_WIDTH)) for owner in owners)
        match kind:
            case PointerType():
                if not owners:
                    raise Untranslatable(f"region {access.region.name} holds no pointers")
                whole = terms.conjunction(terms.eq(owner, owners[0]) for owner in owners[1:])
                absolute, near = self._space.operators.cast(number, IntegerType(number.width, False), kind)
                del absolute
                fits = terms.or_(terms.distinct(owners[0], terms.bv(0, OBJECT_WIDTH)), near[0][1])
                return self._pointers.make(owners[0], number), (("address", terms.and_(whole, fits)),)
            case FloatType():
                return terms.float_of_bits(number), (("address", plain),)
            case _ if self.storage(kind)[0] in "rt":
                raise Untranslatable(f"{kind} in region {access.region.name}, which is kept as bytes")
            case _ if self.storage(kind)[0] == "l":
                return terms.extract(number, 31, 0), (("address", plain),)
            case _:
                return self._decoded(number, kind), (("address", plain),)

    def split(
        self, access: Access, value: Term, kind: Type, name: str
    ) -> tuple[list[Term], tuple[Term, ...], tuple[Term, ...]]:
        """The bytes of a scalar in the order of addresses, with the symbols that its bits needed."""
        terms = self._terms
        owner = terms.bv(0, OBJECT_WIDTH)
        fresh: tuple[Term, ...] = ()
        defining: tuple[Term, ...] = ()
        size = self._space.size(kind)
        match kind:
            case PointerType():
                if not access.region.holds_pointers:
                    raise Untranslatable(f"region {access.region.name} holds no pointers")
                owner, number = self._pointers.object_of(value), self._pointers.offset_of(value)
            case FloatType(width):
                number, fresh, defining = self._float_bits(value, width, name)
            case _ if self.storage(kind)[0] in "rt":
                raise Untranslatable(f"{kind} in region {access.region.name}, which is kept as bytes")
            case _ if self.storage(kind)[0] == "l":
                number = terms.zero_extend(value, 8 * size - value.width)
            case _:
                number = self.encoded(value, kind)
        content = [terms.extract(number, 8 * index + 7, 8 * index) for index in range(size)]
        if access.region.holds_pointers:
            content = [terms.concat(owner, byte) for byte in content]
        return content if self._little else content[::-1], fresh, defining

    def _float_bits(self, value: Term, width: int, name: str) -> tuple[Term, tuple[Term, ...], tuple[Term, ...]]:
        """The representation of a float; SMT-LIB has no function for it, so it may be a symbol of its own.

        The bits of a NaN that operators give are any.
        """
        terms = self._terms
        pattern = known_bits(terms, value)
        if pattern is not None and pattern[1] is terms.true:
            return pattern[0], (), ()
        symbol = terms.symbol(name, bits(width))
        same = terms.eq(terms.float_of_bits(symbol), value)
        if pattern is not None:
            same = terms.and_(same, terms.implies(pattern[1], terms.eq(symbol, pattern[0])))
        return symbol, (symbol,), (same,)

    # --- ranges ------------------------------------------------------------------------------------------

    def copy(
        self, state: State, places: tuple[MemoryPlace, MemoryPlace], target: Term, source: Term, size: int
    ) -> Mapping[str, Term]:
        """Copy a range between the regions of two places, as they are before."""
        to, origin = map(self._access, places)
        self._check_range(size, to, origin)
        content = self._bytes(state, origin, source, size)
        if to.region.holds_pointers and not origin.region.holds_pointers:
            content = [self._terms.concat(self._terms.bv(0, OBJECT_WIDTH), byte) for byte in content]
        elif origin.region.holds_pointers and not to.region.holds_pointers:
            raise Untranslatable(f"pointers may be copied to region {to.region.name}, which holds none")
        return self._put(state, to, target, content)

    def fill(self, state: State, place: MemoryPlace, target: Term, byte: Term, size: int) -> Mapping[str, Term]:
        """Set a range of bytes."""
        access = self._access(place)
        self._check_range(size, access)
        if access.region.holds_pointers:
            byte = self._terms.concat(self._terms.bv(0, OBJECT_WIDTH), byte)
        return self._put(state, access, target, [byte] * size)

    @staticmethod
    def _check_range(size: int, *accesses: Access) -> None:
        if size > LARGEST_RANGE:
            raise Untranslatable(f"{size} bytes at once, more than {LARGEST_RANGE}")
        for access in accesses:
            if access.region.is_typed:
                raise Untranslatable(f"a range of region {access.region.name}, which is kept as typed cells")
