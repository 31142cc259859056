"""Dead variables: what is reset, what is not, and that nobody can tell the difference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from alike_states import sizes
from guarded_models import byte, counter_race, started
from guarded_models_large import LARGE_SYSTEMS
from strategies.guarded import Sketch
from strategies.source import check_seeded
from vexil.core.source import read_source
from vexil.ir.expressions import Operator
from vexil.ir.text import load
from vexil.model.guarded import (
    Assign,
    Choice,
    Command,
    Ending,
    EndKind,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Location,
    Template,
)
from vexil.model.guarded.expressions import BIT, TRUE, Expr, Local, Variable, apply, cast, equal, number, read
from vexil.model.guarded.validate import validate
from vexil.model.search_options import Reduction
from vexil.transform.flattening import flatten
from vexil.transform.reductions.dead import canonical_dead, without_dead
from vexil.transform.reductions.quotient import quotient
from vexil.transform.reductions.reduced import Reduced

DEAD = frozenset({Reduction.DEAD})
PROGRAMS = Path(__file__).parents[3] / "programs" / "vir"

V, W = Variable("v", BIT, template="T"), Variable("w", BIT, template="T")
SHARED = Variable("s", BIT)
CHOSEN = Choice("c", number(2))


def store(variable: Variable, value: Expr, thread: Expr | None = None) -> Assign:
    """A value written to a scalar."""
    return Assign(variable, number(0), value, thread)


def chosen(variable: Variable = V, *more: Assign | Goto | If | Leave, thread: Expr | None = None) -> Command:
    """A command that chooses a bit for a variable."""
    return Command(TRUE, (store(variable, cast(Local("c", number(0).type), BIT), thread), *more), (CHOSEN,))


def system(*locations: Location, count: int = 2, shared: tuple[Variable, ...] = (SHARED,)) -> GuardedSystem:
    """Threads of one template, each at its first location."""
    template = Template("T", count, (V, W), (Location("none"), *locations))
    endings = (Ending(EndKind.VIOLATED, "a"), Ending(EndKind.CUT))
    found = GuardedSystem("dead", shared, (template,), started(template), endings, alive=TRUE)
    validate(found)
    return found


def used(found: GuardedSystem) -> bool:
    """Whether anything is reset."""
    return without_dead(found) is not found


CHOOSES = Location("chooses", (chosen(V, Goto(2)),))
USES = Location("uses", (Command(equal(read(V), read(SHARED)), (Goto(3),)), Command(TRUE, (Goto(1),))))
ENDS = Location("ends")


@pytest.mark.parametrize(("threads", "locked", "expected"), [(3, False, (1200, 745)), (3, True, (170, 108))])
def test_what_was_read_is_forgotten(threads: int, locked: bool, expected: tuple[int, int]) -> None:
    """A thread that has written its sum back no longer has the value that it read."""
    assert sizes(quotient(counter_race(threads, locked=locked), None, DEAD)) == expected


def test_a_bit_is_forgotten_at_the_end_and_on_the_way_back() -> None:
    """Where the bit is read it has both values, before and after that only one."""
    assert sizes(quotient(system(CHOOSES, USES, ENDS), None, DEAD)) == (25, 16)


def test_systems_without_dead_variables_stay_as_they_are() -> None:
    """Where nothing is ever dead there is no other system."""
    assert not used(LARGE_SYSTEMS["buffer, one is notified"])


def test_what_another_thread_reads_stays() -> None:
    """Somebody asks for the bit of thread 0 at a place of his own, whenever that is."""
    asks = Location("asks", (Command(equal(read(V, thread=number(0)), number(1, BIT)), (Goto(3),)),))
    assert not used(system(CHOOSES, asks, ENDS))


@pytest.mark.parametrize("part", ["atoms", "alive", "atomic"])
def test_what_is_looked_at_stays(part: str) -> None:
    """A condition on states reads the bit, also where its thread has no use for it any more."""
    seen, own = equal(read(V, thread=number(1)), number(1, BIT)), equal(read(V), number(1, BIT))
    parts = {
        "atoms": {"atoms": (seen,)},
        "alive": {"alive": seen},
        "atomic": {"atomic": {"T": own}},
    }
    found = system(CHOOSES, USES, ENDS)
    assert used(found)
    assert not used(replace(found, **parts[part]))  # type: ignore[arg-type]


def test_atoms_that_do_not_count_are_not_looked_at() -> None:
    """An atom that the property does not speak about keeps nothing alive."""
    found = replace(system(CHOOSES, USES, ENDS), atoms=(equal(read(V, thread=number(1)), number(1, BIT)), TRUE))
    assert without_dead(found, {1}) is not found
    assert without_dead(found, {0, 1}) is found


def test_it_depends_on_where_the_thread_went() -> None:
    """Control moves in the middle of a body: the bit is forgotten at one of the two targets and not at the other."""
    moves = Location(
        "moves",
        (Command(TRUE, (If(equal(read(SHARED), number(1, BIT)), (Goto(3),), (Goto(4),)), store(SHARED, read(W)))),),
    )
    reads = Location("reads", (Command(TRUE, (store(SHARED, read(V)), Goto(4))),))
    flips = Command(TRUE, (store(SHARED, number(1, BIT)),))
    found = system(Location("chooses", (chosen(V, Goto(2)), flips)), moves, reads, ENDS)
    whole, small = sizes(quotient(found, None, DEAD)) or (0, 0)
    assert small < whole


def test_the_last_state_of_a_run_is_like_others() -> None:
    """A run that ends forgets what is dead where its thread is, and reads before that what it needs."""
    leaves = Location("leaves", (Command(TRUE, (Goto(3), If(equal(read(V), read(SHARED)), (Leave(0),), ()))),))
    flips = Location("flips", (Command(TRUE, (store(SHARED, number(1, BIT)), Goto(1))),))
    found = system(CHOOSES, leaves, flips)
    reduced = quotient(found, None, DEAD)
    whole, small = sizes(reduced) or (0, 0)
    assert small < whole
    canonical = canonical_dead(found)
    (first,) = reduced.system.template["T"].locations[2].commands
    last = first.body[-1]
    assert isinstance(last, If)
    assert [type(item) for item in last.then] == [Assign, Leave]
    assert canonical((1, 1, 3, 1, 0, 3, 1, 1)) == (1, 1, 3, 0, 0, 3, 0, 0)


def test_what_others_write_is_kept() -> None:
    """A bit that somebody else may write while it is dead would tell more states apart if only its thread reset it."""
    gives = Location("gives", (chosen(V, Goto(2), thread=number(0)), chosen(V, Goto(2))))
    assert not used(system(gives, USES, ENDS))


def test_what_a_thread_is_started_with_is_forgotten_after_use() -> None:
    """An argument, which is written when a thread is sent to its first location, is followed from there on."""
    is_free = equal(read(PC, thread=number(1)), byte(0))
    given = (store(V, cast(Local("c", number(0).type), BIT), number(1)), store(PC, byte(1), number(1)))
    boss = Template("boss", 1, (), (Location("none"), Location("starts", (Command(is_free, given, (CHOSEN,)),))))
    uses = Location("uses", (Command(equal(read(V), read(SHARED)), (Goto(2),)), Command(TRUE, (Goto(2),))))
    found = system(uses, ENDS)
    begin = Command(TRUE, (store(boss.counter, byte(1), number(0)),))
    found = replace(found, templates=(*found.templates, boss), first=begin)
    validate(found)
    assert not used(found)  # a thread might be sent there from anywhere
    moves = {"T": frozenset({(0, 1)})}
    small = without_dead(found, None, moves)
    assert sizes(Reduced(found, small, DEAD, canonical_dead(found, None, moves))) == (5, 4)


PC = system(ENDS).templates[0].counter


def test_one_thread_alone_owns_what_is_shared() -> None:
    """With a single thread, dead globals are reset as well; with two they are not."""
    sets = Location("sets", (chosen(SHARED, Goto(2)),))
    uses = Location("uses", (Command(equal(read(SHARED), number(1, BIT)), (Goto(3),)), Command(TRUE, (Goto(3),))))
    assert sizes(quotient(system(sets, uses, ENDS, count=1), None, DEAD)) == (5, 4)
    assert not used(system(sets, uses, ENDS))
    first = replace(SHARED, initial=(1,))
    begun = Location("begins", (Command(TRUE, (Goto(2),)),))
    again = Location(
        "sets", (Command(TRUE, (Assign(first, number(0), number(1, BIT)), Goto(3))), Command(TRUE, (Goto(3),)))
    )
    assert not used(system(begun, again, ENDS, count=1, shared=(first,)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("threads/event", (631, 353)), ("threads/lost_update", (45, 41)), ("adequacy/c_rwlock", (291, 279))],
)
def test_registers_of_programs(name: str, expected: tuple[int, int]) -> None:
    """Registers of programs with threads are forgotten after their last use, arguments included."""
    flattened = flatten(load(read_source(str(PROGRAMS / f"{name}.vir"))))
    assert sizes(quotient(flattened.system, flattened.encoding, DEAD)) == expected


class _Private(Sketch):
    """Systems whose threads keep their variables for themselves, and begin with zeros."""

    @property
    def others(self) -> list[tuple[Variable, int]]:
        return []

    @others.setter
    def others(self, _: list[tuple[Variable, int]]) -> None:
        pass

    def starts(self) -> tuple[int, ...]:
        return ()


@pytest.mark.parametrize("seed", [111, 197, 230, 452, 628, 730, 797, 969, 1151, 1349, 1365, 1384])
def test_random_systems(seed: int) -> None:
    """Whatever threads do with variables of their own, the reduced system behaves alike and has fewer states."""

    def check(system: GuardedSystem) -> None:
        whole, small = sizes(quotient(system, None, DEAD)) or (0, 0)
        assert small < whole

    check_seeded(lambda random: _Private(random, [BIT]).system(), seed, check)


def test_a_computation_is_no_reset() -> None:
    """Writing something to a variable that may be 0 does not count as a reset."""
    adds = Location("adds", (Command(TRUE, (store(V, apply(Operator.BIT_XOR, read(V), read(W))), Goto(3))),))
    found = system(Location("chooses", (chosen(W, store(V, number(1, BIT)), Goto(2)),)), adds, ENDS)
    whole, small = sizes(quotient(found, None, DEAD)) or (0, 0)
    assert small < whole


def test_what_may_be_written_may_be_read_as_it_was() -> None:
    """A write under a condition, or a read after control has moved, keeps the value that was there before."""
    may = If(equal(read(SHARED), number(1, BIT)), (store(V, number(1, BIT)),))
    writes = Location("may write", (Command(TRUE, (may, store(SHARED, number(0, BIT)), Goto(3))),))
    moves = Location("moves", (Command(TRUE, (Goto(4), store(SHARED, read(V)))),))
    found = system(Location("chooses", (chosen(V, Goto(2)),)), writes, moves, ENDS)
    whole, small = sizes(quotient(found, None, DEAD)) or (0, 0)
    assert small < whole
