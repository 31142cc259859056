"""Programs whose dependences are known, and dependences as short texts."""

from __future__ import annotations

from pathlib import Path

from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions

ROOT = Path(__file__).resolve().parents[1]

HANDSHAKE = """
global k: lock = literal(1, lock)
global x: i32
global y: i32
global z: i32
global d: i32
function A()
  a1 -> a2: lock k pair "a" reentrant
  a2 -> a3: x := x + 1i32
  a3 -> a4: notify k
  a4 -> a5: unlock k pair "a"
  a5 -> a6: d := 7i32
  a6 -> exit: return
function B()
  b1 -> b2: lock k pair "b" reentrant
  b2 -> b3: assume x == 0i32
  b2 -> b4: assume !(x == 0i32)
  b3 -> b2: wait k on k
  b4 -> b5: y := x
  b5 -> b6: unlock k pair "b"
  b6 -> b7: z := y
  b7 -> exit: return
function main()
  m1 -> m2: start A()
  m2 -> m3: start B()
  m3 -> exit: return
"""
"""The worked concurrent example: A writes x under a lock and notifies, B waits until it has."""

TWICE = """
global a: i32
global b: i32
global p: i32
global q: i32
function id(v: i32) -> i32
  i1 -> exit: return v
function main()
  local x: i32
  local y: i32
  m1 -> m2: a := 1i32
  m2 -> m3: b := 2i32
  m3 -> m4: x := call id(a)
  m4 -> m5: y := call id(b)
  m5 -> m6: p := x
  m6 -> m7: q := y
  m7 -> exit: return
"""

STOPPING = """
global g: i32
function may_stop(v: i32)
  s1 -> s2: assume v > 0i32
  s1 -> s3: assume !(v > 0i32)
  s2 -> halted: stop
  s3 -> exit: return
function main()
  m1 -> m2: call may_stop(g)
  m2 -> m3: WHAT
  m3 -> m4: g := 1i32
  m4 -> exit: return
"""


def program(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", ("vir 1\n" + text).encode()))


def power() -> Program:
    """The power program."""
    return load_program(LoadOptions((str(ROOT / "examples" / "power.fcl"),)), Context())


def short(graph: DependenceGraph, node: int) -> str:
    """The name of a node without its function; S for an entry."""
    name = graph.nodes.name(node).rpartition(":")[2]
    return {"(entry)": "S"}.get(name, name)


def texts(graph: DependenceGraph, kind: Kind, *, leave_out: frozenset[str] = frozenset()) -> set[str]:
    """The dependences of a kind as texts ``n->m`` or ``n->m(variable)``, but for those of some nodes."""
    found = set()
    for item in graph.all([kind]):
        dependent, on = short(graph, item.dependent), short(graph, item.on)
        if dependent not in leave_out:
            found.add(f"{dependent}->{on}" + (f"({item.variable})" if item.variable else ""))
    return found


def node(graph: DependenceGraph, name: str) -> int:
    """The node with a short name, which only one function has."""
    return next(n for n in range(graph.nodes.count) if short(graph, n) == name)


def sliced(graph: DependenceGraph, *names: str) -> set[str]:
    """The slice of nodes, by their short names."""
    return {short(graph, n) for n in graph.slice([node(graph, name) for name in names]).nodes}
