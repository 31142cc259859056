"""Single operators and places as terms: values, definedness, and what has no formula."""

from __future__ import annotations

import pytest

from logic_questions import program_of
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.text import parse_expression, scope_of
from vexil.ir.types import BOOL, INT
from vexil.ir.typing import apply, literal
from vexil.logic import Terms
from vexil.logic.space import Space, Untranslatable
from vexil.logic.translate import Translated, Translator

WORLD = """
class A
class B extends A
  field f: i8
tokens Colour { RED, GREEN }
global x: i8
global y: i8
global n: int
global d: f64
global b: bool
global k: tokens[Colour]
global r: ref[A]
global a: array[i8]
global t: thread
global v: i32 addressable
global p: ptr[i32]
function main()
  s -> exit: return
function g() -> i8
  s -> exit: return 1i8
"""


class World:
    """The program above and its translations."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.program = program_of(WORLD)
        self.space = Space(self.terms, self.program)
        self._scope = scope_of(self.program, self.program.functions["main"])

    def expression(self, text: str) -> Expr:
        """An expression by its text."""
        return parse_expression(SourceFile("expression", text.encode()), self._scope)

    def translated(self, text: str) -> Translated:
        """Its translation."""
        return Translator(self.space, "main").translate(self.space.initial, self.expression(text))


@pytest.mark.parametrize(
    ("text", "value", "conditions"),
    [
        ("x + 1i8", "(bvadd |x| (_ bv1 8))", {}),
        ("x / y", "(bvsdiv |x| |y|)", {"division-by-zero": "(not (= |y| (_ bv0 8)))"}),
        ("x << y", "(bvshl |x| |y|)", {"shift-amount": "(bvult |y| (_ bv8 8))"}),
        ("n + 1 < 5", "(< |n| 4)", {}),
        ("n / 2", "(ite (<= 0 |n|) (div |n| 2) (- 0 (div (- 0 |n|) 2)))", {}),
        ("d < 0.5f64", "(fp.lt |d| ((_ float (_ FloatingPoint 11 53)) 4602678819172646912))", {}),
        ("k == token(Colour, GREEN)", "(= |k| (_ bv1 32))", {}),
        ("p == address(v)", "(= |p| (_ bv18446744073709551616 96))", {}),
        ("p == null(ptr[i32])", "(= |p| (_ bv0 96))", {}),
        ("code_of(g, ptr[code(i8)])", f"(_ bv{(2**31 + 1) << 64} 96)", {}),
        ("accessible(address(v), 4i64)", "true", {}),
        ("accessible(address(v), 5i64)", "false", {}),
        ("object_size(address(v))", "(_ bv4 64)", {}),
        ("same_object(p, address(v))", "(= ((_ extract 95 64) |p|) (_ bv1 32))", {}),
    ],
)
def test_operators(text: str, value: str, conditions: dict[str, str]) -> None:
    """An operator is the term of SMT-LIB, with the condition under which the interpreter does not stop."""
    found = World().translated(text)
    assert str(found.value) == value
    assert {kind: str(condition) for kind, condition in found.conditions.items()} == conditions


def test_only_what_is_selected_is_evaluated() -> None:
    """The condition of a division inside of a selection counts only where it is selected."""
    world = World()
    found = world.translated("ite(y == 0i8, x, x / y)")
    assert found.defined(world.terms) is world.terms.true
    strict = world.translated("y == 0i8 || x / y > 1i8")
    assert strict.defined(world.terms) is world.translated("y != 0i8").value


def test_reading_through_a_pointer_has_three_conditions() -> None:
    """A read is undefined for null, for a dead object and outside of an object; a named variable is always there."""
    world = World()
    found = world.translated("deref(p, i32)")
    assert sorted(found.conditions) == ["invalid-dereference", "null-dereference", "out-of-bounds"]
    assert world.translated("v").conditions == {}
    past = world.translated("deref(pointer_add(address(v), 1i64), i32)")
    assert past.conditions == {"out-of-bounds": world.terms.false}


def test_references_have_classes() -> None:
    """A field needs an object of its class; a test of a class is a test of the numbers of its subclasses."""
    world = World()
    found = world.translated("field(cast(r, ref[B]), B, f)")
    assert sorted(found.conditions) == ["invalid-reference", "null-dereference", "wrong-class"]
    none = {world.terms.symbol("r", world.space.sort(world.expression("r").type)): world.terms.bv(0, 32)}
    assert world.terms.substitute(world.translated("is(r, ref[B])").value, none) is world.terms.false
    element = world.translated("a[x]")
    assert sorted(element.conditions) == ["array-index", "invalid-reference", "null-dereference", "wrong-class"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cast(d, int)", "a cast from f64 to int"),
        ("alive(t)", "operator 'alive' is about the whole machine"),
        ("locked(r)", "operator 'locked' is about the whole machine"),
        ("is(r, array[i8])", "a test for array[i8]"),
    ],
)
def test_what_has_no_term(text: str, reason: str) -> None:
    """What depends on more than the state, or has no operator, is refused with the reason."""
    with pytest.raises(Untranslatable) as problem:
        World().translated(text)
    assert str(problem.value) == reason


def test_integers_of_both_kinds_convert() -> None:
    """A machine integer and the mathematical one it stands for convert into each other, sign and all."""
    world = World()
    there = world.translated("cast(x, int)")
    back = world.translated("cast(n, i8)")
    terms = world.terms
    x, n = (terms.symbol(name, world.space.sort(world.expression(name).type)) for name in "xn")
    for value in (-128, -1, 0, 5, 127):
        assert terms.substitute(there.value, {x: terms.bv(value, 8)}) is terms.integer(value)
        assert terms.substitute(back.value, {n: terms.integer(value + 256)}) is terms.bv(value, 8)


def test_deep_expressions() -> None:
    """An expression 20,000 deep, and one that shares every level, are translated without recursion."""
    world = World()
    x = Variable("n", INT, True)
    deep: Expr = x
    for _ in range(20_000):
        deep = apply(Operator.SUBTRACT, literal(1, INT), deep)
    shared: Expr = Variable("b", BOOL, True)
    other: Expr = apply(Operator.EQUAL, x, literal(3, INT))
    for _ in range(200):
        shared = apply(Operator.EQUAL, apply(Operator.AND, shared, other), apply(Operator.OR, shared, other))
    translator = Translator(world.space, "main")
    assert translator.translate(world.space.initial, deep).value.op == "-"
    assert translator.translate(world.space.initial, shared).value.sort is not None
