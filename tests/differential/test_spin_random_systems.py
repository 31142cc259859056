"""Random guarded systems are the same for the evaluator, Spin, printed C and printed SMV."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from random_guarded_systems import NARROW, random_systems
from smv_reader import explore, read_smv
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import (
    Count,
    Deadlock,
    Fine,
    SpinOptions,
    Wrong,
    check_with_spin,
    print_c,
    print_smv,
    violations,
)
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.system import GuardedSystem

Numbers = tuple[int, int, int, int]
SYSTEMS = 8
IN_SPIN = 8


@cache
def systems() -> list[GuardedSystem]:
    return random_systems(seed=7, count=SYSTEMS, least=25, most=90)


@cache
def narrow_systems() -> list[GuardedSystem]:
    """Numbers of Promela have at most 32 bits."""
    return random_systems(seed=7, count=IN_SPIN, least=25, most=90, types=NARROW)


def counted(system: GuardedSystem) -> Numbers:
    """States, steps, deadlocks, and states where a property is violated."""
    evaluator = Evaluator(system)
    seen = dict.fromkeys(evaluator.initial())
    pending = list(seen)
    steps = 0
    while pending:
        for _, after in evaluator.successors(pending.pop()):
            steps += 1
            if after not in seen:
                seen[after] = None
                pending.append(after)
    return len(seen), steps, sum(map(evaluator.is_deadlock, seen)), sum(state[0] == 1 for state in seen)


@pytest.mark.parametrize("number", range(SYSTEMS))
def test_smv_counts_the_same(number: int) -> None:
    """The module has the states and steps of the system, and as many states break its invariants."""
    system = systems()[number]
    found = explore(read_smv(print_smv(system, [violations(system), Deadlock()])))
    assert (found.states, found.transitions, found.broken[1], found.broken[0]) == counted(system)


@pytest.mark.parametrize("number", range(IN_SPIN))
def test_c_counts_the_same(number: int, tmp_path: Path) -> None:
    """The program sees the states, steps, deadlocks and violations of the system."""
    gcc = require_tool("gcc")
    system = systems()[number]
    (tmp_path / "system.c").write_text(print_c(system))
    flags = ["-w", "-fsanitize=undefined", "-fno-sanitize-recover", "-O0"]
    subprocess.run([gcc, *flags, "system.c", "-o", "system"], cwd=tmp_path, check=True, capture_output=True)
    output = subprocess.run([str(tmp_path / "system")], check=True, capture_output=True, text=True, timeout=60).stdout
    found = re.findall(r"^(?:states|transitions|deadlocks|ending 0 states) (\d+)", output, re.MULTILINE)
    assert tuple(map(int, found)) == counted(system)


@pytest.mark.parametrize("number", range(IN_SPIN))
def test_spin_counts_and_answers_the_same(number: int) -> None:
    """Spin counts the states and steps of the system, and finds a deadlock where there is one."""
    require_tool("spin")
    require_tool("gcc")
    system = narrow_systems()[number]
    states, steps, deadlocks, _ = counted(system)
    answer = check_with_spin(system, Count(), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(answer, Fine), answer
    assert (answer.statistics.states, answer.statistics.transitions) == (states, steps)
    stuck = check_with_spin(system, Deadlock(), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(stuck, Wrong if deadlocks else Fine), stuck
