"""Which states of a system with one thread need not be kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vexil.core.errors import InternalError
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
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
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import TRUE, Expr, Variable, apply, equal, number, read
from vexil.model.guarded.validate import validate
from vexil.transform.reductions.fusing import MOST_FUSED, fused_successors, with_fused_steps

BYTE = IntegerType(8, False)
WORD = IntegerType(16, False)
DATA, OTHER = Variable("data", WORD), Variable("other", BYTE)
ENDINGS = (Ending(EndKind.VIOLATED, "assert"), Ending(EndKind.CUT), Ending(EndKind.UNDEFINED))
ENDING = Variable("ending", BYTE)


def put(variable: Variable, value: int, target: int) -> Command:
    return Command(TRUE, (Assign(variable, number(0), number(value, variable.type)), Goto(target)))


def alone(*commands: Command | tuple[Command, ...], atoms: tuple[Expr, ...] = (), count: int = 1) -> GuardedSystem:
    """A thread that begins at location 1."""
    places = [
        Location(f"at {place}", (command,) if isinstance(command, Command) else command)
        for place, command in enumerate(commands, 1)
    ]
    template = Template("worker", count, (), (Location("none"), *places, Location("end")))
    start = tuple(Assign(template.counter, number(0), number(1, BYTE), number(thread)) for thread in range(count))
    return GuardedSystem("alone", (DATA, OTHER), (template,), Command(TRUE, start), ENDINGS, atoms=atoms)


def passing(system: GuardedSystem) -> set[int]:
    """The locations at which states are passed when all atoms matter."""
    fused = with_fused_steps(system, range(len(system.atoms)))
    validate(fused)
    return set(fused.passing)


def states(system: GuardedSystem) -> set[State]:
    """All states that are kept."""
    evaluator = Evaluator(system)
    pending = evaluator.initial()
    kept = set(pending)
    while pending:
        for _, after in fused_successors(evaluator, pending.pop()):
            if after not in kept:
                kept.add(after)
                pending.append(after)
    return kept


def test_steps_that_nobody_sees_are_fused() -> None:
    """Of a chain of steps the first state and the last are kept."""
    system = alone(put(DATA, 1, 2), put(OTHER, 1, 3), put(DATA, 2, 4))
    assert passing(system) == {1, 2, 3}
    assert len(states(with_fused_steps(system, ()))) == 2


def test_what_atoms_read_is_seen_where_it_is_written() -> None:
    """A location whose commands write what an atom reads is kept; an atom that does not matter sees nothing."""
    system = alone(put(OTHER, 1, 2), put(DATA, 1, 3), put(OTHER, 2, 4), atoms=(equal(read(DATA), number(1, WORD)),))
    assert passing(system) == {1, 3}
    assert with_fused_steps(system, ()).passing == {1, 2, 3}


def counter() -> Expr:
    return read(Variable("pc", BYTE, template="worker"), thread=number(0))


@pytest.mark.parametrize(
    ("atom", "expected"),
    [
        (equal(counter(), number(3, BYTE)), {1}),
        (equal(counter(), number(9, BYTE)), {1, 2, 3}),
        (apply(Operator.LESS, counter(), number(3, BYTE)), set()),
        (equal(number(3, BYTE), counter()), set()),
    ],
)
def test_atoms_about_control_see_where_it_comes_and_goes(atom: Expr, expected: set[int]) -> None:
    """Steps to and from a location that an atom names are seen; where it looks in another way, all steps are."""
    assert passing(alone(put(OTHER, 1, 2), put(OTHER, 2, 3), put(OTHER, 3, 4), atoms=(atom,))) == expected


def test_a_counter_that_is_looked_at_in_two_ways_hides_nothing() -> None:
    """The same part of an atom may be compared with a location, and computed with elsewhere."""
    at = counter()
    atom = apply(Operator.OR, equal(at, number(9, BYTE)), apply(Operator.LESS, at, number(2, BYTE)))
    assert passing(alone(put(OTHER, 1, 2), put(OTHER, 2, 3), atoms=(atom,))) == set()


def test_every_cycle_has_a_state_that_is_kept() -> None:
    """Control that goes round for ever comes back to a location that is not passing, and so does one that stays."""
    assert passing(alone(put(OTHER, 1, 2), put(OTHER, 2, 3), put(OTHER, 3, 2))) == {1, 3}
    stays = Command(TRUE, (Assign(OTHER, number(0), number(1, BYTE)),))
    assert passing(alone(put(OTHER, 1, 2), stays)) == {1}
    perhaps = Command(TRUE, (If(equal(read(OTHER), number(1, BYTE)), (Goto(3),)),))
    assert passing(alone(put(OTHER, 1, 2), perhaps)) == {1}
    computed = Command(TRUE, (Assign(Variable("pc", BYTE, template="worker"), number(0), read(OTHER)),))
    assert passing(alone(put(OTHER, 1, 2), computed)) == {1}


@pytest.mark.parametrize(("ending", "expected"), [(0, {1, 2}), (1, {1}), (2, {1, 2})])
def test_a_state_before_a_cut_is_kept(ending: int, expected: set[int]) -> None:
    """Cuts are counted by states, so these are kept; other ends are states themselves."""
    leaves = Command(TRUE, (If(equal(read(OTHER), number(7, BYTE)), (Leave(ending),), (Goto(3),)),))
    assert passing(alone(put(OTHER, 1, 2), leaves)) == expected


def test_an_atom_that_looks_at_the_end_sees_it() -> None:
    """Where an atom asks whether the run has ended, steps that may end it are seen."""
    leaves = Command(TRUE, (If(equal(read(OTHER), number(7, BYTE)), (Leave(0),), (Goto(3),)),))
    assert passing(alone(put(OTHER, 1, 2), leaves, atoms=(equal(read(ENDING), number(0, BYTE)),))) == {1}


def test_only_single_steps_are_fused() -> None:
    """A state with two steps is kept although its location is passing, and one where the only step is disabled too."""
    chosen = Command(TRUE, (Goto(3),), (Choice("which", number(2)),))
    both = alone(put(OTHER, 1, 2), (put(DATA, 1, 3), put(DATA, 2, 3)), put(OTHER, 2, 4))
    assert len(states(with_fused_steps(both, ()))) == 4
    several = alone(put(OTHER, 1, 2), replace(chosen, body=(*put(OTHER, 5, 3).body,)))
    assert len(states(with_fused_steps(several, ()))) == 3
    stuck = alone(put(OTHER, 1, 2), replace(put(DATA, 1, 3), guard=equal(read(OTHER), number(2, BYTE))))
    assert len(states(with_fused_steps(stuck, ()))) == 2


def test_several_threads_are_left_alone() -> None:
    """Whoever has somebody beside him is seen: such a system is given back, and passing would be a mistake in it."""
    system = alone(put(OTHER, 1, 2), count=2)
    assert with_fused_steps(system, ()) is system
    with pytest.raises(InternalError, match="one thread"):
        validate(replace(system, passing=frozenset({1})))


def test_very_long_chains_are_stored_now_and_then() -> None:
    """No more steps than the limit are fused into one."""
    system = alone(*(put(DATA, place, place + 1) for place in range(1, MOST_FUSED + 100)))
    counter = system.templates[0].counter
    start = Command(TRUE, (Assign(counter, number(0), number(1, counter.type), number(0)),))
    fused = with_fused_steps(replace(system, first=start), ())
    (path, _), *others = fused_successors(Evaluator(fused), Evaluator(fused).initial()[0])
    assert (len(path), others) == (MOST_FUSED + 1, [])
    assert len(states(fused)) == 3
