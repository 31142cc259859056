"""Decision diagrams of predicate programs against enumeration of valuations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.engines.diagrams import Diagram, Diagrams, Manager
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Edge, Location, PredicateProgram, Procedure, Update, Variable
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Choose,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Var,
    conjunction,
    evaluated,
    negation,
)

NAMES = ("g", "h", "x", "y")
Values = dict[str, bool]
Function = frozenset[tuple[bool, ...]]
FUNCTIONS = st.integers(0, 2**16 - 1)
"""Functions of four variables by their truth tables."""


def points() -> Iterator[Values]:
    """Every valuation, false before true, the first name weighs most."""
    for values in product((False, True), repeat=len(NAMES)):
        yield dict(zip(NAMES, values, strict=True))


def table(manager: Manager, bits: int, names: dict[str, str] | None = None) -> Diagram:
    """The function whose truth table has these bits."""
    found = manager.false
    for number, point in enumerate(points()):
        if bits >> number & 1:
            found = found | manager.cube({(names or {}).get(name, name): value for name, value in point.items()})
    return found


def fresh_manager() -> Manager:
    """A manager in which the order of variables is not that of the names."""
    manager = Manager()
    for name in reversed(NAMES):
        manager.declare(name)
    return manager


# --- the manager -----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(FUNCTIONS)
def test_manager_lists_valuations_in_order(bits: int) -> None:
    """Valuations come in the order of the names, as many as are counted, and the one that is picked is the first."""
    manager = fresh_manager()
    function = table(manager, bits)
    expected = [point for number, point in enumerate(points()) if bits >> number & 1]
    assert list(manager.valuations(function, NAMES)) == expected
    assert manager.count(function, NAMES) == len(expected)
    if expected:
        assert manager.pick(function, NAMES) == expected[0]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(FUNCTIONS, FUNCTIONS, FUNCTIONS)
def test_manager_combines_functions_point_by_point(left: int, right: int, condition: int) -> None:
    """Sameness, choice by a condition and quantifiers are what truth tables say."""
    manager = fresh_manager()
    one, other, third = (table(manager, bits) for bits in (left, right, condition))
    every = 2**16 - 1
    assert manager.same(one, other) == table(manager, every ^ left ^ right)
    assert manager.ite(third, one, other) == table(manager, left & condition | right & ~condition)
    assert manager.and_exist(["g", "y"], one, other) == manager.exist(["g", "y"], one & other)
    assert manager.forall(["h"], one) == ~manager.exist(["h"], ~one)
    swapped = manager.replaced(one, {"g": manager.declare("y"), "y": manager.declare("g")})
    expected = {tuple(item[name] for name in ("y", "h", "x", "g")) for item in manager.valuations(one, NAMES)}
    assert {tuple(item.values()) for item in manager.valuations(swapped, NAMES)} == expected


def test_manager_counts_variables_that_a_function_does_not_depend_on() -> None:
    """A variable that does not matter doubles the number of valuations; one named twice counts once."""
    manager = fresh_manager()
    assert manager.count(manager.declare("g"), NAMES) == 8
    assert manager.count(manager.true, ["g", "g", "h"]) == 4
    assert list(manager.valuations(manager.false, NAMES)) == []
    assert list(manager.valuations(manager.true, [])) == [{}]
    assert manager.support(manager.declare("g") | ~manager.declare("g")) == frozenset()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(FUNCTIONS, st.permutations(NAMES))
def test_shared_form_is_the_function(bits: int, order: list[str]) -> None:
    """The expression has the function's value everywhere and names only what it depends on, renamed."""
    manager = fresh_manager()
    function = table(manager, bits)
    made = shared_form(manager, function, {name: name.upper() for name in order})
    for number, point in enumerate(points()):
        value = bool(bits >> number & 1)
        assert evaluated(made, {name.upper(): item for name, item in point.items()}) == (value, not value)


def test_shared_form_does_not_grow_with_the_number_of_paths() -> None:
    """The parity of forty variables has a form with shared parts, although it has 2^40 paths."""
    manager = Manager()
    names = [f"v{number}" for number in range(40)]
    function = manager.false
    for name in names:
        function = ~manager.same(function, manager.declare(name))
    made = shared_form(manager, function, {name: name for name in names})
    point = dict.fromkeys(names, False) | {"v3": True}
    assert evaluated(made, point) == (True, False)
    assert evaluated(made, point | {"v39": True}) == (False, True)


# --- steps -----------------------------------------------------------------------------------------------

DEFINITE: st.SearchStrategy[Expr] = st.recursive(
    st.sampled_from([Var(name) for name in NAMES] * 2 + [TRUE, FALSE]),
    lambda inner: st.one_of(
        inner.map(Not),
        st.tuples(inner, inner).map(And),
        st.tuples(inner, inner).map(Or),
        st.builds(Same, inner, inner),
    ),
    max_leaves=4,
)


def chosen_values(first: Expr, second: Expr) -> Expr:
    """A partial value that is never true and false at once."""
    return Choose(first, conjunction((negation(first), second)))


PARTIAL = st.one_of(
    DEFINITE,
    st.just(UNKNOWN),
    st.builds(chosen_values, DEFINITE, DEFINITE),
    st.builds(lambda one, other: And((one, Choose(other, FALSE))), DEFINITE, DEFINITE),
    st.builds(lambda one: Or((one, UNKNOWN)), DEFINITE),
)


@st.composite
def relations(draw: st.DrawFn, following: tuple[str, ...]) -> Expr:
    """A condition over current values and some next ones."""
    parts = [draw(DEFINITE), *(Next(name) for name in following)]
    kept = [part if draw(st.booleans()) else Not(part) for part in parts if draw(st.booleans())]
    return draw(st.sampled_from([Or(tuple(kept)), Same(kept[0], kept[-1]) if kept else TRUE, TRUE]))


@st.composite
def updates(draw: st.DrawFn) -> Update:
    """An update of some variables, others chosen from outside, under a constraint."""
    order = draw(st.permutations(NAMES))
    number, other = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    targets, chosen = tuple(order[:number]), tuple(order[number : number + other])
    values = tuple(draw(PARTIAL) for _ in targets)
    constraint = draw(relations(NAMES[:3]))
    possible = draw(relations(chosen)) if chosen else TRUE
    definite = conjunction((possible, draw(relations(chosen)))) if chosen else TRUE
    return Update(targets, values, constraint, chosen, possible, definite)


def program_of(update: Update, invariant: Expr) -> PredicateProgram:
    """A program with one step; two of its variables are global."""
    locations = (Location("L0", LocationKind.STEP), Location("exit", LocationKind.TERMINAL))
    own = (Variable("x"), Variable("y"))
    main = Procedure("main", own[:1], own[1:], 0, locations, (Edge(0, 1, update),), 0, 1, invariant)
    return PredicateProgram({"main": main}, (Variable("g"), Variable("h")))


def successors(update: Update, invariant: Expr, point: Values) -> dict[tuple[bool, ...], list[Values]]:
    """For every combination of what is chosen the possible successors."""
    found: dict[tuple[bool, ...], list[Values]] = {}
    for chosen in product((False, True), repeat=len(update.chosen)):
        inner = found.setdefault(chosen, [])
        for after in points():
            if any(after[name] != point[name] for name in NAMES if name not in (*update.targets, *update.chosen)):
                continue
            if any(after[name] != value for name, value in zip(update.chosen, chosen, strict=True)):
                continue
            known = (evaluated(value, point) for value in update.values)
            if any(no if after[name] else yes for name, (yes, no) in zip(update.targets, known, strict=True)):
                continue
            conditions = (update.constraint, update.possible if update.chosen else TRUE)
            if all(evaluated(item, point, after)[0] for item in conditions) and evaluated(invariant, after)[0]:
                inner.append(after)
    return found


def certainly(update: Update, point: Values, chosen: tuple[bool, ...]) -> bool:
    """Say whether the environment certainly can make a choice."""
    return not update.chosen or evaluated(update.definite, point, dict(zip(update.chosen, chosen, strict=True)))[0]


def as_set(diagrams: Diagrams, function: Diagram, where: Callable[[Values], bool]) -> Function:
    """The valuations of a function of which something holds."""
    names = diagrams.names("main")
    found = (dict(zip(NAMES, item.values(), strict=True)) for item in diagrams.manager.valuations(function, names))
    return frozenset(tuple(item.values()) for item in found if where(item))


@settings(max_examples=120, deadline=None, derandomize=True)
@given(updates(), DEFINITE, FUNCTIONS)
def test_steps_are_what_enumeration_says(update: Update, invariant: Expr, bits: int) -> None:
    """Image, what may lead into a set and what certainly does are those of the explicit relation."""
    diagrams = Diagrams(program_of(update, invariant))
    step = diagrams.update("main", 0)
    names = dict(zip(NAMES, diagrams.names("main"), strict=True))

    def consistent(point: Values) -> bool:
        return evaluated(invariant, point)[0]

    inside = {tuple(point.values()) for number, point in enumerate(points()) if bits >> number & 1}
    some = table(diagrams.manager, bits, names) & diagrams.invariant("main")
    image, may, must = set(), set(), set()
    for point in filter(consistent, points()):
        before = tuple(point.values())
        for chosen, after in successors(update, invariant, point).items():
            reached = {tuple(item.values()) for item in after}
            if before in inside:
                image |= reached
            if reached & inside:
                may.add(before)
            if reached and reached <= inside and certainly(update, point, chosen):
                must.add(before)
    assert as_set(diagrams, step.image(some), lambda _: True) == image
    assert as_set(diagrams, step.may_pre(some), consistent) == may
    assert as_set(diagrams, step.must_pre(some), consistent) == must


def test_certain_steps_are_possible_in_a_definite_example() -> None:
    """An unknown value certainly gets into a set only if both its values are inside."""
    update = Update(("x",), (UNKNOWN,))
    diagrams = Diagrams(program_of(update, TRUE))
    manager, step = diagrams.manager, diagrams.update("main", 0)
    x = diagrams.var("main", "x")
    assert step.must_pre(x) == manager.false
    assert step.may_pre(x) == manager.true
    assert step.must_pre(x | diagrams.var("main", "g")) == diagrams.var("main", "g")
    assert step.image(x) == manager.true


def test_names_that_would_clash_are_told_apart() -> None:
    """A global called like a procedure's own variable or like a copy of another has a variable of its own."""
    locations = (Location("L0", LocationKind.STEP), Location("exit", LocationKind.TERMINAL))
    main = Procedure("main", (), (Variable("x"),), 0, locations, (Edge(0, 1, Update()),), 0, 1)
    program = PredicateProgram({"main": main}, (Variable("main.x"), Variable("main.x'"), Variable("x")))
    diagrams = Diagrams(program)
    names = diagrams.names("main")
    assert len(set(names)) == 3
    assert len({*names, *(name + "'" for name in names)}) == 6
    assert diagrams.name("main", "x") != diagrams.global_name("x")
