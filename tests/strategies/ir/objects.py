"""Random programs with objects, arrays, monitors and threads that are alike, as text of the intermediate form."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

NODE = "ref[Node]"
HEADER = """vir 1
class Object
class Node extends Object
  field next: ref[Node]
  field value: i32
class Box extends Object
  field node: ref[Node]
  field who: thread
global g: ref[Node]
global b: ref[Box]
global n: i32
global h: thread
"""


class _Function:
    def __init__(self, random: Random, name: str, *, starts: int) -> None:
        self.random, self.lines, self.place = random, [f"function {name}()"], 0
        self.lines += ["  local x: ref[Node]", "  local y: ref[Node]", "  local k: ref[Node]", "  local v: i32"]
        self.lines += ["  local c: ref[Box]", "  local a: array[ref[Node]]", "  local t: thread"]
        self.starts = starts

    def step(self, operation: str) -> None:
        self.lines.append(f"  p{self.place} -> p{self.place + 1}: {operation}")
        self.place += 1

    def unless_null(self, name: str, kind: str, *operations: str) -> None:
        """Do something with what a variable refers to, if there is anything."""
        here, last = self.place, self.place + len(operations) + 1
        self.lines.append(f"  p{here} -> p{last}: assume {name} == null({kind})")
        self.lines.append(f"  p{here} -> p{here + 1}: assume !({name} == null({kind}))")
        self.place += 1
        for operation in operations:
            self.step(operation)

    def any_step(self) -> None:
        random = self.random
        x, y = random.choice("xy"), random.choice("xyg")
        match random.randrange(14):
            case 0 | 1 | 2:
                self.step(f'{random.choice("xyg")} := new Node site "{random.choice("ab")}"')
            case 3 | 4:
                self.step(f"{random.choice('xyg')} := {y}")
            case 5:
                self.step(f"{random.choice('xyg')} := null({NODE})")
            case 6:
                self.unless_null(x, NODE, f"field({x}, Node, next) := {y}")
            case 7:
                self.unless_null(x, NODE, f"{random.choice('xyg')} := field({x}, Node, next)")
            case 8:
                self.unless_null(x, NODE, f"field({x}, Node, value) := {random.randrange(1, 3)}i32")
            case 9:
                self.unless_null(x, NODE, f"v := field({x}, Node, value)")
                self.step("n := v")
            case 10:
                self.step('c := new Box site "c"')
                self.step(f"field(c, Box, node) := {y}")
                self.step(random.choice(["b := c", "c := null(ref[Box])", "n := 1i32"]))
            case 11:
                self.step("k := g")
                inner = random.choice(["n := 2i32", "wait k on k", "notify all k", "notify k"])
                self.unless_null("k", NODE, "lock k reentrant", inner, "unlock k")
            case 12:
                self.step('a := new array(ref[Node], 2i32) site "d"')
                self.step(f"a[{random.randrange(2)}i32] := {y}")
                self.step("x := a[0i32]")
            case _:
                if self.starts:
                    self.starts -= 1
                    self.step(random.choice(["start worker()", "t := start worker()", "h := start worker()"]))
                else:
                    self.step("n := n")

    def text(self) -> str:
        self.lines.append(f"  p{self.place} -> exit: return")
        return "\n".join(self.lines)


def random_object_program(random: Random) -> Program:
    """A program; not every one is small."""
    worker = _Function(random, "worker", starts=0)
    for _ in range(random.randrange(2, 5)):
        worker.any_step()
    main = _Function(random, "main", starts=2)
    for _ in range(random.randrange(1, 4)):
        main.any_step()
    for _ in range(random.randrange(1, 3)):
        main.step("start worker()")
        if random.random() < 0.5:
            main.any_step()
    if random.random() < 0.6:
        main.step(f'check assert n != {random.randrange(3)}i32 "wrong"')
    text = "\n".join((HEADER, worker.text(), main.text()))
    return load(SourceFile("random.vir", text.encode()))
