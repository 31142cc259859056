"""Which values have to be tried: those that stand for all, and that samples never pass for all."""

from __future__ import annotations

import pytest

from vexil.analysis import Analyses
from vexil.analysis.chosen_values import Samples, ValueSampling
from vexil.core.source import SourceFile
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Bounds
from vexil.ir.operation_parts import TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.spec.atoms import Holds
from vexil.spec.formulas import atoms_of
from vexil.spec.property import parse_property
from vexil.spec.resolve import Resolved, Resolver

FAR = 1 << 200
THROWING = """
class Object
function raise()
  local e: ref[Object]
  a -> b: e := new Object site "e"
  b -> raised: throw e
function test(p: i32)
  local e: ref[Object]
  a -> b: assume p >= 10i32
  a -> c: assume !(p >= 10i32)
  b -> c: call raise()
  b -> k: catch e
  c -> exit: return
  k -> raised: throw e
function main()
  local x: i32
  a -> b: x := choose type(i32)
  b -> c: call test(x)
  b -> k: catch
  c -> exit: return
  k -> c: assume x == 10i32
  k -> m: assume !(x == 10i32)
  m -> c: check assert false "reached by 11"
"""


def program_of(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def looked_at(
    text: str,
    edge: str = "main#0",
    *,
    bounds: Bounds | None = None,
    checks: frozenset[str] | None = None,
    conditions: tuple[Resolved, ...] = (),
) -> Samples | None:
    """What is tried at the choice of an edge."""
    program = program_of(text)
    sampling = ValueSampling(Analyses(program), bounds or Bounds(), checks, conditions, most=8, enumerable=1 << 20)
    operation = program.edge(edge).operation
    assert isinstance(operation, Choose)
    assert isinstance(operation.domain, TypeDomain)
    match operation.domain.type:
        case IntegerType() as kind:
            low, high = kind.low, kind.high
        case FloatType(width):
            low, high = 0, (1 << width) - 1
        case MathType():
            low, high = -FAR, FAR
    return sampling.of(program.functions[edge.partition("#")[0]], edge, operation.place, low, high)


def whole(lines: str) -> str:
    """A function main with registers x and y, and a global g."""
    return f"global g: i32\nfunction main()\n  local x: i32\n  local y: i32\n{lines}"


def stand_for_all(text: str, edge: str = "main#0", **given: object) -> tuple[int, ...]:
    """The values that stand for all at the choice of an edge."""
    found = looked_at(text, edge, **given)  # type: ignore[arg-type]
    assert found is not None
    assert not found.are_samples
    return found.tried


def tried(lines: str) -> tuple[int, ...]:
    """The values that stand for all at the first choice of main."""
    return stand_for_all(whole(lines))


# --- which values stand for all ----------------------------------------------------------------------------


def test_restriction_leaves_few() -> None:
    """A number that is assumed to be small is tried with every small value, and with one that is cut."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: y := x
  c -> d: restrict y >= 3i32 && y < 3i32 * 2i32
  d -> e: g := y + 1i32
  e -> exit: return
"""
    assert tried(lines) == (0, 3, 4, 5)


def test_forgotten_after_tests() -> None:
    """Where a number is only used on one side of a branch, one value stands for the other side."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: assume x < 10i32
  b -> e: assume !(x < 10i32)
  c -> d: assume x > 7i32
  c -> e: assume !(x > 7i32)
  d -> e: g := x
  e -> exit: return
"""
    assert tried(lines) == (0, 8, 9, 10)


def test_unknown_test_before_a_restriction() -> None:
    """A test that is not followed does no harm when a restriction leaves few numbers anyway."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: assume x % 2i32 == 0i32
  b -> e: assume !(x % 2i32 == 0i32)
  c -> d: y := 1i32
  e -> d: y := 0i32
  d -> f: restrict y != 0i32 && x >= 0i32 && x < 5i32
  f -> h: g := x
  h -> exit: return
"""
    assert tried(lines) == (0, 1, 2, 3, 4)


def test_callers_and_callees_are_followed() -> None:
    """A number that a function returns is followed into its caller, and into functions that it is given to."""
    text = """
global g: i32
function input() -> i32
  local n: i32
  a -> b: n := choose type(i32)
  b -> exit: return n
function require(condition: bool)
  a -> b: assume condition
  a -> c: assume !condition
  b -> exit: return
  c -> d: restrict false
  d -> exit: return
function main()
  local x: i32
  a -> b: x := call input()
  b -> c: call require(x > 2i32)
  c -> d: call require(x < 5i32)
  d -> e: g := x
  e -> exit: return
"""
    found = stand_for_all(text, "input#0")
    assert {3, 4} <= set(found)
    assert len(found) <= 4


def test_numbers_are_followed_into_handlers() -> None:
    """What passes a test before an exception is told apart once more by those who catch it."""
    found = stand_for_all(THROWING)
    assert {10} < {value for value in found if value >= 10}
    assert any(value < 10 for value in found)
    assert len(found) <= 4


def test_handlers_that_forget_need_one_number() -> None:
    """An exception whose handlers do not look at the number leads the same way for all that threw it."""
    text = """
class Object
function test(p: i32)
  local e: ref[Object]
  a -> b: assume p >= 10i32
  a -> c: assume !(p >= 10i32)
  b -> k: e := new Object site "e"
  k -> raised: throw e
  c -> exit: return
function main()
  local x: i32
  a -> b: x := choose type(i32)
  b -> c: call test(x)
  b -> c: catch
  c -> exit: return
"""
    assert stand_for_all(text) == (0, 10)


# --- what is kept where others see it ----------------------------------------------------------------------------

KEPT = """
class Box
  field n: i32
global g: i32
global box: ref[Box]
function other()
  a -> b: assume g < 5i32
  a -> c: assume !(g < 5i32)
  b -> exit: return
  c -> exit: return
function main()
  local x: i32
  local t: thread
  a -> b: x := choose type(i32)
  b -> c: box := new Box site "box"
  c -> d: t := start other()
"""


def test_globals_that_are_compared_with_constants() -> None:
    """A number in a global that another thread compares with a constant has three classes: below, equal, above."""
    assert stand_for_all(KEPT + "  d -> e: g := x\n  e -> exit: return\n") == (0, 5, 6)


def test_fields_that_are_compared_with_constants() -> None:
    """Fields of objects are followed by their names, whichever object they are in."""
    lines = """
  d -> e: field(box, n) := x
  e -> f: g := field(box, n)
  f -> h: assume field(box, n) == 7i32
  f -> h: assume !(field(box, n) == 7i32)
  h -> exit: return
"""
    assert stand_for_all(KEPT + lines) == (0, 5, 6, 7, 8)


@pytest.mark.parametrize(
    "line", ["g := field(box, n) + 1i32", "check assert field(box, n) != g", "field(box, n) := field(box, n) * 2i32"]
)
def test_other_uses_of_fields_are_samples(line: str) -> None:
    """A field that something else is done with tells its values apart."""
    line += ' "fails"' if line.startswith("check") else ""
    found = looked_at(KEPT + f"  d -> e: field(box, n) := x\n  e -> f: {line}\n  f -> exit: return\n")
    assert found is not None
    assert found.are_samples


def test_intervals_between_constants() -> None:
    """Numbers between two constants are of one class, whatever interval is chosen from."""
    program = program_of(KEPT + "  d -> e: g := x\n  e -> exit: return\n")
    sampling = ValueSampling(Analyses(program), Bounds(), None, (), most=8, enumerable=1 << 20)
    main, place = program.functions["main"], Variable("x", IntegerType(32, True), False)
    found = [sampling.of(main, "main#0", place, low, high) for low, high in ((10, 99_999), (-20_000, 5), (0, 9))]
    assert [item and item.tried for item in found] == [(10,), (0, 5), None]


def test_what_a_property_looks_at_is_not_forgotten() -> None:
    """What a formula is about tells values apart, though nobody reads them: into classes if it compares them."""
    text = "global g: i32\nfunction main()\n  local x: i32\n  a -> b: x := choose type(i32)\n"
    text += "  b -> c: g := x\n  c -> exit: return\n"
    assert stand_for_all(text) == (0,)
    program = program_of(text)
    for formula, expected in (
        ("[] main::x + 1 != 7", None),
        ("[] g % 2 == 1", None),
        ("[] main::x != 7", (0, 7, 8)),
        ("[] !(g > 6)", (0, 6, 7)),
    ):
        asked = parse_property(f"ltl: {formula}")
        (atom,) = atoms_of(asked.linear_formula())
        assert isinstance(atom, Holds)
        condition = Resolver(program, program.files[0]).condition(atom.tree)
        found = looked_at(text, conditions=(condition,))
        assert found is not None
        assert found.are_samples if expected is None else found == Samples(expected, are_samples=False)


def test_only_checks_that_count_tell_numbers_apart() -> None:
    """A check of another kind than the one that is asked about is no test."""
    text = whole('  a -> b: x := choose type(i32)\n  b -> c: check assert x != 3i32 "no"\n  c -> exit: return\n')
    assert stand_for_all(text, checks=frozenset({"assert"})) == (0, 3)
    assert stand_for_all(text, checks=frozenset({"overflow"})) == (0,)


# --- other types -------------------------------------------------------------------------------------------------


def test_floats_that_nobody_reads() -> None:
    """One float stands for all if nobody reads it; else there are samples."""
    text = "global g: f32\nfunction main()\n  local x: f32\n  a -> b: x := choose type(f32)\n"
    assert len(stand_for_all(text + "  b -> exit: return\n")) == 1
    found = looked_at(text + "  b -> c: g := x\n  c -> exit: return\n")
    assert found is not None
    assert found.are_samples


def test_mathematical_integers() -> None:
    """Of infinitely many numbers a few stand for all where tests tell so many classes apart."""
    text = "global g: int\nfunction main()\n  local x: int\n  a -> b: x := choose type(int)\n"
    text += "  b -> c: assume x + 1 > 4\n  b -> d: assume !(x + 1 > 4)\n  c -> d: skip\n  d -> exit: return\n"
    assert stand_for_all(text) == (0, 4)
