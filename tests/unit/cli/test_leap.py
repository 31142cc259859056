"""``vexil leap``: what users decide about abstract states, ports and schedules, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import vexil
from leap_answers import Found, leap, states
from leap_programs import (
    ALTERNATE_C,
    ALTERNATE_VIR,
    ENDLESS_FCL,
    GAP_FCL,
    HIDDEN_FCL,
    LEARNED_VIR,
    SIMPLE_FCL,
    STUCK_C,
    STUCK_FCL,
    simple_c,
)

MATH = ("--integers", "math")
UNKNOWN, USAGE = 3, 2
INSIDE = "0 <= x && x < n && 0 <= y && y <= 1"


def _simple(folder: Path, *words: str, least: int = 2, most: int = 50) -> Found:
    """The three loops over the integers, with n between two numbers."""
    bounds = ("--set", f"n={least}..{most}")
    return leap(folder, "simple.fcl", SIMPLE_FCL, *MATH, *bounds, "--to", "end: x >= 3*n", *words)


LOOPS = states(a0="one: 0 <= x && x < n", a1="two: n <= x && x < 2*n", a2="three: 2*n <= x && x < 3*n")


# --- steps -----------------------------------------------------------------------------------------------

STEP_C = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {{
  int x = 0;
  __VERIFIER_assume({goes_on});
  if (__VERIFIER_nondet_int())
    x = x + 1;
  else
    x = x + 2;
END:
  return 0;
}}
"""


@pytest.mark.parametrize(
    ("goes_on", "condition", "verdict"),
    [(1, "x == 1", "REACHABLE"), (1, "x == 2", "REACHABLE"), (1, "x == 3", ""), (0, "x == 1", "")],
)
def test_LLP_01_one_alternative_is_enough_and_a_dead_end_is_none(
    tmp_path: Path, goes_on: int, condition: str, verdict: str
) -> None:
    """LLP-01: from x = 0 each of x := x + 1 | x := x + 2 is a must+ step; behind assume(false) nothing is one."""
    text = STEP_C.format(goes_on=goes_on)
    found = leap(tmp_path, "step.c", text, "--to", f"END: {condition}")
    assert (found.verdict == "REACHABLE") == (verdict == "REACHABLE"), found.verdict


# --- ports -----------------------------------------------------------------------------------------------


def test_LLP_03_a_port_outside_of_its_state_is_refused_with_a_witness(tmp_path: Path) -> None:
    """LLP-03: an entry port that has a state which the abstract state has not is an error that names the state."""
    done = _simple(tmp_path, *LOOPS, "--path", "a0,a1,a2", "--port", "a1.entry = x == n || x == 2*n")
    assert done.code == USAGE
    assert "the entry port of a1 is not inside of it" in done.said
    assert "for example" in done.said


def test_LLP_03_a_port_outside_of_what_is_known_proves_nothing(tmp_path: Path) -> None:
    """LLP-03: where y is above 0 in every run, an exit port with y = 0 is empty, whatever the abstract state allows."""
    words = (
        *states(a="head: 0 <= x && x <= 5 && 0 <= y && y <= 5"),
        *("--port", "a.entry = 0 <= x && x <= 5 && 0 < y && y <= 5"),
        *("--port", "a.exit = x == 0 && y == 0"),
    )
    found = leap(tmp_path, "learned.vir", LEARNED_VIR, *words)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    assert not any(attempt["reached"] for attempt in found.attempts())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--state", "a one: x < n"), "no abstract state"),
        (("--state", "a = x < n"), "there is no place"),
        (("--state", "a = nowhere: x < n"), "unknown place 'nowhere'"),
        (("--state", "a = one: x < n && x > n"), "the abstract state a has no states"),
        (("--state", "a = one: x < n", "--path", "a,b"), "there is no abstract state 'b'"),
        (("--state", "a = one: x < n", "--port", "b.entry = x == 0"), "there is no abstract state 'b'"),
        (("--state", "a = one: x < n", "--port", "a.middle = x == 0"), "no port"),
        (("--only", "one: 1"), "nothing is chosen at 'one'"),
        (("--predicate", "z >= 0"), "'z'"),
        (("--state", "a = one: z < n"), "'z'"),
        (("--state", "a = one: x < 0 && n > 5"), "no may path leads to the abstract state a"),
    ],
)
def test_LLP_13_what_the_program_does_not_have_is_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """LLP-13: abstract states, places and ports that there are not are errors, not answers."""
    done = _simple(tmp_path, *words)
    assert done.code == USAGE
    assert said in done.said


# --- finiteness ------------------------------------------------------------------------------------------


def test_LLP_09_an_infinite_state_is_refused(tmp_path: Path) -> None:
    """LLP-09: the counterexample of the paper satisfies (2) and (3) of Theorem 1, but x has no upper bound."""
    ports = ("--port", "a.entry = x >= 0 && y > 0", "--port", "a.exit = x == 0 && y == 0")
    words = ("--to", "head: x < 0", *states(a="head: x >= 0 && y >= 0"), "--path", "a", *ports)
    found = leap(tmp_path, "endless.fcl", ENDLESS_FCL, *MATH, *words)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    state = found.state("a")
    assert state.statuses(1) == ["unknown", "holds", "holds"]
    assert state.reason(1, 1) == "not shown to be finite: x has no bounds"
    assert "mathematical integers" in found.report["arithmetic"]


def test_LLP_09_machine_integers_are_finite_and_say_what_becomes_of_overflow(tmp_path: Path) -> None:
    """LLP-09: machine integers are finite, and the report says that they wrap around; y still is above 0."""
    ports = ("--port", "a.entry = x >= 0 && y > 0", "--port", "a.exit = x == 0 && y == 0")
    words = ("--to", "head: x < 0", *states(a="head: x >= 0 && y >= 0"), "--path", "a", *ports)
    found = leap(tmp_path, "endless.fcl", ENDLESS_FCL, *words)
    assert found.verdict == "UNKNOWN"
    assert "wrap" in found.report["arithmetic"]


def test_LLP_09_variables_that_decide_nothing_need_no_bounds(tmp_path: Path) -> None:
    """LLP-09: y grows without bounds and is ignored, unless somebody asks about it."""
    words = (*MATH, "--set", "n=1..1000", *states(a="head: 1 <= x && x <= n"), "--path", "a")
    found = leap(tmp_path, "hidden.fcl", HIDDEN_FCL, *words, "--to", "end: true")
    assert found.verdict == "REACHABLE"
    assert found.state("a").statuses(1) == found.state("a").statuses(2) == ["holds"] * 3
    found = leap(tmp_path, "hidden.fcl", HIDDEN_FCL, *words, "--to", "end: y == 7")
    assert found.verdict == "UNKNOWN"
    assert found.state("a").reason(2, 1) == "not shown to be finite: y has no bounds"


# --- determinism -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stuck.c", "stuck.fcl"])
def test_LLP_10_a_statement_that_is_not_injective_has_two_predecessors(tmp_path: Path, name: str) -> None:
    """LLP-10: in `stuck` one statement leads from 0 and from 1 to 1, so Theorem 2 does not apply, though (3) holds."""
    is_c = name == "stuck.c"
    place = "stuck.c:6" if is_c else "head"
    words = (*states(a=f"{place}: 0 <= x && x <= 2"), "--port", "a.entry = x == 0", "--port", "a.exit = x == 2")
    found = leap(tmp_path, name, STUCK_C if is_c else STUCK_FCL, *words, *(() if is_c else ("--to", "end: true")))
    assert found.verdict == "UNKNOWN"
    state = found.state("a")
    assert state.statuses(2) == ["holds", "fails", "holds"]
    assert sorted(values["x"] for values in state.witness(2, 2)) == [0, 1]
    assert not any(attempt["reached"] for attempt in found.attempts())


def test_LLP_10_stuck_is_not_reached_without_help(tmp_path: Path) -> None:
    """LLP-10: left to itself the search does not claim that the assertion behind the loop is reached."""
    assert leap(tmp_path, "stuck.c", STUCK_C).verdict != "REACHABLE"
    (tmp_path / "stuck.c").write_text(STUCK_C, encoding="utf-8")
    done = vexil("check", "stuck.c", "-p", "assert", "--engine", "leap", folder=tmp_path)
    assert done.returncode == UNKNOWN, done.stdout


# --- schedules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "place", "choice"), [("alternate.c", "alternate.c:8", "alternate.c:9"), ("alternate.vir", "loop", "pick")]
)
@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        ("y == 1; y >= 0", "conditions 1 and 2 of the schedule overlap in a"),
        ("y == 1; y > 1", "the schedule leaves a gap in a"),
        ("y == 1", "1 conditions for 2 alternatives"),
    ],
)
def test_LLP_14_schedules_that_overlap_or_leave_a_gap_are_refused(
    tmp_path: Path, name: str, place: str, choice: str, conditions: str, said: str
) -> None:
    """LLP-14: of every state in the abstract state exactly one condition of a schedule must hold."""
    text = ALTERNATE_C if name == "alternate.c" else ALTERNATE_VIR
    math = MATH if name == "alternate.c" else ()
    words = (*states(a=f"{place}: {INSIDE}"), "--path", "a", "--schedule", f"{choice}: {conditions}")
    done = leap(tmp_path, name, text, *math, *words)
    assert done.code == USAGE
    assert said in done.said


# --- vacuity ---------------------------------------------------------------------------------------------


def test_LLP_16_an_empty_port_is_no_proof(tmp_path: Path) -> None:
    """LLP-16: with n = 1 x goes 0, 1, 3, so the exit port of a1 to a2 is empty; past a2 the target is reached."""
    more = ("--state", "a2 = two: 2*n <= x && x < 3*n", *states(a3="three: 3*n <= x"))
    found = _simple(tmp_path, *LOOPS, *more, "--path", "a0,a1,a2,a3", least=1, most=1)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    assert [attempt["problem"] for attempt in found.attempts()] == ["empty exit port of a1 to a2"]
    assert _simple(tmp_path, *LOOPS, *more, "--path", "a0,a1,a3", least=1, most=1).verdict == "REACHABLE"


def test_LLP_16_the_same_in_C(tmp_path: Path) -> None:
    """LLP-16: a target that nothing reaches is not reached, whatever the steps to it are said to be."""
    words = states(a0="simple.c:8: 0 <= x && x < n", a1="simple.c:10: n <= x && x < 2*n")
    more = ("--state", "a2 = simple.c:10: 2*n <= x && x < 3*n", "--state", "a2 = simple.c:12: 2*n <= x && x < 3*n")
    last = states(a3="simple.c:12: 3*n <= x")
    found = leap(tmp_path, "simple.c", simple_c(1, 1), *words, *more, *last, "--path", "a0,a1,a2,a3")
    assert found.verdict == "UNKNOWN"
    assert [attempt["problem"] for attempt in found.attempts()] == ["empty exit port of a1 to a2"]
    found = leap(tmp_path, "simple.c", simple_c(1, 1), *words, *more, *last, "--path", "a0,a1,a3")
    assert (found.verdict, found.code) == ("REACHABLE", 1)


# --- output ----------------------------------------------------------------------------------------------


def test_LLP_15_every_loop_state_is_explained(tmp_path: Path) -> None:
    """LLP-15: state, statement, ports, both theorems, each condition, and a witness where one fails."""
    (tmp_path / "simple.c").write_text(simple_c(2, 50), encoding="utf-8")
    words = states(a0="simple.c:8: 0 <= x && x < n", a1="simple.c:10: n <= x && x < 2*n")
    done = vexil("leap", "simple.c", *words, "--path", "a0,a1", "--explain", folder=tmp_path)
    shown = done.stdout.partition("state a1\n")[2].partition("\n  state ")[0]
    for part in (
        "    at simple.c:10: ",
        "    statement: while (x < 2 * n)\n",
        "    entry port at simple.c:10: ",
        "    exit port at simple.c:10: ",
        "    Theorem 1 does not apply\n      (1) finitely many states: holds\n",
        "      (3) a predecessor in the state, outside the exit: fails\n          witness: n = ",
        "    Theorem 2 applies\n",
    ):
        assert part in shown, shown
    assert done.stdout.rstrip().rpartition("\n")[2].startswith("assert: ")


def test_LLP_13_a_target_without_a_may_path_is_not_reached(tmp_path: Path) -> None:
    """LLP-13: may steps over-approximate, so a target that none leads to is not reachable."""
    found = leap(tmp_path, "stuck.fcl", STUCK_FCL, "--to", "end: true")
    assert (found.verdict, found.code) == ("NOT REACHABLE", 0)


def test_LLP_13_restrictions_never_show_that_a_target_is_not_reached(tmp_path: Path) -> None:
    """LLP-13, LLP-14: where no restriction leads to the target, nothing is known."""
    found = leap(tmp_path, "alternate.vir", ALTERNATE_VIR, "--only", "pick: 2")
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)


def test_LLP_18_an_abstract_state_is_any_condition(tmp_path: Path) -> None:
    """LLP-18: a disjunction is an abstract state like any other."""
    words = (*MATH, "--set", "n=7..50", "--to", "end: x == n")
    path = (*states(a="head: x == 0 || 5 <= x && x < n", b="head: x == n"), "--path", "a,b")
    found = leap(tmp_path, "gap.fcl", GAP_FCL, *words, *path)
    assert found.verdict == "REACHABLE"
    state = found.state("a")
    assert state.applies(1)
    assert state.applies(2)
    for n in range(7, 12):
        assert [x for x in range(-2, 15) if state.entry.has(n=n, x=x)] == [0]
        assert [x for x in range(-2, 15) if state.leaving.has(n=n, x=x)] == [n - 1]


# --- what is not exact -----------------------------------------------------------------------------------

DECLARED = (
    "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n"
)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("int z = 0; while (z < 3) z++; if (10 / (z - z)) reach_error();", "an operation may be undefined"),
        ("__VERIFIER_assume(0); reach_error();", "runs may be cut by a restriction"),
        ("long double l = 1.0L / 3; double d = l; if (d != l) reach_error();", "64 bits"),
        (
            'int g = 0, i = 0; while (i < 9) i++; __asm__("movl $2,%0" : "=r"(g)); if (g == 1) reach_error();',
            "assembler",
        ),
    ],
)
def test_caveats_and_undefined_operations_leave_the_answer_open(tmp_path: Path, body: str, said: str) -> None:
    """Nothing is called reached, or not reached, that `vexil check` would not say either."""
    found = leap(tmp_path, "doubtful.c", f"{DECLARED}int main(void) {{ {body} return 0; }}\n", "-p", "unreach")
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    assert said in str(found.report["reason"])


# --- inputs of the run -----------------------------------------------------------------------------------


def test_inputs_are_those_that_get_behind_the_loop(tmp_path: Path) -> None:
    """Only three inputs lead behind the loop to the error: one of them is found, and the run is executed."""
    (tmp_path / "far.c").write_text(FAR_STRIDE, encoding="utf-8")
    done = vexil("check", "far.c", "-p", "unreach", "--engine", "leap", "--no-slice", folder=tmp_path)
    assert done.returncode == 1
    assert "behind 1 leap" in done.stdout
    assert "a run of 200,000,006 steps was executed" in done.stdout
    assert "99,999,999 rounds of the loop at far.c:7: x from 0 to 299,999,997" in done.stdout


def test_small_inputs_make_for_a_run_that_can_be_executed(tmp_path: Path) -> None:
    """Nearly all numbers lead to the error, most of them behind more steps than are executed: a small one is taken."""
    (tmp_path / "open.c").write_text(OPEN_NUMBER, encoding="utf-8")
    done = vexil("check", "open.c", "-p", "unreach", "--engine", "leap", "--no-slice", folder=tmp_path)
    assert done.returncode == 1
    rounds = re.search(r"([0-9,]+) rounds of the loop at open.c:7", done.stdout)
    assert rounds is not None
    assert int(rounds[1].replace(",", "")) <= 2_000_000


OPEN_NUMBER = """extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  if (n < 1000000)
    return 0;
  while (x < n)
    x++;
  if (x == n)
    reach_error();
  return 0;
}
"""

FAR_STRIDE = """extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

// The error is behind a hundred million rounds, and only for three numbers of all; the counter may wrap around.
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  while (x < n)
    x += 3;
  if (x == 300000000)
    reach_error();
  return 0;
}
"""
