"""Threads that are alike: which are, and how many states are left when their order does not matter."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import pytest

from alike_states import sizes
from guarded_models import BYTE, byte, counter_race, me, philosophers, some_thread, started
from guarded_models_large import LARGE_SYSTEMS
from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.text import load
from vexil.model.guarded import Assign, Command, Goto, GuardedSystem, Location, Template
from vexil.model.guarded.expressions import TRUE, Expr, Variable, apply, equal, number, read
from vexil.model.guarded.validate import validate
from vexil.model.search_options import Reduction
from vexil.spec.atoms import Return
from vexil.transform.flattening import About, Flattened, flatten
from vexil.transform.reductions.interchange import alike_in_program, alike_in_system
from vexil.transform.reductions.quotient import quotient

SYMMETRY = frozenset({Reduction.SYMMETRY})
SHARED = Variable("s", BYTE)


def walkers(count: int, places: int) -> GuardedSystem:
    """Threads that go through places, each at its own pace."""
    ways = tuple(Location(str(at), (Command(TRUE, (Goto(at + 1),)),)) for at in range(1, places))
    template = Template("walker", count, (), (Location("none"), *ways, Location("end")))
    return GuardedSystem("walkers", (SHARED,), (template,), started(template), alive=TRUE)


@pytest.mark.parametrize(("count", "places"), [(2, 5), (4, 3), (5, 2)])
def test_only_how_many_are_where_matters(count: int, places: int) -> None:
    """Of the states of independent threads those are left that differ in how many threads are at which place."""
    expected = (places**count, comb(count + places - 1, count))
    assert sizes(quotient(walkers(count, places), None, SYMMETRY)) == expected


@pytest.mark.parametrize(("name", "expected"), [("tickets", (74, 40)), ("readers and writers", (72, 54))])
def test_threads_with_variables(name: str, expected: tuple[int, int]) -> None:
    """Threads with variables of their own are put in order with them."""
    assert sizes(quotient(LARGE_SYSTEMS[name], None, SYMMETRY)) == expected


def test_together_with_dead_variables() -> None:
    """Both reductions together leave fewer states than each of them."""
    wanted = frozenset({Reduction.DEAD, Reduction.SYMMETRY})
    found = quotient(counter_race(3, locked=False), None, wanted)
    assert found.used == wanted
    assert sizes(found) == (1200, 176)


# --- who is alike ----------------------------------------------------------------------------------------


def with_guard(guard: Expr) -> GuardedSystem:
    """Walkers whose first step has a guard."""
    found = walkers(3, 2)
    template = found.templates[0]
    first = Location("1", (Command(guard, (Goto(2),)),))
    return replace(found, templates=(replace(template, locations=(template.locations[0], first, Location("end"))),))


PC = walkers(3, 2).templates[0].counter


@pytest.mark.parametrize(
    "guard",
    [equal(read(SHARED), me()), equal(read(PC, thread=number(0)), byte(1))],
    ids=["own number", "thread 0"],
)
def test_who_knows_numbers_is_like_nobody(guard: Expr) -> None:
    """Threads that compute with their numbers, or look at a certain thread, are told apart."""
    assert alike_in_system(with_guard(TRUE))
    assert not alike_in_system(with_guard(guard))


def test_who_moves_a_certain_thread_tells_it_apart() -> None:
    """A thread that sends thread 0 away makes it different from the others."""
    found = with_guard(TRUE)
    template = found.templates[0]
    sends = Command(TRUE, (Assign(PC, number(0), byte(2), number(0)), Goto(2)))
    places = (template.locations[0], Location("1", (sends,)), Location("end"))
    assert not alike_in_system(replace(found, templates=(replace(template, locations=places),)))


@pytest.mark.parametrize("part", ["atoms", "alive"])
def test_what_is_asked_about_one_thread_tells_it_apart(part: str) -> None:
    """A condition about thread 1 is not one about its like; one about some thread is."""
    found = with_guard(TRUE)
    one, some = equal(read(PC, thread=number(1)), byte(2)), some_thread(found.templates[0], {1, 2})
    first, second = (equal(read(PC, thread=number(at)), byte(2)) for at in (0, 1))
    either_way = apply(Operator.OR, apply(Operator.AND, first, second), some)
    changed = {"atoms": lambda item: {"atoms": (item,)}, "alive": lambda item: {"alive": item}}[part]
    assert alike_in_system(replace(found, **changed(some)))
    assert not alike_in_system(replace(found, **changed(one)))
    assert not alike_in_system(replace(found, **changed(either_way)))


def test_atoms_that_do_not_count() -> None:
    """An atom that nobody asks about tells no threads apart."""
    found = replace(with_guard(TRUE), atoms=(equal(read(PC, thread=number(1)), byte(2)),))
    assert alike_in_system(found, ())
    assert not alike_in_system(found, (0,))


def test_philosophers_sit_at_places() -> None:
    """Each has forks of its own number: turning the table round is no exchange of two."""
    assert not alike_in_system(philosophers(3, ordered=False))


# --- programs --------------------------------------------------------------------------------------------

TWO = """vir 1
global n: i32
global h: thread
function worker()
  local v: i32
  a -> b: v := n
  b -> c: n := (v + 1i32) % 2i32
  c -> exit: return
function main()
  local t: thread
  a -> b: {first}
  b -> c: {second}
  c -> d: {third}
  d -> exit: return
"""


def program(first: str, second: str, third: str = "skip", text: str = TWO) -> Flattened:
    """Two workers that are started in certain ways."""
    found = text.format(first=first, second=second, third=third)
    return flatten(load(SourceFile("two.vir", found.encode())), atoms=list(About))


def test_workers_that_nobody_knows_are_alike() -> None:
    """Two workers whose values nobody keeps are exchanged."""
    found = program("start worker()", "start worker()")
    reduced = quotient(found.system, found.encoding, SYMMETRY)
    validate(reduced.system)
    assert sizes(reduced) == (86, 53)


def test_values_that_stand_for_threads_go_with_them() -> None:
    """Of three workers one is known: it can be joined wherever it is in the order, and the other two are alike."""
    text = TWO.replace("a -> b: {first}", "a -> aa: {first}\n  aa -> b: start worker()")
    found = program("h := start worker()", "start worker()", "join h", text=text)
    whole, small = sizes(quotient(found.system, found.encoding, SYMMETRY)) or (0, 0)
    assert 0 < small < 0.7 * whole


@pytest.mark.parametrize("second", ["t := start worker()", "h := start worker()", "start worker()"])
def test_workers_that_are_known_are_not_exchanged(second: str) -> None:
    """Where all but one are held by variables, exchanging them would save nothing."""
    found = program("h := start worker()", second)
    assert not alike_in_program(found.system, found.encoding)


def test_locks_know_their_owners() -> None:
    """The owner of a lock is renamed with the thread that holds it: it alone can release it."""
    text = TWO.replace("a -> b: v := n", "a -> b: lock literal(0, lock)").replace(
        "c -> exit", "c -> e: unlock literal(0, lock)\n  e -> exit"
    )
    found = program("start worker()", "start worker()", text=text)
    whole, small = sizes(quotient(found.system, found.encoding, SYMMETRY)) or (0, 0)
    assert small < whole


def test_memory_of_threads_keeps_them_in_order() -> None:
    """A variable of a thread that has an address is not moved, so the thread is not either."""
    text = TWO.replace("local v: i32", "local v: i32 addressable")
    found = program("start worker()", "start worker()", text=text)
    assert not alike_in_program(found.system, found.encoding)


def test_what_was_returned_from_keeps_threads_in_order() -> None:
    """An ended thread leaves behind what it returned from, so that the numbers of new threads matter."""
    text = TWO.format(first="start worker()", second="start worker()", third="skip")
    found = flatten(load(SourceFile("two.vir", text.encode())), atoms=[Return("worker")])
    assert not alike_in_program(found.system, found.encoding)


MAIN_AGAIN = """vir 1
global begun: bool
global n: i32
function main()
  a -> b: assume !begun
  a -> e: assume begun
  b -> c: begun := true
  c -> d: start main()
  d -> g: start main()
  g -> exit: return
  e -> f: n := (n + 1i32) % 2i32
  f -> exit: return
"""


def test_the_first_thread_is_no_other_s_like() -> None:
    """Threads that run the entry again are alike, and the one that began is exchanged with none of them."""
    found = flatten(load(SourceFile("again.vir", MAIN_AGAIN.encode())), atoms=list(About))
    (alike,) = alike_in_program(found.system, found.encoding)
    assert (alike.template.name, alike.low, alike.base, alike.count) == ("main", 1, 1, alike.template.count - 1)
    whole, small = sizes(quotient(found.system, found.encoding, SYMMETRY)) or (0, 0)
    assert 0 < small < whole
