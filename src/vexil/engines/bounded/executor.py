"""Symbolic execution: states that meet at the same place become one, loops before what comes after them.

The executor takes the state with the smallest key, runs it up to the next place where states may meet, and goes on
until nothing is left within the bound. What it meets on the way is kept as obligations: conditions that must be
unsatisfiable. States beyond the bound wait in ``parked``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from vexil.core.context import Context
from vexil.engines.bounded.code import Branch, Choice, End, Enter, FunctionCode, Leave, Simple, Step, Test
from vexil.engines.bounded.guards import Guard, common_beginning
from vexil.engines.bounded.inputs import Inputs
from vexil.engines.bounded.machine import Content, Machine
from vexil.engines.bounded.memory import Unmodelled
from vexil.engines.bounded.state import Frame, Key, Loop, State, merge_states
from vexil.ir.operations import Check
from vexil.ir.types import IntegerType, Type, is_aggregate
from vexil.logic import Term, Terms, bits
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

QUESTION = 50
"""A question to the solver counts as so many edges."""
CHECK_EVERY = 512
"""How many edges are executed between two looks at the limits."""


@dataclass(slots=True)
class Obligation:
    """A condition that must not be satisfiable: a failing check, or an operation that is not defined."""

    kind: str
    """What happens then: the kind of undefined operation, or empty for a check that fails."""
    guard: Guard
    bad: Term
    key: Key
    function: int
    edge: int

    def formula(self, terms: Terms) -> Term:
        """The whole condition."""
        return terms.link(self.guard.formula(terms), self.bad)


@dataclass(slots=True)
class Reached:
    """A check that control comes to, for saying which of them mean something."""

    function: int
    edge: int
    guard: Guard


class Executor:
    """Runs symbolic states; ``checks`` are the kinds of checks that count."""

    def __init__(self, machine: Machine, checks: frozenset[str], context: Context) -> None:
        self.machine = machine
        self.terms = machine.terms
        self.checks = checks
        self.context = context
        self.inputs = Inputs(machine.terms)
        self._codes: dict[int, FunctionCode] = {}
        self._queue: list[Key] = []
        self._pending: dict[Key, list[State]] = {}
        self.obligations: list[Obligation] = []
        self.reached: dict[tuple[int, int], list[Guard]] = {}
        self.parked: list[State] = []
        self.unmodelled: list[tuple[str, str, Guard]] = []
        """Why runs were given up, where, and under which condition."""
        self.edges = 0
        self.work = 0
        """Edges executed, and questions asked for as many as each is worth."""
        self.covered: set[tuple[int, int]] = set()
        self.iterations: dict[tuple[int, int], int] = {}
        self.deepest = 1
        self.endings: list[Guard] = []
        self.feasible: Callable[[State], bool] = lambda _: True
        self.bound = 1
        self.watch: Callable[[State], None] | None = None
        self.at_head: Callable[[State], State | None] | None = None

    def code(self, function: int) -> FunctionCode:
        """The steps of a function."""
        found = self._codes.get(function)
        if found is None:
            declared = self.machine.function_list[function]
            found = self._codes[function] = FunctionCode(self.machine, declared, self.inputs)
        return found

    # --- scheduling --------------------------------------------------------------------------------------

    def enqueue(self, state: State) -> None:
        """Let a state wait for others at the same place."""
        key = state.frame.key()
        waiting = self._pending.get(key)
        if waiting is None:
            self._pending[key] = [state]
            heappush(self._queue, key)
        else:
            waiting.append(state)

    def run(self, budget: int | None = None) -> bool:
        """Execute everything within the bound; say whether it was finished within a budget of work."""
        last = None if budget is None else self.work + budget
        while self._queue:
            if last is not None and self.work > last:
                return False
            key = heappop(self._queue)
            state = self._merged(self._pending.pop(key))
            if state is None:
                continue
            self._visit(state)
        return True

    def _visit(self, state: State) -> None:
        frame = state.frame
        if frame.loops and frame.loops[-1][0] == frame.location:
            count, grown = frame.loops[-1].times, frame.loops[-1].grown
            place = (frame.function, frame.location)
            if self.iterations.get(place, 0) < count < 1 << 40:
                self.iterations[place] = count
            if self.watch is not None:
                self.watch(state)
            if self.at_head is not None:
                changed = self.at_head(state)
                if changed is None:
                    return
                state = changed
            elif grown:
                if grown > self.bound:
                    self.parked.append(state)
                    return
                if not self.feasible(state):
                    return
        self.proceed(state)

    def _merged(self, states: list[State]) -> State | None:
        """One state from all that wait at a place, those that parted last first."""
        while len(states) > 1:
            best, place = -1, 0
            for index in range(len(states) - 1):
                length = common_beginning(states[index].guard, states[index + 1].guard).length
                if length > best:
                    best, place = length, index
            try:
                merged = merge_states(states[place], states[place + 1], self.machine.memory)
            except Unmodelled as refused:
                self._give_up(states[place + 1], refused.reason)
                merged = states[place]
            states[place : place + 2] = [merged]
        return states[0] if states else None

    def resume(self) -> None:
        """Let the parked states go on."""
        parked, self.parked = self.parked, []
        for state in parked:
            self.enqueue(state)

    def waiting(self) -> list[State]:
        """The states that have not ended."""
        return [*self.parked, *(state for states in self._pending.values() for state in states)]

    # --- one state ---------------------------------------------------------------------------------------

    def proceed(self, state: State) -> None:
        """Run a state until it ends, parts, or comes to a place where states may meet."""
        current: State | None = state
        while current is not None:
            state, frame = current, current.frame
            step = self.code(frame.function).step(frame.location)
            try:
                current = self._step(state, step)
            except Unmodelled as refused:
                self.machine.needed = []
                self._give_up(state, refused.reason)
                return

    def _give_up(self, state: State, reason: str) -> None:
        if state.assuming:
            reason = f"in an assumed iteration: {reason}"
        frame = state.frame
        function = self.machine.function_list[frame.function]
        outgoing = function.outgoing[frame.location]
        where = function.edge_id(outgoing[0]) if outgoing else function.name
        self.unmodelled.append((reason, where, state.guard))

    def _step(self, state: State, step: Step) -> State | None:
        self.edges += 1
        self.work += 1
        if self.edges % CHECK_EVERY == 0:
            self.context.check_limits("executing symbolically")
        match step:
            case Simple(edge, do, _):
                do(state)
                if self.machine.needed and not self._settle(state, edge):
                    return None
                self.covered.add((state.frame.function, edge))
                if step.stops:
                    self.endings.append(state.guard)
                    return None
                return self._move(state, edge)
            case Test(edge, condition, check):
                return self._test(state, edge, condition(state), check)
            case Branch(edges, conditions):
                return self._branch(state, edges, conditions(state))
            case Choice(edges, steps):
                return self._choice(state, edges, steps)
            case Enter():
                return self._enter(state, step)
            case Leave(edge, value):
                return self._leave(state, edge, None if value is None else value(state))
            case End():
                self.endings.append(state.guard)
                return None

    def _settle(self, state: State, edge: int) -> bool:
        """Turn what was needed into obligations, and go on where it holds; say whether anything is left."""
        machine = self.machine
        needed, machine.needed = machine.needed, []
        for kind, condition in needed:
            if condition is self.terms.true:
                continue
            if kind and not state.assuming:
                self.oblige(kind, state, self.terms.not_(condition), edge)
            if condition is self.terms.false:
                return False
            state.guard = state.guard.extended(condition, self.terms)
        return True

    def oblige(self, kind: str, state: State, bad: Term, edge: int) -> None:
        """Note a condition that must not be satisfiable."""
        frame = state.frame
        self.obligations.append(Obligation(kind, state.guard, bad, frame.key(), frame.function, edge))

    def _test(self, state: State, edge: int, holds: Term, check: Check | None) -> State | None:
        if self.machine.needed and not self._settle(state, edge):
            return None
        self.covered.add((state.frame.function, edge))
        terms = self.terms
        if check is not None:
            if check.property not in self.checks:
                return self._move(state, edge)
            if not state.assuming:
                self.reached.setdefault((state.frame.function, edge), []).append(state.guard)
                if holds is not terms.true:
                    self.oblige("", state, terms.not_(holds), edge)
        if holds is terms.false:
            return None
        state.guard = state.guard.extended(holds, terms)
        return self._move(state, edge)

    def _branch(self, state: State, edges: tuple[int, ...], conditions: list[Term]) -> State | None:
        if self.machine.needed and not self._settle(state, edges[0]):
            return None
        terms = self.terms
        function = state.frame.function
        for check in self.code(function).asserted(state.frame.location):
            self.reached.setdefault((function, check), []).append(state.guard)
        taken: list[tuple[int, Term]] = []
        for edge, condition in zip(edges, conditions, strict=True):
            if condition is terms.true:
                taken = [(edge, condition)]
                break
            if condition is not terms.false and not self._excluded(state, condition):
                taken.append((edge, condition))
        if len(taken) == 1:
            edge, condition = taken[0]
            self.covered.add((function, edge))
            if condition is not terms.true and not self._implied(state, condition):
                state.guard = state.guard.extended(condition, terms)
            return self._move(state, edge)
        return self._part(state, taken)

    def _implied(self, state: State, condition: Term) -> bool:
        for index, known in enumerate(state.guard.backwards()):
            if known is condition:
                return True
            if index > 12:
                break
        return False

    def _excluded(self, state: State, condition: Term) -> bool:
        """Say whether the newest conditions of the path contain the opposite."""
        negation = self.terms.known_negation(condition)
        return negation is not None and self._implied(state, negation)

    def _part(self, state: State, taken: list[tuple[int, Term]]) -> State | None:
        """Go several ways; the first of them at once."""
        states = []
        for index, (edge, condition) in enumerate(taken):
            branch = state if index == len(taken) - 1 else state.fork()
            states.append((branch, edge, condition))
        following: State | None = None
        for index, (branch, edge, condition) in enumerate(states):
            branch.guard = branch.guard.extended(condition, self.terms)
            self.covered.add((branch.frame.function, edge))
            moved = self._move(branch, edge)
            if moved is not None:
                if index == 0:
                    following = moved
                else:
                    self.enqueue(moved)
        return following

    def _choice(self, state: State, edges: tuple[int, ...], steps: tuple[Step, ...]) -> State | None:
        terms = self.terms
        index = self.inputs.symbol(state, edges[0], bits(32), IntegerType(32, False))
        for position, step in enumerate(steps):
            branch = state if position == len(steps) - 1 else state.fork()
            branch.guard = branch.guard.extended(terms.eq(index, terms.bv(position, 32)), terms)
            try:
                following = self._step(branch, step)
            except Unmodelled as refused:
                self.machine.needed = []
                self._give_up(branch, refused.reason)
                continue
            if following is not None:
                self.enqueue(following)
        return None

    def _move(self, state: State, edge: int) -> State | None:
        """Go to the end of an edge; nothing when the state has to wait there for others."""
        frame = state.frame
        target = self.code(frame.function).targets[edge]
        order = frame.order
        frame.location = target
        nest = order.nest[target]
        if nest or frame.loops:
            before = frame.loops
            frame.loops = around(before, nest, target, state.guard)
            if state.assuming and _leaves_assumed(before, frame.loops):
                return None
        if target in order.joins:
            self.enqueue(state)
            return None
        return state

    # --- calls -------------------------------------------------------------------------------------------

    def _enter(self, state: State, step: Enter) -> State | None:
        arguments = [argument(state) for argument in step.arguments]
        pointer = None if step.pointer is None else step.pointer(state)
        if self.machine.needed and not self._settle(state, step.edge):
            return None
        self.covered.add((state.frame.function, step.edge))
        if step.function is not None:
            return self._called(state, step.function, arguments, step)
        assert pointer is not None
        targets = self._callees(state, pointer, step)
        if not targets:
            return None
        for function, condition in targets[1:]:
            other = state.fork()
            other.guard = other.guard.extended(condition, self.terms)
            entered = self._called(other, function, arguments, step)
            if entered is not None:
                self.enqueue(entered)
        function, condition = targets[0]
        if condition is not self.terms.true:
            state.guard = state.guard.extended(condition, self.terms)
        return self._called(state, function, arguments, step)

    def _callees(self, state: State, pointer: Term, step: Enter) -> list[tuple[int, Term]]:
        """The functions a pointer may mean that fit the call."""
        terms, machine = self.terms, self.machine
        owner = machine.pointers.object_of(pointer)
        zero = terms.bv(0, machine.word)
        at_start = terms.eq(machine.pointers.offset_of(pointer), zero)
        found: list[tuple[int, Term]] = []
        for number in machine.objects(pointer):
            if number >= FIRST_FUNCTION and self._fits(number - FIRST_FUNCTION, step):
                here = terms.and_(terms.eq(owner, terms.bv(number, OBJECT_WIDTH)), at_start)
                if here is not terms.false:
                    found.append((number - FIRST_FUNCTION, here))
        allowed = terms.disjunction(condition for _, condition in found)
        kind = "null-dereference" if pointer is machine.pointers.null else "invalid-function-pointer"
        machine.need(kind, allowed)
        return found if self._settle(state, step.edge) else []

    def _fits(self, function: int, step: Enter) -> bool:
        from vexil.ir.typing import compatible

        declared = self.machine.function_list[function]
        types = [argument.type for argument in step.call.arguments]
        wanted = None if step.call.result is None else step.call.result.type
        if len(types) != len(declared.parameters):
            return False
        if wanted is not None and (declared.result is None or not compatible(wanted, declared.result)):
            return False
        return all(compatible(parameter.type, kind) for parameter, kind in zip(declared.parameters, types, strict=True))

    def _called(self, state: State, function: int, arguments: list[Term | Content], step: Enter) -> State | None:
        machine = self.machine
        caller = state.frame
        caller.call_edge = step.edge
        frame = machine.new_frame(function, caller, (*caller.key(), function))
        self._count_depth(frame, state.guard)
        state.frame = frame
        code = self.code(function)
        for index, argument in enumerate(arguments):
            if not isinstance(argument, tuple):
                frame.registers[index] = argument
        for register, size, name, is_parameter, kind in code.blocks:
            number = machine.new_block(state, name, size, zeroed=False, origin="stack", site=name)
            frame.blocks[register] = machine.address(number)
            if is_parameter:
                self._pass(state, frame.blocks[register], kind, arguments[register])
        if machine.needed and not self._settle(state, step.edge):
            return None
        frame.loops = around(frame.loops, frame.order.nest[frame.location], frame.location, state.guard)
        if frame.depth > self.bound:
            self.parked.append(state)
            return None
        if frame.depth and not self.feasible(state):
            return None
        if frame.location in frame.order.joins:
            self.enqueue(state)
            return None
        return state

    def _pass(self, state: State, address: Term, kind: Type, value: Term | Content) -> None:
        if is_aggregate(kind):
            assert isinstance(value, tuple)
            self.machine.store_content(state, address, value)
        else:
            assert not isinstance(value, tuple)
            self.machine.store(state, address, kind, value)

    def _count_depth(self, frame: Frame, guard: Guard) -> None:
        frame.entered = guard
        below = frame.parent
        frames = 1
        nearest: Frame | None = None
        while below is not None:
            if below.function == frame.function:
                nearest = nearest or below
                frames += 1
            below = below.parent
        if nearest is not None:
            frame.depth = nearest.depth + (nearest.entered is not guard)
        self.deepest = max(self.deepest, frames)

    def _leave(self, state: State, edge: int, value: Term | Content | None) -> State | None:
        machine = self.machine
        if machine.needed and not self._settle(state, edge):
            return None
        frame = state.frame
        self.covered.add((frame.function, edge))
        if state.assuming and any(loop.assuming for loop in frame.loops):
            return None
        for address in frame.blocks.values():
            targets = machine.targets(state, address)
            for number, here, _ in targets:
                machine.end(state, number, self.terms.true if len(targets) == 1 else here)
        for number in frame.stack:
            machine.end(state, number, self.terms.true)
        if frame.parent is None:
            self.endings.append(state.guard)
            return None
        caller = frame.parent.copy()
        state.frame = caller
        call = caller.call_edge
        caller.call_edge = -1
        step = self.code(caller.function).step(caller.location)
        if isinstance(step, Choice):
            step = step.steps[step.edges.index(call)]
        assert isinstance(step, Enter)
        if step.result is not None:
            if value is None:
                raise Unmodelled("a function without result is called for its value")
            step.result(state, value)
            if machine.needed and not self._settle(state, call):
                return None
        return self._move(state, call)

    # --- the beginning -----------------------------------------------------------------------------------

    def start(self) -> State:
        """The state all runs begin in."""
        from vexil.engines.bounded.initial import initial_state

        return initial_state(self)


def around(loops: tuple[Loop, ...], nest: tuple[int, ...], target: int, guard: Guard) -> tuple[Loop, ...]:
    """The loops around a location that a frame goes to; one that is entered in the middle has not begun to count."""
    shared = 0
    while shared < len(loops) and shared < len(nest) and loops[shared][0] == nest[shared]:
        shared += 1
    kept = loops[:shared]
    if shared and shared == len(nest) and nest[-1] == target:
        head, count, grown, before, start, assuming = kept[-1]
        return (*kept[:-1], Loop(head, count + 1, grown + (before is not guard), guard, start, assuming))
    return (*kept, *(Loop(head, 0 if head == target else -1, 0, guard) for head in nest[shared:]))


def _leaves_assumed(before: tuple[Loop, ...], after: tuple[Loop, ...]) -> bool:
    """Say whether control leaves a loop in an iteration that is taken for granted: such ways are not followed."""
    inside = {loop.head for loop in after}
    return any(loop.assuming and loop.head not in inside for loop in before)
