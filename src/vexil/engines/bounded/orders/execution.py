"""Symbolic execution of one thread; a thread that it starts is executed there, to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from vexil.core.context import Context
from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.code import FunctionCode, Step
from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.inputs import Inputs
from vexil.engines.bounded.orders.graph import Node, Violation
from vexil.engines.bounded.orders.locks import ThreadMachine
from vexil.engines.bounded.orders.machine import ENDS
from vexil.engines.bounded.orders.operations import ThreadCode
from vexil.engines.bounded.orders.state import ThreadState, merge_threads
from vexil.engines.bounded.state import Frame, Key, State, around
from vexil.logic import Term, bits

MOST_THREADS = 200


@dataclass(slots=True)
class Thread:
    """A thread of a round: who started it, what it started with, and what it left behind."""

    number: int
    parent: int
    base_globals: list[Term]
    base_memory: dict[int, Block]
    guard: Guard | None = None
    daemon: Term | None = None
    final: ThreadState | None = None
    ends: list[Node] = field(default_factory=list)
    finished: list[Guard] = field(default_factory=list)
    """When it has ended."""


class World:
    """What the executors of all threads have in common."""

    def __init__(self, machine: ThreadMachine, checks: frozenset[str], context: Context) -> None:
        self.machine = machine
        self.checks = checks
        self.context = context
        self.inputs = Inputs(machine.terms)
        self.codes: dict[int, FunctionCode] = {}
        self.numbers: dict[tuple[Key, int], int] = {}
        """The numbers of threads, by where they are started."""
        self.threads: dict[int, Thread] = {}
        self.executors: list[ThreadExecutor] = []
        self.bound = 1
        self.budget = 0
        self.feasible: Callable[[State], bool] = lambda _: True
        self.careful: set[tuple[Key, int]] = set()
        """Where atomic sections begin that need not come to an end."""
        self.work = 0

    def run(self) -> None:
        """Execute all threads, starting with the first one."""
        self.machine.begin_round()
        self.inputs.initial.clear()
        self.threads, self.executors = {}, []
        main = ThreadExecutor(self, 1)
        self.threads[1] = Thread(1, 0, [], {})
        main.run_from(main.start())

    def number_of(self, key: Key, edge: int) -> int:
        """The number of the thread that is started at a place of a run."""
        return self.numbers.setdefault((key, edge), len(self.numbers) + 2)

    @property
    def parked(self) -> list[State]:
        """The states that the bound stopped."""
        return [state for executor in self.executors for state in executor.parked]

    @property
    def unmodelled(self) -> list[tuple[str, str, Guard]]:
        """Where runs were given up."""
        return [place for executor in self.executors for place in executor.unmodelled]


class ThreadExecutor(Executor):
    """Executes one thread."""

    machine: ThreadMachine

    def __init__(self, world: World, number: int) -> None:
        super().__init__(world.machine, world.checks, world.context)
        self.world = world
        self.number = number
        self.here: Node | None = None
        """The node of the edge that is being executed, if it has one."""
        self.stepping: Frame | None = None
        """The frame in which that edge is."""
        self.inputs = world.inputs
        self._codes = world.codes
        self.bound = world.bound
        self.feasible = world.feasible
        self.finals: list[ThreadState] = []
        world.executors.append(self)

    def code(self, function: int) -> FunctionCode:
        """The steps of a function."""
        cached = self._codes.get(function)
        if cached is None:
            declared = self.machine.function_list[function]
            cached = self._codes[function] = ThreadCode(self.machine, declared, self.inputs, self.world.careful)
        return cached

    def start(self) -> State:
        """The state all runs begin in."""
        self.machine.current = self
        return super().start()

    def _new_state(self, frame: Frame) -> State:
        return ThreadState(frame, [], {}, Guard(None, None))

    def run_from(self, state: State) -> None:
        """Execute everything behind a state within the bound."""
        before, self.machine.current = getattr(self.machine, "current", None), self
        try:
            self.enqueue(state)
            self.run()
        finally:
            self.world.work += self.work
            if before is not None:
                self.machine.current = before

    def note(self, state: State, reason: str) -> None:
        """Note that what a state does from here on is not all that may happen."""
        self._give_up(state, reason)

    def _merge(self, first: State, second: State) -> State:
        assert isinstance(first, ThreadState)
        assert isinstance(second, ThreadState)
        if first.is_shared != second.is_shared:
            self.here, self.stepping = None, None
            self.machine.publish(second if first.is_shared else first)
        return merge_threads(first, second, self.machine.memory)

    def _merged(self, states: list[State]) -> State | None:
        """One state from all that wait at a place; those in atomic sections that began elsewhere go first, alone."""
        groups: dict[Node | None, list[State]] = {}
        for state in states:
            assert isinstance(state, ThreadState)
            groups.setdefault(state.section, []).append(state)
        *others, last = groups.values()
        for group in others:
            alone = super()._merged(group)
            if alone is not None:
                self._visit(alone)
        return super()._merged(last)

    def _visit(self, state: State) -> None:
        if self.world.budget and self.work > self.world.budget:
            self.parked.append(state)
            return
        super()._visit(state)

    def _step(self, state: State, step: Step) -> State | None:
        self.here, self.stepping = None, state.frame
        return super()._step(state, step)

    def oblige(self, kind: str, state: State, bad: Term, edge: int) -> None:
        """Note a condition that must not be satisfiable."""
        assert isinstance(state, ThreadState)
        condition = self.terms.link(state.guard.formula(self.terms), bad)
        frame = state.frame
        self.machine.graph.violations.append(
            Violation(kind, condition, self.number, state.past, state.section, frame.function, edge)
        )

    def _leave(self, state: State, edge: int, value: Term | Block | None) -> State | None:
        moved = super()._leave(state, edge, value)
        if moved is None and state.frame.parent is None and self.endings and self.endings[-1] is state.guard:
            assert isinstance(state, ThreadState)
            self.finish(state)
        return moved

    def finish(self, state: ThreadState) -> None:
        """The thread has ended."""
        machine, terms = self.machine, self.terms
        self.world.threads[self.number].finished.append(state.guard)
        if state.section is not None:
            state.section.ends.append(state.guard)
            state.section = None
            self.here = None
        for index in machine.per_thread:
            if machine.program.globals[index].addressable:
                for number, _, _ in machine.targets(state, state.globals[index]):
                    machine.end(state, number, terms.true)
        if state.is_shared:
            machine.write_event(state, (ENDS, 0), terms.bv(self.number, 32), terms.bv(1, 1))
            self.world.threads[self.number].ends.append(machine.graph.events[-1].node)
        state.atomic = 0
        state.frame = Frame(state.frame.function, state.frame.order, None, (), [])
        self.finals.append(state)

    def final(self) -> ThreadState | None:
        """What the thread leaves behind, however it ended."""
        merged: ThreadState | None = None
        for state in self.finals:
            if merged is None:
                merged = state
                continue
            if merged.is_shared != state.is_shared:
                raise Unmodelled("a thread ends with and without other threads")
            state.frame = merged.frame
            merged = merge_threads(merged, state, self.machine.memory)
        return merged

    # --- starting and joining ----------------------------------------------------------------------------

    def start_thread(
        self, state: ThreadState, edge: int, function: int, arguments: list[Term | Block], daemon: Term | None = None
    ) -> Term:
        """Execute a thread that is started here."""
        machine, world, terms = self.machine, self.world, self.terms
        machine.publish(state)
        key = state.frame.key()
        number = world.number_of(key, edge)
        if len(world.threads) > MOST_THREADS:
            raise Unmodelled(f"more than {MOST_THREADS} threads")
        if number in world.threads:
            raise Unmodelled("a thread is started on two ways at one place")
        node = machine.node(state)
        node.starts = number
        accesses = machine.accesses
        accesses.parents[number], accesses.started[number] = self.number, accesses.tick()
        child = ThreadExecutor(world, number)
        prefix = (len(machine.function_list) + number, function)
        begun = ThreadState(
            machine.new_frame(function, None, prefix), list(state.globals), dict(state.memory), state.guard
        )
        state.token = object()
        begun.is_shared, begun.past, begun.over = True, state.past, state.over
        thread = Thread(number, self.number, list(state.globals), dict(state.memory), state.guard, daemon)
        world.threads[number] = thread
        before, machine.current = machine.current, child
        needed, machine.needed = machine.needed, []
        try:
            child.prepare(begun, function, arguments)
            child.run_from(begun)
            thread.final = child.final()
        finally:
            machine.current, machine.needed = before, needed
        return terms.bv(number, 32)

    def prepare(self, state: ThreadState, function: int, arguments: list[Term | Block]) -> None:
        """Give a new thread its parameters, and its own copies of globals."""
        machine = self.machine
        frame = state.frame
        for index in sorted(machine.per_thread):
            variable = machine.program.globals[index]
            if variable.addressable:
                tag, size = f"own {variable.name}", machine.size_of(variable.type)
                number = machine.new_block(state, tag, size, zeroed=True, origin="static", site=variable.name)
                state.globals[index] = machine.address(number)
            else:
                state.globals[index] = machine.default(variable.type)
        for index in sorted(machine.per_thread):
            self._initialise(state, index, machine.program.globals[index])
        for index, argument in enumerate(arguments):
            if not isinstance(argument, Block):
                frame.registers[index] = argument
        for register, size, name, is_parameter, kind in self.code(function).blocks:
            number = machine.new_block(state, name, size, zeroed=False, origin="stack", site=name)
            frame.blocks[register] = machine.address(number)
            if is_parameter:
                self._pass(state, frame.blocks[register], kind, arguments[register])
        machine.needed = []
        frame.entered = state.guard
        frame.loops = around((), frame.order.nest[frame.location], frame.location, state.guard)

    def join(self, state: ThreadState, target: Term) -> None:
        """Wait for a thread: what it has done is known from here on."""
        machine, terms = self.machine, self.terms
        machine.need("null-dereference", terms.distinct(target, terms.bv(0, 32)))
        if not state.is_shared:
            raise Unmodelled("a thread is joined before any was started")
        over = machine.fresh(bits(1))
        machine.read_event(state, (ENDS, 0), target, over)
        lives = terms.eq(over, terms.bv(0, 1))
        machine.stop(state, lives, place=(ENDS, 0), offset=target, owner=target, is_join=True)
        state.guard = state.guard.extended(terms.eq(over, terms.bv(1, 1)), terms)
        if target.op != "const" or target.value in state.over:
            return
        thread = self.world.threads.get(target.value)
        if thread is None or target.value == self.number:
            return
        node = machine.graph.events[-1].node
        for end in thread.ends:
            node.past |= end.past | 1 << end.number
        state.past |= node.past
        if thread.final is None:
            return
        if thread.parent == self.number:
            self._take_over(state, thread)
            state.over |= {thread.number} | thread.final.over

    def _take_over(self, state: ThreadState, thread: Thread) -> None:
        """Know what a thread wrote that is shared with nobody else."""
        final = thread.final
        assert final is not None
        per_thread = self.machine.per_thread
        for index, (base, last) in enumerate(zip(thread.base_globals, final.globals, strict=True)):
            if base is not last and index not in per_thread:
                state.globals[index] = last
        for number, block in final.memory.items():
            base_block = thread.base_memory.get(number)
            mine = state.memory.get(number)
            if block is base_block:
                continue
            if mine is base_block or mine is None:
                if base_block is None or mine is not None:
                    state.memory[number] = block.copy(None)
            else:
                state.memory[number] = self._both(base_block, mine, block)
        for number in thread.base_memory:
            if number not in final.memory:
                state.memory.pop(number, None)

    def _both(self, base: Block | None, mine: Block, other: Block) -> Block:
        """An object that two threads changed, each in places of its own."""
        if base is None:
            return mine
        if mine.elements is not None or other.elements is not None or base.elements is not None:
            raise Unmodelled("two threads write to one object at open offsets")
        if other.fill != base.fill:
            raise Unmodelled("two threads write to one object, one of them as a whole")
        result = mine.copy(None)
        for at in [at for at in base.cells if at not in other.cells]:
            result.cells.pop(at, None)
        for at, cell in other.cells.items():
            if base.cells.get(at) is not cell and base.cells.get(at) != cell:
                result.cells[at] = cell
        if other.alive is not base.alive:
            result.alive = other.alive
        return result
