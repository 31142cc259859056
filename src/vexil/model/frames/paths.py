"""Paths through several functions as formulas: symbolic execution along one given way.

What happens is a list of events. Every condition that the path needs is kept twice: over what was decided from outside
and the first state, for the solver; and over the state at its place, for predicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vexil.ir.operations import Call
from vexil.logic.inputs import Input
from vexil.logic.space import Space, result_name
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.model.frames.beginning import Beginning
from vexil.model.frames.frames import Frames


@dataclass(frozen=True, slots=True)
class Taken:
    """An edge that is no call."""

    function: str
    edge: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A call begins."""

    function: str
    edge: int
    callee: str


@dataclass(frozen=True, slots=True)
class Left:
    """A call ends; ``function`` is the caller."""

    function: str
    edge: int
    callee: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The path ends at an edge: a check fails there, or it is outside its domain (``property`` is empty)."""

    function: str
    edge: int
    property: str


Event = Taken | Entered | Left | Broken


@dataclass(frozen=True, slots=True)
class Need:
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
        self._beginning = Beginning(frames.space)
        self.needs: list[Need] = []
        self.decisions: list[Decision] = []
        self._shared: dict[Term, Term] = {}
        self._stack: list[dict[Term, Term]] = [{}]
        for position, event in enumerate(self.events):
            self._event(position, event)
        self.initial_inputs: tuple[Input, ...] = tuple(self._beginning.inputs)
        for made in self.initial_inputs:
            self.needs.insert(0, Need(0, self._space.program.entry, made.domain, made.domain))

    # --- state -------------------------------------------------------------------------------------------

    @property
    def _now(self) -> dict[Term, Term]:
        return {**self._shared, **self._stack[-1]}

    def _moved(self, term: Term, also: Mapping[Term, Term] | None = None) -> Term:
        """A term over the state now, as one over the first state and inputs."""
        known = self._now
        if also:
            known.update(also)
        return self._terms.substitute(term, known)

    def _write(self, updates: Mapping[str, Term], function: str) -> None:
        prefix = f"{function}::"
        for name, value in updates.items():
            symbol = self._space.symbol(self._space.variables[name])
            (self._stack[-1] if name.startswith(prefix) else self._shared)[symbol] = value

    def _need(self, position: int, function: str, local: Term, formula: Term | None = None) -> None:
        if local is not self._terms.true:
            found = self._moved(local) if formula is None else formula
            self.needs.append(Need(position, function, local, self._beginning.moved(found)))

    # --- events ------------------------------------------------------------------------------------------

    def _event(self, position: int, event: Event) -> None:
        terms = self._terms
        match event:
            case Taken(function, edge):
                self._step(position, function, self.frames.step(function, edge))
            case Broken(function, edge, kind):
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
            case Entered(function, edge, callee):
                self._enter(position, function, edge, callee)
            case Left(function, edge, callee):
                self._leave(position, function, edge, callee)

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
            self._need(position, function, made.domain, self._moved(made.domain, renamed))
        self._write({name: self._moved(value, renamed) for name, value in step.after.items()}, function)

    def _call(self, function: str, edge: int) -> Call:
        operation = self._space.program.functions[function].edges[edge].operation
        assert isinstance(operation, Call)
        return operation

    def _is_behind_call(self, position: int, function: str, edge: int) -> bool:
        """Say whether the call at an edge has just come back: then its result is what went wrong."""
        before = self.events[position - 1] if position else None
        return isinstance(before, Left) and (before.function, before.edge) == (function, edge)

    def _enter(self, position: int, function: str, edge: int, callee: str) -> None:
        place = self._space.program.functions[function].edge_id(edge)
        call = self._call(function, edge)
        entering = self.frames.enter(function, call, callee, place)
        for condition in (self.frames.runs(function, call, callee), *entering.conditions.values()):
            self._need(position, function, condition)
        stored = {name: self._moved(value) for name, value in entering.stored.items()}
        frame = {
            self._space.symbol(self._space.variables[name]): self._moved(value)
            for name, value in entering.registers.items()
        }
        self._write(stored, "")
        self._stack.append(frame)

    def _leave(self, position: int, function: str, edge: int, callee: str) -> None:
        place = self._space.program.functions[function].edge_id(edge)
        ended = self.frames.leave(callee)
        self._write({name: self._moved(value) for name, value in ended.items()}, "")
        given = self._stack.pop()
        received = self.frames.received(function, self._call(function, edge), callee, place)
        result = self._space.variables.get(result_name(callee))
        also: dict[Term, Term] = {}
        if result is not None:
            symbol = self._space.symbol(result)
            also = {symbol: given.get(symbol, symbol)}
        for condition in received.conditions.values():
            self._need(position, function, condition, self._moved(condition, also))
        self._write({name: self._moved(value, also) for name, value in received.after.items()}, function)

    # --- questions ---------------------------------------------------------------------------------------

    def formulas(self) -> list[Term]:
        """The conditions for the solver, in order."""
        return [need.formula for need in self.needs]


HIDDEN = "|"
"""What is put before the name of a caller's register while its callee runs."""


def backwards(path: SymbolicPath, need: Need, until: int = 0) -> Iterable[tuple[str, Term]]:
    """A condition of a path at its place and at every place before, moved back over the events between.

    Yields the function that runs there with the condition, where the condition is about its state. It ends where the
    condition is decided, where it is about what is chosen from outside, or before event number *until*.
    """
    space, terms, frames = path.frames.space, path.frames.space.terms, path.frames
    term, function = need.local, need.function
    inputs = {decision.input.symbol.number for decision in path.decisions}
    yield function, term
    hidden: list[dict[Term, Term]] = []
    for event in reversed(path.events[until : need.position]):
        before = term
        match event:
            case Taken(name, edge):
                after = frames.step(name, edge).after
                function = name
            case Left(name, edge, callee):
                call = path._call(name, edge)
                after = frames.received(name, call, callee, "").after
                term = _substituted(space, term, after)
                function = callee
                renamed, term = _hide(space, term, name, call, callee, frames)
                hidden.append(renamed)
                after = frames.leave(callee)
            case Entered(name, edge, callee):
                call = path._call(name, edge)
                entering = frames.enter(name, call, callee, "")
                term = _substituted(space, term, entering.registers)
                if hidden:
                    term = terms.substitute(term, hidden.pop())
                after = entering.stored
                function = name
            case Broken():
                continue
        term = _substituted(space, term, after)
        if term.is_const or any(symbol.number in inputs for symbol in terms.symbols_of(term)):
            return
        is_visible = not any(str(symbol.payload).startswith(HIDDEN) for symbol in terms.symbols_of(term))
        if is_visible and (term is not before or not isinstance(event, Taken)):
            yield function, term


def _substituted(space: Space, term: Term, after: Mapping[str, Term]) -> Term:
    replaced = {space.symbol(space.variables[name]): value for name, value in after.items()}
    return space.terms.substitute(term, replaced) if replaced else term


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
