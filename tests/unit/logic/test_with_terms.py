"""With-terms: single assignment of blocks, updates of parts, what is refused, and their meaning."""

from __future__ import annotations

import pytest
from with_terms import Equation, WithTerm, WithTerms
from with_translation import WithTranslation

from logic_questions import Questions, opened
from vexil.ir.expressions import Operator
from vexil.ir.layout import LP64
from vexil.ir.program import MemberDeclaration, StructDeclaration
from vexil.ir.types import I32, U8, BlockType, StructType
from vexil.ir.typing import TypeProblem
from vexil.logic import Terms
from vexil.logic.operators import Operators

PAIR = StructDeclaration("S", 8, 4, (MemberDeclaration("f", I32, 0), MemberDeclaration("g", I32, 4)))
NESTED = StructDeclaration(
    "T", 24, 4, (MemberDeclaration("s", StructType("S"), 0), MemberDeclaration("b", BlockType(I32, 4), 8))
)
make = WithTerms({"S": PAIR, "T": NESTED})
x, y, z, i, j = (make.name(name, I32) for name in "xyzij")
a = make.name("a", BlockType(I32, 4))
records = make.name("a", BlockType(StructType("S"), 4))
s = make.name("s", StructType("S"))


def plus(left: WithTerm, right: WithTerm) -> WithTerm:
    """A sum."""
    return make.apply(Operator.ADD, left, right)


def texts(*block: Equation) -> list[str]:
    """The block in single assignment form."""
    return [str(equation) for equation in make.renamed(block)]


def test_SAT_01_single_assignment() -> None:
    """x=z*x; y=x+1; x=x+y becomes x1=z0*x0; y1=x1+1; x2=x1+y1."""
    found = texts(
        make.assigned(x, make.apply(Operator.MULTIPLY, z, x)),
        make.assigned(y, plus(x, make.literal(1, I32))),
        make.assigned(x, plus(x, y)),
    )
    assert found == ["x1 = z0 * x0", "y1 = x1 + 1", "x2 = x1 + y1"]


def test_SAT_01_only_the_assigned_variable_is_new() -> None:
    """a[a[0]] = 1 becomes a1 = a0 with [a0[0]] := 1: the index is read before."""
    place = make.index(a, make.index(a, make.literal(0, I32)))
    assert texts(make.assigned(place, make.literal(1, I32))) == ["a1 = a0 with [a0[0]] := 1"]


def test_versions_stay_apart() -> None:
    """Version 0 of x1 is not version 10 of x."""
    other = make.name("x1", I32)
    assert texts(make.assigned(x, other), make.assigned(other, x)) == ["x1 = x1_0", "x1_1 = x1"]


def test_SAT_02_left_hand_sides() -> None:
    """a[i].f = x becomes a1 = a0 with [i0] := (a0[i0] with .f := x0)."""
    place = make.field(make.index(records, i), "f")
    assert texts(make.assigned(place, x)) == ["a1 = a0 with [i0] := (a0[i0] with .f := x0)"]
    whole = make.name("t", StructType("T"))
    inner = make.index(make.field(whole, "b"), i)
    assert texts(make.assigned(inner, x), make.assigned(make.field(make.field(whole, "s"), "g"), y)) == [
        "t1 = t0 with .b := (t0.b with [i0] := x0)",
        "t2 = t1 with .s := (t1.s with .g := y0)",
    ]


def test_SAT_02_reading_an_update() -> None:
    """(g with [i]:=e)[j] is j==i ? e : g[j], and (s with .f:=e).j is e or s.j."""
    updated = make.with_index(a, i, x)
    assert str(make.simplified(make.index(updated, j))) == "(j == i) ? x : a[j]"
    twice = make.with_index(updated, y, z)
    assert str(make.simplified(make.index(twice, j))) == "(j == y) ? z : ((j == i) ? x : a[j])"
    changed = make.with_field(s, "f", x)
    assert str(make.simplified(make.field(changed, "f"))) == "x"
    assert str(make.simplified(make.field(changed, "g"))) == "s.g"
    assert str(make.select(make.apply(Operator.LESS, x, y), x, y)) == "(x < y) ? x : y"


def test_SAT_02_what_does_not_fit_is_refused() -> None:
    """A field that is not in the structure, an index on something else, and another type are refused in a sentence."""
    for attempt, message in (
        (lambda: make.field(s, "h"), "struct[S] has no field h"),
        (lambda: make.with_field(s, "h", x), "struct[S] has no field h"),
        (lambda: make.index(x, i), "only an array has elements, and x is of type i32"),
        (lambda: make.with_index(s, i, x), "only an array has elements, and s is of type struct[S]"),
        (lambda: make.field(a, "f"), "only a structure has fields, and a is of type block[i32][4]"),
        (lambda: make.with_index(a, i, s), "a part of type i32 cannot become s, which is of type struct[S]"),
        (
            lambda: make.with_field(s, "f", make.name("c", U8)),
            "a part of type i32 cannot become c, which is of type u8",
        ),
        (lambda: make.assigned(plus(x, y), z), "x + y cannot be assigned to"),
        (lambda: make.assigned(x, s), "x of type i32 cannot become s, which is of type struct[S]"),
    ):
        with pytest.raises(TypeProblem) as problem:
            attempt()
        assert str(problem.value) == message


def test_the_rules_are_true_of_the_translation() -> None:
    """Simplifying a read does not change its meaning; an update changes one scalar of one element."""
    terms = Terms()
    translation = WithTranslation(Operators(terms, LP64), make)
    place = make.assigned(make.field(make.index(records, i), "f"), x)
    read = make.field(make.index(place.value, j), "f")
    other = make.field(make.index(place.value, j), "g")
    with opened() as solver:
        ask = Questions(terms, solver)
        for term in (read, other):
            one, two = translation.value(term)[()], translation.value(make.simplified(term))[()]
            assert ask.is_valid(terms.eq(one, two))
        kept = translation.value(make.field(make.index(records, j), "g"))[()]
        assert ask.is_valid(terms.eq(translation.value(other)[()], kept))
        same = terms.eq(*(translation.value(name)[()] for name in (i, j)))
        assert ask.implies(same, terms.eq(translation.value(read)[()], translation.value(x)[()]))
        (equation,) = make.renamed([place])
        assert ask.is_possible(translation.equation(equation))


def test_deep_terms_are_no_problem() -> None:
    """Ten thousand updates in a row are renamed, simplified, printed and translated without recursion."""
    value = a
    for number in range(10_000):
        value = make.with_index(value, i, make.literal(number, I32))
    (equation,) = make.renamed([make.assigned(a, value)])
    assert str(equation).endswith("with [i0] := 9999")
    found = WithTranslation(Operators(Terms(), LP64), make).value(make.index(equation.value, i))
    assert found
