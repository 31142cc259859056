"""Random programs with checks in and behind loops over narrow integers: most loops count, some do other things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

TYPES = ("i4", "u4", "i5", "u5", "i6", "u6", "i8", "u8")
NARROW = TYPES[:4]
"""Types about which solvers answer at once."""


@dataclass(frozen=True)
class GivenLeaps:
    """A program with abstract states by name, and ports by the name of the state and ``entry`` or ``exit``."""

    text: str
    states: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ports: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)

    def __str__(self) -> str:
        shown = [f"// {name}: {dict(conditions)}" for name, conditions in (*self.states.items(), *self.ports.items())]
        return "\n".join([self.text, *shown, ""])


def random_leaps(random: Random, types: Sequence[str] = TYPES) -> GivenLeaps:
    """A program of one to three loops, some of them nested, with inputs before and in them."""
    return GivenLeaps(_Maker(random, types).text())


def random_given_leaps(random: Random, types: Sequence[str] = TYPES) -> GivenLeaps:
    """The same with abstract states at heads of loops, some of which have ports; most of them lead nowhere."""
    maker = _Maker(random, types)
    text = maker.text()
    return GivenLeaps(text, *maker.given())


class _Maker:
    """Writes one program."""

    def __init__(self, random: Random, types: Sequence[str]) -> None:
        self._random = random
        count = random.randint(2, 4)
        kind = random.choice(types)
        mixed = random.random() < 0.25
        self._types = {f"v{number}": random.choice(types) if mixed else kind for number in range(count)}
        self._lines: list[str] = []
        self._places = 0
        self._inputs = 0
        self._partial = random.random() < 0.15
        self._heads: dict[str, str] = {}
        """The guards of loops by their heads."""

    def text(self) -> str:
        """The program."""
        declared = [f"  local {name}: {kind}" for name, kind in self._types.items()]
        here = self._place()
        for name in self._types:
            here = self._then(here, self._beginning(name))
        for _ in range(self._random.randint(1, 3)):
            here = self._loop(here, depth=1)
        here = self._then(here, self._check())
        self._lines.append(f"  {here} -> exit: return")
        return "\n".join(["vir 1", "function main()", *declared, *self._lines, ""])

    def given(self) -> tuple[dict[str, dict[str, str]], dict[tuple[str, str], dict[str, str]]]:
        """Abstract states at the heads of loops, and ports inside of them."""
        random = self._random
        states: dict[str, dict[str, str]] = {}
        ports: dict[tuple[str, str], dict[str, str]] = {}
        for head, guard in self._heads.items():
            name = random.choice(["a", f"a{len(states)}"])
            if random.random() < 0.2 or (name in states and head in states[name]):
                continue
            parts = [guard] if random.random() < 0.8 else []
            parts += [self._condition() for _ in range(random.randint(0, 2))]
            states.setdefault(name, {})[head] = " && ".join(f"({part})" for part in parts) or "true"
        for name, conditions in states.items():
            for port in ("entry", "exit"):
                if random.random() < 0.4:
                    ports[name, port] = {
                        head: f"({inside}) && ({self._condition()})" for head, inside in conditions.items()
                    }
        return states, ports

    # --- places ------------------------------------------------------------------------------------------

    def _place(self) -> str:
        self._places += 1
        return f"l{self._places}"

    def _then(self, here: str, operation: str) -> str:
        following = self._place()
        self._lines.append(f"  {here} -> {following}: {operation}")
        return following

    def _branch(self, here: str, condition: str) -> tuple[str, str]:
        yes, no = self._place(), self._place()
        self._lines += [f"  {here} -> {yes}: assume {condition}", f"  {here} -> {no}: assume !({condition})"]
        return yes, no

    def _join(self, here: str, there: str) -> None:
        self._lines.append(f"  {here} -> {there}: skip")

    # --- statements --------------------------------------------------------------------------------------

    def _loop(self, here: str, depth: int) -> str:
        head, guard = here, self._guard()
        self._heads[head] = guard
        inside, behind = self._branch(head, guard)
        for _ in range(self._random.randint(1, 3)):
            inside = self._statement(inside, depth)
        self._join(inside, head)
        return behind

    def _statement(self, here: str, depth: int) -> str:
        kind = self._random.choices(
            ("update", "other", "if", "choice", "input", "loop", "check"), (60, 12, 14, 8, 4, 8, 5)
        )[0]
        if kind == "loop" and depth < 2:
            here = self._then(here, self._beginning(self._name()))
            return self._loop(here, depth + 1)
        if kind == "if":
            yes, no = self._branch(here, self._condition())
            after = self._then(yes, self._update())
            self._join(after, no)
            return no
        if kind == "choice":
            one, other = self._place(), self._place()
            self._lines += [f"  {here} -> {one}: {self._update()}", f"  {here} -> {other}: {self._update()}"]
            self._join(one, other)
            return other
        if kind == "check":
            return self._then(here, self._check())
        if kind == "input" and self._inputs < 2:
            self._inputs += 1
            name = self._name()
            return self._then(here, f"{name} := choose {self._domain(name)}")
        return self._then(here, self._other() if kind == "other" else self._update())

    def _name(self) -> str:
        return self._random.choice(list(self._types))

    def _number(self, kind: str, most: int = 1 << 8) -> str:
        low, high = _range(kind)
        return f"{self._random.randint(max(low, -most), min(high, most))}{kind}"

    def _small(self, kind: str) -> str:
        return f"{self._random.choice((1, 1, 1, 2, 2, 3, 4, 5))}{kind}"

    def _as(self, name: str, kind: str) -> str:
        return name if self._types[name] == kind else f"cast({name}, {kind})"

    def _operand(self, kind: str) -> str:
        return self._as(self._name(), kind) if self._random.random() < 0.4 else self._number(kind)

    def _domain(self, name: str) -> str:
        kind = self._types[name]
        if self._random.random() < 0.4:
            return f"type({kind})"
        low, high = _range(kind)
        first = self._random.randint(low, high)
        return f"range({first}{kind}, {self._random.randint(first, min(high, first + 9))}{kind})"

    def _beginning(self, name: str) -> str:
        if self._random.random() < 0.25 and self._inputs < 2:
            self._inputs += 1
            return f"{name} := choose {self._domain(name)}"
        return f"{name} := {self._number(self._types[name], 3)}"

    def _update(self) -> str:
        name = self._name()
        kind = self._types[name]
        amount = self._small(kind) if self._random.random() < 0.8 else self._as(self._name(), kind)
        return f"{name} := {name} {self._random.choice('+++-')} {amount}"

    def _other(self) -> str:
        name = self._name()
        kind = self._types[name]
        operators = ["*", "&", "|", "^", "-", "+", *(["/", "%"] if self._partial else [])]
        left = self._as(self._name(), kind)
        return f"{name} := {left} {self._random.choice(operators)} {self._operand(kind)}"

    def _guard(self) -> str:
        name = self._name()
        kind = self._types[name]
        return f"{name} {self._random.choice(('<', '<', '<=', '!=', '>'))} {self._operand(kind)}"

    def _condition(self) -> str:
        name = self._name()
        kind = self._types[name]
        left = f"({name} {self._random.choice('+-&')} {self._operand(kind)})" if self._random.random() < 0.3 else name
        return f"{left} {self._random.choice(('==', '!=', '<', '<=', '>='))} {self._operand(kind)}"

    def _check(self) -> str:
        name = self._name()
        kind = self._types[name]
        condition = f"{name} != {self._number(kind)}" if self._random.random() < 0.4 else self._condition()
        return f'check assert {condition} "wanted"'


def _range(kind: str) -> tuple[int, int]:
    width = int(kind[1:])
    return (-(1 << width - 1), (1 << width - 1) - 1) if kind[0] == "i" else (0, (1 << width) - 1)
