"""Random programs over narrow integers, some with operations that are not always defined, and CTL formulas."""

from __future__ import annotations

from random import Random

from strategies.formulas import ctl_text

PLACES = 4


def narrow_program(random: Random, *, partial: bool, places: int = PLACES) -> str:
    """A program of few locations over two globals and a local, of 3 or 4 bits, signed or not."""
    kind = random.choice(["i3", "i4", "u3", "u4"])
    top = (1 << int(kind[1])) - 1 if kind[0] == "u" else (1 << int(kind[1]) - 1) - 1
    maker = _Maker(random, kind, top, partial)
    count = random.randint(3, places + 1)
    initial = random.choice([f"in type({kind})", f"in range({maker.constant()}, {top}{kind})", f"= {maker.constant()}"])
    lines = [f"global a: {kind} {initial}", f"global b: {kind} = {maker.constant()}", "function main()"]
    lines.append(f"  local c: {kind}")
    for number in range(count):
        lines += maker.edges(f"l{number}", [f"l{random.randrange(count)}" for _ in range(2)])
    return "\n".join(["vir 1", *lines])


class _Maker:
    def __init__(self, random: Random, kind: str, top: int, partial: bool) -> None:
        self._random = random
        self._kind = kind
        self._top = top
        self._partial = partial

    def constant(self) -> str:
        """A constant that is not too great for a range."""
        return f"{self._random.randint(0, min(2, self._top))}{self._kind}"

    def _operand(self) -> str:
        return self._random.choice(["a", "b", "c", self.constant()])

    def _value(self) -> str:
        operators = "+-&^/%" if self._partial else "+-&^*"
        return f"{self._operand()} {self._random.choice(operators)} {self._operand()}"

    def _condition(self) -> str:
        left = f"({self._value()})" if self._random.random() < 0.3 else self._operand()
        return f"{left} {self._random.choice(['==', '<', '<=', '!='])} {self._operand()}"

    def _assignment(self) -> str:
        place = self._random.choice("abc")
        if self._random.random() < 0.2:
            domain = self._random.choice([f"type({self._kind})", f"range({self.constant()}, {self._top}{self._kind})"])
            return f"{place} := choose {domain}"
        return f"{place} := {self._value()}"

    def edges(self, source: str, targets: list[str]) -> list[str]:
        """The edges of one location."""
        first, second = targets
        match self._random.choice(["step", "step", "branch", "branch", "choice", "end"]):
            case "step":
                return [f"  {source} -> {first}: {self._assignment()}"]
            case "branch":
                test = self._condition()
                return [f"  {source} -> {first}: assume {test}", f"  {source} -> {second}: assume !({test})"]
            case "choice":
                # an alternative must not leave anything open itself
                return [f"  {source} -> {target}: c := {self._value()}" for target in targets]
            case _:
                return [f"  {source} -> exit: return"]


def narrow_ctl(random: Random, depth: int, *, steps: bool) -> str:
    """A CTL formula over locations and globals; one that counts steps only where that is allowed."""

    def atom() -> str:
        number = random.randint(0, 2)
        return random.choice([f"a == {number}", f"b <= {number}", "a < b", *[f"at(l{random.randint(0, 2)})"] * 2])

    return ctl_text(random, depth, atom, steps=steps)


def border_ctl(random: Random, depth: int) -> str:
    """A CTL formula without next that sees nothing but three locations."""
    return ctl_text(random, depth, lambda: f"at(l{random.randint(0, 2)})", steps=False)
