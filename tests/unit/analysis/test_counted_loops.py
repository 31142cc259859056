"""Loops that certainly end are no reason for divergence, and those that only look like it are."""

from __future__ import annotations

import pytest

from dependence_programs import program, texts
from vexil.analysis.dependence import DependenceGraph, Kind

WIDTH = 3


def diverging(body: str, variables: str = "i: i32, n: i32, m: i32") -> set[str]:
    """The divergence dependences of a function with a body from the location `a` to its exit."""
    declared = "".join(f"  local {item.strip()}\n" for item in variables.split(","))
    text = f"global g: i32\nfunction main()\n{declared}{body}  z -> exit: return\n"
    return texts(DependenceGraph(program(text)), Kind.DIVERGENCE)


def loop(stay: str, step: str) -> str:
    return f"  a -> b: assume {stay}\n  a -> z: assume !({stay})\n  b -> c: g := g + 1i32\n  c -> a: {step}\n"


@pytest.mark.parametrize(
    ("stay", "step"),
    [
        ("i < 8i32", "i := i + 1i32"),
        ("i < 8i32", "i := i + 5i32"),
        ("i < 8i32", "i := 2i32 + i"),
        ("i < n", "i := i + 1i32"),
        ("n > i", "i := i + 1i32"),
        ("i <= 8i32", "i := i + 1i32"),
        ("!(i >= n)", "i := i + 1i32"),
        ("i > n", "i := i - 1i32"),
        ("i >= 0i32", "i := i - 3i32"),
        ("i != n", "i := i + 1i32"),
        ("!(i == 0i32)", "i := i - 1i32"),
        ("i < n && g < 9i32", "i := i + 1i32"),
        ("!(g < 9i32 || i >= n)", "i := i + 1i32"),
    ],
)
def test_counted_loops_end(stay: str, step: str) -> None:
    """What follows a loop that counts to a bound which does not change does not depend on it for divergence."""
    assert diverging(loop(stay, step)) == set()


@pytest.mark.parametrize(
    ("stay", "step"),
    [
        ("i <= n", "i := i + 1i32"),
        ("i <= 2147483647i32", "i := i + 1i32"),
        ("i < 2147483647i32", "i := i + 2i32"),
        ("i < n", "i := i + 2i32"),
        ("i >= n", "i := i - 1i32"),
        ("i >= -2147483648i32", "i := i - 1i32"),
        ("i < n", "i := i - 1i32"),
        ("i < n", "i := i + 0i32"),
        ("i > n", "i := i + 1i32"),
        ("i != n", "i := i + 2i32"),
        ("i == n", "i := i + 1i32"),
        ("i < g", "i := i + 1i32"),
        ("i < n || g < 9i32", "i := i + 1i32"),
        ("i < n", "i := i * 2i32"),
        ("i < n", "n := n + 1i32"),
        ("i < n", "g := g + 1i32"),
        ("i < i", "i := i + 1i32"),
        ("i < n", "i := n + 1i32"),
    ],
)
def test_what_may_wrap_around_or_step_over_is_no_counted_loop(stay: str, step: str) -> None:
    """A loop counts only if it comes to a bound that stays, in the right direction, without passing it."""
    assert "z->a" in diverging(loop(stay, step))


def test_unsigned_numbers_are_never_negative() -> None:
    """Counting down to zero ends if zero ends it, and not if it goes on."""
    body = loop("i > 0u32", "i := i - 1u32")
    assert diverging(body, "i: u32") == set()
    assert "z->a" in diverging(loop("i >= 0u32", "i := i - 1u32"), "i: u32")


def test_mathematical_integers_never_wrap_around() -> None:
    """Without wrap-around every bound is reached, but one that must be met exactly may be behind."""
    assert diverging(loop("i <= n", "i := i + 7"), "i: int, n: int") == set()
    assert "z->a" in diverging(loop("i != n", "i := i + 1"), "i: int, n: int")


def test_a_copy_that_is_made_right_before_the_step_counts() -> None:
    """Front ends copy the old value of `i++` before they add one; another copy may be an old one."""
    head = "  a -> b: assume i < n\n  a -> z: assume !(i < n)\n"
    assert diverging(f"{head}  b -> c: m := i\n  c -> a: i := m + 1i32\n") == set()
    assert "z->a" in diverging(f"  s -> a: m := i\n{head}  b -> a: i := m + 1i32\n")
    other = "  b -> c: m := i\n  b2 -> c: m := 0i32\n  c -> a: i := m + 1i32\n"
    branch = "  d -> b: assume g < 1i32\n  d -> b2: assume !(g < 1i32)\n"
    assert "z->a" in diverging(head.replace("a -> b:", "a -> d:") + branch + other)


def test_steps_in_one_branch_only_do_not_count() -> None:
    """A way back to the test that leaves the step out may be taken for ever: its decision is the point."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: assume g < 1i32
  b -> a: assume !(g < 1i32)
  c -> a: i := i + 1i32
"""
    assert "z->a" in diverging(body)


def test_two_steps_do_not_count() -> None:
    """Steps in both branches, of which one goes back, do not come to the bound."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: assume g < 1i32
  b -> d: assume !(g < 1i32)
  c -> a: i := i + 1i32
  d -> a: i := i - 1i32
"""
    assert "z->a" in diverging(body)


def test_a_step_in_an_inner_loop_may_pass_the_bound() -> None:
    """The inner loop may take steps without the test in between, and may itself go on for ever."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: i := i + 1i32
  c -> b: assume g < 1i32
  c -> a: assume !(g < 1i32)
"""
    assert {"z->a"} < diverging(body)


def test_nested_counted_loops_end_and_inner_loops_without_end_do_not() -> None:
    """An inner loop is looked at on its own: only it is a reason when only it may go on for ever."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: m := 0i32
  c -> d: assume STAY
  c -> e: assume !(STAY)
  d -> c: m := m + 1i32
  e -> a: i := i + 1i32
"""
    assert diverging(body.replace("STAY", "m < 4i32")) == set()
    assert diverging(body.replace("STAY", "m < g")) == {"a->c", "b->c", "c->c", "d->c", "e->c", "z->c"}


def test_a_register_that_an_inner_loop_resets_does_not_count() -> None:
    """The bound or the register may be changed anywhere in the loop: then nothing is known."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: assume g < 1i32
  b -> d: assume !(g < 1i32)
  c -> b: CHANGE
  d -> a: i := i + 1i32
"""
    assert "z->a" in diverging(body.replace("CHANGE", "i := 0i32"))
    assert "z->a" in diverging(body.replace("CHANGE", "n := n + 1i32"))
    assert "z->a" not in diverging(body.replace("CHANGE", "m := 0i32"))


def test_a_test_after_the_step_counts() -> None:
    """A loop that is left at its end takes its first step without a test, which can wrap around once."""
    body = """  a -> b: i := i + 1i32
  b -> a: assume i < n
  b -> z: assume !(i < n)
"""
    assert diverging(body) == set()


def test_a_test_that_is_sometimes_left_out_does_not_count() -> None:
    """Two steps may follow each other without the test: the bound may be passed."""
    body = """  a -> b: assume i < n
  a -> z: assume !(i < n)
  b -> c: i := i + 1i32
  c -> b: assume g < 1i32
  c -> a: assume !(g < 1i32)
"""
    assert "z->a" in diverging(body)


def test_variables_in_memory_do_not_count() -> None:
    """What has an address, or is global, may be changed by others."""
    assert "z->a" in diverging(loop("i < 8i32", "i := i + 1i32"), "i: i32 addressable")
    assert "z->a" in diverging(loop("g < 8i32", "g := g + 1i32"))


def test_functions_with_counted_loops_return() -> None:
    """A call of a function whose loops are all counted is no reason for divergence, another one is."""
    text = """
function f(n: i32)
  local i: i32
  f1 -> f2: assume STAY
  f1 -> f3: assume !(STAY)
  f2 -> f1: i := i + 1i32
  f3 -> exit: return
function main()
  m1 -> m2: call f(4i32)
  m2 -> exit: return
"""
    counted = DependenceGraph(program(text.replace("STAY", "i < n")))
    assert not any(name.startswith("m2->") for name in texts(counted, Kind.DIVERGENCE))
    other = DependenceGraph(program(text.replace("STAY", "i <= n")))
    assert any(name.startswith("m2->m1") for name in texts(other, Kind.DIVERGENCE))


def holds(operator: str, left: int, right: int) -> bool:
    return {
        "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "!=": left != right,
    }[operator]  # fmt: skip


def always_ends(operator: str, distance: int, bounds: list[int], low: int) -> bool:
    """Try every first value: a value that comes again comes for ever."""
    size = 1 << WIDTH
    for bound in bounds:
        for first in range(low, low + size):
            value, seen = first, set()
            while holds(operator, value, bound):
                if value in seen:
                    return False
                seen.add(value)
                value = (value + distance - low) % size + low
    return True


@pytest.mark.parametrize("sign", ["i", "u"])
@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "!="])
def test_loops_over_small_numbers_that_are_counted_end_from_every_value(sign: str, operator: str) -> None:
    """Of all loops over numbers of three bits those that are called counted end from wherever they begin."""
    kind = f"{sign}{WIDTH}"
    low = -(1 << WIDTH - 1) if sign == "i" else 0
    values = list(range(low, low + (1 << WIDTH)))
    found = 0
    for distance in range(-3, 4):
        change = f"i + {distance}{kind}" if distance >= 0 else f"i - {-distance}{kind}"
        for bound in [None, *values]:
            stay = f"i {operator} " + ("n" if bound is None else f"{bound}{kind}")
            if not diverging(loop(stay, f"i := {change}"), f"i: {kind}, n: {kind}"):
                found += 1
                assert always_ends(operator, distance, values if bound is None else [bound], low), (stay, change)
    assert found >= 8
