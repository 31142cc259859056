"""Random programs whose threads share numbers, locks, objects and atomic sections, as text of the intermediate form."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

HEADER = """vir 1
class Object
class Node extends Object
  field next: ref[Node]
global l: lock = literal(1, lock)
global k: lock = literal(2, lock)
global n: i32
global m: i32
global g: ref[Node]
global h: thread
"""
LOCALS = ("x: ref[Node]", "i: i32", "t: thread")


class _Function:
    def __init__(self, random: Random, name: str, features: frozenset[str]) -> None:
        self.random, self.name, self.features = random, name, features
        self.lines: list[str] = []
        self.place = 0
        self.held: list[str] = []

    def edge(self, target: int | str, operation: str) -> None:
        self.lines.append(f"  p{self.place} -> {target if isinstance(target, str) else f'p{target}'}: {operation}")

    def step(self, *operations: str) -> None:
        for operation in operations:
            self.edge(self.place + 1, operation)
            self.place += 1

    def when(self, condition: str, *operations: str) -> None:
        """Do something only where a condition holds."""
        self.edge(self.place + len(operations) + 1, f"assume !({condition})")
        self.step(f"assume {condition}", *operations)

    def any_step(self) -> None:
        random = self.random
        shared, value = random.choice("nm"), random.randrange(3)
        ways = ["number", "number", "own", "own", "lock", "lock", "lock", "check", "branch"]
        kind = random.choice([*ways, *sorted(self.features)])
        match kind:
            case "number":
                self.step(f"{shared} := {random.choice([f'{value}i32', 'i', f'({shared} + 1i32) % 3i32'])}")
            case "own":
                self.step(f"i := {random.choice([shared, f'{value}i32', '1i32 - i'])}")
            case "lock":
                self.lock()
            case "check":
                self.step(f'check assert {shared} != {random.choice([f"{value}i32", "i"])} "wrong"')
            case "branch":
                self.when(f"{shared} == 1i32", random.choice(["i := 1i32", f"{shared} := 2i32"]))
            case "atomic":
                self.step("begin atomic", f"i := {shared}", f"{shared} := (i + 1i32) % 3i32", "end atomic")
            case "loop":
                if self.place and not self.held:
                    self.edge(random.randrange(self.place), f"assume {shared} == 1i32")
                    self.step(f"assume !({shared} == 1i32)")
            case _:
                self.object()

    def lock(self) -> None:
        random, name = self.random, self.random.choice("lk")
        if self.held and random.random() < 0.6:
            self.step(f"unlock {self.held.pop()}")
        elif name not in self.held:
            self.held.append(name)
            self.step(f"lock {name}" + random.choice(["", " reentrant"]))
        elif name == self.held[-1]:
            self.step(random.choice([f"wait {name} on {name}", f"notify {name}", f"notify all {name}"]))

    def object(self) -> None:
        random, exists = self.random, "x != null(ref[Node])"
        match random.randrange(6):
            case 0 | 1:
                self.step(f'{random.choice("xg")} := new Node site "{random.choice("ab")}"')
            case 2:
                self.step(random.choice(["x := g", "g := x", "x := null(ref[Node])", "g := null(ref[Node])"]))
            case 3:
                self.when(exists, random.choice(["field(x, Node, next) := g", "x := field(x, Node, next)"]))
            case 4:
                self.step("x := g")
                inner = random.choice(["n := 2i32", "wait x on x", "notify all x"])
                self.when(exists, "lock x reentrant", inner, "unlock x")
            case _:
                self.when(exists, "n := 1i32", "i := n")

    def text(self) -> str:
        if self.random.random() < 0.8:
            self.step(*(f"unlock {name}" for name in reversed(self.held)))
        self.edge("exit", "return")
        head = [f"function {self.name}() entry p0 exit exit", *(f"  local {item}" for item in LOCALS)]
        return "\n".join([*head, *self.lines])


def random_thread_program(random: Random) -> Program:
    """A program; not every one is small."""
    features = frozenset(item for item in ("atomic", "loop", "objects") if random.random() < 0.45)
    functions = [_Function(random, name, features) for name in ("worker", "other", "main")]
    for function, most in zip(functions, (6, 4, 2), strict=True):
        for _ in range(random.randrange(1, most)):
            function.any_step()
    main = functions[2]
    for _ in range(random.randrange(1, 4)):
        main.step(random.choice(["start worker()", "start worker()", "t := start worker()", "h := start worker()"]))
    if random.random() < 0.4:
        main.step("start other()")
    for _ in range(random.randrange(3)):
        main.any_step()
    text = "\n".join((HEADER, *(function.text() for function in functions)))
    return load(SourceFile("random.vir", text.encode()))
