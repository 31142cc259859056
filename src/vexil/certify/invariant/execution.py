"""Symbolic execution of a program: states are joined where ways meet, calls are executed in place.

Within one activation of a function its locations are taken in order, loops as a whole after what leads to them, so a
location is executed when everything that can lead there has been. A call is a request to the driver, which keeps the
activations on a stack of its own; recursion in the program needs none in Python.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from vexil.certify.invariant.contracts import Contracts
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.loop_rules import Element, Loop, LoopRules, execution_order
from vexil.certify.invariant.numbers import is_number
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import Merger, State
from vexil.certify.invariant.terms import Truth
from vexil.certify.invariant.values import Value, cases_of
from vexil.core.context import Context
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.operations import Assume, Call, Case, Catch
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import Type
from vexil.ir.typing import compatible


def callees(evaluator: Evaluator, where: Where, operation: Call) -> list[tuple[Truth, Function]]:
    """The functions that a call runs, each with its condition."""
    match operation.callee:
        case StaticCallee(name):
            return [(True, evaluator.program.functions[name])]
        case PointerCallee(pointer, _):
            return _pointed(evaluator, where, pointer, operation)
        case _:
            raise Unsupported("virtual calls")


def _pointed(evaluator: Evaluator, where: Where, pointer: Expr, operation: Call) -> list[tuple[Truth, Function]]:
    targets = []
    functions = list(evaluator.program.functions.values())
    for condition, number, offset in cases_of(evaluator.value(pointer, where)):
        here = where.under(condition)
        here.require(number < 0, "null-dereference" if number == 0 else "invalid-function-pointer")
        if number >= 0:
            continue
        here.require(evaluator.terms.equal(offset, 0, evaluator.width), "invalid-function-pointer")
        target = functions[-1 - number]
        problem = _problem(target, operation)
        if problem is None:
            targets.append((condition, target))
        else:
            here.require(False, problem)
    return targets


def _problem(target: Function, operation: Call) -> str | None:
    """Why a function cannot be called like this, if it cannot."""
    if len(target.parameters) != len(operation.arguments):
        return "argument-count"
    pairs = zip(target.parameters, operation.arguments, strict=True)
    if not all(compatible(parameter.type, argument.type) for parameter, argument in pairs):
        return "argument-type"
    if operation.result is None or (target.result is not None and compatible(operation.result.type, target.result)):
        return None
    return "result-type"


Pending = dict[int, State]
"""The states that wait at locations of one activation."""
Entered = tuple[Function, State]
Steps = Generator[Entered, State | None, None]
Activation = Generator[Entered, State | None, State | None]
INTERVAL = 256
DEEPEST = 20_000


class Execution:
    """Executes a program from a state; what must hold is in the ledger, what was reached in ``edges``."""

    def __init__(
        self, program: Program, evaluator: Evaluator, operations: Operations, merger: Merger, ledger: Ledger,
        loop_rules: LoopRules, contracts: Contracts, context: Context, deepest: int, doubtful: frozenset[str],
    ) -> None:  # fmt: skip
        self._program = program
        self._evaluator = evaluator
        self._operations = operations
        self._merger = merger
        self._ledger = ledger
        self._loop_rules = loop_rules
        self._contracts = contracts
        self._context = context
        self._deepest = deepest
        self._doubtful = doubtful
        self._terms = evaluator.terms
        self._orders: dict[str, tuple[Element, ...]] = {}
        self._identities: dict[str, list[str]] = {}
        self.edges: set[str] = set()
        self.steps = 0

    def run(self, state: State) -> None:
        """Execute the program from the entry of its entry function."""
        function = self._program.functions[self._program.entry]
        self._operations.enter(state, function, [], self._contracts.bound(state, function, []))
        self._drive(function, state)

    def check_contracts(self) -> None:
        """Execute every function by itself whose contract is used, also by one of these."""
        done: set[str] = set()
        while waiting := [name for name in self._contracts.used if name not in done]:
            done.add(waiting[0])
            function = self._program.functions[waiting[0]]
            try:
                back = self._drive(function, self._contracts.enter(function))
                if back is not None:
                    self._contracts.leave(function, back)
            except Ended:
                continue

    def call(self, function: Function, state: State) -> State | None:
        """Execute a function that was entered; the state where it returns, if it does."""
        return self._drive(function, state)

    def round(self, function: Function, loop: Loop, state: State) -> Pending:
        """Execute the head and the body of a loop once; what waits behind it, also at the head."""
        pending: Pending = {loop.head: state}

        def activation() -> Activation:
            self._prepare(function)
            yield from self.iteration(function, loop, pending)
            return None

        self._follow(activation())
        return pending

    def _drive(self, function: Function, state: State) -> State | None:
        """Execute a function that was entered."""
        return self._follow(self._activation(function, state))

    def _follow(self, first: Activation) -> State | None:
        """Execute an activation; calls wait on a stack."""
        stack = [first]
        result: State | None = None
        while stack:
            try:
                entered = stack[-1].send(result)
            except StopIteration as ended:
                stack.pop()
                result = ended.value
            else:
                stack.append(self._activation(*entered))
                result = None
        return result

    def _activation(self, function: Function, state: State) -> Activation:
        pending: Pending = {function.entry: state}
        yield from self.elements(function, self._prepare(function), pending)
        return pending.pop(function.exit, None)

    def _prepare(self, function: Function) -> tuple[Element, ...]:
        """The order of the locations of a function."""
        order = self._orders.get(function.name)
        if order is None:
            order = self._orders[function.name] = execution_order(function)
            self._identities[function.name] = [function.edge_id(number) for number in range(len(function.edges))]
        return order

    # --- locations ---------------------------------------------------------------------------------------

    def elements(self, function: Function, elements: tuple[Element, ...], pending: Pending) -> Steps:
        """Execute locations and loops in order, with the states that wait there."""
        for element in elements:
            if isinstance(element, Loop):
                if element.head in pending or not element.inside.isdisjoint(pending):
                    yield from self._loop_rules.loop(self, function, element, pending)
                continue
            state = pending.get(element)
            if state is None:
                continue
            kind = function.locations[element].kind
            if kind is LocationKind.TERMINAL:
                continue
            del pending[element]
            if kind is LocationKind.CALL:
                yield from self._call(function, element, state, pending)
            else:
                self._location(function, element, kind, state, pending)

    def iteration(self, function: Function, loop: Loop, pending: Pending) -> Steps:
        """Execute the head and the body of a loop once; states come back to the head or wait outside."""
        yield from self.elements(function, (loop.head, *loop.body), pending)

    def arrive(self, pending: Pending, location: int, state: State) -> None:
        """Let a state wait at a location, joined with what waits there."""
        joined = self._merger.merge(pending.get(location), state)
        if joined is not None:
            pending[location] = joined

    def _location(self, function: Function, location: int, kind: LocationKind, state: State, pending: Pending) -> None:
        self.steps += 1
        if self.steps % INTERVAL == 0:
            self._context.check_limits("checking the evidence")
        edges = function.outgoing[location]
        identities = self._identities[function.name]
        self._ledger.edge = identities[edges[0]]
        conditions: list[tuple[int, Truth]] = []
        if kind is LocationKind.STEP:
            conditions = [(edges[0], True)]
        elif kind is LocationKind.BRANCH:
            with self._path(state):
                conditions = self._branch(function, edges, state)
        else:
            which = self._terms.fresh(16, "way")
            conditions = [(edge, self._terms.equal(which, index, 16)) for index, edge in enumerate(edges)]
        ways = [(edge, condition) for edge, condition in conditions if condition is not False]
        for index, (edge, condition) in enumerate(ways):
            following = state if index == len(ways) - 1 else state.copy()
            arrives = False
            with self._path(following):
                self._ledger.assume(following, condition)
                self._note(function, edge, following)
                if kind is not LocationKind.BRANCH:
                    self._operations.execute(function.edges[edge].operation, following)
                arrives = True
            if arrives:
                self.arrive(pending, function.edges[edge].target, following)

    @contextmanager
    def _path(self, state: State) -> Iterator[None]:
        """Follow a path until it ends; what this checker has no rules for matters only where a run comes."""
        try:
            yield
        except Ended:
            pass
        except Unsupported:
            if self._ledger.feasible(state):
                raise

    def _note(self, function: Function, edge: int, state: State) -> None:
        """Remember an edge that is reached; where that would spoil the proof, make sure that it is."""
        identity = self._identities[function.name][edge]
        self._ledger.edge = identity
        if identity in self._doubtful and not self._ledger.feasible(state):
            raise Ended
        self.edges.add(identity)

    def _branch(self, function: Function, edges: tuple[int, ...], state: State) -> list[tuple[int, Truth]]:
        where = Where(self._ledger, state)
        match function.edges[edges[0]].operation:
            case Assume(condition):
                holds = self._evaluator.value(condition, where)
                if state.guard.knows(holds):
                    holds = True
                elif state.guard.knows(self._terms.no(holds)):
                    holds = False
                return [(edges[0], holds), (edges[1], self._terms.no(holds))]
            case Case(selector, _, _):
                value = self._evaluator.value(selector, where)
                return self._cases(function, edges, value, selector.type)
            case _:
                raise Unsupported("a branch without conditions")

    def _cases(self, function: Function, edges: tuple[int, ...], value: Value, kind: Type) -> list[tuple[int, Truth]]:
        cases: list[tuple[int, Truth]] = []
        none: Truth = True
        default: int | None = None
        for edge in edges:
            operation = function.edges[edge].operation
            if not isinstance(operation, Case):
                raise Unsupported("a branch without conditions")
            if operation.otherwise:
                default = edge
                continue
            condition: Truth = False
            for number in operation.values:
                condition = self._terms.either(condition, is_number(self._terms, value, number, kind))
            cases.append((edge, self._terms.both(none, condition)))
            none = self._terms.both(none, self._terms.no(condition))
        return cases if default is None else [*cases, (default, none)]

    # --- calls -------------------------------------------------------------------------------------------

    def _call(self, function: Function, location: int, state: State, pending: Pending) -> Steps:
        edge = next(
            number for number in function.outgoing[location] if not isinstance(function.edges[number].operation, Catch)
        )
        operation = function.edges[edge].operation
        assert isinstance(operation, Call)
        targets: list[tuple[Truth, Function]] = []
        with self._path(state):
            self._note(function, edge, state)
            where = Where(self._ledger, state)
            possible = callees(self._evaluator, where, operation)
            arguments = [self._evaluator.value(argument, where) for argument in operation.arguments]
            targets = possible
        identity = self._ledger.edge
        for index, (condition, target) in enumerate(targets):
            called = state if index == len(targets) - 1 else state.copy()
            back: State | None = called
            value: Value = None
            self._ledger.edge = identity
            try:
                self._ledger.assume(called, condition)
                if target not in self._contracts:
                    self._check_depth(called, target)
                    self._operations.enter(called, target, arguments)
                    back = yield target, called
                    self._ledger.edge = identity
                    value = None if back is None else self._operations.leave(back)
                else:
                    value = self._contracts.call(called, target, arguments)
                if back is None:
                    continue
                if operation.result is not None:
                    self._operations.assign(Where(self._ledger, back), operation.result, value)
            except Ended:
                continue
            except Unsupported:
                if self._ledger.feasible(back or called):
                    raise
                continue
            self.arrive(pending, function.edges[edge].target, back)

    def _check_depth(self, state: State, target: Function) -> None:
        depth = 1 + sum(frame.function is target for frame in state.frames)
        if depth <= self._deepest:
            return
        if not self._ledger.feasible(state):
            raise Ended
        if depth > 2 * self._deepest + 16 or len(state.frames) > DEEPEST:
            raise Unsupported(f"recursion of {target.name} deeper than the evidence says ({self._deepest})")
