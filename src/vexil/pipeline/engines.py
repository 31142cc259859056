"""Which engines answer a question, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace

from vexil.core.context import Context
from vexil.model.evidence import Run
from vexil.model.goal import CHECK_KINDS, starts_threads
from vexil.model.outcome import Answer, Fails, Question, last
from vexil.model.protocols import Engine, TurningEngine
from vexil.model.search_options import Order
from vexil.pipeline.registry import (
    AUTO,
    ENGINES,
    EngineOptions,
    bebop,
    bounded,
    explicit,
    leap,
    machine,
    orders,
    predicates,
    reference,
    termination,
)
from vexil.pipeline.suitability import (
    FEW_VALUES,
    is_branching,
    is_closed,
    is_lowered,
    suits_abstraction,
    suits_bebop,
    suits_bounded,
    suits_leaps,
    suits_machine,
    suits_orders,
    suits_product,
    suits_termination,
)
from vexil.pipeline.turns import Between, Through, answers
from vexil.spec.property import Kind
from vexil.transform.heap_as_memory import ObjectsAsMemory, has_objects

SECOND_TRY = 20_000
"""States that the reference engine looks at when the other engines gave up."""
THREADED = "orders"
"""The engine that takes turns and knows threads."""
MACHINE_ORDERS = frozenset({Order.BREADTH, Order.DEPTH, Order.TREE})
"""Orders in which the native machine searches."""
BRANCHING_TRY = 200_000
"""States in which a branching property is evaluated one by one, or one of runs before rankings are looked for."""
FIRST_TRY = 20_000_000
"""Work on a closed sequential program before it is treated as one with inputs."""
SMALL_TRY = 500_000
"""The same for a program that is closed but for choices among a few values each."""
LOOKS = ((4_000, SMALL_TRY), (200_000, FIRST_TRY))
"""Work of others on a sequential program with inputs before its states are looked at, and work of that look."""
ORDERS_TRY = 60_000
"""Work on all orders of threads at once before all states are searched."""
LONG_RUN = 100_000
"""A run with more moves is told by leaps over its loops, if they lead there, rather than move by move."""


@dataclass(frozen=True)
class Plan:
    """The engines for a question: one tries first, some take turns, then come the others, and one tries last."""

    turning: tuple[TurningEngine, ...] = ()
    others: tuple[Engine, ...] = ()
    first: Engine | None = None
    final: Engine | None = None
    options: EngineOptions = field(default_factory=EngineOptions)

    @property
    def names(self) -> tuple[str, ...]:
        """What the engines are called, in their order."""
        early = () if self.first is None else (self.first,)
        late = () if self.final is None else (self.final,)
        return tuple(engine.name for engine in (*early, *self.turning, *self.others, *late))

    def led_by(self, name: str) -> Plan:
        """The same engines; the one of this name answers before the others, if it is among those that take turns."""
        leaders = [engine for engine in self.turning if engine.name == name]
        if not leaders or self.first is not None:
            return self
        others = tuple(engine for engine in self.turning if engine.name != name)
        return replace(self, first=Whole(leaders[0]), turning=others)

    @property
    def is_deaf(self) -> bool:
        """Say whether an engine uses libraries that do not look at limits while they compute."""
        return any(engine.name == "predicates" for engine in self.turning)


def plan(question: Question, engine: str = AUTO, options: EngineOptions | None = None) -> Plan:
    """Choose the engine the user wants, or those that suit the question.

    Programs with threads, and closed ones, are searched state by state: on the native machine, which runs them as
    they are, in their flat form where they have variables only, and by the reference engine in the end; checks of C
    with threads are also for symbolic execution of all orders, before that where inputs have many values. Whether
    runs of sequential programs with inputs end is for rankings and recurrent sets before that, and so are formulas
    about these runs, if a short search does not answer. Checks of sequential C and Java with inputs are for
    symbolic execution and predicate abstraction, in turns, with a short search of states between them; checks of
    Boolean programs for the engine that knows nothing else. Leaps come before a search of other sequential programs
    with inputs of many values. Small state spaces that nobody knows are enumerated in the end.
    Branching properties are evaluated state by state where a program is closed or has threads, and by predicate
    abstraction.
    """
    options = options or EngineOptions()
    chosen = _suited(question, options) if engine == AUTO else _wanted(question, engine, options)
    return replace(chosen, options=options)


def _wanted(question: Question, engine: str, options: EngineOptions) -> Plan:
    entry = ENGINES[engine]
    if entry.make_turning is not None:
        return Plan(turning=_turning(question, entry.make_turning(options)))
    assert entry.make is not None
    return Plan(others=(entry.make(options),))


def _suited(question: Question, options: EngineOptions) -> Plan:
    searching, program = options.searching, question.program
    if searching.fair or searching.feasible or searching.order.is_unsafe:  # nobody else knows what is asked for
        return Plan(others=(_search(question, options),))
    second = Limited(reference(options), SECOND_TRY)
    if question.property.kind is Kind.RACE:
        return _with_threads(question, options) if starts_threads(program) else Plan(others=(reference(options),))
    if suits_bebop(question):
        return Plan(others=(bebop(options),), final=second)
    if is_branching(question):
        tree = Limited(reference(options), BRANCHING_TRY)
        if suits_abstraction(question):
            return Plan(
                turning=(predicates(options), leap(options)), first=second if is_closed(program) else None, final=tree
            )
        return Plan(first=tree)
    if suits_termination(question):
        others = (_search(question, options), reference(options))
        return Plan(turning=_turning(question, termination(options)), first=_first(question, options), others=others)
    if suits_product(question):
        search = _search(question, options)
        first = Limited(search, BRANCHING_TRY)
        return Plan(turning=(termination(options),), first=first, others=(search, reference(options)))
    if suits_bounded(question):
        work = FIRST_TRY if is_closed(program) else SMALL_TRY
        closed = machine(options, work) if is_closed(program, FEW_VALUES) else None
        turning = _turning(question, bounded(options), predicates(options), leap(options))
        if closed is None:
            turning = (*turning, Between([(after, machine(options, work)) for after, work in LOOKS]))
        return Plan(turning=turning, first=closed, final=second)
    if suits_orders(question):
        return _with_threads(question, options)
    leaps = (leap(options),) if suits_leaps(question) else ()
    return Plan(turning=leaps, others=(_search(question, options), reference(options)))


def _with_threads(question: Question, options: EngineOptions) -> Plan:
    """States first where they are few, all orders at once where inputs have many values, and then all states."""
    is_race = question.property.kind is Kind.RACE
    search = machine(options) if is_race else _search(question, options)
    has_few = is_closed(question.program, FEW_VALUES)
    first = machine(options, FIRST_TRY if has_few else SMALL_TRY) if search.name == "machine" else None
    turning: tuple[TurningEngine, ...] = ()
    if suits_orders(question):
        turning = _turning(question, orders(options, ORDERS_TRY if has_few else 2 * ORDERS_TRY))
    if question.property.kind in CHECK_KINDS and not has_objects(question.program):
        turning = (*turning, predicates(options))
    return Plan(turning=turning, first=first, others=(search, reference(options)))


def _first(question: Question, options: EngineOptions) -> Engine | None:
    """The search of a program that is closed, or has few inputs, with a limit; none for others."""
    if not is_closed(question.program, FEW_VALUES):
        return None
    if searching_engine(question, options) == "machine":
        return machine(options, FIRST_TRY if is_closed(question.program) else SMALL_TRY)
    return Limited(explicit(options), BRANCHING_TRY)


def searching_engine(question: Question, options: EngineOptions) -> str:
    """The engine that searches all states: of a program as it is where it has more than variables, or flat."""
    is_run = suits_machine(question.program) and options.searching.order in MACHINE_ORDERS
    return "machine" if is_run else "explicit"


def _search(question: Question, options: EngineOptions) -> Engine:
    return machine(options) if searching_engine(question, options) == "machine" else explicit(options)


def _turning(question: Question, *engines: TurningEngine) -> tuple[TurningEngine, ...]:
    """Engines that know no objects are asked about the program without them; where one knows threads, they stay."""
    if not has_objects(question.program):
        return engines
    return tuple(
        Through(ObjectsAsMemory(threads=engine.name == THREADED), engine)
        if is_lowered(question) or engine.name == THREADED
        else engine
        for engine in engines
    )


def answers_of(question: Question, chosen: Plan, context: Context) -> Generator[Answer, None, None]:
    """The answers of the engines of a plan as they come."""
    if chosen.first is not None:
        found = chosen.first.check(question, context)
        if _is_long(found):
            yield from _shorter(question, chosen, context)
        yield found
    if chosen.turning:
        yield from answers(chosen.turning, question, context)
    answer: Answer | None = None
    for engine in chosen.others:
        if answer is not None and context.is_over:
            break
        # where the whole search came to its bounds, another one without them need not end
        is_cut = answer is not None and answer.bounds_hit
        answer = (Limited(engine, SECOND_TRY) if is_cut else engine).check(question, context)
        yield answer
    if chosen.final is not None and not context.is_over:
        yield chosen.final.check(question, context)


def _is_long(answer: Answer) -> bool:
    """Say whether an answer is a run that nobody wants to read, or to take again move by move."""
    outcome = answer.outcome
    return isinstance(outcome, Fails) and isinstance(outcome.evidence, Run) and len(outcome.evidence.moves) > LONG_RUN


def _shorter(question: Question, chosen: Plan, context: Context) -> Iterator[Answer]:
    """The answer of leaps, if they are among the engines that take turns and lead to a violation."""
    for engine in chosen.turning:
        answer = last(engine.turns(question, context)) if engine.name == "leap" else None
        if answer is not None and isinstance(answer.outcome, Fails):
            yield answer


def choose_free_answer(question: Question, options: EngineOptions, context: Context) -> Answer:
    """Look for a run that breaks the property without a choice of an abstraction."""
    feasible = EngineOptions(searching=replace(options.searching, feasible=True))
    return _search(question, feasible).check(question, context)


def racers(question: Question, chosen: Plan) -> Mapping[str, Callable[[Context], Answer]]:
    """The engines of a plan by their names, each to be asked by itself."""

    def waited_for(engine: Engine) -> Callable[[Context], Answer]:
        return lambda context: engine.check(question, context)

    def in_turns(engine: TurningEngine) -> Callable[[Context], Answer]:
        return lambda context: last(engine.turns(question, context))

    works = {} if chosen.first is None else {chosen.first.name: waited_for(chosen.first)}
    works |= {engine.name: in_turns(engine) for engine in chosen.turning}
    works |= {engine.name: waited_for(engine) for engine in chosen.others}
    return works if chosen.final is None else works | {chosen.final.name: waited_for(chosen.final)}


class Whole:
    """An engine that takes all of its turns at once."""

    def __init__(self, engine: TurningEngine) -> None:
        self._engine = engine
        self.name = engine.name

    def check(self, question: Question, context: Context) -> Answer:
        """The engine's answer."""
        return last(self._engine.turns(question, context))


class Limited:
    """An engine that looks at some states only."""

    def __init__(self, engine: Engine, states: int) -> None:
        self._engine, self._states = engine, states
        self.name = engine.name

    def check(self, question: Question, context: Context) -> Answer:
        """The engine's answer from so many states at most."""
        with context.at_most(self._states):
            return self._engine.check(question, context)
