"""Comparisons of integers of more than 64 bits, as checks of overflow make them."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from flat_runs import search_program, search_system
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.transform.flattening import flatten

words = st.one_of(
    st.integers(-(1 << 63), (1 << 63) - 1),
    st.sampled_from([0, 1, -1, 2, (1 << 63) - 1, -(1 << 63), 1 << 32, (1 << 32) - 1, -(1 << 32), 3037000500]),
)


def program_of(left: int, right: int, operator: str, comparison: str, kind: str) -> Program:
    """Checks whether an operator on two words is exact, and compares its result with one of them."""
    wide = "i128" if operator == "*" else "i66"
    given = [value if kind == "i64" else value & ((1 << 64) - 1) for value in (left, right)]
    exact = f"cast(x, {wide}) {operator} cast(y, {wide})"
    text = f"""vir 1
global x: {kind}
global y: {kind}
function main()
  a -> b: x := {given[0]}{kind}
  b -> c: y := {given[1]}{kind}
  c -> d: check overflow ({exact}) == cast(x {operator} y, {wide}) "exact"
  d -> e: check assert ({exact}) {comparison} cast(x, {wide}) "compared"
  e -> exit: return
"""
    return load(SourceFile("wide.vir", text.encode()))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    left=words,
    right=words,
    operator=st.sampled_from("+-*"),
    comparison=st.sampled_from(["==", "<", ">="]),
    kind=st.sampled_from(["i64", "u64"]),
)
@example(left=-(1 << 63), right=-1, operator="*", comparison="==", kind="i64")
def test_two_words_are_enough(left: int, right: int, operator: str, comparison: str, kind: str) -> None:
    """Sums, differences and products of words, and comparisons of them, are exact."""
    program = program_of(left, right, operator, comparison, kind)
    for checks in (frozenset({"overflow"}), frozenset({"assert"})):
        found = search_system(flatten(program, checks=checks, narrow=False).system, 50)
        assert found == search_program(program, 50, checks=checks)
