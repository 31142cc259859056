"""Loads and stores of scalars of symbolic states."""

from __future__ import annotations

from collections.abc import Callable

from vexil.engines.bounded.blocks import Unmodelled, storage_size
from vexil.engines.bounded.pointers import Pointers
from vexil.engines.bounded.state import State
from vexil.ir.types import BoolType, IntegerType, Type
from vexil.logic import Term


class Access(Pointers):
    """Reads and writes scalars through pointers."""

    def load(self, state: State, pointer: Term, kind: Type) -> Term:
        """Read a scalar; what must hold is noted."""
        storage = self.storage(kind)
        return self.decoded(self.load_stored(state, pointer, storage), kind)

    def load_stored(self, state: State, pointer: Term, storage: str) -> Term:
        """Read a scalar as it is stored; what must hold is noted."""
        if pointer.op == "const":
            number, offset = self.pointers.split(pointer.value)
            block = state.memory.get(number)
            if block is not None and block.alive is self.terms.true:
                cell = block.cells.get(offset)
                if cell is not None and cell[0] == storage and cell[2] is self.terms.true:
                    return cell[1]
        terms = self.terms
        size = storage_size(storage)
        value: Term | None = None
        defined, chosen = terms.false, terms.false
        for number, here, offset_term in self.access(state, pointer, terms.bv(size, self.word), writes=False):
            block = state.memory[number]
            if block.first is not None:
                chosen = terms.or_(chosen, here)
            needs = self._needs_under(here)
            if offset_term.op == "const":
                content, written = self.memory.read(block, offset_term.value, storage, needs)
            else:
                content, written = self.memory.read_open(block, offset_term, storage, needs)
            value = content if value is None else terms.ite(here, content, value)
            defined = terms.or_(defined, terms.and_(here, written))
        if value is None:
            return self.memory.zero(storage)
        if defined is terms.true:
            return value
        if self.is_strict:
            self.need("uninitialised-read", defined)
            return value
        known = terms.or_(defined, terms.and_(self.tame, chosen))
        if chosen is not terms.false:
            self.has_chosen_contents = True
            self.need("", terms.implies(self.modest, defined))
        if storage[0] == "p":
            self.need("uninitialised-read", known)
            return value
        return self._unwritten(value, known)

    def _unwritten(self, value: Term, known: Term) -> Term:
        """What is read where perhaps nothing was written: any value, another one each time.

        Runs that are looked for as counterexamples read only what was written, or what an object is chosen to hold at
        first: the reference interpreter has no value for the rest. The symbol `tame` says that a run is one of those.
        """
        self._wild += 1
        self.need("", self.terms.implies(self.tame, known))
        anything = self.terms.symbol(f"unwritten {self._wild} {value.sort}", value.sort)
        return self.terms.ite(known, value, anything)

    def _needs_under(self, condition: Term) -> Callable[[str, Term], None]:
        return lambda kind, demanded: self.need(kind, self.terms.implies(condition, demanded))

    def access(self, state: State, pointer: Term, size: Term, *, writes: bool) -> list[tuple[int, Term, Term]]:
        """The objects an access may mean; that it means one, in bounds and alive, is noted as needed."""
        terms = self.terms
        targets = []
        allowed: list[Term] = []
        constant: list[Term] = []
        for number, here, offset in self.targets(state, pointer):
            block = state.opened(number)
            if block.alive is terms.false:
                continue
            inside = self.bounds(block, offset, size)
            if inside is terms.false:
                continue
            if writes and block.origin == "constant":
                constant.append(here)
                continue
            allowed.append(terms.and_(here, block.alive, inside))
            targets.append((number, here, offset))
        if constant:
            self.need("constant-write", terms.not_(terms.disjunction(constant)))
        kind = "null-dereference" if pointer is self.pointers.null else "invalid-dereference"
        self.need(kind, terms.disjunction(allowed))
        return targets

    def decoded(self, stored: Term, kind: Type) -> Term:
        """A stored scalar as a value of the type."""
        match kind:
            case BoolType():
                return self.terms.distinct(stored, self.terms.bv(0, stored.width))
            case IntegerType(width, _):
                return self.terms.extract(stored, width - 1, 0)
            case _:
                return stored

    def encoded(self, value: Term, kind: Type, storage: str) -> Term:
        """A value of the type as it is stored."""
        match kind:
            case BoolType():
                return self.terms.of_boolean(value, 8 * storage_size(storage))
            case IntegerType(width, is_signed):
                extend = self.terms.sign_extend if is_signed else self.terms.zero_extend
                return extend(value, 8 * storage_size(storage) - width)
            case _:
                return value

    def store(self, state: State, pointer: Term, kind: Type, value: Term) -> None:
        """Write a scalar; what must hold is noted."""
        storage = self.storage(kind)
        self._store(state, pointer, storage, self.encoded(value, kind, storage))

    def _store(self, state: State, pointer: Term, storage: str, value: Term) -> None:
        terms = self.terms
        targets = self.access(state, pointer, terms.bv(storage_size(storage), self.word), writes=True)
        for number, here, offset in targets:
            block = state.owned(number)
            needs = self._needs_under(here)
            if len(targets) == 1 and offset.op == "const":
                self.memory.write(block, offset.value, storage, value, needs)
            else:
                when = terms.true if len(targets) == 1 else here
                self.memory.write_open(block, offset, storage, value, when, needs)

    def load_bits(self, state: State, pointer: Term, unit: Type, offset: int, width: int, kind: Type) -> Term:
        """Read a bit-field."""
        word = self.load_stored(state, pointer, self.storage(unit))
        return self._bits_value(self.terms.extract(word, offset + width - 1, offset), kind)

    def _bits_value(self, field: Term, kind: Type) -> Term:
        match kind:
            case BoolType():
                return self.terms.distinct(field, self.terms.bv(0, field.width))
            case IntegerType(width, is_signed):
                if width < field.width:
                    return self.terms.extract(field, width - 1, 0)
                extend = self.terms.sign_extend if is_signed else self.terms.zero_extend
                return extend(field, width - field.width)
            case _:
                raise Unmodelled(f"a bit-field of type {kind}")

    def store_bits(
        self, state: State, pointer: Term, unit: Type, offset: int, width: int, kind: Type, value: Term
    ) -> None:
        """Write a bit-field; the other bits of its unit count as written then."""
        terms = self.terms
        storage = self.storage(unit)
        if isinstance(kind, BoolType):
            value = terms.of_boolean(value, 1)
        value = (
            terms.extract(value, width - 1, 0)
            if value.width >= width
            else terms.zero_extend(value, width - value.width)
        )
        before, self.needed = self.needed, []
        word = self.load_stored(state, pointer, storage)
        self.needed = before + [need for need in self.needed if need[0]]  # unwritten bits beside the field may stay so
        total = word.width
        parts = [terms.extract(word, total - 1, offset + width)] if offset + width < total else []
        parts.append(value)
        if offset:
            parts.append(terms.extract(word, offset - 1, 0))
        new = parts[0]
        for part in parts[1:]:
            new = terms.concat(new, part)
        self._store(state, pointer, storage, new)

    def end(self, state: State, number: int, when: Term) -> None:
        """End the life of an object."""
        if when is self.terms.true:
            state.memory.pop(number, None)
        elif number in state.memory:
            block = state.owned(number)
            block.alive = self.terms.and_(block.alive, self.terms.not_(when))
