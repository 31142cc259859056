"""Steps of the entry function from a symbolic state: what each needs, when it is taken, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.branching.states import States
from vexil.certify.invariant.blocks import UNSUPPORTED
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import is_number
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import RESULT, State
from vexil.certify.invariant.terms import Term, Truth
from vexil.ir.operations import Assume, Case, EndThread, Operation, Return, Stop
from vexil.ir.program import LocationKind
from vexil.transform.inlining import Inlining


@dataclass(frozen=True, slots=True)
class Step:
    """One way on: a condition on the state and the inputs, what is needed, and the state it leads to."""

    taken: Truth
    needs: tuple[Need, ...]
    target: int
    state: State | None
    inputs: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """All ways on from a state, and what they all need."""

    needs: tuple[Need, ...]
    steps: tuple[Step, ...]


class Stepper:
    """Takes steps; those from one state are the same every time."""

    def __init__(
        self,
        inlining: Inlining,
        evaluator: Evaluator,
        operations: Operations,
        ledger: RequirementCollector,
        terms: InputTerms,
        states: States,
    ) -> None:
        self._inlining = inlining
        self._evaluator = evaluator
        self._operations = operations
        self._ledger = ledger
        self._terms = terms
        self._states = states
        self._memo: dict[State, Steps] = {}

    def steps(self, location: int, state: State) -> Steps:
        """All ways on from a state at a location; an exit repeats itself for ever."""
        cached = self._memo.get(state)
        if cached is None:
            cached = self._memo[state] = self._steps(location, state)
        return cached

    def _steps(self, location: int, state: State) -> Steps:
        entry = self._inlining.entry
        edges = entry.outgoing[location]
        if entry.locations[location].kind is LocationKind.TERMINAL:
            return Steps((), (Step(True, (), location, state),))
        if entry.locations[location].kind is not LocationKind.BRANCH:
            return Steps((), tuple(self._step(number, state, True) for number in edges))
        self._ledger.edge = self._inlining.origins[edges[0]]
        looking = state.copy()
        try:
            arms = self._arms(edges, looking)
        except Ended:
            return Steps(self._ledger.collected(), ())
        except Unsupported as problem:
            self._ledger.collected()
            return Steps((self._refused(looking, problem),), ())
        needs = self._ledger.collected()
        return Steps(needs, tuple(self._step(number, looking, condition) for number, condition in arms))

    def _refused(self, state: State, problem: Unsupported) -> Need:
        """Something this checker has no rules for must not be taken."""
        return Need(self._terms.no(state.guard.all), f"{UNSUPPORTED}{problem}", self._ledger.edge)

    def _step(self, number: int, before: State, condition: Truth) -> Step:
        edge, terms, ledger = self._inlining.entry.edges[number], self._terms, self._ledger
        ledger.edge = self._inlining.origins[number]
        state = before.copy()
        count = len(terms.fresh_values)
        arrived: State | None = None
        try:
            ledger.assume(state, condition)
            self._execute(edge.operation, state)
            self._states.arrive(before, state, edge.target)
            arrived = state
        except Ended:
            pass
        except Unsupported as problem:
            ledger.collected()
            return Step(False, (self._refused(state, problem),), edge.target, None)
        inputs = tuple(terms.fresh_values[count:])
        return Step(state.guard.all if arrived else False, ledger.collected(), edge.target, arrived, inputs)

    def _execute(self, operation: Operation, state: State) -> None:
        match operation:
            case Assume() | Case():
                return
            case Stop(status):
                if status is not None:
                    self._evaluator.value(status, Where(self._ledger, state))
            case EndThread():
                self._states.leave(state, self._operations)
            case Return():
                self._operations.execute(operation, state)
                state.frames[-1].registers.pop(RESULT, None)
                self._states.leave(state, self._operations)
            case _:
                self._operations.execute(operation, state)

    # --- branches ----------------------------------------------------------------------------------------

    def _arms(self, edges: tuple[int, ...], state: State) -> list[tuple[int, Truth]]:
        """The edges of a branch, each with the condition for taking it."""
        operations = [self._inlining.entry.edges[number].operation for number in edges]
        where = Where(self._ledger, state)
        first = operations[0]
        if isinstance(first, Assume):
            holds = self._evaluator.value(first.condition, where)
            return [(edges[0], holds), (edges[1], self._terms.no(holds))]
        if not isinstance(first, Case):
            raise Unsupported("a branch without conditions")
        value = self._evaluator.value(first.selector, where)
        conditions: list[tuple[int, Truth]] = []
        for number, operation in zip(edges, operations, strict=True):
            assert isinstance(operation, Case)
            one = self._terms.any(
                [is_number(self._terms, value, item, first.selector.type) for item in operation.values]
            )
            conditions.append((number, self._terms.no(one) if operation.otherwise else one))
        return conditions
