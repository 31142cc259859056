"""Plans for terms that read memory or take pointers apart and put them together."""

from __future__ import annotations

from functools import reduce

from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.types import VOID_POINTER, FloatType, IntegerType, PointerType, Type
from vexil.ir.typing import apply
from vexil.logic.expressing import numbers
from vexil.logic.expressing.bytewise import Bytewise, Run
from vexil.logic.expressing.objects import read_of
from vexil.logic.expressing.places import Places
from vexil.logic.expressing.values import Alive, Inexpressible, Owner, Plan, Value, plain
from vexil.logic.sorts import BitsSort
from vexil.logic.space import SIZES, Space
from vexil.logic.terms import Term

MOST_PARTS = 32
"""Sums of offsets with more parts are not looked into."""


class Reads:
    """Plans reads, extractions and concatenations in one function."""

    def __init__(self, space: Space, places: Places) -> None:
        self._terms = space.terms
        self._pointers = space.pointers
        self._places = places
        self._bytes = Bytewise(space)
        self.runs = self._bytes.runs

    # --- reads -------------------------------------------------------------------------------------------

    def select(self, term: Term, alive: Alive) -> Plan:
        """What is read from an array of the state."""
        array, index = term.args
        places = self._places
        if array.op != "symbol":
            raise Inexpressible
        name = str(array.payload)
        if read_of(SIZES, term) is not None:
            if index not in alive:
                raise Inexpressible
            return Plan((index,), lambda a: places.object_size(places.owner(a)))
        if name.startswith("elements.") and index.op == "concat":
            return Plan(index.args, lambda a, b: places.element_read(term, plain(a), plain(b)))
        if self._bytes.is_address(array, index):
            sort = term.sort
            width = sort.width if isinstance(sort, BitsSort) else 0
            kinds: tuple[Type, ...] = (IntegerType(width, False),) if width in (8, 16, 32, 64, 128) else ()
            match name.rpartition(".")[2][:1]:
                case "p":
                    kinds = (VOID_POINTER,)
                case "f":
                    kinds = (FloatType(32), FloatType(64))
                case _:
                    pass
            return self._read(term, index, kinds)
        return Plan((index,), lambda a: places.heap_read(term, name, plain(a)))

    def _read(self, term: Term, address: Term, kinds: tuple[Type, ...]) -> Plan:
        places = self._places
        return Plan((address,), lambda a: places.read(term, address, places.pointer(a), kinds))

    def float_of_bits(self, term: Term) -> Plan:
        """A float in memory that is kept as bytes."""
        sequence = self._bytes.sequence(term.args[0])
        if sequence is None:
            raise Inexpressible
        return self._read(term, sequence, (FloatType(term.args[0].width),))

    def zero_byte(self, term: Term) -> Plan | None:
        """That a byte in memory is zero; where a truth value is stored, that it is false."""
        byte, zero = term.args
        place = self._bytes.byte(byte)
        if place is None or not zero.is_const or zero.payload != 0:
            return None
        places, address = self._places, place[1]
        unsigned = IntegerType(8, False)

        def make(value: Value) -> Expr:
            pointer = places.pointer(value)
            try:
                return numbers.negated(places.read(self._terms.not_(term), address, pointer))
            except Inexpressible:
                return numbers.equal(places.read(byte, address, pointer, (unsigned,)), Const(0, unsigned))

        return Plan((address,), make)

    def run(self, run: Run) -> Plan:
        """That bytes behind each other have known values: scalars of the declared types do, if there are any."""
        return Plan((run.address,), lambda a: self._run(run, self._places.pointer(a)))

    def _run(self, run: Run, pointer: Expr) -> Expr:
        word = self._pointers.width
        done, equalities = 0, list[Expr]()
        if run.owner is not None:
            done = word // 8
            owner, number = run.owner
            wanted = self._pointers.make(owner, self._bytes.number(run.bytes[:done]))
            value = self._places.read(wanted, run.address, pointer, (VOID_POINTER,))
            target = self._places.address(number << word | self._bytes.known(run.values[:done]))
            equalities.append(apply(Operator.EQUAL, value, target))
        while done < len(run.bytes):
            address = self._pointers.add(run.address, self._terms.bv(done, word)) if done else run.address
            place = self._places.moved(pointer, Const(done, IntegerType(word, False)))
            for size in self._places.sizes(place, len(run.bytes) - done):
                kind = IntegerType(8 * size, False)
                try:
                    wanted = self._bytes.number(run.bytes[done : done + size])
                    value = self._places.read(wanted, address, place, (kind,))
                except Inexpressible:
                    continue
                equalities.append(numbers.equal(value, Const(self._bytes.known(run.values[done : done + size]), kind)))
                done += size
                break
            else:
                raise Inexpressible
        return reduce(lambda left, right: apply(Operator.AND, left, right), equalities)

    # --- pointers and bits -------------------------------------------------------------------------------

    def extract(self, term: Term) -> Plan:
        """Some bits of a number, or a part of a pointer."""
        whole, payload = term.args[0], term.payload
        assert isinstance(payload, tuple)
        high, low = payload
        places = self._places
        owner = self._bytes.owner(term)
        if owner is not None:
            return Plan((owner,), lambda a: places.owner_read(term, owner, places.pointer(a)))
        byte = self._bytes.byte(term)
        if byte is not None:
            return self._read(term, byte[1], (IntegerType(8, False),))
        if high <= 7 and self._bytes.byte(self._terms.extract(whole, 7, 0)) is not None:
            return Plan((self._terms.extract(whole, 7, 0),), lambda a: numbers.extracted(plain(a), high, low))
        return Plan((whole,), lambda a: self._extracted(plain(a), high, low))

    def _extracted(self, value: Expr, high: int, low: int) -> Value:
        width = self._pointers.width
        if not isinstance(value.type, PointerType):
            return numbers.extracted(value, high, low)
        if high < width:
            return numbers.extracted(self._places.offset(value), high, low)
        if (high, low) == (self._pointers.sort.width - 1, width):
            return Owner(value)
        raise Inexpressible

    def concat(self, term: Term) -> Plan:
        """A scalar that is read as bytes, a moved pointer, or any number with bits of two."""
        high, low = term.args
        first = self._bytes.sequence(term)
        if first is not None:
            kind: Type = VOID_POINTER if self._bytes.owner(high) is not None else IntegerType(term.width, False)
            return self._read(term, first, (kind,))
        if term.sort is self._pointers.sort:
            base = self._base(high)
            distance = None if base is None else self._distance(base, low)
            if base is not None and distance is not None:
                return Plan((base, distance), lambda a, b: self._places.moved(self._places.pointer(a), plain(b)))
        return Plan((high, low), lambda a, b: self._joined(term, a, plain(b)))

    def _joined(self, term: Term, high: Value, low: Expr) -> Expr:
        is_address = term.sort is self._pointers.sort and term.args[1].width == self._pointers.width
        if isinstance(high, Owner) or (is_address and isinstance(high, Const)):
            if not is_address:
                raise Inexpressible
            return self._places.placed(self._places.owner(high), low)
        return numbers.joined(high, low)

    def _base(self, number: Term, depth: int = 8) -> Term | None:
        """A pointer whose object has this number."""
        top = self._pointers.sort.width - 1
        if number.op == "extract" and number.payload == (top, self._pointers.width):
            return number.args[0]
        if number.op == "ite" and depth:
            sides = [
                self._pointers.constant(side.value) if side.is_const else self._base(side, depth - 1)
                for side in number.args[1:]
            ]
            if sides[0] is not None and sides[1] is not None:
                return self._terms.ite(number.args[0], sides[0], sides[1])
        return None

    def _distance(self, base: Term, offset: Term) -> Term | None:
        """How far an offset is from that of a pointer, where that is one of its addends."""
        start = self._pointers.offset_of(base)
        if offset is start:
            return self._terms.bv(0, offset.width)
        addends: list[Term] = []
        stack = [offset]
        while stack and len(addends) < MOST_PARTS:
            current = stack.pop()
            if current is start:
                addends.append(current)
            elif current.op == "bvadd":
                stack.extend(reversed(current.args))
            else:
                addends.append(current)
        if stack or start not in addends:
            return None
        addends.remove(start)
        result = self._terms.bv(0, offset.width)
        for addend in addends:
            result = self._terms.add(result, addend)
        return result
