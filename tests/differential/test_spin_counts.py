"""Evaluator, native search, Spin, printed C and printed SMV see the same guarded systems: states and steps are equal.

Spin neither reduces nor merges here (``-o1 -o2 -o3``, ``-DNOREDUCE``).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from guarded_models import SYSTEMS
from guarded_models_large import LARGE_SYSTEMS
from smv_reader import explore, read_smv
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.explicit import Compiled, Goals, SearchOptions, Strategy
from vexil.engines.printed import Count, Deadlock, Fine, SpinOptions, check_with_spin, print_c, print_smv, violations
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.system import GuardedSystem
from vexil.model.guarded.validate import validate

ALL = {**SYSTEMS, **LARGE_SYSTEMS}


@dataclass
class Counted:
    """What a search of a system sees."""

    states: int = 0
    transitions: int = 0
    deadlocks: int = 0
    endings: dict[int, int] = field(default_factory=dict)
    cuts: dict[int, int] = field(default_factory=dict)


@cache
def counted(name: str) -> Counted:
    system = ALL[name]
    evaluator = Evaluator(system)
    seen = dict.fromkeys(evaluator.initial())
    pending = list(seen)
    found = Counted()
    while pending:
        state = pending.pop()
        found.deadlocks += evaluator.is_deadlock(state)
        if state[0]:
            found.endings[state[0] - 1] = found.endings.get(state[0] - 1, 0) + 1
        for _, after in evaluator.successors(state):
            found.transitions += 1
            if after not in seen:
                seen[after] = None
                pending.append(after)
    found.states = len(seen)
    found.cuts = dict(evaluator.cuts)
    return found


@pytest.mark.parametrize("name", ALL)
def test_system_is_well_formed_and_not_trivial(name: str) -> None:
    """A system of these tests keeps to the rules, and has enough states to tell engines apart."""
    validate(ALL[name])
    assert counted(name).states > 20


@pytest.mark.parametrize("name", ALL)
def test_spin_counts_the_same_states_and_steps(name: str, native_search: None) -> None:
    """Spin without reduction and native search store the states of the system and take its steps, all of them."""
    require_tool("spin")
    require_tool("gcc")
    answer = check_with_spin(ALL[name], Count(), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(answer, Fine), answer
    expected = counted(name)
    assert (answer.statistics.states, answer.statistics.transitions) == (expected.states, expected.transitions)
    compiled = Compiled(ALL[name])
    for strategy in (Strategy.BREADTH, Strategy.DEPTH):
        found = compiled.search(Goals(), SearchOptions(strategy), Context())
        assert found.is_exhaustive
        assert (found.statistics.states, found.statistics.transitions) == (expected.states, expected.transitions)
        assert (found.statistics.deadlocks, dict(found.cuts)) == (expected.deadlocks, expected.cuts)


def test_at_least_eight_models_are_shared() -> None:
    """Mutual exclusion, philosophers, wait sets, an election, readers and writers and a pool are among the models."""
    assert len(ALL) >= 8
    wanted = ("peterson", "philosophers", "buffer", "election", "readers", "sorter", "pool")
    assert all(any(word in name for name in ALL) for word in wanted)


@pytest.mark.parametrize("name", ["tokens 3", "buffer, all are notified", "pool of workers"])
def test_breadth_first_spin_counts_the_same(name: str) -> None:
    """Where values of a step are kept inside states for breadth-first search, they make no states of their own."""
    require_tool("spin")
    require_tool("gcc")
    answer = check_with_spin(ALL[name], Count(), Context(), SpinOptions(optimise="-O0", shortest=True))
    assert isinstance(answer, Fine), answer
    expected = counted(name)
    assert (answer.statistics.states, answer.statistics.transitions) == (expected.states, expected.transitions)


@pytest.mark.parametrize("name", ALL)
def test_printed_c_counts_the_same(name: str, tmp_path: Path) -> None:
    """The printed program compiles without warnings and sees the same states, steps, endings, cuts and deadlocks."""
    gcc = require_tool("gcc")
    output = run_c(ALL[name], tmp_path, gcc)
    expected = counted(name)
    numbers = [int(number) for number in re.findall(r"^(?:states|transitions|deadlocks) (\d+)$", output, re.MULTILINE)]
    assert numbers == [expected.states, expected.transitions, expected.deadlocks]
    rows = re.findall(r"^ending (\d+) states (\d+) cut (\d+)", output, re.MULTILINE)
    assert {int(row[0]): int(row[1]) for row in rows if row[1] != "0"} == expected.endings
    assert {int(row[0]): int(row[2]) for row in rows if row[2] != "0"} == expected.cuts


def run_c(system: GuardedSystem, folder: Path, gcc: str) -> str:
    """What the printed program prints."""
    (folder / "system.c").write_text(print_c(system))
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover", "-O0"]
    subprocess.run([gcc, *flags, "system.c", "-o", "system"], cwd=folder, check=True, capture_output=True)
    done = subprocess.run([str(folder / "system")], check=True, capture_output=True, text=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize("name", ALL)
def test_printed_smv_counts_the_same(name: str) -> None:
    """The printed module, read back, has the same states and steps, and its invariants break in as many states."""
    system = ALL[name]
    wrong = violations(system)
    found = explore(read_smv(print_smv(system, [wrong, Deadlock()])))
    expected = counted(name)
    assert (found.states, found.transitions) == (expected.states, expected.transitions)
    endings = [expected.endings.get(number, 0) for number in sorted(wrong.asserted)]
    assert found.broken == [*endings, expected.deadlocks]


@pytest.mark.parametrize("name", ["peterson", "tickets", "tokens 3"])
def test_nusmv_reads_what_is_printed(name: str, tmp_path: Path) -> None:
    """NuSMV, where it is installed, agrees with our own reader about the number of reachable states."""
    nusmv = shutil.which("NuSMV") or shutil.which("nuXmv")
    if nusmv is None:
        pytest.skip("neither NuSMV nor nuXmv is installed: printed SMV is read back by our own reader only")
    (tmp_path / "system.smv").write_text(print_smv(ALL[name], []))
    done = subprocess.run([nusmv, "-r", "system.smv"], cwd=tmp_path, check=True, capture_output=True, text=True)
    found = re.search(r"reachable states: ([0-9.e+]+)", done.stdout)
    assert found is not None
    assert float(found[1]) == counted(name).states


def test_one_system_has_a_wide_state() -> None:
    """The shared models include one with more than 40 bytes of state."""
    system = ALL["sorter of 12 words"]
    assert sum(variable.length * variable.type.width // 8 for variable in system.variables) > 40
