"""What Vexil makes of a C program: the C front end reads it, the reference interpreter runs it."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from strategies.c.checksums import Model
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached, VexilError
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Choices, Machine, Stopped
from vexil.ir.layout import ILP32, LP64
from vexil.ir.program import Program

LAYOUTS = {"LP64": LP64, "ILP32": ILP32}
CHECKED = frozenset({"assert", "memsafety", "unreach"})
"""Not overflow: gcc is told to wrap around, too."""
STEP_LIMIT = 3_000_000
"""A program that takes more edges than this is skipped."""


@dataclass(frozen=True)
class Finished:
    """The program ended by itself: its exit status, the value of the observed variable, the edges it took."""

    status: int
    observed: int
    edges: int


@dataclass(frozen=True)
class Refused:
    """The front end did not accept the program."""

    reason: str


@dataclass(frozen=True)
class Strayed:
    """The run ended in another way than by returning from main: undefined, violated, blocked."""

    reason: str


@dataclass(frozen=True)
class TooLong:
    """The run was given up."""

    reason: str


@dataclass(frozen=True)
class Crashed:
    """Vexil itself failed."""

    reason: str


Outcome = Finished | Refused | Strayed | TooLong | Crashed


def run_vexil(path: Path, model: Model, observed: str, include: Sequence[str] = ()) -> Outcome:
    """Load and run a program, and look at a global variable at its end."""
    from vexil.frontends.c import load
    from vexil.languages.options import COptions, Volatile

    options = COptions(layout=LAYOUTS[model.name], include_folders=tuple(include), volatile=Volatile.MEMORY)
    try:
        program = load([str(path)], options, Context(Limits(60.0)))
        return execute(program, observed)
    except LimitReached as limit:
        return TooLong(limit.reason)
    except VexilError as error:
        return Refused(error.render())
    except Exception as error:  # the other programs of a batch still count
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Crashed(f"{type(error).__name__} in {Path(place.filename).name}, {place.name}: {error}")


def execute(program: Program, observed: str) -> Outcome:
    """Run a program whose only decisions are the values of variables that nobody wrote or reads."""
    machine = Machine(program, checks=CHECKED)
    machine.reset(tuple(_decide(choices) for _, choices in machine.initial_choices()))
    for edges in range(STEP_LIMIT):
        enabled = machine.enabled()
        if not enabled:
            return _ending(machine, observed, edges)
        offered = machine.choices(enabled[0])
        machine.step(enabled[0], None if offered is None else _decide(offered))
    return TooLong(f"limit of {STEP_LIMIT} edges reached")


def _decide(offered: Choices) -> int:
    """An odd value, so that a program that depends on what nobody wrote is likely to show it."""
    values = offered.values
    if values is None:
        return -12345
    if isinstance(values, range):
        return values.start + (values.stop - values.start) // 3 * values.step
    return values[len(values) // 3]


def _ending(machine: Machine, observed: str, edges: int) -> Outcome:
    if not isinstance(machine.ending, Stopped):
        return Strayed(f"{machine.ending or 'no thread can move'} at {machine.edge_id()}")
    for variable in machine.program.globals:
        if observed == variable.name or observed in variable.labels:
            value = machine.evaluate(Variable(variable.name, variable.type, True))
            assert isinstance(value, int)
            return Finished(machine.ending.status & 0xFF, value & (1 << 64) - 1, edges)
    return Strayed(f"there is no variable {observed}")
