"""One symbolic state at a time: what edges do to it, and where it goes.

What is met on the way is kept as obligations: conditions that must be unsatisfiable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.code import Branch, Choice, End, Enter, FunctionCode, Leave, Simple, Step, Test
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.inputs import Inputs
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import Key, State, around, leaves_assumed
from vexil.ir.interpreter import VIOLATIONS
from vexil.ir.operations import Check
from vexil.ir.types import IntegerType
from vexil.logic import Term, Terms, bits

QUERY = 50
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


class Stepping(ABC):
    """Moves states; ``checks`` are the kinds of checks that count. Who goes next is decided elsewhere."""

    def __init__(self, machine: Machine, checks: frozenset[str], context: Context) -> None:
        self.machine = machine
        self.terms = machine.terms
        self.checks = checks
        self.context = context
        self.inputs = Inputs(machine.terms)
        self._codes: dict[int, FunctionCode] = {}
        self.obligations: list[Obligation] = []
        self.reached: dict[tuple[int, int], list[Guard]] = {}
        self.parked: list[State] = []
        self.unmodelled: list[tuple[str, str, Guard]] = []
        """Why runs were given up, where, and under which condition."""
        self.edges = 0
        self.work = 0
        """Edges executed, and queries asked for as many as each is worth."""
        self.iterations: dict[tuple[int, int], int] = {}
        self.deepest = 1
        self.endings: list[Guard] = []
        self.feasible: Callable[[State], bool] = lambda _: True
        self.bound = 1
        self.watch: Callable[[State], None] | None = None
        self.at_head: Callable[[State], State | None] | None = None

    @abstractmethod
    def enqueue(self, state: State) -> None:
        """Let a state wait for its turn."""

    @abstractmethod
    def _enter(self, state: State, step: Enter) -> State | None:
        """Go into a function."""

    @abstractmethod
    def _leave(self, state: State, edge: int, value: Term | Block | None) -> State | None:
        """Come back from a function."""

    def code(self, function: int) -> FunctionCode:
        """The steps of a function."""
        cached = self._codes.get(function)
        if cached is None:
            declared = self.machine.function_list[function]
            cached = self._codes[function] = FunctionCode(self.machine, declared, self.inputs)
        return cached

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
                violated = VIOLATIONS.get(kind)
                if violated is not None and violated[0] in self.checks:
                    kind = ""
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
        ways: list[tuple[int, Term]] = []
        for edge, condition in zip(edges, conditions, strict=True):
            if condition is terms.true:
                ways = [(edge, condition)]
                break
            if condition is not terms.false and not self._excluded(state, condition):
                ways.append((edge, condition))
        if len(ways) == 1:
            edge, condition = ways[0]
            if condition is not terms.true and not self._implied(state, condition):
                state.guard = state.guard.extended(condition, terms)
            return self._move(state, edge)
        return self._part(state, ways)

    def _implied(self, state: State, condition: Term) -> bool:
        for index, conjunct in enumerate(state.guard.backwards()):
            if conjunct is condition:
                return True
            if index > 12:
                break
        return False

    def _excluded(self, state: State, condition: Term) -> bool:
        """Say whether the newest conditions of the path contain the opposite."""
        negation = self.terms.known_negation(condition)
        return negation is not None and self._implied(state, negation)

    def _part(self, state: State, ways: list[tuple[int, Term]]) -> State | None:
        """Go several ways; the first of them at once."""
        branches = [*(state.fork() for _ in ways[1:]), state]
        following: State | None = None
        for index, (branch, (edge, condition)) in enumerate(zip(branches, ways, strict=False)):
            branch.guard = branch.guard.extended(condition, self.terms)
            moved = self._move(branch, edge)
            if moved is not None and index == 0:
                following = moved
            elif moved is not None:
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
            if state.assuming and leaves_assumed(before, frame.loops):
                return None
        if target in order.joins:
            self.enqueue(state)
            return None
        return state
