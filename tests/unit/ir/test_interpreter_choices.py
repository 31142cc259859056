"""Choices: what is offered, what a decision means, open initial values, bounds, and replay."""

from __future__ import annotations

import math

import pytest

from sketches import Sketch, add, address, boolean, equal, finish, global_value, i32, less, null, number, started
from vexil.core.errors import InternalError, UsageError
from vexil.ir.expressions import Const, Operator, Variable
from vexil.ir.interpreter import Bounds, Choices, Cut, Machine, Move, Undefined
from vexil.ir.operation_parts import Domain, GuardedDomain, Origin, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import Assign, Choose, ChooseInstance
from vexil.ir.program import Relation, TokenSet
from vexil.ir.types import BOOL, F32, I8, I32, INT, PointerType, ReferenceType, TokenType, Type
from vexil.ir.typing import apply

SIGNS = TokenType("Signs")


def choosing(domain: Domain, kind: Type, bounds: Bounds | None = None) -> Machine:
    """A program that chooses a value for ``x``; ``y`` is 3."""
    sketch = Sketch()
    declare_signs(sketch)
    x = sketch.variable("x", kind)
    sketch.variable("y", I32, i32(3))
    with sketch.function("main") as main:
        main.do(Choose(x, domain, Origin.ENVIRONMENT))
    return started(sketch.build(), bounds)


def declare_signs(sketch: Sketch) -> None:
    """The signs of integers, with the relations of negation, addition and one that is never possible."""
    sketch.builder.token_sets["Signs"] = TokenSet("Signs", ("NEG", "ZERO", "POS"))
    rows = {(a, b): (0, 1, 2) if {a, b} == {0, 2} else (a if b == 1 else b,) for a in range(3) for b in range(3)}
    sketch.builder.relations["plus"] = Relation("plus", (SIGNS, SIGNS), SIGNS, tuple(rows.items()))
    negation = tuple(((a,), (2 - a,)) for a in range(3))
    sketch.builder.relations["minus"] = Relation("minus", (SIGNS,), SIGNS, negation)
    never = tuple(((a,), ()) for a in range(3))
    sketch.builder.relations["never"] = Relation("never", (SIGNS,), SIGNS, never)
    maybe = tuple(((a,), (0, 1) if a == 2 else (0,)) for a in range(3))
    sketch.builder.relations["maybe"] = Relation("maybe", (SIGNS,), BOOL, maybe)


def sign(value: int) -> Const:
    """A sign."""
    return Const(value, SIGNS)


Y = Variable("y", I32, True)


def outcomes(machine: Machine) -> list[object]:
    """The values of ``x`` for all decisions."""
    offered = machine.choices(1)
    assert offered is not None
    assert offered.values is not None
    before = machine.snapshot()
    found = []
    for value in offered.values:
        machine.restore(before)
        machine.step(1, value)
        found.append(global_value(machine, "x"))
    return found


def test_a_choice_of_a_type_offers_all_its_values() -> None:
    """Booleans are 0 and 1, integers and tokens themselves."""
    assert outcomes(choosing(TypeDomain(BOOL), BOOL)) == [False, True]
    assert outcomes(choosing(TypeDomain(I8), I8)) == list(range(-128, 128))
    assert outcomes(choosing(TypeDomain(SIGNS), SIGNS)) == [0, 1, 2]


def test_a_choice_of_a_float_is_made_by_its_bits() -> None:
    """A decision about a float is its IEEE representation."""
    machine = choosing(TypeDomain(F32), F32)
    assert machine.choices(1) == Choices(range(1 << 32))
    machine.step(1, 0xC0490FDB)
    value = global_value(machine, "x")
    assert isinstance(value, float)
    assert value == pytest.approx(-math.pi)


def test_mathematical_integers_are_infinitely_many() -> None:
    """An unbounded choice offers no list, but takes any integer; with a bound it has one."""
    machine = choosing(TypeDomain(INT), INT)
    assert machine.choices(1) == Choices(None)
    machine.apply(Move(1, 10**40))
    assert global_value(machine, "x") == 10**40
    bounded = choosing(TypeDomain(INT), INT, Bounds(variables={"x": (-1, 1)}))
    assert bounded.choices(1) == Choices(range(-1, 2), ("x >= -1", "x <= 1"))


def test_a_range_includes_both_ends() -> None:
    """A range of integers is evaluated in the current state and may be clipped by a bound."""
    domain = RangeDomain(i32(-1), Y)
    assert outcomes(choosing(domain, I32)) == [-1, 0, 1, 2, 3]
    assert choosing(domain, I32, Bounds(integers=(0, 2))).choices(1) == Choices(range(3), ("x >= 0", "x <= 2"))


def test_guarded_values() -> None:
    """Values whose guards hold are candidates, by position; the others are not even evaluated."""
    bad = apply(Operator.DIVIDE, i32(1), i32(0))
    cases = ((None, i32(7)), (less(Y, i32(0)), bad), (equal(Y, i32(3)), add(Y, Y)))
    machine = choosing(GuardedDomain(cases), I32)
    assert machine.choices(1) == Choices(range(2))
    assert outcomes(machine) == [7, 6]


def test_large_guarded_values_are_evaluated_under_their_guards() -> None:
    """A candidate too large for one Python expression is evaluated only when its guard holds."""
    bad = apply(Operator.DIVIDE, i32(1), i32(0))
    for _ in range(100):
        bad = add(bad, i32(1))
    assert outcomes(choosing(GuardedDomain(((boolean(False), bad), (None, i32(1)))), I32)) == [1]


def test_relations_apply_to_sets() -> None:
    """A relation gives all results for all combinations of arguments, nested domains included, each once."""
    plus = RelationDomain("plus", (sign(0), RelationDomain("minus", (TypeDomain(SIGNS),))))
    assert outcomes(choosing(plus, SIGNS)) == [0, 1, 2]
    assert outcomes(choosing(RelationDomain("minus", (sign(0),)), SIGNS)) == [2]
    assert outcomes(choosing(RelationDomain("maybe", (sign(2),)), BOOL)) == [False, True]
    chosen = RelationDomain("plus", (sign(2), GuardedDomain(((boolean(False), sign(0)), (None, sign(1))))))
    assert outcomes(choosing(chosen, SIGNS)) == [2]


EMPTY: list[tuple[Domain, Type]] = [
    (RangeDomain(Y, i32(2)), I32),
    (GuardedDomain(((boolean(False), i32(1)),)), I32),
    (RelationDomain("never", (sign(1),)), SIGNS),
    (RelationDomain("plus", (sign(1), RelationDomain("never", (sign(1),)))), SIGNS),
]


@pytest.mark.parametrize(("domain", "kind"), EMPTY)
def test_an_empty_choice_is_undefined(domain: Domain, kind: Type) -> None:
    """When there is nothing to choose from, nothing is offered and the step ends the run as undefined."""
    machine = choosing(domain, kind)
    assert machine.enabled() == [1]
    assert machine.choices(1) is None
    machine.step(1)
    assert machine.ending == Undefined("empty-choice")


def test_a_choice_emptied_by_a_bound_is_cut() -> None:
    """When a bound leaves no value over, the run is cut, which is neither undefined nor a deadlock."""
    machine = choosing(RangeDomain(i32(5), i32(9)), I32, Bounds(integers=(0, 3)))
    assert machine.choices(1) is None
    machine.step(1)
    assert machine.ending == Cut("x <= 3", True)
    assert not machine.deadlocked()


def test_a_choice_that_is_empty_anyway_is_not_cut() -> None:
    """A bound is not to blame for a range that has no values without it."""
    machine = choosing(RangeDomain(i32(9), i32(8)), I32, Bounds(integers=(0, 3)))
    machine.step(1)
    assert machine.ending == Undefined("empty-choice")


def test_an_undefined_domain_is_undefined() -> None:
    """A domain whose bound cannot be evaluated offers nothing; the step says why."""
    machine = choosing(RangeDomain(i32(0), apply(Operator.DIVIDE, Y, i32(0))), I32)
    assert machine.choices(1) is None
    machine.step(1)
    assert machine.ending == Undefined("division-by-zero")


def test_a_decision_must_be_made() -> None:
    """Stepping without a decision where one is open is a mistake of the caller, and so is a wrong alternative."""
    with pytest.raises(InternalError, match="should be one of those offered"):
        choosing(TypeDomain(BOOL), BOOL).step(1)


def test_recorded_moves_are_checked() -> None:
    """A recorded move that the machine does not offer is refused with a sentence."""
    machine = choosing(TypeDomain(BOOL), BOOL)
    for move in (Move(1), Move(1, 2)):
        with pytest.raises(UsageError, match="is not offered here"):
            machine.apply(move)
    with pytest.raises(UsageError, match="thread 2 cannot move"):
        machine.apply(Move(2))
    machine.apply(Move(1, 1))
    assert global_value(machine, "x") is True


def test_alternatives_of_the_environment() -> None:
    """A location of kind choice offers its edges by position."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        main.choose(lambda: main.set(x, i32(1)), lambda: main.set(x, i32(2)), lambda: None)
    found = []
    for choice in range(3):
        machine = started(sketch.build())
        assert machine.choices(1) == Choices(range(3))
        machine.step(1, choice)
        found.append(global_value(finish(machine), "x"))
    assert found == [1, 2, 0]


# --- instances -------------------------------------------------------------------------------------------


def instance_program(order: list[str], nullable: bool) -> Machine:
    """Two objects made in some order, and a choice among all objects of their superclass."""
    sketch = Sketch()
    base = sketch.declare("Base")
    sketch.declare("Left", "Base")
    sketch.declare("Right", "Base")
    sketch.declare("Other")
    left, right = sketch.variable("left", base), sketch.variable("right", base)
    x = sketch.variable("x", base)
    with sketch.function("main") as main:
        for name in order:
            main.new(sketch.variable(f"lost{name}", ReferenceType("Other")), "Other")
            main.new(left if name == "Left" else right, name, site="here")
        main.do(ChooseInstance(x, "Base", nullable, Origin.ENVIRONMENT))
    machine = started(sketch.build())
    while machine.choices(1) is None and machine.enabled():
        machine.step(1)
    return machine


def test_instances_are_offered_in_canonical_order() -> None:
    """The order of the candidates depends on how they are reached, not on when they were created."""
    for order in (["Left", "Right"], ["Right", "Left"]):
        classes = []
        for choice in range(2):
            machine = instance_program(order, False)
            assert machine.choices(1) == Choices(range(2))
            machine.step(1, choice)
            reference = global_value(machine, "x")
            assert isinstance(reference, int)
            classes.append(machine.class_of(reference))
        assert classes == ["Left", "Right"]


def test_null_comes_first_where_it_is_possible() -> None:
    """A nullable choice offers null before the instances, also when there is none."""
    machine = instance_program(["Left"], True)
    assert machine.choices(1) == Choices(range(2))
    machine.step(1, 0)
    assert global_value(machine, "x") == 0
    assert instance_program([], True).choices(1) == Choices(range(1))


def test_choosing_among_no_instances_is_undefined() -> None:
    """Without any reachable instance there is nothing to choose."""
    machine = instance_program([], False)
    assert machine.ending == Undefined("empty-choice")


# --- initial values --------------------------------------------------------------------------------------


def initial_machine(domain: Domain, kind: Type, bounds: Bounds | None = None, *, addressable: bool = False) -> Machine:
    """A program whose global ``x`` starts with any value of a domain."""
    sketch = Sketch()
    declare_signs(sketch)
    sketch.variable("target", I32, i32(5), addressable=True)
    sketch.variable("x", kind, domain, addressable=addressable)
    with sketch.function("main"):
        pass
    return Machine(sketch.build(), bounds=bounds)


INITIAL: list[tuple[Domain, Type, list[object]]] = [
    (TypeDomain(BOOL), BOOL, [False, True]),
    (RangeDomain(i32(2), i32(4)), I32, [2, 3, 4]),
    (GuardedDomain(((None, i32(9)), (boolean(False), i32(8)), (boolean(True), i32(7)))), I32, [9, 7]),
    (RelationDomain("plus", (sign(0), RelationDomain("minus", (sign(0),)))), SIGNS, [0, 1, 2]),
    (RelationDomain("maybe", (sign(2),)), BOOL, [False, True]),
    (
        GuardedDomain(((None, null(PointerType(I32))), (None, address(Variable("target", I32, True))))),
        PointerType(I32),
        [(0, 0), (1, 0)],
    ),
]


@pytest.mark.parametrize(("domain", "kind", "values"), INITIAL)
def test_open_initial_values(domain: Domain, kind: Type, values: list[object]) -> None:
    """A global with a domain has one initial state for each value, whatever kind of domain it is."""
    machine = initial_machine(domain, kind)
    ((name, offered),) = machine.initial_choices()
    assert name == "x"
    assert offered.values is not None
    found = []
    for decision in offered.values:
        machine.reset([decision])
        found.append(global_value(machine, "x"))
    assert found == values


def test_open_initial_values_in_memory() -> None:
    """An addressable global is given its open initial value in memory."""
    machine = initial_machine(RangeDomain(i32(-2), i32(2)), I32, addressable=True)
    machine.reset([-2])
    number_ = global_value(machine, "x")
    assert isinstance(number_, int)
    assert machine.load((number_, 0), "u4", 4) == 2**32 - 2


def test_bounds_clip_initial_values() -> None:
    """Initial values outside a bound are not offered, and the bound is named."""
    machine = initial_machine(RangeDomain(i32(0), i32(9)), I32, Bounds(integers=(2, 4)))
    assert machine.initial_choices() == [("x", Choices(range(2, 5), ("x >= 2", "x <= 4")))]


@pytest.mark.parametrize(
    ("domain", "bounds", "ending"),
    [
        (RangeDomain(i32(1), i32(0)), None, Undefined("empty-choice")),
        (RangeDomain(i32(5), i32(6)), Bounds(variables={"x": (0, 1)}), Cut("x <= 1", True)),
        (RangeDomain(apply(Operator.DIVIDE, i32(1), i32(0)), i32(1)), None, Undefined("division-by-zero")),
    ],
)
def test_an_initial_value_that_does_not_exist(domain: Domain, bounds: Bounds | None, ending: object) -> None:
    """Nothing is open when there is nothing to choose from, and the only initial state says so."""
    machine = initial_machine(domain, I32, bounds)
    assert machine.initial_choices() == []
    machine.reset()
    assert machine.ending == ending


def test_an_initial_value_outside_a_bound_cuts_every_run() -> None:
    """A bound holds for the values globals start with."""
    sketch = Sketch()
    sketch.variable("x", I32, i32(5))
    with sketch.function("main"):
        pass
    assert started(sketch.build(), Bounds(integers=(0, 4))).ending == Cut("x <= 4", True)


def test_wrong_initial_decisions_are_refused() -> None:
    """Too few, too many or impossible decisions are refused with a sentence."""
    machine = initial_machine(RangeDomain(i32(0), i32(1)), I32)
    for decisions in ([], [0, 1]):
        with pytest.raises(UsageError, match="1 initial values are open"):
            machine.reset(decisions)
    with pytest.raises(UsageError, match="2 is no possible initial value of x"):
        machine.reset([2])


# --- bounds ----------------------------------------------------------------------------------------------


def test_a_bound_on_integers_cuts_what_leaves_it() -> None:
    """An assignment outside the bound ends the run and names the variable; hidden variables are not meant."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    hidden = sketch.builder.global_variable("h", I32, hidden=True)
    with sketch.function("main") as main:
        main.set(hidden, i32(100))
        main.mark("head")
        main.set(x, add(x, i32(1)))
        main.goto("head")
    machine = finish(started(sketch.build(), Bounds(integers=(0, 5))))
    assert machine.ending == Cut("x <= 5", True)
    assert isinstance(machine.last_edge().operation, Assign)


def test_a_bound_on_the_reason_of_a_wait_cuts() -> None:
    """What a wait delivers is written like everything else: a bound on its variable cuts the run."""
    from vexil.ir.operations import Lock, Wait
    from vexil.ir.types import LOCK

    sketch = Sketch()
    reason = sketch.variable("reason", I32)
    with sketch.function("main") as main:
        main.do(Lock(number(1, LOCK), "l", True))
        main.do(Wait(number(1, LOCK), number(1, LOCK), True, reason))
    machine = finish(started(sketch.build(), Bounds(variables={"reason": (0, 0)})))
    assert machine.ending == Cut("reason <= 0", True)


def test_bounds_on_counts() -> None:
    """Array lengths, threads and instances per site are held to their bounds; garbage does not count."""
    from vexil.ir.operation_parts import NewArray
    from vexil.ir.operations import Allocate
    from vexil.ir.types import ArrayReferenceType

    def ending(what: str, bounds: Bounds) -> object:
        sketch = Sketch()
        node = sketch.declare("Node")
        a, n = sketch.variable("a", ArrayReferenceType(I32)), sketch.variable("n", node)
        kept = sketch.variable("kept", node)
        with sketch.function("idle"):
            pass
        with sketch.function("main") as main:
            if what == "array":
                main.do(Allocate(a, NewArray(I32, i32(4)), "site"))
            elif what == "threads":
                main.start("idle")
                main.start("idle")
            else:
                for _ in range(3):
                    main.new(n, "Node", site="here")
                if what == "kept":
                    main.set(kept, n)
                    main.new(n, "Node", site="here")
        return finish(started(sketch.build(), bounds)).ending

    assert ending("array", Bounds(array_length=3)) == Cut("array length <= 3", True)
    assert ending("array", Bounds(array_length=4)) is None
    assert ending("threads", Bounds(threads=2)) == Cut("threads <= 2", True)
    assert ending("garbage", Bounds(instances=2)) is None
    assert ending("kept", Bounds(sites={"here": 1})) == Cut("instances at here <= 1", True)
    assert ending("kept", Bounds(instances=1)) == Cut("instances at here <= 1", True)
