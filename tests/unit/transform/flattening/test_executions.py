"""How often edges are executed, and so how many threads and objects there are room for."""

from __future__ import annotations

from vexil.analysis import Analyses
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.transform.flattening import Defaults, flatten
from vexil.transform.flattening.executions import Executions

PROGRAM = load(
    SourceFile(
        "test.vir",
        b"""vir 1
class Box
global going: bool
global box: ref[Box]
function main()
  local i: i32
  a -> b: call twice()
  b -> c: call twice()
  c -> d: assume i < 3i32
  c -> g: assume !(i < 3i32)
  d -> e: start worker() many
  e -> c: i := i + 1i32
  g -> h: start endless() many
  h -> g: going := !going
function twice()
  a -> b: box := new Box site "twice"
  b -> exit: return
function worker()
  a -> exit: return
function endless()
  a -> exit: return
""",
    )
)


def test_counting_loops_have_an_end() -> None:
    """Calls are counted along the call graph, and loops by the register that counts them; others have no bound."""
    executions = Executions(PROGRAM, Analyses(PROGRAM))
    assert executions.of_function("twice") == 2
    assert executions.of_edge("twice#0") == 2
    assert executions.of_function("worker") == 3
    assert executions.of_function("endless") is None


def test_there_is_room_for_what_may_be_there() -> None:
    """A template has as many threads, and a site as many objects, as can be derived, or the default."""
    flattened = flatten(PROGRAM, defaults=Defaults(threads=2))
    counts = {template.name: template.count for template in flattened.system.templates}
    assert counts == {"main": 1, "worker": 3, "endless": 2}
    assert flattened.encoding.objects.count == 2
