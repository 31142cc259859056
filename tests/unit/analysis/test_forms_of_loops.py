"""Closed forms are found for sums of constants and of each other, for powers and their sums, and for nothing else."""

from __future__ import annotations

import pytest
from vir_text import program

from vexil.analysis import Analyses
from vexil.analysis.closed_forms import LoopForms, forms_of
from vexil.analysis.weak_order import Order
from vexil.ir.text.printer_expressions import print_expression

TEXT = """\
global g: u32 = 0u32
function f()
  a -> exit: return
function main()
  local i: u32
  local x: u32
  local y: i32
  local c: u8
  local n: u32
  local c9: u32
  local t: bool
  s -> h: skip
  h -> b: assume i < n
  h -> e: assume !(i < n)
{body}
  e -> e1: check assert i == x + cast(y, u32) + cast(c, u32) + g "read"
  e1 -> exit: return
"""


def forms(*edges: str, known: dict[str, int] | None = None) -> LoopForms | None:
    """The forms of a loop whose body are these edges, one behind the other, or with places."""
    lines = [edge if "->" in edge else f"b{number or ''} -> b{number + 1}: {edge}" for number, edge in enumerate(edges)]
    if "->" not in edges[-1]:
        lines.append(f"b{len(edges)} -> h: skip")
    source = program(TEXT.format(body="\n".join(f"  {line}" for line in lines)))
    function = source.functions["main"]
    return forms_of(Analyses(source), function, Order(function), function.location_numbers["h"], known or {})


def texts(found: LoopForms | None) -> dict[str, str]:
    if found is None:
        return {}
    return {
        one.name: print_expression(form).replace("'\\\\", "").replace("'", "") for one, form in found.values.items()
    }


def test_counter_and_multiple() -> None:
    """A counter, and what goes by three beside it."""
    found = texts(forms("i := i + 1u32", "x := x - 3u32"))
    assert found == {"i": "entry(i) + k(u32)", "x": "entry(x) + k(u32) * 4294967293u32"}


def test_values_at_entry_that_are_known() -> None:
    """What is known at entry stands in the form; sums of counters are squares where factors allow it."""
    found = texts(forms("i := i + 1u32", "x := x + i * 2u32", known={"i": 0, "x": 7}))
    assert found == {"i": "k(u32)", "x": "7u32 + k(u32) + k(u32) * k(u32)"}


def test_sum_of_a_counter_is_a_binomial() -> None:
    """A sum of a counter needs k over 2 where its factor is odd."""
    assert texts(forms("x := x + i", "i := i + 1u32", known={"i": 0, "x": 0}))["x"] == "k2(u32)"


def test_powers_and_their_sums() -> None:
    """A register that is multiplied and one that adds it up are written with the same geometric sum."""
    found = texts(forms("x := x + i", "i := i * 3u32", known={"i": 1, "x": 0}))
    assert found == {"i": "1u32 + k[1, 3](u32) * 2u32", "x": "k[1, 3](u32)"}


def test_factor_that_is_not_known() -> None:
    """What the loop leaves alone may be the factor, and something may be added each time."""
    found = texts(forms("i := i * n + 1u32", known={"i": 0}))
    assert found == {"i": "k[1, n](u32)"}


def test_sum_of_products_of_counter_and_power() -> None:
    """A power times the counter is a sum of powers whose factor counts twice."""
    found = texts(forms("x := i * c9", "c9 := c9 * 2u32", "i := i + 1u32", known={"i": 0, "c9": 1}))
    assert found["x"] == "ite(first, entry(x), before[2, 2](u32) * 2u32)"


def test_overwritten_power_lags_behind() -> None:
    """A register that is overwritten by a power holds the power of the iteration before."""
    found = forms("x := i", "i := i * 2u32", known={"i": 1})
    assert texts(found) == {"i": "k[2](u32)", "x": "ite(first, entry(x), before[2](u32))"}
    assert found is not None
    facts = [print_expression(fact).replace("'\\\\", "").replace("'", "") for fact in found.facts]
    assert "first || k[2](u32) == before[2](u32) * 2u32" in facts


def test_what_is_known_of_powers() -> None:
    """Powers of two are shifts or zero; other powers and sums are known modulo powers of two."""
    found = forms("i := i * 2u32", "x := x * 5u32 + 3u32", known={"i": 1, "x": 0})
    assert found is not None
    facts = [print_expression(fact).replace("'\\\\", "").replace("'", "") for fact in found.facts]
    assert "k[1, 2](u32) + 1u32 == 0u32 || k(u32) < 32u32" in [
        one.replace("1u32 + k[1, 2](u32)", "k[1, 2](u32) + 1u32") for one in facts
    ]


def test_narrow_and_signed_counters() -> None:
    """Conversions that C makes of narrow and signed counters are seen through."""
    found = texts(
        forms("i := i + 1u32", "c := cast(cast(c, i32) + 1i32, u8)", "y := cast(cast(y, u32) + i, i32)", known={"i": 0})
    )
    assert found["c"] == "entry(c) + k(u8)"
    assert found["y"] == "entry(y) + cast(k(u32), i32) + cast(k2(u32), i32)"


def test_overwritten_register_lags_behind() -> None:
    """A register that is overwritten holds its old value before the first iteration, and then that of the last one."""
    assert (
        texts(forms("x := i", "i := i + 1u32", known={"i": 0}))["x"] == "ite(first, entry(x), 4294967295u32 + k(u32))"
    )


def test_constant_condition_selects_the_step() -> None:
    """A condition that does not change selects what is added in every iteration."""
    found = texts(
        forms(
            "b -> b1: assume n < 5u32",
            "b -> b2: assume !(n < 5u32)",
            "b1 -> h: i := i + 1u32",
            "b2 -> h: i := i + 2u32",
        )
    )
    assert found == {"i": "entry(i) + ite(!(n < 5u32), 2u32, 1u32) * k(u32)"}


@pytest.mark.parametrize(
    "edges",
    [
        ("i := i * i",),
        ("i := i * x", "x := x + 1u32"),
        ("i := choose type(u32)",),
        ("i := i + x", "x := x * x"),
        ("i := i + g", "call f()"),
        ("b -> b1: assume i < 5u32", "b -> b2: assume !(i < 5u32)", "b1 -> h: i := i + 1u32", "b2 -> h: i := i + 2u32"),
        ("i := cast(c, u32)", "c := c + 1u8"),
    ],
)
def test_what_has_no_form(edges: tuple[str, ...]) -> None:
    """Squares, products of what changes, choices, what a call may write, and steps that change have no form."""
    assert "i" not in texts(forms(*edges))


def test_phases_are_guessed() -> None:
    """A register that goes by one up to a bound and by two behind it is even from there."""
    found = forms(
        "b -> b1: assume i < 5u32", "b -> b2: assume !(i < 5u32)", "b1 -> h: i := i + 1u32", "b2 -> h: i := i + 2u32"
    )
    assert found is not None
    guesses = [print_expression(guess) for guess in found.guesses]
    assert "i <= 5u32 || (i - 5u32) % 2u32 == 0u32" in guesses
    assert not found.are_complete


def test_guard_of_the_iteration_before() -> None:
    """Behind the first arrival the guard held for what registers were one iteration before."""
    found = forms("i := i + 1u32", known={"i": 0})
    assert found is not None
    assert "\\\\first' || 4294967295u32 + '\\\\k(u32)' < n" in print_expression(found.facts[0])
    assert found.are_complete


def test_inner_loops_hide_what_they_write() -> None:
    """What an inner loop writes is not known; what it leaves alone is."""
    found = forms(
        "b -> in: x := 0u32", "in -> in1: assume x < 3u32", "in -> b1: assume !(x < 3u32)", "in1 -> in: x := x + 1u32",
        "b1 -> h: i := i + 1u32",
    )  # fmt: skip
    assert found is not None
    assert "i" in texts(found)
    assert "x" not in texts(found)
    assert not found.are_complete
