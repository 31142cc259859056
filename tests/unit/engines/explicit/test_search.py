"""Native search: what it claims, where it stops, and that it stays right when it grows."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import FrameType

import pytest

from guarded_models import BYTE, SYSTEMS, WORD, byte, counter_race, philosophers, started
from vexil.core.context import Context, Event, Limits, peak_memory_mb
from vexil.core.errors import InternalError, LimitReached, require
from vexil.engines.explicit import search as search_module
from vexil.engines.explicit.accepting_runs import search_runs
from vexil.engines.explicit.emit import SPLIT
from vexil.engines.explicit.library import Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, SearchOptions
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import (
    Assign,
    Choice,
    Command,
    Ending,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Location,
    Template,
)
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.expressions import TRUE, Expr, Local, Variable, apply, either, equal, number, read
from vexil.spec.atoms import Call
from vexil.spec.buchi import Buchi, Cube, Edge


def steps_between(system: GuardedSystem, states: Sequence[State]) -> tuple[Transition | None, ...]:
    """The steps of a trace by the plain meaning of the system; none where a run that has ended repeats its state."""
    evaluator = Evaluator(system)
    found: list[Transition | None] = []
    for before, after in pairwise(states):
        taken = next((step for step, target in evaluator.successors(before) if target == after), None)
        require(taken is not None or before == after, "native code should take the steps of the system")
        found.append(taken)
    return tuple(found)


pytestmark = pytest.mark.usefixtures("native_search")
EXACT = [strategy for strategy in Strategy if strategy.is_exact]


def one_location(name: str, variable: Variable, command: Command, **rest: Expr) -> GuardedSystem:
    template = Template("thread", 1, (), (Location("none"), Location("here", (command,))))
    return GuardedSystem(name, (variable,), (template,), started(template), **rest)  # type: ignore[arg-type]


def chain(length: int) -> GuardedSystem:
    """A counter that goes from 0 to a number."""
    count = Variable("count", WORD)
    more = apply(Operator.ADD, read(count), number(1))
    going = apply(Operator.LESS, read(count), number(length))
    return one_location("chain", count, Command(going, (Assign(count, number(0), more),)), alive=TRUE)


def fan(width: int) -> GuardedSystem:
    """One state with many successors, which have none."""
    chosen = Variable("chosen", WORD)
    choice = Choice("value", number(width))
    body = (Assign(chosen, number(0), apply(Operator.ADD, choice.value(), number(1))),)
    return one_location("fan", chosen, Command(equal(read(chosen), number(0)), body, (choice,)))


@pytest.fixture(scope="module")
def large() -> Compiled:
    return Compiled(philosophers(6, ordered=True, rounds=2))


@pytest.mark.parametrize("strategy", Strategy)
def test_all_searches_agree_when_tables_grow(large: Compiled, strategy: Strategy) -> None:
    """A hundred thousand states make every table grow several times, and are the same number everywhere."""
    found = large.search(Goals(), SearchOptions(strategy, bits=28), Context())
    numbers = found.statistics
    assert (numbers.states, numbers.transitions, numbers.deadlocks) == (95040, 371584, 0)
    assert found.is_exhaustive is strategy.is_exact


@pytest.mark.parametrize("strategy", EXACT)
def test_long_runs(strategy: Strategy) -> None:
    """A run of twenty thousand steps is searched to its end, which is a deadlock, with all its states in the trace."""
    found = Compiled(chain(20_000)).search(Goals(deadlock=True), SearchOptions(strategy), Context())
    assert found.statistics.states == 20_001
    assert found.deadlock is not None
    assert len(found.deadlock) == 20_001


@pytest.mark.parametrize("strategy", Strategy)
def test_many_successors(strategy: Strategy) -> None:
    """A state may have three hundred thousand successors."""
    found = Compiled(fan(300_000)).search(Goals(), SearchOptions(strategy, bits=30), Context())
    assert found.statistics.transitions == 300_000
    if strategy.is_exact:
        assert found.statistics.states == 300_001


@pytest.mark.parametrize("strategy", [Strategy.COMPACT, Strategy.BITS])
def test_lossy_searches_never_claim_to_be_exhaustive(strategy: Strategy) -> None:
    """A search that keeps hashes or bits may end, and says that it may have missed states."""
    for system in SYSTEMS.values():
        found = Compiled(system).search(Goals(), SearchOptions(strategy, bits=20), Context())
        assert found.reason is Reason.EXHAUSTED
        assert not found.is_exhaustive
        assert found.why_stopped


@pytest.mark.parametrize("strategy", Strategy)
def test_a_limit_of_states(large: Compiled, strategy: Strategy) -> None:
    """The search stops at exactly as many states as it may store, and proves nothing."""
    found = large.search(Goals(), SearchOptions(strategy, bits=28), Context(Limits(states=20_000)))
    assert found.reason is Reason.STATES
    assert found.statistics.states == 20_000
    assert not found.is_exhaustive


@pytest.mark.parametrize("strategy", Strategy)
def test_a_limit_of_memory(strategy: Strategy) -> None:
    """A search that needs more memory than it may take ends with its numbers."""
    compiled = Compiled(philosophers(9, ordered=True, rounds=3))
    limits = Limits(memory_mb=int(peak_memory_mb()) + 12)
    found = compiled.search(Goals(), SearchOptions(strategy, bits=40), Context(limits))
    assert found.reason in (Reason.MEMORY, Reason.INTERRUPTED)
    assert found.statistics.states > 0 or strategy is Strategy.BITS
    assert not found.is_exhaustive


def endless() -> GuardedSystem:
    """More states than anybody can visit."""
    count = Variable("count", WORD, 4)
    choice = Choice("which", number(4))
    more = apply(Operator.ADD, read(count, choice.value()), number(1))
    return one_location("endless", count, Command(TRUE, (Assign(count, choice.value(), more),), (choice,)))


@pytest.mark.parametrize("strategy", [Strategy.BREADTH, Strategy.DEPTH, Strategy.PARALLEL])
def test_a_limit_of_time(strategy: Strategy) -> None:
    """The limit of time ends a search soon after it was reached, progress having been reported."""
    compiled = Compiled(endless())
    events: list[Event] = []
    context = Context(Limits(cpu_seconds=0.7, memory_mb=int(peak_memory_mb()) + 4000), sink=events.append)
    found = compiled.search(Goals(), SearchOptions(strategy), context)
    assert found.reason is Reason.INTERRUPTED
    assert "CPU seconds" in found.why_stopped
    assert context.used_cpu_seconds() < 5
    assert [event.kind for event in events[:1]] == ["search"]


@pytest.mark.parametrize("strategy", [Strategy.BREADTH, Strategy.PARALLEL])
def test_a_signal_ends_the_search(strategy: Strategy) -> None:
    """Ctrl-C ends the search in order: it says after how many states, and nothing further is begun."""

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    compiled = Compiled(endless())
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        context = Context(Limits(memory_mb=int(peak_memory_mb()) + 4000))
        found = compiled.search(Goals(), SearchOptions(strategy), context)
        assert found.reason is Reason.INTERRUPTED
        assert found.why_stopped.startswith("interrupted after ")
        assert found.statistics.states > 0
        assert context.interrupted
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_unguarded_index_is_our_mistake() -> None:
    """An index that is out of range stops the search and corrupts nothing."""
    store = Variable("store", BYTE, 3)
    at = apply(Operator.ADD, read(store), byte(1))
    system = one_location("wrong", store, Command(TRUE, (Assign(store, number(0), at), Assign(store, at, byte(0)))))
    with pytest.raises(InternalError, match="guarded"):
        Compiled(system).search(Goals(), SearchOptions(), Context())


def test_steps_of_a_trace_are_named() -> None:
    """For each step of a trace it is known who moved, from where, and what was chosen."""
    system = SYSTEMS["philosophers 4, left first"]
    found = Compiled(system).search(Goals(deadlock=True), SearchOptions(), Context())
    assert found.deadlock is not None
    steps = steps_between(system, found.deadlock)
    assert sorted(step.thread for step in steps if step is not None) == [0, 1, 2, 3]


def test_templates_of_many_locations() -> None:
    """A template of more locations than fit in one function is searched all the same."""
    flag = Variable("flag", BYTE)
    size = SPLIT + 20
    turned = apply(Operator.SUBTRACT, byte(1), read(flag))
    places = [Location("none"), *(Location("on", (Command(TRUE, (Goto(place + 1),)),)) for place in range(1, size))]
    places.append(Location("last", (Command(TRUE, (Assign(flag, number(0), turned), Goto(1))),)))
    template = Template("thread", 2, (), tuple(places))
    system = GuardedSystem("ring", (flag,), (template,), started(template), alive=TRUE)
    found = Compiled(system).search(Goals(), SearchOptions(), Context())
    assert found.is_exhaustive
    assert (found.statistics.states, found.statistics.transitions) == (2 * size * size, 4 * size * size)


@pytest.mark.parametrize("strategy", Strategy)
def test_wide_states(strategy: Strategy) -> None:
    """States of more than a kilobyte are copied, compared, compressed and decoded like others."""
    store = Variable("store", WORD, 300)
    choice = Choice("at", number(3))
    place = apply(Operator.MULTIPLY, choice.value(), number(149))
    body = (
        If(
            equal(read(store, place), number(4)),
            (For("i", 300, (Assign(store, Local("i", WORD), number(0)),)),),
            (Assign(store, place, apply(Operator.ADD, read(store, place), number(1))),),
        ),
    )
    compiled = Compiled(one_location("wide", store, Command(TRUE, body, (choice,)), alive=TRUE))
    found = compiled.search(Goals(), SearchOptions(strategy, bits=24), Context())
    assert found.statistics.width > 1200
    assert (found.statistics.states, found.statistics.transitions) == (125, 375)


@pytest.mark.parametrize("strategy", Strategy)
def test_a_state_where_all_is_cut_is_no_deadlock(strategy: Strategy) -> None:
    """Where the only step is cut by a bound, nobody knows whether the program is stuck."""
    system = one_location("cut", Variable("x", BYTE), Command(TRUE, (Leave(0),)), alive=TRUE)
    compiled = Compiled(replace(system, endings=(Ending(EndKind.CUT, by_bound=True),)))
    found = compiled.search(Goals(deadlock=True), SearchOptions(strategy, bits=20), Context())
    assert found.statistics.deadlocks == 0
    assert found.deadlock is None
    assert dict(found.cuts) == {0: 1}


@pytest.mark.parametrize("width", [1, 8, 32, 64])
def test_the_least_number_divided_by_minus_one(width: int) -> None:
    """It wraps around, and the processor does not trap; its remainder is 0."""
    kind = IntegerType(width, True)
    store = Variable("store", kind, 4, (kind.low, -1))
    left, right = read(store, number(0)), read(store, number(1))
    body = (
        Assign(store, number(2), apply(Operator.DIVIDE, left, right)),
        Assign(store, number(3), apply(Operator.REMAINDER, left, right)),
        Goto(1),
    )
    system = one_location("divide", store, Command(TRUE, body), atoms=(equal(read(store, number(2)), number(0, kind)),))
    found = Compiled(system).search(Goals(atoms=frozenset({0})), SearchOptions(), Context())
    assert found.atoms[0][-1][3:5] == (kind.low, 0)


def test_a_limit_of_states_of_runs() -> None:
    """A search for runs that reaches a limit claims nothing."""
    never = Buchi((Call("p"),), ((Edge(Cube(1, 0), 0),),), frozenset({0}))
    system = philosophers(5, ordered=True, rounds=2)
    whole = search_runs(system, Buchi((Call("p"),), ((Edge(Cube(), 0),),), frozenset()), (0,), Context())
    assert whole.searched.is_exhaustive
    cut = search_runs(system, Buchi((Call("p"),), ((Edge(Cube(), 0),),), frozenset()), (0,), Context(Limits(states=99)))
    assert cut.run is None
    assert cut.searched.reason is Reason.STATES
    assert not cut.searched.is_exhaustive
    assert search_runs(system, never, (0,), Context()).searched.statistics.states == 1


def test_nothing_to_find_is_exhaustive() -> None:
    """Only a search that has visited everything is exhaustive: one that ends with its goal is not."""
    found = Compiled(counter_race(2, locked=False)).search(Goals(frozenset({0})), SearchOptions(), Context())
    assert found.reason is Reason.FOUND
    assert found.endings[0][-1][0] == 1
    assert not found.is_exhaustive
    assert (
        Compiled(counter_race(2, locked=True)).search(Goals(frozenset({0})), SearchOptions(), Context()).is_exhaustive
    )


def test_without_the_runtime_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the runtime was not built, a search says so in a sentence."""
    monkeypatch.setattr(search_module, "library_path", lambda: None)
    monkeypatch.setattr(search_module, "missing", lambda: "the search runtime was not built")
    with pytest.raises(LimitReached, match="not built"):
        Compiled(SYSTEMS["atomic pair"])


def test_wide_conditions_are_compiled() -> None:
    """A condition of thousands of parts, nested as deeply, is no problem."""
    store = Variable("store", WORD)
    wide = either(*(equal(read(store), number(value)) for value in range(2000)))
    system = one_location(
        "wide", store, Command(wide, (Assign(store, number(0), number(5000)), Goto(1))), atoms=(wide,)
    )
    found = Compiled(system).search(Goals(atoms=frozenset({0})), SearchOptions(), Context())
    assert [state[1] for state in found.atoms[0]] == [0, 5000]
