"""Paths through several functions as formulas: symbolic execution along one given way.

What happens is a list of events. Every condition that the path needs is kept twice: over what was decided from outside
and the first state, for the solver; and over the state at its place, for predicates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.ir.operations import Call
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.space import Space, result_name
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.model.frames.frames import Frames, Stack
from vexil.model.frames.initial_state import InitialState


@dataclass(frozen=True, slots=True)
class StepEvent:
    """An edge that is no call."""

    function: str
    edge: int


@dataclass(frozen=True, slots=True)
class CallEvent:
    """A call begins."""

    function: str
    edge: int
    callee: str


@dataclass(frozen=True, slots=True)
class ReturnEvent:
    """A call ends; ``function`` is the caller."""

    function: str
    edge: int
    callee: str


@dataclass(frozen=True, slots=True)
class FailureEvent:
    """The path ends at an edge: a check fails there, or it is outside its domain (``property`` is empty)."""

    function: str
    edge: int
    property: str


@dataclass(frozen=True, slots=True)
class LeapEvent:
    """A loop is gone round any number of times, from its head back to it.

    ``edge`` is one that begins at the head. ``after`` has variables of the state, ``needs`` conditions, both over the
    state before and ``rounds``, the symbol for how often. Nobody has proved them: a run along the path shows whether
    they are right.
    """

    function: str
    edge: int
    head: int
    rounds: Term
    after: Mapping[str, Term] = field(repr=False, hash=False)
    needs: tuple[Term, ...] = field(repr=False, hash=False)


Event = StepEvent | CallEvent | ReturnEvent | FailureEvent | LeapEvent


@dataclass(frozen=True, slots=True)
class PathCondition:
    """A condition that the path needs before event number ``position``, in terms of the state there and of inputs."""

    position: int
    function: str
    local: Term
    formula: Term


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice on the path with its symbol in the formulas."""

    position: int
    input: Input
    symbol: Term


class SymbolicPath:
    """The formula of a path from the beginning of a run; raises `Untranslatable`."""

    def __init__(self, frames: Frames, events: Sequence[Event], checks: frozenset[str]) -> None:
        self.frames = frames
        self.events = tuple(events)
        self._checks = checks
        self._space: Space = frames.space
        self._terms = frames.space.terms
        self._beginning = InitialState(frames.space)
        self.needs: list[PathCondition] = []
        self.decisions: list[Decision] = []
        self.rounds: dict[int, Term] = {}
        """How often loops are gone round, by the positions of events."""
        self._stack = Stack(frames)
        for position, event in enumerate(self.events):
            self._event(position, event)
        self.initial_inputs: tuple[Input, ...] = tuple(self._beginning.inputs)
        for made in self.initial_inputs:
            self.needs.insert(0, PathCondition(0, self._space.program.entry, made.domain, made.domain))

    def _need(self, position: int, function: str, local: Term, formula: Term | None = None) -> None:
        if local is not self._terms.true:
            moved = self._stack.moved(local) if formula is None else formula
            self.needs.append(PathCondition(position, function, local, self._beginning.moved(moved)))

    # --- events ------------------------------------------------------------------------------------------

    def _event(self, position: int, event: Event) -> None:
        terms = self._terms
        match event:
            case StepEvent(function, edge):
                self._step(position, function, self.frames.step(function, edge))
            case FailureEvent(function, edge, kind):
                operation = self._space.program.functions[function].edges[edge].operation
                if isinstance(operation, Call):
                    if not self._is_behind_call(position, function, edge):
                        self._need(position, function, terms.not_(self.frames.defined(function, edge)))
                    return
                step = self.frames.step(function, edge)
                defined = terms.conjunction(step.conditions.values())
                if not kind:
                    self._need(position, function, terms.not_(defined))
                else:
                    assert step.demand is not None
                    self._need(position, function, defined)
                    self._need(position, function, terms.not_(step.demand.condition))
            case CallEvent(function, edge, callee):
                self._enter(position, function, edge, callee)
            case ReturnEvent(function, edge, callee):
                self._leave(position, function, edge, callee)
            case LeapEvent(function, _, _, rounds, after, needs):
                symbol = self.rounds[position] = terms.symbol(f"{rounds.payload} @{position}", rounds.sort)
                for condition in needs:
                    self._need(position, function, condition, self._stack.moved(condition, {rounds: symbol}))
                moved = {name: self._stack.moved(value, {rounds: symbol}) for name, value in after.items()}
                self._stack.write(moved, function)

    def _step(self, position: int, function: str, step: Step) -> None:
        terms = self._terms
        renamed: dict[Term, Term] = {}
        for made in step.inputs:
            symbol = terms.symbol(f"{made.symbol.payload} @{position}", made.symbol.sort)
            renamed[made.symbol] = symbol
            self.decisions.append(Decision(position, made, symbol))
        for condition in (step.guard, *step.conditions.values(), step.allowed):
            self._need(position, function, condition)
        if step.demand is not None and step.demand.property in self._checks:
            self._need(position, function, step.demand.condition)
        for made in step.inputs:
            self._need(position, function, made.domain, self._stack.moved(made.domain, renamed))
        after = {name: self._stack.moved(value, renamed) for name, value in step.after.items()}
        self._stack.write(after, function)

    def _is_behind_call(self, position: int, function: str, edge: int) -> bool:
        """Say whether a call has just come back and then goes wrong: there is no place for its result."""
        before, event = self.events[position - 1] if position else None, self.events[position]
        is_same = isinstance(event, FailureEvent) and (event.function, event.edge) == (function, edge)
        return is_same and isinstance(before, ReturnEvent) and (before.function, before.edge) == (function, edge)

    def _enter(self, position: int, function: str, edge: int, callee: str) -> None:
        entering = self._stack.entering(function, edge, callee)
        runs = self.frames.runs(function, self.call(function, edge), callee)
        for condition in (runs, *entering.conditions.values()):
            self._need(position, function, condition)
        self._stack.enter(entering)

    def _leave(self, position: int, function: str, edge: int, callee: str) -> None:
        result = self._stack.leave(callee)
        received = self._stack.received(function, edge, callee)
        if position + 1 < len(self.events) and self._is_behind_call(position + 1, function, edge):
            broken = self._terms.not_(self._terms.conjunction(received.conditions.values()))
            self._need(position + 1, function, broken, self._stack.moved(broken, result))
            return
        for condition in received.conditions.values():
            self._need(position, function, condition, self._stack.moved(condition, result))
        self._stack.receive(function, received, result)

    def call(self, function: str, edge: int) -> Call:
        """The call at an edge."""
        return self._stack.call(function, edge)

    # --- questions ---------------------------------------------------------------------------------------

    def initial_facts(self, needs: Iterable[PathCondition]) -> tuple[Term, ...]:
        """What memory holds at the beginning where conditions read it at addresses that depend on inputs."""
        facts: dict[Term, None] = {}
        for need in needs:
            facts.update(dict.fromkeys(self._beginning.facts(need.formula)))
        return tuple(facts)

    def formulas(self) -> list[Term]:
        """The conditions for the solver, in order."""
        return [need.formula for need in self.needs]


MOST_CASES = 4
"""An input with at most so many values is looked at value by value."""
HIDDEN = "|"
"""What is put before the name of a caller's register while its callee runs."""


def is_hidden(terms: Terms, term: Term) -> bool:
    """Say whether a condition is about registers of a caller of the function that runs."""
    return any(str(symbol.payload).startswith(HIDDEN) for symbol in terms.symbols_of(term))


def with_hidden(
    path: SymbolicPath, need: PathCondition, until: int = 0, places: Collection[int] | None = None
) -> Iterator[tuple[str, Term]]:
    """A condition of a path at its place and at every place before, moved back over the events between.

    Yields the function that runs there with the condition, which may be about callers of that function, too; with
    *places*, only before the events that have these numbers. It ends where the condition is decided, where it is about
    what is chosen from outside among many values, behind a loop that is leapt over, or before event number *until*; of
    few values, it is met for one.
    """
    space, terms, frames = path.frames.space, path.frames.space.terms, path.frames
    term, function = need.local, need.function
    inputs = {decision.input.symbol: decision.input for decision in path.decisions}
    is_new = places is not None and need.position not in places
    if not is_new:
        yield function, term
    hidden: list[dict[Term, Term]] = []
    for position in reversed(range(until, need.position)):
        event = path.events[position]
        before = term
        match event:
            case StepEvent(name, edge):
                after = frames.step(name, edge).after
                function = name
            case ReturnEvent(name, edge, callee):
                call = path.call(name, edge)
                after = frames.received(name, call, callee, "").after
                term = _substituted(frames, term, after)
                function = callee
                renamed, term = _hide(space, term, name, call, callee, frames)
                hidden.append(renamed)
                after = frames.leave(callee)
            case CallEvent(name, edge, callee):
                call = path.call(name, edge)
                entering = frames.enter(name, call, callee, "")
                term = _substituted(frames, term, entering.registers)
                if hidden:
                    term = terms.substitute(term, hidden.pop())
                after = entering.stored
                function = name
            case FailureEvent():
                continue
            case LeapEvent():
                return
        term = _substituted(frames, term, after)
        quantified = _for_some_inputs(terms, term, inputs)
        if quantified is None or quantified.is_const:
            return
        term = quantified
        is_new = is_new or term is not before or not isinstance(event, StepEvent)
        if is_new and (places is None or position in places):
            yield function, term
            is_new = False


def _for_some_inputs(terms: Terms, term: Term, inputs: Mapping[Term, Input]) -> Term | None:
    """That a condition holds for one of the values that may be chosen; nothing where those are many or not fixed."""
    for symbol in terms.symbols_of(term):
        if symbol not in inputs:
            continue
        cases = inputs[symbol].cases
        if cases is None or len(cases) > MOST_CASES or any(value.symbols for _, value in cases):
            return None
        term = terms.disjunction(terms.substitute(term, {symbol: value}) for _, value in cases)
    return term


def _substituted(frames: Frames, term: Term, after: Mapping[str, Term]) -> Term:
    return frames.space.terms.substitute(term, frames.symbols(after)) if after else term


def _hide(
    space: Space, term: Term, caller: str, call: Call, callee: str, frames: Frames
) -> tuple[dict[Term, Term], Term]:
    """Rename the caller's registers while a callee runs; its arguments get the callee's names for what it was given."""
    terms = space.terms
    given: dict[Term, Term] = {}
    for symbol, value in frames.arguments(caller, call, callee).items():
        if not value.is_const and str(symbol.payload).endswith("@entry"):
            given.setdefault(value, symbol)
    term = terms.substitute(term, given) if given else term
    names: dict[Term, Term] = {}
    back: dict[Term, Term] = {}
    prefix = f"{caller}::"
    kept = result_name(callee)
    entries = set(given.values())
    for symbol in terms.symbols_of(term):
        if str(symbol.payload).startswith(prefix) and symbol.payload != kept and symbol not in entries:
            other = terms.symbol(f"{HIDDEN}{symbol.payload}", symbol.sort)
            while other in back or other.symbols & term.symbols:
                other = terms.symbol(f"{HIDDEN}{other.payload}", symbol.sort)
            names[symbol] = other
            back[other] = symbol
    return back, terms.substitute(term, names) if names else term
