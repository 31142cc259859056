"""``vexil leap``: steps, both theorems, smaller ports and chains, as the report shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from leap_answers import Found, leap, states

MATH = ("--integers", "math")
UNKNOWN = 3

# --- steps -----------------------------------------------------------------------------------------------

ADD_FCL = """(n x)
(init)
init:  x := +(x, 2);
       goto end;
end:   return;
"""

MIRROR_FCL = ADD_FCL.replace("+(x, 2)", "-(n, x)")

EITHER_VIR = """vir 1
global x: int in range(0, 9)
function main()
  start -> end: x := x + 1
  start -> end: x := x + 2
  end -> exit: return
"""


def _step(folder: Path, name: str, text: str, state: str, target: str, *words: str) -> Found:
    """One statement between an abstract state and the target."""
    first = "start" if name.endswith(".vir") else "init"
    return leap(folder, name, text, *words, *states(a=f"{first}: {state}"), "--path", "a", "--to", f"end: {target}")


def test_LLP_02_ports_are_preconditions_and_postconditions(tmp_path: Path) -> None:
    """LLP-02: before x := x + 2 the port is n <= x + 2 < 2n within the state, behind it n + 2 <= x < 2n + 2."""
    bounds = (*MATH, "--set", "n=1..50", "--set", "x=-50..200")
    inside = "n <= x && x < 2*n"
    found = _step(tmp_path, "add.fcl", ADD_FCL, inside, inside, *bounds)
    assert (found.verdict, found.code) == ("REACHABLE", 0)
    for n in range(1, 8):
        for x in range(-3, 20):
            assert found.state("a").leaving.has(n=n, x=x) == (n <= x < 2 * n and n <= x + 2 < 2 * n)
            assert found.state("target").entry.has(n=n, x=x) == (n <= x < 2 * n and n + 2 <= x < 2 * n + 2)


def test_LLP_02_the_old_value_stands_in_what_is_assigned(tmp_path: Path) -> None:
    """LLP-02: behind x := n - x the old value, n - x, is in the condition and in what was assigned."""
    bounds = (*MATH, "--set", "n=0..50", "--set", "x=-50..200")
    found = _step(tmp_path, "mirror.fcl", MIRROR_FCL, "0 <= x && x < 5", "x >= 0 && n >= 0", *bounds)
    assert found.verdict == "REACHABLE"
    entry = found.state("target").entry
    for n in range(8):
        assert [x for x in range(-5, 15) if entry.has(n=n, x=x)] == [x for x in range(15) if 0 <= n - x < 5]


def test_LLP_02_alternatives(tmp_path: Path) -> None:
    """LLP-02: behind x := x + 1 | x := x + 2 is what is behind one of them; one of them leads into the target."""
    found = _step(tmp_path, "either.vir", EITHER_VIR, "3 <= x && x <= 5", "x == 4 || x == 7")
    assert found.verdict == "REACHABLE"
    assert [x for x in range(10) if found.state("a").leaving.has(x=x)] == [3, 5]
    assert [x for x in range(10) if found.state("target").entry.has(x=x)] == [4, 7]


# --- theorems --------------------------------------------------------------------------------------------

COUNT_VIR = """vir 1
global x: i8
function main()
  start -> loop: x := 0i8
  loop -> body: assume x < 9i8
  loop -> behind: assume !(x < 9i8)
  body -> loop: x := x + {step}
  behind -> exit: return
"""


@pytest.mark.parametrize(
    ("step", "leaving", "first", "second", "verdict"),
    [
        ("1i8", "x == 8", ["holds", "holds", "holds"], ["holds", "holds", "holds"], "REACHABLE"),
        ("2i8", "x == 8", ["holds", "holds", "fails"], ["holds", "holds", "fails"], "UNKNOWN"),
        ("3i8", "x >= 6 && x < 9", ["holds", "holds", "fails"], ["holds", "holds", "holds"], "REACHABLE"),
    ],
)
def test_LLP_04_conditions_of_both_theorems(
    tmp_path: Path, step: str, leaving: str, first: list[str], second: list[str], verdict: str
) -> None:
    """LLP-04: finitely many states, at most one successor or predecessor, and a must step outside of a port."""
    words = (*states(a="loop: x >= 0 && x < 9"), "--path", "a", "--port", "a.entry = x == 0")
    target = ("--to", "loop: x >= 9", "--port", f"a.exit = {leaving}")
    found = leap(tmp_path, "count.vir", COUNT_VIR.format(step=step), *words, *target)
    assert found.verdict == verdict
    assert found.state("a").statuses(1) == first
    assert found.state("a").statuses(2) == second


def test_LLP_04_without_an_exit_nothing_is_reached(tmp_path: Path) -> None:
    """LLP-04: with an empty exit port nothing is claimed, and Theorem 2 cannot hold: the states run out."""
    words = (*states(a="loop: x >= 0 && x < 9"), "--path", "a", "--to", "loop: x >= 9")
    ports = ("--port", "a.entry = x == 0", "--port", "a.exit = x != x")
    found = leap(tmp_path, "count.vir", COUNT_VIR.format(step="1i8"), *words, *ports)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    assert not found.state("a").applies(2)


# --- smaller ports ---------------------------------------------------------------------------------------

INSIDE = "loop: x >= 0 && x < 9 || x == 20"

BRANCHED_VIR = """vir 1
global x: i8
function main()
  start -> loop: x := choose among(0i8, 20i8)
  loop -> body: assume x < 9i8 || x == 20i8
  loop -> behind: assume !(x < 9i8 || x == 20i8)
  body -> far: assume x == 20i8
  body -> near: assume !(x == 20i8)
  far -> loop: x := 8i8
  near -> two: assume x == 2i8
  near -> other: assume !(x == 2i8)
  two -> loop: x := 3i8
  two -> loop: x := 9i8
  other -> loop: x := x + 1i8
  behind -> exit: return
"""

ANYWHERE_VIR = """vir 1
global x: i8
function main()
  start -> loop: x := choose range(0i8, 20i8)
  loop -> body: assume x < 9i8 || x == 20i8
  loop -> behind: assume !(x < 9i8 || x == 20i8)
  body -> far: assume x == 20i8
  body -> near: assume !(x == 20i8)
  far -> loop: skip
  near -> loop: x := x + 1i8
  behind -> exit: return
"""


def test_LLP_11_an_exit_port_is_made_smaller(tmp_path: Path) -> None:
    """LLP-11: 3 comes from 2 alone, which is in the maximal exit port: Theorem 1 needs the part of it with x = 8."""
    words = (*states(a=INSIDE), "--path", "a", "--to", "loop: x == 9")
    whole = leap(tmp_path, "branched.vir", BRANCHED_VIR, *words)
    assert whole.state("a").statuses(1) == ["holds", "holds", "fails"]
    assert [values["x"] for values in whole.state("a").witness(1, 3)] == [3]
    assert not next(whole.attempts(restricted=False))["reached"]
    found = leap(tmp_path, "branched.vir", BRANCHED_VIR, *words, "--predicate", "x == 8")
    state = found.state("a")
    assert state.found["shrunk"] == ["exit"]
    assert state.applies(1)
    assert [x for x in range(-1, 22) if state.leaving.has(x=x)] == [8]
    assert (found.verdict, found.code) == ("REACHABLE", 0)


def test_LLP_11_an_entry_port_is_made_smaller(tmp_path: Path) -> None:
    """LLP-11: from 20 the loop goes on for ever: Theorem 2 needs the entry x = 0, and the exit before it as well."""
    words = (*states(a=INSIDE), "--path", "a", "--to", "loop: x == 9")
    assert not leap(tmp_path, "anywhere.vir", ANYWHERE_VIR, *words).state("a").applies(2)
    found = leap(tmp_path, "anywhere.vir", ANYWHERE_VIR, *words, "--predicate", "x == 0")
    state = found.state("a")
    assert state.found["shrunk"] == ["entry"]
    assert state.applies(2)
    assert [x for x in range(-1, 22) if state.entry.has(x=x)] == [0]
    assert found.state("rest of start").found["shrunk"] == ["exit"]
    assert found.verdict == "REACHABLE"


# --- chains ----------------------------------------------------------------------------------------------

FIRST = """  {before}
  first -> body: assume x < 9i8 || x == 20i8
  first -> {after}: assume !(x < 9i8 || x == 20i8)
  body -> far: assume x == 20i8
  body -> near: assume !(x == 20i8)
  far -> first: x := 8i8
  near -> first: x := x + 1i8
"""
SECOND = """  {before}
  second -> more: assume y < 20i8
  second -> {after}: assume !(y < 20i8)
  more -> second: y := y + 2i8
"""
HEAD = "vir 1\nglobal x: i8\nglobal y: i8\nfunction main()\n"
X, Y = "first: x >= 0 && x < 9 || x == 20", "second: 9 <= y && y < 20"


def test_LLP_12_a_chain_turns_once_from_must_minus_to_must_plus(tmp_path: Path) -> None:
    """LLP-12: only Theorem 1 leads through the first loop and only Theorem 2 through the second."""
    first = FIRST.format(before="start -> first: x := choose among(0i8, 20i8)", after="between")
    second = SECOND.format(before="between -> second: y := x", after="behind")
    text = f"{HEAD}{first}{second}  behind -> exit: return\n"
    words = (*states(a=X, b=Y), "--path", "a,b", "--to", "second: y >= 20 && y < 30")
    found = leap(tmp_path, "turn.vir", text, *words)
    assert (found.state("a").applies(1), found.state("a").applies(2)) == (True, False)
    assert (found.state("b").applies(1), found.state("b").applies(2)) == (False, True)
    assert (found.verdict, found.code) == ("REACHABLE", 0)
    (attempt,) = found.attempts()
    names = [state["state"] for state in attempt["states"]]
    assert names.index("a") < attempt["flip"] <= names.index("b") + 1
    assert all(link["may"] for link in attempt["links"])


def test_LLP_12_a_chain_never_turns_back(tmp_path: Path) -> None:
    """LLP-12: with the loops the other way round every link holds in both directions, and nothing is claimed."""
    second = SECOND.format(before="start -> second: y := 9i8", after="between")
    first = FIRST.format(before="between -> first: x := choose among(0i8, 20i8)", after="behind")
    text = f"{HEAD}{second}{first}  behind -> exit: return\n"
    words = (*states(a=X, b=Y), "--path", "b,a", "--to", "first: x == 9")
    found = leap(tmp_path, "back.vir", text, *words)
    assert (found.state("b").applies(1), found.state("b").applies(2)) == (False, True)
    assert (found.state("a").applies(1), found.state("a").applies(2)) == (True, False)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    assert all(attempt["flip"] is None and not attempt["reached"] for attempt in found.attempts())
