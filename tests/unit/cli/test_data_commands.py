"""Data abstraction on the command line: advice about what somebody picked, verdicts, and the words for them."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from command_line import vexil
from tools import require_tool
from vexil.engines.printed import SpinOptions

POWER = "examples/power.fcl"
RESPONSE = "ltl: <>[end] => []([init] && =(%(m,2),1) => <>([end] && =(%(result,2),1)))"
ZERO_OR_MORE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x == 0) return 0;
  if (x > 0) return 0;
  reach_error();
  return 1;
}
"""
THIRD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
int main(void) {
  x = 0;
  while (__VERIFIER_nondet_int()) x = x + 3;
  if (x % 3 != 0) reach_error();
  return 0;
}
"""


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


# --- advice ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picked", "judgement"),
    [
        ("Signs", "optimal"),
        ("range(0,1)", "too fine: ONE and ABOVE1 agree on both conditionals"),
        ("set{0}", "too coarse: OTHER does not decide x > 0"),
        ("Point", "too coarse: UNKNOWN does not decide x == 0"),
    ],
)
def test_LIB_05_what_somebody_picked_is_judged(picked: str, judgement: str, tmp_path: Path) -> None:
    """x is looked at by x == 0 and x > 0 only: signs are what is needed, and no more."""
    done = vexil("advise", written(tmp_path, "x.c", ZERO_OR_MORE), "-p", "unreach", "--bind", f"x={picked}")
    assert done.returncode == 0
    assert f"  x={picked} is {judgement}\n" in done.stdout
    assert "  --bind 'x=Signs' (optimal)\n" in done.stdout


def test_LIB_05_numbers_that_are_compared_with_each_other(tmp_path: Path) -> None:
    """They get one abstraction, named as users do; hidden checks and registers have no part in it."""
    done = vexil("advise", "examples/data_abstraction/event", "-p", "deadlock", "--bind", "Event.count=EvenOdd")
    assert "  Event.count=EvenOdd is not judged; its comparisons with FirstTask.count, SecondTask.count" in done.stdout
    assert "--bind 'Event.count=Signs'\n" in done.stdout
    assert "compared with Event.count; only Int distinguishes numbers of one token" in done.stdout
    assert "::" not in done.stdout


def test_OPG_06_a_modulus_that_wrap_around_spoils_is_warned_about(tmp_path: Path) -> None:
    """2^32 leaves 1 modulo 3: advice, verdict, abstraction and library say so; mathematical integers keep it."""
    path = written(tmp_path, "x.c", THIRD)
    words = "modulo-3 is not exact for machine integers: they wrap around at 2^32"
    for command in (("advise", path), ("check", path, "-p", "unreach", "--bind", "x=modulo-3")):
        done = vexil(*command)
        assert words in done.stdout + done.stderr, command
    assert "unreach: unknown" in done.stdout
    assert words in vexil("basl", "show", "modulo-3").stderr
    assert words in vexil("abstract", path, "--bind", "x=modulo-3").stderr
    for modulus in ("modulo-4", "EvenOdd", "Signs"):
        assert "not exact" not in vexil("basl", "show", modulus).stderr
    exact = vexil("check", path, "-p", "unreach", "--bind", "x=modulo-3", "--integers", "math")
    assert exact.returncode == 0
    assert "not exact" not in exact.stdout + exact.stderr


# --- verdicts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("default", ["Int", "Point"])
def test_PRP_05_odd_powers_are_odd_on_the_command_line(default: str) -> None:
    """The printed formula comes out where remainders are never negative, and holds."""
    bindings = ("--bind", "m=EvenOdd", "--bind", "result=EvenOdd", "--default-abstraction", default)
    done = vexil("check", POWER, "-p", RESPONSE, "--division", "floor", "--set", "n=0..2", *bindings)
    assert done.returncode == 0, done.stdout
    assert "[]![end] || [](![init] || =(m,EVEN) || <>([end] && =(result,ODD)))" in done.stdout
    assert "division      floor: / rounds downwards" in done.stdout


def test_PRP_05_a_point_says_nothing_about_the_result_on_the_command_line() -> None:
    """The last atom becomes false: the shortest run has an odd m and no loop, and the program itself is right on it."""
    bindings = ("--bind", "m=EvenOdd", "--bind", "result=Point", "--default-abstraction", "Point")
    done = vexil("check", POWER, "-p", RESPONSE, "--division", "floor", *bindings)
    assert done.returncode == 3, done.stdout
    assert "[]![end] || [](![init] || =(m,EVEN) || <>([end] && false))" in done.stdout
    assert "the run of the abstraction is one of the program, and breaks nothing there" in done.stdout
    steps = [line for line in done.stdout.splitlines() if f"  {POWER}:1" in line]
    assert "m = ODD" in done.stdout
    assert steps[-1].endswith("if <(n, 1) then end else loop;  → true")
    assert len(steps) == 3


def test_PRP_04_division_decides_the_property() -> None:
    """With Java's remainder an odd m may leave -1, and nothing is decided about its being 1."""
    words = ("abstract", POWER, "--bind", "m=EvenOdd", "-p", "ltl: [] m % 2 == 1")
    for division, found in (("java", "false"), ("floor", "m == ODD"), ("euclid", "m == ODD")):
        assert f"holds where {found}; fails where m == EVEN" in vexil(*words, "--division", division).stdout


DIVIDED = """(x)
(a)
a: y := /(x, 2);
   z := %(x, 2);
   goto c;
c: if =(z, -1) then d else e;
d: return;
e: return;
"""


@pytest.mark.parametrize(("division", "quotient", "rest"), [("java", -3, -1), ("floor", -4, 1), ("euclid", -4, 1)])
def test_division_of_a_program_rounds_as_it_is_asked_to(
    division: str, quotient: int, rest: int, tmp_path: Path
) -> None:
    """-7 / 2, checked, run, and abstracted: an assumption names what is not the default."""
    path = written(tmp_path, "d.fcl", DIVIDED)
    claim = f"ltl: <>(y == {quotient} && z == {rest} && [c])"
    plain = vexil("check", path, "--set", "x=-7", "--division", division, "-p", claim)
    assert plain.returncode == 0, plain.stdout
    assert ("\n  division  " in plain.stdout) == (division != "java")
    ran = vexil("run", path, "--set", "x=-7", "--division", division)
    assert f"y = {quotient}\n" in ran.stdout
    signs = ("--bind", "x=Signs", "--bind", "z=Signs", "--division", division)
    negative = vexil("check", path, *signs, "--set", "x=-7", "-p", "ltl: []![d]")
    assert negative.returncode == (1 if division == "java" else 0), negative.stdout


def test_division_of_other_languages_truncates(tmp_path: Path) -> None:
    """What / means in C and Java is not for a user to say."""
    done = vexil("check", written(tmp_path, "x.c", ZERO_OR_MORE), "--division", "floor")
    assert done.returncode == 2
    assert "the division of C truncates" in done.stderr


# --- words -----------------------------------------------------------------------------------------------

RARE = """(x)
(a)
a: if >(x, 1000) then b else c;
b: y := *(x, 3);
   if =(y, 3333) then bad else c;
bad: return;
c: return;
"""


def test_a_real_error_of_an_open_parameter_is_no_spurious_one(tmp_path: Path) -> None:
    """Only x = 1111 leads there, which no program mentions: a solver finds it."""
    done = vexil(
        "check", written(tmp_path, "rare.fcl", RARE), "-p", "ltl: []![bad]", "--bind", "x=Signs", "--assumptions", "all"
    )
    assert done.returncode == 1, done.stdout
    assert "x = 1111" in done.stdout
    assert "abstraction   the run was found with Signs; it is one of the program itself" in done.stdout
    assert "the tables of Signs were made with solvers; none of their answers missing" in done.stdout


def test_a_constant_divisor_is_never_0(tmp_path: Path) -> None:
    """2 is even, and so is 0: the divisor is known all the same."""
    path = written(tmp_path, "d.fcl", DIVIDED)
    done = vexil("check", path, "-p", "ltl: []!([c] && [d])", "--bind", "x=EvenOdd", "--bind", "y=EvenOdd")
    assert done.returncode == 0, done.stdout
    open_divisor = written(tmp_path, "o.fcl", DIVIDED.replace("/(x, 2)", "/(2, x)"))
    done = vexil("check", open_divisor, "-p", "ltl: []!([c] && [d])", "--bind", "x=EvenOdd", "--bind", "y=EvenOdd")
    assert done.returncode == 3, done.stdout
    assert "division-by-zero" in done.stdout


IMPOSSIBLE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 10 && x < 1000 && y > 10 && y < 1000) {
    int z = x * y;
    if (z < 0) reach_error();
  }
  return 0;
}
"""


def test_CEX_04_a_spurious_run_is_told_by_step_statement_token_and_number(tmp_path: Path) -> None:
    """No inputs lead there, in the words of the source: no internal names, and nothing in a solver's language."""
    path = written(tmp_path, "i.c", IMPOSSIBLE)
    done = vexil("check", path, "-p", "unreach", "--bind", "main::x=Signs", "--bind", "main::y=Signs")
    assert done.returncode == 3, done.stdout
    first, hint = done.stdout.splitlines()[:2]
    assert "(spurious at step 4, `int z = x * y` (" in first
    assert "main::z is NEG in the abstraction and 121 (POS) in the program" in first
    assert hint == "  hint: choose a finer abstraction than Signs for main::z"
    assert "#" not in first
    assert "(bv" not in first


def test_CEX_04_a_run_that_was_not_confirmed_is_not_called_spurious(tmp_path: Path) -> None:
    """With objects there is no path for a solver, and the inputs that were tried do not lead on: nobody knows."""
    path = written(tmp_path, "Rare.java", RARE_JAVA)
    done = vexil("check", path, "-p", "assert", "--bind", "Box.kept=Signs", "--bind", "Rare.main::x=Signs")
    assert done.returncode == 3, done.stdout
    assert "(not confirmed: with the inputs that were tried, " in done.stdout
    assert "spurious" not in done.stdout, done.stdout


SUBTRACTED = """extern void reach_error(void);
int x;
int main(void) {
  x = 1;
  x = x - 1;
  if (x < 0) reach_error();
  return 0;
}
"""


def test_CEX_04_a_stored_run_of_an_abstraction_is_followed_later(tmp_path: Path) -> None:
    """POS - POS may be NEG, but 1 - 1 is 0: the run is stored with the result, and stops at its second step again."""
    path = written(tmp_path, "x.c", SUBTRACTED)
    stored = vexil("check", path, "-p", "unreach", "--bind", "x=Signs", "--format", "json")
    assert stored.returncode == 3
    result = written(tmp_path, "result.json", stored.stdout)
    done = vexil("replay", result)
    assert done.returncode == 3, done.stdout + done.stderr
    first, second, *others = done.stdout.splitlines()
    assert first == "unreach: unknown"
    assert second.startswith("  spurious at step 2, `x = x - 1` (")
    assert second.endswith("x.c:5): x is NEG in the abstraction and 0 (ZERO) in the program")
    assert others[-1] == "        here the abstraction violates the property"
    assert "globals: x = NEG" in vexil("replay", result, "--step", "2").stdout
    other = written(tmp_path, "other.json", stored.stdout.replace('"x=Signs"', '"x=range(0,1)"'))
    refused = vexil("replay", other)
    assert refused.returncode == 2
    assert "the abstraction is another one than that of the stored run" in refused.stderr


RARE_JAVA = """import org.sosy_lab.sv_benchmarks.Verifier;

class Box { int kept; }

class Rare {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Box box = new Box();
        box.kept = x * 3;
        assert box.kept != 3333;
    }
}
"""


# --- other checkers --------------------------------------------------------------------------------------


def test_BCK_04_the_deadlock_that_spin_finds_with_signs_is_told_in_lines_of_the_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Spin searches the abstract program; its run comes back as the program's own, with the seven published steps."""
    require_tool("spin")
    require_tool("gcc")
    quick = partial(SpinOptions, optimise="-O0")  # optimising takes seconds, searching none
    monkeypatch.setattr("vexil.engines.printed.engine.SpinOptions", quick)
    path = "tests/programs/java/papers/Event.java"
    done = vexil("check", path, "-p", "deadlock", "--engine", "spin", "--bind", "Event.count=Signs")
    assert done.returncode == 1, done.stdout
    assert "engine spin" in done.stdout
    assert "feasible: the program itself takes the run of its abstraction" in done.stdout
    steps = [
        (found.group(1), int(found.group(2)))
        for found in re.finditer(r"^ +\d+  \[(\w+)\] +\S+Event.java:(\d+)  ", done.stdout, re.MULTILINE)
    ]
    copies, tests, waits = ("FirstTask", 29), ("FirstTask", 31), ("FirstTask", 8)
    other_copies, signals, other_tests, other_waits = (("SecondTask", line) for line in (49, 14, 52, 8))
    published = (copies, tests, waits, other_copies, signals, other_tests, other_waits)
    assert [steps.count(step) for step in published] == [1] * 7
    place = {step: steps.index(step) for step in published}
    assert place[copies] < place[tests] < place[signals] < place[waits]
    assert place[other_copies] < place[signals] < place[other_tests] < place[other_waits]
