"""The symbolic machine of threads that lock, start and end."""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.orders.graph import Place
from vexil.engines.bounded.orders.machine import ENDS, SharedMachine
from vexil.engines.bounded.orders.state import ThreadState
from vexil.engines.bounded.state import State
from vexil.ir.expressions import Operator
from vexil.ir.program import Program
from vexil.ir.types import PointerType, Type
from vexil.logic import Term, Terms, bits

MOST_PUBLISHED = 1_000
"""Objects with more elements are not shared at open offsets."""
HELD = 8
"""Bits of the number of times that a thread holds a lock."""
OWNER = 16
"""Bits of the number of a thread that holds a lock."""
LOCKS = "l"
"""The kind of place that locks are: who holds one is read and written like memory."""


class ThreadMachine(SharedMachine):
    """Knows who holds which lock and which thread has ended, and makes what one thread knows known to others."""

    def __init__(self, program: Program, terms: Terms) -> None:
        super().__init__(program, terms)
        self.state_operators[Operator.CURRENT_THREAD] = lambda _state, _operands, _types: terms.bv(
            self.current.number, 32
        )
        self.state_operators[Operator.ALIVE] = self._alive
        self.state_operators[Operator.HOLDS_LOCK] = self._holds
        self.state_operators[Operator.LOCKED] = self._locked

    def locks(self, state: State, lock: Term, kind: Type) -> list[tuple[Place, Term, Term, Term]]:
        """The locks that a value may mean: place, offset, the lock as a constant, and when it is that one."""
        terms = self.terms
        if not isinstance(kind, PointerType):
            if lock.op != "const":
                raise Unmodelled("a lock that is not known")
            return [((LOCKS, -1), lock, lock, terms.true)]
        cases = []
        allowed = []
        for number, here, offset in self.targets(state, lock):
            if offset.op != "const":
                raise Unmodelled("a lock at an open offset")
            allowed.append(here)
            cases.append(((LOCKS, number), offset, self.pointers.constant(number, offset.value), here))
        self.need("null-dereference" if lock is self.pointers.null else "invalid-reference", terms.disjunction(allowed))
        return cases

    def held(self, state: ThreadState, lock: Term) -> Term:
        """How often the thread holds a lock."""
        return state.held.get(lock) or self.terms.bv(0, HELD)

    def _holds(self, state: State, operands: tuple[Term, ...], types: tuple[Type, ...]) -> Term:
        assert isinstance(state, ThreadState)
        terms = self.terms
        return terms.disjunction(
            terms.and_(here, terms.distinct(self.held(state, lock), terms.bv(0, HELD)))
            for _, _, lock, here in self.locks(state, operands[0], types[0])
        )

    def _locked(self, state: State, operands: tuple[Term, ...], types: tuple[Type, ...]) -> Term:
        assert isinstance(state, ThreadState)
        terms = self.terms
        ways = []
        for place, offset, lock, here in self.locks(state, operands[0], types[0]):
            mine = terms.distinct(self.held(state, lock), terms.bv(0, HELD))
            taken = mine
            if state.is_shared and mine is not terms.true:
                owner = self.fresh(bits(OWNER))
                self.read_event(state, place, offset, owner)
                taken = terms.distinct(owner, terms.bv(0, OWNER))
            ways.append(terms.and_(here, taken))
        return terms.disjunction(ways)

    def _alive(self, state: State, operands: tuple[Term, ...], _: tuple[Type, ...]) -> Term:
        terms = self.terms
        (thread,) = operands
        over = self.fresh(bits(1))
        self.read_event(state, (ENDS, 0), thread, over)
        is_none = terms.eq(thread, terms.bv(0, 32))
        return terms.and_(terms.not_(is_none), terms.eq(over, terms.bv(0, 1)))

    def publish(self, state: ThreadState) -> None:
        """Another thread is about to start: what it shares has the values that this one knows."""
        if state.is_shared:
            return
        shared = self.shared
        for index in sorted(shared.registers):
            kind = self.program.globals[index].type
            if isinstance(kind, PointerType):
                self.note_pointees(("g", index), self.nowhere, "p", state.globals[index])
            self.write_event(state, ("g", index), self.nowhere, state.globals[index])
        for number, block in state.memory.items():
            places: list[tuple[int, int]] = sorted(shared.cells.get(number, {}).items())
            if number in shared.whole:
                size = self.wholes.get(number, 0)
                if block.size.op != "const" or block.elements is not None:
                    raise Unmodelled("an array of open size is shared by threads at open indices")
                count = block.size.value // size if size else 0
                if count > MOST_PUBLISHED:
                    raise Unmodelled(f"an array of {count} elements is shared by threads at open indices")
                places = [(at * size, size) for at in range(count)]
            for at, size in places:
                self._publish(state, number, block, at, size)
        for lock, times in state.held.items():
            place, where = self._place_of_lock(lock)
            owner = self.terms.bv(self.current.number, OWNER)
            when = self.terms.distinct(times, self.terms.bv(0, HELD))
            self.write_event(state, place, where, owner, when=when)
        state.is_shared = True

    def _place_of_lock(self, lock: Term) -> tuple[Place, Term]:
        """Where a lock that is known is kept."""
        if lock.width == 32:
            return (LOCKS, -1), lock
        return (LOCKS, self.pointers.object_of(lock).value), self.pointers.offset_of(lock)

    def _publish(self, state: ThreadState, number: int, block: Block, offset: int, size: int) -> None:
        storage = self._storage_in(number, offset, size)
        before, self.needed = self.needed, []
        value, written = self.memory.read(block, offset, storage, self.need)
        if self.needed:
            raise Unmodelled(f"{block.site or 'memory'} that threads share is accessed in cells of different types")
        self.needed = before
        place, where = ("m", number), self.terms.bv(offset, self.word)
        self.note_pointees(place, where, storage, value)
        self.write_event(state, place, where, value, is_known=self.terms.and_(written, block.alive))

    def _storage_in(self, number: int, offset: int, size: int) -> str:
        known = self.storages.get((number, None if number in self.shared.whole else offset))
        return known or self._seen.get((number, offset)) or self._seen.get((number, None)) or f"u{size}"
