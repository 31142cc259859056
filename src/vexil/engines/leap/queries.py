"""Questions about sets of states and steps, with a witness for every no."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.source import Span
from vexil.engines.leap.system import System, Transition
from vexil.engines.leap.zones import Zone
from vexil.logic.elimination import Eliminated, eliminate
from vexil.logic.evaluate import Evaluation, Value
from vexil.logic.solvers.oracle import Oracle
from vexil.logic.sorts import ArraySort
from vexil.logic.terms import Term
from vexil.model.trace.places import describe_span

MOST_TRIED = 6
"""Values for inputs that are learned from the solver's models."""


class Status(Enum):
    """What is known about a condition."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Witness:
    """A state, or two, by location and values of variables, that show why a condition does not hold."""

    location: int
    values: Mapping[str, Value]
    other: Witness | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a condition holds, with a witness if not, and with the reason."""

    status: Status
    reason: str = ""
    witness: Witness | None = None

    @property
    def holds(self) -> bool:
        """Say whether the condition certainly holds."""
        return self.status is Status.HOLDS


HOLDS = Finding(Status.HOLDS)


class Exhausted(LimitReached):
    """The questions have cost more than was allowed."""


class Queries:
    """May, must+ and must- between sets of states (Ball, Kupferman and Sagiv 2007, section 2)."""

    def __init__(
        self, system: System, oracle: Oracle, context: Context, limit: int | None, budget: int | None = None
    ) -> None:
        self.system = system
        self.terms = system.terms
        self._oracle = oracle
        self._context = context
        self._limit = limit
        self._budget = budget
        self.asked = 0
        self.unanswered = 0
        self._mask = 0

    @property
    def effort(self) -> int:
        """What the answers cost so far, in the solver's own measure."""
        return self._oracle.effort

    # --- single conditions -------------------------------------------------------------------------------

    def satisfied(self, *conjuncts: Term) -> bool | None:
        """Whether conditions can hold together; nothing if the solver does not know."""
        self._context.check_limits("leaping over loops")
        if self._budget is not None and self._oracle.effort > self._budget:
            raise Exhausted("the questions of leaps became too hard")
        self.asked += 1
        self._mask = 0
        for part in conjuncts:
            self._mask |= part.symbols
        reply = self._oracle.ask(conjuncts, limit=self._limit)
        if reply.is_sat or reply.is_unsat:
            return reply.is_sat
        self.unanswered += 1
        return None

    def implied(self, premise: Term, conclusion: Term) -> bool:
        """Whether one condition certainly implies another."""
        return self.satisfied(premise, self.terms.not_(conclusion)) is False

    def values(self, symbols: Iterable[Term]) -> dict[Term, Value]:
        """Values in the last model."""
        return dict(self._oracle.model([symbol for symbol in symbols if not isinstance(symbol.sort, ArraySort)]))

    def model(self) -> Evaluation:
        """The last model, for conditions over the symbols that were asked about."""
        return Evaluation(self._oracle.model(self.terms.symbols_in(self._mask)))

    def witness(self, location: int, renamed: Mapping[Term, Term] | None = None) -> Witness:
        """The state of the last model at a location; *renamed* are the symbols it is under."""
        names = renamed or {}
        symbols = {symbol: names.get(symbol, symbol) for symbol in self.system.tracked_at(location)}
        values = self.values(symbols.values())
        shown = {str(symbol.payload): values[other] for symbol, other in symbols.items() if other in values}
        return Witness(location, shown)

    def is_empty(self, zone: Zone) -> bool | None:
        """Whether a zone has no state; nothing if the solver does not know."""
        answers = [self.satisfied(zone.parts[place]) for place in zone]
        return None if None in answers and True not in answers else True not in answers

    def is_within(self, inner: Zone, outer: Zone) -> Finding:
        """Whether all states of one zone are in another."""
        for place in inner:
            rest = (inner.parts[place], self.terms.not_(outer.at(self.terms, place)))
            found = self._denied(place, *rest)
            if not found.holds:
                return found
        return HOLDS

    def _denied(self, place: int, *conjuncts: Term) -> Finding:
        """That conditions cannot hold together."""
        answer = self.satisfied(*conjuncts)
        if answer is False:
            return HOLDS
        if answer is None:
            return Finding(Status.UNKNOWN, "the solver gave up")
        return Finding(Status.FAILS, "", self.witness(place))

    # --- between zones -----------------------------------------------------------------------------------

    def may(self, source: Zone, target: Zone) -> bool | None:
        """Whether some state of one zone has a successor in another; nothing if the solver does not know."""
        is_known = True
        for transition in self.ways(source, target):
            answer = self.satisfied(source.at(self.terms, transition.source), self.system.behind(transition, target))
            if answer:
                return True
            is_known &= answer is not None
        return False if is_known else None

    def ways(self, source: Zone, target: Zone) -> tuple[Transition, ...]:
        """The transitions between the locations of two zones."""
        return tuple(
            transition
            for place in source
            for transition in self.system.transitions(place)
            if transition.target in target.parts
        )

    def must_plus(self, source: Zone, target: Zone) -> Finding:
        """Whether every state of one zone has a successor in another: source => Pre(step, target)."""
        for place in source:
            ways = [way for way in self.system.transitions(place) if way.target in target.parts]
            parts = [(self.system.behind(way, target), way.inputs) for way in ways]
            found = self._covered(place, source.parts[place], parts)
            if not found.holds:
                return found
        return HOLDS

    def must_minus(self, source: Zone, target: Zone) -> Finding:
        """Whether every state of one zone has a predecessor in another: target => SP(step, source)."""
        for place in target:
            parts = [self._arrival(way, source) for way in self.system.into([place]) if way.source in source.parts]
            found = self._covered(place, target.parts[place], parts)
            if not found.holds:
                return found
        return HOLDS

    def _arrival(self, way: Transition, source: Zone) -> tuple[Term, tuple[Term, ...]]:
        """That a transition from a zone has led to the state: over the state, and symbols for the one before."""
        terms, renamed = self.terms, self.system.copy(" before", way)
        taken = terms.and_(source.at(terms, way.source), way.guard)
        equations = [
            terms.eq(symbol, terms.substitute(way.after.get(symbol, symbol), renamed))
            for symbol in self.system.tracked_at(way.target)
        ]
        return terms.and_(terms.substitute(taken, renamed), *equations), tuple(renamed.values())

    def _covered(self, place: int, premise: Term, parts: Sequence[tuple[Term, tuple[Term, ...]]]) -> Finding:
        """That a condition implies one of several, each for some values of symbols of its own."""
        terms = self.terms
        tried: dict[Term, list[Term]] = {}
        for _ in range(MOST_TRIED):
            known = terms.disjunction(self._some(place, formula, symbols, tried) for formula, symbols in parts)
            answer = self.satisfied(premise, terms.not_(known))
            if answer is False:
                return HOLDS
            if answer is None:
                return Finding(Status.UNKNOWN, "the solver gave up")
            witness = self.witness(place)
            tracked = self.system.tracked_at(place)
            arrays = any(isinstance(symbol.sort, ArraySort) for symbol in tracked)
            here = self.values(tracked)
            fixed = {symbol: terms.constant(_number(value), symbol.sort) for symbol, value in here.items()}
            is_possible = False
            for formula, symbols in parts:
                answer = self.satisfied(terms.substitute(formula, fixed))
                if answer is not False:
                    is_possible = True
                if answer:
                    for symbol, value in self.values(symbols).items():
                        tried.setdefault(symbol, []).append(terms.constant(_number(value), symbol.sort))
            if not is_possible and not arrays:
                return Finding(Status.FAILS, "", witness)
        return Finding(Status.UNKNOWN, "no values of the inputs were found that fit all states")

    def _some(self, place: int, formula: Term, symbols: tuple[Term, ...], tried: Mapping[Term, list[Term]]) -> Term:
        """A condition that is implied by a formula for some values of symbols, and implies that there are some."""
        if not self.system.tracked_at(place):
            return self.terms.boolean(self.satisfied(formula) is True)
        return eliminate(self.terms, formula, symbols, tried).result

    # --- ports -------------------------------------------------------------------------------------------

    def before(self, source: Zone, target: Zone, name: str = "") -> tuple[Zone, bool]:
        """The states of one zone that have a successor in another, and whether these are all of them."""
        parts: dict[int, list[Term]] = {}
        exact = True
        for way in self.ways(source, target):
            found, is_exact = self._eliminated(self.system.behind(way, target), way.inputs, source.parts[way.source])
            exact &= is_exact
            parts.setdefault(way.source, []).append(found.result)
        return self._zone(source, parts, name), exact

    def behind(self, source: Zone, target: Zone, name: str = "") -> tuple[Zone, bool]:
        """The states of one zone that have a predecessor in another, and whether these are all of them."""
        terms = self.terms
        parts: dict[int, list[Term]] = {}
        exact = True
        for way in self.ways(source, target):
            formula, symbols = self._arrival(way, source)
            if not self.system.tracked_at(way.target):  # there is but one state
                is_reached = self.satisfied(formula) is True
                parts.setdefault(way.target, []).append(terms.boolean(is_reached))
                continue
            found, is_exact = self._eliminated(formula, symbols, target.parts[way.target])
            exact &= is_exact
            parts.setdefault(way.target, []).append(found.result)
        return self._zone(target, parts, name), exact

    def announce(self, state: Zone) -> None:
        """Say which loop is leapt over, as the user knows it."""
        system = self.system
        place = min(state.parts)
        spans = (system.function.edges[edge].span for edge in system.function.outgoing[place])
        where = next((f"{name}:{line}" for name, line, _ in map(self._described, spans) if line), "")
        name = system.function.locations[place].name
        self._context.emit("leap", loop=f"the loop at {where or name}")

    def _described(self, span: Span | None) -> tuple[str, int, str]:
        return describe_span(self.system.space.program, span)

    def _eliminated(self, formula: Term, symbols: tuple[Term, ...], context: Term) -> tuple[Eliminated, bool]:
        """A formula without symbols, and whether nothing was lost where the context holds; values are learned."""
        terms = self.terms
        tried: dict[Term, list[Term]] = {}
        for _ in range(MOST_TRIED):
            found = eliminate(terms, formula, symbols, tried)
            if found.is_exact:
                return found, True
            answer = self.satisfied(context, found.might_differ(terms))
            if answer is not True:
                return found, answer is False
            for symbol, value in self.values(symbols).items():
                tried.setdefault(symbol, []).append(terms.constant(_number(value), symbol.sort))
        return eliminate(terms, formula, symbols, tried), False

    def _zone(self, within: Zone, parts: Mapping[int, Sequence[Term]], name: str) -> Zone:
        terms = self.terms
        conditions = {
            place: terms.and_(within.parts[place], terms.disjunction(parts[place])) for place in sorted(parts)
        }
        return Zone({place: part for place, part in conditions.items() if part is not terms.false}, name)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
