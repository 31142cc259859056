"""What makes a thread go first, and what each of the conditions is for."""

from __future__ import annotations

from dataclasses import replace

from guarded_models import BYTE, byte, me, started
from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import Origin
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
from vexil.model.guarded.expressions import TRUE, WORD, Expr, Variable, apply, both, cast, equal, number, read
from vexil.transform.reductions.partial_order import MOST_FUSED, ample, reduced_successors, with_quiet
from vexil.transform.reductions.visibility import Visibility

LOCK, DATA, OTHER = Variable("lock", BYTE), Variable("data", BYTE), Variable("other", BYTE)
MINE = Variable("mine", BYTE, template="worker")
ENDINGS = (Ending(EndKind.VIOLATED, "assert"), Ending(EndKind.CUT))


def put(variable: Variable, value: Expr, target: int, thread: Expr | None = None) -> Command:
    return Command(TRUE, (Assign(variable, number(0), value, thread), Goto(target)))


def acquire(target: int) -> Command:
    return Command(equal(read(LOCK), byte(0)), (Assign(LOCK, number(0), me()), Goto(target)))


def workers(*commands: Command, count: int = 2) -> GuardedSystem:
    """Threads that do one command after the other."""
    places = [Location(f"at {place}", (command,)) for place, command in enumerate(commands, 1)]
    template = Template("worker", count, (MINE,), (Location("none"), *places, Location("end")))
    return GuardedSystem("workers", (LOCK, DATA, OTHER), (template,), started(template), ENDINGS)


def quiet_places(system: GuardedSystem, needs: Visibility = Visibility()) -> set[int]:  # noqa: B008 - it is immutable
    """The locations at which the first thread is quiet while the others are where they begin."""
    quiet = with_quiet(system, needs)
    evaluator = Evaluator(quiet)
    template = quiet.templates[0]
    first = evaluator.initial()[0]
    found = set()
    for place in range(1, len(template.locations)):
        state = list(first)
        state[evaluator.place(template.counter, 0, 0)] = place
        condition = quiet.quiet.get(template.name)
        if condition is not None and evaluator.evaluate(condition, tuple(state), {}, 0):
            found.add(place)
    return found


def reached(system: GuardedSystem, *, order: bool = True, fuse: bool = True) -> set[State]:
    """All states of the reduced system."""
    evaluator = Evaluator(system)
    seen = set(evaluator.initial())
    pending = list(seen)
    while pending:
        for _, after in reduced_successors(evaluator, pending.pop(), order=order, fuse=fuse):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return seen


PROTECTED = (acquire(2), put(MINE, read(DATA), 3), put(DATA, read(MINE), 4), put(LOCK, byte(0), 5))


def test_under_a_lock_and_when_it_is_freed() -> None:
    """A thread goes first while it holds the lock that protects what it touches, and frees it, not when it takes it."""
    assert quiet_places(workers(*PROTECTED)) == {2, 3, 4}


def test_an_access_without_the_lock_ends_the_protection() -> None:
    """Where one thread reads the data without the lock, those who write it do not go first."""
    bare = workers(*PROTECTED, put(MINE, read(DATA), 6))
    assert quiet_places(bare) == {2, 4}


def test_a_lock_that_anybody_frees_protects_nothing() -> None:
    """A thread that frees a lock which it does not hold makes it no lock."""
    assert quiet_places(workers(put(LOCK, byte(0), 2), acquire(3), put(DATA, byte(1), 4))) == set()


def test_the_locks_of_others_are_different_locks() -> None:
    """Two threads that write the same data under different locks are not kept from each other."""
    keys = Variable("keys", BYTE, 2)

    def locked(key: int, target: int) -> Command:
        free = equal(read(keys, number(key)), byte(0))
        return Command(free, (Assign(keys, number(key), me()), Goto(target)))

    def system(other: int) -> GuardedSystem:
        found = workers(locked(0, 2), put(DATA, byte(1), 4), put(DATA, byte(2), 4))
        places = list(found.templates[0].locations)
        places[1] = Location("either", (locked(0, 2), locked(other, 3)))
        return replace(
            found,
            variables=(*found.variables, keys),
            templates=(replace(found.templates[0], locations=tuple(places)),),
        )

    assert quiet_places(system(1)) == set()
    assert quiet_places(system(0)) == {2, 3}


def test_what_a_thread_has_for_itself() -> None:
    """A step on variables of the thread is quiet, unless another thread reads them, and only as long as one may."""
    alone = workers(put(MINE, byte(1), 2), put(OTHER, byte(1), 3))
    assert quiet_places(alone) == {1}
    watched = workers(put(MINE, byte(1), 2), put(OTHER, read(MINE, thread=number(0)), 3))
    assert quiet_places(watched) == set()
    evaluator = Evaluator(with_quiet(watched, Visibility()))
    after = [state for taken, state in evaluator.successors(evaluator.initial()[0]) if taken.thread == 1]
    late = [state for taken, state in evaluator.successors(after[0]) if taken.thread == 1]
    assert ample(evaluator, late[0]) is not None, "the second thread has read it and never will again"


def test_what_atoms_see() -> None:
    """Steps that an atom may see are not quiet: writes to what it reads, and moves that it can tell."""
    template = workers(put(MINE, byte(1), 2), put(MINE, byte(2), 3)).templates[0]
    system = workers(put(MINE, byte(1), 2), put(MINE, byte(2), 3))
    there = equal(read(template.counter, thread=number(0)), number(2, template.counter.type))
    assert quiet_places(system) == {1, 2}
    assert quiet_places(replace(system, atoms=(there,)), Visibility(atoms=frozenset({0}))) == set()
    assert quiet_places(replace(system, atoms=(there,))) == {1, 2}, "an atom that nobody asks for is not seen"
    value = equal(read(MINE, thread=number(0)), byte(1))
    ended = equal(read(template.counter, thread=number(0)), number(3, template.counter.type))
    only_then = both(ended, value)
    writes = workers(put(DATA, byte(1), 2), count=1)
    assert quiet_places(writes) == {1}
    assert quiet_places(replace(writes, atoms=(equal(read(DATA), byte(1)),)), Visibility(atoms=frozenset({0}))) == set()
    assert quiet_places(replace(system, atoms=(value,)), Visibility(atoms=frozenset({0}))) == set()
    assert quiet_places(replace(system, atoms=(only_then,)), Visibility(atoms=frozenset({0}))) == {1}


def test_the_end_of_a_run() -> None:
    """A step that ends the run is quiet only where that is what is looked for, and a cut never is."""
    for ending, needs, expected in (
        (0, Visibility(), set()),
        (0, Visibility(frozenset({0})), {1}),
        (1, Visibility(frozenset({0, 1})), set()),
    ):
        assert quiet_places(workers(Command(TRUE, (Leave(ending),))), needs) == expected


def test_a_step_that_ends_the_run_in_some_states() -> None:
    """Where the end depends on the state, so does whether the thread goes first."""
    wrong = equal(read(MINE), byte(1))
    system = workers(Command(TRUE, (If(wrong, (Leave(0),), (Goto(2),)),)))
    assert quiet_places(system) == {1}
    begun = replace(system, first=Command(TRUE, (*system.first.body, Assign(MINE, number(0), byte(1), number(0)))))
    assert quiet_places(begun) == set()


def test_a_thread_that_never_comes_to_an_end_hides_nobody() -> None:
    """Every cycle of a template has a location that is not quiet, so that a thread that goes round lets others move."""
    spin = Template(
        "spin",
        1,
        (),
        (Location("none"), Location("a", (Command(TRUE, (Goto(2),)),)), Location("b", (Command(TRUE, (Goto(1),)),))),
    )
    bad = Template("bad", 1, (), (Location("none"), Location("a", (Command(TRUE, (Leave(0),)),))))
    system = GuardedSystem("spin", (), (spin, bad), started(spin, bad), ENDINGS)
    quiet = with_quiet(system, Visibility())
    assert len(quiet_places(system)) == 1
    assert any(state[0] for state in reached(quiet))


def test_to_free_a_lock_may_let_an_atomic_section_go_on() -> None:
    """A thread that frees a lock goes first, unless one that waits for it is in an atomic section and stops others."""
    inside = equal(read(MINE), byte(9))
    for written, expected in ((8, {3, 4}), (9, {3})):
        system = workers(put(MINE, byte(written), 2), acquire(3), put(DATA, byte(1), 4), put(LOCK, byte(0), 5))
        assert quiet_places(replace(system, atomic={"worker": inside})) == expected


def test_values_at_locations_tell_who_is_in_an_atomic_section() -> None:
    """A variable that is counted up and down says where a section is; a write by another thread may begin one."""
    inside = apply(Operator.DIFFERENT, read(MINE), byte(0))
    more, less = (apply(operator, read(MINE), byte(1)) for operator in (Operator.ADD, Operator.SUBTRACT))
    plain = (put(MINE, more, 2), put(MINE, less, 3), acquire(4), put(LOCK, byte(0), 5))
    assert 4 in quiet_places(replace(workers(*plain), atomic={"worker": inside}))
    foreign = (*plain[:3], put(LOCK, byte(0), 5), put(MINE, byte(1), 6, number(0)))
    assert 4 not in quiet_places(replace(workers(*foreign), atomic={"worker": inside}))
    again = (put(MINE, more, 2), put(MINE, less, 3), put(MINE, more, 4), acquire(5), put(LOCK, byte(0), 6))
    assert 5 not in quiet_places(replace(workers(*again), atomic={"worker": inside}))


def test_nobody_goes_first_past_an_atomic_section() -> None:
    """While a thread is in an atomic section, all steps that are allowed are followed, though it may be stuck."""
    stuck = Command(equal(read(OTHER), byte(1)), (Goto(2),))
    inside = Template("inside", 1, (), (Location("none"), Location("at 1", (stuck,)), Location("end")))
    system = workers(put(MINE, byte(1), 2))
    both_kinds = replace(
        system, templates=(*system.templates, inside), first=started(*system.templates, inside), atomic={"inside": TRUE}
    )
    evaluator = Evaluator(with_quiet(both_kinds, Visibility()))
    assert quiet_places(both_kinds) == {1}
    first = evaluator.initial()[0]
    assert ample(evaluator, first) == list(evaluator.successors(first))
    seeing = Evaluator(replace(evaluator.system, unseen=False))
    assert ample(seeing, first) is None


def test_the_only_step_of_an_atomic_section_is_fused() -> None:
    """In an atomic section nobody else can move: a single step makes one with the next, unless an atom may see it."""
    steps = (put(MINE, byte(1), 2), put(DATA, byte(1), 3), put(DATA, byte(2), 4), put(MINE, byte(0), 5))
    system = replace(workers(*steps), atomic={"worker": equal(read(MINE), byte(1))})
    quiet = with_quiet(system, Visibility())
    first = Evaluator(quiet).initial()[0]
    assert {len(path) for path, _ in reduced_successors(Evaluator(quiet), first)} == {4}
    seen = replace(quiet, unseen=False)
    assert {len(path) for path, _ in reduced_successors(Evaluator(seen), first)} == {1}


def test_who_looks_at_where_a_thread_is() -> None:
    """A step that another thread can tell, or may undo, is not quiet; nor is looking at another thread."""
    counter = workers(put(MINE, byte(1), 2)).templates[0].counter
    at = read(counter, thread=number(0))
    look = Command(TRUE, (If(equal(at, number(2, at.type)), (Assign(OTHER, number(0), byte(1)),)), Goto(3)))
    assert quiet_places(workers(put(MINE, byte(1), 2), look)) == set()
    back = Command(TRUE, (Assign(counter, number(0), number(3, at.type), number(0)), Goto(3)))
    assert quiet_places(workers(put(MINE, byte(1), 2), back)) == set()
    waits = Command(equal(at, number(2, at.type)), (Goto(3),))
    assert quiet_places(workers(put(MINE, byte(1), 2), waits)) == {1}, "who waits for a thread cannot disturb it"


def test_to_look_at_another_thread() -> None:
    """A thread that looks where another one is does not go first: it would miss what the other one does next."""
    worker = workers(put(MINE, byte(1), 2), count=1).templates[0]
    note = Variable("note", BYTE, template="watcher")
    at = read(worker.counter, thread=number(0))
    look = Command(TRUE, (If(equal(at, number(2, at.type)), (Assign(note, number(0), byte(1)),)), Goto(2)))
    watcher = Template("watcher", 1, (note,), (Location("none"), Location("at 1", (look,)), Location("end")))
    system = GuardedSystem("watched", (), (watcher, worker), started(watcher, worker))
    assert quiet_places(system) == set()


def test_threads_that_are_not_there_yet() -> None:
    """A thread that another one may start counts as one that can come to everything it will do."""
    late = Template("late", 1, (), (Location("none"), Location("at 1", (put(DATA, byte(1), 2),)), Location("end")))
    begin = Command(TRUE, (Assign(late.counter, number(0), number(1, BYTE), number(0)), Goto(2)))
    starter = Template("starter", 1, (), (Location("none"), Location("at 1", (begin,)), Location("end")))
    system = workers(put(MINE, read(DATA), 2), count=1)
    assert quiet_places(system) == {1}
    others = replace(system, templates=(*system.templates, late, starter), first=started(*system.templates, starter))
    assert quiet_places(others) == set()


def test_what_was_written_in_the_same_step() -> None:
    """A condition on what the step itself has written is none on the state before it."""
    cut = If(equal(read(MINE), byte(1)), (Leave(1),), (Goto(2),))
    assert quiet_places(workers(Command(TRUE, (cut,)))) == {1}
    assert quiet_places(workers(Command(TRUE, (Assign(MINE, number(0), byte(1)), cut)))) == set()


def test_locks_of_objects() -> None:
    """The lock at an index protects the data at the same index, as long as the variable that holds it is the same."""
    keys, row = Variable("keys", BYTE, 4), Variable("row", BYTE, 4)
    index = cast(apply(Operator.BIT_AND, read(MINE), byte(3)), WORD)
    free = equal(read(keys, index), byte(0))
    lock = Command(free, (Assign(keys, index, me()), Goto(2)))
    write = Command(TRUE, (Assign(row, index, byte(1)), Goto(3)))
    fixed = Command(TRUE, (Assign(row, number(1), byte(1)), Goto(4)))
    change = put(MINE, byte(2), 3)

    def places(*commands: Command) -> set[int]:
        system = workers(*commands)
        return quiet_places(replace(system, variables=(*system.variables, keys, row)))

    assert places(lock, write) == {2}
    assert 2 not in places(lock, write, fixed), "an element that is written without its lock"
    assert 3 not in places(lock, change, Command(TRUE, (Assign(row, index, byte(1)), Goto(4))))


def test_a_lock_that_is_held_on_some_ways_only() -> None:
    """At a location that threads reach with and without the lock, it protects nothing."""
    system = workers(acquire(2), put(DATA, byte(1), 3))
    places = list(system.templates[0].locations)
    places[1] = Location("either", (acquire(2), Command(TRUE, (Goto(2),))))
    system = replace(system, templates=(replace(system.templates[0], locations=tuple(places)),))
    assert quiet_places(system) == set()


def test_choices_for_an_abstraction() -> None:
    """Where no step may choose for an abstraction, one that does is not quiet."""
    choice = Choice("c", number(2), origin=Origin.ABSTRACTION)
    system = workers(Command(TRUE, (Goto(2),), (choice,)))
    assert quiet_places(system) == {1}
    assert quiet_places(system, Visibility(choose_free=True)) == set()


def test_how_many_states_are_left() -> None:
    """Two threads of five steps have one order of their own steps, and fused no state between them."""
    steps = [put(MINE, byte(place), place + 1) for place in range(1, 6)]
    system = workers(*steps)
    quiet = with_quiet(system, Visibility())
    assert len(reached(system, order=False, fuse=False)) == 36
    assert len(reached(quiet, order=True, fuse=False)) == 11
    assert len(reached(quiet, order=False, fuse=True)) == 4
    assert len(reached(quiet, order=True, fuse=True)) == 2


def test_very_long_chains_are_stored_now_and_then() -> None:
    """No more steps than the limit are fused into one."""
    steps = [Command(TRUE, (Goto(place + 1),)) for place in range(1, MOST_FUSED + 100)]
    places = [Location(str(place), (command,)) for place, command in enumerate(steps, 1)]
    template = Template("long", 1, (), (Location("none"), *places, Location("end")))
    quiet = with_quiet(GuardedSystem("long", (), (template,), started(template)), Visibility())
    evaluator = Evaluator(quiet)
    ((path, _),) = reduced_successors(evaluator, evaluator.initial()[0])
    assert len(path) == MOST_FUSED + 1


def test_one_after_the_other() -> None:
    """What another thread can no longer do disturbs nobody: data that is read only later is written first."""
    count = apply(Operator.ADD, read(DATA), byte(1))
    system = workers(put(DATA, count, 2), put(MINE, byte(1), 3))
    evaluator = Evaluator(with_quiet(system, Visibility()))
    first = evaluator.initial()[0]
    assert ample(evaluator, first) is None
    after = next(state for taken, state in evaluator.successors(first) if taken.thread == 0)
    steps = ample(evaluator, after)
    assert steps is not None
    assert {taken.thread for taken, _ in steps} == {0}
