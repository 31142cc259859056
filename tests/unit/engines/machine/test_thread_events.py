"""Starts, ends and waits of threads that others do not notice, and what only one thread has had access to."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine_verdicts import lost_ends
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions

pytestmark = pytest.mark.usefixtures("native_machine")
WRITER = """vir 1
global l: lock = literal(1, lock)
global n: i32
global seen: i32
function writer()
  local i: i32
  a -> b: i := n
  b -> c: n := i + 1i32
  c -> exit: return
function reader()
  a -> b: lock l
  b -> c: seen := n
  c -> d: unlock l
  d -> exit: return
"""
MAINS = {
    "a thread gets the number of one that has ended": """
function main() entry a exit exit
  a -> b: start writer()
  b -> c: start writer()
  c -> exit: return
""",
    "the last thread reads what one has written that nobody waits for": """
function main() entry a exit exit
  a -> b: start writer()
  b -> c: seen := n
  c -> exit: return
""",
    "what is joined comes before": """
function main() entry a exit exit
  local t: thread
  a -> b: t := start writer()
  b -> c: join t
  c -> d: seen := n
  d -> exit: return
""",
    "another one is joined": """
function main() entry a exit exit
  local t: thread
  a -> b: start writer()
  b -> c: t := start reader()
  c -> d: join t
  d -> e: n := 5i32
  e -> exit: return
""",
    "somebody asks whether a thread is alive": """
function main() entry a exit exit
  local t: thread
  local is_alive: bool
  a -> b: t := start writer()
  b -> c: is_alive := alive(t)
  c -> d: assume is_alive
  c -> e: assume !is_alive
  d -> e: seen := 7i32
  e -> exit: return
""",
}
DINING = """
public class Dining {
    static class Fork {
        private boolean taken;
        synchronized void take() throws InterruptedException { while (taken) { wait(); } taken = true; }
        synchronized void put() { taken = false; notifyAll(); }
    }
    static class Philosopher extends Thread {
        private final Fork left, right;
        private int meals;
        Philosopher(Fork left, Fork right) { this.left = left; this.right = right; }
        @Override public void run() {
            try {
                left.take(); right.take(); meals++; right.put(); left.put();
            } catch (InterruptedException e) { return; }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Fork[] forks = new Fork[4];
        Philosopher[] philosophers = new Philosopher[4];
        for (int i = 0; i < 4; i++) { forks[i] = new Fork(); }
        for (int i = 0; i < 4; i++) {
            philosophers[i] = i < 3 ? new Philosopher(forks[i], forks[i + 1]) : new Philosopher(forks[0], forks[i]);
            philosophers[i].start();
        }
        for (int i = 0; i < 4; i++) { philosophers[i].join(); }
    }
}
"""


@pytest.mark.parametrize("name", MAINS)
def test_no_end_of_a_run_is_lost(name: str) -> None:
    """What threads leave behind is the same whether each of their steps is noticed or not."""
    program = vir.load(SourceFile("threads.vir", (WRITER + MAINS[name]).encode()))
    assert lost_ends(CompiledProgram(program), states=5_000) == ""


def test_philosophers_leave_few_states(tmp_path: Path) -> None:
    """Four philosophers with monitors take some thousand states, of which there were 12,000 when all steps counted."""
    path = tmp_path / "Dining.java"
    path.write_text(DINING)
    program = load_program(LoadOptions((str(path),)), Context())
    search = NativeSearch(CompiledProgram(program), StateQuery(deadlock=True), Reduction.GUARDED, Context())
    assert search.run() is Reason.EXHAUSTED
    assert search.count < 4_000
