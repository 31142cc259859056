"""Programs with locks are what they are said to be, and their costs are measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.runner.lock_curve import HEADER, main
from benchmarks.runner.lock_probe import cost_of, touched
from benchmarks.runner.lock_programs import Discipline, lock_program

from vexil.model.boolean_program import SKIP, Call, Guard, Update
from vexil.model.boolean_program.expressions import FALSE, Next, Not, Var


@pytest.mark.parametrize("locks", [1, 3, 100])
def test_every_lock_is_taken_and_released(locks: int) -> None:
    """Each lock is taken once and released once; where the discipline is broken, only the last is not taken."""
    for discipline, missing in ((Discipline.KEPT, 0), (Discipline.BROKEN, 1)):
        text = lock_program(locks, discipline)
        taken = [int(number) for number in re.findall(r"held(\d+) = 1;", text)]
        released = [int(number) for number in re.findall(r"reach_error\(\); held(\d+) = 0;", text)]
        assert taken == list(range(1, locks + 1 - missing))
        assert released == list(range(1, locks + 1))
        assert text.count("{") == text.count("}")


@pytest.mark.parametrize(("discipline", "verdict"), [(Discipline.KEPT, "proved"), (Discipline.BROKEN, "refuted")])
def test_verdicts_fit_the_discipline(discipline: Discipline, verdict: str, tmp_path: Path) -> None:
    """The predicate engine tells the two kinds of programs apart, and every iteration has its time."""
    path = tmp_path / "locks.c"
    path.write_text(lock_program(2, discipline), encoding="utf-8")
    cost = cost_of(path, 20.0)
    assert cost.verdict == verdict
    assert len(cost.seconds) == cost.iterations > 1
    assert cost.questions > 0
    assert 0 < cost.touched < cost.predicates


def test_an_edge_touches_what_it_reads_and_writes() -> None:
    """Targets, chosen variables, conditions and next values count; what only has the same value does not."""
    update = Update(("a",), (Var("b"),), constraint=Not(Next("c")), chosen=("d",))
    assert touched(update) == {"a", "b", "c", "d"}
    assert touched(SKIP) == frozenset()
    assert touched(Guard(Not(Var("x")))) == {"x"}
    assert touched(Call("f", (Var("x"), FALSE), ("y", None))) == {"x", "y"}


def test_the_curve_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """There is a line per number of locks with all columns, and the phases after it."""
    assert main(["1", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [re.split(r" {2,}", line.strip()) for line in lines[:1]] == [list(HEADER)]
    assert [line.split()[0] for line in lines[1:3]] == ["1", "2"]
    assert all(line.endswith("proved") for line in lines[1:3])
    assert any("abstraction" in line for line in lines[4:])
