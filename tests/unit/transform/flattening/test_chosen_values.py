"""Choices among many values: a few stand for all of them, or samples are tried, which never pass for all."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flat_runs import search_program, search_system
from vexil.core.source import SourceFile
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.transform.flattening import Defaults, Flattened, flatten


def program_of(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def flat(lines: str, *, bounds: Bounds | None = None, defaults: Defaults | None = None) -> Flattened:
    """A function main with registers x and y, and a global g."""
    text = f"global g: i32\nfunction main()\n  local x: i32\n  local y: i32\n{lines}"
    return flatten(program_of(text), bounds=bounds, defaults=defaults)


def test_unknown_test_alone_is_sampled() -> None:
    """When nothing says which numbers pass a test, samples are tried, and the others are a bound that was hit."""
    found = flat(
        """
  a -> b: x := choose type(i32)
  b -> c: assume x % 1000i32 == 999i32
  b -> d: assume !(x % 1000i32 == 999i32)
  c -> d: check assert false "reached"
  d -> exit: return
""",
        defaults=Defaults(inputs=4),
    )
    assert found.encoding.sampling.chosen == {"main#0": (-1, 0, 1, 2)}
    assert found.encoding.sampling.sampled == {"main#0"}
    searched = search_system(found.system, 100)
    assert searched is not None
    assert searched.bounds == {"inputs at main#0 <= 4": 1}
    assert not searched.violations


def test_samples_are_chosen_by_the_user_and_near_constants() -> None:
    """A bound on inputs says how many samples there are; constants that the program compares with are among them."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: g := x
  c -> d: check assert g + 1i32 != 43i32 "not the answer"
  d -> e: assume g + 0i32 == 42i32
  d -> e: assume !(g + 0i32 == 42i32)
  e -> exit: return
"""
    assert flat(lines, bounds=Bounds(inputs=1)).encoding.sampling.chosen["main#0"] == (1,)
    found = flat(lines, bounds=Bounds(inputs=8))
    assert {0, 1, 41, 42, 43} <= set(found.encoding.sampling.chosen["main#0"])
    searched = search_system(found.system, 1000)
    assert searched is not None
    assert searched.violations == 1
    assert searched.bounds == {"inputs at main#0 <= 8": 1}


def test_first_look_tries_one() -> None:
    """A quick flat form tries one value that is not cut, and says that there are others."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: restrict x >= 5i32 && x <= 9i32
  c -> d: g := x
  d -> exit: return
"""
    found = flat(lines, defaults=Defaults(quick=True))
    assert found.encoding.sampling.chosen["main#0"] in {(5,), (6,)}
    assert found.encoding.sampling.sampled == {"main#0"}


def test_bounds_of_registers_are_tests() -> None:
    """A bound on every integer cuts what it leaves out of a visible register that a hidden one is copied to."""
    lines = """
  a -> b: x := choose type(i32)
  b -> c: y := x
  c -> d: g := y - y % 2i32
  d -> exit: return
"""
    text = f"global g: i32\nfunction main()\n  local x: i32 hidden\n  local y: i32\n{lines}"
    bounds = Bounds((-2, 3))
    found = flatten(program_of(text), bounds=bounds)
    assert not found.encoding.sampling.sampled
    assert found.encoding.sampling.chosen["main#0"] == (-3, -2, -1, 0, 1, 2, 3, 4)
    searched = search_system(found.system, 1000)
    assert searched is not None
    assert set(searched.bounds) == {"main::y >= -2", "main::y <= 3"}


def test_bounds_of_what_all_can_see_are_tests() -> None:
    """A number that is written to a bounded global is tried with every value that the bound leaves."""
    text = """
global g: i32
function main()
  local x: i32 hidden
  a -> b: x := choose type(i32)
  b -> c: g := x + 10i32
  c -> exit: return
"""
    found = flatten(program_of(text), bounds=Bounds((0, 3)))
    assert not found.encoding.sampling.sampled
    assert set(range(-10, -6)) < set(found.encoding.sampling.chosen["main#0"])
    assert len(found.encoding.sampling.chosen["main#0"]) == 6


def test_handlers_of_exceptions_are_led_to() -> None:
    """A number that passes a test, an exception, and another test in the handler is among those that are tried."""
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
  b -> k: catch
  c -> exit: return
  k -> c: assume x == 10i32
  k -> m: assume !(x == 10i32)
  m -> c: check assert false "reached by 11"
"""
    found = flatten(program_of(text))
    assert not found.encoding.sampling.sampled
    searched = search_system(found.system, 1000)
    assert searched is not None
    assert searched.violations == 1


# --- laws --------------------------------------------------------------------------------------------------


TEXTS = st.sampled_from(
    [
        *(f"x {op} {limit}i8" for op in ("<", ">", "==") for limit in (-128, -3, 0, 5, 90)),
        *(f"y {op} {limit}i8" for op in ("<", ">=", "!=") for limit in (-3, 0, 7)),
        "x < y",
        "x == z",
        "x % 3i8 == 1i8",
        "cast(x, u8) > 100u8",
        "z != 0i8 && y < 50i8",
        "!(y == 4i8) || x > 0i8",
    ]
)
STATEMENTS = st.one_of(
    st.sampled_from(["y", "z"]).flatmap(
        lambda name: st.sampled_from(
            ["x", "y", "x + 100i8", "y - 7i8", "1i8", "0i8", "x % 4i8", "cast(cast(x, i4), i8)"]
        ).map(lambda value: f"{name} := {value}")
    ),
    TEXTS.map(lambda text: f"restrict {text}"),
    TEXTS.map(lambda text: f'check assert {text} "holds"'),
    st.sampled_from(["y := call f(x)", "z := call f(y)", "g := z", "g := 1i8", "x := choose type(i8)", "skip"]),
    st.tuples(TEXTS, st.integers(0, 9)),
)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.lists(STATEMENTS, min_size=2, max_size=6), st.sampled_from([Bounds(), Bounds((-50, 60))]))
def test_few_values_lead_everywhere(monkeypatched: object, body: list[str | tuple[str, int]], bounds: Bounds) -> None:
    """A program has the same violations, cuts and stuck states whether all values are tried or only a few."""
    del monkeypatched
    lines = ["  n0 -> l0: x := choose type(i8)"]
    for number, item in enumerate(body):
        if isinstance(item, str):
            lines.append(f"  l{number} -> l{number + 1}: {item}")
        else:
            target = min(number + 1 + item[1] % 4, len(body))
            lines.append(f"  l{number} -> l{number + 1}: assume {item[0]}")
            lines.append(f"  l{number} -> l{target}: assume !({item[0]})")
    lines.append(f"  l{len(body)} -> exit: return")
    program = program_of(
        "global g: i8\n"
        "function f(p: i8) -> i8\n"
        "  a -> b: assume p < 20i8\n"
        "  a -> c: assume !(p < 20i8)\n"
        "  b -> exit: return p\n"
        "  c -> exit: return 1i8\n"
        "function main()\n  local x: i8\n  local y: i8\n  local z: i8\n" + "\n".join(lines)
    )
    expected = search_program(program, 4000, bounds)
    assume(expected is not None)
    assert expected is not None
    flattened = flatten(program, bounds=bounds)
    assert not flattened.encoding.sampling.sampled
    found = search_system(flattened.system, 8000)
    assert found is not None
    assert found.restricted <= expected.restricted  # that a run is cut by a test nobody follows need not be seen
    found.restricted = expected.restricted
    assert found.verdict == expected.verdict
    assert found.states <= expected.states


@pytest.fixture(scope="module")
def monkeypatched() -> object:
    """Choices among few values are looked at as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vexil.analysis.chosen_values.sampling.MANY", 4)
        yield patch
