"""The symbolic machine of threads: what others may have written is read as a symbol, and every write is an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.engines.bounded.blocks import Block, Unmodelled, storage_size
from vexil.engines.bounded.machine import Machine, StateOperator
from vexil.engines.bounded.orders.graph import Blocked, Event, Graph, Node, Place
from vexil.engines.bounded.orders.sharing import Accesses, Range, Shared
from vexil.engines.bounded.orders.state import ThreadState
from vexil.engines.bounded.pointers import constants_of
from vexil.engines.bounded.state import State
from vexil.ir.expressions import Operator
from vexil.ir.program import Program
from vexil.ir.types import FloatType, PointerType, ReferenceType, Type
from vexil.logic import BOOL, Sort, Term, Terms, bits
from vexil.logic.pointers import OBJECT_WIDTH

if TYPE_CHECKING:
    from vexil.engines.bounded.orders.execution import ThreadExecutor

ENDS = "t"
"""The kind of place that the ends of threads are."""
_Pointees = dict[Term, None]


class SharedMachine(Machine):
    """Evaluates and writes for the executor that is *current*; what is met becomes part of a graph."""

    current: ThreadExecutor

    def __init__(self, program: Program, terms: Terms) -> None:
        super().__init__(program, terms)
        self.shared = Shared()
        self.accesses = Accesses()
        self.graph = Graph()
        self.pointees: dict[tuple[Place, int | None], _Pointees] = {}
        """Which pointers have been seen in shared memory, in all rounds."""
        self.new_pointees = False
        self.origins: dict[int, Block] = {}
        """Objects as they were made."""
        self.makers: dict[int, tuple[int, int]] = {}
        """Which thread made them, and when."""
        self.wholes: dict[int, int] = {}
        """The sizes of the elements of objects that are shared at open offsets."""
        self.storages: dict[tuple[int, int | None], str] = {}
        """As what shared cells are read and written."""
        self._seen: dict[tuple[int, int | None], str] = {}
        self._in_range = False
        self._reads = 0
        self.per_thread = frozenset(index for index, variable in enumerate(program.globals) if variable.per_thread)
        for operator in (Operator.ACCESSIBLE, Operator.HEAP_BASE, Operator.OBJECT_SIZE):
            self.state_operators[operator] = self._asking(self.state_operators[operator])
        self.state_operators[Operator.LEAKED] = _refuse_leaks

    def begin_round(self) -> None:
        """Forget the events of the round before, and keep what was learned."""
        self.accesses = Accesses()
        self.graph = Graph()
        self.new_pointees = False
        self._reads = 0

    # --- events ------------------------------------------------------------------------------------------

    def node(self, state: State, *, section: bool = False) -> Node:
        """The moment at which a state is: that of its atomic section, or of the edge it takes."""
        assert isinstance(state, ThreadState)
        if state.section is not None:
            return state.section
        current = self.current
        if current.here is None or section:
            frame = current.stepping
            key, location = ((), -1) if frame is None else (frame.key(), frame.location)
            number = len(self.graph.nodes)
            made = Node(number, current.number, key, location, state.past, state.guard, self.terms.true)
            made.section = section
            made.function = -1 if frame is None else frame.function
            self.graph.nodes.append(made)
            state.past |= 1 << number
            if section:
                state.section = made
            else:
                current.here = made
            return made
        state.past |= 1 << current.here.number
        return current.here

    def _when(self, state: State) -> Term:
        """The condition under which control is where it is, with what was needed so far."""
        parts = [condition for _, condition in self.needed]
        return self.terms.and_(state.guard.formula(self.terms), *parts)

    def read_event(self, state: State, place: Place, offset: Term, value: Term) -> None:
        """Note a read of a shared place."""
        node = self.node(state)
        self._event(state, node, place, offset, value, self.terms.true, writes=False)

    def write_event(
        self,
        state: State,
        place: Place,
        offset: Term,
        value: Term,
        *,
        when: Term | None = None,
        is_known: Term | None = None,
    ) -> None:
        """Note a write of a shared place."""
        node = self.node(state)
        event = self._event(state, node, place, offset, value, is_known or self.terms.true, writes=True)
        if when is not None:
            event.when = self.terms.and_(event.when, when)

    def _event(
        self, state: State, node: Node, place: Place, offset: Term, value: Term, is_known: Term, *, writes: bool
    ) -> Event:
        event = Event(
            len(self.graph.events), node, place, offset, state.guard, self._when(state), value, writes, is_known
        )
        self.graph.events.append(event)
        event.is_atomic = node.section
        if self.current.stepping is not None:
            function = self.function_list[self.current.stepping.function]
            edge = function.outgoing[self.current.stepping.location][0]
            event.where = self.current.stepping.function, edge
            event.is_atomic = event.is_atomic or function.edges[edge].atomic
        if place[0] != ENDS:
            node.meets = True
            stepping = self.current.stepping
            if stepping is not None:
                self.graph.meetings.add((stepping.function, stepping.location))
        return event

    def stop(
        self,
        state: State,
        when: Term,
        *,
        place: Place | None = None,
        offset: Term | None = None,
        owner: Term | None = None,
        is_join: bool = False,
        waiting: int | None = None,
    ) -> None:
        """Note that a thread has to stop here under a condition (see `Blocked`)."""
        node = None if place is None else self.node(state)
        condition = self.terms.and_(self._when(state), when)
        self.graph.blocked.append(Blocked(self.current.number, condition, node, place, offset, owner, is_join, waiting))

    def fresh(self, sort: Sort) -> Term:
        """What a read gives."""
        self._reads += 1
        return self.terms.symbol(f"read {self._reads} {sort}", sort)

    # --- scalars -----------------------------------------------------------------------------------------

    def _by(self, state: ThreadState, *, writes: bool) -> tuple[int, frozenset[int], bool]:
        return self.current.number, state.over, writes

    def is_shared_cell(self, state: ThreadState, number: int, offset: Term, storage: str, *, writes: bool) -> bool:
        """Note an access, and say whether it is one to shared memory."""
        if state.memory[number].origin == "constant":
            return False
        size = storage_size(storage)
        extent: Range = (offset.value, size) if offset.op == "const" else None
        self.accesses.on_memory(number, extent, self._by(state, writes=writes))
        shared = self.shared
        self._seen[number, None if extent is None else extent[0]] = storage
        if number in shared.mixed:
            raise Unmodelled("memory that threads share is accessed in cells of different sizes")
        if number in shared.whole:
            if self.wholes.setdefault(number, size) != size:
                raise Unmodelled("an object that threads share has elements of different sizes")
            residue, stride = self.memory.strides.of(offset)
            if residue % size or (stride or 0) % size:
                raise Unmodelled("an object that threads share is accessed between its elements")
            self._keep_storage(number, None, storage)
            return True
        if extent is None or shared.cells.get(number, {}).get(extent[0]) != size:
            return False
        self._keep_storage(number, extent[0], storage)
        return True

    def _keep_storage(self, number: int, offset: int | None, storage: str) -> None:
        """Have all accesses to a shared cell read it as the same type."""
        if self.storages.setdefault((number, offset), storage) != storage:
            raise Unmodelled("memory that threads share is accessed as values of different types")

    def load_stored(self, state: State, pointer: Term, storage: str) -> Term:
        """Read a scalar as it is stored: from what the thread knows, or what any thread may have written."""
        assert isinstance(state, ThreadState)
        if not state.is_shared:
            return super().load_stored(state, pointer, storage)
        terms = self.terms
        size = storage_size(storage)
        value: Term | None = None
        defined = terms.false
        for number, here, offset in self.access(state, pointer, terms.bv(size, self.word), writes=False):
            needs = self._needs_under(here)
            block = state.memory[number]
            if self.is_shared_cell(state, number, offset, storage, writes=False):
                content, written = self.read_shared(state, ("m", number), offset, storage), terms.true
            elif offset.op == "const":
                content, written = self.memory.read(block, offset.value, storage, needs)
            else:
                content, written = self.memory.read_open(block, offset, storage, needs)
            value = content if value is None else terms.ite(here, content, value)
            defined = terms.or_(defined, terms.and_(here, written))
        if value is None:
            return self.memory.zero(storage)
        if storage[0] == "p":
            self.need("uninitialised-read", defined)
            return value
        return value if defined is terms.true else self._unwritten(value, defined)

    def _store(self, state: State, pointer: Term, storage: str, value: Term) -> None:
        assert isinstance(state, ThreadState)
        if not state.is_shared:
            super()._store(state, pointer, storage, value)
            return
        terms = self.terms
        size = storage_size(storage)
        targets = self.access(state, pointer, terms.bv(size, self.word), writes=True)
        for number, here, offset in targets:
            if self.is_shared_cell(state, number, offset, storage, writes=True):
                self.note_pointees(("m", number), offset, storage, value)
                self.write_event(state, ("m", number), offset, value, when=here)
                continue
            block = state.owned(number)
            needs = self._needs_under(here)
            if len(targets) == 1 and offset.op == "const":
                self.memory.write(block, offset.value, storage, value, needs)
            else:
                when = terms.true if len(targets) == 1 else here
                self.memory.write_open(block, offset, storage, value, when, needs)

    def read_shared(self, state: ThreadState, place: Place, offset: Term, storage: str) -> Term:
        """What any thread may have written."""
        match storage[0]:
            case "p":
                value = self._read_pointer(state, place, offset)
            case "t" | "l":
                value = self.fresh(bits(32))
            case "f":
                value = self.terms.float_of_bits(self.fresh(bits(8 * storage_size(storage))))
            case "b":
                value = self.fresh(BOOL)
            case _:
                value = self.fresh(bits(8 * storage_size(storage)))
        self.read_event(state, place, offset, value)
        return value

    # --- pointers in shared memory -----------------------------------------------------------------------

    def _slot(self, place: Place, offset: Term) -> tuple[Place, int | None]:
        return place, offset.value if offset.op == "const" and place[1] not in self.shared.whole else None

    def _read_pointer(self, state: ThreadState, place: Place, offset: Term) -> Term:
        """One of the pointers that have been seen in a place; the round after this one knows more of them."""
        terms, pointers = self.terms, self.pointers
        seen = self.pointees.setdefault(self._slot(place, offset), {pointers.null: None})
        choice = self.fresh(bits(16))
        value = pointers.null
        for position, pointer in enumerate(seen):
            one = pointer
            if pointer.op != "const":  # an object with any offset
                one = pointers.make(pointers.object_of(pointer), self.fresh(bits(self.word)))
            for number in self.objects(one):
                self._import(state, number)
            if position:
                value = terms.ite(terms.eq(choice, terms.bv(position, 16)), one, value)
        return value

    def _import(self, state: ThreadState, number: int) -> None:
        """Let a thread know an object that another one has made."""
        origin = self.origins.get(number)
        if origin is None or number in state.memory:
            return
        maker, tick = self.makers[number]
        mine = self.current.number
        if maker == mine or maker in state.over or self.accesses.is_before_start(maker, tick, mine):
            return  # it is dead: the thread knows everything that was there then
        state.memory[number] = origin.copy(None)

    def note_pointees(self, place: Place, offset: Term, storage: str, value: Term) -> None:
        """Remember which pointers were written to a place."""
        if storage[0] != "p":
            return
        seen = self.pointees.setdefault(self._slot(place, offset), {self.pointers.null: None})
        values = constants_of(value)
        if values is not None:
            found = [self.terms.constant(one, value.sort) for one in values]
        else:
            found = [
                self.pointers.make(
                    self.terms.bv(number, OBJECT_WIDTH), self.terms.symbol(f"offset in {number}", bits(self.word))
                )
                for number in self.objects(value)
            ]
        for pointer in found:
            if pointer not in seen:
                seen[pointer] = None
                self.new_pointees = True

    # --- registers ---------------------------------------------------------------------------------------

    def read_register(self, state: State, index: int, kind: Type) -> Term:
        """The value of a global that is no memory."""
        assert isinstance(state, ThreadState)
        if not state.is_shared or index in self.per_thread:
            return state.globals[index]
        self.accesses.on_register(index, self._by(state, writes=False))
        if index not in self.shared.registers:
            return state.globals[index]
        if isinstance(kind, PointerType):
            return self.read_shared(state, ("g", index), self.nowhere, "p")
        value = self._symbol(kind)
        self.read_event(state, ("g", index), self.nowhere, value)
        return value

    def write_register(self, state: State, index: int, kind: Type, value: Term) -> None:
        """Set a global that is no memory."""
        assert isinstance(state, ThreadState)
        if not state.is_shared or index in self.per_thread:
            state.globals[index] = value
            return
        self.accesses.on_register(index, self._by(state, writes=True))
        if index in self.shared.registers:
            if isinstance(kind, PointerType):
                self.note_pointees(("g", index), self.nowhere, "p", value)
            self.write_event(state, ("g", index), self.nowhere, value)
        else:
            state.globals[index] = value

    def _symbol(self, kind: Type) -> Term:
        if isinstance(kind, ReferenceType):
            raise Unmodelled("references that threads share are not followed symbolically")
        if isinstance(kind, FloatType):
            return self.terms.float_of_bits(self.fresh(bits(kind.width)))
        return self.fresh(self.operators.sort(kind))

    @property
    def nowhere(self) -> Term:
        """The offset of what has none."""
        return self.terms.bv(0, self.word)

    # --- ranges and lives --------------------------------------------------------------------------------

    def access(self, state: State, pointer: Term, size: Term, *, writes: bool) -> list[tuple[int, Term, Term]]:
        """The objects an access may mean; one to a range is noted here."""
        targets = super().access(state, pointer, size, writes=writes)
        assert isinstance(state, ThreadState)
        if self._in_range and state.is_shared:
            for number, _, offset in targets:
                if state.memory[number].origin == "constant":
                    continue
                is_known = offset.op == "const" and size.op == "const"
                extent: Range = (offset.value, size.value) if is_known else None
                self.accesses.on_memory(number, extent, self._by(state, writes=writes))
                self._refuse_shared(number, extent)
        return targets

    def _refuse_shared(self, number: int, extent: Range) -> None:
        shared = self.shared
        cells = shared.cells.get(number, {})
        if number in shared.mixed or number in shared.whole or (extent is None and cells):
            raise Unmodelled("a range of memory that threads share is accessed as a whole")
        if extent is not None and any(
            at < extent[0] + extent[1] and extent[0] < at + size for at, size in cells.items()
        ):
            raise Unmodelled("a range of memory that threads share is accessed as a whole")

    def load_content(self, state: State, pointer: Term, size: int) -> Block:
        """Read a structure or array as a value."""
        with_ranges, self._in_range = self._in_range, True
        try:
            return super().load_content(state, pointer, size)
        finally:
            self._in_range = with_ranges

    def store_content(self, state: State, pointer: Term, content: Block) -> None:
        """Write a structure or array."""
        with_ranges, self._in_range = self._in_range, True
        try:
            super().store_content(state, pointer, content)
        finally:
            self._in_range = with_ranges

    def copy_bytes(self, state: State, target: Term, source: Term, size: Term, kind: Type) -> None:
        """Copy bytes, as if all of them were read first."""
        with_ranges, self._in_range = self._in_range, True
        try:
            super().copy_bytes(state, target, source, size, kind)
        finally:
            self._in_range = with_ranges

    def fill_bytes(self, state: State, target: Term, byte: Term, size: Term, kind: Type) -> None:
        """Set bytes."""
        with_ranges, self._in_range = self._in_range, True
        try:
            super().fill_bytes(state, target, byte, size, kind)
        finally:
            self._in_range = with_ranges

    def new_block(self, state: State, tag: str, size: Term | int, *, zeroed: bool, origin: str, site: str = "") -> int:
        """Add an object to a state and return its number."""
        number = super().new_block(state, tag, size, zeroed=zeroed, origin=origin, site=site)
        self.origins[number] = state.memory[number].copy(None)
        self.makers[number] = self.current.number, self.accesses.tick()
        return number

    def end(self, state: State, number: int, when: Term) -> None:
        """End the life of an object."""
        assert isinstance(state, ThreadState)
        if state.is_shared and number in state.memory:
            self.accesses.on_end(number, self._by(state, writes=True))
            if number in self.shared.ending:
                self.current.note(state, "memory ends while other threads may use it")
        super().end(state, number, when)

    def _asking(self, operator: StateOperator) -> StateOperator:
        """An operator that asks whether objects are alive."""

        def ask(state: State, operands: tuple[Term, ...], types: tuple[Type, ...]) -> Term:
            self._note_lives(state, operands[0])
            return operator(state, operands, types)

        return ask

    def _note_lives(self, state: State, pointer: Term) -> None:
        assert isinstance(state, ThreadState)
        if state.is_shared:
            for number in self.objects(pointer):
                self.accesses.on_life(number, self._by(state, writes=False))

    def equal_pointers(self, state: State, left: Term, right: Term) -> Term:
        """Equality of two pointers; what depends on where objects lie makes it undefined."""
        self._note_lives(state, left)
        self._note_lives(state, right)
        return super().equal_pointers(state, left, right)


def _refuse_leaks(_: State, _operands: tuple[Term, ...], _types: tuple[Type, ...]) -> Term:
    raise Unmodelled("whether memory is lost is not known where there are threads")
