"""Corners of checks with data abstraction: inputs, arguments, steps that are counted, atoms without a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.core.errors import UsageError
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.options import CheckOptions, LoadOptions, SettingValue
from vexil.pipeline.run import check

HEADER = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint x, y;\n"
STEPS = """(n)
(init)
init: n := 1;
      k := 0;
      if <(n, 5) then a else b;
a:    k := 1;
      return;
b:    k := 1;
      return;
"""


def verdict(
    folder: Path, name: str, text: str, prop: str, *bindings: str, settings: dict[str, SettingValue] | None = None
) -> Verdict:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    options = CheckOptions(LoadOptions((str(path),), settings or {}), (prop,), data=DataOptions(bindings))
    return check(options, Context()).verdicts[0]


def test_an_argument_that_is_computed_is_followed_into_the_call(tmp_path: Path) -> None:
    """The step that chooses an argument belongs to the call: the program is in the same place, and breaks the same."""
    text = HEADER + (
        "static void f(int n) { if (n == 1) reach_error(); }\n"
        "int main(void) { x = __VERIFIER_nondet_int(); f(x + 1); return 0; }\n"
    )
    found = verdict(tmp_path, "call.c", text, "unreach", "x=Signs")
    assert found.status is Status.REFUTED
    assert "feasible" in found.reason


def test_an_input_that_is_abstracted_at_once_is_chosen_among_tokens(tmp_path: Path) -> None:
    """What is read into an abstracted variable needs no number: an odd number is not 0, whatever was read."""
    text = HEADER + "int main(void) { x = __VERIFIER_nondet_int(); x = x | 1; if (x == 0) reach_error(); return 0; }\n"
    assert verdict(tmp_path, "input.c", text, "unreach", "x=EvenOdd").status is Status.PROVED


def test_steps_of_an_abstraction_are_not_counted(tmp_path: Path) -> None:
    """A property with X is refused where the abstraction takes steps of its own: they would be counted, too."""
    with pytest.raises(UsageError, match="counts steps"):
        verdict(tmp_path, "steps.fcl", STEPS, "ltl: X X X X !=(k, 1)", "n=Signs")


def test_a_start_for_which_no_number_is_mentioned_is_not_called_spurious(tmp_path: Path) -> None:
    """Nothing in the program is as large as what the run may start with, and the run is real all the same."""
    found = verdict(tmp_path, "steps.fcl", STEPS, "ltl: [] !=(k, 1)", "n=EvenOdd", settings={"n": (50, 100)})
    assert found.status is Status.REFUTED


def test_an_undecided_first_state_is_no_mistake(tmp_path: Path) -> None:
    """A run without any step is followed, too: the abstraction does not decide the atom in the first state."""
    found = verdict(tmp_path, "steps.fcl", STEPS, "ltl: [] >=(k, 0)", "k=EvenOdd")
    assert found.status is Status.UNKNOWN


def test_a_condition_with_one_part_in_several_places_is_read(tmp_path: Path) -> None:
    """The abstract form of x <= y names the tokens of x again and again, and every occurrence has its value."""
    text = HEADER + "int main(void) { x = 0; y = 1; x = 2; y = 3; return 0; }\n"
    assert verdict(tmp_path, "pairs.c", text, "ltl: [] (x <= y)", "x=range(0,3)", "y=range(0,3)").status is (
        Status.REFUTED
    )


def test_PRP_03_an_atom_that_every_token_satisfies_needs_its_variable(tmp_path: Path) -> None:
    """A local has no value before its function is called: that it is at least 0 for every token is no proof."""
    text = (
        "int g;\nstatic int f(unsigned u) { g = 1; return (int)u; }\n"
        "int main(void) { int k = 0; if (g == 1) k = f(3u); return k; }\n"
    )
    assert verdict(tmp_path, "scope.c", text, "ltl: <>(f::u >= 0)", "f::u=Signs").status is Status.UNKNOWN


def test_PRP_04_an_atom_about_nothing_abstracted_stays(tmp_path: Path) -> None:
    """A comparison of references is decided as before, whatever else is abstracted."""
    text = (
        "public class Nul { static Object p; static int n;\n"
        "  public static void main(String[] a) { n = 1; if (n > 1) { p = new Object(); } } }\n"
    )
    assert verdict(tmp_path, "Nul.java", text, "ltl: [] (Nul.p == null)", "Nul.n=set{1}").status is Status.PROVED


def test_PAB_07_deep_expressions_do_not_multiply_their_tables(tmp_path: Path) -> None:
    """Eight operators in one expression are looked up in a few steps: their tables are not multiplied in one."""
    text = (
        "public class Deep { static int x, y;\n  public static void main(String[] a) {"
        " x = 1; y = ((((x + 1) * x + x) * x - x) * x + x) * x; assert y == 3; } }\n"
    )
    path = tmp_path / "Deep.java"
    path.write_text(text, encoding="utf-8")
    options = CheckOptions(LoadOptions((str(path),)), ("assert",), data=DataOptions(("Deep.x=range(0,3)",)))
    (found,) = check(options, Context(Limits(cpu_seconds=20))).verdicts
    assert found.status is Status.PROVED
