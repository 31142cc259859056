"""What decides a run: the inputs that were given, and chance for everything else."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.core.wording import counted

if TYPE_CHECKING:
    from vexil.ir.interpreter import Choices, Machine
    from vexil.ir.interpreter.state import Frame
    from vexil.ir.operations import Choose
    from vexil.ir.program import Edge

OPEN_RANGE = range(-100, 101)
"""What stands for a choice among infinitely many integers."""


def read_inputs(values: tuple[str, ...], file: str | None) -> tuple[str, ...]:
    """The inputs as words: those given, or those of a file, where ``#`` starts a comment."""
    if file is None:
        return values
    if values:
        raise UsageError("--input and --inputs both give inputs", hint="use one of them")
    return tuple(word for line in read_source(file).text.splitlines() for word in line.partition("#")[0].split())


class Decisions:
    """Decides what a machine leaves open; the same inputs and the same seed decide the same."""

    def __init__(self, seed: int, inputs: tuple[str, ...]) -> None:
        self.chance = random.Random(seed)
        self._inputs = inputs
        self._taken = 0
        self._guessed = 0

    def at_random(self, offered: Choices) -> int:
        """Any of the values."""
        values = OPEN_RANGE if offered.values is None else offered.values
        if isinstance(values, range):
            return self.chance.randrange(values.start, values.stop)
        return self.chance.choice(values)

    def decide(self, machine: Machine, frame: Frame, offered: Choices) -> int:
        """The next input where the program asks its environment for a value, else any of the values."""
        from vexil.ir.operation_parts import Origin
        from vexil.ir.operations import Choose
        from vexil.ir.program import LocationKind

        function = frame.code.function
        edge = function.edges[function.outgoing[frame.location][0]]
        operation = edge.operation
        asks = isinstance(operation, Choose) and operation.origin is Origin.ENVIRONMENT
        if not asks or function.locations[frame.location].kind is LocationKind.CHOICE:
            return self.at_random(offered)
        assert isinstance(operation, Choose)
        if self._taken == len(self._inputs):
            self._guessed += 1
            return self.at_random(offered)
        text = self._inputs[self._taken]
        self._taken += 1
        value = _read_value(text, operation, machine)
        if value is None or not (offered.values is None or value in offered.values):
            raise self._unsuited(text, operation, edge, offered, machine)
        return value

    def _unsuited(self, text: str, operation: Choose, edge: Edge, offered: Choices, machine: Machine) -> UsageError:
        from vexil.ir.types import FloatType
        from vexil.model.trace import describe_span
        from vexil.model.values import show_place

        file, line, _ = describe_span(machine.program, edge.span)
        where = f" at {file}:{line}" if line else ""
        values, expected = offered.values, f"a value of type {operation.place.type}"
        if values is not None and not isinstance(operation.place.type, FloatType):
            consecutive = isinstance(values, range)
            expected = f"{values[0]}..{values[-1]}" if consecutive else "one of " + ", ".join(map(str, values[:12]))
        return UsageError(
            f"input {self._taken} is {text!r}, which {show_place(operation.place)}{where} cannot be",
            hint=f"it takes {expected}",
        )

    def remarks(self) -> list[str]:
        """What to say about the decisions when the run is over."""
        sentences = []
        if self._guessed:
            used = "the inputs were used up, and " if self._inputs else ""
            were = "was" if self._guessed == 1 else "were"
            sentences.append(f"{used}{counted(self._guessed, 'input')} {were} decided at random (--seed sets others)")
        unused = len(self._inputs) - self._taken
        if unused:
            sentences.append(f"{counted(unused, 'input')} {'was' if unused == 1 else 'were'} not asked for")
        return sentences


def _read_value(text: str, operation: Choose, machine: Machine) -> int | None:
    """The decision that a word stands for, or nothing when it stands for none."""
    from vexil.ir.arithmetic import float_bits
    from vexil.ir.operation_parts import GuardedDomain
    from vexil.ir.types import BoolType, FloatType, TokenType

    kind = operation.place.type
    try:
        if isinstance(operation.domain, GuardedDomain):
            return int(text, 0)
        match kind:
            case BoolType():
                return {"true": 1, "false": 0, "1": 1, "0": 0}.get(text)
            case FloatType(width):
                return float_bits(float.fromhex(text) if "0x" in text.lower() else float(text), width)
            case TokenType(name) if text in machine.program.token_sets[name].tokens:
                return machine.program.token_sets[name].tokens.index(text)
            case _ if len(text) == 3 and text[0] == text[2] == "'":
                return ord(text[1])
            case _:
                return int(text, 0)
    except (ValueError, OverflowError):
        return None
