"""The programs of Ball, Kupferman and Sagiv (2007) on the command line, with what the paper gets wrong put right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import ROOT, vexil
from leap_answers import Found, Port, leap, states
from leap_programs import (
    ALTERNATE_C,
    ALTERNATE_VIR,
    COUNT_C,
    LESS_SIMPLE_C,
    LESS_SIMPLE_VIR,
    MUTUAL_C,
    NESTED_C,
    NESTED_DATA_FCL,
    NESTED_FCL,
    SIMPLE_FCL,
    jump_c,
    jump_vir,
    simple_c,
)

MATH = ("--integers", "math")
REFUTED, USAGE, UNKNOWN = 1, 2, 3

# --- simple ----------------------------------------------------------------------------------------------


def _loops(one: str, two: str, three: str) -> list[str]:
    return states(a0=f"{one}: 0 <= x && x < n", a1=f"{two}: n <= x && x < 2*n", a2=f"{three}: 2*n <= x && x < 3*n")


def _simple(folder: Path, language: str, *words: str) -> Found:
    """The three loops for every n from 2, in C or in FCL, over the integers."""
    if language == "c":
        loops = _loops("simple.c:8", "simple.c:10", "simple.c:12")
        return leap(folder, "simple.c", simple_c(2), *MATH, *loops, "--path", "a0,a1,a2", *words)
    loops = _loops("one", "two", "three")
    asked = ("--set", "n=2..1000000", "--to", "end: x >= 3*n", "--path", "a0,a1,a2")
    return leap(folder, "simple.fcl", SIMPLE_FCL, *MATH, *loops, *asked, *words)


PORTS: dict[str, tuple[Callable[[int, int], bool], Callable[[int, int], bool]]] = {
    "a0": (lambda n, x: x == 0, lambda n, x: x == n - 1),
    "a1": (lambda n, x: x == n, lambda n, x: 2 * n - 2 <= x < 2 * n),
    "a2": (lambda n, x: 2 * n <= x <= 2 * n + 1, lambda n, x: max(2 * n, 3 * n - 3) <= x < 3 * n),
}
"""Entry and exit ports for n from 2."""


@pytest.mark.parametrize("language", ["c", "fcl"])
def test_LLP_05_simple(tmp_path: Path, language: str) -> None:
    """LLP-05: the ports of Lemma 1, Theorem 2 at every loop, Theorem 1 at the first only, must+ steps throughout."""
    found = _simple(tmp_path, language)
    assert found.verdict == "REACHABLE"
    assert found.code == (REFUTED if language == "c" else 0)
    assert "mathematical" in found.report["arithmetic"]
    assert found.report["attempts"][-1]["flip"] == 0
    for name, (entry, leaving) in PORTS.items():
        state = found.state(name)
        for n in range(2, 9):
            for x in range(-1, 4 * n + 3):
                assert state.entry.has(n=n, x=x) == entry(n, x), (name, n, x)
                assert state.leaving.has(n=n, x=x) == leaving(n, x), (name, n, x)
        assert state.applies(2)
        assert state.applies(1) == (name == "a0")


def test_LLP_05_theorem_1_fails_with_a_witness(tmp_path: Path) -> None:
    """LLP-05: a state of a1 outside of the entry port whose only predecessor is outside of a1, and one of a2."""
    found = _simple(tmp_path, "fcl")
    [first], [second] = (found.state(name).witness(1, 3) for name in ("a1", "a2"))
    n, x = first["n"], first["x"]
    assert n < x < 2 * n
    assert x - 2 < n
    n, x = second["n"], second["x"]
    assert 2 * n + 1 < x < 3 * n
    assert x - 3 < 2 * n


def test_LLP_05_theorem_1_holds_in_stronger_states(tmp_path: Path) -> None:
    """LLP-05: with the residue of x in a1 and a2, Theorem 1 applies, too; no other predicates are needed."""
    loops = states(
        a0="one: 0 <= x && x < n",
        a1="two: n <= x && x < 2*n && (x - n) % 2 == 0",
        a2="three: 2*n <= x && x < 3*n && (x - 2*n - n % 2) % 3 == 0",
    )
    asked = ("--set", "n=2..1000", "--to", "end: 3*n <= x && x <= 3*n + 2", "--path", "a0,a1,a2")
    found = leap(tmp_path, "simple.fcl", SIMPLE_FCL, *MATH, *loops, *asked)
    assert found.verdict == "REACHABLE"
    assert all(found.state(name).applies(number) for name in ("a0", "a1", "a2") for number in (1, 2))


@pytest.mark.parametrize(("target", "minus"), [("3*n <= x", "fails"), ("3*n <= x && x <= 3*n + 2", "holds")])
def test_LLP_05_not_every_large_state_has_a_predecessor(tmp_path: Path, target: str, minus: str) -> None:
    """LLP-05: the step into 3n <= x is a must- step only where x is at most 3n + 2, for n from 3."""
    loops = (*_loops("one", "two", "three"), *states(a3=f"three: {target}"))
    asked = ("--set", "n=3..1000", "--to", f"three: {target}", "--path", "a0,a1,a2")
    found = leap(tmp_path, "simple.fcl", SIMPLE_FCL, *MATH, *loops[:-2], *asked)
    assert found.verdict == "REACHABLE"
    link = found.report["attempts"][-1]["links"][-1]
    assert link["must+"] == "holds"
    # the entry port of the target is what a2 leads to; the target itself may have more
    last = Port(found.state("target").found["conditions"])
    ports = Port(found.state("target").found["entry"])
    inside = [x for x in range(30) if last.has(n=4, x=x)]
    reached = [x for x in range(30) if ports.has(n=4, x=x)]
    assert reached == [12, 13, 14]
    assert (inside == reached) == (minus == "holds")


@pytest.mark.parametrize("least", [2, 0])
def test_LLP_05_simple_without_help(tmp_path: Path, least: int) -> None:
    """LLP-05: loop states are found by themselves, with machine integers, and a chain leads to the assertion."""
    found = leap(tmp_path, "simple.c", simple_c(least, 1000))
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)


# --- less_simple -----------------------------------------------------------------------------------------

NEAR = "0 < x && x < n && y <= x && x <= y + 2"


def _less_simple(folder: Path, condition: str, *words: str) -> Found:
    loops = states(a1=f"less.c:10: {condition}", a2="less.c:10: x >= n")
    return leap(folder, "less.c", LESS_SIMPLE_C, *MATH, *loops, "--path", "a1,a2", *words)


def test_LLP_06_the_initial_states_are_not_enough(tmp_path: Path) -> None:
    """LLP-06: with (1, 0) and (1, 1) as entry port both theorems fail, because of (1, -1); nothing is claimed."""
    found = _less_simple(tmp_path, NEAR)
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)
    state = found.state("a1")
    for n in (3, 4, 5, 8):
        pairs = [(x, y) for x in range(-1, n + 2) for y in range(-3, n + 2)]
        assert [(x, y) for x, y in pairs if state.entry.has(n=n, x=x, y=y)] == [(1, 0), (1, 1)]
        assert [(x, y) for x, y in pairs if state.leaving.has(n=n, x=x, y=y)] == [(n - 1, n - 2), (n - 1, n - 1)]
    assert state.statuses(1) == state.statuses(2) == ["holds", "holds", "fails"]
    assert [(values["x"], values["y"]) for values in state.witness(1, 3)] == [(1, -1)]
    assert [(values["x"], values["y"]) for values in state.witness(2, 3)] == [(1, -1)]


def test_LLP_06_theorem_1_with_the_larger_entry_port(tmp_path: Path) -> None:
    """LLP-06: from x = 1 and y from -1 to 1 Theorem 1 applies and Theorem 2 does not; no run begins with y = -1."""
    port = ("--port", "a1.entry = n >= 2 && x == 1 && -1 <= y && y <= 1")
    found = _less_simple(tmp_path, f"n >= 2 && {NEAR}", *port)
    assert found.code == USAGE
    assert "y = -1" in found.said
    before = ("--state", "a0 = less.c:8: n >= 2 && x == 0 && -1 <= y && y <= 1", "--path", "a0,a1,a2")
    found = _less_simple(tmp_path, f"n >= 2 && {NEAR}", *port, *before)
    assert found.verdict != "REACHABLE"
    state = found.state("a1")
    assert state.applies(1)
    assert state.statuses(2)[2] == "fails"


def test_LLP_06_the_printed_exit_port_is_none(tmp_path: Path) -> None:
    """LLP-06: (n-1, n-3) steps to (n-1, n-1), so the printed exit port does not lead on, and nothing is claimed."""
    ports = (
        *("--port", "a1.entry = n >= 2 && x == 1 && -1 <= y && y <= 1"),
        *("--port", "a1.exit = n >= 2 && 0 < x && y <= x && x == n - 1 && x <= y + 2"),
    )
    done = _less_simple(tmp_path, f"n >= 2 && {NEAR}", *ports)
    assert done.code in (UNKNOWN, 2)
    for attempt in done.attempts() if done.report else ():
        assert not attempt["reached"]
        assert all(theorem["applies"] is False for theorem in attempt["states"][1]["theorems"])


@pytest.mark.parametrize("language", ["c", "vir"])
def test_LLP_06_less_simple_with_one_more_predicate(tmp_path: Path, language: str) -> None:
    """LLP-06: with y >= 0 both theorems apply, without deciding a choice."""
    if language == "c":
        found = _less_simple(tmp_path, f"{NEAR} && y >= 0")
    else:
        loops = states(a1=f"loop: {NEAR} && y >= 0", a2="loop: x >= n")
        found = leap(tmp_path, "less.vir", LESS_SIMPLE_VIR, *loops, "--path", "a1,a2")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    [attempt] = found.attempts()
    assert attempt["restrictions"] == []
    assert found.state("a1").applies(1)
    assert found.state("a1").applies(2)
    for n in (3, 4, 5, 8, 11):
        reached = [(x, y) for x in range(14) for y in range(-2, 14) if found.state("a2").entry.has(n=n, x=x, y=y)]
        assert reached == [(n, n - 2), (n, n - 1)]


def test_LLP_06_a_coarse_state_has_two_successors(tmp_path: Path) -> None:
    """LLP-06: in 0 < x < n alone a state has two successors, as (1, 1) has, so (2) of Theorem 1 fails."""
    found = _less_simple(tmp_path, "0 < x && x < n")
    assert found.verdict == "UNKNOWN"
    assert found.state("a1").statuses(1)[1] == "fails"
    [values] = found.state("a1").witness(1, 2)
    n, x, y = values["n"], values["x"], values["y"]
    assert 0 < x < n - 1
    assert x < y + 2


def test_LLP_06_less_simple_without_help(tmp_path: Path) -> None:
    """LLP-06: states and restrictions are found by themselves."""
    assert leap(tmp_path, "less.c", LESS_SIMPLE_C).verdict == "REACHABLE"
    assert leap(tmp_path, "less.vir", LESS_SIMPLE_VIR).verdict == "REACHABLE"


# --- nested ----------------------------------------------------------------------------------------------

FINE = {"outer": "x == 0 && y == 0 || 1 <= x && x <= n && y == n", "inner": "1 <= x && x <= n && 0 <= y && y <= n"}
COARSE = dict.fromkeys(FINE, "0 <= x && x <= n && 0 <= y && y <= n")


def _nested(folder: Path, conditions: dict[str, str]) -> Found:
    words = [word for place, text in conditions.items() for word in ("--state", f"a = {place}: {text}")]
    asked = ("--set", "n=1..1000", "--to", "bad: true", "--path", "a")
    return leap(folder, "nested.fcl", NESTED_FCL, *MATH, *words, *asked)


def test_LLP_07_the_data_alone(tmp_path: Path) -> None:
    """LLP-07: without control points, both theorems lead from (0, 0) to (n, n)."""
    words = ("--set", "n=1..1000", "--to", "bad: true", *states(a="head: 0 <= x && x <= n && 0 <= y && y <= n"))
    found = leap(tmp_path, "data.fcl", NESTED_DATA_FCL, *MATH, *words, "--path", "a")
    state = found.state("a")
    assert found.verdict == "REACHABLE"
    assert state.applies(1)
    assert state.applies(2)
    for n in (1, 2, 3, 5):
        pairs = [(x, y) for x in range(n + 2) for y in range(n + 2)]
        assert [pair for pair in pairs if state.entry.has(n=n, x=pair[0], y=pair[1])] == [(0, 0)]
        assert [pair for pair in pairs if state.leaving.has(n=n, x=pair[0], y=pair[1])] == [(n, n)]


def test_LLP_07_control_points_make_the_coarse_state_fail(tmp_path: Path) -> None:
    """LLP-07: y := 0 merges predecessors, so (2) of Theorem 2 and (3) of Theorem 1 fail."""
    found = _nested(tmp_path, COARSE)
    assert found.verdict == "UNKNOWN"
    assert found.state("a").statuses(2)[1] == "fails"
    assert found.state("a").statuses(1)[2] == "fails"


def test_LLP_07_the_state_by_control_points(tmp_path: Path) -> None:
    """LLP-07: with what holds at each head both theorems lead from (0, 0) to (n, n) at the outer head."""
    found = _nested(tmp_path, FINE)
    state = found.state("a")
    assert found.verdict == "REACHABLE"
    assert state.applies(1)
    assert state.applies(2)
    for n in (1, 2, 3, 5):
        for x in range(n + 2):
            for y in range(n + 2):
                assert state.entry.at("outer", n=n, x=x, y=y) == (x == y == 0)
                assert state.leaving.at("outer", n=n, x=x, y=y) == (x == y == n)
                assert not state.entry.at("inner", n=n, x=x, y=y)
                assert not state.leaving.at("inner", n=n, x=x, y=y)


def test_LLP_07_nested_in_C(tmp_path: Path) -> None:
    """LLP-07: the same states in C, and the assertion found without any."""
    places = {"outer": "nested.c:8", "inner": "nested.c:11"}
    words = [word for place, text in FINE.items() for word in ("--state", f"a = {places[place]}: {text}")]
    found = leap(tmp_path, "nested.c", NESTED_C, *words, "--path", "a")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    assert found.state("a").applies(1)
    assert found.state("a").applies(2)
    assert leap(tmp_path, "nested.c", NESTED_C).verdict == "REACHABLE"


# --- jump_beyond_n ---------------------------------------------------------------------------------------


def _jump(folder: Path, n: int, language: str, *words: str, least: int = 2) -> Found:
    if language == "c":
        loops = states(a=f"jump.c:7: {least} <= x && x < n", b="jump.c:7: x >= n")
        only = [word.replace("odd:", "jump.c:8:") for word in words]
        return leap(folder, "jump.c", jump_c(n), *loops, "--path", "a,b", *only)
    loops = states(a=f"loop: {least} <= x && x < {n}", b=f"loop: x >= {n}")
    return leap(folder, "jump.vir", jump_vir(n), *loops, "--path", "a,b", *words)


@pytest.mark.parametrize("language", ["c", "vir"])
@pytest.mark.parametrize("n", [6, 7, 8, 9, 12, 17])
def test_LLP_08_one_alternative_disabled(tmp_path: Path, language: str, n: int) -> None:
    """LLP-08: without x - 3, Theorem 2 holds for n from 6, Theorem 1 for even n only: else n - 1 has no predecessor."""
    found = _jump(tmp_path, n, language, "--only", "odd: 1")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    state = found.state("a")
    assert state.applies(2)
    assert state.applies(1) == (n % 2 == 0)
    if n % 2:
        assert [values["x"] for values in state.witness(1, 3)] == [n - 1]


def test_LLP_08_both_alternatives(tmp_path: Path) -> None:
    """LLP-08: undetermined, an odd state has two successors, and a state two predecessors."""
    found = _jump(tmp_path, 9, "c", least=1)
    state = found.state("a")
    assert state.statuses(1)[1] == "fails"
    assert state.statuses(2)[1] == "fails"


@pytest.mark.parametrize(("number", "least"), [(2, 1), (2, 2), (1, 1)])
def test_LLP_08_the_wrong_alternative_and_the_wrong_state(tmp_path: Path, number: int, least: int) -> None:
    """LLP-08: without x - 1 nothing gets beyond 9, and with the state x = 1 in it no theorem applies; no claim."""
    found = _jump(tmp_path, 9, "c", "--only", f"odd: {number}", least=least)
    assert found.verdict == "UNKNOWN"
    assert not found.state("a").applies(1)
    assert not found.state("a").applies(2)


@pytest.mark.parametrize("n", [5, 9, 12])
def test_LLP_08_the_search_disables_alternatives_itself(tmp_path: Path, n: int) -> None:
    """LLP-08: left to itself, the search finds a chain for every n; up to 5 one step is enough."""
    assert leap(tmp_path, "jump.vir", jump_vir(n)).verdict == "REACHABLE"
    assert leap(tmp_path, "jump.c", jump_c(n)).verdict == "REACHABLE"


# --- alternate -------------------------------------------------------------------------------------------

ALTERNATE = "0 <= x && x < n && 0 <= y && y <= 1"


@pytest.mark.parametrize("language", ["c", "vir"])
def test_LLP_14_a_schedule(tmp_path: Path, language: str) -> None:
    """LLP-14: with y = 1 for the first alternative and y = 0 for the second, both theorems lead to (n-1, 1)."""
    if language == "c":
        words = (*MATH, *states(a=f"alternate.c:8: {ALTERNATE}"), "--schedule", "alternate.c:9: y == 1; y == 0")
        found = leap(tmp_path, "alternate.c", ALTERNATE_C, *words, "--path", "a")
    else:
        words = (*states(a=f"loop: {ALTERNATE}"), "--schedule", "pick: y == 1; y == 0")
        found = leap(tmp_path, "alternate.vir", ALTERNATE_VIR, *words, "--path", "a")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    state = found.state("a")
    assert state.applies(1)
    assert state.applies(2)
    for n in (1, 2, 3, 7):
        pairs = [(x, y) for x in range(n + 1) for y in range(-1, 3)]
        assert [(x, y) for x, y in pairs if state.entry.has(n=n, x=x, y=y)] == [(0, 0)]
        assert [(x, y) for x, y in pairs if state.leaving.has(n=n, x=x, y=y)] == [(n - 1, 1)]


@pytest.mark.parametrize("number", [1, 2])
def test_LLP_14_one_alternative_gets_nowhere(tmp_path: Path, number: int) -> None:
    """LLP-14: either alternative alone loops forever; the answer is unknown, never unreachable."""
    found = leap(tmp_path, "alternate.vir", ALTERNATE_VIR, "--only", f"pick: {number}")
    assert (found.verdict, found.code) == ("UNKNOWN", UNKNOWN)


def test_LLP_14_alternatives_in_turns_without_help(tmp_path: Path) -> None:
    """LLP-14: neither alternative alone leads on, and the search takes them in turns."""
    found = leap(tmp_path, "alternate.c", ALTERNATE_C)
    assert found.verdict == "REACHABLE"


# --- recursion -------------------------------------------------------------------------------------------


def test_LLP_17_recursion(tmp_path: Path) -> None:
    """LLP-17: a function that calls itself is a loop: from x = 0 to x = n - 1 by both theorems."""
    found = leap(tmp_path, "count.c", COUNT_C, *MATH, *states(a="count.c:5: 0 <= x && x < n"), "--path", "a")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    state = found.state("a")
    assert state.applies(1)
    assert state.applies(2)
    entry, leaving = (_renamed(port, "count$1.") for port in (state.entry, state.leaving))
    for n in range(1, 6):
        assert [x for x in range(-2, 8) if entry.has(n=n, x=x)] == [0]
        assert [x for x in range(-2, 8) if leaving.has(n=n, x=x)] == [n - 1]


def _renamed(port: Port, prefix: str) -> Port:
    return Port({place: text.replace(prefix, "") for place, text in port.conditions.items()})


def test_LLP_17_mutual_recursion(tmp_path: Path) -> None:
    """LLP-17: two functions that call each other are one loop, with states at both entries."""
    words = [
        word
        for name, condition in (("a", "0 <= x && x < n"), ("b", "x >= n"))
        for line in (6, 12)
        for word in ("--state", f"{name} = mutual.c:{line}: {condition}")
    ]
    found = leap(tmp_path, "mutual.c", MUTUAL_C, *words, "--path", "a,b")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    state = found.state("a")
    assert state.applies(2)
    assert not state.applies(1)  # nobody calls odd with 0
    assert leap(tmp_path, "count.c", COUNT_C).verdict == "REACHABLE"


def test_LLP_17_both_theorems_for_mutual_recursion(tmp_path: Path) -> None:
    """LLP-17: both theorems hold where one function has the even numbers, and the other one the odd numbers."""
    words = [
        word
        for line, parity in ((6, 0), (12, 1))
        for text in (f"a = mutual.c:{line}: 0 <= x && x < n && x % 2 == {parity}", f"b = mutual.c:{line}: x >= n")
        for word in ("--state", text)
    ]
    found = leap(tmp_path, "mutual.c", MUTUAL_C, *words, "--path", "a,b")
    assert (found.verdict, found.code) == ("REACHABLE", REFUTED)
    state = found.state("a")
    assert state.applies(1)
    assert state.applies(2)


# --- other papers ----------------------------------------------------------------------------------------


def test_YAS_10_the_loop_ends_by_overflow() -> None:
    """YAS-10: with 32 bits the loop ends after 2147483651 rounds: a leap refutes what holds over the integers."""
    done = vexil("check", "tests/programs/c/papers/figure_1.c", "-p", "assert", "--engine", "leap", folder=ROOT)
    assert done.returncode == REFUTED, done.stdout + done.stderr
    assert "evidence MustChain, checked" in done.stdout
    done = vexil("check", "tests/programs/c/papers/figure_1.c", "-p", "assert", "--engine", "leap", *MATH, folder=ROOT)
    assert done.returncode == UNKNOWN, done.stdout + done.stderr


def test_YAS_14_reached_without_a_predicate() -> None:
    """YAS-14: a leap reaches END without any of the eleven predicates, with machine integers and without."""
    for words in ((), MATH):
        done = vexil("leap", "tests/programs/c/papers/figure_5c.c", "--to", "END: true", *words, folder=ROOT)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "the target: REACHABLE" in done.stdout
