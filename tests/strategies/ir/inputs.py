"""Random programs that choose numbers: tests, copies, calls, exceptions, globals and fields that other threads see."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

_HEAD = """vir 1
class Object
class Box extends Object
  field n: i4
class Error extends Object
global g: i4
global h: i4
global open: i4 in type(i4)
global box: ref[Box]
"""


class Inputs:
    """Makes one program; its numbers have so few values that all of them can be tried."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._lines: list[str] = []
        self._places = 0

    def program(self) -> Program:
        """A program of a thread that chooses, another one, and a function that both may call."""
        random = self._random
        self._begin("f(p: i4) -> i4", "q")
        self._statements("f", ["p", "q"], random.randint(1, 4))
        if random.random() < 0.3:
            self._branch(self._condition(["p", "q"]))
            self._lines.append(f'  l{self._places} -> thrown: e := new Error site "f"')
            self._lines.append("  thrown -> raised: throw e")
            self._places += 1
        self._end(f"return {random.choice(['p', 'q', '1i4'])}")
        self._begin("other()", "x", "y")
        self._statements("other", ["x", "y"], random.randint(1, 4))
        self._end("return")
        self._begin("main()", "x", "y")
        self._step("x := choose type(i4)")
        self._step('box := new Box site "box"')
        if random.random() < 0.7:
            self._step("t := start other()")
        self._statements("main", ["x", "y"], random.randint(2, 6))
        self._branch(self._condition(["x", "y"]))
        self._step('check assert h != 3i4 "holds"')
        self._end("return")
        head = _HEAD if random.random() < 0.4 else _HEAD.replace(" in type(i4)", "")
        text = head + "\n".join(self._lines) + "\n"
        return load(SourceFile("inputs.vir", text.encode()))

    def _begin(self, head: str, *numbers: str) -> None:
        self._lines.append(f"function {head}")
        self._lines += [f"  local {number}: i4" for number in numbers]
        self._lines += ["  local e: ref[Error]", "  local t: thread"]
        self._places = 0

    def _end(self, line: str) -> None:
        self._lines.append(f"  l{self._places} -> exit: {line}")

    def _statements(self, function: str, numbers: list[str], count: int) -> None:
        for _ in range(count):
            self._statement(function, numbers)

    def _step(self, line: str) -> None:
        self._lines.append(f"  l{self._places} -> l{self._places + 1}: {line}")
        self._places += 1

    def _branch(self, condition: str) -> None:
        """Go on where a condition holds; where it does not, one place further on."""
        here = self._places
        self._lines.append(f"  l{here} -> l{here + 1}: assume {condition}")
        self._lines.append(f"  l{here} -> l{here + 2}: assume !({condition})")
        self._places += 1

    def _condition(self, numbers: list[str]) -> str:
        random = self._random
        side = random.choice([*numbers, *numbers, "g", "open", f"{random.choice(numbers)} + {self._constant()}"])
        if random.random() < 0.1:
            return f"{side} % 3i4 == 1i4"
        return f"{side} {random.choice(['<', '>', '==', '!=', '>='])} {self._constant()}"

    def _constant(self) -> str:
        return f"{self._random.randint(-8, 7)}i4"

    def _statement(self, function: str, numbers: list[str]) -> None:
        random = self._random
        one, two = random.choice(numbers), random.choice(numbers)
        match random.randrange(10):
            case 0:
                self._step(f"{one} := {random.choice([two, two, self._constant(), f'{two} + 1i4', f'{two} % 3i4'])}")
            case 1:
                self._step(f"{random.choice(['g', 'h'])} := {random.choice([one, self._constant()])}")
            case 2:
                self._step(f"{one} := {random.choice(['g', 'g', 'open', two])}")
            case 3 if function == "main":
                self._step(f"field(box, n) := {one}")
            case 4 if function == "main":
                self._step(f"{one} := field(box, n)")
            case 5:
                self._step(f'check assert {self._condition(numbers)} "holds"')
            case 6:
                self._step(f"restrict {self._condition(numbers)}")
            case 7 if function != "f":
                here = self._places
                self._lines.append(f"  l{here} -> l{here + 1}: {one} := call f({two})")
                self._lines.append(f"  l{here} -> l{here + 2}: catch")
                self._places += 1
                self._step("skip")
            case _:
                self._branch(self._condition(numbers))
                self._step(f"{random.choice(['h', one])} := {random.choice([one, two, self._constant()])}")


def random_inputs(random: Random) -> Program:
    """A program that chooses numbers."""
    return Inputs(random).program()
