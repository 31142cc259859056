"""Programs that grow without end on the native machine: how often they are recorded, and what is told about them."""

from __future__ import annotations

import os

import pytest

from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.native_work import Watch
from vexil.core.source import SourceFile
from vexil.engines.machine import search as searching
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram
from vexil.model.outcome import GaveUp, Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
RECURSION = """vir 1
function deeper(n: u32) -> u32
  local below: u32
  a -> b: assume n > 0u32
  a -> z: assume !(n > 0u32)
  b -> c: below := call deeper({step})
  c -> exit: return below + 1u32
  z -> exit: return 0u32
function main()
  local depth: u32
  a -> b: depth := call deeper(20000u32)
  b -> c: check assert depth == 20000u32 "all the way"
  c -> exit: return
"""
LIST = """vir 1
class Object
class Node extends Object
  field next: ref[Node]
function main()
  local head: ref[Node]
  local node: ref[Node]
  local i: u32
  a -> b: assume i < 20000u32
  a -> f: assume !(i < 20000u32)
  b -> c: node := new Node site "node"
  c -> d: field(node, next) := head
  d -> e: head := node
  e -> a: i := i + 1u32
  f -> g: check assert i == 20000u32 "all of them"
  g -> exit: return
"""


def search_of(text: str, context: Context | None = None) -> NativeSearch:
    """A reduced search of a program."""
    program = vir.load(SourceFile("program.vir", text.encode()))
    query = StateQuery(checks=frozenset({"assert"}))
    return NativeSearch(CompiledProgram(program), query, Reduction.GUARDED, context or Context())


@pytest.mark.parametrize("text", [RECURSION.format(step="n - 1u32"), LIST])
def test_the_larger_a_state_is_the_later_it_is_recorded_again(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """So the work is not the square of the number of objects or calls: states are few, though steps are many."""
    monkeypatch.setattr(searching, "RUN_ON", 100)
    search = search_of(text)
    assert search.run() is Reason.EXHAUSTED
    assert search.length > 50_000
    assert search.count < 100


def test_what_very_many_of_are_there_is_told() -> None:
    """Where a search ends early, the sizes of states say why; those of small states are nobody's concern."""
    search = search_of(RECURSION.format(step="n - 1u32"))
    search.run()
    assert search.extent().startswith(" with up to ")
    assert search.extent().endswith(" calls inside each other")
    assert search.why_stopped(Reason.MEMORY).endswith(search.extent())
    search.told.calls = 10
    assert search.extent() == ""
    search.told.threads, search.told.objects = 100_000, 1_000_000
    assert search.extent() == " with up to 100,000 threads and 1,000,000 objects"


def test_hunts_tell_how_far_the_search_of_all_states_came() -> None:
    """A walk records nothing, so that its own count of states says nothing."""
    search = search_of(LIST)
    assert search.beside(Order.WALKS).told is search.numbers


@pytest.mark.parametrize(
    "limits", [Limits(cpu_seconds=1e6), Limits(wall_seconds=1e6), Limits(cpu_seconds=9, wall_seconds=1e6)]
)
def test_a_limit_that_is_told_by_a_signal_says_how_far_it_came(limits: Limits) -> None:
    """Whoever notices first that the time is over, the reason has the number of states."""
    context = Context(limits)
    search = search_of(LIST, context)
    watch = Watch(context)
    reason = limits.wall_reason() if limits.cpu_seconds is None else limits.cpu_reason()

    def raising() -> str:
        if not watch.stop.value and not told:
            told.append(reason)
            raise LimitReached(reason)
        return " in all"

    told: list[str] = []

    def work() -> int:
        while not watch.stop.value:
            pass
        return 0

    watch.over(work, search.numbers, raising)
    assert watch.reason == f"{reason} while exploring 0 states in all"


@pytest.mark.skipif(not os.environ.get("VEXIL_SLOW"), reason="takes a second and half a gigabyte: VEXIL_SLOW=1")
def test_an_endless_recursion_is_called_one() -> None:
    """The stack of every machine would be full: the reason says so."""
    program = vir.load(SourceFile("endless.vir", RECURSION.format(step="n + 1u32").encode()))
    answer = MachineEngine().check(Question(program, parse_property("assert")), Context())
    assert isinstance(answer.outcome, GaveUp)
    assert answer.outcome.reason.startswith("limit of 2097152 calls inside each other: a recursion")
