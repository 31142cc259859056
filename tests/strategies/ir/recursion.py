"""Random recursive functions over two small globals, with what they do computed by a few lines of Python."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TOP = 3
"""Globals and results are at most this, a power of two less one."""
DEPTH = 3
"""Arguments are at most this."""

State = tuple[int, int]
"""The two globals."""
Row = tuple[int, State]
"""An argument and the globals at entry."""
Outcome = tuple[int, State]
"""A result and the globals at exit."""


@dataclass(frozen=True)
class Recursion:
    """A function ``f``: assignments before and after the calls, each a target and two operands with an operator.

    The globals are registers, or are in memory and ``addressable``.
    """

    before: tuple[tuple[str, str, str, str], ...]
    after: tuple[tuple[str, str, str, str], ...]
    calls: int
    addressable: bool

    def table(self) -> dict[Row, Outcome]:
        """What the function does to every argument and all globals."""
        found: dict[Row, Outcome] = {}
        for n in range(DEPTH + 1):
            for g in range(TOP + 1):
                for h in range(TOP + 1):
                    found[n, (g, h)] = self._outcome(n, g, h, found)
        return found

    def _outcome(self, n: int, g: int, h: int, known: dict[Row, Outcome]) -> Outcome:
        values = {"n": n, "g": g, "h": h, "r": 0}
        self._assign(self.before, values)
        if n > 0:
            for _ in range(self.calls):
                values["r"], (values["g"], values["h"]) = known[n - 1, (values["g"], values["h"])]
                self._assign(self.after, values)
        return values["r"], (values["g"], values["h"])

    @staticmethod
    def _assign(steps: tuple[tuple[str, str, str, str], ...], values: dict[str, int]) -> None:
        for target, left, operator, right in steps:
            one, other = values[left], values[right]
            result = {"+": one + other, "-": one - other, "^": one ^ other, "*": one * other}[operator]
            values[target] = result & TOP

    def text(self, first: State, claim: str) -> str:
        """A program that calls the function with any argument from given globals, and claims something then."""
        memory = " addressable" if self.addressable else ""
        lines = [f"global g: u8{memory}", f"global h: u8{memory}", "function f(n: u8) -> u8", "  local r: u8"]
        place = self._steps(lines, "l", self.before)
        lines += [f"  {place} -> last: assume n == 0u8", f"  {place} -> call0: assume !(n == 0u8)"]
        for number in range(self.calls):
            lines.append(f"  call{number} -> back{number}0: r := call f(n - 1u8)")
            end = self._steps(lines, f"back{number}", self.after)
            lines.append(f"  {end} -> {'last' if number == self.calls - 1 else f'call{number + 1}'}: skip")
        lines += ["  last -> exit: return r", "function main()", "  local k: u8", "  local r: u8"]
        lines += [f"  a -> b: k := choose range(0u8, {DEPTH}u8)", f"  b -> c: g := {first[0]}u8"]
        lines += [f"  c -> d: h := {first[1]}u8", "  d -> e: r := call f(k)"]
        return "\n".join([*lines, f'  e -> z: check assert {claim} "claim"', "  z -> exit: return"])

    @staticmethod
    def _steps(lines: list[str], name: str, steps: tuple[tuple[str, str, str, str], ...]) -> str:
        for number, (target, left, operator, right) in enumerate(steps):
            lines.append(f"  {name}{number} -> {name}{number + 1}: {target} := ({left} {operator} {right}) & {TOP}u8")
        return f"{name}{len(steps)}"


def random_recursion(random: Random) -> Recursion:
    """A function with up to three assignments on each side of one or two calls."""

    def steps(operands: str) -> tuple[tuple[str, str, str, str], ...]:
        return tuple(
            (random.choice("ghr"), random.choice(operands), random.choice("+-^*"), random.choice(operands))
            for _ in range(random.randint(0, 3))
        )

    return Recursion(steps("ghn"), steps("ghnr"), random.randint(1, 2), random.random() < 0.5)
