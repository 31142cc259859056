"""What gets no place in the state, or shares one: registers, fields, locks, and objects that are soon forgotten."""

from __future__ import annotations

from flat_runs import search_program, search_system
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.transform.flattening import Flattened, flatten


def program_of(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def variables(flattened: Flattened) -> set[str]:
    """The names of what all threads share and is part of the state."""
    return {item.name for item in flattened.system.variables if not item.constant and not item.scratch}


REGISTERS = program_of(
    """
global out: i32
function main()
  a -> b: call work(3i32, 4i32)
  b -> exit: return
function work(x: i32, unused: i32)
  local s: i32
  local t: i32
  local late: i32
  a -> b: s := x * out
  b -> c: t := s + out
  c -> d: out := t
  d -> e: out := out + late
  e -> exit: return
"""
)


def test_registers_share_places_unless_both_are_needed() -> None:
    """A register takes the place of one that is never read again; what is read before it is written stays alone."""
    flattened = flatten(REGISTERS, narrow=False)
    place = {
        name: held.variable
        for (_, function, name), held in flattened.encoding.storage.locals.items()
        if function == "work"
    }
    assert place["s"] == place["t"]
    assert place["late"] not in (place["x"], place["unused"], place["s"], place["t"])
    assert place["x"] != place["unused"]
    assert search_system(flattened.system, 500) == search_program(REGISTERS, 500)


OBJECTS = program_of(
    """
class Object
class Failure extends Object
  field text: i32
class Box extends Object
  field n: i32
  field never: bool
  field unread: i32
class Monitor extends Object
global monitor: ref[Monitor]
global box: ref[Box]
global caught: i32
function main()
  local i: i32
  local f: ref[Failure]
  a -> b: monitor := new Monitor site "monitor"
  b -> c: box := new Box site "box"
  c -> d: field(box, Box, unread) := 7i32
  d -> e: field(box, Box, never) := false
  e -> loop: start worker()
  loop -> try: assume i < 5i32
  loop -> done: assume !(i < 5i32)
  try -> next: call fail()
  try -> handle: catch f
  handle -> next: caught := caught + 1i32
  next -> loop: i := i + 1i32
  done -> exit: return
function worker()
  a -> b: lock monitor pair "worker" reentrant
  b -> c: field(box, Box, n) := field(box, Box, n) + 1i32
  c -> d: unlock monitor pair "worker"
  d -> e: assume field(box, Box, never)
  d -> f: assume !field(box, Box, never)
  e -> f: caught := 0i32
  f -> exit: return
function fail() exceptional thrown
  local f: ref[Failure]
  a -> b: f := new Failure site "failure"
  b -> thrown: throw f
"""
)


def test_objects_that_are_thrown_share_few_places() -> None:
    """Five exceptions, of which nothing reaches more than one, need two places, and no run is cut."""
    flattened = flatten(OBJECTS)
    counts = {pool.site: pool.count for pool in flattened.encoding.objects.pools}
    assert counts == {"monitor": 1, "box": 1, "failure": 2}
    found = search_system(flattened.system, 5000)
    assert found is not None
    assert found == search_program(OBJECTS, 5000)


def test_only_what_may_be_locked_has_a_key() -> None:
    """Of three classes one is locked: there is a key for its object, and one that nobody holds."""
    flattened = flatten(OBJECTS)
    monitor = next(pool for pool in flattened.encoding.objects.pools if pool.site == "monitor")
    assert flattened.encoding.synchronisation.lock_rows == ((monitor.first, monitor.end, 0),)
    assert flattened.encoding.storage.shared["owner"].length == 2


def test_fields_that_tell_nothing_are_left_out() -> None:
    """A field that is never read, and one that is always false, are no part of the state."""
    names = variables(flatten(OBJECTS))
    assert "Box.n" in names
    assert not names & {"Box.unread", "Box.never", "Failure.text"}


def test_what_nothing_reaches_is_forgotten_in_one_block() -> None:
    """Every step that may have to forget objects executes the same block."""
    text = "".join(f'  p{place} -> p{place + 1}: x := new Box site "box"\n' for place in range(20))
    flattened = flatten(program_of(f"class Box\nglobal x: ref[Box]\nfunction main()\n{text}  p20 -> exit: return\n"))
    assert set(flattened.encoding.kept) == {"collecting"}
    assert search_system(flattened.system, 500) is not None
