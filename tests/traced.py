"""Small programs with objects and threads, and runs of them that a schedule gives."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.evidence import Run

OBJECTS = """
class java.lang.Object
class java.lang.String extends java.lang.Object
  field value: array[u16]
class java.lang.Throwable extends java.lang.Object
  field detailMessage: ref[java.lang.String]
class java.lang.Thread extends java.lang.Object
  field name: ref[java.lang.String]
class Account extends java.lang.Object
  field balance: i32
class shop.Till$Drawer extends java.lang.Object
  field content: ref[Account]
class shop.Empty extends java.lang.Throwable
class Worker extends java.lang.Thread
"""

TRANSFER = f"""vir 1
{OBJECTS}
global left: ref[Account]
global last: ref[Account]

function transfer(from: ref[Account], to: ref[Account])
  local old: i32 hidden
  outer -> inner: lock from pair "o" reentrant
  inner -> look: lock to pair "i" reentrant
  look -> take: old := field(from, balance)
  take -> exit: field(from, balance) := old - 1i32
  exit -> end: return

function main()
  local other: thread
  local right: ref[Account]
  a -> b: left := new Account site "a"
  b -> c: right := new Account site "b"
  c -> d: last := left
  d -> e: last := right
  e -> f: other := start transfer(right, left)
  f -> g: call transfer(left, right)
  g -> h: join other
  h -> end: return
"""

SIGNAL = f"""vir 1
{OBJECTS}
global gate: ref[Account]

function waiter()
  w1 -> w2: lock gate pair "w" reentrant
  w2 -> w3: wait gate on gate
  w3 -> w4: unlock gate pair "w"
  w4 -> end: return

function main()
  local one: thread
  local two: thread
  m1 -> m2: gate := new Account site "g"
  m2 -> m3: one := start waiter() many
  m3 -> m4: two := start waiter() many
  m4 -> m5: lock gate pair "n" reentrant
  m5 -> m6: notify gate
  m6 -> m7: unlock gate pair "n"
  m7 -> m8: join one
  m8 -> m9: join two
  m9 -> end: return
"""

THROWING = f"""vir 1
{OBJECTS}
function 'shop.Till$Drawer.take(int)'(n: i32)
  local fault: ref[shop.Empty] hidden
  local text: ref[java.lang.String] hidden
  local units: array[u16] hidden
  t1 -> t2: fault := new shop.Empty site "f"
  t2 -> t3: text := new java.lang.String site "s"
  t3 -> t4: units := new array(u16, 2i32) site "u"
  t4 -> t5: units[0i32] := 72u16
  t5 -> t6: units[1i32] := 105u16
  t6 -> t7: field(text, value) := units
  t7 -> t8: field(fault, detailMessage) := text
  t8 -> thrown: throw fault

function 'Worker.run()'(this: ref[Worker])
  local fault: ref[java.lang.Throwable] hidden
  r1 -> r2: call 'shop.Till$Drawer.take(int)'(0i32)
  r1 -> r3: catch fault
  r3 -> thrown: throw fault
  r2 -> end: return

function main()
  local worker: ref[Worker]
  local handle: thread
  m1 -> m2: worker := new Worker site "w"
  m2 -> m3: handle := start 'Worker.run()'(worker)
  m3 -> m4: join handle
  m4 -> end: return
"""


def program_of(text: str) -> Program:
    return load(SourceFile("traced.vir", text.encode()))


def scheduled(program: Program, threads: Iterable[int]) -> Run:
    """The run in which the threads move in this order; every move must be possible."""
    machine = Machine(program)
    machine.reset()
    moves = []
    for number in threads:
        choices = machine.choices(number)
        move = Move(number, None if choices is None or choices.values is None else min(choices.values))
        machine.apply(move)
        moves.append(move)
    return Run((), tuple(moves))


def line_of(text: str, part: str) -> int:
    """The number of the line that begins with a part, behind its blanks."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith(part))
