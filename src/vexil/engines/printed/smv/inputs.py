"""The inputs of a printed module: who moves, by which command, and one input for each kind of choice.

A choice between two values is an input of truth values, one of 0 … n a range, and one among some values an enumeration;
commands share the inputs of their first, second, … choice where the values are the same.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.smv.expressions import constant
from vexil.model.guarded.system import Command, GuardedSystem

Key = tuple[int, tuple[int, ...]]
"""The position of a choice, and its values."""


class Inputs:
    """Collects the inputs that commands need."""

    def __init__(self, system: GuardedSystem, fresh: Callable[[str], str], define: Callable[[str, str], str]) -> None:
        self._choosing = ChoiceEnumerator(system)
        self._fresh = fresh
        self._define = define
        self._words: dict[str, str] = {}
        self._inputs: dict[Key, str] = {}
        self.commands = 1
        """How many commands a location has at most."""

    def names(self, command: Command) -> dict[str, str]:
        """What the chosen values are called, as words of the type they have."""
        inputs = {}
        for choice, key in zip(command.choices, self._keys(command), strict=True):
            name = self._inputs.get(key)
            if name is None:
                name = self._inputs[key] = self._fresh(f"choose_{key[0]}_{len(key[1])}")
            kind = choice.count.type
            cases = [f"{_is(name, key, value)} : {constant(value, kind)};" for value in key[1][:-1]]
            text = " ".join(["case", *cases, f"TRUE : {constant(key[1][-1], kind)};", "esac"])
            if text not in self._words:
                self._words[text] = self._define("chosen", text)
            inputs[choice.name] = self._words[text]
        return inputs

    def _keys(self, command: Command) -> list[Key]:
        combinations = self._choosing.combinations(command)
        keys = []
        for position in range(len(command.choices)):
            values = tuple(sorted({combination.values[position] for combination in combinations}))
            keys.append((position, values or (0,)))
        return keys

    def used(self, command: Command) -> tuple[str, ...]:
        """The inputs of a command."""
        return tuple(self._inputs[key] for key in self._keys(command))

    def unused(self, used: tuple[str, ...]) -> str:
        """The condition under which the other inputs have their first value."""
        texts = [_is(name, key, key[1][0]) for key, name in self._inputs.items() if name not in used]
        return " & ".join(texts) or "TRUE"

    def declarations(self, threads: list[str]) -> list[str]:
        """The inputs of the module."""
        lines = [f"running : {{nobody, {', '.join(threads)}}};", f"command : 0..{self.commands - 1};"]
        for (_, values), name in self._inputs.items():
            if values == (0, 1):
                kind = "boolean"
            elif values == tuple(range(len(values))):
                kind = f"0..{len(values) - 1}"
            else:
                kind = f"{{{', '.join(map(str, values))}}}"
            lines.append(f"{name} : {kind};")
        return lines


def _is(name: str, key: Key, value: int) -> str:
    if key[1] == (0, 1):
        return name if value else f"!{name}"
    return f"{name} = {value}"
