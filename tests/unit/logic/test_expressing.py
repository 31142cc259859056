"""Terms as expressions: in the words of the program, with its types, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from logic_questions import program_of
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.frontends.c import load
from vexil.ir.expressions import Deref, Variable, postorder
from vexil.ir.operations import expressions_of
from vexil.ir.text import parse_expression, scope_of
from vexil.ir.text.printer_expressions import ExpressionPrinter
from vexil.ir.types import BOOL
from vexil.languages.options import COptions
from vexil.logic import Term, Terms, bits
from vexil.logic.expressing import expression_of
from vexil.logic.sorts import FLOAT64
from vexil.logic.space import Space
from vexil.logic.translate import Translator

WORLD = """
class A
  field f: i8
tokens Colour { RED, GREEN }
struct S size 16 align 8
  member a: i32 at 0
  member next: ptr[struct[S]] at 8
global x: i32
global y: i32
global u: u32
global c: u8
global b: bool
global n: int
global o: int
global c32: u32
global d: f64
global k: tokens[Colour]
global r: ref[A]
global a: array[i8]
global p: ptr[i32]
global q: ptr[struct[S]]
global v: i32 addressable
global s: struct[S] addressable
function main()
  local l: i32
  local own: i32 addressable
  s -> e: begin lifetime own
  e -> exit: return
function other()
  local l: i32
  local m: i32
  s -> exit: return
"""


class World:
    """The program above, its terms, and what they are in text again."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.program = program_of(WORLD)
        self.space = Space(self.terms, self.program)

    def term(self, text: str, function: str = "main") -> Term:
        """The term of an expression."""
        scope = scope_of(self.program, self.program.functions[function])
        expression = parse_expression(SourceFile("expression", text.encode()), scope)
        return Translator(self.space, function).translate(self.space.initial, expression).value

    def expressed(self, term: Term) -> str | None:
        """The text of the expression for a term in `main`."""
        found = expression_of(self.space, "main", term)
        return None if found is None else ExpressionPrinter(self.program.token_sets).text(found)


@pytest.mark.parametrize(
    "text",
    [
        "x < 5i32", "x >= -3i32", "x == -1i32", "x != l", "x + 1i32 <= y", "x - 2i32 < y * 3i32", "u < 7u32",
        "u / 3u32 == 2u32", "x / -7i32 == 2i32", "x % 10i32 == 3i32", "(x >> 2i32) == 1i32", "(u >> 2u32) == 1u32",
        "b", "!b", "b && x < y", "b || x < y", "ite(b, x, y) > 4i32", "c == 7u8", "cast(c, i32) + 1i32 < y",
        "cast(x, u32) < u", "(u & 7u32) == 1u32", "x + cast(b, i32) > 4i32", "n < 5", "n - 1 < n * 2",
        "cast(x, int) < n", "x == cast(n, i32)", "n / 2 < 10", "d < 1.5f64", "!(d < 1.5f64)", "is_nan(d)",
        "sqrt(d) < 1.5f64",
        "cast(x, f64) == d", "k == token(Colour, GREEN)", "r == null(ref[A])", "field(r, A, f) == 3i8", "a[l] == 3i8",
        "a[3i32] == 3i8", "l < array_length(a)", "p == address(v)", "p != null(ptr[i32])", "p == pointer_add(p, l)",
        "offset_of(p) < 4i64", "same_object(p, address(v))", "same_object(p, q)", "accessible(p, 4i64)",
        "accessible(pointer_add(p, 8i64), x)", "!accessible(p, u)", "heap_base(p)", "object_size(p) > 4i64",
        "accessible(p, 0i64) && object_size(p) == 8i64", "v == 3i32", "v != 3i32", "v < 3i32", "own < v",
        "deref(p, i32) == 3i32", "deref(pointer_add(p, 4i64), i32) < v", "deref(address(s), i32) == 1i32",
        "deref(pointer_add(q, 8i64), ptr[struct[S]]) == address(s)",
    ],
)  # fmt: skip
def test_expressions_come_back_as_they_were(text: str) -> None:
    """A tidy expression is found again word for word, though terms have no signs, types or places."""
    world = World()
    assert world.expressed(world.term(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!(x < y)", "y <= x"),
        ("5i32 < x", "x > 5i32"),
        ("cast(cast(x, u32), i32) < y", "x < y"),
        ("cast(c, i32) == 300i32", "false"),
        ("u % 8u32 == 1u32", "(u & 7u32) == 1u32"),
        ("x + -1i32 == y", "x - 1i32 == y"),
        ("x / y == 2i32", "ite(y == 0i32, ite(x < 0i32, 1i32, -1i32), x / y) == 2i32"),
        ("u / c32 == 2u32", "ite(c32 == 0u32, 4294967295u32, u / c32) == 2u32"),
        ("7i32 % y == 2i32", "ite(y == 0i32, 7i32, 7i32 % y) == 2i32"),
        ("n / o == 2", "ite(o == 0, 0, n / o) == 2"),
        ("(x << y) == 4i32", "ite(cast(y, u32) < 32u32, x << y, 0i32) == 4i32"),
        ("(x >> y) == 4i32", "ite(cast(y, u32) < 32u32, x >> y, x >> 31i32) == 4i32"),
        ("p < address(v)", "offset_of(p) < 0i64 && !same_object(p, null(ptr[void]))"),
        ("pointer_add(pointer_add(p, 4i64), cast(x, i64)) == q", "pointer_add(p, cast(x, i64) + 4i64) == q"),
    ],
)
def test_expressions_come_back_simplified(text: str, expected: str) -> None:
    """Otherwise the expression is that of the simplified term, and total where the first was not.

    A quotient, remainder or shift has the value that formulas give it where the program's operator has none.
    """
    world = World()
    assert world.expressed(world.term(text)) == expected


def test_what_is_no_variable_of_the_function_has_no_expression() -> None:
    """Values at the entry, inputs, bookkeeping and the variables of other functions cannot be named."""
    world = World()
    terms = world.terms
    x = world.term("x")
    for name in ("x@entry", "main::l@entry", "?main#3", "main::(result)", "memory.next"):
        assert world.expressed(terms.eq(terms.symbol(name, bits(32)), x)) is None
    assert world.expressed(world.term("m == 1i32", "other")) is None
    assert world.expressed(world.term("l == 1i32", "other")) is None
    assert world.expressed(world.term("l == 1i32")) == "l == 1i32"


def test_what_no_operator_says_has_no_expression() -> None:
    """Numbers of objects, raw sizes and origins, writes, classes, and the sign of a float's zero are not expressed."""
    world = World()
    terms, space = world.terms, world.space
    p = world.term("p")
    world.term("v")  # so that memory is known
    owner = space.pointers.object_of(p)
    sizes, origins = (space.symbol(item) for item in (space.sizes, space.origins))
    assert world.expressed(owner) is None
    assert world.expressed(terms.slt(terms.bv(0, 32), owner)) is None
    assert world.expressed(terms.eq(terms.select(sizes, owner), terms.bv(4, 64))) is None
    assert world.expressed(terms.eq(terms.select(origins, owner), terms.bv(0, 8))) is None
    assert world.expressed(terms.eq(terms.symbol("d", FLOAT64), terms.float_constant(0, 64))) is None
    assert world.expressed(world.term("is(r, ref[A])")) is None
    memory = space.symbol(space.variables["memory"])
    written = terms.store(memory, p, terms.bv(0, 40))
    assert world.expressed(terms.extract(terms.select(written, world.term("address(v)")), 7, 0)) is None


def test_terms_that_are_no_conditions_have_expressions() -> None:
    """A value is expressed like a condition; a literal has no sign of its own."""
    world = World()
    assert world.expressed(world.term("x + 1i32")) == "x + 1i32"
    assert world.expressed(world.terms.bv(-1, 8)) == "255u8"
    assert world.expressed(world.term("ite(b, p, address(v))")) == "ite(b, p, address(v))"


def test_deep_and_shared_terms() -> None:
    """A term of 20,000 levels is expressed without recursion, and a shared one keeps its size."""
    world = World()
    terms = world.terms
    x, y = world.term("x"), world.term("y")
    deep = x
    for step in range(20_000):
        deep = terms.binary("bvxor" if step % 2 else "bvmul", deep, y)
    found = expression_of(world.space, "main", terms.eq(deep, y))
    assert found is not None
    assert sum(1 for _ in postorder(found)) > 20_000
    shared = x
    for _ in range(200):
        shared = terms.binary("bvxor", terms.mul(shared, shared), y)
    found = expression_of(world.space, "main", terms.eq(shared, y))
    assert found is not None
    assert sum(1 for _ in postorder(found)) < 1_000


SOURCE = """
struct node { int value; struct node *next; };
int a[10];
int *p = &a[2];
unsigned char c;
struct node first, *list = &first;
int f(int n) {
  int i = 0;
  while (i < n && a[i] != 0) i = i + 1;
  if (*p > 5 || c == 7) i = i - 1;
  if (list && list->next && list->next->value == i) i = first.value;
  return i;
}
int main(void) { list->next = &first; return f(3); }
"""


def test_expressions_of_a_c_program_come_back(tmp_path: Path) -> None:
    """Under the partition of the analysis every condition and read of a program is expressed by the same term."""
    source = tmp_path / "program.c"
    source.write_text(SOURCE)
    program = load((str(source),), COptions(), Context())
    space = Space(Terms(), program, AnalysedPartition(Analyses(program)))
    found: list[str] = []
    for name in ("f", "main"):
        translator = Translator(space, name)
        for edge in program.functions[name].edges:
            for wanted in expressions_of(edge.operation):
                term = translator.translate(space.initial, wanted).value
                again = expression_of(space, name, term)
                assert again is not None, term
                if wanted.type == BOOL or wanted.operands:
                    assert translator.translate(space.initial, again).value is term
                    found.append(ExpressionPrinter().text(again))
    assert {"i < n", "n <= i", "c == 7u8", "list != null(ptr[struct[node]])", "deref(p, i32)"} <= set(found)
    assert "deref(pointer_add(address(a), cast(i, i64) * 4i64), i32)" in found
    assert "deref(pointer_add(list, 8i64), ptr[struct[node]])" in found


def test_reads_at_an_earlier_value_of_a_parameter(tmp_path: Path) -> None:
    """Memory is read at what a parameter was at the entry; what no variable of the function had is no address."""
    path = tmp_path / "program.c"
    path.write_text("int row[2]; int f(int n) { row[n & 1] = 3; n = 0; return n; } int main(void) { return f(1); }")
    program = load([str(path)], COptions(), Context())
    space = Space(Terms(), program, AnalysedPartition(Analyses(program)))
    translator, body = Translator(space, "f"), program.functions["f"]
    reads = [node for edge in body.edges for part in expressions_of(edge.operation) for node in postorder(part)]
    written = next(node for node in reads if isinstance(node, Deref))
    term = space.terms.eq(translator.translate(space.initial, written).value, space.terms.bv(3, 32))
    register = space.register("f", Variable("n", body.variables["n"].type, False))
    assert register is not None
    earlier = space.terms.symbol("f::n@entry", register.sort)
    moved = space.terms.substitute(term, {space.symbol(register): earlier})
    found = expression_of(space, "f", moved, {earlier: Variable("before", body.variables["n"].type, False)})
    assert found is not None
    assert "before" in {node.name for node in postorder(found) if isinstance(node, Variable)}
    result = space.terms.symbol("f::(result)", register.sort)
    moved = space.terms.substitute(term, {space.symbol(register): result})
    assert expression_of(space, "f", moved, {result: Variable("after", body.variables["n"].type, False)}) is None
