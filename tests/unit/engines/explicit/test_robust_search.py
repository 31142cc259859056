"""Native search ends in order: in loops over choices, without memory, without processors, and says how far it came."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from guarded_models import WORD, started
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.engines.explicit import search as search_module
from vexil.engines.explicit.library import Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, SearchOptions
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Choice, Command, GuardedSystem, Location, Template
from vexil.model.guarded.expressions import FALSE, TRUE, Expr, Local, Variable, apply, equal, number, read

pytestmark = pytest.mark.usefixtures("native_search")
LONG = IntegerType(64, False)
ZERO, ONE = number(0), number(1)


def system_of(command: Command, *variables: Variable, alive: Expr = TRUE) -> GuardedSystem:
    template = Template("thread", 1, (), (Location("none"), Location("here", (command,))))
    return GuardedSystem("robust", variables, (template,), started(template), alive=alive)


def endless(choices: int) -> GuardedSystem:
    """One step whose choices have so many values that no loop over them ends, and none of which is taken."""
    last = Local(f"c{choices - 1}", LONG)
    none = equal(apply(Operator.MULTIPLY, last, last), number(3, LONG))  # 3 is no square, and compilers do not know
    values = number(2**62, LONG) if choices == 1 else number(2**16, LONG)
    conditions = [*[TRUE] * (choices - 1), none]
    listed = tuple(Choice(f"c{place}", values, condition) for place, condition in enumerate(conditions))
    return system_of(Command(TRUE, (), listed))


def counter(limit: int) -> GuardedSystem:
    """A counter with a second one, so that there are many states."""
    left, right = Variable("left", WORD), Variable("right", WORD)
    chosen = Local("which", WORD)
    steps = tuple(
        Assign(
            item,
            number(0),
            apply(
                Operator.REMAINDER, apply(Operator.ADD, read(item), apply(Operator.IF, mine, ONE, ZERO)), number(limit)
            ),
        )
        for item, mine in ((left, equal(chosen, number(0))), (right, equal(chosen, number(1))))
    )
    return system_of(Command(TRUE, steps, (Choice("which", number(2)),)), left, right)


@pytest.mark.parametrize("choices", [1, 4])
@pytest.mark.parametrize("strategy", [Strategy.BREADTH, Strategy.DEPTH, Strategy.PARALLEL])
def test_a_time_limit_ends_a_loop_over_choices(choices: int, strategy: Strategy) -> None:
    """A step with more choices than anybody can count is interrupted by the limit, and is no deadlock."""
    found = Compiled(endless(choices)).search(
        Goals(deadlock=True), SearchOptions(strategy), Context(Limits(cpu_seconds=0.2))
    )
    assert found.reason is Reason.INTERRUPTED
    assert "CPU seconds" in found.why_stopped
    assert found.deadlock is None


def test_a_wish_to_stop_ends_a_loop_over_choices() -> None:
    """What Ctrl-C does, the flag that the search looks at, ends the loop too."""
    with Running(Compiled(endless(1)), Goals(deadlock=True), SearchOptions(), Context()) as running:
        stop = running._watch.stop
        timer = Timer(0.1, lambda: setattr(stop, "value", 1))
        timer.start()
        running.run()
        timer.join()
        found = running.result()
    assert (found.reason, found.deadlock) == (Reason.INTERRUPTED, None)


@pytest.mark.parametrize("strategy", list(Strategy))
def test_without_memory_the_numbers_so_far_are_kept(strategy: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that runs out of memory says so, claims nothing, and tells states, steps, depth and memory."""
    monkeypatch.setattr(search_module, "available_bytes", lambda: 1 << 22)
    found = Compiled(counter(3000)).search(Goals(), SearchOptions(strategy, bits=24), Context())
    numbers = found.statistics
    assert found.reason is Reason.MEMORY
    assert not found.is_exhaustive
    assert f"after {numbers.states} states" in found.why_stopped
    assert numbers.states > 1000
    assert numbers.transitions > 1000
    assert numbers.depth > 10
    assert 1 << 15 < numbers.memory < 1 << 24


def test_a_limit_of_addresses_is_lifted_while_a_search_is_open() -> None:
    """A search reserves more addresses than it uses; the limit of the process is back when the search is closed."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    compiled = Compiled(counter(30))
    with limited(resource.RLIMIT_AS, addresses() + (24 << 20)):
        found = compiled.search(Goals(), SearchOptions(), Context())
        assert resource.getrlimit(resource.RLIMIT_AS)[0] < addresses() + (64 << 20)
    assert found.is_exhaustive
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@contextmanager
def limited(kind: int, amount: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (amount, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (soft, hard))


def addresses() -> int:
    text = Path("/proc/self/statm").read_text(encoding="ascii")
    return int(text.split()[0]) * resource.getpagesize()


@pytest.mark.parametrize("strategy", list(Strategy))
def test_without_addresses_the_search_ends_in_order(strategy: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system gives 24 MB more and not all that is asked for, the search takes what there is and ends."""
    monkeypatch.setattr(search_module, "lift_address_limit", lambda: None)  # as where nobody may lift it
    compiled = Compiled(counter(3000))
    compiled.search(Goals(), SearchOptions(strategy, bits=20), Context(Limits(states=100)))
    with limited(resource.RLIMIT_AS, addresses() + (24 << 20)):
        try:
            found = compiled.search(Goals(), SearchOptions(strategy, bits=24), Context())
        except (LimitReached, MemoryError, RuntimeError):
            return  # no thread could be started, not even to search: nothing is claimed
    assert found.reason is Reason.MEMORY
    assert not found.is_exhaustive


def test_workers_that_cannot_be_started_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallel search with more workers than the system gives threads visits every state all the same."""
    monkeypatch.setattr(search_module, "lift_address_limit", lambda: None)
    compiled = Compiled(counter(40))
    with limited(resource.RLIMIT_AS, addresses() + (400 << 20)):
        found = compiled.search(Goals(), SearchOptions(Strategy.PARALLEL, workers=64), Context())
    assert found.reason in (Reason.EXHAUSTED, Reason.MEMORY)
    if found.reason is Reason.EXHAUSTED:
        assert found.statistics.states == 1600


def test_a_full_buffer_is_no_deadlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """States whose successors find no place are not taken for states without successors."""
    monkeypatch.setattr(search_module, "available_bytes", lambda: 1 << 20)
    value = Variable("value", WORD)
    step = Command(TRUE, (Assign(value, number(0), Local("next", WORD)),), (Choice("next", number(1 << 19)),))
    for strategy in Strategy:
        found = Compiled(system_of(step, value)).search(
            Goals(deadlock=True), SearchOptions(strategy, bits=20), Context()
        )
        assert found.deadlock is None, strategy
        assert found.statistics.deadlocks == 0, strategy
        assert found.reason is Reason.MEMORY, strategy


def test_states_that_end_the_run_are_no_dead_ends() -> None:
    """The same system without anything to do is no deadlock where the run is over."""
    found = Compiled(system_of(Command(FALSE, ()), alive=FALSE)).search(
        Goals(deadlock=True), SearchOptions(), Context()
    )
    assert (found.reason, found.statistics.states) == (Reason.EXHAUSTED, 1)


def test_nothing_is_written_to_a_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling and searching leave no file behind where temporary files go: everything is in memory."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with limited(resource.RLIMIT_FSIZE, 0):
        found = Compiled(counter(40)).search(Goals(), SearchOptions(Strategy.PARALLEL), Context())
    assert found.statistics.states == 1600
    assert list(tmp_path.iterdir()) == []
