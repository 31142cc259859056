"""Property abstraction: what becomes of atoms, formulas, patterns and assertions."""

from __future__ import annotations

from random import Random

import pytest
from abstract_programs import by_hand, given, inferred, made, power, states, verdict
from shared_library import library

from vexil.abstraction.data.programs import abstracted
from vexil.abstraction.data.properties import (
    AbstractedProperty,
    abstracted_property,
    criterion,
    whole_conditions,
)
from vexil.abstraction.data.values import condition
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.reference import ReferenceEngine
from vexil.ir.expressions import Apply, Const, Expr, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.program import Program
from vexil.ir.rounding import Rounding
from vexil.ir.types import I32
from vexil.model.outcome import Fails, Holds, Question
from vexil.model.tokens.typing import AbstractTyping, Slot
from vexil.model.verdict import Status
from vexil.pipeline.feasible import FEASIBLE
from vexil.spec.atoms import Holds as HoldsAtom
from vexil.spec.formulas import Proposition
from vexil.spec.ltl import parse_ltl
from vexil.spec.property import Property, parse_property
from vexil.spec.resolve import Resolver

NUMBERS = given("global x: i32\nglobal y: i32\nglobal b: bool\nfunction main()\n  a -> exit: return\n")
RESPONSE = "ltl: <>[end] => []([init] && =(%(m,2),1) => <>([end] && =(%(result,2),1)))"
TWO = "x == NEG && y == ZERO || x == NEG && y == POS || x == ZERO && y == POS"
NOT_TWO = (
    "x == ZERO && y == NEG || x == ZERO && y == ZERO || x == POS && y == NEG || x == POS && y == ZERO"
)  # fmt: skip
SUM = "x == ZERO && y == POS || x == POS && y == ZERO || x == POS && y == POS"
NOT_SUM = "x == NEG && y == NEG || x == NEG && y == ZERO || x == ZERO && y == NEG || x == ZERO && y == ZERO"


def asked(
    text: str,
    typing: AbstractTyping,
    program: Program = NUMBERS,
    *,
    integers: str = "math",
    rounding: Rounding = Rounding.TRUNCATE,
    most: int = 1024,
) -> AbstractedProperty:
    """The property of the abstract program."""
    types = library(integers)  # type: ignore[arg-type]
    return abstracted_property(parse_property(text), program, typing, types, Context(), rounding=rounding, most=most)


@pytest.mark.parametrize(
    ("types", "atom", "holds", "fails"),
    [
        ({"x": "Signs"}, "x < 1", "x == NEG || x == ZERO", "x == POS"),
        ({"x": "Signs"}, "x > 0", "x == POS", "x == NEG || x == ZERO"),
        ({"x": "Signs"}, "x == 0", "x == ZERO", "x == NEG || x == POS"),
        ({"x": "Signs"}, "x == 4", "false", "x == NEG || x == ZERO"),
        ({"x": "EvenOdd"}, "x == 4", "false", "x == ODD"),
        ({"x": "set{0}"}, "x > 0", "false", "x == ZERO"),
        ({"x": "Signs", "y": "Signs"}, "x < y", TWO, NOT_TWO),
        ({"x": "Signs", "y": "Signs"}, "x + y > 0", SUM, NOT_SUM),
        ({"x": "EvenOdd"}, "x % 2 == 1", "false", "x == EVEN"),
        ({"x": "Point"}, "x % 2 == 1", "false", "false"),
        ({"x": "Signs"}, "x - x == 0", "true", "false"),
    ],
)
def test_PRP_04_whole_expressions(types: dict[str, str], atom: str, holds: str, fails: str) -> None:
    """An atom is true in exactly the abstract states that stand for states in which it is true; so is its negation."""
    (found,) = asked(f"ltl: []({atom})", by_hand(**types)).atoms
    assert (found.holds, found.fails) == (holds, fails)
    assert found.note == ""


@pytest.mark.parametrize("rounding", [Rounding.FLOOR, Rounding.EUCLID])
def test_PRP_04_the_remainder_decides(rounding: Rounding) -> None:
    """With a remainder that is never negative, m % 2 == 1 is that m is odd; m % 2 != 0 is so with any."""
    typing = by_hand(x="EvenOdd")
    (found,) = asked("ltl: [](x % 2 == 1)", typing, rounding=rounding).atoms
    assert (found.holds, found.fails) == ("x == ODD", "x == EVEN")
    for each in (rounding, Rounding.TRUNCATE):
        text = asked("ltl: [](x % 2 != 0)", typing, rounding=each).property.text
        assert text == "ltl: [](x == ODD)"


def test_PRP_04_other_atoms_stay() -> None:
    """Truth values, locations and numbers that stay numbers are what they were."""
    found = asked("ltl: [](b || y < 3 || at(a))", by_hand(x="Signs"))
    assert found.atoms == ()
    assert found.property.text == "ltl: [](b || y < 3 || at(a))"


def test_PRP_04_operator_by_operator() -> None:
    """Without questions to a solver the tables decide, and x - x == 0 is certain for ZERO alone."""
    (found,) = asked("ltl: [](x - x == 0)", by_hand(x="Signs"), most=0).atoms
    assert (found.holds, found.fails, found.questions) == ("x == ZERO", "false", 0)
    assert "tables" in found.note
    (less,) = asked("ltl: [](x < 1)", by_hand(x="Signs"), most=0).atoms
    assert (less.holds, less.fails) == ("x == NEG || x == ZERO", "false")


def test_PRP_03_tables_decide_nothing_where_an_operator_may_have_no_result() -> None:
    """A divisor that may be 0 leaves the atom open, whatever the sign or the parity of the remainder would be."""
    (found,) = asked("ltl: [](y % x == 2)", by_hand(x="EvenOdd", y="EvenOdd"), most=0).atoms
    assert (found.holds, found.fails) == ("false", "false")
    (found,) = asked("ltl: [](5 % (x - y) >= 0)", by_hand(x="Signs", y="Signs"), most=0).atoms
    assert "x == NEG && y == POS" in found.holds
    assert "x == POS && y == POS" not in found.holds


def test_PRP_04_numbers_next_to_tokens_are_told_by_their_tokens() -> None:
    """x < y with the sign of x and the number y is decided by the sign of y."""
    text = asked("ltl: [](x < y)", by_hand(x="Signs")).property.text
    assert text == "ltl: []((x == NEG && y == 0) || (x == NEG && y > 0) || (x == ZERO && y > 0))"


def test_PRP_04_machine_integers_wrap_around() -> None:
    """The sum of two positive numbers of 32 bits may be negative, so nothing is certain about its sign."""
    (found,) = asked("ltl: [](x + y > 0)", by_hand(x="Signs", y="Signs"), integers="machine").atoms
    assert "x == POS && y == POS" not in found.holds
    assert "x == POS && y == ZERO" in found.holds


def test_PRP_03_an_atom_without_a_value_is_neither_true_nor_false() -> None:
    """12 / x > 1 is not decided where x may be 0, although every other number of the token decides it."""
    (found,) = asked("ltl: [](12 / x > 1)", by_hand(x="range(0,2)")).atoms
    assert (found.holds, found.fails) == ("x == ONE || x == TWO", "x == BELOW0")


@pytest.mark.parametrize("default", ["Point", "Int"])
def test_PRP_05_power_with_the_parity_of_the_result(default: str) -> None:
    """The printed formula comes out, and holds on the abstract program."""
    program = power(ranges={"n": (0, 2)})
    typing = inferred(program, default, m="EvenOdd")
    found = asked(RESPONSE, typing, program, rounding=Rounding.FLOOR, integers="machine")
    assert str(found.property.formula) == "[]![end] || [](![init] || =(m,EVEN) || <>([end] && =(result,ODD)))"
    assert isinstance(answer(made(program, typing), found.property), Holds)
    assert found.warnings == ()


def test_PRP_05_power_without_knowledge_of_the_result() -> None:
    """With result: Point the last atom is false, the formula fails, and the shortest run has an odd m."""
    program = power()
    typing = inferred(program, "Point", m="EvenOdd", result="Point")
    found = asked(RESPONSE, typing, program, rounding=Rounding.FLOOR, integers="machine")
    assert str(found.property.formula) == "[]![end] || [](![init] || =(m,EVEN) || <>([end] && false))"
    assert isinstance(answer(made(program, typing), found.property), Fails)
    (m, result) = found.atoms
    assert (m.holds, m.fails, result.holds, result.fails) == ("=(m,ODD)", "=(m,EVEN)", "false", "false")


def answer(program: Program, question: Property) -> object:
    """What the reference engine finds."""
    return ReferenceEngine().check(Question(program, question), Context()).outcome


def test_PRP_06_atoms_are_under_approximated() -> None:
    """Whatever numbers tokens stand for: if T(e) holds e does, if T(!e) holds it does not, and never both."""
    random = Random(7)
    names = ["Signs", "EvenOdd", "range(0,2)", "set{0}", "modulo-3", "Point"]
    samples = [-(2**31), -3, -2, -1, 0, 1, 2, 3, 4, 2**31 - 1]
    checked = 0
    for _ in range(25):
        atom = _atom(random)
        expression = _expression(atom)
        types = {name: random.choice(names) for name in "xy"}
        (found,) = asked(f"ltl: []({atom})", by_hand(**types), integers="machine").atoms or (None,)
        if found is None:
            continue
        tests = {
            (name, token): condition(member)
            for name, kind in types.items()
            for token, member in zip(*_tokens(kind), strict=True)
        }
        for x in samples:
            for y in samples:
                value = _value(expression, {"x": x, "y": y})
                holds, fails = (_true(text, {"x": x, "y": y}, tests) for text in (found.holds, found.fails))
                assert not (holds and fails)
                assert not holds or value is True, (atom, types, x, y)
                assert not fails or value is False, (atom, types, x, y)
                checked += holds or fails
    assert checked > 200


def _tokens(kind: str) -> tuple[tuple[str, ...], tuple[object, ...]]:
    found = library().abstract_type(kind, I32)
    return found.tokens, found.members


def _true(text: str, values: dict[str, int], tests: dict[tuple[str, str], object]) -> bool:
    """Whether a disjunction of stores holds for numbers, each of which has one token."""
    if text in ("true", "false"):
        return text == "true"
    return any(
        all(tests[name, token](values[name]) for name, _, token in map(str.split, store.split(" && ")))  # type: ignore
        for store in text.split(" || ")
    )


def _atom(random: Random) -> str:
    def side(depth: int) -> str:
        if depth == 0 or random.random() < 0.4:
            return random.choice(["x", "y", str(random.randrange(-3, 5))])
        return f"({side(depth - 1)} {random.choice('+-*%/')} {side(depth - 1)})"

    return f"x {random.choice('+-*')} {side(1)} {random.choice(['<', '==', '>', '<=', '>='])} {side(2)}"


def _expression(atom: str) -> Expr:
    parsed = parse_ltl(atom)
    assert isinstance(parsed, Proposition)
    assert isinstance(parsed.atom, HoldsAtom)
    return Resolver(NUMBERS, parse_property(f"ltl: {atom}").file).condition(parsed.atom.tree).expression


def _value(expression: Expr, values: dict[str, int]) -> bool | None:
    """The value of an atom for numbers of 32 bits; none if it has none."""
    done: dict[int, Expr] = {}
    for node in postorder(expression):
        match node:
            case Variable(name, kind, _):
                done[id(node)] = Const(values[name], kind)
            case Apply(operator, _, kind):
                done[id(node)] = Apply(operator, tuple(done[id(part)] for part in node.operands), kind)
            case _:
                done[id(node)] = node
    found = fold(done[id(expression)])
    return bool(found.value) if isinstance(found, Const) else None


def test_PRP_07_liveness_is_not_kept() -> None:
    """<>[end] fails on the abstract program although power ends; a warning suggests the form with an assumption."""
    program = power(ranges={"n": (0, 2)}, given={"m": 1})
    typing = inferred(program, "Point", m="EvenOdd")
    found = asked("ltl: <>[end]", typing, program)
    assert isinstance(answer(program, parse_property("ltl: <>[end]")), Holds)
    assert isinstance(answer(made(program, typing), found.property), Fails)
    (warning,) = found.warnings
    assert warning.code == "liveness-under-abstraction"
    assert warning.suggestion == "ltl: <>[end] => …"
    assert asked("ltl: []!(result < 0)", typing, program).warnings == ()


def test_PRP_08_patterns_become_formulas() -> None:
    """The propositions of a pattern are abstracted with the sign that they have in its formula."""
    found = asked("pattern: {x < 1} is absent globally", by_hand(x="Signs"))
    assert found.property.text == "ltl: [](x == POS)"
    response = asked("pattern: {x > 0} responds to {x == 0} globally", by_hand(x="Signs"))
    assert response.property.text == "ltl: [](x == NEG || x == POS || <>(x == POS))"


def test_PRP_08_branching_properties_are_refused() -> None:
    """An abstraction keeps no branching property; what the program says about itself is asked as it is."""
    with pytest.raises(UsageError, match="ctl is not kept"):
        asked("ctl: AG x > 0", by_hand(x="Signs"))
    assert asked("deadlock", by_hand(x="Signs")).property.text == "deadlock"


def test_PRP_09_a_property_says_what_to_look_at() -> None:
    """Nodes and variables of the property are what to keep and what to abstract first."""
    found = criterion(parse_property(RESPONSE), power())
    assert set(found.nodes) == {"init", "end"}
    assert set(found.slots) == {Slot("m"), Slot("result")}


def test_assertions_are_decided_as_a_whole_if_asked() -> None:
    """x - x == 0 may fail operator by operator, and is certain as a whole; x == 4 stays open."""
    program = given("""
global x: i32 in range(-2i32, 2i32)
function main()
  a -> b: check assert x - x == 0i32 "nothing is left"
  b -> c: check assert x > -3i32 || x == 4i32 "in range"
  c -> exit: return
""")
    typing = by_hand(x="Signs")
    whole = whole_conditions(program, typing, library(), Context())
    assert set(whole) == {"main#0", "main#1"}
    assert {results for _, results in whole["main#0"].rows} == {(1,)}
    assert (0, 1) in {results for _, results in whole["main#1"].rows}
    first = verdict(made(program, typing), "assert")
    assert first.status is Status.UNKNOWN
    assert "too coarse" in first.reason
    certain = abstracted(program, typing, library(), whole)
    assert len(states(certain)[1]) < len(states(made(program, typing))[1])


def test_branches_to_checks_are_decided_as_a_whole_if_asked() -> None:
    """An assertion as Java writes it: y < 1 is open for POS by the tables, and certain to fail as a whole."""
    program = given("""
global y: i32
function main()
  a -> b: y := choose range(-1i32, 1i32)
  b -> fine: assume y < 1i32
  b -> wrong: assume !(y < 1i32)
  wrong -> fine: check assert false "y < 1"
  fine -> exit: return
""")
    typing = by_hand(y="Signs")
    assert verdict(made(program, typing), "assert").status is Status.UNKNOWN
    whole = whole_conditions(program, typing, library(), Context())
    assert set(whole) == {"main#1"}
    found = verdict(abstracted(program, typing, library(), whole), "assert")
    assert found.status is Status.REFUTED
    assert FEASIBLE in found.reason


def test_tokens_with_names_of_variables_are_refused() -> None:
    """A property could not tell the token POS from a variable POS."""
    program = given("global x: i32\nglobal POS: i32\nfunction main()\n  a -> exit: return\n")
    with pytest.raises(UsageError, match="token POS of Signs has the name of a variable"):
        asked("ltl: [](x > 0)", by_hand(x="Signs"), program)
