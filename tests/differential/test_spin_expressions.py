"""Expressions mean the same in printed Promela, C and SMV: random ones over machine integers, checked by the models."""

from __future__ import annotations

import re
import subprocess
from functools import partial
from pathlib import Path
from random import Random

import pytest

from smv_reader import explore, read_smv
from strategies.guarded_expressions import NARROW, WIDE, checking
from strategies.source import check_seeded
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import (
    Fine,
    Refused,
    SpinOptions,
    check_with_spin,
    print_c,
    print_promela,
    print_smv,
    violations,
)
from vexil.model.guarded import GuardedSystem


def test_promela_computes_as_the_evaluator() -> None:
    """Spin gets through expressions of up to 32 bits without finding a wrong value."""
    require_tool("spin")
    require_tool("gcc")

    def check(system: GuardedSystem) -> None:
        answer = check_with_spin(system, violations(system), Context(), SpinOptions(optimise="-O1"))
        assert isinstance(answer, Fine), answer
        assert answer.statistics.states == 230 + 1

    check_seeded(partial(checking, types=NARROW, count=230), 1, check)


def test_c_computes_as_the_evaluator(tmp_path: Path) -> None:
    """The printed program gets through expressions of up to 64 bits without a wrong or an undefined value."""
    gcc = require_tool("gcc")
    flags = ["-fsanitize=undefined", "-fno-sanitize-recover", "-w", "-O0"]

    def check(system: GuardedSystem) -> None:
        (tmp_path / "system.c").write_text(print_c(system))
        subprocess.run([gcc, *flags, "system.c", "-o", "system"], cwd=tmp_path, check=True, capture_output=True)
        done = subprocess.run([str(tmp_path / "system")], check=True, capture_output=True, text=True, timeout=60)
        states = re.search(r"^states (\d+)", done.stdout)
        assert states is not None
        assert states[1] == str(400 + 1)
        assert "ending 0 states 0" in done.stdout

    check_seeded(partial(checking, types=WIDE, count=400), 2, check)


def test_smv_computes_as_the_evaluator() -> None:
    """The printed module gets through expressions of up to 64 bits without a wrong value."""

    def check(system: GuardedSystem) -> None:
        model = explore(read_smv(print_smv(system, [violations(system)])))
        assert (model.states, model.broken) == (160 + 1, [0])

    check_seeded(partial(checking, types=WIDE, count=160), 3, check)


def test_wide_expressions_are_refused_in_promela() -> None:
    """A system with values of 64 bits is not printed for Spin at all."""
    system = checking(Random(4), WIDE, 5)
    with pytest.raises(Refused, match="integers of Promela have 32"):
        print_promela(system, violations(system))
