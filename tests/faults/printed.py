"""Wrong values of expressions: models that are printed in other languages show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from faults.fault import Fault, Patch
from smv_reader import explore, read_smv
from strategies import guarded_expressions
from strategies.guarded_expressions import NARROW, WIDE, checking
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import Fine, SpinOptions, Wrong, check_with_spin, print_smv, violations
from vexil.ir.types import IntegerType

COUNT = 5


@dataclass(frozen=True)
class PrintedModel:
    """A model that compares expressions with their values, printed and run; the steps to a wrong value, if any."""

    steps: Callable[[], int | None]

    def accept(self) -> None:
        """All values are right."""
        assert self.steps() is None

    def notice(self) -> None:
        """The first value is wrong."""
        assert self.steps() == 1


def _steps_in_spin() -> int | None:
    require_tool("spin")
    require_tool("gcc")
    system = checking(Random(1), NARROW, COUNT, sweep=False)
    answer = check_with_spin(system, violations(system), Context(), SpinOptions(optimise="-O0"))
    if isinstance(answer, Fine):
        return None
    assert isinstance(answer, Wrong)
    return len(answer.run.steps)


def _steps_in_smv() -> int | None:
    system = checking(Random(3), WIDE, COUNT, sweep=False)
    (broken,) = explore(read_smv(print_smv(system, [violations(system)]))).broken
    return broken or None


def _off_by_one(patch: Patch) -> None:
    right = guarded_expressions.expected_value

    def wrong(*given: object) -> int:
        kind = given[-1]
        assert isinstance(kind, IntegerType)
        value = right(*given)  # type: ignore[arg-type]
        return kind.low if value == kind.high else value + 1

    patch.setattr(guarded_expressions, "expected_value", wrong)


PRINTED_FAULTS = (
    Fault("value in printed Promela off by one", _off_by_one, PrintedModel(_steps_in_spin)),
    Fault("value in printed SMV off by one", _off_by_one, PrintedModel(_steps_in_smv)),
)
"""Faults in what printed models are compared with."""
