"""The descending form of programs with recursion: the beginnings of runs in which no recursive call has come back."""

from __future__ import annotations

import pytest

from leap_chains import program_of
from leap_verdicts import is_violated
from vexil.ir.text import print_program
from vexil.transform.inlining import Recursion, descending, inlining

STATES = 100_000


def _program(body: str, first: str, wanted: str) -> str:
    return f"""
global seen: u8
function f(x: u8, y: u8)
  local z: u8
  a -> b: z := z + 1u8
  b -> c: seen := z
  c -> deep: assume x < 20u8
  c -> flat: assume !(x < 20u8)
  deep -> back: call f({body})
  back -> exit: return
  flat -> e: check assert {wanted} "wanted"
  e -> exit: return
function main()
  start -> end_: call f({first})
  end_ -> last: check assert seen != 77u8 "wanted"
  last -> exit: return
"""


@pytest.mark.parametrize(
    ("body", "first", "wanted", "fails"),
    [
        ("x + 1u8, y", "0u8, 5u8", "y == 5u8", False),
        ("x + 1u8, y", "0u8, 5u8", "y != 5u8", True),
        # both arguments are evaluated before either is passed
        ("y + 1u8, x", "0u8, 7u8", "x != 20u8 || y != 12u8", True),
        ("y + 1u8, x", "0u8, 7u8", "x == 20u8 && y == 12u8", False),
        ("y, x + 3u8", "0u8, 0u8", "x + y == 42u8", False),
        # a call begins with its own locals
        ("x + 1u8, y", "0u8, 0u8", "seen == 1u8", False),
        ("x + 1u8, y", "0u8, 0u8", "seen != 1u8", True),
    ],
)
def test_LLP_17_checks_in_recursive_calls(body: str, first: str, wanted: str, fails: bool) -> None:
    """LLP-17: a check that is reached without coming back fails in the descending form exactly if it fails."""
    program = program_of(_program(body, first, wanted))
    form = descending(program)
    assert form.is_descending
    assert is_violated(program, STATES) is fails
    assert is_violated(form.program, STATES) is fails
    with pytest.raises(Recursion):
        inlining(program)


def test_LLP_17_what_comes_behind_a_recursive_call_is_missing() -> None:
    """LLP-17: the check behind the call fails in the program, and is not in the descending form, which says so."""
    program = program_of(_program("x + 1u8, y", "0u8, 0u8", "true").replace("seen != 77u8", "seen != 1u8"))
    form = descending(program)
    assert is_violated(program, STATES) is True
    assert is_violated(form.program, STATES) is False
    assert form.is_descending


def test_without_recursion_both_forms_are_the_same() -> None:
    """A program without recursion has one form, in which nothing is missing."""
    program = program_of("""
global g: u8
function f(x: u8) -> u8
  a -> exit: return x + 1u8
function main()
  start -> end_: g := call f(3u8)
  end_ -> last: check assert g == 4u8 "wanted"
  last -> exit: return
""")
    form = descending(program)
    assert not form.is_descending
    assert print_program(form.program) == print_program(inlining(program).program)
    assert is_violated(form.program, STATES) is False
