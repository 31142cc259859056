"""Conditions at loop heads with those that carry them there."""

from __future__ import annotations

from pathlib import Path

from framed import Framed, framed
from vexil.core.source import SourceFile
from vexil.ir.operations import Call
from vexil.ir.text import load
from vexil.logic.terms import Term
from vexil.refinement.carriers import MOST, carried, with_carriers


def head_of(made: Framed, function: str = "main") -> int:
    """The first location that control comes to from two sides."""
    sources: dict[int, set[int]] = {}
    for edge in made.program.functions[function].edges:
        sources.setdefault(edge.target, set()).add(edge.source)
    body = made.program.functions[function]
    return next(
        number
        for number, found in sorted(sources.items())
        if len(found) > 1 and number != body.exit and body.outgoing[number]
    )


def constant(made: Framed, value: int) -> Term:
    return made.space.terms.bv(value, 32)


def test_counters_in_step_need_the_state_between_them(tmp_path: Path) -> None:
    """For i == s at the head of a loop that counts both, i + 1 == s is needed inside and i == 0 before."""
    made = framed(
        "int main(void) { int i = 0, s = 0; while (nondet()) { s = s + 1; i = i + 1; } assert(i == s); return 0; }",
        tmp_path,
    )
    terms, i, s = made.space.terms, made.symbol("main", "i"), made.symbol("main", "s")
    same = terms.eq(i, s)
    expected = {terms.eq(i, constant(made, 0)), terms.eq(s, terms.add(i, constant(made, 1)))}
    assert set(carried(made.frames, "main", head_of(made), same)) == expected
    assert with_carriers(made.frames, "main", head_of(made), [same, same])[0] is same
    assert set(with_carriers(made.frames, "main", head_of(made), [same])) == {same, *expected}


def test_a_condition_that_a_callee_may_change_is_not_carried_over_the_call(tmp_path: Path) -> None:
    """A global that the callee writes has another value before the call, and a local is what it was."""
    made = framed(
        "int g; void touch(void) { g = g + 1; }"
        "int main(void) { int i = 0; while (nondet()) { i = i + 2; touch(); } assert(i != g); return 0; }",
        tmp_path,
    )
    terms, i, g = made.space.terms, made.symbol("main", "i"), made.symbol("", "g")
    head = head_of(made)
    assert any(isinstance(edge.operation, Call) for edge in made.program.functions["main"].edges)
    six = constant(made, 6)
    assert set(carried(made.frames, "main", head, terms.eq(i, six))) == {terms.eq(i, constant(made, 4))}
    assert carried(made.frames, "main", head, terms.eq(g, six)) == ()


CHOOSING = b"""vir 1
function main()
  local x: i32
  local y: i32
  n0 -> head: y := 1i32
  head -> body: assume x != 0i32
  head -> done: assume !(x != 0i32)
  body -> next: y := y + x
  next -> head: x := choose range(0i32, 9i32)
  done -> exit: return
"""


def test_a_condition_on_what_is_chosen_is_not_carried() -> None:
    """Before a variable gets any value there is nothing to say about it; other conditions go on."""
    made = Framed(load(SourceFile("choosing.vir", CHOOSING)))
    terms, x, y = made.space.terms, made.symbol("main", "x"), made.symbol("main", "y")
    five = constant(made, 5)
    assert carried(made.frames, "main", head_of(made), terms.eq(x, five)) == ()
    assert carried(made.frames, "main", head_of(made), terms.eq(y, five)) == (terms.eq(terms.add(x, y), five),)


def test_inner_loops_do_not_give_ever_new_conditions(tmp_path: Path) -> None:
    """A condition that another loop changes all the time ends after a few forms."""
    made = framed(
        "int main(void) { int i = 0, j; while (nondet()) { j = 0; while (nondet()) { i = i + 1; j = j + i; } }"
        " assert(i >= 0); return 0; }",
        tmp_path,
    )
    terms, i = made.space.terms, made.symbol("main", "i")
    found = carried(made.frames, "main", head_of(made), terms.eq(i, constant(made, 50)))
    assert 0 < len(found) <= MOST
