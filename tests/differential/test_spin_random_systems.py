"""Random guarded systems are the same for the evaluator, Spin, printed C and printed SMV."""

from __future__ import annotations

import re
import subprocess
from functools import cache, partial
from pathlib import Path

import pytest

from smv_reader import explore, read_smv
from strategies.guarded import NARROW, random_system, seeds_by_size
from strategies.source import check_seeded
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
def seeds() -> list[int]:
    return list(seeds_by_size(7, SYSTEMS, least=25, most=90))


@cache
def narrow_seeds() -> list[int]:
    """Numbers of Promela have at most 32 bits."""
    return list(seeds_by_size(7, IN_SPIN, least=25, most=90, types=NARROW))


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

    def check(system: GuardedSystem) -> None:
        model = explore(read_smv(print_smv(system, [violations(system), Deadlock()])))
        assert (model.states, model.transitions, model.broken[1], model.broken[0]) == counted(system)

    check_seeded(random_system, seeds()[number], check)


@pytest.mark.parametrize("number", range(IN_SPIN))
def test_c_counts_the_same(number: int, tmp_path: Path) -> None:
    """The program sees the states, steps, deadlocks and violations of the system."""
    gcc = require_tool("gcc")
    flags = ["-w", "-fsanitize=undefined", "-fno-sanitize-recover", "-O0"]

    def check(system: GuardedSystem) -> None:
        (tmp_path / "system.c").write_text(print_c(system))
        subprocess.run([gcc, *flags, "system.c", "-o", "system"], cwd=tmp_path, check=True, capture_output=True)
        command = [str(tmp_path / "system")]
        output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
        numbers = re.findall(r"^(?:states|transitions|deadlocks|ending 0 states) (\d+)", output, re.MULTILINE)
        assert tuple(map(int, numbers)) == counted(system)

    check_seeded(random_system, seeds()[number], check)


@pytest.mark.parametrize("number", range(IN_SPIN))
def test_spin_counts_and_answers_the_same(number: int) -> None:
    """Spin counts the states and steps of the system, and finds a deadlock where there is one."""
    require_tool("spin")
    require_tool("gcc")
    check_seeded(partial(random_system, types=NARROW), narrow_seeds()[number], assert_same_answers)


def assert_same_answers(system: GuardedSystem) -> None:
    states, steps, deadlocks, _ = counted(system)
    answer = check_with_spin(system, Count(), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(answer, Fine), answer
    assert (answer.statistics.states, answer.statistics.transitions) == (states, steps)
    stuck = check_with_spin(system, Deadlock(), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(stuck, Wrong if deadlocks else Fine), stuck
