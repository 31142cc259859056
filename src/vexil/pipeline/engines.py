"""Which engines answer a question, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from vexil.core.context import Context
from vexil.ir.expressions import Const
from vexil.ir.operation_parts import Domain, GuardedDomain, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import (
    Choose,
    ChooseInstance,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Start,
    Throw,
    Unlock,
    Wait,
)
from vexil.ir.program import LocationKind, Program
from vexil.ir.types import BoolType, TokenType
from vexil.model.goal import CHECK_KINDS
from vexil.model.outcome import Answer, GaveUp, Question, last
from vexil.model.searching import Searching
from vexil.pipeline.deepening import raised_defaults
from vexil.pipeline.on_memory import OnMemory
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.turns import TurningEngine, answers
from vexil.spec.property import Kind
from vexil.transform.flattening.plan import Defaults
from vexil.transform.flattening.raising import can_be_raised
from vexil.transform.heap_as_memory import has_objects

_BEYOND_BOUNDED = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt, Throw, ChooseInstance)


LOWERED_KINDS = frozenset({*CHECK_KINDS, Kind.EXCEPTION})
"""Properties that the program without objects has exactly when the program has them."""


class Engine(Protocol):
    """Answers questions about programs."""

    name: str

    def check(self, question: Question, context: Context) -> Answer:
        """Look for an answer within the limits of the context."""


SECOND_TRY = 20_000
"""States that the reference engine looks at when the other engines gave up."""
WIDENED = 3
"""How often bounds that nobody gave are doubled."""
BRANCHING_TRY = 200_000
"""States in which a branching property is evaluated one by one."""
FIRST_TRY = 500_000
"""States of a closed sequential program that are searched before it is treated as one with inputs."""
SMALL_TRY = 20_000
"""The same for a program that is closed but for choices among a few values each."""
FEW_VALUES = 8


@dataclass(frozen=True)
class Plan:
    """The engines for a question: one tries first, some take turns, then come the others, and a look at few states."""

    turning: tuple[TurningEngine, ...] = ()
    others: tuple[Engine, ...] = ()
    first: Engine | None = None
    """It looks at some states before the others begin: see `_first_try`."""
    second_try: bool = False
    searching: Searching = field(default_factory=Searching)
    """How states are searched, wherever that is done."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the engines are called, in their order."""
        early = () if self.first is None else (self.first,)
        found = tuple(engine.name for engine in (*early, *self.turning, *self.others))
        return (*found, _reference().name) if self.second_try else found

    @property
    def is_deaf(self) -> bool:
        """Say whether an engine uses libraries that do not look at limits while they compute."""
        return any(engine.name == "predicates" for engine in self.turning)


def plan(
    question: Question,
    wanted: str,
    predicates: PredicateOptions,
    searching: Searching | None = None,
    defaults: Defaults | None = None,
) -> Plan:
    """Choose the engine the user wants, or those that suit the question.

    Programs with threads, and closed ones, are searched state by state; the reference engine takes those that have no
    flat form. Checks of sequential C and Java with inputs are for symbolic execution and predicate abstraction, in
    turns; checks of Boolean programs for the engine that knows nothing else. Small state spaces that none of them knows
    are enumerated in the end. Branching properties are evaluated state by state where a program is closed or has
    threads, and by predicate abstraction.
    """

    found = _plan(question, wanted, predicates, searching or Searching(), defaults)
    return replace(found, searching=searching or Searching())


def _plan(
    question: Question, wanted: str, predicates: PredicateOptions, searching: Searching, defaults: Defaults | None
) -> Plan:
    def search() -> Engine:
        return _explicit(searching, defaults)

    only_here = searching.fair or searching.feasible or searching.order.is_unsafe

    def turning(*engines: TurningEngine) -> tuple[TurningEngine, ...]:
        return tuple(map(OnMemory, engines)) if _is_lowered(question) else engines

    match wanted:
        case "bounded":
            return Plan(turning=turning(_bounded()))
        case "predicates":
            return Plan(turning=turning(_predicates(predicates)))
        case "bebop":
            return Plan(others=(_bebop(),))
        case "explicit":
            return Plan(others=(search(),))
        case "spin":
            return Plan(others=(_spin(searching, defaults),))
        case "reference":
            return Plan(others=(_reference(),))
        case "auto" if only_here:  # nobody else knows what is asked for
            return Plan(others=(search(),))
        case "auto" if suits_bebop(question):
            return Plan(others=(_bebop(),), second_try=True)
        case "auto" if question.property.kind in (Kind.CTL, Kind.MU):
            few = _reference() if is_closed(question.program) else None
            if suits_abstraction(question):
                return Plan(turning=(_predicates(predicates),), first=few, second_try=True)
            return Plan(first=_reference())
        case "auto" if suits_bounded(question):
            most = FEW_VALUES if question.program.language == "c" else 0  # objects take long to lay out
            first = search() if is_closed(question.program, most) else None
            return Plan(turning=turning(_bounded(), _predicates(predicates)), first=first, second_try=True)
        case _:
            first = search() if defaults is not None else Widening(searching)
            return Plan(others=(first, _reference()))


def answers_of(question: Question, chosen: Plan, context: Context) -> Generator[Answer, None, None]:
    """The answers of the engines of a plan as they come."""
    if chosen.first is not None:
        yield _look_at_few_states(chosen.first, _first_try(question, chosen), question, context)
    if chosen.turning:
        yield from answers(chosen.turning, question, context)
    found: Answer | None = None
    for engine in chosen.others:
        if found is None:
            found = engine.check(question, context)
        elif _is_over(context):
            break
        elif found.bounds_hit:  # the whole search came to its bounds: another one without them need not end
            found = _look_at_few_states(engine, SECOND_TRY, question, context)
        else:
            found = engine.check(question, context)
        yield found
    if chosen.second_try and not _is_over(context):
        yield _look_at_few_states(_reference(), _second_try(question), question, context)


def choose_free_answer(question: Question, searching: Searching, context: Context) -> Answer:
    """Look for a run that breaks the property without a choice of an abstraction."""
    return _explicit(replace(searching, feasible=True), None).check(question, context)


def racers(question: Question, chosen: Plan) -> Mapping[str, Callable[[Context], Answer]]:
    """The engines of a plan by their names, each to be asked by itself."""
    found: dict[str, Callable[[Context], Answer]] = {}
    if (first := chosen.first) is not None:
        found[first.name] = lambda context: _look_at_few_states(first, _first_try(question, chosen), question, context)
    for turning in chosen.turning:
        found[turning.name] = lambda context, engine=turning: last(engine.turns(question, context))  # type: ignore[misc]
    for other in chosen.others:
        found[other.name] = lambda context, engine=other: engine.check(question, context)  # type: ignore[misc]
    if chosen.second_try:
        found[_reference().name] = lambda context: _look_at_few_states(
            _reference(), _second_try(question), question, context
        )
    return found


def _first_try(question: Question, chosen: Plan) -> int:
    """How many states are looked at before other engines are asked: few where they may know more."""
    if question.property.kind in (Kind.CTL, Kind.MU):
        return SECOND_TRY if chosen.turning else BRANCHING_TRY
    return FIRST_TRY if is_closed(question.program) else SMALL_TRY


def _second_try(question: Question) -> int:
    return BRANCHING_TRY if question.property.kind in (Kind.CTL, Kind.MU) else SECOND_TRY


def _look_at_few_states(engine: Engine, most: int, question: Question, context: Context) -> Answer:
    whole = context.limits
    context.limits = replace(whole, states=min(whole.states or most, most))
    try:
        return engine.check(question, context)
    finally:
        context.limits = whole


def _is_over(context: Context) -> bool:
    return context.exhausted or context.interrupted or context.remaining_cpu_seconds() == 0


def _bounded() -> TurningEngine:
    from vexil.engines.bounded import BoundedEngine

    return BoundedEngine()


def _predicates(options: PredicateOptions) -> TurningEngine:
    from vexil.pipeline.predicates.engine import PredicateEngine

    return PredicateEngine(options)


def _bebop() -> Engine:
    from vexil.engines.bebop import BebopEngine

    return BebopEngine()


class Widening:
    """Native search with bounds that nobody gave, which are doubled some times while only they are in the way."""

    name = "explicit"

    def __init__(self, searching: Searching | None) -> None:
        self._searching = searching

    def check(self, question: Question, context: Context) -> Answer:
        """The answer of the last search that came to its end."""
        defaults = Defaults()
        found = _explicit(self._searching, defaults).check(question, context)
        for _ in range(WIDENED):
            if not can_be_raised(found.bounds_hit) or question.bounds or _is_over(context):
                break
            defaults = raised_defaults(defaults, found.bounds_hit)
            wider = _explicit(self._searching, defaults).check(question, context)
            if isinstance(wider.outcome, GaveUp) and not wider.bounds_hit:
                break
            found = wider
        return found


def _explicit(searching: Searching | None, defaults: Defaults | None) -> Engine:
    from vexil.engines.explicit.engine import ExplicitEngine

    return ExplicitEngine(searching, defaults)


def _spin(searching: Searching | None, defaults: Defaults | None) -> Engine:
    from vexil.engines.printed.engine import SpinEngine

    return SpinEngine(searching, defaults)


def _reference() -> Engine:
    from vexil.engines.reference import ReferenceEngine

    return ReferenceEngine()


def suits_bebop(question: Question) -> bool:
    """Say whether the engine for Boolean programs is the better choice."""
    if question.predicate_program is None or _has_threads(question.program):
        return False
    return question.property.kind in CHECK_KINDS and not question.bounds


def suits_abstraction(question: Question) -> bool:
    """Say whether predicate abstraction answers a branching property: of a sequential program that has no objects.

    It asks whole runs; formulas about Java are about those from ``main`` on.
    """
    program = question.program
    is_branching = question.property.kind in (Kind.CTL, Kind.MU)
    return is_branching and not question.bounds and not _has_threads(program) and program.language != "java"


def suits_bounded(question: Question) -> bool:
    """Say whether symbolic execution is the better choice."""
    if question.bounds:
        return False
    if _is_lowered(question):
        return question.program.language == "java" and not _starts_threads(question.program)
    return (
        question.property.kind in CHECK_KINDS
        and question.program.language == "c"
        and not _has_threads(question.program)
    )


def _is_lowered(question: Question) -> bool:
    """Say whether engines that know no objects are asked about the program without them."""
    return question.property.kind in LOWERED_KINDS and has_objects(question.program)


def is_closed(program: Program, most: int = 0) -> bool:
    """Say whether nothing in the program is chosen by its environment, but for tokens, of which there are few.

    With *most*, choices among so many values do not count.
    """
    return not any(
        _is_open(edge.operation, most) or (not most and function.locations[edge.source].kind is LocationKind.CHOICE)
        for function in program.functions.values()
        for edge in function.edges
    )


def _is_open(operation: Operation, most: int) -> bool:
    match operation:
        case Choose(place, domain, origin):
            is_counted = origin is not Origin.ABSTRACTION and not isinstance(place.type, TokenType)
            return is_counted and not 0 < _values(domain) <= most
        case ChooseInstance():
            return True
        case _:
            return False


def _values(domain: Domain) -> int:
    """How many values there are to choose from, if they are few and that is known; else 0."""
    match domain:
        case TypeDomain(BoolType()):
            return 2
        case GuardedDomain(cases):
            return len(cases)
        case RangeDomain(Const(int(low)), Const(int(high))):
            return max(0, high - low + 1)
        case _:
            return 0


def _has_threads(program: Program) -> bool:
    return _has(program, _BEYOND_BOUNDED)


def _starts_threads(program: Program) -> bool:
    return _has(program, (Start,))


def _has(program: Program, kinds: tuple[type[Operation], ...]) -> bool:
    return any(isinstance(edge.operation, kinds) for function in program.functions.values() for edge in function.edges)
