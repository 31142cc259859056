"""Assignments, branches, checks and what is enforced: predicate programs of small programs, word for word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from abstracted import abstracted, from_c, from_vir, steps_of

from vexil.core.context import Context
from vexil.engines.bebop.reach import reach
from vexil.logic.solvers import ProcessSolver, Reply, Satisfiable
from vexil.logic.terms import Term
from vexil.model.boolean_program import Check, PredicateProgram, Update
from vexil.model.boolean_program.expressions import TRUE


class Silent(ProcessSolver):
    """A solver that never knows."""

    def check_and_read(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        return Reply(Satisfiable.UNKNOWN, "limit"), []


def test_C2B_05_the_increment_of_integers() -> None:
    """x = x + 1 with x<5 and x=2 is the published parallel assignment."""
    program = steps_of("x := x + 1", declared="global x: int")
    with abstracted(program, ["x < 5", "x == 2"], name="z3") as found:
        assert found.operations("main", 0) == [
            "{x < 5}, {x == 2} = choose({x == 2}, !{x < 5}), choose(false, !{x < 5} || {x == 2})"
        ]


def test_C2B_05_the_increment_of_words() -> None:
    """With 32 bits x<5 may become true from false, because the greatest number is followed by the least."""
    program = steps_of("x := x + 1i32", declared="global x: i32")
    with abstracted(program, ["x < 5", "x == 2"]) as found:
        assert found.operations("main", 0) == [
            "{x < 5}, {x == 2} = choose({x == 2}, false), choose(false, !{x < 5} || {x == 2})"
        ]


def test_C2B_05_short_forms() -> None:
    """Complements give a plain expression, nothing known gives `*`, and what is not affected is not mentioned."""
    program = steps_of("x := y", "x := z", "z := 3i32", declared="global x: i32\nglobal y: i32\nglobal z: i32")
    with abstracted(program, ["x < 5", "y < 5"]) as found:
        assert found.operations("main", 0) == ["{x < 5} = {y < 5}"]
        assert found.operations("main", 1) == ["{x < 5} = *"]
        assert found.operations("main", 2) == []


@pytest.mark.parametrize(
    ("kind", "solver", "suffix", "value"),
    [("int", "z3", "", "choose({x > 0}, false)"), ("i32", "bitwuzla", "i32", "*")],
)
def test_C2B_12_integers_are_unbounded_and_words_are_not(kind: str, solver: str, suffix: str, value: str) -> None:
    """x>0 stays true under x = x + 1 for integers; 32 bits overflow, so nothing is known."""
    program = steps_of(f"x := x + 1{suffix}", declared=f"global x: {kind}")
    with abstracted(program, ["x > 0"], name=solver) as found:
        assert found.operations("main", 0) == [f"{{x > 0}} = {value}"]


def test_YAS_06_the_decrement_is_a_choice() -> None:
    """y := y - 1 with y<=2 and x=2: y<=2 stays true when it was, is unknown otherwise, and x=2 is as it was."""
    program = steps_of("y := y - 1", declared="global x: int\nglobal y: int")
    with abstracted(program, ["y <= 2", "x == 2"], name="z3") as found:
        assert found.operations("main", 0) == ["{y <= 2} = choose({y <= 2}, false)"]


def test_C2B_06_both_branches_have_their_assumption() -> None:
    """A branch without else has two guards, the weakest conditions that each side allows."""
    text = """global x: i32
function main() entry n0 exit exit
  n0 -> n1: assume x < 4i32
  n0 -> n2: assume !(x < 4i32)
  n1 -> n2: x := 9i32
  n2 -> exit: return
"""
    with abstracted(from_vir(text), ["x < 5", "x == 2"]) as found:
        yes, no = (found.operations("main", edge) for edge in (0, 1))
        assert yes == ["assume(choose({x == 2}, !{x < 5}))"]
        assert no == ["assume(choose(!{x < 5}, {x == 2}))"]


def test_C2B_06_a_check_fails_unless_it_certainly_holds() -> None:
    """assert(x < 4) holds in the state x=2 and may fail where only x<5 is known."""
    text = """global x: i32
function main() entry n0 exit exit
  n0 -> n1: x := choose range(-9i32, 9i32)
  n1 -> n2: restrict {condition}
  n2 -> n3: check assert x < 4i32 "small"
  n3 -> exit: return
"""
    for condition, fails in (("x == 2i32", False), ("x < 5i32", True)):
        with abstracted(from_vir(text.format(condition=condition)), ["x < 5", "x == 2"]) as found:
            assert bool(reach(found.program, Context()).failing) is fails


def without_invariants(program: PredicateProgram) -> PredicateProgram:
    """The same program with nothing enforced."""
    procedures = {name: replace(item, invariant=TRUE) for name, item in program.procedures.items()}
    return replace(program, procedures=procedures)


def test_C2B_07_what_is_enforced_keeps_conflicting_predicates_apart(tmp_path: Path) -> None:
    """x=2 and x=3 never hold together: without that a copy of an unknown value fails an assertion that holds."""
    text = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int y = __VERIFIER_nondet_int(), x = y; assert(!(x == 2 && x == 3)); return 0; }
"""
    with abstracted(from_c(text, tmp_path), ["main: x == 2", "main: x == 3"]) as found:
        assert "enforce !({x == 2} && {x == 3});" in found.text
        assert not reach(found.program, Context()).failing
        assert reach(without_invariants(found.program), Context()).failing


def test_C2B_07_the_published_conflict() -> None:
    """Over x<5 and x=2 the valuation with x=2 and not x<5 is excluded."""
    with abstracted(steps_of("x := x", declared="global x: i32"), ["x < 5", "x == 2"]) as found:
        assert "enforce !(!{x < 5} && {x == 2});" in found.text


def test_C2B_04_a_length_limit_is_reported_and_keeps_soundness() -> None:
    """A condition that needs a cube of three literals is unknown with two, and the loss is counted."""
    declared = "global a: i32\nglobal b: i32\nglobal c: i32\nglobal s: i32"
    program = steps_of("s := a + b + c", declared=declared)
    texts = ["a == 1", "b == 1", "c == 1", "s == 3"]
    with abstracted(program, texts, longest=3) as found:
        (value,) = found.operations("main", 0)
        assert "{a == 1} && {b == 1} && {c == 1}" in value
    with abstracted(program, texts, longest=2) as found:
        (value,) = found.operations("main", 0)
        assert "{a == 1} && {b == 1} && {c == 1}" not in value
        assert found.abstraction.losses.incomplete > 0


def test_C2B_13_without_answers_everything_is_unknown_and_nothing_is_lost() -> None:
    """A solver that knows nothing gives an assignment that may do anything, and the loss is counted."""
    program = steps_of("x := x * x", 'check assert x >= 0i32 "square"', declared="global x: i32")
    with abstracted(program, ["x < 5", "x < 9"], solver=Silent("bitwuzla")) as found:
        (update,) = (item.operation for item in found.program.procedures["main"].edges if item.origins == (0,))
        assert isinstance(update, Update)
        assert set(update.targets) == {"x < 5", "x < 9"}
        assert found.operations("main", 0)[0].endswith("= *, *")
        checks = [item.operation for item in found.program.procedures["main"].edges if item.origins == (1,)]
        assert any(isinstance(item, Check) for item in checks)
        assert reach(found.program, Context()).failing
        assert found.abstraction.losses.incomplete > 0
