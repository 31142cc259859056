"""Contracts: calls that are passed without executing the function, and the check of each function by itself.

By induction on the length of a run (Hoare 1971) it is enough that a function keeps its contract when all calls do that
return before. So a call under a contract requires its precondition, forgets what the function may write, and takes the
postcondition for granted; a run that has not returned has not come to what is behind the call. Every function whose
contract is used is executed once, from a state that stands for all in which its precondition holds, with everything in
it required as elsewhere, and has to establish its postcondition where it returns.

The state a function is executed from shows the globals that the function, what it calls, and the evidence about these
mention: registers with any value, memory with any contents of its type, constants as they are. It shows no other
memory: none of callers, none on the heap. A pointer may point to `ELSEWHERE`, and whatever asks about an object there
is refused. So a function that passes the check writes nothing of its callers but globals that it mentions, and a call
forgets these as far as names do not say that they are not written; locals of callers, also those whose address is
known elsewhere, and memory on the heap keep what they hold. Objects that the function makes and leaves behind are ones
the caller does not show.

Pre- and postconditions are evaluated in two states that show one real state in different ways, where the function is
called and where it is executed. A condition has one value in both if it is defined in both. Therefore its definedness
is required in both, also where its value is taken for granted.

Where termination is asked, the measure of a function that is called by its contract has to be smaller than the one
that the function with a contract had at its entry from which it is called; `progress` says why that is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.effects import Effects, EffectsOfCalls
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.nesting import chain
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.progress import Progress, Values
from vexil.certify.invariant.state import NOTHING, Frame, State
from vexil.certify.invariant.values import Value
from vexil.ir.expressions import Expr, Operator, Variable, postorder
from vexil.ir.program import Function
from vexil.model.evidence import Invariant, at_entry, result_of


class Contracts:
    """The contracts of the evidence; ``used`` has the functions that were called by theirs, in order."""

    def __init__(
        self, evidence: Invariant, evaluator: Evaluator, operations: Operations, ledger: Ledger,
        effects: EffectsOfCalls, arbitrary: Arbitrary, progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self._rules = {rule.function: rule for rule in evidence.procedures}
        self._conditions = conditions_of(evidence)
        self._evaluator = evaluator
        self._operations = operations
        self._ledger = ledger
        self._effects = effects
        self._arbitrary = arbitrary
        self._progress = progress
        self._caller: Values | None = None  # the measure of the function that is executed by itself
        self._old: dict[str, tuple[Variable, ...]] = {}
        self._initial: State | None = None
        self.used: dict[str, None] = {}

    def __contains__(self, function: Function) -> bool:
        return function.name in self._rules

    def bound(self, state: State, function: Function, arguments: list[Value]) -> Mapping[str, Value]:
        """The values at entry that the evidence about a function names."""
        if function not in self:
            return NOTHING
        values = {}
        for parameter, value in zip(function.parameters, arguments, strict=True):
            values[at_entry(Variable(parameter.name, parameter.type, False)).name] = value
        where = Where(self._ledger, state)
        for variable in self._globals_at_entry(function.name):
            values[at_entry(variable).name] = self._evaluator.value(variable, where)
        return values

    def _globals_at_entry(self, function: str) -> tuple[Variable, ...]:
        if function not in self._old:
            named = {
                node.name
                for condition in self._conditions[function]
                for node in postorder(condition)
                if isinstance(node, Variable) and not node.is_global
            }
            declared = [Variable(item.name, item.type, True) for item in self._evaluator.program.globals]
            self._old[function] = tuple(variable for variable in declared if at_entry(variable).name in named)
        return self._old[function]

    # --- a call ------------------------------------------------------------------------------------------

    def call(self, state: State, function: Function, arguments: list[Value]) -> Value:
        """Pass a call by the contract of the function: change the state, and return the result."""
        rule = self._rules[function.name]
        self.used[function.name] = None
        effects = self._effects.of(function.name)
        bound = self.bound(state, function, arguments)
        for _, number in self._in_memory(state, effects):
            self._arbitrary.fits(Where(self._ledger, state), state.objects[number])
        names = {**bound, **_named(function, arguments)}
        self._require(state, function, names, rule.requires, "precondition")
        if self._progress is not None and self._caller is not None:
            self._progress.require_less(state, self._measure(state, function, names), self._caller)
        state.exact = False
        state.partial |= effects.allocates
        state.lossy |= effects.allocates
        self._forget(state, effects)
        result: Value = None
        names = dict(bound)
        if function.result is not None:
            result = names[result_of(function.result).name] = self._arbitrary.value(state, function.result, "result")
        self._assume(state, function, names, rule.ensures)
        return result

    def _forget(self, state: State, effects: Effects) -> None:
        for variable in self._evaluator.program.globals:
            if not variable.addressable and variable.name in effects.written:
                state.globals[variable.name] = self._arbitrary.value(state, variable.type, variable.name)
        for name, number in self._in_memory(state, effects):
            if effects.anywhere or name in effects.written:
                state.objects[number] = self._arbitrary.contents(state, state.objects[number], name)

    def _in_memory(self, state: State, effects: Effects) -> list[tuple[str, int]]:
        """The globals in memory that a function is shown and may write, with their objects."""
        places = []
        for variable in self._evaluator.program.globals:
            if variable.addressable and variable.name in effects.mentioned:
                number = state.globals[variable.name][0]
                if state.objects[number].origin != CONSTANT:
                    places.append((variable.name, number))
        return places

    # --- a function by itself ----------------------------------------------------------------------------

    def enter(self, function: Function) -> State:
        """The state that stands for all in which a function may be called."""
        self._ledger.edge = f"{function.name}:entry"
        state = self._at_start().copy()
        state.exact = False
        state.partial = state.lossy = True
        effects = self._effects.of(function.name)
        program = self._evaluator.program
        for variable in program.globals:
            if variable.name not in effects.mentioned:
                place = state.globals.pop(variable.name)
                if variable.addressable:
                    del state.objects[place[0]]
        for variable in program.globals:
            if variable.name in state.globals and not variable.addressable:
                state.globals[variable.name] = self._arbitrary.value(state, variable.type, variable.name)
        for name, number in self._in_memory(state, effects):
            state.objects[number] = self._arbitrary.contents(state, state.objects[number], name)
        arguments = [self._arbitrary.value(state, parameter.type, parameter.name) for parameter in function.parameters]
        bound = self.bound(state, function, arguments)
        names = {**bound, **_named(function, arguments)}
        self._assume(state, function, names, self._rules[function.name].requires)
        if self._progress is not None:
            self._caller = self._measure(state, function, names)
        self._operations.enter(state, function, arguments, bound)
        return state

    def _at_start(self) -> State:
        """The initial state, where constants have their values."""
        if self._initial is None:
            self._ledger.proving = False  # it is proved where the program starts
            try:
                self._initial = initial_state(self._evaluator, self._operations, self._ledger)
            finally:
                self._ledger.proving = True
        return self._initial

    def leave(self, function: Function, state: State) -> None:
        """Require what a function promises where it returns."""
        self._ledger.edge = f"{function.name}:exit"
        names = dict(state.frames[-1].bound)
        value = self._operations.leave(state)
        if function.result is not None:
            names[result_of(function.result).name] = value
        if state.atomic:
            raise Unsupported("contracts of functions that open or end atomic sections")
        for _, number in self._in_memory(state, self._effects.of(function.name)):
            self._arbitrary.fits(Where(self._ledger, state), state.objects[number])
        self._require(state, function, names, self._rules[function.name].ensures, "postcondition")

    # --- conditions --------------------------------------------------------------------------------------

    def _measure(self, state: State, function: Function, names: Mapping[str, Value]) -> Values:
        """The measure of a function in a state in which it is called."""
        assert self._progress is not None
        with _scope(state, function, names):
            return self._progress.values(state, self._rules[function.name].measure)

    def _require(
        self, state: State, function: Function, names: Mapping[str, Value], condition: Expr, what: str
    ) -> None:
        with _scope(state, function, names):
            where = Where(self._ledger, state)
            for part in chain(condition, Operator.AND):
                where.require(self._evaluator.value(part, where), f"{CHECK}{what} of {function.name}")

    def _assume(self, state: State, function: Function, names: Mapping[str, Value], condition: Expr) -> None:
        with _scope(state, function, names):
            where = Where(self._ledger, state)
            for part in chain(condition, Operator.AND):
                self._ledger.assume(state, self._evaluator.value(part, where))


@contextmanager
def _scope(state: State, function: Function, names: Mapping[str, Value]) -> Iterator[None]:
    """Let names stand for values while a condition is evaluated."""
    state.frames.append(Frame(function, {}, (), names))
    try:
        yield
    finally:
        state.frames.pop()


def _named(function: Function, arguments: list[Value]) -> dict[str, Value]:
    return {parameter.name: value for parameter, value in zip(function.parameters, arguments, strict=True)}


def conditions_of(evidence: Invariant) -> dict[str, list[Expr]]:
    """By function everything that the evidence says about it."""
    conditions: dict[str, list[Expr]] = {}
    for procedure in evidence.procedures:
        conditions.setdefault(procedure.function, []).extend(
            (procedure.requires, procedure.ensures, *procedure.measure)
        )
    for loop in evidence.loops:
        conditions.setdefault(loop.function, []).extend((*loop.facts, *loop.ranking))
    return conditions
