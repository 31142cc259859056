"""Expressions of properties against programs."""

from __future__ import annotations

import re

import pytest

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.observe import UndefinedAtom, observe
from vexil.spec.formulas import Proposition
from vexil.spec.ltl import parse_ltl

PROGRAM = """
vir 1
tokens Parity { EVEN, ODD }
class Node
  field value: i32
  field next: ref[Node]
global x: i32 = -7i32
global y: u32 = 7u32
global wide: i64 = 5i64
global real: f64 = 0.5f64
global parity: tokens[Parity] = token(Parity, ODD)
global head: ref[Node]
global flag: bool = true
global Buf.total: i32

function main() entry a exit z
  local n: i32
  location a labels "start"
  a -> b: n := 3i32
  b -> c: head := new Node
  c -> d: field(head, Node, value) := 9i32
  d -> z: return
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return load(SourceFile("test.vir", PROGRAM.encode()))


def holds(program: Program, text: str, steps: int) -> bool:
    """Evaluate one atom after some steps of the program."""
    formula = parse_ltl(text)
    assert isinstance(formula, Proposition)
    compiled = CompiledProgram(program)
    machine = Machine(compiled)
    machine.reset()
    for _ in range(steps):
        machine.step(1)
    return observe(formula.atom, compiled, SourceFile("property", text.encode()))(machine)


@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [
        ("x == -7", 0, True),
        ("=(x, -7)", 0, True),
        ("x / 2 == -3", 0, True),
        ("x % 2 == -1", 0, True),
        ("x < y", 0, False),  # C11 6.3.1.8: equal widths meet in the unsigned type
        ("x < wide", 0, True),
        ("real == 0.5", 0, True),
        ("real < 1", 0, True),
        ("parity == ODD", 0, True),
        ("flag == true", 0, True),
        ("head == 0", 0, True),
        ("head == 0", 2, False),
        ("head.value == 9", 3, True),
        ("main::n == 3", 1, True),
        ("at(a)", 0, True),
        ("at(start)", 0, True),
        ("[b]", 1, True),
        ("[b]", 0, False),
        ("at(main, b)", 1, True),
        ("at(1, b)", 1, True),
        ("at(2, b)", 1, False),
        ("count(b) >= 1", 1, True),
        ("count(b) >= 2", 1, False),
        ("call(main)", 0, True),
        ("[z]", 4, True),
    ],
)
def test_atoms_have_the_value_the_program_gives_them(program: Program, text: str, steps: int, expected: bool) -> None:
    """Atoms are evaluated with the program's types, locations and threads."""
    assert holds(program, text, steps) is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z == 1", "unknown variable 'z'"),
        ("total == 1", "did you mean Buf.total?"),
        ("n == 1", "unknown variable 'n'"),
        ("x + 1", "a value, not a proposition"),
        ("parity == 1", "operands of one type"),
        ("x == ODD", "token 'ODD' is compared"),
        ("head == 4", "0 for null"),
        ("head.size == 4", "unknown variable|no field"),
        ("x == 99999999999", "no value of type i32"),
        ("flag < flag", "takes numbers"),
    ],
)
def test_mistakes_are_refused_with_their_place(program: Program, text: str, message: str) -> None:
    """A name or type that does not fit is named, with what the program has."""
    with pytest.raises(SourceError) as caught:
        holds(program, text, 0)
    assert re.search(message, caught.value.render())


@pytest.mark.parametrize("text", ["at(nowhere)", "call(nothing)", "at(nobody, a)", "count(nowhere) > 1"])
def test_unknown_places_are_refused(program: Program, text: str) -> None:
    """A label, function or thread that does not exist is refused with a list of what does."""
    with pytest.raises(UsageError) as caught:
        holds(program, text, 0)
    assert "the program has" in caught.value.hint


def test_an_atom_without_value_is_no_truth_value(program: Program) -> None:
    """A division by zero makes an atom undefined, not false."""
    with pytest.raises(UndefinedAtom, match="division-by-zero"):
        holds(program, "1 / (x + 7) == 1", 0)


@pytest.mark.parametrize("comparison", ["==", "!=", "<", ">="])
def test_an_atom_about_what_is_not_there_is_false(program: Program, comparison: str) -> None:
    """Parts of null, and variables of a function that is not active, are not there."""
    assert not holds(program, f"head.value {comparison} 9", 0)
    assert not holds(program, f"main::n {comparison} 3", 4)
