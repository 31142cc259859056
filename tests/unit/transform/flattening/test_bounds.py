"""Bounds: exceeding one cuts that run, with the interpreter's words; what has no bound is refused with its name."""

from __future__ import annotations

import pytest

from flat_runs import Found, search_program, search_system
from vexil.core.source import SourceFile
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.transform.flattening import Defaults, NotFlat, flatten


def program_of(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def both(program: Program, bounds: Bounds) -> tuple[Found | None, Found | None]:
    """What both searches find."""
    return search_system(flatten(program, bounds=bounds).system, 5000), search_program(program, 5000, bounds)


COUNTING = program_of(
    """
global n: int
global small: i32
function main()
  a -> b: n := n + 1
  b -> c: small := small + 1i32
  c -> a: skip
"""
)
RECURSIVE = program_of(
    """
global deep: i8
function main()
  a -> b: call down(2i8)
  b -> exit: return
function down(n: i8) -> i8
  local r: i8
  a -> b: assume deep < 6i8
  a -> c: assume !(deep < 6i8)
  b -> d: deep := deep + 1i8
  d -> e: r := call down(n + 1i8)
  e -> exit: return r + n
  c -> exit: return n
"""
)
STARTING = program_of(
    """
global going: bool
function main()
  a -> b: start worker() many
  b -> a: going := !going
function worker()
  a -> b: skip
  b -> exit: return
"""
)
CREATING = program_of(
    """
class Node
  field next: ref[Node]
global top: ref[Node]
function main()
  local n: ref[Node]
  a -> b: n := new Node site "push"
  b -> c: field(n, next) := top
  c -> d: top := n
  d -> a: skip
"""
)
DROPPING = program_of(
    """
class Node
  field next: ref[Node]
function main()
  local n: ref[Node]
  a -> b: n := new Node site "drop"
  b -> a: field(n, next) := n
"""
)
ARRAYS = program_of(
    """
class Object
function main()
  local n: i32
  local a: array[i32]
  a -> b: n := choose range(-1i32, 5i32)
  b -> c: a := new array(i32, n) site "array"
  c -> exit: return
"""
)


def test_mathematical_integers_keep_to_their_bounds() -> None:
    """With bounds on integers both searches cut the same runs, for the same reasons, equally often."""
    found, wanted = both(COUNTING, Bounds(integers=(0, 5)))
    assert found == wanted
    assert found is not None
    assert found.bounds == {"n <= 5": 1}


def test_a_bound_on_one_variable() -> None:
    """A bound on a machine integer cuts it too; names are those of the interpreter."""
    found, wanted = both(COUNTING, Bounds(integers=(0, 50), variables={"small": (-3, 3)}))
    assert found == wanted
    assert found is not None
    assert found.bounds == {"small <= 3": 1}


def test_an_integer_without_bounds_is_refused() -> None:
    """The message names the variable and the option that bounds it."""
    with pytest.raises(NotFlat) as refused:
        flatten(COUNTING)
    assert "the variable n" in str(refused.value)
    assert refused.value.hint == "bound it with --bound n=LOW..HIGH"


def test_recursion() -> None:
    """Recursion has the interpreter's states when it is deep enough, and the interpreter's cuts when it is not."""
    assert search_system(flatten(RECURSIVE, defaults=Defaults(recursion=9)).system, 500) == search_program(
        RECURSIVE, 500
    )
    found, wanted = both(RECURSIVE, Bounds(recursion=3))
    assert found == wanted
    assert found is not None
    assert found.bounds == {"recursion depth of down <= 3": 1}


def test_recursion_has_a_default() -> None:
    """Without a bound the default one cuts, with the same words."""
    found = search_system(flatten(RECURSIVE, defaults=Defaults(recursion=2)).system, 500)
    assert found is not None
    assert found.bounds == {"recursion depth of down <= 2": 1}


def test_threads() -> None:
    """No more threads live than the bound says; ended ones that nobody knows make room."""
    found, wanted = both(STARTING, Bounds(threads=3))
    assert found is not None
    assert wanted is not None
    assert set(found.bounds) == set(wanted.bounds) == {"threads <= 3"}
    assert found.states == wanted.states


def test_instances() -> None:
    """A site is full when all its instances can still be reached."""
    found, wanted = both(CREATING, Bounds(instances=3))
    assert found == wanted
    assert found is not None
    assert found.bounds == {"instances at push <= 3": 1}


def test_garbage_makes_room() -> None:
    """What nothing reaches is forgotten before a pool counts as full, cycles included: no run is cut."""
    found, wanted = both(DROPPING, Bounds(instances=2))
    assert found is not None
    assert wanted is not None
    assert not found.bounds
    assert not wanted.bounds


def test_array_length() -> None:
    """Arrays are as long as the bound allows; a negative length is undefined."""
    found, wanted = both(ARRAYS, Bounds(array_length=3))
    assert found is not None
    assert wanted is not None
    assert found.verdict == wanted.verdict
    assert found.transitions == wanted.transitions
    assert found.bounds == {"array length <= 3": 2}
    assert found.undefined == {"negative-array-size at main#1": 1}


def test_choices_are_clipped() -> None:
    """A bound that removes values from a choice is counted where the choice is offered."""
    program = program_of(
        """
global n: i32
function main()
  a -> b: n := choose range(0i32, 9i32)
  b -> exit: return
"""
    )
    found, wanted = both(program, Bounds(integers=(2, 4)))
    assert found == wanted
    assert found is not None
    assert found.bounds == {"n >= 2": 1, "n <= 4": 1}


def test_a_wide_choice_is_refused() -> None:
    """A choice among too many values that are computed with is refused with its edge."""
    program = program_of(
        """
global n: i64
function main()
  a -> b: n := choose type(i64)
  b -> c: n := n + 1i64
  c -> exit: return
"""
    )
    with pytest.raises(NotFlat) as refused:
        flatten(program)
    assert refused.value.where == "main#0"


COMPARING = """
global n: KIND
global m: KIND
function main()
  local x: KIND
  a -> b: x := choose type(KIND)
  b -> c: n := call same(x)
  c -> d: assume n > 7KIND
  c -> e: assume !(n > 7KIND)
  d -> f: check assert m != 12KIND "m is not 12"
  f -> g: m := n
  g -> a: skip
  e -> h: case n in {3, 4}
  e -> h: case n not in {3, 4}
  h -> exit: return
function same(x: KIND) -> KIND
  a -> exit: return x
"""


def test_a_few_values_stand_for_very_many() -> None:
    """Values that are only compared with constants are chosen by classes: the answers are those for a small type."""
    few = flatten(program_of(COMPARING.replace("KIND", "i32"))).system
    all_of_them = search_program(program_of(COMPARING.replace("KIND", "i5")), 9000)
    found = search_system(few, 3000)
    assert found is not None
    assert all_of_them is not None
    assert found.verdict == all_of_them.verdict
    assert found.violations
    assert found.states < all_of_them.states
