"""Lemmas 1 and 2: whatever a program does, its abstraction does, too; runs side by side."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from abstract_programs import ORDER, PROGRAMS, Given, by_hand, flow, given, inferred, made, power, verdict
from abstract_runs import SideBySide
from inferred_types import infer
from shared_library import library, machine

from vexil.abstraction.data.inference import Lattice, TypeConflict
from vexil.abstraction.data.programs import abstracted
from vexil.abstraction.data.properties import abstracted_property, whole_conditions
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.reference import ReferenceEngine
from vexil.ir.expressions import Operator
from vexil.ir.program import Program
from vexil.ir.types import I32
from vexil.model.outcome import Fails, Holds, Question
from vexil.model.tokens.abstract_type import AbstractType, Table
from vexil.model.tokens.typing import AbstractTyping, Slot
from vexil.model.verdict import Status
from vexil.pipeline.feasible import FEASIBLE
from vexil.pipeline.load import load
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

NAMES = ("Int", "Point", "Signs", "EvenOdd", "range(0,1)", "set{0}", "modulo-3")


def types_of(program: Program) -> list[AbstractType]:
    """The abstract types of 32-bit integers that an abstract program uses."""
    return [machine(name) for name in NAMES[1:] if name in program.token_sets]


def test_PAB_06_power_in_lock_step() -> None:
    """For m in -3..3 and n in 0..4, with every abstraction on every variable, no step of power is missing."""
    program = power(ranges={"m": (-3, 3), "n": (0, 4)})
    steps = 0
    for first, second in product(NAMES, repeat=2):
        found = made(program, by_hand(m=first, result=first, n=second))
        side = SideBySide(program, found, types_of(found))
        for m, n in product(range(-3, 4), range(5)):
            steps += side.follow(60, Random(0), (m, n))
    assert steps == len(NAMES) ** 2 * 7 * sum(4 + 4 * n for n in range(5))


def test_PAB_06_a_missing_result_is_noticed() -> None:
    """If the table of the product forgets that odd times odd is odd, some run of power has no partner."""
    kind = machine("EvenOdd")
    odd = kind.tokens.index("ODD")
    wrong = Table({**kind.table(Operator.MULTIPLY).rows, (odd, odd): (kind.tokens.index("EVEN"),)})
    faulty = replace(kind, operations={**kind.operations, Operator.MULTIPLY: wrong})
    program = power(ranges={"m": (1, 1), "n": (1, 1)})
    found = abstracted(program, by_hand(m="EvenOdd", result="EvenOdd"), Given({("EvenOdd", I32): faulty}))
    with pytest.raises(AssertionError, match="after main#4 no state"):
        SideBySide(program, found, [kind]).follow(60, Random(0), (1, 1))


def random_flowchart(random: Random) -> str:
    """A program with three variables: assignments, tests and loops."""

    def side(depth: int) -> str:
        if depth == 0 or random.random() < 0.3:
            return random.choice(["a", "b", "c", str(random.randrange(-2, 4))])
        return f"{random.choice('+-*/%')}({side(depth - 1)}, {side(depth - 1)})"

    def test(depth: int) -> str:
        if depth and random.random() < 0.3:
            return f"{random.choice(['&&', '||'])}({test(depth - 1)}, {test(depth - 1)})"
        return f"{random.choice(['<', '<=', '=', '!=', '>', '>='])}({side(1)}, {side(1)})"

    count = random.randrange(2, 5)
    blocks = []
    for number in range(count):
        body = " ".join(f"{random.choice('abc')} := {side(2)};" for _ in range(random.randrange(1, 4)))
        one, two = (f"l{random.randrange(count + 1)}" for _ in range(2))
        blocks.append(f"l{number}: {body} if {test(1)} then {one} else {two};")
    return f"(a b)(l0) {' '.join(blocks)} l{count}: return;"


def test_PAB_06_random_flowcharts_in_lock_step() -> None:
    """No step of a random program is missing from its abstraction, undefined divisions included."""
    random, steps, programs = Random(3), 0, 0
    while programs < 60:
        program = flow(random_flowchart(random), ranges={"a": (-3, 3), "b": (-3, 3)})
        wanted = {name: random.choice(NAMES[1:]) for name in random.sample("abc", random.randrange(1, 4))}
        try:
            typing = inferred(program, random.choice(["Int", "Point"]), **wanted)
        except (TypeConflict, UsageError):
            continue
        found = made(program, typing)
        side = SideBySide(program, found, types_of(found))
        for _ in range(4):
            steps += side.follow(40, random, (random.randrange(-3, 4), random.randrange(-3, 4)))
        programs += 1
    assert steps > 2_000


def test_PAB_06_no_error_of_a_random_program_is_missed() -> None:
    """If an abstract program satisfies the abstract property, the program satisfies the property (PRP-06)."""
    random, proved, refuted = Random(11), 0, 0
    engine, context = ReferenceEngine(), Context()
    while proved < 12:
        program = flow(random_flowchart(random), ranges={"a": (-1, 1), "b": (0, 1)})
        typing = inferred(program, "Point", **dict.fromkeys("abc", "Signs"))
        asked = parse_property(f"ltl: [](at(l1) => {random.choice('abc')} {random.choice(['<', '>', '=='])} 1)")
        abstract = abstracted_property(asked, program, typing, library(), context).property
        outcome = engine.check(Question(made(program, typing), abstract), context).outcome
        if isinstance(outcome, Fails):
            refuted += 1
        if isinstance(outcome, Holds):
            proved += 1
            concrete = Context()
            assert not isinstance(engine.check(Question(program, asked), concrete).outcome, Fails)
    assert refuted > 0


def test_BAS_06_arrays_with_an_abstracted_index_in_lock_step() -> None:
    """Random writes and reads of an array: what is read is among what the cell of the index may hold."""
    program = given("""
language java
global a: array[i32]
global r: i32
global i: i32
function main()
  local n: i32
  m1 -> m2: a := new array(i32, 7i32) site "a"
  m2 -> m3: i := choose range(0i32, 6i32)
  m3 -> m4: n := choose range(-2i32, 2i32)
  m4 -> m5: a[i] := n
  m5 -> m6: i := choose range(0i32, 6i32)
  m6 -> m7: r := a[i] + 1i32
  m7 -> m8: n := array_length(a)
  m8 -> m2: skip
  m9 -> exit: return
""")
    for index in ("Int", "Signs"):
        slots = {Slot("a", 1): "Signs", Slot("r"): "Signs", Slot("i"): index}
        found = made(program, AbstractTyping(slots=slots, indices={Slot("a"): "range(4,4)"}))
        side = SideBySide(program, found, [machine("Signs"), machine("range(4,4)")])
        assert sum(side.follow(100, Random(seed)) for seed in range(2)) == 200


def test_BAS_06_groups_of_elements_in_lock_step() -> None:
    """Random writes and reads of an array of numbers: a token chooses the element at the program's index."""
    program = given("""
language java
global a: array[i32]
global r: i32
global i: i32
function main()
  local n: i32
  m1 -> m2: a := new array(i32, 7i32) site "a"
  m2 -> m3: i := choose range(0i32, 6i32)
  m3 -> m4: n := choose range(-2i32, 2i32)
  m4 -> m5: a[i] := n
  m5 -> m6: i := choose range(0i32, 6i32)
  m6 -> m7: r := a[i] + 1i32
  m7 -> m2: n := array_length(a)
  m9 -> exit: return
""")
    for index in ("Signs", "range(4,4)"):
        found = made(program, AbstractTyping(slots={Slot("i"): index}, indices={Slot("a"): "range(4,4)"}))
        side = SideBySide(program, found, [machine(index)])
        assert sum(side.follow(60, Random(seed)) for seed in range(2)) == 120


JAVA = """
public class Shared {
    static class Counter { int count; int[] last = new int[2]; }
    static Counter counter = new Counter();
    static int total;
    static int twice(int n) { return n < 0 ? -n : n + n; }
    static int kind(int n) { switch (n) { case 0: return 1; case 1: case 2: return 5; default: return n - 1; } }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { for (int i = 0; i < 3; i++) { counter.count += i; } });
        other.start();
        for (int k = 0; k < 3; k++) {
            counter.last[k % 2] = twice(counter.count) / (k + 1);
            total = total + kind(counter.last[k % 2]);
            if (total > 3 && counter.count != 2) { total -= 2; }
        }
        other.join();
        assert total >= 0;
    }
}
"""


def test_PAB_08_java_in_lock_step(tmp_path: Path) -> None:
    """Threads, objects, arrays, calls and switches: every interleaving has a partner, whatever is bound."""
    file = tmp_path / "Shared.java"
    file.write_text(JAVA, encoding="utf-8")
    program = load(LoadOptions((str(file),)), Context()).program
    slots = [Slot("Shared.total"), Slot("Shared$Counter::count"), Slot("Shared$Counter::last", 1)]
    steps = 0
    for name in ("Signs", "EvenOdd", "range(0,1)", "Point"):
        typing = infer(program, dict.fromkeys(slots, name), Lattice([name, "Signs"]))
        found = abstracted(program, typing, library(), whole_conditions(program, typing, library(), Context()))
        side = SideBySide(program, found, types_of(found))
        steps += sum(side.follow(220, Random(seed)) for seed in range(2))
    assert steps > 1_000


def test_PAB_07_the_event_program_deadlocks() -> None:
    """With the signs of all counters the deadlock is found, and the run takes no choice of the abstraction."""
    program = load(LoadOptions((str(PROGRAMS / "java" / "papers" / "Event.java"),)), Context()).program
    typing = infer(program, {Slot("Event::count"): "Signs"}, ORDER)
    assert {typing.slots[Slot(name)] for name in ("FirstTask::count", "SecondTask::count")} == {"Signs"}
    for integers in ("machine", "math"):
        found = verdict(made(program, typing, library(integers)), "deadlock")  # type: ignore[arg-type]
        assert found.status is Status.REFUTED
        assert FEASIBLE in found.reason
