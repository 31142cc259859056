"""Laws of runs: snapshots are complete and canonical, moves can be replayed, and looking changes nothing."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sketches import Sketch, at, i32, null, number, started
from strategies.ir.anything import programs
from strategies.ir.threads import random_threads
from strategies.source import drawn
from vexil.core.errors import LimitReached
from vexil.ir.expressions import Const, Operator
from vexil.ir.interpreter import Activity, Choices, CompiledProgram, Machine, Move, Snapshot, Undefined
from vexil.ir.interpreter.state import ArrayObject, Instance
from vexil.ir.operation_parts import NewArray
from vexil.ir.operations import Allocate, ChooseInstance, Origin
from vexil.ir.program import Program
from vexil.ir.types import F64, I32, U32, ArrayReferenceType, PointerType, ReferenceType
from vexil.ir.typing import apply, element

law = settings(max_examples=120, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
STEPS = 60


def decision(random: Random, offered: Choices | None) -> int | None:
    """One of the decisions offered."""
    if offered is None:
        return None
    if offered.values is None:
        return random.choice([0, -1, 10**30])
    values = offered.values
    last = values.stop - values.start - 1 if isinstance(values, range) else len(values) - 1  # len() has a limit
    return values[random.choice([0, last, random.randint(0, last)])]


def random_run(machine: Machine, random: Random) -> tuple[list[Move], list[Snapshot]]:
    """Some moves, and the states they lead through."""
    moves, states = [], [machine.snapshot()]
    while len(moves) < STEPS and (able := machine.enabled()):
        thread = random.choice(able)
        move = Move(thread, decision(random, machine.choices(thread)))
        machine.step(move.thread, move.choice)
        moves.append(move)
        states.append(machine.snapshot())
    return moves, states


def test_random_programs_do_something() -> None:
    """The programs of the laws below run for a while, few end as undefined, and their threads do all there is to do."""
    kinds: Counter[int] = Counter()
    steps = undefined = 0
    for seed in range(80):
        machine = started(random_threads(Random(seed)))
        moves, states = random_run(machine, Random(seed))
        steps += len(moves)
        undefined += isinstance(machine.ending, Undefined)
        for state in states:
            machine.restore(state)
            kinds.update(int(thread.activity) for thread in machine.threads.values())
    assert steps > 80 * 25
    assert undefined < 30
    assert all(kinds[activity] > 20 for activity in Activity)


@law
@given(drawn(random_threads), seeds)
def test_restoring_changes_nothing(program: Program, seed: int) -> None:
    """A run that goes through a fresh machine before every step passes the same states as one that never stops."""
    compiled = CompiledProgram(program)
    live = Machine(compiled)
    live.reset()
    moves, states = random_run(live, Random(seed))
    for move, before, after in zip(moves, states, states[1:], strict=False):
        other = Machine(compiled)
        other.restore(before)
        assert other.snapshot() == before
        other.apply(move)
        assert other.snapshot() == after
        assert hash(after) == hash(other.snapshot())


@law
@given(drawn(random_threads), seeds)
def test_moves_can_be_replayed(program: Program, seed: int) -> None:
    """The same moves lead to the same state, in a machine that was used before and forgets garbage at once."""
    machine = started(program)
    moves, states = random_run(machine, Random(seed))
    machine.reset()
    for move in moves:
        machine.collect_at = 0
        machine.apply(move)
    assert machine.snapshot() == states[-1]


@law
@given(drawn(random_threads), seeds)
def test_looking_changes_nothing(program: Program, seed: int) -> None:
    """Asking what can happen, what is stuck and where threads are leaves the state as it is."""
    machine = started(program)
    random = Random(seed)
    while len(machine.threads) and (able := machine.enabled()) and random.random() < 0.97:
        before = machine.snapshot()
        for number_ in able:
            machine.choices(number_)
        machine.wait_cycle()
        machine.deadlocked()
        list(machine.positions())
        assert machine.snapshot() == before
        thread = random.choice(able)
        machine.step(thread, decision(random, machine.choices(thread)))


@law
@given(drawn(random_threads), seeds)
def test_what_is_enabled_can_be_done(program: Program, seed: int) -> None:
    """Every thread that is listed as able to move can take every decision that is offered to it."""
    machine = started(program)
    _, states = random_run(machine, Random(seed))
    for state in states[::7]:
        machine.restore(state)
        for thread in machine.enabled():
            machine.restore(state)
            offered = machine.choices(thread)
            for choice in [None] if offered is None else offered.values or ():
                machine.restore(state)
                machine.step(thread, choice)
                machine.snapshot()


@law
@given(programs(), seeds)
def test_every_valid_program_can_be_run(program: Program, seed: int) -> None:
    """Whatever a valid program does, it runs, ends as undefined or reaches a limit; restored states do the same."""
    random = Random(seed)
    machine = Machine(program)
    machine.reset([decision(random, choices) or 0 for _, choices in machine.initial_choices()])
    other = Machine(machine.compiled)
    with suppress(LimitReached):
        for _ in range(30):
            able = machine.enabled()
            if not able:
                break
            thread = random.choice(able)
            choice = decision(random, machine.choices(thread))
            other.restore(machine.snapshot())
            for each in (machine, other):
                each.step(thread, choice)
            assert machine.snapshot() == other.snapshot()


def graph_program(order: list[int], edges: list[tuple[int, int]], garbage: list[bool]) -> Program:
    """A program that creates nodes in some order, with garbage between them, and links them to one graph."""
    sketch = Sketch()
    node = sketch.declare("Node", label=I32, left=ReferenceType("Node"), right=ReferenceType("Node"))
    nodes = sketch.variable("nodes", ArrayReferenceType(node))
    pointers = sketch.variable("pointers", ArrayReferenceType(PointerType(U32)))
    temporary = sketch.variable("temporary", node)
    with sketch.function("main") as main:
        main.do(Allocate(nodes, NewArray(node, i32(len(order))), "nodes"))
        main.do(Allocate(pointers, NewArray(PointerType(U32), i32(len(order))), "pointers"))
        for index, waste in zip(order, garbage, strict=True):
            if waste:
                main.new(temporary, "Node")
            main.new(element(nodes, i32(index)), "Node", site="node")
            main.malloc(element(pointers, i32(index)), 8)
            main.set(at(element(pointers, i32(index)), 4, U32), number(index, U32))
        for count, (source, target) in enumerate(edges):
            field = sketch.of(element(nodes, i32(source)), "left" if count % 2 else "right")
            main.set(field, element(nodes, i32(target)))
            main.set(at(element(pointers, i32(source)), 0, U32), number(target, U32))
        main.set(temporary, element(nodes, i32(0)))
        main.set(nodes, null(nodes.type))
        main.set(temporary, apply(Operator.IF, apply(Operator.EQUAL, i32(0), i32(0)), temporary, null(node)))
    return sketch.build()


@law
@given(st.data())
def test_allocation_order_does_not_matter(data: st.DataObject) -> None:
    """Equal graphs of objects and memory give equal states, whatever was created first and however much is garbage."""
    size = data.draw(st.integers(1, 5))
    indices = st.integers(0, size - 1)
    edges = data.draw(st.lists(st.tuples(indices, indices), max_size=8))
    states = []
    for _ in range(2):
        order = data.draw(st.permutations(range(size)))
        garbage = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
        machine = started(graph_program(list(order), edges, garbage))
        while machine.enabled():
            machine.step(1)
        assert machine.ending is None
        state = machine.snapshot()
        machine.restore(state)
        assert machine.snapshot() == state
        states.append(state)
    assert states[0] == states[1]


def stray_program(order: list[int], edges: list[tuple[int, int]], labels: list[int]) -> Program:
    """A program that creates nodes in some order, links them, forgets them all, and then chooses one of them."""
    sketch = Sketch()
    node = sketch.declare("Node", label=I32, left=ReferenceType("Node"), right=ReferenceType("Node"))
    nodes, chosen = sketch.variable("nodes", ArrayReferenceType(node)), sketch.variable("chosen", node)
    with sketch.function("main") as main:
        main.do(Allocate(nodes, NewArray(node, i32(len(order))), "nodes"))
        for index in order:
            main.new(element(nodes, i32(index)), "Node", site="node")
            main.set(sketch.of(element(nodes, i32(index)), "label"), i32(labels[index]))
        for count, (source, target) in enumerate(edges):
            field = sketch.of(element(nodes, i32(source)), "left" if count % 2 else "right")
            main.set(field, element(nodes, i32(target)))
        main.set(nodes, null(nodes.type))
        main.do(ChooseInstance(chosen, "Node", False, Origin.ENVIRONMENT))
        main.mark("here")
        main.goto("here")
    return sketch.build()


def chosen_states(program: Program) -> list[Snapshot]:
    """The state before the choice, and the states it leads to, in order of the decisions."""
    machine = started(program)
    while machine.choices(1) is None:
        machine.step(1)
    before = machine.snapshot()
    states = [before]
    offered = machine.choices(1)
    assert offered is not None
    for choice in offered.values or ():
        machine.restore(before)
        machine.step(1, choice)
        states.append(machine.snapshot())
    return states


@law
@given(st.data())
def test_objects_that_were_given_away_are_offered_in_canonical_order(data: st.DataObject) -> None:
    """Instances that nothing reaches can be chosen, and a decision means the same whatever was created first."""
    size = data.draw(st.integers(1, 4))
    indices = st.integers(0, size - 1)
    edges = data.draw(st.lists(st.tuples(indices, indices), max_size=5))
    labels = data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    orders = [data.draw(st.permutations(range(size))) for _ in range(2)]
    first, second = (chosen_states(stray_program(list(order), edges, labels)) for order in orders)
    assert len(first) == 1 + size
    assert first == second


def test_special_floats_are_told_apart() -> None:
    """Zero and negative zero are different states, and every NaN is the same one, wherever they are kept."""

    def state(*values: float) -> Snapshot:
        sketch = Sketch()
        node = sketch.declare("Node", weight=F64)
        x, n = sketch.variable("x", F64), sketch.variable("n", node)
        a = sketch.variable("a", ArrayReferenceType(F64))
        m = sketch.variable("m", F64, addressable=True)
        with sketch.function("main") as main:
            local = main.local("local", F64)
            main.new(n, "Node")
            main.do(Allocate(a, NewArray(F64, i32(1)), "a"))
            for value in values:
                for place in (x, m, local, sketch.of(n, "weight"), element(a, i32(0))):
                    product = apply(Operator.MULTIPLY, Const(value, F64), Const(1.0, F64))
                    main.set(place, apply(Operator.SUBTRACT, product, product) if value == float("inf") else product)
            main.mark("here")
            main.goto("here")
        machine = started(sketch.build())
        for _ in range(3 + 5 * len(values)):
            machine.step(1)
        found = machine.snapshot()
        machine.restore(found)
        assert machine.snapshot() == found
        number_ = machine.globals[machine.compiled.global_slots["m"]]
        assert isinstance(number_, int)
        wanted = repr(machine.globals[0])
        assert repr(machine.load((number_, 0), "f8", 8)) == wanted
        assert repr(machine.threads[1].frames[0].registers[0]) == wanted
        fields = [item.fields for item in machine.objects.values() if isinstance(item, Instance)]
        arrays = [item.items for item in machine.objects.values() if isinstance(item, ArrayObject)]
        assert [*map(repr, (fields[0][0], arrays[0][0]))] == [wanted, wanted]
        return found[:3] + found[5:]

    assert state(0.0)[0] != state(-0.0)[0]
    assert state(float("inf"))[0] == state(float("nan"))[0]
    assert state(1.0, 0.0)[0] == state(2.0, 0.0)[0]
